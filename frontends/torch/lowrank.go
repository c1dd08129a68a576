package torch

import (
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
	"github.com/goivy/goivy/ivy/shape"
)

// Functions that find some singular values or eigenvalues, and begin with random vectors: they draw from the generator that functions share.
var lowRanks = []frontend.Func{
	{Path: "svd_lowrank", Sig: "A, q=6, niter=2, M=None", Out: frontend.List, Doc: "A list of U, S and V, of which A is nearly U·diag(S)·Vᴴ.", Run: func(c *frontend.Call) any {
		a := attributed(c, "A")
		if n := a.V.Ndim(); n < 2 {
			c.Raise("ValueError", "not enough values to unpack (expected 2, got %d)", n)
		}
		var m *frontend.Array
		if c.Has("M") {
			m = attributed(c, "M")
			if shape.BroadcastTo(m.V.Shape(), a.V.Shape()) != nil {
				c.Raise("RuntimeError", "svd_lowrank(): M of shape %s does not broadcast to %s", shape.Text(m.V.Shape()), shape.Text(a.V.Shape()))
			}
			m = c.Result(c.Env().BroadcastTo(m.V, a.V.Shape()), typeOf(m))
		}
		return lowRank(c, a, m, wholeOr(c, "q", 6), wholeOr(c, "niter", 2))
	}},
	{Path: "pca_lowrank", Sig: "A, q=None, center=True, niter=2", Out: frontend.List, Doc: "A list of U, S and V: the principal components are V's columns, the singular values S.", Run: func(c *frontend.Call) any {
		a := attributed(c, "A")
		s := a.V.Shape()
		if len(s) < 2 {
			c.Raise("ValueError", "not enough values to unpack (expected 2, got %d)", len(s))
		}
		least := min(s[len(s)-1], s[len(s)-2])
		q, whole := comparedRank(c, min(6, least))
		if !(q >= 0 && q <= float64(least)) {
			c.Raise("ValueError", "q(=%v) must be non-negative integer and not greater than min(m, n)=%d", q, least)
		}
		niter := integer(c, "niter")
		if niter < 0 {
			c.Raise("ValueError", "niter(=%d) must be non-negative integer", niter)
		}
		if boolean(c, "center") {
			a = apply(c, "sub", a, apply(c, "mean", a, -2, true))
		}
		if !whole {
			c.Raise("TypeError", "randn(): argument 'size' failed to unpack the object at pos 2, which is %s", c.Shown(c.Arg("q")))
		}
		return lowRank(c, a, nil, int(q), niter)
	}},
	{Path: "lobpcg", Sig: "A, k=None, B=None, X=None, n=None, iK=None, niter=None, tol=None, largest=None, method=None, tracker=None, ortho_iparams=None, ortho_fparams=None, ortho_bparams=None", Out: frontend.List,
		Doc: "A list of k eigenvalues and eigenvectors, the greatest or the least. There are no trackers. It is differentiated as eigh is.", Run: lobpcg},
}

// attributed is tensor for functions in Python, which ask their argument for an attribute.
func attributed(c *frontend.Call, name string) *frontend.Array {
	a := ours(c.Namespace, c.Arg(name))
	if a == nil {
		c.Raise("AttributeError", "%s(): %s has no attribute 'shape'", c.Func.Path, c.TypeName(c.Arg(name)))
	}
	return a
}

// comparedRank returns the argument q of pca_lowrank, which Python compares before it is known to be an integer.
func comparedRank(c *frontend.Call, none int) (q float64, whole bool) {
	switch v := c.Arg("q").(type) {
	case nil:
		return float64(none), true
	case bool:
		return map[bool]float64{true: 1}[v], true
	case float64:
		return v, false
	default:
		if a := ours(c.Namespace, v); a != nil {
			hasTruth(c, a)
			return onlyElement(c, a).Float64(), a.V.Dtype().IsInteger()
		}
	}
	return float64(integer(c, "q")), true
}

// wholeOr is integer, or another number for None.
func wholeOr(c *frontend.Call, name string, none int) int {
	if !c.Has(name) {
		return none
	}
	return integer(c, name)
}

// lowRank returns an approximate singular value decomposition of a − m by an orthonormal basis of what it makes of q random vectors
// (Halko, Martinsson and Tropp, "Finding structure with randomness", 2011, algorithms 4.4 and 5.1).
func lowRank(c *frontend.Call, a, m *frontend.Array, q, niter int) []*frontend.Array {
	s := a.V.Shape()
	if len(s) < 2 {
		c.Raise("ValueError", "not enough values to unpack (expected 2, got %d)", len(s))
	}
	e, r := c.Env(), typeOf(a)
	x := a.V
	wide := s[len(s)-2] < s[len(s)-1]
	drawnType := r
	if d := r.Dtype; d.IsInteger() || d.IsBool() || d == dtype.BFloat16 {
		drawnType = promote.Result{Dtype: dtype.Float32}
	}
	if q < 0 {
		c.Raise("RuntimeError", "Trying to create tensor with negative dimension %d: [%d, %d]", q, min(s[len(s)-1], s[len(s)-2]), q)
	}
	omega := normalNumbers(c, []int{min(s[len(s)-1], s[len(s)-2]), q}, drawnType)
	if drawnType != r {
		c.Raise("RuntimeError", "expected m1 and m2 to have the same dtype, but got: %s != %s", a.Type(), drawnType)
	}
	factorsN.need(c, r)
	if m != nil {
		if typeOf(m) != r {
			c.Raise("RuntimeError", "expected m1 and m2 to have the same dtype, but got: %s != %s", m.Type(), r)
		}
		x = e.Subtract(x, m.V)
	}
	if wide {
		x = e.Adjoint(x)
	}
	finite(c, x)
	basis := func(y *ivy.Array) *ivy.Array { q, _ := e.QR(y); return q }
	xh := e.Adjoint(x)
	b := basis(e.MatMul(x, omega))
	for range niter {
		b = basis(e.MatMul(x, basis(e.MatMul(xh, b))))
	}
	u, sigma, vh := e.SVD(e.MatMul(e.Adjoint(b), x), ivy.FullMatrices(false))
	u, v := e.MatMul(b, u), e.Adjoint(vh)
	if wide {
		u, v = v, u
	}
	return []*frontend.Array{c.Result(u, r), c.Result(sigma, component(r)), c.Result(v, r)}
}

// normalNumbers draws from the generator that functions share.
func normalNumbers(c *frontend.Call, dims []int, r promote.Result) *ivy.Array {
	g, unlock := drawing1(c)
	defer unlock()
	return drawnAs(c, g, dims, r, true, standard(r))
}

// lobpcg finds eigenvalues of symmetric matrices by the locally optimal block preconditioned conjugate gradient method.
func lobpcg(c *frontend.Call) any {
	a := attributed(c, "A")
	s := a.V.Shape()
	var b, ik *frontend.Array
	if c.Has("B") {
		b = attributed(c, "B")
	}
	switch {
	case len(s) < 2:
		c.Raise("IndexError", "tuple index out of range")
	case s[len(s)-1] != s[len(s)-2]:
		c.Raise("AssertionError", "A must be square, got shape %s", shape.Text(s))
	case b != nil && !slices.Equal(b.V.Shape(), s):
		c.Raise("AssertionError", "A and B must have same shape, got %s vs %s", shape.Text(s), shape.Text(b.V.Shape()))
	}
	r := typeOf(a)
	if !c.Has("tol") && r.Dtype == dtype.Float16 {
		c.Raise("KeyError", "lobpcg(): no tolerance for %s", r)
	}
	w := block{e: c.Env(), raise: c.Raise, largest: true, orthoTries: [2]int{3, 3}, method: "ortho"}
	m := s[len(s)-1]
	var x *frontend.Array
	columns := 1
	if c.Has("X") {
		x = attributed(c, "X")
		if x.V.Ndim() == 0 {
			c.Raise("IndexError", "tuple index out of range")
		}
		columns = x.V.Shape()[x.V.Ndim()-1]
	}
	compares(c, "k", "n")
	w.k = wholeOr(c, "k", columns)
	n := columns
	if x == nil {
		n = wholeOr(c, "n", w.k)
	}
	if n > m/3 {
		c.Raise("ValueError", "LOBPCG algorithm is not applicable when the number of A rows (=%d) is smaller than 3 x the number of requested eigenpairs (=%d)", m, n)
	}
	for _, name := range []string{"ortho_iparams", "ortho_fparams", "ortho_bparams"} {
		if c.Has(name) && (!c.Has("method") || c.Arg("method") == "ortho") { // other methods have no use for them
			class := "TypeError"
			switch v := c.Arg(name).(type) { // what has parts is read as pairs
			case string:
				class = "ValueError"
			default:
				if a := ours(c.Namespace, v); a != nil && a.V.Ndim() > 1 && a.V.Shape()[1] != 2 {
					class = "ValueError"
				}
			}
			c.Raise(class, "lobpcg(): %s is no dict, which are not there in this package", name)
		}
	}
	if x != nil && !slices.Equal(x.V.Shape(), append(s[:len(s)-2:len(s)-2], m, n)) {
		c.Raise("AssertionError", "X shape mismatch: got %s, expected (%d, %d)", shape.Text(x.V.Shape()), m, n)
	}
	batch := shape.Size(s[:len(s)-2])
	each := func(y *ivy.Array, i int) *ivy.Array {
		d := y.Shape()
		return c.Env().GetItem(c.Env().Reshape(y, []int{batch, d[len(d)-2], d[len(d)-1]}), i)
	}
	switch { // the vectors come before the products, which ask for a dtype
	case batch == 0:
		if !dtype.Float.Has(r.Dtype) || r.Dtype == dtype.BFloat16 {
			r = promote.Result{Dtype: dtype.Float32}
		}
		dims := slices.Clone(s[:len(s)-2])
		return several(c, r, c.Env().Zeros(append(dims, w.k), r.Dtype), c.Env().Zeros(append(dims, m, w.k), r.Dtype))
	case x == nil && n == 0:
		w.length(c.Env().Zeros([]int{m, n}, dtype.Float32))
	case x != nil && dtype.Inexact.Has(x.V.Dtype()):
		w.length(each(c.Env().StopGradient(x.V), 0))
	}
	ik = ours(c.Namespace, c.Arg("iK"))
	for _, y := range []*frontend.Array{b, x, ik} {
		if y != nil && typeOf(y) != r {
			c.Raise("RuntimeError", "expected m1 and m2 to have the same dtype, but got: %s != %s", r, y.Type())
		}
	}
	if r.Dtype == dtype.Float16 {
		c.Raise("NotImplementedError", "lobpcg(): not implemented for %s", r)
	}
	if r.Dtype != dtype.Float32 && r.Dtype != dtype.Float64 {
		c.Raise("RuntimeError", "lobpcg(): not implemented for %s", r)
	}
	compares(c, "niter", "tol")
	w.niter = wholeOr(c, "niter", 1000)
	switch {
	case c.Has("tol"):
		w.tol = realArg(c, "tol")
	case r.Dtype == dtype.Float64:
		w.tol = math.Sqrt(2.23e-16)
	default: // other dtypes are refused later
		w.tol = math.Sqrt(1.2e-7)
	}
	if c.Has("largest") {
		w.largest = isTrue(c, "largest")
	}
	if text, isText := c.Arg("method").(string); isText {
		w.method = text
	} else if c.Has("method") {
		w.method = "basic"
	}
	if c.Has("tracker") {
		c.Raise("TypeError", "lobpcg(): tracker is no function, which are not there in this package")
	}
	found := func(xs []*ivy.Array) (values, vectors *ivy.Array) {
		e := c.Env()
		var es, vs []*ivy.Array
		for i := range batch {
			w := w
			w.a = each(xs[0], i)
			if b != nil {
				w.b = each(xs[1], i)
			}
			if ik != nil {
				w.ik = e.StopGradient(ik.V)
			}
			if x != nil {
				w.x = each(e.StopGradient(x.V), i)
			} else {
				if n < 0 {
					c.Raise("RuntimeError", "Trying to create tensor with negative dimension %d: [%d, %d]", n, m, n)
				}
				w.x = normalNumbers(c, []int{m, n}, r)
			}
			regular(c, "linalg.cholesky", w.run)
			es, vs = append(es, e.GetItem(w.values, ivy.Slice(0, w.k))), append(vs, e.GetItem(w.x, ivy.Colon, ivy.Slice(0, w.k)))
		}
		k := min(w.k, n)
		return e.Reshape(e.Stack(es), append(s[:len(s)-2:len(s)-2], k)), e.Reshape(e.Stack(vs), append(s[:len(s)-2:len(s)-2], m, k))
	}
	xs := []*ivy.Array{a.V}
	if b != nil {
		xs = append(xs, b.V)
	}
	constants := make([]*ivy.Array, len(xs))
	for i, y := range xs {
		constants[i] = c.Env().StopGradient(y)
	}
	values, vectors := found(constants)
	largest := w.largest
	e := c.Env() // the call has ended when gradients are pulled
	pair := func(second bool) *ivy.Array {
		return reading.As(e, func([]*ivy.Array) *ivy.Array {
			if second {
				return vectors
			}
			return values
		}, func(xs []*ivy.Array) *ivy.Array {
			w, v := generalEigen(e, xs, vectors, largest)
			if second {
				return v
			}
			return w
		}, xs...)
	}
	return several(c, r, pair(false), pair(true))
}

// generalEigen returns the eigenvalues and vectors of symmetric matrices, or of pairs of them, that vectors are near to, by all of them.
func generalEigen(e *ivy.Env, xs []*ivy.Array, vectors *ivy.Array, largest bool) (w, v *ivy.Array) {
	symmetric := func(x *ivy.Array) *ivy.Array {
		return e.Multiply(e.Add(x, e.MatrixTranspose(x)), e.Full(nil, 0.5, x.Dtype()))
	}
	a := symmetric(xs[0])
	metric := func(x *ivy.Array) *ivy.Array { return x }
	if len(xs) == 1 {
		w, v = e.Eigh(a)
	} else {
		b := symmetric(xs[1])
		metric = func(x *ivy.Array) *ivy.Array { return e.MatMul(b, x) }
		l := e.Cholesky(b)
		a = e.SolveTriangular(l, a)
		a = symmetric(e.SolveTriangular(l, e.MatrixTranspose(a)))
		w, v = e.Eigh(a)
		v = e.SolveTriangular(l, v, ivy.Adjointed(true))
	}
	if largest {
		w, v = e.Flip(w, ivy.Axis(-1)), e.Flip(v, ivy.Axis(-1))
	}
	k := vectors.Shape()[vectors.Ndim()-1]
	w, v = e.GetItem(w, ivy.Ellipsis, ivy.Slice(0, k)), e.GetItem(v, ivy.Ellipsis, ivy.Slice(0, k))
	signs := e.StopGradient(e.Sign(e.Sum(e.Multiply(v, metric(vectors)), ivy.Axis(-2), ivy.KeepDims(true))))
	return w, e.Multiply(v, signs)
}

// A block is a run of the method on one matrix: Knyazev's ("Toward the optimal preconditioned eigensolver", 2001), or with bases that are made
// orthonormal as Duersch, Shao, Yang and Gu have it ("A robust and efficient implementation of LOBPCG", 2018).
type block struct {
	e          *ivy.Env
	raise      func(class, format string, args ...any)
	a, b, ik   *ivy.Array // b and ik, the preconditioner, are nil for 1
	x          *ivy.Array // the vectors, which become eigenvectors
	values     *ivy.Array
	method     string
	k, niter   int
	tol        float64
	largest    bool
	orthoTries [2]int

	converged    int
	aNorm, bNorm float64
}

func (w *block) run() {
	e := w.e
	norm := w.length(w.x)
	w.aNorm, w.bNorm = w.norm(e.MatMul(w.a, w.x))/norm, w.norm(w.times(w.b, w.x))/norm
	n := w.x.Shape()[1]
	ortho := w.method == "ortho"

	ri := w.ritz(w.x)
	values, z := w.eigen(w.form(w.form(w.a, w.x), ri), w.largest)
	w.x = e.MatMul(w.x, e.MatMul(ri, z))
	w.values = e.Zeros([]int{n}, w.x.Dtype())
	if !ortho {
		w.values = values
	}
	var p *ivy.Array
	res := w.residual()
	w.count(res)
	add := w.further(res, []*ivy.Array{w.x}, ortho)
	for left := w.niter - 1; left != 0 && w.converged < w.k; left-- {
		done := w.converged
		columns := func(x *ivy.Array, from, to int) *ivy.Array { return e.GetItem(x, ivy.Colon, ivy.Slice(from, to)) }
		basis := []*ivy.Array{columns(w.x, done, n)}
		if p != nil {
			basis = append(basis, p)
		}
		all := e.Concat(append(basis, add), ivy.Axis(-1))
		size := all.Shape()[1]
		var z *ivy.Array
		var values *ivy.Array
		if ortho {
			values, z = w.eigen(w.form(w.a, all), w.largest)
			mixed := columns(z, n-done, size)
			q, _ := e.QR(e.MatrixTranspose(e.GetItem(mixed, ivy.Slice(0, n-done), ivy.Colon)))
			p = e.MatMul(all, e.MatMul(mixed, q))
		} else {
			ri := w.ritz(all)
			values, z = w.eigen(w.form(w.form(w.a, all), ri), w.largest)
			z = e.MatMul(ri, z)
			p = e.MatMul(all, columns(z, min(n, size), min(2*n-done, size)))
		}
		w.x = e.Concat([]*ivy.Array{columns(w.x, 0, done), e.MatMul(all, columns(z, 0, n-done))}, ivy.Axis(-1))
		w.values = e.Concat([]*ivy.Array{e.GetItem(w.values, ivy.Slice(0, done)), e.GetItem(values, ivy.Slice(0, n-done))})
		res := w.residual()
		w.count(res)
		add = w.further(columns(res, w.converged, n), []*ivy.Array{w.x, p}, ortho)
	}
}

// times returns b·x, and form xᵀ·b·x, where nil stands for 1.
func (w *block) times(b, x *ivy.Array) *ivy.Array {
	if b == nil {
		return x
	}
	return w.e.MatMul(b, x)
}

func (w *block) form(b, x *ivy.Array) *ivy.Array {
	return w.e.MatMul(w.e.MatrixTranspose(x), w.times(b, x))
}

func (w *block) norm(x *ivy.Array) float64 { return reading.Float(w.e.VectorNorm(x)) }

// length returns the norm of the first vectors, of which PyTorch takes the reciprocal as Python does.
func (w *block) length(x *ivy.Array) float64 {
	norm := w.norm(x)
	if norm == 0 {
		w.raise("ZeroDivisionError", "0.0 cannot be raised to a negative power")
	}
	return norm
}

func (w *block) eigen(x *ivy.Array, largest bool) (values, vectors *ivy.Array) {
	if !w.e.All(w.e.IsFinite(x)).Bool() {
		w.raise(linAlgError, "linalg.eigh: The algorithm failed to converge because the input matrix contained non-finite values.")
	}
	values, vectors = w.e.Eigh(x)
	if largest {
		values, vectors = w.e.Flip(values, ivy.Axis(-1)), w.e.Flip(vectors, ivy.Axis(-1))
	}
	return values, vectors
}

func (w *block) residual() *ivy.Array {
	e := w.e
	return e.Subtract(e.MatMul(w.a, w.x), e.Multiply(w.times(w.b, w.x), w.values))
}

// count counts the pairs that have converged, up to the first that has not.
func (w *block) count(residual *ivy.Array) {
	e := w.e
	lengths := func(x *ivy.Array) []float64 {
		return reading.Values[float64](e.Astype(e.VectorNorm(x, ivy.Axis(0)), dtype.Float64))
	}
	errs, sizes, values := lengths(residual), lengths(w.x), reading.Values[float64](e.Astype(w.values, dtype.Float64))
	count := 0
	for i := range errs {
		if !(errs[i]/(sizes[i]*(w.aNorm+math.Abs(values[i])*w.bNorm)) < w.tol) {
			break
		}
		count++
	}
	if count < w.converged {
		w.raise("AssertionError", "the number of converged eigenpairs (was %d, got %d) cannot decrease", w.converged, count)
	}
	w.converged = count
}

// ritz returns the triangular r for which x·r has orthonormal columns, by Cholesky's factor of xᵀ·b·x with a diagonal of ones.
func (w *block) ritz(x *ivy.Array) *ivy.Array {
	e := w.e
	g := w.form(w.b, x)
	scale := e.Divide(e.Ones(nil, g.Dtype()), e.Sqrt(e.Diagonal(g)))
	l := e.Cholesky(e.Multiply(e.Multiply(g, scale), e.ExpandDims(scale, ivy.Axis(-1)))) // r is D·L⁻ᵀ
	d := e.Multiply(e.Eye(scale.Size(), g.Dtype()), scale)
	return e.MatrixTranspose(e.SolveTriangular(l, d))
}

// further returns what the residuals add to a basis: them times the preconditioner, or, orthonormal, their part that is orthogonal to it.
func (w *block) further(residual *ivy.Array, basis []*ivy.Array, ortho bool) *ivy.Array {
	if !ortho {
		return w.times(w.ik, residual)
	}
	e := w.e
	v := e.Concat(basis, ivy.Axis(-1))
	vt := e.MatrixTranspose(v)
	u := residual
	vNorm := w.norm(w.times(w.b, v))
	shared := e.MatMul(vt, w.times(w.b, u))
	for range w.orthoTries[0] {
		u = e.Subtract(u, e.MatMul(v, shared))
		var bu *ivy.Array
		for range w.orthoTries[1] {
			if u = w.orthonormal(u); u.Size() == 0 {
				return u
			}
			bu = w.times(w.b, u)
			g := e.MatMul(e.MatrixTranspose(u), bu)
			off := w.norm(e.Subtract(g, e.Eye(g.Shape()[0], g.Dtype())))
			if off/(w.norm(bu)*w.norm(u)) < w.tol {
				break
			}
		}
		shared = e.MatMul(vt, bu)
		if w.norm(shared)/(vNorm*w.norm(u)) < w.tol {
			break
		}
		if u.Shape()[0] < u.Shape()[1]+v.Shape()[1] {
			w.raise("ValueError", "Overdetermined shape of U: %d rows and %d columns", u.Shape()[0], u.Shape()[1]+v.Shape()[1])
		}
	}
	return u
}

// orthonormal makes columns orthonormal by the eigenvectors of their products (Stathopoulos and Wu, "A block orthogonalization procedure with constant synchronization
// requirements", 2002), and drops those that are zero. Small eigenvalues count as a tolerance of the greatest.
func (w *block) orthonormal(u *ivy.Array) *ivy.Array {
	e := w.e
	if u.Size() == 0 {
		return u
	}
	g := w.form(w.b, u)
	d := e.Diagonal(g)
	var kept []int64
	for i, v := range reading.Values[float64](e.Astype(d, dtype.Float64)) {
		if v != 0 {
			kept = append(kept, int64(i))
		}
	}
	if len(kept) < d.Size() {
		return w.orthonormal(e.Take(u, e.Asarray(append([]int64{}, kept...), dtype.Int64), ivy.Axis(-1)))
	}
	one := e.Ones(nil, u.Dtype())
	scale := e.Divide(one, e.Sqrt(d))
	values, z := w.eigen(e.Multiply(e.Multiply(g, e.ExpandDims(scale, ivy.Axis(-1))), scale), false)
	least := e.Multiply(e.Max(e.Abs(values)), e.Full(nil, w.tol, u.Dtype()))
	values = e.Where(e.Less(values, least), least, values)
	return e.MatMul(e.Multiply(u, scale), e.Multiply(z, e.Divide(one, e.Sqrt(values))))
}
