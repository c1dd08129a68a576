package simd

// blockLen is how many elements one call of assembly works on, during which no
// goroutine can be stopped: of three float64 operands 48 KiB.
const blockLen = 2048

type float interface{ float32 | float64 }

// The kernels' calls are functions of their own that are not inlined: between them
// the scheduler has its turn.

//go:noinline
func call1[Z, X any](f func(z *Z, x *X, n int), z []Z, x []X) { f(&z[0], &x[0], len(z)) }

//go:noinline
func call2[Z, X any](f func(z *Z, x, y *X, n int), z []Z, x, y []X) { f(&z[0], &x[0], &y[0], len(z)) }

// binary runs pairs where both operands are as long as z, and one or turned where
// y or x is one element for all. turned has its operands the other way round.
func binary[Z any, X float](z []Z, x, y []X, pairs, one, turned func(z *Z, x, y *X, n int)) {
	f, broadcast := pairs, false
	switch {
	case len(x) < len(z):
		f, x, y, broadcast = turned, y, x, true
	case len(y) < len(z):
		f, broadcast = one, true
	}
	x = x[:len(z)]
	if !broadcast {
		y = y[:len(z)]
	}
	for len(z) > 0 {
		n := min(len(z), blockLen)
		call2(f, z[:n], x[:n], y)
		z, x = z[n:], x[n:]
		if !broadcast {
			y = y[n:]
		}
	}
}

// Comparisons set z[i] to what Go's operator says of x[i] and y[i]. The operands are
// at least as long as z; one of them may be a single element that stands for all.

// Less32 sets z[i] to x[i] < y[i]; see [AVX512].
func Less32(z []bool, x, y []float32) { binary(z, x, y, lessPairs32, lessOne32, greaterOne32) }

// LessEqual32 sets z[i] to x[i] <= y[i]; see [AVX512].
func LessEqual32(z []bool, x, y []float32) {
	binary(z, x, y, lessEqualPairs32, lessEqualOne32, greaterEqualOne32)
}

// Greater32 sets z[i] to x[i] > y[i]; see [AVX512].
func Greater32(z []bool, x, y []float32) { Less32(z, y, x) }

// GreaterEqual32 sets z[i] to x[i] >= y[i]; see [AVX512].
func GreaterEqual32(z []bool, x, y []float32) { LessEqual32(z, y, x) }

// Equal32 sets z[i] to x[i] == y[i]; see [AVX512].
func Equal32(z []bool, x, y []float32) { binary(z, x, y, equalPairs32, equalOne32, equalOne32) }

// NotEqual32 sets z[i] to x[i] != y[i]; see [AVX512].
func NotEqual32(z []bool, x, y []float32) {
	binary(z, x, y, notEqualPairs32, notEqualOne32, notEqualOne32)
}

// Less64 sets z[i] to x[i] < y[i]; see [AVX512].
func Less64(z []bool, x, y []float64) { binary(z, x, y, lessPairs64, lessOne64, greaterOne64) }

// LessEqual64 sets z[i] to x[i] <= y[i]; see [AVX512].
func LessEqual64(z []bool, x, y []float64) {
	binary(z, x, y, lessEqualPairs64, lessEqualOne64, greaterEqualOne64)
}

// Greater64 sets z[i] to x[i] > y[i]; see [AVX512].
func Greater64(z []bool, x, y []float64) { Less64(z, y, x) }

// GreaterEqual64 sets z[i] to x[i] >= y[i]; see [AVX512].
func GreaterEqual64(z []bool, x, y []float64) { LessEqual64(z, y, x) }

// Equal64 sets z[i] to x[i] == y[i]; see [AVX512].
func Equal64(z []bool, x, y []float64) { binary(z, x, y, equalPairs64, equalOne64, equalOne64) }

// NotEqual64 sets z[i] to x[i] != y[i]; see [AVX512].
func NotEqual64(z []bool, x, y []float64) {
	binary(z, x, y, notEqualPairs64, notEqualOne64, notEqualOne64)
}
