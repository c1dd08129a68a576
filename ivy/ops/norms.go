package ops

// Normalizations.
var (
	LayerNorm = row(Op{Name: "LayerNorm", Group: Norms, In: floating, Lift: true, Params: params(Param{"x", Operand}, Param{"normalized_idxs", Ints}), Opts: opts(ScaleOpt, OffsetOpt, Eps, NewStd, Out), Extra: true,
		Doc: "LayerNorm returns (x − mean)/sqrt(var + eps) over the axes normalizedIdxs, times NewStd (1) and Scale, plus Offset, where they are given. eps is 1e-5 by default."})
)
