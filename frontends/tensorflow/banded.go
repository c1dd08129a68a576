package tensorflow

import (
	"errors"
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/banded"
	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// The functions of tf.linalg of matrices with few diagonals.

const (
	attributeError = "AttributeError"
	indexError     = "IndexError"
)

// Which dtypes have kernels.
var (
	tridiagonals = kernel{takes: dtype.Of(dtype.Float32, dtype.Float64) | dtype.Complex}
	bands        = kernel{takes: tridiagonals.takes, absent: 1 << dtype.Float16}
)

var bandedMatrices = []frontend.Func{
	{Path: "linalg.tridiagonal_matmul", Sig: "diagonals, rhs, diagonals_format='compact', name=None", Run: tridiagonalMatmul},
	{Path: "linalg.tridiagonal_solve", Sig: "diagonals, rhs, diagonals_format='compact', transpose_rhs=False, conjugate_rhs=False, name=None, partial_pivoting=True, perturb_singular=False",
		Doc: "With perturb_singular it is computed on the host.", Run: tridiagonalSolve},
	{Path: "linalg.banded_triangular_solve", Sig: "bands, rhs, lower=True, adjoint=False, name=None", Run: func(c *frontend.Call) any {
		a, b := system(c, "bands", "rhs", bands)
		s, t := a.Shape(), b.Shape()
		if a.Size() == 0 || b.Size() == 0 {
			c.Raise(invalidArgument, "%s of empty tensors, of shapes %v and %v", c.Func.Path, s, t)
		}
		if s[len(s)-1] != t[len(t)-2] {
			c.Raise(invalidArgument, "%s: matrices of %d rows and right sides of %d", c.Func.Path, s[len(s)-1], t[len(t)-2])
		}
		if _, err := shape.Broadcast(s[:len(s)-2], t[:len(t)-2]); err != nil {
			c.Raise(invalidArgument, "%s: %v", c.Func.Path, err)
		}
		invertible(c, a)
		return result(c, regular(c, func() *ivy.Array { return bandedTriangular(c.Env(), a, b, c.Bool("lower"), c.Bool("adjoint")) }), false)
	}},
	{Path: "linalg.eigh_tridiagonal", Sig: "alpha, beta, eigvals_only=True, select='a', select_range=None, tol=None, name=None", Out: frontend.Value,
		Doc: "The eigenvalues, or a list of them and the eigenvectors. They are those of the dense matrix, whatever tol is; the signs of the vectors are those of the unified API.", Run: eighTridiagonal},
}

// invertible refuses bands of which the first matrix has a zero on the diagonal, or begins with NaN: TensorFlow looks at no other one.
func invertible(c *frontend.Call, bands *ivy.Array) {
	e, s := c.Env(), bands.Shape()
	at := 0
	if !c.Bool("lower") {
		at = s[len(s)-2] - 1
	}
	diagonal := e.GetItem(e.Reshape(bands, []int{product(s[:len(s)-2]), s[len(s)-2], s[len(s)-1]}), 0, at)
	if e.IsNan(e.GetItem(diagonal, 0)).Bool() || e.Any(e.Equal(diagonal, number(e, diagonal, 0))).Bool() {
		c.Raise(invalidArgument, "Input matrix is not invertible.")
	}
}

// bandedTriangular solves with triangles of bands. A zero on a diagonal is divided by.
func bandedTriangular(e *ivy.Env, a, b *ivy.Array, lower, adjoint bool) (z *ivy.Array) {
	err := ivy.Try(func() { z = banded.Triangular(e, a, b, lower, adjoint) })
	if errors.Is(err, ivy.ErrLinAlg) {
		return banded.TriangularInOrder(e, a, b, lower, adjoint)
	}
	if err != nil {
		panic(err)
	}
	return z
}

// given returns an argument whose shape TensorFlow asks for before it makes a tensor of it: lists have none.
func given(c *frontend.Call, v any) *ivy.Array {
	if !isTensor(c, v) {
		c.Raise(attributeError, "%s: %s has no attribute 'shape'", c.Func.Path, c.TypeName(v))
	}
	return anyInput(c.Namespace, v, true).a.V
}

// option returns an argument that is one of some texts. Numbers are none of them, tensors are of another type.
func option(c *frontend.Call, name string) string {
	if isTensor(c, c.Arg(name)) {
		c.Raise(typeError, "%s: %s is a tensor", c.Func.Path, name)
	}
	text, _ := c.Arg(name).(string)
	return text
}

// threeOf returns the diagonals of an argument that is a list of three of them.
func threeOf(c *frontend.Call) []any {
	list, ok := frontend.Sequence(c.Arg("diagonals"))
	if !ok || len(list) != 3 {
		c.Raise(valueError, "%s: Expected diagonals to be a sequence of length 3.", c.Func.Path)
	}
	return list
}

// squareDiagonals returns the diagonals of matrices.
func squareDiagonals(c *frontend.Call) *ivy.Array {
	x := given(c, c.Arg("diagonals"))
	s := x.Shape()
	if x.Dtype().IsInteger() && len(s) > 1 && (s[len(s)-1] == s[len(s)-2] || s[len(s)-1]*s[len(s)-2] == 0) {
		c.Raise(typeError, "%s of %v: it pads with a float", c.Func.Path, x.Dtype())
	}
	if len(s) < 2 {
		c.Raise(indexError, "%s: matrices of %d axes", c.Func.Path, len(s))
	}
	m, n := s[len(s)-1], s[len(s)-2]
	if m != n && m != 0 && n != 0 {
		c.Raise(valueError, "Expected last two dimensions of diagonals to be same, got %d and %d", m, n)
	}
	if m < 2 || n < 2 {
		c.Raise(invalidArgument, "%s: matrices of %d × %d have no diagonals but the main one", c.Func.Path, n, m)
	}
	return banded.Diagonals(c.Env(), x)
}

// sameDtypes returns tensors of one dtype, which k takes.
func sameDtypes(c *frontend.Call, k kernel, xs ...any) []*ivy.Array {
	var vs []*ivy.Array
	for _, a := range one(c, xs) {
		vs = append(vs, a.V)
	}
	k.check(c.Func.Path, vs[0].Dtype())
	return vs
}

func tridiagonalMatmul(c *frontend.Call) any {
	named(c)
	e := c.Env()
	var ds []any
	rows := func(x *ivy.Array) {
		for i := range 3 {
			ds = append(ds, c.Wrap(e.GetItem(x, ivy.Ellipsis, i, ivy.Colon)))
		}
	}
	switch option(c, "diagonals_format") {
	case "compact":
		if !isTensor(c, c.Arg("diagonals")) {
			c.Raise(typeError, "%s: list indices must be integers or slices, not tuple", c.Func.Path)
		}
		x := tensor(c, "diagonals").V
		if s := x.Shape(); len(s) < 2 || s[len(s)-2] < 3 {
			c.Raise(invalidArgument, "%s: diagonals of shape %v", c.Func.Path, s)
		}
		rows(x)
	case "sequence":
		list, ok := frontend.Sequence(c.Arg("diagonals"))
		if text, isText := c.Arg("diagonals").(string); isText && len([]rune(text)) != 3 {
			c.Raise(valueError, "%s: %d diagonals, want 3", c.Func.Path, len([]rune(text)))
		} else if c.Arg("diagonals") == nil {
			c.Raise(typeError, "%s: cannot unpack non-iterable NoneType object", c.Func.Path)
		} else if !ok {
			x := tensor(c, "diagonals").V
			if x.Ndim() == 0 {
				c.Raise(typeError, "%s: a scalar is no sequence of diagonals", c.Func.Path)
			}
			for _, d := range e.Unstack(x) {
				list = append(list, c.Wrap(d))
			}
		}
		if len(list) != 3 {
			c.Raise(valueError, "%s: %d diagonals, want 3", c.Func.Path, len(list))
		}
		ds = list
	case "matrix":
		rows(squareDiagonals(c))
	default:
		c.Raise(valueError, "Unrecognized diagonals_format: %v", c.Arg("diagonals_format"))
	}
	vs := sameDtypes(c, tridiagonals, append(slices.Clone(ds), c.Arg("rhs"))...)
	b := vs[3]
	s := b.Shape()
	if len(s) < 2 {
		c.Raise(invalidArgument, "%s: a right side of %d axes", c.Func.Path, len(s))
	}
	n := s[len(s)-2]
	for i, v := range vs[:3] {
		if !slices.Equal(v.Shape(), s[:len(s)-1]) {
			c.Raise(invalidArgument, "%s: diagonal %d is of shape %v, want %v", c.Func.Path, i, v.Shape(), s[:len(s)-1])
		}
	}
	if b.Size() == 0 {
		return result(c, e.CopyArray(b), false)
	}
	line := e.Zeros(append(s[:len(s)-2:len(s)-2], 1, s[len(s)-1]), b.Dtype())
	part := func(from, to int) *ivy.Array { return e.GetItem(b, ivy.Ellipsis, ivy.Slice(from, to), ivy.Colon) }
	times := func(i int, x *ivy.Array) *ivy.Array { return e.Multiply(e.ExpandDims(vs[i], ivy.Axis(-1)), x) }
	z := e.Add(times(1, b), times(0, e.Concat([]*ivy.Array{part(1, n), line}, ivy.Axis(-2))))
	return result(c, e.Add(z, times(2, e.Concat([]*ivy.Array{line, part(0, n-1)}, ivy.Axis(-2)))), false)
}

// compactDiagonals returns the diagonals of tridiagonal_solve's matrices in one array.
func compactDiagonals(c *frontend.Call) *ivy.Array {
	e := c.Env()
	switch option(c, "diagonals_format") {
	case "compact":
		return given(c, c.Arg("diagonals"))
	case "matrix":
		return squareDiagonals(c)
	case "sequence":
		list := threeOf(c)
		xs := make([]*ivy.Array, 3)
		for _, i := range []int{2, 1, 0} {
			xs[i] = given(c, list[i])
		}
		for _, x := range xs {
			if x.Ndim() == 0 {
				c.Raise(indexError, "%s: a diagonal without axes", c.Func.Path)
			}
		}
		main := xs[1].Shape()
		m := main[len(main)-1]
		for _, i := range []int{2, 0} {
			s := xs[i].Shape()
			if !slices.Equal(s[:len(s)-1], main[:len(main)-1]) {
				c.Raise(valueError, "%s: diagonals of shapes %v, %v and %v", c.Func.Path, xs[0].Shape(), main, xs[2].Shape())
			}
		}
		for _, i := range []int{2, 0} {
			s := xs[i].Shape()
			switch n := s[len(s)-1]; {
			case n == m:
			case n == 0:
				c.Raise(invalidArgument, "%s: diagonals of lengths %d and %d", c.Func.Path, n, m)
			case n == m-1:
				widths := make([][2]int, len(s))
				widths[len(s)-1] = [2]int{i / 2, 1 - i/2}
				xs[i] = e.Pad(xs[i], widths, ivy.ConstantValues(number(e, xs[i], 0)))
			default:
				c.Raise(valueError, "Expected a diagonal to have length %d or %d, got %d.", m, m-1, n)
			}
		}
		for _, x := range xs {
			if x.Dtype() != xs[0].Dtype() {
				c.Raise(invalidArgument, "%s of diagonals of %v and %v", c.Func.Path, xs[0].Dtype(), x.Dtype())
			}
		}
		return e.Stack(xs, ivy.Axis(-2))
	default:
		c.Raise(valueError, "Unrecognized diagonals_format: %v", c.Arg("diagonals_format"))
	}
	return nil
}

func tridiagonalSolve(c *frontend.Call) any {
	named(c)
	pivoting, perturb := c.Bool("partial_pivoting"), c.Bool("perturb_singular")
	if perturb && !pivoting {
		c.Raise(valueError, "partial_pivoting must be True if perturb_singular is.")
	}
	e := c.Env()
	a := compactDiagonals(c)
	b := given(c, c.Arg("rhs"))
	s, t := a.Shape(), b.Shape()
	switch {
	case len(s) == 0:
		c.Raise(indexError, "%s: diagonals without axes", c.Func.Path)
	case len(s) < 2:
		c.Raise(valueError, "Expected diagonals to have rank at least 2, got %d", len(s))
	case s[len(s)-2] != 3 && s[len(s)-2] != 0:
		c.Raise(valueError, "Expected 3 diagonals got %d", s[len(s)-2])
	case len(t) == 0 && c.Bool("transpose_rhs"):
		c.Raise(valueError, "Argument `a` should be a (batch) matrix with rank >= 2.")
	case len(t) == 0:
		c.Raise(indexError, "%s: a right side without axes", c.Func.Path)
	case len(t) != len(s) && len(t) != len(s)-1:
		c.Raise(valueError, "Expected the rank of rhs to be %d or %d, got %d", len(s)-1, len(s), len(t))
	case !slices.Equal(s[:len(s)-2], t[:len(s)-2]):
		c.Raise(valueError, "Batch shapes %v and %v are incompatible", s[:len(s)-2], t[:len(s)-2])
	}
	vector := len(t) == len(s)-1
	if c.Bool("conjugate_rhs") && b.Dtype().IsComplex() {
		b = e.Conj(b)
	}
	switch {
	case vector:
		b = e.ExpandDims(b, ivy.Axis(-1))
	case c.Bool("transpose_rhs"):
		b = e.MatrixTranspose(b)
	}
	n, m := s[len(s)-1], b.Shape()[len(s)-2]
	if n != m && n != 0 && m != 0 {
		c.Raise(valueError, "Expected number of left-hand sided and right-hand sides to be equal, got %d and %d", n, m)
	}
	vs := sameDtypes(c, tridiagonals, c.Wrap(a), c.Wrap(b))
	a, b = vs[0], vs[1]
	if n != m || s[len(s)-2] != 3 {
		c.Raise(invalidArgument, "%s: diagonals of shape %v and right sides of shape %v", c.Func.Path, s, b.Shape())
	}
	var z *ivy.Array
	solved := func(a, b *ivy.Array) *ivy.Array {
		solve := banded.Tridiagonal
		if !pivoting {
			solve = banded.TridiagonalInOrder
		}
		x, singular := solve(e, a, b)
		none := number(e, x, math.NaN())
		if x.Dtype().IsComplex() { // as TensorFlow has it: C++ has no NaN of complex numbers
			none = number(e, x, 0)
		}
		return e.Where(singular, none, x)
	}
	if perturb {
		z = reading.As(e, func(xs []*ivy.Array) *ivy.Array { return perturbed(e, xs[0], xs[1]) }, func(xs []*ivy.Array) *ivy.Array { return solved(xs[0], xs[1]) }, a, b)
	} else {
		z = solved(a, b)
	}
	if vector {
		z = e.Squeeze(z, ivy.Axis(-1))
	}
	return result(c, z, false)
}

// perturbed solves on the host: see [banded.Perturbed].
func perturbed(e *ivy.Env, a, b *ivy.Array) *ivy.Array {
	switch b.Dtype() {
	case dtype.Float32:
		return perturbedIn[float32](e, a, b)
	case dtype.Float64:
		return perturbedIn[float64](e, a, b)
	case dtype.Complex64:
		return perturbedIn[complex64](e, a, b)
	}
	return perturbedIn[complex128](e, a, b)
}

func perturbedIn[T banded.Number](e *ivy.Env, a, b *ivy.Array) *ivy.Array {
	s := b.Shape()
	n, k := s[len(s)-2], s[len(s)-1]
	from, to := reading.Values[T](a), reading.Values[T](b)
	if len(to) == 0 {
		return e.CopyArray(b)
	}
	for i := range len(to) / (n * k) {
		banded.Perturbed(from[i*3*n:(i+1)*3*n], to[i*n*k:(i+1)*n*k], n, k)
	}
	return e.Reshape(e.Asarray(to, b.Dtype()), s)
}

// eighTridiagonal returns eigenvalues of Hermitian tridiagonal matrices, with the superdiagonal beta, all or some.
func eighTridiagonal(c *frontend.Call) any {
	named(c)
	e := c.Env()
	alpha := tensor(c, "alpha").V
	s := alpha.Shape()
	if len(s) == 0 {
		c.Raise(indexError, "%s of a scalar", c.Func.Path)
	}
	diagonal := alpha
	if alpha.Dtype().IsComplex() {
		diagonal = e.Real(alpha)
	}
	if s[0] <= 1 {
		return result(c, diagonal, false)
	}
	beta := tensor(c, "beta").V
	if alpha.Dtype() != beta.Dtype() {
		c.Raise(valueError, "'alpha' and 'beta' must have the same type.")
	}
	d := alpha.Dtype()
	if d.IsUnsigned() {
		c.Raise(invalidArgument, "%s of %v", c.Func.Path, d)
	}
	if !dtype.Inexact.Has(d) || d == dtype.BFloat16 {
		c.Raise(valueError, "%s: data type %v not inexact", c.Func.Path, d)
	}
	if len(s) > 1 || beta.Ndim() != 1 || beta.Size() != s[0]-1 {
		c.Raise(invalidArgument, "%s of shapes %v and %v", c.Func.Path, s, beta.Shape())
	}
	n := s[0]
	values := c.Bool("eigvals_only")
	if _, isText := c.Arg("tol").(string); isText {
		c.Raise(typeError, "%s: tol is a text", c.Func.Path)
	} else if c.Has("tol") {
		c.Float("tol")
	}
	from, to := 0, n-1
	low, high := math.Inf(-1), math.Inf(1)
	switch option(c, "select") {
	case "a":
	case "i":
		x, y := rangeOf(c)
		if from, to = int(x), int(y); x > y {
			c.Raise(invalidArgument, "Got empty index range in select_range: %v, %v", x, y)
		}
		if !values && (from < 0 || to >= n) { // of which TensorFlow returns vectors without meaning
			c.Raise(invalidArgument, "%s: eigenvectors %d to %d of %d", c.Func.Path, from, to, n)
		}
	case "v":
		if low, high = rangeOf(c); !(low < high) {
			c.Raise(invalidArgument, "Got empty interval in select_range: %v, %v", low, high)
		}
	default:
		c.Raise(valueError, "'select must have a value in {'a', 'i', 'v'}.")
	}
	if !values && d == dtype.Float16 {
		c.Raise(invalidArgument, "%s: no eigenvectors of float16", c.Func.Path)
	}
	line := e.Zeros([]int{1}, d)
	under := beta
	if d.IsComplex() {
		under = e.Conj(beta)
	}
	matrix := banded.Dense(e, e.Stack([]*ivy.Array{e.Concat([]*ivy.Array{beta, line}), e.Astype(diagonal, d), e.Concat([]*ivy.Array{line, under})}))
	if d == dtype.Float16 {
		matrix = e.Astype(matrix, dtype.Float32)
	}
	var w, v *ivy.Array
	if values {
		w = e.Eigvalsh(matrix)
	} else {
		w, v = e.Eigh(matrix)
	}
	w = e.Astype(w, diagonal.Dtype())
	if option(c, "select") == "v" {
		from, to = inInterval(e, w, diagonal, beta, low, high)
	}
	before, after := max(0, min(to+1, 0)-from), max(0, to+1-max(from, n)) // indices of no eigenvalue
	some := ivy.Slice(min(max(from, 0), n), max(min(max(from, 0), n), min(to+1, n)))
	w = e.GetItem(w, some)
	if before+after > 0 {
		least, most, slack := bounds(e, diagonal, beta)
		ends := func(x float64, count int) *ivy.Array { return e.Full([]int{count}, x, diagonal.Dtype()) }
		w = e.Concat([]*ivy.Array{ends(least-slack, before), w, ends(most+slack, after)})
	}
	if values {
		return result(c, w, false)
	}
	return []*frontend.Array{result(c, w, false), result(c, e.GetItem(v, ivy.Colon, some), false)}
}

// rangeOf returns the two numbers of select_range.
func rangeOf(c *frontend.Call) (low, high float64) {
	if !c.Has("select_range") {
		c.Raise(typeError, "%s: select_range is None", c.Func.Path)
	}
	x := tensor(c, "select_range").V
	if x.Ndim() != 1 || x.Size() < 2 {
		c.Raise(indexError, "%s: select_range of shape %v, want two numbers", c.Func.Path, x.Shape())
	}
	v := reading.Values[float64](c.Env().Astype(x, dtype.Float64))
	return v[0], v[1]
}

// bounds returns between which numbers all eigenvalues are, by Gershgorin's circles, and by how much TensorFlow widens the interval.
func bounds(e *ivy.Env, diagonal, beta *ivy.Array) (least, most, slack float64) {
	read := func(x *ivy.Array) []float64 {
		return reading.Values[float64](e.Astype(e.StopGradient(x), dtype.Float64))
	}
	a, b := read(diagonal), read(e.Abs(beta))
	least, most = math.Inf(1), math.Inf(-1)
	for i := range a {
		r := 0.0
		if i > 0 {
			r = b[i-1]
		}
		if i < len(b) {
			r += b[i]
		}
		least, most = min(least, a[i]-r), max(most, a[i]+r)
	}
	info, err := dtype.Finfo(diagonal.Dtype())
	frontend.Check(err)
	return least, most, 2.1 * float64(len(a)) * info.Eps * max(math.Abs(least), math.Abs(most))
}

// inInterval returns the indices of the first and the last eigenvalue in an interval, which is widened as TensorFlow does.
func inInterval(e *ivy.Env, w, diagonal, beta *ivy.Array, low, high float64) (first, last int) {
	_, _, slack := bounds(e, diagonal, beta)
	all := reading.Values[float64](e.Astype(e.StopGradient(w), dtype.Float64))
	for _, x := range all {
		if x <= low-slack {
			first++
		}
		if x <= high+slack {
			last++
		}
	}
	return first, last - 1
}
