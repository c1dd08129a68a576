package random

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/gonum/dsp/fourier"
	"gonum.org/v1/gonum/stat/distuv"
)

// periodic is a linear congruential generator whose words have 64 bits of a state of as few as it is made with: RANDU's fault, and
// what the tests below are to find. Only tests that must fail use it.
type periodic struct{ state, factor, mask uint64 }

func (p *periodic) next() uint64 {
	p.state = (p.state*p.factor + 12345) & p.mask
	return p.state
}

// spectrum returns the squared moduli of the Fourier coefficients 1 to n/2 − 1 of n numbers, divided by n: each is an exponential
// number, with the numbers' variance as its mean, where these are independent.
func spectrum(f *fourier.FFT, x []float64) []float64 {
	c := f.Coefficients(nil, x)
	out := make([]float64, len(x)/2-1)
	for i := range out {
		v := c[i+1]
		out[i] = (real(v)*real(v) + imag(v)*imag(v)) / float64(len(x))
	}
	return out
}

// deviation of the number of peaks below the height that 95 % are below, in standard deviations: the discrete Fourier transform test of NIST
// SP 800-22, section 2.6, of n bits as ±1, with the variance of S.-J. Kim, K. Umeno and A. Hasegawa, "Corrections of the NIST
// statistical test suite for randomness" (2004).
func deviation(f *fourier.FFT, signs []float64) float64 {
	below, height := 0.0, math.Log(1/0.05)
	peaks := spectrum(f, signs)
	for _, p := range peaks {
		if p < height {
			below++
		}
	}
	n := float64(len(signs))
	return (below - 0.95*float64(len(peaks))) / math.Sqrt(n*0.95*0.05/3.8)
}

// discreteFourier makes the test of many sequences of bits, and returns the greatest deviation, and how likely it is that the
// squares of all add up to as much.
func discreteFourier(sequences, words int, fill func([]uint64)) (most, p float64) {
	f := fourier.NewFFT(64 * words)
	w, signs := make([]uint64, words), make([]float64, 64*words)
	sum := 0.0
	for range sequences {
		fill(w)
		for i, v := range w {
			for j := range 64 {
				signs[64*i+j] = float64(int(v>>j&1)*2 - 1)
			}
		}
		d := deviation(f, signs)
		most = max(most, math.Abs(d))
		sum += d * d
	}
	return most, distuv.ChiSquared{K: float64(sequences)}.Survival(sum)
}

// The discrete Fourier transform test over the bits of every generator, and of one that must not pass.
func TestDiscreteFourier(t *testing.T) {
	t.Parallel()
	sequences := 64
	if testing.Short() {
		sequences = 8
	}
	const words = 1 << 8
	for name, g := range streams() {
		most, p := discreteFourier(sequences, words, g.Source().FillUint64)
		assert.Less(t, most, 4.5, name)
		assert.Greater(t, p, 0.0005, "%s: the squares of %d deviations", name, sequences)
		assert.Less(t, p, 0.9995, "%s: the squares of %d deviations", name, sequences)
	}
	bad := &periodic{1, 65539, 1<<31 - 1}
	most, _ := discreteFourier(sequences, words, func(w []uint64) {
		for i := range w {
			w[i] = bad.next() << 33
		}
	})
	assert.Greater(t, most, 4.5, "bits that are not random pass")
}

// serial holds numbers of mean 0 and the variance against what independent ones give: the serial correlations of all distances up
// to half of their count, and the heights of their spectrum. It returns what is wrong, or "".
func serial(f *fourier.FFT, x []float64, variance float64) string {
	n := float64(len(x))
	heights := spectrum(f, x)
	// The correlations at all distances are the transform of the spectrum (A. Khinchin, 1934).
	c := make([]complex128, len(x)/2+1)
	for i, h := range heights {
		c[i+1] = complex(h, 0)
	}
	correlations := f.Sequence(nil, c)
	most, sum, mean := 0.0, 0.0, 0.0
	for _, h := range heights {
		mean += h / float64(len(heights)) // the variance that the numbers have
	}
	half := float64(len(x)/2 - 1)
	for _, r := range correlations[1 : len(x)/2] {
		r /= mean * math.Sqrt(n)
		most = max(most, math.Abs(r))
		sum += r * r
	}
	// The squares have mean 1, but are not independent: as that of the squares of the spectrum's exponential heights, over the square of
	// their mean, the variance of the sum is 4 for each.
	switch {
	case most > 6:
		return "one correlation"
	case math.Abs(sum-half)/math.Sqrt(4*half) > 4:
		return "all correlations"
	// The highest of m exponential numbers (R. A. Fisher, 1929).
	case slices.Max(heights)/variance > math.Log(float64(len(heights)))+12:
		return "the highest peak"
	case kolmogorov(heights, distuv.Exponential{Rate: 1 / variance}.CDF) > 2.5:
		return "the peaks"
	}
	return ""
}

// Uniform and normal numbers of both widths have a white spectrum, and no correlation at any distance.
func TestSpectrum(t *testing.T) {
	t.Parallel()
	n := 1 << 19
	if testing.Short() {
		n = 1 << 14
	}
	f := fourier.NewFFT(n)
	x, narrow := make([]float64, n), make([]float32, n)
	widen := func(mean float64) {
		for i, v := range narrow {
			x[i] = float64(v) - mean
		}
	}
	for name, g := range streams() {
		g.Random64(x)
		for i := range x {
			x[i] -= 0.5
		}
		assert.Empty(t, serial(f, x, 1./12), "%s Random64", name)
		g.StandardNormal64(x)
		assert.Empty(t, serial(f, x, 1), "%s StandardNormal64", name)
		g.Random32(narrow)
		widen(0.5)
		assert.Empty(t, serial(f, x, 1./12), "%s Random32", name)
		g.StandardNormal32(narrow)
		widen(0)
		assert.Empty(t, serial(f, x, 1), "%s StandardNormal32", name)
	}
	// A short period, and numbers that each go a little after the one before.
	bad := &periodic{1, 1103515245, 1<<12 - 1}
	for i := range x {
		x[i] = float64(bad.next())/(1<<12) - 0.5
	}
	assert.NotEmpty(t, serial(f, x, 1./12), "a short period passes")
	streams()["PCG64"].StandardNormal64(x)
	for i := n - 1; i > 0; i-- {
		x[i] = 0.998*x[i] + math.Sqrt(1-0.998*0.998)*x[i-1]
	}
	assert.NotEmpty(t, serial(f, x, 1), "numbers that hang together pass")
}
