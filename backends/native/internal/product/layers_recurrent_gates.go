package product

import (
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/elementwise"
	"github.com/goivy/goivy/backends/native/internal/gemm"
)

// Steps of a batch gate by gate: what the inputs come to lies in one matrix for each gate, to which the products of the state are added. Elements of
// the batch do not depend on one another, so each thread goes through all steps of some of them. Sums are those of whole rows, bit for bit: a product
// of one block of the summed axis is added to the inputs either way.

// leastOfBatch is how many elements of the batch a thread has at least: the weights are read for all of them.
const leastOfBatch = 8

// mostAtOnce is of how many elements of the batch the states are read again from a cache for each strip of the weights.
const mostAtOnce = 64

// dividesGates reports whether the gates' weights are whole strips of the packed ones, products one block of the summed axis, and there is enough to do for
// all threads.
func (r *recurrence) dividesGates() bool {
	threads := array.ThreadCount()
	return r.gated != nil && r.batch > 1 && (threads == 1 || r.batch >= threads*leastOfBatch) && r.hidden <= gemm.Depth(r.d) && r.hidden%gemm.Columns(r.d) == 0
}

// runByGates is run, gate by gate.
func (r *recurrence) runByGates(inputs recurrentProduct, state gemm.Matrix, most int) {
	weights, states := r.gatesOf(inputs.weights), r.gatesOf(state)
	groups := max(1, min(array.ThreadCount(), r.batch/leastOfBatch))
	parts := array.CeilDiv(r.steps, most)
	for i := range parts {
		r.first = i * r.steps / parts
		next := (i + 1) * r.steps / parts
		rows := (next - r.first) * r.batch
		r.inputsOfGates(inputs.rows, weights, rows)
		cost := float64(next-r.first) * (gemm.Cost(r.d, r.batch, r.hidden, r.rows) + r.cost()*float64(r.batch)/float64(r.block)) / float64(groups)
		array.Split(r.stop, groups, cost, func(lo, hi int) {
			own := *r
			own.stepsByGates(states, next, rows, lo*r.batch/groups, hi*r.batch/groups)
		})
	}
}

// gatesOf returns the weights of each gate.
func (r *recurrence) gatesOf(weights gemm.Matrix) []gemm.Matrix {
	gates := make([]gemm.Matrix, r.gates)
	for g := range gates {
		m := weights
		m.At = unsafe.Add(m.At, g*r.hidden*m.Col*r.d.Size())
		if m.Packed != nil {
			m.Packed = m.Packed.From(r.d, g*r.hidden)
		}
		gates[g] = m
	}
	return gates
}

// rowsOfGate returns rows lo to hi of the matrix of a gate, which has so many.
func (r *recurrence) rowsOfGate(gate, all, lo, hi int) elementwise.Span {
	return elementwise.Span{Buffer: r.inputs.Buffer, At: r.inputs.At + (gate*all+lo)*r.hidden, N: (hi - lo) * r.hidden}
}

// inputsOfGates computes what so many rows of inputs, from those of the first step on, come to, with their summands.
func (r *recurrence) inputsOfGates(x gemm.Matrix, weights []gemm.Matrix, rows int) {
	if r.width > 0 { // else the rows need not be in x's memory
		x.At = unsafe.Add(x.At, r.first*r.batch*x.Row*r.d.Size())
	}
	for g, w := range weights {
		z := r.rowsOfGate(g, rows, 0, rows)
		gemm.MultiplyInto(r.d, r.pointer(z.Buffer, z.At), r.hidden, x, w, rows, r.width, r.hidden, splitting(r.stop))
		if !r.biased {
			continue
		}
		bias := r.bias
		bias.At, bias.N = bias.At+g*r.hidden, r.hidden
		array.Split(r.stop, rows, r.add.Cost*float64(r.hidden), func(lo, hi int) {
			for i := lo; i < hi; i++ {
				z := r.rowsOfGate(g, rows, i, i+1)
				r.add.Run(z, elementwise.Spans{z, bias})
			}
		})
	}
}

// stepsByGates computes steps up to next of elements lo to hi of the batch, whose inputs are in matrices of so many rows.
func (r *recurrence) stepsByGates(states []gemm.Matrix, next, rows, lo, hi int) {
	split := gemm.Split(nil)
	if hi-lo > mostAtOnce {
		split = gemm.InOne
	}
	for r.step = r.first; r.step < next; r.step++ {
		r.stop.Check()
		h := r.part(r.after(r.step-1), lo, hi)
		x := gemm.Matrix{At: r.pointer(h.Buffer, h.At), Row: r.hidden, Col: 1}
		for g, w := range states {
			z := r.rowsOfGate(g, rows, r.input(lo), r.input(hi))
			gemm.Accumulate(r.d, gemm.Target{At: r.pointer(z.Buffer, z.At), Pitch: r.hidden}, x, w, hi-lo, r.hidden, r.hidden, split)
		}
		for from := lo; from < hi; from += r.block {
			to := min(hi, from+r.block)
			r.gated(r, gateRows{r.rowsOfGate(0, rows, r.input(from), r.input(to)), rows * r.hidden}, from, to)
		}
	}
}
