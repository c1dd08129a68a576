package move

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/arraytest"
	"github.com/goivy/goivy/backends/native/internal/elementwise"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

func TestIndexingComplete(t *testing.T) {
	arraytest.Complete(t, kernels, ops.Index.Op, ops.Take.Op, ops.TakeAlongAxis.Op, ops.SetIndex.Op, ops.AddIndex.Op, ops.SetSlice.Op)
}

// ints returns int64 values as a Buffer, every other element of a longer block.
func ints(t require.TestingT, s []int, vs ...int64) *array.Buffer {
	b, err := array.NewBuffer(backend.Spec{Dtype: dtype.Int64, Shape: append(slices.Clone(s), 2)})
	require.NoError(t, err)
	for i, v := range vs {
		array.Flat[int64](b)[2*i] = v
	}
	return array.AxesOf(b, 0, len(s))
}

// drawIndices draws an index array for an axis of length n, negative ones included.
func drawIndices(t *rapid.T, s []int, n int) (*array.Buffer, func(ix []int) int) {
	var vs []int64
	values := map[string]int{}
	for _, ix := range arraytest.EveryIndex(s) {
		v := rapid.IntRange(-n, n-1).Draw(t, "index")
		vs = append(vs, int64(v))
		values[fmt.Sprint(ix)] = (v + n) % n
	}
	b := ints(t, s, vs...)
	if rapid.Bool().Draw(t, "indices in order") {
		var err error
		b, err = array.Clone(nil, b)
		require.NoError(t, err)
	}
	return b, func(ix []int) int { return values[fmt.Sprint(ix)] }
}

// fit returns a shape of indices for an axis of length n: empty if that is.
func fit(s []int, n int) []int {
	if n == 0 && !slices.Contains(s, 0) {
		return append(s, 0)
	}
	return s
}

func join(parts ...[]int) []int { return append([]int{}, slices.Concat(parts...)...) }

func TestTake(t *testing.T) {
	t.Cleanup(func() { array.SetThreads(0) })
	rapid.Check(t, func(t *rapid.T) {
		x, m := arraytest.DrawStrided(t, arraytest.DrawDtype(t), append(arraytest.DrawShape(t, 3), 3), 3)
		if len(m.Shape) == 0 {
			return
		}
		axis := rapid.IntRange(0, len(m.Shape)-1).Draw(t, "axis")
		s := fit(arraytest.DrawShape(t, 2), m.Shape[axis])
		idx, at := drawIndices(t, s, m.Shape[axis])
		before, behind := m.Shape[:axis], m.Shape[axis+1:]
		want := arraytest.Build(m.Dtype, join(before, s, behind), func(ix []int) string {
			return m.At(join(ix[:axis], []int{at(ix[axis : axis+len(s)])}, ix[axis+len(s):]))
		})
		z, err := take(want.Spec(), x, []backend.Buffer{idx}, backend.GatherAttrs{Axis: axis})
		want.Same(t, z, err, "take")
	})
}

func TestIndex(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, m := arraytest.DrawStrided(t, arraytest.DrawDtype(t), append(arraytest.DrawShape(t, 3), 3), 3)
		if len(m.Shape) == 0 {
			return
		}
		n := rapid.IntRange(0, len(m.Shape)).Draw(t, "arrays")
		s := arraytest.DrawShape(t, 2)
		if n == 0 {
			s = []int{}
		}
		for _, length := range m.Shape[:n] {
			s = fit(s, length)
		}
		idx, at := make([]backend.Buffer, n), make([]func([]int) int, n)
		for k := range n {
			idx[k], at[k] = drawIndices(t, s, m.Shape[k])
		}
		source := func(ix []int) []int {
			from := make([]int, n)
			for k := range n {
				from[k] = at[k](ix[:len(s)])
			}
			return join(from, ix[len(s):])
		}
		want := arraytest.Build(m.Dtype, join(s, m.Shape[n:]), func(ix []int) string { return m.At(source(ix)) })
		z, err := index(want.Spec(), x, idx, backend.GatherAttrs{})
		want.Same(t, z, err, "index")

		// Assignment: v broadcasts, and the last of those that meet stays. A target that
		// is itself broadcast has one element at several indices.
		if slices.Contains(x.Strides, 0) {
			return
		}
		v, vm := arraytest.DrawStrided(t, m.Dtype, arraytest.Broadcastable(t, want.Shape), 0)
		whole := arraytest.ModelOf(x)
		for _, ix := range arraytest.EveryIndex(want.Shape) {
			flat := 0
			for i, k := range source(ix) {
				flat = flat*m.Shape[i] + k
			}
			whole.Elems[flat] = vm.At(ix)
		}
		r, err := setIndex(x, v, idx, backend.AssignAttrs{})
		whole.Same(t, r, err, "setIndex")
		require.Same(t, x, r)
	})
}

func TestTakeAlongAxis(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, m := arraytest.DrawStrided(t, arraytest.DrawDtype(t), append(arraytest.DrawShape(t, 3), 3), 3)
		if len(m.Shape) == 0 {
			return
		}
		axis := rapid.IntRange(0, len(m.Shape)-1).Draw(t, "axis")
		s, out := slices.Clone(m.Shape), slices.Clone(m.Shape)
		for i := range s {
			switch {
			case i == axis:
				s[i] = rapid.IntRange(0, 4).Draw(t, "length")
				out[i] = s[i]
			case rapid.IntRange(0, 2).Draw(t, "one") == 0:
				s[i] = 1
			case m.Shape[i] == 1:
				s[i] = rapid.IntRange(0, 3).Draw(t, "length")
				out[i] = s[i]
			}
		}
		if m.Shape[axis] == 0 {
			s[axis], out[axis] = 0, 0
		}
		idx, at := drawIndices(t, s, m.Shape[axis])
		want := arraytest.Build(m.Dtype, out, func(ix []int) string {
			own := slices.Clone(ix)
			for i, n := range s {
				if n == 1 {
					own[i] = 0
				}
			}
			from := slices.Clone(ix)
			from[axis] = at(own)
			if m.Shape[axis] == 1 {
				from[axis] = 0
			}
			return m.At(from)
		})
		z, err := takeAlongAxis(want.Spec(), x, []backend.Buffer{idx}, backend.GatherAttrs{Axis: axis})
		want.Same(t, z, err, "takeAlongAxis")
	})
}

func TestSetSlice(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x, m := arraytest.DrawStrided(t, arraytest.DrawDtype(t), arraytest.DrawShape(t, 3), 2)
		if slices.Contains(x.Strides, 0) {
			return
		}
		rs := arraytest.DrawRanges(t, m.Shape)
		target := arraytest.Sliced(m, rs)
		var v *array.Buffer
		var vm arraytest.Model
		if overlap := rapid.Bool().Draw(t, "overlap"); overlap {
			// Another view of x's own memory, of the same shape: the ranges backwards.
			back := slices.Clone(rs)
			for i, r := range rs {
				if r.Len > 0 {
					back[i].Start += (r.Len - 1) * r.Step
					back[i].Step = -r.Step
				}
			}
			vm = arraytest.Sliced(m, back)
			b, err := array.Slice(vm.Spec(), x, backend.ViewAttrs{Ranges: back})
			require.NoError(t, err)
			v = b.(*array.Buffer)
		} else {
			v, vm = arraytest.DrawStrided(t, m.Dtype, arraytest.Broadcastable(t, target.Shape), 0)
		}
		want := arraytest.ModelOf(x)
		for _, ix := range arraytest.EveryIndex(target.Shape) {
			flat := 0
			for i, r := range rs {
				flat = flat*m.Shape[i] + r.Start + ix[i]*r.Step
			}
			want.Elems[flat] = vm.At(ix)
		}
		r, err := setSlice(x, v, nil, backend.AssignAttrs{Ranges: rs})
		want.Same(t, r, err, "setSlice")
		require.Same(t, x, r)
	})
}

func TestIndexErrors(t *testing.T) {
	m := arraytest.Build(dtype.Float32, []int{2, 3}, func(ix []int) string { return string([]byte{byte(ix[0]), byte(ix[1]), 0, 0}) })
	for _, c := range []struct {
		index int64
		axis  int
		want  backend.IndexError
	}{
		{2, 0, backend.IndexError{Index: 2, Axis: 0, Len: 2}},
		{-3, 0, backend.IndexError{Index: -3, Axis: 0, Len: 2}},
		{3, 1, backend.IndexError{Index: 3, Axis: 1, Len: 3}},
		{-4, 1, backend.IndexError{Index: -4, Axis: 1, Len: 3}},
		{math.MinInt, 1, backend.IndexError{Index: math.MinInt, Axis: 1, Len: 3}},
		{math.MaxInt, 1, backend.IndexError{Index: math.MaxInt, Axis: 1, Len: 3}},
	} {
		x := m.BufferOf(t)
		good, bad := ints(t, []int{2}, 1, 0), ints(t, []int{2}, 0, c.index)
		attrs := backend.GatherAttrs{Axis: c.axis}
		check := func(call string, b backend.Buffer, err error) {
			var got *backend.IndexError
			if assert.ErrorAs(t, err, &got, call) {
				assert.Equal(t, c.want, *got, call)
			}
			assert.Nil(t, b, call)
			m.Same(t, x, nil, call)
		}
		s := [][]int{{2, 3}, {2, 2}}[c.axis]
		b, err := take(backend.Spec{Dtype: m.Dtype, Shape: s}, x, []backend.Buffer{bad}, attrs)
		check("take", b, err)
		along := ints(t, [][]int{{2, 1}, {1, 2}}[c.axis], 0, c.index)
		b, err = takeAlongAxis(backend.Spec{Dtype: m.Dtype, Shape: s}, x, []backend.Buffer{along}, attrs)
		check("takeAlongAxis", b, err)
		both := [][]backend.Buffer{{bad, good}, {good, bad}}[c.axis]
		b, err = index(backend.Spec{Dtype: m.Dtype, Shape: []int{2}}, x, both, attrs)
		check("index", b, err)
		v := arraytest.Model{Dtype: m.Dtype, Shape: []int{}, Elems: []string{"abcd"}}.BufferOf(t)
		b, err = setIndex(x, v, both, backend.AssignAttrs{})
		check("setIndex", b, err)
	}

	// No index is in range of an empty axis.
	x := arraytest.Model{Dtype: dtype.Int8, Shape: []int{0, 3}, Elems: nil}.BufferOf(t)
	_, err := take(backend.Spec{Dtype: dtype.Int8, Shape: []int{1, 3}}, x, []backend.Buffer{ints(t, []int{1}, 0)}, backend.GatherAttrs{})
	assert.ErrorAs(t, err, new(*backend.IndexError))
}

// Of indices that meet, the last one's value stays, whatever the threads.
func TestSetIndexLastWins(t *testing.T) {
	t.Cleanup(func() { array.SetThreads(0) })
	const n, width = 200, 4000
	for _, threads := range []int{1, 2, 7} {
		array.SetThreads(threads)
		x, err := array.NewBuffer(backend.Spec{Dtype: dtype.Int32, Shape: []int{2, width}})
		require.NoError(t, err)
		v, err := array.NewBuffer(backend.Spec{Dtype: dtype.Int32, Shape: []int{n, width}})
		require.NoError(t, err)
		for i := range array.Flat[int32](v) {
			array.Flat[int32](v)[i] = int32(i)
		}
		_, err = setIndex(x, v, []backend.Buffer{ints(t, []int{n}, make([]int64, n)...)}, backend.AssignAttrs{})
		require.NoError(t, err)
		assert.Equal(t, array.Flat[int32](v)[(n-1)*width:], array.Flat[int32](x)[:width])
		assert.Equal(t, make([]int32, width), array.Flat[int32](x)[width:])
	}
}

// TestAddIndex holds AddIndex to a loop over the values: the same bits whatever the threads, the
// loops in use and the layout. Rows are of lengths below and above those that loops in assembly take.
func TestAddIndex(t *testing.T) {
	t.Cleanup(func() { array.SetThreads(0) })
	r := rand.New(rand.NewPCG(1, 2))
	for _, d := range dtype.All.Dtypes() {
		for _, width := range []int{1, 3, 17, 130, 2000} {
			const n, rows = 60, 7
			at := make([]int64, n)
			for i := range at {
				at[i] = int64(r.IntN(2*rows) - rows)
			}
			first, values := arraytest.SomeArray(t, r, d, []int{rows, width}, false), arraytest.SomeView(t, r, d, []int{n, width}, false)
			want := arraytest.Must(array.Clone(nil, first))
			addOneByOne(t, want, values, at)
			for _, threads := range []int{1, 2, 7} {
				array.SetThreads(threads)
				for what, idx := range map[string]*array.Buffer{"apart": ints(t, []int{n}, at...), "in order": arraytest.Must(array.Clone(nil, ints(t, []int{n}, at...)))} {
					x := arraytest.Must(array.Clone(nil, first))
					z, err := addIndex(x, values, []backend.Buffer{idx}, backend.AssignAttrs{})
					require.NoError(t, err)
					require.Same(t, x, z)
					if !bytes.Equal(array.BytesOf(want), array.BytesOf(x)) { // else no NaN need be looked at
						require.Equal(t, arraytest.Exactly(want), arraytest.Exactly(x), "%v, rows of %d, %d threads, indices %s", d, width, threads, what)
					}
				}
			}
		}
	}
}

// addOneByOne adds rows of values to the rows of x at indices by the kernel of Add, of 16-bit floats in
// float32.
func addOneByOne(t *testing.T, x, values *array.Buffer, at []int64) {
	wide := x.Dtype
	if x.Dtype == dtype.Float16 || x.Dtype == dtype.BFloat16 {
		wide = dtype.Float32
	}
	cast := func(d dtype.Dtype, b *array.Buffer) *array.Buffer {
		z, err := elementwise.Cast(backend.Spec{Dtype: d, Shape: b.Shape}, b)
		require.NoError(t, err)
		return arraytest.Must(array.Clone(nil, z.(*array.Buffer)))
	}
	row := func(b *array.Buffer, i int) *array.Buffer {
		v := array.AxesOf(b, 1, 2)
		v.Offset += i * b.Strides[0]
		return v
	}
	sums, values := cast(wide, x), cast(wide, values)
	for i, k := range at {
		to := row(sums, int(k+int64(x.Shape[0]))%x.Shape[0])
		z, err := kernels.Entry(ops.Add.Op).Binary(backend.Spec{Dtype: wide, Shape: to.Shape}, to, row(values, i))
		require.NoError(t, err)
		array.CopyInto(nil, to, z.(*array.Buffer))
	}
	array.CopyInto(nil, x, cast(x.Dtype, sums))
}

// An index that is out of range leaves the array as it was.
func TestAddIndexErrors(t *testing.T) {
	for _, d := range dtype.All.Dtypes() {
		x, before := arraytest.Ascending(t, d, 4), arraytest.Ascending(t, d, 4)
		one := arraytest.Ascending(t, d, 2).View(nil, 1)
		for name, bad := range map[string]*array.Buffer{"apart": ints(t, []int{2}, 0, 4), "in order": arraytest.Must(array.Clone(nil, ints(t, []int{2}, 0, 4)))} {
			z, err := addIndex(x, one, []backend.Buffer{bad}, backend.AssignAttrs{})
			assert.Equal(t, &backend.IndexError{Index: 4, Axis: 0, Len: 4}, err, "%v, %s", d, name)
			assert.Nil(t, z)
			assert.Equal(t, array.BytesOf(before), array.BytesOf(x), "%v, %s", d, name)
		}
	}
}

// Benchmarks of a million positions, set and added to.
func BenchmarkSetIndex(b *testing.B) { benchmarkIndex(b, setIndex) }
func BenchmarkAddIndex(b *testing.B) { benchmarkIndex(b, addIndex) }

func benchmarkIndex(b *testing.B, write backend.AssignKernel) {
	const n = 1_000_000
	for _, c := range []struct {
		name        string
		d           dtype.Dtype
		rows, width int
	}{
		{"float32", dtype.Float32, n, 1}, {"float32,few", dtype.Float32, 1000, 1}, {"float16", dtype.Float16, n, 1}, {"float32,rows", dtype.Float32, 10_000, 64},
	} {
		b.Run(c.name, func(b *testing.B) {
			positions := n / c.width
			s, vs := []int{c.rows}, []int{positions}
			if c.width > 1 {
				s, vs = append(s, c.width), append(vs, c.width)
			}
			x, v := arraytest.BenchArray(b, c.d, s...), arraytest.BenchArray(b, c.d, vs...)
			idx, err := array.NewBuffer(backend.Spec{Dtype: dtype.Int64, Shape: []int{positions}})
			require.NoError(b, err)
			r := rand.New(rand.NewPCG(1, 2))
			for i := range array.Flat[int64](idx) {
				array.Flat[int64](idx)[i] = r.Int64N(int64(c.rows))
			}
			arraytest.Measure(b, n, func() error {
				_, err := write(x, v, []backend.Buffer{idx}, backend.AssignAttrs{})
				return err
			})
		})
	}
}

// A target whose elements are one in memory holds the last that was written.
func TestSetSliceBroadcast(t *testing.T) {
	for _, s := range [][]int{{3}, {100_000}, {300, 300}} {
		one, err := Full(backend.Spec{Dtype: dtype.Int64, Shape: []int{}}, backend.FillAttrs{Value: backend.IntScalar(-1)})
		require.NoError(t, err)
		x, err := array.BroadcastTo(backend.Spec{Dtype: dtype.Int64, Shape: s}, one, backend.ViewAttrs{})
		require.NoError(t, err)
		ranges := make([]shape.Range, len(s))
		for i, n := range s {
			ranges[i] = shape.Full(n)
		}
		flatV, err := arange(backend.Spec{Dtype: dtype.Int64, Shape: []int{shape.Size(s)}}, backend.FillAttrs{Start: backend.IntScalar(0), Step: backend.IntScalar(1)})
		require.NoError(t, err)
		v, err := array.Reshape(backend.Spec{Dtype: dtype.Int64, Shape: s}, flatV, backend.ViewAttrs{})
		require.NoError(t, err)
		_, err = setSlice(x, v, nil, backend.AssignAttrs{Ranges: ranges})
		require.NoError(t, err)
		assert.EqualValues(t, shape.Size(s)-1, array.Flat[int64](one.(*array.Buffer))[0])
	}
}

// Large copies are cut into pieces.
func TestCopyThreads(t *testing.T) {
	t.Cleanup(func() { array.SetThreads(0) })
	x, err := arange(backend.Spec{Dtype: dtype.Int32, Shape: []int{400 * 300}}, backend.FillAttrs{Start: backend.IntScalar(0), Step: backend.IntScalar(1)})
	require.NoError(t, err)
	m, err := array.Reshape(backend.Spec{Dtype: dtype.Int32, Shape: []int{400, 300}}, x, backend.ViewAttrs{})
	require.NoError(t, err)
	turned, err := array.Permute(backend.Spec{Dtype: dtype.Int32, Shape: []int{300, 400}}, m, backend.ViewAttrs{Perm: []int{1, 0}})
	require.NoError(t, err)
	for _, threads := range []int{1, 2, 5} {
		array.SetThreads(threads)
		c, err := array.Clone(nil, turned.(*array.Buffer))
		require.NoError(t, err)
		for i, v := range array.Flat[int32](c) {
			require.EqualValues(t, i%400*300+i/400, v)
		}
		back, err := array.Slice(backend.Spec{Dtype: dtype.Int32, Shape: []int{400 * 300}}, x, backend.ViewAttrs{Ranges: []shape.Range{{Start: 400*300 - 1, Step: -1, Len: 400 * 300}}})
		require.NoError(t, err)
		c, err = array.Clone(nil, back.(*array.Buffer))
		require.NoError(t, err)
		for i, v := range array.Flat[int32](c) {
			require.EqualValues(t, 400*300-1-i, v)
		}
	}
}

// Large results are filled by several threads.
func TestTakeThreads(t *testing.T) {
	t.Cleanup(func() { array.SetThreads(0) })
	x, err := arange(backend.Spec{Dtype: dtype.Int64, Shape: []int{60000}}, backend.FillAttrs{Start: backend.IntScalar(0), Step: backend.IntScalar(1)})
	require.NoError(t, err)
	for _, threads := range []int{1, 2, 5} {
		array.SetThreads(threads)
		for _, s := range [][]int{{60000}, {3, 20000}, {20000, 3}, {60, 1000}} {
			b, err := array.Reshape(backend.Spec{Dtype: dtype.Int64, Shape: s}, x, backend.ViewAttrs{})
			require.NoError(t, err)
			for axis, n := range s {
				back := make([]int64, n)
				for i := range back {
					back[i] = int64(-1 - i)
				}
				z, err := take(backend.Spec{Dtype: dtype.Int64, Shape: s}, b, []backend.Buffer{ints(t, []int{n}, back...)}, backend.GatherAttrs{Axis: axis})
				require.NoError(t, err)
				rest := 60000 / n
				if axis == 1 {
					rest = s[1]
				}
				for i, got := range array.Flat[int64](z.(*array.Buffer)) {
					row, col := i/rest, i%rest
					want := (n-1-row)*rest + col
					if axis == 1 {
						want = row*rest + n - 1 - col
					}
					require.EqualValues(t, want, got, "%d threads, shape %v, axis %d, element %d", threads, s, axis, i)
				}
			}
		}
	}
}

// TestIndexBlocks holds reading and writing of blocks by indices in order to indices apart, for blocks of all widths that
// are taken as single elements, and some that are not, in arrays that lie in memory in several ways.
func TestIndexBlocks(t *testing.T) {
	for _, d := range []dtype.Dtype{dtype.Uint8, dtype.Int16, dtype.Float32, dtype.Float64, dtype.Complex128} {
		for _, block := range []int{1, 2, 3, 4, 8, 16, 17} {
			for _, c := range []struct{ offset, down int }{{0, block}, {block, 2 * block}, {1, block}, {0, block + 1}, {7 * block, -block}} {
				const n, m = 8, 11
				at := []int64{3, -1, 0, 7, 7, -8, 2, 3, 5, 1, -2}
				apart, straight := ints(t, []int{m}, at...), arraytest.Must(array.Clone(nil, ints(t, []int{m}, at...)))
				fresh := func() *array.Buffer {
					v := arraytest.Ascending(t, d, 2*n*(block+1)+8).View([]int{n, block}, c.offset)
					copy(v.Strides, []int{c.down, 1})
					return v
				}
				what := fmt.Sprintf("%v, blocks of %d, %+v", d, block, c)
				out := backend.Spec{Dtype: d, Shape: []int{m, block}}
				want, err := take(out, fresh(), []backend.Buffer{apart}, backend.GatherAttrs{})
				require.NoError(t, err)
				got, err := take(out, fresh(), []backend.Buffer{straight}, backend.GatherAttrs{})
				require.NoError(t, err)
				assert.Equal(t, array.BytesOf(want.(*array.Buffer)), array.BytesOf(got.(*array.Buffer)), what)

				all := arraytest.Ascending(t, d, m*block+5)
				for name, v := range map[string]*array.Buffer{
					"whole": arraytest.InOrder(all.View([]int{m, block}, 3)), "row": arraytest.InOrder(all.View([]int{block}, 2)), "one": all.View(nil, 4),
					"column": arraytest.InOrder(all.View([]int{m, 1}, 1)),
				} {
					x, y := fresh(), fresh()
					_, err = setIndex(x, v, []backend.Buffer{apart}, backend.AssignAttrs{})
					require.NoError(t, err)
					_, err = setIndex(y, v, []backend.Buffer{straight}, backend.AssignAttrs{})
					require.NoError(t, err)
					x.Shape, x.Strides, x.Offset = []int{x.Size}, []int{1}, 0
					y.Shape, y.Strides, y.Offset = x.Shape, x.Strides, 0
					assert.Equal(t, array.BytesOf(x), array.BytesOf(y), "%s: written %s", what, name)
				}
				bad := arraytest.Must(array.Clone(nil, ints(t, []int{2}, 0, n)))
				x, y := fresh(), fresh()
				_, err = setIndex(y, all.View(nil, 4), []backend.Buffer{bad}, backend.AssignAttrs{})
				assert.Equal(t, &backend.IndexError{Index: n, Axis: 0, Len: n}, err, what)
				assert.Equal(t, arraytest.ModelOf(x), arraytest.ModelOf(y), "%s: written in spite of an error", what)
			}
		}
	}
}

// Indices may be what is written to.
func TestSetIndexOfItself(t *testing.T) {
	x, y := arraytest.Must(array.Clone(nil, ints(t, []int{4}, 3, 2, 0, 1))), ints(t, []int{4}, 3, 2, 0, 1)
	v := arraytest.Must(array.Clone(nil, ints(t, []int{4}, 3, 3, 3, 3)))
	_, err := setIndex(x, v, []backend.Buffer{x}, backend.AssignAttrs{})
	require.NoError(t, err)
	_, err = setIndex(y, v, []backend.Buffer{arraytest.Must(array.Clone(nil, y))}, backend.AssignAttrs{})
	require.NoError(t, err)
	assert.Equal(t, arraytest.ModelOf(y), arraytest.ModelOf(x))
}
