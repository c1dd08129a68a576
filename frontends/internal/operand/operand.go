// Package operand reads what the promotion functions of the frontends take.
package operand

import (
	"fmt"

	"github.com/goivy/goivy/frontends/internal/describe"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// An Operand is what a rule may know of an operand, and a scalar's value.
type Operand struct {
	promote.Arg
	Value backend.Scalar // of a scalar, if Known
	Known bool
}

// Of returns x as an operand: a [promote.Arg] is itself, a [dtype.Dtype] an array of
// it, an [ivy.Array] one of its dtype and rank, never weak. A Go bool, int, float64 or
// complex128 is a Python scalar; every other number a 0-d array. The error has the
// rule's name and class.
func Of(x any, rule, class string) (Operand, error) {
	switch x := x.(type) {
	case promote.Arg:
		return Operand{Arg: x}, nil
	case dtype.Dtype:
		if x.IsValid() {
			return Operand{Arg: promote.Array(x)}, nil
		}
	case *ivy.Array:
		if x != nil {
			return Operand{Arg: promote.Arg{Dtype: x.Dtype(), Rank: len(x.Shape())}}, nil
		}
	default:
		switch v, d, ok := backend.ScalarOf(x); {
		case ok && d.IsValid():
			return Operand{Arg: promote.ZeroDim(d)}, nil
		case ok:
			return Operand{Arg: promote.Scalar(v.Kind), Value: v, Known: true}, nil
		}
	}
	return Operand{}, &promote.Error{Rule: rule, Class: class, Why: describe.Sprintf("%v (a %T) is no array, dtype or scalar", x, x)}
}

// All returns every x as an operand, and the Args alone.
func All(xs []any, rule, class string) ([]Operand, []promote.Arg, error) {
	operands, args := make([]Operand, len(xs)), make([]promote.Arg, len(xs))
	for i, x := range xs {
		o, err := Of(x, rule, class)
		if err != nil {
			return nil, nil, err
		}
		operands[i], args[i] = o, o.Arg
	}
	return operands, args, nil
}

// Promote returns what all xs have in common under a rule. class is the error's for
// what is no operand.
func Promote(r promote.Rule, class string, xs []any) (promote.Result, error) {
	_, args, err := All(xs, r.Name(), class)
	if err != nil {
		return promote.Result{}, err
	}
	return promote.Fold(r, args...)
}

// Overflow returns an OverflowError if d is an integer dtype that does not hold an
// integer scalar among the operands.
func Overflow(rule string, d dtype.Dtype, operands ...Operand) error {
	for _, o := range operands {
		if o.Known && o.Value.IsInteger() && !o.Value.Fits(d) {
			return &promote.Error{Rule: rule, Class: "OverflowError", Why: fmt.Sprintf("the integer %v is out of bounds for %v", o.Value, d)}
		}
	}
	return nil
}
