package tensorflow

import (
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/frames"
	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
	"github.com/goivy/goivy/ivy/shape"
)

var signal = slices.Concat(fourierRows(), []frontend.Func{
	{Path: "signal.fftshift", Sig: "x, axes=None, name=None", Run: func(c *frontend.Call) any { return shifted(c, func(n int) int { return n / 2 }) }},
	{Path: "signal.ifftshift", Sig: "x, axes=None, name=None", Run: func(c *frontend.Call) any { return shifted(c, func(n int) int { return -(n / 2) }) }},

	{Path: "signal.hann_window", Sig: "window_length, periodic=True, dtype='float32', name=None", Run: func(c *frontend.Call) any { return raisedCosine(c, 0.5, 0.5) }},
	{Path: "signal.hamming_window", Sig: "window_length, periodic=True, dtype='float32', name=None", Run: func(c *frontend.Call) any { return raisedCosine(c, 0.54, 0.46) }},
	{Path: "signal.kaiser_window", Sig: "window_length, beta=12.0, dtype='float32', name=None", Run: func(c *frontend.Call) any {
		n, d := windowLength(c)
		return result(c, kaiser(c, n, d), false)
	}},
	{Path: "signal.kaiser_bessel_derived_window", Sig: "window_length, beta=12.0, dtype='float32', name=None", Run: func(c *frontend.Call) any {
		e := c.Env()
		n, d := windowLength(c)
		half := int(math.Floor(float64(n) / 2))
		sums := e.CumulativeSum(kaiser(c, half+1, d), ivy.Axis(0))
		rising := e.Sqrt(e.Divide(e.GetItem(sums, ivy.Slice(nil, -1)), e.GetItem(sums, -1)))
		return result(c, e.Concat([]*ivy.Array{rising, e.Flip(rising)}), false)
	}},
	{Path: "signal.vorbis_window", Sig: "window_length, dtype='float32', name=None", Run: func(c *frontend.Call) any {
		e := c.Env()
		n, d := windowLength(c)
		k := func(v float64) *ivy.Array { return e.Full(nil, v, d) }
		x := e.Sin(e.Multiply(e.Divide(k(math.Pi), k(float64(n))), e.Add(counts(c, n, d), k(0.5))))
		return result(c, e.Sin(e.Multiply(k(math.Pi/2), e.Pow(x, k(2)))), false)
	}},

	{Path: "signal.frame", Sig: "signal, frame_length, frame_step, pad_end=False, pad_value=0, axis=-1, name=None", Run: func(c *frontend.Call) any {
		x := vectors(c, "signal", 1)
		size, step, axis := scalar(c, "frame_length"), scalar(c, "frame_step"), scalar(c, "axis")
		return result(c, frame(c, x, size, step, frameAxis(c, axis, x.Ndim())), false)
	}},
	{Path: "signal.overlap_and_add", Sig: "signal, frame_step, name=None", Run: func(c *frontend.Call) any {
		x := vectors(c, "signal", 2)
		return result(c, overlapped(c, x, scalar(c, "frame_step")), false)
	}},
	{Path: "signal.stft", Sig: "signals, frame_length, frame_step, fft_length=None, window_fn=None, pad_end=False, name=None", Calls: true, Run: func(c *frontend.Call) any {
		x := vectors(c, "signals", 1)
		size, step := scalar(c, "frame_length"), scalar(c, "frame_step")
		n := -1
		if !c.Has("fft_length") {
			n = enclosing(c, size)
		}
		z := frame(c, x, size, step, x.Ndim()-1)
		if w := windowOf(c, "window_fn", "signal.hann_window"); w != nil {
			length := z.Shape()[z.Ndim()-1]
			ofInt32(c, "window_fn", size)
			z = times(c, z, w(length, z.Dtype()))
		}
		if d := z.Dtype(); d != dtype.Float32 && d != dtype.Float64 {
			c.Raise(valueError, "RFFT requires tf.float32 or tf.float64 inputs, got: %v", d)
		}
		if n < 0 {
			n = transformLength(c)
		}
		return call(c, "signal.rfft", result(c, z, false), []int{n})
	}, Doc: "The window is Hann's unless told, none for None."},
	{Path: "signal.inverse_stft", Sig: "stfts, frame_length, frame_step, fft_length=None, window_fn=None, name=None", Calls: true, Run: func(c *frontend.Call) any {
		x := vectors(c, "stfts", 2)
		length, step := scalar(c, "frame_length"), scalar(c, "frame_step")
		if c.Has("fft_length") {
			scalar(c, "fft_length")
		}
		n := -1
		if !c.Has("fft_length") {
			n = enclosing(c, length)
		}
		if !x.Dtype().IsComplex() {
			c.Raise(valueError, "IRFFT requires tf.complex64 or tf.complex128 inputs, got: %v", x.Dtype())
		}
		if n < 0 {
			n = transformLength(c)
		}
		y := call(c, "signal.irfft", result(c, x, false), []int{n}).V
		size := wholeFrame(c, length)
		y = resized(c.Env(), y, size)
		if w := windowOf(c, "window_fn", "signal.hann_window"); w != nil {
			ofInt32(c, "window_fn", length)
			y = times(c, y, w(size, x.Dtype().Component()))
		}
		return result(c, overlapped(c, y, step), false)
	}, Doc: "The window is Hann's unless told, none for None."},
	{Path: "signal.inverse_stft_window_fn", Sig: "frame_step, forward_window_fn=None, name=None", Calls: true, Out: frontend.Value, Run: func(c *frontend.Call) any {
		n, step, forward := c.Namespace, c.Int("frame_step"), windowOf(c, "forward_window_fn", "signal.hann_window")
		return frontend.Callable(func(args ...any) any { return inverseWindow(n, forward, step, args) })
	}, Doc: "The result is a function of frame_length and dtype. The forward window is Hann's unless told."},

	{Path: "signal.dct", Sig: "input, type=2, n=None, axis=-1, norm=None, name=None", Run: func(c *frontend.Call) any { return cosine(c, false) }},
	{Path: "signal.idct", Sig: "input, type=2, n=None, axis=-1, norm=None, name=None", Run: func(c *frontend.Call) any { return cosine(c, true) }},
	{Path: "signal.mdct", Sig: "signals, frame_length, window_fn=None, pad_end=False, norm=None, name=None", Calls: true, Run: mdct, Doc: "The window is Vorbis' unless told, none for None."},
	{Path: "signal.inverse_mdct", Sig: "mdcts, window_fn=None, norm=None, name=None", Calls: true, Run: inverseMDCT, Doc: "The window is Vorbis' unless told, none for None."},
	{Path: "signal.linear_to_mel_weight_matrix", Sig: "num_mel_bins=20, num_spectrogram_bins=129, sample_rate=8000, lower_edge_hertz=125.0, upper_edge_hertz=3800.0, dtype='float32', name=None", Run: melWeights},
})

// fourierRows are the transforms over the last axes.
func fourierRows() (rows []frontend.Func) {
	for i, suffix := range []string{"", "2d", "3d"} {
		rank := i + 1
		rows = append(rows,
			frontend.Func{Path: "signal.fft" + suffix, Sig: "input, name=None", Run: func(c *frontend.Call) any { return complexTransform(c, rank, c.Env().FFTN) }},
			frontend.Func{Path: "signal.ifft" + suffix, Sig: "input, name=None", Run: func(c *frontend.Call) any { return complexTransform(c, rank, c.Env().IFFTN) }},
			frontend.Func{Path: "signal.rfft" + suffix, Sig: "input_tensor, fft_length=None, name=None", Run: func(c *frontend.Call) any { return toSpectrum(c, rank) }},
			frontend.Func{Path: "signal.irfft" + suffix, Sig: "input_tensor, fft_length=None, name=None", Run: func(c *frontend.Call) any { return toSignal(c, rank) }})
	}
	return rows
}

// lastAxes are the numbers of so many last axes.
func lastAxes(x *ivy.Array, rank int) ivy.Axes { return ivy.Axes(shape.All(x.Ndim())[x.Ndim()-rank:]) }

// preferring returns an argument as a tensor; numbers and lists become one of dtype d if they can.
func preferring(c *frontend.Call, name string, d dtype.Dtype) *ivy.Array {
	return toTensor(c, preferred(c, get(c, name), d)).V
}

// preferred is preferring of an input.
func preferred(c *frontend.Call, o input, d dtype.Dtype) input {
	if o.a != nil || o.text || !fits(&o, d) {
		return o
	}
	return input{Arg: promote.Array(d), a: result(c, o.as(c.Namespace, d), false)}
}

// converting returns an argument as a tensor of dtype d: others do not become one.
func converting(c *frontend.Call, name string, d dtype.Dtype) *ivy.Array {
	o := get(c, name)
	switch {
	case o.text:
		c.Raise(typeError, "Cannot convert %s to EagerTensor of dtype %v", c.Shown(c.Arg(name)), d)
	case o.a != nil && o.a.V.Dtype() != d:
		c.Raise(valueError, "%s: Tensor conversion requested dtype %v for Tensor with dtype %v", name, d, o.a.V.Dtype())
	}
	converted(d, &o)
	return o.as(c.Namespace, d)
}

func complexTransform(c *frontend.Call, rank int, f func(x any, opts ...ivy.Option) *ivy.Array) any {
	named(c)
	o := get(c, "input")
	if o.Scalar == dtype.KindBool && o.list == nil {
		c.Raise(typeError, "Cannot convert %s to EagerTensor of dtype complex64", c.Shown(c.Arg("input")))
	}
	if o.Scalar != dtype.KindComplex { // these are of complex128 by themselves
		o = preferred(c, o, dtype.Complex64)
	}
	x := toTensor(c, o).V
	switch {
	case !x.Dtype().IsComplex():
		c.Raise(invalidArgument, "Value for attr 'Tcomplex' of %v is not in the list of allowed values: complex64, complex128", x.Dtype())
	case x.Ndim() < rank:
		c.Raise(invalidArgument, "Input must have rank of at least %d but got: %v", rank, x.Shape())
	case x.Size() == 0:
		return result(c, c.Env().Zeros(x.Shape(), x.Dtype()), false)
	}
	return result(c, f(x, lastAxes(x, rank)), false)
}

// fourierLengths returns the argument fft_length, or the lengths without it.
func fourierLengths(c *frontend.Call, rank int, otherwise []int) []int {
	if !c.Has("fft_length") {
		return otherwise
	}
	o := get(c, "fft_length")
	switch {
	case o.a != nil && o.Dtype != dtype.Int32:
		c.Raise(valueError, "Tensor conversion requested dtype int32 for Tensor with dtype %v", o.Dtype)
	case o.vacant():
		c.Raise(invalidArgument, "fft_length must have shape [%d]", rank)
	case o.Scalar == dtype.KindFloat || o.Scalar == dtype.KindComplex || o.Scalar == dtype.KindBool || o.text:
		c.Raise(typeError, "Cannot convert %s to EagerTensor of dtype int32", c.Shown(c.Arg("fft_length")))
	}
	if x := o.as(c.Namespace, dtype.Int32); x.Ndim() > 1 && x.Size() > 1 {
		c.Raise(valueError, "The truth value of an array with more than one element is ambiguous.")
	} else if x.Ndim() != 1 {
		c.Raise(typeError, "iteration over a 0-d array: %s", c.Shown(c.Arg("fft_length")))
	}
	var s []int
	if o.a != nil {
		for _, n := range ivy.Values[int32](o.a.V) {
			s = append(s, int(n))
		}
	} else {
		s, _, _ = c.Ints("fft_length")
	}
	if len(s) != rank {
		c.Raise(invalidArgument, "fft_length must have shape [%d]", rank)
	}
	for _, n := range s {
		if n < 0 {
			c.Raise(invalidArgument, "fft_length[] must >= 0, but got: %d", n)
		}
	}
	return s
}

func toSpectrum(c *frontend.Call, rank int) any {
	named(c)
	if get(c, "input_tensor").text {
		c.Raise(valueError, "RFFT requires tf.float32 or tf.float64 inputs, got: a string")
	}
	x := preferring(c, "input_tensor", dtype.Float32)
	d := x.Dtype()
	if d != dtype.Float32 && d != dtype.Float64 {
		c.Raise(valueError, "RFFT requires tf.float32 or tf.float64 inputs, got: %v", d)
	}
	if x.Ndim() < rank {
		c.Raise(valueError, "Shape %v must have rank at least %d", x.Shape(), rank)
	}
	outer, inner := x.Shape()[:x.Ndim()-rank], x.Shape()[x.Ndim()-rank:]
	s := fourierLengths(c, rank, inner)
	dims := append(slices.Clone(outer), s...)
	dims[len(dims)-1] = s[rank-1]/2 + 1
	if slices.Contains(s, 0) || x.Size() == 0 {
		if slices.Contains(s, 0) && s[rank-1] == 0 {
			dims[len(dims)-1] = 0
		}
		for i, n := range inner {
			if n < s[i] {
				c.Raise(invalidArgument, "Input dimension %d must have length of at least %d but got: %d", i, s[i], n)
			}
		}
		return result(c, c.Env().Zeros(dims, d.WithComplex()), false)
	}
	return result(c, c.Env().RFFTN(x, ivy.S(s), lastAxes(x, rank)), false)
}

func toSignal(c *frontend.Call, rank int) any {
	named(c)
	if get(c, "input_tensor").text {
		c.Raise(valueError, "Shape () must have rank at least %d", rank)
	}
	x := preferring(c, "input_tensor", dtype.Complex64)
	if x.Ndim() < rank {
		c.Raise(valueError, "Shape %v must have rank at least %d", x.Shape(), rank)
	}
	if !x.Dtype().IsComplex() {
		c.Raise(valueError, "IRFFT requires tf.complex64 or tf.complex128 inputs, got: %v", x.Dtype())
	}
	outer, inner := x.Shape()[:x.Ndim()-rank], slices.Clone(x.Shape()[x.Ndim()-rank:])
	lengths := slices.Clone(inner)
	lengths[rank-1] = max(0, 2*(inner[rank-1]-1))
	s := fourierLengths(c, rank, lengths)
	if slices.Contains(s, 0) || x.Size() == 0 {
		for i, n := range inner {
			need := s[i]
			if i == rank-1 && need > 0 {
				need = need/2 + 1
			}
			if n < need {
				c.Raise(invalidArgument, "Input dimension %d must have length of at least %d but got: %d", i, need, n)
			}
		}
		return result(c, c.Env().Zeros(append(slices.Clone(outer), s...), x.Dtype().Component()), false)
	}
	return result(c, c.Env().IRFFTN(x, ivy.S(s), lastAxes(x, rank)), false)
}

// shifted rolls axes by parts of their lengths.
func shifted(c *frontend.Call, by func(n int) int) any {
	named(c)
	t := tensor(c, "x")
	x, rank := t.V, t.V.Ndim()
	if rank == 0 {
		c.Raise(invalidArgument, "input must be 1-D or higher")
	}
	axes := shape.All(rank)
	if c.Has("axes") {
		axes = shiftedAxes(c)
	}
	for _, axis := range axes {
		if axis < -rank || axis >= rank {
			c.Raise(invalidArgument, "slice index %d of dimension 0 out of bounds.", axis)
		}
	}
	for _, axis := range axes {
		x = c.Env().Roll(x, []int{by(x.Shape()[(axis+rank)%rank])}, ivy.Axis(axis))
	}
	return result(c, x, false)
}

// shiftedAxes returns the argument axes.
func shiftedAxes(c *frontend.Call) []int {
	o := get(c, "axes")
	d, number := dtypeOf(c, o), o.a == nil
	switch {
	case o.vacant():
		return nil
	case o.text || d == dtype.Bool && !number || d.IsFloat() && number && modeOf(c.Namespace) == "":
		c.Raise(typeError, "%s(): axes are %s", c.Func.Path, c.Shown(c.Arg("axes")))
	case d == dtype.Bool:
		c.Raise(valueError, "%s(): axes are %s", c.Func.Path, c.Shown(c.Arg("axes")))
	case !d.IsInteger():
		c.Raise(invalidArgument, "%s(): axes are %s", c.Func.Path, c.Shown(c.Arg("axes")))
	}
	x := toTensor(c, o).V
	var axes []int
	for _, n := range ivy.Values[int64](c.Env().Astype(c.Env().Reshape(x, []int{x.Size()}), dtype.Int64)) {
		axes = append(axes, int(n))
	}
	return axes
}

func isTensor(c *frontend.Call, v any) bool {
	a, _ := v.(*frontend.Array)
	return a != nil || c.Own(v) != nil
}

// vectors returns an argument as a tensor that has so many axes at least.
func vectors(c *frontend.Call, name string, rank int) *ivy.Array {
	if get(c, name).text {
		c.Raise(valueError, "Shape () must have rank at least %d", rank)
	}
	x := tensor(c, name).V
	if x.Ndim() < rank {
		c.Raise(valueError, "Shape %v must have rank at least %d", x.Shape(), rank)
	}
	return x
}

// scalar returns an argument that has no axes.
func scalar(c *frontend.Call, name string) input {
	o := get(c, name)
	if o.list != nil || o.a != nil && o.a.V.Ndim() > 0 {
		c.Raise(valueError, "%s(): %s must have rank 0", c.Func.Path, name)
	}
	return o
}

// dtypeOf returns the dtype of an input as a tensor, Invalid of a string.
func dtypeOf(c *frontend.Call, o input) dtype.Dtype {
	if o.text {
		return dtype.Invalid
	}
	return toTensor(c, o).V.Dtype()
}

// strongly returns an input as a tensor that is not weak.
func strongly(c *frontend.Call, o input) *frontend.Array { return result(c, toTensor(c, o).V, false) }

// valueOf returns the number of an input of one element, which is no complex one.
func valueOf(c *frontend.Call, o input) float64 {
	return reading.Float(c.Env().Reshape(c.Env().Astype(toTensor(c, o).V, dtype.Float64), []int{}))
}

// ofInt32 refuses another length than one of int32 for TensorFlow's own windows.
func ofInt32(c *frontend.Call, name string, o input) {
	if _, own := c.Arg(name).(*frontend.Func); !own && c.Given(name) {
		return
	}
	if d := dtypeOf(c, o); d != dtype.Int32 {
		c.Raise(valueError, "Tensor conversion requested dtype int32 for Tensor with dtype %v", d)
	}
}

// wholeFrame returns the length of frames that inverse_stft cuts off.
func wholeFrame(c *frontend.Call, o input) int {
	d := dtypeOf(c, o)
	switch {
	case d.IsFloat() && modeOf(c.Namespace) != "":
		c.Raise(indexError, "%s(): frame_length is %v", c.Func.Path, d)
	case !d.IsInteger():
		c.Raise(typeError, "%s(): frame_length is %v", c.Func.Path, d)
	case flexible(c.Namespace) && d != dtype.Int32 && d != dtype.Int64:
		c.Raise(invalidArgument, "%s(): frame_length is %v", c.Func.Path, d)
	}
	return int(valueOf(c, o))
}

// windowLength returns the arguments window_length and dtype.
func windowLength(c *frontend.Call) (n int, d dtype.Dtype) {
	named(c)
	d = dtypeArg(c, "dtype")
	if !d.IsFloat() {
		c.Raise(valueError, "dtype must be a floating point type. Found %v", d)
	}
	length := converting(c, "window_length", dtype.Int32)
	if length.Ndim() > 0 {
		c.Raise(valueError, "window_length must have rank 0")
	}
	return length.Int(), d
}

// counts are the numbers from 0 below n.
func counts(c *frontend.Call, n int, d dtype.Dtype) *ivy.Array {
	if n < 0 {
		c.Raise(invalidArgument, "Requires start <= limit when delta > 0: 0/%d", n)
	}
	c.Room(n, 8)
	return c.Env().Astype(c.Env().Arange(n, dtype.Int64), d)
}

func raisedCosine(c *frontend.Call, a, b float64) any {
	e := c.Env()
	n, d := windowLength(c)
	if n == 1 {
		return result(c, e.Ones([]int{1}, d), false)
	}
	always := converting(c, "periodic", dtype.Bool)
	if always.Ndim() > 0 {
		c.Raise(valueError, "periodic must have rank 0")
	}
	periodic := always.Bool()
	last := n - 1
	if periodic && n%2 == 0 {
		last++
	}
	k := func(v float64) *ivy.Array { return e.Full(nil, v, d) }
	angle := e.Divide(e.Multiply(k(2*math.Pi), counts(c, n, d)), k(float64(last)))
	return result(c, e.Subtract(k(a), e.Multiply(k(b), e.Cos(angle))), false)
}

// kaiser is Kaiser's window of n points, of the argument beta.
func kaiser(c *frontend.Call, n int, d dtype.Dtype) *ivy.Array {
	e := c.Env()
	if n == 1 {
		return e.Ones([]int{1}, d)
	}
	if n < 1 {
		c.Raise(invalidArgument, "Requires start <= limit when delta > 0: a window of %d points", n)
	}
	if d == dtype.BFloat16 {
		c.Raise(notFound, "Could not find device for node: {{node BesselI0e}} = BesselI0e[T=DT_BFLOAT16]")
	}
	k := func(v float64) *ivy.Array { return e.Full(nil, v, d) }
	if get(c, "beta").text {
		c.Raise(unimplemented, "Cast string to %v is not supported", d)
	}
	beta := cast(c.Namespace, tensor(c, "beta").V, d)
	half := float64(n-1) / 2
	arg := e.Subtract(counts(c, n, dtype.Float32), e.Full(nil, half, dtype.Float32))
	x := e.Square(e.Divide(e.Astype(arg, d), k(half)))
	num := e.Multiply(beta, e.Sqrt(e.Maximum(k(0), e.Subtract(k(1), x))))
	return e.Multiply(e.Exp(e.Subtract(num, beta)), e.Divide(e.I0e(num), e.I0e(beta)))
}

// frameAxis returns the argument axis of so many.
func frameAxis(c *frontend.Call, o input, rank int) int {
	if d := dtypeOf(c, o); !d.IsInteger() && d != dtype.Bool {
		c.Raise(typeError, "list indices must be integers or slices, not %v", d)
	}
	axis := int(valueOf(c, o))
	if axis < -rank || axis >= rank {
		c.Raise(indexError, "range object index out of range")
	}
	return (axis + rank) % rank
}

// frame cuts an axis into frames. Their number is computed as TensorFlow does, by operators on tensors of the arguments' dtypes.
func frame(c *frontend.Call, x *ivy.Array, sizes, steps input, axis int) *ivy.Array {
	e := c.Env()
	x = e.MoveAxis(x, []int{axis}, []int{-1})
	length := x.Shape()[x.Ndim()-1]
	padEnd := holds(c, "pad_end")
	ds, dt := dtypeOf(c, sizes), dtypeOf(c, steps)
	switch {
	case !padEnd && sizes.text, dt.IsComplex(), padEnd && steps.text, !padEnd && ds.IsComplex() && !steps.text:
		c.Raise(typeError, "%s(): frames of %v, %v apart", c.Func.Path, ds, dt)
	case steps.text:
		c.Raise("UFuncTypeError", "ufunc 'add' did not contain a loop with a string")
	case !padEnd && ds == dtype.Bool:
		c.Raise(typeError, "Cannot convert 0 to EagerTensor of dtype bool")
	case padEnd && dt.IsUnsigned() && length > 0:
		c.Raise(overflowError, "Python integer %d out of bounds for %v", -length, dt)
	}
	step := strongly(c, steps)
	var count *frontend.Array
	if padEnd {
		fill := padValue(c, x)
		count = call(c, ".__neg__", call(c, ".__floordiv__", -length, step))
		if sizes.text && modeOf(c.Namespace) == "legacy" {
			c.Raise(unimplemented, "Cast string to %v is not supported", count.V.Dtype())
		}
		if sizes.text || ds == dtype.Bool && modeOf(c.Namespace) == "" || ds.IsComplex() {
			c.Raise(invalidArgument, "%s(): frames of %v", c.Func.Path, ds)
		}
		end := call(c, ".__add__", strongly(c, sizes), call(c, ".__mul__", step, call(c, ".__sub__", count, 1)))
		more := call(c, "maximum", 0, call(c, ".__sub__", end, length))
		if d := more.V.Dtype(); d != dtype.Int32 && d != dtype.Int64 || d == dtype.Int64 && count.V.Dtype() != d {
			c.Raise(invalidArgument, "%s(): paddings of %v", c.Func.Path, d)
		}
		c.Room(more.V.Int(), 8)
		x = paddedEnd(c, x, fill, more.V.Int())
	} else {
		count = call(c, ".__floordiv__", call(c, ".__sub__", length, strongly(c, sizes)), step)
		count = call(c, "maximum", result(c, e.Zeros(nil, ds), false), call(c, ".__add__", 1, count))
	}
	switch {
	case !ds.IsInteger() || !dt.IsInteger():
		c.Raise(valueError, "a must be an integer type. Got: %v", ds)
	case ds == dtype.Uint8 || ds == dtype.Uint64:
		c.Raise(invalidArgument, "%s(): frames of %v", c.Func.Path, ds)
	case ds != dtype.Int32 && ds != dtype.Int64:
		c.Raise(notFound, "range() has no kernel for %v", ds)
	}
	size, apart, n := int(valueOf(c, sizes)), step.V.Int(), count.V.Int()
	have := x.Shape()[x.Ndim()-1]
	if n < 0 || size < 0 || n > 0 && size > 0 && (have < size || (n-1)*apart < 0 || (n-1)*apart+size > have) {
		c.Raise(invalidArgument, "%s(): %d frames of %d elements, %d apart, of %d", c.Func.Path, n, size, apart, have)
	}
	var z *ivy.Array
	if n*size == 0 {
		s := slices.Clone(x.Shape())
		z = e.Zeros(append(s[:len(s)-1], n, size), x.Dtype())
	} else {
		z = frames.Cut(e, x, size, max(apart, 1), n)
	}
	return e.MoveAxis(z, []int{-2, -1}, []int{axis, axis + 1})
}

// padValue returns the argument pad_value of frame, 0 in other functions, as an element of x.
func padValue(c *frontend.Call, x *ivy.Array) *ivy.Array {
	if c.Func.Path != "signal.frame" {
		return number(c.Env(), x, 0)
	}
	fill := converting(c, "pad_value", x.Dtype())
	if fill.Ndim() > 0 {
		c.Raise(valueError, "pad_value must have rank 0")
	}
	return fill
}

// paddedEnd returns x with n more elements along the last axis.
func paddedEnd(c *frontend.Call, x, fill *ivy.Array, n int) *ivy.Array {
	if n == 0 {
		return x
	}
	dims := slices.Clone(x.Shape())
	dims[len(dims)-1] = n
	return c.Env().Concat([]*ivy.Array{x, c.Env().BroadcastTo(fill, dims)}, ivy.Axis(-1))
}

// overlapped adds up frames.
func overlapped(c *frontend.Call, x *ivy.Array, steps input) *ivy.Array {
	if d := dtypeOf(c, steps); !d.IsInteger() {
		c.Raise(valueError, "frame_step must be an integer. Got %v", d)
	}
	return added(c, x, int(valueOf(c, steps)))
}

// added adds up frames that are so many elements apart.
func added(c *frontend.Call, x *ivy.Array, step int) *ivy.Array {
	n := x.Shape()[x.Ndim()-2]
	switch last := x.Shape()[x.Ndim()-1]; {
	case step == last && step == 0: // there is nothing to add
		return c.Env().Reshape(x, append(slices.Clone(x.Shape()[:x.Ndim()-2]), 0))
	case step == -1 && last == 0 && n > 0 && n < 3: // which TensorFlow takes for a length that it is to find
		redSum.check(c.Func.Path, x.Dtype())
		return c.Env().Zeros(append(slices.Clone(x.Shape()[:x.Ndim()-2]), n-1), x.Dtype())
	case step <= 0:
		c.Raise(invalidArgument, "%s(): frames %d apart", c.Func.Path, step)
	case step != last:
		redSum.check(c.Func.Path, x.Dtype())
	}
	return frames.Add(c.Env(), x, step)
}

// enclosing returns the power of two that holds a frame.
func enclosing(c *frontend.Call, o input) int {
	d := dtypeOf(c, o)
	if !d.IsInteger() && !d.IsFloat() {
		c.Raise(typeError, "%s(): frame_length is %v", c.Func.Path, d)
	}
	switch size := valueOf(c, o); {
	case size == 0:
		return 0
	case !(size > 0):
		c.Raise(valueError, "cannot convert float NaN to integer")
	case math.IsInf(size, 1):
		c.Raise(overflowError, "cannot convert float infinity to integer")
	default:
		return int(math.Pow(2, math.Ceil(math.Log(size)/math.Log(2))))
	}
	return 0
}

// transformLength returns the argument fft_length, of which any number makes an integer.
func transformLength(c *frontend.Call) int {
	o := get(c, "fft_length")
	switch {
	case o.text:
		c.Raise(unimplemented, "Cast string to int32 is not supported")
	case o.vacant():
		c.Raise(invalidArgument, "fft_length must have shape [1]")
	case o.a != nil && o.a.V.Size() != 1:
		c.Raise(valueError, "%s(): fft_length is %s", c.Func.Path, c.Shown(c.Arg("fft_length")))
	case o.list != nil || o.a != nil && o.a.V.Ndim() > 0:
		c.Raise(typeError, "%s(): fft_length is %s", c.Func.Path, c.Shown(c.Arg("fft_length")))
	}
	return int(valueOf(c, o))
}

// resized returns x with n elements along the last axis: cut, or filled up with zeros.
func resized(e *ivy.Env, x *ivy.Array, n int) *ivy.Array {
	if have := x.Shape()[x.Ndim()-1]; n > have {
		return frames.Padded(e, x, -1, 0, n-have)
	}
	return e.GetItem(x, ivy.Ellipsis, ivy.Slice(nil, n))
}

// times multiplies by a window, which is of the dtype.
func times(c *frontend.Call, x, w *ivy.Array) *ivy.Array {
	return call(c, "multiply", result(c, x, false), result(c, w, false)).V
}

// A windowFunc makes a window.
type windowFunc func(n int, d dtype.Dtype) *ivy.Array

// windowOf returns an argument that is a function of a length and, by its name, a dtype: that of a path if it is not
// given, nil for None.
func windowOf(c *frontend.Call, name, otherwise string) windowFunc {
	n := c.Namespace
	row := func(f *frontend.Func) windowFunc {
		return func(length int, d dtype.Dtype) *ivy.Array {
			return n.Call(f, length, frontend.Named{Name: "dtype", Value: d}).(*frontend.Array).V
		}
	}
	if !c.Given(name) {
		return row(c.Functions.Must(otherwise))
	}
	switch f := c.Arg(name).(type) {
	case nil:
		return nil
	case *frontend.Func:
		return row(f)
	case func(length int, d dtype.Dtype) *Tensor:
		return func(length int, d dtype.Dtype) *ivy.Array { return f(length, d).V }
	case frontend.Callable:
		return func(length int, d dtype.Dtype) *ivy.Array {
			o := inputOf(n, f(length, frontend.Named{Name: "dtype", Value: d}))
			return o.as(n, d)
		}
	}
	c.Raise(typeError, "'%s' object is not callable", c.TypeName(c.Arg(name)))
	return nil
}

// inverseWindow is the window with which frames of a short-time transform with the forward window add up to the signal.
func inverseWindow(n *frontend.Namespace, forward windowFunc, step int, args []any) any {
	var length int
	var d dtype.Dtype
	parse := &frontend.Func{Path: "signal.inverse_stft_window_fn", Sig: "frame_length, dtype", Out: frontend.Value, Run: func(c *frontend.Call) any {
		length, d = c.Int("frame_length"), dtypeArg(c, "dtype")
		if forward == nil {
			c.Raise(typeError, "'NoneType' object is not callable")
		}
		if step <= 0 || length < 0 {
			c.Raise(invalidArgument, "frames of %d elements, %d apart", length, step)
		}
		e := c.Env()
		w := forward(length, d)
		count := (length + step - 1) / step
		sums := e.Reshape(resized(e, e.Square(w), count*step), []int{count, step})
		sums = e.Sum(sums, ivy.Axis(0), ivy.KeepDims(true))
		sums = e.Reshape(e.BroadcastTo(sums, []int{count, step}), []int{count * step})
		return result(c, e.Divide(w, e.GetItem(sums, ivy.Slice(nil, length))), false)
	}}
	table := []frontend.Func{*parse}
	frontend.NewTable(table)
	return n.Call(&table[0], args...)
}

// cosine is the discrete cosine transform. It looks at its arguments in TensorFlow's order.
func cosine(c *frontend.Call, inverse bool) any {
	named(c)
	axis := c.Arg("axis")
	if isTensor(c, axis) {
		switch v := tensor(c, "axis").V; {
		case v.Dtype() == dtype.Bool && modeOf(c.Namespace) != "legacy":
			c.Raise(typeError, "Cannot convert -1 to EagerTensor of dtype bool")
		case v.Size() != 1:
			c.Raise(valueError, "The truth value of an array with more than one element is ambiguous.")
		}
	}
	if axis != -1 && axis != -1.0 {
		c.Raise("NotImplementedError", "axis must be -1. Got: %s", c.Shown(axis))
	}
	n, whole := elements(c)
	kind := cosineKind(c)
	norm := c.Arg("norm")
	ortho := norm == "ortho"
	if kind == 1 {
		if ortho {
			c.Raise(valueError, "Normalization is not supported for the Type-I DCT.")
		}
		x := input{}
		if c.Arg("input") != nil {
			x = get(c, "input")
		}
		switch {
		case isTensor(c, norm):
			c.Raise(typeError, "norm is a tensor")
		case x.a == nil:
			c.Raise(attributeError, "%s has no attribute 'shape'", c.TypeName(c.Arg("input")))
		case x.a.V.Ndim() == 0:
			c.Raise(indexError, "list index out of range")
		case x.a.V.Shape()[x.a.V.Ndim()-1] < 2:
			c.Raise(valueError, "Type-I DCT requires the dimension to be greater than one.")
		}
	}
	if isTensor(c, norm) {
		c.Raise(typeError, "norm is a tensor")
	}
	if norm != nil && !ortho {
		c.Raise(valueError, "Unknown normalization. Expected None or 'ortho', got: %s", c.Shown(norm))
	}
	if get(c, "input").text {
		c.Raise(typeError, "Cannot convert 0.0 to EagerTensor of dtype string")
	}
	x := tensor(c, "input").V
	d := x.Dtype()
	if !dtype.Inexact.Has(d) {
		c.Raise(typeError, "Cannot convert 0.0 to EagerTensor of dtype %v", d)
	}
	if x.Ndim() == 0 {
		c.Raise(indexError, "list index out of range")
	}
	if !whole {
		if modeOf(c.Namespace) != "" {
			c.Raise(indexError, "n is %s", c.Shown(c.Arg("n")))
		}
		c.Raise(typeError, "n is %s", c.Shown(c.Arg("n")))
	}
	switch {
	case d == dtype.Float32 || d == dtype.Float64:
	case d.IsComplex() && kind > 1:
		c.Raise("AssertionError", "no range of %v", d)
	case kind > 1:
		c.Raise(typeError, "complex() of %v", d)
	default:
		c.Raise(valueError, "RFFT requires tf.float32 or tf.float64 inputs, got: %v", d)
	}
	if n > 0 {
		x = resized(c.Env(), x, n)
	}
	if inverse {
		kind = map[int]int{1: 1, 2: 3, 3: 2, 4: 4}[kind]
	}
	if x.Size() == 0 && kind > 1 { // TensorFlow pads what has no elements neither for the transform nor with weights
		if last := x.Shape()[x.Ndim()-1]; last > 0 || ortho && kind < 4 {
			c.Raise(invalidArgument, "a cosine transform of no elements, of shape %v", x.Shape())
		}
		return result(c, c.Env().CopyArray(x), false)
	}
	return result(c, dct(c.Env(), x, kind, ortho), false)
}

// elements returns the argument n of a cosine transform, 0 for None; whole is false of what is positive and yet no number of elements.
func elements(c *frontend.Call) (n int, whole bool) {
	if !c.Has("n") {
		return 0, true
	}
	o, plain := get(c, "n"), modeOf(c.Namespace) == ""
	d := dtypeOf(c, o)
	switch {
	case o.a != nil && d == dtype.Bool && modeOf(c.Namespace) == "legacy":
		c.Raise("NotImplementedError", "n is of %v", d)
	case o.text || o.list != nil || o.a == nil && d.IsComplex() || o.a != nil && d == dtype.Bool:
		c.Raise(typeError, "'<' not supported between %s and an integer", c.Shown(c.Arg("n")))
	case d.IsComplex():
		c.Raise(invalidArgument, "no order of %v", d)
	case o.a != nil && o.a.V.Size() != 1:
		c.Raise(valueError, "The truth value of an array with more than one element is ambiguous.")
	}
	v := valueOf(c, o)
	if v < 1 {
		c.Raise(valueError, "n should be a positive integer or None")
	}
	if plain && d == dtype.Int16 {
		c.Raise(invalidArgument, "n is of %v", d)
	}
	narrow := d != dtype.Int32 && d != dtype.Int64 && d != dtype.Bool
	return int(v), !d.IsFloat() && (o.a == nil || o.a.V.Ndim() == 0 && !(plain && narrow))
}

// cosineKind returns the argument type of a cosine transform, which is equal to 1, 2, 3 or 4.
func cosineKind(c *frontend.Call) int {
	o := get(c, "type")
	var v float64
	switch d := dtypeOf(c, o); {
	case o.text || o.list != nil || d.IsComplex():
	case o.a != nil && d == dtype.Bool && modeOf(c.Namespace) == "":
		c.Raise(typeError, "Cannot convert 1 to EagerTensor of dtype bool")
	case o.a == nil || o.a.V.Size() == 1:
		v = valueOf(c, o)
	}
	if v != 1 && v != 2 && v != 3 && v != 4 {
		c.Raise(valueError, "Types I, II, III and IV (I)DCT are supported.")
	}
	return int(v)
}

// dct is the discrete cosine transform of a kind along the last axis, of floats that have elements.
func dct(e *ivy.Env, x *ivy.Array, kind int, ortho bool) *ivy.Array {
	d, n := x.Dtype(), x.Shape()[x.Ndim()-1]
	k := func(v float64) *ivy.Array { return e.Full(nil, v, d) }
	first := func(z *ivy.Array, n int) *ivy.Array { return e.GetItem(z, ivy.Ellipsis, ivy.Slice(nil, n)) }
	turn := func(sign float64) *ivy.Array { // 2·exp(±iπk/2n)
		at := make([]complex128, n)
		for i := range at {
			s, c := math.Sincos(math.Pi * 0.5 * float64(i) / float64(n))
			at[i] = complex(2*c, 2*sign*s)
		}
		return e.Asarray(at, d.WithComplex())
	}
	weights := func(w0, w float64) *ivy.Array {
		at := slices.Repeat([]float64{w}, n)
		at[0] = w0
		return e.Asarray(at, d)
	}
	root := math.Sqrt(float64(n))
	switch kind {
	case 1:
		mirrored := e.Flip(e.GetItem(x, ivy.Ellipsis, ivy.Slice(1, n-1)), ivy.Axis(-1))
		return e.Real(e.RFFT(e.Concat([]*ivy.Array{x, mirrored}, ivy.Axis(-1))))
	case 2:
		z := e.Real(e.Multiply(first(e.RFFT(x, ivy.N(2*n)), n), turn(-1)))
		if ortho {
			z = e.Multiply(z, weights(0.5/root, 0.5/root*math.Sqrt2))
		}
		return z
	case 3:
		if ortho {
			x = e.Multiply(x, weights(root, root*math.Sqrt(0.5)))
		} else {
			x = e.Multiply(x, k(float64(n)))
		}
		return first(e.IRFFT(e.Multiply(turn(1), e.Astype(x, d.WithComplex())), ivy.N(2*n)), n)
	}
	z := e.GetItem(dct(e, resized(e, x, 2*n), 2, false), ivy.Ellipsis, ivy.Slice(1, nil, 2))
	if ortho {
		z = e.Multiply(z, k(math.Sqrt(0.5)/root))
	}
	return z
}

// cosineOf calls the cosine transform of kind 4.
func cosineOf(c *frontend.Call, x *ivy.Array, norm any) *ivy.Array {
	return call(c, "signal.dct", result(c, x, false), 4, Kw("norm", norm)).V
}

func mdct(c *frontend.Call) any {
	e := c.Env()
	x := vectors(c, "signals", 1)
	length := scalar(c, "frame_length")
	d := dtypeOf(c, length)
	if length.text || d.IsComplex() {
		c.Raise(typeError, "%s(): frame_length is %s", c.Func.Path, c.Shown(c.Arg("frame_length")))
	}
	size := valueOf(c, length)
	if math.Mod(size, 4) != 0 {
		c.Raise(valueError, "The frame length must be a multiple of 4.")
	}
	half := input{Arg: promote.Array(d), a: result(c, e.Astype(e.Full(nil, math.Floor(size/2), dtype.Float64), d), false)}
	z := frame(c, x, length, half, x.Ndim()-1)
	if c.Has("window_fn") || !c.Given("window_fn") {
		ofInt32(c, "window_fn", length)
	}
	z = windowed(c, z, int(size))
	parts := equalParts(e, z, 4)
	flip := func(x *ivy.Array) *ivy.Array { return e.Flip(x, ivy.Axis(-1)) }
	z = e.Concat([]*ivy.Array{e.Subtract(e.Negative(flip(parts[2])), parts[3]), e.Subtract(parts[0], flip(parts[1]))}, ivy.Axis(-1))
	return result(c, cosineOf(c, z, c.Arg("norm")), false)
}

// equalParts cuts the last axis into n parts.
func equalParts(e *ivy.Env, x *ivy.Array, n int) []*ivy.Array {
	size := x.Shape()[x.Ndim()-1] / n
	parts := make([]*ivy.Array, n)
	for i := range parts {
		parts[i] = e.GetItem(x, ivy.Ellipsis, ivy.Slice(i*size, (i+1)*size))
	}
	return parts
}

// windowed multiplies frames of an even length by the argument window_fn.
func windowed(c *frontend.Call, z *ivy.Array, size int) *ivy.Array {
	if w := windowOf(c, "window_fn", "signal.vorbis_window"); w != nil {
		return times(c, z, w(size, z.Dtype()))
	}
	if !dtype.Inexact.Has(z.Dtype()) {
		c.Raise(typeError, "Cannot convert %v to EagerTensor of dtype %v", 1/math.Sqrt2, z.Dtype())
	}
	return c.Env().Multiply(z, number(c.Env(), z, 1/math.Sqrt2))
}

func inverseMDCT(c *frontend.Call) any {
	e := c.Env()
	x := vectors(c, "mdcts", 2)
	half := x.Shape()[x.Ndim()-1]
	switch norm := c.Arg("norm"); {
	case isTensor(c, norm):
		c.Raise(typeError, "norm is a tensor")
	case !c.Has("norm"):
		x = e.Multiply(cosineOf(c, x, nil), e.Full(nil, 0.5/float64(half), x.Dtype()))
	case c.Arg("norm") == "ortho":
		x = cosineOf(c, x, "ortho")
	default:
		c.Raise("UnboundLocalError", "norm is %s, want None or 'ortho'", c.Shown(c.Arg("norm")))
	}
	if half%2 != 0 {
		c.Raise(invalidArgument, "Dimension size %d must be evenly divisible by 2", half)
	}
	parts := equalParts(e, x, 2)
	back := func(x *ivy.Array) *ivy.Array { return e.Negative(e.Flip(x, ivy.Axis(-1))) }
	z := e.Concat([]*ivy.Array{parts[1], back(parts[1]), back(parts[0]), e.Negative(parts[0])}, ivy.Axis(-1))
	return result(c, added(c, windowed(c, z, 2*half), half), false)
}

// melWeights is a matrix that takes the bins of a spectrum to bins of the mel scale.
func melWeights(c *frontend.Call) any {
	named(c)
	e, d := c.Env(), dtypeArg(c, "dtype")
	bins, whole := melBins(c)
	if bins <= 0 {
		c.Raise(valueError, "num_mel_bins must be positive. Got: %v", bins)
	}
	lower, upper := hertz(c, "lower_edge_hertz"), hertz(c, "upper_edge_hertz")
	rate := hertz(c, "sample_rate")
	switch {
	case lower < 0:
		c.Raise(valueError, "lower_edge_hertz must be non-negative. Got: %v", lower)
	case lower >= upper:
		c.Raise(valueError, "lower_edge_hertz %.1f >= upper_edge_hertz %.1f", lower, upper)
	case rate <= 0:
		c.Raise(valueError, "sample_rate must be positive. Got: %v", rate)
	case upper > rate/2:
		c.Raise(valueError, "upper_edge_hertz must not be larger than the Nyquist frequency (sample_rate / 2). Got %v for sample_rate: %v", upper, rate)
	case !d.IsFloat():
		c.Raise(valueError, "dtype must be a floating point type. Got: %v", d)
	}
	for _, name := range []string{"lower_edge_hertz", "upper_edge_hertz"} {
		converting(c, name, d)
	}
	spectrum := spectrumBins(c)
	if spectrum < 0 {
		c.Raise(invalidArgument, "Requires num > 0: %d", spectrum)
	}
	if !whole {
		c.Raise(typeError, "num_mel_bins is %s, want an integer", c.Shown(c.Arg("num_mel_bins")))
	}
	if spectrum < 2 { // there is nothing but the row of zeros
		return result(c, e.Zeros([]int{1, bins}, d), false)
	}
	k := func(v float64) *ivy.Array { return e.Full(nil, v, d) }
	mel := func(x *ivy.Array) *ivy.Array {
		return e.Multiply(k(1127), e.Log(e.Add(k(1), e.Divide(x, k(700)))))
	}
	lines := e.GetItem(spaced(c, k(0), e.Divide(k(rate), k(2)), spectrum, 0), ivy.Slice(1, nil))
	at := e.ExpandDims(mel(lines), ivy.Axis(1))
	edges := spaced(c, mel(k(lower)), mel(k(upper)), bins+2, 0)
	edge := func(i int) *ivy.Array { return e.Reshape(e.GetItem(edges, ivy.Slice(i, i+bins)), []int{1, bins}) }
	rising := e.Divide(e.Subtract(at, edge(0)), e.Subtract(edge(1), edge(0)))
	falling := e.Divide(e.Subtract(edge(2), at), e.Subtract(edge(2), edge(1)))
	return result(c, e.Pad(e.Maximum(k(0), e.Minimum(rising, falling)), [][2]int{{1, 0}, {0, 0}}), false)
}

// melBins returns the argument num_mel_bins; whole is false of a float, which TensorFlow refuses after what is wrong with others.
func melBins(c *frontend.Call) (n int, whole bool) {
	if c.Arg("num_mel_bins") == nil {
		c.Raise(typeError, "'<=' not supported between None and an integer")
	}
	o := get(c, "num_mel_bins")
	d := dtypeOf(c, o)
	switch {
	case o.text || o.list != nil || o.a == nil && d.IsComplex() || o.a != nil && d == dtype.Bool:
		c.Raise(typeError, "num_mel_bins is %s, want an integer", c.Shown(c.Arg("num_mel_bins")))
	case o.a != nil && o.a.V.Ndim() > 0 && o.a.V.Size() != 1:
		c.Raise(valueError, "The truth value of an array with more than one element is ambiguous.")
	case d.IsComplex(), o.a != nil && o.a.V.Ndim() > 0:
		c.Raise(invalidArgument, "num_mel_bins is %s, want an integer", c.Shown(c.Arg("num_mel_bins")))
	}
	return int(math.Ceil(valueOf(c, o))), !d.IsFloat()
}

// hertz returns an argument that is a frequency.
func hertz(c *frontend.Call, name string) float64 {
	if c.Arg(name) == nil {
		c.Raise(typeError, "'<' not supported between None and a number")
	}
	o := get(c, name)
	d := dtypeOf(c, o)
	switch rate := name == "sample_rate"; {
	case o.text || o.list != nil || o.a == nil && d.IsComplex():
		c.Raise(typeError, "%s is %s, want a number", name, c.Shown(c.Arg(name)))
	case rate && flexible(c.Namespace) && o.a != nil && o.a.V.Ndim() > 0:
		c.Raise(typeError, "%s is %s, want a number", name, c.Shown(c.Arg(name)))
	case o.a != nil && !rate && !d.IsFloat() && !d.IsComplex() && modeOf(c.Namespace) == "legacy":
		c.Raise(valueError, "%s is of %v", name, d)
	case o.a != nil && o.a.V.Size() != 1 && (rate || d.IsFloat()):
		c.Raise(valueError, "The truth value of an array with more than one element is ambiguous.")
	case d.IsComplex() && rate && !flexible(c.Namespace):
		c.Raise(valueError, "%s is %s, want a number", name, c.Shown(c.Arg(name)))
	case d.IsComplex():
		c.Raise(invalidArgument, "%s is %s, want a number", name, c.Shown(c.Arg(name)))
	case o.a != nil && !rate && !d.IsFloat(): // it compares with a float
		c.Raise(typeError, "%s is of %v", name, d)
	}
	return valueOf(c, o)
}

// spectrumBins returns the argument num_spectrogram_bins.
func spectrumBins(c *frontend.Call) int {
	o := get(c, "num_spectrogram_bins")
	d := dtypeOf(c, o)
	switch {
	case o.vacant():
		c.Raise(invalidArgument, "num_spectrogram_bins is no number")
	case o.text || !d.IsInteger() && !(o.a == nil && d == dtype.Bool):
		c.Raise(typeError, "num_spectrogram_bins is %s, want an integer", c.Shown(c.Arg("num_spectrogram_bins")))
	}
	x := toTensor(c, o).V
	if x.Size() != 1 {
		c.Raise(invalidArgument, "num_spectrogram_bins is of shape %v", x.Shape())
	}
	return c.Env().Reshape(x, []int{}).Int()
}
