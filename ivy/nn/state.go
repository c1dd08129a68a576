package nn

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/goivy/goivy/internal/blame"
	"github.com/goivy/goivy/ivy"
)

var (
	arrayType  = reflect.TypeFor[*ivy.Array]()
	arraysType = reflect.TypeFor[[]*ivy.Array]()
	bufferType = reflect.TypeFor[*Buffer]()
)

// An entry is a parameter or a buffer of a module.
type entry struct {
	name   string
	buffer *Buffer // nil of a parameter
	at     reflect.Value
	set    func(x *ivy.Array) // of a parameter
}

func (e entry) array() *ivy.Array {
	if e.buffer != nil {
		return e.buffer.Value()
	}
	return e.at.Interface().(*ivy.Array)
}

// A namer is a module whose arrays in a slice have names of their own.
type namer interface{ arrayNames() []string }

// A visit collects the entries of a module.
type visit struct {
	entries []entry
	depth   int
	module  func(name string, v reflect.Value) // called for each struct before what is in it; may be nil
}

// maxDepth is how deep modules may be: one that has itself in it has no end.
const maxDepth = 1000

func join(name, part string) string {
	if name == "" || part == "" {
		return name + part
	}
	return name + "." + part
}

// visit goes through v, which has the name: through the exported fields of structs, but for what the tree of parameters
// leaves out and is no Buffer.
func (w *visit) visit(name string, v reflect.Value, set func(x *ivy.Array)) {
	if w.depth++; w.depth > maxDepth {
		panic(blame.Errorf(ivy.ErrValue, "a module of more than %d levels, or one that has itself in it", maxDepth))
	}
	defer func() { w.depth-- }()
	switch v.Type() {
	case arrayType:
		if v.IsNil() {
			panic(blame.Errorf(ivy.ErrValue, "%q is nil", name))
		}
		w.entries = append(w.entries, entry{name: name, at: v, set: set})
		return
	case bufferType:
		w.entries = append(w.entries, entry{name: name, buffer: v.Interface().(*Buffer)})
		return
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			panic(blame.Errorf(ivy.ErrValue, "%q is nil", name))
		}
		if v.Kind() == reflect.Interface || v.Elem().Kind() == reflect.Struct {
			w.visit(name, v.Elem(), nil)
			return
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			w.element(join(name, fmt.Sprint(i)), v.Index(i))
		}
		return
	case reflect.Map:
		if v.Type().Key().Kind() == reflect.String {
			keys := v.MapKeys()
			slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
			for _, k := range keys {
				w.visit(join(name, k.String()), v.MapIndex(k), func(x *ivy.Array) { v.SetMapIndex(k, reflect.ValueOf(x)) })
			}
			return
		}
	case reflect.Struct:
		w.fields(name, v)
		return
	}
	panic(blame.Errorf(ivy.ErrValue, "%q is a %s, want arrays, and modules of them", name, v.Type()))
}

// element visits what can be set where it stands.
func (w *visit) element(name string, v reflect.Value) {
	var set func(x *ivy.Array)
	if v.CanSet() {
		set = func(x *ivy.Array) { v.Set(reflect.ValueOf(x)) }
	}
	w.visit(name, v, set)
}

func (w *visit) fields(name string, v reflect.Value) {
	if w.module != nil {
		w.module(name, v)
	}
	t := v.Type()
	for i := range t.NumField() {
		f, x := t.Field(i), v.Field(i)
		tag := f.Tag.Get("ivy")
		switch {
		case !f.IsExported() || tag == "-" && f.Type != bufferType:
			continue
		case (tag == "optional" || f.Type == bufferType) && x.IsNil():
			continue
		}
		part := snake(f.Name)
		if own, ok := f.Tag.Lookup("nn"); ok {
			part = own
		} else if f.Anonymous {
			part = ""
		}
		if f.Type == arraysType && v.CanAddr() {
			if n, ok := v.Addr().Interface().(namer); ok {
				for j, own := range n.arrayNames() {
					w.element(join(name, own), x.Index(j))
				}
				continue
			}
		}
		w.element(join(name, part), x)
	}
}

// snake returns a field's name as PyTorch has it: "RunningMean" as "running_mean", "Conv1" as "conv1", "WeightIH" as "weight_ih".
func snake(name string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		if unicode.IsUpper(r) && i > 0 {
			if before := runes[i-1]; !unicode.IsUpper(before) || i+1 < len(runes) && unicode.IsLower(runes[i+1]) {
				b.WriteByte('_')
			}
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// entries returns the parameters and buffers of a module.
func entries(m any) []entry {
	w := &visit{}
	w.root(m)
	seen := map[string]bool{}
	for _, e := range w.entries {
		if seen[e.name] {
			panic(blame.Errorf(ivy.ErrValue, "two arrays have the name %q", e.name))
		}
		seen[e.name] = true
	}
	return w.entries
}

func (w *visit) root(m any) {
	v := reflect.ValueOf(m)
	switch {
	case !v.IsValid():
		panic(blame.Errorf(ivy.ErrValue, "the module is nil"))
	case v.Kind() == reflect.Struct:
		panic(blame.Errorf(ivy.ErrValue, "the module is a %T, want a pointer to it", m))
	}
	w.visit("", v, nil)
}

func bufferEntries(m any) []entry {
	return slices.DeleteFunc(entries(m), func(e entry) bool { return e.buffer == nil })
}

// StateDict returns the parameters and buffers of a module by the names that PyTorch's state_dict has: the names of
// fields in snake case, and the numbers of elements, with dots between them, as in "layer1.0.conv1.weight" and "bn1.running_mean". The
// tag `nn:"name"` gives a field another name, and "" none: what is in it has the names as if it were in the struct around it, as what is in an
// embedded struct has. The module is a pointer, a slice or a map. The arrays are those of the module, not copies.
func StateDict(m any) map[string]*ivy.Array {
	defer blame.Named("nn.StateDict")
	z := map[string]*ivy.Array{}
	for _, e := range entries(m) {
		z[e.name] = e.array()
	}
	return z
}

// Names returns the names of [StateDict] in the order of the fields, which is that of [ivy.Leaves] with the buffers where they stand.
func Names(m any) []string {
	defer blame.Named("nn.Names")
	var names []string
	for _, e := range entries(m) {
		names = append(names, e.name)
	}
	return names
}

// LoadStateDict sets the parameters and buffers of a module to the arrays of state, which are not copied where they are on the backend and device of those
// that they replace. The names have to be
// those of [StateDict], no more and no fewer, unless strict is false: then names that only one of both has are passed over. Dtypes and shapes have to be the
// same. All of this is checked before anything is changed; the error is an *ivy.Error that says all names that are missing or unexpected, and all arrays that do not
// fit: of kind ErrValue for names, else ErrShape or ErrDtype.
func LoadStateDict(m any, state map[string]*ivy.Array, strict bool) error {
	return ivy.Try(func() {
		defer blame.Named("nn.LoadStateDict")
		load(m, state, strict)
	})
}

func load(m any, state map[string]*ivy.Array, strict bool) {
	all := entries(m)
	var missing, problems []string
	var kind error
	unexpected := maps.Clone(state)
	for _, e := range all {
		have := e.array()
		v, ok := state[e.name]
		delete(unexpected, e.name)
		other, how := error(nil), ""
		if v != nil {
			how, other = mismatch(v, have)
		}
		switch {
		case !ok:
			missing = append(missing, e.name)
		case v == nil:
			problems, kind = append(problems, fmt.Sprintf("%q is nil", e.name)), ivy.ErrValue
		case other != nil:
			problems = append(problems, fmt.Sprintf("%q %s", e.name, how))
			if kind == nil {
				kind = other
			}
		case e.buffer == nil && e.set == nil:
			problems, kind = append(problems, fmt.Sprintf("%q cannot be set: it is in a struct that is no pointer", e.name)), ivy.ErrValue
		}
	}
	if strict && len(missing) > 0 {
		problems, kind = append(problems, "missing: "+strings.Join(missing, ", ")), ivy.ErrValue
	}
	if strict && len(unexpected) > 0 {
		problems, kind = append(problems, "unexpected: "+strings.Join(slices.Sorted(maps.Keys(unexpected)), ", ")), ivy.ErrValue
	}
	if len(problems) > 0 {
		panic(blame.Errorf(kind, "%s", strings.Join(problems, "; ")))
	}
	for _, e := range all {
		v, ok := state[e.name]
		if !ok {
			continue
		}
		v = placed(v, e.array())
		if e.buffer != nil {
			e.buffer.Set(v)
		} else {
			e.set(v)
		}
	}
}

// mismatch says how an array is not like the one that it is to replace, and the kind of that error: nil if it is like it.
func mismatch(v, have *ivy.Array) (how string, kind error) {
	switch {
	case !slices.Equal(v.Shape(), have.Shape()):
		return fmt.Sprintf("of shape %v, want %v", v.Shape(), have.Shape()), ivy.ErrShape
	case v.Dtype() != have.Dtype():
		return fmt.Sprintf("of dtype %v, want %v", v.Dtype(), have.Dtype()), ivy.ErrDtype
	}
	return "", nil
}

// placed returns z where like is.
func placed(z, like *ivy.Array) *ivy.Array {
	if z.Backend() != like.Backend() {
		z = z.ToBackend(like.Backend())
	}
	if z.Device() != like.Device() {
		z = z.ToDevice(like.Device())
	}
	return z
}

// Save writes [StateDict] to a .safetensors file, which PyTorch's safetensors.torch.load_file reads. It replaces a file that is there
// once all of it is written. The error is that of [ivy.SaveAll].
func Save(path string, m any) error {
	var err error
	panicked := ivy.Try(func() {
		defer blame.Named("nn.Save")
		err = ivy.SaveAll(path, StateDict(m), ivy.Safetensors, ivy.Metadata{"format": "pt"})
	})
	if panicked != nil {
		return panicked
	}
	return err
}

// Load sets the parameters and buffers of a module from a file that [Save] or PyTorch wrote: .safetensors, or .npz. The error is that of
// [ivy.LoadAll], or of [LoadStateDict] with strict.
func Load(path string, m any) error {
	var err error
	panicked := ivy.Try(func() {
		defer blame.Named("nn.Load")
		var state map[string]*ivy.Array
		if state, err = ivy.LoadAll(path); err == nil {
			load(m, state, true)
		}
	})
	if panicked != nil {
		return panicked
	}
	return err
}

// NumParameters returns how many elements the parameters of a module have together, without those of buffers. An array that stands in it twice counts once.
func NumParameters(m any) int {
	defer blame.Named("nn.NumParameters")
	n, seen := 0, map[*ivy.Array]bool{}
	for _, e := range entries(m) {
		if a := e.array(); e.buffer == nil && !seen[a] {
			n += a.Size()
			seen[a] = true
		}
	}
	return n
}
