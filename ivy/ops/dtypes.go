package ops

import "github.com/goivy/goivy/ivy/dtype"

// Of dtypes.
var (
	Astype = row(Op{Name: "Astype", Group: Dtypes, In: dtype.All, Params: params(Param{"x", Operand}, Param{"dtype", DtypeKind}), Opts: opts(Copy, Device, Out),
		Doc: "Astype returns x as dtype. Floats become integers by truncation, saturate at the ends, NaN becomes 0; integers wrap; a complex array as a real one is an error (take Real)."})
	BroadcastArrays = row(Op{Name: "BroadcastArrays", Group: Dtypes, In: dtype.All, Params: params(Param{"arrays", Variadic}), Names: []string{"*"},
		Doc: "BroadcastArrays returns the arrays broadcast to the one shape that they have in common."})
	BroadcastTo = View{row(Op{Name: "BroadcastTo", Group: Dtypes, Family: FamilyView, In: dtype.All, Params: params(Param{"x", Operand}, Param{"shape", Ints}), Opts: opts(Out),
		Doc: "BroadcastTo returns x broadcast to shape."})}

	// Cast fills a result of another dtype. Its operand may have any dtype, its
	// result any but the real ones of a complex operand; the values follow Astype.
	Cast = Unary{row(Op{Name: "Cast", Group: Dtypes, Family: FamilyUnary, In: dtype.All, Params: x, Hidden: true, Doc: "Cast is the step of Astype that makes new elements."})}
)
