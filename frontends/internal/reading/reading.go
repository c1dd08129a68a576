// Package reading is how functions of the frontends read an array's elements into Go, where they compute of them
// what no backend does. No gradient goes through that: an array that is being differentiated is refused, unless the
// function says how it is differentiated. What is only looked at, to print it, to branch on it, as an index, is read with package ivy's functions.
package reading

import (
	"errors"
	"slices"

	"github.com/goivy/goivy/ivy"
)

var errRecorded = errors.New("it is computed outside of the backends, and has no derivative (take StopGradient of its operand first, or CustomGradient)")

// Refuse panics with an [ivy.Error] of kind ErrUnsupported if x is being differentiated.
func Refuse(x *ivy.Array) {
	if x.IsRecorded() {
		panic(&ivy.Error{Kind: ivy.ErrUnsupported, Err: errRecorded})
	}
}

// As returns f of xs, where f reads elements. It is differentiated as g is, a function of the same values, dtype and
// shape that reads none. xs are of inexact dtypes.
func As(e *ivy.Env, f, g func(xs []*ivy.Array) *ivy.Array, xs ...*ivy.Array) *ivy.Array {
	return differentiated(e, f, xs, func(xs []*ivy.Array, u *ivy.Array) []*ivy.Array {
		_, pull := e.VJP(func(xs []*ivy.Array) ivy.Tree { return g(xs) }, xs)
		return ivy.Leaves(pull(u)[0])
	})
}

// Elementwise returns f of x, where f reads elements, each of which has the derivative that d returns.
func Elementwise(e *ivy.Env, f, d func(x *ivy.Array) *ivy.Array, x *ivy.Array) *ivy.Array {
	return differentiated(e, func(xs []*ivy.Array) *ivy.Array { return f(xs[0]) }, []*ivy.Array{x}, func(xs []*ivy.Array, u *ivy.Array) []*ivy.Array {
		return []*ivy.Array{e.Multiply(u, d(xs[0]))}
	})
}

// differentiated returns f of xs, through which gradients are pulled by pull.
func differentiated(e *ivy.Env, f func(xs []*ivy.Array) *ivy.Array, xs []*ivy.Array, pull func(xs []*ivy.Array, u *ivy.Array) []*ivy.Array) *ivy.Array {
	if !slices.ContainsFunc(xs, (*ivy.Array).IsRecorded) {
		return f(xs)
	}
	return e.CustomGradient(func(xs ...*ivy.Array) (*ivy.Array, func(u *ivy.Array) []*ivy.Array) {
		constants := make([]*ivy.Array, len(xs))
		for i, x := range xs {
			constants[i] = e.StopGradient(x)
		}
		return f(constants), func(u *ivy.Array) []*ivy.Array { return pull(xs, u) }
	})(xs...)
}

// Values is [ivy.Values] of an array that is not being differentiated.
func Values[T ivy.Element](x *ivy.Array) []T {
	Refuse(x)
	return ivy.Values[T](x)
}

// Bytes is [ivy.Array.Bytes] of an array that is not being differentiated.
func Bytes(x *ivy.Array) []byte {
	Refuse(x)
	return x.Bytes()
}

// Float is [ivy.Array.Float] of an array that is not being differentiated.
func Float(x *ivy.Array) float64 {
	Refuse(x)
	return x.Float()
}
