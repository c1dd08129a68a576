package ivy

import (
	"fmt"
	"math"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// A pool is a window that slides over r axes of an array, from the axis first on.
type pool struct {
	r, first                   int
	kernel, strides, dilations []int
	padding                    [][2]int
	lens, outer                []int // of the array along these axes, and of the result
	adaptive                   bool  // the windows share out the axis: kernel, strides and the rest say nothing
}

// spatial returns how many axes an operand of shape dims has between its first and its channels, and the first of them.
func spatial(dims []int, opts []Option) (r, first int) {
	r, first = len(dims)-2, 1
	if channelFirst("data_format", string(get(opts, DataFormat("channel_last")))) {
		first = 2
	}
	if r < 1 || r > 3 {
		check(errorf(ErrShape, "x of shape %s, want three to five axes", shape.Text(dims)))
	}
	return r, first
}

// channelAxis returns the axis of the channels.
func (p *pool) channelAxis() int {
	if p.first == 2 {
		return 1
	}
	return p.r + 1
}

// newPool understands the arguments of a function that slides a window over an array of shape dims.
func newPool(dims, kernel, strides []int, padding any, opts []Option) *pool {
	p := &pool{}
	p.r, p.first = spatial(dims, opts)
	p.lens = dims[p.first : p.first+p.r]
	p.kernel, p.strides = eachAxis("kernel", kernel, p.r, 1), eachAxis("strides", strides, p.r, 1)
	p.dilations = eachAxis("dilations", get(opts, Dilations{1}), p.r, 1)
	p.padding = p.padded(padding)
	p.outer = make([]int, p.r)
	more := bool(get(opts, CeilMode(false)))
	for i, n := range p.lens {
		pad, stride := p.padding[i], p.strides[i]
		left := n + pad[0] + pad[1] - p.span(i)
		if left < 0 && (!more || left+stride <= 0) {
			check(errorf(ErrShape, "a window over %d elements of an axis of %d", p.span(i), n+pad[0]+pad[1]))
		}
		p.outer[i] = left/stride + 1
		if more && left > 0 && left%stride != 0 && left/stride < (n+pad[0]-1)/stride { // a last window, which begins over elements
			p.outer[i]++
		}
	}
	return p
}

// eachAxis returns what an argument says of each of r axes, numbers from least on.
func eachAxis(name string, v []int, r, least int) []int {
	switch {
	case len(v) == 1:
		v = slices.Repeat(v, r)
	case len(v) != r:
		check(errorf(ErrValue, "%s %v for %d axes", name, v, r))
	}
	for _, n := range v {
		if n < least || n > math.MaxInt32 {
			check(errorf(ErrValue, "%s %v, want %d or more", name, v, least))
		}
	}
	return v
}

// span returns how many elements the window lies over along an axis.
func (p *pool) span(i int) int { return movedApart(p.kernel[i], p.dilations[i]) }

// padded returns how far windows go over the ends of each axis.
func (p *pool) padded(padding any) [][2]int {
	pads := paddingOf(padding, p.r, func(i int) [2]int {
		n := p.lens[i]
		if n == 0 {
			return [2]int{}
		}
		return samePadding(n, p.span(i), p.strides[i])
	})
	for i, n := range pads {
		if max(p.lens[i], n[0], n[1]) > math.MaxInt/4 { // no sum of them overflows
			check(errorf(ErrShape, "padding %v of an axis of %d is too large", n, p.lens[i]))
		}
	}
	return pads
}

// newAdaptive understands the arguments of a function that shares an array of shape dims out among size elements.
func newAdaptive(dims, size []int, opts []Option) *pool {
	p := &pool{adaptive: true}
	p.r, p.first = spatial(dims, opts)
	p.lens = dims[p.first : p.first+p.r]
	p.outer = eachAxis("output_size", size, p.r, 0)
	p.dilations, p.padding = ones(p.r), make([][2]int, p.r)
	for i, n := range p.lens {
		if n == 0 && p.outer[i] > 0 {
			check(errorf(ErrShape, "%d elements of an axis of none", p.outer[i]))
		}
		if n > 0 && p.outer[i] > math.MaxInt/n {
			check(errorf(ErrShape, "output_size %v of an axis of %d is too large", size, n))
		}
	}
	return p
}

// dims returns the shape of the result for an operand of shape s.
func (p *pool) dims(s []int) []int {
	return slices.Concat(s[:p.first], p.outer, s[p.first+p.r:])
}

// part returns the elements from which and before which an adaptive window reaches.
func (p *pool) part(i, o int) (from, to int) {
	return o * p.lens[i] / p.outer[i], ((o+1)*p.lens[i] + p.outer[i] - 1) / p.outer[i]
}

// taps returns how many elements there are under the window along an axis.
func (p *pool) taps(i int) int {
	if !p.adaptive {
		return p.kernel[i]
	}
	if p.even(i) {
		return p.lens[i] / max(1, p.outer[i])
	}
	most := 0
	for o := range p.outer[i] {
		from, to := p.part(i, o)
		most = max(most, to-from)
	}
	return most
}

// at returns the index of the element t under each position of the window along an axis, −1 where
// the window is over the end. Adaptive windows with fewer elements have their last one again.
func (p *pool) at(i, t int) []int64 {
	z := make([]int64, p.outer[i])
	for o := range z {
		if p.adaptive {
			from, to := p.part(i, o)
			z[o] = int64(min(from+t, to-1))
		} else if n := o*p.strides[i] + t*p.dilations[i] - p.padding[i][0]; n >= 0 && n < p.lens[i] {
			z[o] = int64(n)
		} else {
			z[o] = -1
		}
	}
	return z
}

// side reports whether the windows lie side by side over an axis that has its padding, each element under one of them.
func (p *pool) side(i int) bool {
	if p.adaptive {
		return p.even(i)
	}
	k := p.kernel[i]
	return p.strides[i] == k && p.dilations[i] == 1 && p.padding[i][0]+p.lens[i] <= p.outer[i]*k
}

// even reports whether an adaptive window is one of a fixed length along an axis.
func (p *pool) even(i int) bool { return p.lens[i]%max(1, p.outer[i]) == 0 }

// surround returns x with the padding of an axis, and what the last window needs, filled with v.
func (p *pool) surround(e *Env, x *Array, i int, v any) *Array {
	if p.adaptive {
		return x
	}
	before, n := p.padding[i][0], p.lens[i]
	after := max(0, (p.outer[i]-1)*p.strides[i]+p.span(i)-before-n)
	if before+after == 0 {
		return x
	}
	width := make([][2]int, len(x.shape))
	width[p.first+i] = [2]int{before, after}
	return e.Pad(x, width, ConstantValues(v))
}

// under returns the element t under each position of the window along an axis of x, which has
// its padding.
func (p *pool) under(e *Env, x *Array, i, t int) *Array {
	axis := p.first + i
	rs := wholes(x)
	switch {
	case !p.adaptive:
		rs[axis] = shape.Range{Start: t * p.dilations[i], Step: p.strides[i], Len: p.outer[i]}
	case p.even(i):
		rs[axis] = shape.Range{Start: t, Step: p.lens[i] / p.outer[i], Len: p.outer[i]}
	default:
		idx, err := e.fromGo(e.now.Load(), x.be, p.at(i, t), Int64)
		check(err)
		return e.gathered(ops.Take, x, []*Array{idx}, slices.Concat(x.shape[:axis], []int{p.outer[i]}, x.shape[axis+1:]), axis)
	}
	return e.slice(x, rs)
}

// few is from how many elements under a window on a reduction of an axis takes the place of steps.
const few = 8

// reduce returns what all makes of the elements under the window, axis after axis; or two, element after element, where it is not nil and faster.
func (p *pool) reduce(e *Env, x *Array, fill any, two func(e *Env, x, y *Array) *Array, all func(e *Env, x *Array, axis int) *Array) *Array {
	made := false
	for i := range p.r {
		axis := p.first + i
		x = p.surround(e, x, i, fill)
		k := p.taps(i)
		made = made || k > 1
		switch {
		case k == 1 && (two != nil || p.even(i)):
			x = p.under(e, x, i, 0)
		case p.side(i) && (two == nil || k >= few || p.outer[i] == 1):
			x = all(e, e.Reshape(x, slices.Concat(x.shape[:axis], []int{p.outer[i], k}, x.shape[axis+1:])), axis+1)
		case p.adaptive && !p.even(i):
			check(e.CheckSize(p.outer[i], viewBytes))
			parts := make([]*Array, p.outer[i])
			for o := range parts {
				from, to := p.part(i, o)
				parts[o] = e.ExpandDims(all(e, e.partAlong(x, axis, from, to-from), axis), Axis(axis))
			}
			x = e.Concat(parts, Axis(axis))
		default:
			z := p.under(e, x, i, 0)
			for t := 1; t < k; t++ {
				z = two(e, z, p.under(e, x, i, t))
			}
			x = z
		}
	}
	if !made { // a view of what the function was given
		return e.CopyArray(x)
	}
	return x
}

// greatest is reduce of the greatest elements.
func (p *pool) greatest(e *Env, x *Array, fill any) *Array {
	return p.reduce(e, x, fill, func(e *Env, x, y *Array) *Array { return e.apply2(ops.Maximum, x, y) },
		func(e *Env, x *Array, axis int) *Array { return e.Max(x, Axis(axis)) })
}

// window returns the greatest elements under the windows of x, or if sum says so their sums, by the backend's kernel; nil if it has none for that.
func (p *pool) window(e *Env, x *Array, sum bool) *Array {
	if p.adaptive || !x.be.table.Has(ops.PoolWindows.Op) {
		return nil
	}
	a := backend.WindowAttrs{First: p.first, Kernel: p.kernel, Strides: p.strides, Dilations: p.dilations, Before: make([]int, p.r), Sum: sum}
	for i, k := range p.kernel {
		if p.side(i) && (k >= few || p.outer[i] == 1) { // a reduction of an axis is faster
			return nil
		}
		a.Before[i] = p.padding[i][0]
	}
	return e.layerOf(ops.PoolWindows, p.dims(x.shape), a, x)
}

// steps returns about how many steps reduce takes.
func (p *pool) steps() int {
	n := 0
	for i := range p.r {
		switch k := p.taps(i); {
		case p.adaptive && !p.even(i):
			n += p.outer[i]
		case p.side(i) && k >= few:
			n++
		default:
			n += k
		}
	}
	return n
}

// lowest returns the number that is below no other of a dtype.
func lowest(d Dtype) any {
	if d.IsFloat() {
		return math.Inf(-1)
	}
	if d == Bool {
		return false
	}
	info, err := dtype.Iinfo(d)
	check(err)
	return backend.IntScalar(info.Min)
}

// checkElements refuses windows without an element: the greatest of none is no number.
func (p *pool) checkElements() {
	if p.adaptive {
		return
	}
	for i, n := range p.lens {
		for o := range p.outer[i] {
			start := o*p.strides[i] - p.padding[i][0]
			first := start // over an element
			if start < 0 {
				first += (p.dilations[i] - 1 - start) / p.dilations[i] * p.dilations[i]
			}
			if first >= n || first >= start+p.span(i) {
				check(errorf(ErrValue, "padding %v: position %d of a window over %d elements of an axis of %d has none of them", p.padding[i], o, p.span(i), n))
			}
		}
	}
}

func (e *Env) maxPool(x any, kernel, strides []int, padding any, opts []Option) *Array {
	a, o, _ := e.use(ops.MaxPool, x, opts)
	p := newPool(a.shape, kernel, strides, padding, opts)
	return e.toOut(e.greatestUnder(ops.MaxPool, p, a), &o)
}

func (e *Env) adaptiveMaxPool(x any, size []int, opts []Option) *Array {
	a, o, _ := e.use(ops.AdaptiveMaxPool, x, opts)
	p := newAdaptive(a.shape, size, opts)
	return e.toOut(e.greatestUnder(ops.AdaptiveMaxPool, p, a), &o)
}

func (e *Env) greatestUnder(op *ops.Op, p *pool, a *Array) *Array {
	dims := p.dims(a.shape)
	e.room(a, a.dtype, dims...)
	p.checkElements()
	if shape.Size(dims) == 0 {
		return e.withoutElements(a, dims)
	}
	return e.greatestOf(op, p, a)
}

func (e *Env) greatestOf(op *ops.Op, p *pool, a *Array) *Array {
	if z, ok := e.ruled(op, p, func(x []*Array) *Array { return e.greatestOf(op, p, x[0]) }, a); ok {
		return z
	}
	if z := p.window(e, a, false); z != nil {
		return z
	}
	return e.composedOf(p.steps(), op, fmt.Sprint(*p), func(e *Env, x []*Array) *Array {
		return p.greatest(e, x[0], lowest(x[0].dtype))
	}, a)
}

func (e *Env) maxPoolWithIndices(x any, kernel, strides []int, padding any, opts []Option) (values, indices *Array) {
	a, _, _ := e.use(ops.MaxPoolWithIndices, x, opts)
	p := newPool(a.shape, kernel, strides, padding, opts)
	dims := p.dims(a.shape)
	e.room(a, Int64, dims...)
	p.checkElements()
	if shape.Size(dims) == 0 {
		return e.withoutElements(a, dims), e.zerosAt(a.be, Int64, dims...)
	}
	indices = p.positions(e, e.StopGradient(a))
	return e.greatestOf(ops.MaxPool, p, a), indices
}

// positions returns where the greatest element under each position of the window is, the first of equal ones, the last NaN: its
// number among the elements of the r axes, in row-major order.
func (p *pool) positions(e *Env, x *Array) *Array {
	var at *Array // among the axes behind, in terms of their positions
	s := e.now.Load()
	weight := 1
	for i := p.r - 1; i >= 0; i-- { // from the last axis on, the first of equal ones is the first in row-major order
		axis := p.first + i
		x = p.surround(e, x, i, lowest(x.dtype))
		if at != nil {
			at = p.surround(e, at, i, 0)
		}
		var best, bestAt *Array
		for t := range p.taps(i) {
			idx := p.at(i, t)
			for o, n := range idx {
				if idx[o] = n * int64(weight); n < 0 {
					idx[o] = math.MinInt64 / 2 // what is over the end
				}
			}
			steps, err := e.fromGo(s, x.be, idx, Int64)
			check(err)
			v, here := p.under(e, x, i, t), e.shaped(steps, append([]int{len(idx)}, ones(len(x.shape)-axis-1)...))
			if at != nil {
				here = e.plus(p.under(e, at, i, t), here)
			} else {
				here = e.spread(here, v.shape)
			}
			if best == nil {
				best, bestAt = v, here
				continue
			}
			take := e.apply2(ops.LogicalOr, e.apply2(ops.Greater, v, best), e.apply2(ops.Less, bestAt, e.numberLike(bestAt, 0)))
			if v.dtype.IsFloat() {
				take = e.apply2(ops.LogicalOr, take, e.apply1(ops.IsNan, v))
			}
			best, bestAt = e.choice(take, v, best), e.choice(take, here, bestAt)
		}
		x, at = best, bestAt
		weight *= p.lens[i]
	}
	return at
}

// poolRule adds the gradient at the greatest elements.
func poolRule(c *pulling) {
	e, p := c.e, c.n.attrs.(*pool)
	x := c.x(0)
	dims := x.shape
	at := p.positions(e, x)
	// The number of each element among all of x: that of its position, that of what is before the axes and that of what is behind.
	behind, count := shape.Size(dims[p.first+p.r:]), shape.Size(p.lens)
	before := shape.Size(dims[:p.first])
	z := e.shaped(at, []int{before, shape.Size(p.outer), behind})
	z = e.times(z, e.numberLike(z, float64(behind)))
	z = e.plus(z, e.times(e.shaped(e.counting(x.be, before), []int{before, 1, 1}), e.numberLike(z, float64(count*behind))))
	z = e.plus(z, e.counting(x.be, behind))
	n := shape.Size(z.shape)
	grad := e.addAt(e.zerosAt(c.g.be, c.g.dtype, shape.Size(dims)), e.shaped(c.g, []int{n}), []*Array{e.shaped(z, []int{n})}, nil)
	c.give(0, e.shaped(grad, dims))
}

// zerosAt returns zeros on a backend, in memory of their own.
func (e *Env) zerosAt(be *engine, d Dtype, dims ...int) *Array {
	z, err := e.newFull(be, d, dims, backend.IntScalar(0))
	check(err)
	return z
}

func (e *Env) avgPool(x any, kernel, strides []int, padding any, opts []Option) *Array {
	a, o, _ := e.use(ops.AvgPool, x, opts)
	p := newPool(a.shape, kernel, strides, padding, opts)
	dims := p.dims(a.shape)
	e.room(a, a.dtype, dims...)
	if shape.Size(dims) == 0 {
		return e.toOut(e.withoutElements(a, dims), &o)
	}
	whole := bool(get(opts, CountIncludePad(false)))
	if !whole {
		p.checkElements()
	}
	z := e.composedOf(p.steps(), ops.AvgPool, fmt.Sprint(*p, whole), func(e *Env, x []*Array) *Array {
		wide := e.wider(x[0])
		z := p.window(e, wide, true)
		if z == nil {
			z = p.reduce(e, wide, 0, func(e *Env, x, y *Array) *Array { return e.Add(x, y) },
				func(e *Env, x *Array, axis int) *Array { return e.Sum(x, Axis(axis)) })
		}
		return e.Astype(e.Divide(z, p.counts(e, z, whole)), x[0].dtype)
	}, a)
	return e.toOut(z, &o)
}

// counts returns how many elements there are under the window at each of its positions, those of the padding among them if
// whole says so: an array that broadcasts with z.
func (p *pool) counts(e *Env, z *Array, whole bool) *Array {
	s := e.now.Load()
	counts := e.numberLike(z, 1)
	for i, n := range p.outer {
		of := make([]float64, n)
		for o := range of {
			start := o*p.strides[i] - p.padding[i][0]
			end := min(start+p.kernel[i], p.lens[i]+p.padding[i][1])
			if !whole {
				start, end = max(start, 0), min(end, p.lens[i])
			}
			of[o] = float64(max(end-start, 1))
		}
		v, err := e.fromGo(s, z.be, of, z.dtype)
		check(err)
		counts = e.Multiply(counts, e.Reshape(v, append([]int{n}, ones(len(z.shape)-1-p.first-i)...)))
	}
	return counts
}

func (e *Env) adaptiveAvgPool(x any, size []int, opts []Option) *Array {
	a, o, _ := e.use(ops.AdaptiveAvgPool, x, opts)
	p := newAdaptive(a.shape, size, opts)
	dims := p.dims(a.shape)
	e.room(a, a.dtype, dims...)
	if shape.Size(dims) == 0 {
		return e.toOut(e.withoutElements(a, dims), &o)
	}
	return e.toOut(e.meansOfParts(ops.AdaptiveAvgPool, p, a), &o)
}

func (e *Env) meansOfParts(op *ops.Op, p *pool, a *Array) *Array {
	return e.composedOf(p.steps(), op, fmt.Sprint(*p), func(e *Env, x []*Array) *Array {
		z := e.wider(x[0])
		if slices.Equal(p.outer, ones(p.r)) { // of all elements at once
			z = e.Mean(z, Axes(shape.All(len(z.shape))[p.first:p.first+p.r]), KeepDims(true))
		} else {
			z = p.reduce(e, z, nil, nil, func(e *Env, x *Array, axis int) *Array { return e.Mean(x, Axis(axis)) })
		}
		return e.Astype(z, x[0].dtype, Copy(true))
	}, a)
}

func (e *Env) lpPool(x any, kernel, strides []int, padding any, opts []Option) *Array {
	a, o, _ := e.use(ops.LPPool, x, opts)
	p := newPool(a.shape, kernel, strides, padding, opts)
	power := float64(get(opts, NormOrder(2)))
	if !(power > 0) {
		check(errorf(ErrValue, "p %v, want more than 0", power))
	}
	dims := p.dims(a.shape)
	e.room(a, a.dtype, dims...)
	if shape.Size(dims) == 0 {
		return e.toOut(e.withoutElements(a, dims), &o)
	}
	z := e.composedOf(p.steps(), ops.LPPool, fmt.Sprint(*p, power), func(e *Env, x []*Array) *Array {
		z := e.wider(x[0])
		if math.IsInf(power, 1) {
			return e.Astype(p.greatest(e, e.Abs(z), 0), x[0].dtype)
		}
		switch power {
		case 1:
		case 2:
			z = e.Square(z)
		default:
			z = e.Pow(z, power)
		}
		z = p.reduce(e, z, 0, func(e *Env, x, y *Array) *Array { return e.Add(x, y) }, func(e *Env, x *Array, axis int) *Array { return e.Sum(x, Axis(axis)) })
		return e.Astype(e.pthRoot(z, power), x[0].dtype)
	}, a)
	return e.toOut(z, &o)
}

// pthRoot returns x^(1/p), the gradient of which is taken for 0 where x is.
func (e *Env) pthRoot(x *Array, p float64) *Array {
	if p == 1 {
		return x
	}
	zero := e.Equal(x, 0.0)
	x = e.Where(zero, 1.0, x)
	if p == 2 {
		x = e.Sqrt(x)
	} else {
		x = e.Pow(x, 1/p)
	}
	return e.Where(zero, 0.0, x)
}

func (e *Env) maxUnpool(x, indices any, size []int, opts []Option) *Array {
	var o options
	check(o.parse(ops.MaxUnpool, opts))
	s := e.now.Load()
	be, err := e.agree(s, x, indices)
	check(err)
	a, err := e.asArray(s, be, x)
	check(err)
	a, err = e.prepare(s, ops.MaxUnpool, composed(ops.MaxUnpool), a)
	check(err)
	at, err := e.asArray(s, be, indices)
	check(err)
	if !at.dtype.IsInteger() {
		check(errorf(ErrDtype, "indices of %v, want integers", at.dtype))
	}
	r, first := spatial(a.shape, opts)
	if !slices.Equal(at.shape, a.shape) {
		check(errorf(ErrShape, "indices of shape %s for x of shape %s", shape.Text(at.shape), shape.Text(a.shape)))
	}
	size = eachAxis("output_size", size, r, 0)
	dims := slices.Concat(a.shape[:first], size, a.shape[first+r:])
	e.room(a, a.dtype, dims...)
	z := e.zerosAt(a.be.rootEngine(), a.dtype, dims...)
	if a.Size() == 0 {
		return e.toOut(z, &o)
	}
	before, behind, count := shape.Size(dims[:first]), shape.Size(dims[first+r:]), shape.Size(size)
	apart := []int{before, shape.Size(a.shape[first : first+r]), behind}
	line := func(n int, dims ...int) *Array {
		return e.spread(e.shaped(e.counting(a.be.rootEngine(), n), dims), apart)
	}
	z = e.countedFrom0("indices", count, e.Astype(e.Reshape(at, apart), Int64), func(at *Array) *Array {
		return e.written(ops.SetIndex, e.shaped(z, []int{before, count, behind}), e.shaped(a, apart), []*Array{line(before, before, 1, 1), at, line(behind, behind)}, nil, true)
	})
	return e.toOut(e.shaped(z, dims), &o)
}
