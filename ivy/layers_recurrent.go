package ivy

import (
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Recurrent layers. What a layer computes of its input alone is one product of matrices for all
// positions in time; each step adds what depends on the state before.

// A recurrence is a call of a recurrent layer.
type recurrence struct {
	e     *Env
	op    *ops.Op
	cell  cell
	name  string // of the cell, as backend.RecurrentAttrs has it
	gates int    // how many rows of weights there are for each element of the state

	layers, directions, hidden int
	biases, quantized          bool
	steps, batch               int
	counts                     []*Array // for each step (batch, 1): whether it is one of the element's; nil if all are
}

// A cell returns the state after a step from x, what the input comes to, y, the product of the state with its weights, state, which is one array
// or two, and b, the product's summands (nil if there are none).
type cell func(e *Env, x, y *Array, state []*Array, b *Array) []*Array

func lstmCell(e *Env, x, y *Array, state []*Array, _ *Array) []*Array {
	g := e.equalParts(e.Add(x, y), 1, 4) // input, forget, cell, output
	c := e.Add(e.Multiply(e.Sigmoid(g[1]), state[1]), e.Multiply(e.Sigmoid(g[0]), e.Tanh(g[2])))
	return []*Array{e.Multiply(e.Sigmoid(g[3]), e.Tanh(c)), c}
}

func gruCell(e *Env, x, y *Array, state []*Array, b *Array) []*Array {
	h := state[0]
	if b != nil {
		y = e.Add(y, b)
	}
	p, q := e.equalParts(x, 1, 3), e.equalParts(y, 1, 3) // reset, update, new
	r, z := e.Sigmoid(e.Add(p[0], q[0])), e.Sigmoid(e.Add(p[1], q[1]))
	n := e.Tanh(e.Add(p[2], e.Multiply(r, q[2])))
	return []*Array{e.Add(n, e.Multiply(z, e.Subtract(h, n)))}
}

func rnnCell(f func(e *Env, x any, opts ...Option) *Array) cell {
	return func(e *Env, x, y *Array, _ []*Array, _ *Array) []*Array {
		return []*Array{f(e, e.Add(x, y))}
	}
}

// quantizedProduct returns x · w, with w integers that are multiples of scale, a number or one for each column. x is quantized to 8 bits: from
// the least to the greatest of its elements and 0.
func quantizedProduct(e *Env, x, w, scale *Array) *Array {
	least, greatest := e.Minimum(e.Min(x), 0.0), e.Maximum(e.Max(x), 0.0)
	step := e.Divide(e.Subtract(greatest, least), 255.0)
	step = e.Where(e.Equal(step, 0.0), 1.0, step)
	zero := e.Round(e.Clip(e.Divide(e.Negative(least), step), 0.0, 255.0))
	q := e.Astype(e.Clip(e.Add(e.Round(e.Divide(x, step)), zero), 0.0, 255.0), Uint8)
	q = e.Subtract(e.Astype(q, Int32), e.Astype(e.Astype(zero, Uint8), Int32))
	return e.Multiply(e.Astype(e.MatMul(q, w), x.dtype), e.Multiply(step, scale))
}

func (e *Env) lstm(x any, weights []*Array, opts []Option) (output, h, c *Array) {
	r := &recurrence{e: e, op: ops.LSTM, name: "lstm", cell: lstmCell, gates: 4}
	output, states := r.run(x, weights, opts, ops.InitialState, ops.InitialCell)
	return output, states[0], states[1]
}

func (e *Env) gru(x any, weights []*Array, opts []Option) (output, h *Array) {
	r := &recurrence{e: e, op: ops.GRU, name: "gru", cell: gruCell, gates: 3}
	output, states := r.run(x, weights, opts, ops.InitialState)
	return output, states[0]
}

func (e *Env) rnn(x any, weights []*Array, opts []Option) (output, h *Array) {
	r := &recurrence{e: e, op: ops.RNN, gates: 1}
	switch r.name = string(get(opts, Nonlinearity("tanh"))); r.name {
	case "tanh":
		r.cell = rnnCell((*Env).Tanh)
	case "relu":
		r.cell = rnnCell((*Env).Relu)
	default:
		check(errorf(ErrValue, "nonlinearity %q, want tanh or relu", r.name))
	}
	output, states := r.run(x, weights, opts, ops.InitialState)
	return output, states[0]
}

func (e *Env) lstmUpdate(x, initH, initC, kernel, recurrentKernel any, opts []Option) (ht, ct *Array) {
	xs, _, _ := e.together(ops.LSTMUpdate, opts, 7, x, initH, initC, kernel, recurrentKernel, valueOf(opts, ops.Bias), valueOf(opts, ops.RecurrentBias))
	d := xs[0].dtype
	for i, a := range xs {
		if a != nil {
			xs[i] = e.wider(a)
		}
	}
	in, w, v := xs[0], xs[3], xs[4]
	rank := len(in.shape)
	if rank < 2 || len(w.shape) != 2 || len(v.shape) != 2 {
		check(errorf(ErrShape, "x of shape %s, kernel of shape %s and recurrent_kernel of shape %s, want two axes of each, and x more at will", shape.Text(in.shape), shape.Text(w.shape), shape.Text(v.shape)))
	}
	major := bool(get(opts, TimeMajor(false)))
	if !major {
		in = e.MoveAxis(in, []int{-2}, []int{0})
	}
	lead, k := in.shape[1:rank-1], in.shape[rank-1]
	r := &recurrence{e: e, op: ops.LSTMUpdate, name: "lstm", cell: lstmCell, gates: 4, layers: 1, directions: 1, hidden: v.shape[0], steps: in.shape[0], batch: shape.Size(lead)}
	rows := shape.Product(4, r.hidden)
	for _, operand := range []struct {
		name string
		x    *Array
		want []int
	}{{"init_h", xs[1], append(slices.Clone(lead), r.hidden)}, {"init_c", xs[2], append(slices.Clone(lead), r.hidden)}, {"kernel", w, []int{k, rows}}, {"recurrent_kernel", v, []int{r.hidden, rows}},
		{"bias", xs[5], []int{rows}}, {"recurrent_bias", xs[6], []int{rows}}} {
		if operand.x != nil && !slices.Equal(operand.x.shape, operand.want) {
			check(errorf(ErrShape, "%s of shape %s, want %s", operand.name, shape.Text(operand.x.shape), shape.Text(operand.want)))
		}
	}
	r.check()
	e.room(in, in.dtype, r.steps, r.batch, rows)
	ws := []*Array{e.MatrixTranspose(w), e.MatrixTranspose(v)}
	if r.biases = xs[5] != nil || xs[6] != nil; r.biases {
		for _, b := range xs[5:] {
			if b == nil {
				b = e.zerosAt(in.be, in.dtype, rows)
			}
			ws = append(ws, b)
		}
	}
	flat := func(x *Array) *Array { return e.Reshape(x, []int{r.batch, r.hidden}) }
	out, state := r.layer(e.Reshape(in, []int{r.steps, r.batch, k}), ws, []*Array{flat(xs[1]), flat(xs[2])}, false)
	ht = e.Reshape(out, slices.Concat([]int{r.steps}, lead, []int{r.hidden}))
	if !major {
		ht = e.MoveAxis(ht, []int{0}, []int{-2})
	}
	return e.Astype(ht, d), e.Astype(e.Reshape(state[1], append(slices.Clone(lead), r.hidden)), d)
}

// check refuses sizes that are too large.
func (r *recurrence) check() {
	check(backend.CheckElements(r.steps, partBytes))
	check(shape.Check([]int{r.steps, r.batch, r.gates * r.hidden * r.directions}, 8))
}

// run computes the layers. initial are the options of the states before the first step.
func (r *recurrence) run(x any, weights []*Array, opts []Option, initial ...ops.Opt) (output *Array, states []*Array) {
	e := r.e
	var o options
	check(o.parse(r.op, opts))
	s := e.now.Load()
	scales := valueOf(opts, ops.WeightScales)
	r.quantized = scales != nil
	operands := []any{x}
	for _, w := range weights {
		check(w.usable())
		operands = append(operands, w)
	}
	r.biases = len(weights) > 2 && len(weights[2].shape) == 1
	if r.quantized {
		operands = append(operands, scales)
	}
	for _, opt := range initial {
		if v := valueOf(opts, opt); v != nil {
			operands = append(operands, v)
		}
	}
	lengths := valueOf(opts, ops.Lengths)
	be, err := e.agree(s, append(slices.Clone(operands), lengths)...)
	check(err)
	integers := func(i int) bool { return r.quantized && i > 0 && i <= len(weights) && r.multiplies(i-1) } // whether operand i is of integers
	arrays, typed := make([]*Array, len(operands)), []any(nil)
	for i, v := range operands {
		arrays[i], err = e.asArray(s, be, v)
		check(err)
		switch {
		case !integers(i):
			typed = append(typed, arrays[i])
		case !dtype.Integer.Has(arrays[i].dtype):
			check(errorf(ErrDtype, "weight %d of %v with WeightScales, want integers", i, arrays[i].dtype))
		}
	}
	d, err := e.resultType(s, typed) // all at once: the tables are not associative
	check(err)
	if !r.op.In.Has(d) {
		check(errorf(ErrDtype, "operands of %v", d))
	}
	for i, a := range arrays {
		if integers(i) {
			arrays[i] = e.unify(s, be, a, Int32)
		} else {
			arrays[i] = e.wider(e.unify(s, be, a, d))
		}
	}
	in, ws, given := arrays[0], arrays[1:1+len(weights)], arrays[1+len(weights):]
	batchFirst := bool(get(opts, BatchFirst(false)))
	single := len(in.shape) == 2
	switch {
	case single:
		in = e.ExpandDims(in, Axis(1))
	case len(in.shape) != 3:
		check(errorf(ErrShape, "x of shape %s, want three axes, or two without a batch", shape.Text(in.shape)))
	case batchFirst:
		in = e.PermuteDims(in, []int{1, 0, 2})
	}
	r.steps, r.batch = in.shape[0], in.shape[1]
	r.directions = 1
	if bool(get(opts, Bidirectional(false))) {
		r.directions = 2
	}
	r.measure(ws, in.shape[2])
	r.check()
	var factors []*Array // of each of the weights that multiply
	if r.quantized {
		factors, given = r.scales(given[0]), given[1:]
	}
	if lengths != nil {
		r.count(s, be, lengths, single)
	}
	before := make([][]*Array, len(initial)) // for each kind of state those of layers and directions
	for i, opt := range initial {
		before[i] = r.initial(in, valueOf(opts, opt) != nil, &given, opt, single)
	}
	after, per := make([][]*Array, len(initial)), r.per()
	for layer := range r.layers {
		var outs []*Array
		for direction := range r.directions {
			k := layer*r.directions + direction
			state := make([]*Array, len(initial))
			for i := range state {
				state[i] = before[i][k]
			}
			own := ws[k*per : (k+1)*per]
			if r.quantized {
				own = slices.Concat(own, factors[2*k:2*k+2])
			}
			out, state := r.layer(in, own, state, direction == 1)
			outs = append(outs, out)
			for i, a := range state {
				after[i] = append(after[i], a)
			}
		}
		if in = outs[0]; len(outs) > 1 {
			in = e.Concat(outs, Axis(-1))
		}
	}
	switch {
	case single:
		in = e.Squeeze(in, Axis(1))
	case batchFirst:
		in = e.PermuteDims(in, []int{1, 0, 2})
	}
	for _, of := range after {
		a := e.Stack(of)
		if single {
			a = e.Squeeze(a, Axis(1))
		}
		states = append(states, e.Astype(a, d))
	}
	return e.Astype(in, d), states
}

// per returns how many weights each direction of a layer has.
func (r *recurrence) per() int {
	if r.biases {
		return 4
	}
	return 2
}

// multiplies reports whether weight i is one that multiplies: the others are summands.
func (r *recurrence) multiplies(i int) bool { return i%r.per() < 2 }

// scales returns those of the weights that multiply: of each a number, or one for each of its rows.
func (r *recurrence) scales(a *Array) []*Array {
	n := 2 * r.layers * r.directions
	if rows := []int{n, r.gates * r.hidden}; !slices.Equal(a.shape, rows) && !slices.Equal(a.shape, rows[:1]) {
		check(errorf(ErrShape, "weight_scales of shape %s, want %s or %s", shape.Text(a.shape), shape.Text(rows[:1]), shape.Text(rows)))
	}
	return r.e.Unstack(a)
}

// measure finds out how many layers the weights are of, and checks their shapes. width is that of the input.
func (r *recurrence) measure(ws []*Array, width int) {
	per := r.per()
	each := per * r.directions
	if len(ws) == 0 || len(ws)%each != 0 || len(ws[1].shape) != 2 {
		check(errorf(ErrValue, "%d weights, want for each of %d directions of each layer one for the input and one for the state, of two axes, and both summands or none", len(ws), r.directions))
	}
	r.layers, r.hidden = len(ws)/each, ws[1].shape[1]
	rows := r.gates * r.hidden
	for i, w := range ws {
		want := []int{rows}
		switch i % per {
		case 0:
			want = append(want, width)
			if i >= each {
				want[1] = r.directions * r.hidden
			}
		case 1:
			want = append(want, r.hidden)
		}
		if !slices.Equal(w.shape, want) {
			check(errorf(ErrShape, "weight %d of shape %s, want %s", i+1, shape.Text(w.shape), shape.Text(want)))
		}
	}
}

// count sets which steps are those of each element of the batch.
func (r *recurrence) count(s *state, be *engine, lengths any, single bool) {
	e := r.e
	n, err := e.asArray(s, be, lengths)
	check(err)
	if !dtype.Integer.Has(n.dtype) {
		check(errorf(ErrDtype, "lengths of %v, want integers", n.dtype))
	}
	want := []int{r.batch}
	if single {
		want = nil
	}
	if !slices.Equal(n.shape, want) {
		check(errorf(ErrShape, "lengths of shape %s, want %s", shape.Text(n.shape), shape.Text(want)))
	}
	n = e.Reshape(e.Astype(n, Int64), []int{r.batch, 1})
	for t := range r.steps {
		r.counts = append(r.counts, e.Greater(n, t))
	}
}

// initial returns the states before the first step of each layer and direction: those of an option, which is the first of given, or zeros.
func (r *recurrence) initial(like *Array, has bool, given *[]*Array, opt ops.Opt, single bool) []*Array {
	e := r.e
	all := r.layers * r.directions
	if !has {
		return slices.Repeat([]*Array{e.zerosAt(like.be, like.dtype, r.batch, r.hidden)}, all)
	}
	a := (*given)[0]
	*given = (*given)[1:]
	want := []int{all, r.batch, r.hidden}
	if single {
		want = []int{all, r.hidden}
	}
	if !slices.Equal(a.shape, want) {
		check(errorf(ErrShape, "%v of shape %s, want %s", opt, shape.Text(a.shape), shape.Text(want)))
	}
	if single {
		a = e.ExpandDims(a, Axis(1))
	}
	return e.Unstack(a)
}

// layer computes one layer in one direction: x has shape (steps, batch, width), the result (steps, batch, hidden). ws are the weights, and behind
// them their scales if they are quantized.
func (r *recurrence) layer(x *Array, ws []*Array, state []*Array, backwards bool) (*Array, []*Array) {
	e, rows := r.e, r.gates*r.hidden
	if r.steps == 0 {
		return e.zerosAt(x.be, x.dtype, 0, r.batch, r.hidden), state
	}
	if !r.quantized {
		if out, after := r.whole(x, ws, state, backwards); out != nil {
			return out, after
		}
	}
	flat, w := e.Reshape(x, []int{r.steps * r.batch, x.shape[2]}), e.MatrixTranspose(ws[0])
	var y *Array
	if r.quantized {
		y = quantizedProduct(e, flat, w, ws[len(ws)-2])
	} else {
		y = e.MatMul(flat, w)
	}
	var b *Array // of the state, where it is no summand of what the input comes to
	if r.biases {
		if b = ws[3]; r.op == ops.GRU {
			y = e.Add(y, ws[2])
		} else {
			y, b = e.Add(y, e.Add(ws[2], b)), nil
		}
	}
	y = e.Reshape(y, []int{r.steps, r.batch, rows})
	args := []*Array{e.MatrixTranspose(ws[1])}
	if r.quantized {
		args = append(args, ws[len(ws)-1])
		if out, after := r.quantizedSteps(y, args, b, state, backwards); out != nil {
			return out, after
		}
	}
	xs := e.Unstack(y)
	args[0] = e.CopyArray(args[0]) // rows that each step reads as they lie
	outs := make([]*Array, r.steps)
	next := r.stepping(y, b != nil, len(state))
	for i := range r.steps {
		t := i
		if backwards {
			t = r.steps - 1 - i
		}
		all := slices.Concat([]*Array{xs[t]}, args, state)
		if b != nil {
			all = append(all, b)
		}
		if r.counts != nil {
			all = append(all, r.counts[t])
		}
		z := next(all)
		outs[t], state = z[0], z[1:]
	}
	return e.Stack(outs), state
}

// whole is layer by the backend's kernel, nil if it has none for that.
func (r *recurrence) whole(x *Array, ws []*Array, state []*Array, backwards bool) (*Array, []*Array) {
	if x.shape[2] == 0 {
		return nil, nil
	}
	return r.steppedWhole(x, slices.Concat(ws, state), len(state), backwards, backend.RecurrentAttrs{Cell: r.name})
}

// quantizedSteps is what a layer does of y, what the inputs come to, by the backend's kernel, nil if it has none: ws are the weights of the state, and
// their scale, b its summands, nil if there are none.
func (r *recurrence) quantizedSteps(y *Array, ws []*Array, b *Array, state []*Array, backwards bool) (*Array, []*Array) {
	if b != nil {
		ws = append(slices.Clone(ws), b)
	}
	return r.steppedWhole(y, slices.Concat(ws, state), len(state), backwards, backend.RecurrentAttrs{Cell: r.name, Quantized: true})
}

// steppedWhole calls the backend's kernel of all steps with x and args, the last of which are so many states. It returns nil if there is none.
func (r *recurrence) steppedWhole(x *Array, args []*Array, states int, backwards bool, attrs backend.RecurrentAttrs) (*Array, []*Array) {
	e := r.e
	if r.counts != nil || !x.be.table.Has(ops.Recur.Op) {
		return nil, nil
	}
	if backwards {
		x = e.Flip(x, Axis(0))
	}
	n := r.batch * r.hidden
	dims := []int{r.steps * n}
	if states > 1 {
		dims[0] += n
	}
	z := e.layerOf(ops.Recur, dims, attrs, slices.Concat([]*Array{x}, args)...)
	if z == nil {
		return nil, nil
	}
	part := func(at, n int, dims ...int) *Array { return e.Reshape(e.partAlong(z, 0, at, n), dims) }
	after := []*Array{part((r.steps-1)*n, n, r.batch, r.hidden)}
	if states > 1 {
		after = append(after, part(r.steps*n, n, r.batch, r.hidden))
	}
	out := part(0, r.steps*n, r.steps, r.batch, r.hidden)
	if backwards {
		out = e.Flip(out, Axis(0))
	}
	return out, after
}

// A stepKind says which function of a step it is, of those of a row.
type stepKind struct {
	name                         string
	quantized, summands, counted bool
}

// stepping returns the function of a step: of what the input comes to, the weights of the state and, if they are quantized, their scale, the state, its
// summands and what counts it returns the result and the state. Where there is much to do and the backend can, it is compiled, with the same results.
func (r *recurrence) stepping(y *Array, summands bool, states int) func(x []*Array) []*Array {
	counted, quantized, c := r.counts != nil, r.quantized, r.cell
	f := func(e *Env, x []*Array) []*Array {
		var scale *Array
		in, w, rest := x[0], x[1], x[2:]
		if quantized {
			scale, rest = rest[0], rest[1:]
		}
		state, rest := rest[:states], rest[states:]
		var b *Array
		if summands {
			b, rest = rest[0], rest[1:]
		}
		var y *Array
		if quantized {
			y = quantizedProduct(e, state[0], w, scale)
		} else {
			y = e.MatMul(state[0], w)
		}
		z := c(e, in, y, state, b)
		if !counted {
			return append([]*Array{z[0]}, z...)
		}
		out := e.Where(rest[0], z[0], e.ZerosLike(z[0]))
		for i := range z {
			z[i] = e.Where(rest[0], z[i], state[i])
		}
		return append([]*Array{out}, z...)
	}
	return func(x []*Array) []*Array {
		return r.e.composedOfSeveral(y.Size(), r.op, stepKind{r.name, quantized, summands, counted}, f, x...)
	}
}
