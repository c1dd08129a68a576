package nn

import (
	"fmt"
	"math"

	"github.com/goivy/goivy/internal/blame"
	"github.com/goivy/goivy/ivy"
)

// Recurrent is what [LSTM], [GRU] and [RNN] have in common.
type Recurrent struct {
	// Weights are for each layer and each of its directions the weights of the input (gates·Hidden, width), those of the state (gates·Hidden, Hidden) and, if there are
	// any, the biases of both (gates·Hidden). The width is In, and of further layers that of the results of the layer before. In a [StateDict] they are named
	// weight_ih_l0, weight_hh_l0, bias_ih_l0 and bias_hh_l0, with the number of the layer, and _reverse behind it for the second direction.
	Weights       []*ivy.Array
	In, Hidden    int     `ivy:"-"`
	Layers        int     `ivy:"-"`
	Bias          bool    `ivy:"-"`
	Bidirectional bool    `ivy:"-"`
	BatchFirst    bool    `ivy:"-"`
	Dropout       float64 `ivy:"-"` // with which probability elements between layers are zero in training
}

// A Start is what a recurrent layer begins with; what is nil is left out.
type Start struct {
	H       *ivy.Array // the states of all layers and directions before the first position, (layers·directions, n, hidden); zeros by default
	C       *ivy.Array // the cells of an LSTM, of the same shape; zeros by default
	Lengths *ivy.Array // how many positions each element of the batch has, integers (n): results behind them are zero, and states those after the last one
}

// An LSTM is layers of long short-term memory (S. Hochreiter and J. Schmidhuber, 1997).
type LSTM struct{ Recurrent }

// A GRU is layers of gated recurrent units (K. Cho et al., 2014).
type GRU struct{ Recurrent }

// An RNN is recurrent layers of a function of the input and the state.
type RNN struct {
	Recurrent
	Nonlinearity string `ivy:"-"` // "tanh" or "relu"
}

// NewLSTM returns an LSTM of inputs of a width and states of so many elements. Parameters are uniform between ±1/√hidden. It takes
// [WithNumLayers], [WithBias], [WithBidirectional], [WithBatchFirst] and [WithDropout].
func NewLSTM(i *Initializer, in, hidden int, opts ...Option) *LSTM {
	defer blame.Named("nn.NewLSTM")
	r, _ := newRecurrent(i, 4, in, hidden, opts)
	return &LSTM{r}
}

// NewGRU returns a GRU of inputs of a width and states of so many elements, with the options and initial values of [NewLSTM].
func NewGRU(i *Initializer, in, hidden int, opts ...Option) *GRU {
	defer blame.Named("nn.NewGRU")
	r, _ := newRecurrent(i, 3, in, hidden, opts)
	return &GRU{r}
}

// NewRNN returns an RNN of inputs of a width and states of so many elements, with the options and initial values of [NewLSTM], and [WithNonlinearity].
func NewRNN(i *Initializer, in, hidden int, opts ...Option) *RNN {
	defer blame.Named("nn.NewRNN")
	r, s := newRecurrent(i, 1, in, hidden, opts, "WithNonlinearity")
	if s.nonlinearity != "tanh" && s.nonlinearity != "relu" {
		panic(blame.Errorf(ivy.ErrValue, "nonlinearity %q, want tanh or relu", s.nonlinearity))
	}
	return &RNN{r, s.nonlinearity}
}

func newRecurrent(i *Initializer, gates, in, hidden int, opts []Option, more ...string) (Recurrent, settings) {
	i.check()
	atLeast(1, "in", in, "hidden", hidden)
	s := read(opts, settings{layers: 1, nonlinearity: "tanh"}, append([]string{"WithNumLayers", "WithBias", "WithBidirectional", "WithBatchFirst", "WithDropout"}, more...)...)
	atLeast(1, "the number of layers", s.layers)
	checkProbability("dropout", s.dropout)
	r := Recurrent{In: in, Hidden: hidden, Layers: s.layers, Bias: !s.noBias, Bidirectional: s.bidirectional, BatchFirst: s.batchFirst, Dropout: s.dropout}
	bound := 1 / math.Sqrt(float64(hidden))
	for layer := range s.layers {
		for range r.directions() {
			width := in
			if layer > 0 {
				width = r.directions() * hidden
			}
			shapes := [][]int{{gates * hidden, width}, {gates * hidden, hidden}}
			if r.Bias {
				shapes = append(shapes, []int{gates * hidden}, []int{gates * hidden})
			}
			for _, dims := range shapes {
				r.Weights = append(r.Weights, i.Uniform(dims, -bound, bound))
			}
		}
	}
	return r, s
}

func (r *Recurrent) directions() int {
	if r.Bidirectional {
		return 2
	}
	return 1
}

// arrayNames returns PyTorch's names of the weights.
func (r *Recurrent) arrayNames() []string {
	kinds := []string{"weight_ih", "weight_hh"}
	if r.Bias {
		kinds = append(kinds, "bias_ih", "bias_hh")
	}
	var names []string
	for layer := range r.Layers {
		for direction := range r.directions() {
			for _, kind := range kinds {
				names = append(names, fmt.Sprint(kind, "_l", layer, []string{"", "_reverse"}[direction]))
			}
		}
	}
	return names
}

// A layersFunc is a row of package ivy: it returns the results of recurrent layers, and their states.
type layersFunc func(x *ivy.Array, weights []*ivy.Array, opts []ivy.Option) (output *ivy.Array, states []*ivy.Array)

// run computes all layers together; one after the other where there is dropout between them.
func (r *Recurrent) run(c *Context, x *ivy.Array, starts []Start, f layersFunc) (*ivy.Array, []*ivy.Array) {
	var s Start
	switch {
	case len(starts) > 1:
		panic(blame.Errorf(ivy.ErrValue, "%d Starts, want one or none", len(starts)))
	case len(starts) == 1:
		s = starts[0]
	}
	checkWidth(x, r.In)
	if len(r.Weights) != len(r.arrayNames()) {
		panic(blame.Errorf(ivy.ErrValue, "%d weights, want %d", len(r.Weights), len(r.arrayNames())))
	}
	opts := []ivy.Option{ivy.Bidirectional(r.Bidirectional), ivy.BatchFirst(r.BatchFirst)}
	if s.Lengths != nil {
		opts = append(opts, ivy.Lengths(s.Lengths))
	}
	begin := func(opts []ivy.Option, of func(a *ivy.Array) *ivy.Array) []ivy.Option {
		opts = opts[:len(opts):len(opts)]
		if s.H != nil {
			opts = append(opts, ivy.InitialState(of(s.H)))
		}
		if s.C != nil {
			opts = append(opts, ivy.InitialCell(of(s.C)))
		}
		return opts
	}
	if !c.training() || r.Dropout == 0 || r.Layers == 1 {
		return f(x, r.Weights, begin(opts, func(a *ivy.Array) *ivy.Array { return a }))
	}
	per, d := len(r.Weights)/r.Layers, r.directions()
	var all [][]*ivy.Array
	for layer := range r.Layers {
		if layer > 0 {
			x = c.drop(x, r.Dropout)
		}
		out, states := f(x, r.Weights[layer*per:(layer+1)*per], begin(opts, func(a *ivy.Array) *ivy.Array { return a.Get(ivy.Slice(layer*d, (layer+1)*d)) }))
		x = out
		for i, a := range states {
			if layer == 0 {
				all = append(all, nil)
			}
			all[i] = append(all[i], a)
		}
	}
	states := make([]*ivy.Array, len(all))
	for i, parts := range all {
		states[i] = x.Env().Concat(parts, ivy.Axis(0))
	}
	return x, states
}

// Forward takes x of shape (t, n, In), with BatchFirst (n, t, In), or (t, In) without a batch, and returns output, the results of the last layer at each position, with directions·Hidden
// elements on the last axis, and h and cell, the states of all layers after the last position, of shape (layers·directions, n, Hidden). Without a batch n is left out.
func (l *LSTM) Forward(c *Context, x *ivy.Array, start ...Start) (output, h, cell *ivy.Array) {
	defer blame.Named("nn.LSTM")
	output, states := l.run(c, x, start, func(x *ivy.Array, weights []*ivy.Array, opts []ivy.Option) (*ivy.Array, []*ivy.Array) {
		z, h, cell := x.Env().LSTM(x, weights, opts...)
		return z, []*ivy.Array{h, cell}
	})
	return c.report(l, output), states[0], states[1]
}

// Forward takes and returns what [LSTM.Forward] does, without cells. A Start with cells is an error of kind ErrValue.
func (g *GRU) Forward(c *Context, x *ivy.Array, start ...Start) (output, h *ivy.Array) {
	defer blame.Named("nn.GRU")
	output, states := g.run(c, x, start, func(x *ivy.Array, weights []*ivy.Array, opts []ivy.Option) (*ivy.Array, []*ivy.Array) {
		z, h := x.Env().GRU(x, weights, opts...)
		return z, []*ivy.Array{h}
	})
	return c.report(g, output), states[0]
}

// Forward takes and returns what [LSTM.Forward] does, without cells. A Start with cells is an error of kind ErrValue.
func (r *RNN) Forward(c *Context, x *ivy.Array, start ...Start) (output, h *ivy.Array) {
	defer blame.Named("nn.RNN")
	output, states := r.run(c, x, start, func(x *ivy.Array, weights []*ivy.Array, opts []ivy.Option) (*ivy.Array, []*ivy.Array) {
		z, h := x.Env().RNN(x, weights, append(opts, ivy.Nonlinearity(r.Nonlinearity))...)
		return z, []*ivy.Array{h}
	})
	return c.report(r, output), states[0]
}
