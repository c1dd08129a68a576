package random

import (
	"math"
	"slices"
	"strings"
	"unsafe"

	"github.com/goivy/goivy/ivy/random/internal/libm"
)

// A RandomState draws what NumPy's RandomState, and the functions of module numpy.random, draw after seed, bit
// for bit (https://numpy.org/doc/2.0/reference/random/legacy.html). New programs are better off with a [Generator].
//
// A RandomState keeps every other number of the normal distribution for the next call; it is a part of the state that is saved. It is not
// safe for use by several goroutines at once.
type RandomState struct {
	source   *MT19937
	g        *Generator
	kept     bool
	keptNext float64
}

// NewRandomState returns numpy.random.RandomState(seed) of a number below 2**32.
func NewRandomState(seed uint32) *RandomState { return RandomStateOf(NewMT19937(seed)) }

// RandomStateOf returns a RandomState over a generator, which it goes on to use.
func RandomStateOf(m *MT19937) *RandomState {
	r := &RandomState{source: m, g: New(m)}
	r.g.from = r
	return r
}

// Source returns the generator.
func (r *RandomState) Source() *MT19937 { return r.source }

// Clone returns a RandomState that draws the same, and shares nothing with r.
func (r *RandomState) Clone() *RandomState {
	c := RandomStateOf(r.source.Clone())
	c.kept, c.keptNext = r.kept, r.keptNext
	return c
}

// Kept returns the number of the normal distribution that is kept for the next call, if there is one: "gauss" and "has_gauss" of NumPy's
// state.
func (r *RandomState) Kept() (next float64, ok bool) { return r.keptNext, r.kept }

// SetKept sets the number that is kept for the next call, or that there is none.
func (r *RandomState) SetKept(next float64, ok bool) { r.kept, r.keptNext = ok, next }

func (r *RandomState) unit() float64 { return r.g.unit() }

func (r *RandomState) isLegacy() bool { return true }

// normal returns a number of the normal distribution by the polar method of G. Marsaglia and T. A. Bray, "A convenient method for
// generating normal variables" (1964).
func (r *RandomState) normal() float64 {
	if r.kept {
		next := r.keptNext
		r.kept, r.keptNext = false, 0
		return next
	}
	next, kept := r.pair(0)
	r.kept, r.keptNext = true, kept
	return next
}

// pair returns two numbers of the normal distribution, for which as many words as left, which is even or 0, are known to be needed.
func (r *RandomState) pair(left int) (first, second float64) {
	for {
		r.g.words.left = left
		x := float64(2*r.unit()) - 1
		r.g.words.left = max(left-1, 0)
		y := float64(2*r.unit()) - 1
		square := float64(x*x) + float64(y*y)
		if square < 1 && square != 0 {
			f := math.Sqrt(float64(-2*libm.Log(square)) / square)
			return float64(f * y), float64(f * x)
		}
	}
}

func (r *RandomState) exponential() float64 { return -libm.Log(1 - r.unit()) }

// Random fills dst with numbers uniform in [0, 1), multiples of 2**-53: random_sample, random and rand.
func (r *RandomState) Random(dst []float64) { r.g.Random64(dst) }

// Uniform fills dst with numbers uniform in [low, high). It is an error if high − low is not finite; it may be negative.
func (r *RandomState) Uniform(dst []float64, low, high float64) error {
	width := high - low
	if math.IsNaN(width) || math.IsInf(width, 0) {
		return badArgument("Uniform", "high − low is %v, want a finite number", width)
	}
	r.g.Random64(dst)
	for i, u := range dst {
		dst[i] = low + float64(width*u)
	}
	return nil
}

// StandardNormal fills dst with numbers of the normal distribution with mean 0 and deviation 1: standard_normal and randn.
func (r *RandomState) StandardNormal(dst []float64) {
	if len(dst) > 0 && r.kept {
		dst[0] = r.normal()
		dst = dst[1:]
	}
	for ; len(dst) >= 2; dst = dst[2:] {
		dst[0], dst[1] = r.pair(len(dst) &^ 1)
	}
	r.g.words.left = 0
	if len(dst) > 0 {
		dst[0] = r.normal()
	}
}

// Normal is as [Generator.Normal].
func (r *RandomState) Normal(dst []float64, mean, scale float64) error {
	if err := notNegative("Normal", "scale", scale); err != nil {
		return err
	}
	r.StandardNormal(dst)
	for i, z := range dst {
		dst[i] = mean + float64(scale*z)
	}
	return nil
}

// StandardExponential fills dst with numbers of the exponential distribution with mean 1.
func (r *RandomState) StandardExponential(dst []float64) { each(dst, &r.g.words, r.exponential) }

// Exponential is as [Generator.Exponential].
func (r *RandomState) Exponential(dst []float64, scale float64) error {
	if err := notNegative("Exponential", "scale", scale); err != nil {
		return err
	}
	r.StandardExponential(dst)
	for i, z := range dst {
		dst[i] = float64(scale * z)
	}
	return nil
}

// oneByOne fills dst by calls of single elements, of which some take no word as a number is kept.
func oneByOne[T any](dst []T, fill func(dst []T) error) error {
	if len(dst) == 0 {
		return fill(dst) // for its errors
	}
	for i := range dst {
		if err := fill(dst[i : i+1]); err != nil {
			return err
		}
	}
	return nil
}

// StandardGamma is as [Generator.StandardGamma].
func (r *RandomState) StandardGamma(dst []float64, shape float64) error {
	return oneByOne(dst, func(dst []float64) error { return r.g.StandardGamma(dst, shape) })
}

// Gamma is as [Generator.Gamma].
func (r *RandomState) Gamma(dst []float64, shape, scale float64) error {
	return oneByOne(dst, func(dst []float64) error { return r.g.Gamma(dst, shape, scale) })
}

// Beta is as [Generator.Beta].
func (r *RandomState) Beta(dst []float64, a, b float64) error {
	return oneByOne(dst, func(dst []float64) error { return r.g.Beta(dst, a, b) })
}

// ChiSquare is as [Generator.ChiSquare].
func (r *RandomState) ChiSquare(dst []float64, freedom float64) error {
	return oneByOne(dst, func(dst []float64) error { return r.g.ChiSquare(dst, freedom) })
}

// StandardT is as [Generator.StandardT].
func (r *RandomState) StandardT(dst []float64, freedom float64) error {
	return oneByOne(dst, func(dst []float64) error { return r.g.StandardT(dst, freedom) })
}

// StandardCauchy is as [Generator.StandardCauchy].
func (r *RandomState) StandardCauchy(dst []float64) {
	_ = oneByOne(dst, func(dst []float64) error { r.g.StandardCauchy(dst); return nil })
}

// LogNormal is as [Generator.LogNormal].
func (r *RandomState) LogNormal(dst []float64, mean, scale float64) error {
	return oneByOne(dst, func(dst []float64) error { return r.g.LogNormal(dst, mean, scale) })
}

// Rayleigh is as [Generator.Rayleigh].
func (r *RandomState) Rayleigh(dst []float64, scale float64) error { return r.g.Rayleigh(dst, scale) }

// Weibull is as [Generator.Weibull].
func (r *RandomState) Weibull(dst []float64, shape float64) error { return r.g.Weibull(dst, shape) }

// Pareto is as [Generator.Pareto].
func (r *RandomState) Pareto(dst []float64, shape float64) error { return r.g.Pareto(dst, shape) }

// Power is as [Generator.Power].
func (r *RandomState) Power(dst []float64, exponent float64) error { return r.g.Power(dst, exponent) }

// VonMises is as [Generator.VonMises].
func (r *RandomState) VonMises(dst []float64, mode, concentration float64) error {
	return r.g.VonMises(dst, mode, concentration)
}

// Zipf is as [Generator.Zipf].
func (r *RandomState) Zipf(dst []int64, exponent float64) error { return r.g.Zipf(dst, exponent) }

// LogSeries is as [Generator.LogSeries].
func (r *RandomState) LogSeries(dst []int64, p float64) error { return r.g.LogSeries(dst, p) }

// Hypergeometric is as [Generator.Hypergeometric].
func (r *RandomState) Hypergeometric(dst []int64, good, bad, taken int64) error {
	return r.g.Hypergeometric(dst, good, bad, taken)
}

// Laplace is as [Generator.Laplace].
func (r *RandomState) Laplace(dst []float64, mean, scale float64) error {
	return r.g.Laplace(dst, mean, scale)
}

// Logistic is as [Generator.Logistic].
func (r *RandomState) Logistic(dst []float64, mean, scale float64) error {
	return r.g.Logistic(dst, mean, scale)
}

// Gumbel is as [Generator.Gumbel].
func (r *RandomState) Gumbel(dst []float64, mode, scale float64) error {
	return r.g.Gumbel(dst, mode, scale)
}

// Dirichlet is as [Generator.Dirichlet].
func (r *RandomState) Dirichlet(dst, alpha []float64) error { return r.g.Dirichlet(dst, alpha) }

// Poisson is as [Generator.Poisson].
func (r *RandomState) Poisson(dst []int64, mean float64) error { return r.g.Poisson(dst, mean) }

// Binomial is as [Generator.Binomial].
func (r *RandomState) Binomial(dst []int64, n int64, p float64) error {
	return r.g.Binomial(dst, n, p)
}

// Geometric is as [Generator.Geometric].
func (r *RandomState) Geometric(dst []int64, p float64) error { return r.g.Geometric(dst, p) }

// NegativeBinomial is as [Generator.NegativeBinomial].
func (r *RandomState) NegativeBinomial(dst []int64, n, p float64) error {
	return oneByOne(dst, func(dst []int64) error { return r.g.NegativeBinomial(dst, n, p) })
}

// Multinomial is as [Generator.Multinomial].
func (r *RandomState) Multinomial(dst []int64, n int64, p []float64) error {
	return r.g.Multinomial(dst, n, p)
}

// RandomIntegers fills dst with integers that are uniform between low and high, both included: randint(low, high + 1, dtype=T), whose
// default is int64. Words are drawn until as many of their bits as high − low has are a number in the range.
func RandomIntegers[T Integer](r *RandomState, dst []T, low, high T) error {
	if low > high {
		return badArgument("RandomIntegers", "low is %d and high %d, want low <= high", low, high)
	}
	span := uint64(high) - uint64(low)
	width := 8 * int(unsafe.Sizeof(low))
	if width < 64 {
		span &= 1<<width - 1
	}
	if width < 32 {
		return maskedPieces(r.g, dst, low, uint32(span), width)
	}
	draw := func() T { return low + T(r.g.masked(span)) }
	if span <= 1<<32-1 {
		each(dst, &r.g.halves, draw)
	} else {
		each(dst, &r.g.words, draw)
	}
	return nil
}

// maskedPieces fills dst with low and a number in [0, span] of pieces of words.
func maskedPieces[T Integer](g *Generator, dst []T, low T, span uint32, width int) error {
	p := pieces{g: g, width: width}
	g.halves.left = 0
	mask := maskOf(uint64(span))
	for i := range dst {
		dst[i] = low
		for span > 0 {
			if w := p.next() & uint32(mask); w <= span {
				dst[i] = low + T(w)
				break
			}
		}
	}
	return nil
}

// Bools is as [Generator.Bools]: randint(0, 2, dtype=bool).
func (r *RandomState) Bools(dst []bool) { r.g.Bools(dst) }

// Shuffle is as [Generator.Shuffle].
func (r *RandomState) Shuffle(n int, swap func(i, j int)) { r.g.Shuffle(n, swap) }

// Permutation is as [Generator.Permutation].
func (r *RandomState) Permutation(dst []int64) { r.g.Permutation(dst) }

// Choice fills dst with indices from 0 to n − 1, the same one as often as may be: choice(n, len(dst)). It is an error if n is not
// positive and dst not empty.
func (r *RandomState) Choice(dst []int64, n int64) error {
	if n <= 0 && len(dst) > 0 {
		return badArgument("Choice", "n is %d, want a number > 0", n)
	}
	if len(dst) == 0 {
		return nil
	}
	return RandomIntegers(r, dst, 0, n-1)
}

// ChoiceWeighted is as [Generator.ChoiceWeighted].
func (r *RandomState) ChoiceWeighted(dst []int64, p []float64) error {
	return r.g.ChoiceWeighted(dst, p)
}

// ChoiceDistinct fills dst with indices from 0 to n − 1, each at most once: choice(n, len(dst), replace=False), the first of a permutation.
func (r *RandomState) ChoiceDistinct(dst []int64, n int) error {
	if len(dst) > n {
		return badArgument("ChoiceDistinct", "%d elements are drawn of %d, want at most as many as there are", len(dst), n)
	}
	all := make([]int64, n)
	r.Permutation(all)
	copy(dst, all)
	return nil
}

// ChoiceDistinctWeighted is as [Generator.ChoiceDistinctWeighted].
func (r *RandomState) ChoiceDistinctWeighted(dst []int64, p []float64) error {
	return r.g.ChoiceDistinctWeighted(dst, p)
}

// MarshalBinary returns the state. The error is nil.
func (r *RandomState) MarshalBinary() ([]byte, error) {
	w := r.keptWords()
	out := []byte{byte(w[0])}
	for i := range 8 {
		out = append(out, byte(w[1]>>(8*i)))
	}
	m, err := r.source.MarshalBinary()
	return append(out, m...), err
}

// UnmarshalBinary restores a state of MarshalBinary.
func (r *RandomState) UnmarshalBinary(data []byte) error {
	if len(data) < 9 || data[0] > 1 {
		return badArgument("UnmarshalBinary", "%d bytes are no saved state of a RandomState", len(data))
	}
	m := new(MT19937)
	if err := m.UnmarshalBinary(data[9:]); err != nil {
		return err
	}
	var word uint64
	for i := range 8 {
		word |= uint64(data[1+i]) << (8 * i)
	}
	*r = *RandomStateOf(m)
	r.g.from = r
	r.kept, r.keptNext = data[0] == 1, math.Float64frombits(word)
	return nil
}

func (r *RandomState) keptWords() [2]uint64 {
	if !r.kept {
		return [2]uint64{}
	}
	return [2]uint64{1, math.Float64bits(r.keptNext)}
}

// MarshalText returns the state as text: that of the generator, and after a semicolon the number that is kept, if there is one. The error is
// nil.
func (r *RandomState) MarshalText() ([]byte, error) {
	out, err := r.source.MarshalText()
	out = append(out, ';')
	if r.kept {
		out = slices.Concat(out, []byte(formatHex(math.Float64bits(r.keptNext))))
	}
	return out, err
}

// UnmarshalText restores a state of MarshalText.
func (r *RandomState) UnmarshalText(text []byte) error {
	state, kept, ok := strings.Cut(string(text), ";")
	if !ok {
		return badArgument("UnmarshalText", "the text is no state of a RandomState")
	}
	var next uint64
	if kept != "" {
		var err error
		if next, err = parseHex(kept); err != nil {
			return err
		}
	}
	m := new(MT19937)
	if err := m.UnmarshalText([]byte(state)); err != nil {
		return err
	}
	*r = *RandomStateOf(m)
	r.g.from = r
	r.kept, r.keptNext = kept != "", math.Float64frombits(next)
	return nil
}
