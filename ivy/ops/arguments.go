package ops

// Rows name the options that they take, so the options are initialised before them: in
// the order in which they stand here, as long as this file is the first by its name.

// A ParamKind is the Go type of a positional parameter.
type ParamKind uint8

// The kinds of parameters.
const (
	Operand   ParamKind = iota // any: an array, a scalar or nested slices
	Optional                   // any: an Operand, or nil where there is none
	Arrays                     // []*Array
	Variadic                   // ...*Array; the last parameter, without options
	Int                        // int
	Ints                       // []int
	IntPairs                   // [][2]int
	DtypeKind                  // Dtype
	Text                       // string
	Scalar                     // any: a Go number or bool
	Numbers                    // ...any: further numbers, mixed with the options
	Padding                    // any: "SAME", "VALID", an int or [][2]int
)

// A Param is a positional parameter.
type Param struct {
	Name string
	Kind ParamKind
}

// An Opt is an option that a function may take. Everything about it is in its row below.
type Opt uint8

// A GoOption is what package ivy has for an option: a Go type, or, where the value
// is an array or whatever becomes one, a function that takes it.
type GoOption struct {
	Name string
	Type string // of the value; of a function "any" or "*Array"
	Doc  string // what follows the name in its doc comment
}

// IsFunc reports whether it is a function that returns an option.
func (g GoOption) IsFunc() bool { return g.Type == "any" || g.Type == "*Array" }

// An optionRow is what there is to know of an option.
type optionRow struct {
	keyword string     // the standard's, and Python's
	text    string     // the value's meaning and the default, in the documentation of functions
	inGo    []GoOption // none for Dtype, which package dtype has
}

var optionTable []optionRow

// option enters an option into the table.
func option(keyword, text string, inGo ...GoOption) Opt {
	if len(optionTable) == maxOpts {
		panic("ops: more options than an Opt can tell apart")
	}
	optionTable = append(optionTable, optionRow{keyword, text, inGo})
	return Opt(len(optionTable) - 1)
}

// The options. A row is all that an option needs in packages ops and ivy, but for the
// functions that read it: its type, or function, is generated (go generate ./support/opsgen).
var (
	Axis              = option("axis", "", GoOption{"Axis", "int", "the axis to work along; negative counts from the end"}, GoOption{"Axes", "[]int", "the axes to work over"}, GoOption{"NoAxis", "struct{}", "no axis: as if the array were flat"})
	KeepDims          = option("keepdims", "KeepDims(true): the reduced axes stay, with length 1; false by default.", GoOption{"KeepDims", "bool", "reduced axes stay, with length 1"})
	Dtype             = option("dtype", "a Dtype: that of the result.")
	Device            = option("device", "Device(name): where the result is to be; where the operand is, or the Env's device, by default.", GoOption{"Device", "string", "where the result is to be: \"cpu\""})
	Out               = option("out", "Out(z): the result is written into z, which is returned.", GoOption{"Out", "*Array", "writes the result into z, which has its dtype and shape, and returns z."})
	Copy              = option("copy", "Copy(true): the result never shares memory with x; Copy(false): it does, or the call fails. By default it may.", GoOption{"Copy", "bool", "whether to copy: true always, false never"})
	Correction        = option("correction", "Correction(c): what is taken from the number of elements; 0 by default.", GoOption{"Correction", "float64", "Var and Std divide by n − Correction"})
	Descending        = option("descending", "Descending(true): the greatest first; false by default.", GoOption{"Descending", "bool", "greatest first"})
	Stable            = option("stable", "Stable(b): of no effect, as equal elements always keep their order.", GoOption{"Stable", "bool", "equal elements keep their order, as they always do here"})
	IncludeInitial    = option("include_initial", "IncludeInitial(true): the neutral element comes first; false by default.", GoOption{"IncludeInitial", "bool", "a cumulative result begins with the neutral element"})
	Exclusive         = option("exclusive", "Exclusive(true): each element is left out of its own result; false by default.", GoOption{"Exclusive", "bool", "a cumulative result leaves out each element itself"})
	Reverse           = option("reverse", "Reverse(true): from the end of the axis on; false by default.", GoOption{"Reverse", "bool", "a cumulative result starts at the end"})
	GridIndexing      = option("indexing", "Indexing(\"ij\"): the first array along the first axis; \"xy\" by default.", GoOption{"Indexing", "string", "of Meshgrid: \"xy\" or \"ij\""})
	Side              = option("side", "Side(\"right\"): after equal elements; \"left\" by default.", GoOption{"Side", "string", "of SearchSorted: \"left\" or \"right\""})
	Sorter            = option("sorter", "Sorter(indices): the integers that sort x1, which is taken for sorted without them.", GoOption{"Sorter", "any", "gives the indices that sort SearchSorted's first operand."})
	Invert            = option("invert", "Invert(true): reports the opposite; false by default.", GoOption{"Invert", "bool", "of IsIn: what is not in"})
	N                 = option("n", "N(n): how often differences are taken; 1 by default.", GoOption{"N", "int", "of Diff: how often; of Fourier transforms: the length"})
	Prepend           = option("prepend", "Prepend(y): is joined to x at the front of the axis; nothing by default.", GoOption{"Prepend", "any", "gives what Diff puts before its operand."})
	Append            = option("append", "Append(y): is joined to x at the end of the axis; nothing by default.", GoOption{"Append", "any", "gives what Diff puts after its operand."})
	K                 = option("k", "K(k): which diagonal: 0, the main one, by default; above it positive.", GoOption{"K", "int", "a diagonal: 0 the main one, positive above it"})
	Endpoint          = option("endpoint", "Endpoint(false): stop itself is left out; true by default.", GoOption{"Endpoint", "bool", "of Linspace: whether stop is the last value"})
	Rtol              = option("rtol", "Rtol(r): the tolerance relative to |x2|; 1e-5 by default.", GoOption{"Rtol", "float64", "a relative tolerance"}, GoOption{"Rtols", "any", "gives functions of matrices a relative tolerance for each: an array that broadcasts with the axes before the matrices."})
	Atol              = option("atol", "Atol(a): the absolute tolerance; 1e-8 by default.", GoOption{"Atol", "float64", "an absolute tolerance"})
	EqualNaN          = option("equal_nan", "EqualNaN(true): NaN is close to NaN; false by default.", GoOption{"EqualNaN", "bool", "whether NaN is close to NaN"})
	Approximate       = option("approximate", "Approximate(true): by a hyperbolic tangent; false by default.", GoOption{"Approximate", "bool", "of Gelu: by tanh"})
	Beta              = option("beta", "Beta(b): the factor β; 1 by default.", GoOption{"Beta", "float64", "of Softplus and of windows: the factor β"})
	Threshold         = option("threshold", "Threshold(t): above which β·x the result is x; none by default.", GoOption{"Threshold", "float64", "of Softplus: where it becomes x"})
	ScaleOpt          = option("scale", "Scale(y): factors, which broadcast; none by default.", GoOption{"Scale", "any", "gives the array of factors by which normalizations multiply, or the factor of attention's scores, or a bool: whether Dropout scales what it keeps."})
	OffsetOpt         = option("offset", "Offset(y): summands, which broadcast; none by default.", GoOption{"Offset", "any", "gives the array of summands that normalizations add."})
	Eps               = option("eps", "Eps(e): what is added to the variance; 1e-5 by default.", GoOption{"Eps", "float64", "what is added to a variance; of losses and Logit: see there"})
	NewStd            = option("new_std", "NewStd(s): the standard deviation of the result before Scale and Offset; 1 by default.", GoOption{"NewStd", "float64", "of LayerNorm: the standard deviation to give"})
	Mode              = option("mode", "Mode(m): \"constant\", \"edge\", \"reflect\", \"symmetric\" or \"wrap\"; \"constant\" by default.", GoOption{"Mode", "string", "of Pad: \"constant\", \"edge\", \"reflect\", \"symmetric\" or \"wrap\"; of QR, FFTConvolve, Interpolate, EmbeddingBag, Take and other functions: see there"})
	ConstantValues    = option("constant_values", "ConstantValues(v): what is added with mode \"constant\"; 0 by default.", GoOption{"ConstantValues", "any", "gives the value that Pad fills with."})
	FillValue         = option("fill_value", "FillValue(v): with Mode(\"fill\") what is there for an index out of range; by default NaN, the least value of signed integers, the greatest of unsigned ones and true for bools.", GoOption{"FillValue", "any", "gives what Take has for indices out of range."})
	OnValue           = option("on_value", "OnValue(v): the value that an index points at; 1 by default.", GoOption{"OnValue", "any", "gives the value of OneHot where an index points."})
	OffValue          = option("off_value", "OffValue(v): all other values; 0 by default.", GoOption{"OffValue", "any", "gives the value of OneHot elsewhere."})
	Nan               = option("nan", "Nan(v): what stands for NaN; 0 by default.", GoOption{"Nan", "any", "gives NanToNum's value for NaN."})
	PosInf            = option("posinf", "PosInf(v): what stands for +∞; the dtype's greatest value by default.", GoOption{"PosInf", "any", "gives NanToNum's value for +∞."})
	NegInf            = option("neginf", "NegInf(v): what stands for −∞; the dtype's least value by default.", GoOption{"NegInf", "any", "gives NanToNum's value for −∞."})
	AxesPairs         = option("axes", "Contract(n): the last n axes of x1 with the first n of x2; 2 by default. ContractAxes{of1, of2}: the axes of x1 with those of x2.", GoOption{"Contract", "int", "of TensorDot: how many axes to sum over"}, GoOption{"ContractAxes", "[2][]int", "of TensorDot: which axes of x1 and of x2 to sum over"})
	Bias              = option("bias", "Bias(y): summands, one for each channel of the result; none by default.", GoOption{"Bias", "any", "gives the summands of Linear, of convolutions and of LSTMUpdate."})
	NCols             = option("n_cols", "NCols(m): the number of columns; that of rows by default.", GoOption{"NCols", "int", "of Eye: the number of columns"})
	AxesLengths       = option("axes_lengths", "AxesLengths{name: n}: lengths of axes that the pattern names; those that follow from x may be left out.", GoOption{"AxesLengths", "map[string]int", "of EinopsRearrange and its like: lengths of axes by their names in the pattern"})
	DataFormat        = option("data_format", "DataFormat(f): where x has its channels: \"channel_last\", the default, or \"channel_first\".", GoOption{"DataFormat", "string", "where the channels of a convolution's operand are: \"channel_last\" or \"channel_first\""})
	FilterFormat      = option("filter_format", "FilterFormat(f): where filters have their channels: \"channel_last\", the default, or \"channel_first\".", GoOption{"FilterFormat", "string", "where the channels of a convolution's filters are: \"channel_last\" or \"channel_first\""})
	FeatureGroupCount = option("feature_group_count", "FeatureGroupCount(g): how many groups of channels do not mix; 1 by default.", GoOption{"FeatureGroupCount", "int", "of a convolution: how many groups of channels do not mix"})
	XDilations        = option("x_dilations", "XDilations{d, …}: distances between the elements of x, for each axis or one for all; 1 by default.", GoOption{"XDilations", "[]int", "of a convolution: how far apart the operand's elements are moved, by axis, or one for all"})
	Dilations         = option("dilations", "Dilations{d, …}: distances between the elements of filters, for each axis or one for all; 1 by default.", GoOption{"Dilations", "[]int", "of a convolution: how far apart the filter's elements are moved, by axis, or one for all"})
	Shape             = option("shape", "Shape{n, …}: the shape of the result; that of the parameters by default.", GoOption{"Shape", "[]int", "of a random function: the shape of the result"})
	FromSeed          = option("seed", "FromSeed(n): the seed of a stream for this call alone; the default generator's by default.", GoOption{"FromSeed", "uint64", "of a function that draws: the seed of a stream for this call alone"})
	Replacement       = option("replace", "Replacement(false): nothing is drawn twice; true by default.", GoOption{"Replacement", "bool", "of Choice and Multinomial: whether the same may be drawn twice"})
	BatchSize         = option("batch_size", "BatchSize(n): how often all is drawn; once by default.", GoOption{"BatchSize", "int", "of Multinomial: the number of rows"})
	Probs             = option("probs", "Probs(p): the probabilities; equal ones by default.", GoOption{"Probs", "any", "gives the probabilities of Choice and Multinomial."})
	Logits            = option("logits", "Logits(x): the logarithms of the odds, in place of probabilities.", GoOption{"Logits", "any", "gives Bernoulli's logarithms of odds."})
	S                 = option("s", "S{n, …}: the lengths of the axes that are transformed, to which they are cut or filled up with zeros; those of x by default. Without axes they are those of the last.", GoOption{"S", "[]int", "of Fourier transforms over several axes: their lengths"})
	Norm              = option("norm", "Norm(m): what has a factor: \"backward\", the inverse has 1/n, \"forward\", the other way has it, or \"ortho\", both have 1/√n; \"backward\" by default.", GoOption{"Norm", "string", "of Fourier transforms: \"backward\", \"ortho\" or \"forward\""})
	Spacing           = option("d", "Spacing(d): the distance between samples; 1 by default.", GoOption{"Spacing", "float64", "of FFTFreq and RFFTFreq: the distance between samples"})
	Upper             = option("upper", "Upper(true): the upper triangle; the lower by default.", GoOption{"Upper", "bool", "of functions of matrices: the upper triangle, not the lower"})
	Unit              = option("unit_diagonal", "Unit(true): the diagonal is taken for ones, and not read; false by default.", GoOption{"Unit", "bool", "of SolveTriangular: the diagonal is ones"})
	Adjointed         = option("adjoint", "Adjointed(true): of the conjugate transpose of x1; false by default.", GoOption{"Adjointed", "bool", "of SolveTriangular: of the conjugate transpose"})
	FullMatrices      = option("full_matrices", "FullMatrices(false): u has as many columns, and vh as many rows, as there are singular values; true by default, both are square.", GoOption{"FullMatrices", "bool", "of SVD: whether u and vh are square"})
	Ord               = option("ord", "Ord(p): which norm; see above.", GoOption{"Ord", "any", "gives the order of a norm: a number, also math.Inf(1), or \"fro\" or \"nuc\"."})
	Columns           = option("N", "Columns(n): how many columns; as many as x has elements by default.", GoOption{"Columns", "int", "of Vander: the number of columns"})
	Increasing        = option("increasing", "Increasing(true): powers go up, from 0 on; down by default.", GoOption{"Increasing", "bool", "of Vander: powers go up from column to column"})
	Periodic          = option("periodic", "Periodic(false): the window is symmetric; true by default, it is one period of a periodic one.", GoOption{"Periodic", "bool", "of windows: one period, not symmetric"})
	Alpha             = option("alpha", "Alpha(a): the summand α; 0.54 by default.", GoOption{"Alpha", "float64", "of HammingWindow: the summand α"})
	DCTType           = option("type", "DCTType(t): the type, 1 to 4; 2 by default.", GoOption{"DCTType", "int", "of cosine transforms: the type, 1 to 4"})
	FFTLength         = option("fft_length", "FFTLength(n): what frames are filled up to with zeros; the least power of 2 from the frame length on by default.", GoOption{"FFTLength", "int", "of short-time transforms: what frames are filled up to"})
	Window            = option("window", "Window(w): what frames are multiplied by, real numbers of the frame length, taken in the dtype of x; HannWindow by default.", GoOption{"Window", "any", "gives what short-time transforms multiply frames by."})
	InitialState      = option("initial_state", "InitialState(h): the states before the first position, of the shape of h; zeros by default.", GoOption{"InitialState", "any", "gives the states of recurrent layers before the first position."})
	InitialCell       = option("initial_cell", "InitialCell(c): the cells before the first position, of the shape of c; zeros by default.", GoOption{"InitialCell", "any", "gives the cells of an LSTM before the first position."})
	Bidirectional     = option("bidirectional", "Bidirectional(true): each layer has a second direction, from the last position to the first, whose results stand behind; false by default.", GoOption{"Bidirectional", "bool", "of recurrent layers: whether they run backwards too"})
	BatchFirst        = option("batch_first", "BatchFirst(true): x and output have the axis of the batch before that of time; false by default.", GoOption{"BatchFirst", "bool", "of recurrent layers: whether the batch's axis comes before that of time"})
	Lengths           = option("lengths", "Lengths(y): how many positions each element of the batch has, integers (n): output is zero behind them, and h and c are the states after the last of them; all by default.", GoOption{"Lengths", "any", "gives the lengths of the sequences of a batch."})
	WeightScales      = option("weight_scales", "WeightScales(s): the weights W and V are integers, which are multiplied by s: it has a number for each of them, in their order, or one for each of their rows; none by default.", GoOption{"WeightScales", "any", "gives the scales of a recurrent layer's weights, which are integers."})
	Nonlinearity      = option("nonlinearity", "Nonlinearity(f): \"tanh\" or \"relu\"; \"tanh\" by default.", GoOption{"Nonlinearity", "string", "of RNN: \"tanh\" or \"relu\""})
	PadEnd            = option("pad_end", "PadEnd(true): the signal is filled up with zeros so that a frame begins at each step; false by default.", GoOption{"PadEnd", "bool", "of STFT: whether the signal's end is filled up with zeros"})
	Training          = option("training", "Training(true): by the statistics of x itself; false by default.", GoOption{"Training", "bool", "of BatchNorm: by the statistics of x itself; of Dropout and attention: whether to drop"})
	Momentum          = option("momentum", "Momentum(m): the share of x in the new statistics; 0.1 by default.", GoOption{"Momentum", "float64", "of BatchNorm: the share of x in the new statistics"})
	CeilMode          = option("ceil_mode", "CeilMode(true): a last window that lies over the end in part counts too; false by default.", GoOption{"CeilMode", "bool", "of pooling: whether a last window may lie over the end in part"})
	CountIncludePad   = option("count_include_pad", "CountIncludePad(true): the zeros of the padding count in means; false by default.", GoOption{"CountIncludePad", "bool", "of AvgPool: whether the zeros of the padding count"})
	OutputPadding     = option("output_padding", "OutputPadding{n, …}: how much longer the result is at its end, below the stride, for each axis or one for all; 0 by default.", GoOption{"OutputPadding", "[]int", "of a transposed convolution: how much longer the result is, by axis, or one for all"})
	Mask              = option("mask", "Mask(y): bools, false where a key does not count for a query, or numbers that are added to the scores; it broadcasts; none by default.", GoOption{"Mask", "any", "gives attention's mask: bools, or summands of the scores."})
	IsCausal          = option("is_causal", "IsCausal(true): the keys after a query's position do not count for it; false by default.", GoOption{"IsCausal", "bool", "of attention: no key after a query counts for it"})
	InProjWeight      = option("in_proj_weight", "InProjWeight(w): the weights of the projections of query, key and value, one above the other, (3·d, d); none by default.", GoOption{"InProjWeight", "any", "gives the weights of MultiHeadAttention's projections of query, key and value."})
	InProjBias        = option("in_proj_bias", "InProjBias(b): the summands of those projections, (3·d); none by default.", GoOption{"InProjBias", "any", "gives the summands of MultiHeadAttention's projections of query, key and value."})
	OutProjWeight     = option("out_proj_weight", "OutProjWeight(w): the weights of the projection of the result, (m, d); none by default.", GoOption{"OutProjWeight", "any", "gives the weights of MultiHeadAttention's projection of the result."})
	OutProjBias       = option("out_proj_bias", "OutProjBias(b): the summands of the result, (m); none by default.", GoOption{"OutProjBias", "any", "gives the summands of MultiHeadAttention's result."})
	MaxNorm           = option("max_norm", "MaxNorm(m): rows with a greater Euclidean norm are scaled down to it; none by default.", GoOption{"MaxNorm", "float64", "of Embedding and EmbeddingBag: the greatest norm of a row"})
	DropoutP          = option("dropout_p", "DropoutP(p): with which probability a weight becomes 0 with Training(true), while the others are divided by 1 − p; 0 by default.", GoOption{"DropoutP", "float64", "of attention: with which probability a weight becomes 0 in training"})
	NoiseShape        = option("noise_shape", "NoiseShape{n, …}: the shape of what is drawn, which broadcasts to that of x; −1 is the length of x; the shape of x by default.", GoOption{"NoiseShape", "[]int", "of Dropout: the shape of what is drawn"})
	Offsets           = option("offsets", "Offsets(y): where each bag begins, integers (b); rows of indices are the bags by default.", GoOption{"Offsets", "any", "gives the indices at which the bags of EmbeddingBag begin."})
	IncludeLastOffset = option("include_last_offset", "IncludeLastOffset(true): the last of Offsets is where the last bag ends; false by default.", GoOption{"IncludeLastOffset", "bool", "of EmbeddingBag: the last offset is where the last bag ends"})
	PerSampleWeights  = option("per_sample_weights", "PerSampleWeights(y): factors of the rows that indices name, of the shape of indices, taken in the dtype of weights, with Mode(\"sum\") alone; 1 by default.", GoOption{"PerSampleWeights", "any", "gives the factors of the rows that EmbeddingBag adds up."})
	PaddingIdx        = option("padding_idx", "PaddingIdx(i): the row that counts in no bag; none by default.", GoOption{"PaddingIdx", "int", "of EmbeddingBag: the row that counts in no bag"})
	RecurrentBias     = option("recurrent_bias", "RecurrentBias(a): the summands of the state, (4·m); none by default.", GoOption{"RecurrentBias", "any", "gives the summands of the state of LSTMUpdate."})
	TimeMajor         = option("time_major", "TimeMajor(true): time is the first axis of x and of ht; false by default, it is the one before the last.", GoOption{"TimeMajor", "bool", "of LSTMUpdate: time is the first axis"})
	AlignCorners      = option("align_corners", "AlignCorners(true): the first and the last elements of x and of the result lie on each other; false by default, the edges around them do.", GoOption{"AlignCorners", "bool", "of Interpolate and GridSample: whether the first and the last elements lie on each other, or are at the ends of a grid"})
	Antialias         = option("antialias", "Antialias(true): to fewer elements, each is a mean over as much as it stands for; false by default.", GoOption{"Antialias", "bool", "of Interpolate: whether to take means over what an element stands for"})
	PaddingMode       = option("padding_mode", "PaddingMode(m): what there is outside of x: \"zeros\", \"border\", the nearest element, or \"reflection\"; \"zeros\" by default.", GoOption{"PaddingMode", "string", "of GridSample: \"zeros\", \"border\" or \"reflection\""})
	SpatialScale      = option("spatial_scale", "SpatialScale(s): what boxes are multiplied by; 1 by default.", GoOption{"SpatialScale", "float64", "of ROIAlign: what boxes are multiplied by"})
	SamplingRatio     = option("sampling_ratio", "SamplingRatio(s): how many samples a field has along each axis, 1 or more; 1 by default.", GoOption{"SamplingRatio", "int", "of ROIAlign: how many samples a field has along each axis"})
	Aligned           = option("aligned", "Aligned(true): boxes count from the edge of the first element, half an element before its centre; false by default, from its centre.", GoOption{"Aligned", "bool", "of ROIAlign: whether boxes count from the edge of the first element"})
	Scores            = option("scores", "Scores(s): a number for each box, of shape (n); equal ones by default.", GoOption{"Scores", "any", "gives NMS a number for each box."})
	IOUThreshold      = option("iou_threshold", "IOUThreshold(t): from which part of their union on, exclusive, the intersection of two boxes is an overlap; 0.5 by default.", GoOption{"IOUThreshold", "float64", "of NMS: above which part of their union the intersection of two boxes is an overlap"})
	MaxOutputSize     = option("max_output_size", "MaxOutputSize(n): how many boxes are left at most; all by default.", GoOption{"MaxOutputSize", "int", "of NMS: how many boxes are left at most"})
	ScoreThreshold    = option("score_threshold", "ScoreThreshold(s): boxes whose score is not above s are left out before; none by default.", GoOption{"ScoreThreshold", "float64", "of NMS: the score that boxes have to be above"})

	// Of activation functions and losses.
	MinVal         = option("min_val", "MinVal(a): the least result; −1 by default.", GoOption{"MinVal", "float64", "of Hardtanh: the least result"})
	MaxVal         = option("max_val", "MaxVal(b): the greatest result; 1 by default.", GoOption{"MaxVal", "float64", "of Hardtanh: the greatest result"})
	Lambd          = option("lambd", "Lambd(l): the half width λ of the interval that becomes 0; 0.5 by default.", GoOption{"Lambd", "float64", "of Hardshrink and Softshrink: the half width of the interval that becomes 0"})
	Reduction      = option("reduction", "Reduction(r): \"mean\", \"sum\", or \"none\" for all losses; \"mean\" by default.", GoOption{"Reduction", "string", "of losses: \"mean\", \"sum\" or \"none\", of KLDiv also \"batchmean\""})
	Weight         = option("weight", "Weight(w): one factor for each class, of shape (c), taken in the dtype of the losses; 1 by default.", GoOption{"Weight", "any", "gives losses a factor for each class."})
	PosWeight      = option("pos_weight", "PosWeight(w): the factor of the positive terms, which broadcasts with the losses and is taken in their dtype; 1 by default.", GoOption{"PosWeight", "any", "gives BinaryCrossEntropy the factor of its positive terms."})
	IgnoreIndex    = option("ignore_index", "IgnoreIndex(i): the class whose elements count neither in the sum nor in the mean; −100 by default.", GoOption{"IgnoreIndex", "int", "of losses of classes: the class that does not count"})
	LabelSmoothing = option("label_smoothing", "LabelSmoothing(s): the share of the target that all classes get in equal parts, 0 to 1; 0 by default.", GoOption{"LabelSmoothing", "float64", "of SoftmaxCrossEntropy: the share of the target that all classes get"})
	Margin         = option("margin", "Margin(m): the margin; 1 by default.", GoOption{"Margin", "float64", "of losses: the margin"})
	Delta          = option("delta", "Delta(d): where the square becomes linear, above 0; 1 by default.", GoOption{"Delta", "float64", "of HuberLoss: where the square becomes linear"})
	Epsilon        = option("epsilon", "Epsilon(e): predictions are held between e and 1 − e; 1e-7 by default.", GoOption{"Epsilon", "float64", "of cross entropies: see there"})
	FromLogits     = option("from_logits", "FromLogits(true): pred are logits, whose Sigmoid is the probability; false by default.", GoOption{"FromLogits", "bool", "of BinaryCrossEntropy: predictions are logits"})
	LogTarget      = option("log_target", "LogTarget(true): target is logarithms of probabilities; false by default.", GoOption{"LogTarget", "bool", "of KLDiv: targets are logarithms"})
	LogInput       = option("log_input", "LogInput(false): input is the rate itself; true by default, it is the rate's logarithm.", GoOption{"LogInput", "bool", "of PoissonNLLLoss: the input is a logarithm"})
	FullLoss       = option("full", "FullLoss(true): with the term that does not depend on the prediction; false by default.", GoOption{"FullLoss", "bool", "of losses that are likelihoods: with the term that is constant in the prediction"})
	NormOrder      = option("p", "NormOrder(p): the order of the norm, above 0; 2 by default.", GoOption{"NormOrder", "float64", "of LPPool and losses: the order of a norm, or a power"})
	Swap           = option("swap", "Swap(true): the distance of positive and negative counts for that of anchor and negative where it is less; false by default.", GoOption{"Swap", "bool", "of TripletMarginLoss: the lesser of two distances counts"})
	Blank          = option("blank", "Blank(b): the class of the blank; 0 by default.", GoOption{"Blank", "int", "of CTCLoss: the class of the blank"})
	ZeroInfinity   = option("zero_infinity", "ZeroInfinity(true): infinite losses, of targets that the inputs are too short for, are 0, and have no gradient; false by default.", GoOption{"ZeroInfinity", "bool", "of CTCLoss: infinite losses are 0"})

	// Of statistics, sorting and indexing.
	Interpolation       = option("interpolation", "Interpolation(m): how a quantile is made of the elements around its place; \"linear\" by default.", GoOption{"Interpolation", "string", "of Quantile and NanQuantile: how a quantile is made of the elements around its place"})
	OverwriteInput      = option("overwrite_input", "OverwriteInput(b): of no effect, as x is never written to.", GoOption{"OverwriteInput", "bool", "of NanMedian: of no effect, as x is never written to"})
	Initial             = option("initial", "Initial(v): a number that counts as one more element; none by default.", GoOption{"Initial", "any", "gives reductions one more element, and functions that scatter what they write into."})
	Only                = option("where", "Only(mask): bools, true for the elements that count; they broadcast; all by default.", GoOption{"Only", "any", "gives reductions the elements that count, by bools."})
	RowVar              = option("rowvar", "RowVar(false): each column is a variable and each row an observation; true by default, the other way around.", GoOption{"RowVar", "bool", "of Cov and CorrCoef: rows are the variables"})
	DDof                = option("ddof", "DDof(d): what is taken from the number of observations; 1, or 0 with Bias(true), by default.", GoOption{"DDof", "int", "of Cov: what is taken from the number of observations"})
	FWeights            = option("fweights", "FWeights(w): integers that say how often each observation was made; 1 by default.", GoOption{"FWeights", "any", "gives Cov how often each observation was made."})
	AWeights            = option("aweights", "AWeights(w): how much each observation counts; 1 by default.", GoOption{"AWeights", "any", "gives Cov how much each observation counts."})
	MoreVariables       = option("y", "MoreVariables(y): further variables, in the form of x; none by default.", GoOption{"MoreVariables", "any", "gives CorrCoef further variables."})
	Weights             = option("weights", "Weights(w): what each element adds to its count; 1 by default.", GoOption{"Weights", "any", "gives functions that count what each element adds."})
	MinLength           = option("minlength", "MinLength(n): the least length of the result; 0 by default.", GoOption{"MinLength", "int", "of Bincount: the least length of the result"})
	RightEnd            = option("right_end", "RightEnd(true): the upper end of an interval belongs to it, not the lower one; false by default.", GoOption{"RightEnd", "bool", "of Digitize: the upper end of an interval belongs to it"})
	Bins                = option("bins", "Bins(b): how many intervals of one length there are, or their ends, ascending; 10 by default.", GoOption{"Bins", "any", "gives histograms the number of their intervals, or the ends of these."})
	ExtendLowerInterval = option("extend_lower_interval", "ExtendLowerInterval(true): what is less than the first end counts in the first interval; false by default.", GoOption{"ExtendLowerInterval", "bool", "of Histogram: what is less than the first end counts in the first interval"})
	ExtendUpperInterval = option("extend_upper_interval", "ExtendUpperInterval(true): what is greater than the last end counts in the last interval; false by default.", GoOption{"ExtendUpperInterval", "bool", "of Histogram: what is greater than the last end counts in the last interval"})
	Range               = option("range", "Range([]float64{lo, hi}): where the first interval begins and the last one ends; at the least and the greatest element by default.", GoOption{"Range", "any", "gives histograms where the first interval begins and the last one ends."})
	Density             = option("density", "Density(true): counts are divided by their sum and by the length of the interval; false by default.", GoOption{"Density", "bool", "of histograms: counts are divided by their sum and by the length of the interval"})
	BatchDims           = option("batch_dims", "BatchDims(n): how many first axes the two operands have in common; 0 by default.", GoOption{"BatchDims", "int", "of Gather and GatherND: how many first axes the operands have in common"})
	Largest             = option("largest", "Largest(false): the least elements; true by default, the greatest.", GoOption{"Largest", "bool", "of TopK: the greatest elements, not the least"})
	Sorted              = option("sorted", "Sorted(b): of no effect, as the result always is in order.", GoOption{"Sorted", "bool", "of TopK: of no effect, as the result always is in order"})
	Size                = option("size", "Size(n): the length of the result; that of Initial by default.", GoOption{"Size", "int", "of ScatterFlat: the length of the result"})

	// Of functions that split, join, fill and fold arrays.
	NumOrSizeSplits = option("num_or_size_splits", "NumOrSizeSplits(v): how many parts, or the lengths of all parts, of which one may be −1, what is left; one part for each position by default.", GoOption{"NumOrSizeSplits", "any", "gives Split how many parts there are, or their lengths."})
	WithRemainder   = option("with_remainder", "WithRemainder(true): a number of parts need not divide the axis; the first ones are longer by 1 then. False by default.", GoOption{"WithRemainder", "bool", "of Split: whether the first parts may be longer by one"})
	WithNewAxis     = option("new_axis", "WithNewAxis(1): along an axis that there is not yet; 0 by default, along one of the arrays.", GoOption{"WithNewAxis", "int", "of ConcatFromSequence: 1 for an axis that there is not yet"})
	StartDim        = option("start_dim", "StartDim(i): the first axis that is joined; 0 by default.", GoOption{"StartDim", "int", "of Flatten: the first axis"})
	EndDim          = option("end_dim", "EndDim(i): the last axis that is joined; −1 by default.", GoOption{"EndDim", "int", "of Flatten: the last axis"})
	Order           = option("order", "Order(\"F\"): the first axis is the fastest; \"C\" by default, the last is.", GoOption{"Order", "string", "of Flatten: \"C\", the last axis is the fastest, or \"F\", the first is"})
	Value           = option("value", "Value(v): what is added; 0 by default.", GoOption{"Value", "any", "gives the value that ConstantPad adds."})
	PaddingValue    = option("padding_value", "PaddingValue(v): what fills up; 0 by default.", GoOption{"PaddingValue", "any", "gives the value that PadSequence and Diagflat fill up with."})
	Wrap            = option("wrap", "Wrap(true): in matrices with more rows than columns the diagonal begins again after each n + 1 rows of n columns; false by default.", GoOption{"Wrap", "bool", "of FillDiagonal: whether the diagonal begins again in high matrices"})
	Trim            = option("trim", "Trim(t): \"f\" for zeros at the front, \"b\" for zeros at the back, \"fb\" for both; \"fb\" by default.", GoOption{"Trim", "string", "of TrimZeros: \"f\", \"b\" or \"fb\""})
	SkipBegin       = option("skip_begin", "SkipBegin(n): how many axes at the front stay; 1 by default.", GoOption{"SkipBegin", "int", "of partial foldings: how many axes at the front stay"})
	SkipEnd         = option("skip_end", "SkipEnd(n): how many axes at the back stay; 0 by default.", GoOption{"SkipEnd", "int", "of partial foldings: how many axes at the back stay"})
	RavelTensors    = option("ravel_tensors", "RavelTensors(true): rows and columns are one axis; false by default.", GoOption{"RavelTensors", "bool", "of PartialUnfold: whether rows and columns are one axis"})
	SkipMatrix      = option("skip_matrix", "SkipMatrix(i): the matrix that is left out; none by default.", GoOption{"SkipMatrix", "int", "of Kronecker and KhatriRao: the matrix that is left out"})
	NumRows         = option("num_rows", "NumRows(m): the number of rows; as many as the diagonal needs by default.", GoOption{"NumRows", "int", "of Diagflat: the number of rows"})
	NumCols         = option("num_cols", "NumCols(n): the number of columns; as many as the diagonal needs by default.", GoOption{"NumCols", "int", "of Diagflat: the number of columns"})
	Transposed      = option("transpose", "Transposed(true): of the conjugate transposes of matrices; false by default.", GoOption{"Transposed", "bool", "of ModeDot and MultiModeDot: of the conjugate transposes of matrices"})
	Modes           = option("modes", "Modes{i, …}: the axis of x for each of the matrices or vectors; 0, 1, 2, … by default.", GoOption{"Modes", "[]int", "of MultiModeDot: the axis for each of the matrices or vectors"})
	Skip            = option("skip", "Skip{i, …}: the matrices or vectors that are left out; none by default.", GoOption{"Skip", "[]int", "of MultiModeDot: the matrices or vectors that are left out"})
	NModes          = option("n_modes", "NModes(n): the last n axes of a with the first n of b; all by default.", GoOption{"NModes", "int", "of GeneralInnerProduct: how many axes are summed over"})
	ColumnModes     = option("column_modes", "ColumnModes{i, …}: the axes of the columns; those that are no rows, in their order, by default.", GoOption{"ColumnModes", "[]int", "of Matricize: the axes of the columns"})

	// Of functions element by element, and of creation.
	Deg            = option("deg", "Deg(true): in degrees; false by default, in radians.", GoOption{"Deg", "bool", "of Angle: in degrees"})
	Points         = option("x", "Points(x): where the samples are; Dx apart by default.", GoOption{"Points", "any", "gives the positions of Trapz's samples."})
	Dx             = option("dx", "Dx(d): the distance between samples, which does not count with Points; 1 by default.", GoOption{"Dx", "float64", "of Trapz: the distance between samples"})
	Distances      = option("spacing", "Distances(v): the distances between samples; 1 by default.", GoOption{"Distances", "any", "gives Gradient the distances between samples, or their positions."})
	EdgeOrder      = option("edge_order", "EdgeOrder(n): how accurate the first and the last differences are, 1 or 2; 1 by default.", GoOption{"EdgeOrder", "int", "of Gradient: the order of accuracy at the edges"})
	Left           = option("left", "Left(v): the value before the first point; that of the first by default.", GoOption{"Left", "float64", "of Interp: the value before the first point"})
	Right          = option("right", "Right(v): the value after the last point; that of the last by default.", GoOption{"Right", "float64", "of Interp: the value after the last point"})
	Period         = option("period", "Period(p): the period of x and of the points, which need not ascend then, and Left and Right do not count; none by default.", GoOption{"Period", "float64", "of Interp: the period"})
	Base           = option("base", "Base(b): the base, a number or an array, which broadcasts; 10 by default.", GoOption{"Base", "any", "gives the base of Logspace."})
	LowerEdgeHertz = option("lower_edge_hertz", "LowerEdgeHertz(f): the frequency from which on the bands begin; 0 by default.", GoOption{"LowerEdgeHertz", "float64", "of MelWeightMatrix: where the bands begin"})
	UpperEdgeHertz = option("upper_edge_hertz", "UpperEdgeHertz(f): the frequency at which the bands end; 3000 by default.", GoOption{"UpperEdgeHertz", "float64", "of MelWeightMatrix: where the bands end"})

	// Of norms and tests.
	MinDenominator = option("min_denominator", "MinDenominator(v): what is added to the denominator, a number or an array; 1e-12 by default.", GoOption{"MinDenominator", "any", "gives what StableDivide adds to denominators."})
	MinBase        = option("min_base", "MinBase(v): what is added to the base; 1e-5 by default.", GoOption{"MinBase", "float64", "of StablePow: what is added to bases"})
	NumBands       = option("num_bands", "NumBands(n): how many frequencies there are; 4 by default.", GoOption{"NumBands", "int", "of FourierEncode: how many frequencies"})
	LinearBands    = option("linear", "LinearBands(true): the frequencies are at equal distances; false by default, at equal ratios.", GoOption{"LinearBands", "bool", "of FourierEncode: frequencies at equal distances"})
	FlattenBands   = option("flatten", "FlattenBands(true): the result has the axes of x; false by default.", GoOption{"FlattenBands", "bool", "of FourierEncode: no axis for the encoding of an element"})
	IncludeInfs    = option("include_infs", "IncludeInfs(false): infinities do not count; true by default.", GoOption{"IncludeInfs", "bool", "of HasNans: whether infinities count"})
	EqualityMatrix = option("equality_matrix", "EqualityMatrix(true): of each pair of arrays whether they are equal; false by default.", GoOption{"EqualityMatrix", "bool", "of AllEqual: each pair of arrays by itself"})
)

// Options returns all options in the order of their rows.
func Options() []Opt {
	all := make([]Opt, len(optionTable))
	for i := range all {
		all[i] = Opt(i)
	}
	return all
}

// String returns the option's keyword in Python: "keepdims".
func (o Opt) String() string { return optionTable[o].keyword }

// Keyword returns the name that the row's function in Python has for an option, the Array API's.
func (op *Op) Keyword(o Opt) string {
	switch {
	case o == Axis && op.Axes:
		return "axes"
	case o == K && op.Offset:
		return "offset"
	case o == RightEnd:
		return "right"
	case o == RowVar && op.Name == "Cov": // as Ivy has it
		return "rowVar"
	}
	return o.String()
}

// InGo returns what package ivy has for the option.
func (o Opt) InGo() []GoOption { return optionTable[o].inGo }

// maxOpts is how many options an Opt can tell apart.
const maxOpts = 1 << 8

// Opts is a set of options.
type Opts [maxOpts / 64]uint64

// OptsOf returns the set of these options.
func OptsOf(os ...Opt) (s Opts) {
	for _, o := range os {
		s.Add(o)
	}
	return s
}

// Has reports whether o is in the set.
func (s *Opts) Has(o Opt) bool { return s[o/64]>>(o%64)&1 != 0 }

// Add puts o into the set.
func (s *Opts) Add(o Opt) { s[o/64] |= 1 << (o % 64) }
