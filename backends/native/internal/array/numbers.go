package array

import "github.com/goivy/goivy/ivy/dtype"

// Element is what a block is made of: the Go types of the fifteen dtypes.
type Element interface {
	bool | uint8 | uint16 | uint32 | uint64 | int8 | int16 | int32 | int64 |
		dtype.Brain | dtype.Half | float32 | float64 | complex64 | complex128
}

type (
	// Integer is the integers. Those below are what Go's operators know: they know no
	// 16-bit floats.
	Integer interface {
		uint8 | uint16 | uint32 | uint64 | int8 | int16 | int32 | int64
	}

	// Unsigned is the integers without a sign.
	Unsigned interface {
		uint8 | uint16 | uint32 | uint64
	}

	// Float is the floats of 32 and 64 bits.
	Float interface{ float32 | float64 }

	// Complex is the complex numbers.
	Complex interface{ complex64 | complex128 }

	// Real is the numbers that have an order.
	Real interface{ Integer | Float }

	// Number is all of them.
	Number interface{ Real | Complex }
)
