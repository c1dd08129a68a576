package array_test

import (
	"math"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/arraytest"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

func TestViews(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, m := arraytest.DrawStrided(t, arraytest.DrawDtype(t), arraytest.DrawShape(t, 4), 4)

		host := make([]byte, len(m.Elems)*m.Dtype.Size())
		require.NoError(t, array.ToHost(b, host))
		want := ""
		for _, e := range m.Elems {
			want += e
		}
		require.Equal(t, want, string(host))

		c, err := array.Compact(nil, b)
		m.Same(t, c, err, "compact")
		require.True(t, c.Contiguous())
		require.Equal(t, b.Contiguous(), c == b)
		c, err = array.Clone(nil, b)
		m.Same(t, c, err, "clone")
		require.NotSame(t, b, c)
	})
}

// Writes through a view must be seen in the array it views.
func TestViewsShareMemory(t *testing.T) {
	x := arraytest.Build(dtype.Int8, []int{2, 3}, func(ix []int) string { return string(rune(3*ix[0] + ix[1])) }).BufferOf(t)
	for _, c := range []struct {
		call string
		view func() (backend.Buffer, error)
	}{
		{"permute", func() (backend.Buffer, error) {
			return array.Permute(backend.Spec{Dtype: dtype.Int8, Shape: []int{3, 2}}, x, backend.ViewAttrs{Perm: []int{1, 0}})
		}},
		{"slice", func() (backend.Buffer, error) {
			return array.Slice(backend.Spec{Dtype: dtype.Int8, Shape: []int{1, 1}}, x, backend.ViewAttrs{Ranges: []shape.Range{{Start: 0, Step: 1, Len: 1}, {Start: 0, Step: -1, Len: 1}}})
		}},
		{"reshape", func() (backend.Buffer, error) {
			return array.Reshape(backend.Spec{Dtype: dtype.Int8, Shape: []int{1, 6, 1}}, x, backend.ViewAttrs{})
		}},
		{"broadcast", func() (backend.Buffer, error) {
			return array.BroadcastTo(backend.Spec{Dtype: dtype.Int8, Shape: []int{4, 2, 3}}, x, backend.ViewAttrs{})
		}},
	} {
		v, err := c.view()
		require.NoError(t, err, c.call)
		for _, value := range []int8{5, 7} {
			array.Elems[int8](x)[0] = value
			assert.Equal(t, string([]byte{byte(value)}), arraytest.ModelOf(v).Elems[0], c.call)
		}
	}
}

// A reshape that only adds or removes axes of length 1 shares memory whatever the
// strides, as the contract has it.
func TestReshapeOnesShares(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, m := arraytest.DrawStrided(t, dtype.Int16, arraytest.DrawShape(t, 3), 3)
		s := []int{}
		for _, n := range m.Shape {
			if rapid.Bool().Draw(t, "add") {
				s = append(s, 1)
			}
			if n != 1 || rapid.Bool().Draw(t, "keep") {
				s = append(s, n)
			}
		}
		v, err := array.Reshape(backend.Spec{Dtype: dtype.Int16, Shape: s}, b, backend.ViewAttrs{})
		arraytest.Model{Dtype: m.Dtype, Shape: s, Elems: m.Elems}.Same(t, v, err, "reshape")
		require.Equal(t, b.Mem, v.(*array.Buffer).Mem)
	})
}

// each, span in pieces and parallel visit the same elements, once each, of operands
// broadcast to one shape.
func TestIterator(t *testing.T) {
	t.Cleanup(func() { array.SetThreads(0) })
	rapid.Check(t, func(t *rapid.T) {
		s := arraytest.DrawShape(t, 4)
		operand := func() (*array.Buffer, arraytest.Model) {
			at := slices.Clone(s[rapid.IntRange(0, len(s)).Draw(t, "lead"):])
			for i := range at {
				if rapid.IntRange(0, 2).Draw(t, "broadcast") == 0 {
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
			m := arraytest.DrawModel(t, dtype.Uint16, big)
			v, err := array.Slice(arraytest.Sliced(m, rs).Spec(), m.BufferOf(t), backend.ViewAttrs{Ranges: rs})
			require.NoError(t, err)
			v, err = array.Permute(backend.Spec{Dtype: dtype.Uint16, Shape: at}, v, backend.ViewAttrs{Perm: inverse})
			require.NoError(t, err)
			return v.(*array.Buffer), arraytest.ModelOf(v)
		}
		x, xm := operand()
		y, ym := operand()
		z, err := array.NewBuffer(backend.Spec{Dtype: dtype.Uint16, Shape: s})
		require.NoError(t, err)
		w := array.NewIterator(s, z, x, y)
		var got []uint16
		w.Each(func(at [array.MaxOperands]int, n int) {
			for k := range n {
				require.Equal(t, len(got)/2, at[0]+k*w.InnerStride(0))
				got = append(got, array.Elems[uint16](x)[at[1]+k*w.InnerStride(1)], array.Elems[uint16](y)[at[2]+k*w.InnerStride(2)])
			}
		})
		var want []uint16
		for _, ix := range arraytest.EveryIndex(s) {
			want = append(want, array.Flat[uint16](arraytest.Model{Dtype: dtype.Uint16, Shape: []int{}, Elems: []string{xm.At(ix)}}.BufferOf(t))[0],
				array.Flat[uint16](arraytest.Model{Dtype: dtype.Uint16, Shape: []int{}, Elems: []string{ym.At(ix)}}.BufferOf(t))[0])
		}
		require.Equal(t, want, got)
		require.Equal(t, len(want)/2, w.Size)
		if w.Size > 0 {
			require.Equal(t, w.Size, w.Rows()*w.RowLen())
		}

		array.SetThreads(rapid.IntRange(1, 5).Draw(t, "threads"))
		visits := make([]uint16, w.Size)
		w.Parallel(nil, array.WorthSplitting, func(at [array.MaxOperands]int, n int) {
			for k := range n {
				i := at[0] + k*w.InnerStride(0)
				if array.Elems[uint16](x)[at[1]+k*w.InnerStride(1)] == got[2*i] && array.Elems[uint16](y)[at[2]+k*w.InnerStride(2)] == got[2*i+1] {
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
	into, err := array.NewBuffer(backend.Spec{Dtype: dtype.Float32, Shape: []int{2, 3}})
	require.NoError(t, err)
	reused, err := array.NewBuffer(backend.Spec{Dtype: dtype.Float32, Shape: []int{2, 3}, Into: into})
	require.NoError(t, err)
	assert.Same(t, into, reused)
	for _, out := range []backend.Spec{
		{Dtype: dtype.Int32, Shape: []int{2, 3}, Into: into},
		{Dtype: dtype.Float32, Shape: []int{3, 2}, Into: into},
		{Dtype: dtype.Float32, Shape: []int{2, 3}, Into: array.AxesOf(into, 0, 1)},
	} {
		b, err := array.NewBuffer(out)
		require.NoError(t, err)
		assert.NotSame(t, into, b)
		assert.Equal(t, out.Shape, b.Shape)
	}
	if strconv.IntSize == 64 { // of 2 GiB, the largest array where an int has 32 bits, there may be as many
		_, err = array.NewBuffer(backend.Spec{Dtype: dtype.Complex128, Shape: []int{math.MaxInt / 16}})
		assert.ErrorContains(t, err, "bytes of memory are needed")
	}
}
