package ivy

import (
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Factorizations without iterations, and what is solved with them.

func (e *Env) cholesky(x any, opts []Option) *Array {
	a, d, o := e.matrices(ops.Cholesky, x, opts, true)
	upper := bool(get(opts, Upper(false)))
	if upper {
		a = e.adjointOf(a)
	}
	_, n, _ := sizesOf(a)
	p := parts{e: e, z: e.ofMatrices(ops.FactorCholesky, n*n, backend.MatrixAttrs{}, a)}
	z := p.next(n, n)
	if upper {
		z = e.adjointOf(z)
	}
	return e.toOut(e.cast(z, d), &o)
}

func (e *Env) inv(x any, opts []Option) *Array {
	a, d, o := e.matrices(ops.Inv, x, opts, true)
	return e.toOut(e.cast(e.inverseOf(a), d), &o)
}

func (e *Env) inverseOf(a *Array) *Array {
	_, n, _ := sizesOf(a)
	p := parts{e: e, z: e.ofMatrices(ops.InvertMatrix, n*n, backend.MatrixAttrs{}, a)}
	return p.next(n, n)
}

func (e *Env) det(x any, opts []Option) *Array {
	a, d, o := e.matrices(ops.Det, x, opts, true)
	p := parts{e: e, z: e.ofMatrices(ops.Determinant, 1, backend.MatrixAttrs{}, a)}
	return e.toOut(e.cast(p.next(), d), &o)
}

func (e *Env) slogdet(x any) (sign, logabsdet *Array) {
	a, d, _ := e.matrices(ops.Slogdet, x, nil, true)
	sign, logabsdet = e.signAndLog(a)
	return e.cast(sign, d), e.cast(logabsdet, d.Component())
}

func (e *Env) signAndLog(a *Array) (sign, logarithm *Array) {
	p := parts{e: e, z: e.ofMatrices(ops.LogDeterminant, 2, backend.MatrixAttrs{}, a)}
	sign = p.next()
	return sign, e.realOf(p.next())
}

func (e *Env) qr(x any, opts []Option) (q, r *Array) {
	a, d, _ := e.matrices(ops.QR, x, opts, false)
	full := false
	switch mode := get(opts, Mode("reduced")); mode {
	case "reduced":
	case "complete":
		full = true
	default:
		check(errorf(ErrValue, "mode %q, want \"reduced\" or \"complete\"", string(mode)))
	}
	q, r = e.qrOf(a, full)
	return e.cast(q, d), e.cast(r, d)
}

func (e *Env) qrOf(a *Array, full bool) (q, r *Array) {
	_, m, n := sizesOf(a)
	k := min(m, n)
	if full {
		k = m
	}
	check(shape.Check([]int{2, max(m, n), k}, Complex128.Size())) // no sum of the sizes overflows
	p := parts{e: e, z: e.ofMatrices(ops.FactorQR, m*k+k*n, backend.MatrixAttrs{Full: full}, a)}
	return p.next(m, k), p.next(k, n)
}

// luOf returns l and u in one matrix, and the rows of x in their order.
func (e *Env) luOf(a *Array) (lu, rows *Array) {
	_, m, n := sizesOf(a)
	p := parts{e: e, z: e.ofMatrices(ops.FactorLU, m*n+m, backend.MatrixAttrs{}, a)}
	return p.next(m, n), e.cast(e.realOf(p.next(m)), Int64)
}

func (e *Env) luFactor(x any) (lu, p *Array) {
	a, d, _ := e.matrices(ops.LUFactor, x, nil, false)
	lu, p = e.luOf(a)
	return e.cast(lu, d), p
}

func (e *Env) lu(x any) (p, l, u *Array) {
	a, d, _ := e.matrices(ops.LU, x, nil, false)
	_, m, n := sizesOf(a)
	k := min(m, n)
	lu, rows := e.luOf(a)
	l = e.plus(e.triangleOf(e.firstColumns(lu, k), true, -1), e.block(e.identity(a, max(m, k)), 0, m, 0, k))
	u = e.triangleOf(e.firstRows(lu, k), false, 0)
	dims := append(slices.Clone(rows.shape[:len(rows.shape)-1]), 1, m)
	at := e.shaped(e.counting(rows.be.rootEngine(), m), []int{m, 1})
	p = e.cast(e.equals(at, e.shaped(rows, dims)), d)
	return p, e.cast(l, d), e.cast(u, d)
}

func (e *Env) luSolve(lu, p, b any, opts []Option) *Array {
	x, y, o := e.operands(ops.LUSolve, lu, b, opts)
	checkMatrices(x, true)
	rows, err := e.asArray(e.now.Load(), x.be, p)
	check(err)
	lead, n, _ := sizesOf(x)
	if !rows.dtype.IsInteger() {
		check(errorf(ErrDtype, "p of dtype %v, want an integer one", rows.dtype))
	}
	if !slices.Equal(rows.shape, append(slices.Clone(lead), n)) {
		check(errorf(ErrShape, "p of shape %s, want %s", shape.Text(rows.shape), shape.Text(append(slices.Clone(lead), n))))
	}
	d := x.dtype
	s := e.system(e.wider(x), e.wider(y))
	batch, _, columns := sizesOf(s.b)
	at := e.spread(e.shaped(e.cast(rows, Int64), append(slices.Clone(rows.shape), 1)), append(slices.Clone(batch), n, 1))
	at = e.spread(at, append(slices.Clone(batch), n, columns))
	s.b = e.gathered(ops.TakeAlongAxis, s.b, []*Array{at}, s.b.shape, len(batch))
	s.b = e.solved(ops.SolveTriangle, s.a, s.b, backend.MatrixAttrs{Unit: true})
	z := e.solved(ops.SolveTriangle, s.a, s.b, backend.MatrixAttrs{Upper: true})
	return e.toOut(e.cast(s.result(z), d), &o)
}

// A system is linear equations: of matrices with the same axes before the last two.
type system struct {
	e      *Env
	a, b   *Array
	vector bool // b was a vector
}

// system checks and broadcasts two operands of one dtype. b is a vector if it has one dimension.
func (e *Env) system(a, b *Array) *system {
	s := &system{e: e, a: a, b: b, vector: len(b.shape) == 1}
	checkMatrices(a, false)
	if s.vector {
		s.b = e.shaped(b, []int{b.shape[0], 1})
	}
	checkMatrices(s.b, false)
	leadA, m, n := sizesOf(a)
	leadB, rows, columns := sizesOf(s.b)
	if rows != m {
		check(errorf(ErrShape, "shapes %s and %s: %d equations, but %d right sides", shape.Text(a.shape), shape.Text(b.shape), m, rows))
	}
	lead, err := shape.Broadcast(leadA, leadB)
	check(err)
	s.a = e.spread(a, append(slices.Clone(lead), m, n))
	s.b = e.spread(s.b, append(slices.Clone(lead), rows, columns))
	return s
}

// result returns the solution, without the last axis of vectors.
func (s *system) result(z *Array) *Array {
	if s.vector {
		return s.e.shaped(z, z.shape[:len(z.shape)-1])
	}
	return z
}

// solved returns the solutions of equations with square matrices.
func (e *Env) solved(op ops.Matrix, a, b *Array, attrs backend.MatrixAttrs) *Array {
	_, n, columns := sizesOf(b)
	p := parts{e: e, z: e.ofMatrices(op, n*columns, attrs, a, b)}
	return p.next(n, columns)
}

func (e *Env) solve(x1, x2 any, opts []Option) *Array {
	a, b, o := e.operands(ops.Solve, x1, x2, opts)
	checkMatrices(a, true)
	d := a.dtype
	s := e.system(e.wider(a), e.wider(b))
	return e.toOut(e.cast(s.result(e.solved(ops.SolveMatrix, s.a, s.b, backend.MatrixAttrs{})), d), &o)
}

func (e *Env) solveTriangular(x1, x2 any, opts []Option) *Array {
	a, b, o := e.operands(ops.SolveTriangular, x1, x2, opts)
	checkMatrices(a, true)
	d := a.dtype
	a, b = e.wider(a), e.wider(b)
	attrs := backend.MatrixAttrs{Upper: bool(get(opts, Upper(false))), Unit: bool(get(opts, Unit(false)))}
	if get(opts, Adjointed(false)) {
		a = e.adjointOf(a)
		attrs.Upper = !attrs.Upper
	}
	s := e.system(a, b)
	return e.toOut(e.cast(s.result(e.solved(ops.SolveTriangle, s.a, s.b, attrs)), d), &o)
}
