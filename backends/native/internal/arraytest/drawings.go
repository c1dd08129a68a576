package arraytest

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
	"unsafe"

	"pgregory.net/rapid"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// RawBits returns the bits of a value, of all NaN the same.
func RawBits[A array.Element](v A) [2]uint64 {
	float := func(v float64) uint64 {
		if v != v {
			v = math.NaN()
		}
		return math.Float64bits(v)
	}
	switch v := any(v).(type) {
	case float32:
		return [2]uint64{float(float64(v))}
	case float64:
		return [2]uint64{float(v)}
	case complex64:
		return [2]uint64{float(float64(real(v))), float(float64(imag(v)))}
	case complex128:
		return [2]uint64{float(real(v)), float(imag(v))}
	}
	var z [2]uint64
	copy(unsafe.Slice((*byte)(unsafe.Pointer(&z)), 16), unsafe.Slice((*byte)(unsafe.Pointer(&v)), unsafe.Sizeof(v)))
	return z
}

// Drawings returns functions that fill x with values: normal ones, many zeros of both signs,
// infinities and NaN, any bits.
func Drawings[A array.Element](r *rand.Rand) []func(x []A) {
	var one A
	pick := func(values ...float64) func([]A) {
		return func(x []A) {
			for i := range x {
				storeFloat(&x[i], values[r.IntN(len(values))])
			}
		}
	}
	normal := func(x []A) {
		for i := range x {
			storeFloat(&x[i], r.NormFloat64())
		}
	}
	zero, inf, nan := math.Copysign(0, -1), math.Inf(1), math.NaN()
	switch any(one).(type) {
	case float32, float64:
		return []func([]A){normal, pick(0, zero), pick(0), pick(zero), pick(0, zero, 1, 2), pick(0, zero, -1, -2),
			pick(1.5, -1.25, 3), pick(inf, 1, -inf), pick(-inf), pick(inf), pick(inf, inf, inf, inf, inf, inf, nan)}
	case complex64, complex128:
		return []func([]A){normal, pick(0, zero), pick(zero)}
	}
	return []func([]A){func(x []A) {
		p := unsafe.Slice((*byte)(unsafe.Pointer(&x[0])), len(x)*int(unsafe.Sizeof(one)))
		for i := range p {
			p[i] = byte(r.Uint32())
		}
	}, func(x []A) {
		clear(x)
		unsafe.Slice((*byte)(unsafe.Pointer(&x[0])), len(x)*int(unsafe.Sizeof(one)))[0] = 1
	}}
}

func storeFloat[A array.Element](p *A, v float64) {
	switch p := any(p).(type) {
	case *float32:
		*p = float32(v)
	case *float64:
		*p = v
	case *complex64:
		*p = complex(float32(v), float32(-v))
	case *complex128:
		*p = complex(v, -v)
	}
}

// LineLengths are lengths about those of registers and lanes.
func LineLengths(block int) []int {
	out := []int{}
	for n := 1; n <= 70; n++ {
		out = append(out, n)
	}
	return append(out, 127, 128, 129, 255, 256, 257, 511, 513, 700, block-1, block)
}

// Broadcastable draws a shape that broadcasts to s.
func Broadcastable(t *rapid.T, s []int) []int {
	s = slices.Clone(s[rapid.IntRange(0, len(s)).Draw(t, "drop"):])
	for i := range s {
		if rapid.IntRange(0, 2).Draw(t, "one") == 0 {
			s[i] = 1
		}
	}
	return s
}

// Must returns b; it panics if there is an error.
func Must(b *array.Buffer, err error) *array.Buffer {
	if err != nil {
		panic(err)
	}
	return b
}

// BenchArray returns an array of normally distributed floats, or of random bits.
func BenchArray(b *testing.B, d dtype.Dtype, s ...int) *array.Buffer {
	z, err := array.NewBuffer(backend.Spec{Dtype: d, Shape: s})
	if err != nil {
		b.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	switch d {
	case dtype.Float32:
		for i := range array.Flat[float32](z) {
			array.Flat[float32](z)[i] = float32(r.NormFloat64())
		}
	case dtype.Float64:
		for i := range array.Flat[float64](z) {
			array.Flat[float64](z)[i] = r.NormFloat64()
		}
	default:
		for i, p := 0, array.BytesOf(z); i < len(p); i++ {
			p[i] = byte(r.Uint32())
			if d.IsFloat() && i%2 == 1 {
				p[i] &= 0xbf // no infinities
			}
		}
	}
	return z
}

// Measure runs f b.N times and reports the shortest, which other work on the machine
// disturbs least.
func Measure(b *testing.B, n int, f func() error) {
	shortest := time.Duration(math.MaxInt64)
	b.ReportAllocs()
	for b.Loop() {
		start := time.Now()
		if err := f(); err != nil {
			b.Fatal(err)
		}
		shortest = min(shortest, time.Since(start))
	}
	b.ReportMetric(float64(shortest.Nanoseconds())/float64(n), "min-ns/elem")
}
