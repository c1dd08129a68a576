package nn

import (
	"math"
	"slices"

	"github.com/goivy/goivy/internal/blame"
	"github.com/goivy/goivy/ivy"
)

// A Linear returns x · Weightᵀ + Bias.
type Linear struct {
	Weight *ivy.Array // (out, in)
	Bias   *ivy.Array `ivy:"optional"` // (out)
}

// NewLinear returns a Linear of so many inputs and outputs. Its parameters are uniform between ±1/√in. It takes [WithBias].
func NewLinear(i *Initializer, in, out int, opts ...Option) *Linear {
	defer blame.Named("nn.NewLinear")
	i.check()
	atLeast(0, "in", in, "out", out)
	s := read(opts, settings{}, "WithBias")
	l := &Linear{Weight: i.weight([]int{out, in})}
	if !s.noBias {
		l.Bias = i.bias(out, in)
	}
	return l
}

// weight draws the weights of linear layers and convolutions as PyTorch does: kaiming_uniform_ with a = √5.
func (i *Initializer) weight(dims []int) *ivy.Array {
	return i.KaimingUniform(dims, FanIn, Gain("leaky_relu", math.Sqrt(5)))
}

// bias draws n numbers between ±1/√fan.
func (i *Initializer) bias(n, fan int) *ivy.Array {
	bound := 0.
	if fan > 0 {
		bound = 1 / math.Sqrt(float64(fan))
	}
	return i.Uniform([]int{n}, -bound, bound)
}

// Forward takes x of shape (…, in), and returns an array of shape (…, out), of the dtype that x and the parameters are promoted to.
func (l *Linear) Forward(c *Context, x *ivy.Array) *ivy.Array {
	defer blame.Named("nn.Linear")
	if l.Bias == nil {
		return c.report(l, x.Env().Linear(x, l.Weight))
	}
	return c.report(l, x.Env().Linear(x, l.Weight, ivy.Bias(l.Bias)))
}

// An Embedding returns rows of its Weight.
type Embedding struct {
	Weight     *ivy.Array // (n, width)
	PaddingIdx int        `ivy:"-"` // the row that is not trained; −1 if there is none
}

// NewEmbedding returns an Embedding of n rows of a width, of standard normal numbers. It takes [WithPaddingIdx].
func NewEmbedding(i *Initializer, n, width int, opts ...Option) *Embedding {
	defer blame.Named("nn.NewEmbedding")
	i.check()
	atLeast(0, "n", n, "width", width)
	s := read(opts, settings{paddingIdx: -n - 1}, "WithPaddingIdx")
	e := new(Embedding)
	e.Weight, e.PaddingIdx = i.rows(n, width, s)
	return e
}

// rows draws n rows of a width, of which that of the setting paddingIdx is zero: it is returned, −1 if the setting is −n − 1.
func (i *Initializer) rows(n, width int, s settings) (*ivy.Array, int) {
	w, at := i.Normal([]int{n, width}, 0, 1), s.paddingIdx
	if at == -n-1 {
		return w, -1
	}
	if at < 0 {
		at += n
	}
	if at < 0 || at >= n {
		panic(blame.Errorf(ivy.ErrValue, "padding index %d of %d rows", s.paddingIdx, n))
	}
	env := i.env()
	rest := env.Reshape(env.NotEqual(env.Arange(n), at), []int{n, 1})
	return env.Where(rest, w, env.ZerosLike(w)), at
}

// Forward takes integers below n, of any shape, and returns an array with the axis of the width behind those, of the Weight's dtype. An index beyond is an error
// of kind ErrIndex.
func (m *Embedding) Forward(c *Context, x *ivy.Array) *ivy.Array {
	defer blame.Named("nn.Embedding")
	e := x.Env()
	z := e.Embedding(m.Weight, x)
	if m.PaddingIdx >= 0 {
		z = e.Where(e.ExpandDims(e.Equal(x, m.PaddingIdx), ivy.Axis(-1)), e.StopGradient(z), z)
	}
	return c.report(m, z)
}

// An EmbeddingBag returns means, sums or maxima of rows of its Weight.
type EmbeddingBag struct {
	Weight            *ivy.Array // (n, width)
	PaddingIdx        int        `ivy:"-"` // the row that counts in no bag; −1 if there is none
	Mode              string     `ivy:"-"` // "mean", "sum" or "max"
	IncludeLastOffset bool       `ivy:"-"` // the last offset is where the last bag ends
}

// NewEmbeddingBag returns an EmbeddingBag of n rows of a width, of standard normal numbers. It takes [WithMode], [WithPaddingIdx] and
// [WithIncludeLastOffset].
func NewEmbeddingBag(i *Initializer, n, width int, opts ...Option) *EmbeddingBag {
	defer blame.Named("nn.NewEmbeddingBag")
	i.check()
	atLeast(0, "n", n, "width", width)
	s := read(opts, settings{paddingIdx: -n - 1, mode: "mean"}, "WithMode", "WithPaddingIdx", "WithIncludeLastOffset")
	if !slices.Contains([]string{"mean", "sum", "max"}, s.mode) {
		panic(blame.Errorf(ivy.ErrValue, "mode %q, want mean, sum or max", s.mode))
	}
	m := &EmbeddingBag{Mode: s.mode, IncludeLastOffset: s.lastOffset}
	m.Weight, m.PaddingIdx = i.rows(n, width, s)
	return m
}

// Forward takes integers below n: bags (b, k), or (k) and offsets (b), which is nil for bags, where each bag begins, and returns an array (b, width). factors, which
// may be nil, has for each index what its row is multiplied by, with Mode "sum" alone. An index beyond is an error of kind ErrIndex.
func (m *EmbeddingBag) Forward(c *Context, x, offsets, factors *ivy.Array) *ivy.Array {
	defer blame.Named("nn.EmbeddingBag")
	opts := []ivy.Option{ivy.Mode(m.Mode)}
	if offsets != nil {
		opts = append(opts, ivy.Offsets(offsets), ivy.IncludeLastOffset(m.IncludeLastOffset))
	}
	if factors != nil {
		opts = append(opts, ivy.PerSampleWeights(factors))
	}
	if m.PaddingIdx >= 0 {
		opts = append(opts, ivy.PaddingIdx(m.PaddingIdx))
	}
	return c.report(m, x.Env().EmbeddingBag(m.Weight, x, opts...))
}
