package native

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

func benchArray(b *testing.B, d dtype.Dtype, s ...int) *Buffer {
	z, err := newBuffer(backend.Spec{Dtype: d, Shape: s})
	if err != nil {
		b.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	switch d {
	case dtype.Float32:
		for i := range flat[float32](z) {
			flat[float32](z)[i] = float32(r.NormFloat64())
		}
	case dtype.Float64:
		for i := range flat[float64](z) {
			flat[float64](z)[i] = r.NormFloat64()
		}
	default:
		for i, p := 0, bytesOf(z); i < len(p); i++ {
			p[i] = byte(r.Uint32())
			if d.IsFloat() && i%2 == 1 {
				p[i] &= 0xbf // no infinities
			}
		}
	}
	return z
}

// measure runs f b.N times and reports the shortest, which other work on the machine
// disturbs least.
func measure(b *testing.B, n int, f func() error) {
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
			x := benchArray(b, c.d, c.shape...)
			if c.op == ops.Prod { // around 1, so that products stay normal
				for i, v := range flat[float32](x) {
					flat[float32](x)[i] = 1 + v/1e6
				}
			}
			out := backend.Spec{Dtype: c.op.Out(c.d, dtype.StandardDefaults), Shape: shape.Reduce(c.shape, c.axes, false)}
			if c.op == ops.Sum || c.op == ops.Prod {
				out.Dtype = c.d
			}
			k := kernels.Entry(c.op.Op).Reduce
			measure(b, x.len(), func() error {
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
			x := benchArray(b, dtype.Float32, c.s...)
			k := kernels.Entry(ops.CumulativeSum.Op).Scan
			measure(b, x.len(), func() error {
				_, err := k(backend.Spec{Dtype: x.Dtype, Shape: c.s}, x, backend.ScanAttrs{Axis: c.axis})
				return err
			})
		})
	}
}

func BenchmarkSort(b *testing.B) {
	for _, op := range []ops.Sort{ops.SortOp, ops.ArgSort} {
		for _, d := range []dtype.Dtype{dtype.Uint8, dtype.Float16, dtype.Float32, dtype.Int32, dtype.Float64} {
			for _, s := range [][]int{{1000000}, {1000, 1000}, {100000, 10}, {10}} {
				b.Run(fmt.Sprint(op.Name, "/", d, shape.Text(s)), func(b *testing.B) {
					x := benchArray(b, d, s...)
					k := kernels.Entry(op.Op).Sort
					out := backend.Spec{Dtype: op.Out(d, dtype.StandardDefaults), Shape: s}
					measure(b, x.len(), func() error {
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
				x := benchArray(b, d, 1000000)
				k := kernels.Entry(op.Op).Find
				measure(b, x.len(), func() error {
					_, _, err := k(x)
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
				x, y := benchArray(b, d, 1000000), benchArray(b, d, 10000)
				k := kernels.Entry(op.Op).Search
				out := backend.Spec{Dtype: op.Out(d, dtype.StandardDefaults), Shape: x.Shape}
				n := x.len()
				if op == ops.SearchSorted {
					x, y = y, x
				}
				measure(b, n, func() error {
					_, err := k(out, x, y, backend.SearchAttrs{})
					return err
				})
			})
		}
	}
}
