//go:build tensorflow

package tensorflow

import (
	"math"

	"github.com/goivy/goivy/ivy/dtype"
)

var (
	inf = math.Inf(1)
	nan = math.NaN()
)

// The operations that formulas are full of.

func (g *graph) add(x, y value) value    { return g.Op("AddV2", x, y) }
func (g *graph) sub(x, y value) value    { return g.Op("Sub", x, y) }
func (g *graph) mul(x, y value) value    { return g.Op("Mul", x, y) }
func (g *graph) div(x, y value) value    { return g.Op("RealDiv", x, y) }
func (g *graph) neg(x value) value       { return g.Op("Neg", x) }
func (g *graph) abs(x value) value       { return g.Op("Abs", x) }
func (g *graph) less(x, y value) value   { return g.Op("Less", x, y) }
func (g *graph) equal(x, y value) value  { return g.Op("Equal", x, y) }
func (g *graph) both(x, y value) value   { return g.Op("LogicalAnd", x, y) }
func (g *graph) either(x, y value) value { return g.Op("LogicalOr", x, y) }
func (g *graph) not(x value) value       { return g.Op("LogicalNot", x) }

// float64 is v as a float64.
func (g *graph) float64(v float64) value { return g.number(dtype.Float64, v) }

// double computes all narrower floats in float64.
func (f formula) double() formula {
	return f.through(dtype.Float64, belowFloat64)
}

// narrow computes the narrow floats in float32.
func (f formula) narrow() formula { return f.through(dtype.Float32, dtype.Narrow) }

// bitsOf is the unsigned integer as wide as a float.
func bitsOf(d dtype.Dtype) dtype.Dtype {
	return [dtype.Count]dtype.Dtype{dtype.BFloat16: dtype.Uint16, dtype.Float16: dtype.Uint16, dtype.Float32: dtype.Uint32, dtype.Float64: dtype.Uint64}[d]
}

// signMask is the sign's bit of floats of dtype d.
func (g *graph) signMask(d dtype.Dtype, rest bool) value {
	u := bitsOf(d)
	mask := uint64(1) << (u.Bits() - 1)
	if rest {
		mask--
	}
	return g.unsigned(u, mask)
}

// copySign is the magnitude of x, of floats of dtype d, with the sign of y.
func (g *graph) copySign(x, y value, d dtype.Dtype) value {
	u := bitsOf(d)
	magnitude := g.Op("BitwiseAnd", g.bitcast(x, u), g.signMask(d, true))
	sign := g.Op("BitwiseAnd", g.bitcast(y, u), g.signMask(d, false))
	return g.bitcast(g.Op("BitwiseOr", magnitude, sign), d)
}

func copySign(g *graph, x ...value) value { return g.copySign(x[0], x[1], g.in) }

// negativeBit is whether the sign's bit of floats is set.
func negativeBit(g *graph, x ...value) value {
	d := signedOf(bitsOf(g.in))
	return g.less(g.bitcast(x[0], d), g.integer(d, 0))
}

func trunc(g *graph, x ...value) value {
	return g.where(g.less(x[0], g.number(g.in, 0)), g.Op("Ceil", x[0]), g.Op("Floor", x[0]))
}

func reciprocal(g *graph, x ...value) value { return g.div(g.number(g.in, 1), x[0]) }

// exp is e**x of float64: TensorFlow's has no subnormal results.
func (g *graph) exp(x value) value {
	const least = 700
	e := g.Op("Exp", g.Op("Maximum", x, g.float64(-least)))
	return g.mul(e, g.Op("Exp", g.Op("Minimum", g.add(x, g.float64(least)), g.float64(0))))
}

func exp(g *graph, x ...value) value { return g.exp(x[0]) }

// logBase is the logarithm of float64s times a number, given in two parts. The product is
// exact but for what the logarithm lacks.
func (g *graph) logBase(x value, by, rest float64) value {
	l := g.Op("Log", x)
	high := math.Float64frombits(math.Float64bits(by) &^ (1<<27 - 1))
	h := g.upper(l)
	low := g.add(g.mul(g.sub(l, h), g.float64(high)), g.mul(l, g.float64(by-high+rest)))
	return g.where(g.Op("IsFinite", l), g.add(g.mul(h, g.float64(high)), low), l)
}

// logScaled is the logarithm over that of a base, near enough for narrower types.
func logScaled(ln float64) formula {
	return func(g *graph, x ...value) value { return g.div(g.Op("Log", x[0]), g.float64(ln)) }
}

// log2 is exact of powers of 2.
func log2(g *graph, x ...value) value {
	m, e := g.mantissa(x[0])
	z := g.add(e, g.logBase(m, math.Log2E, 2.0355273740931033e-17))
	ordinary := g.both(g.less(g.float64(0), x[0]), g.Op("IsFinite", x[0]))
	return g.where(ordinary, z, g.Op("Log", x[0]))
}

func log10(g *graph, x ...value) value { return g.logBase(x[0], math.Log10E, 1.098319650216765e-17) }

// unlessNaN is Fmin or Fmax: the other operand where one is NaN.
func unlessNaN(name string) formula {
	return func(g *graph, x ...value) value {
		z := g.where(g.Op("IsNan", x[1]), x[0], g.Op(name, x[0], x[1]))
		return g.where(g.Op("IsNan", x[0]), x[1], z)
	}
}

// hypot goes by the magnitude of complex numbers.
func hypot(g *graph, x ...value) value {
	z := g.Op("ComplexAbs", joinComplex(g, x...))
	g.Type("Tout", code(g.in))
	return z
}

// joinComplex makes complex numbers of their parts.
func joinComplex(g *graph, x ...value) value {
	d := dtype.Complex64
	if g.in == dtype.Float64 {
		d = dtype.Complex128
	}
	z := g.Op("Complex", x[0], x[1])
	g.Type("Tout", code(d))
	return z
}

// nextAfter of the narrow floats goes by their bits.
func nextAfter(g *graph, x ...value) value {
	const d = dtype.Int16
	a, b := x[0], x[1]
	zero := g.number(g.in, 0)
	n := g.bitcast(a, d)
	outward := g.equal(g.less(a, b), g.less(zero, a))
	one := g.integer(d, 1)
	step := g.where(outward, g.add(n, one), g.sub(n, one))
	first := g.where(g.less(zero, b), one, g.integer(d, -32767)) // from zero
	z := g.bitcast(g.where(g.equal(a, zero), first, step), g.in)
	z = g.where(g.equal(a, b), b, z)
	return g.where(g.either(g.Op("IsNan", a), g.Op("IsNan", b)), g.number(g.in, nan), z)
}

// remainder of floats is exact but for one rounding, and has the sign of the divisor.
func remainder(g *graph, x ...value) value {
	zero := g.number(g.in, 0)
	r := g.Op("TruncateMod", x[0], x[1])
	isZero := g.equal(r, zero)
	other := g.Op("NotEqual", g.less(r, zero), g.less(x[1], zero))
	r = g.where(g.both(other, g.not(isZero)), g.add(r, x[1]), r)
	return g.where(isZero, g.copySign(zero, x[1], g.in), r)
}

// floorDivide is the floor of the exact quotient of float64s.
func floorDivide(g *graph, x ...value) value {
	// Products stay in range: of a b that loses digits by this the quotient is infinite.
	u := g.where(g.less(g.abs(x[0]), g.float64(0x1p1000)), g.float64(1), g.float64(0x1p-64))
	a, b := g.mul(x[0], u), g.mul(x[1], u)
	zero := g.float64(0)
	plain := g.div(x[0], x[1])
	r := g.Op("TruncateMod", a, b)
	d := g.twoSum(a, g.neg(r)) // a multiple of b
	q := g.Op("Rint", g.div(d.h, b))
	p := g.twoMul(q, b)
	q = g.add(q, g.Op("Rint", g.div(g.add(g.sub(g.sub(d.h, p.h), p.l), d.l), b)))
	below := g.both(g.Op("NotEqual", r, zero), g.Op("NotEqual", g.less(r, zero), g.less(b, zero)))
	q = g.where(below, g.sub(q, g.float64(1)), q)
	q = g.where(g.equal(q, zero), g.copySign(zero, plain, dtype.Float64), q)
	// The plain quotient counts where an operand is infinite, the divisor 0, or the plain
	// quotient itself infinite.
	finite := g.both(g.both(g.Op("IsFinite", a), g.Op("IsFinite", b)), g.Op("IsFinite", plain))
	return g.where(g.both(finite, g.Op("NotEqual", a, zero)), q, plain)
}

// logAddExp of float64s, which may cancel: the greater, and what the other adds, in twice
// the precision.
func logAddExp(g *graph, x ...value) value {
	a, b := x[0], x[1]
	hi, lo := g.Op("Maximum", a, b), g.Op("Minimum", a, b)
	plain := g.either(g.equal(lo, g.float64(-inf)), g.equal(hi, g.float64(inf)))
	d := g.twoSum(lo, g.neg(hi))
	far := g.less(d.h, g.float64(-1000))
	e := g.expPair(pair{g.where(far, g.float64(-1000), d.h), g.where(far, g.float64(0), d.l)})
	one := g.twoSum(g.float64(1), e.h)
	l := g.logPair(one.h)
	z := g.twoSum(hi, l.h)
	t := g.twoSum(z.h, g.div(one.l, one.h))
	rest := g.add(g.add(z.l, l.l), g.add(t.l, g.div(e.l, one.h)))
	return g.where(plain, hi, g.add(t.h, rest))
}

// logAddExpPlain is logAddExp for what is rounded to a narrower type.
func logAddExpPlain(g *graph, x ...value) value {
	a, b := x[0], x[1]
	hi, lo := g.Op("Maximum", a, b), g.Op("Minimum", a, b)
	plain := g.either(g.equal(lo, g.float64(-inf)), g.equal(hi, g.float64(inf)))
	return g.where(plain, hi, g.add(hi, g.Op("Log1p", g.Op("Exp", g.sub(lo, hi)))))
}

// power of float64s: TensorFlow's own is off by as many units in the last place as the
// result's exponent has bits of. It has the special cases right.
func power(g *graph, x ...value) value {
	a, b := x[0], x[1]
	own := g.Op("Pow", a, b)
	l := g.logPair(g.abs(a))
	const most = 0x1p70 // beyond, every power of anything but ±1 is 0 or infinite
	y := g.Op("Minimum", g.Op("Maximum", b, g.float64(-most)), g.float64(most))
	p := g.twoMul(y, l.h)
	const end = 1400
	h := g.Op("Minimum", g.Op("Maximum", p.h, g.float64(-end)), g.float64(end))
	low := g.where(g.equal(h, p.h), g.add(p.l, g.mul(y, l.l)), g.float64(0))
	e := g.expPair(pair{h, low})
	z := g.copySign(e.h, own, dtype.Float64)
	ordinary := g.both(g.both(g.Op("IsFinite", a), g.Op("IsFinite", b)), g.both(g.Op("NotEqual", a, g.float64(0)), g.equal(own, own)))
	return g.where(ordinary, z, own)
}
