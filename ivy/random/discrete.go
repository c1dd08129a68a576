package random

import (
	"math"

	"github.com/goivy/goivy/ivy/random/internal/libm"
)

// mostPoisson is the greatest mean that Poisson takes: beyond it numbers would not fit int64.
var mostPoisson = math.MaxInt64 - math.Sqrt(math.MaxInt64)*10

// Poisson fills dst with numbers of the Poisson distribution: NumPy's poisson. mean is between 0 and about 9.2e18.
func (g *Generator) Poisson(dst []int64, mean float64) error {
	if err := notNegative("Poisson", "mean", mean); err != nil {
		return err
	}
	if mean > mostPoisson {
		return badArgument("Poisson", "mean is %v, want at most %v", mean, mostPoisson)
	}
	each(dst, &g.words, func() int64 { return poisson(g.from, mean) })
	return nil
}

func poisson(g parts, mean float64) int64 {
	switch {
	case mean >= 10:
		return poissonLarge(g, mean)
	case mean == 0:
		return 0
	}
	least := libm.Exp(-mean)
	n, product := int64(0), 1.0
	for {
		if product *= g.unit(); product <= least {
			return n
		}
		n++
	}
}

// poissonLarge is PTRS of W. Hörmann, "The transformed rejection method for generating Poisson random variables" (1993).
func poissonLarge(g parts, mean float64) int64 {
	logMean := libm.Log(mean)
	b := 0.931 + float64(2.53*math.Sqrt(mean))
	a := -0.059 + float64(0.02483*b)
	inverse := 1.1239 + 1.1328/(b-3.4)
	v := 0.9277 - 3.6224/(b-2)
	for {
		u := g.unit() - 0.5
		w := g.unit()
		us := 0.5 - math.Abs(u)
		k := math.Floor(float64((2*a/us+b)*u) + mean + 0.43)
		if us >= 0.07 && w <= v {
			return int64(k)
		}
		if k < 0 || us < 0.013 && w > us {
			continue
		}
		if libm.Log(w)+libm.Log(inverse)-libm.Log(a/float64(us*us)+b) <= -mean+float64(k*logMean)-logGamma(k+1) {
			return int64(k)
		}
	}
}

// stirling has the coefficients of the series for the logarithm of the gamma function (S. Zhang and J. Jin, "Computation
// of special functions", 1996).
var stirling = [10]float64{
	8.333333333333333e-02, -2.777777777777778e-03, 7.936507936507937e-04, -5.952380952380952e-04, 8.417508417508418e-04,
	-1.917526917526918e-03, 6.410256410256410e-03, -2.955065359477124e-02, 1.796443723688307e-01, -1.39243221690590e+00,
}

// logGamma returns the logarithm of the gamma function of x > 0.
func logGamma(x float64) float64 {
	if x == 1 || x == 2 {
		return 0
	}
	n := 0
	if x < 7 {
		n = int(7 - x)
	}
	x0 := x + float64(n)
	x2 := float64((1 / x0) * (1 / x0))
	const logTwoPi = 1.8378770664093453
	sum := stirling[9]
	for i := 8; i >= 0; i-- {
		sum = float64(sum*x2) + stirling[i]
	}
	out := sum/x0 + 0.5*logTwoPi + float64((x0-0.5)*libm.Log(x0)) - x0
	for range n {
		out -= libm.Log(x0 - 1)
		x0--
	}
	return out
}

// Binomial fills dst with how many of n trials succeed, each with probability p: NumPy's binomial. n is not negative.
func (g *Generator) Binomial(dst []int64, n int64, p float64) error {
	if err := probability("Binomial", p); err != nil {
		return err
	}
	if n < 0 {
		return badArgument("Binomial", "n is %d, want a number >= 0", n)
	}
	each(dst, &g.words, func() int64 { return binomial(g.from, n, p) })
	return nil
}

func binomial(g parts, n int64, p float64) int64 {
	if (n == 0 || p == 0) && !g.isLegacy() { // which draws a number in vain
		return 0
	}
	draw := func(p float64) int64 {
		if float64(p*float64(n)) <= 30 {
			return binomialInversion(g, n, p)
		}
		return binomialLarge(g, n, p)
	}
	if p <= 0.5 {
		return draw(p)
	}
	return n - draw(1-p)
}

// binomialInversion adds up probabilities until they are above a uniform number.
func binomialInversion(g parts, n int64, p float64) int64 {
	q := 1 - p
	none := libm.Exp(float64(float64(n) * libm.Log(q)))
	mean := float64(float64(n) * p)
	bound := int64(min(float64(n), mean+float64(10*math.Sqrt(float64(mean*q)+1))))
	k, pk := int64(0), none
	u := g.unit()
	for u > pk {
		if k++; k > bound {
			k, pk = 0, none
			u = g.unit()
			continue
		}
		u -= pk
		pk = float64(float64(float64(n-k+1)*p)*pk) / float64(float64(k)*q)
	}
	return k
}

// binomialLarge is BTPE of V. Kachitvichyanukul and B. W. Schmeiser, "Binomial random variate generation" (1988): a triangle, two parallelograms and two
// exponential tails cover the probabilities. p is at most 1/2.
func binomialLarge(g parts, n int64, p float64) int64 {
	nf := float64(n)
	q := 1 - p
	nr := float64(nf * p)
	npq := float64(nr * q)
	fm := nr + p
	m := int64(math.Floor(fm))
	p1 := math.Floor(float64(2.195*math.Sqrt(npq))-float64(4.6*q)) + 0.5
	xm := float64(m) + 0.5
	xl, xr := xm-p1, xm+p1
	c := 0.134 + 20.5/(15.3+float64(m))
	a := (fm - xl) / (fm - float64(xl*p))
	left := float64(a * (1 + float64(a/2)))
	a = (xr - fm) / float64(xr*q)
	right := float64(a * (1 + float64(a/2)))
	p2 := float64(p1 * (1 + float64(2*c)))
	p3 := p2 + c/left
	p4 := p3 + c/right
	for {
		u, v := float64(g.unit()*p4), g.unit()
		var y int64
		switch {
		case u <= p1:
			return int64(math.Floor(xm - float64(p1*v) + u))
		case u <= p2:
			x := xl + (u-p1)/c
			v = float64(v*c) + 1 - math.Abs(float64(m)-x+0.5)/p1
			if v > 1 {
				continue
			}
			y = int64(math.Floor(x))
		case u <= p3:
			y = int64(math.Floor(xl + libm.Log(v)/left))
			if y < 0 || v == 0 {
				continue
			}
			v = float64(float64(v*(u-p2)) * left)
		default:
			y = int64(math.Floor(xr - libm.Log(v)/right))
			if y > n || v == 0 {
				continue
			}
			v = float64(float64(v*(u-p3)) * right)
		}
		if binomialAccepts(v, n, m, y, p, q, xm, npq) {
			return y
		}
	}
}

// binomialAccepts reports whether v is not above the probability of y over that of the mode m.
func binomialAccepts(v float64, n, m, y int64, p, q, xm, npq float64) bool {
	k := y - m
	if k < 0 {
		k = -k
	}
	kf := float64(k)
	if !(k > 20 && kf < float64(npq/2)-1) {
		s := p / q
		a := float64(s * float64(n+1))
		f := 1.0
		for i := m + 1; i <= y; i++ {
			f *= a/float64(i) - s
		}
		for i := y + 1; i <= m; i++ {
			f /= a/float64(i) - s
		}
		return v <= f
	}
	rho := float64((kf / npq) * ((float64(kf*(kf/3+0.625))+0.16666666666666666)/npq + 0.5))
	t := float64(-kf*kf) / (2 * npq)
	logV := libm.Log(v)
	switch {
	case logV < t-rho:
		return true
	case logV > t+rho:
		return false
	}
	x1, f1, z, w := float64(y+1), float64(m+1), float64(n+1-m), float64(n-y+1)
	// the rest of Stirling's formula
	rest := func(x float64) float64 {
		x2 := float64(x * x)
		return (13680 - (462-(132-(99-140/x2)/x2)/x2)/x2) / x / 166320
	}
	most := float64(xm*libm.Log(f1/x1)) + float64((float64(n-m)+0.5)*libm.Log(z/w)) +
		float64(float64(y-m)*libm.Log(float64(w*p)/float64(x1*q))) + rest(f1) + rest(z) + rest(x1) + rest(w)
	return logV <= most
}

// Geometric fills dst with how many trials it takes to succeed once, each with probability p: NumPy's geometric. p is in (0, 1].
func (g *Generator) Geometric(dst []int64, p float64) error {
	if !(p > 0 && p <= 1) {
		return badArgument("Geometric", "p is %v, want a number in (0, 1]", p)
	}
	each(dst, &g.words, func() int64 { return g.geometric(p) })
	return nil
}

func (g *Generator) geometric(p float64) int64 {
	if p < 0.333333333333333333333333 {
		if g.from.isLegacy() {
			z := math.Ceil(libm.Log1p(-g.unit()) / libm.Log(1-p))
			if !(z < 0x1p63 && z > -0x1p63) { // as C converts it: 1 − p is 1
				return math.MinInt64
			}
			return int64(z)
		}
		z := math.Ceil(-g.exponential() / libm.Log1p(-p))
		if z >= 0x1p63 {
			return math.MaxInt64
		}
		return int64(z)
	}
	n, sum, term := int64(1), p, p
	u := g.unit()
	for sum < u {
		term = float64(term * (1 - p))
		sum += term
		n++
	}
	return n
}

// NegativeBinomial fills dst with how many trials fail before n succeed, each with probability p: NumPy's
// negative_binomial. n is above 0 and need not be an integer, p is in (0, 1], and the mean is not above what Poisson takes.
func (g *Generator) NegativeBinomial(dst []int64, n, p float64) error {
	if err := positive("NegativeBinomial", "n", n); err != nil {
		return err
	}
	if !(p > 0 && p <= 1) {
		return badArgument("NegativeBinomial", "p is %v, want a number in (0, 1]", p)
	}
	scale := (1 - p) / p
	// As NumPy: the mean and ten deviations are to fit.
	if mean := float64(n * scale); mean+float64(10*math.Sqrt(mean)) > mostPoisson || math.IsNaN(mean) {
		return badArgument("NegativeBinomial", "the mean is %v, want at most %v", mean, mostPoisson)
	}
	each(dst, &g.words, func() int64 { return poisson(g.from, float64(scale*standardGamma(g.from, n))) })
	return nil
}

// Multinomial fills dst, whose length is a multiple of that of p, with rows: how often each of len(p) outcomes occurs in n trials: NumPy's
// multinomial. The probabilities are not negative, and those but the last add up to at most 1, to 1e-12;
// the last outcome has what is left.
func (g *Generator) Multinomial(dst []int64, n int64, p []float64) error {
	if len(p) == 0 || len(dst)%len(p) != 0 {
		return badArgument("Multinomial", "%d elements are no rows of %d", len(dst), len(p))
	}
	if n < 0 {
		return badArgument("Multinomial", "n is %d, want a number >= 0", n)
	}
	sum := 0.0
	for i, v := range p {
		if err := probability("Multinomial", v); err != nil {
			return badArgument("Multinomial", "probability %d is %v, want a number in [0, 1]", i, v)
		}
		if i < len(p)-1 {
			sum += v
		}
	}
	if sum > 1+1e-12 {
		return badArgument("Multinomial", "the probabilities but the last add up to %v, want at most 1", sum)
	}
	g.words.left = 0
	for ; len(dst) > 0; dst = dst[len(p):] {
		g.multinomial(dst[:len(p)], n, p)
	}
	return nil
}

func (g *Generator) multinomial(row []int64, n int64, p []float64) {
	clear(row)
	left := 1.0
	last := len(p) - 1
	for i := range last {
		// what is left may be rounded to less than p[i]
		row[i] = binomial(g, n, min(p[i]/left, 1)) // not that of a RandomState
		if n -= row[i]; n <= 0 {
			return
		}
		left -= p[i]
	}
	row[last] = n
}
