package torch

import (
	"math"
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/frames"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
	"github.com/goivy/goivy/ivy/shape"
)

const (
	fourierOne  = "input, n=None, dim=-1, norm=None, *, out=None"
	fourierTwo  = "input, s=None, dim=None, norm=None, *, out=None"
	ofFrequency = "n, d=1.0, *, " + making
	ofWindow    = "dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False"
)

var fourierFuncs = slices.Concat(fourierRows(), []frontend.Func{
	{Path: "fft.fftfreq", Sig: ofFrequency, Run: frequencies(false)},
	{Path: "fft.rfftfreq", Sig: ofFrequency, Run: frequencies(true)},
	{Path: "fft.fftshift", Sig: "input, dim=None", Run: shifted(func(n int) int { return n / 2 })},
	{Path: "fft.ifftshift", Sig: "input, dim=None", Run: shifted(func(n int) int { return (n + 1) / 2 })},

	{Path: "bartlett_window", Sig: "window_length, periodic=True, *, " + ofWindow, Run: window(bartlett)},
	{Path: "blackman_window", Sig: "window_length, periodic=True, *, " + ofWindow, Run: window(blackman)},
	{Path: "hann_window", Sig: "window_length, periodic=True, *, " + ofWindow, Run: window(func(c *frontend.Call, n *windowSteps) { n.raised(0.5, 0.5) })},
	{Path: "hamming_window", Sig: "window_length, periodic=True, alpha=0.54, beta=0.46, *, " + ofWindow, Run: window(func(c *frontend.Call, n *windowSteps) {
		n.raised(realArg(c, "alpha"), realArg(c, "beta"))
	})},
	{Path: "kaiser_window", Sig: "window_length, periodic=True, beta=12.0, *, " + ofWindow, Run: window(kaiser)},

	{Path: "stft", Sig: "input, n_fft, hop_length=None, win_length=None, window=None, center=True, pad_mode='reflect', normalized=False, onesided=None, return_complex=None, align_to_window=None", Method: true, Run: stft},
	{Path: "istft", Sig: "input, n_fft, hop_length=None, win_length=None, window=None, center=True, normalized=False, onesided=None, length=None, return_complex=False", Method: true, Run: istft},
})

// A fourierKind is a kind of transform.
type fourierKind struct {
	forward bool // to the spectrum
	real    bool // of real numbers and half a spectrum
	swap    bool // with the conjugate of the spectrum: hfft and ihfft, whose signal is the half spectrum's
}

var fourierKinds = map[string]fourierKind{
	"fft": {forward: true}, "ifft": {}, "rfft": {forward: true, real: true}, "irfft": {real: true},
	"hfft": {real: true, swap: true}, "ihfft": {forward: true, real: true, swap: true},
}

func fourierRows() (rows []frontend.Func) {
	for _, name := range strings.Fields("fft ifft rfft irfft hfft ihfft") {
		k := fourierKinds[name]
		rows = append(rows,
			frontend.Func{Path: "fft." + name, Sig: fourierOne, Run: func(c *frontend.Call) any { return k.alongOne(c) }},
			frontend.Func{Path: "fft." + name + "2", Sig: fourierTwo, Run: func(c *frontend.Call) any { return k.alongMany(c) }},
			frontend.Func{Path: "fft." + name + "n", Sig: fourierTwo, Run: func(c *frontend.Call) any { return k.alongMany(c) }})
	}
	return rows
}

// toSignal reports whether the result is real.
func (k fourierKind) toSignal() bool { return k.real && !k.forward }

// operand returns the tensor to transform, in the dtype of the transform.
func (k fourierKind) operand(c *frontend.Call) *ivy.Array {
	a := tensor(c, "input")
	d := a.V.Dtype()
	k.takesReal(c, a)
	switch {
	case a.Half || dtype.Narrow.Has(d):
		c.Raise("RuntimeError", "Unsupported dtype %s", a.Type())
	case !dtype.Inexact.Has(d):
		d = defaultFloat(c.Namespace)
		if dtype.Narrow.Has(d) {
			c.Raise("RuntimeError", "Unsupported dtype %v", d)
		}
	}
	if !(k.real && k.forward) {
		d = d.WithComplex()
	}
	return cast(c.Namespace, a.V, d)
}

// takesReal refuses a complex tensor where the signal is real.
func (k fourierKind) takesReal(c *frontend.Call, a *frontend.Array) {
	if k.real && k.forward && a.V.Dtype().IsComplex() {
		c.Raise("RuntimeError", "%s expects a real input tensor, but got %s", c.Func.Path[len("fft."):], a.Type())
	}
}

// normIsText refuses a norm that is neither None nor a text, before anything else is looked at.
func normIsText(c *frontend.Call) {
	if _, isText := c.Arg("norm").(string); c.Has("norm") && !isText {
		c.Raise("TypeError", "%s(): argument 'norm' must be str, not %s", c.Func.Path, c.TypeName(c.Arg("norm")))
	}
}

// fourierNorm returns the option that scales the inverse transform or the other one.
func fourierNorm(c *frontend.Call) ivy.Norm {
	if !c.Has("norm") {
		return "backward"
	}
	text, _ := c.Arg("norm").(string)
	switch text {
	case "backward", "ortho", "forward":
		return ivy.Norm(text)
	}
	c.Raise("RuntimeError", "Invalid normalization mode: \"%s\"", text)
	return ""
}

// points refuses lengths that there is no transform of.
func points(c *frontend.Call, n int) {
	if n < 1 {
		c.Raise("RuntimeError", "Invalid number of data points (%d) specified", n)
	}
}

// withDims returns a dimension that must be there.
func withDims(c *frontend.Call, d, ndim int) int {
	if ndim == 0 {
		c.Raise("IndexError", "Dimension specified as %d but tensor has no dimensions", d)
	}
	return wrapped(c, d, ndim)
}

func (k fourierKind) alongOne(c *frontend.Call) *frontend.Array {
	var n int
	if c.Has("n") {
		n = countOf(c, "n")
	}
	d := integer(c, "dim")
	normIsText(c)
	if isComplex := tensor(c, "input").V.Dtype().IsComplex(); k.real || !isComplex {
		k.target(c)
	}
	x := k.operand(c)
	d = withDims(c, d, x.Ndim())
	if !c.Has("n") {
		n = x.Shape()[d]
		if k.toSignal() {
			n = 2 * (n - 1)
		}
	}
	points(c, n)
	return k.end(c, k.transform(c, x, []int{d}, []int{n}, fourierNorm(c)))
}

// end writes a result to out=, which must be of its kind.
func (k fourierKind) end(c *frontend.Call, z *ivy.Array) *frontend.Array {
	r := promote.Result{Dtype: z.Dtype()}
	k.target(c)
	name := c.Func.Path[len("fft."):]
	if target := targetOf(c); target != nil && typeOf(target) != r && (name == "ihfft" || name == "ifft" && !tensor(c, "input").V.Dtype().IsComplex()) { // which conjugate into it
		c.Raise("RuntimeError", "Found dtype %s but expected %s", target.Type(), r)
	}
	return out(c, c.Result(z, r))
}

// target refuses an out= of another kind than the result's.
func (k fourierKind) target(c *frontend.Call) {
	target := targetOf(c)
	if target == nil {
		return
	}
	switch name, d := c.Func.Path[len("fft."):], target.V.Dtype(); {
	case k.toSignal() && !d.IsFloat():
		c.Raise("RuntimeError", "%s expects a floating point output tensor, but got %s", name, target.Type())
	case !k.toSignal() && !d.IsComplex():
		c.Raise("RuntimeError", "%s expects a complex output tensor, but got %s", name, target.Type())
	}
}

// transform transforms over dimensions, of these lengths of what is real or all complex.
func (k fourierKind) transform(c *frontend.Call, x *ivy.Array, dims, lengths []int, norm ivy.Norm) *ivy.Array {
	for i, n := range x.Shape() {
		if n == 0 && !slices.Contains(dims, i) {
			c.Raise("RuntimeError", "MKL FFT error: Intel oneMKL DFTI ERROR: Inconsistent configuration parameters")
		}
	}
	e := c.Env()
	last := len(dims) - 1
	switch {
	case !k.real && k.forward:
		return e.FFTN(x, ivy.S(lengths), ivy.Axes(dims), norm)
	case !k.real:
		return e.IFFTN(x, ivy.S(lengths), ivy.Axes(dims), norm)
	case k.forward && !k.swap:
		return e.RFFTN(x, ivy.S(lengths), ivy.Axes(dims), norm)
	case !k.swap:
		return e.IRFFTN(x, ivy.S(lengths), ivy.Axes(dims), norm)
	case k.forward:
		z := e.IHFFT(x, ivy.N(lengths[last]), ivy.Axis(dims[last]), norm)
		if last == 0 {
			return z
		}
		return e.IFFTN(z, ivy.S(lengths[:last]), ivy.Axes(dims[:last]), norm)
	}
	if last > 0 {
		x = e.FFTN(x, ivy.S(lengths[:last]), ivy.Axes(dims[:last]), norm)
	}
	return e.HFFT(x, ivy.N(lengths[last]), ivy.Axis(dims[last]), norm)
}

// intsOrNone returns an argument that is None, an integer or several.
func intsOrNone(c *frontend.Call, name string) (is []int, ok bool) {
	if !c.Has(name) {
		return nil, false
	}
	return sizes(c, name), true
}

func (k fourierKind) alongMany(c *frontend.Call) *frontend.Array {
	dims, hasDims := intsOrNone(c, "dim")
	if strings.HasSuffix(c.Func.Path, "2") {
		noNone(c, "dim")
		if !hasDims {
			dims, hasDims = []int{-2, -1}, true
		}
	}
	s, hasS := intsOrNone(c, "s")
	normIsText(c)
	rank := tensor(c, "input").V.Ndim()
	if !(k.swap && k.forward) { // which looks at the dtype later
		k.takesReal(c, tensor(c, "input"))
	}
	for i := range dims {
		dims[i] = withDims(c, dims[i], rank)
		if slices.Contains(dims[:i], dims[i]) {
			c.Raise("RuntimeError", "FFT dims must be unique")
		}
	}
	if hasS {
		if hasDims && len(dims) != len(s) {
			c.Raise("RuntimeError", "When given, dim and shape arguments must have the same length")
		}
		if len(s) > rank {
			c.Raise("RuntimeError", "Got shape with %d values but input tensor only has %d dimensions.", len(s), rank)
		}
	}
	if !hasDims {
		dims = shape.All(rank)
		if hasS {
			dims = dims[rank-len(s):]
		}
	}
	last := len(dims) - 1
	if k.real && last < 0 {
		c.Raise("RuntimeError", "%s must transform at least one axis", c.Func.Path[len("fft."):])
	}
	x := k.operand(c)
	lengths := make([]int, len(dims))
	for i, d := range dims {
		lengths[i] = x.Shape()[d]
		if k.toSignal() && i == last {
			lengths[i] = 2 * (lengths[i] - 1)
		}
		if hasS && s[i] != -1 {
			lengths[i] = s[i]
		}
		points(c, lengths[i])
	}
	norm := fourierNorm(c)
	if last < 0 { // a copy
		return k.end(c, c.Env().CopyArray(x))
	}
	return k.end(c, k.transform(c, x, dims, lengths, norm))
}

// frequencies makes multiples of 1/(n·d).
func frequencies(half bool) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		n, d := integer(c, "n"), realArg(c, "d")
		made(c)
		r := madeType(c, promote.Result{Dtype: defaultFloat(c.Namespace)})
		switch {
		case !dtype.Inexact.Has(r.Dtype):
			c.Raise("RuntimeError", "%s requires a floating point or complex dtype", c.Func.Path[len("fft."):])
		case r.Dtype.IsComplex():
			c.Raise("NotImplementedError", "\"arange_cpu\" not implemented for '%s'", r)
		}
		count := n
		if half {
			count = n/2 + 1
		}
		if count < 0 {
			c.Raise("RuntimeError", "upper bound and lower bound inconsistent with step sign")
		}
		room([]int{count}, 8)
		w := &windowSteps{e: c.Env(), d: r.Dtype}
		w.v = countedFrom(w.e, 0, 1, count, w.d)
		all := w.v
		if !half && n > 0 {
			w.v = w.e.Concat([]*ivy.Array{w.e.GetItem(all, ivy.Slice(nil, (n+1)/2)), countedFrom(w.e, -float64(n/2), 1, n/2, w.d)})
		}
		if target := targetOf(c); !half && target != nil && target.V.Size() == count {
			if target.V.Ndim() == 0 {
				c.Raise("IndexError", "slice() cannot be applied to a 0-dim tensor.")
			}
			if target.V.Shape()[0] != count { // PyTorch finds the negative ones along the first dimension alone
				w.v = all
			}
		}
		w.scale(1 / (float64(n) * d))
		return countedOut(c, c.Result(w.v, r))
	}
}

// shifted rolls dimensions by parts of their lengths.
func shifted(by func(n int) int) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		a := tensor(c, "input")
		dims, ok := intsOrNone(c, "dim")
		if !ok {
			dims = shape.All(a.V.Ndim())
		}
		x := a.V
		for i := range dims {
			dims[i] = withDims(c, dims[i], x.Ndim())
		}
		if len(dims) == 0 {
			c.Raise("RuntimeError", "`shifts` required")
		}
		for _, d := range dims {
			x = c.Env().Roll(x, []int{by(x.Shape()[d])}, ivy.Axis(d))
		}
		return c.Result(x, typeOf(a))
	}
}

// windowSteps computes a window from the numbers 0, 1, …, rounding to the dtype at each step as PyTorch does.
type windowSteps struct {
	e *ivy.Env
	d dtype.Dtype
	v *ivy.Array
	n int // length
}

func (w *windowSteps) set(v *ivy.Array) { w.v = w.e.Astype(v, w.d) }

// wide returns the dtype that 16-bit floats are computed in, and others themselves.
func (w *windowSteps) wide() dtype.Dtype {
	if dtype.Narrow.Has(w.d) {
		return dtype.Float32
	}
	return w.d
}

// each applies a function to the elements in place, for which PyTorch rounds the number to their dtype.
func (w *windowSteps) each(f func(x, v any, opts ...ivy.Option) *ivy.Array, v float64) {
	w.set(f(w.e.Astype(w.v, w.wide()), w.e.Astype(w.e.Full(nil, v, w.d), w.wide())))
}

func (w *windowSteps) scale(v float64) { w.each(w.e.Multiply, v) }
func (w *windowSteps) add(v float64)   { w.each(w.e.Add, v) }
func (w *windowSteps) cos()            { w.set(w.e.Cos(w.e.Astype(w.v, w.wide()))) }

func (w *windowSteps) raised(alpha, beta float64) {
	w.scale(math.Pi * 2 / float64(w.n-1))
	w.cos()
	w.scale(-beta)
	w.add(alpha)
}

// window makes a window of a length by its formula, one of no more than one element apart; a periodic one is
// the next longer without its last element.
func window(f func(c *frontend.Call, w *windowSteps)) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		n, periodic := integer(c, "window_length"), boolean(c, "periodic")
		for _, pair := range [][2]string{{"alpha", "periodic"}, {"beta", "alpha"}, {"beta", "periodic"}} { // forms of ever more parameters
			if takes(c, pair[0]) && takes(c, pair[1]) && c.Given(pair[0]) && !c.Given(pair[1]) {
				c.Raise("TypeError", "%s() received an invalid combination of arguments", c.Func.Path)
			}
		}
		made(c)
		r := madeType(c, promote.Result{Dtype: defaultFloat(c.Namespace)})
		name := c.Func.Path
		if !dtype.Inexact.Has(r.Dtype) {
			c.Raise("RuntimeError", "%s expects floating point dtypes, got: %s", name, r)
		}
		if n < 0 {
			c.Raise("RuntimeError", "%s requires non-negative window_length, got window_length=%d", name, n)
		}
		room([]int{n}, 8)
		if n <= 1 {
			return c.Result(c.Env().Ones([]int{n}, r.Dtype), r)
		}
		if r.Dtype.IsComplex() {
			c.Raise("NotImplementedError", "\"arange_cpu\" not implemented for '%s'", r)
		}
		w := &windowSteps{e: c.Env(), d: r.Dtype, n: n}
		if periodic {
			w.n++
		}
		w.v = countedFrom(w.e, 0, 1, w.n, w.d)
		f(c, w)
		return c.Result(w.e.GetItem(w.v, ivy.Slice(nil, n)), r)
	}
}

func bartlett(c *frontend.Call, w *windowSteps) {
	w.scale(2 / float64(w.n-1))
	rising := (w.n-1)>>1 + 1
	first := w.e.GetItem(w.v, ivy.Slice(nil, rising))
	w.v = w.e.GetItem(w.v, ivy.Slice(rising, nil))
	w.scale(-1)
	w.add(2)
	w.v = w.e.Concat([]*ivy.Array{first, w.v})
}

func blackman(c *frontend.Call, w *windowSteps) {
	w.scale(math.Pi / float64(w.n-1))
	once, twice := *w, *w
	twice.scale(4)
	twice.cos()
	twice.scale(0.08)
	once.scale(2)
	once.cos()
	once.scale(0.5)
	w.set(w.e.Subtract(w.e.Astype(twice.v, w.wide()), w.e.Astype(once.v, w.wide())))
	w.add(0.42)
}

func kaiser(c *frontend.Call, w *windowSteps) {
	e, d := w.e, w.wide()
	k := func(v float64) *ivy.Array { return e.Full(nil, v, d) }
	beta := realArg(c, "beta")
	x := e.Subtract(e.Multiply(e.Astype(w.v, d), k(2/float64(w.n-1))), k(1))
	y := e.Abs(e.Subtract(k(1), e.Multiply(x, x))) // rounded to a narrow dtype, numbers lie beyond the window
	w.set(e.Multiply(i0(e, e.Multiply(k(beta), e.Sqrt(y))), e.Divide(k(1), i0(e, k(beta)))))
}

// A shortTime is the parameters that stft and istft have in common.
type shortTime struct {
	nfft, hop, width int
	window           *frontend.Array // nil if there is none
	normalized       bool
}

func shortTimeOf(c *frontend.Call) *shortTime {
	s := &shortTime{nfft: integer(c, "n_fft")}
	s.hop, s.width = int(math.Floor(float64(s.nfft)/4)), s.nfft
	if c.Has("hop_length") {
		s.hop = integer(c, "hop_length")
	}
	if c.Has("win_length") {
		s.width = integer(c, "win_length")
	}
	if c.Has("window") {
		if s.window = ours(c.Namespace, c.Arg("window")); s.window == nil {
			c.Raise("TypeError", "%s(): argument 'window' must be Tensor, not %s", c.Func.Path, c.TypeName(c.Arg("window")))
		}
	}
	s.normalized = boolean(c, "normalized")
	for _, name := range []string{"onesided", "return_complex", "align_to_window"} {
		if takes(c, name) && c.Has(name) {
			boolean(c, name)
		}
	}
	if takes(c, "length") && c.Has("length") {
		integer(c, "length")
	}
	return s
}

// check refuses windows that are no vector of the width, and hops and widths out of range.
func (s *shortTime) check(c *frontend.Call, most int) {
	switch {
	case s.hop <= 0 || s.hop > most:
		c.Raise("RuntimeError", "%s: expected hop_length > 0, but got hop_length=%d", c.Func.Path, s.hop)
	case s.width <= 0 || s.width > s.nfft:
		c.Raise("RuntimeError", "%s: expected 0 < win_length <= n_fft, but got win_length=%d", c.Func.Path, s.width)
	case s.window != nil && (s.window.V.Ndim() != 1 || s.window.V.Size() != s.width):
		c.Raise("RuntimeError", "%s: expected a 1D window tensor of size equal to win_length=%d, but got window with size %s", c.Func.Path, s.width, shape.Text(s.window.V.Shape()))
	}
}

// padded returns the window with zeros on both sides, as long as a transform; ones of dtype d if there is none.
func (s *shortTime) padded(e *ivy.Env, d dtype.Dtype) *ivy.Array {
	var w *ivy.Array
	if s.window != nil {
		w = s.window.V
	} else {
		w = e.Ones([]int{s.width}, d)
	}
	left := (s.nfft - s.width) / 2
	return frames.Padded(e, w, -1, left, s.nfft-s.width-left)
}

func (s *shortTime) complexWindow() bool { return s.window != nil && s.window.V.Dtype().IsComplex() }

// promoted multiplies tensors as PyTorch promotes them.
func promoted(c *frontend.Call, x, y *ivy.Array) *ivy.Array {
	return c.Namespace.Call(c.Functions.Must("mul"), c.Wrap(x), c.Wrap(y)).(*frontend.Array).V
}

// pairs returns complex numbers as pairs of real ones.
func pairs(e *ivy.Env, x *ivy.Array) *ivy.Array {
	return e.Stack([]*ivy.Array{e.Real(x), e.Imag(x)}, ivy.Axis(-1))
}

func stft(c *frontend.Call) any {
	center := isTrue(c, "center") // what Python does comes first
	if center && c.Has("align_to_window") {
		c.Raise("RuntimeError", "stft align_to_window should only be set when center = false")
	}
	a := tensor(c, "input")
	if center {
		a = centered(c, a)
	}
	s := shortTimeOf(c)
	align := c.Has("align_to_window") && boolean(c, "align_to_window")
	x := a.V
	isComplex := x.Dtype().IsComplex() || s.complexWindow()
	asComplex := isComplex
	if c.Has("return_complex") {
		asComplex = boolean(c, "return_complex")
	} else if !isComplex {
		c.Raise("RuntimeError", "stft requires the return_complex parameter be given for real inputs, and will further require that return_complex=True in a future PyTorch release.")
	}
	switch {
	case !dtype.Inexact.Has(x.Dtype()):
		c.Raise("RuntimeError", "stft: expected a tensor of floating point or complex values")
	case x.Ndim() < 1 || x.Ndim() > 2:
		c.Raise("RuntimeError", "stft: expected a 1D or 2D tensor")
	}
	length := x.Shape()[x.Ndim()-1]
	if s.nfft <= 0 || s.nfft > length {
		c.Raise("RuntimeError", "stft: expected 0 < n_fft < %d, but got n_fft=%d", length, s.nfft)
	}
	s.check(c, math.MaxInt)
	e := c.Env()
	count := 1 + (length-s.nfft)/s.hop
	if align {
		x, count = s.aligned(c, x)
	}
	z := frames.Cut(e, x, s.nfft, s.hop, count)
	if s.window != nil || s.width < s.nfft {
		z = promoted(c, z, s.padded(e, x.Dtype()))
	}
	if d := z.Dtype(); dtype.Narrow.Has(d) || a.Half {
		c.Raise("RuntimeError", "MKL FFT doesn't support tensors of type: %v", d)
	}
	if z.Size() == 0 {
		c.Raise("RuntimeError", "MKL FFT error: Intel oneMKL DFTI ERROR: Inconsistent configuration parameters")
	}
	onesided := !isComplex
	if c.Has("onesided") {
		onesided = boolean(c, "onesided")
	}
	norm := ivy.Norm("backward")
	if s.normalized {
		norm = "ortho"
	}
	switch {
	case isComplex && onesided:
		c.Raise("RuntimeError", "Cannot have onesided output if window or input is complex")
	case onesided:
		z = e.RFFT(z, norm)
	default:
		z = e.FFT(z, norm)
	}
	z = e.MatrixTranspose(z)
	if !asComplex {
		z = pairs(e, z)
	}
	return c.Result(z, promote.Result{Dtype: z.Dtype()})
}

// aligned returns the signal with zeros on both sides, so that the window begins where the signal does, and how many
// frames it has.
func (s *shortTime) aligned(c *frontend.Call, x *ivy.Array) (*ivy.Array, int) {
	count := 1 + (x.Shape()[x.Ndim()-1]-s.width)/s.hop
	left := (s.nfft - s.width) / 2
	x = frames.Padded(c.Env(), x, -1, left, left)
	if have, need := x.Shape()[x.Ndim()-1], (count-1)*s.hop+s.nfft; need > have {
		c.Raise("RuntimeError", "setStorage: %d elements are out of bounds for storage of %d", need, have)
	}
	return x, count
}

// halfLength returns half of the length of a transform, as Python makes an integer of it.
func halfLength(c *frontend.Call) int {
	half := 0.0
	switch v := c.Arg("n_fft").(type) {
	case bool:
	case int:
		return int(math.Floor(float64(v) / 2))
	case float64:
		half = math.Floor(v / 2)
	default:
		a := ours(c.Namespace, v)
		switch {
		case a == nil:
			c.Raise("TypeError", "unsupported operand type(s) for //: '%s' and 'int'", c.TypeName(v))
		case a.V.Dtype().IsComplex():
			c.Raise("NotImplementedError", "\"div_floor_cpu\" not implemented for '%s'", a.Type())
		case a.V.Size() != 1:
			c.Raise("ValueError", "only one element tensors can be converted to Python scalars")
		}
		half = math.Floor(onlyElement(c, a).Float64() / 2)
	}
	switch {
	case math.IsNaN(half) || math.IsInf(half, 0):
		c.Raise("ValueError", "cannot convert float NaN to integer")
	case math.Abs(half) >= 1<<63:
		c.Raise("TypeError", "pad(): argument 'pad' failed to unpack the object at pos 1")
	}
	return int(half)
}

// centered returns the signal with half a transform's length on both sides.
func centered(c *frontend.Call, a *frontend.Array) *frontend.Array {
	dims := a.V.Shape()
	extended := a
	if n := 3 - len(dims); n > 0 {
		extended = c.Result(c.Env().Reshape(a.V, append(slices.Repeat([]int{1}, n), dims...)), typeOf(a))
	}
	half := halfLength(c)
	z := c.Namespace.Call(c.Functions.Must("nn.functional.pad"), extended, []int{half, half}, c.Arg("pad_mode")).(*frontend.Array)
	if n := 3 - len(dims); n > 0 {
		return c.Result(c.Env().Reshape(z.V, z.V.Shape()[n:]), typeOf(z))
	}
	return z
}

func istft(c *frontend.Call) any {
	a := tensor(c, "input")
	s := shortTimeOf(c)
	center := boolean(c, "center")
	boolean(c, "return_complex")
	x := a.V
	if !x.Dtype().IsComplex() {
		c.Raise("RuntimeError", "istft requires a complex-valued input tensor matching the output from stft with return_complex=True.")
	}
	if x.Size() == 0 {
		c.Raise("RuntimeError", "istft: Input tensor cannot be an empty tensor.")
	}
	if x.Ndim() == 1 {
		c.Raise("IndexError", "Dimension out of range (expected to be in range of [-2, 1], but got -3)")
	}
	if x.Ndim() != 2 && x.Ndim() != 3 {
		c.Raise("RuntimeError", "istft: expected a tensor with 2 or 3 dimensions, but got %d", x.Ndim())
	}
	count, bins := x.Shape()[x.Ndim()-1], x.Shape()[x.Ndim()-2]
	onesided := bins != s.nfft
	if c.Has("onesided") {
		onesided = boolean(c, "onesided")
	}
	if want := map[bool]int{true: s.nfft/2 + 1, false: s.nfft}[onesided]; bins != want {
		c.Raise("RuntimeError", "istft: expected the frequency dimension (3rd to the last) of the input tensor to match %d, but got %d", want, bins)
	}
	s.check(c, s.width)
	e := c.Env()
	y := s.signals(c, e.MatrixTranspose(x), onesided)
	w := s.padded(e, x.Dtype().Component())
	y = frames.Add(e, promoted(c, y, w), s.hop)
	squares := e.BroadcastTo(e.Multiply(w, w), []int{count, s.nfft})
	envelope := frames.Add(e, squares, s.hop)
	expected := s.nfft + s.hop*(count-1)
	start, end := 0, expected
	if center {
		start, end = s.nfft/2, expected-s.nfft/2
	}
	if c.Has("length") {
		end = start + integer(c, "length")
	}
	part := ivy.Slice(min(start, expected), max(min(end, expected), min(start, expected)))
	y, envelope = e.GetItem(y, ivy.Ellipsis, part), e.GetItem(envelope, part)
	if envelope.Size() == 0 {
		c.Raise("RuntimeError", "min(): Expected reduction dim 0 to have non-zero size.")
	}
	if !(s.lowest(e, envelope) > 1e-11) {
		c.Raise("RuntimeError", "istft: window overlap add min: 1")
	}
	y = e.Divide(y, e.Astype(envelope, y.Dtype()))
	if end > expected {
		y = frames.Padded(e, y, -1, 0, end-expected)
	}
	return c.Result(y, promote.Result{Dtype: y.Dtype()})
}

// lowest returns the least magnitude, which is no part of a derivative.
func (s *shortTime) lowest(e *ivy.Env, x *ivy.Array) float64 {
	return e.Astype(e.Min(e.Abs(e.StopGradient(x))), dtype.Float64).Float()
}

// signals returns the inverse transforms of spectra along the last axis.
func (s *shortTime) signals(c *frontend.Call, x *ivy.Array, onesided bool) *ivy.Array {
	e := c.Env()
	norm := ivy.Norm("backward")
	if s.normalized {
		norm = "ortho"
	}
	if boolean(c, "return_complex") {
		if onesided {
			c.Raise("RuntimeError", "Cannot have onesided output if window or input is complex")
		}
		return e.IFFT(x, norm)
	}
	if s.complexWindow() {
		c.Raise("RuntimeError", "Complex windows are incompatible with return_complex=False")
	}
	return e.IRFFT(e.GetItem(x, ivy.Ellipsis, ivy.Slice(nil, s.nfft/2+1)), ivy.N(s.nfft), norm)
}
