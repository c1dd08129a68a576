package jax

import (
	"errors"
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/compose"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// The functions of jax.numpy.linalg that factorize matrices. XLA has them for float32, float64 and complex numbers. A matrix
// that is singular, indefinite or not finite is no error: its results have infinities and NaN. Signs of vectors are those
// of the unified API, and eigenvalues are in its order but for conjugate ones of real matrices, of which that with the
// positive imaginary part is first, as LAPACK has them.
var factorizations = []frontend.Func{
	{Path: "numpy.linalg.cholesky", Sig: "a, *, upper=False, symmetrize_input=True", Run: run(func(c call) any {
		x := c.factored("a", c.square)
		if c.Bool("symmetrize_input") {
			x = c.hermitianPart(x)
		}
		z := c.cholesky(x.V)
		if c.Bool("upper") {
			z = c.e.Adjoint(z)
		}
		return c.wrap(z, x.Weak)
	})},
	{Path: "numpy.linalg.inv", Sig: "a", Run: run(func(c call) any {
		x := c.arr("a")
		if s := x.V.Shape(); len(s) < 2 || s[len(s)-1] != s[len(s)-2] {
			c.Raise("ValueError", "Argument to inv must have shape [..., n, n], got %v", s)
		}
		return c.wrap(c.inverseOf(c.factored("a", c.matrices).V), false)
	})},
	{Path: "numpy.linalg.solve", Sig: "a, b", Run: run(func(c call) any { return c.solve(c.arr("a"), c.arr("b")) })},
	{Path: "numpy.linalg.tensorsolve", Sig: "a, b, axes=None", Run: run(func(c call) any {
		a, b := c.arr("a"), c.arr("b")
		if list, ok := frontend.Sequence(c.Arg("axes")); ok {
			var to []any
			for range list {
				to = append(to, a.V.Ndim()-1)
			}
			a = c.do("numpy.moveaxis", a, list, to)
		}
		s, t := a.V.Shape(), b.V.Shape()
		if len(s) < len(t) || !slices.Equal(s[:len(t)], t) {
			c.Raise("ValueError", "tensorsolve: shapes %v and %v: the first must begin with the second", s, t)
		}
		out := s[len(t):]
		n := 1
		for _, l := range out {
			n *= l
		}
		if n != b.V.Size() {
			c.Raise("ValueError", "tensorsolve: %d equations for %d unknowns", b.V.Size(), n)
		}
		z := c.solve(c.wrap(c.e.Reshape(a.V, []int{n, n}), a.Weak), c.wrap(c.e.Reshape(b.V, []int{n}), b.Weak))
		return c.wrap(c.e.Reshape(z.V, out), false)
	})},
	{Path: "numpy.linalg.tensorinv", Sig: "a, ind=2", Run: run(func(c call) any {
		x, ind := c.arr("a"), c.Int("ind")
		if ind <= 0 {
			c.Raise("ValueError", "ind must be a positive integer; got ind=%d", ind)
		}
		s := x.V.Shape()
		ind = min(ind, len(s))
		sizes := [2]int{1, 1}
		for i, l := range s {
			sizes[min(1, i/ind)] *= l
		}
		if sizes[0] != sizes[1] {
			c.Raise("ValueError", "tensorinv: shape %v, whose first %d lengths have another product than the others", s, ind)
		}
		z := c.do("numpy.linalg.inv", c.wrap(c.e.Reshape(x.V, sizes[:]), x.Weak))
		return c.wrap(c.e.Reshape(z.V, slices.Concat(s[ind:], s[:ind])), false)
	})},
	{Path: "numpy.linalg.slogdet", Sig: "a, *, method=None", Out: frontend.List, Run: run(func(c call) any {
		x := c.inexact(c.arr("a"))[0]
		if s := x.V.Shape(); len(s) < 2 || s[len(s)-1] != s[len(s)-2] {
			c.Raise("ValueError", "Argument to slogdet() must have shape [..., n, n], got %v", s)
		}
		if m := c.Arg("method"); m != nil && m != "lu" && m != "qr" {
			c.Raise("ValueError", "Unknown slogdet method '%v'. Supported methods are 'lu' (`None`), and 'qr'.", m)
		}
		if c.Arg("method") == "qr" && isComplex(x) {
			c.Raise("NotImplementedError", "slogdet method='qr' not implemented for complex inputs.")
		}
		if s := x.V.Shape(); s[len(s)-1] > 2 {
			c.hasKernel(x)
		}
		sign, log := c.e.Slogdet(x.V)
		return c.asWeak(x.Weak, sign, log)
	})},
	{Path: "numpy.linalg.qr", Sig: "a, mode='reduced'", Out: frontend.Value, Doc: "A list of Q and R; with mode \"r\" R alone.", Run: run(func(c call) any {
		c.arr("a")
		mode := c.Arg("mode")
		if mode == "raw" {
			c.Raise("NotImplementedError", "qr with mode 'raw'")
		}
		if !slices.Contains([]any{"reduced", "r", "full", "complete"}, mode) {
			c.Raise("ValueError", "Unsupported QR decomposition mode '%v'", mode)
		}
		x := c.factored("a", c.matrices)
		kind := ivy.Mode("reduced")
		if mode == "complete" {
			kind = "complete"
		}
		q, r := c.e.QR(x.V, kind)
		if mode == "r" {
			return c.wrap(r, x.Weak)
		}
		return c.asWeak(x.Weak, q, r)
	})},
	{Path: "numpy.linalg.svd", Sig: "a, full_matrices=True, compute_uv=True, hermitian=False, subset_by_index=None", Out: frontend.Value,
		Doc: "A list of U, the singular values and Vᴴ; without compute_uv the values alone.", Run: run(func(c call) any {
			c.none("subset_by_index")
			hermitian := c.Bool("hermitian")
			x := c.factored("a", c.matrices)
			if !c.Bool("compute_uv") {
				return c.wrap(c.singularValues(x, hermitian), x.Weak)
			}
			u, s, vh := c.svd(x, c.Bool("full_matrices"), hermitian)
			return c.asWeak(x.Weak, u, s, vh)
		})},
	{Path: "numpy.linalg.svdvals", Sig: "x, /", Run: run(func(c call) any {
		x := c.factored("x", c.matrices)
		return c.wrap(c.e.Svdvals(x.V), x.Weak)
	})},
	{Path: "numpy.linalg.eigh", Sig: "a, UPLO=None, symmetrize_input=True", Out: frontend.List, Run: run(func(c call) any {
		upper := c.triangle()
		x := c.symmetrized(c.factored("a", c.square))
		w, v := c.e.Eigh(x.V, upper)
		return c.asWeak(x.Weak, w, v)
	})},
	{Path: "numpy.linalg.eigvalsh", Sig: "a, UPLO='L', *, symmetrize_input=True", Run: run(func(c call) any {
		c.arr("a")
		upper := c.triangle()
		x := c.factored("a", c.square)
		return c.wrap(c.e.Eigvalsh(c.symmetrized(x).V, upper), x.Weak)
	})},
	{Path: "numpy.linalg.eig", Sig: "a", Out: frontend.List, Run: run(func(c call) any {
		x := c.factored("a", c.squareValues)
		w, v := c.e.Eig(x.V)
		if !isComplex(x) {
			w, v = compose.Conjugates(c.e, w), compose.Conjugates(c.e, v)
		}
		return c.asWeak(x.Weak, w, v)
	})},
	{Path: "numpy.linalg.eigvals", Sig: "a", Run: run(func(c call) any {
		x := c.factored("a", c.squareValues)
		w := c.e.Eigvals(x.V)
		if !isComplex(x) {
			w = compose.Conjugates(c.e, w)
		}
		return c.wrap(w, x.Weak)
	})},
	{Path: "numpy.linalg.matrix_rank", Sig: "M, rtol=None, *, hermitian=False, tol=None", Run: run(func(c call) any {
		x := c.arr("M")
		tol := "rtol"
		if c.Has("tol") {
			if c.Has("rtol") {
				c.Raise("ValueError", "matrix_rank: only one of tol or rtol may be specified.")
			}
			tol = "tol"
		}
		x = c.inexact(x)[0]
		if x.V.Ndim() < 2 {
			return c.wrap(c.e.Astype(c.e.Any(c.e.NotEqual(x.V, number(c.e, 0, x.V.Dtype()))), dtype.Int32), false)
		}
		c.hasKernel(x)
		s := c.wrap(c.singularValues(x, c.Bool("hermitian")), false)
		dims := x.V.Shape()
		var least value
		if c.Has(tol) {
			least = c.arr(tol)
		} else {
			if s.V.Size() == 0 && dims[len(dims)-1]*dims[len(dims)-2] == 0 {
				c.Raise("ValueError", "matrix_rank: a maximum of no singular values")
			}
			info, err := dtype.Finfo(s.V.Dtype())
			frontend.Check(err)
			least = c.mul(c.over(maxOfs, s, []int{len(dims) - 2}, false, dtype.Invalid, nil, nil), c.constant(s, float64(max(dims[len(dims)-1], dims[len(dims)-2]))*info.Eps))
		}
		great := c.do("numpy.greater", s, c.wrap(c.e.ExpandDims(least.V, ivy.Axis(-1)), least.Weak))
		return c.over(sumOf, great, []int{great.V.Ndim() - 1}, false, dtype.Invalid, nil, nil)
	})},
	{Path: "numpy.linalg.pinv", Sig: "a, rtol=None, hermitian=False, *, rcond=None", Run: run(pinv)},
	{Path: "numpy.linalg.lstsq", Sig: "a, b, rcond=None, *, numpy_resid=False", Out: frontend.List, Run: run(lstsq)},
	{Path: "numpy.linalg.cond", Sig: "x, p=None", Run: run(cond)},
}

// notWeak returns results that are not weak.
func (c call) notWeak(xs ...*ivy.Array) []value {
	out := make([]value, len(xs))
	for i, x := range xs {
		out[i] = c.wrap(x, false)
	}
	return out
}

// asWeak returns results that are weak or not.
func (c call) asWeak(weak bool, xs ...*ivy.Array) []value {
	zs := c.notWeak(xs...)
	for _, z := range zs {
		z.Weak = weak
	}
	return zs
}

// factored returns an argument as inexact numbers that XLA factorizes, if it has the shape, which comes first.
func (c call) factored(name string, shaped func(value) value) value {
	return c.hasKernel(shaped(c.inexact(c.arr(name))[0]))
}

// hasKernel refuses the 16-bit floats.
func (c call) hasKernel(x value) value {
	if x.V.Dtype().Bits() < 32 {
		c.Raise("NotImplementedError", "%s: no decomposition of %v", c.Func.Path, x.V.Dtype())
	}
	return x
}

// matrices refuses what has fewer than two axes.
func (c call) matrices(x value) value {
	if x.V.Ndim() < 2 {
		c.Raise("TypeError", "%s: shape %v, want two axes at least", c.Func.Path, x.V.Shape())
	}
	return x
}

// square refuses what are no square matrices.
func (c call) square(x value) value {
	c.matrices(x)
	if s := x.V.Shape(); s[len(s)-1] != s[len(s)-2] {
		c.Raise("TypeError", "%s: shape %v, want square matrices", c.Func.Path, s)
	}
	return x
}

// squareValues is square of eigenvalues of any matrices.
func (c call) squareValues(x value) value {
	if s := x.V.Shape(); len(s) > 1 && s[len(s)-1] != s[len(s)-2] {
		c.Raise("ValueError", "%s: shape %v, want square matrices", c.Func.Path, s)
	}
	return c.square(x)
}

// triangle returns the argument UPLO.
func (c call) triangle() ivy.Upper {
	switch uplo := c.Arg("UPLO"); uplo {
	case nil, "L":
		return false
	case "U":
		return true
	default:
		c.Raise("ValueError", "UPLO must be one of None, 'L', or 'U', got %v", uplo)
	}
	return false
}

// hermitianPart returns (x + xᴴ)/2.
func (c call) hermitianPart(x value) value {
	two := number(c.e, 2, x.V.Dtype())
	return c.wrap(c.e.Divide(c.e.Add(x.V, c.e.Adjoint(x.V)), two), x.Weak)
}

func (c call) symmetrized(x value) value {
	if c.Bool("symmetrize_input") {
		return c.hermitianPart(x)
	}
	return x
}

// cholesky returns the lower factors, of NaN in the lower triangle for matrices that are not positive definite.
func (c call) cholesky(x *ivy.Array) *ivy.Array {
	return compose.OrElse(c.e, x, func(x *ivy.Array) *ivy.Array { return c.e.Cholesky(x) }, func(x *ivy.Array) *ivy.Array {
		return c.e.Tril(c.e.Multiply(x, number(c.e, math.NaN(), x.Dtype())))
	})
}

// inverseOf returns the inverses of matrices; those of singular ones have infinities and NaN.
func (c call) inverseOf(x *ivy.Array) *ivy.Array {
	s := x.Shape()
	return c.solved(x, c.e.BroadcastTo(c.e.Eye(s[len(s)-1], x.Dtype()), s))
}

// solve is that of a right side that is a vector if it has one axis, and else matrices.
func (c call) solve(a, b value) value {
	xs := c.inexact(a, b)
	s, t := xs[0].V.Shape(), xs[1].V.Shape()
	if len(s) < 2 {
		c.Raise("ValueError", "left hand array must be at least two dimensional; got a.shape=%v", s)
	}
	n := s[len(s)-1]
	if len(t) > 1 && len(s) == len(t)+1 && n == t[len(t)-1] && n != t[len(t)-2] {
		c.Raise("ValueError", "Invalid shapes for solve: %v, %v", s, t)
	}
	if len(t) == 0 || n != s[len(s)-2] || t[max(len(t)-2, 0)] != n {
		c.Raise("ValueError", "solve: shapes %v and %v", s, t)
	}
	c.hasKernel(xs[0])
	var z *ivy.Array
	err := ivy.Try(func() { z = c.solved(xs[0].V, xs[1].V) })
	if errors.Is(err, ivy.ErrShape) {
		c.Raise("ValueError", "solve: %v", err)
	}
	frontend.Check(err)
	return c.wrap(z, xs[0].Weak)
}

// solved returns the solutions of matrices x for b; those of singular matrices have infinities and NaN, which come of
// the divisions by zero.
func (c call) solved(x, b *ivy.Array) (z *ivy.Array) {
	err := ivy.Try(func() { z = c.e.Solve(x, b) })
	switch {
	case err == nil:
		return z
	case !errors.Is(err, ivy.ErrLinAlg):
		panic(err)
	}
	vector := b.Ndim() == 1
	if vector {
		b = c.e.ExpandDims(b, ivy.Axis(1))
	}
	p, l, u := c.e.LU(x)
	y := c.e.SolveTriangular(l, c.e.MatMul(c.e.MatrixTranspose(p), b), ivy.Unit(true))
	z = compose.SolveTriangular(c.e, u, y, true, false)
	if vector {
		z = c.e.Squeeze(z, ivy.Axis(-1))
	}
	return z
}

// singularValues returns the singular values, of Hermitian matrices by the eigenvalues.
func (c call) singularValues(x value, hermitian bool) *ivy.Array {
	if !hermitian {
		return c.e.Svdvals(x.V)
	}
	return compose.HermitianSingularValues(c.e, c.hermitianPart(c.square(x)).V)
}

func (c call) svd(x value, full, hermitian bool) (u, s, vh *ivy.Array) {
	if !hermitian {
		return c.e.SVD(x.V, ivy.FullMatrices(full))
	}
	return compose.HermitianSVD(c.e, c.hermitianPart(c.square(x)).V)
}

func pinv(c call) any {
	tol := "rtol"
	if c.Has("rcond") {
		if c.Has("rtol") {
			c.Raise("ValueError", "pinv: only one of rtol and rcond may be specified.")
		}
		tol = "rcond"
	}
	x := c.inexact(c.arr("a"))[0]
	dims := x.V.Shape()
	if len(dims) < 2 {
		c.Raise("ValueError", "pinv: shape %v, want two axes at least", dims)
	}
	m, n := dims[len(dims)-2], dims[len(dims)-1]
	if min(m, n) == 0 {
		return c.wrap(c.e.MatrixTranspose(x.V), false)
	}
	c.hasKernel(x)
	u, s, vh := c.svd(x, false, c.Bool("hermitian"))
	first := c.e.GetItem(s, ivy.Ellipsis, ivy.Slice(0, 1))
	var least *ivy.Array
	if c.Has(tol) {
		r := c.do("numpy.asarray", c.arr(tol))
		least = c.do("numpy.multiply", c.wrap(c.e.ExpandDims(r.V, ivy.Axis(-1)), r.Weak), c.wrap(first, false)).V
	} else {
		info, err := dtype.Finfo(x.V.Dtype())
		frontend.Check(err)
		least = c.e.Multiply(first, number(c.e, 10*float64(max(m, n))*info.Eps, s.Dtype()))
	}
	one := number(c.e, 1, s.Dtype())
	used := c.e.Greater(s, least)
	f := c.e.Where(used, c.e.Divide(one, c.e.Where(used, s, one)), number(c.e, 0, s.Dtype()))
	f = c.e.Where(c.e.IsNan(s), s, f)
	v := c.e.Multiply(c.e.Adjoint(vh), c.e.Astype(c.e.ExpandDims(f, ivy.Axis(-2)), x.V.Dtype()))
	return c.wrap(c.e.MatMul(v, c.e.Adjoint(u)), false)
}

func lstsq(c call) any {
	xs := c.inexact(c.arr("a"), c.arr("b"))
	a, b := xs[0].V, xs[1].V
	if a.Ndim() == 0 || b.Ndim() == 0 {
		c.Raise("IndexError", "lstsq: a scalar")
	}
	if a.Shape()[0] != b.Shape()[0] {
		c.Raise("ValueError", "Leading dimensions of input arrays must match")
	}
	vector := b.Ndim() == 1
	if vector {
		b = c.e.ExpandDims(b, ivy.Axis(1))
	}
	if a.Ndim() != 2 || b.Ndim() != 2 {
		c.Raise("TypeError", "lstsq: arrays of %d and %d axes, want two", a.Ndim(), b.Ndim())
	}
	m, n := a.Shape()[0], a.Shape()[1]
	var z, rank, s *ivy.Array
	if a.Size() == 0 {
		s = c.e.Empty([]int{0}, a.Dtype())
		rank = c.e.Zeros(nil, c.defaults().Int)
		z = c.e.Zeros([]int{n, b.Shape()[1]}, a.Dtype())
	} else {
		c.hasKernel(xs[0])
		info, err := dtype.Finfo(a.Dtype())
		frontend.Check(err)
		rcond := info.Eps * float64(max(m, n))
		if c.Has("rcond") {
			if rcond = c.Float("rcond"); rcond < 0 {
				rcond = info.Eps
			}
		}
		z, _, rank, s = c.e.Lstsq(a, b, ivy.Rtol(rcond))
		rank = c.canonical(rank)
	}
	var left *ivy.Array
	if c.Bool("numpy_resid") && (rank.Int() < n || m <= n) {
		left = c.e.Empty([]int{0}, c.defaults().Float)
	} else {
		r := c.e.Subtract(b, c.e.MatMul(a, z))
		left = c.e.Sum(c.e.Square(c.e.Abs(r)), ivy.Axis(0), r.Dtype().Component())
	}
	if vector {
		z = c.e.Squeeze(z, ivy.Axis(1))
	}
	return c.notWeak(z, left, rank, s)
}

func cond(c call) any {
	x := c.arr("x")
	s := x.V.Shape()
	if len(s) < 2 {
		c.Raise("ValueError", "jnp.linalg.cond: input array must be at least 2D; got arr.shape=%v", s)
	}
	if s[len(s)-1] == 0 || s[len(s)-2] == 0 {
		c.Raise("ValueError", "jnp.linalg.cond: input array must not be empty; got arr.shape=%v", s)
	}
	p := c.Arg("p")
	if f, ok := p.(float64); ok && (f == 2 || f == -2) {
		p = int(f)
	}
	var r value
	switch p {
	case nil, 2, -2:
		x = c.hasKernel(c.inexact(x)[0])
		v := c.e.Svdvals(x.V)
		first, last := c.e.GetItem(v, ivy.Ellipsis, 0), c.e.GetItem(v, ivy.Ellipsis, -1)
		if p != -2 {
			return c.wrap(c.e.Divide(first, last), x.Weak)
		}
		r = c.wrap(c.e.Divide(last, first), false)
	default:
		if s[len(s)-1] != s[len(s)-2] {
			c.Raise("ValueError", "jnp.linalg.cond: for p=%v, array must be square; got arr.shape=%v", p, s)
		}
		norm := func(x value) value {
			return c.do("numpy.linalg.norm", x, Kw("ord", p), Kw("axis", []int{-2, -1}))
		}
		r = c.mul(norm(x), norm(c.do("numpy.linalg.inv", x)))
	}
	strange := c.e.LogicalAnd(c.e.IsNan(r.V), c.e.LogicalNot(c.e.Any(c.e.IsNan(c.inexact(x)[0].V), ivy.Axes{-2, -1})))
	return c.wrap(c.e.Where(strange, number(c.e, math.Inf(1), r.V.Dtype()), r.V), false)
}
