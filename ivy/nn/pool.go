package nn

import (
	"slices"

	"github.com/goivy/goivy/internal/blame"
	"github.com/goivy/goivy/ivy"
)

// A MaxPool returns the greatest element under a window at each of its positions.
type MaxPool struct {
	Kernel   []int `ivy:"-"` // the window's length along each of r axes, 1 to 3
	Stride   []int `ivy:"-"`
	Padding  []int `ivy:"-"` // by how much the window goes over both ends of each axis, where nothing counts
	Dilation []int `ivy:"-"` // the distance of the elements under the window
	CeilMode bool  `ivy:"-"` // whether a last window that lies over the end in part counts too
}

// NewMaxPool1d returns a MaxPool over one axis. It takes [WithStride] (the kernel), [WithPadding], [WithDilation] and [WithCeilMode].
func NewMaxPool1d(kernel int, opts ...Option) *MaxPool {
	defer blame.Named("nn.NewMaxPool1d")
	return newMaxPool(1, []int{kernel}, opts)
}

// NewMaxPool2d is [NewMaxPool1d] over two axes. kernel has the window's length along each axis, or one for all.
func NewMaxPool2d(kernel []int, opts ...Option) *MaxPool {
	defer blame.Named("nn.NewMaxPool2d")
	return newMaxPool(2, kernel, opts)
}

// NewMaxPool3d is [NewMaxPool2d] over three axes.
func NewMaxPool3d(kernel []int, opts ...Option) *MaxPool {
	defer blame.Named("nn.NewMaxPool3d")
	return newMaxPool(3, kernel, opts)
}

func newMaxPool(r int, kernel []int, opts []Option) *MaxPool {
	s := read(opts, settings{}, "WithStride", "WithPadding", "WithDilation", "WithCeilMode")
	kernel = perAxis("kernel", kernel, r, 0, 1)
	return &MaxPool{kernel, strideOf(s.stride, kernel), padsOf(s.padding, kernel), perAxis("dilation", s.dilation, r, 1, 1), s.ceil}
}

// strideOf returns the steps of a window: its lengths by default.
func strideOf(stride, kernel []int) []int {
	if stride == nil {
		return slices.Clone(kernel)
	}
	return perAxis("stride", stride, len(kernel), 1, 1)
}

func padsOf(padding, kernel []int) []int {
	padding = perAxis("padding", padding, len(kernel), 0, 0)
	for i, n := range padding {
		if n > kernel[i]/2 {
			panic(blame.Errorf(ivy.ErrValue, "padding %v, want half of the kernel %v or less", padding, kernel))
		}
	}
	return padding
}

// Forward takes x of shape (n, c, d1, …, dr), or (c, d1, …, dr), of a real dtype, and returns (n, c, e1, …, er), or (c, e1, …, er), of the same.
func (m *MaxPool) Forward(c *Context, x *ivy.Array) *ivy.Array {
	defer blame.Named("nn.MaxPool")
	x, single := batched(x, len(m.Kernel)+2)
	z := x.Env().MaxPool(x, m.Kernel, m.Stride, bothSides(m.Padding), ivy.DataFormat("channel_first"), ivy.Dilations(m.Dilation), ivy.CeilMode(m.CeilMode))
	return c.report(m, unbatched(z, single))
}

// An AvgPool returns the mean of the elements under a window at each of its positions.
type AvgPool struct {
	Kernel          []int `ivy:"-"` // the window's length along each of r axes, 1 to 3
	Stride          []int `ivy:"-"`
	Padding         []int `ivy:"-"` // zeros on both sides of each axis
	CeilMode        bool  `ivy:"-"` // whether a last window that lies over the end in part counts too
	CountIncludePad bool  `ivy:"-"` // whether those zeros count
}

// NewAvgPool1d returns an AvgPool over one axis. It takes [WithStride] (the kernel), [WithPadding], [WithCeilMode] and [WithCountIncludePad].
func NewAvgPool1d(kernel int, opts ...Option) *AvgPool {
	defer blame.Named("nn.NewAvgPool1d")
	return newAvgPool(1, []int{kernel}, opts)
}

// NewAvgPool2d is [NewAvgPool1d] over two axes. kernel has the window's length along each axis, or one for all.
func NewAvgPool2d(kernel []int, opts ...Option) *AvgPool {
	defer blame.Named("nn.NewAvgPool2d")
	return newAvgPool(2, kernel, opts)
}

// NewAvgPool3d is [NewAvgPool2d] over three axes.
func NewAvgPool3d(kernel []int, opts ...Option) *AvgPool {
	defer blame.Named("nn.NewAvgPool3d")
	return newAvgPool(3, kernel, opts)
}

func newAvgPool(r int, kernel []int, opts []Option) *AvgPool {
	s := read(opts, settings{}, "WithStride", "WithPadding", "WithCeilMode", "WithCountIncludePad")
	kernel = perAxis("kernel", kernel, r, 0, 1)
	return &AvgPool{kernel, strideOf(s.stride, kernel), padsOf(s.padding, kernel), s.ceil, !s.noPadCount}
}

// Forward takes x of shape (n, c, d1, …, dr), or (c, d1, …, dr), of a float dtype, and returns (n, c, e1, …, er), or (c, e1, …, er), of the same.
func (m *AvgPool) Forward(c *Context, x *ivy.Array) *ivy.Array {
	defer blame.Named("nn.AvgPool")
	x, single := batched(x, len(m.Kernel)+2)
	z := x.Env().AvgPool(x, m.Kernel, m.Stride, bothSides(m.Padding), ivy.DataFormat("channel_first"), ivy.CeilMode(m.CeilMode), ivy.CountIncludePad(m.CountIncludePad))
	return c.report(m, unbatched(z, single))
}

// An AdaptiveAvgPool returns the means of parts of x, so many along each axis.
type AdaptiveAvgPool struct {
	Size []int `ivy:"-"` // the result's length along each of r axes, 1 to 3
}

// NewAdaptiveAvgPool1d returns an AdaptiveAvgPool over one axis.
func NewAdaptiveAvgPool1d(size int) *AdaptiveAvgPool {
	defer blame.Named("nn.NewAdaptiveAvgPool1d")
	return &AdaptiveAvgPool{perAxis("size", []int{size}, 1, 0, 0)}
}

// NewAdaptiveAvgPool2d returns an AdaptiveAvgPool over two axes. size has the result's length along each axis, or one for all.
func NewAdaptiveAvgPool2d(size []int) *AdaptiveAvgPool {
	defer blame.Named("nn.NewAdaptiveAvgPool2d")
	return &AdaptiveAvgPool{perAxis("size", size, 2, 0, 0)}
}

// NewAdaptiveAvgPool3d is [NewAdaptiveAvgPool2d] over three axes.
func NewAdaptiveAvgPool3d(size []int) *AdaptiveAvgPool {
	defer blame.Named("nn.NewAdaptiveAvgPool3d")
	return &AdaptiveAvgPool{perAxis("size", size, 3, 0, 0)}
}

// Forward takes x of shape (n, c, d1, …, dr), or (c, d1, …, dr), of a float dtype, and returns (n, c, Size), or (c, Size), of the same.
func (m *AdaptiveAvgPool) Forward(c *Context, x *ivy.Array) *ivy.Array {
	defer blame.Named("nn.AdaptiveAvgPool")
	x, single := batched(x, len(m.Size)+2)
	return c.report(m, unbatched(x.Env().AdaptiveAvgPool(x, m.Size, ivy.DataFormat("channel_first")), single))
}
