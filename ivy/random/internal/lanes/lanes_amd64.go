package lanes

import (
	"os"

	"golang.org/x/sys/cpu"
)

//go:generate go run -C _gen . -out ../zlanes_amd64.s -stubs ../zlanes_amd64.go -pkg lanes

// available is whether there are AVX2 and FMA, and IVY_SIMD allows them.
var available = os.Getenv("IVY_SIMD") != "off" && cpu.X86.HasAVX2 && cpu.X86.HasFMA

// whole returns the greatest multiple of a power of two up to n, 0 if there is no assembly.
func whole(n, of int) int {
	if !available {
		return 0
	}
	return n &^ (of - 1)
}

// ThreeFry sets elements to the exclusive or of the words of ThreeFry2x32's blocks from a counter on.
func ThreeFry(dst []uint32, key [2]uint32, counter uint64) (done int) {
	n := whole(len(dst), 16)
	for done < n {
		count := beforeWrap(n-done, counter)
		if count == 0 {
			break
		}
		keys := schedule(key)
		threeFry(&dst[done], count, &keys, uint32(counter>>32), uint32(counter))
		done += count
		counter += uint64(count)
	}
	return done
}

// ThreeFryPairs sets elements to ThreeFry2x32's blocks from a counter on, the first word high.
func ThreeFryPairs(dst []uint64, key [2]uint32, counter uint64) (done int) {
	n := whole(len(dst), 16)
	for done < n {
		count := beforeWrap(n-done, counter)
		if count == 0 {
			break
		}
		keys := schedule(key)
		threeFryPairs(&dst[done], count, &keys, uint32(counter>>32), uint32(counter))
		done += count
		counter += uint64(count)
	}
	return done
}

func schedule(key [2]uint32) [3]uint32 {
	return [3]uint32{key[0], key[1], key[0] ^ key[1] ^ 0x1bd11bda}
}

// beforeWrap returns how many of n counters, a multiple of 16, have the upper word of the first.
func beforeWrap(n int, counter uint64) int {
	if rest := 1<<32 - uint64(uint32(counter)); uint64(n) > rest {
		return int(rest &^ 15)
	}
	return n
}

// Unit23 makes words numbers between low and low + width of their upper 23 bits, as jaxrandom.Uniform32 does.
func Unit23(dst []float32, width, low float32) (done int) {
	n := whole(len(dst), 8)
	if n == 0 || !finite(width, low) {
		return 0
	}
	unit23(&dst[0], n, width, low)
	return n
}

// JAXNormal makes numbers in (−1, 1) normal ones, as jaxrandom.Normal32 does.
func JAXNormal(dst []float32) (done int) {
	n := whole(len(dst), 8)
	if n > 0 {
		jaxNormal(&dst[0], n)
	}
	return n
}

// Unit24 makes words numbers between low and high of their lower 24 bits, as torchrandom.Generator.Uniform32 does.
func Unit24(dst []float32, width, low, high float32) (done int) {
	n := whole(len(dst), 8)
	if n == 0 || !finite(width, low, high) {
		return 0
	}
	unit24(&dst[0], n, width, low, high)
	return n
}

// TorchNormal makes blocks of 16 numbers in [0, 1) normal ones, as torchrandom.Generator.Normal32 does.
func TorchNormal(dst []float32, mean, std float32) (done int) {
	n := whole(len(dst), 16)
	if n == 0 || !finite(mean, std) {
		return 0
	}
	torchNormal(&dst[0], n, mean, std)
	return n
}

// Twist replaces words of MT19937's state by the next ones, 8 at once: state has one word more than is replaced, and middle is at
// least 8 words away, before or after.
func Twist(state, middle []uint32, n int) (done int) {
	n = whole(n, 8)
	if n > 0 {
		_, _ = state[n], middle[n-1]
		twist(&state[0], &middle[0], n)
	}
	return n
}

// Temper sets words to MT19937's output for those of its state.
func Temper(dst, src []uint32) (done int) {
	n := whole(min(len(dst), len(src)), 8)
	if n > 0 {
		temper(&dst[0], &src[0], n)
	}
	return n
}
