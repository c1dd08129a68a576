package numpy

import (
	"errors"
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/compose"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// The functions of numpy.linalg that factorize matrices. NumPy computes them in float64 and complex128, whatever the
// precision of the operands is. Signs of vectors are those of the unified API, and eigenvalues are in its order but for
// conjugate ones of real matrices, of which that with the positive imaginary part is first, as LAPACK has them.
var factorizations = []frontend.Func{
	{Path: "linalg.det", Sig: "a", Run: func(c *frontend.Call) any {
		x, d := matrix(c, "a", true)
		e := c.Env()
		sign, logs := e.Slogdet(x)
		return c.Wrap(e.Astype(e.Multiply(sign, e.Astype(e.Exp(logs), sign.Dtype())), d)) // as NumPy does, rounding and all
	}},
	{Path: "linalg.slogdet", Sig: "a", Out: frontend.List, Run: func(c *frontend.Call) any {
		x, d := matrix(c, "a", true)
		sign, logs := c.Env().Slogdet(x)
		return wrapped(c, []*ivy.Array{c.Env().Astype(sign, d), c.Env().Astype(logs, d.Component())})
	}},
	{Path: "linalg.inv", Sig: "a", Run: func(c *frontend.Call) any {
		x, d := matrix(c, "a", true)
		return c.Wrap(c.Env().Astype(inverse(c, x), d))
	}},
	{Path: "linalg.solve", Sig: "a, b", Run: func(c *frontend.Call) any {
		x, d := matrix(c, "a", true)
		b := array(c, "b")
		d = commonOr(d, linalgDtype(c, b.Dtype()))
		if b.Ndim() == 0 {
			c.Raise("LinAlgError", "0-dimensional array given. Array must be at least one-dimensional")
		}
		return c.Wrap(c.Env().Astype(solve(c, x, b, wideMatrix(d)), d))
	}},
	{Path: "linalg.tensorsolve", Sig: "a, b, axes=None", Run: tensorSolve},
	{Path: "linalg.tensorinv", Sig: "a, ind=2", Run: func(c *frontend.Call) any {
		n := c.Int("ind")
		if n <= 0 {
			c.Raise("ValueError", "Invalid ind argument.")
		}
		x, isObject := objectOr(c, "a")
		if isObject {
			c.Raise("UFuncTypeError", "Cannot cast ufunc 'inv' input to dtype('float64') with casting rule 'same_kind'")
		}
		s := x.Shape()
		n = min(n, len(s))
		rows, columns := s[:n], s[n:]
		product := 1
		for _, l := range columns {
			product *= l
		}
		if product == 0 {
			c.Raise("ValueError", "cannot reshape array of size 0 into shape (0,newaxis)")
		}
		e := c.Env()
		z := apply(c, "linalg.inv", c.Wrap(e.Reshape(x, []int{x.Size() / product, product})))
		if len(s) == 0 { // NumPy hands reshape the lengths one by one
			c.Raise("TypeError", "reshape() takes exactly 1 argument (0 given)")
		}
		return c.Wrap(e.Reshape(z, slices.Concat(columns, rows)))
	}},
	{Path: "linalg.cholesky", Sig: "a, /, *, upper=False", Run: func(c *frontend.Call) any {
		x, d := matrix(c, "a", true)
		upper := c.Bool("upper")
		return c.Wrap(c.Env().Astype(regular(c, func() *ivy.Array { return c.Env().Cholesky(x, ivy.Upper(upper)) }), d))
	}},
	{Path: "linalg.qr", Sig: "a, mode='reduced'", Out: frontend.Value, Run: func(c *frontend.Call) any {
		mode := c.Text("mode")
		switch mode {
		case "reduced", "complete", "r":
		case "raw":
			c.Raise("NotImplementedError", "qr() with the mode 'raw'")
		default:
			c.Raise("ValueError", "Unrecognized mode '%s'", mode)
		}
		x, d := matrix(c, "a", false)
		kind := ivy.Mode("reduced")
		if mode == "complete" {
			kind = "complete"
		}
		q, r := c.Env().QR(x, kind)
		if mode == "r" {
			return c.Wrap(c.Env().Astype(r, d))
		}
		return wrapped(c, []*ivy.Array{c.Env().Astype(q, d), c.Env().Astype(r, d)})
	}, Doc: "A list of Q and R; with mode \"r\" R alone."},
	{Path: "linalg.svd", Sig: "a, full_matrices=True, compute_uv=True, hermitian=False", Out: frontend.Value, Run: func(c *frontend.Call) any {
		hermitian := c.Bool("hermitian")
		x, d := matrix(c, "a", hermitian)
		if !c.Bool("compute_uv") {
			return c.Wrap(c.Env().Astype(singularValues(c, x, hermitian), d.Component()))
		}
		u, s, vh := decomposed(c, x, c.Bool("full_matrices"), hermitian)
		return wrapped(c, []*ivy.Array{c.Env().Astype(u, d), c.Env().Astype(s, d.Component()), c.Env().Astype(vh, d)})
	}, Doc: "A list of U, the singular values and Vᴴ; without compute_uv the values alone."},
	{Path: "linalg.svdvals", Sig: "x, /", Run: func(c *frontend.Call) any {
		x, d := matrix(c, "x", false)
		return c.Wrap(c.Env().Astype(singularValues(c, x, false), d.Component()))
	}},
	{Path: "linalg.eigh", Sig: "a, UPLO='L'", Out: frontend.List, Run: func(c *frontend.Call) any {
		upper := triangleOf(c)
		x, d := matrix(c, "a", true)
		finite(c, x, upper)
		w, v := c.Env().Eigh(x, upper)
		return wrapped(c, []*ivy.Array{c.Env().Astype(w, d.Component()), c.Env().Astype(v, d)})
	}},
	{Path: "linalg.eigvalsh", Sig: "a, UPLO='L'", Run: func(c *frontend.Call) any {
		upper := triangleOf(c)
		x, d := matrix(c, "a", true)
		finite(c, x, upper)
		return c.Wrap(c.Env().Astype(c.Env().Eigvalsh(x, upper), d.Component()))
	}},
	{Path: "linalg.eig", Sig: "a", Out: frontend.List, Run: func(c *frontend.Call) any {
		x, d := matrix(c, "a", true)
		allFinite(c, x)
		w, v := c.Env().Eig(x)
		return wrapped(c, realIfReal(c, d, w, v))
	}},
	{Path: "linalg.eigvals", Sig: "a", Run: func(c *frontend.Call) any {
		x, d := matrix(c, "a", true)
		allFinite(c, x)
		return c.Wrap(realIfReal(c, d, c.Env().Eigvals(x))[0])
	}},
	{Path: "linalg.matrix_rank", Sig: "A, tol=None, hermitian=False, *, rtol=None", Run: func(c *frontend.Call) any {
		e := c.Env()
		a := array(c, "A")
		if a.Ndim() < 2 {
			return number(c, e.Astype(e.Any(e.NotEqual(a, zeroD(e, 0, a.Dtype()))), Int64))
		}
		hermitian := c.Bool("hermitian")
		x, d := matrix(c, "A", hermitian)
		s := singularValues(c, x, hermitian)
		var bound *ivy.Array
		if c.Has("tol") {
			if c.Has("rtol") {
				c.Raise("ValueError", "`tol` and `rtol` can't be both set.")
			}
			bound = e.ExpandDims(e.Astype(array(c, "tol"), Float64), ivy.Axis(-1))
		} else {
			bound = tolerance(c, "rtol", s, x.Shape(), d)
		}
		return c.Wrap(e.CountNonzero(e.Greater(s, bound), ivy.Axis(-1)))
	}},
	{Path: "linalg.pinv", Sig: "a, rcond=None, hermitian=False, *, rtol=None", Run: func(c *frontend.Call) any {
		e := c.Env()
		hermitian := c.Bool("hermitian")
		x, d := matrix(c, "a", hermitian)
		if c.Has("rcond") && c.Has("rtol") {
			c.Raise("ValueError", "`rtol` and `rcond` can't be both set.")
		}
		name := "rtol"
		if c.Has("rcond") {
			name = "rcond"
		}
		if slices.Min(x.Shape()[x.Ndim()-2:]) == 0 {
			return c.Wrap(e.Astype(e.MatrixTranspose(x), d))
		}
		allFinite(c, x)
		var rtol ivy.Option = ivy.Rtol(1e-15) // whatever the dtype
		if c.Has(name) {
			rtol = ivy.Rtols(e.Astype(array(c, name), Float64))
		}
		return c.Wrap(e.Astype(e.Pinv(x, rtol), d))
	}},
	{Path: "linalg.lstsq", Sig: "a, b, rcond=None", Out: frontend.List, Run: lstsq},
	{Path: "linalg.cond", Sig: "x, p=None", Run: cond},
}

// regular returns what f computes of matrices, or raises that one has no result.
func regular(c *frontend.Call, f func() *ivy.Array) (z *ivy.Array) {
	failed(c, ivy.Try(func() { z = f() }))
	return z
}

// failed ends the call if a matrix has no result, or shapes do not fit.
func failed(c *frontend.Call, err error) {
	if err == nil {
		return
	}
	if e := (*backend.MatrixError)(nil); errors.As(err, &e) {
		switch e.Reason {
		case backend.Singular:
			c.Raise("LinAlgError", "Singular matrix")
		case backend.Indefinite:
			c.Raise("LinAlgError", "Matrix is not positive definite")
		}
		c.Raise("LinAlgError", "%v", err)
	}
	if errors.Is(err, ivy.ErrShape) {
		c.Raise("ValueError", "%v", err)
	}
	panic(err)
}

// inverse returns the inverses of matrices.
func inverse(c *frontend.Call, x *ivy.Array) *ivy.Array {
	return regular(c, func() *ivy.Array { return c.Env().Inv(x) })
}

// solve returns the solutions with a right side that is a vector if it has one dimension, in the dtype w.
func solve(c *frontend.Call, x, b *ivy.Array, w dtype.Dtype) *ivy.Array {
	e := c.Env()
	return regular(c, func() *ivy.Array { return e.Solve(e.Astype(x, w), e.Astype(b, w)) })
}

// allFinite raises that the iteration for a matrix that is not finite does not converge.
func allFinite(c *frontend.Call, x *ivy.Array) {
	if !x.IsAbstract() && !c.Env().All(c.Env().IsFinite(x)).Bool() {
		c.Raise("LinAlgError", "Array must not contain infs or NaNs")
	}
}

// finite is allFinite of the triangle that is read.
func finite(c *frontend.Call, x *ivy.Array, upper ivy.Upper) {
	if upper {
		allFinite(c, c.Env().Triu(x))
		return
	}
	allFinite(c, c.Env().Tril(x))
}

// singularValues returns the singular values of matrices, which are the magnitudes of the eigenvalues of Hermitian ones.
func singularValues(c *frontend.Call, x *ivy.Array, hermitian bool) *ivy.Array {
	e := c.Env()
	if hermitian {
		finite(c, x, false)
		return compose.HermitianSingularValues(e, x)
	}
	allFinite(c, x)
	return e.Svdvals(x)
}

// decomposed returns the singular value decomposition.
func decomposed(c *frontend.Call, x *ivy.Array, full, hermitian bool) (u, s, vh *ivy.Array) {
	e := c.Env()
	if !hermitian {
		allFinite(c, x)
		return e.SVD(x, ivy.FullMatrices(full))
	}
	finite(c, x, false)
	return compose.HermitianSVD(e, x)
}

// triangleOf reports whether the argument "UPLO" is the upper one.
func triangleOf(c *frontend.Call) ivy.Upper {
	uplo := c.Text("UPLO")
	if uplo != "L" && uplo != "U" && uplo != "l" && uplo != "u" {
		c.Raise("ValueError", "UPLO argument must be 'L' or 'U'")
	}
	return uplo == "U" || uplo == "u"
}

// realIfReal returns eigenvalues and vectors of real matrices as real numbers if all
// eigenvalues are, and else their conjugates, which have those with positive imaginary parts first.
func realIfReal(c *frontend.Call, d dtype.Dtype, xs ...*ivy.Array) []*ivy.Array {
	e := c.Env()
	im := e.Imag(xs[0])
	allReal := !d.IsComplex() && e.All(e.Equal(im, zeroD(e, 0, im.Dtype()))).Bool()
	out := make([]*ivy.Array, len(xs))
	for i, x := range xs {
		switch {
		case allReal:
			out[i] = e.Astype(e.Real(x), d)
		case d.IsComplex():
			out[i] = e.Astype(x, d)
		default:
			out[i] = e.Astype(compose.Conjugates(e, x), d.WithComplex())
		}
	}
	return out
}

// tolerance is below which singular values count as zero.
func tolerance(c *frontend.Call, name string, s *ivy.Array, shape []int, d dtype.Dtype) *ivy.Array {
	e := c.Env()
	info, err := dtype.Finfo(d)
	frontend.Check(err)
	n := max(shape[len(shape)-1], shape[len(shape)-2])
	rtol := zeroD(e, float64(n)*info.Eps, Float64)
	if c.Has(name) {
		rtol = e.ExpandDims(e.Astype(array(c, name), Float64), ivy.Axis(-1))
	}
	if s.Size() == 0 {
		return rtol
	}
	return e.Multiply(e.Max(s, ivy.Axis(-1), ivy.KeepDims(true)), rtol)
}

func tensorSolve(c *frontend.Call) any {
	e := c.Env()
	a, isObject := objectOr(c, "a")
	b, isObjectToo := objectOr(c, "b")
	rank := a.Ndim()
	if c.Has("axes") {
		axes, one, _ := integers(c, "axes")
		if one {
			c.Raise("TypeError", "'int' object is not iterable")
		}
		order := shape.All(rank)
		for _, axis := range axes { // NumPy moves one after another to the end, and counts none from there
			at := slices.Index(order, axis)
			if at < 0 {
				c.Raise("ValueError", "list.remove(x): x not in list")
			}
			order = append(slices.Delete(order, at, at+1), axis)
		}
		a = e.PermuteDims(a, order)
	}
	s := a.Shape()
	q := s // as NumPy has it: the last ones, but all of them where there are as many axes in b as in a
	switch k := rank - b.Ndim(); {
	case k > 0:
		q = s[rank-k:]
	case k < 0:
		q = s[min(-k, rank):]
	}
	n := 1
	for _, l := range q {
		n *= l
	}
	if a.Size() != n*n {
		c.Raise("LinAlgError", "Input arrays must satisfy the requirement             prod(a.shape[b.ndim:]) == prod(a.shape[:b.ndim])")
	}
	if isObject || isObjectToo {
		c.Raise("UFuncTypeError", "Cannot cast ufunc 'solve1' input to dtype('float64') with casting rule 'same_kind'")
	}
	z := apply(c, "linalg.solve", c.Wrap(e.Reshape(a, []int{n, n})), c.Wrap(ravel(e, b)))
	return c.Wrap(e.Reshape(z, q))
}

func lstsq(c *frontend.Call) any {
	e := c.Env()
	x, b := array(c, "a"), array(c, "b")
	vector := b.Ndim() == 1
	if vector {
		b = e.ExpandDims(b, ivy.Axis(1))
	}
	if x.Ndim() != 2 || b.Ndim() != 2 {
		c.Raise("LinAlgError", "%d-dimensional array given. Array must be two-dimensional", max(x.Ndim(), b.Ndim()))
	}
	m, n := x.Shape()[0], x.Shape()[1]
	if b.Shape()[0] != m {
		c.Raise("LinAlgError", "Incompatible dimensions")
	}
	d := commonOr(linalgDtype(c, x.Dtype()), linalgDtype(c, b.Dtype()))
	w := wideMatrix(d)
	x, b = e.Astype(x, w), e.Astype(b, w)
	allFinite(c, x)
	info, err := dtype.Finfo(d)
	frontend.Check(err)
	rcond := info.Eps * float64(max(m, n))
	if c.Has("rcond") {
		if rcond = c.Float("rcond"); rcond < 0 {
			rcond = info.Eps
		}
	}
	if !b.IsAbstract() && e.Any(e.IsInf(b)).Bool() { // by which LAPACK scales all of b
		b = e.Full(b.Shape(), math.NaN(), w)
	}
	z, left, rank, s := e.Lstsq(x, b, ivy.Rtol(rcond))
	resids := e.Empty([]int{0}, d.Component())
	if rank.Int() == n && m > n {
		resids = e.Astype(left, d.Component())
	}
	if vector {
		z = e.Squeeze(z, ivy.Axis(1))
	}
	return wrapped(c, []*ivy.Array{e.Astype(z, d), resids, e.Astype(rank, Int32), e.Astype(s, d.Component())})
}

func cond(c *frontend.Call) any {
	e := c.Env()
	p := c.Arg("p")
	a := array(c, "x")
	if a.Size() == 0 {
		c.Raise("LinAlgError", "cond is not defined on empty arrays")
	}
	if p == nil || isNumber(p, 2) || isNumber(p, -2) {
		x, d := matrix(c, "x", false)
		s := singularValues(c, x, false)
		first, last := e.GetItem(s, ivy.Ellipsis, 0), e.GetItem(s, ivy.Ellipsis, -1)
		if isNumber(p, -2) {
			first, last = last, first
		}
		z := e.Divide(first, last)
		nan := e.LogicalAnd(e.IsNan(z), e.LogicalNot(e.Any(e.IsNan(x), ivy.Axes{-2, -1})))
		return c.Wrap(e.Astype(e.Where(nan, zeroD(e, math.Inf(1), Float64), z), d.Component()))
	}
	x, d := matrix(c, "x", true)
	x = e.Astype(x, d)
	axes := []int{x.Ndim() - 2, x.Ndim() - 1}
	var z *ivy.Array
	err := ivy.Try(func() { z = e.Inv(e.Astype(x, wideMatrix(d))) })
	if errors.Is(err, ivy.ErrLinAlg) {
		return c.Wrap(e.Full(x.Shape()[:x.Ndim()-2], math.Inf(1), d.Component()))
	}
	failed(c, err)
	return c.Wrap(e.Astype(e.Multiply(matrixNorm(c, x, axes, p), matrixNorm(c, e.Astype(z, d), axes, p)), d))
}
