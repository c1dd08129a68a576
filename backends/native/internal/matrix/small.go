package matrix

import (
	"math"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/lapack"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/shape"
)

// Many small matrices are computed side by side: their elements are copied to lines, each of which has one element of
// all of them, and algorithms work on whole lines, where a matrix has a lane. What goes wrong in a lane
// is left to the algorithms for single matrices.

const (
	smallRows  = 8   // the most rows and columns of a small matrix
	fewLanes   = 16  // fewer matrices are computed one by one
	lanesAtOne = 256 // matrices that are computed at once: their lines stay in L2
)

// A small is small matrices while they are computed.
type small[T lapack.Scalar] struct {
	rows, cols int
	columns    int // of y
	lanes      int
	memory     []T   // of lines, while they are taken
	x, y, out  [][]T // lines, by row and column
	odd        []bool
	backend.MatrixAttrs
}

// A lanes computes out from x and y, which it may change, but for lanes that it marks as odd.
type lanes[T lapack.Scalar] func(s *small[T])

func isSmall(xs []*array.Buffer) bool {
	dims := xs[0].Shape
	lead := len(dims) - 2
	if max(dims[lead], dims[lead+1]) > smallRows || shape.Size(dims[:lead]) < fewLanes {
		return false
	}
	return len(xs) == 1 || xs[1].Shape[lead+1] <= smallRows
}

// inLanes runs l on a batch, and returns which matrices are done.
func inLanes[T lapack.Scalar](stop *backend.Stop, z *array.Buffer, xs []*array.Buffer, a backend.MatrixAttrs, reads reading[T], l lanes[T]) []bool {
	dims := xs[0].Shape
	lead := len(dims) - 2
	rows, cols := dims[lead], dims[lead+1]
	columns := 0
	if len(xs) > 1 {
		columns = xs[1].Shape[lead+1]
	}
	count, size := shape.Size(dims[:lead]), z.Shape[lead]
	done := make([]bool, count)
	if size == 0 || rows*cols == 0 {
		return done
	}
	blocks := (count + lanesAtOne - 1) / lanesAtOne
	array.Split(stop, blocks, float64(10*lanesAtOne*rows*rows), func(lo, hi int) {
		// x, y, and what algorithms take: pivots and their size, rows; or the transpose of Q.
		memory, free := array.Scratch[T]((rows*cols + rows*columns + 3*smallRows*smallRows) * lanesAtOne)
		defer free()
		var lines [4 * smallRows * smallRows][]T
		for b := lo; b < hi; b++ {
			stop.Check()
			first := b * lanesAtOne
			n := min(lanesAtOne, count-first)
			s := &small[T]{rows: rows, cols: cols, columns: columns, lanes: n, memory: memory, odd: make([]bool, n), MatrixAttrs: a}
			toLines(s.memory, elements[T](xs[0])[first*rows*cols:], n, rows*cols)
			s.x = s.take(lines[:0], rows*cols)
			if len(xs) > 1 {
				toLines(s.memory, elements[T](xs[1])[first*rows*columns:], n, rows*columns)
			}
			s.y = s.take(lines[len(s.x):len(s.x)], rows*columns)
			s.markInfinite(reads)
			l(s)
			fromLines(elements[T](z)[first*size:], s.out, n)
			for i, odd := range s.odd {
				done[first+i] = !odd
			}
		}
	})
	return done
}

// take appends n lines of undefined elements.
func (s *small[T]) take(lines [][]T, n int) [][]T {
	for range n {
		lines = append(lines, s.memory[:s.lanes:s.lanes])
		s.memory = s.memory[s.lanes:]
	}
	return lines
}

// line takes one.
func (s *small[T]) line() []T {
	x := s.memory[:s.lanes:s.lanes]
	s.memory = s.memory[s.lanes:]
	return x
}

// constant takes a line of one number.
func (s *small[T]) constant(v T) []T {
	x := s.line()
	for i := range x {
		x[i] = v
	}
	return x
}

func (s *small[T]) at(i, j int) []T { return s.x[i*s.cols+j] }

func (s *small[T]) right(i, j int) []T { return s.y[i*s.columns+j] }

// toLines copies n matrices of so many elements, one behind the other, to lines.
func toLines[T lapack.Scalar](lines, x []T, n, size int) {
	if size > 0 {
		lapack.Matrix[T]{Data: x[:n*size], Rows: n, Cols: size, Stride: size}.TransposeTo(lapack.Matrix[T]{Data: lines[:n*size], Rows: size, Cols: n, Stride: n})
	}
}

// fromLines is the reverse.
func fromLines[T lapack.Scalar](x []T, lines [][]T, n int) {
	size := len(lines)
	e := 0
	for ; e+4 <= size; e += 4 {
		a, b, c, d := lines[e][:n], lines[e+1][:n], lines[e+2][:n], lines[e+3][:n]
		for i, v := range a {
			to := (*[4]T)(x[i*size+e:])
			to[0], to[1], to[2], to[3] = v, b[i], c[i], d[i]
		}
	}
	for ; e < size; e++ {
		for i, v := range lines[e][:n] {
			x[i*size+e] = v
		}
	}
}

// markInfinite marks lanes of which an element that is read is not finite.
func (s *small[T]) markInfinite(reads reading[T]) {
	t := &task[T]{x: lapack.Matrix[T]{Rows: s.rows, Cols: s.cols}, MatrixAttrs: s.MatrixAttrs}
	var sums [lanesAtOne]T // of x·0
	for i := range s.rows {
		from, to := reads(t, i)
		for j := from; j < to; j++ {
			for k, v := range s.at(i, j) {
				sums[k] += v - v
			}
		}
	}
	for k := range s.odd {
		s.odd[k] = sums[k] != 0
	}
}

// markZeros marks lanes in which an element of the diagonal is 0.
func (s *small[T]) markZeros() {
	for i := range s.rows {
		for k, v := range s.at(i, i) {
			if v == 0 {
				s.odd[k] = true
			}
		}
	}
}

// eliminate is LU with partial pivoting of x, with rows of y and of others swapped alike. It returns for each column which
// row was swapped to the diagonal.
func eliminate[F lapack.Real](s *small[F], others [][]F) (pivots [][]F) {
	n := s.cols
	width := len(others) / max(s.rows, 1)
	for j := range min(s.rows, n) {
		most, index := s.constant(-1), s.constant(F(j))
		for i := j; i < s.rows; i++ {
			simd.PickMax(most, index, s.at(i, j), i)
		}
		for i := j + 1; i < s.rows; i++ {
			for c := range n {
				simd.SwapWhere(s.at(j, c), s.at(i, c), index, i)
			}
			for c := range s.columns {
				simd.SwapWhere(s.right(j, c), s.right(i, c), index, i)
			}
			for c := range width {
				simd.SwapWhere(others[j*width+c], others[i*width+c], index, i)
			}
		}
		for i := j + 1; i < s.rows; i++ {
			simd.DivideLanes(s.at(i, j), s.at(j, j))
			for c := j + 1; c < n; c++ {
				simd.MultiplySubtract(s.at(i, c), s.at(i, j), s.at(j, c))
			}
		}
		pivots = append(pivots, index)
	}
	return pivots
}

func smallLU[F lapack.Real](s *small[F]) {
	var rows [][]F
	for i := range s.rows {
		rows = append(rows, s.constant(F(i)))
	}
	eliminate(s, rows)
	s.out = append(s.x[:len(s.x):len(s.x)], rows...)
}

// substitute solves with the triangles of x.
func substitute[F lapack.Real](s *small[F], upper, unit bool) {
	for l := range s.rows {
		i, from, to := l, 0, l
		if upper {
			i = s.rows - 1 - l
			from, to = i+1, s.rows
		}
		for c := range s.columns {
			for j := from; j < to; j++ {
				simd.MultiplySubtract(s.right(i, c), s.at(i, j), s.right(j, c))
			}
			if !unit {
				simd.DivideLanes(s.right(i, c), s.at(i, i))
			}
		}
	}
}

func smallSolve[F lapack.Real](s *small[F]) {
	eliminate(s, nil)
	s.markZeros()
	substitute(s, false, true)
	substitute(s, true, false)
	s.out = s.y
}

func smallTriangle[F lapack.Real](s *small[F]) {
	if !s.Unit {
		s.markZeros()
	}
	substitute(s, s.Upper, s.Unit)
	s.out = s.y
}

func smallInverse[F lapack.Real](s *small[F]) {
	s.columns = s.rows
	for i := range s.rows {
		for j := range s.rows {
			v := F(0)
			if i == j {
				v = 1
			}
			s.y = append(s.y, s.constant(v))
		}
	}
	smallSolve(s)
}

func smallDeterminant[F lapack.Real](s *small[F]) {
	pivots := eliminate(s, nil)
	z := s.constant(1)
	for i, index := range pivots {
		d := s.at(i, i)
		for k, p := range index {
			v := z[k] * d[k]
			if p != F(i) {
				v = -v
			}
			z[k] = v
		}
	}
	for k := range z {
		z[k] += 0 // not −0
	}
	s.out = [][]F{z}
}

// smallLogDeterminant takes the logarithm of a product, where that is far from the ends of float64.
func smallLogDeterminant[F lapack.Real](s *small[F]) {
	pivots := eliminate(s, nil)
	sign, logs := s.constant(1), s.line()
	var products [lanesAtOne]float64
	for k := range products {
		products[k] = 1
	}
	for i, index := range pivots {
		for k, v := range s.at(i, i) {
			products[k] *= math.Abs(float64(v))
			if f := products[k]; !(f > 0x1p-300 && f < 0x1p300) {
				s.odd[k], products[k] = true, 1
			}
			if (v < 0) != (index[k] != F(i)) {
				sign[k] = -sign[k]
			}
		}
	}
	for k := range logs {
		logs[k] = F(math.Log(products[k]))
	}
	s.out = [][]F{sign, logs}
}

func smallCholesky[F lapack.Real](s *small[F]) {
	for j := range s.rows {
		d := s.at(j, j)
		for c := range j {
			simd.MultiplySubtract(d, s.at(j, c), s.at(j, c))
		}
		for k, v := range d {
			if !(v > 0) {
				s.odd[k], v = true, 1
			}
			d[k] = F(math.Sqrt(float64(v)))
		}
		for i := j + 1; i < s.rows; i++ {
			for c := range j {
				simd.MultiplySubtract(s.at(i, j), s.at(i, c), s.at(j, c))
			}
			simd.DivideLanes(s.at(i, j), d)
			clear(s.at(j, i))
		}
	}
	s.out = s.x
}

// smallQR is by Householder's reflections, as lapack.QR, which are applied to the transpose of Q too.
func smallQR[F lapack.Real](s *small[F]) {
	m, n := s.rows, s.cols
	k := min(m, n)
	q := make([][]F, 0, m*m)
	for i := range m {
		for j := range m {
			v := F(0)
			if i == j {
				v = 1
			}
			q = append(q, s.constant(v))
		}
	}
	f, tau, u := s.line(), s.line(), s.line()
	v := s.take(nil, m)
	for j := range k {
		s.reflection(j, f, tau, v)
		reflect := func(at func(i int) []F) {
			clear(u)
			t := f // which is not needed any more
			copy(t, at(j))
			for i := j + 1; i < m; i++ {
				simd.MultiplyAdd(t, v[i], at(i))
			}
			simd.MultiplyAdd(u, t, tau)
			for i, z := range at(j) {
				at(j)[i] = z - u[i]
			}
			for i := j + 1; i < m; i++ {
				simd.MultiplySubtract(at(i), v[i], u)
			}
		}
		for c := j; c < n; c++ {
			reflect(func(i int) []F { return s.at(i, c) })
		}
		for c := range m {
			reflect(func(i int) []F { return q[i*m+c] })
		}
		for i := j + 1; i < m; i++ {
			clear(s.at(i, j))
		}
	}
	if s.Full {
		k = m
	}
	for i := range m {
		for c := range k {
			s.out = append(s.out, q[c*m+i])
		}
	}
	s.out = append(s.out, s.x[:k*n]...)
}

// reflection sets tau and v to what turns column j, from row j on, to a multiple of the first unit vector. A lane whose
// squares may overflow or underflow is odd. f is a line for it.
func (s *small[T]) reflection(j int, f, tau []T, v [][]T) {
	switch s := any(s).(type) {
	case *small[float32]:
		reflectionOf(s, j, any(f).([]float32), any(tau).([]float32), any(v).([][]float32), 0x1p-80, 0x1p100)
	case *small[float64]:
		reflectionOf(s, j, any(f).([]float64), any(tau).([]float64), any(v).([][]float64), 0x1p-900, 0x1p1000)
	}
}

func reflectionOf[F lapack.Real](s *small[F], j int, f, tau []F, v [][]F, least, most float64) {
	squares := f
	clear(squares)
	for i := j + 1; i < s.rows; i++ {
		simd.MultiplyAdd(squares, s.at(i, j), s.at(i, j))
	}
	for k, a := range s.at(j, j) {
		alpha, sum := float64(a), float64(squares[k])
		tau[k], f[k] = 0, 0
		switch whole := alpha*alpha + sum; {
		case sum == 0:
			for i := j + 1; i < s.rows; i++ {
				if s.at(i, j)[k] != 0 {
					s.odd[k] = true
				}
			}
		case sum < least || whole > most:
			s.odd[k] = true
		default:
			beta := -math.Copysign(math.Sqrt(whole), alpha)
			tau[k], f[k] = F((beta-alpha)/beta), F(1/(alpha-beta))
		}
	}
	for i := j + 1; i < s.rows; i++ {
		clear(v[i])
		simd.MultiplyAdd(v[i], s.at(i, j), f)
	}
}
