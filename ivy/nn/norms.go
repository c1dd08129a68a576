package nn

import (
	"slices"

	"github.com/goivy/goivy/internal/blame"
	"github.com/goivy/goivy/ivy"
)

// A BatchNorm makes mean and variance of each channel those of Bias and Weight: those of the batch in training, of the running
// statistics in evaluation.
type BatchNorm struct {
	Weight *ivy.Array `ivy:"optional"` // (channels)
	Bias   *ivy.Array `ivy:"optional"` // (channels)

	RunningMean       *Buffer `ivy:"-"` // (channels); nil without running statistics, as the next two
	RunningVar        *Buffer `ivy:"-"` // (channels), as n − 1 divides, not n
	NumBatchesTracked *Buffer `ivy:"-"` // an int64 without axes

	Channels int     `ivy:"-"`
	Axes     int     `ivy:"-"` // how many come after that of the channels: 1 to 3
	Eps      float64 `ivy:"-"` // is added to variances
	Momentum float64 `ivy:"-"` // the part of a batch in new running statistics

	Cumulative bool `ivy:"-"` // running statistics are means over all batches, and Momentum is of no account
}

// NewBatchNorm1d returns a BatchNorm of arrays with a channel axis and one or none behind it. Weights and variances are 1 at first, biases and means
// 0. It takes [WithEps] (1e-5), [WithMomentum], [WithCumulative], [WithAffine] and [WithTracking].
func NewBatchNorm1d(i *Initializer, channels int, opts ...Option) *BatchNorm {
	defer blame.Named("nn.NewBatchNorm1d")
	return newBatchNorm(i, channels, 1, opts)
}

// NewBatchNorm2d is [NewBatchNorm1d] of arrays with two axes behind that of the channels.
func NewBatchNorm2d(i *Initializer, channels int, opts ...Option) *BatchNorm {
	defer blame.Named("nn.NewBatchNorm2d")
	return newBatchNorm(i, channels, 2, opts)
}

// NewBatchNorm3d is [NewBatchNorm1d] of arrays with three axes behind that of the channels.
func NewBatchNorm3d(i *Initializer, channels int, opts ...Option) *BatchNorm {
	defer blame.Named("nn.NewBatchNorm3d")
	return newBatchNorm(i, channels, 3, opts)
}

func newBatchNorm(i *Initializer, channels, axes int, opts []Option) *BatchNorm {
	i.check()
	atLeast(0, "channels", channels)
	s := read(opts, settings{eps: 1e-5, momentum: 0.1}, "WithEps", "WithMomentum", "WithCumulative", "WithAffine", "WithTracking")
	m := &BatchNorm{Channels: channels, Axes: axes, Eps: s.eps, Momentum: s.momentum, Cumulative: s.cumulative}
	dims := []int{channels}
	if !s.noAffine {
		m.Weight, m.Bias = i.Constant(dims, 1), i.Constant(dims, 0)
	}
	if !s.noTracking {
		m.RunningMean, m.RunningVar = NewBuffer(i.Constant(dims, 0)), NewBuffer(i.Constant(dims, 1))
		m.NumBatchesTracked = NewBuffer(i.env().Zeros([]int{}, ivy.Int64))
	}
	return m
}

// Forward takes x of shape (n, channels, d1, …), of a float dtype, and returns an array like it. In training the context gets new running
// statistics, (1 − Momentum)·old + Momentum·those of x, with 1/n in place of the Momentum for batch n if they are Cumulative. A channel of one element in training is an error of kind ErrValue.
func (m *BatchNorm) Forward(c *Context, x *ivy.Array) *ivy.Array {
	defer blame.Named("nn.BatchNorm")
	s := x.Shape()
	if len(s) != m.Axes+2 && (m.Axes != 1 || len(s) != 2) || s[1] != m.Channels {
		panic(blame.Errorf(ivy.ErrShape, "x of shape %v, want %d channels and %d axes behind them", s, m.Channels, m.Axes))
	}
	train := c.training()
	if n := x.Size() / max(1, m.Channels); train && n == 1 {
		panic(blame.Errorf(ivy.ErrValue, "x of shape %v has one element in a channel, which has no variance", s))
	}
	momentum := m.Momentum
	if m.Cumulative {
		momentum = 1 // the new statistics are those of x
	}
	opts := []ivy.Option{ivy.Training(train || m.RunningMean == nil), ivy.Eps(m.Eps), ivy.Momentum(momentum), ivy.DataFormat("channel_first")}
	opts = append(opts, affine(m.Weight, m.Bias)...)
	e := x.Env()
	if m.RunningMean == nil {
		z, _, _ := e.BatchNorm(x, e.Zeros([]int{m.Channels}, x.Dtype()), e.Ones([]int{m.Channels}, x.Dtype()), opts...)
		return c.report(m, z)
	}
	z, mean, variance := e.BatchNorm(x, c.Value(m.RunningMean), c.Value(m.RunningVar), opts...)
	if train {
		count := c.Value(m.NumBatchesTracked).Add(1)
		if m.Cumulative {
			part := e.Divide(1, count.Astype(mean.Dtype()))
			with := func(b *Buffer, x *ivy.Array) *ivy.Array {
				return e.Add(e.Multiply(c.Value(b), e.Subtract(1, part)), e.Multiply(x, part))
			}
			mean, variance = with(m.RunningMean, mean), with(m.RunningVar, variance)
		}
		c.SetValue(m.RunningMean, mean)
		c.SetValue(m.RunningVar, variance)
		c.SetValue(m.NumBatchesTracked, count)
	}
	return c.report(m, z)
}

// affine returns the options of a normalization with these parameters, of which each may be nil.
func affine(weight, bias *ivy.Array) (opts []ivy.Option) {
	if weight != nil {
		opts = append(opts, ivy.Scale(weight))
	}
	if bias != nil {
		opts = append(opts, ivy.Offset(bias))
	}
	return opts
}

// A LayerNorm makes mean and variance over the last axes those of Bias and Weight.
type LayerNorm struct {
	Weight *ivy.Array `ivy:"optional"` // of the shape of those axes
	Bias   *ivy.Array `ivy:"optional"`
	Shape  []int      `ivy:"-"` // of those axes
	Eps    float64    `ivy:"-"` // is added to variances
}

// NewLayerNorm returns a LayerNorm over the last axes, whose lengths shape has. Weights are 1 at first, biases 0. It takes [WithEps] (1e-5), [WithAffine], and
// [WithBias] for one with a weight alone.
func NewLayerNorm(i *Initializer, shape []int, opts ...Option) *LayerNorm {
	defer blame.Named("nn.NewLayerNorm")
	i.check()
	s := read(opts, settings{eps: 1e-5}, "WithEps", "WithAffine", "WithBias")
	m := &LayerNorm{Shape: checkedShape(shape), Eps: s.eps}
	if !s.noAffine {
		m.Weight = i.Constant(shape, 1)
		if !s.noBias {
			m.Bias = i.Constant(shape, 0)
		}
	}
	return m
}

func checkedShape(shape []int) []int {
	if len(shape) == 0 {
		panic(blame.Errorf(ivy.ErrValue, "no axis to normalize over"))
	}
	for _, n := range shape {
		atLeast(0, "a length", n)
	}
	return slices.Clone(shape)
}

// lastAxes returns the axes of a shape at the end of x's.
func lastAxes(x *ivy.Array, shape []int) []int {
	s := x.Shape()
	if len(s) < len(shape) || !slices.Equal(s[len(s)-len(shape):], shape) {
		panic(blame.Errorf(ivy.ErrShape, "x of shape %v, want %v at its end", s, shape))
	}
	axes := make([]int, len(shape))
	for i := range axes {
		axes[i] = i - len(shape)
	}
	return axes
}

// Forward takes x of shape (…, Shape), of a float dtype, and returns an array like it.
func (m *LayerNorm) Forward(c *Context, x *ivy.Array) *ivy.Array {
	defer blame.Named("nn.LayerNorm")
	opts := append(affine(m.Weight, m.Bias), ivy.Eps(m.Eps))
	return c.report(m, x.Env().LayerNorm(x, lastAxes(x, m.Shape), opts...))
}

// An RMSNorm divides by the root of the mean of the squares over the last axes.
type RMSNorm struct {
	Weight *ivy.Array `ivy:"optional"` // of the shape of those axes
	Shape  []int      `ivy:"-"`        // of those axes
	Eps    float64    `ivy:"-"`        // is added to the mean; 0 is the dtype's epsilon, as in PyTorch
}

// NewRMSNorm returns an RMSNorm over the last axes, whose lengths shape has. Weights are 1 at first. It takes [WithEps] (the dtype's epsilon) and [WithAffine].
func NewRMSNorm(i *Initializer, shape []int, opts ...Option) *RMSNorm {
	defer blame.Named("nn.NewRMSNorm")
	i.check()
	s := read(opts, settings{}, "WithEps", "WithAffine")
	m := &RMSNorm{Shape: checkedShape(shape), Eps: s.eps}
	if !s.noAffine {
		m.Weight = i.Constant(shape, 1)
	}
	return m
}

// Forward takes x of shape (…, Shape), of a float dtype, and returns an array like it.
func (m *RMSNorm) Forward(c *Context, x *ivy.Array) *ivy.Array {
	defer blame.Named("nn.RMSNorm")
	eps := m.Eps
	if eps == 0 {
		eps = ivy.Finfo(x.Dtype()).Eps
	}
	opts := append(affine(m.Weight, nil), ivy.Eps(eps))
	return c.report(m, x.Env().RMSNorm(x, lastAxes(x, m.Shape), opts...))
}

// A GroupNorm makes mean and variance of groups of channels those of Bias and Weight.
type GroupNorm struct {
	Weight   *ivy.Array `ivy:"optional"` // (channels)
	Bias     *ivy.Array `ivy:"optional"` // (channels)
	Groups   int        `ivy:"-"`
	Channels int        `ivy:"-"`
	Eps      float64    `ivy:"-"` // is added to variances
}

// NewGroupNorm returns a GroupNorm of so many groups of channels. Weights are 1 at first, biases 0. It takes [WithEps] (1e-5) and [WithAffine].
func NewGroupNorm(i *Initializer, groups, channels int, opts ...Option) *GroupNorm {
	defer blame.Named("nn.NewGroupNorm")
	i.check()
	atLeast(1, "groups", groups, "channels", channels)
	if channels%groups != 0 {
		panic(blame.Errorf(ivy.ErrValue, "%d channels in %d groups", channels, groups))
	}
	s := read(opts, settings{eps: 1e-5}, "WithEps", "WithAffine")
	m := &GroupNorm{Groups: groups, Channels: channels, Eps: s.eps}
	if !s.noAffine {
		m.Weight, m.Bias = i.Constant([]int{channels}, 1), i.Constant([]int{channels}, 0)
	}
	return m
}

// Forward takes x of shape (n, channels, …), of a float dtype, and returns an array like it.
func (m *GroupNorm) Forward(c *Context, x *ivy.Array) *ivy.Array {
	defer blame.Named("nn.GroupNorm")
	if s := x.Shape(); len(s) < 2 || s[1] != m.Channels {
		panic(blame.Errorf(ivy.ErrShape, "x of shape %v, want %d channels on the second axis", s, m.Channels))
	}
	opts := append(affine(m.Weight, m.Bias), ivy.Eps(m.Eps), ivy.DataFormat("channel_first"))
	return c.report(m, x.Env().GroupNorm(x, m.Groups, opts...))
}
