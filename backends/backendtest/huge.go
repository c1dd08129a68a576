package backendtest

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
)

// hugeShape is the shape of an array of one byte that stands for more elements than any memory holds,
// where an int counts as many.
var hugeShape = []int{int(min(int64(1)<<37, math.MaxInt))}

// hugeCalls are calls that allocate what an argument decides the size of.
func hugeCalls(e *ivy.Env) map[string]func(x *ivy.Array) {
	huge := hugeShape[0]
	one := func() *ivy.Array { return e.Asarray([]int8{1}) }
	wide := func() *ivy.Array { return e.BroadcastTo(e.Ones(nil, ivy.Float32), []int{1 << 18, 1 << 18}) }
	weights := func(rows int) []*ivy.Array { return slices.Repeat([]*ivy.Array{e.Ones([]int{rows, 1})}, 2) }
	calls := map[string]func(x *ivy.Array){
		"Values":          func(x *ivy.Array) { ivy.Values[int8](x) },
		"Values of int64": func(x *ivy.Array) { ivy.Values[int64](x) },
		"Bytes":           func(x *ivy.Array) { x.Bytes() },
		"Data":            func(x *ivy.Array) { x.Data() },
		"Nested":          func(x *ivy.Array) { x.Nested() },
		"Nested of none":  func(*ivy.Array) { e.Zeros([]int{huge / 32, 0}, ivy.Int8).Nested() },
		"Unstack":         func(x *ivy.Array) { x.Unstack() },
		"CopyArray":       func(x *ivy.Array) { x.CopyArray() },
		"Tile":            func(x *ivy.Array) { x.Tile([]int{2}) },
		"Roll":            func(x *ivy.Array) { x.Roll([]int{1}) },
		"Diff":            func(x *ivy.Array) { x.Diff() },
		"Sort":            func(x *ivy.Array) { x.Sort() },
		"ArgSort":         func(x *ivy.Array) { x.ArgSort() },
		"UniqueAll":       func(x *ivy.Array) { x.UniqueAll() },
		"CumulativeSum":   func(x *ivy.Array) { x.CumulativeSum() },
		"Astype":          func(x *ivy.Array) { x.Astype(ivy.Float64) },
		"Add":             func(x *ivy.Array) { x.Add(1) },
		"Where":           func(x *ivy.Array) { e.Where(x, 1, 2) },
		"OneHot":          func(x *ivy.Array) { e.OneHot(e.Asarray([]int{1}), huge) },
		"Linspace":        func(*ivy.Array) { e.Linspace(0, 1, huge) },
		"Meshgrid":        func(x *ivy.Array) { e.Meshgrid([]*ivy.Array{x, one()}) },
		"Full":            func(*ivy.Array) { e.Full([]int{huge}, 1) },
		"Repeat":          func(*ivy.Array) { e.Repeat(one(), huge) },
		"Repeat of each":  func(*ivy.Array) { e.Repeat(e.Asarray([]int8{1, 2}), []int{huge - 1, 1}) },
		"Tile of 40 axes": func(*ivy.Array) { e.Tile(e.Ones(slices.Repeat([]int{1}, 40)), []int{huge}) },
		"Tril":            func(x *ivy.Array) { e.Tril(e.BroadcastTo(one(), []int{1 << 15, huge / (1 << 16)})) },
		"TakeAlongAxis": func(x *ivy.Array) {
			e.TakeAlongAxis(e.Asarray([]int8{1}), e.BroadcastTo(e.Asarray([]int64{0}), []int{huge}))
		},
		"IsIn":           func(x *ivy.Array) { e.IsIn(x, []int{1, 2}) },
		"a compiled Add": func(x *ivy.Array) { e.Compile(func(x *ivy.Array) *ivy.Array { return x.Add(x) }).Call(x) },
		"a compiled view": func(x *ivy.Array) {
			e.Compile(func(x *ivy.Array) *ivy.Array { return e.BroadcastTo(x, hugeShape) }).Call(one()).Bytes()
		},

		"BatchedOuter":        func(x *ivy.Array) { e.BatchedOuter([]*ivy.Array{column(x), column(x)}) },
		"Dot":                 func(x *ivy.Array) { e.Dot(column(x), e.Ones([]int{1, 2}, ivy.Int8)) },
		"HigherOrderMoment":   func(*ivy.Array) { e.HigherOrderMoment(wide(), 2) },
		"GeneralInnerProduct": func(x *ivy.Array) { e.GeneralInnerProduct(x, e.Ones([]int{2}, ivy.Int8), ivy.NModes(0)) },
		"Kronecker":           func(*ivy.Array) { e.Kronecker([]*ivy.Array{wide(), wide()}) },
		"KhatriRao":           func(*ivy.Array) { e.KhatriRao([]*ivy.Array{wide(), wide()}) },
		"Diagflat":            func(*ivy.Array) { e.Diagflat(one(), ivy.K(huge)) },
		"EighTridiagonal":     func(*ivy.Array) { e.EighTridiagonal(wide(), wide()) },
		"ModeDot":             func(x *ivy.Array) { e.ModeDot(column(x), e.Ones([]int{2, 1}, ivy.Int8), 1) },
		"MultiModeDot": func(x *ivy.Array) {
			e.MultiModeDot(column(x), []*ivy.Array{e.Ones([]int{2, 1}, ivy.Int8)}, ivy.Modes{1})
		},
		"Inner":                       func(x *ivy.Array) { e.Inner(column(x), e.Ones([]int{2, 1}, ivy.Int8)) },
		"VectorToSkewSymmetricMatrix": func(*ivy.Array) { e.VectorToSkewSymmetricMatrix(e.BroadcastTo(one(), []int{huge, 3})) },
		"AsStrided":                   func(*ivy.Array) { e.AsStrided(one(), hugeShape, []int{0}) },
		"Choose":                      func(x *ivy.Array) { e.Choose(0, []*ivy.Array{x, x}) },
		"ColumnStack":                 func(x *ivy.Array) { e.ColumnStack([]*ivy.Array{x, x}) },
		"ConcatFromSequence":          func(x *ivy.Array) { e.ConcatFromSequence([]*ivy.Array{x, x}) },
		"ConstantPad":                 func(*ivy.Array) { e.ConstantPad(one(), [][2]int{{huge, 0}}) },
		"DSplit":                      func(x *ivy.Array) { e.DSplit(e.Reshape(x, []int{1, 1, huge}), huge) },
		"DStack":                      func(x *ivy.Array) { e.DStack([]*ivy.Array{x, x}) },
		"FillDiagonal":                func(x *ivy.Array) { e.FillDiagonal(column(x), 1) },
		"HSplit":                      func(x *ivy.Array) { e.HSplit(x, huge) },
		"HStack":                      func(x *ivy.Array) { e.HStack([]*ivy.Array{x, x}) },
		"PadSequence":                 func(x *ivy.Array) { e.PadSequence([]*ivy.Array{x, one()}) },
		"PutAlongAxis":                func(x *ivy.Array) { e.PutAlongAxis(x, []int{0}, 1, 0) },
		"PutAlongAxis of many": func(x *ivy.Array) {
			e.PutAlongAxis([]int8{1, 2}, e.BroadcastTo(e.Zeros(nil, ivy.Int64), hugeShape), 1, 0, ivy.Mode("amax"))
		},
		"Split":             func(x *ivy.Array) { e.Split(x) },
		"TrimZeros":         func(x *ivy.Array) { e.TrimZeros(x) },
		"UniqueConsecutive": func(x *ivy.Array) { e.UniqueConsecutive(x) },
		"VSplit":            func(x *ivy.Array) { e.VSplit(column(x), huge) },
		"VStack":            func(x *ivy.Array) { e.VStack([]*ivy.Array{x, x}) },
		"ZeroPad":           func(*ivy.Array) { e.ZeroPad(one(), [][2]int{{0, huge}}) },

		"Arange":                    func(*ivy.Array) { e.Arange(0, huge) },
		"BlockDiag":                 func(*ivy.Array) { e.BlockDiag([]*ivy.Array{wide(), wide()}) },
		"MatrixPower":               func(*ivy.Array) { e.MatrixPower(wide(), 2) },
		"Polygamma":                 func(x *ivy.Array) { e.Polygamma(1, x.Astype(ivy.Float32)) },
		"Ndtr":                      func(*ivy.Array) { e.Ndtr(wide()) },
		"XLogY":                     func(*ivy.Array) { e.XLogY(wide(), 2.0) },
		"AllEqual":                  func(x *ivy.Array) { e.AllEqual([]*ivy.Array{x, x}) },
		"ClipMatrixNorm":            func(*ivy.Array) { e.ClipMatrixNorm(wide(), 1) },
		"ClipVectorNorm":            func(*ivy.Array) { e.ClipVectorNorm(wide(), 1) },
		"FourierEncode":             func(*ivy.Array) { e.FourierEncode(wide(), 8) },
		"FourierEncode of bands":    func(*ivy.Array) { e.FourierEncode([]float32{1}, 8, ivy.NumBands(huge)) },
		"Gradient":                  func(*ivy.Array) { e.Gradient(wide()) },
		"HasNans":                   func(*ivy.Array) { e.HasNans(wide()) },
		"Indices":                   func(*ivy.Array) { e.Indices([]int{1 << 18, 1 << 18}) },
		"Interp":                    func(*ivy.Array) { e.Interp(wide(), []float32{0, 1}, []float32{0, 1}) },
		"Ldexp":                     func(*ivy.Array) { e.Ldexp(wide(), 1) },
		"Logspace":                  func(*ivy.Array) { e.Logspace(0, 1, huge) },
		"MelWeightMatrix":           func(*ivy.Array) { e.MelWeightMatrix(1<<18, 1<<19, 16000) },
		"NanSum":                    func(*ivy.Array) { e.NanSum(wide()) },
		"Polyval":                   func(*ivy.Array) { e.Polyval([]float32{1, 2}, wide()) },
		"SparseIndices":             func(*ivy.Array) { e.SparseIndices([]int{huge}) },
		"SparsifyTensor":            func(*ivy.Array) { e.SparsifyTensor(wide(), 3) },
		"Trapz":                     func(*ivy.Array) { e.Trapz(wide()) },
		"TrilIndices":               func(*ivy.Array) { e.TrilIndices(1 << 18) },
		"TriuIndices":               func(*ivy.Array) { e.TriuIndices(1 << 18) },
		"MultiDot":                  func(*ivy.Array) { e.MultiDot([]*ivy.Array{wide(), wide()}) },
		"FFTFreq":                   func(*ivy.Array) { e.FFTFreq(huge) },
		"RFFTFreq":                  func(*ivy.Array) { e.RFFTFreq(huge) },
		"STFT":                      func(x *ivy.Array) { e.STFT(x, 2, 1) },
		"ISTFT":                     func(*ivy.Array) { e.ISTFT(e.Ones([]int{1, 2}), 2, 1, ivy.N(huge)) },
		"HannWindow":                func(*ivy.Array) { e.HannWindow(huge) },
		"HammingWindow":             func(*ivy.Array) { e.HammingWindow(huge) },
		"BlackmanWindow":            func(*ivy.Array) { e.BlackmanWindow(huge) },
		"BartlettWindow":            func(*ivy.Array) { e.BartlettWindow(huge) },
		"KaiserWindow":              func(*ivy.Array) { e.KaiserWindow(huge) },
		"KaiserBesselDerivedWindow": func(*ivy.Array) { e.KaiserBesselDerivedWindow(huge) },
		"VorbisWindow":              func(*ivy.Array) { e.VorbisWindow(huge) },
		"Eye":                       func(*ivy.Array) { e.Eye(huge) },
		"Empty":                     func(*ivy.Array) { e.Empty([]int{huge}).Bytes() },
		"Ones":                      func(*ivy.Array) { e.Ones([]int{huge}).Bytes() },
		"Zeros":                     func(*ivy.Array) { e.Zeros([]int{huge}).Bytes() },
		"EmptyLike":                 func(x *ivy.Array) { x.EmptyLike().Bytes() },
		"FullLike":                  func(x *ivy.Array) { x.FullLike(3).Bytes() },
		"OnesLike":                  func(x *ivy.Array) { x.OnesLike().Bytes() },
		"ZerosLike":                 func(x *ivy.Array) { x.ZerosLike().Bytes() },
		"Concat":                    func(x *ivy.Array) { e.Concat([]*ivy.Array{x, x}) },
		"Stack":                     func(x *ivy.Array) { e.Stack([]*ivy.Array{x, x}) },
		"Clip":                      func(x *ivy.Array) { x.Clip(0, 3) },
		"Einsum":                    func(x *ivy.Array) { e.Einsum("i,j->ij", x, e.Asarray([]int8{1, 2})) },
		"EinopsReduce":              func(x *ivy.Array) { e.EinopsReduce(column(x), "i j -> i", "sum") },
		"EinopsRepeat":              func(x *ivy.Array) { e.EinopsRepeat(x, "i -> (i k)", ivy.AxesLengths{"k": 2}).Bytes() },
		"LayerNorm":                 func(x *ivy.Array) { e.LayerNorm(column(x.Astype(ivy.Float32)), []int{1}) },
		"Linear":                    func(x *ivy.Array) { e.Linear(column(x), e.Ones([]int{2, 1}, ivy.Int8)) },
		"LSTM":                      func(*ivy.Array) { e.LSTM(column(e.BroadcastTo(e.Ones(nil), hugeShape)), weights(4)) },
		"GRU":                       func(*ivy.Array) { e.GRU(column(e.BroadcastTo(e.Ones(nil), hugeShape)), weights(3)) },
		"RNN":                       func(*ivy.Array) { e.RNN(column(e.BroadcastTo(e.Ones(nil), hugeShape)), weights(1)) },
		"TensorDot":                 func(x *ivy.Array) { e.TensorDot(column(x), e.Ones([]int{1, 2}, ivy.Int8), ivy.Contract(1)) },
		"VecDot":                    func(x *ivy.Array) { e.VecDot(column(x), column(x)) },
		"Triu":                      func(x *ivy.Array) { e.Triu(e.BroadcastTo(one(), []int{1 << 15, huge / (1 << 16)})) },
		"ConvGeneralDilated": func(x *ivy.Array) {
			e.ConvGeneralDilated(e.Reshape(x, []int{1, huge, 1}), e.Ones([]int{3, 1, 2}, ivy.Int8), []int{1}, "SAME")
		},
		"ConvGeneralDilated moved apart": func(*ivy.Array) {
			e.ConvGeneralDilated(e.Ones([]int{1, 100, 1}), e.Ones([]int{1, 1, 1}), []int{1}, "VALID", ivy.XDilations{math.MaxInt32})
		},
		"more than an int": func(*ivy.Array) { e.Add(e.BroadcastTo(one(), []int{huge, 1}), e.BroadcastTo(one(), []int{1, huge})) },
	}
	for _, mode := range []string{"edge", "reflect", "symmetric", "wrap", "constant"} {
		calls["Pad by "+mode] = func(*ivy.Array) { e.Pad(e.Asarray([]int8{1, 2}), [][2]int{{huge / 2, 0}}, ivy.Mode(mode)) }
	}
	calls["Partition"] = func(x *ivy.Array) { e.Partition(x, []int{3}) }
	calls["ArgPartition"] = func(x *ivy.Array) { e.ArgPartition(x, []int{3}) }
	calls["TopK"] = func(x *ivy.Array) { e.TopK(x, 3) }
	calls["UnravelIndex"] = func(x *ivy.Array) { e.UnravelIndex(x, []int{200}) }
	calls["RavelMultiIndex"] = func(x *ivy.Array) { e.RavelMultiIndex([]*ivy.Array{x}, []int{200}) }
	calls["Cov"] = func(*ivy.Array) { e.Cov(wide(), nil) }
	calls["Bincount of MinLength"] = func(*ivy.Array) { e.Bincount(one(), ivy.MinLength(huge)) }
	calls["Bincount of a large integer"] = func(*ivy.Array) { e.Bincount(e.Asarray([]int64{1 << 45})) }
	calls["Histogram of Bins"] = func(*ivy.Array) { e.Histogram(one(), ivy.Bins(huge)) }
	calls["HistogramDD of many cells"] = func(*ivy.Array) { e.HistogramDD(e.Ones([]int{1, 8}), ivy.Bins(1000)) }
	calls["ScatterFlat"] = func(*ivy.Array) { e.ScatterFlat(one(), one(), ivy.Size(huge)) }
	calls["ScatterND"] = func(*ivy.Array) { e.ScatterND([][]int64{{0}}, one(), ivy.Shape{huge, 2}) }
	calls["Quantile"] = func(*ivy.Array) { e.Quantile(e.BroadcastTo(e.Ones(nil), hugeShape), 0.5) }
	calls["NanQuantile"] = func(*ivy.Array) { e.NanQuantile(e.BroadcastTo(e.Ones(nil), hugeShape), 0.5) }
	calls["Gather"] = func(x *ivy.Array) { e.Gather(one(), e.BroadcastTo(e.Zeros(nil, ivy.Int64), hugeShape)) }
	calls["GatherND"] = func(x *ivy.Array) { e.GatherND(one(), column(e.BroadcastTo(e.Zeros(nil, ivy.Int64), hugeShape))) }
	calls["InvertPermutation"] = func(x *ivy.Array) { e.InvertPermutation(x) }
	calls["LexSort"] = func(x *ivy.Array) { e.LexSort(e.Reshape(x, []int{1, huge})) }
	calls["Digitize"] = func(x *ivy.Array) { e.Digitize(x, one()) }
	calls["HistogramDD"] = func(x *ivy.Array) { e.HistogramDD(column(x)) }
	for _, op := range []*ops.Op{ops.UnsortedSegmentMax, ops.UnsortedSegmentMean, ops.UnsortedSegmentMin, ops.UnsortedSegmentSum} {
		calls[op.Name] = func(*ivy.Array) { e.Call(op, []any{e.Ones([]int{1}), []int64{0}, huge}) }
	}
	class := e.Asarray(int8(0))
	calls["NLLLoss"] = func(x *ivy.Array) { e.NLLLoss(x, class) }
	calls["SoftmaxCrossEntropy"] = func(x *ivy.Array) { e.SoftmaxCrossEntropy(x, class) }
	calls["SparseCrossEntropy"] = func(x *ivy.Array) { e.SparseCrossEntropy(class, x) }
	calls["MultiMarginLoss"] = func(x *ivy.Array) { e.MultiMarginLoss(x, class) }
	calls["CTCLoss"] = func(x *ivy.Array) {
		e.CTCLoss(e.Reshape(x, []int{1, 1, huge}), e.Zeros([]int{1, 1}, ivy.Int8), []int{1}, []int{1})
	}
	calls["SSIMLoss"] = func(x *ivy.Array) { x = e.Reshape(x, []int{1, huge, 1, 1}); e.SSIMLoss(x, x) }
	for _, op := range ops.All() {
		if op.Family != ops.FamilyComposed || op.Group != ops.Activations && op.Group != ops.Losses || calls[op.Name] != nil {
			continue
		}
		calls[op.Name] = func(x *ivy.Array) { // is all operands
			args := make([]any, len(op.Params))
			for i, p := range op.Params {
				args[i] = x
				if p.Kind == ops.Scalar {
					args[i] = 1
				}
			}
			e.Call(op, args)
		}
	}
	for _, name := range backend.Linked() {
		calls["ToBackend "+name] = func(x *ivy.Array) {
			if z := x.ToBackend(name); z == x { // it is there
				x.Bytes()
			}
		}
	}
	for op, layers := range layerCalls {
		calls[op.Name] = func(x *ivy.Array) {
			args := layerArguments(e, op, ivy.Float32)
			if op == ops.MaxUnpool || op == ops.GridSample || op == ops.ROIAlign { // as many of the second operand, whose elements the result has
				a := args[1].(*ivy.Array)
				args[1] = e.BroadcastTo(e.Zeros(nil, a.Dtype()), append([]int{huge}, a.Shape()[1:]...))
				if op == ops.ROIAlign {
					e.Call(op, args)
					return
				}
			}
			for i := range args {
				a, ok := args[i].(*ivy.Array)
				if ok && (i == 0 || len(op.Params) > 2 && len(a.Shape()) == len(layers[0].shapes[0]) || op == ops.LSTMUpdate && i < 3) && layerDtypes[op] == nil { // the first axis
					args[i] = e.BroadcastTo(e.Zeros(nil, ivy.Float32), append([]int{huge}, a.Shape()[1:]...))
				}
			}
			switch op {
			case ops.Embedding:
				args[1] = e.BroadcastTo(e.Zeros(nil, ivy.Int64), hugeShape)
			case ops.EmbeddingBag:
				args[1] = e.BroadcastTo(e.Zeros(nil, ivy.Int64), []int{huge, 2})
			}
			e.Call(op, args)
		}
	}
	for _, op := range ops.All() {
		if call := rowCall(e, op); call != nil && calls[op.Name] == nil {
			calls[op.Name] = call
		}
	}
	return calls
}

// column returns a view of x, of shape (n), of shape (n, 1).
func column(x *ivy.Array) *ivy.Array { return x.ExpandDims(ivy.Axis(1)) }

// rowCall returns a call of a row whose result memory does not hold, nil if the row's
// family does not tell which that is.
func rowCall(e *ivy.Env, op *ops.Op) func(x *ivy.Array) {
	var args func(x *ivy.Array) []any
	var opts []ivy.Option
	switch op.Family {
	case ops.FamilyUnary, ops.FamilyBinary, ops.FamilyTernary, ops.FamilyScan, ops.FamilySort, ops.FamilySearch, ops.FamilyFind:
		args = func(x *ivy.Array) []any { return slices.Repeat([]any{x}, len(op.Params)) }
	case ops.FamilyReduce: // over an axis of length 1
		args, opts = func(x *ivy.Array) []any { return []any{column(x)} }, []ivy.Option{ivy.Axis(1)}
	case ops.FamilyGather:
		args = func(x *ivy.Array) []any { return []any{x, e.BroadcastTo(e.Zeros(nil, ivy.Int64), hugeShape)} }
	case ops.FamilyProduct:
		args = func(x *ivy.Array) []any { return []any{column(x), e.Ones([]int{1, 2}, x.Dtype())} }
	case ops.FamilyComposed:
		if len(op.Params) == 0 || slices.ContainsFunc(op.Params, func(p ops.Param) bool { return p.Kind != ops.Operand }) || views[op.Name] != "" {
			return nil
		}
		args = func(x *ivy.Array) []any { return slices.Repeat([]any{x}, len(op.Params)) }
	}
	if op.Hidden || args == nil {
		return nil
	}
	dtypes := []ivy.Dtype{ivy.Int8, ivy.Bool, ivy.Float32, ivy.Complex64}
	if op.Lift {
		dtypes = []ivy.Dtype{ivy.Float32, ivy.Complex64}
	}
	return func(*ivy.Array) {
		var err error
		for _, d := range dtypes {
			if !op.In.Has(d) {
				continue
			}
			x := e.BroadcastTo(e.Ones(nil, d), hugeShape)
			err = ivy.Try(func() { e.Call(op, args(x), opts...) })
			if !errors.Is(err, ivy.ErrDtype) && !errors.Is(err, ivy.ErrUnsupported) {
				break
			}
		}
		if err != nil {
			panic(err)
		}
	}
}

// views are the rows that allocate nothing of an argument's size, with why.
var views = map[string]string{
	"Asarray":         "its values are in memory already",
	"FromDlpack":      "see ivy's tests, which export such an array",
	"BroadcastArrays": "views", "EinopsRearrange": "a view, or Reshape", "MoveAxis": "a view", "MatrixTranspose": "a view",
	"ExpandDims": "a view", "Flip": "a view, or Take", "Squeeze": "a view",
	"BroadcastTo": "a view", "PermuteDims": "a view", "Reshape": "a view, or CopyArray",
	"Atleast1D": "views", "Atleast2D": "views", "Atleast3D": "views", "Expand": "a view", "Flatten": "a view, or Reshape", "FlipLR": "a view", "FlipUD": "a view", "Matricize": "a view, or Reshape",
	"PartialFold": "a view, or Reshape", "PartialTensorToVec": "a view, or Reshape", "PartialUnfold": "a view, or Reshape", "PartialVecToTensor": "a view, or Reshape",
	"Rot90": "a view", "SwapAxes": "a view", "Unflatten": "a view, or Reshape",
}

// HugeRows checks that every public row is called by Huge, or is among those that need not be.
func HugeRows(t *testing.T, backendName string) {
	e, err := ivy.NewEnv(backendName)
	require.NoError(t, err)
	calls := hugeCalls(e)
	for _, op := range ops.All() {
		called := slices.ContainsFunc(slices.Collect(maps.Keys(calls)), func(name string) bool {
			return name == op.Name || strings.HasPrefix(name, op.Name+" ")
		})
		if !op.Hidden && called == (views[op.Name] != "") {
			t.Errorf("%s: want a call in hugeCalls, or a reason in views, and not both", op.Name)
		}
	}
}

// Huge checks that what no memory holds is an error before it is tried: quickly, and
// without growing. It is to be the whole of a test: it runs that again in a process of its
// own, which may die. Where an int has 32 bits there is nothing to check: the longest
// array of one-byte elements that can be asked for has 2 GiB, which memory may well hold.
func Huge(t *testing.T, backendName string) {
	if strconv.IntSize == 32 {
		t.Skip("an int of 32 bits counts no more bytes than memory may hold")
	}
	const mark = "GOIVY_HUGE"
	if os.Getenv(mark) == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v", "-test.timeout=8m")
		cmd.Env = append(os.Environ(), mark+"=1")
		text, err := cmd.CombinedOutput()
		lines := strings.Split(strings.TrimSpace(string(text)), "\n")
		require.NoError(t, err, strings.Join(lines[max(0, len(lines)-60):], "\n"))
		return
	}
	e, err := ivy.NewEnv(backendName)
	require.NoError(t, err)
	before := resident()
	for name, call := range hugeCalls(e) {
		if slices.Contains([]string{"ArgWhere", "Nonzero", "TrimZeros"}, name) && backendName == "torch" {
			continue // an error too, but the library counts all elements first, which takes minutes
		}
		t.Run(name, func(t *testing.T) {
			begin := time.Now()
			err := ivy.Try(func() { call(e.BroadcastTo(e.Asarray([]int8{1}), hugeShape)) })
			var ours *ivy.Error
			require.ErrorAs(t, err, &ours)
			t.Logf("%v: %v", time.Since(begin).Round(time.Millisecond), err)
			assert.True(t, ours.Is(ivy.ErrValue) || ours.Is(ivy.ErrShape), "%v", err)
			assert.Less(t, time.Since(begin), 30*time.Second)
			assert.Less(t, resident()-before, 512<<20, "bytes that the process has grown by")
		})
	}
}

// resident returns the bytes of the process's memory that are there, 0 if that is not known.
func resident() int {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		var n int
		if _, err := fmt.Sscanf(line, "VmHWM: %d kB", &n); err == nil {
			return n << 10
		}
	}
	return 0
}
