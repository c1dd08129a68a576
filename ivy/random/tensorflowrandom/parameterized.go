package tensorflowrandom

import (
	"math"

	"github.com/goivy/goivy/ivy/random"
	"github.com/goivy/goivy/ivy/random/internal/libm"
)

// A Between is a normal distribution whose numbers are from Low to High.
type Between struct{ Mean, Std, Low, High float64 }

// A precision is a floating-point type: how it rounds a number that was computed in float64, how numbers are drawn in it, and its
// logarithm and exponential.
type precision struct {
	round    func(float64) float64
	uniform  func(p *random.Philox4x32, dst []float64) // of a block of words
	normal   func(p *random.Philox4x32, dst []float64)
	log, exp func(float64) float64
	block    int // how many numbers are made of a block of words
}

const (
	normallyBetween = 1.3  // how many deviations a bound is from the mean, at least, where numbers of the normal distribution are drawn
	mostRejected    = 1000 // numbers, one after the other
)

// ParameterizedTruncatedNormal32 fills dst with numbers of the distributions, several of each, whose index varies fastest:
// stateless_parameterized_truncated_normal of float32 where TensorFlow has one thread; with more threads TensorFlow's numbers, from some
// hundred on, depend on how many there are. It is an error if a deviation is not positive, or a Low not below its High, or if neither is finite, and
// where a thousand draws in a row are rejected.
func ParameterizedTruncatedNormal32(p *random.Philox4x32, dst []float32, of []Between) error {
	values := make([]float64, len(dst))
	err := single.between(p, values, of)
	for i, v := range values {
		dst[i] = float32(v)
	}
	return err
}

// ParameterizedTruncatedNormal64 is ParameterizedTruncatedNormal32 of float64.
func ParameterizedTruncatedNormal64(p *random.Philox4x32, dst []float64, of []Between) error {
	return wide.between(p, dst, of)
}

// ParameterizedTruncatedNormal16 is ParameterizedTruncatedNormal32 of float16, to which round rounds.
func ParameterizedTruncatedNormal16(p *random.Philox4x32, dst []float64, of []Between, round func(float64) float64) error {
	half := precision{
		round: round, block: 4, log: func(x float64) float64 { return round(single.log(x)) }, exp: func(x float64) float64 { return round(single.exp(x)) },
		uniform: func(p *random.Philox4x32, dst []float64) {
			for i := range dst {
				dst[i] = float64(p.Uint32()&0x3ff) / 1024
			}
		},
		normal: func(p *random.Philox4x32, dst []float64) {
			single.normal(p, dst)
			for i, v := range dst {
				dst[i] = round(v)
			}
		},
	}
	return half.between(p, dst, of)
}

var single = precision{
	round: func(x float64) float64 { return float64(float32(x)) }, block: 4,
	log: func(x float64) float64 { return float64(libm.Logf(float32(x))) }, exp: func(x float64) float64 { return float64(float32(libm.Exp(x))) },
	uniform: func(p *random.Philox4x32, dst []float64) {
		for i := range dst {
			dst[i] = float64(unit32(p.Uint32()))
		}
	},
	normal: func(p *random.Philox4x32, dst []float64) {
		for i := 0; i < len(dst); i += 2 {
			x, y := pair32(p)
			dst[i], dst[i+1] = float64(x), float64(y)
		}
	},
}

var wide = precision{
	round: func(x float64) float64 { return x }, block: 2, log: libm.Log, exp: libm.Exp,
	uniform: func(p *random.Philox4x32, dst []float64) {
		for i := range dst {
			w := p.Uint32()
			dst[i] = unit64(w, p.Uint32())
		}
	},
	normal: func(p *random.Philox4x32, dst []float64) { dst[0], dst[1] = pair64(p) },
}

func (t *precision) between(p *random.Philox4x32, dst []float64, of []Between) error {
	if len(dst) == 0 || len(of) == 0 { // parameters are not looked at then
		return nil
	}
	samples := len(dst) / len(of)
	for i, b := range of {
		if !(b.Std > 0 && b.Low < b.High) || math.IsInf(b.Low, 0) && math.IsInf(b.High, 0) {
			return &random.Error{Func: "ParameterizedTruncatedNormal", Text: "invalid parameters"}
		}
		if !t.fill(p, b, samples, func(sample int, v float64) { dst[sample*len(of)+i] = v }) {
			return &random.Error{Func: "ParameterizedTruncatedNormal", Text: "a thousand draws in a row are rejected"}
		}
	}
	return nil
}

// fill draws n numbers of a distribution by the method that rejects few: from the normal distribution, from the uniform one between the
// bounds, or from an exponential one (C. P. Robert, "Simulation of truncated normal variables", 1995). It reports whether
// it got there.
func (t *precision) fill(p *random.Philox4x32, b Between, n int, set func(sample int, v float64)) bool {
	r := t.round
	if math.IsInf(b.Low, -1) || b.High < b.Mean { // turned round, so that a bound alone, or the one near the mean, is the lower one
		b.Low, b.High, b.Std = b.High, b.Low, -b.Std
	}
	low, high := r(r(b.Low-b.Mean)/b.Std), r(r(b.High-b.Mean)/b.Std)
	root := r(math.Sqrt(r(r(low*low) + 4)))
	cutoff := r(r(2*t.exp(r(0.5+r(r(low*r(low-root))/4)))) / r(low+root))
	width := r(high - low)

	done, rejected := 0, 0
	take := func(z float64, accepted bool) (more bool) {
		if !accepted {
			rejected++
			return true
		}
		set(done, r(r(z*b.Std)+b.Mean))
		done++
		rejected = 0
		return done < n
	}
	var first, second [4]float64
	u, v := first[:t.block], second[:t.block]
	limit := r(normallyBetween)
	normally := low < -limit && high >= 0 || high > limit && low <= 0
	alpha := r(r(low+root) / 2)
	square := 0.0
	if low >= 0 {
		square = r(low * low)
	}
	for done < n {
		switch {
		case normally:
			t.normal(p, u)
			for _, z := range u {
				if !take(z, z >= low && z <= high) {
					break
				}
			}
		case width < cutoff:
			t.uniform(p, u)
			t.uniform(p, v)
			for i := range u {
				z := r(r(u[i]*width) + low)
				g := r(r(square-r(z*z)) / 2)
				if !take(z, v[i] <= t.exp(g)) {
					break
				}
			}
		default:
			t.uniform(p, u)
			for i := 0; i < len(u); i += 2 {
				z := r(r(-t.log(u[i])/alpha) + low)
				x := r(low - alpha)
				if low < alpha {
					x = r(alpha - z)
				}
				g := t.exp(r(r(-x*x) / 2))
				if !take(z, u[i+1] <= g && z < high) {
					break
				}
			}
		}
		if rejected >= mostRejected {
			return false
		}
	}
	return true
}
