package ops

import "github.com/goivy/goivy/ivy/dtype"

func activation(name string, in dtype.Set, doc string) Unary {
	u := extra(lifted(name, in, doc))
	u.Group = Activations
	return u
}

// Activation functions.
var (
	Expit    = activation("Expit", inexact, "Expit returns 1 / (1 + e**−x), as Sigmoid does.")
	Sigmoid  = activation("Sigmoid", inexact, "Sigmoid returns 1 / (1 + e**−x).")
	Silu     = activation("Silu", floating, "Silu returns x · Sigmoid(x).")
	Softplus = row(Op{Name: "Softplus", Group: Activations, In: floating, Lift: true, Params: x, Opts: opts(Beta, Threshold, Out), Extra: true, Doc: "Softplus returns log(1 + e**(β·x)) / β; x itself where β·x is above the threshold, if one is given. β is 1 by default."})
	Gelu     = row(Op{Name: "Gelu", Group: Activations, In: floating, Lift: true, Params: x, Opts: opts(Approximate, Out), Extra: true, Doc: "Gelu returns x·Φ(x) with the normal distribution function Φ; with Approximate(true) Φ's approximation by a tanh (Hendrycks and Gimpel)."})
	Relu     = Unary{row(Op{Name: "Relu", Group: Activations, Family: FamilyUnary, In: ordered, Params: x, Opts: opts(Out), Extra: true, Doc: "Relu returns x where it is positive and 0 elsewhere; NaN stays NaN."})}

	GeluErf     = hidden(activation("GeluErf", floating, "GeluErf is Gelu by the error function."))
	GeluTanh    = hidden(activation("GeluTanh", floating, "GeluTanh is Gelu by the hyperbolic tangent."))
	SoftplusOne = hidden(activation("SoftplusOne", floating, "SoftplusOne is Softplus with β = 1 and no threshold."))

	Softmax    = row(Op{Name: "Softmax", Group: Activations, In: floating, Lift: true, Params: x, Opts: opts(Axis, Out), Extra: true, Doc: "Softmax returns e**x over its sum along an axis, the last by default."})
	LogSoftmax = row(Op{Name: "LogSoftmax", Group: Activations, In: floating, Lift: true, Params: x, Opts: opts(Axis, Out), Extra: true, Doc: "LogSoftmax returns the logarithm of Softmax, without leaving it on the way."})
)

func hidden[T interface{ op() *Op }](r T) T {
	r.op().Hidden = true
	return r
}
