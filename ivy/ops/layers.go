package ops

// Layers of neural networks.
var (
	Linear = row(Op{Name: "Linear", Group: Layers, In: numeric, Params: params(Param{"x", Operand}, Param{"weight", Operand}), Opts: opts(Bias, Out), ByPos: 1, Extra: true,
		Doc: "Linear returns x · weightᵀ + bias: x has shape (…, n), weight (…, m, n), bias (…, m), the result (…, m)."})
	ConvGeneralDilated = row(Op{Name: "ConvGeneralDilated", Group: Layers, In: numeric, Params: params(Param{"x", Operand}, Param{"filters", Operand}, Param{"strides", Ints}, Param{"padding", Padding}),
		Opts: opts(DataFormat, FilterFormat, FeatureGroupCount, XDilations, Dilations, Bias, Out), Extra: true,
		Doc: "ConvGeneralDilated returns the convolution of x with filters, as neural networks have it: at each window position the sum of the products of x's elements with the filter's, which is not reversed. x has shape (n, d1, …, dr, c) and filters (k1, …, kr, c/g, m) with g the FeatureGroupCount (1), the result (n, e1, …, er, m); with DataFormat(\"channel_first\") x and the result have their channels after n, with FilterFormat(\"channel_first\") filters have shape (m, c/g, k1, …, kr). strides has a step for each of the r axes, or one for all. padding is how many zeros surround x: [][2]int with a pair for each axis, or one for all, an int for all sides, \"VALID\" for none, or \"SAME\" for as many as make ei = ⌈di/stride⌉, the odd one behind. XDilations are the distances that x's elements are moved apart to, with zeros between, Dilations the filter's. Bias, of shape (m), is added. r is 1, 2 or 3."})
	// Convolve is the step of ConvGeneralDilated that sums products.
	Convolve = Convolution{row(Op{Name: "Convolve", Group: Layers, Family: FamilyConvolution, In: numeric, Params: x, Hidden: true, Optional: true, Extra: true,
		Doc: "Convolve is the step of ConvGeneralDilated for one group, whose zeros are there already."})}
)
