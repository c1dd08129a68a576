package jax

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/text"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

var creation = append(scalarTypes(), []frontend.Func{
	{Path: "numpy.array", Sig: "object, dtype=None, *, copy=True, order='K', ndmin=0, device=None, out_sharding=None", Run: run(func(c call) any {
		c.none("device")
		if o := c.Arg("order"); o != nil && o != "K" {
			c.Raise("NotImplementedError", "array: only order='K'")
		}
		x := c.madeAs(c.Arg("object"), "dtype")
		c.Bool("copy")
		for x.V.Ndim() < c.Int("ndmin") {
			x = c.wrap(c.e.ExpandDims(x.V, ivy.Axis(0)), x.Weak)
		}
		return x
	})},
	{Path: "numpy.asarray", Sig: "a, dtype=None, order=None, *, copy=None, device=None, out_sharding=None", Run: run(func(c call) any {
		c.none("device")
		c.dtype("dtype", dtype.Invalid)
		if o := c.Arg("order"); o != nil && o != "K" {
			c.Raise("NotImplementedError", "asarray: only order='K'")
		}
		return c.madeAs(c.Arg("a"), "dtype")
	})},
	{Path: "numpy.copy", Sig: "a, order=None", Run: run(func(c call) any {
		if o := c.Arg("order"); o != nil && o != "K" {
			if _, isText := c.Arg("a").(string); !isText {
				c.arr("a")
			}
			c.Raise("NotImplementedError", "copy: only order='K'")
		}
		return c.copyOf("a")
	})},
	{Path: ".copy", Sig: "self", Run: run(func(c call) any { return c.copyOf("self") })},
	{Path: "numpy.zeros", Sig: "shape, dtype=None, *, device=None, out_sharding=None", Run: constant(0)},
	{Path: "numpy.ones", Sig: "shape, dtype=None, *, device=None, out_sharding=None", Run: constant(1)},
	{Path: "numpy.empty", Sig: "shape, dtype=None, *, device=None, out_sharding=None", Run: constant(0)},
	{Path: "numpy.full", Sig: "shape, fill_value, dtype=None, *, device=None, out_sharding=None", Run: run(func(c call) any {
		c.none("device")
		return c.full(c.shape("shape"))
	})},
	{Path: "lax.full", Sig: "shape, fill_value, dtype=None, *, sharding=None", Run: run(func(c call) any {
		if c.fillValue().V.Ndim() != 0 {
			c.Raise("TypeError", "lax.full fills with a number, not an array")
		}
		return c.full(c.shape("shape"))
	})},
	{Path: "numpy.zeros_like", Sig: "a, dtype=None, shape=None, *, device=None, out_sharding=None", Run: constantLike("a", 0)},
	{Path: "numpy.ones_like", Sig: "a, dtype=None, shape=None, *, device=None, out_sharding=None", Run: constantLike("a", 1)},
	{Path: "numpy.empty_like", Sig: "prototype, dtype=None, shape=None, *, device=None", Run: constantLike("prototype", 0)},
	{Path: "numpy.full_like", Sig: "a, fill_value, dtype=None, shape=None, *, device=None, out_sharding=None", Run: run(func(c call) any {
		c.none("device")
		return c.fullLike("a", true)
	})},
	{Path: "lax.full_like", Sig: "x, fill_value, dtype=None, shape=None, sharding=None", Run: run(func(c call) any {
		if !c.Has("shape") {
			c.ragged("x")
		}
		return c.fullLike("x", false)
	})},
	{Path: "numpy.eye", Sig: "N, M=None, k=0, dtype=None, *, device=None", Run: run(func(c call) any {
		c.none("device")
		c.dtype("dtype", dtype.Invalid)
		m := c.Int("N")
		if c.Has("M") {
			m = c.Int("M")
		}
		return c.eye(c.Int("N"), m, c.Int("k"))
	})},
	{Path: "numpy.identity", Sig: "n, dtype=None", Run: run(func(c call) any {
		c.dtype("dtype", dtype.Invalid)
		return c.eye(c.Int("n"), c.Int("n"), 0)
	})},
	{Path: "numpy.tri", Sig: "N, M=None, k=0, dtype=None", Run: run(func(c call) any {
		c.dtype("dtype", dtype.Invalid)
		n, m := c.Int("N"), c.Int("N")
		if c.Has("M") {
			m = c.Int("M")
		}
		if n < 0 || m < 0 {
			c.Raise("TypeError", "tri(%d, %d)", n, m)
		}
		c.sizes(n, m)
		return c.wrap(c.e.Tril(c.e.Ones([]int{n, m}, c.dtype("dtype", dtype.Float32)), ivy.K(c.Int("k"))), false)
	})},
	{Path: "numpy.tril", Sig: "m, k=0", Run: triangle((*ivy.Env).Tril)},
	{Path: "numpy.triu", Sig: "m, k=0", Run: triangle((*ivy.Env).Triu)},
	{Path: "numpy.arange", Sig: "start, stop=None, step=None, dtype=None, *, device=None, out_sharding=None", Run: run(arange)},
	{Path: "lax.iota", Sig: "dtype, size", Run: run(func(c call) any {
		d, n := c.dtypeGiven(), c.Int("size")
		if n < 0 {
			c.Raise("TypeError", "lax.iota of %d elements", n)
		}
		c.sizes(n)
		return c.counted(n, d)
	})},
	{Path: "lax.broadcasted_iota", Sig: "dtype, shape, dimension, *, out_sharding=None", Run: run(func(c call) any {
		d, shape := c.dtypeGiven(), c.shape("shape")
		if d == dtype.Bool {
			c.Raise("TypeError", "broadcasted_iota does not count in bools")
		}
		axis := c.Int("dimension")
		if axis < 0 || axis >= len(shape) {
			c.Raise("ValueError", "broadcasted_iota: dimension %d of shape %v", axis, shape)
		}
		along := make([]int, len(shape))
		for i := range along {
			along[i] = 1
		}
		along[axis] = shape[axis]
		return c.broadcastTo(c.wrap(c.e.Reshape(c.counted(shape[axis], d).V, along), false), shape)
	})},
	{Path: "numpy.linspace", Sig: "start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0, *, device=None", Out: frontend.Value, Run: run(func(c call) any {
		c.none("device")
		z, step := c.linspace(c.arr("start"), c.arr("stop"), "dtype")
		if c.Bool("retstep") {
			return []value{z, step}
		}
		return z
	})},
	{Path: "numpy.logspace", Sig: "start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0", Run: run(func(c call) any {
		d := c.spacedDtype()
		in := toInexact(d)
		z, _ := c.linspace(c.to(c.arr("start"), in, false), c.to(c.arr("stop"), in, false), "")
		return c.to(c.do("numpy.power", c.Arg("base"), z), d, false)
	})},
	{Path: "numpy.geomspace", Sig: "start, stop, num=50, endpoint=True, dtype=None, axis=0", Run: run(func(c call) any {
		d := c.spacedDtype()
		in := toInexact(d)
		start, stop := c.to(c.arr("start"), in, false), c.to(c.arr("stop"), in, false)
		s := c.do("numpy.sign", start)
		z := c.do("numpy.logspace", c.do("numpy.log10", c.div(start, s)), c.do("numpy.log10", c.div(stop, s)), c.Int("num"),
			Kw("endpoint", c.Arg("endpoint")), Kw("dtype", in))
		z = c.mul(s, z)
		if axis := c.axisOf("axis", z.V.Ndim()); axis != 0 {
			z = c.wrap(c.e.MoveAxis(z.V, []int{0}, []int{axis}), z.Weak)
		}
		return c.to(z, d, false)
	})},
	{Path: "numpy.meshgrid", Sig: "*xi, copy=True, sparse=False, indexing='xy'", Out: frontend.List, Run: run(meshgrid)},
	{Path: "numpy.indices", Sig: "dimensions, dtype=None, sparse=False", Out: frontend.Value, Run: run(func(c call) any {
		c.arrayAsList("dimensions")
		if _, isList := frontend.Sequence(c.Arg("dimensions")); !isList {
			c.Raise("TypeError", "indices: dimensions is %s, want a sequence", c.Shown(c.Arg("dimensions")))
		}
		shape, d := c.shape("dimensions"), c.dtype("dtype", c.defaults().Int)
		list := make([]value, len(shape))
		for i, n := range shape {
			along := make([]int, len(shape))
			for j := range along {
				along[j] = 1
			}
			along[i] = n
			list[i] = c.wrap(c.e.Reshape(c.counted(n, d).V, along), false)
			if !c.Bool("sparse") {
				list[i] = c.broadcastTo(list[i], shape)
			}
		}
		switch {
		case c.Bool("sparse"):
			return list
		case len(list) == 0:
			return c.wrap(c.e.Zeros([]int{0}, d), false)
		}
		return c.do("numpy.stack", list)
	})},
	{Path: "numpy.vander", Sig: "x, N=None, increasing=False", Run: run(func(c call) any {
		x := c.arr("x")
		if x.V.Ndim() != 1 {
			c.Raise("ValueError", "vander wants one axis, not shape %v", x.V.Shape())
		}
		n := x.V.Size()
		if c.Has("N") {
			n = c.Int("N")
		}
		if n < 0 {
			c.Raise("ValueError", "vander: N is %d", n)
		}
		if isBool(x) {
			c.Raise("TypeError", "vander does not take bools")
		}
		powers := c.counted(n, x.V.Dtype())
		if !c.Bool("increasing") {
			if n == 0 && x.V.Dtype().IsUnsigned() {
				c.Raise("OverflowError", "vander: the power -1 does not fit into %v", x.V.Dtype())
			}
			powers = c.sub(c.like(x, float64(n-1)), powers)
		}
		return c.do("numpy.power", c.wrap(c.e.ExpandDims(x.V, ivy.Axis(-1)), false), c.wrap(c.e.ExpandDims(powers.V, ivy.Axis(0)), false))
	})},
	{Path: "numpy.diag", Sig: "v, k=0", Run: run(func(c call) any {
		v, k := c.arr("v"), c.Int("k")
		switch v.V.Ndim() {
		case 1:
			return c.onDiagonal(v, k)
		case 2:
			return c.diagonal(v, k, 0, 1)
		}
		c.Raise("ValueError", "diag wants one axis or two, not shape %v", v.V.Shape())
		return nil
	})},
	{Path: "numpy.diagflat", Sig: "v, k=0", Run: run(func(c call) any {
		v := c.arr("v")
		return c.wrap(c.onDiagonal(c.wrap(c.e.Reshape(v.V, []int{-1}), false), c.Int("k")).V, false)
	})},
	{Path: "numpy.bartlett", Sig: "M", Run: window(func(c call, n value, m int) value {
		return c.sub(1, c.div(c.abs(c.sub(c.add(c.mul(2, n), 1), m)), m-1))
	})},
	{Path: "numpy.blackman", Sig: "M", Run: window(func(c call, n value, m int) value {
		return c.add(c.sub(0.42, c.mul(0.5, c.wave(2, n, m))), c.mul(0.08, c.wave(4, n, m)))
	})},
	{Path: "numpy.hamming", Sig: "M", Run: window(func(c call, n value, m int) value {
		return c.sub(0.54, c.mul(0.46, c.wave(2, n, m)))
	})},
	{Path: "numpy.hanning", Sig: "M", Run: window(func(c call, n value, m int) value {
		return c.mul(0.5, c.sub(1, c.wave(2, n, m)))
	})},
}...)

// scalarTypes are the dtypes called as functions, which make arrays.
func scalarTypes() (rows []frontend.Func) {
	for _, d := range dtype.All.Dtypes() {
		name := d.String()
		if d == dtype.Bool {
			name = "bool_"
		}
		rows = append(rows, frontend.Func{Path: "numpy." + name, Sig: "x", Run: run(func(c call) any {
			return c.madeTo(c.Arg("x"), Canonical(c.config.rule(), d))
		})})
	}
	return rows
}

// window makes a window of M points of its formula, of the points' numbers as floats.
// truncated returns the integer that Python's int makes of an argument: of a text and of a float too.
func (c call) truncated(name string) int {
	v := c.Arg(name)
	if digits, isText := v.(string); isText {
		n, err := strconv.Atoi(strings.TrimSpace(digits))
		if err != nil {
			c.Raise("ValueError", "%s(): %s is %s, which is no integer", c.Func.Path, name, c.Shown(v))
		}
		return n
	}
	if o, err := c.Namespace.Operand(v); err == nil && o.A != nil && o.A.V.Ndim() == 0 && isFloat(o.A) {
		v = frontend.Plain(o.A.V)
	}
	f, isFloat := v.(float64)
	switch {
	case !isFloat:
		return c.Int(name)
	case math.IsNaN(f):
		c.Raise("ValueError", "%s(): %s is NaN, which is no integer", c.Func.Path, name)
	case math.IsInf(f, 0):
		c.Raise("OverflowError", "%s(): %s is infinite", c.Func.Path, name)
	}
	return int(f)
}

func window(f func(c call, n value, m int) value) func(*frontend.Call) any {
	return run(func(c call) any {
		m, d := max(c.truncated("M"), 0), c.defaults().Float
		c.sizes(m)
		if m <= 1 {
			return c.wrap(c.e.Ones([]int{m}, d), false)
		}
		return f(c, c.counted(m, d), m)
	})
}

// wave is cos(kπ·n/(m−1)).
func (c call) wave(k int, n value, m int) value {
	return c.do("numpy.cos", c.div(c.mul(float64(k)*math.Pi, n), m-1))
}

// sizes refuses lengths of axes that are negative or too large.
func (c call) sizes(ns ...int) {
	size := 1
	for _, n := range ns {
		if n < 0 {
			c.Raise("ValueError", "%s(): negative length %d", c.Func.Path, n)
		}
		if n > 0 && size > math.MaxInt/16/n {
			c.Raise("ValueError", "%s(): the shape %v is too large", c.Func.Path, ns)
		}
		size *= max(n, 1)
	}
}

// counted returns 0, 1, … as dtype d.
func (k calc) counted(n int, d dtype.Dtype) value {
	if d == dtype.Bool {
		k.raise("TypeError", "no counting in bools")
	}
	return k.wrap(cast(k.Namespace, k.e.Arange(n, dtype.Int64), d), false)
}

func constant(v float64) func(*frontend.Call) any {
	return run(func(c call) any {
		c.none("device")
		if _, both := c.Arg("dtype").(int); both {
			c.Raise("TypeError", "%s(): the dtype is %v: a shape is one argument", c.Func.Path, c.Arg("dtype"))
		}
		shape, d := c.shape("shape"), c.dtype("dtype", c.defaults().Float)
		if v == 0 {
			return c.wrap(c.e.Zeros(shape, d), false)
		}
		return c.wrap(c.e.Ones(shape, d), false)
	})
}

func constantLike(name string, v float64) func(*frontend.Call) any {
	return run(func(c call) any {
		c.none("device")
		x := c.arr(name)
		d, shape := c.dtype("dtype", x.V.Dtype()), x.V.Shape()
		if c.Has("shape") {
			shape = c.shape("shape")
		}
		if v == 0 {
			return c.wrap(c.e.Zeros(shape, d), x.Weak && !c.Has("dtype"))
		}
		return c.wrap(c.e.Ones(shape, d), x.Weak && !c.Has("dtype"))
	})
}

func (c call) full(shape []int) value {
	v := c.fillValue()
	weak := v.Weak && !c.Has("dtype")
	d := v.V.Dtype()
	if weak && d.IsInteger() {
		d = c.defaults().Int
	}
	return c.broadcastChecked(c.filling(v, c.dtype("dtype", d), weak), shape)
}

// fillValue is the argument fill_value; None has no dtype, for lax. A Python integer that the default dtype does
// not hold is one of 64 bits, of which the lowest become the elements.
func (c call) fillValue() value {
	if !c.Has("fill_value") && strings.HasPrefix(c.Func.Path, "lax.") {
		c.Raise("ValueError", "%s: None has no dtype", c.Func.Path)
	}
	v := c.Arg("fill_value")
	if n, isInt := v.(int); isInt && n != int(int32(n)) {
		return c.wrap(c.e.Asarray(int64(n), dtype.Int64), true)
	}
	if n, isScalar := v.(backend.Scalar); isScalar && n.Kind == dtype.KindUint {
		return c.wrap(c.e.Asarray(n, dtype.Uint64), true)
	}
	return c.arr("fill_value")
}

// filling casts a value to fill with; a Python complex number is no real one, but a bool.
func (c call) filling(v value, d dtype.Dtype, weak bool) value {
	if _, python := c.Arg("fill_value").(complex128); python && !weak && !d.IsComplex() {
		if d != dtype.Bool {
			c.Raise("TypeError", "%s: a complex number is no %v", c.Func.Path, d)
		}
		return c.wrap(astypeOf(c.Namespace, v.V, d), weak)
	}
	return c.to(v, d, weak)
}

// broadcastChecked is broadcastTo, and a ValueError where x does not broadcast to the shape.
func (k calc) broadcastChecked(x value, shape []int) value {
	if s := x.V.Shape(); len(s) > len(shape) || !slices.Equal(k.broadcast(s, shape), shape) {
		k.raise("ValueError", "shape %v does not broadcast to %v", s, shape)
	}
	return k.broadcastTo(x, shape)
}

func (c call) fullLike(name string, arrays bool) value {
	if !arrays && c.Has("dtype") {
		return c.filledAs(name)
	}
	if !arrays && !c.Has(name) {
		c.Raise("ValueError", "%s: None has no dtype", c.Func.Path)
	}
	x, v := c.arr(name), c.fillValue()
	shape := x.V.Shape()
	if c.Has("shape") {
		shape = c.shape("shape")
	}
	if v.V.Ndim() != 0 && !arrays {
		c.Raise("TypeError", "lax.full_like fills with a number, not an array")
	}
	d, weak := x.V.Dtype(), x.Weak
	if weak && v.V.Ndim() != 0 {
		d, weak = c.defaults().Of(d.Kind()), false
	}
	return c.broadcastChecked(c.filling(v, c.dtype("dtype", d), weak && !c.Has("dtype")), shape)
}

// dtypeGiven returns the argument dtype, which is not to be None.
func (c call) dtypeGiven() dtype.Dtype {
	if !c.Has("dtype") {
		c.Raise("ValueError", "%s(): dtype must be specified", c.Func.Path)
	}
	return c.dtype("dtype", dtype.Invalid)
}

// filledAs is lax.full_like with a dtype: it asks no more than a shape of what it is given, and of an array for the dtype
// no more than its dtype.
func (c call) filledAs(name string) value {
	var shape []int
	if c.Has("shape") {
		shape = c.shape("shape")
	} else {
		shape = c.shapeOf(c.Arg(name))
	}
	v := c.fillValue()
	if v.V.Ndim() != 0 {
		c.Raise("TypeError", "lax.full_like fills with a number, not an array")
	}
	d := dtype.Invalid
	if o, err := c.Namespace.Operand(c.Arg("dtype")); err == nil && o.A != nil {
		d = o.A.V.Dtype()
	} else {
		d = c.dtype("dtype", d)
	}
	return c.broadcastChecked(c.filling(v, d, false), shape)
}

func (c call) eye(n, m, k int) value {
	c.sizes(n, m)
	d := c.dtype("dtype", c.defaults().Float)
	k = max(-m-n-1, min(m+n+1, k))
	return c.wrap(c.e.Eye(n, ivy.NCols(m), ivy.K(k), d), false)
}

func triangle(f func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array) func(*frontend.Call) any {
	return run(func(c call) any {
		m := c.arr("m")
		if m.V.Ndim() < 2 {
			c.Raise("ValueError", "%s(): shape %v, want two axes at least", c.Func.Path, m.V.Shape())
		}
		return c.wrap(f(c.e, m.V, ivy.K(c.Int("k"))), m.Weak)
	})
}

func (c call) copyOf(name string) value {
	x := c.arr(name)
	return c.wrap(c.e.CopyArray(x.V), x.Weak)
}

// made is jax.numpy.asarray: it takes lists too.
func (k calc) made(x any) value {
	switch v := x.(type) {
	case nil:
		k.raise("ValueError", "None is no array")
	case string:
		k.raise("TypeError", "the string %q is no array", v)
	}
	if list, ok := frontend.Sequence(x); ok {
		leaves, shape := k.leaves(list)
		return k.fromList(leaves, shape, dtype.Invalid)
	}
	return k.array(x)
}

// madeTo is made with a dtype given: Python's integers must fit into it.
func (k calc) madeTo(x any, d dtype.Dtype) value {
	if list, ok := frontend.Sequence(x); ok {
		leaves, shape := k.leaves(list)
		return k.fromList(leaves, shape, d)
	}
	if s, ok := x.(string); ok {
		if d == dtype.BFloat16 {
			k.raise("TypeError", "expected number, got str")
		}
		v, class, why := text.Number(s, d)
		if class != "" {
			k.raise(class, "%s", why)
		}
		x = v
	}
	k.fit(x, d)
	if z := k.wideInteger(x, d); z != nil {
		return z
	}
	if _, python := x.(complex128); python {
		return k.wrap(astypeOf(k.Namespace, k.made(x).V, d), false)
	}
	return k.to(k.made(x), d, false)
}

// wideInteger returns a Python integer that the default integer dtype does not hold as an
// element of d, nil for all else.
func (k calc) wideInteger(x any, d dtype.Dtype) value {
	o, err := k.Namespace.Operand(x)
	switch {
	case err != nil || o.A != nil || !o.Value.IsInteger() || o.Value.Fits(k.defaults().Int):
		return nil
	case d.IsInteger():
		return k.wrap(k.e.Asarray(o.Value, d), false)
	}
	return k.wrap(number(k.e, o.Value.Float64(), d), false)
}

func (c call) madeAs(x any, name string) value {
	if c.Has(name) {
		return c.madeTo(x, c.dtype(name, dtype.Invalid))
	}
	return c.made(x)
}

// fit refuses a Python number that NumPy does not make an element of d.
func (k calc) fit(x any, d dtype.Dtype) {
	o, err := k.Namespace.Operand(x)
	if err != nil || o.A != nil {
		return
	}
	v := o.Value
	switch {
	case v.IsInteger() && d.IsInteger() && !v.Fits(d):
		k.raise("OverflowError", "the integer %v does not fit into %v", v, d)
	case v.Kind == dtype.KindComplex && !d.IsComplex() && d != dtype.Bool:
		k.raise("TypeError", "the complex number %v is no %v", v, d)
	case v.Kind == dtype.KindFloat && d.IsInteger() && math.IsNaN(v.Float64()):
		k.raise("ValueError", "NaN is no integer")
	case v.Kind == dtype.KindFloat && d.IsInteger() && math.IsInf(v.Float64(), 0):
		k.raise("OverflowError", "infinity is no integer")
	case v.Kind == dtype.KindFloat && d.IsInteger() && !holds(d, math.Trunc(v.Float64())):
		k.raise("OverflowError", "the integer %.0f does not fit into %v", math.Trunc(v.Float64()), d)
	}
}

// leaves returns what a nested list has at its ends, and its shape.
func (k calc) leaves(list []any) (leaves []any, shape []int) {
	for i, e := range list {
		sub, ok := frontend.Sequence(e)
		var inner []int
		switch {
		case ok:
			var more []any
			more, inner = k.leaves(sub)
			leaves = append(leaves, more...)
		case e == nil:
			k.raise("ValueError", "None is no array")
		default:
			if text, is := e.(string); is {
				k.raise("TypeError", "the string %q is no array", text)
			}
			o, err := k.Namespace.Operand(e)
			frontend.Check(err)
			if o.A != nil {
				inner = o.A.V.Shape()
			}
			leaves = append(leaves, e)
		}
		if i == 0 {
			shape = inner
		} else if !slices.Equal(shape, inner) {
			k.raise("ValueError", "the list is ragged: elements of shapes %v and %v", shape, inner)
		}
	}
	return leaves, append([]int{len(list)}, shape...)
}

// fromList joins the leaves of a list in dtype d, or what they have in common, never
// weak.
func (k calc) fromList(leaves []any, shape []int, d dtype.Dtype) value {
	if len(leaves) == 0 {
		if d == dtype.Invalid {
			d = k.defaults().Float
		}
		return k.wrap(k.e.Zeros(shape, d), false)
	}
	xs := make([]value, len(leaves))
	for i, leaf := range leaves {
		if d != dtype.Invalid {
			k.fit(leaf, d)
			if xs[i] = k.wideInteger(leaf, d); xs[i] != nil {
				continue
			}
		}
		xs[i] = k.array(leaf)
	}
	if d == dtype.Invalid {
		d = k.commonOf(xs)
	}
	parts := make([]*ivy.Array, len(xs))
	for i, x := range xs {
		to := cast
		if _, python := leaves[i].(complex128); python {
			to = astypeOf
		}
		parts[i] = k.e.Reshape(to(k.Namespace, x.V, d), []int{-1})
	}
	return k.wrap(k.e.Reshape(k.e.Concat(parts), shape), false)
}

// holds reports whether a whole number is one of an integer dtype.
func holds(d dtype.Dtype, whole float64) bool {
	if d.IsUnsigned() {
		return whole >= 0 && whole < math.Ldexp(1, d.Bits())
	}
	return whole >= -math.Ldexp(1, d.Bits()-1) && whole < math.Ldexp(1, d.Bits()-1)
}

// commonOf is the dtype that arrays have in common; the classes of operands are few, so
// each is asked once.
func (k calc) commonOf(xs []value) dtype.Dtype {
	args := argsOf(xs)
	slices.SortFunc(args, func(a, b promote.Arg) int {
		if a.Dtype != b.Dtype {
			return int(a.Dtype) - int(b.Dtype)
		}
		if a.Weak != b.Weak {
			if a.Weak {
				return 1
			}
			return -1
		}
		return 0
	})
	args = slices.CompactFunc(args, func(a, b promote.Arg) bool { return a.Dtype == b.Dtype && a.Weak == b.Weak })
	r, err := commonType(k.Namespace, args...)
	frontend.Check(err)
	return r.Dtype
}

func arange(c call) any {
	c.none("device")
	var d dtype.Dtype
	var given []value
	for _, name := range []string{"start", "stop", "step"} {
		if c.Has(name) || name == "start" {
			x := c.bound(name)
			if x.V.Ndim() != 0 {
				c.Raise("ValueError", "arange: %s has shape %v, want a number", name, x.V.Shape())
			}
			given = append(given, x)
		}
	}
	if d = c.dtype("dtype", dtype.Invalid); d == dtype.Invalid {
		r, err := commonType(c.Namespace, argsOf(given)...)
		frontend.Check(err)
		if d = r.Dtype; r.Weak {
			d = c.defaults().Of(d.Kind())
		}
	}
	for _, x := range given {
		if isComplex(x) {
			c.Raise("ValueError", "arange does not count complex numbers")
		}
	}
	if d == dtype.Bool {
		c.Raise("TypeError", "arange does not count bools")
	}
	start, step := 0.0, 1.0
	stop := number64(given[0])
	if c.Has("stop") {
		start, stop = stop, number64(c.bound("stop"))
	}
	if c.Has("step") {
		step = number64(c.bound("step"))
	}
	if step == 0 {
		c.Raise("ZeroDivisionError", "arange: the step is 0")
	}
	count := math.Ceil((stop - start) / step)
	switch {
	case math.IsNaN(count):
		c.Raise("ValueError", "arange: NaN among the bounds")
	case count > min(1<<40, math.MaxInt):
		c.Raise("OverflowError", "arange: %g elements", count)
	}
	n := int(max(0, count))
	in := d
	if d.IsFloat() && d.Bits() < 32 && c.Has("step") {
		in = dtype.Float32
	}
	z := c.counted(n, in)
	if c.Has("step") {
		z = c.wrap(c.e.Multiply(c.to(c.bound("step"), in, false).V, z.V), false)
	}
	if c.Has("stop") && (start != 0 || c.Has("step")) {
		z = c.wrap(c.e.Add(c.to(given[0], in, false).V, z.V), false)
	}
	return c.to(z, d, false)
}

// bound returns an argument of arange as an array; a Python integer may be any of 64
// bits.
func (c call) bound(name string) value {
	if o, err := c.Namespace.Operand(c.Arg(name)); err == nil && o.A == nil && o.Value.Kind == dtype.KindInt {
		return c.wrap(c.e.Asarray(o.Value, dtype.Int64), true)
	}
	return c.arr(name)
}

// number64 returns the element of an array of one.
func number64(x value) float64 {
	return frontend.Number(&frontend.Array{V: x.V}).Float64()
}

func (c call) spacedDtype() dtype.Dtype {
	r, err := commonType(c.Namespace, c.arr("start").Arg(), c.arr("stop").Arg())
	frontend.Check(err)
	if r.Weak {
		r.Dtype = c.defaults().Of(r.Dtype.Kind())
	}
	return c.dtype("dtype", toInexact(r.Dtype))
}

// linspace computes as jax.numpy does: each value from both ends. With no name of a
// parameter the dtype is that of the operands.
func (c call) linspace(start, stop value, param string) (z, step value) {
	num := c.Int("num")
	if num < 0 {
		c.Raise("ValueError", "linspace: %d samples", num)
	}
	c.sizes(num)
	endpoint := c.Bool("endpoint")
	r, err := commonType(c.Namespace, start.Arg(), stop.Arg())
	frontend.Check(err)
	if r.Weak {
		r.Dtype = c.defaults().Of(r.Dtype.Kind())
	}
	d := toInexact(r.Dtype)
	if param != "" {
		d = c.dtype(param, d)
	}
	in := toInexact(d)
	shape := c.broadcast(start.V.Shape(), stop.V.Shape())
	e := c.e
	// As Python's list.insert has it, axis is the place of the new axis, the nearest one if it is
	// out of range, and as the index of a list it is where the samples lie.
	rank := len(shape) + 1
	axis := c.Int("axis")
	if axis < 0 {
		axis += rank
	}
	place, along := min(axis, len(shape)), axis
	if axis < 0 {
		place, along = max(0, axis+len(shape)), axis+rank
	}
	if num > 1 && (along < 0 || along >= rank) {
		c.Raise("IndexError", "linspace: axis %d of %d", c.Int("axis"), rank)
	}
	last := e.BroadcastTo(cast(c.Namespace, stop.V, in), shape)
	a, b := e.ExpandDims(e.BroadcastTo(cast(c.Namespace, start.V, in), shape), ivy.Axis(place)), e.ExpandDims(last, ivy.Axis(place))
	div := num
	if endpoint {
		div--
	}
	var out *ivy.Array
	delta := c.wrap(number(e, math.NaN(), in), false)
	switch {
	case num > 1:
		divisor := e.Asarray(backend.IntScalar(int64(div)), dtype.Int64)
		delta = c.wrap(e.Divide(e.Subtract(cast(c.Namespace, stop.V, in), cast(c.Namespace, start.V, in)), e.Astype(divisor, in)), false)
		dims := slices.Repeat([]int{1}, rank)
		dims[along] = div
		part := in.Component()
		steps := e.Reshape(c.counted(div, part).V, dims)
		if part == dtype.BFloat16 {
			steps = e.Divide(steps, e.Astype(divisor, part))
		} else { // XLA multiplies with the reciprocal of a constant
			steps = e.Multiply(steps, e.Reciprocal(e.Astype(divisor, part)))
		}
		t := e.Astype(steps, in)
		out = e.Add(e.Multiply(a, e.Subtract(number(e, 1, in), t)), e.Multiply(b, t))
		if endpoint {
			out = e.Concat([]*ivy.Array{out, e.ExpandDims(last, ivy.Axis(along))}, ivy.Axis(along))
		}
	case num == 1:
		out = a
		if !endpoint {
			delta = c.wrap(e.Subtract(cast(c.Namespace, stop.V, in), cast(c.Namespace, start.V, in)), false)
		}
	default:
		empty := slices.Insert(slices.Clone(shape), place, 0)
		out = e.Zeros(empty, in)
	}
	if d.IsInteger() && in.IsFloat() {
		out = e.Floor(out)
	}
	return c.wrap(cast(c.Namespace, out, d), false), delta
}

func meshgrid(c call) any {
	rest, _ := c.Arg("xi").([]any)
	xs := c.arrays(rest)
	if !c.Bool("copy") {
		c.Raise("ValueError", "meshgrid: only copy=True")
	}
	indexing := c.Arg("indexing")
	if indexing != "xy" && indexing != "ij" {
		c.Raise("ValueError", "meshgrid: indexing=%v, want \"xy\" or \"ij\"", indexing)
	}
	for _, x := range xs {
		if x.V.Ndim() != 1 {
			c.Raise("ValueError", "meshgrid: an array of shape %v, want one axis", x.V.Shape())
		}
	}
	swapped := indexing == "xy" && len(xs) >= 2
	place := func(i int) int {
		if swapped && i < 2 {
			return 1 - i
		}
		return i
	}
	shape := make([]int, len(xs))
	for i, x := range xs {
		shape[place(i)] = x.V.Size()
	}
	out := make([]value, len(xs))
	for i, x := range xs {
		along := make([]int, len(xs))
		for j := range along {
			along[j] = 1
		}
		along[place(i)] = x.V.Size()
		out[i] = c.wrap(c.e.Reshape(x.V, along), x.Weak)
		if !c.Bool("sparse") {
			out[i] = c.broadcastTo(out[i], shape)
		}
	}
	return out
}

// onDiagonal returns a matrix with v on its diagonal k.
func (k calc) onDiagonal(v value, at int) value {
	n := v.V.Size()
	size := n + max(at, -at)
	if size > 1<<20 {
		k.raise("ValueError", "a matrix of %d rows", size)
	}
	before, after := max(at, 0), max(-at, 0)
	row := k.e.Pad(v.V, [][2]int{{before, after}})
	mask := k.e.Eye(size, ivy.NCols(size), ivy.K(at), dtype.Bool)
	return k.wrap(k.e.Where(mask, k.e.BroadcastTo(row, []int{size, size}), k.e.ZerosLike(row)), v.Weak)
}

// diagonal returns the elements of diagonal k of two axes, as the last axis.
func (k calc) diagonal(x value, at, axis1, axis2 int) value {
	rank := x.V.Ndim()
	i, j := k.axis(axis1, rank), k.axis(axis2, rank)
	if i == j {
		k.raise("ValueError", "the diagonal of axis %d and itself", i)
	}
	m := k.e.MoveAxis(x.V, []int{i, j}, []int{-2, -1})
	shape := m.Shape()
	rows, cols := shape[rank-2], shape[rank-1]
	n := max(0, min(rows+min(at, 0), cols-max(at, 0)))
	first := max(at, 0)
	if at < 0 {
		first = -at * cols
	}
	flat := k.e.Reshape(m, append(shape[:rank-2:rank-2], rows*cols))
	frontend.Room(k.e, n, 8)
	positions := make([]int64, n)
	for p := range positions {
		positions[p] = int64(first + p*(cols+1))
	}
	return k.wrap(k.e.Take(flat, k.e.Asarray(positions), ivy.Axis(-1)), x.Weak)
}
