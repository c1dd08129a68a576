package nn

import (
	"math"

	"github.com/goivy/goivy/ivy"
)

// A MultiheadAttention projects query, key and value, and for each of several heads, parts of their last axis, returns the means of
// values by how much their keys and a query have in common (A. Vaswani et al., 2017), projected once more.
type MultiheadAttention struct {
	InProjWeight *ivy.Array // (3·width, width): of query, key and value, one above the other
	InProjBias   *ivy.Array `ivy:"optional"` // (3·width)
	OutProj      *Linear    // width to width
	Heads        int        `ivy:"-"`
	BatchFirst   bool       `ivy:"-"`
}

// NewMultiheadAttention returns a MultiheadAttention of a width, which the heads divide. The weights of the first projections are XavierUniform's, those of
// the last a [Linear]'s, and biases 0. It takes [WithBias] and [WithBatchFirst].
func NewMultiheadAttention(i *Initializer, width, heads int, opts ...Option) *MultiheadAttention {
	defer named("NewMultiheadAttention")
	i.check()
	atLeast(1, "width", width, "heads", heads)
	if width%heads != 0 {
		panic(errorf(ivy.ErrValue, "a width of %d in %d heads", width, heads))
	}
	s := read(opts, settings{}, "WithBias", "WithBatchFirst")
	m := &MultiheadAttention{OutProj: NewLinear(i, width, width, WithBias(!s.noBias)), Heads: heads, BatchFirst: s.batchFirst}
	m.InProjWeight = i.XavierUniform([]int{3 * width, width}, 1)
	if !s.noBias {
		m.InProjBias, m.OutProj.Bias = i.Constant([]int{3 * width}, 0), i.Constant([]int{width}, 0)
	}
	return m
}

// first returns x with the axis of the batch first.
func (m *MultiheadAttention) first(x *ivy.Array) *ivy.Array {
	if n := x.Ndim(); n != 2 && n != 3 {
		panic(errorf(ivy.ErrShape, "an operand of shape %v, want three axes, or two without a batch", x.Shape()))
	}
	checkWidth(x, m.width())
	if m.BatchFirst || x.Ndim() == 2 {
		return x
	}
	return x.PermuteDims([]int{1, 0, 2})
}

func (m *MultiheadAttention) width() int { return m.InProjWeight.Shape()[1] }

// Forward takes query (l, n, width), key and value (k, n, width), with BatchFirst (n, l, width) and (n, k, width), or without a batch (l, width) and (k, width), and
// returns an array like query. mask, which may be nil, has bools, false where a key does not count for a query (that is the opposite of PyTorch's attn_mask),
// or numbers that are added to the scores, and broadcasts to (n, heads, l, k).
func (m *MultiheadAttention) Forward(c *Context, query, key, value, mask *ivy.Array) *ivy.Array {
	defer named("MultiheadAttention")
	opts := []ivy.Option{ivy.InProjWeight(m.InProjWeight), ivy.OutProjWeight(m.OutProj.Weight)}
	if m.InProjBias != nil {
		opts = append(opts, ivy.InProjBias(m.InProjBias))
	}
	if m.OutProj.Bias != nil {
		opts = append(opts, ivy.OutProjBias(m.OutProj.Bias))
	}
	if mask != nil {
		opts = append(opts, ivy.Mask(mask))
	}
	z := query.Env().MultiHeadAttention(m.first(query), m.first(key), m.first(value), m.Heads, opts...)
	if z.Ndim() == 3 {
		z = m.first(z)
	}
	return c.report(m, z)
}

// Weights returns how much of each value comes to each query, means over the heads: (n, l, k), or (l, k) without a batch, of operands as Forward takes them. It is
// the second result of PyTorch's module.
func (m *MultiheadAttention) Weights(query, key, mask *ivy.Array) *ivy.Array {
	defer named("MultiheadAttention.Weights")
	e, width := query.Env(), m.width()
	project := func(x *ivy.Array, part int) *ivy.Array { // (…, heads, l, width/heads)
		x = m.first(x)
		rows := ivy.Slice(part*width, (part+1)*width)
		y := e.MatMul(x, m.InProjWeight.Get(rows).T())
		if m.InProjBias != nil {
			y = e.Add(y, m.InProjBias.Get(rows))
		}
		s := x.Shape()
		y = e.Reshape(y, append(s[:len(s)-1:len(s)-1], m.Heads, width/m.Heads))
		return e.MoveAxis(y, []int{-2}, []int{-3})
	}
	scores := e.MatMul(project(query, 0), e.MatrixTranspose(project(key, 1)))
	scores = scores.Multiply(1 / math.Sqrt(float64(width/m.Heads)))
	if mask != nil && mask.Dtype() == ivy.Bool {
		scores = e.Where(mask, scores, e.FullLike(scores, math.Inf(-1)))
	} else if mask != nil {
		scores = e.Add(scores, mask)
	}
	return e.Mean(e.Softmax(scores), ivy.Axis(-3))
}
