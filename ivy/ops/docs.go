package ops

import (
	"fmt"
	"slices"
	"sync"

	"github.com/goivy/goivy/ivy/dtype"
)

// A Documentation is what there is to say of a row in addition to its Doc.
type Documentation struct {
	Shapes  string   // of the operands and of the results
	Dtypes  string   // that operands may have, and what results have
	Options []string // a sentence for each
	Errors  []string // a sentence for each kind, without those that all functions have in common
	Link    string   // to the definition that the function follows
}

// Where the definitions are.
const (
	arrayAPI  = "https://data-apis.org/array-api/latest/API_specification/generated/array_api."
	fftAPI    = "https://data-apis.org/array-api/latest/extensions/generated/array_api.fft."
	linalgAPI = "https://data-apis.org/array-api/latest/extensions/generated/array_api.linalg."
	numpyAPI  = "https://numpy.org/doc/stable/reference/generated/numpy."
	torchAPI  = "https://docs.pytorch.org/docs/stable/generated/torch."
	einopsIO  = "https://einops.rocks/api/"

	ivyGeneral = "https://github.com/ivy-llc/ivy/blob/main/ivy/functional/ivy/general.py"
	torchNN    = torchAPI + "nn.functional."

	scipySignal   = "https://docs.scipy.org/doc/scipy/reference/generated/scipy.signal."
	scipySpecial  = "https://docs.scipy.org/doc/scipy/reference/generated/scipy.special."
	tensorflowAPI = "https://www.tensorflow.org/api_docs/python/tf/"
	tensorlyAPI   = "https://tensorly.org/stable/modules/generated/"
)

// A note is what the documentation of a row has that neither its family nor its options
// say. What is empty follows from those.
type note struct {
	shapes string
	axis   string   // what counts without Axis
	many   bool     // Axes may be given, not Axis alone
	copies string   // what Copy is, where it is not that of other functions
	single bool     // operands keep their dtypes: they have none in common
	errors []string // in addition to those of the family, the parameters and the options
	link   string   // of what is not in the Array API

	options map[Opt]string // what options are, where it is not that of other functions
}

// Documentation returns what the documentation of the function says.
func (op *Op) Documentation() Documentation {
	n := notes()[op]
	d := Documentation{Shapes: n.shapes, Dtypes: op.dtypes(), Link: n.link}
	if d.Shapes == "" {
		d.Shapes = familyShapes[op.Family]
	}
	if !op.Extra {
		d.Link = arrayAPI + op.Snake + ".html"
		switch {
		case op.Group == FFTs:
			d.Link = fftAPI + op.Snake + ".html"
		case op.Group == Linalg && !op.Main():
			d.Link = linalgAPI + op.Snake + ".html"
		}
	}
	for _, o := range op.Opts {
		d.Options = append(d.Options, op.option(o, n))
	}
	d.Errors = op.errors(n)
	return d
}

// familyShapes is what rows of a family say of shapes, if it is the same for all.
var familyShapes = map[Family]string{
	FamilyUnary:   "the result has the shape of x.",
	FamilyBinary:  "x1 and x2 broadcast, and the result has the shape that they broadcast to.",
	FamilyTernary: "the operands broadcast, and the result has the shape that they broadcast to.",
	FamilyReduce:  "x has any; the result has those axes of x that are not reduced, and with KeepDims(true) the others with length 1.",
	FamilyScan:    "the result has the shape of x, with IncludeInitial(true) one element more along the axis.",
	FamilySort:    "the result has the shape of x.",
}

// option returns the sentence of an option.
func (op *Op) option(o Opt, n note) string {
	switch {
	case o == Axis: // what counts without it is the function's own
		text := "Axis(i): the axis, which counts from the end if it is negative; "
		if op.many(n) {
			text = "Axis(i), Axes{i, j, …}: the axes, which count from the end if they are negative; "
		}
		without := n.axis
		if without == "" && op.Family == FamilyReduce {
			without = "all by default"
		}
		return text + without + "."
	case n.options[o] != "":
		return n.options[o]
	case o == Dtype && op.castsFirst():
		return "a Dtype: what the elements are cast to first, and that of the result."
	case o == N && op.Group == FFTs:
		if op == IRFFT || op == HFFT {
			return "N(n): the length of the result; x is cut, or filled up with zeros, to n/2+1. 2·(m−1) by default, m the length of x."
		}
		return "N(n): the length to transform, to which x is cut or filled up with zeros; that of x by default."
	case o == Copy && n.copies != "":
		return n.copies
	case op.Group == Linalg && linalgOptions[o] != "":
		if o == Ord && op == Cond {
			return "Ord(p): of which norm; 2 by default."
		}
		return linalgOptions[o]
	}
	return optionTable[o].text
}

// linalgOptions are options of which functions of matrices say something else than others.
var linalgOptions = map[Opt]string{
	K:    "K(k): which diagonal: 0, the main one, by default; above it positive.",
	Mode: "Mode(\"complete\"): q is square; \"reduced\" by default.",
	Rtol: "Rtol(r): the tolerance relative to the greatest singular value; Rtols(x): one for each matrix.",
	Ord:  "Ord(p): which norm.",
}

// many reports whether the function takes several axes.
func (op *Op) many(n note) bool {
	return n.many || op.Family == FamilyReduce && !op.OneAxis
}

// castsFirst reports whether a Dtype is what the operand's elements are cast to.
func (op *Op) castsFirst() bool {
	return op.Takes(Dtype) && (op.Family == FamilyReduce || op.Family == FamilyScan)
}

// dtypes returns what the operands may have, and what the results have.
func (op *Op) dtypes() string {
	in := op.In.String()
	switch op.In {
	case dtype.All:
		in = "all"
	case dtype.Numeric:
		in = "all but bool"
	case dtype.Real:
		in = "all real ones but bool"
	case dtype.Real | dtype.Boolean:
		in = "all real ones, bool too"
	case dtype.Integer:
		in = "those of integers"
	case dtype.Integer | dtype.Boolean:
		in = "those of integers, bool too"
	}
	switch {
	case op.Logical:
		in = "all, each operand as bool"
	case op.Lift:
		in += "; integers and bools as the default float dtype"
	}
	return in + op.outDtype()
}

// outDtype says which dtype the results have, if it is not the operands' common one.
func (op *Op) outDtype() string {
	if op.Logical {
		return "; the result is bool"
	}
	var outs []dtype.Dtype
	same, parts := true, true
	for _, d := range op.In.Dtypes() {
		out := op.Out(d, dtype.StandardDefaults)
		same = same && out == d
		parts = parts && out == d.Component()
		if !slices.Contains(outs, out) {
			outs = append(outs, out)
		}
	}
	switch {
	case same:
		return ""
	case len(outs) == 1:
		return fmt.Sprintf("; the result is %v", outs[0])
	case parts:
		return "; the result of complex numbers has the dtype of their parts"
	}
	return "" // the function's text says it
}

// errors returns what a call fails for: what follows from the row, and what the note says.
func (op *Op) errors(n note) (out []string) {
	operands := op.countOperands()
	common := operands > 1 && op.Family != FamilyGather && !n.single && !op.Logical
	out = op.dtypeErrors(operands > 0, common)
	if op.Family == FamilyBinary || op.Family == FamilyTernary {
		out = append(out, apart)
	}
	if slices.ContainsFunc(op.Params, func(p Param) bool { return p.Kind == Ints && p.Name == "shape" }) {
		out = append(out, "ErrShape for a shape with negative lengths, of more than 64 axes or with more bytes than an int counts.")
	}
	out = append(out, n.errors...)
	if common && len(op.Params) > 1 && op.Params[1].Kind == Operand {
		out = append(out, "ErrValue for a Go number that the dtype of the other operand does not hold.")
	}
	if op.Takes(Axis) {
		if op.many(n) {
			out = append(out, "ErrIndex for an axis that is not there, or named twice.")
		} else {
			out = append(out, "ErrIndex for an axis that is not there.", "ErrValue for several axes.")
		}
	}
	if op.Takes(Device) {
		out = append(out, "ErrDevice for a device that is not there.")
	}
	return out
}

// countOperands returns how many operands a call has; a list counts as two.
func (op *Op) countOperands() (n int) {
	for _, p := range op.Params {
		switch p.Kind {
		case Operand, Optional:
			n++
		case Arrays, Variadic:
			n += 2
		}
	}
	return n
}

// dtypeErrors returns for which dtypes a call fails, if there are operands, and if they must
// have a common dtype.
func (op *Op) dtypeErrors(operands, common bool) (out []string) {
	others := op.In != dtype.All && !op.Logical && !(op.Lift && op.In&dtype.Inexact == dtype.Inexact)
	switch {
	case operands && others && common:
		out = append(out, "ErrDtype for operands of other dtypes, or without a common one.")
	case operands && others:
		out = append(out, "ErrDtype for operands of other dtypes.")
	case common:
		out = append(out, "ErrDtype for operands without a common dtype.")
	case op.Family == FamilyFill && op.In != dtype.All:
		out = append(out, "ErrDtype for another dtype.")
	}
	if op.castsFirst() {
		out = append(out, "ErrDtype for complex numbers and a real Dtype.")
	}
	return out
}

const (
	lastAxis   = "the last by default"
	firstAxis  = "the first by default"
	onlyAxis   = "may be left out for an array of one dimension"
	shapeGiven = "the result has the shape given."
	shapeOfX   = "the result has the shape of x."
	anyShape   = "x has any; "
	apart      = "ErrShape for shapes that do not broadcast."
	indexed    = "ErrDtype for indices that are no integers."
	outOfRange = "ErrIndex for an index out of range."
)

// What the documentation of layers has in common.
const (
	poolShapes     = "x (n, d1, …, dr, c), for r of 1 to 3; the result is (n, e1, …, er, c). With DataFormat(\"channel_first\") the channels are after n."
	adaptiveShapes = "x (n, d1, …, dr, c), for r of 1 to 3; the result is (n, e1, …, er, c), e1 to er being outputSize. With DataFormat(\"channel_first\") the channels are after n."
)

var (
	poolErrors       = []string{"ErrShape for other dimensions, and for windows longer than a padded axis.", "ErrValue for kernels, strides and dilations below 1, negative padding, other numbers of them than axes, other formats, and padding so wide that a window has no element."}
	adaptiveErrors   = []string{"ErrShape for other dimensions, and for an axis without elements.", "ErrValue for negative lengths, other numbers of them than axes, and other formats."}
	attentionOptions = map[Opt]string{ScaleOpt: "Scale(s): the factor of scores, a number; 1/√d by default, d the last length of a head's query.",
		Training: "Training(true): weights are dropped with probability DropoutP; false by default."}
)

// What the documentation of statistics, and of functions that scatter, has in common.
const (
	overAxes       = anyShape + "the result has the axes of x that are not reduced, and with KeepDims(true) the others with length 1."
	quantileShapes = "x and q have any; the result has the axes of q, and then those of x that are not reduced, with KeepDims(true) the others with length 1."
)

var (
	quantileErrors  = []string{"ErrValue for a q that is not from 0 to 1, and for another Interpolation.", "ErrDtype for a complex q."}
	quantileOptions = map[Opt]string{Interpolation: "Interpolation(m): \"linear\", \"lower\", \"higher\", \"midpoint\", \"nearest\", \"nearest_jax\", \"inverted_cdf\", \"averaged_inverted_cdf\", \"closest_observation\", \"interpolated_inverted_cdf\", \"hazen\", \"weibull\", \"median_unbiased\" or \"normal_unbiased\"; \"linear\" by default."}
	extremumErrors  = []string{"ErrValue for axes without elements, and for an Only, without Initial.", "ErrShape for an Only that does not broadcast to the shape of x.", "ErrDtype for an Only that is no bools."}
	histogramErrors = []string{"ErrValue for fewer than one interval or two ends, for ends that do not ascend, for a Range together with ends, with its second number less than its first, or not finite, and for an infinity or a NaN in x without Range or ends.", "ErrDtype for complex Weights."}
	scatterErrors   = []string{indexed, outOfRange, "ErrValue without a shape and an Initial, and for another Reduction.", "ErrDtype for an Initial of another dtype than updates.", "ErrShape for too large a result."}
	scatterOptions  = map[Opt]string{Reduction: "Reduction(r): \"sum\", \"mul\", \"min\", \"max\" or \"replace\"; \"sum\" by default.",
		Initial: "Initial(y): the array that is written into, of the dtype of updates; zeros by default.", Shape: "Shape{n, …}: the shape of the result; that of Initial by default."}
)

// segmentNote returns the note of a function of segments.
func segmentNote(name string) note {
	return note{shapes: "data (n, …), segmentIds (n); the result is (numSegments, …).", single: true,
		errors: []string{"ErrDtype for segmentIds that are no integers.", "ErrIndex for a number of numSegments or more.", "ErrShape for a data without axes, segmentIds of another length, and too large a result.", "ErrValue for negative numSegments."},
		link:   tensorflowAPI + "math/unsorted_segment_" + name}
}

// What the documentation of functions that split and fold has in common.
var (
	splitErrors = []string{"ErrShape for fewer axes.", "ErrValue for a number below 1, and one that does not divide the axis.", "ErrDtype for numbers that are no integers."}
	foldErrors  = []string{"ErrValue for more axes that stay than there are, or a negative number of them.", "ErrIndex for an axis that is not there.", "ErrShape for shapes that do not fit."}
)

// loss returns the note of a loss of operands that broadcast, element by element.
func loss(operands, link string, options map[Opt]string, errors ...string) note {
	return note{shapes: operands + " broadcast; there is a loss for each element." + reducedLosses, link: link, options: options,
		errors: append([]string{apart, "ErrValue for another Reduction."}, errors...)}
}

// reducedLosses is what Reduction makes of the losses' shape.
const reducedLosses = " The result has their shape with Reduction(\"none\"), and the shape () otherwise."

// shaped is n of other shapes.
func (n note) shaped(text string) note { n.shapes = text + reducedLosses; return n }

// of is n of losses along an axis.
func (n note) of(axis string) note { n.axis = axis; return n }

// over is n of a loss that is reduced over one axis.
func (n note) over(axis string) note {
	n.axis = "to reduce over, " + axis
	n.shapes = n.shapes[:len(n.shapes)-1] + ", but for an axis that is reduced alone."
	return n
}

// apart is n of operands that keep their dtypes.
func (n note) apart() note {
	n.single = true
	n.errors = n.errors[1:] // and do not broadcast
	return n
}

// notes are those of the rows that have any.
var notes = sync.OnceValue(func() map[*Op]note {
	recurrentLayer := func(name string) note {
		return note{shapes: "x (t, n, k), or (n, t, k) with BatchFirst, or (t, k) without a batch; weights as above; for l layers of d directions and m elements of the state output has (t, n, d·m), or (n, t, d·m), and a state (l·d, n, m). n is left out where x has no batch.",
			errors: []string{"ErrShape for operands that do not fit.", "ErrValue for another number of weights than layers and directions have, and for another Nonlinearity.", "ErrDtype for Lengths, and for weights with WeightScales, that are no integers."}, link: torchAPI + "nn." + name + ".html"}
	}
	torch := func(name string) note { return note{link: torchAPI + "nn.functional." + name + ".html"} }
	numpy := func(name string) note { return note{link: numpyAPI + name + ".html"} }
	triangle := note{shapes: "x has two axes or more, the last two being those of the matrices; " + shapeOfX, errors: []string{"ErrShape for fewer axes."}}
	const (
		badNorm   = "ErrValue for another Norm."
		badLength = "ErrValue for a length below 1."
		tooLong   = "ErrShape for a result that is too large."
	)
	along := func(length string) note {
		return note{shapes: "the result has the shape of x, along the axis " + length + " elements.", axis: lastAxis,
			errors: []string{badLength, badNorm, tooLong}}
	}
	over := func(lengths string, more ...string) note {
		return note{shapes: "the result has the shape of x, along the axes " + lengths + ".", axis: "all by default, or with S as many of the last", many: true,
			errors: append([]string{badLength, "ErrValue for another number of lengths than axes.", badNorm, tooLong}, more...)}
	}
	frequencies := func(count string) note {
		return note{shapes: "(" + count + ").", errors: []string{"ErrDtype for another dtype.", "ErrValue for n below 1, and for a Spacing of 0.", "ErrShape for too large an n."}}
	}
	cosine := func(name string) note {
		n := along("n")
		n.errors = append([]string{"ErrValue for another type, and for type 1 of a length below 2."}, n.errors...)
		n.link = "https://docs.scipy.org/doc/scipy/reference/generated/scipy.fft." + name + ".html"
		return n
	}
	window := func(link, beta string, more ...string) note {
		n := note{shapes: "(n), n the length given.", link: link,
			errors: append([]string{"ErrDtype for another dtype.", "ErrValue for a negative length.", "ErrShape for too large a length."}, more...)}
		if beta != "" {
			n.options = map[Opt]string{Beta: "Beta(b): " + beta + " by default."}
		}
		return n
	}
	badFrames := []string{"ErrShape for an x without axes, and for a Window of another shape.", "ErrDtype for a complex Window.", "ErrValue for a frame length or step below 1, and for an FFTLength below the frame length.", tooLong}
	const badBeta = "ErrValue for a Beta that is not finite."
	const (
		noAxis     = "ErrValue for no axes."
		few        = "ErrShape for fewer than two axes."
		notSquare  = "ErrShape for matrices that are not square, and fewer than two axes."
		isSingular = "ErrLinAlg for a singular matrix; the error names it."
		noEigen    = "ErrLinAlg for an iteration that does not converge."
		badOrder   = "ErrValue for another order."
		equations  = "x1 (…, n, n) and x2 (…, n, k) or (n); the result is (…, n, k) or (…, n)."
		misfit     = "ErrShape for matrices that are not square, right sides of another length, and leading axes that do not broadcast."
	)
	square := func(result string, errors ...string) note {
		return note{shapes: "x (…, n, n); " + result, errors: append([]string{notSquare}, errors...)}
	}
	any := func(result string, errors ...string) note {
		return note{shapes: "x (…, m, n); " + result, errors: append([]string{few}, errors...)}
	}
	linked := func(link string, n note) note { n.link = link; return n }
	scipy := func(name string, n note) note {
		return linked("https://docs.scipy.org/doc/scipy/reference/generated/scipy.linalg."+name+".html", n)
	}
	inNumPy := func(name string, n note) note { return linked(numpyAPI+name+".html", n) }
	alpha := func(text string) map[Opt]string {
		return map[Opt]string{Alpha: "Alpha(a): the factor " + text + " by default."}
	}
	noMargin := map[Opt]string{Margin: "Margin(m): the margin; 0 by default."}
	const (
		badLambda  = "ErrValue for a negative Lambd."
		badClass   = "ErrIndex for a class that there is not."
		wholeClass = "ErrDtype for classes that are no integers."
		badEpsilon = "ErrValue for an Epsilon that is not from 0 to 0.5."
		classAxis  = "1, or 0 of one dimension, by default"
	)
	special := func(name string) note { return note{link: scipySpecial + name + ".html"} }
	inTorch := func(name string, n note) note { return linked(torchAPI+name+".html", n) }
	const likeX = "the result has the shape of x."
	return map[*Op]note{
		// Creation.
		Arange.Op:   {shapes: "one axis, as long as there are numbers.", errors: []string{"ErrValue for a step of 0, for what is not finite and for too many numbers.", "ErrShape for more bytes than an int counts."}},
		Asarray:     {shapes: "that of obj: of nested slices their lengths, () of a number.", errors: []string{"ErrShape for slices that are ragged.", "ErrDtype for complex numbers as a real dtype.", "ErrValue for an integer that the dtype does not hold, and for what Copy(false) cannot share."}},
		Empty:       {shapes: shapeGiven},
		EmptyLike:   {shapes: shapeOfX},
		Eye.Op:      {shapes: "(nRows, NCols).", errors: []string{"ErrShape for negative numbers of rows or columns."}},
		FromDlpack:  {shapes: shapeOfX, errors: []string{"ErrValue for what has no method DLPack, and for what Copy(false) cannot share."}},
		Full.Op:     {shapes: shapeGiven, errors: []string{"ErrDtype for a value of another kind than the dtype's, complex numbers as a real one.", "ErrValue for an integer that the dtype does not hold."}},
		FullLike:    {shapes: shapeOfX, errors: []string{"ErrDtype for a value of another kind than the dtype's, complex numbers as a real one.", "ErrValue for an integer that the dtype does not hold."}},
		Linspace.Op: {shapes: "(num).", errors: []string{"ErrDtype for complex numbers as a real dtype.", "ErrValue for a negative num.", "ErrShape for too large a num."}},
		Meshgrid:    {single: true, shapes: "the arrays have one dimension each, or none; each result has as many axes as there are arrays.", errors: []string{"ErrShape for an array of more dimensions.", "ErrValue for another Indexing."}},
		Ones:        {shapes: shapeGiven},
		OnesLike:    {shapes: shapeOfX},
		Tril:        triangle,
		Triu:        triangle,
		Zeros:       {shapes: shapeGiven},
		ZerosLike:   {shapes: shapeOfX},

		EyeLike:         {shapes: shapeOfX, errors: []string{"ErrShape for an x of fewer than two axes."}, link: "https://onnx.ai/onnx/operators/onnx__EyeLike.html"},
		Indices:         {shapes: "(r, d1, …, dr) for dimensions d1 to dr.", errors: []string{"ErrDtype for another dtype.", "ErrShape for negative dimensions, more than 63 and too large ones."}, link: numpyAPI + "indices.html"},
		Logspace:        {axis: firstAxis, shapes: "start, stop and Base broadcast; the result has one axis more, of length num.", errors: []string{apart, "ErrValue for a negative num.", "ErrDtype for complex numbers as a real dtype, and for a dtype of integers.", tooLong}, link: numpyAPI + "logspace.html"},
		MelWeightMatrix: {shapes: "(dftLength/2 + 1, numMelBins).", errors: []string{"ErrDtype for another dtype.", "ErrValue for a numMelBins, dftLength or sampleRate below 1, for edges that are negative, not finite or do not ascend, and for edges above the greatest frequency.", tooLong}, link: "https://onnx.ai/onnx/operators/onnx__MelWeightMatrix.html"},
		Polyval:         {shapes: "coeffs have one dimension; " + shapeOfX, errors: []string{"ErrShape for coeffs of other dimensions."}, link: numpyAPI + "polyval.html"},
		SparseIndices:   {shapes: "for dimensions d1 to dr the results are (d1, 1, …), (1, d2, 1, …) and so on.", errors: []string{"ErrDtype for another dtype.", "ErrShape for negative dimensions, more than 64 and too large ones."}, link: numpyAPI + "indices.html"},
		TrilIndices:     {shapes: "both results have one dimension.", errors: []string{"ErrDtype for another dtype.", "ErrShape for negative numbers of rows or columns, and for too many elements."}, link: numpyAPI + "tril_indices.html"},
		Trilu:           linked("https://onnx.ai/onnx/operators/onnx__Trilu.html", note{shapes: triangle.shapes, errors: triangle.errors, options: map[Opt]string{Upper: "Upper(false): the lower triangle; true by default, the upper."}}),
		TriuIndices:     {shapes: "both results have one dimension.", errors: []string{"ErrDtype for another dtype.", "ErrShape for negative numbers of rows or columns, and for too many elements."}, link: numpyAPI + "triu_indices.html"},

		// Dtypes.
		Astype:          {copies: "Copy(false): x itself if it has the dtype; true by default.", shapes: shapeOfX, errors: []string{"ErrDtype for complex numbers as a real dtype, but bool."}},
		BroadcastArrays: {single: true, shapes: "each result has the shape that all of them broadcast to.", errors: []string{apart}},
		BroadcastTo.Op:  {shapes: "x broadcasts to the shape given, which the result has.", errors: []string{"ErrShape for a shape that x does not broadcast to."}},

		// Element by element.
		Clip:     {shapes: familyShapes[FamilyTernary], errors: []string{apart, "ErrValue for a Go number that the dtype of x does not hold."}},
		IsClose:  {shapes: familyShapes[FamilyBinary], errors: []string{apart}, link: numpyAPI + "isclose.html"},
		AllClose: {shapes: "x1 and x2 broadcast; the result has the shape ().", errors: []string{apart}, link: numpyAPI + "allclose.html"},
		NanToNum: {copies: "Copy(false): writes into x; true by default.", shapes: "the result has the shape to which x and the arrays of Nan, PosInf and NegInf broadcast.", errors: []string{"ErrDtype for a complex Nan, PosInf or NegInf and a real x, and where the rule of promotion has no result for x and a Go number.", "ErrShape for one that does not broadcast with x, or with Copy(false) not to the shape of x."}, link: numpyAPI + "nan_to_num.html"},
		Erf.Op:   {link: torchAPI + "erf.html"},
		Erfc.Op:  {link: torchAPI + "erfc.html"},
		Fmax.Op:  numpy("fmax"),
		Fmin.Op:  numpy("fmin"),
		Gcd.Op:   numpy("gcd"),
		Lcm.Op:   numpy("lcm"),

		Angle:            {shapes: shapeOfX, link: numpyAPI + "angle.html"},
		Binarizer:        {shapes: shapeOfX, options: map[Opt]string{Threshold: "Threshold(t): the threshold, taken in the dtype of x; 0 by default."}, link: "https://onnx.ai/onnx/operators/onnx_aionnxml_Binarizer.html"},
		Deg2rad:          {shapes: shapeOfX, link: numpyAPI + "deg2rad.html"},
		Fix:              {shapes: shapeOfX, link: numpyAPI + "fix.html"},
		Complex:          {shapes: familyShapes[FamilyBinary], errors: []string{apart}, link: "https://docs.pytorch.org/docs/stable/generated/torch.complex.html"},
		FloatPower:       {shapes: familyShapes[FamilyBinary], errors: []string{apart}, link: numpyAPI + "float_power.html"},
		Fmod:             {shapes: familyShapes[FamilyBinary], errors: []string{apart}, link: numpyAPI + "fmod.html"},
		Frexp:            {shapes: "both results have the shape of x.", link: numpyAPI + "frexp.html"},
		Gradient:         {many: true, axis: "all by default", shapes: "x has any; each result has the shape of x.", errors: []string{"ErrShape for fewer samples along an axis than EdgeOrder + 1, and for positions that are not as many as samples.", "ErrValue for another EdgeOrder, and for another number of Distances than axes.", "ErrDtype for complex Distances."}, link: numpyAPI + "gradient.html"},
		Heaviside:        {shapes: familyShapes[FamilyBinary], errors: []string{apart}, link: numpyAPI + "heaviside.html"},
		Interp:           {shapes: "x has any, xp and fp one dimension and one length; the result has the shape of x.", errors: []string{"ErrShape for other dimensions, other lengths, and no points.", "ErrValue for a Period of 0, or one that is not finite."}, link: numpyAPI + "interp.html"},
		IsReal:           {shapes: shapeOfX, link: numpyAPI + "isreal.html"},
		Ldexp:            {single: true, shapes: familyShapes[FamilyBinary], errors: []string{apart, "ErrDtype for an x2 that are no integers."}, link: numpyAPI + "ldexp.html"},
		Lerp:             {shapes: familyShapes[FamilyTernary], errors: []string{apart}, link: torchAPI + "lerp.html"},
		LogAddExp2:       {shapes: familyShapes[FamilyBinary], errors: []string{apart}, link: numpyAPI + "logaddexp2.html"},
		Modf:             {shapes: "both results have the shape of x.", link: numpyAPI + "modf.html"},
		Rad2deg:          {shapes: shapeOfX, link: numpyAPI + "rad2deg.html"},
		SoftThresholding: {shapes: familyShapes[FamilyBinary], errors: []string{apart, "ErrDtype for a complex threshold."}, link: "https://tensorly.org/stable/modules/generated/tensorly.tenalg.proximal.soft_thresholding.html"},
		SparsifyTensor:   {shapes: shapeOfX, errors: []string{"ErrValue for a negative card."}, link: "https://tensorly.org/stable/modules/generated/tensorly.contrib.sparse.html"},
		Trapz:            {axis: lastAxis, shapes: "y has one axis or more; the result has those of y but the one.", errors: []string{"ErrShape for Points that neither have one dimension and the length of the axis nor broadcast with y."}, link: numpyAPI + "trapezoid.html"},
		TruncDivide:      {shapes: familyShapes[FamilyBinary], errors: []string{apart}, link: torchAPI + "div.html"},

		// Special functions.
		BetaLn:     {shapes: familyShapes[FamilyBinary], errors: []string{apart}, link: scipySpecial + "betaln.html"},
		Digamma.Op: special("digamma"),
		Entr:       {shapes: shapeOfX, link: scipySpecial + "entr.html"},
		Erfcx.Op:   special("erfcx"),
		Erfinv.Op:  special("erfinv"),
		Exp2:       {shapes: shapeOfX, link: scipySpecial + "exp2.html"},
		I0.Op:      special("i0"),
		I0e.Op:     special("i0e"),
		I1.Op:      special("i1"),
		I1e.Op:     special("i1e"),
		Igamma.Op:  special("gammainc"),
		Igammac.Op: special("gammaincc"),
		Lgamma.Op:  special("gammaln"),
		LogNdtr:    {shapes: shapeOfX, link: scipySpecial + "log_ndtr.html"},
		Logit:      {shapes: shapeOfX, options: map[Opt]string{Eps: "Eps(e): x is held between e and 1 − e; it is not by default."}, errors: []string{"ErrValue for an Eps that is not from 0 to 1/2."}, link: scipySpecial + "logit.html"},
		Ndtr:       {shapes: shapeOfX, link: scipySpecial + "ndtr.html"},
		Ndtri.Op:   special("ndtri"),
		Polygamma:  {shapes: shapeOfX, errors: []string{"ErrValue for a negative n."}, link: scipySpecial + "polygamma.html"},
		Sinc:       {shapes: shapeOfX, link: numpyAPI + "sinc.html"},
		XLog1pY:    {shapes: familyShapes[FamilyBinary], errors: []string{apart}, link: scipySpecial + "xlog1py.html"},
		XLogY:      {shapes: familyShapes[FamilyBinary], errors: []string{apart}, link: scipySpecial + "xlogy.html"},
		Zeta.Op:    special("zeta"),

		// Fourier transforms.
		FFT:       along("n"),
		IFFT:      along("n"),
		RFFT:      along("n/2+1"),
		IRFFT:     along("n"),
		HFFT:      along("n"),
		IHFFT:     along("n/2+1"),
		FFTN:      over("as many elements as S says"),
		IFFTN:     over("as many elements as S says"),
		RFFTN:     over("as many elements as S says, s/2+1 of the last length s", noAxis),
		IRFFTN:    over("as many elements as S says", noAxis),
		FFTFreq:   frequencies("n"),
		RFFTFreq:  frequencies("n/2+1"),
		FFTShift:  {shapes: shapeOfX, axis: "all by default", many: true},
		IFFTShift: {shapes: shapeOfX, axis: "all by default", many: true},

		DCT:  cosine("dct"),
		IDCT: cosine("idct"),
		FFTConvolve: {shapes: "x1 and x2 have as many axes, which broadcast but for those of the convolution; there the result has m + n − 1 elements of lengths m and n, with Mode(\"same\") m, those in the middle, and with Mode(\"valid\") |m − n| + 1, those of which all terms are there.",
			axis: "all by default", many: true, options: map[Opt]string{Mode: "Mode(m): \"full\", \"same\" or \"valid\"; \"full\" by default."},
			errors: []string{"ErrShape for other numbers of axes, and axes that do not broadcast; with Mode(\"valid\") where neither operand is as long as the other along all axes of the convolution.", "ErrValue for an axis without elements to convolve along, and for another Mode."}, link: scipySignal + "fftconvolve.html"},
		STFT: {shapes: "x (…, n); the result is (…, f, k/2+1), f the number of frames, k the FFT length.", errors: badFrames, link: tensorflowAPI + "signal/stft"},
		ISTFT: {shapes: "x (…, f, k/2+1), k the FFT length; the result is (…, n), n = (f − 1)·frameStep + frameLength.", options: map[Opt]string{N: "N(n): the length of the result, to which it is cut or filled up with zeros."},
			errors: append([]string{"ErrShape for another number of frequencies, and fewer than two axes.", "ErrValue for a negative N."}, badFrames...), link: torchAPI + "istft.html"},
		HannWindow:                window(torchAPI+"hann_window.html", ""),
		HammingWindow:             window(torchAPI+"hamming_window.html", "the factor β; 0.46"),
		BlackmanWindow:            window(torchAPI+"blackman_window.html", ""),
		BartlettWindow:            window(torchAPI+"bartlett_window.html", ""),
		KaiserWindow:              window(torchAPI+"kaiser_window.html", "the shape β; 12", badBeta),
		KaiserBesselDerivedWindow: window(scipySignal+"windows.kaiser_bessel_derived.html", "the shape β; 12", badBeta, "ErrValue for an odd length."),
		VorbisWindow:              window(tensorflowAPI+"signal/vorbis_window", ""),

		// Indexing.
		Take.Op: {shapes: "indices have any; the result has their axes instead of the axis.", axis: onlyAxis, options: map[Opt]string{Mode: "Mode(m): \"raise\", \"wrap\", \"clip\" or \"fill\"; \"raise\" by default."},
			errors: []string{indexed, "ErrIndex for an index out of range with Mode(\"raise\"), and for one along an axis without elements with \"wrap\" and \"clip\".", "ErrShape for a FillValue with axes.", "ErrDtype and ErrValue for a FillValue that the dtype of x does not take.", "ErrValue for more than one dimension without an axis, for another Mode, and for a FillValue with one that is not \"fill\"."}},
		TakeAlongAxis.Op: {shapes: "x and indices have as many axes, which broadcast but for the one; the result has the axis of indices and what the others broadcast to.", axis: lastAxis, errors: []string{indexed, "ErrShape for other numbers of axes, and for shapes that do not broadcast.", outOfRange}},

		// Linear algebra.
		MatMul.Op:       {shapes: "x1 (…, n, k) and x2 (…, k, m); the result is (…, n, m).", errors: []string{"ErrShape for an operand without axes, for lengths k that differ and for leading axes that do not broadcast."}},
		MatrixTranspose: {shapes: "x (…, n, m); the result is (…, m, n).", errors: []string{"ErrShape for fewer than two axes."}},
		TensorDot:       {shapes: "the result has the axes of x1 that are left, then those of x2.", errors: []string{"ErrShape for axes whose lengths differ.", "ErrIndex for an axis that is not there, or named twice."}},
		VecDot:          {shapes: "x1 and x2 broadcast but for the axis, which has the same length in both; the result lacks it.", axis: lastAxis, errors: []string{"ErrShape for operands without axes, lengths that differ and axes that do not broadcast."}},
		Einsum:          {shapes: "as the equation says.", errors: []string{"ErrValue for what is no equation.", "ErrShape for operands of another number of axes than theirs in it, and lengths of one letter that differ."}, link: numpyAPI + "einsum.html"},

		Cholesky:        square(likeX, "ErrLinAlg for a matrix that is not positive definite; the error names it."),
		Cross:           {shapes: "x1 and x2 broadcast, and the axis has 3 elements; the result has the shape that they broadcast to.", axis: lastAxis, errors: []string{apart, "ErrShape for another length along the axis."}},
		Det:             square("the result is (…)."),
		Diagonal:        any("the result is (…, l), l the length of the diagonal."),
		Eig:             square("the results are (…, n) and (…, n, n).", noEigen),
		Eigh:            square("the results are (…, n) and (…, n, n).", noEigen),
		Eigvals:         square("the result is (…, n).", noEigen),
		Eigvalsh:        square("the result is (…, n).", noEigen),
		Inv:             square(likeX, isSingular),
		MatrixNorm:      any("the result is (…), or with KeepDims(true) (…, 1, 1).", badOrder),
		MatrixPower:     square(likeX, isSingular, "ErrDtype for a negative power of integers."),
		MatrixRank:      any("the result is (…)."),
		Outer:           {shapes: "x1 (m) and x2 (n); the result is (m, n).", errors: []string{"ErrShape for other numbers of axes."}},
		Pinv:            any("the result is (…, n, m)."),
		QR:              any("the results are (…, m, k) and (…, k, n), k = min(m, n), or with Mode(\"complete\") m.", "ErrValue for another Mode."),
		Slogdet:         square("the results are (…)."),
		Solve:           {shapes: equations, errors: []string{misfit, isSingular}},
		SVD:             any("the results are (…, m, m), (…, k) and (…, n, n), k = min(m, n), or with FullMatrices(false) (…, m, k), (…, k) and (…, k, n).", noEigen),
		Svdvals:         any("the result is (…, min(m, n)).", noEigen),
		Trace:           any("the result is (…)."),
		VectorNorm:      {shapes: anyShape + "the result has those axes of x that are not reduced, and with KeepDims(true) the others with length 1.", axis: "all by default", many: true, errors: []string{badOrder, "ErrValue for the norm of order −∞ of no elements."}},
		Adjoint:         inTorch("adjoint", any("the result is (…, n, m).")),
		BlockDiag:       scipy("block_diag", note{shapes: "matrices (mᵢ, nᵢ); the result is (Σmᵢ, Σnᵢ). What has fewer axes is a row.", errors: []string{"ErrShape for more axes.", "ErrValue for no matrices at all."}}),
		Cond:            inNumPy("linalg.cond", any("the result is (…).", "ErrShape for empty matrices, and but for Ord(2) and Ord(−2) for those that are not square.", badOrder)),
		Diag:            inNumPy("diag", note{shapes: "x (n), the result is square; or x (m, n), the result has one axis.", errors: []string{"ErrShape for other numbers of axes."}}),
		Kron:            inNumPy("kron", note{shapes: anyShape + "the result has the products of their lengths.", errors: []string{"ErrShape for too large a result."}}),
		Lstsq:           inNumPy("linalg.lstsq", note{shapes: "x1 (…, m, n) and x2 (…, m, k) or (m); the results are (…, n, k) or (…, n), (…, k) or (…), (…) and (…, min(m, n)).", errors: []string{"ErrShape for right sides of another length, and leading axes that do not broadcast.", noEigen}}),
		LU:              scipy("lu", any("the results are (…, m, m), (…, m, k) and (…, k, n), k = min(m, n).")),
		LUFactor:        inTorch("linalg.lu_factor", any("the results are (…, m, n) and (…, m).")),
		LUSolve:         inTorch("linalg.lu_solve", note{shapes: "lu (…, n, n), p (…, n) and b (…, n, k) or (n); the result is (…, n, k) or (…, n).", errors: []string{misfit, "ErrDtype for a p that has no integers.", "ErrIndex for a p that has others than 0 … n−1.", isSingular}}),
		MatrixExp:       inTorch("linalg.matrix_exp", square(likeX)),
		Schur:           scipy("schur", square("the results are (…, n, n).", noEigen)),
		Hessenberg:      scipy("hessenberg", square("the results are (…, n, n).")),
		Sqrtm:           scipy("sqrtm", square(likeX, "ErrLinAlg for a singular matrix without a square root, and a real one with a negative eigenvalue, whose root is complex; the error names it.")),
		Logm:            scipy("logm", square(likeX, "ErrLinAlg for a singular matrix, and a real one with a negative eigenvalue, whose logarithm is complex; the error names it.")),
		Diagflat:        inNumPy("diagflat", note{shapes: anyShape + "the result has two axes.", errors: []string{"ErrValue for a negative NumRows or NumCols.", "ErrShape for too large a result, and a PaddingValue that is no number.", "ErrDtype for a PaddingValue that the dtype of x cannot have."}}),
		EighTridiagonal: scipy("eigh_tridiagonal", note{shapes: "alpha (…, n) and beta (…, n − 1), of which … broadcasts; eigenvalues are (…, n), eigenvectors (…, n, n).", errors: []string{"ErrShape for other lengths."}}),
		TensorSolve:     inNumPy("linalg.tensorsolve", note{shapes: "x1 begins with the axes of x2, and has as many elements in the others, which the result has.", axis: "none by default", many: true, errors: []string{"ErrShape for shapes that do not fit.", "ErrLinAlg for a singular x1."}}),
		MultiDot:        inNumPy("linalg.multi_dot", note{shapes: "matrices of which one has as many columns as the next has rows; the result has the rows of the first and the columns of the last.", errors: []string{"ErrShape for matrices that do not fit.", "ErrValue for fewer than two."}}),
		SolveTriangular: inTorch("linalg.solve_triangular", note{shapes: equations, errors: []string{misfit, "ErrLinAlg for a 0 on the diagonal; the error names the matrix."}}),
		Vander:          inNumPy("vander", note{shapes: "x (m); the result is (m, n).", errors: []string{"ErrShape for other numbers of axes.", "ErrValue for a negative number of columns."}}),

		BatchedOuter:                linked(tensorlyAPI+"tensorly.tenalg.batched_outer.html", note{shapes: "the arrays have the same first length; the result has it and all their other axes, those of the first array first.", errors: []string{"ErrShape for arrays without axes, first lengths that differ, and too large a result.", "ErrValue for no arrays at all."}}),
		Dot:                         inNumPy("dot", note{shapes: "the result has the other axes of a, then those of b.", errors: []string{"ErrShape for lengths that differ."}}),
		GeneralInnerProduct:         linked(tensorlyAPI+"tensorly.tenalg.inner.html", note{shapes: "a and b have the same, and the result has (); with NModes the other axes of a, then those of b.", errors: []string{"ErrShape for lengths that differ, and more axes than there are.", "ErrValue for negative NModes."}}),
		HigherOrderMoment:           linked(tensorlyAPI+"tensorly.tenalg.higher_order_moment.html", note{shapes: "x (n, …); the result has the other axes of x as many times as the order says.", errors: []string{"ErrShape for an x without axes, and too large a result.", "ErrValue for an order below 1."}}),
		Inner:                       inNumPy("inner", note{shapes: "the result has the other axes of x1, then those of x2.", errors: []string{"ErrShape for lengths that differ."}}),
		Kronecker:                   linked(tensorlyAPI+"tensorly.tenalg.kronecker.html", note{shapes: "matrices; the result has the products of their lengths.", options: map[Opt]string{Reverse: "Reverse(true): the last matrix comes first; false by default."}, errors: []string{"ErrShape for other dimensions, and too large a result.", "ErrValue for no matrices.", "ErrIndex for a SkipMatrix that is not there."}}),
		KhatriRao:                   linked(tensorlyAPI+"tensorly.tenalg.khatri_rao.html", note{shapes: "matrices (mᵢ, n) or vectors (mᵢ); the result is (m₀·m₁·…, n).", errors: []string{"ErrShape for other dimensions, numbers of columns that differ, and too large a result.", "ErrValue for no matrices.", "ErrIndex for a SkipMatrix that is not there."}}),
		ModeDot:                     linked(tensorlyAPI+"tensorly.tenalg.mode_dot.html", note{shapes: "x has any, a matrix (j, n) for an axis of length n, with Transposed(true) (n, j), which becomes j long, a vector (n).", errors: []string{"ErrIndex for an axis that is not there.", "ErrShape for lengths that differ, and for what is no matrix or vector."}}),
		MultiModeDot:                linked(tensorlyAPI+"tensorly.tenalg.multi_mode_dot.html", note{shapes: "those of ModeDot.", errors: []string{"ErrIndex for an axis that is not there, or that a vector has taken, and for a Skip that is not there.", "ErrShape for lengths that differ, and for what is no matrix or vector.", "ErrValue for other numbers of Modes than of matrices and vectors."}}),
		VectorToSkewSymmetricMatrix: linked("https://en.wikipedia.org/wiki/Skew-symmetric_matrix#Cross_product", note{shapes: "vector (…, 3); the result is (…, 3, 3).", errors: []string{"ErrShape for other shapes."}}),

		// Manipulation.
		Concat.Op:       {shapes: "the arrays have the same but along the axis; the result has the sum of their lengths there.", axis: firstAxis + "; NoAxis{}: of the arrays as if they were flat", errors: []string{"ErrShape for shapes that differ elsewhere.", "ErrValue for no arrays at all."}},
		CopyArray.Op:    {link: numpyAPI + "copy.html"},
		EinopsRearrange: {shapes: "as the pattern says.", errors: []string{"ErrValue for what is no pattern.", "ErrShape for an x that does not fit it."}, link: einopsIO + "rearrange/"},
		EinopsReduce:    {shapes: "as the pattern says.", errors: []string{"ErrDtype for a dtype that the reduction does not take.", "ErrValue for what is no pattern, and for another reduction.", "ErrShape for an x that does not fit the pattern."}, link: einopsIO + "reduce/"},
		EinopsRepeat:    {shapes: "as the pattern says.", errors: []string{"ErrValue for what is no pattern.", "ErrShape for an x that does not fit it."}, link: einopsIO + "repeat/"},
		ExpandDims:      {shapes: anyShape + "the result has one axis more for each position.", axis: firstAxis, many: true},
		Flip:            {shapes: shapeOfX, axis: "all by default", many: true},
		MoveAxis:        {shapes: "the result has the axes of x in another order.", errors: []string{"ErrIndex for an axis that is not there, or named twice.", "ErrShape for other numbers of sources and destinations."}},
		Pad:             {shapes: "the result has the shape of x, each axis longer by its two counts.", errors: []string{"ErrValue for negative counts, other numbers of pairs, another mode, and an empty axis that has nothing to add.", "ErrShape for too long an axis.", "ErrDtype for ConstantValues that the dtype of x cannot have."}, link: numpyAPI + "pad.html"},
		PermuteDims.Op:  {shapes: "the result has the axes of x in the order given.", errors: []string{"ErrShape for another number of axes.", "ErrIndex for an axis that is not there, or named twice."}},
		Repeat:          {single: true, shapes: "the result has the shape of x, the axis as long as repeats say together.", axis: "as if x were flat by default", errors: []string{"ErrDtype for repeats that are no integers.", "ErrShape for repeats of more than one dimension, or neither one nor as many as the axis is long.", "ErrValue for negative repeats."}},
		Reshape.Op:      {shapes: "the shape given has as many elements as x.", errors: []string{"ErrShape for a shape of another number of elements, or more than one −1.", "ErrValue for what Copy(false) cannot share."}},
		Roll:            {shapes: shapeOfX, axis: "as if x were flat by default", many: true, errors: []string{"ErrValue for other numbers of shifts and axes."}},
		Squeeze:         {shapes: "the result lacks axes of length 1.", axis: "all of length 1 by default", many: true, errors: []string{"ErrShape for an axis of another length."}},
		Stack:           {shapes: "the arrays have the same; the result has an axis more, as long as there are arrays.", axis: firstAxis, errors: []string{"ErrShape for shapes that differ.", "ErrValue for no arrays at all."}},
		Tile:            {shapes: "the lengths of x times repetitions; where there are more of one than of the other, ones stand in front.", errors: []string{"ErrValue for negative repetitions.", "ErrShape for too long an axis."}},
		Unstack:         {shapes: "the results lack the axis, and are as many as it is long.", axis: firstAxis},

		AsStrided:          inNumPy("lib.stride_tricks.as_strided", note{shapes: shapeGiven, errors: []string{"ErrValue for strides that are no multiples of the size of an element, another number of them than lengths, and places outside of x."}}),
		Atleast1D:          inNumPy("atleast_1d", note{single: true, shapes: "each result has the shape of its array, or (1)."}),
		Atleast2D:          inNumPy("atleast_2d", note{single: true, shapes: "each result has the shape of its array, with ones in front up to two axes."}),
		Atleast3D:          inNumPy("atleast_3d", note{single: true, shapes: "each result has the shape of its array, with ones up to three axes."}),
		Choose:             inNumPy("choose", note{single: true, shapes: "arr and choices broadcast, and the result has the shape that they broadcast to.", options: map[Opt]string{Mode: "Mode(m): \"raise\", \"wrap\" or \"clip\"; \"raise\" by default."}, errors: []string{"ErrDtype for an arr that has no integers, and choices without a common dtype.", "ErrIndex for a number that no array has.", "ErrValue for no choices, and for another mode.", apart}}),
		ColumnStack:        inNumPy("column_stack", note{shapes: "the arrays have the same but along the second axis.", errors: []string{"ErrShape for shapes that differ elsewhere.", "ErrValue for no arrays at all."}}),
		ConcatFromSequence: inTorch("concatenate", note{shapes: "as Concat's or Stack's.", axis: firstAxis, errors: []string{"ErrShape for shapes that differ.", "ErrValue for no arrays at all, and for a WithNewAxis other than 0 and 1."}}),
		ConstantPad:        inTorch("nn.ConstantPad1d", note{shapes: "the result has the shape of x, each axis longer by its two counts.", errors: []string{"ErrValue for negative counts, and other numbers of pairs.", "ErrShape for too long an axis, and for a Value with axes.", "ErrDtype for a Value that the dtype of x does not take."}}),
		DSplit:             inNumPy("dsplit", note{single: true, shapes: "ary has three axes or more; each part differs in the third alone.", errors: splitErrors}),
		DStack:             inNumPy("dstack", note{shapes: "the arrays have the same but along the third axis.", errors: []string{"ErrShape for shapes that differ elsewhere.", "ErrValue for no arrays at all."}}),
		Expand:             inTorch("Tensor.expand", note{shapes: "x broadcasts to the shape given, which the result has.", errors: []string{"ErrShape for a shape that x does not broadcast to.", "ErrValue for −1 where x has no axis."}}),
		FillDiagonal:       inNumPy("fill_diagonal", note{single: true, shapes: "a has two axes, or more of one length; the result has the shape of a.", errors: []string{"ErrShape for other shapes.", "ErrValue for a v without elements.", "ErrDtype for a v that the dtype of a does not take."}}),
		Flatten:            inTorch("flatten", note{shapes: "the result has one axis for those that are joined.", errors: []string{"ErrIndex for an axis that is not there.", "ErrValue for a StartDim behind the EndDim, and for another Order."}}),
		FlipLR:             inNumPy("fliplr", note{shapes: "m has two axes or more; the result has the shape of m.", errors: []string{"ErrShape for fewer axes."}}),
		FlipUD:             inNumPy("flipud", note{shapes: "m has an axis; the result has the shape of m.", errors: []string{"ErrShape for an m without axes."}}),
		HSplit:             inNumPy("hsplit", note{single: true, shapes: "ary has an axis; each part differs in the second, or the only one, alone.", errors: splitErrors}),
		HStack:             inNumPy("hstack", note{shapes: "the arrays have the same but along the axis.", errors: []string{"ErrShape for shapes that differ elsewhere.", "ErrValue for no arrays at all."}}),
		Matricize:          linked(tensorlyAPI+"tensorly.base.matricize.html", note{shapes: "x has any; the result has two axes.", errors: []string{"ErrIndex for an axis that is not there, or named twice.", "ErrValue for axes that are neither rows nor columns."}}),
		PadSequence:        inTorch("nn.utils.rnn.pad_sequence", note{shapes: "the arrays have (tᵢ, …) with the same lengths behind; the result has (t, n, …), with BatchFirst(true) (n, t, …), of n arrays.", options: map[Opt]string{BatchFirst: "BatchFirst(true): the axis of the arrays comes first; false by default."}, errors: []string{"ErrShape for other shapes, and for a PaddingValue with axes.", "ErrValue for no arrays at all.", "ErrDtype for a PaddingValue that the common dtype does not take."}}),
		PartialFold:        linked(tensorlyAPI+"tensorly.base.partial_fold.html", note{shapes: shapeGiven, errors: foldErrors}),
		PartialTensorToVec: linked(tensorlyAPI+"tensorly.base.partial_tensor_to_vec.html", note{shapes: "the result has the axes that stay, and one for the others between them.", errors: foldErrors[:1]}),
		PartialUnfold:      linked(tensorlyAPI+"tensorly.base.partial_unfold.html", note{shapes: "the result has the axes that stay, and between them two, or with RavelTensors(true) one.", errors: foldErrors[:2]}),
		PartialVecToTensor: linked(tensorlyAPI+"tensorly.base.partial_vec_to_tensor.html", note{shapes: shapeGiven, errors: foldErrors}),
		PutAlongAxis:       inNumPy("put_along_axis", note{single: true, shapes: "indices and values have as many axes as arr, or values fewer; indices and arr broadcast but for the axis, values to what comes of indices; the result has the shape of arr.", options: map[Opt]string{Mode: "Mode(m): see above; \"replace\" by default."}, errors: []string{indexed, "ErrDtype for values that the dtype of arr does not take, for \"amin\" and \"amax\" of complex numbers, and for \"mean\" of bools.", "ErrShape for other numbers of axes, and for shapes that do not broadcast.", outOfRange, "ErrIndex for an axis that is not there.", "ErrValue for another mode."}}),
		Rot90:              inNumPy("rot90", note{many: true, axis: "the first two by default", shapes: "m has two axes or more; those of the plane change places with each quarter.", options: map[Opt]string{K: "K(k): how many quarters, negative the other way round; 1 by default."}, errors: []string{"ErrShape for fewer axes.", "ErrValue for another number of axes than two."}}),
		Split:              inNumPy("array_split", note{single: true, shapes: "each part has the shape of x but along the axis; an x without axes is one part.", axis: firstAxis, errors: []string{"ErrValue for a number below 1, one that does not divide the axis without WithRemainder(true), and lengths that do not add up to that of the axis.", "ErrDtype for numbers that are no integers."}}),
		SwapAxes:           inNumPy("swapaxes", note{shapes: "the two lengths change places.", errors: []string{"ErrIndex for an axis that is not there."}}),
		TrimZeros:          inNumPy("trim_zeros", note{shapes: "a has one axis, as has the result.", errors: []string{"ErrShape for other dimensions.", "ErrValue for another Trim."}}),
		Unflatten:          inTorch("unflatten", note{shapes: "the axis becomes as many as there are lengths.", errors: []string{"ErrIndex for an axis that is not there.", "ErrShape for lengths that do not multiply to that of the axis."}}),
		UniqueConsecutive:  inTorch("unique_consecutive", note{shapes: "output and counts have one dimension, inverseIndices the shape of x; along an axis output has the shape of x but there, and inverseIndices one dimension.", axis: "as if x were flat by default"}),
		VSplit:             inNumPy("vsplit", note{single: true, shapes: "ary has two axes or more; each part differs in the first alone.", errors: splitErrors}),
		VStack:             inNumPy("vstack", note{shapes: "the arrays have the same but along the first axis.", errors: []string{"ErrShape for shapes that differ elsewhere.", "ErrValue for no arrays at all."}}),
		ZeroPad:            inTorch("nn.ZeroPad1d", note{shapes: "the result has the shape of x, each axis longer by its two counts.", errors: []string{"ErrValue for negative counts, and other numbers of pairs.", "ErrShape for too long an axis."}}),

		// Neural networks.
		Expit.Op:        {link: "https://docs.scipy.org/doc/scipy/reference/generated/scipy.special.expit.html"},
		Sigmoid.Op:      torch("sigmoid"),
		Silu.Op:         torch("silu"),
		Softplus:        {shapes: shapeOfX, link: torchAPI + "nn.functional.softplus.html"},
		Gelu:            {shapes: shapeOfX, link: torchAPI + "nn.functional.gelu.html"},
		Relu.Op:         torch("relu"),
		Celu:            {shapes: shapeOfX, options: alpha("α, not 0; 1"), errors: []string{"ErrValue for an Alpha of 0."}, link: torchNN + "celu.html"},
		Elu:             {shapes: shapeOfX, options: alpha("α; 1"), link: torchNN + "elu.html"},
		Glu:             {shapes: "the result has the shape of x, with half the length of the axis.", axis: lastAxis, errors: []string{"ErrShape for an axis of odd length."}, link: torchNN + "glu.html"},
		Hardshrink:      {shapes: shapeOfX, errors: []string{badLambda}, link: torchNN + "hardshrink.html"},
		Hardsigmoid:     {shapes: shapeOfX, link: torchNN + "hardsigmoid.html"},
		Hardswish:       {shapes: shapeOfX, link: torchNN + "hardswish.html"},
		Hardtanh:        {shapes: shapeOfX, errors: []string{"ErrValue for a MinVal above MaxVal."}, link: torchNN + "hardtanh.html"},
		LeakyRelu:       {shapes: shapeOfX, options: alpha("α; 0.2"), link: torchNN + "leaky_relu.html"},
		LogSigmoid:      {shapes: shapeOfX, link: torchNN + "logsigmoid.html"},
		Mish:            {shapes: shapeOfX, link: torchNN + "mish.html"},
		PRelu:           {shapes: "slope broadcasts to the shape of x, which the result has; slopes of channels along axis 1 of (n, c, h, w) have the shape (c, 1, 1).", errors: []string{"ErrShape for a slope that does not broadcast to the shape of x."}, link: "https://onnx.ai/onnx/operators/onnx__PRelu.html"},
		Relu6:           {shapes: shapeOfX, link: torchNN + "relu6.html"},
		ScaledTanh:      {shapes: shapeOfX, options: map[Opt]string{Alpha: "Alpha(a): the factor α; 1.7159 by default.", Beta: "Beta(b): the factor β; 0.67 by default."}, link: "https://onnx.ai/onnx/operators/onnx__ScaledTanh.html"},
		Selu:            {shapes: shapeOfX, link: torchNN + "selu.html"},
		Softmin:         {shapes: shapeOfX, axis: lastAxis, link: torchNN + "softmin.html"},
		Softshrink:      {shapes: shapeOfX, errors: []string{badLambda}, link: torchNN + "softshrink.html"},
		Softsign:        {shapes: shapeOfX, link: torchNN + "softsign.html"},
		Tanhshrink:      {shapes: shapeOfX, link: torchNN + "tanhshrink.html"},
		Thresholded:     {shapes: shapeOfX, errors: []string{"ErrDtype for a complex threshold or value.", "ErrShape for one with axes."}, link: torchNN + "threshold.html"},
		ThresholdedRelu: {shapes: shapeOfX, options: map[Opt]string{Threshold: "Threshold(t): the threshold; 0 by default."}, link: "https://onnx.ai/onnx/operators/onnx__ThresholdedRelu.html"},

		// Losses.
		BinaryCrossEntropy: loss("target and pred", torchNN+"binary_cross_entropy_with_logits.html", map[Opt]string{Epsilon: "Epsilon(e): targets are moved towards 1/2 by this share; 0 by default."},
			"ErrValue for an Epsilon that is not from 0 to 1.", "ErrShape for a PosWeight that does not broadcast.").over("all by default"),
		GaussianNLLLoss:              loss("the operands", torchNN+"gaussian_nll_loss.html", map[Opt]string{Eps: "Eps(e): the least variance; 1e-6 by default."}, "ErrValue for a negative Eps."),
		HingeEmbeddingLoss:           loss("input and target", torchNN+"hinge_embedding_loss.html", nil),
		HuberLoss:                    loss("target and pred", torchNN+"huber_loss.html", nil, "ErrValue for a Delta that is not above 0."),
		KLDiv:                        loss("input and target", torchNN+"kl_div.html", map[Opt]string{Reduction: "Reduction(r): \"mean\", \"sum\", \"batchmean\", or \"none\" for all losses; \"mean\" by default."}),
		L1Loss:                       loss("input and target", torchNN+"l1_loss.html", nil),
		LogPoissonLoss:               loss("target and pred", tensorflowAPI+"nn/log_poisson_loss", map[Opt]string{Reduction: "Reduction(r): \"mean\", \"sum\", or \"none\" for all losses; \"none\" by default."}).over("the last by default"),
		MarginRankingLoss:            loss("the operands", torchNN+"margin_ranking_loss.html", noMargin),
		MSELoss:                      loss("input and target", torchNN+"mse_loss.html", nil),
		PoissonNLLLoss:               loss("input and target", torchNN+"poisson_nll_loss.html", map[Opt]string{Eps: "Eps(e): what is added to a rate before its logarithm; 1e-8 by default."}),
		SmoothL1Loss:                 loss("input and target", torchNN+"smooth_l1_loss.html", map[Opt]string{Beta: "Beta(b): where the square becomes linear, 0 or more; 1 by default."}, "ErrValue for a negative Beta."),
		SoftMarginLoss:               loss("input and target", torchNN+"soft_margin_loss.html", nil),
		WassersteinLossDiscriminator: {shapes: "the operands have any, which need not be the same; the result has the shape ().", link: "https://arxiv.org/abs/1701.07875"},
		WassersteinLossGenerator:     {shapes: "predFake has any; the result has the shape ().", link: "https://arxiv.org/abs/1701.07875"},

		CosineEmbeddingLoss: loss("", torchNN+"cosine_embedding_loss.html", noMargin, "ErrShape for vectors without an axis.").
			shaped("input1 and input2 broadcast to (…, d), target broadcasts with (…); there is a loss for each vector."),
		CrossEntropy: loss("", tensorflowAPI+"keras/losses/CategoricalCrossentropy", nil, badEpsilon).
			shaped("target and pred broadcast; there is a loss for each place of the other axes.").of(lastAxis),
		MultiLabelMarginLoss: loss("", torchNN+"multilabel_margin_loss.html", nil, "ErrShape for other shapes.", badClass, wholeClass).
			shaped("input (…, c), target (…, c); there is a loss for each row. On the way there are c² elements for each.").apart(),
		MultiLabelSoftMarginLoss: loss("", torchNN+"multilabel_soft_margin_loss.html", nil, "ErrShape for operands without an axis, and a Weight of another shape.").
			shaped("input and target broadcast to (…, c); there is a loss for each row."),
		MultiMarginLoss: loss("", torchNN+"multi_margin_loss.html", map[Opt]string{NormOrder: "NormOrder(p): the power p, 1 or 2; 1 by default."}, "ErrValue for another NormOrder.", "ErrShape for other shapes.", badClass, wholeClass).
			shaped("input (…, c), target (…); there is a loss for each row.").apart(),
		NLLLoss: loss("", torchNN+"nll_loss.html", nil, "ErrShape for other shapes.", badClass, wholeClass).
			shaped("input (n, c, …), target (n, …), or (c) and (); there is a loss for each element of target.").of(classAxis).apart(),
		SoftmaxCrossEntropy: loss("", torchNN+"cross_entropy.html", nil, "ErrShape for other shapes.", badClass, "ErrDtype for a target of bools.", "ErrValue for a LabelSmoothing that is not from 0 to 1, and for an IgnoreIndex with probabilities.").
			shaped("input (n, c, …), target (n, …), or (c) and (), or probabilities of the shape of input; there is a loss for each place of the other axes.").of(classAxis).apart(),
		SparseCrossEntropy: loss("", tensorflowAPI+"keras/losses/SparseCategoricalCrossentropy", nil, "ErrShape for other shapes.", badClass, wholeClass, badEpsilon).
			shaped("pred (…, c), target (…); there is a loss for each element of target.").of(lastAxis).apart(),
		CTCLoss: loss("", torchNN+"ctc_loss.html", nil, "ErrShape for other shapes.", wholeClass, "ErrIndex for a class or a length out of range.", "ErrValue for a Blank that is no class.").
			shaped("logProbs (t, n, c), the logarithms of the probabilities of c classes at each of t times; targets (n, s), of which the first elements count, as many as targetLengths (n) says; inputLengths (n) says how many times count. There is a loss for each of n.").apart(),
		SSIMLoss: {shapes: "target and pred broadcast to images (n, height, width, channels); the result is (n).", errors: []string{"ErrShape for other numbers of axes."}, link: tensorflowAPI + "image/ssim"},
		TripletMarginLoss: loss("", torchNN+"triplet_margin_loss.html", map[Opt]string{Eps: "Eps(e): what is added to differences; 1e-6 by default."}, "ErrValue for a NormOrder that is not above 0.", "ErrShape for operands without an axis.").
			shaped("the operands broadcast to (…, d); there is a loss for each vector."),
		Softmax:    {shapes: shapeOfX, axis: lastAxis, link: torchAPI + "nn.functional.softmax.html"},
		LogSoftmax: {shapes: shapeOfX, axis: lastAxis, link: torchAPI + "nn.functional.log_softmax.html"},
		LayerNorm:  {shapes: shapeOfX, errors: []string{"ErrIndex for an axis that is not there, or named twice.", "ErrShape for a Scale or an Offset that does not broadcast."}, link: torchAPI + "nn.functional.layer_norm.html"},
		Linear:     {shapes: "x (…, n), weight (…, m, n) and a Bias (…, m); the result is (…, m).", errors: []string{"ErrShape for operands that do not fit."}, link: torchAPI + "nn.functional.linear.html"},
		ConvGeneralDilated: {shapes: "x (n, d1, …, dr, c), filters (k1, …, kr, c/g, m), for r of 1 to 3; the result is (n, e1, …, er, m). DataFormat and FilterFormat move the channels.",
			errors: []string{"ErrShape for shapes that do not fit, and for windows longer than a padded axis.", "ErrValue for strides, dilations and groups below 1, negative padding, other numbers of them than axes, and other formats."}, link: "https://docs.jax.dev/en/latest/_autosummary/jax.lax.conv_general_dilated.html"},
		AdaptiveAvgPool: {shapes: adaptiveShapes, errors: adaptiveErrors, link: torchAPI + "nn.functional.adaptive_avg_pool2d.html"},
		AdaptiveMaxPool: {shapes: adaptiveShapes, errors: adaptiveErrors, link: torchAPI + "nn.functional.adaptive_max_pool2d.html"},
		AvgPool:         {shapes: poolShapes, errors: poolErrors, link: torchAPI + "nn.functional.avg_pool2d.html"},
		LPPool: {shapes: poolShapes, options: map[Opt]string{NormOrder: "NormOrder(p): the power p, above 0, math.Inf(1) too; 2 by default."}, errors: []string{poolErrors[0], "ErrValue for kernels and strides below 1, negative padding, other numbers of them than axes, other formats, and a NormOrder that is not above 0."},
			link: torchAPI + "nn.functional.lp_pool2d.html"},
		MaxPool:            {shapes: poolShapes, errors: poolErrors, link: torchAPI + "nn.functional.max_pool2d.html"},
		MaxPoolWithIndices: {shapes: poolShapes, errors: poolErrors, link: torchAPI + "nn.MaxPool2d.html"},
		MaxUnpool: {single: true, shapes: "x and indices (n, e1, …, er, c), for r of 1 to 3; the result is (n, d1, …, dr, c), d1 to dr being outputSize. With DataFormat(\"channel_first\") the channels are after n.",
			errors: []string{"ErrShape for shapes that do not fit.", "ErrDtype for indices that are no integers.", "ErrIndex for an index that is negative or out of range.", "ErrValue for negative lengths, other numbers of them than axes, and other formats."}, link: torchAPI + "nn.functional.max_unpool2d.html"},
		GridSample: {shapes: "x (n, d1, …, dr, c), grid (n, e1, …, er, r), for r of 2 or 3; the result is (n, e1, …, er, c). With DataFormat(\"channel_first\") the channels of x and of the result are after n.",
			options: map[Opt]string{Mode: "Mode(m): \"linear\", \"nearest\" or \"cubic\"; \"linear\" by default.", AlignCorners: "AlignCorners(true): −1 and 1 are the first and the last element; false by default, the edges around them."},
			errors:  []string{"ErrShape for shapes that do not fit, and for an axis of x without elements.", "ErrValue for another Mode, PaddingMode or format, and for \"cubic\" of three axes."}, link: torchAPI + "nn.functional.grid_sample.html"},
		ROIAlign: {shapes: "input (n, d1, d2, c), boxes (k, 5); the result is (k, h, w, c), h and w being outputSize. With DataFormat(\"channel_first\") the channels of input and of the result are after n and k.",
			errors: []string{"ErrShape for shapes that do not fit, and for an input with an axis of no elements.", "ErrIndex for the number of an image that is not there.", "ErrValue for lengths below 1, other numbers of them than two or one, a SamplingRatio below 1, of which torchvision's meaning depends on each box, and other formats."}, link: "https://docs.pytorch.org/vision/stable/generated/torchvision.ops.roi_align.html"},
		NMS: {shapes: "boxes (n, 4), Scores (n); the result has one dimension.",
			errors: []string{"ErrShape for other shapes.", "ErrDtype for complex Scores.", "ErrValue for a negative MaxOutputSize, an IOUThreshold that is NaN, and a ScoreThreshold without Scores.", "ErrUnsupported for abstract arrays."}, link: "https://docs.pytorch.org/vision/stable/generated/torchvision.ops.nms.html"},
		SeparableConv: {shapes: "x (n, d1, …, dr, c), depthwiseFilters (k1, …, kr, c, m), pointwiseFilters (c·m, f), for r of 1 to 3; the result is (n, e1, …, er, f). DataFormat moves the channels of x and of the result.",
			errors: []string{"ErrShape for shapes that do not fit.", "ErrValue as ConvGeneralDilated's."}, link: tensorflowAPI + "nn/separable_conv2d"},
		Unfold: {shapes: "x (n, d1, …, dr, c), for r of 1 to 3; the result is (n, e1·…·er, c·k1·…·kr).", errors: poolErrors, link: torchAPI + "nn.functional.unfold.html"},
		Fold:   {shapes: "x (n, e1·…·er, c·k1·…·kr); the result is (n, d1, …, dr, c), d1 to dr being outputSize.", errors: []string{"ErrShape for an x of other dimensions, and for other numbers of positions or elements than the window has.", "ErrValue for strides and dilations below 1, negative padding, and other numbers of them than axes."}, link: torchAPI + "nn.functional.fold.html"},
		ConvGeneralTranspose: {shapes: "x (n, d1, …, dr, c), filters (k1, …, kr, m/g, c), for r of 1 to 3; the result is (n, e1, …, er, m). DataFormat and FilterFormat move the channels.",
			errors: []string{"ErrShape for shapes that do not fit, and for padding that leaves nothing.", "ErrValue for strides, dilations and groups below 1, negative padding, other numbers of them than axes, other formats, and an OutputPadding that is not below the stride."}, link: torchAPI + "nn.functional.conv_transpose2d.html"},
		DepthwiseConv: {shapes: "x (n, d1, …, dr, c), filters (k1, …, kr, c), for r of 1 to 3; the result is (n, e1, …, er, c). DataFormat moves the channels of x and of the result.",
			errors: []string{"ErrShape for shapes that do not fit.", "ErrValue as ConvGeneralDilated's."}, link: tensorflowAPI + "nn/depthwise_conv2d"},
		Embedding: {single: true, shapes: "weights (n, …), indices (i, …); the result is (i, …, …).", errors: []string{"ErrDtype for indices that are no integers.", "ErrIndex for an index out of range.", "ErrShape for weights without axes.", "ErrValue for a negative MaxNorm."}, link: torchAPI + "nn.functional.embedding.html"},
		EmbeddingBag: {single: true, shapes: "weights (n, …), indices (b, k), or (k) with Offsets (b), or with Offsets (b + 1) and IncludeLastOffset; the result is (b, …).",
			options: map[Opt]string{Mode: "Mode(m): \"mean\", \"sum\" or \"max\"; \"mean\" by default."},
			errors: []string{"ErrDtype for indices and offsets that are no integers.", "ErrIndex for an index, an offset or a PaddingIdx out of range.", "ErrShape for weights without axes, and for indices, offsets and PerSampleWeights of other shapes.",
				"ErrValue for another mode, for Offsets of indices (b, k) and none of indices (k), for IncludeLastOffset without one, for PerSampleWeights with another mode than \"sum\", and for a negative MaxNorm."}, link: torchAPI + "nn.functional.embedding_bag.html"},
		Dropout: {shapes: shapeOfX, options: map[Opt]string{ScaleOpt: "Scale(false): what is kept stays as it is; true by default, it is divided by 1 − prob.", Dtype: "a Dtype: that of the result, a float; that of x by default.",
			Training: "Training(false): x is returned as it is; true by default."},
			errors: []string{"ErrValue for a prob that is no number from 0 to 1, and for a Scale that is no bool.", "ErrShape for a NoiseShape that does not broadcast to the shape of x.", "ErrDtype for a Dtype that is no float."}, link: torchAPI + "nn.functional.dropout.html"},
		LSTMUpdate: {shapes: "x (…, t, k), or (t, …, k) with TimeMajor, initH and initC (…, m), kernel (k, 4·m), recurrentKernel (m, 4·m), Bias and RecurrentBias (4·m); the results are ht (…, t, m), or (t, …, m), and ct (…, m).",
			options: map[Opt]string{Bias: "Bias(b): the summands of the input, (4·m); none by default."}, errors: []string{"ErrShape for operands that do not fit."}, link: torchAPI + "nn.LSTM.html"},
		Interpolate: {shapes: "x (n, d1, …, dr, c), for r of 1 to 3; the result is (n, e1, …, er, c), e1 to er being size. With DataFormat(\"channel_first\") the channels are after n.",
			options: map[Opt]string{Mode: "Mode(m): \"nearest\", \"nearest-exact\", \"linear\", \"cubic\" or \"area\"; \"nearest\" by default."},
			errors:  []string{"ErrShape for other dimensions, and for an axis without elements.", "ErrValue for another mode, for lengths below 1, other numbers of them than axes, and for AlignCorners or Antialias of a mode that has none."}, link: torchAPI + "nn.functional.interpolate.html"},
		MultiHeadAttention: {shapes: "query (…, l, d), key and value (…, k, d); the result is (…, l, d), with OutProjWeight (m, d) it is (…, l, m).", options: attentionOptions,
			errors: []string{"ErrShape for shapes that do not fit.", "ErrValue for numHeads that do not divide d, and for a DropoutP that is not from 0 to 1.", "ErrDtype for a Mask of integers or complex numbers."}, link: torchAPI + "nn.MultiheadAttention.html"},
		ScaledDotProductAttention: {shapes: "query (…, l, d), key (…, k, d), value (…, k, v), whose other axes broadcast; the result is (…, l, v).", options: attentionOptions,
			errors: []string{"ErrShape for shapes that do not fit.", "ErrValue for a DropoutP that is not from 0 to 1.", "ErrDtype for a Mask of integers or complex numbers."}, link: torchAPI + "nn.functional.scaled_dot_product_attention.html"},
		BatchNorm: {shapes: "x (n, …, c), mean and variance (c), Scale and Offset (c) or numbers; the results are (n, …, c), (c) and (c). With DataFormat(\"channel_first\") x is (n, c, …).",
			errors: []string{"ErrShape for shapes that do not fit.", "ErrValue for fewer than two elements of a channel with Training(true), and for another DataFormat."}, link: torchAPI + "nn.functional.batch_norm.html"},
		GroupNorm: {shapes: "x (n, …, c), Scale and Offset (c) or numbers; the result has the shape of x. With DataFormat(\"channel_first\") x is (n, c, …).",
			errors: []string{"ErrShape for shapes that do not fit.", "ErrValue for numGroups that do not divide c, and for another DataFormat."}, link: torchAPI + "nn.functional.group_norm.html"},
		InstanceNorm: {shapes: "x (n, …, c), Scale and Offset (c) or numbers; the result has the shape of x. With DataFormat(\"channel_first\") x is (n, c, …).",
			errors: []string{"ErrShape for shapes that do not fit.", "ErrValue for another DataFormat."}, link: torchAPI + "nn.functional.instance_norm.html"},
		L1Normalize: {many: true, axis: "all by default", shapes: shapeOfX, link: torchAPI + "nn.functional.normalize.html"},
		L2Normalize: {many: true, axis: "all by default", shapes: shapeOfX, link: torchAPI + "nn.functional.normalize.html"},
		LpNormalize: {many: true, axis: "all by default", shapes: shapeOfX, options: map[Opt]string{NormOrder: "NormOrder(p): the order of the norm, above 0, math.Inf(1) too; 2 by default."}, errors: []string{"ErrValue for a NormOrder that is not above 0."}, link: torchAPI + "nn.functional.normalize.html"},
		LocalResponseNorm: {shapes: "x (n, …, c); the result has the shape of x. With DataFormat(\"channel_first\") x is (n, c, …).",
			options: map[Opt]string{Alpha: "Alpha(a): the factor α; 1e-4 by default.", Beta: "Beta(b): the power β; 0.75 by default.", Bias: "Bias(k): the summand k, a real number without a dtype; 1 by default."},
			errors:  []string{"ErrShape for an x of fewer than two axes.", "ErrValue for a size below 1, a Bias that is no such number, and another DataFormat."}, link: torchAPI + "nn.functional.local_response_norm.html"},
		RMSNorm: {shapes: shapeOfX, errors: []string{"ErrIndex for an axis that is not there, or named twice.", "ErrShape for a Scale that does not broadcast."}, link: torchAPI + "nn.functional.rms_norm.html"},
		LSTM:    recurrentLayer("LSTM"),
		GRU:     recurrentLayer("GRU"),
		RNN:     recurrentLayer("RNN"),
		OneHot:  {shapes: "indices have any; the result has one axis more, of length depth.", axis: lastAxis + ", counted in the result", errors: []string{"ErrValue for a negative depth.", "ErrShape for too large a depth, and for an OnValue or OffValue with axes."}, link: torchAPI + "nn.functional.one_hot.html"},

		// Searching, sets, sorting.
		ArgMax.Op:       {axis: "as if x were flat by default", errors: []string{"ErrValue for an axis without elements."}},
		ArgMin.Op:       {axis: "as if x were flat by default", errors: []string{"ErrValue for an axis without elements."}},
		Nonzero.Op:      {shapes: anyShape + "there is one result for each axis, of one dimension, as long as there are elements that are not zero.", errors: []string{"ErrShape for an x without axes."}},
		SearchSorted.Op: {shapes: "x1 has one dimension, x2 any; the result has that of x2.", errors: []string{"ErrShape for an x1 of other dimensions.", indexed, outOfRange, "ErrValue for another Side."}},
		IsIn.Op:         {shapes: "x1 and x2 have any; the result has that of x1."},
		UniqueAll.Op:    {shapes: anyShape + "values, indices and counts have one dimension, inverseIndices have the shape of x."},
		UniqueCounts:    {shapes: anyShape + "the results have one dimension."},
		UniqueInverse:   {shapes: anyShape + "values have one dimension, inverseIndices the shape of x."},
		UniqueValues:    {shapes: anyShape + "the result has one dimension."},
		ArgSort.Op:      {axis: lastAxis},
		SortOp.Op:       {axis: lastAxis},

		ArgWhere:          {shapes: anyShape + "the result is (m, r), m being how many elements are not zero and r how many axes x has.", link: numpyAPI + "argwhere.html"},
		RavelMultiIndex:   {shapes: "the arrays of multiIndex broadcast; the result has their shape.", errors: []string{"ErrShape for dims of another number than there are arrays, negative or with more elements than an int64 counts.", "ErrIndex for an index out of range with Mode(\"raise\").", "ErrValue for another Mode, and for an axis without elements with other modes."}, options: map[Opt]string{Mode: "Mode(m): \"raise\", \"wrap\" or \"clip\"; \"raise\" by default."}, link: numpyAPI + "ravel_multi_index.html"},
		UnravelIndex:      {shapes: "indices have any; there is one result for each axis of the given shape, each of the shape of indices.", errors: []string{"ErrIndex for a number that is not from 0 to the number of elements."}, link: numpyAPI + "unravel_index.html"},
		ArgPartition:      {shapes: shapeOfX, axis: lastAxis, errors: []string{"ErrIndex for a kth that is out of range.", "ErrShape for an x without axes."}, link: numpyAPI + "argpartition.html"},
		InvertPermutation: {shapes: "x has one dimension; the result has its shape.", errors: []string{"ErrShape for an x of other dimensions.", "ErrValue for an x that is no permutation."}, link: tensorflowAPI + "math/invert_permutation"},
		LexSort:           {shapes: "keys (k, …); the result is (…).", axis: lastAxis + ", counted without the first one", errors: []string{"ErrShape for keys of fewer than two axes.", "ErrValue for no keys."}, link: numpyAPI + "lexsort.html"},
		MSort:             {shapes: shapeOfX, errors: []string{"ErrShape for an x without axes."}, link: torchAPI + "msort.html"},
		Partition:         {shapes: shapeOfX, axis: lastAxis, errors: []string{"ErrIndex for a kth that is out of range.", "ErrShape for an x without axes."}, link: numpyAPI + "partition.html"},
		TopK:              {shapes: "the results have the shape of x, but for the axis, which has length k.", axis: lastAxis, errors: []string{"ErrShape for an x without axes.", "ErrValue for a k that is negative or greater than the length of the axis."}, link: torchAPI + "topk.html"},

		GatherOp:    {shapes: "params (p1, …, pa, n, q1, …) and indices (p1, …, pb, i1, …), for an axis of length n and b BatchDims; the result is (p1, …, pa, i1, …, q1, …).", axis: lastAxis, single: true, errors: []string{indexed, outOfRange, "ErrShape for a params without axes, and for first axes that differ.", "ErrValue for BatchDims that are negative, or more than the axis or than the axes of indices."}, link: tensorflowAPI + "gather"},
		GatherND:    {shapes: "params (b, d1, …, dk, …), indices (b, …, k); the result is (b, …, …).", single: true, errors: []string{indexed, outOfRange, "ErrShape for indices without axes, for a k greater than the axes of params, and for first axes that differ.", "ErrValue for BatchDims that are negative, or too many."}, link: tensorflowAPI + "gather_nd"},
		ScatterFlat: {shapes: "indices and updates have one dimension and one length; the result has length Size.", single: true, errors: append([]string{"ErrShape for other dimensions, and for an Initial of another length than Size."}, scatterErrors...), options: scatterOptions, link: tensorflowAPI + "scatter_nd"},
		ScatterND:   {shapes: "indices (…, k), updates (…, …); the result is (d1, …, dk, …).", single: true, errors: append([]string{"ErrShape for operands that do not fit, and for an Initial of another shape than Shape."}, scatterErrors...), options: scatterOptions, link: tensorflowAPI + "scatter_nd"},

		UnsortedSegmentMax:  segmentNote("max"),
		UnsortedSegmentMean: segmentNote("mean"),
		UnsortedSegmentMin:  segmentNote("min"),
		UnsortedSegmentSum:  segmentNote("sum"),

		// Statistics and tests.
		Bincount:          {shapes: "x has one dimension; the result is as long as the greatest element and 1, or as MinLength if that is more.", errors: []string{"ErrShape for an x of other dimensions, Weights of another shape, and too long a result.", "ErrValue for a negative element, and for a negative MinLength."}, link: numpyAPI + "bincount.html"},
		Cov:               {shapes: "x1 and x2 (m, n) or (n), a single variable; the result is (m1 + m2, m1 + m2), or () for one.", errors: []string{"ErrShape for more than two axes, for variables of different lengths, and for weights of another length than there are observations.", "ErrDtype for FWeights that are no integers, complex AWeights and a Dtype of integers or bools.", "ErrValue for negative weights, and for a Bias that is no bool."}, options: map[Opt]string{Bias: "Bias(true): DDof is 0 by default, not 1; false by default."}, link: numpyAPI + "cov.html"},
		CorrCoef:          {shapes: "x (m, n) or (n), a single variable; the result is (m, m), or () for one.", errors: []string{"ErrDtype for operands without a common dtype.", "ErrShape for more than two axes, and for variables of different lengths."}, link: numpyAPI + "corrcoef.html"},
		CumMax:            {shapes: "the results have the shape of x.", axis: "the first by default", errors: []string{"ErrShape for an x without axes."}, link: torchAPI + "cummax.html"},
		CumMin:            {shapes: "the results have the shape of x.", axis: "the first by default", errors: []string{"ErrShape for an x without axes."}, link: torchAPI + "cummin.html"},
		Digitize:          {shapes: "x has any, bins one dimension; the result has the shape of x.", errors: []string{"ErrShape for bins of other dimensions.", "ErrValue for bins that neither ascend nor descend."}, link: numpyAPI + "digitize.html"},
		Histogram:         {shapes: anyShape + "the result has one axis for the n intervals, and then those of x that are not counted over.", many: true, axis: "all by default", errors: append([]string{"ErrShape for Weights of another shape."}, histogramErrors...), link: numpyAPI + "histogram.html"},
		HistogramDD:       {shapes: "x (n, d), Weights (n); the first result has an axis for each of the d, the others, the ends of intervals, have one dimension.", errors: append([]string{"ErrShape for an x of other dimensions, and for Weights of another length."}, histogramErrors...), link: numpyAPI + "histogramdd.html"},
		Median:            {many: true, shapes: overAxes, axis: "all by default", link: numpyAPI + "median.html"},
		NanMax:            {many: true, shapes: overAxes, axis: "all by default", errors: extremumErrors, link: numpyAPI + "nanmax.html"},
		NanMean:           {many: true, shapes: overAxes, axis: "all by default", errors: []string{"ErrDtype for a Dtype of integers or bools."}, link: numpyAPI + "nanmean.html"},
		NanMedian:         {many: true, shapes: overAxes, axis: "all by default", link: numpyAPI + "nanmedian.html"},
		NanMin:            {many: true, shapes: overAxes, axis: "all by default", errors: extremumErrors, link: numpyAPI + "nanmin.html"},
		NanProd:           {many: true, shapes: overAxes, axis: "all by default", errors: []string{"ErrShape for an Only that does not broadcast to the shape of x.", "ErrDtype for an Only that is no bools."}, link: numpyAPI + "nanprod.html"},
		NanQuantile:       {many: true, single: true, shapes: quantileShapes, axis: "all by default", errors: quantileErrors, options: quantileOptions, link: numpyAPI + "nanquantile.html"},
		Quantile:          {many: true, single: true, shapes: quantileShapes, axis: "all by default", errors: quantileErrors, options: quantileOptions, link: numpyAPI + "quantile.html"},
		CumulativeProd.Op: {axis: onlyAxis, errors: []string{"ErrShape for an x without axes.", "ErrValue for more than one dimension without an axis, and for IncludeInitial with Exclusive."}},
		CumulativeSum.Op:  {axis: onlyAxis, errors: []string{"ErrShape for an x without axes.", "ErrValue for more than one dimension without an axis, and for IncludeInitial with Exclusive."}},
		Max.Op:            {errors: []string{"ErrValue for axes without elements."}},
		Min.Op:            {errors: []string{"ErrValue for axes without elements."}},
		NanSum:            {many: true, axis: "all by default", shapes: familyShapes[FamilyReduce], options: map[Opt]string{Dtype: "a Dtype: what the elements are cast to, NaN as 0, and that of the result."}, errors: []string{"ErrDtype for complex numbers and a real Dtype."}, link: numpyAPI + "nansum.html"},
		AllEqual:          {single: true, shapes: "arrays have any shapes; the result has the shape (), or (n, n) for n arrays.", errors: []string{"ErrValue for no arrays."}, link: ivyGeneral},
		ArrayEqual:        {shapes: "x0 and x1 have any; the result has the shape ().", link: numpyAPI + "array_equal.html"},
		ClipMatrixNorm:    {shapes: "x (…, m, n); " + shapeOfX, options: map[Opt]string{NormOrder: "NormOrder(p): the order of the norm, 1, 2 or math.Inf(1); 2 by default."}, errors: []string{"ErrShape for fewer than two axes.", "ErrValue for another NormOrder, and for a maxNorm that is negative or NaN.", "ErrDtype for a complex maxNorm."}, link: ivyGeneral},
		ClipVectorNorm:    {shapes: shapeOfX, options: map[Opt]string{NormOrder: "NormOrder(p): the order of the norm, above 0, math.Inf(1) too; 2 by default."}, errors: []string{"ErrValue for a NormOrder that is not above 0, and for a maxNorm that is negative or NaN.", "ErrDtype for a complex maxNorm."}, link: ivyGeneral},
		FourierEncode:     {shapes: "x (…, d); for n bands the result is (…, d, 1 + 2·n), or (…, d·(1 + 2·n)).", errors: []string{"ErrShape for an x without axes.", "ErrValue for NumBands below 1, and for a maxFreq that is not finite, or not above 0 without LinearBands.", "ErrDtype for a complex maxFreq.", tooLong}, link: ivyGeneral},
		HasNans:           {shapes: "x has any; the result has the shape ().", link: ivyGeneral},
		StableDivide:      {shapes: "the operands and MinDenominator broadcast, and the result has the shape that they broadcast to.", errors: []string{apart}, link: ivyGeneral},
		StablePow:         {shapes: "base and exponent broadcast, and the result has the shape that they broadcast to.", errors: []string{apart}, link: ivyGeneral},
		Diff:              {shapes: "the result has the shape of x and of what is joined to it, the axis shorter by N.", axis: lastAxis, errors: []string{"ErrShape for what does not join x.", "ErrValue for a negative N."}},
	}
})
