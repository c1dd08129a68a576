package script

import (
	"maps"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"strings"

	"go.starlark.net/starlark"
)

// Methods and attributes of Python's values that Starlark's lack, or have in another form.

// A method is one of a value of type T.
type method[T any] struct {
	params string // as unpack takes them
	call   func(in *interp, x T, a []starlark.Value) (starlark.Value, error)

	// raw takes the arguments as they are given; it is nil where call is not.
	raw func(in *interp, x T, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error)
}

type methodTable[T any] map[string]method[T]

// bind returns x.name, nil if there is no such method.
func (m methodTable[T]) bind(in *interp, x T, name string) starlark.Value {
	f, ok := m[name]
	if !ok {
		return nil
	}
	return in.function(name, func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		if f.raw != nil {
			return f.raw(in, x, args, kwargs)
		}
		n := len(strings.Fields(strings.ReplaceAll(f.params, "?", " ")))
		targets, to := make([]starlark.Value, n), make([]*starlark.Value, n)
		for i := range targets {
			to[i] = &targets[i]
		}
		if err := unpack(name, args, kwargs, f.params, to...); err != nil {
			return nil, err
		}
		return f.call(in, x, targets)
	})
}

// pythonMethod returns x.name where Starlark has none, or another; nil if there is none.
func (in *interp) pythonMethod(x starlark.Value, name string) starlark.Value {
	switch x := plainInt(x).(type) {
	case starlark.String:
		return textMethods.bind(in, string(x), name)
	case *starlark.List:
		return listMethods.bind(in, x, name)
	case starlark.Tuple:
		return tupleMethods.bind(in, x, name)
	case *starlark.Dict:
		return dictMethods.bind(in, x, name)
	case *starlark.Set:
		return setMethods.bind(in, x, name)
	case starlark.Int:
		if v := intAttributes[name]; v != nil {
			return v(x)
		}
		return intMethods.bind(in, x, name)
	case starlark.Float:
		if v := floatAttributes[name]; v != nil {
			return v(x)
		}
		return floatMethods.bind(in, x, name)
	case Complex:
		if v := complexAttributes[name]; v != nil {
			return v(x)
		}
		return complexMethods.bind(in, x, name)
	}
	return nil
}

// pythonNames returns the names that pythonMethod knows of x.
func pythonNames(x starlark.Value) []string {
	switch plainInt(x).(type) {
	case starlark.String:
		return slices.Collect(maps.Keys(textMethods))
	case *starlark.List:
		return slices.Collect(maps.Keys(listMethods))
	case starlark.Tuple:
		return slices.Collect(maps.Keys(tupleMethods))
	case *starlark.Dict:
		return slices.Collect(maps.Keys(dictMethods))
	case *starlark.Set:
		return slices.Collect(maps.Keys(setMethods))
	case starlark.Int:
		return slices.AppendSeq(slices.Collect(maps.Keys(intMethods)), maps.Keys(intAttributes))
	case starlark.Float:
		return slices.AppendSeq(slices.Collect(maps.Keys(floatMethods)), maps.Keys(floatAttributes))
	case Complex:
		return slices.AppendSeq(slices.Collect(maps.Keys(complexMethods)), maps.Keys(complexAttributes))
	}
	return nil
}

// attributeNames returns the names that x has.
func attributeNames(x starlark.Value) []string {
	names := pythonNames(x)
	if f, ok := callableName(x); ok {
		names = append(names, functionAttributes(f)...)
	}
	if h, ok := x.(starlark.HasAttrs); ok {
		names = append(names, h.AttrNames()...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

var listMethods = methodTable[*starlark.List]{
	"copy": {call: func(in *interp, x *starlark.List, _ []starlark.Value) (starlark.Value, error) {
		e, err := in.elements(x)
		return starlark.NewList(e), err
	}},
	"count": {params: "value", call: func(in *interp, x *starlark.List, a []starlark.Value) (starlark.Value, error) {
		return in.count(x, a[0])
	}},
	"index": {params: "value ? start stop", call: func(in *interp, x *starlark.List, a []starlark.Value) (starlark.Value, error) {
		return in.indexIn(x, a)
	}},
	"reverse": {call: func(in *interp, x *starlark.List, _ []starlark.Value) (starlark.Value, error) {
		e, err := in.elements(x)
		if err != nil {
			return nil, err
		}
		slices.Reverse(e)
		return starlark.None, replace(x, e)
	}},
	"sort": {raw: func(in *interp, x *starlark.List, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		if len(args) > 0 {
			return nil, wrong("TypeError: sort() takes no positional arguments (it takes key, reverse)")
		}
		sorted, err := in.sorted(in.thread, nil, starlark.Tuple{x}, kwargs)
		if err != nil {
			return nil, err
		}
		e, err := in.elements(sorted)
		if err != nil {
			return nil, err
		}
		return starlark.None, replace(x, e)
	}},
}

var tupleMethods = methodTable[starlark.Tuple]{
	"count": {params: "value", call: func(in *interp, x starlark.Tuple, a []starlark.Value) (starlark.Value, error) {
		return in.count(x, a[0])
	}},
	"index": {params: "value ? start stop", call: func(in *interp, x starlark.Tuple, a []starlark.Value) (starlark.Value, error) {
		return in.indexIn(x, a)
	}},
}

var dictMethods = methodTable[*starlark.Dict]{
	"copy": {call: func(in *interp, x *starlark.Dict, _ []starlark.Value) (starlark.Value, error) {
		return operators{in}.Merge(nil, []starlark.Value{x}, false)
	}},
	"popitem": {call: func(in *interp, x *starlark.Dict, _ []starlark.Value) (starlark.Value, error) { // the last, where Starlark takes the first
		keys := x.Keys()
		if len(keys) == 0 {
			return nil, wrong("KeyError: 'popitem(): dictionary is empty'")
		}
		if err := in.work(len(keys) / 64); err != nil {
			return nil, err
		}
		key := keys[len(keys)-1]
		v, _, err := x.Delete(key)
		if err != nil {
			return nil, wrong("%s", err)
		}
		return starlark.Tuple{key, v}, nil
	}},
	"update": {raw: func(in *interp, x *starlark.Dict, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		return starlark.None, in.updateDict("update", x, args, kwargs)
	}},
}

var setMethods = methodTable[*starlark.Set]{
	"copy": {call: func(in *interp, x *starlark.Set, _ []starlark.Value) (starlark.Value, error) { return in.setWith(x) }},
	"isdisjoint": {params: "other", call: func(in *interp, x *starlark.Set, a []starlark.Value) (starlark.Value, error) {
		both, err := in.intersection(x, a)
		return starlark.Bool(err == nil && both.Len() == 0), err
	}},
	"issubset": {params: "other", call: func(in *interp, x *starlark.Set, a []starlark.Value) (starlark.Value, error) {
		left, err := in.difference(x, a)
		return starlark.Bool(err == nil && left.Len() == 0), err
	}},
	"issuperset": {params: "other", call: func(in *interp, x *starlark.Set, a []starlark.Value) (starlark.Value, error) {
		y, err := in.setWith(a[0])
		if err != nil {
			return nil, err
		}
		left, err := in.difference(y, []starlark.Value{x})
		return starlark.Bool(err == nil && left.Len() == 0), err
	}},
	"union": {raw: setOperation("union", func(in *interp, x *starlark.Set, others []starlark.Value) (*starlark.Set, error) {
		return in.setWith(append([]starlark.Value{x}, others...)...)
	})},
	"intersection": {raw: setOperation("intersection", (*interp).intersection)},
	"difference":   {raw: setOperation("difference", (*interp).difference)},
	"symmetric_difference": {params: "other", call: func(in *interp, x *starlark.Set, a []starlark.Value) (starlark.Value, error) {
		return in.symmetricDifference(x, a[0])
	}},
	"update": {raw: setUpdate("update", func(in *interp, x *starlark.Set, others []starlark.Value) (*starlark.Set, error) {
		return in.setWith(append([]starlark.Value{x}, others...)...)
	})},
	"intersection_update": {raw: setUpdate("intersection_update", (*interp).intersection)},
	"difference_update":   {raw: setUpdate("difference_update", (*interp).difference)},
	"symmetric_difference_update": {params: "other", call: func(in *interp, x *starlark.Set, a []starlark.Value) (starlark.Value, error) {
		made, err := in.symmetricDifference(x, a[0])
		if err != nil {
			return nil, err
		}
		return starlark.None, in.replaceSet(x, made)
	}},
}

// setOperation is a method that makes a set of the set and others.
func setOperation(name string, of func(in *interp, x *starlark.Set, others []starlark.Value) (*starlark.Set, error)) func(in *interp, x *starlark.Set, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	return func(in *interp, x *starlark.Set, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		if len(kwargs) > 0 {
			return nil, wrong("TypeError: set.%s() takes no keyword arguments", name)
		}
		return of(in, x, args)
	}
}

// setUpdate is a method that changes the set to what it makes of it and others.
func setUpdate(name string, of func(in *interp, x *starlark.Set, others []starlark.Value) (*starlark.Set, error)) func(in *interp, x *starlark.Set, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	make := setOperation(name, of)
	return func(in *interp, x *starlark.Set, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		made, err := make(in, x, args, kwargs)
		if err != nil {
			return nil, err
		}
		return starlark.None, in.replaceSet(x, made.(*starlark.Set))
	}
}

// setWith returns the set of what the iterables hold.
func (in *interp) setWith(iterables ...starlark.Value) (*starlark.Set, error) {
	s := starlark.NewSet(0)
	for _, x := range iterables {
		if err := in.affordable(x); err != nil {
			return nil, err
		}
		if err := in.each(x, func(v starlark.Value) (bool, error) { return true, in.add(s, v) }); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// intersection returns the elements of x that all of the others hold.
func (in *interp) intersection(x *starlark.Set, others []starlark.Value) (*starlark.Set, error) {
	return in.chosen(x, others, true)
}

// difference returns the elements of x that none of the others holds.
func (in *interp) difference(x *starlark.Set, others []starlark.Value) (*starlark.Set, error) {
	return in.chosen(x, others, false)
}

// chosen returns the elements of x that each of the others holds, or that none does.
func (in *interp) chosen(x *starlark.Set, others []starlark.Value, held bool) (*starlark.Set, error) {
	left, err := in.setWith(x)
	if err != nil {
		return nil, err
	}
	for _, other := range others {
		of, err := in.setWith(other)
		if err != nil {
			return nil, err
		}
		next := starlark.NewSet(left.Len())
		if held && of.Len() <= left.Len() { // equal elements may differ: CPython keeps those of the smaller set
			left, of = of, left
		}
		for v := range left.Elements() {
			key, err := in.setKey(of, v)
			if err != nil {
				return nil, err
			}
			has, err := of.Has(key)
			if err != nil {
				return nil, wrong("%s", err)
			}
			if has == held {
				if err := in.add(next, v); err != nil {
					return nil, err
				}
			}
		}
		left = next
	}
	return left, nil
}

// symmetricDifference returns what one of x and other holds and the other does not.
func (in *interp) symmetricDifference(x *starlark.Set, other starlark.Value) (*starlark.Set, error) {
	y, err := in.setWith(other)
	if err != nil {
		return nil, err
	}
	left, err := in.difference(x, []starlark.Value{y})
	if err != nil {
		return nil, err
	}
	right, err := in.difference(y, []starlark.Value{x})
	if err != nil {
		return nil, err
	}
	return in.setWith(left, right)
}

// setBinary is an operator of two sets; it returns nil for another operator.
func (in *interp) setBinary(op string, x, y *starlark.Set) (*starlark.Set, error) {
	switch op {
	case "|":
		return in.setWith(x, y)
	case "&":
		return in.intersection(x, []starlark.Value{y})
	case "-":
		return in.difference(x, []starlark.Value{y})
	case "^":
		return in.symmetricDifference(x, y)
	}
	return nil, nil
}

// replaceSet makes the elements of made those of x.
func (in *interp) replaceSet(x, made *starlark.Set) error {
	if err := x.Clear(); err != nil {
		return wrong("%s", err)
	}
	return in.each(made, func(v starlark.Value) (bool, error) { return true, in.add(x, v) })
}

var intAttributes = map[string]func(x starlark.Int) starlark.Value{
	"real":        func(x starlark.Int) starlark.Value { return x },
	"numerator":   func(x starlark.Int) starlark.Value { return x },
	"imag":        func(starlark.Int) starlark.Value { return starlark.MakeInt(0) },
	"denominator": func(starlark.Int) starlark.Value { return starlark.MakeInt(1) },
}

var intMethods = methodTable[starlark.Int]{
	"conjugate": {call: func(_ *interp, x starlark.Int, _ []starlark.Value) (starlark.Value, error) { return x, nil }},
	"bit_length": {call: func(_ *interp, x starlark.Int, _ []starlark.Value) (starlark.Value, error) {
		return starlark.MakeInt(x.BigInt().BitLen()), nil
	}},
	"bit_count": {call: func(_ *interp, x starlark.Int, _ []starlark.Value) (starlark.Value, error) {
		n := 0
		for _, w := range x.BigInt().Bits() {
			n += bits.OnesCount(uint(w))
		}
		return starlark.MakeInt(n), nil
	}},
}

var floatAttributes = map[string]func(x starlark.Float) starlark.Value{
	"real": func(x starlark.Float) starlark.Value { return x },
	"imag": func(starlark.Float) starlark.Value { return starlark.Float(0) },
}

var floatMethods = methodTable[starlark.Float]{
	"conjugate": {call: func(_ *interp, x starlark.Float, _ []starlark.Value) (starlark.Value, error) { return x, nil }},
	"is_integer": {call: func(_ *interp, x starlark.Float, _ []starlark.Value) (starlark.Value, error) {
		f := float64(x)
		return starlark.Bool(!math.IsInf(f, 0) && f == math.Floor(f)), nil
	}},
	"as_integer_ratio": {call: func(_ *interp, x starlark.Float, _ []starlark.Value) (starlark.Value, error) {
		r := new(big.Rat).SetFloat64(float64(x))
		switch {
		case math.IsNaN(float64(x)):
			return nil, wrong("ValueError: cannot convert NaN to integer ratio")
		case r == nil:
			return nil, wrong("OverflowError: cannot convert Infinity to integer ratio")
		}
		return starlark.Tuple{starlark.MakeBigInt(r.Num()), starlark.MakeBigInt(r.Denom())}, nil
	}},
}

var complexAttributes = map[string]func(x Complex) starlark.Value{
	"real": func(x Complex) starlark.Value { return starlark.Float(real(x)) },
	"imag": func(x Complex) starlark.Value { return starlark.Float(imag(x)) },
}

var complexMethods = methodTable[Complex]{
	"conjugate": {call: func(_ *interp, x Complex, _ []starlark.Value) (starlark.Value, error) {
		return Complex(complex(real(x), -imag(x))), nil
	}},
}
