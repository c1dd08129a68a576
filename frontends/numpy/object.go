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

// hasArrayOperand reports whether one of a ufunc's operands is an array or a list.
func (u *ufunc) hasArrayOperand(c *frontend.Call) bool {
	return slices.ContainsFunc(operandNames[u.nin], func(name string) bool {
		_, isList := frontend.Sequence(c.Arg(name))
		return isList || arrayValue(c.Arg(name)) != nil
	})
}

// outFits reports whether the result of a ufunc of one array broadcasts to the argument "out", and so does
// the mask.
func (u *ufunc) outFits(c *frontend.Call) bool {
	out := outArray(c, c.Arg("out"))
	if out == nil {
		return true
	}
	for _, name := range append([]string{"where"}, operandNames[u.nin]...) {
		if o, err := c.Namespace.Operand(c.Arg(name)); err == nil && o.A != nil && !fits(o.A.V.Shape(), out.V.Shape()) {
			return false
		}
	}
	return true
}

// noneOperands returns the operands of equal and not_equal where one is None, and of comparisons of None with an array without elements: True
// for None, which is equal to None alone, and False for all elements of the other. It returns nil for other
// functions and operands.
func (u *ufunc) noneOperands(c *frontend.Call, l level) []frontend.Operand {
	names := operandNames[u.nin]
	none := func(name string) bool { return c.Arg(name) == nil }
	_, compares := beyond[u.path]
	empty := func(name string) bool { a := arrayValue(c.Arg(name)); return a != nil && a.V.Size() == 0 }
	if want := c.Dtype("dtype"); !compares || u.path != "equal" && u.path != "not_equal" && !slices.ContainsFunc(names, empty) || !slices.ContainsFunc(names, none) || want != dtype.Invalid && want != dtype.Bool {
		return nil
	}
	operands := make([]frontend.Operand, len(names))
	for i, name := range names {
		_, isText := c.Arg(name).(string)
		if l == equiv && (isText || u.hasArrayOperand(c)) { // which are cast to objects
			c.Raise("UFuncTypeError", "Cannot cast ufunc '%s' input %d to an object with this casting rule", u.path, i)
		}
		switch {
		case none(name):
			operands[i] = mustOperand(c, true)
		case isText:
			operands[i] = mustOperand(c, false)
		default:
			operands[i] = mustOperand(c, c.Wrap(c.Env().Zeros(arrayOf(c, c.Operand(name)).Shape(), dtype.Bool)))
		}
	}
	return operands
}

// refuse raises the error of a ufunc of a text or of None.
func (u *ufunc) refuse(c *frontend.Call, l level) {
	for _, name := range operandNames[u.nin] {
		switch c.Arg(name).(type) {
		case string:
			u.ofText(c, name, l)
		case nil:
			u.ofNone(c, l)
		}
	}
}

// checkOthers raises the error of the other operands of a ufunc of a text or of None: of a list that is no
// array, and of a number that is none of the dtype asked for.
func (u *ufunc) checkOthers(c *frontend.Call, want dtype.Dtype) {
	for _, name := range operandNames[u.nin] {
		if _, isText := c.Arg(name).(string); isText || c.Arg(name) == nil {
			continue
		}
		if o := c.Operand(name); o.A == nil && want != dtype.Invalid && u.hasLoop(want) {
			c.As(o, want)
		}
	}
}

// truths are the ufuncs to which a text is true unless it is empty, and None false if bools are asked for.
var truths = strings.Fields("logical_and logical_or logical_xor")

// ofText returns the operand that a text is to a ufunc, or raises the error of a ufunc of a text.
func (u *ufunc) ofText(c *frontend.Call, name string, l level) frontend.Operand {
	want := c.Dtype("dtype")
	u.checkOthers(c, want)
	if slices.ContainsFunc(operandNames[u.nin], func(name string) bool { return c.Arg(name) == nil }) { // an object, and so is the text
		if u.noneOperands(c, l) != nil {
			return mustOperand(c, false)
		}
		c.Raise(u.classOfNone(c, l, want), "ufunc '%s' has no loop for a text and None", u.path)
	}
	if slices.Contains(truths, u.path) && (want == dtype.Invalid || want == dtype.Bool) || want == dtype.Bool && l == unsafe && u.hasLoop(want) {
		return mustOperand(c, c.Arg(name) != "")
	}
	u.refuseText(c, l, want)
	return frontend.Operand{}
}

// refuseText raises the error of a ufunc of a text.
func (u *ufunc) refuseText(c *frontend.Call, l level, want dtype.Dtype) {
	byDtype := slices.Contains(textual, u.path)
	class := map[bool]string{true: "UFuncTypeError", false: "TypeError"}[byDtype]
	_, compares := beyond[u.path]
	switch {
	case u.path == "multiply" && !c.Has("out") && withIntegers(c): // the text is to be repeated
		class = "TypeError"
	case want == dtype.Invalid:
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
	want := c.Dtype("dtype")
	u.checkOthers(c, want)
	if u.noneOperands(c, l) != nil || want == dtype.Bool && u.hasLoop(want) && (l == unsafe || slices.Contains(truths, u.path)) {
		return mustOperand(c, false)
	}
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
		return u.classOfComparison(c, l, want)
	case asked && u.hasLoop(want) && l != unsafe:
		return "UFuncTypeError"
	case asked && u.hasLoop(want) && !u.outFits(c):
		return "ValueError"
	case asked || slices.Contains(objectless, u.path):
		return "TypeError"
	case hasOut && l != unsafe, u.nin == 2 && l == equiv && u.hasArrayOperand(c): // a cast from or to objects
		return "UFuncTypeError"
	case !u.outFits(c):
		return "ValueError"
	case slices.Contains(methodical, u.path):
		return "AttributeError"
	}
	return "TypeError"
}

// classOfComparison is classOfNone for comparisons, which for objects have bools for results.
func (u *ufunc) classOfComparison(c *frontend.Call, l level, want dtype.Dtype) string {
	isText := func(name string) bool { _, ok := c.Arg(name).(string); return ok }
	out := outArray(c, c.Arg("out"))
	switch {
	case want != dtype.Invalid && want != dtype.Bool:
		return "TypeError"
	case l == equiv && (u.hasArrayOperand(c) || slices.ContainsFunc(operandNames[u.nin], isText) || out != nil && out.V.Dtype() != dtype.Bool):
		return "UFuncTypeError"
	case !u.outFits(c):
		return "ValueError"
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
	if path := c.Func.Path; path == "isclose" || path == "allclose" {
		if _, isText := c.Arg("b").(string); isText { // whose type is looked at first
			return &frontend.Error{Framework: e.Framework, Class: "DTypePromotionError", Msg: e.Msg}
		}
	}
	text, none := false, false
	d := dtype.Float64
	c.Substitute(func(p *frontend.Param, v any) (any, bool) {
		_, isText := v.(string)
		if !p.Required || v != nil && !isText {
			return nil, false
		}
		text, none = text || isText, none || v == nil
		switch {
		case isText && slices.Contains(nanMoments, c.Func.Path): // which skip NaN among numbers alone
			d = dtype.Int64
		case isText && c.Func.Path == "ediff1d": // whose ends are to be of the elements' kind: a text holds all numbers
			d = dtype.Complex128
		}
		return c.Wrap(c.Env().Zeros(nil, d)), true
	})
	c.Substitute(func(p *frontend.Param, v any) (any, bool) { // which come after the elements
		_, isText := v.(string)
		late := p.Name == "initial" || p.Name == "out" && slices.Contains(rankings, c.Func.Path) && !(none && c.Func.Path == "median") ||
			c.Func.Path == "ediff1d" && text && isText
		return p.Default, late && v != nil
	})
	class := ofNone
	if text && !(none && multiplies[c.Func.Path]) { // a text is not repeated None times
		class = ofText
	}
	without := frontend.Try(func() { run(c) })
	if isRagged(without) && elementless[c.Func.Path] == "" { // a list that is no array comes first
		return without
	}
	return &frontend.Error{Framework: e.Framework, Class: cmp.Or(class(c, func() string { return c.ClassOf(without) }), e.Class), Msg: e.Msg}
}

// rankings are the functions that look at "out" last.
var rankings = strings.Fields("median nanmedian quantile percentile nanquantile nanpercentile")

// isRagged reports whether an error is that of a list whose parts have other lengths.
func isRagged(err error) bool {
	var e *frontend.Error
	return errors.As(err, &e) && e.Class == "ValueError" && strings.Contains(e.Msg, "inhomogeneous")
}

// ofNone returns the class of error of a function of None, "" for a TypeError. without returns that of the
// function of a number.
func ofNone(c *frontend.Call, without func() string) string {
	path := c.Func.Path
	switch {
	case strings.HasPrefix(path, "std") || strings.HasPrefix(path, "var"):
		if c.Has("mean") { // it is subtracted from None
			return ""
		}
	case roundsIntoAnother(c):
		return "ValueError"
	case slices.Contains([]string{"outer", "round", "around", "clip"}, path) && c.Has("out"):
		return "UFuncTypeError"
	case path == "split", path == "array_split":
		return ofSplit(c, false)
	case (path == "cov" || path == "corrcoef") && c.Dtype("dtype") == Bool: // of which None is one
		return "UFuncTypeError"
	case path == "linalg.vector_norm":
		_, isText := c.Arg("ord").(string)
		return map[bool]string{true: "ValueError"}[isText]
	case path == "linalg.norm": // whose elements are multiplied before the axes are looked at
		return map[bool]string{true: "ValueError"}[without() == "ValueError"]
	}
	if class := elementless[path]; class != "" {
		return class
	}
	if path == "cov" && c.Dtype("dtype").IsInteger() { // the cast comes first
		return ""
	}
	if strings.Contains(path, "cumsum") || strings.Contains(path, "cumprod") {
		if out := outArray(c, c.Arg("out")); out != nil && out.V.Ndim() > 0 && out.V.Dtype().IsInteger() && slices.Contains([]any{nil, -1, 0}, c.Arg("axis")) {
			return "" // None is no integer, and the shape comes later
		}
	}
	if class := without(); slices.Contains(shapely, class) {
		return class
	}
	return ""
}

// roundsIntoAnother reports whether a call rounds one element into an array of more or of none, which NumPy
// looks at first.
func roundsIntoAnother(c *frontend.Call) bool {
	if c.Func.Path != "round" && c.Func.Path != "around" {
		return false
	}
	out := outArray(c, c.Arg("out"))
	return out != nil && out.V.Size() != 1
}

// ofText is ofNone for a text.
func ofText(c *frontend.Call, without func() string) string {
	path := c.Func.Path
	switch {
	case path == "split", path == "array_split":
		return ofSplit(c, true)
	case (path == "cov" || path == "corrcoef") && c.Dtype("dtype") == Bool: // of which any text is one
		return "UFuncTypeError"
	case (path == "cov" || path == "corrcoef") && !c.Has("dtype"): // texts have sums, but no quotients
		if class := without(); class != "UFuncTypeError" && class != "ZeroDivisionError" {
			return class
		}
		return ""
	case slices.Contains(castsTexts, path), roundsIntoAnother(c):
		return "ValueError"
	case path == "round" || path == "around":
		return map[bool]string{true: "UFuncTypeError"}[c.Int("decimals") > 0] // multiply comes first
	case path == "angle":
	case elementless[path] != "":
		return elementless[path]
	}
	class, adds := without(), slices.Contains(addsTexts, path)
	if reduces := ofTextReduction(path); reduces != nil {
		return reduces(c, class)
	}
	switch {
	case strings.HasPrefix(path, "histogram") && class == "ValueError": // of the weights, the bins or the range
		return class
	case class == "AxisError", slices.Contains(shapely, class) && !adds:
		return class
	case (path == "kron" || path == "outer" && !c.Has("out")) && withIntegers(c): // which repeat a text
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

// ofTextReduction returns what ofText is for a reduction, given the class of error for a number; nil for another
// function.
func ofTextReduction(path string) func(c *frontend.Call, without string) string {
	switch {
	case strings.Contains(path, "cumsum"), strings.Contains(path, "cumprod"):
		return ofTextScan
	case path == "prod", path == "nanprod":
		return ofTextProduct
	case slices.Contains(sumsTexts, path):
		return ofTextSum
	case slices.Contains(rankings, path):
		return ofTextRank
	}
	return nil
}

// nanMoments are the functions that hand what is no number on to those that do not skip NaN.
var nanMoments = strings.Fields("nanmean nanvar nanstd")

// sumsTexts are the functions that add up, for which dtypes come before the shape of "out".
var sumsTexts = strings.Fields("sum nansum mean var std nanmean nanvar nanstd")

// ofTextSum is ofText for sumsTexts, without being the class of error for a number. A number of elements is
// counted first, by the mask.
func ofTextSum(c *frontend.Call, without string) string {
	path := c.Func.Path
	adds, means := path == "sum" || path == "nansum", strings.HasSuffix(path, "mean")
	switch {
	case adds && c.Has("dtype") && without != "AxisError" && c.Has("out"): // into whose dtype the text is cast
		return "ValueError"
	case without == "AxisError", without == "ValueError" && (!adds && c.Arg("where") != true || c.Has("dtype") && c.Has("out")):
		return without
	case !adds && !means && c.Float("ddof") != 0 && c.Has("correction"):
		return "ValueError"
	case adds || means:
		return map[bool]string{true: "UFuncTypeError"}[c.Has("out")]
	case c.Has("mean"): // it is subtracted from the text
		return "UFuncTypeError"
	}
	return ""
}

// ofSplit returns the class of error of split and array_split of None or of a text, which has a length, but
// no axes.
func ofSplit(c *frontend.Call, isText bool) string {
	sections := c.Arg("indices_or_sections")
	_, isList := frontend.Sequence(sections)
	_, isWord := sections.(string)
	a := arrayValue(sections)
	n, isInt := c.IntOf(sections)
	_, isAxis := c.IntOf(c.Arg("axis"))
	_, isFlag := c.Arg("axis").(bool)
	switch {
	case c.Func.Path == "split" && !isList && !isWord && (a == nil || a.V.Ndim() == 0):
		return "AttributeError"
	case !isText, sections == nil:
		return ""
	case isInt && n <= 0:
		return "ValueError"
	case !isAxis && !isFlag:
		return ""
	}
	return "AxisError"
}

// ofTextRank is ofText for rankings. They skip no NaN of a text, nor take the mean of two.
func ofTextRank(c *frontend.Call, without string) string {
	path := c.Func.Path
	switch {
	case slices.Contains(shapely, without):
		return without
	case strings.HasPrefix(path, "nan"):
		return ""
	case path == "median":
		return map[bool]string{true: "UFuncTypeError"}[c.Given("out")]
	case without == "TypeError": // something else is wrong too
		return ""
	}
	return "UFuncTypeError"
}

// ofTextProduct is ofText for prod and nanprod.
func ofTextProduct(c *frontend.Call, without string) string {
	if out := outArray(c, c.Arg("out")); out != nil && out.V.Dtype().IsInteger() { // the text is to be repeated
		return map[bool]string{true: without}[without == "AxisError"]
	}
	switch without {
	case "TypeError":
		return ""
	case "AxisError":
		return without
	}
	return "UFuncTypeError"
}

// ofTextScan is ofText for cumsum, cumprod and their like.
func ofTextScan(c *frontend.Call, without string) string {
	out := outArray(c, c.Arg("out"))
	switch {
	case without == "AxisError":
		return without
	case without == "TypeError": // something else is wrong too
		return ""
	case strings.HasSuffix(c.Func.Path, "sum"):
		return map[bool]string{true: "UFuncTypeError"}[out != nil]
	case out != nil && out.V.Dtype().Kind() <= dtype.KindInt: // the text is to be repeated
		return ""
	}
	return "UFuncTypeError"
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
var elementless = map[string]string{"common_type": "AttributeError", "take_along_axis": "AttributeError", "rollaxis": "AttributeError",
	"angle": "AttributeError", "convolve": "TypeError",
	".__imatmul__": "UFuncTypeError"}

// castsTexts are the functions that cast to float64 first, to which a text that is no number is of a wrong
// value.
var castsTexts = strings.Fields("linalg.norm linalg.vector_norm linalg.matrix_norm interp cov corrcoef convolve correlate bincount")

// multiplies are the functions of two arrays, of which one that is None makes the elements objects.
var multiplies = map[string]bool{"kron": true, "dot": true, "inner": true, "outer": true}

// addsTexts are the functions whose first step with the elements is one of the ufuncs for which textual
// holds.
var addsTexts = strings.Fields("max min amax amin ptp isclose allclose clip ediff1d nanmax nanmin histogram histogram_bin_edges kron dot inner outer")
