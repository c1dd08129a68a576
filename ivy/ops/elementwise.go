package ops

import "github.com/goivy/goivy/ivy/dtype"

const (
	whole    = dtype.Real
	orBool   = dtype.Boolean
	inexact  = dtype.Inexact
	numeric  = dtype.Numeric
	ordered  = dtype.Real | dtype.Boolean // what has an order
	bitwise  = dtype.Integer | dtype.Boolean
	floating = dtype.Float
)

func unary(name string, in dtype.Set, out OutRule, doc string) Unary {
	return Unary{row(Op{Name: name, Group: Elementwise, Family: FamilyUnary, In: in, Out: out, Params: x, Opts: opts(Out), Doc: doc})}
}

// lifted is unary for float functions: integers and bools go in as the default float dtype.
func lifted(name string, in dtype.Set, doc string) Unary {
	u := unary(name, in, same, doc)
	u.Lift = true
	return u
}

func binary(name string, in dtype.Set, out OutRule, doc string) Binary {
	return Binary{row(Op{Name: name, Group: Elementwise, Family: FamilyBinary, In: in, Out: out, Params: x1x2, Opts: opts(Out), Doc: doc})}
}

func liftedBinary(name string, in dtype.Set, doc string) Binary {
	b := binary(name, in, same, doc)
	b.Lift = true
	return b
}

func logicalBinary(name, doc string) Binary {
	b := binary(name, orBool, boolean, doc)
	b.Logical = true
	return b
}

func extra[T interface{ op() *Op }](r T) T {
	r.op().Extra = true
	return r
}

func (u Unary) op() *Op  { return u.Op }
func (b Binary) op() *Op { return b.Op }

// Element by element.
var (
	Abs               = unary("Abs", dtype.All, component, "Abs returns |x|; of a complex number its magnitude, in the dtype of its parts.")
	Acos              = lifted("Acos", inexact, "Acos returns the inverse cosine of x in radians.")
	Acosh             = lifted("Acosh", inexact, "Acosh returns the inverse hyperbolic cosine of x.")
	Add               = binary("Add", dtype.All, same, "Add returns x1 + x2. Bools add as logical or; integers wrap.")
	Asin              = lifted("Asin", inexact, "Asin returns the inverse sine of x in radians.")
	Asinh             = lifted("Asinh", inexact, "Asinh returns the inverse hyperbolic sine of x.")
	Atan              = lifted("Atan", inexact, "Atan returns the inverse tangent of x in radians.")
	Atan2             = liftedBinary("Atan2", floating, "Atan2 returns the angle of the point (x2, x1) in radians, in its quadrant.")
	Atanh             = lifted("Atanh", inexact, "Atanh returns the inverse hyperbolic tangent of x.")
	BitwiseAnd        = binary("BitwiseAnd", bitwise, same, "BitwiseAnd returns the bits set in both x1 and x2.")
	BitwiseInvert     = unary("BitwiseInvert", bitwise, same, "BitwiseInvert returns x with every bit flipped; not x for bools.")
	BitwiseLeftShift  = binary("BitwiseLeftShift", dtype.Integer, same, "BitwiseLeftShift returns x1 shifted left by x2 bits: 0 when x2 is negative or the width or more.")
	BitwiseOr         = binary("BitwiseOr", bitwise, same, "BitwiseOr returns the bits set in x1 or x2.")
	BitwiseRightShift = binary("BitwiseRightShift", dtype.Integer, same, "BitwiseRightShift returns x1 shifted right by x2 bits, with its sign: 0, or −1 for negative x1, when x2 is negative or the width or more.")
	BitwiseXor        = binary("BitwiseXor", bitwise, same, "BitwiseXor returns the bits set in one of x1 and x2 alone.")
	Ceil              = unary("Ceil", whole, same, "Ceil returns the least integer not below x. Integers stay as they are.")
	Conj              = unary("Conj", numeric, same, "Conj returns the complex conjugate of x; of a real number, itself.")
	CopySign          = liftedBinary("CopySign", floating, "CopySign returns x1 with the sign of x2.")
	Cos               = lifted("Cos", inexact, "Cos returns the cosine of x, in radians.")
	Cosh              = lifted("Cosh", inexact, "Cosh returns the hyperbolic cosine of x.")
	Divide            = liftedBinary("Divide", inexact, "Divide returns x1 / x2. Integers divide in the default float dtype.")
	Equal             = binary("Equal", dtype.All, boolean, "Equal reports where x1 == x2.")
	Exp               = lifted("Exp", inexact, "Exp returns e**x.")
	Expm1             = lifted("Expm1", inexact, "Expm1 returns e**x − 1, accurate near 0.")
	Floor             = unary("Floor", whole, same, "Floor returns the greatest integer not above x. Integers stay as they are.")
	FloorDivide       = binary("FloorDivide", whole, same, "FloorDivide returns the greatest integer not above x1 / x2. An integer divided by 0 gives 0.")
	Greater           = binary("Greater", ordered, boolean, "Greater reports where x1 > x2.")
	GreaterEqual      = binary("GreaterEqual", ordered, boolean, "GreaterEqual reports where x1 >= x2.")
	Hypot             = liftedBinary("Hypot", floating, "Hypot returns the square root of x1² + x2², without overflow on the way.")
	Imag              = unary("Imag", numeric, component, "Imag returns the imaginary part of x; of a real number, 0.")
	IsFinite          = unary("IsFinite", dtype.All, boolean, "IsFinite reports where x is neither infinite nor NaN.")
	IsInf             = unary("IsInf", dtype.All, boolean, "IsInf reports where x is infinite.")
	IsNan             = unary("IsNan", dtype.All, boolean, "IsNan reports where x is NaN.")
	Less              = binary("Less", ordered, boolean, "Less reports where x1 < x2.")
	LessEqual         = binary("LessEqual", ordered, boolean, "LessEqual reports where x1 <= x2.")
	Log               = lifted("Log", inexact, "Log returns the natural logarithm of x.")
	Log1p             = lifted("Log1p", inexact, "Log1p returns log(1 + x), accurate near 0.")
	Log2              = lifted("Log2", inexact, "Log2 returns the logarithm of x to base 2.")
	Log10             = lifted("Log10", inexact, "Log10 returns the logarithm of x to base 10.")
	LogAddExp         = liftedBinary("LogAddExp", floating, "LogAddExp returns log(exp(x1) + exp(x2)), without overflow on the way.")
	LogicalAnd        = logicalBinary("LogicalAnd", "LogicalAnd reports where x1 and x2 are both true: not zero.")
	LogicalNot        = Unary{row(Op{Name: "LogicalNot", Group: Elementwise, Family: FamilyUnary, In: orBool, Logical: true, Out: boolean, Params: x, Opts: opts(Out), Doc: "LogicalNot reports where x is false: zero."})}
	LogicalOr         = logicalBinary("LogicalOr", "LogicalOr reports where x1 or x2 is true: not zero.")
	LogicalXor        = logicalBinary("LogicalXor", "LogicalXor reports where one of x1 and x2 alone is true: not zero.")
	Maximum           = binary("Maximum", ordered, same, "Maximum returns the greater of x1 and x2, NaN where either is.")
	Minimum           = binary("Minimum", ordered, same, "Minimum returns the lesser of x1 and x2, NaN where either is.")
	Multiply          = binary("Multiply", dtype.All, same, "Multiply returns x1 · x2. Bools multiply as logical and; integers wrap.")
	Negative          = unary("Negative", numeric, same, "Negative returns −x. Integers wrap.")
	NextAfter         = liftedBinary("NextAfter", floating, "NextAfter returns the value next to x1 in the direction of x2.")
	NotEqual          = binary("NotEqual", dtype.All, boolean, "NotEqual reports where x1 != x2.")
	Positive          = unary("Positive", numeric, same, "Positive returns +x: x itself.")
	Pow               = binary("Pow", numeric, same, "Pow returns x1 to the power x2. An integer to a negative power is 1/x1ⁿ, truncated.")
	Real              = unary("Real", numeric, component, "Real returns the real part of x; of a real number, itself.")
	Reciprocal        = lifted("Reciprocal", inexact, "Reciprocal returns 1 / x.")
	Remainder         = binary("Remainder", whole, same, "Remainder returns x1 − x2·floor(x1/x2), which has the sign of x2. An integer modulo 0 gives 0.")
	Round             = unary("Round", numeric, same, "Round returns the integer nearest to x, the even one of two; each part of a complex number by itself.")
	Sign              = unary("Sign", numeric, same, "Sign returns −1, +0 or 1 as x is negative, zero of either sign or positive, NaN for NaN; of a complex number x/|x|.")
	SignBit           = unary("SignBit", whole, boolean, "SignBit reports where the sign of x is minus, −0 included.")
	Sin               = lifted("Sin", inexact, "Sin returns the sine of x, in radians.")
	Sinh              = lifted("Sinh", inexact, "Sinh returns the hyperbolic sine of x.")
	Sqrt              = lifted("Sqrt", inexact, "Sqrt returns the principal square root of x.")
	Square            = unary("Square", numeric, same, "Square returns x·x.")
	Subtract          = binary("Subtract", numeric, same, "Subtract returns x1 − x2. Integers wrap.")
	Tan               = lifted("Tan", inexact, "Tan returns the tangent of x, in radians.")
	Tanh              = lifted("Tanh", inexact, "Tanh returns the hyperbolic tangent of x.")
	Trunc             = unary("Trunc", whole, same, "Trunc returns x without its fraction. Integers stay as they are.")

	Clip = row(Op{Name: "Clip", Group: Elementwise, In: ordered, Params: params(Param{"x", Operand}, Param{"min", Optional}, Param{"max", Optional}),
		Opts: opts(Out), Doc: "Clip returns x, held between min and max; a nil bound does not hold. NaN stays NaN, and a bound that is NaN gives NaN."})

	// JoinComplex makes complex numbers of their parts, whatever these are: arithmetic
	// would make NaN of infinities and lose signs of zeros.
	JoinComplex = hidden(extra(binary("JoinComplex", dtype.Of(dtype.Float32, dtype.Float64), withComplex, "JoinComplex returns x1 + x2·i, part by part.")))

	Erf      = extra(lifted("Erf", floating, "Erf returns the error function of x."))
	Erfc     = extra(lifted("Erfc", floating, "Erfc returns 1 − Erf(x), accurate where it is small."))
	Fmax     = extra(binary("Fmax", ordered, same, "Fmax returns the greater of x1 and x2, the other one where one is NaN."))
	Fmin     = extra(binary("Fmin", ordered, same, "Fmin returns the lesser of x1 and x2, the other one where one is NaN."))
	Gcd      = extra(binary("Gcd", dtype.Integer, same, "Gcd returns the greatest common divisor of |x1| and |x2|, 0 for two zeros. The magnitude of the least integer, which its dtype does not hold, wraps to it."))
	Lcm      = extra(binary("Lcm", dtype.Integer, same, "Lcm returns the least common multiple of |x1| and |x2|, 0 where either is 0. It wraps."))
	IsClose  = row(Op{Name: "IsClose", Group: Elementwise, In: dtype.All, Out: boolean, Params: x1x2, Opts: opts(Rtol, Atol, EqualNaN, Out), ByPos: 2, Extra: true, Doc: "IsClose reports where |x1 − x2| <= atol + rtol·|x2|. Equal infinities are close; NaNs are with EqualNaN. The defaults are rtol 1e-5 and atol 1e-8."})
	AllClose = row(Op{Name: "AllClose", Group: Elementwise, In: dtype.All, Out: boolean, Params: x1x2, Opts: opts(Rtol, Atol, EqualNaN, Out), ByPos: 2, Extra: true, Doc: "AllClose reports, as one bool of shape (), whether IsClose holds of every element."})
	NanToNum = row(Op{Name: "NanToNum", Group: Elementwise, In: dtype.All, Params: x, Opts: opts(Copy, Nan, PosInf, NegInf, Out), Extra: true, Doc: "NanToNum returns x with NaN replaced by 0, or what Nan says, and infinities by the largest and smallest finite values, or what PosInf and NegInf say."})
)

// elementsOf is the row of a function of one operand, element by element, that is composed of others.
func elementsOf(name string, in dtype.Set, out OutRule, lift bool, ps []Param, os []Opt, doc string) *Op {
	return row(Op{Name: name, Group: Elementwise, In: in, Out: out, Lift: lift, Params: ps, Opts: os, Extra: true, Doc: doc})
}

func defaultInt(_ dtype.Dtype, def dtype.Defaults) dtype.Dtype { return def.Int }

// atLeastDouble is the rule of functions that compute in 64 bits whatever the operands are.
func atLeastDouble(d dtype.Dtype, _ dtype.Defaults) dtype.Dtype {
	if d.IsComplex() {
		return dtype.Complex128
	}
	return dtype.Float64
}

// Element by element, of several steps.
var (
	Angle       = elementsOf("Angle", inexact, component, true, x, opts(Deg, Out), "Angle returns the angle of the complex number x in radians, from −π to π, or in degrees with Deg(true); of a real number 0, or π where its sign is minus, −0 included. NaN stays NaN.")
	Binarizer   = elementsOf("Binarizer", dtype.All, defaultInt, false, x, opts(Threshold, Out), "Binarizer returns 1 where x is above the threshold, 0 by default, and 0 elsewhere, as the default int dtype; of complex numbers it compares the magnitudes.")
	Complex     = noMethod(elementsOf("Complex", floating, withComplex, true, params(Param{"real", Operand}, Param{"imag", Operand}), opts(Out), "Complex returns the complex numbers whose parts are real and imag, as they are: complex128 of float64, else complex64. The dtypes of both are promoted."))
	Deg2rad     = elementsOf("Deg2rad", floating, same, true, x, opts(Out), "Deg2rad returns x degrees in radians, x · π/180.")
	Fix         = elementsOf("Fix", floating, same, true, x, opts(Out), "Fix returns x without its fraction, always as floats: integers become the default float dtype, which Trunc leaves alone.")
	FloatPower  = elementsOf("FloatPower", dtype.All, atLeastDouble, false, x1x2, opts(Out), "FloatPower returns x1 to the power x2, computed and returned as float64, or complex128 for complex numbers. An integer to a negative power is a fraction.")
	Fmod        = elementsOf("Fmod", whole, same, false, x1x2, opts(Out), "Fmod returns what is left of x1 after it is divided by x2 towards zero, with the sign of x1, exactly. An integer modulo 0 gives 0; a float modulo 0, and an infinity modulo anything, NaN.")
	Frexp       = elementsOf("Frexp", floating, same, true, x, nil, "Frexp returns the mantissa and the exponent of x: m and the int32 n with x = m · 2ⁿ and |m| from 1/2 up to 1, exclusive. Zeros, infinities and NaN are their own mantissas, with exponent 0.")
	Heaviside   = elementsOf("Heaviside", ordered, same, false, x1x2, opts(Out), "Heaviside returns 0 where x1 is negative, x2 where it is 0 and 1 where it is positive; NaN where x1 is NaN.")
	IsReal      = elementsOf("IsReal", dtype.All, boolean, false, x, opts(Out), "IsReal reports where the imaginary part of x is 0: everywhere for real dtypes.")
	Ldexp       = elementsOf("Ldexp", floating, same, true, x1x2, opts(Out), "Ldexp returns x1 · 2ⁿ for the integers n = x2, rounded once, whatever the exponents. It has the dtype of x1.")
	Lerp        = elementsOf("Lerp", inexact, same, true, params(Param{"input", Operand}, Param{"end", Operand}, Param{"weight", Operand}), opts(Out), "Lerp returns input + weight · (end − input), from the end that is nearer: end − (end − input) · (1 − weight) where |weight| is 1/2 or more. The dtypes of all three are promoted.")
	LogAddExp2  = elementsOf("LogAddExp2", floating, same, true, x1x2, opts(Out), "LogAddExp2 returns log2(2**x1 + 2**x2), without overflow on the way.")
	Modf        = elementsOf("Modf", floating, same, true, x, nil, "Modf returns the fraction of x and x without it, both with the sign of x. The fraction of an infinity is 0.")
	Rad2deg     = elementsOf("Rad2deg", floating, same, true, x, opts(Out), "Rad2deg returns x radians in degrees, x · 180/π.")
	TruncDivide = elementsOf("TruncDivide", floating, same, true, x1x2, opts(Out), "TruncDivide returns x1 / x2 without its fraction, always as floats: integers divide in the default float dtype. The quotient of float64 is rounded before.")

	Gradient         = elementsOf("Gradient", inexact, same, true, x, opts(Distances, EdgeOrder, Axis), "Gradient returns the derivatives of samples x along each axis, or each of Axis or Axes: central differences inside, of second order, and differences of two samples at both ends, of three with EdgeOrder(2). Distances is one number for all axes, or a list with a number or the positions of the samples, one-dimensional, for each. The results are a list, even if there is one.")
	Interp           = elementsOf("Interp", floating, same, true, params(Param{"x", Operand}, Param{"xp", Operand}, Param{"fp", Operand}), opts(Left, Right, Period, Out), "Interp returns, for each element of x, what lies on the straight line between the two points (xp, fp) around it; xp has to ascend, or with Period lies anywhere. Before the first point it is Left, after the last one Right: the values of these points by default. The dtypes of all three are promoted.")
	SoftThresholding = elementsOf("SoftThresholding", inexact, same, true, params(Param{"x", Operand}, Param{"threshold", Operand}), opts(Out), "SoftThresholding returns Sign(x) · max(|x| − threshold, 0): x, moved towards 0 by the threshold, a real number or array, and 0 where it does not reach so far.")
	SparsifyTensor   = elementsOf("SparsifyTensor", dtype.All, same, false, params(Param{"x", Operand}, Param{"card", Int}), opts(Out), "SparsifyTensor returns x with all elements set to 0 but the card ones of the greatest magnitudes; of equal ones those that come first are kept. NaN counts as the greatest.")
	Trapz            = elementsOf("Trapz", inexact, same, true, params(Param{"y", Operand}), opts(Points, Dx, Axis, Out), "Trapz returns the integral of samples y along an axis by the trapezoidal rule: the sum of the means of neighbours times their distance. It is 0 of fewer than two samples.")
)

func init() {
	Frexp.Names = []string{"mantissa", "exponent"}
	Gradient.Names = []string{"*"}
	Interp.ByPos = 3
	Modf.Names = []string{"fraction", "whole"}
}
