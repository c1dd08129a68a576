package native_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/fuse"
	"github.com/goivy/goivy/backends/native/internal/product"
	"github.com/goivy/goivy/ivy"
)

// What follows a convolution of planes is computed with it, part by part, in the memory of the result, or in that of a concatenation: with the bits of
// single calls, whatever else reads what is between. So it is where images have the channels last between the nodes.
func TestCompiledConvolutions(t *testing.T) {
	defer func(bytes int, poison bool, gain float64) {
		product.BandBytes, array.Poison, fuse.LeastGain = bytes, poison, gain
	}(product.BandBytes, array.Poison, fuse.LeastGain)
	array.Poison = true
	e := newEnv(t)
	first := []ivy.Option{ivy.DataFormat("channel_first"), ivy.FilterFormat("channel_first")}
	ds := []ivy.Dtype{ivy.Float32, ivy.Float64}
	if testing.Short() {
		ds = ds[:1]
	}
	for _, d := range ds {
		for name, c := range map[string]struct {
			x, filters, strides []int
			pad, groups         int
		}{
			"3×3":                 {[]int{1, 20, 17, 23}, []int{30, 20, 3, 3}, []int{1, 1}, 1, 1},
			"3×3 without padding": {[]int{1, 9, 40, 31}, []int{16, 9, 3, 3}, []int{1, 1}, 0, 1},
			"strides":             {[]int{1, 12, 33, 50}, []int{24, 12, 3, 3}, []int{2, 2}, 1, 1},
			"1×1":                 {[]int{1, 40, 30, 29}, []int{24, 40, 1, 1}, []int{1, 1}, 0, 1},
			"1×1 with strides":    {[]int{1, 40, 31, 30}, []int{24, 40, 1, 1}, []int{2, 2}, 0, 1},
			"few positions":       {[]int{1, 64, 7, 5}, []int{96, 64, 3, 3}, []int{1, 1}, 1, 1},
			"a column":            {[]int{1, 30, 300, 1}, []int{24, 30, 3, 1}, []int{1, 1}, 0, 1},
			"many positions":      {[]int{1, 3, 130, 131}, []int{8, 3, 5, 5}, []int{1, 1}, 2, 1},
			"groups":              {[]int{1, 24, 20, 21}, []int{48, 6, 3, 3}, []int{1, 1}, 1, 4},
			"depthwise":           {[]int{1, 40, 30, 31}, []int{40, 1, 3, 3}, []int{1, 1}, 1, 40},
			"depthwise, large":    {[]int{1, 5, 150, 151}, []int{10, 1, 5, 5}, []int{2, 2}, 2, 5},
			"several images":      {[]int{3, 20, 17, 23}, []int{30, 20, 3, 3}, []int{1, 1}, 1, 1},
			"a line":              {[]int{1, 20, 500}, []int{30, 20, 3}, []int{1}, 1, 1},
			"a volume":            {[]int{1, 6, 9, 10, 11}, []int{12, 6, 3, 2, 3}, []int{1, 1, 1}, 1, 1},
		} {
			x := ramp(e, d, c.x...)
			filters := e.Multiply(ramp(e, d, c.filters...), 0.3)
			padding := slices.Repeat([][2]int{{c.pad, c.pad}}, len(c.strides))
			convolve := func(x, filters *ivy.Array) *ivy.Array {
				return e.ConvGeneralDilated(x, filters, c.strides, padding, append(slices.Clone(first), ivy.FeatureGroupCount(c.groups))...)
			}
			bias := ramp(e, d, append([]int{c.filters[0]}, slices.Repeat([]int{1}, len(c.strides))...)...)
			shape := convolve(x, filters).Shape()
			same := ramp(e, d, shape...)
			square := ramp(e, d, append([]int{shape[1], shape[1]}, slices.Repeat([]int{1}, len(c.strides))...)...)
			again := func(x *ivy.Array) *ivy.Array { // to the same shape, of elements that are read where they lie
				return e.Add(e.ConvGeneralDilated(x, square, slices.Repeat([]int{1}, len(c.strides)), make([][2]int, len(c.strides)), first...), bias)
			}
			swish := func(x *ivy.Array) *ivy.Array { return e.Multiply(x, e.Sigmoid(x)) }
			hard := func(x *ivy.Array) *ivy.Array {
				return e.Divide(e.Multiply(x, e.Minimum(e.Maximum(e.Add(x, 3), 0), 6)), 6)
			}
			for then, f := range map[string]func(z, x, w *ivy.Array) []*ivy.Array{
				"bias and relu": func(z, _, _ *ivy.Array) []*ivy.Array { return []*ivy.Array{e.Relu(e.Add(z, bias))} },
				"swish":         func(z, _, _ *ivy.Array) []*ivy.Array { return []*ivy.Array{swish(e.Add(z, bias))} },
				"hard swish":    func(z, _, _ *ivy.Array) []*ivy.Array { return []*ivy.Array{hard(e.Add(z, bias))} },
				"what is there": func(z, _, _ *ivy.Array) []*ivy.Array { return []*ivy.Array{e.Relu(e.Add(e.Add(z, bias), same))} },
				"another convolution": func(z, x, w *ivy.Array) []*ivy.Array {
					return []*ivy.Array{e.Relu(e.Add(e.Add(z, bias), e.Tanh(convolve(e.Negative(x), w))))}
				},
				"a second one": func(z, _, _ *ivy.Array) []*ivy.Array { return []*ivy.Array{e.Relu(again(e.Relu(e.Add(z, bias))))} },
				"around a second one": func(z, _, _ *ivy.Array) []*ivy.Array {
					y := e.Relu(e.Add(z, bias))
					return []*ivy.Array{e.Relu(e.Add(again(y), e.Square(y)))}
				},
				"two readers": func(z, _, _ *ivy.Array) []*ivy.Array { return []*ivy.Array{e.Relu(e.Add(z, bias)), z} },
				"two results": func(z, _, _ *ivy.Array) []*ivy.Array { y := e.Add(z, bias); return []*ivy.Array{y, e.Exp(y)} },
				"a comparison": func(z, _, _ *ivy.Array) []*ivy.Array {
					return []*ivy.Array{e.Where(e.Greater(z, bias), z, e.Multiply(z, 0.1)), e.Less(z, 0)}
				},
				"one element, and the last axis": func(z, _, _ *ivy.Array) []*ivy.Array {
					return []*ivy.Array{e.Multiply(e.Subtract(z, 0.5), ramp(e, d, shape[len(shape)-1]))}
				},
				"something that does not lie in order": func(z, _, _ *ivy.Array) []*ivy.Array {
					return []*ivy.Array{e.Relu(e.Add(z, e.Flip(same, ivy.Axis(1))))}
				},
				"sums": func(z, _, _ *ivy.Array) []*ivy.Array {
					return []*ivy.Array{e.Mean(e.Relu(e.Add(z, bias)), ivy.Axes{-1}), e.Sum(e.Exp(z))}
				},
				"a concatenation": func(z, x, w *ivy.Array) []*ivy.Array {
					a, b := e.Relu(e.Add(z, bias)), e.Abs(same)
					joined := e.Concat([]*ivy.Array{a, same, b, e.Tanh(convolve(e.Exp(x), w)), a}, ivy.Axis(1))
					return []*ivy.Array{e.Relu(joined), e.Add(a, 1)}
				},
				"a pool, what is taken and a concatenation": func(z, _, _ *ivy.Array) []*ivy.Array {
					a := e.Relu(e.Add(z, bias))
					if len(shape) != 4 || shape[3] < 3 {
						return []*ivy.Array{a}
					}
					pooled := e.MaxPool(a, []int{3, 3}, []int{1, 1}, 1, first[0])
					taken := e.Take(e.Abs(a), []int{1, 0, 2, 1}, ivy.Axis(1))
					return []*ivy.Array{e.Concat([]*ivy.Array{pooled, a, taken}, ivy.Axis(1)), e.Exp(pooled), e.Add(taken, 1)}
				},
				"concatenations of concatenations": func(z, _, _ *ivy.Array) []*ivy.Array {
					a := e.Relu(e.Add(z, bias))
					one := e.Concat([]*ivy.Array{a, e.Exp(e.Negative(e.Abs(a)))}, ivy.Axis(1))
					views := e.Concat([]*ivy.Array{e.Flip(a, ivy.Axis(1)), e.Flip(a, ivy.Axis(2))}, ivy.Axis(1))
					two := e.Concat([]*ivy.Array{views, e.Tanh(one), one}, ivy.Axis(1))
					return []*ivy.Array{two, e.Reshape(a, []int{-1}), e.Concat([]*ivy.Array{e.Square(two), two}, ivy.Axis(0))}
				},
			} {
				for i, with := range []struct {
					bytes int
					gain  float64
				}{{1 << 20, 0}, {1 << 13, 0}, {1 << 13, math.Inf(-1)}} {
					t.Run(fmt.Sprintf("%v/%s/%s/%d", d, name, then, i), func(t *testing.T) {
						product.BandBytes, fuse.LeastGain = with.bytes, with.gain
						check(t, e, func(x ...*ivy.Array) []*ivy.Array { return f(convolve(x[0], filters), x[0], filters) }, x)
						if i > 0 {
							check(t, e, func(x ...*ivy.Array) []*ivy.Array { return f(convolve(x[0], x[1]), x[0], x[1]) }, x, filters)
						}
					})
				}
			}
		}
	}
}
