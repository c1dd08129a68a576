package native

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// A model is an array in the plainest form: a shape and, in row-major order, the
// bytes of each element. Kernels are tested against what it computes.
type model struct {
	dt    dtype.Dtype
	shape []int
	elems []string
}

// everyIndex returns the indices of all elements of a shape in row-major order.
func everyIndex(s []int) [][]int {
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

// at returns the element at an index, which may have more axes than m, and stretch
// those of length 1.
func (m model) at(ix []int) string {
	ix = ix[len(ix)-len(m.shape):]
	flat := 0
	for i, n := range m.shape {
		k := ix[i]
		if n == 1 {
			k = 0
		}
		flat = flat*n + k
	}
	return m.elems[flat]
}

// build returns the model of that shape with the elements that at gives.
func build(d dtype.Dtype, s []int, at func(ix []int) string) model {
	m := model{dt: d, shape: s}
	for _, ix := range everyIndex(s) {
		m.elems = append(m.elems, at(ix))
	}
	return m
}

// modelOf reads b element by element, by its strides alone.
func modelOf(b backend.Buffer) model {
	x := b.(*Buffer)
	data, offset, strides, _ := expose(x)
	size := x.Dtype.Size()
	return build(x.Dtype, slices.Clone(x.Shape), func(ix []int) string {
		at := offset
		for i, k := range ix {
			at += k * strides[i]
		}
		return string(data[at*size : (at+1)*size])
	})
}

// bufferOf returns m as a contiguous Buffer.
func (m model) bufferOf(t require.TestingT) *Buffer {
	var data []byte
	for _, e := range m.elems {
		data = append(data, e...)
	}
	b, err := fromHost(backend.Spec{Dtype: m.dt, Shape: m.shape}, data)
	require.NoError(t, err)
	return b.(*Buffer)
}

func (m model) spec() backend.Spec { return backend.Spec{Dtype: m.dt, Shape: m.shape} }

// same requires that b is a well-formed result with m's elements.
func (m model) same(t require.TestingT, b backend.Buffer, err error, call string) {
	require.NoError(t, err, call)
	x := b.(*Buffer)
	require.Equal(t, m.dt, x.Dtype, call)
	require.Equal(t, m.shape, slices.Clone(x.Shape), call)
	require.Equal(t, m.elems, modelOf(x).elems, call)
}

// drawDtype draws any dtype.
func drawDtype(t *rapid.T) dtype.Dtype {
	return rapid.SampledFrom(dtype.All.Dtypes()).Draw(t, "dtype")
}

// drawModel draws an array of a shape, all of whose bits are random but bool's.
func drawModel(t *rapid.T, d dtype.Dtype, s []int) model {
	hi := byte(255)
	if d == dtype.Bool {
		hi = 1
	}
	return build(d, s, func([]int) string {
		return string(rapid.SliceOfN(rapid.ByteRange(0, hi), d.Size(), d.Size()).Draw(t, "element"))
	})
}

func drawShape(t *rapid.T, maxRank int) []int {
	return rapid.SliceOfN(rapid.IntRange(0, 4), 0, maxRank).Draw(t, "shape")
}

// drawRanges draws a range for each axis, of any direction.
func drawRanges(t *rapid.T, s []int) []shape.Range {
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

func sliced(m model, rs []shape.Range) model {
	s := make([]int, len(rs))
	for i, r := range rs {
		s[i] = r.Len
	}
	return build(m.dt, s, func(ix []int) string {
		from := make([]int, len(ix))
		for i, r := range rs {
			from[i] = r.Start + ix[i]*r.Step
		}
		return m.at(from)
	})
}

// drawStrided draws an array and up to n views of views of it, and checks each view
// against the model on the way.
func drawStrided(t *rapid.T, d dtype.Dtype, s []int, n int) (*Buffer, model) {
	m := drawModel(t, d, s)
	b := m.bufferOf(t)
	for range rapid.IntRange(0, n).Draw(t, "views") {
		var next backend.Buffer
		var err error
		var to model
		call := rapid.SampledFrom([]string{"permute", "slice", "broadcast", "reshape"}).Draw(t, "view")
		switch call {
		case "permute":
			perm := rapid.Permutation(shape.All(len(m.shape))).Draw(t, "perm")
			s := make([]int, len(perm))
			for i, a := range perm {
				s[i] = m.shape[a]
			}
			to = build(d, s, func(ix []int) string {
				from := make([]int, len(ix))
				for i, a := range perm {
					from[a] = ix[i]
				}
				return m.at(from)
			})
			next, err = permute(to.spec(), b, backend.ViewAttrs{Perm: perm})
		case "slice":
			rs := drawRanges(t, m.shape)
			to = sliced(m, rs)
			next, err = slice(to.spec(), b, backend.ViewAttrs{Ranges: rs})
		case "broadcast":
			s := slices.Clone(m.shape)
			for i := range s {
				if s[i] == 1 {
					s[i] = rapid.IntRange(0, 3).Draw(t, "stretched")
				}
			}
			if len(s) < 4 && rapid.Bool().Draw(t, "lead") {
				s = append([]int{rapid.IntRange(0, 3).Draw(t, "leading")}, s...)
			}
			to = build(d, s, m.at)
			next, err = broadcastTo(to.spec(), b, backend.ViewAttrs{})
		case "reshape":
			s := drawFactors(t, shape.Size(m.shape))
			to = model{d, s, m.elems}
			next, err = reshape(to.spec(), b, backend.ViewAttrs{})
		}
		to.same(t, next, err, call)
		b, m = next.(*Buffer), to
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

// complete requires that the table has each of the rows, for all its dtypes.
func complete(t *testing.T, kernels *backend.Table, rows ...*ops.Op) {
	for _, op := range rows {
		e := kernels.Entry(op)
		if assert.NotNil(t, e.Op, op.Name) {
			assert.Equal(t, op.In, e.Dtypes, op.Name)
			assert.Empty(t, e.Gap, op.Name)
		}
	}
}
