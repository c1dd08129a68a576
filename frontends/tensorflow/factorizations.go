package tensorflow

import (
	"errors"
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/compose"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
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
		d := indexType(c, "output_idx_type")
		x := matricesOf(c, "input", factored)
		squareOf(c, x)
		return pair(c, func() (*ivy.Array, *ivy.Array) {
			lu, p := c.Env().LUFactor(x)
			if c.Env().Any(c.Env().Equal(c.Env().Diagonal(lu), number(c.Env(), lu, 0))).Bool() {
				c.Raise(invalidArgument, "lu(): the matrix is singular")
			}
			if x.Dtype().IsComplex() {
				return byModulus(c.Env(), x, lu, p)
			}
			return lu, p
		}, x.Dtype(), d)
	}},
	{Path: "linalg.lu_reconstruct", Sig: "lower_upper, perm, validate_args=False, name=None", Run: luReconstruct},
	{Path: "linalg.lu_solve", Sig: "lower_upper, perm, rhs, validate_args=False, name=None", Run: func(c *frontend.Call) any {
		lu, p := factorsOf(c)
		s := lu.Shape()
		if get(c, "rhs").text {
			c.Raise(valueError, "Input `rhs` must have at least 2 dimensions.")
		}
		b := preferring(c, "rhs", lu.Dtype())
		if b.Ndim() < 2 {
			c.Raise(valueError, "Input `rhs` must have at least 2 dimensions.")
		}
		if t := b.Shape(); t[len(t)-2] != s[len(s)-1] {
			c.Raise(valueError, "`lower_upper.shape[-1]` must equal `rhs.shape[-1]`: shapes %v and %v", s, t)
		}
		return result(c, luSolve(c, lu, p, b), false)
	}},
	{Path: "linalg.lu_matrix_inverse", Sig: "lower_upper, perm, validate_args=False, name=None", Run: func(c *frontend.Call) any {
		lu, p := factorsOf(c)
		s := lu.Shape()
		one := c.Env().BroadcastTo(c.Env().Eye(s[len(s)-1], lu.Dtype()), s)
		return result(c, luSolve(c, lu, p, one), false)
	}},
	{Path: "linalg.triangular_solve", Sig: "matrix, rhs, lower=True, adjoint=False, name=None", Run: func(c *frontend.Call) any {
		a, b := system(c, "matrix", "rhs", triangles)
		return result(c, triangular(c, a, b, c.Bool("lower"), c.Bool("adjoint"), false), false)
	}},
	{Path: "linalg.cholesky_solve", Sig: "chol, rhs, name=None", Run: func(c *frontend.Call) any {
		a, b := system(c, "chol", "rhs", triangles)
		return result(c, triangular(c, a, triangular(c, a, b, true, false, false), true, true, false), false)
	}},
	{Path: "linalg.expm", Sig: "input, name=None", Run: expm, Doc: "If an element is not finite, all of the result is NaN."},
	{Path: "linalg.logm", Sig: "input, name=None", Run: func(c *frontend.Call) any {
		x := matricesOf(c, "input", logarithm)
		return result(c, regular(c, func() *ivy.Array { return orNaN(c.Env(), x, c.Env().Logm) }), false)
	}, Doc: "The logarithm of a singular matrix is NaN."},
	{Path: "linalg.sqrtm", Sig: "input, name=None", Run: func(c *frontend.Call) any {
		x := matricesOf(c, "input", factored)
		return result(c, regular(c, func() *ivy.Array { return orNaN(c.Env(), x, c.Env().Sqrtm) }), false)
	}, Doc: "The root of a real matrix with a negative eigenvalue, which is complex, is NaN."},
	{Path: "linalg.normalize", Sig: "tensor, ord='euclidean', axis=None, name=None", Out: frontend.List, Doc: "A list of the tensor over its norms, and of the norms.", Run: func(c *frontend.Call) any {
		noNormOfText(c)
		x := tensor(c, "tensor")
		if is, single, _ := c.Ints("axis"); c.Has("axis") && !single && len(is) == 1 {
			c.Raise(valueError, "normalize(): axis is a list of one, want a number or two")
		}
		n := call(c, "norm", x, c.Arg("ord"), c.Arg("axis"), true)
		n = result(c, cast(c.Namespace, n.V, x.V.Dtype()), false)
		return []*frontend.Array{call(c, "divide", x, n), n}
	}},
	{Path: "linalg.tensor_diag_part", Sig: "input, name=None", Run: func(c *frontend.Call) any {
		t := tensor(c, "input")
		x := t.V
		k := kernel{takes: products.takes &^ (1 << dtype.BFloat16), absent: 1 << dtype.BFloat16}
		k.check(c.Func.Path, x.Dtype())
		s := x.Shape()
		half := len(s) / 2
		if len(s)%2 != 0 || !slices.Equal(s[:half], s[half:]) {
			c.Raise(invalidArgument, "tensor_diag_part of shape %v", s)
		}
		if half == 0 {
			return result(c, x, t.Weak)
		}
		n := product(s[:half])
		return result(c, c.Env().Reshape(c.Env().Diagonal(c.Env().Reshape(x, []int{n, n})), s[:half]), t.Weak)
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

// floating returns a tensor that is of real floats and has two axes at least.
func floating(c *frontend.Call, x input) *ivy.Array {
	if x.text {
		c.Raise(typeError, "%s of a string, want real floats", c.Func.Path)
	}
	v := toTensor(c, x).V
	if d := v.Dtype(); !d.IsFloat() {
		c.Raise(typeError, "%s of %v, want real floats", c.Func.Path, d)
	}
	if n := v.Ndim(); n < 2 {
		c.Raise(valueError, "%s of %d axes", c.Func.Path, n)
	}
	return v
}

// triangular solves a·x = b, or aᴴ·x = b, with a triangle of a, whose diagonal is of ones if unit says so. A zero on the diagonal is divided by.
func triangular(c *frontend.Call, a, b *ivy.Array, lower, adjointed, unit bool) *ivy.Array {
	if adjointed {
		a, lower = adjoint(c, a), !lower
	}
	return regular(c, func() *ivy.Array { return compose.SolveTriangular(c.Env(), a, b, !lower, unit) })
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
	xs := oneOf(c, &k, []any{c.Arg(matrix), c.Arg(right)})
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
	named(c)
	x, e := floating(c, get(c, "a")), c.Env()
	s, d := x.Shape(), x.Dtype()
	var limit *ivy.Array
	switch {
	case c.Has("rcond"):
		limit = converting(c, "rcond", d)
	case d == dtype.BFloat16:
		c.Raise(valueError, "pinv() of bfloat16")
	default:
		limit = e.Asarray(10*float64(max(s[len(s)-1], s[len(s)-2]))*epsilonOf(c, d), d)
	}
	factored.check(c.Func.Path, d)
	if all, err := shape.Broadcast(limit.Shape(), s[:len(s)-2]); err != nil {
		c.Raise(invalidArgument, "pinv(): rcond of shape %v of matrices of shape %v", limit.Shape(), s)
	} else if !slices.Equal(all, s[:len(s)-2]) {
		c.Raise(valueError, "Tensor's shape %v is not compatible with supplied shape %v", all, s[:len(s)-2])
	}
	return result(c, regular(c, func() *ivy.Array { return e.Pinv(x, ivy.Rtols(limit)) }), false)
}

// matrixRank counts singular values above tol, which is max(m, n)·ε times the greatest one if it is not given.
func matrixRank(c *frontend.Call) any {
	named(c)
	o, e := get(c, "a"), c.Env()
	x := floating(c, preferred(c, o, dtype.Float32))
	factored.check(c.Func.Path, x.Dtype())
	s := regular(c, func() *ivy.Array { return e.Svdvals(x) })
	dims := x.Shape()
	var tol *ivy.Array
	if c.Has("tol") {
		above := call(c, ".__gt__", result(c, s, false), c.Arg("tol"))
		return call(c, "reduce_sum", call(c, "cast", above, dtype.Int32), -1)
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
	if x, y := get(c, "matrix"), get(c, "rhs"); flexible(c.Namespace) && c.Bool("fast") && x.a != nil && y.a != nil && x.Dtype != y.Dtype {
		x.Weak = false     // as is that of which the product is made
		s := x.a.V.Shape() // the product of the matrix and the right sides promotes, what solves with its factor does not
		if d := flexibly(c.Namespace, &x, &y).Dtype; d == x.Dtype && len(s) > 1 && s[len(s)-2] >= s[len(s)-1] {
			c.Substitute(func(p *frontend.Param, v any) (any, bool) {
				return result(c, cast(c.Namespace, y.a.V, d), false), p.Name == "rhs"
			})
		}
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

// byModulus returns the factors lu of complex matrices and their rows p, or others if a pivot is not the element of greatest modulus, which
// TensorFlow takes: the unified API takes the greatest sum of the parts' magnitudes, as LAPACK does.
func byModulus(e *ivy.Env, x, lu, p *ivy.Array) (*ivy.Array, *ivy.Array) {
	below := e.Abs(e.Tril(lu, ivy.K(-1)))
	if e.All(e.Less(below, number(e, below, 1-1e-6))).Bool() {
		return lu, p
	}
	s := x.Shape()
	n := s[len(s)-1]
	part := func(x *ivy.Array, i, j any) *ivy.Array { return e.GetItem(x, ivy.Ellipsis, i, j) }
	lu, p = x, e.BroadcastTo(e.Arange(n, dtype.Int64), s[:len(s)-1])
	for k := range n - 1 {
		most := e.Add(e.ArgMax(e.Abs(part(lu, ivy.Slice(k, nil), k)), ivy.Axis(-1), ivy.KeepDims(true)), k)
		at := e.Arange(n, dtype.Int64)
		at = e.Where(e.Equal(at, k), most, e.Where(e.Equal(at, most), k, at))
		p = e.TakeAlongAxis(p, at, ivy.Axis(-1))
		lu = e.TakeAlongAxis(lu, e.BroadcastTo(e.ExpandDims(at, ivy.Axis(-1)), s), ivy.Axis(-2))
		rest, row := ivy.Slice(k+1, nil), ivy.Slice(k, k+1)
		l := e.Divide(part(lu, rest, row), part(lu, row, row))
		next := e.Subtract(part(lu, rest, rest), e.Multiply(l, part(lu, row, rest)))
		lower := e.Concat([]*ivy.Array{part(lu, rest, ivy.Slice(nil, k)), l, next}, ivy.Axis(-1))
		lu = e.Concat([]*ivy.Array{part(lu, ivy.Slice(nil, k+1), ivy.Colon), lower}, ivy.Axis(-2))
	}
	return lu, p
}

// indexType returns an argument that is int32 or int64, which TensorFlow's numbers of dtypes name too; None is int32.
func indexType(c *frontend.Call, name string) dtype.Dtype {
	d := dtype.Int32
	switch o := c.Arg(name); v := o.(type) {
	case nil:
	case int, float64, bool:
		n, whole := v.(int)
		switch f, _ := v.(float64); {
		case v == true:
			n = 1
		case v == false:
		case !whole && f != math.Trunc(f):
			c.Raise(typeError, "Expected DataType for argument '%s' not %v.", name, v)
		case !whole:
			n = int(f)
		}
		switch {
		case n == 3:
		case n == 9:
			d = dtype.Int64
		case (n < 1 || n > 33) && flexible(c.Namespace):
			c.Raise(typeError, "Expected DataType for argument '%s' not %v.", name, v)
		default:
			c.Raise(invalidArgument, "%s(): %s is %v, want int32 or int64", c.Func.Path, name, v)
		}
	default:
		if d = c.Dtype(name); d != dtype.Int32 && d != dtype.Int64 {
			c.Raise(invalidArgument, "%s(): %s is %v, want int32 or int64", c.Func.Path, name, d)
		}
	}
	return d
}

// expm asks for the shape, the dtype and the elements in TensorFlow's order: an axis of one element is a matrix.
func expm(c *frontend.Call) any {
	named(c)
	t, e := tensor(c, "input"), c.Env()
	x := t.V
	s, d := x.Shape(), x.Dtype()
	n := len(s)
	switch {
	case n > 1 && s[n-1] == 0 && s[n-2] == 0:
		return result(c, x, t.Weak)
	case n == 0 || d == dtype.Bool || d.IsUnsigned():
		c.Raise(invalidArgument, "expm() of %v and shape %v", d, s)
	case d.IsInteger() || d == dtype.BFloat16:
		c.Raise(valueError, "tf.linalg.expm does not support matrices of type %v", d)
	case n == 1:
		x = e.Reshape(x, []int{1, s[0]})
	}
	squareOf(c, x)
	if x.Size() == 0 {
		return result(c, x, false)
	}
	finite := e.IsFinite(e.Max(e.Sum(e.Abs(x), ivy.Axis(-2), d.Component())))
	z := number(e, x, math.NaN())
	switch {
	case d == dtype.Float16 && finite.Bool():
		c.Raise(notFound, "expm() has no kernel for float16")
	case d == dtype.Float16:
		z = e.BroadcastTo(z, x.Shape())
	default:
		z = e.Where(finite, regular(c, func() *ivy.Array { return e.MatrixExp(x) }), z)
	}
	return result(c, z, false)
}

// orNaN returns a function of matrices, NaN of those that have none.
func orNaN(e *ivy.Env, x *ivy.Array, f func(x any, opts ...ivy.Option) *ivy.Array) *ivy.Array {
	return compose.OrElse(e, x, func(x *ivy.Array) *ivy.Array { return f(x) }, func(x *ivy.Array) *ivy.Array {
		none := math.NaN()
		if x.Dtype().IsComplex() {
			return e.Multiply(x, e.Astype(e.Asarray(complex(none, none)), x.Dtype()))
		}
		return e.Multiply(x, number(e, x, none))
	})
}

// factorsOf returns what lu returned: factors of square matrices, and rows.
func factorsOf(c *frontend.Call) (lu, p *ivy.Array) {
	named(c)
	if get(c, "lower_upper").text {
		c.Raise(valueError, "Input `lower_upper` must have at least 2 dimensions.")
	}
	lu = preferring(c, "lower_upper", dtype.Float32)
	text := get(c, "perm").text
	if !text {
		p = preferring(c, "perm", dtype.Int32)
	}
	s := lu.Shape()
	switch {
	case len(s) < 2:
		c.Raise(valueError, "Input `lower_upper` must have at least 2 dimensions.")
	case text || p.Ndim() != len(s)-1:
		c.Raise(valueError, "`rank(lower_upper)` must equal `rank(perm) + 1`")
	case s[len(s)-1] != s[len(s)-2]:
		c.Raise(valueError, "`lower_upper` must be square.")
	}
	return lu, p
}

// luSolve solves with factors of matrices. The rows p are those of the right sides b, of which there may be several times the same.
func luSolve(c *frontend.Call, lu, p, b *ivy.Array) *ivy.Array {
	e := c.Env()
	t := b.Shape()
	n := t[len(t)-2]
	rows := kernel{takes: dtype.Of(dtype.Int16, dtype.Int32, dtype.Int64)}
	if len(t) > 2 || p.Ndim() > 1 {
		rows.takes = 1 << dtype.Int32
		lead, err := shape.Broadcast(t[:len(t)-2], p.Shape()[:p.Ndim()-1])
		if err == nil {
			_, err = shape.Broadcast(append(slices.Clone(lead), n), p.Shape())
		}
		if last := p.Shape()[p.Ndim()-1]; err != nil || last != n && last != 1 {
			c.Raise(invalidArgument, "%s: right sides of shape %v and rows of shape %v", c.Func.Path, t, p.Shape())
		}
		p = e.BroadcastTo(p, append(slices.Clone(lead), n))
		b = e.BroadcastTo(b, append(slices.Clone(lead), n, t[len(t)-1]))
	}
	rows.check(c.Func.Path, p.Dtype())
	within(c, p, n)
	if count := p.Shape()[p.Ndim()-1]; count == n {
		at := e.ExpandDims(e.Astype(p, dtype.Int64), ivy.Axis(-1))
		b = e.TakeAlongAxis(b, e.BroadcastTo(at, b.Shape()), ivy.Axis(-2))
		triangles.check(c.Func.Path, lu.Dtype())
	} else {
		triangles.check(c.Func.Path, lu.Dtype())
		c.Raise(invalidArgument, "%s: %d rows of matrices of %d", c.Func.Path, count, n)
	}
	if b.Dtype() != lu.Dtype() {
		c.Raise(invalidArgument, "%s of %v and %v", c.Func.Path, lu.Dtype(), b.Dtype())
	}
	return triangular(c, lu, triangular(c, lu, b, true, false, true), false, false, false)
}

// within refuses indices that are not of n rows.
func within(c *frontend.Call, p *ivy.Array, n int) {
	e := c.Env()
	if p.Size() > 0 && (e.Min(p).Int() < 0 || e.Max(p).Int() >= n) {
		c.Raise(invalidArgument, "%s: rows %v are not in [0, %d)", c.Func.Path, p, n)
	}
}

// luReconstruct multiplies factors, and brings rows back to where perm says that they were.
func luReconstruct(c *frontend.Call) any {
	lu, p := factorsOf(c)
	products.check(c.Func.Path, lu.Dtype())
	e, s := c.Env(), lu.Shape()
	n := s[len(s)-1]
	permutation := kernel{takes: dtype.Of(dtype.Int32, dtype.Int64)}
	if len(s) > 2 {
		permutation.takes = 1 << dtype.Int32
		if p.Size() != product(s[:len(s)-1]) || product(s[:len(s)-2]) == 0 {
			c.Raise(invalidArgument, "%s: factors of shape %v and rows of shape %v", c.Func.Path, s, p.Shape())
		}
		p = e.Reshape(p, s[:len(s)-1])
	}
	permutation.check(c.Func.Path, p.Dtype())
	count := p.Shape()[p.Ndim()-1]
	within(c, p, count)
	sorted := e.Sort(p, ivy.Axis(-1))
	if !e.All(e.Equal(sorted, e.Arange(count, p.Dtype()))).Bool() || count > n {
		c.Raise(invalidArgument, "%s: rows %v are no permutation of %d", c.Func.Path, p, n)
	}
	if count < n {
		c.Raise(valueError, "Tensor's shape (%d, %d) is not compatible with supplied shape %v", count, n, s)
	}
	lower := e.Add(e.Tril(lu, ivy.K(-1)), e.Eye(n, lu.Dtype()))
	at := e.ExpandDims(e.ArgSort(p, ivy.Axis(-1)), ivy.Axis(-1))
	return result(c, e.TakeAlongAxis(e.MatMul(lower, e.Triu(lu)), e.BroadcastTo(at, s), ivy.Axis(-2)), false)
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
