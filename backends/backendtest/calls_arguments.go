package backendtest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// A drawer draws a call: arguments that fit, and, of some calls, one that does not.
type drawer struct {
	r     *rand.Rand
	op    *ops.Op
	args  []any
	opts  []any
	first []int         // the shape of the operand that axes are of
	d     dtype.Dtype   // the dtype that most operands have
	made  []dtype.Dtype // those of all operands
	axis  *int          // the axis that the arguments were made for, if they were
	given ops.Opts      // options that the arguments brought
}

// draw returns the call of a number: the same for the same seed.
func draw(seed, number uint64, op *ops.Op) *trial {
	g := &drawer{r: rand.New(rand.NewPCG(seed, number)), op: op}
	set := &settings[0]
	switch g.r.IntN(40) {
	case 0, 1, 2, 3:
		set = &settings[g.r.IntN(len(settings))]
	case 4:
		set = &castingModes[g.r.IntN(len(castingModes))]
	}
	in := taken(op).Dtypes()
	g.d = in[g.r.IntN(len(in))]
	if g.r.IntN(25) == 0 {
		g.d = dtype.All.Dtypes()[g.r.IntN(int(dtype.Count)-1)]
	}
	g.arguments()
	g.options()
	t := &trial{op: op, args: g.args, opts: g.opts, setting: set}
	if g.r.IntN(6) == 0 {
		g.spoil(t)
	}
	t.look()
	return t
}

// look notes the operands of a drawn call, and whether its values are open: those of
// complex numbers with infinite or NaN parts, and searches in numbers that do not ascend.
func (t *trial) look() {
	isComplex, finite := false, true
	var add func(x any)
	add = func(x any) {
		switch x := x.(type) {
		case rawArray:
			t.operands = append(t.operands, x)
			isComplex = isComplex || x.dtype.IsComplex()
			finite = finite && x.finite()
		case []rawArray:
			for _, a := range x {
				add(a)
			}
		case complex128:
			t.operands = append(t.operands, x)
			isComplex = true
		case complex64:
			t.operands = append(t.operands, x)
			isComplex = true
		case float64:
			finite = finite && x-x == 0
		case dtype.Dtype:
			isComplex = isComplex || x.IsComplex()
		}
	}
	for _, x := range t.args {
		add(x)
	}
	for _, o := range t.opts {
		switch o := o.(type) {
		case valued:
			add(o.v)
		case variant:
			add(o.Option)
		case misfit:
			t.loose = t.loose || o.opt == ops.Sorter
		}
	}
	t.loose = t.loose || isComplex && !finite
	if a, ok := t.args0().(rawArray); ok && t.op == ops.SearchSorted.Op && !a.ascends() {
		t.loose = true
	}
}

// args0 returns the first argument, if there is one.
func (t *trial) args0() any {
	if len(t.args) == 0 {
		return nil
	}
	return t.args[0]
}

// castingModes are settings of some calls, in addition to those of Consistency: a dtype that a
// function does not take becomes one that it takes.
var castingModes = []setting{
	{"upcasting", func(e *ivy.Env) { e.UpcastDataTypes() }},
	{"downcasting", func(e *ivy.Env) { e.DowncastDataTypes() }},
	{"casting to other kinds", func(e *ivy.Env) { e.CrosscastDataTypes() }},
	{"casting", func(e *ivy.Env) { e.CastDataTypes() }},
}

// chance is true once in n times.
func (g *drawer) chance(n int) bool { return g.r.IntN(n) == 0 }

func pick[T any](g *drawer, from ...T) T { return from[g.r.IntN(len(from))] }

// between draws an int from lo to hi.
func (g *drawer) between(lo, hi int) int { return lo + g.r.IntN(hi-lo+1) }

// dtype draws the dtype of a further operand.
func (g *drawer) dtype() dtype.Dtype {
	if g.chance(3) {
		in := taken(g.op).Dtypes()
		return in[g.r.IntN(len(in))]
	}
	return g.d
}

// array draws an array.
func (g *drawer) array(d dtype.Dtype, dims []int) rawArray {
	s := small
	if g.chance(2) {
		s = style(g.r.IntN(int(styles)))
	}
	return g.styled(d, dims, s)
}

func (g *drawer) styled(d dtype.Dtype, dims []int, s style) rawArray {
	g.made = append(g.made, d)
	a := rawArray{dtype: d, shape: dims, data: numbersOf(g.r, d, shape.Size(dims), s), form: formOf(g.r, dims)}
	a.repeatBroadcast()
	return a
}

// whole draws an array of whole numbers from lo to hi.
func (g *drawer) whole(d dtype.Dtype, dims []int, lo, hi int) rawArray {
	return g.filled(d, dims, func(int) float64 { return float64(g.between(lo, hi)) })
}

// filled draws the form of an array of real numbers x(0), x(1) and so on, one for each element in row-major order.
func (g *drawer) filled(d dtype.Dtype, dims []int, x func(i int) float64) rawArray {
	a := rawArray{dtype: d, shape: dims, form: formOf(g.r, dims)}
	for i := range shape.Size(dims) {
		a.data = appendNumber(a.data, d.Component(), x(i))
		if d.IsComplex() {
			a.data = appendNumber(a.data, d.Component(), 0)
		}
	}
	a.repeatBroadcast()
	return a
}

// scalar draws a Go number.
func (g *drawer) scalar() any {
	switch g.r.IntN(12) {
	case 0:
		return g.chance(2)
	case 1, 2, 3, 4, 5:
		return g.between(-3, 5)
	case 6, 7, 8:
		return float64(g.between(-6, 9)) / 2
	case 9:
		return complex(float64(g.between(-2, 3)), 1)
	case 10:
		return pick[any](g, int8(3), uint8(2), float32(1.5), int64(-2), uint16(7), complex64(1i))
	}
	return pick[any](g, math.NaN(), math.Inf(1), math.Inf(-1), 0.0, math.Copysign(0, -1), 1e300, 1e-310, sized(math.MaxInt64), sized(math.MinInt64), uint64(math.MaxUint64), 300, -129, sized(1<<40), 65536.5)
}

// fitting draws a Go number of a kind that an array of d takes without another dtype.
func (g *drawer) fitting(d dtype.Dtype) any {
	switch {
	case g.chance(6):
		return g.scalar()
	case d == dtype.Bool:
		return g.chance(2)
	case d.IsInteger():
		return g.between(0, 4)
	case d.IsFloat():
		return pick[any](g, g.between(-3, 4), float64(g.between(-6, 9))/2)
	}
	return pick[any](g, g.between(-3, 4), float64(g.between(-6, 9))/2, complex(1, -2))
}

// dims draws the shape of the first operand, of at least rank axes.
func (g *drawer) dims(rank int) []int {
	g.first = dims(g.r, rank, g.d.Size())
	return g.first
}

// broadcastable draws a shape that broadcasts with s.
func (g *drawer) broadcastable(s []int) []int {
	s = slices.Clone(s)
	switch g.r.IntN(6) {
	case 0:
		return s[g.r.IntN(len(s)+1):]
	case 1, 2:
		for i := range s {
			if g.chance(2) {
				s[i] = 1
			}
		}
	}
	return s
}

// broadcast draws n operands that broadcast with one another: arrays, and Go numbers.
func (g *drawer) broadcast(n int) []any {
	s := g.dims(0)
	out := make([]any, n)
	numbers := 0
	for i := range out {
		d := g.d
		if i > 0 {
			d = g.dtype()
		}
		switch {
		case n > 1 && numbers < n-1 && g.chance(7):
			out[i] = g.fitting(g.d)
			numbers++
		case i == 0 && g.chance(2):
			out[i] = g.array(d, s)
		default:
			out[i] = g.array(d, g.broadcastable(s))
		}
	}
	if shape.Size(s) > 1 && len(s) < 5 && g.chance(12) { // axes before those of s
		if a, ok := out[n-1].(rawArray); ok && shape.Size(a.shape) < 1000 {
			out[n-1] = g.array(a.dtype, append([]int{g.between(0, 3)}, a.shape...))
		}
	}
	return out
}

// somewhere draws an axis, counted from either end.
func (g *drawer) somewhere(rank int) int {
	if rank == 0 {
		return 0
	}
	return g.between(-rank, rank-1)
}

// someAxes draws several axes, each once.
func (g *drawer) someAxes(rank, least int) []int {
	axes := g.r.Perm(rank)
	axes = axes[:g.between(min(least, rank), rank)]
	for i := range axes {
		if g.chance(3) {
			axes[i] -= rank
		}
	}
	return axes
}

// arguments draws arguments that fit.
func (g *drawer) arguments() {
	if draw, ok := argumentDrawers[g.op]; ok {
		draw(g)
		return
	}
	g.byKind()
}

// argumentDrawers draw the arguments of the functions whose arguments must fit one another.
var argumentDrawers = map[*ops.Op]func(*drawer){
	ops.Arange.Op:                (*drawer).arange,
	ops.Linspace.Op:              (*drawer).linspace,
	ops.Eye.Op:                   (*drawer).eye,
	ops.Empty:                    (*drawer).shapeAlone,
	ops.Ones:                     (*drawer).shapeAlone,
	ops.Zeros:                    (*drawer).shapeAlone,
	ops.Full.Op:                  (*drawer).full,
	ops.FullLike:                 (*drawer).fullLike,
	ops.Asarray:                  (*drawer).asarray,
	ops.FromDlpack:               (*drawer).fromDlpack,
	ops.Astype:                   (*drawer).astype,
	ops.BroadcastArrays:          (*drawer).broadcastArrays,
	ops.BroadcastTo.Op:           (*drawer).broadcastTo,
	ops.Clip:                     (*drawer).clip,
	ops.Where.Op:                 (*drawer).where,
	ops.Take.Op:                  (*drawer).take,
	ops.TakeAlongAxis.Op:         (*drawer).take,
	ops.Repeat:                   (*drawer).repeat,
	ops.Einsum:                   (*drawer).einsum,
	ops.EinopsRearrange:          (*drawer).einops,
	ops.EinopsReduce:             (*drawer).einops,
	ops.EinopsRepeat:             (*drawer).einops,
	ops.MoveAxis:                 (*drawer).moveAxis,
	ops.Pad:                      (*drawer).pad,
	ops.PermuteDims.Op:           (*drawer).permuteDims,
	ops.Reshape.Op:               (*drawer).reshape,
	ops.Roll:                     (*drawer).roll,
	ops.Tile:                     (*drawer).tile,
	ops.LayerNorm:                (*drawer).layerNorm,
	ops.Linear:                   (*drawer).linear,
	ops.ConvGeneralDilated:       (*drawer).convolution,
	ops.LSTM:                     (*drawer).recurrent,
	ops.GRU:                      (*drawer).recurrent,
	ops.RNN:                      (*drawer).recurrent,
	ops.OneHot:                   (*drawer).oneHot,
	ops.MatMul.Op:                (*drawer).product,
	ops.VecDot:                   (*drawer).product,
	ops.TensorDot:                (*drawer).product,
	ops.Meshgrid:                 (*drawer).meshgrid,
	ops.Concat.Op:                (*drawer).join,
	ops.Stack:                    (*drawer).join,
	ops.SearchSorted.Op:          (*drawer).searchSorted,
	ops.IsIn.Op:                  (*drawer).isIn,
	ops.ClipMatrixNorm:           (*drawer).clippedMatrices,
	ops.ClipVectorNorm:           (*drawer).clippedNorm,
	ops.EyeLike:                  (*drawer).matrices,
	ops.FourierEncode:            (*drawer).encoded,
	ops.Gradient:                 (*drawer).samples,
	ops.Indices:                  (*drawer).gridShape,
	ops.Interp:                   (*drawer).points,
	ops.Ldexp:                    (*drawer).exponents,
	ops.Logspace:                 (*drawer).logspace,
	ops.MelWeightMatrix:          (*drawer).melBands,
	ops.Polyval:                  (*drawer).polynomial,
	ops.SparseIndices:            (*drawer).gridShape,
	ops.Trapz:                    (*drawer).samples,
	ops.TrilIndices:              (*drawer).eye,
	ops.Trilu:                    (*drawer).matrices,
	ops.TriuIndices:              (*drawer).eye,
	ops.Tril:                     (*drawer).matrices,
	ops.Triu:                     (*drawer).matrices,
	ops.MatrixTranspose:          (*drawer).matrices,
	ops.Softmax:                  (*drawer).withAnAxis,
	ops.LogSoftmax:               (*drawer).withAnAxis,
	ops.Unstack:                  (*drawer).withAnAxis,
	ops.Softmin:                  (*drawer).withAnAxis,
	ops.Glu:                      (*drawer).halves,
	ops.PRelu:                    (*drawer).slopes,
	ops.Thresholded:              (*drawer).thresholds,
	ops.NLLLoss:                  (*drawer).ofClasses,
	ops.SoftmaxCrossEntropy:      (*drawer).ofClasses,
	ops.SparseCrossEntropy:       (*drawer).ofClasses,
	ops.MultiMarginLoss:          (*drawer).ofClasses,
	ops.MultiLabelMarginLoss:     (*drawer).ofClasses,
	ops.CrossEntropy:             (*drawer).vectors,
	ops.CosineEmbeddingLoss:      (*drawer).vectors,
	ops.TripletMarginLoss:        (*drawer).vectors,
	ops.MultiLabelSoftMarginLoss: (*drawer).vectors,
	ops.SSIMLoss:                 (*drawer).images,
	ops.CTCLoss:                  (*drawer).alignments,
	ops.SortOp.Op:                (*drawer).withAnAxis,
	ops.ArgSort.Op:               (*drawer).withAnAxis,
	ops.Diff:                     (*drawer).diff,
	ops.DCT:                      (*drawer).withAnAxis,
	ops.IDCT:                     (*drawer).withAnAxis,
	ops.FFTConvolve:              (*drawer).folded,
	ops.STFT:                     (*drawer).frames,
	ops.ISTFT:                    (*drawer).frames,
	ops.Squeeze:                  (*drawer).squeeze,
	ops.ArgMax.Op:                (*drawer).withElements,
	ops.ArgMin.Op:                (*drawer).withElements,
	ops.Max.Op:                   (*drawer).withElements,
	ops.Min.Op:                   (*drawer).withElements,
	ops.Nonzero.Op:               (*drawer).withAnAxis,
	ops.BitwiseLeftShift.Op:      (*drawer).shifts,
	ops.BitwiseRightShift.Op:     (*drawer).shifts,
	ops.Pow.Op:                   (*drawer).pow,
	ops.AsStrided:                (*drawer).strided,
	ops.Choose:                   (*drawer).chosen,
	ops.ColumnStack:              (*drawer).join,
	ops.ConcatFromSequence:       (*drawer).join,
	ops.ConstantPad:              (*drawer).pad,
	ops.DSplit:                   (*drawer).sections,
	ops.DStack:                   (*drawer).join,
	ops.Expand:                   (*drawer).expand,
	ops.FillDiagonal:             (*drawer).diagonal,
	ops.FlipLR:                   (*drawer).matrices,
	ops.FlipUD:                   (*drawer).withAnAxis,
	ops.HSplit:                   (*drawer).sections,
	ops.HStack:                   (*drawer).join,
	ops.Matricize:                (*drawer).modes,
	ops.PadSequence:              (*drawer).join,
	ops.PartialFold:              (*drawer).folded0,
	ops.PartialTensorToVec:       (*drawer).withAnAxis,
	ops.PartialUnfold:            (*drawer).folded0,
	ops.PartialVecToTensor:       (*drawer).folded0,
	ops.PutAlongAxis:             (*drawer).take,
	ops.Rot90:                    (*drawer).matrices,
	ops.Split:                    (*drawer).withAnAxis,
	ops.SwapAxes:                 (*drawer).swapAxes,
	ops.TrimZeros:                (*drawer).line,
	ops.Unflatten:                (*drawer).unflatten,
	ops.UniqueConsecutive:        (*drawer).runs,
	ops.VSplit:                   (*drawer).sections,
	ops.VStack:                   (*drawer).join,
	ops.ZeroPad:                  (*drawer).pad,
}

// samples draws an array with axes of three elements or more, along one of which there are its samples.
func (g *drawer) samples() {
	s := g.dims(1)
	for i := range s {
		s[i] = max(s[i], g.between(2, 4))
	}
	if shape.Size(s) > 10_000 {
		s = s[:1]
		s[0] = min(s[0], 10_000)
	}
	g.first = s
	if g.op == ops.Trapz {
		axis := g.r.IntN(len(s))
		g.axis = &axis
	}
	g.args = []any{g.array(g.d, s)}
}

// points draws numbers and the points of a line, which ascend.
func (g *drawer) points() {
	n := g.between(1, 6)
	at := g.filled(g.d, []int{n}, func(i int) float64 { return float64(2 * i) })
	if g.d == dtype.Bool {
		n, at = 2, g.filled(g.d, []int{2}, func(i int) float64 { return float64(i) })
	}
	g.args = []any{g.few(g.d, g.dims(0)), at, g.few(g.dtype(), []int{n})}
}

// exponents draws numbers and integers.
func (g *drawer) exponents() {
	s := g.dims(0)
	d := pick(g, dtype.Int64, dtype.Int32, dtype.Int8, dtype.Uint8, dtype.Uint64)
	low := -9
	if d.IsUnsigned() {
		low = 0
	}
	g.args = []any{g.array(g.d, s), g.whole(d, g.broadcastable(s), low, 40)}
	if g.chance(6) {
		g.args[1] = g.between(-1100, 1100)
	}
}

// logspace draws two numbers or arrays, and how many numbers lie between.
func (g *drawer) logspace() {
	s := []int{g.between(0, 3), g.between(1, 2)}[:g.r.IntN(3)]
	g.first = append(slices.Clone(s), 1)
	g.args = []any{g.few(g.d, s), g.few(g.dtype(), g.broadcastable(s)), g.between(0, 6)}
	if g.chance(3) {
		g.args[g.r.IntN(2)] = pick[any](g, 1, 2.5, -1)
	}
}

// polynomial draws coefficients and where the polynomial is taken.
func (g *drawer) polynomial() {
	g.args = []any{g.few(g.d, []int{g.between(0, 5)}), g.few(pick(g, g.d, g.dtype()), g.dims(0))}
}

// melBands draws numbers of bands and of frequencies, and a rate at which the default edges are frequencies.
func (g *drawer) melBands() {
	g.args = []any{g.between(1, 9), g.between(1, 64), pick(g, 8000, 16000, 44100)}
}

// gridShape draws a shape of few elements.
func (g *drawer) gridShape() {
	g.args = []any{[]int{g.between(0, 3), g.between(1, 4), g.between(1, 2)}[:g.r.IntN(4)]}
}

// clippedNorm draws an array and a norm.
func (g *drawer) clippedNorm() {
	g.args = []any{g.few(g.d, g.dims(0)), pick[any](g, 0, 0.5, 2, 100.0)}
}

// clippedMatrices draws small matrices and a norm.
func (g *drawer) clippedMatrices() {
	g.first = append(g.batch(), g.between(1, 4), g.between(1, 4))
	g.args = []any{g.few(g.d, g.first), pick[any](g, 0, 0.5, 2, 100.0)}
}

// encoded draws an array and a greatest frequency.
func (g *drawer) encoded() {
	s := g.dims(1)
	if shape.Size(s) > 10_000 {
		s = s[:1]
		s[0] = min(s[0], 10_000)
	}
	g.first = s
	g.args = []any{g.few(g.d, s), pick[any](g, 1.5, 8, 20)}
}

// halves draws an array with an axis of even length.
func (g *drawer) halves() {
	s := g.dims(1)
	axis := g.r.IntN(len(s))
	s[axis] = 2 * g.between(0, 4)
	g.axis = &axis
	g.args = []any{g.array(g.d, s)}
}

// slopes draws an array and one that broadcasts to its shape.
func (g *drawer) slopes() {
	s := g.dims(0)
	g.args = []any{g.array(g.d, s), g.array(g.dtype(), g.broadcastable(s))}
	if g.chance(4) {
		g.args[1] = g.fitting(g.d)
	}
}

// thresholds draws an array and two real numbers.
func (g *drawer) thresholds() {
	g.args = []any{g.array(g.d, g.dims(0)), pick[any](g, 0, 1.5, -2), pick[any](g, 0, 0.5, -20)}
}

// few draws an array of few elements that are not large, of which losses of several steps are computed.
func (g *drawer) few(d dtype.Dtype, s []int) rawArray { return g.styled(d, s, small) }

// ofClasses draws numbers for each of some classes, and classes.
func (g *drawer) ofClasses() {
	n := g.between(1, 5)
	lead := []int{g.between(0, 3), g.between(1, 2)}[:g.r.IntN(3)]
	dims := append(slices.Clone(lead), n)
	d := pick(g, dtype.Int64, dtype.Int64, dtype.Int32, dtype.Uint8, dtype.Int8, dtype.Uint64)
	low := 0
	if g.op == ops.MultiLabelMarginLoss {
		lead = dims
		if !d.IsUnsigned() {
			low = -1
		}
	} else if g.op != ops.MultiMarginLoss {
		g.given.Add(ops.Axis)
		g.add(ops.Axis, ivy.Axis(-1))
	}
	g.args = []any{g.few(g.d, dims), g.whole(d, lead, low, n-1)}
	if g.op == ops.SparseCrossEntropy {
		g.args[0], g.args[1] = g.args[1], g.args[0]
	}
	g.first = dims
}

// vectors draws operands that broadcast and have an axis.
func (g *drawer) vectors() {
	n := g.between(1, 4)
	lead := []int{g.between(0, 3), g.between(1, 2)}[:g.r.IntN(3)]
	g.first = append(slices.Clone(lead), n)
	for i := range g.op.Params {
		s := append(g.broadcastable(lead), n)
		if i == 2 && g.op == ops.CosineEmbeddingLoss {
			s = s[:len(s)-1]
		}
		g.args = append(g.args, g.few(pick(g, g.d, g.dtype()), s))
	}
}

// alignments draws logarithms of probabilities, targets and lengths of both.
func (g *drawer) alignments() {
	steps, n, c, s := g.between(0, 4), g.between(0, 3), g.between(2, 3), g.between(0, 3)
	g.first = []int{steps, n, c}
	x := g.whole(g.d, g.first, -3, 0)
	if g.d.IsUnsigned() || g.d == dtype.Bool {
		x = g.whole(g.d, g.first, 0, 1)
	}
	lengths := func(most int) rawArray {
		return g.whole(pick(g, dtype.Int64, dtype.Int32, dtype.Uint8), []int{n}, 0, most)
	}
	g.args = []any{x, g.whole(pick(g, dtype.Int64, dtype.Int16), []int{n, s}, 0, c-1), lengths(steps), lengths(s)}
}

// images draws two arrays of images.
func (g *drawer) images() {
	g.first = []int{g.between(0, 2), g.between(1, 4), g.between(1, 4), g.between(1, 2)}
	g.args = []any{g.few(g.d, g.first), g.few(g.dtype(), g.broadcastable(g.first))}
}

// frames draws a signal, or frames of a spectrum, and what frames it has.
func (g *drawer) frames() {
	length := g.between(1, 6)
	g.first = append(g.batch(), g.between(0, 9))
	if g.op == ops.ISTFT {
		power := 1
		for power < length {
			power *= 2
		}
		g.first = append(g.first, power/2+1)
		g.given.Add(ops.FFTLength)
		if power > 1 && g.chance(3) { // which has as many frequencies
			g.add(ops.FFTLength, ivy.FFTLength(power+1))
		}
	}
	g.args = []any{g.array(g.d, g.first), length, g.between(1, 5)}
}

// window draws a window of the length of a frame.
func (g *drawer) window(opt ops.Opt) {
	if length, ok := g.args[1].(int); ok {
		g.opts = append(g.opts, valued{opt, g.whole(pick(g, dtype.Float32, dtype.Float64, dtype.Int32, dtype.Float16), []int{length}, 1, 3)})
		g.given.Add(opt)
	}
}

// folded draws two arrays of as many axes, of which most are longer than the other along all of them.
func (g *drawer) folded() {
	rank := g.between(0, 3)
	g.first = make([]int, rank)
	second := make([]int, rank)
	for i := range rank {
		g.first[i], second[i] = g.between(1, 7), g.between(1, 4)
	}
	if g.chance(4) {
		g.first, second = second, g.first
	}
	g.args = []any{g.array(g.d, g.first), g.array(g.dtype(), second)}
}

// linspace draws two numbers and a count.
func (g *drawer) linspace() {
	g.args = []any{g.fitting(dtype.Float64), g.fitting(dtype.Float64), g.between(0, 20)}
	if g.chance(10) {
		g.args[2] = max(0, length(g.r, 8))
	}
}

// eye draws a number of rows.
func (g *drawer) eye() {
	g.args = []any{pick(g, 0, 1, 2, 3, 5, 8, 17, 33)}
}

// shapeAlone draws a shape.
func (g *drawer) shapeAlone() {
	g.args = []any{g.dims(0)}
}

// full draws a shape and a value.
func (g *drawer) full() {
	g.args = []any{g.dims(0), g.fitting(g.d)}
}

// fullLike draws an array and a value.
func (g *drawer) fullLike() {
	g.args = []any{g.array(g.d, g.dims(0)), g.fitting(g.d)}
}

// asarray draws an array or a number.
func (g *drawer) asarray() {
	g.args = []any{g.array(g.d, g.dims(0))}
	if g.chance(4) {
		g.args[0] = g.scalar()
	}
}

// fromDlpack draws an array that is no nested slices.
func (g *drawer) fromDlpack() {
	a := g.array(g.d, g.dims(0))
	if a.form != nil && a.form.nested {
		a.form = nil
	}
	g.args = []any{a}
}

// astype draws an array and a dtype.
func (g *drawer) astype() {
	to := dtype.All.Dtypes()[g.r.IntN(int(dtype.Count)-1)]
	if g.d.IsComplex() && !to.IsComplex() && !g.chance(5) {
		to = pick(g, dtype.Complex64, dtype.Complex128)
	}
	g.args = []any{g.array(g.d, g.dims(0)), to}
}

// broadcastArrays draws arrays that broadcast.
func (g *drawer) broadcastArrays() {
	var list []rawArray
	for _, x := range g.broadcast(g.between(1, 4)) {
		if a, ok := x.(rawArray); ok {
			list = append(list, contiguousSlices(a))
		}
	}
	g.args = []any{list}
}

// broadcastTo draws an array and a shape that it broadcasts to.
func (g *drawer) broadcastTo() {
	s := g.broadcastable(g.dims(0))
	g.args = []any{g.array(g.d, s), slices.Clone(g.first)}
	g.first = s
}

// clip draws an array and bounds.
func (g *drawer) clip() {
	xs := g.broadcast(3)
	for i := 1; i < 3; i++ {
		if g.chance(4) {
			xs[i] = nil
		} else if g.chance(2) {
			xs[i] = g.fitting(g.d)
		}
	}
	g.args = xs
}

// where draws a condition and two operands.
func (g *drawer) where() {
	xs := g.broadcast(3)
	if a, ok := xs[0].(rawArray); ok && !g.chance(5) {
		xs[0] = g.styled(dtype.Bool, a.shape, index)
	}
	g.args = xs
}

// moveAxis draws an array and axes.
func (g *drawer) moveAxis() {
	s := g.dims(0)
	from := g.someAxes(len(s), 0)
	g.args = []any{g.array(g.d, s), from, g.r.Perm(len(s))[:len(from)]}
}

// pad draws an array and widths.
func (g *drawer) pad() {
	s := g.dims(0)
	width := make([][2]int, len(s))
	for i := range width {
		width[i] = [2]int{g.r.IntN(4), g.r.IntN(3)}
		if shape.Size(s) < 3000 && len(s) == 1 && g.chance(10) {
			width[i][g.r.IntN(2)] = length(g.r, 8)
		}
	}
	if len(s) > 0 && g.chance(3) {
		width = width[:1]
	}
	g.args = []any{g.array(g.d, s), width}
}

// permuteDims draws an array and a permutation of its axes.
func (g *drawer) permuteDims() {
	s := g.dims(0)
	axes := g.r.Perm(len(s))
	for i := range axes {
		if g.chance(3) {
			axes[i] -= len(s)
		}
	}
	g.args = []any{g.array(g.d, s), axes}
}

// reshape draws an array and a shape of as many elements.
func (g *drawer) reshape() {
	s := g.dims(0)
	g.args = []any{g.array(g.d, s), g.reshaped(s)}
}

// strided draws an array, and lengths and strides that stay in it.
func (g *drawer) strided() {
	s := g.dims(0)
	left := shape.Size(s) - 1
	var lengths, strides []int
	for range g.r.IntN(4) {
		n, step := g.between(0, 3), g.between(0, 3)
		if n > 1 && step*(n-1) > left {
			step = 0
		}
		if n > 1 {
			left -= step * (n - 1)
		}
		lengths, strides = append(lengths, n), append(strides, step*g.d.Size())
	}
	g.args = []any{g.array(g.d, s), lengths, strides}
}

// chosen draws choices, and integers that choose among them.
func (g *drawer) chosen() {
	n := g.between(1, 4)
	list := make([]rawArray, n)
	s := g.dims(0)
	for i := range list {
		list[i] = contiguousSlices(g.array(g.dtype(), g.broadcastable(s)))
	}
	lo, hi := 0, n-1
	d := pick(g, dtype.Int64, dtype.Int8, dtype.Uint8, dtype.Int32)
	if g.chance(4) {
		hi = n + 3
		if !d.IsUnsigned() {
			lo = -5
		}
	}
	g.first = s
	g.args = []any{g.whole(d, g.broadcastable(s), lo, hi), list}
}

// sections draws an array of three axes or more, and where it is split.
func (g *drawer) sections() {
	s := g.dims(3)
	where := any(g.between(1, 4))
	if g.chance(2) {
		where = g.whole(pick(g, dtype.Int64, dtype.Int8), []int{g.between(0, 3)}, -4, 9)
	}
	g.args = []any{g.array(g.d, s), where}
}

// expand draws an array and a shape that it broadcasts to, in which some lengths are left to it.
func (g *drawer) expand() {
	g.broadcastTo()
	s, to := g.first, g.args[1].([]int)
	for i := range s {
		if at := len(to) - len(s) + i; s[i] == to[at] && g.chance(2) {
			to[at] = -1
		}
	}
}

// diagonal draws a matrix, or an array of equal lengths, and values.
func (g *drawer) diagonal() {
	g.first = []int{g.between(0, 6), g.between(0, 5)}
	if g.chance(3) {
		g.first = slices.Repeat([]int{g.between(0, 3)}, 3)
	}
	g.args = []any{g.array(g.d, g.first), g.fitting(g.d)}
	if g.chance(2) {
		g.args[1] = g.array(pick(g, g.d, g.dtype()), []int{g.between(1, 7)})
	}
}

// modes draws an array and some of its axes.
func (g *drawer) modes() {
	s := g.dims(0)
	g.args = []any{g.array(g.d, s), g.someAxes(len(s), 0)}
}

// folded0 draws an array, the number 0 and a shape that its axes have together, as far as there are parameters.
func (g *drawer) folded0() {
	s := g.dims(2)
	g.args = []any{g.array(g.d, s)}
	for _, p := range g.op.Params[1:] {
		if p.Kind == ops.Int {
			g.args = append(g.args, 0)
		} else {
			g.args = append(g.args, slices.Clone(s))
		}
	}
}

func (g *drawer) swapAxes() {
	s := g.dims(1)
	g.args = []any{g.array(g.d, s), g.somewhere(len(s)), g.somewhere(len(s))}
}

// line draws an array of one axis, with zeros at both ends.
func (g *drawer) line() {
	n, front := g.between(0, 9), g.between(0, 3)
	g.first = []int{n}
	g.args = []any{g.filled(g.d, g.first, func(i int) float64 {
		if i < front || i > n-3 {
			return 0
		}
		return float64(g.r.IntN(2))
	})}
	g.made = append(g.made, g.d)
}

// runs draws an array of few different numbers.
func (g *drawer) runs() {
	s := g.dims(0)
	g.made = append(g.made, g.d)
	g.args = []any{g.whole(g.d, s, 0, 1)}
}

// unflatten draws an array, an axis and lengths that it has together.
func (g *drawer) unflatten() {
	s := g.dims(1)
	axis := g.r.IntN(len(s))
	g.args = []any{g.array(g.d, s), axis, g.reshaped(s[axis : axis+1])}
}

// tile draws an array and counts.
func (g *drawer) tile() {
	s := g.dims(0)
	times := make([]int, g.r.IntN(4))
	for i := range times {
		times[i] = g.between(0, 3)
		if i > 0 || shape.Size(s) > 10_000 {
			times[i] = g.between(1, 2)
		}
	}
	g.args = []any{g.array(g.d, s), times}
}

// layerNorm draws an array and axes.
func (g *drawer) layerNorm() {
	s := g.dims(1)
	g.args = []any{g.array(g.d, s), pick(g, []int{-1}, []int{len(s) - 1}, shape.All(len(s)), g.someAxes(len(s), 1))}
}

// oneHot draws indices and a depth.
func (g *drawer) oneHot() {
	s := g.dims(0)
	depth := g.between(0, 9)
	if shape.Size(s) > 10_000 {
		depth = g.between(1, 3)
	}
	g.args = []any{g.whole(g.d, s, -1, depth+1), depth}
}

// meshgrid draws arrays of one dimension or none.
func (g *drawer) meshgrid() {
	var list []rawArray
	for range g.between(1, 4) {
		s := []int{g.between(1, 9)}
		if g.chance(4) {
			s = nil
		} else if g.chance(12) {
			s[0] = 0
		}
		list = append(list, contiguousSlices(g.array(g.d, s)))
	}
	g.args = []any{list}
}

// searchSorted draws a sorted array and values.
func (g *drawer) searchSorted() {
	n := max(1, length(g.r, g.d.Size()))
	a := g.sorted(g.d, n)
	g.args = []any{a, g.array(pick(g, g.d, g.d, g.dtype()), g.dims(0))}
	g.first = []int{n}
}

// isIn draws an array and the values to look for.
func (g *drawer) isIn() {
	g.args = []any{g.array(g.d, g.dims(0)), g.array(g.dtype(), dims(g.r, 0, 8))}
	if g.chance(8) {
		g.args[1] = g.fitting(g.d)
	}
}

// matrices draws an array of matrices.
func (g *drawer) matrices() {
	g.args = []any{g.array(g.d, g.dims(2))}
}

// withAnAxis draws an array that has an axis.
func (g *drawer) withAnAxis() {
	g.args = []any{g.array(g.d, g.dims(1))}
}

// diff draws an array, and now and then the axis.
func (g *drawer) diff() {
	s := g.dims(1)
	if axis := g.r.IntN(len(s)); g.chance(2) {
		g.axis = &axis
	}
	g.args = []any{g.array(g.d, s)}
}

// squeeze draws an array and an axis of length 1.
func (g *drawer) squeeze() {
	s := g.dims(1)
	for i := range s {
		if g.chance(2) {
			s[i] = 1
		}
	}
	i := g.r.IntN(len(s))
	s[i], g.axis = 1, &i
	g.args = []any{g.array(g.d, s)}
}

// withElements draws an array with elements, mostly.
func (g *drawer) withElements() {
	s := g.dims(0)
	for i := range s {
		if s[i] == 0 && !g.chance(6) {
			s[i] = 1
		}
	}
	g.args = []any{g.array(g.d, s)}
}

// shifts draws integers and counts of bits.
func (g *drawer) shifts() {
	g.args = g.broadcast(2)
	if a, ok := g.args[1].(rawArray); ok && g.chance(2) {
		g.args[1] = g.whole(a.dtype, a.shape, 0, a.dtype.Bits()+1)
	}
}

// pow draws bases and small exponents.
func (g *drawer) pow() {
	g.args = g.broadcast(2)
	if a, ok := g.args[1].(rawArray); ok && g.chance(2) {
		g.args[1] = g.whole(a.dtype, a.shape, -2, 4)
	}
}

// byKind draws arguments as the kinds of the parameters say.
func (g *drawer) byKind() {
	n := 0
	for _, p := range g.op.Params {
		if p.Kind == ops.Operand || p.Kind == ops.Optional {
			n++
		}
	}
	var operands []any
	switch n {
	case 0:
	case 1:
		operands = []any{g.array(g.d, g.dims(0))}
		if g.chance(20) {
			operands[0] = g.fitting(g.d)
		}
	default:
		operands = g.broadcast(n)
	}
	for _, p := range g.op.Params {
		switch p.Kind {
		case ops.Operand, ops.Optional:
			g.args = append(g.args, operands[0])
			operands = operands[1:]
		case ops.Arrays, ops.Variadic:
			g.args = append(g.args, []rawArray{contiguousSlices(g.array(g.d, g.dims(0)))})
		case ops.Scalar:
			g.args = append(g.args, g.scalar())
		case ops.Int:
			g.args = append(g.args, g.between(0, 5))
		case ops.Ints:
			g.args = append(g.args, dims(g.r, 0, 8))
		case ops.IntPairs:
			g.args = append(g.args, [][2]int{{1, 2}})
		case ops.DtypeKind:
			g.args = append(g.args, g.dtype())
		}
	}
}

// contiguousSlices is an array where Go slices cannot be.
func contiguousSlices(a rawArray) rawArray {
	if a.form != nil && a.form.nested {
		a.form = nil
	}
	return a
}

func (g *drawer) arange() {
	switch g.r.IntN(4) {
	case 0:
		g.args = []any{g.between(-3, 40)}
	case 1:
		lo := g.between(-9, 9)
		g.args = []any{lo, lo + g.between(-2, 30)}
	case 2:
		lo, step := g.between(-9, 9), pick(g, 1, 2, 3, -1, -2, 7)
		g.args = []any{lo, lo + step*g.between(-1, 30), step}
	default:
		lo, step := float64(g.between(-9, 9))/2, pick(g, 0.5, 0.25, -0.75, 1.5, 0.1)
		g.args = []any{lo, lo + step*float64(g.between(-1, 30)), step}
	}
	if g.chance(12) {
		g.args = []any{length(g.r, 4)}
	}
}

func (g *drawer) take() {
	s := g.dims(1)
	axis := g.r.IntN(len(s))
	if s[axis] == 0 && !g.chance(4) {
		s[axis] = 3
	}
	n := s[axis]
	d := pick(g, dtype.Int64, dtype.Int64, dtype.Int32, dtype.Uint8, dtype.Int8, dtype.Uint64, dtype.Int16)
	lo, hi := -n, max(n-1, -n)
	if d.IsUnsigned() {
		lo = 0
		hi = max(0, n-1)
	}
	if g.op == ops.Take.Op && g.chance(3) { // with indices that are out of range
		g.add(ops.Mode, ivy.Mode(pick(g, "wrap", "clip", "fill")))
		g.given.Add(ops.Mode)
		lo, hi = 2*lo, 2*hi+1
	}
	if d.Bits() == 8 {
		lo, hi = max(lo, -100), min(hi, 100)
	}
	if d.Bits() == 16 {
		lo, hi = max(lo, -30_000), min(hi, 30_000)
	}
	m := min(length(g.r, 8), max(3, mostElements*n/max(1, shape.Size(s))))
	at := []int{m}
	if g.op == ops.TakeAlongAxis.Op || g.op == ops.PutAlongAxis {
		at = slices.Clone(s)
		at[axis] = min(m, max(2, 20_000*n/max(1, shape.Size(s))))
		for i := range at {
			if i != axis && g.chance(6) {
				at[i] = 1
			}
		}
	}
	if n == 0 { // there is no index
		at[min(axis, len(at)-1)] = 0
	}
	g.args = []any{g.array(g.d, s), g.whole(d, at, lo, max(lo, hi))}
	if g.op == ops.PutAlongAxis {
		g.args = append(g.args, g.array(g.d, pick(g, at, nil)), axis)
		return
	}
	if axis != len(s)-1 || len(s) > 1 && g.op == ops.Take.Op {
		g.axis = &axis
	}
}

func (g *drawer) repeat() {
	s := g.dims(0)
	n := shape.Size(s)
	if len(s) > 0 && g.chance(2) {
		axis := g.r.IntN(len(s))
		n, g.axis = s[axis], &axis
	} else {
		g.given.Add(ops.Axis) // none
	}
	most := 4
	if shape.Size(s) > 10_000 {
		most = 2
	}
	x := g.array(g.d, s)
	switch g.r.IntN(4) {
	case 0:
		g.args = []any{x, g.whole(pick(g, dtype.Int64, dtype.Int32, dtype.Uint8, dtype.Int8), []int{n}, 0, most)}
	case 1:
		g.args = []any{x, g.whole(dtype.Int64, []int{1}, 0, most)}
	default:
		g.args = []any{x, g.between(0, most)}
	}
}

func (g *drawer) roll() {
	s := g.dims(0)
	n := 1
	if len(s) > 0 && g.chance(2) {
		axes := g.someAxes(len(s), 1)
		g.opts = append(g.opts, variant{ops.Axis, ivy.Axes(axes)})
		n = len(axes)
	}
	g.given.Add(ops.Axis)
	shift := make([]int, n)
	for i := range shift {
		shift[i] = pick(g, 0, 1, -1, 2, 7, -30, 1000, sized(1<<40))
	}
	g.args = []any{g.array(g.d, s), shift}
}

// reshaped draws a shape with as many elements as s.
func (g *drawer) reshaped(s []int) []int {
	n := shape.Size(s)
	var out []int
	for rest := n; len(out) < 5; {
		k := 1
		for _, f := range []int{2, 3, 4, 5, 7} {
			if rest > 0 && rest%f == 0 && g.chance(2) {
				k = f
				break
			}
		}
		if g.chance(4) || rest == 0 {
			out = append(out, rest)
			break
		}
		out = append(out, k)
		rest /= k
	}
	if shape.Size(out) != n {
		out = []int{n}
	}
	if n > 0 && g.chance(3) {
		out[g.r.IntN(len(out))] = -1
	}
	return out
}

func (g *drawer) linear() {
	n, m := g.between(0, 9), g.between(1, 6)
	if g.chance(5) {
		n = min(length(g.r, 8), 5000)
	}
	lead := g.dims(0)
	for shape.Size(lead) > 64 || len(lead) > 3 {
		lead = lead[:len(lead)-1]
	}
	weight := []int{m, n}
	g.args = []any{g.array(g.d, append(slices.Clone(lead), n)), g.array(g.dtype(), weight)}
	g.first = []int{m}
}

// gatesOf says how many rows of weights recurrent layers have for each element of the state.
var gatesOf = map[*ops.Op]int{ops.LSTM: 4, ops.GRU: 3, ops.RNN: 1}

// recurrent draws x of shape (t, n, k), or without a batch, and the weights of some layers: small whole numbers, so that what is rounded
// in a step does not grow much in the next ones.
func (g *drawer) recurrent() {
	t, n, k, m := g.between(0, 4), g.between(0, 3), g.between(1, 3), g.between(1, 3)
	layers, both, biases, quantized := g.between(1, 2), 1, g.chance(2), g.chance(4)
	if quantized { // what a step rounded may lie between two whole numbers, and then is one or the other on other backends
		t, layers = min(t, 1), 1
	}
	for _, opt := range []ops.Opt{ops.Bidirectional, ops.BatchFirst, ops.Lengths, ops.InitialState, ops.InitialCell, ops.WeightScales} {
		g.given.Add(opt)
	}
	if g.chance(3) {
		both = 2
		g.add(ops.Bidirectional, ivy.Bidirectional(true))
	}
	x, state, lengths := []int{t, n, k}, []int{layers * both, n, m}, []int{n}
	switch {
	case g.chance(4):
		x, state, lengths = []int{t, k}, []int{layers * both, m}, []int{}
	case g.chance(3):
		x = []int{n, t, k}
		g.add(ops.BatchFirst, ivy.BatchFirst(true))
	}
	var list []rawArray
	weight := func(dims ...int) {
		d := g.dtype()
		if quantized && len(dims) > 1 {
			d = pick(g, dtype.Int8, dtype.Int32)
		}
		list = append(list, contiguousSlices(g.whole(d, dims, -1, 1)))
	}
	rows := gatesOf[g.op] * m
	for layer := range layers {
		for range both {
			if layer == 0 {
				weight(rows, k)
			} else {
				weight(rows, both*m)
			}
			weight(rows, m)
			if biases {
				weight(rows)
				weight(rows)
			}
		}
	}
	g.args = []any{g.whole(g.d, x, -1, 1), list}
	for _, opt := range []ops.Opt{ops.InitialState, ops.InitialCell} {
		if g.op.Takes(opt) && g.chance(3) {
			g.opts = append(g.opts, valued{opt, g.whole(g.dtype(), state, -1, 1)})
		}
	}
	if quantized {
		scales := []int{2 * layers * both}
		if g.chance(2) {
			scales = append(scales, rows)
		}
		g.opts = append(g.opts, valued{ops.WeightScales, g.whole(g.dtype(), scales, 1, 2)})
	}
	if g.chance(3) {
		g.opts = append(g.opts, valued{ops.Lengths, g.whole(pick(g, dtype.Int64, dtype.Int32, dtype.Uint8), lengths, 0, t+1)})
	}
}

// convolution draws x of shape (n, d1, …, c) and filters of shape (k1, …, c/g, m).
func (g *drawer) convolution() {
	r := pick(g, 1, 1, 2, 2, 3)
	groups, c, m := 1, g.between(1, 4), g.between(1, 4)
	if g.chance(4) {
		groups = g.between(1, 3)
		c, m = c*groups, m*groups
		g.opts = append(g.opts, variant{ops.FeatureGroupCount, ivy.FeatureGroupCount(groups)})
	}
	x, w := []int{g.between(0, 3)}, []int{}
	strides := make([]int, r)
	for i := range r {
		x = append(x, g.between(3, 9))
		w = append(w, g.between(1, 3))
		strides[i] = g.between(1, 3)
	}
	x, w = append(x, c), append(w, c/groups, m)
	if g.chance(3) {
		x = slices.Concat([]int{x[0], c}, x[1:r+1])
		g.opts = append(g.opts, variant{ops.DataFormat, ivy.DataFormat("channel_first")})
	} else if g.chance(4) {
		g.opts = append(g.opts, variant{ops.DataFormat, ivy.DataFormat("channel_last")})
	}
	if g.chance(3) {
		w = slices.Concat([]int{m, c / groups}, w[:r])
		g.opts = append(g.opts, variant{ops.FilterFormat, ivy.FilterFormat("channel_first")})
	} else if g.chance(4) {
		g.opts = append(g.opts, variant{ops.FilterFormat, ivy.FilterFormat("channel_last")})
	}
	if g.chance(2) {
		strides = strides[:1]
	}
	if g.chance(4) {
		g.opts = append(g.opts, variant{ops.XDilations, ivy.XDilations{g.between(1, 3)}})
	}
	if g.chance(4) {
		g.opts = append(g.opts, variant{ops.Dilations, ivy.Dilations{g.between(1, 2)}})
	}
	if g.chance(3) {
		b := []int{m}
		if g.chance(4) {
			b = nil
		}
		g.opts = append(g.opts, valued{ops.Bias, g.array(g.dtype(), b)})
	}
	pads := make([][2]int, r)
	for i := range pads {
		pads[i] = [2]int{g.r.IntN(3), g.r.IntN(3)}
	}
	g.args = []any{g.array(g.d, x), g.array(g.dtype(), w), strides, pick[any](g, "SAME", "VALID", 1, pads, pads[:1])}
	for _, o := range []ops.Opt{ops.FeatureGroupCount, ops.DataFormat, ops.FilterFormat, ops.XDilations, ops.Dilations, ops.Bias} {
		g.given.Add(o)
	}
	g.first = x
}

func (g *drawer) product() {
	k := g.between(0, 6)
	if g.chance(4) {
		k = min(length(g.r, g.d.Size()), 5000)
	}
	n, m := g.between(1, 5), g.between(1, 5)
	if g.chance(8) && k < 100 {
		n, m = length(g.r, 8)%130, length(g.r, 8)%130
	}
	switch g.op {
	case ops.VecDot:
		s := []int{2, 3, 1}[:g.r.IntN(4)]
		a, b := g.broadcastable(s), g.broadcastable(s)
		g.args = []any{g.array(g.d, append(a, k)), g.array(g.dtype(), append(b, k))}
		g.given.Add(ops.Axis)
		if g.chance(3) {
			g.opts = append(g.opts, variant{ops.Axis, ivy.Axis(-1)})
		}
	case ops.TensorDot:
		g.given.Add(ops.AxesPairs)
		switch g.r.IntN(4) {
		case 0:
			g.args = []any{g.array(g.d, []int{n, 3, 2}), g.array(g.dtype(), []int{3, 2, m})}
		case 1:
			g.args = []any{g.array(g.d, []int{n, k}), g.array(g.dtype(), []int{k, m})}
			g.opts = append(g.opts, variant{ops.AxesPairs, ivy.Contract(1)})
		case 2:
			g.args = []any{g.array(g.d, []int{n, 2}), g.array(g.dtype(), []int{m})}
			g.opts = append(g.opts, variant{ops.AxesPairs, ivy.Contract(0)})
		default:
			g.args = []any{g.array(g.d, []int{2, n, 3}), g.array(g.dtype(), []int{3, m, 2})}
			g.opts = append(g.opts, variant{ops.AxesPairs, pick(g, ivy.ContractAxes{{0, 2}, {2, 0}}, ivy.ContractAxes{{-1}, {0}}, ivy.ContractAxes{{0}, {-1}}, ivy.ContractAxes{})})
		}
	default:
		a, b := []int{n, k}, []int{k, m}
		switch g.r.IntN(5) {
		case 0:
			a = a[1:]
		case 1:
			b = b[:1]
		case 2:
			lead := []int{g.between(0, 3), g.between(1, 2)}[:g.between(1, 2)]
			if k*n*m < 20_000 {
				a, b = append(g.broadcastable(lead), a...), append(g.broadcastable(lead), b...)
			}
		}
		g.args = []any{g.array(g.d, a), g.array(g.dtype(), b)}
	}
	g.first = g.args[0].(rawArray).shape
}

func (g *drawer) join() {
	s := g.dims(1)
	if g.op == ops.Stack && g.chance(4) {
		s = g.dims(0)
	}
	axis := 0
	if len(s) > 0 {
		axis = g.r.IntN(len(s))
	}
	var list []rawArray
	for range g.between(1, 4) {
		one := slices.Clone(s)
		if (g.op == ops.Concat.Op || g.op == ops.PadSequence && axis == 0) && g.chance(2) {
			one[axis] = g.between(0, 9)
		}
		list = append(list, contiguousSlices(g.array(g.dtype(), one)))
	}
	g.args = []any{list}
	if axis > 0 && g.op.Takes(ops.Axis) {
		g.axis = &axis
	}
}

// sorted draws n ascending elements.
func (g *drawer) sorted(d dtype.Dtype, n int) rawArray {
	g.made = append(g.made, d)
	v := make([]float64, n)
	for i := range v {
		v[i] = float64(g.between(-40, 80)) / 2
		if d.IsUnsigned() {
			v[i] = math.Abs(v[i])
		}
		if d == dtype.Bool {
			v[i] = float64(g.r.IntN(2))
		}
	}
	sort.Float64s(v)
	return g.filled(d, []int{n}, func(i int) float64 { return v[i] })
}

func (g *drawer) einsum() {
	n := func(k byte) int { return []int{2, 3, 4, 1, 5}[int(k)%5] }
	text := pick(g, "ij,jk->ik", "i,i->", "ij->ji", "ij->j", "ij->", "...i,...i->...", "bij,bjk->bik", "i,j->ij", "ij,ij", "ijk,k->ij", "ij,jk,kl->il", "ii->i", "ii->",
		"ijj->i", "...->...", "i...,i...->...", "ij , jk -> ki", "ij,kj->ik", "i", "ji", "a,b,c->abc", "ijkl->lkji", "i,->i")
	ins := strings.Split(strings.Split(strings.ReplaceAll(text, " ", ""), "->")[0], ",")
	list := make([]rawArray, len(ins))
	lead := []int{g.between(1, 3), g.between(0, 2)}[:g.r.IntN(3)]
	for i, in := range ins {
		s := []int{}
		for j := 0; j < len(in); j++ {
			if in[j] == '.' {
				s = append(s, lead...)
				j += 2
			} else {
				s = append(s, n(in[j]))
			}
		}
		list[i] = contiguousSlices(g.array(g.dtype(), s))
	}
	g.args = []any{text, list}
}

func (g *drawer) einops() {
	a, b, c := g.between(1, 3), g.between(1, 3), g.between(0, 4)
	type example struct {
		text    string
		s       []int
		lengths ivy.AxesLengths
	}
	var e example
	switch g.op {
	case ops.EinopsRearrange:
		e = pick(g, example{"a b c -> c a b", []int{a, b, c}, nil}, example{"a b c -> (a b) c", []int{a, b, c}, nil}, example{"(a b) c -> a c b", []int{a * b, c}, ivy.AxesLengths{"a": a}},
			example{"... c -> c ...", []int{a, b, c}, nil}, example{"... -> (...)", []int{c, a, b}, nil}, example{"a 1 b -> 1 b a", []int{a, 1, b}, nil}, example{" -> ", nil, nil},
			example{"(a 2) b -> a (2 b)", []int{2 * a, b}, nil}, example{"a b -> a 1 b", []int{a, c}, nil})
	case ops.EinopsReduce:
		e = pick(g, example{"a b c -> c a", []int{a, b, c}, nil}, example{"a b c -> ", []int{a, b, c}, nil}, example{"(a b) c -> a c", []int{a * b, c}, ivy.AxesLengths{"b": b}},
			example{"... c -> ...", []int{a, c, b}, nil}, example{"... -> ...", []int{a, b}, nil}, example{"a b -> 1 a", []int{a, b}, nil})
	default:
		e = pick(g, example{"a b -> a b 2", []int{a, c}, nil}, example{"a b -> (a k) b", []int{a, c}, ivy.AxesLengths{"k": 3}}, example{"... -> 3 ...", []int{a, b}, nil}, example{" -> k", nil, ivy.AxesLengths{"k": 2}},
			example{"a b -> k b a", []int{a, b}, ivy.AxesLengths{"k": 0}})
	}
	g.first = e.s
	g.args = []any{g.array(g.d, e.s), e.text}
	if g.op == ops.EinopsReduce {
		by := pick(g, "sum", "all", "any", "max", "mean", "min", "prod")
		g.args = append(g.args, by)
	}
	if e.lengths != nil {
		g.opts = append(g.opts, variant{ops.AxesLengths, e.lengths})
	}
	g.given.Add(ops.AxesLengths)
}

// options draws options, each of those that the row takes now and then.
func (g *drawer) options() {
	for _, opt := range g.op.Opts {
		switch {
		case g.given.Has(opt):
		case opt == ops.Axis:
			g.axes()
		case g.chance(4):
			if value, ok := optionValues[opt]; ok {
				g.add(opt, value(g))
			} else if draw, ok := optionDrawers[opt]; ok {
				draw(g, opt)
			}
		}
	}
	g.r.Shuffle(len(g.opts), func(i, j int) { g.opts[i], g.opts[j] = g.opts[j], g.opts[i] })
}

// lengths draws those of axes that are transformed, of as many as the operand has or fewer.
func (g *drawer) lengths(opt ops.Opt) {
	if a, ok := g.args[0].(rawArray); ok && len(a.shape) > 0 {
		s := make(ivy.S, g.between(1, len(a.shape)))
		for i := range s {
			s[i] = g.between(1, 9)
		}
		g.add(opt, s)
	}
}

// add gives the call an option.
func (g *drawer) add(opt ops.Opt, o ivy.Option) { g.opts = append(g.opts, variant{opt, o}) }

// value gives the call an option whose value is a number or an array of this shape.
func (g *drawer) value(opt ops.Opt, dims []int) {
	if g.chance(2) {
		g.opts = append(g.opts, valued{opt, g.fitting(g.d)})
	} else {
		g.opts = append(g.opts, valued{opt, g.array(pick(g, g.d, g.d, g.dtype()), dims)})
	}
}

// optionValues draw the values of options that depend on nothing but the draw.
var optionValues = map[ops.Opt]func(*drawer) ivy.Option{
	ops.KeepDims:          func(g *drawer) ivy.Option { return ivy.KeepDims(!g.chance(3)) },
	ops.Copy:              func(g *drawer) ivy.Option { return ivy.Copy(!g.chance(3)) },
	ops.Correction:        func(g *drawer) ivy.Option { return ivy.Correction(pick(g, 0, 1, 0.5, 2)) },
	ops.Descending:        func(g *drawer) ivy.Option { return ivy.Descending(!g.chance(4)) },
	ops.Stable:            func(g *drawer) ivy.Option { return ivy.Stable(g.chance(2)) },
	ops.IncludeInitial:    func(g *drawer) ivy.Option { return ivy.IncludeInitial(true) },
	ops.Reverse:           func(g *drawer) ivy.Option { return ivy.Reverse(true) },
	ops.Nonlinearity:      func(g *drawer) ivy.Option { return ivy.Nonlinearity(pick(g, "tanh", "relu")) },
	ops.GridIndexing:      func(g *drawer) ivy.Option { return ivy.Indexing(pick(g, "ij", "xy")) },
	ops.Side:              func(g *drawer) ivy.Option { return ivy.Side(pick(g, "left", "right")) },
	ops.Invert:            func(g *drawer) ivy.Option { return ivy.Invert(true) },
	ops.N:                 func(g *drawer) ivy.Option { return ivy.N(g.between(0, 3)) },
	ops.K:                 func(g *drawer) ivy.Option { return ivy.K(g.between(-4, 4)) },
	ops.Endpoint:          func(g *drawer) ivy.Option { return ivy.Endpoint(g.chance(3)) },
	ops.Upper:             func(g *drawer) ivy.Option { return ivy.Upper(!g.chance(3)) },
	ops.Unit:              func(g *drawer) ivy.Option { return ivy.Unit(!g.chance(3)) },
	ops.Adjointed:         func(g *drawer) ivy.Option { return ivy.Adjointed(!g.chance(3)) },
	ops.FullMatrices:      func(g *drawer) ivy.Option { return ivy.FullMatrices(g.chance(3)) },
	ops.Ord:               norms,
	ops.Columns:           func(g *drawer) ivy.Option { return ivy.Columns(g.between(0, 6)) },
	ops.Increasing:        func(g *drawer) ivy.Option { return ivy.Increasing(true) },
	ops.Rtol:              func(g *drawer) ivy.Option { return ivy.Rtol(pick(g, 0, 0.5, 1e-5, 1)) },
	ops.Atol:              func(g *drawer) ivy.Option { return ivy.Atol(pick(g, 0, 1.5, 1e-8, math.Inf(1))) },
	ops.EqualNaN:          func(g *drawer) ivy.Option { return ivy.EqualNaN(true) },
	ops.Approximate:       func(g *drawer) ivy.Option { return ivy.Approximate(!g.chance(3)) },
	ops.Beta:              func(g *drawer) ivy.Option { return ivy.Beta(pick(g, 2, 0.5, -1)) },
	ops.Periodic:          func(g *drawer) ivy.Option { return ivy.Periodic(g.chance(3)) },
	ops.FFTLength:         func(g *drawer) ivy.Option { return ivy.FFTLength(g.between(4, 9)) },
	ops.PadEnd:            func(g *drawer) ivy.Option { return ivy.PadEnd(true) },
	ops.DCTType:           func(g *drawer) ivy.Option { return ivy.DCTType(g.between(1, 4)) },
	ops.Alpha:             func(g *drawer) ivy.Option { return ivy.Alpha(pick(g, 0.5, 1, -0.25)) },
	ops.Threshold:         func(g *drawer) ivy.Option { return ivy.Threshold(pick(g, 1, 0, 30)) },
	ops.Eps:               func(g *drawer) ivy.Option { return ivy.Eps(pick(g, 0.5, 1e-3, 0)) },
	ops.NewStd:            func(g *drawer) ivy.Option { return ivy.NewStd(pick(g, 2, 0.5)) },
	ops.DataFormat:        func(g *drawer) ivy.Option { return ivy.DataFormat(pick(g, "channel_last", "channel_first")) },
	ops.FilterFormat:      func(g *drawer) ivy.Option { return ivy.FilterFormat(pick(g, "channel_last", "channel_first")) },
	ops.FeatureGroupCount: func(g *drawer) ivy.Option { return ivy.FeatureGroupCount(g.between(1, 2)) },
	ops.Dilations:         func(g *drawer) ivy.Option { return ivy.Dilations{g.between(1, 2)} },
	ops.Training:          func(g *drawer) ivy.Option { return ivy.Training(true) },
	ops.Momentum:          func(g *drawer) ivy.Option { return ivy.Momentum(pick(g, 0.25, 1, 0)) },
	ops.CeilMode:          func(g *drawer) ivy.Option { return ivy.CeilMode(true) },
	ops.CountIncludePad:   func(g *drawer) ivy.Option { return ivy.CountIncludePad(true) },
	ops.OutputPadding:     func(g *drawer) ivy.Option { return ivy.OutputPadding{g.between(0, 2)} },
	ops.IsCausal:          func(g *drawer) ivy.Option { return ivy.IsCausal(true) },
	ops.TimeMajor:         func(g *drawer) ivy.Option { return ivy.TimeMajor(true) },
	ops.PaddingIdx:        func(g *drawer) ivy.Option { return ivy.PaddingIdx(g.between(-3, 2)) },
	ops.MaxNorm:           func(g *drawer) ivy.Option { return ivy.MaxNorm(pick(g, 0.5, 2, 0)) },
	ops.PaddingMode:       func(g *drawer) ivy.Option { return ivy.PaddingMode(pick(g, "zeros", "border", "reflection")) },
	ops.SpatialScale:      func(g *drawer) ivy.Option { return ivy.SpatialScale(pick(g, 0.5, 2, 0)) },
	ops.SamplingRatio:     func(g *drawer) ivy.Option { return ivy.SamplingRatio(g.between(1, 3)) },
	ops.Aligned:           func(g *drawer) ivy.Option { return ivy.Aligned(true) },
	ops.IOUThreshold:      func(g *drawer) ivy.Option { return ivy.IOUThreshold(pick(g, 0, 0.25, 0.9)) },
	ops.MaxOutputSize:     func(g *drawer) ivy.Option { return ivy.MaxOutputSize(g.between(0, 4)) },
	ops.ScoreThreshold:    func(g *drawer) ivy.Option { return ivy.ScoreThreshold(pick(g, 0, -1, 1)) },
	ops.AlignCorners:      func(g *drawer) ivy.Option { return ivy.AlignCorners(true) },
	ops.Antialias:         func(g *drawer) ivy.Option { return ivy.Antialias(true) },
	ops.Mode: func(g *drawer) ivy.Option {
		if g.op == ops.QR {
			return ivy.Mode(pick(g, "complete", "reduced"))
		}
		if g.op == ops.Interpolate {
			return ivy.Mode(pick(g, "nearest", "nearest-exact", "linear", "linear", "cubic", "area"))
		}
		if g.op == ops.GridSample {
			return ivy.Mode(pick(g, "nearest", "linear", "cubic"))
		}
		if g.op == ops.FFTConvolve {
			return ivy.Mode(pick(g, "full", "same", "valid"))
		}
		if g.op == ops.RavelMultiIndex {
			return ivy.Mode(pick(g, "raise", "wrap", "clip"))
		}
		if g.op == ops.Take.Op {
			return ivy.Mode(pick(g, "wrap", "clip", "fill", "raise"))
		}
		if g.op == ops.Choose {
			return ivy.Mode(pick(g, "wrap", "clip", "raise"))
		}
		if g.op == ops.PutAlongAxis {
			return ivy.Mode(pick(g, "replace", "sum", "mul", "amin", "amax", "mean", "min", "max"))
		}
		return ivy.Mode(pick(g, "constant", "edge", "reflect", "symmetric", "wrap"))
	},
	ops.MinVal: func(g *drawer) ivy.Option { return ivy.MinVal(pick(g, -2, 0)) },
	ops.MaxVal: func(g *drawer) ivy.Option { return ivy.MaxVal(pick(g, 1.5, 30)) },
	ops.Lambd:  func(g *drawer) ivy.Option { return ivy.Lambd(pick(g, 0, 1, 3)) },
	ops.Reduction: func(g *drawer) ivy.Option {
		if g.op == ops.ScatterFlat || g.op == ops.ScatterND {
			return ivy.Reduction(pick(g, "sum", "mul", "min", "max", "replace"))
		}
		return ivy.Reduction(pick(g, "sum", "none", "none", "mean"))
	},
	ops.IgnoreIndex:    func(g *drawer) ivy.Option { return ivy.IgnoreIndex(g.between(0, 2)) },
	ops.LabelSmoothing: func(g *drawer) ivy.Option { return ivy.LabelSmoothing(pick(g, 0.25, 1)) },
	ops.Margin:         func(g *drawer) ivy.Option { return ivy.Margin(pick(g, 0, 0.5, 2)) },
	ops.Delta:          func(g *drawer) ivy.Option { return ivy.Delta(pick(g, 0.5, 3)) },
	ops.Epsilon:        func(g *drawer) ivy.Option { return ivy.Epsilon(pick(g, 0.25, 1e-3)) },
	ops.FromLogits:     func(g *drawer) ivy.Option { return ivy.FromLogits(!g.chance(3)) },
	ops.LogTarget:      func(g *drawer) ivy.Option { return ivy.LogTarget(!g.chance(3)) },
	ops.LogInput:       func(g *drawer) ivy.Option { return ivy.LogInput(g.chance(3)) },
	ops.FullLoss:       func(g *drawer) ivy.Option { return ivy.FullLoss(!g.chance(3)) },
	ops.NormOrder:      func(g *drawer) ivy.Option { return ivy.NormOrder(pick(g, 1, 2)) },
	ops.Deg:            func(g *drawer) ivy.Option { return ivy.Deg(!g.chance(3)) },
	ops.Dx:             func(g *drawer) ivy.Option { return ivy.Dx(pick(g, 0.5, 2, -1)) },
	ops.EdgeOrder:      func(g *drawer) ivy.Option { return ivy.EdgeOrder(g.between(1, 2)) },
	ops.Left:           func(g *drawer) ivy.Option { return ivy.Left(pick(g, 0, -1.5)) },
	ops.Right:          func(g *drawer) ivy.Option { return ivy.Right(pick(g, 0, 1.5)) },
	ops.Period:         func(g *drawer) ivy.Option { return ivy.Period(pick(g, 2.5, 100, -4)) },
	ops.LowerEdgeHertz: func(g *drawer) ivy.Option { return ivy.LowerEdgeHertz(pick(g, 20, 200)) },
	ops.UpperEdgeHertz: func(g *drawer) ivy.Option { return ivy.UpperEdgeHertz(pick(g, 3900, 1000)) },
	ops.MinBase:        func(g *drawer) ivy.Option { return ivy.MinBase(pick(g, 0.5, 0, 1e-3)) },
	ops.NumBands:       func(g *drawer) ivy.Option { return ivy.NumBands(g.between(1, 4)) },
	ops.LinearBands:    func(g *drawer) ivy.Option { return ivy.LinearBands(!g.chance(3)) },
	ops.FlattenBands:   func(g *drawer) ivy.Option { return ivy.FlattenBands(!g.chance(3)) },
	ops.IncludeInfs:    func(g *drawer) ivy.Option { return ivy.IncludeInfs(g.chance(3)) },
	ops.EqualityMatrix: func(g *drawer) ivy.Option { return ivy.EqualityMatrix(!g.chance(3)) },
	ops.Swap:           func(g *drawer) ivy.Option { return ivy.Swap(!g.chance(3)) },
	ops.Blank:          func(g *drawer) ivy.Option { return ivy.Blank(g.between(0, 1)) },
	ops.ZeroInfinity:   func(g *drawer) ivy.Option { return ivy.ZeroInfinity(!g.chance(3)) },
	ops.NCols:          func(g *drawer) ivy.Option { return ivy.NCols(pick(g, 0, 1, 2, 5, 9, 40)) },
	ops.NumRows:        func(g *drawer) ivy.Option { return ivy.NumRows(pick(g, 0, 1, 2, 5, 9, 40)) },
	ops.NumCols:        func(g *drawer) ivy.Option { return ivy.NumCols(pick(g, 0, 1, 2, 5, 9, 40)) },
	ops.Norm:           func(g *drawer) ivy.Option { return ivy.Norm(pick(g, "backward", "ortho", "forward")) },
	ops.Spacing:        func(g *drawer) ivy.Option { return ivy.Spacing(pick(g, 1, 0.5, -2, 1e-3)) },
	ops.Interpolation: func(g *drawer) ivy.Option {
		return ivy.Interpolation(pick(g, "linear", "lower", "higher", "midpoint", "nearest", "nearest_jax", "inverted_cdf", "averaged_inverted_cdf", "closest_observation", "interpolated_inverted_cdf", "hazen", "weibull", "median_unbiased", "normal_unbiased"))
	},
	ops.OverwriteInput: func(g *drawer) ivy.Option { return ivy.OverwriteInput(g.chance(2)) },
	ops.RowVar:         func(g *drawer) ivy.Option { return ivy.RowVar(g.chance(2)) },
	ops.DDof:           func(g *drawer) ivy.Option { return ivy.DDof(g.between(-1, 3)) },
	ops.MinLength:      func(g *drawer) ivy.Option { return ivy.MinLength(g.between(0, 12)) },
	ops.RightEnd:       func(g *drawer) ivy.Option { return ivy.RightEnd(!g.chance(3)) },
	ops.Density:        func(g *drawer) ivy.Option { return ivy.Density(!g.chance(3)) },
	ops.BatchDims:      func(g *drawer) ivy.Option { return ivy.BatchDims(g.between(0, 1)) },
	ops.Largest:        func(g *drawer) ivy.Option { return ivy.Largest(g.chance(3)) },
	ops.Sorted:         func(g *drawer) ivy.Option { return ivy.Sorted(g.chance(2)) },

	ops.ExtendLowerInterval: func(g *drawer) ivy.Option { return ivy.ExtendLowerInterval(!g.chance(3)) },
	ops.ExtendUpperInterval: func(g *drawer) ivy.Option { return ivy.ExtendUpperInterval(!g.chance(3)) },
	ops.WithRemainder:       func(g *drawer) ivy.Option { return ivy.WithRemainder(!g.chance(3)) },
	ops.WithNewAxis:         func(g *drawer) ivy.Option { return ivy.WithNewAxis(g.between(0, 1)) },
	ops.StartDim:            func(g *drawer) ivy.Option { return ivy.StartDim(g.between(-1, 1)) },
	ops.EndDim:              func(g *drawer) ivy.Option { return ivy.EndDim(g.between(-2, 1)) },
	ops.Order:               func(g *drawer) ivy.Option { return ivy.Order(pick(g, "F", "C")) },
	ops.Wrap:                func(g *drawer) ivy.Option { return ivy.Wrap(!g.chance(3)) },
	ops.Trim:                func(g *drawer) ivy.Option { return ivy.Trim(pick(g, "f", "b", "fb")) },
	ops.SkipBegin:           func(g *drawer) ivy.Option { return ivy.SkipBegin(g.between(0, 2)) },
	ops.SkipEnd:             func(g *drawer) ivy.Option { return ivy.SkipEnd(g.between(0, 1)) },
	ops.SkipMatrix:          func(g *drawer) ivy.Option { return ivy.SkipMatrix(g.between(-1, 1)) },
	ops.Transposed:          func(g *drawer) ivy.Option { return ivy.Transposed(!g.chance(3)) },
	ops.Modes:               func(g *drawer) ivy.Option { return pick(g, ivy.Modes{0}, ivy.Modes{1, 0}, ivy.Modes{0, 1, 2}) },
	ops.Skip:                func(g *drawer) ivy.Option { return ivy.Skip{g.between(-1, 1)} },
	ops.NModes:              func(g *drawer) ivy.Option { return ivy.NModes(g.between(0, 2)) },
	ops.RavelTensors:        func(g *drawer) ivy.Option { return ivy.RavelTensors(!g.chance(3)) },
	ops.BatchFirst:          func(g *drawer) ivy.Option { return ivy.BatchFirst(!g.chance(3)) },
}

// optionDrawers draw the other options, which depend on the operands or on other options.
var optionDrawers = map[ops.Opt]func(*drawer, ops.Opt){
	ops.Dtype:          (*drawer).resultDtype,
	ops.S:              (*drawer).lengths,
	ops.Device:         (*drawer).device,
	ops.Out:            (*drawer).target,
	ops.Exclusive:      (*drawer).exclusive,
	ops.Sorter:         (*drawer).sorter,
	ops.Prepend:        (*drawer).joined,
	ops.Append:         (*drawer).joined,
	ops.ScaleOpt:       (*drawer).normalized,
	ops.OffsetOpt:      (*drawer).normalized,
	ops.ConstantValues: (*drawer).constantValues,
	ops.OnValue:        func(g *drawer, opt ops.Opt) { g.value(opt, nil) },
	ops.OffValue:       func(g *drawer, opt ops.Opt) { g.value(opt, nil) },
	ops.Nan:            func(g *drawer, opt ops.Opt) { g.value(opt, nil) },
	ops.PosInf:         func(g *drawer, opt ops.Opt) { g.value(opt, nil) },
	ops.NegInf:         func(g *drawer, opt ops.Opt) { g.value(opt, nil) },
	ops.Value:          func(g *drawer, opt ops.Opt) { g.value(opt, nil) },
	ops.PaddingValue:   func(g *drawer, opt ops.Opt) { g.value(opt, nil) },
	ops.FillValue: func(g *drawer, opt ops.Opt) { // which goes with a mode
		if !g.has(ops.Mode) {
			g.add(ops.Mode, ivy.Mode("fill"))
			g.given.Add(ops.Mode)
		}
		g.value(opt, nil)
	},
	ops.NumOrSizeSplits: func(g *drawer, opt ops.Opt) {
		g.opts = append(g.opts, valued{opt, pick[any](g, g.between(1, 4), g.whole(dtype.Int64, []int{g.between(1, 3)}, -1, 2))})
	},
	ops.ColumnModes: func(g *drawer, opt ops.Opt) {
		rows, columns := g.args[1].([]int), ivy.ColumnModes{}
		for _, i := range g.r.Perm(len(g.first)) {
			if !slices.Contains(rows, i) && !slices.Contains(rows, i-len(g.first)) {
				columns = append(columns, i)
			}
		}
		g.add(opt, columns)
	},
	ops.Window: (*drawer).window,
	ops.Mask: func(g *drawer, opt ops.Opt) {
		g.value(opt, []int{g.args[1].(rawArray).shape[max(0, len(g.args[1].(rawArray).shape)-2)]})
	},
	ops.InProjWeight: func(g *drawer, opt ops.Opt) {
		g.value(opt, []int{3 * g.first[len(g.first)-1], g.first[len(g.first)-1]})
	},
	ops.InProjBias:    func(g *drawer, opt ops.Opt) { g.value(opt, []int{3 * g.first[len(g.first)-1]}) },
	ops.OutProjWeight: func(g *drawer, opt ops.Opt) { g.value(opt, []int{3, g.first[len(g.first)-1]}) },
	ops.OutProjBias:   func(g *drawer, opt ops.Opt) { g.value(opt, nil) },
	ops.Bias: func(g *drawer, opt ops.Opt) {
		switch {
		case g.op == ops.LSTMUpdate:
			g.gates(opt)
		case g.op == ops.Cov:
			g.opts = append(g.opts, valued{opt, g.chance(2)})
		case g.op == ops.LocalResponseNorm && !g.chance(8):
			g.opts = append(g.opts, valued{opt, pick[any](g, 2.0, 1, 0.5)})
		case g.op == ops.SeparableConv:
			g.value(opt, pick(g, nil, g.args[2].(rawArray).shape[1:]))
		default:
			g.value(opt, pick(g, nil, g.first))
		}
	},
	ops.Scores:        func(g *drawer, opt ops.Opt) { g.opts = append(g.opts, valued{opt, g.array(g.dtype(), g.first[:1])}) },
	ops.RecurrentBias: (*drawer).gates,
	ops.DropoutP: func(g *drawer, opt ops.Opt) { // with the seed of what is dropped
		g.add(opt, ivy.DropoutP(pick(g, 0, 0.25, 0.5, 1)))
		g.add(ops.FromSeed, ivy.FromSeed(g.r.Uint64()))
		g.given.Add(ops.FromSeed)
	},
	ops.FromSeed: func(g *drawer, opt ops.Opt) {
		if !g.has(opt) {
			g.add(opt, ivy.FromSeed(g.r.Uint64()))
		}
	},
	ops.Initial: func(g *drawer, opt ops.Opt) { g.value(opt, nil) },
	ops.Only: func(g *drawer, opt ops.Opt) {
		g.opts = append(g.opts, valued{opt, g.whole(dtype.Bool, g.first[max(0, len(g.first)-1):], 0, 1)})
	},
	ops.FWeights:      (*drawer).observed,
	ops.AWeights:      (*drawer).observed,
	ops.MoreVariables: func(g *drawer, opt ops.Opt) { g.opts = append(g.opts, valued{opt, g.whole(g.dtype(), g.first, -4, 4)}) },
	ops.Weights: func(g *drawer, opt ops.Opt) {
		s := g.first
		if g.op == ops.HistogramDD {
			s = s[:1]
		}
		g.opts = append(g.opts, valued{opt, g.whole(pick(g, dtype.Float32, dtype.Float64, dtype.Int8, dtype.Int64), s, -3, 3)})
	},
	ops.Bins: func(g *drawer, opt ops.Opt) {
		if g.chance(2) && g.op == ops.Histogram && !g.given.Has(ops.Range) {
			g.given.Add(ops.Range)
			g.opts = append(g.opts, valued{opt, g.filled(pick(g, dtype.Float64, dtype.Float32), []int{4}, func(i int) float64 { return float64(2*i - 3) })})
			return
		}
		g.opts = append(g.opts, valued{opt, g.between(1, 5)})
	},
	ops.Range: func(g *drawer, opt ops.Opt) {
		if !g.given.Has(opt) {
			g.opts = append(g.opts, valued{opt, g.filled(dtype.Float64, []int{2}, func(i int) float64 { return float64(6*i - 2) })})
		}
	},
	ops.Size:  func(g *drawer, opt ops.Opt) {}, // the arguments have it
	ops.Shape: func(g *drawer, opt ops.Opt) {},
	ops.Points: func(g *drawer, opt ops.Opt) {
		n := g.first[*g.axis]
		g.opts = append(g.opts, valued{opt, g.filled(pick(g, dtype.Float32, dtype.Int32), []int{n}, func(i int) float64 { return float64(i) / 2 })})
	},
	ops.Distances:      func(g *drawer, opt ops.Opt) { g.opts = append(g.opts, valued{opt, pick[any](g, 0.5, 2, -1.0)}) },
	ops.Base:           func(g *drawer, opt ops.Opt) { g.opts = append(g.opts, valued{opt, pick[any](g, 2, 0.5, 3.0)}) },
	ops.MinDenominator: func(g *drawer, opt ops.Opt) { g.value(opt, nil) },
	ops.Weight:         (*drawer).weights,
	ops.PosWeight:      func(g *drawer, opt ops.Opt) { g.value(opt, nil) },
}

// observed draws weights of the observations of Cov.
func (g *drawer) observed(opt ops.Opt) {
	d := dtype.Int32
	if opt == ops.AWeights {
		d = pick(g, dtype.Float32, dtype.Float64, dtype.Uint8)
	}
	g.opts = append(g.opts, valued{opt, g.whole(d, g.first[len(g.first)-1:], 0, 3)})
}

// gates draws summands of the four gates of LSTMUpdate.
func (g *drawer) gates(opt ops.Opt) {
	g.opts = append(g.opts, valued{opt, g.whole(g.dtype(), []int{8}, -1, 1)})
}

// resultDtype draws a dtype, not a real one where the operand is complex.
func (g *drawer) resultDtype(opt ops.Opt) {
	d := dtype.All.Dtypes()[g.r.IntN(int(dtype.Count)-1)]
	if g.chance(2) {
		d = g.dtype()
	}
	if g.op.Family == ops.FamilyReduce || g.op.Family == ops.FamilyScan { // complex arrays stay complex
		if g.d.IsComplex() && !d.IsComplex() {
			d = dtype.Complex128
		}
	}
	g.add(opt, d)
}

// device draws the backend's device.
func (g *drawer) device(opt ops.Opt) {
	if g.chance(2) {
		g.add(opt, ivy.Device("cpu"))
	}
}

// target draws an array to write into.
func (g *drawer) target(opt ops.Opt) {
	if !g.chance(4) {
		g.opts = append(g.opts, target{})
	}
}

// exclusive draws Exclusive, hardly ever with IncludeInitial.
func (g *drawer) exclusive(opt ops.Opt) {
	if !g.has(ops.IncludeInitial) || g.chance(8) {
		g.add(opt, ivy.Exclusive(true))
	}
}

// sorter draws indices that sort the first argument.
func (g *drawer) sorter(opt ops.Opt) {
	a := g.args[0].(rawArray)
	n := a.shape[0]
	if n > 100 {
		return
	}
	order := rawArray{dtype: dtype.Int64, shape: []int{n}}
	for i := range n { // sorted already
		order.data = appendNumber(order.data, dtype.Int64, float64(i))
	}
	g.opts = append(g.opts, valued{opt, order})
}

// weights draws positive factors of the classes.
func (g *drawer) weights(opt ops.Opt) {
	if len(g.first) > 0 {
		d := pick(g, dtype.Float32, dtype.Float64, dtype.Int32, dtype.Float16)
		g.opts = append(g.opts, valued{opt, g.whole(d, g.first[len(g.first)-1:], 1, 3)})
	}
}

// joined draws a number or an array that joins the operand along the axis.
func (g *drawer) joined(opt ops.Opt) {
	var s []int
	if len(g.first) > 0 && g.chance(2) {
		s = slices.Clone(g.first)
		i := len(g.first) - 1
		if g.axis != nil {
			i = *g.axis
		}
		s[i] = g.between(0, 3)
	}
	g.value(opt, s)
}

// normalized draws a number or an array with the lengths of the normalized axes.
func (g *drawer) normalized(opt ops.Opt) {
	switch g.op {
	case ops.ScaledDotProductAttention, ops.MultiHeadAttention:
		g.value(opt, nil)
		return
	case ops.BatchNorm, ops.GroupNorm, ops.InstanceNorm:
		g.value(opt, []int{g.first[pick(g, 1, len(g.first)-1)]})
		return
	}
	axes, _ := g.args[1].([]int)
	if sorted, err := shape.Axes(axes, len(g.first)); err == nil {
		s := make([]int, len(sorted))
		for i, a := range sorted {
			s[i] = g.first[a]
		}
		g.value(opt, s)
	}
}

// constantValues draws the value that Pad fills with.
func (g *drawer) constantValues(opt ops.Opt) {
	if !g.has(ops.Mode) {
		g.value(opt, nil)
	}
}

// has reports whether an option is drawn.
func (g *drawer) has(opt ops.Opt) bool {
	return slices.ContainsFunc(g.opts, func(o any) bool { v, ok := o.(variant); return ok && v.opt == opt })
}

// axes draws the option Axis as the row takes it.
func (g *drawer) axes() {
	add := func(o ivy.Option) { g.opts = append(g.opts, variant{ops.Axis, o}) }
	rank := len(g.first)
	one := func(rank int) {
		if rank > 0 {
			add(ivy.Axis(g.somewhere(rank)))
		}
	}
	if g.axis != nil {
		axis := *g.axis
		if g.chance(2) {
			axis -= rank
			if g.op == ops.Stack {
				axis--
			}
		}
		add(ivy.Axis(axis))
		return
	}
	switch g.op {
	case ops.Rot90:
		if g.chance(2) {
			add(ivy.Axes(g.r.Perm(rank)[:2]))
		}
		return
	case ops.ExpandDims:
		add(pick[ivy.Option](g, ivy.Axis(g.somewhere(rank+1)), ivy.Axes{0, rank + 1}))
		return
	case ops.OneHot:
		if g.chance(3) {
			one(rank + 1)
		}
		return
	case ops.CumulativeSum.Op, ops.CumulativeProd.Op:
		if rank != 1 || g.chance(2) {
			one(rank)
		}
		return
	case ops.Take.Op, ops.TakeAlongAxis.Op, ops.Concat.Op, ops.Stack, ops.Diff:
		return
	}
	if g.chance(3) {
		return
	}
	switch {
	case g.op.Family == ops.FamilyReduce && g.op != ops.ArgMax.Op && g.op != ops.ArgMin.Op || g.op == ops.Flip:
		switch g.r.IntN(4) {
		case 0:
			add(ivy.NoAxis{})
		case 1:
			add(ivy.Axes(g.someAxes(rank, 0)))
		default:
			one(rank)
		}
	default:
		one(rank)
	}
}

// A target is the option Out: an array of the result's dtype and shape, or nearly.
type target struct{ wrong int }

// A misfit is an option of a suite's everyOption or oddOptions: for every Env its own.
type misfit struct {
	opt ops.Opt
	i   int // of oddOptions; −1 for everyOption
}

// spoil makes one thing of a call one that does not fit, or hardly.
func (g *drawer) spoil(t *trial) {
	if len(t.args) == 0 {
		return
	}
	i := g.r.IntN(len(t.args))
	kind := g.op.Params[min(i, len(g.op.Params)-1)].Kind
	switch n := g.r.IntN(10); {
	case n == 0: // an argument of another type
		t.args[i] = oddTypes[g.r.IntN(len(oddTypes))]
	case n == 1: // too few or too many
		if g.chance(2) {
			t.args = t.args[:len(t.args)-1]
		} else {
			t.args = append(t.args, pick[any](g, 1, nil, "text"))
		}
	case n == 2 && g.chance(2): // an option that the row does not take
		t.opts = append(t.opts, misfit{ops.Opt(g.r.IntN(len(ops.Options()))), -1})
	case n <= 4 && len(g.op.Opts) > 0: // an option of odd value
		opt := g.op.Opts[g.r.IntN(len(g.op.Opts))]
		t.opts = append(slices.DeleteFunc(t.opts, func(o any) bool { v, ok := o.(variant); return ok && v.opt == opt }), misfit{opt, g.r.IntN(64)})
	case n == 5 && slices.ContainsFunc(t.opts, func(o any) bool { _, ok := o.(target); return ok }):
		for k, o := range t.opts {
			if _, ok := o.(target); ok {
				t.opts[k] = target{g.between(1, 3)}
			}
		}
	default:
		t.args[i] = g.odd(kind, t.args[i])
	}
}

// odd draws an argument of the right type that hardly fits.
func (g *drawer) odd(kind ops.ParamKind, old any) any {
	all := dtype.All.Dtypes()
	switch kind {
	case ops.Operand, ops.Optional:
		switch g.r.IntN(5) {
		case 0:
			return pick[any](g, oddOperands...)
		case 1:
			return g.array(all[g.r.IntN(len(all))], dims(g.r, 0, 8))
		case 2:
			return g.scalar()
		}
		if a, ok := old.(rawArray); ok {
			if g.chance(2) {
				return g.array(all[g.r.IntN(len(all))], a.shape)
			}
			s := slices.Clone(a.shape)
			if len(s) > 0 {
				i := g.r.IntN(len(s))
				s[i] = pick(g, 0, 1, s[i]+1)
			}
			return g.array(a.dtype, s)
		}
	case ops.Arrays, ops.Variadic:
		list, _ := old.([]rawArray)
		list = append(slices.Clone(list), g.array(all[g.r.IntN(len(all))], dims(g.r, 0, 8)))
		list[len(list)-1] = contiguousSlices(list[len(list)-1])
		if g.chance(3) {
			list = nil
		}
		return list
	case ops.Ints:
		if v, ok := old.([]int); ok && len(v) > 0 && g.chance(2) {
			v = slices.Clone(v)
			v[g.r.IntN(len(v))] += pick(g, 1, -1, 7, sized(1<<33), sized(1<<62))
			return v
		}
		return oddInts[g.r.IntN(len(oddInts))]
	case ops.IntPairs:
		return oddPairs[g.r.IntN(len(oddPairs))]
	case ops.Padding:
		return oddPaddings[g.r.IntN(len(oddPaddings))]
	case ops.Int:
		return pick(g, -1, math.MinInt, math.MaxInt, sized(1<<62), sized(1<<40), sized(3_000_000_000))
	case ops.Text:
		return oddTexts[g.r.IntN(len(oddTexts))]
	case ops.DtypeKind:
		return pick(g, dtype.Dtype(0), dtype.Dtype(99), all[g.r.IntN(len(all))])
	case ops.Scalar, ops.Numbers:
		return pick[any](g, nil, g.scalar(), g.scalar(), math.NaN(), math.Inf(1), uint64(math.MaxUint64), sized(1<<40), int8(5), "1")
	}
	return fmt.Sprint(old)
}

// sized returns n, or the int nearest to it where an int has 32 bits.
func sized(n int64) int { return int(max(math.MinInt, min(n, math.MaxInt))) }
