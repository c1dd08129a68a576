package elementary

import (
	"math"
)

// dd is the unevaluated sum of two float64, |l| at most half a unit of h's last place. Its operations have a relative
// error of some 2**-104 unless they say otherwise (Dekker 1971; Joldes, Muller, Popescu 2017).
//
// Products that are added to something are written float64(a*b): without the conversion the compiler may fuse the two
// operations on some machines, and results would differ between them. math.FMA is exact everywhere. To look for fused
// operations that are none of its calls: GOARCH=arm64 go build -gcflags=-S . 2>&1 | grep -E 'FN?M(ADD|SUB)'
type dd struct{ h, l float64 }

// round1 is added and subtracted to round a number below 2**51 to an integer, ties to even.
const round1 = 0x1.8p52

var (
	inf = math.Inf(1)
	nan = math.NaN()
)

func twoSum(a, b float64) dd {
	s := a + b
	t := s - a
	return dd{s, (a - (s - t)) + (b - t)}
}

// quickSum wants |a| >= |b| or a == 0.
func quickSum(a, b float64) dd {
	s := a + b
	return dd{s, b - (s - a)}
}

func twoMul(a, b float64) dd {
	p := float64(a * b)
	return dd{p, math.FMA(a, b, -p)}
}

func (a dd) add(b dd) dd {
	s, t := twoSum(a.h, b.h), twoSum(a.l, b.l)
	s = quickSum(s.h, s.l+t.h)
	return quickSum(s.h, s.l+t.l)
}

func (a dd) addF(b float64) dd {
	s := twoSum(a.h, b)
	return quickSum(s.h, s.l+a.l)
}

func (a dd) neg() dd { return dd{-a.h, -a.l} }

func (a dd) sub(b dd) dd { return a.add(b.neg()) }

func (a dd) mul(b dd) dd {
	p := twoMul(a.h, b.h)
	return quickSum(p.h, p.l+(float64(a.h*b.l)+float64(a.l*b.h)))
}

func (a dd) mulF(b float64) dd {
	p := twoMul(a.h, b)
	return quickSum(p.h, math.FMA(a.l, b, p.l))
}

// scale multiplies by s, a power of two.
func (a dd) scale(s float64) dd { return dd{float64(a.h * s), float64(a.l * s)} }

func (a dd) div(b dd) dd {
	q := a.h / b.h
	r := math.FMA(-q, b.h, a.h) + (a.l - float64(q*b.l))
	s := quickSum(q, r/b.h)
	// A second step: the first leaves 2**-102 or so, but more when b.l is large against b.h.
	t := a.sub(b.mul(s))
	return quickSum(s.h, s.l+t.h/b.h)
}

func (a dd) sqrt() dd {
	if a.h <= 0 {
		return dd{math.Sqrt(a.h), 0}
	}
	s := math.Sqrt(a.h)
	r := math.FMA(-s, s, a.h) + a.l
	return quickSum(s, r/(2*s))
}

func (a dd) val() float64 { return a.h + a.l }

// pow2 is 2**k for -1074 <= k <= 1023.
func pow2(k int) float64 {
	if k < -1022 {
		return math.Float64frombits(1 << uint(k+1074))
	}
	return math.Float64frombits(uint64(k+1023) << 52)
}

// ldexp returns v * 2**k rounded once; |v| is between 2**-100 and 2**100, or 0.
func (v dd) ldexp(k int) float64 {
	switch {
	case v.h == 0:
		return v.h
	case k > 1200:
		k = 1200
	case k < -1300:
		k = -1300
	}
	e := int(math.Float64bits(v.h)>>52&0x7ff) - 1023
	if e+k >= -1022 {
		s := v.val()
		switch {
		case k > 1023:
			return s * 0x1p1023 * pow2(k-1023)
		case k < -1022:
			return s * 0x1p-600 * pow2(k+600)
		}
		return s * pow2(k)
	}
	// The result is subnormal: round v to a multiple of u, its last place.
	if k < -1074-120 {
		return math.Copysign(0, v.h)
	}
	n := -1074 - k
	u := math.Ldexp(1, n)
	big := float64(round1 * u)
	t := twoSum(big, v.h)
	rest := t.l + v.l
	y := t.h - big
	if rest > u/2 {
		y += u
	} else if rest < -u/2 {
		y -= u
	}
	return math.Copysign(math.Ldexp(y, k), v.h)
}

// norm writes v as w * 2**e with w.h in [1/2, 1), or 0.
func (v dd) norm() (w dd, e int) {
	f, e := math.Frexp(v.h)
	if v.l == 0 {
		return dd{f, 0}, e
	}
	return dd{f, math.Ldexp(v.l, -e)}, e
}

// ldexpMul returns v * w * 2**k rounded once, for v and w of any size.
func ldexpMul(v, w dd, k int) float64 {
	v, d := v.norm()
	w, e := w.norm()
	return v.mul(w).ldexp(k + d + e)
}

// poly evaluates c[0] + c[1] x + ...
func poly(x float64, c ...float64) float64 {
	s := c[len(c)-1]
	for i := len(c) - 2; i >= 0; i-- {
		s = float64(s*x) + c[i]
	}
	return s
}

// row evaluates a row of erfTab, tanhTab or millsTab at the middle plus t.
func row(c *[12]float64, t float64) dd {
	t2 := float64(t * t)
	t4 := float64(t2 * t2)
	p := (c[2] + float64(c[3]*t)) + float64(t2*(c[4]+float64(c[5]*t)))
	q := (c[6] + float64(c[7]*t)) + float64(t2*(c[8]+float64(c[9]*t)))
	p += float64(t4 * (q + float64(t4*c[10])))
	return quickSum(c[0], c[1]+float64(t*p))
}

// rowVal is row, rounded.
func rowVal(c *[12]float64, t float64) float64 {
	t2 := float64(t * t)
	t4 := float64(t2 * t2)
	p := (c[2] + float64(c[3]*t)) + float64(t2*(c[4]+float64(c[5]*t)))
	q := (c[6] + float64(c[7]*t)) + float64(t2*(c[8]+float64(c[9]*t)))
	p += float64(t4 * (q + float64(t4*c[10])))
	return c[0] + (c[1] + float64(t*p))
}

// sixteenth returns the index of ax's interval among 16 per octave, from 2**-4 on, and ax's distance from its middle.
func sixteenth(ax float64) (uint64, float64) {
	ix := math.Float64bits(ax)
	mid := math.Float64frombits(ix&^(1<<48-1) | 1<<47)
	return ix>>48 - (1023-4)<<4, ax - mid
}

// short26 clears all but the upper 26 bits of x's significand: products of two such numbers are exact.
func short26(x float64) float64 { return math.Float64frombits(math.Float64bits(x) &^ (1<<27 - 1)) }

// The loops test the bits of a float32 and convert it after: a value that is converted while it is still needed, or into
// the register of a call, goes to a register whose old content the instruction waits for (CVTSS2SD), which doubles the time.
const (
	bits1       = 0x3f800000 // float32(1)
	bitsMax     = 0x7f7fffff // float32(math.MaxFloat32)
	bits37      = 0x42140000 // float32(37)
	bits350     = 0x43af0000 // float32(350)
	bits700     = 0x442f0000 // float32(700)
	bitsMillion = 0x49742400 // float32(1e6)
)

// abs32 returns the bits of |v|: those of NaN and infinities are above all others.
func abs32(v float32) uint32 { return math.Float32bits(v) &^ (1 << 31) }

// widen returns float64(x) of a finite x by integer operations, for functions where the conversion would wait so.
func widen(x float32) float64 {
	b := uint64(math.Float32bits(x))
	return float64(math.Float64frombits(b<<32&(1<<63)|b<<33>>4) * 0x1p896)
}

// clamp moves j into [0, n], without a branch that data could mislead.
func clamp(j, n int32) int32 {
	j &^= j >> 31
	d := n - j
	return n - d&^(d>>31)
}
