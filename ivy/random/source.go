package random

import (
	"encoding"
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"
	"unsafe"
)

// A Source is a bit generator: a deterministic sequence of words that a seed begins. Everything
// else in this package and below it is computed of these words.
//
// A Source is not safe for use by several goroutines at once: give each a Source of its own, by
// Clone, [SeedSequence.Spawn], Jump or another key. Every Source is a [math/rand/v2.Source] too.
//
// The state of a Source is saved by MarshalBinary or MarshalText, which do not fail, and restored
// by the Unmarshal methods of a Source of the same type, or by [Restore] and [RestoreText] if the
// type is not known. A restored Source goes on with the very word at which the saved one stood.
type Source interface {
	// Uint32 returns the next 32-bit word: one that the generator makes, or half of a 64-bit word, as
	// the type says.
	Uint32() uint32
	// Uint64 returns the next 64-bit word.
	Uint64() uint64
	// FillUint32 sets each element to what Uint32 would have returned, in order.
	FillUint32(dst []uint32)
	// FillUint64 sets each element to what Uint64 would have returned, in order.
	FillUint64(dst []uint64)
	// CloneSource returns a Source in the same state, which shares nothing with this one. The
	// method Clone of a type does the same and returns the type.
	CloneSource() Source

	encoding.BinaryMarshaler
	encoding.BinaryUnmarshaler
	encoding.TextMarshaler
	encoding.TextUnmarshaler
}

// An Error is a bad argument: a seed, a state or a parameter of a distribution that the function
// does not take.
type Error struct {
	Func string // the function, "Gamma"
	Text string // what is wrong, "scale is -1, want a number >= 0"
}

// Error returns the text with the name of the function.
func (e *Error) Error() string { return "random: " + e.Func + ": " + e.Text }

func badArgument(fn, format string, args ...any) error {
	return &Error{Func: fn, Text: fmt.Sprintf(format, args...)}
}

// A state is a Source as words of 64 bits, under a name.
type state interface {
	Source
	name() string
	words() []uint64
	// setWords restores the state, or returns false and changes nothing if no state has such words.
	setWords(words []uint64) bool
}

// sources makes an empty Source of each type.
var sources = []func() state{
	func() state { return new(PCG64) },
	func() state { return new(PCG64DXSM) },
	func() state { return new(MT19937) },
	func() state { return new(Philox4x32) },
	func() state { return new(Philox4x64) },
	func() state { return new(ThreeFry2x32) },
}

// The binary form: the length of the name, the name, the version of the form, and the words in
// little-endian order.
const stateVersion = 1

func marshalBinary(s state) ([]byte, error) {
	name, words := s.name(), s.words()
	out := make([]byte, 0, 2+len(name)+8*len(words))
	out = append(out, byte(len(name)))
	out = append(out, name...)
	out = append(out, stateVersion)
	for _, w := range words {
		out = binary.LittleEndian.AppendUint64(out, w)
	}
	return out, nil
}

// nameOf returns the name in a binary form, and what follows it.
func nameOf(data []byte) (name string, rest []byte, ok bool) {
	if len(data) < 1 || len(data) < 2+int(data[0]) {
		return "", nil, false
	}
	n := 1 + int(data[0])
	return string(data[1:n]), data[n:], data[n] == stateVersion
}

func unmarshalBinary(s state, data []byte) error {
	name, rest, ok := nameOf(data)
	if !ok || len(rest)%8 != 1 {
		return badArgument("UnmarshalBinary", "%d bytes are no saved state of version %d", len(data), stateVersion)
	}
	if name != s.name() {
		return badArgument("UnmarshalBinary", "the state is of %q, want one of %q", name, s.name())
	}
	words := make([]uint64, 0, len(rest)/8)
	for rest = rest[1:]; len(rest) > 0; rest = rest[8:] {
		words = append(words, binary.LittleEndian.Uint64(rest))
	}
	if !s.setWords(words) {
		return badArgument("UnmarshalBinary", "the words are no state of %s", name)
	}
	return nil
}

// The text form: the name, a colon, and the words in hexadecimal with commas between them.
func marshalText(s state) ([]byte, error) {
	out := append([]byte(s.name()), ':')
	for i, w := range s.words() {
		if i > 0 {
			out = append(out, ',')
		}
		out = strconv.AppendUint(out, w, 16)
	}
	return out, nil
}

func unmarshalText(s state, text []byte) error {
	name, rest, ok := strings.Cut(string(text), ":")
	if !ok || name != s.name() {
		return badArgument("UnmarshalText", "the text is no state of %q", s.name())
	}
	var words []uint64
	for field := range strings.SplitSeq(rest, ",") {
		w, err := parseHex(field)
		if err != nil {
			return err
		}
		words = append(words, w)
	}
	if !s.setWords(words) {
		return badArgument("UnmarshalText", "the words are no state of %s", name)
	}
	return nil
}

func formatHex(w uint64) string { return strconv.FormatUint(w, 16) }

// parseHex returns the word of a text of UnmarshalText.
func parseHex(text string) (uint64, error) {
	w, err := strconv.ParseUint(text, 16, 64)
	if err != nil {
		return 0, badArgument("UnmarshalText", "%.20q is no hexadecimal word of 64 bits", text)
	}
	return w, nil
}

// Restore returns a Source in the state that MarshalBinary saved. Its type is that of the saved one.
func Restore(data []byte) (Source, error) {
	name, _, ok := nameOf(data)
	if !ok {
		return nil, badArgument("Restore", "%d bytes are no saved state of version %d", len(data), stateVersion)
	}
	s, err := named("Restore", name)
	if err != nil {
		return nil, err
	}
	if err := s.UnmarshalBinary(data); err != nil {
		return nil, err
	}
	return s, nil
}

// RestoreText returns a Source in the state that MarshalText saved. Its type is that of the saved one.
func RestoreText(text []byte) (Source, error) {
	name, _, _ := strings.Cut(string(text), ":")
	s, err := named("RestoreText", name)
	if err != nil {
		return nil, err
	}
	if err := s.UnmarshalText(text); err != nil {
		return nil, err
	}
	return s, nil
}

func named(fn, name string) (state, error) {
	for _, empty := range sources {
		if s := empty(); s.name() == name {
			return s, nil
		}
	}
	return nil, badArgument(fn, "no bit generator is named %.20q", name)
}

// A half keeps the upper half of a 64-bit word for the next Uint32.
type half struct {
	kept bool
	word uint32
}

// take returns the kept half, or keeps the upper half of a word of next and returns the lower.
func (h *half) take(next func() uint64) uint32 {
	if h.kept {
		h.kept = false
		return h.word
	}
	w := next()
	h.kept, h.word = true, uint32(w>>32)
	return uint32(w)
}

// littleEndian is whether the lower half of a word comes first in memory.
var littleEndian = func() bool {
	one := uint16(1)
	return *(*uint8)(unsafe.Pointer(&one)) == 1
}()

// fillHalves sets dst to what take would have returned, in order.
func fillHalves(dst []uint32, h *half, next func() uint64, fill func([]uint64)) {
	if len(dst) > 0 && h.kept {
		dst[0], h.kept = h.word, false
		dst = dst[1:]
	}
	if p := unsafe.Pointer(unsafe.SliceData(dst)); littleEndian && uintptr(p)%8 == 0 { // the halves of words lie as they are to be
		n := len(dst) / 2
		fill(unsafe.Slice((*uint64)(p), n))
		dst = dst[2*n:]
	}
	var words [128]uint64
	for len(dst) >= 2 {
		chunk := words[:min(len(dst)/2, len(words))]
		fill(chunk)
		for i, w := range chunk {
			dst[2*i], dst[2*i+1] = uint32(w), uint32(w>>32)
		}
		dst = dst[2*len(chunk):]
	}
	if len(dst) > 0 {
		dst[0] = h.take(next)
	}
}

func (h *half) words() [2]uint64 {
	if h.kept {
		return [2]uint64{1, uint64(h.word)}
	}
	return [2]uint64{}
}

// halfOf returns the half of its two words.
func halfOf(words []uint64) (h half, ok bool) {
	return half{words[0] == 1, uint32(words[1])}, words[0] <= 1 && words[1]>>32 == 0
}
