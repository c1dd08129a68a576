package elementwise

import (
	"math"

	"github.com/goivy/goivy/backends/native/internal/array"
)

// The loops of what is one instruction or a few. They are written out, since Go
// compiles no call of a function value away, one by one for the three ways in which
// operands come: both as long as the result, or either of them one element.

func addLoop[T array.Number](z, x, y []T) {
	if len(x) < len(z) {
		x, y = y, x
	}
	x = x[:len(z)]
	if len(y) < len(z) {
		w := y[0]
		for i, v := range x {
			z[i] = v + w
		}
		return
	}
	y = y[:len(z)]
	for i, v := range x {
		z[i] = v + y[i]
	}
}

func subtractLoop[T array.Number](z, x, y []T) {
	switch {
	case len(x) < len(z):
		v := x[0]
		for i, w := range y[:len(z)] {
			z[i] = v - w
		}
	case len(y) < len(z):
		w := y[0]
		for i, v := range x[:len(z)] {
			z[i] = v - w
		}
	default:
		y = y[:len(z)]
		for i, v := range x[:len(z)] {
			z[i] = v - y[i]
		}
	}
}

func multiplyLoop[T array.Real](z, x, y []T) {
	if len(x) < len(z) {
		x, y = y, x
	}
	x = x[:len(z)]
	if len(y) < len(z) {
		w := y[0]
		for i, v := range x {
			z[i] = v * w
		}
		return
	}
	y = y[:len(z)]
	for i, v := range x {
		z[i] = v * y[i]
	}
}

func divideLoop[T array.Float](z, x, y []T) {
	switch {
	case len(x) < len(z):
		v := x[0]
		for i, w := range y[:len(z)] {
			z[i] = v / w
		}
	case len(y) < len(z):
		w := y[0]
		for i, v := range x[:len(z)] {
			z[i] = v / w
		}
	default:
		y = y[:len(z)]
		for i, v := range x[:len(z)] {
			z[i] = v / y[i]
		}
	}
}

// maximumLoop and minimumLoop are Go's max and min, which give NaN for NaN and take
// +0 for greater than −0.
func maximumLoop[T array.Real](z, x, y []T) {
	if len(x) < len(z) {
		x, y = y, x
	}
	x = x[:len(z)]
	if len(y) < len(z) {
		w := y[0]
		for i, v := range x {
			z[i] = max(v, w)
		}
		return
	}
	y = y[:len(z)]
	i := 0
	for ; i <= len(z)-4; i += 4 { // of floats it is nine instructions: the loop's own count
		a, b, c := x[i:i+4:i+4], y[i:i+4:i+4], z[i:i+4:i+4]
		c[0] = max(a[0], b[0])
		c[1] = max(a[1], b[1])
		c[2] = max(a[2], b[2])
		c[3] = max(a[3], b[3])
	}
	for ; i < len(z); i++ {
		z[i] = max(x[i], y[i])
	}
}

func minimumLoop[T array.Real](z, x, y []T) {
	if len(x) < len(z) {
		x, y = y, x
	}
	x = x[:len(z)]
	if len(y) < len(z) {
		w := y[0]
		for i, v := range x {
			z[i] = min(v, w)
		}
		return
	}
	y = y[:len(z)]
	i := 0
	for ; i <= len(z)-4; i += 4 {
		a, b, c := x[i:i+4:i+4], y[i:i+4:i+4], z[i:i+4:i+4]
		c[0] = min(a[0], b[0])
		c[1] = min(a[1], b[1])
		c[2] = min(a[2], b[2])
		c[3] = min(a[3], b[3])
	}
	for ; i < len(z); i++ {
		z[i] = min(x[i], y[i])
	}
}

func equalLoop[T array.Number](z []bool, x, y []T) {
	if len(x) < len(z) {
		x, y = y, x
	}
	x = x[:len(z)]
	if len(y) < len(z) {
		w := y[0]
		for i, v := range x {
			z[i] = v == w
		}
		return
	}
	y = y[:len(z)]
	for i, v := range x {
		z[i] = v == y[i]
	}
}

func notEqualLoop[T array.Number](z []bool, x, y []T) {
	if len(x) < len(z) {
		x, y = y, x
	}
	x = x[:len(z)]
	if len(y) < len(z) {
		w := y[0]
		for i, v := range x {
			z[i] = v != w
		}
		return
	}
	y = y[:len(z)]
	for i, v := range x {
		z[i] = v != y[i]
	}
}

func lessLoop[T array.Real](z []bool, x, y []T) {
	switch {
	case len(x) < len(z):
		v := x[0]
		for i, w := range y[:len(z)] {
			z[i] = v < w
		}
	case len(y) < len(z):
		w := y[0]
		for i, v := range x[:len(z)] {
			z[i] = v < w
		}
	default:
		y = y[:len(z)]
		for i, v := range x[:len(z)] {
			z[i] = v < y[i]
		}
	}
}

func lessEqualLoop[T array.Real](z []bool, x, y []T) {
	switch {
	case len(x) < len(z):
		v := x[0]
		for i, w := range y[:len(z)] {
			z[i] = v <= w
		}
	case len(y) < len(z):
		w := y[0]
		for i, v := range x[:len(z)] {
			z[i] = v <= w
		}
	default:
		y = y[:len(z)]
		for i, v := range x[:len(z)] {
			z[i] = v <= y[i]
		}
	}
}

func greaterLoop[T array.Real](z []bool, x, y []T)      { lessLoop(z, y, x) }
func greaterEqualLoop[T array.Real](z []bool, x, y []T) { lessEqualLoop(z, y, x) }

func andLoop[T array.Integer](z, x, y []T) {
	if len(x) < len(z) {
		x, y = y, x
	}
	x = x[:len(z)]
	if len(y) < len(z) {
		w := y[0]
		for i, v := range x {
			z[i] = v & w
		}
		return
	}
	y = y[:len(z)]
	for i, v := range x {
		z[i] = v & y[i]
	}
}

func orLoop[T array.Integer](z, x, y []T) {
	if len(x) < len(z) {
		x, y = y, x
	}
	x = x[:len(z)]
	if len(y) < len(z) {
		w := y[0]
		for i, v := range x {
			z[i] = v | w
		}
		return
	}
	y = y[:len(z)]
	for i, v := range x {
		z[i] = v | y[i]
	}
}

func xorLoop[T array.Integer](z, x, y []T) {
	if len(x) < len(z) {
		x, y = y, x
	}
	x = x[:len(z)]
	if len(y) < len(z) {
		w := y[0]
		for i, v := range x {
			z[i] = v ^ w
		}
		return
	}
	y = y[:len(z)]
	for i, v := range x {
		z[i] = v ^ y[i]
	}
}

// copySignLoop works on the bits of floats.
func copySignLoop[U array.Unsigned](z, x, y []U) {
	rest := ^U(0) >> 1
	switch {
	case len(x) < len(z):
		v := x[0] & rest
		for i, w := range y[:len(z)] {
			z[i] = v | w&^rest
		}
	case len(y) < len(z):
		w := y[0] &^ rest
		for i, v := range x[:len(z)] {
			z[i] = v&rest | w
		}
	default:
		y = y[:len(z)]
		for i, v := range x[:len(z)] {
			z[i] = v&rest | y[i]&^rest
		}
	}
}

func copyLoop[T array.Element](z, x []T) { copy(z, x) }

// constantLoop is that of what does not depend on the operand's values.
func constantLoop[R, X array.Element](v R) func(z []R, x []X) {
	return func(z []R, _ []X) {
		for i := range z {
			z[i] = v
		}
	}
}

func negativeLoop[T array.Number](z, x []T) {
	z = z[:len(x)]
	for i, v := range x {
		z[i] = -v
	}
}

func absLoop[T array.Integer](z, x []T) {
	z = z[:len(x)]
	for i, v := range x {
		z[i] = max(v, -v) // the smallest number is its own negative
	}
}

func invertLoop[T array.Integer](z, x []T) {
	z = z[:len(x)]
	for i, v := range x {
		z[i] = ^v
	}
}

func notLoop(z, x []uint8) {
	z = z[:len(x)]
	for i, v := range x {
		z[i] = v ^ 1
	}
}

func squareLoop[T array.Real](z, x []T) {
	z = z[:len(x)]
	for i, v := range x {
		z[i] = v * v
	}
}

func reluLoop[T array.Integer](z, x []T) {
	z = z[:len(x)]
	for i, v := range x {
		z[i] = max(v, 0)
	}
}

func negativeSignLoop[T array.Integer](z []bool, x []T) {
	z = z[:len(x)]
	for i, v := range x {
		z[i] = v < 0
	}
}

func signLoop[T array.Integer](z, x []T) {
	z = z[:len(x)]
	one := T(1)
	for i, v := range x {
		var s T
		if v > 0 {
			s = one
		}
		if v < 0 {
			s = -one
		}
		z[i] = s
	}
}

func reciprocalLoop[T array.Float](z, x []T) {
	z = z[:len(x)]
	for i, v := range x {
		z[i] = 1 / v
	}
}

// sqrtLoop of float32 rounds twice, which is innocuous, if the compiler does not make
// it one instruction.
func sqrtLoop[T array.Float](z, x []T) {
	z = z[:len(x)]
	for i, v := range x {
		z[i] = T(math.Sqrt(float64(v)))
	}
}

func floorLoop[T array.Float](z, x []T) {
	z = z[:len(x)]
	for i, v := range x {
		z[i] = T(math.Floor(float64(v)))
	}
}

func ceilLoop[T array.Float](z, x []T) {
	z = z[:len(x)]
	for i, v := range x {
		z[i] = T(math.Ceil(float64(v)))
	}
}

func truncLoop[T array.Float](z, x []T) {
	z = z[:len(x)]
	for i, v := range x {
		z[i] = T(math.Trunc(float64(v)))
	}
}

func roundLoop[T array.Float](z, x []T) {
	z = z[:len(x)]
	for i, v := range x {
		z[i] = T(math.RoundToEven(float64(v)))
	}
}

// Loops on the bits of floats of any width. inf is infinity.

func absBitsLoop[U array.Unsigned](z, x []U) {
	z = z[:len(x)]
	for i, v := range x {
		z[i] = v & (^U(0) >> 1)
	}
}

func negativeBitsLoop[U array.Unsigned](z, x []U) {
	z = z[:len(x)]
	for i, v := range x {
		z[i] = v ^ ^(^U(0) >> 1)
	}
}

func signBitLoop[U array.Unsigned](z []bool, x []U) {
	z = z[:len(x)]
	for i, v := range x {
		z[i] = v > ^U(0)>>1
	}
}

func isNanLoop[U array.Unsigned](inf U) func(z []bool, x []U) {
	return func(z []bool, x []U) {
		z = z[:len(x)]
		for i, v := range x {
			z[i] = v&(^U(0)>>1) > inf
		}
	}
}

func isInfLoop[U array.Unsigned](inf U) func(z []bool, x []U) {
	return func(z []bool, x []U) {
		z = z[:len(x)]
		for i, v := range x {
			z[i] = v&(^U(0)>>1) == inf
		}
	}
}

func isFiniteLoop[U array.Unsigned](inf U) func(z []bool, x []U) {
	return func(z []bool, x []U) {
		z = z[:len(x)]
		for i, v := range x {
			z[i] = v&(^U(0)>>1) < inf
		}
	}
}

// signBitsLoop gives one, or its negative; +0 for both zeros, and NaN as it is.
func signBitsLoop[U array.Unsigned](inf, one U) func(z, x []U) {
	return func(z, x []U) {
		z = z[:len(x)]
		for i, v := range x {
			magnitude := v & (^U(0) >> 1)
			s := v&^(^U(0)>>1) | one
			if magnitude-1 >= inf {
				s = v
			}
			if magnitude == 0 {
				s = 0
			}
			z[i] = s
		}
	}
}

func reluBitsLoop[U array.Unsigned](inf U) func(z, x []U) {
	return func(z, x []U) {
		z = z[:len(x)]
		for i, v := range x {
			if v-^(^U(0)>>1) <= inf { // the sign bit is set, and this is no NaN
				v = 0
			}
			z[i] = v
		}
	}
}

// complexMultiplyLoop uses the plain formula. The conversions keep the compiler from
// joining product and sum, which would round differently from machine to machine.
func complexMultiplyLoop[C array.Complex](z, x, y []C) {
	if len(x) < len(z) {
		x, y = y, x
	}
	x = x[:len(z)]
	if len(y) < len(z) {
		c, d := complexParts(y[0])
		for i, v := range x {
			a, b := complexParts(v)
			z[i] = C(complex(float64(a*c)-float64(b*d), float64(a*d)+float64(b*c)))
		}
		return
	}
	y = y[:len(z)]
	for i, v := range x {
		a, b := complexParts(v)
		c, d := complexParts(y[i])
		z[i] = C(complex(float64(a*c)-float64(b*d), float64(a*d)+float64(b*c)))
	}
}

func conjLoop[C array.Complex](z, x []C) {
	z = z[:len(x)]
	for i, v := range x {
		re, im := complexParts(v)
		z[i] = C(complex(re, -im))
	}
}

func realLoop[F array.Float, C array.Complex](z []F, x []C) {
	z = z[:len(x)]
	for i, v := range x {
		re, _ := complexParts(v)
		z[i] = F(re)
	}
}

func imagLoop[F array.Float, C array.Complex](z []F, x []C) {
	z = z[:len(x)]
	for i, v := range x {
		_, im := complexParts(v)
		z[i] = F(im)
	}
}

// The bits of infinity in each float.
const (
	brainInf   = 0x7f80
	halfInf    = 0x7c00
	float32Inf = 0x7f800000
	float64Inf = 0x7ff0000000000000
)

// complex1 and complex2 are functions of complex128 for the dtype C.

func complex1[C array.Complex](f func(complex128) complex128) func(C) C {
	return func(x C) C { return C(f(complex128(x))) }
}

func complex2[C array.Complex](f func(x, y complex128) complex128) func(x, y C) C {
	return func(x, y C) C { return C(f(complex128(x), complex128(y))) }
}

func complexParts[C array.Complex](v C) (re, im float64) {
	return real(complex128(v)), imag(complex128(v))
}
