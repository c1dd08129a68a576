package ivy

import (
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"

	"github.com/goivy/goivy/internal/format"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// PrintOptions say how arrays are printed, as NumPy's set_printoptions does.
type PrintOptions = format.Options

// DefaultPrintOptions returns what String prints with: 8 digits, summarised above
// 1000 elements to 3 at each edge, lines of 75 characters.
func DefaultPrintOptions() PrintOptions { return format.Defaults() }

// String returns the elements as NumPy prints an array: "[1. 2.]". Of what has no
// elements it is "<nil>", "ivy.Array{}", "<freed float32(2,)>" or, of an abstract array,
// "float32(2,)".
func (a *Array) String() string { return a.Text(DefaultPrintOptions()) }

// GoString returns the elements with the dtype, if that is no default: "ivy.array([1, 2])".
func (a *Array) GoString() string {
	if text, ok := a.standIn(); a == nil {
		return "(*ivy.Array)(nil)"
	} else if ok {
		return text
	}
	return format.Repr(a.source(DefaultPrintOptions()), DefaultPrintOptions())
}

// Text returns the elements as NumPy prints an array with these options; of what has no
// elements what String does.
func (a *Array) Text(o PrintOptions) string {
	if text, ok := a.standIn(); ok {
		return text
	}
	return format.Str(a.source(o), o)
}

// HasElements reports whether a has elements that can be read and printed: one that is
// nil, was freed or is abstract has none. It is true of an array of size 0.
func (a *Array) HasElements() bool {
	_, standIn := a.standIn()
	return !standIn
}

// standIn returns what is printed of what has no elements.
func (a *Array) standIn() (text string, ok bool) {
	switch a.usable() {
	case errNil:
		return "<nil>", true
	case errZero:
		return "ivy.Array{}", true
	case errFreed:
		return "<freed " + a.dtype.String() + shape.Text(a.shape) + ">", true
	}
	if a.be.abstract {
		return a.dtype.String() + shape.Text(a.shape), true
	}
	return "", false
}

// Format implements [fmt.Formatter]. %v, %+v and %s print what String returns, %#v what
// GoString does. Any other verb, and %v with a width or precision, is applied to each
// element, with its flags, width and precision, as package fmt applies it to a number of
// the element's Go type: %.3f, %8.2e, %x, %t. The texts stand in columns as String has
// them, and large arrays are summarised as there. A verb that does not fit prints as it does of a
// number: %!d(float32=1.5). bfloat16 and float16 print as floats, with the fewest digits
// that tell them from their neighbours where no precision is given for %g and %v.
func (a *Array) Format(f fmt.State, verb rune) {
	_, wide := f.Width()
	_, precise := f.Precision()
	text, ok := a.standIn()
	switch {
	case verb == 'v' && f.Flag('#'):
		text = a.GoString()
	case ok:
	case verb == 's':
		text = fmt.Sprintf(fmt.FormatString(f, 's'), a.String())
	case verb == 'v' && !wide && !precise:
		text = a.String()
	default:
		text = a.formatted(fmt.FormatString(f, verb), verb, f.Flag('-'), precise)
	}
	io.WriteString(f, text) // an error is f's, which its owner sees
}

// formatted returns the elements in columns, each as Sprintf with this format prints it.
func (a *Array) formatted(how string, verb rune, left, precise bool) string {
	defer blame("Format")
	o := DefaultPrintOptions()
	at := a.reader(o)
	d := a.dtype
	src := format.Source{Dtype: d, Shape: a.shape, Left: left}
	if !dtype.Narrow.Has(d) {
		src.Write = func(dst []byte, i int) []byte { return fmt.Appendf(dst, how, goElement(at(i), d)) }
		return format.Str(src, o)
	}
	fits := strings.ContainsRune("beEfFgGvxX", verb)
	shortest := !fits || !precise && strings.ContainsRune("gGv", verb)
	src.Write = func(dst []byte, i int) []byte {
		v := getScalar(at(i), d).Float64()
		if !shortest {
			return fmt.Appendf(dst, how, float32(v))
		}
		text := fmt.Sprintf(how, format.Shortest(d, v))
		if !fits {
			text = strings.Replace(text, "(float64=", "("+d.String()+"=", 1)
		}
		return append(dst, text...)
	}
	return format.Str(src, o)
}

// goElement returns the element of dtype d at the start of data as a Go number: a float64 for a 16-bit float.
func goElement(data []byte, d Dtype) any {
	v := getScalar(data, d)
	if dtype.Narrow.Has(d) {
		return v.Float64()
	}
	return goValue(v, d)
}

// LogValue implements [slog.LogValuer]: the dtype, shape and backend, and the elements if
// they are few. What has no elements is its text, as String returns it.
func (a *Array) LogValue() slog.Value {
	const few = 16
	text, ok := a.standIn()
	if ok {
		return slog.StringValue(text)
	}
	attrs := []slog.Attr{slog.String("dtype", a.dtype.String()), slog.String("shape", shape.Text(a.shape)), slog.String("backend", a.be.name)}
	if a.Size() <= few {
		attrs = append(attrs, slog.String("data", a.String()))
	}
	return slog.GroupValue(attrs...)
}

// reader returns what gives the printer a's elements, by their row-major index. Of an
// array that is summarised only the edges are brought over from the backend.
func (a *Array) reader(o PrintOptions) func(i int) []byte {
	edges, index := a, func(i int) int { return i }
	if n := a.Size(); n > o.Threshold && o.EdgeItems >= 0 && n > 1<<14 {
		edges, index = a.edges(o.EdgeItems)
	}
	data, err := edges.bytes()
	check(err)
	size := a.dtype.Size()
	return func(i int) []byte { return data[index(i)*size:] }
}

// source gives the printer a's elements.
func (a *Array) source(o PrintOptions) format.Source {
	defer blame("String")
	src := format.Source{Dtype: a.dtype, Shape: a.shape}
	read := a.reader(o)
	at := func(i int) backend.Scalar { return getScalar(read(i), a.dtype) }
	switch a.dtype.Kind() {
	case dtype.KindBool:
		src.Bool = func(i int) bool { return at(i).Bool() }
	case dtype.KindInt:
		src.Int = func(i int) int64 { return at(i).Int64() }
	case dtype.KindUint:
		src.Uint = func(i int) uint64 { return at(i).Uint64() }
	case dtype.KindFloat:
		src.Float = func(i int) float64 { return at(i).Float64() }
	case dtype.KindComplex:
		src.Complex = func(i int) complex128 { return at(i).Complex128() }
	}
	return src
}

// edges returns the n first and last elements of every axis, and where in them the
// element i of a is.
func (a *Array) edges(n int) (*Array, func(i int) int) {
	z := a
	for axis, length := range a.shape {
		if length > 2*n {
			whole := slices.Repeat([]any{any(Colon)}, axis)
			front := a.env.GetItem(z, append(slices.Clone(whole), Slice(0, n))...)
			back := a.env.GetItem(z, append(slices.Clone(whole), Slice(length-n, length))...)
			c, _, err := a.env.join(ops.Concat.Op, []*Array{front, back}, []Option{Axis(axis)})
			check(err)
			z = c
		}
	}
	full, small := shape.Strides(a.shape), shape.Strides(z.shape)
	return z, func(i int) int {
		at := 0
		for k, st := range full {
			p := i / st % max(a.shape[k], 1)
			if p >= n && a.shape[k] > 2*n {
				p -= a.shape[k] - z.shape[k]
			}
			at += p * small[k]
		}
		return at
	}
}
