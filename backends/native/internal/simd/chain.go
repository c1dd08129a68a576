package simd

import "unsafe"

// A chain takes elements through operations one after the other, in one pass: a program of
// [ChainStep]s for an accumulator that stays in registers. Elements are of 32 bits there: float32, or integers, those of
// fewer bits extended. Bools are 0 and 1. Each operation gives the same bits as the [Loop] that does it alone.

// A ChainOp is what a step does with the accumulator, acc, and its operand, y.
type ChainOp uint8

// Operations. Those whose names end in Int are of integers.
const (
	ChainEnd        ChainOp = iota // the end of each program
	ChainLoad                      // acc = y
	ChainLoadUint8                 // acc = y, a uint8 or a bool
	ChainLoadInt8                  // acc = y, an int8
	ChainLoadUint16                // acc = y, a uint16
	ChainLoadInt16                 // acc = y, an int16
	ChainLoadOther                 // other = y: an operand of the choices
	ChainStore32                   // y = acc
	ChainStore16                   // y = acc's low bits
	ChainStore8                    // likewise

	ChainAdd
	ChainSubtract
	ChainMultiply
	ChainDivide
	ChainAddInt
	ChainSubtractInt
	ChainMultiplyInt
	ChainMaximumInt // with sign
	ChainMinimumInt // with sign
	ChainMaximum    // NaN if either is, and +0 is greater than −0
	ChainMinimum    // likewise
	ChainAnd        // bits
	ChainOr         // bits
	ChainXor        // bits
	ChainEqual
	ChainEqualInt
	ChainNotEqual
	ChainNotEqualInt
	ChainLess
	ChainLessInt // with sign
	ChainLessEqual
	ChainLessEqualInt // with sign
	ChainChoose       // acc = other where acc is true, and y elsewhere
	ChainReplaceWhere // acc = other where y is true
	ChainKeepWhere    // acc = other where y is not true

	ChainNegative
	ChainAbs
	ChainSquare
	ChainSqrt
	ChainReciprocal
	ChainRound
	ChainFloor
	ChainCeil
	ChainTrunc
	ChainSign
	ChainRelu
	ChainIsNan
	ChainIsInf
	ChainIsFinite
	ChainNegativeInt
	ChainAbsInt
	ChainSquareInt
	ChainNot         // of bools
	ChainFloatOfInt  // of int32
	ChainFloatOfUint // of uint32
	ChainInt8OfFloat // as [Cast] does
	ChainUint8OfFloat
	ChainInt16OfFloat
	ChainUint16OfFloat
	ChainInt32OfFloat
	ChainUint32OfFloat
	ChainInt8OfInt
	ChainInt16OfInt
	ChainUint8OfInt
	ChainUint16OfInt
	ChainBoolOfInt
	ChainBoolOfFloat
	chainOps
)

// ChainCost returns what a step costs per element, in nanoseconds, about, but for the memory it needs.
func ChainCost(op ChainOp) float64 {
	switch op {
	case ChainDivide, ChainReciprocal, ChainSqrt:
		return 0.12
	}
	return 0.03
}

// A chainForm says how a step's operand comes.
type chainForm uint8

const (
	chainMany      chainForm = iota // elements, or there is no operand
	chainOne                        // one for each row
	chainManyFirst                  // elements, to the left of the accumulator
	chainOneFirst                   // one, likewise
	chainForms
)

// A ChainStep is a step of a chain's program. Y is where its operand begins, RowBytes how far that of the next
// row is.
type ChainStep struct {
	whole, half uintptr // the functions for a whole block of elements and for half of one
	Y           unsafe.Pointer
	RowBytes    int
	columns     int // −1, or 0 if the operand is the same block for all columns
}

// ChainBlock is how many elements steps work on at a time: as many, of 32 bits, hold temporary values.
const ChainBlock = 128

// NewChainStep returns a step without its operand, which stands to the left of the accumulator if first. one says that it
// is one element for each row, temporary that it is a block of [ChainBlock] elements that is written by an earlier step.
func NewChainStep(op ChainOp, first, one, temporary bool) ChainStep {
	form := chainMany
	if one {
		form = chainOne
	}
	if first {
		form += chainManyFirst
	}
	s := ChainStep{whole: chainCode[op][form][0], half: chainCode[op][form][1], columns: -1}
	if s.whole == 0 {
		panic("simd: no such step")
	}
	if temporary {
		s.columns = 0
	}
	return s
}

// HasChain reports whether there are chains on this machine, and IVY_SIMD allows them.
func HasChain() bool { return chainCode[ChainEnd][chainMany][0] != 0 }

// RunChain runs a program, the last step of which is [ChainEnd], over rows of columns of elements; there is at least one.
//
//go:noinline
func RunChain(steps []ChainStep, rows, columns int) {
	chainRun((*byte)(unsafe.Pointer(unsafe.SliceData(steps))), rows, columns)
}
