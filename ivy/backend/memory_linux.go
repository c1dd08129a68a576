package backend

import "golang.org/x/sys/unix"

// PhysicalMemory returns the machine's memory in bytes, and false where that is not known.
func PhysicalMemory() (uint64, bool) {
	var info unix.Sysinfo_t
	if err := unix.Sysinfo(&info); err != nil {
		return 0, false
	}
	return uint64(info.Totalram) * uint64(info.Unit), true
}
