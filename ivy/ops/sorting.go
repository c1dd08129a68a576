package ops

func sorting(name string, out OutRule, doc string) Sort {
	return Sort{row(Op{Name: name, Group: Sorting, Family: FamilySort, In: ordered, Out: out, Params: x, Opts: opts(Axis, Descending, Stable, Out), Doc: doc})}
}

// In order. NaN sorts as the greatest.
var (
	ArgSort = sorting("ArgSort", index, "ArgSort returns the int64 indices that sort x along an axis, the last by default, in ascending or Descending order; equal elements stay in their order.")
	SortOp  = sorting("Sort", same, "Sort returns x sorted along an axis, the last by default, in ascending or Descending order.")
)
