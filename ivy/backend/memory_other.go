//go:build !linux

package backend

// PhysicalMemory returns the machine's memory in bytes, and false where that is not known.
func PhysicalMemory() (uint64, bool) { return 0, false }

// addressBlock is what Go's runtime takes of the addresses at a time.
const addressBlock = 64 << 20

// addressSpace returns how many bytes of addresses the process may have: not known.
func addressSpace() (uint64, bool) { return 0, false }
