package random

import (
	"math/bits"

	"github.com/goivy/goivy/ivy/random/internal/lanes"
)

// ThreeFry2x32 is the counter-based generator Threefry-2x32-20 (J. Salmon and others, "Parallel random numbers: as easy as 1,
// 2, 3", 2011) as jax.random lays it out (https://docs.jax.dev/en/latest/jax.random.html, "partitionable"): word i of a key is of the block of counter i. Uint64 is the block with its first
// word high, Uint32 the two words' exclusive or, and each takes one counter, so that the words of a new generator are
// jax.random.bits(key, n) of 64 or of 32 bits.
type ThreeFry2x32 struct {
	key     [2]uint32
	counter uint64
}

// NewThreeFry2x32 returns the generator of a key that begins at a counter.
func NewThreeFry2x32(key [2]uint32, counter uint64) *ThreeFry2x32 {
	return &ThreeFry2x32{key, counter}
}

// ThreeFry2x32Block returns the block of a key and a counter of two words.
func ThreeFry2x32Block(key [2]uint32, x0, x1 uint32) (y0, y1 uint32) {
	k0, k1 := key[0], key[1]
	k2 := k0 ^ k1 ^ 0x1bd11bda
	x0, x1 = fourEven(x0+k0, x1+k1)
	x0, x1 = fourOdd(x0+k1, x1+k2+1)
	x0, x1 = fourEven(x0+k2, x1+k0+2)
	x0, x1 = fourOdd(x0+k0, x1+k1+3)
	x0, x1 = fourEven(x0+k1, x1+k2+4)
	return x0 + k2, x1 + k0 + 5
}

// fourEven does four rounds with the first four rotations.
func fourEven(x0, x1 uint32) (uint32, uint32) {
	x0 += x1
	x1 = bits.RotateLeft32(x1, 13) ^ x0
	x0 += x1
	x1 = bits.RotateLeft32(x1, 15) ^ x0
	x0 += x1
	x1 = bits.RotateLeft32(x1, 26) ^ x0
	x0 += x1
	return x0, bits.RotateLeft32(x1, 6) ^ x0
}

// fourOdd does four rounds with the other rotations.
func fourOdd(x0, x1 uint32) (uint32, uint32) {
	x0 += x1
	x1 = bits.RotateLeft32(x1, 17) ^ x0
	x0 += x1
	x1 = bits.RotateLeft32(x1, 29) ^ x0
	x0 += x1
	x1 = bits.RotateLeft32(x1, 16) ^ x0
	x0 += x1
	return x0, bits.RotateLeft32(x1, 24) ^ x0
}

// Key returns the key.
func (t *ThreeFry2x32) Key() [2]uint32 { return t.key }

// Counter returns the counter of the next word.
func (t *ThreeFry2x32) Counter() uint64 { return t.counter }

// Advance goes words on, which may be the two's complement of a number to go back.
func (t *ThreeFry2x32) Advance(words uint64) { t.counter += words }

// Split returns n generators of other keys, jax.random.split(key, n), whatever the counter of t is.
func (t *ThreeFry2x32) Split(n int) []*ThreeFry2x32 {
	out := make([]*ThreeFry2x32, n)
	for i := range out {
		a, b := ThreeFry2x32Block(t.key, uint32(uint64(i)>>32), uint32(i))
		out[i] = NewThreeFry2x32([2]uint32{a, b}, 0)
	}
	return out
}

// FoldIn returns the generator of a key made of that of t and a number, jax.random.fold_in(key, data).
func (t *ThreeFry2x32) FoldIn(data uint32) *ThreeFry2x32 {
	a, b := ThreeFry2x32Block(t.key, 0, data)
	return NewThreeFry2x32([2]uint32{a, b}, 0)
}

func (t *ThreeFry2x32) next() (a, b uint32) {
	a, b = ThreeFry2x32Block(t.key, uint32(t.counter>>32), uint32(t.counter))
	t.counter++
	return a, b
}

// Uint32 returns the next word.
func (t *ThreeFry2x32) Uint32() uint32 {
	a, b := t.next()
	return a ^ b
}

// Uint64 returns the next word.
func (t *ThreeFry2x32) Uint64() uint64 {
	a, b := t.next()
	return uint64(a)<<32 | uint64(b)
}

// FillUint32 sets dst to the next words.
func (t *ThreeFry2x32) FillUint32(dst []uint32) {
	done := lanes.ThreeFry(dst, t.key, t.counter)
	t.counter += uint64(done)
	for i := range dst[done:] {
		dst[done+i] = t.Uint32()
	}
}

// FillUint64 sets dst to the next words.
func (t *ThreeFry2x32) FillUint64(dst []uint64) {
	done := lanes.ThreeFryPairs(dst, t.key, t.counter)
	t.counter += uint64(done)
	for i := range dst[done:] {
		dst[done+i] = t.Uint64()
	}
}

// Clone returns a generator in the same state.
func (t *ThreeFry2x32) Clone() *ThreeFry2x32 { c := *t; return &c }

// CloneSource returns Clone as a Source.
func (t *ThreeFry2x32) CloneSource() Source { return t.Clone() }

func (t *ThreeFry2x32) name() string { return "ThreeFry2x32" }

func (t *ThreeFry2x32) words() []uint64 {
	return []uint64{uint64(t.key[0]), uint64(t.key[1]), t.counter}
}

func (t *ThreeFry2x32) setWords(w []uint64) bool {
	if len(w) != 3 || w[0]>>32 != 0 || w[1]>>32 != 0 {
		return false
	}
	*t = ThreeFry2x32{[2]uint32{uint32(w[0]), uint32(w[1])}, w[2]}
	return true
}

// MarshalBinary returns the state. The error is nil.
func (t *ThreeFry2x32) MarshalBinary() ([]byte, error) { return marshalBinary(t) }

// UnmarshalBinary restores a state of MarshalBinary.
func (t *ThreeFry2x32) UnmarshalBinary(data []byte) error { return unmarshalBinary(t, data) }

// MarshalText returns the state as text. The error is nil.
func (t *ThreeFry2x32) MarshalText() ([]byte, error) { return marshalText(t) }

// UnmarshalText restores a state of MarshalText.
func (t *ThreeFry2x32) UnmarshalText(text []byte) error { return unmarshalText(t, text) }
