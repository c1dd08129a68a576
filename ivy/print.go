package ivy

import (
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/internal/format"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// PrintOptions say how arrays are printed, as NumPy's set_printoptions does.
type PrintOptions = format.Options

// DefaultPrintOptions returns what String prints with: 8 digits, summarised above
// 1000 elements to 3 at each edge, lines of 75 characters.
func DefaultPrintOptions() PrintOptions { return format.Defaults() }

// String returns the elements as NumPy prints an array.
func (a *Array) String() string { return a.Text(DefaultPrintOptions()) }

// GoString returns the elements with the dtype, if that is no default: "ivy.array([1, 2])".
func (a *Array) GoString() string {
	if a == nil {
		return "(*ivy.Array)(nil)"
	}
	if a.be.abstract {
		return a.String()
	}
	return format.Repr(a.source(DefaultPrintOptions()), DefaultPrintOptions())
}

// Text returns the elements as NumPy prints an array with these options.
func (a *Array) Text(o PrintOptions) string {
	if a == nil {
		return "<nil>"
	}
	if a.be.abstract {
		return a.dtype.String() + shape.Text(a.shape)
	}
	return format.Str(a.source(o), o)
}

// source gives the printer a's elements. Of an array that is summarised only the
// edges are brought over from the backend.
func (a *Array) source(o PrintOptions) format.Source {
	defer blame("String")
	src := format.Source{Dtype: a.dtype, Shape: a.shape}
	edges, place := a, func(i int) int { return i }
	if n := a.Size(); n > o.Threshold && o.EdgeItems >= 0 && n > 1<<14 {
		edges, place = a.edges(o.EdgeItems)
	}
	data, err := edges.bytes()
	check(err)
	size := a.dtype.Size()
	at := func(i int) backend.Scalar { return getScalar(data[place(i)*size:], a.dtype) }
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
