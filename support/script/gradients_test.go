package script

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func evaluated(t *testing.T, program string) (Value, error) {
	s, err := New(Options{})
	require.NoError(t, err)
	return s.Run(context.Background(), "p", []byte(program))
}

// The functions of the module ivy that differentiate, on what JAX gives for the same.
func TestGradients(t *testing.T) {
	for program, want := range map[string]string{
		`ivy.grad(lambda x: ivy.sum(x * x))(ivy.array([1.0, 2.0]))`:                                  "ivy.array([2., 4.])",
		`ivy.grad(lambda x: x ** 3)(2.0)`:                                                            "ivy.array(12.)",
		`ivy.grad(ivy.grad(lambda x: x ** 3))(2.0)`:                                                  "ivy.array(12.)",
		`ivy.value_and_grad(lambda x, y: x * y, argnums=1)(3.0, 2.0)`:                                "(ivy.array(6.), ivy.array(3.))",
		`ivy.grad(lambda x, y: x * y, argnums=(0, 1))(3.0, 2.0)`:                                     "(ivy.array(2.), ivy.array(3.))",
		`ivy.grad(lambda p: ivy.sum(p["w"] * 2.0) + p["b"])({"w": ivy.array([1.0, 1.0]), "b": 1.0})`: "{'w': ivy.array([2., 2.]), 'b': ivy.array(1.)}",
		`ivy.grad(lambda p: p[0] * p[1][0])([2.0, (5.0,)])`:                                          "[ivy.array(5.), (ivy.array(2.),)]",
		`ivy.jac(lambda x: x * x)(ivy.array([1.0, 2.0]))`:                                            "ivy.array([[2., 0.],\n           [0., 4.]])",
		`ivy.hessian(lambda x: ivy.prod(x))(ivy.array([2.0, 3.0]))`:                                  "ivy.array([[0., 1.],\n           [1., 0.]])",
		`ivy.vjp(lambda x, y: x * y, ivy.array([1.0, 2.0]), 3.0)[1](ivy.array([1.0, 1.0]))`:          "(ivy.array([3., 3.]), ivy.array(3.))",
		`ivy.jvp(lambda x: ivy.exp(x), (0.0,), (2.0,))`:                                              "(ivy.array(1.), ivy.array(2.))",
		`ivy.execute_with_gradients(lambda xs: ivy.sum(xs[0]) * 2.0, [ivy.array([1.0])])`:            "(ivy.array(2.), [ivy.array([2.])])",
		`ivy.grad(lambda x: ivy.stop_gradient(x) * x)(3.0)`:                                          "ivy.array(3.)",
		`ivy.requires_gradient(ivy.array([1.0]))`:                                                    "False",
		`ivy.grad(lambda x: x * 2.0 if x > 1.0 else x * 5.0)(3.0)`:                                   "ivy.array(2.)",
	} {
		v, err := evaluated(t, program)
		if assert.NoError(t, err, program) {
			assert.Equal(t, want, v.String(), program)
		}
	}
	for program, want := range map[string]string{
		`ivy.grad(lambda x: x * x)(ivy.array([1.0, 2.0]))`:  "shape",
		`ivy.grad(lambda x: ivy.sum(x))(ivy.array([1, 2]))`: "int32",
		`ivy.grad(3)`:                                    "function",
		`ivy.grad(lambda x: x, argnums=2)(1.0)`:          "argnums",
		`ivy.grad(lambda x: missing)(1.0)`:               "missing",
		`ivy.grad(lambda x: x)("a")`:                     "array",
		`ivy.grad(lambda x: ivy.nextafter(x, 2.0))(1.0)`: "nextafter",
	} {
		_, err := evaluated(t, program)
		require.Error(t, err, program)
		assert.Contains(t, strings.ToLower(err.Error()), want, program)
		assert.NotContains(t, err.Error(), "fault in this library", program)
	}
}
