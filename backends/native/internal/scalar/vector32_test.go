package scalar

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/simd"

	"github.com/goivy/goivy/internal/race"
)

// vector32 are the functions with loops in assembly: slice takes them where the machine has them, loop is in Go.
var vector32 = []struct {
	name        string
	slice, loop func(dst, x []float32)
	lo, hi      float64
}{
	{"Exp", ExpSlice32, expLoop32, -10, 10},
	{"Log", LogSlice32, logLoop32, 0, 10},
	{"Tanh", TanhSlice32, tanhLoop32, -10, 10},
	{"Sin", SinSlice32, sinLoop32, -10, 10},
	{"Cos", CosSlice32, cosLoop32, -10, 10},
}

// same32 compares bits, but for those of NaN.
func same32(a, b float32) bool {
	return math.Float32bits(a) == math.Float32bits(b) || a != a && b != b
}

// edges32 are the numbers near which the functions over- or underflow, change their method or are undefined.
func edges32() []float32 {
	edges := []float64{0, 0x1p-149, 0x1p-126, 0x1p-31, 0x1p-5, 0.5, 1, math.Pi / 2, math.Pi, 8.66, 9.01, 16, 87.3365, 88.7228, 103.97, 700, 1e6, 0x1p64, math.MaxFloat32, inf}
	var x []float32
	for _, e := range edges {
		b := math.Float32bits(float32(e))
		for d := range uint32(9) {
			v := math.Float32frombits(b + d - 4)
			x = append(x, v, -v)
		}
	}
	return append(x, float32(nan), math.Float32frombits(0xffffffff), math.Float32frombits(0x7f800001))
}

func skipWithoutVectors(t testing.TB) {
	if !simd.AVX512 {
		t.Skip("AVX-512 is not there or switched off: the loops in Go are what the slice functions call")
	}
}

// TestVector32Bits proves that assembly and Go give the same bits, for a sample of all bit patterns.
func TestVector32Bits(t *testing.T) {
	race.Sequential(t)
	skipWithoutVectors(t)
	const n = 1 << 22
	x, got, want := make([]float32, n), make([]float32, n), make([]float32, n)
	for i := range x {
		x[i] = math.Float32frombits(uint32(i)<<10 + uint32(i)*0x9e3779b1>>22)
	}
	copy(x[1000:], edges32())
	for _, f := range vector32 {
		t.Run(f.name, func(t *testing.T) {
			f.slice(got, x)
			f.loop(want, x)
			for i := range x {
				if !same32(want[i], got[i]) {
					require.Failf(t, "other bits", "%s(%v) = %v, in Go %v", f.name, x[i], got[i], want[i])
				}
			}
			copy(got, x)
			f.slice(got, got)
			for i := range x {
				if !same32(want[i], got[i]) {
					require.Failf(t, "other bits in place", "%s(%v) = %v, in Go %v", f.name, x[i], got[i], want[i])
				}
			}
		})
	}
}

// TestVector32Lengths proves that no length writes beyond the slice or reads into it what stands beside, wherever special values are.
func TestVector32Lengths(t *testing.T) {
	const guard = -123.25
	edges := edges32()
	lengths := []int{2047, 2048, 2049, 4095, 4103}
	for n := range 68 {
		lengths = append(lengths, n)
	}
	for _, f := range vector32 {
		t.Run(f.name, func(t *testing.T) {
			for _, n := range lengths {
				for _, offset := range []int{0, 1, 5} {
					x := make([]float32, offset+n+32)
					for i := range x {
						x[i] = float32(i%13) + 0.3
						if i%7 == n%7 {
							x[i] = edges[(i+31*n)%len(edges)]
						}
					}
					want := make([]float32, n)
					f.loop(want, x[offset:offset+n])
					dst := make([]float32, 16+offset+n+32)
					for i := range dst {
						dst[i] = guard
					}
					f.slice(dst[16+offset:16+offset+n], x[offset:offset+n])
					for i, v := range dst {
						if j := i - 16 - offset; j >= 0 && j < n {
							require.True(t, same32(want[j], v), "length %d, element %d, %v: %v, in Go %v", n, j, x[offset+j], v, want[j])
						} else {
							require.Equal(t, float32(guard), v, "length %d, offset %d: beside the slice", n, i-16-offset)
						}
					}
					all := append([]float32{}, x...)
					f.slice(x[offset:offset+n], x[offset:offset+n])
					for i, v := range x {
						if j := i - offset; j >= 0 && j < n {
							require.True(t, same32(want[j], v), "length %d in place, element %d", n, j)
						} else {
							require.True(t, same32(all[i], v), "length %d in place: beside the slice", n)
						}
					}
				}
			}
			assert.Panics(t, func() { f.slice(make([]float32, 8), make([]float32, 9)) }, "a short destination")
		})
	}
}

// BenchmarkVector32 measures loops in Go and in assembly in turn, over 8,192 elements, and reports the least times.
func BenchmarkVector32(b *testing.B) {
	skipWithoutVectors(b)
	for _, f := range vector32 {
		b.Run(f.name, func(b *testing.B) {
			x := inputs32(f.lo, f.hi)[:8192]
			dst := make([]float32, len(x))
			least := [2]time.Duration{math.MaxInt64, math.MaxInt64}
			for b.Loop() {
				for i, loop := range []func(dst, x []float32){f.loop, f.slice} {
					start := time.Now()
					loop(dst, x)
					least[i] = min(least[i], time.Since(start))
				}
			}
			for i, unit := range []string{"go-ns/elem", "vector-ns/elem"} {
				b.ReportMetric(float64(least[i].Nanoseconds())/float64(len(x)), unit)
			}
			b.ReportMetric(float64(least[0])/float64(least[1]), "times-faster")
		})
	}
}
