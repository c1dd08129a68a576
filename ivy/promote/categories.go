package promote

import "github.com/goivy/goivy/ivy/dtype"

// Categories is a rule of three priorities: arrays with dimensions come before arrays
// without, and those before numbers. Operands of one priority promote by a table; one
// of a lower priority counts only if its kind (bool, integer, float, complex) is a
// higher one.
type Categories struct {
	RuleName string
	// Of is the common dtype of two dtypes of one priority, Invalid where there is none.
	// A table that has Complex32 with itself has that dtype.
	Of [Complex32 + 1][Complex32 + 1]dtype.Dtype
	// Numbers are the dtypes of scalars by kind.
	Numbers dtype.Defaults
	// Why is the cure that errors give.
	Why string
	// ErrorClass is the Class of errors.
	ErrorClass string
}

// Complex32 is the place of PyTorch's complex32 in a table of Categories. Outside of
// it the dtype is a [Result] of Complex64 with Half.
const Complex32 = dtype.Count

// Name returns the rule's name.
func (c *Categories) Name() string { return c.RuleName }

// Promote returns the dtype that a and b have in common.
func (c *Categories) Promote(a, b Arg) (Result, error) { return c.PromoteAll(a, b) }

// priorities is how many priorities there are, the first the highest.
const priorities = 3

// PromoteAll returns the dtype that all args have in common, one or more. Those of one
// priority are taken in the order given, as PyTorch does, so where the table has gaps
// an error may depend on the order.
func (c *Categories) PromoteAll(args ...Arg) (Result, error) {
	if len(args) == 0 {
		return Result{}, &Error{Rule: c.RuleName, Class: c.ErrorClass, Why: "no operands"}
	}
	var of [priorities]dtype.Dtype // of all operands of a priority
	var first [priorities]Arg
	for _, a := range args {
		d, p := a.Dtype, 0
		if a.Half {
			d = Complex32
		}
		switch {
		case a.Scalar == dtype.KindUint:
			d, p = c.Numbers.Int, 2
		case a.Scalar != dtype.NoKind:
			d, p = c.Numbers.Of(a.Scalar), 2
		case a.Rank == 0:
			p = 1
		}
		if d > Complex32 || c.Of[d][d] == dtype.Invalid {
			return Result{}, &Error{Rule: c.RuleName, Class: c.ErrorClass, A: args[0], B: a, Why: c.Why}
		}
		if of[p] == dtype.Invalid {
			of[p], first[p] = d, a
			continue
		}
		if of[p] = c.Of[of[p]][d]; of[p] == dtype.Invalid {
			return Result{}, &Error{Rule: c.RuleName, Class: c.ErrorClass, A: first[p], B: a, Why: c.Why}
		}
	}
	// From the lowest priority up, as PyTorch's result_type combines them.
	low, arg := of[priorities-1], first[priorities-1]
	for p := priorities - 2; p >= 0; p-- {
		if of[p] == dtype.Invalid {
			continue
		}
		if low != dtype.Invalid {
			if of[p] = c.over(of[p], low); of[p] == dtype.Invalid {
				return Result{}, &Error{Rule: c.RuleName, Class: c.ErrorClass, A: first[p], B: arg, Why: c.Why}
			}
		}
		low, arg = of[p], first[p]
	}
	if low == Complex32 {
		return Result{Dtype: dtype.Complex64, Half: true}, nil
	}
	return Result{Dtype: low}, nil
}

// over returns the dtype of operands of dtype high with operands of a lower priority.
// A complex number gives a float its precision's complex dtype; with a bool the
// table decides, as it does in PyTorch, which has no bool with a uint16.
func (c *Categories) over(high, low dtype.Dtype) dtype.Dtype {
	switch h, l := height(high), height(low); {
	case l <= h:
		return high
	case high == dtype.Float16 && c.Of[Complex32][Complex32] == Complex32:
		return Complex32
	case high.IsFloat():
		return high.WithComplex()
	case high == dtype.Bool:
		return c.Of[high][low]
	}
	return low
}

// height orders kinds; integers are one.
func height(d dtype.Dtype) dtype.Kind {
	switch k := d.Kind(); {
	case d == Complex32:
		return dtype.KindComplex
	case k == dtype.KindUint:
		return dtype.KindInt
	default:
		return k
	}
}
