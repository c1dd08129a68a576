// Package format writes arrays as text the way NumPy 2.4 does: columns of
// equal width, the shortest decimals that tell a float from its neighbours,
// one number of fractional digits for an array, lines wrapped at a width and
// the middle of large arrays left out.
//
// The layout is that of numpy/_core/arrayprint.py and the decimals are those of
// Dragon4 in its "unique" mode (numpy/_core/src/multiarray/dragon4.c), both of
// NumPy 2.4.6; see [Source.NumPy20] for an older release. Three things are not NumPy's:
//   - bfloat16, which NumPy does not know, is treated as NumPy treats float16: an
//     element is the shortest decimal that rounds to the same bfloat16, and the
//     exponent form begins at 100, the power of ten of the two decimal digits
//     that bfloat16 always keeps (1000 for float16, 1e6 for float32).
//   - [Repr] leaves out the dtypes that ivy gives by default instead of NumPy's.
//   - With no edge items an axis that is left out prints as "[...]".
package format

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/goivy/goivy/ivy/dtype"
)

// A Source gives the elements of an array to print. Of the functions the one of
// the dtype's kind is to be set; its argument is an element's row-major index,
// from 0 to the product of Shape less one, and only elements that get printed
// are asked for, each once. An element whose function is missing prints as "?".
type Source struct {
	Dtype dtype.Dtype
	Shape []int // a length below 1 makes the array empty

	Bool    func(i int) bool
	Int     func(i int) int64
	Uint    func(i int) uint64
	Float   func(i int) float64 // the exact value, of bfloat16 and float16 too
	Complex func(i int) complex128

	// Write, if set, writes an element in place of the others. Texts are aligned at their
	// right ends, at their left ends with Left, or not at all with Ragged.
	Write  func(dst []byte, i int) []byte
	Left   bool
	Ragged bool

	// NumPy20 prints as NumPy 2.0 does: numbers take the exponent form from 1e8 in an
	// array and from 1e16 on their own, whatever the float dtype, and without edge items the
	// last element of an axis that is left out is printed, as wide as the elements that
	// Python's slices [:EdgeItems] and [-EdgeItems:] have.
	NumPy20 bool
}

// A Sign says how numbers that are not negative begin. It has no effect on
// bools and on imaginary parts, which always have a sign.
type Sign uint8

// The signs.
const (
	SignNegative Sign = iota // only negative numbers have a sign
	SignAlways               // "+" before the others
	SignSpace                // a space before the others
)

// Options say how an array is laid out. [Defaults] returns NumPy's; the zero
// value is valid too, but leaves out what it can.
type Options struct {
	Precision int  // most digits after the decimal point of a float; negative: as many as it takes
	Threshold int  // arrays of more elements are summarised
	EdgeItems int  // elements shown at either end of an axis that is summarised; negative: none
	LineWidth int  // characters after which a line is wrapped; an element is never broken
	Suppress  bool // do not choose the exponent form because of small numbers
	Sign      Sign
	FloatMode FloatMode
	NaN, Inf  string // the texts of what is not finite; "" is "nan" and "inf"

	// NumPy113 lays arrays out as NumPy 1.13 did: room for a sign before every float, all
	// digits in the exponent form, lines wrapped two columns later.
	NumPy113 bool
}

// A FloatMode says how many fractional digits the floats of an array have.
type FloatMode uint8

// The modes, by NumPy's names.
const (
	MaxPrec      FloatMode = iota // as many as each takes, at most Precision
	Fixed                         // exactly Precision
	Unique                        // as many as each takes
	MaxPrecEqual                  // as many as the one that takes the most, at most Precision
)

// Defaults returns the options that NumPy starts with.
func Defaults() Options {
	return Options{Precision: 8, Threshold: 1000, EdgeItems: 3, LineWidth: 75}
}

// Text returns the elements in nested brackets, with separator between those of
// a row, as NumPy's array2string does. Prefix and suffix are not part of it, but
// lines are indented by the width of prefix and leave room for suffix. An array
// without elements is "[]", whatever its shape; one without axes has no brackets.
func Text(src Source, separator, prefix, suffix string, o Options) string {
	n := src.size()
	if n == 0 {
		return "[]"
	}
	p := printer{
		shape:     src.Shape,
		separator: separator,
		lineEnd:   strings.TrimRightFunc(separator, unicode.IsSpace),
		edge:      max(o.EdgeItems, 0),
		summarise: n > o.Threshold,
		words:     newWords(src, o),
		numpy113:  o.NumPy113,
	}
	if src.NumPy20 && p.edge == 0 {
		p.last = 1
	}
	p.collect(0, 0)
	if src.NumPy20 && p.summarise && p.edge == 0 {
		p.collectHidden(0, 0, -max(o.EdgeItems, -n))
	}
	p.words.measure()
	width := max(o.LineWidth, 0)
	if !o.NumPy113 {
		width -= utf8.RuneCountInString(suffix)
	}
	p.write(0, 1+utf8.RuneCountInString(prefix), width)
	return string(p.out)
}

// Str returns the array as NumPy's str does: [Text] with a space between
// elements, and a single number or bool for an array without axes, in which
// case the options have no effect.
func Str(src Source, o Options) string {
	switch {
	case len(src.Shape) > 0:
	case src.Write != nil:
		return string(src.Write(nil, 0))
	default:
		return Number(src)
	}
	return Text(src, " ", "", "", o)
}

// Number returns the first element as NumPy's str writes a number on its own: "1.0", "(1+2j)".
func Number(src Source) string { return string(appendScalar(nil, src)) }

const (
	reprPrefix = "ivy.array("
	reprSuffix = ")"
)

// implied are the dtypes that ivy.array gives to Go's bools, integers, floats
// and complex numbers.
var implied = dtype.Of(dtype.Bool, dtype.Int32, dtype.Float32, dtype.Complex64)

// Repr returns the array as a call that makes it, as NumPy's repr does:
// "ivy.array([1., 2.], dtype=float64)". The dtype is left out where it is bool,
// int32, float32 or complex64 and the array has elements. The shape is given
// where the elements do not show it: when there are none, unless the shape is
// (0,), and when the array is summarised.
func Repr(src Source, o Options) string {
	var b strings.Builder
	b.WriteString(reprPrefix)
	b.WriteString(Text(src, ", ", reprPrefix, reprSuffix, o))
	n := src.size()
	var extras []string
	if n == 0 && (len(src.Shape) != 1 || src.Shape[0] != 0) || n > 0 && n > o.Threshold {
		extras = append(extras, "shape="+shapeText(src.Shape))
	}
	if n == 0 || !implied.Has(src.Dtype) {
		extras = append(extras, "dtype="+src.Dtype.String())
	}
	if len(extras) == 0 {
		b.WriteString(reprSuffix)
		return b.String()
	}
	b.WriteByte(',')
	extra := strings.Join(extras, ", ") + reprSuffix
	text := b.String()
	if last := len(text) - (strings.LastIndexByte(text, '\n') + 1); last+1+len(extra) > o.LineWidth {
		b.WriteByte('\n')
		b.WriteString(strings.Repeat(" ", len(reprPrefix)))
	} else {
		b.WriteByte(' ')
	}
	b.WriteString(extra)
	return b.String()
}

// size returns the number of elements, or the largest int if there are more.
func (src *Source) size() int {
	n := 1
	for _, k := range src.Shape {
		if k < 1 {
			return 0
		}
		if n > math.MaxInt/k {
			n = math.MaxInt
			continue
		}
		n *= k
	}
	return n
}
