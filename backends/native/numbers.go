package native

import "github.com/goivy/goivy/ivy/dtype"

// element is what a block is made of: the Go types of the fifteen dtypes.
type element interface {
	bool | uint8 | uint16 | uint32 | uint64 | int8 | int16 | int32 | int64 |
		dtype.Brain | dtype.Half | float32 | float64 | complex64 | complex128
}

// The kinds of numbers among them, as Go's operators know them: those on 16-bit floats it
// does not have.
type (
	integer interface {
		uint8 | uint16 | uint32 | uint64 | int8 | int16 | int32 | int64
	}
	unsigned interface {
		uint8 | uint16 | uint32 | uint64
	}
	float         interface{ float32 | float64 }
	complexNumber interface{ complex64 | complex128 }
	realNumber    interface{ integer | float }
	anyNumber     interface{ realNumber | complexNumber }
)
