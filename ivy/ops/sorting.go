package ops

import "github.com/goivy/goivy/ivy/dtype"

func sorting(name string, out OutRule, doc string) Sort {
	return Sort{row(Op{Name: name, Group: Sorting, Family: FamilySort, In: ordered, Out: out, Params: x, Opts: opts(Axis, Descending, Stable, Out), Doc: doc})}
}

// In order. NaN sorts as the greatest.
var (
	ArgSort = sorting("ArgSort", index, "ArgSort returns the int64 indices that sort x along an axis, the last by default, in ascending or Descending order; equal elements stay in their order.")
	SortOp  = sorting("Sort", same, "Sort returns x sorted along an axis, the last by default, in ascending or Descending order.")
)

func ordering(name string, in dtype.Set, ps []Param, os []Opt, doc string) *Op {
	return row(Op{Name: name, Group: Sorting, In: in, Params: ps, Opts: os, Extra: true, Doc: doc})
}

// partitioned says which of the orders that would do a partition has.
const partitioned = " What is less than the element at the first place of kth stands before it, what is greater behind it, and so for each of kth, negative ones counted from the end. Elements between two such places, and those equal to the element at one of them, keep their order: the result is the same on every backend. NaN counts as the greatest."

// Composed of these.
var (
	ArgPartition = ordering("ArgPartition", ordered, params(Param{"x", Operand}, Param{"kth", Ints}), opts(Axis, Out),
		"ArgPartition returns the int64 indices that make Partition's result of x.")
	InvertPermutation = ordering("InvertPermutation", dtype.Integer, x, nil,
		"InvertPermutation returns y with y[x[i]] = i, as int64, of an x that has each of the numbers from 0 to n − 1 once.")
	LexSort = ordering("LexSort", ordered, params(Param{"keys", Operand}), opts(Axis, Out),
		"LexSort returns the int64 indices that sort by several keys, which lie along the first axis: by the last of them, where that is equal by the one before it, and so on. It sorts along Axis, the last by default, of the others; equal elements stay in their order.")
	MSort = ordering("MSort", ordered, x, opts(Out),
		"MSort returns x sorted along its first axis, in ascending order.")
	Partition = ordering("Partition", ordered, params(Param{"x", Operand}, Param{"kth", Ints}), opts(Axis, Out),
		"Partition returns the elements of x along Axis, the last by default, in an order in which those at the places kth are where they would be in ascending order."+partitioned)
	TopK = ordering("TopK", ordered, params(Param{"x", Operand}, Param{"k", Int}), opts(Axis, Largest, Sorted),
		"TopK returns the k greatest elements of x along Axis, the last by default, in descending order, or with Largest(false) the k least in ascending order, and their int64 indices; of equal ones the first comes first. NaN counts as the greatest.")

	// TopIndices is the step of TopK that finds indices.
	TopIndices = Layer{row(Op{Name: "TopIndices", Group: Sorting, Family: FamilyLayer, In: ordered, Out: index, Params: x, Hidden: true, Optional: true, Extra: true,
		Doc: "TopIndices is the step of TopK that finds indices."})}
	// PartitionAround is the step of Partition with elements at hand that stay where they are.
	PartitionAround = Layer{row(Op{Name: "PartitionAround", Group: Sorting, Family: FamilyLayer, In: ordered, Params: x, Hidden: true, Optional: true, Extra: true,
		Doc: "PartitionAround is Partition along the last axis."})}
)

func init() { TopK.Names = []string{"values", "indices"} }
