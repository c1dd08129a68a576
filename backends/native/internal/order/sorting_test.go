package order

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/arraytest"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// sortedOrder is the stable order of a lane by comparing, NaN the greatest.
func sortedOrder(d dtype.Dtype, xs []arraytest.Scalar, descending bool) []int {
	order := shape.All(len(xs))
	slices.SortStableFunc(order, func(i, j int) int {
		v, w := xs[i], xs[j]
		if descending {
			v, w = w, v
		}
		return arraytest.Compare(d, v, w)
	})
	return order
}

func checkSort(t require.TestingT, x *array.Buffer, a backend.SortAttrs) {
	vs := arraytest.Scalars(x)
	call := fmt.Sprint("of ", x.Dtype, x.Shape, x.Strides, a)
	for threads := 1; threads <= 2; threads++ {
		arraytest.InThreads(threads, func() {
			z, err := kernels.Entry(ops.SortOp.Op).Sort(backend.Spec{Dtype: x.Dtype, Shape: x.Shape}, x, a)
			require.NoError(t, err, call)
			p, err := kernels.Entry(ops.ArgSort.Op).Sort(backend.Spec{Dtype: dtype.Int64, Shape: x.Shape}, x, a)
			require.NoError(t, err, call)
			got, positions := arraytest.Scalars(z.(*array.Buffer)), arraytest.Scalars(p.(*array.Buffer))
			for _, line := range arraytest.LanesBy(x.Shape, a.Axis) {
				xs := make([]arraytest.Scalar, len(line))
				for i, at := range line {
					xs[i] = vs[at]
				}
				for i, from := range sortedOrder(x.Dtype, xs, a.Descending) {
					if int64(from) != positions[line[i]].Bits || xs[from].Raw != got[line[i]].Raw {
						require.Failf(t, "not sorted", "%s: index %d has %v from %d, want %v from %d",
							call, i, got[line[i]], positions[line[i]].Bits, xs[from], from)
					}
				}
			}
		})
	}
}

func TestSort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		s := rapid.SliceOfN(rapid.SampledFrom([]int{0, 1, 2, 3, 5, 40}), 1, 3).Draw(t, "shape")
		d := rapid.SampledFrom(ops.SortOp.In.Dtypes()).Draw(t, "dtype")
		x := arraytest.SomeView(t, r, d, s, rapid.Bool().Draw(t, "edges"))
		for axis := range s {
			for _, descending := range []bool{false, true} {
				checkSort(t, x, backend.SortAttrs{Axis: axis, Descending: descending})
			}
		}
	})
}

// TestSortLarge reaches every way of sorting.
func TestSortLarge(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for _, d := range arraytest.Sampled(ops.SortOp.In) {
		for i, s := range [][]int{{100}, {700, 2}, {9000}, {1 << 14}, {parallelAt + 5}, {2, 40000}} {
			x := arraytest.SomeView(t, r, d, s, true)
			checkSort(t, x, backend.SortAttrs{Axis: i % len(s), Descending: i%2 == 1})
		}
	}
}

func TestSortOfScalar(t *testing.T) {
	for _, d := range ops.SortOp.In.Dtypes() {
		x := arraytest.ArrayOf(t, d, []int{}, []arraytest.Scalar{{Bits: 1, Re: 1}})
		z, err := kernels.Entry(ops.SortOp.Op).Sort(backend.Spec{Dtype: d}, x, backend.SortAttrs{})
		require.NoError(t, err)
		require.Equal(t, arraytest.Scalars(x), arraytest.Scalars(z.(*array.Buffer)))
		z, err = kernels.Entry(ops.ArgSort.Op).Sort(backend.Spec{Dtype: dtype.Int64}, x, backend.SortAttrs{})
		require.NoError(t, err)
		require.Equal(t, int64(0), arraytest.Scalars(z.(*array.Buffer))[0].Bits)
	}
}

// TestKeys: keys are in the order of the values, and lead back to them.
func TestKeys(t *testing.T) {
	for _, d := range []dtype.Dtype{dtype.Uint16, dtype.Int16, dtype.BFloat16, dtype.Float16} {
		for _, descending := range []bool{false, true} {
			k := keyingOf[uint16](d, descending)
			xs, keys := make([]uint16, 1<<16), make([]uint16, 1<<16)
			for i := range xs {
				xs[i] = uint16(i)
			}
			require.Equal(t, d.IsFloat(), k.keys(keys, xs, 0, 1))
			for i, v := range xs {
				lossy := k.isNaN(v) || v == 0x8000 && d.IsFloat()
				if k.key(v) != keys[i] || !lossy && k.bits(keys[i]) != v {
					require.Failf(t, "wrong key", "%s %#x: %#x, %#x, back %#x", d, v, k.key(v), keys[i], k.bits(keys[i]))
				}
			}
		}
	}
}
