package text

import (
	"cmp"
	"maps"
	"math"
	"math/cmplx"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/internal/format"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

const printOptions = "precision=None, threshold=None, edgeitems=None, linewidth=None, suppress=None, nanstr=None, infstr=None, formatter=None, sign=None, floatmode=None, *, legacy=None"

// NumPyRows are NumPy's functions that print arrays and set how they are printed, those of
// these names, below a path.
func NumPyRows(prefix string, names ...string) []frontend.Func {
	all := []frontend.Func{
		{Path: "set_printoptions", Sig: printOptions, Out: frontend.None, Run: func(c *frontend.Call) any {
			c.SetPrintOptions(changed(c, NumPyOf(c.Namespace)))
			return nil
		}, Doc: "How arrays are printed from now on."},
		{Path: "get_printoptions", Out: frontend.Value, Run: func(c *frontend.Call) any { return NumPyOf(c.Namespace).dict() }, Doc: "How arrays are printed, as a dict."},
		{Path: "printoptions", Sig: printOptions, Out: frontend.Value, Run: func(c *frontend.Call) any {
			n, o := c.Namespace, changed(c, NumPyOf(c.Namespace))
			return frontend.Scope(func() func() {
				before := NumPyOf(n)
				n.SetPrintOptions(o)
				return func() { n.SetPrintOptions(before) }
			})
		}, Doc: "A scope in which arrays are printed with these options."},
		{Path: "array2string", Sig: "a, max_line_width=None, precision=None, suppress_small=None, separator=' ', prefix='', style=None, formatter=None, threshold=None, edgeitems=None, sign=None, floatmode=None, suffix='', *, legacy=None",
			Out: frontend.Value, Run: array2string, Doc: "The elements in brackets as a text."},
		{Path: "array_repr", Sig: "arr, max_line_width=None, precision=None, suppress_small=None", Out: frontend.Value, Run: arrayRepr, Doc: "The text that repr gives an array."},
		{Path: "array_str", Sig: "a, max_line_width=None, precision=None, suppress_small=None", Out: frontend.Value, Run: arrayStr, Doc: "The text that str gives an array."},
		{Path: "format_float_positional", Sig: "x, precision=None, unique=True, fractional=True, trim='k', sign=False, pad_left=None, pad_right=None, min_digits=None",
			Out: frontend.Value, Run: func(c *frontend.Call) any {
				s, v := single(c)
				return s.Positional(v)
			}, Doc: "A float as a text without an exponent."},
		{Path: "format_float_scientific", Sig: "x, precision=None, unique=True, trim='k', sign=False, pad_left=None, exp_digits=None, min_digits=None",
			Out: frontend.Value, Run: func(c *frontend.Call) any {
				s, v := single(c)
				return s.Scientific(v)
			}, Doc: "A float as a text with an exponent."},
	}
	var rows []frontend.Func
	for _, f := range all {
		if slices.Contains(names, f.Path) {
			f.Path = prefix + f.Path
			rows = append(rows, f)
		}
	}
	return rows
}

// ownArray returns an argument that must be an array or a scalar of NumPy's: its attribute,
// which the function reads first, is what no other value has.
func ownArray(c *frontend.Call, name, attribute string) *frontend.Array {
	v := c.Arg(name)
	if o, ok := operandOf(c, v); ok && o.A != nil {
		return o.A
	}
	c.Raise("AttributeError", "'%s' object has no attribute '%s'", c.TypeName(v), attribute)
	return nil
}

// operandOf returns a value as an operand; ok is false for what is none, and for lists, which
// NumPy stores as they are.
func operandOf(c *frontend.Call, v any) (o frontend.Operand, ok bool) {
	if _, isList := frontend.Sequence(v); isList {
		return o, false
	}
	o, err := c.Namespace.Operand(v)
	return o, err == nil
}

func array2string(c *frontend.Call) any {
	before := NumPyOf(c.Namespace)
	o := changed(c, before)
	if !c.Has("formatter") {
		o.Formatter, o.Formatters = before.Formatter, before.Formatters
	}
	var a *frontend.Array
	if o.NumPy113 = legacy(c, o); o.NumPy113 {
		if a = ownArray(c, "a", "shape"); a.V.Ndim() == 0 {
			if c.Has("style") {
				style, ok := c.Arg("style").(frontend.Callable)
				if !ok {
					c.Raise("TypeError", "'%s' object is not callable", c.TypeName(c.Arg("style")))
				}
				return style(frontend.Plain(a.V))
			}
			return elementsOf(a.V, false, 0).python(0)
		}
	}
	suffix := ""
	if !o.NumPy113 && !isEmpty(c, o.Loose["legacy"]) {
		suffix = width(c, "suffix")
		o.shorten(c)
	}
	if a == nil {
		a = ownArray(c, "a", "size")
	}
	if a.V.Size() == 0 {
		return "[]"
	}
	o.checkElements(c, a.V)
	prefix := width(c, "prefix")
	separator, isText := c.Arg("separator").(string)
	switch {
	case isText:
	case a.V.Ndim() == 0: // which has none
		separator = " "
	default:
		c.Raise("AttributeError", "'%s' object has no attribute 'rstrip'", c.TypeName(c.Arg("separator")))
	}
	o.checkRows(c, a.V)
	return o.Array(a.V, separator, prefix, suffix)
}

func arrayRepr(c *frontend.Call) any {
	o := NumPyOf(c.Namespace)
	a := ownArray(c, "arr", "dtype")
	class := "array"
	if a.Scalar {
		class = map[bool]string{true: "bool", false: a.V.Dtype().String()}[a.V.Dtype() == dtype.Bool]
	}
	if a.V.Size() > 0 || a.V.Ndim() == 1 {
		o = kept(c)
		o.shorten(c)
		if a.V.Size() > 0 {
			o.check(c, a.V)
		}
	} else if c.Has("max_line_width") {
		o.setLineWidth(c, c.Arg("max_line_width"))
	}
	if !implied.Has(a.V.Dtype()) || a.V.Size() == 0 {
		o.checkLineWidth(c)
	}
	return o.repr(a.V, class)
}

func arrayStr(c *frontend.Call) any {
	o := NumPyOf(c.Namespace)
	a := ownArray(c, "a", "shape")
	if a.V.Ndim() == 0 {
		if a.Scalar {
			c.Raise("TypeError", "descriptor '__getitem__' requires a 'numpy.ndarray' object but received a scalar")
		}
		return o.Str(a.V)
	}
	o = kept(c)
	o.shorten(c)
	if a.V.Size() > 0 {
		o.check(c, a.V)
	}
	return o.Str(a.V)
}

// width returns a text, or as many spaces as another value has elements, of which NumPy takes
// the length alone.
func width(c *frontend.Call, name string) string {
	v := c.Arg(name)
	if text, ok := v.(string); ok {
		return strings.Repeat(" ", utf8.RuneCountInString(text))
	}
	if list, ok := frontend.Sequence(v); ok {
		return strings.Repeat(" ", len(list))
	}
	if o, err := c.Namespace.Operand(v); err == nil && o.A != nil && o.A.V.Ndim() > 0 {
		n := o.A.V.Shape()[0]
		c.Room(n, 1)
		return strings.Repeat(" ", n)
	}
	c.Raise("TypeError", "object of type '%s' has no len()", c.TypeName(v))
	return ""
}

// kept is changed for the functions that leave the formatter as it is.
func kept(c *frontend.Call) NumPy {
	before := NumPyOf(c.Namespace)
	o := changed(c, before)
	o.Formatter, o.Formatters = before.Formatter, before.Formatters
	return o
}

// changed returns the options as the arguments of a call change them. The formatter is the
// call's, whether or not it has one.
func changed(c *frontend.Call, o NumPy) NumPy {
	o.Formatter = nil
	o.Loose = maps.Clone(o.Loose)
	params := slices.Clone(c.Func.Signature().Params)
	slices.SortStableFunc(params, func(a, b frontend.Param) int { return slices.Index(lookedAt, b.Name) - slices.Index(lookedAt, a.Name) })
	for _, p := range params {
		if v := c.Arg(p.Name); v != nil {
			o.change(c, p.Name, v)
		}
	}
	o.Formatters = nil
	for _, f := range o.Formatter {
		if f.Value != nil {
			o.Formatters = append(o.Formatters, Formatter{f.Name, writer(c, f)})
		}
	}
	return o
}

// change sets the option of that name. NumPy checks some options when they are set; what
// printing cannot use of the others is kept as it is.
func (o *NumPy) change(c *frontend.Call, name string, v any) {
	switch name {
	case "precision":
		o.Precision = count(c, name)
	case "threshold":
		o.Threshold = threshold(c, v)
	case "edgeitems":
		n, ok := 0, false
		if _, isOperand := operandOf(c, v); isOperand {
			n, ok = c.IntOf(v)
		}
		if b, isBool := v.(bool); isBool {
			n, ok = map[bool]int{true: 1}[b], true
		}
		if ok = ok && n <= most; ok {
			o.EdgeItems = max(n, -most)
		}
		o.loose(name, v, ok)
	case "linewidth", "max_line_width":
		o.setLineWidth(c, v)
	case "suppress", "suppress_small":
		o.Suppress = Truth(c, v)
	case "nanstr":
		text, ok := v.(string)
		o.NaN = text
		o.loose(name, v, ok)
	case "infstr":
		text, ok := v.(string)
		o.Inf = text
		o.loose(name, v, ok)
	case "sign":
		one(c, v)
		s, ok := signs[asText(v)]
		if !ok {
			c.Raise("ValueError", "sign option must be one of ' ', '+', or '-'")
		}
		o.Sign = s
	case "floatmode":
		one(c, v)
		m, ok := modes[asText(v)]
		if !ok {
			c.Raise("ValueError", `floatmode option must be one of "fixed", "unique", "maxprec", "maxprec_equal"`)
		}
		o.FloatMode = m
	case "formatter":
		d, ok := v.(frontend.Dict)
		o.Formatter = d
		o.loose(name, v, ok)
	case "legacy":
		one(c, v)
		o.loose(name, v, isFalse(c, v))
		o.NumPy113 = v == "1.13"
	}
}

// loose keeps an option that printing cannot use, or with usable forgets that one was kept.
func (o *NumPy) loose(name string, v any, usable bool) {
	if usable {
		delete(o.Loose, name)
		return
	}
	if o.Loose == nil {
		o.Loose = map[string]any{}
	}
	o.Loose[name] = v
}

// setLineWidth sets the line width to a number, of which a line is compared with the part that is whole.
func (o *NumPy) setLineWidth(c *frontend.Call, v any) {
	n, ok := operandOf(c, v)
	if !ok || n.A != nil && (n.A.V.Size() != 1 || !n.A.Scalar && n.A.V.Dtype() == dtype.Bool) || n.A == nil && n.Value.Kind == dtype.KindComplex {
		o.loose("linewidth", v, false)
		return
	}
	o.loose("linewidth", v, true)
	s := n.Value
	if n.A != nil {
		s = frontend.Number(c.Wrap(c.Env().Reshape(n.A.V, []int{})))
	}
	z := s.Complex128() // an order of complex numbers is that of their parts
	w := math.Floor(real(z))
	if w == real(z) && imag(z) < 0 {
		w--
	}
	o.LineWidth = int(max(min(w, math.MaxInt32), -1))
	if w != w { // nothing is longer
		o.LineWidth = math.MaxInt32
	}
	if o.Modulus = 0; n.A != nil && n.A.V.Dtype().IsUnsigned() {
		o.Modulus = 1 << min(8*n.A.V.Dtype().Size(), 31)
	}
}

// check raises NumPy's error if x is written with an option that is none.
func (o *NumPy) check(c *frontend.Call, x *ivy.Array) {
	o.checkElements(c, x)
	o.checkRows(c, x)
}

// checkElements is check for the options that are looked at before the first row is written.
func (o *NumPy) checkElements(c *frontend.Call, x *ivy.Array) {
	if len(o.Loose) == 0 {
		return
	}
	if v, odd := o.Loose["edgeitems"]; odd && x.Size() > o.Threshold && x.Ndim() > 0 {
		one(c, v)
		o.EdgeItems = wholeEdges(c, v, x.Shape())
	}
	if v, odd := o.Loose["formatter"]; odd {
		c.Raise("AttributeError", "'%s' object has no attribute 'keys'", c.TypeName(v))
	}
	if dtype.Inexact.Has(x.Dtype()) && !c.Env().All(c.Env().IsFinite(x)).Bool() {
		for _, name := range []string{"nanstr", "infstr"} {
			if v, odd := o.Loose[name]; odd {
				c.Raise("TypeError", "%s is a %s, and no text", name, c.TypeName(v))
			}
		}
	}
}

// checkRows raises NumPy's error if the rows of x are written with a line width that is none.
func (o *NumPy) checkRows(c *frontend.Call, x *ivy.Array) {
	if n := x.Ndim(); n > 0 {
		if v := o.Loose["linewidth"]; x.Shape()[n-1] == 1 && v != nil { // a row of one element is never too long
			_, isList := frontend.Sequence(v)
			if _, isComplex := v.(complex128); !isList && !isComplex {
				return
			}
		}
		o.checkLineWidth(c)
	}
}

// wholeEdges returns as many edge items as no axis of a shape has, if v is a number that is half of none's
// length, which NumPy compares; with a greater one it would take slices.
func wholeEdges(c *frontend.Call, v any, shape []int) int {
	n, ok := operandOf(c, v)
	if !ok || n.A == nil && n.Value.Kind == dtype.KindComplex {
		c.Raise("TypeError", "'>' not supported between instances of 'int' and '%s'", c.TypeName(v))
	}
	s := n.Value
	if n.A != nil && n.A.V.Size() == 1 {
		s = frontend.Number(c.Wrap(c.Env().Reshape(n.A.V, []int{})))
	}
	if n.A != nil && n.A.V.Size() == 0 { // no length is greater than any of no elements
		return math.MaxInt32
	}
	for _, length := range shape {
		if float64(length) > 2*real(s.Complex128()) {
			c.Raise("TypeError", "slice indices must be integers or None or have an __index__ method")
		}
	}
	return math.MaxInt32
}

// shorten raises NumPy's error for a line width from which the length of the suffix is not taken.
func (o *NumPy) shorten(c *frontend.Call) {
	v := o.Loose["linewidth"]
	switch v.(type) {
	case nil:
		return
	case string, []any, frontend.Tuple, frontend.Dict:
		c.Raise("TypeError", "unsupported operand type(s) for -=: '%s' and 'int'", c.TypeName(v))
	}
	if n, ok := operandOf(c, v); ok && n.A != nil && !n.A.Scalar && n.A.V.Dtype() == dtype.Bool {
		c.Raise("UFuncTypeError", "Cannot cast ufunc 'subtract' output from int64 to bool with casting rule 'same_kind'")
	}
}

// checkLineWidth raises NumPy's error for a line width that no length can be compared with.
func (o *NumPy) checkLineWidth(c *frontend.Call) {
	v, odd := o.Loose["linewidth"]
	if !odd {
		return
	}
	one(c, v)
	if isEmpty(c, v) {
		o.LineWidth = math.MaxInt32 // no length is greater than any of no elements
		return
	}
	c.Raise("TypeError", "'>' not supported between instances of 'int' and '%s'", c.TypeName(v))
}

// legacy reports whether the option asks for the form that arrays had in NumPy 1.13.
func legacy(c *frontend.Call, o NumPy) bool {
	v, odd := o.Loose["legacy"]
	if !odd {
		return false
	}
	if text, isText := v.(string); isText {
		if text == "1.13" {
			return true
		}
		if text == "1.21" || text == "1.25" { // of arrays of other dtypes alone
			return false
		}
	}
	n, ok := operandOf(c, v)
	switch {
	case !ok, n.A == nil && n.Value.Kind == dtype.KindComplex:
		c.Raise("TypeError", "'<=' not supported between instances of '%s' and 'int'", c.TypeName(v))
	case n.A == nil:
		return n.Value.Float64() <= 113
	case n.A.V.Size() == 0:
		return false
	}
	return real(frontend.Number(c.Wrap(c.Env().Reshape(n.A.V, []int{}))).Complex128()) <= 113
}

// isEmpty reports whether a value is an array without elements, for which no comparison holds.
func isEmpty(c *frontend.Call, v any) bool {
	n, ok := operandOf(c, v)
	return ok && n.A != nil && n.A.V.Size() == 0
}

// isFalse reports whether a value equals False.
func isFalse(c *frontend.Call, v any) bool {
	n, ok := operandOf(c, v)
	switch {
	case !ok:
		return false
	case n.A == nil:
		return n.Value.Complex128() == 0
	}
	return n.A.V.Size() == 1 && frontend.Number(c.Wrap(c.Env().Reshape(n.A.V, []int{}))).Complex128() == 0
}

// writer returns what writes elements by a function of a program's.
func writer(c *frontend.Call, f frontend.Named) func(x *ivy.Array) string {
	call, ok := f.Value.(frontend.Callable)
	if !ok {
		c.Raise("TypeError", "formatter: the value of %q must be a function", f.Name)
	}
	n := c.Namespace
	return func(x *ivy.Array) string {
		text, ok := call(&frontend.Array{V: x, Scalar: true, NS: n}).(string)
		if !ok {
			frontend.Raise(n.Name, "TypeError", "the function of formatter must return a str")
		}
		return text
	}
}

// lookedAt are the options that NumPy looks at before the others, the first one last.
var lookedAt = []string{"precision", "threshold", "legacy", "sign", "floatmode", "suppress_small", "suppress"}

// one raises NumPy's error for an array that is asked whether it is some value, but has
// more elements than one.
func one(c *frontend.Call, v any) {
	switch v.(type) {
	case string, bool, int, float64, complex128, []any, frontend.Dict:
		return
	}
	if o, ok := operandOf(c, v); ok && o.A != nil && o.A.V.Size() > 1 {
		c.Raise("ValueError", "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()")
	}
}

// Truth returns whether Python takes a value for true.
func Truth(c *frontend.Call, v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case string:
		return v != ""
	case frontend.Dict:
		return len(v) > 0
	}
	if list, ok := frontend.Sequence(v); ok {
		return len(list) > 0
	}
	one(c, v)
	o, ok := operandOf(c, v)
	switch {
	case !ok: // an object, which is true
		return true
	case o.A == nil:
		return o.Value.Complex128() != 0
	}
	if o.A.V.Size() == 0 && c.Namespace.Name == "jax" {
		c.Raise("ValueError", "The truth value of an empty array is ambiguous. Use `array.size > 0` to check that an array is not empty.")
	}
	return o.A.V.Size() > 0 && frontend.Number(o.A).Complex128() != 0
}

func asText(v any) string { s, _ := v.(string); return s }

// count returns an argument that is no negative integer.
func count(c *frontend.Call, name string) int {
	n, ok := c.Arg(name).(int)
	if !ok {
		one(c, c.Arg(name))
		if _, isFloat := c.Arg(name).(float64); isFloat {
			c.Raise("TypeError", "%s must be an integer", name)
		}
		n = c.Int(name)
	}
	if n < 0 {
		c.Raise("ValueError", "%s must be >= 0", name)
	}
	if n > most {
		c.Raise("ValueError", "%s is more than %d", name, most)
	}
	return n
}

// most is more than any number of digits, characters or elements that a text needs.
const most = 1 << 14

// threshold returns a number of elements, which may be infinite.
func threshold(c *frontend.Call, v any) int {
	switch v.(type) {
	case string, frontend.Dict, []any, frontend.Tuple:
		c.Raise("TypeError", "threshold must be numeric")
	}
	f := c.Float("threshold")
	switch {
	case f != f:
		c.Raise("ValueError", "threshold must be non-NAN, try sys.maxsize for untruncated representation")
	case f >= math.MaxInt32:
		return math.MaxInt
	case f < 0:
		return -1
	}
	return int(f)
}

// dict returns the options as NumPy's get_printoptions does.
func (o NumPy) dict() frontend.Dict {
	either := func(text, otherwise string) string {
		if text == "" {
			return otherwise
		}
		return text
	}
	var formatter any
	if o.Formatter != nil {
		formatter = o.Formatter
	}
	d := frontend.Dict{
		{Name: "edgeitems", Value: o.EdgeItems}, {Name: "threshold", Value: o.Threshold}, {Name: "floatmode", Value: nameOf(modes, o.FloatMode)},
		{Name: "precision", Value: o.Precision}, {Name: "suppress", Value: o.Suppress}, {Name: "linewidth", Value: o.LineWidth},
		{Name: "nanstr", Value: either(o.NaN, "nan")}, {Name: "infstr", Value: either(o.Inf, "inf")}, {Name: "sign", Value: nameOf(signs, o.Sign)},
		{Name: "formatter", Value: formatter}, {Name: "legacy", Value: false},
	}
	for i := range d {
		if v, odd := o.Loose[d[i].Name]; odd {
			d[i].Value = v
		}
	}
	return d
}

// A quantity is an argument of format_float_positional and its like that is None or no negative number,
// and for C an int.
type quantity struct {
	value any
	o     frontend.Operand
	s     backend.Scalar // of one number
	empty bool           // an array without elements, of which no comparison holds
}

// unordered is what compare returns where no comparison holds.
const unordered = 2

// compare returns −1, 0 or 1 as the quantity is less than zero, zero or greater; None is −1 there. Complex
// numbers compare by their parts.
func (q quantity) compare() int {
	if q.value == nil {
		return -1
	}
	z := q.s.Complex128()
	if q.empty || cmplx.IsNaN(z) {
		return unordered
	}
	return cmp.Or(cmp.Compare(real(z), 0), cmp.Compare(imag(z), 0))
}

// notNegative returns an argument that NumPy compares with zero, whatever it is.
func notNegative(c *frontend.Call, name string) quantity {
	q := quantity{value: c.Arg(name)}
	if q.value == nil {
		return q
	}
	one(c, q.value)
	var ok bool
	q.o, ok = operandOf(c, q.value)
	if !ok || q.o.A == nil && q.o.Value.Kind == dtype.KindComplex {
		c.Raise("TypeError", "'<' not supported between instances of '%s' and 'int'", c.TypeName(q.value))
	}
	q.s = q.o.Value
	if q.o.A != nil {
		if q.empty = q.o.A.V.Size() == 0; !q.empty {
			q.s = frontend.Number(c.Wrap(c.Env().Reshape(q.o.A.V, []int{})))
		}
	}
	if q.compare() == -1 {
		c.Raise("ValueError", "%s must be >= 0", name)
	}
	return q
}

// digits returns a quantity as C's int; bools are integers there.
func digits(c *frontend.Call, q quantity) int {
	v, o, s := q.value, q.o, q.s
	switch {
	case v == nil:
		return -1
	case q.empty:
		c.Raise("TypeError", "only integer scalar arrays can be converted to a scalar index")
	}
	if o.A != nil && o.A.V.Ndim() > 0 || !s.IsInteger() && s.Kind != dtype.KindBool || o.A != nil && s.Kind == dtype.KindBool {
		c.Raise("TypeError", "%s() needs an integer, not %s", c.Func.Path, c.Shown(v))
	}
	if s.Kind == dtype.KindBool {
		return map[bool]int{true: 1}[s.Bool()]
	}
	if s.Float64() > math.MaxInt32 {
		c.Raise("OverflowError", "Python int too large to convert to C int")
	}
	return int(s.Int64())
}

// flag returns an argument of format_float_positional and its like that C takes for an int, true if it is
// not zero.
func flag(c *frontend.Call, name string) bool {
	v := c.Arg(name)
	if b, isBool := v.(bool); isBool {
		return b
	}
	i, ok := c.IntOf(v)
	if o, err := c.Namespace.Operand(v); !ok || err != nil || o.A != nil && o.A.V.Ndim() > 0 {
		c.Raise("TypeError", "'%s' object cannot be interpreted as an integer", c.TypeName(v))
	}
	return i != 0
}

// single returns how one float is to be written, and the float. What is wrong is found in NumPy's order.
func single(c *frontend.Call) (format.Single, float64) {
	s := format.Single{Dtype: dtype.Float64, Fractional: true, PadRight: -1, ExpDigits: -1}
	precision, left := notNegative(c, "precision"), notNegative(c, "pad_left")
	positional := !strings.HasSuffix(c.Func.Path, "scientific")
	other := notNegative(c, map[bool]string{true: "pad_right", false: "exp_digits"}[positional])
	least := notNegative(c, "min_digits")
	if positional && !Truth(c, c.Arg("fractional")) && precision.compare() == 0 {
		c.Raise("ValueError", "precision must be greater than 0 if fractional=False")
	}
	if least.compare() == 1 && precision.compare() == 1 && real(least.s.Complex128()) > real(precision.s.Complex128()) {
		c.Raise("ValueError", "min_digits must be less than or equal to precision")
	}
	s.Precision, s.PadLeft, s.MinDigits = digits(c, precision), digits(c, left), digits(c, least)
	if positional {
		s.PadRight, s.Fractional = digits(c, other), flag(c, "fractional")
	} else {
		s.ExpDigits = digits(c, other)
	}
	s.Unique, s.Sign = flag(c, "unique"), flag(c, "sign")
	trim, _ := c.Arg("trim").(string)
	if len(trim) != 1 || !strings.Contains("k.0-", trim) {
		c.Raise("TypeError", "if supplied, trim must be 'k', '.', '0' or '-' found `%v`", c.Arg("trim"))
	}
	s.Trim = trim[0]
	if !s.Unique && s.Precision < 0 {
		c.Raise("TypeError", "in non-unique mode `precision` must be supplied")
	}
	var x float64
	x, s.Dtype = float(c, "x")
	for _, n := range []*int{&s.Precision, &s.PadLeft, &s.PadRight, &s.MinDigits, &s.ExpDigits} {
		if *n > most {
			c.Raise("ValueError", "%s(): %d characters are more than %d", c.Func.Path, *n, most)
		}
	}
	return s, x
}

// float returns an argument as a float and the dtype that it has: that of a scalar of NumPy's, of which
// complex ones lose their imaginary part. An array's number is Python's float.
func float(c *frontend.Call, name string) (float64, dtype.Dtype) {
	v := c.Arg(name)
	if _, isList := frontend.Sequence(v); isList || v == nil {
		c.Raise("TypeError", "must be real number, not %s", c.TypeName(v))
	}
	a := c.Operand(name).A
	if a == nil || !a.Scalar {
		return c.Float(name), dtype.Float64
	}
	d := a.V.Dtype()
	if !dtype.Float.Has(d) || d == dtype.BFloat16 {
		d = dtype.Float64
	}
	return real(frontend.Number(a).Complex128()), d
}
