package ivy

import (
	"encoding"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"log/slog"
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/goivy/goivy/internal/format"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// Arrays as JSON and as bytes. A decoded array is on the current backend of the standard
// Env, whichever the encoded one was on.

var (
	_ json.Marshaler             = (*Array)(nil)
	_ json.Unmarshaler           = (*Array)(nil)
	_ encoding.BinaryMarshaler   = (*Array)(nil)
	_ encoding.BinaryAppender    = (*Array)(nil)
	_ encoding.BinaryUnmarshaler = (*Array)(nil)
	_ slog.LogValuer             = (*Array)(nil)
)

// MarshalJSON implements [json.Marshaler]:
//
//	{"dtype":"float32","shape":[2,3],"data":[[1,2.5,-0],["NaN","Infinity","-Infinity"],…]}
//
// data is nested as deep as the array has axes, and is one element if it has none; of an
// array without elements it is []. Bools are true and false. Floats have the fewest
// digits that tell them from their neighbours in their dtype. A complex number is [re, im].
// [Array.UnmarshalJSON] gives the same elements back to the last bit, but for the signs and payloads of
// NaNs. [Base64] is another form, which keeps these too.
//
// The method is the pointer's: json.Marshal(s) of a struct with a field of type Array,
// in place of *Array, needs the struct's address, as in json.Marshal(&s), and is an error
// without it.
func (a *Array) MarshalJSON() ([]byte, error) {
	return a.encode("MarshalJSON", func(data []byte) []byte {
		out := a.appendHead(make([]byte, 0, 64+8*a.Size()))
		w := jsonWriter{a.dtype, a.dtype.Size(), a.shape, data}
		out = append(out, `,"data":`...)
		if len(data) == 0 {
			out = append(out, "[]"...)
		} else {
			out = w.axis(out, 0)
		}
		return append(out, '}')
	})
}

// byAddress is part of every Array. Of one that is a value encoding/json does not see the
// methods, and would write {}: this field makes that an error.
type byAddress struct {
	// UseAddress is of no use.
	UseAddress refusal
}

type refusal struct{}

// MarshalJSON is an error.
func (refusal) MarshalJSON() ([]byte, error) {
	return nil, wrap("MarshalJSON", nil, errorf(ErrValue, "an Array that is a value (marshal its address, or that of what it is in)"))
}

// encode returns what f makes of a's elements.
func (a *Array) encode(op string, f func(data []byte) []byte) (out []byte, err error) {
	if err := a.usable(); err != nil {
		return nil, wrap(op, nil, err)
	}
	err = Try(func() {
		defer blame(op)
		data, err := a.bytes()
		check(err)
		out = f(data)
	})
	return out, err
}

// appendHead appends the object's members before the elements.
func (a *Array) appendHead(out []byte) []byte {
	out = append(out, `{"dtype":"`...)
	out = append(out, a.dtype.String()...)
	out = append(out, `","shape":[`...)
	for i, n := range a.shape {
		if i > 0 {
			out = append(out, ',')
		}
		out = strconv.AppendInt(out, int64(n), 10)
	}
	return append(out, ']')
}

// A jsonWriter writes elements as nested lists.
type jsonWriter struct {
	d     Dtype
	size  int
	shape []int
	data  []byte // of what is not written yet
}

// axis appends what stands along an axis.
func (w *jsonWriter) axis(out []byte, axis int) []byte {
	if axis == len(w.shape) {
		return w.element(out)
	}
	out = append(out, '[')
	for i := range w.shape[axis] {
		if i > 0 {
			out = append(out, ',')
		}
		out = w.axis(out, axis+1)
	}
	return append(out, ']')
}

func (w *jsonWriter) element(out []byte) []byte {
	v := getScalar(w.data, w.d)
	w.data = w.data[w.size:]
	switch w.d.Kind() {
	case dtype.KindBool:
		return strconv.AppendBool(out, v.Bool())
	case dtype.KindInt:
		return strconv.AppendInt(out, v.Int64(), 10)
	case dtype.KindUint:
		return strconv.AppendUint(out, v.Uint64(), 10)
	case dtype.KindFloat:
		return appendJSONFloat(out, w.d, v.Float64())
	}
	c, part := v.Complex128(), w.d.Component()
	out = appendJSONFloat(append(out, '['), part, real(c))
	out = appendJSONFloat(append(out, ','), part, imag(c))
	return append(out, ']')
}

func appendJSONFloat(out []byte, d Dtype, v float64) []byte {
	switch {
	case v != v:
		return append(out, `"NaN"`...)
	case math.IsInf(v, 1):
		return append(out, `"Infinity"`...)
	case math.IsInf(v, -1):
		return append(out, `"-Infinity"`...)
	}
	return format.AppendNumber(out, d, v)
}

// Base64 returns x as a value that encoding/json writes with its elements as bytes, which
// is shorter and faster than numbers, and exact for NaNs too:
//
//	{"dtype":"float32","shape":[2,3],"base64":"AACAPwAAIEA…"}
//
// The bytes are the elements in row-major order, little-endian, in standard base64 with
// padding (RFC 4648); of a complex number the real part is first. A *Array reads both forms.
func Base64(x *Array) json.Marshaler { return base64Array{x} }

type base64Array struct{ x *Array }

func (b base64Array) MarshalJSON() ([]byte, error) {
	return b.x.encode("MarshalJSON", func(data []byte) []byte {
		littleEndian(b.x.dtype, data)
		out := b.x.appendHead(make([]byte, 0, 64+8*len(b.x.shape)+base64.StdEncoding.EncodedLen(len(data))))
		out = append(out, `,"base64":"`...)
		return append(base64.StdEncoding.AppendEncode(out, data), `"}`...)
	})
}

// littleEndian turns elements of dtype d from this machine's byte order to little-endian,
// or back. data is its own to change.
func littleEndian(d Dtype, data []byte) {
	size := d.Component().Size()
	if size == 1 || binary.NativeEndian.Uint16([]byte{1, 0}) == 1 {
		return
	}
	for i := 0; i+size <= len(data); i += size {
		slices.Reverse(data[i : i+size])
	}
}

// UnmarshalJSON implements [json.Unmarshaler]. It makes a the array that MarshalJSON or
// [Base64] has written, on the current backend of the standard Env, as null leaves a as
// it is. The object has the members dtype, shape, and data or base64, each once, in any
// order, and no others. What is not such an object, or has values that do not fit into the
// dtype, is an *Error that leaves a as it is.
//
// Views of the array that a was stay views of each other, with their elements.
func (a *Array) UnmarshalJSON(text []byte) error {
	return a.decode("UnmarshalJSON", func() (*Array, error) {
		r := jsonReader{text: text}
		return r.array()
	})
}

// decode makes a the array that f returns; nil leaves it as it is.
func (a *Array) decode(op string, f func() (*Array, error)) error {
	if a == nil {
		return wrap(op, nil, errNil)
	}
	return Try(func() {
		defer blame(op)
		z, err := f()
		check(err)
		if z != nil {
			a.become(z)
		}
	})
}

// become makes a the array z, which nothing else has. Its group, if it is the root of one,
// gets a new root.
func (a *Array) become(z *Array) {
	if g := a.group.Load(); g != nil && g.root == a {
		g.mu.Lock()
		root := newArray(a.env, a.be, a.dtype)
		root.buf, root.shape = a.buf, a.shape
		root.mem.Store(a.mem.Load())
		root.group.Store(g)
		g.root = root
		g.mu.Unlock()
	}
	a.env, a.be, a.buf, a.dtype, a.shape = z.env, z.be, z.buf, z.dtype, z.shape
	a.pooled, a.view = false, nil
	a.mem.Store(nil)
	a.group.Store(nil)
}

// made returns an array of elements in little-endian byte order, which it may change.
func made(d Dtype, dims []int, data []byte) (z *Array, err error) {
	littleEndian(d, data)
	err = Try(func() { z = std.FromBytes(d, dims, data) })
	return z, err
}

// A jsonReader reads an array's object. It keeps to the grammar of RFC 8259, but takes
// no escapes in strings: no member and no value has a use for one.
type jsonReader struct {
	text []byte
	at   int
}

func (r *jsonReader) fail(format string, args ...any) error {
	return errorf(ErrValue, format+" at byte %d of the JSON", append(args, r.at)...)
}

// next returns the next byte that is not white space, 0 at the end.
func (r *jsonReader) next() byte {
	for r.at < len(r.text) {
		switch c := r.text[r.at]; c {
		case ' ', '\t', '\n', '\r':
			r.at++
		default:
			return c
		}
	}
	return 0
}

// take reads c, if that is next.
func (r *jsonReader) take(c byte) bool {
	if r.next() == c {
		r.at++
		return true
	}
	return false
}

func (r *jsonReader) want(c byte) error {
	if !r.take(c) {
		return r.fail("%s, want %q", r.what(), c)
	}
	return nil
}

// what says what is next.
func (r *jsonReader) what() string {
	if r.next() == 0 {
		return "the end"
	}
	c, _ := utf8.DecodeRune(r.text[r.at:])
	return strconv.QuoteRune(c)
}

// word reads a literal: true, false or null.
func (r *jsonReader) word(w string) bool {
	r.next()
	if rest := r.text[r.at:]; len(rest) >= len(w) && string(rest[:len(w)]) == w {
		r.at += len(w)
		return true
	}
	return false
}

// str reads a string.
func (r *jsonReader) str() ([]byte, error) {
	if err := r.want('"'); err != nil {
		return nil, err
	}
	begin := r.at
	for ; r.at < len(r.text); r.at++ {
		switch c := r.text[r.at]; {
		case c == '"':
			r.at++
			return r.text[begin : r.at-1], nil
		case c == '\\' || c < ' ':
			return nil, r.fail("%q in a string", c)
		}
	}
	return nil, r.fail("a string without an end")
}

// number reads a number as JSON has it. whole is set if it has neither a fraction nor an
// exponent.
func (r *jsonReader) number() (text []byte, whole bool, err error) {
	r.next()
	begin, t := r.at, r.text
	digits := func() int {
		n := 0
		for r.at < len(t) && t[r.at] >= '0' && t[r.at] <= '9' {
			r.at++
			n++
		}
		return n
	}
	if r.at < len(t) && t[r.at] == '-' {
		r.at++
	}
	first := r.at
	if n := digits(); n == 0 || n > 1 && t[first] == '0' {
		r.at = begin
		return nil, false, r.fail("%s, want a number", r.what())
	}
	whole = true
	if r.at < len(t) && t[r.at] == '.' {
		whole = false
		if r.at++; digits() == 0 {
			return nil, false, r.fail("a number without digits after its point")
		}
	}
	if r.at < len(t) && (t[r.at] == 'e' || t[r.at] == 'E') {
		whole = false
		if r.at++; r.at < len(t) && (t[r.at] == '+' || t[r.at] == '-') {
			r.at++
		}
		if digits() == 0 {
			return nil, false, r.fail("a number without digits in its exponent")
		}
	}
	return t[begin:r.at], whole, nil
}

// skip passes a value by. That it is well formed is seen when it is read.
func (r *jsonReader) skip() error {
	depth := 0
	for {
		switch c := r.next(); c {
		case 0:
			return r.fail("the end, want a value")
		case '"':
			if _, err := r.str(); err != nil {
				return err
			}
		case '[', '{':
			depth++
			r.at++
		case ']', '}':
			depth--
			r.at++
		default:
			r.at++
			if depth == 0 { // a number or a word: up to what may follow one
				for r.at < len(r.text) && r.text[r.at] != ',' && r.text[r.at] != '}' && r.text[r.at] != ']' {
					r.at++
				}
			}
		}
		if depth == 0 {
			return nil
		}
		if depth < 0 {
			return r.fail("a bracket too many")
		}
	}
}

// array reads the object; nil stands for null.
func (r *jsonReader) array() (*Array, error) {
	if r.word("null") {
		if r.next() != 0 || r.at < len(r.text) {
			return nil, r.fail("%s behind null", r.what())
		}
		return nil, nil
	}
	if err := r.want('{'); err != nil {
		return nil, err
	}
	d := dtype.Invalid
	var dims []int
	begin := map[string]int{} // of each member's value
	for first := true; !r.take('}'); first = false {
		if !first {
			if err := r.want(','); err != nil {
				return nil, err
			}
		}
		key, err := r.str()
		if err == nil {
			err = r.want(':')
		}
		if err != nil {
			return nil, err
		}
		name := string(key)
		if _, twice := begin[name]; twice {
			return nil, r.fail("member %q a second time", name)
		}
		r.next()
		begin[name] = r.at
		switch name {
		case "dtype":
			var text []byte
			if text, err = r.str(); err == nil {
				d, err = namedDtype(text)
			}
		case "shape":
			dims, err = r.dims()
		case "data", "base64":
			err = r.skip()
		default:
			err = r.fail("member %q (an array has dtype, shape, and data or base64)", name)
		}
		if err != nil {
			return nil, err
		}
	}
	if r.next() != 0 || r.at < len(r.text) {
		return nil, r.fail("%s behind the array", r.what())
	}
	for _, name := range []string{"dtype", "shape"} {
		if _, ok := begin[name]; !ok {
			return nil, errorf(ErrValue, "no member %q", name)
		}
	}
	data, nested := begin["data"]
	bytes, packed := begin["base64"]
	if nested == packed {
		return nil, errorf(ErrValue, "an array has one of data and base64")
	}
	if err := shape.Check(dims, d.Size()); err != nil {
		return nil, err
	}
	if packed {
		r.at = bytes
		return r.packed(d, dims)
	}
	r.at = data
	return r.nested(d, dims)
}

// namedDtype returns the dtype of this name, which is to be the one that its String gives.
func namedDtype(name []byte) (Dtype, error) {
	d, err := dtype.Parse(string(name))
	if err != nil {
		return d, err
	}
	if d.String() != string(name) {
		return d, errorf(ErrDtype, "dtype %q, want %q", name, d.String())
	}
	return d, nil
}

// dims reads a shape.
func (r *jsonReader) dims() ([]int, error) {
	if err := r.want('['); err != nil {
		return nil, err
	}
	dims := []int{}
	for !r.take(']') {
		if len(dims) > 0 {
			if err := r.want(','); err != nil {
				return nil, err
			}
		}
		text, whole, err := r.number()
		if err != nil {
			return nil, err
		}
		n, err := strconv.Atoi(string(text))
		if err != nil || !whole || n < 0 || text[0] == '-' {
			return nil, r.fail("length %s of an axis", clip(text))
		}
		if dims = append(dims, n); len(dims) > shape.MaxRank {
			return nil, errorf(ErrShape, "a shape of more than %d dimensions", shape.MaxRank)
		}
	}
	return dims, nil
}

// clip returns text, cut if it is long.
func clip(text []byte) string {
	const most = 40
	if len(text) > most {
		return string(text[:most]) + "…"
	}
	return string(text)
}

// packed reads the elements as base64.
func (r *jsonReader) packed(d Dtype, dims []int) (*Array, error) {
	text, err := r.str()
	if err != nil {
		return nil, err
	}
	n := shape.Size(dims) * d.Size()
	if len(text)%4 != 0 || len(text) != base64.StdEncoding.EncodedLen(n) {
		return nil, errorf(ErrShape, "%d characters of base64 for shape %s of %v, want %d", len(text), shape.Text(dims), d, base64.StdEncoding.EncodedLen(n))
	}
	data := newBytes(base64.StdEncoding.DecodedLen(len(text)))
	got, err := base64.StdEncoding.Strict().Decode(data, text)
	if err != nil {
		return nil, errorf(ErrValue, "base64: %v", err)
	}
	if got != n {
		return nil, errorf(ErrShape, "%d bytes for shape %s of %v, want %d", got, shape.Text(dims), d, n)
	}
	if err := cleanBools(d, data[:n]); err != nil {
		return nil, err
	}
	return made(d, dims, data[:n])
}

// cleanBools refuses bytes of bools other than 0 and 1.
func cleanBools(d Dtype, data []byte) error {
	if d == Bool {
		for i, v := range data {
			if v > 1 {
				return errorf(ErrValue, "byte %d of an array of bool is %d, want 0 or 1", i, v)
			}
		}
	}
	return nil
}

// nested reads the elements as nested lists.
func (r *jsonReader) nested(d Dtype, dims []int) (*Array, error) {
	n := shape.Size(dims)
	// So many elements take as many bytes of text at least, with what is between them.
	if n > len(r.text) {
		return nil, errorf(ErrShape, "%d bytes of JSON for the %d elements of shape %s", len(r.text), n, shape.Text(dims))
	}
	e := elementReader{r: r, d: d, dims: dims, size: d.Size(), data: newBytes(n * d.Size())}
	if n == 0 && len(dims) > 0 {
		if begin := r.at; r.take('[') && r.take(']') { // of any shape
			return made(d, dims, nil)
		} else {
			r.at = begin
		}
	}
	if err := e.axis(0); err != nil {
		return nil, err
	}
	return made(d, dims, e.data)
}

// An elementReader reads the elements of nested lists into data.
type elementReader struct {
	r    *jsonReader
	d    Dtype
	dims []int
	size int
	data []byte
	n    int // bytes read
}

func (e *elementReader) axis(axis int) error {
	if axis == len(e.dims) {
		err := e.element(e.data[e.n : e.n+e.size])
		e.n += e.size
		return err
	}
	if err := e.r.want('['); err != nil {
		return err
	}
	want := e.dims[axis]
	for i := range want {
		if i > 0 && !e.r.take(',') {
			if e.r.next() == ']' {
				return e.r.fail("a list of %d along axis %d of shape %s", i, axis, shape.Text(e.dims))
			}
			return e.r.want(',')
		}
		if err := e.axis(axis + 1); err != nil {
			return err
		}
	}
	if e.r.next() == ',' {
		return e.r.fail("a list of more than %d along axis %d of shape %s", want, axis, shape.Text(e.dims))
	}
	return e.r.want(']')
}

func (e *elementReader) element(dst []byte) error {
	switch e.d.Kind() {
	case dtype.KindBool:
		switch {
		case e.r.word("true"):
			dst[0] = 1
		case e.r.word("false"):
			dst[0] = 0
		default:
			return e.r.fail("%s, want true or false", e.r.what())
		}
		return nil
	case dtype.KindInt, dtype.KindUint:
		return e.integer(dst)
	case dtype.KindFloat:
		return e.float(dst, e.d)
	}
	part, size := e.d.Component(), len(dst)/2
	err := e.r.want('[')
	if err == nil {
		err = e.float(dst[:size], part)
	}
	if err == nil {
		err = e.r.want(',')
	}
	if err == nil {
		err = e.float(dst[size:], part)
	}
	if err == nil {
		err = e.r.want(']')
	}
	return err
}

func (e *elementReader) integer(dst []byte) error {
	text, whole, err := e.r.number()
	if err != nil {
		return err
	}
	if !whole {
		return e.r.fail("%s in an array of %v", clip(text), e.d)
	}
	bits := uint64(0)
	if e.d.IsUnsigned() && string(text) != "-0" {
		bits, err = strconv.ParseUint(string(text), 10, e.d.Bits())
	} else {
		var v int64
		v, err = strconv.ParseInt(string(text), 10, e.d.Bits())
		bits = uint64(v)
	}
	if err != nil {
		return e.r.fail("%s does not fit into %v", clip(text), e.d)
	}
	putLittle(dst, bits)
	return nil
}

// putLittle writes the low bits of v, as many as dst has, in little-endian byte order.
func putLittle(dst []byte, v uint64) {
	switch len(dst) {
	case 1:
		dst[0] = byte(v)
	case 2:
		binary.LittleEndian.PutUint16(dst, uint16(v))
	case 4:
		binary.LittleEndian.PutUint32(dst, uint32(v))
	default:
		binary.LittleEndian.PutUint64(dst, v)
	}
}

// float reads a float of dtype d.
func (e *elementReader) float(dst []byte, d Dtype) error {
	v := math.NaN()
	if e.r.next() == '"' {
		text, err := e.r.str()
		if err != nil {
			return err
		}
		switch string(text) {
		case "NaN":
		case "Infinity":
			v = math.Inf(1)
		case "-Infinity":
			v = math.Inf(-1)
		default:
			return e.r.fail("%q, want a number, NaN, Infinity or -Infinity", clip(text))
		}
	} else {
		text, _, err := e.r.number()
		if err != nil {
			return err
		}
		if v, err = strconv.ParseFloat(string(text), max(d.Bits(), 32)); err == nil && d.Bits() == 16 {
			v, err = strconv.ParseFloat(string(text), 64)
			if infinite(d, v) {
				err = strconv.ErrRange
			}
		}
		if err != nil {
			return e.r.fail("%s does not fit into %v", clip(text), d)
		}
	}
	switch d {
	case BFloat16:
		putLittle(dst, uint64(dtype.BrainFromFloat64(v)))
	case Float16:
		putLittle(dst, uint64(dtype.HalfFromFloat64(v)))
	case Float32:
		putLittle(dst, uint64(math.Float32bits(float32(v))))
	default:
		putLittle(dst, math.Float64bits(v))
	}
	return nil
}

// infinite reports whether v becomes an infinity in the 16-bit dtype d.
func infinite(d Dtype, v float64) bool {
	if d == BFloat16 {
		return math.IsInf(float64(dtype.BrainFromFloat64(v).Float32()), 0)
	}
	return math.IsInf(float64(dtype.HalfFromFloat64(v).Float32()), 0)
}

// binaryVersion is the first byte of an array as MarshalBinary writes it: the version of
// the form.
const binaryVersion = 1

// MarshalBinary implements [encoding.BinaryMarshaler], which encoding/gob uses too: a byte
// for the version of the form, 1; a byte for the length of the dtype's name, and the name;
// a byte for the number of axes, and the length of each as 8 bytes; and the elements in
// row-major order. All is little-endian. [Array.UnmarshalBinary] gives the same bits back.
func (a *Array) MarshalBinary() ([]byte, error) { return a.appendBinary("MarshalBinary", nil) }

// AppendBinary implements [encoding.BinaryAppender]: it appends what MarshalBinary returns.
func (a *Array) AppendBinary(b []byte) ([]byte, error) {
	out, err := a.appendBinary("AppendBinary", b)
	if err != nil {
		return b, err
	}
	return out, nil
}

func (a *Array) appendBinary(op string, b []byte) ([]byte, error) {
	return a.encode(op, func(data []byte) []byte {
		littleEndian(a.dtype, data)
		name := a.dtype.String()
		b = slices.Grow(b, 3+len(name)+8*len(a.shape)+len(data))
		b = append(b, binaryVersion, byte(len(name)))
		b = append(b, name...)
		b = append(b, byte(len(a.shape)))
		for _, n := range a.shape {
			b = binary.LittleEndian.AppendUint64(b, uint64(n))
		}
		return append(b, data...)
	})
}

// UnmarshalBinary implements [encoding.BinaryUnmarshaler], which encoding/gob uses too. It
// makes a the array that MarshalBinary has written, on the current backend of the standard
// Env. What MarshalBinary does not write is an *Error that leaves a as it is; see
// UnmarshalJSON for views of the array that a was.
func (a *Array) UnmarshalBinary(data []byte) error {
	return a.decode("UnmarshalBinary", func() (*Array, error) {
		short := errorf(ErrValue, "%d bytes end within an array", len(data))
		take := func(n int) (b []byte, ok bool) {
			if n > len(data) {
				return nil, false
			}
			b, data = data[:n], data[n:]
			return b, true
		}
		head, ok := take(2)
		if !ok {
			return nil, short
		}
		if head[0] != binaryVersion {
			return nil, errorf(ErrValue, "version %d of the form of an array, want %d (it was written by another version of this library, or is none)", head[0], binaryVersion)
		}
		name, ok := take(int(head[1]))
		if !ok {
			return nil, short
		}
		d, err := namedDtype(name)
		if err != nil {
			return nil, err
		}
		rank, ok := take(1)
		if !ok {
			return nil, short
		}
		dims := make([]int, rank[0])
		for i := range dims {
			b, ok := take(8)
			if !ok {
				return nil, short
			}
			n := binary.LittleEndian.Uint64(b)
			if n > math.MaxInt {
				return nil, errorf(ErrShape, "length %d of axis %d", n, i)
			}
			dims[i] = int(n)
		}
		if err := shape.Check(dims, d.Size()); err != nil {
			return nil, err
		}
		if want := shape.Size(dims) * d.Size(); len(data) != want {
			return nil, errorf(ErrShape, "%d bytes of elements for shape %s of %v, want %d", len(data), shape.Text(dims), d, want)
		}
		if err := cleanBools(d, data); err != nil {
			return nil, err
		}
		own := newBytes(len(data)) // aligned, and ours to change
		copy(own, data)
		return made(d, dims, own)
	})
}
