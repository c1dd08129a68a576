//go:build tensorflow

package tensorflow

import (
	"math"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// A reduction writes the operations that reduce x, a matrix of dtype g.in, over its
// second axis, which has n elements.
type reduction func(g *graph, x value, n int, a backend.ReduceAttrs) value

// reduce makes a matrix of x, the axes to reduce last: there the library adds up in pairs,
// which is exact enough, over others one after the other; and no rank is too much.
func reduce(o ops.Reduce, f reduction) backend.Entry {
	e := backend.Reduce(o, func(out backend.Spec, x backend.Buffer, a backend.ReduceAttrs) (backend.Buffer, error) {
		b := x.(*buffer)
		if out.In.IsValid() && b.Dtype != out.In && (dtype.Inexact.Has(b.Dtype) || !out.Dtype.IsFloat()) {
			c, err := casts.unary(backend.Spec{Dtype: out.In, Shape: b.Shape}, x)
			if err != nil {
				return nil, err
			}
			x, b = c, c.(*buffer)
		}
		return compose(out, b.Dtype, func(g *graph) value {
			v := g.Operand(0)
			perm := make([]int, 0, 64)
			kept, gone := 1, 1
			for i, n := range b.Shape {
				if !slices.Contains(a.Axes, i) {
					perm = append(perm, i)
					kept *= n
				}
			}
			for _, i := range a.Axes {
				gone *= b.Shape[i]
			}
			if perm = append(perm, a.Axes...); !slices.IsSorted(perm) {
				v = g.transpose(v, perm)
			}
			v = g.reshaped(v, b.Shape, []int{kept, gone})
			return g.reshaped(f(g, v, gone, a), []int{kept}, out.Shape)
		}, x)
	})
	e.Casts = o.Lift // means and variances of integers are computed from these
	return e
}

// reduced is the reduction by one operation.
func reduced(name string) reduction {
	return func(g *graph, x value, _ int, _ backend.ReduceAttrs) value { return g.Op(name, x, g.Int64s(1)) }
}

// of is formula.of for reductions.
func (f reduction) of(dtypes dtype.Set, other reduction) reduction {
	return func(g *graph, x value, n int, a backend.ReduceAttrs) value {
		if dtypes.Has(g.in) {
			return other(g, x, n, a)
		}
		return f(g, x, n, a)
	}
}

// through is formula.through for reductions.
func (f reduction) through(d dtype.Dtype, dtypes dtype.Set) reduction {
	return func(g *graph, x value, n int, a backend.ReduceAttrs) value {
		if !dtypes.Has(g.in) {
			return f(g, x, n, a)
		}
		in, out := g.in, g.out
		g.in = d
		if out == in {
			g.out = d
		}
		z := f(g, g.cast(x, d), n, a)
		g.in, g.out = in, out
		if out != in {
			return z
		}
		return g.cast(z, out)
	}
}

var statisticalKernels = []backend.Entry{
	scan(ops.CumulativeProd, "Cumprod", 1),
	scan(ops.CumulativeSum, "Cumsum", 0),
	reduce(ops.Max, reduced("Max").through(dtype.Uint8, orBool)),
	reduce(ops.Mean, reduction(mean).through(dtype.Float32, dtype.Narrow).of(integers, meanOfIntegers)),
	reduce(ops.Min, reduced("Min").through(dtype.Uint8, orBool)),
	reduce(ops.Prod, reduced("Prod").through(dtype.Float32, dtype.Narrow).of(orBool, reduced("All"))),
	reduce(ops.Std, reduction(deviation).through(dtype.Float32, dtype.Narrow).of(integers, varianceOfIntegers(true))),
	reduce(ops.Sum, reduced("Sum").through(dtype.Float32, dtype.Narrow).of(orBool, reduced("Any"))),
	reduce(ops.Var, reduction(variance).through(dtype.Float32, dtype.Narrow).of(integers, varianceOfIntegers(false))),
}

// mean is the sum, divided here: the library's mean of no complex numbers is 0.
func mean(g *graph, x value, n int, _ backend.ReduceAttrs) value {
	return g.quotient(g.Op("Sum", x, g.Int64s(1)), g.in, float64(n))
}

// quotient is x of dtype d divided by a real number, complex numbers part by part.
func (g *graph) quotient(x value, d dtype.Dtype, by float64) value {
	divisor := g.number(d.Component(), by)
	if !d.IsComplex() {
		return g.Op("RealDiv", x, divisor)
	}
	re, im := g.parts(x)
	z := g.Op("Complex", g.Op("RealDiv", re, divisor), g.Op("RealDiv", im, divisor))
	g.Type("Tout", code(d))
	return z
}

func variance(g *graph, x value, n int, a backend.ReduceAttrs) value {
	sum := g.Op("Sum", x, g.Int64s(1))
	g.Bool("keep_dims", true)
	d := g.Op("Sub", x, g.quotient(sum, g.in, float64(n)))
	var square value
	if g.in.IsComplex() {
		re, im := g.parts(d)
		square = g.Op("AddV2", g.Op("Square", re), g.Op("Square", im))
	} else {
		square = g.Op("Square", d)
	}
	count := float64(n) - a.Correction
	if count <= 0 {
		count = math.NaN() // of too few elements there is none
	}
	return g.quotient(g.Op("Sum", square, g.Int64s(1)), g.in.Component(), count)
}

func deviation(g *graph, x value, n int, a backend.ReduceAttrs) value {
	return g.Op("Sqrt", variance(g, x, n, a))
}

// accumulators are the dtypes in which scans of some dtypes run: the library's accumulate
// in the dtype that they are given.
var accumulators = [dtype.Count]dtype.Dtype{dtype.BFloat16: dtype.Float32, dtype.Float16: dtype.Float32, dtype.Bool: dtype.Int64}

func scan(o ops.Scan, name string, neutral int64) backend.Entry {
	return backend.Scan(o, func(out backend.Spec, x backend.Buffer, a backend.ScanAttrs) (backend.Buffer, error) {
		b := x.(*buffer)
		return compose(out, b.Dtype, func(g *graph) value {
			before, n, after := around(b.Shape, a.Axis)
			v, d := g.reshaped(g.Operand(0), b.Shape, []int{before, n, after}), b.Dtype
			if wide := accumulators[d]; wide.IsValid() {
				v, d = g.cast(v, wide), wide
			}
			z := g.Op(name, v, g.Int64(1))
			g.Bool("exclusive", a.Exclusive).Bool("reverse", a.Reverse)
			if a.Initial {
				first := g.Op("Fill", g.Int64s(before, 1, after), g.integer(d, neutral))
				ends := []value{first, z}
				if a.Reverse {
					ends[0], ends[1] = z, first
				}
				z = g.Op("ConcatV2", g.List(ends...), g.Int64(1))
			}
			switch {
			case b.Dtype == dtype.Bool:
				z = g.Op("NotEqual", z, g.integer(d, 0))
			case b.Dtype != d:
				z = g.cast(z, b.Dtype)
			}
			return g.reshape(z, out.Shape)
		}, x)
	})
}

// around returns how many elements there are along an axis, before it and after it.
func around(s []int, axis int) (before, n, after int) {
	return shape.Size(s[:axis]), s[axis], shape.Size(s[axis+1:])
}
