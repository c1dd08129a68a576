package promote

import "github.com/goivy/goivy/ivy/dtype"

// Categories is a rule of three priorities: arrays with dimensions come before arrays
// without, and those before numbers. Operands of one priority promote by a table; one
// of a lower priority counts only if its kind (bool, integer, float, complex) is a
// higher one.
type Categories struct {
	RuleName string
	// Of is the common dtype of two dtypes of one priority, Invalid where there is none.
	Of [dtype.Count][dtype.Count]dtype.Dtype
	// Numbers are the dtypes of scalars by kind.
	Numbers dtype.Defaults
	// Why is the cure that errors give.
	Why string
}

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
		return Result{}, &Error{Rule: c.RuleName, Why: "no operands"}
	}
	var of [priorities]dtype.Dtype // of all operands of a priority
	var first [priorities]Arg
	for _, a := range args {
		d, p := a.Dtype, 0
		switch {
		case a.Scalar == dtype.KindUint:
			d, p = c.Numbers.Int, 2
		case a.Scalar != dtype.NoKind:
			d, p = c.Numbers.Of(a.Scalar), 2
		case a.Rank == 0:
			p = 1
		}
		if !d.IsValid() {
			return Result{}, &Error{Rule: c.RuleName, A: args[0], B: a, Why: c.Why}
		}
		if of[p] == dtype.Invalid {
			of[p], first[p] = d, a
			continue
		}
		if of[p] = c.Of[of[p]][d]; of[p] == dtype.Invalid {
			return Result{}, &Error{Rule: c.RuleName, A: first[p], B: a, Why: c.Why}
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
				return Result{}, &Error{Rule: c.RuleName, A: first[p], B: arg, Why: c.Why}
			}
		}
		low, arg = of[p], first[p]
	}
	return Result{Dtype: low}, nil
}

// over returns the dtype of operands of dtype high with operands of a lower priority.
// A complex number gives a float its precision's complex dtype; beside a bool the
// table decides, as it does in PyTorch, which has no bool with a uint16.
func (c *Categories) over(high, low dtype.Dtype) dtype.Dtype {
	switch h, l := height(high), height(low); {
	case l <= h:
		return high
	case high.IsFloat():
		return high.WithComplex()
	case high == dtype.Bool:
		return c.Of[high][low]
	}
	return low
}

// height orders kinds; integers are one.
func height(d dtype.Dtype) dtype.Kind {
	if k := d.Kind(); k != dtype.KindUint {
		return k
	}
	return dtype.KindInt
}
