package jaxrandom

import (
	"math"

	"github.com/goivy/goivy/ivy/random/internal/libm"
)

// Poisson fills dst with numbers of the Poisson distribution of the means lambda, of which there is one, or as many as dst has elements:
// jax.random.poisson of a dtype of integers whose greatest number is most. Of a mean that is NaN it is −1.
func Poisson(k Key, dst []int64, lambda []float64, most int64) {
	small := func(l float64) bool { return l != l || l < 10 }
	counts := poissonByProducts(k, len(dst), most, func(i int) float64 {
		if l := at(lambda, i); small(l) {
			return l
		}
		return 0
	})
	rejected := poissonByRejection(k, len(dst), most, func(i int) float64 {
		if l := at(lambda, i); !small(l) {
			return l
		}
		return 1e5
	})
	for i := range dst {
		switch l := at(lambda, i); {
		case l == 0:
			dst[i] = 0
		case small(l):
			dst[i] = counts[i]
		case rejected[i] != rejected[i]: // of an infinite mean
			dst[i] = 0
		default:
			dst[i] = int64(min(max(rejected[i], float64(-most-1)), float64(most)))
		}
	}
}

// poissonByProducts multiplies numbers uniform in [0, 1) while their product is above e to −lambda (D. Knuth).
func poissonByProducts(k Key, n int, most int64, lambda func(i int) float64) []int64 {
	counts, sums, u := make([]int64, n), make([]float32, n), make([]float32, n)
	for round, open := int64(0), true; round < most; round++ {
		open = false
		for i := range sums {
			open = open || float64(sums[i]) > -lambda(i)
		}
		if !open {
			break
		}
		var sub Key
		k, sub = k.pair()
		units32(sub, u)
		for i := range sums {
			if float64(sums[i]) > -lambda(i) {
				counts[i]++
			}
			sums[i] += log32(u[i])
		}
	}
	for i := range counts {
		counts[i]--
	}
	return counts
}

// poissonByRejection is the algorithm PTRS of W. Hörmann, "The transformed rejection method for generating Poisson random variables" (1993).
func poissonByRejection(k Key, n int, most int64, lambda func(i int) float64) []float64 {
	out, accepted := make([]float64, n), make([]bool, n)
	u, v := make([]float32, n), make([]float32, n)
	for i := range out {
		out[i] = -1
	}
	for round, left := int64(0), n; round < most && left > 0; round++ {
		keys := k.Split(3)
		k = keys[0]
		units32(keys[1], u)
		units32(keys[2], v)
		for i := range out {
			l := lambda(i)
			b := 0.931 + float64(2.53*math.Sqrt(l))
			a := -0.059 + float64(0.02483*b)
			x, y := float64(u[i]-0.5), float64(v[i])
			us := 0.5 - math.Abs(x)
			z := math.Floor(float64((2*a/us+b)*x) + l + 0.43)
			gamma, _ := math.Lgamma(z + 1)
			accept := us >= 0.07 && y <= 0.9277-3.6224/(b-2) ||
				!(z < 0 || us < 0.013 && y > us) && libm.Log(y*(1.1239+1.1328/(b-3.4))/(a/(us*us)+b)) <= -l+float64(z*libm.Log(l))-gamma
			if accept {
				out[i] = z
				if !accepted[i] {
					accepted[i] = true
					left--
				}
			}
		}
	}
	return out
}

// Binomial fills dst with how many of n trials succeed, each with probability p: jax.random.binomial. n and p have one element, or as many as
// dst. Where n is negative or NaN, or p is, it is NaN, where n is infinite it is too.
func (d Float) Binomial(k Key, dst, n, p []float64) {
	count, chance := make([]float64, len(dst)), make([]float64, len(dst))
	inversion := make([]bool, len(dst))
	for i := range dst {
		c, q := at(n, i), at(p, i)
		if !(q < 0.5) {
			q = d.Round(1 - q)
		}
		if q != q || q < 0 {
			q = d.Round(0.01)
		}
		inversion[i] = c != c || c < 0 || d.Round(c*q) <= 10
		count[i], chance[i] = math.Floor(c), q
	}
	few := d.binomialByGaps(k, count, chance, inversion)
	many := d.binomialByRejection(k, count, chance, inversion)
	for i := range dst {
		c, q := at(n, i), at(p, i)
		below, bad := q < 0.5, c != c || c < 0
		if !below {
			q = 1 - q
		}
		z := many[i]
		if inversion[i] {
			z = few[i]
		}
		switch {
		case bad || q != q || q < 0:
			z = math.Float64frombits(0x7ff8 << 48)
		case math.IsInf(c, 1):
			z = c
		case !below:
			z = count[i] - z
		}
		dst[i] = z
	}
}

// binomialByGaps adds up the numbers of trials until the next success.
func (d Float) binomialByGaps(k Key, count, p []float64, of []bool) []float64 {
	out, sums, u := make([]float64, len(count)), make([]float64, len(count)), make([]float64, len(count))
	total := func(i int) float64 {
		if of[i] {
			return count[i]
		}
		return 0
	}
	for {
		open := false
		for i := range sums {
			open = open || sums[i] <= total(i)
		}
		if !open {
			break
		}
		var sub Key
		sub, k = k.pair()
		d.units(sub, u)
		for i := range sums {
			if sums[i] <= total(i) {
				out[i]++
			}
			sums[i] += math.Ceil(libm.Log(u[i]) / math.Log1p(-p[i]))
		}
	}
	for i := range out {
		out[i]--
	}
	return out
}

// binomialByRejection is the algorithm BTRS of W. Hörmann, "The generation of binomial random variates" (1993).
func (d Float) binomialByRejection(k Key, count, p []float64, not []bool) []float64 {
	out, accepted := make([]float64, len(count)), make([]bool, len(count))
	u, v := make([]float64, len(count)), make([]float64, len(count))
	for i := range out {
		out[i] = -1
	}
	for left := len(out); left > 0; {
		keys := k.Split(3)
		k = keys[0]
		d.units(keys[1], u)
		d.units(keys[2], v)
		for i := range out {
			n, q := count[i], p[i]
			if not[i] {
				n, q = 1e4, 0.5
			}
			if math.IsInf(n, 0) { // JAX's loop ends with its own limit here, and the result is not looked at
				n = 1e4
			}
			if z, ok := transformed(n, q, u[i]-0.5, v[i]); ok {
				out[i] = z
				if !accepted[i] {
					accepted[i] = true
					left--
				}
			}
		}
	}
	return out
}

// transformed returns the number that BTRS makes of two uniform ones, and whether it takes it.
func transformed(n, p, u, v float64) (z float64, ok bool) {
	deviation := math.Sqrt(n * p * (1 - p))
	b := 1.15 + float64(2.53*deviation)
	a := -0.0873 + float64(0.0248*b) + float64(0.01*p)
	r := p / (1 - p)
	m := math.Floor((n + 1) * p)
	us := 0.5 - math.Abs(u)
	z = math.Floor(float64((2*a/us+b)*u) + float64(n*p) + 0.5)
	switch {
	case us >= 0.07 && v <= 0.92-4.2/b:
		return z, true
	case z < 0 || z > n:
		return z, false
	}
	v = libm.Log(v * (2.83 + 5.1/b) * deviation / (a/(us*us) + b))
	bound := float64((m+0.5)*libm.Log((m+1)/(r*(n-m+1)))) + float64((n+1)*libm.Log((n-m+1)/(n-z+1))) +
		float64((z+0.5)*libm.Log(r*(n-z+1)/(z+1))) + stirlingTail(m) + stirlingTail(n-m) - stirlingTail(z) - stirlingTail(n-z)
	return z, v <= bound
}

// stirlingTail is what Stirling's formula for the logarithm of (k + 1)! leaves out.
func stirlingTail(k float64) float64 {
	if k <= 9 {
		gamma, _ := math.Lgamma(k + 1)
		return gamma - (float64((k+0.5)*libm.Log(k+1)) - (k + 1) + float64(0.5*libm.Log(2*math.Pi)))
	}
	s := (k + 1) * (k + 1)
	return (1./12 - (1./360-1./1260/s)/s) / (k + 1)
}
