package random

import (
	"crypto/rand"
	"encoding/binary"
	"math/big"
	"slices"
)

// A SeedSequence turns numbers of any size and quality into well mixed words that seed bit
// generators, as NumPy's SeedSequence does, bit for bit
// (https://numpy.org/doc/2.0/reference/random/bit_generators/generated/numpy.random.SeedSequence.html).
// Sequences that it spawns, and what is seeded by them, are independent of it and of each other.
type SeedSequence struct {
	entropy  []uint32 // words of the numbers, each number's low word first
	spawnKey []uint32
	pool     []uint32
	spawned  uint32
}

// DefaultPoolSize is the number of words that a SeedSequence mixes its numbers into.
const DefaultPoolSize = 4

// NewSeedSequence returns the sequence of the numbers; of none it is the sequence of 0, as NumPy's
// SeedSequence(0).
func NewSeedSequence(numbers ...uint64) *SeedSequence {
	var words []uint32
	for _, n := range numbers {
		words = append(words, uint32(n))
		if n>>32 != 0 {
			words = append(words, uint32(n>>32))
		}
	}
	if len(words) == 0 {
		words = []uint32{0}
	}
	return newSequence(words, nil, DefaultPoolSize)
}

// NewSeedSequenceBig returns the sequence of numbers of any size and a spawn key, which is empty for a sequence that
// was not spawned, mixed into a pool of poolSize words. It is an error if a number is negative
// or poolSize is below [DefaultPoolSize], as it is in NumPy.
func NewSeedSequenceBig(numbers, spawnKey []*big.Int, poolSize int) (*SeedSequence, error) {
	if poolSize < DefaultPoolSize {
		return nil, badArgument("NewSeedSequenceBig", "poolSize is %d, want at least %d", poolSize, DefaultPoolSize)
	}
	words, ok := wordsOf(numbers)
	key, okKey := wordsOf(spawnKey)
	if !ok || !okKey {
		return nil, badArgument("NewSeedSequenceBig", "a number is negative")
	}
	return newSequence(words, key, poolSize), nil
}

// NewSeedSequenceRandom returns the sequence of 128 bits from the operating system.
func NewSeedSequenceRandom() *SeedSequence {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails
	return NewSeedSequence(binary.LittleEndian.Uint64(b[:8]), binary.LittleEndian.Uint64(b[8:]))
}

func wordsOf(numbers []*big.Int) (words []uint32, ok bool) {
	low := big.NewInt(1<<32 - 1)
	for _, n := range numbers {
		if n.Sign() < 0 {
			return nil, false
		}
		rest := new(big.Int).Set(n)
		for {
			words = append(words, uint32(new(big.Int).And(rest, low).Uint64()))
			if rest.Rsh(rest, 32).Sign() == 0 {
				break
			}
		}
	}
	return words, true
}

// The constants of the hash, which its author Melissa O'Neill calls seed_seq_fe
// (https://www.pcg-random.org/posts/developing-a-seed_seq-alternative.html).
const (
	hashInit     = 0x43b0d7e5
	hashFactor   = 0x931e8875
	outputInit   = 0x8b51f9dd
	outputFactor = 0x58f38ded
	mixLeft      = 0xca01f9dd
	mixRight     = 0x4973f715
)

func newSequence(entropy, spawnKey []uint32, poolSize int) *SeedSequence {
	s := &SeedSequence{entropy: entropy, spawnKey: spawnKey, pool: make([]uint32, poolSize)}
	words := slices.Clone(entropy)
	if len(spawnKey) > 0 {
		// Padding keeps the key from being taken for a part of the numbers.
		for len(words) < poolSize {
			words = append(words, 0)
		}
		words = append(words, spawnKey...)
	}
	h := uint32(hashInit)
	hash := func(v uint32) uint32 {
		v ^= h
		h *= hashFactor
		v *= h
		return v ^ v>>16
	}
	mix := func(x, y uint32) uint32 {
		r := mixLeft*x - mixRight*y
		return r ^ r>>16
	}
	for i := range s.pool {
		if i < len(words) {
			s.pool[i] = hash(words[i])
		} else {
			s.pool[i] = hash(0)
		}
	}
	for i := range s.pool {
		for j := range s.pool {
			if i != j {
				s.pool[j] = mix(s.pool[j], hash(s.pool[i]))
			}
		}
	}
	for i := poolSize; i < len(words); i++ {
		for j := range s.pool {
			s.pool[j] = mix(s.pool[j], hash(words[i]))
		}
	}
	return s
}

// GenerateUint32 returns the first n words of 32 bits of the sequence, NumPy's generate_state(n).
// It gives the same words each time.
func (s *SeedSequence) GenerateUint32(n int) []uint32 {
	out := make([]uint32, n)
	h := uint32(outputInit)
	for i := range out {
		v := s.pool[i%len(s.pool)] ^ h
		h *= outputFactor
		v *= h
		out[i] = v ^ v>>16
	}
	return out
}

// GenerateUint64 returns the first n words of 64 bits, each of two of GenerateUint32 with the lower first,
// NumPy's generate_state(n, numpy.uint64).
func (s *SeedSequence) GenerateUint64(n int) []uint64 {
	halves := s.GenerateUint32(2 * n)
	out := make([]uint64, n)
	for i := range out {
		out[i] = uint64(halves[2*i]) | uint64(halves[2*i+1])<<32
	}
	return out
}

// Spawn returns n sequences that are independent of s, of each other, and of those spawned before.
func (s *SeedSequence) Spawn(n int) []*SeedSequence {
	out := make([]*SeedSequence, n)
	for i := range out {
		key := append(slices.Clone(s.spawnKey), s.spawned)
		s.spawned++
		out[i] = newSequence(s.entropy, key, len(s.pool))
	}
	return out
}
