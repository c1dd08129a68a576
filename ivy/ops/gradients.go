package ops

import "github.com/goivy/goivy/ivy/dtype"

// A DiffKind says what is known of a row's derivative.
type DiffKind uint8

// What is known of a derivative. Every row has one of these.
const (
	// DiffSteps is of rows of family Composed: the derivative is that of their steps. Steps
	// that no level sees, as a row above them has a rule, count among these.
	DiffSteps DiffKind = iota + 1
	// DiffRule is of rows for whose kernel package ivy has a rule.
	DiffRule
	// DiffFlat is of rows that are constant between jumps: the gradient is zero.
	DiffFlat
	// DiffNone is of rows whose results have no derivative to speak of: they are never
	// inexact, or there are no operands.
	DiffNone
	// DiffRefused is of rows with inexact results but without a derivative: a gradient
	// through them is an error.
	DiffRefused
)

var diffNames = [...]string{"", "steps", "rule", "flat", "none", "refused"}

// String returns the word for it: "steps", "rule", "flat", "none" or "refused".
func (d DiffKind) String() string { return diffNames[d] }

// derivative returns what a row's family and dtypes alone say of its derivative, 0 if they
// say nothing.
func derivative(op *Op) DiffKind {
	if op.Group == Random {
		return DiffRefused // draws are none of the operations that a tape records
	}
	switch op.Family {
	case FamilyComposed, FamilyLayer:
		return DiffSteps
	case FamilyFill:
		return DiffNone
	}
	for _, d := range op.In.Dtypes() {
		if dtype.Inexact.Has(op.Out(d, dtype.StandardDefaults)) {
			return 0
		}
	}
	return DiffNone
}

// The rows of which more is to be said. A test fails for a row that is in no list.
var (
	ruled = []*Op{
		// element by element
		Abs.Op, Acos.Op, Acosh.Op, Asin.Op, Asinh.Op, Atan.Op, Atanh.Op, Cast.Op, Conj.Op, CopyArray.Op, Cos.Op, Cosh.Op, Erf.Op, Erfc.Op,
		Exp.Op, Expit.Op, Expm1.Op, GeluErf.Op, GeluTanh.Op, Imag.Op, Log.Op, Log10.Op, Log1p.Op, Log2.Op, Negative.Op, Positive.Op,
		Real.Op, Reciprocal.Op, Relu.Op, Sigmoid.Op, Sign.Op, Silu.Op, Sin.Op, Sinh.Op, SoftplusOne.Op, Sqrt.Op, Square.Op, Tan.Op, Tanh.Op,
		Add.Op, Atan2.Op, CopySign.Op, Divide.Op, Fmax.Op, Fmin.Op, Hypot.Op, JoinComplex.Op, LogAddExp.Op, Maximum.Op, Minimum.Op,
		Multiply.Op, Pow.Op, Remainder.Op, Subtract.Op, Where.Op,
		Digamma.Op, Erfcx.Op, Erfinv.Op, I0.Op, I0e.Op, I1.Op, I1e.Op, Igamma.Op, Igammac.Op, Lgamma.Op, Ndtri.Op, Zeta.Op,
		// over axes
		CumulativeProd.Op, CumulativeSum.Op, Max.Op, Mean.Op, Min.Op, Prod.Op, SortOp.Op, Std.Op, Sum.Op, Var.Op,
		// moves
		BroadcastTo.Op, Concat.Op, PermuteDims.Op, Reshape.Op, Slice.Op,
		AddIndex.Op, Index.Op, SetIndex.Op, SetSlice.Op, Take.Op, TakeAlongAxis.Op,
		// products
		MatMul.Op, FourierComplex.Op, FourierHermitian.Op, FourierReal.Op,
		// of matrices
		Determinant.Op, FactorCholesky.Op, FactorLU.Op, FactorQR.Op, GeneralEigen.Op, GeneralEigenvalues.Op, HermitianEigen.Op,
		HermitianEigenvalues.Op, InvertMatrix.Op, LogarithmOfMatrix.Op, LogDeterminant.Op, RootOfMatrix.Op, SingularValues.Op, SingularVectors.Op, SolveMatrix.Op, SolveTriangle.Op,
		// of several steps, where a rule is faster or takes less memory than the gradients of the steps
		AdaptiveMaxPool, ConvGeneralDilated, LayerNorm, LogSoftmax, MaxPool, Pinv, ScaledDotProductAttention, Softmax,
		// of several steps, whose gradients would be NaN, or inexact, where there is a derivative
		BetaLn, Entr, LogAddExp2, LogNdtr, Logit, Ndtr, Sinc, XLog1pY, XLogY,
	}
	flat    = []*Op{Ceil.Op, Floor.Op, FloorDivide.Op, Round.Op, Trunc.Op}
	refused = []*Op{Hessenberg, HessenbergForm.Op, NextAfter.Op, Schur, SchurForm.Op, UniqueAll.Op}
)

func init() {
	for _, op := range table {
		op.Diff = derivative(op)
	}
	for _, list := range []struct {
		rows []*Op
		diff DiffKind
	}{{ruled, DiffRule}, {flat, DiffFlat}, {refused, DiffRefused}} {
		for _, op := range list.rows {
			op.Diff = list.diff
		}
	}
}
