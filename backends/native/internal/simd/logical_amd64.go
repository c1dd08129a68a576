package simd

import "unsafe"

var (
	anyRows = at(anyRowsAVX2, anyRowsAVX512)
	allRows = [...]func(z, x *uint8, rows, n, step int, mask uint64){
		at(all8RowsAVX2, all8RowsAVX512), at(all16RowsAVX2, all16RowsAVX512), at(all32RowsAVX2, all32RowsAVX512),
		at(all64RowsAVX2, all64RowsAVX512), at(all128RowsAVX2, all128RowsAVX512)}
	countRows = [...]func(z *int64, x *uint8, rows, n, step int, mask uint64){
		at(count8RowsAVX2, count8RowsAVX512), at(count16RowsAVX2, count16RowsAVX512), at(count32RowsAVX2, count32RowsAVX512),
		at(count64RowsAVX2, count64RowsAVX512), at(count128RowsAVX2, count128RowsAVX512)}
	nonzero = [...]func(z, x *uint8, n int, mask uint64){
		at(nonzero8AVX2, nonzero8AVX512), at(nonzero16AVX2, nonzero16AVX512), at(nonzero32AVX2, nonzero32AVX512),
		at[func(z, x *uint8, n int, mask uint64)](nil, nonzero64AVX512)}
)

// The indices of extremes; see [ExtremeIndices.OK].
var (
	GreatestFloat32Indices = ExtremeIndices[float32, int32]{at(greatestFloat32IndicesAVX2, greatestFloat32IndicesAVX512)}
	GreatestFloat64Indices = ExtremeIndices[float64, int64]{at(greatestFloat64IndicesAVX2, greatestFloat64IndicesAVX512)}
	GreatestInt32Indices   = ExtremeIndices[int32, int32]{at(greatestInt32IndicesAVX2, greatestInt32IndicesAVX512)}
	GreatestInt64Indices   = ExtremeIndices[int64, int64]{at(greatestInt64IndicesAVX2, greatestInt64IndicesAVX512)}
	GreatestUint32Indices  = ExtremeIndices[uint32, int32]{at(greatestUint32IndicesAVX2, greatestUint32IndicesAVX512)}
	GreatestUint64Indices  = ExtremeIndices[uint64, int64]{at(greatestUint64IndicesAVX2, greatestUint64IndicesAVX512)}
	LeastFloat32Indices    = ExtremeIndices[float32, int32]{at(leastFloat32IndicesAVX2, leastFloat32IndicesAVX512)}
	LeastFloat64Indices    = ExtremeIndices[float64, int64]{at(leastFloat64IndicesAVX2, leastFloat64IndicesAVX512)}
	LeastInt32Indices      = ExtremeIndices[int32, int32]{at(leastInt32IndicesAVX2, leastInt32IndicesAVX512)}
	LeastInt64Indices      = ExtremeIndices[int64, int64]{at(leastInt64IndicesAVX2, leastInt64IndicesAVX512)}
	LeastUint32Indices     = ExtremeIndices[uint32, int32]{at(leastUint32IndicesAVX2, leastUint32IndicesAVX512)}
	LeastUint64Indices     = ExtremeIndices[uint64, int64]{at(leastUint64IndicesAVX2, leastUint64IndicesAVX512)}
)

// The scans; see [Scan.OK].
var (
	SumFloat32Scan = Scan[float32]{at(sumFloat32ScanAVX2, sumFloat32ScanAVX512)}
	SumFloat64Scan = Scan[float64]{at(sumFloat64ScanAVX2, sumFloat64ScanAVX512)}
	SumInt32Scan   = Scan[int32]{at(sumInt32ScanAVX2, sumInt32ScanAVX512)}
	SumInt64Scan   = Scan[int64]{at(sumInt64ScanAVX2, sumInt64ScanAVX512)}
)

// Find returns the index of the first element of x that equals v, or len(x). T is a number
// of at most 64 bits, x at most some tens of KiB. See [AVX2].
func Find[T comparable](x []T, v T) int {
	var one T
	lanes := 32 / int(unsafe.Sizeof(one))
	if AVX512 {
		lanes *= 2
	}
	n := len(x) - len(x)%lanes
	if n > 0 {
		if i := find(x[:n], v); i < n {
			return i
		}
	}
	for i, w := range x[n:] {
		if w == v {
			return n + i
		}
	}
	return len(x)
}

//go:noinline
func find[T comparable](x []T, v T) int {
	p, n := unsafe.Pointer(&x[0]), len(x)
	switch v := any(v).(type) {
	case float32:
		return at(findFloat32AVX2, findFloat32AVX512)((*float32)(p), n, v)
	case float64:
		return at(findFloat64AVX2, findFloat64AVX512)((*float64)(p), n, v)
	case int8:
		return at(findInt8AVX2, findInt8AVX512)((*int8)(p), n, v)
	case uint8:
		return at(findInt8AVX2, findInt8AVX512)((*int8)(p), n, int8(v))
	case int16:
		return at(findInt16AVX2, findInt16AVX512)((*int16)(p), n, v)
	case uint16:
		return at(findInt16AVX2, findInt16AVX512)((*int16)(p), n, int16(v))
	case int32:
		return at(findInt32AVX2, findInt32AVX512)((*int32)(p), n, v)
	case uint32:
		return at(findInt32AVX2, findInt32AVX512)((*int32)(p), n, int32(v))
	case int64:
		return at(findInt64AVX2, findInt64AVX512)((*int64)(p), n, v)
	case uint64:
		return at(findInt64AVX2, findInt64AVX512)((*int64)(p), n, int64(v))
	}
	return n
}

// FindNaN is [Find] of the first NaN.
func FindNaN[T comparable](x []T) int {
	var one T
	lanes := 32 / int(unsafe.Sizeof(one))
	if AVX512 {
		lanes *= 2
	}
	n := len(x) - len(x)%lanes
	if n > 0 {
		if i := findNaN(x[:n]); i < n {
			return i
		}
	}
	for i, w := range x[n:] {
		if w != w {
			return n + i
		}
	}
	return len(x)
}

//go:noinline
func findNaN[T comparable](x []T) int {
	n := len(x)
	switch p := any(&x[0]).(type) {
	case *float32:
		return at(findNaNFloat32AVX2, findNaNFloat32AVX512)(p, n)
	case *float64:
		return at(findNaNFloat64AVX2, findNaNFloat64AVX512)(p, n)
	}
	return n
}
