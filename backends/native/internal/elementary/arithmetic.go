package elementary

import (
	"math"
)

// FloorDivide returns the greatest integer not above x/y, with the special cases of the standard: an infinite x gives an
// infinity, an infinite y a signed zero. Where no float64 is that integer, the next below.
func FloorDivide(x, y float64) float64 {
	if y == 0 || x == 0 || math.IsInf(x, 0) || math.IsInf(y, 0) || x != x || y != y {
		return x / y // NaN, an infinity or a zero, each with the sign wanted
	}
	if n, ok := quickFloor(x, y); ok && n != 0 {
		return n
	}
	m := math.Mod(x, y)
	d := twoSum(x, -m) // a multiple of y
	q := math.RoundToEven(d.h / y)
	if math.IsInf(q, 0) {
		return q
	}
	n := twoSum(q, math.RoundToEven((math.FMA(-q, y, d.h)+d.l)/y))
	if m != 0 && (m < 0) != (y < 0) {
		n = n.addF(-1)
	}
	switch {
	case n.h == 0:
		return math.Copysign(0, x/y)
	case n.l < 0:
		return math.Nextafter(n.h, -inf)
	}
	return n.h
}

// quickFloor returns floor(x/y) where the rounded quotient leaves no doubt of it.
func quickFloor(x, y float64) (n float64, ok bool) {
	q := x / y
	if !(math.Abs(q) < 0x1p45) {
		return 0, false
	}
	return math.Floor(q), math.Abs(q-math.RoundToEven(q)) > 0x1p-6
}

// Remainder returns x - y*floor(x/y) with the sign of y, as Python's % does.
func Remainder(x, y float64) float64 {
	if y == 0 || math.IsInf(x, 0) || x != x || y != y {
		return nan
	}
	if math.IsInf(y, 0) {
		switch {
		case x == 0:
			return math.Copysign(0, y)
		case (x < 0) != (y < 0):
			return y
		}
		return x
	}
	if n, ok := quickFloor(x, y); ok {
		return math.FMA(-n, y, x)
	}
	m := math.Mod(x, y)
	if m == 0 {
		return math.Copysign(0, y)
	}
	if (m < 0) != (y < 0) {
		m += y
	}
	return m
}

// Round returns the nearest integer, ties to even.
func Round(x float64) float64 { return math.RoundToEven(x) }

// Sign returns -1, 0 or 1; a zero keeps its sign, NaN is NaN.
func Sign(x float64) float64 {
	switch {
	case x == 0:
		return 0
	case x != x:
		return x
	}
	return math.Copysign(1, x)
}

// Copysign returns x with the sign bit of y, of NaN too.
func Copysign(x, y float64) float64 { return math.Copysign(x, y) }

// NextAfter returns the next float64 from x towards y; y if they are equal.
func NextAfter(x, y float64) float64 {
	if x == y {
		return y
	}
	return math.Nextafter(x, y)
}

// FloorDivide32 is FloorDivide for float32.
func FloorDivide32(x, y float32) float32 {
	q := float64(x) / float64(y)
	// Of float32, a quotient below 2**28 that is no integer stays clear of the next by more than its rounding error.
	if y != 0 && q != 0 && math.Abs(q) < 0x1p28 && math.Abs(float64(y)) <= math.MaxFloat32 {
		q = math.Floor(q)
	} else {
		q = FloorDivide(float64(x), float64(y))
	}
	z := float32(q)
	if float64(z) > q {
		z = math.Nextafter32(z, float32(-inf))
	}
	return z
}

// Remainder32 is Remainder for float32.
func Remainder32(x, y float32) float32 {
	d, e := float64(x), float64(y)
	q := d / e
	if !(math.Abs(q) < 0x1p28 && math.Abs(e) <= math.MaxFloat32) {
		return float32(Remainder(d, e))
	}
	r := d - float64(math.Floor(q)*e)
	if r == 0 {
		return float32(math.Copysign(0, e))
	}
	return float32(r)
}

// Round32 returns the nearest integer, ties to even.
func Round32(x float32) float32 { return float32(math.RoundToEven(float64(x))) }

// Sign32 returns -1, 0 or 1; a zero keeps its sign, NaN is NaN.
func Sign32(x float32) float32 {
	switch {
	case x == 0:
		return 0
	case x != x:
		return x
	}
	return Copysign32(1, x)
}

// Copysign32 returns x with the sign bit of y, of NaN too.
func Copysign32(x, y float32) float32 {
	return math.Float32frombits(math.Float32bits(x)&^(1<<31) | math.Float32bits(y)&(1<<31))
}

// NextAfter32 returns the next float32 from x towards y; y if they are equal.
func NextAfter32(x, y float32) float32 {
	if x == y {
		return y
	}
	return math.Nextafter32(x, y)
}

// CMul returns x*y. Infinities are recovered as C99, Annex G has them, and finite parts do not overflow on the way.
func CMul(x, y complex128) complex128 {
	a, b, c, d := real(x), imag(x), real(y), imag(y)
	re := float64(a*c) - float64(b*d)
	im := float64(a*d) + float64(b*c)
	if isFinite(re) && isFinite(im) {
		return complex(re, im)
	}
	return cMulSlow(a, b, c, d, re, im)
}

func cMulSlow(a, b, c, d, re, im float64) complex128 {
	if isFinite(a) && isFinite(b) && isFinite(c) && isFinite(d) {
		_, e := math.Frexp(max(math.Abs(a), math.Abs(b)))
		_, f := math.Frexp(max(math.Abs(c), math.Abs(d)))
		a, b, c, d = math.Ldexp(a, -e), math.Ldexp(b, -e), math.Ldexp(c, -f), math.Ldexp(d, -f)
		return complex(math.Ldexp(float64(a*c)-float64(b*d), e+f), math.Ldexp(float64(a*d)+float64(b*c), e+f))
	}
	if !isNaN(re) || !isNaN(im) {
		return complex(re, im)
	}
	recalc := false
	if isInf(a) || isInf(b) {
		a, b = box(a), box(b)
		c, d = zeroNaN(c), zeroNaN(d)
		recalc = true
	}
	if isInf(c) || isInf(d) {
		c, d = box(c), box(d)
		a, b = zeroNaN(a), zeroNaN(b)
		recalc = true
	}
	if !recalc {
		return complex(re, im)
	}
	return complex(inf*(float64(a*c)-float64(b*d)), inf*(float64(a*d)+float64(b*c)))
}

// box maps infinities to ±1, everything else to ±0.
func box(x float64) float64 {
	if isInf(x) {
		return math.Copysign(1, x)
	}
	return math.Copysign(0, x)
}

func zeroNaN(x float64) float64 {
	if isNaN(x) {
		return math.Copysign(0, x)
	}
	return x
}

// CDiv returns x/y. Infinities and zeros are recovered as C99, Annex G has them, and finite parts neither over- nor
// underflow on the way.
func CDiv(x, y complex128) complex128 {
	a, b, c, d := real(x), imag(x), real(y), imag(y)
	m, n := max(math.Abs(a), math.Abs(b)), max(math.Abs(c), math.Abs(d))
	if !(n > 0 && n < inf && m < inf) {
		return cDivSpecial(a, b, c, d)
	}
	if m == 0 {
		// the signs of zeros, as the formula has them
		return complex(float64(a*box1(c))+float64(b*box1(d)), float64(b*box1(c))-float64(a*box1(d)))
	}
	_, f := math.Frexp(n)
	_, e := math.Frexp(m)
	s := 0
	if f < -400 || f > 400 || e < -400 || e > 400 {
		a, b, c, d = math.Ldexp(a, -e), math.Ldexp(b, -e), math.Ldexp(c, -f), math.Ldexp(d, -f)
		s = e - f
	}
	den := float64(c*c) + float64(d*d)
	re := (float64(a*c) + float64(b*d)) / den
	im := (float64(b*c) - float64(a*d)) / den
	if s != 0 {
		return complex(math.Ldexp(re, s), math.Ldexp(im, s))
	}
	return complex(re, im)
}

// box1 maps numbers to ±1 and zeros to themselves.
func box1(x float64) float64 {
	if x == 0 {
		return x
	}
	return math.Copysign(1, x)
}

func cDivSpecial(a, b, c, d float64) complex128 {
	switch {
	case c == 0 && d == 0 && (!isNaN(a) || !isNaN(b)):
		r := math.Copysign(inf, c)
		return complex(r*a, r*b)
	case (isInf(a) || isInf(b)) && isFinite(c) && isFinite(d):
		a, b = box(a), box(b)
		return complex(inf*(float64(a*c)+float64(b*d)), inf*(float64(b*c)-float64(a*d)))
	case (isInf(c) || isInf(d)) && isFinite(a) && isFinite(b):
		c, d = box(c)/2, box(d)/2 // so that the sums are finite
		return complex(0*(float64(a*c)+float64(b*d)), 0*(float64(b*c)-float64(a*d)))
	}
	return cNaN()
}

// CReciprocal returns 1/z, by the rules of CDiv.
func CReciprocal(z complex128) complex128 {
	c, d := real(z), imag(z)
	n := max(math.Abs(c), math.Abs(d))
	if !(n > 0 && n < inf) {
		return CDiv(1, z)
	}
	if n > 0x1p-400 && n < 0x1p400 {
		den := float64(c*c) + float64(d*d)
		return complex(c/den, -d/den)
	}
	_, f := math.Frexp(n)
	c, d = math.Ldexp(c, -f), math.Ldexp(d, -f)
	den := float64(c*c) + float64(d*d)
	return complex(math.Ldexp(c/den, -f), math.Ldexp(-d/den, -f))
}

// CSquare returns z*z, by the rules of CMul.
func CSquare(z complex128) complex128 { return CMul(z, z) }

// CRound rounds each part to the nearest integer, ties to even.
func CRound(z complex128) complex128 {
	return complex(math.RoundToEven(real(z)), math.RoundToEven(imag(z)))
}

// CSign returns z/|z|, 0 for 0. A NaN part gives NaN in both, and so does an infinite one, as the quotient of two
// infinities is.
func CSign(z complex128) complex128 {
	a, b := real(z), imag(z)
	switch {
	case a == 0 && b == 0:
		return 0
	case !isFinite(a) || !isFinite(b):
		return cNaN()
	}
	x, y := math.Abs(a), math.Abs(b)
	_, e := math.Frexp(max(x, y))
	xs, ys := math.Ldexp(x, -e), math.Ldexp(y, -e)
	h := hypotDD(max(xs, ys), min(xs, ys))
	fx, ex := math.Frexp(x)
	fy, ey := math.Frexp(y)
	re, im := dd{fx, 0}.div(h).ldexp(ex-e), dd{fy, 0}.div(h).ldexp(ey-e)
	return complex(math.Copysign(re, a), math.Copysign(im, b))
}
