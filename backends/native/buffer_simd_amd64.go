package native

import (
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/dtype"
)

// fillWide sets all of z to its first element, where the machine has registers for it,
// and reports whether it has.
func fillWide[T element](z []T) bool {
	if len(z) < 16 || !simd.AVX2 {
		return false
	}
	var v simd.Repeated
	size := int(unsafe.Sizeof(z[0]))
	v.Fill(unsafe.Pointer(&z[0]), size)
	simd.For(simd.OpAnd, dtype.Uint8).Same(unsafe.Pointer(&z[0]), &v, len(z)*size)
	return true
}
