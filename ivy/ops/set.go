package ops

// unique is the row of a function that returns some of the results of UniqueAll.
func unique(name string, results []string, doc string) *Op {
	return row(Op{Name: name, Group: Sets, In: anyDtype, Params: x, Names: results, Like: UniqueAll.Op, Doc: doc})
}

// Arrays as sets. NaNs are each distinct, and −0 equals 0.
var (
	IsIn = Search{row(Op{Name: "IsIn", Group: Sets, Family: FamilySearch, In: anyDtype, Out: boolean, Params: x1x2, Opts: opts(Invert, Out), Doc: "IsIn reports where an element of x1 is among those of x2; with Invert(true), where it is not."})}

	UniqueAll     = Find{row(Op{Name: "UniqueAll", Group: Sets, Family: FamilyFind, In: anyDtype, Params: x, Names: []string{"values", "indices", "inverse_indices", "counts"}, Doc: "UniqueAll returns the distinct elements of x in ascending order, the index of the first of each in the flattened x, the indices that rebuild x from them, in the shape of x, and how often each occurs."})}
	UniqueCounts  = unique("UniqueCounts", []string{"values", "counts"}, "UniqueCounts returns the distinct elements of x in ascending order, and how often each occurs.")
	UniqueInverse = unique("UniqueInverse", []string{"values", "inverse_indices"}, "UniqueInverse returns the distinct elements of x in ascending order, and the indices that rebuild x from them, in the shape of x.")
	UniqueValues  = unique("UniqueValues", nil, "UniqueValues returns the distinct elements of x in ascending order.")
)
