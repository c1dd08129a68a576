package backendtest

import (
	"math"
	"math/cmplx"
	"slices"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// A bound is by how much the numbers of a result may be wrong in addition to the units in the
// last place that allowance gives, where terms cancel: an error that follows from the
// operands. Both fields have a value for each element.
type bound struct {
	slack []float64
	open  []bool // numbers that another order of the steps makes infinite, or zero
}

// bounds returns the bound of result i of a trial; nil where there is none.
//
// A sum of n terms may be wrong by 4 + 2·√n units in the last place of the sum of the
// terms' magnitudes, which is the same function of the operands' absolute values.
// Narrow floats are summed in float32, and rounded between the steps of a function of
// several. Variances are those of two passes. Where the magnitudes overflow, the order of
// the terms decides.
func (c *comparison) bounds(t *trial, want *outcome, i int) *bound {
	w := want.results[i]
	part := w.dtype.Component()
	if !part.IsFloat() {
		return nil
	}
	e := &estimate{env: c.abstract.envs[&settings[0]], t: t, dtype: part, n: shape.Size(w.shape), at: i}
	e.limits, _ = dtype.Finfo(part)
	e.eps = e.limits.Eps
	if dtype.Narrow.Has(part) {
		e.eps = 0x1p-23
	}
	var b *bound
	err := ivy.Try(func() { b = e.bound(w) })
	if err != nil || b == nil || len(b.slack) != e.n {
		return nil
	}
	return b
}

// An estimate works out a bound.
type estimate struct {
	env    *ivy.Env // native
	t      *trial
	dtype  dtype.Dtype // of the result, or its parts
	n      int         // elements
	at     int         // which of several results it is
	limits dtype.FloatInfo
	eps    float64 // of what sums are made in
}

func (e *estimate) bound(w result) *bound {
	t := e.t
	reduction := ""
	if t.op == ops.EinopsReduce {
		reduction, _ = t.args[2].(string)
	}
	switch {
	case t.op == ops.Sum.Op, t.op == ops.CumulativeSum.Op, e.products(), reduction == "sum":
		return e.sum(e.call(t.op, magnitude), e.call(t.op, one))
	case t.op == ops.Mean.Op, t.op == ops.NanMean:
		return e.mean(e.call(t.op, magnitude), e.call(ops.Sum.Op, one))
	case reduction == "mean":
		return e.mean(e.call(t.op, magnitude), e.call(t.op, one, "sum"))
	case t.op == ops.Prod.Op, t.op == ops.NanProd:
		return e.product(w, ops.Sum.Op)
	case t.op == ops.CumulativeProd.Op:
		return e.product(w, ops.CumulativeSum.Op)
	case reduction == "prod":
		return e.product(w, t.op, "sum")
	case t.op == ops.Var.Op, t.op == ops.Std.Op:
		return e.variance(w)
	case t.op == ops.LayerNorm, t.op == ops.GroupNorm, t.op == ops.InstanceNorm:
		return e.normalized()
	case t.op == ops.FFTConvolve:
		return e.folded()
	case gatesOf[t.op] > 0:
		return e.recurrent(w)
	case t.op.Group == ops.FFTs && !moved[t.op]:
		return e.transform()
	case stable(t.op), t.op == ops.Logspace, t.op == ops.UnsortedSegmentMean, t.op == ops.UnsortedSegmentSum:
		return e.perturbed(e.at)
	case t.op.Group == ops.Losses: // differences of what is computed in several steps, and sums of them
		return e.perturbed(e.at)
	case t.op == ops.Tanhshrink, t.op == ops.Hardsigmoid, t.op == ops.Hardswish: // x and a number about as great cancel
		b := e.none()
		for i, x := range e.call(ops.Abs.Op, magnitude) {
			b.slack[i] = 4 * e.eps * max(x, 1)
			if t.op == ops.Tanhshrink {
				b.slack[i] = 4 * e.eps * min(x, 1)
			}
		}
		return b
	case t.op == ops.CorrCoef: // of what cancels nothing is left but what the sums are rounded by
		b := e.none()
		for i := range b.slack {
			b.slack[i] = 16 * e.limits.Eps
		}
		return b
	case t.op == ops.Digamma.Op, t.op == ops.Lgamma.Op, t.op == ops.Polygamma, t.op == ops.Zeta.Op:
		return e.sensitive()
	case t.op == ops.BetaLn:
		return e.betaLn()
	case t.op == ops.LogSoftmax: // a difference of numbers about the logarithm of the axis' length
		b := e.none()
		for i := range b.slack {
			b.slack[i] = 4 * e.limits.Eps * (1 + math.Log2(float64(max(e.n, 1))))
		}
		return b
	case t.op == ops.Softmax, t.op == ops.Softmin: // divided by a sum along the axis, whose terms are positive
		n := 1
		if a, ok := t.args[0].(rawArray); ok && len(a.shape) > 0 {
			axis := len(a.shape) - 1
			for _, o := range t.opts {
				if o, ok := o.(variant); ok && o.opt == ops.Axis {
					axis = (int(o.Option.(ivy.Axis)) + len(a.shape)) % len(a.shape)
				}
			}
			n = a.shape[axis]
		}
		b := e.none()
		for i, w := range numbersIn(w) {
			b.slack[i] = e.eps * (4 + 2*math.Sqrt(float64(n))) * cmplx.Abs(w)
		}
		return b
	case t.op == ops.Gelu: // of e**(−x²/2), or of 1 + tanh(…)
		x := e.call(ops.Abs.Op, magnitude)
		b := e.none()
		for i, w := range numbersIn(w) {
			b.slack[i] = 4 * e.eps * x[i] * x[i] * cmplx.Abs(w)
			if slices.ContainsFunc(t.opts, func(o any) bool { v, ok := o.(variant); return ok && v.opt == ops.Approximate }) {
				b.slack[i] = 4 * e.eps * x[i]
			}
		}
		return b
	case t.op == ops.Linspace.Op: // of the greater of both ends
		most := max(magnitudeOf(t.args[0]), magnitudeOf(t.args[1]))
		b := e.none()
		for i := range b.slack {
			b.slack[i] = 2 * e.limits.Eps * most
			b.open[i] = most > e.limits.Max/4
		}
		return b
	}
	return nil
}

// recurrent returns the bound of recurrent layers, whose weights are −1, 0 or 1: what a step rounds, the steps and layers after it
// multiply by the number of terms of their sums at most.
func (e *estimate) recurrent(w result) *bound {
	x, weights := e.t.args[0].(rawArray), e.t.args[1].([]rawArray)
	steps, terms := 1, 1
	for i, n := range x.shape[:len(x.shape)-1] {
		if i == 0 || n > steps {
			steps = n
		}
	}
	for _, v := range weights {
		if len(v.shape) == 2 {
			terms = max(terms, v.shape[1])
		}
	}
	grown := 1.0
	for range steps + len(weights)/2 {
		grown *= float64(1 + terms)
	}
	b := e.none()
	for i, w := range numbersIn(w) {
		b.slack[i] = e.eps * (4 + 2*grown) * (1 + cmplx.Abs(w)) / 4
	}
	return b
}

// transform returns the bound of a Fourier transform, whose terms are the operand's elements times
// numbers of magnitude 1. The algorithms of log₂ n passes have an error in proportion to log₂ n of the
// sum of the terms' magnitudes, which is the greatest element of the transform of those (N. J. Higham,
// Accuracy and Stability of Numerical Algorithms, section 24.1). What is not finite comes to all
// elements, as an infinity or as NaN.
func (e *estimate) transform() *bound {
	b := e.none()
	x := e.t.args[0].(rawArray)
	open := false
	for _, z := range numbersIn(result{dtype: x.dtype, shape: x.shape, data: x.data}) {
		open = open || cmplx.IsInf(z) || cmplx.IsNaN(z)
	}
	most := 0.0
	if e.n > 0 {
		most = ivy.Max(ivy.Abs(e.array(e.t.op, magnitude))).Float()
	}
	if e.t.op == ops.DCT || e.t.op == ops.IDCT { // whose cosines are below 1, and which turn their elements
		most *= 4
	}
	if e.t.op == ops.ISTFT { // of the sum of all magnitudes, as a window may take away the greatest element, and divided by the window
		most = 0
		for _, z := range numbersIn(result{dtype: x.dtype, shape: x.shape, data: x.data}) {
			most += 2 * cmplx.Abs(z)
		}
		if length, ok := e.t.args[1].(int); ok && length > 1 {
			s := math.Sin(math.Pi / float64(length))
			most /= s * s // the least of Hann's; those that are drawn are not below 1
		}
	}
	for i := range b.slack {
		b.slack[i] = e.eps*most*(4+math.Log2(float64(max(shape.Size(x.shape), e.n, 1)))) + 4*e.limits.SmallestNormal*e.eps*float64(e.n)
		b.open[i] = open || !(most*float64(max(shape.Size(x.shape), 1)) < e.limits.Max/4) // some divide at the end
	}
	return b
}

// folded returns the bound of a convolution by transforms: the error is in proportion to the product of the operands'
// 2-norms, as that of a transform is to its operand's.
func (e *estimate) folded() *bound {
	b := e.none()
	open, most, count := false, 1.0, e.n
	for _, v := range e.t.args {
		x, ok := v.(rawArray)
		if !ok {
			most *= max(1, magnitudeOf(v))
			continue
		}
		sum := 0.0
		for _, z := range numbersIn(result{dtype: x.dtype, shape: x.shape, data: x.data}) {
			open = open || cmplx.IsInf(z) || cmplx.IsNaN(z)
			sum += cmplx.Abs(z)
		}
		open = open || !(sum < e.limits.Max/4)
		most *= sum // not below the 2-norm
		count += shape.Size(x.shape)
	}
	for i := range b.slack {
		b.slack[i] = 2*e.eps*most*(4+math.Log2(float64(max(count, 1)))) + 4*e.limits.SmallestNormal*e.eps*float64(count)
		b.open[i] = open || !(most < e.limits.Max/4)
	}
	return b
}

func (e *estimate) none() *bound { return &bound{make([]float64, e.n), make([]bool, e.n)} }

// sensitive returns the bound of special functions with zeros, where terms cancel: 8 times what an
// error of one unit in the last place of the last operand, a float64, makes.
func (e *estimate) sensitive() *bound {
	same := func(x float64) float64 { return x }
	env, args := e.env, e.t.args
	x := e.operand(args[len(args)-1], same)
	var slope *ivy.Array
	switch e.t.op {
	case ops.Lgamma.Op:
		slope = env.Digamma(x)
	case ops.Digamma.Op:
		slope = env.Polygamma(1, x)
	case ops.Polygamma:
		slope = env.Polygamma(args[0].(int)+1, x)
	default:
		s := e.operand(args[0], same)
		slope = env.Multiply(s, env.Zeta(env.Add(s, 1.0), x))
	}
	b := e.none()
	for i, v := range ivy.Values[float64](env.Multiply(x, slope)) {
		if math.Abs(v) <= math.MaxFloat64 {
			b.slack[i] = 8 * 0x1p-52 * math.Abs(v)
		}
	}
	return b
}

// betaLn returns the bound of the beta function's logarithm: 8 times what errors of one unit in the last place of the operands
// make, and where one is negative of each logarithm of the gamma function.
func (e *estimate) betaLn() *bound {
	same := func(x float64) float64 { return x }
	env := e.env
	x, y := e.operand(e.t.args[0], same), e.operand(e.t.args[1], same)
	sum := env.Add(x, y)
	part := func(x any) any { return env.Abs(env.Multiply(x, env.Subtract(env.Digamma(x), env.Digamma(sum)))) }
	term := func(x any) any { return env.Add(env.Abs(env.Multiply(x, env.Digamma(x))), env.Abs(env.Lgamma(x))) }
	negative := env.LogicalOr(env.Less(x, 0.0), env.Less(y, 0.0))
	size := env.Where(negative, env.Add(env.Add(term(x), term(y)), term(sum)), env.Add(part(x), part(y)))
	b := e.none()
	for i, v := range ivy.Values[float64](size) {
		if math.Abs(v) <= math.MaxFloat64 {
			b.slack[i] = 8 * 0x1p-52 * v
		} else {
			b.open[i] = true // at a pole, or beyond what Lgamma has
		}
	}
	return b
}

// sum returns the bound of sums of terms with these magnitudes, of so many terms each.
func (e *estimate) sum(magnitudes, terms []float64) *bound {
	b := e.none()
	// Equal terms, added one after the other, round the same way each time: the error of
	// recursive summation is bounded by (n-1)·eps/2 of the magnitudes. Others' errors
	// are about the root of that.
	repeating := slices.ContainsFunc(e.t.operands, repeats)
	for i, m := range magnitudes {
		k := 4 + 2*math.Sqrt(terms[i])
		if repeating {
			k = 4 + max(2*math.Sqrt(terms[i]), terms[i]/2)
		}
		b.slack[i] = e.eps*m*k + 4*e.limits.SmallestNormal*e.eps*terms[i]
		switch e.t.op {
		case ops.ConvGeneralDilated, ops.Linear, ops.Einsum, ops.TensorDot:
			b.slack[i] += 2 * e.limits.Eps * m // between the steps
		}
		b.open[i] = !(m < e.limits.Max/4)
	}
	if e.products() && e.dtype == dtype.BFloat16 {
		// Processors' instructions for products of bfloat16 (VDPBF16PS, TDPBF16PS) take
		// sums that are subnormal for zeros.
		for i := range magnitudes {
			b.slack[i] += e.limits.SmallestNormal * terms[i]
		}
	}
	return b
}

// mean returns the bound of means, whose sums may overflow before they are divided.
func (e *estimate) mean(magnitudes, terms []float64) *bound {
	b := e.sum(magnitudes, terms)
	for i, m := range magnitudes {
		b.open[i] = !(m*terms[i] < e.limits.Max/4)
	}
	return b
}

// repeats reports whether x is an array most of whose elements are equal to a neighbour.
func repeats(x any) bool {
	a, ok := x.(rawArray)
	if !ok {
		return false
	}
	size, same := a.dtype.Size(), 0
	for i := size; i < len(a.data); i += size {
		if string(a.data[i-size:i]) == string(a.data[i:i+size]) {
			same++
		}
	}
	return 2*same*size > len(a.data)
}

// products reports whether the trial's function sums products of its operands' elements.
func (e *estimate) products() bool {
	switch e.t.op {
	case ops.MatMul.Op, ops.VecDot, ops.TensorDot, ops.Einsum, ops.Linear, ops.ConvGeneralDilated:
		return true
	}
	return false
}

// product returns the bound of products, by the logarithms of what is multiplied.
func (e *estimate) product(w result, sum *ops.Op, reduction ...any) *bound {
	up := e.call(sum, func(x float64) float64 { return max(0, logarithm(x)) }, reduction...)
	down := e.call(sum, func(x float64) float64 { return min(0, logarithm(x)) }, reduction...)
	n := e.call(sum, one, reduction...)
	b := e.none()
	for i, w := range numbersIn(w) {
		b.slack[i] = e.limits.Eps * 2 * n[i] * cmplx.Abs(w)
		b.open[i] = up[i] > math.Log2(e.limits.Max)-2 || down[i] < math.Log2(e.limits.SmallestNormal)+2
	}
	return b
}

func (e *estimate) variance(w result) *bound {
	size := e.call(ops.Mean.Op, magnitude) // of the operand's elements
	terms := e.call(ops.Sum.Op, one)
	b := e.none()
	for i, v := range numbersIn(w) {
		k := (4 + 2*math.Sqrt(terms[i])) * e.eps
		v := cmplx.Abs(v)
		// What dividing by less than n makes of it.
		more := 1.0
		for _, o := range e.t.opts {
			if o, ok := o.(variant); ok && o.opt == ops.Correction {
				if c := float64(o.Option.(ivy.Correction)); terms[i] > c {
					more = terms[i] / (terms[i] - c)
				}
			}
		}
		m := size[i] * math.Sqrt(terms[i]) // which the root of the mean square is below
		if e.t.op == ops.Std.Op {
			b.slack[i] = k * (v + size[i]) * math.Sqrt(more)
		} else {
			b.slack[i] = k*v + k*size[i]*k*size[i]*more
		}
		b.slack[i] += 4 * e.limits.SmallestNormal
		limit := math.Sqrt(e.limits.Max / 4)
		if dtype.Narrow.Has(e.dtype) && e.t.op == ops.Std.Op {
			limit = e.limits.Max / 4
		}
		b.open[i] = !(m < limit)
		if e.t.op == ops.Std.Op && v*v < 4*e.limits.SmallestNormal { // squares that are no normal numbers
			b.slack[i] += 2 * math.Sqrt(e.limits.SmallestNormal)
		}
	}
	return b
}

// normalizedAxes returns x with the axes that a norm goes over, and the shape of what scales it.
func (e *estimate) normalizedAxes(x *ivy.Array) (y *ivy.Array, over ivy.Axes, where []int) {
	if e.t.op == ops.LayerNorm {
		axes, _ := e.t.args[1].([]int)
		where = slices.Repeat([]int{1}, x.Ndim())
		for _, a := range axes {
			if a < 0 {
				a += x.Ndim()
			}
			where[a] = x.Shape()[a]
		}
		return x, axes, where
	}
	dims, axis := x.Shape(), x.Ndim()-1
	for _, o := range e.t.opts {
		if o, ok := o.(variant); ok && o.Option == ivy.DataFormat("channel_first") {
			axis = 1
		}
	}
	groups := dims[axis]
	if e.t.op == ops.GroupNorm {
		groups, _ = e.t.args[1].(int)
	}
	apart := slices.Concat(dims[:axis], []int{groups, dims[axis] / groups}, dims[axis+1:])
	for i := 1; i < len(apart); i++ {
		if i != axis {
			over = append(over, i)
		}
	}
	where = slices.Repeat([]int{1}, len(apart))
	where[axis], where[axis+1] = groups, dims[axis]/groups
	return e.env.Reshape(x, apart), over, where
}

// normalized bounds (x − mean)/sd·scale + offset by the errors of the mean and of the
// standard deviation, in the dtype that x is normalized in.
func (e *estimate) normalized() *bound {
	env := e.env
	x, over, where := e.normalizedAxes(e.operand(e.t.args[0], func(x float64) float64 { return x }).(*ivy.Array))
	eps := e.eps
	if a, ok := e.t.args[0].(rawArray); ok {
		d := a.dtype
		if !d.IsFloat() {
			d = e.env.DefaultFloatDtype()
		}
		if f, err := dtype.Finfo(d); err == nil {
			eps = max(eps, f.Eps)
		}
	}
	eps = max(eps, e.limits.Eps)
	add, newStd := 1e-5, 1.0
	scale, offset := any(1.0), any(0.0)
	for _, o := range e.t.opts {
		switch o := o.(type) {
		case variant:
			switch v := o.Option.(type) {
			case ivy.Eps:
				add = float64(v)
			case ivy.NewStd:
				newStd = float64(v)
			}
		case valued:
			switch o.opt {
			case ops.ScaleOpt:
				scale = e.operand(o.v, magnitude)
			case ops.OffsetOpt:
				offset = e.operand(o.v, magnitude)
			}
		}
	}
	n := float64(x.Size())
	k := 8 * (4 + 2*math.Sqrt(n)) * eps
	sd := env.Sqrt(env.Add(env.Var(x, over, ivy.KeepDims(true)), add))
	size := env.Add(env.Abs(x), env.Mean(env.Abs(x), over, ivy.KeepDims(true)))
	ratio := env.Divide(size, sd)
	worst := env.Multiply(ratio, env.Add(env.Square(env.Multiply(ratio, k)), k))
	fit := func(v any) any {
		if a, ok := v.(*ivy.Array); ok && a.Size() == shape.Size(where) {
			return env.Reshape(a, where)
		}
		return v
	}
	worst = env.Add(env.Multiply(env.Multiply(worst, newStd), fit(scale)), env.Multiply(fit(offset), 2*eps))
	b := e.none()
	for i, v := range ivy.Values[float64](worst) {
		if i < e.n {
			b.slack[i] = v + 4*e.limits.SmallestNormal
			b.open[i] = !(v < e.limits.Max/4)
		}
	}
	top := math.Sqrt(e.limits.Max) / 4
	if env.Max(env.Reshape(size, []int{-1})).Float() > top { // its square is none
		for i := range b.open {
			b.open[i] = true
		}
	}
	return b
}

// magnitude and one are what the operands are made of, in float64, for an estimate.
func magnitude(x float64) float64 { return math.Abs(x) }
func one(float64) float64         { return 1 }

func logarithm(x float64) float64 {
	if x == 0 {
		return 0
	}
	return math.Log2(math.Abs(x))
}

// call calls a function of f of the trial's operands, as float64, and returns its
// elements. The last arguments are replaced.
func (e *estimate) call(op *ops.Op, f func(float64) float64, last ...any) []float64 {
	return ivy.Values[float64](e.array(op, f, last...))
}

// array is call that returns the array.
func (e *estimate) array(op *ops.Op, f func(float64) float64, last ...any) *ivy.Array {
	args := make([]any, len(e.t.args))
	for i, x := range e.t.args {
		args[i] = x
		switch e.t.op.Params[min(i, len(e.t.op.Params)-1)].Kind {
		case ops.Operand, ops.Optional, ops.Arrays, ops.Variadic:
			args[i] = e.operand(x, f)
		}
	}
	copy(args[len(args)-len(last):], last)
	var opts []ivy.Option
	for _, o := range e.t.opts {
		switch o := o.(type) {
		case variant:
			if o.opt != ops.Dtype && op.Takes(o.opt) {
				opts = append(opts, o.Option)
			}
		case valued:
			if o.opt != ops.Out && op.Takes(o.opt) {
				opts = append(opts, valuedOptions[o.opt](e.operand(o.v, f)))
			}
		}
	}
	return e.env.Call(op, args, opts...)[0]
}

// operand returns an array of f of the absolute values of a complex operand, or of the
// numbers of another, where they are finite, and of 0 elsewhere.
func (e *estimate) operand(x any, f func(float64) float64) any {
	switch x := x.(type) {
	case rawArray:
		v := numbersIn(result{dtype: x.dtype, shape: x.shape, data: x.data})
		out := make([]float64, len(v))
		for i, z := range v {
			r := real(z)
			if x.dtype.IsComplex() {
				r = math.Abs(real(z)) + math.Abs(imag(z))
			}
			if r = f(r); r-r == 0 {
				out[i] = r
			}
		}
		return e.env.Reshape(e.env.Asarray(out), x.shape)
	case []rawArray:
		list := make([]*ivy.Array, len(x))
		for i, a := range x {
			list[i] = e.operand(a, f).(*ivy.Array)
		}
		return list
	case bool, int, float64, complex128, int8, uint8, int16, uint16, int64, float32, complex64, uint64:
		return f(magnitudeOf(x))
	}
	return x
}

// magnitudeOf returns the absolute value of a Go number, 0 of others.
func magnitudeOf(x any) float64 {
	m := 0.0
	switch x := x.(type) {
	case bool:
		m = 1
	case int:
		m = math.Abs(float64(x))
	case float64:
		m = math.Abs(x)
	case complex128:
		m = cmplx.Abs(x)
	case int8:
		m = math.Abs(float64(x))
	case uint8:
		m = float64(x)
	case int16:
		m = math.Abs(float64(x))
	case uint16:
		m = float64(x)
	case int64:
		m = math.Abs(float64(x))
	case uint64:
		m = float64(x)
	case float32:
		m = math.Abs(float64(x))
	case complex64:
		m = cmplx.Abs(complex128(x))
	}
	if m-m != 0 {
		return 0
	}
	return m
}

// numbersIn returns the elements of a result as complex numbers.
func numbersIn(r result) []complex128 {
	size, part := r.dtype.Size(), r.dtype.Component()
	out := make([]complex128, len(r.data)/size)
	for i := range out {
		data := r.data[i*size:]
		switch {
		case r.dtype == dtype.Bool:
			out[i] = complex(float64(data[0]), 0)
		case r.dtype.IsComplex():
			out[i] = complex(float(part, data), float(part, data[part.Size():]))
		case r.dtype.IsFloat():
			out[i] = complex(float(part, data), 0)
		default:
			var u uint64
			for k := size - 1; k >= 0; k-- {
				u = u<<8 | uint64(data[k])
			}
			x := float64(u)
			if !r.dtype.IsUnsigned() {
				s := 64 - r.dtype.Bits()
				x = float64(int64(u<<s) >> s)
			}
			out[i] = complex(x, 0)
		}
	}
	return out
}
