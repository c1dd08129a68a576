package product

import (
	"math"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/elementwise"
	"github.com/goivy/goivy/backends/native/internal/gemm"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// Recurrent layers whose weights are integers: in each step the state is quantized to bytes, which are multiplied by those of the weights. As in
// layers_recurrent.go the numbers are those of the calls that package ivy composes a step of, bit for bit.

// leastStates is from how many states on it takes less time to make bytes of weights, for one call, than to multiply them as int32. Tests make it smaller.
var leastStates = 100

// A quantizedState is how a recurrence multiplies its state by integers.
type quantizedState struct {
	*recurrence
	bytes *Bytes      // the weights; nil if they are none of 8 bits, or it is not worth it
	whole gemm.Matrix // then, of int32

	scale   elementwise.Span // of the weights: one number, or one for each column
	numbers elementwise.Span // those of quantizing, as the loops take them: step, zero point, 0, 255, and the least and the greatest
	rounded elementwise.Span // the state as whole numbers
	narrow  elementwise.Span // as bytes
	wide    elementwise.Span // less the zero point, as int32, if bytes is nil
	sums    elementwise.Span // the products
	raw     elementwise.Span // without the weights' offsets, and behind each row the sum of its bytes, if there are any
	factors elementwise.Span // the scale times the step
	bias    *gemm.Bias
	biases  elementwise.Span // its numbers
	point   elementwise.Span // −1 times the zero point

	divide, times, round, most, least *elementwise.Loop
	toBytes, widen, toFloat           *elementwise.Loop
	multiplyIntegers, addIntegers     *elementwise.Loop
}

// recurQuantized is recur of quantized weights. known, if not nil, are those of the state.
func recurQuantized(out backend.Spec, xs []backend.Buffer, attrs backend.RecurrentAttrs, known *Bytes) (result backend.Buffer, err error) {
	defer array.CatchShortage(&result, &err)
	r, bs, err := newRecurrence(out, xs, attrs)
	if err != nil {
		return nil, err
	}
	if r.z.Len() == 0 {
		return r.z, nil
	}
	defer r.release()
	inputs, weights, initial := bs[0], bs[1], bs[len(bs)-r.states:]
	r.steps, r.batch, r.rows, r.hidden = inputs.Shape[0], inputs.Shape[1], inputs.Shape[2], weights.Shape[0]
	r.begin(initial)
	if r.steps == 0 {
		return r.z, nil
	}
	r.makeRoom(0)
	inputs = r.compact(inputs)
	r.inputs = elementwise.Span{Buffer: inputs, At: inputs.Offset, N: inputs.Len()}
	if biases := bs[3 : len(bs)-r.states]; len(biases) > 0 {
		r.biased = true
		r.repeat(r.ownBias, array.BytesOf(r.compact(biases[0])))
	}
	q := r.quantized(weights, bs[2], known)
	r.stepsFrom(0, r.steps, q.multiply)
	return r.z, nil
}

// quantized returns how the state is multiplied by weights, of int32, times scale.
func (r *recurrence) quantized(weights, scale *array.Buffer, known *Bytes) *quantizedState {
	q := &quantizedState{recurrence: r, bytes: known}
	if known == nil && r.steps*r.batch >= leastStates {
		if q.bytes = bytesOf(ops.MatMul.Op, weights); q.bytes != nil {
			r.keep(q.bytes.sums, nil)
			unreserve(q.bytes.packed.Bytes()) // it is there for the time of the call
		}
	}
	scale = r.compact(scale)
	q.scale = elementwise.Span{Buffer: scale, At: scale.Offset, N: scale.Len()}
	states := r.batch * r.hidden
	q.numbers, q.rounded, q.factors = r.span(dtype.Float32, 6), r.span(dtype.Float32, states), r.span(dtype.Float32, q.scale.N)
	copy(array.Elems[float32](q.numbers.Buffer)[q.numbers.At:], []float32{0, 0, 0, math.MaxUint8})
	q.narrow, q.point = r.span(dtype.Uint8, states), r.span(dtype.Int32, 1)
	if q.bytes == nil {
		b := r.compact(weights)
		q.whole = gemm.Matrix{At: unsafe.Add(b.Base(), 4*b.Offset), Row: r.rows, Col: 1}
		q.wide = r.span(dtype.Int32, states)
	} else {
		q.biases = r.span(dtype.Int32, gemm.BiasLen(r.rows+1))
		all := array.Flat[int32](q.biases.Buffer)
		clear(all)
		q.bias, q.biases.N = gemm.BiasOf(all), r.rows
		if q.bytes.offsets != nil {
			q.raw = r.span(dtype.Int32, r.batch*(r.rows+1))
		}
	}
	q.sums = r.span(dtype.Int32, r.batch*r.rows)
	q.divide, q.round = &elementwise.Loops[ops.Divide.Op][dtype.Float32], &elementwise.Loops[ops.Round.Op][dtype.Float32]
	q.times = q.recurrence.multiply
	q.most, q.least = &elementwise.Loops[ops.Maximum.Op][dtype.Float32], &elementwise.Loops[ops.Minimum.Op][dtype.Float32]
	q.multiplyIntegers, q.addIntegers = &elementwise.Loops[ops.Multiply.Op][dtype.Int32], &elementwise.Loops[ops.Add.Op][dtype.Int32]
	q.toBytes, q.widen, q.toFloat = &elementwise.CastLoops[dtype.Float32][dtype.Uint8], &elementwise.CastLoops[dtype.Uint8][dtype.Int32], &elementwise.CastLoops[dtype.Int32][dtype.Float32]
	return q
}

// span returns memory of n elements for the time of the call.
func (r *recurrence) span(d dtype.Dtype, n int) elementwise.Span {
	b := r.keep(array.NewResult(backend.Spec{Dtype: d, Shape: []int{n}}))
	return elementwise.Span{Buffer: b, At: b.Offset, N: n}
}

// multiply sets products to the product of the state h and the weights.
func (q *quantizedState) multiply(h elementwise.Span, split gemm.Split) {
	q.quantize(h)
	if q.bytes == nil {
		q.widen.Run(q.wide, elementwise.Spans{q.narrow})
		q.addIntegers.Run(q.wide, elementwise.Spans{q.wide, q.point})
		gemm.Multiply(dtype.Int32, at(q.sums), gemm.Matrix{At: at(q.wide), Row: q.hidden, Col: 1}, q.whole, q.batch, q.hidden, q.rows, split)
	} else {
		q.multiplyBytes(split)
	}
	products, step := q.products, q.number(0)
	products.N = q.batch * q.rows
	q.toFloat.Run(products, elementwise.Spans{q.sums})
	q.times.Run(q.factors, elementwise.Spans{q.scale, step})
	if q.factors.N == 1 {
		q.times.Run(products, elementwise.Spans{products, q.factors})
		return
	}
	products.N = q.rows
	for range q.batch {
		q.times.Run(products, elementwise.Spans{products, q.factors})
		products.At += q.rows
	}
}

func (q *quantizedState) multiplyBytes(split gemm.Split) {
	b, to, columns := q.bytes, q.sums, q.rows
	if b.offsets != nil {
		to, columns = q.raw, columns+1
	}
	q.multiplyIntegers.Run(q.biases, elementwise.Spans{{Buffer: b.sums, At: b.sums.Offset, N: q.rows}, q.point})
	gemm.MultiplyBytes(at(to), gemm.Matrix{At: at(q.narrow), Row: q.hidden, Col: 1}, b.packed, q.bias, q.batch, q.hidden, columns, split)
	if b.offsets != nil {
		b.addOffsets(q.stop, array.Flat[int32](q.sums.Buffer), array.Flat[int32](q.raw.Buffer))
	}
}

// at returns where a span begins.
func at(s elementwise.Span) unsafe.Pointer {
	return unsafe.Add(s.Buffer.Base(), s.At*s.Buffer.Dtype.Size())
}

// number returns number i of those of quantizing.
func (q *quantizedState) number(i int) elementwise.Span {
	return elementwise.Span{Buffer: q.numbers.Buffer, At: q.numbers.At + i, N: 1}
}

// quantize sets narrow to the state h in steps from the zero point on, and point and the first of numbers accordingly.
func (q *quantizedState) quantize(h elementwise.Span) {
	numbers := array.Elems[float32](q.numbers.Buffer)[q.numbers.At:][:q.numbers.N]
	simd.MinFloat32.Inner(numbers[4:5], array.Elems[float32](h.Buffer), h.At, h.N, h.N) // which is there where bytes have loops
	simd.MaxFloat32.Inner(numbers[5:6], array.Elems[float32](h.Buffer), h.At, h.N, h.N)
	least, greatest := min(numbers[4], 0), max(numbers[5], 0)
	step := (greatest - least) / math.MaxUint8
	if step == 0 {
		step = 1
	}
	zero := float32(math.RoundToEven(float64(min(max(-least/step, 0), math.MaxUint8))))
	numbers[0], numbers[1] = step, zero
	q.divide.Run(q.rounded, elementwise.Spans{h, q.number(0)})
	q.round.Run(q.rounded, elementwise.Spans{q.rounded})
	q.add.Run(q.rounded, elementwise.Spans{q.rounded, q.number(1)})
	q.most.Run(q.rounded, elementwise.Spans{q.rounded, q.number(2)})
	q.least.Run(q.rounded, elementwise.Spans{q.rounded, q.number(3)})
	q.toBytes.Run(q.narrow, elementwise.Spans{q.rounded})
	point := int32(0)
	if zero == zero { // else a NaN, which is 0 as an integer
		point = int32(zero)
	}
	array.Elems[int32](q.point.Buffer)[q.point.At] = -point
}

// QuantizedWeights are the weights of the state of a recurrent layer that a program computes again and again, as bytes.
type QuantizedWeights struct{ bytes *Bytes }

// QuantizedWeightsOf returns those of a node of a program, which v returns, computed of roots as key says; nil if it has other numbers. All programs that have the
// same ones share them.
func QuantizedWeightsOf(n *backend.Node, key string, roots []*array.Buffer, v func() *array.Buffer) *QuantizedWeights {
	if a, ok := n.Attrs.(backend.RecurrentAttrs); !ok || !a.Quantized || !gemm.HasBytes() {
		return nil
	}
	b := sharedBytes(ops.MatMul.Op, key, roots, v)
	if b == nil {
		return nil
	}
	return &QuantizedWeights{b}
}

// Run computes node n with these weights: args are those of the node.
func (c *QuantizedWeights) Run(n *backend.Node, args []backend.Buffer, stop *backend.Stop) (backend.Buffer, error) {
	out := n.Out
	out.Stop = stop
	return recurQuantized(out, args, n.Attrs.(backend.RecurrentAttrs), c.bytes)
}
