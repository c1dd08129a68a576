package ivy_test

import (
	"fmt"
	"math"
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

// What attention drops is the same however many queries are looked at together, in its gradient too.
func TestAttentionDropsByTheSeedAlone(t *testing.T) {
	e := newEnv(t)
	const n, width = 1100, 2 // several blocks
	r := e.NewGenerator(5)
	q, k, v := r.Normal(0, 1, []int{n, width}, ivy.Float32), r.Normal(0, 1, []int{n, width}, ivy.Float32), r.Normal(0, 1, []int{n, width}, ivy.Float32)
	kept := e.NewGenerator(9).Bernoulli(0.75, []int{n, n})
	byRow := func(x []*ivy.Array) *ivy.Array {
		return e.ScaledDotProductAttention(x[0], x[1], x[2], ivy.DropoutP(0.25), ivy.Training(true), ivy.FromSeed(9))
	}
	bySteps := func(x []*ivy.Array) *ivy.Array {
		w := e.Softmax(e.Multiply(e.MatMul(x[0], x[1].T()), 1/math.Sqrt(width)))
		return e.MatMul(e.Where(kept, e.Divide(w, 0.75), 0), x[2])
	}
	xs := []*ivy.Array{q, k, v}
	near := func(want, got *ivy.Array) {
		t.Helper()
		assert.Less(t, e.Max(e.Abs(e.Subtract(want, got))).Float(), 1e-5)
	}
	near(bySteps(xs), byRow(xs))
	loss := func(f func(x []*ivy.Array) *ivy.Array) []*ivy.Array {
		return e.Grad(func(x []*ivy.Array) *ivy.Array { return e.Sum(e.Sin(f(x))) })(xs).([]*ivy.Array)
	}
	want, got := loss(bySteps), loss(byRow)
	for i := range want {
		near(want[i], got[i])
	}
	assert.Equal(t, byRow(xs).Bytes(), byRow(xs).Bytes())
	none := e.ScaledDotProductAttention(q, k, v, ivy.DropoutP(1), ivy.Training(true))
	assert.Zero(t, e.Max(e.Abs(none)).Float())
}

// Without a seed the default generator draws, the first seed of which is the same again after Seed; a function that draws runs call by call.
func TestDropoutDraws(t *testing.T) {
	e := newEnv(t)
	x := e.Ones([]int{1000})
	for name, f := range map[string]func(x *ivy.Array) *ivy.Array{
		"Dropout": func(x *ivy.Array) *ivy.Array { return e.Dropout(x, 0.5) },
		"attention": func(x *ivy.Array) *ivy.Array {
			x = x.Reshape([]int{20, 50})
			return e.ScaledDotProductAttention(x, x, x, ivy.DropoutP(0.5), ivy.Training(true))
		},
	} {
		e.Seed(3)
		one, two := f(x).Bytes(), f(x).Bytes()
		assert.NotEqual(t, one, two, name)
		e.Seed(3)
		assert.Equal(t, one, f(x).Bytes(), name)
		e.Seed(3)
		c := e.Compile(f)
		assert.Equal(t, one, c.Call(x).Bytes(), name)
		assert.Equal(t, two, c.Call(x).Bytes(), name)
		assert.ErrorIs(t, c.Eager(), ivy.ErrUnsupported, name)
		assert.True(t, f(e.Abstract(ivy.Float32, 1000)).IsAbstract(), name)
	}
	e.Seed(3)
	kept := e.NewGenerator(3).Bernoulli(0.5, []int{1000}, ivy.Float32)
	assert.Equal(t, e.Multiply(kept, 2).Bytes(), e.Dropout(x, 0.5).Bytes())
	assert.Equal(t, e.Multiply(kept, 2).Bytes(), e.Dropout(x, 0.5, ivy.FromSeed(3)).Bytes())
	infinite := e.Full([]int{1000}, math.Inf(1))
	assert.False(t, e.Any(e.IsNan(e.Dropout(infinite, 0.5))).Bool(), "what is dropped is 0, whatever it was")
	grad := e.Grad(func(x *ivy.Array) *ivy.Array { return e.Sum(e.Dropout(x, 0.5, ivy.FromSeed(3))) })(x).(*ivy.Array)
	assert.Equal(t, e.Multiply(kept, 2).Bytes(), grad.Bytes())
}

// The greatest row of a bag is the first of equal ones, in bags of any length.
func TestGreatestOfLongBags(t *testing.T) {
	e := newEnv(t)
	r := e.NewGenerator(1)
	w := r.Integers(0, 4, []int{50, 3}).Astype(ivy.Float64)
	for _, n := range []int{1, 2, 3, 17, 100} {
		idx := r.Integers(0, 50, []int{n}, ivy.Int64)
		rows := e.EmbeddingBag(w, e.Reshape(idx, []int{1, n}), ivy.Mode("max"))
		bags := e.EmbeddingBag(w, idx, ivy.Offsets([]int64{0}), ivy.Mode("max"))
		assert.Equal(t, rows.Bytes(), bags.Bytes(), n)
		of := func(opts ...ivy.Option) *ivy.Array {
			return e.Grad(func(w *ivy.Array) *ivy.Array {
				if len(opts) == 1 {
					return e.Sum(e.EmbeddingBag(w, e.Reshape(idx, []int{1, n}), opts...))
				}
				return e.Sum(e.EmbeddingBag(w, idx, opts...))
			})(w).(*ivy.Array)
		}
		assert.Equal(t, of(ivy.Mode("max")).Bytes(), of(ivy.Mode("max"), ivy.Offsets([]int64{0})).Bytes(), n)
	}
	nan := e.Asarray([][]float64{{1}, {math.NaN()}, {2}})
	assert.True(t, e.IsNan(e.EmbeddingBag(nan, []int64{0, 1, 2}, ivy.Offsets([]int64{0}), ivy.Mode("max"))).Bool())
}
