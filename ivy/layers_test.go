package ivy_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// whole returns an array of small whole numbers, whose sums of products are exact.
func whole(d ivy.Dtype, dims ...int) *ivy.Array {
	n := 1
	for _, k := range dims {
		n *= k
	}
	return ivy.Astype(ivy.Subtract(ivy.Remainder(ivy.Multiply(ivy.Arange(n), 7), 11), 5), d).Reshape(dims)
}

// A convolution whose elements take too much memory side by side is done in parts, with
// the same result.
func TestConvolutionInParts(t *testing.T) {
	rows := func(x *ivy.Array, lo, hi int) *ivy.Array { return x.Get(ivy.Colon, ivy.Slice(lo, hi)) }

	x, w := whole(ivy.Float32, 1, 256, 200, 40), whole(ivy.Float32, 3, 3, 40, 2) // 74 MB: line by line
	z := ivy.ConvGeneralDilated(x, w, []int{1}, "VALID")
	require.Equal(t, []int{1, 254, 198, 2}, z.Shape())
	for lo := 0; lo < 254; lo += 127 {
		part := ivy.ConvGeneralDilated(rows(x, lo, lo+129), w, []int{1}, "VALID")
		assert.True(t, ivy.All(ivy.Equal(part, rows(z, lo, lo+127))).Bool())
	}

	x, w = whole(ivy.Float32, 9, 128, 64, 40), whole(ivy.Float32, 3, 3, 20, 2) // 12 MB each: some lines at a time
	opts := []ivy.Option{ivy.FeatureGroupCount(2), ivy.Bias([]float32{1, 2})}
	z = ivy.ConvGeneralDilated(x, w, []int{2, 1}, "SAME", opts...)
	require.Equal(t, []int{9, 64, 64, 2}, z.Shape())
	for i := range 9 {
		one := ivy.ConvGeneralDilated(x.Get(ivy.Slice(i, i+1)), w, []int{2, 1}, "SAME", opts...)
		assert.True(t, ivy.All(ivy.Equal(one, z.Get(ivy.Slice(i, i+1)))).Bool())
	}

	x, w = whole(ivy.Float32, 40, 16, 16, 30), whole(ivy.Float32, 3, 3, 30, 4) // 276 kB each: fifteen at a time
	z = ivy.ConvGeneralDilated(x, w, []int{1}, "SAME")
	for _, i := range []int{0, 14, 15, 39} {
		one := ivy.ConvGeneralDilated(x.Get(ivy.Slice(i, i+1)), w, []int{1}, "SAME")
		assert.True(t, ivy.All(ivy.Equal(one, z.Get(ivy.Slice(i, i+1)))).Bool())
	}

	x, w = whole(ivy.Float64, 1, 3, 1002, 1000), whole(ivy.Float64, 3, 3, 1000, 2) // a line has 72 MB: place by place
	z = ivy.ConvGeneralDilated(x, w, []int{1}, "VALID")
	require.Equal(t, []int{1, 1, 1000, 2}, z.Shape())
	for lo := 0; lo < 1000; lo += 500 {
		part := ivy.ConvGeneralDilated(x.Get(ivy.Colon, ivy.Colon, ivy.Slice(lo, lo+502)), w, []int{1}, "VALID")
		assert.True(t, ivy.All(ivy.Equal(part, z.Get(ivy.Colon, ivy.Colon, ivy.Slice(lo, lo+500)))).Bool())
	}
}

// A convolution is the same compiled, bit for bit, and what the sums of its products at each
// position come to.
func TestConvolutionAsAWhole(t *testing.T) {
	for _, d := range dtype.Numeric.Dtypes() {
		x, w := whole(d, 2, 9, 8, 6), whole(d, 3, 2, 6, 5)
		if dtype.Inexact.Has(d) {
			x, w = ivy.Divide(x, 7), ivy.Divide(w, 7)
		}
		for _, c := range []struct {
			name    string
			x, w    *ivy.Array
			strides []int
			padding any
			opts    []ivy.Option
		}{
			{"plain", x, w, []int{1}, "SAME", nil},
			{"steps", x, w, []int{2, 1}, [][2]int{{1, 0}, {0, 2}}, nil},
			{"apart", x, w, []int{1, 2}, "VALID", []ivy.Option{ivy.Dilations{2, 3}, ivy.XDilations{2}}},
			{"channels first", x, ivy.Astype(whole(ivy.Int32, 3, 9, 2, 3), d), []int{1}, "VALID", []ivy.Option{ivy.DataFormat("channel_first"), ivy.FilterFormat("channel_first")}},
			{"broadcast", ivy.BroadcastTo(x.Get(ivy.Slice(0, 1), ivy.Slice(0, 1)), []int{2, 9, 8, 6}), w, []int{1}, "VALID", nil},
			{"backwards", ivy.Flip(x, ivy.Axes{1, 2}), ivy.Flip(w, ivy.Axes{3}), []int{1}, "VALID", nil},
			{"one line", x.Get(ivy.Colon, 0), w.Get(0), []int{1}, "VALID", nil},
			{"one filter", x, w.Get(ivy.Ellipsis, ivy.Slice(0, 1)), []int{1}, "VALID", nil},
			{"one place", x.Get(ivy.Slice(0, 1), ivy.Slice(0, 3), ivy.Slice(0, 2)), w, []int{1}, "VALID", nil},
			{"parts", ivy.BroadcastTo(whole(d, 1, 1, 768), []int{1, 236, 768}), whole(d, 9, 768, 5), []int{1}, "VALID", nil},
			{"no image", x.Get(ivy.Slice(0, 0)), w, []int{1}, "VALID", nil},
		} {
			t.Run(fmt.Sprintf("%v/%s", d, c.name), func(t *testing.T) {
				f := func(x, w *ivy.Array) *ivy.Array {
					return ivy.ConvGeneralDilated(x, w, c.strides, c.padding, c.opts...)
				}
				compiled := ivy.Compile(f)
				want := compiled.Call(c.x, c.w)
				require.NoError(t, compiled.Eager())
				got := f(c.x, c.w)
				require.Equal(t, want.Shape(), got.Shape())
				assert.Equal(t, want.Bytes(), got.Bytes())
				if got.Size() == 0 {
					return
				}
				// The same filters for two groups of channels, which products of matrices make.
				last := len(c.x.Shape()) - 1
				xs, ws := c.x, c.w
				if c.name == "channels first" {
					xs, ws = ivy.MoveAxis(xs, []int{1}, []int{-1}), ivy.MoveAxis(ws, []int{1, 0}, []int{-2, -1})
				}
				opts := slices.DeleteFunc(slices.Clone(c.opts), func(o ivy.Option) bool {
					return o == ivy.DataFormat("channel_first") || o == ivy.FilterFormat("channel_first")
				})
				twice := ivy.ConvGeneralDilated(ivy.Concat([]*ivy.Array{xs, xs}, ivy.Axis(last)), ivy.Concat([]*ivy.Array{ws, ws}, ivy.Axis(last)), c.strides, c.padding,
					append(opts, ivy.FeatureGroupCount(2))...)
				parts := ivy.Reshape(twice, append(twice.Shape()[:last], 2, ws.Shape()[last]))
				if c.name == "channels first" {
					got = ivy.MoveAxis(got, []int{1}, []int{-1})
				}
				tolerance := 1e-5
				if d == ivy.Float16 || d == ivy.BFloat16 {
					tolerance = 1e-2
				}
				for k := range 2 {
					assert.True(t, ivy.AllClose(got, parts.Get(ivy.Ellipsis, k, ivy.Colon), ivy.Rtol(tolerance), ivy.Atol(tolerance)).Bool())
				}
			})
		}
	}
}

func ExampleConvGeneralDilated() {
	image := ivy.Reshape(ivy.Multiply(ivy.Arange(8), ivy.Arange(8)), []int{1, 2, 4, 1})
	differences := ivy.Reshape(ivy.Asarray([]int{-1, 1}), []int{1, 2, 1, 1}) // one filter of 1×2
	fmt.Println(ivy.ConvGeneralDilated(image, differences, []int{1}, "VALID").Reshape([]int{2, 3}))
	// Output:
	// [[ 1  3  5]
	//  [ 9 11 13]]
}
