package jax

import (
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/compose"
	"github.com/goivy/goivy/frontends/internal/text"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// The functions of jax.scipy.linalg that factorize matrices and solve equations; what makes matrices of a form is in
// scipy_matrices.go. As in jax.numpy.linalg, signs of vectors are those of the unified API and not LAPACK's: of svd, eigh,
// eigh_tridiagonal and schur. Those of qr, hessenberg and what is made of them are LAPACK's in both.
var scipyLinalg = []frontend.Func{
	{Path: "scipy.linalg.cholesky", Sig: "a, lower=False, overwrite_a=False, check_finite=True", Run: run(func(c call) any {
		return c.scipyCholesky(c.inexact(c.given("a"))[0], c.Bool("lower"))
	})},
	{Path: "scipy.linalg.cho_factor", Sig: "a, lower=False, overwrite_a=False, check_finite=True", Out: frontend.Value, Doc: "A list of the factor, and of lower as it is given.", Run: run(func(c call) any {
		z := c.scipyCholesky(c.inexact(c.given("a"))[0], c.Bool("lower"))
		return []any{z, c.Arg("lower")}
	})},
	{Path: "scipy.linalg.cho_solve", Sig: "c_and_lower, b, overwrite_b=False, check_finite=True", Run: run(func(c call) any {
		a, lower := c.pair("c_and_lower")
		if !hashable(lower) {
			c.Raise("ValueError", "cho_solve(): lower is %s, want a bool", c.Shown(lower))
		}
		xs := c.inexact(c.asArray(a), c.given("b"))
		s := c.system(xs[0], xs[1])
		return s.result(c.choSolve(s.a, s.b, text.Truth(c.Call, lower)))
	})},
	{Path: "scipy.linalg.det", Sig: "a, overwrite_a=False, check_finite=True", Run: run(func(c call) any { return c.do("numpy.linalg.det", c.Arg("a")) })},
	{Path: "scipy.linalg.inv", Sig: "a, overwrite_a=False, check_finite=True", Run: run(func(c call) any { return c.do("numpy.linalg.inv", c.Arg("a")) })},
	{Path: "scipy.linalg.lu_factor", Sig: "a, overwrite_a=False, check_finite=True", Out: frontend.List,
		Doc: "A list of L and U as one matrix, and of the row with which each row was exchanged, as int32.", Run: run(func(c call) any {
			x := c.inexact(c.given("a"))[0]
			lu, pivots, _ := c.luFactor(x)
			return c.asWeak(x.Weak, lu, pivots)
		})},
	{Path: "scipy.linalg.lu_solve", Sig: "lu_and_piv, b, trans=0, overwrite_b=False, check_finite=True", Run: run(luSolve)},
	{Path: "scipy.linalg.lu", Sig: "a, permute_l=False, overwrite_a=False, check_finite=True", Out: frontend.List,
		Doc: "A list of P, L and U, or of P·L and U. It takes one matrix: JAX's has no several ones either.", Run: run(func(c call) any {
			x := c.matrices(c.inexact(c.given("a"))[0])
			if x.V.Ndim() != 2 {
				c.Raise("ValueError", "lu(): shape %v, want two axes", x.V.Shape())
			}
			_, l, u := c.e.LU(c.hasKernel(x).V)
			_, _, rows := c.luFactor(x)
			at := c.e.ExpandDims(c.e.Arange(0, x.V.Shape()[0], dtype.Int32), ivy.Axis(1))
			p := c.e.Astype(c.e.Equal(at, c.e.ExpandDims(rows, ivy.Axis(0))), x.V.Dtype())
			if c.Bool("permute_l") {
				return []value{c.wrap(c.e.MatMul(p, l), false), c.wrap(u, x.Weak)}
			}
			return []value{c.wrap(c.e.Real(p), false), c.wrap(l, false), c.wrap(u, x.Weak)}
		})},
	{Path: "scipy.linalg.qr", Sig: "a, overwrite_a=False, lwork=None, mode='full', pivoting=False, check_finite=True", Out: frontend.List,
		Doc: "A list of Q and R, or with mode \"r\" of R alone; with pivoting also of the columns' order.", Run: run(func(c call) any {
			mode := c.Arg("mode")
			if mode != "full" && mode != "r" && mode != "economic" {
				c.Raise("ValueError", "Unsupported QR decomposition mode '%v'", mode)
			}
			x := c.inexact(c.given("a"))[0]
			zs := c.qr(x, mode != "economic", c.Bool("pivoting"))
			if mode == "r" {
				zs = zs[1:]
			}
			return c.asWeak(x.Weak, zs...)
		})},
	{Path: "scipy.linalg.qr_multiply", Sig: "a, c, mode='right', pivoting=False, conjugate=False, overwrite_a=False, overwrite_c=False", Out: frontend.List,
		Doc: "A list of Q·c, or c·Q, and R; with pivoting also of the columns' order.", Run: run(qrMultiply)},
	{Path: "scipy.linalg.svd", Sig: "a, full_matrices=True, compute_uv=True, overwrite_a=False, check_finite=True, lapack_driver='gesdd'", Out: frontend.Value,
		Doc: "A list of U, the singular values and Vᴴ; without compute_uv the values alone.", Run: run(func(c call) any {
			x := c.hasKernel(c.matrices(c.inexact(c.given("a"))[0]))
			if !c.Bool("compute_uv") {
				return c.wrap(c.e.Svdvals(x.V), x.Weak)
			}
			u, s, vh := c.e.SVD(x.V, ivy.FullMatrices(c.Bool("full_matrices")))
			return c.asWeak(x.Weak, u, s, vh)
		})},
	{Path: "scipy.linalg.eigh", Sig: "a, b=None, lower=True, eigvals_only=False, overwrite_a=False, overwrite_b=False, turbo=True, eigvals=None, type=1, check_finite=True", Out: frontend.Value,
		Doc: "A list of the eigenvalues and the eigenvectors; with eigvals_only the values alone.", Run: run(func(c call) any {
			if c.Has("b") || c.Has("eigvals") || !isNumber(c.Arg("type"), 1) {
				c.Raise("NotImplementedError", "eigh(): only b=None, eigvals=None and type=1 are implemented")
			}
			x := c.hasKernel(c.square(c.inexact(c.given("a"))[0]))
			weak := x.Weak
			x = c.hermitianPart(x)
			upper := ivy.Upper(!c.Bool("lower"))
			if c.Bool("eigvals_only") {
				return c.wrap(c.e.Eigvalsh(x.V, upper), weak)
			}
			w, v := c.e.Eigh(x.V, upper)
			return c.asWeak(weak, w, v)
		})},
	{Path: "scipy.linalg.eigh_tridiagonal", Sig: "d, e, *, eigvals_only=False, select='a', select_range=None, tol=None, key=None", Out: frontend.Value,
		Doc: "A list of the eigenvalues and the eigenvectors; with eigvals_only the values alone. tol and key make no difference.", Run: run(eighTridiagonal)},
	{Path: "scipy.linalg.schur", Sig: "a, output='real'", Out: frontend.List, Doc: "A list of T and Z, of which a is Z·T·Zᴴ.", Run: run(func(c call) any {
		output := c.Arg("output")
		if output != "real" && output != "complex" {
			c.Raise("ValueError", "Expected 'output' to be either 'real' or 'complex', got output=%v", output)
		}
		x := c.arr("a")
		if output == "complex" {
			x = c.complexOf(x)
		}
		t, z := c.e.Schur(c.laxFactored(x, true).V)
		return c.asWeak(x.Weak, t, z)
	})},
	{Path: "scipy.linalg.rsf2csf", Sig: "T, Z, check_finite=True", Out: frontend.List, Run: run(rsf2csf)},
	{Path: "scipy.linalg.hessenberg", Sig: "a, *, calc_q=False, overwrite_a=False, check_finite=True", Out: frontend.Value,
		Doc: "The Hessenberg form; with calc_q a list of it and of Q.", Run: run(func(c call) any {
			if c.Arg("a") == nil {
				c.Raise("IndexError", "hessenberg() of None")
			}
			if list, isList := frontend.Sequence(c.Arg("a")); isList && len(list) > 0 {
				c.Raise("TracerArrayConversionError", "hessenberg() of %s", c.Shown(c.Arg("a")))
			}
			x := c.arr("a")
			s := x.V.Shape()
			if len(s) == 0 {
				c.Raise("IndexError", "hessenberg() of a scalar")
			}
			q := c.Bool("calc_q")
			if s[len(s)-1] == 0 {
				if q {
					return []value{x, x}
				}
				return x
			}
			h, taus := c.hessenberg(x)
			z := c.e.Triu(h, ivy.K(-1))
			if !q {
				return c.wrap(z, x.Weak)
			}
			n := s[len(s)-1]
			v := c.e.GetItem(h, ivy.Ellipsis, ivy.Slice(1, nil), ivy.Slice(0, n-1))
			inner := householderProduct(c.e, v, taus)
			batch := s[:len(s)-2]
			head := c.e.BroadcastTo(c.e.GetItem(c.e.Eye(n, x.V.Dtype()), ivy.Slice(0, 1)), append(slices.Clone(batch), 1, n))
			left := c.e.Zeros(append(slices.Clone(batch), n-1, 1), x.V.Dtype())
			rest := c.e.Concat([]*ivy.Array{left, inner}, ivy.Axis(-1))
			return []value{c.wrap(z, x.Weak), c.wrap(c.e.Concat([]*ivy.Array{head, rest}, ivy.Axis(-2)), false)}
		})},
	{Path: "scipy.linalg.solve", Sig: "a, b, lower=False, overwrite_a=False, overwrite_b=False, debug=False, check_finite=True, assume_a='gen'", Run: run(func(c call) any {
		switch kind := c.Arg("assume_a"); kind {
		case "gen", "sym", "her":
			return c.do("numpy.linalg.solve", c.Arg("a"), c.Arg("b"))
		case "pos":
			return c.solvePositive()
		default:
			c.Raise("ValueError", "Expected assume_a to be one of ['gen', 'sym', 'her', 'pos']; got %v", kind)
			return nil
		}
	})},
	{Path: "scipy.linalg.solve_triangular", Sig: "a, b, trans=0, lower=False, unit_diagonal=False, overwrite_b=False, debug=None, check_finite=True", Run: run(func(c call) any {
		var t triangular
		switch trans := c.Arg("trans"); {
		case trans == "N" || isNumber(trans, 0):
		case trans == "T" || isNumber(trans, 1):
			t.transposed = true
		case trans == "C" || isNumber(trans, 2):
			t.transposed, t.conjugated = true, true
		default:
			c.Raise("ValueError", "Invalid 'trans' value %v", trans)
		}
		t.lower, t.unit = c.Bool("lower"), c.Bool("unit_diagonal")
		xs := c.inexact(c.given("a"), c.given("b"))
		s := c.system(xs[0], xs[1])
		return s.result(t.solve(c.e, s.a, s.b))
	})},
	{Path: "scipy.linalg.expm", Sig: "A, *, upper_triangular=False, max_squarings=16", Run: run(func(c call) any {
		if c.Arg("A") == nil {
			c.Raise("ValueError", "expm() of None")
		}
		x := c.expOperand(c.inexact(c.arr("A"))[0])
		return c.wrap(c.expm(x.V, x.V, c.squarings()), false)
	})},
	{Path: "scipy.linalg.expm_frechet", Sig: "A, E, *, method=None, compute_expm=True", Out: frontend.Value,
		Doc: "A list of the exponential and of its derivative in the direction E; without compute_expm the derivative alone.", Run: run(expmFrechet)},
	{Path: "scipy.linalg.sqrtm", Sig: "A, blocksize=1", Run: run(func(c call) any {
		if n := c.Int("blocksize"); n > 1 {
			c.Raise("NotImplementedError", "sqrtm(): the blocked version is not implemented")
		}
		if _, isList := frontend.Sequence(c.Arg("A")); isList || c.Arg("A") == nil {
			c.Raise("AttributeError", "sqrtm(): A is %s, want an array", c.Shown(c.Arg("A")))
		}
		x := c.laxSquare(c.complexOf(c.arr("A")))
		switch n := x.V.Shape()[0]; {
		case x.V.Ndim() != 2:
			c.Raise("ValueError", "sqrtm(): shape %v, want two axes", x.V.Shape())
		case n == 0:
			c.Raise("IndexError", "sqrtm() of no elements")
		}
		return c.wrap(c.e.Sqrtm(x.V), false)
	})},
	{Path: "scipy.linalg.funm", Sig: "A, func, disp=True", Calls: true, Out: frontend.Value, Doc: "func is a function of one array. Without disp a list of the matrix and of an estimate of its error.", Run: run(funm)},
	{Path: "scipy.linalg.polar", Sig: "a, side='right', *, method='qdwh', eps=None, max_iterations=None", Out: frontend.List,
		Doc: "A list of the unitary and of the positive semidefinite factor. eps and max_iterations make no difference: the factors are those of the singular value decomposition.", Run: run(polar)},
	{Path: "scipy.linalg.solve_sylvester", Sig: "A, B, C, *, method='schur', tol=1e-08", Run: run(solveSylvester)},
}

// asArray returns what jax.numpy.asarray makes of an argument: of a list too.
func (c call) asArray(v any) value {
	if v == nil {
		c.Raise("ValueError", "%s(): None is no array", c.Func.Path)
	}
	if _, rectangular := nested(v); !rectangular {
		c.Raise("TypeError", "%s(): cannot concatenate arrays with shapes that differ: %s", c.Func.Path, c.Shown(v))
	}
	return c.do("numpy.asarray", v)
}

// nested returns the lengths of a list and of the lists in it; ok is false if there are none that all have.
func nested(v any) (lengths []int, ok bool) {
	list, isList := frontend.Sequence(v)
	if !isList {
		return nil, true
	}
	for i, e := range list {
		inner, ok := nested(e)
		if !ok || i > 0 && !slices.Equal(inner, lengths) {
			return nil, false
		}
		lengths = inner
	}
	return append([]int{len(list)}, lengths...), true
}

// notNumber is NaN, of complex numbers in both parts.
func notNumber(e *ivy.Env, d dtype.Dtype) *ivy.Array {
	if d.IsComplex() {
		return e.Astype(e.Asarray(complex(math.NaN(), math.NaN())), d)
	}
	return number(e, math.NaN(), d)
}

// given is asArray of the argument of a parameter.
func (c call) given(name string) value { return c.asArray(c.Arg(name)) }

// pair takes an argument that is a pair apart, as Python does.
func (c call) pair(name string) (first, second any) {
	list, ok := c.elements(name)
	if !ok {
		c.Raise("TypeError", "%s(): %s is %s, want a pair", c.Func.Path, name, c.Shown(c.Arg(name)))
	}
	if len(list) != 2 {
		c.Raise("ValueError", "%s(): %s has %d elements, want 2", c.Func.Path, name, len(list))
	}
	return list[0], list[1]
}

// elements returns what Python's list makes of an argument, of an array its rows; false for a number.
func (c call) elements(name string) ([]any, bool) {
	if list, isList := frontend.Sequence(c.Arg(name)); isList {
		return list, true
	}
	x := c.arr(name)
	if x.V.Ndim() == 0 {
		return nil, false
	}
	list := make([]any, 0, x.V.Shape()[0])
	for _, row := range c.e.Unstack(x.V) {
		list = append(list, c.wrap(row, x.Weak))
	}
	return list, true
}

// isNumber reports whether v is a Python number that equals n, as True equals 1.
func isNumber(v any, n int) bool {
	switch v := v.(type) {
	case bool:
		return v == (n == 1) && (n == 0 || n == 1)
	case int:
		return v == n
	case float64:
		return v == float64(n)
	}
	return false
}

// laxSquare refuses what are no square matrices, as functions of jax.lax.linalg do.
func (c call) laxSquare(x value) value {
	if s := c.matrices(x).V.Shape(); s[len(s)-1] != s[len(s)-2] {
		c.Raise("ValueError", "%s(): shape %v, want square matrices", c.Func.Path, s)
	}
	return x
}

// laxInexact refuses what are neither floats nor complex numbers.
func (c call) laxInexact(x value) value {
	if !isInexact(x) {
		c.Raise("TypeError", "%s does not accept dtype %v", c.Func.Path, x.V.Dtype())
	}
	return x
}

// complexOf returns x as complex numbers: of what has 64 bits, complex128.
func (c call) complexOf(x value) value {
	d := toInexact(x.V.Dtype())
	if d.Bits() < 32 {
		d = dtype.Float32
	}
	return c.to(x, d.WithComplex(), false)
}

// scipyCholesky returns the lower factor, or the upper one; that triangle of x is read.
func (c call) scipyCholesky(x value, lower bool) value {
	if !lower && x.V.Ndim() < 2 {
		c.Raise("ValueError", "%s(): shape %v, want two axes at least", c.Func.Path, x.V.Shape())
	}
	v := c.hasKernel(c.laxSquare(x)).V
	if lower {
		return c.wrap(c.e.Tril(c.cholesky(v)), x.Weak)
	}
	return c.wrap(c.e.Adjoint(c.e.Tril(c.cholesky(c.e.Adjoint(v)))), x.Weak)
}

// A system is equations a·x = b of matrices whose batches are one.
type system struct {
	call
	a, b    *ivy.Array
	vectors bool // x is made of vectors
	weak    bool
}

// result returns the solution for matrices as what b was.
func (s system) result(x *ivy.Array) value {
	if s.vectors {
		x = s.e.Squeeze(x, ivy.Axis(-1))
	}
	return s.wrap(x, s.weak)
}

// system broadcasts the batches of square matrices a and of b, which is a vector, vectors for all matrices of a, or matrices.
func (c call) system(a, b value) system {
	s, t := a.V.Shape(), b.V.Shape()
	vectors := len(t) == 1
	if !vectors && len(s) == len(t)+1 {
		if len(t) == 0 {
			c.Raise("IndexError", "%s(): shapes %v and %v", c.Func.Path, s, t)
		}
		vectors = s[len(s)-1] == t[len(t)-1]
	}
	y := b.V
	if vectors {
		y = c.e.ExpandDims(y, ivy.Axis(-1))
		t = y.Shape()
	}
	if len(s) < 2 || len(t) < 2 || s[len(s)-1] != s[len(s)-2] || t[len(t)-2] != s[len(s)-1] {
		c.Raise("ValueError", "%s(): shapes %v and %v", c.Func.Path, s, b.V.Shape())
	}
	batch := c.broadcast(s[:len(s)-2], t[:len(t)-2])
	spread := func(x *ivy.Array) *ivy.Array {
		dims := x.Shape()
		return c.e.BroadcastTo(x, slices.Concat(batch, dims[len(dims)-2:]))
	}
	return system{c, spread(a.V), spread(y), vectors, a.Weak && b.Weak}
}

// triangular is how a triangle is read.
type triangular struct{ lower, transposed, conjugated, unit bool }

// solve returns the solution for b of a triangle a, of the same batch. A zero on the diagonal is divided by.
func (t triangular) solve(e *ivy.Env, a, b *ivy.Array) *ivy.Array {
	upper := !t.lower
	if t.transposed {
		a, upper = e.MatrixTranspose(a), t.lower
	}
	if t.conjugated {
		a = conj(e, a)
	}
	if b.Size() == 0 {
		return b
	}
	return compose.SolveTriangular(e, a, b, upper, t.unit)
}

// choSolve returns the solution of the matrix of which c is a Cholesky factor.
func (c call) choSolve(a, b *ivy.Array, lower bool) *ivy.Array {
	b = triangular{lower: lower, transposed: !lower, conjugated: !lower}.solve(c.e, a, b)
	return triangular{lower: lower, transposed: lower, conjugated: lower}.solve(c.e, a, b)
}

// luFactor returns L and U in one matrix, the row with which each one was exchanged, and the rows in their order.
func (c call) luFactor(x value) (lu, pivots, rows *ivy.Array) {
	v := c.hasKernel(c.matrices(x)).V
	s := v.Shape()
	n := len(s) - 2
	k := min(s[n], s[n+1])
	if v.Size() == 0 {
		all := c.e.BroadcastTo(c.e.Arange(0, s[n], dtype.Int32), s[:n+1])
		return v, c.e.Zeros(append(slices.Clone(s[:n]), k), dtype.Int32), all
	}
	lu, rows = c.e.LUFactor(v)
	orders := ivy.Values[int64](rows)
	pivots = c.e.Reshape(c.e.Asarray(exchanges(orders, s[n], k), dtype.Int32), append(slices.Clone(s[:n]), k))
	return lu, pivots, c.e.Astype(c.e.Reshape(c.e.Asarray(orders, dtype.Int64), rows.Shape()), dtype.Int32)
}

// exchanges returns the first k exchanges of rows that bring m rows into each of several orders: row i is exchanged with the row that
// belongs there. What is no order, as of NaN, becomes that in which the rows are.
func exchanges(orders []int64, m, k int) []int32 {
	out := make([]int32, 0, len(orders))
	now, where := make([]int, m), make([]int, m)
	for at := 0; at+m <= len(orders) && m > 0; at += m {
		order := orders[at : at+m]
		seen := make([]bool, m)
		for _, row := range order {
			if row >= 0 && row < int64(m) {
				seen[row] = true
			}
		}
		some := !slices.Contains(seen, false)
		for i := range now {
			now[i], where[i] = i, i
			if !some {
				order[i] = int64(i)
			}
		}
		for i, row := range order[:k] {
			j, other := where[row], now[i]
			now[i], now[j] = int(row), other
			where[row], where[other] = i, j
			out = append(out, int32(j))
		}
	}
	return out
}

// orders returns the orders into which exchanges bring n rows. A number below 0 is one from the end; of a row that is not there the nearest
// one is read, and nothing is written to it.
func orders(exchanges []int32, k, n, batch int) []int32 {
	out := make([]int32, 0, n*batch)
	for b := range batch {
		rows := make([]int32, n)
		for i := range rows {
			rows[i] = int32(i)
		}
		for i := range k {
			j := int(exchanges[b*k+i])
			if j < 0 {
				j += n
			}
			before := rows[i]
			rows[i] = rows[max(0, min(j, n-1))]
			if j >= 0 && j < n {
				rows[j] = before
			}
		}
		out = append(out, rows...)
	}
	return out
}

// permutation returns the order into which exchanges bring n rows, of the dtype that these have.
func (c call) permutation(pivots value, n int) *ivy.Array {
	s := pivots.V.Shape()
	if len(s) == 0 {
		c.Raise("TypeError", "%s(): pivots of no axes", c.Func.Path)
	}
	k := s[len(s)-1]
	if k > n {
		c.Raise("ValueError", "%s(): %d pivots for %d rows", c.Func.Path, k, n)
	}
	if d := pivots.V.Dtype(); d != dtype.Int32 {
		c.Raise("TypeError", "%s(): pivots of %v, want int32", c.Func.Path, d)
	}
	batch := 1
	for _, l := range s[:len(s)-1] {
		batch *= l
	}
	c.Room(shape.Product(n, batch), 4)
	rows := orders(ivy.Values[int32](pivots.V), k, n, batch)
	return c.e.Reshape(c.e.Asarray(rows, dtype.Int32), append(slices.Clone(s[:len(s)-1]), n))
}

func luSolve(c call) any {
	first, second := c.pair("lu_and_piv")
	xs := c.inexact(c.asArray(first), c.given("b"))
	lu, b := xs[0], xs[1]
	s := lu.V.Shape()
	if len(s) < 2 {
		c.Raise("ValueError", "lu_solve(): factors of shape %v, want two axes at least", s)
	}
	rows := c.permutation(c.calc.array(second), s[len(s)-2])
	q := c.system(lu, b)
	trans := c.Arg("trans")
	dims := q.b.Shape()
	r := rows.Shape()
	if r[len(r)-1] != dims[len(dims)-2] {
		c.Raise("ValueError", "lu_solve(): shapes %v and %v, pivots of shape %v", s, b.V.Shape(), c.calc.array(second).V.Shape())
	}
	batch := c.broadcast(r[:len(r)-1], dims[:len(dims)-2])
	spread := func(x *ivy.Array) *ivy.Array {
		t := x.Shape()
		return c.e.BroadcastTo(x, slices.Concat(batch, t[len(t)-2:]))
	}
	q.a, q.b = spread(q.a), spread(q.b)
	dims = q.b.Shape()
	reorder := func(x, rows *ivy.Array) *ivy.Array {
		c.broadcast(rows.Shape(), dims[:len(dims)-1])
		at := c.e.BroadcastTo(c.e.ExpandDims(c.e.Astype(rows, dtype.Int64), ivy.Axis(-1)), dims)
		return c.e.TakeAlongAxis(x, at, ivy.Axis(-2))
	}
	var x *ivy.Array
	switch {
	case isNumber(trans, 0):
		x = triangular{lower: true, unit: true}.solve(c.e, q.a, reorder(q.b, rows))
		x = triangular{}.solve(c.e, q.a, x)
	case isNumber(trans, 1), isNumber(trans, 2):
		conj := isNumber(trans, 2)
		x = triangular{transposed: true, conjugated: conj}.solve(c.e, q.a, q.b)
		x = triangular{lower: true, unit: true, transposed: true, conjugated: conj}.solve(c.e, q.a, x)
		x = reorder(x, c.e.ArgSort(rows, ivy.Axis(-1)))
	default:
		c.Raise("ValueError", "'trans' value must be 0, 1, or 2, got %v", trans)
	}
	return q.result(x)
}

// qr returns Q and R, and of pivoting the columns' order as int32.
func (c call) qr(x value, full, pivoting bool) []*ivy.Array {
	v := c.hasKernel(c.matrices(x)).V
	mode := ivy.Mode("reduced")
	if full {
		mode = "complete"
	}
	if !pivoting {
		q, r := c.e.QR(v, mode)
		return []*ivy.Array{q, r}
	}
	order := columnOrder(c.e, v)
	at := c.e.BroadcastTo(c.e.ExpandDims(order, ivy.Axis(-2)), v.Shape())
	q, r := c.e.QR(c.e.TakeAlongAxis(v, at, ivy.Axis(-1)), mode)
	return []*ivy.Array{q, r, c.e.Astype(order, dtype.Int32)}
}

func qrMultiply(c call) any {
	xs := c.inexact(c.given("a"), c.given("c"))
	a, y := xs[0].V, xs[1].V
	mode := c.Arg("mode")
	if mode != "right" && mode != "left" {
		c.Raise("ValueError", "mode must be 'right' or 'left', got %v", mode)
	}
	vector := y.Ndim() == 1
	if vector && mode == "left" {
		y = c.e.ExpandDims(y, ivy.Axis(1))
	} else if vector {
		y = c.e.ExpandDims(y, ivy.Axis(0))
	}
	s, t := a.Shape(), y.Shape()
	if len(s) < 2 {
		c.Raise("ValueError", "qr_multiply(): a of shape %v, want two axes at least", s)
	}
	m, n := s[len(s)-2], s[len(s)-1]
	if len(t) == 0 {
		c.Raise("IndexError", "qr_multiply(): c is a scalar")
	}
	if mode == "left" && t[len(t)-2] != min(m, n) || mode == "right" && t[len(t)-1] != m {
		c.Raise("ValueError", "qr_multiply(): shapes %v and %v", s, t)
	}
	batch := c.broadcast(s[:len(s)-2], t[:len(t)-2])
	a = c.e.BroadcastTo(a, slices.Concat(batch, s[len(s)-2:]))
	zs := c.qr(c.wrap(a, false), false, c.Bool("pivoting"))
	q := zs[0]
	if c.Bool("conjugate") {
		q = conj(c.e, q)
	}
	if mode == "left" {
		zs[0] = c.e.MatMul(q, y)
	} else {
		zs[0] = c.e.MatMul(y, q)
	}
	if vector {
		zs[0] = c.e.Reshape(zs[0], []int{zs[0].Size()})
	}
	return c.asWeak(xs[0].Weak, zs...)
}

// solvePositive is solve of positive definite matrices by Cholesky's factors; of others the results are NaN.
func (c call) solvePositive() value {
	xs := c.inexact(c.given("a"), c.given("b"))
	s, t := xs[0].V.Shape(), xs[1].V.Shape()
	if r := len(s); r < 2 || len(t) != r && len(t) != r-1 || s[r-1] != s[r-2] || t[r-2] != s[r-1] {
		c.Raise("ValueError", "solve(): shapes %v and %v, want [..., m, m] and [..., m, k] or [..., m]", s, t)
	}
	lower := c.Bool("lower")
	q := c.system(xs[0], xs[1])
	return q.result(c.choSolve(c.scipyCholesky(c.wrap(q.a, false), lower).V, q.b, lower))
}

// expOperand refuses what has no exponential.
func (c call) expOperand(x value) value {
	s := x.V.Shape()
	if len(s) < 2 || s[len(s)-1] != s[len(s)-2] {
		c.Raise("ValueError", "%s(): shape %v, want square matrices", c.Func.Path, s)
	}
	if d := x.V.Dtype(); d.Bits() < 32 {
		c.Raise("TypeError", "%s(): dtype %v is not supported", c.Func.Path, d)
	}
	return x
}

func (c call) squarings() float64 {
	switch n := c.Arg("max_squarings").(type) {
	case int:
		return float64(n)
	case float64:
		return n
	case bool:
		if n {
			return 1
		}
		return 0
	}
	c.Raise("TypeError", "%s(): max_squarings is %s, want a number", c.Func.Path, c.Shown(c.Arg("max_squarings")))
	return 0
}

// expm returns the exponentials of x, or NaN for matrices of which JAX's approximation takes more squarings: as many as the
// greatest sum of magnitudes in a column of a has doublings above a bound of the dtype.
func (c call) expm(x, a *ivy.Array, squarings float64) *ivy.Array {
	if x.Size() == 0 {
		return x
	}
	z := c.e.MatrixExp(x)
	bound := 3.925724783138660
	if x.Dtype().Component() == dtype.Float64 {
		bound = 5.371920351148152
	}
	norm := c.e.Max(c.e.Sum(c.e.Abs(c.e.StopGradient(a)), ivy.Axis(-2)), ivy.Axis(-1))
	d := norm.Dtype()
	doublings := c.e.Maximum(number(c.e, 0, d), c.e.Floor(c.e.Log2(c.e.Divide(norm, number(c.e, bound, d)))))
	many := c.e.ExpandDims(c.e.ExpandDims(c.e.Greater(doublings, number(c.e, squarings, d)), ivy.Axis(-1)), ivy.Axis(-1))
	return c.e.Where(many, number(c.e, math.NaN(), z.Dtype()), z)
}

// expmFrechet has the derivative as a block of the exponential of the matrix [[A, E], [0, A]].
func expmFrechet(c call) any {
	a, d := c.given("A"), c.given("E")
	s, t := a.V.Shape(), d.V.Shape()
	if len(s) < 2 || s[len(s)-2] != s[1] || len(t) < 2 || t[len(t)-2] != t[len(t)-1] || !slices.Equal(s, t) {
		c.Raise("ValueError", "expm_frechet(): shapes %v and %v, want those of square matrices", s, t)
	}
	if !isInexact(a) || a.V.Dtype() != d.V.Dtype() {
		c.Raise("TypeError", "expm_frechet(): dtypes %v and %v, want an inexact one", a.V.Dtype(), d.V.Dtype())
	}
	c.expOperand(a)
	n := s[len(s)-1]
	if a.V.Size() == 0 {
		if c.Bool("compute_expm") {
			return c.notWeak(a.V, d.V)
		}
		return c.wrap(d.V, false)
	}
	top := c.e.Concat([]*ivy.Array{a.V, d.V}, ivy.Axis(-1))
	low := c.e.Concat([]*ivy.Array{c.e.ZerosLike(a.V), a.V}, ivy.Axis(-1))
	z := c.expm(c.e.Concat([]*ivy.Array{top, low}, ivy.Axis(-2)), a.V, 16)
	derivative := c.e.GetItem(z, ivy.Ellipsis, ivy.Slice(0, n), ivy.Slice(n, nil))
	if !c.Bool("compute_expm") {
		return c.wrap(derivative, false)
	}
	return c.notWeak(c.e.GetItem(z, ivy.Ellipsis, ivy.Slice(0, n), ivy.Slice(0, n)), derivative)
}

// eighTridiagonal is by the matrix as a whole.
func eighTridiagonal(c call) any {
	d, f := c.given("d"), c.given("e")
	if t := d.V.Dtype(); t != f.V.Dtype() || !isInexact(d) || t.Bits() < 32 {
		c.Raise("TypeError", "eigh_tridiagonal(): diagonals of %v and %v, want one dtype of float32, float64, complex64, complex128", t, f.V.Dtype())
	}
	if d.V.Ndim() == 0 {
		c.Raise("IndexError", "eigh_tridiagonal() of a scalar")
	}
	n := d.V.Shape()[0]
	only := c.Bool("eigvals_only")
	if n <= 1 {
		if w := c.e.Real(d.V); !only {
			return []value{c.wrap(w, d.Weak), c.wrap(c.e.Eye(n, d.V.Dtype()), false)}
		} else {
			return c.wrap(w, d.Weak)
		}
	}
	if d.V.Ndim() != 1 || !slices.Equal(f.V.Shape(), []int{n - 1}) {
		c.Raise("TypeError", "eigh_tridiagonal(): diagonals of shapes %v and %v", d.V.Shape(), f.V.Shape())
	}
	first, end := 0, n
	switch c.Arg("select") {
	case "a":
	case "i":
		list, ok := frontend.Sequence(c.Arg("select_range"))
		if !ok || len(list) != 2 {
			c.Raise("ValueError", "for select='i', select_range must be specified.")
		}
		from, isFirst := c.index(list[0])
		to, isLast := c.index(list[1])
		switch {
		case !isFirst || !isLast:
			c.Raise("TypeError", "eigh_tridiagonal(): select_range %s, want integers", c.Shown(c.Arg("select_range")))
		case from > to:
			c.Raise("ValueError", "Got empty index range in select_range.")
		case from < 0 || to >= n:
			c.Raise("ValueError", "eigh_tridiagonal(): select_range %d to %d of %d eigenvalues", from, to, n)
		}
		first, end = from, to+1
	case "v":
		c.Raise("NotImplementedError", "eigh_tridiagonal(..., select='v') is not implemented")
	default:
		c.Raise("ValueError", "'select must have a value in {'a', 'i', 'v'}.")
	}
	x := c.e.Add(c.e.Diag(c.e.Astype(c.e.Real(d.V), d.V.Dtype())), c.e.Add(c.e.Diag(f.V, ivy.K(1)), c.e.Diag(conj(c.e, f.V), ivy.K(-1))))
	if only {
		return c.wrap(c.e.GetItem(c.e.Eigvalsh(x), ivy.Slice(first, end)), false)
	}
	w, v := c.e.Eigh(x)
	return c.notWeak(c.e.GetItem(w, ivy.Slice(first, end)), c.e.GetItem(v, ivy.Colon, ivy.Slice(first, end)))
}

func polar(c call) any {
	x := c.given("a")
	s := x.V.Shape()
	if len(s) < 2 {
		c.Raise("ValueError", "The input `a` must be at least a 2-D array.")
	}
	side, method := c.Arg("side"), c.Arg("method")
	if side != "right" && side != "left" {
		c.Raise("ValueError", "The argument `side` must be either 'right' or 'left'.")
	}
	m, n := s[len(s)-2], s[len(s)-1]
	switch method {
	case "qdwh":
		if (m >= n) != (side == "right") {
			c.Raise("NotImplementedError", "polar(): method='qdwh' takes %d × %d matrices with the other side only", m, n)
		}
		if !isInexact(x) {
			c.Raise("ValueError", "polar(): dtype %v, want floats or complex numbers", x.V.Dtype())
		}
	case "svd":
		c.laxInexact(x)
	default:
		c.Raise("ValueError", "Unknown polar decomposition method %v.", method)
	}
	c.hasKernel(x)
	u, values, vh := c.e.SVD(x.V, ivy.FullMatrices(false))
	d := x.V.Dtype()
	row := c.e.Astype(c.e.ExpandDims(values, ivy.Axis(-2)), d)
	definite := c.e.MatMul(c.e.Multiply(u, row), c.e.Adjoint(u))
	if side == "right" {
		definite = c.e.MatMul(c.e.Multiply(c.e.Adjoint(vh), row), vh)
	}
	weak := x.Weak && method == "svd"
	return []value{c.do("numpy.matmul", c.wrap(u, weak), c.wrap(vh, weak)), c.wrap(definite, false)}
}

// rsf2csf turns the blocks on the diagonals one by one, from the last row upwards, by the rotation that makes a block of two rows
// triangular.
func rsf2csf(c call) any {
	t, z := c.given("T"), c.given("Z")
	for _, x := range []value{t, z} {
		if s := x.V.Shape(); len(s) < 2 || s[len(s)-1] != s[len(s)-2] {
			c.Raise("ValueError", "rsf2csf(): shape %v, want square matrices", s)
		}
	}
	s, r := t.V.Shape(), z.V.Shape()
	n := s[len(s)-1]
	if n != r[len(r)-1] {
		c.Raise("ValueError", "rsf2csf(): shapes %v and %v", s, r)
	}
	if n == 0 {
		c.Raise("IndexError", "rsf2csf() of no elements")
	}
	xs := c.common(t, z)
	batch := c.broadcast(s[:len(s)-2], r[:len(r)-2])
	full := append(slices.Clone(batch), n, n)
	e := c.e
	x, y := e.BroadcastTo(c.complexOf(xs[0]).V, full), e.BroadcastTo(c.complexOf(xs[1]).V, full)
	for m := n - 1; m > 0; m-- {
		x, y = withoutBlock(e, x, y, m)
	}
	return c.asWeak(n == 1 && xs[0].Weak, x, y)
}

// withoutBlock returns matrices t and z turned such that the element of t left of the diagonal in row m is zero.
func withoutBlock(e *ivy.Env, t, z *ivy.Array, m int) (_, _ *ivy.Array) {
	d := t.Dtype()
	info, err := dtype.Finfo(d)
	frontend.Check(err)
	at := func(i, j int) *ivy.Array { return e.GetItem(t, ivy.Ellipsis, i, j) }
	a, b, low, last := at(m-1, m-1), at(m-1, m), at(m, m-1), at(m, m)
	there := e.Greater(e.Abs(low), e.Multiply(number(e, info.Eps, d.Component()), e.Add(e.Abs(a), e.Abs(last))))
	one, zero := number(e, 1, d), number(e, 0, d)
	low = e.Where(there, low, one)
	half := e.Multiply(e.Subtract(a, last), number(e, 0.5, d))
	square := e.Where(there, e.Add(e.Multiply(half, half), e.Multiply(b, low)), one)
	root := e.Sqrt(square)
	// Of the two eigenvalues the one that is farther from the last element of the diagonal.
	less := e.Less(e.Real(e.Multiply(conj(e, half), root)), number(e, 0, d.Component()))
	mu := e.Add(half, e.Where(less, e.Negative(root), root))
	length := e.Astype(e.Sqrt(e.Add(e.Square(e.Abs(mu)), e.Square(e.Abs(low)))), d)
	c, s := e.Where(there, e.Divide(mu, length), one), e.Where(there, e.Divide(low, length), zero)
	turn := e.Stack([]*ivy.Array{e.Stack([]*ivy.Array{conj(e, c), s}, ivy.Axis(-1)), e.Stack([]*ivy.Array{e.Negative(s), c}, ivy.Axis(-1))}, ivy.Axis(-2))
	back := e.Adjoint(turn)

	part := func(x *ivy.Array, row, rowEnd, column, columnEnd any) *ivy.Array {
		return e.GetItem(x, ivy.Ellipsis, ivy.Slice(row, rowEnd), ivy.Slice(column, columnEnd))
	}
	rows := e.Concat([]*ivy.Array{part(t, m-1, m+1, nil, m-1), e.MatMul(turn, part(t, m-1, m+1, m-1, nil))}, ivy.Axis(-1))
	t = e.Concat([]*ivy.Array{part(t, nil, m-1, nil, nil), rows, part(t, m+1, nil, nil, nil)}, ivy.Axis(-2))
	two := e.MatMul(part(t, nil, m+1, m-1, m+1), back)
	left, right := part(two, nil, nil, nil, 1), part(two, nil, nil, 1, nil)
	left = e.Concat([]*ivy.Array{part(left, nil, m, nil, nil), e.ZerosLike(part(left, m, nil, nil, nil))}, ivy.Axis(-2))
	two = e.Concat([]*ivy.Array{e.Concat([]*ivy.Array{left, right}, ivy.Axis(-1)), part(t, m+1, nil, m-1, m+1)}, ivy.Axis(-2))
	replaced := func(x, columns *ivy.Array) *ivy.Array {
		return e.Concat([]*ivy.Array{part(x, nil, nil, nil, m-1), columns, part(x, nil, nil, m+1, nil)}, ivy.Axis(-1))
	}
	return replaced(t, two), replaced(z, e.MatMul(part(z, nil, nil, m-1, m+1), back))
}

// funm is by Parlett's recurrence over the diagonals of the triangular Schur form, as in algorithm 11.1.1 of Golub and Van Loan's
// Matrix Computations, first edition. Where two eigenvalues are one it leaves the quotient out, as SciPy and JAX do.
func funm(c call) any {
	x := c.given("A")
	s := x.V.Shape()
	if len(s) != 2 || s[0] != s[1] {
		c.Raise("ValueError", "expected square array_like input")
	}
	c.hasKernel(c.laxInexact(x))
	n := s[0]
	if n == 0 {
		c.Raise("IndexError", "funm() of no elements")
	}
	e := c.e
	wide := c.complexOf(x).V
	d := wide.Dtype()
	t, z := e.Schur(wide)
	values := c.function("func")(c.wrap(e.Diagonal(t), false))
	if !slices.Equal(values.V.Shape(), []int{n}) {
		c.Raise("ValueError", "funm(): func returns shape %v, want %v", values.V.Shape(), []int{n})
	}
	one, zero := number(e, 1, d), number(e, 0, d)
	// f has the diagonals of the result: element i of f[p] is that in row i and column i + p.
	f := []*ivy.Array{cast(c.Namespace, values.V, d)}
	least := e.Abs(e.GetItem(t, 0, 0))
	diagonal := func(p int) *ivy.Array { return e.Diagonal(t, ivy.K(p)) }
	first := diagonal(0)
	for p := 1; p < n; p++ {
		m := n - p
		ahead := func(x *ivy.Array, from int) *ivy.Array { return e.GetItem(x, ivy.Slice(from, from+m)) }
		sum := e.Multiply(diagonal(p), e.Subtract(ahead(f[0], p), ahead(f[0], 0)))
		for q := 1; q < p; q++ {
			between := e.Subtract(e.Multiply(ahead(diagonal(q), 0), ahead(f[p-q], q)), e.Multiply(ahead(f[q], 0), ahead(diagonal(p-q), q)))
			sum = e.Add(sum, between)
		}
		gap := e.Subtract(ahead(first, p), ahead(first, 0))
		apart := e.NotEqual(gap, zero)
		f = append(f, e.Where(apart, e.Divide(sum, e.Where(apart, gap, one)), sum))
		least = e.Minimum(least, e.Min(e.Abs(gap)))
	}
	sum := e.Diag(f[0])
	for p := 1; p < n; p++ {
		sum = e.Add(sum, e.Diag(f[p], ivy.K(p)))
	}
	result := e.MatMul(e.MatMul(z, sum), e.Adjoint(z))
	if c.Bool("disp") {
		return c.wrap(result, false)
	}
	info, err := dtype.Finfo(d)
	frontend.Check(err)
	parts := d.Component()
	tol := number(e, info.Eps, parts)
	least = e.Where(e.Equal(least, number(e, 0, parts)), tol, least)
	norm := e.Max(e.Sum(e.Abs(e.Triu(t, ivy.K(1))), ivy.Axis(0)))
	estimate := e.Minimum(number(e, 1, parts), e.Maximum(tol, e.Multiply(e.Divide(tol, least), norm)))
	estimate = e.Where(e.Any(e.IsInf(result)), number(e, math.Inf(1), parts), estimate)
	return c.notWeak(result, estimate)
}

func solveSylvester(c call) any {
	xs := c.inexact(c.given("A"), c.given("B"), c.given("C"))
	var dims [3][]int
	for i, x := range xs {
		dims[i] = x.V.Shape()
		if len(dims[i]) < 2 {
			c.Raise("ValueError", "solve_sylvester(): shape %v, want two axes at least", dims[i])
		}
	}
	last := func(s []int) []int { return s[len(s)-2:] }
	m, n := last(dims[2])[0], last(dims[2])[1]
	if !slices.Equal(last(dims[0]), []int{m, m}) || !slices.Equal(last(dims[1]), []int{n, n}) {
		c.Raise("ValueError", "Incompatible shapes for Sylvester equation: A: %v, B: %v, C: %v", dims[0], dims[1], dims[2])
	}
	if method := c.Arg("method"); method != "schur" && method != "eigen" {
		c.Raise("ValueError", "Unrecognized method %v. The two valid methods are either \"schur\" or \"eigen\".", method)
	}
	c.hasKernel(xs[0])
	tol := c.arr("tol").V
	batch := c.broadcast(dims[0][:len(dims[0])-2], dims[1][:len(dims[1])-2], dims[2][:len(dims[2])-2])
	vs := make([]*ivy.Array, 3)
	for i, x := range xs {
		vs[i] = c.e.BroadcastTo(x.V, slices.Concat(batch, last(dims[i])))
	}
	return c.wrap(sylvester(c.e, vs[0], vs[1], vs[2], c.e.StopGradient(tol)), false)
}

// sylvester returns the x of a·x + x·b = y, or NaN where a sum of an eigenvalue of a and one of b is less than tol. It has the derivatives
// that the equation has; its steps have none.
func sylvester(e *ivy.Env, a, b, y, tol *ivy.Array) *ivy.Array {
	if !slices.ContainsFunc([]*ivy.Array{a, b, y}, (*ivy.Array).IsRecorded) {
		return sylvesterBySchur(e, a, b, y, tol)
	}
	return e.CustomGradient(func(xs ...*ivy.Array) (*ivy.Array, func(u *ivy.Array) []*ivy.Array) {
		a, b, y := xs[0], xs[1], xs[2]
		z := sylvesterBySchur(e, e.StopGradient(a), e.StopGradient(b), e.StopGradient(y), tol)
		return z, func(u *ivy.Array) []*ivy.Array {
			x := sylvester(e, a, b, y, tol)
			w, turned := sylvester(e, e.MatrixTranspose(a), e.MatrixTranspose(b), u, tol), e.MatrixTranspose(x)
			return []*ivy.Array{e.Negative(e.MatMul(w, turned)), e.Negative(e.MatMul(turned, w)), w}
		}
	})(a, b, y)
}

// sylvesterBySchur makes the equation triangular by the Schur forms of a and of bᴴ, and solves it for a column at a time, the last one
// first.
func sylvesterBySchur(e *ivy.Env, a, b, y, tol *ivy.Array) *ivy.Array {
	if y.Size() == 0 {
		return y
	}
	d := y.Dtype()
	wide := d
	if d.IsFloat() {
		wide = d.WithComplex()
	}
	t, u := e.Schur(e.Astype(a, wide))
	s, v := e.Schur(e.Adjoint(e.Astype(b, wide)))
	low := e.Adjoint(s)
	f := e.MatMul(e.MatMul(e.Adjoint(u), e.Astype(y, wide)), v)
	dims := f.Shape()
	m, n := dims[len(dims)-2], dims[len(dims)-1]
	columns := make([]*ivy.Array, n)
	column := func(x *ivy.Array, j int) *ivy.Array { return e.GetItem(x, ivy.Ellipsis, ivy.Slice(j, j+1)) }
	for j := n - 1; j >= 0; j-- {
		right := column(f, j)
		if j < n-1 {
			done := e.Concat(columns[j+1:], ivy.Axis(-1))
			right = e.Subtract(right, e.MatMul(done, e.GetItem(low, ivy.Ellipsis, ivy.Slice(j+1, nil), ivy.Slice(j, j+1))))
		}
		shift := e.GetItem(low, ivy.Ellipsis, ivy.Slice(j, j+1), ivy.Slice(j, j+1))
		columns[j] = compose.SolveTriangular(e, e.Add(t, e.Multiply(shift, e.Eye(m, wide))), right, true, false)
	}
	x := e.MatMul(e.MatMul(u, e.Concat(columns, ivy.Axis(-1))), e.Adjoint(v))
	if d.IsFloat() {
		x = e.Real(x)
	}
	sums := e.Abs(e.Add(e.ExpandDims(e.Diagonal(t), ivy.Axis(-1)), e.ExpandDims(e.Diagonal(low), ivy.Axis(-2))))
	near := e.Any(e.Less(sums, e.Astype(tol, sums.Dtype())), ivy.Axes{-2, -1}, ivy.KeepDims(true))
	return e.Where(near, notNumber(e, d), x)
}
