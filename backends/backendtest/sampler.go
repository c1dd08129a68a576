package backendtest

import (
	"encoding/binary"
	"fmt"
	"iter"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// A trial is one call of the consistency run, made on every backend.
type trial struct {
	op      *ops.Op
	args    []any // for each parameter, a rawArray where an array is to be, []rawArray for arrays
	opts    []any // an ivy.Option, or a valued
	setting *setting

	operands []any // those of args that the trial is about: rawArrays and Go scalars
	mirror   []any // args with the two operands exchanged, where the dtype is not to change
	loose    bool  // values are open: infinite and NaN parts of complex numbers
}

// A valued is an option whose value is an operand.
type valued struct {
	opt ops.Opt
	v   any
}

// options returns the options that the trial gives.
func (t *trial) options() []ops.Opt {
	var out []ops.Opt
	for _, o := range t.opts {
		switch o := o.(type) {
		case valued:
			out = append(out, o.opt)
		case variant:
			out = append(out, o.opt)
		}
	}
	return out
}

// A variant is an option of a Go value.
type variant struct {
	opt ops.Opt
	ivy.Option
}

// explicit returns the result dtype that the trial asks for, if it does.
func (t *trial) explicit() (dtype.Dtype, bool) {
	for _, o := range t.opts {
		if v, ok := o.(variant); ok && v.opt == ops.Dtype {
			return v.Option.(dtype.Dtype), true
		}
	}
	return dtype.Invalid, false
}

// cell is what cases are counted by: the function, and dtype and kind of the operands.
func (t *trial) cell() string {
	var b strings.Builder
	b.WriteString(t.op.Name)
	for _, x := range t.operands {
		b.WriteByte(' ')
		switch x := x.(type) {
		case rawArray:
			b.WriteString(x.dtype.String())
			if len(x.shape) == 0 {
				b.WriteString("[]")
			}
		default:
			fmt.Fprintf(&b, "%T", x)
		}
	}
	return b.String()
}

// String returns the call as Go would write it, about.
func (t *trial) String() string {
	var parts []string
	for _, x := range t.args {
		parts = append(parts, argumentText(x))
	}
	for _, o := range t.opts {
		switch o := o.(type) {
		case valued:
			parts = append(parts, o.opt.String()+"="+argumentText(o.v))
		case variant:
			parts = append(parts, fmt.Sprintf("%v=%v", o.opt, o.Option))
		case misfit:
			parts = append(parts, o.String())
		case target:
			parts = append(parts, "out=…")
		}
	}
	s := t.op.Name + "(" + strings.Join(parts, ", ") + ")"
	if t.setting.name != "" {
		s += " with " + t.setting.name
	}
	return s
}

func argumentText(x any) string {
	switch x := x.(type) {
	case rawArray:
		return x.text()
	case []rawArray:
		parts := make([]string, len(x))
		for i, a := range x {
			parts[i] = a.text()
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case string:
		return fmt.Sprintf("%q", x)
	}
	switch reflect.ValueOf(x).Kind() {
	case reflect.Chan, reflect.Func, reflect.Pointer:
		return fmt.Sprintf("%T", x) // no address, which is another one in each run
	}
	return fmt.Sprint(x)
}

// The numbers of sample operands: in the range of every dtype, none with a result
// that is undefined, no complex number on a branch cut.
var (
	firstReal   = []float64{1, 2, 3, 0, -2, 5}
	firstImag   = []float64{1, -1, 2, 3, -2, 1}
	secondReal  = []float64{3, 1, 2, -1, 4, 2}
	secondImag  = []float64{-1, 2, 1, 1, -3, 2}
	indices     = []float64{1, 0, 1, 1, 0, 0} // indices, counts and conditions
	ascending   = []float64{1, 2, 3, 4, 5, 6}
	regular     = []float64{5, 1, 2, 1, 4, 0, 2, 1, 6} // of three rows
	ascendingIm = []float64{0, 0, 0, 0, 0, 0}
)

// sample returns an array of dtype d with the numbers in turn; unsigned ones without
// their signs, complex ones with imaginary parts.
func sample(d dtype.Dtype, dims []int, re, im []float64) rawArray {
	a := rawArray{dtype: d, shape: dims, data: make([]byte, 0, shape.Size(dims)*d.Size())}
	for i := range shape.Size(dims) {
		a.data = appendNumber(a.data, d.Component(), re[i%len(re)])
		if d.IsComplex() {
			a.data = appendNumber(a.data, d.Component(), im[i%len(im)])
		}
	}
	return a
}

// appendNumber appends x as an element of a dtype that is not complex, little-endian.
func appendNumber(b []byte, d dtype.Dtype, x float64) []byte {
	le := binary.LittleEndian
	switch d {
	case dtype.Bool:
		if x != 0 {
			return append(b, 1)
		}
		return append(b, 0)
	case dtype.BFloat16:
		return le.AppendUint16(b, uint16(dtype.BrainFromFloat64(x)))
	case dtype.Float16:
		return le.AppendUint16(b, uint16(dtype.HalfFromFloat64(x)))
	case dtype.Float32:
		return le.AppendUint32(b, math.Float32bits(float32(x)))
	case dtype.Float64:
		return le.AppendUint64(b, math.Float64bits(x))
	}
	if d.IsUnsigned() {
		x = math.Abs(x)
	}
	v := le.AppendUint64(nil, uint64(int64(x)))
	return append(b, v[:d.Size()]...)
}

// edges returns arrays of four numbers at the ends of what a dtype has: the least and
// greatest, infinities, NaN, zeros of both signs, subnormals unless they are left out.
func edges(d dtype.Dtype, subnormals bool) []rawArray {
	array := func(data []byte) rawArray { return rawArray{dtype: d, shape: []int{4}, data: data} }
	size := d.Component().Size()
	if !dtype.Inexact.Has(d) {
		if d == dtype.Bool {
			return []rawArray{array([]byte{1, 0, 0, 1}), array([]byte{1, 1, 1, 1}), array([]byte{0, 0, 0, 0})}
		}
		// 0, 1, all bits, and of signed ones the least and the greatest.
		zero, one, all := make([]byte, size), append([]byte{1}, make([]byte, size-1)...), slices.Repeat([]byte{0xff}, size)
		low, high := slices.Clone(zero), slices.Clone(all)
		low[size-1], high[size-1] = 0x80, 0x7f
		return []rawArray{array(slices.Concat(zero, one, all, low)), array(slices.Concat(high, one, high, all))}
	}
	f, err := dtype.Finfo(d)
	if err != nil {
		panic(err) // every inexact dtype has limits
	}
	inf, tiny, minus0 := math.Inf(1), f.SmallestNormal/2, math.Copysign(0, -1)
	if !subnormals {
		tiny = f.SmallestNormal
	}
	sets := [][]float64{
		{math.NaN(), 0, minus0, 1},
		{inf, f.Max, f.SmallestNormal, tiny},
		{-inf, f.Min, -f.SmallestNormal, -tiny},
	}
	if d.IsComplex() {
		sets = [][]float64{
			{0, minus0, minus0, 0, 1, math.NaN(), inf, 0},
			{inf, inf, f.Max, tiny, tiny, f.Min, -inf, 1},
		}
	}
	var out []rawArray
	for _, set := range sets {
		var data []byte
		for _, x := range set {
			data = appendNumber(data, d.Component(), x)
		}
		out = append(out, array(data))
	}
	return out
}

// goScalars are the kinds of numbers without a dtype.
var goScalars = []any{true, 2, 1.5, 1 + 2i}

// hasRole names the operands whose numbers mean something: indices (of elements, counts,
// conditions) and ascending ones.
var hasRole = map[string][]float64{
	"Take.indices": indices, "TakeAlongAxis.indices": indices, "Repeat.repeats": indices, "OneHot.indices": indices, "Where.condition": indices,
	"SearchSorted.x1": ascending, "Interp.xp": ascending, "Ldexp.x2": indices,
	"NLLLoss.target": indices, "SoftmaxCrossEntropy.target": indices, "SparseCrossEntropy.target": indices, "MultiMarginLoss.target": indices, "MultiLabelMarginLoss.target": indices, "CTCLoss.targets": indices,
	"HSplit.indices_or_sections": indices, "VSplit.indices_or_sections": indices, "DSplit.indices_or_sections": indices, "PutAlongAxis.indices": indices, "Choose.arr": indices,
	"Cholesky.x": regular, "Cond.x": regular, "Det.x": regular, "Eig.x": regular, "Eigh.x": regular, "Eigvals.x": regular, "Eigvalsh.x": regular, "Inv.x": regular,
	"Hessenberg.x": regular, "Logm.x": regular, "LU.x": regular, "LUFactor.x": regular, "LUSolve.lu": regular, "MatrixExp.x": regular, "MatrixPower.x": regular, "Slogdet.x": regular, "Solve.x1": regular,
	"Schur.x": regular, "SolveTriangular.x1": regular, "Sqrtm.x": regular,
}

// operandShapes has the shapes of the operands of functions that the usual ones do not
// suit, a row for each sample.
var operandShapes = map[string][][][]int{
	"MatMul":             {{{2, 3}, {3, 2}}, {{3}, {3}}, {{2, 2, 3}, {3}}},
	"Linear":             {{{2, 3}, {4, 3}}, {{3}, {2, 3}}},
	"LSTM":               {{{3, 2, 2}, {8, 2}, {8, 2}}, {{3, 2}, {8, 2}, {8, 2}}},
	"GRU":                {{{3, 2, 2}, {6, 2}, {6, 2}}, {{3, 2}, {6, 2}, {6, 2}}},
	"RNN":                {{{3, 2, 2}, {2, 2}, {2, 2}}, {{3, 2}, {2, 2}, {2, 2}}},
	"Einsum":             {{{2, 3}, {3, 2}}, {{3}, {3}}},
	"ConvGeneralDilated": {{{2, 3, 2}, {2, 2, 3}}, {{1, 3, 3, 1}, {2, 2, 1, 2}}},
	"SearchSorted":       {{{3}, {2, 3}}, {{3}, {3}}},
	"Interp":             {{{2, 3}, {3}, {3}}, {{3}, {2}, {2}}, {{3}, {2}, {3}}},
	"Polyval":            {{{3}, {2, 3}}, {{2}, {3}}, {{2, 2}, {3}}},
	"ClipMatrixNorm":     anyMatrix, "EyeLike": anyMatrix, "Trilu": anyMatrix,
	"Take":          {{{3}, {2}}, {{2, 3}, {2}}},
	"TakeAlongAxis": {{{3}, {2}}, {{2, 3}, {2, 2}}},
	"Repeat":        {{{3}, {3}}, {{2, 3}, {6}}, {{2, 3}, {1}}},
	"NLLLoss":       ofClasses, "SoftmaxCrossEntropy": ofClasses, "MultiMarginLoss": {{{2, 3}, {2}}, {{3}, {}}},
	"SparseCrossEntropy": {{{2}, {2, 3}}, {{}, {3}}},
	"CTCLoss":            {{{3, 2, 3}, {2, 2}, {2}, {2}}},
	"SSIMLoss":           {{{1, 2, 3, 1}, {1, 2, 3, 1}}, {{2, 2, 2, 1}, {2, 1}}},
	"Concat":             {{{2, 3}, {2, 3}}, {{2, 3}, {1, 3}}},
	"Meshgrid":           {{{3}, {2}}, {{1}, {3}}},
	"MatrixTranspose":    {{{2, 3}}, {{2, 1, 3}}, {{3}}, {{2, 0}}},
	"Adjoint":            anyMatrix, "Cond": squareMatrix, "Diagonal": anyMatrix, "LU": anyMatrix, "LUFactor": anyMatrix, "MatrixNorm": anyMatrix, "MatrixRank": anyMatrix,
	"Pinv": anyMatrix, "QR": anyMatrix, "SVD": anyMatrix, "Svdvals": anyMatrix, "Trace": anyMatrix,
	"Cholesky": squareMatrix, "Det": squareMatrix, "Eig": squareMatrix, "Eigh": squareMatrix, "Eigvals": squareMatrix, "Eigvalsh": squareMatrix,
	"Hessenberg": squareMatrix, "Logm": squareMatrix, "Schur": squareMatrix, "Sqrtm": squareMatrix,
	"Inv": squareMatrix, "MatrixExp": squareMatrix, "MatrixPower": squareMatrix, "Slogdet": squareMatrix,
	"Solve": systems, "SolveTriangular": systems, "LUSolve": {{{3, 3}, {3}, {3, 2}}, {{3, 3}, {3}, {3}}, {{2, 3}, {3}, {3}}},
	"Lstsq":    {{{3, 2}, {3, 2}}, {{3, 2}, {3}}, {{2, 3}, {3}}},
	"Cross":    {{{2, 3}, {3}}, {{3}, {3}}, {{2}, {2}}},
	"Outer":    {{{3}, {2}}, {{2, 3}, {3}}},
	"MultiDot": {{{2, 3}, {3, 2}}, {{3}, {3, 2}}},
	"Vander":   {{{3}}, {{2, 3}}, {{0}}},
	"Diag":     {{{3}}, {{2, 3}}, {{2, 1, 3}}},
	"Tril":     {{{2, 3}}, {{2, 1, 3}}, {{3}}, {{2, 0}}},
	"Triu":     {{{2, 3}}, {{2, 1, 3}}, {{3}}, {{2, 0}}},

	"HSplit": {{{2, 4}, {}}, {{4}, {2}}, {{2, 0}, {1}}}, "VSplit": {{{2, 4}, {}}, {{4, 1}, {2}}, {{0, 2}, {1}}}, "DSplit": {{{2, 1, 4}, {}}, {{1, 2, 4}, {2}}, {{2, 3}, {1}}},
	"FillDiagonal": {{{2, 3}, {3}}, {{3, 2}, {}}, {{2, 2, 2}, {1}}, {{0, 3}, {2}}},
	"KhatriRao":    {{{2, 3}, {4, 3}}, {{3}, {2}}}, "TensorSolve": {{{2, 1, 2}, {2, 1}}, {{2, 2}, {2}}}, "EighTridiagonal": {{{3}, {2}}, {{2, 3}, {2}}},
	"ModeDot": {{{3, 2}, {2, 3}}, {{3, 2}, {3}}}, "GeneralInnerProduct": {{{2, 3}, {2, 3}}, {{3}, {3}}}, "Kronecker": {{{2, 3}, {1, 2}}, {{2, 2}, {2, 1}}}, "MultiModeDot": {{{3, 2}, {2, 3}}, {{3, 2}, {3}}},
	"Inner": {{{2, 3}, {2, 3}}, {{3}, {3}}}, "Dot": {{{2, 3}, {3, 2}}, {{3}, {3}}}, "VectorToSkewSymmetricMatrix": {{{3}}, {{2, 3}}, {{0, 3}}, {{2}}},
	"FlipLR": anyMatrix, "Rot90": anyMatrix,
	"PutAlongAxis": {{{2, 3}, {2, 3}, {2, 3}}, {{2, 3}, {2, 1}, {}}},
	"TrimZeros":    {{{6}}, {{3}}, {{0}}, {{2, 3}}},
	"Choose":       {{{2, 3}, {2, 3}, {3}}, {{3}, {3}, {1}}},
}

var (
	anyMatrix    = [][][]int{{{2, 3}}, {{2, 3, 2}}, {{3}}, {{2, 0}}}
	squareMatrix = [][][]int{{{3, 3}}, {{2, 3, 3}}, {{2, 3}}, {{3}}, {{0, 0}}}
	ofClasses    = [][][]int{{{2, 3}, {2}}, {{3}, {}}, {{2, 3, 2}, {2, 2}}}
	systems      = [][][]int{{{3, 3}, {3, 2}}, {{3, 3}, {3}}, {{2, 3, 3}, {3, 1}}, {{2, 3}, {3}}}

	oneShape  = [][][]int{{{3}}, {{2, 3}}, {{2, 1, 3}}, {{0}}, {{2, 0}}}
	twoShapes = [][][]int{{{2, 3}, {2, 3}}, {{2, 3}, {3}}, {{2, 0}, {1, 1}}, {{3}, {2}}}
)

// shapesOf returns the samples of shapes of a function with n operands.
func shapesOf(op *ops.Op, n int) [][][]int {
	if s := operandShapes[op.Name]; s != nil && len(s[0]) == n {
		return s
	}
	if n == 1 {
		return oneShape
	}
	out := make([][][]int, len(twoShapes))
	for i, s := range twoShapes {
		out[i] = slices.Concat(s[:min(n, 2)], slices.Repeat([][]int{s[1]}, max(0, n-2)))
	}
	return out
}

// arguments has the arguments that are no operands, for operands of these shapes,
// where those of argumentOf do not suit.
var arguments = map[string]func(shapes [][]int) any{
	"KaiserBesselDerivedWindow.window_length": func([][]int) any { return 4 },
	"MelWeightMatrix.dft_length":              func([][]int) any { return 16 },
	"MelWeightMatrix.sample_rate":             func([][]int) any { return 8000 },
	"Indices.dimensions":                      func([][]int) any { return []int{2, 3} },
	"SparseIndices.dimensions":                func([][]int) any { return []int{2, 3} },
	"STFT.frame_step":                         func([][]int) any { return 2 },
	"ISTFT.frame_step":                        func([][]int) any { return 2 },
	"BroadcastTo.shape":                       func(s [][]int) any { return append([]int{2}, s[0]...) },
	"EinopsRearrange.pattern":                 func(s [][]int) any { return pattern(s, "... (a 1) -> a ...") },
	"EinopsReduce.pattern":                    func(s [][]int) any { return pattern(s, "... a -> ...") },
	"EinopsReduce.reduction":                  func([][]int) any { return choices{"sum", "all", "any", "max", "mean", "min", "prod"} },
	"EinopsRepeat.pattern":                    func(s [][]int) any { return pattern(s, "... a -> ... 2 a") },
	"ConvGeneralDilated.strides":              func([][]int) any { return []int{1} },
	"ConvGeneralDilated.padding":              func([][]int) any { return choices{"SAME", "VALID", 1, [][2]int{{1, 2}}} },
	"Einsum.equation":                         equation,
	"LayerNorm.normalized_idxs":               func([][]int) any { return []int{-1} },
	"MoveAxis.source":                         func(s [][]int) any { return shape.All(len(s[0]))[:min(1, len(s[0]))] },
	"MoveAxis.destination":                    func(s [][]int) any { return slices.Repeat([]int{-1}, min(1, len(s[0]))) },
	"Pad.pad_width":                           func([][]int) any { return [][2]int{{1, 2}} },
	"PermuteDims.axes":                        func(s [][]int) any { return reversed(len(s[0])) },
	"Reshape.shape":                           func(s [][]int) any { return []int{shape.Size(s[0]), 1} },
	"Roll.shift":                              func([][]int) any { return []int{1} },
	"Tile.repetitions":                        func([][]int) any { return []int{2} },
	"AsStrided.shape":                         func([][]int) any { return []int{2} },
	"AsStrided.strides":                       func([][]int) any { return choices{[]int{0}, []int{8}} },
	"ConstantPad.pad_width":                   func([][]int) any { return [][2]int{{1, 2}} },
	"ZeroPad.pad_width":                       func([][]int) any { return [][2]int{{1, 2}} },
	"Expand.shape":                            func(s [][]int) any { return append([]int{2}, slices.Repeat([]int{-1}, len(s[0]))...) },
	"Matricize.row_modes":                     func(s [][]int) any { return shape.All(len(s[0]))[min(1, len(s[0])):] },
	"ModeDot.mode":                            func([][]int) any { return 0 },
	"PartialFold.mode":                        func([][]int) any { return 0 },
	"PartialFold.shape":                       func(s [][]int) any { return append([]int{1}, s[0]...) },
	"PartialUnfold.mode":                      func([][]int) any { return 0 },
	"PartialVecToTensor.shape":                func(s [][]int) any { return append([]int{1}, s[0]...) },
	"PutAlongAxis.axis":                       func([][]int) any { return -1 },
	"SwapAxes.axis0":                          func([][]int) any { return 0 },
	"SwapAxes.axis1":                          func([][]int) any { return -1 },
	"Unflatten.dim":                           func([][]int) any { return -1 },
	"Unflatten.shape":                         func([][]int) any { return []int{1, -1} },
}

// choices are several arguments, each to be tried.
type choices []any

// pattern returns an einops pattern of a last axis a, or one for operands without axes.
func pattern(s [][]int, withAxes string) any {
	if len(s[0]) == 0 {
		return "... -> ..."
	}
	return withAxes
}

func equation(s [][]int) any {
	switch {
	case len(s) == 1:
		return "...->..."
	case len(s) > 2:
		return "...,...,...->..."
	case len(s[0]) == 0 || len(s[1]) == 0:
		return "...,...->..."
	case len(s[0]) == 1:
		return "i,i->"
	}
	return "ij,jk->ik"
}

func reversed(n int) []int {
	axes := shape.All(n)
	slices.Reverse(axes)
	return axes
}

// argumentOf returns a sample of a parameter that is no operand; ok is false if there
// is none.
func argumentOf(op *ops.Op, p ops.Param, shapes [][]int) (v any, ok bool) {
	if f := arguments[op.Name+"."+p.Name]; f != nil {
		return f(shapes), true
	}
	switch {
	case p.Kind == ops.Int:
		return 3, true
	case p.Kind == ops.Ints && p.Name == "shape":
		return []int{2, 3}, true
	case p.Kind == ops.Scalar:
		return 2, true
	case p.Kind == ops.DtypeKind:
		return dtype.Float32, true
	}
	return nil, false
}

// A frame says which two operands of a function vary; the others are fixed.
type frame struct {
	vary  []int       // positions among the operands
	fixed map[int]any // the others, by position: nil, a scalar, or a dtype for an array of it
	n     int         // how many operands there are
}

// frames has the frames of the functions that have more than two operands.
var frames = map[string][]frame{
	"Clip": {
		{vary: []int{0, 1}, fixed: map[int]any{2: nil}, n: 3},
		{vary: []int{0, 2}, fixed: map[int]any{1: nil}, n: 3},
		{vary: []int{1, 2}, fixed: map[int]any{0: dtype.BFloat16}, n: 3},
		{vary: []int{0, 1}, fixed: map[int]any{2: dtype.Int8}, n: 3},
		{vary: []int{0}, fixed: map[int]any{1: nil, 2: nil}, n: 3},
		{vary: []int{0}, fixed: map[int]any{1: 0, 2: 2}, n: 3},
	},
	"CTCLoss": {{vary: []int{0, 1}, fixed: map[int]any{2: sample(dtype.Int64, []int{2}, []float64{3, 2}, nil), 3: sample(dtype.Int64, []int{2}, []float64{2, 1}, nil)}, n: 4}},
	"LSTM":    recurrentFrames(8), "GRU": recurrentFrames(6), "RNN": recurrentFrames(2),
	"LUSolve": {{vary: []int{0, 2}, fixed: map[int]any{1: sample(dtype.Int64, []int{3}, []float64{1, 2, 0}, nil)}, n: 3}},
	"Interp":  threeOperands, "Lerp": threeOperands,
	"CosineEmbeddingLoss": threeOperands, "GaussianNLLLoss": threeOperands, "MarginRankingLoss": threeOperands, "TripletMarginLoss": threeOperands,
	"MultiModeDot": {{vary: []int{0, 1}, n: 2}},
	"ScatterFlat":  {{vary: []int{0, 1}, n: 2}, {vary: []int{1}, fixed: map[int]any{0: sample(dtype.Int64, []int{3}, []float64{0, 1, 0}, nil)}, n: 2}},
	"ScatterND":    {{vary: []int{0, 1}, n: 2}, {vary: []int{1}, fixed: map[int]any{0: sample(dtype.Int64, []int{3, 1}, []float64{0, 1, 0}, nil)}, n: 2}},
	"PutAlongAxis": {{vary: []int{0, 2}, fixed: map[int]any{1: dtype.Int64}, n: 3}, {vary: []int{0, 1}, fixed: map[int]any{2: 1}, n: 3}},
	"Choose": {
		{vary: []int{1, 2}, fixed: map[int]any{0: sample(dtype.Int64, nil, indices, nil)}, n: 3},
		{vary: []int{0, 1}, fixed: map[int]any{2: dtype.Float16}, n: 3},
	},
	"Where": {
		{vary: []int{1, 2}, fixed: map[int]any{0: dtype.Bool}, n: 3},
		{vary: []int{0, 1}, fixed: map[int]any{2: dtype.Float32}, n: 3},
		{vary: []int{0}, fixed: map[int]any{1: 1, 2: 0.5}, n: 3},
	},
}

// threeOperands are the frames of functions of three operands that are promoted together.
var threeOperands = []frame{
	{vary: []int{0, 1}, fixed: map[int]any{2: dtype.Float32}, n: 3},
	{vary: []int{0, 2}, fixed: map[int]any{1: 1}, n: 3},
	{vary: []int{1, 2}, fixed: map[int]any{0: dtype.Int8}, n: 3},
}

// recurrentFrames returns the frames of a recurrent layer: x and the weights of the input and of the state, of so many rows.
func recurrentFrames(rows int) []frame {
	weight := sample(dtype.Float32, []int{rows, 2}, []float64{1, -1, 0, 1, 1, -1}, nil)
	return []frame{{vary: []int{0, 1}, fixed: map[int]any{2: weight}, n: 3}, {vary: []int{0, 2}, fixed: map[int]any{1: weight}, n: 3}}
}

// framesOf returns the frames of a function; ok is false if there are none for its
// number of operands.
func framesOf(op *ops.Op) (fs []frame, ok bool) {
	if fs := frames[op.Name]; fs != nil {
		return fs, true
	}
	n := 0
	for _, p := range op.Params {
		switch p.Kind {
		case ops.Operand, ops.Optional:
			n++
		case ops.Arrays, ops.Variadic:
			return []frame{
				{vary: []int{0, 1}, n: 2},
				{vary: []int{0}, n: 1},
				{vary: []int{0, 2}, fixed: map[int]any{1: dtype.Float16}, n: 3},
			}, true
		}
	}
	return []frame{{vary: shape.All(n), n: n}}, n <= 2
}

// listed reports whether the function takes its operands as a list of arrays.
func listed(op *ops.Op) bool {
	return slices.ContainsFunc(op.Params, func(p ops.Param) bool { return p.Kind == ops.Arrays || p.Kind == ops.Variadic })
}

// keepsOrder reports whether the two operands of a frame are promoted together, so
// that their order is nothing to the result's dtype.
func keepsOrder(op *ops.Op, f frame) bool {
	if len(f.vary) != 2 {
		return false
	}
	switch op.Name {
	case "Quantile", "NanQuantile", "Gather", "GatherND", "ScatterFlat", "ScatterND", "UnsortedSegmentMax", "UnsortedSegmentMean", "UnsortedSegmentMin", "UnsortedSegmentSum":
		return false // each operand by itself
	case "Ldexp", "SoftThresholding", "Embedding", "EmbeddingBag", "MaxUnpool", "LSTM", "GRU", "RNN", "Take", "TakeAlongAxis", "Repeat", "Meshgrid", "BroadcastArrays", "CTCLoss", "MultiLabelMarginLoss", "MultiMarginLoss", "NLLLoss", "SoftmaxCrossEntropy", "SparseCrossEntropy",
		"HSplit", "VSplit", "DSplit", "FillDiagonal", "PutAlongAxis", "Atleast1D", "Atleast2D", "Atleast3D":
		return false // each operand by itself
	case "Clip":
		return f.fixed[0] == nil // the first one alone is to be of an ordered dtype
	case "Where", "Choose":
		return f.vary[0] == 1
	}
	return true
}

// fixedVariants are the options that are tried of each type that depends on no operand; some
// with a second option that they need.
var fixedVariants = map[ops.Opt][][]ivy.Option{
	ops.Axis:       {{ivy.Axis(0)}, {ivy.Axis(-1)}, {ivy.Axis(1)}, {ivy.Axes{0, 1}}, {ivy.NoAxis{}}},
	ops.KeepDims:   {{ivy.KeepDims(true)}, {ivy.KeepDims(true), ivy.Axis(-1)}},
	ops.Copy:       {{ivy.Copy(true)}, {ivy.Copy(false)}},
	ops.Correction: {{ivy.Correction(1)}},
	// These need an axis for more than one dimension.
	ops.Descending:        {{ivy.Descending(true)}, {ivy.Descending(true), ivy.Axis(0)}},
	ops.Stable:            {{ivy.Stable(false)}},
	ops.IncludeInitial:    {{ivy.IncludeInitial(true)}, {ivy.IncludeInitial(true), ivy.Axis(0)}},
	ops.Exclusive:         {{ivy.Exclusive(true)}, {ivy.Exclusive(true), ivy.Axis(0)}}, // some functions need an axis for more than one dimension
	ops.Reverse:           {{ivy.Reverse(true)}, {ivy.Reverse(true), ivy.Axis(0)}},     // some functions need an axis for more than one dimension
	ops.GridIndexing:      {{ivy.Indexing("ij")}},
	ops.Side:              {{ivy.Side("right")}},
	ops.Invert:            {{ivy.Invert(true)}},
	ops.S:                 {{ivy.S{2}}, {ivy.S{5}, ivy.Axis(0)}},
	ops.Norm:              {{ivy.Norm("ortho")}, {ivy.Norm("forward")}},
	ops.Spacing:           {{ivy.Spacing(0.25)}},
	ops.N:                 {{ivy.N(0)}, {ivy.N(2)}},
	ops.K:                 {{ivy.K(1)}, {ivy.K(-1)}},
	ops.Endpoint:          {{ivy.Endpoint(false)}},
	ops.Rtol:              {{ivy.Rtol(0.5)}},
	ops.Atol:              {{ivy.Atol(1.5)}},
	ops.EqualNaN:          {{ivy.EqualNaN(true)}},
	ops.Approximate:       {{ivy.Approximate(true)}},
	ops.Beta:              {{ivy.Beta(2)}},
	ops.Periodic:          {{ivy.Periodic(false)}},
	ops.FFTLength:         {{ivy.FFTLength(5)}, {ivy.FFTLength(4)}},
	ops.Bidirectional:     {{ivy.Bidirectional(false)}},
	ops.BatchFirst:        {{ivy.BatchFirst(true)}},
	ops.Nonlinearity:      {{ivy.Nonlinearity("relu")}},
	ops.PadEnd:            {{ivy.PadEnd(true)}},
	ops.DCTType:           {{ivy.DCTType(1)}, {ivy.DCTType(3), ivy.Norm("ortho")}, {ivy.DCTType(4)}},
	ops.Alpha:             {{ivy.Alpha(0.5)}},
	ops.Threshold:         {{ivy.Threshold(1)}},
	ops.Eps:               {{ivy.Eps(0.5)}},
	ops.NewStd:            {{ivy.NewStd(2)}},
	ops.Training:          {{ivy.Training(true)}},
	ops.Momentum:          {{ivy.Momentum(0.25)}},
	ops.CeilMode:          {{ivy.CeilMode(true)}},
	ops.CountIncludePad:   {{ivy.CountIncludePad(true)}},
	ops.OutputPadding:     {{ivy.OutputPadding{1}}, {ivy.OutputPadding{4}}},
	ops.IsCausal:          {{ivy.IsCausal(true)}},
	ops.MaxNorm:           {{ivy.MaxNorm(1.5)}},
	ops.PaddingMode:       {{ivy.PaddingMode("border")}, {ivy.PaddingMode("reflection"), ivy.Mode("cubic")}, {ivy.PaddingMode("reflection"), ivy.Mode("nearest"), ivy.AlignCorners(true)}},
	ops.SpatialScale:      {{ivy.SpatialScale(0.5)}},
	ops.SamplingRatio:     {{ivy.SamplingRatio(2)}, {ivy.SamplingRatio(0)}},
	ops.Aligned:           {{ivy.Aligned(true)}},
	ops.IOUThreshold:      {{ivy.IOUThreshold(0.125)}},
	ops.MaxOutputSize:     {{ivy.MaxOutputSize(1)}, {ivy.MaxOutputSize(-1)}},
	ops.ScoreThreshold:    {{ivy.ScoreThreshold(0)}},
	ops.FromSeed:          {{ivy.FromSeed(7)}},
	ops.NoiseShape:        {{ivy.NoiseShape{-1}}, {ivy.NoiseShape{2, 1}}},
	ops.DropoutP:          {{ivy.DropoutP(0.5)}},
	ops.IncludeLastOffset: {{ivy.IncludeLastOffset(false)}},
	ops.PaddingIdx:        {{ivy.PaddingIdx(-1)}, {ivy.PaddingIdx(9)}},
	ops.TimeMajor:         {{ivy.TimeMajor(true)}},
	ops.AlignCorners:      {{ivy.AlignCorners(true)}, {ivy.AlignCorners(true), ivy.Mode("cubic")}}, // "nearest" takes neither
	ops.Antialias:         {{ivy.Antialias(true)}, {ivy.Antialias(true), ivy.Mode("linear")}},
	ops.AxesPairs:         {{ivy.Contract(0)}, {ivy.Contract(1)}, {ivy.ContractAxes{{1}, {1}}}},
	ops.DataFormat:        {{ivy.DataFormat("channel_last")}},
	ops.FilterFormat:      {{ivy.FilterFormat("channel_last")}},
	ops.FeatureGroupCount: {{ivy.FeatureGroupCount(1)}, {ivy.FeatureGroupCount(2)}},
	ops.XDilations:        {{ivy.XDilations{2}}},
	ops.Dilations:         {{ivy.Dilations{2}}},
	ops.NCols:             {{ivy.NCols(2)}},
	ops.NumRows:           {{ivy.NumRows(2)}},
	ops.NumCols:           {{ivy.NumCols(2)}},
	ops.Upper:             {{ivy.Upper(true)}},
	ops.Unit:              {{ivy.Unit(true)}},
	ops.Adjointed:         {{ivy.Adjointed(true)}},
	ops.FullMatrices:      {{ivy.FullMatrices(false)}},
	ops.Columns:           {{ivy.Columns(2)}},
	ops.Increasing:        {{ivy.Increasing(true)}},
	ops.Ord:               {{ivy.Ord(1)}, {ivy.Ord(-2)}, {ivy.Ord(math.Inf(1))}, {ivy.Ord("fro")}, {ivy.Ord("nuc")}, {ivy.Ord(3)}},
	ops.MinVal:            {{ivy.MinVal(-2)}},
	ops.MaxVal:            {{ivy.MaxVal(1.5)}},
	ops.Lambd:             {{ivy.Lambd(1)}},
	ops.Reduction:         {{ivy.Reduction("sum")}, {ivy.Reduction("none")}},
	ops.IgnoreIndex:       {{ivy.IgnoreIndex(1)}},
	ops.LabelSmoothing:    {{ivy.LabelSmoothing(0.25)}},
	ops.Margin:            {{ivy.Margin(0.5)}},
	ops.Delta:             {{ivy.Delta(0.5)}},
	ops.Epsilon:           {{ivy.Epsilon(0.25)}},
	ops.FromLogits:        {{ivy.FromLogits(true)}},
	ops.LogTarget:         {{ivy.LogTarget(true)}},
	ops.LogInput:          {{ivy.LogInput(false)}},
	ops.FullLoss:          {{ivy.FullLoss(true)}},
	ops.NormOrder:         {{ivy.NormOrder(2)}, {ivy.NormOrder(1)}},
	ops.Deg:               {{ivy.Deg(true)}},
	ops.Dx:                {{ivy.Dx(0.5)}},
	ops.EdgeOrder:         {{ivy.EdgeOrder(1)}, {ivy.EdgeOrder(2)}, {ivy.EdgeOrder(3)}},
	ops.Left:              {{ivy.Left(-1.5)}},
	ops.Right:             {{ivy.Right(0.5)}},
	ops.Period:            {{ivy.Period(2.5)}, {ivy.Period(0)}},
	ops.LowerEdgeHertz:    {{ivy.LowerEdgeHertz(20)}},
	ops.UpperEdgeHertz:    {{ivy.UpperEdgeHertz(0.5)}},
	ops.MinBase:           {{ivy.MinBase(0.5)}},
	ops.NumBands:          {{ivy.NumBands(2)}, {ivy.NumBands(1)}},
	ops.LinearBands:       {{ivy.LinearBands(true)}},
	ops.FlattenBands:      {{ivy.FlattenBands(true)}},
	ops.IncludeInfs:       {{ivy.IncludeInfs(false)}},
	ops.EqualityMatrix:    {{ivy.EqualityMatrix(true)}},
	ops.Swap:              {{ivy.Swap(true)}},
	ops.Blank:             {{ivy.Blank(1)}},
	ops.ZeroInfinity:      {{ivy.ZeroInfinity(true)}},
	ops.Interpolation:     {{ivy.Interpolation("hazen")}, {ivy.Interpolation("nearest_jax")}, {ivy.Interpolation("higher")}, {ivy.Interpolation("inverted_cdf")}, {ivy.Interpolation("none")}},
	ops.OverwriteInput:    {{ivy.OverwriteInput(true)}},
	ops.RowVar:            {{ivy.RowVar(false)}},
	ops.DDof:              {{ivy.DDof(0)}, {ivy.DDof(2)}},
	ops.MinLength:         {{ivy.MinLength(5)}, {ivy.MinLength(-1)}},
	ops.RightEnd:          {{ivy.RightEnd(true)}},
	ops.Density:           {{ivy.Density(true)}},
	ops.BatchDims:         {{ivy.BatchDims(1)}},
	ops.Largest:           {{ivy.Largest(false)}, {ivy.Largest(false), ivy.Axis(0)}},
	ops.Sorted:            {{ivy.Sorted(false)}},
	ops.Size:              {{ivy.Size(3)}, {ivy.Size(-1)}},
	ops.Shape:             {{ivy.Shape{3}}, {ivy.Shape{2, 3}}, {ivy.Shape{-1}}},

	ops.ExtendLowerInterval: {{ivy.ExtendLowerInterval(true)}},
	ops.ExtendUpperInterval: {{ivy.ExtendUpperInterval(true)}},

	ops.AxesLengths:   {{ivy.AxesLengths{"a": 3}}, {ivy.AxesLengths{"b": 3}}},
	ops.WithRemainder: {{ivy.WithRemainder(true)}},
	ops.WithNewAxis:   {{ivy.WithNewAxis(1)}, {ivy.WithNewAxis(0)}},
	ops.StartDim:      {{ivy.StartDim(1)}, {ivy.StartDim(-1)}},
	ops.EndDim:        {{ivy.EndDim(0)}, {ivy.EndDim(-2)}},
	ops.Order:         {{ivy.Order("F")}},
	ops.Wrap:          {{ivy.Wrap(true)}},
	ops.Trim:          {{ivy.Trim("f")}, {ivy.Trim("b")}},
	ops.SkipBegin:     {{ivy.SkipBegin(0)}, {ivy.SkipBegin(2)}},
	ops.SkipEnd:       {{ivy.SkipEnd(1)}, {ivy.SkipEnd(1), ivy.SkipBegin(0)}},
	ops.RavelTensors:  {{ivy.RavelTensors(true)}},
	ops.SkipMatrix:    {{ivy.SkipMatrix(1)}},
	ops.Transposed:    {{ivy.Transposed(true)}},
	ops.Modes:         {{ivy.Modes{1}}, {ivy.Modes{0}}},
	ops.Skip:          {{ivy.Skip{0}}},
	ops.NModes:        {{ivy.NModes(1)}, {ivy.NModes(0)}},
	ops.ColumnModes:   {{ivy.ColumnModes{0}}, {ivy.ColumnModes{}}},
}

// variants returns the options that are tried of each type, for operands of these
// dtype and shapes. An option without any is a fault of these tables.
func variants(op *ops.Op, opt ops.Opt, d dtype.Dtype, shapes [][]int) (out [][]any) {
	add := func(os ...ivy.Option) {
		set := make([]any, len(os))
		for i, o := range os {
			set[i] = variant{opt, o}
			switch o.(type) { // the second option
			case ivy.Axis:
				set[i] = variant{ops.Axis, o}
			case ivy.KeepDims:
				set[i] = variant{ops.KeepDims, o}
			case ivy.Mode:
				set[i] = variant{ops.Mode, o}
			case ivy.Size:
				set[i] = variant{ops.Size, o}
			case ivy.Shape:
				set[i] = variant{ops.Shape, o}
			}
		}
		out = append(out, set)
	}
	for _, os := range fixedVariants[opt] {
		add(os...)
	}
	// value tries numbers, and arrays of this shape of d and of another dtype.
	value := func(dims []int) {
		out = append(out, []any{valued{opt, 1}}, []any{valued{opt, 0.5}})
		out = append(out, []any{valued{opt, sample(d, dims, secondReal, secondImag)}})
		out = append(out, []any{valued{opt, sample(dtype.Float32, dims, secondReal, secondImag)}})
	}
	switch opt {
	case ops.Dtype:
		for _, d := range dtype.All.Dtypes() {
			add(d)
			if op.Family == ops.FamilyScan {
				add(d, ivy.Axis(0))
			}
		}
	case ops.Sorter:
		for _, i := range dtype.All.Dtypes() {
			out = append(out, []any{valued{opt, sample(i, []int{3}, []float64{0, 1, 2}, []float64{0})}})
		}
	case ops.Prepend, ops.Append:
		value(nil)
		value(append(slices.Clone(shapes[0][:max(0, len(shapes[0])-1)]), 2))
	case ops.Mask:
		keys := []int{1}
		if len(shapes) > 1 && len(shapes[1]) > 1 {
			keys = shapes[1][len(shapes[1])-2:][:1]
		}
		out = append(out, []any{valued{opt, sample(dtype.Bool, keys, indices, nil)}})
		value(keys)
	case ops.InProjWeight, ops.InProjBias, ops.OutProjWeight, ops.OutProjBias:
		n := 1
		if len(shapes[0]) > 0 {
			n = shapes[0][len(shapes[0])-1]
		}
		value(map[ops.Opt][]int{ops.InProjWeight: {3 * n, n}, ops.InProjBias: {3 * n}, ops.OutProjWeight: {2, n}, ops.OutProjBias: {n}}[opt])
	case ops.ScaleOpt, ops.OffsetOpt:
		if op == ops.ScaledDotProductAttention || op == ops.MultiHeadAttention {
			value(nil)
			break
		}
		if op == ops.Dropout {
			add(ivy.Scale(false))
			break
		}
		value(shapes[0][len(shapes[0])-1:])
		out = append(out, []any{valued{ops.ScaleOpt, sample(dtype.Uint8, nil, secondReal, nil)}, valued{ops.OffsetOpt, sample(dtype.Int8, nil, secondReal, nil)}})
	case ops.Mode:
		if op == ops.GridSample {
			for _, m := range []string{"nearest", "linear", "cubic", "area"} {
				add(ivy.Mode(m))
			}
			break
		}
		if op == ops.Interpolate {
			for _, m := range []string{"nearest-exact", "linear", "cubic", "area", "wrap"} {
				add(ivy.Mode(m))
			}
			break
		}
		if op == ops.EmbeddingBag {
			for _, m := range []string{"sum", "max"} {
				add(ivy.Mode(m))
			}
			break
		}
		if op == ops.Take.Op {
			for _, m := range []string{"wrap", "clip", "fill", "edge"} {
				add(ivy.Mode(m))
			}
			break
		}
		for _, m := range []string{"edge", "reflect", "symmetric", "wrap", "mean", "complete", "same", "valid", "raise", "clip", "clip", "sum", "mul", "amin"} {
			add(ivy.Mode(m))
		}
	case ops.Points:
		value(shapes[0][max(0, len(shapes[0])-1):])
	case ops.Base, ops.Distances, ops.MinDenominator:
		value(nil)
	case ops.ConstantValues, ops.OnValue, ops.OffValue, ops.Nan, ops.PosInf, ops.NegInf, ops.Value, ops.PaddingValue:
		value(nil)
	case ops.FillValue:
		value(nil)
		for _, v := range []any{2, true, 0.5, 1i} {
			out = append(out, []any{valued{opt, v}, variant{ops.Mode, ivy.Mode("fill")}})
		}
	case ops.NumOrSizeSplits:
		for _, v := range []any{1, 2, sample(dtype.Int64, []int{2}, []float64{1, -1}, nil)} {
			out = append(out, []any{valued{opt, v}})
		}
	case ops.Window:
		value([]int{3})
	case ops.Weight, ops.PosWeight:
		value(shapes[0][max(0, len(shapes[0])-1):])
	case ops.Offsets: // which rows of indices do not take
		out = append(out, []any{valued{opt, sample(dtype.Int64, []int{1}, []float64{0}, nil)}})
	case ops.PerSampleWeights:
		if len(shapes) < 2 {
			value(nil)
			break
		}
		value(shapes[1])
		out = append(out, []any{valued{opt, sample(dtype.Float32, shapes[1], secondReal, nil)}, variant{ops.Mode, ivy.Mode("sum")}})
	case ops.RecurrentBias:
		value([]int{8})
	case ops.Reduction:
		for _, r := range []ivy.Reduction{"sum", "mul", "min", "max", "replace"} {
			switch op {
			case ops.ScatterFlat:
				add(r, ivy.Size(3))
			case ops.ScatterND:
				add(r, ivy.Shape([]int{2, 3}[:shapes[0][max(0, len(shapes[0])-1):][0]]))
			}
		}
	case ops.Initial:
		if op == ops.ScatterFlat || op == ops.ScatterND {
			value([]int{3})
			value([]int{2, 3})
			break
		}
		value(nil)
		if len(shapes[0]) > 0 {
			mask := sample(dtype.Bool, shapes[0][len(shapes[0])-1:], indices, nil)
			out = append(out, []any{valued{ops.Only, mask}, valued{opt, 1}})
		}
	case ops.Only:
		out = append(out, []any{valued{opt, sample(dtype.Bool, nil, indices, nil)}}, []any{valued{opt, sample(d, nil, indices, ascendingIm)}})
	case ops.FWeights, ops.AWeights:
		value(shapes[0][max(0, len(shapes[0])-1):])
		out = append(out, []any{valued{opt, sample(dtype.Int32, shapes[0][max(0, len(shapes[0])-1):], ascending, nil)}})
	case ops.MoreVariables:
		value(shapes[0])
	case ops.Weights:
		if op == ops.HistogramDD {
			value(shapes[0][:min(1, len(shapes[0]))])
			break
		}
		value(shapes[0])
	case ops.Bins:
		out = append(out, []any{valued{opt, 3}}, []any{valued{opt, 0}}, []any{valued{opt, 0.5}})
		for _, b := range []dtype.Dtype{d, dtype.Float32, dtype.Int32} {
			out = append(out, []any{valued{opt, sample(b, []int{4}, ascending, ascendingIm)}})
		}
	case ops.Range:
		out = append(out, []any{valued{opt, sample(dtype.Float64, []int{2}, []float64{-1, 4}, nil)}}, []any{valued{opt, sample(d, []int{2}, ascending, ascendingIm)}}, []any{valued{opt, sample(d, []int{3}, ascending, ascendingIm)}})
	case ops.InitialState, ops.InitialCell: // of one layer in one direction
		dims := []int{1, 2}
		if x := shapes[0]; len(x) == 3 {
			dims = []int{1, x[1], 2}
		}
		value(dims)
	case ops.Lengths:
		var dims []int
		if x := shapes[0]; len(x) == 3 {
			dims = []int{x[1]}
		}
		for _, i := range dtype.All.Dtypes() {
			out = append(out, []any{valued{opt, sample(i, dims, []float64{2, 1}, []float64{0})}})
		}
	case ops.WeightScales: // of one layer in one direction
		value([]int{2})
	case ops.Scores:
		value(shapes[0][:1])
	case ops.ScoreThreshold: // of scores
		out = append(out, []any{valued{ops.Scores, sample(d, shapes[0][:1], secondReal, secondImag)}, variant{opt, ivy.ScoreThreshold(0)}})
	case ops.Bias:
		if op == ops.Cov {
			out = append(out, []any{valued{opt, true}}, []any{valued{opt, 1}})
			break
		}
		n := []int{4}
		if op == ops.ConvGeneralDilated {
			n = shapes[1][len(shapes[1])-1:]
		}
		switch op {
		case ops.LSTMUpdate:
			n = []int{8}
		case ops.SeparableConv:
			n = shapes[2][len(shapes[2])-1:]
		}
		if op == ops.ConvGeneralTranspose {
			n = shapes[1][len(shapes[1])-2:][:1]
		}
		value(n)
		for _, b := range dtype.All.Dtypes() {
			out = append(out, []any{valued{opt, sample(b, n, firstReal, firstImag)}})
		}
	}
	return out
}

// valuedOptions are the options whose values are operands.
var valuedOptions = map[ops.Opt]func(any) ivy.Option{
	ops.Sorter: ivy.Sorter, ops.Prepend: ivy.Prepend, ops.Append: ivy.Append, ops.ScaleOpt: ivy.Scale, ops.OffsetOpt: ivy.Offset, ops.Bias: ivy.Bias, ops.Window: ivy.Window,
	ops.Weight: ivy.Weight, ops.PosWeight: ivy.PosWeight, ops.Mask: ivy.Mask, ops.InProjWeight: ivy.InProjWeight, ops.InProjBias: ivy.InProjBias, ops.OutProjWeight: ivy.OutProjWeight, ops.OutProjBias: ivy.OutProjBias,
	ops.Offsets: ivy.Offsets, ops.PerSampleWeights: ivy.PerSampleWeights, ops.RecurrentBias: ivy.RecurrentBias,
	ops.InitialState: ivy.InitialState, ops.InitialCell: ivy.InitialCell, ops.WeightScales: ivy.WeightScales, ops.Lengths: ivy.Lengths, ops.Scores: ivy.Scores,
	ops.Initial: ivy.Initial, ops.Only: ivy.Only, ops.FWeights: ivy.FWeights, ops.AWeights: ivy.AWeights, ops.MoreVariables: ivy.MoreVariables, ops.Weights: ivy.Weights, ops.Bins: ivy.Bins, ops.Range: ivy.Range,
	ops.Base: ivy.Base, ops.Distances: ivy.Distances, ops.MinDenominator: ivy.MinDenominator, ops.Points: ivy.Points,
	ops.Out: func(x any) ivy.Option { return ivy.Out(x.(*ivy.Array)) }, ops.ConstantValues: ivy.ConstantValues, ops.OnValue: ivy.OnValue, ops.OffValue: ivy.OffValue, ops.Nan: ivy.Nan, ops.PosInf: ivy.PosInf, ops.NegInf: ivy.NegInf,
	ops.NumOrSizeSplits: ivy.NumOrSizeSplits, ops.Value: ivy.Value, ops.PaddingValue: ivy.PaddingValue, ops.FillValue: ivy.FillValue,
}

// A sampler makes the trials of a function.
type sampler struct {
	op         *ops.Op
	setting    *setting
	subnormals bool
	err        error // what the function has no sample of
}

// trials returns the trials of the function: every dtype and kind of operand, of two
// operands every pair; and, with the standard settings, several shapes, the ends of the
// dtypes, and every option.
func (s *sampler) trials() iter.Seq[*trial] {
	return func(yield func(*trial) bool) {
		fs, ok := framesOf(s.op)
		if !ok {
			s.err = fmt.Errorf("no sample of %d operands", fs[0].n)
			return
		}
		for _, f := range fs {
			for t := range s.framed(f) {
				if !yield(t) {
					return
				}
			}
		}
	}
}

// framed returns the trials of a frame.
func (s *sampler) framed(f frame) iter.Seq[*trial] {
	return func(yield func(*trial) bool) {
		w := &framing{sampler: s, f: f, yield: yield, standard: s.setting.apply == nil, samples: shapesOf(s.op, f.n)}
		if !w.standard {
			w.samples = w.samples[:1]
		}
		switch len(f.vary) {
		case 0:
			if w.give(nil, nil, false) && w.standard {
				w.withOptions(nil, dtype.Float32, [][]int{{3}})
			}
		case 1:
			_ = w.arraysOfOne() && w.scalarsOfOne()
		case 2:
			_ = w.pairs() && w.scalarPairs()
		}
	}
}

// A framing makes the trials of a frame. Its methods report whether more are wanted.
type framing struct {
	*sampler
	f        frame
	yield    func(*trial) bool
	standard bool      // the settings are the standard ones, with which more is tried
	samples  [][][]int // shapes of all operands
}

// give makes the trials of these varying operands, with the options.
func (w *framing) give(varied []any, opts []any, loose bool) bool {
	for args := range w.calls(w.f, varied) {
		t := &trial{op: w.op, args: args, opts: opts, setting: w.setting, operands: varied, loose: loose}
		if len(varied) == 2 && len(opts) == 0 && keepsOrder(w.op, w.f) {
			for m := range w.calls(w.f, []any{varied[1], varied[0]}) {
				t.mirror = m
				break
			}
		}
		if !w.yield(t) {
			return false
		}
	}
	return w.err == nil
}

// withOptions makes the trials of these operands with every option.
func (w *framing) withOptions(varied []any, d dtype.Dtype, shapes [][]int) bool {
	for _, opt := range w.op.Opts {
		if opt == ops.Out || opt == ops.Device { // the tests out and misuse have these two
			continue
		}
		sets := variants(w.op, opt, d, shapes)
		if len(sets) == 0 {
			w.err = fmt.Errorf("no sample of option %v", opt)
			return false
		}
		for _, opts := range sets {
			if !w.give(varied, opts, false) {
				return false
			}
		}
	}
	return true
}

// arraysOfOne tries arrays of every dtype as the one operand that varies.
func (w *framing) arraysOfOne() bool {
	k := w.f.vary[0]
	for _, d := range dtype.All.Dtypes() {
		for i, shapes := range append(w.samples[:len(w.samples):len(w.samples)], slices.Repeat([][]int{{}}, w.f.n)) {
			x := w.operand(k, d, shapes[k])
			if !w.give([]any{x}, nil, false) || w.standard && i < 2 && !w.withOptions([]any{x}, d, shapes) {
				return false
			}
		}
		if w.standard && !w.edgesOfOne(d) {
			return false
		}
	}
	return true
}

// edgesOfOne tries the ends of a dtype, in one dimension and in two.
func (w *framing) edgesOfOne(d dtype.Dtype) bool {
	// Of a product the order of the factors decides whether it overflows on the way.
	loose := d.IsComplex() || w.op == ops.Prod.Op || w.op == ops.NanProd || w.op == ops.EinopsReduce
	for _, e := range edges(d, w.subnormals) {
		if !w.give([]any{e}, nil, loose) || !w.give([]any{rawArray{dtype: d, shape: []int{2, 2}, data: e.data}}, nil, loose) {
			return false
		}
	}
	return true
}

// scalarsOfOne tries Go scalars as the one operand that varies.
func (w *framing) scalarsOfOne() bool {
	for _, v := range w.scalars(w.f.vary[0]) {
		if !w.give([]any{v}, nil, false) {
			return false
		}
	}
	return true
}

// pairs tries every two dtypes as the two operands that vary, and each with Go scalars.
func (w *framing) pairs() bool {
	k, l := w.f.vary[0], w.f.vary[1]
	kinds := w.pairShapes()
	for _, d1 := range dtype.All.Dtypes() {
		for _, d2 := range dtype.All.Dtypes() {
			for i, shapes := range kinds {
				x, y := w.operand(k, d1, shapes[k]), w.operand(l, d2, shapes[l])
				if !w.give([]any{x, y}, nil, false) || w.standard && (d1 == d2 && i < 2 || w.op.Takes(ops.Bias) && i == 0) && !w.withOptions([]any{x, y}, d1, shapes) {
					return false
				}
			}
		}
		for _, dims := range [][2][]int{{w.samples[0][k], w.samples[0][l]}, {{}, {}}} {
			for _, v := range w.scalars(l) {
				if !w.give([]any{w.operand(k, d1, dims[0]), v}, nil, false) {
					return false
				}
			}
			for _, v := range w.scalars(k) {
				if !w.give([]any{v, w.operand(l, d1, dims[1])}, nil, false) {
					return false
				}
			}
		}
	}
	return true
}

// pairShapes returns the samples, with the standard settings then with one of the two
// operands, and both, without axes.
func (w *framing) pairShapes() [][][]int {
	if !w.standard {
		return w.samples
	}
	k, l := w.f.vary[0], w.f.vary[1]
	kinds := w.samples
	for _, z := range [][]int{{l}, {k}, {k, l}} {
		row := slices.Clone(w.samples[0])
		for _, at := range z {
			row[at] = []int{}
		}
		kinds = append(kinds[:len(kinds):len(kinds)], row)
	}
	return kinds
}

// scalarPairs tries two Go scalars.
func (w *framing) scalarPairs() bool {
	for _, v := range w.scalars(w.f.vary[0]) {
		for _, x := range w.scalars(w.f.vary[1]) {
			if !w.give([]any{v, x}, nil, false) {
				return false
			}
		}
	}
	return true
}

// param returns the parameter of the operand at position k.
func (s *sampler) param(k int) ops.Param {
	for _, p := range s.op.Params {
		switch p.Kind {
		case ops.Arrays, ops.Variadic:
			return p
		case ops.Operand, ops.Optional:
			if k--; k < 0 {
				return p
			}
		}
	}
	panic(fmt.Sprintf("%v has no operand %d", s.op, k))
}

// scalars returns the Go scalars that can be the operand at position k.
func (s *sampler) scalars(k int) []any {
	if listed(s.op) {
		return nil
	}
	out := slices.Clone(goScalars)
	if role := hasRole[s.op.Name+"."+s.param(k).Name]; len(role) > 0 && &role[0] == &indices[0] {
		out[1] = 1
	}
	return out
}

// operand returns an array for the operand at position k.
func (s *sampler) operand(k int, d dtype.Dtype, dims []int) rawArray {
	if role := hasRole[s.op.Name+"."+s.param(k).Name]; role != nil {
		return sample(d, dims, role, ascendingIm)
	}
	if k > 0 {
		return sample(d, dims, secondReal, secondImag)
	}
	return sample(d, dims, firstReal, firstImag)
}

// calls returns the arguments of calls with the operands that vary: one call, or one
// for each kind of scalar, dtype and the like that the other parameters take.
func (s *sampler) calls(f frame, varied []any) iter.Seq[[]any] {
	given, ok := s.choicesOf(s.operands(f, varied))
	if !ok {
		return func(func([]any) bool) {}
	}
	return combinations(given)
}

// operands returns all operands of a frame: those that vary, and those that are fixed, which have
// the shape of one that varies.
func (s *sampler) operands(f frame, varied []any) []any {
	operands := make([]any, f.n)
	for i, k := range f.vary {
		operands[k] = varied[i]
	}
	dims := []int{2, 3}
	for _, x := range varied {
		if a, ok := x.(rawArray); ok {
			dims = a.shape
			break
		}
	}
	for k, v := range f.fixed {
		if d, ok := v.(dtype.Dtype); ok {
			v = s.operand(k, d, dims)
		}
		operands[k] = v
	}
	return operands
}

// choicesOf returns what each parameter is given in turn, in a call with these operands. A parameter
// without a sample is an error of the sampler.
func (s *sampler) choicesOf(operands []any) (given [][]any, ok bool) {
	shapes := make([][]int, len(operands))
	for k, x := range operands {
		if a, ok := x.(rawArray); ok {
			shapes[k] = a.shape
		}
	}
	given = make([][]any, 0, len(s.op.Params))
	rest := operands
	for _, p := range s.op.Params {
		switch p.Kind {
		case ops.Operand, ops.Optional:
			given = append(given, rest[:1])
			rest = rest[1:]
		case ops.Arrays, ops.Variadic:
			list := make([]rawArray, len(rest))
			for i, x := range rest {
				list[i] = x.(rawArray)
			}
			given = append(given, []any{list})
		case ops.Scalar:
			given = append(given, goScalars)
		case ops.DtypeKind:
			var ds []any
			for _, d := range dtype.All.Dtypes() {
				ds = append(ds, d)
			}
			given = append(given, ds)
		case ops.Numbers:
			given = append(given, []any{numbers(nil), numbers{5}, numbers{5, 2}, numbers{5.5, 0.5}, numbers{int8(7)}})
		default:
			v, ok := argumentOf(s.op, p, shapes)
			if !ok {
				s.err = fmt.Errorf("no sample of parameter %s", p.Name)
				return nil, false
			}
			several, ok := v.(choices)
			if !ok {
				several = choices{v}
			}
			given = append(given, several)
		}
	}
	return given, true
}

// combinations returns the arguments of a call for every combination of what the parameters are given;
// the first parameter changes fastest.
func combinations(given [][]any) iter.Seq[[]any] {
	return func(yield func([]any) bool) {
		at := make([]int, len(given))
		for {
			args := make([]any, len(given))
			for i, c := range given {
				args[i] = c[at[i]]
			}
			if n := len(args) - 1; n >= 0 {
				if more, ok := args[n].(numbers); ok {
					args = append(args[:n], more...)
				}
			}
			if !yield(args) || !advance(at, given) {
				return
			}
		}
	}
}

// advance makes the choices at the next combination's, and reports whether there is one.
func advance(at []int, given [][]any) bool {
	for i := range at {
		if at[i]++; at[i] < len(given[i]) {
			return true
		}
		at[i] = 0
	}
	return false
}

// numbers are the further numbers of Arange.
type numbers []any
