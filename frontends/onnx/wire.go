package onnx

import (
	"encoding/binary"
	"fmt"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

// The messages of onnx.proto that the package reads. Bytes of tensors lie in the file's: nothing is copied.

type modelProto struct {
	irVersion                 int64
	producer, producerVersion string
	domain                    string
	version                   int64
	doc                       string
	graph                     *graphProto
	opsets                    []opsetProto
	metadata                  map[string]string
	functions                 []*functionProto
	training                  bool
}

type opsetProto struct {
	domain  string
	version int64
}

type graphProto struct {
	name    string
	nodes   []*nodeProto
	tensors []*tensorProto
	sparse  []*sparseProto
	inputs  []*valueProto
	outputs []*valueProto
}

type nodeProto struct {
	inputs, outputs            []string
	name, op, domain, overload string
	attrs                      []*attrProto
}

type attrProto struct {
	name, ref string
	kind      int64
	f         float32
	i         int64
	s         []byte
	t         *tensorProto
	g         *graphProto
	sparse    *sparseProto
	floats    []float32
	ints      []int64
	strings   [][]byte
	typ       *typeProto
}

type tensorProto struct {
	name     string
	dims     []int64
	elem     elem
	raw      []byte
	floats   []byte // packed, or the values one after the other in 4 bytes
	doubles  []byte
	ints32   []int64
	ints64   []int64
	uints64  []uint64
	strings  int
	external map[string]string
	outside  bool
}

type sparseProto struct {
	values, indices *tensorProto
	dims            []int64
}

type valueProto struct {
	name string
	typ  *typeProto
}

type typeProto struct {
	kind     string // "tensor", "sequence", "map", "optional", "sparse tensor", "opaque"
	elem     elem
	of       *typeProto // of a sequence, an optional
	hasShape bool
	dims     []Dim
}

type functionProto struct {
	name, domain, overload string
	inputs, outputs        []string
	attrs                  []string
	defaults               []*attrProto
	nodes                  []*nodeProto
	opsets                 []opsetProto
}

// deepest is how many messages may lie in one another: subgraphs of subgraphs.
const deepest = 100

// A decoder reads messages, with the first error.
type decoder struct {
	err   error
	depth int
}

func (d *decoder) fail(format string, args ...any) {
	if d.err == nil {
		d.err = fmt.Errorf(format, args...)
	}
}

// fields calls f with each field of a message: its number, its type, and its bytes: those of a length-delimited one, or those from its
// value on.
func (d *decoder) fields(what string, b []byte, f func(num protowire.Number, v field)) {
	if d.depth++; d.depth > deepest {
		d.fail("%s lies in more than %d others", what, deepest)
	}
	defer func() { d.depth-- }()
	for len(b) > 0 && d.err == nil {
		num, typ, n := protowire.ConsumeTag(b)
		if n < 0 {
			d.fail("%s: %w", what, protowire.ParseError(n))
			return
		}
		b = b[n:]
		v := field{d: d, what: what, num: num, typ: typ}
		switch typ {
		case protowire.VarintType:
			v.n, n = protowire.ConsumeVarint(b)
		case protowire.Fixed32Type:
			var x uint32
			x, n = protowire.ConsumeFixed32(b)
			v.n = uint64(x)
		case protowire.Fixed64Type:
			v.n, n = protowire.ConsumeFixed64(b)
		case protowire.BytesType:
			v.b, n = protowire.ConsumeBytes(b)
		default:
			n = protowire.ConsumeFieldValue(num, typ, b)
		}
		if n < 0 {
			d.fail("%s, field %d: %w", what, num, protowire.ParseError(n))
			return
		}
		b = b[n:]
		f(num, v)
	}
}

// A field is one of a message, as it was found.
type field struct {
	d    *decoder
	what string
	num  protowire.Number
	typ  protowire.Type
	n    uint64
	b    []byte
}

func (f field) is(typ protowire.Type) bool {
	if f.typ != typ {
		f.d.fail("%s, field %d: wire type %d, want %d", f.what, f.num, f.typ, typ)
	}
	return f.typ == typ
}

func (f field) bytes() []byte {
	if !f.is(protowire.BytesType) {
		return nil
	}
	return f.b
}

func (f field) text() string { return string(f.bytes()) }

func (f field) int() int64 {
	if !f.is(protowire.VarintType) {
		return 0
	}
	return int64(f.n)
}

func (f field) float() float32 {
	if !f.is(protowire.Fixed32Type) {
		return 0
	}
	return math.Float32frombits(uint32(f.n))
}

// ints appends the values of a repeated varint, packed or not.
func (f field) ints(to []int64) []int64 {
	if f.typ == protowire.VarintType {
		return append(to, int64(f.n))
	}
	for b := f.bytes(); len(b) > 0; {
		v, n := protowire.ConsumeVarint(b)
		if n < 0 {
			f.d.fail("%s, field %d: %w", f.what, f.num, protowire.ParseError(n))
			return to
		}
		to, b = append(to, int64(v)), b[n:]
	}
	return to
}

// fixed appends the values of a repeated field of size bytes each, packed or not, as bytes in little-endian order.
func (f field) fixed(to []byte, size int) []byte {
	switch {
	case size == 4 && f.typ == protowire.Fixed32Type:
		return binary.LittleEndian.AppendUint32(to, uint32(f.n))
	case size == 8 && f.typ == protowire.Fixed64Type:
		return binary.LittleEndian.AppendUint64(to, f.n)
	}
	b := f.bytes()
	if len(b)%size != 0 {
		f.d.fail("%s, field %d: %d bytes, no multiple of %d", f.what, f.num, len(b), size)
		return to
	}
	if len(to) == 0 {
		return b
	}
	return append(to[:len(to):len(to)], b...)
}

func (d *decoder) model(b []byte) *modelProto {
	m := &modelProto{metadata: map[string]string{}}
	d.fields("the model", b, func(num protowire.Number, f field) {
		switch num {
		case 1:
			m.irVersion = f.int()
		case 2:
			m.producer = f.text()
		case 3:
			m.producerVersion = f.text()
		case 4:
			m.domain = f.text()
		case 5:
			m.version = f.int()
		case 6:
			m.doc = f.text()
		case 7:
			m.graph = d.graph(f.bytes())
		case 8:
			m.opsets = append(m.opsets, d.opset(f.bytes()))
		case 14:
			d.entry(f.bytes(), m.metadata)
		case 20:
			m.training = true
		case 25:
			m.functions = append(m.functions, d.function(f.bytes()))
		}
	})
	return m
}

func (d *decoder) entry(b []byte, into map[string]string) {
	var key, value string
	d.fields("an entry", b, func(num protowire.Number, f field) {
		switch num {
		case 1:
			key = f.text()
		case 2:
			value = f.text()
		}
	})
	into[key] = value
}

func (d *decoder) opset(b []byte) (o opsetProto) {
	d.fields("an opset", b, func(num protowire.Number, f field) {
		switch num {
		case 1:
			o.domain = f.text()
		case 2:
			o.version = f.int()
		}
	})
	return o
}

func (d *decoder) graph(b []byte) *graphProto {
	g := &graphProto{}
	d.fields("a graph", b, func(num protowire.Number, f field) {
		switch num {
		case 1:
			g.nodes = append(g.nodes, d.node(f.bytes()))
		case 2:
			g.name = f.text()
		case 5:
			g.tensors = append(g.tensors, d.tensor(f.bytes()))
		case 11:
			g.inputs = append(g.inputs, d.value(f.bytes()))
		case 12:
			g.outputs = append(g.outputs, d.value(f.bytes()))
		case 15:
			g.sparse = append(g.sparse, d.sparse(f.bytes()))
		}
	})
	return g
}

func (d *decoder) node(b []byte) *nodeProto {
	n := &nodeProto{}
	d.fields("a node", b, func(num protowire.Number, f field) {
		switch num {
		case 1:
			n.inputs = append(n.inputs, f.text())
		case 2:
			n.outputs = append(n.outputs, f.text())
		case 3:
			n.name = f.text()
		case 4:
			n.op = f.text()
		case 5:
			n.attrs = append(n.attrs, d.attr(f.bytes()))
		case 7:
			n.domain = f.text()
		case 8:
			n.overload = f.text()
		}
	})
	return n
}

func (d *decoder) attr(b []byte) *attrProto {
	a := &attrProto{}
	d.fields("an attribute", b, func(num protowire.Number, f field) {
		switch num {
		case 1:
			a.name = f.text()
		case 2:
			a.f = f.float()
		case 3:
			a.i = f.int()
		case 4:
			a.s = f.bytes()
		case 5:
			a.t = d.tensor(f.bytes())
		case 6:
			a.g = d.graph(f.bytes())
		case 7:
			packed := f.fixed(nil, 4)
			for ; len(packed) >= 4; packed = packed[4:] {
				a.floats = append(a.floats, math.Float32frombits(binary.LittleEndian.Uint32(packed)))
			}
		case 8:
			a.ints = f.ints(a.ints)
		case 9:
			a.strings = append(a.strings, f.bytes())
		case 14:
			a.typ = d.typ(f.bytes())
		case 20:
			a.kind = f.int()
		case 21:
			a.ref = f.text()
		case 22:
			a.sparse = d.sparse(f.bytes())
		}
	})
	return a
}

func (d *decoder) tensor(b []byte) *tensorProto {
	t := &tensorProto{}
	d.fields("a tensor", b, func(num protowire.Number, f field) {
		switch num {
		case 1:
			t.dims = f.ints(t.dims)
		case 2:
			t.elem = elem(f.int())
		case 4:
			t.floats = f.fixed(t.floats, 4)
		case 5:
			t.ints32 = f.ints(t.ints32)
		case 6:
			t.strings++
		case 7:
			t.ints64 = f.ints(t.ints64)
		case 8:
			t.name = f.text()
		case 9:
			t.raw = f.bytes()
			if t.raw == nil {
				t.raw = []byte{}
			}
		case 10:
			t.doubles = f.fixed(t.doubles, 8)
		case 11:
			for _, v := range f.ints(nil) {
				t.uints64 = append(t.uints64, uint64(v))
			}
		case 13:
			if t.external == nil {
				t.external = map[string]string{}
			}
			d.entry(f.bytes(), t.external)
		case 14:
			t.outside = f.int() == 1
		}
	})
	return t
}

func (d *decoder) sparse(b []byte) *sparseProto {
	s := &sparseProto{}
	d.fields("a sparse tensor", b, func(num protowire.Number, f field) {
		switch num {
		case 1:
			s.values = d.tensor(f.bytes())
		case 2:
			s.indices = d.tensor(f.bytes())
		case 3:
			s.dims = f.ints(s.dims)
		}
	})
	return s
}

func (d *decoder) value(b []byte) *valueProto {
	v := &valueProto{}
	d.fields("a value", b, func(num protowire.Number, f field) {
		switch num {
		case 1:
			v.name = f.text()
		case 2:
			v.typ = d.typ(f.bytes())
		}
	})
	return v
}

func (d *decoder) typ(b []byte) *typeProto {
	t := &typeProto{}
	d.fields("a type", b, func(num protowire.Number, f field) {
		switch num {
		case 1:
			t.kind = "tensor"
			d.tensorType(t, f.bytes())
		case 4, 9:
			t.kind = map[protowire.Number]string{4: "sequence", 9: "optional"}[num]
			d.fields("a type", f.bytes(), func(num protowire.Number, f field) {
				if num == 1 {
					t.of = d.typ(f.bytes())
				}
			})
		case 5:
			t.kind = "map"
		case 7:
			t.kind = "opaque"
		case 8:
			t.kind = "sparse tensor"
		}
	})
	return t
}

func (d *decoder) tensorType(t *typeProto, b []byte) {
	d.fields("a type", b, func(num protowire.Number, f field) {
		switch num {
		case 1:
			t.elem = elem(f.int())
		case 2:
			t.hasShape = true
			d.fields("a shape", f.bytes(), func(num protowire.Number, f field) {
				if num != 1 {
					return
				}
				dim := Dim{Size: -1}
				d.fields("a dimension", f.bytes(), func(num protowire.Number, f field) {
					switch num {
					case 1:
						if dim.Size = -1; f.int() >= 0 && f.int() <= math.MaxInt32*int64(1<<16) {
							dim.Size = int(f.int())
						}
					case 2:
						dim.Name = f.text()
					}
				})
				t.dims = append(t.dims, dim)
			})
		}
	})
}

func (d *decoder) function(b []byte) *functionProto {
	fn := &functionProto{}
	d.fields("a function", b, func(num protowire.Number, f field) {
		switch num {
		case 1:
			fn.name = f.text()
		case 4:
			fn.inputs = append(fn.inputs, f.text())
		case 5:
			fn.outputs = append(fn.outputs, f.text())
		case 6:
			fn.attrs = append(fn.attrs, f.text())
		case 7:
			fn.nodes = append(fn.nodes, d.node(f.bytes()))
		case 9:
			fn.opsets = append(fn.opsets, d.opset(f.bytes()))
		case 10:
			fn.domain = f.text()
		case 11:
			fn.defaults = append(fn.defaults, d.attr(f.bytes()))
		case 13:
			fn.overload = f.text()
		}
	})
	return fn
}
