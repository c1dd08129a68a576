package simd

func unary[T float](z, x []T, f func(z, x *T, n int)) {
	x = x[:len(z)]
	for len(z) > 0 {
		n := min(len(z), blockLen)
		call1(f, z[:n], x[:n])
		z, x = z[n:], x[n:]
	}
}

// Functions of one operand set z's elements from x's, which are at least as many; z
// may be x. NaN gives NaN, and zeros keep their sign.

// Round32 sets z[i] to the whole number nearest to x[i], of two the even one; see [AVX512].
func Round32(z, x []float32) { unary(z, x, roundBlock32) }

// Floor32 sets z[i] to the greatest whole number not above x[i]; see [AVX512].
func Floor32(z, x []float32) { unary(z, x, floorBlock32) }

// Ceil32 sets z[i] to the least whole number not below x[i]; see [AVX512].
func Ceil32(z, x []float32) { unary(z, x, ceilBlock32) }

// Trunc32 sets z[i] to x[i] without its fraction; see [AVX512].
func Trunc32(z, x []float32) { unary(z, x, truncBlock32) }

// Sqrt32 sets z[i] to the square root of x[i], rounded to nearest; see [AVX512].
func Sqrt32(z, x []float32) { unary(z, x, sqrtBlock32) }

// Abs32 sets z[i] to x[i] without its sign bit; see [AVX512].
func Abs32(z, x []float32) { unary(z, x, absBlock32) }

// Round64 sets z[i] to the whole number nearest to x[i], of two the even one; see [AVX512].
func Round64(z, x []float64) { unary(z, x, roundBlock64) }

// Floor64 sets z[i] to the greatest whole number not above x[i]; see [AVX512].
func Floor64(z, x []float64) { unary(z, x, floorBlock64) }

// Ceil64 sets z[i] to the least whole number not below x[i]; see [AVX512].
func Ceil64(z, x []float64) { unary(z, x, ceilBlock64) }

// Trunc64 sets z[i] to x[i] without its fraction; see [AVX512].
func Trunc64(z, x []float64) { unary(z, x, truncBlock64) }

// Sqrt64 sets z[i] to the square root of x[i], rounded to nearest; see [AVX512].
func Sqrt64(z, x []float64) { unary(z, x, sqrtBlock64) }

// Abs64 sets z[i] to x[i] without its sign bit; see [AVX512].
func Abs64(z, x []float64) { unary(z, x, absBlock64) }

// Maximum32 sets z[i] to max(x[i], y[i]), where x or y may be one element that stands
// for all, and z may be either; see [AVX512].
func Maximum32(z, x, y []float32) { binary(z, x, y, maximumPairs32, maximumOne32, maximumOne32) }

// Minimum32 sets z[i] to min(x[i], y[i]), as [Maximum32] does; see [AVX512].
func Minimum32(z, x, y []float32) { binary(z, x, y, minimumPairs32, minimumOne32, minimumOne32) }

// Maximum64 sets z[i] to max(x[i], y[i]), as [Maximum32] does; see [AVX512].
func Maximum64(z, x, y []float64) { binary(z, x, y, maximumPairs64, maximumOne64, maximumOne64) }

// Minimum64 sets z[i] to min(x[i], y[i]), as [Maximum32] does; see [AVX512].
func Minimum64(z, x, y []float64) { binary(z, x, y, minimumPairs64, minimumOne64, minimumOne64) }
