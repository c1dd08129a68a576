package bench

import (
	"fmt"
	"math"
	"slices"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/support/compare"
)

// difference returns how got is not what want is, "" if it is: dtype, shape and every
// element, within what two right programs may differ by (compare.DefaultTolerance).
func difference(got, want *result) string {
	if g, w := got.values.Dtype(), want.values.Dtype(); g != w {
		return fmt.Sprintf("dtype %v, not %v", g, w)
	}
	if !slices.Equal(got.shape, want.shape) {
		return fmt.Sprintf("shape %v, not %v", got.shape, want.shape)
	}
	d := want.values.Dtype()
	var g, w []float64
	if err := ivy.Try(func() {
		g, w = numbers(got.values), numbers(want.values)
	}); err != nil {
		return err.Error()
	}
	scale := 0.0
	for _, v := range w {
		scale = max(scale, math.Abs(v))
	}
	t := compare.DefaultTolerance(d, scale)
	for i, v := range w {
		if e := math.Abs(g[i] - v); !(e <= t.Atol+t.Rtol*math.Abs(v)) { // NaN is out of it
			return fmt.Sprintf("element %d is %v, not %v (%v)", i, g[i], v, t)
		}
	}
	return ""
}

// numbers returns the elements, of complex ones all real parts and then all imaginary ones.
func numbers(x *ivy.Array) []float64 {
	if x.Dtype().IsComplex() {
		return append(numbers(x.Real()), numbers(x.Imag())...)
	}
	return ivy.Values[float64](x.Astype(ivy.Float64))
}
