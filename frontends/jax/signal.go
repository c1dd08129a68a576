package jax

import (
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

var signal = []frontend.Func{
	{Path: "scipy.fft.dct", Sig: "x, type=2, n=None, axis=-1, norm=None", Run: run(func(c call) any { return c.cosineAlong(false) })},
	{Path: "scipy.fft.idct", Sig: "x, type=2, n=None, axis=-1, norm=None", Run: run(func(c call) any { return c.cosineAlong(true) })},
	{Path: "scipy.fft.dctn", Sig: "x, type=2, s=None, axes=None, norm=None", Run: run(func(c call) any { return c.cosineOver(false) })},
	{Path: "scipy.fft.idctn", Sig: "x, type=2, s=None, axes=None, norm=None", Run: run(func(c call) any { return c.cosineOver(true) })},
	{Path: "scipy.signal.fftconvolve", Sig: "in1, in2, mode='full', axes=None", Run: run(func(c call) any { return c.fftConvolve() })},
	{Path: "scipy.signal.convolve", Sig: "in1, in2, mode='full', method='auto', precision=None", Run: run(func(c call) any {
		switch c.Arg("method") {
		case "fft":
			return c.do("scipy.signal.fftconvolve", c.Arg("in1"), c.Arg("in2"), Kw("mode", c.Arg("mode")))
		case "direct", "auto":
			for _, name := range []string{"in1", "in2"} {
				if _, isList := frontend.Sequence(c.Arg(name)); isList {
					c.Raise("AttributeError", "'list' object has no attribute 'ndim'")
				}
			}
			return c.convolveDirectly(c.arr("in1"), c.arr("in2"))
		}
		c.Raise("ValueError", "Got method=%s; expected 'auto', 'fft', or 'direct'.", c.Shown(c.Arg("method")))
		return nil
	})},
}

// cosineKind refuses kinds and norms that JAX has not.
func (c call) cosineKind() (x value, ortho bool) {
	x = c.arr("x")
	if c.Arg("type") != 2 {
		c.Raise("NotImplementedError", "Only DCT type 2 is implemented.")
	}
	switch norm := c.Arg("norm"); norm {
	case nil, "backward", "ortho":
		return x, norm == "ortho"
	}
	c.Raise("ValueError", "jax.%s: norm=%s is not implemented", c.Func.Path, c.Shown(c.Arg("norm")))
	return nil, false
}

// partwise applies f to real numbers, or to the parts of complex ones.
func (c call) partwise(x value, f func(x *ivy.Array) *ivy.Array) value {
	if !isComplex(x) {
		return c.wrap(f(x.V), false)
	}
	z := c.e.Add(c.e.Astype(f(c.e.Real(x.V)), x.V.Dtype()), c.e.Multiply(c.e.Astype(f(c.e.Imag(x.V)), x.V.Dtype()), c.e.Full(nil, 1i, x.V.Dtype())))
	return c.wrap(z, false)
}

// ofLength returns x with n elements along an axis: cut, or filled up with zeros.
func (c call) ofLength(x *ivy.Array, axis, n int) *ivy.Array {
	have := x.Shape()[axis]
	switch {
	case n < 0:
		c.Raise("ValueError", "pad of %d elements to %d", have, n)
	case n > have:
		widths := make([][2]int, x.Ndim())
		widths[axis][1] = n - have
		return c.e.Pad(x, widths)
	case n < have:
		return c.cut(x, axis, 0, n)
	}
	return x
}

// cut returns elements of an axis.
func (c call) cut(x *ivy.Array, axis, from, to int) *ivy.Array {
	key := make([]any, x.Ndim())
	for i := range key {
		key[i] = ivy.Slice(nil, nil)
	}
	key[axis] = ivy.Slice(from, to)
	return c.e.GetItem(x, key...)
}

func (c call) cosineAlong(inverse bool) value {
	x, ortho := c.cosineKind()
	axis := c.calc.axis(c.Int("axis"), x.V.Ndim())
	n := x.V.Shape()[axis]
	if c.Has("n") {
		n = c.Int("n")
	}
	return c.partwise(x, func(x *ivy.Array) *ivy.Array { return c.cosine(c.ofLength(x, axis, n), axis, ortho, inverse) })
}

func (c call) cosineOver(inverse bool) value {
	x, ortho := c.cosineKind()
	rank := x.V.Ndim()
	var s []int
	if c.Has("s") {
		s, _, _ = c.Ints("s")
		if len(s) > rank {
			c.Raise("ValueError", "s must have at most x.ndim (%d) elements, got %d", rank, len(s))
		}
	}
	axes := shape.All(rank)
	if c.Has("axes") {
		axes = c.axes("axes", rank)
	} else if c.Has("s") {
		axes = axes[rank-len(s):]
	}
	return c.partwise(x, func(x *ivy.Array) *ivy.Array {
		for i, axis := range axes {
			if i < len(s) {
				x = c.ofLength(x, axis, s[i])
			}
		}
		for _, axis := range axes {
			x = c.cosine(x, axis, ortho, inverse)
		}
		return x
	})
}

// cosine is the discrete cosine transform of kind 2 of real numbers along an axis, or its inverse.
func (c call) cosine(x *ivy.Array, axis int, ortho, inverse bool) *ivy.Array {
	e := c.e
	d := Canonical(c.config.rule(), toInexact(x.Dtype()))
	out := d
	if dtype.Narrow.Has(d) { // which complex numbers have none of
		d, out = dtype.Float32, dtype.Float32
	}
	n := x.Shape()[axis]
	if n == 0 {
		c.Raise("TypeError", "a cosine transform of no elements")
	}
	x = e.MoveAxis(x, []int{axis}, []int{-1})
	narrow := inverse && dtype.Narrow.Has(x.Dtype())
	if narrow { // whose weights are rounded too
		x = c.narrowly(x, n, ortho)
	}
	x = cast(c.Namespace, x, d)
	turn := func(sign float64) *ivy.Array { // exp(±iπk/2n)
		at := make([]complex128, n)
		for k := range at {
			sin, cos := math.Sincos(math.Pi * float64(k) / float64(2*n))
			at[k] = complex(cos, sign*sin)
		}
		return e.Astype(e.Asarray(at, dtype.Complex128), d.WithComplex())
	}
	weights := make([]float64, n) // of the orthogonal transform
	for k := range weights {
		weights[k] = 1 / math.Sqrt(float64(2*n))
	}
	weights[0] /= math.Sqrt2
	if inverse {
		for k := range weights {
			if narrow {
				weights[k] = float64(2 * n)
			} else if ortho {
				weights[k] = weights[k] * float64(2*n)
			} else {
				weights[k] = weights[k] * weights[k] * float64(2*n)
			}
		}
		z := e.Multiply(e.Astype(e.Multiply(x, e.Asarray(weights, d)), d.WithComplex()), turn(1))
		z = e.Real(e.IFFT(z))
		order := make([]int64, n)
		for k := range order {
			if order[k] = int64(k / 2); k%2 == 1 {
				order[k] = int64(n - 1 - k/2)
			}
		}
		return e.MoveAxis(e.Astype(e.Take(z, e.Asarray(order), ivy.Axis(-1)), out), []int{-1}, []int{axis})
	}
	order := make([]int64, 0, n)
	for k := 0; k < n; k += 2 {
		order = append(order, int64(k))
	}
	for k := n - 1 - n%2; k >= 0; k -= 2 {
		order = append(order, int64(k))
	}
	z := e.FFT(e.Take(x, e.Asarray(order), ivy.Axis(-1)))
	z = e.Multiply(e.Real(e.Multiply(z, turn(-1))), e.Full(nil, 2.0, d))
	if ortho {
		z = e.Multiply(z, e.Asarray(weights, d))
	}
	return e.MoveAxis(e.Astype(z, out), []int{-1}, []int{axis})
}

// narrowly divides 16-bit floats along the last axis by the orthogonal transform's factors, once or twice.
func (c call) narrowly(x *ivy.Array, n int, ortho bool) *ivy.Array {
	e, d := c.e, x.Dtype()
	factors := slices.Repeat([]float64{2}, n)
	factors[0] = 4
	f := e.Sqrt(e.Multiply(e.Astype(e.Asarray(factors, dtype.Float64), d), e.Full(nil, float64(n), d)))
	if ortho {
		return e.Divide(x, f)
	}
	return e.Divide(e.Divide(x, f), f)
}

// convolutionMode returns the argument mode.
func (c call) convolutionMode() string {
	mode, _ := c.Arg("mode").(string)
	if mode != "full" && mode != "same" && mode != "valid" {
		c.Raise("ValueError", "mode must be one of ['same', 'full', 'valid']")
	}
	return mode
}

// orderOfLengths reports whether no length of s is less than that of t, and whether none is greater.
func orderOfLengths(s, t []int) (noLess, noGreater bool) {
	noLess, noGreater = true, true
	for i := range s {
		noLess, noGreater = noLess && s[i] >= t[i], noGreater && s[i] <= t[i]
	}
	return noLess, noGreater
}

func (c call) fftConvolve() value {
	xs := c.inexact(c.arr("in1"), c.arr("in2"))
	x, y := xs[0].V, xs[1].V
	rank := x.Ndim()
	if rank != y.Ndim() {
		c.Raise("ValueError", "in1 and in2 should have the same dimensionality")
	}
	mode := c.convolutionMode()
	axes := shape.All(rank)
	if c.Has("axes") {
		axes = c.axes("axes", rank)
		for i := range rank {
			if !slices.Contains(axes, i) && x.Shape()[i] != y.Shape()[i] {
				c.Raise("ValueError", "mapped axes must have same shape; got %v and %v", x.Shape(), y.Shape())
			}
		}
		slices.Sort(axes)
	}
	var s, t, full []int
	points := true // no two lengths are more than one
	for _, axis := range axes {
		m, n := x.Shape()[axis], y.Shape()[axis]
		s, t, full = append(s, m), append(t, n), append(full, m+n-1)
		points = points && (m == 1 || n == 1)
	}
	if mode == "valid" {
		noLess, noGreater := orderOfLengths(s, t)
		switch {
		case noGreater:
			x, y, s, t = y, x, t, s
		case !noLess:
			c.Raise("ValueError", "For 'valid' mode, One input must be at least as large as the other in every dimension.")
		}
	}
	e := c.e
	var z *ivy.Array
	switch {
	case points:
		z = e.Multiply(x, y)
	case dtype.Narrow.Has(x.Dtype()):
		c.Raise("ValueError", "RFFT input must be float32 or float64, got %v", x.Dtype())
	case x.Dtype().IsComplex():
		over := []ivy.Option{ivy.S(full), ivy.Axes(axes)}
		z = e.IFFTN(e.Multiply(e.FFTN(x, over...), e.FFTN(y, over...)), over...)
	default:
		over := []ivy.Option{ivy.S(full), ivy.Axes(axes)}
		z = e.IRFFTN(e.Multiply(e.RFFTN(x, over...), e.RFFTN(y, over...)), over...)
	}
	for i, axis := range axes {
		n := full[i]
		switch mode {
		case "same":
			n = s[i]
		case "valid":
			n = s[i] - t[i] + 1
		}
		from := (full[i] - n) / 2
		z = c.cut(z, axis, from, from+n)
	}
	return c.wrap(z, points && xs[0].Weak)
}

// convolveDirectly sums products, without transforms.
func (c call) convolveDirectly(x, y value) value {
	mode := c.convolutionMode()
	rank := x.V.Ndim()
	switch {
	case rank != y.V.Ndim():
		c.Raise("ValueError", "in1 and in2 must have the same number of dimensions")
	case x.V.Size() == 0 || y.V.Size() == 0:
		c.Raise("ValueError", "zero-size arrays not supported in convolutions, got shapes %v and %v.", x.V.Shape(), y.V.Shape())
	}
	xs := c.inexact(x, y)
	x, y = xs[0], xs[1]
	noLess, noGreater := orderOfLengths(x.V.Shape(), y.V.Shape())
	if !noLess && !noGreater {
		c.Raise("ValueError", "One input must be smaller than the other in every dimension.")
	}
	of := y.V.Shape()
	if noGreater {
		x, y = y, x
	}
	pads, strides := make([]any, rank), make([]int, rank)
	for i, n := range y.V.Shape() {
		low, high := 0, 0
		switch mode {
		case "same":
			low, high = n-1-(of[i]-1)/2, n-of[i]+(of[i]-1)/2
		case "full":
			low, high = n-1, n-1
		}
		pads[i], strides[i] = frontend.Tuple{low, high}, 1
	}
	batch := func(v *ivy.Array) value { return c.wrap(c.e.Reshape(v, append([]int{1, 1}, v.Shape()...)), false) }
	z := c.do("lax.conv_general_dilated", batch(x.V), batch(c.e.Flip(y.V)), strides, frontend.Tuple(pads), Kw("precision", c.Arg("precision")))
	return c.wrap(c.e.Reshape(z.V, z.V.Shape()[2:]), false)
}
