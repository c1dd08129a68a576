package product

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/gemm"
	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// drawnRecurrence returns the operands of a recurrent layer, their axes in memory in some order.
func drawnRecurrence(t *testing.T, r *rand.Rand, d dtype.Dtype, cell string, steps, batch, width, hidden int, biases bool) (backend.Spec, []backend.Buffer) {
	c := recurrentCells[cell]
	rows := c.gates * hidden
	shapes := [][]int{{steps, batch, width}, {rows, width}, {rows, hidden}}
	if biases {
		shapes = append(shapes, []int{rows}, []int{rows})
	}
	size := (steps + c.states - 1) * batch * hidden
	for range c.states {
		shapes = append(shapes, []int{batch, hidden})
	}
	xs := make([]backend.Buffer, len(shapes))
	for i, s := range shapes {
		x := drawn(t, r, d, s, r.Perm(len(s)))
		if d == dtype.Float32 {
			scale(array.Elems[float32](x))
		} else {
			scale(array.Elems[float64](x))
		}
		xs[i] = x
	}
	return backend.Spec{Dtype: d, Shape: []int{size}}, xs
}

// scale makes integers numbers for which no gate is shut or open.
func scale[T float32 | float64](x []T) {
	for i := range x {
		x[i] /= 37
	}
}

// A recurrent layer's results do not depend on how many inputs are multiplied at a time, on how operands lie in memory, nor on whether its weights
// were prepared before.
func TestRecurrences(t *testing.T) {
	if !gemm.Has(dtype.Float32) {
		t.Skip("no loops of package gemm")
	}
	defer func(n int) { inputBlock = n }(inputBlock)
	whole := inputBlock
	r := rand.New(rand.NewPCG(3, 1))
	for _, d := range []dtype.Dtype{dtype.Float32, dtype.Float64} {
		for cell := range recurrentCells {
			for _, sizes := range [][4]int{{1, 1, 4, 5}, {2, 1, 4, 5}, {5, 1, 7, 33}, {11, 1, 40, 8}, {1, 3, 4, 5}, {7, 3, 5, 40}, {6, 40, 3, 30}, {5, 2, 0, 3}, {0, 2, 3, 4}, {3, 0, 3, 4}, {3, 2, 3, 0}} {
				for _, biases := range []bool{false, true} {
					name := fmt.Sprint(d, cell, sizes, biases)
					out, xs := drawnRecurrence(t, r, d, cell, sizes[0], sizes[1], sizes[2], sizes[3], biases)
					attrs := backend.RecurrentAttrs{Cell: cell}
					inputBlock = whole
					want, err := recur(out, xs, attrs)
					require.NoError(t, err, name)
					require.Equal(t, out.Shape, want.(*array.Buffer).Shape, name)
					compact := make([]backend.Buffer, len(xs))
					for i, x := range xs {
						compact[i], err = array.Clone(nil, x.(*array.Buffer))
						require.NoError(t, err)
					}
					for _, inputBlock = range []int{whole, 1} {
						for _, xs := range [][]backend.Buffer{xs, compact} {
							got, err := recur(out, xs, attrs)
							require.NoError(t, err, name)
							// Products of one vector add up in an order that the layout of a matrix says.
							if sizes[0]*sizes[1] != 1 {
								require.True(t, sameElements(t, want, got), name)
							}
							n := &backend.Node{Op: ops.Recur.Op, Out: out, Attrs: attrs}
							weights := RecurrentWeightsOf(n, xs[1].(*array.Buffer), xs[2].(*array.Buffer))
							require.Equal(t, sizes[2]*sizes[3] == 0, weights == nil, name)
							for range 2 {
								if weights != nil {
									again, err := weights.Run(n, xs, nil)
									require.NoError(t, err, name)
									require.True(t, sameElements(t, got, again), name)
								}
							}
						}
					}
				}
			}
		}
	}
}

// Where there is no more memory for prepared weights they are prepared at each call.
func TestRecurrentWeights(t *testing.T) {
	if !gemm.Has(dtype.Float32) {
		t.Skip("no loops of package gemm")
	}
	defer func(n int) { MostPacked = n }(MostPacked)
	MostPacked = 0
	r := rand.New(rand.NewPCG(3, 2))
	for batch := 1; batch <= 2; batch++ {
		out, xs := drawnRecurrence(t, r, dtype.Float32, "gru", 3, batch, 8, 16, true)
		n := &backend.Node{Op: ops.Recur.Op, Out: out, Attrs: backend.RecurrentAttrs{Cell: "gru"}}
		weights := RecurrentWeightsOf(n, xs[1].(*array.Buffer), xs[2].(*array.Buffer))
		want, err := recur(out, xs, backend.RecurrentAttrs{Cell: "gru"})
		require.NoError(t, err)
		got, err := weights.Run(n, xs, nil)
		require.NoError(t, err)
		assert.True(t, sameElements(t, want, got))
		assert.Nil(t, weights.w.as[asSecond].parts)
		assert.Nil(t, weights.v.rows.copy)
	}
}

func TestRecurrenceStops(t *testing.T) {
	if !gemm.Has(dtype.Float32) {
		t.Skip("no loops of package gemm")
	}
	for _, sizes := range [][4]int{{4, 2, 3, 5}, {4, 20, 3, 64}} {
		out, xs := drawnRecurrence(t, rand.New(rand.NewPCG(3, 3)), dtype.Float32, "lstm", sizes[0], sizes[1], sizes[2], sizes[3], true)
		out.Stop = &backend.Stop{}
		out.Stop.Set()
		_, err := func() (z backend.Buffer, err error) {
			defer backend.CatchStop(&err)
			return recur(out, xs, backend.RecurrentAttrs{Cell: "lstm"})
		}()
		assert.ErrorIs(t, err, backend.ErrStopped)
	}
}

// drawnQuantized returns the operands of an LSTM of weights that are integers.
func drawnQuantized(t *testing.T, r *rand.Rand, steps, batch, hidden int) (backend.Spec, []backend.Buffer) {
	out, xs := drawnRecurrence(t, r, dtype.Float32, "lstm", steps, batch, 4*hidden, hidden, false)
	weights := drawn(t, r, dtype.Int32, []int{hidden, 4 * hidden}, []int{0, 1})
	for i, v := range array.Flat[int32](weights) {
		array.Flat[int32](weights)[i] = v % 128
	}
	scale := drawn(t, r, dtype.Float32, []int{}, nil)
	array.Flat[float32](scale)[0] = 0.01
	return out, []backend.Buffer{xs[0], weights, scale, xs[3], xs[4]}
}

// Weights of 8 bits that a program prepared once give the results of those of the call, share their memory, and give it back.
func TestQuantizedWeights(t *testing.T) {
	if !gemm.HasBytes() {
		t.Skip("no loops for bytes")
	}
	defer func(n int) { leastStates = n }(leastStates)
	attrs := backend.RecurrentAttrs{Cell: "lstm", Quantized: true}
	for batch := 1; batch <= 2; batch++ {
		out, xs := drawnQuantized(t, rand.New(rand.NewPCG(3, 5)), 4, batch, 40)
		n := &backend.Node{Op: ops.Recur.Op, Out: out, Attrs: attrs}
		v := xs[1].(*array.Buffer)
		same := func() *array.Buffer { return v }
		of := func() *QuantizedWeights {
			return QuantizedWeightsOf(n, fmt.Sprint("weights", batch), []*array.Buffer{v}, same)
		}
		weights := of()
		require.NotNil(t, weights)
		assert.Same(t, weights.bytes, of().bytes)
		before := reservedBytes()
		got, err := weights.Run(n, xs, nil)
		require.NoError(t, err)
		for _, leastStates = range []int{0, 1000} { // as bytes, and as int32
			want, err := recur(out, xs, attrs)
			require.NoError(t, err)
			assert.Equal(t, before, reservedBytes())
			assert.True(t, sameElements(t, want, got))
		}
		array.Flat[int32](v)[0] = 1 << 20 // no byte
		assert.Nil(t, QuantizedWeightsOf(n, "others", []*array.Buffer{v}, same))
		n.Attrs = backend.RecurrentAttrs{Cell: "lstm"}
		assert.Nil(t, QuantizedWeightsOf(n, "others", []*array.Buffer{v}, same))
	}
}

func reservedBytes() int {
	reserved.Lock()
	defer reserved.Unlock()
	return reserved.bytes
}

// A step takes no memory.
func TestRecurrenceAllocations(t *testing.T) {
	race.Sequential(t)
	if !gemm.Has(dtype.Float32) {
		t.Skip("no loops of package gemm")
	}
	r := rand.New(rand.NewPCG(3, 4))
	for _, batch := range []int{1, 3} {
		allocations := func(steps int) float64 {
			out, xs := drawnRecurrence(t, r, dtype.Float32, "lstm", steps, batch, 5, 20, true)
			return testing.AllocsPerRun(20, func() {
				z, err := recur(out, xs, backend.RecurrentAttrs{Cell: "lstm"})
				require.NoError(t, err)
				array.Release(z.(*array.Buffer))
			})
		}
		assert.Less(t, allocations(200), allocations(4)+20, "a batch of %d", batch)
		if !gemm.HasBytes() {
			continue
		}
		quantized := func(steps int) float64 {
			out, xs := drawnQuantized(t, r, steps, batch, 20)
			return testing.AllocsPerRun(20, func() {
				z, err := recur(out, xs, backend.RecurrentAttrs{Cell: "lstm", Quantized: true})
				require.NoError(t, err)
				array.Release(z.(*array.Buffer))
			})
		}
		assert.Less(t, quantized(300), quantized(100)+20, "a batch of %d, as bytes", batch)
		assert.Less(t, quantized(33), quantized(4)+20, "a batch of %d, as int32", batch)
	}
}
