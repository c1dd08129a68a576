package ivy

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Samples of arrays at places between their elements, and boxes in images.

// A tap is one of the elements along an axis that a sample is made of: where they are, an array of int64 from 0 to n − 1.
type tap struct {
	at     *Array
	weight *Array // nil: 1
	inside *Array // bools, false where there is no element; nil: there is one everywhere
}

// product returns what a and b, of which either may be nil, make by f.
func product(a, b *Array, f func(x, y any, opts ...Option) *Array) *Array {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return f(a, b)
}

// sampled returns sums over the taps of each axis. x has shape (n, d, c), its axes of lengths lens as one, and taps[i] are those along
// axis i, arrays that broadcast. images has the numbers of the first axis, which broadcast with them. The result has the axes
// of the taps, and c behind.
func (e *Env) sampled(x, images *Array, lens []int, taps [][]tap) *Array {
	n, d, c := x.shape[0], x.shape[1], x.shape[2]
	x = e.Reshape(x, []int{n * d, c})
	var sum *Array
	var add func(i int, all tap)
	add = func(i int, all tap) {
		if i < len(lens) {
			for _, t := range taps[i] {
				at := t.at
				if all.at != nil {
					at = e.Add(e.Multiply(all.at, lens[i]), at)
				}
				add(i+1, tap{at, product(all.weight, t.weight, e.Multiply), product(all.inside, t.inside, e.LogicalAnd)})
			}
			return
		}
		at := e.Add(e.Multiply(images, d), all.at)
		z := e.Reshape(e.Take(x, e.Reshape(at, []int{at.Size()}), Axis(0)), append(slices.Clone(at.shape), c))
		if all.inside != nil { // no product, which would be NaN for an infinite element
			z = e.Where(e.ExpandDims(all.inside, Axis(-1)), z, 0.0)
		}
		if all.weight != nil {
			z = e.Multiply(z, e.ExpandDims(all.weight, Axis(-1)))
		}
		if sum == nil {
			sum = z
		} else {
			sum = e.Add(sum, z)
		}
	}
	add(0, tap{})
	return sum
}

// A gridding is how places of a grid become elements.
type gridding struct {
	mode, outside string
	corners       bool
}

func (e *Env) gridSample(x, grid any, opts []Option) *Array {
	xs, o, _ := e.together(ops.GridSample, opts, 2, x, grid)
	a, g := xs[0], xs[1]
	r, first := spatial(a.shape, opts)
	if r < 2 || len(g.shape) != r+2 || g.shape[r+1] != r || g.shape[0] != a.shape[0] {
		check(errorf(ErrShape, "x of shape %s and grid of shape %s, want (n, …) with two or three axes and the channels, and (n, …, r) with as many axes and coordinates", shape.Text(a.shape), shape.Text(g.shape)))
	}
	how := gridding{string(get(opts, Mode("linear"))), string(get(opts, PaddingMode("zeros"))), bool(get(opts, AlignCorners(false)))}
	taps := 1
	switch how.mode {
	case "nearest":
	case "linear":
		taps = 1 << r
	case "cubic":
		if taps = 16; r != 2 {
			check(errorf(ErrValue, "mode \"cubic\" of %d axes, want two", r))
		}
	default:
		check(errorf(ErrValue, "mode %q, want \"nearest\", \"linear\" or \"cubic\"", how.mode))
	}
	if !slices.Contains([]string{"zeros", "border", "reflection"}, how.outside) {
		check(errorf(ErrValue, "padding_mode %q, want \"zeros\", \"border\" or \"reflection\"", how.outside))
	}
	lens, outer := a.shape[first:first+r], g.shape[1:r+1]
	if slices.Contains(lens, 0) {
		check(errorf(ErrShape, "x of shape %s has an axis of no elements", shape.Text(a.shape)))
	}
	dims := slices.Concat(a.shape[:first], outer, a.shape[first+r:])
	e.room(a, a.dtype, dims...)
	if shape.Size(dims) == 0 {
		return e.toOut(e.withoutElements(a, dims), &o)
	}
	const stepsOfTap = 12 // about
	z := e.composedOf(taps*stepsOfTap, ops.GridSample, fmt.Sprint(first, lens, outer, how), func(e *Env, x []*Array) *Array {
		a, g := e.wider(x[0]), e.wider(x[1])
		if first == 2 {
			a = e.MoveAxis(a, []int{1}, []int{-1})
		}
		n, c, places := a.shape[0], a.shape[r+1], shape.Size(outer)
		g = e.Reshape(g, []int{n, places, r})
		along := make([][]tap, r)
		for i, d := range lens { // the last axis has the first coordinate
			along[i] = how.taps(e, e.Squeeze(e.partAlong(g, 2, r-1-i, 1), Axis(2)), d)
		}
		z := e.sampled(e.Reshape(a, []int{n, shape.Size(lens), c}), e.Reshape(e.counting(a.be.rootEngine(), n), []int{n, 1}), lens, along)
		z = e.Reshape(z, slices.Concat([]int{n}, outer, []int{c}))
		if first == 2 {
			z = e.MoveAxis(z, []int{-1}, []int{1})
		}
		return e.Astype(z, x[0].dtype, Copy(true))
	}, a, g)
	return e.toOut(z, &o)
}

// taps returns the elements, of n along an axis, that coordinates of a grid are made of.
func (g gridding) taps(e *Env, at *Array, n int) []tap {
	first := -0.5 // where −1 is
	if at = e.Add(at, 1.0); g.corners {
		at, first = e.Multiply(at, float64(n-1)/2), 0
	} else {
		at = e.Divide(e.Subtract(e.Multiply(at, float64(n)), 1.0), 2.0)
	}
	if g.outside == "reflection" { // of ∞ there is none
		at = e.Where(e.IsFinite(at), at, first)
	} else {
		at = e.between(e.Where(e.IsNan(at), first, at), -4, float64(n)+3) // beyond which nothing changes
	}
	if g.mode != "cubic" { // whose elements are held inside one by one
		at = g.held(e, at, n)
	}
	if g.mode == "nearest" {
		return []tap{g.tap(e, e.Round(at), nil, n)}
	}
	low := e.Floor(at)
	f := e.Subtract(at, low)
	if g.mode == "linear" {
		return []tap{g.tap(e, low, e.Subtract(1.0, f), n), g.tap(e, e.Add(low, 1.0), f, n)}
	}
	const a = -0.75
	near := func(x *Array) *Array { // keys from 0 to 1
		return e.Add(e.Multiply(e.Multiply(e.Subtract(e.Multiply(x, a+2), a+3), x), x), 1.0)
	}
	far := func(x *Array) *Array { // keys from 1 to 2
		return e.Subtract(e.Multiply(e.Add(e.Multiply(e.Subtract(e.Multiply(x, a), 5*a), x), 8*a), x), 4*a)
	}
	rest := e.Subtract(1.0, f)
	weights := []*Array{far(e.Add(f, 1.0)), near(f), near(rest), far(e.Add(rest, 1.0))}
	taps := make([]tap, len(weights))
	for i, w := range weights {
		taps[i] = g.tap(e, g.held(e, e.Add(low, float64(i-1)), n), w, n)
	}
	return taps
}

// held returns positions along an axis of n elements as what there is outside says: none changes with zeros.
func (g gridding) held(e *Env, at *Array, n int) *Array {
	if g.outside == "zeros" {
		return at
	}
	if g.outside == "reflection" {
		edge, span := -0.5, float64(n) // the first place where it is reflected, and how far the other one is
		if g.corners {
			edge, span = 0, float64(n-1)
		}
		if span == 0 {
			return e.Multiply(at, 0.0)
		}
		at = e.Remainder(e.Subtract(at, edge), 2*span)
		at = e.Add(e.Where(e.Greater(at, span), e.Subtract(2*span, at), at), edge)
	}
	return e.between(at, 0, float64(n-1))
}

// tap returns the tap at whole positions.
func (g gridding) tap(e *Env, at, weight *Array, n int) tap {
	t := tap{at: e.Astype(at, Int64), weight: weight}
	if g.outside == "zeros" {
		t.inside = e.LogicalAnd(e.GreaterEqual(t.at, 0), e.Less(t.at, n))
	}
	t.at = e.Maximum(e.Minimum(t.at, n-1), 0)
	return t
}

func (e *Env) roiAlign(input, boxes any, size []int, opts []Option) *Array {
	xs, o, _ := e.together(ops.ROIAlign, opts, 2, input, boxes)
	a, b := xs[0], xs[1]
	r, first := spatial(a.shape, opts)
	if r != 2 || len(b.shape) != 2 || b.shape[1] != 5 {
		check(errorf(ErrShape, "input of shape %s and boxes of shape %s, want four axes and (k, 5)", shape.Text(a.shape), shape.Text(b.shape)))
	}
	size = eachAxis("output_size", size, 2, 1)
	scale, aligned, ratio := float64(get(opts, SpatialScale(1))), bool(get(opts, Aligned(false))), int(get(opts, SamplingRatio(1)))
	if ratio < 1 || ratio > math.MaxInt32 {
		check(errorf(ErrValue, "sampling_ratio %d, want 1 or more: how many samples a field has must not depend on its box", ratio))
	}
	lens, k := a.shape[first:first+2], b.shape[0]
	if slices.Contains(lens, 0) {
		check(errorf(ErrShape, "input of shape %s has an axis of no elements", shape.Text(a.shape)))
	}
	c := a.shape[channelAxis(a, opts)]
	dims := []int{k, size[0], size[1], c}
	if first == 2 {
		dims = []int{k, c, size[0], size[1]}
	}
	e.room(a, a.dtype, k, shape.Product(size[0], ratio), shape.Product(size[1], ratio), c)
	if shape.Size(dims) == 0 {
		return e.toOut(e.withoutElements(a, dims), &o)
	}
	e.room(a, Int64, k, size[0]*ratio, size[1]*ratio)
	images := e.imagesOf(b, a.shape[0])
	z := e.composed(ops.ROIAlign, fmt.Sprint(first, a.shape, k, size, scale, aligned, ratio), func(e *Env, x []*Array) *Array {
		a, b := e.wider(x[0]), e.wider(x[1])
		if first == 2 {
			a = e.MoveAxis(a, []int{1}, []int{-1})
		}
		at := make([][]tap, 2)
		for i, n := range lens {
			at[i] = e.linearTaps(e.samplesOf(b, i, size[i], ratio, scale, aligned), n)
			for j, t := range at[i] { // (k, h, 1) and (k, 1, w)
				at[i][j] = tap{e.ExpandDims(t.at, Axis(2-i)), e.ExpandDims(t.weight, Axis(2-i)), e.ExpandDims(t.inside, Axis(2-i))}
			}
		}
		z := e.sampled(e.Reshape(a, []int{a.shape[0], lens[0] * lens[1], c}), e.Reshape(x[2], []int{k, 1, 1}), lens, at)
		z = e.Mean(e.Reshape(z, []int{k, size[0], ratio, size[1], ratio, c}), Axes{2, 4})
		if first == 2 {
			z = e.MoveAxis(z, []int{-1}, []int{1})
		}
		return e.Astype(z, x[0].dtype, Copy(true))
	}, a, b, images)
	return e.toOut(z, &o)
}

// imagesOf returns the numbers of the images of boxes, n of them: n itself, which is out of range, for what is none.
func (e *Env) imagesOf(boxes *Array, n int) *Array {
	at := e.wider(e.StopGradient(e.Squeeze(e.partAlong(boxes, 1, 0, 1), Axis(1))))
	there := e.LogicalAnd(e.GreaterEqual(at, 0.0), e.Less(at, float64(n)))
	at = e.Minimum(e.Astype(e.Where(there, at, float64(n)), Int64), n) // a great n may have been rounded up
	return e.countedFrom0("boxes: the number of an image", n, at, func(at *Array) *Array {
		e.Take(e.counting(at.be, n), at)
		return at
	})
}

// samplesOf returns where the samples of boxes are along an axis, ratio of them in each of n fields: of shape (k, n·ratio).
func (e *Env) samplesOf(boxes *Array, axis, n, ratio int, scale float64, aligned bool) *Array {
	corner := func(i int) *Array { // x1, y1, x2 and y2 are behind the number of the image
		at := e.Multiply(e.partAlong(boxes, 1, i, 1), scale)
		if aligned {
			at = e.Subtract(at, 0.5)
		}
		return at
	}
	start := corner(2 - axis)
	length := e.Subtract(corner(4-axis), start)
	if !aligned {
		length = e.Where(e.Less(length, 1.0), 1.0, length)
	}
	parts := make([]float64, n*ratio)
	for i := range parts {
		parts[i] = (float64(i) + 0.5) / float64(n*ratio)
	}
	of, err := e.fromGo(e.now.Load(), boxes.be, parts, boxes.dtype)
	check(err)
	return e.Add(start, e.Multiply(length, of))
}

// linearTaps returns the two elements, of n, that positions lie between; beyond the first or the last one it counts
// alone, and farther than 1 from it there is none.
func (e *Env) linearTaps(at *Array, n int) []tap {
	inside := e.LogicalAnd(e.GreaterEqual(at, -1.0), e.LessEqual(at, float64(n)))
	at = e.between(e.Where(inside, at, 0.0), 0, float64(n-1))
	low := e.Floor(at)
	f := e.Subtract(at, low)
	first := e.Maximum(e.Minimum(e.Astype(low, Int64), n-1), 0)
	return []tap{{first, e.Subtract(1.0, f), inside}, {e.Minimum(e.Add(first, 1), n-1), f, inside}}
}

// countedFrom0 returns what f makes of indices, which it finds out of range: those below 0 too. The error names what they are, of n.
func (e *Env) countedFrom0(name string, n int, index *Array, f func(index *Array) *Array) (z *Array) {
	err := Try(func() {
		defer blame("")
		z = f(e.Where(e.Less(index, 0), n, index))
	})
	if errors.Is(err, ErrIndex) {
		check(errorf(ErrIndex, "%s is not from 0 to %d everywhere", name, n-1))
	}
	check(err)
	return z
}

func (e *Env) nms(boxes any, opts []Option) *Array {
	s := e.now.Load()
	var o options
	check(o.parse(ops.NMS, opts))
	given := valueOf(opts, ops.Scores)
	be, err := e.agree(s, boxes, given)
	check(err)
	a, err := e.asArray(s, be, boxes)
	check(err)
	a, err = e.prepare(s, ops.NMS, composed(ops.NMS), a)
	check(err)
	if len(a.shape) != 2 || a.shape[1] != 4 {
		check(errorf(ErrShape, "boxes of shape %s, want (n, 4)", shape.Text(a.shape)))
	}
	n := a.shape[0]
	overlap, most := float64(get(opts, IOUThreshold(0.5))), int(get(opts, MaxOutputSize(n)))
	if math.IsNaN(overlap) {
		check(errorf(ErrValue, "iou_threshold %v", overlap))
	}
	if most < 0 {
		check(errorf(ErrValue, "max_output_size %d, want 0 or more", most))
	}
	if given == nil && o.has(ops.ScoreThreshold) {
		check(errorf(ErrValue, "score_threshold without scores"))
	}
	var scores []float64
	if given != nil {
		y, err := e.asArray(s, a.be, given)
		check(err)
		if !slices.Equal(y.shape, []int{n}) {
			check(errorf(ErrShape, "scores of shape %s for %d boxes", shape.Text(y.shape), n))
		}
		if y.dtype.IsComplex() {
			check(errorf(ErrDtype, "scores of %v, want real numbers", y.dtype))
		}
		scores = e.numbersOf(y)
	}
	if a.be.probe { // which asks whether there are boxes of that dtype
		return e.zerosAt(a.be, Int64, 0)
	}
	at := e.numbersOf(a)
	order := make([]int64, n)
	for i := range order {
		order[i] = int64(i)
	}
	if given != nil {
		if o.has(ops.ScoreThreshold) {
			least := float64(get(opts, ScoreThreshold(0)))
			order = slices.DeleteFunc(order, func(i int64) bool { return !(scores[i] > least) })
		}
		slices.SortStableFunc(order, func(i, j int64) int { return compareScores(scores[j], scores[i]) })
	}
	left, err := e.fromGo(s, a.be, e.withoutOverlaps(at, order, overlap, most), Int64)
	check(err)
	return left
}

// numbersOf returns the elements of real numbers, of which those of 64-bit integers are rounded.
func (e *Env) numbersOf(x *Array) []float64 {
	check(e.CheckSize(x.Size(), Float64.Size()))
	data, err := x.untracked().bytes()
	check(err)
	z := make([]float64, x.Size())
	for i := range z {
		z[i] = getScalar(data[i*x.dtype.Size():], x.dtype).Float64()
	}
	return z
}

// compareScores compares numbers, with NaN below all others.
func compareScores(x, y float64) int {
	switch {
	case x < y || math.IsNaN(x) && !math.IsNaN(y):
		return -1
	case x > y || math.IsNaN(y) && !math.IsNaN(x):
		return 1
	}
	return 0
}

// withoutOverlaps returns those of the boxes in order that overlap none before them that is left, most of them.
func (e *Env) withoutOverlaps(boxes []float64, order []int64, overlap float64, most int) []int64 {
	area := func(b []float64) float64 { return (b[2] - b[0]) * (b[3] - b[1]) }
	left := order[:0:0]
	for _, i := range order {
		if len(left) >= most {
			break
		}
		check(e.stop().Err())
		b := boxes[4*i:][:4]
		if !slices.ContainsFunc(left, func(j int64) bool {
			c := boxes[4*j:][:4]
			shared := max(0, min(b[2], c[2])-max(b[0], c[0])) * max(0, min(b[3], c[3])-max(b[1], c[1]))
			return shared/(area(b)+area(c)-shared) > overlap
		}) {
			left = append(left, i)
		}
	}
	return left
}

// realNumber returns a real number that an option gives, without a dtype.
func realNumber(name string, v any) float64 {
	n := goNumber(name, v)
	if imag(n.Complex128()) != 0 {
		check(errorf(ErrValue, "%s %v, want a real number", name, v))
	}
	return n.Float64()
}
