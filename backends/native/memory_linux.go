package native

import (
	"math"

	"golang.org/x/sys/unix"
)

func physicalMemory() uint64 {
	var info unix.Sysinfo_t
	if err := unix.Sysinfo(&info); err != nil {
		return math.MaxInt64
	}
	return uint64(info.Totalram) * uint64(info.Unit)
}
