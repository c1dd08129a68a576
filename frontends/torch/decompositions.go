package torch

import (
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/compose"
	"github.com/goivy/goivy/frontends/internal/ldl"
	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
	"github.com/goivy/goivy/ivy/shape"
)

// Factorizations in the forms of LAPACK: reflections as vectors, pivots as exchanges of rows; and torch's older names of svd, qr and lu.

// reflectors are the dtypes of functions of reflections, checked after the shapes.
var reflectors = kernelsOf("N N N N N . N .")

// anyNarrowUnsigned is what triangles and indexed writes are implemented for.
var anyNarrowUnsigned = kernelsOf(". . N . . . . .")

var decompositions = []frontend.Func{
	{Path: "svd", Sig: "input, some=True, compute_uv=True, *, out=None", Method: true, Out: frontend.List, Doc: "A list of U, S and V, of which the input is U·diag(S)·Vᴴ; without compute_uv U and V are zeros.", Run: outs(func(c *frontend.Call) any {
		a, r := matrices(c, "input", factorsN)
		finite(c, a.V)
		e, s := c.Env(), a.V.Shape()
		if !boolean(c, "compute_uv") {
			lead, m, n := s[:len(s)-2:len(s)-2], s[len(s)-2], s[len(s)-1]
			return []*frontend.Array{c.Result(e.Zeros(append(lead, m, m), r.Dtype), r), c.Result(e.Svdvals(a.V), component(r)), c.Result(e.Zeros(append(lead, n, n), r.Dtype), r)}
		}
		u, sigma, vh := e.SVD(a.V, ivy.FullMatrices(!boolean(c, "some")))
		return []*frontend.Array{c.Result(u, r), c.Result(sigma, component(r)), c.Result(e.Adjoint(vh), r)}
	})},
	{Path: "qr", Sig: "input, some=True, *, out=None", Method: true, Out: frontend.List, Run: outs(func(c *frontend.Call) any {
		a, r := matrices(c, "input", factorsN)
		mode := ivy.Mode("reduced")
		if !boolean(c, "some") {
			mode = "complete"
		}
		q, u := c.Env().QR(a.V, mode)
		return several(c, r, q, u)
	})},
	{Path: "lu", Sig: "A, pivot=True, get_infos=False, out=None", Out: frontend.List, Doc: "A list of L and U as one matrix, of the rows that were exchanged, counted from 1, and with get_infos of 0 or the first zero on U's diagonal.", Run: oldLU("A")},
	{Path: ".lu", Sig: "self, pivot=True, get_infos=False", Out: frontend.List, Doc: "A list of L and U as one matrix, of the rows that were exchanged, counted from 1, and with get_infos of 0 or the first zero on U's diagonal.", Run: oldLU("self")},
	{Path: "linalg.lu_factor_ex", Sig: "A, *, pivot=True, check_errors=False, out=None", Out: frontend.List, Doc: "A list of L and U as one matrix, of the rows, counted from 1, that were exchanged with each, and of 0 or the number of the first zero on U's diagonal.",
		Run: outs(func(c *frontend.Call) any {
			zs := factorsLU(c, "A")
			if boolean(c, "check_errors") {
				singularLU(c, zs[2].V)
			}
			return zs
		})},
	{Path: "lu_unpack", Sig: "LU_data, LU_pivots, unpack_data=True, unpack_pivots=True, *, out=None", Out: frontend.List, Doc: "A list of P, L and U; without unpack_data L and U are empty, without unpack_pivots P.", Run: outs(luUnpack)},
	{Path: "geqrf", Sig: "input, *, out=None", Method: true, Out: frontend.List, Doc: "A list of R, with the reflections' vectors below its diagonal, and of their factors tau.", Run: outs(func(c *frontend.Call) any {
		a := tensor(c, "input")
		if a.V.Ndim() < 2 {
			c.Raise("RuntimeError", "torch.geqrf: input must have at least 2 dimensions.")
		}
		_, r := reflectors.need(c, typeOf(a))
		packed, tau := compose.Reflections(c.Env(), a.V)
		return several(c, r, packed, tau)
	})},
	{Path: "linalg.householder_product", Sig: "A, tau, *, out=None", Run: householderProduct("A", "tau")},
	{Path: "orgqr", Sig: "input, input2, *, out=None", Method: true, Run: householderProduct("input", "input2")},
	{Path: "ormqr", Sig: "input, input2, input3, left=True, transpose=False, *, out=None", Method: true, Run: ormqr},
	{Path: "linalg.ldl_factor", Sig: "A, *, hermitian=False, out=None", Out: frontend.List, Doc: "A list of L and D as one matrix and of LAPACK's pivots. It is computed on the host, and has no derivative, as in PyTorch.",
		Run: outs(func(c *frontend.Call) any {
			zs := factorsLDL(c)
			singularLDL(c, zs[2].V)
			return zs[:2]
		})},
	{Path: "linalg.ldl_factor_ex", Sig: "A, *, hermitian=False, check_errors=False, out=None", Out: frontend.List, Doc: "A list of L and D as one matrix, of LAPACK's pivots and of 0 or the number of the first block of D that is zero. It is computed on the host, and has no derivative, as in PyTorch.",
		Run: outs(func(c *frontend.Call) any {
			zs := factorsLDL(c)
			if boolean(c, "check_errors") {
				singularLDL(c, zs[2].V)
			}
			return zs
		})},
	{Path: "linalg.ldl_solve", Sig: "LD, pivots, B, *, hermitian=False, out=None", Run: func(c *frontend.Call) any { return out(c, solveLDL(c)) }},
}

// factorsLU returns L and U as one matrix, LAPACK's pivots, and of each matrix the number, from 1, of the first zero on U's diagonal, or 0.
func factorsLU(c *frontend.Call, name string) []*frontend.Array {
	e, whole := c.Env(), promote.Result{Dtype: dtype.Int32}
	if a := tensor(c, name); a.V.Ndim() > 1 && a.V.Size() == 0 { // of any dtype
		s := a.V.Shape()
		lead, k := s[:len(s)-2:len(s)-2], min(s[len(s)-2], s[len(s)-1])
		return []*frontend.Array{c.Result(e.CopyArray(a.V), typeOf(a)), c.Result(e.Zeros(append(lead, k), dtype.Int32), whole), c.Result(e.Zeros(lead, dtype.Int32), whole)}
	}
	a, r := matrices(c, name, factorsNN)
	pivoting(c)
	s := a.V.Shape()
	k := min(s[len(s)-2], s[len(s)-1])
	lu, p := e.LUFactor(a.V)
	return []*frontend.Array{c.Result(lu, r), c.Result(exchanges(c, p, k), whole), c.Result(zeroPivots(e, lu), whole)}
}

// zeroPivots returns of each matrix of L and U, as int32, the number, from 1, of the first zero on U's diagonal, or 0.
func zeroPivots(e *ivy.Env, lu *ivy.Array) *ivy.Array {
	zero := e.Equal(e.Diagonal(lu), zeroOf(e, lu))
	first := e.Add(e.ArgMax(e.Astype(zero, dtype.Int32), ivy.Axis(-1)), e.Ones(nil, dtype.Int64))
	return e.Astype(e.Where(e.Any(zero, ivy.Axis(-1)), first, e.Zeros(nil, dtype.Int64)), dtype.Int32)
}

// singularLU refuses factors by which no equation is solved.
func singularLU(c *frontend.Call, info *ivy.Array) {
	if c.Env().Any(info).Bool() {
		c.Raise("RuntimeError", "torch.%s: U has a zero on its diagonal: using it for lu_solve would divide by zero", c.Func.Path)
	}
}

// oldLU is torch.lu, which is written in Python: it copies what it returns into the tensors of out=, whatever these are.
func oldLU(name string) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		zs := factorsLU(c, name)
		if !boolean(c, "get_infos") {
			zs = zs[:2]
		}
		if !takes(c, "out") || !c.Has("out") {
			return zs
		}
		targets := tensors(c, "out")
		if len(targets) != len(zs) {
			c.Raise("TypeError", "expected tuple of %d elements but got %d", len(zs), len(targets))
		}
		for i, target := range targets {
			v := c.Result(zs[i].V, typeOf(target)).V
			if slices.Equal(v.Shape(), target.V.Shape()) {
				zs[i] = write(c, target, v)
			} else {
				zs[i] = resized(c, target, v)
			}
		}
		return zs
	}
}

// luUnpack makes of what lu_factor returns a permutation, a lower and an upper matrix, of any dtype.
func luUnpack(c *frontend.Call) any {
	a, p := tensor(c, "LU_data"), tensor(c, "LU_pivots")
	e, r := c.Env(), typeOf(a)
	data, order := boolean(c, "unpack_data"), boolean(c, "unpack_pivots")
	s := a.V.Shape()
	if len(s) < 2 {
		c.Raise("RuntimeError", "torch.lu_unpack: Expected tensor with 2 or more dimensions. Got size: %s instead", shape.Text(s))
	}
	if data || order {
		anyNarrowUnsigned.need(c, r)
	}
	if order && p.V.Dtype() != dtype.Int32 {
		c.Raise("RuntimeError", "torch.lu_unpack: LU_pivots is expected to be a contiguous tensor of torch.int32 dtype.")
	}
	lead, m, n := s[:len(s)-2:len(s)-2], s[len(s)-2], s[len(s)-1]
	none := func() *ivy.Array { return e.Empty([]int{0}, r.Dtype) }
	one, lower, upper := none(), none(), none()
	if data {
		k := min(m, n)
		lower = e.GetItem(a.V, ivy.Ellipsis, ivy.Slice(0, k))
		lower = e.Where(e.Astype(e.Eye(m, dtype.Int32, ivy.NCols(k)), dtype.Bool), e.Ones(nil, r.Dtype), e.Tril(lower, ivy.K(-1)))
		upper = e.Triu(e.GetItem(a.V, ivy.Ellipsis, ivy.Slice(0, k), ivy.Colon))
	}
	if order {
		if a.V.Size() > 0 && !slices.Equal(p.V.Shape(), append(lead, min(m, n))) { // of which PyTorch reads what is not there
			c.Raise("RuntimeError", "torch.lu_unpack: pivots of shape %s and factors of shape %s", shape.Text(p.V.Shape()), shape.Text(s))
		}
		if a.V.Size() == 0 { // pivots are not read
			p = c.Wrap(e.Empty(append(lead, 0), dtype.Int32))
		}
		rows := orderOf(c, p.V, m)
		all := e.Reshape(e.Arange(0, m, dtype.Int64), []int{m, 1})
		one = e.Astype(e.Equal(e.BroadcastTo(e.ExpandDims(rows, ivy.Axis(-2)), append(lead, m, m)), all), r.Dtype)
	}
	return several(c, r, one, lower, upper)
}

// orderOf returns which of m rows pivots bring to each position.
func orderOf(c *frontend.Call, pivots *ivy.Array, m int) *ivy.Array {
	s := pivots.Shape()
	k := s[len(s)-1]
	all := ivy.Values[int32](pivots)
	batch := shape.Size(s[:len(s)-1])
	rows := make([]int64, batch*m)
	for b := range batch {
		now := rows[b*m : (b+1)*m]
		for i := range now {
			now[i] = int64(i)
		}
		for i, p := range all[b*k : (b+1)*k] {
			if p < 1 || int(p) > m {
				c.Raise("RuntimeError", "pivots passed to lu_unpack must be between 1 and LU.size(-2) inclusive. Did you properly pass the result of lu_factor?")
			}
			now[i], now[p-1] = now[p-1], now[i]
		}
	}
	return c.Env().Reshape(c.Env().Asarray(rows, dtype.Int64), append(s[:len(s)-1:len(s)-1], m))
}

// reflections returns the arguments that geqrf has returned, packed matrices and factors.
func reflections(c *frontend.Call, name, factors string) (a, tau *frontend.Array) {
	a, tau = tensor(c, name), tensor(c, factors)
	s, t := a.V.Shape(), tau.V.Shape()
	switch {
	case len(s) < 2:
		c.Raise("RuntimeError", "torch.%s: input must have at least 2 dimensions.", c.Func.Path)
	case c.Func.Path != "ormqr" && s[len(s)-2] < s[len(s)-1]:
		c.Raise("RuntimeError", "torch.%s: input.shape[-2] must be greater than or equal to input.shape[-1]", c.Func.Path)
	case len(t) == 0:
		c.Raise("IndexError", "torch.%s: tau has no dimensions", c.Func.Path)
	case t[len(t)-1] > s[len(s)-1]:
		c.Raise("RuntimeError", "torch.%s: input.shape[-1] must be greater than or equal to tau.shape[-1]", c.Func.Path)
	case len(t) != len(s)-1:
		c.Raise("RuntimeError", "torch.%s: Expected tau to have one dimension less than input, but got tau.ndim equal to %d and input.ndim is equal to %d", c.Func.Path, len(t), len(s))
	case !slices.Equal(t[:len(t)-1], s[:len(s)-2]):
		c.Raise("RuntimeError", "torch.%s: Expected batch dimensions of tau to be equal to input.shape[:-2], but got %s", c.Func.Path, shape.Text(t[:len(t)-1]))
	case typeOf(tau) != typeOf(a):
		c.Raise("RuntimeError", "torch.%s: tau dtype %s does not match input dtype %s", c.Func.Path, tau.Type(), a.Type())
	}
	return a, tau
}

func householderProduct(name, factors string) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		a, tau := reflections(c, name, factors)
		s := a.V.Shape()
		m, n := s[len(s)-2], s[len(s)-1]
		_, r := reflectors.need(c, typeOf(a))
		if a.V.Size() == 0 {
			return out(c, c.Result(c.Env().CopyArray(a.V), r))
		}
		e, k := c.Env(), tau.V.Shape()[tau.V.Ndim()-1]
		one := e.BroadcastTo(e.Eye(m, r.Dtype, ivy.NCols(n)), s)
		return out(c, c.Result(compose.Reflected(e, compose.ReflectionVectors(e, a.V, k), tau.V, one, false), r))
	}
}

func ormqr(c *frontend.Call) any {
	a, tau, other := tensor(c, "input"), tensor(c, "input2"), tensor(c, "input3")
	left, adjoint := boolean(c, "left"), boolean(c, "transpose")
	s, t, u := a.V.Shape(), tau.V.Shape(), other.V.Shape()
	if len(s) < 2 || len(u) < 2 {
		c.Raise("RuntimeError", "torch.ormqr: input and other must have at least 2 dimensions.")
	}
	side := len(u) - 2
	if !left {
		side++
	}
	switch {
	case len(t) == 0:
		c.Raise("IndexError", "torch.ormqr: tau has no dimensions")
	case u[side] < t[len(t)-1]:
		c.Raise("RuntimeError", "torch.ormqr: other.shape[%d] must be greater than or equal to tau.shape[-1]", side-len(u))
	case u[side] != s[len(s)-2]:
		c.Raise("RuntimeError", "torch.ormqr: other.shape[%d] must be equal to input.shape[-2]", side-len(u))
	case t[len(t)-1] != min(u[side], s[len(s)-1]):
		c.Raise("RuntimeError", "torch.ormqr: tau.shape[-1] must be equal to min(other.shape[%d], input.shape[-1])", side-len(u))
	}
	reflections(c, "input", "input2")
	switch {
	case len(u) != len(s) || !slices.Equal(u[:len(u)-2], s[:len(s)-2]):
		c.Raise("RuntimeError", "torch.ormqr: Expected batch dimensions of other to be equal to input.shape[:-2], but got %s", shape.Text(u))
	case typeOf(other) != typeOf(a):
		c.Raise("RuntimeError", "torch.ormqr: Expected input and other to have the same dtype, but input has dtype %s and other has dtype %s", a.Type(), other.Type())
	}
	_, r := reflectors.need(c, typeOf(a))
	e := c.Env()
	w, x := compose.ReflectionVectors(e, a.V, t[len(t)-1]), other.V
	if left {
		return out(c, c.Result(compose.Reflected(e, w, tau.V, x, adjoint), r))
	}
	return out(c, c.Result(e.Adjoint(compose.Reflected(e, w, tau.V, e.Adjoint(x), !adjoint)), r)) // X·Q is the adjoint of Qᴴ·Xᴴ
}

// factorsLDL returns L and D as one matrix, the pivots, and 0 or which block of D is zero.
func factorsLDL(c *frontend.Call) []*frontend.Array {
	a, r := squares(c, "A", factorsN)
	e, s := c.Env(), a.V.Shape()
	n := s[len(s)-1]
	columns := e.MatrixTranspose(a.V)
	pivots, infos := make([]int32, max(a.V.Size()/max(n, 1), 0)), make([]int32, shape.Size(s[:len(s)-2]))
	var packed *ivy.Array
	hermitian := boolean(c, "hermitian")
	switch r.Dtype {
	case dtype.Float32:
		packed = factorEach(e, columns, pivots, infos, ldl.Symmetric[float32])
	case dtype.Float64:
		packed = factorEach(e, columns, pivots, infos, ldl.Symmetric[float64])
	case dtype.Complex64:
		f := ldl.ComplexSymmetric[complex64]
		if hermitian {
			f = ldl.Hermitian[complex64]
		}
		packed = factorEach(e, columns, pivots, infos, f)
	default:
		f := ldl.ComplexSymmetric[complex128]
		if hermitian {
			f = ldl.Hermitian[complex128]
		}
		packed = factorEach(e, columns, pivots, infos, f)
	}
	whole := promote.Result{Dtype: dtype.Int32}
	return []*frontend.Array{
		c.Result(e.Tril(e.MatrixTranspose(packed)), r),
		c.Result(e.Reshape(e.Asarray(pivots, dtype.Int32), s[:len(s)-1]), whole),
		c.Result(e.Reshape(e.Asarray(infos, dtype.Int32), s[:len(s)-2]), whole),
	}
}

// factorEach factorizes each matrix by f. x has their columns as its rows, and so has the result.
func factorEach[T ivy.Element](e *ivy.Env, x *ivy.Array, pivots, infos []int32, f func(a []T, n int, pivots []int32) int) *ivy.Array {
	n := x.Shape()[x.Ndim()-1]
	all := reading.Values[T](x)
	for i := range infos {
		infos[i] = int32(f(all[i*n*n:(i+1)*n*n], n, pivots[i*n:(i+1)*n]))
	}
	return e.Reshape(e.Asarray(all, x.Dtype()), x.Shape())
}

func singularLDL(c *frontend.Call, info *ivy.Array) {
	for _, v := range ivy.Values[int32](info) {
		if v != 0 {
			c.Raise("RuntimeError", "torch.%s: block %d of D is zero", c.Func.Path, v)
		}
	}
}

// solveLDL solves with P·L·D·Lᵀ·Pᵀ, or P·L·D·Lᴴ·Pᵀ, on the backend: the pivots alone are read.
func solveLDL(c *frontend.Call) *frontend.Array {
	p, b := tensor(c, "pivots"), tensor(c, "B")
	a := tensor(c, "LD")
	square(c, a)
	e, s, t := c.Env(), a.V.Shape(), b.V.Shape()
	n := s[len(s)-1]
	if typeOf(a) != typeOf(b) {
		c.Raise("RuntimeError", "Expected b and A to have the same dtype, but found b of type %s and A of type %s instead.", b.Type(), a.Type())
	}
	if !slices.Equal(p.V.Shape(), s[:len(s)-1]) {
		c.Raise("RuntimeError", "torch.linalg.ldl_solve: Expected LD.shape[:-1] and pivots.shape to be the same, but got pivots with shape %s instead", shape.Text(p.V.Shape()))
	}
	if !p.V.Dtype().IsInteger() {
		c.Raise("RuntimeError", "torch.linalg.ldl_solve: Expected pivots to be integers. Got %s", p.Type())
	}
	if len(t) < 2 {
		c.Raise("IndexError", "torch.linalg.ldl_solve: B must have at least 2 dimensions")
	}
	if t[len(t)-2] != n {
		c.Raise("RuntimeError", "Incompatible matrix sizes for torch.linalg.ldl_solve: each A matrix is %d by %d but each b matrix is %d by %d", n, n, t[len(t)-2], t[len(t)-1])
	}
	_, r := factorsN.need(c, typeOf(a))
	anyNarrowUnsigned.need(c, typeOf(p))
	lead := broadcast(c, s[:len(s)-2], t[:len(t)-2])
	hermitian := boolean(c, "hermitian")
	lower, rows, partner := ordersLDL(c, p.V, n)
	d := a.V.Dtype()
	one, zero := e.Ones(nil, d), e.Zeros(nil, d)

	at := e.Reshape(e.Arange(0, n, dtype.Int64), []int{n, 1})
	across := e.MatrixTranspose(at)
	pair := e.ExpandDims(partner, ivy.Axis(-1))
	below := e.LogicalAnd(e.Greater(at, across), e.NotEqual(pair, across))
	l := e.Where(below, e.TakeAlongAxis(a.V, lower, ivy.Axis(-2)), zero)
	upper := e.MatrixTranspose(l)
	if hermitian {
		upper = e.Conj(upper)
	}

	y := e.BroadcastTo(b.V, append(slices.Clone(lead), t[len(t)-2:]...))
	take := func(y, rows *ivy.Array) *ivy.Array {
		return e.TakeAlongAxis(y, e.BroadcastTo(e.ExpandDims(rows, ivy.Axis(-1)), y.Shape()), ivy.Axis(-2))
	}
	y = compose.SolveTriangular(e, l, take(y, rows), false, true)

	// A block of D is d, or [[α, ε̄], [ε, β]]: both rows are divided by the off-diagonal element, as LAPACK does.
	diagonal := e.ExpandDims(e.Diagonal(a.V), ivy.Axis(-1))
	alone := e.Equal(pair, at)
	if hermitian && d.IsComplex() { // the imaginary parts of 1×1 blocks are not read
		diagonal = e.Where(alone, e.Astype(e.Real(diagonal), d), diagonal)
	}
	off := e.TakeAlongAxis(a.V, e.ExpandDims(e.Minimum(partner, e.Squeeze(at, ivy.Axis(-1))), ivy.Axis(-1)), ivy.Axis(-1)) // of row i, column of its partner
	firsts := e.Less(at, pair)
	other := e.TakeAlongAxis(off, pair, ivy.Axis(-2))
	if hermitian {
		other = e.Conj(other)
	}
	off = e.Where(alone, one, e.Where(firsts, other, off))
	alpha := e.Where(alone, e.Add(one, one), e.Divide(diagonal, off))
	beta := e.Divide(y, off)
	across2 := e.TakeAlongAxis(alpha, pair, ivy.Axis(-2))
	both := e.Divide(e.Subtract(e.Multiply(across2, beta), take(beta, partner)), e.Subtract(e.Multiply(alpha, across2), one))
	y = e.Where(alone, e.Divide(y, e.Where(alone, diagonal, one)), both)

	y = compose.SolveTriangular(e, upper, y, true, true)
	return c.Result(take(y, e.ArgSort(rows)), r)
}

// ordersLDL returns the orders of rows that pivots stand for: see [ldl.Order].
func ordersLDL(c *frontend.Call, p *ivy.Array, n int) (lower, rows, partner *ivy.Array) {
	e, s := c.Env(), p.Shape()
	all := ivy.Values[int64](e.Astype(p, dtype.Int64))
	var ls, rs, ps []int64
	for i := 0; i < len(all); i += n {
		l, r, q, ok := ldl.Order(all[i:i+n], n)
		if !ok {
			c.Raise("RuntimeError", "Pivots given to ldl_solve must all satisfy |pivot| <= LD.size(-2). Did you properly pass the result of ldl_factor?")
		}
		ls, rs, ps = append(ls, l...), append(rs, r...), append(ps, q...)
	}
	of := func(v []int64, dims []int) *ivy.Array {
		return e.Reshape(e.Asarray(append([]int64{}, v...), dtype.Int64), dims)
	}
	return of(ls, append(slices.Clone(s), n)), of(rs, s), of(ps, s)
}
