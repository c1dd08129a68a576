package random

import (
	"math"

	"github.com/goivy/goivy/ivy/random/internal/libm"
)

// mostUrn is what the numbers of a kind are below in draws of a Generator, as in NumPy's.
const mostUrn = 1_000_000_000

// Hypergeometric fills dst with how many good ones are among some that are taken out of good and bad ones: NumPy's hypergeometric. good and bad are
// not negative, and below 1e9 but for a [RandomState]; taken, which is at least 1 for a RandomState, is not above their sum.
func (g *Generator) Hypergeometric(dst []int64, good, bad, taken int64) error {
	switch {
	case good < 0 || bad < 0 || good > math.MaxInt64-bad:
		return badArgument("Hypergeometric", "good and bad are %d and %d, want numbers >= 0 whose sum is below 2**63", good, bad)
	case !g.from.isLegacy() && max(good, bad) >= mostUrn:
		return badArgument("Hypergeometric", "good and bad are %d and %d, want numbers below %d", good, bad, mostUrn)
	case taken < 0 || taken > good+bad:
		return badArgument("Hypergeometric", "%d are taken of %d", taken, good+bad)
	case taken == 0 && g.from.isLegacy():
		return badArgument("Hypergeometric", "none is taken, want at least 1")
	}
	g.words.left, g.halves.left = 0, 0
	for i := range dst {
		dst[i] = g.hypergeometric(good, bad, taken)
	}
	return nil
}

// MultivariateHypergeometric fills dst, whose length is a multiple of that of kinds, with rows: how many of each kind are among some that are
// taken: NumPy's multivariate_hypergeometric. byCount chooses its method "count", which takes memory for each thing, instead of "marginals", which draws a
// hypergeometric number for each kind. There are no negative numbers of a kind, and at least as many in all as are
// taken; for "marginals" less than 1e9, and for "count" at most 2**32, which take 16 GiB.
func (g *Generator) MultivariateHypergeometric(dst, kinds []int64, taken int64, byCount bool) error {
	const fn = "MultivariateHypergeometric"
	if len(kinds) == 0 && len(dst) > 0 || len(kinds) > 0 && len(dst)%len(kinds) != 0 {
		return badArgument(fn, "%d elements are no rows of %d", len(dst), len(kinds))
	}
	total := int64(0)
	for i, n := range kinds {
		if n < 0 || n > math.MaxInt64-total {
			return badArgument(fn, "kind %d has %d, want numbers >= 0 whose sum is below 2**63", i, n)
		}
		total += n
	}
	switch {
	case taken < 0 || taken > total:
		return badArgument(fn, "%d are taken of %d", taken, total)
	case !byCount && total >= mostUrn:
		return badArgument(fn, "there are %d, want less than %d", total, mostUrn)
	case total > 1<<32:
		return badArgument(fn, "there are %d, want at most %d", total, int64(1)<<32)
	}
	clear(dst)
	if taken == 0 {
		return nil
	}
	g.words.left, g.halves.left = 0, 0
	var things []int32
	if byCount {
		things = make([]int32, 0, total)
		for i, n := range kinds {
			for range n {
				things = append(things, int32(i))
			}
		}
	}
	rest := taken > total/2 // those that are left are drawn
	if rest {
		taken = total - taken
	}
	for ; len(dst) > 0; dst = dst[len(kinds):] {
		row := dst[:len(kinds)]
		if byCount {
			g.countRow(row, things, taken)
		} else {
			g.marginalRow(row, kinds, total, taken)
		}
		if rest {
			for i, n := range kinds {
				row[i] = n - row[i]
			}
		}
	}
	return nil
}

// countRow counts the kinds of the things that are first in a random order.
func (g *Generator) countRow(row []int64, things []int32, taken int64) {
	for i := range things[:taken] {
		k := i + int(g.masked(uint64(len(things)-i-1)))
		things[i], things[k] = things[k], things[i]
		row[things[i]]++
	}
}

// marginalRow draws how many there are of a kind, among it and those that follow.
func (g *Generator) marginalRow(row, kinds []int64, total, taken int64) {
	last := len(kinds) - 1
	for i, n := range kinds[:last] {
		if taken == 0 {
			return
		}
		total -= n
		row[i] = g.hypergeometric(n, total, taken)
		taken -= row[i]
	}
	row[last] = taken
}

func (g *Generator) hypergeometric(good, bad, taken int64) int64 {
	switch {
	case g.from.isLegacy() && taken > 10, !g.from.isLegacy() && taken >= 10 && taken <= good+bad-10:
		return g.hypergeometricRatio(good, bad, taken)
	case g.from.isLegacy():
		return g.legacyUrn(good, bad, taken)
	}
	return g.urn(good, bad, taken)
}

// urn takes one after the other: those that are to be taken, or those that are to be left if they are fewer.
func (g *Generator) urn(good, bad, taken int64) int64 {
	all := good + bad
	count := min(taken, all-taken)
	left, leftGood := all, good
	for count > 0 && leftGood > 0 && left > leftGood {
		left--
		if int64(g.masked(uint64(left))) < leftGood {
			leftGood--
		}
		count--
	}
	if left == leftGood {
		leftGood -= count
	}
	if taken > all/2 {
		return leftGood
	}
	return good - leftGood
}

// legacyUrn takes one after the other, of the kind of which there are fewer.
func (g *Generator) legacyUrn(good, bad, taken int64) int64 {
	others := float64(bad + good - taken)
	few := float64(min(bad, good))
	left := few
	for k := taken; left > 0 && k > 0; k-- {
		left -= math.Floor(g.unit() + left/(others+float64(k)))
	}
	z := int64(few - left)
	if good > bad {
		return taken - z
	}
	return z
}

// hypergeometricRatio is HRUA of E. Stadlober, "The ratio of uniforms approach for generating discrete random variates" (1990).
func (g *Generator) hypergeometricRatio(good, bad, taken int64) int64 {
	all := good + bad
	count := min(taken, all-taken)
	few, many := min(good, bad), max(good, bad)
	p, q := float64(few)/float64(all), float64(many)/float64(all)
	drawn, logFactorial := count, factorialLog
	if g.from.isLegacy() {
		q, drawn = 1-p, taken
		logFactorial = func(k int64) float64 { return logGamma(float64(k) + 1) }
	}
	mean := float64(float64(count)*p) + 0.5
	deviation := math.Sqrt(float64(float64(float64(float64(all-count)*float64(drawn))*p)*q)/float64(all-1) + 0.5)
	const width, least = 1.7155277699214135, 0.8989161620588988 // 2√(2/e), 3 − 2√(3/e)
	scale := float64(width*deviation) + least
	mode := int64(math.Floor(float64(float64(count+1)*float64(few+1)) / float64(all+2)))
	weight := func(k int64) float64 {
		return logFactorial(k) + logFactorial(few-k) + logFactorial(count-k) + logFactorial(many-count+k)
	}
	top := weight(mode)
	bound := min(float64(min(count, few)+1), math.Floor(mean+float64(16*deviation)))
	for {
		u := g.unit()
		v := g.unit()
		x := mean + float64(scale*(v-0.5))/u
		if !(x >= 0 && x < bound) {
			continue
		}
		k := int64(math.Floor(x))
		t := top - weight(k)
		if float64(u*(4-u))-3 > t && (float64(u*(u-t)) >= 1 || 2*libm.Log(u) > t) {
			continue
		}
		if good > bad {
			k = count - k
		}
		if count < taken {
			k = good - k
		}
		return k
	}
}

// factorialLog returns the logarithm of k!, by Stirling's series for large numbers.
func factorialLog(k int64) float64 {
	if k < int64(len(factorialLogs)) {
		return factorialLogs[k]
	}
	const halfLogTwoPi = 0.9189385332046728
	x := float64(k)
	return float64((x+0.5)*libm.Log(x)) - x + (halfLogTwoPi + float64((1/x)*(1/12.0-1/float64(float64(360*x)*x))))
}
