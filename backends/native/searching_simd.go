package native

import (
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/dtype"
)

// valueReduction returns the fold to the most extreme values.
func (e *extreme[A]) valueReduction() reduction[A] {
	var f reduction[A]
	if e.most {
		f = wideMax(f)
	} else {
		f = wideMin(f)
	}
	return f
}

// alongWide is along for elements that lie in runs, by the loops for their most extreme
// values, of which the first place is looked for afterwards: in one block of each line.
// It reports whether there are such loops.
func (e *extreme[A]) alongWide(z []int64, x *Buffer, s source[A], outer, inner []axisGroup) bool {
	const short = 8 // elements, for which two passes take longer than one in Go
	n := elemsOf(inner)
	f := e.valueReduction()
	if !f.wide.OK() || n <= short || len(inner) > 1 || inner[0].step != 1 {
		return false
	}
	locate := func(_ []A, at, n int, top A) int { return firstPosition(s.xs[at:at+n], top) }
	if dtype.Narrow.Has(x.Dtype) {
		s = f.narrowSource(x)
		locate = func(buf []A, at, n int, top A) int {
			s.load(buf[:n], at, 1, 0, 0)
			return firstPosition(buf[:n], top)
		}
	}
	block := blockLenOf[A]()
	chunks := ceilDiv(n, chunkLen)
	best, tops := z, []A(nil)
	if chunks > 1 {
		best, tops = temporary[int64](len(z)*chunks), temporary[A](len(z)*chunks)
	}
	split(len(z)*chunks, 1.5*f.cost*float64(min(n, chunkLen))+8, func(lo, hi int) {
		var buf []A
		if s.load != nil {
			buf = make([]A, min(n, block))
		}
		c := newCursor(outer, x.Offset, 0, lo/chunks)
		if n <= block {
			e.positions(best, &f, &s, buf, locate, c, n, lo, hi)
			return
		}
		results := make([]A, chunkLen/block)
		for i := lo; i < hi; i++ {
			k := i % chunks
			first, end := k*chunkLen, min((k+1)*chunkLen, n)
			whole := (end - first) / block
			if whole > 0 {
				f.lines(results[:whole], &s, c.at+first, block, block, 0, 0)
			}
			blocks := whole
			if rest := end - first - whole*block; rest > 0 {
				f.lines(results[whole:whole+1], &s, c.at+end-rest, rest, 0, 0, 0)
				blocks++
			}
			b := e.run(results[:blocks])
			at := first + b*block
			best[i] = int64(at + locate(buf, c.at+at, min(block, end-at), results[b]))
			if chunks > 1 {
				tops[i] = results[b]
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
	return true
}

// positions sets z[lo:hi] to the places in lines of n elements, at most a block, from c on.
func (e *extreme[A]) positions(z []int64, f *reduction[A], s *source[A], buf []A, locate func(buf []A, at, n int, top A) int, c cursor, n, lo, hi int) {
	var one A
	// So many lines that the second pass finds them in the cache.
	tops := make([]A, min(hi-lo, max(1, 1<<15/(n*int(unsafe.Sizeof(one))))))
	for lo < hi {
		lines, step := 1, 0
		if k := len(c.axes) - 1; k >= 0 {
			lines, step = min(hi-lo, c.axes[k].n-c.index[k], len(tops)), c.axes[k].step
		}
		f.lines(tops[:lines], s, c.at, n, step, 0, 0)
		for i := range lines {
			z[lo+i] = int64(locate(buf, c.at+i*step, n, tops[i]))
		}
		c.skip(lines)
		lo += lines
	}
}

// firstPosition returns the index of the first element of x that equals top, or is NaN as
// it is.
func firstPosition[A realNumber](x []A, top A) int {
	if top != top {
		return simd.FindNaN(x)
	}
	return simd.Find(x, top)
}

// acrossWide is across for rows that lie in runs; it reports whether there are loops.
func (e *extreme[A]) acrossWide(z []int64, s source[A], at int, outer, rows, cols []axisGroup) bool {
	if s.load != nil || len(rows) > 1 || len(cols) > 1 || cols[0].step != 1 || rows[0].n > 1<<31-1 {
		return false
	}
	var greatest, least any
	var one A
	switch any(one).(type) {
	case float32:
		greatest, least = &simd.GreatestFloat32Places, &simd.LeastFloat32Places
	case float64:
		greatest, least = &simd.GreatestFloat64Places, &simd.LeastFloat64Places
	case int32:
		greatest, least = &simd.GreatestInt32Places, &simd.LeastInt32Places
	case uint32:
		greatest, least = &simd.GreatestUint32Places, &simd.LeastUint32Places
	case int64:
		greatest, least = &simd.GreatestInt64Places, &simd.LeastInt64Places
	case uint64:
		greatest, least = &simd.GreatestUint64Places, &simd.LeastUint64Places
	}
	if !e.most {
		greatest = least
	}
	switch p := greatest.(type) {
	case *simd.Places[A, int32]:
		return positionsAcross(z, s, p, at, outer, rows[0], cols[0])
	case *simd.Places[A, int64]:
		return positionsAcross(z, s, p, at, outer, rows[0], cols[0])
	}
	return false
}

func positionsAcross[A realNumber, P int32 | int64](z []int64, s source[A], p *simd.Places[A, P], at int, outer []axisGroup, rows, cols axisGroup) bool {
	if !p.OK() {
		return false
	}
	m, k := elemsOf(outer), cols.n
	tiles := ceilDiv(k, tileLen)
	split(m*tiles, 2*costReduced*float64(rows.n*min(k, tileLen))+20, func(lo, hi int) {
		tops, best := make([]A, min(k, tileLen)), make([]P, min(k, tileLen))
		for i := lo; i < hi; i++ {
			left := i % tiles * tileLen
			out := z[i/tiles*k+left : i/tiles*k+min(left+tileLen, k)]
			c := newCursor(outer, at, 0, i/tiles)
			top, best := tops[:len(out)], best[:len(out)]
			copy(top, s.xs[c.at+left:])
			clear(best)
			if rows.n > 1 {
				p.Rows(top, best, s.xs, c.at+left+rows.step, rows.n-1, rows.step, 1)
			}
			for j, v := range best {
				out[j] = int64(v)
			}
		}
	})
	return true
}
