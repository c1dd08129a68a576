package main

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/support/examples/internal/recorded"
)

// What NumPy finds, every backend finds. The greatest eigenvalue is 10⁸ times the least one, and
// rounding is relative to the greatest.
func TestNumPy(t *testing.T) {
	want := recorded.Load(t, "testdata/numpy.npz")
	recorded.OnBackends(t, func(t *testing.T, e *ivy.Env) {
		m := steel.modes(e)
		want.Close(t, "frequencies", m.frequencies, 1e-10)
		ratio := m.frequencies.ToBackend("native").Divide(want.Array(t, "frequencies"))
		assert.True(t, ivy.AllClose(ratio, ivy.OnesLike(ratio), ivy.Rtol(1e-7)).Bool(), "%v", ratio)
		want.Close(t, "modes", want.SameSigns(t, "modes", m.shapes.Get(ivy.Slice(nil, 6))), 1e-7)
	})
}

// The frequencies are those of the continuous beam, from above, and the eigenvectors those of the problem.
func TestAnalytic(t *testing.T) {
	roots := []float64{1.8751040687119611, 4.694091132974175, 7.854757438237613}
	first := steel.analytic(0)
	for i, x := range roots {
		assert.InEpsilon(t, x*x/(roots[0]*roots[0]), steel.analytic(i)/first, 1e-12)
	}
	recorded.OnBackends(t, func(t *testing.T, e *ivy.Env) {
		m := steel.modes(e)
		for i, most := range []float64{2e-7, 2.2e-6, 2e-5, 7e-5, 2e-4, 4e-4} {
			over := m.frequencies.Get(i).Float()/steel.analytic(i) - 1
			assert.Less(t, over, most, "mode %d", i)
			assert.Greater(t, over, -1e-7, "mode %d", i)
		}
		fine := steel
		fine.elements = 40
		second := fine.modes(e).frequencies.Get(1).Float()/steel.analytic(1) - 1
		assert.InDelta(t, 1.0/16, second/(m.frequencies.Get(1).Float()/steel.analytic(1)-1), 0.01, "errors fall with the fourth power of the length of an element")
	})
}

func TestReport(t *testing.T) {
	recorded.OnBackends(t, func(t *testing.T, e *ivy.Env) {
		var out bytes.Buffer
		steel.modes(e).report(&out, steel)
		assert.Contains(t, out.String(), "   1   4.178 Hz     4.178 ")
		assert.Contains(t, out.String(), "\nmode 3\n")
	})
}
