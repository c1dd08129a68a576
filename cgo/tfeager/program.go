//go:build tensorflow

package tfeager

// #include "shim.h"
import "C"

import (
	"fmt"
	"math"
	"sync"
	"unsafe"
)

// A Value is a value of the Program that is being written: an operand, or a result of
// one of its operations.
type Value int64

// A Program is operations of TensorFlow, each with operands that are the program's or
// results of those before. Write it, from Reset to Return, once; then it may be run any
// number of times, by several goroutines at once.
type Program struct {
	words      []int64
	mentions   []int   // for each value, where in words it was last mentioned
	lists      []Value // the values of lists that are not operands yet, one after the other
	ends       []int   // of each of those lists
	attributes int     // where in words the number of attributes of the last operation is
	operands   int
	results    int
	steps      int // instructions
}

// Reset makes an empty program on so many operands.
func (p *Program) Reset(operands int) {
	p.words, p.mentions, p.lists, p.ends = append(p.words[:0], 0), p.mentions[:0], p.lists[:0], p.ends[:0]
	p.attributes, p.operands, p.results, p.steps = 0, operands, 0, 0
	for range operands {
		p.mentions = append(p.mentions, 0)
	}
}

// Operand returns the program's operand i.
func (p *Program) Operand(i int) Value { return Value(i) }

// mention writes a value as an operand.
func (p *Program) mention(x Value) {
	p.mentions[x] = len(p.words)
	p.words = append(p.words, int64(x))
}

func (p *Program) made() Value {
	p.mentions = append(p.mentions, 0)
	return Value(len(p.mentions) - 1)
}

// List returns a list of values, for an operand which is one.
func (p *Program) List(xs ...Value) Value {
	p.lists = append(p.lists, xs...)
	p.ends = append(p.ends, len(p.lists))
	return Value(-len(p.ends))
}

// Op appends an operation and returns its result. Attributes follow by the methods named
// for their types; those that the operands' dtypes imply are not needed.
func (p *Program) Op(name string, xs ...Value) Value { return p.Ops(1, name, xs...) }

// Ops is Op for an operation with n results, of which it returns the first; the others
// are the Values after it.
func (p *Program) Ops(n int, name string, xs ...Value) Value {
	p.steps++
	p.words = append(p.words, C.GE_OP, number(name), int64(n), int64(len(xs)), 0)
	p.attributes = len(p.words) - 1
	for _, x := range xs {
		if x >= 0 {
			p.mention(x)
			continue
		}
		list, start := int(-x-1), 0
		if list > 0 {
			start = p.ends[list-1]
		}
		p.words = append(p.words, math.MaxInt64, int64(p.ends[list]-start)) // GE_LIST
		for _, y := range p.lists[start:p.ends[list]] {
			p.mention(y)
		}
	}
	first := Value(len(p.mentions))
	for range n {
		p.made()
	}
	return first
}

func (p *Program) attribute(name string, kind int64, words ...int64) *Program {
	p.words[p.attributes]++
	p.words = append(append(p.words, number(name), kind), words...)
	return p
}

// Type gives the last operation an attribute which is a dtype; the methods below are the
// same for attributes of other types.
func (p *Program) Type(name string, dtype int) *Program {
	return p.attribute(name, C.GE_TYPE, int64(dtype))
}

func (p *Program) Int(name string, v int) *Program { return p.attribute(name, C.GE_INT, int64(v)) }

func (p *Program) Bool(name string, v bool) *Program {
	return p.attribute(name, C.GE_BOOL, int64(flag(v)))
}

func (p *Program) Float(name string, v float64) *Program {
	return p.attribute(name, C.GE_FLOAT, int64(math.Float64bits(v)))
}

func (p *Program) Shape(name string, dims []int) *Program { return p.many(name, C.GE_SHAPE, dims) }
func (p *Program) Ints(name string, v []int) *Program     { return p.many(name, C.GE_INTS, v) }

func (p *Program) Types(name string, dtypes []int) *Program {
	return p.many(name, C.GE_TYPES, dtypes)
}

func (p *Program) many(name string, kind int64, v []int) *Program {
	p.attribute(name, kind, int64(len(v)))
	p.appendInts(v)
	return p
}

func (p *Program) String(name, v string) *Program {
	p.attribute(name, C.GE_STRING, int64(len(v)))
	p.appendBytes(unsafe.Slice(unsafe.StringData(v), len(v)))
	return p
}

func (p *Program) appendInts(v []int) {
	for _, i := range v {
		p.words = append(p.words, int64(i))
	}
}

func (p *Program) appendBytes(data []byte) {
	at := len(p.words)
	for range (len(data) + 7) / 8 {
		p.words = append(p.words, 0)
	}
	if len(data) > 0 {
		copy(unsafe.Slice((*byte)(unsafe.Pointer(&p.words[at])), len(data)), data)
	}
}

// Const appends a constant, which is small: its elements travel with the program.
func (p *Program) Const(dtype int, dims []int, data []byte) Value {
	p.steps++
	p.words = append(p.words, C.GE_CONST, int64(dtype), int64(len(dims)))
	p.appendInts(dims)
	p.words = append(p.words, int64(len(data)))
	p.appendBytes(data)
	return p.made()
}

// int64Type is TF_INT64.
const int64Type = 9

// Int64s appends a constant of int64, of one axis.
func (p *Program) Int64s(v ...int) Value {
	p.steps++
	p.words = append(p.words, C.GE_CONST, int64Type, 1, int64(len(v)), int64(8*len(v)))
	p.appendInts(v)
	return p.made()
}

// Int64 appends a constant of int64 without axes.
func (p *Program) Int64(v int) Value {
	p.steps++
	p.words = append(p.words, C.GE_CONST, int64Type, 0, 8, int64(v))
	return p.made()
}

// Indices appends the reading of indices, int64, into an axis: negative ones count from
// its end; for one that is out of range the run ends with an error that says so.
func (p *Program) Indices(x Value, axis, length int) Value {
	p.steps++
	p.words = append(p.words, C.GE_INDICES)
	p.mention(x)
	p.words = append(p.words, int64(axis), int64(length))
	return p.made()
}

// Return ends the program with its results.
func (p *Program) Return(xs ...Value) {
	for _, x := range xs {
		p.mentions[x] = 0
	}
	for x, at := range p.mentions[p.operands:] {
		if at > 0 {
			p.words[at] = ^int64(x + p.operands)
		}
	}
	p.words = append(p.words, C.GE_END, int64(len(xs)))
	for _, x := range xs {
		p.words = append(p.words, int64(x))
	}
	p.results = len(xs)
	p.words[0] = int64(len(p.mentions))
}

// names has a number for each name, which the shim knows it by.
var names struct {
	sync.RWMutex
	numbers map[string]int64
}

func number(name string) int64 {
	names.RLock()
	n, ok := names.numbers[name]
	names.RUnlock()
	if ok {
		return n
	}
	names.Lock()
	defer names.Unlock()
	if n, ok := names.numbers[name]; ok {
		return n
	}
	n = int64(len(names.numbers))
	if n == C.GE_NAMES {
		panic(fmt.Sprintf("tfeager: %q is one name too many", name)) // they are the package's own, and fewer
	}
	if names.numbers == nil {
		names.numbers = map[string]int64{}
	}
	text := C.CString(name)
	defer C.ge_free_text(text)
	C.ge_name(C.int(n), text)
	names.numbers[name] = n
	return n
}
