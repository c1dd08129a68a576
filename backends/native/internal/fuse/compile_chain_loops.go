package fuse

import (
	"github.com/goivy/goivy/backends/native/internal/elementwise"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// A chainLoop says how a chain does what a loop does.
type chainLoop struct {
	op      simd.ChainOp // ChainLoad if nothing is left to do when the operand is there
	args    int
	turned  bool // the operands are the other way round
	oneLast bool // an operand of one element for all is the right one: it matters where both are NaN
	either  bool // an operand on the left is as good on the right
}

// chainLoops are the loops that have steps.
var chainLoops = newChainLoops()

// The integers that are 32 bits wide in chains, as they are and with an order.
var (
	chainInts    = []dtype.Dtype{dtype.Int8, dtype.Uint8, dtype.Int16, dtype.Uint16, dtype.Int32, dtype.Uint32}
	chainOrdered = chainInts[:5]
	chainWide    = chainInts[4:]
)

func newChainLoops() chainTable {
	t := chainTable{}
	if !simd.HasChain() {
		return t
	}
	t.comparisons()
	t.arithmetic()
	t.functions()
	for _, size := range []int{1, 2, 4} {
		t[&elementwise.WhereLoops[size]] = chainLoop{op: simd.ChainChoose, args: 3}
	}
	for from := range chainLoads {
		for to := range chainLoads {
			if o, ok := castStep(from, to); ok && elementwise.CastLoops[from][to].Run != nil {
				t[&elementwise.CastLoops[from][to]] = chainLoop{op: o, args: 1}
			}
		}
	}
	return t
}

type chainTable map[*elementwise.Loop]chainLoop

// set adds what does the loop of op for operands of some dtypes, where there is one.
func (t chainTable) set(op *ops.Op, l chainLoop, ds ...dtype.Dtype) {
	ls := elementwise.Loops[op]
	if op.Group == ops.Activations {
		ls = elementwise.ActivationLoops[op]
	}
	for _, d := range ds {
		if ls[d].Run != nil {
			t[&ls[d]] = l
		}
	}
}

func (t chainTable) comparisons() {
	t.set(ops.Equal.Op, chainLoop{op: simd.ChainEqual, args: 2, either: true}, dtype.Float32)
	t.set(ops.Equal.Op, chainLoop{op: simd.ChainEqualInt, args: 2, either: true}, chainInts...)
	t.set(ops.NotEqual.Op, chainLoop{op: simd.ChainNotEqual, args: 2, either: true}, dtype.Float32)
	t.set(ops.NotEqual.Op, chainLoop{op: simd.ChainNotEqualInt, args: 2, either: true}, chainInts...)
	for _, c := range []struct {
		op         ops.Binary
		float, int simd.ChainOp
		turned     bool
	}{
		{ops.Less, simd.ChainLess, simd.ChainLessInt, false}, {ops.LessEqual, simd.ChainLessEqual, simd.ChainLessEqualInt, false},
		{ops.Greater, simd.ChainLess, simd.ChainLessInt, true}, {ops.GreaterEqual, simd.ChainLessEqual, simd.ChainLessEqualInt, true},
	} {
		t.set(c.op.Op, chainLoop{op: c.float, args: 2, turned: c.turned}, dtype.Float32)
		t.set(c.op.Op, chainLoop{op: c.int, args: 2, turned: c.turned}, chainOrdered...)
	}
}

func (t chainTable) arithmetic() {
	t.set(ops.Add.Op, chainLoop{op: simd.ChainAdd, args: 2}, dtype.Float32)
	t.set(ops.Subtract.Op, chainLoop{op: simd.ChainSubtract, args: 2}, dtype.Float32)
	t.set(ops.Multiply.Op, chainLoop{op: simd.ChainMultiply, args: 2}, dtype.Float32)
	t.set(ops.Divide.Op, chainLoop{op: simd.ChainDivide, args: 2}, dtype.Float32)
	t.set(ops.Maximum.Op, chainLoop{op: simd.ChainMaximum, args: 2, oneLast: true}, dtype.Float32)
	t.set(ops.Minimum.Op, chainLoop{op: simd.ChainMinimum, args: 2, oneLast: true}, dtype.Float32)
	t.set(ops.Add.Op, chainLoop{op: simd.ChainAddInt, args: 2, either: true}, chainWide...)
	t.set(ops.Subtract.Op, chainLoop{op: simd.ChainSubtractInt, args: 2}, chainWide...)
	t.set(ops.Multiply.Op, chainLoop{op: simd.ChainMultiplyInt, args: 2, either: true}, chainWide...)
	t.set(ops.Maximum.Op, chainLoop{op: simd.ChainMaximumInt, args: 2, either: true}, chainOrdered...)
	t.set(ops.Minimum.Op, chainLoop{op: simd.ChainMinimumInt, args: 2, either: true}, chainOrdered...)
	for op, o := range map[ops.Binary]simd.ChainOp{
		ops.BitwiseAnd: simd.ChainAnd, ops.LogicalAnd: simd.ChainAnd, ops.BitwiseOr: simd.ChainOr, ops.LogicalOr: simd.ChainOr,
		ops.BitwiseXor: simd.ChainXor, ops.LogicalXor: simd.ChainXor,
	} {
		t.set(op.Op, chainLoop{op: o, args: 2, either: true}, dtype.Bool)
	}
}

func (t chainTable) functions() {
	for op, o := range map[ops.Unary]simd.ChainOp{
		ops.Negative: simd.ChainNegative, ops.Abs: simd.ChainAbs, ops.Square: simd.ChainSquare, ops.Sqrt: simd.ChainSqrt,
		ops.Reciprocal: simd.ChainReciprocal, ops.Round: simd.ChainRound, ops.Floor: simd.ChainFloor, ops.Ceil: simd.ChainCeil,
		ops.Trunc: simd.ChainTrunc, ops.Sign: simd.ChainSign, ops.Relu: simd.ChainRelu,
		ops.IsNan: simd.ChainIsNan, ops.IsInf: simd.ChainIsInf, ops.IsFinite: simd.ChainIsFinite,
	} {
		t.set(op.Op, chainLoop{op: o, args: 1}, dtype.Float32)
	}
	t.set(ops.Square.Op, chainLoop{op: simd.ChainSquareInt, args: 1}, chainWide...)
	t.set(ops.Negative.Op, chainLoop{op: simd.ChainNegativeInt, args: 1}, chainWide...)
	t.set(ops.Abs.Op, chainLoop{op: simd.ChainAbsInt, args: 1}, dtype.Int32)
	t.set(ops.LogicalNot.Op, chainLoop{op: simd.ChainNot, args: 1}, dtype.Bool)
	t.set(ops.BitwiseInvert.Op, chainLoop{op: simd.ChainNot, args: 1}, dtype.Bool)
}

// chainLoads are the steps that load elements of the dtypes that chains know.
var chainLoads = map[dtype.Dtype]simd.ChainOp{
	dtype.Bool: simd.ChainLoadUint8, dtype.Uint8: simd.ChainLoadUint8, dtype.Int8: simd.ChainLoadInt8,
	dtype.Uint16: simd.ChainLoadUint16, dtype.Int16: simd.ChainLoadInt16, dtype.BFloat16: simd.ChainLoadUint16, dtype.Float16: simd.ChainLoadUint16,
	dtype.Uint32: simd.ChainLoad, dtype.Int32: simd.ChainLoad, dtype.Float32: simd.ChainLoad,
}

// castStep returns the step that converts from one dtype to the other, ChainLoad if there is nothing to do.
func castStep(from, to dtype.Dtype) (o simd.ChainOp, ok bool) {
	switch {
	case dtype.Narrow.Has(from) || dtype.Narrow.Has(to):
		return 0, false
	case from == to:
		return simd.ChainLoad, true
	case from == dtype.Float32:
		o, ok = map[dtype.Dtype]simd.ChainOp{dtype.Bool: simd.ChainBoolOfFloat, dtype.Int8: simd.ChainInt8OfFloat, dtype.Uint8: simd.ChainUint8OfFloat,
			dtype.Int16: simd.ChainInt16OfFloat, dtype.Uint16: simd.ChainUint16OfFloat, dtype.Int32: simd.ChainInt32OfFloat, dtype.Uint32: simd.ChainUint32OfFloat}[to]
		return o, ok
	case to == dtype.Float32 && from == dtype.Uint32:
		return simd.ChainFloatOfUint, true
	case to == dtype.Float32:
		return simd.ChainFloatOfInt, true
	case to == dtype.Bool:
		return simd.ChainBoolOfInt, true
	case from == dtype.Bool, to.Size() == 4, from.Size() < to.Size() && (from.IsUnsigned() || !to.IsUnsigned()):
		return simd.ChainLoad, true
	}
	o, ok = map[dtype.Dtype]simd.ChainOp{dtype.Int8: simd.ChainInt8OfInt, dtype.Uint8: simd.ChainUint8OfInt, dtype.Int16: simd.ChainInt16OfInt, dtype.Uint16: simd.ChainUint16OfInt}[to]
	return o, ok
}

// chainStores are the steps that store elements, by their size.
var chainStores = [...]simd.ChainOp{1: simd.ChainStore8, 2: simd.ChainStore16, 4: simd.ChainStore32}
