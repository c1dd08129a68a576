package torch

import (
	"github.com/goivy/goivy/frontends/internal/operand"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// promoteTable is PyTorch's table (_promoteTypesLookup of c10/core/ScalarType.cpp), with
// the three unsigned integers that came later: they promote with themselves and with
// floats alone (PyTorch 2.13). "-" is a RuntimeError, c4 complex32.
const promoteTable = `
	    b1  u1  u2  u4  u8  i1  i2  i4  i8  bf  f2  f4  f8  c4  c8  c16
	b1  b1  u1  -   -   -   i1  i2  i4  i8  bf  f2  f4  f8  c4  c8  c16
	u1  u1  u1  -   -   -   i2  i2  i4  i8  bf  f2  f4  f8  c4  c8  c16
	u2  -   -   u2  -   -   -   -   -   -   bf  f2  f4  f8  -   -   -
	u4  -   -   -   u4  -   -   -   -   -   bf  f2  f4  f8  -   -   -
	u8  -   -   -   -   u8  -   -   -   -   bf  f2  f4  f8  -   -   -
	i1  i1  i2  -   -   -   i1  i2  i4  i8  bf  f2  f4  f8  c4  c8  c16
	i2  i2  i2  -   -   -   i2  i2  i4  i8  bf  f2  f4  f8  c4  c8  c16
	i4  i4  i4  -   -   -   i4  i4  i4  i8  bf  f2  f4  f8  c4  c8  c16
	i8  i8  i8  -   -   -   i8  i8  i8  i8  bf  f2  f4  f8  c4  c8  c16
	bf  bf  bf  bf  bf  bf  bf  bf  bf  bf  bf  f4  f4  f8  c8  c8  c16
	f2  f2  f2  f2  f2  f2  f2  f2  f2  f2  f4  f2  f4  f8  c4  c8  c16
	f4  f4  f4  f4  f4  f4  f4  f4  f4  f4  f4  f4  f4  f8  c8  c8  c16
	f8  f8  f8  f8  f8  f8  f8  f8  f8  f8  f8  f8  f8  f8  c16 c16 c16
	c4  c4  c4  -   -   -   c4  c4  c4  c4  c8  c4  c8  c16 c4  c8  c16
	c8  c8  c8  -   -   -   c8  c8  c8  c8  c8  c8  c8  c16 c8  c8  c16
	c16 c16 c16 -   -   -   c16 c16 c16 c16 c16 c16 c16 c16 c16 c16 c16`

// PyTorch's promotion rules by default dtype. A program starts with Float32. Where
// nothing promotes two operands the error is a RuntimeError.
var (
	Float32 = newRule("torch", dtype.Float32)
	Float64 = newRule("torch-f64", dtype.Float64) // torch.set_default_dtype(torch.float64)
)

// RuleOf returns the rule with a default dtype, as torch.set_default_dtype takes it:
// float64, float32, bfloat16 or float16. Another dtype is a TypeError.
func RuleOf(def dtype.Dtype) (*promote.Categories, error) {
	switch {
	case def == dtype.Float32:
		return Float32, nil
	case def == dtype.Float64:
		return Float64, nil
	case def.IsFloat():
		return newRule("torch-"+def.String(), def), nil
	}
	return nil, &promote.Error{Rule: "torch", Class: "TypeError", Why: "only floating-point types are supported as the default type, not " + def.String()}
}

// newRule panics if the table is mistaken, which the package's initialisation finds.
func newRule(name string, float dtype.Dtype) *promote.Categories {
	of, err := promote.ParseTable(promoteTable)
	if err != nil {
		panic(err)
	}
	complex := float.WithComplex() // of bfloat16 complex64, as PyTorch has it
	if float == dtype.Float16 {
		complex = promote.Complex32
	}
	return &promote.Categories{RuleName: name, Of: of,
		Numbers: dtype.Defaults{Int: dtype.Int64, Uint: dtype.Int64, Float: float, Complex: complex},
		Why:     "cast one of them", ErrorClass: "RuntimeError"}
}

// PromoteTypes returns the dtype that two dtypes have in common, as
// torch.promote_types does.
func PromoteTypes(a, b dtype.Dtype) (dtype.Dtype, error) {
	res, err := Float32.Promote(promote.Array(a), promote.Array(b))
	return res.Dtype, err
}

// PromoteTypesOfInputs returns the dtype in which a function of two operands computes
// under a rule. Operands are arrays, dtypes (as of an array with dimensions), Go's
// bool, int, float64 and complex128 as Python's numbers, or a [promote.Arg].
func PromoteTypesOfInputs(r *promote.Categories, x, y any) (promote.Result, error) {
	return operand.Promote(r, "TypeError", []any{x, y})
}

// ResultType returns the dtype that operands, one or more, have in common, as
// torch.result_type does of two.
func ResultType(r *promote.Categories, tensors ...any) (promote.Result, error) {
	if len(tensors) == 0 {
		return promote.Result{}, &promote.Error{Rule: r.Name(), Class: "TypeError", Why: "no operands"}
	}
	return operand.Promote(r, "TypeError", tensors)
}

// CanCast reports whether PyTorch casts from one dtype to another where an operation
// writes its result (c10's canCast): never from complex to real, from a float to an
// integer, or from a number to bool.
func CanCast(from, to dtype.Dtype) bool {
	switch {
	case !from.IsValid() || !to.IsValid(),
		from.IsComplex() && !to.IsComplex(),
		from.IsFloat() && (to.IsInteger() || to.IsBool()),
		!from.IsBool() && to.IsBool():
		return false
	}
	return true
}
