package text

import (
	"math"
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/internal/format"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// NumPyOf returns the options with which a namespace prints as NumPy does.
func NumPyOf(n *frontend.Namespace) NumPy {
	if o, ok := n.PrintOptions().(NumPy); ok {
		return o
	}
	return NumPyDefaults()
}

// signs and modes are the options of those names, by the texts that NumPy has for them.
var (
	signs = map[string]format.Sign{"-": format.SignNegative, "+": format.SignAlways, " ": format.SignSpace}
	modes = map[string]format.FloatMode{"fixed": format.Fixed, "unique": format.Unique, "maxprec": format.MaxPrec, "maxprec_equal": format.MaxPrecEqual}
)

// nameOf returns the text that stands for an option.
func nameOf[T comparable](m map[string]T, v T) string {
	for name, w := range m {
		if v == w {
			return name
		}
	}
	return ""
}

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
			Out: frontend.Value, Run: func(c *frontend.Call) any {
				o := kept(c)
				if c.Has("formatter") {
					o = changed(c, o)
				}
				return o.Array(arrayOf(c, "a"), c.Text("separator"), c.Text("prefix"), c.Text("suffix"))
			}, Doc: "The elements in brackets as a text."},
		{Path: "array_repr", Sig: "arr, max_line_width=None, precision=None, suppress_small=None", Out: frontend.Value, Run: func(c *frontend.Call) any {
			return kept(c).Repr(arrayOf(c, "arr"))
		}, Doc: "The text that repr gives an array."},
		{Path: "array_str", Sig: "a, max_line_width=None, precision=None, suppress_small=None", Out: frontend.Value, Run: func(c *frontend.Call) any {
			return kept(c).Str(arrayOf(c, "a"))
		}, Doc: "The text that str gives an array."},
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

// arrayOf returns an argument as an array of the unified API.
func arrayOf(c *frontend.Call, name string) *ivy.Array {
	o := c.Operand(name)
	if o.A != nil {
		return o.A.V
	}
	return c.Env().Asarray(o.Value)
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
	params := slices.Clone(c.Func.Signature().Params)
	slices.SortStableFunc(params, func(a, b frontend.Param) int { return slices.Index(lookedAt, b.Name) - slices.Index(lookedAt, a.Name) })
	for _, p := range params {
		name, v := p.Name, c.Arg(p.Name)
		if v == nil {
			continue
		}
		switch name {
		case "precision":
			o.Precision = count(c, name)
		case "threshold":
			o.Threshold = threshold(c, v)
		case "edgeitems":
			o.EdgeItems = count(c, name)
		case "linewidth", "max_line_width":
			one(c, v)
			o.LineWidth = c.Int(name)
		case "suppress", "suppress_small":
			o.Suppress = truth(c, v)
		case "nanstr":
			o.NaN = c.Text(name)
		case "infstr":
			o.Inf = c.Text(name)
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
			if !ok {
				c.Raise("TypeError", "formatter must be a dict of functions")
			}
			o.Formatter = d
		case "legacy":
			one(c, v)
			if v != false {
				c.Raise("NotImplementedError", "the legacy printing modes are not there (only False)")
			}
		}
	}
	o.Formatters = nil
	for _, f := range o.Formatter {
		if f.Value == nil {
			continue
		}
		call, ok := f.Value.(frontend.Callable)
		if !ok {
			c.Raise("TypeError", "formatter: the value of %q must be a function", f.Name)
		}
		n := c.Namespace
		o.Formatters = append(o.Formatters, Formatter{f.Name, func(x *ivy.Array) string {
			text, ok := call(&frontend.Array{V: x, Scalar: true, NS: n}).(string)
			if !ok {
				frontend.Raise(n.Name, "TypeError", "the function of formatter must return a str")
			}
			return text
		}})
	}
	return o
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
	if o, err := c.Namespace.Operand(v); err == nil && o.A != nil && o.A.V.Size() > 1 {
		c.Raise("ValueError", "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()")
	}
}

// truth returns whether Python takes a value for true.
func truth(c *frontend.Call, v any) bool {
	switch v := v.(type) {
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
	o, err := c.Namespace.Operand(v)
	switch {
	case err != nil: // an object, which is true
		return true
	case o.A == nil:
		return o.Value.Complex128() != 0
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

// Shown returns how many elements are printed of an array of that size.
func (o NumPy) Shown(size int) int {
	if size > o.Threshold {
		return 0
	}
	return size
}

// Shown returns how many elements are printed of a tensor of that size.
func (o Torch) Shown(size int) int {
	if float64(size) > o.Threshold {
		return 0
	}
	return size
}

// threshold returns a number of elements, which may be infinite.
func threshold(c *frontend.Call, v any) int {
	switch v.(type) {
	case string, frontend.Dict, []any:
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
	return frontend.Dict{
		{Name: "edgeitems", Value: o.EdgeItems}, {Name: "threshold", Value: o.Threshold}, {Name: "floatmode", Value: nameOf(modes, o.FloatMode)},
		{Name: "precision", Value: o.Precision}, {Name: "suppress", Value: o.Suppress}, {Name: "linewidth", Value: o.LineWidth},
		{Name: "nanstr", Value: either(o.NaN, "nan")}, {Name: "infstr", Value: either(o.Inf, "inf")}, {Name: "sign", Value: nameOf(signs, o.Sign)},
		{Name: "formatter", Value: formatter}, {Name: "legacy", Value: false},
	}
}

// single returns how one float is to be written, and the float.
func single(c *frontend.Call) (format.Single, float64) {
	s := format.Single{Dtype: dtype.Float64, Precision: -1, MinDigits: -1, Fractional: true, PadLeft: -1, PadRight: -1, ExpDigits: -1}
	o := c.Operand("x")
	if o.A != nil && o.A.Scalar && dtype.Float.Has(o.A.V.Dtype()) && o.A.V.Dtype() != dtype.BFloat16 { // an array's number is Python's float
		s.Dtype = o.A.V.Dtype()
	}
	for _, p := range c.Func.Signature().Params[1:] {
		if c.Arg(p.Name) == nil {
			continue
		}
		switch p.Name {
		case "precision":
			s.Precision = count(c, p.Name)
		case "min_digits":
			s.MinDigits = count(c, p.Name)
		case "pad_left":
			s.PadLeft = count(c, p.Name)
		case "pad_right":
			s.PadRight = count(c, p.Name)
		case "exp_digits":
			s.ExpDigits = count(c, p.Name)
		case "unique":
			s.Unique = c.Bool(p.Name)
		case "fractional":
			s.Fractional = c.Bool(p.Name)
		case "sign":
			s.Sign = c.Bool(p.Name)
		}
	}
	trim := c.Text("trim")
	if len(trim) != 1 || !strings.Contains("k.0-", trim) {
		c.Raise("TypeError", "if supplied, trim must be 'k', '.', '0' or '-' found `%s`", trim)
	}
	s.Trim = trim[0]
	switch {
	case !s.Fractional && s.Precision == 0:
		c.Raise("ValueError", "precision must be greater than 0 if fractional=False")
	case s.MinDigits > 0 && s.Precision > 0 && s.MinDigits > s.Precision:
		c.Raise("ValueError", "min_digits must be less than or equal to precision")
	case !s.Unique && s.Precision < 0:
		c.Raise("TypeError", "in non-unique mode `precision` must be supplied")
	}
	return s, c.Float("x")
}

// TorchOf returns the options with which a namespace prints as PyTorch does.
func TorchOf(n *frontend.Namespace) Torch {
	if o, ok := n.PrintOptions().(Torch); ok {
		return o
	}
	return TorchDefaults()
}

// number reads an option that is a number, if it is given. PyTorch takes whatever it gets, and
// fails when it prints.
func (o *Torch) number(c *frontend.Call, name string, to *float64) {
	if !c.Has(name) {
		return
	}
	v := c.Arg(name)
	if _, isList := frontend.Sequence(v); !isList {
		if x, err := c.Namespace.Operand(v); err == nil {
			switch {
			case x.A == nil && x.Value.Kind != dtype.KindComplex:
				*to = x.Value.Float64()
				return
			case x.A != nil && x.A.V.Size() == 1 && !x.A.V.Dtype().IsComplex():
				*to = ivy.Item[float64](c.Env().Astype(c.Env().Reshape(x.A.V, nil), dtype.Float64))
				return
			}
		}
	}
	o.Wrong = "the print option " + name + " is " + c.Shown(v) + ", no number"
}

// TorchRows are PyTorch's functions that set how tensors are printed.
func TorchRows() []frontend.Func {
	return []frontend.Func{{Path: "set_printoptions", Sig: "precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None", Out: frontend.None,
		Run: func(c *frontend.Call) any {
			o := TorchOf(c.Namespace)
			switch c.Arg("profile") {
			case "default":
				o = TorchDefaults()
			case "short":
				o = TorchDefaults()
				o.Precision, o.EdgeItems = 2, 2
			case "full":
				o = TorchDefaults()
				o.Threshold = math.Inf(1)
			}
			o.Wrong = ""
			threshold := o.Threshold
			for _, p := range []struct {
				name string
				to   *int
			}{{"precision", &o.Precision}, {"edgeitems", &o.EdgeItems}, {"linewidth", &o.LineWidth}} {
				n := float64(*p.to)
				o.number(c, p.name, &n)
				if p.name == "precision" && n < 0 {
					o.Wrong = "the print option precision is negative"
				}
				*p.to = int(min(max(n, 0), most))
			}
			o.number(c, "threshold", &threshold)
			o.Threshold = threshold
			o.Scientific = nil
			if c.Has("sci_mode") {
				n := 0.0
				o.number(c, "sci_mode", &n)
				on := n != 0
				o.Scientific = &on
			}
			c.SetPrintOptions(o)
			return nil
		}}}
}
