package product

import (
	"slices"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// Convolutions of groups with few filters, depthwise ones above all, whose products of matrices would be
// narrow. A channel of x with the zeros around it is a plane; the result's is the sum of such planes, each
// times an element of a filter and shifted by the distance that this has from the first. Shifted by so many
// elements in memory, rows and all: what lies behind the end of a row is computed along and then left out.
//
// Where windows are s apart, a plane is s planes, of every s-th element, along each axis: then
// neighbouring positions of the window meet neighbouring elements of one of these.

// convolvePlanes returns a result whose channels are planes in memory, unless those of x are side by side.
func convolvePlanes(out backend.Spec, a, b *array.Buffer, c backend.ConvolutionAttrs, t *Target) (result backend.Buffer, err error) {
	defer array.CatchShortage(&result, &err)
	r := len(c.Strides)
	x := channelsFirst(a)
	last := a.Strides[r+1] == 1 && a.Shape[r+1] > 1
	if last {
		t = nil // its channels are side by side
		if x, err = array.Clone(out.Stop, x); err != nil {
			return nil, err
		}
		defer array.Release(x)
	}
	z, turned, err := planarResult(out, t)
	if err != nil {
		return nil, err
	}
	switch z.Dtype {
	case dtype.Uint8, dtype.Int8:
		planesOf(out.Stop, z, x, b, c, t, sameLine[uint8], sameStore[uint8])
	case dtype.Uint16, dtype.Int16:
		planesOf(out.Stop, z, x, b, c, t, sameLine[uint16], sameStore[uint16])
	case dtype.Uint32, dtype.Int32:
		planesOf(out.Stop, z, x, b, c, t, sameLine[uint32], sameStore[uint32])
	case dtype.Uint64, dtype.Int64:
		planesOf(out.Stop, z, x, b, c, t, sameLine[uint64], sameStore[uint64])
	case dtype.BFloat16:
		planesOf(out.Stop, z, x, b, c, t, brainLine, brainStore)
	case dtype.Float16:
		planesOf(out.Stop, z, x, b, c, t, halfLine, halfStore)
	case dtype.Float32:
		planesOf(out.Stop, z, x, b, c, t, sameLine[float32], sameStore[float32])
	case dtype.Float64:
		planesOf(out.Stop, z, x, b, c, t, sameLine[float64], sameStore[float64])
	case dtype.Complex64:
		planesOf(out.Stop, z, x, b, c, t, sameLine[complex64], sameStore[complex64])
	case dtype.Complex128:
		planesOf(out.Stop, z, x, b, c, t, sameLine[complex128], sameStore[complex128])
	}
	if last {
		defer array.Release(turned)
		return array.Clone(out.Stop, turned)
	}
	t.reached()
	return turned, nil
}

// planes is a convolution of elements S summed in T, channels first.
type planes[S array.Element, T arithmetic] struct {
	stop    *backend.Stop
	c       backend.ConvolutionAttrs
	z, x    *array.Buffer
	zs, xs  []S
	in, out int // channels of a group, filters of it
	filters filterTaps[T]
	length  []int      // of a plane's axes
	pitch   []int      // elements from one index along an axis to the next
	phase   []int      // elements from one of the planes of every s-th element to the next
	plane   int        // elements of all planes of a channel
	sums    int        // elements from the result's first to its last, in a plane's rows
	taps    *simd.Taps // where those of the planes of a group's channels begin that meet an element of a filter
	begins  [][]int    // along each axis: where the first elements are in the planes, up to one in each of these
	line    func(buf []T, s []S, at, stride, n int) []T
	store   func(dst []S, src []T)
}

// costOfPlace is how many nanoseconds it takes to load an element of a plane, about.
const costOfPlace = 0.4

// costOfTap returns how many nanoseconds a product in a sum takes, about: by the loops of package simd, or by those in Go.
func costOfTap[T arithmetic]() float64 {
	switch any(*new(T)).(type) {
	case float32, float64:
		if simd.AVX2 {
			return 0.03
		}
	case complex64, complex128:
		return 2
	}
	return 0.5
}

func planesOf[S array.Element, T arithmetic](stop *backend.Stop, z, x, b *array.Buffer, c backend.ConvolutionAttrs, target *Target,
	line func([]T, []S, int, int, int) []T, store func([]S, []T)) {
	r := len(c.Strides)
	c.Strides = slices.Clone(c.Strides)
	p := &planes[S, T]{stop: stop, c: c, z: z, x: x, zs: array.Elems[S](z), xs: array.Elems[S](x), in: x.Shape[1] / c.Groups, out: z.Shape[1] / c.Groups,
		length: make([]int, r), pitch: make([]int, r), phase: make([]int, r), begins: make([][]int, r), sums: 1, line: line, store: store}
	for i := range r {
		whole := (x.Shape[i+2]-1)*c.Apart[i] + 1 + c.Padding[i][0] + c.Padding[i][1]
		c.Strides[i] = min(c.Strides[i], whole) // there is one position then, and no overflow
		p.length[i] = array.CeilDiv(whole, c.Strides[i])
	}
	p.plane = 1
	for i := r - 1; i >= 0; i-- {
		p.pitch[i] = p.plane
		p.sums += (z.Shape[i+2] - 1) * p.plane
		p.plane *= p.length[i]
	}
	for i := r - 1; i >= 0; i-- {
		p.phase[i] = p.plane
		p.plane *= c.Strides[i]
	}
	kernel := b.Shape[:r]
	n := shape.Size(kernel)
	taps := array.Temporary[int](p.in * n)
	at := make([]int, r)
	for t := range n {
		rest := t
		for i := r - 1; i >= 0; i-- {
			at[i], rest = rest%kernel[i], rest/kernel[i]
			d := at[i] * c.Dilations[i]
			taps[t] += d%c.Strides[i]*p.phase[i] + d/c.Strides[i]*p.pitch[i]
		}
		for j := 1; j < p.in; j++ {
			taps[j*n+t] = taps[t] + j*p.plane
		}
	}
	p.taps = simd.NewTaps(taps)
	for i := range r {
		p.begins[i] = array.Temporary[int](min(c.Strides[i], x.Shape[i+2]))
		for j := range p.begins[i] {
			p.begins[i][j] = p.place(i, j)
		}
	}
	p.filters = tapsOf(b, line)
	units := x.Shape[0] * c.Groups
	cost := float64(p.in) * (costOfPlace*float64(p.plane) + costOfTap[T]()*float64(p.out*n)*float64(p.sums))
	array.Split(stop, units, cost, func(lo, hi int) {
		values := array.Temporary[T](p.in * p.plane) // zeros, but for the elements of x, which are in the same places in each plane
		buf := array.Temporary[T](max(x.Shape[r+1], z.Shape[r+1]))
		direct, isDirect := any(p.zs).([]T) // sums are stored as they are
		var sums []T
		if !isDirect {
			sums = array.Temporary[T](p.sums)
		}
		first := lo // of the units that are not complete yet
		for u := lo; u < hi; u++ {
			stop.Check()
			i, g := u/c.Groups, u%c.Groups
			for j := range p.in {
				p.load(values[j*p.plane:(j+1)*p.plane], buf, x.Offset+i*x.Strides[0]+(g*p.in+j)*x.Strides[1])
			}
			for f := g * p.out; f < (g+1)*p.out; f++ {
				filter, to := p.filters.of(f), z.Offset+i*z.Strides[0]+f*z.Strides[1]
				if isDirect {
					p.sumInto(direct, to, values, filter)
				} else {
					p.sum(sums, values, filter)
					p.save(sums, buf, to)
				}
			}
			if of := p.out * z.Strides[1]; (u+1-first)*of >= finishAtOnce || u+1 == hi {
				target.finish(z.Offset+first*of, of, of, u+1-first)
				first = u + 1
			}
		}
	})
}

// load fills the planes of a channel, whose first element is at from.
func (p *planes[S, T]) load(plane, buf []T, from int) {
	i := len(p.length) - 2
	p.rows(p.x, max(i, 0), from, func(index []int, from int) {
		to := 0
		for axis, j := range index {
			to += p.place(axis, j)
		}
		l := simd.Lines{N: p.x.Shape[i+3], Count: 1}
		if i < 0 {
			p.loadLines(plane[to:], buf, from, l)
			return
		}
		n, s := p.x.Shape[i+2], p.c.Strides[i]
		l.ZPitch, l.XPitch = p.c.Apart[i]*p.pitch[i], s*p.x.Strides[i+2]
		for first, begin := range p.begins[i] { // every s-th row from there on is in one plane
			left, from, to := array.CeilDiv(n-first, s), from+first*p.x.Strides[i+2], to+begin
			for ; left > 0; left -= l.Count {
				p.stop.Check()
				l.Count = min(left, linesBetweenStops)
				p.loadLines(plane[to:], buf, from, l)
				from, to = from+l.Count*l.XPitch, to+l.Count*l.ZPitch
			}
		}
	})
}

// linesBetweenStops is how many rows are loaded before a stop is looked at again.
const linesBetweenStops = 1 << 8

// place returns where the j-th elements along an axis are in the planes.
func (p *planes[S, T]) place(axis, j int) int {
	at, s := p.c.Padding[axis][0]+j*p.c.Apart[axis], p.c.Strides[axis]
	return at%s*p.phase[axis] + at/s*p.pitch[axis]
}

// loadLines stores rows of x, the first of which begins at from, in planes of its elements.
func (p *planes[S, T]) loadLines(plane, buf []T, from int, l simd.Lines) {
	last := len(p.length) - 1
	step := p.x.Strides[last+2]
	if xs, ok := any(p.xs).([]T); ok && (step == 1 || l.N == 1) && l.XPitch >= 0 {
		p.spread(plane, xs[from:], l)
		return
	}
	for range l.Count {
		p.spread(plane, p.line(buf, p.xs, from, step, l.N), simd.Lines{N: l.N, Count: 1})
		from += l.XPitch
		if len(plane) > l.ZPitch {
			plane = plane[l.ZPitch:]
		}
	}
}

// spread stores lines of x in planes of its elements: where windows move by s, in s planes along the last axis.
func (p *planes[S, T]) spread(plane, x []T, l simd.Lines) {
	last := len(p.length) - 1
	s, d, begins := p.c.Strides[last], p.c.Apart[last], p.begins[last]
	switch {
	case s == 1 && d == 1:
		simd.CopyLines(plane[begins[0]:], x, l)
	case s == 2 && d == 1 && l.N > 1:
		simd.SplitLines(plane[begins[0]:], plane[begins[1]:], x, l)
	default:
		for i := range l.Count {
			line, to := x[i*l.XPitch:][:l.N], plane[i*l.ZPitch:]
			for first, begin := range begins { // every s-th element from there on is in one plane, d apart
				dst, k := to[begin:], 0
				for j := first; j < l.N; j += s {
					dst[k] = line[j]
					k += d
				}
			}
		}
	}
}

// filterTaps are the taps of the channels of filters, n of each filter together. Those of the first begin at from, those of the next step behind.
type filterTaps[T any] struct {
	taps          []T
	from, step, n int
}

func (f *filterTaps[T]) of(filter int) []T { return f.taps[f.from+filter*f.step:][:f.n] }

// tapsOf returns the taps of filters: where they lie if they lie together and are summed as they are, else copies.
func tapsOf[S array.Element, T arithmetic](filters *array.Buffer, line func([]T, []S, int, int, int) []T) filterTaps[T] {
	r := len(filters.Shape) - 2
	axes := appendAxis(nil, filters.Shape[r], filters.Strides[r]) // of a filter, in the order of the sum
	for i := range r {
		axes = appendAxis(axes, filters.Shape[i], filters.Strides[i])
	}
	last := axes[len(axes)-1]
	n, from, step := shape.Size(filters.Shape[:r+1]), filters.Offset, filters.Strides[r+1]
	ws := array.Elems[S](filters)
	if ts, ok := any(ws).([]T); ok && len(axes) == 1 && (last.Step == 1 || n == 1) {
		return filterTaps[T]{ts, from, step, n}
	}
	begins := []int{0} // of the lines along the last axis
	for _, a := range axes[:len(axes)-1] {
		all := array.Temporary[int](len(begins) * a.Len)
		for i := range all {
			all[i] = begins[i/a.Len] + i%a.Len*a.Step
		}
		begins = all
	}
	f := filterTaps[T]{array.Temporary[T](filters.Shape[r+1] * n), 0, n, n}
	for i := range filters.Shape[r+1] {
		to := f.of(i)
		for _, at := range begins {
			copy(to, line(to, ws, from+at, last.Step, last.Len))
			to = to[last.Len:]
		}
		from += step
	}
	return f
}

// save stores the sums in the channel of the result whose first element is at to.
func (p *planes[S, T]) save(sums, buf []T, to int) {
	last := len(p.length) - 1
	n := p.z.Shape[last+2]
	p.rows(p.z, last, to, func(index []int, to int) {
		from := p.row(index)
		p.store(p.zs[to:to+n], sums[from:from+n])
	})
}

// row returns where the row of sums begins that has an index along the axes before it.
func (p *planes[S, T]) row(index []int) (from int) {
	for i, j := range index {
		from += j * p.pitch[i]
	}
	return from
}

// rows calls f for each row of a channel of b that begins at from: with the index along the axes before the last, and where it begins.
func (p *planes[S, T]) rows(b *array.Buffer, last, from int, f func(index []int, from int)) {
	index := make([]int, last)
	for n := 0; ; n++ {
		if n%(1<<8) == 0 {
			p.stop.Check()
		}
		f(index, from)
		i := last - 1
		for ; i >= 0; i-- {
			from += b.Strides[i+2]
			if index[i]++; index[i] < b.Shape[i+2] {
				break
			}
			from -= index[i] * b.Strides[i+2]
			index[i] = 0
		}
		if i < 0 {
			return
		}
	}
}

// sumBlock is how many sums are computed at a time: they and what they are sums of stay in the L1 cache.
const sumBlock = 2048

// sum sums the planes of the channels of a group times the elements of a filter, in a plane's rows.
func (p *planes[S, T]) sum(sums, values, filter []T) {
	for lo := 0; lo < len(sums); lo += sumBlock {
		if lo%(1<<8*sumBlock) == 0 {
			p.stop.Check()
		}
		n := min(sumBlock, len(sums)-lo)
		simd.SumTaps(sums[lo:], values[lo:], simd.Lines{N: n, Count: 1}, p.taps, filter)
	}
}

// sumInto is sum into the channel of the result, zs, whose first element is at to.
func (p *planes[S, T]) sumInto(zs []T, to int, values, filter []T) {
	last := len(p.length) - 1
	l := simd.Lines{N: p.z.Shape[last+2], Count: 1}
	if last > 0 {
		l.Count, l.ZPitch, l.XPitch = p.z.Shape[last+1], p.z.Strides[last+1], p.pitch[last-1]
	}
	p.rows(p.z, max(last-1, 0), to, func(index []int, to int) {
		simd.SumTaps(zs[to:], values[p.row(index):], l, p.taps, filter)
	})
}
