package elementary

import (
	"math"
	"math/bits"
)

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

// tiny3 is x + c x**3 where that differs from x by less than a last place; a subnormal x is returned as it is.
func tiny3(x, c float64) float64 {
	if math.Abs(x) < 0x1p-300 {
		return x // a zero keeps its sign
	}
	return x + float64(x*float64(c*float64(x*x)))
}

// Sin returns the sine of x, in radians, for arguments of any size.
func Sin(x float64) float64 {
	a := [1]float64{x}
	sinLoop(a[:], a[:])
	return a[0]
}

func sinLoop(dst, x []float64) {
	dst = dst[:len(x)]
	for i := 0; ; i++ {
		for ; uint(i) < uint(len(x)); i++ {
			v := x[i]
			z := float64(v*invPiBy64) + round1
			n := math.Float64bits(z)
			kd := z - round1
			a := v - float64(kd*piBy64A)
			b := float64(kd * piBy64B)
			r := a - b
			if !(math.Abs(v) < 32768 && math.Abs(r) > 0x1p-40) {
				break
			}
			t := &trigTab[n&127]
			r2 := float64(r * r)
			sr := (a - r) - b - float64(kd*piBy64C) + float64(float64(r*r2)*(-1./6+float64(r2*(1./120+float64(r2*(-1./5040))))))
			cm := float64(r2 * (-0.5 + float64(r2*(1./24+float64(r2*(-1./720))))))
			// the sine of the row's angle plus r, its first two terms exactly
			rh := short26(r)
			m := quickSum(t[0], float64(t[2]*rh))
			w := float64(t[2]*(r-rh)) + float64(t[3]*r) + (float64(t[0]*cm) + float64((t[2]+t[3])*sr))
			dst[i] = m.h + (m.l + t[1] + w)
		}
		if uint(i) >= uint(len(x)) {
			return
		}
		dst[i] = sinSlow(x[i])
	}
}

// sinSlow returns the sine of x, in radians, for arguments of any size.
func sinSlow(x float64) float64 {
	if math.Abs(x) < 0x1p-27 {
		return tiny3(x, -1./6)
	}
	s, _ := sincosOf(x)
	return s.val()
}

// Cos returns the cosine of x, in radians, for arguments of any size.
func Cos(x float64) float64 {
	a := [1]float64{x}
	cosLoop(a[:], a[:])
	return a[0]
}

func cosLoop(dst, x []float64) {
	dst = dst[:len(x)]
	for i := 0; ; i++ {
		for ; uint(i) < uint(len(x)); i++ {
			v := x[i]
			z := float64(v*invPiBy64) + round1
			n := math.Float64bits(z)
			kd := z - round1
			a := v - float64(kd*piBy64A)
			b := float64(kd * piBy64B)
			r := a - b
			if !(math.Abs(v) < 32768 && math.Abs(r) > 0x1p-40) {
				break
			}
			t := &trigTab[(n+32)&127]
			r2 := float64(r * r)
			sr := (a - r) - b - float64(kd*piBy64C) + float64(float64(r*r2)*(-1./6+float64(r2*(1./120+float64(r2*(-1./5040))))))
			cm := float64(r2 * (-0.5 + float64(r2*(1./24+float64(r2*(-1./720))))))
			// the sine of the row's angle plus r, its first two terms exactly
			rh := short26(r)
			m := quickSum(t[0], float64(t[2]*rh))
			w := float64(t[2]*(r-rh)) + float64(t[3]*r) + (float64(t[0]*cm) + float64((t[2]+t[3])*sr))
			dst[i] = m.h + (m.l + t[1] + w)
		}
		if uint(i) >= uint(len(x)) {
			return
		}
		dst[i] = cosSlow(x[i])
	}
}

// cosSlow returns the cosine of x, in radians, for arguments of any size.
func cosSlow(x float64) float64 {
	_, c := sincosOf(x)
	return c.val()
}

// Tan returns the tangent of x, in radians, for arguments of any size.
func Tan(x float64) float64 {
	if math.Abs(x) < 0x1p-27 {
		return tiny3(x, 1./3)
	}
	s, c := sincosOf(x)
	if s.h != s.h {
		return nan
	}
	return s.div(c).val()
}

// sinPoly returns sin(r), |r| <= pi/2, to 37 bits.
func sinPoly(r float64) float64 {
	u := float64(r * r)
	u2 := float64(u * u)
	c := &sinCoef32
	p := (c[0] + float64(u*c[1])) + float64(u2*((c[2]+float64(u*c[3]))+float64(u2*(c[4]+float64(u*c[5])))))
	return r * p
}

// Sin32 returns the sine of x, in radians, for arguments of any size.
func Sin32(x float32) float32 {
	a := [1]float32{x}
	sinLoop32(a[:], a[:])
	return a[0]
}

func sinLoop32(dst, x []float32) {
	dst = dst[:len(x)]
	for i := 0; ; i++ {
		for ; uint(i) < uint(len(x)); i++ {
			v := x[i]
			if !(v > -1e6 && v < 1e6) {
				break
			}
			d := float64(v)
			z := float64(d*(1/math.Pi)) + round1
			kd := z - round1
			r := d - float64(kd*piA) - float64(kd*piB)
			dst[i] = float32(math.Float64frombits(math.Float64bits(sinPoly(r)) ^ math.Float64bits(z)<<63))
		}
		if uint(i) >= uint(len(x)) {
			return
		}
		dst[i] = float32(sinSlow(float64(x[i])))
	}
}

// Cos32 returns the cosine of x, in radians, for arguments of any size.
func Cos32(x float32) float32 {
	a := [1]float32{x}
	cosLoop32(a[:], a[:])
	return a[0]
}

func cosLoop32(dst, x []float32) {
	dst = dst[:len(x)]
	for i := 0; ; i++ {
		for ; uint(i) < uint(len(x)); i++ {
			v := x[i]
			if !(v > -1e6 && v < 1e6) {
				break
			}
			d := float64(v)
			z := (float64(d*(1/math.Pi)) - 0.5) + round1
			kd := (z - round1) + 0.5
			r := d - float64(kd*piA) - float64(kd*piB)
			dst[i] = float32(math.Float64frombits(math.Float64bits(sinPoly(r)) ^ ^math.Float64bits(z)<<63))
		}
		if uint(i) >= uint(len(x)) {
			return
		}
		dst[i] = float32(cosSlow(float64(x[i])))
	}
}

// Tan32 returns the tangent of x, in radians, for arguments of any size.
func Tan32(x float32) float32 {
	a := [1]float32{x}
	tanLoop32(a[:], a[:])
	return a[0]
}

func tanLoop32(dst, x []float32) {
	dst = dst[:len(x)]
	for i := 0; ; i++ {
		for ; uint(i) < uint(len(x)); i++ {
			v := x[i]
			if !(v > -1e6 && v < 1e6) {
				break
			}
			d := float64(v)
			z := float64(d*(1/math.Pi)) + round1
			kd := z - round1
			s := sinPoly(d - float64(kd*piA) - float64(kd*piB))
			// the same for the cosine, a quarter turn off, towards d
			h := math.Copysign(0.5, s)
			kd += h
			c := sinPoly(d - float64(kd*piA) - float64(kd*piB))
			dst[i] = float32(-s / c * (2 * h))
		}
		if uint(i) >= uint(len(x)) {
			return
		}
		dst[i] = float32(Tan(float64(x[i])))
	}
}

// CSin returns the sine of z: -i*sinh(i*z).
func CSin(z complex128) complex128 { return overI(CSinh(timesI(z))) }

// CCos returns the cosine of z: cosh(i*z).
func CCos(z complex128) complex128 { return CCosh(timesI(z)) }

// CTan returns the tangent of z: -i*tanh(i*z).
func CTan(z complex128) complex128 { return overI(CTanh(timesI(z))) }
