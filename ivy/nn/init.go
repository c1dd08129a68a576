package nn

import (
	"math"
	"slices"

	"github.com/goivy/goivy/internal/blame"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/random/torchrandom"
)

// An Initializer makes the initial values of parameters, arrays of its dtype on the current backend
// of its Env. The numbers are those that PyTorch draws on a CPU after torch.manual_seed(seed): of float32 and float64 bit for bit and
// the same on every backend, but for [Initializer.Orthogonal], which rounds as the backend's QR does. Those of float16 and bfloat16 are the
// float32 numbers rounded, which PyTorch's are not.
//
// Formulas are those of torch.nn.init (https://docs.pytorch.org/docs/2.13/nn.init.html). Of the shape (m, n, k…) n·∏k is the fan in, m·∏k the fan
// out. An Initializer is not for several goroutines at once.
type Initializer struct {
	Env   *ivy.Env  // nil is the standard one
	Dtype ivy.Dtype // float32 if it is not set

	stream *torchrandom.Generator
}

// NewInitializer returns an Initializer of float32 arrays over the stream of numbers that torch.manual_seed(seed) begins.
func NewInitializer(seed uint64) *Initializer {
	return &Initializer{stream: torchrandom.New(seed)}
}

// Stream returns what the numbers are drawn from, for a program that goes on drawing PyTorch's numbers.
func (i *Initializer) Stream() *torchrandom.Generator { return i.stream }

func (i *Initializer) env() *ivy.Env {
	if i.Env == nil {
		return ivy.Standard()
	}
	return i.Env
}

func (i *Initializer) dtype() ivy.Dtype {
	var none ivy.Dtype
	switch i.Dtype {
	case none:
		return ivy.Float32
	case ivy.Float16, ivy.BFloat16, ivy.Float32, ivy.Float64:
		return i.Dtype
	}
	panic(blame.Errorf(ivy.ErrDtype, "parameters of %v, want a float dtype", i.Dtype))
}

// check refuses an Initializer that draws nothing.
func (i *Initializer) check() {
	if i == nil || i.stream == nil {
		panic(blame.Errorf(ivy.ErrValue, "an Initializer that is nil or empty, want one of NewInitializer"))
	}
}

// size returns how many elements a shape has, which are to be drawn.
func (i *Initializer) size(dims []int) int {
	n := 1
	for _, d := range dims {
		atLeast(0, "a length", d)
		if d > 0 && n > math.MaxInt/d {
			panic(blame.Errorf(ivy.ErrShape, "shape %v is too large", dims))
		}
		n *= d
	}
	if err := i.env().CheckSize(n, 8); err != nil {
		panic(err)
	}
	return n
}

// A drawn is numbers before they are an array: float64 ones, or float32 ones for all other dtypes.
type drawn struct {
	narrow []float32
	wide   []float64
}

func (i *Initializer) room(n int) drawn {
	if i.dtype() == ivy.Float64 {
		return drawn{wide: make([]float64, n)}
	}
	return drawn{narrow: make([]float32, n)}
}

func (i *Initializer) array(x drawn, dims []int) *ivy.Array {
	e := i.env()
	if x.wide != nil {
		return e.Reshape(e.Asarray(x.wide, ivy.Float64), dims)
	}
	return e.Astype(e.Reshape(e.Asarray(x.narrow, ivy.Float32), dims), i.dtype())
}

func must(err error) {
	if err != nil {
		panic(blame.Errorf(ivy.ErrValue, "%w", err))
	}
}

func (i *Initializer) uniform(x drawn, low, high float64) {
	if x.wide != nil {
		must(i.stream.Uniform64(x.wide, low, high))
	} else {
		must(i.stream.Uniform32(x.narrow, float32(low), float32(high)))
	}
}

func (i *Initializer) normal(x drawn, mean, std float64) {
	if x.wide != nil {
		must(i.stream.Normal64(x.wide, mean, std))
	} else {
		must(i.stream.Normal32(x.narrow, mean, std))
	}
}

// Constant returns an array of one number.
func (i *Initializer) Constant(dims []int, v float64) *ivy.Array {
	defer blame.Named("nn.Initializer.Constant")
	i.check()
	return i.env().Full(dims, v, i.dtype())
}

// Uniform draws numbers uniform in [low, high): uniform_.
func (i *Initializer) Uniform(dims []int, low, high float64) *ivy.Array {
	defer blame.Named("nn.Initializer.Uniform")
	i.check()
	if math.IsNaN(low) || math.IsNaN(high) || low > high || math.IsInf(high-low, 0) {
		panic(blame.Errorf(ivy.ErrValue, "low is %v and high %v, want finite numbers in this order", low, high))
	}
	x := i.room(i.size(dims))
	i.uniform(x, low, high)
	return i.array(x, dims)
}

// Normal draws numbers of the normal distribution: normal_.
func (i *Initializer) Normal(dims []int, mean, std float64) *ivy.Array {
	defer blame.Named("nn.Initializer.Normal")
	i.check()
	if !(std >= 0) {
		panic(blame.Errorf(ivy.ErrValue, "std is %v, want a number of 0 or more", std))
	}
	x := i.room(i.size(dims))
	i.normal(x, mean, std)
	return i.array(x, dims)
}

// A Fan is the number of connections by which a Kaiming initialisation scales.
type Fan uint8

// The fans.
const (
	FanIn  Fan = iota // inputs of each result: results keep their variance
	FanOut            // results of each input: gradients keep theirs
)

// fans returns how many inputs and outputs weights of a shape connect.
func fans(dims []int) (in, out int) {
	if len(dims) < 2 {
		panic(blame.Errorf(ivy.ErrShape, "shape %v, want two axes or more", dims))
	}
	field := 1
	for _, n := range dims[2:] {
		field *= n
	}
	return dims[1] * field, dims[0] * field
}

// Gain returns the factor by which weights make up for a nonlinearity, as torch.nn.init.calculate_gain does: "linear", "conv1d"
// and the like, "sigmoid", "tanh", "relu", "selu", or "leaky_relu" with its slope, 0.01 by default.
func Gain(nonlinearity string, slope ...float64) float64 {
	defer blame.Named("nn.Gain")
	switch nonlinearity {
	case "linear", "conv1d", "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d", "conv_transpose3d", "sigmoid":
		return 1
	case "tanh":
		return 5. / 3
	case "relu":
		return math.Sqrt2
	case "selu":
		return 3. / 4
	case "leaky_relu":
		s := 0.01
		if len(slope) > 0 {
			s = slope[0]
		}
		return math.Sqrt(2 / (1 + float64(s*s)))
	}
	panic(blame.Errorf(ivy.ErrValue, "nonlinearity %q, want linear, a convolution, sigmoid, tanh, relu, selu or leaky_relu", nonlinearity))
}

// connected is for formulas that divide by the numbers of inputs and outputs.
func connected(dims []int) (in, out int) {
	if in, out = fans(dims); in+out == 0 {
		panic(blame.Errorf(ivy.ErrShape, "shape %v connects nothing", dims))
	}
	return in, out
}

// XavierUniform draws numbers uniform between ±gain·√(6/(fan in + fan out)): xavier_uniform_ (X. Glorot and Y. Bengio, 2010).
func (i *Initializer) XavierUniform(dims []int, gain float64) *ivy.Array {
	defer blame.Named("nn.Initializer.XavierUniform")
	in, out := connected(dims)
	bound := math.Sqrt(3) * float64(gain*math.Sqrt(2/float64(in+out)))
	return i.Uniform(dims, -bound, bound)
}

// XavierNormal draws normal numbers of the standard deviation gain·√(2/(fan in + fan out)): xavier_normal_.
func (i *Initializer) XavierNormal(dims []int, gain float64) *ivy.Array {
	defer blame.Named("nn.Initializer.XavierNormal")
	in, out := connected(dims)
	return i.Normal(dims, 0, gain*math.Sqrt(2/float64(in+out)))
}

// deviation returns that of Kaiming's formulas.
func deviation(dims []int, fan Fan, gain float64) float64 {
	n, out := fans(dims)
	if fan == FanOut {
		n = out
	}
	return gain / math.Sqrt(float64(n))
}

// KaimingUniform draws numbers uniform between ±gain·√(3/fan): kaiming_uniform_ (K. He et al., 2015). gain is [Gain] of the
// nonlinearity that follows.
func (i *Initializer) KaimingUniform(dims []int, fan Fan, gain float64) *ivy.Array {
	defer blame.Named("nn.Initializer.KaimingUniform")
	std := deviation(dims, fan, gain)
	if slices.Contains(dims, 0) {
		return i.Constant(dims, 0)
	}
	bound := math.Sqrt(3) * std
	return i.Uniform(dims, -bound, bound)
}

// KaimingNormal draws normal numbers of the standard deviation gain/√fan: kaiming_normal_.
func (i *Initializer) KaimingNormal(dims []int, fan Fan, gain float64) *ivy.Array {
	defer blame.Named("nn.Initializer.KaimingNormal")
	std := deviation(dims, fan, gain)
	if slices.Contains(dims, 0) {
		return i.Constant(dims, 0)
	}
	return i.Normal(dims, 0, std)
}

// Orthogonal draws a matrix with orthogonal rows, or columns where these are fewer, times gain: orthogonal_ (A. Saxe et
// al., 2013). A shape of more than two axes is a matrix of as many rows as the first has. Float16 and bfloat16 are an error of kind
// ErrUnsupported.
func (i *Initializer) Orthogonal(dims []int, gain float64) *ivy.Array {
	defer blame.Named("nn.Initializer.Orthogonal")
	i.check()
	if len(dims) < 2 {
		panic(blame.Errorf(ivy.ErrShape, "shape %v, want two axes or more", dims))
	}
	if d := i.dtype(); d != ivy.Float32 && d != ivy.Float64 {
		panic(blame.Errorf(ivy.ErrUnsupported, "an orthogonal matrix of %v", d))
	}
	n := i.size(dims)
	if n == 0 {
		return i.Constant(dims, 0)
	}
	e, rows := i.env(), dims[0]
	cols := n / rows
	flat := i.Normal([]int{rows, cols}, 0, 1)
	if rows < cols {
		flat = e.MatrixTranspose(flat)
	}
	q, r := e.QR(flat)
	q = e.Multiply(q, e.Sign(e.Diagonal(r)))
	if rows < cols {
		q = e.MatrixTranspose(q)
	}
	return e.Multiply(e.Reshape(q, dims), gain)
}

// TruncatedNormal draws normal numbers between low and high: trunc_normal_. Numbers beyond are drawn anew, and where more than 7 of
// 10 would be, uniform ones are rejected. std is above 0, low not above high.
func (i *Initializer) TruncatedNormal(dims []int, mean, std, low, high float64) *ivy.Array {
	defer blame.Named("nn.Initializer.TruncatedNormal")
	i.check()
	if !(std > 0) || !(low < high) || math.IsNaN(mean) || math.IsInf(high-low, 0) || math.IsInf(mean, 0) || math.IsInf(std, 0) {
		panic(blame.Errorf(ivy.ErrValue, "mean is %v, std %v, low %v and high %v, want finite numbers, std above 0 and low below high", mean, std, low, high))
	}
	x := i.room(i.size(dims))
	y := i.room(i.size(dims))
	below := func(x float64) float64 { return (1 + math.Erf(x/math.Sqrt2)) / 2 }
	if below((high-mean)/std)-below((low-mean)/std) > 0.3 {
		i.normal(x, mean, std)
		for beyond(x.narrow, float32(low), float32(high)) || beyond(x.wide, low, high) {
			i.normal(y, mean, std)
			redraw(x.narrow, y.narrow, float32(low), float32(high))
			redraw(x.wide, y.wide, low, high)
		}
		return i.array(x, dims)
	}
	mode := max(low, min(mean, high))
	peak := -0.5 * ((mode - mean) / std) * ((mode - mean) / std)
	n := len(x.wide) + len(x.narrow)
	u, pending := i.room(n), slices.Repeat([]bool{true}, n)
	rejecting := func(c drawn) (some bool) { // takes those of c that pending ones accept
		i.uniform(u, 0, 1)
		for j := range pending {
			if !pending[j] {
				continue
			}
			if c.wide != nil {
				z := (c.wide[j] - mean) / std
				x.wide[j], pending[j] = c.wide[j], math.Log(u.wide[j]) > float64(z*z*-0.5)-peak
			} else {
				z := (c.narrow[j] - float32(mean)) / float32(std)
				x.narrow[j], pending[j] = c.narrow[j], float32(math.Log(float64(u.narrow[j]))) > float32(float32(z*z)*-0.5)-float32(peak)
			}
			some = some || pending[j]
		}
		return some
	}
	i.uniform(x, low, high)
	for some := rejecting(x); some; some = rejecting(y) {
		i.uniform(y, low, high)
	}
	return i.array(x, dims)
}

// beyond reports whether an element is not between low and high.
func beyond[F float32 | float64](x []F, low, high F) bool {
	return slices.ContainsFunc(x, func(v F) bool { return v < low || v > high })
}

// redraw replaces the elements that are not between low and high.
func redraw[F float32 | float64](x, y []F, low, high F) {
	for i, v := range x {
		if v < low || v > high {
			x[i] = y[i]
		}
	}
}
