package ops

import "github.com/goivy/goivy/ivy/dtype"

func move(name string, ps []Param, os []Opt, doc string) *Op {
	return row(Op{Name: name, Group: Manipulation, In: dtype.All, Params: ps, Opts: os, Doc: doc})
}

func view(name string, ps []Param, os []Opt, doc string) View {
	return View{row(Op{Name: name, Group: Manipulation, Family: FamilyView, In: dtype.All, Params: ps, Opts: os, Doc: doc})}
}

// einops describes patterns, which are in the notation of the einops library.
const einops = " The pattern names the axes of x, then those of the result, as in \"b (h w) c -> b h w c\": parentheses join axes, the last in them the fastest, 1 and () are axes of length 1, \"...\" are the axes that are left, on the right side in parentheses too."

func einop(name string, ps []Param, doc string) *Op {
	return row(Op{Name: name, Group: Manipulation, In: dtype.All, Params: ps, Opts: opts(AxesLengths, Out), Extra: true, Doc: doc})
}

// Of shapes.
var (
	Concat = Join{row(Op{Name: "Concat", Group: Manipulation, Family: FamilyJoin, In: dtype.All, Params: arrays, Opts: opts(Axis, Out),
		Doc: "Concat returns the arrays joined along an existing axis, the first by default; NoAxis{} flattens them first. Their dtypes are promoted."})}

	EinopsRearrange = einop("EinopsRearrange", params(Param{"x", Operand}, Param{"pattern", Text}),
		"EinopsRearrange returns x with its axes split, permuted and joined as a pattern of the einops library says."+einops+" Of the axes in one parenthesis one length may be missing in AxesLengths.")
	EinopsReduce = einop("EinopsReduce", params(Param{"x", Operand}, Param{"pattern", Text}, Param{"reduction", Text}),
		"EinopsReduce returns EinopsRearrange's result, reduced over the axes that the pattern has on the left side alone, numbers above 1 (\"a (b 2) -> a b\") among them. The reduction is \"all\", \"any\", \"max\", \"mean\", \"min\", \"prod\" or \"sum\": the function of that name, with its dtypes.")
	EinopsRepeat = einop("EinopsRepeat", params(Param{"x", Operand}, Param{"pattern", Text}),
		"EinopsRepeat returns EinopsRearrange's result, repeated along the axes that the pattern has on the right side alone: names with a length in AxesLengths, or numbers (\"a -> (a 2) b\").")

	ExpandDims  = move("ExpandDims", x, opts(Axis, Out), "ExpandDims returns x with an axis of length 1 at each position of Axis or Axes (0 by default), counted in the result.")
	Flip        = move("Flip", x, opts(Axis, Out), "Flip returns x in reverse order along Axis or Axes, all by default.")
	MoveAxis    = move("MoveAxis", params(Param{"x", Operand}, Param{"source", Ints}, Param{"destination", Ints}), opts(Out), "MoveAxis returns x with the axes source moved to the positions destination, the others in their order.")
	Pad         = move("Pad", params(Param{"x", Operand}, Param{"pad_width", IntPairs}), opts(Mode, ConstantValues, Out), "Pad returns x with elements added before and after each axis: padWidth has a pair of counts per axis, or one for all. Mode is \"constant\" (ConstantValues, 0 by default), \"edge\", \"reflect\", \"symmetric\" or \"wrap\".")
	PermuteDims = view("PermuteDims", params(Param{"x", Operand}, Param{"axes", Ints}), opts(Out), "PermuteDims returns x with its axes in the order given.")
	Repeat      = move("Repeat", params(Param{"x", Operand}, Param{"repeats", Operand}), opts(Axis, Out), "Repeat returns x with each element along Axis repeated: by one number, or by one for each. Without an axis x is flattened first.")
	Reshape     = view("Reshape", params(Param{"x", Operand}, Param{"shape", Ints}), opts(Copy, Out), "Reshape returns the elements of x, in row-major order, in another shape. One length may be −1: what is left.")
	Roll        = move("Roll", params(Param{"x", Operand}, Param{"shift", Ints}), opts(Axis, Out), "Roll returns x with its elements moved along Axis or Axes by shift, those that fall off coming back at the other end. Without an axis x is rolled as if flat.")
	Squeeze     = move("Squeeze", x, opts(Axis, Out), "Squeeze returns x without the axes of length 1 named by Axis or Axes, or without all of them.")
	Stack       = move("Stack", arrays, opts(Axis, Out), "Stack returns the arrays, all of one shape, joined along a new axis, the first by default. Their dtypes are promoted.")
	Tile        = move("Tile", params(Param{"x", Operand}, Param{"repetitions", Ints}), opts(Out), "Tile returns x repeated along each axis as often as repetitions says.")
	Unstack     = move("Unstack", x, opts(Axis), "Unstack returns the arrays that x is made of along an axis, the first by default.")

	// CopyArray fills a result with the operand's elements; it never shares memory.
	CopyArray = Unary{row(Op{Name: "CopyArray", Group: Manipulation, Family: FamilyUnary, In: dtype.All, Params: x, Opts: opts(Out), Extra: true, Doc: "CopyArray returns a copy of x, which shares no memory with it."})}
	// Slice gives the elements that basic indexing names, a Range per axis.
	Slice = View{row(Op{Name: "Slice", Group: Manipulation, Family: FamilyView, In: dtype.All, Params: x, Hidden: true, Doc: "Slice is the step of indexing that takes a range of each axis."})}
)

// Functions of Ivy, NumPy and tensorly that the Array API does not have.
var (
	AsStrided          = extra(move("AsStrided", params(Param{"x", Operand}, Param{"shape", Ints}, Param{"strides", Ints}), opts(Out), "AsStrided returns the elements that lie at multiples of strides, in bytes, from the first element of x, as if x lay in memory in row-major order. The result is an array of its own, whose elements may be the same ones of x many times."))
	Atleast1D          = extra(move("Atleast1D", params(Param{"arys", Variadic}), nil, "Atleast1D returns the arrays, those without axes in the shape (1)."))
	Atleast2D          = extra(move("Atleast2D", params(Param{"arys", Variadic}), nil, "Atleast2D returns the arrays, those of fewer than two axes with axes of length 1 in front."))
	Atleast3D          = extra(move("Atleast3D", params(Param{"arys", Variadic}), nil, "Atleast3D returns the arrays, those of fewer than three axes with axes of length 1 more: (n) becomes (1, n, 1), (m, n) becomes (m, n, 1)."))
	Choose             = extra(move("Choose", params(Param{"arr", Operand}, Param{"choices", Arrays}), opts(Mode, Out), "Choose returns the elements that arr, integers, chooses at each position among the arrays choices, which are promoted together. A number that no array has is an error, or with Mode(\"wrap\") counts modulo the number of arrays, with Mode(\"clip\") for the nearest."))
	ColumnStack        = extra(move("ColumnStack", arrays, opts(Out), "ColumnStack returns the arrays joined along the second axis, those of one axis, or none, as columns. Their dtypes are promoted."))
	ConcatFromSequence = extra(move("ConcatFromSequence", params(Param{"input_sequence", Arrays}), opts(WithNewAxis, Axis, Out), "ConcatFromSequence returns Concat of the arrays, or with WithNewAxis(1) Stack."))
	ConstantPad        = extra(move("ConstantPad", params(Param{"x", Operand}, Param{"pad_width", IntPairs}), opts(Value, Out), "ConstantPad returns x with a value added before and after each axis: padWidth has a pair of counts per axis, or one for all."))
	DSplit             = extra(move("DSplit", params(Param{"ary", Operand}, Param{"indices_or_sections", Operand}), nil, "DSplit returns the parts of ary along its third axis; see HSplit."))
	DStack             = extra(move("DStack", arrays, opts(Out), "DStack returns the arrays, as Atleast3D has them, joined along the third axis. Their dtypes are promoted."))
	Expand             = extra(move("Expand", params(Param{"x", Operand}, Param{"shape", Ints}), opts(Out), "Expand returns x broadcast to a shape, in which −1 is the length that x has there."))
	FillDiagonal       = extra(move("FillDiagonal", params(Param{"a", Operand}, Param{"v", Operand}), opts(Wrap), "FillDiagonal returns a with its main diagonal, the elements of which all indices are equal, filled with the elements of v in turn, taken in the dtype of a."))
	Flatten            = extra(move("Flatten", x, opts(StartDim, EndDim, Order, Out), "Flatten returns x with the axes from StartDim to EndDim joined to one; an x without axes becomes (1)."))
	FlipLR             = extra(move("FlipLR", params(Param{"m", Operand}), opts(Out), "FlipLR returns m in reverse order along its second axis."))
	FlipUD             = extra(move("FlipUD", params(Param{"m", Operand}), opts(Out), "FlipUD returns m in reverse order along its first axis."))
	HSplit             = extra(move("HSplit", params(Param{"ary", Operand}, Param{"indices_or_sections", Operand}), nil, "HSplit returns the parts of ary along its second axis, or the only one: a number of parts of the same length, or with a list of integers those that begin at 0 and at each of them, cut off at the ends of the axis as slices are."))
	HStack             = extra(move("HStack", arrays, opts(Out), "HStack returns the arrays joined along the second axis, those of one axis, or none, along the first. Their dtypes are promoted."))
	Matricize          = extra(move("Matricize", params(Param{"x", Operand}, Param{"row_modes", Ints}), opts(ColumnModes, Out), "Matricize returns a matrix whose rows are the positions along the axes rowModes, in this order, the last the fastest, and whose columns are those along the other axes."))
	PadSequence        = extra(move("PadSequence", params(Param{"sequences", Arrays}), opts(BatchFirst, PaddingValue), "PadSequence returns the arrays, which differ in their first lengths alone, side by side along a new second axis, with BatchFirst(true) the first one, each filled up to the greatest length. Their dtypes are promoted."))
	PartialFold        = extra(move("PartialFold", params(Param{"x", Operand}, Param{"mode", Int}, Param{"shape", Ints}), opts(SkipBegin, Out), "PartialFold returns an array of a shape from what PartialUnfold has made of it: it is its inverse, with SkipEnd(0)."))
	PartialTensorToVec = extra(move("PartialTensorToVec", x, opts(SkipBegin, SkipEnd, Out), "PartialTensorToVec returns x with its axes joined to one, but for those that stay."))
	PartialUnfold      = extra(move("PartialUnfold", params(Param{"x", Operand}, Param{"mode", Int}), opts(SkipBegin, SkipEnd, RavelTensors, Out), "PartialUnfold returns x with axis mode, counted from the first that does not stay, as the axis of rows, and the others, but for those that stay, joined to that of columns."))
	PartialVecToTensor = extra(move("PartialVecToTensor", params(Param{"x", Operand}, Param{"shape", Ints}), opts(SkipBegin, Out), "PartialVecToTensor returns an array of a shape from what PartialTensorToVec has made of it: it is its inverse, with SkipEnd(0)."))
	PutAlongAxis       = extra(move("PutAlongAxis", params(Param{"arr", Operand}, Param{"indices", Operand}, Param{"values", Operand}, Param{"axis", Int}), opts(Mode, Out), "PutAlongAxis returns arr with values at indices along an axis, each one-dimensional slice of indices for the same slice of arr; indices and values broadcast. A negative index counts from the end. Values are taken in the dtype of arr. Mode is \"replace\", the last of values at one place stays; \"sum\", \"mul\", \"amin\" or \"min\", \"amax\" or \"max\", of the element of arr and all values there; or \"mean\" of these, of integers the floor."))
	Rot90              = withAxes(extra(move("Rot90", params(Param{"m", Operand}), opts(K, Axis, Out), "Rot90 returns m turned by K quarters in the plane of two axes, from the first of them towards the second.")))
	Split              = extra(move("Split", x, opts(NumOrSizeSplits, Axis, WithRemainder), "Split returns the parts of x along an axis, one after the other."))
	SwapAxes           = extra(move("SwapAxes", params(Param{"x", Operand}, Param{"axis0", Int}, Param{"axis1", Int}), opts(Out), "SwapAxes returns x with two axes exchanged."))
	TrimZeros          = extra(move("TrimZeros", params(Param{"a", Operand}), opts(Trim), "TrimZeros returns a, of one axis, without the zeros at its ends. How long the result is depends on values, which an abstract array does not have."))
	Unflatten          = extra(move("Unflatten", params(Param{"x", Operand}, Param{"dim", Int}, Param{"shape", Ints}), opts(Out), "Unflatten returns x with an axis split into axes of the lengths given, of which one may be −1, what is left."))
	UniqueConsecutive  = extra(move("UniqueConsecutive", x, opts(Axis), "UniqueConsecutive returns x without elements that equal the one before, of the flattened x, or along an axis without slices that do; for each the index of what it has become; and how many were equal. NaNs are each distinct. How many there are depends on values, which an abstract array does not have."))
	VSplit             = extra(move("VSplit", params(Param{"ary", Operand}, Param{"indices_or_sections", Operand}), nil, "VSplit returns the parts of ary along its first axis; see HSplit."))
	VStack             = extra(move("VStack", arrays, opts(Out), "VStack returns the arrays, as Atleast2D has them, joined along the first axis. Their dtypes are promoted."))
	ZeroPad            = extra(move("ZeroPad", params(Param{"x", Operand}, Param{"pad_width", IntPairs}), opts(Out), "ZeroPad returns ConstantPad of zeros."))
)

// AssociativeScanned says which options AssociativeScan takes, which is a function of functions.
var AssociativeScanned = row(Op{Name: "AssociativeScanned", Group: Manipulation, In: dtype.All, Params: x, Opts: opts(Axis, Reverse), Hidden: true, Extra: true, Doc: "AssociativeScanned is what scans by a function have in common."})

func init() {
	for _, op := range []*Op{ExpandDims, Squeeze} {
		op.ByPos = 1
	}
	Unstack.Names = []string{"*"}
	for _, op := range []*Op{Atleast1D, Atleast2D, Atleast3D, DSplit, HSplit, Split, VSplit} {
		op.Names = []string{"*"}
	}
	UniqueConsecutive.Names = []string{"output", "inverse_indices", "counts"}
	Matricize.ByPos, PartialFold.ByPos, PartialTensorToVec.ByPos, PartialUnfold.ByPos, PartialVecToTensor.ByPos = 1, 1, 2, 3, 1
	Pad.Extra = true
}
