package product

import (
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/elementwise"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Reductions under windows, of pooling: first down the first of two axes, then along the second, some rows of the result at a time, so that what
// is between stays in the L1 cache. The loops are those of Maximum and Add, which combine the elements under a window in the order in which
// package ivy composes them where a backend has no kernel.

// windowBytes is about how many bytes are reduced down the first axis at a time. Tests make it smaller.
var windowBytes = 16 << 10

// takesPoolWindows reports whether poolWindows takes these operands: windows over one axis or two of a dtype that there are loops for.
func takesPoolWindows(out backend.Spec, _ [][]int, a backend.LayerAttrs) bool {
	w := a.(backend.WindowAttrs)
	return len(w.Kernel) <= 2 && windowLoop(out.Dtype, w.Sum) != nil
}

func windowLoop(d dtype.Dtype, sum bool) *elementwise.Loop {
	op := ops.Maximum.Op
	if sum {
		op = ops.Add.Op
	}
	ls := elementwise.Loops[op]
	if ls == nil || ls[d].Run == nil || d.Size() > 8 {
		return nil
	}
	return &ls[d]
}

// A windowAxis is an axis that windows slide over.
type windowAxis struct{ n, outer, kernel, stride, dilation, before int }

// taps returns which elements under the window at position o are there: lo … hi, none if hi is not above lo.
func (a *windowAxis) taps(o int) (lo, hi int) {
	start := o*a.stride - a.before
	if start < 0 {
		lo = array.CeilDiv(-start, a.dilation)
	}
	if left := a.n - start; left > 0 {
		hi = min(a.kernel, array.CeilDiv(left, a.dilation))
	}
	return lo, hi
}

// at returns the index of the element t under the window at position o.
func (a *windowAxis) at(o, t int) int { return o*a.stride - a.before + t*a.dilation }

// inner returns the positions from which and before which all elements under the window are there; to is not below from.
func (a *windowAxis) inner() (from, to int) {
	from = min(a.outer, array.CeilDiv(a.before, a.stride))
	if last := a.n - 1 + a.before - (a.kernel-1)*a.dilation; last >= 0 {
		to = min(a.outer, last/a.stride+1)
	}
	return from, max(from, to)
}

// A windows is a call of poolWindows.
type windows struct {
	loop       *elementwise.Loop
	sum        bool
	d          dtype.Dtype
	x, z       *array.Buffer
	rows, cols windowAxis
	inner      int   // elements that lie side by side at each index of both axes
	lead       []int // the axes before them, and how far apart x's elements are along these
	leadSteps  []int
	rowStep    int // x's elements from one row to the next
	block      int // rows of the result that are computed at a time
	blocks     int // of each plane
	group      int // planes that are computed at a time, which x has planeStep apart, if a block is a plane
	planeStep  int
}

func poolWindows(out backend.Spec, xs []backend.Buffer, a backend.WindowAttrs) (result backend.Buffer, err error) {
	defer array.CatchShortage(&result, &err)
	x, r := xs[0].(*array.Buffer), len(a.Kernel)
	if len(x.Shape) == a.First+r+1 && x.Shape[a.First+r] > 1 && x.Strides[a.First+r] != 1 && x.Strides[a.First+r-1] == 1 && a.First == 1 {
		return reducePlanes(out, x, a)
	}
	w := &windows{loop: windowLoop(out.Dtype, a.Sum), sum: a.Sum, d: out.Dtype, x: x, inner: shape.Size(x.Shape[a.First+r:])}
	axis := func(i int) windowAxis {
		return windowAxis{x.Shape[a.First+i], out.Shape[a.First+i], a.Kernel[i], a.Strides[i], a.Dilations[i], a.Before[i]}
	}
	w.rows, w.cols = windowAxis{1, 1, 1, 1, 1, 0}, axis(r-1)
	if r > 1 {
		w.rows = axis(0)
	}
	if !rowsContiguous(x, a.First+r-1) || x.Strides[a.First] < 0 {
		if w.x, err = array.Clone(out.Stop, x); err != nil {
			return nil, err
		}
		defer array.Release(w.x)
	}
	w.lead, w.leadSteps = w.x.Shape[:a.First], w.x.Strides[:a.First]
	if r > 1 {
		w.rowStep = w.x.Strides[a.First]
	}
	if w.z, err = array.NewResult(backend.Spec{Dtype: out.Dtype, Shape: out.Shape, Inline: out.Inline, Into: out.Into}); err != nil {
		return nil, err
	}
	w.block = min(w.rows.outer, max(1, windowBytes/(w.cols.n*w.inner*w.d.Size())))
	w.blocks = array.CeilDiv(w.rows.outer, w.block)
	w.findGroup()
	cost := w.loop.Cost * float64(w.group*w.block*w.inner*(w.rows.kernel*w.cols.n+w.cols.kernel*w.cols.outer))
	array.Split(out.Stop, array.CeilDiv(shape.Size(w.lead)*w.blocks, w.group), cost, w.run)
	return w.z, nil
}

// leastGroup is how many planes are computed together at least, where that is done.
const leastGroup = 4

// findGroup finds out how many planes are computed at a time: several, if they are small and the same number of elements apart.
func (w *windows) findGroup() {
	w.group = 1
	if w.blocks > 1 || len(w.lead) == 0 {
		return
	}
	last := len(w.lead) - 1
	step, n := w.leadSteps[last], 1
	for i := last; i >= 0; i-- {
		if w.lead[i] > 1 && w.leadSteps[i] != step*n {
			return
		}
		n *= w.lead[i]
	}
	if some := min(n, windowBytes/(w.rows.outer*w.cols.n*w.inner*w.d.Size())); some >= leastGroup && step >= 0 {
		w.group, w.planeStep = some, step
	}
}

// reducePlanes is poolWindows of images whose channels, last by its axes, are planes in memory: so are the result's.
func reducePlanes(out backend.Spec, x *array.Buffer, a backend.WindowAttrs) (backend.Buffer, error) {
	a.First = 2
	last := len(out.Shape) - 1
	s := append([]int{out.Shape[0], out.Shape[last]}, out.Shape[1:last]...)
	z, err := poolWindows(backend.Spec{Dtype: out.Dtype, Shape: s, Stop: out.Stop}, []backend.Buffer{channelsFirst(x)}, a)
	if err != nil {
		return nil, err
	}
	return channelsLast(z.(*array.Buffer)), nil
}

// rowsContiguous reports whether the elements of x along an axis and those behind are contiguous.
func rowsContiguous(x *array.Buffer, axis int) bool {
	n := 1
	for i := len(x.Shape) - 1; i >= axis; i-- {
		if x.Shape[i] > 1 && x.Strides[i] != n {
			return false
		}
		n *= x.Shape[i]
	}
	return true
}

// A windowTask has the memory of a thread: rows that have been reduced down the first axis, what they are taken apart into, and places of taps.
type windowTask struct {
	*windows
	down, apart *array.Buffer
	at          []int
}

// run computes blocks, or groups of planes, lo … hi.
func (w *windows) run(lo, hi int) {
	t := &windowTask{windows: w}
	room := func(n int) *array.Buffer {
		b, err := array.NewResult(backend.Spec{Dtype: w.d, Shape: []int{n}})
		if err != nil {
			panic(err)
		}
		return b
	}
	t.down = room(w.group * w.block * w.cols.n * w.inner)
	defer array.Release(t.down)
	if w.inner == 1 && w.cols.stride > 1 {
		t.apart = room(w.cols.stride * w.group * w.block * w.pitch())
		defer array.Release(t.apart)
	}
	line, planes := w.cols.outer*w.inner, shape.Size(w.lead)
	for unit := lo; unit < hi; unit++ {
		plane, first, some := unit/w.blocks, unit%w.blocks*w.block, 1
		if w.group > 1 {
			plane = unit * w.group
			some = min(w.group, planes-plane)
		}
		from := w.x.Offset
		for i, at := len(w.lead)-1, plane; i >= 0; i-- {
			from += at % w.lead[i] * w.leadSteps[i]
			at /= w.lead[i]
		}
		rows := min(w.block, w.rows.outer-first)
		src := t.reduceDown(from, first, rows, some)
		rows *= some
		t.reduceAlong(src, spanOf(w.z, (plane*w.rows.outer+first)*line, rows*line), rows)
	}
}

// pitch returns the elements of a row that are a multiple of the stride apart from one another, the most of them.
func (w *windows) pitch() int { return array.CeilDiv(w.cols.n, w.cols.stride) }

func spanOf(b *array.Buffer, at, n int) elementwise.Span {
	return elementwise.Span{Buffer: b, At: b.Offset + at, N: n}
}

func part(s elementwise.Span, at, n int) elementwise.Span {
	return elementwise.Span{Buffer: s.Buffer, At: s.At + at, N: n}
}

// bytesOf returns the memory of a span.
func (w *windows) bytesOf(s elementwise.Span) []byte {
	size := w.d.Size()
	return unsafe.Slice((*byte)(s.Buffer.Base()), s.Buffer.Size*size)[s.At*size : (s.At+s.N)*size]
}

// fold sets lines of z to the reduction of those of x at the taps' places, and to 0 if there are no taps.
func (w *windows) fold(z, x elementwise.Span, l simd.Lines, at []int) {
	if simd.CanFold() && len(at) > 0 {
		switch w.d {
		case dtype.Float32:
			simd.FoldTaps(array.Elems[float32](z.Buffer)[z.At:], array.Elems[float32](x.Buffer)[x.At:], l, at, w.sum)
			return
		case dtype.Float64:
			simd.FoldTaps(array.Elems[float64](z.Buffer)[z.At:], array.Elems[float64](x.Buffer)[x.At:], l, at, w.sum)
			return
		}
	}
	if l.Count > 1 && l.ZPitch == l.N && l.XPitch == l.N {
		l = simd.Lines{N: l.N * l.Count, Count: 1}
	}
	for i := range l.Count {
		line := part(z, i*l.ZPitch, l.N)
		of := func(k int) elementwise.Span { return part(x, i*l.XPitch+at[k], l.N) }
		switch len(at) {
		case 0:
			clear(w.bytesOf(line))
		case 1:
			copy(w.bytesOf(line), w.bytesOf(of(0)))
		default:
			w.loop.Run(line, elementwise.Spans{of(0), of(1)})
			for k := range at[2:] {
				w.loop.Run(line, elementwise.Spans{line, of(2 + k)})
			}
		}
	}
}

// tapsAt returns the places of the elements lo … hi under a window, step apart, behind the first of them.
func (t *windowTask) tapsAt(lo, hi, step int) []int {
	t.at = t.at[:0]
	for k := range hi - lo {
		t.at = append(t.at, k*step)
	}
	return t.at
}

// reduceDown returns what some rows of the result, from one on, of so many planes, have under their windows, reduced down the first axis. from
// is where the first plane begins.
func (t *windowTask) reduceDown(from, first, rows, planes int) elementwise.Span {
	a, line := &t.rows, t.cols.n*t.inner
	row := func(i int) elementwise.Span { return elementwise.Span{Buffer: t.x, At: from + i*t.rowStep, N: line} }
	if lo, hi := a.taps(first); rows == 1 && planes == 1 && hi == lo+1 {
		return row(a.at(first, lo))
	}
	z := spanOf(t.down, 0, planes*rows*line)
	begin, end := a.inner()
	for o := first; o < first+rows; {
		n := 1 // rows at once
		l := simd.Lines{N: line, Count: planes, ZPitch: rows * line, XPitch: t.planeStep}
		if o >= begin && o < end {
			switch next := min(first+rows, end); {
			case planes == 1:
				n = next - o
				l = simd.Lines{N: line, Count: n, ZPitch: line, XPitch: a.stride * t.rowStep}
			case a.stride == 1 && t.rowStep == line:
				n = next - o
				l.N = n * line
			}
		}
		lo, hi := a.taps(o)
		x := row(0)
		if hi > lo {
			x = row(a.at(o, lo))
		}
		t.fold(part(z, (o-first)*line, 0), x, l, t.tapsAt(lo, hi, a.dilation*t.rowStep))
		o += n
	}
	return z
}

// reduceAlong sets so many rows of the result, z, to those of x reduced along the second axis.
func (t *windowTask) reduceAlong(x, z elementwise.Span, rows int) {
	a := &t.cols
	begin, end := a.inner()
	switch {
	case t.inner > 1:
		for i := range rows {
			t.reduceVectors(part(x, i*a.n*t.inner, a.n*t.inner), part(z, i*a.outer*t.inner, a.outer*t.inner))
		}
		return
	case a.stride > 1:
		x = t.takeApart(x, rows)
	}
	for o := 0; o < a.outer; {
		n := 1 // positions at once
		if o >= begin && o < end {
			n = end - o
		}
		lo, hi := a.taps(o)
		t.at = t.at[:0]
		for tap := lo; tap < hi; tap++ {
			at := a.at(o, tap)
			if a.stride > 1 {
				at = at%a.stride*rows*t.pitch() + at/a.stride
			}
			t.at = append(t.at, at)
		}
		t.fold(part(z, o, n), x, simd.Lines{N: n, Count: rows, ZPitch: a.outer, XPitch: t.pitch()}, t.at)
		o += n
	}
}

// takeApart sorts the elements of rows of x by their index's remainder modulo the stride.
func (t *windowTask) takeApart(x elementwise.Span, rows int) elementwise.Span {
	a, pitch := &t.cols, t.pitch()
	z := spanOf(t.apart, 0, a.stride*rows*pitch)
	switch {
	case a.stride == 2 && t.d.Size() == 4:
		splitRows[uint32](x, z, a.n, rows, pitch)
	case a.stride == 2 && t.d.Size() == 8:
		splitRows[uint64](x, z, a.n, rows, pitch)
	default:
		for k := range min(a.stride, a.n) {
			for i := range rows {
				t.copyApart(part(z, (k*rows+i)*pitch, 1), part(x, i*a.n+k, 1), a.stride, array.CeilDiv(a.n-k, a.stride))
			}
		}
	}
	return z
}

func splitRows[T array.Element](x, z elementwise.Span, n, rows, pitch int) {
	to := array.Elems[T](z.Buffer)[z.At:][:2*rows*pitch]
	simd.SplitLines(to[:rows*pitch], to[rows*pitch:], array.Elems[T](x.Buffer)[x.At:][:rows*n], simd.Lines{N: n, Count: rows, ZPitch: pitch, XPitch: n})
}

// copyApart copies n elements, from x on and some apart, to where z begins.
func (t *windowTask) copyApart(z, x elementwise.Span, step, n int) {
	switch t.d.Size() {
	case 1:
		array.CopyApart(array.Elems[uint8](z.Buffer), array.Elems[uint8](x.Buffer), z.At, x.At, 1, step, n)
	case 2:
		array.CopyApart(array.Elems[uint16](z.Buffer), array.Elems[uint16](x.Buffer), z.At, x.At, 1, step, n)
	case 4:
		array.CopyApart(array.Elems[uint32](z.Buffer), array.Elems[uint32](x.Buffer), z.At, x.At, 1, step, n)
	default:
		array.CopyApart(array.Elems[uint64](z.Buffer), array.Elems[uint64](x.Buffer), z.At, x.At, 1, step, n)
	}
}

// reduceVectors is reduceAlong for a row whose elements are vectors.
func (t *windowTask) reduceVectors(x, z elementwise.Span) {
	a, inner := &t.cols, t.inner
	begin, end := a.inner()
	for o := 0; o < a.outer; {
		n := 1 // positions at once
		if o >= begin && o < end {
			n = end - o
		}
		lo, hi := a.taps(o)
		l := simd.Lines{N: inner, Count: n, ZPitch: inner, XPitch: a.stride * inner}
		if a.stride == 1 {
			l = simd.Lines{N: n * inner, Count: 1}
		}
		from := x
		if hi > lo {
			from = part(x, a.at(o, lo)*inner, 0)
		}
		t.fold(part(z, o*inner, n*inner), from, l, t.tapsAt(lo, hi, a.dilation*inner))
		o += n
	}
}
