package tensorflow

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/sliding"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// pooledNumbers are what max_pool takes of one and two dimensions.
const pooledNumbers = dtype.Float | 1<<dtype.Int8 | 1<<dtype.Int16 | 1<<dtype.Int32 | 1<<dtype.Int64 | 1<<dtype.Uint8 | 1<<dtype.Uint16

var convolutions = slices.Concat(
	[]frontend.Func{
		{Path: "nn.conv1d", Sig: "input, filters, stride, padding, data_format='NWC', dilations=None, name=None", Run: func(c *frontend.Call) any { return convolve(c, "stride", 1) }},
		{Path: "nn.conv2d", Sig: "input, filters, strides, padding, data_format='NHWC', dilations=None, name=None", Run: func(c *frontend.Call) any { return convolve(c, "strides", 2) }},
		{Path: "nn.conv3d", Sig: "input, filters, strides, padding, data_format='NDHWC', dilations=None, name=None", Run: func(c *frontend.Call) any { return convolve(c, "strides", 3) }},
		{Path: "nn.convolution", Sig: "input, filters, strides=None, padding='VALID', data_format=None, dilations=None, name=None", Run: func(c *frontend.Call) any {
			r := len(shapeOf(c, "filters")) - 2
			if r < 1 || r > 3 {
				c.Raise(valueError, "`filters` must have one to three spatial dimensions, not %d", r)
			}
			return convolve(c, "strides", r)
		}},
		{Path: "nn.conv1d_transpose", Sig: "input, filters, output_shape, strides, padding='SAME', data_format='NWC', dilations=None, name=None", Run: func(c *frontend.Call) any { return convTranspose(c, 1) }},
		{Path: "nn.conv2d_transpose", Sig: "input, filters, output_shape, strides, padding='SAME', data_format='NHWC', dilations=None, name=None", Run: func(c *frontend.Call) any { return convTranspose(c, 2) }},
		{Path: "nn.conv3d_transpose", Sig: "input, filters, output_shape, strides, padding='SAME', data_format='NDHWC', dilations=None, name=None", Run: func(c *frontend.Call) any { return convTranspose(c, 3) }},
		{Path: "nn.depthwise_conv2d", Sig: "input, filter, strides, padding, data_format=None, dilations=None, name=None", Run: func(c *frontend.Call) any {
			named(c)
			return depthwise(c, c.Arg("input"), c.Arg("filter"))
		}},
		{Path: "nn.separable_conv2d", Sig: "input, depthwise_filter, pointwise_filter, strides, padding, data_format=None, dilations=None, name=None", Run: func(c *frontend.Call) any {
			named(c)
			point := shapeOf(c, "pointwise_filter")
			if len(point) != 4 || point[0] != 1 || point[1] != 1 {
				c.Raise(valueError, "`pointwise_filter` must have shape (1, 1, …), not %v", point)
			}
			z := depthwise(c, c.Arg("input"), c.Arg("depthwise_filter"))
			return call(c, "nn.conv2d", z, c.Arg("pointwise_filter"), 1, "VALID")
		}},
		{Path: "nn.pool", Sig: "input, window_shape, pooling_type, strides=None, padding='VALID', data_format=None, dilations=None, name=None", Run: pool},
	},
	pools("max", sliding.Max),
	pools("avg", sliding.Sum),
)

// pools are the functions of one kind of pooling.
func pools(kind string, r *sliding.Reducer) (rows []frontend.Func) {
	for i, format := range []string{"None", "'NWC'", "'NHWC'", "'NDHWC'"} {
		path := fmt.Sprintf("nn.%s_pool%dd", kind, i)
		if i == 0 {
			path = "nn." + kind + "_pool"
		}
		rows = append(rows, frontend.Func{Path: path, Sig: "input, ksize, strides, padding, data_format=" + format + ", name=None", Run: func(c *frontend.Call) any {
			named(c)
			rank := i
			if i == 0 {
				rank = len(shapeOf(c, "input")) - 2
				if rank < 1 || rank > 3 {
					c.Raise(valueError, "`input` must have three to five dimensions, not %d", rank+2)
				}
			}
			return pooled(c, rank, r, kind == "avg")
		}})
	}
	return rows
}

func shapeOf(c *frontend.Call, name string) []int { return tensor(c, name).V.Shape() }

// last refuses a data format whose channels are not last: TensorFlow has no kernels for
// them on a CPU.
func last(c *frontend.Call, r int) {
	format, ok := c.Arg("data_format").(string)
	if !ok && !c.Has("data_format") {
		return
	}
	names := [4][2]string{{}, {"NWC", "NCW"}, {"NHWC", "NCHW"}, {"NDHWC", "NCDHW"}}[r]
	switch {
	case format == names[0]:
	case format == names[1]:
		c.Raise(invalidArgument, "%s() takes no data format %q on a CPU (transpose the input to %s)", c.Func.Path, format, names[0])
	case r == 1 && strings.Contains(c.Func.Path, "conv"):
		c.Raise(valueError, "%s(): data format %v, want %q", c.Func.Path, c.Arg("data_format"), names[0])
	default:
		c.Raise(invalidArgument, "%s(): data format %v, want %q", c.Func.Path, c.Arg("data_format"), names[0])
	}
}

// sizesOf returns an argument that is an integer, one in a list, one for each of r spatial
// dimensions, or one for each dimension, for all dimensions.
func sizesOf(c *frontend.Call, name string, r int, class string) []int {
	v, isOne, ok := c.Ints(name)
	switch {
	case !ok:
		return sliding.Ones(r + 2)
	case isOne || len(v) == 1:
		v = slices.Repeat(v, r)
	}
	switch len(v) {
	case r:
		v = slices.Concat([]int{1}, v, []int{1})
	case r + 2:
	default:
		c.Raise(valueError, "`%s` should be of length 1, %d or %d. Received: %v of length %d", name, r, r+2, v, len(v))
	}
	for _, n := range v {
		if n < 1 || n > sliding.Most {
			c.Raise(class, "%s(): %s %v, want positive numbers", c.Func.Path, name, v)
		}
	}
	return v
}

// spatial is sizesOf the spatial dimensions; the others must have 1.
func spatial(c *frontend.Call, name string, r int) []int {
	v := sizesOf(c, name, r, invalidArgument)
	if v[0] != 1 || v[r+1] != 1 {
		class := unimplemented
		if r == 3 {
			class = invalidArgument
		}
		c.Raise(class, "%s(): %s in the batch and depth dimensions are not supported: %v", c.Func.Path, name, v)
	}
	return v[1 : r+1]
}

// paddingOf returns the padding of a window over dimensions of these lengths. explicit
// says that pairs are taken, one for each dimension of the input.
func paddingOf(c *frontend.Call, w *sliding.Window, lens []int, explicit bool) [][2]int {
	out := make([][2]int, len(lens))
	list, isList := frontend.Sequence(c.Arg("padding"))
	switch how, isText := c.Arg("padding").(string); {
	case how == "VALID":
	case how == "SAME":
		for i, n := range lens {
			out[i] = w.Same(i, n)
		}
	case isText:
		c.Raise(invalidArgument, "%s(): padding %q, want SAME or VALID", c.Func.Path, how)
	case !isList || !explicit:
		c.Raise(typeError, "%s(): padding %v, want SAME or VALID", c.Func.Path, c.Arg("padding"))
	case len(list) != len(lens)+2:
		c.Raise(valueError, "When padding is a list, it must be of length %d: %v", len(lens)+2, list)
	default:
		for i, e := range list {
			pair := intsOf(c, e)
			if pair.Ndim() != 1 || pair.Size() != 2 {
				c.Raise(valueError, "When padding is a list, each element must be a list of size 2: %v", list)
			}
			lo, hi := int(intItem(pair.Get(0))), int(intItem(pair.Get(1)))
			switch {
			case (i == 0 || i == len(list)-1) && (lo != 0 || hi != 0):
				c.Raise(invalidArgument, "Nonzero explicit padding in the batch or depth dimensions is not supported: %v", list)
			case min(lo, hi) < 0 || max(lo, hi) > sliding.Most:
				c.Raise(invalidArgument, "All elements of explicit_paddings must be nonnegative: %v", list)
			case i > 0 && i <= len(lens):
				out[i-1] = [2]int{lo, hi}
			}
		}
	}
	return out
}

// trimmed returns padding as TensorFlow's kernels of three dimensions have it, which with
// SAME take from both sides what strides leave over.
func trimmed(c *frontend.Call, w *sliding.Window, lens []int, padding [][2]int) [][2]int {
	for i, n := range lens {
		if p := (n-1)/w.Strides[i]*w.Strides[i] + w.Span(i) - n; len(lens) == 3 && c.Arg("padding") == "SAME" && n > 0 && p < 0 {
			padding[i] = [2]int{p / 2, p - p/2}
		}
	}
	return padding
}

// intsOf returns an argument as int64 numbers.
func intsOf(c *frontend.Call, x any) *ivy.Array {
	o := inputOf(c.Namespace, x)
	return o.as(c.Namespace, dtype.Int64)
}

// operandsOf returns the input and the filters of a convolution.
func operandsOf(c *frontend.Call, input, filters any, takes dtype.Set) (x, w *ivy.Array) {
	xs := one(c, []any{input, filters})
	k := kernel{takes: takes}
	k.check(c.Func.Path, xs[0].V.Dtype())
	return xs[0].V, xs[1].V
}

// fit refuses padded lengths that a window does not fit into by a stride or more.
func fit(c *frontend.Call, w *sliding.Window, x []int, padding [][2]int) {
	for i, p := range padding {
		n := x[i] + p[0] + p[1]
		if same := c.Arg("padding") == "SAME"; !same && (n-w.Span(i)+w.Strides[i])/w.Strides[i] < 0 {
			c.Raise(invalidArgument, "%s(): Computed output size would be negative: a window over %d of %d elements", c.Func.Path, w.Span(i), n)
		}
	}
}

// convTakes are the dtypes of convolutions over r dimensions.
func convTakes(r int) dtype.Set {
	if r == 3 {
		return dtype.Float
	}
	return dtype.Float | 1<<dtype.Int32
}

func convolve(c *frontend.Call, strides string, r int) any {
	named(c)
	x, f := operandsOf(c, c.Arg("input"), c.Arg("filters"), convTakes(r))
	last(c, r)
	v := &sliding.Convolution{First: 1}
	general := c.Func.Path == "nn.convolution"
	if r == 3 && !general {
		five(c, strides)
		if c.Has("dilations") {
			five(c, "dilations")
		}
	}
	v.Strides = spatial(c, strides, r)
	if general {
		v.Dilations = sizesOf(c, "dilations", r, valueError)[1 : r+1]
		if slices.Max(v.Dilations) > 1 && slices.Max(v.Strides) > 1 {
			c.Raise(valueError, "`strides > 1` not supported in conjunction with `dilations > 1`")
		}
	} else {
		v.Dilations = spatial(c, "dilations", r)
	}
	s, k := x.Shape(), f.Shape()
	if len(s) < r+2 || len(k) != r+2 {
		c.Raise(invalidArgument, "%s() of an input of shape %v and filters of shape %v", c.Func.Path, s, k)
	}
	batch := s[:len(s)-r-1] // there may be several dimensions of it
	x = c.Env().Reshape(x, slices.Concat([]int{size(batch)}, s[len(batch):]))
	s = x.Shape()
	if s[r+1] == 0 || slices.Contains(k[:r+1], 0) || s[r+1]%k[r] != 0 || k[r+1]%(s[r+1]/k[r]) != 0 || r == 3 && (k[r] != s[r+1] || k[r+1] == 0) {
		c.Raise(invalidArgument, "%s(): an input of %d channels and filters of shape %v", c.Func.Path, s[r+1], k)
	}
	v.Groups = s[r+1] / k[r]
	w := &sliding.Window{Sizes: k[:r], Strides: v.Strides, Dilations: v.Dilations}
	v.Padding = trimmed(c, w, s[1:r+1], paddingOf(c, w, s[1:r+1], r == 2 && !general))
	fit(c, w, s[1:r+1], v.Padding)
	z := wideConv(c.Env(), v, x, f)
	if r == 3 && !general && slices.Max(v.Dilations) > 1 && z.Size() > 0 {
		c.Raise(invalidArgument, "%s(): no dilations %v on a CPU", c.Func.Path, v.Dilations)
	}
	return result(c, c.Env().Reshape(z, slices.Concat(batch, z.Shape()[1:])), false)
}

// five refuses an argument that is no list of five integers.
func five(c *frontend.Call, name string) {
	v, isOne, _ := c.Ints(name)
	if isOne {
		c.Raise(typeError, "%s(): %s %v, want five numbers", c.Func.Path, name, c.Arg(name))
	}
	if len(v) != 5 {
		c.Raise(invalidArgument, "%s(): %s %v, want five numbers", c.Func.Path, name, c.Arg(name))
	}
}

func size(dims []int) int {
	n := 1
	for _, d := range dims {
		n *= d
	}
	return n
}

func convTranspose(c *frontend.Call, r int) any {
	named(c)
	x, f := operandsOf(c, c.Arg("input"), c.Arg("filters"), convTakes(r))
	last(c, r)
	v := &sliding.Convolution{First: 1, Strides: spatial(c, "strides", r), Dilations: spatial(c, "dilations", r)}
	if slices.Max(v.Dilations) > 1 {
		c.Raise(invalidArgument, "%s(): no dilations %v on a CPU", c.Func.Path, v.Dilations)
	}
	if _, isNumber := c.Arg("output_shape").(int); r == 1 && (isNumber || !c.Has("output_shape")) {
		c.Raise(typeError, "%s(): output_shape is %v, want a list", c.Func.Path, c.Arg("output_shape"))
	}
	s, k, out := x.Shape(), f.Shape(), intsOf(c, c.Arg("output_shape"))
	if r == 2 && len(s) == 4 && len(k) == 4 && out.Ndim() == 1 && out.Size() == 2 { // the spatial lengths alone
		e := c.Env()
		out = e.Concat([]*ivy.Array{e.Asarray([]int64{int64(s[0])}), out, e.Asarray([]int64{int64(k[2])})})
	}
	if len(s) != r+2 || len(k) != r+2 || out.Ndim() != 1 || out.Size() != r+2 {
		c.Raise(invalidArgument, "%s() of an input of shape %v and filters of shape %v to one of shape %v", c.Func.Path, s, k, out)
	}
	dims := make([]int, r+2)
	for i := range dims {
		n := intItem(out.Get(i))
		if n < 0 || n > sliding.Most {
			c.Raise(invalidArgument, "%s(): output_shape %v", c.Func.Path, out)
		}
		dims[i] = int(n)
	}
	if k[r+1] != s[r+1] || dims[r+1] != k[r] || dims[0] != s[0] || slices.Contains(k, 0) {
		c.Raise(invalidArgument, "%s(): an input of shape %v and filters of shape %v to one of shape %v", c.Func.Path, s, k, dims)
	}
	v.Groups = 1
	w := &sliding.Window{Sizes: k[:r], Strides: v.Strides, Dilations: v.Dilations}
	v.Padding = paddingOf(c, w, dims[1:r+1], r == 2)
	for i, p := range v.Padding {
		if n := dims[1+i] + p[0] + p[1]; w.Positions(i, n) != s[1+i] {
			c.Raise(invalidArgument, "%s(): the size of the input does not match: %d positions along dimension %d of %v, not %d", c.Func.Path, w.Positions(i, n), i+1, dims, s[1+i])
		}
	}
	e, d := c.Env(), wideOf(x.Dtype())
	return result(c, e.Astype(v.Transposed(e, e.Astype(x, d), e.Astype(f, d), dims[1:r+1]), x.Dtype()), false)
}

// depthwise is the convolution of each channel with filters of its own.
func depthwise(c *frontend.Call, input, filter any) *frontend.Array {
	x, f := operandsOf(c, input, filter, dtype.Float)
	last(c, 2)
	s, k := x.Shape(), f.Shape()
	if len(s) != 4 || len(k) != 4 || s[3] != k[2] || slices.Contains(k, 0) {
		c.Raise(invalidArgument, "%s() of an input of shape %v and filters of shape %v", c.Func.Path, s, k)
	}
	strides, isOne, _ := c.Ints("strides")
	if isOne {
		c.Raise(typeError, "%s(): strides %v, want four", c.Func.Path, c.Arg("strides"))
	}
	if len(strides) != 4 || strides[0] != 1 || strides[3] != 1 {
		c.Raise(invalidArgument, "%s(): strides %v, want four, of 1 in the batch and depth dimensions", c.Func.Path, strides)
	}
	if list, isOne, ok := c.Ints("dilations"); ok && (isOne || len(list) != 2 || slices.Min(list) < 1) {
		c.Raise(valueError, "%s(): dilations %v, want two positive numbers", c.Func.Path, c.Arg("dilations"))
	}
	v := &sliding.Convolution{First: 1, Strides: spatial(c, "strides", 2), Dilations: spatial(c, "dilations", 2), Groups: s[3]}
	if slices.Max(v.Dilations) > 1 && slices.Max(v.Strides) > 1 {
		c.Raise(valueError, "If any value in dilations is greater than 1, then all values of strides must be 1.")
	}
	if v.Strides[0] != v.Strides[1] {
		c.Raise(invalidArgument, "Current implementation only supports equal length strides in the row and column dimensions.")
	}
	w := &sliding.Window{Sizes: k[:2], Strides: v.Strides, Dilations: v.Dilations}
	v.Padding = paddingOf(c, w, s[1:3], true)
	fit(c, w, s[1:3], v.Padding)
	return result(c, wideConv(c.Env(), v, x, c.Env().Reshape(f, []int{k[0], k[1], 1, k[2] * k[3]})), false)
}

// wideConv convolves narrow floats in float32.
func wideConv(e *ivy.Env, v *sliding.Convolution, x, f *ivy.Array) *ivy.Array {
	d := wideOf(x.Dtype())
	return e.Astype(v.Of(e, e.Astype(x, d), e.Astype(f, d)), x.Dtype())
}

func wideOf(d dtype.Dtype) dtype.Dtype {
	if dtype.Narrow.Has(d) {
		return dtype.Float32
	}
	return d
}

// poolKernel is what pools over r dimensions take.
func poolKernel(r int, mean bool) kernel {
	switch {
	case r < 3 && mean:
		return kernel{takes: dtype.Float}
	case r < 3:
		return kernel{takes: pooledNumbers}
	case mean:
		return kernel{takes: 1<<dtype.BFloat16 | 1<<dtype.Float32, absent: 1<<dtype.Float16 | 1<<dtype.Float64}
	}
	return kernel{takes: 1<<dtype.BFloat16 | 1<<dtype.Float32, absent: 1 << dtype.Float16}
}

// pooled pools over r dimensions.
func pooled(c *frontend.Call, r int, reducer *sliding.Reducer, mean bool) *frontend.Array {
	x := activated(c, "input", poolKernel(r, mean)).V
	last(c, r)
	s := x.Shape()
	if len(s) != r+2 {
		c.Raise(invalidArgument, "%s() of an input of shape %v", c.Func.Path, s)
	}
	size, stride := sizesOf(c, "ksize", r, invalidArgument), sizesOf(c, "strides", r, invalidArgument)
	w := &sliding.Window{Sizes: size[1 : r+1], Strides: stride[1 : r+1], Dilations: sliding.Ones(r)}
	if _, isList := frontend.Sequence(c.Arg("padding")); isList && r == 3 && !mean && c.Func.Path == "nn.max_pool" {
		c.Raise(valueError, "%s(): no explicit padding of three spatial dimensions", c.Func.Path)
	}
	padding := trimmed(c, w, s[1:r+1], paddingOf(c, w, s[1:r+1], r < 3 && !mean))
	for i, p := range padding {
		if max(p[0], p[1]) >= w.Sizes[i] && c.Arg("padding") != "SAME" && max(p[0], p[1]) > 0 {
			c.Raise(invalidArgument, "%s(): explicit padding %v, want less than the window's %v", c.Func.Path, padding, w.Sizes)
		}
	}
	switch { // of one spatial dimension TensorFlow makes two: the batch's size is that of the other
	case r == 1 && size[0] > 1 && c.Arg("padding") != "SAME":
		c.Raise(invalidArgument, "%s(): Computed output size would be negative: ksize %v", c.Func.Path, size)
	case r > 1 && (size[0] > 1 || stride[0] > 1):
		c.Raise(unimplemented, "Pooling is not yet supported on the batch dimension.")
	case size[r+1] == 1:
		return result(c, slide(c, x, w, padding, reducer, mean), false)
	case mean || r == 3 || slices.Max(w.Sizes) > 1:
		c.Raise(unimplemented, "%s() exclusively pools across depth or across width and height, not %v", c.Func.Path, size)
	case s[r+1]%size[r+1] != 0 || stride[r+1] != size[r+1]:
		c.Raise(unimplemented, "%s(): Depthwise pooling requires the depth window %d to evenly divide the input depth %d, and to equal the stride", c.Func.Path, size[r+1], s[r+1])
	}
	depth := sliding.New([]int{size[r+1]})
	return result(c, depth.Reduce(c.Env(), x, r+1, reducer), false)
}

// slide pools x; a mean is of the elements that are there.
func slide(c *frontend.Call, x *ivy.Array, w *sliding.Window, padding [][2]int, reducer *sliding.Reducer, mean bool) *ivy.Array {
	e, d := c.Env(), x.Dtype()
	s := x.Shape()
	lens := s[1 : len(s)-1]
	fit(c, w, lens, padding)
	dims := slices.Clone(s)
	for i, p := range padding {
		dims[1+i] = w.Positions(i, s[1+i]+p[0]+p[1])
	}
	if slices.Contains(dims, 0) {
		return e.Zeros(dims, d)
	}
	fill := limit(e, d, true)
	switch {
	case mean:
		x = e.Astype(x, wideOf(d))
		fill = number(e, x, 0)
	case d.IsFloat(): // TensorFlow starts from the least finite number, which a NaN does not replace
		info, err := dtype.Finfo(d)
		frontend.Check(err)
		fill = number(e, x, -info.Max)
		if len(lens) < 3 {
			x = e.Where(e.Greater(x, fill), x, fill)
		} else { // and here with those around the input alone
			x = e.Where(e.IsNan(x), number(e, x, math.Inf(-1)), x)
		}
	}
	z := w.Reduce(e, sliding.Surround(e, x, 1, padding, nil, fill), 1, reducer)
	if !mean {
		return z
	}
	counts := e.Ones(nil, z.Dtype())
	for i, p := range padding {
		of := make([]float64, z.Shape()[1+i])
		for o := range of {
			for k := range w.Sizes[i] {
				if at := o*w.Strides[i] + k*w.Dilations[i] - p[0]; at >= 0 && at < lens[i] {
					of[o]++
				}
			}
		}
		counts = e.Multiply(e.ExpandDims(counts, ivy.Axis(-1)), e.Astype(e.Asarray(of), z.Dtype()))
	}
	return e.Astype(e.Divide(z, e.ExpandDims(counts, ivy.Axis(-1))), d)
}

// pool is tf.nn.pool.
func pool(c *frontend.Call) any {
	named(c)
	count := 0
	for _, name := range []string{"window_shape", "strides", "dilations"} {
		if _, isOne, ok := c.Ints(name); ok && isOne {
			c.Raise(typeError, "`%s` %v, want a list", name, c.Arg(name))
		}
		if v, _, ok := c.Ints(name); ok && name != "window_shape" && len(v) != count {
			c.Raise(valueError, "`%s` %v, want %d numbers", name, v, count)
		}
		if name == "window_shape" {
			v, _, _ := c.Ints(name)
			count = len(v)
		}
	}
	sizes, _, ok := c.Ints("window_shape")
	r := len(sizes)
	if !ok || r < 1 || r > 3 {
		c.Raise(valueError, "`window_shape` %v, want one to three numbers", c.Arg("window_shape"))
	}
	kinds := map[string]*sliding.Reducer{"MAX": sliding.Max, "AVG": sliding.Sum}
	kind := c.Text("pooling_type")
	reducer := kinds[kind]
	if reducer == nil {
		c.Raise(valueError, "`pooling_type` %s, want MAX or AVG", c.Text("pooling_type"))
	}
	x := activated(c, "input", poolKernel(r, kind == "AVG")).V
	last(c, r)
	s := x.Shape()
	if len(s) != r+2 {
		c.Raise(valueError, "%s() of an input of shape %v", c.Func.Path, s)
	}
	w := &sliding.Window{Sizes: spatial(c, "window_shape", r), Strides: spatial(c, "strides", r), Dilations: spatial(c, "dilations", r)}
	if _, isList := frontend.Sequence(c.Arg("padding")); isList && kind == "MAX" && r == 1 {
		c.Raise(valueError, "%s(): no explicit padding of %d dimensions", c.Func.Path, r)
	}
	padding := paddingOf(c, w, s[1:r+1], kind == "MAX" && r == 2)
	for i, n := range w.Strides {
		switch {
		case n > 1 && slices.Max(w.Dilations) > 1:
			c.Raise(valueError, "strides > 1 not supported in conjunction with dilations > 1")
		case n > w.Sizes[i]:
			c.Raise(valueError, "strides %v > window_shape %v not supported", w.Strides, w.Sizes)
		case w.Dilations[i] > 1 && c.Arg("padding") == "SAME":
			c.Raise(valueError, "pooling with 'SAME' padding is not implemented for dilations > 1")
		}
	}
	return result(c, slide(c, x, w, padding, reducer, kind == "AVG"), false)
}
