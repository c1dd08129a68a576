package arraytest

import (
	"os"
	"syscall"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// Guarded returns n elements of memory that ends where pages end that nobody may read:
// loops that read on fail.
func Guarded[T any](t *testing.T, n int) []T {
	var one T
	size, page := n*int(unsafe.Sizeof(one)), os.Getpagesize()
	room := (size + page - 1) / page * page
	p, err := syscall.Mmap(-1, 0, room+page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	require.NoError(t, err)
	t.Cleanup(func() { _ = syscall.Munmap(p) })
	require.NoError(t, syscall.Mprotect(p[room:], syscall.PROT_NONE))
	if n == 0 {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&p[room-size])), n)
}
