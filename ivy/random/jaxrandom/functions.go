package jaxrandom

import (
	"math"

	"github.com/goivy/goivy/ivy/random/internal/libm"
)

// The functions that XLA computes by polynomials, with the fused operations of its code for CPUs with FMA. Coefficients are
// those of the Cephes library for log, of M. Giles, "Approximating the erfinv function" (2010), and of XLA for the others.

// horner32 returns the polynomial of x with the coefficients, highest first.
func horner32(x float32, coefficients ...float32) float32 {
	r := coefficients[0]
	for _, c := range coefficients[1:] {
		r = libm.FMA32(r, x, c)
	}
	return r
}

func horner64(x float64, coefficients []float64) float64 {
	r := coefficients[0]
	for _, c := range coefficients[1:] {
		r = math.FMA(r, x, c)
	}
	return r
}

// log32 returns the natural logarithm, with an error of some 1.5 units in the last place.
func log32(x float32) float32 {
	switch {
	case x != x || x < 0:
		return float32(math.NaN())
	case x == 0:
		return float32(math.Inf(-1))
	case math.IsInf(float64(x), 1):
		return x
	}
	bits := math.Float32bits(max(x, 0x1p-126))
	e := float32(int32(bits>>23) - 126)
	m := math.Float32frombits(bits&0x7fffff | 0x3f000000)
	t := m - 1
	if m < math.Float32frombits(0x3f3504f3) { // the root of 1/2
		t += m
		e--
	}
	t2 := float32(t * t)
	t3 := float32(t2 * t)
	a := libm.FMA32(libm.FMA32(0x1.204376p-4, t, -0x1.d7a37p-4), t, 0x1.de4a34p-4)
	b := libm.FMA32(libm.FMA32(-0x1.fcba9ep-4, t, 0x1.23d37ep-3), t, -0x1.555ca0p-3)
	c := libm.FMA32(libm.FMA32(0x1.999d58p-3, t, -0x1.fffff8p-3), t, 0x1.555554p-2)
	q := libm.FMA32(libm.FMA32(a, t3, b), t3, c)
	r := libm.FMA32(q, t3, float32(e*math.Float32frombits(0xb95e8083)))
	r = libm.FMA32(t2, -0.5, t) + r
	return libm.FMA32(e, math.Float32frombits(0x3f318000), r)
}

// log1p32 returns the natural logarithm of 1 + x.
func log1p32(x float32) float32 {
	if !(float32(math.Abs(float64(x))) < math.Float32frombits(0x3ed413cd)) {
		return log32(x + 1)
	}
	x2 := float32(x * x)
	n, d := log1pNumerator32[0], log1pDenominator32[0]
	for i := 1; i < len(log1pNumerator32); i++ {
		n, d = libm.FMA32(n, x, log1pNumerator32[i]), libm.FMA32(d, x, log1pDenominator32[i])
	}
	return x + libm.FMA32(x2, -0.5, float32(float32(x*x2)*(n/d)))
}

// erfinv32 returns the inverse of the error function.
func erfinv32(u float32) float32 {
	if u == 1 || u == -1 {
		return u * float32(math.Inf(1))
	}
	w := -log1p32(-float32(u * u))
	p := &erfinvMiddle32
	if w < 5 {
		w -= 2.5
	} else {
		w = float32(math.Sqrt(float64(w))) - 3
		p = &erfinvEnds32
	}
	r := p[0]
	for _, c := range p[1:] {
		r = libm.FMA32(r, w, c)
	}
	return r * u
}

// erf32 returns the error function.
func erf32(x float32) float32 {
	const most = 3.832506856900711
	x = min(max(x, -most), most)
	x2 := float32(x * x)
	n := horner32(x2, .00022905065861350646, .0034082910107109506, .050955695062380861, .18520832239976145, 1.128379143519084)
	d := horner32(x2, -1.1791602954361697e-7, 2.3547966471313185e-5, .0010179625278914885, .014070470171167667,
		.11098505178285362, .49746925110067538, 1)
	return float32(x*n) / d
}

// log64 returns the natural logarithm.
func log64(x float64) float64 { return libm.Log(x) }

// log1p64 returns the natural logarithm of 1 + x.
func log1p64(x float64) float64 {
	if !(math.Abs(x) < math.Float64frombits(0x3fda827999fcef32)) {
		return log64(x + 1)
	}
	x2 := float64(x * x)
	q := horner64(x, log1pNumerator64[:]) / horner64(x, log1pDenominator64[:])
	return x + math.FMA(x2, -0.5, float64(float64(x*x2)*q))
}

// erfinv64 returns the inverse of the error function.
func erfinv64(u float64) float64 {
	if u == 1 || u == -1 {
		return u * math.Inf(1)
	}
	w := -log1p64(-float64(u * u))
	switch {
	case w < 6.25:
		return horner64(w-3.125, erfinvMiddle64[:]) * u
	case w < 16:
		return horner64(math.Sqrt(w)-3.25, erfinvOuter64[:]) * u
	}
	return horner64(math.Sqrt(w)-5, erfinvEnds64[:]) * u
}

// erfinvs64 replaces each number by its erfinv64, times scale: four at a time, since each step of Horner's rule waits for the one before.
func erfinvs64(dst []float64, scale float64) {
	for ; len(dst) >= 4; dst = dst[4:] {
		d := (*[4]float64)(dst)
		var w [4]float64
		for i, u := range d {
			w[i] = -log1p64(-float64(u * u))
		}
		if !(max(w[0], w[1], w[2], w[3]) < 6.25) {
			apply(d[:], func(u float64) float64 { return scale * erfinv64(u) })
			continue
		}
		x0, x1, x2, x3 := w[0]-3.125, w[1]-3.125, w[2]-3.125, w[3]-3.125
		first := erfinvMiddle64[0]
		r0, r1, r2, r3 := first, first, first, first
		for _, c := range erfinvMiddle64[1:] {
			r0, r1, r2, r3 = math.FMA(r0, x0, c), math.FMA(r1, x1, c), math.FMA(r2, x2, c), math.FMA(r3, x3, c)
		}
		d[0], d[1], d[2], d[3] = scale*float64(r0*d[0]), scale*float64(r1*d[1]), scale*float64(r2*d[2]), scale*float64(r3*d[3])
	}
	apply(dst, func(u float64) float64 { return scale * erfinv64(u) })
}
