//go:build !amd64

package gemm

import (
	"unsafe"

	"github.com/goivy/goivy/ivy/dtype"
)

// Has reports whether [Multiply] knows d on this machine: here it knows none.
func Has(dtype.Dtype) bool { return false }

// Multiply is not available here: Has is false.
func Multiply(d dtype.Dtype, z unsafe.Pointer, x, y Matrix, n, k, m int, split Split) {
	panic("gemm: no assembly on this architecture")
}

// Accumulate is not available here: Has is false.
func Accumulate(d dtype.Dtype, z Target, x, y Matrix, n, k, m int, split Split) {
	panic("gemm: no assembly on this architecture")
}

// MultiplyWindows is not available here: Has is false.
func MultiplyWindows(d dtype.Dtype, z unsafe.Pointer, x, y *Windows, n, k, m int, split Split) {
	panic("gemm: no assembly on this architecture")
}

// MultiplyInto is not available here: Has is false.
func MultiplyInto(d dtype.Dtype, z unsafe.Pointer, pitch int, x, y Matrix, n, k, m int, split Split) {
	panic("gemm: no assembly on this architecture")
}

// AddsBias reports whether [MultiplyBiased] knows d on this machine: here it knows none.
func AddsBias(dtype.Dtype) bool { return false }

// MultiplyBiased is not available here: AddsBias is false.
func MultiplyBiased(d dtype.Dtype, z unsafe.Pointer, pitch int, x, y Matrix, bias unsafe.Pointer, n, k, m int, split Split) {
	panic("gemm: no assembly on this architecture")
}

// MultiplyWindowsInto is not available here: Has is false.
func MultiplyWindowsInto(d dtype.Dtype, z unsafe.Pointer, pitch int, x, y *Windows, n, k, m int, split Split) {
	panic("gemm: no assembly on this architecture")
}

// A Packed is not available here: Has is false.
type Packed struct{}

// Pack is not available here: Has is false.
func Pack(d dtype.Dtype, y Matrix, k, m int, again *Packed, split Split) *Packed {
	panic("gemm: no assembly on this architecture")
}

// PackWindows is not available here: Has is false.
func PackWindows(d dtype.Dtype, y *Windows, k, m int) *Packed {
	panic("gemm: no assembly on this architecture")
}

// PackFirst is not available here: Has is false.
func PackFirst(d dtype.Dtype, x Matrix, n, k int, again *Packed, split Split) *Packed {
	panic("gemm: no assembly on this architecture")
}

// PackWindowsFirst is not available here: Has is false.
func PackWindowsFirst(d dtype.Dtype, x *Windows, n, k int, again *Packed, split Split) *Packed {
	panic("gemm: no assembly on this architecture")
}

// Bytes is not available here: Has is false.
func (p *Packed) Bytes() int { panic("gemm: no assembly on this architecture") }

// From is not available here: Has is false.
func (p *Packed) From(d dtype.Dtype, column int) *Packed {
	panic("gemm: no assembly on this architecture")
}

// Scattered is not available here: Has is false.
func Scattered(dtype.Dtype) bool { panic("gemm: no assembly on this architecture") }

// Depth is not available here: Has is false.
func Depth(dtype.Dtype) int { panic("gemm: no assembly on this architecture") }

// Rows is not available here: Has is false.
func Rows(dtype.Dtype) int { panic("gemm: no assembly on this architecture") }

// Columns is not available here: Has is false.
func Columns(dtype.Dtype) int { panic("gemm: no assembly on this architecture") }

// Cost is not available here: Has is false.
func Cost(d dtype.Dtype, n, k, m int) float64 { panic("gemm: no assembly on this architecture") }

// HasBytes reports whether [MultiplyBytes] has loops on this machine: here it has none.
func HasBytes() bool { return false }

// PackBytes is not available here: HasBytes is false.
func PackBytes(y Matrix, k, m int) *Packed { panic("gemm: no assembly on this architecture") }

// MultiplyBytes is not available here: HasBytes is false.
func MultiplyBytes(z unsafe.Pointer, x Matrix, y *Packed, bias *Bias, n, k, m int, split Split) {
	panic("gemm: no assembly on this architecture")
}

// MultiplyBytesWindows is not available here: HasBytes is false.
func MultiplyBytesWindows(z unsafe.Pointer, x *Windows, y *Packed, bias *Bias, n, k, m int, split Split) {
	panic("gemm: no assembly on this architecture")
}
