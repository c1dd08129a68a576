package onnx

import (
	"math"
	"slices"

	"github.com/goivy/goivy/ivy"
)

// attentionRows are layers of transformers.
var attentionRows = []row{
	{op: "Attention", since: []int{23, 24, 25}, in: "fff?aaai", run: attention},
	{op: "RotaryEmbedding", since: []int{23}, in: "f==?i", run: one(rotary)},
	{op: "LinearAttention", since: []int{27}, in: "fff?fff", run: linearAttention},
	{op: "CausalConvWithState", since: []int{27}, in: "f=?==", run: causalConv},
}

// heads returns x of shape (b, l, h·d) as (b, h, l, d).
func heads(c *call, x *ivy.Array, h int) *ivy.Array {
	if h < 1 || x.Dim(2)%h != 0 {
		c.failf(ivy.ErrShape, "%d heads in shape %v", h, x.Shape())
	}
	s := x.Shape()
	return c.e.PermuteDims(c.e.Reshape(x, []int{s[0], s[1], h, s[2] / h}), []int{0, 2, 1, 3})
}

// attention computes scores, caps and masks them, and takes the means of values by their softmax. Where scores are not an output and not capped, it
// is ScaledDotProductAttention, whose memory is linear in the lengths.
func attention(c *call) {
	e := c.e
	q, k, v := c.x(0), c.x(1), c.x(2)
	if q.Ndim() != k.Ndim() || k.Ndim() != v.Ndim() || q.Ndim() != 3 && q.Ndim() != 4 {
		c.failf(ivy.ErrShape, "shapes %v, %v and %v", q.Shape(), k.Shape(), v.Shape())
	}
	if c.has(4) != c.has(5) || c.has(4) && c.has(6) {
		c.failf(ivy.ErrValue, "past_key and past_value come together, without nonpad_kv_seqlen")
	}
	flat := q.Ndim() == 3
	if flat {
		q = heads(c, q, c.attrInt("q_num_heads", 0))
		k, v = heads(c, k, c.attrInt("kv_num_heads", 0)), heads(c, v, c.attrInt("kv_num_heads", 0))
	}
	past := 0
	if c.has(4) {
		past = c.x(4).Dim(2)
		k, v = e.Concat([]*ivy.Array{c.x(4), k}, ivy.Axis(2)), e.Concat([]*ivy.Array{c.x(5), v}, ivy.Axis(2))
	}
	presentK, presentV := k, v
	ql, kl := q.Dim(2), k.Dim(2)
	if q.Dim(1)%max(1, k.Dim(1)) != 0 {
		c.failf(ivy.ErrShape, "%d heads of queries and %d of keys", q.Dim(1), k.Dim(1))
	}
	if groups := q.Dim(1) / max(1, k.Dim(1)); groups > 1 {
		k, v = e.Repeat(k, groups, ivy.Axis(1)), e.Repeat(v, groups, ivy.Axis(1))
	}
	bias, hidden := c.attentionBias(q, ql, kl, past)
	scale := c.attrFloat("scale", 0)
	if c.n.attrs["scale"] == nil {
		scale = 1 / math.Sqrt(float64(q.Dim(3)))
	}
	softcap := c.attrFloat("softcap", 0)
	mode := c.attrInt("qk_matmul_output_mode", 0)
	var z, shown *ivy.Array
	if softcap == 0 && !c.wants(3) && hidden == nil && q.Size() > 0 && kl > 0 {
		opts := []ivy.Option{ivy.Scale(scale)}
		if bias != nil {
			opts = append(opts, ivy.Mask(bias))
		}
		z = e.ScaledDotProductAttention(q, k, v, opts...)
	} else {
		root := math.Sqrt(scale)
		scores := e.MatMul(e.Multiply(q, root), e.Multiply(e.MatrixTranspose(k), root))
		shown = scores
		if softcap > 0 {
			scores = e.Multiply(e.Tanh(e.Divide(scores, softcap)), softcap)
		}
		if softcap > 0 && c.version >= 24 || mode == 1 {
			shown = scores
		}
		if bias != nil {
			scores = e.Add(scores, bias)
		}
		if mode == 2 {
			shown = scores
		}
		wide := scores
		if t := c.attrElem("softmax_precision", 0); t.isFloat() && t.dtype() != scores.Dtype() {
			wide = e.Astype(scores, t.dtype())
		}
		weights := e.Softmax(wide, ivy.Axis(-1))
		if hidden != nil {
			weights = e.Where(hidden, 0.0, weights)
		}
		weights = e.Astype(weights, q.Dtype())
		if mode == 3 {
			shown = weights
		}
		z = e.MatMul(weights, v)
	}
	if flat {
		z = e.PermuteDims(z, []int{0, 2, 1, 3})
		z = e.Reshape(z, []int{z.Dim(0), z.Dim(1), -1})
	}
	c.setAs(z, c.elem(0))
	c.setAs(e.CopyArray(presentK), c.elem(1))
	c.setAs(e.CopyArray(presentV), c.elem(2))
	if shown != nil {
		c.setAs(shown, c.elem(0))
	}
}

// attentionBias returns what is added to scores, nil for nothing, and where a query has no key at all.
func (c *call) attentionBias(q *ivy.Array, ql, kl, past int) (bias, hidden *ivy.Array) {
	e, d := c.e, q.Dtype()
	minus := func(allowed *ivy.Array) *ivy.Array {
		return e.Where(allowed, e.Zeros([]int{}, d), e.Full([]int{}, math.Inf(-1), d))
	}
	add := func(y *ivy.Array) {
		if bias == nil {
			bias = y
		} else {
			bias = e.Add(bias, y)
		}
	}
	if m := c.opt(3); m != nil {
		if n := kl - last(m); n > 0 {
			width := make([][2]int, m.Ndim())
			width[len(width)-1][1] = n
			var fill any = math.Inf(-1)
			if m.Dtype().IsBool() {
				fill = false
			}
			m = e.ConstantPad(m, width, ivy.Value(fill))
		}
		if m.Dtype().IsBool() {
			m = minus(m)
		}
		add(e.Astype(m, d))
	}
	left, right := c.attrInt("left_window_size", -1), c.attrInt("right_window_size", -1)
	causal := c.flag("is_causal")
	if causal || left >= 0 || right >= 0 {
		i := e.Reshape(e.Arange(ql, ivy.Int64), []int{ql, 1})
		j := e.Reshape(e.Arange(kl, ivy.Int64), []int{1, kl})
		if c.has(6) {
			lengths := e.Reshape(e.Astype(c.x(6), ivy.Int64), []int{-1, 1, 1, 1})
			i = e.Add(i, e.Subtract(lengths, ql))
		} else {
			i = e.Add(i, past)
		}
		off := e.Subtract(i, j)
		if causal {
			add(minus(e.GreaterEqual(off, 0)))
		}
		if left >= 0 {
			add(minus(e.LessEqual(off, left)))
		}
		if right >= 0 {
			add(minus(e.GreaterEqual(off, -right)))
		}
	}
	if c.has(6) {
		lengths := e.Reshape(e.Astype(c.x(6), ivy.Int64), []int{-1, 1, 1, 1})
		add(minus(e.Less(e.Reshape(e.Arange(kl, ivy.Int64), []int{1, 1, 1, kl}), lengths)))
	}
	if bias != nil && kl > 0 {
		hidden = e.Equal(e.Max(bias, ivy.Axis(-1), ivy.KeepDims(true)), math.Inf(-1))
	}
	return bias, hidden
}

// rotary turns pairs of elements by angles whose cosines and sines are given for each position.
func rotary(c *call) *ivy.Array {
	e, x := c.e, c.x(0)
	shape := x.Shape()
	switch x.Ndim() {
	case 3:
		x = heads(c, x, c.attrInt("num_heads", 0))
	case 4:
	default:
		c.failf(ivy.ErrShape, "shape %v, want three or four axes", shape)
	}
	size := x.Dim(3)
	turned := c.attrInt("rotary_embedding_dim", 0)
	if turned == 0 {
		turned = size
	}
	if turned < 0 || turned > size || turned%2 != 0 {
		c.failf(ivy.ErrValue, "rotary_embedding_dim %d of %d", turned, size)
	}
	cos, sin := c.x(1), c.x(2)
	if c.has(3) {
		cos, sin = e.Take(cos, c.x(3), ivy.Axis(0)), e.Take(sin, c.x(3), ivy.Axis(0))
	}
	if cos.Ndim() != 3 || cos.Dim(2) != turned/2 || !slices.Equal(cos.Shape(), sin.Shape()) {
		c.failf(ivy.ErrShape, "cosines and sines of shapes %v and %v for pairs of %d elements", cos.Shape(), sin.Shape(), turned)
	}
	cos, sin = e.ExpandDims(cos, ivy.Axis(1)), e.ExpandDims(sin, ivy.Axis(1))
	rest := part(e, x, 3, turned, size, 1)
	var a, b *ivy.Array
	if c.flag("interleaved") {
		a, b = part(e, x, 3, 0, turned, 2), part(e, x, 3, 1, turned, 2)
	} else {
		a, b = part(e, x, 3, 0, turned/2, 1), part(e, x, 3, turned/2, turned, 1)
	}
	re := e.Subtract(e.Multiply(cos, a), e.Multiply(sin, b))
	im := e.Add(e.Multiply(sin, a), e.Multiply(cos, b))
	var z *ivy.Array
	if c.flag("interleaved") {
		z = e.Reshape(e.Stack([]*ivy.Array{re, im}, ivy.Axis(-1)), append(x.Shape()[:3], turned))
	} else {
		z = e.Concat([]*ivy.Array{re, im}, ivy.Axis(3))
	}
	if turned < size {
		z = e.Concat([]*ivy.Array{z, rest}, ivy.Axis(3))
	}
	if len(shape) == 3 {
		z = e.Reshape(e.PermuteDims(z, []int{0, 2, 1, 3}), shape)
	}
	return z
}

// linearAttention keeps a matrix for each head, to which keys and values of one position after the other are added: the rules are those of the
// standard's LinearAttention.
func linearAttention(c *call) {
	e := c.e
	rule := c.oneOf("update_rule", "gated_delta", "linear", "gated", "delta")
	gated, delta := rule == "gated" || rule == "gated_delta", rule == "delta" || rule == "gated_delta"
	if gated != c.has(4) || delta != c.has(5) {
		c.failf(ivy.ErrValue, "decay and beta do not go with the update_rule %q", rule)
	}
	qh, kh := c.attrInt("q_num_heads", 0), c.attrInt("kv_num_heads", 0)
	if kh < 1 || qh%kh != 0 || len(c.shape(0)) != 3 || len(c.shape(1)) != 3 || len(c.shape(2)) != 3 {
		c.failf(ivy.ErrShape, "%d heads of queries and %d of keys for shapes %v, %v and %v", qh, kh, c.shape(0), c.shape(1), c.shape(2))
	}
	wide := func(i int) *ivy.Array { return e.Astype(c.x(i), ivy.Float32) }
	q, k, v := heads(c, wide(0), qh), heads(c, wide(1), kh), heads(c, wide(2), kh)
	batch, steps := q.Dim(0), q.Dim(2)
	state, stateElem := e.Zeros([]int{batch, kh, k.Dim(3), v.Dim(3)}, ivy.Float32), c.elem(0)
	if c.has(3) {
		state, stateElem = wide(3), c.elem(3)
	}
	var decay, beta *ivy.Array
	if gated {
		decay = e.ExpandDims(e.Exp(heads(c, wide(4), kh)), ivy.Axis(-1))
	}
	if delta {
		beta = heads(c, wide(5), c.x(5).Dim(2))
	}
	scale := c.attrFloat("scale", 0)
	if scale == 0 {
		scale = 1 / math.Sqrt(float64(q.Dim(3)))
	}
	at := func(x *ivy.Array, i int) *ivy.Array { return e.GetItem(x, ivy.Colon, ivy.Colon, i) }
	outs := make([]*ivy.Array, steps)
	for i := range steps {
		if gated {
			state = e.Multiply(state, at(decay, i))
		}
		key, val := e.ExpandDims(at(k, i), ivy.Axis(-1)), e.ExpandDims(at(v, i), ivy.Axis(-2))
		if delta {
			found := e.MatMul(e.MatrixTranspose(key), state)
			val = e.Multiply(e.ExpandDims(at(beta, i), ivy.Axis(-1)), e.Subtract(val, found))
		}
		state = e.Add(state, e.Multiply(key, val))
		read := state
		if qh > kh {
			read = e.Repeat(state, qh/kh, ivy.Axis(1))
		}
		outs[i] = e.Multiply(e.Squeeze(e.MatMul(e.ExpandDims(at(q, i), ivy.Axis(-2)), read), ivy.Axis(-2)), scale)
	}
	z := e.Zeros([]int{batch, 0, qh * v.Dim(3)}, ivy.Float32)
	if steps > 0 {
		z = e.Reshape(e.Stack(outs, ivy.Axis(1)), []int{batch, steps, qh * v.Dim(3)})
	}
	c.setAs(e.Astype(z, c.elem(0).dtype()), c.elem(0))
	c.setAs(e.Astype(state, stateElem.dtype()), stateElem)
}

func causalConv(c *call) {
	e, x, w := c.e, c.x(0), c.x(1)
	if x.Ndim() != 3 || w.Ndim() != 3 || w.Dim(0) != x.Dim(1) || w.Dim(2) < 1 {
		c.failf(ivy.ErrShape, "filters of shape %v for shape %v", w.Shape(), x.Shape())
	}
	k := w.Dim(2)
	before := c.opt(3)
	if before == nil {
		before = e.Zeros([]int{x.Dim(0), x.Dim(1), k - 1}, x.Dtype())
	}
	x = e.Concat([]*ivy.Array{before, x}, ivy.Axis(2))
	opts := []ivy.Option{ivy.DataFormat(channelFirst), ivy.FilterFormat(channelFirst), ivy.FeatureGroupCount(x.Dim(1))}
	if b := c.opt(2); b != nil {
		opts = append(opts, ivy.Bias(b))
	}
	z := e.ConvGeneralDilated(x, w, []int{1}, "VALID", opts...)
	if c.oneOf("activation", "none", "silu", "swish") != "none" {
		z = e.Silu(z)
	}
	c.set(z)
	c.set(part(e, x, 2, x.Dim(2)-(k-1), x.Dim(2), 1))
}
