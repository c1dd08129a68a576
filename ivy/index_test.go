package ivy_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
)

func cube() *ivy.Array { return ivy.CopyArray(ivy.Reshape(ivy.Arange(24), []int{2, 3, 4})) }

func TestGetItem(t *testing.T) {
	all, dots, none := ivy.Colon, ivy.Ellipsis, ivy.NewAxis
	mask := []bool{true, false, true}
	for _, c := range []struct {
		key   []any
		shape []int
		first int32 // and the last element
		last  int32
	}{
		{nil, []int{2, 3, 4}, 0, 23},
		{[]any{1}, []int{3, 4}, 12, 23},
		{[]any{-1, -1, -1}, []int{}, 23, 23},
		{[]any{dots, 1}, []int{2, 3}, 1, 21},
		{[]any{0, dots, 2}, []int{3}, 2, 10},
		{[]any{all, none, 1}, []int{2, 1, 4}, 4, 19},
		{[]any{none, dots, none}, []int{1, 2, 3, 4, 1}, 0, 23},
		{[]any{nil, 0}, []int{1, 3, 4}, 0, 11},
		{[]any{all, ivy.Slice(nil, nil, -1)}, []int{2, 3, 4}, 8, 15},
		{[]any{all, ivy.Slice(1, 100)}, []int{2, 2, 4}, 4, 23},
		{[]any{dots, ivy.Slice(-1, nil, -2)}, []int{2, 3, 2}, 3, 21},
		{[]any{[]int{1, 0}}, []int{2, 3, 4}, 12, 11},
		{[]any{[]int{1, 0}, []int{2, 0}}, []int{2, 4}, 20, 3},
		{[]any{all, []int{2, 0}, []int{3, 1}}, []int{2, 2}, 11, 13},
		{[]any{[]int{0, 1}, all, []int{3, 1}}, []int{2, 3}, 3, 21},
		{[]any{0, all, []int{3, 1}}, []int{2, 3}, 3, 9},
		{[]any{all, mask}, []int{2, 2, 4}, 0, 23},
		{[]any{dots, [][]int{{0, 1}, {2, 3}}}, []int{2, 3, 2, 2}, 0, 23},
		{[]any{all, int64(1)}, []int{2, 4}, 4, 19},
		{[]any{true}, []int{1, 2, 3, 4}, 0, 23},
		{[]any{all, []int{}}, []int{2, 0, 4}, 0, 0},
	} {
		t.Run(fmt.Sprint(c.key...), func(t *testing.T) {
			z := cube().Get(c.key...)
			require.Equal(t, c.shape, z.Shape())
			if v := ivy.Values[int32](z); len(v) > 0 {
				assert.Equal(t, c.first, v[0])
				assert.Equal(t, c.last, v[len(v)-1])
			}
		})
	}
	x := cube()
	assert.Equal(t, []int32{20, 21, 22, 23}, ivy.Values[int32](x.Get(x.Greater(19))))
}

func TestIndexErrors(t *testing.T) {
	x := cube()
	for _, c := range []struct {
		key  []any
		kind error
	}{
		{[]any{2}, ivy.ErrIndex}, {[]any{0, -4}, ivy.ErrIndex}, {[]any{0, 0, 0, 0}, ivy.ErrIndex}, {[]any{ivy.Ellipsis, ivy.Ellipsis}, ivy.ErrIndex},
		{[]any{1.5}, ivy.ErrIndex}, {[]any{"a"}, ivy.ErrValue}, {[]any{ivy.Slice(0, 1, 0)}, ivy.ErrIndex}, {[]any{[]int{0, 5}}, ivy.ErrIndex},
		{[]any{[]int{-3}}, ivy.ErrIndex}, {[]any{[]bool{true}}, ivy.ErrIndex}, {[]any{[]int{0, 1}, []int{0, 1, 2}}, ivy.ErrIndex},
		{[]any{ivy.Ones([]int{2})}, ivy.ErrIndex}, {[]any{(*ivy.Array)(nil)}, ivy.ErrValue}, {[]any{2i}, ivy.ErrIndex},
	} {
		assert.ErrorIs(t, ivy.Try(func() { x.Get(c.key...) }), c.kind, "%v", c.key)
		before := ivy.Values[int32](x)
		assert.ErrorIs(t, ivy.Try(func() { x.Set(1, c.key...) }), c.kind, "%v", c.key)
		assert.Equal(t, before, ivy.Values[int32](x), "a failed assignment changes nothing")
	}
	for _, v := range []any{1.5, 1i, []float32{1}, ivy.Ones([]int{2, 2}), []int{1, 2, 3}, backend.IntScalar(1 << 40)} {
		var e *ivy.Error
		assert.ErrorAs(t, ivy.Try(func() { x.Set(v, 0) }), &e, "%v", v)
	}
	assert.ErrorIs(t, ivy.Try(func() { ivy.Slice(1.5, nil) }), ivy.ErrIndex)
	assert.ErrorIs(t, ivy.Try(func() { ivy.Slice(nil, nil, 1, 2) }), ivy.ErrIndex)
}

func TestSetItem(t *testing.T) {
	x := ivy.Zeros([]int{3, 4}, ivy.Int32)
	x.Set(1, 0)
	x.Set([]int{5, 6}, ivy.Colon, ivy.Slice(0, 2))
	x.Set([]int{7, 8, 9}, ivy.Colon, -1)
	x.Set([]int{-1, -2}, []int{0, 1}, []int{0, 1})
	x.Set(100, x.Equal(7))
	assert.Equal(t, []int32{-1, 6, 1, 100, 5, -2, 0, 8, 5, 6, 0, 9}, ivy.Values[int32](x))
	x.Set([]int{1, 2, 3}, []int{0, 0, 0}, 0)
	assert.Equal(t, 3, x.Get(0, 0).Int(), "of indices that meet the last value stays")
	x.Set(x.Get(ivy.Slice(nil, nil, -1)))
	assert.Equal(t, []int32{5, 6, 0, 9, 5, -2, 0, 8, 3, 6, 1, 100}, ivy.Values[int32](x), "the value may overlap the target")
	x.Set(ivy.Reshape(ivy.Arange(4), []int{1, 1, 4}), 0)
	assert.Equal(t, []int32{0, 1, 2, 3}, ivy.Values[int32](x.Get(0)), "leading axes of length 1 of a value do not count")
	y := ivy.Zeros([]int{2, 3, 4}, ivy.Int32)
	y.Set(ivy.Reshape(ivy.Arange(8), []int{2, 4}), ivy.Colon, 1)
	assert.Equal(t, []int32{4, 5, 6, 7}, ivy.Values[int32](y.Get(1, 1)))
	y.Set(ivy.Reshape(ivy.Arange(4), []int{2, 2}), ivy.Colon, []int{0, 2}, 3)
	assert.Equal(t, []int32{0, 3, 1}, ivy.Values[int32](y.Get(0, ivy.Colon, 3)))
	f := ivy.Zeros([]int{2})
	f.Set(3)
	f.Set(true, 0)
	assert.Equal(t, []float32{1, 3}, ivy.Values[float32](f))
	b := ivy.Zeros([]int{2}, ivy.Float32)
	b.Set(ivy.Ones([]int{2}, ivy.Float64))
	assert.Equal(t, []float32{1, 1}, ivy.Values[float32](b), "a value of the same kind is cast")
}

// A write through a view is seen through the array and through its other views; one
// to the result of a function is not.
func TestViews(t *testing.T) {
	x := cube()
	row := x.Get(1)
	column := row.Get(ivy.Colon, 2)
	thin := column.Get(ivy.NewAxis, ivy.Slice(nil, nil, -1))
	thin.Set(100, 0, 0)
	assert.Equal(t, 100, x.Get(1, 2, 2).Int())
	assert.Equal(t, 100, row.Get(2, 2).Int())
	x.Set(7, 1)
	assert.Equal(t, []int32{7, 7, 7}, ivy.Values[int32](column))
	for name, z := range map[string]*ivy.Array{
		"Reshape": ivy.Reshape(x, []int{24}), "PermuteDims": ivy.PermuteDims(x, []int{2, 1, 0}), "Flip": ivy.Flip(x), "Asarray": ivy.Asarray(x),
		"BroadcastTo": ivy.BroadcastTo(x, []int{2, 2, 3, 4}), "ExpandDims": ivy.ExpandDims(x), "MT": x.MT(), "Positive": ivy.Positive(x),
		"Astype": ivy.Astype(x, ivy.Int32), "Unstack": ivy.Unstack(x)[1], "Real": ivy.Real(x), "Clip": ivy.Clip(x, nil, nil), "row": ivy.Squeeze(row),
	} {
		before := ivy.Values[int32](z)
		x.Set(-1, 1, 1, 1)
		assert.Equal(t, before, ivy.Values[int32](z), "%s: a write to the operand", name)
		assert.Equal(t, -1, row.Get(1, 1).Int(), "the views stay views")
		whole := ivy.Values[int32](x)
		z.Set(-5)
		assert.Equal(t, whole, ivy.Values[int32](x), "%s: a write to the result", name)
		x.Set(7, 1, 1, 1)
	}
	row.Set(9)
	assert.Equal(t, []int32{9, 9, 9}, ivy.Values[int32](column))
	assert.Equal(t, 9, x.Get(1, 0, 0).Int())

	alias := ivy.Asarray(x, ivy.Copy(false))
	alias.Set(11, 0, 0, 0)
	assert.Equal(t, 11, x.Get(0, 0, 0).Int(), "Copy(false) aliases")
	flat := ivy.Reshape(x, []int{2, 1, 3, 4}, ivy.Copy(false))
	flat.Set(12, 0, 0, 0, 0)
	assert.Equal(t, 12, x.Get(0, 0, 0).Int())
	assert.ErrorIs(t, ivy.Try(func() { ivy.Reshape(x, []int{4, 6}, ivy.Copy(false)) }), ivy.ErrValue)
	assert.ErrorIs(t, ivy.Try(func() { ivy.Asarray(x, ivy.Float32, ivy.Copy(false)) }), ivy.ErrValue)
}

// Random chains of basic indices against a model: an array of positions.
func TestViewChains(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dims := rapid.SliceOfN(rapid.IntRange(0, 4), 0, 4).Draw(t, "dims")
		n := 1
		for _, d := range dims {
			n *= d
		}
		x := ivy.CopyArray(ivy.Reshape(ivy.Arange(n, ivy.Int64), dims))
		v, shape, at := x, slices.Clone(dims), ivy.Values[int64](x)
		for range rapid.IntRange(1, 4).Draw(t, "links") {
			var key []any
			var next []int
			places := [][]int64{}
			for _, d := range shape {
				for rapid.IntRange(0, 5).Draw(t, "new") == 0 {
					key, next, places = append(key, ivy.NewAxis), append(next, 1), append(places, []int64{0})
				}
				if d > 0 && rapid.Bool().Draw(t, "int") {
					i := rapid.IntRange(-d, d-1).Draw(t, "i")
					key = append(key, i)
					places = append(places, []int64{int64((i + d) % d)})
					next = append(next, -1)
					continue
				}
				step := rapid.SampledFrom([]int{1, 2, 3, -1, -2}).Draw(t, "step")
				var picked []int64
				if step > 0 {
					for i := 0; i < d; i += step {
						picked = append(picked, int64(i))
					}
				} else {
					for i := d - 1; i >= 0; i += step {
						picked = append(picked, int64(i))
					}
				}
				key, next, places = append(key, ivy.Slice(nil, nil, step)), append(next, len(picked)), append(places, picked)
			}
			// The model: every combination of places, in order.
			strides := make([]int64, len(key))
			axis := len(shape) - 1
			st := int64(1)
			for k := len(key) - 1; k >= 0; k-- {
				if key[k] == any(ivy.NewAxis) {
					continue
				}
				strides[k] = st
				st *= int64(shape[axis])
				axis--
			}
			picked := []int64{0}
			for k, p := range places {
				var more []int64
				for _, base := range picked {
					for _, i := range p {
						more = append(more, base+i*strides[k])
					}
				}
				picked = more
			}
			moved := make([]int64, len(picked))
			for i, p := range picked {
				moved[i] = at[p]
			}
			at = moved
			shape = slices.DeleteFunc(next, func(n int) bool { return n < 0 })
			v = v.Get(key...)
			require.True(t, slices.Equal(shape, v.Shape()), "%v %v", shape, v.Shape())
			require.True(t, slices.Equal(at, ivy.Values[int64](v)), "%v", v)
		}
		if rapid.Bool().Draw(t, "share") {
			ivy.Reshape(x, []int{n}) // the next write copies
		}
		v.Set(-1)
		want := make([]int64, n)
		for i := range want {
			want[i] = int64(i)
		}
		for _, p := range at {
			want[p] = -1
		}
		require.True(t, slices.Equal(want, ivy.Values[int64](x)), "%v", x)
		for _, got := range ivy.Values[int64](v) {
			require.Equal(t, int64(-1), got)
		}
	})
}

func FuzzIndex(f *testing.F) {
	f.Add([]byte{1, 2, 3})
	f.Fuzz(func(t *testing.T, data []byte) {
		x := cube()
		var key []any
		next := func() int {
			if len(data) == 0 {
				return 0
			}
			v := int(int8(data[0]))
			data = data[1:]
			return v
		}
		for len(data) > 0 && len(key) < 8 {
			switch next() & 7 {
			case 0:
				key = append(key, next())
			case 1:
				key = append(key, ivy.Slice(next(), next(), next()))
			case 2:
				key = append(key, ivy.Slice(nil, next()))
			case 3:
				key = append(key, ivy.Ellipsis)
			case 4:
				key = append(key, ivy.NewAxis)
			case 5:
				key = append(key, []int{next() & 3, next() & 1})
			case 6:
				key = append(key, []bool{next()&1 > 0, next()&1 > 0, true})
			case 7:
				key = append(key, next()&1 > 0)
			}
		}
		var z *ivy.Array
		err := ivy.Try(func() { z = x.Get(key...) })
		failed := ivy.Try(func() { x.Set(-7, key...) })
		require.Equal(t, err == nil, failed == nil, "%v: %v, %v", key, err, failed)
		if err != nil {
			return
		}
		for _, v := range ivy.Values[int32](x.Get(key...)) {
			require.Equal(t, int32(-7), v, "%v", key)
		}
		_ = z.String()
	})
}

// A view that lacks an axis of its root is written as a whole by Out, and by what
// works in place.
func TestOutIntoView(t *testing.T) {
	x := ivy.Reshape(ivy.Arange(6, ivy.Float32), []int{2, 3})
	v := x.Get(ivy.Colon, 0)
	ivy.Add(v, 10, ivy.Out(v))
	assert.Equal(t, []float32{10, 1, 2, 13, 4, 5}, ivy.Values[float32](x))
	ivy.Sum(x, ivy.Axis(1), ivy.Out(v))
	assert.Equal(t, []float32{13, 1, 2, 22, 4, 5}, ivy.Values[float32](x))

	x = ivy.Asarray([][]float32{{nan, 1}, {nan, 2}})
	ivy.NanToNum(x.Get(ivy.Colon, 0), ivy.Copy(false), ivy.Nan(7))
	assert.Equal(t, []float32{7, 1, 7, 2}, ivy.Values[float32](x))
}

var nan = float32(math.NaN())

func TestSliceOf(t *testing.T) {
	for _, c := range []struct {
		s    ivy.Span
		want [3]int
	}{
		{ivy.Slice(nil, nil), [3]int{0, 1, 5}}, {ivy.Slice(1, 4), [3]int{1, 1, 3}}, {ivy.Slice(-2, nil), [3]int{3, 1, 2}},
		{ivy.Slice(nil, nil, -2), [3]int{4, -2, 3}}, {ivy.Slice(4, 1), [3]int{0, 1, 0}}, {ivy.Slice(0, 99, 3), [3]int{0, 3, 2}},
	} {
		start, step, count, err := c.s.Of(5)
		assert.NoError(t, err)
		assert.Equal(t, c.want, [3]int{start, step, count}, "%v", c.s)
	}
	_, _, _, err := ivy.Slice(nil, nil, 0).Of(5)
	assert.ErrorIs(t, err, ivy.ErrIndex)
}

// A number where a mask is true is a choice between elements, whoever else has x's memory.
func TestSetItemByMask(t *testing.T) {
	for _, d := range []ivy.Dtype{ivy.Bool, ivy.Uint8, ivy.Int16, ivy.BFloat16, ivy.Float32, ivy.Int64, ivy.Complex128} {
		t.Run(d.String(), func(t *testing.T) {
			const n = 100
			start := func() *ivy.Array { return ivy.Astype(ivy.Reshape(ivy.Arange(n), []int{4, 25}), d) }
			mask := ivy.Astype(ivy.Remainder(ivy.Reshape(ivy.Arange(n), []int{4, 25}), 3), ivy.Bool)
			want := ivy.Where(mask, ivy.Asarray(1, d), start())
			check := func(x *ivy.Array, why string) {
				t.Helper()
				assert.Equal(t, want.Bytes(), x.Bytes(), why)
			}
			x := start()
			x.Set(1, mask)
			check(x, "a number")
			x = start()
			x.Set(ivy.Asarray(1, d), mask)
			check(x, "an array without axes")
			x = start()
			x.Set([]int{1}, mask)
			check(x, "an array of one axis")
			x = start()
			turned := x.MT()
			turned.Set(1, mask.MT())
			check(turned.MT(), "a result that shares no memory")
			assert.Equal(t, start().Bytes(), x.Bytes(), "the array that shared its memory")
			x = start()
			row := x.Get(1)
			x.Set(1, mask)
			check(x, "an array with a view")
			assert.Equal(t, want.Get(1).Bytes(), row.Bytes(), "the view")
			x = start()
			x.Get(1).Set(1, mask.Get(1))
			assert.Equal(t, want.Get(1).Bytes(), x.Get(1).Bytes(), "a view")
			assert.Equal(t, start().Get(2).Bytes(), x.Get(2).Bytes(), "the element next to a view")
		})
	}
	x := ivy.Arange(3)
	assert.ErrorIs(t, ivy.Try(func() { x.Set(1.5, []bool{true, false, true}) }), ivy.ErrDtype)
	assert.ErrorIs(t, ivy.Try(func() { x.Set(1.5, ivy.Asarray([]bool{true, false, true})) }), ivy.ErrDtype)
	assert.Equal(t, []int32{0, 1, 2}, ivy.Values[int32](x))
}
