package tensorflow

import (
	"errors"
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// The functions of tf.linalg that factorize matrices. Signs of vectors, and the order of the eigenvalues of matrices that
// are not Hermitian, are those of the unified API.

// What has kernels.
var (
	factored  = kernel{takes: decomposed.takes, absent: 1 << dtype.Float16}
	withHalf  = kernel{takes: decomposed.takes | 1<<dtype.Float16}
	triangles = kernel{takes: decomposed.takes, absent: 1<<dtype.Float16 | 1<<dtype.BFloat16}
	logarithm = kernel{takes: dtype.Complex}
)

var factorizations = []frontend.Func{
	{Path: "linalg.einsum", Sig: "equation, *inputs, **kwargs", Run: einsum},
	{Path: "linalg.eye", Sig: "num_rows, num_columns=None, batch_shape=None, dtype='float32', name=None", Run: eye},
	{Path: "linalg.tensordot", Sig: "a, b, axes, name=None", Run: tfTensordot},
	{Path: "linalg.l2_normalize", Sig: "x, axis=None, epsilon=1e-12, name=None, dim=None", Doc: "dim is the old name of axis.", Run: l2Normalize},
	{Path: "linalg.eigh", Sig: "tensor, name=None", Out: frontend.List, Doc: "A list of the eigenvalues and the eigenvectors.", Run: func(c *frontend.Call) any {
		x := matricesOf(c, "tensor", factored)
		return pair(c, func() (*ivy.Array, *ivy.Array) { return c.Env().Eigh(x) }, x.Dtype(), x.Dtype())
	}},
	{Path: "linalg.eigvalsh", Sig: "tensor, name=None", Run: func(c *frontend.Call) any {
		x := matricesOf(c, "tensor", factored)
		return result(c, cast(c.Namespace, regular(c, func() *ivy.Array { return c.Env().Eigvalsh(x) }), x.Dtype()), false)
	}},
	{Path: "linalg.eig", Sig: "tensor, name=None", Out: frontend.List, Doc: "A list of the eigenvalues and the eigenvectors.", Run: func(c *frontend.Call) any {
		x := generalOf(c)
		d := x.Dtype().WithComplex()
		return pair(c, func() (*ivy.Array, *ivy.Array) { return c.Env().Eig(x) }, d, d)
	}},
	{Path: "linalg.eigvals", Sig: "tensor, name=None", Run: func(c *frontend.Call) any {
		x := generalOf(c)
		return result(c, regular(c, func() *ivy.Array { return c.Env().Eigvals(x) }), false)
	}},
	{Path: "linalg.svd", Sig: "tensor, full_matrices=False, compute_uv=True, name=None", Out: frontend.Value, Doc: "A list of s, u and v, of which x is u·diag(s)·vᴴ, or s alone.", Run: svd},
	{Path: "linalg.qr", Sig: "input, full_matrices=False, name=None", Out: frontend.List, Run: func(c *frontend.Call) any {
		x := matricesOf(c, "input", withHalf)
		mode := ivy.Mode("reduced")
		if c.Bool("full_matrices") {
			mode = "complete"
		}
		return pair(c, func() (*ivy.Array, *ivy.Array) { return c.Env().QR(x, mode) }, x.Dtype(), x.Dtype())
	}},
	{Path: "linalg.slogdet", Sig: "input, name=None", Out: frontend.List, Doc: "A list of the signs and the logarithms.", Run: func(c *frontend.Call) any {
		x := matricesOf(c, "input", factored)
		return pair(c, func() (*ivy.Array, *ivy.Array) { return c.Env().Slogdet(x) }, x.Dtype(), x.Dtype())
	}},
	{Path: "linalg.logdet", Sig: "matrix, name=None", Run: func(c *frontend.Call) any {
		return result(c, logdet(c, matricesOf(c, "matrix", factored)), false)
	}},
	{Path: "linalg.pinv", Sig: "a, rcond=None, validate_args=False, name=None", Run: pinv},
	{Path: "linalg.matrix_rank", Sig: "a, tol=None, validate_args=False, name=None", Run: matrixRank},
	{Path: "linalg.lstsq", Sig: "matrix, rhs, l2_regularizer=0.0, fast=True, name=None", Run: lstsq},
	{Path: "linalg.lu", Sig: "input, output_idx_type='int32', name=None", Out: frontend.List, Doc: "A list of L and U as one matrix, and of the row of the input that each row is of.", Run: func(c *frontend.Call) any {
		x := matricesOf(c, "input", factored)
		d := c.Dtype("output_idx_type")
		if d != dtype.Int32 && d != dtype.Int64 {
			c.Raise(invalidArgument, "lu(): output_idx_type is %v, want int32 or int64", d)
		}
		squareOf(c, x)
		return pair(c, func() (*ivy.Array, *ivy.Array) {
			lu, p := c.Env().LUFactor(x)
			if c.Env().Any(c.Env().Equal(c.Env().Diagonal(lu), number(c.Env(), lu, 0))).Bool() {
				c.Raise(invalidArgument, "lu(): the matrix is singular")
			}
			return lu, p
		}, x.Dtype(), d)
	}},
	{Path: "linalg.lu_reconstruct", Sig: "lower_upper, perm, validate_args=False, name=None", Run: func(c *frontend.Call) any {
		lu, p := factorsOf(c)
		return result(c, regular(c, func() *ivy.Array { return luRows(c, luProduct(c, lu), p) }), false)
	}},
	{Path: "linalg.lu_solve", Sig: "lower_upper, perm, rhs, validate_args=False, name=None", Run: func(c *frontend.Call) any {
		lu, p := factorsOf(c)
		b := cast(c.Namespace, tensor(c, "rhs").V, lu.Dtype())
		return result(c, regular(c, func() *ivy.Array { return c.Env().LUSolve(lu, p, b) }), false)
	}},
	{Path: "linalg.lu_matrix_inverse", Sig: "lower_upper, perm, validate_args=False, name=None", Run: func(c *frontend.Call) any {
		lu, p := factorsOf(c)
		s := lu.Shape()
		one := c.Env().BroadcastTo(c.Env().Eye(s[len(s)-1], lu.Dtype()), s)
		return result(c, regular(c, func() *ivy.Array { return c.Env().LUSolve(lu, p, one) }), false)
	}},
	{Path: "linalg.triangular_solve", Sig: "matrix, rhs, lower=True, adjoint=False, name=None", Run: func(c *frontend.Call) any {
		a, b := system(c, "matrix", "rhs", triangles)
		return result(c, orNaN(c, a, b, func() *ivy.Array {
			return c.Env().SolveTriangular(a, b, ivy.Upper(!c.Bool("lower")), ivy.Adjointed(c.Bool("adjoint")))
		}), false)
	}},
	{Path: "linalg.cholesky_solve", Sig: "chol, rhs, name=None", Run: func(c *frontend.Call) any {
		a, b := system(c, "chol", "rhs", triangles)
		return result(c, orNaN(c, a, b, func() *ivy.Array {
			return c.Env().SolveTriangular(a, c.Env().SolveTriangular(a, b), ivy.Adjointed(true))
		}), false)
	}},
	{Path: "linalg.expm", Sig: "input, name=None", Run: func(c *frontend.Call) any {
		if d := tensor(c, "input").V.Dtype(); d.IsInteger() && !d.IsUnsigned() || d == dtype.BFloat16 {
			c.Raise(valueError, "expm() of %v", d)
		}
		x := matricesOf(c, "input", factored)
		return result(c, regular(c, func() *ivy.Array { return c.Env().MatrixExp(x) }), false)
	}},
	{Path: "linalg.logm", Sig: "input, name=None", Run: func(c *frontend.Call) any {
		x := matricesOf(c, "input", logarithm)
		return result(c, regular(c, func() *ivy.Array { return c.Env().Logm(x) }), false)
	}},
	{Path: "linalg.sqrtm", Sig: "input, name=None", Run: func(c *frontend.Call) any {
		x := matricesOf(c, "input", factored)
		return result(c, regular(c, func() *ivy.Array { return c.Env().Sqrtm(x) }), false)
	}},
	{Path: "linalg.normalize", Sig: "tensor, ord='euclidean', axis=None, name=None", Out: frontend.List, Doc: "A list of the tensor over its norms, and of the norms.", Run: func(c *frontend.Call) any {
		x := tensor(c, "tensor")
		if is, single, _ := c.Ints("axis"); c.Has("axis") && !single && len(is) == 1 {
			c.Raise(valueError, "normalize(): axis is a list of one, want a number or two")
		}
		n := call(c, "norm", x, c.Arg("ord"), c.Arg("axis"), true)
		n = result(c, cast(c.Namespace, n.V, x.V.Dtype()), false)
		return []*frontend.Array{call(c, "divide", x, n), n}
	}},
	{Path: "linalg.tensor_diag_part", Sig: "input, name=None", Run: func(c *frontend.Call) any {
		x := tensor(c, "input").V
		k := kernel{takes: products.takes &^ (1 << dtype.BFloat16), absent: 1 << dtype.BFloat16}
		k.check(c.Func.Path, x.Dtype())
		s := x.Shape()
		half := len(s) / 2
		if len(s)%2 != 0 || !slices.Equal(s[:half], s[half:]) {
			c.Raise(invalidArgument, "tensor_diag_part of shape %v", s)
		}
		if half == 0 {
			return result(c, x, false)
		}
		n := product(s[:half])
		return result(c, c.Env().Reshape(c.Env().Diagonal(c.Env().Reshape(x, []int{n, n})), s[:half]), false)
	}},
	{Path: "linalg.set_diag", Sig: "input, diagonal, name='set_diag', k=0, align='RIGHT_LEFT'", Doc: "k is a diagonal or the lowest and the highest of a band.", Run: setDiag},
	{Path: "linalg.global_norm", Sig: "t_list, name=None", Run: globalNorm},
}

// matricesOf returns an argument that has two axes at least, and whose dtype k takes.
func matricesOf(c *frontend.Call, name string, k kernel) *ivy.Array {
	named(c)
	x := tensor(c, name).V
	k.check(c.Func.Path, x.Dtype())
	if x.Ndim() < 2 {
		c.Raise(invalidArgument, "%s of %d axes", c.Func.Path, x.Ndim())
	}
	return x
}

// generalOf returns the matrices whose eigenvalues are asked for.
func generalOf(c *frontend.Call) *ivy.Array {
	if d := tensor(c, "tensor").V.Dtype(); !decomposed.takes.Has(d) {
		c.Raise("UnboundLocalError", "%s of %v", c.Func.Path, d) // as TensorFlow's: it has no dtype for the result
	}
	return matricesOf(c, "tensor", decomposed)
}

// floating raises that what is no real float, or no matrix, is refused.
func floating(c *frontend.Call, name string) {
	if n := tensor(c, name).V.Ndim(); n < 2 {
		c.Raise(valueError, "%s of %d axes", c.Func.Path, n)
	}
	if d := tensor(c, name).V.Dtype(); !d.IsFloat() {
		c.Raise(typeError, "%s(): %s is of %v, want real floats", c.Func.Path, name, d)
	}
}

// orNaN returns what f computes of a triangle a and b, or NaN if a zero is on the diagonal of one of the matrices.
func orNaN(c *frontend.Call, a, b *ivy.Array, f func() *ivy.Array) (z *ivy.Array) {
	err := ivy.Try(func() { z = f() })
	if errors.Is(err, ivy.ErrLinAlg) {
		e := c.Env()
		return e.Multiply(e.Add(b, e.Sum(a, ivy.Axes([]int{-2, -1}), ivy.KeepDims(true))), number(e, b, math.NaN()))
	}
	return regular(c, func() *ivy.Array {
		if err != nil {
			panic(err)
		}
		return z
	})
}

// logdet is by Cholesky's factors; that of a matrix that is not positive definite is NaN.
func logdet(c *frontend.Call, x *ivy.Array) (z *ivy.Array) {
	e := c.Env()
	err := ivy.Try(func() {
		z = e.Sum(e.Log(e.Real(e.Diagonal(e.Cholesky(x)))), ivy.Axis(-1))
		z = e.Multiply(z, number(e, z, 2))
	})
	if errors.Is(err, ivy.ErrLinAlg) {
		w := e.Eigvalsh(x)
		return e.Sum(e.Log(e.Where(e.Greater(w, number(e, w, 0)), w, number(e, w, math.NaN()))), ivy.Axis(-1))
	}
	return regular(c, func() *ivy.Array {
		if err != nil {
			panic(err)
		}
		return z
	})
}

func squareOf(c *frontend.Call, x *ivy.Array) {
	if s := x.Shape(); s[len(s)-1] != s[len(s)-2] {
		c.Raise(invalidArgument, "%s of %d × %d matrices", c.Func.Path, s[len(s)-2], s[len(s)-1])
	}
}

// pair returns what f computes, in these dtypes, or raises that a matrix has no result or shapes do not fit.
func pair(c *frontend.Call, f func() (x, y *ivy.Array), dx, dy dtype.Dtype) any {
	var y *ivy.Array
	x := regular(c, func() (x *ivy.Array) { x, y = f(); return x })
	return []*frontend.Array{result(c, cast(c.Namespace, x, dx), false), result(c, cast(c.Namespace, y, dy), false)}
}

// system returns a matrix and right sides of one dtype, with as many axes.
func system(c *frontend.Call, matrix, right string, k kernel) (a, b *ivy.Array) {
	named(c)
	xs := one(c, []any{c.Arg(matrix), c.Arg(right)})
	a, b = xs[0].V, xs[1].V
	k.check(c.Func.Path, a.Dtype())
	if a.Ndim() < 2 || b.Ndim() < 2 {
		c.Raise(invalidArgument, "%s of shapes %v and %v", c.Func.Path, a.Shape(), b.Shape())
	}
	return a, b
}

func svd(c *frontend.Call) any {
	x, e := matricesOf(c, "tensor", factored), c.Env()
	if !c.Bool("compute_uv") {
		return result(c, regular(c, func() *ivy.Array { return e.Svdvals(x) }), false)
	}
	var u, vh *ivy.Array
	s := regular(c, func() (s *ivy.Array) {
		u, s, vh = e.SVD(x, ivy.FullMatrices(c.Bool("full_matrices")))
		return s
	})
	return []*frontend.Array{result(c, s, false), result(c, u, false), result(c, adjoint(c, vh), false)}
}

// epsilonOf is the distance from 1 to the next number of a dtype's parts.
func epsilonOf(c *frontend.Call, d dtype.Dtype) float64 {
	info, err := dtype.Finfo(d.Component())
	if err != nil {
		c.Raise(typeError, "%s of %v", c.Func.Path, d)
	}
	return info.Eps
}

// pinv cuts singular values off below 10·max(m, n)·ε of the greatest one, or below rcond of it: a number for all matrices, or one for each.
func pinv(c *frontend.Call) any {
	floating(c, "a")
	if tensor(c, "a").V.Dtype() == dtype.BFloat16 {
		c.Raise(valueError, "pinv() of bfloat16")
	}
	x, e := matricesOf(c, "a", factored), c.Env()
	s := x.Shape()
	d := x.Dtype().Component()
	limit := e.Asarray(10*float64(max(s[len(s)-1], s[len(s)-2]))*epsilonOf(c, x.Dtype()), d)
	if c.Has("rcond") {
		limit = cast(c.Namespace, tensor(c, "rcond").V, d)
	}
	return result(c, regular(c, func() *ivy.Array { return e.Pinv(x, ivy.Rtols(limit)) }), false)
}

// matrixRank counts singular values above tol, which is max(m, n)·ε times the greatest one if it is not given.
func matrixRank(c *frontend.Call) any {
	floating(c, "a")
	x, e := matricesOf(c, "a", factored), c.Env()
	s := regular(c, func() *ivy.Array { return e.Svdvals(x) })
	dims := x.Shape()
	var tol *ivy.Array
	if c.Has("tol") {
		tol = e.ExpandDims(cast(c.Namespace, tensor(c, "tol").V, s.Dtype()), ivy.Axis(-1))
	} else if s.Shape()[s.Ndim()-1] == 0 {
		tol = number(e, s, 0)
	} else {
		most := e.Max(s, ivy.Axis(-1), ivy.KeepDims(true))
		tol = e.Multiply(most, number(e, s, float64(max(dims[len(dims)-1], dims[len(dims)-2]))*epsilonOf(c, x.Dtype())))
	}
	return result(c, e.Astype(e.CountNonzero(e.Greater(s, tol), ivy.Axis(-1)), dtype.Int32), false)
}

// lstsq solves least squares. With a regularizer, and where fast says so, by the normal equations, as TensorFlow does: these fail for
// matrices that lack rank; the others have the solution of least norm.
func lstsq(c *frontend.Call) any {
	if d := tensor(c, "matrix").V.Dtype(); d == dtype.Bool {
		c.Raise(typeError, "lstsq() of bools")
	} else if d.IsFloat() && tensor(c, "matrix").V.Ndim() < 2 {
		c.Raise("IndexError", "lstsq() of %d axes", tensor(c, "matrix").V.Ndim())
	} else if d == dtype.Complex128 && c.Bool("fast") && c.Float("l2_regularizer") != 0 {
		c.Raise("NotImplementedError", "lstsq() of complex128 with a regularizer")
	}
	a, b := system(c, "matrix", "rhs", kernel{takes: factored.takes, absent: factored.absent | dtype.Unsigned})
	e := c.Env()
	l2 := c.Float("l2_regularizer")
	if !c.Bool("fast") {
		return result(c, regular(c, func() (z *ivy.Array) { z, _, _, _ = e.Lstsq(a, b); return z }), false)
	}
	s := a.Shape()
	m, n := s[len(s)-2], s[len(s)-1]
	ah := adjoint(c, a)
	return result(c, regular(c, func() *ivy.Array {
		gram := func(x, y *ivy.Array, n int) *ivy.Array {
			g := e.MatMul(x, y)
			if l2 != 0 {
				g = e.Add(g, e.Multiply(e.Eye(n, g.Dtype()), number(e, g, l2)))
			}
			return e.Cholesky(g)
		}
		solve := func(l, b *ivy.Array) *ivy.Array {
			return e.SolveTriangular(l, e.SolveTriangular(l, b), ivy.Adjointed(true))
		}
		if m >= n {
			return solve(gram(ah, a, n), e.MatMul(ah, b))
		}
		return e.MatMul(ah, solve(gram(a, ah, m), b))
	}), false)
}

// factorsOf returns what lu returned: factors, and rows.
func factorsOf(c *frontend.Call) (lu, p *ivy.Array) {
	named(c)
	lu, p = tensor(c, "lower_upper").V, tensor(c, "perm").V
	factored.check(c.Func.Path, lu.Dtype())
	if lu.Ndim() < 2 || p.Ndim() != lu.Ndim()-1 || !p.Dtype().IsInteger() {
		c.Raise(invalidArgument, "%s of factors of shape %v and %v rows of shape %v", c.Func.Path, lu.Shape(), p.Dtype(), p.Shape())
	}
	return lu, p
}

// luProduct returns L·U.
func luProduct(c *frontend.Call, lu *ivy.Array) *ivy.Array {
	e, s := c.Env(), lu.Shape()
	lower := e.Add(e.Tril(lu, ivy.K(-1)), e.Eye(s[len(s)-1], lu.Dtype()))
	return e.MatMul(lower, e.Triu(lu))
}

// luRows brings rows back to where p says that they were.
func luRows(c *frontend.Call, x, p *ivy.Array) *ivy.Array {
	e := c.Env()
	at := e.ExpandDims(e.ArgSort(p, ivy.Axis(-1)), ivy.Axis(-1))
	return e.TakeAlongAxis(x, e.BroadcastTo(at, x.Shape()), ivy.Axis(-2))
}

func setDiag(c *frontend.Call) any {
	named(c)
	xs := one(c, []any{c.Arg("input"), c.Arg("diagonal")})
	x, diagonal := xs[0].V, xs[1].V
	low, high := bandOf(c)
	start := alignment(c)
	n := x.Ndim()
	if n < 2 {
		c.Raise(invalidArgument, "set_diag of %d axes", n)
	}
	s := x.Shape()
	rows, cols := s[n-2], s[n-1]
	longest := 0
	for k := low; k <= high; k++ {
		if k != 0 && (k >= cols || -k >= rows) {
			c.Raise(invalidArgument, "set_diag(): no diagonal %d of %d × %d", k, rows, cols)
		}
		longest = max(longest, lengthOf(k, rows, cols))
	}
	want := append(slices.Clone(s[:n-2]), longest)
	if low < high {
		want = append(slices.Clone(s[:n-2]), high-low+1, longest)
	}
	if !slices.Equal(diagonal.Shape(), want) {
		c.Raise(invalidArgument, "set_diag(): diagonal of shape %v, want %v", diagonal.Shape(), want)
	}
	e := c.Env()
	count := rows * cols
	positions := make([]int64, count)
	for i := range positions {
		row, col := i/cols, i%cols
		positions[i] = int64(i)
		if k := col - row; k >= low && k <= high {
			positions[i] = int64(count + (high-k)*longest + min(row, col) + start(k, lengthOf(k, rows, cols), longest))
		}
	}
	batch := s[:n-2]
	flat := e.Concat([]*ivy.Array{e.Reshape(x, append(slices.Clone(batch), count)), e.Reshape(diagonal, append(slices.Clone(batch), product(want[n-2:])))}, ivy.Axis(-1))
	return result(c, e.Reshape(e.Take(flat, e.Asarray(positions, dtype.Int64), ivy.Axis(-1)), s), false)
}

// globalNorm is the square root of the sum of the squares of all elements of several tensors.
func globalNorm(c *frontend.Call) any {
	named(c)
	list, ok := c.Arg("t_list").([]any)
	if !ok {
		c.Raise(typeError, "global_norm(): t_list is no list of tensors")
	}
	e := c.Env()
	var sum *ivy.Array
	for _, v := range list {
		if v == nil {
			continue
		}
		x := toTensor(c, anyInput(c.Namespace, v, true)).V
		k := kernel{takes: dtype.Float}
		k.check(c.Func.Path, x.Dtype())
		s := e.Sum(e.Multiply(x, x))
		if sum == nil {
			sum = s
		} else {
			sum = e.Add(sum, s)
		}
	}
	if sum == nil {
		return result(c, e.Zeros(nil, dtype.Float32), false)
	}
	return result(c, e.Sqrt(sum), false)
}
