package simd

import "math/bits"

// math32Block is the greatest number of elements of one call of assembly, where no goroutine can be stopped.
const math32Block = 2048

// math32Mend computes the elements of which done has the bits clear, in the order of the elements from bit 0 of done[0] on.
func math32Mend(dst, x []float32, done *[math32Block / 8]uint8, f func(float64) float64) {
	for g, m := range done[:(len(x)+7)/8] {
		for m = ^m; m != 0; m &= m - 1 {
			i := 8*g + bits.TrailingZeros8(m)
			dst[i] = float32(f(float64(x[i])))
		}
	}
}

// The functions in assembly compute n results, at most math32Block, of x[:n] into dst[:n], which may be the same; they touch
// nothing else. Bit i%8 of done[i/8] is clear where element i lies beyond the range of the loop: dst[i] is then left as it was;
// the bits from n on are set. They return the intersection of the bytes of done.

//go:noescape
func exp32(dst, x *float32, n int, tab *[32]float64, done *[math32Block / 8]uint8) uint8

//go:noescape
func log32(dst, x *float32, n int, tab *[128][4]float64, done *[math32Block / 8]uint8) uint8

//go:noescape
func tanh32(dst, x *float32, n int, tab *[256][8]float64, done *[math32Block / 8]uint8) uint8

//go:noescape
func sin32(dst, x *float32, n int, done *[math32Block / 8]uint8) uint8

//go:noescape
func cos32(dst, x *float32, n int, done *[math32Block / 8]uint8) uint8

// Exp32 sets dst[i] to the value of ExpSlice32 of package scalar for x[i], where -700 < x < 700, and to f of it elsewhere;
// the slices have one length, and may be the same. The table tab is expTab32 of package scalar, 2**(i/32).
func Exp32(dst, x []float32, tab *[32]float64, f func(float64) float64) {
	dst = dst[:len(x)]
	for len(x) > 0 {
		n := min(len(x), math32Block)
		exp32Block(dst[:n], x[:n], tab, f)
		dst, x = dst[n:], x[n:]
	}
}

// exp32Block has a prologue where the scheduler and the collector can stop a goroutine between two calls of assembly.
//
//go:noinline
func exp32Block(dst, x []float32, tab *[32]float64, f func(float64) float64) {
	var done [math32Block / 8]uint8
	if exp32(&dst[0], &x[0], len(x), tab, &done) != 0xff {
		math32Mend(dst, x, &done, f)
	}
}

// Log32 sets dst[i] to the value of LogSlice32 of package scalar for x[i], where 0 < x <= math.MaxFloat32, and to f of it
// elsewhere; the slices have one length, and may be the same. The table tab is logTab of package scalar: 1/c, log c in two
// parts, log c rounded.
func Log32(dst, x []float32, tab *[128][4]float64, f func(float64) float64) {
	dst = dst[:len(x)]
	for len(x) > 0 {
		n := min(len(x), math32Block)
		log32Block(dst[:n], x[:n], tab, f)
		dst, x = dst[n:], x[n:]
	}
}

// log32Block has a prologue where the scheduler and the collector can stop a goroutine between two calls of assembly.
//
//go:noinline
func log32Block(dst, x []float32, tab *[128][4]float64, f func(float64) float64) {
	var done [math32Block / 8]uint8
	if log32(&dst[0], &x[0], len(x), tab, &done) != 0xff {
		math32Mend(dst, x, &done, f)
	}
}

// Tanh32 sets dst[i] to the value of TanhSlice32 of package scalar for x[i], where finite x, and to f of it elsewhere; the
// slices have one length, and may be the same. The table tab is tanhTab32 of package scalar: the middle of an interval and 7
// coefficients.
func Tanh32(dst, x []float32, tab *[256][8]float64, f func(float64) float64) {
	dst = dst[:len(x)]
	for len(x) > 0 {
		n := min(len(x), math32Block)
		tanh32Block(dst[:n], x[:n], tab, f)
		dst, x = dst[n:], x[n:]
	}
}

// tanh32Block has a prologue where the scheduler and the collector can stop a goroutine between two calls of assembly.
//
//go:noinline
func tanh32Block(dst, x []float32, tab *[256][8]float64, f func(float64) float64) {
	var done [math32Block / 8]uint8
	if tanh32(&dst[0], &x[0], len(x), tab, &done) != 0xff {
		math32Mend(dst, x, &done, f)
	}
}

// Sin32 sets dst[i] to the value of SinSlice32 of package scalar for x[i], where -1e6 < x < 1e6, and to f of it elsewhere;
// the slices have one length, and may be the same.
func Sin32(dst, x []float32, f func(float64) float64) {
	dst = dst[:len(x)]
	for len(x) > 0 {
		n := min(len(x), math32Block)
		sin32Block(dst[:n], x[:n], f)
		dst, x = dst[n:], x[n:]
	}
}

// sin32Block has a prologue where the scheduler and the collector can stop a goroutine between two calls of assembly.
//
//go:noinline
func sin32Block(dst, x []float32, f func(float64) float64) {
	var done [math32Block / 8]uint8
	if sin32(&dst[0], &x[0], len(x), &done) != 0xff {
		math32Mend(dst, x, &done, f)
	}
}

// Cos32 sets dst[i] to the value of CosSlice32 of package scalar for x[i], where -1e6 < x < 1e6, and to f of it elsewhere;
// the slices have one length, and may be the same.
func Cos32(dst, x []float32, f func(float64) float64) {
	dst = dst[:len(x)]
	for len(x) > 0 {
		n := min(len(x), math32Block)
		cos32Block(dst[:n], x[:n], f)
		dst, x = dst[n:], x[n:]
	}
}

// cos32Block has a prologue where the scheduler and the collector can stop a goroutine between two calls of assembly.
//
//go:noinline
func cos32Block(dst, x []float32, f func(float64) float64) {
	var done [math32Block / 8]uint8
	if cos32(&dst[0], &x[0], len(x), &done) != 0xff {
		math32Mend(dst, x, &done, f)
	}
}
