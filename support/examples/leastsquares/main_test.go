package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/numpy"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/support/examples/internal/recorded"
)

const digits = "../digits/digits.npz"

// What NumPy finds, every backend finds.
func TestNumPy(t *testing.T) {
	want := recorded.Load(t, "testdata/numpy.npz")
	recorded.OnBackends(t, func(t *testing.T, e *ivy.Env) {
		a, b, err := read(e, digits)
		require.NoError(t, err)
		s := solve(e, a, b)
		want.Equal(t, "rank", s.rank)
		want.Close(t, "solution", s.x, 1e-12)
		want.Close(t, "pinv", s.x, 1e-12)
		want.Close(t, "pinv", e.Pinv(a).MatMul(b), 1e-12)
		want.Close(t, "singular_values", s.singularValues, 1e-13)
		want.Close(t, "left", s.left, 1e-12)
		want.Close(t, "norm", e.VectorNorm(s.x, ivy.Axis(0)), 1e-12)

		// Another solution, with the classes' indicators against the intercept, fits as well and is longer.
		other := s.x.CopyArray()
		other.Get(0).IAdd(1.0)
		other.Get(ivy.Slice(1, 11)).ISubtract(1.0)
		assert.True(t, e.AllClose(a.MatMul(other), a.MatMul(s.x)).Bool())
		assert.True(t, e.All(e.VectorNorm(other, ivy.Axis(0)).Greater(e.VectorNorm(s.x, ivy.Axis(0)))).Bool())
	})
}

// NumPy's own function gives no residuals for a matrix that lacks rank.
func TestFrontend(t *testing.T) {
	want := recorded.Load(t, "testdata/numpy.npz")
	a, b, err := read(ivy.Standard(), digits)
	require.NoError(t, err)
	z := numpy.Linalg.Lstsq(a, b)
	require.Len(t, z, 4)
	want.Close(t, "solution", z[0].V, 1e-12)
	assert.Equal(t, []int{0}, z[1].V.Shape())
	assert.Equal(t, 11, z[2].V.Int())
	want.Close(t, "singular_values", z[3].V, 1e-13)
}

func TestReport(t *testing.T) {
	recorded.OnBackends(t, func(t *testing.T, e *ivy.Env) {
		a, b, err := read(e, digits)
		require.NoError(t, err)
		var out bytes.Buffer
		solve(e, a, b).report(&out, a, b)
		assert.Contains(t, out.String(), "13 columns of rank 11\n")
		assert.Contains(t, out.String(), "digit 8")
	})
	_, _, err := read(ivy.Standard(), "testdata/numpy.npz")
	assert.ErrorContains(t, err, "has no images")
}
