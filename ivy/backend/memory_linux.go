package backend

import (
	"math/bits"

	"golang.org/x/sys/unix"
)

// PhysicalMemory returns the machine's memory in bytes, and false where that is not known.
func PhysicalMemory() (uint64, bool) {
	var info unix.Sysinfo_t
	if err := unix.Sysinfo(&info); err != nil {
		return 0, false
	}
	return uint64(info.Totalram) * uint64(info.Unit), true
}

// addressBlock is what Go's runtime takes of the addresses at a time: heapArenaBytes.
const addressBlock = 4 << 20 << (bits.UintSize / 64 * 4)

// addressSpace returns how many bytes of addresses the process may have, and false where
// that is more than any memory: 3 GiB with 32 bits, of which some kernels keep the rest.
func addressSpace() (uint64, bool) {
	var r unix.Rlimit
	most := uint64(1<<64 - 1)
	if err := unix.Getrlimit(unix.RLIMIT_AS, &r); err == nil && uint64(r.Cur) != unix.RLIM_INFINITY {
		most = uint64(r.Cur)
	}
	if bits.UintSize == 32 {
		most = min(most, 3<<30)
	}
	return most, most < 1<<46
}
