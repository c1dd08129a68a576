package ivy

import (
	"math"
	"slices"

	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

func (e *Env) convGeneralTranspose(x, filters any, strides []int, padding any, opts []Option) *Array {
	xs, o, _ := e.together(ops.ConvGeneralTranspose, opts, 2, x, filters, valueOf(opts, ops.Bias))
	a, w, bias := xs[0], xs[1], xs[2]
	r := len(a.shape) - 2
	if r < 1 || r > 3 || len(w.shape) != len(a.shape) {
		check(errorf(ErrShape, "x of shape %s and filters of shape %s, want as many axes, three to five", shape.Text(a.shape), shape.Text(w.shape)))
	}
	first := channelFirst("data_format", string(get(opts, DataFormat("channel_last"))))
	if first {
		a = e.MoveAxis(a, []int{1}, []int{-1})
	}
	if channelFirst("filter_format", string(get(opts, FilterFormat("channel_last")))) {
		w = e.MoveAxis(w, []int{1, 0}, []int{-2, -1})
	}
	// c is the convolution that x would be a result of.
	c := &convolution{r: r, groups: int(get(opts, FeatureGroupCount(1))), filters: a.shape[r+1], kernel: w.shape[:r], apart: ones(r)}
	if c.groups < 1 || c.filters%c.groups != 0 || w.shape[r+1] != c.filters {
		check(errorf(ErrShape, "x has %d channels and the filters take %d, in %d groups", c.filters, w.shape[r+1], c.groups))
	}
	c.channels = shape.Product(w.shape[r], c.groups)
	c.strides, c.dilations = eachAxis("strides", strides, r, 1), eachAxis("dilations", get(opts, Dilations{1}), r, 1)
	if slices.Contains(a.shape[1:r+1], 0) {
		check(errorf(ErrShape, "x of shape %s has an axis of no elements", shape.Text(a.shape)))
	}
	dims, pads := c.transposed(a.shape, padding, eachAxis("output_padding", get(opts, OutputPadding{0}), r, 0))
	check(shape.Check(dims, a.dtype.Size()))
	c.measure(dims, pads, a.dtype.Size())
	if !slices.Equal(c.outer, a.shape[1:r+1]) {
		check(errorf(ErrValue, "output_padding %v, want less than the strides %v", get(opts, OutputPadding{0}), c.strides))
	}
	z := c.gradientOfOperand(e, a, w, dims)
	if first {
		z = e.MoveAxis(z, []int{-1}, []int{1})
	}
	if bias != nil {
		axis := r + 1
		if first {
			axis = 1
		}
		z = e.Add(z, e.perChannel("bias", bias, z, axis))
	}
	return e.toOut(z, &o)
}

// transposed returns the shape of the transposed convolution's result, channels last, for an operand of shape s, and how much
// is taken from its ends.
func (c *convolution) transposed(s []int, padding any, more []int) (dims []int, pads [][2]int) {
	over := func(i int) int { return movedApart(c.kernel[i], c.dilations[i]) - c.strides[i] } // how far filters lie over each other
	pads = paddingOf(padding, c.r, func(i int) [2]int {
		n := max(over(i), 0)
		return [2]int{n / 2, n - n/2}
	})
	if _, ok := padding.(string); ok {
		more = slices.Clone(more)
		for i := range more {
			more[i] += max(-over(i), 0)
		}
	}
	dims = []int{s[0]}
	for i, p := range pads {
		if c.kernel[i] == 0 {
			check(errorf(ErrShape, "filters of length 0 along axis %d", i))
		}
		whole := shape.Product(s[i+1]-1, c.strides[i])
		if span := movedApart(c.kernel[i], c.dilations[i]); whole > math.MaxInt/2 || span > math.MaxInt/4 {
			check(errorf(ErrShape, "%d elements that are %d apart are too large", s[i+1], c.strides[i]))
		} else {
			whole += span + more[i] - p[0] - p[1]
		}
		if whole < 1 {
			check(errorf(ErrShape, "padding %v leaves nothing of axis %d", p, i))
		}
		dims = append(dims, whole)
	}
	return append(dims, c.channels), pads
}

func (e *Env) depthwiseConv(x, filters any, strides []int, padding any, opts []Option) *Array {
	xs, o, _ := e.together(ops.DepthwiseConv, opts, 2, x, filters)
	a, w := xs[0], xs[1]
	r, _ := spatial(a.shape, opts)
	channels := a.shape[channelAxis(a, opts)]
	if len(w.shape) != r+1 || w.shape[r] != channels {
		check(errorf(ErrShape, "filters of shape %s for %d channels and %d axes", shape.Text(w.shape), channels, r))
	}
	given := []Option{FeatureGroupCount(max(channels, 1)), get(opts, Dilations{1}), get(opts, DataFormat("channel_last"))}
	z := e.ConvGeneralDilated(a, e.ExpandDims(w, Axis(r)), strides, padding, given...)
	return e.toOut(z, &o)
}

func (e *Env) separableConv(x, depthwise, pointwise any, strides []int, padding any, opts []Option) *Array {
	xs, o, _ := e.together(ops.SeparableConv, opts, 3, x, depthwise, pointwise, valueOf(opts, ops.Bias))
	a, w, mix, bias := xs[0], xs[1], xs[2], xs[3]
	r, _ := spatial(a.shape, opts)
	axis := channelAxis(a, opts)
	channels := a.shape[axis]
	if len(w.shape) != r+2 || w.shape[r] != channels {
		check(errorf(ErrShape, "depthwise_filters of shape %s for %d channels and %d axes", shape.Text(w.shape), channels, r))
	}
	all := shape.Product(channels, w.shape[r+1])
	if len(mix.shape) != 2 || mix.shape[0] != all {
		check(errorf(ErrShape, "pointwise_filters of shape %s for %d channels of %d filters each", shape.Text(mix.shape), channels, w.shape[r+1]))
	}
	w = e.Reshape(w, slices.Concat(w.shape[:r], []int{1, all}))
	given := []Option{FeatureGroupCount(max(channels, 1)), get(opts, Dilations{1}), get(opts, DataFormat("channel_last"))}
	z := e.ConvGeneralDilated(a, w, strides, padding, given...)
	last := []Option{get(opts, DataFormat("channel_last"))}
	if bias != nil {
		last = append(last, Bias(bias))
	}
	z = e.ConvGeneralDilated(z, e.Reshape(mix, slices.Concat(ones(r), mix.shape)), []int{1}, "VALID", last...)
	return e.toOut(z, &o)
}

func (e *Env) unfold(x any, kernel, strides []int, padding any, opts []Option) *Array {
	a, o, _ := e.use(ops.Unfold, x, opts)
	p := newPool(a.shape, kernel, strides, padding, opts)
	return e.toOut(e.unfolded(p, a), &o)
}

// unfolded returns the elements under the window, channel after channel, for each of its positions.
func (e *Env) unfolded(p *pool, a *Array) *Array {
	taps, positions := shape.Product(p.kernel...), shape.Product(p.outer...)
	n, channels := a.shape[0], a.shape[p.channelAxis()]
	dims := []int{n, positions, shape.Product(channels, taps)}
	if p.first == 2 {
		dims[1], dims[2] = dims[2], dims[1]
	}
	e.room(a, a.dtype, dims...)
	check(e.CheckSize(taps, viewBytes))
	if shape.Size(dims) == 0 {
		return e.withoutElements(a, dims)
	}
	for i := range p.r {
		a = p.surround(e, a, i, 0)
	}
	parts := make([]*Array, taps)
	for t := range parts {
		y := p.underAll(e, a, t)
		if p.first == 2 {
			parts[t] = e.Reshape(y, []int{n, channels, 1, positions})
		} else {
			parts[t] = e.Reshape(y, []int{n, positions, channels, 1})
		}
	}
	axis := 3
	if p.first == 2 {
		axis = 2
	}
	return e.Reshape(e.Concat(parts, Axis(axis)), dims)
}

// underAll returns what lies under the element t of the window, counted over all its axes, in an array with its padding.
func (p *pool) underAll(e *Env, a *Array, t int) *Array {
	rs := wholes(a)
	for i := p.r - 1; i >= 0; i-- {
		rs[p.first+i] = shape.Range{Start: t % p.kernel[i] * p.dilations[i], Step: p.strides[i], Len: p.outer[i]}
		t /= p.kernel[i]
	}
	return e.slice(a, rs)
}

func (e *Env) fold(x any, size, kernel, strides []int, padding any, opts []Option) *Array {
	a, o, _ := e.use(ops.Fold, x, opts)
	if len(a.shape) != 3 {
		check(errorf(ErrShape, "x of shape %s, want three axes", shape.Text(a.shape)))
	}
	first := channelFirst("data_format", string(get(opts, DataFormat("channel_last"))))
	r := max(len(size), len(kernel), len(strides))
	size, kernel = eachAxis("output_size", size, r, 1), eachAxis("kernel", kernel, r, 1)
	at, behind := 1, a.shape[2] // positions, and channels with taps
	if first {
		at, behind = 2, a.shape[1]
	}
	taps := shape.Product(kernel...)
	if behind%taps != 0 {
		check(errorf(ErrShape, "x of shape %s: %d numbers at a position are no channels of %d elements", shape.Text(a.shape), behind, taps))
	}
	channels := behind / taps
	dims := slices.Concat([]int{a.shape[0]}, size, []int{channels})
	if first {
		dims = slices.Concat([]int{a.shape[0], channels}, size)
	}
	e.room(a, a.dtype, dims...)
	p := newPool(dims, kernel, strides, padding, opts)
	if shape.Size(p.outer) != a.shape[at] {
		check(errorf(ErrShape, "x of shape %s: %d positions, want %d", shape.Text(a.shape), a.shape[at], shape.Size(p.outer)))
	}
	if shape.Size(dims) == 0 || shape.Size(a.shape) == 0 {
		return e.toOut(e.zerosAt(a.be, a.dtype, dims...), &o)
	}
	return e.toOut(e.addedUp(p, a, dims, channels), &o)
}

// addedUp adds up what Unfold takes apart: into an array with the padding, which is cut off in the end.
func (e *Env) addedUp(p *pool, a *Array, dims []int, channels int) *Array {
	taps, n := shape.Size(p.kernel), dims[0]
	padded := slices.Clone(dims)
	inner := make([]shape.Range, len(dims))
	for i, d := range dims {
		inner[i] = shape.Range{Step: 1, Len: d}
	}
	for i := range p.r {
		axis := p.first + i
		padded[axis] = max((p.outer[i]-1)*p.strides[i]+p.span(i), p.padding[i][0]+p.lens[i])
		inner[axis].Start = p.padding[i][0]
	}
	wide := e.wider(a)
	if p.first == 2 {
		wide = e.Reshape(wide, slices.Concat([]int{n, channels, taps}, p.outer))
	} else {
		wide = e.Reshape(wide, slices.Concat([]int{n}, p.outer, []int{channels, taps}))
	}
	var sum *Array
	for t := range taps {
		axis := p.channelAxis() + 1 // of the taps
		y := e.Squeeze(e.partAlong(wide, axis, t, 1), Axis(axis))
		y = p.spreadApart(e, y, t, padded)
		if sum == nil {
			sum = y
		} else {
			sum = e.Add(sum, y)
		}
	}
	return e.Astype(e.slice(sum, inner), a.dtype, Copy(true))
}

// spreadApart returns an array of zeros with y where element t of the window is.
func (p *pool) spreadApart(e *Env, y *Array, t int, dims []int) *Array {
	for i := p.r - 1; i >= 0; i-- {
		axis := p.first + i
		start := t % p.kernel[i] * p.dilations[i]
		t /= p.kernel[i]
		y = e.movedApart(y, axis, p.strides[i], 0)
		width := make([][2]int, len(y.shape))
		width[axis] = [2]int{start, dims[axis] - start - y.shape[axis]}
		y = e.Pad(y, width)
	}
	return y
}
