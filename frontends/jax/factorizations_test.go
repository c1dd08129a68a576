package jax

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// Factors whose signs and order are ours make the matrix again.
func TestFactorsMultiply(t *testing.T) {
	j := newJAX(t, Config{X64: true}, "native")
	e := j.Env()
	l := j.NumPy().Linalg()
	for _, d := range []dtype.Dtype{ivy.Float64, ivy.Complex128} {
		x := e.Astype(e.Asarray([][]float64{{4, 1, -2}, {1, 2, 0.5}, {-2, 0.25, 3}}), d)
		near := func(want, got *ivy.Array) {
			t.Helper()
			assert.Less(t, e.Max(e.Abs(e.Subtract(want, got))).Float(), 1e-13)
		}
		eig := l.Eig(x)
		w, v := eig[0].V, eig[1].V
		assert.Equal(t, ivy.Complex128, w.Dtype())
		near(e.MatMul(e.Astype(x, ivy.Complex128), v), e.Multiply(v, w))
		symmetric := e.Divide(e.Add(x, e.Adjoint(x)), 2)
		eigh := l.Eigh(x)
		w, v = eigh[0].V, eigh[1].V
		near(e.MatMul(symmetric, v), e.Multiply(v, e.Astype(w, d)))
		for _, hermitian := range []bool{false, true} {
			of := x
			if hermitian {
				of = symmetric
			}
			svd := j.Call(functions.Must("numpy.linalg.svd"), x, Kw("hermitian", hermitian)).([]*frontend.Array)
			near(of, e.MatMul(e.Multiply(svd[0].V, e.Astype(svd[1].V, d)), svd[2].V))
		}
	}
	turned := l.Eigvals(e.Asarray([][]float64{{0, 1}, {-1, 0}}, ivy.Float64)).V
	assert.Equal(t, []complex128{1i, -1i}, ivy.Values[complex128](turned))
}
