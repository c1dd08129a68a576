package product

import (
	"sync/atomic"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/gemm"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// Convolutions of float32 by filters of 3·3 elements are computed by Winograd's algorithm, F(2×2, 3×3), where that is faster: tiles of the images and
// the filters are transformed, multiplied as 16 products of matrices, one for each element of a transformed tile, and transformed back. Package simd has
// the transforms.
//
// With n channels, images of elements up to d and filters of elements up to f the error is below 81·n·(n+10)·d·f·eps/2: elements of transformed tiles are
// sums of four, those of transformed filters at most 9/4 of f, and a result is a sum of nine products. That of direct sums is 9·n·eps/2 times the sum of
// all |x·f|, which is as much if these are all as great as the greatest, and less where they are not. Where all sums are integers that float32 has, results
// are exact.
//
// An element of an image counts for those results alone whose filters meet it. But what is infinite or NaN makes NaN of all of these, and so may what
// is close to the greatest float32: bands of a result with such elements are computed again without transforms.
//
// Whether the algorithm is used, and of which bands, depends on shapes alone: not on the order of axes in memory, on other images, on threads, or on
// whether filters were transformed before.

const (
	// costOfTransform is how many nanoseconds it takes, about, to compute an element of a transformed tile, or to make a result of a product of one.
	costOfTransform = 0.13

	// costOfTransformed is how many nanoseconds it takes, about, to read an element of a transformed filter from memory.
	costOfTransformed = 0.25
)

// A band has so many tiles at least, if an image has them, as filters are read for each; and its transformed tiles and their products so many bytes at most.
const winogradLeastTiles, winogradMostBytes = 96, 32 << 20

// takesWinograd reports whether a convolution by filters of some shape is faster by Winograd's algorithm.
func takesWinograd(out backend.Spec, filters []int, c backend.ConvolutionAttrs) bool {
	const lanes = simd.WinogradLanes
	if !simd.HasWinograd || out.Dtype != dtype.Float32 || len(c.Strides) != 2 || c.Groups != 1 || c.MovesApart() || filters[0] != 3 || filters[1] != 3 ||
		filters[2]%lanes != 0 || filters[3]%lanes != 0 {
		return false
	}
	for i := range 2 {
		if c.Strides[i] != 1 || c.Dilations[i] != 1 || out.Shape[i+1] < 2 {
			return false
		}
	}
	in, m := float64(filters[2]), float64(filters[3])
	if float64(out.Shape[2])*(in+m)*16/2*4 > winogradMostBytes { // a row of tiles
		return false
	}
	w := newWinograd(out, filters)
	positions, tiles := float64(out.Shape[1]*out.Shape[2]), float64(w.lanes(w.band))
	plain := costOfTile * planesInPlace * 9 * positions * in * m
	return 16*(costOfTile*tiles*in*m+costOfTransform*tiles*(in+m)+costOfTransformed*in*m) < plain
}

// A winograd is a convolution by Winograd's algorithm.
type winograd struct {
	stop         *backend.Stop
	c            backend.ConvolutionAttrs
	x, filters   *array.Buffer
	z            *array.Buffer // the axes in x's order, the channels last
	target       *Target
	in, out      int // channels
	down, across int // tiles of an image
	band         int // rows of tiles that are computed at a time
	u            []gemm.Matrix
}

// newWinograd returns what shapes say.
func newWinograd(out backend.Spec, filters []int) *winograd {
	w := &winograd{stop: out.Stop, in: filters[2], out: filters[3], down: array.CeilDiv(out.Shape[1], 2), across: array.CeilDiv(out.Shape[2], 2)}
	most := max(1, min(w.down, max(winogradLeastTiles, BandBytes/(16*4*(w.in+w.out)))/w.across))
	// as many rows as fit, or fewer, to half of that, if fewer lanes of registers are idle then
	least := 0
	for rows := most; rows > 0 && rows >= most/2; rows-- {
		if n := w.lanes(rows); least == 0 || n < least {
			w.band, least = rows, n
		}
	}
	return w
}

// lanes returns how many lanes of registers have the tiles of an image in bands of so many rows, used or idle.
func (w *winograd) lanes(rows int) int {
	return w.down/rows*simd.WinogradWhole(rows*w.across) + simd.WinogradWhole(w.down%rows*w.across)
}

// bands returns how many bands an image has.
func (w *winograd) bands() int { return array.CeilDiv(w.down, w.band) }

// convolveWinograd is convolveWith where takesWinograd holds. packed are the transformed filters: the first operands if x's channels are planes.
func convolveWinograd(out backend.Spec, x, filters *array.Buffer, c backend.ConvolutionAttrs, packed func(operand) []*gemm.Packed, t *Target) (result backend.Buffer, err error) {
	defer array.CatchShortage(&result, &err)
	w := newWinograd(out, filters.Shape)
	w.c, w.x, w.filters = c, x, filters
	planes, kind := readsPlanes(out, x, c, t), transformedSecond
	if planes {
		kind, w.target = transformedFirst, t.ofPlanes()
		if _, w.z, err = planarResult(out, w.target); err != nil {
			return nil, err
		}
	} else {
		w.target = t.ofLines()
		if x.Strides[3] != 1 {
			if w.x, err = array.Clone(out.Stop, x); err != nil {
				return nil, err
			}
			defer array.Release(w.x)
		}
		if w.z, err = w.target.result(out, out.Shape); err != nil {
			return nil, err
		}
	}
	if given := packed(kind); given != nil {
		for _, p := range given {
			w.u = append(w.u, gemm.Matrix{Packed: p})
		}
	} else {
		u, err := transformFilters(out.Stop, filters)
		if err != nil {
			return nil, err
		}
		defer array.Release(u.memory)
		if w.u = u.matrices(planes); w.u[0].Col != 1 {
			again := make([]*gemm.Packed, 16)
			for i := range again {
				again[i], _ = sparePacked.Get().(*gemm.Packed)
			}
			for i, p := range u.pack(planes, again, splitting(out.Stop)) {
				w.u[i].Packed = p
				defer sparePacked.Put(p)
			}
		}
	}
	units, tiles := x.Shape[0]*w.bands(), w.band*w.across
	shareUnits(out.Stop, units, 16*gemm.Cost(dtype.Float32, w.out, w.in, tiles), func(lo, hi int, split gemm.Split) {
		v, freeV := array.Scratch[float32](16 * w.stepOf(w.in))
		m, freeM := array.Scratch[float32](16 * w.stepOf(w.out))
		for unit := lo; unit < hi; unit++ {
			image, first := unit/w.bands(), unit%w.bands()*w.band
			b := &winogradBand{winograd: w, v: v, m: m, image: image, first: first, rows: min(w.band, w.down-first), split: split}
			if planes {
				b.planes()
			} else {
				b.channels()
			}
		}
		freeV()
		freeM()
	})
	w.target.reached()
	return w.z, nil
}

// transformedFilters are 16 matrices, step elements apart: of a row for each filter if byFilter says so, else of one for each channel.
type transformedFilters struct {
	memory   *array.Buffer
	in, out  int
	step     int
	byFilter bool
}

// filtersAtOnce is how many filters are transformed whose elements have been copied to lines of their own.
const filtersAtOnce = 512

func transformFilters(stop *backend.Stop, filters *array.Buffer) (u *transformedFilters, err error) {
	const lanes = simd.WinogradLanes
	in, out := filters.Shape[2], filters.Shape[3]
	n := in * out
	u = &transformedFilters{in: in, out: out, step: apart(n), byFilter: filters.Strides[2] < filters.Strides[3]}
	if u.memory, err = array.NewBuffer(backend.Spec{Dtype: filters.Dtype, Shape: []int{16 * u.step}}); err != nil {
		return nil, err
	}
	to := array.Flat[float32](u.memory)
	if s := filters.Strides; s[0] == 3 && s[1] == 1 && s[2] == 9 && s[3] == 9*in { // the elements of a filter lie together
		from := array.Elems[float32](filters)[filters.Offset:][:9*n]
		array.Split(stop, n/lanes, 16*lanes*costOfTransformed, func(first, last int) {
			taps, free := array.Scratch[float32](9 * filtersAtOnce)
			for lo := first * lanes; lo < last*lanes; lo += filtersAtOnce {
				some := min(filtersAtOnce, last*lanes-lo)
				simd.WinogradTaps(taps, from[9*lo:][:9*some], filtersAtOnce)
				simd.WinogradFilters(to[lo:], u.step, taps, filtersAtOnce, some)
			}
			free()
		})
		return u, nil
	}
	taps := filters
	if u.byFilter {
		taps = array.Permuted(filters, []int{0, 1, 3, 2})
	}
	if !taps.Contiguous() {
		if taps, err = array.Clone(stop, taps); err != nil {
			array.Release(u.memory)
			return nil, err
		}
		defer array.Release(taps)
	}
	from := array.Flat[float32](taps)
	array.Split(stop, n/lanes, 16*lanes*costOfTransformed, func(first, last int) {
		simd.WinogradFilters(to[first*lanes:], u.step, from[first*lanes:], n, (last-first)*lanes)
	})
	return u, nil
}

// matrices returns the matrices as the first operands of products, those with rows of channels, or as the second ones.
func (u *transformedFilters) matrices(first bool) []gemm.Matrix {
	list := make([]gemm.Matrix, 16)
	for i := range list {
		m := &list[i]
		m.At, m.Row, m.Col = unsafe.Add(u.memory.Base(), (u.memory.Offset+i*u.step)*4), u.out, 1
		if u.byFilter {
			m.Row = u.in
		}
		if u.byFilter != first {
			m.Row, m.Col = m.Col, m.Row
		}
	}
	return list
}

// pack returns them packed, in packed.
func (u *transformedFilters) pack(first bool, packed []*gemm.Packed, split gemm.Split) []*gemm.Packed {
	matrices := u.matrices(first)
	split(16, float64(u.in*u.out)*costOfTransformed, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			if first {
				packed[i] = gemm.PackFirst(dtype.Float32, matrices[i], u.out, u.in, packed[i], gemm.InOne)
			} else {
				packed[i] = gemm.Pack(dtype.Float32, matrices[i], u.in, u.out, packed[i], gemm.InOne)
			}
		}
	})
	return packed
}

// packTransformed returns the matrices of filters, packed; nil if there is no memory for them.
func packTransformed(filters *array.Buffer, first bool) []*gemm.Packed {
	u, err := transformFilters(nil, filters)
	if err != nil {
		return nil
	}
	defer array.Release(u.memory)
	return u.pack(first, make([]*gemm.Packed, 16), unstopped)
}

// apart returns how many elements matrices of n elements are from one another, so that their lines do not all lie in the same sets of a cache.
func apart(n int) int {
	const page, lines = 1024, 5 * 16
	return (n+page-lines-1)/page*page + lines
}

// pitch returns how many elements of a band a row of a transformed plane has, with those that whole registers have behind the last.
func (w *winograd) pitch() int {
	return simd.WinogradWhole(max(w.band*w.across, (w.band-1)*w.across+simd.WinogradWhole(w.across)))
}

// stepOf returns how many elements the matrices of a band of so many channels are apart.
func (w *winograd) stepOf(channels int) int { return apart(channels * w.pitch()) }

// A winogradBand are some rows of tiles of an image.
type winogradBand struct {
	*winograd
	v, m        []float32 // transformed tiles and their products: 16 matrices
	image       int
	first, rows int // of tiles
	split       gemm.Split
}

// multiply computes products for each element of transformed tiles.
func (b *winogradBand) multiply(f func(i int)) {
	b.split(16, gemm.Cost(dtype.Float32, b.out, b.in, b.rows*b.across), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			f(i)
		}
	})
}

// lines returns how many lines of the result the band has.
func (b *winogradBand) lines() int { return min(2*b.rows, b.z.Shape[1]-2*b.first) }

// planes computes a band of planes.
func (b *winogradBand) planes() {
	pitch, stepV, stepM := b.pitch(), b.stepOf(b.in), b.stepOf(b.out)
	height, width := b.x.Shape[1], b.x.Shape[2]
	top, left := 2*b.first-b.c.Padding[0][0], b.c.Padding[1][0]
	lo, hi := max(top, 0), min(top+2*b.rows+2, height) // lines of x
	line := 2*simd.WinogradWhole(b.across) + 2
	from := array.Elems[float32](b.x)
	b.split(b.in, 16*costOfTransform*float64(b.rows*b.across), func(first, last int) {
		plane, free := array.Scratch[float32]((2*b.rows + 2) * line) // with the zeros around it
		clear(plane)
		for c := first; c < last; c++ {
			at := b.x.Offset + b.image*b.x.Strides[0] + c*b.x.Strides[3]
			for y := lo; y < hi; y++ {
				copy(plane[(y-top)*line+left:][:width], from[at+y*b.x.Strides[1]:])
			}
			for r := range b.rows {
				simd.WinogradInputPlane(b.v[c*pitch+r*b.across:], stepV, plane[2*r*line:], line, b.across)
			}
		}
		free()
	})
	b.multiply(func(i int) {
		gemm.MultiplyInto(dtype.Float32, unsafe.Pointer(&b.m[i*stepM]), pitch, b.u[i], gemm.Matrix{At: unsafe.Pointer(&b.v[i*stepV]), Row: pitch, Col: 1},
			b.out, b.in, b.rows*b.across, gemm.InOne)
	})
	to, cols, lines := array.Elems[float32](b.z), b.z.Shape[2], b.lines()
	begin, plane := b.z.Offset+b.image*b.z.Strides[0]+2*b.first*cols, b.z.Strides[3]
	b.gather(b.out, 16*costOfTransform*float64(b.rows*b.across), func(first, last int, flags *simd.WinogradFlags) {
		for c := first; c < last; c++ {
			for y := 0; y < lines; y += 2 {
				at := begin + c*plane + y*cols
				line0, line1 := to[at:][:cols], []float32(nil)
				if y+1 < lines {
					line1 = to[at+cols:][:cols]
				}
				simd.WinogradOutputPlane(line0, line1, b.m[c*pitch+y/2*b.across:], stepM, flags)
			}
		}
	})
	if b.target != nil {
		b.split(b.out, finishCost*float64(lines*cols), func(first, last int) { b.target.finish(begin+first*plane, lines*cols, plane, last-first) })
	}
}

// channels computes a band of images whose channels lie together.
func (b *winogradBand) channels() {
	stepV, stepM, tiles := b.stepOf(b.in), b.stepOf(b.out), b.rows*b.across
	height, width, row, pixel := b.x.Shape[1], b.x.Shape[2], b.x.Strides[1], b.x.Strides[2]
	from, begin := array.Elems[float32](b.x), b.x.Offset+b.image*b.x.Strides[0]
	b.split(tiles, 16*costOfTransform*float64(b.in), func(first, last int) {
		patch, free := array.Scratch[float32](16 * b.in) // of a tile with zeros around the image
		for t := first; t < last; t++ {
			y, x := 2*(b.first+t/b.across)-b.c.Padding[0][0], 2*(t%b.across)-b.c.Padding[1][0]
			if y >= 0 && x >= 0 && y+4 <= height && x+4 <= width {
				simd.WinogradInputChannels(b.v[t*b.in:], stepV, from[begin+y*row+x*pixel:], row, pixel, b.in)
				continue
			}
			clear(patch)
			for i := max(0, -y); i < min(4, height-y); i++ {
				for j := max(0, -x); j < min(4, width-x); j++ {
					copy(patch[(4*i+j)*b.in:][:b.in], from[begin+(y+i)*row+(x+j)*pixel:])
				}
			}
			simd.WinogradInputChannels(b.v[t*b.in:], stepV, patch, 4*b.in, b.in, b.in)
		}
		free()
	})
	b.multiply(func(i int) {
		gemm.MultiplyInto(dtype.Float32, unsafe.Pointer(&b.m[i*stepM]), b.out, gemm.Matrix{At: unsafe.Pointer(&b.v[i*stepV]), Row: b.in, Col: 1}, b.u[i],
			tiles, b.in, b.out, gemm.InOne)
	})
	to, cols, lines := array.Elems[float32](b.z), b.z.Shape[2], b.lines()
	begin = b.z.Offset + b.image*b.z.Strides[0] + 2*b.first*b.z.Strides[1]
	b.gather(tiles, 16*costOfTransform*float64(b.out), func(first, last int, flags *simd.WinogradFlags) {
		for t := first; t < last; t++ {
			y, x := 2*(t/b.across), 2*(t%b.across)
			var elements [4][]float32
			for i := range elements { // of one that is not there another one takes the place
				at := begin + min(y+i/2, lines-1)*b.z.Strides[1] + min(x+i%2, cols-1)*b.out
				elements[i] = to[at:][:b.out]
			}
			simd.WinogradOutputChannels(elements, b.m[t*b.out:], stepM, flags)
		}
	})
	b.target.finishLines(begin, cols*b.out, lines, b.split)
}

// gather calls f on pieces of 0 … n, which transform products back, and computes the band again if something is not finite.
func (b *winogradBand) gather(n int, cost float64, f func(first, last int, flags *simd.WinogradFlags)) {
	var odd atomic.Bool
	b.split(n, cost, func(first, last int) {
		flags := &simd.WinogradFlags{}
		f(first, last, flags)
		if !flags.Finite() {
			odd.Store(true)
		}
	})
	if odd.Load() {
		b.direct()
	}
}

// direct computes the band without transforms.
func (b *winogradBand) direct() {
	lines, c := b.lines(), b.c
	top := 2*b.first - c.Padding[0][0]
	lo, hi := max(top, 0), min(top+lines+2, b.x.Shape[1])
	c.Padding = [][2]int{{lo - top, top + lines + 2 - hi}, c.Padding[1]}
	to := array.Part(array.Part(b.z, 0, b.image, 1), 1, 2*b.first, lines)
	from := array.Part(array.Part(b.x, 0, b.image, 1), 1, lo, hi-lo)
	y, err := convolveDirect(backend.Spec{Dtype: b.z.Dtype, Shape: to.Shape, Stop: b.stop}, from, b.filters, c, notPacked, nil)
	if err != nil {
		panic(err) // of a shortage of memory, as those of Scratch
	}
	array.CopyInto(b.stop, to, y.(*array.Buffer))
	array.Release(y.(*array.Buffer))
}
