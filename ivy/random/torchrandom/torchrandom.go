// Package torchrandom draws what PyTorch 2.13 draws on a CPU with AVX2
// (https://docs.pytorch.org/docs/2.13/random.html): the streams of torch.manual_seed, rand, randn, randint, randperm, bernoulli,
// multinomial, and the methods of tensors that fill in place.
//
// All methods are bit for bit as PyTorch with the GNU C library 2.36. Normal float32 numbers are those of PyTorch's code for AVX2,
// which hosts with AVX-512 use too; ATEN_CPU_CAPABILITY=default differs in the last bits.
//
// Methods fill slices, which stand for contiguous tensors: PyTorch draws other normal numbers for 16 elements and more than for fewer.
package torchrandom

import (
	"math"
	"slices"
	"sort"
	"unsafe"

	"github.com/goivy/goivy/ivy/random"
	"github.com/goivy/goivy/ivy/random/internal/lanes"
	"github.com/goivy/goivy/ivy/random/internal/libm"
)

// A Generator is torch.Generator on a CPU. It keeps every other number of the normal distribution that is drawn for fewer than 16
// elements, which is a part of its state. It is not safe for use by several goroutines at once.
type Generator struct {
	source   *random.MT19937
	kept     bool
	keptNext float64
}

// New returns torch.Generator().manual_seed(seed). A negative seed of Python is its two's complement. Only the lower 32 bits have a say.
func New(seed uint64) *Generator { return &Generator{source: random.NewMT19937(uint32(seed))} }

// Source returns the bit generator, which the Generator goes on to use.
func (g *Generator) Source() *random.MT19937 { return g.source }

// Clone returns a Generator that draws the same, and shares nothing with g.
func (g *Generator) Clone() *Generator {
	return &Generator{g.source.Clone(), g.kept, g.keptNext}
}

// Kept returns the number of the normal distribution that is kept for the next call, if there is one.
func (g *Generator) Kept() (next float64, ok bool) { return g.keptNext, g.kept }

// SetKept sets the number that is kept for the next call, or that there is none.
func (g *Generator) SetKept(next float64, ok bool) { g.kept, g.keptNext = ok, next }

// state returns the state as that of a NumPy generator, which has the same parts.
func (g *Generator) state() *random.RandomState {
	r := random.RandomStateOf(g.source)
	r.SetKept(g.keptNext, g.kept)
	return r
}

// MarshalBinary returns the state. The error is nil.
func (g *Generator) MarshalBinary() ([]byte, error) { return g.state().MarshalBinary() }

// UnmarshalBinary restores a state of MarshalBinary.
func (g *Generator) UnmarshalBinary(data []byte) error {
	r := new(random.RandomState)
	if err := r.UnmarshalBinary(data); err != nil {
		return err
	}
	g.source = r.Source()
	g.keptNext, g.kept = r.Kept()
	return nil
}

// MarshalText returns the state as text. The error is nil.
func (g *Generator) MarshalText() ([]byte, error) { return g.state().MarshalText() }

// UnmarshalText restores a state of MarshalText.
func (g *Generator) UnmarshalText(text []byte) error {
	r := new(random.RandomState)
	if err := r.UnmarshalText(text); err != nil {
		return err
	}
	g.source = r.Source()
	g.keptNext, g.kept = r.Kept()
	return nil
}

func bad(fn, text string) error { return &random.Error{Func: fn, Text: text} }

func (g *Generator) unit32() float32 { return float32(g.source.Uint32()&(1<<24-1)) * 0x1p-24 }

func (g *Generator) unit64() float64 { return float64(g.source.Uint64()&(1<<53-1)) * 0x1p-53 }

// fillUnit64 sets dst to what as many calls of unit64 return.
func (g *Generator) fillUnit64(dst []float64) {
	for len(dst) > 0 { // as many as the first cache holds
		part := dst[:min(len(dst), 2048)]
		words := unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(part))), len(part))
		g.source.FillUint64(words)
		for i, w := range words {
			part[i] = float64(int64(w&(1<<53-1))) * 0x1p-53
		}
		dst = dst[len(part):]
	}
}

// Uniform32 fills dst with numbers uniform in [low, high): uniform_ of float32, and rand. low is not above high, and high − low is
// finite.
func (g *Generator) Uniform32(dst []float32, low, high float32) error {
	width := high - low
	if !(width >= 0) || math.IsInf(float64(width), 0) {
		return bad("Uniform32", "high − low is negative or not finite")
	}
	g.source.FillUint32(asWords(dst))
	done := lanes.Unit24(dst, width, low, high)
	dst = dst[done:]
	for i, v := range dst {
		u := float32(math.Float32bits(v)&(1<<24-1)) * 0x1p-24
		if u = libm.FMA32(u, width, low); u == high {
			u = low
		}
		dst[i] = u
	}
	return nil
}

// Uniform64 is Uniform32 of float64.
func (g *Generator) Uniform64(dst []float64, low, high float64) error {
	width := high - low
	if !(width >= 0) || math.IsInf(width, 0) {
		return bad("Uniform64", "high − low is negative or not finite")
	}
	if low == 0 && high == 1 { // u·1 + 0 is u, which is not 1
		g.fillUnit64(dst)
		return nil
	}
	g.fillUnit64(dst)
	for i, u := range dst {
		if u = math.FMA(u, width, low); u == high {
			u = low
		}
		dst[i] = u
	}
	return nil
}

// fewNormals is from how many elements on normal numbers are drawn in blocks of 16.
const fewNormals = 16

// Normal32 fills dst with numbers of the normal distribution: normal_ of float32, and randn. std is not negative.
func (g *Generator) Normal32(dst []float32, mean, std float64) error {
	if !(std >= 0) {
		return bad("Normal32", "std is negative")
	}
	if len(dst) < fewNormals {
		for i := range dst {
			dst[i] = float32(math.FMA(g.normal(), std, mean))
		}
		return nil
	}
	m, s := float32(mean), float32(std)
	fill := func(dst []float32) {
		g.source.FillUint32(asWords(dst))
		done := lanes.Unit24(dst, 1, 0, 2)
		for i, v := range dst[done:] {
			dst[done+i] = float32(math.Float32bits(v)&(1<<24-1)) * 0x1p-24
		}
	}
	fill(dst)
	for i := lanes.TorchNormal(dst, m, s); i+16 <= len(dst); i += 16 {
		normalBlock32((*[16]float32)(dst[i:]), m, s)
	}
	if len(dst)%16 != 0 { // the last 16 anew
		last := dst[len(dst)-16:]
		fill(last)
		normalBlock32((*[16]float32)(last), m, s)
	}
	return nil
}

// normalBlock32 makes normal numbers of 16 uniform ones (G. E. P. Box and M. E. Muller, 1958).
func normalBlock32(d *[16]float32, mean, std float32) {
	for j := range 8 {
		r := float32(math.Sqrt(float64(float32(-2 * log32(1-d[j])))))
		sin, cos := sincos32(float32(2*math.Pi) * d[j+8])
		d[j], d[j+8] = libm.FMA32(float32(r*cos), std, mean), libm.FMA32(float32(r*sin), std, mean)
	}
}

// Normal64 is Normal32 of float64.
func (g *Generator) Normal64(dst []float64, mean, std float64) error {
	if !(std >= 0) {
		return bad("Normal64", "std is negative")
	}
	if len(dst) < fewNormals {
		for i := range dst {
			dst[i] = math.FMA(g.normal(), std, mean)
		}
		return nil
	}
	g.fillUnit64(dst)
	for i := 0; i+16 <= len(dst); i += 16 {
		normalBlock64((*[16]float64)(dst[i:]), mean, std)
	}
	if len(dst)%16 != 0 {
		last := dst[len(dst)-16:]
		g.fillUnit64(last)
		normalBlock64((*[16]float64)(last), mean, std)
	}
	return nil
}

func normalBlock64(d *[16]float64, mean, std float64) {
	for j, u := range d[:8] {
		d[j] = math.Sqrt(float64(-2 * libm.Log(1-u)))
	}
	for j, r := range d[:8] {
		sin, cos := libm.Sincos(float64(2 * math.Pi * d[j+8]))
		d[j], d[j+8] = math.FMA(float64(r*cos), std, mean), math.FMA(float64(r*sin), std, mean)
	}
}

// normal returns a number of the normal distribution, of two that are made at once.
func (g *Generator) normal() float64 {
	if g.kept {
		next := g.keptNext
		g.kept, g.keptNext = false, 0
		return next
	}
	u1, u2 := g.unit64(), g.unit64()
	r := math.Sqrt(float64(-2 * libm.Log1p(-u2)))
	sin, cos := libm.Sincos(float64(2 * math.Pi * u1))
	g.kept, g.keptNext = true, float64(r*sin)
	return float64(r * cos)
}

// Exponential64 fills dst with numbers of the exponential distribution: exponential_ of float64. rate, λ, is above 0.
func (g *Generator) Exponential64(dst []float64, rate float64) error {
	if !(rate > 0) {
		return bad("Exponential64", "rate is not above 0")
	}
	for i := range dst {
		dst[i] = float64(-1 / rate * libm.Log1p(-g.unit64()))
	}
	return nil
}

// Exponential32 is Exponential64 rounded to float32.
func (g *Generator) Exponential32(dst []float32, rate float64) error {
	if !(rate > 0) {
		return bad("Exponential32", "rate is not above 0")
	}
	for i := range dst {
		dst[i] = float32(-1 / rate * libm.Log1p(-g.unit64()))
	}
	return nil
}

// Bernoulli sets each element of dst to whether it is 1 with probability p: bernoulli_ with a number, whatever the dtype of the tensor.
func (g *Generator) Bernoulli(dst []bool, p float64) error {
	if !(p >= 0 && p <= 1) {
		return bad("Bernoulli", "p is not in [0, 1]")
	}
	for i := range dst {
		dst[i] = g.unit64() < p
	}
	return nil
}

// Bernoulli32 sets each element of dst to whether it is 1 with its probability: torch.bernoulli of a float32 tensor, and
// bernoulli_ with one. dst and p have the same length.
func (g *Generator) Bernoulli32(dst []bool, p []float32) error {
	if err := checkProbabilities("Bernoulli32", len(dst), p); err != nil {
		return err
	}
	for i, v := range p {
		dst[i] = g.unit32() < v
	}
	return nil
}

// Bernoulli64 is Bernoulli32 of a float64 tensor.
func (g *Generator) Bernoulli64(dst []bool, p []float64) error {
	if err := checkProbabilities("Bernoulli64", len(dst), p); err != nil {
		return err
	}
	for i, v := range p {
		dst[i] = g.unit64() < v
	}
	return nil
}

func checkProbabilities[F float32 | float64](fn string, n int, p []F) error {
	if len(p) != n {
		return bad(fn, "dst and p have different lengths")
	}
	if slices.ContainsFunc(p, func(v F) bool { return !(v >= 0 && v <= 1) }) {
		return bad(fn, "a probability is not in [0, 1]")
	}
	return nil
}

// Integers fills dst with integers between low and high, both included: randint(low, high + 1), and random_ with bounds. A few
// numbers are more frequent than the others, as in PyTorch, by a factor of 1 + 2**-4 at most.
func (g *Generator) Integers(dst []int64, low, high int64) error {
	if low > high {
		return bad("Integers", "low is above high")
	}
	count := uint64(high) - uint64(low) + 1 // 0 for all
	if count != 0 && count < 1<<28 {
		var words [512]uint32
		for len(dst) > 0 {
			part := words[:min(len(dst), len(words))]
			g.source.FillUint32(part)
			for i, w := range part {
				dst[i] = low + int64(w%uint32(count))
			}
			dst = dst[len(part):]
		}
		return nil
	}
	words := unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(dst))), len(dst))
	g.source.FillUint64(words)
	if count != 0 {
		for i, w := range words {
			dst[i] = low + int64(w%count)
		}
	}
	return nil
}

// NotNegative fills dst with integers between 0 and 2**63 − 1: random_ of int64 without bounds.
func (g *Generator) NotNegative(dst []int64) {
	words := unsafe.Slice((*uint64)(unsafe.Pointer(unsafe.SliceData(dst))), len(dst))
	g.source.FillUint64(words)
	for i, w := range words {
		dst[i] = int64(w & (1<<63 - 1))
	}
}

// Geometric fills dst with how many trials it takes to succeed once, each with probability p: geometric_. p is in (0, 1).
func (g *Generator) Geometric(dst []int64, p float64) error {
	if !(p > 0 && p < 1) {
		return bad("Geometric", "p is not in (0, 1)")
	}
	for i := range dst {
		dst[i] = int64(math.Ceil(libm.Log(g.unit64()) / libm.Log1p(-p)))
	}
	return nil
}

// fewIndices is from how many on Permutation takes words of 64 bits.
const fewIndices = (1<<32 - 1) / 20

// Permutation fills dst with the numbers from 0 to len(dst) − 1 in random order: randperm.
func (g *Generator) Permutation(dst []int64) {
	if len(dst) >= fewIndices {
		for i := range dst {
			z := g.source.Uint64() % uint64(i+1)
			dst[i] = dst[z]
			dst[z] = int64(i)
		}
		return
	}
	for i := range dst {
		dst[i] = int64(i)
	}
	for i := 0; i < len(dst)-1; i++ {
		z := i + int(g.source.Uint32()%uint32(len(dst)-i))
		dst[i], dst[z] = dst[z], dst[i]
	}
}

// Multinomial64 fills dst with indices, each as often as its weight says: torch.multinomial of a float64 row of weights with
// replacement. The weights are finite, not negative, and not all 0.
func (g *Generator) Multinomial64(dst []int64, weights []float64) error {
	if len(dst) == 1 {
		return g.MultinomialDistinct64(dst, weights)
	}
	return multinomial("Multinomial64", g, dst, weights)
}

// Multinomial32 is Multinomial64 of float32 weights.
func (g *Generator) Multinomial32(dst []int64, weights []float32) error {
	if len(dst) == 1 {
		return g.MultinomialDistinct32(dst, weights)
	}
	return multinomial("Multinomial32", g, dst, weights)
}

func multinomial[F float32 | float64](fn string, g *Generator, dst []int64, weights []F) error {
	if _, err := checkWeights(fn, weights); err != nil {
		return err
	}
	sums := make([]F, len(weights))
	sum := F(0)
	for i, w := range weights {
		sum += w
		sums[i] = sum
	}
	for i := range sums {
		sums[i] /= sum
	}
	sums[len(sums)-1] = 1
	for i := range dst {
		u := g.unit64()
		dst[i] = int64(sort.Search(len(sums), func(j int) bool { return float64(sums[j]) >= u }))
	}
	return nil
}

// MultinomialDistinct64 fills dst with indices, each at most once and the more likely the greater its weight: torch.multinomial of
// a float64 row of weights without replacement. As many weights as dst has elements are above 0.
func (g *Generator) MultinomialDistinct64(dst []int64, weights []float64) error {
	draws := make([]float64, len(weights))
	return multinomialDistinct("MultinomialDistinct64", dst, weights, draws, g.Exponential64)
}

// MultinomialDistinct32 is MultinomialDistinct64 of float32 weights.
func (g *Generator) MultinomialDistinct32(dst []int64, weights []float32) error {
	draws := make([]float32, len(weights))
	return multinomialDistinct("MultinomialDistinct32", dst, weights, draws, g.Exponential32)
}

// multinomialDistinct takes the greatest of the weights over exponential numbers.
func multinomialDistinct[F float32 | float64](fn string, dst []int64, weights, draws []F, fill func([]F, float64) error) error {
	possible, err := checkWeights(fn, weights)
	if err != nil {
		return err
	}
	if len(dst) > possible {
		return bad(fn, "more elements are drawn than there are weights above 0")
	}
	if err := fill(draws, 1); err != nil {
		return err
	}
	order := make([]int64, len(weights))
	for i, w := range weights {
		draws[i] = w / draws[i]
		order[i] = int64(i)
	}
	slices.SortStableFunc(order, func(i, j int64) int {
		switch {
		case draws[i] > draws[j]:
			return -1
		case draws[i] < draws[j]:
			return 1
		}
		return 0
	})
	copy(dst, order)
	return nil
}

// checkWeights returns how many weights are above 0, or an error.
func checkWeights[F float32 | float64](fn string, weights []F) (possible int, err error) {
	for _, w := range weights {
		if !(w >= 0) || math.IsInf(float64(w), 1) {
			return 0, bad(fn, "a weight is negative, infinite or NaN")
		}
		if w > 0 {
			possible++
		}
	}
	if possible == 0 {
		return 0, bad(fn, "no weight is above 0")
	}
	return possible, nil
}
