package elementwise

import (
	"bytes"
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/arraytest"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// Non-temporal stores write what ordinary ones do, for operands in order
// and not, on one thread and several, into a part of an array and over an operand.
func TestStreamed(t *testing.T) {
	if !simd.Streams {
		t.Skip("this machine, or IVY_SIMD, has no non-temporal stores")
	}
	normally := array.StreamFrom
	defer func() { array.StreamFrom = normally }()
	columns := func(x *array.Buffer, rows, cols int) *array.Buffer { // of its transpose
		v := x.View([]int{rows, cols}, 0)
		v.Strides[0], v.Strides[1] = 1, rows
		return v
	}
	dtypes := dtype.All.Dtypes()
	if testing.Short() {
		dtypes = []dtype.Dtype{dtype.Uint8, dtype.Float32, dtype.Complex128}
	}
	for _, d := range dtypes {
		for _, op := range []*ops.Op{ops.Add.Op, ops.Subtract.Op, ops.Multiply.Op, ops.Divide.Op, ops.LogicalXor.Op, ops.Less.Op} {
			k := kernels.Entry(op)
			if !(op.In & k.Dtypes).Has(d) {
				continue
			}
			for _, rows := range []int{1, 90, 1500} {
				const cols = 101
				n := rows * cols
				x, y := arraytest.Ascending(t, d, n), arraytest.Ascending(t, d, n)
				for name, operands := range map[string][2]*array.Buffer{
					"in order":     {arraytest.InOrder(x.View([]int{rows, cols}, 0)), arraytest.InOrder(y.View([]int{rows, cols}, 0))},
					"one first":    {x.View([]int{1, 1}, 5), arraytest.InOrder(y.View([]int{rows, cols}, 0))},
					"one second":   {arraytest.InOrder(x.View([]int{rows, cols}, 0)), y.View([]int{1, 1}, 5)},
					"out of order": {columns(x, rows, cols), arraytest.InOrder(y.View([]int{rows, cols}, 0))},
				} {
					out := op.Out(d, dtype.StandardDefaults)
					fill := func(least int) []byte {
						array.StreamFrom = least
						block := arraytest.Ascending(t, out, n+3)
						into := arraytest.InOrder(block.View([]int{rows, cols}, 3))
						spec := backend.Spec{Dtype: out, Shape: []int{rows, cols}, Into: into}
						z, err := k.Binary(spec, operands[0], operands[1])
						require.NoError(t, err)
						require.Same(t, into, z)
						return bytes.Clone(array.BytesOf(block))
					}
					want := fill(math.MaxInt)
					assert.Equal(t, want, fill(0), "%v of %v, %s, %d rows", op, d, name, rows)
				}
			}
		}
	}
}
