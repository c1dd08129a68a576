package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/support/examples/internal/recorded"
)

const digits = "../digits/digits.npz"

// What NumPy finds, every backend finds.
func TestNumPy(t *testing.T) {
	want := recorded.Load(t, "testdata/numpy.npz")
	recorded.OnBackends(t, func(t *testing.T, e *ivy.Env) {
		x, err := readImages(e, digits)
		require.NoError(t, err)
		p := analyse(e, x)
		want.Close(t, "mean", p.mean, 1e-14)
		want.Close(t, "variance", p.variance, 1e-12)
		want.Close(t, "ratio", p.ratio, 1e-12)
		components := p.components.Get(ivy.Slice(nil, 10))
		want.Close(t, "components", want.SameSigns(t, "components", components), 1e-10)
		projections := p.project(x.Get(ivy.Slice(nil, nil, 8)), 10).T()
		want.Close(t, "projections", want.SameSigns(t, "projections", projections), 1e-10)
		want.Close(t, "restored", p.restore(p.project(x.Get(ivy.Slice(0, 1)), 20)).Get(0), 1e-10)

		all := p.restore(p.project(x, 64))
		assert.True(t, e.AllClose(all, x, ivy.Atol(1e-10)).Bool(), "all components give the images back")
		coordinates := p.project(x, 64)
		covariance := coordinates.T().MatMul(coordinates).Divide(float64(x.Dim(0) - 1))
		assert.True(t, e.AllClose(covariance, e.Diag(p.variance), ivy.Atol(1e-9)).Bool(), "coordinates are uncorrelated")
	})
}

func TestReport(t *testing.T) {
	recorded.OnBackends(t, func(t *testing.T, e *ivy.Env) {
		x, err := readImages(e, digits)
		require.NoError(t, err)
		var out bytes.Buffer
		analyse(e, x).report(&out, x)
		assert.Contains(t, out.String(), "        1    179.01  14.9%     14.9%\n")
		assert.Contains(t, out.String(), "95% of the variance: 29 components\n")
	})
	_, err := readImages(ivy.Standard(), "testdata/numpy.npz")
	assert.ErrorContains(t, err, "has no images")
}
