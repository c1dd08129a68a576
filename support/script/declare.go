package script

import (
	"errors"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// Declarations of the dtypes and devices that a function of a program takes, as Ivy's
// decorators with_supported_dtypes and the like have them, and its attributes.

// A declaration is what a decorator says. It decorates a function, and as the scope of
// a with all functions that are defined in it.
type declaration struct {
	in   *interp
	name string
	add  func(f *ivy.Function) error
}

var (
	_ scope             = (*declaration)(nil)
	_ starlark.Callable = (*declaration)(nil)
)

func (d *declaration) String() string        { return "<ivy." + d.name + ">" }
func (d *declaration) Type() string          { return d.name }
func (d *declaration) Name() string          { return d.name }
func (d *declaration) Freeze()               {}
func (d *declaration) Truth() starlark.Bool  { return starlark.True }
func (d *declaration) Hash() (uint32, error) { return 0, wrong("unhashable type: '%s'", d.name) }

// CallInternal decorates a function.
func (d *declaration) CallInternal(_ *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(args) != 1 || len(kwargs) > 0 {
		return nil, wrong("%s(…) decorates one function", d.name)
	}
	f, err := d.in.declare(args[0])
	if err != nil {
		return nil, err
	}
	var e *ivy.Error
	if err := d.add(f.held); errors.As(err, &e) {
		return nil, wrong("ivy.%s(): %s", d.name, e.Err)
	} else if err != nil {
		return nil, err
	}
	return f, nil
}

func (d *declaration) enter() (starlark.Value, func(), error) {
	n := len(d.in.declaring)
	d.in.declaring = append(d.in.declaring, d)
	return d, func() { d.in.declaring = d.in.declaring[:n] }, nil
}

// Defined is what a def within a with binds its name to: the function, with the
// declarations of the scopes around it.
func (o operators) Defined(thread *starlark.Thread, f starlark.Value) (starlark.Value, error) {
	for _, d := range slices.Backward(o.in.declaring) {
		var err error
		if f, err = d.CallInternal(thread, starlark.Tuple{f}, nil); err != nil {
			return nil, err
		}
	}
	return f, nil
}

// declared is a function of a program with declarations: arrays of a dtype that it does
// not take are refused, or cast where a casting mode does that.
type declared struct {
	in    *interp
	fn    starlark.Callable
	held  *ivy.Function // what holds calls to the declarations
	calls []*declaredCall
}

// declaredCall is a call that is going on.
type declaredCall struct {
	thread *starlark.Thread
	args   starlark.Tuple
	kwargs []starlark.Tuple
	result starlark.Value
	err    error
}

var (
	_ starlark.Callable = (*declared)(nil)
	_ starlark.HasAttrs = (*declared)(nil)
)

func (f *declared) String() string        { return "<function " + f.Name() + ">" }
func (f *declared) Type() string          { return "function" }
func (f *declared) Name() string          { return f.fn.Name() }
func (f *declared) Freeze()               {}
func (f *declared) Truth() starlark.Bool  { return starlark.True }
func (f *declared) Hash() (uint32, error) { return starlark.String(f.Name()).Hash() }

// Attr returns nil: attributes of functions are looked up before.
func (f *declared) Attr(string) (starlark.Value, error) { return nil, nil }

// AttrNames returns the names of the attributes.
func (f *declared) AttrNames() []string { return functionAttributes(f.Name()) }

// declare returns a function with declarations, the very one if it has some.
func (in *interp) declare(x starlark.Value) (*declared, error) {
	switch x := x.(type) {
	case *declared:
		return x, nil
	case *starlark.Function:
		f := &declared{in: in, fn: x}
		var err error
		f.held, err = ivy.NewFunction(x.Name(), f.run)
		return f, err
	case *starlark.Builtin:
		return nil, wrong("%s has its own declarations: put it into a def", x.Name())
	}
	return nil, wrong("TypeError: '%s' object is no function that a declaration could be for", typeName(x))
}

// CallInternal calls the function with its arrays, or what they are cast to.
func (f *declared) CallInternal(thread *starlark.Thread, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	call := &declaredCall{thread: thread, args: slices.Clone(args), kwargs: slices.Clone(kwargs)}
	var arrays []*ivy.Array
	call.each(func(x starlark.Value) starlark.Value {
		switch x := x.(type) {
		case *array:
			arrays = append(arrays, x.a)
		case *tensor:
			arrays = append(arrays, x.a.V)
		}
		return x
	})
	if arrays == nil {
		return starlark.Call(thread, f.fn, args, kwargs)
	}
	n := len(f.calls)
	f.calls = append(f.calls, call)
	defer func() { f.calls = f.calls[:n] }()
	if err := try(func() { f.in.env.CallFunction(f.held, arrays...) }); err != nil {
		return nil, err
	}
	return call.result, call.err
}

// each replaces the arguments of a call.
func (c *declaredCall) each(f func(x starlark.Value) starlark.Value) {
	for i, a := range c.args {
		c.args[i] = f(a)
	}
	for i, kv := range c.kwargs {
		c.kwargs[i] = starlark.Tuple{kv[0], f(kv[1])}
	}
}

// run calls the function with these arrays in the place of the call's own. With no call
// going on it computes nothing: package ivy asks for the declarations alone.
func (f *declared) run(xs ...*ivy.Array) []*ivy.Array {
	if len(f.calls) == 0 {
		return xs
	}
	c := f.calls[len(f.calls)-1]
	next := 0
	c.each(func(x starlark.Value) starlark.Value {
		var cast *ivy.Array
		switch x.(type) {
		case *array, *tensor:
			cast = xs[next]
			next++
		}
		switch x := x.(type) {
		case *array:
			if cast != x.a {
				return f.in.wrap(cast)
			}
		case *tensor:
			if cast != x.a.V {
				a := *x.a
				a.V = cast
				return &tensor{x.f, &a}
			}
		}
		return x
	})
	c.result, c.err = starlark.Call(c.thread, f.fn, c.args, c.kwargs)
	return xs
}

// declarations returns the decorators, by their names in Ivy.
func (in *interp) declarations() map[string]function {
	m := map[string]function{}
	for _, supported := range []bool{true, false} {
		prefix := "with_unsupported_"
		if supported {
			prefix = "with_supported_"
		}
		for _, what := range []string{"dtypes", "devices", "device_and_dtypes"} {
			name := prefix + what
			m[name] = func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
				var by, version starlark.Value
				if err := unpack("ivy."+name, args, kwargs, "version_dict version", &by, &version); err != nil {
					return nil, err
				}
				clauses, err := in.clauses(name, by)
				if err != nil {
					return nil, err
				}
				return in.declaration(name, supported, what == "devices", version, clauses)
			}
		}
	}
	return m
}

// declaration makes the declaration for a version: that of the current backend's
// library as ivy.backend_version has it, or another's, or a framework by its name.
func (in *interp) declaration(name string, supported, devices bool, version starlark.Value, clauses []ivy.Clause) (starlark.Value, error) {
	if d, ok := version.(*starlark.Dict); ok {
		v, found, err := d.Get(starlark.String("version"))
		if err != nil || !found {
			return nil, wrong("ivy.%s(): version: want a version, ivy.backend_version or the name of a framework", name)
		}
		version = v
	}
	of, err := toText(version)
	if err != nil {
		return nil, wrong("ivy.%s(): version: %s", name, err)
	}
	where, own := in.backendName(), in.backendVersion()
	d := &declaration{in: in, name: name}
	switch fw := frameworks[of]; {
	case fw != nil && devices:
		return nil, wrong("ivy.%s(): devices are a backend's, not those of %s", name, of)
	case fw != nil:
		d.add = func(f *ivy.Function) error { return f.OfFramework(of, fw.version, supported, clauses...) }
	case devices && supported:
		d.add = func(f *ivy.Function) error { return f.WithSupportedDevices(where, clauses...) }
	case devices:
		d.add = func(f *ivy.Function) error { return f.WithUnsupportedDevices(where, clauses...) }
	case of != own:
		d.add = func(f *ivy.Function) error { return f.OfFramework(where, of, supported, clauses...) }
	case supported:
		d.add = func(f *ivy.Function) error { return f.WithSupportedDtypes(where, clauses...) }
	default:
		d.add = func(f *ivy.Function) error { return f.WithUnsupportedDtypes(where, clauses...) }
	}
	return d, nil
}

// backendName returns the name of the backend that calls run on.
func (in *interp) backendName() string {
	if name := in.env.CurrentBackend(); name != "" {
		return name
	}
	return "native"
}

// backendVersion returns the version of its library.
func (in *interp) backendVersion() string {
	b, err := backend.Lookup(in.backendName())
	if err != nil {
		return ""
	}
	return b.Version()
}

// clauses returns a dict of versions with dtypes, or devices, or dicts of devices with
// dtypes.
func (in *interp) clauses(name string, by starlark.Value) ([]ivy.Clause, error) {
	d, ok := by.(*starlark.Dict)
	if !ok {
		return nil, wrong("ivy.%s(): got %s, want a dict of versions with names", name, typeName(by))
	}
	var out []ivy.Clause
	for _, item := range d.Items() {
		versions, err := toText(item[0])
		if err != nil {
			return nil, wrong("ivy.%s(): a version: %s", name, err)
		}
		devices, ok := item[1].(*starlark.Dict)
		if ok != strings.HasSuffix(name, "device_and_dtypes") {
			return nil, wrong("ivy.%s(): got %s for %q", name, typeName(item[1]), versions)
		}
		if !ok {
			names, err := in.names(item[1])
			if err != nil {
				return nil, wrong("ivy.%s(): %q: %s", name, versions, err)
			}
			out = append(out, ivy.On(versions, names...))
			continue
		}
		for _, of := range devices.Items() {
			device, err := toText(of[0])
			if err != nil {
				return nil, wrong("ivy.%s(): a device: %s", name, err)
			}
			names, err := in.names(of[1])
			if err != nil {
				return nil, wrong("ivy.%s(): %q: %s", name, device, err)
			}
			out = append(out, ivy.OnDevice(versions, device, names...))
		}
	}
	return out, nil
}

// names returns the names of dtypes, classes of dtypes or devices.
func (in *interp) names(x starlark.Value) ([]string, error) {
	e, err := in.elements(x)
	if _, isText := x.(starlark.String); isText || err != nil {
		return nil, wrong("got %s, want a tuple of names", typeName(x))
	}
	out := make([]string, len(e))
	for i, v := range e {
		switch v := v.(type) {
		case starlark.String:
			out[i] = string(v)
		case dtypeValue:
			out[i] = v.String()
		default:
			return nil, wrong("got %s, want a name", typeName(v))
		}
	}
	return out, nil
}

// declaringAttributes are the attributes of a function that declare something.
var declaringAttributes = []string{"supported_dtypes", "unsupported_dtypes"}

// declareAttribute is f.unsupported_dtypes = {"torch": ("float16",)}: it returns what
// the name f stands for from then on.
func (in *interp) declareAttribute(value, f starlark.Value, name string) (starlark.Value, error) {
	if _, isFunction := callableName(f); !isFunction {
		if h, ok := f.(starlark.HasSetField); ok {
			return f, h.SetField(name, value)
		}
		return nil, wrong("can't assign to .%s field of %s", name, typeName(f))
	}
	d, err := in.declare(f)
	if err != nil {
		return nil, err
	}
	by, ok := value.(*starlark.Dict)
	if !ok {
		return nil, wrong("%s.%s: got %s, want a dict of backends with dtypes", d.Name(), name, typeName(value))
	}
	names := map[string][]string{}
	for _, item := range by.Items() {
		where, err := toText(item[0])
		if err != nil {
			return nil, wrong("%s.%s: a backend: %s", d.Name(), name, err)
		}
		if names[where], err = in.names(item[1]); err != nil {
			return nil, wrong("%s.%s: %q: %s", d.Name(), name, where, err)
		}
	}
	add := d.held.UnsupportedDtypes
	if name == "supported_dtypes" {
		add = d.held.SupportedDtypes
	}
	return d, add(names)
}

// callableName returns the name of a function.
func callableName(x starlark.Value) (string, bool) {
	switch x := x.(type) {
	case *starlark.Function:
		return x.Name(), true
	case *starlark.Builtin:
		return x.Name(), true
	case prompted:
		return x.Name(), true
	case *declared:
		return x.Name(), true
	}
	return "", false
}

// functionAttributes returns the names of the attributes of a function.
func functionAttributes(name string) []string {
	return append([]string{"__doc__", "__name__"}, declaringAttributes...)
}

// functionAttribute returns an attribute of a function, nil for what is none.
func (in *interp) functionAttribute(x starlark.Value, name string) (starlark.Value, error) {
	path, ok := callableName(x)
	if !ok {
		return nil, nil
	}
	switch name {
	case "__name__":
		if path == "lambda" {
			path = "<lambda>"
		}
		return starlark.String(path[strings.LastIndexByte(path, '.')+1:]), nil
	case "__doc__":
		if d, ok := x.(*declared); ok {
			x = d.fn
		}
		if f, ok := x.(*starlark.Function); ok {
			if f.Doc() == "" {
				return starlark.None, nil
			}
			return starlark.String(f.Doc()), nil
		}
		return starlark.String(in.describe(path)), nil
	case "supported_dtypes", "unsupported_dtypes":
		var f any
		switch x := x.(type) {
		case *declared:
			f = x.held
		case *starlark.Builtin:
			row, ok := strings.CutPrefix(x.Name(), "ivy.")
			op := rowAt(row)
			if !ok || op == nil {
				return nil, nil
			}
			f = op.Snake
		default:
			return nil, wrong("AttributeError: function %s has no declaration, so no attribute %q (ivy.function_%s(%s) looks into it)", path, name, name, path)
		}
		var ds []ivy.Dtype
		if err := try(func() { ds = in.env.FunctionSupportedDtypes(f) }); err != nil {
			return nil, err
		}
		if name == "unsupported_dtypes" { // which are not those that the backend lacks for all
			ds = (dtype.Of(in.env.ValidDtypes()...) &^ dtype.Of(ds...)).Dtypes()
		}
		return dtypeTuple(ds), nil
	}
	return nil, nil
}
