package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
)

// A gate is a function b(x) - g(|x|) of float32 in its own arithmetic: b is what the function comes near to on either side,
// and g falls off.
type gate struct {
	name string
	g    func(a num) num
	half bool // b is 0 or x, and g begins with a/2: results have their operand's sign; otherwise they are positive

	// |x| = a lies in interval slope*a + bend*a*a, rounded, of 32; from end on, which is in the last one, b is the result.
	slope, bend, end float64

	lean float64 // how far the second interval's centre is from its middle: small results then have smaller terms

	kept int             // the rows' coefficients for which there are registers
	rest func(x vec) vec // the function in float64's registers, for x <= -end and NaN
}

// gateDegree is that of the polynomials.
const gateDegree = 6

// row returns an interval's centre and the coefficients of g around it.
func (f *gate) row(i int) (centre float64, c []float64) {
	edge := func(index float64) float64 { // where the index is that
		switch {
		case index < 0:
			return 0
		case f.bend == 0:
			return index / f.slope
		}
		return (math.Sqrt(f.slope*f.slope+4*f.bend*index) - f.slope) / (2 * f.bend)
	}
	lo, hi := edge(float64(i)-0.5), edge(float64(i)+0.5)
	if i == 0 && f.half {
		q := floats(fit(func(u num) num { a := root(u); return quo(minus(f.g(a), quo(a, n(2))), u) }, 0, hi*hi*1.001, 2))
		return 0, []float64{0, 0, q[0], 0, q[1], 0, q[2]}
	}
	lean := 0.0
	if i == 1 {
		lean = f.lean
	}
	return accurateRow(f.g, lo, hi, lean, math.Ldexp(1, math.Ilogb(f.end)-22), gateDegree)
}

// accurateRow returns a centre, at a distance lean from the middle of [lo, hi] and a multiple of unit, and the coefficients of f around it, of which the first two
// are next to numbers of float32: the centre is chosen for that.
func accurateRow(f func(num) num, lo, hi, lean, unit float64, degree int) (centre float64, c []float64) {
	middle, h := math.Round((lo+hi)/2/unit)*unit, (hi-lo)/2
	reach := h * 1.07
	p := floats(fit(func(t num) num { return f(plus(n(middle), t)) }, -reach, reach, degree))
	best := inf
	from := math.Round(lean / unit)
	for j := from - math.Floor(h/16/unit); j <= from+h/16/unit; j++ {
		q := shifted(p, j*unit)
		off := math.Abs(q[0]-float64(float32(q[0]))) + math.Abs(q[1]-float64(float32(q[1])))*h
		if off < best {
			best, centre, c = off, middle+j*unit, q
		}
	}
	return centre, c
}

// shifted returns the coefficients of p(t + by).
func shifted(p []float64, by float64) []float64 {
	q := append([]float64{}, p...)
	for i := range q {
		for k := len(q) - 2; k >= i; k-- {
			q[k] += by * q[k+1]
		}
	}
	return q
}

func (f *gate) form() form {
	var centre *table
	var rows [gateDegree + 1]*table
	return form{md: float32s, unroll: 2, before: func() {
		v := make([][]float64, gateDegree+2)
		for i := range 32 {
			c, p := f.row(i)
			for d, x := range append(p, c) {
				v[d] = append(v[d], x)
			}
		}
		for d := range rows {
			rows[d] = newTable("math32"+f.name+string(rune('a'+d)), v[d])
			if d < f.kept {
				rows[d].load()
			}
		}
		centre = newTable("math32"+f.name+"C", v[gateDegree+1]).load()
	}, body: func(x, _ vec) (vec, mask) {
		a := abs(x)
		z := value(f.slope)
		if f.bend != 0 {
			z = fma(value(f.bend), a, f.slope)
		}
		z = fma(z, a, magic32)
		t := sub(a, centre.lookup(z))
		p := rows[gateDegree].lookup(z)
		for d := gateDegree - 1; d >= 2; d-- {
			p = fma(p, t, rows[d].lookup(z))
		}
		w := acc(mul(p, mul(t, t)), t, rows[1].lookup(z))
		u := rows[0].lookup(z)
		first := mask(nil)
		if f.half {
			first = compare(z, equal, magic32)
		}
		for j := range first {
			VMULPS_BCST(constant(0.5), a[j], first[j], u[j])
		}
		b := greatest(0.0, x)
		// b - u, and what its rounding lost
		y := sub(b, u)
		var e vec
		if f.half { // u is not above b, or that is 0
			e = sub(sub(b, y), u)
		} else {
			v := sub(y, b)
			e = sub(sub(b, sub(y, v)), add(u, v))
		}
		y = add(y, sub(e, w))
		if f.half {
			y = withSign(y, x)
		}
		return choose(compare(x, greaterEq, f.end), x, y), compare(x, notGreater, -f.end)
	}, rest: f.rest}
}

// The activations: g(|x|) is what they are at -|x|, or that with the other sign.

func gelu32() form {
	return (&gate{
		name: "Gelu", half: true, slope: 3.5, bend: 0.38, end: 5.54, kept: 5, rest: quickGelu,
		g: func(a num) num { return times(a, bigNormal(a)) },
	}).form()
}

func geluTanh32() form {
	cube := quo(n(44715), n(1e6))
	slope := times(n(2), root(quo(n(2), bigPi)))
	return (&gate{
		name: "GeluTanh", half: true, slope: 2.9, bend: 0.62, end: 5.15, kept: gateDegree + 1, rest: quickGeluTanh,
		g: func(a num) num {
			return times(a, bigLogistic(times(times(a, slope), plus(n(1), times(cube, times(a, a))))))
		},
	}).form()
}

func silu32() form {
	return (&gate{
		name: "Silu", half: true, slope: 2.1, bend: -0.0196, end: 18, lean: -0.072, kept: gateDegree + 1, rest: quickSilu,
		g: func(a num) num { return times(a, bigLogistic(a)) },
	}).form()
}

func softplus32() form {
	return (&gate{
		name: "Softplus", slope: 1.745, end: 18, kept: 4, rest: quickSoftplus,
		g: func(a num) num { return minus(n(0), bigLog(plus(n(1), bigExp(minus(n(0), a))))) },
	}).form()
}

func bigLogistic(a num) num { return quo(n(1), plus(n(1), bigExp(a))) }
