package torch

import (
	"errors"
	"math"
	"slices"
	"sort"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/compose"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
	"github.com/goivy/goivy/ivy/shape"
)

// The functions that factorize matrices. Signs of vectors are those of the unified API, and eigenvalues are in its order but
// for conjugate ones of real matrices, of which that with the positive imaginary part is first, as LAPACK has them.

// linAlgError is the class that torch.linalg.LinAlgError names.
const linAlgError = "_LinAlgError"

// Which dtypes have kernels.
var (
	factorsN  = kernelsOf("R R R N N . N .")
	factorsR  = kernelsOf("R R R R R . R .")
	factorsNN = kernelsOf("N N N N N . N .")
	exponents = kernelsOf("R R R . . . N .")
)

var factorizations = slices.Concat(
	determinants, equations,
	[]frontend.Func{
		{Path: "linalg.cholesky", Sig: "A, *, upper=False, out=None", Run: choleskyBy("A", factorsN)},
		{Path: "cholesky", Sig: "input, upper=False, *, out=None", Method: true, Run: choleskyBy("input", factorsNN)},
		{Path: "linalg.cholesky_ex", Sig: "A, *, upper=False, check_errors=False, out=None", Out: frontend.List, Doc: "A list of the factor and, as int32, 0 or the order of the first minor that is not positive.",
			Run: outs(func(c *frontend.Call) any {
				a, r := squares(c, "A", factorsN)
				upper := ivy.Upper(boolean(c, "upper"))
				f := func(x *ivy.Array) *ivy.Array { return c.Env().Cholesky(x, upper) }
				z, info := checked(c, a.V, f, func(x *ivy.Array) *ivy.Array { return indefiniteMinor(c.Env(), x, f) })
				return []*frontend.Array{c.Result(z, r), c.Wrap(info)}
			})},
		{Path: "linalg.qr", Sig: "A, mode='reduced', *, out=None", Out: frontend.List, Run: outs(func(c *frontend.Call) any {
			a, r := matrices(c, "A", factorsN)
			mode := c.Text("mode")
			if mode != "reduced" && mode != "complete" && mode != "r" {
				c.Raise("RuntimeError", "qr received unrecognized mode '%s' but expected one of 'reduced' (default), 'r', or 'complete'", mode)
			}
			kind := ivy.Mode("reduced")
			if mode == "complete" {
				kind = "complete"
			}
			x, y := c.Env().QR(a.V, kind)
			if mode == "r" {
				x = c.Env().Empty([]int{0}, r.Dtype)
			}
			return several(c, r, x, y)
		})},
		{Path: "linalg.lu_factor", Sig: "A, *, pivot=True, out=None", Out: frontend.List, Doc: "A list of L and U as one matrix, and of the rows, counted from 1, that were exchanged with each.", Run: outs(func(c *frontend.Call) any {
			zs := factorsLU(c, "A")
			singularLU(c, zs[2].V)
			return zs[:2]
		})},
		{Path: "linalg.lu", Sig: "A, *, pivot=True, out=None", Out: frontend.List, Run: outs(func(c *frontend.Call) any {
			if a := tensor(c, "A"); a.V.Ndim() > 1 && a.V.Size() == 0 { // of any dtype
				if a.V.Shape()[a.V.Ndim()-2] > 0 {
					anyNarrowUnsigned.need(c, typeOf(a))
				}
				p, l, u := c.Env().LU(c.Env().Zeros(a.V.Shape(), dtype.Float32))
				if !boolean(c, "pivot") {
					p = c.Env().Empty([]int{0}, dtype.Float32)
				}
				return several(c, typeOf(a), p, l, u)
			}
			a, r := matrices(c, "A", factorsNN)
			pivoting(c)
			p, l, u := c.Env().LU(a.V)
			return several(c, r, p, l, u)
		})},
		{Path: "linalg.svd", Sig: "A, full_matrices=True, *, driver=None, out=None", Out: frontend.List, Run: outs(func(c *frontend.Call) any {
			driver(c)
			a, r := matrices(c, "A", factorsN)
			finite(c, a.V)
			u, s, vh := c.Env().SVD(a.V, ivy.FullMatrices(boolean(c, "full_matrices")))
			return []*frontend.Array{c.Result(u, r), c.Result(s, component(r)), c.Result(vh, r)}
		})},
		{Path: "linalg.svdvals", Sig: "A, *, driver=None, out=None", Run: func(c *frontend.Call) any {
			driver(c)
			a, r := matrices(c, "A", factorsN)
			fittingOut(c, component(r))
			finite(c, a.V)
			return out(c, c.Result(c.Env().Svdvals(a.V), component(r)))
		}},
		{Path: "linalg.eigh", Sig: "A, UPLO='L', *, out=None", Out: frontend.List, Run: outs(func(c *frontend.Call) any {
			a, r := squares(c, "A", factorsNN)
			upper := triangleRead(c)
			finite(c, a.V)
			w, v := c.Env().Eigh(a.V, upper)
			return []*frontend.Array{c.Result(w, component(r)), c.Result(v, r)}
		})},
		{Path: "linalg.eigvalsh", Sig: "A, UPLO='L', *, out=None", Run: func(c *frontend.Call) any {
			a, r := squares(c, "A", factorsNN)
			upper := triangleRead(c)
			fittingOut(c, component(r))
			finite(c, a.V)
			return out(c, c.Result(c.Env().Eigvalsh(a.V, upper), component(r)))
		}},
		{Path: "linalg.eig", Sig: "A, *, out=None", Out: frontend.List, Run: outs(func(c *frontend.Call) any {
			a, r := squares(c, "A", factorsN)
			finite(c, a.V)
			w, v := c.Env().Eig(a.V)
			r = promote.Result{Dtype: r.Dtype.WithComplex()}
			return several(c, r, turned(c, a, w), turned(c, a, v))
		})},
		{Path: "linalg.eigvals", Sig: "A, *, out=None", Run: func(c *frontend.Call) any {
			a, r := squares(c, "A", factorsN)
			finite(c, a.V)
			return out(c, c.Result(turned(c, a, c.Env().Eigvals(a.V)), promote.Result{Dtype: r.Dtype.WithComplex()}))
		}},
		{Path: "linalg.matrix_exp", Sig: "A", Run: matrixExp("A")},
		{Path: "matrix_exp", Sig: "A", Run: matrixExp("A")},
		{Path: ".matrix_exp", Sig: "self", Run: matrixExp("self")},
		{Path: "linalg.matrix_rank", Sig: "A, tol=None, hermitian=False, *, atol=None, rtol=None, out=None", Run: func(c *frontend.Call) any {
			a, _ := matrices(c, "A", factorsR)
			e := c.Env()
			s := singularValues(c, a, boolean(c, "hermitian"))
			least := threshold(c, a, s, "tol")
			return out(c, c.Result(e.CountNonzero(e.Greater(s, least), ivy.Axis(-1)), promote.Result{Dtype: dtype.Int64}))
		}},
		{Path: "linalg.pinv", Sig: "A, rcond=None, hermitian=False, *, atol=None, rtol=None, out=None", Run: func(c *frontend.Call) any {
			return out(c, pinv(c, "A", boolean(c, "hermitian")))
		}},
		{Path: "pinverse", Sig: "input, rcond=1e-15", Method: true, Run: func(c *frontend.Call) any { return pinv(c, "input", false) }},
		{Path: "linalg.cond", Sig: "A, p=None, *, out=None", Run: func(c *frontend.Call) any { return out(c, cond(c)) }},
	})

func matrixExp(name string) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		a, r := squares(c, name, exponents)
		return c.Result(c.Env().MatrixExp(a.V), r)
	}
}

// matrices returns an argument that has two axes at least, and its result's type.
func matrices(c *frontend.Call, name string, k *kernels) (*frontend.Array, promote.Result) {
	a := tensor(c, name)
	if a.V.Ndim() < 2 {
		c.Raise("RuntimeError", "%s: The input tensor A must have at least 2 dimensions.", c.Func.Path)
	}
	_, r := k.need(c, typeOf(a))
	return a, r
}

func squares(c *frontend.Call, name string, k *kernels) (*frontend.Array, promote.Result) {
	a := tensor(c, name)
	square(c, a)
	_, r := k.need(c, typeOf(a))
	return a, r
}

func several(c *frontend.Call, r promote.Result, xs ...*ivy.Array) []*frontend.Array {
	zs := make([]*frontend.Array, len(xs))
	for i, x := range xs {
		zs[i] = c.Result(x, r)
	}
	return zs
}

// turned returns the conjugates of eigenvalues or eigenvectors of a real matrix, with no −0 among their imaginary parts.
func turned(c *frontend.Call, a *frontend.Array, x *ivy.Array) *ivy.Array {
	if a.V.Dtype().IsComplex() {
		return x
	}
	return compose.Conjugates(c.Env(), x)
}

// finite refuses matrices that are not.
func finite(c *frontend.Call, x *ivy.Array) {
	if !x.IsAbstract() && !c.Env().All(c.Env().Equal(x, x)).Bool() {
		c.Raise(linAlgError, "%s: The algorithm failed to converge because the input matrix contained non-finite values.", c.Func.Path)
	}
}

func pivoting(c *frontend.Call) {
	if !boolean(c, "pivot") {
		c.Raise("RuntimeError", "%s: LU without pivoting is not implemented on the CPU", c.Func.Path)
	}
}

func driver(c *frontend.Call) {
	if c.Has("driver") {
		c.Raise("RuntimeError", "%s: keyword argument `driver=` is only supported on CUDA inputs with cuSOLVER backend.", c.Func.Path)
	}
}

func triangleRead(c *frontend.Call) ivy.Upper {
	switch uplo := c.Text("UPLO"); uplo {
	case "L", "l":
		return false
	case "U", "u":
		return true
	default:
		c.Raise("RuntimeError", "Expected UPLO argument to be 'L' or 'U', but got %s", uplo)
	}
	return false
}

// exchanges returns LAPACK's pivots, counted from 1, of the rows of a factorization.
func exchanges(c *frontend.Call, p *ivy.Array, k int) *ivy.Array {
	s := p.Shape()
	m := s[len(s)-1]
	all := ivy.Values[int64](p)
	var pivots []int32
	for ; len(all) > 0 && m > 0; all = all[m:] {
		now := make([]int64, m) // where each row is
		for i := range now {
			now[i] = int64(i)
		}
		for i := range k {
			j := slices.Index(now, all[i])
			now[i], now[j] = now[j], now[i]
			pivots = append(pivots, int32(j+1))
		}
	}
	return c.Env().Reshape(c.Env().Asarray(append([]int32{}, pivots...), dtype.Int32), append(s[:len(s)-1:len(s)-1], k))
}

// pivotedRows is the inverse of exchanges.
func pivotedRows(c *frontend.Call, name string, n int) *ivy.Array {
	a := tensor(c, name)
	if a.V.Dtype() != dtype.Int32 {
		c.Raise("RuntimeError", "%s: Expected %s to be of type int32, but got %s", c.Func.Path, name, a.Type())
	}
	s := a.V.Shape()
	if len(s) < 1 || s[len(s)-1] != n {
		c.Raise("RuntimeError", "%s: Number of pivots per batch should be same as the dimension of the matrix", c.Func.Path)
	}
	all := ivy.Values[int32](a.V)
	rows := make([]int64, len(all))
	for at := 0; at < len(all); at += n {
		for i := range n {
			rows[at+i] = int64(i)
		}
		for i, p := range all[at : at+n] {
			if p < 1 || int(p) > n {
				c.Raise("RuntimeError", "Pivots given to lu_solve must all be greater or equal to 1 and at most %d", n)
			}
			rows[at+i], rows[at+int(p)-1] = rows[at+int(p)-1], rows[at+i]
		}
	}
	return c.Env().Reshape(c.Env().Asarray(rows, dtype.Int64), s)
}

// checked returns what f computes of matrices, and 0 for each as int32. With check_errors a matrix without a result is an
// error; else its result is NaN, and failed gives the number, from 1, of what failed, as int32.
func checked(c *frontend.Call, x *ivy.Array, f func(x *ivy.Array) *ivy.Array, failed func(x *ivy.Array) *ivy.Array) (z, info *ivy.Array) {
	e := c.Env()
	s := x.Shape()
	lead := s[:len(s)-2]
	err := ivy.Try(func() { z = f(x) })
	switch {
	case err == nil:
		return z, e.Zeros(lead, dtype.Int32)
	case !errors.Is(err, ivy.ErrLinAlg):
		panic(err)
	case boolean(c, "check_errors"):
		c.Raise(linAlgError, "%s: %v", c.Func.Path, err)
	case len(lead) == 0:
		return e.Multiply(x, number0(e, math.NaN(), x.Dtype())), failed(x)
	}
	zs, infos := make([]*ivy.Array, lead[0]), make([]*ivy.Array, lead[0])
	for i := range zs {
		zs[i], infos[i] = checked(c, e.GetItem(x, i), f, failed)
	}
	return e.Stack(zs), e.Stack(infos)
}

// indefiniteMinor returns, as int32, the order of the first leading minor of a matrix of which cholesky fails.
func indefiniteMinor(e *ivy.Env, x *ivy.Array, cholesky func(x *ivy.Array) *ivy.Array) *ivy.Array {
	n := x.Shape()[0]
	order := 1 + sort.Search(n-1, func(i int) bool { // those that hold one that fails fail too
		return ivy.Try(func() { cholesky(e.GetItem(x, ivy.Slice(0, i+1), ivy.Slice(0, i+1))) }) != nil
	})
	return e.Asarray(order, dtype.Int32)
}

// zeroPivot returns zeroPivots of a matrix that is not factorized yet.
func zeroPivot(e *ivy.Env, x *ivy.Array) *ivy.Array {
	lu, _ := e.LUFactor(x)
	return zeroPivots(e, lu)
}

func number0(e *ivy.Env, v float64, d dtype.Dtype) *ivy.Array {
	return e.Astype(e.Asarray(v, dtype.Float64), d)
}

func choleskyBy(name string, k *kernels) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		if a := tensor(c, name); c.Func.Path == "cholesky" && a.V.Ndim() > 1 && a.V.Size() == 0 { // of any shape
			_, r := k.need(c, typeOf(a))
			return out(c, c.Result(a.V, r))
		}
		a, r := squares(c, name, k)
		upper := ivy.Upper(boolean(c, "upper"))
		var z *ivy.Array
		regular(c, c.Func.Path, func() { z = c.Env().Cholesky(a.V, upper) })
		return out(c, c.Result(z, r))
	}
}

var determinants = []frontend.Func{
	{Path: "linalg.det", Sig: "A, *, out=None", Run: func(c *frontend.Call) any { return out(c, det(c, "A")) }},
	{Path: "det", Sig: "input", Method: true, Run: func(c *frontend.Call) any { return det(c, "input") }},
	{Path: "linalg.slogdet", Sig: "A, *, out=None", Out: frontend.List, Run: outs(func(c *frontend.Call) any { return slogdet(c, "A") })},
	{Path: "slogdet", Sig: "input, *, out=None", Method: true, Out: frontend.List, Run: outs(func(c *frontend.Call) any { return slogdet(c, "input") })},
	{Path: "logdet", Sig: "input", Method: true, Run: func(c *frontend.Call) any {
		z := slogdet(c, "input")
		e := c.Env()
		sign, log := z[0], z[1]
		if sign.V.Dtype().IsComplex() {
			return c.Result(e.Add(e.Log(sign.V), e.Astype(log.V, sign.V.Dtype())), typeOf(sign))
		}
		nan := number0(e, math.NaN(), log.V.Dtype())
		return c.Result(e.Where(e.Less(sign.V, zeroOf(e, sign.V)), nan, log.V), typeOf(log))
	}},
	{Path: "linalg.inv", Sig: "A, *, out=None", Run: func(c *frontend.Call) any { return out(c, inverted(c, "A")) }},
	{Path: "inverse", Sig: "input, *, out=None", Method: true, Run: func(c *frontend.Call) any { return out(c, inverted(c, "input")) }},
	{Path: "linalg.inv_ex", Sig: "A, *, check_errors=False, out=None", Out: frontend.List, Doc: "A list of the inverse and, as int32, 0 or, for a singular matrix, another number.",
		Run: outs(func(c *frontend.Call) any {
			a, r := squares(c, "A", factorsR)
			z, info := checked(c, a.V, func(x *ivy.Array) *ivy.Array { return c.Env().Inv(x) }, func(x *ivy.Array) *ivy.Array { return zeroPivot(c.Env(), x) })
			return []*frontend.Array{c.Result(z, r), c.Wrap(info)}
		})},
	{Path: "linalg.tensorinv", Sig: "A, ind=2, *, out=None", Run: func(c *frontend.Call) any {
		a, ind := tensor(c, "A"), integer(c, "ind")
		_, r := factorsR.need(c, typeOf(a))
		if ind <= 0 {
			c.Raise("RuntimeError", "Expected a strictly positive integer for 'ind'")
		}
		s := a.V.Shape()
		if ind > len(s) {
			c.Raise("RuntimeError", "tensorinv: ind is %d, of %d dimensions", ind, len(s))
		}
		m, n := shape.Size(s[:ind]), shape.Size(s[ind:])
		if m != n {
			c.Raise("RuntimeError", "Expected self to satisfy the requirement prod(self.shape[ind:]) == prod(self.shape[:ind]), but got %d != %d", n, m)
		}
		e := c.Env()
		var z *ivy.Array
		regular(c, c.Func.Path, func() { z = e.Inv(e.Reshape(a.V, []int{n, n})) })
		return out(c, c.Result(e.Reshape(z, slices.Concat(s[ind:], s[:ind])), r))
	}},
}

func det(c *frontend.Call, name string) *frontend.Array {
	a, r := squares(c, name, factorsN)
	return c.Result(c.Env().Det(a.V), r)
}

func slogdet(c *frontend.Call, name string) []*frontend.Array {
	a, r := squares(c, name, factorsR)
	sign, log := c.Env().Slogdet(a.V)
	return []*frontend.Array{c.Result(sign, r), c.Result(log, component(r))}
}

func inverted(c *frontend.Call, name string) *frontend.Array {
	a, r := squares(c, name, factorsR)
	var z *ivy.Array
	regular(c, c.Func.Path, func() { z = c.Env().Inv(a.V) })
	return c.Result(z, r)
}

var equations = []frontend.Func{
	{Path: "linalg.solve", Sig: "A, B, *, left=True, out=None", Run: func(c *frontend.Call) any {
		var z *ivy.Array
		r := solveWith(c, func(a, b *ivy.Array) *ivy.Array {
			regular(c, c.Func.Path, func() { z = c.Env().Solve(a, b) })
			return z
		}, &z)
		return out(c, c.Result(z, r))
	}},
	{Path: "linalg.solve_ex", Sig: "A, B, *, left=True, check_errors=False, out=None", Out: frontend.List, Doc: "A list of the solution and, as int32, 0 or, for a singular matrix, another number.",
		Run: outs(func(c *frontend.Call) any {
			var z, info *ivy.Array
			r := solveWith(c, func(a, b *ivy.Array) *ivy.Array {
				e := c.Env()
				err := ivy.Try(func() { z = e.Solve(a, b) })
				if errors.Is(err, ivy.ErrLinAlg) {
					_, info = checked(c, a, func(x *ivy.Array) *ivy.Array { return e.Inv(x) }, func(x *ivy.Array) *ivy.Array { return zeroPivot(e, x) })
					return e.Multiply(b, number0(e, math.NaN(), b.Dtype()))
				}
				frontend.Check(err)
				info = e.Zeros(a.Shape()[:a.Ndim()-2], dtype.Int32)
				return z
			}, &z)
			return []*frontend.Array{c.Result(z, r), c.Wrap(info)}
		})},
	{Path: "linalg.tensorsolve", Sig: "A, B, dims=None, *, out=None", Run: func(c *frontend.Call) any {
		a, b := tensor(c, "A"), tensor(c, "B")
		e := c.Env()
		x := a.V
		if c.Has("dims") {
			isListed(c, "dims")
		}
		if c.Has("dims") {
			axes, _ := dims(c, "dims", a)
			to := make([]int, len(axes))
			for i := range to {
				to[i] = a.V.Ndim() - len(axes) + i
			}
			x = e.MoveAxis(x, axes, to)
		}
		s := x.Shape()
		rest := s[min(b.V.Ndim(), len(s)):]
		n := shape.Size(rest)
		if n != b.V.Size() || x.Size() != n*n {
			c.Raise("RuntimeError", "Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == prod(self.shape[:other.ndim]), but got %d != %d", n, b.V.Size())
		}
		b = sameType(c, a, "B")
		r := typeOf(a)
		if n > 0 || !dtype.Inexact.Has(r.Dtype) {
			_, r = factorsN.need(c, r)
		}
		var z *ivy.Array
		regular(c, c.Func.Path, func() { z = e.Solve(e.Reshape(x, []int{n, n}), e.Reshape(b.V, []int{n})) })
		return out(c, c.Result(e.Reshape(z, rest), r))
	}},
	{Path: "linalg.solve_triangular", Sig: "A, B, *, upper, left=True, unitriangular=False, out=None", Run: func(c *frontend.Call) any {
		a, b := tensor(c, "A"), tensor(c, "B")
		square(c, a)
		upper, left := boolean(c, "upper"), boolean(c, "left")
		if b.V.Ndim() < 2 {
			c.Raise("RuntimeError", "%s: The input tensor B must have at least 2 dimensions.", c.Func.Path)
		}
		e := c.Env()
		x, y := a.V, c.Result(b.V, typeOf(a)).V
		if !left {
			x, y, upper = e.MatrixTranspose(x), e.MatrixTranspose(y), !upper
		}
		rightSide(c, x, y)
		_, r := factorsNN.need(c, typeOf(a))
		if target := targetOf(c); target != nil && typeOf(target) != typeOf(a) {
			c.Raise("RuntimeError", "expected scalar type %s but found %s", a.Type(), target.Type())
		}
		z := compose.SolveTriangular(e, x, y, upper, boolean(c, "unitriangular"))
		if !left {
			z = e.MatrixTranspose(z)
		}
		return out(c, c.Result(z, r))
	}},
	{Path: "triangular_solve", Sig: "b, A, upper=True, transpose=False, unitriangular=False, *, out=None", Method: true, Out: frontend.List, Run: outs(func(c *frontend.Call) any {
		a := tensor(c, "A")
		square(c, a)
		b := sameType(c, a, "b")
		e := c.Env()
		x, upper := a.V, boolean(c, "upper")
		if boolean(c, "transpose") {
			x, upper = e.MatrixTranspose(x), !upper
		}
		rightSide(c, x, b.V)
		_, r := factorsNN.need(c, typeOf(a))
		s, t := a.V.Shape(), b.V.Shape()
		lead := broadcast(c, s[:len(s)-2], t[:len(t)-2])
		return several(c, r, compose.SolveTriangular(e, x, b.V, upper, boolean(c, "unitriangular")), e.CopyArray(e.BroadcastTo(a.V, append(slices.Clone(lead), s[len(s)-2:]...))))
	})},
	{Path: "cholesky_solve", Sig: "input, input2, upper=False, *, out=None", Method: true, Run: func(c *frontend.Call) any {
		a := tensor(c, "input2")
		square(c, a)
		b := sameType(c, a, "input")
		rightSide(c, a.V, b.V)
		_, r := factorsNN.need(c, typeOf(a))
		return out(c, c.Result(byCholesky(c, a.V, b.V), r))
	}},
	{Path: "cholesky_inverse", Sig: "L, upper=False, *, out=None", Method: true, Run: func(c *frontend.Call) any {
		a, r := squares(c, "L", factorsNN)
		s := a.V.Shape()
		return out(c, c.Result(byCholesky(c, a.V, c.Env().BroadcastTo(c.Env().Eye(s[len(s)-1], a.V.Dtype()), s)), r))
	}},
	{Path: "linalg.lu_solve", Sig: "LU, pivots, B, *, left=True, adjoint=False, out=None", Run: func(c *frontend.Call) any {
		return out(c, luSolve(c, "LU", "pivots", "B", boolean(c, "left"), boolean(c, "adjoint")))
	}},
	{Path: "lu_solve", Sig: "b, LU_data, LU_pivots, *, out=None", Method: true, Run: func(c *frontend.Call) any {
		return out(c, luSolve(c, "LU_data", "LU_pivots", "b", true, false))
	}},
	{Path: "linalg.lstsq", Sig: "A, B, rcond=None, *, driver=None", Out: frontend.List, Doc: "A list of the solution, the residuals, the ranks and the singular values; the latter are empty where the driver does not compute them.", Run: lstsq},
}

// sameType returns an argument that must have the dtype of a.
func sameType(c *frontend.Call, a *frontend.Array, name string) *frontend.Array {
	b := tensor(c, name)
	if typeOf(a) != typeOf(b) {
		c.Raise("RuntimeError", "%s: Expected A and B to have the same dtype, but found %s and %s", c.Func.Path, a.Type(), b.Type())
	}
	return b
}

// rightSide refuses a right side whose rows are not as many as those of a, or whose batch does not broadcast.
func rightSide(c *frontend.Call, a, b *ivy.Array) {
	s, t := a.Shape(), b.Shape()
	if len(t) < 2 || t[len(t)-2] != s[len(s)-1] {
		c.Raise("RuntimeError", "%s: Incompatible shapes of A and B for the equation AX = B (%s and %s)", c.Func.Path, shape.Text(s), shape.Text(t))
	}
	broadcast(c, s[:len(s)-2], t[:len(t)-2])
}

// solveWith calls f with the matrices and right sides of a call, which are matrices, and sets what f has set into *z to the solution.
func solveWith(c *frontend.Call, f func(a, b *ivy.Array) *ivy.Array, z **ivy.Array) promote.Result {
	a := tensor(c, "A")
	b := sameType(c, a, "B")
	if !dtype.Inexact.Has(a.V.Dtype()) {
		c.Raise("RuntimeError", "linalg.solve: Expected a floating point or complex tensor as input. Got %s", a.Type())
	}
	square(c, a)
	e := c.Env()
	s, t := a.V.Shape(), b.V.Shape()
	left := boolean(c, "left")
	vector := len(t) == 1 || len(s)-1 == len(t) && slices.Equal(s[:len(s)-1], t)
	x, y := a.V, b.V
	switch {
	case len(t) == 0:
		c.Raise("RuntimeError", "%s: B has no dimensions", c.Func.Path)
	case vector && !left:
		c.Raise("RuntimeError", "linalg.solve: Vector broadcasting of the left hand side is not supported for left=False.")
	case vector:
		y = e.ExpandDims(y, ivy.Axis(-1))
	case !left:
		x, y = e.MatrixTranspose(x), e.MatrixTranspose(y)
	}
	rightSide(c, x, y)
	_, r := factorsN.need(c, typeOf(a))
	*z = f(x, y)
	switch {
	case vector:
		*z = e.Squeeze(*z, ivy.Axis(-1))
	case !left:
		*z = e.MatrixTranspose(*z)
	}
	return r
}

// byCholesky returns the solution with the matrix of which l is the factor.
func byCholesky(c *frontend.Call, l, b *ivy.Array) *ivy.Array {
	e := c.Env()
	if boolean(c, "upper") {
		l = e.Adjoint(l)
	}
	y := compose.SolveTriangular(e, l, b, false, false)
	return compose.SolveTriangular(e, e.Adjoint(l), y, true, false)
}

// luSolve returns the solution with a matrix P·L·U, or with its adjoint, or to its left.
func luSolve(c *frontend.Call, lu, pivots, b string, left, adjoint bool) *frontend.Array {
	a := tensor(c, lu)
	if r := typeOf(a); !dtype.Inexact.Has(r.Dtype) {
		c.Raise("RuntimeError", "torch.linalg.lu_solve: Expected a floating point or complex tensor as input. Got %s", a.Type())
	}
	square(c, a)
	y := sameType(c, a, b).V
	e := c.Env()
	s := a.V.Shape()
	n := s[len(s)-1]
	rows := pivotedRows(c, pivots, n)
	if !left { // X·A = B: Aᴴ·Xᴴ = Bᴴ
		y, adjoint = e.Adjoint(y), !adjoint
	}
	rightSide(c, a.V, y)
	lead := broadcast(c, s[:len(s)-2], y.Shape()[:y.Ndim()-2])
	_, r := factorsN.need(c, typeOf(a))
	y = e.BroadcastTo(y, slices.Concat(lead, y.Shape()[y.Ndim()-2:]))
	order := func(rows, y *ivy.Array) *ivy.Array {
		at := e.BroadcastTo(e.ExpandDims(rows, ivy.Axis(-1)), y.Shape())
		return e.TakeAlongAxis(y, at, ivy.Axis(-2))
	}
	var z *ivy.Array
	if adjoint {
		h := e.Adjoint(a.V)
		z = compose.SolveTriangular(e, h, y, false, false)
		z = compose.SolveTriangular(e, h, z, true, true)
		z = order(e.ArgSort(rows), z)
	} else {
		z = compose.SolveTriangular(e, a.V, order(rows, y), false, true)
		z = compose.SolveTriangular(e, a.V, z, true, false)
	}
	if !left {
		z = e.Adjoint(z)
	}
	return c.Result(z, r)
}

func lstsq(c *frontend.Call) any {
	a, r := matrices(c, "A", factorsR)
	b := sameType(c, a, "B")
	e := c.Env()
	s, t := a.V.Shape(), b.V.Shape()
	vector := len(t) == len(s)-1 && len(t) > 0 && slices.Equal(s[:len(s)-1], t)
	x, y := a.V, b.V
	if vector {
		y = e.ExpandDims(y, ivy.Axis(-1))
	}
	way := "gelsy"
	if c.Has("driver") {
		way = c.Text("driver")
	}
	if !slices.Contains([]string{"gels", "gelsy", "gelsd", "gelss"}, way) {
		c.Raise("RuntimeError", "torch.linalg.lstsq: parameter `driver` should be one of (gels, gelsy, gelsd, gelss)")
	}
	rightSide(c, e.MatrixTranspose(x), y)
	for _, v := range []*ivy.Array{x, y} {
		if !v.IsAbstract() && e.Any(e.IsNan(v)).Bool() { // which MKL looks for
			c.Raise("RuntimeError", "torch.linalg.lstsq: NaN is an illegal value")
		}
	}
	m, n := s[len(s)-2], s[len(s)-1]
	info, err := dtype.Finfo(r.Dtype)
	frontend.Check(err)
	rcond := info.Eps * float64(max(m, n))
	if c.Has("rcond") {
		rcond = realArg(c, "rcond")
	}
	z, left, rank, sv := e.Lstsq(x, y, ivy.Rtol(rcond))
	none := e.Empty([]int{0}, r.Dtype.Component())
	if m <= n || way == "gelsy" || !e.All(e.Equal(rank, e.Full(nil, n, dtype.Int64))).Bool() {
		left = none
	}
	if way == "gels" {
		rank = e.Empty([]int{0}, dtype.Int64)
	}
	if way == "gels" || way == "gelsy" {
		sv = none
	}
	if vector {
		z = e.Squeeze(z, ivy.Axis(-1))
	}
	return []*frontend.Array{c.Result(z, r), c.Result(left, component(r)), c.Result(rank, promote.Result{Dtype: dtype.Int64}), c.Result(sv, component(r))}
}

// singularValues returns the singular values, of Hermitian matrices by the eigenvalues.
func singularValues(c *frontend.Call, a *frontend.Array, hermitian bool) *ivy.Array {
	e := c.Env()
	finite(c, a.V)
	if !hermitian {
		return e.Svdvals(a.V)
	}
	square(c, a)
	return compose.HermitianSingularValues(e, a.V)
}

// threshold returns below which singular values count as 0: the greater of atol and rtol times the greatest. old is the parameter
// that older forms have, which is relative but for "tol".
func threshold(c *frontend.Call, a *frontend.Array, s *ivy.Array, old string) *ivy.Array {
	e := c.Env()
	dims := a.V.Shape()
	d := s.Dtype()
	info, err := dtype.Finfo(d)
	frontend.Check(err)
	given := func(name string) *ivy.Array {
		if b := ours(c.Namespace, c.Arg(name)); b != nil {
			if b.V.Dtype().IsComplex() {
				c.Raise("RuntimeError", "%s: %s tensor of complex type is not supported.", c.Func.Path, name)
			}
			return e.ExpandDims(e.Astype(b.V, dtype.Float64), ivy.Axis(-1))
		}
		return e.Asarray(realArg(c, name), dtype.Float64)
	}
	most := e.Zeros(append(dims[:len(dims)-2:len(dims)-2], 1), dtype.Float64)
	if s.Shape()[s.Ndim()-1] > 0 {
		most = e.Astype(e.Max(s, ivy.Axis(-1), ivy.KeepDims(true)), dtype.Float64)
	}
	rtol := e.Asarray(float64(max(dims[len(dims)-1], dims[len(dims)-2]))*info.Eps, dtype.Float64)
	zero := e.Zeros(nil, dtype.Float64)
	switch {
	case old == "tol" && c.Has("tol"):
		return e.Astype(given("tol"), d)
	case old != "tol" && c.Has(old):
		rtol = given(old)
	case c.Has("atol"):
		atol := given("atol")
		if c.Has("rtol") {
			rtol = given("rtol")
		} else {
			rtol = e.Where(e.Greater(atol, zero), zero, rtol)
		}
		return e.Astype(e.Maximum(atol, e.Multiply(rtol, most)), d)
	case c.Has("rtol"):
		rtol = given("rtol")
	}
	return e.Astype(e.Multiply(rtol, most), d)
}

func pinv(c *frontend.Call, name string, hermitian bool) *frontend.Array {
	a, r := matrices(c, name, factorsR)
	e := c.Env()
	if a.V.Size() == 0 {
		return c.Result(e.MatrixTranspose(a.V), r)
	}
	finite(c, a.V)
	var u, sigma, vh *ivy.Array
	if hermitian {
		square(c, a)
		u, sigma, vh = compose.HermitianSVD(e, a.V)
	} else {
		u, sigma, vh = e.SVD(a.V, ivy.FullMatrices(false))
	}
	if !takes(c, "atol") {
		least := e.Multiply(e.Astype(e.Asarray(realArg(c, "rcond"), dtype.Float64), sigma.Dtype()), e.Max(sigma, ivy.Axis(-1), ivy.KeepDims(true)))
		return c.Result(inverseBy(e, u, sigma, vh, least), r)
	}
	return c.Result(inverseBy(e, u, sigma, vh, threshold(c, a, sigma, "rcond")), r)
}

// inverseBy returns v·s⁻¹·uᴴ, of which the values up to least count as 0.
func inverseBy(e *ivy.Env, u, s, vh, least *ivy.Array) *ivy.Array {
	one := number0(e, 1, s.Dtype())
	used := e.Greater(s, least)
	f := e.Where(used, e.Divide(one, e.Where(used, s, one)), number0(e, 0, s.Dtype()))
	v := e.Multiply(e.Adjoint(vh), e.Astype(e.ExpandDims(f, ivy.Axis(-2)), vh.Dtype()))
	return e.MatMul(v, e.Adjoint(u))
}

func cond(c *frontend.Call) *frontend.Array {
	a, r := matrices(c, "A", factorsN)
	e := c.Env()
	p := c.Arg("p")
	if f, ok := p.(float64); ok && f == math.Trunc(f) && !math.IsInf(f, 0) {
		p = int(f)
	}
	r = component(r)
	s := a.V.Shape()
	lead := s[:len(s)-2]
	switch p {
	case nil, 2, -2:
		if a.V.Size() == 0 {
			return c.Result(e.Zeros(lead, r.Dtype), r)
		}
		finite(c, a.V)
		v := e.Svdvals(a.V)
		first, last := e.GetItem(v, ivy.Ellipsis, 0), e.GetItem(v, ivy.Ellipsis, -1)
		if p == -2 {
			first, last = last, first
		}
		return c.Result(e.Divide(first, last), r)
	case 1, -1, "fro", "nuc", math.Inf(1), math.Inf(-1):
	default:
		c.Raise("RuntimeError", "linalg.cond got an invalid norm type: %v", p)
	}
	square(c, a)
	if a.V.Size() == 0 {
		return c.Result(e.Zeros(lead, r.Dtype), r)
	}
	if p == "nuc" {
		finite(c, a.V)
	}
	return c.Result(e.Cond(a.V, ivy.Ord(p)), r)
}
