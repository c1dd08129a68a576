package scalar

import (
	"math"
	"math/bits"
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

const logOff = 0x3fe6000000000000

// logDD returns log(x) for a finite x > 0, to a relative 2**-64 even near 1.
func logDD(x dd) dd {
	k0 := 0
	if x.h < 0x1p-1000 {
		x = x.scale(0x1p200)
		k0 = -200
	}
	ix := math.Float64bits(x.h)
	tmp := ix - logOff
	i := tmp >> 45 & 127
	k := int(int64(tmp) >> 52)
	z := math.Float64frombits(ix - tmp&(0xfff<<52))
	tab := &logTab[i]
	// 1/c has 10 bits, so both products are exact.
	zh := math.Float64frombits(math.Float64bits(z) &^ (1<<21 - 1))
	r := twoSum(float64(zh*tab[0])-1, float64((z-zh)*tab[0]))
	if x.l != 0 {
		r = r.addF(float64(x.l * pow2(-k) * tab[0]))
	}
	k += k0
	kf := float64(k)
	t := log1pSmall(r)
	s := twoSum(float64(kf*ln2Grid)+tab[1], t.h)
	return quickSum(s.h, s.l+(t.l+(float64(kf*ln2Rest)+tab[2])))
}

// log1pSmall returns log(1+r) for |r| < 2**-6.
func log1pSmall(r dd) dd {
	sq := r.mul(r)
	p := poly(r.h, 1./3, -1./4, 1./5, -1./6, 1./7, -1./8, 1./9, -1./10, 1./11, -1./12)
	return r.add(sq.scale(-0.5)).addF(float64(float64(sq.h*r.h) * p))
}

// log1pDD returns log(1+x) for x > -1 to a relative 2**-62.
func log1pDD(x dd) dd {
	if math.Abs(x.h) < 0x1p-7 {
		return log1pSmall(x)
	}
	return logDD(dd{1, 0}.add(x))
}

// expSplit writes exp(x), |x| < 1500, as 2**(i/128+k) * (1+p), to an absolute 2**-75 of p.
func expSplit(x dd) (i uint64, k int, p dd) {
	kd := (float64(x.h*invLn2By128) + round1) - round1
	a := x.h - float64(kd*ln2By128A)
	m := twoMul(kd, ln2By128B)
	r := twoSum(a, -m.h)
	r = quickSum(r.h, r.l-m.l-float64(kd*ln2By128C))
	if x.l != 0 {
		r = r.addF(x.l)
	}
	n := int(kd)
	sq := r.mul(r)
	q := poly(r.h, 1./6, 1./24, 1./120, 1./720, 1./5040, 1./40320)
	p = r.add(sq.scale(0.5)).addF(float64(float64(sq.h*r.h) * q))
	return uint64(n) & 127, n >> 7, p
}

// expDD returns v and k with exp(x) = v * 2**k, v in [0.99, 2.01], to a relative 2**-74, for |x| < 1500.
func expDD(x dd) (v dd, k int) {
	i, k, p := expSplit(x)
	t := &expTab[i]
	m := p.addF(t[1] + float64(t[1]*p.h)).mulF(t[0])
	s := twoSum(t[0], m.h)
	return quickSum(s.h, s.l+m.l), k
}

// expm1DD returns exp(x)-1 for |x| < 700, to a relative 2**-64.
func expm1DD(x dd) dd {
	i, k, p := expSplit(x)
	if i == 0 && k == 0 {
		return p
	}
	v, k := expDD(x)
	if k < -150 {
		return dd{-1, 0}
	}
	return v.scale(pow2(k)).addF(-1)
}

// expClamped is expDD for every finite x: beyond the range it returns a v and k that over- or underflow.
func expClamped(x dd) (v dd, k int) {
	switch {
	case x.h > 1490:
		return dd{1, 0}, 5000
	case x.h < -1490:
		return dd{1, 0}, -5000
	}
	return expDD(x)
}

// trigReduce returns k mod 128 and r with x = k*pi/64 + r, |r| a little above pi/128 at most, r to a relative 2**-64, for a finite x.
func trigReduce(x float64) (k int, r dd) {
	if math.Abs(x) < 32768 {
		kd := (float64(x*invPiBy64) + round1) - round1
		// The first two products are exact, and so is the first difference.
		r = twoSum(x-float64(kd*piBy64A), -float64(kd*piBy64B))
		r = quickSum(r.h, r.l-float64(kd*piBy64C))
		if kd == 0 || math.Abs(r.h) > 0x1p-40 {
			return int(kd) & 127, r
		}
	}
	return trigReduceBig(x)
}

// trigReduceBig is the reduction of Payne and Hanek: |x| = m*2**e times the bits of 1/(2 pi) from the first that matters.
func trigReduceBig(x float64) (k int, r dd) {
	ix := math.Float64bits(x)
	m := ix&(1<<52-1) | 1<<52
	e := int(ix>>52&0x7ff) - 1075
	word := func(j int) uint64 {
		if j < 0 || j >= len(turnBits) {
			return 0
		}
		return turnBits[j]
	}
	var w [4]uint64
	for j := range w {
		p := e + 64*j
		q, s := p>>6, uint(p&63)
		w[j] = word(q) << s
		if s != 0 {
			w[j] |= word(q+1) >> (64 - s)
		}
	}
	var p [4]uint64
	var carry uint64
	for j := 3; j >= 0; j-- {
		hi, lo := bits.Mul64(w[j], m)
		var c uint64
		p[j], c = bits.Add64(lo, carry, 0)
		carry = hi + c
	}
	// p is the fraction of a turn. Its top 7 bits, rounded, are k; the rest is signed.
	k = int((p[0] + 1<<56) >> 57)
	p[0] -= uint64(k) << 57
	neg := int64(p[0]) < 0
	if neg {
		var c uint64
		for j := 3; j >= 0; j-- {
			p[j], c = bits.Sub64(0, p[j], c)
		}
	}
	scale := 0
	for p[0] == 0 && scale < 192 {
		p[0], p[1], p[2], p[3] = p[1], p[2], p[3], 0
		scale += 64
	}
	if p[0] == 0 {
		return k & 127, dd{}
	}
	if s := uint(bits.LeadingZeros64(p[0])); s != 0 {
		p[0] = p[0]<<s | p[1]>>(64-s)
		p[1] = p[1]<<s | p[2]>>(64-s)
		scale += int(s)
	}
	f := quickSum(float64(float64(p[0]>>11)*0x1p-53), float64(float64(p[0]&0x7ff<<53|p[1]>>11)*0x1p-117))
	r = f.mul(dd{twoPiHi, twoPiLo}).scale(pow2(-scale))
	if neg {
		r = r.neg()
	}
	if ix>>63 != 0 {
		k, r = -k, r.neg()
	}
	return k & 127, r
}

// sincosDD returns sin and cos of k*pi/64 + r to a relative 2**-63.
func sincosDD(k int, r dd) (s, c dd) {
	t, u := &trigTab[k&127], &trigTab[(k+32)&127]
	s0, c0 := dd{t[0], t[1]}, dd{u[0], u[1]}
	sq := r.mul(r)
	sr := r.addF(float64(float64(sq.h*r.h) * poly(sq.h, -1./6, 1./120, -1./5040, 1./362880)))
	if r.h == 0 {
		sr = r
	}
	cm := sq.scale(-0.5).addF(float64(float64(sq.h*sq.h) * poly(sq.h, 1./24, -1./720, 1./40320, -1./3628800)))
	switch k & 63 {
	case 0:
		// sin(k*pi/64) is 0: keep the sign of a zero r.
		s = sr.scale(c0.h)
		c = c0.add(c0.mul(cm))
	case 32:
		s = s0.add(s0.mul(cm))
		c = sr.scale(-s0.h)
	default:
		s = s0.add(c0.mul(sr).add(s0.mul(cm)))
		c = c0.add(c0.mul(cm).sub(s0.mul(sr)))
	}
	return s, c
}

func sincosOf(x float64) (s, c dd) {
	if math.IsInf(x, 0) || x != x {
		return dd{nan, nan}, dd{nan, nan}
	}
	k, r := trigReduce(x)
	if x == 0 {
		r = dd{x, 0}
	}
	return sincosDD(k, r)
}

// atanRatio returns atan(y/x) for finite y >= 0, x >= 0, not both 0, to a relative 2**-63. The quotient must not underflow.
func atanRatio(y, x dd) dd {
	if y.h > x.h {
		return dd{halfPiHi, halfPiLo}.sub(atanRatio(x, y))
	}
	i := int(float64(y.h/x.h*64) + 0.5)
	var t dd
	if i == 0 {
		t = y.div(x)
	} else {
		c := float64(i) / 64
		t = y.sub(x.mulF(c)).div(x.add(y.mulF(c)))
	}
	sq := t.mul(t)
	a := t.add(t.mul(sq).mul(dd{-thirdHi, -thirdLo})).addF(float64(float64(float64(sq.h*sq.h)*t.h) * poly(sq.h, 1./5, -1./7, 1./9, -1./11)))
	return dd{atanTab[i][0], atanTab[i][1]}.add(a)
}

// atan2DD returns the angle of (x, y), finite and not both 0, |y.h| and |x.h| within 2**±900 of 1 or 0.
func atan2DD(y, x dd) dd {
	ys, xs := math.Signbit(y.h), math.Signbit(x.h)
	if ys {
		y = y.neg()
	}
	if xs {
		x = x.neg()
	}
	var a dd
	switch {
	case y.h == 0:
	case x.h == 0:
		a = dd{halfPiHi, halfPiLo}
	default:
		a = atanRatio(y, x)
	}
	if xs {
		a = dd{piHi, piLo}.sub(a)
	}
	if ys {
		a = a.neg()
	}
	return a
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

// sixteenth returns the index of ax's interval among 16 per octave, from 2**-4 on, and ax's distance from its middle.
func sixteenth(ax float64) (uint64, float64) {
	ix := math.Float64bits(ax)
	mid := math.Float64frombits(ix&^(1<<48-1) | 1<<47)
	return ix>>48 - (1023-4)<<4, ax - mid
}

// millsDD returns Phi(-x)*exp(x*x/2) for 0 <= x < 64, to a relative 2**-58, Phi the normal distribution.
func millsDD(x float64) dd {
	if x < 0x1p-4 {
		return row(&mills0, x-0x1p-5)
	}
	i, t := sixteenth(x)
	return row(&millsTab[i], t)
}
