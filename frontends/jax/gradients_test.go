package jax

import (
	"maps"
	"math"
	"math/cmplx"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/golden"
	"github.com/goivy/goivy/ivy"
)

// Functions have the derivatives that differences of their results show, or refuse.
func TestGradients(t *testing.T) {
	n := newJAX(t, Config{X64: true}, "native").Namespace
	s := golden.Space{Namespace: n}
	for _, part := range slices.Sorted(maps.Keys(parts)) {
		if !strings.HasSuffix(part, "32") {
			s.Files = append(s.Files, "values-"+part)
		}
	}
	golden.Gradients{
		Function:      valueFunctions(n),
		Constant:      "lax.stop_gradient",
		Apart:         "random.", // TestDrawsHaveGradients
		Refused:       "numpy.arange numpy.nextafter lax.nextafter scipy.linalg.schur lax.linalg.schur scipy.linalg.funm",
		PartlyRefused: "scipy.special.gammainc scipy.special.gammaincc scipy.special.zeta",
		Hermitian:     "numpy.linalg.cholesky numpy.linalg.eigh numpy.linalg.eigvalsh scipy.linalg.cholesky scipy.linalg.cho_factor scipy.linalg.eigh scipy.linalg.solve lax.linalg.cholesky lax.linalg.eigh lax.linalg.tridiagonal",
		Unreached: map[string]string{
			"it has no array as its result": `config.update numpy.issubdtype numpy.isdtype numpy.broadcast_shapes
				numpy.set_printoptions numpy.get_printoptions numpy.printoptions`,
			"it takes no array": `numpy.zeros numpy.ones numpy.empty numpy.eye numpy.identity numpy.tri numpy.indices lax.iota lax.broadcasted_iota
				numpy.bartlett numpy.blackman numpy.hamming numpy.hanning numpy.diag_indices numpy.tril_indices numpy.triu_indices
				scipy.linalg.hilbert scipy.linalg.invhilbert scipy.linalg.pascal scipy.linalg.invpascal scipy.linalg.helmert scipy.linalg.hadamard scipy.linalg.dft`,
			"it takes bools and integers": `numpy.bitwise_invert numpy.bitwise_not numpy.invert numpy.bitwise_and numpy.bitwise_or numpy.bitwise_xor
				numpy.left_shift numpy.bitwise_left_shift numpy.right_shift numpy.bitwise_right_shift numpy.gcd numpy.lcm numpy.bitwise_count
				lax.bitwise_not lax.population_count lax.clz lax.bitwise_and lax.bitwise_or lax.bitwise_xor lax.shift_left
				lax.shift_right_arithmetic lax.shift_right_logical lax.linalg.lu_pivots_to_permutation`,
			"no call of it gives float64": "numpy.bfloat16 numpy.float16 numpy.float32 numpy.complex64 lax.convert_element_type",
		},
	}.Run(t, s)
}

// Functions that are computed in Go have derivatives of every order where they have one of theirs, and are
// constants where nothing is recorded.
func TestGradientsOfWhatGoComputes(t *testing.T) {
	n := newJAX(t, Config{X64: true}, "native").Namespace
	e := n.Env()
	call := func(path string) func(x *ivy.Array) *ivy.Array {
		return func(x *ivy.Array) *ivy.Array {
			return n.Call(n.Functions.Must(path), n.Wrap(x)).(*frontend.Array).V
		}
	}
	x := e.Asarray(0.5, ivy.Float64)
	for path, want := range map[string][2]float64{ // first and second derivative
		"lax.erf_inv":   {0.8862269254527580 * math.Exp(0.22746821155978635), 2 * 0.4769362762044699 * math.Pow(0.8862269254527580*math.Exp(0.22746821155978635), 2)},
		"numpy.cbrt":    {math.Pow(0.5, -2./3) / 3, -2 * math.Pow(0.5, -5./3) / 9},
		"lax.lgamma":    {-1.9635100260214235, math.Pi * math.Pi / 2},
		"lax.digamma":   {math.Pi * math.Pi / 2, -16.8287966442343199955}, // −14·ζ(3)
		"numpy.float64": {1, 0},
	} {
		first := e.Grad(call(path))
		assert.InDelta(t, want[0], ivy.Item[float64](first(x).(*ivy.Array)), 1e-12, path)
		second := func() float64 {
			return ivy.Item[float64](e.Grad(func(x *ivy.Array) *ivy.Array { return first(x).(*ivy.Array) })(x).(*ivy.Array))
		}
		assert.InDelta(t, want[1], second(), 1e-12, path)
	}
	z := e.Asarray(0.3+0.4i, ivy.Complex128)
	exp := call("numpy.exp")
	_, pull := e.VJP(func(z *ivy.Array) *ivy.Array {
		_, pull := e.VJP(exp, z)
		return pull(e.OnesLike(z))[0].(*ivy.Array)
	}, z)
	assert.InDelta(t, 0, cmplx.Abs(cmplx.Exp(0.3+0.4i)-ivy.Item[complex128](pull(e.OnesLike(z))[0].(*ivy.Array))), 1e-15)
	item := n.Call(n.Functions.Must(".item"), n.Wrap(e.NewTape().Watch(x)))
	assert.Equal(t, 0.5, item)
}
