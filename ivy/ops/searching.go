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
