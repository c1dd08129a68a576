package jaxrandom

import (
	"math"

	"github.com/goivy/goivy/ivy/random/internal/libm"
)

// A Float is a dtype of floats of JAX's. Its methods draw numbers of it, as float64 values.
//
// Float32 and Float64 numbers are those of the functions of the package. The narrow ones are bit for bit JAX's but for
// Gumbel and Logistic of Float16, whose logarithms XLA approximates in another way: some differ in the last bit.
type Float uint8

// The dtypes of floats.
const (
	Float16 Float = iota
	BFloat16
	Float32
	Float64
)

// digits returns how many digits the fraction has, without the leading one.
func (d Float) digits() int { return [...]int{10, 7, 23, 52}[d] }

// smallest returns the smallest normal number.
func (d Float) smallest() float64 { return [...]float64{0x1p-14, 0x1p-126, tiny32, tiny64}[d] }

// Round returns the nearest number of the dtype.
func (d Float) Round(x float64) float64 {
	switch d {
	case Float64:
		return x
	case Float32:
		return float64(float32(x))
	}
	x = float64(float32(x)) // XLA computes in float32
	if x == 0 || math.IsInf(x, 0) || x != x {
		return x
	}
	_, e := math.Frexp(x)
	least, most := -24, 65504.0
	if d == BFloat16 {
		least, most = -133, 0x1.fep127
	}
	step := math.Ldexp(1, max(e-d.digits()-1, least))
	x = math.RoundToEven(x/step) * step
	if math.Abs(x) > most {
		return math.Copysign(math.Inf(1), x)
	}
	return x
}

// fma returns x·y + z, which XLA rounds once where the dtype is not narrow.
func (d Float) fma(x, y, z float64) float64 {
	switch d {
	case Float64:
		return math.FMA(x, y, z)
	case Float32:
		return float64(libm.FMA32(float32(x), float32(y), float32(z)))
	}
	return d.Round(d.Round(x*y) + z)
}

// of returns the function of the dtype.
func (d Float) of(f32 func(float32) float32, f64 func(float64) float64) func(float64) float64 {
	if d == Float64 {
		return f64
	}
	return func(x float64) float64 { return d.Round(float64(f32(float32(x)))) }
}

func (d Float) log() func(float64) float64   { return d.of(log32, log64) }
func (d Float) log1p() func(float64) float64 { return d.of(log1p32, log1p64) }

// units fills dst with numbers uniform in [0, 1).
func (d Float) units(k Key, dst []float64) {
	switch d {
	case Float64:
		units64(k, dst)
	case Float32:
		fill32(dst, func(dst []float32) { units32(k, dst) })
	case BFloat16:
		bits := make([]uint8, len(dst))
		Bits(k, bits)
		for i, b := range bits {
			dst[i] = float64(b>>1) / 128
		}
	case Float16:
		bits := make([]uint16, len(dst))
		Bits(k, bits)
		for i, b := range bits {
			dst[i] = float64(b>>6) / 1024
		}
	}
}

func fill32(dst []float64, fill func(dst []float32)) {
	narrow := make([]float32, len(dst))
	fill(narrow)
	for i, v := range narrow {
		dst[i] = float64(v)
	}
}

// at returns the element for position i of parameters: of one that is a single number that.
func at(p []float64, i int) float64 {
	if len(p) == 1 {
		return p[0]
	}
	return p[i]
}

// Uniform fills dst with numbers uniform in [low, high): jax.random.uniform. low and high have one element, or as many as dst.
func (d Float) Uniform(k Key, dst, low, high []float64) {
	d.units(k, dst)
	for i, u := range dst {
		l := at(low, i)
		x := d.fma(u, d.Round(at(high, i)-l), l)
		if l > x || l != l {
			x = l
		}
		dst[i] = x
	}
}

func (d Float) between(k Key, dst []float64, low, high float64) {
	d.Uniform(k, dst, []float64{low}, []float64{high})
}

// normals makes numbers uniform in (−1, 1) normal ones.
func (d Float) normals(dst []float64) {
	inverse, root := d.of(erfinv32, erfinv64), d.Round(math.Sqrt2)
	apply(dst, func(u float64) float64 { return d.Round(root * inverse(u)) })
}

// Normal fills dst with numbers of the normal distribution with mean 0 and deviation 1: jax.random.normal.
func (d Float) Normal(k Key, dst []float64) {
	d.between(k, dst, -1+math.Ldexp(1, -d.digits()-1), 1)
	d.normals(dst)
}

// TruncatedNormal fills dst with numbers of the standard normal distribution between low and high: jax.random.truncated_normal. low and high
// have one element, or as many as dst. Of Float64 the last digits may differ from JAX's.
func (d Float) TruncatedNormal(k Key, dst, low, high []float64) {
	erf := d.of(erf32, math.Erf)
	bounds := func(p []float64) []float64 {
		out := make([]float64, len(p))
		for i, x := range p {
			switch d {
			case Float32:
				out[i] = erf(d.Round(x * float64(float32(1/math.Sqrt2))))
			default:
				out[i] = erf(d.Round(x / d.Round(math.Sqrt2)))
			}
		}
		return out
	}
	d.Uniform(k, dst, bounds(low), bounds(high))
	d.normals(dst)
	for i, x := range dst {
		dst[i] = min(max(x, d.next(at(low, i), 1)), d.next(at(high, i), -1))
	}
}

// next returns the number next to x in a direction.
func (d Float) next(x float64, direction int) float64 {
	to := math.Inf(direction)
	switch {
	case d == Float64:
		return math.Nextafter(x, to)
	case d == Float32:
		return float64(math.Nextafter32(float32(x), float32(to)))
	case math.IsInf(x, 0) || x != x:
		if x == -to {
			return math.Copysign(map[Float]float64{Float16: 65504, BFloat16: 0x1.fep127}[d], x)
		}
		return x
	}
	_, e := math.Frexp(x)
	least := map[Float]int{Float16: -24, BFloat16: -133}[d]
	if m, _ := math.Frexp(math.Abs(x)); m == 0.5 && x != 0 && (x > 0) == (direction < 0) { // a power of two, towards 0
		e--
	}
	if x == 0 {
		e = least
	}
	return d.Round(x + math.Ldexp(float64(direction), max(e-d.digits()-1, least)))
}

// Exponential fills dst with numbers of the exponential distribution with mean 1: jax.random.exponential.
func (d Float) Exponential(k Key, dst []float64) {
	log1p := d.log1p()
	d.units(k, dst)
	apply(dst, func(u float64) float64 { return -log1p(-u) })
}

// Gumbel fills dst with numbers of the Gumbel distribution: jax.random.gumbel with mode "low", or "high".
func (d Float) Gumbel(k Key, dst []float64, high bool) {
	log, log1p := d.log(), d.log1p()
	if !high {
		d.between(k, dst, d.smallest(), 1)
		apply(dst, func(u float64) float64 { return -log(-log(u)) })
		return
	}
	u := make([]float64, 2*len(dst))
	d.units(k, u)
	step := math.Ldexp(1, -d.digits())
	for i, x := range u[:len(dst)] {
		if x < 0.5 {
			x = d.Round(d.fma(step, u[len(dst)+i], x) + d.smallest())
		}
		dst[i] = -log(-log1p(-x))
	}
}

// Laplace fills dst with numbers of the Laplace distribution: jax.random.laplace.
func (d Float) Laplace(k Key, dst []float64) {
	log1p := d.log1p()
	d.between(k, dst, -1+math.Ldexp(1, -d.digits()-1), 1)
	apply(dst, func(u float64) float64 {
		switch {
		case u < 0:
			return -log1p(u)
		case u > 0:
			return log1p(-u)
		}
		return u * log1p(u)
	})
}

// Logistic fills dst with numbers of the logistic distribution: jax.random.logistic.
func (d Float) Logistic(k Key, dst []float64) {
	log, log1p := d.log(), d.log1p()
	d.between(k, dst, d.smallest(), 1)
	apply(dst, func(u float64) float64 { return d.Round(log(u) - log1p(-u)) })
}

// Bernoulli sets each element of dst to whether it is 1 with its probability, of which there is one, or as many as dst has
// elements: jax.random.bernoulli with mode "low", or "high", which knows small probabilities.
func (d Float) Bernoulli(k Key, dst []bool, p []float64, high bool) {
	if !high {
		u := make([]float64, len(dst))
		d.units(k, u)
		for i := range dst {
			dst[i] = u[i] < at(p, i)
		}
		return
	}
	u := make([]float64, 2*len(dst))
	d.units(k, u)
	step := math.Ldexp(1, -d.digits())
	for i := range dst {
		dst[i] = d.Round(u[len(dst)+i]*step) < d.Round(at(p, i)-u[i])
	}
}

// Gamma fills dst with numbers of the gamma distribution of the shapes alpha, of which there is one, or as many as dst has elements:
// jax.random.gamma, or the logarithms of such numbers, jax.random.loggamma. The numbers that are drawn on the way are JAX's; what is made
// of them may differ from it by some units in the last place.
func (d Float) Gamma(k Key, dst, alpha []float64, logarithm bool) {
	for i, key := range k.Split(len(dst)) {
		dst[i] = d.gamma(key, at(alpha, i), logarithm)
	}
}

// gamma draws one number by the method of G. Marsaglia and W. Tsang, "A simple method for generating gamma variables" (2000).
func (d Float) gamma(k Key, alpha float64, logarithm bool) float64 {
	r, log := d.Round, d.log()
	boost, shape := !(alpha >= 1), alpha
	if boost {
		shape = r(alpha + 1)
	}
	third := r(1. / 3)
	n := r(shape - third)
	c := r(third / r(math.Sqrt(n)))
	k, sub := k.pair()
	square, cube, u := 0.0, 1.0, 2.0
	for u >= d.fma(-r(0.0331), r(square*square), 1) && log(u) >= d.fma(square, 0.5, r(n*r(r(1-cube)+log(cube)))) {
		keys := k.Split(3)
		k = keys[0]
		x, v := 0.0, -1.0
		for key := keys[1]; v <= 0; {
			var draw Key
			key, draw = key.pair()
			x = d.one(draw, d.Normal)
			v = d.fma(x, c, 1)
		}
		square, cube = r(x*x), r(r(v*v)*v)
		u = d.one(keys[2], d.units)
	}
	if logarithm {
		rest := 0.0
		if e := d.one(sub, d.Exponential); boost && e != 0 {
			rest = r(-e * r(1/alpha))
		}
		return r(r(log(n)+log(cube)) + rest)
	}
	z := r(n * cube)
	if boost {
		z = r(z * r(math.Pow(r(1-d.one(sub, d.units)), r(1/alpha))))
	}
	return z
}

// one returns the number of an array without axes.
func (d Float) one(k Key, fill func(k Key, dst []float64)) float64 {
	var x [1]float64
	fill(k, x[:])
	return x[0]
}

// GumbelHighest32 is [Gumbel32] with mode "highest", whose numbers come of 64 bits each.
func GumbelHighest32(k Key, dst []float32) {
	bits := make([]uint32, 2*len(dst))
	Bits(k, bits)
	for i := range dst {
		v := uint64(bits[i])<<32 | uint64(bits[len(dst)+i])
		if v>>63 == 0 {
			dst[i] = -log32(-log1p32(-fraction(v)))
		} else {
			dst[i] = -log32(-log32(fraction(-v)))
		}
	}
}

// fraction returns v·2⁻⁶⁴ without the digits that a float32 does not hold, of 0 half of the smallest.
func fraction(v uint64) float32 {
	if v == 0 {
		return 0x1p-65
	}
	for n := uint(0); ; n++ {
		if v>>n < 1<<24 {
			return float32(math.Ldexp(float64(v>>n), int(n)-64))
		}
	}
}

// IntegersBetween fills dst with integers of so many bits, 32 or 64, that are uniform in [low, low + span), of a span of 0 in all there are:
// jax.random.randint. low and span have one element, or as many as dst; numbers are those modulo 2 to the power of bits.
func IntegersBetween(k Key, dst, low, span []uint64, bits int) {
	upper, lower := k.pair()
	if bits == 64 {
		offsets(dst, span, upper, lower, 32, func(w uint64) uint64 { return w })
	} else {
		offsets(dst, span, upper, lower, 16, func(w uint64) uint32 { return uint32(w) })
	}
	for i := range dst {
		if len(low) == 1 {
			dst[i] += low[0]
		} else {
			dst[i] += low[i]
		}
	}
}

func offsets[W uint32 | uint64](dst, spans []uint64, upper, lower Key, half int, narrow func(uint64) W) {
	high, rest := make([]W, len(dst)), make([]W, len(dst))
	Bits(upper, high)
	Bits(lower, rest)
	for i := range dst {
		span := narrow(spans[min(i, len(spans)-1)])
		remainder := func(x W) W {
			if span == 0 {
				return x
			}
			return x % span
		}
		factor := remainder(W(1) << half)
		factor = remainder(factor * factor)
		dst[i] = uint64(remainder(remainder(high[i])*factor + remainder(rest[i])))
	}
}

// Choose fills dst with indices, each as often as its weight says: jax.random.choice(k, len(p), (len(dst),), p=p).
func (d Float) Choose(k Key, dst []int64, p []float64) {
	u := make([]float64, len(dst))
	d.units(k, u)
	sums := d.scan(p)
	total := sums[len(sums)-1]
	for i, v := range u {
		r := d.Round(total * d.Round(1-v))
		at, end := 0, len(sums)
		for at < end {
			if m := (at + end) / 2; sums[m] >= r {
				end = m
			} else {
				at = m + 1
			}
		}
		dst[i] = int64(at)
	}
}

// scan is scan of numbers of the dtype.
func (d Float) scan(x []float64) []float64 {
	if len(x) < 2 {
		return x
	}
	pairs := make([]float64, len(x)/2)
	for i := range pairs {
		pairs[i] = d.Round(x[2*i] + x[2*i+1])
	}
	odd, out := d.scan(pairs), make([]float64, len(x))
	out[0] = x[0]
	for i := 1; i < len(x); i++ {
		if out[i] = odd[(i-1)/2]; i%2 == 0 {
			out[i] = d.Round(out[i] + x[i])
		}
	}
	return out
}

// ChooseDistinct fills dst with indices, each at most once and the more likely the greater its weight:
// jax.random.choice(k, len(p), (len(dst),), replace=False, p=p), with one of the modes of Gumbel.
func (d Float) ChooseDistinct(k Key, dst []int64, p []float64, high bool) error {
	keys, log := make([]float64, len(p)), d.log()
	d.Gumbel(k, keys, high)
	for i, v := range p {
		keys[i] = d.Round(keys[i] + log(v))
	}
	return chooseGreatest(dst, keys)
}

// ShuffleLanes puts the elements of an array of these lengths of axes into random order along an axis, each lane in its own:
// jax.random.permutation with independent=True.
func ShuffleLanes[T any](k Key, values []T, lengths []int, axis int) {
	inner, length := 1, lengths[axis]
	for _, n := range lengths[axis+1:] {
		inner *= n
	}
	bits := make([]uint32, len(values))
	laneBits, lane := make([]uint32, length), make([]T, length)
	for range rounds(len(values)) {
		var sub Key
		k, sub = k.pair()
		Bits(sub, bits)
		for first := range values {
			if first/inner%length != 0 {
				continue
			}
			for i := range length {
				laneBits[i], lane[i] = bits[first+i*inner], values[first+i*inner]
			}
			sortBy(laneBits, lane)
			for i := range length {
				values[first+i*inner] = lane[i]
			}
		}
	}
}

// rounds returns how often n elements are sorted by random bits to put them into random order.
func rounds(n int) int {
	return int(math.Ceil(3 * libm.Log(float64(max(1, n))) / libm.Log(1<<32-1)))
}
