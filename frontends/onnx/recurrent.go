package onnx

import (
	"slices"

	"github.com/goivy/goivy/ivy"
)

// recurrentRows are layers of LSTM, GRU and simple cells.
var recurrentRows = []row{
	{op: "LSTM", since: []int{7, 14, 22}, in: "f==?=i===", run: func(c *call) { recurrent(c, lstm) }},
	{op: "GRU", since: []int{7, 14, 22}, in: "f==?=i=", run: func(c *call) { recurrent(c, gru) }},
	{op: "RNN", since: []int{7, 14, 22}, in: "f==?=i=", run: func(c *call) { recurrent(c, simple) }},
}

// A cellKind says how many gates a cell has, and how it steps.
type cellKind struct {
	gates       int
	activations []string
	// whole computes all steps at once by package ivy's layer, ok false where it does not have what the node asks for.
	whole func(l *layer) (y, h, c *ivy.Array, ok bool)
	step  func(l *layer, x, h, c *ivy.Array) (newH, newC *ivy.Array)
}

var (
	lstm   = &cellKind{4, []string{"Sigmoid", "Tanh", "Tanh"}, wholeLSTM, stepLSTM}
	gru    = &cellKind{3, []string{"Sigmoid", "Tanh"}, wholeGRU, stepGRU}
	simple = &cellKind{1, []string{"Tanh"}, wholeRNN, stepRNN}
)

// A layer is one direction of a node.
type layer struct {
	c          *call
	e          *ivy.Env
	x          *ivy.Array // (t, n, k)
	w, r       *ivy.Array // (g·m, k) and (g·m, m)
	bw, br     *ivy.Array // (g·m), nil if there are none
	peep       *ivy.Array // (3·m), nil if there is none
	h, cell    *ivy.Array // (n, m)
	lengths    *ivy.Array // (n), nil if all are whole
	size       int
	back       bool // from the last position to the first
	clip       float64
	activation []func(x *ivy.Array) *ivy.Array
	names      []string
}

// sequences returns the first input, which has three axes as weights have, and of each direction of the node whether it goes back.
func sequences(c *call) (x *ivy.Array, back []bool) {
	x = c.x(0)
	if x.Ndim() != 3 || len(c.shape(1)) != 3 || len(c.shape(2)) != 3 {
		c.failf(ivy.ErrShape, "shapes %v, %v and %v, want three axes", x.Shape(), c.shape(1), c.shape(2))
	}
	switch c.oneOf("direction", "forward", "reverse", "bidirectional") {
	case "reverse":
		return x, []bool{true}
	case "bidirectional":
		return x, []bool{false, true}
	}
	return x, []bool{false}
}

func recurrent(c *call, kind *cellKind) {
	e := c.e
	x, back := sequences(c)
	dirs := len(back)
	size := c.x(2).Dim(2)
	if n := c.attrInt("hidden_size", size); n != size {
		c.failf(ivy.ErrShape, "a hidden_size of %d for R of shape %v", n, c.shape(2))
	}
	layout := c.attrInt("layout", 0)
	if layout == 1 {
		x = e.SwapAxes(x, 0, 1)
	}
	batch := x.Dim(1)
	for i, want := range map[int][]int{1: {dirs, kind.gates * size, x.Dim(2)}, 2: {dirs, kind.gates * size, size}, 3: {dirs, 2 * kind.gates * size}, 4: {batch}} {
		if c.has(i) && !slices.Equal(c.shape(i), want) {
			c.failf(ivy.ErrShape, "input %d of shape %v, want %v", i, c.shape(i), want)
		}
	}
	state := func(i, d int) *ivy.Array {
		if !c.has(i) {
			return e.Zeros([]int{batch, size}, x.Dtype())
		}
		s := c.x(i)
		if layout == 1 {
			s = e.SwapAxes(s, 0, 1)
		}
		if !slices.Equal(s.Shape(), []int{dirs, batch, size}) {
			c.failf(ivy.ErrShape, "input %d of shape %v for %d directions of %d states of %d", i, c.shape(i), dirs, batch, size)
		}
		return e.GetItem(s, d)
	}
	var ys, hs, cs []*ivy.Array
	for d := range dirs {
		l := &layer{c: c, e: e, x: x, w: e.GetItem(c.x(1), d), r: e.GetItem(c.x(2), d), h: state(5, d), size: size, back: back[d], clip: c.attrFloat("clip", 0)}
		if c.has(3) {
			b := e.GetItem(c.x(3), d)
			n := kind.gates * size
			l.bw, l.br = part(e, b, 0, 0, n, 1), part(e, b, 0, n, 2*n, 1)
		}
		if kind == lstm {
			l.cell = state(6, d)
			if c.has(7) {
				if l.peep = e.GetItem(c.x(7), d); l.peep.Size() != 3*size {
					c.failf(ivy.ErrShape, "peepholes of shape %v", c.shape(7))
				}
			}
		}
		if c.has(4) {
			l.lengths = e.Astype(c.x(4), ivy.Int64)
		}
		l.activate(kind, d)
		l.x = l.ordered(x)
		y, h, cell := l.run(kind)
		ys, hs, cs = append(ys, l.ordered(y)), append(hs, h), append(cs, cell)
	}
	y, h := e.Stack(ys, ivy.Axis(1)), e.Stack(hs)
	if layout == 1 {
		y, h = e.PermuteDims(y, []int{2, 0, 1, 3}), e.SwapAxes(h, 0, 1)
	}
	c.set(y)
	c.set(h)
	if kind == lstm && c.wants(2) {
		z := e.Stack(cs)
		if layout == 1 {
			z = e.SwapAxes(z, 0, 1)
		}
		c.set(z)
	}
}

// ordered returns sequences in the order in which the layer steps, and its results in theirs again: where it goes back from their last position to the
// first, those that are shorter than others too.
func (l *layer) ordered(x *ivy.Array) *ivy.Array {
	e := l.e
	if !l.back {
		return x
	}
	if l.lengths == nil {
		return e.Flip(x, ivy.Axis(0))
	}
	at := e.Reshape(e.Arange(x.Dim(0), ivy.Int64), []int{-1, 1, 1})
	n := e.Reshape(l.lengths, []int{1, -1, 1})
	return e.TakeAlongAxis(x, e.Where(e.Less(at, n), e.Subtract(e.Subtract(n, 1), at), at), ivy.Axis(0))
}

// activate looks up the functions of direction d.
func (l *layer) activate(kind *cellKind, d int) {
	c := l.c
	names := c.attrTexts("activations")
	if names == nil {
		names = slices.Concat(kind.activations, kind.activations)
	}
	n := len(kind.activations)
	if len(names) < (d+1)*n {
		c.failf(ivy.ErrValue, "activations %q, want %d for each direction", names, n)
	}
	alphas, betas := c.attrFloats("activation_alpha"), c.attrFloats("activation_beta")
	next := func(list *[]float32, otherwise float64) float64 {
		if len(*list) == 0 {
			return otherwise
		}
		v := (*list)[0]
		*list = (*list)[1:]
		return float64(v)
	}
	for i, name := range names[:(d+1)*n] {
		f := activation(l, name, func(v float64) float64 { return next(&alphas, v) }, func(v float64) float64 { return next(&betas, v) })
		if i >= d*n {
			l.activation = append(l.activation, f)
			l.names = append(l.names, name)
		}
	}
}

func activation(l *layer, name string, alpha, beta func(otherwise float64) float64) func(x *ivy.Array) *ivy.Array {
	e := l.e
	switch name {
	case "Relu":
		return func(x *ivy.Array) *ivy.Array { return e.Relu(x) }
	case "Tanh":
		return func(x *ivy.Array) *ivy.Array { return e.Tanh(x) }
	case "Sigmoid":
		return func(x *ivy.Array) *ivy.Array { return e.Sigmoid(x) }
	case "Softsign":
		return func(x *ivy.Array) *ivy.Array { return e.Softsign(x) }
	case "Softplus":
		return func(x *ivy.Array) *ivy.Array { return e.Softplus(x) }
	case "Affine":
		a, b := alpha(1), beta(0)
		return func(x *ivy.Array) *ivy.Array { return e.Add(e.Multiply(x, a), b) }
	case "LeakyRelu":
		a := alpha(0.01)
		return func(x *ivy.Array) *ivy.Array { return leakyRelu(e, x, a) }
	case "ThresholdedRelu":
		a := alpha(1)
		return func(x *ivy.Array) *ivy.Array { return e.Where(e.GreaterEqual(x, a), x, 0.0) }
	case "ScaledTanh":
		a, b := alpha(1), beta(1)
		return func(x *ivy.Array) *ivy.Array { return e.Multiply(e.Tanh(e.Multiply(x, b)), a) }
	case "HardSigmoid":
		a, b := alpha(0.2), beta(0.5)
		return func(x *ivy.Array) *ivy.Array { return hardSigmoid(e, x, a, b) }
	case "Elu":
		a := alpha(1)
		return func(x *ivy.Array) *ivy.Array { return elu(e, x, a) }
	}
	l.c.failf(ivy.ErrUnsupported, "activation %q", name)
	return nil
}

// run computes all positions: y (t, n, m), and the states after the last.
func (l *layer) run(kind *cellKind) (y, h, cell *ivy.Array) {
	e := l.e
	if l.clip == 0 && l.x.Dim(0) > 0 {
		if y, h, cell, ok := kind.whole(l); ok {
			return y, h, cell
		}
	}
	return l.steps(func(t int, h, cell *ivy.Array) (newH, newC *ivy.Array) {
		return kind.step(l, e.GetItem(l.x, t), h, cell)
	})
}

// steps computes one position after the other, as run returns them: those beyond a sequence's length keep the states.
func (l *layer) steps(step func(t int, h, cell *ivy.Array) (newH, newC *ivy.Array)) (y, h, cell *ivy.Array) {
	e := l.e
	h, cell = l.h, l.cell
	ys := make([]*ivy.Array, l.x.Dim(0))
	for t := range ys {
		newH, newC := step(t, h, cell)
		ys[t] = newH
		if l.lengths != nil {
			there := e.ExpandDims(e.Greater(l.lengths, t), ivy.Axis(1))
			ys[t] = e.Where(there, newH, 0.0)
			newH = e.Where(there, newH, h)
			if newC != nil {
				newC = e.Where(there, newC, cell)
			}
		}
		h, cell = newH, newC
	}
	if len(ys) == 0 {
		return e.Zeros([]int{0, l.x.Dim(1), l.size}, l.x.Dtype()), h, cell
	}
	return e.Stack(ys), h, cell
}

// gates returns the rows of a weight in another order of the gates.
func (l *layer) gates(x *ivy.Array, order ...int) *ivy.Array {
	if x == nil {
		return nil
	}
	parts := make([]*ivy.Array, len(order))
	for i, g := range order {
		parts[i] = part(l.e, x, 0, g*l.size, (g+1)*l.size, 1)
	}
	return l.e.Concat(parts, ivy.Axis(0))
}

func (l *layer) weights(order ...int) []*ivy.Array {
	ws := []*ivy.Array{l.gates(l.w, order...), l.gates(l.r, order...)}
	if l.bw != nil {
		ws = append(ws, l.gates(l.bw, order...), l.gates(l.br, order...))
	}
	return ws
}

func (l *layer) options() []ivy.Option {
	opts := []ivy.Option{ivy.InitialState(l.e.ExpandDims(l.h, ivy.Axis(0)))}
	if l.lengths != nil {
		opts = append(opts, ivy.Lengths(l.lengths))
	}
	return opts
}

func (l *layer) first(x *ivy.Array) *ivy.Array { return l.e.Squeeze(x, ivy.Axis(0)) }

func wholeLSTM(l *layer) (y, h, cell *ivy.Array, ok bool) {
	if !l.plain() {
		return nil, nil, nil, false
	}
	y, h, cell = l.ivyLSTM(l.x)
	return y, h, cell, true
}

// plain reports whether package ivy has LSTM with these activations, and without what else the node may ask for.
func (l *layer) plain() bool {
	return l.peep == nil && !l.c.flag("input_forget") && l.are("Sigmoid", "Tanh", "Tanh")
}

// lstmGates are the gates in package ivy's order.
var lstmGates = []int{0, 2, 3, 1}

func (l *layer) ivyLSTM(x *ivy.Array, opts ...ivy.Option) (y, h, cell *ivy.Array) {
	opts = slices.Concat(l.options(), []ivy.Option{ivy.InitialCell(l.e.ExpandDims(l.cell, ivy.Axis(0)))}, opts)
	y, h, cell = l.e.LSTM(x, l.weights(lstmGates...), opts...)
	return y, l.first(h), l.first(cell)
}

// scales returns those of w and r, which are numbers, or vectors with one for each row, as package ivy's layer takes them.
func (l *layer) scales(w, r *ivy.Array) *ivy.Array {
	e := l.e
	if w.Ndim() > 0 || r.Ndim() > 0 {
		rows := func(x *ivy.Array) *ivy.Array { return l.gates(e.BroadcastTo(x, []int{4 * l.size}), lstmGates...) }
		w, r = rows(w), rows(r)
	}
	return e.Stack([]*ivy.Array{w, r})
}

func wholeGRU(l *layer) (y, h, cell *ivy.Array, ok bool) {
	if l.c.attrInt("linear_before_reset", 0) == 0 || !l.are("Sigmoid", "Tanh") {
		return nil, nil, nil, false
	}
	y, h = l.e.GRU(l.x, l.weights(1, 0, 2), l.options()...)
	return y, l.first(h), nil, true
}

func wholeRNN(l *layer) (y, h, cell *ivy.Array, ok bool) {
	how, ok := map[string]string{"Tanh": "tanh", "Relu": "relu"}[l.names[0]]
	if !ok {
		return nil, nil, nil, false
	}
	y, h = l.e.RNN(l.x, l.weights(0), append(l.options(), ivy.Nonlinearity(how))...)
	return y, l.first(h), nil, true
}

// times returns x·wᵀ, plus a bias.
func (l *layer) times(x, w, b *ivy.Array) *ivy.Array {
	z := l.e.MatMul(x, l.e.MatrixTranspose(w))
	if b != nil {
		z = l.e.Add(z, b)
	}
	return z
}

// gate returns the part of gate i of x (n, g·m), or of a vector.
func (l *layer) gate(x *ivy.Array, i int) *ivy.Array {
	return part(l.e, x, x.Ndim()-1, i*l.size, (i+1)*l.size, 1)
}

func (l *layer) clipped(x *ivy.Array) *ivy.Array {
	if l.clip == 0 {
		return x
	}
	return l.e.Clip(x, -l.clip, l.clip)
}

func stepLSTM(l *layer, x, h, cell *ivy.Array) (newH, newC *ivy.Array) {
	return l.gated(l.e.Add(l.times(x, l.w, l.bw), l.times(h, l.r, l.br)), cell)
}

// gated is a step of LSTM of the sums of products that go into its gates.
func (l *layer) gated(all, cell *ivy.Array) (newH, newC *ivy.Array) {
	e := l.e
	in, out, forget, next := l.gate(all, 0), l.gate(all, 1), l.gate(all, 2), l.gate(all, 3)
	f := l.activation
	if l.peep != nil {
		in = e.Add(in, e.Multiply(l.gate(l.peep, 0), cell))
		forget = e.Add(forget, e.Multiply(l.gate(l.peep, 2), cell))
	}
	in, next = f[0](l.clipped(in)), f[1](l.clipped(next))
	if l.c.flag("input_forget") {
		forget = e.Subtract(1.0, in)
	} else {
		forget = f[0](l.clipped(forget))
	}
	newC = e.Add(e.Multiply(forget, cell), e.Multiply(in, next))
	if l.peep != nil {
		out = e.Add(out, e.Multiply(l.gate(l.peep, 1), newC))
	}
	return e.Multiply(f[0](l.clipped(out)), f[2](newC)), newC
}

func stepGRU(l *layer, x, h, _ *ivy.Array) (newH, newC *ivy.Array) {
	e, f := l.e, l.activation
	ofX, ofH := l.times(x, l.w, l.bw), l.times(h, l.r, l.br)
	update := f[0](l.clipped(e.Add(l.gate(ofX, 0), l.gate(ofH, 0))))
	reset := f[0](l.clipped(e.Add(l.gate(ofX, 1), l.gate(ofH, 1))))
	var next *ivy.Array
	if l.c.attrInt("linear_before_reset", 0) != 0 {
		next = e.Add(l.gate(ofX, 2), e.Multiply(reset, l.gate(ofH, 2)))
	} else {
		var b *ivy.Array
		if l.br != nil {
			b = l.gate(l.br, 2)
		}
		next = e.Add(l.gate(ofX, 2), l.times(e.Multiply(reset, h), part(e, l.r, 0, 2*l.size, 3*l.size, 1), b))
	}
	next = f[1](l.clipped(next))
	return e.Add(e.Multiply(e.Subtract(1.0, update), next), e.Multiply(update, h)), nil
}

func stepRNN(l *layer, x, h, _ *ivy.Array) (newH, newC *ivy.Array) {
	return l.activation[0](l.clipped(l.e.Add(l.times(x, l.w, l.bw), l.times(h, l.r, l.br)))), nil
}

// are reports whether the activations have these names.
func (l *layer) are(names ...string) bool { return slices.Equal(l.names, names) }
