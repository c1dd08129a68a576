package move

import (
	"encoding/json"
	"math"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/arraytest"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

func TestCreationComplete(t *testing.T) {
	arraytest.Complete(t, kernels, ops.Arange.Op, ops.Eye.Op, ops.Full.Op, ops.Linspace.Op)
}

func brain(f float32) dtype.Brain { return dtype.BrainFromFloat32(f) }
func half(f float32) dtype.Half   { return dtype.HalfFromFloat32(f) }

var (
	anInt  = backend.IntScalar
	aFloat = backend.FloatScalar
)

func TestFull(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		dt    dtype.Dtype
		value backend.Scalar
		want  any // of one element
		why   string
	}{
		{dtype.Bool, backend.BoolScalar(true), true, ""},
		{dtype.Bool, anInt(256), true, ""},
		{dtype.Bool, aFloat(0.5), true, "not zero"},
		{dtype.Bool, aFloat(nan), true, "NaN is not zero"},
		{dtype.Bool, aFloat(math.Copysign(0, -1)), false, ""},
		{dtype.Bool, backend.ComplexScalar(2i), true, ""},
		{dtype.Uint8, backend.BoolScalar(true), uint8(1), ""},
		{dtype.Uint8, anInt(-1), uint8(0), "integers are held in range"},
		{dtype.Uint8, aFloat(300.5), uint8(255), "floats saturate"},
		{dtype.Uint8, aFloat(-0.9), uint8(0), ""},
		{dtype.Uint8, aFloat(-5), uint8(0), ""},
		{dtype.Uint16, aFloat(inf), uint16(65535), ""},
		{dtype.Uint32, aFloat(-inf), uint32(0), ""},
		{dtype.Uint32, aFloat(1<<32 - 0.5), uint32(math.MaxUint32), ""},
		{dtype.Uint64, backend.UintScalar(math.MaxUint64), uint64(math.MaxUint64), ""},
		{dtype.Uint64, aFloat(1e30), uint64(math.MaxUint64), ""},
		{dtype.Uint64, aFloat(1 << 63), uint64(1 << 63), ""},
		{dtype.Uint64, aFloat(nan), uint64(0), ""},
		{dtype.Int8, anInt(200), int8(127), "integers are held in range"},
		{dtype.Int8, aFloat(200), int8(127), "floats saturate"},
		{dtype.Int8, aFloat(-128.9), int8(-128), ""},
		{dtype.Int8, aFloat(-1.9), int8(-1), "toward zero"},
		{dtype.Int16, aFloat(nan), int16(0), ""},
		{dtype.Int32, aFloat(-inf), int32(math.MinInt32), ""},
		{dtype.Int32, aFloat(math.MaxInt32 + 0.5), int32(math.MaxInt32), ""},
		{dtype.Int64, anInt(math.MinInt64), int64(math.MinInt64), ""},
		{dtype.Int64, aFloat(0x1p63), int64(math.MaxInt64), ""},
		{dtype.Int64, backend.UintScalar(1 << 63), int64(math.MaxInt64), "integers are held in range"},
		{dtype.Int32, backend.ComplexScalar(3.7 + 1i), int32(3), "the real part"},
		{dtype.Float16, anInt(2049), half(2048), "ties to even"},
		{dtype.Float16, aFloat(2049 + 0x1p-40), half(2050), "one rounding: float32 would lose what breaks the tie"},
		{dtype.Float16, aFloat(70000), half(float32(inf)), ""},
		{dtype.Float16, backend.UintScalar(math.MaxUint64), half(float32(inf)), ""},
		{dtype.BFloat16, aFloat(257 + 0x1p-40), brain(258), "one rounding"},
		{dtype.BFloat16, anInt(257<<40 + 1), brain(258 << 40), "one rounding"},
		{dtype.BFloat16, backend.UintScalar(math.MaxUint64), brain(0x1p64), ""},
		{dtype.Float32, anInt(1<<54 + 1<<30 + 1), float32(1<<54 + 1<<31), "one rounding: float64 would lose the 1"},
		{dtype.Float32, backend.UintScalar(1<<63 + 1<<39 + 1), float32(1<<63 + 1<<40), "one rounding"},
		{dtype.Float32, aFloat(1e300), float32(inf), ""},
		{dtype.Float64, backend.UintScalar(1 << 63), 0x1p63, ""},
		{dtype.Float64, backend.BoolScalar(true), 1.0, ""},
		{dtype.Complex64, anInt(1<<54 + 1<<30 + 1), complex64(complex(1<<54+1<<31, 0)), "one rounding"},
		{dtype.Complex64, backend.ComplexScalar(0.1 + 2i), complex64(0.1 + 2i), ""},
		{dtype.Complex64, backend.UintScalar(1 << 63), complex64(0x1p63), ""},
		{dtype.Complex128, aFloat(0.1), 0.1 + 0i, ""},
		{dtype.Complex128, backend.UintScalar(1 << 63), 0x1p63 + 0i, ""},
		{dtype.Complex128, anInt(-3), -3 + 0i, ""},
	} {
		b, err := Full(backend.Spec{Dtype: c.dt, Shape: []int{}}, backend.FillAttrs{Value: c.value})
		require.NoError(t, err)
		assert.Equal(t, slice1(c.want), arraytest.ValuesOf(b), "Full(%v, %v) %s", c.value, c.dt, c.why)
	}
	b, err := Full(backend.Spec{Dtype: dtype.Float32, Shape: []int{1}}, backend.FillAttrs{Value: aFloat(nan)})
	require.NoError(t, err)
	assert.True(t, math.IsNaN(float64(array.Flat[float32](b.(*array.Buffer))[0])))
}

// slice1 returns a slice with v alone, of v's type.
func slice1(v any) any {
	switch v := v.(type) {
	case bool:
		return []bool{v}
	case uint8:
		return []uint8{v}
	case uint16:
		return []uint16{v}
	case uint32:
		return []uint32{v}
	case uint64:
		return []uint64{v}
	case int8:
		return []int8{v}
	case int16:
		return []int16{v}
	case int32:
		return []int32{v}
	case int64:
		return []int64{v}
	case dtype.Brain:
		return []dtype.Brain{v}
	case dtype.Half:
		return []dtype.Half{v}
	case float32:
		return []float32{v}
	case float64:
		return []float64{v}
	case complex64:
		return []complex64{v}
	case complex128:
		return []complex128{v}
	}
	return nil
}

func TestFullShapes(t *testing.T) {
	for _, d := range dtype.All.Dtypes() {
		for _, s := range [][]int{{}, {0}, {3, 0}, {1}, {2, 3, 4}, {70000}} {
			b, err := Full(backend.Spec{Dtype: d, Shape: s}, backend.FillAttrs{Value: anInt(1)})
			require.NoError(t, err)
			x := b.(*array.Buffer)
			assert.Equal(t, s, append([]int{}, x.Shape...))
			one, err := Full(backend.Spec{Dtype: d, Shape: []int{}}, backend.FillAttrs{Value: anInt(1)})
			require.NoError(t, err)
			all, first := array.BytesOf(x), array.BytesOf(one.(*array.Buffer))
			for k := 0; k < len(all); k += len(first) {
				require.Equal(t, first, all[k:k+len(first)], "%v %v", d, s)
			}
		}
	}
}

func TestEye(t *testing.T) {
	for _, d := range dtype.All.Dtypes() {
		for _, s := range [][]int{{0, 0}, {0, 3}, {3, 0}, {1, 1}, {3, 3}, {2, 5}, {5, 2}} {
			for _, k := range []int{0, 1, -1, 2, -2, 4, -4, 5, -5, math.MaxInt, math.MinInt} {
				out := backend.Spec{Dtype: d, Shape: s}
				// What the memory held before must not be seen.
				into, err := Full(out, backend.FillAttrs{Value: anInt(1)})
				require.NoError(t, err)
				out.Into = into
				z, err := eye(out, backend.FillAttrs{K: k})
				require.NoError(t, err)
				zeros, err := Full(backend.Spec{Dtype: d, Shape: []int{1}}, backend.FillAttrs{Value: anInt(0)})
				require.NoError(t, err)
				ones, err := Full(backend.Spec{Dtype: d, Shape: []int{1}}, backend.FillAttrs{Value: anInt(1)})
				require.NoError(t, err)
				want := arraytest.Build(d, s, func(ix []int) string {
					if ix[1]-ix[0] == k {
						return arraytest.ModelOf(ones).Elems[0]
					}
					return arraytest.ModelOf(zeros).Elems[0]
				})
				want.Same(t, z, err, "eye")
			}
		}
	}
}

func TestArange(t *testing.T) {
	for _, c := range []struct {
		dt          dtype.Dtype
		start, step backend.Scalar
		want        any
		why         string
	}{
		{dtype.Int32, anInt(0), anInt(1), []int32{0, 1, 2}, ""},
		{dtype.Int32, anInt(5), anInt(-2), []int32{5, 3, 1}, ""},
		{dtype.Int8, anInt(126), anInt(1), []int8{126, 127, 127}, "integers are held in range"},
		{dtype.Int64, anInt(1<<53 + 1), anInt(1), []int64{1<<53 + 1, 1<<53 + 2, 1<<53 + 3}, "exact where float64 is not"},
		{dtype.Int64, anInt(math.MaxInt64), anInt(1), []int64{math.MaxInt64, math.MaxInt64, math.MaxInt64}, "integers are held in range"},
		{dtype.Uint64, backend.UintScalar(1<<63 + 1), anInt(-1), []uint64{1<<63 + 1, 1 << 63, 1<<63 - 1}, ""},
		{dtype.Uint64, anInt(0), backend.UintScalar(1 << 63), []uint64{0, 1 << 63, math.MaxUint64}, "integers are held in range"},
		{dtype.Int32, aFloat(0.5), aFloat(0.75), []int32{0, 1, 2}, "computed in float64, then truncated"},
		{dtype.Uint8, aFloat(-1), aFloat(200), []uint8{0, 199, 255}, "floats saturate"},
		{dtype.Uint16, anInt(65535), anInt(1), []uint16{65535, 65535, 65535}, "held in range"},
		{dtype.Uint32, anInt(-1), anInt(1), []uint32{0, 0, 1}, "held in range"},
		{dtype.Int16, anInt(1), anInt(10), []int16{1, 11, 21}, ""},
		{dtype.Float32, anInt(1<<24 + 1), anInt(2), []float32{1 << 24, 1<<24 + 4, 1<<24 + 4}, "each rounded by itself"},
		{dtype.Float64, anInt(1<<53 + 1), anInt(2), []float64{1 << 53, 1<<53 + 4, 1<<53 + 4}, "integers stay integers until they are rounded"},
		{dtype.Float64, backend.UintScalar(1 << 63), anInt(-1 << 20), []float64{1 << 63, 1<<63 - 1<<20, 1<<63 - 2<<20}, ""},
		{dtype.Float64, anInt(math.MaxInt64), anInt(math.MaxInt64), []float64{0x1p63, 0x1p64, 3 * 0x1p63}, "floats are not held"},
		{dtype.Float16, aFloat(0), aFloat(0.1), []dtype.Half{half(0), half(0.1), half(0.2)}, ""},
		{dtype.BFloat16, anInt(0), anInt(100), []dtype.Brain{0, brain(100), brain(200)}, ""},
		{dtype.Complex64, aFloat(0), aFloat(0.5), []complex64{0, 0.5, 1}, ""},
		{dtype.Complex128, backend.ComplexScalar(1i), backend.ComplexScalar(1 - 2i), []complex128{1i, 1 - 1i, 2 - 3i}, ""},
		{dtype.Complex128, anInt(3), anInt(1), []complex128{3, 4, 5}, ""},
	} {
		z, err := arange(backend.Spec{Dtype: c.dt, Shape: []int{3}}, backend.FillAttrs{Start: c.start, Step: c.step})
		require.NoError(t, err)
		assert.Equal(t, c.want, arraytest.ValuesOf(z), "Arange(%v, …, %v, %v) %s", c.start, c.step, c.dt, c.why)
	}
	for _, d := range dtype.Numeric.Dtypes() {
		z, err := arange(backend.Spec{Dtype: d, Shape: []int{0}}, backend.FillAttrs{Start: anInt(1), Step: anInt(1)})
		require.NoError(t, err)
		assert.Empty(t, arraytest.ValuesOf(z))
	}
}

// More values than one block, on several threads.
func TestArangeLong(t *testing.T) {
	t.Cleanup(func() { array.SetThreads(0) })
	const n = 100_003
	for _, threads := range []int{1, 3} {
		array.SetThreads(threads)
		ints, err := arange(backend.Spec{Dtype: dtype.Int32, Shape: []int{n}}, backend.FillAttrs{Start: anInt(7), Step: anInt(-3)})
		require.NoError(t, err)
		floats, err := arange(backend.Spec{Dtype: dtype.Float64, Shape: []int{n}}, backend.FillAttrs{Start: aFloat(0), Step: aFloat(0.1)})
		require.NoError(t, err)
		line, err := linspace(backend.Spec{Dtype: dtype.Float64, Shape: []int{n}}, backend.FillAttrs{Start: aFloat(0), Stop: aFloat(n - 1), Endpoint: true})
		require.NoError(t, err)
		for k := range n {
			require.EqualValues(t, 7-3*k, array.Flat[int32](ints.(*array.Buffer))[k])
			require.Equal(t, float64(k)*0.1, array.Flat[float64](floats.(*array.Buffer))[k])
			require.Equal(t, float64(k), array.Flat[float64](line.(*array.Buffer))[k])
		}
	}
}

func TestLinspace(t *testing.T) {
	for _, c := range []struct {
		dt          dtype.Dtype
		start, stop backend.Scalar
		num         int
		endpoint    bool
		want        any
		why         string
	}{
		{dtype.Complex128, backend.ComplexScalar(1 + 1i), backend.ComplexScalar(3 - 3i), 3, true, []complex128{1 + 1i, 2 - 1i, 3 - 3i}, ""},
		{dtype.Complex64, anInt(0), backend.ComplexScalar(2i), 2, false, []complex64{0, 1i}, ""},
		{dtype.Complex64, aFloat(0), aFloat(1), 0, true, []complex64{}, ""},
		{dtype.Float64, aFloat(0.1), aFloat(math.Inf(1)), 1, true, []float64{0.1}, "one value is the start, whatever the stop"},
		{dtype.BFloat16, anInt(0), anInt(1), 3, true, []dtype.Brain{0, brain(0.5), brain(1)}, ""},
		{dtype.Int64, anInt(0), anInt(math.MaxInt64), 2, true, []int64{0, math.MaxInt64}, "the last is the stop exactly"},
		{dtype.Uint8, aFloat(-2), aFloat(300), 2, true, []uint8{0, 255}, "floats saturate"},
		{dtype.Int32, aFloat(-2.5), aFloat(-0.5), 2, true, []int32{-2, 0}, "integers truncate, as casts do"},
		{dtype.Uint64, anInt(0), backend.UintScalar(math.MaxUint64), 2, true, []uint64{0, math.MaxUint64}, ""},
	} {
		z, err := linspace(backend.Spec{Dtype: c.dt, Shape: []int{c.num}}, backend.FillAttrs{Start: c.start, Stop: c.stop, Endpoint: c.endpoint})
		require.NoError(t, err)
		assert.Equal(t, c.want, arraytest.ValuesOf(z), "Linspace(%v, %v, %d, %v) %s", c.start, c.stop, c.num, c.dt, c.why)
	}
}

// testdata/creation_numpy.json holds what NumPy computes, as hexadecimal floats: the
// values must be the same bit by bit.
func TestCreationNumPy(t *testing.T) {
	text, err := os.ReadFile("testdata/creation_numpy.json")
	require.NoError(t, err)
	var golden struct {
		Count int
		Rows  []struct {
			Op                string
			Start, Stop, Step string
			Num               int
			Endpoint          bool
			Dtype             dtype.Dtype
			Values            []string
		}
	}
	require.NoError(t, json.Unmarshal(text, &golden))
	require.Len(t, golden.Rows, golden.Count)
	parse := func(s string) float64 {
		if s == "" {
			return 0
		}
		v, err := strconv.ParseFloat(s, 64)
		require.NoError(t, err)
		return v
	}
	for _, r := range golden.Rows {
		out := backend.Spec{Dtype: r.Dtype, Shape: []int{len(r.Values)}}
		a := backend.FillAttrs{Start: aFloat(parse(r.Start)), Stop: aFloat(parse(r.Stop)), Step: aFloat(parse(r.Step)), Endpoint: r.Endpoint}
		kernel := map[string]backend.FillKernel{"arange": arange, "linspace": linspace}[r.Op]
		z, err := kernel(out, a)
		require.NoError(t, err)
		x := z.(*array.Buffer)
		for k, want := range r.Values {
			var got float64
			switch r.Dtype {
			case dtype.Float64:
				got = array.Flat[float64](x)[k]
			case dtype.Float32:
				got = float64(array.Flat[float32](x)[k])
			case dtype.Float16:
				got = float64(array.Flat[dtype.Half](x)[k].Float32())
			case dtype.Int64:
				got = float64(array.Flat[int64](x)[k])
			case dtype.Int8:
				got = float64(array.Flat[int8](x)[k])
			}
			w := parse(want)
			if math.IsNaN(w) && math.IsNaN(got) {
				continue
			}
			require.Equal(t, math.Float64bits(w), math.Float64bits(got), "%+v element %d: %v, want %v", r, k, got, w)
		}
	}
}
