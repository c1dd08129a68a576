package elementwise_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/goivy/goivy/backends/native"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/arraytest"
	"github.com/goivy/goivy/backends/native/internal/elementwise"
	"github.com/goivy/goivy/backends/native/internal/reduce"
	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// kernels are those of the whole backend: reductions and accumulations cast as well.
var kernels = native.Backend{}.Kernels()

// castable are the dtypes that Cast takes to d.
func castable(d dtype.Dtype) []dtype.Dtype {
	if d.IsComplex() || d == dtype.Bool {
		return dtype.All.Dtypes()
	}
	return (dtype.All &^ dtype.Complex).Dtypes()
}

func castFirst(t require.TestingT, x *array.Buffer, d dtype.Dtype) *array.Buffer {
	if x.Dtype == d {
		return x
	}
	z, err := elementwise.Cast(backend.Spec{Dtype: d, Shape: x.Shape}, x)
	require.NoError(t, err)
	return z.(*array.Buffer)
}

// TestCasting is the property that kernels which cast their operands give what those give
// that are cast before.
func TestCasting(t *testing.T) {
	var rows []*ops.Op
	for _, op := range ops.All() {
		if kernels.Entry(op).Casts {
			rows = append(rows, op)
		}
	}
	require.Greater(t, len(rows), 80)
	rapid.Check(t, func(t *rapid.T) {
		op := rapid.SampledFrom(rows).Draw(t, "row")
		k := kernels.Entry(op)
		in := rapid.SampledFrom(op.In.Dtypes()).Draw(t, "dtype")
		from, other := rapid.SampledFrom(castable(in)).Draw(t, "from"), rapid.SampledFrom(castable(in)).Draw(t, "other")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 6))
		s := rapid.SliceOfN(rapid.SampledFrom([]int{0, 1, 2, 3, 17, 40}), 0, 3).Draw(t, "shape")
		if rapid.Bool().Draw(t, "long") {
			s = append(s[:min(len(s), 1)], 3000)
		}
		threads := rapid.IntRange(1, 2).Draw(t, "threads")
		same := func(shape []int, run func(out backend.Spec, in func(*array.Buffer) *array.Buffer) (backend.Buffer, error)) {
			out := backend.Spec{Dtype: op.Out(in, dtype.StandardDefaults), Shape: shape}
			if op.Takes(ops.Dtype) {
				out.Dtype = in
			}
			want, err := run(out, func(x *array.Buffer) *array.Buffer { return castFirst(t, x, in) })
			require.NoError(t, err)
			out.In = in
			arraytest.InThreads(threads, func() {
				got, err := run(out, func(x *array.Buffer) *array.Buffer { return x })
				require.NoError(t, err)
				require.Equal(t, out.Dtype, got.(*array.Buffer).Dtype)
				require.Equal(t, arraytest.Exactly(want.(*array.Buffer)), arraytest.Exactly(got.(*array.Buffer)), "%s of %v and %v in %v", op.Name, from, other, in)
			})
		}
		x := arraytest.SomeView(t, r, from, s, true)
		switch op.Family {
		case ops.FamilyUnary:
			same(s, func(out backend.Spec, in func(*array.Buffer) *array.Buffer) (backend.Buffer, error) {
				return k.Unary(out, in(x))
			})
		case ops.FamilyBinary:
			thin := slices.Clone(s)
			for i := range thin {
				if rapid.IntRange(0, 2).Draw(t, "thin") == 0 {
					thin[i] = 1
				}
			}
			thin = thin[rapid.IntRange(0, len(thin)).Draw(t, "left out"):]
			y := arraytest.SomeView(t, r, other, thin, true)
			dims, err := shape.Broadcast(s, thin)
			require.NoError(t, err)
			if rapid.Bool().Draw(t, "turned") {
				x, y = y, x
			}
			same(dims, func(out backend.Spec, in func(*array.Buffer) *array.Buffer) (backend.Buffer, error) {
				return k.Binary(out, in(x), in(y))
			})
		case ops.FamilyReduce:
			a := backend.ReduceAttrs{}
			for i := range s {
				if rapid.Bool().Draw(t, "reduced") {
					a.Axes = append(a.Axes, i)
				}
			}
			if (op == ops.Max.Op || op == ops.Min.Op) && shape.Size(s) == 0 {
				return
			}
			switch op {
			case ops.Mean.Op, ops.Var.Op, ops.Std.Op: // of integers they are those of the integers, not of the casts
				if in != from && !dtype.Inexact.Has(from) {
					return
				}
			}
			same(shape.Reduce(s, a.Axes, false), func(out backend.Spec, in func(*array.Buffer) *array.Buffer) (backend.Buffer, error) {
				return k.Reduce(out, in(x), a)
			})
		case ops.FamilyScan:
			if len(s) == 0 {
				return
			}
			a := backend.ScanAttrs{Axis: rapid.IntRange(0, len(s)-1).Draw(t, "axis"), Reverse: rapid.Bool().Draw(t, "reverse")}
			dims := slices.Clone(s)
			switch rapid.IntRange(0, 3).Draw(t, "lead") {
			case 0:
				a.Initial = true
				dims[a.Axis]++
			case 1:
				a.Exclusive = true
			}
			same(dims, func(out backend.Spec, in func(*array.Buffer) *array.Buffer) (backend.Buffer, error) {
				return k.Scan(out, in(x), a)
			})
		default:
			t.Fatalf("a %v casts", op.Family)
		}
	})
}

// TestCastingLongRows is TestCasting for lines of many blocks, and for what they are split into.
func TestCastingLongRows(t *testing.T) {
	race.CoveredBy(t, "TestElementwiseThreads")
	r := rand.New(rand.NewPCG(7, 8))
	froms := dtype.Integer | dtype.Boolean
	if testing.Short() {
		froms = dtype.Of(dtype.Int8) | dtype.Of(dtype.Uint32)
	}
	for _, from := range froms.Dtypes() {
		for _, s := range [][]int{{1, 3*reduce.ChunkLen + 77}, {300, 1030}, {5, 3, 600}} {
			x := arraytest.SomeArray(t, r, from, s, true)
			for _, in := range []dtype.Dtype{dtype.Int64, dtype.Uint64, dtype.Float64} {
				y := castFirst(t, x, in)
				for axis := range s {
					a, out := backend.ReduceAttrs{Axes: []int{axis}}, backend.Spec{Dtype: in, Shape: shape.Reduce(s, []int{axis}, false), In: in}
					scan := backend.Spec{Dtype: in, Shape: s, In: in}
					for threads := 1; threads <= 2; threads++ {
						arraytest.InThreads(threads, func() {
							want, err := kernels.Entry(ops.Sum.Op).Reduce(out, y, a)
							require.NoError(t, err)
							got, err := kernels.Entry(ops.Sum.Op).Reduce(out, x, a)
							require.NoError(t, err)
							require.True(t, slices.Equal(arraytest.Exactly(want.(*array.Buffer)), arraytest.Exactly(got.(*array.Buffer))), "Sum of %v %v in %v, axis %d", from, s, in, axis)
							want, err = kernels.Entry(ops.CumulativeSum.Op).Scan(scan, y, backend.ScanAttrs{Axis: axis})
							require.NoError(t, err)
							got, err = kernels.Entry(ops.CumulativeSum.Op).Scan(scan, x, backend.ScanAttrs{Axis: axis})
							require.NoError(t, err)
							require.True(t, slices.Equal(array.BytesOf(want.(*array.Buffer)), array.BytesOf(got.(*array.Buffer))), "CumulativeSum of %v %v in %v, axis %d", from, s, in, axis)
						})
					}
				}
			}
		}
	}
}
