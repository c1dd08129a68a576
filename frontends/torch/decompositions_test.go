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
