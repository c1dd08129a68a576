package matrix

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/lapack"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// TestSmall holds what is computed for many small matrices against what is for each alone, which is tested
// elsewhere: all functions with algorithms in lanes, with matrices that are singular, not finite, or out of
// the range of squares among them.
func TestSmall(t *testing.T) {
	testSmall[float32](t, dtype.Float32, 0x1p-23)
	testSmall[float64](t, dtype.Float64, 0x1p-52)
}

func testSmall[F lapack.Real](t *testing.T, d dtype.Dtype, epsilon float64) {
	r := rand.New(rand.NewPCG(11, uint64(d))) //nolint:gosec // no secret
	made := func(dims ...int) *array.Buffer {
		b, err := array.NewResult(backend.Spec{Dtype: d, Shape: dims})
		require.NoError(t, err)
		for i := range elements[F](b) {
			elements[F](b)[i] = F(2*r.Float64() - 1)
		}
		return b
	}
	const count = 2*lanesAtOne + 21
	for _, c := range []struct {
		name    string
		op      ops.Matrix
		columns int // of right sides
		size    func(m, n, columns int) int
		attrs   backend.MatrixAttrs
		tall    bool // other shapes than squares
		squares bool // definite matrices
	}{
		{name: "LU", op: ops.FactorLU, size: func(m, n, _ int) int { return m*n + m }, tall: true},
		{name: "solve", op: ops.SolveMatrix, columns: 3, size: func(_, n, c int) int { return n * c }},
		{name: "lower", op: ops.SolveTriangle, columns: 2, size: func(_, n, c int) int { return n * c }},
		{name: "upper unit", op: ops.SolveTriangle, columns: 1, size: func(_, n, c int) int { return n * c }, attrs: backend.MatrixAttrs{Upper: true, Unit: true}},
		{name: "inverse", op: ops.InvertMatrix, size: func(_, n, _ int) int { return n * n }},
		{name: "determinant", op: ops.Determinant, size: func(_, _, _ int) int { return 1 }},
		{name: "its logarithm", op: ops.LogDeterminant, size: func(_, _, _ int) int { return 2 }},
		{name: "Cholesky", op: ops.FactorCholesky, size: func(_, n, _ int) int { return n * n }, squares: true},
		{name: "QR", op: ops.FactorQR, size: func(m, n, _ int) int { return m*min(m, n) + min(m, n)*n }, tall: true},
		{name: "full QR", op: ops.FactorQR, size: func(m, n, _ int) int { return m*m + m*n }, attrs: backend.MatrixAttrs{Full: true}, tall: true},
	} {
		for _, n := range []int{1, 2, 3, 4, 5, 8} {
			shapes := [][2]int{{n, n}}
			if c.tall {
				shapes = append(shapes, [2]int{n, max(1, n-2)}, [2]int{max(1, n-2), n})
			}
			for _, s := range shapes {
				m, n := s[0], s[1]
				x := made(count, m, n)
				a := elements[F](x)
				one := func(i int) []F { return a[i*m*n : (i+1)*m*n] }
				for i := range count {
					if c.squares {
						definite(one(i), n)
						continue
					}
					below := 1 // so that rows are swapped
					if c.op == ops.SolveTriangle {
						below = 0
					}
					for j := range min(m, n) { // condition numbers of a few tens
						one(i)[(j+below)%m*n+j] += 3
					}
				}
				odd := map[int]bool{3: true, 300: true}
				one(3)[0] = F(math.NaN())
				one(300)[0] = F(math.Inf(1))
				for i := range one(40) { // squares that underflow
					one(40)[i] *= F(math.Ldexp(1, map[bool]int{true: -100, false: -900}[d == dtype.Float32]))
				}
				xs := []backend.Buffer{x}
				var y *array.Buffer
				if c.columns > 0 {
					y = made(count, n, c.columns)
					xs = append(xs, y)
				}
				size := c.size(m, n, c.columns)
				all := run(t, c.op, backend.Spec{Dtype: d, Shape: []int{count, size}}, xs, c.attrs)
				require.True(t, isSmall([]*array.Buffer{x}))
				for i := range count {
					if !odd[i] && c.op == ops.SolveTriangle && i == 40 {
						continue // of a size that F does not have
					}
					alone := []backend.Buffer{part1[F](t, x, i)}
					if y != nil {
						alone = append(alone, part1[F](t, y, i))
					}
					want := elements[F](run(t, c.op, backend.Spec{Dtype: d, Shape: []int{1, size}}, alone, c.attrs))
					got := elements[F](all)[i*size : (i+1)*size]
					near(t, want, got, 200*epsilon, "%s of %d × %d, matrix %d", c.name, m, n, i)
				}
			}
		}
	}
	x := made(100, 4, 4)
	clear(elements[F](x)[16*77 : 16*78])
	clear(elements[F](x)[16*90 : 16*91])
	for _, op := range []ops.Matrix{ops.InvertMatrix, ops.SolveMatrix} {
		xs, size := []backend.Buffer{x}, 16
		if op == ops.SolveMatrix {
			xs, size = append(xs, made(100, 4, 1)), 4
		}
		_, err := kernelOf(op)(backend.Spec{Dtype: d, Shape: []int{100, size}}, xs, backend.MatrixAttrs{})
		assert.Equal(t, &backend.MatrixError{Index: 77, Reason: backend.Singular}, err)
	}
}

func definite[F lapack.Real](a []F, n int) {
	g := slices.Clone(a)
	for i := range n {
		for j := range n {
			s := F(0)
			for k := range n {
				s += g[i*n+k] * g[j*n+k]
			}
			if i == j {
				s++
			}
			a[i*n+j] = s
		}
	}
}

func kernelOf(op ops.Matrix) backend.MatrixKernel {
	for _, e := range Kernels {
		if e.Op == op.Op {
			return e.Matrix
		}
	}
	panic("no such kernel")
}

func run(t *testing.T, op ops.Matrix, out backend.Spec, xs []backend.Buffer, a backend.MatrixAttrs) *array.Buffer {
	t.Helper()
	z, err := kernelOf(op)(out, xs, a)
	require.NoError(t, err)
	return z.(*array.Buffer)
}

// part1 returns matrix i of a batch as a batch.
func part1[F lapack.Real](t *testing.T, b *array.Buffer, i int) *array.Buffer {
	dims := slices.Clone(b.Shape)
	dims[0] = 1
	z, err := array.NewResult(backend.Spec{Dtype: b.Dtype, Shape: dims})
	require.NoError(t, err)
	n := b.Len() / b.Shape[0]
	copy(elements[F](z), elements[F](b)[i*n:(i+1)*n])
	return z
}

func near[F lapack.Real](t *testing.T, want, got []F, bound float64, msg string, args ...any) {
	t.Helper()
	scale := 0.0
	for _, v := range want {
		if f := math.Abs(float64(v)); f < math.Inf(1) {
			scale = max(scale, f)
		}
	}
	for i, v := range want {
		g, w := float64(got[i]), float64(v)
		if math.IsNaN(w) != math.IsNaN(g) || math.Abs(g-w) > bound*scale {
			require.Failf(t, "differs", msg+": element %d is %v, not %v", append(args, i, g, w)...)
		}
	}
}
