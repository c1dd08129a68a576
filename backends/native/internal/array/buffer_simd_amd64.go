package array

import (
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/dtype"
)

// FillWide sets all of z to its first element, where the machine has registers for it,
// and reports whether it has.
func FillWide[T Element](z []T) bool {
	if len(z) < 16 || !simd.AVX2 {
		return false
	}
	var v simd.Repeated
	size := int(unsafe.Sizeof(z[0]))
	v.Fill(unsafe.Pointer(&z[0]), size)
	simd.For(simd.OpAnd, dtype.Uint8).Same(unsafe.Pointer(&z[0]), &v, len(z)*size)
	return true
}
