package array

import "github.com/goivy/goivy/ivy/dtype"

// Element is what a block is made of: the Go types of the fifteen dtypes.
type Element interface {
	bool | uint8 | uint16 | uint32 | uint64 | int8 | int16 | int32 | int64 |
		dtype.Brain | dtype.Half | float32 | float64 | complex64 | complex128
}

// The kinds of numbers among them, as Go's operators know them: those on 16-bit floats it
// does not have.
type (
	Integer interface {
		uint8 | uint16 | uint32 | uint64 | int8 | int16 | int32 | int64
	}
	Unsigned interface {
		uint8 | uint16 | uint32 | uint64
	}
	Float   interface{ float32 | float64 }
	Complex interface{ complex64 | complex128 }
	Real    interface{ Integer | Float }
	Number  interface{ Real | Complex }
)
