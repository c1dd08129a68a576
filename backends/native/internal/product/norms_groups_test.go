package product

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// Groups of one piece and of several, of channels before and behind the other axes, are normalized as in float64, with the same bits on any number of threads
// and whatever examples are next to one: far from 0 too, where squares would cancel.
func TestNormalizeGroups(t *testing.T) {
	defer array.SetThreads(0)
	affine := []int{0, 3, 1, 2} // whether there are a scale and an offset
	if testing.Short() {
		affine = affine[:2]
	}
	r := rand.New(rand.NewPCG(5, 6))
	for _, d := range []dtype.Dtype{dtype.Float32, dtype.Float64} {
		for _, c := range []struct{ examples, channels, groups, spatial int }{
			{1, 1, 1, 1}, {3, 4, 2, 1}, {2, 6, 3, 7}, {2, 6, 6, 33}, {1, 6, 1, normPiece}, {5, 8, 4, 900}, {2, 4, 2, 2*normPiece + 5}, {9, 3, 1, normBlock + 1}, {1, 40, 5, normRows*7 + 3},
			{2, normPiece + 8, 3, 3},
		} {
			for _, last := range []bool{false, true} {
				s, axis := []int{c.examples, c.channels, c.spatial}, 1
				if last {
					s, axis = []int{c.examples, c.spatial, c.channels}, 2
				}
				for _, k := range affine {
					a := backend.GroupNormalizationAttrs{Axis: axis, Groups: c.groups, Eps: 1e-5, Scale: k&1 > 0, Offset: k&2 > 0}
					t.Run(fmt.Sprint(d, s, a), func(t *testing.T) {
						xs := []backend.Buffer{drawn(t, r, d, s, []int{0, 1, 2})}
						for range k&1 + k>>1 {
							xs = append(xs, drawn(t, r, d, []int{c.channels}, []int{0}))
						}
						for _, x := range xs {
							normal(r, x.(*array.Buffer))
						}
						shift(xs[0].(*array.Buffer), 50)
						run := func(s []int, xs ...backend.Buffer) *array.Buffer {
							z, err := normalizeGroups(backend.Spec{Dtype: d, Shape: s}, xs, a)
							require.NoError(t, err)
							return z.(*array.Buffer)
						}
						array.SetThreads(1)
						z := run(s, xs...)
						compareGroups(t, z, xs, a, c.channels, c.spatial)
						for threads := 2; threads <= 3; threads++ {
							array.SetThreads(threads)
							require.Equal(t, array.BytesOf(z), array.BytesOf(run(s, xs...)), "%d threads", threads)
						}
						one := array.Part(xs[0].(*array.Buffer), 0, c.examples-1, 1)
						alone := run(one.Shape, append([]backend.Buffer{one}, xs[1:]...)...)
						require.Equal(t, array.BytesOf(array.Part(z, 0, c.examples-1, 1)), array.BytesOf(alone), "an example alone")
					})
				}
			}
		}
	}
}

// shift adds v to all elements.
func shift(b *array.Buffer, v float64) {
	if b.Dtype == dtype.Float32 {
		for i := range array.Flat[float32](b) {
			array.Flat[float32](b)[i] += float32(v)
		}
		return
	}
	for i := range array.Flat[float64](b) {
		array.Flat[float64](b)[i] += v
	}
}

func numbers(b *array.Buffer) []float64 {
	if b.Dtype == dtype.Float64 {
		return array.Flat[float64](b)
	}
	z := make([]float64, b.Len())
	for i, v := range array.Flat[float32](b) {
		z[i] = float64(v)
	}
	return z
}

// compareGroups compares z with what is computed in float64, in two passes.
func compareGroups(t *testing.T, z *array.Buffer, xs []backend.Buffer, a backend.GroupNormalizationAttrs, channels, spatial int) {
	t.Helper()
	got, x := numbers(z), numbers(xs[0].(*array.Buffer))
	at := func(n, c, i int) int {
		if a.Axis == 1 {
			return (n*channels+c)*spatial + i
		}
		return (n*spatial+i)*channels + c
	}
	scale, offset := make([]float64, channels), make([]float64, channels)
	for c := range scale {
		scale[c] = 1
	}
	rest := xs[1:]
	if a.Scale {
		scale, rest = numbers(rest[0].(*array.Buffer)), rest[1:]
	}
	if a.Offset {
		offset = numbers(rest[0].(*array.Buffer))
	}
	tolerance := 2e-5 // the mean is 50
	if z.Dtype == dtype.Float64 {
		tolerance = 4e-13 // which float64 sums one after the other keep below as well
	}
	each := channels / a.Groups
	for n := range len(x) / (channels * spatial) {
		for g := range a.Groups {
			average := func(f func(x float64) float64) float64 {
				sum, rest := 0.0, 0.0 // what the sum lacks (W. Kahan, 1965)
				for c := g * each; c < (g+1)*each; c++ {
					for i := range spatial {
						v := f(x[at(n, c, i)]) + rest
						next := sum + v
						sum, rest = next, v-(next-sum)
					}
				}
				return sum / float64(each*spatial)
			}
			mean := average(func(x float64) float64 { return x })
			root := math.Sqrt(average(func(x float64) float64 { return (x - mean) * (x - mean) }) + a.Eps)
			for c := g * each; c < (g+1)*each; c++ {
				for i := range spatial {
					want := (x[at(n, c, i)]-mean)/root*scale[c] + offset[c]
					if k := at(n, c, i); !assert.InDelta(t, want, got[k], tolerance*(1+math.Abs(scale[c])*(1+1/root)+math.Abs(want)), "element %d", k) {
						return
					}
				}
			}
		}
	}
}
