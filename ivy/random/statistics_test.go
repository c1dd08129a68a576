package random

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/goivy/goivy/internal/thorough"
)

// streams are generators of fixed seeds over each bit generator.
func streams() map[string]*Generator {
	seq := NewSeedSequence(20260)
	return map[string]*Generator{
		"PCG64": New(NewPCG64(seq)), "PCG64DXSM": New(NewPCG64DXSM(seq)), "MT19937": New(NewMT19937Sequence(seq)),
		"Philox4x32": New(NewPhilox4x32(20261, 0, 0)), "Philox4x64": New(NewPhilox4x64Sequence(seq)), "ThreeFry2x32": New(NewThreeFry2x32([2]uint32{0, 2026}, 0)),
	}
}

// kolmogorov returns the greatest distance of the numbers' distribution from a cumulative one, times the root of their count. Above
// 2.25 it is for one sample in twelve thousand; there are some hundred of them here.
func kolmogorov(x []float64, cdf func(float64) float64) float64 {
	slices.Sort(x)
	n := float64(len(x))
	most := 0.0
	for i, v := range x {
		p := cdf(v)
		most = max(most, math.Abs(p-float64(i)/n), math.Abs(float64(i+1)/n-p))
	}
	return most * math.Sqrt(n)
}

const acceptable = 2.25

// checkMoments compares mean and variance with the distribution's, in deviations of what they are of so many numbers.
func checkMoments(t *testing.T, name string, x []float64, mean, variance, fourth float64) {
	n := float64(len(x))
	sum, squares := 0.0, 0.0
	for _, v := range x {
		sum += v - mean
		squares += (v - mean) * (v - mean)
	}
	assert.Less(t, math.Abs(sum)/math.Sqrt(n*variance), 4.0, "the mean of %s", name)
	if fourth > variance*variance {
		assert.Less(t, math.Abs(squares-n*variance)/math.Sqrt(n*(fourth-variance*variance)), 4.0, "the variance of %s", name)
	}
}

// A law is a distribution as gonum has it; its excess kurtosis may be NaN.
type law struct {
	name           string
	fill           func(g *Generator, dst []float64) error
	cdf            func(float64) float64
	mean, variance float64
	excess         float64
}

func laws() []law {
	nan := math.NaN()
	normal, exponential := distuv.UnitNormal, distuv.Exponential{Rate: 1 / 2.5}
	gamma, small, beta, arc := distuv.Gamma{Alpha: 2.5, Beta: 1 / 3.}, distuv.Gamma{Alpha: 0.3, Beta: 1}, distuv.Beta{Alpha: 2, Beta: 3}, distuv.Beta{Alpha: 0.5, Beta: 0.7}
	chi, student := distuv.ChiSquared{K: 3}, distuv.StudentsT{Mu: 0, Sigma: 1, Nu: 7}
	laplace, gumbel, logistic := distuv.Laplace{Mu: -2, Scale: 3}, distuv.GumbelRight{Mu: -2, Beta: 3}, distuv.Logistic{Mu: -2, S: 3}
	weibull, lognormal := distuv.Weibull{K: 1.7, Lambda: 1}, distuv.LogNormal{Mu: -1, Sigma: 0.3}
	truncated := func(low, high float64) law {
		a, b := normal.CDF(low), normal.CDF(high)
		width, fa, fb := b-a, normal.Prob(low), normal.Prob(high)
		if low > 0 { // the same, where CDF is near 1
			a, b = normal.Survival(low), normal.Survival(high)
			width = a - b
		}
		mean := (fa - fb) / width
		ends := 0.0
		if !math.IsInf(low, 0) {
			ends += low * fa
		}
		if !math.IsInf(high, 0) {
			ends -= high * fb
		}
		return law{
			fmt.Sprintf("TruncatedNormal %v %v", low, high),
			func(g *Generator, dst []float64) error { return g.TruncatedNormal(dst, 3, 2, 3+2*low, 3+2*high) },
			func(x float64) float64 {
				if low > 0 {
					return (a - normal.Survival((x-3)/2)) / width
				}
				return (normal.CDF((x-3)/2) - a) / width
			},
			3 + 2*mean, 4 * (1 + ends/width - mean*mean), nan,
		}
	}
	inf := math.Inf(1)
	return []law{
		{"Random", func(g *Generator, dst []float64) error { g.Random64(dst); return nil }, func(x float64) float64 { return x }, 0.5, 1. / 12, -1.2},
		{"Uniform", func(g *Generator, dst []float64) error { return g.Uniform(dst, -3, 7) }, func(x float64) float64 { return (x + 3) / 10 }, 2, 100. / 12, -1.2},
		{"Normal", func(g *Generator, dst []float64) error { return g.Normal(dst, 0, 1) }, normal.CDF, 0, 1, 0},
		{"Exponential", func(g *Generator, dst []float64) error { return g.Exponential(dst, 2.5) }, exponential.CDF, 2.5, 6.25, 6},
		{"StandardExponentialInverse", func(g *Generator, dst []float64) error { g.StandardExponentialInverse64(dst); return nil }, distuv.Exponential{Rate: 1}.CDF, 1, 1, 6},
		{"Gamma", func(g *Generator, dst []float64) error { return g.Gamma(dst, 2.5, 3) }, gamma.CDF, gamma.Mean(), gamma.Variance(), 6 / 2.5},
		{"StandardGamma", func(g *Generator, dst []float64) error { return g.StandardGamma(dst, 0.3) }, small.CDF, small.Mean(), small.Variance(), 6 / 0.3},
		{"Beta", func(g *Generator, dst []float64) error { return g.Beta(dst, 2, 3) }, beta.CDF, beta.Mean(), beta.Variance(), nan},
		{"Beta below 1", func(g *Generator, dst []float64) error { return g.Beta(dst, 0.5, 0.7) }, arc.CDF, arc.Mean(), arc.Variance(), nan},
		{"ChiSquare", func(g *Generator, dst []float64) error { return g.ChiSquare(dst, 3) }, chi.CDF, 3, 6, 4},
		{"StandardT", func(g *Generator, dst []float64) error { return g.StandardT(dst, 7) }, student.CDF, 0, 7. / 5, 2},
		{"Laplace", func(g *Generator, dst []float64) error { return g.Laplace(dst, -2, 3) }, laplace.CDF, -2, 18, 3},
		{"Gumbel", func(g *Generator, dst []float64) error { return g.Gumbel(dst, -2, 3) }, gumbel.CDF, gumbel.Mean(), gumbel.Variance(), 2.4},
		{"Logistic", func(g *Generator, dst []float64) error { return g.Logistic(dst, -2, 3) }, logistic.CDF, -2, 9 * math.Pi * math.Pi / 3, 1.2},
		{"Weibull", func(g *Generator, dst []float64) error { return g.Weibull(dst, 1.7) }, weibull.CDF, weibull.Mean(), weibull.Variance(), nan},
		{"LogNormal", func(g *Generator, dst []float64) error { return g.LogNormal(dst, -1, 0.3) }, lognormal.CDF, lognormal.Mean(), lognormal.Variance(), nan},
		{"Rayleigh", func(g *Generator, dst []float64) error { return g.Rayleigh(dst, 2) }, func(x float64) float64 { return -math.Expm1(-x * x / 8) }, 2 * math.Sqrt(math.Pi/2), (2 - math.Pi/2) * 4, nan},
		truncated(-1, 2), truncated(-0.3, 0.5), truncated(2, 5), truncated(2, 2.1), truncated(5, inf), truncated(-inf, -1), truncated(-3, -2.5), truncated(-inf, 1),
	}
}

func TestContinuousLaws(t *testing.T) {
	t.Parallel()
	n := 100_000
	if testing.Short() {
		n = 20_000
	}
	for name, g := range streams() {
		if name != "PCG64" && name != "Philox4x32" && name != "ThreeFry2x32" {
			continue
		}
		for _, l := range laws() {
			x := make([]float64, n)
			require.NoError(t, l.fill(g, x))
			checkMoments(t, name+" "+l.name, x, l.mean, l.variance, (l.excess+3)*l.variance*l.variance)
			assert.Less(t, kolmogorov(x, l.cdf), acceptable, "%s over %s", l.name, name)
		}
		x := make([]float64, n)
		g.StandardCauchy(x)
		assert.Less(t, kolmogorov(x, func(x float64) float64 { return 0.5 + math.Atan(x)/math.Pi }), acceptable, name)
		single := make([]float32, n)
		for _, f := range []struct {
			fill func([]float32)
			cdf  func(float64) float64
		}{
			{g.Random32, func(x float64) float64 { return x }}, {g.StandardNormal32, distuv.UnitNormal.CDF},
			{g.StandardExponential32, distuv.Exponential{Rate: 1}.CDF}, {g.StandardExponentialInverse32, distuv.Exponential{Rate: 1}.CDF},
		} {
			f.fill(single)
			for i, v := range single {
				x[i] = float64(v)
			}
			assert.Less(t, kolmogorov(x, f.cdf), acceptable, name)
		}
	}
}

// cells is how many parts of equal probability kolmogorovOfMany counts numbers in.
const cells = 1 << 20

// kolmogorovOfMany is kolmogorov of so many numbers that sorting them takes too long, or a little more: it counts how many are in each
// of many parts of equal probability, in which the greatest distance is at most that of the part's ends and of all its numbers.
func kolmogorovOfMany(counts []uint32) float64 {
	total := 0
	for _, c := range counts {
		total += int(c)
	}
	n, below, most := float64(total), 0, 0.0
	for i, c := range counts {
		low, high := float64(i)/float64(len(counts)), float64(i+1)/float64(len(counts))
		most = max(most, high-float64(below)/n)
		below += int(c)
		most = max(most, float64(below)/n-low)
	}
	return most * math.Sqrt(n)
}

// numbers are what fill draws of the distribution that cdf is of.
type numbers struct {
	fill func(dst []float64)
	cdf  func(float64) float64
}

// Ten million of what most others are made of, by each framework's bit generator, in blocks.
func TestManyNumbers(t *testing.T) {
	t.Parallel()
	blocks := 20
	switch {
	case testing.Short():
		blocks = 2
	case thorough.All():
		blocks = 100
	}
	const block = 100_000
	x, narrow := make([]float64, block), make([]float32, block)
	wide := func(fill func(dst []float32)) func(dst []float64) {
		return func(dst []float64) {
			fill(narrow)
			for i, v := range narrow {
				dst[i] = float64(v)
			}
		}
	}
	identity := func(x float64) float64 { return x }
	for name, g := range streams() {
		if name == "PCG64DXSM" || name == "Philox4x64" {
			continue
		}
		laws := map[string]numbers{
			"Random64": {g.Random64, identity}, "Random32": {wide(g.Random32), identity},
			"StandardNormal64": {g.StandardNormal64, distuv.UnitNormal.CDF}, "StandardNormal32": {wide(g.StandardNormal32), distuv.UnitNormal.CDF},
		}
		if name == "PCG64" {
			exponential := func(x float64) float64 { return -math.Expm1(-x) }
			laws["StandardExponential64"] = numbers{g.StandardExponential64, exponential}
		}
		for law, l := range laws {
			if name != "PCG64" && name != "Philox4x32" && law[len(law)-2:] == "32" {
				continue
			}
			counts := make([]uint32, cells)
			for range blocks {
				l.fill(x)
				for _, v := range x {
					counts[min(int(l.cdf(v)*cells), cells-1)]++
				}
			}
			assert.Less(t, kolmogorovOfMany(counts), acceptable, "%s over %s", law, name)
		}
	}
}

// chiSquare returns how unlikely counts that differ so much from the expected ones are. Cells that few are expected in are joined.
func chiSquare(counts, expected []float64) float64 {
	sum, cells := 0.0, -1.0
	c, e := 0.0, 0.0
	for i := range counts {
		c += counts[i]
		e += expected[i]
		rest := 0.0
		for _, v := range expected[i+1:] {
			rest += v
		}
		if e >= 10 && (rest >= 10 || i == len(counts)-1) {
			sum += (c - e) * (c - e) / e
			cells++
			c, e = 0, 0
		}
	}
	return distuv.ChiSquared{K: cells}.Survival(sum)
}

// fits compares how often each number from 0 to most occurs with its probability.
func fits(t *testing.T, name string, x []int64, most int, probability func(k float64) float64) {
	counts, expected := make([]float64, most+1), make([]float64, most+1)
	for _, v := range x {
		require.GreaterOrEqual(t, v, int64(0), name)
		if int(v) <= most {
			counts[v]++
		}
	}
	for k := range expected {
		expected[k] = probability(float64(k)) * float64(len(x))
	}
	assert.Greater(t, chiSquare(counts, expected), 0.001, name)
}

func TestDiscreteLaws(t *testing.T) {
	t.Parallel()
	n := 100_000
	if testing.Short() {
		n = 20_000
	}
	x := make([]int64, n)
	for name, g := range streams() {
		if name != "PCG64" && name != "Philox4x64" && name != "ThreeFry2x32" {
			continue
		}
		for _, mean := range []float64{0.7, 9, 10, 55} {
			require.NoError(t, g.Poisson(x, mean))
			fits(t, fmt.Sprintf("%s Poisson %v", name, mean), x, 200, distuv.Poisson{Lambda: mean}.Prob)
		}
		for _, c := range [][2]float64{{10, 0.3}, {60, 0.7}, {200, 0.4}, {1000, 0.07}} {
			require.NoError(t, g.Binomial(x, int64(c[0]), c[1]))
			fits(t, fmt.Sprintf("%s Binomial %v", name, c), x, int(c[0]), distuv.Binomial{N: c[0], P: c[1]}.Prob)
		}
		for _, p := range []float64{0.1, 0.5} {
			require.NoError(t, g.Geometric(x, p))
			fits(t, fmt.Sprintf("%s Geometric %v", name, p), x, 200, func(k float64) float64 {
				if k == 0 {
					return 0
				}
				return p * math.Pow(1-p, k-1)
			})
		}
		require.NoError(t, g.NegativeBinomial(x, 3, 0.4))
		fits(t, name+" NegativeBinomial", x, 200, func(k float64) float64 { return (k + 1) * (k + 2) / 2 * 0.4 * 0.4 * 0.4 * math.Pow(0.6, k) })
		weights := []float64{0.1, 0, 0.2, 0.3, 0.4}
		require.NoError(t, g.ChoiceWeighted(x, weights))
		fits(t, name+" ChoiceWeighted", x, 4, func(k float64) float64 { return weights[int(k)] })
		checkUniformIntegers[uint8](t, name, g, n, 99)
		checkUniformIntegers[int16](t, name, g, n, 99)
		checkUniformIntegers[int32](t, name, g, n, 99)
		checkUniformIntegers[uint64](t, name, g, n, 99)
		counts := make([]float64, 2)
		heads := make([]bool, n)
		require.NoError(t, g.Bernoulli(heads, 0.3))
		for _, h := range heads {
			if h {
				counts[1]++
			} else {
				counts[0]++
			}
		}
		assert.Greater(t, chiSquare(counts, []float64{0.7 * float64(n), 0.3 * float64(n)}), 0.001, name)
		checkOrders(t, name, g)
	}
}

func checkUniformIntegers[T Integer](t *testing.T, name string, g *Generator, n int, last T) {
	dst := make([]T, n)
	require.NoError(t, Integers(g, dst, 0, last))
	x := make([]int64, n)
	for i, v := range dst {
		x[i] = int64(v)
	}
	fits(t, fmt.Sprintf("%s Integers of %T", name, last), x, int(last), func(float64) float64 { return 1 / (float64(last) + 1) })
}

// All orders of four are as likely, and so are all choices of two of four.
func checkOrders(t *testing.T, name string, g *Generator) {
	const n = 24_000
	orders, pairs, weighted := map[string]float64{}, map[string]float64{}, map[string]float64{}
	four, two := make([]int64, 4), make([]int64, 2)
	for range n {
		g.Permutation(four)
		orders[fmt.Sprint(four)]++
		require.NoError(t, g.ChoiceDistinct(two, 4, true))
		pairs[fmt.Sprint(two)]++
		require.NoError(t, g.ChoiceDistinctWeighted(two, []float64{0.25, 0.25, 0.25, 0.25}))
		weighted[fmt.Sprint(two)]++
	}
	for _, of := range []struct {
		counts map[string]float64
		kinds  int
	}{{orders, 24}, {pairs, 12}, {weighted, 12}} {
		require.Len(t, of.counts, of.kinds, name)
		var counts, expected []float64
		for _, c := range of.counts {
			counts, expected = append(counts, c), append(expected, n/float64(of.kinds))
		}
		assert.Greater(t, chiSquare(counts, expected), 0.001, name)
	}
}

// Shares and counts of rows add up, and each has the mean that it should.
func TestRows(t *testing.T) {
	t.Parallel()
	const n = 50_000
	for name, g := range streams() {
		for _, alpha := range [][]float64{{1, 2, 3.5}, {0.01, 0.02, 0.03}, {5}} {
			rows := make([]float64, n*len(alpha))
			require.NoError(t, g.Dirichlet(rows, alpha))
			total := 0.0
			for _, a := range alpha {
				total += a
			}
			means := make([]float64, len(alpha))
			for i := 0; i < len(rows); i += len(alpha) {
				sum := 0.0
				for j, v := range rows[i : i+len(alpha)] {
					sum += v
					means[j] += v / n
				}
				require.InDelta(t, 1, sum, 1e-14)
			}
			for j, a := range alpha {
				m := a / total
				assert.InDelta(t, m, means[j], 5*math.Sqrt(m*(1-m)/(total+1)/n)+1e-12, name)
			}
		}
		counts := make([]int64, 3*n)
		require.NoError(t, g.Multinomial(counts, 40, []float64{0.2, 0.5, 0.3}))
		sums := [3]float64{}
		for i := 0; i < len(counts); i += 3 {
			require.EqualValues(t, 40, counts[i]+counts[i+1]+counts[i+2])
			for j := range sums {
				sums[j] += float64(counts[i+j])
			}
		}
		for j, p := range []float64{0.2, 0.5, 0.3} {
			assert.InDelta(t, 40*p*n, sums[j], 5*math.Sqrt(40*p*(1-p)*n), name)
		}
	}
}

// Birthday spacings (G. Marsaglia): of m days in a year of n, the number of equal spacings has a Poisson distribution with mean m³/4n.
func TestBirthdaySpacings(t *testing.T) {
	t.Parallel()
	const days, year = 512, 1 << 24
	samples := 20_000
	if testing.Short() {
		samples = 2_000
	}
	for name, g := range streams() {
		counts := make([]int64, samples)
		birthdays, spacings := make([]uint32, days), make([]uint32, days)
		for i := range counts {
			g.Source().FillUint32(birthdays)
			for j := range birthdays {
				birthdays[j] >>= 8
			}
			slices.Sort(birthdays)
			spacings[0] = birthdays[0]
			for j := 1; j < days; j++ {
				spacings[j] = birthdays[j] - birthdays[j-1]
			}
			slices.Sort(spacings)
			for j := 1; j < days; j++ {
				if spacings[j] == spacings[j-1] {
					counts[i]++
				}
			}
		}
		fits(t, name, counts, 12, distuv.Poisson{Lambda: float64(days) * days * days / 4 / year}.Prob)
	}
}

// Pairs and triples of consecutive numbers fill the square and the cube evenly, which those of a lattice of few planes would not.
func TestCells(t *testing.T) {
	const n = 960_000
	for name, g := range streams() {
		x := make([]float64, n)
		g.Random64(x)
		for _, dimensions := range []int{2, 3} {
			side := map[int]int{2: 64, 3: 16}[dimensions]
			counts := make([]float64, 4096)
			expected := make([]float64, 4096)
			for i := 0; i < n; i += dimensions {
				cell := 0
				for _, v := range x[i : i+dimensions] {
					cell = cell*side + int(v*float64(side))
				}
				counts[cell]++
			}
			for i := range expected {
				expected[i] = n / float64(dimensions) / 4096
			}
			assert.Greater(t, chiSquare(counts, expected), 0.001, "%s, %d numbers in a row", name, dimensions)
		}
	}
}
