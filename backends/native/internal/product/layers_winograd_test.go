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
	"github.com/goivy/goivy/backends/native/internal/gemm"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// squares returns a convolution by filters of 3·3 elements, whose axes lie in memory in some order.
func squares(t testing.TB, r *rand.Rand, images, height, width, in, out int, padding [][2]int, order, filterOrder []int) (z backend.Spec, x, filters *array.Buffer, c backend.ConvolutionAttrs) {
	one := []int{1, 1}
	c = backend.ConvolutionAttrs{Groups: 1, Strides: one, Dilations: one, Apart: one, Padding: padding}
	z = backend.Spec{Dtype: dtype.Float32, Shape: []int{images, height + padding[0][0] + padding[0][1] - 2, width + padding[1][0] + padding[1][1] - 2, out}}
	return z, drawn(t, r, z.Dtype, []int{images, height, width, in}, order), drawn(t, r, z.Dtype, []int{3, 3, in, out}, filterOrder), c
}

var (
	planesOrder, lastChannels = []int{0, 3, 1, 2}, []int{0, 1, 2, 3}
	oihw, hwio, ohwi          = []int{3, 2, 0, 1}, []int{0, 1, 2, 3}, []int{3, 0, 1, 2}
)

// Winograd's algorithm gives the sums of products, bit for bit where these are integers: of images of any size in any order, by filters in any order,
// transformed before or not, and completes them.
func TestWinograd(t *testing.T) {
	if !simd.HasWinograd {
		t.Skip("no transforms here")
	}
	defer func(n int) { BandBytes = n }(BandBytes)
	defer array.SetThreads(0)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 60 / race.Sparse(3) {
		BandBytes = []int{1 << 20, 1 << 13}[i%2]
		array.SetThreads(1 + i%3)
		padding := [][2]int{{r.IntN(4), r.IntN(3)}, {r.IntN(3), r.IntN(4)}}
		order, filterOrder := [][]int{planesOrder, lastChannels, {1, 3, 0, 2}, {2, 1, 3, 0}}[i%4], [][]int{oihw, hwio, ohwi}[i%3]
		height, width, in, m := 4+r.IntN(30), 4+r.IntN(40), 16*(1+r.IntN(4)), 16*(1+r.IntN(4))
		if i%7 == 0 {
			in = 16 * 41 // more than a block of the summed axis
		}
		out, x, filters, c := squares(t, r, 1+r.IntN(3), height, width, in, m, padding, order, filterOrder)
		t.Run(fmt.Sprint(out.Shape, order, filterOrder, padding), func(t *testing.T) {
			want, err := convolveDirect(out, x, filters, c, notPacked, nil)
			require.NoError(t, err)
			constant := ConstantOf(&backend.Node{Op: ops.Convolve.Op, Out: out, Attrs: c}, filters)
			for name, packed := range map[string]func(operand) []*gemm.Packed{"not packed": notPacked, "packed": constant.packed} {
				got, err := convolveWinograd(out, x, filters, c, packed, nil)
				require.NoError(t, err)
				assert.True(t, sameElements(t, want, got), name)
			}
			if !isPlanar(out, x, c) {
				return
			}
			target, err := array.NewBuffer(out)
			require.NoError(t, err)
			elements, times := array.Flat[float32](target), make([]int32, target.Len())
			finish := func(first, n, pitch, count int) {
				for j := range count {
					for k := first + j*pitch; k < first+j*pitch+n; k++ {
						elements[k] = 2*elements[k] + 1
						times[k]++
					}
				}
			}
			to := &Target{Into: target, Finish: finish}
			got, err := convolveWinograd(out, x, filters, c, notPacked, to)
			require.NoError(t, err)
			assert.True(t, to.Complete())
			assert.Equal(t, slices.Repeat([]int32{1}, len(times)), times, "each is completed once")
			whole, err := array.Clone(nil, want.(*array.Buffer))
			require.NoError(t, err)
			for j, v := range array.Flat[float32](whole) {
				array.Flat[float32](whole)[j] = 2*v + 1
			}
			assert.True(t, sameElements(t, whole, got))
		})
	}
}

// What a convolution does where the algorithm is faster is the same whatever the order of axes, and with batches as by images.
func TestWinogradTaken(t *testing.T) {
	if !simd.HasWinograd {
		t.Skip("no transforms here")
	}
	r := rand.New(rand.NewPCG(3, 4))
	same := [][2]int{{1, 1}, {1, 1}}
	out, x, filters, c := squares(t, r, 3, 19, 22, 48, 32, same, planesOrder, oihw)
	require.True(t, takesWinograd(out, filters.Shape, c))
	normal(r, x, filters)
	want, err := convolve(out, []backend.Buffer{x, filters}, c)
	require.NoError(t, err)
	last, err := array.Clone(nil, x)
	require.NoError(t, err)
	got, err := convolve(out, []backend.Buffer{last, filters}, c)
	require.NoError(t, err)
	assert.True(t, sameElements(t, want, got), "channels last")
	for i := range 3 {
		one := out
		one.Shape = append([]int{1}, out.Shape[1:]...)
		got, err := convolve(one, []backend.Buffer{array.Part(x, 0, i, 1), filters}, c)
		require.NoError(t, err)
		assert.True(t, sameElements(t, array.Part(want.(*array.Buffer), 0, i, 1), got), "image %d", i)
	}
	direct, err := convolveDirect(out, x, filters, c, notPacked, nil)
	require.NoError(t, err)
	assert.False(t, sameElements(t, direct, want), "the algorithm has been used")

	for name, change := range map[string]func(out *backend.Spec, filters []int, c *backend.ConvolutionAttrs){
		"float64":         func(out *backend.Spec, _ []int, _ *backend.ConvolutionAttrs) { out.Dtype = dtype.Float64 },
		"other filters":   func(_ *backend.Spec, filters []int, _ *backend.ConvolutionAttrs) { filters[0] = 1 },
		"some channels":   func(_ *backend.Spec, filters []int, _ *backend.ConvolutionAttrs) { filters[2] = 40 },
		"strides":         func(_ *backend.Spec, _ []int, c *backend.ConvolutionAttrs) { c.Strides = []int{1, 2} },
		"dilations":       func(_ *backend.Spec, _ []int, c *backend.ConvolutionAttrs) { c.Dilations = []int{2, 1} },
		"groups":          func(_ *backend.Spec, _ []int, c *backend.ConvolutionAttrs) { c.Groups = 2 },
		"elements apart":  func(_ *backend.Spec, _ []int, c *backend.ConvolutionAttrs) { c.Apart = []int{2, 2} },
		"a single line":   func(out *backend.Spec, _ []int, _ *backend.ConvolutionAttrs) { out.Shape[1] = 1 },
		"long rows":       func(out *backend.Spec, _ []int, _ *backend.ConvolutionAttrs) { out.Shape[2] = 1 << 14 },
		"too few results": func(out *backend.Spec, _ []int, _ *backend.ConvolutionAttrs) { out.Shape[1], out.Shape[2] = 3, 3 },
	} {
		o, s, a := out, slices.Clone(filters.Shape), c
		o.Shape = slices.Clone(out.Shape)
		change(&o, s, &a)
		assert.False(t, takesWinograd(o, s, a), name)
	}
}

// The error of random numbers is about that of direct sums, and below its bound for numbers that are not alike.
func TestWinogradError(t *testing.T) {
	if !simd.HasWinograd {
		t.Skip("no transforms here")
	}
	r := rand.New(rand.NewPCG(5, 6))
	for _, in := range []int{16, 64, 320} {
		out, x, filters, c := squares(t, r, 1, 17, 23, in, 16, [][2]int{{1, 1}, {1, 1}}, planesOrder, oihw)
		for _, spread := range []float64{0, 8} { // of the exponents
			greatest := [2]float64{}
			for k, b := range []*array.Buffer{x, filters} {
				values := array.Flat[float32](array.Permuted(b, [][]int{{0, 3, 1, 2}, {3, 2, 0, 1}}[k]))
				for i := range values {
					values[i] = float32(r.NormFloat64() * math.Exp2(spread*(2*r.Float64()-1)))
					greatest[k] = max(greatest[k], math.Abs(float64(values[i])))
				}
			}
			exact := exactSquares(x, filters, out.Shape)
			rms := func(packedOut backend.Buffer, err error) (sum, most float64) {
				require.NoError(t, err)
				z, err := array.Clone(nil, packedOut.(*array.Buffer))
				require.NoError(t, err)
				got := array.Flat[float32](z)
				for i, v := range exact {
					e := math.Abs(float64(got[i*out.Shape[3]]) - v)
					sum, most = sum+e*e, max(most, e)
				}
				return math.Sqrt(sum / float64(len(exact))), most
			}
			direct, _ := rms(convolveDirect(out, x, filters, c, notPacked, nil))
			got, most := rms(convolveWinograd(out, x, filters, c, notPacked, nil))
			n := float64(in)
			assert.Less(t, got, direct*(2+spread), "%d channels", in)
			assert.Less(t, most, 81*n*(n+10)*greatest[0]*greatest[1]*0x1p-24)
			t.Logf("%d channels, exponents ±%v: rms %.3g, of direct sums %.3g", in, spread, got, direct)
		}
	}
}

// exactSquares returns the first channel of a convolution with zeros of 1 around an image, in float64.
func exactSquares(x, filters *array.Buffer, s []int) (z []float64) {
	at := func(b *array.Buffer, index ...int) float64 {
		offset := b.Offset
		for i, n := range index {
			offset += n * b.Strides[i]
		}
		return float64(array.Elems[float32](b)[offset])
	}
	for i := range s[1] {
		for j := range s[2] {
			sum := 0.0
			for t := range 9 {
				y, w := i+t/3-1, j+t%3-1
				if y < 0 || w < 0 || y >= x.Shape[1] || w >= x.Shape[2] {
					continue
				}
				for c := range x.Shape[3] {
					sum += at(x, 0, y, w, c) * at(filters, t/3, t%3, c, 0)
				}
			}
			z = append(z, sum)
		}
	}
	return z
}

// What is not finite is where direct sums have it, and the rest is as it is without.
func TestWinogradNotFinite(t *testing.T) {
	if !simd.HasWinograd {
		t.Skip("no transforms here")
	}
	defer func(n int) { BandBytes = n }(BandBytes)
	BandBytes = 1 << 13
	r := rand.New(rand.NewPCG(7, 8))
	for i, odd := range []float32{float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN()), math.MaxFloat32, -math.MaxFloat32} {
		for _, order := range [][]int{planesOrder, lastChannels} {
			out, x, filters, c := squares(t, r, 2, 33, 18, 16, 32, [][2]int{{1, 1}, {2, 0}}, order, oihw)
			flat := array.Elems[float32](x)
			for range 1 + i {
				flat[x.Offset+r.IntN(x.Len())] = odd
			}
			f := array.Elems[float32](filters)
			f[filters.Offset+r.IntN(filters.Len())] = 1
			want, err := convolveDirect(out, x, filters, c, notPacked, nil)
			require.NoError(t, err)
			got, err := convolveWinograd(out, x, filters, c, notPacked, nil)
			require.NoError(t, err)
			assert.True(t, sameElements(t, want, got), "%v, order %v", odd, order)
		}
	}
}
