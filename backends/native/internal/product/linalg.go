package product

import (
	"sync"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/elementwise"
	"github.com/goivy/goivy/backends/native/internal/gemm"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// arithmetic is what products are summed in. Signed integers are summed as unsigned
// ones: what wraps has the same bits.
type arithmetic = simd.Number

// Blocks of a product: a task computes rowBlock × colBlock elements, kBlock of the
// summed axis at a time, in tiles of 4×4 (Goto and van de Geijn, "Anatomy of
// High-Performance Matrix Multiplication"). The packed blocks of float32 take 128
// and 256 KiB. Only kBlock decides the order of additions, so neither the other two
// nor the number of threads change a result.
const (
	rowBlock = 128
	colBlock = 256
	kBlock   = 256

	// lineBlock is the length of the pieces of rows that a vector times a matrix adds up.
	lineBlock = 1024

	// smallProduct is how many multiplications are done without packing.
	smallProduct = 1 << 10

	costOfProduct = 0.3 // nanoseconds for a multiplication and an addition, about
)

// matmul multiplies with the loops of package gemm; those below are for dtypes that it does
// not have here.
func matmul(out backend.Spec, x, y backend.Buffer) (backend.Buffer, error) {
	if gemm.Has(out.Dtype) {
		z, err := array.NewResult(backend.Spec{Dtype: out.Dtype, Shape: out.Shape, Inline: out.Inline})
		if err != nil {
			return nil, err
		}
		multiplyTiles(out.Stop, z, x.(*array.Buffer), y.(*array.Buffer), nil, nil)
		return z, nil
	}
	z, err := array.NewBuffer(backend.Spec{Dtype: out.Dtype, Shape: out.Shape})
	if err != nil {
		return nil, err
	}
	a, b := x.(*array.Buffer), y.(*array.Buffer)
	switch z.Dtype {
	case dtype.Uint8, dtype.Int8:
		multiply(out.Stop, z, a, b, sameLine[uint8], sameStore[uint8], tile[uint8])
	case dtype.Uint16, dtype.Int16:
		multiply(out.Stop, z, a, b, sameLine[uint16], sameStore[uint16], tile[uint16])
	case dtype.Uint32, dtype.Int32:
		multiply(out.Stop, z, a, b, sameLine[uint32], sameStore[uint32], tile[uint32])
	case dtype.Uint64, dtype.Int64:
		multiply(out.Stop, z, a, b, sameLine[uint64], sameStore[uint64], tile[uint64])
	case dtype.BFloat16:
		multiply(out.Stop, z, a, b, brainLine, brainStore, tile[float32])
	case dtype.Float16:
		multiply(out.Stop, z, a, b, halfLine, halfStore, tile[float32])
	case dtype.Float32:
		multiply(out.Stop, z, a, b, sameLine[float32], sameStore[float32], tile[float32])
	case dtype.Float64:
		multiply(out.Stop, z, a, b, sameLine[float64], sameStore[float64], tile[float64])
	case dtype.Complex64:
		multiply(out.Stop, z, a, b, sameLine[complex64], sameStore[complex64], smallTile[complex64])
	case dtype.Complex128:
		multiply(out.Stop, z, a, b, sameLine[complex128], sameStore[complex128], smallTile[complex128])
	}
	return z, nil
}

// A product is the multiplication of one matrix of each operand, of elements S
// summed in T.
type product[S array.Element, T arithmetic] struct {
	stop       *backend.Stop
	dt         dtype.Dtype
	n, k, m    int // x is n×k, y k×m
	zs, xs, ys []S
	xr, xc     int // strides of x's rows and columns
	yr, yc     int

	// line returns n elements of s from at on as T: a part of s if that is the same,
	// otherwise the beginning of buf.
	line func(buf []T, s []S, at, stride, n int) []T
	// store rounds src into dst.
	store func(dst []S, src []T)
	// tile adds the product of two packed strips to acc.
	tile func(acc *[4][4]T, a, b [][4]T)
}

// multiply fills z, whose elements are zero, with the products of the matrices of a and b.
func multiply[S array.Element, T arithmetic](stop *backend.Stop, z, a, b *array.Buffer, line func([]T, []S, int, int, int) []T,
	store func([]S, []T), tile func(*[4][4]T, [][4]T, [][4]T)) {
	r, ra, rb := len(z.Shape)-2, len(a.Shape)-2, len(b.Shape)-2
	p := &product[S, T]{stop: stop, dt: z.Dtype, n: a.Shape[ra], k: a.Shape[ra+1], m: b.Shape[rb+1],
		zs: array.Elems[S](z), xs: array.Elems[S](a), ys: array.Elems[S](b),
		xr: a.Strides[ra], xc: a.Strides[ra+1], yr: b.Strides[rb], yc: b.Strides[rb+1],
		line: line, store: store, tile: tile}
	if z.Len() == 0 || p.k == 0 {
		return
	}
	if z.Len() == p.n*p.m {
		w := p.worker()
		p.one(w, z.Offset, a.Offset, b.Offset, true)
		w.release(p.dt)
		return
	}
	batch := array.NewIterator(z.Shape[:r], array.AxesOf(z, 0, r), array.AxesOf(a, 0, ra), array.AxesOf(b, 0, rb))
	sz, sx, sy := batch.InnerStride(0), batch.InnerStride(1), batch.InnerStride(2)
	few := batch.Size < array.ThreadCount()
	run := func(at [array.MaxOperands]int, n int) {
		w := p.worker()
		for i := range n {
			p.one(w, at[0]+i*sz, at[1]+i*sx, at[2]+i*sy, few)
		}
		w.release(p.dt)
	}
	if few {
		batch.Each(run)
		return
	}
	batch.Parallel(stop, costOfProduct*float64(p.n)*float64(p.k)*float64(p.m), run)
}

// one multiplies the matrices that begin at xAt and yAt, on several threads if it may.
func (p *product[S, T]) one(w *worker[T], zAt, xAt, yAt int, threads bool) {
	switch {
	case p.m == 1:
		p.vector(w, zAt, p.xs, xAt, p.xr, p.xc, p.n, p.ys, yAt, p.yr, threads)
	case p.n == 1:
		p.vector(w, zAt, p.ys, yAt, p.yc, p.yr, p.m, p.xs, xAt, p.xc, threads)
	case p.n <= smallProduct && p.k <= smallProduct && p.m <= smallProduct && p.n*p.k*p.m <= smallProduct:
		p.small(w, zAt, xAt, yAt)
	default:
		p.blocked(w, zAt, xAt, yAt, threads)
	}
}

// pieces calls f with a worker for pieces of 0 … n, at once if threads says so.
func (p *product[S, T]) pieces(w *worker[T], n int, cost float64, threads bool, f func(w *worker[T], lo, hi int)) {
	if !threads {
		array.InTurn(p.stop, n, cost, func(lo, hi int) { f(w, lo, hi) })
		return
	}
	array.Split(p.stop, n, cost, func(lo, hi int) {
		if lo == 0 {
			f(w, lo, hi)
			return
		}
		own := p.worker()
		f(own, lo, hi)
		own.release(p.dt)
	})
}

// small multiplies by scalar products of rows and columns.
func (p *product[S, T]) small(w *worker[T], zAt, xAt, yAt int) {
	columns, row, sums := grown(&w.x, p.k*p.m), grown(&w.y, p.k), grown(&w.z, p.m)
	for j := range p.m {
		c := columns[j*p.k : (j+1)*p.k]
		copy(c, p.line(c, p.ys, yAt+j*p.yc, p.yr, p.k))
	}
	for i := range p.n {
		x := p.line(row, p.xs, xAt+i*p.xr, p.xc, p.k)
		for j := range sums {
			sums[j] = dot(x, columns[j*p.k:(j+1)*p.k])
		}
		p.store(p.zs[zAt+i*p.m:], sums)
	}
}

// vector multiplies a matrix of n rows, with strides sr and sc, by a vector.
func (p *product[S, T]) vector(w *worker[T], zAt int, ms []S, at, sr, sc, n int, vs []S, vAt, sv int, threads bool) {
	v := p.line(grown(&w.x, p.k), vs, vAt, sv, p.k)
	cost := 0.25 * float64(p.k)
	if sc == 1 || sr != 1 {
		p.pieces(w, n, cost, threads, func(w *worker[T], lo, hi int) {
			row, sums := grown(&w.y, p.k), grown(&w.z, min(lineBlock, hi-lo))
			for ; lo < hi; lo += len(sums) {
				sums = sums[:min(len(sums), hi-lo)]
				for i := range sums {
					sums[i] = dot(p.line(row, ms, at+(lo+i)*sr, sc, p.k), v)
				}
				p.store(p.zs[zAt+lo:], sums)
			}
		})
		return
	}
	// The matrix lies column by column: add up multiples of its columns, four at a time.
	p.pieces(w, n, cost, threads, func(w *worker[T], lo, hi int) {
		size := min(lineBlock, hi-lo)
		lines, sums := grown(&w.y, 4*size), grown(&w.z, size)
		for ; lo < hi; lo += len(sums) {
			sums = sums[:min(len(sums), hi-lo)]
			clear(sums)
			line := func(c, i int) []T {
				return p.line(lines[c*size:(c+1)*size], ms, at+lo*sr+i*sc, sr, len(sums))
			}
			i := 0
			for ; i+4 <= p.k; i += 4 {
				addFour(sums, line(0, i), line(1, i+1), line(2, i+2), line(3, i+3), v[i], v[i+1], v[i+2], v[i+3])
			}
			for ; i < p.k; i++ {
				f := v[i]
				for j, e := range line(0, i)[:len(sums)] {
					sums[j] += f * e
				}
			}
			p.store(p.zs[zAt+lo:], sums)
		}
	})
}

// addFour adds fa·a + fb·b + fc·c + fd·d to z.
func addFour[T arithmetic](z, a, b, c, d []T, fa, fb, fc, fd T) {
	a, b, c, d = a[:len(z)], b[:len(z)], c[:len(z)], d[:len(z)]
	for i := range z {
		z[i] += fa*a[i] + fb*b[i] + (fc*c[i] + fd*d[i])
	}
}

// dot returns the sum of products of x and y.
func dot[T arithmetic](x, y []T) T {
	y = y[:len(x)]
	var s0, s1, s2, s3 T
	for len(x) >= 4 && len(y) >= 4 {
		s0 += x[0] * y[0]
		s1 += x[1] * y[1]
		s2 += x[2] * y[2]
		s3 += x[3] * y[3]
		x, y = x[4:], y[4:]
	}
	for i := range x {
		s0 += x[i] * y[i]
	}
	return s0 + s1 + (s2 + s3)
}

// blocked multiplies block by block.
func (p *product[S, T]) blocked(w *worker[T], zAt, xAt, yAt int, threads bool) {
	rows := rowBlock
	cols := array.CeilDiv(p.m, colBlock)
	if n := array.ThreadCount(); threads && array.CeilDiv(p.n, rows)*cols < n {
		// Fewer tasks than threads: cut the rows finer, but into whole tiles.
		rows = min(rows, max(16, (p.n*cols/n+3)&^3))
	}
	tasks := array.CeilDiv(p.n, rows) * cols
	cost := costOfProduct * float64(min(rows, p.n)) * float64(min(colBlock, p.m)) * float64(p.k)
	p.pieces(w, tasks, cost, threads, func(w *worker[T], lo, hi int) {
		for task := lo; task < hi; task++ {
			i, j := task/cols*rows, task%cols*colBlock
			p.stop.Check()
			p.block(w, zAt+i*p.m+j, xAt+i*p.xr, yAt+j*p.yc, min(rows, p.n-i), min(colBlock, p.m-j))
		}
	})
}

// block computes rows × cols elements of the result.
func (p *product[S, T]) block(w *worker[T], zAt, xAt, yAt, rows, cols int) {
	down, across := (rows+3)/4, (cols+3)/4
	tiles := grown(&w.tiles, down*across)
	clear(tiles)
	depth := min(kBlock, p.k)
	as, bs := grown(&w.a, down*depth), grown(&w.b, across*depth)
	line := grown(&w.x, max(depth, rows, cols))
	for at := 0; at < p.k; at += depth {
		p.stop.Check()
		k := min(depth, p.k-at)
		p.pack(as, line, p.xs, xAt+at*p.xc, p.xr, p.xc, rows, k)
		p.pack(bs, line, p.ys, yAt+at*p.yr, p.yc, p.yr, cols, k)
		for j := range across {
			b := bs[j*k : (j+1)*k]
			for i := range down {
				p.tile(&tiles[i*across+j], as[i*k:(i+1)*k], b)
			}
		}
	}
	line = line[:cols]
	for i := range rows {
		for j, t := range tiles[i/4*across : (i/4+1)*across] {
			copy(line[4*j:], t[i%4][:])
		}
		p.store(p.zs[zAt+i*p.m:], line)
	}
}

// pack fills dst with n lines of k elements, interleaved in strips of four: strip t
// is dst[t·k : (t+1)·k], and its element q has element q of lines 4t … 4t+3. Lines
// that are not there are zero. so is the stride between lines, sk within one.
func (p *product[S, T]) pack(dst [][4]T, buf []T, s []S, at, so, sk, n, k int) {
	if so == 1 && sk != 1 { // read across the lines
		for q := range k {
			l := p.line(buf, s, at+q*sk, so, n)
			i := q
			for ; len(l) >= 4; l = l[4:] {
				dst[i] = [4]T(l)
				i += k
			}
			if len(l) > 0 {
				var rest [4]T
				copy(rest[:], l)
				dst[i] = rest
			}
		}
		return
	}
	for t := 0; 4*t < n; t++ {
		strip := dst[t*k : (t+1)*k]
		if 4*t+4 > n {
			clear(strip)
		}
		for r := range min(4, n-4*t) {
			for q, v := range p.line(buf, s, at+(4*t+r)*so, sk, k)[:len(strip)] {
				strip[q][r] = v
			}
		}
	}
}

// tile adds the product of two strips to acc in two halves, whose sums fit in the
// sixteen registers of amd64.
func tile[T arithmetic](acc *[4][4]T, a, b [][4]T) {
	b = b[:len(a)]
	var c00, c01, c02, c03, c10, c11, c12, c13 T
	for p := range a {
		x, y := &a[p], &b[p]
		x0, x1 := x[0], x[1]
		y0, y1, y2, y3 := y[0], y[1], y[2], y[3]
		c00 += x0 * y0
		c10 += x1 * y0
		c01 += x0 * y1
		c11 += x1 * y1
		c02 += x0 * y2
		c12 += x1 * y2
		c03 += x0 * y3
		c13 += x1 * y3
	}
	addRow(&acc[0], c00, c01, c02, c03)
	addRow(&acc[1], c10, c11, c12, c13)
	c00, c01, c02, c03, c10, c11, c12, c13 = 0, 0, 0, 0, 0, 0, 0, 0
	for p := range a {
		x, y := &a[p], &b[p]
		x0, x1 := x[2], x[3]
		y0, y1, y2, y3 := y[0], y[1], y[2], y[3]
		c00 += x0 * y0
		c10 += x1 * y0
		c01 += x0 * y1
		c11 += x1 * y1
		c02 += x0 * y2
		c12 += x1 * y2
		c03 += x0 * y3
		c13 += x1 * y3
	}
	addRow(&acc[2], c00, c01, c02, c03)
	addRow(&acc[3], c10, c11, c12, c13)
}

func addRow[T arithmetic](r *[4]T, c0, c1, c2, c3 T) {
	r[0] += c0
	r[1] += c1
	r[2] += c2
	r[3] += c3
}

// smallTile is tile in quarters, for numbers that take two registers.
func smallTile[T arithmetic](acc *[4][4]T, a, b [][4]T) {
	b = b[:len(a)]
	for i := 0; i < 4; i += 2 {
		for j := 0; j < 4; j += 2 {
			var c00, c01, c10, c11 T
			for p := range a {
				x, y := &a[p], &b[p]
				x0, x1, y0, y1 := x[i], x[i+1], y[j], y[j+1]
				c00 += x0 * y0
				c10 += x1 * y0
				c01 += x0 * y1
				c11 += x1 * y1
			}
			acc[i][j] += c00
			acc[i][j+1] += c01
			acc[i+1][j] += c10
			acc[i+1][j+1] += c11
		}
	}
}

// A worker is the memory that one thread needs for a product.
type worker[T arithmetic] struct {
	x, y, z []T
	a, b    [][4]T
	tiles   [][4][4]T
}

// workers keeps them, by the dtype of the product.
var workers [dtype.Count]sync.Pool

func (p *product[S, T]) worker() *worker[T] {
	if w, ok := workers[p.dt].Get().(*worker[T]); ok {
		return w
	}
	return &worker[T]{}
}

func (w *worker[T]) release(d dtype.Dtype) { workers[d].Put(w) }

// grown returns n elements of *s, which it makes longer if it has to.
func grown[E any](s *[]E, n int) []E {
	if cap(*s) < n {
		*s = make([]E, n)
	}
	return (*s)[:n]
}

func sameLine[T arithmetic](buf, s []T, at, stride, n int) []T {
	if stride == 1 {
		return s[at : at+n]
	}
	buf = buf[:n]
	for i := range buf {
		buf[i] = s[at]
		at += stride
	}
	return buf
}

func sameStore[T arithmetic](dst, src []T) { copy(dst, src) }

func halfLine(buf []float32, s []dtype.Half, at, stride, n int) []float32 {
	buf = buf[:n]
	for i := range buf {
		buf[i] = s[at].Float32()
		at += stride
	}
	return buf
}

func halfStore(dst []dtype.Half, src []float32) { elementwise.Convert(dst, src, dtype.HalfFromFloat32) }

func brainLine(buf []float32, s []dtype.Brain, at, stride, n int) []float32 {
	buf = buf[:n]
	for i := range buf {
		buf[i] = s[at].Float32()
		at += stride
	}
	return buf
}

func brainStore(dst []dtype.Brain, src []float32) {
	elementwise.Convert(dst, src, dtype.BrainFromFloat32)
}
