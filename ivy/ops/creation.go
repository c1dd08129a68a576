package ops

import "github.com/goivy/goivy/ivy/dtype"

func fill(op Op) Fill {
	op.Group, op.Family = Creation, FamilyFill
	return Fill{row(op)}
}

func creation(name string, ps []Param, os []Opt, doc string) *Op {
	return row(Op{Name: name, Group: Creation, In: dtype.All, Params: ps, Opts: os, Doc: doc})
}

// New arrays.
var (
	Arange = fill(Op{Name: "Arange", In: whole, Params: params(Param{"start", Scalar}, Param{"stop_step", Numbers}), Opts: opts(Dtype, Device, Out),
		Doc: "Arange returns start, start + step, … short of stop. Arange(stop) starts at 0; the step is 1 unless given: Arange(start, stop, step). The dtype is the default int, or the default float if any of the three is a float, unless told; values outside the range of a dtype of integers are held at its ends."})
	Asarray   = creation("Asarray", params(Param{"obj", Operand}), opts(Dtype, Device, Copy), "Asarray returns obj as an array: a Go number, bool, (nested) slice or array of them, an Array, or anything with a method DLPack. An Array is shared until one of the two is written to; Copy(true) copies at once, and with Copy(false) writes to one are seen in the other, or it fails.")
	Empty     = creation("Empty", params(Param{"shape", Ints}), opts(Dtype, Device, Out), "Empty returns an array whose values are for the caller to fill; they are zeros here.")
	EmptyLike = creation("EmptyLike", x, opts(Dtype, Device, Out), "EmptyLike returns Empty of the shape and dtype of x.")
	Eye       = fill(Op{Name: "Eye", In: dtype.All, Params: params(Param{"n_rows", Int}), Opts: opts(NCols, K, Dtype, Device, Out), ByPos: 1,
		Doc: "Eye returns a matrix of n rows and as many columns, or NCols, with ones on diagonal K (0 the main one, above it positive) and zeros elsewhere. The dtype is the default float unless told."})
	FromDlpack = creation("FromDlpack", params(Param{"x", Operand}), opts(Device, Copy), "FromDlpack returns x, an Array of any backend or a value with a method DLPack, as an array of the current backend.")
	Full       = fill(Op{Name: "Full", In: dtype.All, Params: params(Param{"shape", Ints}, Param{"fill_value", Scalar}), Opts: opts(Dtype, Device, Out),
		Doc: "Full returns an array filled with one value. The dtype is the value's kind's default unless told."})
	FullLike = creation("FullLike", params(Param{"x", Operand}, Param{"fill_value", Scalar}), opts(Dtype, Device, Out), "FullLike returns Full of the shape and dtype of x.")
	Linspace = fill(Op{Name: "Linspace", In: numeric, Params: params(Param{"start", Scalar}, Param{"stop", Scalar}, Param{"num", Int}), Opts: opts(Dtype, Device, Endpoint, Out),
		Doc: "Linspace returns num values at equal distances from start to stop, stop included unless Endpoint(false) is given. The dtype is the default float, or complex, unless told; as integers they are truncated, and held in the dtype's range."})
	Meshgrid = creation("Meshgrid", arrays, opts(GridIndexing), "Meshgrid returns the coordinates of the grid that one-dimensional arrays span, an array of the grid's shape for each. Indexing(\"xy\"), the default, swaps the first two axes; \"ij\" does not.")
	Ones     = creation("Ones", params(Param{"shape", Ints}), opts(Dtype, Device, Out), "Ones returns an array filled with 1, of the default dtype unless told.")
	OneHot   = row(Op{Name: "OneHot", Group: Creation, In: dtype.Integer, Params: params(Param{"indices", Operand}, Param{"depth", Int}), Opts: opts(OnValue, OffValue, Axis, Dtype, Device, Out), Extra: true,
		Doc: "OneHot returns an array with one more axis of length depth (the last, or Axis), 1 at the position that each index names and 0 elsewhere, or OnValue and OffValue. An index outside the axis gives no 1. The dtype is the default float unless told, or that of the values."})
	OnesLike  = creation("OnesLike", x, opts(Dtype, Device, Out), "OnesLike returns Ones of the shape and dtype of x.")
	Tril      = creation("Tril", x, opts(K, Out), "Tril returns matrices with the elements above diagonal K set to 0.")
	Triu      = creation("Triu", x, opts(K, Out), "Triu returns matrices with the elements below diagonal K set to 0.")
	Zeros     = creation("Zeros", params(Param{"shape", Ints}), opts(Dtype, Device, Out), "Zeros returns an array filled with 0, of the default dtype unless told.")
	ZerosLike = creation("ZerosLike", x, opts(Dtype, Device, Out), "ZerosLike returns Zeros of the shape and dtype of x.")
)

func init() {
	Meshgrid.Names = []string{"*"}
	for _, op := range []*Op{Zeros, Ones, Empty} {
		op.Like = Full.Op
	}
	FromDlpack.Like = CopyArray.Op // it copies arrays of the current backend
	Asarray.NoMethod, FromDlpack.NoMethod = true, true
}

// New arrays of several steps.
var (
	EyeLike = row(Op{Name: "EyeLike", Group: Creation, In: dtype.All, Params: x, Opts: opts(K, Dtype, Device, Out), Extra: true,
		Doc: "EyeLike returns ones on diagonal K and zeros elsewhere, of the shape and dtype of x, which has two axes or more; the last two are those of the matrices."})
	Indices = row(Op{Name: "Indices", Group: Creation, Like: Full.Op, In: whole, Params: params(Param{"dimensions", Ints}), Opts: opts(Dtype, Device, Out), Extra: true,
		Doc: "Indices returns the indices of an array of the shape dimensions: for each of its axes, along a first axis, an array of that shape. The dtype is int64 unless told."})
	Logspace = row(Op{Name: "Logspace", Group: Creation, In: inexact, Lift: true, Params: params(Param{"start", Operand}, Param{"stop", Operand}, Param{"num", Int}), Opts: opts(Base, Axis, Endpoint, Dtype, Device, Out), Extra: true, NoMethod: true,
		Doc: "Logspace returns num powers of Base from base**start to base**stop, the exponents at equal distances, stop included unless Endpoint(false) is given. start, stop and Base may be arrays, which broadcast; the powers stand along Axis. They are computed in float64, or complex128. The dtype is that which start, stop and an array Base have in common, as floats, unless told."})
	MelWeightMatrix = row(Op{Name: "MelWeightMatrix", Group: Creation, Like: Full.Op, In: floating, Params: params(Param{"num_mel_bins", Int}, Param{"dft_length", Int}, Param{"sample_rate", Int}), Opts: opts(LowerEdgeHertz, UpperEdgeHertz, Dtype, Device, Out), ByPos: 2, Extra: true,
		Doc: "MelWeightMatrix returns the matrix that makes numMelBins bands on the mel scale of the spectrum of a signal, as ONNX defines it: bands are triangles over frequencies whose edges are at equal distances in mel, 2595·log10(1 + f/700), and rounded down to one of the frequencies of a transform of dftLength. The dtype is the default float unless told."})
	Polyval = row(Op{Name: "Polyval", Group: Creation, In: numeric, Params: params(Param{"coeffs", Operand}, Param{"x", Operand}), Opts: opts(Out), Extra: true,
		Doc: "Polyval returns the values at x of the polynomial with these coefficients, that of the highest power first, by Horner's scheme; 0 of no coefficients. Integers wrap."})
	SparseIndices = row(Op{Name: "SparseIndices", Group: Creation, Like: Full.Op, In: whole, Params: params(Param{"dimensions", Ints}), Opts: opts(Dtype, Device), Extra: true,
		Doc: "SparseIndices returns the indices of an array of the shape dimensions as a list of arrays that broadcast: that of an axis has its length along it, and length 1 along the others. The dtype is int64 unless told."})
	TrilIndices = row(Op{Name: "TrilIndices", Group: Creation, Like: Full.Op, In: dtype.Integer, Params: params(Param{"n_rows", Int}), Opts: opts(NCols, K, Dtype, Device), ByPos: 2, Extra: true,
		Doc: "TrilIndices returns the row and the column indices, as int64 unless told another dtype, of the elements on and below diagonal K of a matrix of nRows rows and as many columns, or NCols, in row-major order."})
	Trilu = row(Op{Name: "Trilu", Group: Creation, In: dtype.All, Params: x, Opts: opts(K, Upper, Out), Extra: true,
		Doc: "Trilu returns Triu of x, or Tril with Upper(false)."})
	TriuIndices = row(Op{Name: "TriuIndices", Group: Creation, Like: Full.Op, In: dtype.Integer, Params: params(Param{"n_rows", Int}), Opts: opts(NCols, K, Dtype, Device), ByPos: 2, Extra: true,
		Doc: "TriuIndices returns the row and the column indices, as int64 unless told another dtype, of the elements on and above diagonal K of a matrix of nRows rows and as many columns, or NCols, in row-major order."})
)

func init() {
	SparseIndices.Names = []string{"*"}
	for _, op := range []*Op{TrilIndices, TriuIndices} {
		op.Names = []string{"rows", "columns"}
	}
}
