//go:build tensorflow && libtorch

package tensorflow

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/goivy/goivy/backends/libtorch"
	"github.com/goivy/goivy/ivy"
)

// Both C libraries work side by side in one process, errors and exceptions included.
func TestBesideTorch(t *testing.T) {
	native, err := ivy.NewEnv("native")
	require.NoError(t, err)
	var envs []*ivy.Env
	for _, name := range []string{"torch", "tensorflow"} {
		e, err := ivy.NewEnv(name)
		require.NoError(t, err)
		envs = append(envs, e)
	}
	run := func(e *ivy.Env, i int) []byte {
		x := e.Asarray([]float64{float64(i), 2, 3, 4})
		return e.Sum(e.Multiply(e.Add(e.Reshape(x, []int{2, 2}), 1), x.Get(1)), ivy.Axis(0)).Bytes()
	}
	for i := range 10_000 {
		require.Equal(t, run(native, i), run(envs[i%2], i))
		if i%100 == 0 {
			x := envs[i%2].Asarray([]int{1, 2})
			require.ErrorIs(t, ivy.Try(func() { envs[i%2].Take(x, []int{7}) }), ivy.ErrIndex)
		}
	}
	// Both carry the same library for products of bfloat16. These are exact.
	for i := range 20 {
		n := 64 + i
		for _, e := range append(envs, native) {
			a := e.Astype(e.Reshape(e.Remainder(e.Arange(n*n), 7), []int{n, n}), ivy.BFloat16)
			z := e.MatMul(a, e.Eye(n, ivy.BFloat16))
			require.Equal(t, a.Bytes(), z.Bytes(), e.CurrentBackend())
			ones := e.MatMul(e.Ones([]int{n, 256}, ivy.BFloat16), e.Ones([]int{256, n}, ivy.BFloat16))
			require.Equal(t, 256.0, e.Min(ones).Float(), e.CurrentBackend())
			require.Equal(t, 256.0, e.Max(ones).Float(), e.CurrentBackend())
		}
	}
	x := envs[0].Asarray([]float32{1, 2})
	y := x.ToBackend("tensorflow")
	assert.Equal(t, "tensorflow", y.Backend())
	assert.Equal(t, x.Bytes(), y.Bytes())
}
