// Package text writes arrays as NumPy and PyTorch print them, digit for digit.
//
// NumPy's text is also the one of JAX and of TensorFlow, which print the values that
// NumPy has of their arrays.
package text

import (
	"slices"
	"strconv"

	"github.com/goivy/goivy/internal/format"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// elements are the elements of an array in row-major order. Of a summarised array they
// are those at the corners alone.
type elements struct {
	dtype dtype.Dtype
	full  []int // the array's shape
	shape []int // of the elements that are here
	edge  int   // elements at either end of an axis that is shorter here

	bools    []bool
	ints     []int64
	uints    []uint64
	floats   []float64
	complexs []complex128
}

// elementsOf reads an array. With summarise it reads the first and the last edge elements
// of each axis that has more than twice as many.
func elementsOf(x *ivy.Array, summarise bool, edge int) *elements {
	e := &elements{dtype: x.Dtype(), full: x.Shape(), edge: edge}
	if summarise {
		for axis, n := range e.full {
			if n <= 2*edge {
				continue
			}
			before := slices.Repeat([]any{ivy.Colon}, axis)
			first, last := x.Get(append(slices.Clone(before), ivy.Slice(0, edge))...), x.Get(append(before, ivy.Slice(n-edge, n))...)
			x = x.Env().Concat([]*ivy.Array{first, last}, ivy.Axis(axis))
		}
	}
	e.shape = x.Shape()
	switch e.dtype.Kind() {
	case dtype.KindBool:
		e.bools = ivy.Values[bool](x)
	case dtype.KindInt:
		e.ints = ivy.Values[int64](x)
	case dtype.KindUint:
		e.uints = ivy.Values[uint64](x)
	case dtype.KindFloat:
		e.floats = ivy.Values[float64](x)
	default:
		e.complexs = ivy.Values[complex128](x)
	}
	return e
}

// at returns where the element is that has this row-major index in the array.
func (e *elements) at(i int) int {
	if slices.Equal(e.full, e.shape) {
		return i
	}
	place, step := 0, 1
	for axis := len(e.full) - 1; axis >= 0; axis-- {
		n, m := e.full[axis], e.shape[axis]
		p := i % n
		i /= n
		if m < n && p >= e.edge {
			p -= n - m
		}
		place += p * step
		step *= m
	}
	return place
}

// source gives the printer the elements.
func (e *elements) source() format.Source {
	src := format.Source{Dtype: e.dtype, Shape: e.full, NumPy20: true}
	switch {
	case e.bools != nil:
		src.Bool = func(i int) bool { return e.bools[e.at(i)] }
	case e.ints != nil:
		src.Int = func(i int) int64 { return e.ints[e.at(i)] }
	case e.uints != nil:
		src.Uint = func(i int) uint64 { return e.uints[e.at(i)] }
	case e.floats != nil:
		src.Float = func(i int) float64 { return e.floats[e.at(i)] }
	default:
		src.Complex = func(i int) complex128 { return e.complexs[e.at(i)] }
	}
	return src
}

// python returns an element as Python writes the number that it is: "0.1", "(1+2j)", "True".
func (e *elements) python(i int) string {
	switch {
	case e.bools != nil:
		if e.bools[i] {
			return "True"
		}
		return "False"
	case e.ints != nil:
		return strconv.FormatInt(e.ints[i], 10)
	case e.uints != nil:
		return strconv.FormatUint(e.uints[i], 10)
	case e.floats != nil:
		return format.PythonFloat(e.floats[i])
	}
	return format.PythonComplex(e.complexs[i])
}

// Tuple returns integers as Python writes a tuple of them: "(2, 3)", "(2,)", "()".
func Tuple(shape []int) string {
	text := ints(shape)
	if len(shape) == 1 {
		text += ","
	}
	return "(" + text + ")"
}

// List returns integers as Python writes a list of them: "[2, 3]".
func List(shape []int) string { return "[" + ints(shape) + "]" }

func ints(xs []int) string {
	var b []byte
	for i, x := range xs {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = strconv.AppendInt(b, int64(x), 10)
	}
	return string(b)
}
