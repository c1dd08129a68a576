package ivy

import (
	"math"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// together understands the options and the operands of a layer: arrays of one dtype on one
// backend, which the function takes; nil where there is none. The first n are parameters; those
// that options give meet the dtype that these have in common, integers as floats.
func (e *Env) together(op *ops.Op, opts []Option, n int, given ...any) (xs []*Array, o options, s *state) {
	s = e.now.Load()
	check(o.parse(op, opts))
	be, err := e.agree(s, given...)
	check(err)
	if be == nil {
		be = s.be
	}
	var first []any
	for i, x := range given[:n] {
		if x != nil || i < len(op.Params) { // options may be missing
			first = append(first, x)
		}
	}
	var d Dtype
	if a, ok := first[0].(*Array); ok && len(first) == 1 {
		d = a.dtype // there is nothing to promote, whatever the rule says of two of them
	} else {
		d, err = e.resultType(s, first) // all at once: the tables are not associative
		check(err)
	}
	d, err = fitting(s, be, op, composed(op), d)
	check(err)
	some := []any{d}
	for _, x := range given[n:] {
		if x != nil {
			some = append(some, x)
		}
	}
	if len(some) > 1 {
		d, err = e.resultType(s, some)
		check(err)
		d, err = fitting(s, be, op, composed(op), d)
		check(err)
	}
	xs = make([]*Array, len(given))
	for i, x := range given {
		if x != nil {
			xs[i] = e.unify(s, be, x, d)
		}
	}
	return xs, o, s
}

// room checks that there is memory for arrays of these shapes together.
func (e *Env) room(a *Array, d Dtype, dims ...int) {
	check(shape.Check(dims, d.Size()))
	if !a.be.abstract {
		check(e.CheckSize(shape.Size(dims), d.Size()))
	}
}

func (e *Env) linear(x, weight any, opts []Option) *Array {
	var o options
	check(o.parse(ops.Linear, opts))
	s := e.now.Load()
	bias := valueOf(opts, ops.Bias)
	be, err := e.agree(s, x, weight, bias)
	check(err)
	a, err := e.asArray(s, be, x)
	check(err)
	w, err := e.asArray(s, be, weight)
	check(err)
	if len(w.shape) < 2 {
		check(errorf(ErrShape, "weight of shape %s, want two dimensions or more", shape.Text(w.shape)))
	}
	if len(a.shape) == 0 || a.shape[len(a.shape)-1] != w.shape[len(w.shape)-1] {
		check(errorf(ErrShape, "x of shape %s and weight of shape %s: the last lengths differ", shape.Text(a.shape), shape.Text(w.shape)))
	}
	if bias != nil { // all at once: the tables are not associative
		d, err := e.resultType(s, []any{a, w, bias})
		check(err)
		a, w = e.unify(s, be, a, d), e.unify(s, be, w, d)
	}
	z := e.MatMul(a, e.MatrixTranspose(w))
	if bias != nil {
		z = e.Add(z, bias)
	}
	return e.toOut(z, &o)
}

// A convolution is one over r axes, its operands with their channels last.
type convolution struct {
	r                           int
	strides, apart, dilations   []int
	padding                     [][2]int
	groups, channels, filters   int
	lens, kernel, padded, outer []int // of x, of the filter, of x with its zeros, of the result
}

// A backend without a kernel for convolutions computes products of matrices (im2col): the
// patches of x that the filter meets are copied into the rows of a matrix, convBlock bytes at
// a time, which a processor's caches hold. Where the patches of one window position of the
// first axis take more than convRow bytes, each tap, an element of the filter's window, is a
// separate product.
const (
	convBlock = 4 << 20
	convRow   = 64 << 20
)

// viewBytes is about what a view takes, its elements aside.
const viewBytes = 1 << 10

func (e *Env) convGeneralDilated(x, filters any, strides []int, padding any, opts []Option) *Array {
	var o options
	check(o.parse(ops.ConvGeneralDilated, opts))
	s := e.now.Load()
	bias := valueOf(opts, ops.Bias)
	be, err := e.agree(s, x, filters, bias)
	check(err)
	a, err := e.asArray(s, be, x)
	check(err)
	w, err := e.asArray(s, be, filters)
	check(err)
	r := len(a.shape) - 2
	if r < 1 || r > 3 || len(w.shape) != len(a.shape) {
		check(errorf(ErrShape, "x of shape %s and filters of shape %s, want as many axes, three to five", shape.Text(a.shape), shape.Text(w.shape)))
	}
	operands := []any{a, w}
	if bias != nil {
		operands = append(operands, bias)
	}
	d, err := e.resultType(s, operands) // all at once: the tables are not associative
	check(err)
	if !ops.ConvGeneralDilated.In.Has(d) {
		check(errorf(ErrDtype, "operands of %v", d))
	}
	a, w = e.unify(s, be, a, d), e.unify(s, be, w, d)
	first := channelFirst("data_format", string(get(opts, DataFormat("channel_last"))))
	if first {
		a = e.MoveAxis(a, []int{1}, []int{-1})
	}
	if channelFirst("filter_format", string(get(opts, FilterFormat("channel_last")))) {
		w = e.MoveAxis(w, []int{1, 0}, []int{-2, -1})
	}
	c := &convolution{r: r, groups: int(get(opts, FeatureGroupCount(1))), channels: a.shape[r+1], filters: w.shape[r+1], kernel: w.shape[:r]}
	c.strides = eachAxis("strides", strides, r, 1)
	c.apart = eachAxis("x_dilations", get(opts, XDilations{1}), r, 1)
	c.dilations = eachAxis("dilations", get(opts, Dilations{1}), r, 1)
	if c.groups < 1 || c.channels%c.groups != 0 || c.filters%c.groups != 0 || w.shape[r] != c.channels/c.groups {
		check(errorf(ErrShape, "x has %d channels and the filters take %d and give %d, in %d groups", c.channels, w.shape[r], c.filters, c.groups))
	}
	c.measure(a.shape, padding, d.Size())
	z := c.convolve(e, a, w)
	if first {
		z = e.MoveAxis(z, []int{-1}, []int{1})
	}
	if bias != nil {
		b := e.unify(s, be, bias, d)
		if len(b.shape) > 1 || len(b.shape) == 1 && b.shape[0] != 1 && b.shape[0] != c.filters {
			check(errorf(ErrShape, "bias of shape %s for %d filters", shape.Text(b.shape), c.filters))
		}
		if first && len(b.shape) == 1 {
			b = e.Reshape(b, append([]int{b.shape[0]}, ones(r)...))
		}
		z = e.Add(z, b)
	}
	return e.toOut(z, &o)
}

// convolve returns the convolution of x, which lacks its zeros yet, with w: with both channels last.
func (c *convolution) convolve(e *Env, x, w *Array) *Array {
	if z, ok := e.ruled(ops.ConvGeneralDilated, c, func(x []*Array) *Array { return c.convolve(e, x[0], x[1]) }, x, w); ok {
		return z
	}
	if z := c.whole(e, x, w, c.attrs()); z != nil {
		return z
	}
	return c.run(e, c.surround(e, x), w, c.result(x))
}

// result returns the shape of the convolution of x.
func (c *convolution) result(x *Array) []int {
	return append(append([]int{x.shape[0]}, c.outer...), c.filters)
}

// channelFirst reports whether an option names the format that is not the default.
func channelFirst(name, format string) bool {
	if format != "channel_last" && format != "channel_first" {
		check(errorf(ErrValue, "%s %q, want channel_last or channel_first", name, format))
	}
	return format == "channel_first"
}

func ones(n int) []int { return slices.Repeat([]int{1}, n) }

// movedApart returns how far n elements reach that are d apart.
func movedApart(n, d int) int {
	if n == 0 {
		return 0
	}
	span := shape.Product(n-1, d)
	if span >= math.MaxInt/2 { // no sum of such lengths and paddings overflows
		check(errorf(ErrShape, "%d elements that are %d apart are too large", n, d))
	}
	return span + 1
}

// measure finds out the padding and the lengths of x, of shape s, with it and of the result.
func (c *convolution) measure(s []int, padding any, size int) {
	span := make([]int, c.r) // of the filter, moved apart
	for i := range c.r {
		c.lens = append(c.lens, movedApart(s[i+1], c.apart[i]))
		span[i] = movedApart(c.kernel[i], c.dilations[i])
		if c.kernel[i] == 0 {
			check(errorf(ErrShape, "filters of length 0 along axis %d", i))
		}
	}
	check(shape.Check(c.lens, size))
	c.padding = paddingOf(padding, c.r, func(i int) [2]int { return samePadding(c.lens[i], span[i], c.strides[i]) })
	for i, p := range c.padding {
		if p[0] > math.MaxInt-c.lens[i] || p[1] > math.MaxInt-c.lens[i]-p[0] {
			check(errorf(ErrShape, "padding %v of an axis of %d is too large", p, c.lens[i]))
		}
		n := c.lens[i] + p[0] + p[1]
		if n < span[i] {
			check(errorf(ErrShape, "a filter over %d elements of an axis of %d", span[i], n))
		}
		c.padded = append(c.padded, n)
		c.outer = append(c.outer, (n-span[i])/c.strides[i]+1)
	}
	check(shape.Check(append(append([]int{s[0]}, c.padded...), c.channels), size))
	check(shape.Check(append(append([]int{s[0]}, c.outer...), c.filters), size))
}

// samePadding is the padding "SAME" of an axis of n elements for a window over span of them: there is a position for each stride that begins in the axis.
func samePadding(n, span, stride int) [2]int {
	covered := max(n-1, 0) / stride * stride // by the strides between the positions
	all := max(0, covered+span-n)
	return [2]int{all / 2, all - all/2}
}

// paddingOf understands padding of r axes: a pair for each axis, or one for all, an int for all sides, "VALID" for none, or "SAME", of which same
// says what it is along an axis.
func paddingOf(padding any, r int, same func(i int) [2]int) [][2]int {
	var pads [][2]int
	switch p := padding.(type) {
	case int:
		pads = slices.Repeat([][2]int{{p, p}}, r)
	case [][2]int:
		if pads = p; len(p) == 1 {
			pads = slices.Repeat(p, r)
		}
	case string:
		if p != "VALID" && p != "SAME" {
			check(errorf(ErrValue, "padding %q, want SAME or VALID, an integer or pairs of them", p))
		}
		pads = make([][2]int, r)
		for i := range pads {
			if p == "SAME" {
				pads[i] = same(i)
			}
		}
	default:
		check(errorf(ErrValue, "padding is a %T, want \"SAME\" or \"VALID\", an int or [][2]int", padding))
	}
	if len(pads) != r {
		check(errorf(ErrValue, "%d pairs of padding for %d axes", len(pads), r))
	}
	for _, p := range pads {
		if min(p[0], p[1]) < 0 || max(p[0], p[1]) > math.MaxInt32 {
			check(errorf(ErrValue, "padding %v, want 0 or more", p))
		}
	}
	return pads
}

// movedApart returns x with its elements d apart along an axis, and a value between them.
func (e *Env) movedApart(x *Array, axis, d int, v any) *Array {
	n := x.shape[axis]
	if d == 1 || n < 2 {
		return x
	}
	dims := slices.Clone(x.shape)
	x = e.Reshape(x, slices.Insert(slices.Clone(dims), axis+1, 1)) // (…, n, 1, …)
	width := make([][2]int, len(x.shape))
	width[axis+1] = [2]int{0, d - 1}
	x = e.Pad(x, width, ConstantValues(v))
	dims[axis] *= d
	return e.partAlong(e.Reshape(x, dims), axis, 0, movedApart(n, d))
}

// surround returns x moved apart, with its zeros.
func (c *convolution) surround(e *Env, x *Array) *Array {
	for i, d := range c.apart {
		x = e.movedApart(x, i+1, d, 0)
	}
	if slices.Equal(c.padding, make([][2]int, c.r)) {
		return x
	}
	return e.Pad(x, append(append([][2]int{{}}, c.padding...), [2]int{}))
}

// tap returns the position of the nth tap in the filter's window, in row-major order.
func (c *convolution) tap(n int) []int {
	at := make([]int, c.r)
	for i := c.r - 1; i >= 0; i-- {
		at[i], n = n%c.kernel[i], n/c.kernel[i]
	}
	return at
}

// under returns the elements of x that a tap meets, one for each window position, from lo to
// hi along the first axis.
func (c *convolution) under(e *Env, x *Array, tap []int, lo, hi int) *Array {
	rs := wholes(x)
	for i, p := range tap {
		rs[i+1] = shape.Range{Start: p * c.dilations[i], Step: c.strides[i], Len: c.outer[i]}
	}
	rs[1].Start, rs[1].Len = rs[1].Start+lo*c.strides[0], hi-lo
	return e.slice(x, rs)
}

// run returns the convolution of x, which has its zeros, with w, of shape dims.
func (c *convolution) run(e *Env, x, w *Array, dims []int) *Array {
	n, positions := x.shape[0], c.outer[0]        // window positions along the first axis
	if shape.Size(dims) == 0 || c.channels == 0 { // sums of nothing
		return e.zerosAt(x.be, x.dtype, dims...)
	}
	taps := shape.Size(c.kernel)
	bytes := max(1, shape.Product(shape.Size(c.outer[1:]), taps, c.channels, x.dtype.Size())) // of the patches of one position
	step, some := max(1, convBlock/bytes/max(1, positions)), positions                        // of the n, and of their positions
	if step == 1 {
		some = min(positions, max(1, convBlock/bytes))
	}
	if bytes > convRow && taps > 1 {
		return c.byTaps(e, x, w, taps, dims)
	}
	depth := taps * (c.channels / c.groups)
	w = e.Reshape(w, []int{depth, c.groups, c.filters / c.groups})
	var parts []*Array
	for i := 0; i == 0 || i < n; i += step {
		part := x
		if step < n {
			part = e.partAlong(x, 0, i, min(step, n-i))
		}
		for lo := 0; lo == 0 || lo < positions; lo += some {
			rows := c.patches(e, part, taps, lo, min(lo+some, positions))
			parts = append(parts, c.product(e, e.Reshape(rows, []int{shape.Size(rows.shape[:c.r+1]), c.groups, depth}), w))
		}
	}
	z := parts[0]
	if len(parts) > 1 {
		z = e.Concat(parts, Axis(0))
	}
	return e.Reshape(z, dims)
}

// whole returns the convolution of x with w by the backend's kernel, nil if it has none for that.
func (c *convolution) whole(e *Env, x, w *Array, a backend.ConvolutionAttrs) *Array {
	if c.channels == 0 {
		return nil
	}
	return e.layerOf(ops.Convolve, c.result(x), a, x, w)
}

func (c *convolution) attrs() backend.ConvolutionAttrs {
	return backend.ConvolutionAttrs{Strides: c.strides, Dilations: c.dilations, Apart: c.apart, Padding: c.padding, Groups: c.groups}
}

// layerOf returns a layer of dtype and backend of the first of xs by the backend's kernel, nil if it has none for that.
func (e *Env) layerOf(op ops.Layer, dims []int, a backend.LayerAttrs, xs ...*Array) *Array {
	be, d := xs[0].be, xs[0].dtype
	k := be.table.Entry(op.Op)
	if k.Op == nil || !k.Dtypes.Has(d) || shape.Size(dims) == 0 || slices.ContainsFunc(xs, func(x *Array) bool { return x.be != be }) {
		return nil
	}
	if k.Takes != nil {
		shapes := make([][]int, len(xs))
		for i, x := range xs {
			shapes[i] = x.shape
		}
		if !k.Takes(backend.Spec{Dtype: d, Shape: dims}, shapes, a) {
			return nil
		}
	}
	z := newArray(e, be, d)
	z.setShape(dims)
	return z.with(k.Layer(e.spec(z), buffersOf(xs), a))
}

// patches returns, for each window position from lo to hi along the first axis, the elements
// that the filter meets there: for each group the channels of the first tap, then of the next.
func (c *convolution) patches(e *Env, x *Array, taps, lo, hi int) *Array {
	check(e.CheckSize(taps, viewBytes))
	under := make([]*Array, taps)
	for i := range under {
		under[i] = c.under(e, x, c.tap(i), lo, hi)
		if c.groups > 1 {
			under[i] = e.Reshape(under[i], append(slices.Clone(under[i].shape[:c.r+1]), c.groups, c.channels/c.groups))
		}
	}
	if len(under) == 1 {
		return under[0]
	}
	return e.Concat(under, Axis(-1))
}

// byTaps adds up a product for each tap: the patches together would take too much memory.
func (c *convolution) byTaps(e *Env, x, w *Array, taps int, dims []int) *Array {
	d := x.dtype
	x, w = e.wider(x), e.wider(w)
	in, out := c.channels/c.groups, c.filters/c.groups
	w = e.Reshape(w, []int{taps, in, c.groups, out})
	rows := shape.Size(dims[:len(dims)-1])
	var sum *Array
	for i := range taps {
		rs := wholes(w)
		rs[0] = shape.Range{Start: i, Step: 1, Len: 1}
		z := c.product(e, e.Reshape(c.under(e, x, c.tap(i), 0, c.outer[0]), []int{rows, c.groups, in}), e.Reshape(e.slice(w, rs), []int{in, c.groups, out}))
		if sum == nil {
			sum = z
		} else {
			sum = e.Add(sum, z)
		}
	}
	return e.Astype(e.Reshape(sum, dims), d)
}

// product returns, for each group, the product of x, of shape (rows, groups, depth), with
// w, of shape (depth, groups, out): rows of groups·out elements.
func (c *convolution) product(e *Env, x, w *Array) *Array {
	rows, depth, out := x.shape[0], x.shape[2], w.shape[2]
	if c.groups == 1 {
		return e.MatMul(e.Reshape(x, []int{rows, depth}), e.Reshape(w, []int{depth, out}))
	}
	return e.PermuteDims(e.MatMul(e.PermuteDims(x, []int{1, 0, 2}), e.PermuteDims(w, []int{1, 0, 2})), []int{1, 0, 2})
}
