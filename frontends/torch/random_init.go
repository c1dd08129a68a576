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
	"github.com/goivy/goivy/ivy/random/torchrandom"
	"github.com/goivy/goivy/ivy/shape"
)

// Dropout, and torch.nn.init.

var dropouts = []frontend.Func{
	{Path: "nn.functional.dropout", Sig: "input, p=0.5, training=True, inplace=False", Run: dropout(func(c *frontend.Call, a *frontend.Array) []int { return a.V.Shape() }, false)},
	{Path: "nn.functional.dropout1d", Sig: "input, p=0.5, training=True, inplace=False", Run: dropout(channelsOf(1), false)},
	{Path: "nn.functional.dropout2d", Sig: "input, p=0.5, training=True, inplace=False", Run: dropout(channelsOf(2), false)},
	{Path: "nn.functional.dropout3d", Sig: "input, p=0.5, training=True, inplace=False", Run: dropout(channelsOf(3), false)},
	{Path: "nn.functional.alpha_dropout", Sig: "input, p=0.5, training=False, inplace=False", Run: dropout(func(c *frontend.Call, a *frontend.Array) []int { return a.V.Shape() }, true)},
	{Path: "nn.functional.feature_alpha_dropout", Sig: "input, p=0.5, training=False, inplace=False", Run: dropout(channelsOf(0), true)},
	{Path: "nn.functional.gumbel_softmax", Sig: "logits, tau=1, hard=False, eps=1e-10, dim=-1", Run: gumbelSoftmax},
}

// channelsOf returns the shape of a mask for channels of n spatial dimensions, or of any number of them.
func channelsOf(n int) func(c *frontend.Call, a *frontend.Array) []int {
	return func(c *frontend.Call, a *frontend.Array) []int {
		dims := a.V.Shape()
		batched := len(dims)
		switch {
		case n == 1 && len(dims) == 2, n == 3 && len(dims) != 5:
			batched++ // as one of a batch
		}
		if batched < 2 {
			c.Raise("RuntimeError", "Feature dropout requires at least 2 dimensions in the input")
		}
		first := 2 - (batched - len(dims))
		for i := first; i < len(dims); i++ {
			dims[i] = 1
		}
		return dims
	}
}

// dropout is a function that drops elements, those of a mask of some shape together. With alpha they become the least value
// of SELU, and the others keep mean and variance.
func dropout(mask func(c *frontend.Call, a *frontend.Array) []int, alpha bool) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		p := realArg(c, "p")
		if p < 0 || p > 1 || p != p {
			c.Raise("ValueError", "dropout probability has to be between 0 and 1, but got %v", p)
		}
		a := tensor(c, "input")
		training, inPlace := boolean(c, "training"), boolean(c, "inplace")
		if n := a.V.Ndim(); c.Func.Path == "nn.functional.dropout1d" && n != 2 && n != 3 {
			c.Raise("RuntimeError", "dropout1d: Expected 2D or 3D input, but received a %dD input.", n)
		}
		if p == 0 || !training || a.V.Size() == 0 {
			return a
		}
		e, d := c.Env(), a.V.Dtype()
		constant := func(v float64) *ivy.Array { return put(c.Namespace, backend.FloatScalar(v), d) }
		var z *ivy.Array
		switch {
		case p == 1:
			z = e.Multiply(a.V, e.ZerosLike(a.V))
		case d.IsComplex():
			mask(c, a)
			c.Raise("NotImplementedError", "\"bernoulli_scalar_cpu_\" not implemented for '%s'", a.Type())
		case !isContinuous(d):
			mask(c, a)
			c.Raise("RuntimeError", "result type Float can't be cast to the desired output type %s", a.Type())
		default:
			dims := mask(c, a)
			g, unlock := drawing1(c)
			defer unlock()
			hits := make([]bool, shape.Size(dims))
			for i := range hits {
				hits[i] = oneUnit(g) < 1-p
			}
			noise := e.Astype(e.Reshape(e.Asarray(hits), dims), d)
			kept := 1 / (1 - p)
			if d != dtype.Float64 { // PyTorch divides in float32
				kept = float64(1 / float32(1-p))
			}
			if alpha {
				const least = 1.7580993408473766
				scale := 1 / math.Sqrt((least*least*p+1)*(1-p))
				shift := e.Add(e.Multiply(e.Subtract(noise, constant(1)), constant(least*scale)), constant(least*scale*p))
				z = e.Add(e.Multiply(a.V, e.Multiply(noise, constant(scale))), shift)
			} else {
				z = e.Multiply(a.V, e.Multiply(noise, constant(kept)))
			}
		}
		if inPlace {
			writable(c, a)
			return write(c, a, z)
		}
		return c.Result(z, typeOf(a))
	}
}

// drawing1 is drawing for a function that takes no generator.
func drawing1(c *frontend.Call) (*torchrandom.Generator, func()) {
	s := shared(c.Namespace).State.(*generator)
	s.mu.Lock()
	return s.g, s.mu.Unlock
}

// gumbelSoftmax draws from a relaxed categorical distribution; hard results are one-hot, with the derivatives of the soft ones.
func gumbelSoftmax(c *frontend.Call) any {
	a, tau := tensor(c, "logits"), realArg(c, "tau")
	continuous(c, a, "Exponential")
	if r := typeOf(a); a.V.Size() == 0 {
		if !dtype.Inexact.Has(r.Dtype) { // of which the logarithm has floats
			r = promote.Result{Dtype: defaultFloat(c.Namespace)}
		}
		if axis := dim(c, "dim", a); boolean(c, "hard") && a.V.Ndim() > 0 && a.V.Shape()[axis] == 0 {
			c.Raise("IndexError", "max(): Expected reduction dim %d to have non-zero size.", axis)
		}
		return c.Result(c.Env().Zeros(a.V.Shape(), r.Dtype), r)
	}
	g, unlock := drawing1(c)
	dst := make([]float64, a.V.Size())
	exponentially(1)(g, a.V.Dtype(), floatsDrawn{wide: dst}, true)
	unlock()
	e, d := c.Env(), a.V.Dtype()
	noise := e.Negative(e.Log(e.Astype(e.Reshape(e.Asarray(dst), a.V.Shape()), d)))
	soft := c.Call(c.Functions.Must("softmax"), c.Result(e.Divide(e.Add(a.V, noise), put(c.Namespace, backend.FloatScalar(tau), d)), typeOf(a)), integer(c, "dim")).(*frontend.Array)
	if !boolean(c, "hard") {
		return soft
	}
	if a.V.Ndim() == 0 {
		return soft
	}
	axis := dim(c, "dim", a)
	classes := []int{soft.V.Shape()[axis]}
	line := slices.Repeat([]int{1}, soft.V.Ndim())
	line[axis] = classes[0]
	index := e.ArgMax(e.StopGradient(soft.V), ivy.Axis(axis), ivy.KeepDims(true))
	hard := e.Astype(e.Equal(index, e.Reshape(e.Arange(classes[0], dtype.Int64), line)), d)
	return c.Result(e.Add(e.Subtract(hard, e.StopGradient(soft.V)), soft.V), typeOf(a))
}

var inits = []frontend.Func{
	{Path: "nn.init.calculate_gain", Sig: "nonlinearity, param=None", Out: frontend.Value, Run: func(c *frontend.Call) any { return gain(c, c.Arg("nonlinearity"), c.Arg("param")) }},
	{Path: "nn.init.uniform_", Sig: "tensor, a=0.0, b=1.0, generator=None", Run: func(c *frontend.Call) any {
		return uniformIn(c, tensor(c, "tensor"), realArg(c, "a"), realArg(c, "b"))
	}},
	{Path: "nn.init.normal_", Sig: "tensor, mean=0.0, std=1.0, generator=None", Run: func(c *frontend.Call) any {
		return normalIn(c, tensor(c, "tensor"), realArg(c, "mean"), realArg(c, "std"))
	}},
	{Path: "nn.init.trunc_normal_", Sig: "tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None", Run: truncatedNormal},
	{Path: "nn.init.constant_", Sig: "tensor, val", Run: func(c *frontend.Call) any {
		a := tensor(c, "tensor")
		writable(c, a)
		return apply(c, ".fill_", a, c.Arg("val"))
	}},
	{Path: "nn.init.ones_", Sig: "tensor", Run: func(c *frontend.Call) any { return constantIn(c, backend.IntScalar(1)) }},
	{Path: "nn.init.zeros_", Sig: "tensor", Run: func(c *frontend.Call) any { return constantIn(c, backend.IntScalar(0)) }},
	{Path: "nn.init.eye_", Sig: "tensor", Run: func(c *frontend.Call) any {
		a := tensor(c, "tensor")
		if a.V.Ndim() != 2 {
			c.Raise("ValueError", "Only tensors with 2 dimensions are supported")
		}
		writable(c, a)
		return write(c, a, c.Env().Eye(a.V.Shape()[0], ivy.NCols(a.V.Shape()[1]), a.V.Dtype()))
	}},
	{Path: "nn.init.dirac_", Sig: "tensor, groups=1", Run: dirac},
	{Path: "nn.init.xavier_uniform_", Sig: "tensor, gain=1.0, generator=None", Run: func(c *frontend.Call) any {
		a := tensor(c, "tensor")
		in, out := fans(c, a)
		bound := math.Sqrt(3) * realArg(c, "gain") * math.Sqrt(2/float64(in+out))
		return uniformIn(c, a, -bound, bound)
	}},
	{Path: "nn.init.xavier_normal_", Sig: "tensor, gain=1.0, generator=None", Run: func(c *frontend.Call) any {
		a := tensor(c, "tensor")
		in, out := fans(c, a)
		return normalIn(c, a, 0, realArg(c, "gain")*math.Sqrt(2/float64(in+out)))
	}},
	{Path: "nn.init.kaiming_uniform_", Sig: "tensor, a=0, mode='fan_in', nonlinearity='leaky_relu', generator=None", Run: func(c *frontend.Call) any {
		a := tensor(c, "tensor")
		if slices.Contains(a.V.Shape(), 0) {
			return a
		}
		bound := math.Sqrt(3) * kaiming(c, a)
		return uniformIn(c, a, -bound, bound)
	}},
	{Path: "nn.init.kaiming_normal_", Sig: "tensor, a=0, mode='fan_in', nonlinearity='leaky_relu', generator=None", Run: func(c *frontend.Call) any {
		a := tensor(c, "tensor")
		if slices.Contains(a.V.Shape(), 0) {
			return a
		}
		return normalIn(c, a, 0, kaiming(c, a))
	}},
	{Path: "nn.init.orthogonal_", Sig: "tensor, gain=1, generator=None", Run: orthogonal},
	{Path: "nn.init.sparse_", Sig: "tensor, sparsity, std=0.01, generator=None", Run: sparse},
}

// gain returns by how much a function of activation shrinks deviations, which weights make up for.
func gain(c *frontend.Call, name, param any) any {
	switch name {
	case "linear", "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d", "sigmoid":
		return 1
	case "tanh":
		return 5. / 3
	case "relu":
		return math.Sqrt2
	case "selu":
		return 3. / 4
	case "leaky_relu":
		slope := 0.01
		switch v := param.(type) {
		case nil:
		case int:
			slope = float64(v)
		case float64:
			slope = v
		default:
			c.Raise("ValueError", "negative_slope %s not a valid number", c.Shown(param))
		}
		return math.Sqrt(2 / (1 + float64(slope*slope)))
	}
	c.Raise("ValueError", "Unsupported nonlinearity %s", c.Shown(name))
	return nil
}

// fans returns how many inputs and outputs a tensor of weights connects.
func fans(c *frontend.Call, a *frontend.Array) (in, out int) {
	dims := a.V.Shape()
	if len(dims) < 2 {
		c.Raise("ValueError", "Fan in and fan out can not be computed for tensor with fewer than 2 dimensions")
	}
	field := shape.Size(dims[2:])
	if (dims[0]+dims[1])*field == 0 && strings.HasPrefix(c.Func.Path, "nn.init.xavier") {
		c.Raise("ZeroDivisionError", "float division by zero")
	}
	return dims[1] * field, dims[0] * field
}

// kaiming returns the deviation of weights.
func kaiming(c *frontend.Call, a *frontend.Array) float64 {
	text, isText := c.Arg("mode").(string)
	if !isText {
		c.Raise("AttributeError", "'%s' object has no attribute 'lower'", c.TypeName(c.Arg("mode")))
	}
	mode := strings.ToLower(text)
	if mode != "fan_in" && mode != "fan_out" {
		c.Raise("ValueError", "Mode %s not supported, please use one of ['fan_in', 'fan_out']", mode)
	}
	n, out := fans(c, a)
	if mode == "fan_out" {
		n = out
	}
	factor := 0.0
	switch v := gain(c, c.Arg("nonlinearity"), c.Arg("a")).(type) {
	case int:
		factor = float64(v)
	case float64:
		factor = v
	}
	return factor / math.Sqrt(float64(n))
}

func constantIn(c *frontend.Call, v backend.Scalar) *frontend.Array {
	a := tensor(c, "tensor")
	writable(c, a)
	return write(c, a, c.Env().BroadcastTo(filling(c, v, typeOf(a), a.V.Shape()), a.V.Shape()))
}

// dirac makes kernels of convolutions that keep channels as they are.
func dirac(c *frontend.Call) any {
	a := tensor(c, "tensor")
	dims := a.V.Shape()
	if len(dims) < 3 || len(dims) > 5 {
		c.Raise("ValueError", "Only tensors with 3, 4, or 5 dimensions are supported")
	}
	compares(c, "groups")
	groups := 1
	if c.Arg("groups") != true {
		groups = integer(c, "groups")
	}
	if groups == 0 {
		c.Raise("ZeroDivisionError", "integer modulo by zero")
	}
	if dims[0]%groups != 0 {
		c.Raise("ValueError", "dim 0 must be divisible by groups")
	}
	per := dims[0] / groups
	strides := shape.Strides(dims)
	middle := 0
	for i, n := range dims[2:] {
		middle += n / 2 * strides[2+i]
	}
	ones := make([]float64, shape.Size(dims))
	for g := range groups {
		for d := range min(per, dims[1]) {
			ones[(g*per+d)*strides[0]+d*strides[1]+middle] = 1
		}
	}
	writable(c, a)
	e := c.Env()
	return write(c, a, e.Astype(e.Reshape(e.Asarray(ones), dims), a.V.Dtype()))
}

// sparse draws a matrix, and makes some elements of each column 0.
func sparse(c *frontend.Call) any {
	a := tensor(c, "tensor")
	dims := a.V.Shape()
	if len(dims) != 2 {
		c.Raise("ValueError", "Only tensors with 2 dimensions are supported")
	}
	var portion float64
	switch v := c.Arg("sparsity").(type) {
	case bool:
		portion = map[bool]float64{true: 1}[v]
	default:
		if t := ours(c.Namespace, v); t != nil {
			if t.V.Size() != 1 {
				c.Raise("ValueError", "only one element tensors can be converted to Python scalars")
			}
			portion = onlyElement(c, t).Float64()
			break
		}
		portion = realArg(c, "sparsity")
	}
	switch rows := portion * float64(dims[0]); {
	case math.IsNaN(rows):
		c.Raise("ValueError", "cannot convert float NaN to integer")
	case math.IsInf(rows, 0):
		c.Raise("OverflowError", "cannot convert float infinity to integer")
	}
	zeros := int(math.Ceil(portion * float64(dims[0])))
	if zeros < 0 { // counted from the end, as Python's slices are
		zeros = max(dims[0]+zeros, 0)
	}
	normalIn(c, a, 0, realArg(c, "std"))
	keep := slices.Repeat([]bool{true}, shape.Size(dims))
	g, unlock := drawing1(c)
	defer unlock()
	order := make([]int64, dims[0])
	for column := range dims[1] {
		g.Permutation(order)
		for _, row := range order[:min(zeros, len(order))] {
			keep[int(row)*dims[1]+column] = false
		}
	}
	e := c.Env()
	return write(c, a, e.Where(e.Reshape(e.Asarray(keep), dims), a.V, e.ZerosLike(a.V)))
}

// orthogonal draws a matrix with orthogonal rows, or columns where these are fewer.
func orthogonal(c *frontend.Call) any {
	a := tensor(c, "tensor")
	dims := a.V.Shape()
	if len(dims) < 2 {
		c.Raise("ValueError", "Only tensors with 2 or more dimensions are supported")
	}
	if a.V.Size() == 0 {
		return a
	}
	generatorOf(c)
	e, r := c.Env(), typeOf(a)
	if r.Dtype.IsComplex() {
		c.Raise("NotImplementedError", "Unlike NumPy, torch.sign is not intended to support complex numbers. Please use torch.sgn instead.")
	}
	kernelFor(c, a, "linalg_qr", r.Dtype == dtype.Float32 || r.Dtype == dtype.Float64)
	rows := dims[0]
	cols := a.V.Size() / rows
	flat := normalIn(c, c.Result(e.Zeros([]int{rows, cols}, r.Dtype), r), 0, 1).V
	if rows < cols {
		flat = e.MatrixTranspose(flat)
	}
	q, upper := e.QR(flat)
	signs := e.Sign(e.Diagonal(upper))
	q = e.Multiply(q, signs)
	if rows < cols {
		q = e.MatrixTranspose(q)
	}
	writable(c, a)
	write(c, a, e.Reshape(q, dims))
	return apply(c, ".mul_", a, c.Arg("gain"))
}

// truncatedNormal fills a tensor with normal numbers between two: it draws those beyond them anew, or, where that would take
// long, rejects uniform ones.
func truncatedNormal(c *frontend.Call) any {
	t := tensor(c, "tensor")
	compares(c, "mean", "std", "a", "b")
	compared := func(name string) float64 {
		if v := ours(c.Namespace, c.Arg(name)); v != nil {
			return real(onlyElement(c, v).Complex128())
		}
		return realArg(c, name)
	}
	mean, std, low, high := compared("mean"), compared("std"), compared("a"), compared("b")
	if std == 0 {
		c.Raise("ZeroDivisionError", "float division by zero")
	}
	below := func(x float64) float64 { return (1 + math.Erf(x/math.Sqrt2)) / 2 }
	e, r := c.Env(), typeOf(t)
	if generatorOf(c); r.Dtype.IsComplex() && t.V.Size() > 0 {
		c.Raise("NotImplementedError", "\"lt_cpu\" not implemented for '%s'", t.Type())
	}
	like := func() *frontend.Array { return c.Result(e.ZerosLike(e.StopGradient(t.V)), r) }
	constant := func(v float64) *ivy.Array { return put(c.Namespace, backend.FloatScalar(v), r.Dtype) }
	some := func(x *ivy.Array) bool { return x.Size() > 0 && ivy.Item[bool](e.Any(x)) }
	if below((high-mean)/std)-below((low-mean)/std) > 0.3 {
		for _, name := range []string{"mean", "std"} {
			if v := ours(c.Namespace, c.Arg(name)); v != nil && v.V.Ndim() > 0 {
				c.Raise("TypeError", "normal_(): argument '%s' must be float, not Tensor", name)
			}
		}
		x := normalIn(c, t, mean, std).V
		if low, high := backend.FloatScalar(low), backend.FloatScalar(high); r.Dtype.IsInteger() && !(fitsDtype(low, r.Dtype) && fitsDtype(high, r.Dtype)) {
			c.Raise("RuntimeError", "value cannot be converted to type %s without overflow", t.Type())
		}
		for {
			out := e.LogicalOr(e.Less(x, constant(low)), e.Greater(x, constant(high)))
			if !some(out) {
				return write(c, t, x)
			}
			x = e.Where(out, normalIn(c, like(), mean, std).V, x)
		}
	}
	mode := max(low, min(mean, high))
	if far := math.Abs(mode-mean) / std; far*(high-low)/std > 1<<20 { // where PyTorch goes on for hours
		c.Raise("RuntimeError", "less than one in a million numbers between %v and %v would be accepted for a normal distribution of mean %v and standard deviation %v", low, high, mean, std)
	}
	peak := -0.5 * ((mode - mean) / std) * ((mode - mean) / std)
	x := uniformIn(c, t, low, high).V
	rejected := func(x *ivy.Array) *ivy.Array {
		z := e.Divide(e.Subtract(x, constant(mean)), constant(std))
		density := e.Subtract(e.Multiply(e.Square(z), constant(-0.5)), constant(peak))
		return e.Greater(e.Log(uniformIn(c, like(), 0, 1).V), density)
	}
	pending := rejected(x)
	for some(pending) {
		candidates := uniformIn(c, like(), low, high).V
		x = e.Where(pending, candidates, x)
		pending = e.LogicalAnd(pending, rejected(candidates))
	}
	return write(c, t, x)
}
