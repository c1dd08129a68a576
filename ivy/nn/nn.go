// Package nn has the layers of neural networks as modules, with the parameters' names, shapes and
// initial values of PyTorch's torch.nn.
//
// A module is a pointer to a struct whose exported *ivy.Array fields are its parameters, so that it
// is an [ivy.Tree]: [ivy.Grad], [ivy.ValueAndGrad], [ivy.Compile] and package optim take it as it is.
// A model is a struct of modules with a method Forward:
//
//	type net struct{ Hidden, Out *nn.Linear }
//
//	func (n *net) Forward(c *nn.Context, x *ivy.Array) *ivy.Array {
//		return n.Out.Forward(c, n.Hidden.Forward(c, x).Relu())
//	}
//
// Fields that are no parameters have the tag `ivy:"-"`: hyperparameters, and a [Buffer], which is
// state that is not trained, such as the running mean of a [BatchNorm]. An array that a module may
// be without has the tag `ivy:"optional"`.
//
// Forward takes a [Context], which says whether the model is being trained, draws for [Dropout] and
// collects new values of buffers. nil is the context of evaluation.
//
// Initial values are drawn by an [Initializer], from the stream of numbers that torch.manual_seed
// begins, in the order in which PyTorch's constructors draw: a model whose modules are made in the same
// order has bit for bit PyTorch's parameters. [StateDict], [LoadStateDict], [Save] and [Load] use
// PyTorch's names.
//
// Arguments have the axes that PyTorch's modules want: the channels follow the batch. Errors are
// panics with an *ivy.Error, as in package ivy: ErrShape and ErrDtype for arrays that do not fit a
// module, ErrValue for settings out of their range, and for an option that a constructor does not take.
// The rule of each module is in PyTorch's documentation, https://docs.pytorch.org/docs/2.13/nn.html, under the module's name.
package nn

import (
	"slices"

	"github.com/goivy/goivy/internal/blame"
	"github.com/goivy/goivy/ivy"
)

// A Module computes an array of another one.
type Module interface {
	// Forward returns what the module makes of x. c may be nil, which is a context of evaluation.
	Forward(c *Context, x *ivy.Array) *ivy.Array
}

// checkWidth is for the last axis of what a module is given.
func checkWidth(x *ivy.Array, n int) {
	if s := x.Shape(); len(s) == 0 || s[len(s)-1] != n {
		panic(blame.Errorf(ivy.ErrShape, "x of shape %v, want %d elements along the last axis", s, n))
	}
}

// atLeast checks numbers of constructors, given as names and values.
func atLeast(low int, named ...any) {
	for i := 0; i < len(named); i += 2 {
		if n := named[i+1].(int); n < low {
			panic(blame.Errorf(ivy.ErrValue, "%s is %d, want %d or more", named[i], n, low))
		}
	}
}

// A Sequential is modules one after the other: each takes the result of the one before. Its modules
// are named "0", "1" and so on in a [StateDict].
type Sequential []Module

// Forward returns what the last module makes; x itself if there is none.
func (s Sequential) Forward(c *Context, x *ivy.Array) *ivy.Array {
	for _, m := range s {
		x = m.Forward(c, x)
	}
	return x
}

// A Func is a function without parameters as a module.
type Func struct {
	name string
	f    func(x *ivy.Array) *ivy.Array
	id   *byte // tells functions apart, for ivy.Compile
}

// NewFunc returns f as a module, which [Summary] calls by the name.
func NewFunc(name string, f func(x *ivy.Array) *ivy.Array) *Func { return &Func{name, f, new(byte)} }

// Forward calls the function.
func (f *Func) Forward(c *Context, x *ivy.Array) *ivy.Array { return c.report(f, f.f(x)) }

// ReLU returns the function max(x, 0) as a module.
func ReLU() *Func { return NewFunc("ReLU", func(x *ivy.Array) *ivy.Array { return x.Relu() }) }

// Sigmoid returns the function 1 / (1 + e**−x) as a module.
func Sigmoid() *Func { return NewFunc("Sigmoid", func(x *ivy.Array) *ivy.Array { return x.Sigmoid() }) }

// Tanh returns the hyperbolic tangent as a module.
func Tanh() *Func { return NewFunc("Tanh", func(x *ivy.Array) *ivy.Array { return x.Tanh() }) }

// GELU returns the function x·Φ(x) with the normal distribution function Φ as a module.
func GELU() *Func { return NewFunc("GELU", func(x *ivy.Array) *ivy.Array { return x.Gelu() }) }

// SiLU returns the function x · Sigmoid(x) as a module.
func SiLU() *Func { return NewFunc("SiLU", func(x *ivy.Array) *ivy.Array { return x.Silu() }) }

// Softmax returns e**x over its sum along an axis as a module.
func Softmax(axis int) *Func {
	return NewFunc("Softmax", func(x *ivy.Array) *ivy.Array { return x.Softmax(ivy.Axis(axis)) })
}

// Flatten makes one axis of several.
type Flatten struct {
	First, Last int `ivy:"-"` // the axes, both included; negative ones count from the end
}

// NewFlatten returns a Flatten of all axes but the first, that of the batch.
func NewFlatten() *Flatten { return &Flatten{1, -1} }

// Forward returns x, of any dtype, with its axes from First to Last as one: the elements do not change. Axes that x does not have are an error of
// kind ErrIndex.
func (f *Flatten) Forward(c *Context, x *ivy.Array) *ivy.Array {
	defer blame.Named("nn.Flatten")
	s := x.Shape()
	first, last := f.First, f.Last
	if first < 0 {
		first += len(s)
	}
	if last < 0 {
		last += len(s)
	}
	if first < 0 || last >= len(s) || first > last {
		panic(blame.Errorf(ivy.ErrIndex, "axes %d to %d of shape %v", f.First, f.Last, s))
	}
	n := 1
	for _, k := range s[first : last+1] {
		n *= k
	}
	return c.report(f, x.Reshape(slices.Concat(s[:first], []int{n}, s[last+1:])))
}

// Dropout makes elements zero at random where the model is trained: each with probability P, drawn
// from the context's generator. The others are divided by 1 − P.
type Dropout struct {
	P    float64 `ivy:"-"`
	Axes int     `ivy:"-"` // of a channel, whose elements are dropped together: 1 to 3; 0 where each is dropped by itself
}

// NewDropout returns a Dropout. p is in [0, 1].
func NewDropout(p float64) *Dropout {
	defer blame.Named("nn.NewDropout")
	checkProbability("p", p)
	return &Dropout{P: p}
}

// NewDropout1d returns a Dropout of whole channels: of arrays (n, c, d), or (c, d). p is in [0, 1].
func NewDropout1d(p float64) *Dropout {
	defer blame.Named("nn.NewDropout1d")
	checkProbability("p", p)
	return &Dropout{p, 1}
}

// NewDropout2d returns a Dropout of whole channels: of arrays (n, c, d1, d2), or (n, c, d1), as PyTorch has it. p is in [0, 1].
func NewDropout2d(p float64) *Dropout {
	defer blame.Named("nn.NewDropout2d")
	checkProbability("p", p)
	return &Dropout{p, 2}
}

// NewDropout3d returns a Dropout of whole channels: of arrays (n, c, d1, d2, d3), or (c, d1, d2, d3). p is in [0, 1].
func NewDropout3d(p float64) *Dropout {
	defer blame.Named("nn.NewDropout3d")
	checkProbability("p", p)
	return &Dropout{p, 3}
}

func checkProbability(name string, p float64) {
	if !(p >= 0 && p <= 1) {
		panic(blame.Errorf(ivy.ErrValue, "%s is %v, want a number in [0, 1]", name, p))
	}
}

// Forward returns x, of a float dtype, with zeros; x itself where the context is one of evaluation. x has any shape; with Axes those that the constructors say.
func (d *Dropout) Forward(c *Context, x *ivy.Array) *ivy.Array {
	defer blame.Named("nn.Dropout")
	checkProbability("P", d.P)
	var noise []int
	if d.Axes != 0 {
		n := x.Ndim()
		if d.Axes < 0 || n != d.Axes+1 && n != d.Axes+2 {
			panic(blame.Errorf(ivy.ErrShape, "x of shape %v, want %d or %d axes", x.Shape(), d.Axes+1, d.Axes+2))
		}
		noise = slices.Repeat([]int{1}, n)
		noise[0] = -1
		if d.Axes == 2 || n == d.Axes+2 { // there is a batch
			noise[1] = -1
		}
	}
	return c.report(d, c.drop(x, d.P, noise...))
}
