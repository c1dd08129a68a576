package jax

import (
	"testing"

	"github.com/goivy/goivy/frontends/internal/golden"
)

// TestRealSignatures compares names, parameters and defaults with JAX's own.
func TestRealSignatures(t *testing.T) {
	s := golden.ReadSignatures(t, 1290)
	s.Check(t, functions, otherSignatures)
	s.CheckNames(t, "numpy.", Framework.Dtypes, "half")
}

// otherSignatures says why a function takes other parameters than JAX's.
var otherSignatures = func() map[string]string {
	m := map[string]string{
		"numpy.einsum":       "_dot_general is private to JAX",
		"numpy.rot90":        "a tuple is no default that a signature can hold: None stands for it",
		"numpy.printoptions": "JAX hands *args and **kwargs on to NumPy's function, whose parameters these are", "numpy.set_printoptions": "likewise",
		"random.lognormal": "a NumPy scalar is no default that a signature can hold, and 1.0 stands for it",
		"numpy.array":      "JAX takes copy, order and ndmin by position too, with a warning",
	}
	for _, name := range []string{"add", "bitwise_and", "bitwise_or", "bitwise_xor", "logaddexp", "logaddexp2", "logical_and", "logical_or", "logical_xor", "maximum", "minimum", "multiply", "negative", "subtract"} {
		m["numpy."+name] = "a jax.numpy.ufunc says of its operands that they are *args"
	}
	for _, name := range []string{"fft2", "ifft2", "rfft2", "irfft2"} {
		m["numpy.fft."+name] = "a tuple is no default that a signature can hold: None stands for (-2, -1)"
	}
	return m
}()
