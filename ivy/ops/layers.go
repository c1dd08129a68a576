package ops

import "github.com/goivy/goivy/ivy/dtype"

func layer(name string, in dtype.Set, ps []Param, os []Opt, doc string) *Op {
	return row(Op{Name: name, Group: Layers, In: in, Params: ps, Opts: os, Extra: true, Doc: doc})
}

func floatLayer(name string, ps []Param, os []Opt, doc string) *Op {
	op := layer(name, floating, ps, os, doc)
	op.Lift = true
	return op
}

// pooling are the parameters of functions that slide a window over x.
var pooling = params(Param{"x", Operand}, Param{"kernel", Ints}, Param{"strides", Ints}, Param{"padding", Padding})

// Layers of neural networks.
var (
	Linear = row(Op{Name: "Linear", Group: Layers, In: numeric, Params: params(Param{"x", Operand}, Param{"weight", Operand}), Opts: opts(Bias, Out), ByPos: 1, Extra: true,
		Doc: "Linear returns x · weightᵀ + bias: x has shape (…, n), weight (…, m, n), bias (…, m), the result (…, m)."})
	ConvGeneralDilated = row(Op{Name: "ConvGeneralDilated", Group: Layers, In: numeric, Params: params(Param{"x", Operand}, Param{"filters", Operand}, Param{"strides", Ints}, Param{"padding", Padding}),
		Opts: opts(DataFormat, FilterFormat, FeatureGroupCount, XDilations, Dilations, Bias, Out), Extra: true,
		Doc: "ConvGeneralDilated returns the convolution of x with filters, as neural networks have it: at each window position the sum of the products of x's elements with the filter's, which is not reversed. x has shape (n, d1, …, dr, c) and filters (k1, …, kr, c/g, m) with g the FeatureGroupCount (1), the result (n, e1, …, er, m); with DataFormat(\"channel_first\") x and the result have their channels after n, with FilterFormat(\"channel_first\") filters have shape (m, c/g, k1, …, kr). strides has a step for each of the r axes, or one for all. padding is how many zeros surround x: [][2]int with a pair for each axis, or one for all, an int for all sides, \"VALID\" for none, or \"SAME\" for as many as make ei = ⌈di/stride⌉, the odd one behind. XDilations are the distances that x's elements are moved apart to, with zeros between, Dilations the filter's. Bias, of shape (m), is added. r is 1, 2 or 3."})
	// Convolve is the step of ConvGeneralDilated that sums products.
	Convolve = Layer{row(Op{Name: "Convolve", Group: Layers, Family: FamilyLayer, In: numeric, Params: x, Hidden: true, Optional: true, Extra: true,
		Doc: "Convolve is the step of ConvGeneralDilated with channels last."})}
	// ConvolveFilters is the step of ConvGeneralDilated's derivative that sums products.
	ConvolveFilters = Layer{row(Op{Name: "ConvolveFilters", Group: Layers, Family: FamilyLayer, In: inexact, Params: x, Hidden: true, Optional: true, Extra: true,
		Doc: "ConvolveFilters is the derivative of Convolve with respect to its filters."})}
	// Attend is the step of ScaledDotProductAttention for which numbers and heads are as they should be.
	Attend = Layer{row(Op{Name: "Attend", Group: Layers, Family: FamilyLayer, In: floating, Params: x, Hidden: true, Optional: true, Extra: true,
		Doc: "Attend is the step of ScaledDotProductAttention without grouped queries."})}
	// Recur is the step of recurrent layers that computes all positions in time.
	Recur = Layer{row(Op{Name: "Recur", Group: Layers, Family: FamilyLayer, In: floating, Params: x, Hidden: true, Optional: true, Extra: true,
		Doc: "Recur is a layer of LSTM, GRU or RNN in one direction."})}
	// PoolWindows is the step of MaxPool and AvgPool that combines the elements under windows.
	PoolWindows = Layer{row(Op{Name: "PoolWindows", Group: Layers, Family: FamilyLayer, In: ordered, Params: x, Hidden: true, Optional: true, Extra: true,
		Doc: "PoolWindows has the greatest elements under windows, or their sums."})}
	ConvGeneralTranspose = layer("ConvGeneralTranspose", numeric, params(Param{"x", Operand}, Param{"filters", Operand}, Param{"strides", Ints}, Param{"padding", Padding}), opts(DataFormat, FilterFormat, FeatureGroupCount, OutputPadding, Dilations, Bias, Out),
		"ConvGeneralTranspose returns the transposed convolution of x with filters: what ConvGeneralDilated's gradient with respect to its operand is, with the same filters, strides, padding and dilations. x has shape (n, d1, …, dr, c), filters (k1, …, kr, m/g, c) with g the FeatureGroupCount (1), the result (n, e1, …, er, m); with FilterFormat(\"channel_first\") filters have shape (c, m/g, k1, …, kr). ei is (di − 1)·stride plus the length of the filter, moved apart by Dilations, less the padding, plus the OutputPadding. With \"SAME\" it is di·stride, with \"VALID\" (di − 1)·stride plus the greater of the filter's length and the stride. Bias, of shape (m), is added. r is 1, 2 or 3.")
	DepthwiseConv = layer("DepthwiseConv", numeric, params(Param{"x", Operand}, Param{"filters", Operand}, Param{"strides", Ints}, Param{"padding", Padding}), opts(DataFormat, Dilations, Out),
		"DepthwiseConv convolves channel i of x with filter i: it is ConvGeneralDilated with as many groups as there are channels. filters have shape (k1, …, kr, c).")
	MaxPool = layer("MaxPool", ordered, pooling, opts(DataFormat, Dilations, CeilMode, Out),
		"MaxPool returns the greatest element under a window at each of its positions, NaN where there is one. x has shape (n, d1, …, dr, c), the result (n, e1, …, er, c); with DataFormat(\"channel_first\") the channels are after n. kernel has the window's length along each of the r axes, or one for all, strides its steps. padding is how far the window goes over the ends, where nothing counts: [][2]int with a pair for each axis, or one for all, an int for all sides, \"VALID\" for none, or \"SAME\" for as much as makes ei = ⌈di/stride⌉, the odd one behind. Dilations are the distances between the elements under the window. r is 1, 2 or 3. The gradient goes to the first of equal elements.")
	MaxPoolWithIndices = layer("MaxPoolWithIndices", ordered, pooling, opts(DataFormat, Dilations, CeilMode),
		"MaxPoolWithIndices returns MaxPool and the positions of those elements, the first of equal ones and the last NaN: int64 indices into the r axes, as if they were one.")
	AvgPool = floatLayer("AvgPool", pooling, opts(DataFormat, CeilMode, CountIncludePad, Out),
		"AvgPool returns the mean of the elements under a window at each of its positions; kernel, strides and padding are MaxPool's.")
	AdaptiveAvgPool = floatLayer("AdaptiveAvgPool", params(Param{"x", Operand}, Param{"output_size", Ints}), opts(DataFormat, Out),
		"AdaptiveAvgPool returns means of parts of x: element i of n along an axis of length d is that of the elements from ⌊i·d/n⌋ on and before ⌈(i + 1)·d/n⌉. x has shape (n, d1, …, dr, c), and outputSize the length of the result along each of the r axes, or one for all.")
	AdaptiveMaxPool = layer("AdaptiveMaxPool", ordered, params(Param{"x", Operand}, Param{"output_size", Ints}), opts(DataFormat, Out),
		"AdaptiveMaxPool returns the greatest elements of the parts of x that AdaptiveAvgPool takes the means of.")
	Embedding = layer("Embedding", floating, params(Param{"weights", Operand}, Param{"indices", Operand}), opts(MaxNorm, Out),
		"Embedding returns the rows of weights (n, …) that indices name: for indices (i, …) the result is (i, …, …). Negative indices count from the end.")
	LPPool = floatLayer("LPPool", pooling, opts(NormOrder, DataFormat, CeilMode, Out),
		"LPPool returns (Σ xᵖ)^(1/p) of the elements under a window at each of its positions, their p-norm where they are not negative. It is NaN where the sum is negative, or a power is none: give Abs of x to have the p-norm whatever the signs, as LPPool does by itself for even p. kernel, strides and padding are MaxPool's, and nothing counts over the ends; PyTorch's lp_pool scales the sum of a window that lies over the end in part up to that of a whole one. With p = ∞ it is the greatest |x|. The gradient is 0 where the sum is.")
	MaxUnpool = layer("MaxUnpool", dtype.All, params(Param{"x", Operand}, Param{"indices", Operand}, Param{"output_size", Ints}), opts(DataFormat, Out),
		"MaxUnpool returns zeros with the elements of x at the positions that indices say, MaxPoolWithIndices's: into the r axes, as if they were one. Of several elements that have one position, as windows that lie over each other give, the last one stays, and gets all of the gradient.")
	GridSample = floatLayer("GridSample", params(Param{"x", Operand}, Param{"grid", Operand}), opts(Mode, PaddingMode, AlignCorners, DataFormat, Out),
		"GridSample returns x at the places that grid says: x has shape (n, d1, …, dr, c), grid (n, e1, …, er, r), the result (n, e1, …, er, c), r being 2 or 3. A place has its coordinate along the last of the r axes first, as PyTorch has it: −1 and 1 are the edges around the first and the last element, or with AlignCorners(true) these elements themselves. Modes are \"linear\", the default, between the 2ʳ elements that are nearest; \"nearest\", halves to the even one; and \"cubic\", of 16 by Keys's polynomials with a = −3/4, for r = 2 alone. NaN counts as −1, so does an infinite coordinate that would be reflected.")
	ROIAlign = floatLayer("ROIAlign", params(Param{"input", Operand}, Param{"boxes", Operand}, Param{"output_size", Ints}), opts(SpatialScale, SamplingRatio, Aligned, DataFormat, Out),
		"ROIAlign returns parts of images, each divided into outputSize (h, w) fields: the mean of s · s samples of the input in each field, at the centres of as many parts of it, linear between the four elements that are nearest (He et al., 2017). input has shape (n, d1, d2, c), boxes (k, 5): the number of the image and the corners x1, y1, x2, y2, which are multiplied by the SpatialScale; the result is (k, h, w, c). A sample more than one element outside of the image is 0. Without Aligned(true) a box has width and height 1 at least.")
	NMS = floatLayer("NMS", params(Param{"boxes", Operand}), opts(Scores, IOUThreshold, MaxOutputSize, ScoreThreshold),
		"NMS returns the numbers of the boxes that are left when each is left out that overlaps one of a greater score (non-maximum suppression): int64, by falling score, the first of equal ones first, NaN as the least. boxes (n, 4) have the corners x1, y1, x2, y2; two of them overlap where the area of what they share is more than the IOUThreshold times that of their union. How many are left depends on values, which an abstract array does not have.")
	SeparableConv = layer("SeparableConv", numeric, params(Param{"x", Operand}, Param{"depthwise_filters", Operand}, Param{"pointwise_filters", Operand}, Param{"strides", Ints}, Param{"padding", Padding}), opts(DataFormat, Dilations, Bias, Out),
		"SeparableConv is a depthwise convolution, which has m filters for each channel of x, and then a pointwise one, whose f filters are over one position of all c·m channels. x has shape (n, d1, …, dr, c), depthwiseFilters (k1, …, kr, c, m), pointwiseFilters (c·m, f), the result (n, e1, …, er, f). Bias, of shape (f), is added.")
	EmbeddingBag = layer("EmbeddingBag", floating, params(Param{"weights", Operand}, Param{"indices", Operand}), opts(Offsets, MaxNorm, Mode, PerSampleWeights, IncludeLastOffset, PaddingIdx, Out),
		"EmbeddingBag returns means, sums or maxima of bags of rows of weights (n, …). With indices (b, k) each of the b rows of indices is a bag, with indices (k) and Offsets (b) bag i has those from offset i on and before offset i + 1; the result is (b, …), zeros for a bag without indices. Offsets ascend: they are taken as if they were sorted; what comes before the first is in no bag. Negative indices, and negative offsets, count from the end. The gradient of a maximum goes to the first of equal elements.")
	Dropout = floatLayer("Dropout", params(Param{"x", Operand}, Param{"prob", Scalar}), opts(ScaleOpt, Dtype, Training, FromSeed, NoiseShape, Out),
		"Dropout returns x with each element made 0 with probability prob, and the others divided by 1 − prob. What is drawn has the NoiseShape, where it is told: elements that share a draw are dropped together. So for x (n, c, …) NoiseShape{−1, −1, 1, …} drops whole channels, which Ivy and PyTorch call dropout1d, dropout2d and dropout3d. An element is kept where a number uniform in [0, 1), of the Env's default Generator or of one with the seed, is below 1 − prob, drawn in row-major order: the same on every backend. A function that draws is not compiled, see [Compiled.Eager].")
	ScaledDotProductAttention = floatLayer("ScaledDotProductAttention", params(Param{"query", Operand}, Param{"key", Operand}, Param{"value", Operand}), opts(ScaleOpt, Mask, DropoutP, IsCausal, Training, FromSeed, Out),
		"ScaledDotProductAttention returns softmax(query · keyᵀ · s) · value, with s 1/√d, or the number that Scale gives. query has shape (…, l, d), key (…, k, d), value (…, k, v), the result (…, l, v). A query for which no key counts has zeros. Where query has h heads, its third axis from the end, and key and value have fewer, h/g of them, g queries in a row share a key (grouped queries). Memory is linear in l and k: scores are computed for some queries at a time, and again for the gradient. With DropoutP and Training(true) weights are dropped as Dropout does it: numbers are drawn for query after query, for each those of all weights in row-major order, from a stream of the seed, which is drawn from the Env's default Generator unless told; the gradient draws them again.")
	MultiHeadAttention = floatLayer("MultiHeadAttention", params(Param{"query", Operand}, Param{"key", Operand}, Param{"value", Operand}, Param{"num_heads", Int}), opts(InProjWeight, InProjBias, OutProjWeight, OutProjBias, ScaleOpt, Mask, DropoutP, IsCausal, Training, FromSeed, Out),
		"MultiHeadAttention returns ScaledDotProductAttention of numHeads parts of query (…, l, d), key (…, k, d) and value (…, k, d), side by side: (…, l, d), or (…, l, m) with OutProjWeight. Projections, x · wᵀ + b, come before and after where weights are given. Mask broadcasts to (…, numHeads, l, k).")
	Interpolate = floatLayer("Interpolate", params(Param{"x", Operand}, Param{"size", Ints}), opts(Mode, AlignCorners, Antialias, DataFormat, Out),
		"Interpolate returns x with other lengths of its r axes: x has shape (n, d1, …, dr, c), size r lengths, or one for all. Modes are \"nearest\", the default: element ⌊i·d/e⌋; \"nearest-exact\": ⌊(i + 1/2)·d/e⌋; \"linear\", along each axis between the two that are nearest; \"cubic\", of four by Keys's polynomials with a = −3/4 (−1/2 with Antialias); \"area\": AdaptiveAvgPool.")
	Unfold = layer("Unfold", numeric, params(Param{"x", Operand}, Param{"kernel", Ints}, Param{"strides", Ints}, Param{"padding", Padding}), opts(DataFormat, Dilations, Out),
		"Unfold returns what lies under a window at each of its positions, with zeros around x: for x of shape (n, d1, …, dr, c) the result is (n, e1·…·er, c·k1·…·kr); with DataFormat(\"channel_first\"), x (n, c, d1, …, dr), it is (n, c·k1·…·kr, e1·…·er).")
	Fold = layer("Fold", numeric, params(Param{"x", Operand}, Param{"output_size", Ints}, Param{"kernel", Ints}, Param{"strides", Ints}, Param{"padding", Padding}), opts(DataFormat, Dilations, Out),
		"Fold returns the sums of what Unfold takes apart, of which it is the adjoint: the result has the lengths outputSize.")
	LSTM = recurrent("LSTM", opts(InitialState, InitialCell, Bidirectional, BatchFirst, Lengths, WeightScales), []string{"output", "h", "c"},
		"LSTM returns the results of layers of long short-term memory: output, those of the last layer at all positions in time, and h and c, the states of all layers after the last one. At each position i, f and o are Sigmoid(W·x + V·h + b + a), g is Tanh of the like; c becomes f·c + i·g and h o·Tanh(c). "+recurrentDoc+" W (4·m, k) and V (4·m, m) have their rows in the order i, f, g, o.")
	LSTMUpdate = row(Op{Name: "LSTMUpdate", Group: Layers, In: floating, Lift: true, Params: params(Param{"x", Operand}, Param{"init_h", Operand}, Param{"init_c", Operand}, Param{"kernel", Operand}, Param{"recurrent_kernel", Operand}),
		Opts: opts(Bias, RecurrentBias, TimeMajor), Names: []string{"ht", "ct"}, Extra: true,
		Doc: "LSTMUpdate returns the results of one layer of long short-term memory: ht, its states at all positions in time, and ct, the cells after the last one. It is LSTM of one layer in one direction, whose weights are transposed and whose states are told: x has shape (…, t, k), initH and initC (…, m), kernel (k, 4·m) and recurrentKernel (m, 4·m), their columns in the order i, f, g, o, ht (…, t, m) and ct (…, m)."})
	GRU = recurrent("GRU", opts(InitialState, Bidirectional, BatchFirst, Lengths, WeightScales), []string{"output", "h"},
		"GRU returns the results of layers of gated recurrent units: output, those of the last layer at all positions in time, and h, the states of all layers after the last one. At each position r and z are Sigmoid(W·x + b + V·h + a), n is Tanh(W·x + b + r·(V·h + a)); h becomes (1 − z)·n + z·h. "+recurrentDoc+" W (3·m, k) and V (3·m, m) have their rows in the order r, z, n.")
	RNN = recurrent("RNN", opts(InitialState, Nonlinearity, Bidirectional, BatchFirst, Lengths, WeightScales), []string{"output", "h"},
		"RNN returns the results of recurrent layers: output, those of the last layer at all positions in time, and h, the states of all layers after the last one. At each position h becomes Tanh(W·x + b + V·h + a), or Relu of that. "+recurrentDoc)
)

func init() {
	MaxPoolWithIndices.Names = []string{"values", "indices"}
	ROIAlign.ByPos, NMS.ByPos = 3, 4
}

const recurrentDoc = "x has shape (t, n, k), or (t, k) without a batch; output (t, n, d·m), h and c (l·d, n, m), with l layers of d directions. weights has for each direction of each layer W, V and, if there are any, b and a; W of a further layer has d·m columns. With WeightScales W and V are integers, of 8 bits or the difference of such and a zero point, that stand for their multiples by a scale; x, all at once, and h, at each position, are quantized to uint8 for the products, from the least to the greatest of their elements and 0 (dynamic quantization)."

func recurrent(name string, os []Opt, names []string, doc string) *Op {
	return row(Op{Name: name, Group: Layers, In: floating, Params: params(Param{"x", Operand}, Param{"weights", Arrays}), Opts: os, Names: names, Extra: true, Doc: doc})
}
