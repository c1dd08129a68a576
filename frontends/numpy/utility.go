package numpy

import (
	"math"
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/compose"
	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

var utility = []frontend.Func{
	{Path: "all", Sig: "a, axis=None, out=None, keepdims=False, *, where=True", Reduction: frontend.Reduction{F: (*ivy.Env).All, Of: dtype.All}, Run: logical(true)},
	{Path: "any", Sig: "a, axis=None, out=None, keepdims=False, *, where=True", Reduction: frontend.Reduction{F: (*ivy.Env).Any, Of: dtype.All}, Run: logical(false)},
	{Path: ".all", Sig: "self, axis=None, dtype=None, out=None, keepdims=False, *, where=True", Reduction: frontend.Reduction{F: (*ivy.Env).All, Of: dtype.All}, Run: logical(true)},
	{Path: ".any", Sig: "self, axis=None, dtype=None, out=None, keepdims=False, *, where=True", Reduction: frontend.Reduction{F: (*ivy.Env).Any, Of: dtype.All}, Run: logical(false)},
	{Path: "isclose", Sig: "a, b, rtol=1e-05, atol=1e-08, equal_nan=False", Run: func(c *frontend.Call) any { return c.Wrap(isClose(c)) }},
	{Path: "allclose", Sig: "a, b, rtol=1e-05, atol=1e-08, equal_nan=False", Out: frontend.Value, Run: func(c *frontend.Call) any { return c.Env().All(isClose(c)).Bool() }},
	{Path: "array_equal", Sig: "a1, a2, equal_nan=False", Out: frontend.Value, Run: func(c *frontend.Call) any {
		e := c.Env()
		var x, y *ivy.Array
		if isOther(c.Arg("a1")) != isOther(c.Arg("a2")) {
			for _, name := range []string{"a1", "a2"} {
				if v := c.Arg(name); c.Bool("equal_nan") && !isOther(v) && array(c, name).Ndim() == 0 { // of one shape: which is NaN is asked next
					c.Raise("TypeError", "ufunc 'isnan' not supported for the input types")
				}
			}
			return false
		}
		if ragged(func() { x, y = array(c, "a1"), array(c, "a2") }) {
			return false
		}
		if !slices.Equal(x.Shape(), y.Shape()) {
			return false
		}
		z := apply(c, "equal", c.Wrap(x), c.Wrap(y))
		if c.Bool("equal_nan") {
			z = e.LogicalOr(z, e.LogicalAnd(e.IsNan(x), e.IsNan(y)))
		}
		return e.All(z).Bool()
	}},
	{Path: "array_equiv", Sig: "a1, a2", Out: frontend.Value, Run: func(c *frontend.Call) any {
		equal := false
		var x, y *ivy.Array
		switch one, other := isOther(c.Arg("a1")), isOther(c.Arg("a2")); {
		case one && !other: // no number is equal to it
			return array(c, "a2").Size() == 0
		case other && !one:
			return array(c, "a1").Size() == 0
		}
		if ragged(func() { x, y = array(c, "a1"), array(c, "a2") }) {
			return false
		}
		if ivy.Try(func() { c.Env().BroadcastArrays(x, y) }) == nil {
			equal = c.Env().All(apply(c, "equal", c.Wrap(x), c.Wrap(y))).Bool()
		}
		return equal
	}},
	{Path: "isposinf", Sig: "x, out=None", Run: infinite(1)},
	{Path: "isneginf", Sig: "x, out=None", Run: infinite(-1)},
	{Path: "iscomplex", Sig: "x", Run: func(c *frontend.Call) any {
		x := array(c, "x")
		if !x.Dtype().IsComplex() {
			return c.Wrap(c.Env().Zeros(x.Shape(), Bool))
		}
		im := c.Env().Imag(x)
		return c.Wrap(c.Env().NotEqual(im, zeroD(c.Env(), 0, im.Dtype())))
	}},
	{Path: "isreal", Sig: "x", Run: func(c *frontend.Call) any {
		x := array(c, "x")
		if !x.Dtype().IsComplex() {
			z := c.Wrap(c.Env().Ones(x.Shape(), Bool))
			if isPlainNumber(c.Arg("x")) {
				z.Number = dtype.KindBool
			}
			return z
		}
		im := c.Env().Imag(x)
		return c.Wrap(c.Env().Equal(im, zeroD(c.Env(), 0, im.Dtype())))
	}},
	{Path: "clip", Sig: "a, a_min, a_max, out=None, *, where=True, casting='same_kind', dtype=None, **kwargs", Run: clip("a", "a_min", "a_max")},
	{Path: ".clip", Sig: "self, min=None, max=None, out=None, *, where=True, casting='same_kind', dtype=None, **kwargs", Run: clip("self", "min", "max")},
	{Path: "nan_to_num", Sig: "x, copy=True, nan=0.0, posinf=None, neginf=None", Run: nanToNum},
	{Path: "real_if_close", Sig: "a, tol=100", Run: func(c *frontend.Call) any {
		e := c.Env()
		a := operandArray(c, "a")
		x := a.V
		if !x.Dtype().IsComplex() {
			return a
		}
		_, im := parts(e, x)
		tol := c.Float("tol")
		if tol > 1 {
			info, err := dtype.Finfo(x.Dtype())
			frontend.Check(err)
			tol *= info.Eps
		}
		if e.All(e.Less(e.Abs(im), zeroD(e, tol, im.Dtype()))).Bool() {
			return partOf(c.Namespace, a, false)
		}
		return a
	}},
	{Path: "round", Sig: "a, decimals=0, out=None", Method: true, Run: round},
	{Path: "around", Sig: "a, decimals=0, out=None", Run: round},
	{Path: "fix", Sig: "x, out=None", Run: func(c *frontend.Call) any {
		return c.Namespace.Call(c.Functions.Must("trunc"), c.Arg("x"), frontend.Named{Name: "out", Value: c.Arg("out")})
	}},
	{Path: "angle", Sig: "z, deg=False", Run: func(c *frontend.Call) any {
		e := c.Env()
		x := array(c, "z")
		var z *ivy.Array
		if x.Dtype().IsComplex() {
			re, im := parts(e, x)
			z = e.Atan2(im, re)
		} else {
			z = apply(c, "arctan2", 0, c.Wrap(x))
		}
		if c.Bool("deg") {
			z = apply(c, "multiply", c.Wrap(z), 180/math.Pi)
		}
		return c.Wrap(z)
	}},
	{Path: "sinc", Sig: "x", Run: func(c *frontend.Call) any {
		e := c.Env()
		x := array(c, "x")
		xs := alike(c, []frontend.Operand{mustOperand(c, 1e-20), mustOperand(c, x)})
		x = xs[1]
		y := e.Where(e.Equal(x, zeroD(e, 0, x.Dtype())), xs[0], x)
		y = apply(c, "multiply", math.Pi, c.Wrap(y))
		return c.Wrap(divide(e, e.Sin(y), y))
	}},
	{Path: "diff", Sig: "a, n=1, axis=-1, prepend=None, append=None", Run: diff},
	{Path: "ediff1d", Sig: "ary, to_end=None, to_begin=None", Run: func(c *frontend.Call) any {
		e := c.Env()
		x := ravel(e, array(c, "ary"))
		if x.Dtype() == Bool {
			c.Raise("TypeError", "numpy boolean subtract, the `-` operator, is not supported")
		}
		n := x.Size()
		z := e.Subtract(e.GetItem(x, ivy.Slice(min(1, n), n)), e.GetItem(x, ivy.Slice(0, max(n-1, 0))))
		end := func(name string) *ivy.Array {
			if !c.Has(name) {
				return e.Empty([]int{0}, x.Dtype())
			}
			o := c.Operand(name)
			v := arrayOf(c, o)
			if !sameKind.holds(v.Dtype(), x.Dtype()) {
				c.Raise("TypeError", "dtype of `%s` must be compatible with input `ary` under the `same_kind` rule.", name)
			}
			return ravel(e, c.Cast(c.Namespace, v, x.Dtype()))
		}
		return c.Wrap(e.Concat([]*ivy.Array{end("to_begin"), z, end("to_end")}))
	}},
	{Path: "gradient", Sig: "f, *varargs, axis=None, edge_order=1", Out: frontend.Value, Run: gradient},
	{Path: "trapezoid", Sig: "y, x=None, dx=1.0, axis=-1", Run: trapezoid},
	{Path: "interp", Sig: "x, xp, fp, left=None, right=None, period=None", Run: interp},
	{Path: "unwrap", Sig: "p, discont=None, axis=-1, *, period=6.283185307179586", Run: unwrap},
	{Path: "convolve", Sig: "a, v, mode='full'", Run: func(c *frontend.Call) any { return convolve(c, true) }},
	{Path: "correlate", Sig: "a, v, mode='valid'", Run: func(c *frontend.Call) any { return convolve(c, false) }},
	{Path: "shares_memory", Sig: "a, b, /, max_work=None", Out: frontend.Value, Run: func(c *frontend.Call) any {
		maxWork(c)
		if ofNothing(c) {
			return false
		}
		return shares(c, operandArray(c, "a"), operandArray(c, "b"))
	}, Doc: "Whether two arrays have a byte in common."},
	{Path: "may_share_memory", Sig: "a, b, /, max_work=None", Out: frontend.Value, Run: func(c *frontend.Call) any {
		maxWork(c)
		if ofNothing(c) {
			return false
		}
		return mayShare(operandArray(c, "a"), operandArray(c, "b"))
	}, Doc: "Whether the bounds of two arrays' memory overlap."},
	{Path: "apply_along_axis", Sig: "func1d, axis, arr, *args", Calls: true, Run: func(c *frontend.Call) any {
		e := c.Env()
		f := ofRows(c, "func1d")
		x := array(c, "arr")
		axis := axisOf(c, c.Int("axis"), x.Ndim())
		y := e.MoveAxis(x, []int{axis}, []int{-1})
		s := y.Shape()
		lead := s[:len(s)-1]
		if slices.Contains(lead, 0) {
			c.Raise("ValueError", "Cannot apply_along_axis when any iteration dimensions are 0")
		}
		n := 1
		for _, k := range lead {
			n *= k
		}
		rows := e.Reshape(y, []int{n, s[len(s)-1]})
		var zs []*ivy.Array
		for _, row := range e.Unstack(rows) {
			z := f(c.Wrap(row))
			if len(zs) > 0 && z.Dtype() != zs[0].Dtype() { // the first row's result says what the others become
				z = e.Astype(z, zs[0].Dtype())
			}
			zs = append(zs, z)
		}
		z := e.Stack(zs)
		z = e.Reshape(z, slices.Concat(lead, z.Shape()[1:]))
		from := count(z.Ndim())[len(lead):]
		to := make([]int, len(from))
		for i := range to {
			to[i] = axis + i
		}
		return c.Wrap(e.MoveAxis(z, from, to))
	}},
}

// ofNothing reports whether "a" or "b" is None or a text, which NumPy makes an array without axes.
func ofNothing(c *frontend.Call) bool {
	return slices.ContainsFunc([]string{"a", "b"}, func(name string) bool {
		if isOther(c.Arg(name)) {
			return true
		}
		operandArray(c, name) // or an error
		return false
	})
}

// maxWork looks at the argument "max_work", an integer or None. The answers here are exact
// whatever it is.
func maxWork(c *frontend.Call) {
	_, isBool := c.Arg("max_work").(bool)
	if n, isInt := c.IntOf(c.Arg("max_work")); isInt && n < -2 {
		c.Raise("ValueError", "Invalid value for max_work")
	} else if c.Has("max_work") && !isBool && (!isInt || arrayValue(c.Arg("max_work")) != nil) {
		c.Raise("ValueError", "max_work must be an integer")
	}
}

// ragged reports whether f fails for a list that is no array, for which array_equal and array_equiv are False.
func ragged(f func()) bool {
	err := frontend.Try(f)
	if err != nil && frontend.Class(err) != "ValueError" {
		panic(err)
	}
	return err != nil
}

// ofRows returns an argument that is a function of an array.
func ofRows(c *frontend.Call, name string) func(row *frontend.Array) *ivy.Array {
	var call func(row *frontend.Array) any
	more, _ := c.Arg("args").([]any)
	switch f := c.Arg(name).(type) {
	case func(*NDArray) *NDArray:
		return func(row *frontend.Array) *ivy.Array { return f((*NDArray)(row)).V }
	case *frontend.Func:
		call = func(row *frontend.Array) any { return c.Namespace.Call(f, append([]any{row}, more...)...) }
	case frontend.Callable:
		call = func(row *frontend.Array) any { return f(append([]any{row}, more...)...) }
	default:
		c.Raise("TypeError", "%s(): %s is no function of an array", c.Func.Path, name)
	}
	asarray := c.Functions.Must("asarray")
	return func(row *frontend.Array) *ivy.Array { return c.Namespace.Call1(asarray, call(row), nil).V }
}

func mustOperand(c *frontend.Call, v any) frontend.Operand {
	o, err := c.Namespace.Operand(v)
	frontend.Check(err)
	return o
}

func logical(all bool) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		e := c.Env()
		x := e.Astype(array(c, c.Func.Signature().Params[0].Name), Bool)
		isMethod, d := strings.HasPrefix(c.Func.Path, "."), Bool
		if isMethod && c.Has("dtype") {
			d = c.Dtype("dtype")
		}
		axes, keep := ivy.Axes(axesOrNone(c, "axis", x.Ndim())), ivy.KeepDims(c.Bool("keepdims"))
		if d != Bool {
			c.Raise("TypeError", "No loop matching the specified signature and casting was found for ufunc logical_%s", map[bool]string{true: "and", false: "or"}[all])
		}
		x = chosenBy(c, x, zeroD(e, all, Bool))
		z := e.Any(x, axes, keep)
		if all {
			z = e.All(x, axes, keep)
		}
		return reducedInto(c, z)
	}
}

// isClose compares as NumPy does: |a − b| ≤ atol + rtol·|b| of finite b, else a == b.
func isClose(c *frontend.Call) *ivy.Array {
	e := c.Env()
	if _, isText := c.Arg("b").(string); isText {
		if _, isText := c.Arg("a").(string); !isText {
			array(c, "a") // which is made an array before the two promote
		}
		c.Raise("DTypePromotionError", "a text and a float have no dtype in common")
	}
	x, y := array(c, "a"), array(c, "b")
	if d, _ := withArray(dtype.KindFloat, y.Dtype()); d.IsValid() {
		y = c.Cast(c.Namespace, y, d)
	}
	distance := apply(c, "absolute", c.Wrap(apply(c, "subtract", c.Wrap(x), c.Wrap(y))))
	bound := apply(c, "add", c.Arg("atol"), c.Wrap(apply(c, "multiply", c.Arg("rtol"), c.Wrap(e.Abs(y)))))
	near := apply(c, "less_equal", c.Wrap(distance), c.Wrap(bound))
	z := e.LogicalOr(e.LogicalAnd(near, e.IsFinite(y)), apply(c, "equal", c.Wrap(x), c.Wrap(y)))
	if c.Bool("equal_nan") {
		z = e.LogicalOr(z, e.LogicalAnd(e.IsNan(x), e.IsNan(y)))
	}
	return z
}

func infinite(sign int) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		e := c.Env()
		x := array(c, "x")
		if x.Dtype().IsComplex() {
			c.Raise("TypeError", "This operation is not supported for complex values because it would be ambiguous.")
		}
		minus := apply(c, "signbit", c.Wrap(x))
		if sign > 0 {
			minus = e.LogicalNot(minus)
		}
		return into(c, e.LogicalAnd(e.IsInf(x), minus))
	}
}

// bounded is clip's ufunc.
var bounded = ufunc{path: "clip", in: dtype.All &^ brain, by: uniform, nin: 3, nout: 1, loop: func(e *ivy.Env, x []*ivy.Array) []*ivy.Array {
	low := func(x, y *ivy.Array) *ivy.Array { return less(e, y, x) }
	high := func(x, y *ivy.Array) *ivy.Array { return less(e, x, y) }
	return []*ivy.Array{within(e, within(e, x[0], x[1], low), x[2], high)}
}}

// within returns x where it is NaN or inside of a bound, else the bound: of two zeros the bound's.
func within(e *ivy.Env, x, bound *ivy.Array, inside func(x, bound *ivy.Array) *ivy.Array) *ivy.Array {
	keep := inside(x, bound)
	if dtype.Inexact.Has(x.Dtype()) {
		keep = e.LogicalOr(keep, e.IsNan(x))
	}
	return e.Where(keep, x, bound)
}

// clip is maximum or minimum, or of two bounds a ufunc of its own.
func clip(x, low, high string) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		if !c.Has(low) && !c.Has(high) {
			c.Raise("ValueError", "One of max or min must be given")
		}
		if _, isList := frontend.Sequence(c.Arg(x)); isList {
			array(c, x) // or an error, before its method is called
		}
		if more, _ := c.Arg("kwargs").([]frontend.Named); len(more) > 0 {
			c.Raise("TypeError", "clip() got an unexpected keyword argument '%s'", more[0].Name)
		}
		keywords := []any{}
		for _, name := range []string{"out", "where", "casting", "dtype"} {
			if c.Given(name) {
				keywords = append(keywords, frontend.Named{Name: name, Value: c.Arg(name)})
			}
		}
		call := func(path, bound string) any {
			z := c.Namespace.Call(c.Functions.Must(path), append([]any{c.Arg(x), c.Arg(bound)}, keywords...)...)
			return scalarOfMethod(c, z.(*frontend.Array))
		}
		switch {
		case !c.Has(low):
			return call("minimum", high)
		case !c.Has(high):
			return call("maximum", low)
		}
		l := castingOf(c)
		out := outArray(c, c.Arg("out"))
		z := bounded.compute(c.Namespace, []frontend.Operand{c.Operand(x), c.Operand(low), c.Operand(high)}, c.Dtype("dtype"), l, out)[0]
		var mask *ivy.Array
		if c.Arg("where") != true {
			mask = maskOf(c, "where")
		}
		return scalarOfMethod(c, deliver(c, "clip", z, out, mask, l))
	}
}

func nanToNum(c *frontend.Call) any {
	e := c.Env()
	x := array(c, "x")
	d := x.Dtype()
	if !c.Bool("copy") && given(c, "x") == nil {
		c.Raise("ValueError", "Unable to avoid copy while creating an array as requested.")
	}
	if !hasNaN(d) {
		if a := given(c, "x"); !c.Bool("copy") && a.V.Ndim() > 0 {
			return a
		}
		return c.Wrap(e.CopyArray(x))
	}
	info, err := dtype.Finfo(d)
	frontend.Check(err)
	f := d.Component()
	value := func(name string, otherwise float64) *ivy.Array {
		if c.Has(name) {
			return c.As(c.Operand(name), f)
		}
		return zeroD(e, otherwise, f)
	}
	nan, high, low := value("nan", 0), value("posinf", info.Max), value("neginf", info.Min)
	fill := func(x *ivy.Array) *ivy.Array {
		minus := e.Less(x, zeroD(e, 0, f))
		x = e.Where(e.IsInf(x), e.Where(minus, low, high), x)
		return e.Where(e.IsNan(x), nan, x)
	}
	var z *ivy.Array
	if d.IsComplex() {
		re, im := parts(e, x)
		z = join(e, fill(re), fill(im))
	} else {
		z = fill(x)
	}
	if a := c.Operand("x").A; a != nil && !c.Bool("copy") && !isGo(c.Arg("x")) {
		assign(c.Namespace, a, z)
		if a.V.Ndim() > 0 {
			return a
		}
	}
	return c.Wrap(z)
}

func diff(c *frontend.Call) any {
	e := c.Env()
	n := c.Int("n")
	if n < 0 {
		c.Raise("ValueError", "order must be non-negative but got %d", n)
	}
	x := array(c, "a")
	if n == 0 {
		return c.Arg("a")
	}
	if x.Ndim() == 0 {
		c.Raise("ValueError", "diff requires input that is at least one dimensional")
	}
	axis := axisOf(c, c.Int("axis"), x.Ndim())
	xs := []*ivy.Array{x}
	end := func(name string) *ivy.Array {
		if _, isText := c.Arg(name).(string); isText { // with which the elements become texts
			c.Raise("UFuncTypeError", "ufunc 'subtract' has no loop for texts")
		}
		v := array(c, name)
		if v.Ndim() == 0 {
			s := x.Shape()
			s[axis] = 1
			v = e.BroadcastTo(v, s)
		}
		return v
	}
	if c.Has("prepend") {
		xs = append([]*ivy.Array{end("prepend")}, xs...)
	}
	if c.Has("append") {
		xs = append(xs, end("append"))
	}
	for _, name := range []string{"prepend", "append"} {
		if c.Given(name) && !c.Has(name) { // an element to NumPy, from which nothing is subtracted
			c.Raise("TypeError", "unsupported operand type(s) for -: '%s' and 'NoneType'", x.Dtype())
		}
	}
	if len(xs) > 1 {
		x = concat(c, alikeArrays(c, xs...), axis)
	}
	return c.Wrap(compose.Diff(e, x, axis, n, (*ivy.Env).Subtract))
}

// sliceAxis returns x[from:to] along an axis.
var sliceAxis = compose.Slice

func trapezoid(c *frontend.Call) any {
	e := c.Env()
	y, axis := array(c, "y"), c.Int("axis")
	var step any = c.Arg("dx")
	var x *ivy.Array
	if c.Has("x") {
		if _, isText := c.Arg("x").(string); !isText { // which has no axes either
			x = array(c, "x")
		}
		switch {
		case x == nil || x.Ndim() == 0:
			c.Raise("ValueError", "diff requires input that is at least one dimensional")
		case x.Ndim() > 1:
			step = c.Wrap(apply(c, "diff", c.Wrap(x), 1, axisOf(c, axis, x.Ndim())))
		}
	}
	if axis < -y.Ndim() || axis >= y.Ndim() {
		c.Raise("IndexError", "list assignment index out of range")
	}
	axis = axisOf(c, axis, y.Ndim())
	if x != nil && x.Ndim() == 1 {
		between := apply(c, "diff", c.Wrap(x))
		s := slices.Repeat([]int{1}, y.Ndim())
		s[axis] = between.Size()
		step = c.Wrap(e.Reshape(between, s))
	}
	pair := compose.Pairs(e, y, axis, func(x, y *ivy.Array) *ivy.Array { return apply(c, "add", c.Wrap(x), c.Wrap(y)) })
	z := apply(c, "true_divide", c.Wrap(apply(c, "multiply", step, c.Wrap(pair))), 2.0)
	return c.Wrap(sum(e, z, []int{axisOf(c, c.Int("axis"), z.Ndim())}, false)) // which is another one if x has more axes than y
}

func interp(c *frontend.Call) any {
	e := c.Env()
	o := c.Operand("x")
	x := arrayOf(c, o)
	xp, fp := array(c, "xp"), array(c, "fp")
	d := Float64
	if fp.Dtype().IsComplex() {
		d = Complex128
	}
	for i, v := range []*ivy.Array{x, xp} {
		isArray := arrayValue(c.Arg([]string{"x", "xp"}[i])) != nil
		if v.Dtype().IsComplex() && !(isArray && c.Has("period")) { // with a period whatever is an array is cast

			c.Raise("TypeError", "Cannot cast array data from %v to float64 according to the rule 'safe'", v.Dtype())
		}
	}
	if xp.Ndim() != 1 || fp.Ndim() != 1 {
		c.Raise("ValueError", "object of too small depth for desired array")
	}
	if xp.Size() == 0 {
		c.Raise("ValueError", "array of sample points is empty")
	}
	if xp.Size() != fp.Size() {
		c.Raise("ValueError", "fp and xp are not of the same length.")
	}
	x, xp, fp = c.Cast(c.Namespace, x, Float64), c.Cast(c.Namespace, xp, Float64), e.Astype(fp, d)
	if c.Has("period") {
		period := math.Abs(c.Float("period"))
		if period == 0 {
			c.Raise("ValueError", "period must be a non-zero value")
		}
		p := zeroD(e, period, Float64)
		x, xp = remainder(e, x, p), remainder(e, xp, p)
		at := e.ArgSort(xp)
		xp, fp = e.Take(xp, at, ivy.Axis(0)), e.Take(fp, at, ivy.Axis(0))
		n := xp.Size()
		xp = e.Concat([]*ivy.Array{e.Subtract(e.GetItem(xp, ivy.Slice(n-1, n)), p), xp, e.Add(e.GetItem(xp, ivy.Slice(0, 1)), p)})
		fp = e.Concat([]*ivy.Array{e.GetItem(fp, ivy.Slice(n-1, n)), fp, e.GetItem(fp, ivy.Slice(0, 1))})
	}
	ends := func(part func(z complex128) float64) (opts []ivy.Option) {
		given := func(name string) (float64, bool) {
			if !c.Has(name) || c.Has("period") {
				return 0, false
			}
			return part(reading.Values[complex128](e.Astype(c.As(c.Operand(name), d), Complex128))[0]), true
		}
		if v, ok := given("left"); ok {
			opts = append(opts, ivy.Left(v))
		}
		if v, ok := given("right"); ok {
			opts = append(opts, ivy.Right(v))
		}
		return opts
	}
	realPart, imaginaryPart := func(z complex128) float64 { return real(z) }, func(z complex128) float64 { return imag(z) }
	if !d.IsComplex() {
		return c.Wrap(e.Interp(x, xp, fp, ends(realPart)...))
	}
	re, im := parts(e, fp)
	z := join(e, e.Interp(x, xp, re, ends(realPart)...), e.Interp(x, xp, im, ends(imaginaryPart)...))
	nan := e.IsNan(x)
	return c.Wrap(e.Where(nan, e.Astype(x, d), z))
}

func unwrap(c *frontend.Call) any {
	e := c.Env()
	x := array(c, "p")
	if x.Ndim() == 0 {
		c.Raise("ValueError", "diff requires input that is at least one dimensional")
	}
	axis := axisOf(c, c.Int("axis"), x.Ndim())
	period := c.Operand("period")
	discont := c.Float("period") / 2
	if c.Has("discont") {
		discont = c.Float("discont")
	}
	step := apply(c, "diff", c.Wrap(x), 1, axis)
	r, err := c.Promote(mustOperand(c, c.Wrap(step)), period)
	frontend.Check(err)
	d := r.Dtype
	if d.IsComplex() {
		c.Raise("TypeError", "ufunc 'remainder' not supported for the input types")
	}
	if d.IsUnsigned() {
		c.Raise("OverflowError", "half a period below zero is out of bounds for %v", d)
	}
	p := c.As(period, d)
	half, low := p, p
	edge := false
	if d.IsInteger() {
		half = e.FloorDivide(p, zeroD(e, 2, d))
		rest := e.Remainder(p, zeroD(e, 2, d))
		low, edge = e.Negative(half), rest.Int() == 0
	} else {
		half = e.Divide(p, zeroD(e, 2, d))
		low, edge = e.Negative(half), true
	}
	step = c.Cast(c.Namespace, step, d)
	turned := e.Add(remainder(e, e.Subtract(step, low), p), low)
	if edge {
		turned = e.Where(e.LogicalAnd(e.Equal(turned, low), e.Greater(step, zeroD(e, 0, d))), half, turned)
	}
	correct := e.Subtract(turned, step)
	correct = e.Where(apply(c, "less", c.Wrap(e.Abs(step)), discont), zeroD(e, 0, d), correct)
	sums := e.CumulativeSum(correct, ivy.Axis(axis), d)
	x = c.Cast(c.Namespace, x, d)
	n := x.Shape()[axis]
	return c.Wrap(e.Concat([]*ivy.Array{sliceAxis(e, x, axis, 0, min(1, n)), e.Add(sliceAxis(e, x, axis, min(1, n), n), sums)}, ivy.Axis(axis)))
}

// convolve multiplies every window of a with v turned round, or without turning with its
// conjugate.
func convolve(c *frontend.Call, turn bool) any {
	e := c.Env()
	xs := alike(c, operands(c, []any{c.Arg("a"), c.Arg("v")}))
	a, v := xs[0], xs[1]
	if turn {
		a, v = raised(e, a, 1, front), raised(e, v, 1, front)
	}
	if a.Ndim() != 1 || v.Ndim() != 1 {
		c.Raise("ValueError", "object too deep for desired array")
	}
	if a.Size() == 0 || v.Size() == 0 {
		c.Raise("ValueError", "a and v cannot be empty")
	}
	swapped := v.Size() > a.Size()
	switch {
	case turn && swapped:
		a, v = v, e.Flip(a)
	case turn:
		v = e.Flip(v)
	default:
		if v.Dtype().IsComplex() {
			v = e.Conj(v)
		}
		if swapped {
			a, v = v, a
		}
	}
	n, m := a.Size(), v.Size()
	from, size := 0, n+m-1
	switch mode := c.Text("mode"); mode {
	case "full":
	case "same":
		from, size = m-1-m/2, n
	case "valid":
		from, size = m-1, n-m+1
	default:
		c.Raise("ValueError", "mode must be one of 'valid', 'same', or 'full' (got %q)", mode)
	}
	zeros := e.Zeros([]int{m - 1}, a.Dtype())
	padded := e.Concat([]*ivy.Array{zeros, a, zeros})
	finite := !dtype.Inexact.Has(v.Dtype()) || e.All(e.IsFinite(v)).Bool()
	const most = 1 << 22 // elements of windows at a time
	var zs []*ivy.Array
	for rows := max(most/m, 1); size > 0; from, size = from+rows, size-rows {
		k := min(rows, size)
		starts := e.Add(e.ExpandDims(e.Arange(from, from+k, dtype.Int64), ivy.Axis(1)), e.ExpandDims(e.Arange(0, m, dtype.Int64), ivy.Axis(0)))
		windows := e.Reshape(e.Take(padded, ravel(e, starts), ivy.Axis(0)), []int{k, m})
		if finite {
			zs = append(zs, product(e, windows, v))
			continue
		}
		low, high := zeroD(e, m-1, Int64), zeroD(e, m-1+n, Int64) // what pads a is no part of the sums
		inside := e.LogicalAnd(e.GreaterEqual(starts, low), e.Less(starts, high))
		zs = append(zs, sum(e, e.Where(inside, e.Multiply(windows, v), zeroD(e, 0, a.Dtype())), []int{1}, false))
	}
	z := e.Concat(zs)
	if swapped && !turn {
		z = e.Flip(z)
	}
	return c.Wrap(z)
}
