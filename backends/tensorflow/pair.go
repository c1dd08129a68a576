//go:build tensorflow

package tensorflow

import (
	endian "encoding/binary"
	"math"
	"math/big"
	"sync"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// A pair is a number of twice a float64's precision, the sum of its parts, of which l is
// at most a unit in the last place of h.
type pair struct{ h, l value }

// quickSum is the exact sum of numbers of which the first is the greater, or 0.
func (g *graph) quickSum(x, y value) pair {
	s := g.add(x, y)
	return pair{s, g.sub(y, g.sub(s, x))}
}

// twoSum is the exact sum.
func (g *graph) twoSum(x, y value) pair {
	s := g.add(x, y)
	v := g.sub(s, x)
	return pair{s, g.add(g.sub(x, g.sub(s, v)), g.sub(y, v))}
}

// upper is x, a float64, without the lower half of its bits.
func (g *graph) upper(x value) value {
	return g.bitcast(g.Op("BitwiseAnd", g.bitcast(x, dtype.Int64), g.integer(dtype.Int64, -1<<27)), dtype.Float64)
}

// twoMul is the exact product.
func (g *graph) twoMul(x, y value) pair {
	p := g.mul(x, y)
	xh, yh := g.upper(x), g.upper(y)
	xl, yl := g.sub(x, xh), g.sub(y, yh)
	e := g.sub(g.mul(xh, yh), p)
	e = g.add(g.add(e, g.mul(xh, yl)), g.mul(xl, yh))
	return pair{p, g.add(e, g.mul(xl, yl))}
}

// polynomial is c[0] + c[1]·x + … of float64s.
func (g *graph) polynomial(x value, c ...float64) value {
	z := g.float64(c[len(c)-1])
	for i := len(c) - 2; i >= 0; i-- {
		z = g.add(g.mul(z, x), g.float64(c[i]))
	}
	return z
}

// table is the element i of a list of float64s, i int32.
func (g *graph) table(list []float64, i value) value {
	data := make([]byte, 0, 8*len(list))
	for _, v := range list {
		data = endian.LittleEndian.AppendUint64(data, math.Float64bits(v))
	}
	return g.Op("GatherV2", g.Const(code(dtype.Float64), []int{len(list)}, data), i, g.Int64(0))
}

// unsigned is v as an unsigned integer.
func (g *graph) unsigned(d dtype.Dtype, v uint64) value { return g.scalar(d, backend.UintScalar(v)) }

const (
	logPieces = 128 // of a logarithm's table in a unit
	expPieces = 64  // of an exponential's table in a factor 2
	ln2Bits   = 32  // those that a multiple keeps exact in expPair
)

// tables are what logPair and expPair read.
var tables = sync.OnceValue(func() (t struct {
	first          int       // index of the first piece of the logarithms
	inverse        []float64 // a number of 9 bits near the inverse of each piece's middle
	logHigh, log   []float64 // minus its logarithm, in two parts of which the first is a multiple of 2⁻⁴²
	ln2High, ln2   float64   // of two parts, the first a multiple of 2⁻⁴²
	pow, powLow    []float64 // 2 to the power i/expPieces
	stepHigh, step float64   // ln 2/expPieces, the first of ln2Bits bits
}) {
	const bits = 200
	number := func(v float64) *big.Float { return new(big.Float).SetPrec(bits).SetFloat64(v) }
	// log of v near 1: 2·artanh((v−1)/(v+1))
	log := func(v *big.Float) *big.Float {
		z := new(big.Float).Quo(new(big.Float).Sub(v, number(1)), new(big.Float).Add(v, number(1)))
		square, term, sum := new(big.Float).Mul(z, z), z, new(big.Float).SetPrec(bits)
		for i := 1.0; i < 120; i += 2 {
			sum.Add(sum, new(big.Float).Quo(term, number(i)))
			term = new(big.Float).Mul(term, square)
		}
		return sum.Mul(sum, number(2))
	}
	split := func(v *big.Float, unit float64) (high, low float64) {
		f, _ := v.Float64()
		high = math.Round(f/unit) * unit
		low, _ = new(big.Float).Sub(v, number(high)).Float64()
		return high, low
	}
	t.first = int(math.Round(math.Sqrt(0.5) * logPieces))
	for i := t.first; i <= int(math.Round(math.Sqrt2*logPieces)); i++ {
		c := math.Round(2*logPieces*logPieces/float64(i)) / (2 * logPieces)
		l := log(number(c))
		high, low := split(l.Neg(l), 0x1p-42)
		t.inverse, t.logHigh, t.log = append(t.inverse, c), append(t.logHigh, high), append(t.log, low)
	}
	// ln 2 is twice the logarithm of √2.
	root := new(big.Float).Sqrt(number(2))
	ln2 := log(root)
	ln2.Mul(ln2, number(2))
	t.ln2High, t.ln2 = split(ln2, 0x1p-42)
	t.stepHigh, t.step = split(new(big.Float).Quo(ln2, number(expPieces)), math.Ldexp(1, -6-ln2Bits))
	step := number(2)
	for n := 1; n < expPieces; n *= 2 {
		step = new(big.Float).Sqrt(step)
	}
	p := number(1)
	for range expPieces {
		high, _ := p.Float64()
		low, _ := new(big.Float).Sub(p, number(high)).Float64()
		t.pow, t.powLow = append(t.pow, high), append(t.powLow, low)
		p = new(big.Float).Mul(p, step)
	}
	return t
})

// mantissa is m, between √½ and √2, and the float64 e of which positive, finite float64s
// are m·2**e.
func (g *graph) mantissa(x value) (m, e value) {
	const d = dtype.Int64
	small := g.less(x, g.float64(0x1p-1022))
	bits := g.bitcast(g.where(small, g.mul(x, g.float64(0x1p54)), x), d)
	n := g.Op("RightShift", g.sub(bits, g.integer(d, int64(math.Float64bits(math.Sqrt(0.5))))), g.integer(d, 52))
	m = g.bitcast(g.sub(bits, g.Op("LeftShift", n, g.integer(d, 52))), dtype.Float64)
	return m, g.sub(g.cast(n, dtype.Float64), g.where(small, g.float64(54), g.float64(0)))
}

// logPair is the logarithm of positive, finite float64s.
func (g *graph) logPair(x value) pair {
	t := tables()
	m, exponent := g.mantissa(x)
	i := g.cast(g.sub(g.Op("Rint", g.mul(m, g.float64(logPieces))), g.float64(float64(t.first))), dtype.Int32)
	i = g.Op("Minimum", g.Op("Maximum", i, g.integer(dtype.Int32, 0)), g.integer(dtype.Int32, int64(len(t.inverse)-1)))
	c := g.table(t.inverse, i)
	// u = m·c − 1, which is small, exactly
	high := g.upper(m)
	u := g.twoSum(g.sub(g.mul(high, c), g.float64(1)), g.mul(g.sub(m, high), c))
	square := g.twoMul(u.h, u.h)
	tail := g.mul(g.mul(square.h, u.h), g.polynomial(u.h, 1.0/3, -1.0/4, 1.0/5, -1.0/6, 1.0/7, -1.0/8, 1.0/9))
	half := g.float64(-0.5)
	z := g.quickSum(u.h, g.mul(square.h, half))
	low := g.sub(g.add(g.mul(square.l, half), tail), g.mul(u.h, u.l))
	low = g.add(g.add(z.l, u.l), low)

	whole := g.add(g.mul(exponent, g.float64(t.ln2High)), g.table(t.logHigh, i))
	s := g.quickSum(whole, z.h)
	rest := g.add(g.mul(exponent, g.float64(t.ln2)), g.table(t.log, i))
	return g.quickSum(s.h, g.add(s.l, g.add(rest, low)))
}

// expPair is e to the power x, of magnitude up to 1400. Where the result is infinite, l may be
// anything.
func (g *graph) expPair(x pair) pair {
	t := tables()
	n := g.Op("Rint", g.mul(x.h, g.float64(expPieces/math.Ln2)))
	k := g.cast(n, dtype.Int64)
	i := g.cast(g.Op("BitwiseAnd", k, g.integer(dtype.Int64, expPieces-1)), dtype.Int32)
	q := g.Op("RightShift", k, g.integer(dtype.Int64, 6))
	// r = x − n·ln 2/expPieces
	r := g.sub(x.h, g.mul(n, g.float64(t.stepHigh)))
	by := g.mul(n, g.float64(t.step))
	h := g.sub(r, by)
	l := g.add(g.sub(g.sub(r, h), by), x.l)
	p, low := g.table(t.pow, i), g.table(t.powLow, i)
	// (p + low)·(1 + h + l·(1 + h) + h²/2 + …)
	tail := g.mul(g.mul(h, h), g.polynomial(h, 1.0/2, 1.0/6, 1.0/24, 1.0/120, 1.0/720, 1.0/5040))
	tail = g.add(tail, g.add(l, g.mul(l, h)))
	first := g.twoMul(p, h)
	z := g.quickSum(p, first.h)
	rest := g.add(g.add(z.l, first.l), g.add(g.add(low, g.mul(low, h)), g.mul(p, tail)))
	z = g.quickSum(z.h, rest)
	// By a power of 2 in two steps, each of which is a float64.
	half := g.Op("RightShift", q, g.integer(dtype.Int64, 1))
	power := func(n value) value {
		return g.bitcast(g.Op("LeftShift", g.add(n, g.integer(dtype.Int64, 1023)), g.integer(dtype.Int64, 52)), dtype.Float64)
	}
	a, b := power(half), power(g.sub(q, half))
	return pair{g.mul(g.mul(z.h, a), b), g.mul(g.mul(z.l, a), b)}
}
