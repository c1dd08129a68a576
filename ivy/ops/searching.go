package ops

import "github.com/goivy/goivy/ivy/dtype"

const anyDtype = dtype.All

// By value.
var (
	ArgMax       = Reduce{row(Op{Name: "ArgMax", Group: Searching, Family: FamilyReduce, OneAxis: true, NonEmpty: true, In: ordered, Out: index, Params: x, Opts: opts(Axis, KeepDims, Out), Doc: "ArgMax returns the index of the first greatest element along Axis, or in the flattened array, as int64. NaN counts as the greatest."})}
	ArgMin       = Reduce{row(Op{Name: "ArgMin", Group: Searching, Family: FamilyReduce, OneAxis: true, NonEmpty: true, In: ordered, Out: index, Params: x, Opts: opts(Axis, KeepDims, Out), Doc: "ArgMin returns the index of the first least element along Axis, or in the flattened array, as int64. NaN counts as the least."})}
	CountNonzero = Reduce{row(Op{Name: "CountNonzero", Group: Searching, Family: FamilyReduce, In: anyDtype, Out: index, Params: x, Opts: opts(Axis, KeepDims, Out), Doc: "CountNonzero returns how many elements along Axis or Axes, all by default, are not zero, as int64."})}
	Nonzero      = Find{row(Op{Name: "Nonzero", Group: Searching, Family: FamilyFind, NeedsAxis: true, In: anyDtype, Out: index, Params: x, Names: []string{"*"}, Doc: "Nonzero returns the indices of the elements that are not zero, in row-major order: one int64 array per axis."})}
	SearchSorted = Search{row(Op{Name: "SearchSorted", Group: Searching, Family: FamilySearch, Sorted: true, In: ordered, Out: index, Params: x1x2, Opts: opts(Side, Sorter, Out), Doc: "SearchSorted returns where in the ascending one-dimensional x1 the elements of x2 belong, as int64: before equal ones, or after them with Side(\"right\"). Sorter holds indices that sort x1."})}
	Where        = Ternary{row(Op{Name: "Where", Group: Searching, Family: FamilyTernary, In: anyDtype, Params: params(Param{"condition", Operand}, Param{"x1", Operand}, Param{"x2", Operand}), Opts: opts(Out), Doc: "Where returns x1 where the condition is true and x2 elsewhere."})}
)

// Places and numbers.
var (
	ArgWhere = row(Op{Name: "ArgWhere", Group: Searching, In: anyDtype, Params: x, Opts: opts(Out), Extra: true,
		Doc: "ArgWhere returns the indices of the elements that are not zero, in row-major order, as int64: a row for each, with a column for each axis of x. How many there are depends on values, which an abstract array does not have."})
	RavelMultiIndex = row(Op{Name: "RavelMultiIndex", Group: Searching, In: dtype.Integer, Params: params(Param{"multi_index", Arrays}, Param{"dims", Ints}), Opts: opts(Mode, Out), ByPos: 1, Extra: true,
		Doc: "RavelMultiIndex returns the number that each element of an array of shape dims has in row-major order, as int64: multiIndex has its indices along each axis, which broadcast. Mode says what becomes of one that is out of range: \"raise\", the default, is an error, \"wrap\" takes the remainder, \"clip\" the nearest one that is there."})
	UnravelIndex = row(Op{Name: "UnravelIndex", Group: Searching, In: dtype.Integer, Params: params(Param{"indices", Operand}, Param{"shape", Ints}), Names: []string{"*"}, Extra: true,
		Doc: "UnravelIndex returns the indices along each axis of an array of the given shape for numbers of its elements in row-major order, as int64."})
)
