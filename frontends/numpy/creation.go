package numpy

import (
	"math"
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/compose"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

var creation = []frontend.Func{
	{Path: "array", Sig: "object, dtype=None, *, copy=True, order='K', subok=False, ndmin=0, like=None", Run: func(c *frontend.Call) any {
		fixed(c, "like", nil)
		c.Bool("subok")
		a := given(c, "object")
		order := orderOf(c, "K", a)
		x := asArray(c, "object")
		if c.Arg("copy") == nil || !c.Bool("copy") {
			if a != nil && a.V.Dtype() == x.Dtype() && hasOrder(a, order) {
				if n := max(c.Int("ndmin"), 0); n > x.Ndim() {
					return raisedFront(c, a, n)
				}
				return a
			}
			if c.Has("copy") {
				c.Raise("ValueError", "Unable to avoid copy while creating an array as requested.")
			}
		}
		x = c.Env().CopyArray(x)
		if c.Int("ndmin") > 64 {
			c.Raise("ValueError", "ndmin bigger than allowable number of dimensions NPY_MAXDIMS (=64)")
		}
		if n := max(c.Int("ndmin"), 0) - x.Ndim(); n > 0 {
			x = c.Env().Reshape(x, append(slices.Repeat([]int{1}, n), x.Shape()...))
		}
		return laid(c.Wrap(x), order, a)
	}, Doc: "An array of nested lists or a scalar."},
	{Path: "asarray", Sig: "a, dtype=None, order=None, *, device=None, copy=None, like=None", Run: func(c *frontend.Call) any {
		device(c)
		fixed(c, "like", nil)
		return asOrdered(c, "K")
	}},
	{Path: "asanyarray", Sig: "a, dtype=None, order=None, *, like=None", Run: func(c *frontend.Call) any {
		fixed(c, "like", nil)
		return asOrdered(c, "K")
	}},
	{Path: "ascontiguousarray", Sig: "a, dtype=None, *, like=None", Run: func(c *frontend.Call) any {
		fixed(c, "like", nil)
		a := asOrdered(c, "C")
		if a.V.Ndim() == 0 {
			return reshapedTo(c, a, []int{1}, "C")
		}
		return a
	}},
	{Path: "asarray_chkfinite", Sig: "a, dtype=None, order=None", Run: func(c *frontend.Call) any {
		a := asOrdered(c, "K")
		x := a.V
		if (hasNaN(x.Dtype()) || !x.Dtype().IsFloat()) && !c.Env().All(c.Env().IsFinite(x)).Bool() {
			c.Raise("ValueError", "array must not contain infs or NaNs")
		}
		return a
	}},
	{Path: "copy", Sig: "a, order='K', subok=False", Run: func(c *frontend.Call) any {
		c.Bool("subok")
		a := given(c, "a")
		return laid(c.Wrap(c.Env().CopyArray(array(c, "a"))), orderOf(c, "K", a), a)
	}},
	{Path: ".copy", Sig: "self, order='C'", Run: func(c *frontend.Call) any {
		a := given(c, "self")
		return laid(c.Wrap(c.Env().CopyArray(array(c, "self"))), orderOf(c, "C", a), a)
	}},

	{Path: "zeros", Sig: "shape, dtype=None, order='C', *, like=None", Run: filled(0)},
	{Path: "ones", Sig: "shape, dtype=None, order='C', *, device=None, like=None", Run: filled(1)},
	{Path: "empty", Sig: "shape, dtype=None, order='C', *, device=None, like=None", Run: filled(0), Doc: "The elements are zeros here."},
	{Path: "full", Sig: "shape, fill_value, dtype=None, order='C', *, device=None, like=None", Run: func(c *frontend.Call) any {
		device(c)
		fixed(c, "like", nil)
		d := c.Dtype("dtype")
		var v *ivy.Array
		if _, isText := c.Arg("fill_value").(string); d != dtype.Invalid && (isText || !c.Has("fill_value")) {
			v = assigned(c, c.Arg("fill_value"), d)
		} else if v = array(c, "fill_value"); d != dtype.Invalid {
			v = c.Cast(c.Namespace, v, d)
		}
		return laid(c.Wrap(c.Env().CopyArray(broadcast(c, v, shapeOf(c, "shape")))), newOrder(c), nil)
	}},
	{Path: "zeros_like", Sig: "a, dtype=None, order='K', subok=True, shape=None, *, device=None", Run: filledLike(0)},
	{Path: "ones_like", Sig: "a, dtype=None, order='K', subok=True, shape=None, *, device=None", Run: filledLike(1)},
	{Path: "empty_like", Sig: "prototype, dtype=None, order='K', subok=True, shape=None, *, device=None", Run: filledLike(0), Doc: "The elements are zeros here."},
	{Path: "full_like", Sig: "a, fill_value, dtype=None, order='K', subok=True, shape=None, *, device=None", Run: func(c *frontend.Call) any {
		d, s := like(c, "a")
		return laidLike(c, c.Wrap(c.Env().CopyArray(broadcast(c, c.Cast(c.Namespace, array(c, "fill_value"), d), s))), "a")
	}},
	{Path: "eye", Sig: "N, M=None, k=0, dtype=None, order='C', *, device=None, like=None", Run: func(c *frontend.Call) any {
		device(c)
		fixed(c, "like", nil)
		n := c.Int("N")
		m := n
		if c.Has("M") {
			m = c.Int("M")
		}
		return laid(c.Wrap(eye(c, n, m, c.Int("k"))), newOrder(c), nil)
	}},
	{Path: "identity", Sig: "n, dtype=None, *, like=None", Run: func(c *frontend.Call) any {
		fixed(c, "like", nil)
		return c.Wrap(eye(c, c.Int("n"), c.Int("n"), 0))
	}},
	{Path: "tri", Sig: "N, M=None, k=0, dtype=None, *, like=None", Run: func(c *frontend.Call) any {
		fixed(c, "like", nil)
		n := c.Int("N")
		m := n
		if c.Has("M") {
			m = c.Int("M")
		}
		notNegative(c, n, m)
		return c.Wrap(c.Env().Tril(c.Env().Ones([]int{n, m}, dtypeOr(c, "dtype", Float64)), ivy.K(c.Int("k"))))
	}, Doc: "Ones on diagonal k and below it."},

	{Path: "arange", Sig: "start=None, stop=None, step=None, dtype=None, *, device=None, like=None", Run: arange},
	{Path: "linspace", Sig: "start, stop, num=50, endpoint=True, retstep=False, dtype=None, axis=0, *, device=None", Out: frontend.Value, Run: linspace, Doc: "With retstep a list of the values and their distance."},
	{Path: "logspace", Sig: "start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=0", Run: func(c *frontend.Call) any {
		y := c.Namespace.Call(c.Functions.Must("linspace"), c.Arg("start"), c.Arg("stop"), c.Arg("num"), c.Arg("endpoint"), frontend.Named{Name: "axis", Value: c.Arg("axis")}).(*frontend.Array)
		z := c.Namespace.Call(c.Functions.Must("power"), c.Arg("base"), y).(*frontend.Array).V
		if d := c.Dtype("dtype"); d != dtype.Invalid {
			z = c.Cast(c.Namespace, z, d)
		}
		return c.Wrap(z)
	}},
	{Path: "geomspace", Sig: "start, stop, num=50, endpoint=True, dtype=None, axis=0", Run: geomspace},
	{Path: "meshgrid", Sig: "*xi, copy=True, sparse=False, indexing='xy'", Out: frontend.List, Run: meshgrid},
	{Path: "indices", Sig: "dimensions, dtype='int64', sparse=False", Out: frontend.Value, Run: indices},
	{Path: "diag", Sig: "v, k=0", Run: func(c *frontend.Call) any {
		x := array(c, "v")
		switch x.Ndim() {
		case 1:
			return c.Wrap(diagonalMatrix(c.Env(), x, c.Int("k")))
		case 2:
			return diagonalView(c, operandArray(c, "v"), c.Int("k"), 0, 1)
		}
		c.Raise("ValueError", "Input must be 1- or 2-d.")
		return nil
	}},
	{Path: "diagflat", Sig: "v, k=0", Run: func(c *frontend.Call) any {
		return c.Wrap(diagonalMatrix(c.Env(), ravel(c.Env(), array(c, "v")), c.Int("k")))
	}},
	{Path: "tril", Sig: "m, k=0", Run: triangle("m", (*ivy.Env).Tril)},
	{Path: "triu", Sig: "m, k=0", Run: triangle("m", (*ivy.Env).Triu)},
	{Path: "vander", Sig: "x, N=None, increasing=False", Run: vander},
}

// asArray returns an argument as an array of the dtype that "dtype" says.
func asArray(c *frontend.Call, name string) *ivy.Array {
	d := c.Dtype("dtype")
	v := c.Arg(name)
	if _, isList := frontend.Sequence(v); isList && d != dtype.Invalid {
		return listOf(c.Namespace, v, d)
	}
	if text, isText := v.(string); isText && d != dtype.Invalid {
		return parsed(c, text, d)
	}
	if v == nil && (d.Kind() >= dtype.KindFloat || d == Bool) { // what None is cast to
		return c.Cast(c.Namespace, zeroD(c.Env(), map[bool]float64{false: frontend.NaN}[d == Bool], Float64), d)
	}
	x := c.Operand(name)
	if d == dtype.Invalid {
		return arrayOf(c, x)
	}
	return c.As(x, d)
}

func dtypeOr(c *frontend.Call, name string, d dtype.Dtype) dtype.Dtype {
	if c.Has(name) {
		return c.Dtype(name)
	}
	return d
}

func notNegative(c *frontend.Call, ns ...int) {
	for _, n := range ns {
		if n < 0 {
			c.Raise("ValueError", "negative dimensions are not allowed")
		}
	}
}

func filled(v int) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		fixed(c, "like", nil)
		if c.Func.Path != "zeros" {
			device(c)
		}
		return laid(c.Wrap(c.Env().Full(shapeOf(c, "shape"), v, dtypeOr(c, "dtype", Float64))), newOrder(c), nil)
	}
}

// like returns the dtype and shape that a function like another array makes.
func like(c *frontend.Call, name string) (dtype.Dtype, []int) {
	device(c)
	c.Bool("subok")
	x := array(c, name)
	s := x.Shape()
	if c.Has("shape") {
		s = shapeOf(c, "shape")
	}
	return dtypeOr(c, "dtype", x.Dtype()), s
}

func filledLike(v int) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		name := "a"
		if c.Func.Path == "empty_like" {
			name = "prototype"
		}
		d, s := like(c, name)
		return laidLike(c, c.Wrap(c.Env().Full(s, v, d)), name)
	}
}

// newOrder is the argument "order" of a new array that is like no other.
func newOrder(c *frontend.Call) string {
	order := orderOf(c, "C", nil)
	if text, _ := c.Arg("order").(string); strings.ToUpper(text) == "A" || order == "K" {
		c.Raise("ValueError", "only 'C' or 'F' order is permitted")
	}
	return order
}

// laidLike says how the elements of a new array like another lie.
func laidLike(c *frontend.Call, z *frontend.Array, name string) *frontend.Array {
	a := given(c, name)
	return laid(z, orderOf(c, "K", a), a)
}

// device looks at an argument that can only be the processor.
func device(c *frontend.Call) {
	if c.Has("device") && c.Arg("device") != "cpu" {
		c.Raise("ValueError", "Device not understood. Only \"cpu\" is allowed, but received: %v", c.Shown(c.Arg("device")))
	}
}

// asOrdered is asarray and its like: the argument itself if it is an array as it should
// be, of the order that "order" says or otherwise.
func asOrdered(c *frontend.Call, otherwise string) *frontend.Array {
	a := given(c, "a")
	order := otherwise
	if c.Func.Path != "ascontiguousarray" {
		order = orderOf(c, otherwise, a)
	}
	x := asArray(c, "a")
	copied := c.Func.Path == "asarray" && c.Has("copy")
	switch same := a != nil && a.V.Dtype() == x.Dtype() && hasOrder(a, order); {
	case same && !(copied && c.Bool("copy")):
		return a
	case copied && !c.Bool("copy"):
		c.Raise("ValueError", "Unable to avoid copy while creating an array as requested.")
	}
	return laid(c.Wrap(c.Env().CopyArray(x)), order, a)
}

// raisedFront is a view with new axes in front.
func raisedFront(c *frontend.Call, a *frontend.Array, n int) *frontend.Array {
	key := slices.Repeat([]any{ivy.NewAxis}, n-a.V.Ndim())
	return sliced(c, a, append(key, ivy.Ellipsis))
}

// broadcast is BroadcastTo with NumPy's error.
func broadcast(c *frontend.Call, x *ivy.Array, s []int) *ivy.Array {
	if !fits(x.Shape(), s) {
		c.Raise("ValueError", "could not broadcast input array from shape %v into shape %v", x.Shape(), s)
	}
	return c.Env().BroadcastTo(x, s)
}

func eye(c *frontend.Call, n, m, k int) *ivy.Array {
	notNegative(c, n, m)
	return c.Env().Eye(n, ivy.NCols(m), ivy.K(k), dtypeOr(c, "dtype", Float64))
}

// arange computes in integers if start, stop and step are, else as NumPy: start + i·step.
func arange(c *frontend.Call) any {
	fixed(c, "device", nil, "like", nil)
	start, stop, step := c.Arg("start"), c.Arg("stop"), c.Arg("step")
	if stop == nil {
		if start == nil {
			c.Raise("TypeError", "arange() requires stop to be specified.")
		}
		start, stop = 0, start
	}
	if start == nil {
		start = 0
	}
	if step == nil {
		step = 1
	}
	os := operands(c, []any{start, stop, step})
	for i, o := range os {
		if o.A != nil {
			if o.A.V.Size() != 1 {
				c.Raise("TypeError", "arange() wants scalars, not arrays of shape %v", o.A.V.Shape())
			}
			os[i].Value = frontend.Number(o.A)
		}
	}
	d := c.Dtype("dtype")
	if d == dtype.Invalid {
		least := c.Wrap(zeroD(c.Env(), 0, Int64)) // an index at least
		d = alike(c, append(slices.Clone(os), frontend.Operand{Arg: least.Arg(), A: least}))[0].Dtype()
	}
	whole := !slices.ContainsFunc(os, func(o frontend.Operand) bool { return o.Value.Kind > dtype.KindInt })
	e := c.Env()
	if slices.ContainsFunc(os, func(o frontend.Operand) bool { return o.Value.Kind == dtype.KindComplex }) {
		return c.Wrap(complexRange(c, os, d))
	}
	if step := os[2].Value; step.Float64() == 0 {
		c.Raise("ZeroDivisionError", "division by zero")
	}
	if whole {
		x := e.Arange(int(os[0].Value.Int64()), int(os[1].Value.Int64()), int(os[2].Value.Int64()), dtype.Int64)
		if d == dtype.Bool && x.Size() > 2 {
			c.Raise("TypeError", "arange() is only supported for booleans when the result has at most length 2.")
		}
		return c.Wrap(c.Cast(c.Namespace, x, d))
	}
	from, to, by := os[0].Value.Float64(), os[1].Value.Float64(), os[2].Value.Float64()
	n := length(c, from, to, by)
	if d.IsInteger() { // steps are those of the first two elements
		first := c.As(os[0], d)
		second := c.Put(c.Namespace, floatScalar(from+by), d)
		return c.Wrap(stepped(e, n, first, e.Subtract(second, first)))
	}
	first := c.Put(c.Namespace, floatScalar(from), d)
	second := c.Put(c.Namespace, floatScalar(from+by), d)
	if dtype.Narrow.Has(d) {
		f := dtype.Float32
		first, second := e.Astype(first, f), e.Astype(second, f)
		return c.Wrap(e.Astype(stepped(e, n, first, e.Subtract(second, first)), d))
	}
	return c.Wrap(stepped(e, n, first, e.Subtract(second, first)))
}

// stepped returns start + i·step for i up to n.
func stepped(e *ivy.Env, n int, start, step *ivy.Array) *ivy.Array {
	i := e.Astype(e.Arange(0, n, dtype.Int64), start.Dtype())
	return e.Add(start, e.Multiply(i, step))
}

// length is how many values there are from one to another.
func length(c *frontend.Call, from, to, by float64) int {
	n := math.Ceil((to - from) / by)
	if math.IsNaN(n) {
		c.Raise("ValueError", "arange: cannot compute length")
	}
	if n > min(1<<40, math.MaxInt) {
		c.Raise("ValueError", "Maximum allowed size exceeded")
	}
	return int(max(n, 0))
}

// complexRange counts by the lesser of what the real and the imaginary parts ask for.
func complexRange(c *frontend.Call, os []frontend.Operand, d dtype.Dtype) *ivy.Array {
	from, to, by := os[0].Value.Complex128(), os[1].Value.Complex128(), os[2].Value.Complex128()
	q := (to - from) / by
	n := 0
	if re, im := math.Ceil(real(q)), math.Ceil(imag(q)); re > 0 && im > 0 {
		n = int(min(re, im, 1<<40, math.MaxInt))
	}
	if imag(by) == 0 && imag(to-from) == 0 {
		n = length(c, real(from), real(to), real(by))
	}
	e := c.Env()
	return e.Astype(stepped(e, n, zeroD(e, from, Complex128), zeroD(e, by, Complex128)), d)
}

func linspace(c *frontend.Call) any {
	fixed(c, "device", nil)
	e := c.Env()
	num := c.Int("num")
	if num < 0 {
		c.Raise("ValueError", "Number of samples, %d, must be non-negative.", num)
	}
	div := num
	endpoint := c.Bool("endpoint")
	if endpoint {
		div--
	}
	xs := alike(c, operands(c, []any{c.Arg("start"), c.Arg("stop"), float64(num)})[:3])[:2]
	d := xs[0].Dtype()
	xs = e.BroadcastArrays(xs[0], xs[1])
	start, stop := xs[0], xs[1]
	y, step := compose.Spaced(e, start, stop, num, div, endpoint, divide)
	if want := c.Dtype("dtype"); want != dtype.Invalid && want != d {
		if want.IsInteger() {
			y = e.Floor(y)
		}
		y = c.Cast(c.Namespace, y, want)
	}
	if axis := c.Int("axis"); axis != 0 {
		y = e.MoveAxis(y, []int{0}, []int{axisOf(c, axis, y.Ndim())})
	}
	switch {
	case !c.Bool("retstep"):
		return c.Wrap(y)
	case step == nil:
		return []any{c.Wrap(y), math.NaN()}
	}
	distance := c.Wrap(step)
	if step.Ndim() == 0 {
		distance = scalar(distance)
	}
	return []any{c.Wrap(y), distance}
}

// geomspace goes by logarithms from 1 to stop/start, so that both ends are exact.
func geomspace(c *frontend.Call) any {
	e := c.Env()
	num := c.Int("num")
	xs := alike(c, operands(c, []any{c.Arg("start"), c.Arg("stop"), float64(num), zeroD(e, 0, Float64)}))[:2]
	xs = e.BroadcastArrays(xs[0], xs[1])
	start, stop := xs[0], xs[1]
	d := start.Dtype()
	zero := zeroD(e, 0, d)
	if e.Any(e.LogicalOr(e.Equal(start, zero), e.Equal(stop, zero))).Bool() {
		c.Raise("ValueError", "Geometric sequence cannot include zero")
	}
	out := sign(e, start)
	start, stop = divide(e, start, out), divide(e, stop, out)
	lo, hi := e.Log10(start), e.Log10(stop)
	z := apply(c, "logspace", lo, hi, num, c.Arg("endpoint"), 10.0)
	if num > 0 {
		rest := e.GetItem(z, ivy.Slice(1, nil))
		z = e.Concat([]*ivy.Array{e.ExpandDims(start, ivy.Axis(0)), rest})
		if num > 1 && c.Bool("endpoint") {
			z = e.Concat([]*ivy.Array{e.GetItem(z, ivy.Slice(0, num-1)), e.ExpandDims(stop, ivy.Axis(0))})
		}
	}
	z = e.Multiply(z, out)
	if axis := c.Int("axis"); axis != 0 {
		z = e.MoveAxis(z, []int{0}, []int{axisOf(c, axis, z.Ndim())})
	}
	return c.Wrap(c.Cast(c.Namespace, z, dtypeOr(c, "dtype", d)))
}

func meshgrid(c *frontend.Call) any {
	list, _ := c.Arg("xi").([]any)
	indexing := c.Text("indexing")
	if indexing != "xy" && indexing != "ij" {
		c.Raise("ValueError", "Valid values for `indexing` are 'xy' and 'ij'.")
	}
	e := c.Env()
	zs := make([]*frontend.Array, len(list))
	dims := make([]int, len(list))
	place := func(i int) int {
		if indexing == "xy" && len(list) > 1 && i < 2 {
			return 1 - i
		}
		return i
	}
	for i, v := range list {
		a := viewable(c, v)
		s := slices.Repeat([]int{1}, len(list))
		s[place(i)] = a.V.Size()
		dims[place(i)] = a.V.Size()
		zs[i] = reshapedTo(c, a, s, "C")
	}
	for i, z := range zs {
		if !c.Bool("sparse") {
			z = expandedTo(c, z, dims)
		}
		if c.Bool("copy") {
			z = c.Wrap(e.CopyArray(z.V))
		}
		zs[i] = z
	}
	return zs
}

func indices(c *frontend.Call) any {
	dims := shapeOf(c, "dimensions")
	e := c.Env()
	if c.Dtype("dtype") == Bool && len(dims) > 0 && slices.Max(dims) > 2 {
		c.Raise("TypeError", "arange() is only supported for booleans when the result has at most length 2.")
	}
	zs := make([]*ivy.Array, len(dims))
	for i, n := range dims {
		s := slices.Repeat([]int{1}, len(dims))
		s[i] = n
		zs[i] = e.Reshape(e.Astype(e.Arange(0, n, dtype.Int64), c.Dtype("dtype")), s)
	}
	if c.Bool("sparse") {
		out := make([]*frontend.Array, len(zs))
		for i, z := range zs {
			out[i] = c.Wrap(z)
		}
		return out
	}
	if len(dims) == 0 {
		return c.Wrap(e.Empty([]int{0}, c.Dtype("dtype")))
	}
	for i, z := range zs {
		zs[i] = e.BroadcastTo(z, dims)
	}
	return c.Wrap(e.Stack(zs))
}

// diagonalMatrix returns a matrix with x on its diagonal k.
func diagonalMatrix(e *ivy.Env, x *ivy.Array, k int) *ivy.Array {
	if k < math.MinInt32 || k > math.MaxInt32 {
		frontend.Raise("numpy", "ValueError", "array is too big: diagonal %d", k)
	}
	return e.Diag(x, ivy.K(k))
}

func triangle(name string, f func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		x := array(c, name)
		e := c.Env()
		if x.Ndim() == 0 {
			c.Raise("TypeError", "%s() of an array without axes", c.Func.Path)
		}
		if x.Ndim() == 1 { // stands for every row
			x = e.BroadcastTo(x, []int{x.Size(), x.Size()})
		}
		return c.Wrap(f(e, x, ivy.K(c.Int("k"))))
	}
}

func vander(c *frontend.Call) any {
	x := array(c, "x")
	if x.Ndim() != 1 {
		c.Raise("ValueError", "x must be a one-dimensional array or sequence.")
	}
	n := x.Size()
	if c.Has("N") {
		n = c.Int("N")
	}
	notNegative(c, n)
	e := c.Env()
	x = alikeArrays(c, x, e.Zeros(nil, Int64))[0]
	_ = e.Zeros([]int{x.Size(), n}, Bool) // an error if there is no room
	columns := []*ivy.Array{}
	power := e.OnesLike(x)
	for range n {
		columns = append(columns, power)
		power = e.Multiply(power, x)
	}
	if !c.Bool("increasing") {
		slices.Reverse(columns)
	}
	if n == 0 {
		return c.Wrap(e.Empty([]int{x.Size(), 0}, x.Dtype()))
	}
	return c.Wrap(e.Stack(columns, ivy.Axis(1)))
}
