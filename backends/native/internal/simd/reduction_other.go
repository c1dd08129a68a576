//go:build !amd64

package simd

// DistantRows is false: the reductions are not available here.
const DistantRows = false

// The reductions are not available here.
var (
	SumFloat32    Reduction[float32, float32]
	SumFloat64    Reduction[float64, float64]
	SumBFloat16   Reduction[float32, uint16]
	SumFloat16    Reduction[float32, uint16]
	SumInt8       Reduction[int8, int8]
	SumInt16      Reduction[int16, int16]
	SumInt32      Reduction[int32, int32]
	SumInt64      Reduction[int64, int64]
	SumUint8      Reduction[uint8, uint8]
	SumUint16     Reduction[uint16, uint16]
	SumUint32     Reduction[uint32, uint32]
	SumUint64     Reduction[uint64, uint64]
	SumComplex64  Reduction[complex64, complex64]
	SumComplex128 Reduction[complex128, complex128]

	SumInt8Wide   Reduction[int64, int8]
	SumInt16Wide  Reduction[int64, int16]
	SumInt32Wide  Reduction[int64, int32]
	SumUint8Wide  Reduction[int64, uint8]
	SumUint16Wide Reduction[int64, uint16]
	SumUint32Wide Reduction[int64, uint32]

	ProdFloat32  Reduction[float32, float32]
	ProdFloat64  Reduction[float64, float64]
	ProdBFloat16 Reduction[float32, uint16]
	ProdFloat16  Reduction[float32, uint16]
	ProdInt16    Reduction[int16, int16]
	ProdInt32    Reduction[int32, int32]
	ProdInt64    Reduction[int64, int64]
	ProdUint16   Reduction[uint16, uint16]
	ProdUint32   Reduction[uint32, uint32]
	ProdUint64   Reduction[uint64, uint64]

	MaxFloat32  Reduction[float32, float32]
	MaxFloat64  Reduction[float64, float64]
	MaxBFloat16 Reduction[float32, uint16]
	MaxFloat16  Reduction[float32, uint16]
	MaxInt8     Reduction[int8, int8]
	MaxInt16    Reduction[int16, int16]
	MaxInt32    Reduction[int32, int32]
	MaxInt64    Reduction[int64, int64]
	MaxUint8    Reduction[uint8, uint8]
	MaxUint16   Reduction[uint16, uint16]
	MaxUint32   Reduction[uint32, uint32]
	MaxUint64   Reduction[uint64, uint64]

	MinFloat32  Reduction[float32, float32]
	MinFloat64  Reduction[float64, float64]
	MinBFloat16 Reduction[float32, uint16]
	MinFloat16  Reduction[float32, uint16]
	MinInt8     Reduction[int8, int8]
	MinInt16    Reduction[int16, int16]
	MinInt32    Reduction[int32, int32]
	MinInt64    Reduction[int64, int64]
	MinUint8    Reduction[uint8, uint8]
	MinUint16   Reduction[uint16, uint16]
	MinUint32   Reduction[uint32, uint32]
	MinUint64   Reduction[uint64, uint64]

	SquaresFloat32  Squares[float32, float32]
	SquaresFloat64  Squares[float64, float64]
	SquaresBFloat16 Squares[float32, uint16]
	SquaresFloat16  Squares[float32, uint16]
)
