package product

import (
	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// Depthwise convolutions of images with the channels last. A position of the result is a sum of positions of x, each times the factors of a tap, one for
// each channel. Images with padding are read from copies of their rows, padded: a thread keeps those that a row of the result needs in a small buffer,
// which stays in a cache, and copies each row once, over one that is not needed any more.

// takesDepthwise reports whether convolveDepthwise is good for these operands: its sums are fused, and so have to be those of convolvePlanes.
func takesDepthwise(out backend.Spec, a, b *array.Buffer, c backend.ConvolutionAttrs) bool {
	r := len(c.Strides)
	channels := a.Shape[r+1]
	if r < 1 || r > 2 || c.MovesApart() || out.Dtype != dtype.Float32 && out.Dtype != dtype.Float64 || !simd.FusesTaps(out.Shape[r]) {
		return false
	}
	if c.Groups != channels || out.Shape[r+1] != channels || a.Strides[r+1] != 1 || channels == 1 || channels*out.Dtype.Size() < leastVector {
		return false
	}
	// Rows are not copied that would have little but zeros.
	width := (out.Shape[r]-1)*c.Strides[r-1] + (b.Shape[r-1]-1)*c.Dilations[r-1] + 1
	return width <= mostZeros*(a.Shape[r]+out.Shape[r])
}

// leastVector is from how many bytes of channels on sums of vectors are as fast as those of planes that x is copied to.
const leastVector = 16

// mostZeros is of how many times as many elements as x and the result have in a row the rows may be that are copied.
const mostZeros = 4

// depthwiseBytes is how many bytes of rows, of x and of the result, are worked on at a time. Tests make it smaller.
var depthwiseBytes = 256 << 10

// Nanoseconds, about, that a product in a sum of vectors takes, and an element of a row to copy.
const costOfVectorTap, costOfCopy = 0.025, 0.2

// lineOfCache is how many bytes a cache loads at once. There are few places in an L1 cache for what is a multiple of fewSets of these apart.
const lineOfCache, fewSets = 64, 8

// leastPiece is how many positions of a row a piece has at least, unless the row has fewer.
const leastPiece = 16

// convolveDepthwise is convolvePlanes where takesDepthwise holds, with the same bits, and a result whose channels are side by side.
func convolveDepthwise(out backend.Spec, a, b *array.Buffer, c backend.ConvolutionAttrs, t *Target) (result backend.Buffer, err error) {
	defer array.CatchShortage(&result, &err)
	t = t.ofLines()
	z, err := t.result(out, out.Shape)
	if err != nil {
		return nil, err
	}
	filters := b
	if !b.Contiguous() {
		if filters, err = array.Clone(out.Stop, b); err != nil {
			return nil, err
		}
		defer array.Release(filters)
	}
	if z.Dtype == dtype.Float32 {
		newDepthwise[float32](out.Stop, z, a, filters, c, t).run()
	} else {
		newDepthwise[float64](out.Stop, z, a, filters, c, t).run()
	}
	t.reached()
	return z, nil
}

// An alongAxis is what a convolution is along an axis.
type alongAxis struct {
	n, step, outer         int // elements of x, how far they are apart in memory, and positions
	taps, stride, dilation int
	before                 int // zeros before x
}

// span returns how many elements, with those around x, there are from the first to the last that so many positions meet.
func (a *alongAxis) span(positions int) int {
	return (positions-1)*a.stride + (a.taps-1)*a.dilation + 1
}

// A depthwiseConvolution is a depthwise convolution. One along a single axis has a single row.
type depthwiseConvolution[T float32 | float64] struct {
	stop       *backend.Stop
	z, x       *array.Buffer
	zs, xs, fs []T
	channels   int
	down       alongAxis
	across     alongAxis
	inPlace    bool // x is read where it lies
	step       int  // elements from one position of a row of x to the next, where that is read
	rows       int  // how many copies of rows of x there are at a time, besides one of zeros
	width      int  // elements from one copy to the next
	piece      int  // positions of a row that are computed at a time
	band       int  // rows of the result that are computed at a time
	target     *Target
}

func newDepthwise[T float32 | float64](stop *backend.Stop, z, x, filters *array.Buffer, c backend.ConvolutionAttrs, target *Target) *depthwiseConvolution[T] {
	r := len(c.Strides)
	p := &depthwiseConvolution[T]{stop: stop, z: z, x: x, zs: array.Elems[T](z), xs: array.Elems[T](x), fs: array.Flat[T](filters), channels: x.Shape[r+1], target: target}
	axes := []alongAxis{{n: 1, outer: 1, taps: 1, stride: 1, dilation: 1}}
	for i := range r {
		axes = append(axes, alongAxis{x.Shape[i+1], x.Strides[i+1], z.Shape[i+1], filters.Shape[i], c.Strides[i], c.Dilations[i], c.Padding[i][0]})
	}
	p.down, p.across = axes[r-1], axes[r]
	p.inPlace = !isPadded(c) && p.down.step >= 0 && p.across.step >= 0
	size := z.Dtype.Size()
	if p.step = p.across.step; !p.inPlace {
		lines := array.CeilDiv(p.channels*size, lineOfCache)
		if lines%fewSets == 0 {
			lines++
		}
		p.step = lines * lineOfCache / size
	}
	p.rows = min(p.down.span(1), p.down.n)
	inRow := depthwiseBytes/(size*p.channels) - p.rows*p.across.span(1)
	least := max(leastPiece, array.CeilDiv(p.across.span(1), p.across.stride)) // what pieces have in common is copied for each of them
	p.piece = max(least, inRow/(p.rows*p.across.stride+1))
	p.piece = array.CeilDiv(p.across.outer, array.CeilDiv(p.across.outer, p.piece))
	p.width = p.across.span(p.piece) * p.step
	row := p.piece * p.channels
	p.band = min(max(p.down.taps, finishAtOnce/row), depthwiseBytes/(row*size), array.CeilDiv(z.Len()/row, array.ThreadCount()), p.down.outer)
	p.band = max(p.band, 1)
	return p
}

// run shares the bands of all pieces among threads.
func (p *depthwiseConvolution[T]) run() {
	pieces, bands := array.CeilDiv(p.across.outer, p.piece), array.CeilDiv(p.down.outer, p.band)
	cost := costOfVectorTap * float64(p.piece*p.channels*p.down.taps*p.across.taps)
	if !p.inPlace {
		cost += costOfCopy * float64(p.width)
	}
	array.Split(p.stop, p.x.Shape[0]*pieces*bands, cost*float64(p.band), func(lo, hi int) {
		b := &depthwiseRows[T]{depthwiseConvolution: p, at: array.Temporary[int](p.down.taps * p.across.taps), image: -1}
		done := b.prepare()
		for u := lo; u < hi; u++ {
			b.begin(u/bands/pieces, u/bands%pieces*p.piece)
			first := u % bands * p.band
			b.compute(first, min(p.band, p.down.outer-first))
		}
		done()
	})
}

// depthwiseRows are the rows of a piece of an image that a thread works on.
type depthwiseRows[T float32 | float64] struct {
	*depthwiseConvolution[T]
	image, first, n int   // the piece: so many positions from the first on
	copies          []T   // of rows of x, and behind them one of zeros
	holds           []int // which row of x each copy is of, or −1
	at              []int
}

// prepare sets where the taps are if x is read where it lies, else it makes memory for copies.
func (b *depthwiseRows[T]) prepare() (done func()) {
	if !b.inPlace {
		b.copies, done = array.Scratch[T]((b.rows + 1) * b.width)
		clear(b.copies[b.rows*b.width:])
		b.holds = array.Temporary[int](b.rows)
		return done
	}
	for k := range b.at {
		b.at[k] = k/b.across.taps*b.down.dilation*b.down.step + k%b.across.taps*b.across.dilation*b.step
	}
	return func() {}
}

// begin goes on with a piece of an image, if that is another one.
func (b *depthwiseRows[T]) begin(image, first int) {
	if b.image == image && b.first == first {
		return
	}
	b.image, b.first, b.n = image, first, min(b.piece, b.across.outer-first)
	for i := range b.holds {
		b.holds[i] = -1
	}
}

// compute computes some rows of the piece, and completes them.
func (b *depthwiseRows[T]) compute(first, rows int) {
	pitch, n := b.across.outer*b.channels, b.n*b.channels
	begin := b.z.Offset + ((b.image*b.down.outer+first)*b.across.outer+b.first)*b.channels
	l := simd.Lines{N: b.channels, Count: b.n, ZPitch: b.channels, XPitch: b.across.stride * b.step}
	for i := range rows {
		b.stop.Check()
		simd.SumVectorTaps(b.zs[begin+i*pitch:], b.row(first+i), l, b.at, b.fs)
	}
	if n == pitch {
		b.target.finish(begin, rows*n, rows*n, 1)
		return
	}
	for i := range rows {
		b.target.finish(begin+i*pitch, n, n, 1)
	}
}

// row returns where elements of x are, those that a row of the result is the sum of at b.at.
func (b *depthwiseRows[T]) row(i int) []T {
	if b.inPlace {
		return b.xs[b.x.Offset+b.image*b.x.Strides[0]+i*b.down.stride*b.down.step+b.first*b.across.stride*b.step:]
	}
	for k := range b.down.taps {
		from := b.rows * b.width
		if j := i*b.down.stride + k*b.down.dilation - b.down.before; j >= 0 && j < b.down.n {
			from = j % b.rows * b.width
			if b.holds[j%b.rows] != j {
				b.holds[j%b.rows] = j
				b.load(b.copies[from:][:b.across.span(b.n)*b.step], j)
			}
		}
		for l := range b.across.taps {
			b.at[k*b.across.taps+l] = from + l*b.across.dilation*b.step
		}
	}
	return b.copies
}

// load sets to to what the piece meets of row j of x, with the zeros around it.
func (b *depthwiseRows[T]) load(to []T, j int) {
	first, positions := b.first*b.across.stride-b.across.before, len(to)/b.step // the first is which element of x
	lo := min(max(0, -first), positions)
	hi := max(lo, min(positions, b.across.n-first))
	clear(to[:lo*b.step])
	clear(to[hi*b.step:])
	if lo == hi {
		return
	}
	to = to[lo*b.step : hi*b.step]
	from := b.x.Offset + b.image*b.x.Strides[0] + j*b.down.step + (first+lo)*b.across.step
	switch {
	case b.step == b.channels && b.across.step == b.channels:
		copy(to, b.xs[from:])
	case b.across.step > 0:
		simd.CopyLines(to, b.xs[from:], simd.Lines{N: b.channels, Count: hi - lo, ZPitch: b.step, XPitch: b.across.step})
	default:
		for i := range hi - lo {
			copy(to[i*b.step:][:b.channels], b.xs[from+i*b.across.step:])
		}
	}
}
