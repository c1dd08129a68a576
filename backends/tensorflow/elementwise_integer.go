//go:build tensorflow

package tensorflow

import (
	"math"

	"github.com/goivy/goivy/ivy/dtype"
)

// width is the number of bits of the operands.
func (g *graph) width() value { return g.integer(g.in, int64(g.in.Bits())) }

// leftShift is 0 where the count is none: TensorFlow's takes the nearest that is one.
func leftShift(g *graph, x ...value) value {
	zero := g.integer(g.in, 0)
	none := g.Op("GreaterEqual", x[1], g.width())
	if g.in.IsSigned() {
		none = g.either(none, g.less(x[1], zero))
	}
	return g.where(none, zero, g.Op("LeftShift", x[0], x[1]))
}

// rightShift takes negative counts as those of the width and more.
func rightShift(g *graph, x ...value) value {
	zero := g.integer(g.in, 0)
	if !g.in.IsSigned() {
		return g.where(g.Op("GreaterEqual", x[1], g.width()), zero, g.Op("RightShift", x[0], x[1]))
	}
	return g.Op("RightShift", x[0], g.where(g.less(x[1], zero), g.width(), x[1]))
}

// divisor is y, and 1 for 0, by which TensorFlow does not divide at all.
func (g *graph) divisor(y value) (d, zero value) {
	zero = g.equal(y, g.integer(g.in, 0))
	return g.where(zero, g.integer(g.in, 1), y), zero
}

func floorDivideIntegers(g *graph, x ...value) value {
	d, zero := g.divisor(x[1])
	return g.where(zero, g.integer(g.in, 0), g.Op("FloorDiv", x[0], d))
}

func remainderIntegers(g *graph, x ...value) value {
	d, _ := g.divisor(x[1])
	return g.Op("FloorMod", x[0], d)
}

// powerIntegers is Pow of signed integers. To negative powers 1 and −1 come round after
// two, and of the others nothing is left.
func powerIntegers(g *graph, x ...value) value {
	zero, one := g.integer(g.in, 0), g.integer(g.in, 1)
	negative := g.less(x[1], zero)
	z := g.Op("Pow", x[0], g.where(negative, g.Op("BitwiseAnd", x[1], one), x[1]))
	unit := g.either(g.equal(x[0], one), g.equal(x[0], g.integer(g.in, -1)))
	return g.where(g.both(negative, g.not(unit)), zero, z)
}

// powerUint64 goes by the bits as int64. Powers of odd numbers come round after 2⁶² at
// most; of even ones nothing is left by then.
func powerUint64(g *graph, x ...value) value {
	const d = dtype.Int64
	a, n := g.bitcast(x[0], d), g.bitcast(x[1], d)
	zero, rest := g.integer(d, 0), g.integer(d, 1<<62-1)
	few := g.Op("BitwiseAnd", n, rest)
	even := g.equal(g.Op("BitwiseAnd", a, g.integer(d, 1)), zero)
	z := g.where(g.both(even, g.Op("NotEqual", few, n)), zero, g.Op("Pow", a, few))
	return g.bitcast(z, dtype.Uint64)
}

// magnitudes are |x| as unsigned integers, which hold that of the least number, too.
func (g *graph) magnitudes(x ...value) []value {
	zs := make([]value, len(x))
	for i := range x {
		zs[i] = x[i]
		if g.in.IsSigned() {
			zs[i] = g.bitcast(g.abs(x[i]), unsignedOf(g.in))
		}
	}
	return zs
}

// unsignedOf is the unsigned integer as wide as an integer.
func unsignedOf(d dtype.Dtype) dtype.Dtype {
	if d.IsUnsigned() {
		return d
	}
	return [dtype.Count]dtype.Dtype{dtype.Int8: dtype.Uint8, dtype.Int16: dtype.Uint16, dtype.Int32: dtype.Uint32, dtype.Int64: dtype.Uint64}[d]
}

// divisions is how many divisions Euclid's algorithm makes at most of numbers of so many
// bits: as many as of two neighbours of Fibonacci's.
func divisions(bits int) int {
	n := 1 // for 2 by 1
	for a, b := 2.0, 3.0; b < math.Ldexp(1, bits); a, b = b, a+b {
		n++
	}
	return n
}

// gcd is the greatest common divisor of unsigned integers of dtype d.
func (g *graph) gcd(x, y value, d dtype.Dtype) value {
	zero, most := g.unsigned(d, 0), g.unsigned(d, math.MaxUint64>>(64-d.Bits()))
	x, y = g.Op("Maximum", x, y), g.Op("Minimum", x, y)
	// A division by what is greater than all others changes nothing: so both stay as they
	// are as soon as one of them is 0.
	a, b := x, y
	for i := range divisions(d.Bits()) {
		p, q := &a, &b
		if i%2 == 1 {
			p, q = q, p
		}
		*p = g.Op("FloorMod", *p, g.where(g.equal(*q, zero), most, *q))
	}
	return g.where(g.either(g.equal(y, zero), g.equal(x, y)), x, g.Op("Maximum", a, b))
}

func gcd(g *graph, x ...value) value {
	u := unsignedOf(g.in)
	m := g.magnitudes(x...)
	return g.likeBits(g.gcd(m[0], m[1], u), u)
}

func lcm(g *graph, x ...value) value {
	u := unsignedOf(g.in)
	m := g.magnitudes(x...)
	d := g.Op("Maximum", g.gcd(m[0], m[1], u), g.unsigned(u, 1))
	return g.likeBits(g.mul(g.Op("FloorDiv", m[0], d), m[1]), u)
}

// likeBits gives unsigned integers of dtype u the operands' dtype.
func (g *graph) likeBits(x value, u dtype.Dtype) value {
	if u == g.in {
		return x
	}
	return g.bitcast(x, g.in)
}
