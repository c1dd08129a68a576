package random

import (
	"math/bits"
	"slices"
	"unsafe"

	"github.com/goivy/goivy/ivy/random/internal/lanes"
)

// MT19937 is the Mersenne Twister of 32-bit words with period 2**19937 − 1 (M. Matsumoto and T. Nishimura, 1998,
// http://www.math.sci.hiroshima-u.ac.jp/m-mat/MT/emt.html): Python's random, NumPy's RandomState and PyTorch's CPU generator.
// Uint64 is of two words with the first one high, in NumPy and PyTorch alike.
//
// Make one by [NewMT19937], [NewMT19937Key] or [NewMT19937Sequence]; the zero MT19937 is none until a state is restored into it.
type MT19937 struct {
	state [mtSize]uint32
	used  int // how many words of state have been returned
}

const (
	mtSize   = 624
	mtMiddle = 397
	mtMatrix = 0x9908b0df
	mtUpper  = 0x80000000
	mtLower  = 0x7fffffff
)

// NewMT19937 returns the generator of a 32-bit seed: numpy.random.RandomState(seed), and torch.manual_seed
// of a number with these lower 32 bits.
func NewMT19937(seed uint32) *MT19937 {
	m := &MT19937{used: mtSize}
	m.state[0] = seed
	for i := 1; i < mtSize; i++ {
		prev := m.state[i-1]
		m.state[i] = 1812433253*(prev^prev>>30) + uint32(i)
	}
	return m
}

// NewMT19937Key returns the generator of a key of at least one word: numpy.random.RandomState of a list,
// and Python's random.seed of a number's words.
func NewMT19937Key(key []uint32) (*MT19937, error) {
	if len(key) == 0 {
		return nil, badArgument("NewMT19937Key", "the key has no words, want at least one")
	}
	m := NewMT19937(19650218)
	i, j := 1, 0
	next := func() {
		if i++; i == mtSize {
			m.state[0], i = m.state[mtSize-1], 1
		}
	}
	for range max(mtSize, len(key)) {
		prev := m.state[i-1]
		m.state[i] = (m.state[i] ^ (prev^prev>>30)*1664525) + key[j] + uint32(j)
		if j++; j == len(key) {
			j = 0
		}
		next()
	}
	for range mtSize - 1 {
		prev := m.state[i-1]
		m.state[i] = (m.state[i] ^ (prev^prev>>30)*1566083941) - uint32(i)
		next()
	}
	m.state[0] = mtUpper // so that the state is not all zeros
	return m, nil
}

// NewMT19937Sequence returns the generator that the sequence seeds, numpy.random.MT19937(seq).
func NewMT19937Sequence(seq *SeedSequence) *MT19937 {
	// NumPy leaves the last word unused.
	m := &MT19937{used: mtSize - 1}
	copy(m.state[:], seq.GenerateUint32(mtSize))
	m.state[0] = mtUpper
	return m
}

// twist returns the word that follows 624 words of which x is the first, y the second and middle the 398th.
func twist(x, y, middle uint32) uint32 {
	mixed := x&mtUpper | y&mtLower
	return middle ^ mixed>>1 ^ -(mixed&1)&mtMatrix
}

// renew replaces the state by the next 624 words.
func (m *MT19937) renew() {
	s := &m.state
	const first = mtSize - mtMiddle
	for i := lanes.Twist(s[:], s[mtMiddle:], first); i < first; i++ {
		s[i] = twist(s[i], s[i+1], s[i+mtMiddle])
	}
	for i := first + lanes.Twist(s[first:], s[:], mtSize-1-first); i < mtSize-1; i++ {
		s[i] = twist(s[i], s[i+1], s[i+mtMiddle-mtSize])
	}
	s[mtSize-1] = twist(s[mtSize-1], s[0], s[mtMiddle-1])
	m.used = 0
}

func temper(w uint32) uint32 {
	w ^= w >> 11
	w ^= w << 7 & 0x9d2c5680
	w ^= w << 15 & 0xefc60000
	return w ^ w>>18
}

// Uint32 returns the next word.
func (m *MT19937) Uint32() uint32 {
	if m.used >= mtSize {
		m.renew()
	}
	w := m.state[m.used]
	m.used++
	return temper(w)
}

// Uint64 returns the next two words, the first one high.
func (m *MT19937) Uint64() uint64 {
	hi := m.Uint32()
	return uint64(hi)<<32 | uint64(m.Uint32())
}

// FillUint32 sets dst to the next words.
func (m *MT19937) FillUint32(dst []uint32) {
	for len(dst) > 0 {
		if m.used >= mtSize {
			m.renew()
		}
		words := m.state[m.used:]
		n := min(len(dst), len(words))
		for i := lanes.Temper(dst[:n], words); i < n; i++ {
			dst[i] = temper(words[i])
		}
		m.used += n
		dst = dst[n:]
	}
}

// FillUint64 sets dst to the next pairs of words.
func (m *MT19937) FillUint64(dst []uint64) {
	for len(dst) > 0 {
		if mtSize-m.used < 2 {
			dst[0] = m.Uint64()
			dst = dst[1:]
			continue
		}
		n := min(len(dst), (mtSize-m.used)/2)
		words := m.state[m.used : m.used+2*n]
		done := lanes.Temper(unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(dst))), 2*n), words) / 2
		for i, w := range dst[:done] {
			dst[i] = bits.RotateLeft64(w, 32)
		}
		for i := done; i < n; i++ {
			dst[i] = uint64(temper(words[2*i]))<<32 | uint64(temper(words[2*i+1]))
		}
		m.used += 2 * n
		dst = dst[n:]
	}
}

// State returns the 624 words of the state and how many of them have been returned: "key" and "pos" of NumPy's state.
func (m *MT19937) State() (key []uint32, pos int) { return slices.Clone(m.state[:]), m.used }

// SetState sets the words and how many of them have been returned, which must be 624 and between 0 and 624.
func (m *MT19937) SetState(key []uint32, pos int) error {
	if len(key) != mtSize || pos < 0 || pos > mtSize {
		return badArgument("SetState", "%d words at %d are no state of MT19937, want 624 words and between 0 and 624", len(key), pos)
	}
	copy(m.state[:], key)
	m.used = pos
	return nil
}

// Clone returns a generator in the same state.
func (m *MT19937) Clone() *MT19937 { c := *m; return &c }

// CloneSource returns Clone as a Source.
func (m *MT19937) CloneSource() Source { return m.Clone() }

func (m *MT19937) name() string { return "MT19937" }

func (m *MT19937) words() []uint64 {
	words := []uint64{uint64(m.used)}
	for i := 0; i < mtSize; i += 2 {
		words = append(words, uint64(m.state[i])|uint64(m.state[i+1])<<32)
	}
	return words
}

func (m *MT19937) setWords(w []uint64) bool {
	if len(w) != 1+mtSize/2 || w[0] > mtSize {
		return false
	}
	m.used = int(w[0])
	for i, v := range w[1:] {
		m.state[2*i], m.state[2*i+1] = uint32(v), uint32(v>>32)
	}
	return true
}

// MarshalBinary returns the state. The error is nil.
func (m *MT19937) MarshalBinary() ([]byte, error) { return marshalBinary(m) }

// UnmarshalBinary restores a state of MarshalBinary.
func (m *MT19937) UnmarshalBinary(data []byte) error { return unmarshalBinary(m, data) }

// MarshalText returns the state as text. The error is nil.
func (m *MT19937) MarshalText() ([]byte, error) { return marshalText(m) }

// UnmarshalText restores a state of MarshalText.
func (m *MT19937) UnmarshalText(text []byte) error { return unmarshalText(m, text) }
