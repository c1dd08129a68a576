//go:build libtorch

package torch

// #include "shim.h"
import "C"

// The operations, in the order of shim.h.
const (
	Cast          UnaryOp = C.GT_CAST
	Abs           UnaryOp = C.GT_ABS
	Acos          UnaryOp = C.GT_ACOS
	Acosh         UnaryOp = C.GT_ACOSH
	Asin          UnaryOp = C.GT_ASIN
	Asinh         UnaryOp = C.GT_ASINH
	Atan          UnaryOp = C.GT_ATAN
	Atanh         UnaryOp = C.GT_ATANH
	BitwiseInvert UnaryOp = C.GT_BITWISE_INVERT
	Ceil          UnaryOp = C.GT_CEIL
	Conj          UnaryOp = C.GT_CONJ
	Cos           UnaryOp = C.GT_COS
	Cosh          UnaryOp = C.GT_COSH
	Exp           UnaryOp = C.GT_EXP
	Expm1         UnaryOp = C.GT_EXPM1
	Floor         UnaryOp = C.GT_FLOOR
	Imag          UnaryOp = C.GT_IMAG
	IsFinite      UnaryOp = C.GT_ISFINITE
	IsInf         UnaryOp = C.GT_ISINF
	IsNan         UnaryOp = C.GT_ISNAN
	Log           UnaryOp = C.GT_LOG
	Log1p         UnaryOp = C.GT_LOG1P
	Log2          UnaryOp = C.GT_LOG2
	Log10         UnaryOp = C.GT_LOG10
	LogicalNot    UnaryOp = C.GT_LOGICAL_NOT
	Negative      UnaryOp = C.GT_NEGATIVE
	Positive      UnaryOp = C.GT_POSITIVE
	Real          UnaryOp = C.GT_REAL
	Reciprocal    UnaryOp = C.GT_RECIPROCAL
	Round         UnaryOp = C.GT_ROUND
	Sign          UnaryOp = C.GT_SIGN
	SignBit       UnaryOp = C.GT_SIGNBIT
	Sin           UnaryOp = C.GT_SIN
	Sinh          UnaryOp = C.GT_SINH
	Sqrt          UnaryOp = C.GT_SQRT
	Square        UnaryOp = C.GT_SQUARE
	Tan           UnaryOp = C.GT_TAN
	Tanh          UnaryOp = C.GT_TANH
	Trunc         UnaryOp = C.GT_TRUNC
	Erf           UnaryOp = C.GT_ERF
	Copy          UnaryOp = C.GT_COPY
	Sigmoid       UnaryOp = C.GT_SIGMOID
	Silu          UnaryOp = C.GT_SILU
	Relu          UnaryOp = C.GT_RELU
	GeluErf       UnaryOp = C.GT_GELU_ERF
	GeluTanh      UnaryOp = C.GT_GELU_TANH
	Softplus      UnaryOp = C.GT_SOFTPLUS

	Add          BinaryOp = C.GT_ADD
	Atan2        BinaryOp = C.GT_ATAN2
	BitwiseAnd   BinaryOp = C.GT_BITWISE_AND
	LeftShift    BinaryOp = C.GT_LEFT_SHIFT
	BitwiseOr    BinaryOp = C.GT_BITWISE_OR
	RightShift   BinaryOp = C.GT_RIGHT_SHIFT
	BitwiseXor   BinaryOp = C.GT_BITWISE_XOR
	CopySign     BinaryOp = C.GT_COPYSIGN
	Divide       BinaryOp = C.GT_DIVIDE
	Equal        BinaryOp = C.GT_EQUAL
	FloorDivide  BinaryOp = C.GT_FLOOR_DIVIDE
	Greater      BinaryOp = C.GT_GREATER
	GreaterEqual BinaryOp = C.GT_GREATER_EQUAL
	Hypot        BinaryOp = C.GT_HYPOT
	Less         BinaryOp = C.GT_LESS
	LessEqual    BinaryOp = C.GT_LESS_EQUAL
	LogAddExp    BinaryOp = C.GT_LOGADDEXP
	LogicalAnd   BinaryOp = C.GT_LOGICAL_AND
	LogicalOr    BinaryOp = C.GT_LOGICAL_OR
	LogicalXor   BinaryOp = C.GT_LOGICAL_XOR
	Maximum      BinaryOp = C.GT_MAXIMUM
	Minimum      BinaryOp = C.GT_MINIMUM
	Multiply     BinaryOp = C.GT_MULTIPLY
	NextAfter    BinaryOp = C.GT_NEXTAFTER
	NotEqual     BinaryOp = C.GT_NOT_EQUAL
	Pow          BinaryOp = C.GT_POW
	Remainder    BinaryOp = C.GT_REMAINDER
	Subtract     BinaryOp = C.GT_SUBTRACT
	Complex      BinaryOp = C.GT_COMPLEX
	Fmax         BinaryOp = C.GT_FMAX
	Fmin         BinaryOp = C.GT_FMIN
	Gcd          BinaryOp = C.GT_GCD
	Lcm          BinaryOp = C.GT_LCM

	ArgMax       ReduceOp = C.GT_ARGMAX
	ArgMin       ReduceOp = C.GT_ARGMIN
	CountNonzero ReduceOp = C.GT_COUNT_NONZERO
	Max          ReduceOp = C.GT_MAX
	Mean         ReduceOp = C.GT_MEAN
	Min          ReduceOp = C.GT_MIN
	Prod         ReduceOp = C.GT_PROD
	Std          ReduceOp = C.GT_STD
	Sum          ReduceOp = C.GT_SUM
	Var          ReduceOp = C.GT_VAR
	All          ReduceOp = C.GT_ALL
	Any          ReduceOp = C.GT_ANY

	CumProd ScanOp = C.GT_CUMPROD
	CumSum  ScanOp = C.GT_CUMSUM
)
