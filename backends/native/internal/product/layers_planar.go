package product

import (
	"slices"
	"sync"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/gemm"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// Convolutions of images whose channels are planes in memory, as those of frameworks with the channels before the other axes are, have results
// of the same kind: products of the filters and the windows. Where filters move by one element the windows are read where they lie: between
// those at the end of a row and those at the beginning of the next one are some that belong to neither, and these are computed along. Others are
// copied. Where that is slower the images are turned around, and so is the result.

// isPlanar reports whether the channels of x, which by its axes are last, are planes.
func isPlanar(out backend.Spec, x *array.Buffer, c backend.ConvolutionAttrs) bool {
	r := len(c.Strides)
	return gemm.Has(out.Dtype) && gemm.Scattered(out.Dtype) && x.Strides[r+1] != 1 && x.Strides[r] == 1 && x.Shape[r] > 1 && out.Shape[r+1]/c.Groups > 1
}

// readsPlanes reports whether a convolution of x, for which isPlanar holds, is computed on planes. If the target wants the channels last, either x or the
// result has to be turned around: the smaller one.
func readsPlanes(out backend.Spec, x *array.Buffer, c backend.ConvolutionAttrs, t *Target) bool {
	return isPlanar(out, x, c) && (t.ofLines() == nil || x.Len() > shape.Size(out.Shape))
}

// Nanoseconds, about: of a multiplication and an addition in a tile, of turning an element around, of copying one that is apart from its neighbours,
// one of every other element, and for each call that copies some of a line.
const (
	costOfTile  = 1.0 / 85
	CostOfTurn  = 0.65
	costOfApart = 2.0
	costOfEven  = 0.3
	costOfLine  = 1.0
)

// A tile of package gemm has so many rows at most, and fewer than leastRows take as long as these; it has a multiple of so many columns, with AVX-512. It
// takes so many times as long where planes are copied, where they are read where they lie, and where windows of turned images are apart.
const (
	tileRows, leastRows, tileCols            = 14, 6, 16
	copiedPlanes, planesInPlace, turnedApart = 1.13, 1.2, 1.08
)

// turnsAround reports whether a convolution of planes is faster with images that are turned around.
func turnsAround(out backend.Spec, x, filters *array.Buffer, c backend.ConvolutionAttrs) bool {
	r := len(c.Strides)
	positions, m, channels := shape.Size(out.Shape[1:r+1]), out.Shape[r+1]/c.Groups, filters.Shape[r]
	if positions < 2 {
		return true
	}
	k := channels * shape.Size(filters.Shape[:r])
	tiles := func(rows, columns int) float64 {
		return costOfTile * float64(k*max(rows, leastRows*array.CeilDiv(rows, tileRows))*array.CeilDiv(columns, tileCols)*tileCols)
	}
	planar, turned := copiedPlanes*tiles(m, positions), tiles(positions, m)
	switch last := c.Strides[r-1]; {
	case isSpread(filters, c):
		planar = planesInPlace * tiles(m, spread(out.Shape[1:r+1], paddedLens(x, c)))
	case last == 2:
		planar += float64(k*positions) * (costOfEven + costOfLine/float64(channels))
	case last > 2:
		planar += float64(k*positions) * costOfApart
	case shape.Size(filters.Shape[:r]) > 1:
		planar += float64(k*positions) * (costOfEven/2 + costOfLine/float64(channels))
	}
	if c.Strides[r-1] > 1 {
		turned *= turnedApart
	}
	return turned+CostOfTurn*float64(channels*shape.Size(x.Shape[1:r+1])+m*positions) < planar
}

// isSpread reports whether a convolution's windows are more than an element, and one element from one another: what is between them is computed along.
func isSpread(filters *array.Buffer, c backend.ConvolutionAttrs) bool {
	return shape.Size(filters.Shape[:len(c.Strides)]) > 1 && !slices.ContainsFunc(c.Strides, func(s int) bool { return s > 1 })
}

// spread returns how many positions there are from the first to the last of outer in rows of some lengths.
func spread(outer, lens []int) int {
	n, pitch := 1, 1
	for i := len(outer) - 1; i >= 0; i-- {
		n += (outer[i] - 1) * pitch
		pitch *= lens[i]
	}
	return n
}

// planarResult returns an array for out whose channels are planes, that of t if there is one: as these lie, and with the axes of out, the one to return.
func planarResult(out backend.Spec, t *Target) (planes, z *array.Buffer, err error) {
	r := len(out.Shape) - 2
	s := append([]int{out.Shape[0], out.Shape[r+1]}, out.Shape[1:r+1]...)
	if planes, err = t.result(out, s); err != nil {
		return nil, nil, err
	}
	return planes, array.Reordered(planes, LastOrder(len(s))), nil
}

// LastOrder returns the order of so many axes, three at least, in which images with the channels first have them last; FirstOrder is the way back.
func LastOrder(axes int) []int { return append(append([]int{0}, shape.All(axes)[2:]...), 1) }

func FirstOrder(axes int) []int { return append([]int{0, axes - 1}, shape.All(axes - 1)[1:]...) }

func channelsLast(planes *array.Buffer) *array.Buffer {
	return array.Permuted(planes, LastOrder(len(planes.Shape)))
}

func channelsFirst(x *array.Buffer) *array.Buffer {
	return array.Permuted(x, FirstOrder(len(x.Shape)))
}

// A planar is a convolution of images whose channels are planes.
type planar struct {
	stop     *backend.Stop
	c        backend.ConvolutionAttrs
	d        dtype.Dtype
	r        int
	filters  *array.Buffer
	in, each int // channels of a group, filters of it
	packed   []*gemm.Packed
	target   *Target
}

// convolvePlanar is convolveWith where isPlanar holds and turnsAround does not; packed are the first operands.
func convolvePlanar(out backend.Spec, a, b *array.Buffer, c backend.ConvolutionAttrs, packed []*gemm.Packed, t *Target) (result backend.Buffer, err error) {
	defer array.CatchShortage(&result, &err)
	r := len(c.Strides)
	p := &planar{stop: out.Stop, c: c, d: out.Dtype, r: r, filters: b, in: b.Shape[r], each: out.Shape[r+1] / c.Groups, packed: packed, target: t}
	planes, z, err := planarResult(out, t)
	if err != nil {
		return nil, err
	}
	if packed == nil && a.Shape[0] > 1 { // once for all images
		p.packed = make([]*gemm.Packed, c.Groups)
		for g := range p.packed {
			again, _ := sparePacked.Get().(*gemm.Packed)
			p.packed[g] = packFilters(array.Part(b, r+1, g*p.each, p.each), again, splitting(out.Stop))
		}
		defer func() {
			for _, f := range p.packed {
				sparePacked.Put(f)
			}
		}()
	}
	lens := paddedLens(a, c)
	if !isPadded(c) && dense(a, lens) {
		p.images(planes, a)
		t.reached()
		return z, nil
	}
	// a copy of some images at a time, with the zeros around them
	some := imagesOf(a, c)
	x, err := array.NewBuffer(backend.Spec{Dtype: a.Dtype, Shape: append([]int{some, a.Shape[r+1]}, lens...)})
	if err != nil {
		return nil, err
	}
	defer array.Release(x)
	inner, from := within(x, 2, a, c), channelsFirst(a)
	for lo := 0; lo < a.Shape[0]; lo += some {
		n := min(some, a.Shape[0]-lo)
		array.CopyInto(out.Stop, array.Part(inner, 0, 0, n), array.Part(from, 0, lo, n))
		p.images(array.Part(planes, 0, lo, n), channelsLast(array.Part(x, 0, 0, n)))
	}
	t.reached()
	return z, nil
}

// sparePacked are packed filters whose memory is used again.
var sparePacked sync.Pool

// dense reports whether the planes of x, of some lengths, have no gaps.
func dense(x *array.Buffer, lens []int) bool {
	pitch := 1
	for i := len(lens) - 1; i >= 0; i-- {
		if x.Strides[i+1] != pitch {
			return false
		}
		pitch *= lens[i]
	}
	return true
}

// images computes the images of z of those of x, which have the zeros around them.
func (p *planar) images(z, x *array.Buffer) {
	r, groups, size := p.r, p.c.Groups, p.d.Size()
	kernel, outer := p.filters.Shape[:r], z.Shape[2:]
	filters, n, k, m := firstOf(array.Part(p.filters, r+1, 0, p.each)), p.each, shape.Size(kernel)*p.in, shape.Size(outer)
	windows := &gemm.Windows{}
	for i := range r {
		windows.Rows = appendAxis(windows.Rows, kernel[i], p.c.Dilations[i]*x.Strides[i+1])
	}
	windows.Rows = appendAxis(windows.Rows, p.in, x.Strides[r+1])
	line, spreads := m/outer[0], isSpread(p.filters, p.c)
	// columns returns how many positions are computed for some of the first axis, and their axes.
	columns := func(rows int) (n int, cols []gemm.Axis) {
		if spreads {
			n = spread(append([]int{rows}, outer[1:]...), x.Shape[1:r+1])
			return n, []gemm.Axis{{Len: n, Step: 1}}
		}
		cols = appendAxis(nil, rows, p.c.Strides[0]*x.Strides[1])
		for i := 1; i < r; i++ {
			cols = appendAxis(cols, outer[i], p.c.Strides[i]*x.Strides[i+1])
		}
		return rows * line, cols
	}
	all, _ := columns(outer[0])
	left := all > m // whether something is computed along, which the result leaves out

	one := func(unit int, to unsafe.Pointer, row, rows int, split gemm.Split) { // some rows of a unit, from one on
		i, g := unit/groups, unit%groups
		w, y := *filters, *windows
		first := row * p.c.Strides[0] * x.Strides[1]
		w.At = unsafe.Add(p.filters.Base(), (p.filters.Offset+g*n*p.filters.Strides[r+1])*size)
		y.At = unsafe.Add(x.Base(), (x.Offset+i*x.Strides[0]+g*p.in*x.Strides[r+1]+first)*size)
		if p.packed != nil {
			w.Packed = p.packed[g]
		}
		count, cols := columns(rows)
		pitch := count
		if !left {
			pitch = m
		}
		y.Cols, y.InPlace = cols, spreads
		if len(w.Cols) == 1 && len(y.Rows) == 1 && len(y.Cols) == 1 {
			gemm.MultiplyInto(p.d, to, pitch, gemm.Matrix{At: w.At, Row: w.Rows[0].Step, Col: w.Cols[0].Step, Packed: w.Packed},
				gemm.Matrix{At: y.At, Row: y.Rows[0].Step, Col: y.Cols[0].Step}, n, k, count, split)
			return
		}
		gemm.MultiplyWindowsInto(p.d, to, pitch, &w, &y, n, k, count, split)
	}
	// Some rows of all channels at a time are computed, rid of what is left out, and completed, as long as they are in a cache.
	band := p.band(n, outer[0], line, x.Strides[1], left)
	run := func(lo, hi int, split gemm.Split) {
		from, done := unsafe.Pointer(nil), func() {}
		if left {
			var wide []byte
			most, _ := columns(band)
			wide, done = array.Scratch[byte](n * most * size)
			from = unsafe.Pointer(&wide[0])
		}
		for unit := lo; unit < hi; unit++ {
			for row := 0; row < outer[0]; row += band {
				rows := min(band, outer[0]-row)
				at := z.Offset + unit*n*m + row*line
				to := unsafe.Add(z.Base(), at*size)
				if !left {
					one(unit, to, row, rows, split)
					if p.target != nil {
						split(n, finishCost*float64(rows*line), func(lo, hi int) { p.target.finish(at+lo*m, rows*line, m, hi-lo) })
					}
					continue
				}
				one(unit, from, row, rows, split)
				part, pitches := append([]int{rows}, outer[1:]...), x.Strides[1:r+1]
				count, _ := columns(rows)
				split(n, costOfPick*float64(rows*line), func(lo, hi int) {
					for i := lo; i < hi; i++ {
						pick(unsafe.Add(to, i*m*size), unsafe.Add(from, i*count*size), part, pitches, size)
					}
					p.target.finish(at+lo*m, rows*line, m, hi-lo)
				})
			}
		}
		done()
	}
	shareUnits(p.stop, x.Shape[0]*groups, gemm.Cost(p.d, n, k, all), run)
}

// shareUnits calls run on pieces of 0 … units, which compute these on one thread each; or, where there are so few that threads would not have as many as
// one another, on all units, each of which is then split.
func shareUnits(stop *backend.Stop, units int, cost float64, run func(lo, hi int, split gemm.Split)) {
	if units%array.ThreadCount() != 0 && units < 4*array.ThreadCount() {
		run(0, units, splitting(stop))
		return
	}
	array.Split(stop, units, cost, func(lo, hi int) { run(lo, hi, onOne(stop)) })
}

// band returns how many rows of a result of n channels, each with so many positions, are computed at a time; pitch is how far apart the rows are that
// are computed, with what is left out of them.
func (p *planar) band(n, rows, line, pitch int, left bool) int {
	if !left {
		if p.target == nil || line < 2 {
			return rows
		}
		pitch = line
	}
	return max(1, min(rows, BandBytes/(n*pitch*p.d.Size())))
}

// BandBytes is how many bytes of a result are computed at a time together with what does not belong to it. Tests make it smaller.
var BandBytes = 1 << 20

// costOfPick is how many nanoseconds pick takes for an element, about.
const costOfPick = 0.1

// pick copies the elements of a plane, outer by its lengths and in rows without gaps, from where they are some pitches apart.
func pick(to, from unsafe.Pointer, outer, pitches []int, size int) {
	if len(outer) > 1 {
		rows := shape.Size(outer[1:]) * size
		for i := range outer[0] {
			pick(unsafe.Add(to, i*rows), unsafe.Add(from, i*pitches[0]*size), outer[1:], pitches[1:], size)
		}
		return
	}
	copy(unsafe.Slice((*byte)(to), outer[0]*size), unsafe.Slice((*byte)(from), outer[0]*size))
}

// firstOf returns the filters of a group as the first operand of a product, without where they are.
func firstOf(filters *array.Buffer) *gemm.Windows {
	last := len(filters.Shape) - 1
	return &gemm.Windows{Rows: []gemm.Axis{{Len: filters.Shape[last], Step: filters.Strides[last]}}, Cols: rowsOf(filters)}
}

// packFilters packs them.
func packFilters(filters *array.Buffer, again *gemm.Packed, split gemm.Split) *gemm.Packed {
	w, n, k := firstOf(filters), filters.Shape[len(filters.Shape)-1], shape.Size(filters.Shape[:len(filters.Shape)-1])
	w.At = unsafe.Add(filters.Base(), filters.Offset*filters.Dtype.Size())
	if len(w.Cols) == 1 {
		return gemm.PackFirst(filters.Dtype, gemm.Matrix{At: w.At, Row: w.Rows[0].Step, Col: w.Cols[0].Step}, n, k, again, split)
	}
	return gemm.PackWindowsFirst(filters.Dtype, w, n, k, again, split)
}
