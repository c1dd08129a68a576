package nn

import (
	"math"

	"github.com/goivy/goivy/ivy"
)

// A Linear returns x · Weightᵀ + Bias.
type Linear struct {
	Weight *ivy.Array // (out, in)
	Bias   *ivy.Array `ivy:"optional"` // (out)
}

// NewLinear returns a Linear of so many inputs and outputs. Its parameters are uniform between ±1/√in. It takes [WithBias].
func NewLinear(i *Initializer, in, out int, opts ...Option) *Linear {
	defer named("NewLinear")
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
	defer named("Linear")
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
	defer named("NewEmbedding")
	i.check()
	atLeast(0, "n", n, "width", width)
	none := -n - 1
	s := read(opts, settings{paddingIdx: none}, "WithPaddingIdx")
	e := &Embedding{Weight: i.Normal([]int{n, width}, 0, 1), PaddingIdx: -1}
	if s.paddingIdx != none {
		if e.PaddingIdx = s.paddingIdx; e.PaddingIdx < 0 {
			e.PaddingIdx += n
		}
		if e.PaddingIdx < 0 || e.PaddingIdx >= n {
			panic(errorf(ivy.ErrValue, "padding index %d of %d rows", s.paddingIdx, n))
		}
		env := i.env()
		rest := env.Reshape(env.NotEqual(env.Arange(n), e.PaddingIdx), []int{n, 1})
		e.Weight = env.Where(rest, e.Weight, env.ZerosLike(e.Weight))
	}
	return e
}

// Forward takes integers below n, of any shape, and returns an array with the axis of the width behind those, of the Weight's dtype. An index beyond is an error
// of kind ErrIndex.
func (m *Embedding) Forward(c *Context, x *ivy.Array) *ivy.Array {
	defer named("Embedding")
	e := x.Env()
	z := e.Embedding(m.Weight, x)
	if m.PaddingIdx >= 0 {
		z = e.Where(e.ExpandDims(e.Equal(x, m.PaddingIdx), ivy.Axis(-1)), e.StopGradient(z), z)
	}
	return c.report(m, z)
}
