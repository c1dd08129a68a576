package fuse

import (
	"slices"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/elementwise"
	"github.com/goivy/goivy/backends/native/internal/reduce"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// Instructions that one loop of package simd can compute together become one instruction,
// whose intermediate values stay in the processor's registers. The loop does the same
// operations in the same order.

// A rowLoop computes z from the rows of n elements of x, which may be z itself, by one or two
// operations. Their right operands a and b have one number for each row, or one for all.
type rowLoop func(z, x, a, b elementwise.Span, n int)

// rowLoopsOf are those of one dtype, nil where there are none.
type rowLoopsOf [simd.RowSubtractDivide + 1]rowLoop

var rowLoops32, rowLoops64 = newRowLoops[float32](), newRowLoops[float64]()

func newRowLoops[T array.Float]() *rowLoopsOf {
	loops := new(rowLoopsOf)
	for o := range loops {
		r := simd.RowsOf[T](simd.RowOp(o))
		if !r.OK() {
			continue
		}
		loops[o] = func(z, x, a, b elementwise.Span, n int) {
			var second []T
			if b.Buffer != nil {
				second = elementwise.SpanOf[T](b)
			}
			r.Run(elementwise.SpanOf[T](z), elementwise.SpanOf[T](x), n, elementwise.SpanOf[T](a), min(a.N-1, 1), second, min(b.N-1, 1))
		}
	}
	return loops
}

// rowLoopOf returns the loop of o on dtype d, or nil.
func rowLoopOf(o simd.RowOp, d dtype.Dtype) rowLoop {
	switch d {
	case dtype.Float32:
		return rowLoops32[o]
	case dtype.Float64:
		return rowLoops64[o]
	}
	return nil
}

// A shiftedReduction subtracts from the elements of each row a number of that row, applies a
// function, and adds up the results, in the order in which the rowReduction of sums does.
type shiftedReduction struct {
	rows func(s, z, x, m elementwise.Span, n int) // s[i] from the i-th n elements of x, and z
	runs func(s, z, x, m elementwise.Span)        // s[i] from the i-th block of elements of x, which have one m, and z
}

// The shifted reductions there are: sums of exponentials, which are stored in z as well, and
// sums of squares, which are not stored.
var (
	expSums   = newExpSums()
	squares32 = newSquares(&simd.SquaresFloat32)
	squares64 = newSquares(&simd.SquaresFloat64)
)

// noShift is a number of all rows that leaves them as they are: 0.
var noShift = func() *array.Buffer {
	zero, err := array.NewBuffer(backend.Spec{Dtype: dtype.Float64, Shape: []int{1}})
	if err != nil {
		panic(err)
	}
	return zero
}()

// newShiftedReduction makes a shifted reduction of rows, a function that sets s[i] to the sum
// for n elements, at most a block.
func newShiftedReduction[T array.Float](rows func(s, z, x []T, n int, m []T, mStep int)) *shiftedReduction {
	sum, block := reduce.Sum[T](), reduce.BlockLenOf[T]()
	runs := func(s, z, x, m []T) {
		whole := len(x) / block
		if whole > 0 {
			rows(s[:whole], z, x, block, m, 0)
		}
		if at := whole * block; at < len(x) {
			rows(s[whole:whole+1], z[at:], x[at:], len(x)-at, m, 0)
		}
	}
	return &shiftedReduction{
		rows: func(s, z, x, m elementwise.Span, n int) {
			ss, zs, xs, ms := elementwise.SpanOf[T](s), elementwise.SpanOf[T](z), elementwise.SpanOf[T](x), elementwise.SpanOf[T](m)
			step := min(m.N-1, 1)
			if n <= block {
				rows(ss, zs, xs, n, ms, step)
				return
			}
			var buf [reduce.ChunkLen / 1024]T
			parts := buf[:(n+block-1)/block]
			for i := range ss {
				runs(parts, zs[i*n:(i+1)*n], xs[i*n:(i+1)*n], ms[i*step:i*step+1])
				ss[i] = sum.Total(parts)
			}
		},
		runs: func(s, z, x, m elementwise.Span) {
			runs(elementwise.SpanOf[T](s), elementwise.SpanOf[T](z), elementwise.SpanOf[T](x), elementwise.SpanOf[T](m))
		},
	}
}

func newExpSums() *shiftedReduction {
	if !simd.HasExpSums() {
		return nil
	}
	return newShiftedReduction(func(s, z, x []float32, n int, m []float32, mStep int) {
		simd.ExpSums(z, x, n, m, mStep, s)
		if n <= reduce.FewTerms {
			for i := range s {
				s[i] = reduce.AddBlock(z[i*n : (i+1)*n])
			}
		}
	})
}

func newSquares[T array.Float](f *simd.Squares[T, T]) *shiftedReduction {
	if !f.OK() {
		return nil
	}
	return newShiftedReduction(func(s, _, x []T, n int, m []T, mStep int) {
		if n > reduce.FewTerms {
			f.Inner(s, x, 0, n, n, m, 0, mStep)
			return
		}
		var buf [reduce.FewTerms]T
		for i := range s {
			reduce.SquareInto(buf[:n], x, i*n, 1, m, i*mStep, 0)
			s[i] = reduce.AddBlock(buf[:n])
		}
	})
}

// rowOp returns what a loop does with rows and a number of each on the right, if that is
// one of the operations of package simd.
func rowOp(l *elementwise.Loop) (o simd.RowOp, d dtype.Dtype, ok bool) {
	for _, d := range []dtype.Dtype{dtype.Float32, dtype.Float64} {
		for o, op := range [...]*ops.Op{simd.RowAdd: ops.Add.Op, simd.RowSubtract: ops.Subtract.Op, simd.RowMultiply: ops.Multiply.Op, simd.RowDivide: ops.Divide.Op} {
			if l == &elementwise.Loops[op][d] {
				return simd.RowOp(o), d, rowLoopOf(simd.RowOp(o), d) != nil
			}
		}
	}
	return 0, 0, false
}

// rowNumbers reports whether register l has a number for each row, or one for all.
func (w *builder) rowNumbers(l int) bool {
	return l >= 0 && (w.registers[l].class == byRow || w.registers[l].class == single)
}

// rowElements reports whether register l has all elements of the fused kernel.
func (w *builder) rowElements(l int) bool {
	return l >= 0 && (w.registers[l].class == whole || w.registers[l].class == other)
}

// onRows returns the loop over rows in the place of l, or nil, and its operands.
func (w *builder) onRows(l *elementwise.Loop, in operands) (rowLoop, operands) {
	o, d, ok := rowOp(l)
	if !ok {
		return nil, in
	}
	if (o == simd.RowAdd || o == simd.RowMultiply) && w.rowNumbers(in[0]) {
		in[0], in[1] = in[1], in[0]
	}
	if !w.rowElements(in[0]) || !w.rowNumbers(in[1]) {
		return nil, in
	}
	return rowLoopOf(o, d), in
}

// A fuser joins the instructions of a fused kernel.
type fuser struct {
	*builder
	makers  []int // the instruction that makes each register; −1 of operands
	readers []int // how many instructions read it
	dropped []bool
}

// fuse joins instructions where that is possible.
func (w *builder) fuse() {
	u := &fuser{builder: w, makers: make([]int, len(w.registers)), readers: make([]int, len(w.registers)), dropped: make([]bool, len(w.instructions))}
	for l := range u.makers {
		u.makers[l] = -1
	}
	for i := range w.instructions {
		u.makers[w.instructions[i].z] = i
		u.read(&w.instructions[i], 1)
	}
	for i := range w.instructions {
		switch s := &w.instructions[i]; s.loop {
		case &elementwise.Loops[ops.Exp.Op][dtype.Float32]:
			u.exponential(i)
		case &elementwise.Loops[ops.Square.Op][dtype.Float32]:
			u.square(i, dtype.Float32, squares32)
		case &elementwise.Loops[ops.Square.Op][dtype.Float64]:
			u.square(i, dtype.Float64, squares64)
		}
	}
	for i := range w.instructions {
		u.shifted(i)
	}
	var left []instruction
	for i, s := range w.instructions {
		if !u.dropped[i] {
			left = append(left, s)
		}
	}
	w.instructions = left
}

// read notes that an instruction reads its operands, or, by −1, that it does not any more.
func (u *fuser) read(s *instruction, by int) {
	for k, l := range s.in {
		if l >= 0 && !slices.Contains(s.in[:k], l) {
			u.readers[l] += by
		}
	}
}

// replace puts s in the place of instruction i.
func (u *fuser) replace(i int, s instruction) {
	u.read(&u.instructions[i], -1)
	u.read(&s, 1)
	u.instructions[i] = s
}

func (u *fuser) drop(i int) {
	u.read(&u.instructions[i], -1)
	u.dropped[i] = true
}

// sum returns the instruction that adds up register l in dtype d, or −1.
func (u *fuser) sum(l int, d dtype.Dtype) int {
	return slices.IndexFunc(u.instructions, func(s instruction) bool {
		return (s.opcode == opReduce || s.opcode == opReducePart) && s.in[0] == l && s.reduction == rowReductions[ops.Sum.Op][d]
	})
}

// shift returns what register l is, if an instruction makes it as rows less a number of each.
func (u *fuser) shift(l int, d dtype.Dtype) (x, m, maker int, ok bool) {
	k := u.makers[l]
	if k < 0 || u.dropped[k] || u.registers[l].kind != buffered {
		return 0, 0, 0, false
	}
	s := &u.instructions[k]
	if s.loop != &elementwise.Loops[ops.Subtract.Op][d] || !u.rowElements(s.in[0]) || !u.rowNumbers(s.in[1]) {
		return 0, 0, 0, false
	}
	return s.in[0], s.in[1], k, true
}

// exponential joins an exponential, the sum of it, and the shift before it.
func (u *fuser) exponential(i int) {
	s := u.instructions[i]
	j := u.sum(s.z, dtype.Float32)
	if expSums == nil || j < 0 || !u.rowElements(s.in[0]) {
		return
	}
	z := instruction{opcode: opShifted, shifted: expSums, reduction: u.instructions[j].reduction, z: s.z, sum: u.instructions[j].z, in: operands{s.in[0], -1, -1}, cost: s.cost}
	if x, m, k, ok := u.shift(s.in[0], dtype.Float32); ok && u.readers[s.in[0]] == 1 {
		z.in = operands{x, m, -1}
		u.drop(k)
	}
	u.drop(j)
	u.replace(i, z)
}

// square joins a square and the sum of it, and makes the shift before it once more.
func (u *fuser) square(i int, d dtype.Dtype, f *shiftedReduction) {
	s := u.instructions[i]
	j := u.sum(s.z, d)
	if f == nil || j < 0 || u.readers[s.z] != 1 || u.registers[s.z].kind != buffered || !u.rowElements(s.in[0]) {
		return
	}
	z := instruction{opcode: opShifted, shifted: f, reduction: u.instructions[j].reduction, z: -1, sum: u.instructions[j].z, in: operands{s.in[0], -1, -1}, cost: s.cost}
	if x, m, _, ok := u.shift(s.in[0], d); ok {
		z.in = operands{x, m, -1}
	}
	u.drop(i)
	u.replace(j, z)
	if _, _, k, ok := u.shift(s.in[0], d); ok && u.readers[s.in[0]] == 0 {
		u.drop(k)
	}
}

// shifted joins instruction i, if it is a shift, with the instructions that read it, if all can have it.
func (u *fuser) shifted(i int) {
	s := u.instructions[i]
	if u.dropped[i] || s.loop == nil {
		return
	}
	_, d, _ := rowOp(s.loop)
	x, m, k, ok := u.shift(s.z, d)
	if !ok || k != i {
		return
	}
	var joined []int
	for j := range u.instructions {
		if t := &u.instructions[j]; !u.dropped[j] && slices.Contains(t.in[:], s.z) {
			if u.second(t, s.z, d) == nil {
				return
			}
			joined = append(joined, j)
		}
	}
	for _, j := range joined {
		t := u.instructions[j]
		u.replace(j, instruction{opcode: opRowLoop, rows: u.second(&t, s.z, d), z: t.z, in: operands{x, m, t.in[1]}, cost: t.cost, pair: [2]*elementwise.Loop{s.loop, t.loop}, between: s.z})
	}
	u.drop(i)
}

// second returns the loop of a shift and then instruction t, which reads its result l, or nil.
func (u *fuser) second(t *instruction, l int, d dtype.Dtype) rowLoop {
	if t.loop == nil || t.in[0] != l || !u.rowNumbers(t.in[1]) {
		return nil
	}
	o, _, _ := rowOp(t.loop)
	switch {
	case t.loop != &elementwise.Loops[ops.Subtract.Op][d] && t.loop != &elementwise.Loops[ops.Multiply.Op][d] && t.loop != &elementwise.Loops[ops.Divide.Op][d]:
		return nil
	case o == simd.RowSubtract:
		return rowLoopOf(simd.RowSubtractSubtract, d)
	case o == simd.RowMultiply:
		return rowLoopOf(simd.RowSubtractMultiply, d)
	}
	return rowLoopOf(simd.RowSubtractDivide, d)
}
