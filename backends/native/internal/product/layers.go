package product

import (
	"slices"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/gemm"
	"github.com/goivy/goivy/backends/native/internal/move"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// convolve computes convolutions: of groups with few filters plane by plane, or row by row where channels are side by side,
// of others by products of matrices, one for each group.
func convolve(out backend.Spec, xs []backend.Buffer, c backend.ConvolutionAttrs) (backend.Buffer, error) {
	return convolveWith(out, xs[0].(*array.Buffer), xs[1].(*array.Buffer), c, notPacked, nil)
}

// An operand is how products read the filters of a convolution: as one matrix for each group, or as 16 transformed ones.
type operand int

const (
	asSecond operand = iota
	asFirst
	transformedSecond
	transformedFirst
	operands
)

// notPacked is the packed of convolveWith for filters that are not.
func notPacked(operand) []*gemm.Packed { return nil }

// convolveWith is convolve of a with filters b. packed returns the filters' matrices as an operand of products; nil if they are not packed yet. t, if not
// nil, is where the result goes: if its channels are planes, or if they are last in t.
func convolveWith(out backend.Spec, a, b *array.Buffer, c backend.ConvolutionAttrs, packed func(operand) []*gemm.Packed, t *Target) (z backend.Buffer, err error) {
	if a.Len() > 0 && takesWinograd(out, b.Shape, c) {
		z, err = convolveWinograd(out, a, b, c, packed, t)
	} else {
		z, err = convolveDirect(out, a, b, c, packed, t)
	}
	if last := t.ofLines(); err == nil && last != nil && !last.complete {
		return last.take(out, z.(*array.Buffer))
	}
	return z, err
}

// convolveDirect is convolveWith by sums of the products of filters and windows.
func convolveDirect(out backend.Spec, a, b *array.Buffer, c backend.ConvolutionAttrs, packed func(operand) []*gemm.Packed, t *Target) (backend.Buffer, error) {
	m := out.Shape[len(c.Strides)+1]
	if shape.Size(out.Shape) == 0 || b.Len() == 0 || a.Len() == 0 { // sums of nothing
		return move.Full(out, backend.FillAttrs{Value: backend.IntScalar(0)})
	}
	if c.Groups > 1 && m/c.Groups < leastFilters {
		if takesDepthwise(out, a, b, c) {
			return convolveDepthwise(out, a, b, c, t)
		}
		return convolvePlanes(out, a, b, c, t.ofPlanes())
	}
	if c.MovesApart() {
		return convolveApart(out, a, b, c)
	}
	if !readsPlanes(out, a, c, t) {
		return convolveLast(out, a, b, c, packed(asSecond), t.ofLines())
	}
	t = t.ofPlanes()
	if !turnsAround(out, a, b, c) {
		return convolvePlanar(out, a, b, c, packed(asFirst), t)
	}
	y, err := convolveLast(out, a, b, c, packed(asSecond), nil)
	if err != nil {
		return nil, err
	}
	planes, z, err := planarResult(out, t)
	if err != nil {
		return nil, err
	}
	array.CopyInto(out.Stop, planes, channelsFirst(y.(*array.Buffer)))
	array.Release(y.(*array.Buffer))
	t.finishAll(out.Stop, planes, out.Shape[0]*m)
	return z, nil
}

// convolveLast is convolveWith by the products of windows and filters, which are packed unless that is nil; the result's channels are side by side. t, if
// not nil, takes such.
func convolveLast(out backend.Spec, a, b *array.Buffer, c backend.ConvolutionAttrs, packed []*gemm.Packed, t *Target) (backend.Buffer, error) {
	r := len(c.Strides)
	m, channels := out.Shape[r+1], a.Shape[r+1]
	if isPointwise(b, c) && (m > 1 || addsColumns(a, c)) {
		return convolvePoints(out, a, b, c, packed, t)
	}
	if packed == nil {
		packed = make([]*gemm.Packed, c.Groups)
	}
	if some := imagesAtOnce(out, a, b, c); some < a.Shape[0] {
		return convolveImages(out, a, b, c, some, packed[0], t)
	}
	a, padded, err := surround(out.Stop, a, c)
	if err != nil {
		return nil, err
	}
	if padded {
		defer array.Release(a)
	}
	if c.Groups == 1 {
		return convolveOne(out, a, b, c, packed[0], t)
	}
	z, err := array.NewResult(out)
	if err != nil {
		return nil, err
	}
	in, each := channels/c.Groups, m/c.Groups
	part := backend.Spec{Dtype: out.Dtype, Shape: append(slices.Clone(out.Shape[:r+1]), each), Stop: out.Stop}
	for g := range c.Groups {
		y, err := convolveOne(part, array.Part(a, r+1, g*in, in), array.Part(b, r+1, g*each, each), c, packed[g], nil)
		if err != nil {
			return nil, err
		}
		array.CopyInto(out.Stop, array.Part(z, r+1, g*each, each), y.(*array.Buffer))
		array.Release(y.(*array.Buffer))
	}
	return z, nil
}

// takesWindows reports whether package gemm has loops for the elements as they lie, or a filter is over more than one element: otherwise a convolution is a product of matrices.
func takesWindows(out backend.Spec, shapes [][]int, a backend.LayerAttrs) bool {
	c := a.(backend.ConvolutionAttrs)
	if c.Turned {
		return false
	}
	return gemm.Has(out.Dtype) && !c.MovesApart() || c.Groups > 1 || shape.Size(shapes[1][:len(c.Strides)]) > 1
}

// isPointwise reports whether a convolution of one group is the product of each element's channels and one matrix.
func isPointwise(filters *array.Buffer, c backend.ConvolutionAttrs) bool {
	return gemm.Has(filters.Dtype) && c.Groups == 1 && filters.Len() == filters.Shape[len(c.Strides)]*filters.Shape[len(c.Strides)+1] && !isPadded(c)
}

// addsColumns reports whether the product with a vector, of the channels of x with one filter, sums in the order in which products of matrices do. Other
// products with vectors of float32 and float64 do not: results would depend on where the channels lie.
func addsColumns(x *array.Buffer, c backend.ConvolutionAttrs) bool {
	if x.Dtype != dtype.Float32 && x.Dtype != dtype.Float64 {
		return true
	}
	r := len(c.Strides)
	together := x.Shape[0] == 1 && dense(x, x.Shape[1:r+1]) && !slices.ContainsFunc(c.Strides, func(s int) bool { return s > 1 })
	return together && x.Strides[r+1] != 1 && x.Shape[r+1] <= gemm.Depth(x.Dtype)
}

// convolvePoints is a convolution that isPointwise.
func convolvePoints(out backend.Spec, a, b *array.Buffer, c backend.ConvolutionAttrs, packed []*gemm.Packed, t *Target) (backend.Buffer, error) {
	r := len(c.Strides)
	for i, s := range c.Strides {
		a = array.Every(a, i+1, 0, out.Shape[i+1], s)
	}
	z, err := t.result(out, out.Shape)
	if err != nil {
		return nil, err
	}
	rows, n := []gemm.Axis(nil), shape.Size(out.Shape[:r+1])
	for i := range r + 1 {
		rows = appendAxis(rows, a.Shape[i], a.Strides[i])
	}
	if len(rows) > 1 {
		if a, err = array.Clone(out.Stop, a); err != nil {
			return nil, err
		}
		defer array.Release(a)
		rows[0].Step = a.Shape[r+1]
	}
	size := z.Dtype.Size()
	w := gemm.Matrix{At: unsafe.Add(b.Base(), b.Offset*size), Row: b.Strides[r], Col: b.Strides[r+1]}
	if packed != nil {
		w.Packed = packed[0]
	}
	k, m := a.Shape[r+1], out.Shape[r+1]
	some := func(lo, hi int, split gemm.Split) { // positions
		gemm.Multiply(z.Dtype, unsafe.Add(z.Base(), (z.Offset+lo*m)*size), gemm.Matrix{At: unsafe.Add(a.Base(), (a.Offset+lo*rows[0].Step)*size), Row: rows[0].Step, Col: a.Strides[r+1]},
			w, hi-lo, k, m, split)
		t.finishLines(z.Offset+lo*m, m, hi-lo, split)
	}
	if t == nil || w.Packed == nil {
		some(0, n, splitting(out.Stop))
	} else {
		bands := bandsOf(n, (k+m)*size)
		shareUnits(out.Stop, bands, gemm.Cost(z.Dtype, n/bands, k, m), func(lo, hi int, split gemm.Split) {
			for i := lo; i < hi; i++ {
				some(i*n/bands, (i+1)*n/bands, split)
			}
		})
	}
	t.reached()
	return z, nil
}

// bandsOf returns in how many bands n rows, of so many bytes of x and of the result, are computed, each together with what completes it. No band is a
// single row, unless there is no other: other loops would sum it.
func bandsOf(n, bytes int) int { return array.CeilDiv(n, max(leastRows, BandBytes/bytes)) }

// leastFilters is of how many filters in each group products of matrices are faster than sums of planes.
const leastFilters = 8

// surround returns a copy of x with the zeros around it, channels last, or x itself if there are none.
func surround(stop *backend.Stop, x *array.Buffer, c backend.ConvolutionAttrs) (_ *array.Buffer, padded bool, err error) {
	if !isPadded(c) {
		return x, false, nil
	}
	z, inner, err := newSurrounded(x, x.Shape[0], c)
	if err != nil {
		return nil, false, err
	}
	array.CopyInto(stop, inner, x)
	return z, true, nil
}

func isPadded(c backend.ConvolutionAttrs) bool {
	return slices.ContainsFunc(c.Padding, func(p [2]int) bool { return p != [2]int{} })
}

// newSurrounded returns zeros, channels last, for so many images of x with the zeros around them, and the part of them that x's elements belong in.
func newSurrounded(x *array.Buffer, images int, c backend.ConvolutionAttrs) (z, inner *array.Buffer, err error) {
	s := slices.Clone(x.Shape)
	s[0] = images
	copy(s[1:], paddedLens(x, c))
	if z, err = array.NewBuffer(backend.Spec{Dtype: x.Dtype, Shape: s}); err != nil {
		return nil, nil, err
	}
	return z, within(z, 1, x, c), nil
}

// paddedLens returns the lengths of x with the zeros around it.
func paddedLens(x *array.Buffer, c backend.ConvolutionAttrs) []int {
	lens := slices.Clone(x.Shape[1 : len(c.Strides)+1])
	for i, p := range c.Padding {
		lens[i] += p[0] + p[1]
	}
	return lens
}

// within returns the part of z, whose axes from first on are those of x with the zeros around it, that x's elements belong in.
func within(z *array.Buffer, first int, x *array.Buffer, c backend.ConvolutionAttrs) *array.Buffer {
	for i, p := range c.Padding {
		z = array.Part(z, first+i, p[0], x.Shape[i+1])
	}
	return z
}

// imageBlock is how many bytes of images are copied at a time, with the zeros around them, so that they are in a cache
// when they are read. leastPositions is of how many positions in an image it is worth it.
const imageBlock, leastPositions = 1 << 20, 64

// imagesAtOnce returns how many images of x a convolution is computed of at a time: all of them where they are
// read where they lie, or not by package gemm.
func imagesAtOnce(out backend.Spec, x, filters *array.Buffer, c backend.ConvolutionAttrs) int {
	r := len(c.Strides)
	n := x.Shape[0]
	if c.Groups > 1 || !isPadded(c) || !gemm.Has(out.Dtype) || shape.Size(out.Shape[1:r+1]) < leastPositions {
		return n
	}
	return imagesOf(x, c)
}

// imagesOf returns how many images with the zeros around them take imageBlock bytes.
func imagesOf(x *array.Buffer, c backend.ConvolutionAttrs) int {
	r := len(c.Strides)
	bytes := float64(x.Shape[r+1] * x.Dtype.Size())
	for i, p := range c.Padding {
		bytes *= float64(x.Shape[i+1] + p[0] + p[1])
	}
	return max(1, int(min(float64(x.Shape[0]), imageBlock/bytes)))
}

// convolveImages is a convolution of so many images at a time.
func convolveImages(out backend.Spec, a, b *array.Buffer, c backend.ConvolutionAttrs, some int, packed *gemm.Packed, t *Target) (backend.Buffer, error) {
	z, err := t.result(out, out.Shape)
	if err != nil {
		return nil, err
	}
	x, inner, err := newSurrounded(a, some, c)
	if err != nil {
		return nil, err
	}
	defer array.Release(x)
	for lo := 0; lo < a.Shape[0]; lo += some {
		n := min(some, a.Shape[0]-lo)
		array.CopyInto(out.Stop, array.Part(inner, 0, 0, n), array.Part(a, 0, lo, n))
		if err := convolveInto(out.Stop, array.Part(z, 0, lo, n), array.Part(x, 0, 0, n), b, c, packed, t); err != nil {
			return nil, err
		}
	}
	t.reached()
	return z, nil
}

// A residue are the window positions along an axis of which the remainder modulo the distance d of x's
// elements is the same: they meet the same elements of a filter, every one with an element of x, not with
// one of the zeros between those.
type residue struct {
	first, n           int // the positions: first, first + d, …
	tap, taps, tapStep int
	from, step         int // tap number u meets, at position number q, element q + from + u·step of x
}

// residues returns those of an axis with windows one apart: of positions 0 … n, elements d apart,
// zeros before them, and taps elements of a filter that are dilation apart.
func residues(n, d, zeros, taps, dilation int) (all []residue) {
	for p := range min(d, n) {
		s := residue{first: p, n: array.CeilDiv(n-p, d)}
		for t := range taps {
			at := p + t*dilation - zeros
			if at%d != 0 {
				continue
			}
			switch s.taps++; s.taps {
			case 1:
				s.tap, s.from = t, at/d
			case 2:
				s.tapStep, s.step = t-s.tap, at/d-s.from
			}
		}
		all = append(all, s)
	}
	return all
}

// convolveApart computes convolutions of elements that are moved apart, as transposed convolutions are: for
// the positions of each residue it is a convolution of x itself with a part of the filters.
func convolveApart(out backend.Spec, a, b *array.Buffer, c backend.ConvolutionAttrs) (backend.Buffer, error) {
	if err := backend.CheckElements(shape.Size(out.Shape), out.Dtype.Size()); err != nil { // there may be as many residues
		return nil, err
	}
	r := len(c.Strides)
	if slices.ContainsFunc(c.Strides, func(s int) bool { return s != 1 }) { // the other positions are left out
		whole := c
		whole.Strides = slices.Repeat([]int{1}, r)
		s := slices.Clone(out.Shape)
		for i := range r {
			s[i+1] = (s[i+1]-1)*c.Strides[i] + 1
			rest := (a.Shape[i+1]-1)*c.Apart[i] + 1 + c.Padding[i][0] + c.Padding[i][1] - ((b.Shape[i]-1)*c.Dilations[i] + 1) + 1 - s[i+1]
			whole.Padding = slices.Clone(whole.Padding)
			whole.Padding[i][1] -= rest // no positions behind the last
		}
		y, err := convolveApart(backend.Spec{Dtype: out.Dtype, Shape: s, Stop: out.Stop}, a, b, whole)
		if err != nil {
			return nil, err
		}
		z := y.(*array.Buffer)
		for i := range r {
			z = array.Every(z, i+1, 0, out.Shape[i+1], c.Strides[i])
		}
		defer array.Release(y.(*array.Buffer))
		return array.Clone(out.Stop, z)
	}
	axes := make([][]residue, r)
	plain := backend.ConvolutionAttrs{Strides: c.Strides, Dilations: make([]int, r), Apart: slices.Repeat([]int{1}, r), Padding: make([][2]int, r), Groups: c.Groups}
	for i := range r {
		axes[i] = residues(out.Shape[i+1], c.Apart[i], c.Padding[i][0], b.Shape[i], c.Dilations[i])
		for _, s := range axes[i] {
			if s.taps > 0 { // the zeros that the windows of any residue meet
				plain.Padding[i][0] = max(plain.Padding[i][0], -s.from)
				plain.Padding[i][1] = max(plain.Padding[i][1], s.from+(s.taps-1)*s.step+s.n-a.Shape[i+1])
			}
		}
	}
	x, padded, err := surround(out.Stop, a, plain)
	if err != nil {
		return nil, err
	}
	switch {
	case padded:
		defer array.Release(x)
	case x.Strides[r+1] != 1: // the channels side by side, once for all residues
		if x, err = array.Clone(out.Stop, x); err != nil {
			return nil, err
		}
		defer array.Release(x)
	}
	before := plain.Padding
	plain.Padding = make([][2]int, r)
	z, err := array.NewBuffer(backend.Spec{Dtype: out.Dtype, Shape: out.Shape})
	if err != nil {
		return nil, err
	}
	at := make([]int, r) // the residue of each axis
	for {
		from, filters, to := x, b, z
		empty := false
		for i := range r {
			s := axes[i][at[i]]
			if s.taps == 0 {
				empty = true
				break
			}
			plain.Dilations[i] = max(1, s.step)
			from = array.Part(from, i+1, before[i][0]+s.from, s.n+(s.taps-1)*s.step)
			filters = array.Every(filters, i, s.tap, s.taps, max(1, s.tapStep))
			to = array.Every(to, i+1, s.first, s.n, c.Apart[i])
		}
		if !empty {
			y, err := convolve(backend.Spec{Dtype: out.Dtype, Shape: to.Shape, Stop: out.Stop}, []backend.Buffer{from, filters}, plain)
			if err != nil {
				return nil, err
			}
			array.CopyInto(out.Stop, to, y.(*array.Buffer))
			array.Release(y.(*array.Buffer))
		}
		i := r - 1
		for ; i >= 0; i-- {
			if at[i]++; at[i] < len(axes[i]) {
				break
			}
			at[i] = 0
		}
		if i < 0 {
			return z, nil
		}
	}
}

// convolveOne computes the convolution of one group, of x with its zeros. It multiplies by the loops of
// package gemm, which copy the windows of x part by part, while they multiply, in pieces that fit the
// caches. Where there are none it copies the windows into matrices. The order of additions is that of
// contiguous operands.
func convolveOne(out backend.Spec, a, b *array.Buffer, c backend.ConvolutionAttrs, packed *gemm.Packed, t *Target) (backend.Buffer, error) {
	r := len(c.Strides)
	n := shape.Size(out.Shape[:r+1])
	k := shape.Size(b.Shape[:r+1])
	if !gemm.Has(out.Dtype) || n == 1 {
		return convolveMatrices(out, a, b, c)
	}
	if a.Shape[r+1] > 1 && !readable(out.Dtype, windowsOf(out.Shape, a, b, c)) {
		if a.Len()/n > k && out.Shape[r+1] > 1 { // a copy of x would be larger than all windows
			return convolveMatrices(out, a, b, c)
		}
		var err error
		if a, err = array.Clone(out.Stop, a); err != nil {
			return nil, err
		}
		defer array.Release(a)
	}
	z, err := t.result(out, out.Shape)
	if err != nil {
		return nil, err
	}
	if err := convolveInto(out.Stop, z, a, b, c, packed, t); err != nil {
		return nil, err
	}
	t.reached()
	return z, nil
}

// readable reports whether the loops of package gemm copy or read windows: their elements are contiguous, or windows begin at contiguous elements.
func readable(d dtype.Dtype, w *gemm.Windows) bool {
	rows, cols := w.Rows[len(w.Rows)-1], w.Cols[len(w.Cols)-1]
	return cols.Step == 1 || gemm.Scattered(d) && rows.Step == 1 && rows.Len >= leastAcross
}

// convolveInto sets z, which is contiguous, to a convolution by the loops of package gemm, and lets t complete it.
func convolveInto(stop *backend.Stop, z, a, b *array.Buffer, c backend.ConvolutionAttrs, packed *gemm.Packed, t *Target) error {
	r := len(c.Strides)
	if packed == nil {
		merged, copied, err := mergedRows(stop, b)
		if err != nil {
			return err
		}
		if copied {
			defer array.Release(merged)
		}
		b = merged
	}
	filters := filtersOf(b)
	filters.Packed = packed
	size, k, m := z.Dtype.Size(), shape.Size(b.Shape[:r+1]), z.Shape[r+1]
	some := func(z, a *array.Buffer, split gemm.Split) {
		windows := windowsOf(z.Shape, a, b, c)
		if !readable(z.Dtype, windows) { // one channel
			windows.Cols = append(windows.Cols, gemm.Axis{Len: 1, Step: 1})
		}
		windows.At = unsafe.Add(a.Base(), a.Offset*size)
		n := shape.Size(z.Shape[:r+1])
		gemm.MultiplyWindows(z.Dtype, unsafe.Add(z.Base(), z.Offset*size), windows, filters, n, k, m, split)
		t.finishLines(z.Offset, m, n, split)
	}
	rows, line := z.Shape[1], shape.Size(z.Shape[2:r+1]) // positions along the first axis of windows, and for each of them
	if t == nil || packed == nil || rows*line < leastRows {
		some(z, a, splitting(stop))
		return nil
	}
	bands := bandsOf(rows, (m*line+c.Strides[0]*shape.Size(a.Shape[2:]))*size)
	shareUnits(stop, z.Shape[0]*bands, gemm.Cost(z.Dtype, rows*line/bands, k, m), func(lo, hi int, split gemm.Split) {
		for unit := lo; unit < hi; unit++ {
			first := unit % bands * rows / bands
			n := (unit%bands+1)*rows/bands - first
			part := func(x *array.Buffer, first, n int) *array.Buffer {
				return array.Part(array.Part(x, 0, unit/bands, 1), 1, first, n)
			}
			some(part(z, first, n), part(a, first*c.Strides[0], (n-1)*c.Strides[0]+(b.Shape[0]-1)*c.Dilations[0]+1), split)
		}
	})
	return nil
}

// mergedRows returns filters whose rows as a matrix are one axis, where the loops of package gemm need that: b or a copy of it.
func mergedRows(stop *backend.Stop, b *array.Buffer) (_ *array.Buffer, copied bool, err error) {
	if len(rowsOf(b)) < 2 || gemm.Scattered(b.Dtype) {
		return b, false, nil
	}
	z, err := array.Clone(stop, b)
	return z, true, err
}

// filtersOf returns filters b as the second operand of package gemm.
func filtersOf(b *array.Buffer) *gemm.Windows {
	last := len(b.Shape) - 1
	return &gemm.Windows{At: unsafe.Add(b.Base(), b.Offset*b.Dtype.Size()), Rows: rowsOf(b), Cols: []gemm.Axis{{Len: b.Shape[last], Step: b.Strides[last]}}}
}

// shortRun is how many contiguous elements the windows of convolveFilters have where to copy them is no
// slower than to copy all that a filter meets into a matrix, as the front does.
const shortRun = 8

// takesFilters reports whether convolveFilters is good for these operands.
func takesFilters(out backend.Spec, shapes [][]int, a backend.LayerAttrs) bool {
	c := a.(backend.ConvolutionAttrs)
	last, kernel := len(c.Strides)-1, out.Shape[:len(c.Strides)]
	channels, outer := shapes[0][last+2], shapes[1][1:last+2]
	run := channels
	if c.Dilations[last] == 1 {
		run *= kernel[last]
	}
	if channels == 1 && c.Strides[last] == 1 {
		run = max(run, outer[last])
	}
	return c.Groups == 1 && !c.MovesApart() && shapes[1][last+2] > 1 && shape.Size(kernel) > 1 && shape.Size(outer) > 1 && run >= shortRun
}

// convolveFilters is the convolution of x with the result's gradient as its filters, strides and dilations
// exchanged: what the filters meet is nowhere in memory. They move along the channels as well, and go over
// the whole first axis.
func convolveFilters(out backend.Spec, xs []backend.Buffer, c backend.ConvolutionAttrs) (backend.Buffer, error) {
	a, g, r := xs[0].(*array.Buffer), xs[1].(*array.Buffer), len(c.Strides)
	if a.Len() == 0 || g.Len() == 0 { // sums of nothing
		return move.Full(out, backend.FillAttrs{Value: backend.IntScalar(0)})
	}
	x, padded, err := surround(out.Stop, a, c)
	if err != nil {
		return nil, err
	}
	if padded {
		defer array.Release(x)
	}
	for i := range r { // what the filters meet, without a rest that the strides leave
		x = array.Part(x, i+1, 0, (g.Shape[i+1]-1)*c.Strides[i]+(out.Shape[i]-1)*c.Dilations[i]+1)
	}
	windows := x.View(slices.Concat([]int{1}, x.Shape, []int{1}), x.Offset)
	copy(windows.Strides[1:], x.Strides)
	windows.Strides[0], windows.Strides[r+3] = 0, 1
	filters := g.View(slices.Concat(g.Shape[:r+1], []int{1, 1, g.Shape[r+1]}), g.Offset)
	copy(filters.Strides, g.Strides[:r+1])
	filters.Strides[r+1], filters.Strides[r+2], filters.Strides[r+3] = 1, 1, g.Strides[r+1]
	one := []int{1}
	z, err := convolveOne(backend.Spec{Dtype: out.Dtype, Shape: slices.Concat([]int{1, 1}, out.Shape), Stop: out.Stop}, windows, filters,
		backend.ConvolutionAttrs{Strides: slices.Concat(one, c.Dilations, one), Dilations: slices.Concat(one, c.Strides, one)}, nil, nil)
	if err != nil {
		return nil, err
	}
	return array.Reshape(out, z, backend.ViewAttrs{})
}

// leastAcross is how many windows that begin at contiguous elements are copied at a time where
// that is faster than to copy each by itself.
const leastAcross = 8

// windowsOf returns the windows of x at the positions of a result of some shape, as the rows of a matrix.
func windowsOf(positions []int, x, filters *array.Buffer, c backend.ConvolutionAttrs) *gemm.Windows {
	r := len(c.Strides)
	w := &gemm.Windows{Rows: appendAxis(nil, positions[0], x.Strides[0])}
	for i, s := range c.Strides {
		w.Rows = appendAxis(w.Rows, positions[i+1], s*x.Strides[i+1])
		w.Cols = appendAxis(w.Cols, filters.Shape[i], c.Dilations[i]*x.Strides[i+1])
	}
	w.Cols = appendAxis(w.Cols, x.Shape[r+1], x.Strides[r+1])
	return w
}

// rowsOf returns the axes that the rows of filters as a matrix go over: all but their last.
func rowsOf(filters *array.Buffer) (rows []gemm.Axis) {
	for i, n := range filters.Shape[:len(filters.Shape)-1] {
		rows = appendAxis(rows, n, filters.Strides[i])
	}
	return rows
}

// appendAxis appends an axis, or makes the last one longer if that then goes over both.
func appendAxis(axes []gemm.Axis, n, step int) []gemm.Axis {
	switch last := len(axes) - 1; {
	case last < 0:
	case n == 1:
		return axes
	case axes[last].Len == 1:
		axes[last] = gemm.Axis{Len: n, Step: step}
		return axes
	case axes[last].Step == n*step:
		axes[last] = gemm.Axis{Len: axes[last].Len * n, Step: step}
		return axes
	}
	return append(axes, gemm.Axis{Len: n, Step: step})
}

// windowBlock is how many bytes of windows are copied at a time.
const windowBlock = 4 << 20

// convolveMatrices copies the windows of some positions into the rows of a matrix at a time.
func convolveMatrices(out backend.Spec, a, b *array.Buffer, c backend.ConvolutionAttrs) (backend.Buffer, error) {
	r := len(c.Strides)
	m, k := out.Shape[r+1], b.Len()/out.Shape[r+1]
	z, err := array.NewResult(out)
	if err != nil {
		return nil, err
	}
	if !b.Contiguous() {
		if b, err = array.Clone(out.Stop, b); err != nil {
			return nil, err
		}
		defer array.Release(b)
	}
	filters := *b
	filters.Shape, filters.Strides = []int{k, m}, []int{m, 1}
	inner := shape.Size(out.Shape[2 : r+1]) // positions for one of the first axis of windows
	some := max(1, windowBlock/max(1, inner*k*out.Dtype.Size()))
	windows := *a
	for i := range out.Shape[0] {
		for lo := 0; lo < out.Shape[1]; lo += some {
			hi := min(lo+some, out.Shape[1])
			rows := (hi - lo) * inner
			windows.Offset = a.Offset + i*a.Strides[0] + lo*c.Strides[0]*a.Strides[1]
			windows.Shape, windows.Strides = []int{hi - lo}, []int{c.Strides[0] * a.Strides[1]}
			for j := 1; j < r; j++ {
				windows.Shape = append(windows.Shape, out.Shape[j+1])
				windows.Strides = append(windows.Strides, c.Strides[j]*a.Strides[j+1])
			}
			for j := range r {
				windows.Shape = append(windows.Shape, b.Shape[j])
				windows.Strides = append(windows.Strides, c.Dilations[j]*a.Strides[j+1])
			}
			windows.Shape = append(windows.Shape, a.Shape[r+1])
			windows.Strides = append(windows.Strides, a.Strides[r+1])
			matrix, err := array.Clone(out.Stop, &windows)
			if err != nil {
				return nil, err
			}
			flat := *matrix
			flat.Shape, flat.Strides = []int{rows, k}, []int{k, 1}
			part, err := matmul(backend.Spec{Dtype: out.Dtype, Shape: []int{rows, m}, Stop: out.Stop}, &flat, &filters)
			array.Release(matrix)
			if err != nil {
				return nil, err
			}
			to := z.View([]int{rows, m}, (i*out.Shape[1]+lo)*inner*m)
			copy(to.Strides, []int{m, 1})
			array.CopyInto(out.Stop, to, part.(*array.Buffer))
			array.Release(part.(*array.Buffer))
		}
	}
	return z, nil
}
