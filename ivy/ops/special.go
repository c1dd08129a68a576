package ops

func special(name, doc string) Unary {
	u := extra(lifted(name, floating, doc))
	u.Group = Special
	return u
}

func specialBinary(name, doc string) Binary {
	b := extra(liftedBinary(name, floating, doc))
	b.Group = Special
	return b
}

func specialSteps(name string, params []Param, doc string) *Op {
	return row(Op{Name: name, Group: Special, In: floating, Lift: true, Params: params, Opts: opts(Out), Extra: true, Doc: doc})
}

// Special functions.
var (
	I0      = special("I0", "I0 returns the modified Bessel function of the first kind of order 0.")
	I0e     = special("I0e", "I0e returns e**−|x| · I0(x), which does not overflow.")
	I1      = special("I1", "I1 returns the modified Bessel function of the first kind of order 1.")
	I1e     = special("I1e", "I1e returns e**−|x| · I1(x), which does not overflow.")
	Digamma = special("Digamma", "Digamma returns the derivative of Lgamma. It is ∓∞ of ±0, and NaN of negative integers.")
	Erfcx   = special("Erfcx", "Erfcx returns e**x² · Erfc(x), which does not underflow.")
	Erfinv  = special("Erfinv", "Erfinv returns the inverse of Erf: NaN outside of [−1, 1].")
	Lgamma  = special("Lgamma", "Lgamma returns the logarithm of |Γ(x)|, the gamma function: infinity of 0 and of negative integers.")
	Ndtri   = special("Ndtri", "Ndtri returns the inverse of the normal distribution function: NaN outside of [0, 1].")
	Igamma  = specialBinary("Igamma", "Igamma returns the regularised lower incomplete gamma function P(x1, x2), the integral of t**(x1−1) · e**−t from 0 to x2 over Γ(x1): NaN where either operand is negative, and where both are 0 or infinite.")
	Igammac = specialBinary("Igammac", "Igammac returns the regularised upper incomplete gamma function Q(x1, x2), which is 1 − Igamma(x1, x2), accurate where it is small.")
	Zeta    = specialBinary("Zeta", "Zeta returns the Hurwitz zeta function, the sum of (x2 + k)**−x1 over k = 0, 1, 2, …: infinity for x1 = 1 and where a term is, NaN for x1 < 1, and where x2 is negative unless x1 is an integer.")

	BetaLn  = specialSteps("BetaLn", x1x2, "BetaLn returns the logarithm of |B(x1, x2)|, the beta function Γ(x1)·Γ(x2)/Γ(x1 + x2), without loss where an operand is large and both are positive.")
	Entr    = specialSteps("Entr", x, "Entr returns −x·log(x), 0 of 0 and −∞ of negative numbers.")
	Exp2    = specialSteps("Exp2", x, "Exp2 returns 2**x, exact where x is an integer.")
	LogNdtr = specialSteps("LogNdtr", x, "LogNdtr returns the logarithm of Ndtr(x), accurate where that underflows and where it is nearly 1.")
	Logit   = row(Op{Name: "Logit", Group: Special, In: floating, Lift: true, Params: x, Opts: opts(Eps, Out), Extra: true,
		Doc: "Logit returns log(x/(1 − x)), the inverse of Sigmoid: NaN outside of [0, 1], unless Eps is given: then x is held between that and 1 − it."})
	Ndtr    = specialSteps("Ndtr", x, "Ndtr returns the normal distribution function, Erfc(−x/√2)/2, accurate where it is small.")
	Sinc    = specialSteps("Sinc", x, "Sinc returns sin(π·x)/(π·x): 1 of 0, 0 of other integers, NaN of infinities.")
	XLog1pY = specialSteps("XLog1pY", x1x2, "XLog1pY returns x1·log(1 + x2): 0 where x1 is, unless x2 is NaN.")
	XLogY   = specialSteps("XLogY", x1x2, "XLogY returns x1·log(x2): 0 where x1 is, unless x2 is NaN.")

	Polygamma = row(Op{Name: "Polygamma", Group: Special, In: floating, Lift: true, Params: params(Param{"n", Int}, Param{"x", Operand}), Opts: opts(Out), Extra: true,
		Doc: "Polygamma returns the nth derivative of Digamma: Digamma itself for n = 0, else (−1)ⁿ⁺¹ · n! · Zeta(n + 1, x)."})
)
