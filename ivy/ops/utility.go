package ops

import "github.com/goivy/goivy/ivy/dtype"

func logical(name, doc string) Reduce {
	return Reduce{row(Op{Name: name, Group: Utility, Family: FamilyReduce, In: anyDtype, Out: boolean, Params: x, Opts: opts(Axis, KeepDims, Out), Doc: doc})}
}

// Tests and differences.
var (
	AllOp = logical("All", "All reports whether every element over Axis or Axes, all by default, is true: not zero. It is true of none.")
	Any   = logical("Any", "Any reports whether some element over Axis or Axes, all by default, is true: not zero. It is false of none.")
	Diff  = row(Op{Name: "Diff", Group: Utility, In: numeric, Params: x, Opts: opts(Axis, N, Prepend, Append, Out), Doc: "Diff returns the differences of neighbours along an axis, the last by default, taken N times (1), after Prepend and Append are joined to x."})
)

func utility(name string, in dtype.Set, out OutRule, ps []Param, os []Opt, doc string) *Op {
	return row(Op{Name: name, Group: Utility, In: in, Out: out, Lift: in == inexact || in == floating, Params: ps, Opts: os, Extra: true, Steps: true, Doc: doc})
}

// Ivy's general functions.
var (
	AllEqual       = utility("AllEqual", dtype.All, boolean, arrays, opts(EqualityMatrix), "AllEqual reports, as one bool of shape (), whether all arrays are equal to the first as ArrayEqual says; with EqualityMatrix(true), in a matrix, of each pair of them whether they are.")
	ArrayEqual     = utility("ArrayEqual", dtype.All, boolean, params(Param{"x0", Operand}, Param{"x1", Operand}), nil, "ArrayEqual reports, as one bool of shape (), whether x0 and x1 have the same shape and equal elements. NaN is equal to nothing.")
	ClipMatrixNorm = utility("ClipMatrixNorm", inexact, same, params(Param{"x", Operand}, Param{"max_norm", Scalar}), opts(NormOrder, Out), "ClipMatrixNorm returns x with the matrices in its last two axes scaled down to maxNorm where MatrixNorm of order NormOrder is greater: 2, the greatest singular value, by default, 1 or math.Inf(1). To the norm 1e-12 is added before it is divided by.")
	ClipVectorNorm = utility("ClipVectorNorm", inexact, same, params(Param{"x", Operand}, Param{"max_norm", Scalar}), opts(NormOrder, Out), "ClipVectorNorm returns x, scaled down to maxNorm if VectorNorm of all its elements, of order NormOrder, is greater. To the norm 1e-12 is added before it is divided by.")
	FourierEncode  = utility("FourierEncode", floating, same, params(Param{"x", Operand}, Param{"max_freq", Scalar}), opts(NumBands, LinearBands, FlattenBands), "FourierEncode returns each element t of x, then sin(π·s·t) and then cos(π·s·t) for each of NumBands frequencies s from 1 to maxFreq/2, at equal ratios or with LinearBands(true) at equal distances, along a new last axis. With FlattenBands(true) they stand along the last axis of x: all elements, then all sines, then all cosines. Without the first part of the result it is Ivy's with concat=False.")
	HasNans        = utility("HasNans", dtype.All, boolean, x, opts(IncludeInfs), "HasNans reports, as one bool of shape (), whether some element of x is NaN or infinite; NaN alone with IncludeInfs(false). It is Ivy's value_is_nan of an array without axes.")
	StableDivide   = utility("StableDivide", inexact, same, params(Param{"numerator", Operand}, Param{"denominator", Operand}), opts(MinDenominator, Out), "StableDivide returns numerator / (denominator + MinDenominator).")
	StablePow      = utility("StablePow", inexact, same, params(Param{"base", Operand}, Param{"exponent", Operand}), opts(MinBase, Out), "StablePow returns (base + MinBase) to the power exponent.")
)
