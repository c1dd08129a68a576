package nn

import (
	"slices"

	"github.com/goivy/goivy/internal/blame"
	"github.com/goivy/goivy/ivy"
)

// An Option is a setting of a module that is not the default. Constructors say which they take.
type Option struct {
	name  string
	apply func(s *settings)
}

type settings struct {
	stride, padding, dilation, outputPadding []int
	groups, paddingIdx, layers, kdim, vdim   int
	noBias, noAffine, noTracking, noPadCount bool
	bidirectional, batchFirst, ceil          bool
	cumulative, lastOffset                   bool
	eps, momentum, dropout                   float64
	nonlinearity, paddingMode, mode          string
}

// WithBias says whether a module has a bias; it has by default.
func WithBias(on bool) Option { return Option{"WithBias", func(s *settings) { s.noBias = !on }} }

// WithStride sets the steps of a window: one for each axis, or one for all; 1 by default, of pooling the window's lengths.
func WithStride(n ...int) Option { return Option{"WithStride", func(s *settings) { s.stride = n }} }

// WithPadding sets how many zeros are on both sides of each axis: one number for each, or one for all; 0 by default.
func WithPadding(n ...int) Option { return Option{"WithPadding", func(s *settings) { s.padding = n }} }

// WithDilation sets the distance of a filter's elements: one for each axis, or one for all; 1 by default.
func WithDilation(n ...int) Option {
	return Option{"WithDilation", func(s *settings) { s.dilation = n }}
}

// WithOutputPadding sets by how much a transposed convolution's result is longer at the end of each axis: a number for each, or one for
// all; 0 by default.
func WithOutputPadding(n ...int) Option {
	return Option{"WithOutputPadding", func(s *settings) { s.outputPadding = n }}
}

// WithGroups sets in how many groups of channels a convolution is done, each for itself; 1 by default.
func WithGroups(n int) Option { return Option{"WithGroups", func(s *settings) { s.groups = n }} }

// WithEps sets what is added to a variance; the constructors say the default.
func WithEps(v float64) Option { return Option{"WithEps", func(s *settings) { s.eps = v }} }

// WithMomentum sets the part that a batch has in new running statistics; 0.1 by default.
func WithMomentum(v float64) Option {
	return Option{"WithMomentum", func(s *settings) { s.momentum = v }}
}

// WithCumulative says whether running statistics are means over all batches, whatever the momentum; false by default. It is PyTorch's
// momentum=None.
func WithCumulative(on bool) Option {
	return Option{"WithCumulative", func(s *settings) { s.cumulative = on }}
}

// WithPaddingMode sets what a convolution has around its operand: "zeros", elements mirrored at the ends ("reflect"), the last one again and again ("replicate"),
// or those of the other end ("circular"); "zeros" by default.
func WithPaddingMode(mode string) Option {
	return Option{"WithPaddingMode", func(s *settings) { s.paddingMode = mode }}
}

// WithKDim sets the width of an attention's keys; that of its queries by default.
func WithKDim(n int) Option { return Option{"WithKDim", func(s *settings) { s.kdim = n }} }

// WithVDim sets the width of an attention's values; that of its queries by default.
func WithVDim(n int) Option { return Option{"WithVDim", func(s *settings) { s.vdim = n }} }

// WithMode sets what an EmbeddingBag returns of the rows of a bag: "mean", "sum" or "max"; "mean" by default.
func WithMode(mode string) Option { return Option{"WithMode", func(s *settings) { s.mode = mode }} }

// WithIncludeLastOffset says whether the last offset of an EmbeddingBag is where the last bag ends; false by default.
func WithIncludeLastOffset(on bool) Option {
	return Option{"WithIncludeLastOffset", func(s *settings) { s.lastOffset = on }}
}

// WithAffine says whether a normalization has a weight and a bias; it has by default.
func WithAffine(on bool) Option { return Option{"WithAffine", func(s *settings) { s.noAffine = !on }} }

// WithTracking says whether a BatchNorm has running statistics; it has by default. Without them it
// always takes those of its input.
func WithTracking(on bool) Option {
	return Option{"WithTracking", func(s *settings) { s.noTracking = !on }}
}

// WithPaddingIdx sets the row of an Embedding, or an EmbeddingBag, that is zero at first and is not trained; none by default.
func WithPaddingIdx(i int) Option {
	return Option{"WithPaddingIdx", func(s *settings) { s.paddingIdx = i }}
}

// WithCeilMode says whether windows that begin within x or its padding but end beyond count too; false by default.
func WithCeilMode(on bool) Option { return Option{"WithCeilMode", func(s *settings) { s.ceil = on }} }

// WithCountIncludePad says whether the zeros of the padding count in averages; true by default.
func WithCountIncludePad(on bool) Option {
	return Option{"WithCountIncludePad", func(s *settings) { s.noPadCount = !on }}
}

// WithNumLayers sets how many recurrent layers there are, each over the results of the one before; 1 by default.
func WithNumLayers(n int) Option { return Option{"WithNumLayers", func(s *settings) { s.layers = n }} }

// WithBidirectional says whether each recurrent layer runs backwards too; false by default.
func WithBidirectional(on bool) Option {
	return Option{"WithBidirectional", func(s *settings) { s.bidirectional = on }}
}

// WithBatchFirst says whether the axis of the batch comes before that of time; false by default.
func WithBatchFirst(on bool) Option {
	return Option{"WithBatchFirst", func(s *settings) { s.batchFirst = on }}
}

// WithDropout sets the probability that an element between recurrent layers, or a weight of an attention, is made zero in training; 0 by default.
func WithDropout(p float64) Option { return Option{"WithDropout", func(s *settings) { s.dropout = p }} }

// WithNonlinearity sets the function of an RNN: "tanh" or "relu"; "tanh" by default.
func WithNonlinearity(name string) Option {
	return Option{"WithNonlinearity", func(s *settings) { s.nonlinearity = name }}
}

// read returns the settings of options, all of which are among those of that name.
func read(opts []Option, defaults settings, names ...string) settings {
	seen := map[string]bool{}
	for _, o := range opts {
		switch {
		case !slices.Contains(names, o.name):
			panic(blame.Errorf(ivy.ErrValue, "an option %s, want one of %v", o.name, names))
		case seen[o.name]:
			panic(blame.Errorf(ivy.ErrValue, "the option %s twice", o.name))
		}
		seen[o.name] = true
		o.apply(&defaults)
	}
	return defaults
}

// perAxis returns a setting for each of r axes, all of at least low.
func perAxis(name string, v []int, r, otherwise, low int) []int {
	if v == nil {
		v = []int{otherwise}
	}
	if len(v) == 1 {
		v = slices.Repeat(v, r)
	}
	if len(v) != r {
		panic(blame.Errorf(ivy.ErrValue, "%s %v for %d axes", name, v, r))
	}
	for _, n := range v {
		atLeast(low, name, n)
	}
	return slices.Clone(v)
}
