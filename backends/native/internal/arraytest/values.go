package arraytest

import (
	"math"
	"math/big"
	"sort"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// Element0 returns the element of b at that index of its block.
func Element0(b *array.Buffer, at int) any {
	switch b.Dtype {
	case dtype.Bool:
		return array.Elems[bool](b)[at]
	case dtype.Uint8:
		return big.NewInt(int64(array.Elems[uint8](b)[at]))
	case dtype.Uint16:
		return big.NewInt(int64(array.Elems[uint16](b)[at]))
	case dtype.Uint32:
		return big.NewInt(int64(array.Elems[uint32](b)[at]))
	case dtype.Uint64:
		return new(big.Int).SetUint64(array.Elems[uint64](b)[at])
	case dtype.Int8:
		return big.NewInt(int64(array.Elems[int8](b)[at]))
	case dtype.Int16:
		return big.NewInt(int64(array.Elems[int16](b)[at]))
	case dtype.Int32:
		return big.NewInt(int64(array.Elems[int32](b)[at]))
	case dtype.Int64:
		return big.NewInt(array.Elems[int64](b)[at])
	case dtype.BFloat16:
		return float64(array.Elems[dtype.Brain](b)[at].Float32())
	case dtype.Float16:
		return float64(array.Elems[dtype.Half](b)[at].Float32())
	case dtype.Float32:
		return float64(array.Elems[float32](b)[at])
	case dtype.Float64:
		return array.Elems[float64](b)[at]
	case dtype.Complex64:
		return complex128(array.Elems[complex64](b)[at])
	}
	return array.Elems[complex128](b)[at]
}

// setElement0 writes v, a value that b's dtype holds.
func setElement0(b *array.Buffer, at int, v any) {
	switch b.Dtype {
	case dtype.Bool:
		array.Elems[bool](b)[at] = v.(bool)
	case dtype.Uint8, dtype.Int8:
		array.Elems[uint8](b)[at] = uint8(bits64(v))
	case dtype.Uint16, dtype.Int16:
		array.Elems[uint16](b)[at] = uint16(bits64(v))
	case dtype.Uint32, dtype.Int32:
		array.Elems[uint32](b)[at] = uint32(bits64(v))
	case dtype.Uint64, dtype.Int64:
		array.Elems[uint64](b)[at] = bits64(v)
	case dtype.BFloat16:
		array.Elems[dtype.Brain](b)[at] = dtype.BrainFromFloat64(v.(float64))
	case dtype.Float16:
		array.Elems[dtype.Half](b)[at] = dtype.HalfFromFloat64(v.(float64))
	case dtype.Float32:
		array.Elems[float32](b)[at] = float32(v.(float64))
	case dtype.Float64:
		array.Elems[float64](b)[at] = v.(float64)
	case dtype.Complex64:
		array.Elems[complex64](b)[at] = complex64(v.(complex128))
	case dtype.Complex128:
		array.Elems[complex128](b)[at] = v.(complex128)
	}
}

func bits64(v any) uint64 {
	i := v.(*big.Int)
	if i.Sign() < 0 {
		return uint64(i.Int64())
	}
	return i.Uint64()
}

// BufferOf returns a one-dimensional Buffer of the values.
func BufferOf(t require.TestingT, d dtype.Dtype, values []any) *array.Buffer {
	b, err := array.NewBuffer(backend.Spec{Dtype: d, Shape: []int{len(values)}})
	require.NoError(t, err)
	for i, v := range values {
		setElement0(b, i, v)
	}
	return b
}

// Edges returns the values worth trying of a dtype, each of which it holds.
func Edges(d dtype.Dtype) []any {
	var vs []any
	switch {
	case d == dtype.Bool:
		return []any{false, true}
	case d.IsInteger():
		info, _ := dtype.Iinfo(d)
		top := new(big.Int).SetUint64(info.Max)
		vs = append(vs, top, new(big.Int).Sub(top, big.NewInt(1)), new(big.Int).Rsh(top, 1), big.NewInt(info.Min), big.NewInt(info.Min+1))
		for _, i := range []int64{0, 1, 2, 3, 5, 7, 8, 10, 12, 31, 32, 63, 64, 100} {
			vs = append(vs, big.NewInt(i))
			if d.IsSigned() && i > 0 {
				vs = append(vs, big.NewInt(-i))
			}
		}
	case d.IsFloat():
		info, _ := dtype.Finfo(d)
		for _, f := range []float64{0, 1, 0.5, 1.5, 2, 2.5, 3, 3.5, 0.1, 0.001, 7.25, 10, 20, 60, 100.7, 1234, 1e-6,
			info.Eps, info.SmallestNormal, info.SmallestNormal * info.Eps, info.Max, info.Max / 4, math.Inf(1)} {
			vs = append(vs, RoundTo(d, f), RoundTo(d, -f))
		}
		vs = append(vs, math.NaN())
	default:
		part := []float64{0, math.Copysign(0, -1), 1, -1, 0.5, -2.5, 3, 0.125, -10}
		for _, re := range part {
			for _, im := range part {
				vs = append(vs, complex(re, im))
			}
		}
		for _, re := range []float64{math.Inf(1), math.Inf(-1), math.NaN(), 0, 1} {
			for _, im := range []float64{math.Inf(1), math.Inf(-1), math.NaN()} {
				vs = append(vs, complex(re, im), complex(im, re))
			}
		}
	}
	return vs
}

// FloatsOf16 has, for each 16-bit float, its finite values from 0 up.
var FloatsOf16 = func() map[dtype.Dtype][]float64 {
	m := map[dtype.Dtype][]float64{}
	for u := range 0x7c00 {
		m[dtype.Float16] = append(m[dtype.Float16], float64(dtype.Half(u).Float32()))
	}
	for u := range 0x7f80 {
		m[dtype.BFloat16] = append(m[dtype.BFloat16], float64(dtype.Brain(u).Float32()))
	}
	return m
}()

// RoundTo returns f in float dtype d, by search for those that have no Go type.
func RoundTo(d dtype.Dtype, f float64) float64 {
	switch all := FloatsOf16[d]; {
	case d == dtype.Float32:
		return float64(float32(f))
	case d == dtype.Float64 || f != f || f == 0 || math.IsInf(f, 0):
		return f
	default:
		i := sort.SearchFloat64s(all, math.Abs(f))
		if i < len(all) && all[i] == math.Abs(f) {
			return f
		}
		if i == len(all) { // from half a step above the greatest on, infinity
			top := all[i-1]
			if math.Abs(f) < top+(top-all[i-2])/2 {
				return math.Copysign(top, f)
			}
			return math.Copysign(math.Inf(1), f)
		}
		low, high := all[i-1], all[i]
		if below, above := math.Abs(f)-low, high-math.Abs(f); below < above || below == above && i%2 == 1 {
			return math.Copysign(low, f)
		}
		return math.Copysign(high, f)
	}
}

// ValuesOf returns the elements of b, which is contiguous, as a slice of their Go type.
func ValuesOf(b backend.Buffer) any {
	x := b.(*array.Buffer)
	switch x.Dtype {
	case dtype.Bool:
		return array.Flat[bool](x)
	case dtype.Uint8:
		return array.Flat[uint8](x)
	case dtype.Uint16:
		return array.Flat[uint16](x)
	case dtype.Uint32:
		return array.Flat[uint32](x)
	case dtype.Uint64:
		return array.Flat[uint64](x)
	case dtype.Int8:
		return array.Flat[int8](x)
	case dtype.Int16:
		return array.Flat[int16](x)
	case dtype.Int32:
		return array.Flat[int32](x)
	case dtype.Int64:
		return array.Flat[int64](x)
	case dtype.BFloat16:
		return array.Flat[dtype.Brain](x)
	case dtype.Float16:
		return array.Flat[dtype.Half](x)
	case dtype.Float32:
		return array.Flat[float32](x)
	case dtype.Float64:
		return array.Flat[float64](x)
	case dtype.Complex64:
		return array.Flat[complex64](x)
	}
	return array.Flat[complex128](x)
}

// Ascending returns n elements of which neighbours differ.
func Ascending(t *testing.T, d dtype.Dtype, n int) *array.Buffer {
	t.Helper()
	vs := make([]Scalar, n)
	for i := range vs {
		k := int64(i % 1009)
		vs[i] = Scalar{Re: float64(k), Bits: k}
		if d == dtype.Bool {
			vs[i].Bits = min(k, 1)
		}
	}
	return ArrayOf(t, d, []int{n}, vs)
}

// InOrder returns b with the strides of row-major order.
func InOrder(b *array.Buffer) *array.Buffer {
	n := 1
	for i := len(b.Shape) - 1; i >= 0; i-- {
		b.Strides[i] = n
		n *= b.Shape[i]
	}
	return b
}
