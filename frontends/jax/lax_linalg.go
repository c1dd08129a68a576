package jax

import (
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/compose"
	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/ivy"
)

// The functions of jax.lax.linalg, which promote nothing: operands of other dtypes than inexact ones are errors. Signs of the vectors of
// eig, eigh, schur and svd are those of the unified API.
var laxLinalg = []frontend.Func{
	{Path: "lax.linalg.cholesky", Sig: "x, *, symmetrize_input=True", Run: run(func(c call) any {
		x := c.laxFactored(c.laxHermitian(), true)
		return c.wrap(c.e.Tril(c.cholesky(x.V)), x.Weak)
	})},
	{Path: "lax.linalg.cholesky_update", Sig: "r_matrix, w_vector", Run: run(choleskyUpdate)},
	{Path: "lax.linalg.eig", Sig: "x, *, compute_left_eigenvectors=True, compute_right_eigenvectors=True, enable_eigvec_derivs=False, implementation=None, use_magma=None", Out: frontend.List,
		Doc: "A list of the eigenvalues, the left and the right eigenvectors.", Run: run(func(c call) any {
			if c.Has("implementation") || c.Has("use_magma") && c.Bool("use_magma") {
				c.Raise("ValueError", "Only the lapack implementation is supported on CPU.")
			}
			x := c.laxFactored(c.arr("x"), true)
			left, right := c.Bool("compute_left_eigenvectors"), c.Bool("compute_right_eigenvectors")
			conjugate := func(x *ivy.Array) *ivy.Array { return x }
			if !isComplex(x) { // of a pair that with the positive imaginary part is first, as LAPACK has it
				conjugate = func(x *ivy.Array) *ivy.Array { return compose.Conjugates(c.e, x) }
			}
			if !left && !right {
				return c.asWeak(x.Weak, conjugate(c.e.Eigvals(x.V)))
			}
			var zs []*ivy.Array
			if left {
				w, u := c.e.Eig(c.e.MatrixTranspose(x.V))
				zs = append(zs, conjugate(w), conj(c.e, conjugate(u)))
			}
			if right {
				w, v := c.e.Eig(x.V)
				if zs == nil {
					zs = append(zs, nil)
				}
				zs[0] = conjugate(w)
				zs = append(zs, conjugate(v))
			}
			return c.asWeak(x.Weak, zs...)
		})},
	{Path: "lax.linalg.eigh", Sig: "x, *, lower=True, symmetrize_input=True, sort_eigenvalues=True, subset_by_index=None, implementation=None", Out: frontend.List,
		Doc: "A list of the eigenvectors and the eigenvalues, which ascend whatever sort_eigenvalues says.", Run: run(func(c call) any {
			x := c.laxFactored(c.laxHermitian(), true)
			s := x.V.Shape()
			if from, to, some := c.subset(); some && (from != 0 || to != s[len(s)-1]) {
				c.Raise("NotImplementedError", "eigh(): subset_by_index is not supported")
			}
			w, v := c.e.Eigh(x.V, ivy.Upper(!c.Bool("lower")))
			return c.asWeak(x.Weak, v, w)
		})},
	{Path: "lax.linalg.hessenberg", Sig: "a", Out: frontend.List, Doc: "A list of the Hessenberg form, with the vectors of reflections below it, and of their τ.", Run: run(func(c call) any {
		x := c.arr("a")
		h, taus := c.hessenberg(x)
		return c.asWeak(x.Weak, h, taus)
	})},
	{Path: "lax.linalg.householder_product", Sig: "a, taus", Run: run(func(c call) any {
		a, taus := c.arr("a"), c.arr("taus")
		s, t := a.V.Shape(), taus.V.Shape()
		c.ranks([]value{a, taus}, 2, 1)
		if m, n := s[len(s)-2], s[len(s)-1]; m < n || t[len(t)-1] > n {
			c.Raise("ValueError", "householder_product(): shapes %v and %v", s, t)
		}
		c.sameInexact(a, taus)
		c.hasKernel(a)
		return c.wrap(householderProduct(c.e, a.V, taus.V), a.Weak && taus.Weak)
	})},
	{Path: "lax.linalg.lu", Sig: "x", Out: frontend.List, Doc: "A list of L and U as one matrix, of the row with which each row was exchanged, and of the rows' order, as int32.", Run: run(func(c call) any {
		x := c.laxFactored(c.arr("x"), false)
		lu, pivots, rows := c.luFactor(x)
		return c.asWeak(x.Weak, lu, pivots, rows)
	})},
	{Path: "lax.linalg.lu_pivots_to_permutation", Sig: "pivots, permutation_size", Run: run(func(c call) any {
		if c.isArray(c.Arg("permutation_size")) {
			c.Raise("TypeError", "lu_pivots_to_permutation(): permutation_size is an array, which has no hash")
		}
		return c.wrap(c.permutation(c.arr("pivots"), c.Int("permutation_size")), false)
	})},
	{Path: "lax.linalg.ormqr", Sig: "a, taus, c, *, left=True, transpose=False", Run: run(ormqr)},
	{Path: "lax.linalg.qdwh", Sig: "x, *, is_hermitian=False, max_iterations=None, eps=None, dynamic_shape=None", Out: frontend.List,
		Doc: "A list of the unitary and of the positive semidefinite factor, of how many steps it took, and of whether they converged.", Run: run(qdwh)},
	{Path: "lax.linalg.qr", Sig: "x, *, pivoting=False, full_matrices=True, use_magma=None", Out: frontend.List, Doc: "A list of Q and R; with pivoting also of the columns' order.", Run: run(func(c call) any {
		x := c.laxFactored(c.arr("x"), false)
		return c.asWeak(x.Weak, c.qr(x, c.Bool("full_matrices"), c.Bool("pivoting"))...)
	})},
	{Path: "lax.linalg.schur", Sig: "x, *, compute_schur_vectors=True, sort_eig_vals=False, select_callable=None", Out: frontend.List, Doc: "A list of T and Z; without compute_schur_vectors of T alone.", Run: run(func(c call) any {
		v := c.arr("x")
		if !hashable(c.Arg("select_callable")) { // which is of no use without sort_eig_vals
			c.Raise("TypeError", "schur(): select_callable has no hash: %s", c.Shown(c.Arg("select_callable")))
		}
		x := c.laxFactored(v, true)
		if c.Bool("sort_eig_vals") {
			c.Raise("NotImplementedError", "schur(): sort_eig_vals is not supported")
		}
		t, z := c.e.Schur(x.V)
		if !c.Bool("compute_schur_vectors") {
			return c.asWeak(x.Weak, t)
		}
		return c.asWeak(x.Weak, t, z)
	})},
	{Path: "lax.linalg.svd", Sig: "x, *, full_matrices=True, compute_uv=True, subset_by_index=None, algorithm=None", Out: frontend.Value,
		Doc: "A list of U, the singular values and Vᴴ; without compute_uv the values alone.", Run: run(func(c call) any {
			c.none("algorithm")
			x := c.laxFactored(c.arr("x"), false)
			s := x.V.Shape()
			k := min(s[len(s)-1], s[len(s)-2])
			if from, to, some := c.subset(); some && (from != 0 || to != k) {
				if c.Bool("full_matrices") {
					c.Raise("ValueError", "full_matrices and subset_by_index cannot both be set")
				}
				c.Raise("NotImplementedError", "svd(): subset_by_index is not supported")
			}
			if !c.Bool("compute_uv") {
				return c.wrap(c.e.Svdvals(x.V), x.Weak)
			}
			u, w, vh := c.e.SVD(x.V, ivy.FullMatrices(c.Bool("full_matrices")))
			return c.asWeak(x.Weak, u, w, vh)
		})},
	{Path: "lax.linalg.symmetric_product", Sig: "a_matrix, c_matrix, *, alpha=1.0, beta=0.0, symmetrize_output=False", Run: run(symmetricProduct)},
	{Path: "lax.linalg.triangular_solve", Sig: "a, b, *, left_side=False, lower=False, transpose_a=False, conjugate_a=False, unit_diagonal=False", Run: run(triangularSolve)},
	{Path: "lax.linalg.tridiagonal", Sig: "a, *, lower=True", Out: frontend.List,
		Doc: "A list of four arrays: the matrix with the tridiagonal form and the reflections' vectors in one triangle, the diagonal, the off-diagonal, and the reflections' τ.", Run: run(func(c call) any {
			x := c.laxFactored(c.arr("a"), true)
			if s := x.V.Shape(); s[len(s)-1] == 0 {
				c.Raise("ValueError", "tridiagonal() of shape %v", s)
			}
			z, d, e, taus := tridiagonalReflectors(c.e, x.V, c.Bool("lower"))
			return c.asWeak(x.Weak, z, d, e, taus)
		})},
	{Path: "lax.linalg.tridiagonal_solve", Sig: "dl, d, du, b, *, perturb_singular=False", Run: run(tridiagonalSolve)},
}

// laxHermitian returns the argument x, or with symmetrize_input the half of the sum of it and its adjoint, of which bools and
// integers become floats.
func (c call) laxHermitian() value {
	if !c.Bool("symmetrize_input") {
		return c.arr("x")
	}
	_, isList := frontend.Sequence(c.Arg("x"))
	if isList || !c.isArray(c.Arg("x")) {
		c.Raise("AttributeError", "%s(): x is %s, want an array", c.Func.Path, c.Shown(c.Arg("x")))
	}
	x := c.square(c.arr("x"))
	return c.div(c.add(x, c.wrap(c.e.Adjoint(x.V), x.Weak)), 2)
}

// isArray reports whether an argument is an array.
func (c call) isArray(v any) bool {
	o, err := c.Namespace.Operand(v)
	return err == nil && o.A != nil
}

// laxFactored refuses what is no inexact matrix that there is a kernel for. JAX asks for shapes before dtypes.
func (c call) laxFactored(x value, square bool) value {
	c.matrices(x)
	if square {
		c.laxSquare(x)
	}
	return c.hasKernel(c.laxInexact(x))
}

// hessenberg returns the Hessenberg form with the vectors of reflections, and their τ.
func (c call) hessenberg(x value) (h, taus *ivy.Array) {
	if s := c.laxFactored(x, true).V.Shape(); s[len(s)-1] == 0 {
		c.Raise("ValueError", "%s() of shape %v", c.Func.Path, s)
	}
	return hessenbergReflectors(c.e, x.V)
}

// sameInexact refuses operands that are not of one inexact dtype.
func (c call) sameInexact(xs ...value) {
	for _, x := range xs {
		c.laxInexact(x)
		if x.V.Dtype() != xs[0].V.Dtype() {
			c.Raise("TypeError", "%s(): dtypes %v and %v", c.Func.Path, xs[0].V.Dtype(), x.V.Dtype())
		}
	}
}

// sameReal is sameInexact of floats.
func (c call) sameReal(xs ...value) {
	c.sameInexact(xs...)
	if isComplex(xs[0]) {
		c.Raise("TypeError", "%s does not accept dtype %v", c.Func.Path, xs[0].V.Dtype())
	}
}

// ranks refuses operands without the axes that they must have, or of which one has other axes in front of these than the first.
func (c call) ranks(xs []value, core ...int) {
	lead := func(i int) []int {
		s := xs[i].V.Shape()
		return s[:max(len(s)-core[i], 0)]
	}
	for i, x := range xs {
		if x.V.Ndim() < core[i] || x.V.Ndim()-core[i] != len(lead(0)) {
			c.Raise("TypeError", "%s(): operand %d has shape %v", c.Func.Path, i, x.V.Shape())
		}
	}
	for i, x := range xs {
		if !slices.Equal(lead(i), lead(0)) {
			c.Raise("TypeError", "%s(): operand %d has shape %v, and the first %v", c.Func.Path, i, x.V.Shape(), xs[0].V.Shape())
		}
	}
}

// subset returns the argument subset_by_index.
func (c call) subset() (from, to int, some bool) {
	if !c.Has("subset_by_index") {
		return 0, 0, false
	}
	list, ok := frontend.Sequence(c.Arg("subset_by_index"))
	if ok && len(list) == 2 {
		a, isFirst := c.index(list[0])
		b, isLast := c.index(list[1])
		if isFirst && isLast {
			return a, b, true
		}
	}
	c.Raise("TypeError", "%s(): subset_by_index is %s, want two integers", c.Func.Path, c.Shown(c.Arg("subset_by_index")))
	return 0, 0, false
}

// choleskyUpdate rotates w into the upper triangle r, of which r'ᵀ·r' is rᵀ·r + w·wᵀ, a row at a time.
func choleskyUpdate(c call) any {
	r, w := c.arr("r_matrix"), c.arr("w_vector")
	s, t := r.V.Shape(), w.V.Shape()
	if len(s) != 2 || len(t) != 1 {
		c.Raise("TypeError", "cholesky_update(): shapes %v and %v, want a matrix and a vector", s, t)
	}
	n := s[len(s)-1]
	if s[len(s)-2] != n || t[len(t)-1] != n {
		c.Raise("ValueError", "cholesky_update(): shapes %v and %v", s, t)
	}
	c.sameReal(r, w)
	e, d := c.e, r.V.Dtype()
	one, zero := number(e, 1, d), number(e, 0, d)
	v := w.V
	rows := make([]*ivy.Array, n)
	for k := range n {
		row := e.GetItem(r.V, ivy.Ellipsis, k, ivy.Colon)
		x, y := e.GetItem(row, ivy.Ellipsis, ivy.Slice(k, k+1)), e.GetItem(v, ivy.Ellipsis, ivy.Slice(k, k+1))
		none := e.Equal(y, zero)
		y = e.Where(none, one, y)
		scale := e.Maximum(e.Abs(x), e.Abs(y))
		x, y = e.Divide(x, scale), e.Divide(y, scale)
		length := e.Sqrt(e.Add(e.Square(x), e.Square(y)))
		cos, sin := e.Where(none, one, e.Divide(x, length)), e.Where(none, zero, e.Divide(y, length))
		rows[k] = e.Add(e.Multiply(cos, row), e.Multiply(sin, v))
		v = e.Subtract(e.Multiply(cos, v), e.Multiply(sin, row))
	}
	if n == 0 {
		return r
	}
	return c.wrap(e.Stack(rows, ivy.Axis(-2)), r.Weak && w.Weak)
}

// symmetricProduct is alpha·a·aᵀ + beta·c.
func symmetricProduct(c call) any {
	a, s := c.arr("a_matrix"), c.arr("c_matrix")
	c.ranks([]value{a, s}, 2, 2)
	p, q := a.V.Shape(), s.V.Shape()
	if n := q[len(q)-1]; q[len(q)-2] != n || p[len(p)-2] != n {
		c.Raise("ValueError", "symmetric_product(): shapes %v and %v", p, q)
	}
	c.sameReal(a, s)
	scaled := func(name string, x *ivy.Array) *ivy.Array {
		if !hashable(c.Arg(name)) {
			c.Raise("TypeError", "symmetric_product(): %s is %s, want a number", name, c.Shown(c.Arg(name)))
		}
		f := c.arr(name)
		if isComplex(f) {
			c.Raise("ValueError", "symmetric_product(): %s is complex", name)
		}
		return c.e.Multiply(cast(c.Namespace, f.V, x.Dtype()), x)
	}
	z := c.e.Add(scaled("alpha", c.e.MatMul(a.V, c.e.MatrixTranspose(a.V))), scaled("beta", s.V))
	if c.Bool("symmetrize_output") {
		z = c.e.Add(c.e.Tril(z), c.e.MatrixTranspose(c.e.Tril(z, ivy.K(-1))))
	}
	return c.wrap(z, a.Weak && s.Weak)
}

// triangularSolve is that of x in a·x = b, or in x·a = b, which is the transpose of an equation of the first kind.
func triangularSolve(c call) any {
	left := c.Bool("left_side")
	if list, isList := frontend.Sequence(c.Arg("a")); isList && !left {
		if lengths, _ := nested(list); len(lengths) == 1 && c.arr("b").V.Ndim() == 0 { // axes of b are added before a is refused
			c.Raise("ValueError", "axis -2 is out of bounds for array of dimension 1")
		}
	}
	a, b := c.arr("a"), c.arr("b")
	vector := b.V.Ndim() == a.V.Ndim()-1
	e := c.e
	axis := ivy.Axis(-2)
	if left {
		axis = -1
	}
	y := b
	if vector {
		y = c.wrap(e.ExpandDims(b.V, axis), false)
	}
	c.ranks([]value{a, y}, 2, 2)
	s, t := a.V.Shape(), y.V.Shape()
	n, m := s[len(s)-1], t[len(t)-1]
	if left {
		m = t[len(t)-2]
	}
	if s[len(s)-2] != n || m != n {
		c.Raise("ValueError", "triangular_solve(): shapes %v and %v", s, b.V.Shape())
	}
	c.sameInexact(a, y)
	how := triangular{lower: c.Bool("lower"), transposed: c.Bool("transpose_a"), conjugated: c.Bool("conjugate_a"), unit: c.Bool("unit_diagonal")}
	var z *ivy.Array
	if left {
		z = how.solve(e, a.V, y.V)
	} else {
		how.transposed = !how.transposed
		z = e.MatrixTranspose(how.solve(e, a.V, e.MatrixTranspose(y.V)))
	}
	if vector {
		z = e.Squeeze(z, axis)
	}
	return c.wrap(z, a.Weak && b.Weak)
}

func tridiagonalSolve(c call) any {
	dl, d, du, b := c.arr("dl"), c.arr("d"), c.arr("du"), c.arr("b")
	c.sameInexact(dl, d, du, b)
	c.ranks([]value{dl, d, du, b}, 1, 1, 1, 2)
	s, t := d.V.Shape(), b.V.Shape()
	if !slices.Equal(dl.V.Shape(), s) || !slices.Equal(du.V.Shape(), s) || !slices.Equal(t[:len(t)-1], s) {
		c.Raise("TypeError", "tridiagonal_solve(): diagonals of shapes %v, %v and %v, b of %v", dl.V.Shape(), s, du.V.Shape(), t)
	}
	c.hasKernel(d)
	if c.Bool("perturb_singular") {
		c.Raise("NotImplementedError", "tridiagonal_solve(): perturb_singular=True is not supported")
	}
	if b.V.Size() == 0 {
		return c.wrap(b.V, false)
	}
	e := c.e
	return c.wrap(reading.As(e, func(xs []*ivy.Array) *ivy.Array {
		return tridiagonalElimination(e, xs[0], xs[1], xs[2], xs[3])
	}, func(xs []*ivy.Array) *ivy.Array { // the derivative is that of the whole matrix
		return e.Solve(bands(e, xs[0], xs[1], xs[2]), xs[3])
	}, dl.V, d.V, du.V, b.V), dl.Weak && d.Weak && du.Weak && b.Weak)
}

// bands returns matrices with three diagonals: the first of low, and the last of up, are left out.
func bands(e *ivy.Env, low, middle, up *ivy.Array) *ivy.Array {
	dims := middle.Shape()
	n := dims[len(dims)-1]
	d := middle.Dtype()
	rows := func(x *ivy.Array, k int) *ivy.Array {
		m := e.Eye(n, d)
		if k != 0 {
			m = e.Diag(e.Ones([]int{n - 1}, d), ivy.K(k))
		}
		return e.Multiply(e.ExpandDims(x, ivy.Axis(-1)), m)
	}
	z := rows(middle, 0)
	if n > 1 {
		z = e.Add(z, e.Add(rows(low, -1), rows(up, 1)))
	}
	return z
}

// tridiagonalElimination is Gauss's with partial pivoting, as LAPACK's gtsv: of two rows that with the greater element is first. The
// solutions of singular matrices are NaN.
func tridiagonalElimination(e *ivy.Env, dl, d, du, b *ivy.Array) *ivy.Array {
	dims := d.Shape()
	n := dims[len(dims)-1]
	t := d.Dtype()
	at := func(x *ivy.Array, i int) *ivy.Array { return e.GetItem(x, ivy.Ellipsis, ivy.Slice(i, i+1)) }
	size := func(x *ivy.Array) *ivy.Array {
		if t.IsComplex() {
			return e.Add(e.Abs(e.Real(x)), e.Abs(e.Imag(x)))
		}
		return e.Abs(x)
	}
	zero := number(e, 0, t)
	type row struct{ pivot, next, after, right *ivy.Array }
	done := make([]row, 0, n)
	right := func(i int) *ivy.Array { return e.GetItem(b, ivy.Ellipsis, i, ivy.Colon) }
	now := row{at(d, 0), at(du, 0), e.ZerosLike(at(d, 0)), right(0)}
	if n == 1 {
		now.next = now.after
	}
	for i := 1; i < n; i++ {
		low := at(dl, i)
		below := row{at(d, i), e.ZerosLike(now.after), nil, right(i)}
		if i < n-1 {
			below.next = at(du, i)
		}
		swap := e.Less(size(now.pivot), size(low))
		first := row{e.Where(swap, low, now.pivot), e.Where(swap, below.pivot, now.next), e.Where(swap, below.next, zero), e.Where(swap, below.right, now.right)}
		second := row{e.Where(swap, now.pivot, low), e.Where(swap, now.next, below.pivot), e.Where(swap, zero, below.next), e.Where(swap, now.right, below.right)}
		f := e.Divide(second.pivot, first.pivot)
		done = append(done, first)
		now = row{e.Subtract(second.next, e.Multiply(f, first.next)), e.Subtract(second.after, e.Multiply(f, first.after)), e.ZerosLike(now.after), e.Subtract(second.right, e.Multiply(f, first.right))}
	}
	done = append(done, now)
	xs := make([]*ivy.Array, n)
	singular := e.Equal(done[0].pivot, zero)
	for i := n - 1; i >= 0; i-- {
		r := done[i]
		v := r.right
		if i+1 < n {
			v = e.Subtract(v, e.Multiply(r.next, xs[i+1]))
		}
		if i+2 < n {
			v = e.Subtract(v, e.Multiply(r.after, xs[i+2]))
		}
		xs[i] = e.Divide(v, r.pivot)
		singular = e.LogicalOr(singular, e.LogicalOr(e.Equal(r.pivot, zero), e.IsNan(r.pivot)))
	}
	z := e.Stack(xs, ivy.Axis(-2))
	return e.Where(e.ExpandDims(singular, ivy.Axis(-1)), notNumber(e, t), z)
}
