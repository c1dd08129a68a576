package jaxrandom

import (
	"sort"
	"unsafe"

	"github.com/goivy/goivy/ivy/random"
)

// Integers fills dst with integers between low and high, both included, which is jax.random.randint(k, n, low, high + 1, T).
// Where high is below low, all are low, as in JAX. Numbers are as good as uniform: the most frequent ones are so by a
// factor of 1 + 2**-32 at most, for 64-bit types by 1 + 2**-64.
func Integers[T random.Integer](k Key, dst []T, low, high T) {
	size := unsafe.Sizeof(low)
	upper, lower := k.pair()
	if size == 8 {
		fillIntegers(dst, low, upper, lower, uint64(high)-uint64(low)+1, high < low, 32)
		return
	}
	fillIntegers(dst, low, upper, lower, uint32(int64(high)-int64(low)+1), high < low, 16)
}

// fillIntegers adds to low the remainders of numbers of twice as many bits as W has, by the span; of a span of 0 the
// numbers themselves.
func fillIntegers[T random.Integer, W uint32 | uint64](dst []T, low T, upper, lower Key, span W, one bool, half int) {
	if one {
		span = 1
	}
	remainder := func(x W) W {
		if span == 0 {
			return x
		}
		return x % span
	}
	high, rest := make([]W, len(dst)), make([]W, len(dst))
	Bits(upper, high)
	Bits(lower, rest)
	factor := remainder(W(1) << half)
	factor = remainder(factor * factor)
	for i := range dst {
		dst[i] = low + T(remainder(remainder(high[i])*factor+remainder(rest[i])))
	}
}

// Permutation fills dst with the numbers from 0 to len(dst) − 1 in random order: jax.random.permutation(k, n).
func Permutation[T int32 | int64](k Key, dst []T) {
	for i := range dst {
		dst[i] = T(i)
	}
	Shuffle(k, dst)
}

// Shuffle puts the elements into random order: jax.random.permutation of an array of one dimension. The rows of an array of
// more are taken at the indices of Permutation.
func Shuffle[T any](k Key, values []T) {
	n := len(values)
	bits := make([]uint32, n)
	for range rounds(n) {
		var sub Key
		k, sub = k.pair()
		Bits(sub, bits)
		sortBy(bits, values)
	}
}

// sortBy sorts values by their bits; those of equal bits keep their order. It changes bits.
func sortBy[T any](bits []uint32, values []T) {
	otherBits, others := make([]uint32, len(bits)), make([]T, len(values))
	for shift := 0; shift < 32; shift += 8 { // four passes, so that the result is in the first slices
		var begin [257]int
		for _, b := range bits {
			begin[b>>shift&0xff+1]++
		}
		for i := range 256 {
			begin[i+1] += begin[i]
		}
		for i, b := range bits {
			at := &begin[b>>shift&0xff]
			otherBits[*at], others[*at] = b, values[i]
			*at++
		}
		bits, otherBits, values, others = otherBits, bits, others, values
	}
}

// Choice fills dst with indices from 0 to n − 1, the same one as often as may be: jax.random.choice(k, n, (len(dst),)). T is
// JAX's default integer type: int32, or int64 in a process with jax_enable_x64. It is an error if n is not
// positive and dst not empty.
func Choice[T int32 | int64](k Key, dst []T, n T) error {
	if n <= 0 && len(dst) > 0 {
		return &random.Error{Func: "Choice", Text: "n is not positive, but there are elements to fill"}
	}
	Integers(k, dst, 0, n-1)
	return nil
}

// ChoiceDistinct fills dst with indices from 0 to n − 1, each at most once: jax.random.choice(k, n, (len(dst),), replace=False).
func ChoiceDistinct[T int32 | int64](k Key, dst []T, n int) error {
	if len(dst) > n {
		return &random.Error{Func: "ChoiceDistinct", Text: "more elements are drawn than there are"}
	}
	all := make([]T, n)
	Permutation(k, all)
	copy(dst, all)
	return nil
}

// ChoiceWeighted32 fills dst with indices, each as often as its weight says: jax.random.choice(k, len(p), (len(dst),), p=p). The
// weights are taken relative to their sum. There must be weights if there are elements.
func ChoiceWeighted32[T int32 | int64](k Key, dst []T, p []float32) error {
	u := make([]float32, len(dst))
	units32(k, u)
	return chooseWeighted(dst, u, p)
}

// ChoiceWeighted64 is ChoiceWeighted32 with float64 weights.
func ChoiceWeighted64[T int32 | int64](k Key, dst []T, p []float64) error {
	u := make([]float64, len(dst))
	units64(k, u)
	return chooseWeighted(dst, u, p)
}

func chooseWeighted[T int32 | int64, F float32 | float64](dst []T, u, p []F) error {
	if len(dst) == 0 {
		return nil
	}
	if len(p) == 0 {
		return &random.Error{Func: "ChoiceWeighted", Text: "there are no weights, but there are elements to fill"}
	}
	sums := scan(p)
	total := sums[len(sums)-1]
	for i, v := range u {
		r := F(total * (1 - v))
		dst[i] = T(sort.Search(len(sums), func(j int) bool { return sums[j] >= r }))
	}
	return nil
}

// scan returns the sums of the first elements, added in pairs as XLA does: those that end at odd indices are the scan of the sums of
// pairs.
func scan[F float32 | float64](x []F) []F {
	if len(x) < 2 {
		return x
	}
	pairs := make([]F, len(x)/2)
	for i := range pairs {
		pairs[i] = x[2*i] + x[2*i+1]
	}
	odd := scan(pairs)
	out := make([]F, len(x))
	out[0] = x[0]
	for i := 1; i < len(x); i++ {
		if i%2 == 1 {
			out[i] = odd[i/2]
		} else {
			out[i] = odd[i/2-1] + x[i]
		}
	}
	return out
}

// ChoiceDistinctWeighted32 fills dst with indices, each at most once and the more likely the greater its weight:
// jax.random.choice(k, len(p), (len(dst),), replace=False, p=p).
func ChoiceDistinctWeighted32[T int32 | int64](k Key, dst []T, p []float32) error {
	keys := make([]float32, len(p))
	Gumbel32(k, keys)
	for i, v := range p {
		keys[i] += log32(v)
	}
	return chooseGreatest(dst, keys)
}

// ChoiceDistinctWeighted64 is ChoiceDistinctWeighted32 with float64 weights.
func ChoiceDistinctWeighted64[T int32 | int64](k Key, dst []T, p []float64) error {
	keys := make([]float64, len(p))
	Gumbel64(k, keys)
	for i, v := range p {
		keys[i] += log64(v)
	}
	return chooseGreatest(dst, keys)
}

// chooseGreatest takes the indices of the greatest keys, of equal ones the first.
func chooseGreatest[T int32 | int64, F float32 | float64](dst []T, keys []F) error {
	if len(dst) > len(keys) {
		return &random.Error{Func: "ChoiceDistinctWeighted", Text: "more elements are drawn than there are weights"}
	}
	order := make([]T, len(keys))
	for i := range order {
		order[i] = T(i)
	}
	sort.SliceStable(order, func(i, j int) bool { return keys[order[i]] > keys[order[j]] })
	copy(dst, order)
	return nil
}

// Categorical32 fills dst with indices of the last axis of logits, which has the given length: jax.random.categorical. Each index
// is as likely as e to the power of its logit says. If logits has several rows, dst has as many elements, or a multiple of that,
// in the order of the shape (…, rows).
func Categorical32[T int32 | int64](k Key, dst []T, logits []float32, classes int) error {
	g := make([]float32, len(dst)*max(classes, 0))
	Gumbel32(k, g)
	return chooseCategories(dst, g, logits, classes)
}

// Categorical64 is Categorical32 with float64 logits.
func Categorical64[T int32 | int64](k Key, dst []T, logits []float64, classes int) error {
	g := make([]float64, len(dst)*max(classes, 0))
	Gumbel64(k, g)
	return chooseCategories(dst, g, logits, classes)
}

func chooseCategories[T int32 | int64, F float32 | float64](dst []T, g, logits []F, classes int) error {
	if classes < 1 || len(logits)%classes != 0 || len(dst) > 0 && (len(logits) == 0 || len(dst)*classes%len(logits) != 0) {
		return &random.Error{Func: "Categorical", Text: "the elements to fill are no multiple of the rows of logits"}
	}
	for i := range dst {
		best, most := 0, F(0)
		for j := range classes {
			at := i*classes + j
			if v := g[at] + logits[at%len(logits)]; j == 0 || v > most || v != v && most == most {
				best, most = j, v
			}
		}
		dst[i] = T(best)
	}
	return nil
}
