//go:build !linux

package backend

// PhysicalMemory returns the machine's memory in bytes, and false where that is not known.
func PhysicalMemory() (uint64, bool) { return 0, false }
