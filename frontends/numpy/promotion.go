package numpy

import (
	"cmp"
	"slices"

	"github.com/goivy/goivy/frontends/internal/operand"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// promoteTable is numpy.promote_types of NumPy 2.0.2, with ml_dtypes' bfloat16, which
// has no dtype in common with what float32 would be needed for, but float32 itself.
// "-" is a DTypePromotionError.
const promoteTable = `
	    b1  u1  u2  u4  u8  i1  i2  i4  i8  bf  f2  f4  f8  c8  c16
	b1  b1  u1  u2  u4  u8  i1  i2  i4  i8  bf  f2  f4  f8  c8  c16
	u1  u1  u1  u2  u4  u8  i2  i2  i4  i8  bf  f2  f4  f8  c8  c16
	u2  u2  u2  u2  u4  u8  i4  i4  i4  i8  -   f4  f4  f8  c8  c16
	u4  u4  u4  u4  u4  u8  i8  i8  i8  i8  -   f8  f8  f8  c16 c16
	u8  u8  u8  u8  u8  u8  f8  f8  f8  f8  -   f8  f8  f8  c16 c16
	i1  i1  i2  i4  i8  f8  i1  i2  i4  i8  bf  f2  f4  f8  c8  c16
	i2  i2  i2  i4  i8  f8  i2  i2  i4  i8  -   f4  f4  f8  c8  c16
	i4  i4  i4  i4  i8  f8  i4  i4  i4  i8  -   f8  f8  f8  c16 c16
	i8  i8  i8  i8  i8  f8  i8  i8  i8  i8  -   f8  f8  f8  c16 c16
	bf  bf  bf  -   -   -   bf  -   -   -   bf  -   f4  f8  c8  c16
	f2  f2  f2  f4  f8  f8  f2  f4  f8  f8  -   f2  f4  f8  c8  c16
	f4  f4  f4  f4  f8  f8  f4  f4  f8  f8  f4  f4  f4  f8  c8  c16
	f8  f8  f8  f8  f8  f8  f8  f8  f8  f8  f8  f8  f8  f8  c16 c16
	c8  c8  c8  c8  c16 c16 c8  c8  c16 c16 c8  c8  c8  c16 c8  c16
	c16 c16 c16 c16 c16 c16 c16 c16 c16 c16 c16 c16 c16 c16 c16 c16`

// defaults are the dtypes of Python's scalars among each other, without an array.
var defaults = dtype.Defaults{Int: dtype.Int64, Uint: dtype.Uint64, Float: dtype.Float64, Complex: dtype.Complex128}

// Rule is NumPy's promotion rule. Where nothing promotes two operands the error is a
// DTypePromotionError.
var Rule = NewRule("numpy")

// NewRule returns NumPy's rule under a name: that of a framework which takes it from NumPy.
func NewRule(name string) *promote.Pairs {
	of, err := promote.ParseTable(promoteTable)
	if err != nil {
		panic(err) // a mistake in the table, which the package's initialisation finds
	}
	p := &promote.Pairs{RuleName: name, WithArray: withArray, Alone: defaults.Of, Several: several,
		Why: "numpy has none: cast one with astype", ErrorClass: "DTypePromotionError"}
	for _, d := range dtype.All.Dtypes() {
		copy(p.Of[d][:], of[d][:])
	}
	return p
}

// numbers are NumPy's type numbers of the dtypes: of several dtypes the one with the greatest meets each of the
// others, and then what they come to meet. bfloat16, which is not NumPy's own, comes last.
var numbers = map[dtype.Dtype]int{dtype.Bool: 0, dtype.Int8: 1, dtype.Uint8: 2, dtype.Int16: 3, dtype.Uint16: 4, dtype.Int32: 5, dtype.Uint32: 6,
	dtype.Int64: 7, dtype.Uint64: 8, dtype.Float32: 11, dtype.Float64: 12, dtype.Complex64: 14, dtype.Complex128: 15, dtype.Float16: 23, dtype.BFloat16: 256}

// several is numpy.result_type of more than two. Python's scalars come after the dtypes.
func several(p *promote.Pairs, args []promote.Arg) (promote.Result, error) {
	args = slices.Clone(args)
	slices.SortStableFunc(args, func(a, b promote.Arg) int {
		return cmp.Or(cmp.Compare(a.Scalar, b.Scalar), cmp.Compare(numbers[b.Dtype], numbers[a.Dtype]))
	})
	first := args[0]
	r, err := p.Promote(first, first)
	for _, a := range args[1:] {
		if err != nil {
			return promote.Result{}, err
		}
		met := promote.Result{}
		if a.Scalar == dtype.NoKind {
			if met, err = p.Promote(first, a); err != nil {
				return promote.Result{}, err
			}
			a = promote.Array(met.Dtype)
		}
		r, err = p.Promote(promote.Array(r.Dtype), a)
	}
	return r, err
}

// withArray returns the dtype of a Python scalar in an operation with an array: the array's, unless the
// scalar's kind is a greater one; then its default, or the complex dtype of a float's
// precision.
func withArray(k dtype.Kind, d dtype.Dtype) (dtype.Dtype, string) {
	switch {
	case !d.IsValid():
		return dtype.Invalid, "not a dtype"
	case k == dtype.KindBool || d.IsComplex():
		return d, ""
	case k == dtype.KindUint && d == dtype.Bool:
		return dtype.Int64, "" // with an array a large integer is an int64 too, which then does not hold it
	case d == dtype.Bool:
		return defaults.Of(k), ""
	case k == dtype.KindInt || k == dtype.KindUint:
		return d, ""
	case d == dtype.BFloat16 && k == dtype.KindFloat:
		return dtype.Float64, "" // a Python float knows NumPy's own floats only
	case d.IsInteger():
		return defaults.Of(k), ""
	case k == dtype.KindComplex:
		return d.WithComplex(), ""
	}
	return d, ""
}

// PromoteTypes returns the dtype that two dtypes have in common, as
// numpy.promote_types does.
func PromoteTypes(a, b dtype.Dtype) (dtype.Dtype, error) {
	res, err := Rule.Promote(promote.Array(a), promote.Array(b))
	return res.Dtype, err
}

// PromoteTypesOfInputs returns the dtype in which a function of two operands computes.
// Operands are arrays, dtypes, Go's bool, int, float64 and complex128 as Python's
// scalars, or a [promote.Arg]. An integer scalar that this dtype does not hold is an
// OverflowError.
func PromoteTypesOfInputs(x, y any) (promote.Result, error) {
	operands, args, err := operand.All([]any{x, y}, Rule.Name(), "TypeError")
	if err != nil {
		return promote.Result{}, err
	}
	res, err := Rule.Promote(args[0], args[1])
	if err == nil {
		err = operand.Overflow(Rule.Name(), res.Dtype, operands...)
	}
	if err != nil {
		return promote.Result{}, err
	}
	return res, nil
}

// ResultType returns the dtype that operands, one or more, have in common, as
// numpy.result_type does: the values of scalars do not count.
func ResultType(arraysAndDtypes ...any) (promote.Result, error) {
	if len(arraysAndDtypes) == 0 {
		return promote.Result{}, &promote.Error{Rule: Rule.Name(), Class: "ValueError", Why: "no operands"}
	}
	return operand.Promote(Rule, "TypeError", arraysAndDtypes)
}
