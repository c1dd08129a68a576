package ivy

import (
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// An Operand is a value that stands for an array wherever a function takes any: an array of a
// frontend is one.
type Operand interface {
	// Operand returns the array. If that is weak, its dtype gives way to another operand's as a
	// Go number does of its kind: bool, int, float64 or complex128.
	Operand() (x *Array, weak bool)
}

// standsFor returns the array that x is or stands for. ok is false for a number, slices and all else.
func standsFor(x any) (a *Array, weak, ok bool) {
	switch x := x.(type) {
	case *Array:
		return x, false, true
	case Operand:
		a, weak = x.Operand()
		return a, weak, true
	}
	return nil, false, false
}

// isArray reports whether x is an array or stands for one.
func isArray(x any) bool {
	_, _, ok := standsFor(x)
	return ok
}

// castWeak casts a, a weak array, to the dtype that a Go number of its kind takes with b.
func (e *Env) castWeak(s *state, a, b *Array) (*Array, error) {
	class := promote.ArrayClass(b.dtype, false, len(b.shape))
	kind := promote.ScalarClass(zeroOf(a.dtype).Kind)
	res := s.rule.Promote(class, kind)
	if res.Dtype == dtype.Invalid {
		return nil, s.rule.Explain(class, kind)
	}
	return e.castTo(a, res.Dtype)
}

// zeroOf returns the zero of the Go number that an element of dtype d stands for.
func zeroOf(d Dtype) backend.Scalar {
	switch d.Kind() {
	case dtype.KindBool:
		return backend.BoolScalar(false)
	case dtype.KindFloat:
		return backend.FloatScalar(0)
	case dtype.KindComplex:
		return backend.ComplexScalar(0)
	}
	return backend.IntScalar(0)
}

// plainScalar returns the scalar that x is: a Go number without a dtype, or a weak array without axes
// whose element may be read.
func plainScalar(x any) (v backend.Scalar, ok bool) {
	if v, ok := plainNumber(x); ok {
		return v, true
	}
	a, weak, ok := standsFor(x)
	if !ok || !weak || a.usable() != nil || len(a.shape) != 0 || a.be.order > 0 || a.be.abstract {
		return backend.Scalar{}, false
	}
	return a.scalar("Item"), true
}
