package ivy

import (
	"slices"

	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Rules of functions of several steps: one node keeps less than those of its steps would.

func init() {
	for _, op := range []*ops.Op{ops.MaxPool, ops.AdaptiveMaxPool} {
		setRule(op, rule{vjp: poolRule, keeps: keepOperand(0)})
	}
	setRule(ops.ScaledDotProductAttention, rule{vjp: attentionRule, keeps: keepOperand(0) | keepOperand(1) | keepOperand(2) | keepOperand(3)})
	setRule(ops.ConvGeneralDilated, rule{vjp: func(c *pulling) {
		v := c.n.attrs.(*convolution)
		if c.wants(0) {
			c.give(0, v.gradientOfOperand(c.e, c.g, c.x(1), c.shape(0)))
		}
		if c.wants(1) {
			c.give(1, v.gradientOfFilters(c.e, c.x(0), c.g, c.shape(1)))
		}
	}, keeps: keepOperand(0) | keepOperand(1)})
}

// gradientOfOperand is the convolution of the result's gradient, moved apart by the strides, with
// the filters turned around and their channels exchanged.
func (c *convolution) gradientOfOperand(e *Env, g, w *Array, dims []int) *Array {
	t := &convolution{r: c.r, groups: c.groups, channels: c.filters, filters: c.channels, kernel: c.kernel,
		strides: c.apart, apart: c.strides, dilations: c.dilations}
	crop := make([][2]int, c.r)
	exact := true // nothing is cut off
	pads := make([][2]int, c.r)
	for i := range c.r {
		span := movedApart(c.kernel[i], c.dilations[i])
		rest := c.padded[i] - movedApart(c.outer[i], c.strides[i]) - (span - 1)
		for side, p := range []int{span - 1 - c.padding[i][0], span - 1 - c.padding[i][1] + rest} {
			pads[i][side], crop[i][side] = max(p, 0), max(-p, 0)
			exact = exact && p >= 0
		}
	}
	if !exact {
		t.strides = ones(c.r)
	}
	t.measure(g.shape, pads, g.dtype.Size())
	a := t.attrs()
	a.Turned = true
	z := t.whole(e, g, w, a)
	if z == nil {
		z = t.convolve(e, g, c.turned(e, w))
	}
	if exact {
		return z
	}
	rs := wholes(z)
	for i := range c.r {
		rs[i+1] = shape.Range{Start: crop[i][0], Step: c.apart[i], Len: dims[i+1]}
	}
	return e.slice(z, rs)
}

// turned returns filters turned around along their window, from what they give to what they take.
func (c *convolution) turned(e *Env, w *Array) *Array {
	rs := wholes(w)
	for i := range c.r {
		rs[i] = shape.Range{Start: c.kernel[i] - 1, Step: -1, Len: c.kernel[i]}
	}
	in, out := c.channels/c.groups, c.filters/c.groups
	w = e.shaped(e.slice(w, rs), append(slices.Clone(c.kernel), in, c.groups, out))
	perm := append(shape.All(c.r), c.r+2, c.r+1, c.r)
	return e.shaped(e.permuted(w, perm), append(slices.Clone(c.kernel), out, c.channels))
}

// patchBlock is how many bytes of patches the gradient of filters is summed from at a time.
const patchBlock = 16 << 20

// gradientOfFilters sums, for each element of the filters, the products of what it met with the
// result's gradient: the patches of x, transposed, times that.
func (c *convolution) gradientOfFilters(e *Env, x, g *Array, dims []int) *Array {
	n := x.shape[0]
	if n == 0 {
		return e.spread(e.numberLike(g, 0), dims)
	}
	if z := e.layerOf(ops.ConvolveFilters, dims, c.attrs(), x, g); z != nil {
		return z
	}
	x = c.surround(e, x)
	taps := shape.Size(c.kernel)
	step := max(1, patchBlock/max(1, shape.Product(shape.Size(c.outer), taps, c.channels, x.dtype.Size())))
	var sum *Array
	for i := 0; i < n; i += step {
		part, from := x, g
		if step < n {
			part, from = e.partAlong(x, 0, i, min(step, n-i)), e.partAlong(g, 0, i, min(step, n-i))
		}
		z := c.patchProduct(e, c.patches(e, part, taps, 0, c.outer[0]), from)
		if sum == nil {
			sum = z
		} else {
			sum = e.plus(sum, z)
		}
	}
	return e.shaped(sum, dims)
}

// patchProduct returns the product of patches, transposed, with g, of each group.
func (c *convolution) patchProduct(e *Env, patches, g *Array) *Array {
	rows := shape.Size(g.shape[:c.r+1])
	depth := shape.Size(patches.shape) / max(1, rows*c.groups)
	if c.groups == 1 {
		return e.productOf(e.matrixTransposed(e.shaped(patches, []int{rows, depth})), e.shaped(g, []int{rows, c.filters}))
	}
	left := e.permuted(e.shaped(patches, []int{rows, c.groups, depth}), []int{1, 2, 0})
	right := e.permuted(e.shaped(g, []int{rows, c.groups, c.filters / c.groups}), []int{1, 0, 2})
	return e.permuted(e.productOf(left, right), []int{1, 0, 2})
}
