package product

import (
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/elementwise"
	"github.com/goivy/goivy/backends/native/internal/gemm"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// Recurrent layers. What the inputs of several steps come to is one product of matrices; each step adds the product of the state before
// and a matrix that is packed once. The products and loops are those of the calls that package ivy composes a layer of where
// a backend has no kernel for it, with the same operands in the same order: the results are the same bit for bit.

// stateBlock is about how many elements of a state are computed at a time: what they are computed of stays in the L1 cache.
const stateBlock = 1024

// shortGate is the length of a gate below which a call of a loop for each element of the batch takes longer than to compute it.
const shortGate = 16

// inputBlock is about how many bytes are computed of the inputs of some steps at a time. They need not stay in the L2 cache until the steps read them:
// the weights of the inputs, which are read in between, drive those of the state out of it. Tests make it smaller.
var inputBlock = 1 << 21

// takesRecurrence reports whether recur takes these operands: of dtypes whose products are those of package gemm.
func takesRecurrence(out backend.Spec, _ [][]int, attrs backend.LayerAttrs) bool {
	if a, ok := attrs.(backend.RecurrentAttrs); ok && a.Quantized {
		return out.Dtype == dtype.Float32 && gemm.HasBytes()
	}
	return (out.Dtype == dtype.Float32 || out.Dtype == dtype.Float64) && gemm.Has(out.Dtype)
}

// A recurrentCell is what computes the state after a step.
type recurrentCell struct {
	gates  int                                            // rows of weights for each element of the state
	states int                                            // arrays of a state
	apart  bool                                           // the summands of the state's products are not added to the inputs'
	run    func(r *recurrence, lo, hi int)                // for elements lo to hi of the batch
	gated  func(r *recurrence, sums gateRows, lo, hi int) // run of the gates, which are sums of inputs and products; nil if the cell needs both
}

var recurrentCells = map[string]recurrentCell{
	"lstm": {4, 2, false, (*recurrence).lstm, (*recurrence).lstmOf},
	"gru":  {3, 1, true, (*recurrence).gru, nil},
	"tanh": {1, 1, false, (*recurrence).simple, func(r *recurrence, sums gateRows, lo, hi int) { r.simpleOf(sums.Span, r.tanh, lo, hi) }},
	"relu": {1, 1, false, (*recurrence).simple, func(r *recurrence, sums gateRows, lo, hi int) { r.simpleOf(sums.Span, r.relu, lo, hi) }},
}

// A recurrence is a call of recur.
type recurrence struct {
	recurrentCell
	d                                 dtype.Dtype
	stop                              *backend.Stop
	steps, batch, width, hidden, rows int // rows is how many the weights have
	block                             int // elements of the batch that are computed at a time
	first, step                       int // the first step of those whose inputs have been multiplied, and the one that is computed

	z        *array.Buffer    // the results
	before   elementwise.Span // the state before the first step
	inputs   elementwise.Span // what the inputs of some steps come to, a row for each element of the batch
	products elementwise.Span // of the state before the step, likewise
	sums     elementwise.Span // of both: of each block all elements of the first gate, then of the next
	bias     elementwise.Span // of the inputs, of an element of the batch as often as a block has elements
	ownBias  elementwise.Span // of the products, likewise, if the cell has them apart
	biased   bool
	made     []*array.Buffer // for the time of the call

	add, subtract, multiply, sigmoid, tanh, relu *elementwise.Loop
}

func recur(out backend.Spec, xs []backend.Buffer, attrs backend.RecurrentAttrs) (backend.Buffer, error) {
	if attrs.Quantized {
		return recurQuantized(out, xs, attrs, nil)
	}
	return recurWith(out, xs, attrs, nil, nil)
}

// recurWith is recur. w and v are the weights, transposed, if they are constants of a program; nil if they are not.
func recurWith(out backend.Spec, xs []backend.Buffer, attrs backend.RecurrentAttrs, w, v *Constant) (result backend.Buffer, err error) {
	defer array.CatchShortage(&result, &err)
	r, bs, err := newRecurrence(out, xs, attrs)
	if err != nil {
		return nil, err
	}
	if r.z.Len() == 0 {
		return r.z, nil
	}
	defer r.release()
	x, biases, initial := bs[0], bs[3:len(bs)-r.states], bs[len(bs)-r.states:]
	r.steps, r.batch, r.width, r.hidden, r.rows = x.Shape[0], x.Shape[1], x.Shape[2], bs[2].Shape[1], bs[1].Shape[0]
	r.begin(initial)
	if r.steps == 0 {
		return r.z, nil
	}
	most := r.inputSteps()
	r.makeRoom(most)
	if r.biased = len(biases) > 0; r.biased {
		r.readBiases(biases[0], biases[1])
	}
	inputs, state := r.inputsBy(x, bs[1], w, most), r.stateBy(bs[2], v)
	if r.dividesGates() {
		r.runByGates(inputs, state, most)
	} else {
		r.run(inputs, state, most)
	}
	return r.z, nil
}

// newRecurrence returns a call, with memory for its results, and its operands.
func newRecurrence(out backend.Spec, xs []backend.Buffer, attrs backend.RecurrentAttrs) (*recurrence, []*array.Buffer, error) {
	// Never out.Into, which may be an operand's memory: steps read those after results are written.
	z, err := array.NewResult(backend.Spec{Dtype: out.Dtype, Shape: out.Shape, Inline: out.Inline})
	if err != nil {
		return nil, nil, err
	}
	bs := make([]*array.Buffer, len(xs))
	for i, x := range xs {
		bs[i] = x.(*array.Buffer)
	}
	return &recurrence{recurrentCell: recurrentCells[attrs.Cell], d: out.Dtype, stop: out.Stop, z: z}, bs, nil
}

// begin sets the states before the first step, and how steps are computed.
func (r *recurrence) begin(initial []*array.Buffer) {
	r.block = min(r.batch, max(1, stateBlock/r.hidden))
	r.findLoops()
	r.before = elementwise.Span{Buffer: r.compact(initial[0]), N: r.batch * r.hidden}
	r.before.At = r.before.Buffer.Offset
	if r.states > 1 {
		size := r.d.Size()
		copy(array.BytesOf(r.z)[r.steps*r.batch*r.hidden*size:], array.BytesOf(r.compact(initial[1])))
	}
}

// keep says that b was made for the time of the call.
func (r *recurrence) keep(b *array.Buffer, err error) *array.Buffer {
	if err != nil {
		panic(err) // for CatchShortage
	}
	r.made = append(r.made, b)
	return b
}

func (r *recurrence) release() {
	for _, b := range r.made {
		array.Release(b)
	}
}

// compact returns b, or a contiguous copy if it is not.
func (r *recurrence) compact(b *array.Buffer) *array.Buffer {
	if b.Contiguous() {
		return b
	}
	return r.keep(array.Clone(r.stop, b))
}

func (r *recurrence) findLoops() {
	r.add, r.subtract, r.multiply = &elementwise.Loops[ops.Add.Op][r.d], &elementwise.Loops[ops.Subtract.Op][r.d], &elementwise.Loops[ops.Multiply.Op][r.d]
	r.sigmoid, r.tanh, r.relu = &elementwise.ActivationLoops[ops.Sigmoid.Op][r.d], &elementwise.Loops[ops.Tanh.Op][r.d], &elementwise.ActivationLoops[ops.Relu.Op][r.d]
}

// inputSteps returns of how many steps, at most, the inputs are multiplied at a time. Of a batch of one they are never those of one step
// of several: the product of a vector is added up in another order.
func (r *recurrence) inputSteps() int {
	least := 1
	if r.batch == 1 {
		least = 4
	}
	some := min(r.steps, max(least, inputBlock/(r.batch*r.rows*r.d.Size())))
	return array.CeilDiv(r.steps, array.CeilDiv(r.steps, some))
}

// makeRoom makes what is computed on the way, of the inputs of so many steps.
func (r *recurrence) makeRoom(steps int) {
	const line = 16 // elements that parts begin at a multiple of
	parts := [...]struct {
		of   *elementwise.Span
		rows int
	}{{&r.inputs, steps * r.batch}, {&r.products, r.batch}, {&r.sums, r.batch}, {&r.bias, r.block}, {&r.ownBias, r.block}}
	n := 0
	for _, p := range parts {
		p.of.At, p.of.N = n, p.rows*r.rows
		n += array.CeilDiv(p.of.N, line) * line
	}
	b := r.keep(array.NewResult(backend.Spec{Dtype: r.d, Shape: []int{n}}))
	for _, p := range parts {
		p.of.Buffer, p.of.At = b, p.of.At+b.Offset
	}
}

// readBiases sets the summands of the inputs to b, and those of the products to a; if the cell has them not apart the sum of both is the inputs'.
func (r *recurrence) readBiases(b, a *array.Buffer) {
	b, a = r.compact(b), r.compact(a)
	whole := func(b *array.Buffer) elementwise.Span { return elementwise.Span{Buffer: b, At: b.Offset, N: r.rows} }
	if r.apart {
		r.repeat(r.bias, array.BytesOf(b))
		r.repeat(r.ownBias, array.BytesOf(a))
		return
	}
	sum := r.ownBias
	sum.N = r.rows
	r.add.Run(sum, elementwise.Spans{whole(b), whole(a)})
	r.repeat(r.bias, r.bytes(sum))
}

// repeat fills z with copies of a row.
func (r *recurrence) repeat(z elementwise.Span, row []byte) {
	to := r.bytes(z)
	for n := copy(to, row); n < len(to); n *= 2 {
		copy(to[n:], to[:n])
	}
}

func (r *recurrence) bytes(s elementwise.Span) []byte {
	return unsafe.Slice((*byte)(r.pointer(s.Buffer, s.At)), s.N*r.d.Size())
}

// pointer returns where an element of b's block is.
func (r *recurrence) pointer(b *array.Buffer, at int) unsafe.Pointer {
	return unsafe.Add(b.Base(), at*r.d.Size())
}

// A recurrentProduct is the operands of the inputs' products: rows of each element of the batch at each step, and weights.
type recurrentProduct struct{ rows, weights gemm.Matrix }

// inputsBy returns the inputs and their weights, which are packed if w is a constant, or if there are several products, each of most steps at most.
func (r *recurrence) inputsBy(x, weights *array.Buffer, w *Constant, most int) recurrentProduct {
	n := r.steps * r.batch
	row, ok := rowsOfOne(x, n)
	if !ok {
		x = r.keep(array.Clone(r.stop, x))
		row = x.Shape[2]
	}
	p := recurrentProduct{gemm.Matrix{At: r.pointer(x, x.Offset), Row: row, Col: x.Strides[2]}, r.matrixOf(weights)}
	if n > 1 && weights.Len() > 0 { // a vector is multiplied by what lies in memory
		if p.weights.Packed = w.matrix(); p.weights.Packed == nil && most < r.steps {
			p.weights.Packed = gemm.Pack(r.d, p.weights, x.Shape[2], r.rows, nil, splitting(r.stop))
		}
	}
	return p
}

// stateBy returns the weights of the state: packed, or in rows for the products of vectors, which read them as they lie.
func (r *recurrence) stateBy(weights *array.Buffer, v *Constant) gemm.Matrix {
	m := r.matrixOf(weights)
	if r.batch > 1 {
		if m.Packed = v.matrix(); m.Packed == nil {
			m.Packed = gemm.Pack(r.d, m, r.hidden, r.rows, nil, splitting(r.stop))
		}
		return m
	}
	lines := v.lines()
	if lines == nil {
		lines = r.compact(array.Permuted(weights, []int{1, 0}))
	}
	return gemm.Matrix{At: r.pointer(lines, lines.Offset), Row: r.rows, Col: 1}
}

// matrixOf returns weights transposed.
func (r *recurrence) matrixOf(weights *array.Buffer) gemm.Matrix {
	return gemm.Matrix{At: r.pointer(weights, weights.Offset), Row: weights.Strides[1], Col: weights.Strides[0]}
}

// run computes the steps, multiplying the inputs of so many of them at most at a time.
func (r *recurrence) run(inputs recurrentProduct, state gemm.Matrix, most int) {
	products, split := r.pointer(r.products.Buffer, r.products.At), splitting(r.stop)
	parts := array.CeilDiv(r.steps, most)
	for i := range parts {
		r.first = i * r.steps / parts
		next := (i + 1) * r.steps / parts
		r.multiplyInputs(inputs, next-r.first, split)
		r.stepsFrom(r.first, next, func(h elementwise.Span, split gemm.Split) {
			gemm.Multiply(r.d, products, gemm.Matrix{At: r.pointer(h.Buffer, h.At), Row: r.hidden, Col: 1}, state, r.batch, r.hidden, r.rows, split)
		})
	}
}

// stepsFrom computes steps lo to hi, of which multiply computes the products of the state.
func (r *recurrence) stepsFrom(lo, hi int, multiply func(h elementwise.Span, split gemm.Split)) {
	blocks, cost, split := array.CeilDiv(r.batch, r.block), r.cost(), splitting(r.stop)
	task := func(lo, hi int) {
		for i := lo; i < hi; i++ {
			r.recurrentCell.run(r, i*r.block, min(r.batch, (i+1)*r.block))
		}
	}
	for r.step = lo; r.step < hi; r.step++ {
		r.stop.Check()
		multiply(r.after(r.step-1), split)
		array.Split(r.stop, blocks, cost, task)
	}
}

// multiplyInputs computes what the inputs of n steps come to, with their summands.
func (r *recurrence) multiplyInputs(p recurrentProduct, n int, split gemm.Split) {
	x := p.rows
	if r.width > 0 { // else the rows need not be in x's memory
		x.At = unsafe.Add(x.At, r.first*r.batch*x.Row*r.d.Size())
	}
	rows := n * r.batch
	gemm.Multiply(r.d, r.pointer(r.inputs.Buffer, r.inputs.At), x, p.weights, rows, r.width, r.rows, split)
	if !r.biased {
		return
	}
	array.Split(r.stop, array.CeilDiv(rows, r.block), r.add.Cost*float64(r.bias.N), func(lo, hi int) {
		for i := lo; i < hi; i++ {
			z := r.elements(r.inputs, i*r.block, min(r.block, rows-i*r.block))
			bias := r.bias
			bias.N = z.N
			r.add.Run(z, elementwise.Spans{z, bias})
		}
	})
}

// cost returns how many nanoseconds a block of a step takes, about.
func (r *recurrence) cost() float64 {
	return (2*r.add.Cost + max(r.sigmoid.Cost, r.tanh.Cost)) * float64(r.block*r.rows)
}

// elements returns the rows of n elements of the batch, or of those of several steps, from lo on.
func (r *recurrence) elements(b elementwise.Span, lo, n int) elementwise.Span {
	return elementwise.Span{Buffer: b.Buffer, At: b.At + lo*r.rows, N: n * r.rows}
}

// after returns the state after a step, of −1 the one before the first.
func (r *recurrence) after(step int) elementwise.Span {
	if step < 0 {
		return r.before
	}
	n := r.batch * r.hidden
	return elementwise.Span{Buffer: r.z, At: r.z.Offset + step*n, N: n}
}

// part returns elements lo to hi of the batch of a state.
func (r *recurrence) part(state elementwise.Span, lo, hi int) elementwise.Span {
	return elementwise.Span{Buffer: state.Buffer, At: state.At + lo*r.hidden, N: (hi - lo) * r.hidden}
}

// gate returns n gates from k on of a block's sums, of elements lo to hi of the batch.
func (r *recurrence) gate(k, n, lo, hi int) elementwise.Span {
	each := (hi - lo) * r.hidden
	return elementwise.Span{Buffer: r.sums.Buffer, At: r.sums.At + lo*r.rows + k*each, N: n * each}
}

// A gateRows is a gate of some elements of the batch, those of each so far apart, or the first gate of several so far apart.
type gateRows struct {
	elementwise.Span
	step int
}

// next returns the k-th gate from the first one on.
func (g gateRows) next(k int) elementwise.Span {
	g.At += k * g.step
	return g.Span
}

// sumsOf returns the first gate of a block's sums, of elements lo to hi of the batch.
func (r *recurrence) sumsOf(lo, hi int) gateRows {
	z := r.gate(0, 1, lo, hi)
	return gateRows{z, z.N}
}

// gateOf returns gate k of the elements of the batch from lo on in rows of each.
func (r *recurrence) gateOf(b elementwise.Span, lo, k int) gateRows {
	return gateRows{elementwise.Span{Buffer: b.Buffer, At: b.At + lo*r.rows + k*r.hidden, N: r.hidden}, r.rows}
}

// combine sets z, a gate of a block, to the sums of x and y, or to their products, as the loop l does.
func (r *recurrence) combine(l *elementwise.Loop, z elementwise.Span, x, y gateRows) {
	n := z.N / r.hidden
	z.N = r.hidden
	switch {
	case r.hidden >= shortGate:
		for range n {
			l.Run(z, elementwise.Spans{x.Span, y.Span})
			z.At, x.At, y.At = z.At+r.hidden, x.At+x.step, y.At+y.step
		}
	case r.d == dtype.Float32:
		combineShort[float32](l == r.multiply, n, gateRows{z, r.hidden}, x, y)
	default:
		combineShort[float64](l == r.multiply, n, gateRows{z, r.hidden}, x, y)
	}
}

// combineShort is combine of n short rows.
func combineShort[T float32 | float64](multiply bool, n int, z, x, y gateRows) {
	zs, xs, ys := array.Elems[T](z.Buffer), array.Elems[T](x.Buffer), array.Elems[T](y.Buffer)
	for range n {
		to, a, b := zs[z.At:z.At+z.N], xs[x.At:x.At+z.N], ys[y.At:y.At+z.N]
		if multiply {
			for j := range to {
				to[j] = a[j] * b[j]
			}
		} else {
			for j := range to {
				to[j] = a[j] + b[j]
			}
		}
		z.At, x.At, y.At = z.At+z.step, x.At+x.step, y.At+y.step
	}
}

// input returns the number of the row of inputs of element i of the batch.
func (r *recurrence) input(i int) int { return (r.step-r.first)*r.batch + i }

// sum sets the first gates to the sums of inputs and products.
func (r *recurrence) sum(lo, hi, gates int) {
	if hi-lo == 1 || r.gates == 1 { // they lie in order
		z := r.gate(0, gates, lo, hi)
		x, y := r.elements(r.inputs, r.input(lo), hi-lo), r.elements(r.products, lo, hi-lo)
		x.N, y.N = z.N, z.N
		r.add.Run(z, elementwise.Spans{x, y})
		return
	}
	for k := range gates {
		r.combine(r.add, r.gate(k, 1, lo, hi), r.gateOf(r.inputs, r.input(lo), k), r.gateOf(r.products, lo, k))
	}
}

func (r *recurrence) lstm(lo, hi int) {
	r.sum(lo, hi, 4)
	r.lstmOf(r.sumsOf(lo, hi), lo, hi)
}

func (r *recurrence) lstmOf(sums gateRows, lo, hi int) {
	in, forget, cell, out := sums.next(0), sums.next(1), sums.next(2), sums.next(3)
	r.sigmoid.Run(in, elementwise.Spans{in})
	r.sigmoid.Run(forget, elementwise.Spans{forget})
	r.tanh.Run(cell, elementwise.Spans{cell})
	r.sigmoid.Run(out, elementwise.Spans{out})
	h, c := r.part(r.after(r.step), lo, hi), r.part(r.after(r.steps), lo, hi) // the other state is behind the results of the steps
	r.multiply.Run(c, elementwise.Spans{forget, c})
	r.multiply.Run(in, elementwise.Spans{in, cell})
	r.add.Run(c, elementwise.Spans{c, in})
	r.tanh.Run(cell, elementwise.Spans{c})
	r.multiply.Run(h, elementwise.Spans{out, cell})
}

func (r *recurrence) gru(lo, hi int) {
	if r.biased {
		y, bias := r.elements(r.products, lo, hi-lo), r.ownBias
		bias.N = y.N
		r.add.Run(y, elementwise.Spans{y, bias})
	}
	r.sum(lo, hi, 2)
	reset, update, fresh, both := r.gate(0, 1, lo, hi), r.gate(1, 1, lo, hi), r.gate(2, 1, lo, hi), r.gate(0, 2, lo, hi)
	r.sigmoid.Run(both, elementwise.Spans{both})
	inBlock := func(gate elementwise.Span) gateRows {
		gate.N = r.hidden
		return gateRows{gate, r.hidden}
	}
	r.combine(r.multiply, fresh, inBlock(reset), r.gateOf(r.products, lo, 2))
	r.combine(r.add, fresh, r.gateOf(r.inputs, r.input(lo), 2), inBlock(fresh))
	r.tanh.Run(fresh, elementwise.Spans{fresh})
	before, h := r.part(r.after(r.step-1), lo, hi), r.part(r.after(r.step), lo, hi)
	r.subtract.Run(reset, elementwise.Spans{before, fresh})
	r.multiply.Run(reset, elementwise.Spans{update, reset})
	r.add.Run(h, elementwise.Spans{fresh, reset})
}

func (r *recurrence) simple(lo, hi int) {
	r.sum(lo, hi, 1)
	r.gated(r, r.sumsOf(lo, hi), lo, hi)
}

func (r *recurrence) simpleOf(sum elementwise.Span, f *elementwise.Loop, lo, hi int) {
	f.Run(r.part(r.after(r.step), lo, hi), elementwise.Spans{sum})
}

// RecurrentWeights are the weights of a recurrent layer that a program computes again and again: they are prepared once, as those of a [Constant] are.
type RecurrentWeights struct{ w, v *Constant }

// RecurrentWeightsOf returns those of a node of a program, w and v; nil if they are not worth preparing.
func RecurrentWeightsOf(n *backend.Node, w, v *array.Buffer) *RecurrentWeights {
	if n.Op != ops.Recur.Op || !takesRecurrence(n.Out, nil, nil) || w.Len() == 0 || v.Len() == 0 {
		return nil
	}
	transposed := func(b *array.Buffer) *Constant { return constantOf(array.Permuted(b, []int{1, 0}), 0) }
	return &RecurrentWeights{transposed(w), transposed(v)}
}

// Run computes node n with these weights: args are those of the node.
func (c *RecurrentWeights) Run(n *backend.Node, args []backend.Buffer, stop *backend.Stop) (backend.Buffer, error) {
	out := n.Out
	out.Stop = stop
	return recurWith(out, args, n.Attrs.(backend.RecurrentAttrs), c.w, c.v)
}
