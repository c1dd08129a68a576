package script

import (
	"slices"

	"go.starlark.net/starlark"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// nativeDtype is a backend's own dtype in a program, where a backend is set: without
// one it is the dtype itself.
type nativeDtype struct{ n ivy.NativeDtype }

func (n nativeDtype) String() string        { return n.n.Name }
func (n nativeDtype) Type() string          { return "NativeDtype" }
func (n nativeDtype) Freeze()               {}
func (n nativeDtype) Truth() starlark.Bool  { return starlark.True }
func (n nativeDtype) Hash() (uint32, error) { return starlark.String(n.n.Name).Hash() }

func (n nativeDtype) CompareSameType(op tok, y starlark.Value, _ int) (bool, error) {
	other := y.(nativeDtype).n // the backends' own values may be of any type
	return compareEqual(op, n.n.Backend == other.Backend && n.n.Name == other.Name, "NativeDtype")
}

// dataTypes returns the functions about data types that are no rows.
func (in *interp) dataTypes() map[string]function {
	e := in.env
	m := map[string]function{
		"can_cast":                    in.canCast,
		"result_type":                 in.resultType,
		"isdtype":                     in.isDtype,
		"promote_types":               in.promoteTypes,
		"type_promote_arrays":         in.typePromoteArrays,
		"promote_types_of_inputs":     in.promoteTypesOfInputs,
		"infer_default_dtype":         in.inferDefaultDtype,
		"function_supported_dtypes":   in.support("function_supported_dtypes", e.FunctionSupportedDtypes, e.ValidDtypes),
		"function_unsupported_dtypes": in.support("function_unsupported_dtypes", e.FunctionUnsupportedDtypes, e.InvalidDtypes),
	}
	one := func(name string, f func(x starlark.Value) (starlark.Value, error)) { m[name] = unary(name, f) }
	one("finfo", in.finfo)
	one("iinfo", in.iinfo)
	for _, name := range []string{"dtype", "dtype_of"} {
		m[name] = func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			var x, native starlark.Value
			if err := unpack(name, args, kwargs, "x ? as_native", &x, &native); err != nil {
				return nil, err
			}
			d, err := in.dtypeOf(x)
			if err != nil {
				return nil, err
			}
			return in.maybeNative(d, native)
		}
	}
	one("dtype_bits", func(x starlark.Value) (starlark.Value, error) {
		d, err := in.dtypeOrArrays(x)
		if err != nil {
			return nil, err
		}
		return starlark.MakeInt(e.DtypeBits(d)), nil
	})
	one("as_ivy_dtype", func(x starlark.Value) (starlark.Value, error) {
		d, err := in.toDtype(x)
		return dtypeValue{d: d}, err
	})
	one("as_native_dtype", func(x starlark.Value) (starlark.Value, error) {
		d, err := in.toDtype(x)
		if err != nil {
			return nil, err
		}
		return in.native(d)
	})
	one("is_native_dtype", func(x starlark.Value) (starlark.Value, error) {
		switch x := x.(type) {
		case dtypeValue:
			return starlark.Bool(e.IsNativeDtype(x.d)), nil
		case nativeDtype:
			return starlark.Bool(e.IsNativeDtype(x.n)), nil
		}
		return starlark.False, nil
	})
	one("closest_valid_dtype", in.closestValidDtype)
	for name, valid := range map[string]bool{"valid_dtype": true, "invalid_dtype": false} {
		one(name, func(x starlark.Value) (starlark.Value, error) {
			if x == starlark.None { // no dtype given, which any backend takes
				return starlark.Bool(valid), nil
			}
			d, err := in.toDtype(x)
			return starlark.Bool((err == nil && e.ValidDtype(d)) == valid), nil
		})
	}
	for name, is := range map[string]func(any) bool{
		"is_bool_dtype": e.IsBoolDtype, "is_int_dtype": e.IsIntDtype, "is_uint_dtype": e.IsUintDtype,
		"is_float_dtype": e.IsFloatDtype, "is_complex_dtype": e.IsComplexDtype,
	} {
		one(name, func(x starlark.Value) (starlark.Value, error) {
			v, err := in.typed(x)
			if isLimit(err) {
				return nil, err
			}
			return starlark.Bool(err == nil && is(v)), nil
		})
	}
	one("check_float", func(x starlark.Value) (starlark.Value, error) {
		if i, ok := x.(starlark.Int); ok {
			x = starlark.Float(i.Float()) // of any size
		}
		s, ok, err := scalar(x)
		return starlark.Bool(ok && ivy.CheckFloat(s)), err
	})
	in.defaults(m)
	in.castings(m)
	return m
}

// closestValidDtype is ivy.closest_valid_dtype: None stands for the default dtype.
func (in *interp) closestValidDtype(x starlark.Value) (starlark.Value, error) {
	var from any // nil for the default dtype
	if x != starlark.None {
		d, err := in.toDtype(x)
		if err != nil {
			return nil, err
		}
		from = d
	}
	var d ivy.Dtype
	err := try(func() { d = in.env.ClosestValidDtype(from) })
	return dtypeValue{d: d}, err
}

// defaults adds the default dtypes, which are read, set and unset.
func (in *interp) defaults(m map[string]function) {
	e := in.env
	for _, d := range []struct {
		kind  string
		set   func(ivy.Dtype)
		unset func()
		get   func(from ...any) ivy.Dtype
	}{
		{"", e.SetDefaultDtype, e.UnsetDefaultDtype, e.DefaultDtype},
		{"int_", e.SetDefaultIntDtype, e.UnsetDefaultIntDtype, e.DefaultIntDtype},
		{"uint_", e.SetDefaultUintDtype, e.UnsetDefaultUintDtype, e.DefaultUintDtype},
		{"float_", e.SetDefaultFloatDtype, e.UnsetDefaultFloatDtype, e.DefaultFloatDtype},
		{"complex_", e.SetDefaultComplexDtype, e.UnsetDefaultComplexDtype, e.DefaultComplexDtype},
	} {
		param := d.kind + "dtype"
		name := "default_" + param
		m["set_"+name] = func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			var x starlark.Value
			if err := unpack("set_"+name, args, kwargs, param, &x); err != nil {
				return nil, err
			}
			v, err := in.toDtype(x)
			if err != nil {
				return nil, err
			}
			return starlark.None, try(func() { d.set(v) })
		}
		m["unset_"+name] = nullary("unset_"+name, d.unset)
		m[name] = func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			var given, x, native starlark.Value
			var err error
			if d.kind == "" {
				err = unpack(name, args, kwargs, "? dtype item as_native", &given, &x, &native)
			} else {
				err = unpack(name, args, kwargs, "? input "+param+" as_native", &x, &given, &native)
			}
			if err != nil {
				return nil, err
			}
			var from []any
			if present(given) {
				v, err := in.toDtype(given)
				if err != nil {
					return nil, err
				}
				from = append(from, v)
			}
			if present(x) {
				v, err := in.typed(x)
				if err != nil {
					return nil, err
				}
				from = append(from, v)
			}
			var z ivy.Dtype
			if err := try(func() { z = d.get(from...) }); err != nil {
				return nil, err
			}
			return in.maybeNative(z, native)
		}
	}
}

// castings adds the casting modes.
func (in *interp) castings(m map[string]function) {
	e := in.env
	for _, c := range []struct {
		name  string
		set   func(...bool)
		unset func()
	}{
		{"upcast_data_types", e.UpcastDataTypes, e.UnsetUpcastDataTypes},
		{"downcast_data_types", e.DowncastDataTypes, e.UnsetDowncastDataTypes},
		{"crosscast_data_types", e.CrosscastDataTypes, e.UnsetCrosscastDataTypes},
		{"cast_data_types", e.CastDataTypes, e.UnsetCastDataTypes},
	} {
		m[c.name] = func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			var val starlark.Value
			if err := unpack(c.name, args, kwargs, "? val", &val); err != nil {
				return nil, err
			}
			on, err := optionalBool(val, true)
			if err != nil {
				return nil, err
			}
			c.set(on)
			return starlark.None, nil
		}
		m["unset_"+c.name] = nullary("unset_"+c.name, c.unset)
	}
}

// nullary is a function of no arguments that returns None.
func nullary(name string, f func()) function {
	return func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		if err := unpack(name, args, kwargs, ""); err != nil {
			return nil, err
		}
		return starlark.None, try(f)
	}
}

func optionalBool(x starlark.Value, otherwise bool) (bool, error) {
	if x == nil {
		return otherwise, nil
	}
	return toBool(x)
}

// native returns the current backend's own dtype for d.
func (in *interp) native(d ivy.Dtype) (starlark.Value, error) {
	var n ivy.NativeDtype
	if err := try(func() { n = in.env.AsNativeDtype(d) }); err != nil {
		return nil, err
	}
	if n.Backend == "" {
		return dtypeValue{d: d}, nil
	}
	return nativeDtype{n}, nil
}

// maybeNative returns d, or the backend's own dtype for it if as_native says so.
func (in *interp) maybeNative(d ivy.Dtype, asNative starlark.Value) (starlark.Value, error) {
	native, err := optionalBool(asNative, false)
	if err != nil {
		return nil, err
	}
	if native {
		return in.native(d)
	}
	return dtypeValue{d: d}, nil
}

// typed returns what has a dtype as package ivy takes it: a dtype, its name, an array,
// a number, or nested lists.
func (in *interp) typed(x starlark.Value) (any, error) {
	switch x := x.(type) {
	case dtypeValue, nativeDtype, starlark.String, *starlark.Builtin:
		return in.toDtype(x)
	}
	return in.operand(x)
}

// dtypeOf returns the dtype of what has one.
func (in *interp) dtypeOf(x starlark.Value) (d ivy.Dtype, err error) {
	v, err := in.typed(x)
	if err == nil {
		err = try(func() { d = in.env.DtypeOf(v) })
	}
	return d, err
}

// dtypeOrArrays returns a dtype, or an array's.
func (in *interp) dtypeOrArrays(x starlark.Value) (ivy.Dtype, error) {
	if a, ok := plain(x).(*array); ok {
		return a.a.Dtype(), nil
	}
	return in.toDtype(x)
}

func (in *interp) finfo(x starlark.Value) (starlark.Value, error) {
	d, err := in.dtypeOf(x)
	if err != nil {
		return nil, err
	}
	var f ivy.FloatInfo
	if err := try(func() { f = ivy.Finfo(d) }); err != nil {
		return nil, err
	}
	return &facts{r: Results{name: "finfo", names: []string{"bits", "eps", "max", "min", "smallest_normal", "dtype"}, values: starlark.Tuple{
		starlark.MakeInt(f.Bits), starlark.Float(f.Eps), starlark.Float(f.Max), starlark.Float(f.Min), starlark.Float(f.SmallestNormal), dtypeValue{d: f.Dtype}}}}, nil
}

func (in *interp) iinfo(x starlark.Value) (starlark.Value, error) {
	d, err := in.dtypeOf(x)
	if err != nil {
		return nil, err
	}
	var f ivy.IntInfo
	if err := try(func() { f = ivy.Iinfo(d) }); err != nil {
		return nil, err
	}
	return &facts{r: Results{name: "iinfo", names: []string{"bits", "max", "min", "dtype"}, values: starlark.Tuple{
		starlark.MakeInt(f.Bits), starlark.MakeUint64(f.Max), starlark.MakeInt64(f.Min), dtypeValue{d: f.Dtype}}}}, nil
}

func (in *interp) canCast(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var from, to starlark.Value
	if err := unpack("can_cast", args, kwargs, "from_ to", &from, &to); err != nil {
		return nil, err
	}
	a, err := in.dtypeOf(from)
	if err != nil {
		return nil, err
	}
	b, err := in.toDtype(to)
	if err != nil {
		return nil, err
	}
	ok := false
	err = try(func() { ok = in.env.CanCast(a, b) })
	return starlark.Bool(ok), err
}

func (in *interp) resultType(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(kwargs) > 0 || len(args) == 0 {
		return nil, wrong("ivy.result_type() takes arrays, dtypes and numbers")
	}
	xs := make([]any, len(args))
	for i, a := range args {
		var err error
		if xs[i], err = in.typed(a); err != nil {
			return nil, err
		}
	}
	var d ivy.Dtype
	err := try(func() { d = in.env.ResultType(xs...) })
	return dtypeValue{d: d}, err
}

// standardPromotion has the standard's rule promote until undo is called, if on is true.
func (in *interp) standardPromotion(on starlark.Value) (undo func(), err error) {
	standard, err := optionalBool(on, false)
	if err != nil || !standard {
		return func() {}, err
	}
	e := in.env
	var rule promote.Rule = ivy.ArrayAPIRule(dtype.Defaults{Int: e.DefaultIntDtype(), Uint: e.DefaultUintDtype(),
		Float: e.DefaultFloatDtype(), Complex: e.DefaultComplexDtype()})
	return e.WithPromotionRule(rule), nil
}

func (in *interp) promoteTypes(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x, y, standard starlark.Value
	if err := unpack("promote_types", args, kwargs, "type1 type2 ? array_api_promotion", &x, &y, &standard); err != nil {
		return nil, err
	}
	a, err := in.toDtype(x)
	if err != nil {
		return nil, err
	}
	b, err := in.toDtype(y)
	if err != nil {
		return nil, err
	}
	undo, err := in.standardPromotion(standard)
	if err != nil {
		return nil, err
	}
	defer undo()
	var d ivy.Dtype
	err = try(func() { d = in.env.PromoteTypes(a, b) })
	return dtypeValue{d: d}, err
}

func (in *interp) typePromoteArrays(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x, y starlark.Value
	if err := unpack("type_promote_arrays", args, kwargs, "x1 x2", &x, &y); err != nil {
		return nil, err
	}
	a, err := in.toArray(x)
	if err != nil {
		return nil, err
	}
	b, err := in.toArray(y)
	if err != nil {
		return nil, err
	}
	if err := try(func() { a, b = in.env.TypePromoteArrays(a, b) }); err != nil {
		return nil, err
	}
	return starlark.Tuple{in.wrap(a), in.wrap(b)}, nil
}

func (in *interp) promoteTypesOfInputs(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x, y, standard starlark.Value
	if err := unpack("promote_types_of_inputs", args, kwargs, "x1 x2 ? array_api_promotion", &x, &y, &standard); err != nil {
		return nil, err
	}
	a, err := in.operand(x)
	if err != nil {
		return nil, err
	}
	b, err := in.operand(y)
	if err != nil {
		return nil, err
	}
	undo, err := in.standardPromotion(standard)
	if err != nil {
		return nil, err
	}
	defer undo()
	var p, q *ivy.Array
	if err := try(func() { p, q = in.env.PromoteTypesOfInputs(a, b) }); err != nil {
		return nil, err
	}
	return starlark.Tuple{in.wrap(p), in.wrap(q)}, nil
}

func (in *interp) inferDefaultDtype(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x, native starlark.Value
	if err := unpack("infer_default_dtype", args, kwargs, "dtype ? as_native", &x, &native); err != nil {
		return nil, err
	}
	d, err := in.toDtype(x)
	if err != nil {
		return nil, err
	}
	return in.maybeNative(in.env.InferDefaultDtype(d), native)
}

func (in *interp) isDtype(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x, kind starlark.Value
	if err := unpack("isdtype", args, kwargs, "dtype kind", &x, &kind); err != nil {
		return nil, err
	}
	d, err := in.toDtype(x)
	if err != nil {
		return nil, err
	}
	of := func(k starlark.Value) (any, error) {
		switch k := k.(type) {
		case dtypeValue:
			return k.d, nil
		case nativeDtype:
			return k.n, nil
		case starlark.String:
			return string(k), nil
		}
		return nil, wrong("isdtype(): got %s for a kind of dtypes", typeName(k))
	}
	var want any
	if list, ok := sequence(kind); ok {
		kinds := make([]any, list.Len())
		for i := range kinds {
			if kinds[i], err = of(list.Index(i)); err != nil {
				return nil, err
			}
		}
		want = kinds
	} else if want, err = of(kind); err != nil {
		return nil, err
	}
	is := false
	err = try(func() { is = ivy.IsDtype(d, want) })
	return starlark.Bool(is), err
}

// arrayDataTypes are the functions about data types that are methods of arrays too.
var arrayDataTypes = []string{"can_cast", "finfo", "iinfo", "is_bool_dtype", "is_complex_dtype", "is_float_dtype", "is_int_dtype", "is_uint_dtype", "result_type"}

// dataTypeMethod returns a method of x, nil if there is none of this name.
func (in *interp) dataTypeMethod(x *array, name string) starlark.Value {
	if !slices.Contains(arrayDataTypes, name) {
		return nil
	}
	f := in.dataTypes()[name]
	return in.function("ivy."+name, func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		return f(append(starlark.Tuple{x}, args...), kwargs)
	})
}
