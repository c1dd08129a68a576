package order

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/arraytest"
	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// bufferOf returns numbers as an array.
func bufferOf[T array.Number](d dtype.Dtype, values []T, s ...int) *array.Buffer {
	b := arraytest.Must(array.NewBuffer(backend.Spec{Dtype: d, Shape: s}))
	copy(array.Flat[T](b), values)
	return b
}

// inThreads calls f with each of some numbers of threads.
func inThreads(t *testing.T, f func(t *testing.T)) {
	for _, n := range []int{1, 2, 3} {
		t.Run(fmt.Sprintf("%d threads", n), func(t *testing.T) { arraytest.InThreads(n, func() { f(t) }) })
	}
}

func TestCountIntegers(t *testing.T) {
	inThreads(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(3, 4))
		for _, m := range []int{1, 5, 1000, 70_001, 300_003} {
			for _, n := range []int{1, 7, 1000, fewCounts - 1, fewCounts + 1} {
				xs, want := make([]int32, m), make([]int64, n)
				for i := range xs {
					xs[i] = int32(r.IntN(n))
					want[xs[i]]++
				}
				out := backend.Spec{Dtype: dtype.Int64, Shape: []int{n}}
				of := func() (backend.Buffer, error) {
					return kernels.Entry(ops.CountIntegers.Op).Layer(out, []backend.Buffer{bufferOf(dtype.Int32, xs, m)}, backend.CountAttrs{})
				}
				z, err := of()
				require.NoError(t, err)
				require.Equal(t, want, array.Flat[int64](z.(*array.Buffer)), "%d of %d", m, n)
				for _, bad := range []int32{-1, math.MinInt32, int32(n), 2*fewCounts + 1, 1 << 20} {
					at := r.IntN(m)
					was := xs[at]
					xs[at] = bad
					_, err := of()
					var index *backend.IndexError
					require.ErrorAs(t, err, &index, "%d at %d of %d", bad, at, m)
					xs[at] = was
				}
			}
		}
	})
}

func TestCountIntervals(t *testing.T) {
	inThreads(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(5, 6))
		ends := []float32{-1, -0.5, 0, 0.5, 1}
		for _, m := range []int{1, 33, 20_000, 100_003} {
			xs := make([]float32, m)
			for i := range xs {
				xs[i] = float32(r.IntN(13)-6) / 4
			}
			xs[r.IntN(m)] = float32(math.NaN())
			for _, a := range []backend.IntervalsAttrs{{}, {Even: true}, {Even: true, Lower: true}, {Upper: true}} {
				want := make([]int64, 4)
				for _, v := range xs {
					switch {
					case v < -1 && a.Lower:
						want[0]++
					case v > 1 && a.Upper || v == 1:
						want[3]++
					case v >= -1 && v < 1:
						want[int(math.Floor(float64(v)*2))+2]++
					}
				}
				z, err := kernels.Entry(ops.CountIntervals.Op).Layer(backend.Spec{Dtype: dtype.Int64, Shape: []int{1, 4}},
					[]backend.Buffer{bufferOf(dtype.Float32, xs, 1, m), bufferOf(dtype.Float32, ends, 5)}, a)
				require.NoError(t, err)
				require.Equal(t, want, array.Flat[int64](z.(*array.Buffer)), "%d %+v", m, a)
			}
		}
	})
}

// Rows are combined in their order, and indices out of range are errors wherever they are.
func TestScatterReduced(t *testing.T) {
	inThreads(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(7, 8))
		for _, c := range []struct {
			m, r int
			lens []int
		}{{1, 1, []int{3}}, {70_000, 1, []int{100}}, {3000, 1, []int{10, 7}}, {40_000, 3, []int{40}}, {9000, 8, []int{5}}, {20_000, 17, []int{60}}, {20_000, 16, []int{9, 11}}, {6000, 8, []int{2, 3, 4}}} {
			n := 1
			for _, l := range c.lens {
				n *= l
			}
			k := len(c.lens)
			for _, how := range []string{"sum", "mul", "min", "max", "replace"} {
				for _, signs := range []string{"positive", "both", "drop"} {
					indices, rows, xs, want := make([]int64, c.m*k), make([]int, c.m), make([]float32, c.m*c.r), make([]float32, n*c.r)
					for j := range rows {
						for axis, l := range c.lens {
							i := r.IntN(l)
							rows[j] = rows[j]*l + i
							indices[j*k+axis] = int64(i)
							if signs == "both" && r.IntN(50) == 0 {
								indices[j*k+axis] -= int64(l)
							}
						}
						if signs == "drop" && r.IntN(50) == 0 {
							rows[j], indices[j*k+r.IntN(k)] = -1, -1
						}
					}
					written := make([]bool, n)
					for i := range xs {
						xs[i] = float32(r.NormFloat64())
					}
					for j, row := range rows {
						if row < 0 {
							continue
						}
						for i, v := range xs[j*c.r : (j+1)*c.r] {
							z := &want[row*c.r+i]
							switch {
							case how == "replace" || !written[row] && how != "sum":
								*z = v
							case how == "sum":
								*z += v
							case how == "mul":
								*z *= v
							case how == "min":
								*z = min(*z, v)
							default:
								*z = max(*z, v)
							}
						}
						written[row] = true
					}
					of := func(a backend.ScatterAttrs) (backend.Buffer, error) {
						a.How, a.Lens = how, c.lens
						return kernels.Entry(ops.ScatterReduced.Op).Layer(backend.Spec{Dtype: dtype.Float32, Shape: []int{n, c.r}},
							[]backend.Buffer{bufferOf(dtype.Int64, indices, c.m, k), bufferOf(dtype.Float32, xs, c.m, c.r)}, a)
					}
					z, err := of(backend.ScatterAttrs{Drop: signs == "drop", Positive: signs == "positive"})
					require.NoError(t, err)
					require.True(t, slices.Equal(want, array.Flat[float32](z.(*array.Buffer))), "%+v %s %s", c, how, signs)
					if signs == "positive" {
						indices[r.IntN(len(indices))] = -1
						_, err := of(backend.ScatterAttrs{Positive: true})
						var index *backend.IndexError
						require.ErrorAs(t, err, &index)
						_, err = of(backend.ScatterAttrs{})
						require.NoError(t, err)
					}
					at := r.IntN(c.m)
					indices[at*k] = int64(c.lens[0])
					_, err = of(backend.ScatterAttrs{Drop: true})
					var index *backend.IndexError
					require.ErrorAs(t, err, &index)
					require.Equal(t, c.lens[0], index.Index)
				}
			}
		}
	})
}

// The indices of the greatest are those of a stable sort.
func TestTopIndices(t *testing.T) {
	race.Sequential(t)
	r := rand.New(rand.NewPCG(9, 10))
	for _, d := range []dtype.Dtype{dtype.Int8, dtype.Uint16, dtype.Int32, dtype.Int64, dtype.BFloat16, dtype.Float32, dtype.Float64} {
		for _, n := range []int{40, 255, 256, 512, 513, 1000, 2047, 2049, 4100, 9000} {
			for _, k := range []int{1, 2, 10, 64} {
				for _, least := range []bool{false, true} {
					x := arraytest.SomeArray(t, r, d, []int{2, n}, true)
					z, err := kernels.Entry(ops.TopIndices.Op).Layer(backend.Spec{Dtype: dtype.Int64, Shape: []int{2, min(k, n)}}, []backend.Buffer{x}, backend.TopAttrs{K: min(k, n), Least: least})
					require.NoError(t, err)
					vs, got := arraytest.Scalars(x), array.Flat[int64](z.(*array.Buffer))
					for row := range 2 {
						line, want := vs[row*n:(row+1)*n], make([]int64, n)
						for i := range want {
							want[i] = int64(i)
						}
						slices.SortStableFunc(want, func(i, j int64) int {
							v, w := line[i], line[j]
							if !least {
								v, w = w, v
							}
							return arraytest.Compare(d, v, w)
						})
						require.Equal(t, want[:min(k, n)], got[row*min(k, n):][:min(k, n)], "%v %d of %d, least %v", d, k, n, least)
					}
				}
			}
		}
	}
}
