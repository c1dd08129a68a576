package reduce_test

import (
	"fmt"
	"testing"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/arraytest"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

func BenchmarkReduce(b *testing.B) {
	for _, c := range []struct {
		op    ops.Reduce
		d     dtype.Dtype
		shape []int
		axes  []int
	}{
		{ops.Sum, dtype.Float32, []int{3}, []int{0}},
		{ops.Sum, dtype.Float32, []int{3, 4}, []int{1}},
		{ops.Sum, dtype.Float32, []int{1000000}, []int{0}},
		{ops.Sum, dtype.Float64, []int{1000000}, []int{0}},
		{ops.Sum, dtype.Float16, []int{1000000}, []int{0}},
		{ops.Sum, dtype.Int32, []int{1000000}, []int{0}},
		{ops.Sum, dtype.Complex64, []int{1000000}, []int{0}},
		{ops.Sum, dtype.Float32, []int{1000, 1000}, []int{0}},
		{ops.Sum, dtype.Float32, []int{1000, 1000}, []int{1}},
		{ops.Sum, dtype.Float32, []int{333333, 3}, []int{0}},
		{ops.Sum, dtype.Float32, []int{333333, 3}, []int{1}},
		{ops.Sum, dtype.Float32, []int{100, 100, 100}, []int{0, 2}},
		{ops.Prod, dtype.Float32, []int{1000000}, []int{0}},
		{ops.Max, dtype.Float32, []int{1000000}, []int{0}},
		{ops.Max, dtype.Int32, []int{1000000}, []int{0}},
		{ops.Max, dtype.Float32, []int{1000, 1000}, []int{0}},
		{ops.ArgMax, dtype.Float32, []int{1000000}, []int{0}},
		{ops.ArgMax, dtype.Float32, []int{1000, 1000}, []int{0}},
		{ops.ArgMax, dtype.Float32, []int{1000, 1000}, []int{1}},
		{ops.Mean, dtype.Float32, []int{1000000}, []int{0}},
		{ops.Var, dtype.Float32, []int{1000000}, []int{0}},
		{ops.Var, dtype.Float32, []int{1000, 1000}, []int{0}},
		{ops.AllOp, dtype.Float32, []int{1000000}, []int{0}},
		{ops.CountNonzero, dtype.Float32, []int{1000000}, []int{0}},
	} {
		b.Run(fmt.Sprint(c.op.Name, "/", c.d, shape.Text(c.shape), c.axes), func(b *testing.B) {
			x := arraytest.BenchArray(b, c.d, c.shape...)
			if c.op == ops.Prod { // around 1, so that products stay normal
				for i, v := range array.Flat[float32](x) {
					array.Flat[float32](x)[i] = 1 + v/1e6
				}
			}
			out := backend.Spec{Dtype: c.op.Out(c.d, dtype.StandardDefaults), Shape: shape.Reduce(c.shape, c.axes, false)}
			if c.op == ops.Sum || c.op == ops.Prod {
				out.Dtype = c.d
			}
			k := kernels.Entry(c.op.Op).Reduce
			arraytest.Measure(b, x.Len(), func() error {
				_, err := k(out, x, backend.ReduceAttrs{Axes: c.axes})
				return err
			})
		})
	}
}

func BenchmarkScan(b *testing.B) {
	for _, c := range []struct {
		s    []int
		axis int
	}{{[]int{1000000}, 0}, {[]int{1000, 1000}, 0}, {[]int{1000, 1000}, 1}} {
		b.Run(fmt.Sprint(shape.Text(c.s), c.axis), func(b *testing.B) {
			x := arraytest.BenchArray(b, dtype.Float32, c.s...)
			k := kernels.Entry(ops.CumulativeSum.Op).Scan
			arraytest.Measure(b, x.Len(), func() error {
				_, err := k(backend.Spec{Dtype: x.Dtype, Shape: c.s}, x, backend.ScanAttrs{Axis: c.axis})
				return err
			})
		})
	}
}
