package product

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/elementwise"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// drawnPlanes returns a convolution of groups with few filters: of planes, rows and taps that lie in memory in any order and direction.
func drawnPlanes(t *testing.T, r *rand.Rand, d dtype.Dtype, axes int) (out backend.Spec, x, filters *array.Buffer, c backend.ConvolutionAttrs) {
	c.Groups = 2 + r.IntN(4)
	images, in, each := 1+r.IntN(2), 1, 1
	if r.IntN(4) == 0 {
		in, each = 1+r.IntN(3), 1+r.IntN(3)
	}
	xs, ws, zs := []int{images}, []int(nil), []int{images}
	for range axes {
		n, k, stride, dilation, apart := 1+r.IntN([]int{300, 40, 9}[axes-1]), 1+r.IntN(5), 1, 1, 1
		if r.IntN(3) == 0 {
			k = []int{3, 5}[r.IntN(2)]
		}
		switch r.IntN(4) {
		case 0, 1:
			stride = 2
		case 2:
			stride = 1 + r.IntN(4)
		}
		if r.IntN(4) == 0 {
			dilation = 1 + r.IntN(3)
		}
		if r.IntN(8) == 0 {
			apart = 1 + r.IntN(3)
		}
		pads := [2]int{r.IntN(4), r.IntN(4)}
		if r.IntN(3) > 0 {
			pads = [2]int{k / 2, k / 2}
		}
		pads[1] += max(0, (k-1)*dilation+1-((n-1)*apart+1+pads[0]+pads[1]))
		xs, ws = append(xs, n), append(ws, k)
		zs = append(zs, ((n-1)*apart+pads[0]+pads[1]-(k-1)*dilation)/stride+1)
		c.Strides, c.Dilations, c.Padding, c.Apart = append(c.Strides, stride), append(c.Dilations, dilation), append(c.Padding, pads), append(c.Apart, apart)
	}
	xs, ws, zs = append(xs, in*c.Groups), append(ws, in, each*c.Groups), append(zs, each*c.Groups)
	planes := append([]int{0, axes + 1}, shape.All(axes + 1)[1:]...)
	oihw := append([]int{axes + 1, axes}, shape.All(axes)...)
	for _, order := range [][]int{planes, oihw} {
		if r.IntN(3) == 0 {
			r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		}
	}
	x, filters = drawn(t, r, d, xs, planes), drawn(t, r, d, ws, oihw)
	for i := range axes + 2 {
		for _, b := range []*array.Buffer{x, filters} {
			if r.IntN(12) == 0 { // backwards
				b.Strides = slices.Clone(b.Strides)
				b.Offset += (b.Shape[i] - 1) * b.Strides[i]
				b.Strides[i] *= -1
			}
		}
	}
	return backend.Spec{Dtype: d, Shape: zs}, x, filters, c
}

// sumsOf returns the convolution of arrays of small integers, one sum after the other.
func sumsOf(t *testing.T, out backend.Spec, x, filters *array.Buffer, c backend.ConvolutionAttrs) *array.Buffer {
	r := len(c.Strides)
	cast := func(b *array.Buffer, d dtype.Dtype) *array.Buffer {
		y, err := elementwise.Cast(backend.Spec{Dtype: d, Shape: b.Shape}, b)
		require.NoError(t, err)
		y, err = array.Clone(nil, y.(*array.Buffer))
		require.NoError(t, err)
		return y.(*array.Buffer)
	}
	integers := func(b *array.Buffer) (values []int64) {
		if !b.Dtype.IsComplex() {
			return array.Elems[int64](cast(b, dtype.Int64))
		}
		for _, v := range array.Elems[complex128](cast(b, dtype.Complex128)) {
			values = append(values, int64(real(v)))
		}
		return values
	}
	xs, ws, zs := integers(x), integers(filters), make([]int64, shape.Size(out.Shape))
	in, each := filters.Shape[r], filters.Shape[r+1]/c.Groups
	index := func(s []int, flat int) []int {
		at := make([]int, len(s))
		for i := len(s) - 1; i >= 0; i-- {
			at[i], flat = flat%s[i], flat/s[i]
		}
		return at
	}
	for k := range zs {
		z := index(out.Shape, k)
	taps:
		for j, v := range ws[:len(ws)/filters.Shape[r+1]] {
			w := index(filters.Shape[:r+1], j)
			from := z[0]
			for i := range r {
				at := z[i+1]*c.Strides[i] + w[i]*c.Dilations[i] - c.Padding[i][0]
				if at < 0 || at%c.Apart[i] != 0 || at/c.Apart[i] >= x.Shape[i+1] {
					continue taps
				}
				from = from*x.Shape[i+1] + at/c.Apart[i]
			}
			v = ws[j*filters.Shape[r+1]+z[r+1]]
			zs[k] += v * xs[from*x.Shape[r+1]+z[r+1]/each*in+w[r]]
		}
	}
	z, err := array.NewBuffer(out)
	require.NoError(t, err)
	elementwise.StoreInts(z, 0, zs)
	return z
}

// Convolutions of groups with few filters are sums of products, wherever the planes, rows and taps lie.
func TestPlanes(t *testing.T) {
	for _, d := range dtype.Numeric.Dtypes() {
		r := rand.New(rand.NewPCG(uint64(d), 4))
		for i := range 120 {
			out, x, filters, c := drawnPlanes(t, r, d, 1+i%3)
			got, err := convolvePlanes(out, x, filters, c, nil)
			require.NoError(t, err)
			if !sameElements(t, sumsOf(t, out, x, filters, c), got) {
				t.Fatalf("%v: %v %v, filters %v %v, %+v", d, x.Shape, x.Strides, filters.Shape, filters.Strides, c)
			}
		}
	}
}

// depthwise returns a depthwise convolution of images of planes with zeros around them, and filters whose taps lie together.
func depthwise(t testing.TB, images, channels int, s, kernel, strides []int) (out backend.Spec, x, filters *array.Buffer, c backend.ConvolutionAttrs) {
	r := rand.New(rand.NewPCG(8, 9))
	c = backend.ConvolutionAttrs{Groups: channels, Strides: strides}
	xs, ws, zs := []int{images}, []int(nil), []int{images}
	for i, n := range s {
		xs, ws = append(xs, n), append(ws, kernel[i])
		c.Padding = append(c.Padding, [2]int{kernel[i] / 2, kernel[i] / 2})
		c.Apart, c.Dilations = append(c.Apart, 1), append(c.Dilations, 1)
		zs = append(zs, (n+kernel[i]/2*2-kernel[i])/strides[i]+1)
	}
	axes := len(s)
	xs, ws, zs = append(xs, channels), append(ws, 1, channels), append(zs, channels)
	planes, oihw := []int{0, axes + 1}, []int{axes + 1, axes}
	for i := range axes {
		planes, oihw = append(planes, i+1), append(oihw, i)
	}
	return backend.Spec{Dtype: dtype.Float32, Shape: zs}, drawn(t, r, dtype.Float32, xs, planes), drawn(t, r, dtype.Float32, ws, oihw), c
}

func BenchmarkDepthwise(b *testing.B) {
	defer func(p bool) { array.Poison = p }(array.Poison)
	array.Poison = false
	for _, e := range []struct{ images, channels, h, w, kh, kw, sh, sw int }{
		{1, 256, 14, 14, 5, 5, 1, 1},
		{1, 256, 14, 14, 5, 5, 2, 2},
		{1, 512, 7, 7, 5, 5, 1, 1},
		{1, 32, 112, 112, 3, 3, 2, 2},
		{1, 64, 56, 56, 3, 3, 2, 2},
		{1, 64, 56, 56, 3, 3, 1, 1},
		{1, 128, 28, 28, 3, 3, 2, 2},
		{1, 16, 112, 112, 3, 3, 1, 1},
		{1, 96, 2, 200, 5, 5, 1, 1},
		{1, 96, 3, 104, 5, 5, 2, 1},
		{8, 64, 56, 56, 3, 3, 1, 1},
	} {
		b.Run(fmt.Sprintf("%dx%d/stride%d,%d/%dx%dx%dx%d", e.kh, e.kw, e.sh, e.sw, e.images, e.channels, e.h, e.w), func(b *testing.B) {
			out, x, filters, c := depthwise(b, e.images, e.channels, []int{e.h, e.w}, []int{e.kh, e.kw}, []int{e.sh, e.sw})
			for b.Loop() {
				z, err := convolve(out, []backend.Buffer{x, filters}, c)
				require.NoError(b, err)
				array.Release(z.(*array.Buffer))
			}
		})
	}
}
