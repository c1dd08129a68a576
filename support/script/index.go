package script

import (
	"math"

	"go.starlark.net/starlark"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/support/script/syntax"
)

// keys returns a key as package ivy takes it.
func (in *interp) keys(key starlark.Value) ([]any, error) {
	if t, ok := key.(starlark.Tuple); ok {
		out := make([]any, len(t))
		for i, k := range t {
			v, err := in.oneKey(k)
			if err != nil {
				return nil, err
			}
			out[i] = v
		}
		return out, nil
	}
	v, err := in.oneKey(key)
	return []any{v}, err
}

func (in *interp) oneKey(key starlark.Value) (any, error) {
	switch k := key.(type) {
	case starlark.NoneType:
		return ivy.NewAxis, nil
	case syntax.EllipsisType:
		return ivy.Ellipsis, nil
	case *syntax.Slice:
		return in.span(k)
	case starlark.Bool:
		return bool(k), nil
	case starlark.Int:
		return toInt(k)
	case *array:
		return k.a, nil
	case *tensor:
		return k.a.V, nil
	case *starlark.List, starlark.Tuple:
		return in.operand(k)
	}
	if key.Type() == "range" {
		return in.operand(key)
	}
	return nil, errorf("index", "an index of type %s, want ints, slices, ..., None, and integer or bool arrays", typeName(key))
}

// span returns a slice as package ivy has it. Bounds beyond every length are held.
func (in *interp) span(s *syntax.Slice) (any, error) {
	bound := func(x starlark.Value) (any, error) {
		if x == starlark.None {
			return nil, nil
		}
		return clampedInt(x)
	}
	lo, err := bound(s.Lo)
	if err != nil {
		return nil, err
	}
	hi, err := bound(s.Hi)
	if err != nil {
		return nil, err
	}
	if s.Step == starlark.None {
		return ivy.Slice(lo, hi), nil
	}
	step, err := clampedInt(s.Step)
	if err != nil {
		return nil, err
	}
	if step == 0 {
		return nil, errorf("index", "slice step cannot be zero")
	}
	return ivy.Slice(lo, hi, step), nil
}

// far is beyond every axis, as far as an int goes.
const far = int64(min(math.MaxInt32<<20, math.MaxInt/4))

// clampedInt is toInt of a bound of a slice, or of a diagonal, which may be of any size.
func clampedInt(x starlark.Value) (int, error) {
	if i, ok := x.(starlark.Int); ok {
		n, fits := i.Int64()
		switch {
		case fits && n > -far && n < far:
			return int(n), nil
		case i.Sign() < 0:
			return int(-far), nil
		}
		return int(far), nil
	}
	n, err := toInt(x)
	if err != nil {
		return 0, errorf("index", "slice bounds are ints, None or integer arrays of one element, not %s", typeName(x))
	}
	return n, nil
}

func (in *interp) getArray(x *array, key starlark.Value) (starlark.Value, error) {
	k, err := in.keys(key)
	if err != nil {
		return nil, err
	}
	var z *ivy.Array
	if err := try(func() { z = in.env.GetItem(x.a, k...) }); err != nil {
		return nil, err
	}
	return in.wrap(z), nil
}

func (in *interp) setArray(x *array, key, value starlark.Value) error {
	k, err := in.keys(key)
	if err != nil {
		return err
	}
	v, err := in.operand(value)
	if err != nil {
		return err
	}
	return try(func() { in.env.SetItem(x.a, v, k...) })
}

func (in *interp) getItem(x, key starlark.Value) (starlark.Value, error) {
	switch x := x.(type) {
	case *array:
		return in.getArray(x, key)
	case *tensor:
		return x.get(key)
	case *starlark.Dict:
		stored, err := in.dictKey(x, key)
		if err != nil {
			return nil, err
		}
		v, found, err := x.Get(stored)
		switch {
		case err != nil:
			return nil, wrong("%s", err)
		case !found:
			k, err := in.repr(key)
			if err != nil {
				return nil, err
			}
			return nil, wrong("key %s not in dict", k)
		}
		return v, nil
	case *Results:
		v, err := in.getItem(x.values, key)
		if t, ok := v.(starlark.Tuple); ok && x.shape != nil {
			return x.shape.shape((&Results{values: t}).dims()), err
		}
		return v, err
	case starlark.String:
		if !isASCII(string(x)) {
			if err := in.charge(4 * int64(len(x))); err != nil {
				return nil, err
			}
			return in.getItem(characters(string(x)), key)
		}
		return in.indexed(x, key)
	case starlark.Indexable:
		return in.indexed(x, key)
	case starlark.Mapping:
		v, found, err := x.Get(key)
		if err == nil && !found {
			err = wrong("key %s not found", key)
		}
		return v, err
	}
	return nil, wrong("%s is not subscriptable", typeName(x))
}

// position returns where in x the key is.
func (in *interp) position(x starlark.Indexable, key starlark.Value) (int, error) {
	switch key.(type) {
	case starlark.Int, starlark.Bool, *array, *tensor:
	default:
		return 0, wrong("%s indices must be integers or slices, not %s", typeName(x), typeName(key))
	}
	i, err := toInt(key)
	if err != nil {
		return 0, errorf("index", "%s", named(err.Error(), err))
	}
	n := x.Len()
	if i < -n || i >= n {
		return 0, errorf("index", "index %d out of range for a %s of length %d", i, typeName(x), n)
	}
	if i < 0 {
		i += n
	}
	return i, nil
}

func (in *interp) slice(x starlark.Indexable, s *syntax.Slice) (starlark.Value, error) {
	sliceable, ok := x.(starlark.Sliceable)
	if !ok {
		return nil, wrong("%s is not sliceable", typeName(x))
	}
	n, step := x.Len(), 1
	if s.Step != starlark.None {
		var err error
		if step, err = clampedInt(s.Step); err != nil {
			return nil, err
		}
		if step == 0 {
			return nil, wrong("slice step cannot be zero")
		}
	}
	bound := func(v starlark.Value, otherwise, low, high int) (int, error) {
		if v == starlark.None {
			return otherwise, nil
		}
		i, err := clampedInt(v)
		if i < 0 {
			i += n
		}
		return min(max(i, low), high), err
	}
	lo, hi := 0, n
	low, high := 0, n
	if step < 0 {
		lo, hi, low, high = n-1, -1, -1, n-1
	}
	start, err := bound(s.Lo, lo, low, high)
	if err != nil {
		return nil, err
	}
	end, err := bound(s.Hi, hi, low, high)
	if err != nil {
		return nil, err
	}
	if step > 0 && end < start {
		end = start
	}
	if step < 0 && end > start {
		end = start
	}
	count := int64(end-start) / int64(step)
	if x.Type() != "range" {
		if err := in.charge(16 * (count + 1)); err != nil {
			return nil, err
		}
		if err := in.work(int(count / 64)); err != nil {
			return nil, err
		}
	}
	return sliceable.Slice(start, end, step), nil
}

// indexed returns the element or the elements of a sequence that key names.
func (in *interp) indexed(x starlark.Indexable, key starlark.Value) (starlark.Value, error) {
	if s, ok := key.(*syntax.Slice); ok {
		return in.slice(x, s)
	}
	i, err := in.position(x, key)
	if err != nil {
		return nil, err
	}
	return x.Index(i), nil
}
