package gemm

import (
	"sync"
	"syscall"
	"unsafe"
)

// Linux gives a process the tiles' 8 KiB of registers only when it asks for them
// (Documentation/arch/x86/xstate.rst); without that the first of their instructions
// is an illegal one.
const (
	archGetPermission = 0x1022
	archAskPermission = 0x1023
	tileData          = 18
)

// allowAMX asks, once, and reports whether the process may use the tiles.
var allowAMX = sync.OnceValue(func() bool {
	if _, _, e := syscall.RawSyscall(syscall.SYS_ARCH_PRCTL, archAskPermission, tileData, 0); e != 0 {
		return false
	}
	var have uint64
	if _, _, e := syscall.RawSyscall(syscall.SYS_ARCH_PRCTL, archGetPermission, uintptr(unsafe.Pointer(&have)), 0); e != 0 {
		return false
	}
	return have>>tileData&1 != 0
})
