package product

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/arraytest"
	"github.com/goivy/goivy/backends/native/internal/elementwise"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// drawnWindows returns windows over one axis or two of an array that lies in memory in any way.
func drawnWindows(t *testing.T, r *rand.Rand, d dtype.Dtype) (out backend.Spec, x *array.Buffer, a backend.WindowAttrs) {
	axes := 1 + r.IntN(2)
	s := []int{1 + r.IntN(3)}
	if r.IntN(2) == 0 {
		s = append(s, 1+r.IntN(4))
	}
	a.First = len(s)
	zs := append([]int(nil), s...)
	for range axes {
		n, k, stride, dilation := 1+r.IntN(30), 1+r.IntN(4), 1+r.IntN(3), 1
		if r.IntN(4) == 0 {
			dilation = 1 + r.IntN(3)
		}
		span := (k-1)*dilation + 1
		before, after := r.IntN(span), r.IntN(span)
		after += max(0, span-n-before-after)
		s, zs = append(s, n), append(zs, (n+before+after-span)/stride+1)
		a.Kernel, a.Strides, a.Dilations, a.Before = append(a.Kernel, k), append(a.Strides, stride), append(a.Dilations, dilation), append(a.Before, before)
	}
	if r.IntN(2) == 0 {
		c := 1 + r.IntN(5)
		s, zs = append(s, c), append(zs, c)
	}
	x = arraytest.SomeView(t, r, d, s, true)
	if a.First == 1 && len(s) == axes+2 && r.IntN(2) == 0 { // planes
		x = channelsLast(arraytest.SomeArray(t, r, d, append([]int{s[0], s[axes+1]}, s[1:axes+1]...), true))
	}
	return backend.Spec{Dtype: d, Shape: zs}, x, a
}

// windowsOneByOne is poolWindows by loops of one element.
func windowsOneByOne(t *testing.T, out backend.Spec, x *array.Buffer, a backend.WindowAttrs) *array.Buffer {
	z := arraytest.Must(array.NewBuffer(out))
	x = arraytest.Must(array.Clone(nil, x))
	op := ops.Maximum.Op
	if a.Sum {
		op = ops.Add.Op
	}
	loop := &elementwise.Loops[op][out.Dtype]
	size := out.Dtype.Size()
	var reduce func(axis int, at, from []int) []byte
	reduce = func(axis int, at, from []int) []byte {
		if axis < 0 {
			i := 0
			for k, n := range x.Shape {
				i = i*n + from[k]
			}
			return array.BytesOf(x)[i*size:][:size]
		}
		var sum []byte
		for tap := range a.Kernel[axis] {
			from[a.First+axis] = at[a.First+axis]*a.Strides[axis] - a.Before[axis] + tap*a.Dilations[axis]
			if i := from[a.First+axis]; i < 0 || i >= x.Shape[a.First+axis] {
				continue
			}
			v := reduce(axis-1, at, from)
			if sum == nil || v == nil {
				sum = append(sum, v...)
				continue
			}
			all := arraytest.Must(array.NewBuffer(backend.Spec{Dtype: out.Dtype, Shape: []int{3}}))
			copy(array.BytesOf(all)[size:], sum)
			copy(array.BytesOf(all)[2*size:], v)
			loop.Run(spanOf(all, 0, 1), elementwise.Spans{spanOf(all, 1, 1), spanOf(all, 2, 1)})
			sum = append([]byte(nil), array.BytesOf(all)[:size]...)
		}
		return sum
	}
	for i, at := range arraytest.EveryIndex(out.Shape) {
		v := reduce(len(a.Kernel)-1, at, append([]int(nil), at...))
		copy(array.BytesOf(z)[i*size:], v)
	}
	return z
}

// Windows of any lengths, strides and dilations, over arrays that lie in memory in any way, have the bits of reducing them element by element,
// whatever the number of threads and of rows at a time.
func TestPoolWindows(t *testing.T) {
	defer func(n int) { windowBytes = n }(windowBytes)
	r := rand.New(rand.NewPCG(24, 8))
	draws := 60
	if testing.Short() {
		draws = 15
	}
	for _, d := range dtype.All.Dtypes() {
		for _, sum := range []bool{false, true} {
			if windowLoop(d, sum) == nil {
				continue
			}
			for i := range draws {
				out, x, a := drawnWindows(t, r, d)
				a.Sum = sum
				windowBytes = []int{1, 200, 16 << 10}[i%3]
				want := arraytest.Exactly(windowsOneByOne(t, out, x, a))
				for _, threads := range []int{1, 3} {
					arraytest.InThreads(threads, func() {
						z, err := poolWindows(out, []backend.Buffer{x}, a)
						require.NoError(t, err)
						require.Equal(t, want, arraytest.Exactly(z.(*array.Buffer)), "%v %v: x %v by %v, %+v", d, out.Shape, x.Shape, x.Strides, a)
					})
				}
			}
		}
	}
}

func BenchmarkPoolWindows(b *testing.B) {
	for _, c := range []struct{ channels, n, kernel, stride, before int }{
		{64, 112, 3, 2, 0}, {192, 56, 3, 2, 0}, {320, 28, 3, 1, 1}, {576, 14, 3, 1, 1}, {64, 111, 3, 2, 0}, {64, 112, 2, 2, 0},
	} {
		outer := (c.n+2*c.before-c.kernel)/c.stride + 1
		for _, last := range []bool{false, true} {
			x, out := arraytest.BenchArray(b, dtype.Float32, 1, c.channels, c.n, c.n), []int{1, c.channels, outer, outer}
			a := backend.WindowAttrs{First: 2}
			if last {
				x, out, a.First = arraytest.BenchArray(b, dtype.Float32, 1, c.n, c.n, c.channels), []int{1, outer, outer, c.channels}, 1
			}
			two := func(v int) []int { return []int{v, v} }
			a.Kernel, a.Strides, a.Dilations, a.Before = two(c.kernel), two(c.stride), two(1), two(c.before)
			b.Run(fmt.Sprintf("%d planes of %d, %d by %d, last %v", c.channels, c.n, c.kernel, c.stride, last), func(b *testing.B) {
				arraytest.Measure(b, shape.Size(out), func() error {
					z, err := poolWindows(backend.Spec{Dtype: dtype.Float32, Shape: out}, []backend.Buffer{x}, a)
					if err == nil {
						array.Release(z.(*array.Buffer))
					}
					return err
				})
			})
		}
	}
}
