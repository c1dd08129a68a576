package elementary

import (
	"math"
)

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

// Exp returns e**x.
func Exp(x float64) float64 {
	a := [1]float64{x}
	expLoop(a[:], a[:])
	return a[0]
}

func expLoop(dst, x []float64) {
	dst = dst[:len(x)]
	for i := 0; ; i++ {
		for ; uint(i) < uint(len(x)); i++ {
			v := x[i]
			if !(v > -670 && v < 709) {
				break
			}
			z := float64(v*invLn2By128) + round1
			n := math.Float64bits(z)
			kd := z - round1
			r := v - float64(kd*ln2By128A) - float64(kd*ln2By128BC)
			t := &expTab[n&127]
			s := math.Float64frombits(math.Float64bits(t[0]) + n&^127<<45)
			r2 := float64(r * r)
			p := t[1] + (r + (float64(r2*(0.5+float64(r*(1./6)))) + float64(float64(r2*r2)*(1./24+float64(r*(1./120))))))
			dst[i] = s + float64(s*p)
		}
		if uint(i) >= uint(len(x)) {
			return
		}
		dst[i] = expSlow(x[i])
	}
}

// expSlow returns e**x.
func expSlow(x float64) float64 {
	switch {
	case x != x || x == inf:
		return x
	case x > 710:
		return inf
	case x < -746:
		return 0
	}
	v, k := expDD(dd{x, 0})
	return v.ldexp(k)
}

// Expm1 returns e**x - 1, exact to the last places near 0.
func Expm1(x float64) float64 {
	a := [1]float64{x}
	expm1Loop(a[:], a[:])
	return a[0]
}

func expm1Loop(dst, x []float64) {
	dst = dst[:len(x)]
	for i := 0; ; i++ {
		for ; uint(i) < uint(len(x)); i++ {
			v := x[i]
			if !(v > -700 && v < 709) {
				break
			}
			z := float64(v*invLn2By128) + round1
			n := math.Float64bits(z)
			kd := z - round1
			a := v - float64(kd*ln2By128A)
			b := float64(kd * ln2By128BC)
			r := a - b
			t := &expTab[n&127]
			s := math.Float64frombits(math.Float64bits(t[0]) + n&^127<<45)
			r2 := float64(r * r)
			q := ((a - r) - b + (t[1] + float64(t[1]*r))) + (float64(r2*(0.5+float64(r*(1./6)))) + float64(float64(r2*r2)*((1./24+float64(r*(1./120)))+float64(r2*(1./720)))))
			// s - 1 + s*(r+q), the first two parts of it exactly
			s1 := twoSum(s, -1)
			sh, rh := short26(s), short26(r)
			m := quickSum(s1.h, float64(sh*rh))
			w := m.l + s1.l + (float64(sh*(r-rh)) + float64((s-sh)*r) + float64(s*q))
			dst[i] = math.Copysign(m.h+w, v)
		}
		if uint(i) >= uint(len(x)) {
			return
		}
		dst[i] = expm1Slow(x[i])
	}
}

// expm1Slow returns e**x - 1, exact to the last places near 0.
func expm1Slow(x float64) float64 {
	switch {
	case x != x || x == inf || x == 0:
		return x
	case x > 710:
		return inf
	case x < -60:
		return -1
	case math.Abs(x) < 0x1p-55:
		return x
	case x > 100:
		return Exp(x)
	}
	return expm1DD(dd{x, 0}).val()
}

// Exp32 returns e**x.
func Exp32(x float32) float32 {
	a := [1]float32{x}
	expLoop32(a[:], a[:])
	return a[0]
}

func expLoop32(dst, x []float32) {
	dst = dst[:len(x)]
	for i := 0; ; i++ {
		for ; uint(i) < uint(len(x)); i++ {
			v := x[i]
			if !(v > -700 && v < 700) {
				break
			}
			d := float64(v)
			z := float64(d*invLn2By32) + round1
			n := math.Float64bits(z)
			r := d - float64((z-round1)*(ln2Hi/32))
			s := math.Float64frombits(math.Float64bits(expTab32[n&31]) + n&^31<<47)
			r2 := float64(r * r)
			p := r + float64(r2*((0.5+float64(r*(1./6)))+float64(r2*(1./24))))
			dst[i] = float32(s + float64(s*p))
		}
		if uint(i) >= uint(len(x)) {
			return
		}
		dst[i] = float32(expSlow(float64(x[i])))
	}
}

// quickExp returns exp(d) for |d| < 700 to 38 bits.
func quickExp(d float64) float64 {
	z := float64(d*invLn2By32) + round1
	n := math.Float64bits(z)
	r := d - float64((z-round1)*(ln2Hi/32))
	s := math.Float64frombits(math.Float64bits(expTab32[n&31]) + n&^31<<47)
	r2 := float64(r * r)
	p := r + float64(r2*((0.5+float64(r*(1./6)))+float64(r2*(1./24))))
	return s + float64(s*p)
}

// Expm132 returns e**x - 1, exact to the last places near 0.
func Expm132(x float32) float32 {
	a := [1]float32{x}
	expm1Loop32(a[:], a[:])
	return a[0]
}

func expm1Loop32(dst, x []float32) {
	dst = dst[:len(x)]
	for i := 0; ; i++ {
		for ; uint(i) < uint(len(x)); i++ {
			v := x[i]
			if abs32(v)-1 >= bits700-1 { // zeros too: the sum below would lose their sign
				break
			}
			d := float64(v)
			z := float64(d*invLn2By32) + round1
			n := math.Float64bits(z)
			r := d - float64((z-round1)*(ln2Hi/32))
			s := math.Float64frombits(math.Float64bits(expTab32[n&31]) + n&^31<<47)
			r2 := float64(r * r)
			p := r + float64(r2*((0.5+float64(r*(1./6)))+float64(r2*(1./24+float64(r*(1./120))))))
			dst[i] = float32((s - 1) + float64(s*p))
		}
		if uint(i) >= uint(len(x)) {
			return
		}
		dst[i] = float32(expm1Slow(float64(x[i])))
	}
}

// quickExpm1 returns exp(d)-1 for |d| < 700 to 38 bits; +0 for -0.
func quickExpm1(d float64) float64 {
	z := float64(d*invLn2By32) + round1
	n := math.Float64bits(z)
	r := d - float64((z-round1)*(ln2Hi/32))
	s := math.Float64frombits(math.Float64bits(expTab32[n&31]) + n&^31<<47)
	r2 := float64(r * r)
	p := r + float64(r2*((0.5+float64(r*(1./6)))+float64(r2*(1./24+float64(r*(1./120))))))
	return (s - 1) + float64(s*p)
}

// CExp returns e**z.
func CExp(z complex128) complex128 {
	a, b := real(z), imag(z)
	switch {
	case b == 0:
		return complex(Exp(a), b)
	case a == inf && !isFinite(b):
		return complex(inf, nan)
	case a == -inf && !isFinite(b):
		return 0
	case a == inf:
		return cis(inf, b)
	case a == -inf:
		return cis(0, b)
	case !isFinite(a) || !isFinite(b):
		return cNaN()
	}
	v, k := expClamped(dd{a, 0})
	s, c := sincosOf(b)
	return complex(ldexpMul(v, c, k), ldexpMul(v, s, k))
}

// cis returns r*cos(b) and r*sin(b) for an r that is infinite or zero.
func cis(r, b float64) complex128 {
	s, c := sincosOf(b)
	sign := math.Copysign(1, r)
	r = math.Abs(r)
	return complex(sign*math.Copysign(r, c.h), sign*math.Copysign(r, s.h))
}

// CExpm1 returns e**z - 1, exact to the last places near 0.
func CExpm1(z complex128) complex128 {
	a, b := real(z), imag(z)
	switch {
	case b == 0:
		return complex(Expm1(a)+0, b) // of both zeros +0, as the standard has it
	case a == -inf && !isFinite(b):
		return -1
	case a == -inf:
		return complex(-1, imag(cis(0, b)))
	case !isFinite(a) || !isFinite(b) || a >= 690:
		return CExp(z)
	}
	v, k := expClamped(dd{a, 0})
	s, _ := sincosOf(b)
	im := ldexpMul(v, s, k)
	if a < -80 {
		return complex(-1, im)
	}
	// (1+m)*(1+c) - 1, m = exp(a)-1 and c = cos(b)-1
	h, _ := sincosOf(b / 2)
	c := h.mul(h).scale(-2)
	m := dd{a, 0}
	if math.Abs(a) > 0x1p-100 {
		m = expm1DD(m)
	}
	return complex(m.add(c).add(m.mul(c)).val(), im)
}
