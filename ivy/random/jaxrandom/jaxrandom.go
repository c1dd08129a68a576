// Package jaxrandom draws what jax.random 0.10.2 draws on a CPU of x86-64 with FMA
// (https://docs.jax.dev/en/latest/jax.random.html): numbers are functions of a [Key], an index and the distribution's parameters.
//
// Bit for bit as JAX: keys, [Bits], [Integers], [Permutation], and of float32 and float64 [Uniform32], [Normal32],
// [Exponential32], [Gumbel32], [Laplace32], [Logistic32], [Bernoulli32], [Choice] and [Categorical32] and their 64-bit forms;
// [TruncatedNormal32]. A sampler that JAX compiles into a larger program may differ in the last bit where the compiler fuses
// products and sums anew, and so may JAX on another machine; the uniform numbers do not.
//
// Functions fill slices; an array of more dimensions is filled in row-major order.
package jaxrandom

import (
	"math"
	"math/bits"
	"unsafe"

	"github.com/goivy/goivy/ivy/random"
	"github.com/goivy/goivy/ivy/random/internal/lanes"
	"github.com/goivy/goivy/ivy/random/internal/libm"
)

// A Key is the state of jax.random: two words that select a stream. A Key does not change: to draw other numbers, derive other keys by
// Split or FoldIn.
type Key struct {
	Words [2]uint32
	// Original selects the order of words of jax_threefry_partitionable=False, in which a word depends on how many are drawn. Keys
	// that are derived have it too.
	Original bool
}

// NewKey returns jax.random.key(seed) of a process without jax_enable_x64, which drops the upper 32 bits of the seed.
func NewKey(seed int64) Key { return Key{Words: [2]uint32{0, uint32(seed)}} }

// NewKey64 returns jax.random.key(seed) of a process with jax_enable_x64.
func NewKey64(seed int64) Key {
	return Key{Words: [2]uint32{uint32(uint64(seed) >> 32), uint32(seed)}}
}

// Split returns n keys whose streams are independent: jax.random.split(k, n).
func (k Key) Split(n int) []Key {
	out := make([]Key, n)
	if k.Original {
		words := k.hash(2 * n)
		for i := range out {
			out[i] = Key{[2]uint32(words[2*i:]), true}
		}
		return out
	}
	for i := range out {
		out[i].Words[0], out[i].Words[1] = k.block(uint64(i))
	}
	return out
}

// pair returns Split(2).
func (k Key) pair() (Key, Key) {
	keys := k.Split(2)
	return keys[0], keys[1]
}

// FoldIn returns a key made of k and data: jax.random.fold_in(k, data).
func (k Key) FoldIn(data uint32) Key {
	a, b := k.block(uint64(data))
	return Key{[2]uint32{a, b}, k.Original}
}

func (k Key) block(counter uint64) (a, b uint32) {
	return random.ThreeFry2x32Block(k.Words, uint32(counter>>32), uint32(counter))
}

// hash returns n words in the original order: the first words of blocks, and then the second words. The counters of a block are half of
// all apart.
func (k Key) hash(n int) []uint32 {
	half := (n + 1) / 2
	out := make([]uint32, 2*half)
	for i := range half {
		second := uint32(half + i)
		if half+i >= n { // an odd number is padded
			second = 0
		}
		out[i], out[half+i] = random.ThreeFry2x32Block(k.Words, uint32(i), second)
	}
	return out[:n]
}

// Bits fills dst with random bits: jax.random.bits.
func Bits[T uint8 | uint16 | uint32 | uint64](k Key, dst []T) {
	width := bits.Len64(uint64(^T(0)))
	if k.Original {
		originalBits(k, dst, width)
		return
	}
	source := random.NewThreeFry2x32(k.Words, 0)
	switch words := any(dst).(type) {
	case []uint64:
		source.FillUint64(words)
		return
	case []uint32:
		source.FillUint32(words)
		return
	}
	var words [chunk]uint32
	for len(dst) > 0 {
		n := min(len(dst), chunk)
		source.FillUint32(words[:n])
		for i, w := range words[:n] {
			dst[i] = T(w)
		}
		dst = dst[n:]
	}
}

// chunk is how many numbers are made at once, which stay in the first cache.
const chunk = 2048

func originalBits[T uint8 | uint16 | uint32 | uint64](k Key, dst []T, width int) {
	words := k.hash((width*len(dst) + 31) / 32)
	for i := range dst {
		if width == 64 {
			dst[i] = T(uint64(words[i])<<32 | uint64(words[len(dst)+i]))
			continue
		}
		per := 32 / width
		dst[i] = T(words[i/per] >> (width * (i % per)))
	}
}

// units32 fills dst with numbers uniform in [0, 1), multiples of 2**-23.
func units32(k Key, dst []float32) {
	if k.Original {
		words := make([]uint32, len(dst))
		Bits(k, words)
		for i, w := range words {
			dst[i] = unit32(w)
		}
		return
	}
	eachChunk32(k, dst, func(words []float32) {
		for i, w := range words {
			words[i] = unit32(math.Float32bits(w))
		}
	})
}

// eachChunk32 sets numbers to their words, and calls f with some of them at once, which makes of the words what they are to be.
func eachChunk32(k Key, dst []float32, f func(words []float32)) {
	source := random.NewThreeFry2x32(k.Words, 0)
	for len(dst) > 0 {
		part := dst[:min(len(dst), chunk)]
		source.FillUint32(unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(part))), len(part)))
		f(part)
		dst = dst[len(part):]
	}
}

// eachChunk64 is eachChunk32 of float64.
func eachChunk64(k Key, dst []float64, f func(words []float64)) {
	source := random.NewThreeFry2x32(k.Words, 0)
	for len(dst) > 0 {
		part := dst[:min(len(dst), chunk)]
		source.FillUint64(unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(part))), len(part)))
		f(part)
		dst = dst[len(part):]
	}
}

func unit32(w uint32) float32 { return math.Float32frombits(w>>9|0x3f800000) - 1 }

// units64 fills dst with numbers uniform in [0, 1), multiples of 2**-52.
func units64(k Key, dst []float64) {
	if k.Original {
		words := make([]uint64, len(dst))
		Bits(k, words)
		for i, w := range words {
			dst[i] = unit64(w)
		}
		return
	}
	eachChunk64(k, dst, func(words []float64) {
		for i, w := range words {
			words[i] = unit64(math.Float64bits(w))
		}
	})
}

func unit64(w uint64) float64 { return math.Float64frombits(w>>12|0x3ff<<52) - 1 }

// Uniform32 fills dst with numbers uniform in [low, high): jax.random.uniform of float32.
func Uniform32(k Key, dst []float32, low, high float32) {
	width := high - low
	if k.Original {
		units32(k, dst)
		for i, u := range dst {
			dst[i] = max(low, libm.FMA32(u, width, low))
		}
		return
	}
	eachChunk32(k, dst, func(words []float32) { between32(words, width, low) })
}

// between32 makes words numbers that are uniform between low and low + width.
func between32(words []float32, width, low float32) {
	done := lanes.Unit23(words, width, low)
	for i, w := range words[done:] {
		words[done+i] = max(low, libm.FMA32(unit32(math.Float32bits(w)), width, low))
	}
}

// Uniform64 is Uniform32 of float64.
func Uniform64(k Key, dst []float64, low, high float64) {
	width := high - low
	if k.Original {
		units64(k, dst)
		for i, u := range dst {
			dst[i] = max(low, math.FMA(u, width, low))
		}
		return
	}
	eachChunk64(k, dst, func(words []float64) {
		for i, w := range words {
			words[i] = max(low, math.FMA(unit64(math.Float64bits(w)), width, low))
		}
	})
}

// apply replaces each element.
func apply[T any](dst []T, f func(T) T) {
	for i, v := range dst {
		dst[i] = f(v)
	}
}

const (
	tiny32 = 0x1p-126 // the smallest normal float32
	tiny64 = 0x1p-1022
)

// Normal32 fills dst with numbers of the normal distribution with mean 0 and deviation 1: jax.random.normal of float32.
func Normal32(k Key, dst []float32) {
	const low, high = -1 + 0x1p-24, 1
	if k.Original {
		Uniform32(k, dst, low, high)
		normals32(dst)
		return
	}
	width := float32(high) - float32(low)
	eachChunk32(k, dst, func(words []float32) {
		between32(words, width, low)
		normals32(words)
	})
}

// normals32 makes numbers uniform in (−1, 1) normal ones.
func normals32(dst []float32) {
	done := lanes.JAXNormal(dst)
	apply(dst[done:], func(u float32) float32 { return math.Sqrt2 * erfinv32(u) })
}

// Normal64 is Normal32 of float64.
func Normal64(k Key, dst []float64) {
	Uniform64(k, dst, -1+0x1p-53, 1)
	erfinvs64(dst, math.Sqrt2)
}

// TruncatedNormal32 fills dst with numbers of the standard normal distribution between low and high: jax.random.truncated_normal of
// float32.
func TruncatedNormal32(k Key, dst []float32, low, high float32) {
	const root = float32(1 / math.Sqrt2)
	Uniform32(k, dst, erf32(low*root), erf32(high*root))
	least := math.Nextafter32(low, float32(math.Inf(1)))
	most := math.Nextafter32(high, float32(math.Inf(-1)))
	apply(dst, func(u float32) float32 { return min(max(math.Sqrt2*erfinv32(u), least), most) })
}

// Exponential32 fills dst with numbers of the exponential distribution with mean 1: jax.random.exponential of float32.
func Exponential32(k Key, dst []float32) {
	units32(k, dst)
	apply(dst, func(u float32) float32 { return -log1p32(-u) })
}

// Exponential64 is Exponential32 of float64.
func Exponential64(k Key, dst []float64) {
	units64(k, dst)
	apply(dst, func(u float64) float64 { return -log1p64(-u) })
}

// Gumbel32 fills dst with numbers of the Gumbel distribution: jax.random.gumbel of float32 with mode "low".
func Gumbel32(k Key, dst []float32) {
	Uniform32(k, dst, tiny32, 1)
	apply(dst, func(u float32) float32 { return -log32(-log32(u)) })
}

// Gumbel64 is Gumbel32 of float64.
func Gumbel64(k Key, dst []float64) {
	Uniform64(k, dst, tiny64, 1)
	apply(dst, func(u float64) float64 { return -log64(-log64(u)) })
}

// GumbelHigh32 is Gumbel32 with mode "high", which reaches further up.
func GumbelHigh32(k Key, dst []float32) {
	u := make([]float32, 2*len(dst))
	units32(k, u)
	for i, high := range u[:len(dst)] {
		if high < 0.5 {
			high = libm.FMA32(0x1p-23, u[len(dst)+i], high) + tiny32
		}
		dst[i] = -log32(-log1p32(-high))
	}
}

// GumbelHigh64 is Gumbel64 with mode "high".
func GumbelHigh64(k Key, dst []float64) {
	u := make([]float64, 2*len(dst))
	units64(k, u)
	for i, high := range u[:len(dst)] {
		if high < 0.5 {
			high = math.FMA(0x1p-52, u[len(dst)+i], high) + tiny64
		}
		dst[i] = -log64(-log1p64(-high))
	}
}

// Laplace32 fills dst with numbers of the Laplace distribution: jax.random.laplace of float32.
func Laplace32(k Key, dst []float32) {
	Uniform32(k, dst, -1+0x1p-24, 1)
	apply(dst, func(u float32) float32 {
		switch {
		case u < 0:
			return -log1p32(u)
		case u > 0:
			return log1p32(-u)
		}
		return u * log1p32(u)
	})
}

// Laplace64 is Laplace32 of float64.
func Laplace64(k Key, dst []float64) {
	Uniform64(k, dst, -1+0x1p-53, 1)
	apply(dst, func(u float64) float64 {
		switch {
		case u < 0:
			return -log1p64(u)
		case u > 0:
			return log1p64(-u)
		}
		return u * log1p64(u)
	})
}

// Logistic32 fills dst with numbers of the logistic distribution: jax.random.logistic of float32.
func Logistic32(k Key, dst []float32) {
	Uniform32(k, dst, tiny32, 1)
	apply(dst, func(u float32) float32 { return log32(u) - log1p32(-u) })
}

// Logistic64 is Logistic32 of float64.
func Logistic64(k Key, dst []float64) {
	Uniform64(k, dst, tiny64, 1)
	apply(dst, func(u float64) float64 { return log64(u) - log1p64(-u) })
}

// Bernoulli32 sets each element of dst to whether a number uniform in [0, 1) is below p: jax.random.bernoulli of a float32 p, or of a Python
// float in a process without jax_enable_x64.
func Bernoulli32(k Key, dst []bool, p float32) {
	u := make([]float32, len(dst))
	units32(k, u)
	for i, v := range u {
		dst[i] = v < p
	}
}

// Bernoulli64 is Bernoulli32 of a float64 p.
func Bernoulli64(k Key, dst []bool, p float64) {
	u := make([]float64, len(dst))
	units64(k, u)
	for i, v := range u {
		dst[i] = v < p
	}
}
