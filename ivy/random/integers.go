package random

import (
	"math/bits"
	"unsafe"
)

// Integer is any integer type of Go with a given width.
type Integer interface {
	~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// Integers fills dst with integers that are uniform between low and high, both included: NumPy's integers(low, high, dtype=T,
// endpoint=True). It is an error if low is above high.
//
// There is no bias: products of words that would make some numbers more frequent are drawn anew (D. Lemire, "Fast random integer
// generation in an interval", 2019). 64-bit types take words of 32 bits where these suffice; of a word of 32
// bits come two numbers of 16 bits or four of 8, and what is left of the last word of a call is dropped.
func Integers[T Integer](g *Generator, dst []T, low, high T) error {
	if low > high {
		return badArgument("Integers", "low is %d and high %d, want low <= high", low, high)
	}
	span := uint64(high) - uint64(low)
	width := 8 * int(unsafe.Sizeof(low))
	if width < 64 {
		span &= 1<<width - 1
	}
	switch {
	case span == 0:
		for i := range dst {
			dst[i] = low
		}
	case width < 32:
		p := pieces{g: g, width: width}
		per := 32 / width
		for i := range dst {
			g.halves.left = (len(dst) - i + per - 1) / per // words that are needed if none is left
			dst[i] = low + T(p.bounded(uint32(span)))
		}
		g.halves.left = 0
	case span <= 1<<32-1:
		fillBounded32(g, dst, low, uint32(span))
	default:
		each(dst, &g.words, func() T { return low + T(g.bounded64(span)) })
	}
	return nil
}

// fillBounded32 is bounded32 for each element.
func fillBounded32[T Integer](g *Generator, dst []T, low T, span uint32) {
	r := &g.halves
	count := uint64(span) + 1
	least := uint32((1<<32 - count) % count)
	var memory [512]uint64
	words := unsafe.Slice((*uint32)(unsafe.Pointer(&memory)), 2*len(memory))
	for len(dst) > 0 {
		// As many words as elements: those that are drawn anew take the place of their words, and the rest of the words is for fewer elements.
		w := words[:min(len(dst), len(words))]
		r.fill(w)
		n := 0
		for _, v := range w {
			m := uint64(v) * count
			dst[n] = low + T(m>>32)
			if uint32(m) >= least {
				n++
			}
		}
		dst = dst[n:]
	}
}

// Bools fills dst with the bits of words of 32 bits, lowest first: NumPy's integers(0, 2, dtype=bool).
func (g *Generator) Bools(dst []bool) {
	p := pieces{g: g, width: 1}
	for i := range dst {
		g.halves.left = (len(dst) - i + 31) / 32
		dst[i] = p.next() != 0
	}
	g.halves.left = 0
}

// pieces takes numbers of few bits from words of 32 bits, the lowest first.
type pieces struct {
	g     *Generator
	width int
	word  uint32
	bits  int // of word that are left
}

func (p *pieces) next() uint32 {
	if p.bits == 0 {
		p.word, p.bits = p.g.halves.next(), 32
	}
	w := p.word & (1<<p.width - 1)
	p.word >>= p.width
	p.bits -= p.width
	return w
}

// bounded returns a number in [0, span].
func (p *pieces) bounded(span uint32) uint32 {
	all := uint32(1)<<p.width - 1
	if span == all {
		return p.next()
	}
	count := span + 1
	m := p.next() * count
	if m&all < count {
		for least := (all - span) % count; m&all < least; {
			m = p.next() * count
		}
	}
	return m >> p.width
}

// bounded32 returns a number in [0, span].
func (g *Generator) bounded32(span uint32) uint32 {
	if span == 1<<32-1 {
		return g.halves.next()
	}
	count := span + 1
	m := uint64(g.halves.next()) * uint64(count)
	if uint32(m) < count {
		for least := (1<<32 - 1 - span) % count; uint32(m) < least; {
			m = uint64(g.halves.next()) * uint64(count)
		}
	}
	return uint32(m >> 32)
}

// bounded64 returns a number in [0, span].
func (g *Generator) bounded64(span uint64) uint64 {
	if span == 1<<64-1 {
		return g.words.next()
	}
	count := span + 1
	hi, lo := bits.Mul64(g.words.next(), count)
	if lo < count {
		for least := (1<<64 - 1 - span) % count; lo < least; {
			hi, lo = bits.Mul64(g.words.next(), count)
		}
	}
	return hi
}

// index returns a number in [0, last] as NumPy's integers of int64 do.
func (g *Generator) index(last int64) int64 {
	switch {
	case last == 0:
		return 0
	case uint64(last) <= 1<<32-1:
		return int64(g.bounded32(uint32(last)))
	}
	return int64(g.bounded64(uint64(last)))
}

// maskOf has the bits that numbers in [0, last] have.
func maskOf(last uint64) uint64 { return uint64(1)<<bits.Len64(last) - 1 }

// masked returns a number in [0, last] by drawing as many bits as it has until they are one.
func (g *Generator) masked(last uint64) uint64 {
	if last == 0 {
		return 0
	}
	for mask := maskOf(last); ; {
		var w uint64
		if last <= 1<<32-1 {
			w = uint64(g.halves.next()) & mask
		} else {
			w = g.words.next() & mask
		}
		if w <= last {
			return w
		}
	}
}
