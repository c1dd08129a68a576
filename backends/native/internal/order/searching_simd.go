package order

import (
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/reduce"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/dtype"
)

// valueReduction returns the reduction to the most extreme values.
func (e *extreme[A]) valueReduction() reduce.Reduction[A] {
	var f reduce.Reduction[A]
	if e.most {
		f = reduce.WideMax(f)
	} else {
		f = reduce.WideMin(f)
	}
	return f
}

// alongWide is along for contiguous elements, by the loops for their most extreme
// values, of which the first position is looked for afterwards: in one block of each lane.
// It reports whether there are such loops.
func (e *extreme[A]) alongWide(z []int64, x *array.Buffer, s reduce.Source[A], outer, inner []reduce.AxisGroup) bool {
	const short = 8 // elements, for which two passes take longer than one in Go
	n := reduce.ElemsOf(inner)
	f := e.valueReduction()
	if !f.Wide.OK() || n <= short || len(inner) > 1 || inner[0].Step != 1 {
		return false
	}
	locate := func(_ []A, at, n int, top A) int { return firstPosition(s.Elems[at:at+n], top) }
	if dtype.Narrow.Has(x.Dtype) {
		s = f.NarrowSource(x).Until(s.Stop)
		locate = func(buf []A, at, n int, top A) int {
			s.Load(buf[:n], at, 1, 0, 0)
			return firstPosition(buf[:n], top)
		}
	}
	block := reduce.BlockLenOf[A]()
	chunks := array.CeilDiv(n, reduce.ChunkLen)
	best, tops := z, []A(nil)
	if chunks > 1 {
		best, tops = array.Temporary[int64](len(z)*chunks), array.Temporary[A](len(z)*chunks)
	}
	array.Split(s.Stop, len(z)*chunks, 1.5*f.Cost*float64(min(n, reduce.ChunkLen))+8, func(lo, hi int) {
		var buf []A
		if s.Load != nil {
			buf = make([]A, min(n, block))
		}
		c := reduce.NewCursor(outer, x.Offset, 0, lo/chunks)
		if n <= block {
			e.positions(best, &f, &s, buf, locate, c, n, lo, hi)
			return
		}
		results := make([]A, reduce.ChunkLen/block)
		for i := lo; i < hi; i++ {
			k := i % chunks
			first, end := k*reduce.ChunkLen, min((k+1)*reduce.ChunkLen, n)
			whole := (end - first) / block
			if whole > 0 {
				f.Inner(results[:whole], &s, c.At+first, block, block, 0, 0)
			}
			blocks := whole
			if rest := end - first - whole*block; rest > 0 {
				f.Inner(results[whole:whole+1], &s, c.At+end-rest, rest, 0, 0, 0)
				blocks++
			}
			b := e.run(results[:blocks])
			at := first + b*block
			best[i] = int64(at + locate(buf, c.At+at, min(block, end-at), results[b]))
			if chunks > 1 {
				tops[i] = results[b]
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
	return true
}

// positions sets z[lo:hi] to the positions in lanes of n elements, at most a block, from c on.
func (e *extreme[A]) positions(z []int64, f *reduce.Reduction[A], s *reduce.Source[A], buf []A, locate func(buf []A, at, n int, top A) int, c reduce.Cursor, n, lo, hi int) {
	var one A
	// So many lanes that the search for the values still finds them in the cache.
	tops := make([]A, min(hi-lo, max(1, 1<<15/(n*int(unsafe.Sizeof(one))))))
	for lo < hi {
		rows, step := 1, 0
		if k := len(c.Axes) - 1; k >= 0 {
			rows, step = min(hi-lo, c.Axes[k].N-c.Index[k], len(tops)), c.Axes[k].Step
		}
		f.Inner(tops[:rows], s, c.At, n, step, 0, 0)
		for i := range rows {
			z[lo+i] = int64(locate(buf, c.At+i*step, n, tops[i]))
		}
		c.Skip(rows)
		lo += rows
	}
}

// firstPosition returns the index of the first element of x that equals top, or is NaN as
// it is.
func firstPosition[A array.Real](x []A, top A) int {
	if top != top {
		return simd.FindNaN(x)
	}
	return simd.Find(x, top)
}

// acrossWide is across for contiguous rows; it reports whether there are loops.
func (e *extreme[A]) acrossWide(z []int64, s reduce.Source[A], at int, outer, rows, cols []reduce.AxisGroup) bool {
	if s.Load != nil || len(rows) > 1 || len(cols) > 1 || cols[0].Step != 1 || rows[0].N > 1<<31-1 {
		return false
	}
	var greatest, least any
	var one A
	switch any(one).(type) {
	case float32:
		greatest, least = &simd.GreatestFloat32Indices, &simd.LeastFloat32Indices
	case float64:
		greatest, least = &simd.GreatestFloat64Indices, &simd.LeastFloat64Indices
	case int32:
		greatest, least = &simd.GreatestInt32Indices, &simd.LeastInt32Indices
	case uint32:
		greatest, least = &simd.GreatestUint32Indices, &simd.LeastUint32Indices
	case int64:
		greatest, least = &simd.GreatestInt64Indices, &simd.LeastInt64Indices
	case uint64:
		greatest, least = &simd.GreatestUint64Indices, &simd.LeastUint64Indices
	}
	if !e.most {
		greatest = least
	}
	switch p := greatest.(type) {
	case *simd.ExtremeIndices[A, int32]:
		return positionsAcross(z, s, p, at, outer, rows[0], cols[0])
	case *simd.ExtremeIndices[A, int64]:
		return positionsAcross(z, s, p, at, outer, rows[0], cols[0])
	}
	return false
}

func positionsAcross[A array.Real, P int32 | int64](z []int64, s reduce.Source[A], p *simd.ExtremeIndices[A, P], at int, outer []reduce.AxisGroup, rows, cols reduce.AxisGroup) bool {
	if !p.OK() {
		return false
	}
	m, k := reduce.ElemsOf(outer), cols.N
	tiles := array.CeilDiv(k, reduce.TileLen)
	array.Split(s.Stop, m*tiles, 2*reduce.CostReduced*float64(rows.N*min(k, reduce.TileLen))+20, func(lo, hi int) {
		tops, best := make([]A, min(k, reduce.TileLen)), make([]P, min(k, reduce.TileLen))
		for i := lo; i < hi; i++ {
			left := i % tiles * reduce.TileLen
			out := z[i/tiles*k+left : i/tiles*k+min(left+reduce.TileLen, k)]
			c := reduce.NewCursor(outer, at, 0, i/tiles)
			top, best := tops[:len(out)], best[:len(out)]
			copy(top, s.Elems[c.At+left:])
			clear(best)
			if rows.N > 1 {
				p.Rows(top, best, s.Elems, c.At+left+rows.Step, rows.N-1, rows.Step, 1)
			}
			for j, v := range best {
				out[j] = int64(v)
			}
		}
	})
	return true
}
