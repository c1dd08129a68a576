package move

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/arraytest"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

func TestManipulationComplete(t *testing.T) {
	arraytest.Complete(t, kernels, ops.Reshape.Op, ops.PermuteDims.Op, ops.Slice.Op, ops.BroadcastTo.Op, ops.CopyArray.Op, ops.Concat.Op)
}

func TestConcat(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := arraytest.DrawDtype(t)
		s := append(arraytest.DrawShape(t, 3), 2)
		axis := rapid.IntRange(0, len(s)-1).Draw(t, "axis")
		var xs []backend.Buffer
		var ms []arraytest.Model
		total := 0
		for range rapid.IntRange(1, 4).Draw(t, "arrays") {
			own := slices.Clone(s)
			own[axis] = rapid.IntRange(0, 3).Draw(t, "length")
			total += own[axis]
			// Views of something larger, some of them backwards.
			big := slices.Clone(own)
			big[len(big)-1] *= 2
			m := arraytest.DrawModel(t, d, big)
			rs := arraytest.DrawRanges(t, big)
			for i, n := range own {
				rs[i].Start, rs[i].Step, rs[i].Len = 0, 1, n
				if rapid.Bool().Draw(t, "back") && n > 0 {
					rs[i].Start, rs[i].Step = n-1, -1
				}
			}
			part := arraytest.Sliced(m, rs)
			b, err := array.Slice(part.Spec(), m.BufferOf(t), backend.ViewAttrs{Ranges: rs})
			require.NoError(t, err)
			xs, ms = append(xs, b), append(ms, part)
		}
		s[axis] = total
		want := arraytest.Build(d, s, func(ix []int) string {
			from := slices.Clone(ix)
			for _, m := range ms {
				if from[axis] < m.Shape[axis] {
					return m.At(from)
				}
				from[axis] -= m.Shape[axis]
			}
			return ""
		})
		z, err := concat(want.Spec(), xs, backend.JoinAttrs{Axis: axis})
		want.Same(t, z, err, "concat")
	})
}

func TestCopyArray(t *testing.T) {
	kernel := kernels.Entry(ops.CopyArray.Op).Unary
	rapid.Check(t, func(t *rapid.T) {
		x, m := arraytest.DrawStrided(t, arraytest.DrawDtype(t), arraytest.DrawShape(t, 3), 3)
		z, err := kernel(m.Spec(), x)
		m.Same(t, z, err, "copy")
		require.NotEqual(t, x.Mem, z.(*array.Buffer).Mem)
	})
}

// Arrays large enough to be copied in tiles, across memory in all ways.
func TestCopyTiles(t *testing.T) {
	for _, d := range dtype.All.Dtypes() {
		testCopyTiles(t, d, 19, 3, 35)
	}
	for _, d := range []dtype.Dtype{dtype.Uint8, dtype.Int16, dtype.Float32, dtype.Int64, dtype.Complex128} {
		testCopyTiles(t, d, 140, 1, 83) // more than a block of tiles
	}
}

func testCopyTiles(t *testing.T, d dtype.Dtype, n0, n1, n2 int) {
	count := 0
	m := arraytest.Build(d, []int{n0, n1, n2}, func([]int) string {
		count++
		e := make([]byte, d.Size())
		e[0] = byte(count) & 1
		if d != dtype.Bool {
			e[0], e[d.Size()-1] = byte(count), byte(count>>8)
		}
		return string(e)
	})
	x := m.BufferOf(t)
	for _, perm := range [][]int{{2, 1, 0}, {2, 0, 1}, {1, 2, 0}, {0, 2, 1}} {
		for _, step := range []int{1, -1} {
			rs := []shape.Range{shape.Full(n0), shape.Full(n1), shape.Full(n2)}
			if step < 0 {
				rs[0], rs[2] = shape.Range{Start: n0 - 1, Step: -1, Len: n0}, shape.Range{Start: n2 - 1, Step: -1, Len: n2}
			}
			part := arraytest.Sliced(m, rs)
			b, err := array.Slice(part.Spec(), x, backend.ViewAttrs{Ranges: rs})
			require.NoError(t, err)
			s := []int{m.Shape[perm[0]], m.Shape[perm[1]], m.Shape[perm[2]]}
			want := arraytest.Build(d, s, func(ix []int) string {
				from := make([]int, 3)
				for i, a := range perm {
					from[a] = ix[i]
				}
				return part.At(from)
			})
			b, err = array.Permute(want.Spec(), b, backend.ViewAttrs{Perm: perm})
			require.NoError(t, err)
			z, err := array.Clone(nil, b.(*array.Buffer))
			want.Same(t, z, err, "clone")
		}
	}
}

func TestHost(t *testing.T) {
	spec := backend.Spec{Dtype: dtype.Int16, Shape: []int{2, 2}}
	_, err := array.FromHost(spec, make([]byte, 7))
	assert.EqualError(t, err, "7 bytes for an array of 8")
	data := []byte{1, 0, 2, 0, 3, 0, 4, 0}
	b, err := array.FromHost(spec, data)
	require.NoError(t, err)
	data[0] = 9 // the Buffer has a copy
	assert.EqualError(t, array.ToHost(b, make([]byte, 9)), "9 bytes for an array of 8")
	got := make([]byte, 8)
	require.NoError(t, array.ToHost(b, got))
	assert.Equal(t, []byte{1, 0, 2, 0, 3, 0, 4, 0}, got)

	memory, offset, strides, ok := array.Expose(b)
	require.True(t, ok)
	assert.Equal(t, 0, offset)
	assert.Equal(t, []int{2, 1}, strides)
	memory[0] = 7 // a write to the memory is a write to the Buffer
	require.NoError(t, array.ToHost(b, got))
	assert.EqualValues(t, 7, got[0])
}
