package ops

func logical(name, doc string) Reduce {
	return Reduce{row(Op{Name: name, Group: Utility, Family: FamilyReduce, In: anyDtype, Out: boolean, Params: x, Opts: opts(Axis, KeepDims, Out), Doc: doc})}
}

// Tests and differences.
var (
	AllOp = logical("All", "All reports whether every element over Axis or Axes, all by default, is true: not zero. It is true of none.")
	Any   = logical("Any", "Any reports whether some element over Axis or Axes, all by default, is true: not zero. It is false of none.")
	Diff  = row(Op{Name: "Diff", Group: Utility, In: numeric, Params: x, Opts: opts(Axis, N, Prepend, Append, Out), Doc: "Diff returns the differences of neighbours along an axis, the last by default, taken N times (1), after Prepend and Append are joined to x."})
)
