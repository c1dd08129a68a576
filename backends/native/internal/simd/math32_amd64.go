package simd

import (
	"math/bits"
	"os"

	"golang.org/x/sys/cpu"
)

func math32Level() bool {
	x := &cpu.X86
	return x.HasAVX512F && x.HasAVX512BW && x.HasAVX512DQ && x.HasAVX512VL && x.HasBMI2 && os.Getenv("IVY_SIMD") != "off"
}

// math32Block is the greatest number of elements of one call of assembly, where no goroutine can be stopped.
const math32Block = 2048

// math32Mend computes the elements of which slow has the bits set, in the order of the elements from bit 0 of slow[0] on.
func math32Mend(dst, x []float32, slow *[math32Block / 8]uint8, f func(float64) float64) {
	for g, m := range slow[:(len(x)+7)/8] {
		for ; m != 0; m &= m - 1 {
			i := 8*g + bits.TrailingZeros8(m)
			dst[i] = float32(f(float64(x[i])))
		}
	}
}

// The functions in assembly compute n results, at most math32Block, of x[:n] into dst[:n], which may be the same; they touch
// nothing else. Bit i%8 of slow[i/8] is set where element i lies beyond the range of the loop: dst[i] is then left as it was.
// They return the union of the bytes of slow.

//go:noescape
func exp32(dst, x *float32, n int, tab *[32]float64, slow *[math32Block / 8]uint8) uint8

//go:noescape
func log32(dst, x *float32, n int, tab *[128][4]float64, slow *[math32Block / 8]uint8) uint8

//go:noescape
func tanh32(dst, x *float32, n int, tab *[256][8]float64, slow *[math32Block / 8]uint8) uint8

//go:noescape
func sin32(dst, x *float32, n int, slow *[math32Block / 8]uint8) uint8

//go:noescape
func cos32(dst, x *float32, n int, slow *[math32Block / 8]uint8) uint8

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
	var slow [math32Block / 8]uint8
	if exp32(&dst[0], &x[0], len(x), tab, &slow) != 0 {
		math32Mend(dst, x, &slow, f)
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
	var slow [math32Block / 8]uint8
	if log32(&dst[0], &x[0], len(x), tab, &slow) != 0 {
		math32Mend(dst, x, &slow, f)
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
	var slow [math32Block / 8]uint8
	if tanh32(&dst[0], &x[0], len(x), tab, &slow) != 0 {
		math32Mend(dst, x, &slow, f)
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
	var slow [math32Block / 8]uint8
	if sin32(&dst[0], &x[0], len(x), &slow) != 0 {
		math32Mend(dst, x, &slow, f)
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
	var slow [math32Block / 8]uint8
	if cos32(&dst[0], &x[0], len(x), &slow) != 0 {
		math32Mend(dst, x, &slow, f)
	}
}
