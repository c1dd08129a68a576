package backendtest

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// errAny stands for an error of any kind but a failure inside the library.
var errAny = errors.New("any")

// attempt makes a call that is wrong, or odd, and returns what is wrong with its
// answer. want is the kind of error; errAny takes any kind, nil success as well.
func (s *suite) attempt(op *ops.Op, args []any, opts []ivy.Option, want error) (problem string) {
	defer func() {
		if p := recover(); p != nil {
			problem = fmt.Sprintf("panic: %v", p)
		}
	}()
	err := ivy.Try(func() { s.env.Call(op, args, opts...) })
	var e *ivy.Error
	switch {
	case err == nil && want != nil:
		return "no error"
	case err == nil:
		return ""
	case !errors.As(err, &e):
		return fmt.Sprintf("error of type %T", err)
	case strings.Contains(err.Error(), "fault in this library"):
		return err.Error()
	case want != nil && want != errAny && !errors.Is(err, want):
		return fmt.Sprintf("%v, want an error of kind %v", err, want)
	case e.Op != op.Name:
		return fmt.Sprintf("error of %q: %v", e.Op, err)
	case errors.Is(err, ivy.ErrBackend) && want != ivy.ErrBackend:
		return fmt.Sprintf("%v: an error of kind backend is a failure inside", err)
	}
	return ""
}

// example returns a row of op that succeeds, on operands of dtype d if there is one.
func (s *suite) example(op string, d dtype.Dtype) *row {
	var found *row
	for _, g := range s.groups {
		for _, r := range g.rows {
			if r.Op != op || len(r.Err) > 0 {
				continue
			}
			if r.D == d.String() && r.F == "contiguous" {
				return r
			}
			if found == nil {
				found = r
			}
		}
	}
	return found
}

// arrayOf returns an array of ones; of zeros if it is of integers, so that it can be an index.
func (s *suite) arrayOf(d dtype.Dtype, dims ...int) *ivy.Array {
	if d.IsInteger() {
		return s.env.Zeros(dims, d)
	}
	return s.env.Ones(dims, d)
}

// everyOption has an option of each type.
func (s *suite) everyOption() map[ops.Opt]ivy.Option {
	x := s.env.Ones([]int{2}, ivy.Float32)
	return map[ops.Opt]ivy.Option{
		ops.Axis: ivy.Axis(0), ops.KeepDims: ivy.KeepDims(true), ops.Dtype: ivy.Float32, ops.Device: ivy.Device("cpu"), ops.Out: ivy.Out(x),
		ops.Copy: ivy.Copy(true), ops.Correction: ivy.Correction(1), ops.Descending: ivy.Descending(true), ops.Stable: ivy.Stable(true),
		ops.IncludeInitial: ivy.IncludeInitial(true), ops.Exclusive: ivy.Exclusive(true), ops.Reverse: ivy.Reverse(true), ops.GridIndexing: ivy.Indexing("ij"),
		ops.Side: ivy.Side("left"), ops.Sorter: ivy.Sorter(x), ops.Invert: ivy.Invert(true), ops.N: ivy.N(1), ops.Prepend: ivy.Prepend(x), ops.Append: ivy.Append(x),
		ops.K: ivy.K(0), ops.Endpoint: ivy.Endpoint(true), ops.Rtol: ivy.Rtol(0), ops.Atol: ivy.Atol(0), ops.EqualNaN: ivy.EqualNaN(true),
		ops.Approximate: ivy.Approximate(true), ops.Beta: ivy.Beta(1), ops.Threshold: ivy.Threshold(1), ops.ScaleOpt: ivy.Scale(x), ops.OffsetOpt: ivy.Offset(x),
		ops.Eps: ivy.Eps(0), ops.NewStd: ivy.NewStd(1), ops.Mode: ivy.Mode("edge"), ops.ConstantValues: ivy.ConstantValues(1), ops.FillValue: ivy.FillValue(1), ops.OnValue: ivy.OnValue(1),
		ops.OffValue: ivy.OffValue(0), ops.Nan: ivy.Nan(0), ops.PosInf: ivy.PosInf(0), ops.NegInf: ivy.NegInf(0), ops.AxesPairs: ivy.Contract(1),
		ops.Bias: ivy.Bias(x), ops.NCols: ivy.NCols(2), ops.NumRows: ivy.NumRows(2), ops.NumCols: ivy.NumCols(2), ops.AxesLengths: ivy.AxesLengths{"a": 1},
		ops.DataFormat: ivy.DataFormat("channel_last"), ops.FilterFormat: ivy.FilterFormat("channel_last"), ops.FeatureGroupCount: ivy.FeatureGroupCount(1),
		ops.XDilations: ivy.XDilations{1}, ops.Dilations: ivy.Dilations{1}, ops.S: ivy.S{2}, ops.Norm: ivy.Norm("ortho"), ops.Spacing: ivy.Spacing(2),
		ops.Upper: ivy.Upper(true), ops.Unit: ivy.Unit(true), ops.Adjointed: ivy.Adjointed(true), ops.FullMatrices: ivy.FullMatrices(true), ops.Ord: ivy.Ord(1),
		ops.Columns: ivy.Columns(2), ops.Increasing: ivy.Increasing(true), ops.Periodic: ivy.Periodic(false), ops.Alpha: ivy.Alpha(0.5), ops.DCTType: ivy.DCTType(3),
		ops.Training: ivy.Training(true), ops.Momentum: ivy.Momentum(0.5), ops.CeilMode: ivy.CeilMode(true), ops.CountIncludePad: ivy.CountIncludePad(true), ops.OutputPadding: ivy.OutputPadding{0},
		ops.Mask: ivy.Mask(x), ops.IsCausal: ivy.IsCausal(true), ops.InProjWeight: ivy.InProjWeight(x), ops.InProjBias: ivy.InProjBias(x), ops.OutProjWeight: ivy.OutProjWeight(x), ops.OutProjBias: ivy.OutProjBias(x),
		ops.MaxNorm: ivy.MaxNorm(1), ops.AlignCorners: ivy.AlignCorners(true), ops.Antialias: ivy.Antialias(true),
		ops.PaddingMode: ivy.PaddingMode("border"), ops.SpatialScale: ivy.SpatialScale(2), ops.SamplingRatio: ivy.SamplingRatio(2), ops.Aligned: ivy.Aligned(true),
		ops.Scores: ivy.Scores(x), ops.IOUThreshold: ivy.IOUThreshold(0.25), ops.MaxOutputSize: ivy.MaxOutputSize(1), ops.ScoreThreshold: ivy.ScoreThreshold(0),
		ops.FFTLength: ivy.FFTLength(8), ops.Window: ivy.Window(x), ops.PadEnd: ivy.PadEnd(true),
		ops.MinVal: ivy.MinVal(-2), ops.MaxVal: ivy.MaxVal(2), ops.Lambd: ivy.Lambd(1), ops.Reduction: ivy.Reduction("sum"), ops.Weight: ivy.Weight(x), ops.PosWeight: ivy.PosWeight(x),
		ops.IgnoreIndex: ivy.IgnoreIndex(0), ops.LabelSmoothing: ivy.LabelSmoothing(0.5), ops.Margin: ivy.Margin(1), ops.Delta: ivy.Delta(1), ops.Epsilon: ivy.Epsilon(0.1),
		ops.FromLogits: ivy.FromLogits(true), ops.LogTarget: ivy.LogTarget(true), ops.LogInput: ivy.LogInput(false), ops.FullLoss: ivy.FullLoss(true), ops.NormOrder: ivy.NormOrder(1),
		ops.Swap: ivy.Swap(true), ops.Blank: ivy.Blank(0), ops.ZeroInfinity: ivy.ZeroInfinity(true),
		ops.InitialState: ivy.InitialState(x), ops.InitialCell: ivy.InitialCell(x), ops.Lengths: ivy.Lengths(x), ops.WeightScales: ivy.WeightScales(x), ops.Bidirectional: ivy.Bidirectional(true),
		ops.FromSeed: ivy.FromSeed(1), ops.NoiseShape: ivy.NoiseShape{1}, ops.DropoutP: ivy.DropoutP(0.5), ops.Offsets: ivy.Offsets(x), ops.IncludeLastOffset: ivy.IncludeLastOffset(true),
		ops.PerSampleWeights: ivy.PerSampleWeights(x), ops.PaddingIdx: ivy.PaddingIdx(0), ops.RecurrentBias: ivy.RecurrentBias(x), ops.TimeMajor: ivy.TimeMajor(true),
		ops.Deg: ivy.Deg(true), ops.Points: ivy.Points(x), ops.Dx: ivy.Dx(2), ops.Distances: ivy.Distances(2), ops.EdgeOrder: ivy.EdgeOrder(1), ops.Left: ivy.Left(0), ops.Right: ivy.Right(0), ops.Period: ivy.Period(2),
		ops.Base: ivy.Base(2), ops.LowerEdgeHertz: ivy.LowerEdgeHertz(1), ops.UpperEdgeHertz: ivy.UpperEdgeHertz(2), ops.MinDenominator: ivy.MinDenominator(1), ops.MinBase: ivy.MinBase(1),
		ops.NumBands: ivy.NumBands(2), ops.LinearBands: ivy.LinearBands(true), ops.FlattenBands: ivy.FlattenBands(true), ops.IncludeInfs: ivy.IncludeInfs(false), ops.EqualityMatrix: ivy.EqualityMatrix(true),
		ops.BatchFirst: ivy.BatchFirst(true), ops.Nonlinearity: ivy.Nonlinearity("relu"),
		ops.Interpolation: ivy.Interpolation("hazen"), ops.OverwriteInput: ivy.OverwriteInput(true), ops.Initial: ivy.Initial(x), ops.Only: ivy.Only(x), ops.RowVar: ivy.RowVar(true), ops.DDof: ivy.DDof(0),
		ops.FWeights: ivy.FWeights(x), ops.AWeights: ivy.AWeights(x), ops.MoreVariables: ivy.MoreVariables(x), ops.Weights: ivy.Weights(x), ops.MinLength: ivy.MinLength(1), ops.RightEnd: ivy.RightEnd(true),
		ops.Bins: ivy.Bins(2), ops.ExtendLowerInterval: ivy.ExtendLowerInterval(true), ops.ExtendUpperInterval: ivy.ExtendUpperInterval(true), ops.Range: ivy.Range(x), ops.Density: ivy.Density(true),
		ops.BatchDims: ivy.BatchDims(0), ops.Largest: ivy.Largest(true), ops.Sorted: ivy.Sorted(true), ops.Size: ivy.Size(3), ops.Shape: ivy.Shape{3},
		ops.NumOrSizeSplits: ivy.NumOrSizeSplits(1), ops.WithRemainder: ivy.WithRemainder(true), ops.WithNewAxis: ivy.WithNewAxis(1), ops.StartDim: ivy.StartDim(0), ops.EndDim: ivy.EndDim(0),
		ops.Order: ivy.Order("F"), ops.Value: ivy.Value(1), ops.PaddingValue: ivy.PaddingValue(1), ops.Wrap: ivy.Wrap(true), ops.Trim: ivy.Trim("f"),
		ops.SkipBegin: ivy.SkipBegin(0), ops.SkipEnd: ivy.SkipEnd(0), ops.RavelTensors: ivy.RavelTensors(true), ops.ColumnModes: ivy.ColumnModes{0},
		ops.SkipMatrix: ivy.SkipMatrix(0), ops.Transposed: ivy.Transposed(true), ops.Modes: ivy.Modes{0}, ops.Skip: ivy.Skip{0}, ops.NModes: ivy.NModes(1),
	}
}

// oddOptions are values that options should not have, or hardly ever do.
func (s *suite) oddOptions() map[ops.Opt][]ivy.Option {
	e := s.env
	odd := map[ops.Opt][]ivy.Option{
		ops.Axis:              {ivy.Axis(math.MinInt), ivy.Axis(math.MaxInt), ivy.Axes{0, 0}, ivy.Axes{}, ivy.Axes(nil), ivy.Axes{0, -1}, ivy.Axes{99}, ivy.NoAxis{}},
		ops.Dtype:             {ivy.Dtype(0), ivy.Dtype(200), ivy.Bool, ivy.Complex64, ivy.Uint8, ivy.NativeDtype{}},
		ops.Device:            {ivy.Device("moon"), ivy.Device("")},
		ops.Out:               {ivy.Out(nil)},
		ops.Copy:              {ivy.Copy(false)},
		ops.Correction:        {ivy.Correction(math.NaN()), ivy.Correction(math.Inf(1)), ivy.Correction(-1e300)},
		ops.GridIndexing:      {ivy.Indexing(""), ivy.Indexing("XY")},
		ops.Side:              {ivy.Side(""), ivy.Side("middle")},
		ops.N:                 {ivy.N(-1), ivy.N(math.MinInt), ivy.N(1 << 20)},
		ops.K:                 {ivy.K(math.MaxInt), ivy.K(math.MinInt)},
		ops.NCols:             {ivy.NCols(-1), ivy.NCols(math.MaxInt)},
		ops.NumRows:           {ivy.NumRows(-1), ivy.NumRows(math.MaxInt)},
		ops.NumCols:           {ivy.NumCols(-1), ivy.NumCols(math.MaxInt)},
		ops.AxesLengths:       {ivy.AxesLengths(nil), ivy.AxesLengths{"": 1}, ivy.AxesLengths{"a": -1}, ivy.AxesLengths{"a": math.MaxInt, "b": math.MaxInt}, ivy.AxesLengths{"a": 0}, ivy.AxesLengths{"...": 2}},
		ops.Rtol:              {ivy.Rtol(math.NaN()), ivy.Rtol(-1)},
		ops.Atol:              {ivy.Atol(math.NaN()), ivy.Atol(math.Inf(-1))},
		ops.Beta:              {ivy.Beta(0), ivy.Beta(math.NaN()), ivy.Beta(math.Inf(1)), ivy.Beta(math.MaxFloat64)},
		ops.MinVal:            {ivy.MinVal(math.NaN()), ivy.MinVal(5)},
		ops.MaxVal:            {ivy.MaxVal(math.NaN()), ivy.MaxVal(-5), ivy.MaxVal(math.Inf(1))},
		ops.Lambd:             {ivy.Lambd(math.NaN()), ivy.Lambd(-1), ivy.Lambd(math.Inf(1))},
		ops.Reduction:         {ivy.Reduction(""), ivy.Reduction("average"), ivy.Reduction("batchmean")},
		ops.IgnoreIndex:       {ivy.IgnoreIndex(-1), ivy.IgnoreIndex(math.MaxInt), ivy.IgnoreIndex(math.MinInt)},
		ops.LabelSmoothing:    {ivy.LabelSmoothing(-1), ivy.LabelSmoothing(2), ivy.LabelSmoothing(math.NaN())},
		ops.Margin:            {ivy.Margin(math.NaN()), ivy.Margin(math.Inf(1)), ivy.Margin(-1)},
		ops.Delta:             {ivy.Delta(0), ivy.Delta(-1), ivy.Delta(math.NaN()), ivy.Delta(math.Inf(1))},
		ops.Epsilon:           {ivy.Epsilon(-1), ivy.Epsilon(0.75), ivy.Epsilon(math.NaN())},
		ops.NormOrder:         {ivy.NormOrder(0), ivy.NormOrder(-1), ivy.NormOrder(math.NaN()), ivy.NormOrder(math.Inf(1))},
		ops.Blank:             {ivy.Blank(-1), ivy.Blank(math.MaxInt)},
		ops.FFTLength:         {ivy.FFTLength(0), ivy.FFTLength(-1), ivy.FFTLength(math.MaxInt), ivy.FFTLength(1)},
		ops.DCTType:           {ivy.DCTType(0), ivy.DCTType(5), ivy.DCTType(-1), ivy.DCTType(math.MaxInt)},
		ops.Dx:                {ivy.Dx(0), ivy.Dx(math.NaN()), ivy.Dx(math.Inf(1))},
		ops.EdgeOrder:         {ivy.EdgeOrder(0), ivy.EdgeOrder(2), ivy.EdgeOrder(3), ivy.EdgeOrder(math.MaxInt)},
		ops.Left:              {ivy.Left(math.NaN()), ivy.Left(math.Inf(1))},
		ops.Right:             {ivy.Right(math.NaN()), ivy.Right(math.Inf(-1))},
		ops.Period:            {ivy.Period(0), ivy.Period(-1), ivy.Period(math.NaN()), ivy.Period(math.Inf(1)), ivy.Period(5e-324)},
		ops.LowerEdgeHertz:    {ivy.LowerEdgeHertz(-1), ivy.LowerEdgeHertz(math.NaN()), ivy.LowerEdgeHertz(1e300)},
		ops.UpperEdgeHertz:    {ivy.UpperEdgeHertz(-1), ivy.UpperEdgeHertz(math.Inf(1)), ivy.UpperEdgeHertz(1e300), ivy.UpperEdgeHertz(math.NaN())},
		ops.MinBase:           {ivy.MinBase(math.NaN()), ivy.MinBase(math.Inf(1)), ivy.MinBase(-1)},
		ops.NumBands:          {ivy.NumBands(0), ivy.NumBands(-1), ivy.NumBands(math.MaxInt), ivy.NumBands(math.MaxInt / 2)},
		ops.Alpha:             {ivy.Alpha(math.NaN()), ivy.Alpha(math.Inf(-1))},
		ops.Threshold:         {ivy.Threshold(math.Inf(-1))},
		ops.Eps:               {ivy.Eps(math.NaN()), ivy.Eps(-1)},
		ops.Nonlinearity:      {ivy.Nonlinearity(""), ivy.Nonlinearity("Tanh")},
		ops.Mode:              {ivy.Mode(""), ivy.Mode("mirror")},
		ops.DataFormat:        {ivy.DataFormat(""), ivy.DataFormat("NHWC"), ivy.DataFormat("channel_first")},
		ops.FilterFormat:      {ivy.FilterFormat(""), ivy.FilterFormat("HWIO"), ivy.FilterFormat("channel_first")},
		ops.FeatureGroupCount: {ivy.FeatureGroupCount(0), ivy.FeatureGroupCount(-1), ivy.FeatureGroupCount(7), ivy.FeatureGroupCount(math.MaxInt)},
		ops.XDilations:        {ivy.XDilations(nil), ivy.XDilations{}, ivy.XDilations{0}, ivy.XDilations{-1}, ivy.XDilations{math.MaxInt}, ivy.XDilations{1, 1, 1, 1, 1}},
		ops.Dilations:         {ivy.Dilations(nil), ivy.Dilations{}, ivy.Dilations{0}, ivy.Dilations{-1}, ivy.Dilations{math.MaxInt}, ivy.Dilations{1, 1, 1, 1, 1}},
		ops.OutputPadding:     {ivy.OutputPadding(nil), ivy.OutputPadding{}, ivy.OutputPadding{-1}, ivy.OutputPadding{9}, ivy.OutputPadding{math.MaxInt}, ivy.OutputPadding{1, 1, 1, 1, 1}},
		ops.Momentum:          {ivy.Momentum(math.NaN()), ivy.Momentum(-1), ivy.Momentum(math.Inf(1))},
		ops.MaxNorm:           {ivy.MaxNorm(math.NaN()), ivy.MaxNorm(-1), ivy.MaxNorm(0), ivy.MaxNorm(math.Inf(1))},
		ops.PaddingMode:       {ivy.PaddingMode(""), ivy.PaddingMode("reflect")},
		ops.SpatialScale:      {ivy.SpatialScale(math.NaN()), ivy.SpatialScale(math.Inf(1)), ivy.SpatialScale(0), ivy.SpatialScale(-1)},
		ops.SamplingRatio:     {ivy.SamplingRatio(0), ivy.SamplingRatio(-1), ivy.SamplingRatio(math.MaxInt), ivy.SamplingRatio(math.MaxInt32)},
		ops.IOUThreshold:      {ivy.IOUThreshold(math.NaN()), ivy.IOUThreshold(-1), ivy.IOUThreshold(math.Inf(1))},
		ops.MaxOutputSize:     {ivy.MaxOutputSize(-1), ivy.MaxOutputSize(0), ivy.MaxOutputSize(math.MaxInt)},
		ops.ScoreThreshold:    {ivy.ScoreThreshold(math.NaN()), ivy.ScoreThreshold(math.Inf(1))},
		ops.NoiseShape:        {ivy.NoiseShape(nil), ivy.NoiseShape{}, ivy.NoiseShape{-1}, ivy.NoiseShape{-2}, ivy.NoiseShape{0}, ivy.NoiseShape{math.MaxInt, 1}, ivy.NoiseShape{1, 1, 1, 1, 1, 1, 1}},
		ops.DropoutP:          {ivy.DropoutP(math.NaN()), ivy.DropoutP(-1), ivy.DropoutP(1.5), ivy.DropoutP(1), ivy.DropoutP(math.Inf(1))},
		ops.PaddingIdx:        {ivy.PaddingIdx(-1), ivy.PaddingIdx(math.MaxInt), ivy.PaddingIdx(math.MinInt)},
		ops.S:                 {ivy.S(nil), ivy.S{}, ivy.S{0}, ivy.S{-1}, ivy.S{math.MaxInt}, ivy.S{math.MaxInt, 3}, ivy.S{1, 1, 1, 1, 1}},
		ops.Norm:              {ivy.Norm(""), ivy.Norm("BACKWARD")},
		ops.Spacing:           {ivy.Spacing(0), ivy.Spacing(math.NaN()), ivy.Spacing(math.Inf(1)), ivy.Spacing(-5e-324)},
		ops.Ord:               {ivy.Ord(nil), ivy.Ord(0), ivy.Ord(math.NaN()), ivy.Ord(math.Inf(-1)), ivy.Ord("two"), ivy.Ord(""), ivy.Ord([]int{1}), ivy.Ord(2i), ivy.Ord(1e300)},
		ops.Columns:           {ivy.Columns(-1), ivy.Columns(0), ivy.Columns(math.MaxInt)},
		ops.Interpolation:     {ivy.Interpolation(""), ivy.Interpolation("Linear")},
		ops.DDof:              {ivy.DDof(math.MaxInt), ivy.DDof(math.MinInt), ivy.DDof(-1)},
		ops.MinLength:         {ivy.MinLength(-1), ivy.MinLength(math.MaxInt), ivy.MinLength(math.MaxInt >> 23)},
		ops.BatchDims:         {ivy.BatchDims(-1), ivy.BatchDims(math.MaxInt), ivy.BatchDims(math.MinInt), ivy.BatchDims(2)},
		ops.Size:              {ivy.Size(-1), ivy.Size(math.MaxInt), ivy.Size(0), ivy.Size(math.MaxInt >> 23)},
		ops.Shape:             {ivy.Shape(nil), ivy.Shape{}, ivy.Shape{-1}, ivy.Shape{0}, ivy.Shape{math.MaxInt, 3}, ivy.Shape{math.MaxInt >> 23}},
		ops.WithNewAxis:       {ivy.WithNewAxis(-1), ivy.WithNewAxis(2), ivy.WithNewAxis(math.MaxInt)},
		ops.StartDim:          {ivy.StartDim(99), ivy.StartDim(math.MinInt), ivy.StartDim(math.MaxInt)},
		ops.EndDim:            {ivy.EndDim(99), ivy.EndDim(math.MinInt), ivy.EndDim(math.MaxInt)},
		ops.Order:             {ivy.Order(""), ivy.Order("c"), ivy.Order("K")},
		ops.Trim:              {ivy.Trim(""), ivy.Trim("FB"), ivy.Trim("fbf")},
		ops.SkipBegin:         {ivy.SkipBegin(-1), ivy.SkipBegin(99), ivy.SkipBegin(math.MaxInt), ivy.SkipBegin(math.MinInt)},
		ops.SkipEnd:           {ivy.SkipEnd(-1), ivy.SkipEnd(99), ivy.SkipEnd(math.MaxInt), ivy.SkipEnd(math.MinInt)},
		ops.SkipMatrix:        {ivy.SkipMatrix(-99), ivy.SkipMatrix(math.MaxInt), ivy.SkipMatrix(math.MinInt)},
		ops.Modes:             {ivy.Modes(nil), ivy.Modes{}, ivy.Modes{99}, ivy.Modes{0, 0, 0}, ivy.Modes{math.MinInt}},
		ops.Skip:              {ivy.Skip(nil), ivy.Skip{}, ivy.Skip{99}, ivy.Skip{0, 0}, ivy.Skip{math.MaxInt}},
		ops.NModes:            {ivy.NModes(-1), ivy.NModes(99), ivy.NModes(math.MaxInt), ivy.NModes(math.MinInt)},
		ops.ColumnModes:       {ivy.ColumnModes(nil), ivy.ColumnModes{}, ivy.ColumnModes{-1}, ivy.ColumnModes{99}, ivy.ColumnModes{0, 0, 0}},
		ops.AxesPairs:         {ivy.Contract(-1), ivy.Contract(math.MaxInt), ivy.ContractAxes{}, ivy.ContractAxes{{0}, {99}}, ivy.ContractAxes{{0, 0}, {0, 0}}},
	}
	for opt, f := range map[ops.Opt]func(any) ivy.Option{
		ops.Sorter: ivy.Sorter, ops.Prepend: ivy.Prepend, ops.Append: ivy.Append, ops.ScaleOpt: ivy.Scale, ops.OffsetOpt: ivy.Offset, ops.Bias: ivy.Bias, ops.Window: ivy.Window,
		ops.Weight: ivy.Weight, ops.PosWeight: ivy.PosWeight, ops.Mask: ivy.Mask, ops.InProjWeight: ivy.InProjWeight, ops.InProjBias: ivy.InProjBias, ops.OutProjWeight: ivy.OutProjWeight, ops.OutProjBias: ivy.OutProjBias,
		ops.Offsets: ivy.Offsets, ops.PerSampleWeights: ivy.PerSampleWeights, ops.RecurrentBias: ivy.RecurrentBias, ops.InitialState: ivy.InitialState, ops.InitialCell: ivy.InitialCell, ops.Lengths: ivy.Lengths, ops.WeightScales: ivy.WeightScales, ops.Scores: ivy.Scores,
		ops.Base: ivy.Base, ops.Distances: ivy.Distances, ops.MinDenominator: ivy.MinDenominator, ops.Points: ivy.Points,
		ops.ConstantValues: ivy.ConstantValues, ops.OnValue: ivy.OnValue, ops.OffValue: ivy.OffValue, ops.Nan: ivy.Nan, ops.PosInf: ivy.PosInf, ops.NegInf: ivy.NegInf,
		ops.Initial: ivy.Initial, ops.Only: ivy.Only, ops.FWeights: ivy.FWeights, ops.AWeights: ivy.AWeights, ops.MoreVariables: ivy.MoreVariables, ops.Weights: ivy.Weights, ops.Bins: ivy.Bins, ops.Range: ivy.Range,
		ops.NumOrSizeSplits: ivy.NumOrSizeSplits, ops.Value: ivy.Value, ops.PaddingValue: ivy.PaddingValue, ops.FillValue: ivy.FillValue,
	} {
		for _, v := range []any{nil, "text", (*ivy.Array)(nil), e.Ones([]int{3, 0, 5}, ivy.Float32), e.Ones([]int{7, 5}, ivy.Bool), math.MaxInt / 2, 1i, math.NaN(), []int{-1, 99}, struct{}{}} {
			odd[opt] = append(odd[opt], f(v))
		}
	}
	for _, d := range []dtype.Dtype{ivy.Bool, ivy.Int8, ivy.Float64, ivy.Complex64} {
		odd[ops.Out] = append(odd[ops.Out], ivy.Out(e.Zeros([]int{}, d)), ivy.Out(e.Zeros([]int{2, 3}, d)), ivy.Out(e.Zeros([]int{0, 1, 99}, d)))
	}
	return odd
}

// optionTaken reports whether a row that is called here takes the option: those of random numbers have tests of their own.
func optionTaken(opt ops.Opt) bool {
	return slices.ContainsFunc(ops.All(), func(op *ops.Op) bool { return !op.Hidden && op.Takes(opt) })
}

// misuse calls every function with what it does not take: each answer is an
// *ivy.Error of the right kind, or a result where there is nothing against one, and
// never another panic.
func (s *suite) misuse(t *testing.T) {
	race.Sequential(t)
	every, odd := s.everyOption(), s.oddOptions()
	for _, opt := range ops.Options() {
		assert.Equal(t, optionTaken(opt), every[opt] != nil, "an option of each type: %v", opt)
	}
	for _, op := range ops.All() {
		if op.Hidden {
			continue
		}
		t.Run(op.Name, func(t *testing.T) {
			r := s.example(op.Name, ivy.Float32)
			require.NotNil(t, r, "no golden row to start from")
			m := &maker{env: s.env, group: r.group}
			c, err := m.call(r)
			require.NoError(t, err)
			try := func(what string, args []any, opts []ivy.Option, want error) {
				if p := s.attempt(op, args, opts, want); p != "" {
					t.Errorf("%s: %s", what, p)
				}
			}
			with := func(i int, v any) []any {
				args := append([]any(nil), c.args...)
				args[i] = v
				return args
			}
			s.misuseArguments(op, c, with, try)
			s.misuseDtypes(op, c, try)

			for _, o := range ops.Options() {
				switch {
				case !op.Takes(o):
					try("option "+o.String()+", not taken", c.args, append(c.opts[:len(c.opts):len(c.opts)], every[o]), ivy.ErrValue)
				case len(c.opts) == 0:
					try("option "+o.String()+" twice", c.args, []ivy.Option{every[o], every[o]}, ivy.ErrValue)
				}
			}
			if len(op.Params) == 0 || op.Params[len(op.Params)-1].Kind != ops.Numbers {
				try("a nil option", c.args, []ivy.Option{nil}, ivy.ErrValue)
			}
			for o, values := range odd {
				if !op.Takes(o) {
					continue
				}
				for _, v := range values {
					try(fmt.Sprintf("option %s = %v", o, v), c.args, []ivy.Option{v}, nil)
				}
			}
			if op.Takes(ops.Axis) && op.Name != "OneHot" && len(op.Params) > 0 {
				for _, axis := range []int{99, -99} {
					try(fmt.Sprint("axis ", axis), c.args, []ivy.Option{ivy.Axis(axis)}, ivy.ErrIndex)
				}
			}
			if op.Takes(ops.Dtype) {
				try("no dtype", c.args, []ivy.Option{ivy.Dtype(99)}, ivy.ErrDtype)
			}
			if op.Takes(ops.Device) {
				try("no device", c.args, []ivy.Option{ivy.Device("moon")}, ivy.ErrDevice)
			}
		})
	}
}

// Arguments of types that no function takes, and odd ones of the types that they take.
var (
	oddTypes    = []any{"text", struct{}{}, make(chan int), func() {}, map[int]int{}, []string{"a"}, [][]int{{1, 2}, {3}}, &struct{}{}}
	oddOperands = []any{[]any{}, [][]float64{}, []any{1, "a"}, []any{[]int{1}, 2}, uint64(math.MaxUint64), math.MinInt, []int{math.MinInt / 2, 99}}
	oddInts     = [][]int{nil, {}, {-1}, {-7}, {math.MinInt}, {math.MaxInt}, {math.MaxInt, math.MaxInt}, {0, 0}, {math.MaxInt/2 + 1, 4}, {9, 9, 9, 9}, make([]int, 65), make([]int, 1000)}
	oddPairs    = [][][2]int{nil, {}, {{-1, 0}}, {{math.MaxInt, 1}}, {{0, 0}, {0, 0}, {0, 0}, {0, 0}, {0, 0}}, {{math.MaxInt, math.MaxInt}}, {{math.MinInt, 0}}}
	oddPaddings = []any{nil, "", "same", "FULL", -1, math.MinInt, math.MaxInt, math.MaxInt / 2, [][2]int(nil), [][2]int{}, [][2]int{{-1, 0}}, [][2]int{{math.MaxInt, math.MaxInt}}, make([][2]int, 5)}
	oddTexts    = []string{"", "->", ",,,", "...", "......", "ij,jk", "é->é", "i->j", "...i->i", "... -> (...)", "a b -> b a", "a (b c) -> b a c", "((a", "a 2 -> a 99999999999999999999", strings.Repeat("a", 100)}
)

// misuseArguments calls op with too few, too many and odd arguments.
func (s *suite) misuseArguments(op *ops.Op, c *call, with func(int, any) []any, try func(string, []any, []ivy.Option, error)) {
	open := len(op.Params) > 0 && (op.Params[len(op.Params)-1].Kind == ops.Variadic || op.Params[len(op.Params)-1].Kind == ops.Numbers)
	if !open {
		try("one argument more", append(c.args[:len(c.args):len(c.args)], 1), c.opts, ivy.ErrValue)
		if len(c.args) > 0 {
			try("one argument less", c.args[:len(c.args)-1], c.opts, ivy.ErrValue)
		}
	}
	try("no arguments", nil, c.opts, kindUnless(len(op.Params) == 0 || op.Params[0].Kind == ops.Variadic))
	for i := range c.args {
		p := op.Params[min(i, len(op.Params)-1)]
		name := "argument " + p.Name
		for _, v := range oddTypes {
			if _, isText := v.(string); isText && p.Kind == ops.Text {
				continue
			}
			try(fmt.Sprintf("%s of type %T", name, v), with(i, v), c.opts, errAny)
		}
		s.oddOperand(p.Kind, name, func(v any) []any { return with(i, v) }, c.opts, try)
		tryOdd(p.Kind, name, func(v any) []any { return with(i, v) }, c.opts, try)
	}
}

// oddOperand calls with odd arrays for a parameter that takes arrays.
func (s *suite) oddOperand(kind ops.ParamKind, name string, with func(any) []any, opts []ivy.Option, try func(string, []any, []ivy.Option, error)) {
	switch kind {
	case ops.Operand:
		try(name+" nil", with(nil), opts, errAny)
		try(name+" a nil array", with((*ivy.Array)(nil)), opts, ivy.ErrValue)
		for _, dims := range [][]int{{}, {0}, {1}, {2, 0, 3}, {2, 3, 5, 7}, {1, 1, 1, 1, 1, 1, 1, 1}} {
			for _, d := range []dtype.Dtype{ivy.Float32, ivy.Int64} {
				try(fmt.Sprint(name, " of shape ", dims, " and ", d), with(s.arrayOf(d, dims...)), opts, nil)
			}
		}
		for _, v := range append(oddOperands[:len(oddOperands):len(oddOperands)], s.env.Abstract(ivy.Float32, 2, 3)) {
			try(fmt.Sprintf("%s = %T", name, v), with(v), opts, nil)
		}
	case ops.Arrays:
		try(name+" nil", with(nil), opts, errAny)
		try(name+" with a nil array", with([]*ivy.Array{nil}), opts, ivy.ErrValue)
		try(name+" none", with([]*ivy.Array{}), opts, nil)
		try(name+" of two shapes", with([]*ivy.Array{s.arrayOf(ivy.Float32, 2, 3), s.arrayOf(ivy.Int8, 5, 7, 2)}), opts, nil)
	case ops.Variadic:
		try(name+" a nil array", with((*ivy.Array)(nil)), opts, ivy.ErrValue)
	}
}

// tryOdd calls with odd values for a parameter of another kind.
func tryOdd(kind ops.ParamKind, name string, with func(any) []any, opts []ivy.Option, try func(string, []any, []ivy.Option, error)) {
	switch kind {
	case ops.Ints:
		for _, v := range oddInts {
			try(fmt.Sprint(name, " = ", v), with(v), opts, nil)
		}
	case ops.IntPairs:
		for _, v := range oddPairs {
			try(fmt.Sprint(name, " = ", v), with(v), opts, nil)
		}
	case ops.Padding:
		for _, v := range oddPaddings {
			try(fmt.Sprint(name, " = ", v), with(v), opts, nil)
		}
	case ops.Int:
		for _, v := range []int{-1, math.MinInt, math.MaxInt, math.MaxInt/2 + 1} {
			try(fmt.Sprint(name, " = ", v), with(v), opts, nil)
		}
	case ops.DtypeKind:
		for _, v := range []dtype.Dtype{0, 99} {
			try(fmt.Sprint(name, " = ", v), with(v), opts, ivy.ErrDtype)
		}
	case ops.Text:
		for _, v := range oddTexts {
			try(fmt.Sprintf("%s = %q", name, v), with(v), opts, nil)
		}
	}
}

// misuseDtypes calls op with operands of the dtypes it does not take.
func (s *suite) misuseDtypes(op *ops.Op, c *call, try func(string, []any, []ivy.Option, error)) {
	in := op.In
	if op.Lift {
		in |= dtype.Integer | dtype.Boolean
	}
	if op.Logical || op.Family == ops.FamilyFill || len(op.Params) > 0 && (op.Params[0].Kind == ops.Int || op.Params[0].Kind == ops.Ints) { // the last are no operands
		return
	}
	for _, d := range (dtype.All &^ in).Dtypes() {
		var args []any
		for _, v := range c.args {
			switch x := v.(type) {
			case *ivy.Array:
				v = s.env.Ones(x.Shape(), d)
			case []*ivy.Array:
				list := make([]*ivy.Array, len(x))
				for i := range x {
					list[i] = s.env.Ones(x[i].Shape(), d)
				}
				v = list
			}
			args = append(args, v)
		}
		var opts []ivy.Option // without arrays of other dtypes
		for _, o := range c.opts {
			switch o.(type) {
			case ivy.Axis, ivy.Axes, ivy.Contract, ivy.ContractAxes:
				opts = append(opts, o)
			}
		}
		try(fmt.Sprint("operands of ", d), args, opts, ivy.ErrDtype)
	}
}

func kindUnless(fine bool) error {
	if fine {
		return nil
	}
	return errAny
}
