package scalar

import "math"

// The loops below hold the arithmetic of the usual arguments; the rest goes to the slow functions. The functions of one
// number run the loop over one element, so that a value's result never depends on where it stands.

// short26 clears all but the upper 26 bits of x's significand: products of two such numbers are exact.
func short26(x float64) float64 { return math.Float64frombits(math.Float64bits(x) &^ (1<<27 - 1)) }

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

func logLoop(dst, x []float64) {
	dst = dst[:len(x)]
	for i := 0; ; i++ {
		for ; uint(i) < uint(len(x)); i++ {
			v := x[i]
			ix := math.Float64bits(v)
			if ix-1<<52 >= 0x7fe<<52 {
				break
			}
			tmp := ix - logOff
			t := &logTab[tmp>>45&127]
			k := float64(int64(tmp) >> 52)
			ix -= tmp & (0xfff << 52)
			z := math.Float64frombits(ix)
			zh := math.Float64frombits(ix &^ (1<<21 - 1))
			r := (float64(zh*t[0]) - 1) + float64((z-zh)*t[0])
			s := float64(k*ln2Grid) + t[1]
			hi := s + r
			lo := (s - hi) + r + (float64(k*ln2Rest) + t[2])
			r2 := float64(r * r)
			p := (-1./2 + float64(r*(1./3))) + float64(r2*(float64(-1./4+float64(r*(1./5)))+float64(r2*(-1./6+(float64(r*(1./7))+float64(r2*(-1./8)))))))
			dst[i] = hi + (lo + float64(r2*p))
		}
		if uint(i) >= uint(len(x)) {
			return
		}
		dst[i] = logSlow(x[i])
	}
}

func log1pLoop(dst, x []float64) {
	dst = dst[:len(x)]
	for i := 0; ; i++ {
		for ; uint(i) < uint(len(x)); i++ {
			v := x[i]
			if !(v > -1 && v < 0x1p60) || math.Abs(v) < 0x1p-54 {
				break
			}
			w := twoSum(1, v)
			ix := math.Float64bits(w.h)
			tmp := ix - logOff
			t := &logTab[tmp>>45&127]
			kb := tmp & (0xfff << 52)
			k := float64(int64(tmp) >> 52)
			ix -= kb
			z := math.Float64frombits(ix)
			zh := math.Float64frombits(ix &^ (1<<21 - 1))
			r := (float64(zh*t[0]) - 1) + float64((z-zh)*t[0])
			// the rest of 1+v, scaled as z is
			c := float64(w.l * math.Float64frombits(0x3ff<<52-kb) * t[0])
			s := float64(k*ln2Grid) + t[1]
			hi := s + r
			lo := (s - hi) + r + (float64(k*ln2Rest) + t[2])
			r2 := float64(r * r)
			p := (-1./2 + float64(r*(1./3))) + float64(r2*(float64(-1./4+float64(r*(1./5)))+float64(r2*(-1./6+(float64(r*(1./7))+float64(r2*(-1./8)))))))
			dst[i] = hi + (lo + (float64(r2*p) + (c - float64(c*r))))
		}
		if uint(i) >= uint(len(x)) {
			return
		}
		dst[i] = log1pSlow(x[i])
	}
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

func tanLoop(dst, x []float64) {
	dst = dst[:len(x)]
	for i, v := range x {
		dst[i] = Tan(v)
	}
}

func tanhLoop(dst, x []float64) {
	dst = dst[:len(x)]
	for i := 0; ; i++ {
		for ; uint(i) < uint(len(x)); i++ {
			v := x[i]
			av := math.Abs(v)
			if !(av >= 0x1p-4 && av < 20) {
				break
			}
			j, t := sixteenth(av)
			c := &tanhTab[j]
			t2 := float64(t * t)
			t4 := float64(t2 * t2)
			p := (c[2] + float64(c[3]*t)) + float64(t2*(c[4]+float64(c[5]*t)))
			q := (c[6] + float64(c[7]*t)) + float64(t2*(c[8]+float64(c[9]*t)))
			p += float64(t4 * (q + float64(t4*c[10])))
			dst[i] = math.Copysign(c[0]+(c[1]+float64(t*p)), v)
		}
		if uint(i) >= uint(len(x)) {
			return
		}
		dst[i] = tanhSlow(x[i])
	}
}

func erfLoop(dst, x []float64) {
	dst = dst[:len(x)]
	for i := 0; ; i++ {
		for ; uint(i) < uint(len(x)); i++ {
			v := x[i]
			av := math.Abs(v)
			if !(av >= 0x1p-4) {
				break
			}
			// Beyond 6 the result is that at 6, which is 1. No branch: data may be on both sides.
			const six = 0x4018 << 48
			d := six - int64(math.Float64bits(av))
			j, t := sixteenth(math.Float64frombits(uint64(six - d&^(d>>63))))
			c := &erfTab[j]
			t2 := float64(t * t)
			t4 := float64(t2 * t2)
			p := (c[2] + float64(c[3]*t)) + float64(t2*(c[4]+float64(c[5]*t)))
			q := (c[6] + float64(c[7]*t)) + float64(t2*(c[8]+float64(c[9]*t)))
			p += float64(t4 * (q + float64(t4*c[10])))
			dst[i] = math.Copysign(c[0]+(c[1]+float64(t*p)), v)
		}
		if uint(i) >= uint(len(x)) {
			return
		}
		dst[i] = erfSlow(x[i])
	}
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

func softplusLoop(dst, x []float64) {
	dst = dst[:len(x)]
	for i, v := range x {
		dst[i] = Softplus(v)
	}
}

// GeluSlice sets dst[i] to Gelu(x[i]); the slices have one length, and may be the same.
func GeluSlice(dst, x []float64) {
	dst = dst[:len(x)]
	for i, v := range x {
		dst[i] = Gelu(v)
	}
}

// SqrtSlice sets dst[i] to Sqrt(x[i]); the slices have one length, and may be the same.
func SqrtSlice(dst, x []float64) {
	dst = dst[:len(x)]
	for i, v := range x {
		dst[i] = math.Sqrt(v)
	}
}

// Exp returns e**x.
func Exp(x float64) float64 {
	a := [1]float64{x}
	expLoop(a[:], a[:])
	return a[0]
}

// Expm1 returns e**x - 1, exact to the last places near 0.
func Expm1(x float64) float64 {
	a := [1]float64{x}
	expm1Loop(a[:], a[:])
	return a[0]
}

// Log returns the natural logarithm of x.
func Log(x float64) float64 {
	a := [1]float64{x}
	logLoop(a[:], a[:])
	return a[0]
}

// Log1p returns log(1+x), exact to the last places near 0.
func Log1p(x float64) float64 {
	a := [1]float64{x}
	log1pLoop(a[:], a[:])
	return a[0]
}

// Sin returns the sine of x, in radians, for arguments of any size.
func Sin(x float64) float64 {
	a := [1]float64{x}
	sinLoop(a[:], a[:])
	return a[0]
}

// Cos returns the cosine of x, in radians, for arguments of any size.
func Cos(x float64) float64 {
	a := [1]float64{x}
	cosLoop(a[:], a[:])
	return a[0]
}

// Tanh returns the hyperbolic tangent of x.
func Tanh(x float64) float64 {
	a := [1]float64{x}
	tanhLoop(a[:], a[:])
	return a[0]
}

// Erf returns the error function of x.
func Erf(x float64) float64 {
	a := [1]float64{x}
	erfLoop(a[:], a[:])
	return a[0]
}

// Sigmoid returns 1/(1+exp(-x)).
func Sigmoid(x float64) float64 {
	a := [1]float64{x}
	sigmoidLoop(a[:], a[:])
	return a[0]
}

// Silu returns x/(1+exp(-x)); -0 at -Inf.
func Silu(x float64) float64 {
	a := [1]float64{x}
	siluLoop(a[:], a[:])
	return a[0]
}
