package ops

import "github.com/goivy/goivy/ivy/dtype"

func activation(name string, in dtype.Set, doc string) Unary {
	u := extra(lifted(name, in, doc))
	u.Group = Activations
	return u
}

// Activation functions.
var (
	// SoftmaxAlong is the step of Softmax and LogSoftmax along one axis.
	SoftmaxAlong = Layer{row(Op{Name: "SoftmaxAlong", Group: Activations, Family: FamilyLayer, In: floating, Params: x, Hidden: true, Optional: true, Extra: true,
		Doc: "SoftmaxAlong is the step of Softmax and LogSoftmax along one axis."})}
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

// activated is the row of an activation function that is composed of others.
func activated(name, doc string, options ...Opt) *Op {
	return row(Op{Name: name, Group: Activations, In: floating, Lift: true, Steps: true, Params: x, Opts: append(options, Out), Extra: true, Doc: doc})
}

// Activation functions of several steps.
var (
	Celu            = activated("Celu", "Celu returns x where it is positive, and α·(e**(x/α) − 1) elsewhere.", Alpha)
	Elu             = activated("Elu", "Elu returns x where it is positive, and α·(e**x − 1) elsewhere.", Alpha)
	Glu             = activated("Glu", "Glu returns a · Sigmoid(b) of the two halves a and b of x along an axis.", Axis)
	Hardshrink      = activated("Hardshrink", "Hardshrink returns 0 where −λ <= x <= λ, and x elsewhere; NaN stays NaN.", Lambd)
	Hardsigmoid     = activated("Hardsigmoid", "Hardsigmoid returns x/6 + 1/2, held between 0 and 1.")
	Hardswish       = activated("Hardswish", "Hardswish returns x · Hardsigmoid(x), with the derivatives 0 and 1 at −3 and 3. Ivy's hardsilu is the same function.")
	Hardtanh        = activated("Hardtanh", "Hardtanh returns x, held between MinVal (−1) and MaxVal (1). The derivative is 0 at both.", MinVal, MaxVal)
	LeakyRelu       = activated("LeakyRelu", "LeakyRelu returns x where it is positive, and α·x elsewhere.", Alpha)
	LogSigmoid      = activated("LogSigmoid", "LogSigmoid returns log(Sigmoid(x)), without leaving it on the way.")
	Mish            = activated("Mish", "Mish returns x · Tanh(Softplus(x)).")
	PRelu           = row(Op{Name: "PRelu", Group: Activations, In: floating, Lift: true, Steps: true, Params: params(Param{"x", Operand}, Param{"slope", Operand}), Opts: opts(Out), Extra: true, Doc: "PRelu returns x where it is positive, and slope·x elsewhere: LeakyRelu with slopes that are an operand."})
	Relu6           = activated("Relu6", "Relu6 returns x, held between 0 and 6. The derivative is 0 at both.")
	ScaledTanh      = activated("ScaledTanh", "ScaledTanh returns α · Tanh(β·x).", Alpha, Beta)
	Selu            = activated("Selu", "Selu returns x where it is positive, and α·(e**x − 1) elsewhere, times s, with the constants α = 1.6732632423543772 and s = 1.0507009873554805 (Klambauer et al., Self-Normalizing Neural Networks).")
	Softmin         = activated("Softmin", "Softmin returns Softmax(−x), along an axis, the last by default.", Axis)
	Softshrink      = activated("Softshrink", "Softshrink returns x, moved by λ towards 0, and 0 where −λ <= x <= λ; NaN stays NaN.", Lambd)
	Softsign        = activated("Softsign", "Softsign returns x / (1 + |x|), which is ±1 for infinities.")
	Tanhshrink      = activated("Tanhshrink", "Tanhshrink returns x − Tanh(x). Where x is small the difference has the absolute error of x.")
	Thresholded     = row(Op{Name: "Thresholded", Group: Activations, In: floating, Lift: true, Steps: true, Params: params(Param{"x", Operand}, Param{"threshold", Scalar}, Param{"value", Scalar}), Opts: opts(Out), Extra: true, Doc: "Thresholded returns x where it is above the threshold, and the value elsewhere; NaN stays NaN. It is Ivy's threshold."})
	ThresholdedRelu = activated("ThresholdedRelu", "ThresholdedRelu returns x where it is above the threshold, 0 by default, and 0 elsewhere; NaN stays NaN.", Threshold)
)

func hidden[T interface{ op() *Op }](r T) T {
	r.op().Hidden = true
	return r
}
