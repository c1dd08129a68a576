package native

import (
	"bytes"
	"math"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// What is written past the caches is what is written through them, for operands in order
// and not, on one thread and several, into a part of an array and over an operand.
func TestStreamed(t *testing.T) {
	if !simd.Streams {
		t.Skip("this machine, or IVY_SIMD, has no way past the caches")
	}
	normally := uncached
	defer func() { uncached = normally }()
	columns := func(x *Buffer, rows, cols int) *Buffer { // of its transpose
		v := x.view([]int{rows, cols}, 0)
		v.Strides[0], v.Strides[1] = 1, rows
		return v
	}
	for _, d := range dtype.All.Dtypes() {
		for _, op := range []*ops.Op{ops.Add.Op, ops.Subtract.Op, ops.Multiply.Op, ops.Divide.Op, ops.LogicalXor.Op, ops.Less.Op} {
			k := Backend{}.Kernels().Entry(op)
			if !(op.In & k.Dtypes).Has(d) {
				continue
			}
			for _, rows := range []int{1, 90, 1500} {
				const cols = 101
				n := rows * cols
				x, y := ascending(t, d, n), ascending(t, d, n)
				for name, operands := range map[string][2]*Buffer{
					"in order":     {x.view([]int{rows, cols}, 0).inOrder(), y.view([]int{rows, cols}, 0).inOrder()},
					"one first":    {x.view([]int{1, 1}, 5), y.view([]int{rows, cols}, 0).inOrder()},
					"one second":   {x.view([]int{rows, cols}, 0).inOrder(), y.view([]int{1, 1}, 5)},
					"out of order": {columns(x, rows, cols), y.view([]int{rows, cols}, 0).inOrder()},
				} {
					out := op.Out(d, dtype.StandardDefaults)
					fill := func(least int) []byte {
						uncached = least
						block := ascending(t, out, n+3)
						into := block.view([]int{rows, cols}, 3).inOrder()
						spec := backend.Spec{Dtype: out, Shape: []int{rows, cols}, Into: into}
						z, err := k.Binary(spec, operands[0], operands[1])
						require.NoError(t, err)
						require.Same(t, into, z)
						return bytes.Clone(bytesOf(block))
					}
					want := fill(math.MaxInt)
					assert.Equal(t, want, fill(0), "%v of %v, %s, %d rows", op, d, name, rows)
				}
			}
		}
	}
}

// inOrder returns b with the strides of row-major order.
func (b *Buffer) inOrder() *Buffer {
	n := 1
	for i := len(b.Shape) - 1; i >= 0; i-- {
		b.Strides[i] = n
		n *= b.Shape[i]
	}
	return b
}

// ascending returns n elements of which neighbours differ.
func ascending(t *testing.T, d dtype.Dtype, n int) *Buffer {
	t.Helper()
	x, err := newResult(backend.Spec{Dtype: dtype.Int16, Shape: []int{n}})
	require.NoError(t, err)
	for i := range flat[int16](x) {
		flat[int16](x)[i] = int16(i % 1009)
	}
	y, err := cast(backend.Spec{Dtype: d, Shape: []int{n}}, x)
	require.NoError(t, err)
	return y.(*Buffer)
}

// A block that was freed is in the caches, one that the collector found is not.
func TestPastOfBlocks(t *testing.T) {
	spec := backend.Spec{Dtype: dtype.Uint8, Shape: []int{100_000}}
	seen := map[past]int{}
	for i := range 200 {
		b, was, err := makeBuffer(spec)
		require.NoError(t, err)
		seen[was]++
		if i >= 100 {
			Backend{}.Release(b)
		} else if i%20 == 19 {
			runtime.GC()
			time.Sleep(time.Millisecond) // for the finalizers
		}
	}
	assert.NotZero(t, seen[blank])
	assert.NotZero(t, seen[warm])
	assert.NotZero(t, seen[cold])
	assert.Zero(t, seen[given])
	into := ascending(t, dtype.Uint8, 100_000)
	_, was, err := makeBuffer(backend.Spec{Dtype: dtype.Uint8, Shape: spec.Shape, Into: into})
	require.NoError(t, err)
	assert.Equal(t, given, was)
}
