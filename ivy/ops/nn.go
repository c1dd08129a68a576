package ops

import "github.com/goivy/goivy/ivy/dtype"

func activation(name string, in dtype.Set, doc string) Unary {
	u := extra(lifted(name, in, doc))
	u.Group = NN
	return u
}

// Of neural networks.
var (
	Expit    = activation("Expit", inexact, "Expit returns 1 / (1 + e**−x), as Sigmoid does.")
	Sigmoid  = activation("Sigmoid", inexact, "Sigmoid returns 1 / (1 + e**−x).")
	Silu     = activation("Silu", floating, "Silu returns x · Sigmoid(x).")
	Softplus = row(Op{Name: "Softplus", Group: NN, In: floating, Lift: true, Params: x, Opts: opts(Beta, Threshold, Out), Extra: true, Doc: "Softplus returns log(1 + e**(β·x)) / β; x itself where β·x is above the threshold, if one is given. β is 1 by default."})
	Gelu     = row(Op{Name: "Gelu", Group: NN, In: floating, Lift: true, Params: x, Opts: opts(Approximate, Out), Extra: true, Doc: "Gelu returns x·Φ(x) with the normal distribution function Φ; with Approximate(true) Φ's approximation by a tanh (Hendrycks and Gimpel)."})
	Relu     = Unary{row(Op{Name: "Relu", Group: NN, Family: FamilyUnary, In: ordered, Params: x, Opts: opts(Out), Extra: true, Doc: "Relu returns x where it is positive and 0 elsewhere; NaN stays NaN."})}

	GeluErf     = hidden(activation("GeluErf", floating, "GeluErf is Gelu by the error function."))
	GeluTanh    = hidden(activation("GeluTanh", floating, "GeluTanh is Gelu by the hyperbolic tangent."))
	SoftplusOne = hidden(activation("SoftplusOne", floating, "SoftplusOne is Softplus with β = 1 and no threshold."))

	Softmax    = row(Op{Name: "Softmax", Group: NN, In: floating, Lift: true, Params: x, Opts: opts(Axis, Out), Extra: true, Doc: "Softmax returns e**x over its sum along an axis, the last by default."})
	LogSoftmax = row(Op{Name: "LogSoftmax", Group: NN, In: floating, Lift: true, Params: x, Opts: opts(Axis, Out), Extra: true, Doc: "LogSoftmax returns the logarithm of Softmax, without leaving it on the way."})
	LayerNorm  = row(Op{Name: "LayerNorm", Group: NN, In: floating, Lift: true, Params: params(Param{"x", Operand}, Param{"normalized_idxs", Ints}), Opts: opts(ScaleOpt, OffsetOpt, Eps, NewStd, Out), Extra: true,
		Doc: "LayerNorm returns (x − mean)/sqrt(var + eps) over the axes normalizedIdxs, times NewStd (1) and Scale, plus Offset, where they are given. eps is 1e-5 by default."})
	Linear = row(Op{Name: "Linear", Group: NN, In: numeric, Params: params(Param{"x", Operand}, Param{"weight", Operand}), Opts: opts(Bias, Out), ByPos: 1, Extra: true,
		Doc: "Linear returns x · weightᵀ + bias: x has shape (…, n), weight (…, m, n), bias (…, m), the result (…, m)."})
	ConvGeneralDilated = row(Op{Name: "ConvGeneralDilated", Group: NN, In: numeric, Params: params(Param{"x", Operand}, Param{"filters", Operand}, Param{"strides", Ints}, Param{"padding", Padding}),
		Opts: opts(DataFormat, FilterFormat, FeatureGroupCount, XDilations, Dilations, Bias, Out), Extra: true,
		Doc: "ConvGeneralDilated returns the convolution of x with filters, as neural networks have it: at each window position the sum of the products of x's elements with the filter's, which is not reversed. x has shape (n, d1, …, dr, c) and filters (k1, …, kr, c/g, m) with g the FeatureGroupCount (1), the result (n, e1, …, er, m); with DataFormat(\"channel_first\") x and the result have their channels after n, with FilterFormat(\"channel_first\") filters have shape (m, c/g, k1, …, kr). strides has a step for each of the r axes, or one for all. padding is how many zeros surround x: [][2]int with a pair for each axis, or one for all, an int for all sides, \"VALID\" for none, or \"SAME\" for as many as make ei = ⌈di/stride⌉, the odd one behind. XDilations are the distances that x's elements are moved apart to, with zeros between, Dilations the filter's. Bias, of shape (m), is added. r is 1, 2 or 3."})
	// Convolve is the step of ConvGeneralDilated that sums products.
	Convolve = Convolution{row(Op{Name: "Convolve", Group: NN, Family: FamilyConvolution, In: numeric, Params: x, Hidden: true, Optional: true, Extra: true,
		Doc: "Convolve is the step of ConvGeneralDilated for one group, whose zeros are there already."})}
	OneHot = row(Op{Name: "OneHot", Group: NN, In: dtype.Integer, Params: params(Param{"indices", Operand}, Param{"depth", Int}), Opts: opts(OnValue, OffValue, Axis, Dtype, Device, Out), Extra: true,
		Doc: "OneHot returns an array with one more axis of length depth (the last, or Axis), 1 at the position that each index names and 0 elsewhere, or OnValue and OffValue. An index outside the axis gives no 1. The dtype is the default float unless told, or that of the values."})
)

func hidden[T interface{ op() *Op }](r T) T {
	r.op().Hidden = true
	return r
}
