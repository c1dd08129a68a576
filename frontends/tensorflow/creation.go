package tensorflow

import (
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

var creation = slices.Concat([]frontend.Func{
	{Path: "constant", Sig: "value, dtype=None, shape=None, name='Const'", Run: constant},
	{Path: "convert_to_tensor", Sig: "value, dtype=None, dtype_hint=None, name=None", Run: convertToTensor},
	{Path: "identity", Sig: "input, name=None", Run: func(c *frontend.Call) any {
		named(c)
		x := tensor(c, "input")
		return result(c, x.V, x.Weak)
	}},
	{Path: "zeros", Sig: "shape, dtype='float32', name=None, layout=None", Run: func(c *frontend.Call) any {
		noLayout(c)
		named(c)
		return result(c, c.Env().Zeros(shapeArg(c, "shape"), dtypeOr(c, dtype.Float32)), false)
	}},
	{Path: "ones", Sig: "shape, dtype='float32', name=None, layout=None", Run: func(c *frontend.Call) any {
		noLayout(c)
		named(c)
		return result(c, c.Env().Ones(shapeArg(c, "shape"), dtypeOr(c, dtype.Float32)), false)
	}},
	{Path: "fill", Sig: "dims, value, name=None, layout=None", Run: func(c *frontend.Call) any {
		noLayout(c)
		named(c)
		o := get(c, "value")
		x := o.as(c.Namespace, o.def(c.Namespace))
		if x.Size() != 1 {
			c.Raise(invalidArgument, "fill with a value of shape %v, want a scalar", x.Shape())
		}
		x = c.Env().Reshape(x, nil)
		return result(c, c.Env().CopyArray(c.Env().BroadcastTo(x, shapeArg(c, "dims"))), false)
	}},
	{Path: "zeros_like", Sig: "input, dtype=None, name=None, layout=None", Run: func(c *frontend.Call) any {
		noLayout(c)
		return filledLike(c, (*ivy.Env).Zeros)
	}},
	{Path: "ones_like", Sig: "input, dtype=None, name=None, layout=None", Run: func(c *frontend.Call) any {
		noLayout(c)
		return filledLike(c, (*ivy.Env).Ones)
	}},
	{Path: "eye", Sig: "num_rows, num_columns=None, batch_shape=None, dtype='float32', name=None", Run: eye},
	{Path: "range", Sig: "start, limit=None, delta=1, dtype=None, name='range'", Run: arange},
	{Path: "linspace", Sig: "start, stop, num, name=None, axis=0", Run: linspace},
	{Path: "one_hot", Sig: "indices, depth, on_value=None, off_value=None, axis=None, dtype=None, name=None", Run: oneHot},

	{Path: tnp + "array", Sig: "val, dtype=None, copy=True, ndmin=0", Run: func(c *frontend.Call) any {
		c.Bool("copy") // tensors are immutable
		return npArray(c, "val", "dtype", c.Int("ndmin"))
	}},
	{Path: tnp + "asarray", Sig: "a, dtype=None", Run: func(c *frontend.Call) any { return npArray(c, "a", "dtype", 0) }},
	{Path: tnp + "asanyarray", Sig: "a, dtype=None", Run: func(c *frontend.Call) any { return npArray(c, "a", "dtype", 0) }},
	{Path: tnp + "ascontiguousarray", Sig: "a, dtype=None", Run: func(c *frontend.Call) any { return npArray(c, "a", "dtype", 1) }},
	{Path: tnp + "copy", Sig: "a", Run: func(c *frontend.Call) any { x := array(c, "a"); return result(c, x.V, x.Weak) }},
	{Path: tnp + "zeros", Sig: "shape, dtype='float'", Run: func(c *frontend.Call) any {
		return result(c, c.Env().Zeros(shapeArg(c, "shape"), npDtypeOr(c)), false)
	}},
	{Path: tnp + "empty", Sig: "shape, dtype='float'", Run: func(c *frontend.Call) any {
		return result(c, c.Env().Zeros(shapeArg(c, "shape"), npDtypeOr(c)), false)
	}},
	{Path: tnp + "ones", Sig: "shape, dtype='float'", Run: func(c *frontend.Call) any {
		return result(c, c.Env().Ones(shapeArg(c, "shape"), npDtypeOr(c)), false)
	}},
	{Path: tnp + "eye", Sig: "N, M=None, k=0, dtype='float'", Run: func(c *frontend.Call) any {
		n := c.Int("N")
		m := n
		if c.Has("M") && c.Int("M") != 0 {
			m = c.Int("M")
		}
		if n < 0 || m < 0 {
			c.Raise(invalidArgument, "%s(%d, %d)", c.Func.Path, n, m)
		}
		return result(c, c.Env().Eye(n, ivy.NCols(m), ivy.K(c.Int("k")), npDtypeOr(c)), false)
	}},
	{Path: tnp + "identity", Sig: "n, dtype='float'", Run: func(c *frontend.Call) any {
		if c.Int("n") < 0 {
			c.Raise(invalidArgument, "%s(%d)", c.Func.Path, c.Int("n"))
		}
		return result(c, c.Env().Eye(c.Int("n"), npDtypeOr(c)), false)
	}},
	{Path: tnp + "full", Sig: "shape, fill_value, dtype=None", Run: func(c *frontend.Call) any {
		x := npArray(c, "fill_value", "dtype", 0)
		return result(c, broadcastTo(c, x.V, shapeArg(c, "shape")), false)
	}},
	{Path: tnp + "arange", Sig: "start, stop=None, step=1, dtype=None", Run: npArange},
	{Path: tnp + "tri", Sig: "N, M=None, k=0, dtype=None", Run: func(c *frontend.Call) any {
		n := c.Int("N")
		m := n
		if c.Has("M") {
			m = c.Int("M")
		}
		if n < 0 || m < 0 {
			c.Raise(invalidArgument, "%s(%d, %d)", c.Func.Path, n, m)
		}
		return result(c, c.Env().Tril(c.Env().Ones([]int{n, m}, npDtypeOr(c)), ivy.K(c.Int("k"))), false)
	}},
},
	npLike("zeros_like", (*ivy.Env).Zeros), npLike("empty_like", (*ivy.Env).Zeros), npLike("ones_like", (*ivy.Env).Ones),
)

func promoteArg(d dtype.Dtype) promote.Arg { return promote.Array(d) }

// shapeArg returns an argument that is a shape.
func shapeArg(c *frontend.Call, name string) []int {
	s, _, ok := c.Ints(name)
	if !ok {
		c.Raise(valueError, "%s(): %s is None", c.Func.Path, name)
	}
	for _, n := range s {
		if n < 0 {
			c.Raise(invalidArgument, "%s(): %s is %v", c.Func.Path, name, s)
		}
	}
	return s
}

func dtypeOr(c *frontend.Call, d dtype.Dtype) dtype.Dtype {
	if given := dtypeArg(c, "dtype"); given != dtype.Invalid {
		return given
	}
	return d
}

// npDtypeOr returns the argument dtype of tf.experimental.numpy; Python's float is the
// mode's.
func npDtypeOr(c *frontend.Call) dtype.Dtype {
	if c.Arg("dtype") == "float" {
		return numpyFloat(c.Namespace)
	}
	return dtypeOr(c, numpyFloat(c.Namespace))
}

func constant(c *frontend.Call) any {
	named(c)
	d := dtypeArg(c, "dtype")
	var v *ivy.Array
	weak := false
	if o := get(c, "value"); d != dtype.Invalid {
		switch {
		case o.text:
			c.Raise(typeError, "cannot convert a string to a tensor of dtype %v", d)
		case o.scalar():
			converted(d, &o)
		case o.a != nil && o.Dtype != d && !becomes(c, o.Dtype, d, o.Weak):
			c.Raise(typeError, "constant: the tensor is of %v, not of %v (cast it with tf.cast)", o.Dtype, d)
		}
		v = o.as(c.Namespace, d)
	} else {
		x := tensor(c, "value")
		v, weak = x.V, x.Weak
	}
	if !c.Has("shape") {
		return result(c, v, weak)
	}
	to := shapeArg(c, "shape")
	switch {
	case v.Size() == 1:
		v = c.Env().CopyArray(c.Env().BroadcastTo(c.Env().Reshape(v, nil), to))
	case v.Size() == product(to):
		v = c.Env().Reshape(v, to)
	default:
		c.Raise(typeError, "constant: %d elements do not fill the shape %v", v.Size(), to)
	}
	return result(c, v, weak)
}

// becomes reports whether a tensor of dtype from takes dtype to: with NumPy's behaviour it does
// where promotion of the two gives that.
func becomes(c *frontend.Call, from, to dtype.Dtype, weak bool) bool {
	if !flexible(c.Namespace) {
		return false
	}
	rule := c.Namespace.Rule().Rule().(*Flexible)
	arg := promote.Weak(from)
	if !weak || rule.of(arg).Dtype == dtype.Invalid { // there are weak forms of some dtypes alone
		arg = promote.Array(from)
	}
	r, err := rule.PromoteAll(arg, promote.Array(to))
	return err == nil && r.Dtype == to
}

func product(shape []int) int {
	n := 1
	for _, k := range shape {
		n *= k
	}
	return n
}

func convertToTensor(c *frontend.Call) any {
	named(c)
	o := get(c, "value")
	d := dtypeArg(c, "dtype")
	hint := dtypeArg(c, "dtype_hint")
	switch {
	case d != dtype.Invalid && o.scalar():
		converted(d, &o)
	case d != dtype.Invalid && d != o.Dtype:
		c.Raise(valueError, "a tensor of %v does not convert to %v", o.Dtype, d)
	case d == dtype.Invalid && hint != dtype.Invalid && o.scalar() && fits(&o, hint):
		d = hint
	case d == dtype.Invalid:
		d = o.def(c.Namespace)
	}
	if x := o.a; x != nil {
		return result(c, x.V, x.Weak)
	}
	return result(c, o.as(c.Namespace, d), false)
}

func filledLike(c *frontend.Call, f func(*ivy.Env, []int, ...ivy.Option) *ivy.Array) any {
	named(c)
	x := tensor(c, "input")
	return result(c, f(c.Env(), x.V.Shape(), dtypeOr(c, x.V.Dtype())), x.Weak && !c.Has("dtype"))
}

func npLike(name string, f func(*ivy.Env, []int, ...ivy.Option) *ivy.Array) []frontend.Func {
	return []frontend.Func{{Path: tnp + name, Sig: "a, dtype=None", Run: func(c *frontend.Call) any {
		x := array(c, "a")
		return result(c, f(c.Env(), x.V.Shape(), dtypeOr(c, x.V.Dtype())), x.Weak && !c.Has("dtype"))
	}}}
}

func eye(c *frontend.Call) any {
	named(c)
	n := c.Int("num_rows")
	m := n
	if c.Has("num_columns") {
		m = c.Int("num_columns")
	}
	if n < 0 || m < 0 {
		c.Raise(invalidArgument, "eye(%d, %d)", n, m)
	}
	x := c.Env().Eye(n, ivy.NCols(m), dtypeOr(c, dtype.Float32))
	if c.Has("batch_shape") {
		x = c.Env().CopyArray(c.Env().BroadcastTo(x, append(slices.Clone(shapeArg(c, "batch_shape")), n, m)))
	}
	return result(c, x, false)
}

// rangeDtypes are those of tf.range, each giving way to the ones behind it.
var rangeDtypes = []dtype.Dtype{dtype.Int32, dtype.Int64, dtype.Float16, dtype.BFloat16, dtype.Float32, dtype.Float64}

func arange(c *frontend.Call) any {
	named(c)
	start, limit, delta := get(c, "start"), get(c, "delta"), get(c, "delta")
	if c.Has("limit") {
		limit = get(c, "limit")
	} else {
		start, limit = inputOf(c.Namespace, 0), start
	}
	d := dtypeArg(c, "dtype")
	if d == dtype.Invalid {
		most := -1
		for _, o := range []*input{&start, &limit, &delta} {
			i := slices.Index(rangeDtypes, o.def(c.Namespace))
			if i < 0 {
				c.Raise("AssertionError", "range of %v", o.Arg)
			}
			most = max(most, i)
		}
		d = rangeDtypes[most]
	}
	k := kernel{takes: dtype.Of(rangeDtypes...), absent: dtype.Of(dtype.Int8, dtype.Int16, dtype.Uint16, dtype.Uint32)}
	scalar := func(o *input) *ivy.Array {
		converted(d, o)
		x := o.as(c.Namespace, d)
		if x.Ndim() != 0 {
			c.Raise(invalidArgument, "range takes scalars, not an operand of shape %v", x.Shape())
		}
		return x
	}
	a, b, by := scalar(&start), scalar(&limit), scalar(&delta)
	k.check(c.Func.Path, d)
	return result(c, counted(c, a, b, by), false)
}

// counted returns start, start + delta … before limit, scalars of one dtype.
func counted(c *frontend.Call, start, limit, delta *ivy.Array) *ivy.Array {
	d, e := start.Dtype(), c.Env()
	n := 0
	if d.IsFloat() {
		a, b, by := item(start), item(limit), item(delta)
		if by == 0 || math.IsNaN(a) || math.IsNaN(b) || math.IsNaN(by) {
			c.Raise(invalidArgument, "range from %v to %v by %v", a, b, by)
		}
		if by > 0 && a > b || by < 0 && a < b {
			c.Raise(invalidArgument, "range from %v to %v by %v", a, b, by)
		}
		size := math.Ceil(math.Abs((b - a) / by))
		if size > 1<<31 {
			c.Raise(invalidArgument, "range of %v elements", size)
		}
		n = int(size)
	} else {
		a, b, by := intItem(start), intItem(limit), intItem(delta)
		if by == 0 || by > 0 && a > b || by < 0 && a < b {
			c.Raise(invalidArgument, "range from %v to %v by %v", a, b, by)
		}
		span, step := uint64(b)-uint64(a), uint64(by)
		if by < 0 {
			span, step = -span, -step
		}
		size := span / step
		if span%step != 0 {
			size++
		}
		if size > 1<<31 {
			c.Raise(invalidArgument, "range of %v elements", size)
		}
		n = int(size)
	}
	i := e.Astype(e.Arange(0, n, dtype.Int64), d)
	return e.Add(start, e.Multiply(i, delta))
}

func item(x *ivy.Array) float64  { return frontend.Number(&frontend.Array{V: x}).Float64() }
func intItem(x *ivy.Array) int64 { return frontend.Number(&frontend.Array{V: x}).Int64() }

func linspace(c *frontend.Call) any {
	named(c)
	start, stop := get(c, "start"), get(c, "stop")
	d := start.def(c.Namespace)
	in := d
	switch {
	case d == dtype.Bool && start.scalar():
		c.Raise(typeError, "linspace of bools")
	case d == dtype.Bool:
		c.Raise(invalidArgument, "linspace of bools")
	case d.IsInteger():
		in = division[d]
	}
	converted(d, &stop)
	if !stop.scalar() && stop.Dtype != d {
		c.Raise(invalidArgument, "linspace of %v and %v", d, stop.Dtype)
	}
	num := c.Int("num")
	if num < 0 {
		c.Raise(invalidArgument, "linspace of %d points", num)
	}
	a, b := cast(c.Namespace, start.as(c.Namespace, d), in), cast(c.Namespace, stop.as(c.Namespace, d), in)
	return result(c, spaced(c, a, b, num, c.Int("axis")), false)
}

// spaced returns num values from a to b along an axis.
func spaced(c *frontend.Call, a, b *ivy.Array, num, axis int) *ivy.Array {
	e := c.Env()
	xy := e.BroadcastArrays(a, b)
	a, b = xy[0], xy[1]
	if axis < -a.Ndim()-1 || axis > a.Ndim() {
		c.Raise(invalidArgument, "linspace along axis %d of %d", axis, a.Ndim()+1)
	}
	at := ivy.Axis(axis)
	a, b = e.ExpandDims(a, at), e.ExpandDims(b, at)
	if axis < 0 {
		axis += a.Ndim()
	}
	switch num {
	case 0:
		s := slices.Clone(a.Shape())
		s[axis] = 0
		return e.Zeros(s, a.Dtype())
	case 1:
		return a
	}
	line := make([]int, a.Ndim())
	for i := range line {
		line[i] = 1
	}
	line[axis] = num - 2
	delta := e.Divide(e.Subtract(b, a), number(e, a, num-1))
	i := e.Reshape(e.Astype(e.Arange(1, num-1, dtype.Int64), a.Dtype()), line)
	return e.Concat([]*ivy.Array{a, e.Add(a, e.Multiply(delta, i)), b}, ivy.Axis(axis))
}

func oneHot(c *frontend.Call) any {
	named(c)
	i := tensor(c, "indices").V
	k := kernel{takes: 1<<dtype.Int8 | 1<<dtype.Int32 | 1<<dtype.Int64 | 1<<dtype.Uint8}
	k.check(c.Func.Path, i.Dtype())
	d := dtypeArg(c, "dtype")
	on, off := inputOf(c.Namespace, 1), inputOf(c.Namespace, 0)
	for _, v := range []struct {
		name string
		o    *input
	}{{"on_value", &on}, {"off_value", &off}} {
		if !c.Has(v.name) {
			continue
		}
		*v.o = get(c, v.name)
		switch of := v.o.def(c.Namespace); {
		case c.Has("dtype") && v.o.scalar() && fits(v.o, d): // which is a hint
		case d == dtype.Invalid:
			d = of
		case d != of:
			c.Raise(typeError, "one_hot: %s is of %v, not of %v", v.name, of, d)
		}
	}
	if d == dtype.Invalid {
		d = dtype.Float32
	}
	converted(d, &on, &off)
	depth := c.Int("depth")
	if depth < 0 || int64(depth) > 1<<31 {
		c.Raise(invalidArgument, "one_hot: depth is %d", depth)
	}
	axis := -1
	if c.Has("axis") {
		axis = c.Int("axis")
	}
	if axis < -1 || axis > i.Ndim() {
		c.Raise(invalidArgument, "one_hot along axis %d of %d", axis, i.Ndim()+1)
	}
	if axis < 0 {
		axis = i.Ndim()
	}
	e := c.Env()
	line := make([]int, i.Ndim()+1)
	for k := range line {
		line[k] = 1
	}
	line[axis] = depth
	hot := e.Equal(e.ExpandDims(e.Astype(i, dtype.Int64), ivy.Axis(axis)), e.Reshape(e.Arange(0, depth, dtype.Int64), line))
	return result(c, e.Where(hot, on.as(c.Namespace, d), off.as(c.Namespace, d)), false)
}

// npArray is tf.experimental.numpy's asarray.
func npArray(c *frontend.Call, name, dtypeName string, ndmin int) *frontend.Array {
	x := array(c, name)
	v, weak := x.V, x.Weak
	if d := dtypeArg(c, dtypeName); d != dtype.Invalid {
		v, weak = cast(c.Namespace, v, d), false
	}
	if ndmin > 32 {
		c.Raise(valueError, "ndmin is %d, at most 32", ndmin)
	}
	if k := max(ndmin, 0) - v.Ndim(); k > 0 {
		v = c.Env().Reshape(v, append(slices.Repeat([]int{1}, k), v.Shape()...))
	}
	return result(c, v, weak)
}

func npArange(c *frontend.Call) any {
	start, step := get(c, "start"), get(c, "step")
	os := []*input{&start, &step}
	stop := start
	if c.Has("stop") {
		stop = get(c, "stop")
		os = append(os, &stop)
	} else {
		start = inputOf(c.Namespace, 0)
		os[0] = &stop
	}
	weak := false
	d := dtypeArg(c, "dtype")
	if d == dtype.Invalid {
		if flexible(c.Namespace) { // the first argument is a tensor before the others count
			o := get(c, "start")
			weak = flexibly(c.Namespace, &o).Weak
			os[0] = &input{Arg: promoteArg(flexibly(c.Namespace, &o).Dtype)}
		}
		d = byMode(c.Namespace, os...)
	}
	most := 0
	for _, o := range []*input{&start, &stop, &step} {
		switch {
		case o.def(c.Namespace).IsComplex() && flexible(c.Namespace):
			c.Raise(invalidArgument, "range of complex numbers")
		case o.def(c.Namespace).IsComplex(), o.def(c.Namespace) == dtype.Bool && flexible(c.Namespace):
			c.Raise(typeError, "range of %v", o.Arg)
		}
		i := slices.Index(rangeDtypes, o.def(c.Namespace))
		if i < 0 {
			c.Raise("AssertionError", "range of %v", o.Arg)
		}
		most = max(most, i)
	}
	in := rangeDtypes[most]
	a, b, by := start.as(c.Namespace, in), stop.as(c.Namespace, in), step.as(c.Namespace, in)
	if a.Ndim()+b.Ndim()+by.Ndim() > 0 {
		c.Raise(invalidArgument, "%s takes scalars", c.Func.Path)
	}
	switch x, y, z := item(a), item(b), item(by); {
	case z == 0:
		c.Raise(valueError, "step must be non-zero")
	case z > 0 && x > y, z < 0 && x < y:
		return result(c, c.Env().Zeros([]int{0}, d), weak)
	}
	return result(c, cast(c.Namespace, counted(c, a, b, by), d), weak)
}
