package product

import (
	"math"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/elementwise"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Means and variances of groups of channels come of pieces of an example, whose lengths the shape alone decides: of each the mean, and the sum of the squared
// distances to it, which are put together in float64 (T. Chan, G. Golub and R. LeVeque, "Algorithms for computing the sample variance", 1983). A piece stays in
// a cache from one pass to the next.

const (
	// normPiece is about how many elements a piece has, normBlock how many are summed in their dtype, and normRows in how many rows.
	normPiece, normBlock, normRows = 1 << 14, 1 << 11, 64

	// normTile is about how many elements of whole rows are computed at a time where channels are last.
	normTile = 1 << 10
)

// takesGroups reports whether normalizeGroups takes such an array.
func takesGroups(out backend.Spec, _ [][]int, _ backend.LayerAttrs) bool {
	return out.Dtype == dtype.Float32 || out.Dtype == dtype.Float64
}

func normalizeGroups(out backend.Spec, xs []backend.Buffer, a backend.GroupNormalizationAttrs) (result backend.Buffer, err error) {
	defer array.CatchShortage(&result, &err)
	bs, err := array.CompactAll(out.Stop, xs)
	if err != nil {
		return nil, err
	}
	z, err := array.NewResult(out)
	if err != nil {
		return nil, err
	}
	if z.Dtype == dtype.Float32 {
		newGroupNorm(z, bs, a, &simd.SumFloat32, &simd.SquaresFloat32).run(out.Stop)
	} else {
		newGroupNorm(z, bs, a, &simd.SumFloat64, &simd.SquaresFloat64).run(out.Stop)
	}
	return z, nil
}

// A moment is what is known of some elements: how many there are, their mean, and the sum of the squared distances to it.
type moment struct{ count, mean, squares float64 }

func (m *moment) add(n moment) {
	all, away := m.count+n.count, n.mean-m.mean
	m.mean += away * n.count / all
	m.squares += n.squares + away*away*m.count*n.count/all
	m.count = all
}

// A groupNorm is a call. A unit is a group of an example or, where channels are last, an example: its elements are contiguous.
type groupNorm[T float32 | float64] struct {
	z, x          *array.Buffer
	scale, offset []T // nil if there is none
	eps           float64
	last          bool
	spatial, each int // elements of a channel, and channels of a group
	channels      int // of a unit
	ofAll         int // units that have all channels together
	units, length int // how many there are, and of so many elements
	piece, pieces int // elements of a piece, and pieces of a unit

	sum     *simd.Reduction[T, T]
	squares *simd.Squares[T, T]
}

func newGroupNorm[T float32 | float64](z *array.Buffer, bs []*array.Buffer, a backend.GroupNormalizationAttrs, sum *simd.Reduction[T, T], squares *simd.Squares[T, T]) *groupNorm[T] {
	p := &groupNorm[T]{z: z, x: bs[0], eps: a.Eps, sum: sum, squares: squares}
	rest := bs[1:]
	if a.Scale {
		p.scale, rest = array.Flat[T](rest[0]), rest[1:]
	}
	if a.Offset {
		p.offset = array.Flat[T](rest[0])
	}
	all := z.Shape[a.Axis]
	p.spatial, p.each = shape.Size(z.Shape[1:])/all, all/a.Groups
	p.last = a.Axis > 1 && p.spatial > 1
	p.channels, p.ofAll, p.piece = p.each, a.Groups, normPiece
	if p.last {
		p.channels, p.ofAll, p.piece = all, 1, max(1, normPiece/all)*all
	}
	p.units, p.length = z.Shape[0]*p.ofAll, p.channels*p.spatial
	p.pieces = array.CeilDiv(p.length, p.piece)
	return p
}

// run computes unit by unit, which are then read from a cache again. Where there are few, all pieces are looked at first.
func (p *groupNorm[T]) run(stop *backend.Stop) {
	const nanoseconds = 0.5 // of an element
	groups := p.channels / p.each
	if threads := array.ThreadCount(); p.pieces == 1 || threads == 1 || p.units >= 2*threads {
		array.Split(stop, p.units, nanoseconds*float64(p.length), func(lo, hi int) {
			w := p.worker()
			moments := make([]moment, p.pieces*groups)
			for u := lo; u < hi; u++ {
				stop.Check()
				for i := range p.pieces {
					w.look(u, i, moments[i*groups:(i+1)*groups])
				}
				w.finish(u, moments)
				for i := range p.pieces {
					w.write(u, i)
				}
			}
		})
		return
	}
	moments := array.Temporary[moment](p.units * p.pieces * groups)
	array.Split(stop, p.units*p.pieces, nanoseconds/2*float64(p.piece), func(lo, hi int) {
		w := p.worker()
		for i := lo; i < hi; i++ {
			w.look(i/p.pieces, i%p.pieces, moments[i*groups:(i+1)*groups])
		}
	})
	array.Split(stop, p.units*p.pieces, nanoseconds/2*float64(p.piece), func(lo, hi int) {
		w := p.worker()
		for i, finished := lo, -1; i < hi; i++ {
			if u := i / p.pieces; u != finished {
				w.finish(u, moments[u*p.pieces*groups:(u+1)*p.pieces*groups])
				finished = u
			}
			w.write(finished, i%p.pieces)
		}
	})
}

// part returns where piece i of unit u begins, and how many elements it has.
func (p *groupNorm[T]) part(u, i int) (at, n int) {
	return u*p.length + i*p.piece, min(p.piece, p.length-i*p.piece)
}

// A normWorker computes pieces on one thread.
type normWorker[T float32 | float64] struct {
	*groupNorm[T]
	z, x                    []T
	means, factors, offsets []T // of each channel of a unit
	sums                    []T // of each channel, of some rows

	tile         int    // elements of the rows of a tile
	tiles        [3][]T // means, factors and offsets of whole rows, where channels are last
	loops        [3]*elementwise.Loop
	from, to, of array.Buffer // headers of a tile of x, of z, and of tiles
}

func (p *groupNorm[T]) worker() *normWorker[T] {
	w := &normWorker[T]{groupNorm: p, z: array.Flat[T](p.z), x: array.Flat[T](p.x)}
	line := array.Temporary[T](4 * p.channels)
	parts := func() []T { part := line[:p.channels]; line = line[p.channels:]; return part }
	w.means, w.factors, w.offsets, w.sums = parts(), parts(), parts(), parts()
	if p.last {
		w.tile = max(1, min(normTile/p.channels, p.spatial)) * p.channels
		for i := range w.tiles {
			w.tiles[i] = array.Temporary[T](w.tile)
		}
		d := p.z.Dtype
		w.loops = [3]*elementwise.Loop{&elementwise.Loops[ops.Subtract.Op][d], &elementwise.Loops[ops.Multiply.Op][d], &elementwise.Loops[ops.Add.Op][d]}
		w.from.Dtype, w.to.Dtype, w.of.Dtype = d, d, d
	}
	return w
}

// look sets the moments of the groups in piece i of unit u.
func (w *normWorker[T]) look(u, i int, to []moment) {
	at, n := w.part(u, i)
	x := w.x[at : at+n]
	if !w.last {
		mean := w.sumOf(x) / float64(n)
		to[0] = moment{float64(n), mean, w.squaresOf(x, T(mean))}
		return
	}
	for g := range to {
		to[g] = moment{count: float64(n / w.channels * w.each)}
	}
	w.byRows(x, func(x []T) {
		done := 0
		if w.sum.OK() {
			done = w.sum.Rows(w.sums, x, 0, len(x)/w.channels, w.channels)
		}
		sumColumns(w.sums, x, done)
	}, func(g int, s float64) { to[g].mean += s / to[g].count })
	for c := range w.means {
		w.means[c] = T(to[c/w.each].mean)
	}
	w.byRows(x, func(x []T) {
		done := 0
		if w.squares.OK() {
			done = w.squares.Rows(w.sums, x, 0, len(x)/w.channels, w.channels, w.means)
		}
		squareColumns(w.sums, x, w.means, done)
	}, func(g int, s float64) { to[g].squares += s })
}

// byRows has some rows at a time summed by channel, and hands on what the channels of each group come to.
func (w *normWorker[T]) byRows(x []T, sum func(x []T), add func(g int, s float64)) {
	for len(x) > 0 {
		n := min(normRows*w.channels, len(x))
		clear(w.sums)
		sum(x[:n])
		x = x[n:]
		for g := range w.channels / w.each {
			s := 0.0
			for _, v := range w.sums[g*w.each : (g+1)*w.each] {
				s += float64(v)
			}
			add(g, s)
		}
	}
}

// sumColumns adds the rows of x up, from column first on.
func sumColumns[T float32 | float64](sums, x []T, first int) {
	if first == len(sums) {
		return
	}
	for ; len(x) > 0; x = x[len(sums):] {
		for c := first; c < len(sums); c++ {
			sums[c] += x[c]
		}
	}
}

// squareColumns adds the squared distances to the means up.
func squareColumns[T float32 | float64](sums, x, means []T, first int) {
	if first == len(sums) {
		return
	}
	for ; len(x) > 0; x = x[len(sums):] {
		for c := first; c < len(sums); c++ {
			d := x[c] - means[c]
			sums[c] += d * d
		}
	}
}

// sumOf returns the sum of elements side by side.
func (w *normWorker[T]) sumOf(x []T) (s float64) {
	if !w.sum.OK() {
		for _, v := range x {
			s += float64(v)
		}
		return s
	}
	for len(x) > 0 {
		n, one := min(normBlock, len(x)), [1]T{}
		w.sum.Inner(one[:], x, 0, n, n)
		s, x = s+float64(one[0]), x[n:]
	}
	return s
}

// squaresOf returns the sum of the squared distances of elements side by side to their mean.
func (w *normWorker[T]) squaresOf(x []T, mean T) (s float64) {
	if !w.squares.OK() {
		for _, v := range x {
			d := float64(v - mean)
			s += d * d
		}
		return s
	}
	m := [1]T{mean}
	for len(x) > 0 {
		n, one := min(normBlock, len(x)), [1]T{}
		w.squares.Inner(one[:], x, 0, n, n, m[:], 0, 0)
		s, x = s+float64(one[0]), x[n:]
	}
	return s
}

// finish sets what the channels of unit u are computed by, of the moments of its pieces.
func (w *normWorker[T]) finish(u int, pieces []moment) {
	groups, first := w.channels/w.each, u%w.ofAll*w.channels
	for g := range groups {
		m := pieces[g]
		for i := groups + g; i < len(pieces); i += groups {
			m.add(pieces[i])
		}
		factor := 1 / math.Sqrt(m.squares/m.count+w.eps)
		for c := g * w.each; c < (g+1)*w.each; c++ {
			w.means[c], w.factors[c] = T(m.mean), T(factor)
			w.offsets[c] = T(math.Copysign(0, -1)) // which adds nothing, not even to −0
			if w.scale != nil {
				w.factors[c] = T(factor * float64(w.scale[first+c]))
			}
			if w.offset != nil {
				w.offsets[c] = w.offset[first+c]
			}
		}
	}
	for k, of := range [][]T{w.means, w.factors, w.offsets} {
		for t := w.tiles[k]; len(t) > 0; t = t[w.channels:] {
			copy(t, of)
		}
	}
}

// write computes piece i of unit u.
func (w *normWorker[T]) write(u, i int) {
	at, n := w.part(u, i)
	z, x := w.z[at:at+n], w.x[at:at+n]
	if w.last {
		for ; len(z) > 0; z, x = z[min(w.tile, len(z)):], x[min(w.tile, len(x)):] {
			w.rows(z[:min(w.tile, len(z))], x)
		}
		return
	}
	for done := i * w.piece; len(z) > 0; {
		c, some := done/w.spatial, len(z)
		if w.scale != nil || w.offset != nil {
			some = min(some, w.spatial-done%w.spatial)
		}
		simd.Normalize(z[:some], x[:some], w.means[c], w.factors[c], w.offsets[c])
		z, x, done = z[some:], x[some:], done+some
	}
}

// rows computes whole rows, at most a tile.
func (w *normWorker[T]) rows(z, x []T) {
	span := func(b *array.Buffer, s []T) elementwise.Span {
		b.Mem, b.Size = unsafe.Pointer(&s[0]), len(z)
		return elementwise.Span{Buffer: b, N: len(z)}
	}
	from, to := span(&w.from, x), span(&w.to, z)
	for k, l := range w.loops {
		if k == 2 && w.offset == nil {
			return
		}
		l.Run(to, elementwise.Spans{from, span(&w.of, w.tiles[k])})
		from = to
	}
}
