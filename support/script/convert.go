package script

import (
	"math"
	"math/big"
	"math/cmplx"
	"strconv"
	"strings"

	"go.starlark.net/starlark"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

func cabs(c complex128) float64 { return cmplx.Abs(c) }

// item returns the one element of an array as a number.
func item(x *array) (starlark.Value, error) {
	var v starlark.Value
	err := try(func() {
		switch d := x.a.Dtype(); d.Kind() {
		case dtype.KindBool:
			v = starlark.Bool(x.a.Bool())
		case dtype.KindInt:
			v = starlark.MakeInt64(ivy.Item[int64](x.a))
		case dtype.KindUint:
			v = starlark.MakeUint64(ivy.Item[uint64](x.a))
		case dtype.KindFloat:
			v = starlark.Float(ivy.Item[float64](x.a))
		default:
			v = Complex(ivy.Item[complex128](x.a))
		}
	})
	return v, err
}

// tolist returns the elements as nested lists of numbers.
func (in *interp) tolist(x *array) (starlark.Value, error) {
	if x.a.Ndim() == 0 {
		return item(x)
	}
	n := x.a.Size()
	if err := in.work(n); err != nil {
		return nil, err
	}
	if err := in.charge(48 * int64(n)); err != nil {
		return nil, err
	}
	flat := make([]starlark.Value, n)
	err := try(func() {
		switch x.a.Dtype().Kind() {
		case dtype.KindBool:
			fill(flat, ivy.Values[bool](x.a), func(v bool) starlark.Value { return starlark.Bool(v) })
		case dtype.KindInt:
			fill(flat, ivy.Values[int64](x.a), func(v int64) starlark.Value { return starlark.MakeInt64(v) })
		case dtype.KindUint:
			fill(flat, ivy.Values[uint64](x.a), func(v uint64) starlark.Value { return starlark.MakeUint64(v) })
		case dtype.KindFloat:
			fill(flat, ivy.Values[float64](x.a), func(v float64) starlark.Value { return starlark.Float(v) })
		default:
			fill(flat, ivy.Values[complex128](x.a), func(v complex128) starlark.Value { return Complex(v) })
		}
	})
	if err != nil {
		return nil, err
	}
	shape := x.a.Shape()
	outer := 1
	for _, s := range shape[:len(shape)-1] {
		if outer *= s; outer == 0 {
			break
		}
	}
	if err := in.charge(64 * int64(outer) * int64(len(shape))); err != nil {
		return nil, err
	}
	var build func(shape []int, flat []starlark.Value) *starlark.List
	build = func(shape []int, flat []starlark.Value) *starlark.List {
		if len(shape) == 1 {
			return starlark.NewList(flat)
		}
		list := make([]starlark.Value, shape[0])
		step := 0
		if shape[0] > 0 {
			step = len(flat) / shape[0]
		}
		for i := range list {
			list[i] = build(shape[1:], flat[i*step:(i+1)*step:(i+1)*step])
		}
		return starlark.NewList(list)
	}
	return build(shape, flat), nil
}

func fill[T any](dst []starlark.Value, src []T, f func(T) starlark.Value) {
	for i, v := range src {
		dst[i] = f(v)
	}
}

// intOf is Python's int.
func (in *interp) intOf(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x, base starlark.Value
	if err := unpack("int", args, kwargs, "? x base", &x, &base); err != nil {
		return nil, err
	}
	if t, ok := x.(*tensor); ok {
		v, err := t.real("int()")
		if err != nil {
			return nil, err
		}
		x = v
	}
	switch x := x.(type) {
	case nil:
		return starlark.MakeInt(0), nil
	case starlark.Bool, starlark.Int:
		if base == nil {
			return plainInt(x), nil
		}
	case starlark.Float:
		if base == nil {
			return truncated(float64(x))
		}
	case Complex:
		return nil, wrong("int() of a complex number (take .real)")
	case *array:
		v, err := item(x)
		if err != nil {
			return nil, err
		}
		if _, ok := v.(Complex); ok {
			return nil, errorf("dtype", "int() of %v (take real())", x.a.Dtype())
		}
		return in.intOf(starlark.Tuple{v}, nil)
	case starlark.String:
		if len(x) > 4300 {
			return nil, wrong("int() of a text of more than 4300 characters")
		}
		if base != nil {
			kwargs = []starlark.Tuple{{starlark.String("base"), base}}
		}
		s := starlark.String(strings.ReplaceAll(strings.TrimSpace(string(x)), "_", ""))
		v, err := starlark.Universe["int"].(*starlark.Builtin).CallInternal(in.thread, starlark.Tuple{s}, kwargs)
		if err != nil {
			return nil, wrong("%s", err)
		}
		return v, nil
	}
	return nil, wrong("int() of %s", typeName(x))
}

func truncated(f float64) (starlark.Value, error) {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil, wrong("cannot convert float %s to integer", floatText(f))
	}
	i, _ := big.NewFloat(f).Int(nil)
	return starlark.MakeBigInt(i), nil
}

// floatOf is Python's float.
func (in *interp) floatOf(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x starlark.Value
	if err := unpack("float", args, kwargs, "? x", &x); err != nil {
		return nil, err
	}
	if t, ok := x.(*tensor); ok {
		v, err := t.real("float()")
		if err != nil {
			return nil, err
		}
		x = v
	}
	switch x := x.(type) {
	case nil:
		return starlark.Float(0), nil
	case starlark.String:
		f, err := parseFloat(string(x))
		return starlark.Float(f), err
	case *array:
		if x.a.Dtype().IsComplex() {
			return nil, errorf("dtype", "float() of %v (take real())", x.a.Dtype())
		}
	}
	f, err := toFloat(x)
	return starlark.Float(f), err
}

func parseFloat(text string) (float64, error) {
	s := strings.ToLower(strings.TrimSpace(text))
	bad := func() (float64, error) { return 0, wrong("could not convert string to float: %s", quote(text)) }
	if len(text) > 4300 {
		return 0, wrong("float() of a text of more than 4300 characters")
	}
	if strings.HasPrefix(strings.TrimLeft(s, "+-"), "0x") || strings.Contains(s, "p") {
		return bad()
	}
	switch s {
	case "nan", "+nan":
		return frontend.NaN, nil
	case "-nan":
		return math.Copysign(frontend.NaN, -1), nil
	}
	f, err := strconv.ParseFloat(strings.ReplaceAll(s, "_", ""), 64)
	if err != nil && !math.IsInf(f, 0) {
		return bad()
	}
	return f, nil
}

// complexOf is Python's complex.
func (in *interp) complexOf(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var re, im starlark.Value
	if err := unpack("complex", args, kwargs, "? real imag", &re, &im); err != nil {
		return nil, err
	}
	part := func(x starlark.Value) (complex128, error) {
		switch x := x.(type) {
		case nil:
			return 0, nil
		case *array:
			c := complex128(0)
			err := try(func() { c = x.a.Complex() })
			return c, err
		case *tensor:
			v, err := x.number("complex()")
			if err != nil {
				return 0, err
			}
			return toComplex(v)
		case starlark.String:
			if im == nil && len(x) <= 256 {
				s := strings.ReplaceAll(strings.ToLower(strings.TrimSpace(string(x))), "j", "i")
				if c, err := strconv.ParseComplex(s, 128); err == nil {
					return c, nil
				}
			}
			return 0, wrong("complex() of a text that is no complex number")
		}
		return toComplex(x)
	}
	a, err := part(re)
	if err != nil {
		return nil, err
	}
	b, err := part(im)
	if err != nil {
		return nil, err
	}
	if im == nil {
		return Complex(a), nil
	}
	// re + im·j, each part by itself, and what only complex numbers have is left out of real
	// ones: so signs of zeros stay.
	r, i := real(a), real(b)
	if _, ok := im.(Complex); ok || imag(b) != 0 {
		r -= imag(b)
	}
	if _, ok := re.(Complex); ok || imag(a) != 0 {
		i += imag(a)
	}
	return Complex(complex(r, i)), nil
}

// round is Python's: to even, with digits after the point.
func (in *interp) round(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x, digits starlark.Value
	if err := unpack("round", args, kwargs, "number ? ndigits", &x, &digits); err != nil {
		return nil, err
	}
	if a, ok := x.(*array); ok && !present(digits) {
		var z *ivy.Array
		err := try(func() { z = in.env.Round(a.a) })
		return in.wrap(z), err
	}
	if t, ok := x.(*tensor); ok {
		return t.round(digits)
	}
	switch x := plainInt(x).(type) {
	case starlark.Int:
		n := 0
		if present(digits) {
			var err error
			if n, err = toInt(digits); err != nil {
				return nil, err
			}
		}
		if n >= 0 {
			return x, nil
		}
		if n < -5000 {
			return starlark.MakeInt(0), nil
		}
		unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(-n)), nil)
		q, r := new(big.Int).DivMod(x.BigInt(), unit, new(big.Int))
		if c := new(big.Int).Lsh(r, 1).Cmp(unit); c > 0 || c == 0 && q.Bit(0) == 1 {
			q.Add(q, big.NewInt(1))
		}
		return starlark.MakeBigInt(q.Mul(q, unit)), nil
	case starlark.Float:
		f := float64(x)
		if !present(digits) {
			return truncated(math.RoundToEven(f))
		}
		n, err := toInt(digits)
		if err != nil {
			return nil, err
		}
		if n > 400 || f != f || math.IsInf(f, 0) {
			return x, nil
		}
		if n >= 0 { // decimal digits decide, as in Python
			z, err := strconv.ParseFloat(strconv.FormatFloat(f, 'f', n, 64), 64)
			if err != nil {
				return nil, wrong("round: %s", err)
			}
			return starlark.Float(z), nil
		}
		unit := math.Pow(10, float64(-n))
		return starlark.Float(math.RoundToEven(f/unit) * unit), nil
	}
	return nil, wrong("round() of %s", typeName(x))
}
