package torch

import (
	"math"
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
	"github.com/goivy/goivy/ivy/shape"
)

// lossRows are the losses: of an input and a target, element by element, then averaged,
// summed or left as they are.
func lossRows() []frontend.Func {
	const tail = "size_average=None, reduce=None, reduction='mean'"
	return []frontend.Func{
		{Path: "nn.functional.mse_loss", Sig: "input, target, " + tail + ", weight=None", Run: mseLoss},
		{Path: "nn.functional.l1_loss", Sig: "input, target, " + tail + ", weight=None", Run: l1Loss},
		{Path: "nn.functional.smooth_l1_loss", Sig: "input, target, " + tail + ", beta=1.0", Run: smoothL1Loss},
		{Path: "nn.functional.huber_loss", Sig: "input, target, reduction='mean', delta=1.0, weight=None", Run: huberLoss},
		{Path: "nn.functional.binary_cross_entropy", Sig: "input, target, weight=None, " + tail, Run: binaryCrossEntropy},
		{Path: "nn.functional.binary_cross_entropy_with_logits", Sig: "input, target, weight=None, " + tail + ", pos_weight=None", Run: binaryCrossEntropyWithLogits},
		{Path: "nn.functional.kl_div", Sig: "input, target, " + tail + ", log_target=False", Run: klDiv},
		{Path: "nn.functional.nll_loss", Sig: "input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean'", Run: nllLoss},
		{Path: "nn.functional.cross_entropy", Sig: "input, target, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean', label_smoothing=0.0", Run: crossEntropy},
		{Path: "nn.functional.hinge_embedding_loss", Sig: "input, target, margin=1.0, " + tail, Run: hingeEmbeddingLoss},
		{Path: "nn.functional.soft_margin_loss", Sig: "input, target, " + tail, Run: softMarginLoss},
		{Path: "nn.functional.poisson_nll_loss", Sig: "input, target, log_input=True, full=False, size_average=None, eps=1e-08, reduce=None, reduction='mean'", Run: poissonNLLLoss},
	}
}

// checkReduction refuses the name of no reduction.
func checkReduction(c *frontend.Call) {
	if how := lossReduction(c); !slices.Contains([]string{"none", "mean", "sum"}, how) && (how != "batchmean" || !strings.HasSuffix(c.Func.Path, "kl_div")) {
		c.Raise("ValueError", "%s is not a valid value for reduction", how)
	}
}

// inCommon returns the input and the target in the dtype in which a loss of floats is
// computed, broadcast together, and the type of the loss.
func inCommon(c *frontend.Call) (x, y *ivy.Array, r promote.Result) {
	checkReduction(c)
	a, b := tensor(c, "input"), tensor(c, "target")
	r, err := common(c.Namespace, a.Arg(), b.Arg())
	frontend.Check(err)
	_, r = floatsOnly.need(c, r)
	return inType(c, r)
}

// inType is inCommon for a loss of type r. The losses that PyTorch computes with functions
// of its own take what those take.
func inType(c *frontend.Call, r promote.Result) (x, y *ivy.Array, _ promote.Result) {
	checkReduction(c)
	a, b := tensor(c, "input"), tensor(c, "target")
	dims := broadcast(c, a.V.Shape(), b.V.Shape())
	d, e := wideOf(r.Dtype), c.Env()
	return e.BroadcastTo(cast(c.Namespace, a.V, d), dims), e.BroadcastTo(cast(c.Namespace, b.V, d), dims), r
}

// poissonOperands are inType of a loss that integers have too, as the default dtype.
func poissonOperands(c *frontend.Call) (x, y *ivy.Array, r promote.Result) {
	a, b := tensor(c, "input"), tensor(c, "target")
	if a.V.Dtype().IsBool() && b.V.Dtype().IsBool() {
		c.Raise("RuntimeError", "subtraction, the - operator, with a bool tensor is not supported (take ^, logical_xor() or logical_not())")
	}
	r, err := common(c.Namespace, a.Arg(), b.Arg())
	frontend.Check(err)
	if !dtype.Inexact.Has(r.Dtype) {
		r = promote.Result{Dtype: defaultFloat(c.Namespace)}
	}
	return inType(c, r)
}

// finished reduces the losses of the elements.
func finished(c *frontend.Call, x *ivy.Array, r promote.Result) *frontend.Array {
	return reducedBy(c, c.Result(x, r), lossReduction(c))
}

func mseLoss(c *frontend.Call) any {
	x, y, r := inCommon(c)
	e := c.Env()
	d := e.Subtract(x, y)
	if c.Has("weight") {
		return weightedMean(c, c.Result(e.Multiply(d, d), r))
	}
	return finished(c, e.Multiply(d, d), r)
}

func l1Loss(c *frontend.Call) any {
	a, b := tensor(c, "input"), tensor(c, "target")
	if a.V.Dtype().IsInteger() && a.V.Dtype() != dtype.Invalid && lossReduction(c) == "mean" {
		if newUnsigned.Has(a.V.Dtype()) {
			c.Raise("NotImplementedError", "l1_loss is not implemented for %s", a.Type())
		}
	}
	d := named["abs"].run(c, two["sub"].run(c, operandOf(a), operandOf(b)))
	if c.Has("weight") {
		return weightedMean(c, d)
	}
	return finished(c, d.V, typeOf(d))
}

func smoothL1Loss(c *frontend.Call) any {
	x, y, r := inCommon(c)
	e, beta := c.Env(), realArg(c, "beta")
	if beta < 0 {
		c.Raise("RuntimeError", "smooth_l1_loss does not support negative values for beta.")
	}
	d := e.Abs(e.Subtract(x, y))
	if beta == 0 {
		return finished(c, d, r)
	}
	small := e.Divide(e.Multiply(e.Multiply(like(e, d, 0.5), d), d), like(e, d, beta))
	return finished(c, e.Where(e.Less(d, like(e, d, beta)), small, e.Subtract(d, like(e, d, beta/2))), r)
}

func huberLoss(c *frontend.Call) any {
	x, y, r := inCommon(c)
	e, delta := c.Env(), realArg(c, "delta")
	if delta <= 0 {
		c.Raise("RuntimeError", "huber_loss does not support non-positive values for delta.")
	}
	d := e.Abs(e.Subtract(x, y))
	small := e.Multiply(e.Multiply(like(e, d, 0.5), d), d)
	large := e.Multiply(like(e, d, delta), e.Subtract(d, like(e, d, 0.5*delta)))
	z := c.Result(e.Where(e.LessEqual(d, like(e, d, delta)), small, large), r)
	if c.Has("weight") {
		z = two["mul"].run(c, operandOf(z), operandOf(lossWeight(c)))
	}
	return reducedBy(c, z, lossReduction(c))
}

func binaryCrossEntropy(c *frontend.Call) any {
	a, b := tensor(c, "input"), tensor(c, "target")
	if !slices.Equal(a.V.Shape(), b.V.Shape()) {
		c.Raise("ValueError", "Using a target size (%s) that is different to the input size (%s) is deprecated. Please ensure they have the same size.", shape.Text(b.V.Shape()), shape.Text(a.V.Shape()))
	}
	if typeOf(a) != typeOf(b) {
		c.Raise("RuntimeError", "Found dtype %s but expected %s", b.Type(), a.Type())
	}
	x, y, r := inCommon(c)
	e := c.Env()
	unit := one(e, x.Dtype())
	if x.Size() > 0 && !e.All(e.LogicalAnd(e.GreaterEqual(x, zeroOf(e, x)), e.LessEqual(x, unit))).Bool() {
		c.Raise("RuntimeError", "all elements of input should be between 0 and 1")
	}
	floor := like(e, x, -100)
	term := func(x *ivy.Array) *ivy.Array { return e.Maximum(x, floor) }
	z := e.Subtract(e.Multiply(e.Subtract(y, unit), term(e.Log1p(e.Negative(x)))), e.Multiply(y, term(e.Log(x))))
	return finished(c, weighted(c, z), r)
}

func binaryCrossEntropyWithLogits(c *frontend.Call) any {
	a, b := tensor(c, "input"), tensor(c, "target")
	if !slices.Equal(a.V.Shape(), b.V.Shape()) {
		c.Raise("ValueError", "Target size (%s) must be the same as input size (%s)", shape.Text(b.V.Shape()), shape.Text(a.V.Shape()))
	}
	x, y, r := inCommon(c)
	e := c.Env()
	unit := one(e, x.Dtype())
	logSigmoid := e.Subtract(e.Minimum(x, zeroOf(e, x)), e.Log1p(e.Exp(e.Negative(e.Abs(x)))))
	factor := logSigmoid
	if p := optional(c, "pos_weight"); p != nil {
		w := e.Add(e.Multiply(e.Subtract(cast(c.Namespace, p.V, x.Dtype()), unit), y), unit)
		factor = e.Multiply(w, logSigmoid)
	}
	z := e.Subtract(e.Multiply(e.Subtract(unit, y), x), factor)
	return finished(c, weighted(c, z), r)
}

func klDiv(c *frontend.Call) any {
	for _, name := range []string{"input", "target"} {
		if t := tensor(c, name); !t.V.Dtype().IsFloat() {
			c.Raise("RuntimeError", "kl_div: a %s of %s is not supported, want floating-point numbers", name, t.Type())
		}
	}
	x, y, r := inCommon(c)
	e := c.Env()
	var z *ivy.Array
	if boolean(c, "log_target") {
		z = e.Multiply(e.Exp(y), e.Subtract(y, x))
	} else {
		z = e.Subtract(e.XLogY(y, y), e.Multiply(y, x))
	}
	if lossReduction(c) == "batchmean" {
		a := tensor(c, "input")
		sum := reducedBy(c, c.Result(z, r), "sum")
		if a.V.Ndim() == 0 {
			return sum
		}
		return c.Result(e.Divide(sum.V, like(e, sum.V, float64(a.V.Shape()[0]))), r)
	}
	return finished(c, z, r)
}

func nllLoss(c *frontend.Call) any {
	a := tensor(c, "input")
	_, r := floatsOnly.need(c, typeOf(a))
	return nll(c, cast(c.Namespace, a.V, wideOf(r.Dtype)), r)
}

func hingeEmbeddingLoss(c *frontend.Call) any {
	a, b := tensor(c, "input"), tensor(c, "target")
	var x, y *ivy.Array
	var r promote.Result
	e := c.Env()
	switch d := a.V.Dtype(); {
	case d.IsBool():
		c.Raise("RuntimeError", "subtraction, the - operator, with a bool tensor is not supported (take ^, logical_xor() or logical_not())")
	case d.IsInteger() && !newUnsigned.Has(d): // in the input's dtype, whose differences wrap around
		x, _, r = inType(c, typeOf(a))
		y = e.BroadcastTo(cast(c.Namespace, b.V, dtype.Float64), x.Shape())
	default:
		x, y, r = inCommon(c)
	}
	zero, unit := zeroOf(e, x), one(e, y.Dtype())
	far := e.Maximum(e.Subtract(put(c.Namespace, backend.FloatScalar(realArg(c, "margin")), x.Dtype()), x), zero)
	z := e.Add(e.Where(e.NotEqual(y, unit), far, zero), e.Where(e.NotEqual(y, e.Negative(unit)), x, zero))
	return finished(c, z, r)
}

func softMarginLoss(c *frontend.Call) any {
	checkReduction(c)
	a, b := tensor(c, "input"), tensor(c, "target")
	if !dtype.Inexact.Has(a.V.Dtype()) && !newUnsigned.Has(a.V.Dtype()) {
		c.Raise("RuntimeError", "soft_margin_loss is not for an input of %s", a.Type())
	}
	r, err := common(c.Namespace, a.Arg(), b.Arg())
	frontend.Check(err)
	_, r = floatsPlus.need(c, r)
	x, y, r := inType(c, r)
	e := c.Env()
	return finished(c, e.Log1p(e.Exp(e.Negative(e.Multiply(x, y)))), r)
}

// productOf is y·x of a loss. Integers are multiplied as integers, which wrap.
func productOf(c *frontend.Call, y, x *ivy.Array) *ivy.Array {
	a, b := tensor(c, "input"), tensor(c, "target")
	r, err := common(c.Namespace, a.Arg(), b.Arg())
	frontend.Check(err)
	e := c.Env()
	if !r.Dtype.IsInteger() {
		return e.Multiply(y, x)
	}
	p := e.Multiply(cast(c.Namespace, b.V, r.Dtype), cast(c.Namespace, a.V, r.Dtype))
	return cast(c.Namespace, e.BroadcastTo(p, x.Shape()), x.Dtype())
}

func poissonNLLLoss(c *frontend.Call) any {
	x, y, r := poissonOperands(c)
	e := c.Env()
	var z *ivy.Array
	if boolean(c, "log_input") {
		z = e.Subtract(e.Exp(x), productOf(c, y, x))
	} else {
		z = e.Subtract(x, e.Multiply(y, e.Log(e.Add(x, like(e, x, realArg(c, "eps"))))))
	}
	if boolean(c, "full") { // Stirling's approximation of the target's factorial
		stirling := e.Add(e.Subtract(e.Multiply(y, e.Log(y)), y), e.Multiply(like(e, y, 0.5), e.Log(e.Multiply(like(e, y, 2*math.Pi), y))))
		z = e.Add(z, e.Where(e.Greater(y, one(e, y.Dtype())), stirling, zeroOf(e, y)))
	}
	return finished(c, z, r)
}

// lossReduction returns a loss's reduction, which size_average and reduce, if one is
// given, say instead of it.
func lossReduction(c *frontend.Call) string {
	params := parameters(c.Func.Signature().Text)
	if !slices.Contains(params, "reduce") || !c.Has("size_average") && !c.Has("reduce") {
		return reductionArg(c)
	}
	switch {
	case c.Has("reduce") && !c.Bool("reduce"):
		return "none"
	case c.Has("size_average") && !c.Bool("size_average"):
		return "sum"
	}
	return "mean"
}

// reductionArg returns the argument reduction. Functions in Python take any value and compare
// it with the names of reductions.
func reductionArg(c *frontend.Call) string {
	how, isText := c.Arg("reduction").(string)
	if !isText && c.Func.Path != "nn.functional.poisson_nll_loss" {
		c.Raise("ValueError", "%s is not a valid value for reduction", c.Shown(c.Arg("reduction")))
	}
	if !isText {
		return c.Text("reduction")
	}
	return how
}

// lossWeight returns the weight of a loss's elements, which has the input's shape.
func lossWeight(c *frontend.Call) *frontend.Array {
	w := tensor(c, "weight")
	if !slices.Equal(w.V.Shape(), tensor(c, "input").V.Shape()) {
		c.Raise("ValueError", "Weights and input must have the same size.")
	}
	return w
}

// weightedMean is reducedBy of weighted losses: their mean is divided by the weights' sum.
func weightedMean(c *frontend.Call, z *frontend.Array) *frontend.Array {
	w, how := lossWeight(c), lossReduction(c)
	z = two["mul"].run(c, operandOf(z), operandOf(w))
	if how != "mean" {
		return reducedBy(c, z, how)
	}
	return two["true_divide"].run(c, operandOf(reducedBy(c, z, "sum")), operandOf(reducedBy(c, w, "sum")))
}

func wideOf(d dtype.Dtype) dtype.Dtype {
	if dtype.Narrow.Has(d) {
		return dtype.Float32
	}
	return d
}

// reducedBy is the mean or the sum of losses, or the losses.
func reducedBy(c *frontend.Call, z *frontend.Array, how string) *frontend.Array {
	e := c.Env()
	switch how {
	case "none":
		return z
	case "mean":
		_, r := averaged.need(c, typeOf(z))
		return c.Result(e.Mean(z.V), r)
	case "sum":
		_, r := summed.need(c, typeOf(z))
		return c.Result(e.Sum(c.Result(z.V, r).V, r.Dtype), r)
	}
	c.Raise("ValueError", "%s is not a valid value for reduction", how)
	return nil
}

func weighted(c *frontend.Call, z *ivy.Array) *ivy.Array {
	w := optional(c, "weight")
	if w == nil {
		return z
	}
	broadcast(c, z.Shape(), w.V.Shape())
	return c.Env().Multiply(z, cast(c.Namespace, w.V, z.Dtype()))
}
