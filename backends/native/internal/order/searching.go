package order

import (
	"math/bits"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/elementwise"
	"github.com/goivy/goivy/backends/native/internal/reduce"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

var searchingKernels = []backend.Entry{
	backend.Reduce(ops.ArgMax, reduce.Kernel(&argMaxima, dtype.None)),
	backend.Reduce(ops.ArgMin, reduce.Kernel(&argMinima, dtype.None)),
	backend.Reduce(ops.CountNonzero, reduce.Kernel(&counts, dtype.None)),
	backend.Find(ops.Nonzero, nonzero),
	backend.Search(ops.SearchSorted, searchSorted),
}

var (
	argMaxima = reduce.Funcs{dtype.Bool: argMax[uint8],
		dtype.Uint8: argMax[uint8], dtype.Uint16: argMax[uint16], dtype.Uint32: argMax[uint32], dtype.Uint64: argMax[uint64],
		dtype.Int8: argMax[int8], dtype.Int16: argMax[int16], dtype.Int32: argMax[int32], dtype.Int64: argMax[int64],
		dtype.BFloat16: argMax[float32], dtype.Float16: argMax[float32], dtype.Float32: argMax[float32], dtype.Float64: argMax[float64]}

	argMinima = reduce.Funcs{dtype.Bool: argMin[uint8],
		dtype.Uint8: argMin[uint8], dtype.Uint16: argMin[uint16], dtype.Uint32: argMin[uint32], dtype.Uint64: argMin[uint64],
		dtype.Int8: argMin[int8], dtype.Int16: argMin[int16], dtype.Int32: argMin[int32], dtype.Int64: argMin[int64],
		dtype.BFloat16: argMin[float32], dtype.Float16: argMin[float32], dtype.Float32: argMin[float32], dtype.Float64: argMin[float64]}

	counts = reduce.Funcs{dtype.Bool: counting[uint8](),
		dtype.Uint8: counting[uint8](), dtype.Uint16: counting[uint16](), dtype.Uint32: counting[uint32](), dtype.Uint64: counting[uint64](),
		dtype.Int8: counting[int8](), dtype.Int16: counting[int16](), dtype.Int32: counting[int32](), dtype.Int64: counting[int64](),
		dtype.BFloat16: counting[dtype.Brain](), dtype.Float16: counting[dtype.Half](), dtype.Float32: counting[float32](), dtype.Float64: counting[float64](),
		dtype.Complex64: counting[complex64](), dtype.Complex128: counting[complex128]()}
)

func counting[T reduce.Testable]() reduce.Func {
	f := reduce.Sum[int64]()
	f.Cost = 1
	if simd.AVX2 {
		f.Cost = reduce.CostReduced
	}
	return func(stop *backend.Stop, z, x *array.Buffer, a backend.ReduceAttrs) {
		s, axes := reduce.Source[int64]{Load: reduce.Booleans[T, int64](x)}, reduce.SpansOf(x, a.Axes)
		if simd.AVX2 {
			xs, mask := array.Elems[T](x), reduce.NonzeroMask(x.Dtype)
			s.Inner = func(z []int64, at, n, step, _, _ int) { simd.CountRows(z, xs, at, n, step, mask) }
			if i := reduce.Trailing(axes); i > 0 && x.Len() > 0 && !axes[i].Reduced {
				countRows[T](stop, array.Flat[int64](z), x, &f, axes[:i], axes[i:])
				return
			}
		}
		f.Over(array.Flat[int64](z), s.Until(stop), x.Offset, axes)
	}
}

// countRows counts across the rows at the end of outer in bytes first, in chunks of so few
// rows that bytes hold their counts, which f adds.
func countRows[T reduce.Testable](stop *backend.Stop, z []int64, x *array.Buffer, f *reduce.Reduction[int64], outer, cols []reduce.AxisGroup) {
	j := reduce.Trailing(outer)
	outer, rows := outer[:j], outer[j:]
	chunks := array.CeilDiv(reduce.ElemsOf(rows), reduce.BlockRows)
	part := array.Temporary[uint8](reduce.ElemsOf(outer) * chunks * reduce.ElemsOf(cols))
	bytes := reduce.Sum[uint8]()
	bytes.Chunks(part, &reduce.Source[uint8]{Load: reduce.Booleans[T, uint8](x), Stop: stop}, x.Offset, outer, rows, cols, chunks)
	left := append(append(make([]reduce.AxisGroup, 0, len(outer)+1), outer...), reduce.AxisGroup{N: chunks, Reduced: true})
	f.Over(z, reduce.Source[int64]{Stop: stop, Load: func(dst []int64, at, step, _, _ int) {
		for i := range dst {
			dst[i] = int64(part[at])
			at += step
		}
	}}, 0, reduce.Packed(left, cols))
}

func argMax[A array.Real](stop *backend.Stop, z, x *array.Buffer, a backend.ReduceAttrs) {
	argExtreme(stop, z, x, a, extreme[A]{
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

func argMin[A array.Real](stop *backend.Stop, z, x *array.Buffer, a backend.ReduceAttrs) {
	argExtreme(stop, z, x, a, extreme[A]{
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
type extreme[A array.Real] struct {
	most  bool                                          // the greatest, not the least
	run   func(xs []A) int                              // in a block
	beats func(v, w A) bool                             // whether v is more extreme than w
	row   func(top []A, best []int64, row []A, i int64) // takes in the i-th row
}

func argExtreme[A array.Real](stop *backend.Stop, z, x *array.Buffer, a backend.ReduceAttrs, e extreme[A]) {
	if z.Len() == 0 {
		return
	}
	out, s := array.Flat[int64](z), reduce.Values[A](x).Until(stop)
	axes := reduce.SpansOf(x, a.Axes)
	if !reduce.AnyReduced(axes) {
		clear(out)
		return
	}
	i := reduce.Trailing(axes)
	if axes[len(axes)-1].Reduced {
		if e.alongWide(out, x, s, axes[:i], axes[i:]) {
			return
		}
		e.along(out, s, x.Offset, axes[:i], axes[i:])
		return
	}
	j := reduce.Trailing(axes[:i])
	if e.acrossWide(out, s, x.Offset, axes[:j], axes[j:i], axes[i:]) {
		return
	}
	e.across(out, s, x.Offset, axes[:j], axes[j:i], axes[i:])
}

// along is Reduction.along for positions.
func (e extreme[A]) along(z []int64, s reduce.Source[A], at int, outer, inner []reduce.AxisGroup) {
	n := reduce.ElemsOf(inner)
	chunks := array.CeilDiv(n, reduce.ChunkLen)
	best, tops := z, []A(nil)
	if chunks > 1 {
		best, tops = array.Temporary[int64](len(z)*chunks), array.Temporary[A](len(z)*chunks)
	}
	array.Split(s.Stop, len(z)*chunks, 0.7*float64(min(n, reduce.ChunkLen))+5, func(lo, hi int) {
		var buf []A
		if len(inner) > 1 || !s.Direct(inner[0].Step) {
			buf = make([]A, min(n, reduce.BlockLenOf[A]()))
		}
		c := reduce.NewCursor(outer, at, 0, lo/chunks)
		for i := lo; i < hi; i++ {
			k := i % chunks
			first, end := k*reduce.ChunkLen, min((k+1)*reduce.ChunkLen, n)
			var top A
			for p := first; p < end; p += reduce.BlockLenOf[A]() {
				block := s.Take(buf, inner, c.At, 0, p, min(reduce.BlockLenOf[A](), end-p))
				j := e.run(block)
				if p == first || e.beats(block[j], top) {
					top, best[i] = block[j], int64(p+j)
				}
			}
			if chunks > 1 {
				tops[i] = top
			}
			if k == chunks-1 {
				c.Next()
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

// across is Reduction.across for positions.
func (e extreme[A]) across(z []int64, s reduce.Source[A], at int, outer, rows, cols []reduce.AxisGroup) {
	m, n, k := reduce.ElemsOf(outer), reduce.ElemsOf(rows), reduce.ElemsOf(cols)
	tiles := array.CeilDiv(k, reduce.TileLen)
	array.Split(s.Stop, m*tiles, float64(n*min(k, reduce.TileLen)), func(lo, hi int) {
		buf, tops := make([]A, min(k, reduce.TileLen)), make([]A, min(k, reduce.TileLen))
		for i := lo; i < hi; i++ {
			left := i % tiles * reduce.TileLen
			best := z[i/tiles*k+left : i/tiles*k+min(left+reduce.TileLen, k)]
			clear(best)
			c := reduce.NewCursor(outer, at, 0, i/tiles)
			r := reduce.NewCursor(rows, c.At, 0, 0)
			top := tops[:copy(tops, s.Take(buf, cols, r.At, 0, left, len(best)))]
			for j := 1; j < n; j++ {
				r.Next()
				e.row(top, best, s.Take(buf, cols, r.At, 0, left, len(best)), int64(j))
			}
		}
	})
}

// booleansOf returns booleans, as bytes, for any dtype.
func booleansOf(x *array.Buffer) func(dst []uint8, at, step, _, _ int) {
	switch x.Dtype {
	case dtype.Bool, dtype.Uint8, dtype.Int8:
		return reduce.Booleans[uint8, uint8](x)
	case dtype.Uint16, dtype.Int16, dtype.BFloat16, dtype.Float16:
		return reduce.Booleans[uint16, uint8](x)
	case dtype.Uint32, dtype.Int32:
		return reduce.Booleans[uint32, uint8](x)
	case dtype.Uint64, dtype.Int64:
		return reduce.Booleans[uint64, uint8](x)
	case dtype.Float32:
		return reduce.Booleans[float32, uint8](x)
	case dtype.Float64:
		return reduce.Booleans[float64, uint8](x)
	case dtype.Complex64:
		return reduce.Booleans[complex64, uint8](x)
	}
	return reduce.Booleans[complex128, uint8](x)
}

// findable returns an error if memory does not hold the indices of x's true elements. Where
// x is a view that repeats its elements along some axes, they are counted once: how many
// there are follows from that, without a pass over all of the view.
func findable(stop *backend.Stop, x *array.Buffer) error {
	if x.Len() <= longView {
		return nil
	}
	once, times := x.View(x.Shape, x.Offset), 1
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
	found, err := array.NewResult(backend.Spec{Dtype: dtype.Int64})
	if err != nil {
		return err
	}
	axes := make([]int, len(x.Shape))
	for i := range axes {
		axes[i] = i
	}
	counts[x.Dtype](stop, found, once, backend.ReduceAttrs{Axes: axes})
	return backend.CheckElements(shape.Product(int(array.Flat[int64](found)[0]), times), 8*len(axes))
}

// longView is the number of elements from which on counting them takes long.
const longView = 1 << 30

// nonzero counts first, in pieces, so that each piece knows where its indices go.
func nonzero(x backend.Buffer, stop *backend.Stop) (found []backend.Buffer, of []backend.Spec, err error) {
	defer array.CatchShortage(new(backend.Buffer), &err)
	b := x.(*array.Buffer)
	if err := findable(stop, b); err != nil {
		return nil, nil, err
	}
	truth := booleansOf(b)
	n, rank := b.Len(), len(b.Shape)
	row := 1 // the length of the last axis
	if rank > 0 {
		row = b.Shape[rank-1]
	}
	axes := make([]reduce.AxisGroup, rank)
	for i := range axes {
		axes[i] = reduce.AxisGroup{N: b.Shape[i], Step: b.Strides[i]}
	}
	s := reduce.Source[uint8]{Load: truth}
	pieces := array.CeilDiv(n, reduce.ChunkLen)
	starts := array.Temporary[int](pieces + 1)
	eachPiece := func(f func(piece int, buf []uint8)) {
		array.Split(stop, pieces, 2*reduce.ChunkLen, func(lo, hi int) {
			buf := make([]uint8, min(n, reduce.ChunkLen))
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
		return s.Take(buf, axes, b.Offset, 0, p*reduce.ChunkLen, min(reduce.ChunkLen, n-p*reduce.ChunkLen))
	}
	if whole, ok := booleanBytes(b); ok {
		take = func(p int, _ []uint8) []uint8 { return whole[p*reduce.ChunkLen : min((p+1)*reduce.ChunkLen, n)] }
	}
	eachPiece(func(p int, buf []uint8) { starts[p+1] = simd.CountTrue(take(p, buf)) })
	for p := range pieces {
		starts[p+1] += starts[p]
	}

	spec := backend.Spec{Dtype: dtype.Int64, Shape: []int{starts[pieces]}}
	results, specs := make([]backend.Buffer, rank), make([]backend.Spec, rank)
	columns := make([][]int64, rank)
	for i := range results {
		z, err := array.NewResult(spec)
		if err != nil {
			return nil, nil, err
		}
		results[i], specs[i], columns[i] = z, spec, array.Flat[int64](z)
	}
	if rank == 0 {
		return results, specs, nil
	}
	eachPiece(func(p int, buf []uint8) {
		to, at := starts[p], p*reduce.ChunkLen
		if to == starts[p+1] {
			return
		}
		booleans, last := take(p, buf), columns[rank-1]
		positions, done := takeScratch(len(booleans))
		defer done()
		if rank == 1 {
			copy(last[to:], positions[:simd.TrueIndices(positions, booleans, at)])
			return
		}
		c := reduce.NewCursor(axes[:rank-1], 0, 0, at/row)
		for j := at % row; len(booleans) > 0; j = 0 {
			n := min(row-j, len(booleans))
			found := copy(last[to:], positions[:simd.TrueIndices(positions, booleans[:n], j)])
			for i := range rank - 1 {
				array.Repeat(columns[i][to:to+found], int64(c.Index[i]))
			}
			to += found
			booleans = booleans[n:]
			c.Next()
		}
	})
	return results, specs, nil
}

// booleanBytes returns a contiguous array's elements as bytes that are 0 where they are, if that costs nothing.
func booleanBytes(b *array.Buffer) ([]uint8, bool) {
	if b.Dtype.Size() != 1 || !b.Contiguous() {
		return nil, false
	}
	return array.Flat[uint8](b), true
}

func searchSorted(out backend.Spec, x, y backend.Buffer, a backend.SearchAttrs) (result backend.Buffer, err error) {
	defer array.CatchShortage(&result, &err)
	z, err := array.NewResult(out)
	if err != nil {
		return nil, err
	}
	b, v := x.(*array.Buffer), y.(*array.Buffer)
	switch b.Dtype.Size() {
	case 1:
		err = lookUp[uint8](out.Stop, z, b, v, a.Right)
	case 2:
		err = lookUp[uint16](out.Stop, z, b, v, a.Right)
	case 4:
		err = lookUp[uint32](out.Stop, z, b, v, a.Right)
	case 8:
		err = lookUp[uint64](out.Stop, z, b, v, a.Right)
	}
	return z, err
}

// lookUp searches by the keys of sort, so that both have one order.
func lookUp[U array.Unsigned](stop *backend.Stop, z, x, y *array.Buffer, right bool) error {
	n, m := x.Shape[0], z.Len()
	if m == 0 {
		return nil
	}
	k := keyingOf[U](x.Dtype, false)
	zs, xs := array.Flat[int64](z), array.Elems[U](x)
	steps := bits.Len(uint(n))
	// To make keys of all of x costs as much as some steps of the search.
	const worth = 4
	if n > worth*m*steps {
		lookUpFew(zs, k, x, y, right)
		return nil
	}
	y, err := array.Compact(stop, y)
	if err != nil {
		return err
	}
	ys := array.Flat[U](y)
	size := int(unsafe.Sizeof(U(0)))
	if err := backend.CheckElements(n, size); err != nil {
		return err
	}
	words, done := takeScratch((n*size + 7) / 8)
	defer done()
	keys := unsafe.Slice((*U)(unsafe.Pointer(unsafe.SliceData(words))), n)
	array.Split(stop, n, 1, func(lo, hi int) { k.keysOf(keys[lo:hi], xs, x.Offset+lo*x.Strides[0], x.Strides[0]) })
	array.Split(stop, m, 5+2*float64(steps), func(lo, hi int) {
		var block [elementwise.BlockLen]U
		for ; lo < hi; lo += elementwise.BlockLen {
			vs := block[:min(elementwise.BlockLen, hi-lo)]
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
func lookUpFew[U array.Unsigned](zs []int64, k keying[U], x, y *array.Buffer, right bool) {
	xs, ys := array.Elems[U](x), array.Elems[U](y)
	i, step := 0, x.Strides[0]
	w := array.NewIterator(y.Shape, y)
	w.Each(func(at [array.MaxOperands]int, run int) {
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
			i, j = i+1, j+w.InnerStride(0)
		}
	})
}

// countLess sets zs[i] to how many of keys, which ascend, are less than vs[i]. Four searches
// go on side by side, without branches: they do not wait for one another's memory.
func countLess[U array.Unsigned](zs []int64, keys, vs []U) {
	zs = zs[:len(vs)]
	if len(keys) == 0 {
		clear(zs)
		return
	}
	for len(vs) >= 4 {
		v0, v1, v2, v3 := vs[0], vs[1], vs[2], vs[3]
		// The position is among the n keys from a on, or right behind them.
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
