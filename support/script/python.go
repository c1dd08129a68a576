package script

import (
	"math/big"
	"slices"
	"unicode/utf8"

	"go.starlark.net/starlark"
)

// What Python has beyond Starlark: functions, and methods of its own values.

// maxPulling is how deep iterators may draw on one another.
const maxPulling = 200

// pythonFunctions adds the functions to those of programs.
func (in *interp) pythonFunctions(d starlark.StringDict) {
	for name, f := range map[string]function{
		"iter": unary("iter", in.iter), "next": in.next, "zip": in.zip, "enumerate": in.enumerate, "map": in.mapOf, "filter": in.filter,
		"reversed": unary("reversed", in.reversed), "callable": unary("callable", isCallable),
		"bin": unary("bin", in.digits("0b", 2)), "oct": unary("oct", in.digits("0o", 8)), "hex": unary("hex", in.digits("0x", 16)),
	} {
		d[name] = in.function(name, f)
	}
}

// enumerate is the function enumerate, whose value is a list.
func (in *interp) enumerate(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x, start starlark.Value
	if err := unpack("enumerate", args, kwargs, "iterable ? start", &x, &start); err != nil {
		return nil, err
	}
	n := starlark.MakeInt(0)
	if start != nil {
		i, ok := plainInt(start).(starlark.Int)
		if !ok {
			return nil, wrong("TypeError: '%s' object cannot be interpreted as an integer", typeName(start))
		}
		n = i
	}
	var out []starlark.Value
	err := in.each(x, func(e starlark.Value) (bool, error) {
		out = append(out, starlark.Tuple{n, e})
		n = n.Add(starlark.MakeInt(1))
		return true, in.charge(64)
	})
	return starlark.NewList(out), err
}

// reversed is the function reversed, whose value is a list.
func (in *interp) reversed(x starlark.Value) (starlark.Value, error) {
	switch x.(type) {
	case *iterator, *starlark.Set:
		return nil, wrong("TypeError: '%s' object is not reversible", typeName(x))
	}
	e, err := in.elements(x)
	slices.Reverse(e)
	return starlark.NewList(e), err
}

// isCallable is the function callable.
func isCallable(x starlark.Value) (starlark.Value, error) {
	switch x := x.(type) {
	case *starlark.Function, *starlark.Builtin, prompted, *class, *declared:
		return starlark.True, nil
	case dtypeValue:
		return starlark.Bool(x.call != nil), nil
	}
	return starlark.False, nil
}

// digits is bin, oct or hex.
func (in *interp) digits(prefix string, base int) func(x starlark.Value) (starlark.Value, error) {
	return func(x starlark.Value) (starlark.Value, error) {
		i, ok := plainInt(plain(x)).(starlark.Int)
		if !ok {
			if _, isArray := plain(x).(*array); !isArray {
				return nil, wrong("TypeError: '%s' object cannot be interpreted as an integer", typeName(x))
			}
			n, err := toInt(x)
			if err != nil {
				return nil, err
			}
			i = starlark.MakeInt(n)
		}
		b := i.BigInt()
		if err := in.charge(int64(b.BitLen())); err != nil {
			return nil, err
		}
		sign := ""
		if b.Sign() < 0 {
			sign = "-"
		}
		return starlark.String(sign + prefix + new(big.Int).Abs(b).Text(base)), nil
	}
}

// mapOf is the function map.
func (in *interp) mapOf(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(args) < 2 || len(kwargs) > 0 {
		return nil, wrong("TypeError: map() takes a function and at least one iterable")
	}
	next, err := in.iterateAll("map", args[1:])
	if err != nil {
		return nil, err
	}
	return &iterator{in: in, name: "map", pull: func() (starlark.Value, error) {
		e, _, err := next()
		if err != nil {
			return nil, err
		}
		return starlark.Call(in.thread, args[0], e, nil)
	}}, nil
}

// filter is the function filter.
func (in *interp) filter(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	if len(args) != 2 || len(kwargs) > 0 {
		return nil, wrong("TypeError: filter() takes a function or None, and an iterable")
	}
	next, _, err := in.iterate(args[1])
	if err != nil {
		return nil, err
	}
	return &iterator{in: in, name: "filter", pull: func() (starlark.Value, error) {
		for {
			e, err := next()
			if err != nil {
				return nil, err
			}
			keep := e
			if args[0] != starlark.None {
				if keep, err = starlark.Call(in.thread, args[0], starlark.Tuple{e}, nil); err != nil {
					return nil, err
				}
			}
			if ok, err := in.truth(keep); err != nil || ok {
				return e, err
			}
		}
	}}, nil
}

// iterateAll goes over several iterables at once: next returns one element of each and
// how many there were, fewer than all with errStop.
func (in *interp) iterateAll(name string, xs starlark.Tuple) (next func() (starlark.Tuple, int, error), err error) {
	each := make([]func() (starlark.Value, error), len(xs))
	for i, x := range xs {
		if each[i], _, err = in.iterate(x); err != nil {
			return nil, wrong("%s() argument %d: %s", name, i+1, err)
		}
	}
	return func() (starlark.Tuple, int, error) {
		t := make(starlark.Tuple, len(each))
		for i, f := range each {
			if t[i], err = f(); err != nil {
				return nil, i, err
			}
		}
		if len(t) == 0 {
			return nil, 0, errStop
		}
		return t, len(t), in.charge(16 * int64(len(t)))
	}, nil
}

// zip is the function zip, whose value is a list.
func (in *interp) zip(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	strict := false
	for _, kv := range kwargs {
		if k := string(kv[0].(starlark.String)); k != "strict" {
			return nil, wrong("zip() has no parameter %q (it takes strict)", k)
		}
		var err error
		if strict, err = in.truth(kv[1]); err != nil {
			return nil, err
		}
	}
	next, err := in.iterateAll("zip", args)
	if err != nil {
		return nil, err
	}
	if len(args) > 0 { // too many are refused before any is made
		n := slices.Min(lengths(args))
		if err := in.work(n); err != nil {
			return nil, err
		}
		in.thread.Steps -= uint64(n)
	}
	var out []starlark.Value
	for {
		t, n, err := next()
		if err == nil {
			out = append(out, t)
			continue
		}
		if err != errStop {
			return nil, err
		}
		if strict && len(args) > 1 {
			if err := in.evenly(args, n, len(out)); err != nil {
				return nil, err
			}
		}
		return starlark.NewList(out), nil
	}
}

// lengths returns the lengths that are known, 0 for others.
func lengths(xs starlark.Tuple) []int {
	out := make([]int, len(xs))
	for i, x := range xs {
		out[i] = max(starlark.Len(x), 0)
	}
	return out
}

// evenly fails if the iterables of a strict zip are of different lengths: the n-th of
// them ended after some elements.
func (in *interp) evenly(args starlark.Tuple, n, after int) error {
	before := func(n int) string {
		if n == 1 {
			return "argument 1"
		}
		return "arguments 1-" + starlark.MakeInt(n).String()
	}
	if n > 0 {
		return wrong("ValueError: zip() argument %d is shorter than %s", n+1, before(n))
	}
	for i, x := range args[1:] {
		longer := false
		if it, ok := x.(*iterator); ok {
			_, err := it.next()
			if err != nil && err != errStop {
				return err
			}
			longer = err == nil
		} else {
			length := starlark.Len(x)
			if s, ok := x.(starlark.String); ok {
				length = utf8.RuneCountInString(string(s))
			}
			longer = length > after
		}
		if longer {
			return wrong("ValueError: zip() argument %d is longer than %s", i+2, before(i+1))
		}
	}
	return nil
}

// replace makes elements those of a list.
func replace(list *starlark.List, elements []starlark.Value) error {
	if err := list.Clear(); err != nil {
		return wrong("%s", err)
	}
	for _, e := range elements {
		if err := list.Append(e); err != nil {
			return wrong("%s", err)
		}
	}
	return nil
}

// count returns how many elements are equal to v.
func (in *interp) count(x starlark.Indexable, v starlark.Value) (starlark.Value, error) {
	n := 0
	for i := range x.Len() {
		equal, err := in.compares("==", x.Index(i), v, 0)
		if err != nil {
			return nil, err
		}
		if equal || same(x.Index(i), v) {
			n++
		}
		if err := in.work(1); err != nil {
			return nil, err
		}
	}
	return starlark.MakeInt(n), nil
}

// indexIn returns where the first element equal to a[0] is, from a[1] and before a[2].
func (in *interp) indexIn(x starlark.Indexable, a []starlark.Value) (starlark.Value, error) {
	lo, hi := 0, x.Len()
	for i, to := range []*int{&lo, &hi} {
		if v := a[i+1]; v != nil {
			n, err := clampedInt(v)
			if err != nil {
				return nil, err
			}
			if n < 0 {
				n = max(n+x.Len(), 0)
			}
			*to = min(n, x.Len())
		}
	}
	for i := lo; i < hi; i++ {
		equal, err := in.compares("==", x.Index(i), a[0], 0)
		if err != nil {
			return nil, err
		}
		if equal || same(x.Index(i), a[0]) {
			return starlark.MakeInt(i), nil
		}
		if err := in.work(1); err != nil {
			return nil, err
		}
	}
	s, err := in.repr(a[0])
	if err != nil {
		return nil, err
	}
	return nil, wrong("ValueError: %s is not in the %s", s, typeName(x))
}

// typeOf is the function type: for Python's own values what makes them, as int, for a
// framework's its class.
func (in *interp) typeOf(x starlark.Value) starlark.Value {
	name := typeName(x)
	if is := pythonTypes[name]; is != nil {
		return in.own[name]
	}
	switch x := x.(type) {
	case *class:
		name = "type"
	case *starlark.Builtin:
		name = "builtin_function_or_method"
		if pythonTypes[x.Name()] != nil {
			name = "type"
		}
	case *Results:
		return in.own["tuple"]
	case *array:
		return in.own["ivy"].(*module).members["Array"]
	case nativeDtype:
		return in.own["ivy"].(*module).members["NativeDtype"]
	case dtypeValue:
		if isIvyDtype(x) {
			return in.own["ivy"].(*module).members["Dtype"]
		}
		name = "dtype"
	case *object:
		if v, err := (&space{in: in, of: x.f.Name}).member(x.o.Of.Path); err == nil && v != nil {
			return v
		}
	case *tensor:
		root := &space{in: in, of: x.f.Name}
		if x.a.Scalar { // numpy.float32 is the type of its scalars
			if v, err := root.Attr(x.a.V.Dtype().String()); err == nil && v != nil {
				return v
			}
		}
		if v, err := root.Attr(x.f.class); err == nil && v != nil && arrayTypes[x.f.Name] == "" {
			return v
		}
		name = x.f.Name + "." + x.f.class
		if own := arrayTypes[x.f.Name]; own != "" {
			name = own
		}
	}
	if in.types == nil {
		in.types = map[string]*class{}
	}
	if in.types[name] == nil {
		in.types[name] = &class{name: name, is: func(y starlark.Value) bool { return in.typeOf(y) == starlark.Value(in.types[name]) }}
	}
	return in.types[name]
}

// arrayTypes are the types of arrays that are not the class by which programs know them.
var arrayTypes = map[string]string{"jax": "jaxlib._jax.ArrayImpl", "tensorflow": "tensorflow.python.framework.ops.EagerTensor"}

// powMod returns x ** y modulo m, of ints.
func (in *interp) powMod(x, y, m starlark.Value) (starlark.Value, error) {
	var v [3]*big.Int
	for i, a := range []starlark.Value{x, y, m} {
		n, ok := plainInt(a).(starlark.Int)
		if !ok {
			return nil, wrong("TypeError: pow() 3rd argument not allowed unless all arguments are integers")
		}
		v[i] = n.BigInt()
	}
	if v[2].Sign() == 0 {
		return nil, wrong("ValueError: pow() 3rd argument cannot be 0")
	}
	if err := in.work(v[1].BitLen() * (1 + v[2].BitLen()/64) * (1 + v[2].BitLen()/64)); err != nil {
		return nil, err
	}
	base := new(big.Int).Mod(v[0], new(big.Int).Abs(v[2]))
	if v[1].Sign() < 0 {
		if base.ModInverse(base, new(big.Int).Abs(v[2])) == nil {
			return nil, wrong("ValueError: base is not invertible for the given modulus")
		}
		v[1] = new(big.Int).Neg(v[1])
	}
	z := base.Exp(base, v[1], new(big.Int).Abs(v[2]))
	if v[2].Sign() < 0 && z.Sign() != 0 {
		z.Add(z, v[2])
	}
	return starlark.MakeBigInt(z), nil
}
