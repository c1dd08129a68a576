package numpy

import (
	"math"
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/chain"
	"github.com/goivy/goivy/frontends/internal/compose"
	"github.com/goivy/goivy/frontends/internal/views"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
	"github.com/goivy/goivy/ivy/shape"
)

const products = "x1, x2, /, out=None, *, casting='same_kind', order='K', dtype=None, subok=True, signature=None, axes=None, axis=None, keepdims=False"

// The ufuncs of vectors and matrices have loops for what BLAS takes and more, but none for
// bfloat16.
var (
	matMul = ufunc{path: "matmul", in: dtype.All &^ brain, by: uniform, nin: 2, nout: 1, loop: two(product)}
	vecDot = ufunc{path: "vecdot", in: dtype.All &^ brain, by: uniform, nin: 2, nout: 1, loop: two(func(e *ivy.Env, x, y *ivy.Array) *ivy.Array {
		if x.Dtype().IsComplex() {
			x = e.Conj(x)
		}
		return sum(e, e.Multiply(x, y), []int{max(x.Ndim(), y.Ndim()) - 1}, false)
	})}
)

var linear = []frontend.Func{
	{Path: "matmul", Sig: products, Run: matmul},
	{Path: "linalg.matmul", Sig: "x1, x2, /", Run: func(c *frontend.Call) any {
		return c.Namespace.Call(c.Functions.Must("matmul"), c.Arg("x1"), c.Arg("x2"))
	}},
	{Path: "vecdot", Sig: products, Run: vecdot},
	{Path: "linalg.vecdot", Sig: "x1, x2, /, *, axis=-1", Run: func(c *frontend.Call) any {
		return c.Namespace.Call(c.Functions.Must("vecdot"), c.Arg("x1"), c.Arg("x2"), frontend.Named{Name: "axis", Value: c.Arg("axis")})
	}},
	{Path: "dot", Sig: "a, b, out=None", Method: true, Run: func(c *frontend.Call) any {
		xs := alikeArrays(c, array(c, "a"), array(c, "b"))
		z := dot(c, xs[0], xs[1])
		if out := outArray(c, c.Arg("out")); out != nil {
			if out.V.Dtype() != z.Dtype() || !slices.Equal(out.V.Shape(), z.Shape()) {
				c.Raise("ValueError", "output array is not acceptable (must have the right datatype, number of dimensions, and be a C-Array)")
			}
			assign(c.Namespace, out, z)
			if z.Ndim() == 0 {
				return c.Wrap(z)
			}
			return out
		}
		return c.Wrap(z)
	}},
	{Path: "vdot", Sig: "a, b, /", Run: func(c *frontend.Call) any {
		e := c.Env()
		xs := alikeArrays(c, array(c, "a"), array(c, "b"))
		x, y := ravel(e, xs[0]), ravel(e, xs[1])
		if x.Dtype().IsComplex() {
			x = e.Conj(x)
		}
		return c.Wrap(product(e, x, y))
	}},
	{Path: "inner", Sig: "a, b, /", Run: func(c *frontend.Call) any {
		xs := alikeArrays(c, array(c, "a"), array(c, "b"))
		if xs[0].Ndim() == 0 || xs[1].Ndim() == 0 {
			return c.Wrap(scaledByZero(c.Env(), xs[0], xs[1], c.Env().Multiply(xs[0], xs[1])))
		}
		return c.Wrap(contract(c, xs[0], xs[1], []int{-1}, []int{-1}))
	}},
	{Path: "outer", Sig: "a, b, out=None", Run: func(c *frontend.Call) any { return into(c, outer(c, array(c, "a"), array(c, "b"))) }},
	{Path: "linalg.outer", Sig: "x1, x2, /", Run: func(c *frontend.Call) any {
		x, y := array(c, "x1"), array(c, "x2")
		if x.Ndim() != 1 || y.Ndim() != 1 {
			c.Raise("ValueError", "Input arrays must be one-dimensional, but they are %d and %d", x.Ndim(), y.Ndim())
		}
		return c.Wrap(outer(c, x, y))
	}},
	{Path: "tensordot", Sig: "a, b, axes=2", Run: func(c *frontend.Call) any { return tensorDot(c, "a", "b") }},
	{Path: "linalg.tensordot", Sig: "x1, x2, /, *, axes=2", Run: func(c *frontend.Call) any { return tensorDot(c, "x1", "x2") }},
	{Path: "einsum", Sig: "*operands, out=None, optimize=False", Run: einsum},
	{Path: "kron", Sig: "a, b", Run: kron},
	{Path: "cross", Sig: "a, b, axisa=-1, axisb=-1, axisc=-1, axis=None", Run: func(c *frontend.Call) any {
		x, y := array(c, "a"), array(c, "b")
		a, b, z := c.Int("axisa"), c.Int("axisb"), c.Int("axisc")
		if c.Has("axis") {
			a, b, z = c.Int("axis"), c.Int("axis"), c.Int("axis")
		}
		return c.Wrap(cross(c, x, y, a, b, z))
	}},
	{Path: "linalg.cross", Sig: "x1, x2, /, *, axis=-1", Run: func(c *frontend.Call) any {
		x, y, axis := array(c, "x1"), array(c, "x2"), c.Int("axis")
		for _, v := range []*ivy.Array{x, y} {
			if v.Ndim() == 0 || v.Shape()[axisOf(c, axis, v.Ndim())] != 3 {
				c.Raise("ValueError", "Both input arrays must be (arrays of) 3-dimensional vectors")
			}
		}
		return c.Wrap(cross(c, x, y, axis, axis, axis))
	}},
	{Path: "trace", Sig: "a, offset=0, axis1=0, axis2=1, dtype=None, out=None", Method: true, Run: func(c *frontend.Call) any {
		return reducedInto(c, trace(c, array(c, "a"), c.Int("axis1"), c.Int("axis2")))
	}},
	{Path: "linalg.trace", Sig: "x, /, *, offset=0, dtype=None", Run: func(c *frontend.Call) any { return c.Wrap(trace(c, array(c, "x"), -2, -1)) }},

	{Path: "linalg.norm", Sig: "x, ord=None, axis=None, keepdims=False", Run: norm},
	{Path: "linalg.vector_norm", Sig: "x, /, *, axis=None, keepdims=False, ord=2", Run: func(c *frontend.Call) any {
		e := c.Env()
		x := inexactOf(c, array(c, "x"))
		if text, isText := c.Arg("ord").(string); isText {
			c.Raise("ValueError", "Invalid norm order '%s' for vectors", text)
		}
		axes := normAxes(c, x.Ndim(), nil)
		y := lastAxes(e, x, axes)
		z := vectorNorm(c, y, []int{y.Ndim() - 1}, c.Arg("ord"))
		if c.Bool("keepdims") { // which takes no axis but integers
			axesOf(c, "axis", x.Ndim())
		}
		return c.Wrap(e.Reshape(z, shape.Reduce(x.Shape(), axes, c.Bool("keepdims"))))
	}},
	{Path: "linalg.matrix_norm", Sig: "x, /, *, keepdims=False, ord='fro'", Run: func(c *frontend.Call) any {
		x := inexactOf(c, array(c, "x"))
		if x.Ndim() < 2 {
			c.Raise("AxisError", "axis -2 is out of bounds for array of dimension %d", x.Ndim())
		}
		axes := []int{x.Ndim() - 2, x.Ndim() - 1}
		return c.Wrap(c.Env().Reshape(matrixNorm(c, x, axes, c.Arg("ord")), shape.Reduce(x.Shape(), axes, c.Bool("keepdims"))))
	}},
	{Path: "linalg.matrix_power", Sig: "a, n", Run: matrixPower},
	{Path: "linalg.multi_dot", Sig: "arrays, *, out=None", Run: func(c *frontend.Call) any {
		xs := arrays(c, c.Arg("arrays"))
		product := func(x, y *ivy.Array) *ivy.Array { // of whatever dtypes the two have
			pair := alikeArrays(c, x, y)
			return dot(c, pair[0], pair[1])
		}
		if len(xs) < 2 {
			c.Raise("ValueError", "Expecting at least two arrays.")
		}
		if len(xs) == 2 { // of any shapes
			return into(c, product(xs[0], xs[1]))
		}
		for i, x := range xs {
			if n := x.Ndim(); n != 2 && !(n == 1 && (i == 0 || i == len(xs)-1)) {
				c.Raise("LinAlgError", "%d-dimensional array given. Array must be two-dimensional", n)
			}
		}
		return into(c, chain.Product(xs, (*ivy.Array).Shape, product, chain.FirstSplit))
	}},
}

// product is matmul of one dtype; bools are anded and ored.
func product(e *ivy.Env, x, y *ivy.Array) *ivy.Array {
	if x.Dtype() == Bool {
		return e.Astype(e.MatMul(e.Astype(x, Int64), e.Astype(y, Int64)), Bool)
	}
	return e.MatMul(x, y)
}

// call runs a ufunc of vectors or matrices.
func (u *ufunc) call(c *frontend.Call, x, y frontend.Operand) any {
	fixed(c, "subok", true, "signature", nil, "axes", nil)
	l, order := castingOf(c), ufuncOrder(c, "x1", "x2")
	z := u.compute(c.Namespace, []frontend.Operand{x, y}, c.Dtype("dtype"), l)[0]
	if out := outArray(c, c.Arg("out")); out != nil {
		return deliver(c, u.path, z, out, nil, l)
	}
	return laid(z, order, nil)
}

func matmul(c *frontend.Call) any {
	fixed(c, "axis", nil, "keepdims", false)
	matMul.refuse(c, castingOf(c))
	x, y := c.Operand("x1"), c.Operand("x2")
	for i, o := range []frontend.Operand{x, y} {
		if o.A == nil || o.A.V.Ndim() == 0 {
			c.Raise("ValueError", "matmul: Input operand %d does not have enough dimensions (has 0, needs 1)", i)
		}
	}
	return matMul.call(c, x, y)
}

func vecdot(c *frontend.Call) any {
	fixed(c, "keepdims", false)
	vecDot.refuse(c, castingOf(c))
	x, y := c.Operand("x1"), c.Operand("x2")
	axis := -1
	if c.Has("axis") {
		axis = c.Int("axis")
	}
	for i, o := range []*frontend.Operand{&x, &y} {
		if o.A == nil || o.A.V.Ndim() == 0 {
			c.Raise("ValueError", "vecdot: Input operand %d does not have enough dimensions (has 0, needs 1)", i)
		}
		v := o.A.V
		o.A = c.Wrap(c.Env().MoveAxis(v, []int{axisOf(c, axis, v.Ndim())}, []int{-1}))
	}
	if n, m := x.A.V.Shape(), y.A.V.Shape(); n[len(n)-1] != m[len(m)-1] {
		c.Raise("ValueError", "vecdot: Input operand 1 has a mismatch in its core dimension 0: %d and %d", n[len(n)-1], m[len(m)-1])
	}
	return vecDot.call(c, x, y)
}

// dot sums over the last axis of x and the last but one of y.
func dot(c *frontend.Call, x, y *ivy.Array) *ivy.Array {
	var z *ivy.Array
	switch {
	case x.Ndim() == 0 || y.Ndim() == 0:
		z = c.Env().Multiply(x, y)
	case y.Ndim() == 1:
		z = contract(c, x, y, []int{-1}, []int{0})
	default:
		z = contract(c, x, y, []int{-1}, []int{-2})
	}
	return scaledByZero(c.Env(), x, y, z)
}

// scaledByZero returns the product z of two arrays, of zeros where one is a zero, which BLAS adds no multiples
// with of the other, whatever its elements are.
func scaledByZero(e *ivy.Env, x, y, z *ivy.Array) *ivy.Array {
	if d := z.Dtype(); !dtype.Inexact.Has(d) || dtype.Narrow.Has(d) || x.Ndim() > 2 || y.Ndim() > 2 || (x.Size() == 1) == (y.Size() == 1) {
		return z
	}
	factor := x
	if y.Size() == 1 {
		factor = y
	}
	zero := zeroD(e, 0, z.Dtype())
	return e.Where(e.Equal(e.Reshape(factor, []int{}), zero), zero, z)
}

// contract sums products over pairs of axes.
func contract(c *frontend.Call, x, y *ivy.Array, left, right []int) *ivy.Array {
	e := c.Env()
	if len(left) != len(right) {
		c.Raise("ValueError", "shape-mismatch for sum")
	}
	pairs := ivy.ContractAxes{}
	for i := range left {
		a, b := axisIn(c, left[i], x.Ndim()), axisIn(c, right[i], y.Ndim())
		if x.Shape()[a] != y.Shape()[b] {
			c.Raise("ValueError", "shapes %v and %v not aligned", x.Shape(), y.Shape())
		}
		pairs[0], pairs[1] = append(pairs[0], a), append(pairs[1], b)
	}
	if x.Dtype() == Bool {
		return e.Astype(e.TensorDot(e.Astype(x, Int64), e.Astype(y, Int64), pairs), Bool)
	}
	return e.TensorDot(x, y, pairs)
}

// axisIn is axisOf with the error that indexing a shape has.
func axisIn(c *frontend.Call, axis, rank int) int {
	if axis < -rank || axis >= rank {
		c.Raise("IndexError", "tuple index out of range")
	}
	return (axis + rank) % max(rank, 1)
}

func outer(c *frontend.Call, x, y *ivy.Array) *ivy.Array {
	e := c.Env()
	return apply(c, "multiply", c.Wrap(e.ExpandDims(ravel(e, x), ivy.Axis(1))), c.Wrap(e.ExpandDims(ravel(e, y), ivy.Axis(0))))
}

func tensorDot(c *frontend.Call, a, b string) any {
	xs := alikeArrays(c, array(c, a), array(c, b))
	x, y := xs[0], xs[1]
	var left, right []int
	if list, ok := frontend.Sequence(c.Arg("axes")); ok {
		if len(list) != 2 {
			c.Raise("ValueError", "axes must be a number or a pair")
		}
		each := func(v any) []int {
			if l, isList := frontend.Sequence(v); isList {
				return intsOf(c, l)
			}
			return intsOf(c, []any{v})
		}
		left, right = each(list[0]), each(list[1])
	} else {
		n := c.Int("axes")
		if n > x.Ndim() || n > y.Ndim() {
			c.Raise("IndexError", "tuple index out of range")
		}
		for i := range max(n, 0) {
			left, right = append(left, i-n), append(right, i)
		}
	}
	return c.Wrap(contract(c, x, y, left, right))
}

func einsum(c *frontend.Call) any {
	e := c.Env()
	c.Arg("optimize") // makes no difference to the result
	list, _ := c.Arg("operands").([]any)
	if len(list) == 0 {
		c.Raise("ValueError", "must specify the einstein sum subscripts string and at least one operand, or at least one operand and its corresponding subscripts list")
	}
	equation, ok := list[0].(string)
	if !ok || len(list) < 2 {
		c.Raise("ValueError", "einsum() wants subscripts as a string, then operands")
	}
	if len(list) == 2 && !c.Has("out") {
		if z := einsumView(c, equation, viewable(c, list[1])); z != nil {
			return z
		}
	}
	for i, v := range list[1:] {
		list[i+1] = toArray(c, v)
	}
	xs := alike(c, operands(c, list[1:]))
	d := xs[0].Dtype()
	if d == Bool {
		for i, x := range xs {
			xs[i] = e.Astype(x, Int64)
		}
	}
	z := e.Einsum(equation, xs...)
	if d == BFloat16 && (len(xs) > 1 || z.Ndim() != xs[0].Ndim()) { // no sums
		c.Raise("TypeError", "invalid data type for einsum")
	}
	return into(c, fromZero(e, e.Astype(z, d)))
}

// einsumView is einsum of one operand of which nothing is summed, as a view; nil if it is
// none.
func einsumView(c *frontend.Call, equation string, a *frontend.Array) *frontend.Array {
	from, to, explicit := strings.Cut(strings.ReplaceAll(equation, " ", ""), "->")
	rank := a.V.Ndim()
	more := rank - len(strings.ReplaceAll(from, "...", ""))
	if !explicit || rank == 0 || more < 0 || ivy.Try(func() { c.Env().Einsum(equation, c.Env().BroadcastTo(zeroD(c.Env(), 0, Float32), a.V.Shape())) }) != nil {
		return nil
	}
	axes := strings.Repeat("\x00", more) // letters of the ellipsis' axes
	for i := range more {
		axes = axes[:i] + string(rune(1+i)) + axes[i+1:]
	}
	from, to = strings.ReplaceAll(from, "...", axes), strings.ReplaceAll(to, "...", axes)
	if strings.ContainsFunc(from, func(r rune) bool { return !strings.ContainsRune(to, r) }) {
		return nil
	}
	strides, offset := views.Layout(a)
	out := make([]int, len(to))
	key := make([]any, rank)
	for i := range rank {
		at := strings.IndexByte(to, from[i])
		out[at] += strides[i]
		s := slices.Repeat([]int{1}, len(to))
		s[at] = a.V.Shape()[i]
		key[i] = c.Env().Reshape(c.Env().Arange(0, s[at], dtype.Int64), s)
	}
	return views.Sliced(c.Namespace, a, key, out, offset)
}

func kron(c *frontend.Call) any {
	e := c.Env()
	x, y := array(c, "a"), array(c, "b")
	n := max(x.Ndim(), y.Ndim())
	x, y = raised(e, x, n, front), raised(e, y, n, front)
	sx, sy := x.Shape(), y.Shape()
	var wide, thin, out []int
	for i := range n {
		wide, thin, out = append(wide, sx[i], 1), append(thin, 1, sy[i]), append(out, sx[i]*sy[i])
	}
	z := apply(c, "multiply", c.Wrap(e.Reshape(x, wide)), c.Wrap(e.Reshape(y, thin)))
	return c.Wrap(e.Reshape(z, out))
}

// cross is the product of vectors of three parts, or of two, which lie in a plane.
func cross(c *frontend.Call, x, y *ivy.Array, axisA, axisB, axisC int) *ivy.Array {
	e := c.Env()
	if x.Ndim() == 0 || y.Ndim() == 0 {
		c.Raise("ValueError", "At least one array has zero dimension")
	}
	x = e.MoveAxis(x, []int{axisOf(c, axisA, x.Ndim())}, []int{-1})
	y = e.MoveAxis(y, []int{axisOf(c, axisB, y.Ndim())}, []int{-1})
	n, m := x.Shape()[x.Ndim()-1], y.Shape()[y.Ndim()-1]
	if n != 2 && n != 3 || m != 2 && m != 3 {
		c.Raise("ValueError", "incompatible dimensions for cross product\n(dimension must be 2 or 3)")
	}
	xs := alikeArrays(c, x, y)
	x, y = xs[0], xs[1]
	if x.Dtype() == Bool {
		c.Raise("TypeError", "numpy boolean subtract, the `-` operator, is not supported")
	}
	partOf := func(v *ivy.Array, n, i int) *ivy.Array {
		if i == 2 && n == 2 {
			return zeroD(e, 0, v.Dtype())
		}
		return e.GetItem(v, ivy.Ellipsis, i)
	}
	minor := func(i, j int) *ivy.Array {
		return e.Subtract(e.Multiply(partOf(x, n, i), partOf(y, m, j)), e.Multiply(partOf(x, n, j), partOf(y, m, i)))
	}
	if n == 2 && m == 2 {
		return minor(0, 1)
	}
	z := e.Stack(e.BroadcastArrays(minor(1, 2), minor(2, 0), minor(0, 1)), ivy.Axis(-1))
	return e.MoveAxis(z, []int{-1}, []int{axisOf(c, axisC, z.Ndim())})
}

func trace(c *frontend.Call, x *ivy.Array, axis1, axis2 int) *ivy.Array {
	d := dtypeOr(c, "dtype", accumulator(x.Dtype()))
	z := diagonal(c, x, c.Int("offset"), axis1, axis2)
	return sum(c.Env(), c.Cast(c.Namespace, z, d), []int{z.Ndim() - 1}, false)
}

// linalgDtype is the dtype of linalg's results for operands of d.
func linalgDtype(c *frontend.Call, d dtype.Dtype) dtype.Dtype {
	switch {
	case d == Float16:
		c.Raise("TypeError", "array type %v is unsupported in linalg", d)
	case d.Kind() <= dtype.KindInt || d == BFloat16:
		return Float64
	}
	return d
}

// wideMatrix is the dtype in which decompositions are made.
func wideMatrix(d dtype.Dtype) dtype.Dtype {
	if d.IsComplex() {
		return Complex128
	}
	return Float64
}

// matrix returns an argument as matrices to decompose, and the dtype of results.
func matrix(c *frontend.Call, name string, square bool) (*ivy.Array, dtype.Dtype) {
	x := array(c, name)
	s := x.Shape()
	if len(s) < 2 {
		c.Raise("LinAlgError", "%d-dimensional array given. Array must be at least two-dimensional", len(s))
	}
	if square && s[len(s)-1] != s[len(s)-2] {
		c.Raise("LinAlgError", "Last 2 dimensions of the array must be square")
	}
	d := linalgDtype(c, x.Dtype())
	return c.Env().Astype(x, wideMatrix(d)), d
}

// inexactOf returns x as the floats that norms are computed in.
func inexactOf(c *frontend.Call, x *ivy.Array) *ivy.Array {
	if x.Dtype().Kind() <= dtype.KindInt || x.Dtype() == BFloat16 {
		return c.Env().Astype(x, Float64)
	}
	return x
}

func norm(c *frontend.Call) any {
	e := c.Env()
	x := inexactOf(c, array(c, "x"))
	ord := c.Arg("ord")
	axes := normAxes(c, x.Ndim(), ord)
	keep := c.Bool("keepdims")
	out := shape.Reduce(x.Shape(), axes, keep)
	if !c.Has("axis") && (ord == nil || ord == "fro" && x.Ndim() == 2 || isNumber(ord, 2) && x.Ndim() == 1) {
		z := e.Sqrt(squares(e, ravel(e, x), []int{0}))
		return c.Wrap(e.Reshape(z, out))
	}
	switch len(axes) {
	case 1:
		return c.Wrap(e.Reshape(vectorNorm(c, x, axes, ord), out))
	case 2:
		return c.Wrap(e.Reshape(matrixNorm(c, x, axes, ord), out))
	}
	c.Raise("ValueError", "Improper number of dimensions to norm.")
	return nil
}

// normAxes returns the axes of a norm: one that is no tuple is whatever int() makes an integer of.
func normAxes(c *frontend.Call, rank int, ord any) []int {
	v := c.Arg("axis")
	if _, isTuple := frontend.Sequence(v); isTuple || v == nil {
		return axesOf(c, "axis", rank)
	}
	axis, err := truncated(c, v)
	if err != nil {
		c.Raise("TypeError", "'axis' must be None, an integer or a tuple of integers")
	}
	if text, isText := ord.(string); isText {
		c.Raise("ValueError", "Invalid norm order '%s' for vectors", text)
	}
	return []int{axisOf(c, axis, rank)}
}

// truncated returns the integer that Python's int() makes of a real number, an array of one or a text.
func truncated(c *frontend.Call, v any) (i int, err error) {
	err = frontend.Try(func() {
		if text, isText := v.(string); isText {
			i = c.Size(frontend.Number(c.Wrap(parsed(c, text, Int64))))
			return
		}
		o := mustOperand(c, v)
		s := o.Value
		if o.A != nil {
			s = frontend.Number(c.Wrap(c.Env().Reshape(o.A.V, []int{})))
		}
		switch {
		case s.Kind == dtype.KindComplex && o.A == nil, s.Kind != dtype.KindComplex && math.IsNaN(s.Float64()):
			c.Raise("ValueError", "%v is no integer", s)
		case s.Kind == dtype.KindBool:
			i = map[bool]int{true: 1}[s.Bool()]
		case s.IsInteger():
			i = c.Size(s)
		case math.Abs(real(s.Complex128())) > math.MaxInt32:
			c.Raise("OverflowError", "%v is too large for an axis", s)
		default:
			i = int(real(s.Complex128()))
		}
	})
	return i, err
}

// isNumber reports whether a Python scalar is that number.
func isNumber(v any, f float64) bool { return v == int(f) && f == math.Trunc(f) || v == f }

// squares sums the squares of magnitudes.
func squares(e *ivy.Env, x *ivy.Array, axes []int) *ivy.Array {
	if x.Dtype().IsComplex() {
		re, im := parts(e, x)
		return e.Add(sum(e, e.Square(re), axes, false), sum(e, e.Square(im), axes, false))
	}
	return sum(e, e.Square(x), axes, false)
}

func vectorNorm(c *frontend.Call, x *ivy.Array, axes []int, ord any) *ivy.Array {
	e := c.Env()
	abs := e.Abs(x)
	d := abs.Dtype()
	switch {
	case ord == nil || isNumber(ord, 2):
		return e.Sqrt(squares(e, x, axes))
	case isNumber(ord, math.Inf(1)):
		return extremum(c, abs, axes, false, false)
	case isNumber(ord, math.Inf(-1)):
		return extremum(c, abs, axes, false, true)
	case isNumber(ord, 0):
		return e.Astype(e.CountNonzero(x, ivy.Axes(axes)), d)
	case isNumber(ord, 1):
		return sum(e, abs, axes, false)
	}
	if _, isText := ord.(string); isText {
		c.Raise("ValueError", "Invalid norm order '%v' for vectors", ord)
	}
	o := mustOperand(c, ord)
	if o.A != nil || o.Scalar != dtype.KindInt && o.Scalar != dtype.KindFloat {
		c.Raise("ValueError", "Invalid norm order '%v' for vectors", ord)
	}
	p := o.Value.Float64()
	z := sum(e, power(e, abs, c.As(o, d)), axes, false)
	return power(e, z, c.As(mustOperand(c, 1/p), d))
}

func matrixNorm(c *frontend.Call, x *ivy.Array, axes []int, ord any) *ivy.Array {
	e := c.Env()
	rows, cols := axes[0], axes[1]
	if rows == cols {
		c.Raise("ValueError", "Duplicate axes given.")
	}
	spectral := func() *ivy.Array {
		d := linalgDtype(c, x.Dtype())
		return e.Astype(singularValues(c, e.Astype(e.MoveAxis(x, []int{rows, cols}, []int{-2, -1}), wideMatrix(d)), false), d.Component())
	}
	sums := func(over, then int, least bool) *ivy.Array {
		y := sum(e, e.Abs(x), []int{over}, false)
		if then > over {
			then--
		}
		return extremum(c, y, []int{then}, false, least)
	}
	switch {
	case ord == nil || ord == "fro" || ord == "f":
		return e.Sqrt(squares(e, x, axes))
	case ord == "nuc":
		s := spectral()
		return sum(e, s, []int{s.Ndim() - 1}, false)
	case isNumber(ord, 2), isNumber(ord, -2):
		s := spectral()
		return extremum(c, s, []int{s.Ndim() - 1}, false, isNumber(ord, -2))
	case isNumber(ord, 1), isNumber(ord, -1):
		return sums(rows, cols, isNumber(ord, -1))
	case isNumber(ord, math.Inf(1)), isNumber(ord, math.Inf(-1)):
		return sums(cols, rows, isNumber(ord, math.Inf(-1)))
	}
	c.Raise("ValueError", "Invalid norm order for matrices.")
	return nil
}

func matrixPower(c *frontend.Call) any {
	e := c.Env()
	x := array(c, "a")
	s := x.Shape()
	if len(s) < 2 {
		c.Raise("LinAlgError", "%d-dimensional array given. Array must be at least two-dimensional", len(s))
	}
	if s[len(s)-1] != s[len(s)-2] {
		c.Raise("LinAlgError", "Last 2 dimensions of the array must be square")
	}
	n := c.Int("n")
	if a := given(c, "a"); n == 1 && a != nil {
		return a
	}
	if n == 0 {
		return c.Wrap(e.CopyArray(e.BroadcastTo(e.Eye(s[len(s)-1], x.Dtype()), s)))
	}
	if n < 0 {
		x = apply(c, "linalg.inv", c.Wrap(x))
	}
	return c.Wrap(compose.Power(x, n, func(x, y *ivy.Array) *ivy.Array { return matMul.of(c, x, y) }))
}

// fits raises the errors of a product that is to be written into its left operand.
func (u *ufunc) fits(c *frontend.Call, a *frontend.Array, b frontend.Operand) {
	d := u.by(u, []promote.Arg{a.Arg(), b.Arg}, dtype.Invalid)[0]
	if b.A == nil {
		c.As(b, d) // which may not hold it
	}
	if !sameKind.holds(d, a.V.Dtype()) {
		c.Raise("UFuncTypeError", "Cannot cast ufunc '%s' output from %v to %v with casting rule 'same_kind'", u.path, d, a.V.Dtype())
	}
	if a.V.Ndim() < 1 || b.A == nil || b.A.V.Ndim() < 2 {
		c.Raise("ValueError", "inplace matrix multiplication requires the first operand to have at least one and the second at least two dimensions.")
	}
}

// of computes a ufunc of arrays.
func (u *ufunc) of(c *frontend.Call, xs ...*ivy.Array) *ivy.Array {
	os := make([]frontend.Operand, len(xs))
	for i, x := range xs {
		os[i] = frontend.Operand{Arg: promote.Array(x.Dtype()), A: c.Wrap(x)}
	}
	return u.compute(c.Namespace, os, dtype.Invalid, sameKind)[0].V
}
