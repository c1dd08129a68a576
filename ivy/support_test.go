package ivy_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// nested returns 0 and 1 of dtype d in nested slices, which need no cast.
func nested(d ivy.Dtype) any {
	switch d {
	case ivy.Bool:
		return [][]bool{{true, false}, {true, true}}
	case ivy.Uint8:
		return ones[uint8]()
	case ivy.Uint16:
		return ones[uint16]()
	case ivy.Uint32:
		return ones[uint32]()
	case ivy.Uint64:
		return ones[uint64]()
	case ivy.Int8:
		return ones[int8]()
	case ivy.Int16:
		return ones[int16]()
	case ivy.Int32:
		return ones[int32]()
	case ivy.Int64:
		return ones[int64]()
	case ivy.BFloat16:
		return [][]ivy.Brain{{dtype.BrainFromInt64(1), 0}, {dtype.BrainFromInt64(1), dtype.BrainFromInt64(1)}}
	case ivy.Float16:
		return [][]ivy.Half{{dtype.HalfFromInt64(1), 0}, {dtype.HalfFromInt64(1), dtype.HalfFromInt64(1)}}
	case ivy.Float32:
		return ones[float32]()
	case ivy.Float64:
		return ones[float64]()
	case ivy.Complex64:
		return ones[complex64]()
	}
	return ones[complex128]()
}

func ones[T uint8 | uint16 | uint32 | uint64 | int8 | int16 | int32 | int64 | float32 | float64 | complex64 | complex128]() [][]T {
	return [][]T{{1, 0}, {1, 1}}
}

// callRow calls a function of ours with arrays of dtype d, as a program would.
func callRow(e *ivy.Env, op *ops.Op, d ivy.Dtype) error {
	x := e.Asarray(nested(d))
	line := e.Asarray(rows(nested(d)))
	if x.Dtype() != d || line.Dtype() != d {
		panic(fmt.Sprintf("%v became %v", d, x.Dtype()))
	}
	args, opts := creationArguments(op, d)
	if args == nil {
		args, opts = rowArguments(e, op, x, line)
	}
	return ivy.Try(func() { e.Call(op, args, opts...) })
}

// creationArguments returns what makes op create an array of dtype d; nil if it creates none.
func creationArguments(op *ops.Op, d ivy.Dtype) ([]any, []ivy.Option) {
	opts := []ivy.Option{d}
	switch op {
	case ops.Arange.Op:
		return []any{3}, opts
	case ops.Linspace.Op:
		return []any{0, 1, 2}, opts
	case ops.Eye.Op, ops.FFTFreq, ops.RFFTFreq,
		ops.HannWindow, ops.HammingWindow, ops.BlackmanWindow, ops.BartlettWindow, ops.KaiserWindow, ops.KaiserBesselDerivedWindow, ops.VorbisWindow:
		return []any{2}, opts
	case ops.Zeros, ops.Ones, ops.Empty:
		return []any{[]int{2}}, opts
	case ops.Indices, ops.SparseIndices:
		return []any{[]int{2}}, opts
	case ops.TrilIndices, ops.TriuIndices:
		return []any{2}, opts
	case ops.MelWeightMatrix:
		return []any{2, 16, 8000}, opts
	case ops.Full.Op:
		return []any{[]int{2}, 1}, opts
	}
	return nil, nil
}

// rowArguments returns what op takes of a matrix x and of line, which has one axis.
func rowArguments(e *ivy.Env, op *ops.Op, x, line *ivy.Array) (args []any, opts []ivy.Option) {
	switch op {
	case ops.FullLike:
		args = []any{x, 1}
	case ops.Astype:
		args = []any{x, ivy.Bool}
	case ops.EinopsRearrange:
		args = []any{x, "a b -> (b a)"}
	case ops.EinopsRepeat:
		args = []any{x, "a b -> a b 2"}
	case ops.EinopsReduce:
		args = []any{x, "a b -> a", "sum"}
	case ops.Einsum:
		args = []any{"ij,jk->ki", x, x}
	case ops.Meshgrid:
		args = []any{[]*ivy.Array{line, line}}
	case ops.SearchSorted.Op:
		args = []any{line, x}
	case ops.Take.Op:
		args, opts = []any{x, []int64{0, 1}}, []ivy.Option{ivy.Axis(0)}
	case ops.TakeAlongAxis.Op:
		args, opts = []any{x, [][]int64{{0, 1}}}, []ivy.Option{ivy.Axis(0)}
	case ops.CumulativeSum.Op, ops.CumulativeProd.Op:
		args, opts = []any{x}, []ivy.Option{ivy.Axis(0)}
	case ops.Repeat:
		args = []any{x, 3}
	case ops.HSplit, ops.VSplit:
		args = []any{x, 1}
	case ops.DSplit:
		args = []any{x.Reshape([]int{2, 1, 2}), 1}
	case ops.Choose:
		args = []any{[]int64{0, 1}, []*ivy.Array{x, x}}
	case ops.PutAlongAxis:
		args = []any{x, [][]int64{{0, 1}}, line, 0}
	case ops.ModeDot:
		args = []any{x, x, 0}
	case ops.EighTridiagonal:
		args = []any{e.Concat([]*ivy.Array{line, line}), e.Concat([]*ivy.Array{line, line}).Get(ivy.Slice(1, nil))}
	case ops.TensorSolve:
		args = []any{x, line}
	case ops.HigherOrderMoment:
		args = []any{x, 2}
	case ops.VectorToSkewSymmetricMatrix:
		args = []any{e.Take(e.Concat([]*ivy.Array{line, line}), []int64{0, 1, 2})}
	case ops.AsStrided:
		args = []any{x, []int{2}, []int{x.Dtype().Size()}}
	case ops.Expand:
		args = []any{x, []int{3, -1, -1}}
	case ops.Unflatten:
		args = []any{x, 0, []int{1, 2}}
	case ops.SwapAxes:
		args = []any{x, 0, 1}
	case ops.TrimZeros:
		args = []any{line}
	case ops.PartialUnfold:
		args = []any{x, 0}
	case ops.PartialFold:
		args = []any{x, 0, []int{2, 2, 1}}
	case ops.PartialVecToTensor:
		args = []any{x, []int{2, 1, 2}}
	case ops.ConvGeneralDilated:
		line := x.Reshape([]int{1, x.Size(), 1})
		args = []any{line, line.Reshape([]int{x.Size(), 1, 1}), []int{1}, "SAME"}
	case ops.AvgPool, ops.LPPool, ops.MaxPool, ops.MaxPoolWithIndices, ops.Unfold:
		args = []any{x.Reshape([]int{1, 4, -1}), []int{2}, []int{2}, "SAME"}
	case ops.AdaptiveAvgPool, ops.AdaptiveMaxPool, ops.Interpolate:
		args = []any{x.Reshape([]int{1, 4, -1}), []int{2}}
	case ops.Fold:
		args = []any{x.Reshape([]int{1, 2, -1}), []int{4}, []int{2}, []int{2}, "VALID"}
	case ops.ConvGeneralTranspose, ops.DepthwiseConv:
		image, filters := x.Reshape([]int{1, 2, 2}), x
		if op == ops.ConvGeneralTranspose {
			image, filters = x.Reshape([]int{1, 4, 1}), x.Reshape([]int{4, 1, 1})
		}
		args = []any{image, filters, []int{1}, "SAME"}
	case ops.MaxUnpool:
		args = []any{x.Reshape([]int{1, 4, 1}), e.Zeros([]int{1, 4, 1}, ivy.Int64), []int{2}}
	case ops.GridSample:
		args = []any{x.Reshape([]int{1, 2, 2, 1}), e.Concat([]*ivy.Array{x, x}).Reshape([]int{1, 2, 2, 2})}
	case ops.ROIAlign:
		args = []any{x.Reshape([]int{1, 2, 2, 1}), e.Zeros([]int{1, 5}, x.Dtype()), []int{2}}
	case ops.NMS:
		args = []any{x.Reshape([]int{1, 4})}
	case ops.SeparableConv:
		args = []any{x.Reshape([]int{1, 2, 2}), x.Reshape([]int{2, 2, 1}), x, []int{1}, "SAME"}
	case ops.LocalResponseNorm:
		args = []any{x, 3}
	case ops.Embedding:
		args = []any{x, []int64{0, 1}}
	case ops.EmbeddingBag:
		args = []any{x, [][]int64{{0, 1}}}
	case ops.Dropout:
		args, opts = []any{x, 0.5}, []ivy.Option{ivy.FromSeed(1)}
	case ops.LSTMUpdate:
		w := e.Concat(slices.Repeat([]*ivy.Array{x}, 4), ivy.Axis(1))
		args = []any{x, x.Get(0), x.Get(0), w, w}
	case ops.MultiHeadAttention:
		args = []any{x, x, x, 1}
	case ops.BatchNorm:
		args = []any{x, x.Get(0), x.Get(0)}
	case ops.GroupNorm:
		args = []any{x, 2}
	case ops.RMSNorm:
		args = []any{x, []int{-1}}
	case ops.LSTM, ops.GRU, ops.RNN:
		w := e.Concat(slices.Repeat([]*ivy.Array{x}, map[*ops.Op]int{ops.LSTM: 4, ops.GRU: 3, ops.RNN: 1}[op]))
		args = []any{x, []*ivy.Array{w, w}}
	case ops.OneHot:
		args = []any{x, 2}
	case ops.Ldexp:
		args = []any{x, []int64{1, 2}}
	case ops.SoftThresholding:
		args = []any{x, 1}
	case ops.Interp:
		args = []any{x, line, line}
	case ops.Polyval:
		args = []any{line, x}
	case ops.SparsifyTensor, ops.ClipMatrixNorm, ops.ClipVectorNorm, ops.FourierEncode:
		args = []any{x, 1}
	case ops.Logspace:
		args = []any{x, x, 2}
	case ops.Reshape.Op:
		args = []any{x, []int{4, 1}}
	case ops.BroadcastTo.Op:
		args = []any{x, []int{3, 2, 2}}
	case ops.PermuteDims.Op:
		args = []any{x, []int{1, 0}}
	case ops.MoveAxis:
		args = []any{x, []int{0}, []int{1}}
	case ops.Where.Op:
		args = []any{e.Asarray([]bool{true, false}), x, x}
	case ops.Squeeze:
		args = []any{e.ExpandDims(x)}
	case ops.Polygamma:
		args = []any{1, x}
	case ops.MatrixPower:
		args = []any{x, 1}
	case ops.Vander:
		args = []any{line}
	case ops.Outer:
		args = []any{line, line}
	case ops.Cross:
		three := e.Concat([]*ivy.Array{line, line})
		args = []any{e.Take(three, []int64{0, 1, 2}), e.Take(three, []int64{0, 1, 2})}
	case ops.STFT: // of several frames, which are put together
		args = []any{x.Reshape([]int{4}), 2, 1}
	case ops.ISTFT: // of matrices of two columns, which are the frequencies of frames of 2
		args = []any{x, 2, 1}
	case ops.NLLLoss, ops.MultiMarginLoss, ops.SoftmaxCrossEntropy:
		args = []any{x, []int64{0, 1}}
	case ops.MultiLabelMarginLoss:
		args = []any{x, [][]int64{{0, 1}, {1, -1}}}
	case ops.SparseCrossEntropy:
		args = []any{[]int64{0, 1}, x}
	case ops.Thresholded:
		args = []any{x, 1, 2}
	case ops.SSIMLoss:
		image := x.Reshape([]int{1, 2, 2, 1})
		args = []any{image, image}
	case ops.CTCLoss:
		args = []any{x.Reshape([]int{2, 1, 2}), [][]int64{{1, 1}}, []int64{2}, []int64{1}}
	case ops.LUSolve:
		args = []any{x, []int64{0, 1}, x}
	case ops.Quantile, ops.NanQuantile:
		args = []any{x, 0.5}
	case ops.Bincount:
		args = []any{e.Zeros([]int{2}, x.Dtype())}
	case ops.Digitize:
		args = []any{x, e.Zeros([]int{2}, x.Dtype())}
	case ops.InvertPermutation:
		args = []any{e.Zeros([]int{1}, x.Dtype())}
	case ops.UnravelIndex:
		args = []any{e.Zeros([]int{1}, x.Dtype()), []int{2}}
	case ops.RavelMultiIndex:
		args = []any{[]*ivy.Array{e.Zeros([]int{1}, x.Dtype())}, []int{2}}
	case ops.TopK:
		args = []any{x, 1}
	case ops.GatherOp:
		args = []any{x, []int64{0, 1}}
	case ops.GatherND:
		args = []any{x, [][]int64{{0}, {1}}}
	case ops.ScatterFlat:
		args, opts = []any{[]int64{0, 1}, line}, []ivy.Option{ivy.Size(2)}
	case ops.ScatterND:
		args, opts = []any{[][]int64{{0}, {1}}, line}, []ivy.Option{ivy.Shape{2}}
	case ops.UnsortedSegmentMax, ops.UnsortedSegmentMean, ops.UnsortedSegmentMin, ops.UnsortedSegmentSum:
		args = []any{x, []int64{0, 1}, 2}
	default:
		args = operandsOf(op, x)
	}
	return args, opts
}

// operandsOf returns arguments of op by its parameters: x for each operand.
func operandsOf(op *ops.Op, x *ivy.Array) (args []any) {
	for _, p := range op.Params {
		switch p.Kind {
		case ops.Operand, ops.Optional:
			args = append(args, x)
		case ops.Variadic:
			args = append(args, x, x)
		case ops.Arrays:
			args = append(args, []*ivy.Array{x, x})
		case ops.Ints:
			args = append(args, []int{1})
		case ops.IntPairs:
			args = append(args, [][2]int{{1, 0}})
		default:
			panic("no arguments for " + op.Name)
		}
	}
	return args
}

func rows(x any) any {
	switch x := x.(type) {
	case [][]bool:
		return x[1]
	case [][]ivy.Brain:
		return x[1]
	case [][]ivy.Half:
		return x[1]
	case [][]uint8:
		return x[1]
	case [][]uint16:
		return x[1]
	case [][]uint32:
		return x[1]
	case [][]uint64:
		return x[1]
	case [][]int8:
		return x[1]
	case [][]int16:
		return x[1]
	case [][]int32:
		return x[1]
	case [][]int64:
		return x[1]
	case [][]float32:
		return x[1]
	case [][]float64:
		return x[1]
	case [][]complex64:
		return x[1]
	}
	return x.([][]complex128)[1]
}

// sparse returns a backend whose kernels lack dtypes at random, one in four of the rows.
func sparse(seed uint64, valid dtype.Set) *fake {
	r := rand.New(rand.NewPCG(seed, 0))
	var ds []declare
	for _, op := range ops.All() {
		if op.Family == ops.FamilyComposed || r.IntN(4) > 0 {
			continue
		}
		var lacks []string
		for _, d := range (valid & op.In).Dtypes() {
			if r.IntN(3) == 0 {
				lacks = append(lacks, d.String())
			}
		}
		ds = append(ds, unsupported(ivy.On("1.0 and above", lacks...))(op))
	}
	return newFake(fmt.Sprintf("fake-sparse-%d", seed), "1.2.3", valid, ds...)
}

// What is reported as supported is what a call takes, for every function and dtype, and
// no kernel is entered that does not take its operands.
func TestSupportIsExact(t *testing.T) {
	race.Sequential(t)
	fakes := []*fake{fakeTorch, fakeTF, fakePaddle, fakeJax}
	for seed := range uint64(12) {
		valid := dtype.All
		if seed%3 == 1 {
			valid = allButWideUints
		}
		fakes = append(fakes, sparse(seed, valid))
	}
	for _, f := range fakes {
		t.Run(f.name, func(t *testing.T) {
			e := fakeEnv(t, f)
			compared := 0
			for _, op := range ops.All() {
				if op.Hidden {
					continue
				}
				reported := e.FunctionSupportedDtypes(op.Name)
				assert.Equal(t, reported, e.FunctionSupportedDtypes(op.Snake))
				lacks := e.FunctionUnsupportedDtypes(op.Name)
				assert.Len(t, append(lacks, reported...), len(ivy.AllDtypes()), op.Name)
				for _, d := range f.valid.Dtypes() {
					var err error
					if try := ivy.Try(func() { err = callRow(e, op, d) }); try != nil {
						continue // the operand itself cannot be made
					}
					if errors.Is(err, ivy.ErrLinAlg) {
						continue // the matrix is singular: not all steps were made
					}
					var entered *enteredError
					assert.False(t, errors.As(err, &entered), "%s of %v: %v", op.Name, d, err)
					compared++
					assert.Equal(t, slices.Contains(reported, d), err == nil, "%s of %v: %v", op.Name, d, err)
					if err != nil {
						assert.True(t, errors.Is(err, ivy.ErrDtype) || errors.Is(err, ivy.ErrUnsupported), "%s of %v: %v", op.Name, d, err)
					}
				}
			}
			require.Greater(t, compared, 1500)
		})
	}
}

// Indexing and writing are held to declarations as functions are.
func TestIndexingHeedsDeclarations(t *testing.T) {
	const half = "float16"
	gaps := func(name string, rows ...*ops.Op) *ivy.Env {
		return fakeEnv(t, newFake("fake-index-"+name, "1.0", dtype.All, unsupported(ivy.On("1.0 and above", half))(rows...)))
	}
	for name, c := range map[string]struct {
		row *ops.Op
		f   func(e *ivy.Env, x *ivy.Array)
	}{
		"slice":         {ops.Slice.Op, func(e *ivy.Env, x *ivy.Array) { x.Get(ivy.Slice(0, 1)) }},
		"int":           {ops.Slice.Op, func(e *ivy.Env, x *ivy.Array) { x.Get(0) }},
		"reshape":       {ops.Reshape.Op, func(e *ivy.Env, x *ivy.Array) { x.Get(0) }},
		"indices":       {ops.Index.Op, func(e *ivy.Env, x *ivy.Array) { x.Get([]int{0, 1}) }},
		"mask":          {ops.Index.Op, func(e *ivy.Env, x *ivy.Array) { x.Get([]bool{true, false}) }},
		"permute":       {ops.PermuteDims.Op, func(e *ivy.Env, x *ivy.Array) { x.Get(ivy.Colon, []int{0, 1}) }},
		"write":         {ops.SetSlice.Op, func(e *ivy.Env, x *ivy.Array) { x.Set(1, 0) }},
		"write indices": {ops.SetIndex.Op, func(e *ivy.Env, x *ivy.Array) { x.Set(1, []int{0, 1}) }},
		"add":           {ops.AddIndex.Op, func(e *ivy.Env, x *ivy.Array) { e.AddItem(x, 1, []int{0, 1}) }},
		"write shared":  {ops.CopyArray.Op, func(e *ivy.Env, x *ivy.Array) { e.Flip(x).Set(1, 0) }},
		"out":           {ops.SetSlice.Op, func(e *ivy.Env, x *ivy.Array) { e.Max(x, ivy.Axis(0), ivy.Out(e.EmptyLike(e.Max(x, ivy.Axis(0))))) }},
		"pad":           {ops.SetSlice.Op, func(e *ivy.Env, x *ivy.Array) { e.Pad(x, [][2]int{{1, 1}}) }},
		"cast":          {ops.Cast.Op, func(e *ivy.Env, x *ivy.Array) { e.Where(x, 1, 2) }},
	} {
		e := gaps(name, c.row)
		x := e.Asarray(nested(ivy.Float16))
		err := ivy.Try(func() { c.f(e, x) })
		require.ErrorIs(t, err, ivy.ErrUnsupported, name)
		assert.ErrorContains(t, err, "float16 is not supported by fake-index-"+name+" 1.0", name)
		var entered *enteredError
		assert.False(t, errors.As(err, &entered), "%s: %v", name, err)
		assert.NoError(t, ivy.Try(func() { c.f(e, e.Asarray(nested(ivy.Float32))) }), name)
		if name != "mask" { // whose size is a matter of values
			assert.NotContains(t, e.FunctionSupportedDtypes(func(x *ivy.Array) { c.f(e, x) }, []int{2, 2}), ivy.Float16, name)
		}
	}
	// A number that a function needs on its way is there, whatever Full is declared to take.
	e := gaps("full", ops.Full.Op)
	x := e.Asarray(nested(ivy.Float16))
	assert.Equal(t, []float32{1.5, 0.5, 1.5, 1.5}, ivy.Values[float32](e.Add(x, 0.5).Astype(ivy.Float32)))
	assert.Equal(t, []int{0, 2}, x.Get(ivy.Slice(0, 0)).Shape())
	assert.ErrorIs(t, ivy.Try(func() { e.ZerosLike(x) }), ivy.ErrUnsupported)
}

// Any Go function over arrays may be asked about.
func TestSupportOfGoFunctions(t *testing.T) {
	e := fakeEnv(t, fakeTorch)
	all := fakeTorch.valid
	expm1 := all &^ dtype.Of(ivy.Float16, ivy.Complex64, ivy.Complex128)
	is := func(want dtype.Set, f any, shapes ...[]int) {
		t.Helper()
		assert.Equal(t, want.Dtypes(), e.FunctionSupportedDtypes(f, shapes...))
		assert.Equal(t, (dtype.All &^ want).Dtypes(), e.FunctionUnsupportedDtypes(f, shapes...))
	}
	is(expm1, "Expm1")
	is(expm1, "expm1")
	is(expm1, func(x *ivy.Array) *ivy.Array { return e.Expm1(x) })
	is(expm1, func(x *ivy.Array) *ivy.Array { return x.Expm1() })
	is(expm1, func(x any) *ivy.Array { return e.Expm1(x) })
	is(expm1, func(x *ivy.Array) { e.Expm1(x) })
	is(expm1, func(x *ivy.Array) *ivy.Array { return ivy.Expm1(x) }) // arrays know where they are
	is(expm1&^dtype.Of(ivy.Bool), func(x, y *ivy.Array) *ivy.Array { return e.Subtract(e.Expm1(x), e.Negative(y)) })
	is(expm1, func(xs ...*ivy.Array) *ivy.Array { return e.Concat([]*ivy.Array{e.Expm1(xs[0]), xs[1]}) })
	is(expm1, func(xs []*ivy.Array) []*ivy.Array { return []*ivy.Array{e.Expm1(xs[0]), xs[1]} })
	is(expm1, func(x *ivy.Array, rest []*ivy.Array) (*ivy.Array, []*ivy.Array) { return e.Expm1(rest[1]), rest })
	is(expm1, func(x *ivy.Array, opts ...ivy.Option) *ivy.Array { return e.Expm1(x, opts...) })
	is(expm1, e.Expm1)
	is(expm1, ivy.Expm1)
	is(all, func(x *ivy.Array) *ivy.Array { return x })
	is(all, func() *ivy.Array { return e.Ones([]int{2}) })
	is(dtype.None, func() *ivy.Array { return e.Expm1(e.Ones([]int{2}, ivy.Float16)) })

	// What Ivy's traversal of the syntax tree gets wrong.
	sum := func(xs []int) (n int) {
		for _, x := range xs {
			n += x
		}
		return n
	}
	is(all, func(x *ivy.Array) *ivy.Array { _ = sum([]int{1, 2}); return x }, []int{2})
	alias := e.Expm1
	is(expm1, func(x *ivy.Array) *ivy.Array { return alias(x) })
	table := map[string]func(any, ...ivy.Option) *ivy.Array{"f": e.Expm1, "g": e.Exp}
	is(all, func(x *ivy.Array) *ivy.Array { return table["g"](x) })
	is(expm1, func(x *ivy.Array) *ivy.Array { return table["f"](x) })
	is(all, func(x *ivy.Array) *ivy.Array {
		if false {
			return e.Expm1(x)
		}
		return x
	})

	// Control flow on shapes, and on dtypes.
	flow := func(x *ivy.Array) *ivy.Array {
		if x.Ndim() == 1 {
			return e.Expm1(x)
		}
		return e.Exp(x)
	}
	is(expm1, flow, []int{3})
	is(all, flow, []int{3, 3})
	is(expm1, flow, []int{3, 3}, []int{3})
	is(all, func(x *ivy.Array) *ivy.Array {
		if x.Dtype() == ivy.Float16 || x.Dtype().IsComplex() {
			return x
		}
		return e.Expm1(x)
	})
	loops := 0
	is(expm1, func(x *ivy.Array) *ivy.Array {
		for range x.Shape()[0] {
			x, loops = e.Expm1(x), loops+1
		}
		return x
	}, []int{4})
	assert.Positive(t, loops)

	// Only the last axis of some shape fits.
	is(all&dtype.Numeric&^dtype.Of(ivy.Int32), func(x *ivy.Array) *ivy.Array { return e.MatMul(x, x) })
	is(all, func(x *ivy.Array) *ivy.Array { return e.Reshape(x, []int{5, 7}) }, []int{35})

	// Modes do not count.
	undo := e.WithCastDataTypes()
	is(expm1, "Expm1")
	is(expm1, flow, []int{3})
	undo()
	// Backends differ.
	assert.Contains(t, fakeEnv(t, fakeTF).FunctionSupportedDtypes(ivy.Expm1), ivy.Float16)
	assert.Equal(t, ivy.AllDtypes(), newEnv(t).FunctionSupportedDtypes("exp"))
}

func TestSupportRefuses(t *testing.T) {
	e := fakeEnv(t, fakeTorch)
	for _, c := range []struct {
		why  string
		f    any
		kind error
		text string
		in   [][]int
	}{
		{"no such function", "nonsense", ivy.ErrValue, `no function "nonsense"`, nil},
		{"a step of others", "Slice", ivy.ErrValue, `no function "Slice"`, nil},
		{"no function", 3, ivy.ErrValue, "int is no function", nil},
		{"nil", nil, ivy.ErrValue, "no function", nil},
		{"a nil function", (func(*ivy.Array) *ivy.Array)(nil), ivy.ErrValue, "no function", nil},
		{"a parameter that is no array", func(n int) *ivy.Array { return nil }, ivy.ErrValue, "parameter 1", nil},
		{"a result that is none", func(x *ivy.Array) int { return 0 }, ivy.ErrValue, "result 1", nil},
		{"two lists", func(x, y []*ivy.Array) {}, ivy.ErrValue, "several lists", nil},
		{"values", func(x *ivy.Array) *ivy.Array {
			if x.Bool() {
				return e.Exp(x)
			}
			return x
		}, ivy.ErrUnsupported, "looks at values", [][]int{{}}},
		{"elements", func(x *ivy.Array) *ivy.Array { _ = x.Data(); return x }, ivy.ErrUnsupported, "looks at values", nil},
		{"a mask", func(x *ivy.Array) *ivy.Array { return x.Get(e.Greater(e.Real(x), 0)) }, ivy.ErrUnsupported, "looks at values", nil},
		{"sizes that values make", func(x *ivy.Array) []*ivy.Array { return e.Nonzero(x) }, ivy.ErrUnsupported, "looks at values", nil},
		{"an array with elements to write to", func(x *ivy.Array) *ivy.Array { return e.IsFinite(x, ivy.Out(e.Ones(x.Shape(), ivy.Bool))) }, ivy.ErrUnsupported, "make Out with EmptyLike", nil},
		{"shapes", func(x *ivy.Array) *ivy.Array { return e.Reshape(x, []int{5, 7}) }, ivy.ErrShape, "none of a few common shapes (give one)", nil},
		{"these shapes", func(x *ivy.Array) *ivy.Array { return e.MatMul(x, x) }, ivy.ErrShape, "none of the shapes given", [][]int{{2, 3}}},
	} {
		for _, ask := range []func(any, ...[]int) []ivy.Dtype{e.FunctionSupportedDtypes, e.FunctionUnsupportedDtypes} {
			err := ivy.Try(func() { ask(c.f, c.in...) })
			require.ErrorIs(t, err, c.kind, c.why)
			assert.ErrorContains(t, err, c.text, c.why)
		}
	}
	assert.PanicsWithValue(t, "a fault of the function's own", func() {
		e.FunctionSupportedDtypes(func(x *ivy.Array) *ivy.Array { panic("a fault of the function's own") })
	})
}

// Functions of users, with declarations.
func TestFunctions(t *testing.T) {
	torch, tf := fakeEnv(t, fakeTorch), fakeEnv(t, fakeTF)
	newFunction := func(f any) *ivy.Function {
		fn, err := ivy.NewFunction("soften", f)
		require.NoError(t, err)
		return fn
	}
	soften := newFunction(func(x *ivy.Array) *ivy.Array { return x.Env().Exp(x) })
	assert.Equal(t, "soften", soften.Name())
	require.NoError(t, soften.WithUnsupportedDtypes("fake-torch", ivy.On("2.0.1 and below", "float16", "integer"), ivy.On("2.1 and above", "bfloat16")))
	require.NoError(t, soften.WithSupportedDtypes("fake-tf", ivy.On("2.13.0", "float")))
	assert.Equal(t, "bool, bfloat16, float32, float64, complex64, complex128", dtype.Of(torch.FunctionSupportedDtypes(soften)...).String())
	assert.Equal(t, "bfloat16, float16, float32, float64", dtype.Of(tf.FunctionSupportedDtypes(soften)...).String())
	assert.Equal(t, ivy.AllDtypes(), newEnv(t).FunctionSupportedDtypes(soften))

	half := torch.Asarray([]ivy.Half{0})
	err := ivy.Try(func() { torch.CallFunction(soften, half) })
	require.ErrorIs(t, err, ivy.ErrUnsupported)
	assert.ErrorContains(t, err, "soften on fake-torch: dtype float16 is not supported on fake-torch 2.0.1")
	assert.ErrorContains(t, err, "UpcastDataTypes would compute in float32, DowncastDataTypes would compute in bfloat16")
	undo := torch.WithUpcastDataTypes()
	z := torch.CallFunction(soften, half)
	require.Len(t, z, 1)
	assert.Equal(t, ivy.Float32, z[0].Dtype())
	assert.Equal(t, 1.0, z[0].Get(0).Float())
	undo()
	undo = torch.WithCrosscastDataTypes()
	assert.ErrorIs(t, ivy.Try(func() { torch.CallFunction(soften, half) }), ivy.ErrUnsupported)
	assert.Equal(t, ivy.Float32, torch.CallFunction(soften, torch.Asarray([]int8{0}))[0].Dtype())
	undo()
	assert.Equal(t, ivy.Float16, soften.Call(tf.Asarray([]ivy.Half{0}))[0].Dtype(), "fake-tf takes it")

	// A second declaration, of either kind, is refused, and so is a bad one.
	for _, err := range []error{
		soften.WithSupportedDtypes("fake-torch", ivy.On("1.0", "float")),
		soften.WithUnsupportedDtypes("fake-torch", ivy.On("1.0", "float")),
		soften.UnsupportedDtypes(map[string][]string{"fake-tf": {"float16"}}),
		soften.SupportedDtypes(map[string][]string{"fake-tf": {"float16"}}),
		soften.WithUnsupportedDtypes("fake-jax", ivy.On("1.0", "flaot16")),
		soften.WithUnsupportedDtypes("fake-jax", ivy.On("one", "float16")),
		soften.WithUnsupportedDtypes("fake-jax"),
		soften.WithUnsupportedDtypes("fake-paddle", ivy.On("1.0", "uint16")),
		soften.WithSupportedDevices("fake-jax"),
		soften.OfFramework("torch", "", false, ivy.On("2.0.1", "float16")),
		soften.OfFramework("torch", "2.0.1", true),
	} {
		require.ErrorIs(t, err, ivy.ErrValue)
		assert.ErrorContains(t, err, "soften")
	}
	assert.ErrorContains(t, soften.WithUnsupportedDtypes("fake-paddle", ivy.On("1.0", "uint16")), "uint16 is declared for")
	require.NoError(t, soften.WithUnsupportedDtypes("fake-jax", ivy.On("0.4.11 and below", "complex")), "what was refused is not there")
	require.NoError(t, soften.WithSupportedDevices("fake-jax", ivy.On("0.4.11 and below", "tpu:0")), "one of devices in addition to one of dtypes")
	assert.Empty(t, fakeEnv(t, fakeJax).FunctionSupportedDtypes(soften), "not on the device there is")
	require.ErrorIs(t, soften.WithUnsupportedDevices("fake-jax", ivy.On("0.4.11 and below", "cpu")), ivy.ErrValue)

	// Of a function that calls others, what is left by its own declarations and by theirs.
	deep := newFunction(func(x *ivy.Array) []*ivy.Array { return x.Env().CallFunction(soften, x.Env().Expm1(x)) })
	require.NoError(t, deep.WithUnsupportedDtypes("fake-torch", ivy.On("2.0.1 and below", "float64")))
	// Expm1 makes floats of integers and bools, which soften takes.
	assert.Equal(t, "bool, uint8, int8, int16, int32, int64, bfloat16, float32", dtype.Of(torch.FunctionSupportedDtypes(deep)...).String())
	assert.Equal(t, "bool, uint8, int8, int16, int32, int64, bfloat16, float32, float64",
		dtype.Of(torch.FunctionSupportedDtypes(func(x *ivy.Array) []*ivy.Array { return torch.CallFunction(soften, torch.Expm1(x)) })...).String())

	// A function of a framework: its version counts, on every backend.
	trace := newFunction(func(x *ivy.Array) *ivy.Array { return x.Env().Sum(x) })
	require.NoError(t, trace.OfFramework("torch", "2.0.1", false, ivy.On("2.0.1 and below", "float16", "bfloat16"), ivy.On("2.1 and above")))
	later := newFunction(func(x *ivy.Array) *ivy.Array { return x.Env().Sum(x) })
	require.NoError(t, later.OfFramework("torch", "2.13.0+cpu", false, ivy.On("2.0.1 and below", "float16", "bfloat16"), ivy.On("2.1 and above")))
	for _, e := range []*ivy.Env{tf, newEnv(t)} {
		assert.Equal(t, []ivy.Dtype{ivy.BFloat16, ivy.Float16}, e.FunctionUnsupportedDtypes(trace))
		assert.Empty(t, e.FunctionUnsupportedDtypes(later))
	}
	err = ivy.Try(func() { trace.Call(tf.Asarray([]ivy.Half{0})) })
	require.ErrorIs(t, err, ivy.ErrUnsupported)
	assert.ErrorContains(t, err, "on fake-tf: dtype float16 is not supported on torch 2.0.1: it takes")
	// Of several declarations the error names the one that refuses.
	require.NoError(t, trace.WithUnsupportedDtypes("fake-tf", ivy.On("0 and above", "float64")))
	assert.ErrorContains(t, ivy.Try(func() { trace.Call(tf.Asarray([]ivy.Half{0})) }), "dtype float16 is not supported on torch 2.0.1: it takes")
	assert.ErrorContains(t, ivy.Try(func() { trace.Call(tf.Ones([]int{2}, ivy.Float64)) }), "dtype float64 is not supported on fake-tf "+fakeTF.version+": it takes")

	_, err = ivy.NewFunction("bad", func(n int) *ivy.Array { return nil })
	require.ErrorIs(t, err, ivy.ErrValue)
	two := newFunction(func(x, y *ivy.Array) *ivy.Array { return x.Env().Add(x, y) })
	assert.ErrorIs(t, ivy.Try(func() { two.Call(half) }), ivy.ErrValue, "one array for two")
	assert.ErrorIs(t, ivy.Try(func() { two.Call(half, nil) }), ivy.ErrValue, "a nil array")
	assert.ErrorIs(t, ivy.Try(func() { two.Call(half, tf.Asarray([]ivy.Half{0})) }), ivy.ErrBackend, "arrays of two backends")
	list := newFunction(func(first *ivy.Array, rest ...*ivy.Array) []*ivy.Array { return append(rest, first) })
	assert.Len(t, list.Call(half, half, half), 3)
	assert.Len(t, list.Call(half), 1)
}
