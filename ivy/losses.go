package ivy

import (
	"math"
	"slices"

	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// A loss is what the losses have in common: how operands of one dtype get into the dtype that they are
// computed in, float32 for the 16-bit floats, and what becomes of the losses.
type loss struct {
	e     *Env
	op    *ops.Op
	o     options
	opts  []Option
	s     *state
	be    *engine
	how   string // the reduction
	dtype Dtype  // of the result
}

// loss begins one: reductions are those that it may have besides "mean", "sum" and "none".
func (e *Env) loss(op *ops.Op, opts []Option, reductions ...string) *loss {
	l := &loss{e: e, op: op, opts: opts, s: e.now.Load(), how: "mean"}
	check(l.o.parse(op, opts))
	if op == ops.LogPoissonLoss { // Ivy's default
		l.how = "none"
	}
	l.how = string(get(opts, Reduction(l.how)))
	reductions = append([]string{"mean", "sum", "none"}, reductions...)
	if !slices.Contains(reductions, l.how) {
		check(errorf(ErrValue, "reduction %q, want one of %q", l.how, reductions))
	}
	return l
}

// operands promotes operands together, all at once, as the tables are not associative.
func (l *loss) operands(xs ...any) []*Array {
	e := l.e
	var err error
	l.be, err = e.agree(l.s, xs...)
	check(err)
	given, zs := make([]any, len(xs)), make([]*Array, len(xs))
	for i, x := range xs {
		p, err := e.operand(l.s, l.be, x)
		check(err)
		given[i] = x
		if p.arr != nil {
			given[i] = p.arr
		}
	}
	switch a, single := given[0].(*Array); {
	case single && len(given) == 1: // no rule is asked
		l.dtype = a.dtype
	case len(given) == 2:
		a, b, err := owned(e.pairOn(l.s, l.op, l.be, given[0], given[1]))
		check(err)
		a, b, err = e.promotePair(l.s, l.op, a, b)
		check(err)
		given, l.dtype = []any{a, b}, a.dtype
	default:
		l.dtype, err = e.resultType(l.s, given)
		check(err)
	}
	for i, x := range given {
		zs[i] = l.into(e.unify(l.s, l.be, x, l.dtype))
	}
	l.dtype, err = fitting(l.s, l.be, l.op, composed(l.op), l.dtype)
	check(err)
	return zs
}

// into returns an operand in the dtype that the loss is computed in.
func (l *loss) into(a *Array) *Array {
	a, err := l.e.prepare(l.s, l.op, composed(l.op), a)
	check(err)
	return l.e.wider(a)
}

// withClasses returns an operand of numbers, and another one that has to be of integers.
func (l *loss) withClasses(x, classes any, name string) (a, t *Array) {
	var err error
	l.be, err = l.e.agree(l.s, x, classes)
	check(err)
	a, err = l.e.asArray(l.s, l.be, x)
	check(err)
	a, err = l.e.prepare(l.s, l.op, composed(l.op), a)
	check(err)
	l.dtype = a.dtype
	return l.e.wider(a), l.integers(classes, name)
}

// integers returns an operand of integers as int64.
func (l *loss) integers(x any, name string) *Array {
	t, err := l.e.asArray(l.s, l.be, x)
	check(err)
	if !t.dtype.IsInteger() {
		check(errorf(ErrDtype, "%s of dtype %v, want integers", name, t.dtype))
	}
	return l.e.Astype(t, Int64)
}

// factor returns the array of an option in the dtype of x, nil if there is none.
func (l *loss) factor(opt ops.Opt, x *Array) *Array {
	v := valueOf(l.opts, opt)
	if v == nil {
		return nil
	}
	p, err := l.e.operand(l.s, x.be, v)
	check(err)
	if p.arr == nil {
		p.arr, err = l.e.fromGo(l.s, x.be, p.scalar, x.dtype)
		check(err)
	}
	return l.e.Astype(p.arr, x.dtype)
}

// weight returns the weights of n classes, in the dtype of x, nil if there are none.
func (l *loss) weight(x *Array, n int) *Array {
	w := l.factor(ops.Weight, x)
	if w != nil && (len(w.shape) != 1 || w.shape[0] != n) {
		check(errorf(ErrShape, "weight of shape %s for %d classes", shape.Text(w.shape), n))
	}
	return w
}

// end reduces the losses, over all axes or those given, and rounds them to the result's dtype.
func (l *loss) end(z *Array, axes ...Option) *Array {
	switch l.how {
	case "mean":
		z = l.e.Mean(z, axes...)
	case "sum":
		z = l.e.Sum(z, axes...)
	}
	return l.result(z)
}

func (l *loss) result(z *Array) *Array { return l.e.toOut(l.e.Astype(z, l.dtype), &l.o) }

// reduced returns the option of the axis that the losses z are reduced over: all without one.
func (l *loss) reduced(z *Array, otherwise ...Option) []Option {
	if !l.o.has(ops.Axis) {
		return otherwise
	}
	if noAxis(l.opts) {
		return nil
	}
	axis, err := oneAxis(l.opts, 0)
	check(err)
	_, err = shape.Axis(axis, len(z.shape))
	check(err)
	return []Option{Axis(axis)}
}

// Losses of numbers.

func (e *Env) l1Loss(input, target any, opts []Option) *Array {
	l := e.loss(ops.L1Loss, opts)
	x := l.operands(input, target)
	return l.end(e.Abs(e.Subtract(x[0], x[1])))
}

func (e *Env) mseLoss(input, target any, opts []Option) *Array {
	l := e.loss(ops.MSELoss, opts)
	x := l.operands(input, target)
	return l.end(e.Square(e.Subtract(x[0], x[1])))
}

func (e *Env) smoothL1Loss(input, target any, opts []Option) *Array {
	l := e.loss(ops.SmoothL1Loss, opts)
	beta := float64(get(opts, Beta(1)))
	if !(beta >= 0) {
		check(errorf(ErrValue, "beta %v, want 0 or more", beta))
	}
	x := l.operands(input, target)
	d := e.Subtract(x[0], x[1])
	size := e.Abs(d)
	if beta == 0 {
		return l.end(size)
	}
	near := e.Less(size, beta)
	square := e.Divide(e.Multiply(e.Square(e.Where(near, d, 0.0)), 0.5), beta)
	return l.end(e.Where(near, square, e.Subtract(size, beta/2)))
}

func (e *Env) huberLoss(target, pred any, opts []Option) *Array {
	l := e.loss(ops.HuberLoss, opts)
	delta := float64(get(opts, Delta(1)))
	if !(delta > 0) {
		check(errorf(ErrValue, "delta %v, want more than 0", delta))
	}
	x := l.operands(target, pred)
	d := e.Subtract(x[1], x[0])
	size := e.Abs(d)
	near := e.LessEqual(size, delta)
	square := e.Multiply(e.Square(e.Where(near, d, 0.0)), 0.5)
	return l.end(e.Where(near, square, e.Multiply(e.Subtract(size, delta/2), delta)))
}

func (e *Env) klDiv(input, target any, opts []Option) *Array {
	l := e.loss(ops.KLDiv, opts, "batchmean")
	xs := l.operands(input, target)
	x, y := xs[0], xs[1]
	var z *Array
	if get(opts, LogTarget(false)) {
		z = e.Multiply(e.Exp(y), e.Subtract(y, x))
	} else {
		z = e.Subtract(e.timesItsLog(y), e.Multiply(y, x))
	}
	if l.how != "batchmean" {
		return l.end(z)
	}
	z = e.Sum(z)
	if len(x.shape) > 0 {
		z = e.Divide(z, float64(x.shape[0]))
	}
	return l.result(z)
}

// timesItsLog returns y·log y, 0 for 0.
func (e *Env) timesItsLog(y *Array) *Array {
	return e.Multiply(y, e.Log(e.Where(e.Equal(y, 0.0), 1.0, y)))
}

func (e *Env) poissonNLLLoss(input, target any, opts []Option) *Array {
	l := e.loss(ops.PoissonNLLLoss, opts)
	xs := l.operands(input, target)
	x, y := xs[0], xs[1]
	var z *Array
	if get(opts, LogInput(true)) {
		z = e.Subtract(e.Exp(x), e.Multiply(y, x))
	} else {
		z = e.Subtract(x, e.Multiply(y, e.Log(e.Add(x, float64(get(opts, Eps(1e-8)))))))
	}
	if get(opts, FullLoss(false)) {
		z = e.Add(z, e.stirling(y, e.Greater(y, 1.0)))
	}
	return l.end(z)
}

// stirling returns Stirling's approximation of log y! where it counts, and 0 elsewhere.
func (e *Env) stirling(y, counts *Array) *Array {
	y = e.Where(counts, y, 1.0) // of which there is a logarithm
	s := e.Add(e.Subtract(e.Multiply(y, e.Log(y)), y), e.Multiply(e.Log(e.Multiply(y, 2*math.Pi)), 0.5))
	return e.Where(counts, s, 0.0)
}

func (e *Env) logPoissonLoss(target, pred any, opts []Option) *Array {
	l := e.loss(ops.LogPoissonLoss, opts)
	xs := l.operands(target, pred)
	y, x := xs[0], xs[1]
	z := e.Subtract(e.Exp(x), e.Multiply(y, x))
	if get(opts, FullLoss(false)) {
		between := e.LogicalAnd(e.GreaterEqual(y, 0.0), e.LessEqual(y, 1.0))
		z = e.Add(z, e.stirling(y, e.LogicalNot(between)))
	}
	if l.how == "none" && !l.o.has(ops.Axis) {
		return l.result(z)
	}
	return l.end(z, l.reduced(z, Axis(-1))...)
}

func (e *Env) gaussianNLLLoss(input, target, variance any, opts []Option) *Array {
	l := e.loss(ops.GaussianNLLLoss, opts)
	eps := float64(get(opts, Eps(1e-6)))
	if !(eps >= 0) {
		check(errorf(ErrValue, "eps %v, want 0 or more", eps))
	}
	x := l.operands(input, target, variance)
	v := e.Where(e.Less(x[2], eps), eps, x[2])
	z := e.Multiply(e.Add(e.Log(v), e.Divide(e.Square(e.Subtract(x[0], x[1])), v)), 0.5)
	if get(opts, FullLoss(false)) {
		z = e.Add(z, math.Log(2*math.Pi)/2)
	}
	return l.end(z)
}

func (e *Env) softMarginLoss(input, target any, opts []Option) *Array {
	l := e.loss(ops.SoftMarginLoss, opts)
	x := l.operands(input, target)
	return l.end(e.Softplus(e.Negative(e.Multiply(x[1], x[0]))))
}

func (e *Env) hingeEmbeddingLoss(input, target any, opts []Option) *Array {
	l := e.loss(ops.HingeEmbeddingLoss, opts)
	xs := l.operands(input, target)
	x, y := xs[0], xs[1]
	far := e.positivePart(e.Subtract(float64(get(opts, Margin(1))), x))
	return l.end(e.Add(e.Where(e.NotEqual(y, 1.0), far, 0.0), e.Where(e.NotEqual(y, -1.0), x, 0.0)))
}

func (e *Env) marginRankingLoss(input1, input2, target any, opts []Option) *Array {
	l := e.loss(ops.MarginRankingLoss, opts)
	x := l.operands(input1, input2, target)
	z := e.Multiply(x[2], e.Subtract(x[0], x[1]))
	return l.end(e.positivePart(e.Subtract(float64(get(opts, Margin(0))), z)))
}

func (e *Env) binaryCrossEntropy(target, pred any, opts []Option) *Array {
	l := e.loss(ops.BinaryCrossEntropy, opts)
	eps, logits := float64(get(opts, Epsilon(0))), bool(get(opts, FromLogits(false)))
	if !(eps >= 0 && eps <= 1) {
		check(errorf(ErrValue, "epsilon %v, want 0 to 1", eps))
	}
	xs := l.operands(target, pred)
	y, x := xs[0], xs[1]
	if eps != 0 {
		y = e.Add(e.Multiply(y, 1-eps), eps/2)
	}
	w := l.factor(ops.PosWeight, x)
	if w != nil {
		dims, err := shape.Broadcast(y.shape, x.shape)
		check(err)
		check(shape.BroadcastTo(w.shape, dims))
	}
	var z *Array
	if logits {
		z = e.logistic(x, y, w)
	} else {
		positive := e.Multiply(y, e.heldLog(e.Log, x, 0))
		if w != nil {
			positive = e.Multiply(positive, w)
		}
		log1m := func(x any, _ ...Option) *Array { return e.Log1p(e.Negative(x)) }
		z = e.Negative(e.Add(positive, e.Multiply(e.Subtract(1.0, y), e.heldLog(log1m, x, 1))))
	}
	return l.end(z, l.reduced(z)...)
}

// logistic returns −(w·y·log s + (1 − y)·log(1 − s)), s being Sigmoid(x), of which neither term cancels.
func (e *Env) logistic(x, y, w *Array) *Array {
	positive := e.Multiply(y, e.Softplus(e.Negative(x)))
	if w != nil {
		positive = e.Multiply(positive, w)
	}
	return e.Add(positive, e.Multiply(e.Subtract(1.0, y), e.Softplus(x)))
}

// heldLog returns a logarithm of x, −100 where it is less, which it is at x = zero: no logarithm
// is taken there, whose gradient would be NaN.
func (e *Env) heldLog(log func(x any, opts ...Option) *Array, x *Array, zero float64) *Array {
	none := e.Equal(x, zero)
	return e.Where(none, -100.0, e.Maximum(log(e.Where(none, 0.5, x)), -100.0))
}

func (e *Env) wassersteinLossDiscriminator(pReal, pFake any, opts []Option) *Array {
	l := e.loss(ops.WassersteinLossDiscriminator, opts)
	x := l.operands(pReal, pFake)
	return l.result(e.Subtract(e.Mean(x[1]), e.Mean(x[0])))
}

func (e *Env) wassersteinLossGenerator(predFake any, opts []Option) *Array {
	l := e.loss(ops.WassersteinLossGenerator, opts)
	return l.result(e.Negative(e.Mean(l.operands(predFake)[0])))
}

// Losses of vectors.

// needAxes refuses operands of less than n axes.
func needAxes(n int, xs ...*Array) {
	for _, x := range xs {
		if len(x.shape) < n {
			check(errorf(ErrShape, "an operand of shape %s, want %d axes or more", shape.Text(x.shape), n))
		}
	}
}

func (e *Env) cosineEmbeddingLoss(input1, input2, target any, opts []Option) *Array {
	l := e.loss(ops.CosineEmbeddingLoss, opts)
	x := l.operands(input1, input2, target)
	needAxes(1, x[:2]...)
	dot := func(a, b *Array) *Array { return e.Sum(e.Multiply(a, b), Axis(-1)) }
	size := func(a *Array) *Array { return e.Sqrt(e.Add(dot(a, a), 1e-12)) }
	c := e.Divide(dot(x[0], x[1]), e.Multiply(size(x[0]), size(x[1])))
	apart := e.positivePart(e.Subtract(c, float64(get(opts, Margin(0)))))
	return l.end(e.Where(e.Equal(x[2], 1.0), e.Subtract(1.0, c), e.Where(e.Equal(x[2], -1.0), apart, 0.0)))
}

func (e *Env) tripletMarginLoss(anchor, positive, negative any, opts []Option) *Array {
	l := e.loss(ops.TripletMarginLoss, opts)
	p, eps := float64(get(opts, NormOrder(2))), float64(get(opts, Eps(1e-6)))
	if !(p > 0) {
		check(errorf(ErrValue, "p %v, want more than 0", p))
	}
	x := l.operands(anchor, positive, negative)
	needAxes(1, x...)
	distance := func(a, b *Array) *Array {
		return e.VectorNorm(e.Add(e.Subtract(a, b), eps), Axis(-1), Ord(p))
	}
	near, far := distance(x[0], x[1]), distance(x[0], x[2])
	if get(opts, Swap(false)) {
		far = e.Minimum(far, distance(x[1], x[2]))
	}
	return l.end(e.positivePart(e.Add(e.Subtract(near, far), float64(get(opts, Margin(1))))))
}

func (e *Env) multiLabelSoftMarginLoss(input, target any, opts []Option) *Array {
	l := e.loss(ops.MultiLabelSoftMarginLoss, opts)
	xs := l.operands(input, target)
	x, y := xs[0], xs[1]
	dims, err := shape.Broadcast(x.shape, y.shape)
	check(err)
	if len(dims) == 0 {
		needAxes(1, x)
	}
	z := e.logistic(x, y, nil)
	if w := l.weight(x, dims[len(dims)-1]); w != nil {
		z = e.Multiply(z, w)
	}
	return l.end(e.Mean(z, Axis(-1)))
}

func (e *Env) ssimLoss(target, pred any, opts []Option) *Array {
	l := e.loss(ops.SSIMLoss, opts)
	xs := l.operands(target, pred)
	dims, err := shape.Broadcast(xs[0].shape, xs[1].shape)
	check(err)
	if len(dims) != 4 {
		check(errorf(ErrShape, "images of shape %s, want (n, height, width, channels)", shape.Text(dims)))
	}
	x, y := e.BroadcastTo(xs[0], dims), e.BroadcastTo(xs[1], dims)
	mx, my := l.windowMean(x), l.windowMean(y)
	covariance := func(a, b, ma, mb *Array) *Array {
		return e.Subtract(l.windowMean(e.Multiply(a, b)), e.Multiply(ma, mb))
	}
	const c, d = 0.01 * 0.01, 0.03 * 0.03
	top := e.Multiply(e.Add(e.Multiply(e.Multiply(mx, my), 2.0), c), e.Add(e.Multiply(covariance(x, y, mx, my), 2.0), d))
	bottom := e.Multiply(e.Add(e.Add(e.Square(mx), e.Square(my)), c), e.Add(e.Add(covariance(x, x, mx, mx), covariance(y, y, my, my)), d))
	return l.result(e.Mean(e.Subtract(1.0, e.Divide(top, bottom)), Axes{1, 2, 3}))
}

// windowMean returns the means of windows of 3 elements along axes 1 and 2, of those that there are.
func (l *loss) windowMean(x *Array) *Array {
	e := l.e
	for axis := 1; axis <= 2; axis++ {
		n := x.shape[axis]
		if n == 0 {
			continue
		}
		width := make([][2]int, len(x.shape))
		width[axis] = [2]int{1, 1}
		wide := e.Pad(x, width)
		part := func(start int) *Array { return e.partAlong(wide, axis, start, n) }
		counts := slices.Repeat([]float64{3}, n)
		counts[0]--
		counts[n-1]--
		count, err := e.fromGo(l.s, x.be, counts, x.dtype)
		check(err)
		dims := slices.Repeat([]int{1}, len(x.shape))
		dims[axis] = n
		x = e.Divide(e.Add(e.Add(part(0), part(1)), part(2)), e.Reshape(count, dims))
	}
	return x
}

// Losses of classes.

// classAxis returns the axis of the classes: 1 by default, 0 if there is no other, or −1 as Ivy has it.
func (l *loss) classAxis(x *Array, otherwise int) int {
	if otherwise == 1 && len(x.shape) == 1 {
		otherwise = 0
	}
	axis, err := oneAxis(l.opts, otherwise)
	check(err)
	axis, err = shape.Axis(axis, len(x.shape))
	check(err)
	return axis
}

// atClasses returns the elements of x at the classes along an axis.
func (l *loss) atClasses(x *Array, axis int, classes *Array) *Array {
	e := l.e
	want := slices.Delete(slices.Clone(x.shape), axis, axis+1)
	if !slices.Equal(classes.shape, want) {
		check(errorf(ErrShape, "target of shape %s for classes along axis %d of shape %s, want %s", shape.Text(classes.shape), axis, shape.Text(x.shape), shape.Text(want)))
	}
	return e.Squeeze(l.among(x, axis, e.ExpandDims(classes, Axis(axis)), "target"), Axis(axis))
}

// among is TakeAlongAxis that counts no index from the end, and says of which operand one is out of range.
func (l *loss) among(x *Array, axis int, index *Array, name string) *Array {
	return l.e.countedFrom0(name, x.shape[axis], index, func(index *Array) *Array { return l.e.TakeAlongAxis(x, index, Axis(axis)) })
}

// logSoftmaxAt returns the elements of logSoftmaxOf at the classes along an axis: no others are computed.
func (l *loss) logSoftmaxAt(x *Array, axis int, classes *Array) *Array {
	e := l.e
	at := e.wider(l.atClasses(x, axis, classes))
	of := e.composedOfSeveral(x.Size(), ops.SoftmaxCrossEntropy, axis, func(e *Env, x []*Array) []*Array {
		wide := e.wider(x[0])
		most := e.Max(wide, Axis(axis), KeepDims(true))
		sum := e.Log(e.Sum(e.Exp(e.Subtract(wide, most)), Axis(axis), KeepDims(true)))
		return []*Array{most, sum}
	}, x)
	at = e.Subtract(at, e.Squeeze(of[0], Axis(axis)))
	return e.Astype(e.Subtract(at, e.Squeeze(of[1], Axis(axis))), x.dtype)
}

// ofClasses is the end of a loss of x, logarithms of probabilities or what these are computed of, and classes, some of which may not
// count. at returns the logarithms at classes, smooth what becomes of the losses then (nil: nothing), some of them ignored, w the weights of the classes.
func (l *loss) ofClasses(x *Array, axis int, classes *Array, at func(classes *Array) *Array, smooth func(z, ignored, w *Array) *Array) *Array {
	e := l.e
	w := l.weight(x, x.shape[axis])
	ignored := e.Equal(classes, int(get(l.opts, IgnoreIndex(-100))))
	classes = e.Where(ignored, 0, classes)
	if x.shape[axis] == 0 && classes.Size() > 0 {
		check(errorf(ErrIndex, "target of classes that there are none of"))
	}
	z := e.Negative(at(classes))
	var total *Array // of the weights of what counts
	if w == nil {
		z = e.Where(ignored, 0.0, z)
		if l.how == "mean" {
			total = e.Astype(e.Subtract(z.Size(), e.Sum(ignored)), z.dtype)
		}
	} else {
		share := e.Where(ignored, 0.0, e.Take(w, classes))
		z = e.Where(ignored, 0.0, e.Multiply(z, share))
		if l.how == "mean" {
			total = e.Sum(share)
		}
	}
	if smooth != nil {
		z = smooth(z, ignored, w)
	}
	if l.how != "mean" {
		return l.end(z)
	}
	return l.result(e.Divide(e.Sum(z), total))
}

// weighted returns x times the weights of the classes along an axis.
func (l *loss) weighted(x *Array, axis int, w *Array) *Array {
	if w == nil {
		return x
	}
	dims := slices.Repeat([]int{1}, len(x.shape))
	dims[axis] = w.shape[0]
	return l.e.Multiply(x, l.e.Reshape(w, dims))
}

func (e *Env) nllLoss(input, target any, opts []Option) *Array {
	l := e.loss(ops.NLLLoss, opts)
	x, t := l.withClasses(input, target, "target")
	axis := l.classAxis(x, 1)
	return l.ofClasses(x, axis, t, func(classes *Array) *Array { return l.atClasses(x, axis, classes) }, nil)
}

func (e *Env) softmaxCrossEntropy(input, target any, opts []Option) *Array {
	l := e.loss(ops.SoftmaxCrossEntropy, opts)
	smoothing := float64(get(opts, LabelSmoothing(0)))
	if !(smoothing >= 0 && smoothing <= 1) {
		check(errorf(ErrValue, "label_smoothing %v, want 0 to 1", smoothing))
	}
	t, err := e.asArray(l.s, nil, target)
	check(err)
	if t.dtype.IsInteger() {
		x, t := l.withClasses(input, t, "target")
		axis := l.classAxis(x, 1)
		if smoothing == 0 && topTape([]*Array{x}) == nil && !x.be.table.Has(ops.SoftmaxAlong.Op) {
			return l.ofClasses(x, axis, t, func(classes *Array) *Array { return l.logSoftmaxAt(x, axis, classes) }, nil)
		}
		p := e.logSoftmaxOf(x, Axis(axis))
		at := func(classes *Array) *Array { return l.atClasses(p, axis, classes) }
		if smoothing == 0 {
			return l.ofClasses(p, axis, t, at, nil)
		}
		return l.ofClasses(p, axis, t, at, func(z, ignored, w *Array) *Array {
			all := e.Negative(e.Sum(l.weighted(p, axis, w), Axis(axis)))
			all = e.Where(ignored, 0.0, e.Divide(all, float64(p.shape[axis])))
			return e.Add(e.Multiply(z, 1-smoothing), e.Multiply(all, smoothing))
		})
	}
	if t.dtype.IsBool() {
		check(errorf(ErrDtype, "target of dtype bool, want integers or probabilities"))
	}
	if l.o.has(ops.IgnoreIndex) {
		check(errorf(ErrValue, "ignore_index for a target of probabilities"))
	}
	xs := l.operands(input, t)
	x, y := xs[0], xs[1]
	if !slices.Equal(x.shape, y.shape) {
		check(errorf(ErrShape, "input of shape %s and a target of probabilities of shape %s", shape.Text(x.shape), shape.Text(y.shape)))
	}
	axis := l.classAxis(x, 1)
	n := x.shape[axis]
	w := l.weight(x, n)
	if smoothing != 0 && n > 0 {
		y = e.Add(e.Multiply(y, 1-smoothing), smoothing/float64(n))
	}
	p := l.weighted(e.logSoftmaxOf(x, Axis(axis)), axis, w)
	return l.end(e.Negative(e.Sum(e.Multiply(y, p), Axis(axis))))
}

// heldProbability returns probabilities between ε and 1 − ε.
func (l *loss) heldProbability(p *Array) *Array {
	eps := float64(get(l.opts, Epsilon(1e-7)))
	if !(eps >= 0 && eps <= 0.5) {
		check(errorf(ErrValue, "epsilon %v, want 0 to 0.5", eps))
	}
	return l.e.between(p, eps, 1-eps)
}

func (e *Env) crossEntropy(target, pred any, opts []Option) *Array {
	l := e.loss(ops.CrossEntropy, opts)
	xs := l.operands(target, pred)
	z := e.Multiply(xs[0], e.Log(l.heldProbability(xs[1])))
	axis := l.classAxis(z, -1)
	return l.end(e.Negative(e.Sum(z, Axis(axis))))
}

func (e *Env) sparseCrossEntropy(target, pred any, opts []Option) *Array {
	l := e.loss(ops.SparseCrossEntropy, opts)
	x, t := l.withClasses(pred, target, "target")
	p := l.atClasses(x, l.classAxis(x, -1), t)
	return l.end(e.Negative(e.Log(l.heldProbability(p))))
}

func (e *Env) multiMarginLoss(input, target any, opts []Option) *Array {
	l := e.loss(ops.MultiMarginLoss, opts)
	power := float64(get(opts, NormOrder(1)))
	if power != 1 && power != 2 {
		check(errorf(ErrValue, "p %v, want 1 or 2", power))
	}
	x, t := l.withClasses(input, target, "target")
	needAxes(1, x)
	axis := len(x.shape) - 1
	n := x.shape[axis]
	w := l.weight(x, n)
	z := e.Subtract(float64(get(opts, Margin(1))), e.ExpandDims(l.atClasses(x, axis, t), Axis(-1)))
	z = e.positivePart(e.Add(z, x))
	if power == 2 {
		z = e.Square(z)
	}
	z = e.Where(e.OneHot(t, n, Bool), 0.0, z)
	z = e.Divide(e.Sum(z, Axis(-1)), float64(n))
	if w != nil {
		z = e.Multiply(z, e.Take(w, t))
	}
	return l.end(z)
}

func (e *Env) multiLabelMarginLoss(input, target any, opts []Option) *Array {
	l := e.loss(ops.MultiLabelMarginLoss, opts)
	x, t := l.withClasses(input, target, "target")
	needAxes(1, x)
	if !slices.Equal(x.shape, t.shape) {
		check(errorf(ErrShape, "input of shape %s and target of shape %s", shape.Text(x.shape), shape.Text(t.shape)))
	}
	n := x.shape[len(x.shape)-1]
	ends := e.Astype(e.Less(t, 0), Int64)
	named := e.Equal(e.CumulativeSum(ends, Axis(-1)), 0) // up to the first −1
	at := l.among(x, len(x.shape)-1, e.Where(named, t, 0), "target")
	targets := e.Any(e.OneHot(e.Where(named, t, -1), n, Bool), Axis(-2))
	counts := e.LogicalAnd(e.ExpandDims(named, Axis(-1)), e.ExpandDims(e.LogicalNot(targets), Axis(-2)))
	z := e.positivePart(e.Add(e.Subtract(1.0, e.ExpandDims(at, Axis(-1))), e.ExpandDims(x, Axis(-2))))
	return l.end(e.Divide(e.Sum(e.Where(counts, z, 0.0), Axes{-2, -1}), float64(n)))
}

// impossible is the logarithm of the probability 0 in CTCLoss: far below all others, but finite, as the gradient
// of a sum of two probabilities 0 is NaN with their logarithms −∞.
const impossible = -1e30

// ctcLoss is the forward algorithm of Graves et al. over the states of all targets at once: their classes, with a
// blank before, between and after them.
func (e *Env) ctcLoss(logProbs, targets, inputLengths, targetLengths any, opts []Option) *Array {
	l := e.loss(ops.CTCLoss, opts)
	be, err := e.agree(l.s, logProbs, targets, inputLengths, targetLengths)
	check(err)
	p, err := e.asArray(l.s, be, logProbs)
	check(err)
	p, classes := l.withClasses(p, targets, "targets")
	times, lengths := l.integers(inputLengths, "input_lengths"), l.integers(targetLengths, "target_lengths")
	if len(p.shape) != 3 || len(classes.shape) != 2 || classes.shape[0] != p.shape[1] || !slices.Equal(times.shape, p.shape[1:2]) || !slices.Equal(lengths.shape, p.shape[1:2]) {
		check(errorf(ErrShape, "log_probs of shape %s, targets of shape %s, input_lengths of shape %s and target_lengths of shape %s, want (t, n, c), (n, s), (n) and (n)",
			shape.Text(p.shape), shape.Text(classes.shape), shape.Text(times.shape), shape.Text(lengths.shape)))
	}
	steps, n, s := p.shape[0], p.shape[1], classes.shape[1]
	blank := int(get(opts, Blank(0)))
	if blank < 0 || blank >= p.shape[2] {
		check(errorf(ErrValue, "blank %d for %d classes", blank, p.shape[2]))
	}
	lengths = l.within(lengths, s, "target_lengths")
	times = l.within(times, steps, "input_lengths")
	column := func(x *Array) *Array { return e.ExpandDims(x, Axis(1)) }

	// The states: what lies behind a target's end is blank.
	classes = e.Where(e.Less(e.counting(l.be, s), column(lengths)), classes, blank)
	states := e.Reshape(e.Stack([]*Array{e.FullLike(classes, blank), classes}, Axis(2)), []int{n, 2 * s})
	states = e.Concat([]*Array{states, e.FullLike(column(lengths), blank)}, Axis(1))
	m := 2*s + 1
	part := func(x *Array, from, to int) *Array { return e.partAlong(x, 1, from, to-from) } // states from and up to others
	// A blank between two different classes may be left out.
	var skips *Array
	if s > 1 {
		here := part(states, 2, m)
		skips = e.LogicalAnd(e.NotEqual(here, blank), e.NotEqual(here, part(states, 0, m-2)))
	}
	score := e.Maximum(l.among(p, 2, e.BroadcastTo(e.ExpandDims(states), []int{steps, n, m}), "targets"), impossible)
	first := e.ZerosLike(e.Astype(part(states, 0, 1), p.dtype))
	none := e.Add(first, impossible)
	nones := func(k int) []*Array { return slices.Repeat([]*Array{none}, k) }
	joined := func(xs ...*Array) *Array { return e.Concat(xs, Axis(1)) }

	// alpha: the logarithms of the probabilities of being in each state, in the first one before the first time.
	// The lengths are read even if there are no times, so that a compiled call refuses what others refuse.
	first = e.Where(e.Less(column(times), 0), none, first)
	alpha := joined(append([]*Array{first}, nones(m-1)...)...)
	for t := range steps {
		z := alpha
		if m > 1 {
			z = e.LogAddExp(z, joined(none, part(alpha, 0, m-1)))
		}
		if skips != nil {
			z = e.LogAddExp(z, joined(none, none, e.Where(skips, part(alpha, 0, m-2), impossible)))
		}
		z = e.Maximum(e.Add(z, e.Reshape(e.partAlong(score, 0, t, 1), []int{n, m})), impossible)
		alpha = e.Where(e.Less(t, column(times)), z, alpha)
	}
	end := column(e.Multiply(lengths, 2)) // the last blank, and the last class before it
	last := e.TakeAlongAxis(alpha, end, Axis(1))
	class := e.TakeAlongAxis(alpha, e.Maximum(e.Subtract(end, 1), 0), Axis(1))
	last = e.LogAddExp(last, e.Where(e.Greater(end, 0), class, impossible))
	z := e.Negative(e.Squeeze(last, Axis(1)))
	infinity := math.Inf(1)
	if get(opts, ZeroInfinity(false)) {
		infinity = 0
	}
	z = e.Where(e.GreaterEqual(z, -impossible/2), infinity, z)
	if l.how == "mean" {
		z = e.Divide(z, e.Astype(e.Maximum(lengths, 1), z.dtype))
	}
	return l.end(z)
}

// within returns lengths from 0 to n, and refuses others.
func (l *loss) within(lengths *Array, n int, name string) *Array {
	return l.among(l.e.counting(l.be, n+1), 0, lengths, name)
}
