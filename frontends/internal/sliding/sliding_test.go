package sliding

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	_ "github.com/goivy/goivy/backends/native"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// drawn returns an array of small whole numbers and a window over its axes from 1 on,
// with padding, which has positions.
func drawn(r *rapid.T) (x *ivy.Array, w *Window, padding [][2]int) {
	axes := rapid.IntRange(1, 3).Draw(r, "axes")
	dims := []int{rapid.IntRange(1, 2).Draw(r, "batch")}
	w = &Window{}
	for range axes {
		n := rapid.IntRange(1, 6).Draw(r, "length")
		size, apart := rapid.IntRange(1, 3).Draw(r, "size"), rapid.IntRange(1, 2).Draw(r, "dilation")
		span := (size-1)*apart + 1
		p := [2]int{rapid.IntRange(0, min(n, size)-1).Draw(r, "before"), 0}
		p[1] = max(0, span-n-p[0]) + rapid.IntRange(0, 1).Draw(r, "behind")
		dims, padding = append(dims, n), append(padding, p)
		w.Sizes, w.Dilations = append(w.Sizes, size), append(w.Dilations, apart)
		w.Strides = append(w.Strides, rapid.IntRange(1, 3).Draw(r, "stride"))
	}
	v := make([]float64, shape.Size(dims))
	for i := range v {
		v[i] = float64(rapid.IntRange(-4, 4).Draw(r, "element"))
	}
	return ivy.Reshape(ivy.Asarray(v), dims), w, padding
}

// each calls f with each position of a window over the array, and the numbers of the elements
// under it, in row-major order, without those of the padding.
func (w *Window) each(dims []int, padding [][2]int, f func(elements []int)) {
	outer := []int{dims[0]}
	for i, p := range padding {
		outer = append(outer, w.Positions(i, dims[1+i]+p[0]+p[1]))
	}
	for at := range shape.Size(outer) {
		position := make([]int, len(outer))
		for i, rest := len(outer)-1, at; i >= 0; i-- {
			position[i], rest = rest%outer[i], rest/outer[i]
		}
		var elements []int
		for k := range shape.Size(w.Sizes) {
			number, unit, inside := 0, 1, true
			for i, rest := len(w.Sizes)-1, k; i >= 0; i-- {
				n := position[1+i]*w.Strides[i] + rest%w.Sizes[i]*w.Dilations[i] - padding[i][0]
				inside = inside && n >= 0 && n < dims[1+i]
				number += n * unit
				rest, unit = rest/w.Sizes[i], unit*dims[1+i]
			}
			if inside {
				elements = append(elements, position[0]*unit+number)
			}
		}
		f(elements)
	}
}

func TestReduce(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		x, w, padding := drawn(r)
		e, v := x.Env(), ivy.Values[float64](x)
		least := ivy.Full(nil, math.Inf(-1), dtype.Float64)
		var sums, most []float64
		w.each(x.Shape(), padding, func(elements []int) {
			sum, greatest := 0., math.Inf(-1)
			for _, i := range elements {
				sum, greatest = sum+v[i], max(greatest, v[i])
			}
			sums, most = append(sums, sum), append(most, greatest)
		})
		zeros := ivy.Zeros(nil, dtype.Float64)
		assert.Equal(r, sums, ivy.Values[float64](w.Reduce(e, Surround(e, x, 1, padding, nil, zeros), 1, Sum)))
		apart := *Sum
		apart.Ordered = false
		assert.Equal(r, sums, ivy.Values[float64](w.Reduce(e, Surround(e, x, 1, padding, nil, zeros), 1, &apart)))
		assert.Equal(r, most, ivy.Values[float64](w.Reduce(e, Surround(e, x, 1, padding, nil, least), 1, Max)))

		there := Surround(e, ivy.Ones(x.Shape(), dtype.Bool), 1, padding, nil, ivy.Asarray(false))
		z, some := w.ReduceWhere(e, Surround(e, x, 1, padding, nil, ivy.Full(nil, 7., dtype.Float64)), there, 1, func(x, y *ivy.Array) *ivy.Array { return e.Add(x, y) })
		assert.Equal(r, sums, ivy.Values[float64](e.Where(some, z, zeros)))
	})
}

func TestGreatest(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		x, w, padding := drawn(r)
		v := ivy.Values[float64](x)
		for i := range v { // some NaNs and least elements
			switch v[i] {
			case 4:
				v[i] = math.NaN()
			case -4:
				v[i] = math.Inf(-1)
			}
		}
		x = ivy.Reshape(ivy.Asarray(v), x.Shape())
		each := shape.Size(x.Shape()[1:])
		var numbers []int64
		w.each(x.Shape(), padding, func(elements []int) {
			at := -1
			for _, i := range elements {
				if at < 0 || v[i] > v[at] || v[i] != v[i] {
					at = i
				}
			}
			if at >= 0 {
				at %= each
			}
			numbers = append(numbers, int64(at))
		})
		_, at := w.Greatest(x.Env(), x, 1, padding, ivy.Full(nil, math.Inf(-1), dtype.Float64))
		assert.Equal(r, numbers, ivy.Values[int64](at))
	})
}

// The transpose of a convolution is the matrix's: ⟨convolution of x, y⟩ = ⟨x, transpose of y⟩.
func TestTransposed(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		x, w, padding := drawn(r)
		e, axes := x.Env(), len(w.Sizes)
		first, groups := rapid.IntRange(1, 2).Draw(r, "first"), rapid.IntRange(1, 2).Draw(r, "groups")
		in, out := 2, 3 // channels of a group
		c := &Convolution{First: first, Strides: w.Strides, Dilations: w.Dilations, Padding: padding, Groups: groups}
		s, k, b := slices.Clone(x.Shape()), []int{out * groups, in}, []int{out * groups, in}
		if first == 2 {
			s, k, b = slices.Insert(s, 1, in*groups), append(k, w.Sizes...), append(b, w.Sizes...)
		} else {
			s, k, b = append(s, in*groups), append(slices.Clone(w.Sizes), in, out*groups), append(slices.Clone(w.Sizes), in, out*groups)
		}
		numbers := func(dims []int, n int64) *ivy.Array {
			return e.Reshape(e.Astype(e.Remainder(e.Multiply(e.Arange(shape.Size(dims), dtype.Int64), n), 11), dtype.Float64), dims)
		}
		x, f := numbers(s, 7), numbers(k, 5)
		z := c.Of(e, x, f)
		y := numbers(z.Shape(), 3)
		lens := s[first : first+axes]
		back := c.Transposed(e, y, e.Reshape(f, b), lens)
		require.Equal(r, s, back.Shape())
		assert.Equal(r, e.Sum(e.Multiply(z, y)).Float(), e.Sum(e.Multiply(x, back)).Float())
	})
}

func TestSurround(t *testing.T) {
	e, x := ivy.Standard(), ivy.Asarray([]int32{1, 2, 3})
	for _, c := range []struct {
		padding [2]int
		apart   int
		want    []int32
	}{{[2]int{1, 2}, 1, []int32{9, 1, 2, 3, 9, 9}}, {[2]int{0, 0}, 3, []int32{1, 9, 9, 2, 9, 9, 3}}, {[2]int{-1, 1}, 2, []int32{9, 2, 9, 3, 9}}, {[2]int{1, -2}, 1, []int32{9, 1}}, {[2]int{-2, -2}, 1, []int32{}}} {
		z := Surround(e, x, 0, [][2]int{c.padding}, []int{c.apart}, ivy.Asarray(int32(9)))
		assert.Equal(t, c.want, ivy.Values[int32](z), "%v", c)
	}
}
