package fuse

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/arraytest"
	"github.com/goivy/goivy/backends/native/internal/elementwise"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// chainFloats are the bits of float32 that operations treat in different ways.
var chainFloats = []uint32{
	0, 1 << 31, 0x3f800000, 0xbf800000, 0x3f000000, 0xbf000000, 0x3fc00000, 0x40200000, 0xc0200000, // zeros, ones, halves
	0x7f800000, 0xff800000, 0x7fc00000, 0x7fc12345, 0xffc54321, 0x7f812345, // infinities, and NaN, one of them signaling
	1, 0x80000001, 0x007fffff, 0x7f7fffff, 0xff7fffff, // denormal, and the greatest
	0x437f0000, 0x437f8000, 0x43800000, 0xc3000000, 0xc3008000, 0x42fe0000, 0x4f000000, 0xcf000000, 0x4f800000, 0x477fff00, // the ends of integers
}

// filledFor fills a buffer for a chain's operand, whose memory ends where nobody may read.
func filledFor(t *testing.T, r *rand.Rand, d dtype.Dtype, s []int) *array.Buffer {
	b := guarded(t, d, s)
	p := unsafe.Slice((*byte)(b.Mem), b.Size*d.Size())
	for i := range b.Size {
		switch {
		case d == dtype.Float32 && r.IntN(3) == 0:
			*(*uint32)(unsafe.Pointer(&p[4*i])) = chainFloats[r.IntN(len(chainFloats))]
		case d == dtype.Float32:
			*(*float32)(unsafe.Pointer(&p[4*i])) = float32(r.IntN(2000)-1000) / 8
		case d == dtype.Bool:
			p[i] = byte(r.IntN(2))
		default:
			for k := range d.Size() {
				p[i*d.Size()+k] = byte(r.Uint32())
			}
		}
	}
	return b
}

func guarded(t *testing.T, d dtype.Dtype, s []int) *array.Buffer {
	p := arraytest.Guarded[byte](t, shape.Size(s)*d.Size())
	b := array.Header(backend.Spec{Dtype: d, Shape: s})
	b.Mem, b.Size, b.Borrows = unsafe.Pointer(unsafe.SliceData(p)), shape.Size(s), true
	n := 1
	for i := len(s) - 1; i >= 0; i-- {
		b.Strides[i] = n
		n *= s[i]
	}
	return b
}

// A drawer draws programs of elementwise operations.
type drawer struct {
	*rand.Rand
	program *backend.Program
	full    []int
	values  []backend.Spec
}

// add adds a node, and returns its value.
func (w *drawer) add(n backend.Node) int {
	w.program.Nodes = append(w.program.Nodes, n)
	w.values = append(w.values, n.Out)
	return len(w.values) - 1
}

// pick returns a value of dtype d, of all elements if full; −1 if there is none. Later ones are likelier.
func (w *drawer) pick(d dtype.Dtype, full bool) int {
	var fit []int
	for v, s := range w.values {
		whole := slices.Equal(s.Shape, w.full)
		if z, err := shape.Broadcast(s.Shape, w.full); s.Dtype == d && (whole || !full && err == nil && slices.Equal(z, w.full)) {
			fit = append(fit, v)
		}
	}
	if len(fit) == 0 {
		return -1
	}
	if w.IntN(3) > 0 {
		return fit[len(fit)-1]
	}
	return fit[w.IntN(len(fit))]
}

var chainUnary = []ops.Unary{ops.Negative, ops.Abs, ops.Square, ops.Sqrt, ops.Reciprocal, ops.Round, ops.Floor, ops.Ceil, ops.Trunc, ops.Sign, ops.Relu,
	ops.IsNan, ops.IsInf, ops.IsFinite, ops.LogicalNot, ops.BitwiseInvert}

var chainBinary = []ops.Binary{ops.Add, ops.Subtract, ops.Multiply, ops.Divide, ops.Maximum, ops.Minimum, ops.Equal, ops.NotEqual, ops.Less, ops.LessEqual,
	ops.Greater, ops.GreaterEqual, ops.LogicalAnd, ops.LogicalOr, ops.LogicalXor, ops.BitwiseAnd, ops.BitwiseOr, ops.BitwiseXor}

var chainDtypes = []dtype.Dtype{dtype.Float32, dtype.Float32, dtype.Float32, dtype.Int32, dtype.Uint32, dtype.Bool, dtype.Int8, dtype.Uint8, dtype.Int16, dtype.Uint16, dtype.Float16}

// step adds an operation.
func (w *drawer) step() {
	d := chainDtypes[w.IntN(len(chainDtypes))]
	if w.IntN(4) > 0 {
		d = w.values[len(w.values)-1].Dtype
	}
	kind := w.IntN(20)
	x, y := w.pick(d, true), w.pick(d, w.IntN(2) == 0)
	if x < 0 {
		return
	}
	out := func(d dtype.Dtype) backend.Spec { return backend.Spec{Dtype: d, Shape: w.full} }
	switch {
	case kind < 10:
		op := chainBinary[w.IntN(len(chainBinary))].Op
		if kind == 0 {
			y = x
		}
		if op.In.Has(d) && elementwise.Loops[op][d].Run != nil {
			args := []int{x, y}
			if w.IntN(2) == 0 {
				args = []int{y, x}
			}
			w.add(backend.Node{Op: op, Args: args, Out: out(op.Out(d, dtype.StandardDefaults))})
		}
	case kind < 14:
		op := chainUnary[w.IntN(len(chainUnary))].Op
		if op.In.Has(d) {
			w.add(backend.Node{Op: op, Args: []int{x}, Out: out(op.Out(d, dtype.StandardDefaults))})
		}
	case kind < 17:
		to := chainDtypes[w.IntN(len(chainDtypes))]
		w.add(backend.Node{Op: ops.Cast.Op, Args: []int{x}, Out: out(to)})
	case kind < 19:
		if c := w.pick(dtype.Bool, w.IntN(2) == 0); c >= 0 {
			args := []int{c, x, y}
			if w.IntN(2) == 0 {
				args = []int{c, y, x}
			}
			w.add(backend.Node{Op: ops.Where.Op, Args: args, Out: out(d)})
		}
	case d == dtype.Float32: // what no chain has
		w.add(backend.Node{Op: ops.Exp.Op, Args: []int{x}, Out: out(d)})
	}
}

// Programs give the same bits as their operations one by one: with numbers of all kinds, operands that are broadcast or do
// not lie in order, results in memory that was another value's, and no element read or written beyond an operand's.
func TestChains(t *testing.T) {
	programs := 4000
	if testing.Short() {
		programs = 400
	}
	steps := map[simd.ChainOp]int{}
	for seed := range programs {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { testChains(t, uint64(seed), steps) })
		if t.Failed() {
			return
		}
	}
	if !testing.Short() {
		for _, l := range chainLoops {
			assert.Positive(t, steps[l.op], "no program has step %d", l.op)
		}
	}
}

// testChains tests a program, and counts the steps of its chains.
func testChains(t *testing.T, seed uint64, steps map[simd.ChainOp]int) {
	r := rand.New(rand.NewPCG(1, seed))
	full := []int{1 + r.IntN(300)}
	switch r.IntN(4) {
	case 0:
		full = []int{1 + r.IntN(5000)}
	case 1, 2:
		full = []int{1 + r.IntN(20), []int{1, 7, 20, 40, 64, 65, 130, 300}[r.IntN(8)]}
	}
	switch last := full[len(full)-1]; r.IntN(100) {
	case 0: // for several threads
		full[0] += 300_000 / last
	case 1, 2: // several blocks
		full[0] += 17_000 / last
	}
	w := &drawer{Rand: r, program: &backend.Program{}, full: full}
	var inputs []backend.Buffer
	input := func(b *array.Buffer) {
		inputs = append(inputs, b)
		s := backend.Spec{Dtype: b.Dtype, Shape: slices.Clone(b.Shape)}
		w.program.Inputs, w.values = append(w.program.Inputs, s), append(w.values, s)
	}
	for _, d := range slices.Compact(slices.Clone(chainDtypes)) {
		input(filledFor(t, r, d, full))
		input(filledFor(t, r, d, nil))
	}
	input(filledFor(t, r, dtype.Float32, full))
	for _, d := range []dtype.Dtype{dtype.Float32, dtype.Int8} {
		if len(full) == 2 {
			input(filledFor(t, r, d, full[1:]))
			input(filledFor(t, r, d, []int{full[0], 1}))
			turned := filledFor(t, r, d, []int{full[1], full[0]})
			input(array.Permuted(turned, []int{1, 0}))
		}
	}
	if full[0] > 1 { // a value whose memory is free when it was read
		half := slices.Clone(full)
		half[0] = full[0] / 2
		rest := slices.Clone(full)
		rest[0] -= half[0]
		input(filledFor(t, r, dtype.Float32, half))
		input(filledFor(t, r, dtype.Float32, rest))
		n := len(w.values)
		w.add(backend.Node{Op: ops.Concat.Op, Args: []int{n - 2, n - 1}, Attrs: backend.JoinAttrs{Axis: 0}, Out: backend.Spec{Dtype: dtype.Float32, Shape: full}})
	}
	first := len(w.program.Nodes)
	for range 2 + r.IntN(14) {
		w.step()
	}
	if len(w.program.Nodes) == first {
		return
	}
	last := len(w.values) - 1
	w.program.Results = []int{last}
	for range r.IntN(3) {
		if v := last - r.IntN(len(w.program.Nodes)-first); !slices.Contains(w.program.Results, v) {
			w.program.Results = append(w.program.Results, v)
		}
	}
	arraytest.InThreads(3, func() { w.compare(t, inputs, len(full) == 1 && full[0] >= 16, steps) })
}

// compare runs the program as a whole, twice, and one by one, and counts the steps of its chains. NaN must be the same one
// if exact.
func (w *drawer) compare(t *testing.T, inputs []backend.Buffer, exact bool, steps map[simd.ChainOp]int) {
	want, err := w.program.Run(kernels, inputs, nil)
	require.NoError(t, err)
	b := newPlanner(w.program, kernels)
	e := b.assemble()
	for _, s := range e.stages {
		if s.fused == nil {
			continue
		}
		for _, i := range s.fused.instructions {
			if i.opcode == opChain {
				for _, p := range i.chain.steps {
					steps[p.op]++
				}
			}
		}
	}
	for range 2 {
		got, out := make([]backend.Buffer, len(want)), make([]backend.Spec, len(want))
		for i, v := range w.program.Results {
			out[i] = w.values[v]
			out[i].Into = guarded(t, out[i].Dtype, out[i].Shape)
		}
		require.NoError(t, e.run(inputs, got, out))
		for i := range want {
			x, y := want[i].(*array.Buffer), got[i].(*array.Buffer)
			p, q, size := array.BytesOf(x), array.BytesOf(y), x.Dtype.Size()
			for at := 0; at < len(p); at += size {
				u, v := p[at:at+size], q[at:at+size]
				if slices.Equal(u, v) || !exact && bothNaN(x.Dtype, u, v) {
					continue
				}
				text := fmt.Sprintf("of %v, result %d, element %d: % x, want % x", w.full, w.program.Results[i], at/size, v, u)
				for k, n := range w.program.Nodes {
					text += fmt.Sprintf("\n%d = %s%v %v%v", len(inputs)+k, n.Op.Name, n.Args, n.Out.Dtype, n.Out.Shape)
				}
				t.Error(text)
				return
			}
		}
	}
}

func bothNaN(d dtype.Dtype, u, v []byte) bool {
	nan := func(p []byte) bool {
		switch d {
		case dtype.Float32:
			return math.IsNaN(float64(*(*float32)(unsafe.Pointer(&p[0]))))
		case dtype.Float16:
			return *(*uint16)(unsafe.Pointer(&p[0]))&0x7fff > 0x7c00
		}
		return false
	}
	return nan(u) && nan(v)
}
