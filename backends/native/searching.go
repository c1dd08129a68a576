package native

import (
	"math/bits"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

var searchingKernels = []backend.Entry{
	backend.Ternary(ops.Where, whereKernel),
	backend.Reduce(ops.ArgMax, reduceKernel(&argMaxima, dtype.None)),
	backend.Reduce(ops.ArgMin, reduceKernel(&argMinima, dtype.None)),
	backend.Reduce(ops.CountNonzero, reduceKernel(&counts, dtype.None)),
	backend.Find(ops.Nonzero, nonzero),
	backend.Search(ops.SearchSorted, searchSorted),
}

var (
	argMaxima = reduceFuncs{dtype.Bool: argMax[uint8],
		dtype.Uint8: argMax[uint8], dtype.Uint16: argMax[uint16], dtype.Uint32: argMax[uint32], dtype.Uint64: argMax[uint64],
		dtype.Int8: argMax[int8], dtype.Int16: argMax[int16], dtype.Int32: argMax[int32], dtype.Int64: argMax[int64],
		dtype.BFloat16: argMax[float32], dtype.Float16: argMax[float32], dtype.Float32: argMax[float32], dtype.Float64: argMax[float64]}

	argMinima = reduceFuncs{dtype.Bool: argMin[uint8],
		dtype.Uint8: argMin[uint8], dtype.Uint16: argMin[uint16], dtype.Uint32: argMin[uint32], dtype.Uint64: argMin[uint64],
		dtype.Int8: argMin[int8], dtype.Int16: argMin[int16], dtype.Int32: argMin[int32], dtype.Int64: argMin[int64],
		dtype.BFloat16: argMin[float32], dtype.Float16: argMin[float32], dtype.Float32: argMin[float32], dtype.Float64: argMin[float64]}

	counts = reduceFuncs{dtype.Bool: counting[uint8](),
		dtype.Uint8: counting[uint8](), dtype.Uint16: counting[uint16](), dtype.Uint32: counting[uint32](), dtype.Uint64: counting[uint64](),
		dtype.Int8: counting[int8](), dtype.Int16: counting[int16](), dtype.Int32: counting[int32](), dtype.Int64: counting[int64](),
		dtype.BFloat16: counting[dtype.Brain](), dtype.Float16: counting[dtype.Half](), dtype.Float32: counting[float32](), dtype.Float64: counting[float64](),
		dtype.Complex64: counting[complex64](), dtype.Complex128: counting[complex128]()}
)

func counting[T testable]() reduceFunc {
	f := adding[int64]()
	f.cost = 1
	if simd.AVX2 {
		f.cost = costReduced
	}
	return func(z, x *Buffer, a backend.ReduceAttrs) {
		s, axes := source[int64]{load: booleans[T, int64](x)}, spansOf(x, a.Axes)
		if simd.AVX2 {
			xs, mask := elems[T](x), nonzeroMask(x.Dtype)
			s.lines = func(z []int64, at, n, step, _, _ int) { simd.CountLines(z, xs, at, n, step, mask) }
			if i := trailing(axes); i > 0 && x.len() > 0 && !axes[i].reduced {
				countRows[T](flat[int64](z), x, &f, axes[:i], axes[i:])
				return
			}
		}
		f.over(flat[int64](z), s, x.Offset, axes)
	}
}

// countRows counts across the rows at the end of outer in bytes first, in chunks of so few
// rows that bytes hold their counts, which f adds.
func countRows[T testable](z []int64, x *Buffer, f *reduction[int64], outer, cols []axisGroup) {
	j := trailing(outer)
	outer, rows := outer[:j], outer[j:]
	chunks := ceilDiv(elemsOf(rows), blockRows)
	part := temporary[uint8](elemsOf(outer) * chunks * elemsOf(cols))
	bytes := adding[uint8]()
	bytes.chunks(part, &source[uint8]{load: booleans[T, uint8](x)}, x.Offset, outer, rows, cols, chunks)
	left := append(append(make([]axisGroup, 0, len(outer)+1), outer...), axisGroup{n: chunks, reduced: true})
	f.over(z, source[int64]{load: func(dst []int64, at, step, _, _ int) {
		for i := range dst {
			dst[i] = int64(part[at])
			at += step
		}
	}}, 0, packed(left, cols))
}

func argMax[A realNumber](z, x *Buffer, a backend.ReduceAttrs) {
	argExtreme(z, x, a, extreme[A]{
		most: true,
		run: func(xs []A) int {
			best := 0
			top := xs[0]
			for i, v := range xs {
				// NaN is not at most anything; the first one ends the search.
				if !(v <= top) {
					best, top = i, v
					if v != v {
						break
					}
				}
			}
			return best
		},
		beats: func(v, w A) bool { return v > w || v != v && w == w },
		row: func(top []A, best []int64, row []A, i int64) {
			row, best = row[:len(top)], best[:len(top)]
			for j, v := range row {
				if !(v <= top[j]) && top[j] == top[j] {
					top[j], best[j] = v, i
				}
			}
		},
	})
}

func argMin[A realNumber](z, x *Buffer, a backend.ReduceAttrs) {
	argExtreme(z, x, a, extreme[A]{
		run: func(xs []A) int {
			best := 0
			top := xs[0]
			for i, v := range xs {
				if !(v >= top) {
					best, top = i, v
					if v != v {
						break
					}
				}
			}
			return best
		},
		beats: func(v, w A) bool { return v < w || v != v && w == w },
		row: func(top []A, best []int64, row []A, i int64) {
			row, best = row[:len(top)], best[:len(top)]
			for j, v := range row {
				if !(v >= top[j]) && top[j] == top[j] {
					top[j], best[j] = v, i
				}
			}
		},
	})
}

// An extreme finds the first of the most extreme values, of which NaN is one.
type extreme[A realNumber] struct {
	most  bool                                          // the greatest, not the least
	run   func(xs []A) int                              // in a block
	beats func(v, w A) bool                             // whether v is more extreme than w
	row   func(top []A, best []int64, row []A, i int64) // takes in the i-th row
}

func argExtreme[A realNumber](z, x *Buffer, a backend.ReduceAttrs, e extreme[A]) {
	if z.len() == 0 {
		return
	}
	out, s := flat[int64](z), values[A](x)
	axes := spansOf(x, a.Axes)
	if !anyReduced(axes) {
		clear(out)
		return
	}
	i := trailing(axes)
	if axes[len(axes)-1].reduced {
		if e.alongWide(out, x, s, axes[:i], axes[i:]) {
			return
		}
		e.along(out, s, x.Offset, axes[:i], axes[i:])
		return
	}
	j := trailing(axes[:i])
	if e.acrossWide(out, s, x.Offset, axes[:j], axes[j:i], axes[i:]) {
		return
	}
	e.across(out, s, x.Offset, axes[:j], axes[j:i], axes[i:])
}

// along is reduction.along for places.
func (e extreme[A]) along(z []int64, s source[A], at int, outer, inner []axisGroup) {
	n := elemsOf(inner)
	chunks := ceilDiv(n, chunkLen)
	best, tops := z, []A(nil)
	if chunks > 1 {
		best, tops = temporary[int64](len(z)*chunks), temporary[A](len(z)*chunks)
	}
	split(len(z)*chunks, 0.7*float64(min(n, chunkLen))+5, func(lo, hi int) {
		var buf []A
		if len(inner) > 1 || !s.direct(inner[0].step) {
			buf = make([]A, min(n, blockLenOf[A]()))
		}
		c := newCursor(outer, at, 0, lo/chunks)
		for i := lo; i < hi; i++ {
			k := i % chunks
			first, end := k*chunkLen, min((k+1)*chunkLen, n)
			var top A
			for p := first; p < end; p += blockLenOf[A]() {
				block := s.take(buf, inner, c.at, 0, p, min(blockLenOf[A](), end-p))
				j := e.run(block)
				if p == first || e.beats(block[j], top) {
					top, best[i] = block[j], int64(p+j)
				}
			}
			if chunks > 1 {
				tops[i] = top
			}
			if k == chunks-1 {
				c.next()
			}
		}
	})
	if chunks > 1 {
		for i := range z {
			k := i*chunks + e.run(tops[i*chunks:(i+1)*chunks])
			z[i] = best[k]
		}
	}
}

// across is reduction.across for places.
func (e extreme[A]) across(z []int64, s source[A], at int, outer, rows, cols []axisGroup) {
	m, n, k := elemsOf(outer), elemsOf(rows), elemsOf(cols)
	tiles := ceilDiv(k, tileLen)
	split(m*tiles, float64(n*min(k, tileLen)), func(lo, hi int) {
		buf, tops := make([]A, min(k, tileLen)), make([]A, min(k, tileLen))
		for i := lo; i < hi; i++ {
			left := i % tiles * tileLen
			best := z[i/tiles*k+left : i/tiles*k+min(left+tileLen, k)]
			clear(best)
			c := newCursor(outer, at, 0, i/tiles)
			r := newCursor(rows, c.at, 0, 0)
			top := tops[:copy(tops, s.take(buf, cols, r.at, 0, left, len(best)))]
			for j := 1; j < n; j++ {
				r.next()
				e.row(top, best, s.take(buf, cols, r.at, 0, left, len(best)), int64(j))
			}
		}
	})
}

// booleansOf returns truths in bytes for any dtype.
func booleansOf(x *Buffer) func(dst []uint8, at, step, _, _ int) {
	switch x.Dtype {
	case dtype.Bool, dtype.Uint8, dtype.Int8:
		return booleans[uint8, uint8](x)
	case dtype.Uint16, dtype.Int16, dtype.BFloat16, dtype.Float16:
		return booleans[uint16, uint8](x)
	case dtype.Uint32, dtype.Int32:
		return booleans[uint32, uint8](x)
	case dtype.Uint64, dtype.Int64:
		return booleans[uint64, uint8](x)
	case dtype.Float32:
		return booleans[float32, uint8](x)
	case dtype.Float64:
		return booleans[float64, uint8](x)
	case dtype.Complex64:
		return booleans[complex64, uint8](x)
	}
	return booleans[complex128, uint8](x)
}

// findable returns an error if memory does not hold the indices of x's true elements. Where
// x is a view that repeats its elements along some axes, they are counted once: how many
// there are follows from that, without a walk over all of the view.
func findable(x *Buffer) error {
	if x.len() <= longView {
		return nil
	}
	once, times := x.view(x.Shape, x.Offset), 1
	copy(once.Strides, x.Strides)
	for i, step := range x.Strides {
		if step == 0 {
			once.Shape[i] = 1
			times *= x.Shape[i]
		}
	}
	if times == 1 {
		return nil
	}
	found, err := newResult(backend.Spec{Dtype: dtype.Int64})
	if err != nil {
		return err
	}
	axes := make([]int, len(x.Shape))
	for i := range axes {
		axes[i] = i
	}
	counts[x.Dtype](found, once, backend.ReduceAttrs{Axes: axes})
	return backend.CheckElements(shape.Product(int(flat[int64](found)[0]), times), 8*len(axes))
}

// longView is the number of elements from which on counting them takes long.
const longView = 1 << 30

// nonzero counts first, in pieces, so that each piece knows where its indices go.
func nonzero(x backend.Buffer) (found []backend.Buffer, of []backend.Spec, err error) {
	defer catchShortage(new(backend.Buffer), &err)
	b := x.(*Buffer)
	if err := findable(b); err != nil {
		return nil, nil, err
	}
	truth := booleansOf(b)
	n, rank := b.len(), len(b.Shape)
	row := 1 // the length of the last axis
	if rank > 0 {
		row = b.Shape[rank-1]
	}
	axes := make([]axisGroup, rank)
	for i := range axes {
		axes[i] = axisGroup{n: b.Shape[i], step: b.Strides[i]}
	}
	s := source[uint8]{load: truth}
	pieces := ceilDiv(n, chunkLen)
	starts := temporary[int](pieces + 1)
	eachPiece := func(f func(piece int, buf []uint8)) {
		split(pieces, 2*chunkLen, func(lo, hi int) {
			buf := make([]uint8, min(n, chunkLen))
			for p := lo; p < hi; p++ {
				f(p, buf)
			}
		})
	}
	take := func(p int, buf []uint8) []uint8 {
		if rank == 0 {
			truth(buf[:1], b.Offset, 1, 0, 0)
			return buf[:1]
		}
		return s.take(buf, axes, b.Offset, 0, p*chunkLen, min(chunkLen, n-p*chunkLen))
	}
	if whole, ok := booleanBytes(b); ok {
		take = func(p int, _ []uint8) []uint8 { return whole[p*chunkLen : min((p+1)*chunkLen, n)] }
	}
	eachPiece(func(p int, buf []uint8) { starts[p+1] = simd.CountTrue(take(p, buf)) })
	for p := range pieces {
		starts[p+1] += starts[p]
	}

	spec := backend.Spec{Dtype: dtype.Int64, Shape: []int{starts[pieces]}}
	results, specs := make([]backend.Buffer, rank), make([]backend.Spec, rank)
	columns := make([][]int64, rank)
	for i := range results {
		z, err := newResult(spec)
		if err != nil {
			return nil, nil, err
		}
		results[i], specs[i], columns[i] = z, spec, flat[int64](z)
	}
	if rank == 0 {
		return results, specs, nil
	}
	eachPiece(func(p int, buf []uint8) {
		to, at := starts[p], p*chunkLen
		if to == starts[p+1] {
			return
		}
		truths, last := take(p, buf), columns[rank-1]
		places, done := takeScratch(len(truths))
		defer done()
		if rank == 1 {
			copy(last[to:], places[:simd.TruePlaces(places, truths, at)])
			return
		}
		c := newCursor(axes[:rank-1], 0, 0, at/row)
		for j := at % row; len(truths) > 0; j = 0 {
			n := min(row-j, len(truths))
			found := copy(last[to:], places[:simd.TruePlaces(places, truths[:n], j)])
			for i := range rank - 1 {
				repeat(columns[i][to:to+found], int64(c.index[i]))
			}
			to += found
			truths = truths[n:]
			c.next()
		}
	})
	return results, specs, nil
}

// booleanBytes returns a contiguous array's elements as bytes that are 0 where they are, if that costs nothing.
func booleanBytes(b *Buffer) ([]uint8, bool) {
	if b.Dtype.Size() != 1 || !b.contiguous() {
		return nil, false
	}
	return flat[uint8](b), true
}

func searchSorted(out backend.Spec, x, y backend.Buffer, a backend.SearchAttrs) (result backend.Buffer, err error) {
	defer catchShortage(&result, &err)
	z, err := newResult(out)
	if err != nil {
		return nil, err
	}
	b, v := x.(*Buffer), y.(*Buffer)
	switch b.Dtype.Size() {
	case 1:
		err = lookUp[uint8](z, b, v, a.Right)
	case 2:
		err = lookUp[uint16](z, b, v, a.Right)
	case 4:
		err = lookUp[uint32](z, b, v, a.Right)
	case 8:
		err = lookUp[uint64](z, b, v, a.Right)
	}
	return z, err
}

// lookUp searches by the keys of sort, so that both have one order.
func lookUp[U unsigned](z, x, y *Buffer, right bool) error {
	n, m := x.Shape[0], z.len()
	if m == 0 {
		return nil
	}
	k := keyingOf[U](x.Dtype, false)
	zs, xs := flat[int64](z), elems[U](x)
	steps := bits.Len(uint(n))
	// To make keys of all of x costs as much as some steps of the search.
	const worth = 4
	if n > worth*m*steps {
		lookUpFew(zs, k, x, y, right)
		return nil
	}
	y, err := compact(y)
	if err != nil {
		return err
	}
	ys := flat[U](y)
	size := int(unsafe.Sizeof(U(0)))
	if err := backend.CheckElements(n, size); err != nil {
		return err
	}
	words, done := takeScratch((n*size + 7) / 8)
	defer done()
	keys := unsafe.Slice((*U)(unsafe.Pointer(unsafe.SliceData(words))), n)
	split(n, 1, func(lo, hi int) { k.keysOf(keys[lo:hi], xs, x.Offset+lo*x.Strides[0], x.Strides[0]) })
	split(m, 5+2*float64(steps), func(lo, hi int) {
		var block [blockLen]U
		for ; lo < hi; lo += blockLen {
			vs := block[:min(blockLen, hi-lo)]
			k.keysOf(vs, ys, lo, 1)
			if !right {
				countLess(zs[lo:lo+len(vs)], keys, vs)
				continue
			}
			// What is equal or less is less than the next key.
			most := false
			for i, v := range vs {
				most = most || v == ^U(0)
				vs[i] = v + 1
			}
			countLess(zs[lo:lo+len(vs)], keys, vs)
			if most {
				for i, v := range vs {
					if v == 0 {
						zs[lo+i] = int64(n)
					}
				}
			}
		}
	})
	return nil
}

// lookUpFew is lookUp for so few elements that it makes keys only of what they meet.
func lookUpFew[U unsigned](zs []int64, k keying[U], x, y *Buffer, right bool) {
	xs, ys := elems[U](x), elems[U](y)
	i, step := 0, x.Strides[0]
	w := newIterator(y.Shape, y)
	w.each(func(at [maxOperands]int, run int) {
		j := at[0]
		for range run {
			v := k.key(ys[j])
			// Before lo all are less (or equal, for right), from hi on none is.
			lo, hi := 0, x.Shape[0]
			for lo < hi {
				mid := int(uint(lo+hi) >> 1)
				if u := k.key(xs[x.Offset+mid*step]); u < v || right && u == v {
					lo = mid + 1
				} else {
					hi = mid
				}
			}
			zs[i] = int64(lo)
			i, j = i+1, j+w.innerStride(0)
		}
	})
}

// countLess sets zs[i] to how many of keys, which ascend, are less than vs[i]. Four searches
// go on side by side, without branches: they do not wait for one another's memory.
func countLess[U unsigned](zs []int64, keys, vs []U) {
	zs = zs[:len(vs)]
	if len(keys) == 0 {
		clear(zs)
		return
	}
	for len(vs) >= 4 {
		v0, v1, v2, v3 := vs[0], vs[1], vs[2], vs[3]
		// The place is among the n keys from a on, or right behind them.
		a, b, c, d := 0, 0, 0, 0
		n := len(keys)
		for n > 1 {
			half := n >> 1
			n -= half
			if keys[a+half-1] < v0 {
				a += half
			}
			if keys[b+half-1] < v1 {
				b += half
			}
			if keys[c+half-1] < v2 {
				c += half
			}
			if keys[d+half-1] < v3 {
				d += half
			}
		}
		if keys[a] < v0 {
			a++
		}
		if keys[b] < v1 {
			b++
		}
		if keys[c] < v2 {
			c++
		}
		if keys[d] < v3 {
			d++
		}
		zs[0], zs[1], zs[2], zs[3] = int64(a), int64(b), int64(c), int64(d)
		zs, vs = zs[4:], vs[4:]
	}
	for i, v := range vs {
		a := 0
		n := len(keys)
		for n > 1 {
			half := n >> 1
			n -= half
			if keys[a+half-1] < v {
				a += half
			}
		}
		if keys[a] < v {
			a++
		}
		zs[i] = int64(a)
	}
}
