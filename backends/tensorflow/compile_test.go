//go:build tensorflow

package tensorflow

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/backendtest"
	"github.com/goivy/goivy/ivy"
)

func newEnv(t testing.TB) *ivy.Env {
	e, err := ivy.NewEnv("tensorflow")
	require.NoError(t, err)
	return e
}

// chain is 20 operations, element by element.
func chain(e *ivy.Env) func(x, y *ivy.Array) *ivy.Array {
	return func(x, y *ivy.Array) *ivy.Array {
		z := x
		for range 5 {
			z = e.Abs(e.Subtract(e.Multiply(e.Add(z, y), 0.5), y))
		}
		return z
	}
}

// A graph gives what its operations give one by one.
func TestCompile(t *testing.T) {
	e := newEnv(t)
	w := e.Asarray([]float32{1, -2, 3, 0.5})
	for name, f := range map[string]func(x, y *ivy.Array) []*ivy.Array{
		"chain": func(x, y *ivy.Array) []*ivy.Array { return []*ivy.Array{chain(e)(x, y)} },
		"dtypes": func(x, _ *ivy.Array) []*ivy.Array {
			return []*ivy.Array{e.Astype(e.Exp(x), ivy.BFloat16), e.Less(x, w), e.Astype(x, ivy.Int8)}
		},
		"reductions": func(x, y *ivy.Array) []*ivy.Array {
			return []*ivy.Array{e.Sum(x, ivy.Axis(0)), e.Max(y), e.Sum(e.Astype(x, ivy.Float16))}
		},
		"indexing": func(x, _ *ivy.Array) []*ivy.Array {
			return []*ivy.Array{e.Take(x, []int{-1, 0, 2}, ivy.Axis(1)), e.GetItem(x, ivy.Slice(nil, nil, -1), 1)}
		},
		"moves": func(x, y *ivy.Array) []*ivy.Array {
			return []*ivy.Array{e.PermuteDims(x, []int{1, 0}), e.Concat([]*ivy.Array{x, y}), e.BroadcastTo(w, []int{2, 3, 4})}
		},
		"subnormals": func(x, _ *ivy.Array) []*ivy.Array {
			return []*ivy.Array{e.Multiply(x, 1e-39), e.Add(e.Multiply(x, 1e-39), 0)}
		},
		"no node":   func(x, y *ivy.Array) []*ivy.Array { return []*ivy.Array{y, w} },
		"constants": func(_, y *ivy.Array) []*ivy.Array { return []*ivy.Array{e.Add(w, 1), e.Add(y, w)} },
		"empty":     func(x, _ *ivy.Array) []*ivy.Array { return []*ivy.Array{e.Add(e.GetItem(x, ivy.Slice(0, 0)), 1)} },
		"broadcasts": func(x, _ *ivy.Array) []*ivy.Array {
			return []*ivy.Array{e.Add(e.Reshape(x, []int{3, 1, 4, 1, 1, 1, 1}), e.Reshape(w, []int{2, 1, 2, 1}))}
		},
		"truth tests": func(x, y *ivy.Array) []*ivy.Array {
			return []*ivy.Array{e.Where(e.Greater(x, y), x, y), e.LogicalNot(x)}
		},
	} {
		t.Run(name, func(t *testing.T) {
			g := e.Compile(f)
			for _, shift := range []float32{-5, 2} {
				var numbers [3][4]float32
				for i := range 12 {
					numbers[i/4][i%4] = float32(i) + shift
				}
				x := e.Asarray(numbers)
				y := e.Multiply(x, 0.75)
				got, want := g.CallMany(x, y), f(x, y)
				require.NoError(t, g.Eager())
				for i := range want {
					assert.Equal(t, want[i].Dtype(), got[i].Dtype())
					assert.Equal(t, want[i].Shape(), got[i].Shape())
					assert.Equal(t, want[i].Bytes(), got[i].Bytes(), "result %d", i)
				}
			}
		})
	}
}

// An index out of range is the error that it is without a graph.
func TestCompiledErrors(t *testing.T) {
	e := newEnv(t)
	g := e.Compile(func(x, i *ivy.Array) *ivy.Array { return e.Take(x, i, ivy.Axis(0)) })
	x := e.Asarray([]float32{1, 2, 3})
	assert.Equal(t, []float32{3, 1}, ivy.Values[float32](g.Call(x, e.Asarray([]int64{-1, 0}))))
	err := ivy.Try(func() { g.Call(x, e.Asarray([]int64{3, 0})) })
	assert.ErrorIs(t, err, ivy.ErrIndex)
	assert.ErrorContains(t, err, "index 3 is out of range for axis 0 of length 3")
	assert.Equal(t, []float32{2, 2}, ivy.Values[float32](g.Call(x, e.Asarray([]int64{1, -2}))))

	// Where the operation that takes the index would not say so: in an axis of nothing, and
	// where two indices are the number of another pair.
	pair := e.Compile(func(x, i, j *ivy.Array) *ivy.Array { return e.GetItem(x, i, j) })
	set := e.Compile(func(x, i, j *ivy.Array) *ivy.Array {
		z := e.CopyArray(x)
		e.SetItem(z, 7, i, j)
		return z
	})
	indices := func(v ...int64) *ivy.Array { return e.Asarray(v) }
	for _, dims := range [][]int{{3, 5}, {3, 5, 0}} {
		x := e.Ones(dims, ivy.Float32)
		for _, f := range []*ivy.Compiled{pair, set}[:4-len(dims)] { // a write to nothing is left out of the trace
			assert.NoError(t, ivy.Try(func() { f.Call(x, indices(0, -3), indices(4, -5)) }))
			for _, at := range [][2]int64{{0, 7}, {0, -6}, {3, 0}, {-4, 4}, {1, 5}} {
				err := ivy.Try(func() { f.Call(x, indices(at[0]), indices(at[1])) })
				assert.ErrorIs(t, err, ivy.ErrIndex, "%v of %v", at, dims)
			}
		}
	}
	for _, dims := range [][]int{{0}, {0, 4}, {2, 0}} {
		x := e.Ones(dims, ivy.Float32)
		for _, i := range []int64{0, 2, -1, -3} {
			err := ivy.Try(func() { g.Call(x, indices(i)) })
			if ok := dims[0] == 2 && i == 0 || dims[0] == 2 && i == -1; ok {
				assert.NoError(t, err)
			} else {
				assert.ErrorIs(t, err, ivy.ErrIndex, "%d of %v", i, dims)
			}
		}
		assert.NoError(t, ivy.Try(func() { g.Call(x, indices()) }), "%v", dims)
	}
}

func TestCompiledConcurrently(t *testing.T) {
	e := newEnv(t)
	g := e.Compile(chain(e))
	x, y := e.Full([]int{100}, 3, ivy.Float32), e.Full([]int{100}, 2, ivy.Float32)
	want := ivy.Values[float32](chain(e)(x, y))
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 100 {
				assert.Equal(t, want, ivy.Values[float32](g.Call(x, y)))
			}
		})
	}
	wg.Wait()
}

// BenchmarkCompile times a chain of 20 operations, one by one and as a graph.
func BenchmarkCompile(b *testing.B) {
	e := newEnv(b)
	f := chain(e)
	g := e.Compile(f)
	for _, n := range []int{1, 100_000} {
		x, y := e.Full([]int{n}, 3, ivy.Float32), e.Full([]int{n}, 2, ivy.Float32)
		name := map[int]string{1: "1", 100_000: "100000"}[n]
		b.Run(name+"/eager", func(b *testing.B) {
			for b.Loop() {
				f(x, y)
			}
		})
		b.Run(name+"/graph", func(b *testing.B) {
			for b.Loop() {
				g.Call(x, y)
			}
		})
		require.NoError(b, g.Eager())
	}
}

// Every function gives as a graph what it gives call by call.
func TestCompiledRows(t *testing.T) {
	if testing.Short() {
		t.Skip("makes thousands of graphs")
	}
	backendtest.Compiled(t, "tensorflow", "ArgWhere", "Bincount", "Digitize", "Dropout", "FloatPower", "FromDlpack", "Hessenberg", "Histogram", "HistogramDD", "Igamma", "Igammac", "InvertPermutation", "Logm", "NMS", "NanQuantile", "Nonzero", "Pow", "Quantile", "RavelMultiIndex", "Schur", "SetItem", "Sqrtm", "StablePow", "TrimZeros", "UniqueAll", "UniqueConsecutive", "UniqueCounts", "UniqueInverse", "UniqueValues", "UnravelIndex")
}
