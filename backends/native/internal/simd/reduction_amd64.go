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

// FoldsFar reports whether the Lines of reductions take several lines at once that are 32 KiB
// or more apart and have a multiple of their lanes: so they read memory at several addresses,
// from each of which the processor reads ahead.
var FoldsFar = AVX512

// reduction is the Fold of loops for types that have the bits of B and Y. With AVX-512 rows
// take any number of columns.
func reduction[A, X, B, Y any](lines2, lines5 func(z *B, x *Y, lines, n, step int), rows2, rows5 func(acc *B, x *Y, w, rows, step int), columns int) Fold[A, X] {
	lines, rows := at(lines2, lines5), at(rows2, rows5)
	if AVX512 {
		columns = 1
	}
	return Fold[A, X]{
		lines:   *(*func(z, x unsafe.Pointer, lines, n, step int))(unsafe.Pointer(&lines)),
		rows:    *(*func(acc, x unsafe.Pointer, w, rows, step int))(unsafe.Pointer(&rows)),
		columns: columns,
	}
}

// byParts makes rows of floats rows of complex numbers, whose parts they are.
func byParts[B any](rows func(acc, x *B, w, rows, step int)) func(acc, x *B, w, rows, step int) {
	return func(acc, x *B, w, n, step int) { rows(acc, x, 2*w, n, 2*step) }
}

// complexReduction is reduction for complex numbers C with parts B.
func complexReduction[C, B any](lines2, lines5 func(z, x *C, lines, n, step int), rows2, rows5 func(acc, x *B, w, rows, step int)) Fold[C, C] {
	lines, rows := at(lines2, lines5), at(rows2, rows5)
	f := Fold[C, C]{lines: *(*func(z, x unsafe.Pointer, lines, n, step int))(unsafe.Pointer(&lines)), columns: 1}
	f.rows = *(*func(acc, x unsafe.Pointer, w, rows, step int))(unsafe.Pointer(&rows))
	return f
}

func squares[A, X any](lines2, lines5 func(z *A, x *X, lines, n, step int, m *A, mstep int), rows2, rows5 func(acc *A, x *X, w, rows, step int, m *A), columns int) Squares[A, X] {
	if AVX512 {
		columns = 1
	}
	return Squares[A, X]{at(lines2, lines5), at(rows2, rows5), columns}
}

// The reductions; see [Fold.OK]. Those of 16-bit floats give float32, the wide ones 64 bits.
var (
	SumFloat32    = reduction[float32, float32](sumFloat32LinesAVX2, sumFloat32LinesAVX512, sumFloat32RowsAVX2, sumFloat32RowsAVX512, 1)
	SumFloat64    = reduction[float64, float64](sumFloat64LinesAVX2, sumFloat64LinesAVX512, sumFloat64RowsAVX2, sumFloat64RowsAVX512, 1)
	SumBFloat16   = reduction[float32, uint16](sumBFloat16LinesAVX2, sumBFloat16LinesAVX512, sumBFloat16RowsAVX2, sumBFloat16RowsAVX512, 8)
	SumFloat16    = reduction[float32, uint16](sumFloat16LinesAVX2, sumFloat16LinesAVX512, sumFloat16RowsAVX2, sumFloat16RowsAVX512, 8)
	SumInt8       = reduction[int8, int8](sumInt8LinesAVX2, sumInt8LinesAVX512, sumInt8RowsAVX2, sumInt8RowsAVX512, 32)
	SumInt16      = reduction[int16, int16](sumInt16LinesAVX2, sumInt16LinesAVX512, sumInt16RowsAVX2, sumInt16RowsAVX512, 16)
	SumInt32      = reduction[int32, int32](sumInt32LinesAVX2, sumInt32LinesAVX512, sumInt32RowsAVX2, sumInt32RowsAVX512, 1)
	SumInt64      = reduction[int64, int64](sumInt64LinesAVX2, sumInt64LinesAVX512, sumInt64RowsAVX2, sumInt64RowsAVX512, 1)
	SumUint8      = reduction[uint8, uint8](sumInt8LinesAVX2, sumInt8LinesAVX512, sumInt8RowsAVX2, sumInt8RowsAVX512, 32)
	SumUint16     = reduction[uint16, uint16](sumInt16LinesAVX2, sumInt16LinesAVX512, sumInt16RowsAVX2, sumInt16RowsAVX512, 16)
	SumUint32     = reduction[uint32, uint32](sumInt32LinesAVX2, sumInt32LinesAVX512, sumInt32RowsAVX2, sumInt32RowsAVX512, 1)
	SumUint64     = reduction[uint64, uint64](sumInt64LinesAVX2, sumInt64LinesAVX512, sumInt64RowsAVX2, sumInt64RowsAVX512, 1)
	SumComplex64  = complexReduction(sumComplex64LinesAVX2, sumComplex64LinesAVX512, byParts(sumFloat32RowsAVX2), byParts(sumFloat32RowsAVX512))
	SumComplex128 = complexReduction(sumComplex128LinesAVX2, sumComplex128LinesAVX512, byParts(sumFloat64RowsAVX2), byParts(sumFloat64RowsAVX512))

	SumInt8Wide   = reduction[int64, int8](sumInt8WideLinesAVX2, sumInt8WideLinesAVX512, sumInt8WideRowsAVX2, sumInt8WideRowsAVX512, 4)
	SumInt16Wide  = reduction[int64, int16](sumInt16WideLinesAVX2, sumInt16WideLinesAVX512, sumInt16WideRowsAVX2, sumInt16WideRowsAVX512, 4)
	SumInt32Wide  = reduction[int64, int32](sumInt32WideLinesAVX2, sumInt32WideLinesAVX512, sumInt32WideRowsAVX2, sumInt32WideRowsAVX512, 4)
	SumUint8Wide  = reduction[int64, uint8](sumUint8WideLinesAVX2, sumUint8WideLinesAVX512, sumUint8WideRowsAVX2, sumUint8WideRowsAVX512, 4)
	SumUint16Wide = reduction[int64, uint16](sumUint16WideLinesAVX2, sumUint16WideLinesAVX512, sumUint16WideRowsAVX2, sumUint16WideRowsAVX512, 4)
	SumUint32Wide = reduction[int64, uint32](sumUint32WideLinesAVX2, sumUint32WideLinesAVX512, sumUint32WideRowsAVX2, sumUint32WideRowsAVX512, 4)

	ProdFloat32  = reduction[float32, float32](prodFloat32LinesAVX2, prodFloat32LinesAVX512, prodFloat32RowsAVX2, prodFloat32RowsAVX512, 1)
	ProdFloat64  = reduction[float64, float64](prodFloat64LinesAVX2, prodFloat64LinesAVX512, prodFloat64RowsAVX2, prodFloat64RowsAVX512, 1)
	ProdBFloat16 = reduction[float32, uint16](prodBFloat16LinesAVX2, prodBFloat16LinesAVX512, prodBFloat16RowsAVX2, prodBFloat16RowsAVX512, 8)
	ProdFloat16  = reduction[float32, uint16](prodFloat16LinesAVX2, prodFloat16LinesAVX512, prodFloat16RowsAVX2, prodFloat16RowsAVX512, 8)
	ProdInt16    = reduction[int16, int16](prodInt16LinesAVX2, prodInt16LinesAVX512, prodInt16RowsAVX2, prodInt16RowsAVX512, 16)
	ProdInt32    = reduction[int32, int32](prodInt32LinesAVX2, prodInt32LinesAVX512, prodInt32RowsAVX2, prodInt32RowsAVX512, 1)
	ProdInt64    = reduction[int64, int64](prodInt64LinesAVX2, prodInt64LinesAVX512, prodInt64RowsAVX2, prodInt64RowsAVX512, 1)
	ProdUint16   = reduction[uint16, uint16](prodInt16LinesAVX2, prodInt16LinesAVX512, prodInt16RowsAVX2, prodInt16RowsAVX512, 16)
	ProdUint32   = reduction[uint32, uint32](prodInt32LinesAVX2, prodInt32LinesAVX512, prodInt32RowsAVX2, prodInt32RowsAVX512, 1)
	ProdUint64   = reduction[uint64, uint64](prodInt64LinesAVX2, prodInt64LinesAVX512, prodInt64RowsAVX2, prodInt64RowsAVX512, 1)

	MaxFloat32  = reduction[float32, float32](maxFloat32LinesAVX2, maxFloat32LinesAVX512, maxFloat32RowsAVX2, maxFloat32RowsAVX512, 1)
	MaxFloat64  = reduction[float64, float64](maxFloat64LinesAVX2, maxFloat64LinesAVX512, maxFloat64RowsAVX2, maxFloat64RowsAVX512, 1)
	MaxBFloat16 = reduction[float32, uint16](maxBFloat16LinesAVX2, maxBFloat16LinesAVX512, maxBFloat16RowsAVX2, maxBFloat16RowsAVX512, 8)
	MaxFloat16  = reduction[float32, uint16](maxFloat16LinesAVX2, maxFloat16LinesAVX512, maxFloat16RowsAVX2, maxFloat16RowsAVX512, 8)
	MaxInt8     = reduction[int8, int8](maxInt8LinesAVX2, maxInt8LinesAVX512, maxInt8RowsAVX2, maxInt8RowsAVX512, 32)
	MaxInt16    = reduction[int16, int16](maxInt16LinesAVX2, maxInt16LinesAVX512, maxInt16RowsAVX2, maxInt16RowsAVX512, 16)
	MaxInt32    = reduction[int32, int32](maxInt32LinesAVX2, maxInt32LinesAVX512, maxInt32RowsAVX2, maxInt32RowsAVX512, 1)
	MaxInt64    = reduction[int64, int64](maxInt64LinesAVX2, maxInt64LinesAVX512, maxInt64RowsAVX2, maxInt64RowsAVX512, 1)
	MaxUint8    = reduction[uint8, uint8](maxUint8LinesAVX2, maxUint8LinesAVX512, maxUint8RowsAVX2, maxUint8RowsAVX512, 32)
	MaxUint16   = reduction[uint16, uint16](maxUint16LinesAVX2, maxUint16LinesAVX512, maxUint16RowsAVX2, maxUint16RowsAVX512, 16)
	MaxUint32   = reduction[uint32, uint32](maxUint32LinesAVX2, maxUint32LinesAVX512, maxUint32RowsAVX2, maxUint32RowsAVX512, 1)
	MaxUint64   = reduction[uint64, uint64](maxUint64LinesAVX2, maxUint64LinesAVX512, maxUint64RowsAVX2, maxUint64RowsAVX512, 1)

	MinFloat32  = reduction[float32, float32](minFloat32LinesAVX2, minFloat32LinesAVX512, minFloat32RowsAVX2, minFloat32RowsAVX512, 1)
	MinFloat64  = reduction[float64, float64](minFloat64LinesAVX2, minFloat64LinesAVX512, minFloat64RowsAVX2, minFloat64RowsAVX512, 1)
	MinBFloat16 = reduction[float32, uint16](minBFloat16LinesAVX2, minBFloat16LinesAVX512, minBFloat16RowsAVX2, minBFloat16RowsAVX512, 8)
	MinFloat16  = reduction[float32, uint16](minFloat16LinesAVX2, minFloat16LinesAVX512, minFloat16RowsAVX2, minFloat16RowsAVX512, 8)
	MinInt8     = reduction[int8, int8](minInt8LinesAVX2, minInt8LinesAVX512, minInt8RowsAVX2, minInt8RowsAVX512, 32)
	MinInt16    = reduction[int16, int16](minInt16LinesAVX2, minInt16LinesAVX512, minInt16RowsAVX2, minInt16RowsAVX512, 16)
	MinInt32    = reduction[int32, int32](minInt32LinesAVX2, minInt32LinesAVX512, minInt32RowsAVX2, minInt32RowsAVX512, 1)
	MinInt64    = reduction[int64, int64](minInt64LinesAVX2, minInt64LinesAVX512, minInt64RowsAVX2, minInt64RowsAVX512, 1)
	MinUint8    = reduction[uint8, uint8](minUint8LinesAVX2, minUint8LinesAVX512, minUint8RowsAVX2, minUint8RowsAVX512, 32)
	MinUint16   = reduction[uint16, uint16](minUint16LinesAVX2, minUint16LinesAVX512, minUint16RowsAVX2, minUint16RowsAVX512, 16)
	MinUint32   = reduction[uint32, uint32](minUint32LinesAVX2, minUint32LinesAVX512, minUint32RowsAVX2, minUint32RowsAVX512, 1)
	MinUint64   = reduction[uint64, uint64](minUint64LinesAVX2, minUint64LinesAVX512, minUint64RowsAVX2, minUint64RowsAVX512, 1)

	SquaresFloat32  = squares(squaresFloat32LinesAVX2, squaresFloat32LinesAVX512, squaresFloat32RowsAVX2, squaresFloat32RowsAVX512, 1)
	SquaresFloat64  = squares(squaresFloat64LinesAVX2, squaresFloat64LinesAVX512, squaresFloat64RowsAVX2, squaresFloat64RowsAVX512, 1)
	SquaresBFloat16 = squares(squaresBFloat16LinesAVX2, squaresBFloat16LinesAVX512, squaresBFloat16RowsAVX2, squaresBFloat16RowsAVX512, 8)
	SquaresFloat16  = squares(squaresFloat16LinesAVX2, squaresFloat16LinesAVX512, squaresFloat16RowsAVX2, squaresFloat16RowsAVX512, 8)
)
