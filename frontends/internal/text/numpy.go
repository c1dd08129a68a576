package text

import (
	"math"
	"strconv"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/internal/format"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// NumPy are the print options of NumPy. Make them with [NumPyDefaults].
type NumPy struct {
	format.Options

	// Formatters, where there are any, write elements in place of NumPy's own. A key is a
	// dtype's kind as NumPy names it: "bool", "int", "float", "complexfloat", "all",
	// "int_kind", …
	Formatters []Formatter
	Formatter  frontend.Dict // as a program gave them

	// Modulus, if not 0, is that of the unsigned integers of which the line width is one: a width that is less
	// than what the brackets take of it wraps around.
	Modulus int

	// Loose are options that a program set to what printing cannot use, by their names.
	// NumPy takes any value, and raises an error when an element is written with it.
	Loose map[string]any
}

// A Formatter writes the elements of the dtypes that its key stands for.
type Formatter struct {
	Key   string
	Write func(element *ivy.Array) string
}

// NumPyDefaults returns the options that NumPy starts with.
func NumPyDefaults() NumPy { return NumPy{Options: format.Defaults()} }

// formatter returns the one for a dtype, nil if there is none. Where several apply the
// key that is closest to the dtype counts.
func (o NumPy) formatter(d dtype.Dtype) func(*ivy.Array) string {
	keys := map[dtype.Kind][]string{
		dtype.KindBool: {"bool"}, dtype.KindInt: {"int", "int_kind"}, dtype.KindUint: {"int", "int_kind"},
		dtype.KindFloat: {"float", "float_kind"}, dtype.KindComplex: {"complexfloat", "complex_kind"},
	}[d.Kind()]
	if d == dtype.BFloat16 { // no float to NumPy
		keys = []string{"numpystr", "str_kind"}
	}
	for _, key := range append(keys, "all") {
		for _, f := range o.Formatters {
			if f.Key == key {
				return f.Write
			}
		}
	}
	return nil
}

// Array returns the elements in brackets as NumPy's array2string does: with separator
// between them, the lines indented by the width of prefix and with room for suffix.
func (o NumPy) Array(x *ivy.Array, separator, prefix, suffix string) string {
	return o.array(x, separator, prefix, suffix, false)
}

func (o NumPy) array(x *ivy.Array, separator, prefix, suffix string, alone bool) string {
	if !x.HasElements() {
		return x.String()
	}
	taken := x.Ndim() + len(suffix) // from the line width
	if o.NumPy113 {
		taken = len(strings.TrimRight(separator, " "))
	}
	if o.LineWidth < taken {
		o.LineWidth += o.Modulus
	}
	summarise := x.Size() > o.Threshold
	e := elementsOf(x, summarise && o.EdgeItems > 0, o.EdgeItems)
	src := e.source()
	if alone && len(e.full) == 0 {
		if e.dtype == dtype.BFloat16 {
			return brain(e.floats[0])
		}
		return format.Number(src)
	}
	if write := o.formatter(e.dtype); write != nil {
		src.Ragged = true
		src.Write = func(dst []byte, i int) []byte { return append(dst, write(element(x, i))...) }
	} else if e.dtype == dtype.BFloat16 {
		src.Ragged = true
		src.Write = func(dst []byte, i int) []byte { return append(dst, brain(e.floats[e.at(i)])...) }
	}
	return format.Text(src, separator, prefix, suffix, o.Options)
}

// element returns the element of this row-major index as an array without axes.
func element(x *ivy.Array, i int) *ivy.Array {
	shape := x.Shape()
	key := make([]any, len(shape))
	for axis := len(shape) - 1; axis >= 0; axis-- {
		key[axis] = i % shape[axis]
		i /= shape[axis]
	}
	if len(key) == 0 {
		return x
	}
	return x.Get(key...)
}

// brain returns a bfloat16 as ml_dtypes does: a float32 with six digits at most.
func brain(v float64) string {
	switch {
	case v != v:
		return "nan"
	case math.IsInf(v, 0):
		return format.PythonFloat(v)
	}
	return general(v, 6)
}

// general returns v as C's %g does.
func general(v float64, digits int) string {
	text := strconv.FormatFloat(v, 'e', digits-1, 64)
	mantissa, exponent, _ := strings.Cut(text, "e")
	exp, err := strconv.Atoi(exponent)
	if err == nil && exp >= -4 && exp < digits {
		mantissa, exponent = strconv.FormatFloat(v, 'f', digits-1-exp, 64), ""
	} else {
		exponent = "e" + exponent
	}
	if strings.Contains(mantissa, ".") {
		mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
	}
	return mantissa + exponent
}

// Str returns an array as NumPy's str does. One without axes is written as a scalar.
func (o NumPy) Str(x *ivy.Array) string { return o.array(x, " ", "", "", true) }

// implied are the dtypes that NumPy's array has without being told.
var implied = dtype.Of(dtype.Bool, dtype.Int64, dtype.Float64, dtype.Complex128)

// Repr returns an array as NumPy's repr does: "array([1, 2], dtype=int8)".
func (o NumPy) Repr(x *ivy.Array) string { return o.repr(x, "array") }

// repr is Repr with the name of the array's class.
func (o NumPy) repr(x *ivy.Array, class string) string {
	prefix := class + "("
	if !x.HasElements() {
		return prefix + x.String() + ")"
	}
	skip := implied.Has(x.Dtype()) && x.Size() > 0
	suffix := ","
	if skip {
		suffix = ")"
	}
	text := ""
	if s := x.Shape(); x.Size() > 0 || len(s) == 1 {
		text = o.Array(x, ", ", prefix, suffix)
	} else {
		text = "[], shape=" + Tuple(s)
	}
	text = prefix + text + suffix
	if skip {
		return text
	}
	last := "dtype=" + x.Dtype().String() + ")"
	if len(text)-(strings.LastIndexByte(text, '\n')+1)+len(last)+1 > o.LineWidth {
		return text + "\n" + strings.Repeat(" ", len(prefix)) + last
	}
	return text + " " + last
}

// Scalar returns a scalar as NumPy's repr does: "np.float32(1.5)", "np.True_"; a bfloat16,
// which is ml_dtypes', is the number alone.
func Scalar(x *ivy.Array) string {
	text := NumPyDefaults().Str(x)
	switch d := x.Dtype(); {
	case !x.HasElements(), d == dtype.BFloat16:
		return text
	case d == dtype.Bool:
		return "np." + text + "_"
	case d.IsComplex():
		return "np." + d.String() + "(" + strings.Trim(text, "()") + ")"
	default:
		return "np." + d.String() + "(" + text + ")"
	}
}

// JAX returns an array as JAX's repr does: "Array([1., 2.], dtype=float32)".
func (o NumPy) JAX(x *ivy.Array, weak bool) string {
	const prefix = "Array("
	dtypeText := "dtype=" + x.Dtype().String()
	if weak {
		dtypeText += ", weak_type=True"
	}
	text := ""
	if x.HasElements() && x.Size() == 0 {
		text = "[], shape=" + Tuple(x.Shape())
	} else {
		text = o.Array(x, ", ", prefix, ",")
	}
	separator := " "
	if len(text)-strings.LastIndexByte(text, '\n')+1+len(dtypeText)+2 > o.LineWidth {
		separator = strings.Repeat(" ", len(prefix))
	}
	return prefix + text + "," + separator + dtypeText + ")"
}

// TensorFlow returns an array as TensorFlow's str and repr do:
// "tf.Tensor([1. 2.], shape=(2,), dtype=float32)", "<tf.Tensor: shape=(), dtype=int32, numpy=1>".
func (o NumPy) TensorFlow(x *ivy.Array, weak, repr bool) string {
	text := ""
	switch {
	case !repr:
		text = o.Str(x)
	case x.HasElements() && x.Ndim() == 0:
		text = elementsOf(x, false, 0).python(0)
	default:
		text = o.Repr(x)
	}
	if strings.Contains(text, "\n") {
		text = "\n" + text
	}
	ending := ""
	if weak {
		ending = ", weak=True"
	}
	shape, d := Tuple(x.Shape()), x.Dtype().String()
	if repr {
		return "<tf.Tensor: shape=" + shape + ", dtype=" + d + ", numpy=" + text + ending + ">"
	}
	return "tf.Tensor(" + text + ", shape=" + shape + ", dtype=" + d + ending + ")"
}
