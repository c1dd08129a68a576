package elementwise

import (
	"math"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/elementary"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// shortLen is how many elements the loops in Go are left, whose calls cost less.
const shortLen = 16

// start returns where s's elements begin, which are at least one.
func (s Span) start() unsafe.Pointer {
	if uint(s.At) >= uint(s.Buffer.Size) || s.N > s.Buffer.Size-s.At {
		panic("native: a span outside its block")
	}
	return unsafe.Add(s.Buffer.Base(), s.At*s.Buffer.Dtype.Size())
}

// A link of a chain is a loop of one operand: n elements at z from as many at x.
type link func(z, x unsafe.Pointer, n int)

// widen1 puts f in the place of l, a loop in Go with the same results, but for short runs.
func widen1(l *Loop, cost float64, f link) {
	narrow := l.Run
	*l = Loop{Cost: cost, Long: 1, Run: func(z Span, in Spans) {
		if z.N < shortLen {
			narrow(z, in)
		} else {
			f(z.start(), in[0].start(), z.N)
		}
	}}
}

// A link2 is a link of two operands, which is told which of them is one element.
type link2 func(z, x, y unsafe.Pointer, oneX, oneY bool, n int)

// widen2 is widen1 for two operands.
func widen2(l *Loop, cost float64, f link2) {
	*l = Loop{Cost: cost, Run: f.withShort(l.Run)}
}

// withShort returns f as a loop's run, which leaves short runs to narrow.
func (f link2) withShort(narrow func(Span, Spans)) func(Span, Spans) {
	return func(z Span, in Spans) {
		if z.N < shortLen {
			narrow(z, in)
		} else {
			f(z.start(), in[0].start(), in[1].start(), in[0].N < z.N, in[1].N < z.N, z.N)
		}
	}
}

// Constants that stand for an operand.

func repeated8(v uint8) *simd.Repeated   { return simd.Repeat(unsafe.Pointer(&v), 1) }
func repeated16(v uint16) *simd.Repeated { return simd.Repeat(unsafe.Pointer(&v), 2) }

// repeatedBits returns bits as an element of d, of a complex number as both its parts.
func repeatedBits(d dtype.Dtype, bits uint64) *simd.Repeated {
	return simd.Repeat(unsafe.Pointer(&bits), min(partOf(d).Size(), 8))
}

// partOf is the dtype of a complex number's parts, or d.
func partOf(d dtype.Dtype) dtype.Dtype {
	switch d {
	case dtype.Complex64:
		return dtype.Float32
	case dtype.Complex128:
		return dtype.Float64
	}
	return d
}

// bitsDtype is the signed integer of a real dtype's size.
func bitsDtype(d dtype.Dtype) dtype.Dtype {
	return map[int]dtype.Dtype{1: dtype.Int8, 2: dtype.Int16, 4: dtype.Int32, 8: dtype.Int64}[d.Size()]
}

// floatOne is the bits of 1 in each float.
var floatOne = map[dtype.Dtype]uint64{
	dtype.BFloat16: 0x3f80, dtype.Float16: 0x3c00, dtype.Float32: uint64(math.Float32bits(1)), dtype.Float64: math.Float64bits(1),
}

// arithRows puts loops of package simd, where the machine has them, in the place of those
// in Go: of arithmetic, comparisons and what else is some instructions.
func arithRows(t loopTable) {
	if !simd.AVX2 {
		return
	}
	narrow := loopTable{} // the loops of 16-bit floats as they would be
	for op, ls := range t {
		narrow[op] = new(rowLoops)
		for _, d := range (op.In & dtype.Narrow).Dtypes() {
			if narrow[op][d] = ls[d]; ls[d].Run == nil {
				narrow[op][d] = through32(ls[dtype.Float32])
			}
		}
	}
	// row returns the address of the loop of a row for d, if it has one.
	row := func(op *ops.Op, d dtype.Dtype) *Loop {
		ls := t[op]
		if ls == nil {
			return nil
		}
		if dtype.Narrow.Has(d) && ls[d].Run == nil {
			ls[d] = narrow[op][d]
		}
		if ls[d].Run == nil {
			return nil
		}
		return &ls[d]
	}
	unary := func(r ops.Unary, d dtype.Dtype, cost float64, f link) {
		if l := row(r.Op, d); l != nil {
			widen1(l, cost, f)
		}
	}
	for d := dtype.Bool; d < dtype.Count; d++ {
		arithUnary(d, unary)
		arithBinary(d, row)
	}
}

// arithBinary sets the rows of two operands of dtype d.
func arithBinary(d dtype.Dtype, row func(*ops.Op, dtype.Dtype) *Loop) {
	set := func(r ops.Binary, l simd.Loop, cost float64) {
		if !l.Ok() {
			return
		}
		if p := row(r.Op, d); p != nil {
			narrow := p.Run
			widen2(p, cost, l.Binary)
			if streaming, ok := l.Streaming(); ok {
				p.stream = link2(streaming.Binary).withShort(narrow)
			}
		}
	}
	turned := func(r ops.Binary, l simd.Loop, cost float64) {
		if !l.Ok() {
			return
		}
		if p := row(r.Op, d); p != nil {
			widen2(p, cost, func(z, x, y unsafe.Pointer, oneX, oneY bool, n int) { l.Binary(z, y, x, oneY, oneX, n) })
		}
	}
	cost := movedCost(d, d, d)
	compareCost := movedCost(d, d, dtype.Bool)
	if d == dtype.Bool {
		for _, r := range []ops.Binary{ops.Add, ops.BitwiseOr, ops.LogicalOr, ops.Maximum, ops.Fmax} {
			set(r, simd.For(simd.OpOr, d), cost)
		}
		for _, r := range []ops.Binary{ops.Multiply, ops.BitwiseAnd, ops.LogicalAnd, ops.Minimum, ops.Fmin} {
			set(r, simd.For(simd.OpAnd, d), cost)
		}
		for _, r := range []ops.Binary{ops.BitwiseXor, ops.LogicalXor, ops.NotEqual} {
			set(r, simd.For(simd.OpXor, d), cost)
		}
		set(ops.Equal, simd.For(simd.OpEqual, d), cost)
		set(ops.Less, simd.For(simd.OpLess, dtype.Uint8), cost)
		set(ops.LessEqual, simd.For(simd.OpLessEqual, dtype.Uint8), cost)
		turned(ops.Greater, simd.For(simd.OpLess, dtype.Uint8), cost)
		turned(ops.GreaterEqual, simd.For(simd.OpLessEqual, dtype.Uint8), cost)
		return
	}
	for _, r := range []struct {
		row ops.Binary
		op  simd.Op
	}{
		{ops.Add, simd.OpAdd}, {ops.Subtract, simd.OpSubtract}, {ops.Multiply, simd.OpMultiply}, {ops.Divide, simd.OpDivide},
		{ops.Maximum, simd.OpMaximum}, {ops.Minimum, simd.OpMinimum},
		{ops.BitwiseAnd, simd.OpAnd}, {ops.BitwiseOr, simd.OpOr}, {ops.BitwiseXor, simd.OpXor},
		{ops.BitwiseLeftShift, simd.OpShiftLeft}, {ops.BitwiseRightShift, simd.OpShiftRight}, {ops.CopySign, simd.OpCopySign},
	} {
		set(r.row, simd.For(r.op, d), cost)
	}
	set(ops.FloorDivide, simd.For(simd.OpFloorDivide, d), costQuotient[d.Size()])
	set(ops.Remainder, simd.For(simd.OpRemainder, d), costQuotient[d.Size()])
	switch d {
	case dtype.Float32:
		most(row(ops.FloorDivide.Op, d), simd.For(simd.OpFloorDivideMost, d), d, elementary.FloorDivide32)
		most(row(ops.Remainder.Op, d), simd.For(simd.OpRemainderMost, d), d, elementary.Remainder32)
	case dtype.Float64:
		most(row(ops.FloorDivide.Op, d), simd.For(simd.OpFloorDivideMost, d), d, elementary.FloorDivide)
		most(row(ops.Remainder.Op, d), simd.For(simd.OpRemainderMost, d), d, elementary.Remainder)
	}
	set(ops.JoinComplex, simd.For(simd.OpJoin, d), 2*cost)
	greatest, least := simd.OpMaximum, simd.OpMinimum
	if !d.IsInteger() {
		greatest, least = simd.OpFmax, simd.OpFmin
	}
	set(ops.Fmax, simd.For(greatest, d), cost)
	set(ops.Fmin, simd.For(least, d), cost)
	set(ops.Equal, simd.For(simd.OpEqual, d), compareCost)
	set(ops.NotEqual, simd.For(simd.OpNotEqual, d), compareCost)
	set(ops.Less, simd.For(simd.OpLess, d), compareCost)
	set(ops.LessEqual, simd.For(simd.OpLessEqual, d), compareCost)
	turned(ops.Greater, simd.For(simd.OpLess, d), compareCost)
	turned(ops.GreaterEqual, simd.For(simd.OpLessEqual, d), compareCost)
	if d.IsComplex() {
		pairs := func(r ops.Binary, op, join simd.Op, wanted uint16) {
			l, both := simd.For(op, partOf(d)).Times(2), simd.For(join, dtype.Uint16)
			if p := row(r.Op, d); p != nil && l.Ok() {
				widen2(p, compareCost, compareParts(l, both, d.Size(), repeated16(wanted)))
			}
		}
		pairs(ops.Equal, simd.OpEqual, simd.OpEqual, 0x0101)
		pairs(ops.NotEqual, simd.OpNotEqual, simd.OpNotEqual, 0)
	}
}

// most replaces the loop p of the function f by l, which computes most elements and marks the
// others in its result: f computes these.
func most[T array.Float](p *Loop, l simd.Loop, d dtype.Dtype, f func(x, y T) T) {
	if p == nil {
		return
	}
	marker := repeatedBits(d, simd.Marker32)
	if d == dtype.Float64 {
		marker = repeatedBits(d, simd.Marker64)
	}
	equal := simd.For(simd.OpEqual, bitsDtype(d))
	size := d.Size()
	widen2(p, costQuotient[size], func(z, x, y unsafe.Pointer, oneX, oneY bool, n int) {
		scratch := BlockPool.Get().(*array.Buffer)
		for {
			m := min(n, BlockLen)
			l.Binary(scratch.Mem, x, y, oneX, oneY, m)
			// The marked elements need the operands once more: so z, which may be one of them, is
			// written last.
			var marked [BlockLen / 8]uint64
			equal.WithY(unsafe.Pointer(&marked), scratch.Mem, marker, m)
			vs := unsafe.Slice((*T)(scratch.Mem), m)
			for i, some := range marked[:(m+7)/8] {
				if some == 0 {
					continue
				}
				for j := 8 * i; j < min(8*i+8, m); j++ {
					if some>>(8*(j-8*i))&1 != 0 {
						v, w := (*T)(x), (*T)(y)
						if !oneX {
							v = (*T)(unsafe.Add(x, j*size))
						}
						if !oneY {
							w = (*T)(unsafe.Add(y, j*size))
						}
						vs[j] = f(*v, *w)
					}
				}
			}
			copy(unsafe.Slice((*T)(z), m), vs)
			if n -= m; n == 0 {
				break
			}
			z = unsafe.Add(z, m*size)
			if !oneX {
				x = unsafe.Add(x, m*size)
			}
			if !oneY {
				y = unsafe.Add(y, m*size)
			}
		}
		BlockPool.Put(scratch)
	})
}

// costQuotient is what an element of a whole quotient costs, by its size.
var costQuotient = [...]float64{1: 0.3, 2: 0.3, 4: 0.8, 8: 1.5, 16: 0}

// arithUnary sets the rows of one operand of dtype d.
func arithUnary(d dtype.Dtype, set func(r ops.Unary, d dtype.Dtype, cost float64, f link)) {
	cost := movedCost(d, d)
	compareCost := movedCost(d, dtype.Bool)
	// direct is an operation on its own.
	direct := func(r ops.Unary, op simd.Op, cost float64) {
		if l := simd.For(op, d); l.Ok() {
			set(r, d, cost, l.Unary)
		}
	}
	// with is an operation with a constant on the right, or on the left.
	with := func(r ops.Unary, op simd.Op, of dtype.Dtype, v *simd.Repeated, cost float64) {
		if l := simd.For(op, of); l.Ok() {
			set(r, d, cost, func(z, x unsafe.Pointer, n int) { l.WithY(z, x, v, n) })
		}
	}
	from := func(r ops.Unary, op simd.Op, v *simd.Repeated) {
		if l := simd.For(op, d); l.Ok() {
			set(r, d, cost, func(z, x unsafe.Pointer, n int) { l.WithX(z, v, x, n) })
		}
	}
	fill := func(r ops.Unary, of dtype.Dtype, bits uint64) {
		v, l := repeatedBits(of, bits), simd.For(simd.OpAnd, of)
		set(r, d, movedCost(of), func(z, _ unsafe.Pointer, n int) { l.Same(z, v, n) })
	}
	if !d.IsComplex() {
		set(ops.Imag, d, cost, func(z, _ unsafe.Pointer, n int) { clear(unsafe.Slice((*byte)(z), n*d.Size())) })
	}
	if d == dtype.Bool || d.IsInteger() {
		fill(ops.IsFinite, dtype.Bool, 1)
		fill(ops.IsInf, dtype.Bool, 0)
		fill(ops.IsNan, dtype.Bool, 0)
	}
	if d == dtype.Bool {
		with(ops.BitwiseInvert, simd.OpXor, d, repeated8(1), cost)
		with(ops.LogicalNot, simd.OpXor, d, repeated8(1), cost)
		return
	}
	if l := simd.For(simd.OpMultiply, d); l.Ok() {
		set(ops.Square, d, cost, func(z, x unsafe.Pointer, n int) { l.Binary(z, x, x, false, false, n) })
	}
	part := partOf(d)
	sign := uint64(1) << (8*part.Size() - 1)
	switch {
	case d.IsInteger():
		with(ops.BitwiseInvert, simd.OpXor, d, repeatedBits(d, math.MaxUint64), cost)
		from(ops.Negative, simd.OpSubtract, repeatedBits(d, 0))
		if d.IsUnsigned() {
			with(ops.Sign, simd.OpMinimum, d, repeatedBits(d, 1), cost)
			fill(ops.SignBit, dtype.Bool, 0)
			return
		}
		direct(ops.Abs, simd.OpAbs, cost)
		direct(ops.Sign, simd.OpSign, cost)
		with(ops.SignBit, simd.OpLess, d, repeatedBits(d, 0), compareCost)
		with(ops.Relu, simd.OpMaximum, d, repeatedBits(d, 0), cost)
	case d.IsComplex():
		flip := [2]uint64{sign, sign}
		if part == dtype.Float32 {
			flip = [2]uint64{sign | sign<<32, sign | sign<<32}
		}
		with(ops.Negative, simd.OpXor, d, simd.Repeat(unsafe.Pointer(&flip), 16), cost)
		flip = [2]uint64{0, sign}
		if part == dtype.Float32 {
			flip = [2]uint64{sign << 32, sign << 32}
		}
		with(ops.Conj, simd.OpXor, d, simd.Repeat(unsafe.Pointer(&flip), 16), cost)
		direct(ops.Real, simd.OpReal, cost)
		direct(ops.Imag, simd.OpImag, cost)
		for _, r := range []struct {
			row      ops.Unary
			op, join simd.Op
			wanted   uint16
		}{
			{ops.IsNan, simd.OpIsNan, simd.OpNotEqual, 0},
			{ops.IsInf, simd.OpIsInf, simd.OpNotEqual, 0},
			{ops.IsFinite, simd.OpIsFinite, simd.OpEqual, 0x0101},
		} {
			l, join, wanted := simd.For(r.op, part).Times(2), simd.For(r.join, dtype.Uint16), repeated16(r.wanted)
			set(r.row, d, compareCost, chain(2, l.Unary, func(z, x unsafe.Pointer, n int) { join.WithY(z, x, wanted, n) }, d.Size(), 1))
		}
	default:
		with(ops.Abs, simd.OpAnd, d, repeatedBits(d, sign-1), cost)
		with(ops.Negative, simd.OpXor, d, repeatedBits(d, sign), cost)
		with(ops.SignBit, simd.OpLess, bitsDtype(d), repeatedBits(d, 0), compareCost)
		from(ops.Reciprocal, simd.OpDivide, repeatedBits(d, floatOne[d]))
		for _, r := range []struct {
			row ops.Unary
			op  simd.Op
		}{
			{ops.Sign, simd.OpSign}, {ops.Relu, simd.OpRelu}, {ops.Sqrt, simd.OpSqrt}, {ops.Round, simd.OpRound},
			{ops.Floor, simd.OpFloor}, {ops.Ceil, simd.OpCeil}, {ops.Trunc, simd.OpTrunc},
		} {
			direct(r.row, r.op, cost)
		}
		direct(ops.IsNan, simd.OpIsNan, compareCost)
		direct(ops.IsInf, simd.OpIsInf, compareCost)
		direct(ops.IsFinite, simd.OpIsFinite, compareCost)
	}
}

// chain is first and then second, by way of elements of mid bytes, a block at a time.
// The elements of their operand and of their result have xSize and zSize bytes.
func chain(mid int, first, second link, xSize, zSize int) link {
	return func(z, x unsafe.Pointer, n int) {
		scratch := BlockPool.Get().(*array.Buffer)
		for {
			m := min(n, BlockLen)
			first(scratch.Mem, x, m)
			second(z, scratch.Mem, m)
			if n -= m; n == 0 {
				break
			}
			z, x = unsafe.Add(z, m*zSize), unsafe.Add(x, m*xSize)
		}
		BlockPool.Put(scratch)
	}
}

// compareParts asks l of both parts of complex numbers of so many bytes, and joins the two
// bools, as 16 bits, by comparing them with what is wanted.
func compareParts(l, join simd.Loop, size int, wanted *simd.Repeated) func(z, x, y unsafe.Pointer, oneX, oneY bool, n int) {
	return func(z, x, y unsafe.Pointer, oneX, oneY bool, n int) {
		scratch := BlockPool.Get().(*array.Buffer)
		for {
			m := min(n, BlockLen)
			l.Binary(scratch.Mem, x, y, oneX, oneY, m)
			join.WithY(z, scratch.Mem, wanted, m)
			if n -= m; n == 0 {
				break
			}
			z = unsafe.Add(z, m)
			if !oneX {
				x = unsafe.Add(x, m*size)
			}
			if !oneY {
				y = unsafe.Add(y, m*size)
			}
		}
		BlockPool.Put(scratch)
	}
}

// arithCasts puts loops of package simd, where the machine has them, in the place of those
// in Go: of conversions.
func arithCasts(c *castTable) {
	if !simd.AVX2 {
		return
	}
	var stages [dtype.Count][dtype.Count]link
	for from := dtype.Bool; from < dtype.Count; from++ {
		for to := dtype.Bool; to < dtype.Count; to++ {
			if c[from][to].Run != nil {
				stages[from][to] = castStage(from, to)
			}
		}
	}
	for from := dtype.Bool; from < dtype.Count; from++ {
		for to := dtype.Bool; to < dtype.Count; to++ {
			if f := stages[from][to]; f != nil {
				widen1(&c[from][to], movedCost(from, to), f)
			}
		}
	}
}

// castStage returns the loop that converts from one dtype to the other, or nil.
func castStage(from, to dtype.Dtype) link {
	if l := simd.Cast(from, to); l.Ok() {
		return l.Unary
	}
	size, next := from.Size(), to.Size()
	switch {
	case to == dtype.Bool && from.IsComplex():
		// A complex number is true if one of its parts is.
		l, join, zero := simd.For(simd.OpNotEqual, partOf(from)).Times(2), simd.For(simd.OpNotEqual, dtype.Uint16), repeated16(0)
		return chain(2, func(z, x unsafe.Pointer, n int) { l.WithY(z, x, zero, n) },
			func(z, x unsafe.Pointer, n int) { join.WithY(z, x, zero, n) }, size, 1)
	case to == dtype.Bool && from != dtype.Bool:
		l, zero := simd.For(simd.OpNotEqual, from), repeatedBits(from, 0)
		return func(z, x unsafe.Pointer, n int) { l.WithY(z, x, zero, n) }
	case from == to, from.IsInteger() && to.IsInteger() && size == next, from == dtype.Bool && to.IsInteger() && next == 1:
		return func(z, x unsafe.Pointer, n int) {
			copy(unsafe.Slice((*byte)(z), n*size), unsafe.Slice((*byte)(x), n*size))
		}
	case from == dtype.Complex64 && to == dtype.Complex128, from == dtype.Complex128 && to == dtype.Complex64:
		return simd.Cast(partOf(from), partOf(to)).Times(2).Unary
	case to.IsComplex() && !from.IsComplex():
		part := partOf(to)
		join, zero := simd.For(simd.OpJoin, part), repeatedBits(part, 0)
		last := func(z, x unsafe.Pointer, n int) { join.WithY(z, x, zero, n) }
		if from == part {
			return last
		}
		if first := castStage(from, part); first != nil {
			return chain(part.Size(), first, last, size, next)
		}
	case dtype.Narrow.Has(from):
		return chain(4, simd.Cast(from, dtype.Float32).Unary, castStage(dtype.Float32, to), size, next)
	case dtype.Narrow.Has(to):
		// What float32 does not hold comes in one rounding all the same: to odd first.
		last := simd.Cast(dtype.Float32, to).Unary
		odd := simd.For(simd.OpOdd, dtype.Float64).Unary
		switch {
		case from == dtype.Float64:
			return chain(4, odd, last, size, next)
		case size == 8:
			return chain(8, simd.For(simd.OpOdd, from).Unary, chain(4, odd, last, 8, next), size, next)
		case size == 4:
			return chain(8, simd.Cast(from, dtype.Float64).Unary, chain(4, odd, last, 8, next), size, next)
		}
		return chain(4, simd.Cast(from, dtype.Float32).Unary, last, size, next)
	}
	return nil
}

// wideHalves converts between 16-bit floats and float32 where the machine has
// instructions for it, and reports whether it has.
func wideHalves[R, X array.Element](from, to dtype.Dtype, z []R, x []X) bool {
	if len(x) < shortLen || !simd.AVX2 {
		return false
	}
	z = z[:len(x)]
	simd.Cast(from, to).Unary(unsafe.Pointer(&z[0]), unsafe.Pointer(&x[0]), len(x))
	return true
}

// costHalves is what through32 adds to the cost of an element.
func costHalves() float64 {
	if simd.AVX2 {
		return 0.3
	}
	return 3
}

// CostFill is what setting an element of so many bytes costs.
func CostFill(size int) float64 {
	if simd.AVX2 {
		return costMoved * float64(size)
	}
	return 0.5
}

// arithWhere puts choices of package simd, where the machine has them, in the place of
// those in Go.
func arithWhere(ls []Loop) []Loop {
	for size := range ls {
		if ls[size].Run == nil {
			continue
		}
		if h := simd.Choose(size); h.Ok() {
			narrow := ls[size].Run
			ls[size] = Loop{Cost: costMoved * float64(3*size+1), Long: 1, Run: func(z Span, in Spans) {
				if z.N < shortLen {
					narrow(z, in)
				} else {
					h.Run(z.start(), in[0].start(), in[1].start(), in[2].start(), in[1].N < z.N, in[2].N < z.N, z.N)
				}
			}}
		}
	}
	return ls
}
