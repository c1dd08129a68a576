package nn

import (
	"github.com/goivy/goivy/internal/blame"
	"github.com/goivy/goivy/ivy"
)

// A Conv is a convolution over r axes, 1 to 3, as neural networks have it: the filters are not reversed.
type Conv struct {
	Weight   *ivy.Array // (out, in/groups, k1, …, kr)
	Bias     *ivy.Array `ivy:"optional"` // (out)
	Stride   []int      `ivy:"-"`        // for each of the r axes
	Padding  []int      `ivy:"-"`        // how many elements are added on both sides of each
	Dilation []int      `ivy:"-"`        // the distance of the filters' elements along each
	Groups   int        `ivy:"-"`        // in which channels are convolved each for themselves

	PaddingMode string `ivy:"-"` // what they are: "zeros", which "" is too, "reflect", "replicate" or "circular"
}

// paddingModes are package ivy's names of those modes.
var paddingModes = map[string]string{"": "constant", "zeros": "constant", "reflect": "reflect", "replicate": "edge", "circular": "wrap"}

// padModeOf returns package ivy's name of a mode.
func padModeOf(mode string) string {
	own, ok := paddingModes[mode]
	if !ok {
		panic(blame.Errorf(ivy.ErrValue, "padding mode %q, want zeros, reflect, replicate or circular", mode))
	}
	return own
}

// NewConv1d returns a convolution over one axis, from in to out channels. kernel is the filters' length. Parameters are uniform between
// ±1/√(in/groups · kernel). It takes [WithStride], [WithPadding], [WithPaddingMode], [WithDilation], [WithGroups] and [WithBias].
func NewConv1d(i *Initializer, in, out, kernel int, opts ...Option) *Conv {
	defer blame.Named("nn.NewConv1d")
	return newConv(i, 1, in, out, []int{kernel}, opts)
}

// NewConv2d is [NewConv1d] over two axes. kernel has the filters' length along each axis, or one for all.
func NewConv2d(i *Initializer, in, out int, kernel []int, opts ...Option) *Conv {
	defer blame.Named("nn.NewConv2d")
	return newConv(i, 2, in, out, kernel, opts)
}

// NewConv3d is [NewConv2d] over three axes.
func NewConv3d(i *Initializer, in, out int, kernel []int, opts ...Option) *Conv {
	defer blame.Named("nn.NewConv3d")
	return newConv(i, 3, in, out, kernel, opts)
}

func newConv(i *Initializer, r, in, out int, kernel []int, opts []Option) *Conv {
	i.check()
	s := read(opts, settings{groups: 1, paddingMode: "zeros"}, "WithStride", "WithPadding", "WithPaddingMode", "WithDilation", "WithGroups", "WithBias")
	padModeOf(s.paddingMode)
	checkGroups(in, out, s.groups)
	kernel = perAxis("kernel", kernel, r, 0, 1)
	m := &Conv{Stride: perAxis("stride", s.stride, r, 1, 1), Padding: perAxis("padding", s.padding, r, 0, 0), Dilation: perAxis("dilation", s.dilation, r, 1, 1), Groups: s.groups, PaddingMode: s.paddingMode}
	dims := append([]int{out, in / s.groups}, kernel...)
	m.Weight, m.Bias = i.filters(dims, out, !s.noBias)
	return m
}

// Forward takes x of shape (n, in, d1, …, dr), or (in, d1, …, dr), and returns (n, out, e1, …, er), or (out, e1, …, er), with
// e = ⌊(d + 2·padding − dilation·(k−1) − 1)/stride⌋ + 1.
func (m *Conv) Forward(c *Context, x *ivy.Array) *ivy.Array {
	defer blame.Named("nn.Conv")
	x, single := batched(x, m.Weight.Ndim())
	opts := []ivy.Option{ivy.DataFormat("channel_first"), ivy.FilterFormat("channel_first"), ivy.FeatureGroupCount(m.Groups), ivy.Dilations(m.Dilation)}
	if m.Bias != nil {
		opts = append(opts, ivy.Bias(m.Bias))
	}
	x, padding := m.padded(x)
	return c.report(m, unbatched(x.Env().ConvGeneralDilated(x, m.Weight, m.Stride, padding, opts...), single))
}

// padded returns x with what the padding adds that is no zeros, and the zeros that are to be added.
func (m *Conv) padded(x *ivy.Array) (*ivy.Array, [][2]int) {
	mode, padding := padModeOf(m.PaddingMode), bothSides(m.Padding)
	if mode == "constant" {
		return x, padding
	}
	s := x.Shape()
	for i, p := range m.Padding {
		if n := s[i+2]; mode == "reflect" && p >= max(n, 1) || mode == "wrap" && p > n || mode == "edge" && p > 0 && n == 0 {
			panic(blame.Errorf(ivy.ErrShape, "padding %v of %s of an axis of %d", m.Padding, m.PaddingMode, n))
		}
	}
	return x.Env().Pad(x, append(make([][2]int, 2), padding...), ivy.Mode(mode)), make([][2]int, len(padding))
}

// checkGroups refuses channels that groups do not divide.
func checkGroups(in, out, groups int) {
	atLeast(1, "in", in, "out", out, "groups", groups)
	if in%groups != 0 || out%groups != 0 {
		panic(blame.Errorf(ivy.ErrValue, "%d channels to %d in %d groups", in, out, groups))
	}
}

// filters returns the initial weights of a convolution to out channels, and its bias if it has one.
func (i *Initializer) filters(dims []int, out int, biased bool) (weight, bias *ivy.Array) {
	weight = i.weight(dims)
	if biased {
		fan, _ := fans(dims)
		bias = i.bias(out, fan)
	}
	return weight, bias
}

// batched returns x with an axis of a batch, and whether it had none: with n axes in all.
func batched(x *ivy.Array, n int) (*ivy.Array, bool) {
	if x.Ndim() == n-1 {
		return x.ExpandDims(ivy.Axis(0)), true
	}
	if x.Ndim() != n {
		panic(blame.Errorf(ivy.ErrShape, "x of shape %v, want %d axes, or %d without that of the batch", x.Shape(), n, n-1))
	}
	return x, false
}

func unbatched(z *ivy.Array, single bool) *ivy.Array {
	if single {
		return z.Squeeze(ivy.Axis(0))
	}
	return z
}

func bothSides(padding []int) [][2]int {
	pairs := make([][2]int, len(padding))
	for i, n := range padding {
		pairs[i] = [2]int{n, n}
	}
	return pairs
}

// A ConvTranspose is the transpose of a convolution over r axes, 1 to 3: what its gradient does to the result's gradient.
type ConvTranspose struct {
	Weight        *ivy.Array // (in, out/groups, k1, …, kr)
	Bias          *ivy.Array `ivy:"optional"` // (out)
	Stride        []int      `ivy:"-"`        // of the convolution, for each of the r axes
	Padding       []int      `ivy:"-"`
	OutputPadding []int      `ivy:"-"` // by which the result is longer at the end of each axis
	Dilation      []int      `ivy:"-"`
	Groups        int        `ivy:"-"`
}

// NewConvTranspose1d returns a transposed convolution over one axis, from in to out channels. Parameters are uniform between ±1/√(out/groups · kernel). It
// takes [WithStride], [WithPadding], [WithOutputPadding], [WithDilation], [WithGroups] and [WithBias].
func NewConvTranspose1d(i *Initializer, in, out, kernel int, opts ...Option) *ConvTranspose {
	defer blame.Named("nn.NewConvTranspose1d")
	return newConvTranspose(i, 1, in, out, []int{kernel}, opts)
}

// NewConvTranspose2d is [NewConvTranspose1d] over two axes. kernel has the filters' length along each axis, or one for all.
func NewConvTranspose2d(i *Initializer, in, out int, kernel []int, opts ...Option) *ConvTranspose {
	defer blame.Named("nn.NewConvTranspose2d")
	return newConvTranspose(i, 2, in, out, kernel, opts)
}

// NewConvTranspose3d is [NewConvTranspose2d] over three axes.
func NewConvTranspose3d(i *Initializer, in, out int, kernel []int, opts ...Option) *ConvTranspose {
	defer blame.Named("nn.NewConvTranspose3d")
	return newConvTranspose(i, 3, in, out, kernel, opts)
}

func newConvTranspose(i *Initializer, r, in, out int, kernel []int, opts []Option) *ConvTranspose {
	i.check()
	s := read(opts, settings{groups: 1}, "WithStride", "WithPadding", "WithOutputPadding", "WithDilation", "WithGroups", "WithBias")
	checkGroups(in, out, s.groups)
	kernel = perAxis("kernel", kernel, r, 0, 1)
	m := &ConvTranspose{Stride: perAxis("stride", s.stride, r, 1, 1), Padding: perAxis("padding", s.padding, r, 0, 0), OutputPadding: perAxis("output padding", s.outputPadding, r, 0, 0),
		Dilation: perAxis("dilation", s.dilation, r, 1, 1), Groups: s.groups}
	for j, n := range m.OutputPadding {
		if n >= max(m.Stride[j], m.Dilation[j]) {
			panic(blame.Errorf(ivy.ErrValue, "output padding %v, want less than the stride or the dilation", m.OutputPadding))
		}
	}
	dims := append([]int{in, out / s.groups}, kernel...)
	m.Weight, m.Bias = i.filters(dims, out, !s.noBias)
	return m
}

// Forward takes x of shape (n, in, d1, …, dr), or (in, d1, …, dr), and returns (n, out, e1, …, er), or (out, e1, …, er), with
// e = (d − 1)·stride − 2·padding + dilation·(k−1) + output padding + 1.
func (m *ConvTranspose) Forward(c *Context, x *ivy.Array) *ivy.Array {
	defer blame.Named("nn.ConvTranspose")
	x, single := batched(x, m.Weight.Ndim())
	opts := []ivy.Option{ivy.DataFormat("channel_first"), ivy.FilterFormat("channel_first"), ivy.FeatureGroupCount(m.Groups), ivy.OutputPadding(m.OutputPadding), ivy.Dilations(m.Dilation)}
	if m.Bias != nil {
		opts = append(opts, ivy.Bias(m.Bias))
	}
	return c.report(m, unbatched(x.Env().ConvGeneralTranspose(x, m.Weight, m.Stride, bothSides(m.Padding), opts...), single))
}
