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

// An activation is a function of one tensor in nn.functional; params follow the tensor
// in its signature, and f computes in float32 where the tensor is of narrower floats.
type activation struct {
	name, params string
	kernels      *kernels
	f            func(c *frontend.Call, e *ivy.Env, x *ivy.Array) *ivy.Array
	exact        bool // in the tensor's own dtype
}

var activations = []activation{
	{"relu", "inplace=False", kernelsOf("R . N . . . N N"), func(_ *frontend.Call, e *ivy.Env, x *ivy.Array) *ivy.Array { return relu(e, x) }, true},
	{"relu6", "inplace=False", kernelsOf("R . N . . . N N"), func(_ *frontend.Call, e *ivy.Env, x *ivy.Array) *ivy.Array {
		return between(e, x, 0, 6)
	}, true},
	{"elu", "alpha=1.0, inplace=False", floatsOnly, func(c *frontend.Call, e *ivy.Env, x *ivy.Array) *ivy.Array {
		return elu(e, x, realArg(c, "alpha"), 1, 1)
	}, false},
	{"selu", "inplace=False", floatsOnly, func(_ *frontend.Call, e *ivy.Env, x *ivy.Array) *ivy.Array {
		return elu(e, x, 1.6732632423543772848170429916717, 1.0507009873554804934193349852946, 1)
	}, false},
	{"celu", "alpha=1.0, inplace=False", floatsOnly, func(c *frontend.Call, e *ivy.Env, x *ivy.Array) *ivy.Array {
		a := realArg(c, "alpha")
		if a == 0 {
			c.Raise("RuntimeError", "ZeroDivisionError: alpha cannot be 0 for CELU")
		}
		return elu(e, x, a, 1, 1/a)
	}, false},
	{"leaky_relu", "negative_slope=0.01, inplace=False", floatsOnly, func(c *frontend.Call, e *ivy.Env, x *ivy.Array) *ivy.Array {
		return e.Where(e.Greater(x, zeroOf(e, x)), x, e.Multiply(x, like(e, x, realArg(c, "negative_slope"))))
	}, false},
	{"silu", "inplace=False", floatsPlus, func(_ *frontend.Call, e *ivy.Env, x *ivy.Array) *ivy.Array {
		return e.Divide(x, e.Add(one(e, x.Dtype()), e.Exp(e.Negative(x))))
	}, false},
	{"mish", "inplace=False", floatsOnly, func(_ *frontend.Call, e *ivy.Env, x *ivy.Array) *ivy.Array {
		return e.Multiply(x, e.Tanh(e.Log1p(e.Exp(x))))
	}, false},
	{"gelu", "*, approximate='none'", floatsOnly, gelu, false},
	{"softplus", "beta=1, threshold=20", floatsOnly, func(c *frontend.Call, e *ivy.Env, x *ivy.Array) *ivy.Array {
		b := like(e, x, realArg(c, "beta"))
		bx := e.Multiply(b, x)
		return e.Where(e.Greater(bx, like(e, x, realArg(c, "threshold"))), x, e.Divide(e.Log1p(e.Exp(bx)), b))
	}, false},
	{"logsigmoid", "", floatsOnly, func(_ *frontend.Call, e *ivy.Env, x *ivy.Array) *ivy.Array {
		return e.Subtract(e.Minimum(x, zeroOf(e, x)), e.Log1p(e.Exp(e.Negative(e.Abs(x)))))
	}, false},
	{"hardtanh", "min_val=-1.0, max_val=1.0, inplace=False", kernelsOf("R . N . . . N N"), func(c *frontend.Call, e *ivy.Env, x *ivy.Array) *ivy.Array {
		lo, hi := realArg(c, "min_val"), realArg(c, "max_val")
		switch {
		case x.Dtype() == dtype.Uint8 && lo < 0:
			c.Raise("RuntimeError", "cannot do hardtanh on an unsigned type with negative limits")
		case lo > hi:
			c.Raise("ValueError", "min_val cannot be greater than max_val")
		}
		return between(e, x, lo, hi)
	}, true},
	{"hardsigmoid", "inplace=False", floatsOnly, func(_ *frontend.Call, e *ivy.Env, x *ivy.Array) *ivy.Array {
		return e.Divide(between(e, e.Add(x, like(e, x, 3)), 0, 6), like(e, x, 6))
	}, false},
	{"hardswish", "inplace=False", floatsOnly, func(_ *frontend.Call, e *ivy.Env, x *ivy.Array) *ivy.Array {
		return e.Divide(e.Multiply(x, between(e, e.Add(x, like(e, x, 3)), 0, 6)), like(e, x, 6))
	}, false},
	{"hardshrink", "lambd=0.5, *, out=None", floatsOnly, func(c *frontend.Call, e *ivy.Env, x *ivy.Array) *ivy.Array {
		l := realArg(c, "lambd")
		inside := e.LogicalAnd(e.GreaterEqual(x, like(e, x, -l)), e.LessEqual(x, like(e, x, l)))
		return e.Where(inside, zeroOf(e, x), x)
	}, true},
	{"softshrink", "lambd=0.5", floatsOnly, func(c *frontend.Call, e *ivy.Env, x *ivy.Array) *ivy.Array {
		l := realArg(c, "lambd")
		if l < 0 {
			c.Raise("RuntimeError", "lambda must be greater or equal to 0, but found to be %v", l)
		}
		above, below := e.Greater(x, like(e, x, l)), e.Less(x, like(e, x, -l))
		z := e.Where(above, e.Subtract(x, like(e, x, l)), e.Where(below, e.Add(x, like(e, x, l)), e.Multiply(x, zeroOf(e, x)))) // −0 of what is negative
		return e.Where(e.IsNan(x), x, z)
	}, false},
	{"threshold", "threshold, value, inplace=False", divisible, func(c *frontend.Call, e *ivy.Env, x *ivy.Array) *ivy.Array {
		r := promote.Result{Dtype: x.Dtype()}
		return e.Where(e.LessEqual(x, filler(c, scalarOf(c, "threshold"), r)), filler(c, scalarOf(c, "value"), r), x)
	}, true},
	{"tanh", "", inexact, func(_ *frontend.Call, e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Tanh(x) }, true},
	{"sigmoid", "", inexact, func(_ *frontend.Call, e *ivy.Env, x *ivy.Array) *ivy.Array { return sigmoid(e, x) }, true},
}

func zeroOf(e *ivy.Env, x *ivy.Array) *ivy.Array { return e.Zeros(nil, x.Dtype()) }

func like(e *ivy.Env, x *ivy.Array, f float64) *ivy.Array { return constant(e, f, x.Dtype()) }

func between(e *ivy.Env, x *ivy.Array, lo, hi float64) *ivy.Array {
	d := x.Dtype()
	least, most := e.Full(nil, lo, dtype.Float64), e.Full(nil, hi, dtype.Float64)
	least, most = e.Astype(least, d), e.Astype(most, d)
	x = e.Where(e.Less(x, least), least, x)
	return e.Where(e.Greater(x, most), most, x)
}

// elu is scale·x above 0 and scale·alpha·(e**(x·inScale) − 1) below.
func elu(e *ivy.Env, x *ivy.Array, alpha, scale, inScale float64) *ivy.Array {
	below := e.Multiply(like(e, x, alpha*scale), e.Expm1(e.Multiply(x, like(e, x, inScale))))
	return e.Where(e.LessEqual(x, zeroOf(e, x)), below, e.Multiply(x, like(e, x, scale)))
}

// geluMode returns the argument approximate of gelu.
func geluMode(c *frontend.Call) string {
	mode, isText := c.Arg("approximate").(string)
	switch {
	case !isText:
		c.Raise("TypeError", "gelu(): argument 'approximate' must be str, not %s", c.TypeName(c.Arg("approximate")))
	case mode != "none" && mode != "tanh":
		c.Raise("RuntimeError", "approximate argument must be either none or tanh, not %q", mode)
	}
	return mode
}

func gelu(c *frontend.Call, e *ivy.Env, x *ivy.Array) *ivy.Array {
	half, unit := like(e, x, 0.5), one(e, x.Dtype())
	if geluMode(c) == "none" {
		return e.Multiply(e.Multiply(x, half), e.Add(unit, e.Erf(e.Multiply(x, like(e, x, math.Sqrt2/2)))))
	}
	cube := e.Multiply(e.Multiply(x, x), x)
	inner := e.Multiply(like(e, x, math.Sqrt2*2/math.SqrtPi*0.5), e.Add(x, e.Multiply(like(e, x, 0.044715), cube)))
	return e.Multiply(e.Multiply(half, x), e.Add(unit, e.Tanh(inner)))
}

func (a activation) rows() []frontend.Func {
	sig := "input"
	if a.params != "" {
		sig += ", " + a.params
	}
	run := func(c *frontend.Call) any {
		x := tensor(c, "input")
		if a.name == "gelu" {
			geluMode(c)
		}
		in, r := a.kernels.need(c, typeOf(x))
		e := c.Env()
		v := c.Result(x.V, in).V
		var z *ivy.Array
		if a.exact {
			z = a.f(c, e, v)
		} else {
			z = wide(e, v, func(x *ivy.Array) *ivy.Array { return a.f(c, e, x) })
		}
		result := c.Result(z, r)
		if strings.Contains(a.params, "inplace") && boolean(c, "inplace") {
			castable(c, typeOf(result), x)
			writable(c, x)
			return deliver(c, x, result)
		}
		if strings.Contains(a.params, "out=") {
			return out(c, result)
		}
		return result
	}
	rows := []frontend.Func{{Path: "nn.functional." + a.name, Sig: sig, Run: run}}
	if slices.Contains([]string{"relu", "elu", "selu", "celu", "leaky_relu", "hardtanh", "threshold"}, a.name) {
		short := strings.TrimSuffix(strings.TrimSuffix(sig, "inplace=False"), ", ")
		rows = append(rows, frontend.Func{Path: "nn.functional." + a.name + "_", Sig: short, Run: func(c *frontend.Call) any {
			x := tensor(c, "input")
			_, r := a.kernels.need(c, typeOf(x))
			writable(c, x)
			e := c.Env()
			var z *ivy.Array
			if a.exact {
				z = a.f(c, e, x.V)
			} else {
				z = wide(e, x.V, func(x *ivy.Array) *ivy.Array { return a.f(c, e, x) })
			}
			return deliver(c, x, c.Result(z, r))
		}})
	}
	return rows
}

var nn = nnRows()

func nnRows() (rows []frontend.Func) {
	for _, a := range activations {
		rows = append(rows, a.rows()...)
	}
	return slices.Concat(rows, layers, convolutions(), poolings())
}

var layers = slices.Concat([]frontend.Func{
	{Path: "softmax", Sig: "input, dim, dtype=None, *, out=None", Method: true, Run: func(c *frontend.Call) any { return out(c, soft(c, tensor(c, "input"), (*ivy.Env).Softmax)) }},
	{Path: "log_softmax", Sig: "input, dim, dtype=None, *, out=None", Method: true, Run: func(c *frontend.Call) any { return out(c, soft(c, tensor(c, "input"), (*ivy.Env).LogSoftmax)) }},
	{Path: "special.softmax", Sig: "input, dim, *, dtype=None", Run: func(c *frontend.Call) any { return soft(c, tensor(c, "input"), (*ivy.Env).Softmax) }},
	{Path: "special.log_softmax", Sig: "input, dim, *, dtype=None", Run: func(c *frontend.Call) any { return soft(c, tensor(c, "input"), (*ivy.Env).LogSoftmax) }},
	{Path: "nn.functional.softmax", Sig: "input, dim=None, _stacklevel=3, dtype=None", Run: func(c *frontend.Call) any {
		return soft(c, tensor(c, "input"), (*ivy.Env).Softmax)
	}},
	{Path: "nn.functional.log_softmax", Sig: "input, dim=None, _stacklevel=3, dtype=None", Run: func(c *frontend.Call) any {
		return soft(c, tensor(c, "input"), (*ivy.Env).LogSoftmax)
	}},
	{Path: "nn.functional.softmin", Sig: "input, dim=None, _stacklevel=3, dtype=None", Run: func(c *frontend.Call) any {
		return soft(c, named["neg"].run(c, tensor(c, "input")), (*ivy.Env).Softmax)
	}},
	{Path: "nn.functional.softsign", Sig: "input", Run: func(c *frontend.Call) any {
		a := tensor(c, "input")
		down := two["add"].run(c, operandOf(named["abs"].run(c, a)), oneOperand)
		return two["true_divide"].run(c, operandOf(a), operandOf(down))
	}},
	{Path: "nn.functional.tanhshrink", Sig: "input", Run: func(c *frontend.Call) any {
		a := tensor(c, "input")
		return two["sub"].run(c, operandOf(a), operandOf(named["tanh"].run(c, a)))
	}},
	{Path: "nn.functional.prelu", Sig: "input, weight", Run: prelu},
	{Path: "prelu", Sig: "input, weight", Method: true, Run: prelu},
	{Path: "nn.functional.glu", Sig: "input, dim=-1", Run: func(c *frontend.Call) any {
		a := tensor(c, "input")
		if a.V.Ndim() == 0 {
			c.Raise("RuntimeError", "glu does not support 0-dimensional tensors")
		}
		axis := dim(c, "dim", a)
		n := a.V.Shape()[axis]
		if n%2 != 0 {
			c.Raise("RuntimeError", "Halving dimension must be even, but dimension %d is size %d", axis, n)
		}
		_, r := floatsOnly.need(c, typeOf(a))
		e := c.Env()
		return c.Result(wide(e, a.V, func(x *ivy.Array) *ivy.Array {
			key := slices.Repeat([]any{ivy.Colon}, axis+1)
			key[axis] = ivy.Slice(0, n/2)
			first := e.GetItem(x, key...)
			key[axis] = ivy.Slice(n/2, n)
			return e.Multiply(first, sigmoid(e, e.GetItem(x, key...)))
		}), r)
	}},
	{Path: "nn.functional.normalize", Sig: "input, p=2.0, dim=1, eps=1e-12, out=None", Run: func(c *frontend.Call) any {
		a := tensor(c, "input")
		if v := c.Arg("dim"); isFraction(c.Namespace, v) {
			c.Raise("TypeError", "linalg_vector_norm(): argument 'dim' must be tuple of ints, not %s", c.TypeName(v))
		}
		averaged.need(c, typeOf(a))
		axes, all := dims(c, "dim", a)
		n := normOf(c, a, realArg(c, "p"), axes, all, true)
		e := c.Env()
		n.V = e.Maximum(n.V, like(e, n.V, realArg(c, "eps")))
		return out(c, two["true_divide"].run(c, operandOf(a), operandOf(n)))
	}},
	{Path: "nn.functional.linear", Sig: "input, weight, bias=None", Run: linear},
	{Path: "nn.functional.bilinear", Sig: "input1, input2, weight, bias=None", Run: bilinear},
	{Path: "nn.functional.embedding", Sig: "input, weight, padding_idx=None, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, sparse=False", Run: func(c *frontend.Call) any {
		at, w := tensor(c, "input"), tensor(c, "weight")
		only(c, "max_norm", nil)
		if d := at.V.Dtype(); d != dtype.Int64 && d != dtype.Int32 {
			c.Raise("RuntimeError", "Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got %s instead (while checking arguments for embedding)", at.Type())
		}
		if w.V.Ndim() != 2 {
			c.Raise("RuntimeError", "'weight' must be 2-D")
		}
		e := c.Env()
		i := e.Astype(at.V, dtype.Int64)
		inRange(c, "IndexError", i, 0, w.V.Shape()[0])
		z := e.Take(w.V, e.Reshape(i, []int{i.Size()}), ivy.Axis(0))
		return c.Result(e.Reshape(z, append(i.Shape(), w.V.Shape()[1])), typeOf(w))
	}},
	{Path: "nn.functional.one_hot", Sig: "input, num_classes=-1", Run: func(c *frontend.Call) any {
		a, n := tensor(c, "input"), integer(c, "num_classes")
		if a.V.Dtype() != dtype.Int64 {
			c.Raise("RuntimeError", "one_hot is only applicable to index tensor of type LongTensor.")
		}
		e := c.Env()
		if a.V.Size() == 0 && n <= 0 {
			c.Raise("RuntimeError", "Can not infer total number of classes from empty tensor.")
		}
		if a.V.Size() > 0 {
			if ivy.Item[int64](e.Min(a.V)) < 0 {
				c.Raise("RuntimeError", "Class values must be non-negative.")
			}
			most := int(ivy.Item[int64](e.Max(a.V)))
			if n == -1 {
				n = most + 1
			} else if n <= most {
				c.Raise("RuntimeError", "Class values must be smaller than num_classes.")
			}
		}
		if n < 1 {
			c.Raise("RuntimeError", "num_classes should be positive")
		}
		return c.Wrap(e.OneHot(a.V, n, dtype.Int64))
	}},
	{Path: "nn.functional.layer_norm", Sig: "input, normalized_shape, weight=None, bias=None, eps=1e-05", Run: func(c *frontend.Call) any {
		a := tensor(c, "input")
		_, r := floatsOnly.need(c, typeOf(a))
		axes := trailing(c, a, sizes(c, "normalized_shape"))
		e := c.Env()
		x := e.Astype(a.V, wideOf(r.Dtype))
		mean := e.Mean(x, axes, ivy.KeepDims(true))
		z := e.Multiply(e.Subtract(x, mean), inverseRoot(e, e.Var(x, axes, ivy.KeepDims(true)), realArg(c, "eps")))
		return affine(c, z, r, a, sizes(c, "normalized_shape"))
	}},
	{Path: "nn.functional.rms_norm", Sig: "input, normalized_shape, weight=None, eps=None", Run: func(c *frontend.Call) any {
		a := tensor(c, "input")
		_, r := floatsPlus.need(c, typeOf(a))
		axes := trailing(c, a, sizes(c, "normalized_shape"))
		e := c.Env()
		eps := 0.0
		if c.Has("eps") {
			eps = realArg(c, "eps")
		} else {
			d := a.V.Dtype()
			if dtype.Narrow.Has(d) {
				d = dtype.Float32
			}
			info, _ := dtype.Finfo(d)
			eps = info.Eps
		}
		z := c.Result(wide(e, a.V, func(x *ivy.Array) *ivy.Array {
			return e.Multiply(x, inverseRoot(e, e.Mean(e.Multiply(x, x), axes, ivy.KeepDims(true)), eps))
		}), r)
		if w := optional(c, "weight"); w != nil {
			return two["mul"].run(c, operandOf(z), operandOf(w))
		}
		return z
	}},
	{Path: "nn.functional.group_norm", Sig: "input, num_groups, weight=None, bias=None, eps=1e-05", Run: func(c *frontend.Call) any {
		a, groups := tensor(c, "input"), integer(c, "num_groups")
		s := a.V.Shape()
		if len(s) < 2 {
			c.Raise("RuntimeError", "Expected at least 2 dimensions for input tensor but received %d", len(s))
		}
		if groups <= 0 || s[1]%groups != 0 {
			c.Raise("RuntimeError", "Expected number of channels in input to be divisible by num_groups, but got input of shape %s and num_groups=%d", shape.Text(s), groups)
		}
		_, r := floatsOnly.need(c, typeOf(a))
		return channels(c, normed(c, a.V, []int{s[0] * groups, shape.Size(s[1:]) / groups}), r)
	}},
	{Path: "nn.functional.instance_norm", Sig: "input, running_mean=None, running_var=None, weight=None, bias=None, use_input_stats=True, momentum=0.1, eps=1e-05", Run: func(c *frontend.Call) any {
		a := tensor(c, "input")
		s := a.V.Shape()
		if len(s) < 2 {
			class := "IndexError"
			if boolean(c, "use_input_stats") { // whose lack of spatial elements is seen first
				class = "ValueError"
			}
			c.Raise(class, "instance_norm of %d dimensions, want two or more", len(s))
		}
		_, r := floatsOnly.need(c, typeOf(a))
		if !boolean(c, "use_input_stats") {
			if !c.Has("running_mean") || !c.Has("running_var") {
				c.Raise("RuntimeError", "Expected running_mean and running_var to be defined when use_input_stats is false")
			}
			return byRunning(c, a, r)
		}
		if shape.Size(s[2:]) == 1 && s[0]*s[1] > 0 {
			c.Raise("ValueError", "Expected more than 1 spatial element when training, got input size %s", shape.Text(s))
		}
		if e := c.Env(); s[0] > 0 && (c.Has("running_mean") || c.Has("running_var")) { // the means over the batch of what each item gives
			x, axes := e.Astype(a.V, wideOf(r.Dtype)), ivy.Axes(shape.All(len(s))[2:])
			learn(c, "running_mean", e.Mean(e.Mean(x, axes), ivy.Axis(0)))
			learn(c, "running_var", e.Mean(e.Var(x, axes, ivy.Correction(1)), ivy.Axis(0)))
		}
		return channels(c, normed(c, a.V, []int{s[0] * s[1], shape.Size(s[2:])}), r)
	}},
	{Path: "nn.functional.batch_norm", Sig: "input, running_mean, running_var, weight=None, bias=None, training=False, momentum=0.1, eps=1e-05", Run: func(c *frontend.Call) any {
		a := tensor(c, "input")
		s := a.V.Shape()
		if len(s) < 2 {
			c.Raise("RuntimeError", "batch_norm of %d dimensions, want two or more", len(s))
		}
		_, r := floatsOnly.need(c, typeOf(a))
		if !boolean(c, "training") {
			return byRunning(c, a, r)
		}
		if n := shape.Size(s[2:]) * s[0]; n == 1 {
			c.Raise("ValueError", "Expected more than 1 value per channel when training, got input size %s", shape.Text(s))
		}
		e := c.Env()
		axes := append(ivy.Axes{0}, shape.All(len(s))[2:]...)
		x := e.Astype(a.V, wideOf(r.Dtype))
		mean, biased := e.Mean(x, axes, ivy.KeepDims(true)), e.Var(x, axes, ivy.KeepDims(true))
		learn(c, "running_mean", e.Reshape(mean, []int{s[1]}))
		learn(c, "running_var", e.Var(x, axes, ivy.Correction(1)))
		return standardised(c, x, mean, biased, r)
	}},
	{Path: "nn.functional.pad", Sig: "input, pad, mode='constant', value=None", Run: pad},
	{Path: "nn.functional.scaled_dot_product_attention", Sig: "query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False", Run: attention},
	{Path: "nn.functional.cosine_similarity", Sig: "x1, x2, dim=1, eps=1e-08", Run: cosine},
	{Path: "cosine_similarity", Sig: "x1, x2, dim=1, eps=1e-08", Run: cosine},
	{Path: "nn.functional.pairwise_distance", Sig: "x1, x2, p=2.0, eps=1e-06, keepdim=False", Run: distance},
	{Path: "pairwise_distance", Sig: "x1, x2, p=2.0, eps=1e-06, keepdim=False", Run: distance},
	{Path: "nn.functional.pixel_shuffle", Sig: "input, upscale_factor", Run: pixelShuffle},
	{Path: "pixel_shuffle", Sig: "input, upscale_factor", Run: pixelShuffle},
}, lossRows())

var oneOperand = frontend.Operand{Arg: promote.Scalar(dtype.KindInt), Value: backend.IntScalar(1)}

func soft(c *frontend.Call, a *frontend.Array, f unaryFunc) *frontend.Array {
	r := dtypeOr(c, "dtype", typeOf(a))
	k := floatsOnly
	if a.V.Size() == 0 {
		k = everything
	}
	axis := 0
	if !isPython(c.Func.Path) {
		noNone(c, "dim")
	}
	if c.Has("dim") {
		axis = dim(c, "dim", a)
	} else if n := a.V.Ndim(); n != 0 && n != 1 && n != 3 {
		axis = 1
	}
	_, r = k.need(c, r)
	e := c.Env()
	if a.V.Size() == 0 {
		return c.Result(a.V, r)
	}
	return c.Result(wide(e, c.Result(a.V, r).V, func(x *ivy.Array) *ivy.Array {
		return alongAxis(e, x, axis, func(x *ivy.Array, axis int) *ivy.Array { return f(e, x, ivy.Axis(axis)) })
	}), r)
}

func prelu(c *frontend.Call) any {
	a, w := tensor(c, "input"), tensor(c, "weight")
	if typeOf(a) != typeOf(w) {
		c.Raise("RuntimeError", "prelu: Type promoting not supported. Got %s and %s", a.Type(), w.Type())
	}
	_, r := floatsOnly.need(c, typeOf(a))
	s := a.V.Shape()
	if w.V.Ndim() > 1 {
		c.Raise("RuntimeError", "prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = %d", w.V.Ndim())
	}
	count := 1
	if len(s) > 1 {
		count = s[1]
	}
	if n := w.V.Size(); n != 1 && n != count {
		c.Raise("RuntimeError", "Mismatch of parameter numbers and input channel size. Found parameter numbers = %d and channel size = %d.", n, count)
	}
	e := c.Env()
	dims := slices.Repeat([]int{1}, len(s))
	if w.V.Size() != 1 {
		dims[1] = count
	}
	weight := e.Reshape(w.V, dims)
	return c.Result(e.Where(e.Greater(a.V, zeroOf(e, a.V)), a.V, e.Multiply(weight, a.V)), r)
}

func linear(c *frontend.Call) any {
	a, w := tensor(c, "input"), tensor(c, "weight")
	bias := optional(c, "bias")
	e := c.Env()
	if a.V.Ndim() == 0 || w.V.Ndim() == 0 || w.V.Ndim() > 2 {
		c.Raise("RuntimeError", "both arguments to linear need to be at least 1D, but they are %dD and %dD", a.V.Ndim(), w.V.Ndim())
	}
	x := w
	if w.V.Ndim() == 2 {
		x = c.Result(e.MatrixTranspose(w.V), typeOf(w))
	}
	if n := a.V.Ndim(); bias != nil && (n == 2 || n <= 3 && bias.V.Ndim() == 1) { // PyTorch's addmm, which looks at all before it looks for a kernel
		linearOfMatrix(c, a, x, bias)
	}
	if bias != nil && dtype.Narrow.Has(a.V.Dtype()) && typeOf(bias) == typeOf(a) && typeOf(w) == typeOf(a) { // added before the result is rounded
		wide := func(t *frontend.Array) *frontend.Array { return c.Wrap(e.Astype(t.V, dtype.Float32)) }
		z := multiplied(c, wide(a), wide(x))
		broadcastable(c, bias, z)
		return c.Result(e.Add(z.V, wide(bias).V), typeOf(a))
	}
	return plusBias(c, multiplied(c, a, x))
}

// linearOfMatrix refuses what a·x + bias is not computed of, a having at most three dimensions.
func linearOfMatrix(c *frontend.Call, a, x, bias *frontend.Array) {
	dims, err := shape.MatMul(a.V.Shape(), x.V.Shape())
	if x.V.Ndim() != 2 && a.V.Ndim() > 1 || err != nil {
		c.Raise("RuntimeError", "linear(): an input of shape %s and a transposed weight of %s cannot be multiplied", shape.Text(a.V.Shape()), shape.Text(x.V.Shape()))
	}
	sameDtype(c, a, x)
	sameDtype(c, a, bias)
	if shape.BroadcastTo(bias.V.Shape(), dims) != nil {
		c.Raise("RuntimeError", "linear(): a bias of shape %s does not broadcast to %s", shape.Text(bias.V.Shape()), shape.Text(dims))
	}
	if a.V.Size() == 0 && shape.Size(dims) > 0 && a.V.Dtype().IsBool() {
		c.Raise("RuntimeError", "result type Long can't be cast to the desired output type Bool")
	}
}

// bilinear looks at the dtypes before the shapes.
func bilinear(c *frontend.Call) any {
	a, b, w, bias := tensor(c, "input1"), tensor(c, "input2"), tensor(c, "weight"), optional(c, "bias")
	for _, t := range []*frontend.Array{b, w, bias} {
		if t != nil && typeOf(t) != typeOf(a) {
			c.Raise("RuntimeError", "All tensors must have the same dtype, got %s and %s", a.Type(), t.Type())
		}
	}
	s, t, u := a.V.Shape(), b.V.Shape(), w.V.Shape()
	n := len(s) - 1
	switch {
	case len(s) != len(t):
		c.Raise("RuntimeError", "bilinear(): input dimensions do not match: got %d and %d", len(s), len(t))
	case n < 0:
		c.Raise("IndexError", "Dimension specified as -1 but tensor has no dimensions")
	case !slices.Equal(s[:n], t[:n]) || len(u) > 1 && s[n] != u[1] || len(u) > 3 || len(u) == 3 && t[n] != u[2]:
		c.Raise("RuntimeError", "bilinear(): shapes %s, %s and %s", shape.Text(s), shape.Text(t), shape.Text(u))
	case len(u) != 3:
		c.Raise("IndexError", "Dimension out of range (bilinear() takes a weight of 3 dimensions, not %d)", len(u))
	case bias != nil && bias.V.Ndim() == 0:
		c.Raise("IndexError", "Dimension specified as 0 but tensor has no dimensions")
	case bias != nil && bias.V.Shape()[0] != u[0]:
		c.Raise("RuntimeError", "bilinear(): bias size does not match weight size: got %d but expected %d", bias.V.Shape()[0], u[0])
	}
	if dims := append(slices.Clone(s[:n]), u[0]); shape.Size(dims) == 0 {
		return plusBias(c, c.Result(c.Env().Zeros(dims, a.V.Dtype()), typeOf(a)))
	}
	r := agreed(c, a, b)
	return plusBias(c, c.Result(c.Env().Einsum("...i,oij,...j->...o", a.V, w.V, b.V), r))
}

func plusBias(c *frontend.Call, z *frontend.Array) *frontend.Array {
	bias := optional(c, "bias")
	if bias == nil {
		return z
	}
	sameDtype(c, z, bias)
	broadcastable(c, bias, z)
	return c.Result(c.Env().Add(z.V, bias.V), typeOf(z))
}

// trailing returns the last axes, which must have these lengths.
func trailing(c *frontend.Call, a *frontend.Array, dims []int) ivy.Axes {
	s := a.V.Shape()
	if len(dims) == 0 || len(dims) > len(s) || !slices.Equal(s[len(s)-len(dims):], dims) {
		c.Raise("RuntimeError", "Given normalized_shape=%s, expected input with shape [*, …] of it, but got input of size %s", shape.Text(dims), shape.Text(s))
	}
	axes := make(ivy.Axes, len(dims))
	for i := range axes {
		axes[i] = len(s) - len(dims) + i
	}
	return axes
}

func inverseRoot(e *ivy.Env, x *ivy.Array, eps float64) *ivy.Array {
	return e.Divide(one(e, x.Dtype()), e.Sqrt(e.Add(x, like(e, x, eps))))
}

// affine multiplies by weight and adds bias, of a shape that the trailing axes have.
func affine(c *frontend.Call, x *ivy.Array, r promote.Result, a *frontend.Array, dims []int) *frontend.Array {
	e := c.Env()
	d := x.Dtype()
	for _, name := range []string{"weight", "bias"} {
		t := optional(c, name)
		if t == nil {
			continue
		}
		if !slices.Equal(t.V.Shape(), dims) {
			c.Raise("RuntimeError", "Expected %s to be of same shape as normalized_shape, but got %s of shape %s and normalized_shape = %s", name, name, shape.Text(t.V.Shape()), shape.Text(dims))
		}
		if typeOf(t) != typeOf(a) {
			c.Raise("RuntimeError", "expected scalar type %s but found %s", a.Type(), t.Type())
		}
		p, q := e.Astype(x, d), e.Astype(t.V, d)
		if name == "weight" {
			x = e.Multiply(p, q)
		} else {
			x = e.Add(p, q)
		}
	}
	return c.Result(x, r)
}

// normed brings lines of elements to mean 0 and variance 1.
func normed(c *frontend.Call, x *ivy.Array, dims []int) *ivy.Array {
	e := c.Env()
	x = e.Astype(x, wideOf(x.Dtype()))
	{
		lines := e.Reshape(x, dims)
		mean := e.Mean(lines, ivy.Axis(1), ivy.KeepDims(true))
		z := e.Multiply(e.Subtract(lines, mean), inverseRoot(e, e.Var(lines, ivy.Axis(1), ivy.KeepDims(true)), realArg(c, "eps")))
		return e.Reshape(z, x.Shape())
	}
}

// byRunning brings the channels of axis 1 to mean 0 and variance 1 by running statistics.
func byRunning(c *frontend.Call, a *frontend.Array, r promote.Result) *frontend.Array {
	e, s := c.Env(), a.V.Shape()
	dims := slices.Repeat([]int{1}, len(s))
	dims[1] = s[1]
	x := e.Astype(a.V, wideOf(r.Dtype))
	stat := func(name string) *ivy.Array {
		if !c.Has(name) {
			c.Raise("RuntimeError", "Expected running_mean and running_var to be defined when not training")
		}
		return e.Reshape(cast(c.Namespace, running(c, name, s[1]).V, x.Dtype()), dims)
	}
	return standardised(c, x, stat("running_mean"), stat("running_var"), r)
}

// standardised is x·scale + shift for each position of axis 1, as PyTorch has it: the scale is the weight
// by the root of the variance, and the shift the bias less the scaled mean.
func standardised(c *frontend.Call, x, mean, variance *ivy.Array, r promote.Result) *frontend.Array {
	e := c.Env()
	scale := inverseRoot(e, variance, realArg(c, "eps"))
	if w := perChannel(c, "weight", x); w != nil {
		scale = e.Multiply(scale, w)
	}
	shift := e.Negative(e.Multiply(mean, scale))
	if b := perChannel(c, "bias", x); b != nil {
		shift = e.Add(shift, b)
	}
	return c.Result(e.Add(e.Multiply(x, scale), shift), r)
}

// running returns an argument that has a statistic for each of n channels.
func running(c *frontend.Call, name string, n int) *frontend.Array {
	t := tensor(c, name)
	if t.V.Ndim() != 1 || t.V.Size() != n {
		c.Raise("RuntimeError", "%s should contain %d elements not %d", name, n, t.V.Size())
	}
	return t
}

// learn moves a running statistic, if there is one, towards that of the input by the
// momentum: in place.
func learn(c *frontend.Call, name string, now *ivy.Array) {
	if !c.Has(name) {
		return
	}
	t, e := running(c, name, now.Size()), c.Env()
	d := now.Dtype()
	m := realArg(c, "momentum")
	z := e.Add(e.Multiply(cast(c.Namespace, t.V, d), constant(e, 1-m, d)), e.Multiply(now, constant(e, m, d)))
	writable(c, t)
	deliver(c, t, c.Result(z, typeOf(t)))
}

// channels multiplies by a weight and adds a bias for each position of axis 1.
func channels(c *frontend.Call, x *ivy.Array, r promote.Result) *frontend.Array {
	if w := perChannel(c, "weight", x); w != nil {
		x = c.Env().Multiply(x, w)
	}
	if b := perChannel(c, "bias", x); b != nil {
		x = c.Env().Add(x, b)
	}
	return c.Result(x, r)
}

// perChannel returns an argument that has a number for each position of x's axis 1, in a shape
// that broadcasts with x; nil for None.
func perChannel(c *frontend.Call, name string, x *ivy.Array) *ivy.Array {
	t, s := optional(c, name), x.Shape()
	if t == nil {
		return nil
	}
	if t.V.Ndim() != 1 || t.V.Size() != s[1] {
		c.Raise("RuntimeError", "Expected %s to be a vector of size equal to the number of channels in input, but got %s of shape %s and input of shape %s", name, name, shape.Text(t.V.Shape()), shape.Text(s))
	}
	dims := slices.Repeat([]int{1}, len(s))
	dims[1] = s[1]
	return c.Env().Reshape(cast(c.Namespace, t.V, x.Dtype()), dims)
}

// pad takes pairs from the last axis on.
func pad(c *frontend.Call) any {
	a, widths := tensor(c, "input"), sizes(c, "pad")
	mode := c.Text("mode")
	n := a.V.Ndim()
	if len(widths)%2 != 0 {
		c.Raise("RuntimeError", "Length of pad must be even but instead it equals %d", len(widths))
	}
	if len(widths)/2 > n {
		c.Raise("RuntimeError", "Length of pad should be no more than twice the number of dimensions of the input. Pad length is %d while the input has %d dimensions.", len(widths), n)
	}
	ivyMode, ok := map[string]string{"constant": "constant", "reflect": "reflect", "replicate": "edge", "circular": "wrap"}[mode]
	if !ok {
		c.Raise("NotImplementedError", "Unrecognised padding mode %s", mode)
	}
	e, s := c.Env(), a.V.Shape()
	pairs := make([][2]int, n)
	key := slices.Repeat([]any{ivy.Colon}, n)
	cut := false
	for i := range len(widths) / 2 {
		axis := n - 1 - i
		before, after := widths[2*i], widths[2*i+1]
		if s[axis]+before+after < 0 || s[axis]+min(before, 0)+min(after, 0) < 0 {
			c.Raise("RuntimeError", "The input size %d, plus negative padding %d and %d resulted in a negative output size", s[axis], before, after)
		}
		if before < 0 || after < 0 {
			cut = true
			key[axis] = ivy.Slice(max(-before, 0), s[axis]+min(after, 0))
		}
		if (mode == "reflect" || mode == "replicate") && s[axis]+before+after < 1 {
			c.Raise("RuntimeError", "input (size %d) is too small. Calculated output size: %d", s[axis], s[axis]+before+after)
		}
		pairs[axis] = [2]int{max(before, 0), max(after, 0)}
		if mode == "reflect" && (before >= s[axis] || after >= s[axis]) || mode == "circular" && (before > s[axis] || after > s[axis]) {
			c.Raise("RuntimeError", "Padding size should be less than the corresponding input dimension, but got: padding (%d, %d) at dimension %d of input %s", before, after, axis, shape.Text(s))
		}
	}
	x := a.V
	if cut {
		x = e.GetItem(x, key...)
	}
	if mode != "constant" {
		if c.Has("value") {
			c.Raise("ValueError", "Padding mode %q doesn't take in value argument", mode)
		}
		if k := len(widths) / 2; k == 0 || k > 3 || n != k+1 && n != k+2 {
			c.Raise("NotImplementedError", "Only 2D, 3D, 4D, 5D padding with non-constant padding are supported for now")
		}
		if first := n - len(widths)/2 - 1; mode != "circular" && (slices.Contains(s[first:], 0) || n == len(widths)/2+1 && slices.Contains(s, 0)) {
			c.Raise("RuntimeError", "Expected a tensor with possibly 0 batch size and other non-zero dimensions for input, but got: %s", shape.Text(s))
		}
		if mode != "circular" { // which PyTorch composes of copies
			kernelsOf("N . N . . . N .").need(c, typeOf(a))
		}
		return c.Result(e.Pad(x, pairs, ivy.Mode(ivyMode)), typeOf(a))
	}
	v := backend.IntScalar(0)
	if c.Has("value") && slices.ContainsFunc(widths, func(n int) bool { return n > 0 }) {
		v = scalarOf(c, "value")
	}
	return c.Result(e.Pad(x, pairs, ivy.ConstantValues(filler(c, v, typeOf(a)))), typeOf(a))
}

func attention(c *frontend.Call) any {
	q, k, v := tensor(c, "query"), tensor(c, "key"), tensor(c, "value")
	mask, causal := optional(c, "attn_mask"), boolean(c, "is_causal")
	only(c, "enable_gqa", false)
	if realArg(c, "dropout_p") != 0 {
		c.Raise("NotImplementedError", "scaled_dot_product_attention() with dropout is not there in this package")
	}
	if typeOf(q) != typeOf(k) || typeOf(q) != typeOf(v) {
		c.Raise("RuntimeError", "Expected query, key, and value to have the same dtype, but got query.dtype: %s key.dtype: %s and value.dtype: %s instead.", q.Type(), k.Type(), v.Type())
	}
	if q.V.Ndim() < 2 || k.V.Ndim() < 2 || v.V.Ndim() < 2 {
		c.Raise("RuntimeError", "Expected query, key, and value to all be at least 2 dimensional")
	}
	if mask != nil && causal {
		c.Raise("RuntimeError", "_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True")
	}
	_, r := kernelsOf("R R R . . . N N").need(c, typeOf(q))
	e := c.Env()
	d := r.Dtype
	if dtype.Narrow.Has(d) {
		d = dtype.Float32
	}
	x, y, w := e.Astype(q.V, d), e.Astype(k.V, d), e.Astype(v.V, d)
	scale := 1 / math.Sqrt(float64(q.V.Shape()[q.V.Ndim()-1]))
	if c.Has("scale") {
		scale = realArg(c, "scale")
	}
	scores := e.Multiply(e.MatMul(x, e.MatrixTranspose(y)), like(e, x, scale))
	least := e.Full(nil, math.Inf(-1), d)
	if causal {
		s := scores.Shape()
		allowed := e.Tril(e.Ones(s[len(s)-2:], dtype.Uint8))
		scores = e.Where(e.Astype(allowed, dtype.Bool), scores, least)
	}
	if mask != nil {
		switch {
		case mask.V.Dtype().IsBool():
			scores = e.Where(mask.V, scores, least)
		case typeOf(mask) == typeOf(q):
			scores = e.Add(scores, e.Astype(mask.V, d))
		default:
			c.Raise("RuntimeError", "Expected attn_mask dtype to be bool or float or to match query dtype, but got attn_mask.dtype: %s", mask.Type())
		}
	}
	weights := e.Softmax(scores)
	none := e.All(e.Equal(scores, least), ivy.Axis(-1), ivy.KeepDims(true)) // of a row nothing is allowed
	weights = e.Where(none, zeroOf(e, weights), weights)
	return c.Result(e.MatMul(weights, w), r)
}

func cosine(c *frontend.Call) any {
	a, b := tensor(c, "x1"), tensor(c, "x2")
	r, err := common(c.Namespace, a.Arg(), b.Arg())
	frontend.Check(err)
	_, r = kernelsOf("R R R . . . R R").need(c, r)
	shapes := broadcast(c, a.V.Shape(), b.V.Shape())
	axis := wrapped(c, integer(c, "dim"), len(shapes))
	e := c.Env()
	d := r.Dtype
	if dtype.Narrow.Has(d) {
		d = dtype.Float32
	}
	x, y := e.BroadcastTo(cast(c.Namespace, a.V, d), shapes), e.BroadcastTo(cast(c.Namespace, b.V, d), shapes)
	if len(shapes) == 0 {
		x, y = e.Reshape(x, []int{1}), e.Reshape(y, []int{1})
	}
	length := func(x *ivy.Array) *ivy.Array {
		n := e.Abs(x)
		if x.Shape()[axis] != 1 { // as norms have it
			n = e.Sqrt(e.Sum(e.Multiply(x, x), ivy.Axis(axis), ivy.KeepDims(true), d))
		}
		return e.Divide(x, e.Maximum(n, like(e, x, realArg(c, "eps"))))
	}
	return c.Result(e.Sum(e.Multiply(length(x), length(y)), ivy.Axis(axis), d), r)
}

func distance(c *frontend.Call) any {
	d := two["sub"].run(c, operandOf(tensor(c, "x1")), operandOf(tensor(c, "x2")))
	eps := realArg(c, "eps")
	d = two["add"].run(c, operandOf(d), frontend.Operand{Arg: promote.Scalar(dtype.KindFloat), Value: backend.FloatScalar(eps)})
	n := max(d.V.Ndim(), 1)
	if d.V.Ndim() == 0 {
		return normOf(c, d, realArg(c, "p"), nil, true, false)
	}
	return normOf(c, d, realArg(c, "p"), []int{n - 1}, false, boolean(c, "keepdim"))
}

func pixelShuffle(c *frontend.Call) any {
	a, f := tensor(c, "input"), integer(c, "upscale_factor")
	s := a.V.Shape()
	if len(s) < 3 {
		c.Raise("RuntimeError", "pixel_shuffle expects input to have at least 3 dimensions, but got input with %d dimension(s)", len(s))
	}
	_, r, err := kernelsOf(". . N . . . N .").of(c.Namespace, typeOf(a))
	if f <= 0 || s[len(s)-3]%(f*f) != 0 {
		c.Raise("RuntimeError", "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square of upscale_factor, but input.size(-3)=%d is not divisible by %d", s[len(s)-3], f*f)
	}
	frontend.Check(err)
	n := len(s) - 3
	ch, h, w := s[n]/(f*f), s[n+1], s[n+2]
	e := c.Env()
	x := e.Reshape(a.V, slices.Concat(s[:n], []int{ch, f, f, h, w}))
	perm := append(shape.All(n), n, n+3, n+1, n+4, n+2)
	return c.Result(e.Reshape(e.PermuteDims(x, perm), slices.Concat(s[:n], []int{ch, h * f, w * f})), r)
}

// nll picks the negated log-probabilities of the target classes, axis 1 of x (axis 0 of
// a single one).
func nll(c *frontend.Call, x *ivy.Array, r promote.Result) *frontend.Array {
	t := tensor(c, "target")
	e := c.Env()
	s := x.Shape()
	if len(s) == 0 {
		c.Raise("ValueError", "Expected 1 or more dimensions (got 0)")
	}
	if d := t.V.Dtype(); d != dtype.Int64 && d != dtype.Uint8 {
		c.Raise("RuntimeError", "expected scalar type Long but found %s", t.Type())
	}
	single := len(s) == 1
	if single {
		x = e.Reshape(x, []int{1, s[0]})
		s = x.Shape()
	}
	want := append([]int{s[0]}, s[2:]...)
	if single && t.V.Ndim() == 0 {
		want = nil
	}
	if !slices.Equal(t.V.Shape(), want) {
		c.Raise("ValueError", "Expected target of shape %s for an input of shape %s, got %s", shape.Text(want), shape.Text(s), shape.Text(t.V.Shape()))
	}
	at := e.Reshape(e.Astype(t.V, dtype.Int64), append([]int{s[0]}, s[2:]...))
	ignored := e.Equal(at, e.Full(nil, integer(c, "ignore_index"), dtype.Int64))
	safe := e.Where(ignored, e.Zeros(nil, dtype.Int64), at)
	inRange(c, "IndexError", safe, 0, s[1])
	picked := e.Squeeze(e.TakeAlongAxis(x, e.ExpandDims(safe, ivy.Axis(1)), ivy.Axis(1)), ivy.Axis(1))
	w := e.Ones(at.Shape(), x.Dtype())
	if weight := optional(c, "weight"); weight != nil {
		if weight.V.Ndim() != 1 || weight.V.Size() != s[1] {
			c.Raise("RuntimeError", "weight tensor should be defined either for all %d classes or no classes but got weight tensor of shape: %s", s[1], shape.Text(weight.V.Shape()))
		}
		w = e.Reshape(e.Take(cast(c.Namespace, weight.V, x.Dtype()), e.Reshape(safe, []int{safe.Size()}), ivy.Axis(0)), at.Shape())
	}
	zero := zeroOf(e, x)
	w = e.Where(ignored, zero, w)
	losses := e.Where(ignored, zero, e.Negative(e.Multiply(w, picked)))
	switch how := lossReduction(c); how {
	case "none":
		return c.Result(e.Reshape(losses, want), r)
	case "sum":
		return c.Result(e.Sum(losses, x.Dtype()), r)
	case "mean":
		return c.Result(e.Divide(e.Sum(losses, x.Dtype()), e.Sum(w, x.Dtype())), r)
	default:
		c.Raise("ValueError", "%s is not a valid value for reduction", how)
		return nil
	}
}

func crossEntropy(c *frontend.Call) any {
	if how := lossReduction(c); !slices.Contains([]string{"none", "mean", "sum"}, how) {
		c.Raise("ValueError", "%s is not a valid value for reduction", how)
	}
	a, t := tensor(c, "input"), tensor(c, "target")
	smoothing := max(realArg(c, "label_smoothing"), 0)
	_, r := floatsOnly.need(c, typeOf(a))
	e, s := c.Env(), a.V.Shape()
	if len(s) == 0 {
		c.Raise("ValueError", "Expected 1 or more dimensions (got 0)")
	}
	axis := 1
	if len(s) == 1 {
		axis = 0
	}
	x := e.LogSoftmax(e.Astype(a.V, wideOf(r.Dtype)), ivy.Axis(axis))
	if smoothing > 1 {
		c.Raise("RuntimeError", "label_smoothing must be between 0.0 and 1.0. Got: %v", smoothing)
	}
	if !slices.Equal(t.V.Shape(), s) {
		if smoothing == 0 {
			return nll(c, x, r)
		}
		return smoothed(c, x, axis, smoothing, r)
	}
	// The target has probabilities.
	switch {
	case !t.V.Dtype().IsFloat():
		c.Raise("RuntimeError", "Expected floating point type for target with class probabilities, got %s", t.Type())
	case integer(c, "ignore_index") >= 0:
		c.Raise("RuntimeError", "ignore_index is not supported for floating point target")
	}
	target := cast(c.Namespace, t.V, x.Dtype())
	if smoothing > 0 {
		target = e.Add(e.Multiply(target, like(e, x, 1-smoothing)), like(e, x, smoothing/float64(s[axis])))
	}
	losses := e.Negative(e.Sum(e.Multiply(classWeighted(c, x, axis), target), ivy.Axis(axis), x.Dtype()))
	switch how := lossReduction(c); how {
	case "none":
		return c.Result(losses, r)
	case "sum":
		return c.Result(e.Sum(losses, x.Dtype()), r)
	case "mean":
		n := 1
		if axis == 1 {
			n = losses.Size()
		}
		return c.Result(e.Divide(e.Sum(losses, x.Dtype()), like(e, losses, float64(n))), r)
	default:
		c.Raise("ValueError", "%s is not a valid value for reduction", how)
		return nil
	}
}

// classWeighted multiplies log-probabilities by the weights of the classes, if there are any.
func classWeighted(c *frontend.Call, x *ivy.Array, axis int) *ivy.Array {
	w := optional(c, "weight")
	if w == nil {
		return x
	}
	if n := x.Shape()[axis]; w.V.Ndim() != 1 || w.V.Size() != n {
		c.Raise("RuntimeError", "cross_entropy: weight tensor should be defined either for all %d classes or no classes but got weight tensor of shape: %s", n, shape.Text(w.V.Shape()))
	}
	dims := slices.Repeat([]int{1}, x.Ndim())
	dims[axis] = w.V.Size()
	return c.Env().Multiply(x, c.Env().Reshape(cast(c.Namespace, w.V, x.Dtype()), dims))
}

// smoothed is the cross entropy of log-probabilities with target classes of which each
// other class takes its share of the smoothing.
func smoothed(c *frontend.Call, x *ivy.Array, axis int, smoothing float64, r promote.Result) *frontend.Array {
	e := c.Env()
	losses := nll(c, x, promote.Result{Dtype: x.Dtype()}).V
	smooth := e.Negative(e.Sum(classWeighted(c, x, axis), ivy.Axis(axis), x.Dtype()))
	at := tensor(c, "target").V
	ignored := e.Equal(at, e.Full(nil, integer(c, "ignore_index"), at.Dtype()))
	smooth = e.Where(ignored, zeroOf(e, x), smooth)
	switch how := lossReduction(c); how {
	case "sum":
		smooth = e.Sum(smooth, x.Dtype())
	case "mean":
		counted := e.Astype(e.LogicalNot(ignored), x.Dtype())
		if w := optional(c, "weight"); w != nil {
			safe := e.Astype(e.Where(ignored, e.Zeros(nil, at.Dtype()), at), dtype.Int64)
			of := e.Take(cast(c.Namespace, w.V, x.Dtype()), e.Reshape(safe, []int{safe.Size()}), ivy.Axis(0))
			counted = e.Multiply(counted, e.Reshape(of, at.Shape()))
		}
		smooth = e.Divide(e.Sum(smooth, x.Dtype()), e.Sum(counted, x.Dtype()))
	}
	share := like(e, x, smoothing/float64(x.Shape()[axis]))
	return c.Result(e.Add(e.Multiply(like(e, x, 1-smoothing), losses), e.Multiply(smooth, share)), r)
}
