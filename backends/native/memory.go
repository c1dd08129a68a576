package native

import "sync"

// memoryLimit returns how many bytes one array may take: what the machine has. Go
// cannot recover from an allocation that fails, so one that must fail is not tried.
var memoryLimit = sync.OnceValue(physicalMemory)
