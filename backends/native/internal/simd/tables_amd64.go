package simd

import "unsafe"

// cacheLine is the size of a cache line in bytes.
const cacheLine = 64

// mathTables and rowTables are the addresses of the tables of zmath_amd64.s and zrows_amd64.s that the loops in AVX-512 use.
var (
	mathTables = alignTables(mathTablesData())
	rowTables  = alignTables(rowTablesData())
)

// alignTables copies size bytes of tables and returns the copy's address, a multiple of cacheLine: so no load of 64 bytes crosses a
// cache line. The linker aligns data to 32 bytes at most.
func alignTables(data *byte, size int) *byte {
	b := make([]byte, size+cacheLine-1)
	b = b[-uintptr(unsafe.Pointer(&b[0]))%cacheLine:]
	copy(b, unsafe.Slice(data, size))
	return &b[0]
}
