package ops

import "github.com/goivy/goivy/ivy/dtype"

func gather(op Op) Gather {
	op.Group, op.Family, op.In = Indexing, FamilyGather, dtype.All
	return Gather{row(op)}
}

func assign(op Op) Assign {
	op.Group, op.Family, op.In, op.Hidden = Indexing, FamilyAssign, dtype.All, true
	return Assign{row(op)}
}

// By position.
var (
	Take = gather(Op{Name: "Take", AnyShape: true, Params: params(Param{"x", Operand}, Param{"indices", Operand}), Opts: opts(Axis, Out),
		Doc: "Take returns the elements of x at indices along Axis, which may be left out for one dimension. A negative index counts from the end."})
	TakeAlongAxis = gather(Op{Name: "TakeAlongAxis", Params: params(Param{"x", Operand}, Param{"indices", Operand}), Opts: opts(Axis, Out),
		Doc: "TakeAlongAxis returns the elements of x at indices along Axis, the last by default, each one-dimensional slice of indices for the same slice of x; the other axes broadcast."})

	// Index gives x[i0, i1, …] for integer arrays over the leading axes of x.
	Index = gather(Op{Name: "Index", Params: x, Hidden: true, Doc: "Index is the step of indexing with integer arrays."})
	// SetSlice writes the ranges of the array.
	SetSlice = assign(Op{Name: "SetSlice", Params: x, Doc: "SetSlice is the step of assignment to a range of each axis."})
	// SetIndex writes x[i0, i1, …] for integer arrays over the leading axes of x; of
	// indices that meet the last one's value stays.
	SetIndex = assign(Op{Name: "SetIndex", Params: x, Doc: "SetIndex is the step of assignment at integer arrays."})
	// AddIndex adds to x[i0, i1, …] as often as each element is named.
	AddIndex = assign(Op{Name: "AddIndex", Params: x, Doc: "AddIndex is the step of addition at integer arrays."})
)
