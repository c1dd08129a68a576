//go:build tensorflow

package tensorflow

import (
	"github.com/goivy/goivy/backends/internal/inline"
	"math"
	"slices"
	"sync"

	"github.com/goivy/goivy/cgo/tfeager"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// A value is an operand or a result in a graph.
type value = tfeager.Value

// A graph is the program of a row as it is written. Its methods are what rows have in
// common; they append one operation each, or a few.
type graph struct {
	tfeager.Program
	in, out dtype.Dtype // of the operands and of the result
}

// cast is TensorFlow's own: what C does, so nothing for floats outside an integer's range.
func (g *graph) cast(x value, d dtype.Dtype) value {
	z := g.Op("Cast", x)
	g.Type("DstT", code(d))
	return z
}

// bitcast takes the bits of x, not bools, for a dtype of the same size.
func (g *graph) bitcast(x value, d dtype.Dtype) value {
	z := g.Op("Bitcast", x)
	g.Type("type", code(d))
	return z
}

// number is v in dtype d, without axes.
func (g *graph) number(d dtype.Dtype, v float64) value {
	return g.scalar(d, backend.FloatScalar(v))
}

func (g *graph) integer(d dtype.Dtype, v int64) value { return g.scalar(d, backend.IntScalar(v)) }

func (g *graph) scalar(d dtype.Dtype, v backend.Scalar) value {
	return g.Const(code(d), nil, appendElement(nil, d, v))
}

// where takes elements of x where c holds, of y elsewhere.
func (g *graph) where(c, x, y value) value { return g.Op("SelectV2", c, x, y) }

func (g *graph) reshape(x value, dims []int) value { return g.Op("Reshape", x, g.Int64s(dims...)) }

// reshaped is reshape to dims, of x of shape s, if that is another.
func (g *graph) reshaped(x value, s, dims []int) value {
	if len(s) == len(dims) {
		same := true
		for i := range s {
			same = same && s[i] == dims[i]
		}
		if same {
			return x
		}
	}
	return g.reshape(x, dims)
}

// transpose permutes axes: axis i of the result is axis perm[i] of x.
func (g *graph) transpose(x value, perm []int) value {
	return g.Op("Transpose", x, g.Int64s(perm...))
}

// signedOf is the signed integer as wide as an unsigned one.
func signedOf(d dtype.Dtype) dtype.Dtype {
	return [dtype.Count]dtype.Dtype{dtype.Uint8: dtype.Int8, dtype.Uint16: dtype.Int16, dtype.Uint32: dtype.Int32, dtype.Uint64: dtype.Int64}[d]
}

var graphs = sync.Pool{New: func() any { return new(graph) }}

// compose writes a program on xs for one result, and runs it.
func compose(out backend.Spec, in dtype.Dtype, write func(g *graph) value, xs ...backend.Buffer) (backend.Buffer, error) {
	if err := inline.Limit(out); err != nil {
		return nil, err
	}
	g := graphs.Get().(*graph)
	defer graphs.Put(g)
	g.Reset(len(xs))
	g.in, g.out = in, out.Dtype
	g.Return(write(g))
	switch len(xs) {
	case 1:
		return run1(&g.Program, out, xs[0])
	case 2:
		return run2(&g.Program, out, xs[0], xs[1])
	case 3:
		return run3(&g.Program, out, xs[0], xs[1], xs[2])
	}
	ts, err := g.Run(all(xs)...)
	if err != nil {
		return nil, translated(out, err)
	}
	return newBuffer(out, ts[0]), nil
}

// composeAll is compose for several results, which it returns with their Specs: shapes
// come from the library. dtypes are the results'.
func composeAll(in dtype.Dtype, dtypes []dtype.Dtype, write func(g *graph) []value, xs ...backend.Buffer) ([]backend.Buffer, []backend.Spec, error) {
	g := graphs.Get().(*graph)
	defer graphs.Put(g)
	g.Reset(len(xs))
	g.in, g.out = in, dtype.Invalid
	g.Return(write(g)...)
	ts, err := g.Run(all(xs)...)
	if err != nil {
		return nil, nil, translated(backend.Spec{}, err)
	}
	bufs, specs := make([]backend.Buffer, len(ts)), make([]backend.Spec, len(ts))
	for i, t := range ts {
		dims, err := t.Shape()
		if err != nil {
			return nil, nil, translated(backend.Spec{}, err)
		}
		specs[i] = backend.Spec{Dtype: dtypes[i], Shape: dims}
		bufs[i] = newBuffer(specs[i], t)
	}
	return bufs, specs, nil
}

// A broadcasting is how operands broadcast to a shape, with axes joined that broadcast alike.
type broadcasting struct {
	dims []int   // the result's, joined
	from [][]int // each operand's
}

// joined returns the broadcasting of shapes to out.
func joined(out []int, shapes ...[]int) broadcasting {
	s := broadcasting{from: make([][]int, len(shapes))}
	last := uint64(math.MaxUint64)
	for i, n := range out {
		if n == 1 {
			continue
		}
		kept := uint64(0) // a bit for each operand that has this axis
		for k, dims := range shapes {
			if j := i - len(out) + len(dims); j >= 0 && dims[j] != 1 {
				kept |= 1 << k
			}
		}
		if kept != last {
			s.dims = append(s.dims, 1)
			for k := range shapes {
				s.from[k] = append(s.from[k], 1)
			}
			last = kept
		}
		at := len(s.dims) - 1
		s.dims[at] *= n
		for k := range shapes {
			if kept>>k&1 != 0 {
				s.from[k][at] *= n
			}
		}
	}
	return s
}

// TensorFlow's kernels broadcast axes that alternate up to so many; some take no operands
// of more axes than the second number at all.
const (
	mostJoined = 4
	mostAxes   = 8
)

// direct reports whether every kernel broadcasts these shapes.
func direct(out []int, shapes ...[]int) bool {
	if len(out) <= mostJoined {
		return true
	}
	same := true
	for _, s := range shapes {
		if len(s) != len(out) {
			same = false
			break
		}
		for i := range s {
			same = same && s[i] == out[i]
		}
	}
	return len(out) <= mostAxes && (same || len(joined(out, shapes...).dims) <= mostJoined)
}

// eachAxis broadcasts x from one shape to another of as many axes, one after the other.
func (g *graph) eachAxis(x value, from, to []int) value {
	now := append([]int(nil), from...)
	for i := range to {
		if now[i] == to[i] {
			continue
		}
		// As three axes, of which the middle one broadcasts.
		before, after := shape.Size(now[:i]), shape.Size(now[i+1:])
		now[i] = to[i]
		x = g.reshape(x, []int{before, 1, after})
		x = g.Op("BroadcastTo", x, g.Int64s(before, to[i], after))
	}
	return g.reshaped(x, []int{-1}, now)
}

// broadcast repeats x from one shape to another.
func (g *graph) broadcast(x value, from, to []int) value {
	s := joined(to, from)
	if slices.Equal(s.dims, s.from[0]) {
		return g.reshaped(x, from, to)
	}
	return g.reshape(g.eachAxis(g.reshape(x, s.from[0]), s.from[0], s.dims), to)
}

// alongside calls f with operands of these shapes in forms that every kernel broadcasts,
// and returns its result in shape out.
func (g *graph) alongside(out []int, shapes [][]int, f func(x ...value) value) value {
	s := joined(out, shapes...)
	xs := make([]value, len(shapes))
	for i := range xs {
		xs[i] = g.Operand(i)
		if len(s.dims) <= mostJoined {
			xs[i] = g.reshaped(xs[i], shapes[i], s.from[i])
		} else {
			xs[i] = g.reshape(g.eachAxis(g.reshape(xs[i], s.from[i]), s.from[i], s.dims), []int{shape.Size(out)})
		}
	}
	return g.reshape(f(xs...), out)
}
