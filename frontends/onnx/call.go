package onnx

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/goivy/goivy/internal/blame"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/shape"
)

// A row is what there is to know of an operator.
type row struct {
	op    string
	since []int // the versions that run has, all that are newer than the first one
	// in says of which kind each input is, by letters: a any, n number, f float, i integer, b bool, s sequence, = the elements of the
	// first input, w like a but of the same elements as others with w; those after ? may be left out, * repeats the letter before it.
	in     string
	host   []int // inputs whose elements have to be known
	random bool
	run    func(c *call)
	check  func(n *node) string // what of it is not supported, known from attributes
}

// table has the rows by domain and name.
var table = map[string]*row{}

func init() {
	for domain, groups := range map[string][][]row{
		"":              {elementwiseRows, manipulationRows, reduceRows, layerRows, attentionRows, recurrentRows, quantizedRows, controlRows, creationRows, signalRows, imageRows, lossRows, gramRows},
		"ai.onnx.ml":    {mlRows},
		"com.microsoft": {microsoftRows},
	} {
		for _, rows := range groups {
			for i := range rows {
				table[domain+"\x00"+rows[i].op] = &rows[i]
			}
		}
	}
}

// find returns the row of an operator and the version that it has in an opset: 0 if there is none, or one that is older than those that
// the row has.
func find(domain, op string, opset int) (r *row, version int) {
	if r = table[domain+"\x00"+op]; r == nil {
		return nil, 0
	}
	for _, v := range r.since {
		if v <= opset {
			version = v
		}
	}
	return r, version
}

// A call is a node that is run.
type call struct {
	r       *run
	n       *node
	f       *frame
	e       *ivy.Env
	version int
	in      []value
	outs    []value
	known   bool
	fixed   bool
}

// do checks the inputs and runs the operator.
func (c *call) do() {
	if c.n.quantized != nil && c.r.integers() {
		c.multiplyIntegers()
	} else {
		c.accept()
		c.n.row.run(c)
	}
	for i := range c.outs {
		v := &c.outs[i]
		v.known, v.fixed = v.known || c.known, v.fixed || c.fixed
		if v.x != nil && v.elem == 0 {
			v.elem = elemOf(v.x.Dtype())
			if len(c.in) > 0 && c.in[0].elem.known() && c.in[0].elem.dtype() == v.x.Dtype() {
				v.elem = c.in[0].elem
			}
		}
	}
}

func (c *call) failf(kind error, format string, args ...any) {
	panic(blame.Errorf(kind, format, args...))
}

// accept checks how many inputs there are, and their types.
func (c *call) accept() {
	spec := c.n.row.in
	at, need, last, w := 0, -1, byte('a'), elem(0)
	for i := range len(spec) {
		switch letter := spec[i]; letter {
		case '?':
			need = at
		case '*':
			if need < 0 {
				need = at - 1
			}
			for ; at < len(c.in); at++ {
				c.acceptOne(at, last, &w)
			}
		default:
			if at < len(c.in) {
				c.acceptOne(at, letter, &w)
			}
			at, last = at+1, letter
		}
	}
	if need < 0 {
		need = at
	}
	if len(c.in) > at {
		c.failf(ivy.ErrValue, "%d inputs, at most %d are possible", len(c.in), at)
	}
	for i := range need {
		if i >= len(c.in) || !c.in[i].there() {
			c.failf(ivy.ErrValue, "input %d is missing", i)
		}
	}
}

func (c *call) acceptOne(i int, letter byte, w *elem) {
	v := c.in[i]
	if !v.there() {
		return
	}
	if v.sequence != (letter == 's') && letter != 'x' {
		c.failf(ivy.ErrDtype, "input %d is a sequence or none, want the other", i)
	}
	if v.sequence {
		return
	}
	t := v.elem
	d := t.dtype()
	ok := true
	switch letter {
	case 'n':
		ok = !d.IsBool()
	case 'f':
		ok = d.IsFloat()
	case 'i':
		ok = d.IsInteger()
	case 'b':
		ok = d.IsBool()
	case '=':
		ok = !c.in[0].there() || t == c.in[0].elem
	case 'w':
		if *w == 0 {
			*w = t
		}
		ok = t == *w
	}
	if !ok {
		want := map[byte]string{'n': "numbers", 'f': "floating-point numbers", 'i': "integers", 'b': "bool", '=': fmt.Sprint(c.in[0].elem), 'w': fmt.Sprint(*w)}[letter]
		c.failf(ivy.ErrDtype, "input %d of type %v, want %s", i, t, want)
	}
}

func (c *call) has(i int) bool { return i < len(c.in) && c.in[i].there() }

// wants reports whether output i is used.
func (c *call) wants(i int) bool { return i < len(c.n.outs) && c.n.outs[i] != "" }

// x returns input i as an array.
func (c *call) x(i int) *ivy.Array {
	if !c.has(i) {
		c.failf(ivy.ErrValue, "input %d is missing", i)
	}
	if c.in[i].sequence {
		c.failf(ivy.ErrDtype, "input %d is a sequence", i)
	}
	return c.r.array(c.in[i])
}

// opt returns input i as an array, nil if it is left out.
func (c *call) opt(i int) *ivy.Array {
	if !c.has(i) {
		return nil
	}
	return c.x(i)
}

// all returns the inputs from i on.
func (c *call) all(i int) []*ivy.Array {
	var xs []*ivy.Array
	for ; i < len(c.in); i++ {
		xs = append(xs, c.x(i))
	}
	return xs
}

// shape returns the lengths of input i, without making an array of it.
func (c *call) shape(i int) []int {
	if c.has(i) && c.in[i].x == nil && c.in[i].c != nil {
		return slices.Clone(c.in[i].c.shape)
	}
	return c.x(i).Shape()
}

// elem returns the type of input i.
func (c *call) elem(i int) elem {
	if !c.has(i) {
		return 0
	}
	return c.in[i].elem
}

// ints returns the elements of an input of integers. They are looked at: a trace ends here, unless they are known.
func (c *call) ints(i int) []int {
	if !c.has(i) {
		c.failf(ivy.ErrValue, "input %d is missing", i)
	}
	v := c.in[i]
	if v.x == nil && v.c != nil && (v.elem == elemInt64 || v.elem == elemInt32) {
		zs := make([]int, 0, len(v.c.data)/8)
		for b := v.c.data; len(b) > 0; {
			if v.elem == elemInt32 {
				zs, b = append(zs, int(int32(binary.NativeEndian.Uint32(b)))), b[4:]
			} else {
				zs, b = append(zs, index(int64(binary.NativeEndian.Uint64(b)))), b[8:]
			}
		}
		return zs
	}
	x := c.x(i)
	if !x.Dtype().IsInteger() && !x.Dtype().IsBool() {
		c.failf(ivy.ErrDtype, "input %d of type %v, want integers", i, v.elem)
	}
	var zs []int
	for _, n := range ivy.Values[int64](x.Env().Astype(x, ivy.Int64)) {
		zs = append(zs, index(n))
	}
	return zs
}

// index returns n as an int, the nearest one where an int has 32 bits.
func index(n int64) int {
	const most = int64(^uint(0) >> 1)
	return int(max(-most-1, min(n, most)))
}

// int returns the element of an input of one integer.
func (c *call) int(i int) int {
	zs := c.ints(i)
	if len(zs) != 1 {
		c.failf(ivy.ErrShape, "input %d has %d elements, want 1", i, len(zs))
	}
	return zs[0]
}

// numbers returns the elements of an input of numbers, which are looked at.
func (c *call) numbers(i int) []float64 {
	x := c.x(i)
	return ivy.Values[float64](x.Env().Astype(x, ivy.Float64))
}

func (c *call) number(i int) float64 {
	zs := c.numbers(i)
	if len(zs) != 1 {
		c.failf(ivy.ErrShape, "input %d has %d elements, want 1", i, len(zs))
	}
	return zs[0]
}

// set makes x the next output.
func (c *call) set(x *ivy.Array) { c.outs = append(c.outs, value{x: x}) }

// setAs is set of an array that holds elements of type t.
func (c *call) setAs(x *ivy.Array, t elem) { c.outs = append(c.outs, value{x: x, elem: t}) }

// setInts makes integers that are known in every trace the next output, int64 of a shape.
func (c *call) setInts(shape []int, zs ...int) {
	c.outs = append(c.outs, value{c: &constant{elem: elemInt64, shape: shape, data: int64Bytes(zs...)}, elem: elemInt64, known: true})
}

// int64Bytes returns integers as this machine has them in memory.
func int64Bytes(zs ...int) []byte {
	data := make([]byte, 0, 8*len(zs))
	for _, n := range zs {
		data = binary.NativeEndian.AppendUint64(data, uint64(n))
	}
	return data
}

// one is the run of an operator of one output.
func one(f func(c *call) *ivy.Array) func(c *call) {
	return func(c *call) { c.set(f(c)) }
}

// Attributes. One of another type than asked for is an error.

func (c *call) attr(name string, kind int64) *attrProto {
	a := c.n.attrs[name]
	if a == nil {
		return nil
	}
	if a.proto.kind != kind && a.proto.kind != 0 {
		c.failf(ivy.ErrValue, "attribute %q of type %d, want %d", name, a.proto.kind, kind)
	}
	return a.proto
}

// The types of attributes in AttributeProto.AttributeType.
const (
	attrFloat   = 1
	attrInt     = 2
	attrString  = 3
	attrTensor  = 4
	attrGraph   = 5
	attrFloats  = 6
	attrInts    = 7
	attrStrings = 8
)

func (c *call) attrInt(name string, otherwise int) int {
	if a := c.attr(name, attrInt); a != nil {
		return index(a.i)
	}
	return otherwise
}

// flag reports whether an attribute is 1.
func (c *call) flag(name string) bool { return c.attrInt(name, 0) != 0 }

func (c *call) attrFloat(name string, otherwise float64) float64 {
	if a := c.attr(name, attrFloat); a != nil {
		return float64(a.f)
	}
	return otherwise
}

func (c *call) attrText(name, otherwise string) string {
	if a := c.attr(name, attrString); a != nil {
		return string(a.s)
	}
	return otherwise
}

func (c *call) attrTexts(name string) []string {
	var texts []string
	if a := c.attr(name, attrStrings); a != nil {
		for _, s := range a.strings {
			texts = append(texts, string(s))
		}
	}
	return texts
}

// attrInts returns a copy of a list, nil if it is not there.
func (c *call) attrInts(name string) []int {
	a := c.attr(name, attrInts)
	if a == nil {
		return nil
	}
	zs := make([]int, len(a.ints))
	for i, n := range a.ints {
		zs[i] = index(n)
	}
	return zs
}

func (c *call) attrFloats(name string) []float32 {
	if a := c.attr(name, attrFloats); a != nil {
		return a.floats
	}
	return nil
}

// attrElem returns a type that an attribute names by its number, otherwise if it is not there.
func (c *call) attrElem(name string, otherwise elem) elem {
	a := c.attr(name, attrInt)
	if a == nil {
		return otherwise
	}
	if t := elem(a.i); t.known() {
		return t
	}
	c.failf(ivy.ErrUnsupported, "elements of type %v", elem(a.i))
	return 0
}

// axis returns an axis of rank many as a number from 0 on.
func (c *call) axis(axis, rank int) int {
	z, err := shape.Axis(axis, rank)
	if err != nil {
		c.failf(ivy.ErrIndex, "axis %d of %d", axis, rank)
	}
	return z
}

func (c *call) axes(axes []int, rank int) []int {
	zs := make([]int, len(axes))
	for i, a := range axes {
		zs[i] = c.axis(a, rank)
	}
	return zs
}

// like returns numbers of Go's as an array in the dtype of x.
func (c *call) like(x *ivy.Array, v any) *ivy.Array {
	return c.e.Astype(c.e.Asarray(v), x.Dtype())
}

// last returns the length of the last axis.
func last(x *ivy.Array) int { return x.Dim(x.Ndim() - 1) }
