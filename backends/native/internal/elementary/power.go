package elementary

import (
	"math"
	"math/big"
	"sync"
)

// Pow returns x**y, with the special cases of the standard (those of C99).
func Pow(x, y float64) float64 {
	switch {
	case y == 0 || x == 1:
		return 1
	case x != x || y != y:
		return nan
	case math.IsInf(y, 0):
		switch ax := math.Abs(x); {
		case ax == 1:
			return 1
		case (ax > 1) == (y > 0):
			return inf
		}
		return 0
	}
	odd := isOdd(y)
	if x == 0 || math.IsInf(x, 0) {
		z := 0.0
		if (x == 0) == (y < 0) {
			z = inf
		}
		if odd {
			z = math.Copysign(z, x)
		}
		return z
	}
	sign := 1.0
	if x < 0 {
		if math.Trunc(y) != y {
			return nan
		}
		if odd {
			sign = -1
		}
		x = -x
	}
	switch {
	case y == 1:
		return sign * x
	case y == 2:
		return x * x
	case y == -1:
		return sign / x
	case y == 0.5:
		return math.Sqrt(x)
	case x == 1:
		return sign
	}
	l := logDD(dd{x, 0})
	// |log x| is between 2**-53 and 746.
	if a := math.Abs(l.h) * math.Abs(y); a > 1490 {
		if (l.h > 0) == (y > 0) {
			return sign * inf
		}
		return sign * 0
	} else if a < 0x1p-60 {
		return sign
	}
	v, k := expDD(l.mulF(y))
	return sign * v.ldexp(k)
}

func isOdd(y float64) bool {
	if math.Abs(y) >= 0x1p53 {
		return false
	}
	i := int64(y)
	return float64(i) == y && i&1 != 0
}

// Sqrt returns the square root of x, correctly rounded.
func Sqrt(x float64) float64 { return math.Sqrt(x) }

// Hypot returns sqrt(x*x + y*y) without overflow or underflow on the way; +Inf if either is infinite, even with NaN.
func Hypot(x, y float64) float64 {
	x, y = math.Abs(x), math.Abs(y)
	switch {
	case x == inf || y == inf:
		return inf
	case x != x || y != y:
		return nan
	}
	if x < y {
		x, y = y, x
	}
	if y == 0 {
		return x
	}
	_, e := math.Frexp(x)
	h := hypotDD(math.Ldexp(x, -e), math.Ldexp(y, -e))
	return h.ldexp(e)
}

// hypotDD returns sqrt(x*x + y*y) for x in [1/2, 1), y <= x.
func hypotDD(x, y float64) dd {
	if y < 0x1p-80 {
		return dd{x, 0}
	}
	return twoMul(x, x).add(twoMul(y, y)).sqrt()
}

// Pow32 returns x**y, with the special cases of the standard (those of C99).
func Pow32(x, y float32) float32 {
	d, e := float64(x), float64(y)
	a := math.Abs(d)
	if !(a > 0 && a <= math.MaxFloat32 && math.Abs(e) <= math.MaxFloat32) || d < 0 && math.Trunc(e) != e {
		return float32(Pow(d, e))
	}
	u := e * quickLog(a)
	var z float64
	switch {
	case u > 700:
		z = inf
	case u < -700:
		z = 0
	default:
		z = quickExp(u)
	}
	if d < 0 && isOdd(e) {
		z = -z
	}
	return float32(z)
}

// Sqrt32 returns the square root of x, correctly rounded.
func Sqrt32(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// Hypot32 returns sqrt(x*x + y*y) without overflow or underflow on the way; +Inf if either is infinite, even with NaN.
func Hypot32(x, y float32) float32 {
	a, b := float64(x), float64(y)
	if math.IsInf(a, 0) || math.IsInf(b, 0) {
		return float32(inf)
	}
	return float32(math.Sqrt(float64(a*a) + float64(b*b)))
}

// CSqrt returns the square root of z with a real part that is not negative; its cut is the negative real axis.
func CSqrt(z complex128) complex128 {
	a, b := real(z), imag(z)
	switch {
	case isInf(b):
		return complex(inf, b)
	case isNaN(a):
		return cNaN()
	case isInf(a) && isNaN(b):
		if a > 0 {
			return complex(inf, nan)
		}
		return complex(nan, inf)
	case isNaN(b):
		return cNaN()
	case a == inf:
		return complex(inf, math.Copysign(0, b))
	case a == -inf:
		return complex(0, math.Copysign(inf, b))
	case b == 0 && a >= 0:
		return complex(math.Abs(math.Sqrt(a)), b)
	case b == 0:
		return complex(0, math.Copysign(math.Sqrt(-a), b))
	}
	x, y := math.Abs(a), math.Abs(b)
	_, e := math.Frexp(max(x, y))
	e &^= 1
	xs, ys := math.Ldexp(x, -e), math.Ldexp(y, -e)
	// t = sqrt((|a| + |z|)/2) is the greater part, y/(2t) the other.
	t := hypotDD(max(xs, ys), min(xs, ys)).addF(xs).scale(0.5).sqrt()
	fy, ey := math.Frexp(y)
	p, q := t.ldexp(e/2), dd{fy, 0}.div(t.scale(2)).ldexp(ey-e/2)
	if a < 0 {
		p, q = q, p
	}
	return complex(p, math.Copysign(q, b))
}

// CPow returns x**y, exp(y*log(x)) but for real integers y, which are computed by multiplication, and x**0 = 1.
// 0**y is 0 for a positive real part of y. Of finite numbers it is off by less than two units in the last place of
// the greater part.
func CPow(x, y complex128) complex128 {
	c, d := real(y), imag(y)
	if y == 0 {
		return 1
	}
	ordinary := x != 0 && isFinite(real(x)) && isFinite(imag(x))
	if ordinary && d == 0 && math.Abs(c) <= mostSquared && c == math.Trunc(c) && imag(x) != 0 {
		return powInt(x, int64(c))
	}
	if d == 0 && math.Abs(c) <= 16 && c == math.Trunc(c) {
		return powSmallInt(x, int(c))
	}
	if x == 0 && c > 0 && isFinite(c) && isFinite(d) {
		return 0
	}
	lr, li, ok := cLog(x)
	if !ok || !isFinite(c) || !isFinite(d) {
		l := complex(lr.h, li.h)
		if d == 0 {
			return CExp(complex(c*lr.h, c*li.h))
		}
		return CExp(CMul(y, l))
	}
	if max(math.Abs(c), math.Abs(d))*max(math.Abs(lr.h), math.Abs(li.h)) > mostLog {
		if d == 0 && imag(x) == 0 && real(x) > 0 { // a real number, without its logarithm
			return complex(Pow(real(x), c), 0)
		}
		return bigPow(x, y)
	}
	re := lr.mulF(c)
	im := li.mulF(c)
	if d != 0 {
		re = re.sub(li.mulF(d))
		im = im.add(lr.mulF(d))
	}
	if !isFinite(re.val()) || !isFinite(im.val()) {
		return CExp(CMul(y, complex(lr.val(), li.val())))
	}
	v, e := expClamped(re)
	if im.h == 0 {
		return complex(v.ldexp(e), im.h)
	}
	k, r := trigReduce(im.h)
	k2, r2 := trigReduce(im.l)
	s, co := sincosDD(k+k2, r.add(r2))
	return complex(ldexpMul(v, co, e), ldexpMul(v, s, e))
}

// powSmallInt returns x**n for any x, by multiplication of numbers as they are; n is not 0.
func powSmallInt(x complex128, n int) complex128 {
	z, p := complex128(1), x
	first := true
	for m := max(n, -n); m > 0; m >>= 1 {
		if m&1 != 0 {
			if first {
				z, first = p, false
			} else {
				z = CMul(z, p)
			}
		}
		if m > 1 {
			p = CMul(p, p)
		}
	}
	if n < 0 {
		return CReciprocal(z)
	}
	return z
}

// A cdd is a complex number of parts of twice a float64's precision, times a power of two.
type cdd struct {
	re, im dd
	exp    int
}

// cddOf is z, finite and not 0.
func cddOf(z complex128) cdd { return cdd{dd{real(z), 0}, dd{imag(z), 0}, 0}.norm() }

// farExp is an exponent from which no power comes back into the range.
const farExp = 1 << 28

// norm has the greater part between 1/2 and 1.
func (z cdd) norm() cdd {
	_, e := math.Frexp(max(math.Abs(z.re.h), math.Abs(z.im.h)))
	scale := func(v dd) dd { return dd{math.Ldexp(v.h, -e), math.Ldexp(v.l, -e)} }
	return cdd{scale(z.re), scale(z.im), z.exp + e}
}

func (z cdd) mul(w cdd) cdd {
	return cdd{z.re.mul(w.re).sub(z.im.mul(w.im)), z.re.mul(w.im).add(z.im.mul(w.re)), max(min(z.exp+w.exp, farExp), -farExp)}.norm()
}

// value rounds each part once.
func (z cdd) value() complex128 {
	exp := max(min(z.exp, 5000), -5000)
	part := func(v dd) float64 {
		if v.h == 0 {
			return v.h
		}
		v, e := v.norm()
		return v.ldexp(exp + e)
	}
	return complex(part(z.re), part(z.im))
}

func (z cdd) inverse() cdd {
	n := z.re.mul(z.re).add(z.im.mul(z.im))
	return cdd{z.re.div(n), z.im.neg().div(n), -z.exp}
}

// mostSquared is the greatest integer power that is computed by multiplication. Errors grow
// by a unit of 2**-102 or so with each power.
const mostSquared = 1 << 44

// powInt returns x**n for a finite x that is not 0, n not 0.
func powInt(x complex128, n int64) complex128 {
	p := cddOf(x)
	var z cdd
	first := true
	for m := max(n, -n); ; {
		if m&1 != 0 {
			if first {
				z, first = p, false
			} else {
				z = z.mul(p)
			}
		}
		if m >>= 1; m == 0 {
			break
		}
		p = p.mul(p)
	}
	if n < 0 {
		z = z.inverse()
	}
	return z.value()
}

// mostLog is how large products with logarithms, which are exact to some 2**-63, may be.
const mostLog = 512

// bigPow is x**y by logarithms of as many digits as the products with them need, for a
// finite x that is not 0 and a finite y.
func bigPow(x, y complex128) complex128 {
	c, d := real(y), imag(y)
	size := max(math.Abs(c), math.Abs(d))
	_, e := math.Frexp(size)
	prec := uint(max(e, 0) + 192)
	f := func(v float64) *big.Float { return new(big.Float).SetPrec(prec).SetFloat64(v) }
	lr, li := bigLog(x, prec)
	re := new(big.Float).Sub(new(big.Float).Mul(f(c), lr), new(big.Float).Mul(f(d), li))
	im := new(big.Float).Add(new(big.Float).Mul(f(c), li), new(big.Float).Mul(f(d), lr))
	r, _ := re.Float64()
	if math.Abs(r) > 1400 {
		r = math.Copysign(1400, r)
		re = f(r)
	}
	pair := func(v *big.Float) dd {
		h, _ := v.Float64()
		l, _ := new(big.Float).Sub(v, f(h)).Float64()
		return dd{h, l}
	}
	v, k := expClamped(pair(re))
	// The angle, less whole turns.
	turn := new(big.Float).SetPrec(prec).Mul(bigPi(prec), f(2))
	n, _ := new(big.Float).Add(new(big.Float).Quo(im, turn), f(math.Copysign(0.5, float64(im.Sign())))).Int(nil)
	im.Sub(im, new(big.Float).Mul(turn, new(big.Float).SetPrec(prec).SetInt(n)))
	a := pair(im)
	q, t := trigReduce(a.h)
	s, co := sincosDD(q, t.addF(a.l))
	return complex(ldexpMul(v, co, k), ldexpMul(v, s, k))
}

// bigLog is the logarithm of z, with errors of some 2**-(prec-20) of the imaginary part, and of
// the real part or of 1, whichever is less.
func bigLog(z complex128, prec uint) (re, im *big.Float) {
	wide := prec + 2200 // near the unit circle squares cancel, and parts may be far apart
	f := func(v float64) *big.Float { return new(big.Float).SetPrec(wide).SetFloat64(v) }
	a, b := f(real(z)), f(imag(z))
	n := new(big.Float).Add(new(big.Float).Mul(a, a), new(big.Float).Mul(b, b))
	exp := n.MantExp(nil)
	n.SetMantExp(n, -exp) // between 1/2 and 1
	if h, _ := n.Float64(); h < math.Sqrt(0.5) {
		n.SetMantExp(n, 1)
		exp--
	}
	one := f(1)
	n.Quo(new(big.Float).Sub(n, one), new(big.Float).Add(n, one))
	half := func(v float64) *big.Float { return new(big.Float).SetPrec(prec).SetFloat64(v) }
	re = bigAtan(new(big.Float).SetPrec(prec).Set(n), prec, 1) // half of the logarithm of n
	re.Add(re, new(big.Float).Mul(bigLn2(prec), half(float64(exp)/2)))

	// The angle: that of float64 less, what is left has a small tangent.
	angle := math.Atan2(imag(z), real(z))
	s, c := bigSincos(angle, prec)
	a, b = new(big.Float).SetPrec(prec).Set(a), new(big.Float).SetPrec(prec).Set(b)
	across := new(big.Float).Sub(new(big.Float).Mul(b, c), new(big.Float).Mul(a, s))
	along := new(big.Float).Add(new(big.Float).Mul(a, c), new(big.Float).Mul(b, s))
	im = bigAtan(across.Quo(across, along), prec, -1)
	return re, im.Add(im, half(angle))
}

// bigAtan is t + sign·t³/3 + t⁵/5 + …: with sign −1 the arctangent, with 1 the hyperbolic one.
func bigAtan(t *big.Float, prec uint, sign float64) *big.Float {
	f := func(v float64) *big.Float { return new(big.Float).SetPrec(prec).SetFloat64(v) }
	sum, power := new(big.Float).SetPrec(prec).Set(t), new(big.Float).SetPrec(prec).Set(t)
	square := new(big.Float).SetPrec(prec).Mul(t, t)
	square.Mul(square, f(sign))
	for i := 3.0; power.Sign() != 0; i += 2 {
		power.Mul(power, square)
		term := new(big.Float).Quo(power, f(i))
		if term.Sign() == 0 || term.MantExp(nil) < sum.MantExp(nil)-int(prec) {
			break
		}
		sum.Add(sum, term)
	}
	return sum
}

// bigSincos is the sine and cosine of an angle of magnitude up to 4.
func bigSincos(x float64, prec uint) (s, c *big.Float) {
	const halvings = 20
	wide := prec + 3*halvings
	f := func(v float64) *big.Float { return new(big.Float).SetPrec(wide).SetFloat64(v) }
	r := f(math.Ldexp(x, -halvings))
	square := new(big.Float).Mul(r, r)
	// sin r and 1 − cos r
	s, v := new(big.Float).SetPrec(wide).Set(r), new(big.Float).SetPrec(wide)
	term := new(big.Float).SetPrec(wide).Set(r)
	for i := 2.0; r.Sign() != 0; i += 2 {
		even := new(big.Float).Mul(term, r)
		even.Quo(even, f(i))
		term.Quo(new(big.Float).Mul(term, square), f(-i*(i+1)))
		v.Add(v, even)
		s.Add(s, term)
		if term.MantExp(nil) < s.MantExp(nil)-int(wide) {
			break
		}
	}
	for range halvings { // 1 − cos 2r = 2·sin² r, and sin 2r = 2·sin r·(1 − (1 − cos r))
		next := new(big.Float).Mul(s, s)
		next.Mul(next, f(2))
		s.Mul(s, new(big.Float).Mul(f(2), new(big.Float).Sub(f(1), v)))
		v = next
	}
	return s, new(big.Float).Sub(f(1), v)
}

// bigConstants has the longest form asked for so far of each constant.
var bigConstants struct {
	sync.Mutex
	pi, ln2 *big.Float
}

func bigPi(prec uint) *big.Float {
	return bigConstant(&bigConstants.pi, prec, func(inverse func(n float64, sign float64) *big.Float) *big.Float {
		z := inverse(5, -1) // Machin: π/4 = 4·atan(1/5) − atan(1/239)
		z.SetMantExp(z, 2)
		z.Sub(z, inverse(239, -1))
		return z.SetMantExp(z, 2)
	})
}

func bigLn2(prec uint) *big.Float {
	return bigConstant(&bigConstants.ln2, prec, func(inverse func(n float64, sign float64) *big.Float) *big.Float {
		z := inverse(3, 1) // log 2 = 2·atanh(1/3)
		return z.SetMantExp(z, 1)
	})
}

func bigConstant(at **big.Float, prec uint, f func(inverse func(n, sign float64) *big.Float) *big.Float) *big.Float {
	bigConstants.Lock()
	defer bigConstants.Unlock()
	if *at == nil || (*at).Prec() < prec+32 {
		wide := prec + 64
		*at = f(func(n, sign float64) *big.Float {
			one := new(big.Float).SetPrec(wide).SetFloat64(1)
			return bigAtan(one.Quo(one, new(big.Float).SetPrec(wide).SetFloat64(n)), wide, sign)
		})
	}
	return *at
}
