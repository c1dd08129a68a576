package random

import (
	"math"
	"math/bits"
)

// Philox4x32 is the counter-based generator Philox4x32-10 (J. Salmon and others, "Parallel random numbers: as
// easy as 1, 2, 3", 2011), on which TensorFlow's streams and PyTorch's CUDA streams stand. A block of four words is a
// function of a counter of 128 bits and a key of 64; the counter of the next block is one more. Uint64 is of two words
// with the lower one first.
type Philox4x32 struct {
	counter [2]uint64 // of the next block, the lower half first
	key     uint64
	block   [4]uint32
	used    int // words of block that have been returned; all of them before the first block
}

// NewPhilox4x32 returns the generator of a key that begins at the counter hi·2**64 + lo.
func NewPhilox4x32(key, lo, hi uint64) *Philox4x32 {
	return &Philox4x32{counter: [2]uint64{lo, hi}, key: key, used: 4}
}

// Philox4x32Block returns the block of a counter, whose lowest word is the first, and a key.
func Philox4x32Block(counter [4]uint32, key [2]uint32) [4]uint32 {
	c0, c1, c2, c3 := counter[0], counter[1], counter[2], counter[3]
	k0, k1 := key[0], key[1]
	for range 10 {
		p, q := 0xd2511f53*uint64(c0), 0xcd9e8d57*uint64(c2)
		c0, c1, c2, c3 = uint32(q>>32)^c1^k0, uint32(q), uint32(p>>32)^c3^k1, uint32(p)
		k0 += 0x9e3779b9
		k1 += 0xbb67ae85
	}
	return [4]uint32{c0, c1, c2, c3}
}

// next returns the block of the counter, and adds one to that.
func (p *Philox4x32) next() [4]uint32 {
	lo, hi := p.counter[0], p.counter[1]
	p.Advance(1)
	return Philox4x32Block([4]uint32{uint32(lo), uint32(lo >> 32), uint32(hi), uint32(hi >> 32)}, [2]uint32{uint32(p.key), uint32(p.key >> 32)})
}

// Advance adds blocks to the counter, and leaves what is left of the present block to be returned.
func (p *Philox4x32) Advance(blocks uint64) {
	var carry uint64
	p.counter[0], carry = bits.Add64(p.counter[0], blocks, 0)
	p.counter[1] += carry
}

// Uint32 returns the next word.
func (p *Philox4x32) Uint32() uint32 {
	if p.used == 4 {
		p.block, p.used = p.next(), 0
	}
	p.used++
	return p.block[p.used-1]
}

// Uint64 returns the next two words, the first one low.
func (p *Philox4x32) Uint64() uint64 {
	lo := p.Uint32()
	return uint64(lo) | uint64(p.Uint32())<<32
}

// FillUint32 sets dst to the next words.
func (p *Philox4x32) FillUint32(dst []uint32) {
	for len(dst) > 0 && p.used < 4 {
		dst[0] = p.Uint32()
		dst = dst[1:]
	}
	lo, hi := p.counter[0], p.counter[1]
	k0, k1 := uint32(p.key), uint32(p.key>>32)
	for ; len(dst) >= 8; dst = dst[8:] {
		next, carry := bits.Add64(lo, 1, 0)
		twoBlocks((*[8]uint32)(dst), [4]uint32{uint32(lo), uint32(lo >> 32), uint32(hi), uint32(hi >> 32)}, next, hi+carry, k0, k1)
		lo, carry = bits.Add64(lo, 2, 0)
		hi += carry
	}
	p.counter = [2]uint64{lo, hi}
	for ; len(dst) >= 4; dst = dst[4:] {
		b := p.next()
		dst[0], dst[1], dst[2], dst[3] = b[0], b[1], b[2], b[3]
	}
	for i := range dst {
		dst[i] = p.Uint32()
	}
}

// twoBlocks sets dst to two blocks, whose rounds alternate to keep the multiplier busy: of the counter c, and of the one that lo and
// hi are.
func twoBlocks(dst *[8]uint32, c [4]uint32, lo, hi uint64, k0, k1 uint32) {
	c0, c1, c2, c3 := c[0], c[1], c[2], c[3]
	d0, d1, d2, d3 := uint32(lo), uint32(lo>>32), uint32(hi), uint32(hi>>32)
	for range 10 {
		p, q := 0xd2511f53*uint64(c0), 0xcd9e8d57*uint64(c2)
		r, s := 0xd2511f53*uint64(d0), 0xcd9e8d57*uint64(d2)
		c0, c1, c2, c3 = uint32(q>>32)^c1^k0, uint32(q), uint32(p>>32)^c3^k1, uint32(p)
		d0, d1, d2, d3 = uint32(s>>32)^d1^k0, uint32(s), uint32(r>>32)^d3^k1, uint32(r)
		k0 += 0x9e3779b9
		k1 += 0xbb67ae85
	}
	*dst = [8]uint32{c0, c1, c2, c3, d0, d1, d2, d3}
}

// FillUint64 sets dst to the next pairs of words.
func (p *Philox4x32) FillUint64(dst []uint64) {
	for len(dst) > 0 && p.used < 4 {
		dst[0] = p.Uint64()
		dst = dst[1:]
		if p.used%2 != 0 { // pairs go over the ends of blocks
			for i := range dst {
				dst[i] = p.Uint64()
			}
			return
		}
	}
	var words [512]uint32
	for len(dst) >= 2 {
		part := dst[:min(len(dst)&^1, len(words)/2)]
		p.FillUint32(words[:2*len(part)])
		for i := range part {
			part[i] = uint64(words[2*i]) | uint64(words[2*i+1])<<32
		}
		dst = dst[len(part):]
	}
	for i := range dst {
		dst[i] = p.Uint64()
	}
}

// Clone returns a generator in the same state.
func (p *Philox4x32) Clone() *Philox4x32 { c := *p; return &c }

// CloneSource returns Clone as a Source.
func (p *Philox4x32) CloneSource() Source { return p.Clone() }

func (p *Philox4x32) name() string { return "Philox4x32" }

func (p *Philox4x32) words() []uint64 {
	b := p.block
	if p.used == 4 {
		b = [4]uint32{}
	}
	return []uint64{p.counter[0], p.counter[1], p.key, uint64(p.used), uint64(b[0]) | uint64(b[1])<<32, uint64(b[2]) | uint64(b[3])<<32}
}

func (p *Philox4x32) setWords(w []uint64) bool {
	if len(w) != 6 || w[3] > 4 {
		return false
	}
	*p = Philox4x32{[2]uint64{w[0], w[1]}, w[2], [4]uint32{uint32(w[4]), uint32(w[4] >> 32), uint32(w[5]), uint32(w[5] >> 32)}, int(w[3])}
	return true
}

// MarshalBinary returns the state. The error is nil.
func (p *Philox4x32) MarshalBinary() ([]byte, error) { return marshalBinary(p) }

// UnmarshalBinary restores a state of MarshalBinary.
func (p *Philox4x32) UnmarshalBinary(data []byte) error { return unmarshalBinary(p, data) }

// MarshalText returns the state as text. The error is nil.
func (p *Philox4x32) MarshalText() ([]byte, error) { return marshalText(p) }

// UnmarshalText restores a state of MarshalText.
func (p *Philox4x32) UnmarshalText(text []byte) error { return unmarshalText(p, text) }

// Philox4x64 is the counter-based generator Philox4x64-10, numpy.random.Philox
// (https://numpy.org/doc/2.0/reference/random/bit_generators/philox.html). Its counter has 256 bits and its
// key 128, lowest words first. As NumPy's, it adds one to the counter before it makes a block. Uint32 returns the lower half of a
// word and then the upper one, which Uint64 in between does not touch.
type Philox4x64 struct {
	counter [4]uint64 // of the block that was made last
	key     [2]uint64
	block   [4]uint64
	used    int
	half
}

// NewPhilox4x64 returns the generator of a key that begins after a counter, numpy.random.Philox(counter=counter, key=key).
func NewPhilox4x64(key [2]uint64, counter [4]uint64) *Philox4x64 {
	return &Philox4x64{counter: counter, key: key, used: 4}
}

// NewPhilox4x64Sequence returns the generator that the sequence seeds, numpy.random.Philox(seq).
func NewPhilox4x64Sequence(seq *SeedSequence) *Philox4x64 {
	return NewPhilox4x64([2]uint64(seq.GenerateUint64(2)), [4]uint64{})
}

// Philox4x64Block returns the block of a counter, whose lowest word is the first, and a key.
func Philox4x64Block(counter [4]uint64, key [2]uint64) [4]uint64 {
	c0, c1, c2, c3 := counter[0], counter[1], counter[2], counter[3]
	k0, k1 := key[0], key[1]
	for range 10 {
		ph, pl := bits.Mul64(0xd2e7470ee14c6c93, c0)
		qh, ql := bits.Mul64(0xca5a826395121157, c2)
		c0, c1, c2, c3 = qh^c1^k0, ql, ph^c3^k1, pl
		k0 += 0x9e3779b97f4a7c15
		k1 += 0xbb67ae8584caa73b
	}
	return [4]uint64{c0, c1, c2, c3}
}

func (p *Philox4x64) next() [4]uint64 {
	p.add([4]uint64{1})
	return Philox4x64Block(p.counter, p.key)
}

// add adds to the counter.
func (p *Philox4x64) add(n [4]uint64) {
	var carry uint64
	for i := range p.counter {
		p.counter[i], carry = bits.Add64(p.counter[i], n[i], carry)
	}
}

// Advance adds blocks, a number of 256 bits with its lowest word first, to the counter, and forgets what is left of the
// present block and a kept half.
func (p *Philox4x64) Advance(blocks [4]uint64) {
	p.add(blocks)
	p.used, p.half = 4, half{}
}

// Jump goes 2**128 blocks on for each of the jumps, as NumPy's jumped does.
func (p *Philox4x64) Jump(jumps uint64) { p.Advance([4]uint64{0, 0, jumps, 0}) }

// Uint64 returns the next word.
func (p *Philox4x64) Uint64() uint64 {
	if p.used == 4 {
		p.block, p.used = p.next(), 0
	}
	p.used++
	return p.block[p.used-1]
}

// Uint32 returns the next half of a word.
func (p *Philox4x64) Uint32() uint32 { return p.take(p.Uint64) }

// FillUint64 sets dst to the next words.
func (p *Philox4x64) FillUint64(dst []uint64) {
	for len(dst) > 0 && p.used < 4 {
		dst[0] = p.Uint64()
		dst = dst[1:]
	}
	for ; len(dst) >= 8 && p.counter[0] < math.MaxUint64-1; dst = dst[8:] {
		p.counter[0] += 2
		philoxTwice((*[8]uint64)(dst), p.counter, p.key)
	}
	for ; len(dst) >= 4; dst = dst[4:] {
		*(*[4]uint64)(dst) = p.next()
	}
	for i := range dst {
		dst[i] = p.Uint64()
	}
}

// philoxTwice sets dst to the block before that of the counter, whose lowest word is not 0, and that block: side by side, as each step of
// one waits for the step before it.
func philoxTwice(dst *[8]uint64, counter [4]uint64, key [2]uint64) {
	a0, a1, a2, a3 := counter[0]-1, counter[1], counter[2], counter[3]
	b0, b1, b2, b3 := counter[0], counter[1], counter[2], counter[3]
	k0, k1 := key[0], key[1]
	for range 10 {
		ph, pl := bits.Mul64(0xd2e7470ee14c6c93, a0)
		qh, ql := bits.Mul64(0xca5a826395121157, a2)
		rh, rl := bits.Mul64(0xd2e7470ee14c6c93, b0)
		sh, sl := bits.Mul64(0xca5a826395121157, b2)
		a0, a1, a2, a3 = qh^a1^k0, ql, ph^a3^k1, pl
		b0, b1, b2, b3 = sh^b1^k0, sl, rh^b3^k1, rl
		k0 += 0x9e3779b97f4a7c15
		k1 += 0xbb67ae8584caa73b
	}
	*dst = [8]uint64{a0, a1, a2, a3, b0, b1, b2, b3}
}

// FillUint32 sets dst to the next halves of words.
func (p *Philox4x64) FillUint32(dst []uint32) { fillHalves(dst, &p.half, p.Uint64, p.FillUint64) }

// Clone returns a generator in the same state.
func (p *Philox4x64) Clone() *Philox4x64 { c := *p; return &c }

// CloneSource returns Clone as a Source.
func (p *Philox4x64) CloneSource() Source { return p.Clone() }

func (p *Philox4x64) name() string { return "Philox4x64" }

func (p *Philox4x64) words() []uint64 {
	words := append(append([]uint64{uint64(p.used)}, p.counter[:]...), p.key[:]...)
	block, h := p.block, p.half.words()
	if p.used == 4 {
		block = [4]uint64{}
	}
	return append(append(words, block[:]...), h[:]...)
}

func (p *Philox4x64) setWords(w []uint64) bool {
	if len(w) != 13 || w[0] > 4 {
		return false
	}
	h, ok := halfOf(w[11:])
	if ok {
		*p = Philox4x64{[4]uint64(w[1:]), [2]uint64(w[5:]), [4]uint64(w[7:]), int(w[0]), h}
	}
	return ok
}

// MarshalBinary returns the state. The error is nil.
func (p *Philox4x64) MarshalBinary() ([]byte, error) { return marshalBinary(p) }

// UnmarshalBinary restores a state of MarshalBinary.
func (p *Philox4x64) UnmarshalBinary(data []byte) error { return unmarshalBinary(p, data) }

// MarshalText returns the state as text. The error is nil.
func (p *Philox4x64) MarshalText() ([]byte, error) { return marshalText(p) }

// UnmarshalText restores a state of MarshalText.
func (p *Philox4x64) UnmarshalText(text []byte) error { return unmarshalText(p, text) }
