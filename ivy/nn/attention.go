package nn

import (
	"math"

	"github.com/goivy/goivy/internal/blame"
	"github.com/goivy/goivy/ivy"
)

// A MultiheadAttention projects query, key and value, and for each of several heads, parts of their last axis, returns the means of
// values by how much their keys and a query have in common (A. Vaswani et al., 2017), projected once more.
type MultiheadAttention struct {
	InProjWeight *ivy.Array `ivy:"optional"` // (3·width, width): of query, key and value, one above the other
	QProjWeight  *ivy.Array `ivy:"optional"` // (width, width): this and the next two in place of InProjWeight, where keys or values have other widths
	KProjWeight  *ivy.Array `ivy:"optional"` // (width, that of keys)
	VProjWeight  *ivy.Array `ivy:"optional"` // (width, that of values)
	InProjBias   *ivy.Array `ivy:"optional"` // (3·width)
	OutProj      *Linear    // width to width
	Heads        int        `ivy:"-"`
	BatchFirst   bool       `ivy:"-"`
	Dropout      float64    `ivy:"-"` // with which probability a weight of a value is zero in training; the others are divided by 1 − it
}

// NewMultiheadAttention returns a MultiheadAttention of a width, which the heads divide. The weights of the first projections are XavierUniform's, those of
// the last a [Linear]'s, and biases 0. It takes [WithBias], [WithBatchFirst], [WithDropout], [WithKDim] and [WithVDim].
func NewMultiheadAttention(i *Initializer, width, heads int, opts ...Option) *MultiheadAttention {
	defer blame.Named("nn.NewMultiheadAttention")
	i.check()
	atLeast(1, "width", width, "heads", heads)
	if width%heads != 0 {
		panic(blame.Errorf(ivy.ErrValue, "a width of %d in %d heads", width, heads))
	}
	s := read(opts, settings{kdim: width, vdim: width}, "WithBias", "WithBatchFirst", "WithDropout", "WithKDim", "WithVDim")
	atLeast(1, "kdim", s.kdim, "vdim", s.vdim)
	checkProbability("dropout", s.dropout)
	m := &MultiheadAttention{OutProj: NewLinear(i, width, width, WithBias(!s.noBias)), Heads: heads, BatchFirst: s.batchFirst, Dropout: s.dropout}
	if s.kdim == width && s.vdim == width {
		m.InProjWeight = i.XavierUniform([]int{3 * width, width}, 1)
	} else {
		m.QProjWeight, m.KProjWeight, m.VProjWeight = i.XavierUniform([]int{width, width}, 1), i.XavierUniform([]int{width, s.kdim}, 1), i.XavierUniform([]int{width, s.vdim}, 1)
	}
	if !s.noBias {
		m.InProjBias, m.OutProj.Bias = i.Constant([]int{3 * width}, 0), i.Constant([]int{width}, 0)
	}
	return m
}

// first returns x, which has a width, with the axis of the batch first.
func (m *MultiheadAttention) first(x *ivy.Array, width int) *ivy.Array {
	if n := x.Ndim(); n != 2 && n != 3 {
		panic(blame.Errorf(ivy.ErrShape, "an operand of shape %v, want three axes, or two without a batch", x.Shape()))
	}
	checkWidth(x, width)
	if m.BatchFirst || x.Ndim() == 2 {
		return x
	}
	return x.PermuteDims([]int{1, 0, 2})
}

func (m *MultiheadAttention) width() int {
	if m.InProjWeight == nil {
		return m.QProjWeight.Shape()[1]
	}
	return m.InProjWeight.Shape()[1]
}

// part returns the rows of query (0), key (1) or value (2) of parameters of all three.
func (m *MultiheadAttention) part(a *ivy.Array, n int) *ivy.Array {
	return a.Get(ivy.Slice(n*m.width(), (n+1)*m.width()))
}

// weight returns the weights of the projection of query (0), key (1) or value (2).
func (m *MultiheadAttention) weight(n int) *ivy.Array {
	if m.InProjWeight == nil {
		return []*ivy.Array{m.QProjWeight, m.KProjWeight, m.VProjWeight}[n]
	}
	return m.part(m.InProjWeight, n)
}

// checkWeights refuses another choice of weights than a constructor makes.
func (m *MultiheadAttention) checkWeights() {
	one, three := m.InProjWeight != nil, m.QProjWeight != nil && m.KProjWeight != nil && m.VProjWeight != nil
	if one == three || one && (m.QProjWeight != nil || m.KProjWeight != nil || m.VProjWeight != nil) {
		panic(blame.Errorf(ivy.ErrValue, "want InProjWeight, or QProjWeight, KProjWeight and VProjWeight"))
	}
}

// Forward takes query (l, n, width), key and value (k, n, width), of their own widths if they have any, with BatchFirst (n, l, width) and (n, k, width), or without a batch (l, width) and (k, width), and
// returns an array like query. mask, which may be nil, has bools, false where a key does not count for a query (that is the opposite of PyTorch's attn_mask),
// or numbers that are added to the scores, and broadcasts to (n, heads, l, k).
func (m *MultiheadAttention) Forward(c *Context, query, key, value, mask *ivy.Array) *ivy.Array {
	defer blame.Named("nn.MultiheadAttention")
	m.checkWeights()
	xs := []*ivy.Array{query, key, value}
	opts := []ivy.Option{ivy.OutProjWeight(m.OutProj.Weight)}
	for n, x := range xs {
		if m.InProjWeight != nil {
			xs[n] = m.first(x, m.width())
		} else {
			w := m.weight(n)
			xs[n] = x.Env().Linear(m.first(x, w.Shape()[1]), w)
		}
	}
	if m.InProjWeight != nil {
		opts = append(opts, ivy.InProjWeight(m.InProjWeight))
	}
	if c.training() && m.Dropout != 0 {
		opts = append(append(opts, ivy.DropoutP(m.Dropout), ivy.Training(true)), c.seed(query.Env())...)
	}
	if m.InProjBias != nil {
		opts = append(opts, ivy.InProjBias(m.InProjBias))
	}
	if m.OutProj.Bias != nil {
		opts = append(opts, ivy.OutProjBias(m.OutProj.Bias))
	}
	if mask != nil {
		opts = append(opts, ivy.Mask(mask))
	}
	z := query.Env().MultiHeadAttention(xs[0], xs[1], xs[2], m.Heads, opts...)
	if z.Ndim() == 3 {
		z = m.first(z, m.width())
	}
	return c.report(m, z)
}

// Weights returns how much of each value comes to each query, means over the heads: (n, l, k), or (l, k) without a batch, of operands as Forward takes them. It is
// the second result of PyTorch's module in evaluation: nothing is dropped.
func (m *MultiheadAttention) Weights(query, key, mask *ivy.Array) *ivy.Array {
	defer blame.Named("nn.MultiheadAttention.Weights")
	m.checkWeights()
	e, width := query.Env(), m.width()
	project := func(x *ivy.Array, part int) *ivy.Array { // (…, heads, l, width/heads)
		w := m.weight(part)
		x = m.first(x, w.Shape()[1])
		y := e.MatMul(x, w.T())
		if m.InProjBias != nil {
			y = e.Add(y, m.part(m.InProjBias, part))
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
