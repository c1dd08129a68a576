// Package recorded compares what examples compute with results that were recorded from other
// frameworks.
package recorded

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/goivy/goivy/backends/libtorch"   // if it is built in
	_ "github.com/goivy/goivy/backends/tensorflow" // if it is built in
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
)

// OnBackends calls f for every backend that is linked, as a subtest of its name.
func OnBackends(t *testing.T, f func(t *testing.T, e *ivy.Env)) {
	t.Helper()
	names := backend.Linked()
	require.NotEmpty(t, names)
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			e, err := ivy.NewEnv(name)
			require.NoError(t, err)
			f(t, e)
		})
	}
}

// Results are recorded arrays by name.
type Results map[string]*ivy.Array

// Load returns the arrays of a .npz file.
func Load(t *testing.T, path string) Results {
	t.Helper()
	r, err := ivy.LoadAll(path)
	require.NoError(t, err)
	return r
}

// Array returns the recorded array of that name, and fails the test if there is none.
func (r Results) Array(t *testing.T, name string) *ivy.Array {
	t.Helper()
	require.Contains(t, r, name)
	return r[name]
}

// Equal fails unless an array has the dtype, the shape and all elements of the recorded one.
func (r Results) Equal(t *testing.T, name string, got *ivy.Array) {
	t.Helper()
	want := r.Array(t, name)
	require.Equal(t, want.Dtype(), got.Dtype(), name)
	require.Equal(t, want.Shape(), got.Shape(), name)
	assert.True(t, string(want.Bytes()) == string(got.Bytes()), "other elements of %s", name)
}

// Close fails unless an array has the dtype and the shape of the recorded one, and no element
// differs by more than tolerance times the greatest magnitude that is recorded.
func (r Results) Close(t *testing.T, name string, got *ivy.Array, tolerance float64) {
	t.Helper()
	want := r.Array(t, name)
	require.Equal(t, want.Dtype(), got.Dtype(), name)
	require.Equal(t, want.Shape(), got.Shape(), name)
	gap, scale := Gap(want, got)
	assert.LessOrEqual(t, gap, tolerance*scale, "%s, of numbers up to %g", name, scale)
	assert.False(t, math.IsNaN(gap), name)
}

// Gap returns the greatest difference between two arrays of one shape, and the greatest magnitude
// of the first; NaN if an element is NaN.
func Gap(want, got *ivy.Array) (gap, scale float64) {
	w := want.ToBackend("native")
	g := got.ToBackend("native")
	if w.Size() == 0 {
		return 0, 0
	}
	return w.Subtract(g).Abs().Max().Float(), w.Abs().Max().Float()
}

// SameSigns returns x with those rows negated whose scalar product with the row of the recorded
// array is negative: singular vectors and eigenvectors are determined up to a sign.
func (r Results) SameSigns(t *testing.T, name string, x *ivy.Array) *ivy.Array {
	t.Helper()
	want := r.Array(t, name)
	require.Equal(t, want.Shape(), x.Shape(), name)
	x = x.ToBackend("native")
	return x.Multiply(want.Multiply(x).Sum(ivy.Axis(-1), ivy.KeepDims(true)).Sign())
}
