package gemm

import "sync"

// l2Bytes returns the size of L2, the cache that a core has for itself behind L1: half a
// megabyte if the processor does not say.
var l2Bytes = sync.OnceValue(func() int {
	const (
		ofIntel = 4          // deterministic cache parameters
		ofAMD   = 0x8000001d // the same, by AMD
	)
	for _, leaf := range []uint32{ofIntel, ofAMD} {
		if most, _, _, _ := cpuid(leaf&0x80000000, 0); most < leaf {
			continue
		}
		for sub := range uint32(16) {
			a, b, c, _ := cpuid(leaf, sub)
			kind, level := a&0x1f, a>>5&7
			if kind == 0 { // there are no more
				break
			}
			if level == 2 {
				return int(b>>22+1) * int(b>>12&0x3ff+1) * int(b&0xfff+1) * int(c+1)
			}
		}
	}
	return 1 << 19
})
