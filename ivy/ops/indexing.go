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
	Take = gather(Op{Name: "Take", AnyShape: true, Params: params(Param{"x", Operand}, Param{"indices", Operand}), Opts: opts(Axis, Mode, FillValue, Out),
		Doc: "Take returns the elements of x at indices along Axis, which may be left out for one dimension. A negative index counts from the end, and one that is out of range is an error. With Mode(\"wrap\") an index counts modulo the length of the axis, with Mode(\"clip\") for the nearest that there is, a negative one for 0; with Mode(\"fill\") FillValue is there for an index out of range."})
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

func indexing(name string, in dtype.Set, ps []Param, os []Opt, doc string) *Op {
	return row(Op{Name: name, Group: Indexing, In: in, Params: ps, Opts: os, Extra: true, Doc: doc})
}

var segments = params(Param{"data", Operand}, Param{"segment_ids", Operand}, Param{"num_segments", Int})

// segmented is what functions of segments have in common.
const segmented = " over the first axis of data (n, …) that have one number in segmentIds (n): element i of the result (numSegments, …) is of those with number i. Those with a negative number count nowhere."

// scattered describes the values of Reduction.
const scattered = " Reduction says what becomes of several elements for one place: \"sum\", the default, \"mul\", \"min\" or \"max\", or \"replace\": the last one stays. With Initial, the array that is written into, what it has there counts too but for \"replace\"; without it all other places are 0. Negative indices count from the end."

// Composed of these.
var (
	GatherOp = indexing("Gather", dtype.All, params(Param{"params", Operand}, Param{"indices", Operand}), opts(Axis, BatchDims, Out),
		"Gather returns the elements of params at indices along Axis, the last by default, which the axes of indices replace. With BatchDims(b) the first b axes of the two are the same, and each part of indices is for its own part of params. A negative index counts from the end.")
	GatherND = indexing("GatherND", dtype.All, params(Param{"params", Operand}, Param{"indices", Operand}), opts(BatchDims, Out),
		"GatherND returns the elements, or the parts, of params (b, d1, …, dk, …) that indices (b, …, k) name by their last axis: the result is (b, …, …). The b first axes of the two, BatchDims of them, are the same. A negative index counts from the end.")
	ScatterFlat = indexing("ScatterFlat", dtype.All, params(Param{"indices", Operand}, Param{"updates", Operand}), opts(Size, Reduction, Initial, Out),
		"ScatterFlat returns an array of one axis with updates (m) written at indices (m)."+scattered)
	ScatterND = indexing("ScatterND", dtype.All, params(Param{"indices", Operand}, Param{"updates", Operand}), opts(Shape, Reduction, Initial, Out),
		"ScatterND returns an array of shape (d1, …, dk, …) with updates written at the elements, or the parts, that indices (…, k) name by their last axis; updates broadcast to what is written."+scattered)
	UnsortedSegmentMax = indexing("UnsortedSegmentMax", whole, segments, nil,
		"UnsortedSegmentMax returns the greatest of the elements"+segmented+" Where there are none it is the least finite value of the dtype; NaN if there is one.")
	UnsortedSegmentMean = indexing("UnsortedSegmentMean", inexact, segments, nil,
		"UnsortedSegmentMean returns the means of the elements"+segmented+" Where there are none it is 0.")
	UnsortedSegmentMin = indexing("UnsortedSegmentMin", whole, segments, nil,
		"UnsortedSegmentMin returns the least of the elements"+segmented+" Where there are none it is the greatest finite value of the dtype; NaN if there is one.")
	UnsortedSegmentSum = indexing("UnsortedSegmentSum", numeric, segments, nil,
		"UnsortedSegmentSum returns the sums of the elements"+segmented+" The dtype is that of data.")

	// ScatterReduced is the step of functions that scatter.
	ScatterReduced = Layer{row(Op{Name: "ScatterReduced", Group: Indexing, Family: FamilyLayer, In: dtype.All, Params: x, Hidden: true, Optional: true, Extra: true,
		Doc: "ScatterReduced is the step that scatters elements, several of which may be for one place."})}
)

func init() {
	UnsortedSegmentMean.Lift = true
	ScatterND.ByPos = 1
}
