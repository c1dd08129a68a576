//go:build tensorflow

package tfeager

// #include "shim.h"
import "C"

import (
	"fmt"
	"math"
	"unsafe"
)

// A Recorder takes the programs of tensors that are yet to be computed, where the library
// would run them.
type Recorder interface {
	// Record returns the results of p, of which at least one operand is the Recorder's.
	Record(p *Program, xs []*Tensor) ([]*Tensor, error)
}

type symbol struct {
	by Recorder
	v  any
}

// Symbol returns a tensor that is yet to be computed, with what its Recorder knows of it.
// It has no elements: to look at them is an error.
func Symbol(by Recorder, v any) *Tensor { return &Tensor{symbol: &symbol{by, v}} }

// Symbol returns what a Recorder knows of x, if x is a tensor of its own.
func (x *Tensor) Symbol(by Recorder) (v any, ok bool) {
	if x.symbol == nil || x.symbol.by != by {
		return nil, false
	}
	return x.symbol.v, true
}

// IsSymbol reports whether x is yet to be computed, by any Recorder.
func (x *Tensor) IsSymbol() bool { return x.symbol != nil }

func (p *Program) record(xs ...*Tensor) ([]*Tensor, error) {
	if len(xs) != p.operands {
		return nil, fmt.Errorf("%d operands for a program on %d", len(xs), p.operands)
	}
	for _, x := range xs {
		if x.symbol != nil {
			return x.symbol.by.Record(p, xs)
		}
	}
	return nil, fmt.Errorf("a program of tensors that are there")
}

func (p *Program) recordOne(xs ...Operand) (*Tensor, error) {
	ts := make([]*Tensor, len(xs))
	for i, x := range xs {
		var err error
		if ts[i], err = x.tensor(); err != nil {
			return nil, err
		}
	}
	zs, err := p.record(ts...)
	if err != nil {
		return nil, err
	}
	return zs[0], nil
}

// A Step is an instruction of a Program. Values have numbers: the operands, then what the
// steps make, in their order.
type Step struct {
	Op       string  // an operation of the library's; else "" and Const or Indices
	Operands [][]int // each a value, or a list of values
	Lists    []bool  // which of them are lists
	Results  int
	Attrs    []Attr
	Const    *Const
	Indices  *Indices
}

// An Attr is an attribute of an operation. Its value is a Dtype, int64, bool, float32, string,
// Shape, []int64 or []Dtype.
type Attr struct {
	Name  string
	Value any
}

// Types of values of attributes.
type (
	Dtype int   // TF_DataType's number
	Shape []int // lengths of axes
)

// A Const is a constant: its dtype, shape and elements.
type Const struct {
	Dtype int
	Dims  []int
	Data  []byte
}

// Indices is the reading of indices into an axis, see [Program.Indices].
type Indices struct{ Value, Axis, Length int }

// Steps returns the program's instructions and its results.
func (p *Program) Steps() (steps []Step, results []int) {
	names := numbered()
	w := p.words[1:]
	next := func() int64 { v := w[0]; w = w[1:]; return v }
	value := func() int {
		v := next()
		if v < 0 {
			v = ^v
		}
		return int(v)
	}
	numbers := func(n int) []int {
		list := make([]int, n)
		for i := range list {
			list[i] = int(next())
		}
		return list
	}
	octets := func(n int) []byte {
		data := make([]byte, n)
		if n > 0 {
			copy(data, unsafe.Slice((*byte)(unsafe.Pointer(&w[0])), n))
		}
		w = w[(n+7)/8:]
		return data
	}
	for {
		switch next() {
		case C.GE_OP:
			s := Step{Op: names[next()], Results: int(next())}
			n, attrs := int(next()), int(next())
			for range n {
				list := w[0] == math.MaxInt64
				k := 1
				if list {
					next()
					k = int(next())
				}
				values := make([]int, k)
				for i := range values {
					values[i] = value()
				}
				s.Operands, s.Lists = append(s.Operands, values), append(s.Lists, list)
			}
			for range attrs {
				a := Attr{Name: names[next()]}
				switch next() {
				case C.GE_TYPE:
					a.Value = Dtype(next())
				case C.GE_INT:
					a.Value = next()
				case C.GE_BOOL:
					a.Value = next() != 0
				case C.GE_FLOAT:
					a.Value = float32(math.Float64frombits(uint64(next())))
				case C.GE_STRING:
					a.Value = string(octets(int(next())))
				case C.GE_SHAPE:
					a.Value = Shape(numbers(int(next())))
				case C.GE_INTS:
					list := make([]int64, next())
					for i := range list {
						list[i] = next()
					}
					a.Value = list
				case C.GE_TYPES:
					list := make([]Dtype, next())
					for i := range list {
						list[i] = Dtype(next())
					}
					a.Value = list
				}
				s.Attrs = append(s.Attrs, a)
			}
			steps = append(steps, s)
		case C.GE_CONST:
			c := &Const{Dtype: int(next())}
			c.Dims = numbers(int(next()))
			c.Data = octets(int(next()))
			steps = append(steps, Step{Const: c, Results: 1})
		case C.GE_INDICES:
			i := &Indices{Value: value()}
			i.Axis, i.Length = int(next()), int(next())
			steps = append(steps, Step{Indices: i, Results: 1})
		case C.GE_END:
			return steps, numbers(int(next()))
		}
	}
}

// numbered returns the names by their numbers.
func numbered() []string {
	names.RLock()
	defer names.RUnlock()
	list := make([]string, len(names.numbers))
	for name, n := range names.numbers {
		list[n] = name
	}
	return list
}
