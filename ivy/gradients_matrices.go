package ivy

import (
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Rules of the kernels of matrices. They are known in the form that has conjugates: for the gradient G of a
// result Z, in the sense that the change of the loss is the real part of tr(Gᴴ·dZ). Gradients here have none
// (see rule), so that G is the conjugate of what comes and what goes.
//
// Sources: M. Giles, An extended collection of matrix derivative results for forward and reverse mode algorithmic
// differentiation; I. Murray, Differentiation of the Cholesky decomposition; S. F. Walter and L. Lehmann, Algorithmic
// differentiation of linear algebra functions; J. Townsend, Differentiating the singular value decomposition; G. H.
// Golub and V. Pereyra, The differentiation of pseudo-inverses.

// A matrixRule returns the gradient of the first operand from the parts of the result and of its gradient.
type matrixRule func(c *pulling, x *Array, z, g *parts) *Array

func init() {
	of := func(op ops.Matrix, keeps uint8, f matrixRule) {
		setRule(op.Op, rule{vjp: func(c *pulling) {
			if !c.wants(0) {
				return
			}
			var x *Array
			if keeps&keepOperand(0) != 0 {
				x = c.x(0)
			}
			z := &parts{e: c.e}
			if keeps&keepResult != 0 {
				z.z = c.n.z
			}
			g := c.e.conjugated(f(c, x, z, &parts{e: c.e, z: c.e.conjugated(c.g)}))
			if c.n.args[0].dtype != g.dtype { // of a real operand with complex results
				g = c.e.realOf(g)
			}
			c.give(0, g)
		}, keeps: keeps})
	}
	of(ops.FactorLU, keepResult, luRule)
	of(ops.InvertMatrix, keepResult, inverseRule)
	of(ops.Determinant, keepOperand(0)|keepResult, determinantRule)
	of(ops.LogDeterminant, keepOperand(0)|keepResult, logDeterminantRule)
	of(ops.FactorCholesky, keepResult, choleskyRule)
	of(ops.FactorQR, keepOperand(0)|keepResult, qrRule)
	of(ops.HermitianEigen, keepResult, hermitianRule)
	of(ops.HermitianEigenvalues, keepOperand(0), func(c *pulling, x *Array, _, g *parts) *Array {
		_, v := c.e.hermitian(x)
		return c.e.sandwich(v, c.e.castLike(g.z, x))
	})
	of(ops.GeneralEigen, keepResult, generalRule)
	of(ops.GeneralEigenvalues, keepOperand(0), func(c *pulling, x *Array, _, g *parts) *Array {
		_, v := c.e.general(x)
		return c.e.similar(v, c.e.diagonals(g.z))
	})
	of(ops.SingularVectors, keepOperand(0)|keepResult, singularRule)
	of(ops.SingularValues, keepOperand(0), func(c *pulling, x *Array, _, g *parts) *Array {
		u, _, vh := c.e.singular(x, false)
		return c.e.productOf(c.e.scaledColumns(u, c.e.castLike(g.z, x)), vh)
	})
	for _, op := range []ops.Matrix{ops.RootOfMatrix, ops.LogarithmOfMatrix} {
		of(op, keepOperand(0), func(c *pulling, x *Array, _, g *parts) *Array { return c.e.functionRule(op, x, g) })
	}
	setRule(ops.SolveMatrix.Op, rule{vjp: func(c *pulling) {
		solveRule(c, func(a, g *Array) *Array {
			return c.e.solved(ops.SolveMatrix, c.e.matrixTransposed(a), g, backend.MatrixAttrs{})
		}, func(g *Array) *Array { return g })
	}, keeps: keepOperand(0) | keepResult})
	setRule(ops.SolveTriangle.Op, rule{vjp: func(c *pulling) {
		at := c.n.attrs.(backend.MatrixAttrs)
		offset := 0
		switch {
		case at.Unit && at.Upper:
			offset = 1
		case at.Unit:
			offset = -1
		}
		turned := at
		turned.Upper = !at.Upper
		solveRule(c, func(a, g *Array) *Array {
			return c.e.solved(ops.SolveTriangle, c.e.matrixTransposed(a), g, turned)
		}, func(g *Array) *Array { return c.e.triangleOf(g, !at.Upper, offset) })
	}, keeps: keepOperand(0) | keepResult})
	setRule(ops.Pinv, rule{vjp: func(c *pulling) {
		c.give(0, c.e.conjugated(pseudoinverseRule(c.e, c.x(0), c.n.z, c.e.conjugated(c.g))))
	}, keeps: keepOperand(0) | keepResult})
}

// solveRule is that of solutions x of a·x = b: solve solves with the transpose of a, and read has zeros where a is
// not read.
func solveRule(c *pulling, solve func(a, g *Array) *Array, read func(g *Array) *Array) {
	dims := c.shape(1)
	g := c.e.shaped(c.g, dims)
	gb := solve(c.x(0), g)
	c.give(1, gb)
	if c.wants(0) {
		z := c.e.shaped(c.n.z, dims)
		c.give(0, read(c.e.negated(c.e.productOf(gb, c.e.matrixTransposed(z)))))
	}
}

// functionRule is that of a function f of matrices: of a block matrix (x, m; 0, x) f is (f(x), d; 0, f(x)), where d is the
// change of f for the change m of x (Higham, Functions of Matrices, section 3.2), and the gradient is the change of f at xᴴ
// for g. It is computed in complex numbers: rounding parts the double eigenvalues of the block matrix, and a real one may
// have negative ones then.
func (e *Env) functionRule(op ops.Matrix, x *Array, g *parts) *Array {
	lead, n, _ := sizesOf(x)
	if shape.Size(x.shape) == 0 {
		return g.next(n, n)
	}
	d := x.dtype
	complexes := d.WithComplex()
	size := func(a *Array) *Array {
		return e.reduced(ops.Max, e.apply1(ops.Abs, a), []int{len(lead), len(lead) + 1}, true, 0)
	}
	m := g.next(n, n)
	// The blocks are about as great as one another: d is proportional to m.
	unit := e.StopGradient(e.over(size(m), size(x)))
	one := e.numberLike(unit, 1)
	usable := e.apply2(ops.LogicalAnd, e.apply1(ops.IsFinite, unit), e.apply2(ops.Greater, unit, e.numberLike(unit, 0)))
	unit = e.cast(e.choice(usable, unit, one), complexes)
	a, m := e.cast(e.adjointOf(x), complexes), e.over(e.cast(m, complexes), unit)
	last := len(lead)
	top := e.joined([]*Array{a, m}, last+1)
	bottom := e.joined([]*Array{e.zerosIn(a, a.shape...), a}, last+1)
	z := e.ofSquares(op, e.joined([]*Array{top, bottom}, last), 1).next(2*n, 2*n)
	z = e.times(e.block(z, 0, n, n, 2*n), unit)
	if !d.IsComplex() {
		z = e.realOf(z)
	}
	return z
}

// sandwich returns v·diag(f)·vᴴ.
func (e *Env) sandwich(v, f *Array) *Array {
	return e.productOf(e.scaledColumns(v, f), e.adjointOf(v))
}

// diagonals returns the matrices with these diagonals.
func (e *Env) diagonals(f *Array) *Array {
	return e.scaledColumns(e.identity(f, f.shape[len(f.shape)-1]), f)
}

// similar returns v⁻ᴴ·m·vᴴ.
func (e *Env) similar(v, m *Array) *Array {
	w := e.adjointOf(v)
	return e.solved(ops.SolveMatrix, w, e.productOf(m, w), backend.MatrixAttrs{})
}

// hermitianPart returns (m + mᴴ)/2.
func (e *Env) hermitianPart(m *Array) *Array {
	return e.scaled(e.plus(m, e.adjointOf(m)), 0.5)
}

// overDifferences returns m with element (i, j) divided by f[j] − f[i], or 0 where that is 0.
func (e *Env) overDifferences(m, f *Array) *Array {
	n := f.shape[len(f.shape)-1]
	lead := f.shape[:len(f.shape)-1]
	row := e.shaped(f, append(slices.Clone(lead), 1, n))
	column := e.shaped(f, append(slices.Clone(lead), n, 1))
	d := e.castLike(e.minus(row, column), m)
	zero := e.isZero(d)
	return e.where0(e.apply1(ops.LogicalNot, zero), e.over(m, e.choice(zero, e.numberLike(d, 1), d)))
}

func inverseRule(c *pulling, _ *Array, z, g *parts) *Array {
	n := c.shape(0)[len(c.shape(0))-1]
	h := c.e.adjointOf(z.next(n, n))
	return c.e.negated(c.e.productOf(c.e.productOf(h, g.next(n, n)), h))
}

// determinantRule has the adjugate, which a singular matrix has too.
func determinantRule(c *pulling, x *Array, z, g *parts) *Array {
	e := c.e
	lead, n, _ := sizesOf(x)
	f := e.shaped(g.z, append(slices.Clone(lead), 1, 1))
	det := e.shaped(z.z, append(slices.Clone(lead), 1, 1))
	if x.be.rootEngine().abstract || !e.anyTrue(e.isZero(z.z)) {
		return e.times(e.adjointOf(e.inverseOf(x)), e.times(f, e.conjugated(det)))
	}
	if n <= mostMinors {
		return e.times(e.conjugated(e.cofactors(x)), f)
	}
	// With x = u·s·vᴴ the gradient is det(u)·det(vᴴ)·u·s'·vᴴ, s' being the products of all other singular values.
	u, s, vh := e.singular(x, false)
	others := e.castLike(e.otherProducts(s, n), x)
	p, q := e.signOf(u), e.signOf(vh)
	return e.times(e.productOf(e.scaledColumns(u, others), vh), e.times(f, e.conjugated(e.times(p, q))))
}

// mostMinors is up to how many rows singular matrices' cofactors are determinants of all minors: these have derivatives of
// every order.
const mostMinors = 8

// cofactors returns for each element of matrices the determinant of what is left without its row and column, with
// the sign of the expansion.
func (e *Env) cofactors(x *Array) *Array {
	lead, n, _ := sizesOf(x)
	be := x.be.rootEngine()
	axis := len(lead)
	// Row i of others has the indices but i.
	at, row := e.counting(be, n-1), e.shaped(e.counting(be, n), []int{n, 1})
	others := e.plus(at, e.cast(e.apply2(ops.GreaterEqual, at, row), Int64))
	flat := e.shaped(others, []int{n * (n - 1)})
	taken := func(x *Array, axis int) *Array {
		dims := slices.Clone(x.shape)
		dims[axis] = n * (n - 1)
		return e.gathered(ops.Take, x, []*Array{flat}, dims, axis)
	}
	minors := e.shaped(taken(taken(x, axis), axis+1), append(slices.Clone(lead), n, n-1, n, n-1))
	perm := append(shape.All(axis), axis, axis+2, axis+1, axis+3)
	minors = e.permuted(minors, perm)
	det := e.shaped(e.ofMatrices(ops.Determinant, 1, backend.MatrixAttrs{}, minors), x.shape)
	parity := e.apply2(ops.Remainder, e.plus(e.counting(be, n), row), e.integerLike(row, 2))
	sign := e.cast(e.minus(e.integerLike(row, 1), e.times(parity, e.integerLike(row, 2))), x.dtype)
	return e.times(det, sign)
}

// signOf returns the determinants of unitary matrices.
func (e *Env) signOf(u *Array) *Array {
	lead, _, _ := sizesOf(u)
	return e.shaped(e.ofMatrices(ops.Determinant, 1, backend.MatrixAttrs{}, u), append(slices.Clone(lead), 1, 1))
}

// otherProducts returns for each of n elements the product of the others.
func (e *Env) otherProducts(s *Array, n int) *Array {
	lead := s.shape[:len(s.shape)-1]
	wide := e.spread(e.shaped(s, append(slices.Clone(lead), 1, n)), append(slices.Clone(lead), n, n))
	one := e.cast(e.identity(s, n), Bool)
	return e.reduced(ops.Prod, e.choice(one, e.numberLike(s, 1), wide), []int{len(lead) + 1}, false, 0)
}

// anyTrue reports whether a bool is true, read from the backend.
func (e *Env) anyTrue(x *Array) bool {
	return e.Any(e.StopGradient(x)).Bool()
}

func logDeterminantRule(c *pulling, x *Array, z, g *parts) *Array {
	e := c.e
	lead, _, _ := sizesOf(x)
	sign, gs := z.next(), g.next()
	f := e.realOf(g.next())
	w := e.castLike(f, x)
	if x.dtype.IsComplex() { // the imaginary part of the logarithm's change turns the sign
		turn := e.apply1(ops.Imag, e.times(e.conjugated(sign), gs))
		w = e.apply2(ops.JoinComplex, f, turn)
	}
	return e.times(e.adjointOf(e.inverseOf(x)), e.shaped(w, append(slices.Clone(lead), 1, 1)))
}

func choleskyRule(c *pulling, _ *Array, z, g *parts) *Array {
	e := c.e
	n := c.shape(0)[len(c.shape(0))-1]
	l := z.next(n, n)
	h := e.adjointOf(l)
	// Φ is the lower triangle with half of the diagonal, which is real in the factor.
	m := e.productOf(h, e.triangleOf(g.next(n, n), true, 0))
	half := e.minus(e.triangleOf(m, true, 0), e.scaled(e.diagonals(e.diagonalOf(m, 0)), 0.5))
	up := backend.MatrixAttrs{Upper: true}
	left := e.solved(ops.SolveTriangle, h, e.hermitianPart(half), up) // L⁻ᴴ·Φ
	return e.adjointOf(e.solved(ops.SolveTriangle, h, e.adjointOf(left), up))
}

func qrRule(c *pulling, x *Array, z, g *parts) *Array {
	e := c.e
	_, m, n := sizesOf(x)
	if c.n.attrs.(backend.MatrixAttrs).Full && m > n {
		check(errorf(ErrUnsupported, "QR with mode \"complete\" of more rows than columns has no derivative (take mode \"reduced\")"))
	}
	k := min(m, n)
	q, r := z.next(m, k), z.next(k, n)
	gq, gr := g.next(m, k), e.triangleOf(g.next(k, n), false, 0)
	if m >= n {
		return e.qrGradient(q, r, gq, gr)
	}
	// x is (a, b), r is (u, qᴴ·b): the gradient of q has a part that comes by way of b.
	u := e.firstColumns(r, m)
	b := e.block(x, 0, m, m, n)
	gu, gv := e.firstColumns(gr, m), e.block(gr, 0, m, m, n)
	ga := e.qrGradient(q, u, e.plus(gq, e.productOf(b, e.adjointOf(gv))), gu)
	return e.joined([]*Array{ga, e.productOf(q, gv)}, len(x.shape)-1)
}

// qrGradient is that of q·r with a square r: (gq + q·H)·r⁻ᴴ, H the Hermitian matrix with the lower
// triangle of r·grᴴ − gqᴴ·q.
func (e *Env) qrGradient(q, r, gq, gr *Array) *Array {
	m := e.minus(e.productOf(r, e.adjointOf(gr)), e.productOf(e.adjointOf(gq), q))
	below := e.triangleOf(m, true, -1)
	h := e.plus(e.plus(below, e.adjointOf(below)), e.diagonals(e.castLike(e.realOf(e.diagonalOf(m, 0)), m)))
	sum := e.plus(gq, e.productOf(q, h))
	return e.adjointOf(e.solved(ops.SolveTriangle, r, e.adjointOf(sum), backend.MatrixAttrs{Upper: true}))
}

func hermitianRule(c *pulling, _ *Array, z, g *parts) *Array {
	e := c.e
	n := c.shape(0)[len(c.shape(0))-1]
	w, v := e.realOf(z.next(n)), z.next(n, n)
	gw, gv := e.realOf(g.next(n)), g.next(n, n)
	h := e.adjointOf(v)
	inner := e.plus(e.overDifferences(e.productOf(h, gv), w), e.diagonals(e.castLike(gw, v)))
	return e.hermitianPart(e.productOf(e.productOf(v, inner), h))
}

func generalRule(c *pulling, _ *Array, z, g *parts) *Array {
	e := c.e
	n := c.shape(0)[len(c.shape(0))-1]
	w, v := z.next(n), z.next(n, n)
	gw, gv := g.next(n), g.next(n, n)
	h := e.adjointOf(v)
	m := e.productOf(h, gv)
	// A vector keeps its length: what changes along itself is taken off.
	along := e.castLike(e.realOf(e.diagonalOf(m, 0)), m)
	m = e.minus(m, e.scaledColumns(e.productOf(h, v), along))
	inner := e.overDifferences(m, e.conjugated(w))
	return e.similar(v, e.plus(inner, e.diagonals(gw)))
}

func singularRule(c *pulling, x *Array, z, g *parts) *Array {
	e := c.e
	_, m, n := sizesOf(x)
	if c.n.attrs.(backend.MatrixAttrs).Full && m != n {
		check(errorf(ErrUnsupported, "SVD with FullMatrices of matrices that are not square has no derivative (take FullMatrices(false))"))
	}
	k := min(m, n)
	u, s := z.next(m, k), e.realOf(z.next(k))
	v := e.adjointOf(z.next(k, n))
	gu, gs := g.next(m, k), e.realOf(g.next(k))
	gv := e.adjointOf(g.next(k, n))
	wide := e.castLike(s, x)
	uh, vh := e.adjointOf(u), e.adjointOf(v)
	p, q := e.productOf(uh, gu), e.productOf(vh, gv)
	squares := e.times(s, s)
	j, l := e.overDifferences(p, squares), e.overDifferences(q, squares)
	inner := e.plus(e.scaledColumns(e.plus(j, e.adjointOf(j)), wide), e.scaledRows(wide, e.plus(l, e.adjointOf(l))))
	inner = e.plus(inner, e.diagonals(e.castLike(gs, x)))
	some := e.isZero(wide)
	inverse := e.where0(e.apply1(ops.LogicalNot, some), e.reciprocal(e.choice(some, e.numberLike(wide, 1), wide)))
	if x.dtype.IsComplex() { // the phase of a pair of vectors is free
		turn := e.diagonalOf(p, 0)
		turn = e.minus(turn, e.castLike(e.realOf(turn), turn))
		inner = e.plus(inner, e.diagonals(e.times(turn, inverse)))
	}
	a := e.productOf(e.productOf(u, inner), vh)
	if m > k {
		rest := e.minus(gu, e.productOf(u, p))
		a = e.plus(a, e.productOf(e.scaledColumns(rest, inverse), vh))
	}
	if n > k {
		rest := e.minus(gv, e.productOf(v, q))
		a = e.plus(a, e.productOf(e.scaledColumns(u, inverse), e.adjointOf(rest)))
	}
	return a
}

func luRule(c *pulling, _ *Array, z, g *parts) *Array {
	e := c.e
	dims := c.shape(0)
	m, n := dims[len(dims)-2], dims[len(dims)-1]
	k := min(m, n)
	lu, gz := z.next(m, n), g.next(m, n)
	one := e.identity(lu, k)
	l := e.plus(e.triangleOf(e.block(lu, 0, k, 0, k), true, -1), one)
	u := e.triangleOf(e.block(lu, 0, k, 0, k), false, 0)
	gl := e.triangleOf(e.block(gz, 0, k, 0, k), true, -1)
	gu := e.triangleOf(e.block(gz, 0, k, 0, k), false, 0)
	below := e.productOf(e.adjointOf(l), gl)
	above := e.productOf(gu, e.adjointOf(u))
	lo, up := backend.MatrixAttrs{Unit: true, Upper: true}, backend.MatrixAttrs{Upper: true}
	// What is left of the first k rows or columns depends on l and u of these.
	var right, under *Array
	switch {
	case n > k:
		gu2 := e.block(gz, 0, k, k, n)
		below = e.minus(below, e.productOf(gu2, e.adjointOf(e.block(lu, 0, k, k, n))))
		right = e.solved(ops.SolveTriangle, e.adjointOf(l), gu2, lo)
	case m > k:
		gl2 := e.block(gz, k, m, 0, k)
		above = e.minus(above, e.productOf(e.adjointOf(e.block(lu, k, m, 0, k)), gl2))
		under = e.adjointOf(e.solved(ops.SolveTriangle, u, e.adjointOf(gl2), up))
	}
	middle := e.plus(e.triangleOf(below, true, -1), e.triangleOf(above, false, 0))
	left := e.solved(ops.SolveTriangle, e.adjointOf(l), middle, lo)
	a := e.adjointOf(e.solved(ops.SolveTriangle, u, e.adjointOf(left), up))
	axis := len(dims) - 2
	switch {
	case right != nil:
		a = e.joined([]*Array{a, right}, axis+1)
	case under != nil:
		a = e.joined([]*Array{a, under}, axis)
	}
	// Row i of a is of row rows[i] of the operand.
	rows := e.cast(e.realOf(z.next(m)), Int64)
	back := e.sorted(ops.ArgSort, rows, backend.SortAttrs{Axis: axis})
	back = e.spread(e.shaped(back, append(slices.Clone(back.shape), 1)), a.shape)
	return e.gathered(ops.TakeAlongAxis, a, []*Array{back}, a.shape, axis)
}

// pseudoinverseRule is that of Pinv: z is the pseudoinverse of x, g its gradient.
func pseudoinverseRule(e *Env, x, z, g *Array) *Array {
	h, gh := e.adjointOf(z), e.adjointOf(g)
	of := func(x, y *Array) *Array { return e.productOf(x, y) }
	first := e.negated(of(of(h, g), h))
	second := of(of(gh, z), h) // (1 − x·z)·gᴴ·z·zᴴ
	second = e.minus(second, of(x, of(z, second)))
	third := of(of(h, z), gh) // zᴴ·z·gᴴ·(1 − z·x)
	third = e.minus(third, of(of(third, z), x))
	return e.plus(first, e.plus(second, third))
}
