package ivy

import (
	"math"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Functions of matrices that are products, moves and sums.

func (e *Env) adjoint(x any, opts []Option) *Array {
	a, o, _ := e.use(ops.Adjoint, x, opts)
	checkMatrices(a, false)
	return e.toOut(e.adjointOf(a), &o)
}

func (e *Env) diagonal(x any, opts []Option) *Array {
	a, o, _ := e.use(ops.Diagonal, x, opts)
	checkMatrices(a, false)
	return e.toOut(e.diagonalOf(a, int(get(opts, K(0)))), &o)
}

func (e *Env) trace(x any, opts []Option) *Array {
	a, o, _ := e.use(ops.Trace, x, opts)
	checkMatrices(a, false)
	var rest []Option
	if o.has(ops.Dtype) {
		rest = append(rest, o.dtype)
	}
	return e.toOut(e.Sum(e.diagonalOf(a, int(get(opts, K(0)))), append(rest, Axis(-1))...), &o)
}

func (e *Env) diag(x any, opts []Option) *Array {
	a, o, _ := e.use(ops.Diag, x, opts)
	k := int(get(opts, K(0)))
	switch len(a.shape) {
	case 1:
		return e.toOut(e.onDiagonal(a, k), &o)
	case 2:
		return e.toOut(e.CopyArray(e.diagonalOf(a, k)), &o)
	}
	check(errorf(ErrShape, "shape %s, want one dimension or two", shape.Text(a.shape)))
	return nil
}

func (e *Env) diagflat(x any, opts []Option) *Array {
	a, o, s := e.use(ops.Diagflat, x, opts)
	padding := e.filling(s, a, valueOf(opts, ops.PaddingValue), "padding_value")
	k, length := int(get(opts, K(0))), a.Size()
	checkDiagonal(k)
	rows, columns := length+max(-k, 0), length+max(k, 0)
	if !o.has(ops.NumRows) && !o.has(ops.NumCols) {
		rows, columns = max(rows, columns), max(rows, columns)
	}
	rows, columns = int(get(opts, NumRows(rows))), int(get(opts, NumCols(columns)))
	if rows < 0 || columns < 0 {
		check(errorf(ErrValue, "%d rows and %d columns, want 0 or more", rows, columns))
	}
	e.room(a, a.dtype, rows, columns)
	flat := e.CopyArray(e.spread(padding, []int{rows * columns}))
	start, places := diagonalAt(rows, columns, k)
	if n := min(places, length); n > 0 {
		flat = e.withDiagonal(flat, e.partAlong(e.shaped(a, []int{length}), 0, 0, n), start, columns)
	}
	return e.toOut(e.shaped(flat, []int{rows, columns}), &o)
}

func checkDiagonal(k int) {
	if k > math.MaxInt32 || k < -math.MaxInt32 {
		check(errorf(ErrShape, "diagonal %d is too far away", k))
	}
}

// withDiagonal returns new matrices flat, (…, rows · columns), with x, (…, n) and not empty, in their memory on the diagonal that begins at an element.
func (e *Env) withDiagonal(flat, x *Array, start, columns int) *Array {
	last := len(flat.shape) - 1
	rs := wholes(flat)
	rs[last] = shape.Range{Start: start, Step: columns + 1, Len: x.shape[last]}
	if x.shape[last] == 1 {
		rs[last].Step = 1
	}
	return e.written(ops.SetSlice, flat, x, nil, rs, true)
}

// onDiagonal returns the matrix with a vector on a diagonal and zeros elsewhere.
func (e *Env) onDiagonal(a *Array, k int) *Array {
	length := a.shape[0]
	checkDiagonal(k)
	n := length + max(k, -k)
	check(shape.Check([]int{n, n}, a.dtype.Size()))
	flat := e.zerosIn(a, n*n)
	if length > 0 {
		start, _ := diagonalAt(n, n, k)
		flat = e.withDiagonal(flat, a, start, n)
	}
	return e.shaped(flat, []int{n, n})
}

func (e *Env) blockDiag(arrays []*Array, opts []Option) *Array {
	var o options
	check(o.parse(ops.BlockDiag, opts))
	if len(arrays) == 0 {
		check(errorf(ErrValue, "no matrices"))
	}
	xs, err := e.promoteArrays(e.now.Load(), arrays)
	check(err)
	columns := 0
	for i, x := range xs {
		if len(x.shape) > 2 {
			check(errorf(ErrShape, "shape %s of matrix %d, want two dimensions", shape.Text(x.shape), i))
		}
		if len(x.shape) < 2 {
			x = e.shaped(x, []int{1, shape.Size(x.shape)})
		}
		xs[i] = x
		columns += x.shape[1]
	}
	before := 0
	rows := make([]*Array, len(xs))
	for i, x := range xs {
		m, n := x.shape[0], x.shape[1]
		check(shape.Check([]int{m, columns}, x.dtype.Size()))
		rows[i] = e.joined([]*Array{e.zerosIn(x, m, before), x, e.zerosIn(x, m, columns-before-n)}, 1)
		before += n
	}
	return e.toOut(e.joined(rows, 0), &o)
}

func (e *Env) outer(x1, x2 any, opts []Option) *Array {
	a, b, o := e.operands(ops.Outer, x1, x2, opts)
	if len(a.shape) != 1 || len(b.shape) != 1 {
		check(errorf(ErrShape, "shapes %s and %s, want one dimension each", shape.Text(a.shape), shape.Text(b.shape)))
	}
	return e.toOut(e.times(e.shaped(a, []int{a.shape[0], 1}), b), &o)
}

func (e *Env) kron(x1, x2 any, opts []Option) *Array {
	a, b, o := e.operands(ops.Kron, x1, x2, opts)
	rank := max(len(a.shape), len(b.shape))
	left := slices.Concat(ones(rank-len(a.shape)), a.shape)
	right := slices.Concat(ones(rank-len(b.shape)), b.shape)
	var apart, inside, dims []int
	for i := range rank {
		apart, inside = append(apart, left[i], 1), append(inside, 1, right[i])
		dims = append(dims, left[i]*right[i])
	}
	check(shape.Check(dims, a.dtype.Size()))
	return e.toOut(e.shaped(e.times(e.shaped(a, apart), e.shaped(b, inside)), dims), &o)
}

func (e *Env) cross(x1, x2 any, opts []Option) *Array {
	a, b, o := e.operands(ops.Cross, x1, x2, opts)
	axis, err := oneAxis(opts, -1)
	check(err)
	dims, err := shape.Broadcast(a.shape, b.shape)
	check(err)
	i, err := shape.Axis(axis, min(len(a.shape), len(b.shape)))
	check(err)
	if axis >= 0 && len(a.shape) != len(b.shape) { // from the end, where the shapes meet
		check(errorf(ErrValue, "axis %d of shapes %s and %s: want a negative axis", axis, shape.Text(a.shape), shape.Text(b.shape)))
	}
	at := i - min(len(a.shape), len(b.shape)) + len(dims)
	for _, x := range []*Array{a, b} {
		if n := x.shape[at-len(dims)+len(x.shape)]; n != 3 {
			check(errorf(ErrShape, "length %d along axis %d, want 3", n, axis))
		}
	}
	a, b = e.spread(a, dims), e.spread(b, dims)
	pick := func(x *Array, k int) *Array { return e.partAlong(x, at, k, 1) }
	of := func(j, k int) *Array {
		return e.minus(e.times(pick(a, j), pick(b, k)), e.times(pick(a, k), pick(b, j)))
	}
	return e.toOut(e.joined([]*Array{of(1, 2), of(2, 0), of(0, 1)}, at), &o)
}

func (e *Env) matrixPower(x any, n int, opts []Option) *Array {
	a, o, _ := e.use(ops.MatrixPower, x, opts)
	checkMatrices(a, true)
	d := a.dtype
	if n < 0 && !dtype.Inexact.Has(d) {
		check(errorf(ErrDtype, "a negative power of %v, want a floating-point or complex dtype", d))
	}
	a = e.wider(a)
	lead, rows, _ := sizesOf(a)
	left := uint(n)
	if n < 0 {
		a, left = e.inverseOf(a), uint(-n)
	}
	var z *Array
	for ; left > 0; left >>= 1 {
		if left&1 != 0 {
			if z == nil {
				z = a
			} else {
				z = e.productOf(z, a)
			}
		}
		if left > 1 {
			a = e.productOf(a, a)
		}
	}
	if z == nil {
		z = e.spread(e.identity(a, rows), append(slices.Clone(lead), rows, rows))
	}
	return e.toOut(e.cast(e.CopyArray(z), d), &o)
}

func (e *Env) multiDot(arrays []*Array, opts []Option) *Array {
	var o options
	check(o.parse(ops.MultiDot, opts))
	if len(arrays) < 2 {
		check(errorf(ErrValue, "%d matrices, want two or more", len(arrays)))
	}
	s := e.now.Load()
	xs, err := e.promoteArrays(s, arrays)
	check(err)
	last := len(xs) - 1
	row, column := len(xs[0].shape) == 1, len(xs[last].shape) == 1
	for i, x := range xs {
		x, err = e.prepare(s, ops.MultiDot, composed(ops.MultiDot), x)
		check(err)
		switch {
		case i == 0 && row:
			x = e.shaped(x, []int{1, x.shape[0]})
		case i == last && column:
			x = e.shaped(x, []int{x.shape[0], 1})
		case len(x.shape) != 2:
			check(errorf(ErrShape, "shape %s of matrix %d, want two dimensions", shape.Text(x.shape), i))
		}
		if xs[i] = x; i > 0 && xs[i-1].shape[1] != x.shape[0] {
			check(errorf(ErrShape, "shapes %s and %s of matrices %d and %d", shape.Text(xs[i-1].shape), shape.Text(x.shape), i-1, i))
		}
	}
	z := e.chainProduct(xs)
	switch {
	case row && column:
		z = e.shaped(z, nil)
	case row:
		z = e.shaped(z, []int{z.shape[1]})
	case column:
		z = e.shaped(z, []int{z.shape[0]})
	}
	return e.toOut(z, &o)
}

// chainProduct multiplies matrices in the order of the fewest multiplications of numbers (T. H. Cormen and others,
// Introduction to Algorithms, matrix-chain multiplication).
func (e *Env) chainProduct(xs []*Array) *Array {
	n := len(xs)
	cost, cut := make([][]float64, n), make([][]int, n)
	for i := range n {
		cost[i], cut[i] = make([]float64, n), make([]int, n)
	}
	for length := 1; length < n; length++ {
		for i := 0; i+length < n; i++ {
			j := i + length
			cost[i][j] = math.Inf(1)
			for k := i; k < j; k++ {
				c := cost[i][k] + cost[k+1][j] + float64(xs[i].shape[0])*float64(xs[k].shape[1])*float64(xs[j].shape[1])
				if c < cost[i][j] {
					cost[i][j], cut[i][j] = c, k
				}
			}
		}
	}
	var multiply func(i, j int) *Array
	multiply = func(i, j int) *Array {
		if i == j {
			return xs[i]
		}
		return e.productOf(multiply(i, cut[i][j]), multiply(cut[i][j]+1, j))
	}
	return multiply(0, n-1)
}

func (e *Env) vander(x any, opts []Option) *Array {
	a, o, _ := e.use(ops.Vander, x, opts)
	if len(a.shape) != 1 {
		check(errorf(ErrShape, "shape %s, want one dimension", shape.Text(a.shape)))
	}
	rows := a.shape[0]
	n := int(get(opts, Columns(rows)))
	if n < 0 {
		check(errorf(ErrValue, "%d columns", n))
	}
	check(shape.Check([]int{rows, n}, a.dtype.Size()))
	if n == 0 {
		return e.toOut(e.zerosIn(a, rows, 0), &o)
	}
	d := a.dtype
	a = e.wider(a)
	z := e.spread(e.numberLike(a, 1), []int{rows, 1})
	if n > 1 {
		powers := e.scanned(ops.CumulativeProd, e.spread(e.shaped(a, []int{rows, 1}), []int{rows, n - 1}), backend.ScanAttrs{Axis: 1})
		z = e.joined([]*Array{z, powers}, 1)
	}
	if !get(opts, Increasing(false)) {
		z = e.Flip(z, Axis(1))
	}
	return e.toOut(e.cast(e.CopyArray(z), d), &o)
}

// An exponential is a diagonal Padé approximation of the exponential function: the coefficients, and the greatest norm of
// matrices for which its error is below the unit roundoff (N. J. Higham, The Scaling and Squaring Method for the Matrix
// Exponential Revisited, table 2.3).
type exponential struct {
	most  float64
	terms []float64
}

var exponentials = map[Dtype]exponential{
	Float32: {3.925724783138660, []float64{17297280, 8648640, 1995840, 277200, 25200, 1512, 56, 1}},
	Float64: {5.371920351148152, []float64{64764752532480000, 32382376266240000, 7771770303897600, 1187353796428800, 129060195264000, 10559470521600,
		670442572800, 33522128640, 1323241920, 40840800, 960960, 16380, 182, 1}},
}

// ofSquares returns what a kernel makes of square matrices: count matrices of the same size.
func (e *Env) ofSquares(op ops.Matrix, a *Array, count int) *parts {
	_, n, _ := sizesOf(a)
	return &parts{e: e, z: e.ofMatrices(op, count*n*n, backend.MatrixAttrs{}, a)}
}

// twoForms returns a factorization into two square matrices.
func (e *Env) twoForms(op *ops.Op, kernel ops.Matrix, x any) (first, second *Array) {
	a, d, _ := e.matrices(op, x, nil, true)
	_, n, _ := sizesOf(a)
	p := e.ofSquares(kernel, a, 2)
	first = p.next(n, n)
	return e.cast(first, d), e.cast(p.next(n, n), d)
}

func (e *Env) schur(x any) (t, z *Array) { return e.twoForms(ops.Schur, ops.SchurForm, x) }
func (e *Env) hessenberg(x any) (h, q *Array) {
	return e.twoForms(ops.Hessenberg, ops.HessenbergForm, x)
}

// matrixFunction returns a function of square matrices that is one kernel.
func (e *Env) matrixFunction(op *ops.Op, kernel ops.Matrix, x any, opts []Option) *Array {
	a, d, o := e.matrices(op, x, opts, true)
	_, n, _ := sizesOf(a)
	return e.toOut(e.cast(e.ofSquares(kernel, a, 1).next(n, n), d), &o)
}

func (e *Env) sqrtm(x any, opts []Option) *Array {
	return e.matrixFunction(ops.Sqrtm, ops.RootOfMatrix, x, opts)
}

func (e *Env) logm(x any, opts []Option) *Array {
	return e.matrixFunction(ops.Logm, ops.LogarithmOfMatrix, x, opts)
}

// mostSquarings is how often matrices without elements to look at are squared; those that need more give NaN.
const mostSquarings = 32

func (e *Env) matrixExp(x any, opts []Option) *Array {
	a, d, o := e.matrices(ops.MatrixExp, x, opts, true)
	lead, n, _ := sizesOf(a)
	if shape.Size(a.shape) == 0 {
		return e.toOut(e.cast(e.zerosIn(a, a.shape...), d), &o)
	}
	p := exponentials[a.dtype.Component()]
	norm := e.matrixNormOf(a, "", 1, false)
	times := e.squarings(norm, p.most)
	count, abstract := mostSquarings, a.be.rootEngine().abstract
	if !abstract {
		count = e.greatest(times)
	}
	each := append(slices.Clone(lead), 1, 1)
	a = e.times(a, e.castLike(e.shaped(e.apply2(ops.Pow, e.numberLike(times, 0.5), times), each), a))
	z := e.pade(a, e.identity(a, n), p.terms)
	more := func(i int) *Array {
		return e.shaped(e.apply2(ops.Greater, times, e.numberLike(times, float64(i))), each)
	}
	if count == 0 { // what a backend has to have is the same whatever the matrix
		z = e.choice(more(0), z, z)
	}
	for i := range count {
		z = e.choice(more(i), e.productOf(z, z), z)
	}
	if abstract {
		z = e.choice(more(mostSquarings), e.times(z, e.numberLike(z, math.NaN())), z) // both parts of complex numbers
	}
	return e.toOut(e.cast(z, d), &o)
}

// squarings returns how often matrices of these norms are halved to have one below most.
func (e *Env) squarings(norm *Array, most float64) *Array {
	halvings := e.apply1(ops.Ceil, e.apply1(ops.Log2, e.scaled(norm, 1/most)))
	halvings = e.apply2(ops.Maximum, halvings, e.numberLike(norm, 0))
	finite := e.apply1(ops.IsFinite, halvings)
	return e.where0(finite, e.apply2(ops.Minimum, halvings, e.numberLike(norm, 1100)))
}

// greatest returns the greatest element of numbers as an int, read from the backend.
func (e *Env) greatest(x *Array) int {
	all := shape.All(len(x.shape))
	return int(e.StopGradient(e.reduced(ops.Max, x, all, false, 0)).Float())
}

// pade returns p(a)/p(−a) of a polynomial p, whose terms of even degree are v and of odd degree a·u: p(a) = v + a·u.
func (e *Env) pade(a, one *Array, terms []float64) *Array {
	square := e.productOf(a, a)
	sum := func(odd int) *Array { // Horner's rule in the square
		z := e.plus(e.scaled(square, terms[len(terms)-2+odd]), e.scaled(one, terms[len(terms)-4+odd]))
		for i := len(terms) - 6 + odd; i >= 0; i -= 2 {
			z = e.plus(e.productOf(square, z), e.scaled(one, terms[i]))
		}
		return z
	}
	v, u := sum(0), e.productOf(a, sum(1))
	top, bottom := e.plus(v, u), e.minus(v, u)
	return e.solved(ops.SolveMatrix, e.spread(bottom, top.shape), top, backend.MatrixAttrs{})
}
