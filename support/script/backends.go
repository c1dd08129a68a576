package script

import (
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// What the module ivy has by the backend that is set: its dtypes, and how to set one.

// backends returns the functions that set a backend, for ivy and the frameworks alike.
func (in *interp) backends(m *module) map[string]function {
	change := func(f func(e *ivy.Env) error) error {
		for _, e := range []*ivy.Env{in.env, in.frontendEnv} {
			if err := f(e); err != nil {
				return err
			}
		}
		in.dtypesOf(m)
		return nil
	}
	may := func(name string) error {
		if in.opts.KeepBackend != "" {
			return wrong("ivy.%s(): %s", name, in.opts.KeepBackend)
		}
		return nil
	}
	current := func() starlark.Value { return starlark.String(in.env.CurrentBackend()) }
	return map[string]function{
		"set_backend": func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			var backend, dynamic starlark.Value
			if err := unpack("ivy.set_backend", args, kwargs, "backend ? dynamic", &backend, &dynamic); err != nil {
				return nil, err
			}
			name, err := toText(backend)
			if err != nil {
				return nil, wrong("ivy.set_backend(): backend: %s", err)
			}
			if moves, err := optionalBool(dynamic, false); err != nil || moves {
				return nil, wrong("ivy.set_backend(): dynamic=True is not supported (arrays stay on the backend that they were made on)")
			}
			if err := may("set_backend"); err != nil {
				return nil, err
			}
			return starlark.None, change(func(e *ivy.Env) error { return e.SetBackend(name) })
		},
		"previous_backend": func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			if err := unpack("ivy.previous_backend", args, kwargs, ""); err != nil {
				return nil, err
			}
			if err := may("previous_backend"); err != nil {
				return nil, err
			}
			err := change(func(e *ivy.Env) error { e.PreviousBackend(); return nil })
			return current(), err
		},
		"unset_backend": func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			if err := unpack("ivy.unset_backend", args, kwargs, ""); err != nil {
				return nil, err
			}
			if err := may("unset_backend"); err != nil {
				return nil, err
			}
			return starlark.None, change(func(e *ivy.Env) error { e.UnsetBackend(); return nil })
		},
		"current_backend": func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			return current(), unpack("ivy.current_backend", args, kwargs, "")
		},
	}
}

// dtypesOf gives the module its dtypes: those that the backend has, by their names and
// as native ones, and the tuples of valid and invalid ones.
func (in *interp) dtypesOf(m *module) {
	valid := dtype.Of(in.env.ValidDtypes()...)
	if in.env.CurrentBackend() == "" {
		valid = dtype.All
	}
	set := func(name string, there bool, v func() starlark.Value) {
		delete(m.members, name)
		if there {
			m.members[name] = v()
		}
	}
	for _, d := range dtype.All.Dtypes() {
		set(d.String(), valid.Has(d), func() starlark.Value { return dtypeValue{d: d} })
		set("native_"+d.String(), valid.Has(d), func() starlark.Value {
			n, err := in.native(d)
			if err != nil { // a backend has its own dtype for each that it has
				return dtypeValue{d: d}
			}
			return n
		})
	}
	set("double", valid.Has(ivy.Float64), func() starlark.Value { return dtypeValue{d: ivy.Float64} })
	for name, list := range map[string][]ivy.Dtype{
		"all_dtypes": ivy.AllDtypes(), "all_numeric_dtypes": ivy.AllNumericDtypes(), "all_int_dtypes": ivy.AllIntDtypes(),
		"all_uint_dtypes": ivy.AllUintDtypes(), "all_float_dtypes": ivy.AllFloatDtypes(), "all_complex_dtypes": ivy.AllComplexDtypes(),
	} {
		m.members[name] = dtypeTuple(list)
		class := dtype.Of(list...)
		of := func(ds []ivy.Dtype) starlark.Tuple {
			return dtypeTuple(slices.DeleteFunc(slices.Clone(ds), func(d ivy.Dtype) bool { return !class.Has(d) }))
		}
		suffix := strings.TrimPrefix(name, "all")
		m.members["valid"+suffix] = of(in.env.ValidDtypes())
		m.members["invalid"+suffix] = of(in.env.InvalidDtypes())
	}
	m.members["NativeDtype"] = in.nativeClass()
	version := starlark.NewDict(1)
	if err := version.SetKey(starlark.String("version"), starlark.String(in.backendVersion())); err == nil {
		m.members["backend_version"] = version
	}
}

// dtypeClass is the class ivy.Dtype, which makes a dtype of its name.
func (in *interp) dtypeClass() *class {
	return &class{name: "ivy.Dtype", is: isIvyDtype, call: func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		var name starlark.Value
		if err := unpack("ivy.Dtype", args, kwargs, "dtype_str", &name); err != nil {
			return nil, err
		}
		switch name.(type) {
		case starlark.String, dtypeValue:
			d, err := in.toDtype(name)
			return dtypeValue{d: d}, err
		}
		return nil, errorf("dtype", "ivy.Dtype(): got %s, want the name of a dtype", typeName(name))
	}}
}

// nativeClass is the class ivy.NativeDtype: of the backend's own dtypes. Without a
// backend nothing is of it.
func (in *interp) nativeClass() *class {
	of := in.env.CurrentBackend()
	return &class{name: "ivy.NativeDtype", is: func(x starlark.Value) bool {
		n, ok := x.(nativeDtype)
		return ok && of != "" && n.n.Backend == of
	}}
}

// isIvyDtype reports whether x is a dtype of package ivy, which is a text too.
func isIvyDtype(x starlark.Value) bool {
	d, ok := x.(dtypeValue)
	return ok && d.own == nil && d.call == nil && d.name == ""
}
