//go:build !linux

package script

// physicalMemory is not asked for here: 4 GiB is what a machine has at least.
func physicalMemory() int64 { return 4 << 30 }
