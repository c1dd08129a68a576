package torch

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// TestReflections reduces matrices of several panels and multiplies the reflections together again.
func TestReflections(t *testing.T) {
	n, err := New(Config{Backend: "native"})
	require.NoError(t, err)
	n.ManualSeed(3)
	e := n.Env()
	near := func(x, y *Tensor, what string, dims []int) {
		t.Helper()
		assert.True(t, e.AllClose(x.V, y.V, ivy.Rtol(1e-9), ivy.Atol(1e-9)).Bool(), "%s of %v", what, dims)
	}
	for _, d := range []dtype.Dtype{dtype.Float64, dtype.Complex128} {
		for _, dims := range [][]int{{70, 65}, {65, 70}, {2, 100, 33}, {33, 100}, {32, 32}, {33, 33}, {200, 1}} {
			x := n.Randn(dims, Kw("dtype", d))
			fs := n.Geqrf(x)
			packed, tau := fs[0], fs[1]
			m, k := dims[len(dims)-2], dims[len(dims)-1]
			r := n.Triu(packed)
			near(n.Ormqr(packed, tau, r), x, "Q·R", dims)
			near(n.Ormqr(packed, tau, x, Kw("transpose", true)), r, "Qᴴ·x", dims)
			near(n.Ormqr(packed, tau, r.MH(), Kw("left", false), Kw("transpose", true)), x.MH(), "Rᴴ·Qᴴ", dims)
			if m >= k {
				q := n.Linalg().HouseholderProduct(packed, tau)
				near(n.Matmul(q, (*Tensor)(n.Wrap(e.GetItem(r.V, ivy.Ellipsis, ivy.Slice(0, k), ivy.Colon)))), x, "Q·R of the first columns", dims)
				near(n.Matmul(q.MH(), q), n.BroadcastTo(n.Eye(k, Kw("dtype", d)), n.Matmul(q.MH(), q).Shape()), "Qᴴ·Q", dims)
			}
		}
	}
}

// TestFactorsBroadcast solves with a batch of factors and several right sides, which makes PyTorch itself crash.
func TestFactorsBroadcast(t *testing.T) {
	n, err := New(Config{Backend: "native"})
	require.NoError(t, err)
	n.ManualSeed(4)
	x := n.Randn(2, 1, 7, 7, Kw("dtype", dtype.Float64))
	x = n.Add(x, x.MT())
	b := n.Randn(3, 7, 2, Kw("dtype", dtype.Float64))
	fs := n.Linalg().LdlFactor(x)
	z := n.Linalg().LdlSolve(fs[0], fs[1], b)
	assert.Equal(t, []int{2, 3, 7, 2}, z.Shape())
	assert.True(t, n.Env().AllClose(n.Matmul(x, z).V, n.BroadcastTo(b, z.Shape()).V, ivy.Atol(1e-9)).Bool())
}

// TestLowRanksHaveGradients differentiates functions that begin with random vectors where their results do not depend on these, as the functions that find all
// values and vectors.
func TestLowRanksHaveGradients(t *testing.T) {
	n, err := New(Config{Backend: "native"})
	require.NoError(t, err)
	n.ManualSeed(6)
	e := n.Env()
	same := func(x *Tensor, f, g func(x *Tensor) []*Tensor) {
		t.Helper()
		grads := make([]*ivy.Array, 2)
		for i, f := range []func(x *Tensor) []*Tensor{f, g} {
			grads[i] = e.Grad(func(x *ivy.Array) *ivy.Array {
				z := f((*Tensor)(n.Wrap(x)))
				sum := e.Zeros(nil, dtype.Float64)
				for _, y := range z {
					w := e.Reshape(e.Arange(0, y.V.Size(), dtype.Float64), y.Shape())
					sum = e.Add(sum, e.Sum(e.Multiply(e.Multiply(y.V, y.V), w))) // squares have no signs
				}
				return sum
			})(x.V).(*ivy.Array)
		}
		assert.True(t, e.AllClose(grads[0], grads[1], ivy.Rtol(1e-4), ivy.Atol(1e-4)).Bool(), "%v\n%v", grads[0], grads[1])
		assert.True(t, e.Any(e.Greater(e.Abs(grads[1]), 0.01)).Bool())
	}
	x := n.Randn(5, 4, Kw("dtype", dtype.Float64))
	svd := func(x *Tensor) []*Tensor { return n.Svd(x) }
	same(x, func(x *Tensor) []*Tensor { return n.SvdLowrank(x, 4) }, svd)
	same(x, func(x *Tensor) []*Tensor { return n.PcaLowrank(x, 4, false) }, svd)
	half := n.Mul(x, 0.5)
	same(x, func(x *Tensor) []*Tensor { return n.SvdLowrank(x, 4, 2, half) }, func(x *Tensor) []*Tensor { return n.Svd(n.Sub(x, half)) })

	a := n.Randn(9, 9, Kw("dtype", dtype.Float64))
	a = n.Add(n.Matmul(a, a.MT()), n.Diag(n.Arange(9, Kw("dtype", dtype.Float64))))
	first := func(zs []*Tensor) []*Tensor {
		return []*Tensor{zs[0].Get(ivy.Slice(0, 2)), zs[1].Get(ivy.Colon, ivy.Slice(0, 2))}
	}
	symmetric := func(x *Tensor) *Tensor { return n.Mul(n.Add(x, x.MT()), 0.5) }
	same(a, func(x *Tensor) []*Tensor { return n.Lobpcg(x, 2, Kw("largest", false), Kw("tol", 1e-13)) }, func(x *Tensor) []*Tensor { return first(n.Linalg().Eigh(symmetric(x))) })
	b := n.Add(n.Eye(9, Kw("dtype", dtype.Float64)), n.Mul(a, 0.125))
	same(b, func(b *Tensor) []*Tensor {
		return n.Lobpcg(a, 2, b, Kw("largest", false), Kw("tol", 1e-13))
	}, func(b *Tensor) []*Tensor {
		l := n.Cholesky(symmetric(b))
		inverse := n.Inverse(l)
		zs := first(n.Linalg().Eigh(symmetric(n.Matmul(n.Matmul(inverse, a), inverse.MT()))))
		return []*Tensor{zs[0], n.Matmul(inverse.MT(), zs[1])}
	})
}

// TestInfos holds which minor or pivot failed, of each matrix of a batch.
func TestInfos(t *testing.T) {
	n, err := New(Config{Backend: "native"})
	require.NoError(t, err)
	batch := [][][]float64{
		{{2, 0, 0}, {0, 3, 0}, {0, 0, 4}},
		{{-1, 0, 0}, {0, 3, 0}, {0, 0, 4}},
		{{2, 0, 0}, {0, -3, 0}, {0, 0, 4}},
		{{2, 1, 0}, {1, 3, 0}, {0, 0, -4}},
	}
	for _, d := range []dtype.Dtype{dtype.Float32, dtype.Float64, dtype.Complex64, dtype.Complex128} {
		x := n.AsTensor(batch, Kw("dtype", d))
		assert.Equal(t, []int32{0, 1, 2, 3}, ivy.Values[int32](n.Linalg().CholeskyEx(x)[1].V), "cholesky_ex of %v", d)
		singular := n.Multiply(x, n.AsTensor([][][]float64{{{1}, {1}, {1}}, {{0}, {1}, {1}}, {{1}, {0}, {1}}, {{1}, {1}, {0}}}, Kw("dtype", d)))
		assert.Equal(t, []int32{0, 1, 2, 3}, ivy.Values[int32](n.Linalg().InvEx(singular)[1].V), "inv_ex of %v", d)
		assert.Equal(t, []int32{0, 1, 2, 3}, ivy.Values[int32](n.Linalg().SolveEx(singular, n.Ones([]int{4, 3, 1}, Kw("dtype", d)))[1].V), "solve_ex of %v", d)
	}
}
