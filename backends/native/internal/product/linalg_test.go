package product

import (
	"fmt"
	"math"
	"math/cmplx"
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

func TestLinalgComplete(t *testing.T) { arraytest.Complete(t, kernels, ops.MatMul.Op) }

// A layout is how a matrix, or a stack of them, lies in memory: the order of axes
// from the outermost, and a step along each.
type layout struct{ order, steps []int }

func rowMajor(rank int) layout {
	l := layout{shape.All(rank), make([]int, rank)}
	for i := range l.steps {
		l.steps[i] = 1
	}
	return l
}

// matrices returns an array in that layout, of small integers (complex ones where d
// is complex), and its values in row-major order.
func matrices(t require.TestingT, d dtype.Dtype, s []int, l layout, next func() int) (*array.Buffer, []complex128) {
	big := make([]int, len(s))
	for i, a := range l.order {
		big[i] = s[a] * max(l.steps[a], -l.steps[a])
	}
	block, err := array.NewBuffer(backend.Spec{Dtype: d, Shape: append([]int{1}, big...)}) // one axis more: never Into
	require.NoError(t, err)
	v := block.View(s, 0)
	for i, a := range l.order {
		v.Strides[a] = block.Strides[i+1] * l.steps[a]
		if l.steps[a] < 0 && block.Len() > 0 {
			v.Offset -= (s[a] - 1) * v.Strides[a]
		}
	}
	values := []complex128{}
	for _, ix := range arraytest.EveryIndex(s) {
		at := v.Offset
		for i, k := range ix {
			at += k * v.Strides[i]
		}
		c := complex(float64(next()), 0)
		if d.IsComplex() {
			c += complex(0, float64(next()))
			elementwise.StoreComplexes(v, at, []complex128{c})
		} else {
			elementwise.StoreInts(v, at, []int64{int64(real(c))})
		}
		values = append(values, c)
	}
	return v, values
}

// naive multiplies matrices of small integers, exactly, and rounds to d.
func naive(t require.TestingT, d dtype.Dtype, out []int, xs, ys []int, x, y []complex128) *array.Buffer {
	z, err := array.NewBuffer(backend.Spec{Dtype: d, Shape: out})
	require.NoError(t, err)
	k := xs[len(xs)-1]
	// The batch's indices, counted through axes that may be broadcast.
	position := func(ix, s []int, row, col int) int {
		at := 0
		for i := range s[:len(s)-2] {
			j := ix[len(ix)-len(s)+2+i]
			if s[i] == 1 {
				j = 0
			}
			at = at*s[i] + j
		}
		return (at*s[len(s)-2]+row)*s[len(s)-1] + col
	}
	n, m := out[len(out)-2], out[len(out)-1]
	to := 0
	for _, ix := range arraytest.EveryIndex(out[:len(out)-2]) {
		x, y := x[min(position(ix, xs, 0, 0), len(x)):], y[min(position(ix, ys, 0, 0), len(y)):]
		for i := range n {
			for j := range m {
				var sum complex128
				for p := range k {
					sum += x[i*k+p] * y[p*m+j]
				}
				if d.IsComplex() {
					elementwise.StoreComplexes(z, to, []complex128{sum})
				} else {
					elementwise.StoreInts(z, to, []int64{int64(real(sum))})
				}
				to++
			}
		}
	}
	return z
}

func matmulDigits(seed uint64) func() int {
	r := rand.New(rand.NewPCG(seed, 1))
	return func() int { return r.IntN(9) - 4 }
}

// Sizes at the edges of tiles and blocks, for all dtypes and directions of operands.
func TestMatMulSizes(t *testing.T) {
	layouts := []layout{rowMajor(2), {[]int{1, 0}, []int{1, 1}}, {[]int{0, 1}, []int{-1, 2}}, {[]int{1, 0}, []int{2, -1}}}
	for _, d := range dtype.Numeric.Dtypes() {
		for _, c := range [][3]int{{0, 0, 0}, {2, 0, 3}, {0, 2, 3}, {2, 3, 0}, {1, 0, 1}, {1, 1, 1}, {3, 3, 3}, {1, 5, 1}, {2, 7, 1}, {1, 6, 9},
			{8, 16, 8}, {10, 11, 10}, {13, 40, 30}, {4, 257, 5}, {129, 20, 258}, {1, 3, 1100}, {1100, 3, 1}, {2, 1100, 2}} {
			n, k, m := c[0], c[1], c[2]
			for i, lx := range layouts {
				ly := layouts[(i*3+1)%4]
				x, xv := matrices(t, d, []int{n, k}, lx, matmulDigits(uint64(i)))
				y, yv := matrices(t, d, []int{k, m}, ly, matmulDigits(uint64(i+9)))
				out := []int{n, m}
				want := naive(t, d, out, []int{n, k}, []int{k, m}, xv, yv)
				z, err := matmul(backend.Spec{Dtype: d, Shape: out}, x, y)
				require.NoError(t, err)
				assert.Equal(t, out, slices.Clone(z.(*array.Buffer).Shape))
				require.Equal(t, arraytest.ValuesOf(want), arraytest.ValuesOf(z), "%v %v, layouts %v %v", d, c, lx, ly)
			}
		}
	}
}

func TestMatMulBatches(t *testing.T) {
	t.Cleanup(func() { array.SetThreads(0) })
	rapid.Check(t, func(t *rapid.T) {
		array.SetThreads(rapid.IntRange(0, 4).Draw(t, "threads"))
		d := rapid.SampledFrom(dtype.Numeric.Dtypes()).Draw(t, "dtype")
		size := rapid.IntRange(0, 12)
		n, k, m := size.Draw(t, "n"), size.Draw(t, "k"), size.Draw(t, "m")
		batch := rapid.SliceOfN(rapid.IntRange(0, 4), 0, 3).Draw(t, "batch")
		operand := func(rows, cols int, seed uint64) (*array.Buffer, []int, []complex128) {
			s := append(arraytest.Broadcastable(t, batch), rows, cols)
			l := layout{rapid.Permutation(shape.All(len(s))).Draw(t, "order"), make([]int, len(s))}
			for i := range l.steps {
				l.steps[i] = rapid.SampledFrom([]int{1, 1, 2, -1, -2}).Draw(t, "step")
			}
			b, vs := matrices(t, d, s, l, matmulDigits(seed))
			if rapid.IntRange(0, 3).Draw(t, "broadcast") == 0 { // as a view with strides of 0
				wide := append(slices.Clone(batch), rows, cols)
				v, err := array.BroadcastTo(backend.Spec{Dtype: d, Shape: wide}, b, backend.ViewAttrs{})
				require.NoError(t, err)
				return v.(*array.Buffer), s, vs
			}
			return b, s, vs
		}
		x, xs, xv := operand(n, k, 3)
		y, ys, yv := operand(k, m, 4)
		out, err := shape.MatMul(x.Shape, y.Shape)
		require.NoError(t, err)
		want := naive(t, d, out, xs, ys, xv, yv)
		z, err := matmul(backend.Spec{Dtype: d, Shape: out}, x, y)
		require.NoError(t, err)
		require.Equal(t, arraytest.ValuesOf(want), arraytest.ValuesOf(z))
	})
}

// randomFloats returns a matrix of d with normally distributed values.
func randomFloats(t testing.TB, d dtype.Dtype, seed uint64, s ...int) *array.Buffer {
	r := rand.New(rand.NewPCG(seed, 2))
	b, err := array.NewBuffer(backend.Spec{Dtype: d, Shape: s})
	require.NoError(t, err)
	for i := range b.Len() {
		elementwise.StoreComplexes(b, i, []complex128{complex(r.NormFloat64(), r.NormFloat64())})
	}
	return b
}

// Every testNumber of threads gives the same bits, and they are as near to the exact
// product as sums in the dtype's precision allow.
func TestMatMulThreads(t *testing.T) {
	t.Cleanup(func() { array.SetThreads(0) })
	for _, d := range dtype.Inexact.Dtypes() {
		for _, c := range [][3]int{{150, 300, 270}, {1, 700, 900}, {900, 700, 1}, {3, 5000, 6}} {
			n, k, m := c[0], c[1], c[2]
			x, y := randomFloats(t, d, 1, n, k), randomFloats(t, d, 2, k, m)
			var first []byte
			for _, threads := range []int{1, 2, 5} {
				array.SetThreads(threads)
				b, err := matmul(backend.Spec{Dtype: d, Shape: []int{n, m}}, x, y)
				require.NoError(t, err)
				z := b.(*array.Buffer)
				if first == nil {
					first = slices.Clone(array.BytesOf(z))
					for range 50 {
						i, j := rand.IntN(n), rand.IntN(m)
						var sum complex128
						for p := range k {
							sum += testNumber(x, i*k+p) * testNumber(y, p*m+j)
						}
						info, err := dtype.Finfo(d)
						require.NoError(t, err)
						accumulated := info.Eps
						if dtype.Narrow.Has(d) {
							accumulated = 0x1p-23 // sums are float32, rounded once at the end
						}
						bound := info.Eps*cmplx.Abs(sum) + 4*accumulated*float64(k)
						assert.InDelta(t, 0, cmplx.Abs(testNumber(z, i*m+j)-sum), bound, "%v %v", d, c)
					}
				}
				require.Equal(t, first, array.BytesOf(z), "%v %v, %d threads", d, c, threads)
			}
		}
	}
}

// testNumber returns an element of a float or complex Buffer.
func testNumber(b *array.Buffer, i int) complex128 {
	switch b.Dtype {
	case dtype.BFloat16:
		return complex(float64(array.Flat[dtype.Brain](b)[i].Float32()), 0)
	case dtype.Float16:
		return complex(float64(array.Flat[dtype.Half](b)[i].Float32()), 0)
	case dtype.Float32:
		return complex(float64(array.Flat[float32](b)[i]), 0)
	case dtype.Float64:
		return complex(array.Flat[float64](b)[i], 0)
	case dtype.Complex64:
		return complex128(array.Flat[complex64](b)[i])
	}
	return array.Flat[complex128](b)[i]
}

// A product over no elements is zero, and where the matrices of its operands would begin is
// not asked for: it may lie outside their memory.
func TestMatMulOfNothing(t *testing.T) {
	for _, d := range dtype.Numeric.Dtypes() {
		x, _ := matrices(t, d, []int{99, 2, 0}, layout{[]int{2, 0, 1}, []int{1, 1, 1}}, nil)
		y, _ := matrices(t, d, []int{99, 0, 5}, layout{[]int{1, 0, 2}, []int{-1, 1, 1}}, nil)
		require.Equal(t, []int{2, -5}, []int{x.Strides[0], y.Strides[0]})
		z, err := matmul(backend.Spec{Dtype: d, Shape: []int{99, 2, 5}}, x, y)
		require.NoError(t, err)
		assert.Equal(t, make([]byte, 990*d.Size()), array.BytesOf(z.(*array.Buffer)), "%v", d)
	}
}

// A zero does not hide a NaN or an infinity, wherever it stands.
func TestMatMulNaN(t *testing.T) {
	for _, d := range dtype.Inexact.Dtypes() {
		for _, bad := range []float64{math.NaN(), math.Inf(1)} {
			for _, c := range [][3]int{{2, 3, 2}, {1, 9, 7}, {7, 9, 1}, {30, 40, 31}} {
				n, k, m := c[0], c[1], c[2]
				x, err := array.NewBuffer(backend.Spec{Dtype: d, Shape: []int{n, k}})
				require.NoError(t, err)
				y, err := array.NewBuffer(backend.Spec{Dtype: d, Shape: []int{k, m}})
				require.NoError(t, err)
				elementwise.StoreFloats(x, (n-1)*k+k-1, []float64{bad})
				z, err := matmul(backend.Spec{Dtype: d, Shape: []int{n, m}}, x, y)
				require.NoError(t, err)
				for i := range n * m {
					v := testNumber(z.(*array.Buffer), i)
					assert.Equal(t, i/m == n-1, cmplx.IsNaN(v), "%v %v element %d: %v", d, c, i, v)
				}
			}
		}
	}
}

// The result never takes the memory of an operand.
func TestMatMulInto(t *testing.T) {
	x := randomFloats(t, dtype.Float64, 1, 3, 3)
	before := slices.Clone(array.BytesOf(x))
	z, err := matmul(backend.Spec{Dtype: dtype.Float64, Shape: []int{3, 3}, Into: x}, x, x)
	require.NoError(t, err)
	assert.NotSame(t, x, z)
	assert.Equal(t, before, array.BytesOf(x))
}

func BenchmarkMatMul(b *testing.B) {
	for _, d := range dtype.Numeric.Dtypes() {
		for _, c := range [][3]int{{3, 3, 3}, {32, 32, 32}, {256, 256, 256}, {1024, 1024, 1024}, {1, 1024, 1024}} {
			n, k, m := c[0], c[1], c[2]
			b.Run(fmt.Sprintf("%v/%dx%dx%d", d, n, k, m), func(b *testing.B) {
				x, y := randomFloats(b, d, 1, n, k), randomFloats(b, d, 2, k, m)
				out := backend.Spec{Dtype: d, Shape: []int{n, m}}
				b.ReportAllocs()
				for b.Loop() {
					if _, err := matmul(out, x, y); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(2*float64(n*k*m)*float64(b.N)/float64(b.Elapsed().Nanoseconds()), "GFLOP/s")
			})
		}
	}
}
