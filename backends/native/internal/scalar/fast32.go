package scalar

import "math"

// The float32 functions compute in float64, to some 40 bits, and round: results are those of correct rounding but for
// arguments whose exact result lies within 2**-14 or so last places of the middle between two float32.

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

func logLoop32(dst, x []float32) {
	dst = dst[:len(x)]
	for i := 0; ; i++ {
		for ; uint(i) < uint(len(x)); i++ {
			v := x[i]
			if math.Float32bits(v)-1 >= bitsMax {
				break
			}
			ix := math.Float64bits(float64(v))
			tmp := ix - logOff
			t := &logTab[tmp>>45&127]
			k := float64(int64(tmp) >> 52)
			// exact: 24 bits by 10
			r := float64(math.Float64frombits(ix-tmp&(0xfff<<52))*t[0]) - 1
			r2 := float64(r * r)
			p := (-1./2 + float64(r*(1./3))) + float64(r2*(-1./4+float64(r*(1./5))))
			dst[i] = float32((float64(k*ln2Hi) + t[3]) + (r + float64(r2*p)))
		}
		if uint(i) >= uint(len(x)) {
			return
		}
		dst[i] = float32(logSlow(float64(x[i])))
	}
}

func log1pLoop32(dst, x []float32) {
	dst = dst[:len(x)]
	for i := 0; ; i++ {
		for ; uint(i) < uint(len(x)); i++ {
			v := x[i]
			if !(v > -1 && v < 0x1p50) || v == 0 {
				break
			}
			d := float64(v)
			s := 1 + d
			ix := math.Float64bits(s)
			tmp := ix - logOff
			t := &logTab[tmp>>45&127]
			k := float64(int64(tmp) >> 52)
			r := float64(math.Float64frombits(ix-tmp&(0xfff<<52))*t[0]) - 1
			r2 := float64(r * r)
			p := (-1./2 + float64(r*(1./3))) + float64(r2*(-1./4+float64(r*(1./5))))
			// what 1+d lost counts only where d is small
			dst[i] = float32((float64(k*ln2Hi) + t[3]) + ((r + (d - (s - 1))) + float64(r2*p)))
		}
		if uint(i) >= uint(len(x)) {
			return
		}
		dst[i] = float32(log1pSlow(float64(x[i])))
	}
}

// quickLog1p returns log(1+d) for 0 <= d < 2**1000 to 37 bits.
func quickLog1p(d float64) float64 {
	if d > 0x1p50 {
		return quickLog(d)
	}
	s := 1 + d
	ix := math.Float64bits(s)
	tmp := ix - logOff
	t := &logTab[tmp>>45&127]
	k := float64(int64(tmp) >> 52)
	r := float64(math.Float64frombits(ix-tmp&(0xfff<<52))*t[0]) - 1
	r2 := float64(r * r)
	p := (-1./2 + float64(r*(1./3))) + float64(r2*((-1./4+float64(r*(1./5)))+float64(r2*(-1./6))))
	return (float64(k*ln2Hi) + t[3]) + ((r + (d - (s - 1))) + float64(r2*p))
}

// quickLog returns log(s) for normal s to 37 bits, of log 1.01 at least: where s is near 1 and not exact, so is the result.
func quickLog(s float64) float64 {
	ix := math.Float64bits(s)
	tmp := ix - logOff
	t := &logTab[tmp>>45&127]
	k := float64(int64(tmp) >> 52)
	r := float64(math.Float64frombits(ix-tmp&(0xfff<<52))*t[0]) - 1
	r2 := float64(r * r)
	p := (-1./2 + float64(r*(1./3))) + float64(r2*((-1./4+float64(r*(1./5)))+float64(r2*(-1./6))))
	return (float64(k*ln2Hi) + t[3]) + (r + float64(r2*p))
}

// sinPoly returns sin(r), |r| <= pi/2, to 37 bits.
func sinPoly(r float64) float64 {
	u := float64(r * r)
	u2 := float64(u * u)
	c := &sinCoef32
	p := (c[0] + float64(u*c[1])) + float64(u2*((c[2]+float64(u*c[3]))+float64(u2*(c[4]+float64(u*c[5])))))
	return r * p
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

func tanhLoop32(dst, x []float32) {
	dst = dst[:len(x)]
	for i := 0; ; i++ {
		for ; uint(i) < uint(len(x)); i++ {
			v := x[i]
			ix := math.Float32bits(v) & 0x7fffffff
			if ix >= 0x7f800000 {
				break
			}
			c := &tanhTab32[uint8(clamp(int32(ix>>19)-(122<<4-1), 145))]
			t := float64(math.Float32frombits(ix)) - c[0]
			t2 := float64(t * t)
			y := (c[1] + float64(t*c[2])) + float64(t2*((c[3]+float64(t*c[4]))+float64(t2*((c[5]+float64(t*c[6]))+float64(t2*c[7])))))
			dst[i] = math.Float32frombits(math.Float32bits(float32(y)) | math.Float32bits(v)&(1<<31))
		}
		if uint(i) >= uint(len(x)) {
			return
		}
		dst[i] = float32(tanhSlow(float64(x[i])))
	}
}

func erfLoop32(dst, x []float32) {
	dst = dst[:len(x)]
	for i := 0; ; i++ {
		for ; uint(i) < uint(len(x)); i++ {
			v := x[i]
			ix := math.Float32bits(v) & 0x7fffffff
			if ix >= 0x7f800000 {
				break
			}
			c := &erfTab32[uint8(clamp(int32(ix>>19)-(122<<4-1), 113))&127]
			t := float64(math.Float32frombits(ix)) - c[0]
			t2 := float64(t * t)
			y := (c[1] + float64(t*c[2])) + float64(t2*((c[3]+float64(t*c[4]))+float64(t2*((c[5]+float64(t*c[6]))+float64(t2*c[7])))))
			dst[i] = math.Float32frombits(math.Float32bits(float32(y)) | math.Float32bits(v)&(1<<31))
		}
		if uint(i) >= uint(len(x)) {
			return
		}
		dst[i] = float32(erfSlow(float64(x[i])))
	}
}

// clamp moves j into [0, n], without a branch that data could mislead.
func clamp(j, n int32) int32 {
	j &^= j >> 31
	d := n - j
	return n - d&^(d>>31)
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

// SqrtSlice32 sets dst[i] to Sqrt32(x[i]); the slices have one length, and may be the same.
func SqrtSlice32(dst, x []float32) {
	dst = dst[:len(x)]
	for i, v := range x {
		dst[i] = float32(math.Sqrt(float64(v)))
	}
}

func siluLoop32(dst, x []float32) {
	dst = dst[:len(x)]
	for i, v := range x {
		dst[i] = Silu32(v)
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

func softplusLoop32(dst, x []float32) {
	dst = dst[:len(x)]
	for i, v := range x {
		dst[i] = Softplus32(v)
	}
}

// Softplus32 returns log(1+exp(x)).
func Softplus32(x float32) float32 {
	if abs32(x) >= bits700 {
		return float32(Softplus(float64(x)))
	}
	return float32(quickLog1p(quickExp(float64(x))))
}

func geluLoop32(dst, x []float32) {
	dst = dst[:len(x)]
	for i, v := range x {
		dst[i] = Gelu32(v)
	}
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

// Exp32 returns e**x.
func Exp32(x float32) float32 {
	a := [1]float32{x}
	expLoop32(a[:], a[:])
	return a[0]
}

// Expm132 returns e**x - 1, exact to the last places near 0.
func Expm132(x float32) float32 {
	a := [1]float32{x}
	expm1Loop32(a[:], a[:])
	return a[0]
}

// Log32 returns the natural logarithm of x.
func Log32(x float32) float32 {
	a := [1]float32{x}
	logLoop32(a[:], a[:])
	return a[0]
}

// Log1p32 returns log(1+x), exact to the last places near 0.
func Log1p32(x float32) float32 {
	a := [1]float32{x}
	log1pLoop32(a[:], a[:])
	return a[0]
}

// Sin32 returns the sine of x, in radians, for arguments of any size.
func Sin32(x float32) float32 {
	a := [1]float32{x}
	sinLoop32(a[:], a[:])
	return a[0]
}

// Cos32 returns the cosine of x, in radians, for arguments of any size.
func Cos32(x float32) float32 {
	a := [1]float32{x}
	cosLoop32(a[:], a[:])
	return a[0]
}

// Tan32 returns the tangent of x, in radians, for arguments of any size.
func Tan32(x float32) float32 {
	a := [1]float32{x}
	tanLoop32(a[:], a[:])
	return a[0]
}

// Tanh32 returns the hyperbolic tangent of x.
func Tanh32(x float32) float32 {
	a := [1]float32{x}
	tanhLoop32(a[:], a[:])
	return a[0]
}

// Erf32 returns the error function of x.
func Erf32(x float32) float32 {
	a := [1]float32{x}
	erfLoop32(a[:], a[:])
	return a[0]
}

// Sigmoid32 returns 1/(1+exp(-x)).
func Sigmoid32(x float32) float32 {
	a := [1]float32{x}
	sigmoidLoop32(a[:], a[:])
	return a[0]
}

// Sqrt32 returns the square root of x, correctly rounded.
func Sqrt32(x float32) float32 { return float32(math.Sqrt(float64(x))) }
