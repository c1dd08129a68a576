package elementary

import (
	"math"
)

// Sigmoid returns 1/(1+exp(-x)).
func Sigmoid(x float64) float64 {
	a := [1]float64{x}
	sigmoidLoop(a[:], a[:])
	return a[0]
}

func sigmoidLoop(dst, x []float64) {
	dst = dst[:len(x)]
	for i := 0; ; i++ {
		for ; uint(i) < uint(len(x)); i++ {
			v := x[i]
			if !(v > -700 && v < 700) {
				break
			}
			a := -math.Abs(v)
			z := float64(a*invLn2By128) + round1
			n := math.Float64bits(z)
			kd := z - round1
			r := a - float64(kd*ln2By128A) - float64(kd*ln2By128BC)
			t := &expTab[n&127]
			s := math.Float64frombits(math.Float64bits(t[0]) + n&^127<<45)
			r2 := float64(r * r)
			p := float64(s * (t[1] + (r + (float64(r2*(0.5+float64(r*(1./6)))) + float64(float64(r2*r2)*(1./24+float64(r*(1./120))))))))
			e := quickSum(s, p)
			d := quickSum(1, e.h)
			d.l += e.l
			// q is 1/d to 26 bits, f its relative error; the numerator is 1 or e.
			q := short26(1 / d.h)
			dh := short26(d.h)
			f := (1 - float64(q*dh)) - float64(q*((d.h-dh)+d.l))
			f += float64(f * f)
			neg := uint64(int64(math.Float64bits(v)) >> 63)
			nh := math.Float64frombits(math.Float64bits(e.h)&neg | 0x3ff<<52&^neg)
			nl := math.Float64frombits(math.Float64bits(e.l) & neg)
			n26 := short26(nh)
			dst[i] = float64(n26*q) + float64(q*(((nh-n26)+nl)+float64(nh*f)))
		}
		if uint(i) >= uint(len(x)) {
			return
		}
		dst[i] = sigmoidSlow(x[i])
	}
}

// sigmoidSlow returns 1/(1+exp(-x)).
func sigmoidSlow(x float64) float64 {
	switch {
	case x != x:
		return x
	case x > 40:
		return 1
	case x < -40:
		return Exp(x)
	}
	v, k := expDD(dd{-math.Abs(x), 0})
	return sigmoidOf(v.scale(pow2(k)), x < 0).val()
}

// sigmoidOf returns 1/(1+e), or e/(1+e).
func sigmoidOf(e dd, neg bool) dd {
	d := quickSum(1, e.h)
	d.l += e.l
	if neg {
		return e.div(d)
	}
	return dd{1, 0}.div(d)
}

// Silu returns x/(1+exp(-x)); -0 at -Inf.
func Silu(x float64) float64 {
	a := [1]float64{x}
	siluLoop(a[:], a[:])
	return a[0]
}

func siluLoop(dst, x []float64) {
	dst = dst[:len(x)]
	for i, v := range x {
		if !(v > -700 && v < 700) || math.Abs(v) < 0x1p-900 {
			dst[i] = siluSlow(v)
			continue
		}
		h, l := sigmoidParts(v)
		dst[i] = math.FMA(v, h, float64(v*l))
	}
}

// siluSlow returns x/(1+exp(-x)); -0 at -Inf.
func siluSlow(x float64) float64 {
	return timesSigmoid(x, dd{x, 0})
}

// timesSigmoid returns x/(1+exp(-u)), u of x's sign and not much smaller.
func timesSigmoid(x float64, u dd) float64 {
	switch {
	case x != x || u.h > 40:
		return x
	case u.h < -800:
		return math.Copysign(0, -1)
	case u.h < -40:
		f, e := math.Frexp(x)
		v, k := expDD(u)
		return v.mulF(f).ldexp(k + e)
	}
	a := u
	if u.h > 0 {
		a = u.neg()
	}
	v, k := expDD(a)
	s := sigmoidOf(v.scale(pow2(k)), u.h < 0)
	if math.Abs(x) < 0x1p-900 {
		return x * s.h
	}
	return s.mulF(x).val()
}

// sigmoidParts returns 1/(1+exp(-v)) as h+l, h in 52 bits, for |v| < 700.
func sigmoidParts(v float64) (h, l float64) {
	a := -math.Abs(v)
	z := float64(a*invLn2By128) + round1
	n := math.Float64bits(z)
	kd := z - round1
	r := a - float64(kd*ln2By128A) - float64(kd*ln2By128BC)
	t := &expTab[n&127]
	s := math.Float64frombits(math.Float64bits(t[0]) + n&^127<<45)
	r2 := float64(r * r)
	p := float64(s * (t[1] + (r + (float64(r2*(0.5+float64(r*(1./6)))) + float64(float64(r2*r2)*(1./24+float64(r*(1./120))))))))
	e := quickSum(s, p)
	d := quickSum(1, e.h)
	d.l += e.l
	// q is 1/d to 26 bits, f its relative error; the numerator is 1 or e.
	q := short26(1 / d.h)
	dh := short26(d.h)
	f := (1 - float64(q*dh)) - float64(q*((d.h-dh)+d.l))
	f += float64(f * f)
	neg := uint64(int64(math.Float64bits(v)) >> 63)
	nh := math.Float64frombits(math.Float64bits(e.h)&neg | 0x3ff<<52&^neg)
	nl := math.Float64frombits(math.Float64bits(e.l) & neg)
	n26 := short26(nh)
	return float64(n26 * q), float64(q * (((nh - n26) + nl) + float64(nh*f)))
}

// Softplus returns log(1+exp(x)).
func Softplus(x float64) float64 {
	switch {
	case x != x || x > 40:
		return x
	case x < -40:
		return Exp(x)
	}
	v, k := expDD(dd{x, 0})
	return log1pDD(v.scale(pow2(k))).val()
}

// Gelu returns x*Phi(x), Phi the normal distribution: 0.5*x*(1+erf(x/sqrt(2))), without loss in the left tail.
func Gelu(x float64) float64 {
	switch {
	case x != x || x > 9:
		return x
	case x < -39.5:
		return math.Copysign(0, -1)
	case math.Abs(x) < 0x1p-60:
		return x / 2
	}
	ax := math.Abs(x)
	sq := twoMul(x, x)
	v, k := expDD(sq.scale(-0.5))
	p := v.mul(millsDD(dd{ax, 0}))
	if x > 0 {
		return dd{1, 0}.sub(p.scale(pow2(k))).mulF(x).val()
	}
	f, e := math.Frexp(x)
	return p.mulF(f).ldexp(k + e)
}

// GeluTanh returns 0.5*x*(1+tanh(sqrt(2/pi)*(x+0.044715*x**3))), without loss in the left tail.
func GeluTanh(x float64) float64 {
	switch {
	case x != x || x > 30:
		return x
	case x < -30:
		return math.Copysign(0, -1)
	case math.Abs(x) < 0x1p-60:
		return x / 2
	}
	// (1+tanh u)/2 is the sigmoid of 2u.
	u := twoMul(x, x).mul(dd{geluCubeHi, geluCubeLo}).addF(1).mulF(x).mul(dd{sqrt2ByPiHi, sqrt2ByPiLo})
	return timesSigmoid(x, u.scale(2))
}

// Relu returns the greater of x and 0; NaN is NaN, and -0 gives 0.
func Relu(x float64) float64 {
	return max(x, 0)
}

// Sigmoid32 returns 1/(1+exp(-x)).
func Sigmoid32(x float32) float32 {
	a := [1]float32{x}
	sigmoidLoop32(a[:], a[:])
	return a[0]
}

func sigmoidLoop32(dst, x []float32) {
	dst = dst[:len(x)]
	for i := 0; ; i++ {
		for ; uint(i) < uint(len(x)); i++ {
			v := x[i]
			if !(v > -700 && v < 700) {
				break
			}
			d := -float64(v)
			z := float64(d*invLn2By32) + round1
			n := math.Float64bits(z)
			r := d - float64((z-round1)*(ln2Hi/32))
			s := math.Float64frombits(math.Float64bits(expTab32[n&31]) + n&^31<<47)
			r2 := float64(r * r)
			p := r + float64(r2*((0.5+float64(r*(1./6)))+float64(r2*(1./24))))
			dst[i] = float32(1 / (1 + (s + float64(s*p))))
		}
		if uint(i) >= uint(len(x)) {
			return
		}
		dst[i] = float32(sigmoidSlow(float64(x[i])))
	}
}

// Silu32 returns x/(1+exp(-x)); -0 at -Inf.
func Silu32(x float32) float32 {
	if abs32(x) >= bits700 {
		return float32(siluSlow(float64(x)))
	}
	d := float64(x)
	return float32(d / (1 + quickExp(-d)))
}

// Softplus32 returns log(1+exp(x)).
func Softplus32(x float32) float32 {
	if abs32(x) >= bits700 {
		return float32(Softplus(float64(x)))
	}
	return float32(quickLog1p(quickExp(float64(x))))
}

// Gelu32 returns x*Phi(x), Phi the normal distribution: 0.5*x*(1+erf(x/sqrt(2))), without loss in the left tail.
func Gelu32(x float32) float32 {
	if abs32(x) >= bits37 {
		return float32(Gelu(float64(x)))
	}
	d := widen(x)
	a := math.Abs(d)
	c, t := &mills0, a-0x1p-5
	if a >= 0x1p-4 {
		var j uint64
		j, t = sixteenth(a)
		c = &millsTab[j]
	}
	p := float64(rowVal(c, t) * quickExp(float64(-0.5*float64(d*d))))
	// p for a negative x, 1-p for a positive one
	one := math.Float64frombits(0x3ff << 52 &^ uint64(int64(math.Float64bits(d))>>63))
	return float32(d * math.Abs(one-p))
}

// GeluTanh32 returns 0.5*x*(1+tanh(sqrt(2/pi)*(x+0.044715*x**3))), without loss in the left tail.
func GeluTanh32(x float32) float32 {
	d := float64(x)
	if !(math.Abs(d) < 20) {
		return float32(GeluTanh(d))
	}
	u := float64(2*sqrt2ByPiHi*d) * (1 + float64(geluCubeHi*float64(d*d)))
	return float32(d / (1 + quickExp(-u)))
}

// Relu32 returns the greater of x and 0; NaN is NaN, and -0 gives 0.
func Relu32(x float32) float32 {
	return max(x, 0)
}

// CSigmoid returns 1/(1+exp(-z)).
func CSigmoid(z complex128) complex128 {
	a, b := real(z), imag(z)
	switch {
	case a == inf:
		return complex(1, math.Copysign(0, b))
	case a == -inf:
		return CExp(z)
	case b == 0:
		return complex(Sigmoid(a), b)
	case !isFinite(a) || !isFinite(b):
		return cNaN()
	case a < -80:
		return CExp(z)
	}
	v, k := expClamped(dd{-math.Abs(a), 0})
	s, c := sincosOf(b)
	if a > 80 {
		return complex(1, ldexpMul(v, s, k))
	}
	// e = exp(-|a|) (cos b, sin b); with w = 1 + e the result is 1/conj(w) or e/w.
	v = v.scale(pow2(k))
	er, ei := v.mul(c), v.mul(s)
	wr := er.addF(1)
	den := wr.mul(wr).add(ei.mul(ei))
	if a > 0 {
		return complex(wr.div(den).val(), math.Copysign(ei.div(den).h, s.h))
	}
	// e*conj(w) = e + |e|**2
	return complex(er.add(v.mul(v)).div(den).val(), math.Copysign(ei.div(den).h, s.h))
}
