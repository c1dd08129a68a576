package random

import (
	"slices"
	"sort"
)

// Shuffle puts n elements into random order by n − 1 swaps: NumPy's shuffle.
func (g *Generator) Shuffle(n int, swap func(i, j int)) {
	g.words.left = 0
	for i := n - 1; i > 0; i-- {
		g.halves.left = int(min(int64(i), 1<<32-1))
		swap(i, int(g.masked(uint64(i))))
	}
	g.halves.left = 0
}

// ShuffleSlice puts the elements of a slice into random order, as Shuffle does.
func ShuffleSlice[T any](g *Generator, values []T) {
	g.words.left = 0
	for i := len(values) - 1; i > 0; i-- {
		g.halves.left = int(min(int64(i), 1<<32-1))
		j := g.masked(uint64(i))
		values[i], values[j] = values[j], values[i]
	}
	g.halves.left = 0
}

// Permutation fills dst with the numbers from 0 to len(dst) − 1 in random order: NumPy's permutation(n).
func (g *Generator) Permutation(dst []int64) {
	for i := range dst {
		dst[i] = int64(i)
	}
	ShuffleSlice(g, dst)
}

// Choice fills dst with indices from 0 to n − 1, the same one as often as may be: NumPy's choice(n, len(dst)). It is an error
// if n is not positive and dst not empty.
func (g *Generator) Choice(dst []int64, n int64) error {
	if n <= 0 && len(dst) > 0 {
		return badArgument("Choice", "n is %d, want a number > 0", n)
	}
	if len(dst) == 0 {
		return nil
	}
	return Integers(g, dst, 0, n-1)
}

// ChoiceWeighted fills dst with indices, each with its probability and as often as may be: NumPy's choice(len(p), len(dst), p=p). The probabilities must not be
// negative and add up to 1, to 1.5e-8.
func (g *Generator) ChoiceWeighted(dst []int64, p []float64) error {
	if err := probabilities("ChoiceWeighted", p); err != nil {
		return err
	}
	cumulative := cumulate(p)
	each(dst, &g.words, func() int64 { return position(cumulative, g.unit()) })
	return nil
}

// ChoiceDistinct fills dst with indices from 0 to n − 1, each at most once: NumPy's choice(n, len(dst), replace=False,
// shuffle=shuffle). Without shuffle the indices that are drawn are as random, but not their order. It is an error if dst has more
// than n elements.
func (g *Generator) ChoiceDistinct(dst []int64, n int64, shuffle bool) error {
	if int64(len(dst)) > n {
		return badArgument("ChoiceDistinct", "%d elements are drawn of %d, want at most as many as there are", len(dst), n)
	}
	g.words.left, g.halves.left = 0, 0
	many := int64(20)
	if shuffle {
		many = 50
	}
	if n > 10000 && int64(len(dst)) > n/many {
		g.chooseTail(dst, int(n))
		return nil
	}
	g.chooseFloyd(dst, n)
	if shuffle {
		for i := len(dst) - 1; i > 0; i-- {
			j := g.index(int64(i))
			dst[i], dst[j] = dst[j], dst[i]
		}
	}
	return nil
}

// chooseTail shuffles the last elements of all indices, and takes those.
func (g *Generator) chooseTail(dst []int64, n int) {
	all := make([]int64, n)
	for i := range all {
		all[i] = int64(i)
	}
	first := max(n-len(dst), 1)
	for i := n - 1; i >= first; i-- {
		j := g.index(int64(i))
		all[i], all[j] = all[j], all[i]
	}
	copy(dst, all[n-len(dst):])
}

// chooseFloyd takes an index below each of the last ones, or that one if it is taken (R. Floyd, in J. Bentley, "A sample of
// brilliance", 1987).
func (g *Generator) chooseFloyd(dst []int64, n int64) {
	taken := make(map[int64]bool, len(dst))
	for i := range dst {
		last := n - int64(len(dst)-i)
		v := g.index(last)
		if taken[v] {
			v = last
		}
		taken[v] = true
		dst[i] = v
	}
}

// ChoiceDistinctWeighted fills dst with indices, each at most once, drawn one after the other with the probabilities of those that are
// left: NumPy's choice(len(p), len(dst), replace=False, p=p). The probabilities are as ChoiceWeighted wants them, and at least
// as many of them as dst has elements are not 0.
func (g *Generator) ChoiceDistinctWeighted(dst []int64, p []float64) error {
	if err := probabilities("ChoiceDistinctWeighted", p); err != nil {
		return err
	}
	possible := 0
	for _, v := range p {
		if v > 0 {
			possible++
		}
	}
	if len(dst) > possible {
		return badArgument("ChoiceDistinctWeighted", "%d elements are drawn of %d whose probability is not 0, want at most as many as there are", len(dst), possible)
	}
	p = slices.Clone(p)
	draws := make([]float64, len(dst))
	for found := 0; found < len(dst); {
		for _, i := range dst[:found] {
			p[i] = 0
		}
		missing := draws[found:]
		g.Random64(missing)
		cumulative := cumulate(p)
		taken := make(map[int64]bool, len(missing))
		for _, u := range missing {
			if i := position(cumulative, u); !taken[i] {
				taken[i] = true
				dst[found] = i
				found++
			}
		}
	}
	return nil
}

// cumulate returns the sums of the first elements, over that of all.
func cumulate(p []float64) []float64 {
	out := make([]float64, len(p))
	sum := 0.0
	for i, v := range p {
		sum += v
		out[i] = sum
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}

// position returns how many of the sums are not above u.
func position(cumulative []float64, u float64) int64 {
	return int64(sort.Search(len(cumulative), func(i int) bool { return cumulative[i] > u }))
}

// tolerance is how far from 1 the sum of probabilities may be: the square root of 2**-52.
const tolerance = 0x1p-26

// probabilities returns an error unless p has probabilities of everything that may happen.
func probabilities(fn string, p []float64) error {
	if len(p) == 0 {
		return badArgument(fn, "there are no probabilities, want at least one")
	}
	sum, lost := 0.0, 0.0 // Kahan's sum
	for i, v := range p {
		if !(v >= 0) {
			return badArgument(fn, "probability %d is %v, want a number >= 0", i, v)
		}
		y := v - lost
		t := sum + y
		lost = t - sum - y
		sum = t
	}
	if !(sum-1 <= tolerance && 1-sum <= tolerance) {
		return badArgument(fn, "the probabilities add up to %v, want 1", sum)
	}
	return nil
}
