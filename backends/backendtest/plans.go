package backendtest

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
)

// plansGo holds that calls of a compiled function give their results while its plans are
// let go under them: the backend closes plans that calls run, or are about to.
func (s *suite) plansGo(t *testing.T) {
	e, err := ivy.NewEnv(s.name)
	require.NoError(t, err)
	e.SetMaxPlans(2)
	f := func(x *ivy.Array) *ivy.Array { return e.Softmax(e.Add(e.Multiply(x, x), 1)) }
	g := e.Compile(f)
	xs, want := make([]*ivy.Array, 5), make([][]float32, 5)
	for i := range xs {
		xs[i] = e.Astype(e.Linspace(-1, 1, 100*i+2), ivy.Float32)
		want[i] = ivy.Values[float32](f(xs[i]))
	}
	times := 60
	if testing.Short() {
		times = 15
	}
	var wg sync.WaitGroup
	for i := range 6 {
		wg.Go(func() {
			for k := range times {
				n := (i + k) % len(xs)
				var got []float32
				err := ivy.Try(func() { got = ivy.Values[float32](g.Call(xs[n])) })
				if !assert.NoError(t, err) || !assert.InDeltaSlice(t, want[n], got, 1e-6) {
					return
				}
			}
		})
	}
	wg.Wait()
}
