package backendtest

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// hyperbolic returns z with elements near ±cosh(710) replaced by that, to 4 units in the last place.
func hyperbolic(e *ivy.Env, z *ivy.Array) *ivy.Array {
	const cosh = 1.1169973830808557e308
	near := e.Less(e.Abs(e.Subtract(e.Abs(z), cosh)), cosh*4*0x1p-52)
	return e.Where(near, e.CopySign(e.FullLike(z, cosh), z), z)
}

// trapsCalls has what random calls found, each reduced to its cause.
func trapsCalls(t *testing.T, e *ivy.Env) {
	runTraps(t, e, []trap{
		{name: "Arange continues the distance of its first two elements", want: []float64{-2, -1.9, -1.7999999999999998, -1.6999999999999997, -1.5999999999999996},
			call: func(e *ivy.Env) *ivy.Array { return e.Arange(-2, -1.5, 0.1, dtype.Float64) }},
		{name: "and so it does before a cast", want: []int64{-3, -2, -2, -2, -2, -2, -2, -2, -2, -2, -1},
			call: func(e *ivy.Env) *ivy.Array { return e.Arange(-3, -1.9, 0.1, dtype.Int8) }},
		{name: "sinh is finite where e**x is not, in whole registers too", want: slices.Repeat([]float64{1.1169973830808557e308, -1.1169973830808557e308}, 9),
			call: func(e *ivy.Env) *ivy.Array { return hyperbolic(e, e.Sinh(slices.Repeat([]float64{710, -710}, 9))) }},
		{name: "and so is cosh", want: slices.Repeat([]float64{1.1169973830808557e308}, 18),
			call: func(e *ivy.Env) *ivy.Array { return hyperbolic(e, e.Cosh(slices.Repeat([]float64{710, -710}, 9))) }},
		{name: "Silu where the sigmoid is subnormal", ulps: 8, want: []float64{-8.62697552192007e-306, -3.1781632202293424e-306, -2.1565100229054776e-308, 0},
			call: func(e *ivy.Env) *ivy.Array { return e.Silu(e.Asarray([]float64{-709, -710, -715, 0})) }},
	})
	t.Run("Reshape without a copy into Out", func(t *testing.T) {
		x := e.Asarray([]float32{1, 2, 3})
		z := e.Zeros([]int{3, 1}, dtype.Float32)
		require.NoError(t, ivy.Try(func() { assert.Same(t, z, e.Reshape(x, []int{3, 1}, ivy.Copy(false), ivy.Out(z))) }))
		assert.Equal(t, []float32{1, 2, 3}, ivy.Values[float32](z))
		assert.ErrorIs(t, ivy.Try(func() { e.Reshape(x, []int{3, 1}, ivy.Copy(false), ivy.Out(x)) }), ivy.ErrShape)
	})
	t.Run("nested slices of one dtype ask no rule", func(t *testing.T) {
		e, err := ivy.NewEnv(e.CurrentBackend())
		require.NoError(t, err)
		e.SetPromotionRule(ivy.ArrayAPIRule(dtype.StandardDefaults))
		x := [][]ivy.Half{{dtype.HalfFromFloat64(1)}, {dtype.HalfFromFloat64(2)}}
		require.NoError(t, ivy.Try(func() {
			assert.Equal(t, dtype.Float16, e.Asarray(x).Dtype())
			assert.Equal(t, []float64{1, 4}, ivy.Values[float64](e.Astype(e.Square(x), dtype.Float64)))
		}))
	})
}
