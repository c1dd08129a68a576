//go:build !amd64

package simd

// FoldsFar is false: the reductions are not available here.
const FoldsFar = false

// The reductions are not available here.
var (
	SumFloat32    Fold[float32, float32]
	SumFloat64    Fold[float64, float64]
	SumBFloat16   Fold[float32, uint16]
	SumFloat16    Fold[float32, uint16]
	SumInt8       Fold[int8, int8]
	SumInt16      Fold[int16, int16]
	SumInt32      Fold[int32, int32]
	SumInt64      Fold[int64, int64]
	SumUint8      Fold[uint8, uint8]
	SumUint16     Fold[uint16, uint16]
	SumUint32     Fold[uint32, uint32]
	SumUint64     Fold[uint64, uint64]
	SumComplex64  Fold[complex64, complex64]
	SumComplex128 Fold[complex128, complex128]

	SumInt8Wide   Fold[int64, int8]
	SumInt16Wide  Fold[int64, int16]
	SumInt32Wide  Fold[int64, int32]
	SumUint8Wide  Fold[int64, uint8]
	SumUint16Wide Fold[int64, uint16]
	SumUint32Wide Fold[int64, uint32]

	ProdFloat32  Fold[float32, float32]
	ProdFloat64  Fold[float64, float64]
	ProdBFloat16 Fold[float32, uint16]
	ProdFloat16  Fold[float32, uint16]
	ProdInt16    Fold[int16, int16]
	ProdInt32    Fold[int32, int32]
	ProdInt64    Fold[int64, int64]
	ProdUint16   Fold[uint16, uint16]
	ProdUint32   Fold[uint32, uint32]
	ProdUint64   Fold[uint64, uint64]

	MaxFloat32  Fold[float32, float32]
	MaxFloat64  Fold[float64, float64]
	MaxBFloat16 Fold[float32, uint16]
	MaxFloat16  Fold[float32, uint16]
	MaxInt8     Fold[int8, int8]
	MaxInt16    Fold[int16, int16]
	MaxInt32    Fold[int32, int32]
	MaxInt64    Fold[int64, int64]
	MaxUint8    Fold[uint8, uint8]
	MaxUint16   Fold[uint16, uint16]
	MaxUint32   Fold[uint32, uint32]
	MaxUint64   Fold[uint64, uint64]

	MinFloat32  Fold[float32, float32]
	MinFloat64  Fold[float64, float64]
	MinBFloat16 Fold[float32, uint16]
	MinFloat16  Fold[float32, uint16]
	MinInt8     Fold[int8, int8]
	MinInt16    Fold[int16, int16]
	MinInt32    Fold[int32, int32]
	MinInt64    Fold[int64, int64]
	MinUint8    Fold[uint8, uint8]
	MinUint16   Fold[uint16, uint16]
	MinUint32   Fold[uint32, uint32]
	MinUint64   Fold[uint64, uint64]

	SquaresFloat32  Squares[float32, float32]
	SquaresFloat64  Squares[float64, float64]
	SquaresBFloat16 Squares[float32, uint16]
	SquaresFloat16  Squares[float32, uint16]
)
