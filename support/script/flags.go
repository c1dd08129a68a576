package script

import (
	"slices"

	"go.starlark.net/starlark"

	"github.com/goivy/goivy/frontends/numpy"
)

// memoryFlags are the flags of one of NumPy's arrays: x.flags.writeable, x.flags["C"].
type memoryFlags struct {
	f *frame
	v numpy.Flags
}

var (
	_ starlark.HasSetField = (*memoryFlags)(nil)
	_ starlark.HasSetKey   = (*memoryFlags)(nil)
)

func (m *memoryFlags) String() string        { return m.v.String() }
func (m *memoryFlags) Type() string          { return "flagsobj" }
func (m *memoryFlags) Freeze()               {}
func (m *memoryFlags) Truth() starlark.Bool  { return starlark.True }
func (m *memoryFlags) Hash() (uint32, error) { return 0, wrong("unhashable type: 'flagsobj'") }

// Attr returns a flag by its name: "c_contiguous".
func (m *memoryFlags) Attr(name string) (starlark.Value, error) {
	if !slices.Contains(numpy.FlagNames, name) {
		return nil, nil
	}
	v, _ := m.v.Get(name)
	return starlark.Bool(v), nil
}

// AttrNames returns the names of the flags.
func (m *memoryFlags) AttrNames() []string { return slices.Sorted(slices.Values(numpy.FlagNames)) }

// Get returns a flag by its key: "C_CONTIGUOUS" or "C".
func (m *memoryFlags) Get(key starlark.Value) (starlark.Value, bool, error) {
	name, _ := starlark.AsString(key)
	v, ok := m.v.Get(name)
	if !ok {
		return nil, false, m.f.raise("KeyError", "Unknown flag")
	}
	return starlark.Bool(v), true, nil
}

// SetField says whether the array may be written to.
func (m *memoryFlags) SetField(name string, v starlark.Value) error {
	if name != "writeable" {
		return m.f.raise("AttributeError", "attribute '%s' of 'flagsobj' objects is not writable", name)
	}
	_, err := m.f.run("flags", func() any { m.v.SetWriteable(bool(v.Truth())); return nil })
	return err
}

// SetKey is SetField by a key.
func (m *memoryFlags) SetKey(key, v starlark.Value) error {
	if name, _ := starlark.AsString(key); name != "WRITEABLE" && name != "W" {
		return m.f.raise("KeyError", "Unknown flag")
	}
	return m.SetField("writeable", v)
}

// plainValue returns a Go string, int or bool as a program has it, nil for nil.
func plainValue(v any) starlark.Value {
	switch v := v.(type) {
	case string:
		return starlark.String(v)
	case int:
		return starlark.MakeInt(v)
	case bool:
		return starlark.Bool(v)
	}
	return nil
}
