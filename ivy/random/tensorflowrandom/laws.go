package tensorflowrandom

import (
	"math"

	"github.com/goivy/goivy/ivy/random"
	"github.com/goivy/goivy/ivy/random/internal/libm"
)

// The distributions whose numbers take as many words as it comes. Each number has its own part of the stream. Words are
// TensorFlow's; logarithms and powers are the C library's but where the text says otherwise.

// A blockReader hands out the numbers of blocks, the second one of each first.
type blockReader struct {
	p    *random.Philox4x32
	pair [2]float64
	left int
}

// unit returns a number uniform in [0, 1).
func (b *blockReader) unit() float64 {
	if b.left == 0 {
		for i := range b.pair {
			w := b.p.Uint32()
			b.pair[i] = unit64(w, b.p.Uint32())
		}
		b.left = 2
	}
	b.left--
	return b.pair[b.left]
}

// normal returns a number of the normal distribution. A reader is for these, or for uniform ones.
func (b *blockReader) normal() float64 {
	if b.left == 0 {
		b.pair[0], b.pair[1] = pair64(b.p)
		b.left = 2
	}
	b.left--
	return b.pair[b.left]
}

// eachOf sets the elements of dst, which are several for each of n parameters, whose index varies fastest.
// blocks says how far apart the streams of two numbers are.
func eachOf(p *random.Philox4x32, dst []float64, n int, blocks func(parameter int) uint64, draw func(parameter int, own *random.Philox4x32) float64) {
	if n == 0 {
		return
	}
	samples := len(dst) / n
	for a := range n {
		for s := range samples {
			own := p.Clone()
			own.Advance(blocks(a) * uint64(a*samples+s))
			dst[s*n+a] = draw(a, own)
		}
	}
}

func farApart(int) uint64 { return blocksPerElement }

// Gamma fills dst with numbers of the gamma distribution of the shapes alpha: the kernel of tf.random.gamma and stateless_gamma. dst is an
// array whose last axis is that of alpha.
func Gamma(p *random.Philox4x32, dst, alpha []float64) {
	eachOf(p, dst, len(alpha), farApart, func(i int, own *random.Philox4x32) float64 { return gamma(own, alpha[i]) })
}

// gamma is the method of G. Marsaglia and W. Tsang (2000).
func gamma(p *random.Philox4x32, alpha float64) float64 {
	normals, units := blockReader{p: p}, blockReader{p: p}
	if alpha == 1 {
		return -libm.Log1p(-units.unit())
	}
	d := alpha - 1./3
	if alpha < 1 {
		d = alpha + 2./3
	}
	c := 1. / 3 / math.Sqrt(d)
	for {
		x := normals.normal()
		v := 1 + float64(c*x)
		if v <= 0 {
			continue
		}
		v = float64(float64(v*v) * v)
		u := units.unit()
		square := float64(x * x)
		if u < 1-float64(float64(0.0331*square)*square) || libm.Log(u) < float64(0.5*x*x)+float64(d*(1-v+libm.Log(v))) {
			z := float64(d * v)
			if alpha < 1 {
				z = float64(z * libm.Pow(units.unit(), 1/alpha))
			}
			return z
		}
		if alpha != alpha {
			return alpha
		}
	}
}

// Poisson fills dst with numbers of the Poisson distribution of the means rate, none above most: the kernel of tf.random.poisson and
// stateless_poisson. dst is an array whose last axis is that of rate.
func Poisson(p *random.Philox4x32, dst, rate []float64, most float64) {
	eachOf(p, dst, len(rate), farApart, func(i int, own *random.Philox4x32) float64 { return poisson(own, rate[i], most) })
}

func poisson(p *random.Philox4x32, rate, most float64) float64 {
	r := blockReader{p: p}
	switch {
	case math.IsInf(rate, 1) || rate != rate:
		return rate
	case rate < 10:
		limit, product := libm.Exp(-rate), 1.0
		for x := 0.0; ; x++ {
			if product *= r.unit(); product <= limit && x <= most {
				return x
			}
		}
	}
	b := 0.931 + float64(2.53*math.Sqrt(rate))
	a := -0.059 + float64(0.02483*b)
	inverse := 1.1239 + 1.1328/(b-3.4)
	for {
		u := r.unit() - 0.5
		v := r.unit()
		us := 0.5 - math.Abs(u)
		k := math.Floor(float64((2*a/us+b)*u) + rate + 0.43)
		switch {
		case k > most:
			continue
		case us >= 0.07 && v <= 0.9277-3.6224/(b-2):
			return k
		case k < 0 || us < 0.013 && v > us:
			continue
		}
		gamma, _ := math.Lgamma(k + 1)
		if libm.Log(v*inverse/(a/float64(us*us)+b)) <= -rate+float64(k*libm.Log(rate))-gamma {
			return k
		}
	}
}

// Binomial fills dst with how many of counts trials succeed, each with one of the probabilities probs: the kernel of
// tf.random.stateless_binomial and of Generator.binomial. dst is an array whose last axis is that of counts and probs.
func Binomial(p *random.Philox4x32, dst, counts, probs []float64) {
	apart := func(i int) uint64 {
		if few(counts[i], min(probs[i], 1-probs[i])) {
			return 42
		}
		return blocksPerElement
	}
	eachOf(p, dst, len(counts), apart, func(i int, own *random.Philox4x32) float64 {
		switch n, q := counts[i], probs[i]; {
		case n <= 0 || q <= 0:
			return 0
		case q >= 1:
			return n
		case q <= 0.5:
			return binomial(own, n, q)
		case q > 0.5:
			return n - binomial(own, n, 1-q)
		}
		return math.Float64frombits(0x7ff8 << 48)
	})
}

// few reports whether so few trials are to succeed that those between two are drawn.
func few(n, p float64) bool { return n*p < 10 }

// binomial adds up the trials until the next success, or for more of them rejects by W. Hörmann's algorithm BTRS (1993).
func binomial(p *random.Philox4x32, n, q float64) float64 {
	r := blockReader{p: p}
	if few(n, q) {
		sum := 0.0
		for k := 0.0; ; k++ {
			if sum += math.Ceil(libm.Log(r.unit()) / libm.Log1p(-q)); sum > n {
				return k
			}
		}
	}
	deviation := math.Sqrt(n * q * (1 - q))
	b := 1.15 + float64(2.53*deviation)
	a := -0.0873 + float64(0.0248*b) + float64(0.01*q)
	odds := q / (1 - q)
	m := math.Floor((n + 1) * q)
	for {
		u := r.unit()
		v := r.unit()
		u -= 0.5
		us := 0.5 - math.Abs(u)
		k := math.Floor(float64((2*a/us+b)*u) + (float64(n*q) + 0.5))
		switch {
		case us >= 0.07 && v <= 0.92-4.2/b:
			return k
		case k < 0 || k > n:
			continue
		}
		v = libm.Log(v * (2.83 + 5.1/b) * deviation / (a/float64(us*us) + b))
		bound := float64((m+0.5)*libm.Log((m+1)/(odds*(n-m+1)))) + float64((n+1)*libm.Log((n-m+1)/(n-k+1))) +
			float64((k+0.5)*libm.Log(odds*(n-k+1)/(k+1))) + stirlingTail(m) + stirlingTail(n-m) - stirlingTail(k) - stirlingTail(n-k)
		if v <= bound {
			return k
		}
	}
}

// stirlingTail is what Stirling's formula for the logarithm of (k + 1)! leaves out.
func stirlingTail(k float64) float64 {
	if k <= 9 {
		gamma, _ := math.Lgamma(k + 1)
		return gamma - (float64((k+0.5)*libm.Log(k+1)) - (k + 1) + float64(0.5*libm.Log(2*math.Pi)))
	}
	s := float64((k + 1) * (k + 1))
	return (1./12 - (1./360-1./1260/s)/s) / (k + 1)
}

// Categorical fills dst with indices of rows of logits, which have so many classes, row by row: the kernel of tf.random.categorical
// and stateless_categorical, on one thread: TensorFlow shares many rows out to several, and their streams depend on how.
func Categorical(p *random.Philox4x32, dst []int64, logits []float64, classes int) {
	if classes == 0 || len(logits) == 0 {
		return
	}
	rows := len(logits) / classes
	samples := len(dst) / rows
	sums := make([]float64, classes)
	for row := range rows {
		line := logits[row*classes : (row+1)*classes]
		most := math.Inf(-1)
		for _, v := range line {
			if !math.IsInf(v, 0) && v == v {
				most = max(most, v)
			}
		}
		sum := 0.0
		for j, v := range line {
			if !math.IsInf(v, 0) && v == v {
				sum += libm.Exp(v - most)
			}
			sums[j] = sum
		}
		for j := range samples {
			w := p.Uint32()
			u := float64(unit64(w, p.Uint32()) * sum)
			at := 0
			for at < classes && sums[at] <= u {
				at++
			}
			dst[row*samples+j] = int64(at)
		}
	}
}
