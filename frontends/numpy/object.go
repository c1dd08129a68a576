package numpy

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// None and texts are arrays without axes to NumPy, of dtypes that this package does not have:
// object and str. What is here decides which of NumPy's errors a call with one of them raises.

// textual are the ufuncs whose loops NumPy finds by the dtypes of the operands alone. That they have
// no loop for a text is an error of a class of its own; the others try to cast the text first.
var textual = strings.Fields(`abs absolute add equal fmax fmin gcd greater greater_equal lcm less less_equal matmul maximum minimum multiply negative
	not_equal positive sign subtract vecdot`)

// objectless are the ufuncs without a loop for objects.
var objectless = strings.Fields(`divmod float_power logaddexp logaddexp2 modf frexp ldexp copysign nextafter spacing signbit heaviside isnan isinf isfinite`)

// methodical are the ufuncs whose loop for objects calls a method of the first object.
var methodical = strings.Fields("fmod arctan2 atan2 hypot logical_xor")

// hasLoop reports whether a ufunc has a loop whose first result is of dtype want.
func (u *ufunc) hasLoop(want dtype.Dtype) bool {
	args := slices.Repeat([]promote.Arg{promote.ZeroDim(want)}, u.nin)
	return u.in.Has(want) && frontend.Try(func() { u.by(u, args, want) }) == nil
}

// besideArray reports whether one of a ufunc's operands is an array.
func (u *ufunc) besideArray(c *frontend.Call) bool {
	return slices.ContainsFunc(operandNames[u.nin], func(name string) bool { return arrayValue(c.Arg(name)) != nil })
}

// outFits reports whether the result of a ufunc of one array broadcasts to the argument "out".
func (u *ufunc) outFits(c *frontend.Call) bool {
	out := outArray(c, c.Arg("out"))
	for _, name := range operandNames[u.nin] {
		if a := arrayValue(c.Arg(name)); a != nil && out != nil && !fits(a.V.Shape(), out.V.Shape()) {
			return false
		}
	}
	return true
}

// refuse raises the error of a ufunc of a text or of None.
func (u *ufunc) refuse(c *frontend.Call, l level) {
	for _, name := range operandNames[u.nin] {
		switch c.Arg(name).(type) {
		case string:
			u.refuseText(c, l)
		case nil:
			u.ofNone(c, l)
		}
	}
}

// refuseText raises the error of a ufunc of a text.
func (u *ufunc) refuseText(c *frontend.Call, l level) {
	for _, name := range operandNames[u.nin] { // what is wrong with a list comes first
		if _, isList := frontend.Sequence(c.Arg(name)); isList {
			c.Operand(name)
		}
	}
	want := c.Dtype("dtype")
	byDtype := slices.Contains(textual, u.path)
	class := map[bool]string{true: "UFuncTypeError", false: "TypeError"}[byDtype]
	_, compares := beyond[u.path]
	switch {
	case want == dtype.Invalid:
		if u.path == "multiply" && !c.Has("out") { // the text is to be repeated
			for _, name := range operandNames[u.nin] {
				if o, err := c.Namespace.Operand(c.Arg(name)); err == nil && (o.Dtype.IsInteger() || o.Scalar == dtype.KindInt) {
					class = "TypeError"
				}
			}
		}
	case compares:
		class = map[bool]string{true: "UFuncTypeError", false: "TypeError"}[want == dtype.Bool]
	case u.path == "gcd", u.path == "lcm":
	case u.hasLoop(want) && l == unsafe:
		class = "ValueError"
	case u.hasLoop(want):
		class = "UFuncTypeError"
	case u.path == "subtract", u.path == "negative":
		if want == dtype.Bool {
			class = "TypeError"
		}
	}
	c.Raise(class, "ufunc '%s' has no loop for texts", u.path)
}

// ofNone returns the operand that None is to a ufunc, NaN where it may be cast, or raises the error of a
// ufunc of None.
func (u *ufunc) ofNone(c *frontend.Call, l level) frontend.Operand {
	for _, name := range operandNames[u.nin] { // what is wrong with the others comes first
		if _, isText := c.Arg(name).(string); c.Arg(name) != nil && !isText {
			c.Operand(name)
		}
	}
	want := c.Dtype("dtype")
	if want.Kind() >= dtype.KindFloat && l == unsafe && u.hasLoop(want) && u != &matMul && u != &vecDot {
		return mustOperand(c, math.NaN())
	}
	c.Raise(u.classOfNone(c, l, want), "ufunc '%s' has no loop for None", u.path)
	return frontend.Operand{}
}

// classOfNone returns the class of error of a ufunc of None.
func (u *ufunc) classOfNone(c *frontend.Call, l level, want dtype.Dtype) string {
	_, compares := beyond[u.path]
	hasOut := c.Has("out")
	asked := want != dtype.Invalid
	switch {
	case u == &matMul || u == &vecDot:
		if asked || hasOut {
			return "UFuncTypeError"
		}
		return "ValueError"
	case compares:
		return u.classOfComparison(c, l, asked)
	case asked && u.hasLoop(want) && l != unsafe:
		return "UFuncTypeError"
	case asked || slices.Contains(objectless, u.path):
		return "TypeError"
	case hasOut && l != unsafe, u.nin == 2 && l == equiv && u.besideArray(c): // a cast from or to objects
		return "UFuncTypeError"
	case slices.Contains(methodical, u.path):
		return "AttributeError"
	}
	return "TypeError"
}

// classOfComparison is classOfNone for comparisons, which for objects have bools for results.
func (u *ufunc) classOfComparison(c *frontend.Call, l level, asked bool) string {
	switch {
	case asked:
		return "TypeError"
	case c.Has("out") && !u.outFits(c):
		return "ValueError"
	case l == equiv && u.besideArray(c), c.Has("out") && l != unsafe && (u.path == "equal" || u.path == "not_equal"):
		return "UFuncTypeError"
	}
	return "TypeError"
}

// withObjects makes functions other than ufuncs raise NumPy's error for None or a text in the place of
// an array: what is wrong with the call for an array without axes comes first, then that the elements
// have no arithmetic.
func withObjects(lists ...[]frontend.Func) [][]frontend.Func {
	for _, list := range lists {
		for i := range list {
			if run := list[i].Run; run != nil && !strings.Contains(list[i].Sig, "signature=None") {
				list[i].Run = func(c *frontend.Call) any {
					defer func() {
						switch r := recover().(type) {
						case nil:
						case error:
							panic(ofObjects(c, run, r))
						default:
							panic(r)
						}
					}()
					return run(c)
				}
			}
		}
	}
	return lists
}

// ofObjects returns the error of a call, which with err refused a value as an operand.
func ofObjects(c *frontend.Call, run func(c *frontend.Call) any, err error) error {
	var e *frontend.Error
	if !errors.As(err, &e) || !e.NoOperand {
		return err
	}
	text := false
	c.Substitute(func(p *frontend.Param, v any) (any, bool) {
		_, isText := v.(string)
		if !p.Required || v != nil && !isText {
			return nil, false
		}
		text = text || isText
		return c.Wrap(c.Env().Zeros(nil, dtype.Float64)), true
	})
	class := ofNone
	if text {
		class = ofText
	}
	return &frontend.Error{Framework: e.Framework, Class: cmp.Or(class(c, func() string { return c.ClassOf(frontend.Try(func() { run(c) })) }), e.Class), Msg: e.Msg}
}

// ofNone returns the class of error of a function of None, "" for a TypeError. without returns that of the
// function of a number.
func ofNone(c *frontend.Call, without func() string) string {
	path := c.Func.Path
	if slices.Contains([]string{"outer", "round", "around"}, path) && c.Has("out") {
		return "UFuncTypeError"
	}
	if class := elementless[path]; class != "" {
		return class
	}
	if class := without(); slices.Contains(shapely, class) {
		return class
	}
	return ""
}

// ofText is ofNone for a text.
func ofText(c *frontend.Call, without func() string) string {
	path := c.Func.Path
	switch {
	case path == "array_split": // a text has a length
		return "AxisError"
	case slices.Contains(castsTexts, path), (path == "round" || path == "around") && c.Has("out"):
		return "ValueError"
	case path == "angle":
	case elementless[path] != "":
		return elementless[path]
	}
	class, adds := without(), slices.Contains(addsTexts, path)
	switch {
	case class == "AxisError", slices.Contains(shapely, class) && !adds:
		return class
	case (path == "kron" || path == "outer") && withIntegers(c): // which repeat a text
		return ""
	case path == "outer" && (c.Arg("a") == nil || c.Arg("b") == nil):
		return ""
	case adds && class == "TypeError": // something else is wrong too
		return ""
	case adds:
		return "UFuncTypeError"
	case path == "sinc":
		return "DTypePromotionError"
	}
	return ""
}

// withIntegers reports whether an argument is an array of integers.
func withIntegers(c *frontend.Call) bool {
	return slices.ContainsFunc(c.Func.Signature().Params, func(p frontend.Param) bool {
		o, err := c.Namespace.Operand(c.Arg(p.Name))
		return err == nil && (o.Dtype.IsInteger() || o.Scalar == dtype.KindInt)
	})
}

// shapely are the classes of errors that shapes and axes make, whatever the elements.
var shapely = []string{"AxisError", "ValueError", "IndexError", "LinAlgError"}

// elementless are the functions that fail before they look at shapes, and how: some ask for an
// attribute of their argument, others cast it first.
var elementless = map[string]string{"common_type": "AttributeError", "take_along_axis": "AttributeError", "rollaxis": "AttributeError", "split": "AttributeError",
	"angle": "AttributeError", "linalg.vector_norm": "TypeError", "array_split": "TypeError", "convolve": "TypeError",
	".__imatmul__": "UFuncTypeError"}

// castsTexts are the functions that cast to float64 first, to which a text that is no number is of a wrong
// value.
var castsTexts = strings.Fields("linalg.norm linalg.vector_norm linalg.matrix_norm interp cov convolve correlate bincount")

// addsTexts are the functions whose first step with the elements is one of the ufuncs for which textual
// holds.
var addsTexts = strings.Fields(`prod max min amax amin ptp isclose allclose clip ediff1d nanprod nanmax nanmin cumprod nancumprod quantile percentile
	histogram histogram_bin_edges kron dot inner outer`)
