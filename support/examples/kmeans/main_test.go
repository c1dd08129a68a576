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

// Every image is in the cluster that NumPy puts it in, in every iteration, on every backend.
func TestNumPy(t *testing.T) {
	want := recorded.Load(t, "testdata/numpy.npz")
	recorded.OnBackends(t, func(t *testing.T, e *ivy.Env) {
		x, classes, err := read(e, digits)
		require.NoError(t, err)
		r, err := cluster(e, x, x.Get(ivy.Slice(nil, clusters)), 100)
		require.NoError(t, err)
		want.Equal(t, "labels", e.Stack(r.labels).Astype(ivy.Uint8))
		want.Close(t, "inertia", e.Asarray(r.inertia), 1e-13)
		want.Close(t, "centres", r.centres, 1e-13)

		var out bytes.Buffer
		r.report(&out, x, classes)
		assert.Contains(t, out.String(), "% of the images are in a cluster of which most show the same digit:\n")

		_, err = cluster(e, x, x.Get(ivy.Slice(nil, clusters)), 3)
		assert.ErrorContains(t, err, "labels still change after 3 iterations")
		_, err = cluster(e, x, e.Concat([]*ivy.Array{x.Get(ivy.Slice(0, 1)), e.Full([]int{1, 64}, 1e3)}), 3)
		assert.ErrorContains(t, err, "a cluster has no rows")
	})
	_, _, err := read(ivy.Standard(), "testdata/missing.npz")
	assert.Error(t, err)
}
