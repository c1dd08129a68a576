package libm

import (
	"math"
)

// sincos returns the sine and the cosine of a number between -8 and 8 to twice the digits.
func sincos(x float64) (sin, cos double) {
	// x - k·π/2 as a sum of two numbers
	const (
		first  = 0x1.921fb54442d18p0
		second = 0x1.1a62633145c07p-54
		third  = -0x1.f1976b7ed8fbcp-110
	)
	k := math.RoundToEven(x * (2 / math.Pi))
	p := float64(k * first)
	rest := math.FMA(k, first, -p)
	hi := x - p
	q := float64(k * second)
	lo := -rest - q
	lo += -math.FMA(k, second, -q) - float64(k*third)
	if hi == x && k == 0 {
		lo = 0
	}
	h := sum2(hi, lo)
	s, c := sineSeries(h), cosineSeries(h)
	switch int(k) & 3 {
	case 0:
		return s, c
	case 1:
		return c, s.negative()
	case 2:
		return s.negative(), c.negative()
	}
	return c.negative(), s
}

// A double is the unevaluated sum of two float64.
type double struct{ hi, lo float64 }

func sum2(a, b float64) double {
	s := a + b
	t := s - a
	return double{s, (a - (s - t)) + (b - t)}
}

func (a double) negative() double { return double{-a.hi, -a.lo} }

func (a double) add(b double) double {
	s := sum2(a.hi, b.hi)
	return sum2(s.hi, s.lo+(a.lo+b.lo))
}

func (a double) mul(b double) double {
	p := float64(a.hi * b.hi)
	rest := math.FMA(a.hi, b.hi, -p)
	return sum2(p, rest+(float64(a.hi*b.lo)+float64(a.lo*b.hi)))
}

// overN returns a/n for a small integer n.
func (a double) overN(n float64) double {
	q := a.hi / n
	r := math.FMA(-q, n, a.hi) + a.lo
	return sum2(q, r/n)
}

// sineSeries is Taylor's series, for |x| up to π/4.
func sineSeries(x double) double {
	square := x.mul(x)
	sum := double{1, 0}
	for i := 27.0; i >= 3; i -= 2 {
		term := sum.mul(square).overN(i * (i - 1))
		sum = double{1, 0}.add(double{-term.hi, -term.lo})
	}
	return sum.mul(x)
}

func cosineSeries(x double) double {
	square := x.mul(x)
	sum := double{1, 0}
	for i := 28.0; i >= 2; i -= 2 {
		term := sum.mul(square).overN(i * (i - 1))
		sum = double{1, 0}.add(double{-term.hi, -term.lo})
	}
	return sum
}
