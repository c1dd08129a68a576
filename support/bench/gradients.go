package bench

import (
	"strings"

	"github.com/goivy/goivy/ivy"
)

// gradientTable is the part of the table with values and gradients of loss functions.
const gradientTable = "Value and gradient, float32"

// A model is a loss function of parameters and data, in Go and in Python. What is compared is the
// gradient of one parameter that comes from nearly all steps, in a layout that all
// sides share; all gradients are computed.
type model struct {
	name, title string
	params      []input // what gradients are taken for
	data        []input
	compared    int // which parameter's gradient is returned
	loss        func(e *ivy.Env, p, x []*ivy.Array) *ivy.Array
	// torch and jax are statements that define loss(params..., data...).
	torch, jax string
	// torchSetup are statements that run before parameters become leaves.
	torchSetup string
}

// gradients are models with their value and gradient, eager and compiled. PyTorch is eager in
// both lines, JAX compiles.
func (l *list) gradients() {
	for _, m := range []model{perceptron(), convolutional(), transformerBlock()} {
		inputs := append(m.params[:len(m.params):len(m.params)], m.data...)
		l.add(gradientTable, "gradient/"+m.name+"/eager", m.title+", eager", inputs, m.ours(false),
			map[string]code{"torch": m.torchCode()})
		l.add(gradientTable, "gradient/"+m.name+"/compiled", m.title+", compiled", inputs, m.ours(true),
			map[string]code{"torch": m.torchCode(), "jax": m.jaxCode()})
	}
	l.recording()
}

func (m *model) ours(compile bool) func(e *ivy.Env, x []*ivy.Array) func() *ivy.Array {
	return func(e *ivy.Env, x []*ivy.Array) func() *ivy.Array {
		p, data := x[:len(m.params)], x[len(m.params):]
		f := e.ValueAndGrad(func(p, x []*ivy.Array) *ivy.Array { return m.loss(e, p, x) })
		if !compile {
			return func() *ivy.Array {
				_, g := f(p, data)
				return g.([]*ivy.Array)[m.compared]
			}
		}
		c := e.Compile(f)
		return func() *ivy.Array { return c.CallTree(p, data)[1].([]*ivy.Array)[m.compared] }
	}
}

// names returns the names of inputs, which commas part.
func names(list []input) string {
	var s []string
	for _, in := range list {
		s = append(s, in.name)
	}
	return strings.Join(s, ", ")
}

func (m *model) torchCode() code {
	p := names(m.params)
	return code{
		setup: strings.Join([]string{m.torchSetup, "params = [t.detach().clone().requires_grad_() for t in (" + p + ")]", m.torch,
			"def step():", "    z = loss(*params, " + names(m.data) + ")", "    return z, torch.autograd.grad(z, params)"}, "\n"),
		call: "step()[1][" + string(rune('0'+m.compared)) + "]",
	}
}

func (m *model) jaxCode() code {
	return code{
		setup: strings.Join([]string{m.jax, "params = (" + names(m.params) + ")",
			"vg = jax.jit(jax.value_and_grad(loss, argnums=tuple(range(len(params)))))"}, "\n"),
		call: "vg(*params, " + names(m.data) + ")[1][" + string(rune('0'+m.compared)) + "]",
	}
}

// crossEntropy returns the mean of −log softmax(z) where y is 1.
func crossEntropy(e *ivy.Env, z, y *ivy.Array) *ivy.Array {
	return e.Negative(e.Mean(e.Sum(e.Multiply(e.LogSoftmax(z), y), ivy.Axis(-1))))
}

// weights are small, so that sums of many stay near 1.
var weights = fill{lo: -0.05, hi: 0.05}

// nearOne are scales of a normalization, as they begin. With those of 0.1 to 10 the softmax has one
// element alone in many rows, and gradients in float32 differ from those in float64 by more than
// results may.
var nearOne = fill{lo: 0.9, hi: 1.1}

func one(name string, f fill, shape ...int) input { return input{name, ivy.Float32, shape, f} }

func perceptron() model {
	return model{
		name: "mlp", title: "MLP, 64 × 784-512-512-10", compared: 1,
		params: []input{one("w1", weights, 784, 512), one("b1", weights, 512), one("w2", weights, 512, 512),
			one("b2", weights, 512), one("w3", weights, 512, 10), one("b3", weights, 10)},
		data: []input{one("x", unit, 64, 784), one("y", unit, 64, 10)},
		loss: func(e *ivy.Env, p, x []*ivy.Array) *ivy.Array {
			h := e.Relu(e.Add(e.MatMul(x[0], p[0]), p[1]))
			h = e.Relu(e.Add(e.MatMul(h, p[2]), p[3]))
			return crossEntropy(e, e.Add(e.MatMul(h, p[4]), p[5]), x[1])
		},
		torch: `def loss(w1, b1, w2, b2, w3, b3, x, y):
    h = torch.relu(x @ w1 + b1)
    h = torch.relu(h @ w2 + b2)
    return F.cross_entropy(h @ w3 + b3, y)`,
		jax: `def loss(w1, b1, w2, b2, w3, b3, x, y):
    h = jax.nn.relu(x @ w1 + b1)
    h = jax.nn.relu(h @ w2 + b2)
    return -(jax.nn.log_softmax(h @ w3 + b3) * y).sum(-1).mean()`,
	}
}

func convolutional() model {
	return model{
		name: "cnn", title: "CNN, 8 × 28×28: 3×3×32, 3×3×64, pool, dense", compared: 1,
		params: []input{one("k1", weights, 3, 3, 1, 32), one("b1", weights, 32), one("k2", weights, 3, 3, 32, 64),
			one("b2", weights, 64), one("w", weights, 12*12*64, 10), one("b", weights, 10)},
		data: []input{one("x", unit, 8, 28, 28, 1), one("y", unit, 8, 10)},
		loss: func(e *ivy.Env, p, x []*ivy.Array) *ivy.Array {
			h := e.Relu(e.Add(e.ConvGeneralDilated(x[0], p[0], []int{1}, "VALID"), p[1]))
			h = e.Relu(e.Add(e.ConvGeneralDilated(h, p[2], []int{1}, "VALID"), p[3]))
			h = e.Max(e.Reshape(h, []int{8, 12, 2, 12, 2, 64}), ivy.Axes{2, 4})
			return crossEntropy(e, e.Add(e.MatMul(e.Reshape(h, []int{8, -1}), p[4]), p[5]), x[1])
		},
		// In PyTorch's own layout: channels come first.
		torchSetup: `k1, k2 = k1.permute(3, 2, 0, 1).contiguous(), k2.permute(3, 2, 0, 1).contiguous()
w = w.reshape(12, 12, 64, 10).permute(2, 0, 1, 3).reshape(-1, 10).contiguous()
x = x.permute(0, 3, 1, 2).contiguous()`,
		torch: `def loss(k1, b1, k2, b2, w, b, x, y):
    h = F.relu(F.conv2d(x, k1, b1))
    h = F.max_pool2d(F.relu(F.conv2d(h, k2, b2)), 2)
    return F.cross_entropy(h.flatten(1) @ w + b, y)`,
		jax: `def conv(x, k):
    return jax.lax.conv_general_dilated(x, k, (1, 1), "VALID", dimension_numbers=("NHWC", "HWIO", "NHWC"))
def loss(k1, b1, k2, b2, w, b, x, y):
    h = jax.nn.relu(conv(x, k1) + b1)
    h = jax.nn.relu(conv(h, k2) + b2).reshape(8, 12, 2, 12, 2, 64).max((2, 4))
    return -(jax.nn.log_softmax(h.reshape(8, -1) @ w + b) * y).sum(-1).mean()`,
	}
}

func transformerBlock() model {
	const n = 384
	return model{
		name: "transformer", title: "transformer block, 128 × 384, 6 heads", compared: 0,
		params: []input{one("g1", nearOne, n), one("o1", weights, n), one("wq", weights, n, n), one("wk", weights, n, n),
			one("wv", weights, n, n), one("wp", weights, n, n), one("g2", nearOne, n), one("o2", weights, n),
			one("wu", weights, n, 4*n), one("wd", weights, 4*n, n)},
		data: []input{one("x", signed, 128, n)},
		loss: func(e *ivy.Env, p, x []*ivy.Array) *ivy.Array {
			heads := func(x *ivy.Array) *ivy.Array { return e.PermuteDims(e.Reshape(x, []int{128, 6, 64}), []int{1, 0, 2}) }
			h := e.LayerNorm(x[0], []int{1}, ivy.Scale(p[0]), ivy.Offset(p[1]))
			q, k, v := heads(e.MatMul(h, p[2])), heads(e.MatMul(h, p[3])), heads(e.MatMul(h, p[4]))
			s := e.Softmax(e.Multiply(e.MatMul(q, e.MatrixTranspose(k)), 0.125))
			o := e.Reshape(e.PermuteDims(e.MatMul(s, v), []int{1, 0, 2}), []int{128, n})
			z := e.Add(x[0], e.MatMul(o, p[5]))
			h = e.LayerNorm(z, []int{1}, ivy.Scale(p[6]), ivy.Offset(p[7]))
			z = e.Add(z, e.MatMul(e.Gelu(e.MatMul(h, p[8])), p[9]))
			return e.Mean(e.Square(z))
		},
		torch: `def loss(g1, o1, wq, wk, wv, wp, g2, o2, wu, wd, x):
    heads = lambda t: t.reshape(128, 6, 64).permute(1, 0, 2)
    h = F.layer_norm(x, (384,), g1, o1)
    q, k, v = heads(h @ wq), heads(h @ wk), heads(h @ wv)
    s = torch.softmax(q @ k.transpose(1, 2) * 0.125, -1)
    x = x + (s @ v).permute(1, 0, 2).reshape(128, 384) @ wp
    h = F.layer_norm(x, (384,), g2, o2)
    x = x + F.gelu(h @ wu) @ wd
    return (x * x).mean()`,
		jax: `def norm(x, g, o):
    return (x - x.mean(-1, keepdims=True)) * jax.lax.rsqrt(x.var(-1, keepdims=True) + 1e-5) * g + o
def loss(g1, o1, wq, wk, wv, wp, g2, o2, wu, wd, x):
    heads = lambda t: t.reshape(128, 6, 64).transpose(1, 0, 2)
    h = norm(x, g1, o1)
    q, k, v = heads(h @ wq), heads(h @ wk), heads(h @ wv)
    s = jax.nn.softmax(q @ k.transpose(0, 2, 1) * 0.125, -1)
    x = x + (s @ v).transpose(1, 0, 2).reshape(128, 384) @ wp
    h = norm(x, g2, o2)
    x = x + jax.nn.gelu(h @ wu, approximate=False) @ wd
    return (x * x).mean()`,
	}
}

// recording are a multiplication of few elements, plain and recorded for a gradient.
func (l *list) recording() {
	pair := arrays("x,y", ivy.Float32, signed, 3)
	l.add(gradientTable, "record/multiply/plain", "multiply 3 elements", pair,
		ofTwo(func(e *ivy.Env, x, y *ivy.Array) *ivy.Array { return e.Multiply(x, y) }), calls("", "torch.multiply(x, y)", ""))
	l.add(gradientTable, "record/multiply/recorded", "multiply 3 elements, recorded", pair, func(e *ivy.Env, x []*ivy.Array) func() *ivy.Array {
		t := e.NewTape()
		a, b := t.Watch(x[0]), t.Watch(x[1])
		return func() *ivy.Array { return e.Multiply(a, b) }
	}, map[string]code{"torch": {"x.requires_grad_(); y.requires_grad_()", "torch.multiply(x, y)"}})
}
