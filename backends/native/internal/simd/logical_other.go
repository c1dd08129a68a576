//go:build !amd64

package simd

// Logical loops are not available here.
var (
	anyRows   func(z, x *uint8, rows, n, step int, mask uint64)
	allRows   [5]func(z, x *uint8, rows, n, step int, mask uint64)
	countRows [5]func(z *int64, x *uint8, rows, n, step int, mask uint64)
	nonzero   [4]func(z, x *uint8, n int, mask uint64)
)

// The indices of extremes are not available here.
var (
	GreatestFloat32Indices ExtremeIndices[float32, int32]
	GreatestFloat64Indices ExtremeIndices[float64, int64]
	GreatestInt32Indices   ExtremeIndices[int32, int32]
	GreatestInt64Indices   ExtremeIndices[int64, int64]
	GreatestUint32Indices  ExtremeIndices[uint32, int32]
	GreatestUint64Indices  ExtremeIndices[uint64, int64]
	LeastFloat32Indices    ExtremeIndices[float32, int32]
	LeastFloat64Indices    ExtremeIndices[float64, int64]
	LeastInt32Indices      ExtremeIndices[int32, int32]
	LeastInt64Indices      ExtremeIndices[int64, int64]
	LeastUint32Indices     ExtremeIndices[uint32, int32]
	LeastUint64Indices     ExtremeIndices[uint64, int64]
)

// The scans are not available here.
var (
	SumFloat32Scan Scan[float32]
	SumFloat64Scan Scan[float64]
	SumInt32Scan   Scan[int32]
	SumInt64Scan   Scan[int64]
)

// Find returns the index of the first element of x that equals v, or len(x).
func Find[T comparable](x []T, v T) int {
	for i, w := range x {
		if w == v {
			return i
		}
	}
	return len(x)
}

// FindNaN is [Find] of the first NaN.
func FindNaN[T comparable](x []T) int {
	for i, w := range x {
		if w != w {
			return i
		}
	}
	return len(x)
}
