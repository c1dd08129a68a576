// Package matrixtest tests kernels of the Matrix family, each by what its results have to do with
// its operands.
package matrixtest

import (
	"errors"
	"fmt"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

var dtypes = []dtype.Dtype{dtype.Float32, dtype.Float64, dtype.Complex64, dtype.Complex128}

// mostErrors is how many units of n·ε results may be off.
const mostErrors = 20

// Run tests the kernels of b.
func Run(t *testing.T, b backend.Backend) {
	run(t, b, dtypes, 70, func(s *suite) {
		s.values()
		s.lost()
		s.unread()
		s.edges()
		s.scales()
		s.failures()
		s.infiniteSides()
	})
}

// RunCompiled tests programs of one kernel, but for those that are not compiled.
func RunCompiled(t *testing.T, b interface {
	backend.Backend
	backend.Compiler
}, not ...ops.Matrix) {
	run(t, b, []dtype.Dtype{dtype.Float32, dtype.Complex128}, 3, func(s *suite) {
		if slices.Contains(not, s.r.op) {
			return
		}
		s.compiler = b
		s.values()
		s.lost()
		s.edges()
		s.failures()
	})
}

func run(t *testing.T, b backend.Backend, dtypes []dtype.Dtype, most int, f func(s *suite)) {
	for _, r := range rows {
		t.Run(r.op.Name, func(t *testing.T) {
			for _, d := range dtypes {
				t.Run(d.String(), func(t *testing.T) {
					s := &suite{T: t, b: b, r: r, d: d, most: most, draw: rand.New(rand.NewPCG(1, uint64(d)))}
					attrs := r.attrs
					if attrs == nil {
						attrs = []backend.MatrixAttrs{{}}
					}
					for _, a := range attrs {
						s.a = a
						f(s)
					}
				})
			}
		})
	}
}

// A suite tests one row with one dtype and attributes.
type suite struct {
	*testing.T
	b    backend.Backend
	r    row
	d    dtype.Dtype
	a    backend.MatrixAttrs
	draw *rand.Rand
	most int // rows of the square matrices
	n    int // calls

	compiler backend.Compiler // nil if kernels are called one by one
}

func (s *suite) eps() float64 {
	if s.d == dtype.Float32 || s.d == dtype.Complex64 {
		return 0x1p-23
	}
	return 0x1p-52
}

// A stack is matrices with the axes before them.
type stack struct {
	batch      []int
	rows, cols int
	ms         []matrix
}

func (s *suite) stack(batch []int, m, n int, f func() matrix) stack {
	z := stack{batch, m, n, nil}
	for range shape.Size(batch) {
		z.ms = append(z.ms, f())
	}
	return z
}

func (s *suite) matrix(m, n int) matrix {
	if s.r.make != nil {
		return s.r.make(s.draw, s.d, m, n, s.a)
	}
	return random(s.draw, s.d, m, n)
}

// buffer gives the backend matrices: in one of three forms, by turns.
func (s *suite) buffer(x stack, form int) backend.Buffer {
	var vs []complex128
	from := func(dims ...int) backend.Buffer {
		b, err := s.b.FromHost(backend.Spec{Dtype: s.d, Shape: dims}, bytesOf(s.d, vs))
		require.NoError(s, err)
		return b
	}
	spec := backend.Spec{Dtype: s.d, Shape: slices.Concat(x.batch, []int{x.rows, x.cols})}
	view := func(o ops.View, b backend.Buffer, a backend.ViewAttrs) backend.Buffer {
		z, err := s.b.Kernels().Entry(o.Op).View(spec, b, a)
		require.NoError(s, err)
		return z
	}
	switch form {
	case 0:
		for _, m := range x.ms {
			vs = append(vs, m.v...)
		}
		return from(spec.Shape...)
	case 1: // transposed
		for _, m := range x.ms {
			vs = append(vs, zeros(m.cols, m.rows).mapped(func(i, j int, _ complex128) complex128 { return m.at(j, i) }).v...)
		}
		var perm []int
		for i := range spec.Shape {
			perm = append(perm, i)
		}
		slices.Reverse(perm[len(perm)-2:])
		return view(ops.PermuteDims, from(slices.Concat(x.batch, []int{x.cols, x.rows})...), backend.ViewAttrs{Perm: perm})
	default: // every other element
		for _, m := range x.ms {
			for _, v := range m.v {
				vs = append(vs, v, cmplx.NaN())
			}
		}
		var ranges []shape.Range
		for _, n := range spec.Shape {
			ranges = append(ranges, shape.Full(n))
		}
		ranges[len(ranges)-1].Step = 2
		return view(ops.Slice, from(slices.Concat(x.batch, []int{x.rows, 2 * x.cols})...), backend.ViewAttrs{Ranges: ranges})
	}
}

// result is the dtype of the row's results.
func (s *suite) result() dtype.Dtype {
	double := s.d == dtype.Float64 || s.d == dtype.Complex128
	switch s.r.op {
	case ops.HermitianEigenvalues, ops.SingularValues:
		if double {
			return dtype.Float64
		}
		return dtype.Float32
	case ops.GeneralEigen, ops.GeneralEigenvalues:
		if double {
			return dtype.Complex128
		}
		return dtype.Complex64
	}
	return s.d
}

// call calls the kernel, and returns the parts for each matrix.
func (s *suite) call(x, y stack) ([][]matrix, error) {
	s.n++
	xs := []backend.Buffer{s.buffer(x, s.n%3)}
	if s.r.two {
		xs = append(xs, s.buffer(y, s.n/3%3))
	}
	parts := s.r.parts(x.rows, x.cols, y.cols, s.a)
	total := 0
	for _, p := range parts {
		total += p[0] * p[1]
	}
	out := backend.Spec{Dtype: s.result(), Shape: slices.Concat(x.batch, []int{total})}
	b, err := s.computed(out, xs, x, y)
	if err != nil {
		return nil, err
	}
	data := make([]byte, shape.Size(out.Shape)*out.Dtype.Size())
	require.NoError(s, s.b.ToHost(b, data))
	vs := elementsOf(out.Dtype, data)
	var zs [][]matrix
	for range x.ms {
		var z []matrix
		for _, p := range parts {
			n := p[0] * p[1]
			z, vs = append(z, matrix{p[0], p[1], vs[:n]}), vs[n:]
		}
		zs = append(zs, z)
	}
	return zs, nil
}

func (s *suite) computed(out backend.Spec, xs []backend.Buffer, operands ...stack) (backend.Buffer, error) {
	if s.compiler == nil {
		return s.b.Kernels().Entry(s.r.op.Op).Matrix(out, xs, s.a)
	}
	p := &backend.Program{Results: []int{len(xs)}}
	n := backend.Node{Op: s.r.op.Op, Out: out, Attrs: s.a}
	for i := range xs {
		x := operands[i]
		p.Inputs = append(p.Inputs, backend.Spec{Dtype: s.d, Shape: slices.Concat(x.batch, []int{x.rows, x.cols})})
		n.Args = append(n.Args, i)
	}
	p.Nodes = []backend.Node{n}
	plan, err := s.compiler.Compile(p)
	require.NoError(s, err)
	defer plan.Close()
	z := make([]backend.Buffer, 1)
	err = plan.Run(xs, z, []backend.Spec{out})
	return z[0], err
}

// right tests the results for one matrix.
func (s *suite) right(x, y matrix, z []matrix, what ...any) bool {
	far, err := s.r.check(x, y, z, s.a)
	n := float64(max(x.rows, x.cols, 1))
	if err == nil && far <= mostErrors*n*s.eps() {
		return true
	}
	message := fmt.Sprintf("%v: %d×%d, %+v: off by %.3g·n·ε, %v", what, x.rows, x.cols, s.a, far/n/s.eps(), err)
	if n <= 5 {
		message += fmt.Sprint("\n", x, "\n", y, "\n", z)
	}
	return assert.Fail(s, message)
}

func (s *suite) sizes() [][2]int {
	var all [][2]int
	for _, n := range []int{0, 1, 2, 3, 5, 33} {
		all = append(all, [2]int{n, n})
	}
	if !s.r.square {
		all = append(all, [][2]int{{0, 3}, {3, 0}, {1, 3}, {3, 1}, {5, 3}, {3, 5}, {33, 2}, {5, 33}, {40, 33}, {33, 70}, {70, 33}}...)
	}
	return slices.DeleteFunc(all, func(size [2]int) bool { return max(size[0], size[1]) > s.most })
}

// columns are how many a right-hand side has.
func (s *suite) columns() []int {
	if s.r.two {
		return []int{1, 4, 0, 2}
	}
	return []int{0}
}

func (s *suite) values() {
	for _, batch := range [][]int{{}, {3}, {2, 0}, {2, 3}} {
		for _, size := range s.sizes() {
			for _, p := range s.columns() {
				if len(batch) == 2 && max(size[0], size[1]) > 5 {
					continue
				}
				x := s.stack(batch, size[0], size[1], func() matrix { return s.matrix(size[0], size[1]) })
				y := s.stack(batch, size[1], p, func() matrix { return random(s.draw, s.d, size[1], p) })
				zs, err := s.call(x, y)
				if !assert.NoError(s, err, "%v %v", batch, size) {
					return
				}
				for i, z := range zs {
					if !s.right(x.ms[i], y.ms[i], z, batch, i) {
						return
					}
				}
			}
		}
	}
}

// with returns a copy of x with an element.
func with(x matrix, i, j int, v complex128) matrix {
	x = x.mapped(func(_, _ int, v complex128) complex128 { return v })
	x.set(i, j, v)
	return x
}

func (s *suite) reads(i, j int) bool { return s.r.read == nil || s.r.read(i, j, s.a) }

func isNaN(z []matrix) bool {
	for _, m := range z {
		for _, v := range m.v {
			if !math.IsNaN(real(v)) && !math.IsNaN(imag(v)) {
				return false
			}
		}
	}
	return true
}

// strange are the numbers that are lost.
func (s *suite) strange() []complex128 {
	nan, inf := math.NaN(), math.Inf(1)
	vs := []complex128{complex(nan, 0), complex(inf, 0), complex(-inf, 0)}
	if s.d.IsComplex() {
		vs = append(vs, complex(0, nan), complex(1, inf))
	}
	return vs
}

// lost tests matrices with elements that are not finite.
func (s *suite) lost() {
	for _, size := range s.sizes() {
		m, n := size[0], size[1]
		if m == 0 || n == 0 {
			continue
		}
		for k, v := range s.strange() {
			if k > 0 && max(m, n) > 5 {
				break
			}
			x := s.stack([]int{4}, m, n, func() matrix { return s.matrix(m, n) })
			y := s.stack([]int{4}, n, 2, func() matrix { return random(s.draw, s.d, n, 2) })
			i, j := s.draw.IntN(m), s.draw.IntN(n)
			// Of the diagonal of a Hermitian matrix the real part is read.
			if lost := s.reads(i, j) && (s.r.read == nil || s.r.two || i != j || real(v) != 0 && real(v) != 1); !lost {
				if m == 1 {
					continue
				}
				i, j = m-1, 0
				if s.a.Upper {
					i, j = j, i
				}
			}
			x.ms[1] = with(x.ms[1], i, j, v)
			x.ms[3] = with(x.ms[3], i, j, v)
			zs, err := s.call(x, y)
			if !assert.NoError(s, err, "%v at %d, %d of %v", v, i, j, size) {
				return
			}
			for k, z := range zs {
				if k%2 == 1 {
					assert.True(s, isNaN(z), "%v at %d, %d of %v: %v", v, i, j, size, z)
				} else {
					s.right(x.ms[k], y.ms[k], z, "in a batch with", v)
				}
			}
		}
	}
}

// unread tests that nothing else is read.
func (s *suite) unread() {
	if s.r.read == nil {
		return
	}
	for _, n := range []int{1, 2, 3, 5, 33} {
		for _, v := range s.strange() {
			x := s.stack([]int{2}, n, n, func() matrix {
				return s.matrix(n, n).mapped(func(i, j int, w complex128) complex128 {
					switch {
					case !s.reads(i, j):
						return v
					case i == j && !s.r.two && s.d.IsComplex():
						return complex(real(w), 3)
					}
					return w
				})
			})
			y := s.stack([]int{2}, n, 2, func() matrix { return random(s.draw, s.d, n, 2) })
			zs, err := s.call(x, y)
			if !assert.NoError(s, err, "%v unread, %d", v, n) {
				return
			}
			for k, z := range zs {
				s.right(x.ms[k].mapped(func(i, j int, w complex128) complex128 {
					if s.reads(i, j) {
						return w
					}
					return 0
				}), y.ms[k], z, v, "unread")
			}
		}
	}
	if !s.d.IsComplex() || s.r.two {
		return
	}
	x := s.stack([]int{}, 5, 5, func() matrix {
		return s.matrix(5, 5).mapped(func(i, j int, w complex128) complex128 {
			if i == j {
				return complex(real(w), math.Inf(1))
			}
			return w
		})
	})
	zs, err := s.call(x, stack{})
	if assert.NoError(s, err) {
		s.right(x.ms[0], matrix{}, zs[0], "an infinite imaginary part on the diagonal")
	}
}

// edges tests matrices with repeated values, of low rank, and of zeros.
func (s *suite) edges() {
	if s.r.fails != "" {
		return
	}
	for _, size := range s.sizes() {
		m, n := size[0], size[1]
		x := stack{batch: []int{4}, rows: m, cols: n, ms: []matrix{
			zeros(m, n),
			diagonal(m, n, slices.Repeat([]complex128{1}, min(m, n))),
			zeros(m, n).mapped(func(int, int, complex128) complex128 { return 1 }),
			zeros(m, n).mapped(func(i, j int, _ complex128) complex128 { // of which the lower rows and right columns are zeros
				if i < m/2 && j < n/2 {
					return complex(float64(2+i+j), 0)
				}
				return 0
			}),
		}}
		zs, err := s.call(x, stack{})
		if !assert.NoError(s, err, size) {
			return
		}
		for k, z := range zs {
			switch {
			case s.r.op == ops.Determinant && n > 0 && k != 1 && !(n == 1 && k == 2):
				assert.Equal(s, complex128(0), z[0].v[0])
				assert.False(s, math.Signbit(real(z[0].v[0])), "the sign of zero")
			case s.r.op == ops.LogDeterminant && n > 0 && k != 1 && !(n == 1 && k == 2):
				assert.Equal(s, []complex128{0, complex(math.Inf(-1), 0)}, z[0].v)
				assert.False(s, math.Signbit(real(z[0].v[0])), "the sign of zero")
			default:
				s.right(x.ms[k], matrix{}, z, "edge", k)
			}
		}
	}
}

// scales tests matrices of which the squares of elements are out of range.
func (s *suite) scales() {
	if s.r.fails != "" || s.r.two || s.r.op == ops.Determinant {
		return
	}
	scales := []float64{0x1p100, 0x1p-100}
	if s.eps() < 1e-10 {
		scales = []float64{0x1p510, 0x1p-500}
	}
	for _, scale := range scales {
		for _, size := range s.sizes() {
			m, n := size[0], size[1]
			x := s.stack([]int{2}, m, n, func() matrix {
				return s.matrix(m, n).mapped(func(_, _ int, v complex128) complex128 { return v * complex(scale/8, 0) })
			})
			zs, err := s.call(x, stack{})
			if !assert.NoError(s, err, "%v: %v", scale, size) {
				return
			}
			for k, z := range zs {
				s.right(x.ms[k], matrix{}, z, "scaled by", scale)
			}
		}
	}
}

// failures tests matrices that have no result.
func (s *suite) failures() {
	if s.r.fails == "" || s.r.fails == backend.NegativeValues && s.d.IsComplex() {
		return
	}
	for _, n := range []int{1, 2, 3, 5, 33} {
		if n > s.most {
			break
		}
		x := s.stack([]int{2, 3}, n, n, func() matrix { return s.matrix(n, n) })
		y := s.stack([]int{2, 3}, n, 2, func() matrix { return random(s.draw, s.d, n, 2) })
		for _, at := range []int{5, 4, 1, 0} {
			bad := x.ms[at]
			switch {
			case s.r.op == ops.SolveMatrix || s.r.op == ops.InvertMatrix:
				bad = bad.mapped(func(i, j int, v complex128) complex128 {
					switch {
					case n == 2:
						return complex(float64((i+1)*(j+1)), 0)
					case i == n-1:
						return 0
					}
					return v
				})
			case s.r.op == ops.FactorCholesky:
				bad = with(bad, n-1, n-1, -1)
			case s.r.op == ops.LogarithmOfMatrix:
				bad = zeros(n, n)
			case s.r.op == ops.RootOfMatrix:
				bad = over(identity(n), -1)
			default:
				bad = with(bad, n/2, n/2, 0)
			}
			x.ms[at] = bad
			x.ms[2] = with(x.ms[2], n-1, 0, cmplx.Inf())
			if s.a.Upper {
				x.ms[2] = with(x.ms[2], 0, n-1, cmplx.Inf())
			}
			_, err := s.call(x, y)
			if s.a.Unit {
				assert.NoError(s, err)
				continue
			}
			var e *backend.MatrixError
			if assert.True(s, errors.As(err, &e), "%d: %v", n, err) {
				assert.Equal(s, backend.MatrixError{Index: at, Reason: s.r.fails}, *e)
			}
		}
	}
}

// infiniteSides tests right-hand sides that are not finite.
func (s *suite) infiniteSides() {
	if !s.r.two {
		return
	}
	for _, n := range []int{1, 2, 5, 33} {
		for _, v := range s.strange() {
			x := s.stack([]int{2}, n, n, func() matrix { return s.matrix(n, n) })
			y := s.stack([]int{2}, n, 2, func() matrix { return random(s.draw, s.d, n, 2) })
			y.ms[0] = with(y.ms[0], n/2, 1, v)
			zs, err := s.call(x, y)
			if assert.NoError(s, err) {
				s.right(x.ms[1], y.ms[1], zs[1], v, "in the other right-hand side")
			}
		}
	}
}
