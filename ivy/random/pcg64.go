package random

import (
	"math/bits"
)

// uint128 is a number of 128 bits; its arithmetic wraps.
type uint128 struct{ hi, lo uint64 }

func (a uint128) add(b uint128) uint128 {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	hi, _ := bits.Add64(a.hi, b.hi, carry)
	return uint128{hi, lo}
}

func (a uint128) mul(b uint128) uint128 {
	hi, lo := bits.Mul64(a.lo, b.lo)
	return uint128{hi + a.hi*b.lo + a.lo*b.hi, lo}
}

// A congruence is the linear congruential generator of 128 bits under both PCG64: its state, and
// the odd increment that selects one of 2**127 sequences.
type congruence struct {
	state, inc uint128
	half
}

// seed begins the sequence and at the state that seq gives. NumPy's PCG64DXSM is seeded by steps of PCG64 too.
func (c *congruence) seed(seq *SeedSequence) {
	w := seq.GenerateUint64(4)
	state, sequence := uint128{w[0], w[1]}, uint128{w[2], w[3]}
	*c = congruence{inc: uint128{sequence.hi<<1 | sequence.lo>>63, sequence.lo<<1 | 1}}
	c.state = c.inc.add(state).mul(pcgFactor).add(c.inc) // a step from 0 gives inc
}

// advance goes delta steps at once, in O(128) (F. Brown, "Random number generation with arbitrary
// strides", 1994), and forgets a kept half.
func (c *congruence) advance(delta, factor uint128) {
	total, offset := uint128{0, 1}, uint128{}
	inc := c.inc
	for delta != (uint128{}) {
		if delta.lo&1 != 0 {
			total = total.mul(factor)
			offset = offset.mul(factor).add(inc)
		}
		inc = factor.add(uint128{0, 1}).mul(inc)
		factor = factor.mul(factor)
		delta = uint128{delta.hi >> 1, delta.hi<<63 | delta.lo>>1}
	}
	c.state = total.mul(c.state).add(offset)
	c.half = half{}
}

// goldenJump is 2**128 divided by the golden ratio, by which NumPy's jumps advance: no sum of few
// jumps comes near the beginning.
var goldenJump = uint128{0x9e3779b97f4a7c15, 0xf39cc0605cedc835}

func (c *congruence) words() []uint64 {
	h := c.half.words()
	return []uint64{c.state.hi, c.state.lo, c.inc.hi, c.inc.lo, h[0], h[1]}
}

func (c *congruence) setWords(w []uint64) bool {
	if len(w) != 6 {
		return false
	}
	h, ok := halfOf(w[4:])
	if !ok || w[3]&1 == 0 {
		return false
	}
	*c = congruence{uint128{w[0], w[1]}, uint128{w[2], w[3]}, h}
	return true
}

// PCG64 is the permuted congruential generator PCG XSL-RR 128/64, NumPy's default
// (https://numpy.org/doc/2.0/reference/random/bit_generators/pcg64.html; M. O'Neill, "PCG: A family of simple fast
// space-efficient statistically good algorithms for random number generation", 2014). Its period
// is 2**128. Uint32 returns the lower half of a word and then the upper one, which Uint64 in between does not touch.
//
// Make one by [NewPCG64]; the zero PCG64 is none until a state is restored into it.
type PCG64 struct{ congruence }

var pcgFactor = uint128{0x2360ed051fc65da4, 0x4385df649fccf645}

// NewPCG64 returns the generator that the sequence seeds, numpy.random.PCG64(seq).
func NewPCG64(seq *SeedSequence) *PCG64 {
	p := new(PCG64)
	p.seed(seq)
	return p
}

// Uint64 returns the next word.
func (p *PCG64) Uint64() uint64 {
	p.state = p.state.mul(pcgFactor).add(p.inc)
	return bits.RotateLeft64(p.state.hi^p.state.lo, -int(p.state.hi>>58))
}

// Uint32 returns the next half of a word.
func (p *PCG64) Uint32() uint32 { return p.take(p.Uint64) }

// FillUint64 sets dst to the next words.
func (p *PCG64) FillUint64(dst []uint64) {
	if len(dst)%2 != 0 {
		dst[0] = p.Uint64()
		dst = dst[1:]
	}
	// Two chains of steps, each of two at once, keep the multiplier busy.
	inc := pcgFactor.mul(p.inc).add(p.inc)
	even, odd := p.state, p.state.mul(pcgFactor).add(p.inc)
	evenHi, evenLo, oddHi, oddLo := even.hi, even.lo, odd.hi, odd.lo
	for ; len(dst) >= 2; dst = dst[2:] {
		evenHi, evenLo = pcgTwice(evenHi, evenLo, inc.hi, inc.lo)
		dst[0] = bits.RotateLeft64(oddHi^oddLo, -int(oddHi>>58))
		dst[1] = bits.RotateLeft64(evenHi^evenLo, -int(evenHi>>58))
		oddHi, oddLo = pcgTwice(oddHi, oddLo, inc.hi, inc.lo)
	}
	p.state = uint128{evenHi, evenLo}
}

// pcgTwice goes two steps of PCG64 on, whose factor is the square of that of one.
func pcgTwice(hi, lo, incHi, incLo uint64) (uint64, uint64) {
	const factorHi, factorLo = 0x17bce35bdf69743c, 0x529ed9eb20e0ae99
	h, l := bits.Mul64(lo, factorLo)
	h += hi*factorLo + lo*factorHi
	l, carry := bits.Add64(l, incLo, 0)
	h, _ = bits.Add64(h, incHi, carry)
	return h, l
}

// FillUint32 sets dst to the next halves of words.
func (p *PCG64) FillUint32(dst []uint32) { fillHalves(dst, &p.half, p.Uint64, p.FillUint64) }

// Advance goes hi·2**64 + lo words on, and forgets a half that was kept for Uint32. As the period
// is 2**128, the two's complement of a number goes back.
func (p *PCG64) Advance(hi, lo uint64) { p.advance(uint128{hi, lo}, pcgFactor) }

// Jump goes as far on as NumPy's jumped does: 0.618·2**128 words for each of the jumps.
func (p *PCG64) Jump(jumps uint64) { p.advance(goldenJump.mul(uint128{0, jumps}), pcgFactor) }

// Clone returns a generator in the same state.
func (p *PCG64) Clone() *PCG64 { c := *p; return &c }

// CloneSource returns Clone as a Source.
func (p *PCG64) CloneSource() Source { return p.Clone() }

func (p *PCG64) name() string { return "PCG64" }

// MarshalBinary returns the state. The error is nil.
func (p *PCG64) MarshalBinary() ([]byte, error) { return marshalBinary(p) }

// UnmarshalBinary restores a state of MarshalBinary.
func (p *PCG64) UnmarshalBinary(data []byte) error { return unmarshalBinary(p, data) }

// MarshalText returns the state as text. The error is nil.
func (p *PCG64) MarshalText() ([]byte, error) { return marshalText(p) }

// UnmarshalText restores a state of MarshalText.
func (p *PCG64) UnmarshalText(text []byte) error { return unmarshalText(p, text) }

// PCG64DXSM is PCG with the output function DXSM and a multiplier of 64 bits, which withstands tests over many
// streams at once that [PCG64] does not (https://numpy.org/doc/2.0/reference/random/upgrading-pcg64.html).
type PCG64DXSM struct{ congruence }

const cheapFactor = 0xda942042e4dd58b5

// NewPCG64DXSM returns the generator that the sequence seeds, numpy.random.PCG64DXSM(seq).
func NewPCG64DXSM(seq *SeedSequence) *PCG64DXSM {
	p := new(PCG64DXSM)
	p.seed(seq)
	return p
}

// Uint64 returns the next word.
func (p *PCG64DXSM) Uint64() uint64 {
	hi, lo := p.state.hi, p.state.lo|1
	p.state = p.state.mul(uint128{0, cheapFactor}).add(p.inc)
	hi ^= hi >> 32
	hi *= cheapFactor
	hi ^= hi >> 48
	return hi * lo
}

// Uint32 returns the next half of a word.
func (p *PCG64DXSM) Uint32() uint32 { return p.take(p.Uint64) }

// FillUint64 sets dst to the next words.
func (p *PCG64DXSM) FillUint64(dst []uint64) {
	for i := range dst {
		dst[i] = p.Uint64()
	}
}

// FillUint32 sets dst to the next halves of words.
func (p *PCG64DXSM) FillUint32(dst []uint32) { fillHalves(dst, &p.half, p.Uint64, p.FillUint64) }

// Advance goes hi·2**64 + lo words on, and forgets a half that was kept for Uint32.
func (p *PCG64DXSM) Advance(hi, lo uint64) { p.advance(uint128{hi, lo}, uint128{0, cheapFactor}) }

// Jump goes as far on as NumPy's jumped does: 0.618·2**128 words for each of the jumps.
func (p *PCG64DXSM) Jump(jumps uint64) {
	p.advance(goldenJump.mul(uint128{0, jumps}), uint128{0, cheapFactor})
}

// Clone returns a generator in the same state.
func (p *PCG64DXSM) Clone() *PCG64DXSM { c := *p; return &c }

// CloneSource returns Clone as a Source.
func (p *PCG64DXSM) CloneSource() Source { return p.Clone() }

func (p *PCG64DXSM) name() string { return "PCG64DXSM" }

// MarshalBinary returns the state. The error is nil.
func (p *PCG64DXSM) MarshalBinary() ([]byte, error) { return marshalBinary(p) }

// UnmarshalBinary restores a state of MarshalBinary.
func (p *PCG64DXSM) UnmarshalBinary(data []byte) error { return unmarshalBinary(p, data) }

// MarshalText returns the state as text. The error is nil.
func (p *PCG64DXSM) MarshalText() ([]byte, error) { return marshalText(p) }

// UnmarshalText restores a state of MarshalText.
func (p *PCG64DXSM) UnmarshalText(text []byte) error { return unmarshalText(p, text) }
