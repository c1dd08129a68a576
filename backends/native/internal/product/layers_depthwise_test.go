package product

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/arraytest"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// spreadOut returns an array of shape s whose axes lie in some order in memory, the outermost first, with gaps, and some backwards. One in so many
// elements is infinite, NaN, −0 or 0.
func spreadOut[T float32 | float64](t *testing.T, r *rand.Rand, d dtype.Dtype, s, order []int, odd int) *array.Buffer {
	inMemory, inverse := make([]int, len(s)), make([]int, len(s))
	steps := make([]int, len(s))
	for i, axis := range order {
		inMemory[i], inverse[axis], steps[axis] = s[axis], i, 1
		if r.IntN(4) == 0 {
			inMemory[i] += r.IntN(4)
		}
		if i < len(order)-1 && r.IntN(8) == 0 {
			inMemory[i], steps[axis] = 2*inMemory[i], 2
		}
	}
	b := arraytest.Must(array.NewBuffer(backend.Spec{Dtype: d, Shape: inMemory}))
	values := array.Flat[T](b)
	special := []T{T(math.Inf(1)), T(math.Inf(-1)), T(math.NaN()), -T(math.NaN()), 0, T(math.Copysign(0, -1)), 1e-40}
	for i := range values {
		values[i] = T(r.NormFloat64())
		if r.IntN(odd) == 0 {
			values[i] = special[r.IntN(len(special))]
		}
	}
	b = array.Permuted(b, inverse)
	for i, n := range s {
		b = array.Every(b, i, 0, n, steps[i])
		if order[len(order)-1] != i && r.IntN(8) == 0 {
			b.Offset += (n - 1) * b.Strides[i]
			b.Strides[i] *= -1
		}
	}
	require.Equal(t, s, b.Shape)
	return b
}

// drawnDepthwise returns a depthwise convolution of images whose channels are side by side.
func drawnDepthwise[T float32 | float64](t *testing.T, r *rand.Rand, d dtype.Dtype, axes int) (out backend.Spec, x, filters *array.Buffer, c backend.ConvolutionAttrs) {
	channels := 2 + r.IntN(69)
	if r.IntN(3) == 0 {
		channels = []int{2, 3, 4, 8, 16, 24, 32, 48, 64, 96}[r.IntN(10)]
	}
	c.Groups = channels
	xs, ws, zs := []int{1 + r.IntN(3)}, []int(nil), []int{0}
	padded := r.IntN(4) > 0
	for axis := range axes {
		n, k, stride, dilation, pads := 1+r.IntN(16), 1+r.IntN(5), 1, 1, [2]int{}
		if axis == axes-1 {
			n = 5 + r.IntN([]int{300, 40}[axes-1])
		}
		if r.IntN(3) == 0 {
			stride = 1 + r.IntN(4)
		}
		if r.IntN(4) == 0 {
			dilation = 1 + r.IntN(6)
		}
		if padded {
			pads = [2]int{r.IntN(5), r.IntN(5)}
			if r.IntN(2) == 0 {
				pads = [2]int{k / 2, k / 2}
			}
		}
		rest := max(0, (k-1)*dilation+1-(n+pads[0]+pads[1]))
		if n += rest; padded && r.IntN(2) == 0 {
			n, pads[1] = n-rest, pads[1]+rest
		}
		xs, ws = append(xs, n), append(ws, k)
		zs = append(zs, (n+pads[0]+pads[1]-(k-1)*dilation-1)/stride+1)
		c.Strides, c.Dilations, c.Padding, c.Apart = append(c.Strides, stride), append(c.Dilations, dilation), append(c.Padding, pads), append(c.Apart, 1)
	}
	zs[0] = xs[0]
	xs, ws, zs = append(xs, channels), append(ws, 1, channels), append(zs, channels)
	order, filterOrder := shape.All(axes+2), shape.All(axes+2)
	if r.IntN(3) == 0 {
		r.Shuffle(axes+1, func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	switch r.IntN(3) {
	case 0:
		filterOrder = append([]int{axes + 1, axes}, shape.All(axes)...)
	case 1:
		r.Shuffle(len(filterOrder), func(i, j int) { filterOrder[i], filterOrder[j] = filterOrder[j], filterOrder[i] })
	}
	odd := []int{10, 1000, 100000}[r.IntN(3)]
	return backend.Spec{Dtype: d, Shape: zs}, spreadOut[T](t, r, d, xs, order, odd), spreadOut[T](t, r, d, ws, filterOrder, odd), c
}

// Depthwise convolutions of images whose channels are side by side have the bits of those of planes, whatever the number of threads and of rows at a time,
// and each element of a target is completed once.
func TestDepthwise(t *testing.T) {
	t.Run("float32", func(t *testing.T) { testDepthwise[float32](t, dtype.Float32) })
	t.Run("float64", func(t *testing.T) { testDepthwise[float64](t, dtype.Float64) })
}

func testDepthwise[T float32 | float64](t *testing.T, d dtype.Dtype) {
	defer func(n int) { depthwiseBytes = n }(depthwiseBytes)
	r := rand.New(rand.NewPCG(uint64(d), 21))
	draws, taken := 500, 0
	if testing.Short() {
		draws = 100
	}
	for i := range draws {
		out, x, filters, c := drawnDepthwise[T](t, r, d, 1+i%2)
		planes := channelsLast(arraytest.Must(array.Clone(nil, channelsFirst(x))))
		want, err := convolvePlanes(out, planes, filters, c, nil)
		require.NoError(t, err)
		if !takesDepthwise(out, x, filters, c) {
			got, err := convolve(out, []backend.Buffer{x, filters}, c)
			require.NoError(t, err)
			require.True(t, sameElements(t, want, got), "not taken")
			continue
		}
		taken++
		depthwiseBytes = []int{1, 1 << 13, 256 << 10}[r.IntN(3)]
		for _, threads := range []int{1, 2, 3} {
			arraytest.InThreads(threads, func() {
				got, err := convolveDirect(out, x, filters, c, notPacked, nil)
				require.NoError(t, err)
				if z := got.(*array.Buffer); !z.Contiguous() || !sameElements(t, want, z) {
					t.Fatalf("%v: %v %v, filters %v %v, %+v", out, x.Shape, x.Strides, filters.Shape, filters.Strides, c)
				}
				target := arraytest.Must(array.NewBuffer(backend.Spec{Dtype: d, Shape: []int{3 + shape.Size(out.Shape)}}))
				target = array.ContiguousPart(target, 2, []int{shape.Size(out.Shape)})
				elements, times := array.Flat[T](target), make([]int32, target.Len())
				to := &Target{Into: target, Last: true, Finish: func(first, n, pitch, count int) {
					assert.Zero(t, first%c.Groups+n%c.Groups+pitch%c.Groups, "all channels of some positions")
					for j := range count {
						for k := first + j*pitch; k < first+j*pitch+n; k++ {
							elements[k] *= 2
							times[k]++
						}
					}
				}}
				got, err = convolveDepthwise(out, x, filters, c, to)
				require.NoError(t, err)
				require.True(t, to.Complete())
				require.Equal(t, slices.Repeat([]int32{1}, len(times)), times, "each is completed once")
				whole := arraytest.Must(array.Clone(nil, want.(*array.Buffer)))
				for j, v := range array.Flat[T](whole) {
					array.Flat[T](whole)[j] = 2 * v
				}
				require.True(t, sameElements(t, whole, got), "completed")
				to = &Target{Into: target, Finish: func(_, _, _, _ int) { t.Error("a target of planes is left alone") }}
				got, err = convolveDepthwise(out, x, filters, c, to)
				require.NoError(t, err)
				require.False(t, to.Complete())
				require.True(t, sameElements(t, want, got), "no target of planes")
			})
		}
	}
	if simd.FusesTaps(100) {
		assert.Greater(t, taken, draws/2)
	} else {
		assert.Zero(t, taken)
	}
}

// Convolutions that are not depthwise, of other elements, or whose channels are not side by side are those of planes.
func TestDepthwiseTaken(t *testing.T) {
	type operands struct {
		out        *backend.Spec
		x, filters *array.Buffer
		c          *backend.ConvolutionAttrs
	}
	taken := func(change func(operands)) bool {
		out, x, filters, c := depthwise(t, 1, 20, []int{9, 30}, []int{3, 5}, []int{1, 1})
		x = arraytest.Must(array.Clone(nil, x))
		change(operands{&out, x, filters, &c})
		return takesDepthwise(out, x, filters, c)
	}
	assert.Equal(t, simd.FusesTaps(100), taken(func(operands) {}))
	for name, change := range map[string]func(operands){
		"other elements":   func(o operands) { o.out.Dtype = dtype.BFloat16 },
		"several filters":  func(o operands) { o.out.Shape[3] = 40 },
		"several channels": func(o operands) { o.c.Groups = 10 },
		"planes":           func(o operands) { o.x.Strides = []int{5400, 30, 1, 270} },
		"elements apart":   func(o operands) { o.c.Apart = []int{1, 2} },
		"few positions":    func(o operands) { o.out.Shape[2] = 4 },
		"little but zeros": func(o operands) { o.c.Dilations[1], o.c.Padding[1] = 1000, [2]int{2000, 2000} },
		"a single channel": func(o operands) { o.x.Shape[3], o.out.Shape[3], o.c.Groups = 1, 1, 1 },
		"three axes of space": func(o operands) {
			o.c.Strides = []int{1, 1, 1}
			o.x.Shape = []int{1, 9, 30, 1, 20}
			o.x.Strides = []int{0, 0, 0, 0, 1}
		},
	} {
		assert.False(t, taken(change), name)
	}
}

func BenchmarkDepthwiseLast(b *testing.B) {
	defer func(p bool) { array.Poison = p }(array.Poison)
	array.Poison = false
	for _, e := range []struct{ n, channels, kernel, stride int }{{122, 48, 5, 1}, {61, 96, 5, 1}, {31, 256, 5, 1}, {244, 16, 3, 1}, {122, 64, 3, 1}, {244, 32, 3, 2}} {
		out, planes, filters, c := depthwise(b, 1, e.channels, []int{e.n, e.n}, []int{e.kernel, e.kernel}, []int{e.stride, e.stride})
		for name, x := range map[string]*array.Buffer{"planes": planes, "last": arraytest.Must(array.Clone(nil, planes))} {
			b.Run(fmt.Sprintf("%dx%d/stride%d/%dx%dx%d/%s", e.kernel, e.kernel, e.stride, e.channels, e.n, e.n, name), func(b *testing.B) {
				for b.Loop() {
					z, err := convolve(out, []backend.Buffer{x, filters}, c)
					require.NoError(b, err)
					array.Release(z.(*array.Buffer))
				}
			})
		}
	}
}
