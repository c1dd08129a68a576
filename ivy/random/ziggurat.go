package random

import (
	"math"

	"github.com/goivy/goivy/ivy/random/internal/libm"
)

// The ziggurat of G. Marsaglia and W. W. Tsang, "The ziggurat method for generating random variables" (2000), with 256 layers
// and NumPy's tables: a layer and an abscissa of it by a word; an abscissa inside of the density is the result.

const (
	normalRight        = 3.6541528853610088 // right end of the base layer
	normalRightInverse = 0.27366123732975828
	exponentialRight   = 7.69711747013104972

	normalRight32        float32 = normalRight
	normalRightInverse32 float32 = normalRightInverse
	exponentialRight32   float32 = exponentialRight
)

// StandardNormal64 fills dst with numbers of the normal distribution with mean 0 and deviation 1: NumPy's standard_normal.
func (g *Generator) StandardNormal64(dst []float64) {
	r := &g.words
	r.left = len(dst)
	for i := range dst {
		w := r.next()
		layer := w & 0xff
		bits := w >> 9 & (1<<52 - 1)
		x := float64(bits) * normalWidth64[layer]
		x = math.Float64frombits(math.Float64bits(x) ^ w<<(63-8)&(1<<63))
		if bits >= normalInside64[layer] {
			x = g.normalOutside(x, layer, w)
		}
		dst[i] = x
		r.left--
	}
}

// normal returns a number of the normal distribution.
func (g *Generator) normal() float64 {
	w := g.words.next()
	layer := w & 0xff
	bits := w >> 9 & (1<<52 - 1)
	x := float64(bits) * normalWidth64[layer]
	if w>>8&1 != 0 {
		x = -x
	}
	if bits < normalInside64[layer] {
		return x
	}
	return g.normalOutside(x, layer, w)
}

// normalOutside decides on an abscissa that may be outside of the density.
func (g *Generator) normalOutside(x float64, layer, w uint64) float64 {
	if layer == 0 {
		return g.normalTail(w>>17&1 != 0)
	}
	y := float64((normalHeight64[layer-1]-normalHeight64[layer])*g.unit()) + normalHeight64[layer]
	if y < libm.Exp(float64(-0.5*x)*x) {
		return x
	}
	return g.normal()
}

// normalTail returns a number beyond the base layer.
func (g *Generator) normalTail(negative bool) float64 {
	for {
		x := float64(-normalRightInverse * libm.Log1p(-g.unit()))
		y := -libm.Log1p(-g.unit())
		if y+y > float64(x*x) {
			if negative {
				return -(normalRight + x)
			}
			return normalRight + x
		}
	}
}

// StandardNormal32 fills dst with numbers of the normal distribution with mean 0 and deviation 1: NumPy's standard_normal of float32.
func (g *Generator) StandardNormal32(dst []float32) {
	r := &g.halves
	r.left = len(dst)
	for i := range dst {
		w := r.next()
		layer := w & 0xff
		bits := w >> 9
		x := float32(bits) * normalWidth32[layer]
		x = math.Float32frombits(math.Float32bits(x) ^ w<<(31-8)&(1<<31))
		if bits >= normalInside32[layer] {
			x = g.normalOutside32(x, layer, w)
		}
		dst[i] = x
		r.left--
	}
}

// normalOutside32 decides on an abscissa that may be outside of the density.
func (g *Generator) normalOutside32(x float32, layer, w uint32) float32 {
	for {
		if layer == 0 {
			return g.normalTail32(w>>17&1 != 0)
		}
		y := float32((normalHeight32[layer-1]-normalHeight32[layer])*g.unit32()) + normalHeight32[layer]
		if float64(y) < libm.Exp(float64(-0.5*float64(x))*float64(x)) {
			return x
		}
		w = g.halves.next()
		layer = w & 0xff
		bits := w >> 9
		x = float32(bits) * normalWidth32[layer]
		if w>>8&1 != 0 {
			x = -x
		}
		if bits < normalInside32[layer] {
			return x
		}
	}
}

func (g *Generator) normalTail32(negative bool) float32 {
	for {
		x := float32(-normalRightInverse32 * libm.Log1pf(-g.unit32()))
		y := -libm.Log1pf(-g.unit32())
		if y+y > float32(x*x) {
			if negative {
				return -(normalRight32 + x)
			}
			return normalRight32 + x
		}
	}
}

// Normal fills dst with numbers of the normal distribution: NumPy's normal. scale is the deviation, and not negative.
func (g *Generator) Normal(dst []float64, mean, scale float64) error {
	if err := notNegative("Normal", "scale", scale); err != nil {
		return err
	}
	g.StandardNormal64(dst)
	for i, z := range dst {
		dst[i] = mean + float64(scale*z)
	}
	return nil
}

// StandardExponential64 fills dst with numbers of the exponential distribution with mean 1: NumPy's standard_exponential.
func (g *Generator) StandardExponential64(dst []float64) {
	r := &g.words
	r.left = len(dst)
	for i := range dst {
		w := r.next() >> 3
		layer := w & 0xff
		x := float64(w>>8) * exponentialWidth64[layer]
		if w>>8 >= exponentialInside64[layer] {
			x = g.exponentialOutside(x, layer)
		}
		dst[i] = x
		r.left--
	}
}

func (g *Generator) exponential() float64 {
	w := g.words.next() >> 3
	layer := w & 0xff
	x := float64(w>>8) * exponentialWidth64[layer]
	if w>>8 < exponentialInside64[layer] {
		return x
	}
	return g.exponentialOutside(x, layer)
}

// exponentialOutside decides on an abscissa that may be outside of the density.
func (g *Generator) exponentialOutside(x float64, layer uint64) float64 {
	if layer == 0 {
		return exponentialRight - libm.Log1p(-g.unit())
	}
	y := float64((exponentialHeight64[layer-1]-exponentialHeight64[layer])*g.unit()) + exponentialHeight64[layer]
	if y < libm.Exp(-x) {
		return x
	}
	return g.exponential()
}

// StandardExponential32 fills dst with numbers of the exponential distribution with mean 1: NumPy's standard_exponential of float32.
func (g *Generator) StandardExponential32(dst []float32) {
	r := &g.halves
	r.left = len(dst)
	for i := range dst {
		w := r.next() >> 1
		layer := w & 0xff
		x := float32(w>>8) * exponentialWidth32[layer]
		if w>>8 >= exponentialInside32[layer] {
			x = g.exponentialOutside32(x, layer)
		}
		dst[i] = x
		r.left--
	}
}

// exponentialOutside32 decides on an abscissa that may be outside of the density.
func (g *Generator) exponentialOutside32(x float32, layer uint32) float32 {
	for {
		if layer == 0 {
			return exponentialRight32 - libm.Log1pf(-g.unit32())
		}
		y := float32((exponentialHeight32[layer-1]-exponentialHeight32[layer])*g.unit32()) + exponentialHeight32[layer]
		if y < float32(libm.Exp(-float64(x))) {
			return x
		}
		w := g.halves.next() >> 1
		layer = w & 0xff
		x = float32(w>>8) * exponentialWidth32[layer]
		if w>>8 < exponentialInside32[layer] {
			return x
		}
	}
}

// StandardExponentialInverse64 is StandardExponential64 by −log(1 − u): NumPy's standard_exponential(method="inv").
func (g *Generator) StandardExponentialInverse64(dst []float64) {
	g.Random64(dst)
	for i, u := range dst {
		dst[i] = -libm.Log1p(-u)
	}
}

// StandardExponentialInverse32 is StandardExponential32 by −log(1 − u): NumPy's standard_exponential(method="inv") of float32.
func (g *Generator) StandardExponentialInverse32(dst []float32) {
	g.Random32(dst)
	for i, u := range dst {
		dst[i] = float32(-libm.Log1p(-float64(u)))
	}
}

// Exponential fills dst with numbers of the exponential distribution: NumPy's exponential. scale is the mean, and not negative.
func (g *Generator) Exponential(dst []float64, scale float64) error {
	if err := notNegative("Exponential", "scale", scale); err != nil {
		return err
	}
	g.StandardExponential64(dst)
	for i, z := range dst {
		dst[i] = float64(scale * z)
	}
	return nil
}
