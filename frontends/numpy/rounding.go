package numpy

import (
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// round multiplies by a power of ten, takes rint and divides.
func round(c *frontend.Call) any {
	return scalarOfMethod(c, roundTo(c).(*frontend.Array))
}

func roundTo(c *frontend.Call) any {
	e := c.Env()
	x := array(c, "a")
	d := x.Dtype()
	n := c.Int("decimals")
	if out := outArray(c, c.Arg("out")); out != nil && out.V.Size() != x.Size() {
		c.Raise("ValueError", "invalid output shape")
	}
	switch {
	case d == Bool && n != 0:
		c.Raise("UFuncTypeError", "Cannot cast ufunc 'multiply' output from float64 to bool with casting rule 'same_kind'")
	case d == Bool:
		return into(c, e.Astype(x, Float16))
	case d.IsInteger():
		return roundIntegers(c, x, n)
	case n == 0 && d.IsComplex():
		return assignedParts(c, e.Round(x))
	case n == 0:
		return into(c, e.Round(x))
	}
	f := d.Component()
	by := c.As(mustOperand(c, math.Pow(10, math.Abs(float64(n)))), f)
	scale, back := e.Multiply, e.Divide
	if n < 0 {
		scale, back = e.Divide, e.Multiply
	}
	one := func(x *ivy.Array) *ivy.Array { return back(e.Round(scale(x, by)), by) }
	if d.IsComplex() {
		re, im := parts(e, x)
		return assignedParts(c, join(e, one(re), one(im)))
	}
	return into(c, one(x))
}

// assignedParts writes complex numbers into "out" as an assignment of their parts does.
func assignedParts(c *frontend.Call, z *ivy.Array) any {
	out := outArray(c, c.Arg("out"))
	switch {
	case out == nil:
		return c.Wrap(z)
	case !out.V.Dtype().IsComplex():
		c.Raise("TypeError", "array does not have imaginary part to set")
	}
	assignBroadcast(c, out, z)
	return out
}

// assignBroadcast assigns z to out, to whose shape it broadcasts but for leading axes of length one.
func assignBroadcast(c *frontend.Call, out *frontend.Array, z *ivy.Array) {
	s := z.Shape()
	for len(s) > out.V.Ndim() && s[0] == 1 {
		s = s[1:]
	}
	assign(c.Namespace, out, c.Env().Reshape(z, s))
}

// roundIntegers rounds to n decimals, which with none are the integers themselves. Else they are divided
// by a power of ten and multiplied again in float64.
func roundIntegers(c *frontend.Call, x *ivy.Array, n int) any {
	e, d := c.Env(), x.Dtype()
	out := outArray(c, c.Arg("out"))
	if n >= 0 {
		if a := given(c, "a"); a != nil && out == nil && a.V.Ndim() > 0 {
			return a
		}
		if out != nil { // copied as an assignment of the same kind
			if to := out.V.Dtype(); !sameKind.holds(d, to) {
				c.Raise("TypeError", "Cannot cast array data from %v to %v according to the rule 'same_kind'", d, to)
			}
			assignBroadcast(c, out, x)
			return out
		}
		return c.Wrap(e.CopyArray(x))
	}
	by := zeroD(e, math.Pow(10, float64(-n)), Float64)
	f := e.Multiply(e.Round(e.Divide(e.Astype(x, Float64), by)), by)
	if out != nil && (!slices.Equal(out.V.Shape(), x.Shape()) || out.V.Dtype().Kind() >= dtype.KindFloat) { // computed in it
		return into(c, f)
	}
	if out != nil && out.V.Dtype().IsInteger() {
		castable("divide", Float64, out, sameKind)
	}
	if d.Size() >= 4 { // a float that the integers do not hold becomes the least of them
		bits := 8*d.Size() - 1
		outside := e.LogicalOr(e.GreaterEqual(f, zeroD(e, math.Ldexp(1, bits), Float64)), e.Less(f, zeroD(e, -math.Ldexp(1, bits), Float64)))
		if d.IsSigned() {
			f = e.Where(outside, zeroD(e, -math.Ldexp(1, bits), Float64), f)
		}
	}
	return into(c, e.Astype(e.Astype(f, Int64), d)) // wraps
}
