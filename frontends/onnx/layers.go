package onnx

import (
	"math"
	"slices"

	"github.com/goivy/goivy/ivy"
)

// channelFirst says where ONNX has channels.
const channelFirst = "channel_first"

// layerRows are layers of neural networks and products of matrices.
var layerRows = []row{
	{op: "MatMul", since: []int{1, 9, 13}, in: "n=", run: ofTwo((*ivy.Env).MatMul)},
	{op: "Gemm", since: []int{7, 9, 11, 13}, in: "n=?=", run: one(gemm)},
	{op: "Einsum", since: []int{12, 28}, in: "n=*", run: one(func(c *call) *ivy.Array {
		return c.e.Einsum(c.attrText("equation", ""), c.all(0)...)
	})},
	{op: "Det", since: []int{11, 22}, in: "f", run: ofOne((*ivy.Env).Det)},
	{op: "Conv", since: []int{1, 11, 22}, in: "f=?=", run: one(func(c *call) *ivy.Array {
		return convolve(c, c.x(0), c.x(1), c.opt(2))
	})},
	{op: "ConvTranspose", since: []int{1, 11, 22}, in: "f=?=", run: one(convTranspose)},
	{op: "MaxPool", since: []int{1, 8, 10, 11, 12, 22}, in: "n", run: maxPool},
	{op: "AveragePool", since: []int{1, 7, 10, 11, 19, 22}, in: "f", run: one(averagePool)},
	{op: "LpPool", since: []int{2, 11, 18, 22}, in: "f", run: one(lpPool)},
	{op: "GlobalAveragePool", since: []int{1, 22}, in: "f", run: one(func(c *call) *ivy.Array {
		return c.e.Mean(c.x(0), c.spatial(), ivy.KeepDims(true))
	})},
	{op: "GlobalMaxPool", since: []int{1, 22}, in: "f", run: one(func(c *call) *ivy.Array {
		return c.e.Max(c.x(0), c.spatial(), ivy.KeepDims(true))
	})},
	{op: "GlobalLpPool", since: []int{2, 22}, in: "f", run: one(func(c *call) *ivy.Array {
		e, p := c.e, float64(c.attrInt("p", 2))
		return e.Pow(e.Sum(e.Pow(e.Abs(c.x(0)), p), c.spatial(), ivy.KeepDims(true)), 1/p)
	})},
	{op: "MaxUnpool", since: []int{9, 11, 22}, in: "fi?i", host: []int{2}, run: one(maxUnpool)},
	{op: "BatchNormalization", since: []int{7, 9, 14, 15}, in: "fffff", run: batchNorm},
	{op: "InstanceNormalization", since: []int{6, 22}, in: "f==", run: one(func(c *call) *ivy.Array {
		return c.e.InstanceNorm(c.x(0), ivy.Scale(c.x(1)), ivy.Offset(c.x(2)), ivy.Eps(c.attrFloat("epsilon", 1e-5)), ivy.DataFormat(channelFirst))
	})},
	{op: "GroupNormalization", since: []int{18, 21}, in: "f==", run: one(func(c *call) *ivy.Array {
		e, groups := c.e, c.attrInt("num_groups", 0)
		x, scale, bias := c.x(0), c.x(1), c.x(2)
		if x.Ndim() < 2 || groups < 1 || x.Dim(1)%groups != 0 {
			c.failf(ivy.ErrShape, "%d groups of channels in shape %v", groups, x.Shape())
		}
		if c.version < 21 {
			scale, bias = e.Repeat(scale, x.Dim(1)/groups), e.Repeat(bias, x.Dim(1)/groups)
		}
		return e.GroupNorm(x, groups, ivy.Scale(scale), ivy.Offset(bias), ivy.Eps(c.attrFloat("epsilon", 1e-5)), ivy.DataFormat(channelFirst))
	})},
	{op: "LayerNormalization", since: []int{17}, in: "f=?=", run: layerNorm},
	{op: "RMSNormalization", since: []int{23}, in: "ff", run: one(func(c *call) *ivy.Array {
		z := c.e.RMSNorm(c.x(0), c.from(c.attrInt("axis", -1)), ivy.Scale(c.x(1)), ivy.Eps(c.attrFloat("epsilon", 1e-5)))
		return c.e.Astype(z, c.elem(1).dtype())
	})},
	{op: "LRN", since: []int{1, 13}, in: "f", run: one(localNorm)},
}

// spatial returns the axes after those of the batch and the channels.
func (c *call) spatial() ivy.Axes {
	var axes ivy.Axes
	for i := 2; i < len(c.shape(0)); i++ {
		axes = append(axes, i)
	}
	if axes == nil {
		c.failf(ivy.ErrShape, "shape %v, want three axes or more", c.shape(0))
	}
	return axes
}

// from returns the axes of input 0 from one on.
func (c *call) from(axis int) []int {
	rank := len(c.shape(0))
	var axes []int
	for i := c.axis(axis, rank); i < rank; i++ {
		axes = append(axes, i)
	}
	return axes
}

func gemm(c *call) *ivy.Array {
	e, a, b := c.e, c.x(0), c.x(1)
	if a.Ndim() != 2 || b.Ndim() != 2 {
		c.failf(ivy.ErrShape, "shapes %v and %v, want matrices", a.Shape(), b.Shape())
	}
	if c.flag("transA") {
		a = e.MatrixTranspose(a)
	}
	if c.flag("transB") {
		b = e.MatrixTranspose(b)
	}
	return gemmSum(c, scaled(c, e.MatMul(a, b), c.attrFloat("alpha", 1)))
}

// gemmSum returns a product plus input C of Gemm, if that is there.
func gemmSum(c *call, z *ivy.Array) *ivy.Array {
	s := c.opt(2)
	if s == nil {
		return z
	}
	if !slices.Equal(shapeWith(z, s), z.Shape()) {
		c.failf(ivy.ErrShape, "C of shape %v for a product of shape %v", s.Shape(), z.Shape())
	}
	return c.e.Add(z, scaled(c, s, c.attrFloat("beta", 1)))
}

// scaled returns x times a number, in the dtype of x.
func scaled(c *call, x *ivy.Array, by float64) *ivy.Array {
	switch {
	case by == 1:
		return x
	case x.Dtype().IsFloat():
		return c.e.Multiply(x, by)
	}
	return c.e.Astype(c.e.Multiply(c.e.Astype(x, ivy.Float64), by), x.Dtype())
}

// A window is what convolutions and pooling have in common.
type window struct {
	kernel, strides, dilations []int
	pads                       [][2]int
	ceil                       bool
}

// mostWindow is how large a number of a window may be.
const mostWindow = 1 << 30

// listOf returns an attribute of n numbers from least on, otherwise ones.
func (c *call) listOf(name string, n, least, otherwise int) []int {
	zs := c.attrInts(name)
	if zs == nil {
		return slices.Repeat([]int{otherwise}, n)
	}
	if len(zs) != n {
		c.failf(ivy.ErrShape, "%d %s for %d axes", len(zs), name, n)
	}
	for _, z := range zs {
		if z < least || z > mostWindow {
			c.failf(ivy.ErrValue, "%s %v", name, zs)
		}
	}
	return zs
}

// window returns that of an operation on input of some lengths.
func (c *call) window(lengths, kernel []int) window {
	n := len(lengths)
	if n < 1 || n > 3 {
		c.failf(ivy.ErrUnsupported, "windows along %d axes, want 1, 2 or 3", n)
	}
	if kernel == nil {
		if kernel = c.listOf("kernel_shape", n, 1, 0); kernel[0] == 0 {
			c.failf(ivy.ErrValue, "no kernel_shape")
		}
	}
	w := window{kernel: kernel, strides: c.listOf("strides", n, 1, 1), dilations: c.listOf("dilations", n, 1, 1), pads: make([][2]int, n), ceil: c.flag("ceil_mode")}
	switch auto := c.oneOf("auto_pad", "NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID"); auto {
	case "NOTSET":
		pads := c.listOf("pads", 2*n, 0, 0)
		for i := range w.pads {
			w.pads[i] = [2]int{pads[i], pads[n+i]}
		}
	case "VALID":
	default:
		for i, d := range lengths {
			out := (d + w.strides[i] - 1) / w.strides[i]
			total := max(0, (out-1)*w.strides[i]+(kernel[i]-1)*w.dilations[i]+1-d)
			w.pads[i] = [2]int{total / 2, total - total/2}
			if auto == "SAME_LOWER" {
				w.pads[i] = [2]int{total - total/2, total / 2}
			}
		}
	}
	return w
}

func convolve(c *call, x, w, bias *ivy.Array) *ivy.Array {
	shape, filters := x.Shape(), w.Shape()
	if len(shape) < 3 || len(filters) != len(shape) {
		c.failf(ivy.ErrShape, "filters of shape %v for shape %v", filters, shape)
	}
	if k := c.attrInts("kernel_shape"); k != nil && !slices.Equal(k, filters[2:]) {
		c.failf(ivy.ErrShape, "a kernel_shape of %v for filters of shape %v", k, filters)
	}
	v := c.window(shape[2:], filters[2:])
	opts := []ivy.Option{ivy.DataFormat(channelFirst), ivy.FilterFormat(channelFirst), ivy.FeatureGroupCount(c.attrInt("group", 1)), ivy.Dilations(v.dilations)}
	if bias != nil {
		opts = append(opts, ivy.Bias(bias))
	}
	return c.e.ConvGeneralDilated(x, w, v.strides, v.pads, opts...)
}

func convTranspose(c *call) *ivy.Array {
	e, x, w := c.e, c.x(0), c.x(1)
	shape, filters := x.Shape(), w.Shape()
	if len(shape) < 3 || len(filters) != len(shape) {
		c.failf(ivy.ErrShape, "filters of shape %v for shape %v", filters, shape)
	}
	n := len(shape) - 2
	v := c.window(shape[2:], filters[2:])
	more := c.listOf("output_padding", n, 0, 0)
	auto := c.oneOf("auto_pad", "NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID")
	want := c.attrInts("output_shape")
	if len(want) == n+2 {
		want = want[2:]
	}
	if want == nil && (auto == "SAME_UPPER" || auto == "SAME_LOWER") {
		for i, d := range shape[2:] {
			want = append(want, d*v.strides[i])
		}
	}
	if want != nil && len(want) != n {
		c.failf(ivy.ErrShape, "an output_shape of %v for %d axes", want, n)
	}
	short := make([][2]int, n) // what the result lacks, at its end
	for i := range n {
		full := v.strides[i]*(shape[2+i]-1) + (filters[2+i]-1)*v.dilations[i] + 1 + more[i]
		if want == nil {
			continue
		}
		total := full - want[i]
		if total < 0 {
			short[i][1], total = -total, 0
		}
		v.pads[i] = [2]int{total - total/2, total / 2}
		if auto == "SAME_UPPER" {
			v.pads[i] = [2]int{total / 2, total - total/2}
		}
	}
	direct := true
	for i := range n {
		direct = direct && more[i] < max(v.strides[i], v.dilations[i]) && short[i][1] == 0
	}
	opts := []ivy.Option{ivy.DataFormat(channelFirst), ivy.FilterFormat(channelFirst), ivy.FeatureGroupCount(c.attrInt("group", 1)), ivy.Dilations(v.dilations)}
	if direct {
		if b := c.opt(2); b != nil {
			opts = append(opts, ivy.Bias(b))
		}
		return e.ConvGeneralTranspose(x, w, v.strides, v.pads, append(opts, ivy.OutputPadding(more))...)
	}
	z := e.ConvGeneralTranspose(x, w, v.strides, 0, opts...)
	width := [][2]int{{}, {}}
	key := []any{ivy.Colon, ivy.Colon}
	for i := range n {
		width = append(width, [2]int{0, more[i] + short[i][1]})
		key = append(key, ivy.Slice(v.pads[i][0], z.Dim(2+i)+more[i]+short[i][1]-v.pads[i][1]))
	}
	z = e.CopyArray(e.GetItem(e.ConstantPad(z, width), key...))
	if b := c.opt(2); b != nil {
		z = e.Add(z, e.Reshape(b, append([]int{1, b.Size()}, slices.Repeat([]int{1}, n)...)))
	}
	return z
}

// pooled checks input 0 of pooling and returns its window.
func pooled(c *call) (*ivy.Array, window) {
	x := c.x(0)
	if x.Ndim() < 3 {
		c.failf(ivy.ErrShape, "shape %v, want three axes or more", x.Shape())
	}
	return x, c.window(x.Shape()[2:], nil)
}

func (w window) options() []ivy.Option {
	return []ivy.Option{ivy.DataFormat(channelFirst), ivy.CeilMode(w.ceil)}
}

func (w window) dilated() bool {
	return slices.ContainsFunc(w.dilations, func(d int) bool { return d != 1 })
}

func maxPool(c *call) {
	e := c.e
	x, w := pooled(c)
	opts := append(w.options(), ivy.Dilations(w.dilations))
	if !c.wants(1) {
		c.set(e.MaxPool(x, w.kernel, w.strides, w.pads, opts...))
		return
	}
	values, at := e.MaxPoolWithIndices(x, w.kernel, w.strides, w.pads, opts...)
	shape := x.Shape()
	size := product(shape[2:])
	if c.attrInt("storage_order", 0) == 1 { // the first of the axes counts fastest
		flat, step, rest := e.ZerosLike(at), 1, at
		for i := len(shape) - 1; i >= 2; i-- {
			step = product(shape[2:i])
			flat = e.Add(flat, e.Multiply(e.Remainder(rest, shape[i]), step))
			rest = e.FloorDivide(rest, shape[i])
		}
		at = flat
	}
	planes := e.Reshape(e.Arange(shape[0]*shape[1], ivy.Int64), append(shape[:2:2], slices.Repeat([]int{1}, len(shape)-2)...))
	c.set(values)
	c.setAs(e.Add(at, e.Multiply(planes, size)), elemInt64)
}

func averagePool(c *call) *ivy.Array {
	e := c.e
	x, w := pooled(c)
	include := c.flag("count_include_pad")
	if !w.dilated() {
		return e.AvgPool(x, w.kernel, w.strides, w.pads, append(w.options(), ivy.CountIncludePad(include))...)
	}
	total := windowSums(c, x, w)
	ones := e.Ones(append([]int{1, 1}, x.Shape()[2:]...), x.Dtype())
	if include {
		width := append([][2]int{{}, {}}, w.pads...)
		ones = e.ConstantPad(ones, width, ivy.Value(1.0))
		w.pads = make([][2]int, len(w.pads))
		over := w
		over.ceil = w.ceil
		return e.Divide(total, windowSums(c, ones, over))
	}
	return e.Divide(total, windowSums(c, ones, w))
}

// windowSums returns the sums under a window at each of its positions, as a convolution of each channel with ones.
func windowSums(c *call, x *ivy.Array, w window) *ivy.Array {
	e := c.e
	shape := x.Shape()
	pads := slices.Clone(w.pads)
	for i, d := range shape[2:] {
		span := (w.kernel[i]-1)*w.dilations[i] + 1
		free := d + pads[i][0] + pads[i][1] - span
		if w.ceil && free > 0 && free%w.strides[i] != 0 {
			steps := (free + w.strides[i] - 1) / w.strides[i]
			if steps*w.strides[i] < d+pads[i][0] { // its last window begins before the padding at the end
				pads[i][1] += steps*w.strides[i] - free
			}
		}
	}
	ones := e.Ones(append([]int{shape[1], 1}, w.kernel...), x.Dtype())
	return e.ConvGeneralDilated(x, ones, w.strides, pads, ivy.DataFormat(channelFirst), ivy.FilterFormat(channelFirst), ivy.FeatureGroupCount(shape[1]), ivy.Dilations(w.dilations))
}

func lpPool(c *call) *ivy.Array {
	e := c.e
	x, w := pooled(c)
	p := float64(c.attrInt("p", 2))
	if !w.dilated() {
		return e.LPPool(e.Abs(x), w.kernel, w.strides, w.pads, append(w.options(), ivy.NormOrder(p))...)
	}
	return e.Pow(windowSums(c, e.Pow(e.Abs(x), p), w), 1/p)
}

// maxUnpool puts elements at indices into the whole of a tensor that has the lengths which the window gives; output_shape moves them to where they were in one of that shape.
func maxUnpool(c *call) *ivy.Array {
	e, x, at := c.e, c.x(0), c.x(1)
	shape := x.Shape()
	if len(shape) < 3 || !slices.Equal(shape, at.Shape()) {
		c.failf(ivy.ErrShape, "indices of shape %v for shape %v", at.Shape(), shape)
	}
	n := len(shape) - 2
	kernel, strides, pads := c.listOf("kernel_shape", n, 1, 1), c.listOf("strides", n, 1, 1), c.listOf("pads", 2*n, 0, 0)
	lengths := slices.Clone(shape)
	for i := range n {
		lengths[2+i] = (shape[2+i]-1)*strides[i] + kernel[i] - pads[i] - pads[n+i]
	}
	if c.has(2) {
		lengths = c.ints(2)
	}
	c.checkShape(lengths)
	if len(lengths) != len(shape) {
		c.failf(ivy.ErrShape, "an output_shape of %v for shape %v", lengths, shape)
	}
	if err := e.CheckSize(product(lengths), x.Dtype().Size()); err != nil {
		c.failf(ivy.ErrValue, "%v", err)
	}
	z := e.ScatterND(e.Reshape(e.Astype(at, ivy.Int64), []int{-1, 1}), e.Reshape(x, []int{-1}), ivy.Shape{product(lengths)}, ivy.Reduction("replace"))
	return e.Reshape(z, lengths)
}

func batchNorm(c *call) {
	e, x := c.e, c.x(0)
	if c.version < 9 && c.attrInt("spatial", 1) != 1 {
		c.failf(ivy.ErrUnsupported, "batch normalization that is not spatial")
	}
	if x.Ndim() < 2 {
		c.failf(ivy.ErrShape, "shape %v, want two axes or more", x.Shape())
	}
	eps := ivy.Eps(c.attrFloat("epsilon", 1e-5))
	mean, variance := c.x(3), c.x(4)
	if c.flag("training_mode") {
		axes := ivy.Axes{0}
		for i := 2; i < x.Ndim(); i++ {
			axes = append(axes, i)
		}
		wide := e.Astype(x, ivy.Float32)
		if x.Dtype() == ivy.Float64 {
			wide = x
		}
		m := c.attrFloat("momentum", 0.9)
		now, spread := e.Mean(wide, axes), e.Var(wide, axes)
		move := func(old, now *ivy.Array) *ivy.Array {
			return e.Add(e.Multiply(old, m), e.Multiply(e.Astype(now, old.Dtype()), 1-m))
		}
		newMean, newVariance := move(mean, now), move(variance, spread)
		mean, variance = now, spread
		defer func() {
			c.setAs(newMean, c.elem(3))
			c.setAs(newVariance, c.elem(4))
		}()
	}
	z, _, _ := e.BatchNorm(x, mean, variance, ivy.Scale(c.x(1)), ivy.Offset(c.x(2)), eps, ivy.DataFormat(channelFirst))
	c.setAs(e.Astype(z, x.Dtype()), c.elem(0))
}

func layerNorm(c *call) {
	e, x := c.e, c.x(0)
	axes := c.from(c.attrInt("axis", -1))
	eps := c.attrFloat("epsilon", 1e-5)
	opts := []ivy.Option{ivy.Scale(c.x(1)), ivy.Eps(eps)}
	if b := c.opt(2); b != nil {
		opts = append(opts, ivy.Offset(b))
	}
	c.set(e.LayerNorm(x, axes, opts...))
	if !c.wants(1) && !c.wants(2) {
		return
	}
	wide := x
	if c.attrInt("stash_type", 1) == 1 && x.Dtype() != ivy.Float32 {
		wide = e.Astype(x, ivy.Float32)
	}
	c.setAs(e.Mean(wide, ivy.Axes(axes), ivy.KeepDims(true)), elemOf(wide.Dtype()))
	spread := e.Add(e.Var(wide, ivy.Axes(axes), ivy.KeepDims(true)), eps)
	c.setAs(e.Reciprocal(e.Sqrt(spread)), elemOf(wide.Dtype()))
}

// localNorm is normalization by the squares of neighbouring channels.
func localNorm(c *call) *ivy.Array {
	e, x := c.e, c.x(0)
	size := c.attrInt("size", 0)
	shape := x.Shape()
	if len(shape) < 3 || size < 1 || size > mostWindow {
		c.failf(ivy.ErrShape, "a size of %d for shape %v", size, shape)
	}
	before := (size - 1) / 2
	flat := e.Reshape(e.Square(x), []int{shape[0], 1, shape[1], product(shape[2:])})
	mean := e.AvgPool(flat, []int{size, 1}, []int{1, 1}, [][2]int{{before, size - 1 - before}, {0, 0}}, ivy.DataFormat(channelFirst), ivy.CountIncludePad(true))
	scale := e.Add(e.Multiply(e.Reshape(mean, shape), c.number32("alpha", 1e-4)), c.number32("bias", 1))
	return e.Divide(x, e.Pow(scale, c.number32("beta", 0.75)))
}

// roundedUp is the greatest integer that is not above x + 1/2.
func roundedUp(x float64) int { return int(math.Floor(x + 0.5)) }
