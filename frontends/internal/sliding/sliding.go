// Package sliding slides windows over arrays: what the frameworks' convolutions and
// poolings have in common, composed of the unified API's functions. The axes that windows
// slide over, called spatial, stand side by side, from an array's axis first on.
package sliding

import (
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// Most is the greatest number that may be said of a window: what is larger could overflow.
const Most = 1<<31 - 1

// A Window has an entry for each spatial axis: how many elements it takes, the distance
// from one position of it to the next, and that between the elements it takes. All are 1 or
// more.
type Window struct{ Sizes, Strides, Dilations []int }

// New returns a window of these sizes, side by side and with its elements side by side.
func New(sizes []int) *Window {
	return &Window{sizes, sizes, Ones(len(sizes))}
}

// Ones returns n ones.
func Ones(n int) []int { return slices.Repeat([]int{1}, n) }

// Span returns how many elements the window reaches over along an axis.
func (w *Window) Span(i int) int { return (w.Sizes[i]-1)*w.Dilations[i] + 1 }

// Positions returns how many positions the window has along an axis of n elements.
func (w *Window) Positions(i, n int) int {
	if n < w.Span(i) {
		return 0
	}
	return (n-w.Span(i))/w.Strides[i] + 1
}

// Same returns the padding with which the window has ⌈n/stride⌉ positions along an axis of n
// elements; the odd one is behind.
func (w *Window) Same(i, n int) [2]int {
	if n == 0 {
		return [2]int{}
	}
	positions := (n + w.Strides[i] - 1) / w.Strides[i]
	p := max(0, (positions-1)*w.Strides[i]+w.Span(i)-n)
	return [2]int{p / 2, p - p/2}
}

// Surround returns x with its elements moved apart to the distances apart along the
// spatial axes, and as many elements before and after as padding says: fill, an array
// without axes. What is negative in padding is cut off. apart may be nil.
func Surround(e *ivy.Env, x *ivy.Array, first int, padding [][2]int, apart []int, fill *ivy.Array) *ivy.Array {
	for i, d := range apart {
		axis := first + i
		dims := x.Shape()
		if d == 1 || dims[axis] < 2 {
			continue
		}
		x = e.ExpandDims(x, ivy.Axis(axis+1)) // (…, n, 1, …)
		width := make([][2]int, len(dims)+1)
		width[axis+1] = [2]int{0, d - 1}
		x = e.Pad(x, width, ivy.ConstantValues(fill))
		n := (dims[axis]-1)*d + 1
		dims[axis] *= d
		x = e.GetItem(e.Reshape(x, dims), along(axis, ivy.Slice(0, n))...)
	}
	dims := x.Shape()
	width := make([][2]int, len(dims))
	more := false
	for i, p := range padding {
		axis := first + i
		width[axis] = [2]int{max(0, p[0]), max(0, p[1])}
		more = more || max(p[0], p[1]) > 0
	}
	if more {
		x = e.Pad(x, width, ivy.ConstantValues(fill))
	}
	for i, p := range padding {
		if axis := first + i; min(p[0], p[1]) < 0 {
			x = e.GetItem(x, along(axis, ivy.Slice(max(0, -p[0]), max(0, x.Shape()[axis]+min(0, p[1]))))...)
		}
	}
	return x
}

// along is the key of a slice of an axis.
func along(axis int, s ivy.Span) []any {
	key := slices.Repeat([]any{ivy.Colon}, axis+1)
	key[axis] = s
	return key
}

// A Reducer makes one element of several.
type Reducer struct {
	Two     func(e *ivy.Env, x, y *ivy.Array) *ivy.Array
	Axis    func(e *ivy.Env, x *ivy.Array, axis int) *ivy.Array // over an axis, which stays with length 1; may be nil
	Ordered bool                                                // the order matters a little: up to fewTerms go in row-major order
}

const fewTerms = 32

// The greatest element, and the sum.
var (
	Max = of(func(e *ivy.Env, x, y *ivy.Array) *ivy.Array { return e.Maximum(x, y) }, (*ivy.Env).Max)
	Sum = ordered(of(func(e *ivy.Env, x, y *ivy.Array) *ivy.Array { return e.Add(x, y) }, ownDtype((*ivy.Env).Sum)))
)

func ordered(r *Reducer) *Reducer {
	r.Ordered = true
	return r
}

type reduction = func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array

func of(two func(e *ivy.Env, x, y *ivy.Array) *ivy.Array, all reduction) *Reducer {
	r := &Reducer{Two: two}
	if all != nil {
		r.Axis = func(e *ivy.Env, x *ivy.Array, axis int) *ivy.Array {
			return all(e, x, ivy.Axis(axis), ivy.KeepDims(true))
		}
	}
	return r
}

// ownDtype keeps sums of narrow integers in their dtype.
func ownDtype(f reduction) reduction {
	return func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array {
		return f(e, x, append(opts, x.(*ivy.Array).Dtype())...)
	}
}

// Reduce returns what r makes of the elements under the window, for each of its positions. It
// may go axis by axis, so that r's operation must be associative, or nearly so as sums of
// floats are. The window must have positions.
func (w *Window) Reduce(e *ivy.Env, x *ivy.Array, first int, r *Reducer) *ivy.Array {
	if r.Ordered && shape.Size(w.Sizes) <= fewTerms {
		return w.inOrder(e, x, first, r)
	}
	z := x
	for i := range w.Sizes {
		z = w.along(e, z, first+i, i, r)
	}
	if z == x {
		return e.CopyArray(x)
	}
	return z
}

// ReduceWhere is Reduce of those elements that where, an array of bools, says: the positions
// that have one, and what two makes of them there.
func (w *Window) ReduceWhere(e *ivy.Env, x, where *ivy.Array, first int, two func(x, y *ivy.Array) *ivy.Array) (z, some *ivy.Array) {
	for i := range w.Sizes {
		axis := first + i
		positions := w.Positions(i, x.Shape()[axis])
		var v, is *ivy.Array
		for k := range w.Sizes[i] {
			y, isY := w.under(e, x, axis, i, k, positions), w.under(e, where, axis, i, k, positions)
			if v == nil {
				v, is = y, isY
				continue
			}
			v = e.Where(isY, e.Where(is, two(v, y), y), v)
			is = e.LogicalOr(is, isY)
		}
		x, where = v, is
	}
	return x, where
}

// inOrder takes the elements under the window in row-major order.
func (w *Window) inOrder(e *ivy.Env, x *ivy.Array, first int, r *Reducer) *ivy.Array {
	dims := x.Shape()
	var z *ivy.Array
	for n := range shape.Size(w.Sizes) {
		y := x
		for i := len(w.Sizes) - 1; i >= 0; i-- {
			y = w.under(e, y, first+i, i, n%w.Sizes[i], w.Positions(i, dims[first+i]))
			n /= w.Sizes[i]
		}
		if z == nil {
			z = y
		} else {
			z = r.Two(e, z, y)
		}
	}
	if shape.Size(w.Sizes) == 1 {
		return e.CopyArray(z)
	}
	return z
}

// besides is from which size on a window that lies over each element once is reduced by an
// axis of its own.
const besides = 8

func (w *Window) along(e *ivy.Env, x *ivy.Array, axis, i int, r *Reducer) *ivy.Array {
	size, stride, apart := w.Sizes[i], w.Strides[i], w.Dilations[i]
	positions := w.Positions(i, x.Shape()[axis])
	if size == 1 && stride == 1 {
		return x
	}
	n := x.Shape()
	if size == stride && apart == 1 && size >= besides && n[axis] == positions*size && r.Axis != nil { // nothing is under two positions
		z := r.Axis(e, e.Reshape(x, slices.Concat(n[:axis], []int{positions, size}, n[axis+1:])), axis+1)
		return e.Squeeze(z, ivy.Axis(axis+1))
	}
	if positions < size && r.Axis != nil { // of each position the elements, rather than of each element the positions
		frontend.Room(nil, positions, arrayBytes)
		parts := make([]*ivy.Array, positions)
		for k := range parts {
			parts[k] = r.Axis(e, e.GetItem(x, along(axis, ivy.Slice(k*stride, k*stride+w.Span(i), apart))...), axis)
		}
		return joined(e, parts, axis)
	}
	var z *ivy.Array
	for k := range size {
		y := w.under(e, x, axis, i, k, positions)
		if z == nil {
			z = y
		} else {
			z = r.Two(e, z, y)
		}
	}
	if size == 1 {
		return e.CopyArray(z)
	}
	return z
}

// under returns the element k of the window's along an axis, for each of its positions.
func (w *Window) under(e *ivy.Env, x *ivy.Array, axis, i, k, positions int) *ivy.Array {
	start := k * w.Dilations[i]
	return e.GetItem(x, along(axis, ivy.Slice(start, start+(positions-1)*w.Strides[i]+1, w.Strides[i]))...)
}

// arrayBytes is about what an array takes in addition to its elements.
const arrayBytes = 1 << 10

func joined(e *ivy.Env, parts []*ivy.Array, axis int) *ivy.Array {
	if len(parts) == 1 {
		return parts[0]
	}
	return e.Concat(parts, ivy.Axis(axis))
}

// Between returns what r makes of the elements of an axis from starts[k] on and before
// ends[k], for each k. There must be a k, and an element for each.
func Between(e *ivy.Env, x *ivy.Array, axis int, starts, ends []int, r *Reducer) *ivy.Array {
	frontend.Room(nil, len(starts), arrayBytes)
	parts := make([]*ivy.Array, len(starts))
	for k := range parts {
		parts[k] = r.Axis(e, e.GetItem(x, along(axis, ivy.Slice(starts[k], ends[k]))...), axis)
	}
	return joined(e, parts, axis)
}

// Greatest returns the greatest element under the window for each of its positions, the first
// of equal ones, or the last NaN, and where it is: its number among the elements of x over
// the spatial axes, in row-major order. Those that padding adds in front of them and behind
// are no elements: they have no number, and are −∞, or the least integer. Along every axis
// the window lies over an element everywhere.
func (w *Window) Greatest(e *ivy.Env, x *ivy.Array, first int, padding [][2]int, least *ivy.Array) (values, indices *ivy.Array) {
	values, indices = numbered(e, x, first, len(w.Sizes))
	d := indices.Dtype()
	none := e.Full(nil, -1, d)
	padded := slices.ContainsFunc(padding, func(p [2]int) bool { return p != [2]int{} })
	if padded {
		values = Surround(e, values, first, padding, nil, least)
		indices = Surround(e, indices, first, padding, nil, none)
	}
	for i := len(w.Sizes) - 1; i >= 0; i-- { // from the last axis on, the first of equal ones is the first in row-major order
		axis := first + i
		positions := w.Positions(i, values.Shape()[axis])
		var v, at *ivy.Array
		for k := range w.Sizes[i] {
			v, at = greater(e, v, at, w.under(e, values, axis, i, k, positions), w.under(e, indices, axis, i, k, positions))
		}
		values, indices = v, at
	}
	if padded { // where what surrounds the elements won, none is greater: they are equal to it
		indices = e.Where(e.Equal(indices, none), w.begin(e, x, first, padding, values.Shape(), d), indices)
	}
	return e.CopyArray(values), e.Astype(indices, dtype.Int64, ivy.Copy(true))
}

// begin returns the number of the first element of x under the window, for each of its
// positions, -1 if there is none, along the axes from the first spatial one on; those that are
// not spatial have length 1.
func (w *Window) begin(e *ivy.Env, x *ivy.Array, first int, padding [][2]int, positions []int, d dtype.Dtype) *ivy.Array {
	dims := x.Shape()
	spatial := dims[first : first+len(w.Sizes)]
	rest := Ones(len(dims) - first - len(w.Sizes))
	z := e.Zeros(nil, dtype.Int64)
	for i, n := range spatial {
		frontend.Room(nil, positions[first+i], 8)
		numbers := make([]int64, positions[first+i])
		for k := range numbers {
			at := k*w.Strides[i] - padding[i][0]
			last := at + w.Span(i) - 1
			if at < 0 {
				at += (w.Dilations[i] - 1 - at) / w.Dilations[i] * w.Dilations[i]
			}
			numbers[k] = int64(at * shape.Size(spatial[i+1:]))
			if at > last || at >= n {
				numbers[k] = -1 - int64(shape.Size(spatial)) // the sum is below 0
			}
		}
		z = e.Add(z, e.Reshape(e.Asarray(numbers), slices.Concat([]int{len(numbers)}, Ones(len(spatial)-1-i), rest)))
	}
	return e.Astype(e.Maximum(z, e.Full(nil, -1, dtype.Int64)), d)
}

// GreatestBetween is Greatest of what lies from starts[i][k] on and before ends[i][k] along
// the spatial axis i, for each k.
func GreatestBetween(e *ivy.Env, x *ivy.Array, first int, starts, ends [][]int) (values, indices *ivy.Array) {
	values, indices = numbered(e, x, first, len(starts))
	for i := len(starts) - 1; i >= 0; i-- {
		axis, most := first+i, 0
		for k := range starts[i] {
			most = max(most, ends[i][k]-starts[i][k])
		}
		var v, at *ivy.Array
		frontend.Room(nil, len(starts[i]), 8)
		for j := range most {
			tap := make([]int64, len(starts[i]))
			for k := range tap {
				tap[k] = int64(min(starts[i][k]+j, ends[i][k]-1)) // the last one twice is the last one
			}
			take := func(x *ivy.Array) *ivy.Array { return e.Take(x, e.Asarray(tap), ivy.Axis(axis)) }
			v, at = greater(e, v, at, take(values), take(indices))
		}
		values, indices = v, at
	}
	return e.CopyArray(values), e.Astype(indices, dtype.Int64, ivy.Copy(true))
}

// numbered returns x, and the numbers of its elements over the spatial axes, of half the
// bytes that they have in the end, if these hold them.
func numbered(e *ivy.Env, x *ivy.Array, first, axes int) (values, indices *ivy.Array) {
	dims := x.Shape()
	spatial := dims[first : first+axes]
	d := dtype.Int32
	if shape.Size(spatial) > math.MaxInt32 {
		d = dtype.Int64
	}
	numbers := e.Reshape(e.Arange(shape.Size(spatial), d), slices.Concat(spatial, Ones(len(dims)-first-axes)))
	return x, e.BroadcastTo(numbers, dims)
}

// greater returns the greater of each two elements, and its number; v is nil at first.
func greater(e *ivy.Env, v, at, y, yAt *ivy.Array) (values, indices *ivy.Array) {
	if v == nil {
		return y, yAt
	}
	better := e.Greater(y, v)
	if y.Dtype().IsFloat() {
		better = e.LogicalOr(better, e.IsNan(y))
	}
	return e.Where(better, y, v), e.Where(better, yAt, at)
}

// A Convolution is of x with filters, both in the order (n, c, …) and (m, c/g, …) if first
// is 2, in (n, …, c) and (…, c/g, m) if it is 1.
type Convolution struct {
	First                     int
	Strides, Apart, Dilations []int // Apart are the distances that x's elements are moved apart to; nil for 1
	Padding                   [][2]int
	Groups                    int
}

// Of returns the convolution of x with filters. It has no elements if the filters do not
// fit into x.
func (c *Convolution) Of(e *ivy.Env, x, filters *ivy.Array) *ivy.Array {
	r := x.Ndim() - 2
	format, channels, last := "channel_first", 1, filters.Shape()[0]
	if c.First == 1 {
		format, channels, last = "channel_last", r+1, filters.Shape()[r+1]
	}
	sizes := c.sizes(filters.Shape())
	x = Surround(e, x, c.First, c.Padding, c.Apart, e.Zeros(nil, x.Dtype()))
	w := Window{sizes, c.Strides, c.Dilations}
	dims := x.Shape()
	for i := range r {
		dims[c.First+i] = w.Positions(i, dims[c.First+i])
	}
	dims[channels] = last
	if shape.Size(dims) == 0 {
		return e.Zeros(dims, x.Dtype())
	}
	return e.ConvGeneralDilated(x, filters, c.Strides, 0, ivy.DataFormat(format), ivy.FilterFormat(format), ivy.FeatureGroupCount(c.Groups), ivy.Dilations(c.Dilations))
}

// Transposed returns what the convolution over an array of the spatial lengths lens, with
// padding in front as c has it, is the transpose of: filters are of shape (c, m/g, …) or
// (…, m/g, c), of c channels of x.
//
// An element of x adds its products with the filter's elements from its position times the
// stride on. Those of the results that are a stride apart come from the same elements of
// the filter, so that for each distance below the stride they are a convolution.
func (c *Convolution) Transposed(e *ivy.Env, x, filters *ivy.Array, lens []int) *ivy.Array {
	r, sizes, strides := x.Ndim()-2, c.sizes(filters.Shape()), slices.Clone(c.Strides)
	filters = c.turned(e, filters)
	outer := x.Shape()
	positions := outer[c.First : c.First+r] // of the results of one distance
	for i, n := range positions {
		if n < 2 { // there is no other position
			strides[i] = 1
		}
		positions[i] = (c.Padding[i][0] + lens[i] + strides[i] - 1) / strides[i]
	}
	outer[1+(2-c.First)*r] = filters.Shape()[(2-c.First)*(r+1)]
	frontend.Room(nil, shape.Product(strides...), arrayBytes)
	parts := make([]*ivy.Array, shape.Size(strides))
	for n := range parts {
		at := make([]int, r)
		for i, rest := r-1, n; i >= 0; i-- {
			at[i], rest = rest%strides[i], rest/strides[i]
		}
		if parts[n] = c.every(e, x, filters, sizes, strides, at, positions); parts[n] == nil {
			parts[n] = e.Zeros(outer, x.Dtype())
		}
	}
	z := parts[0]
	if len(parts) > 1 { // between each other
		z = e.Reshape(e.Stack(parts), slices.Concat(strides, outer))
		var order []int
		for j := range outer {
			order = append(order, r+j)
			if i := j - c.First; i >= 0 && i < r {
				order = append(order, i)
				outer[j] *= strides[i]
			}
		}
		z = e.Reshape(e.PermuteDims(z, order), outer)
	}
	whole := z
	for i, n := range lens {
		if lo := c.Padding[i][0]; lo > 0 || n < outer[c.First+i] {
			z = e.GetItem(z, along(c.First+i, ivy.Slice(lo, lo+n))...)
		}
	}
	if z != whole {
		return e.CopyArray(z)
	}
	return z
}

// every returns the results of a transpose that are at a distance from those a stride
// apart, nil if nothing adds to them.
func (c *Convolution) every(e *ivy.Env, x, filters *ivy.Array, sizes, strides, at, positions []int) *ivy.Array {
	t := &Convolution{First: c.First, Strides: Ones(len(sizes)), Groups: c.Groups}
	first := 2 * (c.First - 1) // of the filters' spatial axes
	var key []any
	for range first {
		key = append(key, ivy.Colon)
	}
	axes := make(ivy.Axes, len(sizes))
	for i, apart := range c.Dilations {
		step := strides[i] / gcd(strides[i], apart) // from one of the filter's elements to the next
		k := 0
		for k < step && k*apart%strides[i] != at[i] {
			k++
		}
		if k >= min(step, sizes[i]) {
			return nil
		}
		back := (k*apart - at[i]) / strides[i] // how many positions before an element of x is that it meets
		between := apart * step / strides[i]
		reach := (sizes[i] - k - 1) / step * between
		t.Dilations = append(t.Dilations, between)
		t.Padding = append(t.Padding, [2]int{back + reach, positions[i] - x.Shape()[c.First+i] - back})
		key, axes[i] = append(key, ivy.Slice(k, sizes[i], step)), first+i
	}
	return t.Of(e, x, e.Flip(e.GetItem(filters, key...), axes))
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func (c *Convolution) sizes(filters []int) []int {
	if c.First == 2 {
		return filters[2:]
	}
	return filters[:len(filters)-2]
}

// turned returns filters with the channels that they take and those that they give
// exchanged, in each group.
func (c *Convolution) turned(e *ivy.Env, w *ivy.Array) *ivy.Array {
	dims := w.Shape()
	r := len(dims) - 2
	if c.First == 2 { // (g·a, b, …) to (g·b, a, …)
		a, b := dims[0]/c.Groups, dims[1]
		w = e.Reshape(w, slices.Concat([]int{c.Groups, a, b}, dims[2:]))
		return e.Reshape(e.MoveAxis(w, []int{2}, []int{1}), slices.Concat([]int{c.Groups * b, a}, dims[2:]))
	}
	b, a := dims[r], dims[r+1]/c.Groups // (…, b, g·a) to (…, a, g·b)
	w = e.Reshape(w, slices.Concat(dims[:r], []int{b, c.Groups, a}))
	return e.Reshape(e.MoveAxis(w, []int{r, r + 2}, []int{r + 2, r}), slices.Concat(dims[:r], []int{a, b * c.Groups}))
}
