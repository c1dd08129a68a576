package onnx

import (
	"math"
	"slices"

	"github.com/goivy/goivy/ivy"
)

// signalRows are Fourier transforms and windows.
var signalRows = []row{
	{op: "DFT", since: []int{17, 20}, in: "f?ii", host: []int{1, 2}, run: one(dft)},
	{op: "STFT", since: []int{17}, in: "fi?=i", host: []int{1, 3}, run: one(stft)},
	{op: "HannWindow", since: []int{17}, in: "i", host: []int{0}, run: cosines(0.5, 0.5, 0)},
	{op: "HammingWindow", since: []int{17}, in: "i", host: []int{0}, run: cosines(25.0/46, 21.0/46, 0)},
	{op: "BlackmanWindow", since: []int{17}, in: "i", host: []int{0}, run: cosines(0.42, 0.5, 0.08)},
	{op: "MelWeightMatrix", since: []int{17}, in: "iiiff", host: []int{0, 1, 2, 3, 4}, run: melWeights},
}

// parts returns real and imaginary parts along a last axis.
func parts(e *ivy.Env, z *ivy.Array, d ivy.Dtype) *ivy.Array {
	return e.Astype(e.Stack([]*ivy.Array{e.Real(z), e.Imag(z)}, ivy.Axis(-1)), d)
}

// signalOf returns numbers, real or complex, of which a last axis has the parts.
func signalOf(c *call, x *ivy.Array) *ivy.Array {
	e := c.e
	if x.Dtype().Size() < 4 {
		x = e.Astype(x, ivy.Float32)
	}
	if x.Ndim() < 2 || last(x) > 2 || last(x) < 1 {
		c.failf(ivy.ErrShape, "shape %v, want one or two numbers along the last axis", x.Shape())
	}
	at := func(i int) *ivy.Array { return e.GetItem(x, ivy.Ellipsis, i) }
	if last(x) == 1 {
		return e.CopyArray(at(0))
	}
	return e.Complex(at(0), at(1))
}

func dft(c *call) *ivy.Array {
	e, x := c.e, c.x(0)
	d := x.Dtype()
	axis := -2
	if c.version < 20 {
		axis = c.attrInt("axis", 1)
	} else if c.has(2) {
		axis = c.int(2)
	}
	axis = c.axis(axis, x.Ndim())
	if axis == x.Ndim()-1 {
		c.failf(ivy.ErrValue, "a transform along the axis of the parts")
	}
	z := signalOf(c, x)
	opts := []ivy.Option{ivy.Axis(axis)}
	n := z.Dim(axis)
	inverse, onesided := c.flag("inverse"), c.flag("onesided")
	if inverse && onesided {
		n = 2 * (n - 1)
	}
	if c.has(1) {
		n = c.int(1)
	}
	if n < 1 || n > mostWindow {
		c.failf(ivy.ErrValue, "a transform of length %d", n)
	}
	opts = append(opts, ivy.N(n))
	switch {
	case inverse && onesided:
		return e.Astype(e.ExpandDims(e.IRFFT(z, opts...), ivy.Axis(-1)), d)
	case inverse:
		z = e.IFFT(z, opts...)
	case onesided && z.Dtype().IsComplex():
		z = part(e, e.FFT(z, opts...), axis, 0, n/2+1, 1)
	case onesided:
		z = e.RFFT(z, opts...)
	default:
		z = e.FFT(z, opts...)
	}
	return parts(e, z, d)
}

func stft(c *call) *ivy.Array {
	e, x := c.e, c.x(0)
	d, step := x.Dtype(), c.int(1)
	z := signalOf(c, x)
	if z.Ndim() != 2 || step < 1 {
		c.failf(ivy.ErrShape, "a signal of shape %v in steps of %d", x.Shape(), step)
	}
	var n int
	switch {
	case c.has(3):
		n = c.int(3)
	case c.has(2):
		n = product(c.shape(2))
	default:
		c.failf(ivy.ErrValue, "neither a window nor a frame_length")
	}
	if n < 1 || n > z.Dim(1) {
		c.failf(ivy.ErrShape, "frames of length %d of a signal of length %d", n, z.Dim(1))
	}
	count := 1 + (z.Dim(1)-n)/step
	starts := e.Reshape(e.Multiply(e.Arange(count, ivy.Int64), step), []int{count, 1})
	frames := e.Take(z, e.Add(starts, e.Reshape(e.Arange(n, ivy.Int64), []int{1, n})), ivy.Axis(1))
	if w := c.opt(2); w != nil {
		if !slices.Equal(w.Shape(), []int{n}) {
			c.failf(ivy.ErrShape, "a window of shape %v for frames of length %d", w.Shape(), n)
		}
		frames = e.Multiply(frames, e.Astype(w, frames.Dtype().Component()))
	}
	if c.attrInt("onesided", 1) != 0 && !frames.Dtype().IsComplex() {
		return parts(e, e.RFFT(frames, ivy.Axis(-1)), d)
	}
	z = e.FFT(frames, ivy.Axis(-1))
	if c.attrInt("onesided", 1) != 0 {
		z = part(e, z, 2, 0, n/2+1, 1)
	}
	return parts(e, z, d)
}

// cosines is the run of a window a − b·cos(2πi/n) + d·cos(4πi/n).
func cosines(a, b, d float64) func(c *call) {
	return func(c *call) {
		size := c.int(0)
		t := c.attrElem("output_datatype", elemFloat)
		if err := c.e.CheckSize(max(size, 0), 8); err != nil || size < 0 {
			c.failf(ivy.ErrValue, "a window of length %d", size)
		}
		n := float64(size)
		if c.attrInt("periodic", 1) == 0 {
			n--
		}
		zs := make([]float64, size)
		for i := range zs {
			at := 2 * math.Pi * float64(i) / n
			zs[i] = a - b*math.Cos(at) + d*math.Cos(2*at)
		}
		c.setAs(c.e.Astype(c.e.Reshape(c.e.Asarray(zs, ivy.Float64), []int{size}), t.dtype()), t)
	}
}

// melWeights has a triangle of the frequencies' bins for each band, whose edges are at equal distances on the mel scale.
func melWeights(c *call) {
	bands, length, rate := c.int(0), c.int(1), c.int(2)
	low, high := c.number(3), c.number(4)
	t := c.attrElem("output_datatype", elemFloat)
	bins := length/2 + 1
	if bands < 0 || length < 0 || rate < 1 || bands > 1<<20 || bins > 1<<20 || !(low >= 0 && high >= low && high <= float64(rate)) {
		c.failf(ivy.ErrValue, "%d bands of a transform of length %d at %d Hz from %v to %v Hz", bands, length, rate, low, high)
	}
	if err := c.e.CheckSize(max(bins*bands, 0), 8); err != nil {
		c.failf(ivy.ErrValue, "%v", err)
	}
	mel := func(hertz float64) float64 { return 2595 * math.Log10(1+hertz/700) }
	from, to := mel(low), mel(high)
	at := make([]int, bands+2)
	for i := range at {
		hertz := 700 * (math.Pow(10, (from+float64(i)*(to-from)/float64(bands+2))/2595) - 1)
		at[i] = int(math.Floor(float64(length+1) * hertz / float64(rate)))
	}
	z := make([]float64, bins*bands)
	put := func(bin, band int, v float64) {
		if bin >= 0 && bin < bins {
			z[bin*bands+band] = v
		}
	}
	for i := range bands {
		left, centre, right := at[i], at[i+1], at[i+2]
		if left == centre {
			put(centre, i, 1)
		}
		for k := left; k <= centre && left < centre; k++ {
			put(k, i, float64(k-left)/float64(centre-left))
		}
		for k := centre; k < right; k++ {
			put(k, i, float64(right-k)/float64(right-centre))
		}
	}
	c.setAs(c.e.Astype(c.e.Reshape(c.e.Asarray(z, ivy.Float64), []int{bins, bands}), t.dtype()), t)
}
