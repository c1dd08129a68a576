package ivy

import (
	"math"

	"github.com/goivy/goivy/ivy/ops"
)

// Special functions of several steps.

func (e *Env) polygamma(n int, x any, opts []Option) *Array {
	a, o, _ := e.use(ops.Polygamma, x, opts)
	if n < 0 {
		check(errorf(ErrValue, "derivative %d, want 0 or more", n))
	}
	if n == 0 {
		return e.toOut(e.Digamma(a), &o)
	}
	// In float64: n! is more than narrower floats hold where the product is not.
	wide := e.Astype(a, Float64)
	z := e.Zeta(float64(n)+1, wide)
	z = e.Multiply(z, math.Copysign(math.Gamma(float64(n)+1), float64(2*(n%2)-1)))
	return e.toOut(e.Astype(z, a.dtype), &o)
}
