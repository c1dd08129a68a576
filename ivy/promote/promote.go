// Package promote finds the dtype that operands have in common. A [Rule] is one
// framework's way to do that; what differs between frameworks is data and engine:
// [Pairs] is a table of dtypes with a policy for scalars (Ivy, NumPy), [Lattice] a
// graph and least upper bounds (JAX), [Categories] priorities of dimensioned
// arrays, 0-d arrays and numbers (PyTorch). A Rule is compiled into a [Table], which
// the dispatcher indexes.
package promote

import (
	"fmt"
	"slices"

	"github.com/goivy/goivy/ivy/dtype"
)

// An Arg is all that a rule may know of an operand.
type Arg struct {
	Dtype  dtype.Dtype // of an array; Invalid for a scalar
	Scalar dtype.Kind  // of a scalar, which has no dtype; NoKind for an array
	Weak   bool        // an array of a weak or ambiguous dtype
	Half   bool        // an array of PyTorch's complex32: Dtype is Complex64, which holds its values
	Rank   int         // an array's number of dimensions
}

// Array is the Arg of an array of one dimension or more.
func Array(d dtype.Dtype) Arg { return Arg{Dtype: d, Rank: 1} }

// ZeroDim is the Arg of an array without dimensions.
func ZeroDim(d dtype.Dtype) Arg { return Arg{Dtype: d} }

// Weak is the Arg of an array of a weak dtype.
func Weak(d dtype.Dtype) Arg { return Arg{Dtype: d, Weak: true, Rank: 1} }

// Scalar is the Arg of a number or bool without dtype.
func Scalar(k dtype.Kind) Arg { return Arg{Scalar: k} }

// String returns the Arg as the golden tables write it: "int8", "int8[]" (0-d),
// "int8*" (weak), "py:int" (a scalar).
func (a Arg) String() string {
	if a.Scalar != dtype.NoKind {
		return "py:" + a.Scalar.String()
	}
	name := Result{Dtype: a.Dtype, Weak: a.Weak, Half: a.Half}.String()
	if a.Rank == 0 && !a.Weak {
		name += "[]"
	}
	return name
}

// A Result is the dtype operands have in common, and whether it is weak.
type Result struct {
	Dtype dtype.Dtype
	Weak  bool // or ambiguous
	Half  bool // PyTorch's complex32, see Arg
}

// String returns the Result as the golden tables write it: "int8", "int8*" (weak),
// "complex32".
func (r Result) String() string {
	name := r.Dtype.String()
	if r.Half {
		name = "complex32"
	}
	if r.Weak {
		name += "*"
	}
	return name
}

// A Rule promotes two operands. It is fixed: two calls with the same arguments
// agree.
type Rule interface {
	Name() string
	Promote(a, b Arg) (Result, error)
}

// An Error is a pair of operands that a rule does not promote.
type Error struct {
	Rule  string
	Class string // the framework's name for such an error, as "TypeError"; "" for ivy's
	A, B  Arg
	Why   string // the cure, or the reason
}

// Error names both operands and the rule. Where there are none it is the reason alone.
func (e *Error) Error() string {
	if e.A == (Arg{}) && e.B == (Arg{}) && e.Why != "" {
		return fmt.Sprintf("%s, under the rule %q", e.Why, e.Rule)
	}
	s := fmt.Sprintf("%v and %v have no common dtype under the rule %q", e.A, e.B, e.Rule)
	if e.Why != "" {
		s += " (" + e.Why + ")"
	}
	return s
}

// A Class is an Arg made small: all that tells operands apart under any rule.
type Class uint8

const (
	zeroDim Class = 16
	weak    Class = 32
	scalar  Class = 48

	// Those of complex32, which is no dtype of ours.
	half        = scalar + Class(dtype.KindComplex) + 1
	halfZeroDim = half + 1

	numClasses = halfZeroDim + 1
)

// ClassOf is the Class of an operand.
func ClassOf(a Arg) Class {
	switch {
	case a.Scalar != dtype.NoKind:
		return ScalarClass(a.Scalar)
	case a.Half && a.Rank == 0:
		return halfZeroDim
	case a.Half:
		return half
	}
	return ArrayClass(a.Dtype, a.Weak, a.Rank)
}

// ArrayClass is the Class of an array.
func ArrayClass(d dtype.Dtype, isWeak bool, rank int) Class {
	switch {
	case isWeak:
		return Class(d) + weak
	case rank == 0:
		return Class(d) + zeroDim
	}
	return Class(d)
}

// ScalarClass is the Class of a scalar.
func ScalarClass(k dtype.Kind) Class { return scalar + Class(k) }

// Arg returns an operand of that class.
func (c Class) Arg() Arg {
	switch {
	case c == half:
		return Arg{Dtype: dtype.Complex64, Half: true, Rank: 1}
	case c == halfZeroDim:
		return Arg{Dtype: dtype.Complex64, Half: true}
	case c >= scalar:
		return Scalar(dtype.Kind(c - scalar))
	case c >= weak:
		return Weak(dtype.Dtype(c - weak))
	case c >= zeroDim:
		return ZeroDim(dtype.Dtype(c - zeroDim))
	}
	return Array(dtype.Dtype(c))
}

// A Table is a Rule compiled: its answer for every pair of classes.
type Table struct {
	rule  Rule
	cells [numClasses][numClasses]Result
}

// Compile returns the table of a rule.
func Compile(r Rule) *Table {
	t := &Table{rule: r}
	for a := range numClasses {
		for b := range numClasses {
			if valid(a) && valid(b) {
				if res, err := r.Promote(a.Arg(), b.Arg()); err == nil {
					t.cells[a][b] = res
				}
			}
		}
	}
	return t
}

func valid(c Class) bool {
	a := c.Arg()
	return a.Dtype.IsValid() || a.Scalar != dtype.NoKind && a.Scalar <= dtype.KindComplex
}

// Rule returns the rule the table was compiled from.
func (t *Table) Rule() Rule { return t.rule }

// Promote returns what a and b have in common. Its Dtype is Invalid if there is
// nothing: Explain then says why.
func (t *Table) Promote(a, b Class) Result {
	if a >= numClasses || b >= numClasses {
		return Result{}
	}
	return t.cells[a][b]
}

// Explain returns the rule's error for a pair that Promote has no answer for.
func (t *Table) Explain(a, b Class) error {
	_, err := t.rule.Promote(a.Arg(), b.Arg())
	return err
}

// A Whole is a Rule that takes any number of operands at once, for rules in which two
// at a time are not enough.
type Whole interface {
	Rule
	// PromoteAll returns what all args have in common. Of two it is Promote's answer.
	PromoteAll(args ...Arg) (Result, error)
}

// Fold returns what all args have in common under a rule: a [Whole] says itself, others
// are asked two at a time. Rules that are not associative need an order that does not
// depend on the caller's: dtypes ascending, then scalars by kind.
func Fold(r Rule, args ...Arg) (Result, error) {
	if w, ok := r.(Whole); ok {
		return w.PromoteAll(args...)
	}
	if p, ok := r.(*Pairs); ok && p.Several != nil && len(args) > 2 {
		return p.Several(p, args)
	}
	if len(args) == 0 {
		return Result{}, &Error{Rule: r.Name(), Why: "no operands"}
	}
	args = slices.Clone(args)
	slices.SortStableFunc(args, func(a, b Arg) int {
		if a.Scalar != b.Scalar {
			return int(a.Scalar) - int(b.Scalar)
		}
		return int(a.Dtype) - int(b.Dtype)
	})
	first := args[0]
	if len(args) == 1 {
		return r.Promote(first, first)
	}
	var res Result
	for _, b := range args[1:] {
		var err error
		if res, err = r.Promote(first, b); err != nil {
			return Result{}, err
		}
		rank := max(first.Rank, b.Rank)
		first = Arg{Dtype: res.Dtype, Weak: res.Weak, Half: res.Half, Rank: rank}
	}
	return res, nil
}

// Pairs is a rule made of a table of dtypes, and a policy for scalars with
// arrays and with each other. Dimensions do not count.
type Pairs struct {
	RuleName string
	// Several, if there is one, returns what more than two args have in common, where that is not what they
	// come to two at a time in the order of their dtypes.
	Several func(p *Pairs, args []Arg) (Result, error)
	// Of is the common dtype of two dtypes, Invalid where there is none.
	Of [dtype.Count][dtype.Count]dtype.Dtype
	// WithArray returns the dtype that a scalar of kind k takes with an array of dtype
	// d, Invalid with the reason if it may not stand there.
	WithArray func(k dtype.Kind, d dtype.Dtype) (dtype.Dtype, string)
	// Alone returns the dtype of a scalar of kind k without an array.
	Alone func(k dtype.Kind) dtype.Dtype
	// Why is the cure that errors of two dtypes give.
	Why string
	// ErrorClass is the Class of errors.
	ErrorClass string
}

// Name returns the rule's name.
func (p *Pairs) Name() string { return p.RuleName }

// Promote returns the table's dtype for a and b.
func (p *Pairs) Promote(a, b Arg) (Result, error) {
	x, y, why := a.Dtype, b.Dtype, p.Why
	switch {
	case a.Scalar != dtype.NoKind && b.Scalar != dtype.NoKind:
		x, y = p.Alone(a.Scalar), p.Alone(b.Scalar)
	case a.Scalar != dtype.NoKind:
		x, why = p.WithArray(a.Scalar, y)
	case b.Scalar != dtype.NoKind:
		y, why = p.WithArray(b.Scalar, x)
	}
	if x.IsValid() && y.IsValid() && !a.Half && !b.Half {
		if d := p.Of[x][y]; d != dtype.Invalid {
			return Result{Dtype: d}, nil
		}
	}
	return Result{}, &Error{Rule: p.RuleName, Class: p.ErrorClass, A: a, B: b, Why: why}
}
