package ops

func normalization(name string, ps []Param, os []Opt, doc string) *Op {
	return row(Op{Name: name, Group: Norms, In: floating, Lift: true, Params: ps, Opts: os, Extra: true, Doc: doc})
}

// Normalizations.
var (
	// NormalizeChannels is the step of BatchNorm with the mean and the variance of each channel.
	NormalizeChannels = Layer{row(Op{Name: "NormalizeChannels", Group: Norms, Family: FamilyLayer, In: floating, Params: x, Hidden: true, Optional: true, Extra: true,
		Doc: "NormalizeChannels is the step of BatchNorm for which mean and variance are there."})}
	// NormalizeGroups is the step of GroupNorm and InstanceNorm for arrays of one dtype.
	NormalizeGroups = Layer{row(Op{Name: "NormalizeGroups", Group: Norms, Family: FamilyLayer, In: floating, Params: x, Hidden: true, Optional: true, Extra: true,
		Doc: "NormalizeGroups is the step of GroupNorm and InstanceNorm."})}
	// NormalizeLast is the step of LayerNorm over the last axes for arrays of one dtype.
	NormalizeLast = Layer{row(Op{Name: "NormalizeLast", Group: Norms, Family: FamilyLayer, In: floating, Params: x, Hidden: true, Optional: true, Extra: true,
		Doc: "NormalizeLast is the step of LayerNorm over the last axes."})}
	BatchNorm = normalization("BatchNorm", params(Param{"x", Operand}, Param{"mean", Operand}, Param{"variance", Operand}), opts(ScaleOpt, OffsetOpt, Training, Eps, Momentum, DataFormat),
		"BatchNorm returns (x − mean)/sqrt(variance + eps) by channel, times Scale, plus Offset, where they are given, and mean and variance. With Training(true) it goes by the mean and the variance of x itself over all axes but the channels', and returns mean and variance moved towards those: (1 − m) times themselves plus m times those of x, with m the Momentum; of that variance the one with correction 1. eps is 1e-5 by default.")
	GroupNorm = normalization("GroupNorm", params(Param{"x", Operand}, Param{"num_groups", Int}), opts(ScaleOpt, OffsetOpt, Eps, DataFormat, Out),
		"GroupNorm returns (x − mean)/sqrt(var + eps) over groups of adjacent channels and all axes after the first, times Scale, plus Offset, for each channel, where they are given. eps is 1e-5 by default.")
	InstanceNorm = normalization("InstanceNorm", x, opts(ScaleOpt, OffsetOpt, Eps, DataFormat, Out),
		"InstanceNorm returns GroupNorm with a group for each channel.")
	LayerNorm = normalization("LayerNorm", params(Param{"x", Operand}, Param{"normalized_idxs", Ints}), opts(ScaleOpt, OffsetOpt, Eps, NewStd, Out),
		"LayerNorm returns (x − mean)/sqrt(var + eps) over the axes normalizedIdxs, times NewStd (1) and Scale, plus Offset, where they are given. eps is 1e-5 by default.")
	LocalResponseNorm = normalization("LocalResponseNorm", params(Param{"x", Operand}, Param{"size", Int}), opts(Alpha, Beta, Bias, DataFormat, Out),
		"LocalResponseNorm returns x/(k + α/size · Σ x²)^β, the sum over size adjacent channels, size/2 of them before and (size − 1)/2 after the channel itself, as far as there are any; Alpha α is 1e-4, Beta β 0.75 and Bias k 1 by default. TensorFlow's local_response_normalization with a depth radius r and its alpha a is that of size 2·r + 1 and α = a·(2·r + 1).")
	L1Normalize = normalized("L1Normalize", opts(Axis, Out), "L1Normalize returns x over the sum of its magnitudes, or over 1e-12 if that is more.")
	L2Normalize = normalized("L2Normalize", opts(Axis, Out), "L2Normalize returns x over its Euclidean norm, or over 1e-12 if that is more.")
	LpNormalize = normalized("LpNormalize", opts(NormOrder, Axis, Out), "LpNormalize returns x over its norm of order p, or over 1e-12 if that is more.")
	RMSNorm     = normalization("RMSNorm", params(Param{"x", Operand}, Param{"normalized_idxs", Ints}), opts(ScaleOpt, Eps, Out),
		"RMSNorm returns x/sqrt(mean(x²) + eps), the mean over the axes normalizedIdxs, times Scale, if it is given. eps is 1e-5 by default.")
)

func init() {
	BatchNorm.Names = []string{"z", "new_mean", "new_variance"}
}

// normalized is the row of a function that divides by a norm over axes.
func normalized(name string, os []Opt, doc string) *Op {
	return row(Op{Name: name, Group: Norms, In: inexact, Lift: true, Params: x, Opts: os, Extra: true, Doc: doc + " The norm goes over Axis or Axes, all by default."})
}
