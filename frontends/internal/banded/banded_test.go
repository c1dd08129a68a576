package banded

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	_ "github.com/goivy/goivy/backends/native"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

func draw(r *rand.Rand, e *ivy.Env, d dtype.Dtype, dims ...int) *ivy.Array {
	n := 1
	for _, v := range dims {
		n *= v
	}
	z := make([]complex128, n)
	for i := range z {
		z[i] = complex(r.NormFloat64(), r.NormFloat64())
	}
	x := e.Reshape(e.Asarray(z), dims)
	if !d.IsComplex() {
		x = e.Real(x)
	}
	return e.Astype(x, d)
}

// dense returns the matrices of which diagonals are the bands from the kth on: position i of each is in row i.
func dense(e *ivy.Env, bands *ivy.Array, offsets []int) *ivy.Array {
	s := bands.Shape()
	n := s[len(s)-1]
	z := e.Zeros(append(s[:len(s)-2:len(s)-2], n, n), bands.Dtype())
	for b, off := range offsets {
		for i := range n {
			if j := i + off; j >= 0 && j < n {
				e.SetItem(z, e.GetItem(bands, ivy.Ellipsis, b, i), ivy.Ellipsis, i, j)
			}
		}
	}
	return z
}

// TestTridiagonal solves with matrices of one panel and of several.
func TestTridiagonal(t *testing.T) {
	e := ivy.Standard()
	for _, d := range []dtype.Dtype{dtype.Float64, dtype.Complex128} {
		for _, n := range []int{1, 2, 3, 63, 64, 65, 66, 127, 128, 129, 130, 200} {
			for _, lead := range [][]int{nil, {2}, {2, 0}} {
				if len(lead) > 0 && n%64 != 1 {
					continue
				}
				r := rand.New(rand.NewPCG(uint64(n), 3))
				diagonals, b := draw(r, e, d, append(lead, 3, n)...), draw(r, e, d, append(lead, n, 2)...)
				a := dense(e, diagonals, []int{1, 0, -1})
				x, singular := Tridiagonal(e, diagonals, b)
				assert.True(t, e.AllClose(e.MatMul(a, x), b, ivy.Atol(1e-9)).Bool(), "%v %d", d, n)
				assert.False(t, e.Any(singular).Bool())

				dominant := e.Multiply(diagonals, e.Astype(e.Reshape(e.Asarray([]float64{0.1, 1, 0.1}), []int{3, 1}), d))
				dominant = e.Add(dominant, e.Astype(e.Reshape(e.Asarray([]float64{0, 4, 0}), []int{3, 1}), d))
				x, singular = TridiagonalInOrder(e, dominant, b)
				assert.True(t, e.AllClose(e.MatMul(dense(e, dominant, []int{1, 0, -1}), x), b, ivy.Atol(1e-9)).Bool(), "%v %d, in order", d, n)
				assert.False(t, e.Any(singular).Bool())
			}
		}
	}
}

// TestSingular finds pivots that are 0, in the matrices that have them.
func TestSingular(t *testing.T) {
	e := ivy.Standard()
	for _, n := range []int{3, 70, 130} {
		for _, at := range []int{0, n / 2, n - 1} {
			diagonals := e.Zeros([]int{2, 3, n})
			e.SetItem(diagonals, 2, ivy.Ellipsis, 1, ivy.Colon)
			e.SetItem(diagonals, 0, 1, 1, at)
			for _, f := range []func(e *ivy.Env, diagonals, b *ivy.Array) (x, singular *ivy.Array){Tridiagonal, TridiagonalInOrder} {
				x, singular := f(e, diagonals, e.Ones([]int{2, n, 1}))
				assert.Equal(t, []bool{false, true}, ivy.Values[bool](singular), "%d of %d", at, n)
				assert.True(t, e.All(e.Equal(e.GetItem(x, 0), 0.5)).Bool())
			}
		}
	}
}

// TestTriangular solves with bands, narrow and wider than a panel.
func TestTriangular(t *testing.T) {
	e := ivy.Standard()
	for _, d := range []dtype.Dtype{dtype.Float64, dtype.Complex128} {
		for _, dims := range [][2]int{{1, 1}, {1, 5}, {2, 5}, {5, 5}, {7, 5}, {3, 64}, {3, 65}, {2, 140}, {70, 150}, {160, 150}} {
			k, n := dims[0], dims[1]
			for _, lower := range []bool{false, true} {
				r := rand.New(rand.NewPCG(uint64(n), 5))
				bands, b := e.Multiply(draw(r, e, d, 2, 1, k, n), e.Full(nil, 0.5/float64(k), d)), draw(r, e, d, 3, n, 2)
				offsets, main := make([]int, k), k-1
				for i := range offsets {
					offsets[i] = k - 1 - i
					if lower {
						offsets[i], main = -i, 0
					}
				}
				e.SetItem(bands, e.Add(e.GetItem(bands, ivy.Ellipsis, main, ivy.Colon), e.Full(nil, 3, d)), ivy.Ellipsis, main, ivy.Colon)
				a := dense(e, bands, offsets)
				for _, adjoint := range []bool{false, true} {
					x := Triangular(e, bands, b, lower, adjoint)
					if adjoint {
						a = e.Adjoint(a)
					}
					assert.Equal(t, []int{2, 3, n, 2}, x.Shape())
					assert.True(t, e.AllClose(e.MatMul(a, x), e.BroadcastTo(b, x.Shape()), ivy.Atol(1e-9)).Bool(), "%v %v %v %v", d, dims, lower, adjoint)
				}
			}
		}
	}
	assert.ErrorIs(t, ivy.Try(func() { Triangular(e, e.Zeros([]int{2, 3}), e.Ones([]int{3, 1}), true, false) }), ivy.ErrLinAlg)
}

// TestPerturbed solves what has a solution, and gives large numbers for what has none.
func TestPerturbed(t *testing.T) {
	e := ivy.Standard()
	for _, n := range []int{1, 2, 3, 20} {
		r := rand.New(rand.NewPCG(uint64(n), 9))
		diagonals, b := draw(r, e, dtype.Complex128, 3, n), draw(r, e, dtype.Complex128, n, 2)
		x := ivy.Values[complex128](b)
		Perturbed(ivy.Values[complex128](diagonals), x, n, 2)
		assert.True(t, e.AllClose(e.MatMul(dense(e, diagonals, []int{1, 0, -1}), e.Reshape(e.Asarray(x), []int{n, 2})), b, ivy.Atol(1e-9)).Bool(), "%d", n)
	}
	x := []float64{1, 2, 3}
	Perturbed([]float64{1, 0, 0, 1, 1, 0, 0, 0, 0}, x, 3, 1)
	assert.Equal(t, []float64{-1, 2, 3 * 0x1p52}, x)
	x = []float64{1}
	Perturbed([]float64{0, 0, 0}, x, 1, 1)
	assert.Equal(t, []float64{0x1p1022}, x)
}
