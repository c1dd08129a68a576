package reduce_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/arraytest"
	"github.com/goivy/goivy/backends/native/internal/reduce"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// scanned returns the accumulation of a lane by its definition: each result made anew.
func scanned(xs []arraytest.Scalar, a backend.ScanAttrs, reduce func(xs []arraytest.Scalar, got arraytest.Scalar) string, got []arraytest.Scalar) string {
	n := len(xs)
	if a.Initial {
		n++
	}
	if len(got) != n {
		return fmt.Sprintf("%d results, want %d", len(got), n)
	}
	for i := range n {
		// The elements that count for result i.
		hi := i + 1
		if a.Initial || a.Exclusive {
			hi = i
		}
		part := xs[:min(hi, len(xs))]
		if a.Reverse {
			lo := i
			if a.Exclusive && !a.Initial {
				lo = i + 1
			}
			part = xs[min(lo, len(xs)):]
		}
		if why := reduce(part, got[i]); why != "" {
			return fmt.Sprintf("result %d: %s", i, why)
		}
	}
	return ""
}

func TestScan(t *testing.T) {
	for _, c := range []struct {
		op    ops.Scan
		judge judge
	}{{ops.CumulativeSum, judgeSums}, {ops.CumulativeProd, judgeProds}} {
		t.Run(c.op.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
				s := rapid.SliceOfN(rapid.SampledFrom([]int{0, 1, 2, 3, 5, 9}), 1, 4).Draw(t, "shape")
				d := rapid.SampledFrom(c.op.In.Dtypes()).Draw(t, "dtype")
				x := arraytest.SomeView(t, r, d, s, rapid.Bool().Draw(t, "edges"))
				for axis := range s {
					checkScan(t, c.op, c.judge, x, backend.ScanAttrs{Axis: axis, Reverse: r.IntN(2) == 0})
					checkScan(t, c.op, c.judge, x, backend.ScanAttrs{Axis: axis, Initial: true, Reverse: r.IntN(2) == 0})
					checkScan(t, c.op, c.judge, x, backend.ScanAttrs{Axis: axis, Exclusive: true, Reverse: r.IntN(2) == 0})
				}
			})
			r := rand.New(rand.NewPCG(5, 6))
			for _, d := range arraytest.Sampled(c.op.In) { // more columns than a tile, more lanes than a thread
				for axis, s := range [][]int{{9, 3, reduce.TileLen + 3}, {2, 9, reduce.TileLen + 3}, {9, reduce.TileLen, 9}} {
					x := arraytest.SomeView(t, r, d, s, false)
					checkScan(t, c.op, c.judge, x, backend.ScanAttrs{Axis: axis, Initial: axis == 1, Reverse: axis > 0})
				}
			}
		})
	}
}

func checkScan(t require.TestingT, op ops.Scan, j judge, x *array.Buffer, a backend.ScanAttrs) {
	s := append([]int{}, x.Shape...)
	if a.Initial {
		s[a.Axis]++
	}
	out := backend.Spec{Dtype: x.Dtype, Shape: s}
	call := fmt.Sprint(op.Name, " of ", x.Dtype, x.Shape, x.Strides, a)
	vs := arraytest.Scalars(x)
	var first []arraytest.Scalar
	for threads := 1; threads <= 2; threads++ {
		arraytest.InThreads(threads, func() {
			z, err := kernels.Entry(op.Op).Scan(out, x, a)
			require.NoError(t, err, call)
			got := arraytest.Scalars(z.(*array.Buffer))
			if threads == 1 {
				first = got
			}
			require.Equal(t, len(first), len(got), call)
			for i := range got {
				if first[i].Raw != got[i].Raw {
					require.Equal(t, first[i].Raw, got[i].Raw, call)
				}
			}
		})
	}
	ins, outs := arraytest.LanesBy(x.Shape, a.Axis), arraytest.LanesBy(s, a.Axis)
	require.Len(t, outs, len(ins))
	for i := range ins {
		xs, got := make([]arraytest.Scalar, 0), make([]arraytest.Scalar, 0)
		for _, at := range ins[i] {
			xs = append(xs, vs[at])
		}
		for _, at := range outs[i] {
			got = append(got, first[at])
		}
		why := scanned(xs, a, func(xs []arraytest.Scalar, got arraytest.Scalar) string {
			return j(x.Dtype, xs, backend.ReduceAttrs{}, got)
		}, got)
		require.Empty(t, why, "%s: %v gives %v", call, xs, got)
	}
}

func TestScanAccumulatesNarrowInFloat32(t *testing.T) {
	for _, s := range [][]int{{1000, 1}, {1000, 2}} {
		x := arraytest.ArrayOf(t, dtype.BFloat16, s, make([]arraytest.Scalar, s[0]*s[1]))
		for i := range array.Flat[uint16](x) {
			array.Flat[uint16](x)[i] = uint16(dtype.BrainFromFloat32(1))
		}
		z, err := kernels.Entry(ops.CumulativeSum.Op).Scan(backend.Spec{Dtype: x.Dtype, Shape: s}, x, backend.ScanAttrs{})
		require.NoError(t, err)
		got := arraytest.Scalars(z.(*array.Buffer))
		require.Equal(t, 1000.0, got[len(got)-1].Re)
		require.Equal(t, 500.0, got[499*s[1]].Re)
	}
}

func TestScanKeepsMinusZero(t *testing.T) {
	minus := math.Copysign(0, -1)
	x := arraytest.ArrayOf(t, dtype.Float32, []int{2}, []arraytest.Scalar{{Re: minus}, {Re: minus}})
	z, err := kernels.Entry(ops.CumulativeSum.Op).Scan(backend.Spec{Dtype: x.Dtype, Shape: []int{3}}, x, backend.ScanAttrs{Initial: true})
	require.NoError(t, err)
	got := arraytest.Scalars(z.(*array.Buffer))
	require.Equal(t, []bool{false, true, true}, []bool{math.Signbit(got[0].Re), math.Signbit(got[1].Re), math.Signbit(got[2].Re)})
}
