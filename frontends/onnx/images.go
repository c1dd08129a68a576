package onnx

import (
	"math"
	"slices"

	"github.com/goivy/goivy/ivy"
)

// imageRows resize, sample and cut out.
var imageRows = []row{
	{op: "Resize", since: []int{10, 11, 13, 18, 19}, in: "n?ffi", host: []int{1, 2, 3}, run: one(resize)},
	{op: "Upsample", since: []int{7, 9}, in: "n?f", host: []int{1}, run: one(upsample), check: func(n *node) string {
		if n.opset >= 10 {
			return "operator Upsample of opset 10 and later, which Resize replaced"
		}
		return ""
	}},
	{op: "GridSample", since: []int{16, 20, 22}, in: "ff", run: one(func(c *call) *ivy.Array {
		mode := c.oneOf("mode", "linear", "nearest", "cubic", "bilinear", "bicubic")
		if name, ok := map[string]string{"bilinear": "linear", "bicubic": "cubic"}[mode]; ok {
			mode = name
		}
		return c.e.GridSample(c.x(0), c.x(1), ivy.Mode(mode), ivy.PaddingMode(c.oneOf("padding_mode", "zeros", "border", "reflection")),
			ivy.AlignCorners(c.flag("align_corners")), ivy.DataFormat(channelFirst))
	})},
	{op: "AffineGrid", since: []int{20}, in: "fi", host: []int{1}, run: one(affineGrid)},
	{op: "RoiAlign", since: []int{10, 16, 22}, in: "f=i", host: []int{1, 2}, run: one(roiAlign)},
	{op: "MaxRoiPool", since: []int{1, 22}, in: "f=", host: []int{1}, run: one(maxRegions)},
	{op: "NonMaxSuppression", since: []int{10, 11}, in: "f=?iff", host: []int{0, 1, 2, 3, 4}, run: nonMax},
	{op: "Col2Im", since: []int{18}, in: "nii", host: []int{1, 2}, run: one(func(c *call) *ivy.Array {
		image, block := c.ints(1), c.ints(2)
		n := len(image)
		if len(block) != n || n < 1 || n > 3 {
			c.failf(ivy.ErrShape, "an image_shape of %v and a block_shape of %v", image, block)
		}
		pads := c.listOf("pads", 2*n, 0, 0)
		width := make([][2]int, n)
		for i := range width {
			width[i] = [2]int{pads[i], pads[n+i]}
		}
		return c.e.Fold(c.x(0), image, block, c.listOf("strides", n, 1, 1), width, ivy.Dilations(c.listOf("dilations", n, 1, 1)), ivy.DataFormat(channelFirst))
	})},
	{op: "DeformConv", since: []int{19, 22}, in: "f==?==", run: one(deformConv)},
}

// A resizing is how Resize finds elements.
type resizing struct {
	mode, coordinates, nearest string
	cubic                      float64
	excludes, antialias        bool
	extrapolates               bool
	extrapolation              float64
}

// numbers32 returns the elements of an input as float32, as scales are.
func (c *call) numbers32(i int) []float32 {
	var zs []float32
	for _, z := range c.numbers(i) {
		zs = append(zs, float32(z))
	}
	return zs
}

func upsample(c *call) *ivy.Array {
	scales := c.attrFloats("scales")
	if c.version >= 9 {
		scales = c.numbers32(1)
	}
	r := &resizing{mode: c.oneOf("mode", "nearest", "linear"), coordinates: "asymmetric", nearest: "floor"}
	return c.resized(r, nil, scales, nil)
}

func resize(c *call) *ivy.Array {
	shape := c.shape(0)
	r := &resizing{mode: c.oneOf("mode", "nearest", "linear", "cubic"), coordinates: "asymmetric", nearest: "floor"}
	if c.version < 11 {
		return c.resized(r, nil, c.numbers32(1), nil)
	}
	r.coordinates = c.oneOf("coordinate_transformation_mode", "half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "align_corners", "asymmetric", "tf_crop_and_resize", "tf_half_pixel_for_nn")
	r.nearest = c.oneOf("nearest_mode", "round_prefer_floor", "round_prefer_ceil", "floor", "ceil")
	r.cubic = c.number32("cubic_coeff_a", -0.75)
	r.excludes, r.antialias = c.flag("exclude_outside"), c.flag("antialias")
	r.extrapolation = c.number32("extrapolation_value", 0)
	axes := c.attrInts("axes")
	if axes == nil {
		for i := range shape {
			axes = append(axes, i)
		}
	}
	axes = c.axes(axes, len(shape))
	var scales []float32
	if c.has(2) {
		scales = c.numbers32(2)
	}
	var sizes []int
	if c.has(3) {
		sizes = c.ints(3)
	}
	if len(sizes) == 0 && len(scales) == 0 {
		c.failf(ivy.ErrValue, "neither scales nor sizes")
	}
	if len(sizes) > 0 && len(sizes) != len(axes) || len(sizes) == 0 && len(scales) != len(axes) {
		c.failf(ivy.ErrShape, "%d sizes or %d scales for %d axes", len(sizes), len(scales), len(axes))
	}
	allScales, allSizes := slices.Repeat([]float32{1}, len(shape)), slices.Clone(shape)
	if len(sizes) > 0 {
		c.checkShape(sizes)
		if policy := c.oneOf("keep_aspect_ratio_policy", "stretch", "not_larger", "not_smaller"); policy != "stretch" {
			best := math.Inf(1)
			if policy == "not_smaller" {
				best = 0
			}
			for i, a := range axes {
				s := float64(sizes[i]) / float64(shape[a])
				if policy == "not_larger" {
					best = min(best, s)
				} else {
					best = max(best, s)
				}
			}
			for i, a := range axes {
				sizes[i] = roundedUp(best * float64(shape[a]))
				allScales[a] = float32(best)
			}
		} else {
			for i, a := range axes {
				allScales[a] = float32(float64(sizes[i]) / float64(shape[a]))
			}
		}
		for i, a := range axes {
			allSizes[a] = sizes[i]
		}
	} else {
		for i, a := range axes {
			allScales[a] = scales[i]
		}
		allSizes = nil
	}
	var roi []float64
	if r.coordinates == "tf_crop_and_resize" {
		given := c.numbers(1)
		if len(given) != 2*len(axes) {
			c.failf(ivy.ErrShape, "%d numbers of roi for %d axes", len(given), len(axes))
		}
		roi = slices.Repeat([]float64{0, 1}, len(shape))
		for i, a := range axes {
			roi[2*a], roi[2*a+1] = given[i], given[len(axes)+i]
		}
		r.extrapolates = true
	}
	return c.resized(r, roi, allScales, allSizes)
}

// resized returns x with other lengths: along one axis after the other, as the interpolation is that of each axis by itself.
func (c *call) resized(r *resizing, roi []float64, scales []float32, sizes []int) *ivy.Array {
	e, x := c.e, c.x(0)
	shape := x.Shape()
	if len(scales) != len(shape) {
		c.failf(ivy.ErrShape, "%d scales for shape %v", len(scales), shape)
	}
	if sizes == nil {
		sizes = make([]int, len(shape))
		for i, s := range scales {
			n := math.Floor(float64(float32(shape[i]) * s))
			if !(s > 0) || n > mostWindow {
				c.failf(ivy.ErrValue, "a scale of %v", s)
			}
			sizes[i] = int(n)
		}
	}
	c.checkShape(sizes)
	d := x.Dtype()
	if r.mode != "nearest" && d.Size() < 4 || d.IsInteger() && r.mode != "nearest" {
		x = e.Astype(x, ivy.Float32)
	}
	var outside *ivy.Array
	for _, axis := range r.order(shape, sizes) {
		n, m := shape[axis], sizes[axis]
		region := [2]float64{0, 1}
		if roi != nil {
			region = [2]float64{roi[2*axis], roi[2*axis+1]}
		}
		if m == n && scales[axis] == 1 && region == [2]float64{0, 1} {
			continue
		}
		if n == 0 {
			c.failf(ivy.ErrShape, "an axis without elements in shape %v", shape)
		}
		if err := e.CheckSize(max(m, 1), 16); err != nil {
			c.failf(ivy.ErrValue, "%v", err)
		}
		at := make([]float64, m)
		out, any := make([]bool, m), false
		for i := range at {
			at[i] = r.source(i, n, m, float64(scales[axis]), region)
			if out[i] = r.extrapolates && (at[i] < 0 || at[i] > float64(n-1)); out[i] {
				any = true
			}
		}
		x = r.along(e, x, axis, at, n, float64(scales[axis]))
		if any {
			dims := slices.Repeat([]int{1}, len(shape))
			dims[axis] = m
			o := e.Reshape(e.Asarray(out), dims)
			if outside == nil {
				outside = o
			} else {
				outside = e.LogicalOr(outside, o)
			}
		}
	}
	if outside != nil {
		x = e.Where(outside, c.like(x, r.extrapolation), x)
	}
	if d.IsInteger() && x.Dtype() != d {
		x = e.Round(x)
	}
	return e.Astype(x, d)
}

// order returns the axes in the order in which they are resized. What takes nearest elements is the same in any order, and fastest where the last axis
// is resized while the others are short: its elements are taken one by one, those of others in rows.
func (r *resizing) order(shape, sizes []int) []int {
	var first, last []int
	for axis, n := range shape {
		if r.mode != "nearest" || sizes[axis] < n {
			first = append(first, axis)
		} else {
			last = append(last, axis)
		}
	}
	slices.Reverse(last)
	return append(first, last...)
}

// source returns which place of n elements the i-th of m comes from.
func (r *resizing) source(i, n, m int, scale float64, roi [2]float64) float64 {
	x := float64(i)
	switch r.coordinates {
	case "half_pixel_symmetric":
		adjustment := float64(m) / (scale * float64(n))
		return float64(n)/2*(1-adjustment) + (x+0.5)/scale - 0.5
	case "pytorch_half_pixel":
		if m == 1 {
			return 0
		}
	case "align_corners":
		if m == 1 {
			return 0
		}
		return x * float64(n-1) / float64(m-1)
	case "asymmetric":
		return x / scale
	case "tf_half_pixel_for_nn":
		return (x + 0.5) / scale
	case "tf_crop_and_resize":
		if m == 1 {
			return (roi[0] + roi[1]) / 2 * float64(n-1)
		}
		return roi[0]*float64(n-1) + x*(roi[1]-roi[0])*float64(n-1)/float64(m-1)
	}
	return (x+0.5)/scale - 0.5
}

// taps returns the element before a place and the weights of those around it: the first is that of element first.
func (r *resizing) taps(at, scale float64) (first int, weights []float64) {
	floor := math.Floor(at)
	f := at - floor
	reach, s := 1, 1.0 // elements on either side, and how much wider the kernel is
	if r.mode == "cubic" {
		reach = 2
	}
	if r.antialias && scale < 1 {
		s = scale
		reach = int(math.Ceil(float64(reach) / scale))
	}
	kernel := func(x float64) float64 {
		x = math.Abs(x)
		a := r.cubic
		switch {
		case r.mode == "linear":
			return max(0, 1-x)
		case x <= 1:
			return (a+2)*x*x*x - (a+3)*x*x + 1
		case x < 2:
			return a*x*x*x - 5*a*x*x + 8*a*x - 4*a
		}
		return 0
	}
	first = int(floor) - reach + 1
	total := 0.0
	for k := -reach + 1; k <= reach; k++ {
		w := kernel((float64(k) - f) * s)
		weights, total = append(weights, w), total+w
	}
	if r.antialias {
		for i := range weights {
			weights[i] /= total
		}
	}
	return first, weights
}

// along interpolates along an axis of n elements at places.
func (r *resizing) along(e *ivy.Env, x *ivy.Array, axis int, at []float64, n int, scale float64) *ivy.Array {
	take := func(index []int64) *ivy.Array {
		return e.Take(x, e.Reshape(e.Asarray(index, ivy.Int64), []int{len(index)}), ivy.Axis(axis))
	}
	hold := func(i int) int64 { return int64(max(0, min(i, n-1))) }
	if r.mode == "nearest" {
		index := make([]int64, len(at))
		for i, p := range at {
			switch r.nearest {
			case "round_prefer_floor":
				p = math.Ceil(p - 0.5)
			case "round_prefer_ceil":
				p = math.Floor(p + 0.5)
			case "ceil":
				p = math.Ceil(p)
			default:
				p = math.Floor(p)
			}
			index[i] = hold(int(p))
		}
		return take(index)
	}
	var index [][]int64
	var weights [][]float64
	for i, p := range at {
		first, ws := r.taps(p, scale)
		if i == 0 {
			index, weights = make([][]int64, len(ws)), make([][]float64, len(ws))
		}
		total := 0.0
		for k := range ws {
			if r.excludes && (first+k < 0 || first+k >= n) {
				ws[k] = 0
			}
			total += ws[k]
		}
		for k, w := range ws {
			if r.excludes {
				w /= total
			}
			index[k], weights[k] = append(index[k], hold(first+k)), append(weights[k], w)
		}
	}
	if len(at) == 0 {
		return take(nil)
	}
	dims := slices.Repeat([]int{1}, x.Ndim())
	dims[axis] = len(at)
	var z *ivy.Array
	for k := range index {
		y := e.Multiply(take(index[k]), e.Reshape(e.Asarray(weights[k], x.Dtype()), dims))
		if z == nil {
			z = y
		} else {
			z = e.Add(z, y)
		}
	}
	return z
}

func affineGrid(c *call) *ivy.Array {
	e, theta, size := c.e, c.x(0), c.ints(1)
	c.checkShape(size)
	n := len(size) - 2
	if n != 2 && n != 3 || !slices.Equal(theta.Shape(), []int{size[0], n, n + 1}) {
		c.failf(ivy.ErrShape, "a theta of shape %v for images of shape %v", theta.Shape(), size)
	}
	if err := e.CheckSize(product(size[2:])*(n+1), 8); err != nil {
		c.failf(ivy.ErrValue, "%v", err)
	}
	lengths := size[2:]
	columns := make([]*ivy.Array, 0, n+1)
	for axis := n - 1; axis >= 0; axis-- { // the last axis comes first
		m := lengths[axis]
		at := make([]float64, m)
		for i := range at {
			if c.flag("align_corners") {
				if m > 1 {
					at[i] = 2*float64(i)/float64(m-1) - 1
				} else {
					at[i] = -1
				}
			} else {
				at[i] = (2*float64(i)+1)/float64(m) - 1
			}
		}
		dims := slices.Repeat([]int{1}, n)
		dims[axis] = m
		columns = append(columns, e.BroadcastTo(e.Reshape(e.Asarray(at, theta.Dtype()), dims), lengths))
	}
	columns = append(columns, e.Ones(lengths, theta.Dtype()))
	points := e.Reshape(e.Stack(columns, ivy.Axis(-1)), []int{-1, n + 1})
	z := e.MatMul(points, e.MatrixTranspose(theta))
	return e.Reshape(z, slices.Concat([]int{size[0]}, lengths, []int{n}))
}

// samples returns the places along one axis of a region's fields, count in each, with the weights of the two elements around each place.
func samples(start, width float64, fields, count, n int) (low, high []int, wLow, wHigh []float64) {
	bin := width / float64(fields)
	for f := range fields {
		for s := range count {
			p := start + float64(f)*bin + (float64(s)+0.5)*bin/float64(count)
			if p < -1 || p > float64(n) {
				low, high, wLow, wHigh = append(low, 0), append(high, 0), append(wLow, 0), append(wHigh, 0)
				continue
			}
			p = max(p, 0)
			l := int(p)
			h := l + 1
			if l >= n-1 {
				l, h = n-1, n-1
				p = float64(l)
			}
			low, high, wLow, wHigh = append(low, l), append(high, h), append(wLow, 1-(p-float64(l))), append(wHigh, p-float64(l))
		}
	}
	return low, high, wLow, wHigh
}

// roiAlign samples regions of images: means are products of matrices, as the weights of an element are those along both axes.
func roiAlign(c *call) *ivy.Array {
	e, x := c.e, c.x(0)
	rois, images := c.numbers(1), c.ints(2)
	shape := x.Shape()
	if len(shape) != 4 || !slices.Equal(c.shape(1), []int{len(images), 4}) {
		c.failf(ivy.ErrShape, "regions of shape %v of %d images of shape %v", c.shape(1), len(images), shape)
	}
	oh, ow := c.attrInt("output_height", 1), c.attrInt("output_width", 1)
	ratio := c.attrInt("sampling_ratio", 0)
	scale := c.attrFloat("spatial_scale", 1)
	if oh < 1 || ow < 1 || oh > 1<<14 || ow > 1<<14 || ratio < 0 || ratio > 1<<10 {
		c.failf(ivy.ErrValue, "%d × %d fields of %d samples", oh, ow, ratio)
	}
	half := c.version >= 16 && c.oneOf("coordinate_transformation_mode", "half_pixel", "output_half_pixel") == "half_pixel"
	greatest := c.oneOf("mode", "avg", "max") == "max"
	d := x.Dtype()
	var zs []*ivy.Array
	for k, image := range images {
		if image < 0 || image >= shape[0] {
			c.failf(ivy.ErrIndex, "image %d of %d", image, shape[0])
		}
		var edges [4]float64
		for i := range edges {
			edges[i] = rois[4*k+i] * scale
			if half {
				edges[i] -= 0.5
			}
		}
		w, h := edges[2]-edges[0], edges[3]-edges[1]
		if !half {
			w, h = max(w, 1), max(h, 1)
		}
		count := func(size float64, fields int) int {
			if ratio > 0 {
				return ratio
			}
			return int(max(0, min(math.Ceil(size/float64(fields)), 1<<12)))
		}
		nh, nw := count(h, oh), count(w, ow)
		yl, yh, wyl, wyh := samples(edges[1], h, oh, nh, shape[2])
		xl, xh, wxl, wxh := samples(edges[0], w, ow, nw, shape[3])
		plane := e.GetItem(x, image)
		if greatest {
			zs = append(zs, maxOfSamples(e, plane, oh, ow, nh, nw, yl, yh, xl, xh, wyl, wyh, wxl, wxh))
			continue
		}
		matrix := func(fields, count, n int, low, high []int, wl, wh []float64) *ivy.Array {
			m := make([]float64, fields*n)
			for i := range low {
				f := i / max(count, 1)
				m[f*n+low[i]] += wl[i] / float64(max(count, 1))
				m[f*n+high[i]] += wh[i] / float64(max(count, 1))
			}
			return e.Reshape(e.Asarray(m, d), []int{fields, n})
		}
		rows, columns := matrix(oh, nh, shape[2], yl, yh, wyl, wyh), matrix(ow, nw, shape[3], xl, xh, wxl, wxh)
		zs = append(zs, e.MatMul(e.MatMul(rows, plane), e.MatrixTranspose(columns)))
	}
	if len(zs) == 0 {
		return e.Zeros([]int{0, shape[1], oh, ow}, d)
	}
	return e.Stack(zs)
}

// maxOfSamples returns in each field the greatest of the four weighted elements around all samples, as the standard's reference has it.
func maxOfSamples(e *ivy.Env, plane *ivy.Array, oh, ow, nh, nw int, yl, yh, xl, xh []int, wyl, wyh, wxl, wxh []float64) *ivy.Array {
	ch, width := plane.Dim(0), plane.Dim(2)
	var index []int64
	var weights []float64
	for i := range yl {
		for k := range xl {
			for _, p := range []struct {
				y, x int
				w    float64
			}{{yl[i], xl[k], wyl[i] * wxl[k]}, {yl[i], xh[k], wyl[i] * wxh[k]}, {yh[i], xl[k], wyh[i] * wxl[k]}, {yh[i], xh[k], wyh[i] * wxh[k]}} {
				index, weights = append(index, int64(p.y*width+p.x)), append(weights, p.w)
			}
		}
	}
	if nh*nw == 0 {
		return e.Zeros([]int{ch, oh, ow}, plane.Dtype())
	}
	v := e.Multiply(e.Take(e.Reshape(plane, []int{ch, -1}), e.Asarray(index, ivy.Int64), ivy.Axis(1)), e.Asarray(weights, plane.Dtype()))
	return e.Max(e.Reshape(v, []int{ch, oh, nh, ow, nw * 4}), ivy.Axes{2, 4})
}

// maxRegions returns the greatest elements in the fields of regions, whose edges are rounded to elements; 0 in a field without one.
func maxRegions(c *call) *ivy.Array {
	e, x, rois := c.e, c.x(0), c.numbers(1)
	shape, size := x.Shape(), c.attrInts("pooled_shape")
	if len(shape) != 4 || len(size) != 2 || size[0] < 1 || size[1] < 1 || size[0] > 1<<10 || size[1] > 1<<10 || len(c.shape(1)) != 2 || c.shape(1)[1] != 5 {
		c.failf(ivy.ErrShape, "regions of shape %v in %v fields of images of shape %v", c.shape(1), size, shape)
	}
	scale := c.number32("spatial_scale", 1)
	round := func(v float64) int { return int(max(-1<<30, min(1<<30, math.Round(v*scale)))) }
	// field returns the elements of field i of n between two edges, on an axis of some length.
	field := func(from, to, i, n, length int) (low, high int) {
		bin := float32(max(to-from+1, 1)) / float32(n)
		low, high = int(math.Floor(float64(float32(i)*bin)))+from, int(math.Ceil(float64(float32(i+1)*bin)))+from
		return max(0, min(low, length)), max(0, min(high, length))
	}
	var zs []*ivy.Array
	for k := range c.shape(1)[0] {
		r := rois[5*k : 5*k+5]
		image := int(r[0])
		if image < 0 || image >= shape[0] {
			c.failf(ivy.ErrIndex, "image %v of %d", r[0], shape[0])
		}
		for i := range size[0] {
			top, bottom := field(round(r[2]), round(r[4]), i, size[0], shape[2])
			for j := range size[1] {
				left, right := field(round(r[1]), round(r[3]), j, size[1], shape[3])
				if top >= bottom || left >= right {
					zs = append(zs, e.Zeros([]int{shape[1]}, x.Dtype()))
					continue
				}
				zs = append(zs, e.Max(e.GetItem(x, image, ivy.Colon, ivy.Slice(top, bottom), ivy.Slice(left, right)), ivy.Axes{1, 2}))
			}
		}
	}
	if len(zs) == 0 {
		return e.Zeros([]int{0, shape[1], size[0], size[1]}, x.Dtype())
	}
	return e.PermuteDims(e.Reshape(e.Stack(zs), []int{c.shape(1)[0], size[0], size[1], shape[1]}), []int{0, 3, 1, 2})
}

// nonMax keeps the boxes of each class of which no better one covers too much, on the host: each decision depends on those before it.
func nonMax(c *call) {
	boxes, scores := c.shape(0), c.shape(1)
	if len(boxes) != 3 || boxes[2] != 4 || len(scores) != 3 || scores[0] != boxes[0] || scores[2] != boxes[1] {
		c.failf(ivy.ErrShape, "boxes of shape %v and scores of shape %v", boxes, scores)
	}
	most := 0
	if c.has(2) {
		most = c.int(2)
	}
	overlap := float32(0)
	if c.has(3) {
		overlap = float32(c.number(3))
	}
	threshold, limited := float32(0), c.has(4)
	if limited {
		threshold = float32(c.number(4))
	}
	centred := c.attrInt("center_point_box", 0) == 1
	all, values := ivy.Values[float64](c.e.Astype(c.x(0), ivy.Float64)), ivy.Values[float64](c.e.Astype(c.x(1), ivy.Float64))
	n := boxes[1]
	edges := func(b, i int) (y1, x1, y2, x2 float32) {
		p := all[(b*n+i)*4:]
		f := func(k int) float32 { return float32(p[k]) }
		if centred {
			return f(1) - f(3)/2, f(0) - f(2)/2, f(1) + f(3)/2, f(0) + f(2)/2
		}
		return min(f(0), f(2)), min(f(1), f(3)), max(f(0), f(2)), max(f(1), f(3))
	}
	covers := func(b, i, k int) bool {
		ay1, ax1, ay2, ax2 := edges(b, i)
		by1, bx1, by2, bx2 := edges(b, k)
		h, w := min(ay2, by2)-max(ay1, by1), min(ax2, bx2)-max(ax1, bx1)
		if h <= 0 || w <= 0 {
			return false
		}
		both := h * w
		union := (ay2-ay1)*(ax2-ax1) + (by2-by1)*(bx2-bx1) - both
		return union > 0 && both/union > overlap
	}
	var zs []int64
	for b := range boxes[0] {
		for class := range scores[1] {
			order := make([]int, 0, n)
			score := func(i int) float32 { return float32(values[(b*scores[1]+class)*n+i]) }
			for i := range n {
				if !limited || score(i) > threshold {
					order = append(order, i)
				}
			}
			slices.SortStableFunc(order, func(i, k int) int {
				switch {
				case score(i) > score(k):
					return -1
				case score(i) < score(k):
					return 1
				}
				return 0
			})
			var kept []int
			for _, i := range order {
				if len(kept) >= most {
					break
				}
				if !slices.ContainsFunc(kept, func(k int) bool { return covers(b, k, i) }) {
					kept = append(kept, i)
					zs = append(zs, int64(b), int64(class), int64(i))
				}
			}
		}
	}
	c.setAs(c.e.Reshape(c.e.Asarray(zs, ivy.Int64), []int{len(zs) / 3, 3}), elemInt64)
}

// deformConv is a convolution whose elements are taken from places that offsets move, linear between the four nearest, 0 outside.
func deformConv(c *call) *ivy.Array {
	e, x, w, offset := c.e, c.x(0), c.x(1), c.x(2)
	xs, ws, os := x.Shape(), w.Shape(), offset.Shape()
	if len(xs) != 4 || len(ws) != 4 || len(os) != 4 {
		c.failf(ivy.ErrUnsupported, "shapes %v, %v and %v, want four axes", xs, ws, os)
	}
	group, parts := c.attrInt("group", 1), c.attrInt("offset_group", 1)
	v := c.window(xs[2:], ws[2:])
	kh, kw := ws[2], ws[3]
	k := kh * kw
	n, ch, h, width, oh, ow := xs[0], xs[1], xs[2], xs[3], os[2], os[3]
	if group < 1 || parts < 1 || ch != ws[1]*group || ws[0]%group != 0 || ch%parts != 0 || os[0] != n || os[1] != parts*k*2 {
		c.failf(ivy.ErrShape, "offsets of shape %v for filters of shape %v and shape %v", os, ws, xs)
	}
	for i, o := range []int{oh, ow} {
		if o != (xs[2+i]+v.pads[i][0]+v.pads[i][1]-(ws[2+i]-1)*v.dilations[i]-1)/v.strides[i]+1 {
			c.failf(ivy.ErrShape, "offsets of shape %v for filters of shape %v and shape %v", os, ws, xs)
		}
	}
	d := x.Dtype()
	offset = e.Reshape(offset, []int{n, parts, k, 2, oh, ow})
	place := func(axis, count, out, kernelAxis int) *ivy.Array {
		base := make([]float64, k*oh*ow)
		for i := range k {
			at := []int{i / kw, i % kw}[kernelAxis]
			for y := range oh {
				for z := range ow {
					base[(i*oh+y)*ow+z] = float64([]int{y, z}[kernelAxis]*v.strides[kernelAxis] - v.pads[kernelAxis][0] + at*v.dilations[kernelAxis])
				}
			}
		}
		moved := e.GetItem(offset, ivy.Colon, ivy.Colon, ivy.Colon, kernelAxis)
		return e.Reshape(e.Add(moved, e.Reshape(e.Asarray(base, d), []int{k, oh, ow})), []int{n, parts, 1, k * oh * ow})
	}
	py, px := place(0, h, oh, 0), place(1, width, ow, 1)
	fy, fx := e.Floor(py), e.Floor(px)
	flat := e.Reshape(x, []int{n, parts, ch / parts, h * width})
	var columns *ivy.Array
	for _, corner := range [4][2]float64{{0, 0}, {0, 1}, {1, 0}, {1, 1}} {
		y, z := e.Add(fy, corner[0]), e.Add(fx, corner[1])
		weight := func(p, at *ivy.Array) *ivy.Array { return e.Subtract(1.0, e.Abs(e.Subtract(p, at))) }
		inside := e.LogicalAnd(e.LogicalAnd(e.GreaterEqual(y, 0.0), e.Less(y, float64(h))), e.LogicalAnd(e.GreaterEqual(z, 0.0), e.Less(z, float64(width))))
		index := e.Add(e.Multiply(e.Astype(e.Where(inside, y, 0.0), ivy.Int64), width), e.Astype(e.Where(inside, z, 0.0), ivy.Int64))
		value := e.TakeAlongAxis(flat, index, ivy.Axis(3))
		value = e.Multiply(value, e.Where(inside, e.Multiply(weight(py, y), weight(px, z)), 0.0))
		if columns == nil {
			columns = value
		} else {
			columns = e.Add(columns, value)
		}
	}
	if m := c.opt(4); m != nil {
		columns = e.Multiply(columns, e.Reshape(m, []int{n, parts, 1, k * oh * ow}))
	}
	columns = e.Reshape(columns, []int{n, group, ch / group * k, oh * ow})
	z := e.Reshape(e.MatMul(e.Reshape(w, []int{group, ws[0] / group, ws[1] * k}), columns), []int{n, ws[0], oh, ow})
	if b := c.opt(3); b != nil {
		z = e.Add(z, e.Reshape(b, []int{-1, 1, 1}))
	}
	return z
}
