package native_test

import (
	"fmt"
	"runtime"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native"
	"github.com/goivy/goivy/backends/native/internal/gemm"
	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy"
)

// Whole recurrent layers have bit for bit the results of the steps they are composed of where lengths are told, on any number of threads,
// and where the weights are constants of a compiled function; so have those whose weights are integers.
func TestRecurrentLayers(t *testing.T) {
	e := newEnv(t)
	defer native.Backend{}.SetThreads(0)
	layers := []struct {
		name  string
		gates int
		f     func(e *ivy.Env, x *ivy.Array, ws []*ivy.Array, o ...ivy.Option) []*ivy.Array
	}{
		{"LSTM", 4, func(e *ivy.Env, x *ivy.Array, ws []*ivy.Array, o ...ivy.Option) []*ivy.Array {
			z, h, c := e.LSTM(x, ws, o...)
			return []*ivy.Array{z, h, c}
		}},
		{"GRU", 3, func(e *ivy.Env, x *ivy.Array, ws []*ivy.Array, o ...ivy.Option) []*ivy.Array {
			z, h := e.GRU(x, ws, o...)
			return []*ivy.Array{z, h}
		}},
		{"tanh", 1, func(e *ivy.Env, x *ivy.Array, ws []*ivy.Array, o ...ivy.Option) []*ivy.Array {
			z, h := e.RNN(x, ws, o...)
			return []*ivy.Array{z, h}
		}},
		{"relu", 1, func(e *ivy.Env, x *ivy.Array, ws []*ivy.Array, o ...ivy.Option) []*ivy.Array {
			z, h := e.RNN(x, ws, append(o, ivy.Nonlinearity("relu"))...)
			return []*ivy.Array{z, h}
		}},
	}
	integers := []struct { // of weights that are between −0.3 and 0.3
		name          string
		scale, offset float64
		dtype         ivy.Dtype
	}{{"signed bytes", 400, 0, ivy.Int8}, {"bytes", 400, 125, ivy.Uint8}, {"differences", 400, -110, ivy.Int32}, {"integers", 3000, 7, ivy.Int16}}
	turn := 0
	for _, d := range []ivy.Dtype{ivy.Float32, ivy.Float64}[:max(1, 2/race.Sparse(1))] {
		g := e.NewGenerator(3)
		for _, layer := range layers {
			for _, sizes := range [][4]int{ // steps, batch, width, hidden
				{1, 1, 7, 5}, {9, 1, 7, 1}, {5, 1, 40, 32}, {7, 1, 3, 100}, {1, 3, 7, 5}, {6, 3, 40, 100}, {5, 3, 1, 1}, {4, 40, 9, 1}, {3, 40, 33, 5},
				{5, 40, 64, 32}, {2, 150, 9, 64}, {3, 40, 20, 100}, {2, 2, 5, 1100}, {1, 1, 3, 700}} {
				steps, batch, width, hidden := sizes[0], sizes[1], sizes[2], sizes[3]
				rows := layer.gates * hidden
				x := g.Normal(0, 1, []int{batch, width, steps}, d)
				x = e.PermuteDims(x, []int{2, 0, 1}) // no rows of a matrix
				var ws []*ivy.Array
				for range 2 { // directions
					for _, dims := range [][]int{{rows, width}, {rows, hidden}, {rows}, {rows}} {
						ws = append(ws, g.Uniform(-0.3, 0.3, dims, d))
					}
				}
				states := g.Normal(0, 1, []int{2, hidden, batch}, d)
				for _, biases := range []bool{true, false} {
					weights := ws
					if !biases {
						weights = slices.Concat(ws[:2], ws[4:6])
					}
					opts := []ivy.Option{ivy.Bidirectional(true), ivy.InitialState(e.MatrixTranspose(states))}
					compare := func(what string, weights []*ivy.Array, opts ...ivy.Option) {
						want := layer.f(e, x, weights, append(opts, ivy.Lengths(e.Full([]int{batch}, steps)))...)
						for threads := 1; threads <= 2; threads++ {
							native.Backend{}.SetThreads(threads)
							what := fmt.Sprint(layer.name, d, sizes, biases, what, threads)
							for i, z := range layer.f(e, x, weights, opts...) {
								require.Equal(t, want[i].Bytes(), z.Bytes(), "%s: result %d", what, i)
							}
							if threads > 1 {
								continue
							}
							compiled := e.Compile(func(x ...*ivy.Array) []*ivy.Array { return layer.f(e, x[0], weights, opts...) })
							for range 2 {
								for i, z := range compiled.CallMany(x) {
									require.Equal(t, want[i].Bytes(), z.Bytes(), "%s: result %d, compiled", what, i)
								}
							}
						}
					}
					compare("", weights, opts...)
					if turn++; turn%3 != 0 { // the steps of those take long
						continue
					}
					k, quantized := integers[turn/3%len(integers)], slices.Clone(weights)
					for i, w := range weights {
						if w.Ndim() == 2 {
							quantized[i] = e.Astype(e.Add(e.Floor(e.Multiply(w, k.scale)), k.offset), k.dtype)
						}
					}
					scales := []int{4, rows}[:1+turn/3/len(integers)%2]
					compare(k.name, quantized, append(opts, ivy.WeightScales(g.Uniform(0.001, 0.003, scales, d)))...)
				}
			}
		}
	}
}

// Weights of integers that are constants of a compiled function are made bytes once, however large they are: a call takes no memory for them.
func TestQuantizedWeightsAreKept(t *testing.T) {
	race.Sequential(t)
	if !gemm.HasBytes() {
		t.Skip("no loops for bytes")
	}
	e := newEnv(t)
	g := e.NewGenerator(4)
	const steps, hidden = 120, 512
	x := g.Normal(0, 1, []int{steps, 1, 8}, ivy.Float32)
	weights := []*ivy.Array{g.Integers(-128, 128, []int{4 * hidden, 8}, ivy.Int8), g.Integers(-128, 128, []int{4 * hidden, hidden}, ivy.Int8)}
	compiled := e.Compile(func(x *ivy.Array) *ivy.Array {
		z, _, _ := e.LSTM(x, weights, ivy.WeightScales([]float32{0.001, 0.001}))
		return z
	})
	call := func() { compiled.Call(x).Free() }
	call()
	const calls = 5
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range calls {
		call()
	}
	runtime.ReadMemStats(&after)
	require.Less(t, (after.TotalAlloc-before.TotalAlloc)/calls, uint64(4*hidden*hidden))
}
