package backend

import "sync"

// MemoryLimit returns how many bytes one array may take: what the machine has, or 1 TiB,
// more than any array that succeeds, where that is not known. Allocations above it must
// not be tried: Go cannot recover from one that fails, and where the system promises more
// than it has it ends the process later.
var MemoryLimit = sync.OnceValue(func() uint64 {
	if n, ok := PhysicalMemory(); ok {
		return n
	}
	return 1 << 40
})
