package numpy

import (
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/text"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// withScalars returns lists of functions that say which results without axes are NumPy's
// scalars: those of all functions but of the ones named here.
func withScalars(lists ...[]frontend.Func) [][]frontend.Func {
	kinds := map[string]frontend.Scalars{}
	for kind, names := range map[frontend.Scalars]string{
		frontend.ArraysStay: "array asarray asanyarray asarray_chkfinite copy astype zeros_like ones_like empty_like full_like zeros ones empty full " +
			"select cov tensordot linalg.tensordot tile roll broadcast_to broadcast_arrays pad resize where unique unique_inverse unique_all isin in1d real_if_close " +
			"median nanmedian quantile percentile nanquantile nanpercentile cross apply_along_axis linalg.tensorsolve .__getitem__ .__pow__ .__mul__ .__scalar__ .__matmul__ .__eq__ .__ne__",
		frontend.KeepsScalars: "reshape .reshape transpose .transpose permute_dims squeeze swapaxes moveaxis .copy .view .astype real imag",
	} {
		for _, name := range strings.Fields(names) {
			kinds[name] = kind
		}
	}
	for _, list := range lists {
		for i := range list {
			f := &list[i]
			kind, named := kinds[f.Path]
			if !named {
				kind = frontend.MakesScalars
			}
			f.Scalars = kind
			delete(kinds, f.Path)
		}
	}
	for name := range kinds {
		panic("numpy: no function " + name)
	}
	return lists
}

// scalar marks an array without axes as a scalar.
func scalar(a *frontend.Array) *frontend.Array {
	if a.V.Ndim() == 0 {
		a.Scalar = true
	}
	return a
}

// arrayValue returns v as an array of a frontend, nil if it is none.
func arrayValue(v any) *frontend.Array {
	if a, ok := v.(*frontend.Array); ok {
		return a
	}
	return own(v)
}

// isScalar reports whether v is one of NumPy's scalars.
func isScalar(v any) bool {
	a := arrayValue(v)
	return a != nil && a.Scalar
}

// arraysOnly refuses a scalar where only an array has the operation.
func arraysOnly(c *frontend.Call, a *frontend.Array, what string) {
	if a.Scalar {
		c.Raise("TypeError", "'numpy.%s' object does not support %s", scalarName(a.V.Dtype()), what)
	}
}

// scalarName is the name of the type of a dtype's scalars.
func scalarName(d dtype.Dtype) string {
	if d == Bool {
		return "bool"
	}
	return d.String()
}

// asScalar is what a scalar's type makes of a value: a scalar of a number, a string or an
// array without axes, an array of anything else.
func asScalar(c *frontend.Call) any {
	d := c.Dtype("dtype")
	v := c.Arg("value")
	if s, ok := v.(string); ok {
		return scalar(c.Wrap(parsed(c, s, d)))
	}
	o := frontend.Operand{}
	switch list, isList := frontend.Sequence(v); {
	case isList:
		return c.Wrap(listOf(c.Namespace, list, d))
	case v == nil && d.IsFloat():
		v = frontend.NaN
	case v == nil && d == Bool:
		v = false
	}
	o = mustOperand(c, v)
	if o.A == nil && o.Scalar == dtype.KindComplex && !d.IsComplex() && d != Bool {
		c.Raise("TypeError", "%s() argument must be a string or a real number, not 'complex'", map[bool]string{true: "float", false: "int"}[d.IsFloat()])
	}
	if o.A != nil {
		return scalar(c.Wrap(c.Env().CopyArray(c.Cast(c.Namespace, o.A.V, d))))
	}
	return scalar(c.Wrap(c.As(o, d)))
}

// assigned returns a value as elements of dtype d, as a write makes them: of a text the number that it writes, of
// None NaN or False.
func assigned(c *frontend.Call, v any, d dtype.Dtype) *ivy.Array {
	switch v := v.(type) {
	case string:
		return parsed(c, v, d)
	case nil:
		switch {
		case d == Bool:
			return zeroD(c.Env(), false, d)
		case hasNaN(d):
			if d.IsComplex() {
				return zeroD(c.Env(), complex(frontend.NaN, frontend.NaN), d)
			}
			return zeroD(c.Env(), frontend.NaN, d)
		}
		c.Raise("TypeError", "int() argument must be a string, a bytes-like object or a real number, not 'NoneType'")
	}
	if list, isList := frontend.Sequence(v); isList { // of which each element is written by itself
		return listOf(c.Namespace, list, d)
	}
	return c.As(mustOperand(c, v), d)
}

// parsed is the number that a string writes, as an array without axes.
func parsed(c *frontend.Call, s string, d dtype.Dtype) *ivy.Array {
	v, class, why := text.Number(s, d)
	if class != "" {
		c.Raise(class, "%s", why)
	}
	return c.Put(c.Namespace, v, d)
}

// operators are the operators that are no functions of NumPy's as they stand.
var operators = []frontend.Func{
	{Path: ".__pow__", Go: "Power", Sig: "self, value, /", Run: pow, Doc: "The operator **."},
	{Path: ".__mul__", Go: "Times", Sig: "self, value, /", Out: frontend.Value, Run: times, Doc: "The operator *, which repeats a list or a string if the other operand is an integer scalar."},
	{Path: ".__scalar__", Go: "AsScalar", Sig: "value, dtype", Run: asScalar, Doc: "The value as a scalar of a dtype, as numpy.float32(value) is; what has axes stays an array."},
	{Path: ".__matmul__", Go: "AtSign", Sig: "self, value, /", Run: atSign, Doc: "The operator @, which scalars do not have."},
	{Path: ".__eq__", Go: "Equals", Sig: "self, value, /", Out: frontend.Value, Run: same("equal", false), Doc: "The operator ==; nothing equals None."},
	{Path: ".__ne__", Go: "Differs", Sig: "self, value, /", Out: frontend.Value, Run: same("not_equal", true), Doc: "The operator !=; everything differs from None."},
}

// pow is the operator **, which has a function of its own for arrays to some powers.
func pow(c *frontend.Call) any {
	x := c.Operand("self")
	y, err := c.Namespace.Operand(c.Arg("value"))
	frontend.Check(err)
	kind, v := y.Scalar, y.Value
	if y.A != nil && y.A.V.Ndim() == 0 && y.Dtype != dtype.BFloat16 && !y.A.V.IsRecorded() { // stands for its number
		kind, v = y.Dtype.Kind(), frontend.Number(y.A)
	}
	if x.A != nil && !x.A.Scalar && !isGo(c.Arg("self")) && (kind == dtype.KindInt || kind == dtype.KindUint || kind == dtype.KindFloat) {
		f := v.Float64()
		path := map[float64]string{1: "positive", -1: "reciprocal", 0.5: "sqrt", 2: "square"}[f]
		switch {
		case path != "" && x.Dtype.Kind() >= dtype.KindFloat && x.Dtype != dtype.BFloat16:
			return c.Namespace.Call(c.Functions.Must(path), x.A)
		case f == 0 && x.Dtype.Kind() >= dtype.KindFloat && x.Dtype != dtype.BFloat16:
			return scalar(c.Wrap(c.Env().Ones(x.A.V.Shape(), x.Dtype)))
		case path == "square" && kind == dtype.KindFloat && x.Dtype.IsInteger():
			return c.Wrap(apply(c, path, c.Wrap(c.As(x, dtype.Float64))))
		case path == "square":
			return c.Namespace.Call(c.Functions.Must(path), x.A)
		}
	}
	return c.Namespace.Call(c.Functions.Must("power"), c.Arg("self"), c.Arg("value"))
}

// times is the operator *.
func times(c *frontend.Call) any {
	n, v := c.Arg("self"), c.Arg("value")
	if !isScalar(n) {
		n, v = v, n
	}
	if isScalar(n) {
		if z, ok := repeated(c, n, v); ok {
			return z
		}
	}
	return c.Namespace.Call(c.Functions.Must("multiply"), c.Arg("self"), c.Arg("value"))
}

// repeated returns a list or a text, as often as the scalar n says; ok is false for any
// other value.
func repeated(c *frontend.Call, n, v any) (z any, ok bool) {
	list, isList := v.([]any)
	text, isText := v.(string)
	if !isList && !isText {
		return nil, false
	}
	x := c.Wrap(toArray(c, n))
	d := x.V.Dtype()
	if d == BFloat16 { // ml_dtypes' makes arrays of lists
		return nil, false
	}
	if !d.IsInteger() && d != Bool {
		c.Raise("TypeError", "can't multiply sequence by non-int of type 'numpy.%s'", scalarName(d))
	}
	k := frontend.Number(x)
	if d == Bool {
		k = backend.IntScalar(k.Int64())
	}
	times := max(c.Size(k), 0)
	if isText {
		c.Room(times, len(text))
		return strings.Repeat(text, times), true
	}
	c.Room(times, 16*len(list))
	return slices.Repeat(list, times), true
}

// atSign is the operator @.
func atSign(c *frontend.Call) any {
	if x, y := isScalar(c.Arg("self")), isScalar(c.Arg("value")); x || y {
		other := c.Arg("value")
		if !x {
			other = c.Arg("self")
		}
		if o, err := c.Namespace.Operand(other); isGo(other) || err == nil && o.A != nil && o.A.Scalar {
			c.Raise("TypeError", "unsupported operand types for @: scalars have no axes")
		}
	}
	return c.Namespace.Call(c.Functions.Must("matmul"), c.Arg("self"), c.Arg("value"))
}

// same is the operator == or !=: with None and strings differ is the answer for every
// element.
func same(path string, differ bool) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		x, y := c.Arg("self"), c.Arg("value")
		if isGo(x) {
			x, y = y, x
		}
		_, isText := y.(string)
		if y != nil && !isText {
			return c.Namespace.Call(c.Functions.Must(path), c.Arg("self"), c.Arg("value"))
		}
		if isScalar(x) {
			return differ
		}
		z := c.Wrap(c.Env().Full(toArray(c, x).Shape(), differ, Bool))
		if isText && z.V.Ndim() == 0 {
			return differ
		}
		return scalar(z)
	}
}

// isScalarOrInt reports whether v is a number, of NumPy's or of Go's, and no array.
func isScalarOrInt(v any) bool { return isScalar(v) || isGo(v) }

// isPlainNumber reports whether v is one of Python's numbers.
func isPlainNumber(v any) bool {
	_, isList := frontend.Sequence(v)
	_, isText := v.(string)
	return v != nil && isGo(v) && !isList && !isText
}
