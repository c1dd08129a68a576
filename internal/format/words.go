package format

import (
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/goivy/goivy/ivy/dtype"
)

// words are the elements that an array shows and their texts. Elements are added
// by their indices; after measure, append gives the text of the k-th added.
type words interface {
	add(index int)
	measure()
	append(dst []byte, k int) []byte
}

func newWords(src Source, o Options) words {
	switch kind := src.Dtype.Kind(); {
	case src.Write != nil:
		return &written{write: src.Write, left: src.Left, ragged: src.Ragged}
	case kind == dtype.KindBool && src.Bool != nil:
		return &bools{read: src.Bool, pad: len(src.Shape) > 0}
	case kind == dtype.KindInt && src.Int != nil:
		return &ints{read: src.Int, sign: o.Sign}
	case kind == dtype.KindUint && src.Uint != nil:
		return &uints{read: src.Uint, sign: o.Sign}
	case kind == dtype.KindFloat && src.Float != nil:
		return &floats{read: src.Float, column: newColumn(src.form(src.Dtype), o)}
	case kind == dtype.KindComplex && src.Complex != nil:
		f := src.form(src.Dtype.Component())
		re, im := o, o
		if o.NumPy113 {
			re.FloatMode, im.FloatMode = MaxPrecEqual, MaxPrec
		}
		im.Sign = SignAlways
		return &complexes{read: src.Complex, re: newColumn(f, re), im: newColumn(f, im)}
	}
	return unknown{}
}

type unknown struct{}

func (unknown) add(int)                         {}
func (unknown) measure()                        {}
func (unknown) append(dst []byte, _ int) []byte { return append(dst, '?') }

type written struct {
	write func([]byte, int) []byte
	texts []byte // one behind the other
	ends  []int
	width int

	left, ragged bool
}

func (w *written) add(i int) {
	w.texts = w.write(w.texts, i)
	w.ends = append(w.ends, len(w.texts))
}

func (w *written) text(k int) []byte {
	begin := 0
	if k > 0 {
		begin = w.ends[k-1]
	}
	return w.texts[begin:w.ends[k]]
}

func (w *written) measure() {
	if w.ragged {
		return
	}
	for k := range w.ends {
		w.width = max(w.width, utf8.RuneCount(w.text(k)))
	}
}

func (w *written) append(dst []byte, k int) []byte {
	text := w.text(k)
	pad := max(w.width-utf8.RuneCount(text), 0)
	if w.left {
		return appendRepeat(append(dst, text...), ' ', pad)
	}
	return append(appendRepeat(dst, ' ', pad), text...)
}

type bools struct {
	read   func(int) bool
	values []bool
	pad    bool
}

func (b *bools) add(i int) { b.values = append(b.values, b.read(i)) }
func (b *bools) measure()  {}
func (b *bools) append(dst []byte, k int) []byte {
	if b.values[k] && b.pad {
		dst = append(dst, ' ')
	}
	return appendBool(dst, b.values[k])
}

// appendBool spells a bool as Python does.
func appendBool(dst []byte, b bool) []byte {
	if b {
		return append(dst, "True"...)
	}
	return append(dst, "False"...)
}

type ints struct {
	read   func(int) int64
	values []int64
	sign   Sign
	width  int
}

func (n *ints) add(i int) { n.values = append(n.values, n.read(i)) }

func (n *ints) measure() {
	if len(n.values) == 0 {
		return
	}
	lo, hi := n.values[0], n.values[0]
	for _, v := range n.values {
		lo, hi = min(lo, v), max(hi, v)
	}
	if n.sign == SignSpace && lo < 0 {
		n.sign = SignNegative
	}
	var b [32]byte
	n.width = len(strconv.AppendInt(b[:0], hi, 10))
	if hi >= 0 && n.sign != SignNegative {
		n.width++
	}
	n.width = max(n.width, len(strconv.AppendInt(b[:0], lo, 10)))
}

func (n *ints) append(dst []byte, k int) []byte {
	var b [32]byte
	v := n.values[k]
	text := b[:0]
	if v >= 0 {
		text = appendSign(text, n.sign)
	}
	return appendRight(dst, strconv.AppendInt(text, v, 10), n.width)
}

type uints struct {
	read   func(int) uint64
	values []uint64
	sign   Sign
	width  int
}

func (n *uints) add(i int) { n.values = append(n.values, n.read(i)) }

func (n *uints) measure() {
	var hi uint64
	for _, v := range n.values {
		hi = max(hi, v)
	}
	var b [32]byte
	n.width = len(strconv.AppendUint(appendSign(b[:0], n.sign), hi, 10))
}

func (n *uints) append(dst []byte, k int) []byte {
	var b [32]byte
	return appendRight(dst, strconv.AppendUint(appendSign(b[:0], n.sign), n.values[k], 10), n.width)
}

// appendSign appends what stands before a number that is not negative.
func appendSign(dst []byte, s Sign) []byte {
	switch s {
	case SignAlways:
		return append(dst, '+')
	case SignSpace:
		return append(dst, ' ')
	}
	return dst
}

func appendRight(dst, text []byte, width int) []byte {
	return append(appendRepeat(dst, ' ', width-len(text)), text...)
}

type floats struct {
	read func(int) float64
	column
}

func (f *floats) add(i int) { f.push(f.read(i)) }

func (f *floats) append(dst []byte, k int) []byte { return f.column.append(dst, f.values[k]) }

type complexes struct {
	read   func(int) complex128
	re, im column
}

func (c *complexes) add(i int) {
	v := c.read(i)
	c.re.push(real(v))
	c.im.push(imag(v))
}

func (c *complexes) measure() {
	c.re.measure()
	c.im.measure()
}

func (c *complexes) append(dst []byte, k int) []byte {
	dst = c.re.append(dst, c.re.values[k])
	dst = c.im.append(dst, c.im.values[k])
	// The j stands next to the number, before the padding.
	n := len(dst)
	for dst[n-1] == ' ' {
		n--
	}
	dst = append(dst, ' ')
	copy(dst[n+1:], dst[n:])
	dst[n] = 'j'
	return dst
}

// appendScalar appends the one element of an array without axes, as NumPy's
// scalars print themselves: the numbers in full, whatever the options.
func appendScalar(dst []byte, src Source) []byte {
	switch kind := src.Dtype.Kind(); {
	case kind == dtype.KindBool && src.Bool != nil:
		return appendBool(dst, src.Bool(0))
	case kind == dtype.KindInt && src.Int != nil:
		return strconv.AppendInt(dst, src.Int(0), 10)
	case kind == dtype.KindUint && src.Uint != nil:
		return strconv.AppendUint(dst, src.Uint(0), 10)
	case kind == dtype.KindFloat && src.Float != nil:
		f := src.form(src.Dtype)
		return f.appendScalar(dst, f.round(src.Float(0)), oneZero, false)
	case kind == dtype.KindComplex && src.Complex != nil:
		f := src.form(src.Dtype.Component())
		v := src.Complex(0)
		re, im := f.round(real(v)), f.round(imag(v))
		if re == 0 && !math.Signbit(re) {
			return append(f.appendScalar(dst, im, bare, false), 'j')
		}
		dst = f.appendScalar(append(dst, '('), re, bare, false)
		return append(f.appendScalar(dst, im, bare, true), "j)"...)
	}
	return append(dst, '?')
}
