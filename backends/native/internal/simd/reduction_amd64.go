package simd

import "unsafe"

// at returns the form of a loop that the machine has.
func at[F any](avx2, avx512 F) (f F) {
	switch {
	case AVX512:
		return avx512
	case AVX2:
		return avx2
	}
	return f
}

// DistantRows reports whether Inner of reductions takes several rows at once that are 32 KiB
// or more apart and have a multiple of their lanes: so they read memory at several addresses,
// from each of which the processor reads ahead.
var DistantRows = AVX512

// reduction is the Reduction of loops for types that have the bits of B and Y. With AVX-512 rows
// take any number of columns.
func reduction[A, X, B, Y any](inner2, inner5 func(z *B, x *Y, rows, n, step int), rows2, rows5 func(acc *B, x *Y, w, rows, step int), columns int) Reduction[A, X] {
	inner, rows := at(inner2, inner5), at(rows2, rows5)
	if AVX512 {
		columns = 1
	}
	return Reduction[A, X]{
		inner:   *(*func(z, x unsafe.Pointer, rows, n, step int))(unsafe.Pointer(&inner)),
		rows:    *(*func(acc, x unsafe.Pointer, w, rows, step int))(unsafe.Pointer(&rows)),
		columns: columns,
	}
}

// byParts makes rows of floats rows of complex numbers, whose parts they are.
func byParts[B any](rows func(acc, x *B, w, rows, step int)) func(acc, x *B, w, rows, step int) {
	return func(acc, x *B, w, n, step int) { rows(acc, x, 2*w, n, 2*step) }
}

// complexReduction is reduction for complex numbers C with parts B.
func complexReduction[C, B any](inner2, inner5 func(z, x *C, rows, n, step int), rows2, rows5 func(acc, x *B, w, rows, step int)) Reduction[C, C] {
	inner, rows := at(inner2, inner5), at(rows2, rows5)
	f := Reduction[C, C]{inner: *(*func(z, x unsafe.Pointer, rows, n, step int))(unsafe.Pointer(&inner)), columns: 1}
	f.rows = *(*func(acc, x unsafe.Pointer, w, rows, step int))(unsafe.Pointer(&rows))
	return f
}

func squares[A, X any](inner2, inner5 func(z *A, x *X, rows, n, step int, m *A, mstep int), rows2, rows5 func(acc *A, x *X, w, rows, step int, m *A), columns int) Squares[A, X] {
	if AVX512 {
		columns = 1
	}
	return Squares[A, X]{at(inner2, inner5), at(rows2, rows5), columns}
}

// The reductions; see [Reduction.OK]. Those of 16-bit floats give float32, the wide ones 64 bits.
var (
	SumFloat32    = reduction[float32, float32](sumFloat32InnerAVX2, sumFloat32InnerAVX512, sumFloat32RowsAVX2, sumFloat32RowsAVX512, 1)
	SumFloat64    = reduction[float64, float64](sumFloat64InnerAVX2, sumFloat64InnerAVX512, sumFloat64RowsAVX2, sumFloat64RowsAVX512, 1)
	SumBFloat16   = reduction[float32, uint16](sumBFloat16InnerAVX2, sumBFloat16InnerAVX512, sumBFloat16RowsAVX2, sumBFloat16RowsAVX512, 8)
	SumFloat16    = reduction[float32, uint16](sumFloat16InnerAVX2, sumFloat16InnerAVX512, sumFloat16RowsAVX2, sumFloat16RowsAVX512, 8)
	SumInt8       = reduction[int8, int8](sumInt8InnerAVX2, sumInt8InnerAVX512, sumInt8RowsAVX2, sumInt8RowsAVX512, 32)
	SumInt16      = reduction[int16, int16](sumInt16InnerAVX2, sumInt16InnerAVX512, sumInt16RowsAVX2, sumInt16RowsAVX512, 16)
	SumInt32      = reduction[int32, int32](sumInt32InnerAVX2, sumInt32InnerAVX512, sumInt32RowsAVX2, sumInt32RowsAVX512, 1)
	SumInt64      = reduction[int64, int64](sumInt64InnerAVX2, sumInt64InnerAVX512, sumInt64RowsAVX2, sumInt64RowsAVX512, 1)
	SumUint8      = reduction[uint8, uint8](sumInt8InnerAVX2, sumInt8InnerAVX512, sumInt8RowsAVX2, sumInt8RowsAVX512, 32)
	SumUint16     = reduction[uint16, uint16](sumInt16InnerAVX2, sumInt16InnerAVX512, sumInt16RowsAVX2, sumInt16RowsAVX512, 16)
	SumUint32     = reduction[uint32, uint32](sumInt32InnerAVX2, sumInt32InnerAVX512, sumInt32RowsAVX2, sumInt32RowsAVX512, 1)
	SumUint64     = reduction[uint64, uint64](sumInt64InnerAVX2, sumInt64InnerAVX512, sumInt64RowsAVX2, sumInt64RowsAVX512, 1)
	SumComplex64  = complexReduction(sumComplex64InnerAVX2, sumComplex64InnerAVX512, byParts(sumFloat32RowsAVX2), byParts(sumFloat32RowsAVX512))
	SumComplex128 = complexReduction(sumComplex128InnerAVX2, sumComplex128InnerAVX512, byParts(sumFloat64RowsAVX2), byParts(sumFloat64RowsAVX512))

	SumInt8Wide   = reduction[int64, int8](sumInt8WideInnerAVX2, sumInt8WideInnerAVX512, sumInt8WideRowsAVX2, sumInt8WideRowsAVX512, 4)
	SumInt16Wide  = reduction[int64, int16](sumInt16WideInnerAVX2, sumInt16WideInnerAVX512, sumInt16WideRowsAVX2, sumInt16WideRowsAVX512, 4)
	SumInt32Wide  = reduction[int64, int32](sumInt32WideInnerAVX2, sumInt32WideInnerAVX512, sumInt32WideRowsAVX2, sumInt32WideRowsAVX512, 4)
	SumUint8Wide  = reduction[int64, uint8](sumUint8WideInnerAVX2, sumUint8WideInnerAVX512, sumUint8WideRowsAVX2, sumUint8WideRowsAVX512, 4)
	SumUint16Wide = reduction[int64, uint16](sumUint16WideInnerAVX2, sumUint16WideInnerAVX512, sumUint16WideRowsAVX2, sumUint16WideRowsAVX512, 4)
	SumUint32Wide = reduction[int64, uint32](sumUint32WideInnerAVX2, sumUint32WideInnerAVX512, sumUint32WideRowsAVX2, sumUint32WideRowsAVX512, 4)

	ProdFloat32  = reduction[float32, float32](prodFloat32InnerAVX2, prodFloat32InnerAVX512, prodFloat32RowsAVX2, prodFloat32RowsAVX512, 1)
	ProdFloat64  = reduction[float64, float64](prodFloat64InnerAVX2, prodFloat64InnerAVX512, prodFloat64RowsAVX2, prodFloat64RowsAVX512, 1)
	ProdBFloat16 = reduction[float32, uint16](prodBFloat16InnerAVX2, prodBFloat16InnerAVX512, prodBFloat16RowsAVX2, prodBFloat16RowsAVX512, 8)
	ProdFloat16  = reduction[float32, uint16](prodFloat16InnerAVX2, prodFloat16InnerAVX512, prodFloat16RowsAVX2, prodFloat16RowsAVX512, 8)
	ProdInt16    = reduction[int16, int16](prodInt16InnerAVX2, prodInt16InnerAVX512, prodInt16RowsAVX2, prodInt16RowsAVX512, 16)
	ProdInt32    = reduction[int32, int32](prodInt32InnerAVX2, prodInt32InnerAVX512, prodInt32RowsAVX2, prodInt32RowsAVX512, 1)
	ProdInt64    = reduction[int64, int64](prodInt64InnerAVX2, prodInt64InnerAVX512, prodInt64RowsAVX2, prodInt64RowsAVX512, 1)
	ProdUint16   = reduction[uint16, uint16](prodInt16InnerAVX2, prodInt16InnerAVX512, prodInt16RowsAVX2, prodInt16RowsAVX512, 16)
	ProdUint32   = reduction[uint32, uint32](prodInt32InnerAVX2, prodInt32InnerAVX512, prodInt32RowsAVX2, prodInt32RowsAVX512, 1)
	ProdUint64   = reduction[uint64, uint64](prodInt64InnerAVX2, prodInt64InnerAVX512, prodInt64RowsAVX2, prodInt64RowsAVX512, 1)

	MaxFloat32  = reduction[float32, float32](maxFloat32InnerAVX2, maxFloat32InnerAVX512, maxFloat32RowsAVX2, maxFloat32RowsAVX512, 1)
	MaxFloat64  = reduction[float64, float64](maxFloat64InnerAVX2, maxFloat64InnerAVX512, maxFloat64RowsAVX2, maxFloat64RowsAVX512, 1)
	MaxBFloat16 = reduction[float32, uint16](maxBFloat16InnerAVX2, maxBFloat16InnerAVX512, maxBFloat16RowsAVX2, maxBFloat16RowsAVX512, 8)
	MaxFloat16  = reduction[float32, uint16](maxFloat16InnerAVX2, maxFloat16InnerAVX512, maxFloat16RowsAVX2, maxFloat16RowsAVX512, 8)
	MaxInt8     = reduction[int8, int8](maxInt8InnerAVX2, maxInt8InnerAVX512, maxInt8RowsAVX2, maxInt8RowsAVX512, 32)
	MaxInt16    = reduction[int16, int16](maxInt16InnerAVX2, maxInt16InnerAVX512, maxInt16RowsAVX2, maxInt16RowsAVX512, 16)
	MaxInt32    = reduction[int32, int32](maxInt32InnerAVX2, maxInt32InnerAVX512, maxInt32RowsAVX2, maxInt32RowsAVX512, 1)
	MaxInt64    = reduction[int64, int64](maxInt64InnerAVX2, maxInt64InnerAVX512, maxInt64RowsAVX2, maxInt64RowsAVX512, 1)
	MaxUint8    = reduction[uint8, uint8](maxUint8InnerAVX2, maxUint8InnerAVX512, maxUint8RowsAVX2, maxUint8RowsAVX512, 32)
	MaxUint16   = reduction[uint16, uint16](maxUint16InnerAVX2, maxUint16InnerAVX512, maxUint16RowsAVX2, maxUint16RowsAVX512, 16)
	MaxUint32   = reduction[uint32, uint32](maxUint32InnerAVX2, maxUint32InnerAVX512, maxUint32RowsAVX2, maxUint32RowsAVX512, 1)
	MaxUint64   = reduction[uint64, uint64](maxUint64InnerAVX2, maxUint64InnerAVX512, maxUint64RowsAVX2, maxUint64RowsAVX512, 1)

	MinFloat32  = reduction[float32, float32](minFloat32InnerAVX2, minFloat32InnerAVX512, minFloat32RowsAVX2, minFloat32RowsAVX512, 1)
	MinFloat64  = reduction[float64, float64](minFloat64InnerAVX2, minFloat64InnerAVX512, minFloat64RowsAVX2, minFloat64RowsAVX512, 1)
	MinBFloat16 = reduction[float32, uint16](minBFloat16InnerAVX2, minBFloat16InnerAVX512, minBFloat16RowsAVX2, minBFloat16RowsAVX512, 8)
	MinFloat16  = reduction[float32, uint16](minFloat16InnerAVX2, minFloat16InnerAVX512, minFloat16RowsAVX2, minFloat16RowsAVX512, 8)
	MinInt8     = reduction[int8, int8](minInt8InnerAVX2, minInt8InnerAVX512, minInt8RowsAVX2, minInt8RowsAVX512, 32)
	MinInt16    = reduction[int16, int16](minInt16InnerAVX2, minInt16InnerAVX512, minInt16RowsAVX2, minInt16RowsAVX512, 16)
	MinInt32    = reduction[int32, int32](minInt32InnerAVX2, minInt32InnerAVX512, minInt32RowsAVX2, minInt32RowsAVX512, 1)
	MinInt64    = reduction[int64, int64](minInt64InnerAVX2, minInt64InnerAVX512, minInt64RowsAVX2, minInt64RowsAVX512, 1)
	MinUint8    = reduction[uint8, uint8](minUint8InnerAVX2, minUint8InnerAVX512, minUint8RowsAVX2, minUint8RowsAVX512, 32)
	MinUint16   = reduction[uint16, uint16](minUint16InnerAVX2, minUint16InnerAVX512, minUint16RowsAVX2, minUint16RowsAVX512, 16)
	MinUint32   = reduction[uint32, uint32](minUint32InnerAVX2, minUint32InnerAVX512, minUint32RowsAVX2, minUint32RowsAVX512, 1)
	MinUint64   = reduction[uint64, uint64](minUint64InnerAVX2, minUint64InnerAVX512, minUint64RowsAVX2, minUint64RowsAVX512, 1)

	SquaresFloat32  = squares(squaresFloat32InnerAVX2, squaresFloat32InnerAVX512, squaresFloat32RowsAVX2, squaresFloat32RowsAVX512, 1)
	SquaresFloat64  = squares(squaresFloat64InnerAVX2, squaresFloat64InnerAVX512, squaresFloat64RowsAVX2, squaresFloat64RowsAVX512, 1)
	SquaresBFloat16 = squares(squaresBFloat16InnerAVX2, squaresBFloat16InnerAVX512, squaresBFloat16RowsAVX2, squaresBFloat16RowsAVX512, 8)
	SquaresFloat16  = squares(squaresFloat16InnerAVX2, squaresFloat16InnerAVX512, squaresFloat16RowsAVX2, squaresFloat16RowsAVX512, 8)
)
