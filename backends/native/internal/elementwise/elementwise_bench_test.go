package elementwise

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// benchBuffer returns n small numbers that follow no pattern.
func benchBuffer(b *testing.B, d dtype.Dtype, n int) *array.Buffer {
	x, err := array.NewBuffer(backend.Spec{Dtype: dtype.Float64, Shape: []int{n}})
	require.NoError(b, err)
	state := uint32(1)
	for i := range array.Flat[float64](x) {
		state = state*1664525 + 1013904223
		array.Flat[float64](x)[i] = float64(state>>20)/1024 - 1
	}
	y, err := Cast(backend.Spec{Dtype: d, Shape: []int{n}}, x)
	require.NoError(b, err)
	return y.(*array.Buffer)
}

// BenchmarkElementwise reports the time of an element, on as many threads as there are.
func BenchmarkElementwise(b *testing.B) {
	for _, c := range []struct {
		op *ops.Op
		ds []dtype.Dtype
	}{
		{ops.Add.Op, dtype.All.Dtypes()},
		{ops.Multiply.Op, []dtype.Dtype{dtype.Int32, dtype.Float32, dtype.Float64, dtype.Complex64}},
		{ops.Divide.Op, []dtype.Dtype{dtype.Float32, dtype.Complex64}},
		{ops.Less.Op, []dtype.Dtype{dtype.Int32, dtype.Float32}},
		{ops.Equal.Op, []dtype.Dtype{dtype.Float32}},
		{ops.Maximum.Op, []dtype.Dtype{dtype.Int32, dtype.Float32, dtype.Float64, dtype.BFloat16}},
		{ops.FloorDivide.Op, []dtype.Dtype{dtype.Int32, dtype.Float32}},
		{ops.Pow.Op, []dtype.Dtype{dtype.Float32}},
		{ops.Abs.Op, []dtype.Dtype{dtype.Int32, dtype.Float32, dtype.Float16}},
		{ops.Negative.Op, []dtype.Dtype{dtype.Float32}},
		{ops.Sqrt.Op, []dtype.Dtype{dtype.Float32, dtype.Float64}},
		{ops.Floor.Op, []dtype.Dtype{dtype.Float32}},
		{ops.Sign.Op, []dtype.Dtype{dtype.Float32}},
		{ops.IsNan.Op, []dtype.Dtype{dtype.Float32}},
		{ops.Exp.Op, []dtype.Dtype{dtype.Float32, dtype.Float64, dtype.BFloat16, dtype.Complex64}},
		{ops.Log.Op, []dtype.Dtype{dtype.Float32}},
		{ops.Sin.Op, []dtype.Dtype{dtype.Float32}},
		{ops.Tanh.Op, []dtype.Dtype{dtype.Float32}},
		{ops.Relu.Op, []dtype.Dtype{dtype.Float32}},
		{ops.GeluErf.Op, []dtype.Dtype{dtype.Float32}},
	} {
		for _, d := range c.ds {
			for _, n := range []int{3, 1000, 1_000_000} {
				b.Run(fmt.Sprintf("%v/%v/%d", c.op, d, n), func(b *testing.B) {
					x, y := benchBuffer(b, d, n), benchBuffer(b, d, n)
					out := backend.Spec{Dtype: c.op.Out(d, dtype.StandardDefaults), Shape: []int{n}}
					if n > 3 {
						out.Into, _ = array.NewBuffer(out) // to measure the loop, not the memory
					}
					e := kernels.Entry(c.op)
					b.ReportAllocs()
					for b.Loop() {
						if e.Unary != nil {
							_, _ = e.Unary(out, x)
						} else {
							_, _ = e.Binary(out, x, y)
						}
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/element")
				})
			}
		}
	}
}

// BenchmarkElementwiseLayout reports what the layout of operands costs.
func BenchmarkElementwiseLayout(b *testing.B) {
	const n = 1000
	x := benchBuffer(b, dtype.Float32, n*n).View([]int{n, n}, 0)
	copy(x.Strides, []int{n, 1})
	turned := x.View([]int{n, n}, 0)
	copy(turned.Strides, []int{1, n})
	row := benchBuffer(b, dtype.Float32, n)
	column := row.View([]int{n, 1}, 0)
	copy(column.Strides, []int{1, 1})
	one := benchBuffer(b, dtype.Float32, 1)
	out := backend.Spec{Dtype: dtype.Float32, Shape: []int{n, n}}
	out.Into, _ = array.NewBuffer(out)
	for _, c := range []struct {
		name string
		y    *array.Buffer
	}{{"same", x}, {"scalar", one}, {"row", row}, {"column", column}, {"turned", turned}} {
		b.Run(c.name, func(b *testing.B) {
			e := kernels.Entry(ops.Add.Op)
			for b.Loop() {
				_, _ = e.Binary(out, x, c.y)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n/n, "ns/element")
		})
	}
}

func BenchmarkWhere(b *testing.B) {
	const n = 1_000_000
	for _, d := range []dtype.Dtype{dtype.Float32, dtype.Float64, dtype.Complex128} {
		b.Run(d.String(), func(b *testing.B) {
			x, y := benchBuffer(b, d, n), benchBuffer(b, d, n)
			c, err := kernels.Entry(ops.Less.Op).Binary(backend.Spec{Dtype: dtype.Bool, Shape: []int{n}},
				benchBuffer(b, dtype.Float32, n), benchBuffer(b, dtype.Float32, 1))
			require.NoError(b, err)
			out := backend.Spec{Dtype: d, Shape: []int{n}}
			out.Into, _ = array.NewBuffer(out)
			for b.Loop() {
				_, _ = where(out, c, x, y)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/element")
		})
	}
}

func BenchmarkCast(b *testing.B) {
	const n = 1_000_000
	for _, p := range [][2]dtype.Dtype{{dtype.Float32, dtype.Float64}, {dtype.Float64, dtype.Float32}, {dtype.Int64, dtype.Float32},
		{dtype.Float32, dtype.Int32}, {dtype.Float32, dtype.Uint8}, {dtype.Uint8, dtype.Float32}, {dtype.Float32, dtype.Float16},
		{dtype.Float16, dtype.Float32}, {dtype.Float32, dtype.BFloat16}, {dtype.BFloat16, dtype.Float32}, {dtype.Float64, dtype.Float16},
		{dtype.Float32, dtype.Bool}, {dtype.Bool, dtype.Float32}} {
		b.Run(fmt.Sprintf("%v/%v", p[0], p[1]), func(b *testing.B) {
			x := benchBuffer(b, p[0], n)
			out := backend.Spec{Dtype: p[1], Shape: []int{n}}
			out.Into, _ = array.NewBuffer(out)
			for b.Loop() {
				_, _ = Cast(out, x)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/element")
		})
	}
}
