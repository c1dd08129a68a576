package tensorflow

import (
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
	"github.com/goivy/goivy/ivy/shape"
)

const (
	sigMatmul = "a, b, transpose_a=False, transpose_b=False, adjoint_a=False, adjoint_b=False, a_is_sparse=False, b_is_sparse=False, output_type=None, grad_a=False, grad_b=False, name=None"
	sigNorm   = "tensor, ord='euclidean', axis=None, keepdims=None, name=None"
)

// stacks is what stacks of matrices are multiplied of, products what two matrices are.
var stacks = kernel{takes: products.takes | 1<<dtype.Int16, absent: products.absent}

// products is what matrices are multiplied of.
var products = kernel{takes: 1<<dtype.Int32 | 1<<dtype.Int64 | dtype.Inexact, absent: dtype.Unsigned}

var linalg = []frontend.Func{
	{Path: "matmul", Sig: sigMatmul, Run: tfMatmul},
	{Path: "linalg.matmul", Sig: sigMatmul, Run: tfMatmul},
	{Path: "linalg.matvec", Sig: "a, b, transpose_a=False, adjoint_a=False, a_is_sparse=False, b_is_sparse=False, name=None", Run: func(c *frontend.Call) any {
		named(c)
		x, b := get(c, "a"), toTensor(c, get(c, "b"))
		y := b.V
		o := input{Arg: promote.Arg{Dtype: y.Dtype(), Weak: b.Weak}, a: b}
		if y.Ndim() < 1 {
			d := y.Dtype()
			switch {
			case flexible(c.Namespace):
				d = flexibly(c.Namespace, &x, &o).Dtype
			case !x.scalar():
				d = x.Dtype // which decides on the kernel
			}
			products.check(c.Func.Path, d)
			c.Raise(invalidArgument, "matvec of a scalar")
		}
		o.a = result(c, c.Env().ExpandDims(y, ivy.Axis(-1)), b.Weak)
		z := matmul(c, &x, &o, c.Bool("transpose_a"), false, c.Bool("adjoint_a"), false)
		return result(c, c.Env().Squeeze(z.V, ivy.Axis(-1)), z.Weak)
	}},
	{Path: "tensordot", Sig: "a, b, axes, name=None", Run: tfTensordot},
	{Path: "einsum", Sig: "equation, *inputs, **kwargs", Run: einsum},
	{Path: "norm", Sig: sigNorm, Run: norm},
	{Path: "linalg.norm", Sig: sigNorm, Run: norm},
	{Path: "linalg.trace", Sig: "x, name=None", Run: func(c *frontend.Call) any {
		named(c)
		x := tensor(c, "x")
		redSum.check(c.Func.Path, x.V.Dtype())
		return result(c, trace(c, x.V), x.Weak)
	}},
	{Path: "linalg.matrix_transpose", Sig: "a, name='matrix_transpose', conjugate=False", Run: func(c *frontend.Call) any {
		named(c)
		x := tensor(c, "a")
		if x.V.Ndim() < 2 {
			c.Raise(valueError, "matrix_transpose of %d axes", x.V.Ndim())
		}
		z := c.Env().MatrixTranspose(x.V)
		if c.Bool("conjugate") && z.Dtype().IsComplex() {
			z = c.Env().Conj(z)
		}
		return result(c, z, x.Weak)
	}},
	{Path: "linalg.adjoint", Sig: "matrix, name=None", Run: func(c *frontend.Call) any {
		named(c)
		x := tensor(c, "matrix").V
		if x.Ndim() < 2 {
			c.Raise(valueError, "adjoint of %d axes", x.Ndim())
		}
		return result(c, adjoint(c, x), false)
	}},
	{Path: "linalg.diag", Sig: "diagonal, name='diag', k=0, num_rows=-1, num_cols=-1, padding_value=0, align='RIGHT_LEFT'", Doc: "k is a diagonal or the lowest and the highest of a band.", Run: func(c *frontend.Call) any {
		named(c)
		noPadding(c, "diagonal")
		x := tensor(c, "diagonal")
		padding(c, x.V.Dtype())
		return result(c, band(c, x.V), x.Weak)
	}},
	{Path: "linalg.diag_part", Sig: "input, name='diag_part', k=0, padding_value=0, align='RIGHT_LEFT'", Doc: "k is a diagonal or the lowest and the highest of a band.", Run: func(c *frontend.Call) any {
		named(c)
		noPadding(c, "input")
		x := tensor(c, "input")
		padding(c, x.V.Dtype()) // is of the dtype, before all else
		return result(c, bandPart(c, x.V), x.Weak)
	}},
	{Path: "linalg.tensor_diag", Sig: "diagonal, name=None", Run: func(c *frontend.Call) any {
		named(c)
		x := tensor(c, "diagonal").V
		k := kernel{takes: products.takes &^ (1 << dtype.BFloat16), absent: 1 << dtype.BFloat16}
		k.check(c.Func.Path, x.Dtype())
		s := x.Shape()
		if len(s) == 0 {
			c.Raise(invalidArgument, "tensor_diag of a scalar")
		}
		return result(c, c.Env().Reshape(diag(c, c.Env().Reshape(x, []int{x.Size()}), 0), slices.Concat(s, s)), false)
	}},
	{Path: "linalg.band_part", Sig: "input, num_lower, num_upper, name=None", Run: func(c *frontend.Call) any {
		named(c)
		x := tensor(c, "input").V
		if x.Ndim() < 2 {
			c.Raise(invalidArgument, "band_part of %d axes", x.Ndim())
		}
		for i, name := range []string{"num_lower", "num_upper"} {
			if n, size := c.Int(name), x.Shape()[x.Ndim()-2+i]; n > size {
				c.Raise(invalidArgument, "%s is %d, at most %d", name, n, size)
			}
		}
		if n := c.Int("num_upper"); n >= 0 {
			x = c.Env().Tril(x, ivy.K(min(n, math.MaxInt32)))
		}
		if n := c.Int("num_lower"); n >= 0 {
			x = c.Env().Triu(x, ivy.K(-min(n, math.MaxInt32)))
		}
		return result(c, x, false)
	}},
	{Path: "linalg.cross", Sig: "a, b, name=None", Run: func(c *frontend.Call) any {
		named(c)
		xs := one(c, []any{c.Arg("a"), c.Arg("b")})
		a, b, e := xs[0].V, xs[1].V, c.Env()
		redMax.check(c.Func.Path, a.Dtype())
		if s := a.Shape(); len(s) == 0 || s[len(s)-1] != 3 || !slices.Equal(s, b.Shape()) {
			c.Raise(invalidArgument, "cross of shapes %v and %v", a.Shape(), b.Shape())
		}
		at := func(x *ivy.Array, i int) *ivy.Array { return e.GetItem(x, ivy.Ellipsis, i) }
		part := func(i, j int) *ivy.Array {
			return e.Subtract(e.Multiply(at(a, i), at(b, j)), e.Multiply(at(a, j), at(b, i)))
		}
		return result(c, e.Stack([]*ivy.Array{part(1, 2), part(2, 0), part(0, 1)}, ivy.Axis(-1)), false)
	}},
	matrixRowOf(kernel{takes: decomposed.takes, absent: 1 << dtype.Float16}, "linalg.det", "input, name=None", func(c *frontend.Call, x *ivy.Array) *ivy.Array { return c.Env().Det(x) }),
	matrixRowOf(kernel{takes: decomposed.takes | 1<<dtype.Float16}, "linalg.inv", "input, adjoint=False, name=None", func(c *frontend.Call, x *ivy.Array) *ivy.Array {
		if c.Bool("adjoint") {
			x = adjoint(c, x)
		}
		return c.Env().Inv(x)
	}),
	matrixRowOf(kernel{takes: decomposed.takes, absent: 1 << dtype.Float16}, "linalg.cholesky", "input, name=None", func(c *frontend.Call, x *ivy.Array) *ivy.Array { return c.Env().Cholesky(x) }),
	{Path: "linalg.solve", Sig: "matrix, rhs, adjoint=False, name=None", Run: func(c *frontend.Call) any {
		named(c)
		xs := one(c, []any{c.Arg("matrix"), c.Arg("rhs")})
		a, b, d := xs[0].V, xs[1].V, xs[0].V.Dtype()
		k := kernel{takes: decomposed.takes, absent: 1 << dtype.Float16}
		k.check(c.Func.Path, d)
		if a.Ndim() < 2 || b.Ndim() != a.Ndim() {
			c.Raise(invalidArgument, "solve of shapes %v and %v", a.Shape(), b.Shape())
		}
		if c.Bool("adjoint") {
			a = adjoint(c, a)
		}
		return result(c, cast(c.Namespace, regular(c, func() *ivy.Array { return c.Env().Solve(wide64(c, a), wide64(c, b)) }), d), false)
	}},

	{Path: tnp + "matmul", Sig: "x1, x2", Run: func(c *frontend.Call) any {
		promoteRagged(c, "x1", "x2")
		x, y := get(c, "x1"), get(c, "x2")
		return numpyMatmul(c, &x, &y)
	}},
	{Path: tnp + "tensordot", Sig: "a, b, axes=2", Run: func(c *frontend.Call) any {
		a, b := twoArrays(c, "a", "b")
		return result(c, tensordot(c, a, b, "axes"), false)
	}},
	{Path: tnp + "dot", Sig: "a, b", Run: func(c *frontend.Call) any { return dot(c, -2) }},
	{Path: tnp + "inner", Sig: "a, b", Run: func(c *frontend.Call) any { return dot(c, -1) }},
	{Path: tnp + "outer", Sig: "a, b", Run: func(c *frontend.Call) any {
		a, b := twoArrays(c, "a", "b")
		opMultiply.check(c.Func.Path, a.Dtype())
		return result(c, c.Env().Multiply(c.Env().Reshape(a, []int{a.Size(), 1}), c.Env().Reshape(b, []int{b.Size()})), false)
	}},
	{Path: tnp + "diag", Sig: "v, k=0", Run: func(c *frontend.Call) any {
		x := array(c, "v")
		switch x.V.Ndim() {
		case 1:
			return result(c, diag(c, x.V, c.Int("k")), x.Weak)
		case 2:
			return result(c, npDiagonal(c, x.V, c.Int("k")), x.Weak)
		case 0:
			c.Raise(invalidArgument, "diag of a scalar")
		}
		c.Raise(valueError, "diag of %d axes", x.V.Ndim())
		return nil
	}},
	{Path: tnp + "diagonal", Sig: "a, offset=0, axis1=0, axis2=1", Run: func(c *frontend.Call) any {
		x := array(c, "a")
		if x.V.Ndim() < 2 {
			c.Raise(invalidArgument, "diagonal of %d axes", x.V.Ndim())
		}
		i, j := oneAxisAs(c, "axis1", x.V.Ndim(), invalidArgument), oneAxisAs(c, "axis2", x.V.Ndim(), invalidArgument)
		if i == j {
			c.Raise(invalidArgument, "diagonal of one axis")
		}
		return result(c, npDiagonal(c, c.Env().MoveAxis(x.V, []int{i, j}, []int{-2, -1}), c.Int("offset")), x.Weak)
	}},
	{Path: tnp + "trace", Sig: "a, offset=0, axis1=0, axis2=1, dtype=None", Run: func(c *frontend.Call) any {
		x := array(c, "a")
		d := dtypeArg(c, "dtype")
		a := x.V
		if d != dtype.Invalid {
			a = cast(c.Namespace, a, d)
		}
		if a.Ndim() < 2 {
			c.Raise(invalidArgument, "trace of %d axes", a.Ndim())
		}
		i, j := oneAxis(c, "axis1", a.Ndim()), oneAxis(c, "axis2", a.Ndim())
		if i == j {
			c.Raise(invalidArgument, "trace of one axis")
		}
		p := npDiagonal(c, c.Env().MoveAxis(a, []int{i, j}, []int{-2, -1}), c.Int("offset"))
		if c.Int("offset") != 0 || i != a.Ndim()-2 || j != a.Ndim()-1 { // a sum as any other
			return call(c, tnp+"sum", result(c, p, x.Weak && d == dtype.Invalid), -1, c.Arg("dtype"))
		}
		redSum.check(c.Func.Path, p.Dtype())
		return result(c, c.Env().Sum(p, ivy.Axis(-1), p.Dtype()), x.Weak && d == dtype.Invalid)
	}},
}

func adjoint(c *frontend.Call, x *ivy.Array) *ivy.Array {
	if !x.Dtype().IsComplex() {
		return c.Env().MatrixTranspose(x)
	}
	return c.Env().Conj(c.Env().MatrixTranspose(x))
}

func tfMatmul(c *frontend.Call) any {
	named(c)
	x, y := get(c, "a"), get(c, "b")
	if d := dtypeArg(c, "output_type"); d.IsValid() {
		return matmulTo(c, &x, &y, d)
	}
	return matmul(c, &x, &y, c.Bool("transpose_a"), c.Bool("transpose_b"), c.Bool("adjoint_a"), c.Bool("adjoint_b"))
}

// matmulTo is tf.matmul of 8-bit integers with a sum of 32 bits, or of other numbers with their own
// dtype.
func matmulTo(c *frontend.Call, x, y *input, d dtype.Dtype) *frontend.Array {
	dx := x.def(c.Namespace)
	narrow := dx == dtype.Int8 || dx == dtype.Uint8
	switch {
	case narrow && d == dtype.Int32:
		a, b := result(c, x.as(c.Namespace, d), false), result(c, y.as(c.Namespace, d), false)
		x, y = &input{Arg: promoteArg(d), a: a}, &input{Arg: promoteArg(d), a: b}
	case d.Bits() < 16 || !products.takes.Has(d):
		c.Raise(invalidArgument, "matmul: output_type %v", d)
	case d != dx:
		c.Raise(notFound, "matmul of %v has no kernel for %v", dx, d)
	}
	return matmul(c, x, y, c.Bool("transpose_a"), c.Bool("transpose_b"), c.Bool("adjoint_a"), c.Bool("adjoint_b"))
}

// matmul is tf.matmul.
func matmul(c *frontend.Call, x, y *input, transposeA, transposeB, adjointA, adjointB bool) *frontend.Array {
	if transposeA && adjointA || transposeB && adjointB {
		c.Raise(valueError, "only one of transpose and adjoint can be true")
	}
	dx, dy, weak := productDtypes(c, x, y)
	in := productIn(c, x, y, dx, dy)
	a, b := cast(c.Namespace, x.as(c.Namespace, dx), in), cast(c.Namespace, y.as(c.Namespace, dy), in)
	if a.Ndim() < 2 || b.Ndim() < 2 {
		c.Raise(invalidArgument, "matmul of shapes %v and %v", a.Shape(), b.Shape())
	}
	if transposeA {
		a = c.Env().MatrixTranspose(a)
	}
	if transposeB {
		b = c.Env().MatrixTranspose(b)
	}
	if adjointA {
		a = adjoint(c, a)
	}
	if adjointB {
		b = adjoint(c, b)
	}
	return result(c, multiplied(c, a, b), weak)
}

// productDtypes returns the dtypes of matmul's operands, the one they have in common with
// NumPy's behaviour, and whether it is weak. A scalar operand y that fits has x's dtype.
func productDtypes(c *frontend.Call, x, y *input) (dx, dy dtype.Dtype, weak bool) {
	if flexible(c.Namespace) {
		r := flexibly(c.Namespace, x, y)
		converted(r.Dtype, x, y)
		return r.Dtype, r.Dtype, r.Weak
	}
	if dx = x.def(c.Namespace); x.a != nil {
		dx = x.Dtype
	}
	switch {
	case !y.scalar():
		dy = y.Dtype
	case fits(y, dx):
		dy = dx
	default:
		dy = y.def(c.Namespace)
	}
	return dx, dy, false
}

// productIn returns the dtype in which matmul multiplies operands of dtypes dx and dy:
// bfloat16 with float32 is the one mixture that TensorFlow takes.
func productIn(c *frontend.Call, x, y *input, dx, dy dtype.Dtype) dtype.Dtype {
	switch bf, f4 := dtype.BFloat16, dtype.Float32; {
	case dx == bf && dy == f4, dx == f4 && dy == bf:
		return f4
	case dx.IsUnsigned() && dx != dtype.Uint8 && dy == bf:
		c.Raise(invalidArgument, "matmul of %v and %v", dx, dy)
	}
	k := &products
	if x.a != nil && x.a.V.Ndim() > 2 || y.a != nil && y.a.V.Ndim() > 2 {
		k = &stacks
	}
	k.check(c.Func.Path, dx)
	if dx != dy {
		c.Raise(invalidArgument, "matmul of %v and %v: TensorFlow does not promote (cast one with tf.cast)", dx, dy)
	}
	return dx
}

// multiplied multiplies matrices that a kernel takes.
func multiplied(c *frontend.Call, a, b *ivy.Array) *ivy.Array {
	if a.Shape()[a.Ndim()-1] != b.Shape()[b.Ndim()-2] {
		c.Raise(invalidArgument, "matmul of shapes %v and %v", a.Shape(), b.Shape())
	}
	return c.Env().MatMul(a, b)
}

// numpyMatmul is tf.experimental.numpy.matmul, and the operator with NumPy's behaviour.
func numpyMatmul(c *frontend.Call, x, y *input) *frontend.Array {
	weak := false
	var d dtype.Dtype
	isOperator := c.Func.Path == ".__matmul__"
	switch {
	case flexible(c.Namespace) && isOperator:
		return matmul(c, x, y, false, false, false, false)
	case flexible(c.Namespace) && x.text != y.text: // which do not promote there: the operation itself asks NumPy
		byPair(c.Namespace, x, y)
	case flexible(c.Namespace):
		r := flexibly(c.Namespace, x, y)
		d, weak = r.Dtype, r.Weak
		converted(d, x, y)
	default:
		if d = likeNumPy(x, y); isOperator {
			converted(d, x, y)
		}
	}
	a, b := x.as(c.Namespace, d), y.as(c.Namespace, d)
	kernel := &products
	if a.Ndim() > 2 || b.Ndim() > 2 {
		kernel = &stacks
	}
	check := func() {
		if !kernel.takes.Has(d) && !kernel.absent.Has(d) {
			c.Raise(valueError, "matmul has no kernel for %v", d)
		}
		kernel.check(c.Func.Path, d)
	}
	vector := a.Ndim() == 1 || b.Ndim() == 1
	switch m, n := a.Ndim(), b.Ndim(); {
	case n == 1 && m == 0:
		c.Raise(valueError, "matmul of shapes %v and %v", a.Shape(), b.Shape())
	case n != 1 && m == 1 && n == 0:
		c.Raise("IndexError", "matmul of shapes %v and %v", a.Shape(), b.Shape())
	case m == 0 || n == 0:
		check()
		c.Raise(valueError, "matmul of shapes %v and %v", a.Shape(), b.Shape())
	}
	check()
	if k := b.Shape()[max(b.Ndim()-2, 0)]; a.Shape()[a.Ndim()-1] != k {
		c.Raise(valueError, "matmul of shapes %v and %v", a.Shape(), b.Shape())
	}
	if vector {
		return result(c, c.Env().MatMul(a, b), weak)
	}
	var z *ivy.Array
	if err := ivy.Try(func() { z = c.Env().MatMul(a, b) }); err != nil {
		if errors.Is(err, ivy.ErrShape) {
			c.Raise(valueError, "%v", err)
		}
		panic(err)
	}
	return result(c, z, weak)
}

func twoArrays(c *frontend.Call, x, y string) (a, b *ivy.Array) {
	promoteRagged(c, x, y)
	o, p := get(c, x), get(c, y)
	d := byPair(c.Namespace, &o, &p)
	return o.as(c.Namespace, d), p.as(c.Namespace, d)
}

// dot is NumPy's: over the last axis of a and, for matrices, this one of b.
func dot(c *frontend.Call, axis int) any {
	a, b := twoArrays(c, "a", "b")
	if a.Ndim() == 0 || b.Ndim() == 0 {
		opMultiply.check(c.Func.Path, a.Dtype())
		return result(c, c.Env().Multiply(a, b), false)
	}
	if b.Ndim() == 1 {
		axis = -1
	}
	return result(c, contracted(c, a, b, []int{a.Ndim() - 1}, []int{b.Ndim() + axis}), false)
}

// tensordot sums over the axes that an argument names: how many, or a list for each.
func tensordot(c *frontend.Call, a, b *ivy.Array, name string) *ivy.Array {
	v := c.Arg(name)
	if n, isInt := v.(int); isInt {
		class := valueError
		if n >= 0 && n <= a.Ndim() { // the axes of b are looked up in a list
			class = "IndexError"
		}
		if n < 0 || n > min(a.Ndim(), b.Ndim()) {
			c.Raise(class, "%s() over %d axes of %d and %d", c.Func.Path, n, a.Ndim(), b.Ndim())
		}
		from := upTo(a.Ndim())[a.Ndim()-n:]
		return contracted(c, a, b, from, upTo(n))
	}
	pair, ok := frontend.Sequence(v)
	if m, isMatrix := v.([][]int); isMatrix {
		pair, ok = anys(m), true
	}
	if !ok || len(pair) != 2 {
		c.Raise(valueError, "%s(): axes are %v, want an integer or two lists", c.Func.Path, v)
	}
	var axes [2][]int
	for i, x := range []*ivy.Array{a, b} {
		list, isList := frontend.Sequence(pair[i])
		if n, isInt := pair[i].(int); isInt {
			list, isList = []any{n}, true
		}
		if !isList {
			c.Raise(valueError, "%s(): axes are %v", c.Func.Path, v)
		}
		for _, e := range list {
			n, isInt := e.(int)
			if !isInt || n < -x.Ndim() || n >= x.Ndim() {
				c.Raise("IndexError", "%s() over axis %v of %d", c.Func.Path, e, x.Ndim())
			}
			if n < 0 {
				n += x.Ndim()
			}
			if slices.Contains(axes[i], n) {
				c.Raise(invalidArgument, "%s() over axis %d twice", c.Func.Path, n)
			}
			axes[i] = append(axes[i], n)
		}
	}
	if len(axes[0]) != len(axes[1]) {
		c.Raise(valueError, "%s() over %v and %v", c.Func.Path, axes[0], axes[1])
	}
	return contracted(c, a, b, axes[0], axes[1])
}

func contracted(c *frontend.Call, a, b *ivy.Array, from, to []int) *ivy.Array {
	switch p, q := a.Dtype(), b.Dtype(); {
	case p == q:
		products.check(c.Func.Path, p)
	case p == dtype.BFloat16 && q == dtype.Float32, p == dtype.Float32 && q == dtype.BFloat16: // the one mixture that matmul takes
		a, b = cast(c.Namespace, a, dtype.Float32), cast(c.Namespace, b, dtype.Float32)
	default:
		if products.absent.Has(p) && q != dtype.BFloat16 { // which is found first
			products.check(c.Func.Path, p)
		}
		c.Raise(invalidArgument, "%s of %v and %v: TensorFlow does not promote (cast one with tf.cast)", c.Func.Path, p, q)
	}
	for i := range from {
		if a.Shape()[from[i]] != b.Shape()[to[i]] {
			c.Raise(invalidArgument, "%s() of shapes %v and %v over %v and %v", c.Func.Path, a.Shape(), b.Shape(), from, to)
		}
	}
	return c.Env().TensorDot(a, b, ivy.ContractAxes{from, to})
}

func einsum(c *frontend.Call) any {
	if more, _ := c.Arg("kwargs").([]frontend.Named); len(more) > 0 {
		for _, m := range more {
			if m.Name != "name" && m.Name != "optimize" {
				c.Raise(typeError, "einsum has no parameter %q", m.Name)
			}
		}
	}
	args, _ := c.Arg("inputs").([]any)
	if slices.ContainsFunc(args, func(v any) bool { o := anyInput(c.Namespace, v, false); return o.a == nil }) {
		c.Raise("AttributeError", "einsum(): what is no tensor has no shape")
	}
	if len(args) == 0 {
		c.Raise(valueError, "einsum needs a tensor")
	}
	k := kernel{takes: products.takes, absent: dtype.All}
	if first := inputOf(c.Namespace, args[0]); first.a != nil {
		k.check(c.Func.Path, first.Dtype)
	}
	xs := one(c, args)
	k.check(c.Func.Path, xs[0].V.Dtype())
	return result(c, c.Env().Einsum(c.Text("equation"), arraysOf(xs)...), false)
}

func tfTensordot(c *frontend.Call) any {
	named(c)
	x, y := get(c, "a"), get(c, "b")
	dx, dy := x.def(c.Namespace), y.def(c.Namespace)
	if flexible(c.Namespace) {
		dx = flexibly(c.Namespace, &x, &y).Dtype
		dy = dx
	}
	return result(c, tensordot(c, x.as(c.Namespace, dx), y.as(c.Namespace, dy), "axes"), false)
}

func norm(c *frontend.Call) any {
	named(c)
	if !c.Has("ord") {
		c.Raise(typeError, "norm(): ord is None, want a number or the name of a norm")
	}
	noNormOfText(c)
	x, e := tensor(c, "tensor"), c.Env()
	d := x.V.Dtype()
	if v, isText := c.Arg("ord").(string); !isText || v == "" {
		if p := c.Float("ord"); !(p > 0) {
			c.Raise(valueError, "%v is no norm", p)
		}
	}
	if ord := c.Arg("ord"); d == dtype.Bool && ord == "euclidean" {
		c.Raise(typeError, "norm of bools")
	}
	given, _, _ := c.Ints("axis")
	if text, _ := c.Arg("ord").(string); text != "" && text != "euclidean" && (text != "fro" || c.Has("axis") && len(given) < 2) {
		c.Raise(valueError, "%q is no norm of these axes", text)
	}
	axes, keep := axesOf(c, "axis", x.V.Ndim()), keeps(c)
	if len(axes) > 2 && c.Has("axis") {
		c.Raise(valueError, "norm over %d axes, at most 2", len(axes))
	}
	text, _ := c.Arg("ord").(string)
	matrix := c.Has("axis") && len(axes) == 2
	switch {
	case text == "euclidean" || text == "fro" && matrix || !matrix && text == "" && c.Float("ord") == 2:
		if d == dtype.Bool {
			c.Raise(typeError, "norm of bools")
		}
		k := kernel{takes: dtype.Inexact}
		k.check(c.Func.Path, d)
		return result(c, euclidean(e, x.V, axes, keep), false)
	case text == "fro":
		c.Raise(valueError, "the norm fro is one of matrices: name two axes")
	case text != "":
		c.Raise(valueError, "%q is no norm", text)
	}
	p := c.Float("ord")
	opAbs.check(c.Func.Path, d)
	if matrix {
		return result(c, matrixNorm(c, e.Abs(x.V), p, axes, keep), false)
	}
	return orderNorm(c, x, p, axes, keep)
}

// noNormOfText refuses the norm of a string that would be the root of a sum of squares.
func noNormOfText(c *frontend.Call) {
	if ord := c.Arg("ord"); get(c, "tensor").text && (ord == "euclidean" || ord == 2 || ord == 2.0) {
		c.Raise(typeError, "%s: expected a numeric tensor, got a string", c.Func.Path)
	}
}

// matrixNorm is the norm of order p of the matrices in two axes, of whose elements a has the
// magnitudes.
func matrixNorm(c *frontend.Call, a *ivy.Array, p float64, axes []int, keep bool) *ivy.Array {
	if p != 1 && !math.IsInf(p, 1) {
		c.Raise(valueError, "the norm %v of matrices is not there", p)
	}
	e, i, j := c.Env(), axes[0], axes[1]
	if p != 1 {
		i, j = j, i
	}
	sum, most := over(same((*ivy.Env).Sum)), extreme((*ivy.Env).Max, true)
	z := most(e, sum(e, a, []int{i}, true), []int{j}, true)
	if !keep {
		z = e.Squeeze(z, ivy.Axes(axes))
	}
	return z
}

// vectorNorm is the norm of order p over axes, of whose elements a has the magnitudes.
func vectorNorm(c *frontend.Call, a *ivy.Array, p float64, axes []int, keep bool) *ivy.Array {
	e := c.Env()
	sum, most := over(same((*ivy.Env).Sum)), extreme((*ivy.Env).Max, true)
	switch {
	case math.IsInf(p, 1):
		return most(e, a, axes, keep)
	case p == 1:
		return sum(e, a, axes, keep)
	}
	s := sum(e, e.Pow(a, number(e, a, p)), axes, keep)
	return e.Pow(s, number(e, s, 1/p))
}

// orderNorm is the norm of order p over axes.
func orderNorm(c *frontend.Call, x *frontend.Array, p float64, axes []int, keep bool) any {
	if x.V.Dtype().IsInteger() && p != 1 && !math.IsInf(p, 1) {
		return powerNorm(c, x, p, axes, keep)
	}
	return result(c, vectorNorm(c, c.Env().Abs(x.V), p, axes, keep), false)
}

// powerNorm is vectorNorm of integers, whose powers have the dtype of a call of pow: integers
// that wrap where the order is whole, and no dtype at all where the mode does not make floats.
func powerNorm(c *frontend.Call, x *frontend.Array, p float64, axes []int, keep bool) any {
	_, given := c.Arg("tensor").(*frontend.Array) // a list becomes a tensor that is not weak
	powers := call(c, "pow", result(c, c.Env().Abs(x.V), x.Weak && given), c.Arg("ord"))
	sums := over(same((*ivy.Env).Sum))(c.Env(), powers.V, axes, keep)
	return call(c, "pow", result(c, sums, powers.Weak), 1/p)
}

func trace(c *frontend.Call, x *ivy.Array) *ivy.Array {
	p := diagonal(c, x, 0)
	return c.Env().Sum(p, ivy.Axis(-1), p.Dtype())
}

// diagonal returns the kth diagonals of matrices.
func diagonal(c *frontend.Call, x *ivy.Array, k int) *ivy.Array {
	n := x.Ndim()
	if n < 2 {
		c.Raise(invalidArgument, "%s() of %d axes", c.Func.Path, n)
	}
	rows, cols := x.Shape()[n-2], x.Shape()[n-1]
	if k != 0 && (k >= cols || -k >= rows) {
		c.Raise(invalidArgument, "%s(): no diagonal %d of %d × %d", c.Func.Path, k, rows, cols)
	}
	return flatDiagonal(c, x, k)
}

// npDiagonal is diagonal, empty where the matrices have none.
func npDiagonal(c *frontend.Call, x *ivy.Array, k int) *ivy.Array {
	n := x.Ndim()
	rows, cols := x.Shape()[n-2], x.Shape()[n-1]
	if k >= cols || -k >= rows {
		return c.Env().Zeros(append(slices.Clone(x.Shape()[:n-2]), 0), x.Dtype())
	}
	return flatDiagonal(c, x, k)
}

func flatDiagonal(c *frontend.Call, x *ivy.Array, k int) *ivy.Array {
	e, n := c.Env(), x.Ndim()
	rows, cols := x.Shape()[n-2], x.Shape()[n-1]
	length := min(rows+min(k, 0), cols-max(k, 0))
	lead := x.Shape()[:n-2]
	if length <= 0 || x.Size() == 0 {
		return e.Zeros(append(slices.Clone(lead), max(length, 0)), x.Dtype())
	}
	first := max(k, 0) + max(-k, 0)*cols
	at := e.Add(e.Multiply(e.Arange(0, length, dtype.Int64), e.Full(nil, cols+1, dtype.Int64)), e.Full(nil, first, dtype.Int64))
	return e.Take(e.Reshape(x, append(slices.Clone(lead), rows*cols)), at, ivy.Axis(n-2))
}

// diag returns matrices with x along their kth diagonals.
func diag(c *frontend.Call, x *ivy.Array, k int) *ivy.Array {
	if x.Ndim() == 0 {
		c.Raise(invalidArgument, "%s() of a scalar", c.Func.Path)
	}
	if k > math.MaxInt16 || k < -math.MaxInt16 {
		c.Raise(invalidArgument, "%s(): diagonal %d", c.Func.Path, k)
	}
	e := c.Env()
	n := x.Shape()[x.Ndim()-1]
	off := max(k, -k)
	size := n + off
	// The columns are x's, moved by k: row i has its element at column i + k.
	wide := x
	if off > 0 {
		widths := make([][2]int, x.Ndim())
		widths[x.Ndim()-1] = [2]int{max(k, 0), max(-k, 0)}
		wide = e.Pad(x, widths, ivy.ConstantValues(number(e, x, 0)))
	}
	on := e.Equal(e.Add(e.Reshape(e.Arange(0, size, dtype.Int64), []int{size, 1}), e.Full(nil, k, dtype.Int64)), e.Arange(0, size, dtype.Int64))
	return e.Where(on, e.ExpandDims(wide, ivy.Axis(-2)), number(e, x, 0))
}

// bandOf returns the argument k of diagonals, the lowest and the highest.
func bandOf(c *frontend.Call) (low, high int) {
	ks, _, ok := c.Ints("k")
	if !ok || len(ks) < 1 || len(ks) > 2 {
		c.Raise(invalidArgument, "%s(): k, want a diagonal or two", c.Func.Path)
	}
	if low, high = ks[0], ks[len(ks)-1]; low > high {
		c.Raise(invalidArgument, "%s(): diagonals from %d to %d", c.Func.Path, low, high)
	}
	if low < -math.MaxInt16 || high > math.MaxInt16 {
		c.Raise(invalidArgument, "%s(): diagonals from %d to %d", c.Func.Path, low, high)
	}
	return low, high
}

// alignment returns where a diagonal of some length begins among as many positions as the longest has,
// by the argument align: the diagonals above the main one, then those below.
func alignment(c *frontend.Call) func(k, length, longest int) int {
	align := c.Text("align")
	above, below, _ := strings.Cut(align, "_")
	for _, side := range []string{above, below} {
		if side != "LEFT" && side != "RIGHT" {
			c.Raise(invalidArgument, "%s(): align is %q", c.Func.Path, align)
		}
	}
	return func(k, length, longest int) int {
		if k >= 0 && above == "LEFT" || k <= 0 && below == "LEFT" {
			return 0
		}
		return longest - length
	}
}

// padding returns the argument padding_value as a dtype.
func padding(c *frontend.Call, d dtype.Dtype) *ivy.Array {
	if d == dtype.Bool { // what Python takes for true is
		return c.Env().Full([]int{1}, holds(c, "padding_value"), dtype.Bool)
	}
	o := anyInput(c.Namespace, c.Arg("padding_value"), false)
	converted(d, &o)
	return c.Env().Reshape(o.as(c.Namespace, d), []int{1})
}

// chosen returns for each of the matrices, or rows of diagonals, in the last axes of x the elements at
// positions, −1 for the padding, in the shape.
func chosen(c *frontend.Call, x *ivy.Array, axes int, positions []int64, shape []int) *ivy.Array {
	e, s := c.Env(), x.Shape()
	batch := s[:len(s)-axes]
	n := product(s[len(s)-axes:])
	for i, p := range positions {
		if p < 0 {
			positions[i] = int64(n)
		}
	}
	flat := e.Reshape(x, append(slices.Clone(batch), n))
	pad := e.BroadcastTo(padding(c, x.Dtype()), append(slices.Clone(batch), 1))
	flat = e.Concat([]*ivy.Array{flat, pad}, ivy.Axis(-1))
	z := e.Take(flat, e.Reshape(e.Asarray(positions, dtype.Int64), []int{len(positions)}), ivy.Axis(-1))
	return e.Reshape(z, slices.Concat(batch, shape))
}

// lengthOf returns the length of a diagonal of matrices.
func lengthOf(k, rows, cols int) int { return max(0, min(rows+min(k, 0), cols-max(k, 0))) }

// band returns matrices with diagonals: a band's are the rows of the last two axes of x, one is the
// last axis.
func band(c *frontend.Call, x *ivy.Array) *ivy.Array {
	low, high := bandOf(c)
	start := alignment(c)
	axes := 1
	if low < high {
		axes = 2
	}
	s := x.Shape()
	if len(s) < axes || axes == 2 && s[len(s)-2] != high-low+1 {
		c.Raise(invalidArgument, "%s(): diagonals of shape %v from %d to %d", c.Func.Path, s, low, high)
	}
	longest := s[len(s)-1]
	leastRows, leastCols := longest-min(high, 0), longest+max(low, 0)
	rows, cols := c.Int("num_rows"), c.Int("num_cols")
	if rows == -1 && cols == -1 {
		rows = max(leastRows, leastCols)
		cols = rows
	}
	if rows == -1 {
		rows = leastRows
	}
	if cols == -1 {
		cols = leastCols
	}
	if rows < leastRows || cols < leastCols || rows != leastRows && cols != leastCols {
		c.Raise(invalidArgument, "%s(): %d × %d matrices of diagonals of length %d from %d to %d", c.Func.Path, rows, cols, longest, low, high)
	}
	frontend.Room(c.Env(), shape.Product(rows, cols), 8)
	positions := make([]int64, rows*cols)
	for i := range positions {
		row, col := i/cols, i%cols
		k := col - row
		positions[i] = -1
		if k >= low && k <= high {
			positions[i] = int64((high-k)*longest + min(row, col) + start(k, lengthOf(k, rows, cols), longest))
		}
	}
	return chosen(c, x, axes, positions, []int{rows, cols})
}

// bandPart returns the diagonals of matrices: one, or the rows of a band.
func bandPart(c *frontend.Call, x *ivy.Array) *ivy.Array {
	low, high := bandOf(c)
	start := alignment(c)
	n := x.Ndim()
	if n < 2 {
		c.Raise(invalidArgument, "%s() of %d axes", c.Func.Path, n)
	}
	rows, cols := x.Shape()[n-2], x.Shape()[n-1]
	for _, k := range []int{low, high} {
		if k != 0 && (k >= cols || -k >= rows) {
			c.Raise(invalidArgument, "%s(): no diagonal %d of %d × %d", c.Func.Path, k, rows, cols)
		}
	}
	longest := 0
	for k := low; k <= high; k++ {
		longest = max(longest, lengthOf(k, rows, cols))
	}
	var positions []int64
	for k := high; k >= low; k-- {
		length := lengthOf(k, rows, cols)
		first := start(k, length, longest)
		for j := range longest {
			p := int64(-1)
			if i := j - first; i >= 0 && i < length {
				p = int64((i-min(k, 0))*cols + i + max(k, 0))
			}
			positions = append(positions, p)
		}
	}
	shape := []int{longest}
	if low < high {
		shape = []int{high - low + 1, longest}
	}
	return chosen(c, x, 2, positions, shape)
}

// decomposed is what matrices are decomposed of.
var decomposed = kernel{takes: f4f8 | dtype.Complex}

// wide64 returns matrices in the dtype in which they are decomposed.
func wide64(c *frontend.Call, x *ivy.Array) *ivy.Array {
	if x.Dtype().IsComplex() {
		return c.Env().Astype(x, dtype.Complex128)
	}
	return c.Env().Astype(x, dtype.Float64)
}

// regular returns what f computes of matrices, or raises that one has no result or shapes do not fit.
func regular(c *frontend.Call, f func() *ivy.Array) (z *ivy.Array) {
	err := ivy.Try(func() { z = f() })
	switch {
	case err == nil:
	case errors.Is(err, ivy.ErrLinAlg), errors.Is(err, ivy.ErrShape):
		c.Raise(invalidArgument, "%s: %v", c.Func.Path, err)
	default:
		panic(err)
	}
	return z
}

func matrixRowOf(k kernel, path, sig string, f func(c *frontend.Call, x *ivy.Array) *ivy.Array) frontend.Func {
	return frontend.Func{Path: path, Sig: sig, Run: func(c *frontend.Call) any {
		named(c)
		x := tensor(c, "input").V
		k.check(path, x.Dtype())
		if x.Ndim() < 2 {
			c.Raise(invalidArgument, "%s of %d axes", path, x.Ndim())
		}
		return result(c, cast(c.Namespace, regular(c, func() *ivy.Array { return f(c, wide64(c, x)) }), x.Dtype()), false)
	}}
}

// noPadding refuses a string, to whose dtype the number that pads does not convert.
func noPadding(c *frontend.Call, name string) {
	if x := get(c, name); x.text {
		c.Raise(typeError, "%s(): a string does not convert to the dtype of padding_value", c.Func.Path)
	}
}
