package native

import (
	"math"
	"slices"
	"strconv"
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
	data, offset, strides, _ := Backend{}.Expose(x)
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
	b, err := Backend{}.FromHost(backend.Spec{Dtype: m.dt, Shape: m.shape}, data)
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

// complete requires that the backend has each of the rows, for all its dtypes.
func complete(t *testing.T, rows ...*ops.Op) {
	for _, op := range rows {
		e := Backend{}.Kernels().Entry(op)
		if assert.NotNil(t, e.Op, op.Name) {
			assert.Equal(t, op.In, e.Dtypes, op.Name)
			assert.Empty(t, e.Gap, op.Name)
		}
	}
}

func TestViews(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, m := drawStrided(t, drawDtype(t), drawShape(t, 4), 4)

		host := make([]byte, len(m.elems)*m.dt.Size())
		require.NoError(t, Backend{}.ToHost(b, host))
		want := ""
		for _, e := range m.elems {
			want += e
		}
		require.Equal(t, want, string(host))

		c, err := compact(b)
		m.same(t, c, err, "compact")
		require.True(t, c.contiguous())
		require.Equal(t, b.contiguous(), c == b)
		c, err = clone(b)
		m.same(t, c, err, "clone")
		require.NotSame(t, b, c)
	})
}

// Writes through a view must be seen in the array it views.
func TestViewsShareMemory(t *testing.T) {
	x := build(dtype.Int8, []int{2, 3}, func(ix []int) string { return string(rune(3*ix[0] + ix[1])) }).bufferOf(t)
	for _, c := range []struct {
		call string
		view func() (backend.Buffer, error)
	}{
		{"permute", func() (backend.Buffer, error) {
			return permute(backend.Spec{Dtype: dtype.Int8, Shape: []int{3, 2}}, x, backend.ViewAttrs{Perm: []int{1, 0}})
		}},
		{"slice", func() (backend.Buffer, error) {
			return slice(backend.Spec{Dtype: dtype.Int8, Shape: []int{1, 1}}, x, backend.ViewAttrs{Ranges: []shape.Range{{Start: 0, Step: 1, Len: 1}, {Start: 0, Step: -1, Len: 1}}})
		}},
		{"reshape", func() (backend.Buffer, error) {
			return reshape(backend.Spec{Dtype: dtype.Int8, Shape: []int{1, 6, 1}}, x, backend.ViewAttrs{})
		}},
		{"broadcast", func() (backend.Buffer, error) {
			return broadcastTo(backend.Spec{Dtype: dtype.Int8, Shape: []int{4, 2, 3}}, x, backend.ViewAttrs{})
		}},
	} {
		v, err := c.view()
		require.NoError(t, err, c.call)
		for _, value := range []int8{5, 7} {
			elems[int8](x)[0] = value
			assert.Equal(t, string([]byte{byte(value)}), modelOf(v).elems[0], c.call)
		}
	}
}

// A reshape that only adds or removes axes of length 1 shares memory whatever the
// strides, as the contract has it.
func TestReshapeOnesShares(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, m := drawStrided(t, dtype.Int16, drawShape(t, 3), 3)
		s := []int{}
		for _, n := range m.shape {
			if rapid.Bool().Draw(t, "add") {
				s = append(s, 1)
			}
			if n != 1 || rapid.Bool().Draw(t, "keep") {
				s = append(s, n)
			}
		}
		v, err := reshape(backend.Spec{Dtype: dtype.Int16, Shape: s}, b, backend.ViewAttrs{})
		model{m.dt, s, m.elems}.same(t, v, err, "reshape")
		require.Equal(t, b.Mem, v.(*Buffer).Mem)
	})
}

// each, span in pieces and parallel visit the same elements, once each, of operands
// stretched to one shape.
func TestWalk(t *testing.T) {
	t.Cleanup(func() { Backend{}.SetThreads(0) })
	rapid.Check(t, func(t *rapid.T) {
		s := drawShape(t, 4)
		operand := func() (*Buffer, model) {
			at := slices.Clone(s[rapid.IntRange(0, len(s)).Draw(t, "lead"):])
			for i := range at {
				if rapid.IntRange(0, 2).Draw(t, "stretch") == 0 {
					at[i] = 1
				}
			}
			// A view with these lengths: a permutation of a slice of something larger.
			perm := rapid.Permutation(shape.All(len(at))).Draw(t, "perm")
			big, inverse := make([]int, len(at)), make([]int, len(at))
			rs := make([]shape.Range, len(at))
			for i, a := range perm {
				step := rapid.SampledFrom([]int{1, 1, 2, -1}).Draw(t, "step")
				inverse[a] = i
				big[i] = at[a] * max(step, -step)
				rs[i] = shape.Range{Start: 0, Step: step, Len: at[a]}
				if step < 0 {
					rs[i].Start = max(at[a]-1, 0)
				}
			}
			m := drawModel(t, dtype.Uint16, big)
			v, err := slice(sliced(m, rs).spec(), m.bufferOf(t), backend.ViewAttrs{Ranges: rs})
			require.NoError(t, err)
			v, err = permute(backend.Spec{Dtype: dtype.Uint16, Shape: at}, v, backend.ViewAttrs{Perm: inverse})
			require.NoError(t, err)
			return v.(*Buffer), modelOf(v)
		}
		x, xm := operand()
		y, ym := operand()
		z, err := newBuffer(backend.Spec{Dtype: dtype.Uint16, Shape: s})
		require.NoError(t, err)
		w := newWalk(s, z, x, y)
		var got []uint16
		w.each(func(at [maxOperands]int, n int) {
			for k := range n {
				require.Equal(t, len(got)/2, at[0]+k*w.inner(0))
				got = append(got, elems[uint16](x)[at[1]+k*w.inner(1)], elems[uint16](y)[at[2]+k*w.inner(2)])
			}
		})
		var want []uint16
		for _, ix := range everyIndex(s) {
			want = append(want, flat[uint16](model{dtype.Uint16, []int{}, []string{xm.at(ix)}}.bufferOf(t))[0],
				flat[uint16](model{dtype.Uint16, []int{}, []string{ym.at(ix)}}.bufferOf(t))[0])
		}
		require.Equal(t, want, got)
		require.Equal(t, len(want)/2, w.n)
		if w.n > 0 {
			require.Equal(t, w.n, w.rows()*w.rowLen())
		}

		Backend{}.SetThreads(rapid.IntRange(1, 5).Draw(t, "threads"))
		visits := make([]uint16, w.n)
		w.parallel(worthSplitting, func(at [maxOperands]int, n int) {
			for k := range n {
				i := at[0] + k*w.inner(0)
				if elems[uint16](x)[at[1]+k*w.inner(1)] == got[2*i] && elems[uint16](y)[at[2]+k*w.inner(2)] == got[2*i+1] {
					visits[i]++ // no two pieces have the same element
				}
			}
		})
		for i, n := range visits {
			require.EqualValues(t, 1, n, "element %d", i)
		}
	})
}

func TestNewBuffer(t *testing.T) {
	into, err := newBuffer(backend.Spec{Dtype: dtype.Float32, Shape: []int{2, 3}})
	require.NoError(t, err)
	reused, err := newBuffer(backend.Spec{Dtype: dtype.Float32, Shape: []int{2, 3}, Into: into})
	require.NoError(t, err)
	assert.Same(t, into, reused)
	for _, out := range []backend.Spec{
		{Dtype: dtype.Int32, Shape: []int{2, 3}, Into: into},
		{Dtype: dtype.Float32, Shape: []int{3, 2}, Into: into},
		{Dtype: dtype.Float32, Shape: []int{2, 3}, Into: axesOf(into, 0, 1)},
	} {
		b, err := newBuffer(out)
		require.NoError(t, err)
		assert.NotSame(t, into, b)
		assert.Equal(t, out.Shape, b.Shape)
	}
	if strconv.IntSize == 64 { // of 2 GiB, the largest array where an int has 32 bits, there may be as many
		_, err = newBuffer(backend.Spec{Dtype: dtype.Complex128, Shape: []int{math.MaxInt / 16}})
		assert.ErrorContains(t, err, "bytes of memory are needed")
	}
}
