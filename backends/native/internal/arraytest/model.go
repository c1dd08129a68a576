package arraytest

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// A Model is an array in the plainest form: a shape and, in row-major order, the
// bytes of each element. Kernels are tested against what it computes.
type Model struct {
	Dtype dtype.Dtype
	Shape []int
	Elems []string
}

// EveryIndex returns the indices of all elements of a shape in row-major order.
func EveryIndex(s []int) [][]int {
	all := [][]int{{}}
	for _, n := range s {
		var next [][]int
		for _, ix := range all {
			for i := range n {
				next = append(next, append(slices.Clone(ix), i))
			}
		}
		all = next
	}
	return all
}

// At returns the element at an index, which may have more axes than m: it is
// that of a shape to which m broadcasts.
func (m Model) At(ix []int) string {
	ix = ix[len(ix)-len(m.Shape):]
	flat := 0
	for i, n := range m.Shape {
		k := ix[i]
		if n == 1 {
			k = 0
		}
		flat = flat*n + k
	}
	return m.Elems[flat]
}

// Build returns the model of that shape with the elements that at gives.
func Build(d dtype.Dtype, s []int, at func(ix []int) string) Model {
	m := Model{Dtype: d, Shape: s}
	for _, ix := range EveryIndex(s) {
		m.Elems = append(m.Elems, at(ix))
	}
	return m
}

// ModelOf reads b element by element, by its strides alone.
func ModelOf(b backend.Buffer) Model {
	x := b.(*array.Buffer)
	data, offset, strides, _ := array.Expose(x)
	size := x.Dtype.Size()
	return Build(x.Dtype, slices.Clone(x.Shape), func(ix []int) string {
		at := offset
		for i, k := range ix {
			at += k * strides[i]
		}
		return string(data[at*size : (at+1)*size])
	})
}

// BufferOf returns m as a contiguous Buffer.
func (m Model) BufferOf(t require.TestingT) *array.Buffer {
	var data []byte
	for _, e := range m.Elems {
		data = append(data, e...)
	}
	b, err := array.FromHost(backend.Spec{Dtype: m.Dtype, Shape: m.Shape}, data)
	require.NoError(t, err)
	return b.(*array.Buffer)
}

// Spec returns the Spec of a result like m.
func (m Model) Spec() backend.Spec { return backend.Spec{Dtype: m.Dtype, Shape: m.Shape} }

// Same requires that b is a well-formed result with m's elements.
func (m Model) Same(t require.TestingT, b backend.Buffer, err error, call string) {
	require.NoError(t, err, call)
	x := b.(*array.Buffer)
	require.Equal(t, m.Dtype, x.Dtype, call)
	require.Equal(t, m.Shape, slices.Clone(x.Shape), call)
	require.Equal(t, m.Elems, ModelOf(x).Elems, call)
}

// DrawDtype draws any dtype.
func DrawDtype(t *rapid.T) dtype.Dtype {
	return rapid.SampledFrom(dtype.All.Dtypes()).Draw(t, "dtype")
}

// DrawModel draws an array of a shape, all of whose bits are random but bool's.
func DrawModel(t *rapid.T, d dtype.Dtype, s []int) Model {
	hi := byte(255)
	if d == dtype.Bool {
		hi = 1
	}
	return Build(d, s, func([]int) string {
		return string(rapid.SliceOfN(rapid.ByteRange(0, hi), d.Size(), d.Size()).Draw(t, "element"))
	})
}

// DrawShape draws a shape of at most maxRank axes, each of length 0 to 4.
func DrawShape(t *rapid.T, maxRank int) []int {
	return rapid.SliceOfN(rapid.IntRange(0, 4), 0, maxRank).Draw(t, "shape")
}

// DrawRanges draws a range for each axis, of any direction.
func DrawRanges(t *rapid.T, s []int) []shape.Range {
	bound := rapid.Ptr(rapid.IntRange(-6, 6), true)
	step := rapid.SampledFrom([]int{1, 1, 2, 3, -1, -2})
	rs := make([]shape.Range, len(s))
	for i, n := range s {
		r, err := shape.Slice(bound.Draw(t, "start"), bound.Draw(t, "stop"), step.Draw(t, "step"), n)
		require.NoError(t, err)
		rs[i] = r
	}
	return rs
}

// Sliced returns the model of a slice of m.
func Sliced(m Model, rs []shape.Range) Model {
	return Build(m.Dtype, shape.Lens(rs), func(ix []int) string {
		from := make([]int, len(ix))
		for i, r := range rs {
			from[i] = r.Start + ix[i]*r.Step
		}
		return m.At(from)
	})
}

// DrawStrided draws an array and up to n views of views of it, and checks each view
// against the model on the way.
func DrawStrided(t *rapid.T, d dtype.Dtype, s []int, n int) (*array.Buffer, Model) {
	m := DrawModel(t, d, s)
	b := m.BufferOf(t)
	for range rapid.IntRange(0, n).Draw(t, "views") {
		var next backend.Buffer
		var err error
		var to Model
		call := rapid.SampledFrom([]string{"permute", "slice", "broadcast", "reshape"}).Draw(t, "view")
		switch call {
		case "permute":
			perm := rapid.Permutation(shape.All(len(m.Shape))).Draw(t, "perm")
			s := make([]int, len(perm))
			for i, a := range perm {
				s[i] = m.Shape[a]
			}
			to = Build(d, s, func(ix []int) string {
				from := make([]int, len(ix))
				for i, a := range perm {
					from[a] = ix[i]
				}
				return m.At(from)
			})
			next, err = array.Permute(to.Spec(), b, backend.ViewAttrs{Perm: perm})
		case "slice":
			rs := DrawRanges(t, m.Shape)
			to = Sliced(m, rs)
			next, err = array.Slice(to.Spec(), b, backend.ViewAttrs{Ranges: rs})
		case "broadcast":
			s := slices.Clone(m.Shape)
			for i := range s {
				if s[i] == 1 {
					s[i] = rapid.IntRange(0, 3).Draw(t, "length")
				}
			}
			if len(s) < 4 && rapid.Bool().Draw(t, "lead") {
				s = append([]int{rapid.IntRange(0, 3).Draw(t, "leading")}, s...)
			}
			to = Build(d, s, m.At)
			next, err = array.BroadcastTo(to.Spec(), b, backend.ViewAttrs{})
		case "reshape":
			s := drawFactors(t, shape.Size(m.Shape))
			to = Model{d, s, m.Elems}
			next, err = array.Reshape(to.Spec(), b, backend.ViewAttrs{})
		}
		to.Same(t, next, err, call)
		b, m = next.(*array.Buffer), to
	}
	return b, m
}

// drawFactors draws a shape of n elements.
func drawFactors(t *rapid.T, n int) []int {
	if n == 0 {
		s := rapid.SliceOfN(rapid.IntRange(0, 3), 0, 3).Draw(t, "empty shape")
		return append(s, 0)
	}
	s := []int{}
	for n > 1 {
		var fs []int
		for f := 2; f <= n; f++ {
			if n%f == 0 {
				fs = append(fs, f)
			}
		}
		f := rapid.SampledFrom(fs).Draw(t, "factor")
		s = append(s, f)
		n /= f
		if rapid.IntRange(0, 3).Draw(t, "one") == 0 {
			s = append(s, 1)
		}
	}
	return s
}

// Complete requires that the table has each of the rows, for all its dtypes.
func Complete(t *testing.T, kernels *backend.Table, rows ...*ops.Op) {
	for _, op := range rows {
		e := kernels.Entry(op)
		if assert.NotNil(t, e.Op, op.Name) {
			assert.Equal(t, op.In, e.Dtypes, op.Name)
			assert.Empty(t, e.Gap, op.Name)
		}
	}
}
