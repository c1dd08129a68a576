package random

import (
	"math"
	"unsafe"
)

// A Generator draws numbers of distributions from a [Source]. Its methods fill slices, as often as there are elements,
// and are those of NumPy's Generator: over [PCG64] they return the very bits that numpy.random.default_rng returns, whatever the
// dtype, the number of elements, and what was drawn before. So they are over [MT19937], [Philox4x64] and [PCG64DXSM], which NumPy
// has too; over another Source the numbers are its words, treated in the same way.
//
// All that a Generator remembers is the state of its Source: to save and restore a Generator is to save and
// restore that. A slice that is filled in parts gets what it gets at once, but for [Generator.Shuffle] and what is
// drawn by it, and for integers of 8 and 16 bits, of which several are made of a word.
//
// Methods with parameters return an [Error] for those that the distribution does not have, and draw nothing then.
// A Generator is not safe for use by several goroutines at once.
type Generator struct {
	source Source
	from   parts // this Generator, or those of the RandomState that it is of
	twice  bool  // a number in [0, 1) is of 27 and 26 bits of the halves of a word
	words  reader[uint64]
	halves reader[uint32]
}

// New returns a Generator of the source, which it goes on to use.
func New(source Source) *Generator {
	g := &Generator{source: source}
	g.from = g
	_, g.twice = source.(*MT19937)
	g.words.fill, g.halves.fill = source.FillUint64, source.FillUint32
	return g
}

// NewSeeded returns a Generator over [PCG64] that numbers seed, numpy.random.default_rng(seed).
func NewSeeded(seed ...uint64) *Generator { return New(NewPCG64(NewSeedSequence(seed...))) }

// Source returns the source.
func (g *Generator) Source() Source { return g.source }

// Clone returns a Generator that draws the same, and shares nothing with g.
func (g *Generator) Clone() *Generator { return New(g.source.CloneSource()) }

// Checking has g call check every few hundred words of draws that take them one by one, as permutations and
// choices do, and returns what ends that. Where check panics the call ends so, with its slice filled in part.
func (g *Generator) Checking(check func()) (end func()) {
	g.words.check, g.halves.check = check, check
	return func() { g.words.check, g.halves.check = nil, nil }
}

// A reader takes words of a source, many at once where it is known that they are needed: each element that is not
// complete needs at least the one that is asked for. So none is left when the last element is complete.
type reader[W uint32 | uint64] struct {
	fill   func([]W)
	pos, n uint
	left   int // elements that are not complete
	check  func()
	buffer [readerSize]W
}

const readerSize = 256

func (r *reader[W]) next() W {
	if r.pos < r.n {
		w := r.buffer[r.pos%readerSize]
		r.pos++
		return w
	}
	return r.refill()
}

func (r *reader[W]) refill() W {
	if r.check != nil {
		r.check()
	}
	r.pos, r.n = 1, uint(min(max(r.left, 1), readerSize))
	r.fill(r.buffer[:r.n])
	return r.buffer[0]
}

// each sets every element of dst to a draw, which takes at least a word of the reader, if any draw does.
func each[T any, W uint32 | uint64](dst []T, r *reader[W], draw func() T) {
	r.left = len(dst)
	for i := range dst {
		dst[i] = draw()
		r.left--
	}
}

// unit is uniform in [0, 1).
func (g *Generator) unit() float64 {
	w := g.words.next()
	if g.twice {
		return unitTwice(w)
	}
	return float64(w>>11) * 0x1p-53
}

// unitTwice is uniform in [0, 1).
func unitTwice(w uint64) float64 { return float64(w>>37<<26|w&(1<<32-1)>>6) * 0x1p-53 }

func (g *Generator) isLegacy() bool { return false }

// unit32 is uniform in [0, 1).
func (g *Generator) unit32() float32 { return float32(float32(g.halves.next()>>8) * 0x1p-24) }

// filledAtOnce is how many numbers are made of words at once.
const filledAtOnce = 2048

// Random64 fills dst with numbers uniform in [0, 1), multiples of 2**-53: NumPy's random.
func (g *Generator) Random64(dst []float64) {
	for len(dst) > 0 { // as many as the first cache holds, in the memory of the numbers
		chunk := dst[:min(len(dst), filledAtOnce)]
		words := unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(chunk))), len(chunk))
		g.source.FillUint64(words)
		if g.twice {
			for i, w := range words {
				chunk[i] = unitTwice(w)
			}
		} else {
			for i, w := range words {
				chunk[i] = float64(int64(w>>11)) * 0x1p-53
			}
		}
		dst = dst[len(chunk):]
	}
}

// Random32 fills dst with numbers uniform in [0, 1), multiples of 2**-24: NumPy's random of float32.
func (g *Generator) Random32(dst []float32) {
	for len(dst) > 0 {
		chunk := dst[:min(len(dst), filledAtOnce)]
		words := unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(chunk))), len(chunk))
		g.source.FillUint32(words)
		for i, w := range words {
			chunk[i] = float32(int32(w>>8)) * 0x1p-24
		}
		dst = dst[len(chunk):]
	}
}

// Uniform fills dst with numbers uniform in [low, high), as low + (high − low)·u, which rounding may make high: NumPy's
// uniform. It is an error if high − low is negative or not finite.
func (g *Generator) Uniform(dst []float64, low, high float64) error {
	width := high - low
	if !(width >= 0) || math.IsInf(width, 0) {
		return badArgument("Uniform", "high − low is %v, want a finite number >= 0", width)
	}
	g.Random64(dst)
	for i, u := range dst {
		dst[i] = low + float64(width*u)
	}
	return nil
}

// Bernoulli sets each element of dst to whether a number uniform in [0, 1) is below p.
func (g *Generator) Bernoulli(dst []bool, p float64) error {
	if err := probability("Bernoulli", p); err != nil {
		return err
	}
	each(dst, &g.words, func() bool { return g.unit() < p })
	return nil
}

// probability returns an error unless p is in [0, 1].
func probability(fn string, p float64) error {
	if !(p >= 0 && p <= 1) {
		return badArgument(fn, "p is %v, want a number in [0, 1]", p)
	}
	return nil
}

// notNegative returns an error if a parameter is negative, −0 included, or NaN.
func notNegative(fn, name string, v float64) error {
	if !(v >= 0) || math.Signbit(v) {
		return badArgument(fn, "%s is %v, want a number >= 0", name, v)
	}
	return nil
}

// positive returns an error unless a parameter is above 0.
func positive(fn, name string, v float64) error {
	if !(v > 0) {
		return badArgument(fn, "%s is %v, want a number > 0", name, v)
	}
	return nil
}

// firstError returns the first of the errors that is not nil.
func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
