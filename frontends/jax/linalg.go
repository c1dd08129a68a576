package jax

import (
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/chain"
	"github.com/goivy/goivy/frontends/internal/compose"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

const dotSig = "a, b, *, precision=None, preferred_element_type=None"

var linalg = []frontend.Func{
	{Path: "numpy.matmul", Sig: dotSig + ", out_sharding=None", Run: run(func(c call) any { return c.matmul(c.arr("a"), c.arr("b")) })},
	{Path: "numpy.linalg.matmul", Sig: "x1, x2, /, *, precision=None, preferred_element_type=None", Run: run(func(c call) any {
		return c.matmul(c.arr("x1"), c.arr("x2"))
	})},
	{Path: "numpy.dot", Sig: dotSig + ", out_sharding=None", Run: run(func(c call) any { return c.dot(c.arr("a"), c.arr("b")) })},
	{Path: ".dot", Sig: "self, b, *, precision=None, preferred_element_type=None", Run: run(func(c call) any { return c.dot(c.arr("self"), c.arr("b")) })},
	{Path: "numpy.vdot", Sig: dotSig, Run: run(func(c call) any {
		return c.dot(c.do("numpy.ravel", c.do("numpy.conj", c.arr("a"))), c.do("numpy.ravel", c.arr("b")))
	})},
	{Path: "numpy.vecdot", Sig: "x1, x2, /, *, axis=-1, precision=None, preferred_element_type=None", Run: run(func(c call) any { return c.vecdot() })},
	{Path: "numpy.linalg.vecdot", Sig: "x1, x2, /, *, axis=-1, precision=None, preferred_element_type=None", Run: run(func(c call) any { return c.vecdot() })},
	{Path: "numpy.inner", Sig: dotSig, Run: run(func(c call) any {
		a, b := c.arr("a"), c.arr("b")
		if a.V.Ndim() == 0 || b.V.Ndim() == 0 {
			c.precision()
			if d := c.dtype("preferred_element_type", dtype.Invalid); d != dtype.Invalid {
				a, b = c.to(a, d, false), c.to(b, d, false)
			}
			return c.mul(a, b)
		}
		return c.tensordot(a, b, []int{a.V.Ndim() - 1}, []int{b.V.Ndim() - 1})
	})},
	{Path: "numpy.outer", Sig: "a, b, out=None", Run: run(func(c call) any {
		c.none("out")
		return c.outer(c.do("numpy.ravel", c.arr("a")), c.do("numpy.ravel", c.arr("b")))
	})},
	{Path: "numpy.linalg.outer", Sig: "x1, x2, /", Run: run(func(c call) any {
		a, b := c.arr("x1"), c.arr("x2")
		if a.V.Ndim() != 1 || b.V.Ndim() != 1 {
			c.Raise("ValueError", "outer: shapes %v and %v, want one axis", a.V.Shape(), b.V.Shape())
		}
		return c.outer(a, b)
	})},
	{Path: "numpy.tensordot", Sig: "a, b, axes=2, *, precision=None, preferred_element_type=None, out_sharding=None", Run: run(func(c call) any { return c.tensordotAxes(c.arr("a"), c.arr("b")) })},
	{Path: "numpy.linalg.tensordot", Sig: "x1, x2, /, *, axes=2, precision=None, preferred_element_type=None, out_sharding=None", Run: run(func(c call) any { return c.tensordotAxes(c.arr("x1"), c.arr("x2")) })},
	{Path: "numpy.einsum", Sig: "subscripts, /, *operands, out=None, optimize='auto', precision=None, preferred_element_type=None, out_sharding=None", Run: run(func(c call) any {
		c.none("out")
		c.precision()
		rest, _ := c.Arg("operands").([]any)
		xs := c.arrays(rest)
		if len(xs) == 0 {
			c.Raise("ValueError", "einsum of no arrays")
		}
		d, weak := c.element(xs...)
		in := d
		if d == dtype.Bool {
			in = dtype.Int32
		}
		vs := make([]*ivy.Array, len(xs))
		for i, x := range xs {
			vs[i] = cast(c.Namespace, x.V, in)
		}
		var z *ivy.Array
		if err := ivy.Try(func() { z = c.e.Einsum(c.Text("subscripts"), vs...) }); err != nil {
			c.Raise("ValueError", "%v", err)
		}
		return c.to(c.wrap(z, false), d, weak)
	})},
	{Path: "numpy.kron", Sig: "a, b", Run: run(func(c call) any {
		xs := c.common(c.arr("a"), c.arr("b"))
		p, q := xs[0].V.Shape(), xs[1].V.Shape()
		rank := max(len(p), len(q))
		var left, right, out []int
		for i := range rank {
			m, n := 1, 1
			if j := i - rank + len(p); j >= 0 {
				m = p[j]
			}
			if j := i - rank + len(q); j >= 0 {
				n = q[j]
			}
			left, right, out = append(left, m, 1), append(right, 1, n), append(out, m*n)
		}
		if isBool(xs[0]) {
			c.Raise("TypeError", "kron does not take bools")
		}
		return c.wrap(c.e.Reshape(c.e.Multiply(c.e.Reshape(xs[0].V, left), c.e.Reshape(xs[1].V, right)), out), xs[0].Weak)
	})},
	{Path: "numpy.cross", Sig: "a, b, axisa=-1, axisb=-1, axisc=-1, axis=None", Run: run(func(c call) any {
		axisa, axisb, axisc := c.Int("axisa"), c.Int("axisb"), c.Int("axisc")
		if c.Has("axis") {
			axisa = c.Int("axis")
			axisb, axisc = axisa, axisa
		}
		return c.cross(c.arr("a"), c.arr("b"), axisa, axisb, axisc)
	})},
	{Path: "numpy.linalg.cross", Sig: "x1, x2, /, *, axis=-1", Run: run(func(c call) any {
		a, b, axis := c.arr("x1"), c.arr("x2"), c.Int("axis")
		for _, x := range []value{a, b} {
			if n := x.V.Shape()[c.calc.axis(axis, x.V.Ndim())]; n != 3 {
				c.Raise("ValueError", "cross: vectors of length %d, want 3", n)
			}
		}
		return c.cross(a, b, axis, axis, axis)
	})},
	{Path: "numpy.trace", Sig: "a, offset=0, axis1=0, axis2=1, dtype=None, out=None", Method: true, Run: run(func(c call) any {
		c.none("out")
		return c.trace(c.arr("a"), c.Int("axis1"), c.Int("axis2"))
	})},
	{Path: "numpy.linalg.trace", Sig: "x, /, *, offset=0, dtype=None", Run: run(func(c call) any { return c.trace(c.arr("x"), -2, -1) })},
	{Path: "numpy.linalg.diagonal", Sig: "x, /, *, offset=0", Run: run(func(c call) any {
		x := c.arr("x")
		if x.V.Ndim() < 2 {
			c.Raise("ValueError", "diagonal: shape %v, want two axes at least", x.V.Shape())
		}
		return c.diagonal(x, c.Int("offset"), -2, -1)
	})},
	{Path: "numpy.linalg.matrix_transpose", Sig: "x, /", Run: run(func(c call) any { return c.do("numpy.matrix_transpose", c.arr("x")) })},
	{Path: "numpy.linalg.norm", Sig: "x, ord=None, axis=None, keepdims=False", Run: run(norm)},
	{Path: "numpy.linalg.vector_norm", Sig: "x, /, *, axis=None, keepdims=False, ord=2", Run: run(func(c call) any {
		x := c.arr("x")
		return c.vectorNorm(x, c.axes("axis", x.V.Ndim()), c.Bool("keepdims"), c.Arg("ord"))
	})},
	{Path: "numpy.linalg.matrix_norm", Sig: "x, /, *, keepdims=False, ord='fro'", Run: run(func(c call) any {
		return c.do("numpy.linalg.norm", c.arr("x"), Kw("ord", c.Arg("ord")), Kw("axis", []int{-2, -1}), Kw("keepdims", c.Bool("keepdims")))
	})},
	{Path: "numpy.linalg.matrix_power", Sig: "a, n", Run: run(func(c call) any {
		x, n := c.arr("a"), c.Int("n")
		s := x.V.Shape()
		if len(s) < 2 || s[len(s)-1] != s[len(s)-2] {
			c.Raise("TypeError", "matrix_power: shape %v, want square matrices", s)
		}
		if n < 0 {
			x = c.decomposed(c.inexact(x)[0], c.inverseOf)
		}
		if n == 0 {
			return c.broadcastTo(c.wrap(c.e.Eye(s[len(s)-1], x.V.Dtype()), false), s)
		}
		return compose.Power(x, n, c.matmul)
	})},
	{Path: "numpy.linalg.multi_dot", Sig: "arrays, *, precision=None", Run: run(func(c call) any {
		c.precision()
		list, ok := frontend.Sequence(c.Arg("arrays"))
		if !ok || len(list) < 2 {
			c.Raise("ValueError", "multi_dot wants a list of two arrays at least")
		}
		xs := c.arrays(list)
		for i, x := range xs {
			if r := x.V.Ndim(); r != 2 && (r != 1 || i != 0 && i != len(xs)-1) {
				c.Raise("ValueError", "multi_dot: shape %v at %d", x.V.Shape(), i)
			}
			if i > 0 && xs[i-1].V.Shape()[xs[i-1].V.Ndim()-1] != x.V.Shape()[0] {
				c.Raise("ValueError", "multi_dot: shapes %v and %v", xs[i-1].V.Shape(), x.V.Shape())
			}
		}
		shape := func(x *frontend.Array) []int { return x.V.Shape() }
		d := c.common(xs...)[0].V.Dtype()
		dot := func(x, y value) value {
			if t := c.common(x, y)[0].V.Dtype(); t.Size() > d.Size() {
				c.Raise("TypeError", "multi_dot: a product of %v is not narrowed to %v", t, d)
			}
			return c.dot(c.to(x, d, false), c.to(y, d, false))
		}
		return c.wrap(chain.Product(xs, shape, dot, chain.LastSplit).V, false)
	})},
	{Path: "numpy.linalg.det", Sig: "a", Run: run(func(c call) any {
		x := c.inexact(c.arr("a"))[0]
		s := x.V.Shape()
		r := len(s)
		if r < 2 || s[r-1] != s[r-2] {
			c.Raise("ValueError", "det: shape %v, want square matrices", s)
		}
		at := func(i, j int) value { return c.wrap(c.e.GetItem(x.V, ivy.Ellipsis, i, j), x.Weak) }
		switch s[r-1] {
		case 0:
			return c.wrap(c.e.Ones(s[:r-2], x.V.Dtype()), x.Weak)
		case 1:
			return c.wrap(at(0, 0).V, false)
		case 2:
			return c.sub(c.mul(at(0, 0), at(1, 1)), c.mul(at(0, 1), at(1, 0)))
		case 3:
			var z value
			for _, p := range [][4]int{{0, 1, 2, 1}, {1, 2, 0, 1}, {2, 0, 1, 1}, {0, 2, 1, -1}, {1, 0, 2, -1}, {2, 1, 0, -1}} {
				product := c.mul(c.mul(at(0, p[0]), at(1, p[1])), at(2, p[2]))
				switch {
				case z == nil:
					z = product
				case p[3] > 0:
					z = c.add(z, product)
				default:
					z = c.sub(z, product)
				}
			}
			return z
		}
		return c.decomposed(x, func(v *ivy.Array) *ivy.Array { return c.e.Det(v) })
	})},
	{Path: "lax.dot", Sig: "lhs, rhs, *, dimension_numbers=None, precision=None, preferred_element_type=None, out_sharding=None", Run: run(func(c call) any {
		p, q := c.shapeOf(c.Arg("lhs")), c.shapeOf(c.Arg("rhs"))
		if c.Has("dimension_numbers") {
			return c.dotNumbers()
		}
		if len(p) < 1 || len(p) > 2 || len(q) < 1 || len(q) > 2 || p[len(p)-1] != q[0] {
			c.Raise("ValueError", "lax.dot: shapes %v and %v", p, q)
		}
		return c.laxDot(c.arr("lhs"), c.arr("rhs"), []int{len(p) - 1}, []int{0}, nil, nil)
	})},
	{Path: "lax.dot_general", Sig: "lhs, rhs, dimension_numbers, precision=None, preferred_element_type=None, *, out_sharding=None", Run: run(func(c call) any {
		return c.dotNumbers()
	})},
	{Path: "lax.batch_matmul", Sig: "lhs, rhs, precision=None", Run: run(func(c call) any {
		c.precision()
		a, b := c.hasShape("lhs"), c.hasShape("rhs")
		r := a.V.Ndim()
		if r < 2 || r != b.V.Ndim() {
			c.Raise("ValueError", "lax.batch_matmul: shapes %v and %v", a.V.Shape(), b.V.Shape())
		}
		batch := make([]int, r-2)
		for i := range batch {
			batch[i] = i
		}
		return c.dotGeneral(a, b, []int{r - 1}, []int{r - 2}, batch, batch)
	})},
}

// precisions are how exact a product has to be on some devices; on a CPU all of them are one.
var precisions = map[any]bool{nil: true, "default": true, "fastest": true, "bfloat16": true, "high": true, "tensorfloat32": true, "highest": true, "float32": true}

// precision looks at the argument of that name: a precision, or one for each operand.
func (c call) precision() {
	list, pair := frontend.Sequence(c.Arg("precision"))
	if !pair {
		list = []any{c.Arg("precision"), nil}
	}
	for _, p := range list {
		if text, isText := p.(string); p != nil && (!isText || !precisions[text]) || len(list) != 2 {
			c.Raise("ValueError", "%s(): precision is not None, \"default\", \"high\", \"highest\" or two of these", c.Func.Path)
		}
	}
}

// element returns the dtype of a product: what the arrays have in common, or the one
// that the caller prefers, and whether it is weak.
func (c call) element(xs ...value) (d dtype.Dtype, weak bool) {
	for _, p := range c.Func.Signature().Params {
		if p.Name == "precision" {
			c.precision()
		}
		if p.Name == "preferred_element_type" && c.Has(p.Name) {
			return c.dtype(p.Name, dtype.Invalid), false
		}
	}
	r, err := commonType(c.Namespace, argsOf(xs)...)
	frontend.Check(err)
	if r.Weak {
		r.Dtype = c.defaults().Of(r.Dtype.Kind())
	}
	if len(xs) == 2 {
		c.productOf(xs[0].V.Dtype(), xs[1].V.Dtype(), r.Dtype)
	}
	return r.Dtype, r.Weak
}

// productOf refuses a dtype for the product of two that does not hold it: the product
// has the greater of both, which a weak type need not.
func (c call) productOf(d, e, preferred dtype.Dtype) {
	p, q := rankOf(d), rankOf(e)
	if d != e && slices.Equal(p, q) {
		c.Raise("TypeError", "%s: dtypes %v and %v", c.Func.Path, d, e)
	}
	if slices.Compare(p, q) < 0 {
		d = e
	}
	if d != preferred && !d.IsFloat() && width(preferred) < width(d) {
		c.Raise("TypeError", "%s: %v is too narrow for products of %v", c.Func.Path, preferred, d)
	}
}

// width is the bits that a number of d's parts has, 1 of a bool.
func width(d dtype.Dtype) int {
	if d == dtype.Bool {
		return 1
	}
	return d.Component().Bits()
}

// dotGeneral contracts and batches axes of arrays of one dtype: batch axes come first,
// then those of a that are left, then those of b.
func (c call) dotGeneral(a, b value, ca, cb, ba, bb []int) value {
	d := a.V.Dtype()
	for _, s := range []struct {
		x    value
		axes []int
	}{{a, slices.Concat(ca, ba)}, {b, slices.Concat(cb, bb)}} {
		for i, n := range s.axes {
			if n < 0 || n >= s.x.V.Ndim() || slices.Contains(s.axes[:i], n) {
				c.Raise("TypeError", "%s: axes %v of shape %v", c.Func.Path, s.axes, s.x.V.Shape())
			}
		}
	}
	if len(ca) != len(cb) || len(ba) != len(bb) {
		c.Raise("TypeError", "%s: %d and %d axes contracted, %d and %d batched", c.Func.Path, len(ca), len(cb), len(ba), len(bb))
	}
	sizes := func(x value, axes []int) (out []int, n int) {
		n = 1
		for _, i := range axes {
			out, n = append(out, x.V.Shape()[i]), n*x.V.Shape()[i]
		}
		return out, n
	}
	inner, k := sizes(a, ca)
	innerB, _ := sizes(b, cb)
	batch, m := sizes(a, ba)
	batchB, _ := sizes(b, bb)
	if !slices.Equal(inner, innerB) || !slices.Equal(batch, batchB) {
		c.Raise("TypeError", "%s: shapes %v and %v do not fit along %v and %v", c.Func.Path, a.V.Shape(), b.V.Shape(), slices.Concat(ba, ca), slices.Concat(bb, cb))
	}
	var restA, restB []int
	for i := range a.V.Ndim() {
		if !slices.Contains(ca, i) && !slices.Contains(ba, i) {
			restA = append(restA, i)
		}
	}
	for i := range b.V.Ndim() {
		if !slices.Contains(cb, i) && !slices.Contains(bb, i) {
			restB = append(restB, i)
		}
	}
	freeA, p := sizes(a, restA)
	freeB, q := sizes(b, restB)
	left, right := a.V, b.V
	if e := right.Dtype(); e != d { // XLA has operands of several dtypes
		d = moreExact(d, e)
		left, right = cast(c.Namespace, left, d), cast(c.Namespace, right, d)
	}
	if d == dtype.Bool {
		left, right = c.e.Astype(left, dtype.Int32), c.e.Astype(right, dtype.Int32)
	}
	left = c.e.Reshape(c.e.PermuteDims(left, slices.Concat(ba, restA, ca)), []int{m, p, k})
	right = c.e.Reshape(c.e.PermuteDims(right, slices.Concat(bb, cb, restB)), []int{m, k, q})
	var z *ivy.Array
	if m*p*q == 0 || k == 0 {
		z = c.e.Zeros([]int{m, p, q}, left.Dtype())
	} else {
		z = c.e.MatMul(left, right)
	}
	return c.wrap(cast(c.Namespace, c.e.Reshape(z, slices.Concat(batch, freeA, freeB)), d), a.Weak && b.Weak)
}

// moreExact returns the dtype of a product of matrices of dtypes d and e: of the greater
// kind, else the wider one, bfloat16 of it and float16, and the signed one of two of one width.
func moreExact(d, e dtype.Dtype) dtype.Dtype {
	rank := func(d dtype.Dtype) int {
		r := 2 * d.Bits()
		switch {
		case d.IsComplex():
			r += 3 << 10
		case d.IsFloat():
			r += 2 << 10
		case d.IsInteger():
			r += 1 << 10
		}
		if d == dtype.BFloat16 || d.IsSigned() {
			r++
		}
		return r
	}
	if rank(e) > rank(d) {
		return e
	}
	return d
}

// dotNumbers contracts and batches the axes that the argument dimension_numbers names.
func (c call) dotNumbers() value {
	c.shapeOf(c.Arg("lhs"))
	c.shapeOf(c.Arg("rhs"))
	var dims [4][]int
	pairOf := func(v any) []any {
		list, isList := frontend.Sequence(v)
		class := "TypeError"
		if _, isText := v.(string); isText || isList { // which Python takes apart
			class = "ValueError"
		}
		if len(list) != 2 {
			c.Raise(class, "%s: dimension_numbers, want ((lhs, rhs), (lhs, rhs)) of contracted and batched axes", c.Func.Path)
		}
		return list
	}
	var pairs [2][]any
	for i, pair := range pairOf(c.Arg("dimension_numbers")) {
		pairs[i] = pairOf(pair)
	}
	for i, pair := range pairs {
		for j, v := range pair {
			is, isList := frontend.Sequence(v)
			if !isList {
				c.Raise("TypeError", "%s: dimension_numbers, want lists of axes", c.Func.Path)
			}
			for _, e := range is {
				n, isInt := c.index(e)
				if !isInt {
					c.Raise("TypeError", "%s: dimension_numbers, want integers", c.Func.Path)
				}
				dims[2*i+j] = append(dims[2*i+j], n)
			}
		}
	}
	return c.laxDot(c.arr("lhs"), c.arr("rhs"), dims[0], dims[1], dims[2], dims[3])
}

// laxDot is dotGeneral of lax: the dtypes may differ.
func (c call) laxDot(a, b value, ca, cb, ba, bb []int) value {
	c.precision()
	d := a.V.Dtype()
	if e := b.V.Dtype(); slices.Compare(rankOf(d), rankOf(e)) < 0 {
		d = e
	}
	in := c.dtype("preferred_element_type", d)
	c.productOf(a.V.Dtype(), b.V.Dtype(), in)
	weak := a.Weak && b.Weak
	z := c.dotGeneral(c.to(a, in, false), c.to(b, in, false), ca, cb, ba, bb)
	return c.wrap(z.V, weak)
}

func (c call) dot(a, b value) value {
	d, weak := c.element(a, b)
	var ca, cb []int
	switch p, q := a.V.Ndim(), b.V.Ndim(); {
	case p == 0 || q == 0:
	case q == 1:
		ca, cb = []int{p - 1}, []int{0}
	default:
		ca, cb = []int{p - 1}, []int{q - 2}
	}
	return c.to(c.dotGeneral(c.to(a, d, false), c.to(b, d, false), ca, cb, nil, nil), d, weak)
}

func (c call) matmul(a, b value) value {
	for _, x := range []value{a, b} {
		if x.V.Ndim() == 0 {
			c.Raise("ValueError", "matmul of an array without axes")
		}
	}
	d, weak := c.element(a, b)
	p, q := a.V.Shape(), b.V.Shape()
	in := p[len(p)-1]
	other := q[0]
	if len(q) > 1 {
		other = q[len(q)-2]
	}
	var batch []int
	if len(p) > 2 || len(q) > 2 {
		batch = c.broadcast(p[:max(len(p)-2, 0)], q[:max(len(q)-2, 0)])
	}
	if in != other {
		c.Raise("TypeError", "matmul: shapes %v and %v", p, q)
	}
	left, right := cast(c.Namespace, a.V, d), cast(c.Namespace, b.V, d)
	if d == dtype.Bool {
		left, right = c.e.Astype(left, dtype.Int32), c.e.Astype(right, dtype.Int32)
	}
	out := slices.Clone(batch)
	if len(p) > 1 {
		out = append(out, p[len(p)-2])
	}
	if len(q) > 1 {
		out = append(out, q[len(q)-1])
	}
	var z *ivy.Array
	if in == 0 || slices.Contains(out, 0) {
		z = c.e.Zeros(out, d)
	} else {
		z = c.e.MatMul(left, right)
	}
	return c.to(c.wrap(z, false), d, weak)
}

// tensordot contracts axes of a with axes of b.
func (c call) tensordot(a, b value, ca, cb []int) value {
	d, weak := c.element(a, b)
	return c.to(c.dotGeneral(c.to(a, d, false), c.to(b, d, false), ca, cb, nil, nil), d, weak)
}

func (c call) tensordotAxes(a, b value) value {
	p, q := a.V.Ndim(), b.V.Ndim()
	if n, ok := c.Arg("axes").(int); ok {
		if n > min(p, q) || n < 0 {
			c.Raise("TypeError", "tensordot: %d axes of shapes %v and %v", n, a.V.Shape(), b.V.Shape())
		}
		var ca, cb []int
		for i := range n {
			ca, cb = append(ca, p-n+i), append(cb, i)
		}
		return c.tensordot(a, b, ca, cb)
	}
	pair, ok := frontend.Sequence(c.Arg("axes"))
	if !ok || len(pair) != 2 {
		c.Raise("TypeError", "tensordot: axes %v, want a number or a pair", c.Arg("axes"))
	}
	var axes [2][]int
	for i, v := range pair {
		list, isList := frontend.Sequence(v)
		if !isList {
			list = []any{v}
		}
		for _, e := range list {
			n, isInt := c.index(e)
			if !isInt {
				c.Raise("TypeError", "tensordot: axis %v", e)
			}
			axes[i] = append(axes[i], c.calc.axis(n, []int{p, q}[i]))
		}
	}
	if len(axes[0]) != len(axes[1]) {
		c.Raise("TypeError", "tensordot: axes %v", c.Arg("axes"))
	}
	return c.tensordot(a, b, axes[0], axes[1])
}

func (c call) outer(a, b value) value {
	return c.mul(c.wrap(c.e.ExpandDims(a.V, ivy.Axis(1)), a.Weak), c.wrap(c.e.ExpandDims(b.V, ivy.Axis(0)), b.Weak))
}

func (c call) vecdot() value {
	a, b := c.arr("x1"), c.arr("x2")
	axis := c.Int("axis")
	for _, x := range []value{a, b} {
		if r := x.V.Ndim(); axis < -r || axis >= r {
			c.Raise("IndexError", "vecdot: axis %d of shape %v", axis, x.V.Shape())
		}
	}
	i, j := c.calc.axis(axis, a.V.Ndim()), c.calc.axis(axis, b.V.Ndim())
	if a.V.Shape()[i] != b.V.Shape()[j] {
		c.Raise("ValueError", "vecdot: shapes %v and %v along axis %d", a.V.Shape(), b.V.Shape(), axis)
	}
	d, weak := c.element(a, b)
	left := c.e.ExpandDims(c.e.MoveAxis(conj(c.e, cast(c.Namespace, a.V, d)), []int{i}, []int{-1}), ivy.Axis(-2))
	right := c.e.ExpandDims(c.e.MoveAxis(cast(c.Namespace, b.V, d), []int{j}, []int{-1}), ivy.Axis(-1))
	z := c.do("numpy.matmul", c.wrap(left, false), c.wrap(right, false))
	return c.to(c.wrap(c.e.Squeeze(z.V, ivy.Axes{-1, -2}), false), d, weak)
}

func (c call) cross(a, b value, axisa, axisb, axisc int) value {
	a, b = c.do("numpy.moveaxis", a, axisa, -1), c.do("numpy.moveaxis", b, axisb, -1)
	p, q := a.V.Shape(), b.V.Shape()
	m, n := p[len(p)-1], q[len(q)-1]
	if m != 2 && m != 3 || n != 2 && n != 3 {
		c.Raise("ValueError", "cross: vectors of lengths %d and %d, want 2 or 3", m, n)
	}
	part := func(x value, size, i int) value {
		if i >= size {
			return c.wrap(c.e.ZerosLike(c.e.GetItem(x.V, ivy.Ellipsis, 0)), x.Weak)
		}
		return c.wrap(c.e.GetItem(x.V, ivy.Ellipsis, i), x.Weak)
	}
	minor := func(i, j int) value {
		return c.sub(c.mul(part(a, m, i), part(b, n, j)), c.mul(part(a, m, j), part(b, n, i)))
	}
	if m == 2 && n == 2 {
		return minor(0, 1)
	}
	z := c.e.Stack(raw([]value{minor(1, 2), minor(2, 0), minor(0, 1)}))
	return c.do("numpy.moveaxis", c.wrap(z, false), 0, axisc)
}

func (c call) trace(x value, axis1, axis2 int) value {
	if x.V.Ndim() < 2 {
		c.Raise("ValueError", "trace: shape %v, want two axes at least", x.V.Shape())
	}
	if c.calc.axis(axis1, x.V.Ndim()) == c.calc.axis(axis2, x.V.Ndim()) {
		c.Raise("ValueError", "trace: axis %d and itself", axis1)
	}
	z := c.diagonal(x, c.traceOffset(), axis1, axis2)
	return c.over(sumOf, z, []int{z.V.Ndim() - 1}, false, c.dtype("dtype", dtype.Invalid), nil, nil)
}

// traceOffset returns the argument offset, which JAX hands to eye as an array: numbers that are no integers, and arrays with
// axes, are errors of its value.
func (c call) traceOffset() int {
	v := c.Arg("offset")
	_, isInt := v.(int)
	if o, err := c.Namespace.Operand(v); !isInt && v != nil && err == nil {
		switch v.(type) {
		case bool, float64, complex128:
			c.Raise("ValueError", "trace: offset is %s, want an integer", c.Shown(v))
		}
		if o.A != nil && (o.A.V.Ndim() > 0 || !o.A.V.Dtype().IsInteger()) {
			c.Raise("ValueError", "trace: offset is %s, want an integer", c.Shown(v))
		}
	}
	return c.Int("offset")
}

func norm(c call) any {
	x := c.inexact(c.arr("x"))[0]
	rank, keep, ord := x.V.Ndim(), c.Bool("keepdims"), c.Arg("ord")
	axes := c.axes("axis", rank)
	if !c.Has("axis") && ord == nil {
		return c.euclidean(x, axes, keep)
	}
	if f, ok := ord.(float64); ok && f == math.Trunc(f) && !math.IsInf(f, 0) {
		ord = int(f)
	}
	switch len(axes) {
	case 1:
		if ord == nil {
			ord = 2
		}
		return c.vectorNorm(x, axes, keep, ord)
	case 2:
		row, col := axes[0], axes[1]
		sums := func(over, then int, r reduction, initial any) value {
			s := c.over(sumOf, c.abs(x), []int{over}, true, dtype.Invalid, nil, nil)
			z := c.over(r, s, []int{then}, true, dtype.Invalid, initial, nil)
			if keep {
				return z
			}
			return c.wrap(c.e.Squeeze(z.V, ivy.Axes{row, col}), z.Weak)
		}
		switch ord {
		case nil, "f", "fro":
			return c.euclidean(x, axes, keep)
		case 1:
			return sums(row, col, maxOfs, 0)
		case -1:
			return sums(row, col, minOfs, nil)
		case math.Inf(1):
			return sums(col, row, maxOfs, 0)
		case math.Inf(-1):
			return sums(col, row, minOfs, nil)
		case 2, -2, "nuc":
			return c.spectral(x, axes, keep, ord)
		}
		c.Raise("ValueError", "norm: ord=%v of matrices", ord)
	}
	c.Raise("ValueError", "norm: %d axes, want one or two", len(axes))
	return nil
}

// decomposed is f of matrices in float64, or complex128, for the dtypes of which JAX has
// decompositions.
func (c call) decomposed(x value, f func(v *ivy.Array) *ivy.Array) value {
	d := x.V.Dtype()
	if s := x.V.Shape(); d.Bits() < 32 && s[len(s)-1] > 1 {
		c.Raise("NotImplementedError", "%s: no decomposition of %v", c.Func.Path, d)
	}
	wide := dtype.Float64
	if d.IsComplex() {
		wide = dtype.Complex128
	}
	z := f(c.e.Astype(x.V, wide))
	if z.Dtype().IsFloat() {
		d = d.Component()
	}
	return c.wrap(c.e.Astype(z, d), false)
}

// spectral is a norm by singular values: the greatest of ord 2, the least of −2, the sum of
// "nuc".
func (c call) spectral(x value, axes []int, keep bool, ord any) value {
	v := c.wrap(c.e.MoveAxis(x.V, axes, []int{-2, -1}), false)
	var s value
	if dims := v.V.Shape(); v.V.Size() == 0 { // whatever the dtype
		n := len(dims) - 2
		s = c.wrap(c.e.Zeros(append(dims[:n:n], min(dims[n], dims[n+1])), x.V.Dtype().Component()), false)
	} else {
		s = c.decomposed(v, func(v *ivy.Array) *ivy.Array { return c.e.Svdvals(v) })
	}
	last := []int{s.V.Ndim() - 1}
	var z value
	switch ord {
	case 2:
		z = c.over(maxOfs, s, last, false, dtype.Invalid, 0, nil)
	case -2:
		z = c.over(minOfs, s, last, false, dtype.Invalid, nil, nil)
	default:
		z = c.over(sumOf, s, last, false, dtype.Invalid, nil, nil)
	}
	if !keep {
		return z
	}
	shape := x.V.Shape()
	for _, a := range axes {
		shape[a] = 1
	}
	return c.wrap(c.e.Reshape(z.V, shape), false)
}

func (c call) euclidean(x value, axes []int, keep bool) value {
	return c.do("numpy.sqrt", c.over(sumOf, c.squared(x), axes, keep, dtype.Invalid, nil, nil))
}

func (c call) vectorNorm(x value, axes []int, keep bool, ord any) value {
	if f, ok := ord.(float64); ok && f == math.Trunc(f) && !math.IsInf(f, 0) {
		ord = int(f)
	}
	if text, ok := ord.(string); ok {
		c.Raise("ValueError", "norm: ord=%q of vectors", text)
	}
	switch ord {
	case nil, 2:
		return c.do("numpy.sqrt", c.over(sumOf, c.do("numpy.real", c.mul(x, c.do("numpy.conj", x))), axes, keep, dtype.Invalid, nil, nil))
	case math.Inf(1):
		return c.over(maxOfs, c.abs(x), axes, keep, dtype.Invalid, 0, nil)
	case math.Inf(-1):
		return c.over(minOfs, c.abs(x), axes, keep, dtype.Invalid, nil, nil)
	case 0:
		if !isInexact(x) {
			c.Raise("ValueError", "vector_norm: ord=0 of %v", x.V.Dtype())
		}
		return c.over(sumOf, c.ne(x, 0), axes, keep, x.V.Dtype().Component(), nil, nil)
	case 1:
		return c.over(sumOf, c.abs(x), axes, keep, dtype.Invalid, nil, nil)
	}
	a, p := c.abs(x), c.Float("ord")
	inverse := 1 / p
	if d := a.V.Dtype(); d.IsInteger() { // in which the two are
		if info, err := dtype.Iinfo(d); err == nil && (math.Trunc(p) < 0 && d.IsUnsigned() || math.Trunc(p) >= 2*float64(info.Max/2+1)) {
			c.Raise("OverflowError", "the integer %.0f does not fit into %v", math.Trunc(p), d)
		}
		if p, inverse = math.Trunc(p), math.Trunc(1/math.Trunc(p)); math.IsInf(inverse, 0) {
			inverse = 0
		}
	}
	sum := c.over(sumOf, c.do("numpy.power", a, c.like(a, p)), axes, keep, dtype.Invalid, nil, nil)
	return c.do("numpy.power", sum, c.like(a, inverse))
}

// rankOf orders dtypes as products of different ones do.
func rankOf(d dtype.Dtype) []int {
	p := d.Component()
	flag := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	exponent, digits := -1, -1
	if info, err := dtype.Finfo(d); err == nil {
		exponent, digits = int(math.Log2(info.Max)), int(-math.Log2(info.Eps))
	}
	return []int{flag(d.IsComplex()), exponent, digits, width(p), flag(!d.IsUnsigned())}
}
