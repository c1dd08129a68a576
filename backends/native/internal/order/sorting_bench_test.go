package order

import (
	"fmt"
	"testing"

	"github.com/goivy/goivy/backends/native/internal/arraytest"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

func BenchmarkSort(b *testing.B) {
	for _, op := range []ops.Sort{ops.SortOp, ops.ArgSort} {
		for _, d := range []dtype.Dtype{dtype.Uint8, dtype.Float16, dtype.Float32, dtype.Int32, dtype.Float64} {
			for _, s := range [][]int{{1000000}, {1000, 1000}, {100000, 10}, {10}} {
				b.Run(fmt.Sprint(op.Name, "/", d, shape.Text(s)), func(b *testing.B) {
					x := arraytest.BenchArray(b, d, s...)
					k := kernels.Entry(op.Op).Sort
					out := backend.Spec{Dtype: op.Out(d, dtype.StandardDefaults), Shape: s}
					arraytest.Measure(b, x.Len(), func() error {
						_, err := k(out, x, backend.SortAttrs{Axis: len(s) - 1})
						return err
					})
				})
			}
		}
	}
}

func BenchmarkFind(b *testing.B) {
	for _, op := range []ops.Find{ops.Nonzero, ops.UniqueAll} {
		for _, d := range []dtype.Dtype{dtype.Uint8, dtype.Float32, dtype.Complex64} {
			b.Run(fmt.Sprint(op.Name, "/", d), func(b *testing.B) {
				x := arraytest.BenchArray(b, d, 1000000)
				k := kernels.Entry(op.Op).Find
				arraytest.Measure(b, x.Len(), func() error {
					_, _, err := k(x, nil)
					return err
				})
			})
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	for _, op := range []ops.Search{ops.SearchSorted, ops.IsIn} {
		for _, d := range []dtype.Dtype{dtype.Uint8, dtype.Float32} {
			b.Run(fmt.Sprint(op.Name, "/", d), func(b *testing.B) {
				x, y := arraytest.BenchArray(b, d, 1000000), arraytest.BenchArray(b, d, 10000)
				k := kernels.Entry(op.Op).Search
				out := backend.Spec{Dtype: op.Out(d, dtype.StandardDefaults), Shape: x.Shape}
				n := x.Len()
				if op == ops.SearchSorted {
					x, y = y, x
				}
				arraytest.Measure(b, n, func() error {
					_, err := k(out, x, y, backend.SearchAttrs{})
					return err
				})
			})
		}
	}
}
