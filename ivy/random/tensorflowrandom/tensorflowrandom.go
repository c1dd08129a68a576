// Package tensorflowrandom draws what TensorFlow 2.18 draws on a CPU (https://www.tensorflow.org/api_docs/python/tf/random): the
// stateless functions of tf.random, and tf.random.Generator. A call of either is a stream of words, [Stateless] or [Generator.Next],
// and a function that fills a slice from its beginning:
//
//	tensorflowrandom.Normal32(tensorflowrandom.Stateless([2]int64{1, 2}), x, 0, 1) // tf.random.stateless_normal
//	tensorflowrandom.Normal32(g.Next(len(x)), x, 0, 1)                              // g.normal
//
// All are bit for bit as TensorFlow with the GNU C library 2.36. A call after tf.random.set_seed is a stream of [Seeds]; without a global
// seed TensorFlow's own are random, or fixed where only an operation has a seed, and that is not here.
package tensorflowrandom

import (
	"math"
	"math/big"
	"math/bits"
	"unsafe"

	"github.com/goivy/goivy/ivy/random"
	"github.com/goivy/goivy/ivy/random/internal/libm"
)

// Stateless returns the words of a seed of the stateless functions: of tf.random.stateless_uniform(shape, seed), say. A
// seed of int32 is the same as one of int64.
func Stateless(seed [2]int64) *random.Philox4x32 {
	a, b := uint64(seed[0]), uint64(seed[1])
	m := random.Philox4x32Block([4]uint32{uint32(a), uint32(a >> 32), uint32(b), uint32(b >> 32)}, [2]uint32{0x3ec8f720, 0x02461e29})
	return random.NewPhilox4x32(uint64(m[1])<<32|uint64(m[0]), 0, uint64(m[3])<<32|uint64(m[2]))
}

// Split returns n seeds that are independent: tf.random.split(seed, n) of int64.
func Split(seed [2]int64, n int) [][2]int64 {
	p := Stateless(seed)
	out := make([][2]int64, n)
	for i := range out {
		out[i] = [2]int64{int64(p.Uint64()), int64(p.Uint64())}
	}
	return out
}

// FoldIn returns a seed made of seed and data: tf.random.fold_in(seed, data) of int64.
func FoldIn(seed [2]int64, data int64) [2]int64 {
	return [2]int64{int64(Stateless(seed).Uint64()), data}
}

// A Generator is tf.random.Generator with the algorithm philox. It is not safe for use by several goroutines at once.
type Generator struct {
	counter [2]uint64 // the lower half first
	key     uint64
}

// FromSeed returns tf.random.Generator.from_seed(seed). Of a seed that is negative or has more than 192 bits, the lower 192 bits of
// its two's complement are taken.
func FromSeed(seed *big.Int) *Generator {
	var w [3]uint64
	low := new(big.Int).SetUint64(math.MaxUint64)
	for i := range w {
		w[i] = new(big.Int).And(new(big.Int).Rsh(seed, uint(64*i)), low).Uint64()
	}
	return FromState(w)
}

// FromState returns tf.random.Generator.from_state(state, "philox"): the lower and the upper half of the counter, and the key.
func FromState(state [3]uint64) *Generator {
	return &Generator{[2]uint64{state[0], state[1]}, state[2]}
}

// State returns the state, which FromState takes.
func (g *Generator) State() [3]uint64 { return [3]uint64{g.counter[0], g.counter[1], g.key} }

// blocksPerElement is by how many blocks a call moves the counter for each of its elements.
const blocksPerElement = 256

// Next returns the words of the next call, which draws n elements.
func (g *Generator) Next(n int) *random.Philox4x32 {
	return g.next(uint64(n), blocksPerElement)
}

// next returns the words from the counter on, which it moves by so many blocks for each of the elements.
func (g *Generator) next(n, blocks uint64) *random.Philox4x32 {
	p := random.NewPhilox4x32(g.key, g.counter[0], g.counter[1])
	hi, lo := bits.Mul64(n, blocks)
	var carry uint64
	g.counter[0], carry = bits.Add64(g.counter[0], lo, 0)
	g.counter[1] += hi + carry
	return p
}

func unit32(w uint32) float32 { return math.Float32frombits(w&0x7fffff|0x3f800000) - 1 }

func unit64(w0, w1 uint32) float64 {
	return math.Float64frombits(0x3ff<<52|uint64(w0&0xfffff)<<32|uint64(w1)) - 1
}

// Uniform32 fills dst with numbers uniform in [low, high): uniform of float32.
func Uniform32(p *random.Philox4x32, dst []float32, low, high float32) {
	width := high - low
	words := unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(dst))), len(dst))
	for len(dst) > 0 { // as many as the first cache holds
		n := min(len(dst), 2048)
		p.FillUint32(words[:n])
		for i, w := range words[:n] {
			dst[i] = float32(unit32(w)*width) + low
		}
		dst, words = dst[n:], words[n:]
	}
}

// Uniform64 is Uniform32 of float64.
func Uniform64(p *random.Philox4x32, dst []float64, low, high float64) {
	width := high - low
	var words [512]uint32
	for len(dst) > 0 {
		n := min(len(dst), len(words)/2)
		p.FillUint32(words[:2*n])
		for i := range dst[:n] {
			dst[i] = float64(unit64(words[2*i], words[2*i+1])*width) + low
		}
		dst = dst[n:]
	}
}

// pair32 returns two numbers of the normal distribution (G. E. P. Box and M. E. Muller, 1958).
func pair32(p *random.Philox4x32) (x, y float32) {
	w := p.Uint32()
	return normals32(w, p.Uint32())
}

func normals32(w0, w1 uint32) (x, y float32) {
	u := max(unit32(w0), 1e-7)
	v := float32(2 * math.Pi * float64(unit32(w1)))
	r := float32(math.Sqrt(float64(float32(-2 * libm.Logf(u)))))
	return float32(libm.Sinf(v) * r), float32(libm.Cosf(v) * r)
}

func pair64(p *random.Philox4x32) (x, y float64) {
	w := p.Uint32()
	u := max(unit64(w, p.Uint32()), 1e-7)
	w = p.Uint32()
	v := float64(2 * math.Pi * unit64(w, p.Uint32()))
	r := math.Sqrt(float64(-2 * libm.Log(u)))
	sin, cos := libm.Sincos(v)
	return float64(sin * r), float64(cos * r)
}

// Normal32 fills dst with numbers of the normal distribution: normal of float32.
func Normal32(p *random.Philox4x32, dst []float32, mean, std float32) {
	var words [512]uint32
	for len(dst) >= 2 {
		part := dst[:min(len(dst)&^1, len(words))]
		p.FillUint32(words[:len(part)])
		for i := 0; i < len(part); i += 2 {
			x, y := normals32(words[i], words[i+1])
			part[i], part[i+1] = float32(x*std)+mean, float32(y*std)+mean
		}
		dst = dst[len(part):]
	}
	for i := 0; i < len(dst); i += 2 {
		x, y := pair32(p)
		dst[i] = float32(x*std) + mean
		if i+1 < len(dst) {
			dst[i+1] = float32(y*std) + mean
		}
	}
}

// Normal64 is Normal32 of float64.
func Normal64(p *random.Philox4x32, dst []float64, mean, std float64) {
	for i := 0; i < len(dst); i += 2 {
		x, y := pair64(p)
		dst[i] = float64(x*std) + mean
		if i+1 < len(dst) {
			dst[i+1] = float64(y*std) + mean
		}
	}
}

// TruncatedNormal32 fills dst with numbers of the normal distribution that are less than two deviations from the mean:
// truncated_normal of float32.
func TruncatedNormal32(p *random.Philox4x32, dst []float32, mean, std float32) {
	truncated(p, dst, 4, blocksPerElement, pair32, func(z float32) float32 { return float32(z*std) + mean })
}

// TruncatedNormal64 is TruncatedNormal32 of float64.
func TruncatedNormal64(p *random.Philox4x32, dst []float64, mean, std float64) {
	truncated(p, dst, 2, blocksPerElement/2, pair64, func(z float64) float64 { return float64(z*std) + mean })
}

// truncated fills groups of elements with normal numbers, made in pairs, of which those between −2 and 2 count. Each
// group begins at a block of the generator that no other group uses.
func truncated[F float32 | float64](p *random.Philox4x32, dst []F, group int, blocks uint64, pair func(*random.Philox4x32) (x, y F), scale func(F) F) {
	for ; len(dst) > 0; dst = dst[min(group, len(dst)):] {
		own := p.Clone()
		p.Advance(blocks)
		chunk := dst[:min(group, len(dst))]
		for i := 0; i < len(chunk); {
			x, y := pair(own)
			for _, z := range [2]F{x, y} {
				if z > -2 && z < 2 && i < len(chunk) {
					chunk[i] = scale(z)
					i++
				}
			}
		}
	}
}

// Integers fills dst with integers between low and high, both included: uniform(low, high + 1) of T. A few
// numbers are more frequent than the others, as in TensorFlow. It is an error if low is above high. For all integers of a
// type, which is maxval=None in TensorFlow, they are as frequent.
func Integers[T int32 | int64 | uint32 | uint64](p *random.Philox4x32, dst []T, low, high T) error {
	if low > high {
		return &random.Error{Func: "Integers", Text: "low is above high"}
	}
	wide := unsafe.Sizeof(low) == 8
	count := uint64(high) - uint64(low) + 1
	if !wide {
		count &= math.MaxUint32
	}
	for i := range dst {
		w := uint64(0)
		if wide {
			w = p.Uint64()
		} else {
			w = uint64(p.Uint32())
		}
		if count != 0 {
			w %= count
		}
		dst[i] = low + T(w)
		if count == 0 {
			dst[i] = T(w)
		}
	}
	return nil
}

// Shuffle puts the elements into random order: tf.random.experimental.stateless_shuffle of an array of one dimension.
func Shuffle[T any](p *random.Philox4x32, values []T) {
	for i := 0; i < len(values)-1; i++ {
		j := i + int(p.Uint32()%uint32(len(values)-i))
		values[i], values[j] = values[j], values[i]
	}
}
