package jax

import (
	"math"
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// A fourierKind is a kind of transform, as XLA has them.
type fourierKind struct {
	inverse bool
	real    bool // of real numbers and half a spectrum
	hermite bool // hfft and ihfft: real numbers are the spectrum
}

var fourierKinds = map[string]fourierKind{
	"fft": {}, "ifft": {inverse: true}, "rfft": {real: true}, "irfft": {inverse: true, real: true},
	"hfft": {inverse: true, real: true, hermite: true}, "ihfft": {real: true, hermite: true},
}

var fourier = slices.Concat(fourierRows(), []frontend.Func{
	{Path: "numpy.fft.fftfreq", Sig: "n, d=1.0, *, dtype=None, device=None", Run: run(func(c call) any { return c.frequencies(false) })},
	{Path: "numpy.fft.rfftfreq", Sig: "n, d=1.0, *, dtype=None, device=None", Run: run(func(c call) any { return c.frequencies(true) })},
	{Path: "numpy.fft.fftshift", Sig: "x, axes=None", Run: run(func(c call) any { return c.shifted(func(n int) int { return n / 2 }) })},
	{Path: "numpy.fft.ifftshift", Sig: "x, axes=None", Run: run(func(c call) any { return c.shifted(func(n int) int { return -(n / 2) }) })},
	{Path: "numpy.kaiser", Sig: "M, beta", Run: run(kaiser)},
	{Path: "numpy.i0", Sig: "x", Run: run(func(c call) any { return c.i0(c.arr("x")) })},
})

func fourierRows() (rows []frontend.Func) {
	for _, name := range strings.Fields("fft ifft rfft irfft hfft ihfft") {
		k := fourierKinds[name]
		rows = append(rows, frontend.Func{Path: "numpy.fft." + name, Sig: "a, n=None, axis=-1, norm=None", Run: run(func(c call) any { return c.fourierAlong(k) })})
		if k.hermite {
			continue
		}
		rows = append(rows,
			frontend.Func{Path: "numpy.fft." + name + "2", Sig: "a, s=None, axes=None, norm=None", Run: run(func(c call) any {
				axes := []int{-2, -1}
				if c.Given("axes") {
					if list, isList := frontend.Sequence(c.Arg("axes")); !isList || len(list) != 2 {
						c.Raise(map[bool]string{true: "ValueError", false: "TypeError"}[isList], "jax.%s only supports 2 axes. Got axes = %s.", c.Func.Path, c.Shown(c.Arg("axes")))
					}
					axes = c.several("axes")
				}
				return c.transform(k, c.arr("a"), c.lengthsOf("s"), axes, c.Arg("norm"))
			})},
			frontend.Func{Path: "numpy.fft." + name + "n", Sig: "a, s=None, axes=None, norm=None", Run: run(func(c call) any {
				a, s := c.arr("a"), c.lengthsOf("s")
				var axes []int
				if c.Has("axes") {
					axes = append([]int{}, c.several("axes")...)
				}
				return c.transform(k, a, s, axes, c.Arg("norm"))
			})})
	}
	return rows
}

// lengthsOf returns an argument that is None or integers.
func (c call) lengthsOf(name string) []int {
	if !c.Has(name) {
		return nil
	}
	return append([]int{}, c.several(name)...)
}

// fourierAlong is a transform along one axis, or with axis=None over all.
func (c call) fourierAlong(k fourierKind) value {
	severalAxes := func() {
		if _, isList := frontend.Sequence(c.Arg("axis")); isList {
			c.Raise("ValueError", "jax.%s does not support multiple axes.", c.Func.Path)
		}
	}
	var a value
	switch {
	case k.hermite && k.inverse: // which takes the conjugate first
		a = c.arr("a")
		severalAxes()
	case k.hermite:
		severalAxes()
		a = c.do("numpy.asarray", c.Arg("a"))
	default:
		severalAxes()
		a = c.arr("a")
	}
	var s, axes []int
	if c.Has("axis") {
		axes = []int{c.Int("axis")}
	}
	if c.Has("n") {
		s = []int{c.Int("n")}
	} else if k.hermite {
		if !c.Has("axis") {
			c.Raise("TypeError", "tuple indices must be integers or slices, not NoneType")
		}
		if i, rank := axes[0], a.V.Ndim(); i < -rank || i >= rank {
			c.Raise("IndexError", "tuple index out of range")
		}
	}
	return c.transform(k, a, s, axes, c.Arg("norm"))
}

// transform transforms over axes, all if there are none given, with these lengths, those of the array if there
// are none given.
func (c call) transform(k fourierKind, a value, s, axes []int, norm any) value {
	rank := a.V.Ndim()
	for _, n := range s {
		if n <= 0 {
			c.Raise("ValueError", "Shape should be positive.")
		}
	}
	if s != nil && axes != nil && len(s) != len(axes) {
		c.Raise("ValueError", "Shape and axes have different lengths.")
	}
	if axes == nil {
		axes = shape.All(rank)
		if s != nil {
			if len(s) > rank {
				c.Raise("ValueError", "FFT input shape %v must have at least as many input dimensions as fft_lengths %v.", a.V.Shape(), s)
			}
			axes = axes[rank-len(s):]
		}
	}
	axes = slices.Clone(axes)
	for i := range axes {
		if slices.Contains(axes[:i], axes[i]) {
			c.Raise("ValueError", "jax.%s does not support repeated axes. Got axes %v.", c.Func.Path, axes)
		}
	}
	for i, axis := range axes {
		axes[i] = c.calc.axis(axis, rank)
		if slices.Contains(axes[:i], axes[i]) {
			c.Raise("TypeError", "repeated axis in %v", axes)
		}
	}
	if s == nil {
		for i, axis := range axes {
			n := a.V.Shape()[axis]
			if k.real && k.inverse && i == len(axes)-1 {
				n = max(0, 2*(n-1))
			}
			s = append(s, n)
		}
	}
	x := c.transformable(k, a)
	if len(axes) == 0 {
		c.scaling(norm)
		return c.wrap(x, false)
	}
	z := c.scaled(k, x, s, axes, c.scaling(norm))
	return c.wrap(z, false)
}

// transformable returns an operand in the dtype that XLA transforms.
func (c call) transformable(k fourierKind, a value) *ivy.Array {
	d := toInexact(a.V.Dtype())
	d = Canonical(c.config.rule(), d)
	if k.real && !k.inverse {
		switch {
		case d.IsComplex():
			c.Raise("ValueError", "only real valued inputs supported for rfft")
		case dtype.Narrow.Has(d) && a.V.Ndim() > 0:
			c.Raise("ValueError", "RFFT input must be float32 or float64, got %v", d)
		}
	} else {
		d = d.WithComplex()
	}
	return cast(c.Namespace, a.V, d)
}

// scaling returns the option of a norm.
func (c call) scaling(norm any) ivy.Norm {
	switch norm {
	case nil, "backward":
		return "backward"
	case "ortho":
		return "ortho"
	case "forward":
		return "forward"
	}
	c.Raise("ValueError", "Invalid norm value %s; should be \"backward\",\"ortho\" or \"forward\".", c.Shown(norm))
	return ""
}

// scaled calls the unified API.
func (c call) scaled(k fourierKind, x *ivy.Array, s, axes []int, norm ivy.Norm) *ivy.Array {
	e := c.e
	dims := slices.Clone(x.Shape())
	for i, axis := range axes {
		dims[axis] = s[i]
	}
	last := axes[len(axes)-1]
	out := x.Dtype().WithComplex()
	switch {
	case k.real && k.inverse:
		out = out.Component()
	case k.real:
		dims[last] = s[len(s)-1]/2 + 1
	}
	if k.real && !k.inverse && s[len(s)-1] == 0 {
		if k.hermite {
			c.Raise("ZeroDivisionError", "division by zero")
		}
		c.Raise("ValueError", "RFFT of no elements")
	}
	if slices.Contains(s, 0) || slices.Contains(dims, 0) { // XLA has no elements then
		return e.Zeros(dims, out)
	}
	opts := []ivy.Option{ivy.S(s), ivy.Axes(axes), norm}
	switch {
	case k.hermite && k.inverse && len(axes) == 1:
		return e.HFFT(x, ivy.N(s[0]), ivy.Axis(last), norm)
	case k.hermite && len(axes) == 1:
		return e.IHFFT(x, ivy.N(s[0]), ivy.Axis(last), norm)
	case k.hermite && k.inverse: // over all axes, which JAX scales by the last length
		return e.Multiply(e.IRFFTN(e.Conj(x), opts...), e.Full(nil, float64(s[len(s)-1]), out))
	case k.hermite:
		return e.Divide(e.Conj(e.RFFTN(x, opts...)), e.Full(nil, float64(s[len(s)-1]), out))
	case k.real && k.inverse:
		return e.IRFFTN(x, opts...)
	case k.real:
		return e.RFFTN(x, opts...)
	case k.inverse:
		return e.IFFTN(x, opts...)
	}
	return e.FFTN(x, opts...)
}

// frequencies are k/(d·n).
func (c call) frequencies(half bool) value {
	c.none("device")
	d := c.dtype("dtype", c.defaults().Float)
	for _, name := range []string{"n", "d"} {
		if _, isList := frontend.Sequence(c.Arg(name)); isList {
			c.Raise("ValueError", "The %s argument of jax.%s only takes a single value. Got %s = %s.", name, c.Func.Path, name, c.Shown(c.Arg(name)))
		}
	}
	n := c.Int("n")
	if _, isText := c.Arg("d").(string); isText { // which Python repeats
		c.Raise("ValueError", "could not convert string to float: %s", c.Shown(c.Arg("d")))
	}
	if !c.Has("d") {
		c.Raise("TypeError", "unsupported operand type(s) for *: '%s' and 'int'", c.TypeName(c.Arg("d")))
	}
	spread := c.mul(c.Arg("d"), n)
	if isComplex(spread) && !d.IsComplex() {
		c.Raise("TypeError", "the spacing %s is no real number", c.Shown(c.Arg("d")))
	}
	if half {
		count := max(0, int(math.Floor(float64(n)/2))+1)
		c.sizes(count)
		return c.div(c.counted(count, d), c.to(spread, d, false))
	}
	in := toInexact(d).Component()
	c.sizes(max(n, 0))
	k := c.counted(max(n, 0), in)
	if n > 0 {
		k = c.sub(c.do("numpy.remainder", c.add(k, n/2), n), n/2)
	}
	return c.to(c.div(k, c.to(spread, in, false)), d, false)
}

// shifted rolls axes by parts of their lengths.
func (c call) shifted(by func(n int) int) value {
	x := c.arr("x")
	rank := x.V.Ndim()
	axes := shape.All(rank)
	if c.Has("axes") {
		axes, _, _ = c.Ints("axes")
	}
	shifts := make([]int, len(axes))
	for i, axis := range axes {
		if axis < -rank || axis >= rank {
			c.Raise("IndexError", "tuple index out of range")
		}
		shifts[i] = by(x.V.Shape()[(axis+rank)%rank])
	}
	return c.do("numpy.roll", x, shifts, axes)
}

// i0 is exp(|x|) times the scaled function.
func (c call) i0(x value) value {
	x = c.inexact(x)[0]
	if isComplex(x) {
		c.Raise("ValueError", "Unsupported input type to jax.numpy.i0: %v", x.V.Dtype())
	}
	x = c.abs(x)
	return c.mul(c.do("numpy.exp", x), c.wrap(c.e.I0e(x.V), x.Weak))
}

func kaiser(c call) any {
	m, d := c.truncated("M"), c.defaults().Float
	if m < 0 {
		c.Raise("TypeError", "kaiser: M is %d", m)
	}
	c.sizes(m)
	if m <= 1 {
		return c.wrap(c.e.Ones([]int{m}, d), false)
	}
	alpha := 0.5 * float64(m-1)
	x := c.do("numpy.sqrt", c.sub(1, c.do("numpy.square", c.div(c.sub(c.counted(m, d), alpha), alpha))))
	beta := c.arr("beta")
	return c.div(c.i0(c.mul(beta, x)), c.i0(beta))
}
