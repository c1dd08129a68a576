package numpy

import (
	"math"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/bessel"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// Fourier transforms are taken one axis after another, each into "out" if that is given.

const (
	fourierOne  = "a, n=None, axis=-1, norm=None, out=None"
	fourierMany = "a, s=None, axes=None, norm=None, out=None"
)

// fourierRows are functions of arrays alone: None and texts have no axes.
var fourierRows = []frontend.Func{
	{Path: "fft.fft", Sig: fourierOne, Run: fourier(fourierKind{forward: true}, false)},
	{Path: "fft.ifft", Sig: fourierOne, Run: fourier(fourierKind{}, false)},
	{Path: "fft.rfft", Sig: fourierOne, Run: fourier(fourierKind{real: true, forward: true}, false)},
	{Path: "fft.irfft", Sig: fourierOne, Run: fourier(fourierKind{real: true}, false)},
	{Path: "fft.hfft", Sig: fourierOne, Run: fourier(fourierKind{real: true}, true)},
	{Path: "fft.ihfft", Sig: fourierOne, Run: fourier(fourierKind{real: true, forward: true}, true)},
	{Path: "fft.fft2", Sig: fourierMany, Run: fourierOver(fourierKind{forward: true}, true)},
	{Path: "fft.ifft2", Sig: fourierMany, Run: fourierOver(fourierKind{}, false)},
	{Path: "fft.rfft2", Sig: fourierMany, Run: fourierOver(fourierKind{real: true, forward: true}, true)},
	{Path: "fft.irfft2", Sig: fourierMany, Run: fourierOver(fourierKind{real: true}, false)},
	{Path: "fft.fftn", Sig: fourierMany, Run: fourierOver(fourierKind{forward: true}, true)},
	{Path: "fft.ifftn", Sig: fourierMany, Run: fourierOver(fourierKind{}, true)},
	{Path: "fft.rfftn", Sig: fourierMany, Run: fourierOver(fourierKind{real: true, forward: true}, true)},
	{Path: "fft.irfftn", Sig: fourierMany, Run: fourierOver(fourierKind{real: true}, true)},
	{Path: "fft.fftfreq", Sig: "n, d=1.0, device=None", Run: func(c *frontend.Call) any { return frequencies(c, false) }},
	{Path: "fft.rfftfreq", Sig: "n, d=1.0, device=None", Run: func(c *frontend.Call) any { return frequencies(c, true) }},
	{Path: "fft.fftshift", Sig: "x, axes=None", Run: func(c *frontend.Call) any { return shifted(c, func(n int) int { return n / 2 }) }},
	{Path: "fft.ifftshift", Sig: "x, axes=None", Run: func(c *frontend.Call) any { return shifted(c, func(n int) int { return -(n / 2) }) }},

	{Path: "bartlett", Sig: "M", Run: window(func(e *ivy.Env, n *ivy.Array, m float64) *ivy.Array {
		c := func(v float64) *ivy.Array { return zeroD(e, v, Float64) }
		x := e.Divide(n, c(m-1))
		return e.Where(e.LessEqual(n, c(0)), e.Add(c(1), x), e.Subtract(c(1), x))
	})},
	{Path: "blackman", Sig: "M", Run: cosines(0.42, 0.5, 0.08)},
	{Path: "hamming", Sig: "M", Run: cosines(0.54, 0.46)},
	{Path: "hanning", Sig: "M", Run: cosines(0.5, 0.5)},
	{Path: "kaiser", Sig: "M, beta", Run: kaiser},
	{Path: "i0", Sig: "x", Run: func(c *frontend.Call) any {
		if !c.Has("x") { // an object that becomes a float
			return c.Wrap(zeroD(c.Env(), math.NaN(), Float64))
		}
		if text, isText := c.Arg("x").(string); isText {
			return c.Wrap(bessel.I0(c.Env(), parsed(c, text, Float64)))
		}
		x := array(c, "x")
		switch d := x.Dtype(); {
		case d.IsComplex():
			c.Raise("TypeError", "i0 not supported for complex values")
		case !d.IsFloat() || d == BFloat16:
			x = c.Env().Astype(x, Float64)
		}
		return c.Wrap(bessel.I0(c.Env(), x))
	}},
}

// A fourierKind is a transform along one axis.
type fourierKind struct {
	real    bool // of a real signal and half a spectrum
	forward bool // to the spectrum
}

// objectOr returns an array, and whether it stands for None or a text, which have no axes.
func objectOr(c *frontend.Call, name string) (x *ivy.Array, isObject bool) {
	if _, isText := c.Arg(name).(string); isText || !c.Has(name) {
		return zeroD(c.Env(), 0, Float64), true
	}
	return array(c, name), false
}

// fourier is a transform along one axis; conjugate makes hfft of irfft and ihfft of rfft.
func fourier(k fourierKind, conjugate bool) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		x, isObject := objectOr(c, "a")
		n, axis, norm := c.Arg("n"), c.Int("axis"), c.Arg("norm")
		if n == nil {
			n = k.length(c, x, axis)
		}
		if !conjugate {
			return k.transform(c, x, n, axis, norm, c.Arg("out"))
		}
		norm = swapped(c, norm)
		if !k.forward {
			if isObject {
				c.Raise("TypeError", "ufunc 'conjugate' not supported for the input types")
			}
			return k.transform(c, conj(c.Env(), x), n, axis, norm, nil)
		}
		z := k.transform(c, x, n, axis, norm, c.Arg("out"))
		if !c.Has("out") {
			return c.Wrap(conj(c.Env(), z.V))
		}
		assign(c.Namespace, z, conj(c.Env(), z.V))
		return z
	}
}

// conj is the conjugate of complex numbers, and real ones as they are.
func conj(e *ivy.Env, x *ivy.Array) *ivy.Array {
	if x.Dtype().IsComplex() {
		return e.Conj(x)
	}
	return x
}

// alongAxis returns the length of an axis of a shape, as Python's indexing does.
func alongAxis(c *frontend.Call, x *ivy.Array, axis int) int {
	rank := x.Ndim()
	if axis < -rank || axis >= rank {
		c.Raise("IndexError", "tuple index out of range")
	}
	return x.Shape()[(axis+rank)%rank]
}

// length is the default length of a transform.
func (k fourierKind) length(c *frontend.Call, x *ivy.Array, axis int) int {
	n := alongAxis(c, x, axis)
	if k.real && !k.forward {
		return 2 * (n - 1)
	}
	return n
}

// swapped returns the norm that scales the inverse as norm scales a transform. NumPy looks it up in a dict.
func swapped(c *frontend.Call, norm any) any {
	switch norm := norm.(type) {
	case nil:
		return "forward"
	case string:
		switch norm {
		case "backward":
			return "forward"
		case "ortho":
			return "ortho"
		case "forward":
			return "backward"
		}
	default:
		_, isList := frontend.Sequence(norm)
		if a := arrayValue(norm); isList || a != nil && !a.Scalar {
			c.Raise("TypeError", "unhashable type: '%s'", c.TypeName(norm))
		}
	}
	c.Raise("ValueError", "Invalid norm value %v; should be \"backward\", \"ortho\" or \"forward\".", c.Shown(norm))
	return nil
}

// dtypes returns the dtype of what is transformed and of a result.
func (k fourierKind) dtypes(d dtype.Dtype) (in, out dtype.Dtype) {
	out = Complex128
	switch d {
	case Float16, Float32, BFloat16, Complex64:
		out = Complex64
	}
	in = out
	switch { // loops are of single and double precision
	case d == Float16 || d == BFloat16:
		in = Complex128
	}
	if k.real && !k.forward {
		switch d {
		case Float16:
			out = Float16
		case BFloat16:
			out = Float64
		default:
			out = out.Component()
		}
	}
	if k.real && k.forward {
		in = in.Component()
	}
	return in, out
}

// points returns how many elements a transform takes. What is no integer is compared with 1 as well, and isInt false.
func (k fourierKind) points(c *frontend.Call, v any) (n int, isInt bool) {
	below := false
	switch a := arrayValue(v); {
	case a != nil && a.V.Size() != 1:
		if a.V.Size() > 1 {
			c.Raise("ValueError", "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()")
		}
	case a != nil:
		number := frontend.Number(c.Wrap(c.Env().Reshape(a.V, nil)))
		below = number.Kind == dtype.KindComplex && real(number.Complex128()) < 1 || number.Kind != dtype.KindComplex && number.Float64() < 1
		if a.V.Ndim() == 0 {
			n, isInt = c.IntOf(v)
		}
		if a.V.Ndim() == 0 && a.V.Dtype() == Bool && k.real && k.forward { // the length of what is transformed alone
			n, isInt = 1, true
		}
	default:
		switch v := v.(type) {
		case bool:
			below, n, isInt = !v, 1, k.real && k.forward
		case float64:
			below = v < 1
		default:
			if n, isInt = c.IntOf(v); !isInt {
				c.Raise("TypeError", "'<' not supported between instances of '%s' and 'int'", c.TypeName(v))
			}
			below = n < 1
		}
	}
	if below {
		c.Raise("ValueError", "Invalid number of FFT data points (%v) specified.", c.Shown(v))
	}
	return n, isInt
}

// transform transforms n elements along an axis.
func (k fourierKind) transform(c *frontend.Call, x *ivy.Array, length any, axis int, norm, into any) *frontend.Array {
	e := c.Env()
	n, isInt := k.points(c, length)
	if !k.forward {
		norm = swapped(c, norm)
	}
	if _, isText := c.Arg("a").(string); isText {
		c.Raise("DTypePromotionError", "The DType <class 'numpy.dtypes.StrDType'> could not be promoted by <class 'numpy.dtypes._PyFloatDType'>")
	}
	if a := arrayValue(length); a != nil && a.V.Dtype().IsComplex() && (norm == "ortho" || norm == "forward") {
		c.Raise("UFuncTypeError", "Cannot cast ufunc 'reciprocal' input from dtype('%s') with casting rule 'same_kind'", a.Type())
	}
	if !c.Has("a") && norm == "ortho" {
		c.Raise("TypeError", "loop of ufunc does not support argument 0 of type int which has no callable sqrt method")
	}
	scale := 1.0
	switch norm {
	case nil, "backward":
	case "ortho":
		scale = 1 / math.Sqrt(float64(n))
	case "forward":
		scale = 1 / float64(n)
	default:
		c.Raise("ValueError", "Invalid norm value %v; should be \"backward\",\"ortho\" or \"forward\".", c.Shown(norm))
	}
	axis = axisOf(c, axis, x.Ndim())
	if a := arrayValue(into); !isInt && a != nil { // whose length is compared with it
		c.Raise("ValueError", "output array has wrong shape.")
	}
	if !isInt {
		c.Raise("TypeError", "'%s' object cannot be interpreted as an integer", c.TypeName(length))
	}
	count := n
	if k.real && k.forward {
		count = n/2 + 1
	}
	out, isArray := into, arrayValue(into)
	if isArray != nil && (isArray.V.Ndim() != x.Ndim() || isArray.V.Shape()[axis] != count) {
		c.Raise("ValueError", "output array has wrong shape.")
	}
	to := outArray(c, out)
	if k.real && k.forward && x.Dtype().IsComplex() {
		c.Raise("TypeError", "ufunc '%s' not supported for the input types, and the inputs could not be safely coerced to any supported types", c.Func.Path)
	}
	in, result := k.dtypes(x.Dtype())
	narrow := x.Dtype() == Float16 && scale != 1 // the factor is rounded to the dtype
	z := k.kernel(e, e.Astype(x, in), n, axis, scaling(scale, n, narrow))
	if narrow {
		z = e.Multiply(z, e.Astype(factor16(e, norm, n), z.Dtype()))
	}
	if to == nil {
		return c.Wrap(e.Astype(z, result))
	}
	return deliver(c, c.Func.Path, c.Wrap(z), to, nil, sameKind)
}

// scaling is the option for a factor, in terms of a transform to a spectrum.
func scaling(scale float64, n int, narrow bool) ivy.Norm {
	switch {
	case scale == 1 || narrow:
		return "backward"
	case scale == 1/float64(n):
		return "forward"
	}
	return "ortho"
}

// factor16 is the factor of a transform of length n as a float16.
func factor16(e *ivy.Env, norm any, n int) *ivy.Array {
	x := zeroD(e, float64(n), Float16)
	if norm == "ortho" {
		x = e.Sqrt(x)
	}
	return e.Divide(zeroD(e, 1, Float16), x)
}

// kernel calls the unified API. norm is "forward" for the factor 1/n.
func (k fourierKind) kernel(e *ivy.Env, x *ivy.Array, n, axis int, norm ivy.Norm) *ivy.Array {
	f := e.FFT
	switch {
	case k.real && k.forward:
		f = e.RFFT
	case k.real:
		f = e.IRFFT
	case !k.forward:
		f = e.IFFT
	}
	if !k.forward { // whose factor is 1/n unless told
		switch norm {
		case "backward":
			norm = "forward"
		case "forward":
			norm = "backward"
		}
	}
	return f(x, ivy.N(n), ivy.Axis(axis), norm)
}

// fourierOver is a transform over several axes; without delivers it leaves "out" alone, as NumPy's do in two dimensions.
func fourierOver(k fourierKind, delivers bool) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		x, _ := objectOr(c, "a")
		lengths, axes := fourierLengths(c, x, k)
		var out any
		if delivers {
			out = c.Arg("out")
		}
		if k.real && len(axes) == 0 {
			c.Raise("IndexError", "list index out of range")
		}
		norm := c.Arg("norm")
		step := func(k fourierKind, x *frontend.Array, i int, out any) *frontend.Array {
			n := lengths[i]
			if n == nil {
				n = k.length(c, x.V, axes[i])
			}
			return k.transform(c, x.V, n, axes[i], norm, out)
		}
		z, last := c.Wrap(x), len(axes)-1
		complexes := fourierKind{forward: k.forward}
		if !k.real {
			if last < 0 {
				if a := given(c, "a"); a != nil {
					return a
				}
			}
			for i := last; i >= 0; i-- {
				z = step(k, z, i, out)
			}
			return z
		}
		if k.forward {
			z = step(k, z, last, out)
		}
		for i := range last {
			z = step(complexes, z, i, map[bool]any{true: out}[k.forward])
		}
		if !k.forward {
			z = step(k, z, last, out)
		}
		return z
	}
}

// fourierLengths returns the lengths, None among them, and the axes of a transform.
func fourierLengths(c *frontend.Call, x *ivy.Array, k fourierKind) (lengths []any, axes []int) {
	axes, one, hasAxes := integers(c, "axes")
	if !c.Given("axes") && strings.HasSuffix(c.Func.Path, "2") {
		axes, one, hasAxes = []int{-2, -1}, false, true
	}
	s := c.Arg("s")
	if s == nil {
		if !hasAxes {
			axes = make([]int, x.Ndim())
			for i := range axes {
				axes[i] = i - x.Ndim()
			}
		}
		for _, a := range axes {
			lengths = append(lengths, alongAxis(c, x, a))
		}
		if one {
			c.Raise("TypeError", "'numpy.int64' object is not iterable")
		}
		if last := len(axes) - 1; k.real && !k.forward && last >= 0 {
			lengths[last] = k.length(c, x, axes[last])
		}
		return lengths, axes
	}
	list, isList := frontend.Sequence(s)
	if a := arrayValue(s); a != nil && a.V.Ndim() > 0 {
		list, isList = nil, true
		for _, row := range c.Env().Unstack(a.V) {
			list = append(list, scalar(c.Wrap(row)))
		}
	}
	if text, isText := s.(string); isText {
		isList = true
		for _, r := range text {
			list = append(list, string(r))
		}
	}
	switch {
	case !isList:
		c.Raise("TypeError", "'%s' object is not iterable", c.TypeName(s))
	case one:
		c.Raise("TypeError", "object of type 'int' has no len()")
	case !hasAxes:
		for i := range list {
			axes = append(axes, i-len(list))
		}
	}
	if len(list) != len(axes) {
		c.Raise("ValueError", "Shape and axes have different lengths.")
	}
	for _, v := range list { // which NumPy compares with None and with -1
		if a := arrayValue(v); a != nil && a.V.Size() > 1 {
			c.Raise("ValueError", "The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()")
		}
	}
	for i, v := range list {
		if isMinusOne(c, v) {
			v = alongAxis(c, x, axes[i])
		}
		lengths = append(lengths, v)
	}
	return lengths, axes
}

// isMinusOne reports whether a length says that all of an axis is transformed.
func isMinusOne(c *frontend.Call, v any) bool {
	switch v := v.(type) {
	case nil, string:
		return false
	case int:
		return v == -1
	}
	o, err := c.Namespace.Operand(v)
	switch {
	case err != nil:
		return false
	case o.A == nil:
		return o.Value.Complex128() == -1
	}
	return o.A.V.Size() == 1 && frontend.Number(c.Wrap(c.Env().Reshape(o.A.V, nil))).Complex128() == -1
}

// frequencies are the multiples of 1/(n·d).
func frequencies(c *frontend.Call, half bool) any {
	device(c)
	e := c.Env()
	n, isInt := c.IntOf(c.Arg("n"))
	if truth, isBool := c.Arg("n").(bool); isBool {
		if !half {
			c.Raise("TypeError", "expected a sequence of integers or a single integer, got '%v'", c.Shown(truth))
		}
		n, isInt = map[bool]int{true: 1}[truth], true
	}
	if a := arrayValue(c.Arg("n")); !isInt || a != nil && !a.Scalar {
		c.Raise("ValueError", "n should be an integer")
	}
	if _, isText := c.Arg("d").(string); isText || !c.Has("d") {
		c.Raise("TypeError", "unsupported operand type(s) for *: 'int' and '%s'", c.TypeName(c.Arg("d")))
	}
	d := mustOperand(c, c.Arg("d"))
	var unit *frontend.Array
	if d.A == nil {
		if n == 0 && arrayValue(c.Arg("n")) == nil || d.Value.Complex128() == 0 {
			c.Raise("ZeroDivisionError", "float division by zero")
		}
		z := 1 / (complex(float64(n), 0) * d.Value.Complex128())
		if d.Scalar == dtype.KindComplex {
			unit = c.Wrap(zeroD(e, z, Complex128))
		} else {
			unit = c.Wrap(zeroD(e, 1/(float64(n)*d.Value.Float64()), Float64))
		}
	} else {
		unit = c.Wrap(apply(c, "true_divide", 1.0, c.Wrap(apply(c, "multiply", n, d.A))))
	}
	if n < 0 && !half {
		c.Raise("ValueError", "negative dimensions are not allowed")
	}
	var ks *ivy.Array
	if half {
		ks = e.Arange(max(n/2+1, 0), Int64)
		if n < 0 {
			ks = e.Empty([]int{0}, Int64)
		}
	} else {
		ks = e.Concat([]*ivy.Array{e.Arange((n-1)/2+1, Int64), e.Arange(-(n / 2), 0, Int64)})
	}
	return c.Wrap(apply(c, "multiply", c.Wrap(ks), unit))
}

// shifted rolls axes by half of their lengths.
func shifted(c *frontend.Call, by func(n int) int) any {
	x, _ := objectOr(c, "x")
	axes, _, ok := integers(c, "axes")
	if !ok {
		for i := range x.Ndim() {
			axes = append(axes, i)
		}
	}
	shifts := make([]int, len(axes))
	for i, a := range axes {
		shifts[i] = by(alongAxis(c, x, a))
	}
	if x.Ndim() == 0 {
		c.Raise("ValueError", "not enough values to unpack (expected 2, got 0)")
	}
	if len(axes) == 0 {
		return c.Wrap(c.Env().CopyArray(x))
	}
	for i, a := range axes {
		x = c.Env().Roll(x, []int{shifts[i]}, ivy.Axis(a))
	}
	return c.Wrap(x)
}

// windowLength returns an argument that is a number, as NumPy makes one of it in an array with others.
func windowLength(c *frontend.Call, name string) complex128 {
	v := c.Arg(name)
	switch v.(type) {
	case nil, string:
		c.Raise("TypeError", "'<' not supported between instances of '%s' and 'int'", c.TypeName(v))
	}
	if x := array(c, name); x.Ndim() == 0 {
		return frontend.Number(c.Wrap(x)).Complex128()
	}
	c.Raise("ValueError", "setting an array element with a sequence.")
	return 0
}

// windowSteps returns how many numbers there are from one to another.
func windowSteps(c *frontend.Call, from, to, step float64) int {
	n := math.Ceil((to - from) / step)
	switch {
	case math.IsNaN(n):
		c.Raise("ValueError", "arange: cannot compute length")
	case n > math.MaxInt64/16:
		c.Raise("ValueError", "Maximum allowed size exceeded")
	}
	count := max(int(n), 0)
	c.Room(count, 8)
	return count
}

// window makes a window of its formula, of the numbers 1−M, 3−M, … below M.
func window(f func(e *ivy.Env, n *ivy.Array, m float64) *ivy.Array) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		e, z := c.Env(), windowLength(c, "M")
		m, d := real(z), Float64
		if mustOperand(c, c.Arg("M")).Dtype.IsComplex() || mustOperand(c, c.Arg("M")).Scalar == dtype.KindComplex {
			d = Complex128
		}
		switch {
		case m < 1 || m == 1 && imag(z) < 0:
			return c.Wrap(e.Empty([]int{0}, d))
		case z == 1:
			return c.Wrap(e.Ones([]int{1}, d))
		case d == Complex128:
			c.Raise("NotImplementedError", "%s() of a complex number", c.Func.Path)
		}
		count := windowSteps(c, 1-m, m, 2)
		n := e.Add(e.Multiply(e.Astype(e.Arange(count, Int64), Float64), zeroD(e, 2, Float64)), zeroD(e, 1-m, Float64))
		return c.Wrap(f(e, n, m))
	}
}

// cosines is a window that is a sum of cosines of multiples of an angle, with these factors.
func cosines(factors ...float64) func(c *frontend.Call) any {
	return window(func(e *ivy.Env, n *ivy.Array, m float64) *ivy.Array {
		c := func(v float64) *ivy.Array { return zeroD(e, v, Float64) }
		z := c(factors[0])
		for k, factor := range factors[1:] {
			angle := e.Divide(e.Multiply(c(float64(k+1)*math.Pi), n), c(m-1))
			z = e.Add(z, e.Multiply(c(factor), e.Cos(angle)))
		}
		return z
	})
}

func kaiser(c *frontend.Call) any {
	e := c.Env()
	m := windowLength(c, "M")
	switch c.Arg("beta").(type) {
	case nil, string:
		c.Raise("TypeError", "unsupported operand type(s) for *: '%s' and 'float'", c.TypeName(c.Arg("beta")))
	}
	beta := array(c, "beta")
	if beta.Ndim() != 0 {
		c.Raise("ValueError", "setting an array element with a sequence.")
	}
	isComplex := beta.Dtype().IsComplex() || array(c, "M").Dtype().IsComplex()
	switch {
	case m == 1:
		return c.Wrap(e.Ones([]int{1}, map[bool]dtype.Dtype{false: Float64, true: Complex128}[isComplex]))
	case isComplex:
		c.Raise("TypeError", "i0 not supported for complex values")
	}
	k := func(v float64) *ivy.Array { return zeroD(e, v, Float64) }
	beta = e.Astype(beta, Float64)
	alpha := (real(m) - 1) / 2
	n := e.Astype(e.Arange(windowSteps(c, 0, real(m), 1), Int64), Float64)
	x := e.Square(e.Divide(e.Subtract(n, k(alpha)), k(alpha)))
	x = e.Multiply(beta, e.Sqrt(e.Subtract(k(1), x)))
	return c.Wrap(e.Divide(bessel.I0(e, x), bessel.I0(e, beta)))
}
