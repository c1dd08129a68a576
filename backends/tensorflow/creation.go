//go:build tensorflow

package tensorflow

import (
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

func filled(o ops.Fill, write func(g *graph, dims []int, a backend.FillAttrs) value) backend.Entry {
	return backend.Fill(o, func(out backend.Spec, a backend.FillAttrs) (backend.Buffer, error) {
		return compose(out, out.Dtype, func(g *graph) value { return write(g, out.Shape, a) })
	})
}

var creationKernels = []backend.Entry{
	filled(ops.Arange, arange),
	filled(ops.Eye, eye),
	filled(ops.Full, func(g *graph, dims []int, a backend.FillAttrs) value {
		return g.Op("Fill", g.Int64s(dims...), g.scalar(g.out, a.Value))
	}),
	filled(ops.Linspace, linspace),
}

// count returns the numbers 0 … n−1, int64.
func (g *graph) count(n int) value { return g.Op("Range", g.Int64(0), g.Int64(n), g.Int64(1)) }

// rounded is the contract's Cast of x, of dtype d, to the result's.
func (g *graph) rounded(x value, d dtype.Dtype) value {
	in := g.in
	g.in = d
	z := cast(g, x)
	g.in = in
	return z
}

// complexOf has float64 parts.
func (g *graph) complexOf(re, im value) value {
	z := g.Op("Complex", re, im)
	g.Type("Tout", code(dtype.Complex128))
	return z
}

// arange computes as the contract says: integers in 64 bits, held in range, and other steps
// are what the second element is away from the first.
func arange(g *graph, dims []int, a backend.FillAttrs) value {
	n := dims[0]
	if a.Integral(g.out, n) {
		z := g.Op("AddV2", g.Op("Mul", g.count(n), g.Int64(int(a.Step.Int64()))), g.Int64(int(a.Start.Int64())))
		lo, hi, first, last := a.Inside(g.out, n)
		if lo > 0 {
			z = g.where(g.Op("Less", g.count(n), g.Int64(lo)), g.Int64(int(first.Int64())), z)
		}
		if hi < n {
			z = g.where(g.Op("GreaterEqual", g.count(n), g.Int64(hi)), g.Int64(int(last.Int64())), z)
		}
		if g.out == dtype.Uint64 {
			return g.bitcast(z, g.out)
		}
		return g.rounded(z, dtype.Int64)
	}
	at := g.cast(g.count(n), dtype.Float64)
	ramp := func(start, step float64) value {
		return g.Op("AddV2", g.Op("Mul", at, g.number(dtype.Float64, step)), g.number(dtype.Float64, start))
	}
	if g.out.IsComplex() {
		start := a.Start.Complex128()
		step := start + a.Step.Complex128() - start
		return g.rounded(g.complexOf(ramp(real(start), real(step)), ramp(imag(start), imag(step))), dtype.Complex128)
	}
	start := a.Start.Float64()
	return g.rounded(ramp(start, start+a.Step.Float64()-start), dtype.Float64)
}

func linspace(g *graph, dims []int, a backend.FillAttrs) value {
	n := dims[0]
	steps := n
	if a.Endpoint {
		steps--
	}
	at := g.cast(g.count(n), dtype.Float64)
	number := func(v float64) value { return g.number(dtype.Float64, v) }
	ramp := func(start, stop float64) value {
		distance := stop - start
		step := distance / float64(steps)
		switch {
		case steps == 0:
			return g.Op("Fill", g.Int64s(n), number(start))
		case step == 0: // it underflows, or there is no distance
			return g.Op("AddV2", g.Op("Mul", g.Op("RealDiv", at, number(float64(steps))), number(distance)), number(start))
		}
		return g.Op("AddV2", g.Op("Mul", at, number(step)), number(start))
	}
	start, stop := a.Start.Complex128(), a.Stop.Complex128()
	var z value
	if g.out.IsComplex() {
		z = g.rounded(g.complexOf(ramp(real(start), real(stop)), ramp(imag(start), imag(stop))), dtype.Complex128)
	} else {
		z = g.rounded(ramp(real(start), real(stop)), dtype.Float64)
	}
	if a.Endpoint && n > 1 {
		z = g.where(g.Op("Equal", g.count(n), g.Int64(n-1)), g.scalar(g.out, a.Stop), z)
	}
	return z
}

func eye(g *graph, dims []int, a backend.FillAttrs) value {
	rows, columns := dims[0], dims[1]
	if rows == 0 || columns == 0 { // the other axis may be longer than memory
		return g.Op("Fill", g.Int64s(dims...), g.integer(g.out, 0))
	}
	k := max(-rows, min(columns, a.K))
	on := g.Op("Equal", g.reshape(g.Op("AddV2", g.count(rows), g.Int64(k)), []int{rows, 1}), g.count(columns))
	if g.out.IsBool() {
		return on
	}
	return g.cast(on, g.out)
}
