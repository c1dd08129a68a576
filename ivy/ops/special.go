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
	Zeta    = specialBinary("Zeta", "Zeta returns the Hurwitz zeta function, the sum of (x2 + k)**−x1 over k = 0, 1, 2, …: infinity for x1 = 1 and where a term is, NaN for x1 < 1, and where x2 is negative unless x1 is an integer.")

	Polygamma = row(Op{Name: "Polygamma", Group: Special, In: floating, Lift: true, Params: params(Param{"n", Int}, Param{"x", Operand}), Opts: opts(Out), Extra: true,
		Doc: "Polygamma returns the nth derivative of Digamma: Digamma itself for n = 0, else (−1)ⁿ⁺¹ · n! · Zeta(n + 1, x)."})
)
