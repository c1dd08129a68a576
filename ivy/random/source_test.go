package random

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy/random/internal/draws"
)

var _ rand.Source = Source(nil)

type sourceCase struct {
	Source  string
	Numbers []string
	Key     []string
	Pool    int
	Steps   [][]json.RawMessage
}

func (c sourceCase) String() string { return fmt.Sprintf("%s%.60v%v", c.Source, c.Numbers, c.Key) }

func bigs(t *testing.T, texts []string) []*big.Int {
	out := []*big.Int{}
	for _, text := range texts {
		n, ok := new(big.Int).SetString(text, 10)
		require.True(t, ok, text)
		out = append(out, n)
	}
	return out
}

// lowWords returns n words of a number.
func lowWords(v *big.Int, n int) []uint64 {
	out := make([]uint64, n)
	for i := range out {
		out[i] = new(big.Int).And(new(big.Int).Rsh(v, uint(64*i)), new(big.Int).SetUint64(1<<64-1)).Uint64()
	}
	return out
}

func (c sourceCase) open(t *testing.T) Source {
	numbers := bigs(t, c.Numbers)
	seq := func() *SeedSequence {
		s, err := NewSeedSequenceBig(numbers, nil, 4)
		require.NoError(t, err)
		return s
	}
	word := func(i int) uint64 { return numbers[i].Uint64() }
	switch c.Source {
	case "PCG64":
		return NewPCG64(seq())
	case "PCG64DXSM":
		return NewPCG64DXSM(seq())
	case "MT19937":
		return NewMT19937Sequence(seq())
	case "MT19937 int":
		return NewMT19937(uint32(word(0)))
	case "MT19937 key":
		key := make([]uint32, len(numbers))
		for i := range key {
			key[i] = uint32(word(i))
		}
		m, err := NewMT19937Key(key)
		require.NoError(t, err)
		return m
	case "Philox":
		return NewPhilox4x64Sequence(seq())
	case "Philox key":
		return NewPhilox4x64([2]uint64(lowWords(numbers[0], 2)), [4]uint64(lowWords(numbers[1], 4)))
	case "Philox4x32":
		return NewPhilox4x32(word(2), word(0), word(1))
	case "ThreeFry2x32":
		return NewThreeFry2x32([2]uint32{uint32(word(0)), uint32(word(1))}, 0)
	}
	require.Fail(t, c.Source)
	return nil
}

func TestSources(t *testing.T) {
	var cases []sourceCase
	draws.Read(t, "testdata/sources.json", &cases)
	require.Greater(t, len(cases), 70)
	for _, c := range cases {
		t.Run(c.String(), func(t *testing.T) {
			if c.Source == "SeedSequence" {
				testSequence(t, c)
				return
			}
			s := c.open(t)
			for _, step := range c.Steps {
				var what, arg string
				require.NoError(t, json.Unmarshal(step[0], &what))
				require.NoError(t, json.Unmarshal(step[1], &arg))
				if testing.Short() && (arg == "100000" || arg == "1000000") && what != "advance" { // nothing goes on from there
					continue
				}
				if c.Source == "ThreeFry2x32" || c.Source == "Philox4x32" { // recorded from the beginning each
					s = c.open(t)
				}
				if got, ok := take(t, s, what, arg); ok {
					var want draws.Recorded
					require.NoError(t, json.Unmarshal(step[2], &want))
					require.Equal(t, want, got, "%s %s", what, arg)
				}
			}
		})
	}
}

// take does a step, and returns what there is to compare.
func take(t *testing.T, s Source, what, arg string) (r draws.Recorded, ok bool) {
	n := bigs(t, []string{arg})[0]
	switch what {
	case "u64":
		return draws.Of(t, words(t, s, int(n.Int64()), Source.FillUint64, Source.Uint64)), true
	case "u32":
		return draws.Of(t, words(t, s, int(n.Int64()), Source.FillUint32, Source.Uint32)), true
	case "jump":
		switch s := s.(type) {
		case *PCG64:
			s.Jump(n.Uint64())
		case *PCG64DXSM:
			s.Jump(n.Uint64())
		case *Philox4x64:
			s.Jump(n.Uint64())
		case *MT19937:
			s.Jump(int(n.Int64()))
		}
		return r, false
	case "advance":
		w := lowWords(n, 4)
		switch s := s.(type) {
		case *PCG64:
			s.Advance(w[1], w[0])
		case *PCG64DXSM:
			s.Advance(w[1], w[0])
		case *Philox4x64:
			s.Advance([4]uint64(w))
		}
		return r, false
	case "split":
		var keys []uint32
		for _, child := range s.(*ThreeFry2x32).Split(int(n.Int64())) {
			keys = append(keys, child.key[:]...)
		}
		return draws.Of(t, keys), true
	case "fold":
		return draws.Of(t, s.(*ThreeFry2x32).FoldIn(uint32(n.Uint64())).key[:]), true
	}
	require.Fail(t, what)
	return r, false
}

// words fills a slice, and compares with words one by one, with two fills in a row and with restored sources.
func words[W uint32 | uint64](t *testing.T, s Source, n int, fill func(s Source, dst []W), next func(s Source) W) []W {
	one, parts, saved := s.CloneSource(), s.CloneSource(), restored(t, s)
	out := make([]W, n)
	fill(s, out)
	for i := range min(n, 2000) {
		require.Equal(t, out[i], next(one), i)
	}
	again := make([]W, n)
	fill(parts, again[:n/3])
	fill(parts, again[n/3:])
	require.Equal(t, out, again)
	fill(saved, again)
	require.Equal(t, out, again)
	require.Equal(t, stateText(t, s), stateText(t, parts))
	require.Equal(t, stateText(t, s), stateText(t, saved))
	return out
}

func stateText(t *testing.T, s Source) string {
	text, err := s.MarshalText()
	require.NoError(t, err)
	return string(text)
}

// restored returns a source of the saved state, of the binary form restored from the text.
func restored(t *testing.T, s Source) Source {
	text, err := s.MarshalText()
	require.NoError(t, err)
	middle, err := RestoreText(text)
	require.NoError(t, err)
	data, err := middle.MarshalBinary()
	require.NoError(t, err)
	out, err := Restore(data)
	require.NoError(t, err)
	require.IsType(t, s, out)
	return out
}

func testSequence(t *testing.T, c sourceCase) {
	s, err := NewSeedSequenceBig(bigs(t, c.Numbers), bigs(t, c.Key), c.Pool)
	require.NoError(t, err)
	children := s.Spawn(2)
	children = append(children, s.Spawn(1)[0].Spawn(2)...)
	for _, step := range c.Steps {
		var what string
		var want draws.Recorded
		require.NoError(t, json.Unmarshal(step[0], &what))
		require.NoError(t, json.Unmarshal(step[2], &want))
		switch what {
		case "u32":
			assert.Equal(t, want, draws.Of(t, s.GenerateUint32(9)))
		case "u64":
			assert.Equal(t, want, draws.Of(t, s.GenerateUint64(9)))
		default:
			assert.Equal(t, want, draws.Of(t, children[0].GenerateUint32(5)))
			children = children[1:]
		}
	}
	assert.Empty(t, children)
}

func TestNewSeedSequence(t *testing.T) {
	for _, numbers := range [][]uint64{{0}, {5}, {1 << 32, 0, 7}, {1<<64 - 1}} {
		var same []*big.Int
		for _, n := range numbers {
			same = append(same, new(big.Int).SetUint64(n))
		}
		want, err := NewSeedSequenceBig(same, nil, DefaultPoolSize)
		require.NoError(t, err)
		assert.Equal(t, want.GenerateUint32(9), NewSeedSequence(numbers...).GenerateUint32(9), numbers)
	}
	assert.Equal(t, NewSeedSequence(0).GenerateUint32(9), NewSeedSequence().GenerateUint32(9))
	assert.NotEqual(t, NewSeedSequenceRandom().GenerateUint32(4), NewSeedSequenceRandom().GenerateUint32(4))
}

// Vectors of the paper's authors, which are in Random123's kat_vectors.
func TestKnownAnswers(t *testing.T) {
	const ones = 1<<32 - 1
	a, b := ThreeFry2x32Block([2]uint32{}, 0, 0)
	assert.Equal(t, [2]uint32{0x6b200159, 0x99ba4efe}, [2]uint32{a, b})
	a, b = ThreeFry2x32Block([2]uint32{ones, ones}, ones, ones)
	assert.Equal(t, [2]uint32{0x1cb996fc, 0xbb002be7}, [2]uint32{a, b})
	assert.Equal(t, [4]uint32{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}, Philox4x32Block([4]uint32{}, [2]uint32{}))
	assert.Equal(t, [4]uint64{0x16554d9eca36314c, 0xdb20fe9d672d0fdc, 0xd7e772cee186176b, 0x7e68b68aec7ba23b}, Philox4x64Block([4]uint64{}, [2]uint64{}))
}

func TestBadSeedsAndStates(t *testing.T) {
	var e *Error
	for _, f := range []func() error{
		func() error { _, err := NewSeedSequenceBig([]*big.Int{big.NewInt(-1)}, nil, 4); return err },
		func() error { _, err := NewSeedSequenceBig(nil, []*big.Int{big.NewInt(-1)}, 4); return err },
		func() error { _, err := NewSeedSequenceBig(nil, nil, 3); return err },
		func() error { _, err := NewMT19937Key(nil); return err },
		func() error { return new(MT19937).SetState(make([]uint32, 623), 0) },
		func() error { return new(MT19937).SetState(make([]uint32, 624), 625) },
		func() error { return new(MT19937).SetState(make([]uint32, 624), -1) },
		func() error { _, err := Restore(nil); return err },
		func() error { _, err := Restore([]byte{200, 1}); return err },
		func() error { _, err := Restore([]byte("\x03abc\x01")); return err },
		func() error { _, err := RestoreText([]byte("nothing:1")); return err },
		func() error { _, err := RestoreText(nil); return err },
	} {
		err := f()
		require.ErrorAs(t, err, &e)
		assert.NotEmpty(t, e.Text)
	}
}

// A saved state that is cut, of another type, or of no state is refused and changes nothing.
func TestDamagedStates(t *testing.T) {
	all := []Source{
		NewPCG64(NewSeedSequence(1)), NewPCG64DXSM(NewSeedSequence(1)), NewMT19937(1),
		NewPhilox4x32(1, 2, 3), NewPhilox4x64Sequence(NewSeedSequence(1)), NewThreeFry2x32([2]uint32{1, 2}, 3),
	}
	require.Len(t, all, len(sources))
	for i, s := range all {
		s.Uint32()
		before := stateText(t, s)
		data, err := s.MarshalBinary()
		require.NoError(t, err)
		text := []byte(before)
		other := all[(i+1)%len(all)]
		var bad []error
		for n := range data {
			bad = append(bad, s.UnmarshalBinary(data[:n]))
		}
		bad = append(bad, s.UnmarshalBinary(append(data[:len(data):len(data)], 0)), other.UnmarshalBinary(data))
		version := append([]byte(nil), data...)
		version[1+data[0]]++
		bad = append(bad, s.UnmarshalBinary(version))
		for n := range text {
			if _, err := strconv.ParseUint(string(text[n:]), 16, 64); err != nil { // but in the last word
				bad = append(bad, s.UnmarshalText(text[:n]))
			}
		}
		bad = append(bad, s.UnmarshalText(append(text[:len(text):len(text)], ",1"...)), other.UnmarshalText(text))
		for n, err := range bad {
			var e *Error
			assert.True(t, errors.As(err, &e), "%T %d", s, n)
		}
		assert.Equal(t, before, stateText(t, s))
	}
	var p PCG64
	assert.Error(t, p.UnmarshalText([]byte("PCG64:1,1,1,2,0,0")), "an even increment")
	assert.Error(t, p.UnmarshalText([]byte("PCG64:1,1,1,3,2,0")), "two kept halves")
	assert.Error(t, p.UnmarshalText([]byte("PCG64:1,1,1,3,1,100000000")), "a half of 33 bits")
	assert.Error(t, new(Philox4x32).UnmarshalText([]byte("Philox4x32:0,0,0,5,0,0")), "5 of 4 words")
	assert.Error(t, new(ThreeFry2x32).UnmarshalText([]byte("ThreeFry2x32:100000000,0,0")), "a key of 33 bits")
}

// What is made of another by Clone goes its own way.
func TestClone(t *testing.T) {
	for _, s := range []Source{
		NewPCG64(NewSeedSequence(1)), NewPCG64DXSM(NewSeedSequence(1)), NewMT19937(1),
		NewPhilox4x32(1, 2, 3), NewPhilox4x64Sequence(NewSeedSequence(1)), NewThreeFry2x32([2]uint32{1, 2}, 3),
	} {
		before := stateText(t, s)
		c := s.CloneSource()
		c.FillUint32(make([]uint32, 700))
		assert.Equal(t, before, stateText(t, s))
		assert.NotEqual(t, before, stateText(t, c))
	}
}

// Words that are made several blocks at a time are those that are made one by one, also where the counter carries.
func TestPhiloxBlocks(t *testing.T) {
	for _, n := range []int{0, 1, 3, 4, 7, 8, 9, 15, 16, 17, 100} {
		for _, low := range []uint64{0, 7, math.MaxUint64, math.MaxUint64 - 1, math.MaxUint64 - 2, math.MaxUint64 - 9} {
			for used := range 3 {
				p := NewPhilox4x64([2]uint64{1, 2}, [4]uint64{low, 5, 6, 7})
				for range used {
					p.Uint64()
				}
				one := p.Clone()
				got, want := make([]uint64, n), make([]uint64, n)
				p.FillUint64(got)
				for i := range want {
					want[i] = one.Uint64()
				}
				assert.Equal(t, want, got, "%d words from %d", n, low)
				assert.Equal(t, one.Uint64(), p.Uint64())
			}
		}
	}
}

// Fills of ThreeFry go over the end of the counter's lower word, and are single words.
func TestThreeFryCounters(t *testing.T) {
	for before := range uint64(50) {
		for _, counter := range []uint64{3<<32 - before, -before} {
			key := [2]uint32{5, 6}
			one, narrow, wide := NewThreeFry2x32(key, counter), make([]uint32, 67), make([]uint64, 67)
			a, b := one.Clone(), one.Clone()
			a.FillUint32(narrow)
			b.FillUint64(wide)
			for i := range wide {
				w := one.Uint64()
				require.Equal(t, w, wide[i], "%d from %#x", i, counter)
				require.Equal(t, uint32(w>>32)^uint32(w), narrow[i])
			}
			require.Equal(t, one, a)
			require.Equal(t, one, b)
		}
	}
}
