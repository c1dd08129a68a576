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
	"github.com/goivy/goivy/ivy/shape"
)

func TestViews(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, m := drawStrided(t, drawDtype(t), drawShape(t, 4), 4)

		host := make([]byte, len(m.elems)*m.dt.Size())
		require.NoError(t, toHost(b, host))
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
func TestIterator(t *testing.T) {
	t.Cleanup(func() { setThreads(0) })
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
		w := newIterator(s, z, x, y)
		var got []uint16
		w.each(func(at [maxOperands]int, n int) {
			for k := range n {
				require.Equal(t, len(got)/2, at[0]+k*w.innerStride(0))
				got = append(got, elems[uint16](x)[at[1]+k*w.innerStride(1)], elems[uint16](y)[at[2]+k*w.innerStride(2)])
			}
		})
		var want []uint16
		for _, ix := range everyIndex(s) {
			want = append(want, flat[uint16](model{dtype.Uint16, []int{}, []string{xm.at(ix)}}.bufferOf(t))[0],
				flat[uint16](model{dtype.Uint16, []int{}, []string{ym.at(ix)}}.bufferOf(t))[0])
		}
		require.Equal(t, want, got)
		require.Equal(t, len(want)/2, w.size)
		if w.size > 0 {
			require.Equal(t, w.size, w.rows()*w.rowLen())
		}

		setThreads(rapid.IntRange(1, 5).Draw(t, "threads"))
		visits := make([]uint16, w.size)
		w.parallel(worthSplitting, func(at [maxOperands]int, n int) {
			for k := range n {
				i := at[0] + k*w.innerStride(0)
				if elems[uint16](x)[at[1]+k*w.innerStride(1)] == got[2*i] && elems[uint16](y)[at[2]+k*w.innerStride(2)] == got[2*i+1] {
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
