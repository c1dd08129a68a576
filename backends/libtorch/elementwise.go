//go:build libtorch

package libtorch

import (
	"github.com/goivy/goivy/cgo/torch"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
)

func unary(r ops.Unary, op torch.UnaryOp) backend.Entry {
	return backend.Unary(r, func(out backend.Spec, x backend.Buffer) (backend.Buffer, error) {
		t, err := torch.Unary(op, code(out.Dtype), of(x))
		return made(out, t, err)
	})
}

func binary(r ops.Binary, op torch.BinaryOp) backend.Entry {
	return backend.Binary(r, func(out backend.Spec, x, y backend.Buffer) (backend.Buffer, error) {
		t, err := torch.Binary(op, code(out.Dtype), of(x), of(y))
		return made(out, t, err)
	})
}

var elementwiseKernels = []backend.Entry{
	unary(ops.Abs, torch.Abs), unary(ops.Acos, torch.Acos), unary(ops.Acosh, torch.Acosh), unary(ops.Asin, torch.Asin), unary(ops.Asinh, torch.Asinh),
	unary(ops.Atan, torch.Atan), unary(ops.Atanh, torch.Atanh), unary(ops.BitwiseInvert, torch.BitwiseInvert), unary(ops.Ceil, torch.Ceil),
	unary(ops.Conj, torch.Conj), unary(ops.Cos, torch.Cos), unary(ops.Cosh, torch.Cosh), unary(ops.Exp, torch.Exp), unary(ops.Expm1, torch.Expm1),
	unary(ops.Floor, torch.Floor), unary(ops.Imag, torch.Imag), unary(ops.IsFinite, torch.IsFinite), unary(ops.IsInf, torch.IsInf),
	unary(ops.IsNan, torch.IsNan), unary(ops.Log, torch.Log), unary(ops.Log1p, torch.Log1p), unary(ops.Log2, torch.Log2), unary(ops.Log10, torch.Log10),
	unary(ops.LogicalNot, torch.LogicalNot), unary(ops.Negative, torch.Negative), unary(ops.Positive, torch.Positive), unary(ops.Real, torch.Real),
	unary(ops.Reciprocal, torch.Reciprocal), unary(ops.Round, torch.Round), unary(ops.Sign, torch.Sign), unary(ops.SignBit, torch.SignBit),
	unary(ops.Sin, torch.Sin), unary(ops.Sinh, torch.Sinh), unary(ops.Sqrt, torch.Sqrt), unary(ops.Square, torch.Square), unary(ops.Tan, torch.Tan),
	unary(ops.Tanh, torch.Tanh), unary(ops.Trunc, torch.Trunc), unary(ops.Erf, torch.Erf), unary(ops.Expit, torch.Sigmoid),

	binary(ops.Add, torch.Add), binary(ops.Atan2, torch.Atan2), binary(ops.BitwiseAnd, torch.BitwiseAnd), binary(ops.BitwiseLeftShift, torch.LeftShift),
	binary(ops.BitwiseOr, torch.BitwiseOr), binary(ops.BitwiseRightShift, torch.RightShift), binary(ops.BitwiseXor, torch.BitwiseXor),
	binary(ops.CopySign, torch.CopySign), binary(ops.Divide, torch.Divide), binary(ops.Equal, torch.Equal), binary(ops.FloorDivide, torch.FloorDivide),
	binary(ops.Greater, torch.Greater), binary(ops.GreaterEqual, torch.GreaterEqual), binary(ops.Hypot, torch.Hypot), binary(ops.Less, torch.Less),
	binary(ops.LessEqual, torch.LessEqual), binary(ops.LogAddExp, torch.LogAddExp), binary(ops.LogicalAnd, torch.LogicalAnd),
	binary(ops.LogicalOr, torch.LogicalOr), binary(ops.LogicalXor, torch.LogicalXor), binary(ops.Maximum, torch.Maximum), binary(ops.Minimum, torch.Minimum),
	binary(ops.Multiply, torch.Multiply), binary(ops.NextAfter, torch.NextAfter), binary(ops.NotEqual, torch.NotEqual), binary(ops.Pow, torch.Pow),
	binary(ops.Remainder, torch.Remainder), binary(ops.Subtract, torch.Subtract), binary(ops.JoinComplex, torch.Complex), binary(ops.Fmax, torch.Fmax),
	binary(ops.Fmin, torch.Fmin), binary(ops.Gcd, torch.Gcd), binary(ops.Lcm, torch.Lcm),
}
