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

func init() {
	for _, op := range []*Op{ExpandDims, Squeeze} {
		op.ByPos = 1
	}
	Unstack.Names = []string{"*"}
	Pad.Extra = true
}
