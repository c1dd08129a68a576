package script

import (
	"go.starlark.net/starlark"

	"github.com/goivy/goivy/ivy"
)

// setting is a scope of package ivy: within a with it holds, and what was before is
// there again after it, on whatever way the block is left.
type setting struct {
	name string
	with func() (undo func())
}

var _ scope = (*setting)(nil)

func (s *setting) String() string        { return "<ivy." + s.name + ">" }
func (s *setting) Type() string          { return s.name }
func (s *setting) Freeze()               {}
func (s *setting) Truth() starlark.Bool  { return starlark.True }
func (s *setting) Hash() (uint32, error) { return 0, wrong("unhashable type: '%s'", s.name) }

func (s *setting) enter() (starlark.Value, func(), error) {
	var undo func()
	if err := try(func() { undo = s.with() }); err != nil {
		return nil, nil, err
	}
	return s, undo, nil
}

// scopes returns the functions that make scopes, by their names in Ivy.
func (in *interp) scopes() map[string]function {
	e := in.env
	m := map[string]function{}
	for name, with := range map[string]func(bool) func(){
		"PreciseMode":        e.WithPreciseMode,
		"UpcastDataTypes":    func(on bool) func() { return e.WithUpcastDataTypes(on) },
		"DowncastDataTypes":  func(on bool) func() { return e.WithDowncastDataTypes(on) },
		"CrosscastDataTypes": func(on bool) func() { return e.WithCrosscastDataTypes(on) },
		"CastDataTypes":      func(on bool) func() { return e.WithCastDataTypes(on) },
	} {
		m[name] = func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			params := "? val"
			if name == "PreciseMode" {
				params = "precise_mode"
			}
			var val starlark.Value
			if err := unpack(name, args, kwargs, params, &val); err != nil {
				return nil, err
			}
			on, err := optionalBool(val, true)
			if err != nil {
				return nil, err
			}
			return &setting{name, func() func() { return with(on) }}, nil
		}
	}
	for name, d := range map[string]struct {
		param string
		with  func(ivy.Dtype) func()
	}{
		"DefaultDtype":        {"dtype", e.WithDefaultDtype},
		"DefaultIntDtype":     {"int_dtype", e.WithDefaultIntDtype},
		"DefaultUintDtype":    {"uint_dtype", e.WithDefaultUintDtype},
		"DefaultFloatDtype":   {"float_dtype", e.WithDefaultFloatDtype},
		"DefaultComplexDtype": {"complex_dtype", e.WithDefaultComplexDtype},
	} {
		m[name] = func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			var val starlark.Value
			if err := unpack(name, args, kwargs, d.param, &val); err != nil {
				return nil, err
			}
			v, err := in.toDtype(val)
			if err != nil {
				return nil, err
			}
			return &setting{name, func() func() { return d.with(v) }}, nil
		}
	}
	return m
}
