package jax

import (
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/frames"
	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
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
	{Path: "scipy.signal.stft", Sig: "x, fs=1.0, window='hann', nperseg=256, noverlap=None, nfft=None, detrend=False, return_onesided=True, boundary='zeros', padded=True, axis=-1", Out: frontend.List, Run: run(shortTime)},
	{Path: "scipy.signal.istft", Sig: "Zxx, fs=1.0, window='hann', nperseg=None, noverlap=None, nfft=None, input_onesided=True, boundary=True, time_axis=-1, freq_axis=-2", Out: frontend.List, Run: run(inverseShortTime)},
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
		list, isList := c.elements("s")
		if !isList {
			list = []any{c.Int("s")}
		}
		if len(list) > rank {
			c.Raise("ValueError", "s must have at most x.ndim (%d) elements, got %d", rank, len(list))
		}
		if slices.ContainsFunc(list, c.isArray) {
			c.Raise("TypeError", "%s(): s has arrays in it, which have no hash", c.Func.Path)
		}
		if len(list) > 0 {
			s, _, _ = c.Ints("s")
		}
	}
	axes := shape.All(rank)
	if c.Has("axes") {
		axes = c.axes("axes", rank)
	} else if c.Has("s") {
		axes = axes[rank-len(s):]
	}
	if len(axes) == 1 && c.Has("s") && len(s) == 0 {
		c.Raise("IndexError", "list index out of range")
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
	c.Room(n, 16)
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

// hannOr returns the window of n points that an argument names, of a dtype; one that is an array as it is.
func (c call) hannOr(n int, d dtype.Dtype) *ivy.Array {
	e := c.e
	name, isText := c.Arg("window").(string)
	if !isText {
		return cast(c.Namespace, c.arr("window").V, d)
	}
	if name != "hann" {
		c.Raise("NotImplementedError", "the window %s: make it an array", c.Shown(name))
	}
	if n == 1 {
		return e.Ones([]int{1}, d)
	}
	at := c.counted(n, c.defaults().Float)
	return cast(c.Namespace, c.do("numpy.square", c.do("numpy.sin", c.mul(at, math.Pi/float64(n)))).V, d)
}

// intOr returns an argument that is an integer, or another one for None.
func (c call) intOr(name string, otherwise int) int {
	if c.Has(name) {
		return c.toInt(name)
	}
	return otherwise
}

// toInt returns an argument that Python's int makes an integer of.
func (c call) toInt(name string) int {
	switch v := c.Arg(name).(type) {
	case bool:
		return map[bool]int{true: 1}[v]
	case float64:
		if v != v || math.IsInf(v, 0) {
			c.Raise("ValueError", "%s(): %s is %v, want a number", c.Func.Path, name, v)
		}
		return c.Size(backend.IntScalar(int64(v)))
	case string:
		c.Raise("ValueError", "invalid literal for int() with base 10: '%s'", v)
	}
	if c.isArray(c.Arg(name)) {
		if x := c.arr(name); x.V.Ndim() == 0 && !isComplex(x) {
			return int(reading.Float(c.e.Astype(x.V, dtype.Float64)))
		}
	}
	return c.Int(name)
}

// extended returns x with elements on both sides of the last axis, as the argument boundary says.
func (c call) extended(x value, n int) value {
	modes := map[any]string{"even": "reflect", "constant": "edge", "zeros": "constant", "odd": "odd"}
	if !c.Has("boundary") || n == 0 {
		return x
	}
	widths := make([]any, x.V.Ndim())
	for i := range widths {
		widths[i] = frontend.Tuple{0, 0}
	}
	last := x.V.Ndim() - 1
	widths[last] = frontend.Tuple{n, n}
	mode := modes[c.Arg("boundary")]
	if mode != "odd" {
		return c.do("numpy.pad", x, frontend.Tuple(widths), mode)
	}
	length := x.V.Shape()[last]
	if n > length-1 {
		c.Raise("ValueError", "The extension length n (%d) is too big. It must not exceed x.shape[axis]-1, which is %d.", n, length-1)
	}
	return c.do("numpy.pad", x, frontend.Tuple(widths), "reflect", Kw("reflect_type", "odd"))
}

func shortTime(c call) any {
	e, x := c.e, c.arr("x")
	switch c.Arg("boundary") {
	case nil, "even", "odd", "constant", "zeros":
	default:
		if !hashable(c.Arg("boundary")) {
			c.Raise("TypeError", "stft(): boundary has no hash: %s", c.Shown(c.Arg("boundary")))
		}
		c.Raise("ValueError", "Unknown boundary option %s", c.Shown(c.Arg("boundary")))
	}
	axis := c.calc.axis(c.Int("axis"), x.V.Ndim())
	x = c.inexact(x)[0]
	d := x.V.Dtype()
	length := x.V.Shape()[axis]
	if c.Has("nperseg") && c.toInt("nperseg") < 1 {
		c.Raise("ValueError", "nperseg must be a positive integer")
	}
	var n int
	if _, isText := c.Arg("window").(string); isText {
		n = min(c.intOr("nperseg", length), length)
	} else {
		w := c.arr("window").V
		n = c.intOr("nperseg", w.Size())
		if w.Ndim() != 1 || length < w.Size() || n != w.Size() {
			c.Raise("ValueError", "the window has shape %v, for segments of %d and a signal of %d elements", w.Shape(), n, length)
		}
	}
	out := d.WithComplex()
	if x.V.Size() == 0 {
		s := x.V.Shape()
		return []value{c.wrap(e.Zeros(s, out.Component()), false), c.wrap(e.Zeros(s, out.Component()), false), c.wrap(e.Zeros(s, out), false)}
	}
	w := c.hannOr(n, d)
	overlap, points := c.intOr("noverlap", n/2), c.intOr("nfft", n)
	switch {
	case points < n:
		c.Raise("ValueError", "nfft must be greater than or equal to nperseg.")
	case overlap >= n:
		c.Raise("ValueError", "noverlap must be less than nperseg.")
	}
	step := n - overlap
	y := c.extended(c.wrap(e.MoveAxis(x.V, []int{axis}, []int{-1}), false), n/2).V
	if c.Bool("padded") {
		more := -(y.Shape()[y.Ndim()-1] - n) % step
		if more < 0 {
			more += step
		}
		y = frames.Padded(e, y, -1, 0, more%n)
	}
	length = y.Shape()[y.Ndim()-1]
	z := frames.Cut(e, y, n, step, (length-n)/step+1)
	z = c.detrended(z)
	segments := c.wrap(e.Multiply(z, w), false)
	transform, frequencies := "numpy.fft.fft", "numpy.fft.fftfreq"
	if c.Bool("return_onesided") && !d.IsComplex() {
		transform, frequencies = "numpy.fft.rfft", "numpy.fft.rfftfreq"
	}
	spectra := c.do(transform, segments, points).V
	scale := e.Sqrt(e.Divide(e.Full(nil, 1, out), e.Square(e.Sum(e.Astype(w, out)))))
	spectra = e.MoveAxis(e.Multiply(spectra, scale), []int{-1}, []int{axis})
	fs, real := c.Arg("fs"), Kw("dtype", out.Component())
	half := float64(n) / 2
	time := c.div(c.do("numpy.arange", half, float64(length)-half+1, step, real), fs)
	if c.Has("boundary") {
		time = c.sub(time, c.div(half, fs))
	}
	return []value{c.do(frequencies, points, c.div(1, fs), real), time, c.wrap(spectra, false)}
}

func inverseShortTime(c call) any {
	e, x := c.e, c.arr("Zxx")
	rank := x.V.Ndim()
	if rank < 2 {
		c.Raise("ValueError", "Input stft must be at least 2d!")
	}
	freq, time := c.calc.axis(c.Int("freq_axis"), rank), c.calc.axis(c.Int("time_axis"), rank)
	if freq == time {
		c.Raise("ValueError", "Must specify differing time and frequency axes!")
	}
	onesided := c.Bool("input_onesided")
	otherwise := x.V.Shape()[freq]
	transform := "numpy.fft.ifft"
	if onesided {
		otherwise = 2 * (otherwise - 1)
		transform = "numpy.fft.irfft"
	}
	n := c.intOr("nperseg", 0)
	if n == 0 {
		n = otherwise
	}
	if n < 1 {
		c.Raise("ValueError", "nperseg must be a positive integer")
	}
	points := otherwise
	if onesided && n == otherwise+1 {
		points++
	}
	points = c.intOr("nfft", points)
	if points < n {
		c.Raise("ValueError", "FFT length (%d) must be longer than nperseg (%d).", points, n)
	}
	overlap := c.intOr("noverlap", 0)
	if overlap == 0 {
		overlap = n / 2
	}
	if overlap >= n {
		c.Raise("ValueError", "noverlap must be less than nperseg.")
	}
	step := n - overlap
	y := c.do(transform, c.wrap(e.MoveAxis(x.V, []int{freq, time}, []int{-1, -2}), false), c.Arg("nfft")).V
	last := y.Ndim() - 1
	if y.Shape()[last] > n {
		y = c.cut(y, last, 0, n)
	}
	d := y.Dtype()
	w := c.hannOr(n, d)
	if w.Ndim() != 1 || w.Size() != n {
		c.Raise("ValueError", "window must be 1-D, of length %d, not of shape %v", n, w.Shape())
	}
	count := y.Shape()[last-1]
	signal := frames.Add(e, e.Multiply(e.Multiply(y, e.Sum(w)), w), step)
	norm := frames.Add(e, e.BroadcastTo(e.Square(w), []int{count, n}), step)
	if c.Bool("boundary") {
		length, half := norm.Size(), n/2
		from, to := half, length-half
		if half == 0 {
			to = 0
		}
		signal, norm = c.cut(signal, last-1, from, max(from, to)), c.cut(norm, 0, from, max(from, to))
	}
	one := e.Full(nil, 1, d)
	signal = e.Divide(signal, e.Where(e.Greater(e.Real(e.Astype(norm, d.WithComplex())), e.Full(nil, 1e-10, d.Component())), norm, one))
	if signal.Ndim() > 1 && time != rank-1 {
		if freq < time {
			time--
		}
		signal = e.MoveAxis(signal, []int{-1}, []int{time})
	}
	at := c.div(c.counted(signal.Shape()[0], d.Component()), c.Arg("fs"))
	return []value{at, c.wrap(signal, false)}
}

// detrended returns segments less their means or, by least squares, their lines, as the argument detrend says.
func (c call) detrended(z *ivy.Array) *ivy.Array {
	e := c.e
	kind, isText := c.Arg("detrend").(string)
	switch kind {
	case "constant", "linear":
		z = e.Subtract(z, e.Mean(z, ivy.Axis(-1), ivy.KeepDims(true)))
	default:
		if isText || c.Bool("detrend") {
			c.Raise("ValueError", "Unsupported detrend type: %s", c.Shown(c.Arg("detrend")))
		}
	}
	n := z.Shape()[z.Ndim()-1]
	if kind != "linear" || n == 1 {
		return z
	}
	at := make([]float64, n)
	squares := 0.0
	for i := range at {
		at[i] = float64(i) - float64(n-1)/2
		squares += at[i] * at[i]
	}
	line := e.Astype(e.Asarray(at, dtype.Float64), z.Dtype())
	slope := e.Divide(e.Sum(e.Multiply(z, line), ivy.Axis(-1), ivy.KeepDims(true)), number(e, squares, z.Dtype()))
	return e.Subtract(z, e.Multiply(slope, line))
}
