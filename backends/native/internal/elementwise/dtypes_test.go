package elementwise

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/arraytest"
	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// wantCast is Astype's definition, with numbers of any size.
func wantCast(to dtype.Dtype, v any) any {
	switch v := v.(type) {
	case bool:
		if to.IsBool() {
			return v
		}
		return wantCast(to, big.NewInt(int64(oneIf(v))))
	case *big.Int:
		switch {
		case to.IsBool():
			return v.Sign() != 0
		case to.IsInteger():
			return wrap(to, v)
		}
		p := roundInt(to.Component(), v)
		if to.IsComplex() {
			return complex(p, 0)
		}
		return p
	case float64:
		switch {
		case to.IsBool():
			return v != 0
		case to.IsInteger():
			info, _ := dtype.Iinfo(to)
			low, high := big.NewInt(info.Min), new(big.Int).SetUint64(info.Max)
			switch {
			case v != v:
				return new(big.Int)
			case math.IsInf(v, 1):
				return high
			case math.IsInf(v, -1):
				return low
			}
			i, _ := big.NewFloat(v).Int(nil)
			if i.Cmp(low) < 0 {
				return low
			}
			if i.Cmp(high) > 0 {
				return high
			}
			return i
		case to.IsComplex():
			return complex(arraytest.RoundTo(to.Component(), v), 0)
		}
		return arraytest.RoundTo(to, v)
	}
	z := v.(complex128)
	if to.IsBool() {
		return z != 0
	}
	return complex(arraytest.RoundTo(to.Component(), real(z)), arraytest.RoundTo(to.Component(), imag(z)))
}

// roundInt returns i in float dtype d, rounded once.
func roundInt(d dtype.Dtype, i *big.Int) float64 {
	x := new(big.Float).SetInt(i)
	switch d {
	case dtype.Float32:
		f, _ := x.Float32()
		return float64(f)
	case dtype.Float64:
		f, _ := x.Float64()
		return f
	case dtype.BFloat16:
		f, _ := new(big.Float).SetPrec(8).SetInt(i).Float64()
		return f
	}
	f, _ := new(big.Float).SetPrec(11).SetInt(i).Float64()
	if math.Abs(f) > 65504 {
		return math.Copysign(math.Inf(1), f)
	}
	return f
}

func TestCast(t *testing.T) {
	for _, from := range dtype.All.Dtypes() {
		values := arraytest.Edges(from)
		switch {
		case from.IsInteger(): // near the middle of two 16-bit floats, where a second rounding would show
			info, _ := dtype.Iinfo(from)
			for _, i := range []int64{1<<24 + 1, 1<<24 + 1<<15 + 1, 1<<30 + 1<<22 + 1, 1<<30 + 1<<22, 1<<62 + 1<<54 + 1, 1<<62 + 1<<38 + 1, 65519, 65520, 2049, 2051, 257, 259} {
				if i > 0 && uint64(i) <= info.Max {
					values = append(values, big.NewInt(i))
				}
			}
		case from.IsFloat():
			for _, f := range []float64{127.5, 128, -128.9, -129, 254.9, 255.5, 256, -0.9, 32767.9, 32768, -32769, 65519.99, 65520, 1<<31 - 0.5, 1 << 31, -1<<31 - 0.5, -1<<31 - 1,
				1<<32 - 0.5, 1 << 32, 1<<63 - 1024, 1 << 63, -1 << 63, -1<<63 - 2048, 1<<64 - 2048, 1 << 64, 1 + 0x1p-8 + 0x1p-40, 1 + 0x1p-11 + 0x1p-40, 0x1p-25, 0x1.0000001p-25, 0x1p-134, 0x1.000001p-134} {
				values = append(values, arraytest.RoundTo(from, f))
			}
		}
		x := arraytest.BufferOf(t, from, values)
		for _, to := range dtype.All.Dtypes() {
			out := backend.Spec{Dtype: to, Shape: []int{len(values)}}
			z, err := Cast(out, x)
			if from.IsComplex() && !to.IsComplex() && !to.IsBool() {
				assert.Error(t, err, "%v to %v", from, to)
				continue
			}
			t.Run(from.String()+"/"+to.String(), func(t *testing.T) {
				require.NoError(t, err)
				for i, v := range values {
					if got, want := arraytest.Element0(z.(*array.Buffer), i), wantCast(to, v); !same(to, got, want, 0) {
						t.Errorf("%v(%v) = %v, want %v", to, v, got, want)
					}
				}
			})
		}
	}
}

// TestHalf compares the conversions of this package with package dtype's: every
// float16, and float32 numbers on both sides of every change.
func TestHalf(t *testing.T) {
	race.Sequential(t)
	for u := range 1 << 16 {
		h := dtype.Half(u)
		want := h.Float32()
		require.Equal(t, math.Float32bits(want)&^(1<<22), math.Float32bits(fromHalf(h))&^(1<<22), "%#x", u) // but for a NaN's quiet bit
		for _, d := range []int32{-0x1001, -0x1000, -0xfff, -1, 0, 1, 0xfff, 0x1000, 0x1001} {
			f := math.Float32frombits(uint32(int32(math.Float32bits(want)) + d))
			require.Equal(t, dtype.HalfFromFloat32(f), toHalf(f), "%v", f)
		}
	}
	for u := uint64(0); u < 1<<32; u += 9973 {
		f := math.Float32frombits(uint32(u))
		require.Equal(t, dtype.HalfFromFloat32(f), toHalf(f), "%v", f)
	}
}

func TestWhere(t *testing.T) {
	for _, d := range dtype.All.Dtypes() {
		values := arraytest.Edges(d)
		n := len(values)
		conditions, xs, ys := make([]any, n), values, make([]any, n)
		for i := range values {
			conditions[i], ys[i] = i*i%3 == 1, values[n-1-i]
		}
		out := backend.Spec{Dtype: d, Shape: []int{n}}
		z, err := where(out, arraytest.BufferOf(t, dtype.Bool, conditions), arraytest.BufferOf(t, d, xs), arraytest.BufferOf(t, d, ys))
		require.NoError(t, err)
		for i := range values {
			want := ys[i]
			if conditions[i].(bool) {
				want = xs[i]
			}
			assert.True(t, same(d, arraytest.Element0(z.(*array.Buffer), i), want, 0), "%v: where(%v, %v, %v)", d, conditions[i], xs[i], ys[i])
		}
	}
}
