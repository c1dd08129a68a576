package ivy

import (
	"math"

	"github.com/goivy/goivy/ivy/ops"
)

// Rules of functions that go element by element. Where a derivative is not defined the rule is
// that of JAX, or of PyTorch where JAX has none; support/oracle holds them to both.

type binaryRule = func(e *Env, x, y, z *Array) *Array

// ofOperand enters the rules of functions of one operand whose derivative is computed from that.
func ofOperand(op ops.Unary, d func(e *Env, x *Array) *Array) {
	setRule(op.Op, rule{unary: func(e *Env, x, _ *Array) *Array { return d(e, x) }, keeps: keepOperand(0)})
}

// ofResult enters the rules of those whose derivative is computed from the result.
func ofResult(op ops.Unary, d func(e *Env, z *Array) *Array) {
	setRule(op.Op, rule{unary: func(e *Env, _, z *Array) *Array { return d(e, z) }, keeps: keepResult})
}

// ofBoth enters the rules of those whose derivative is computed from the operand and the result.
func ofBoth(op ops.Unary, d func(e *Env, x, z *Array) *Array) {
	setRule(op.Op, rule{unary: d, keeps: keepOperand(0) | keepResult})
}

// transposed enters a rule that makes the operand's gradient of the result's alone.
func transposed(op ops.Unary, f func(c *pulling, g *Array) *Array) {
	setRule(op.Op, rule{vjp: func(c *pulling) { c.give(0, f(c, c.g)) }})
}

func init() {
	powerRules()
	trigonometricRules()
	activationRules()
	partRules()
	arithmeticRules()
	extremumRules()
	whereRule()
	specialRules()
	stepsRules()
}

// numbers that rules use, in x's dtype.
func (e *Env) onePlus(x *Array) *Array           { return e.plus(x, e.numberLike(x, 1)) }
func (e *Env) oneMinus(x *Array) *Array          { return e.minus(e.numberLike(x, 1), x) }
func (e *Env) scaled(x *Array, v float64) *Array { return e.times(x, e.numberLike(x, v)) }
func (e *Env) squared(x *Array) *Array           { return e.apply1(ops.Square, x) }
func (e *Env) reciprocal(x *Array) *Array        { return e.apply1(ops.Reciprocal, x) }
func (e *Env) root(x *Array) *Array              { return e.apply1(ops.Sqrt, x) }
func (e *Env) isZero(x *Array) *Array            { return e.equals(x, e.numberLike(x, 0)) }

// powerRules are those of exponentials, logarithms and powers.
func powerRules() {
	ofResult(ops.Exp, func(_ *Env, z *Array) *Array { return z })
	ofResult(ops.Expm1, func(e *Env, z *Array) *Array { return e.onePlus(z) })
	ofOperand(ops.Log, func(e *Env, x *Array) *Array { return e.reciprocal(x) })
	ofOperand(ops.Log1p, func(e *Env, x *Array) *Array { return e.reciprocal(e.onePlus(x)) })
	ofOperand(ops.Log2, func(e *Env, x *Array) *Array { return e.over(e.numberLike(x, 1/math.Ln2), x) })
	ofOperand(ops.Log10, func(e *Env, x *Array) *Array { return e.over(e.numberLike(x, 1/math.Ln10), x) })
	ofResult(ops.Sqrt, func(e *Env, z *Array) *Array { return e.over(e.numberLike(z, 0.5), z) })
	ofOperand(ops.Square, func(e *Env, x *Array) *Array { return e.plus(x, x) })
	ofResult(ops.Reciprocal, func(e *Env, z *Array) *Array { return e.negated(e.squared(z)) })
	setRule(ops.Pow.Op, rule{binary: &[2]binaryRule{
		func(e *Env, x, y, _ *Array) *Array { // y·x^(y−1), 0 where y is: x may be 0 there
			constant := e.isZero(y)
			less := e.minus(e.choice(constant, e.numberLike(y, 2), y), e.numberLike(y, 1))
			return e.choice(constant, e.numberLike(y, 0), e.times(y, e.apply2(ops.Pow, x, less)))
		},
		func(e *Env, x, y, z *Array) *Array { // z·log(x), 0 where x is
			return e.times(z, e.apply1(ops.Log, e.choice(e.isZero(x), e.numberLike(x, 1), x)))
		},
	}, keeps: keepOperand(0) | keepOperand(1) | keepResult})
	setRule(ops.LogAddExp.Op, rule{binary: &[2]binaryRule{
		func(e *Env, x, y, _ *Array) *Array { return e.shareOfSum(x, y) },
		func(e *Env, x, y, _ *Array) *Array { return e.shareOfSum(y, x) },
	}, keeps: keepOperand(0) | keepOperand(1)})
}

// shareOfSum returns exp(x)/(exp(x) + exp(y)), one half where both are the same, infinite or not.
func (e *Env) shareOfSum(x, y *Array) *Array {
	same := e.equals(x, y)
	return e.choice(same, e.numberLike(x, 0.5), e.apply1(ops.Sigmoid, e.minus(x, y)))
}

// trigonometricRules are those of circular and hyperbolic functions.
func trigonometricRules() {
	ofOperand(ops.Sin, func(e *Env, x *Array) *Array { return e.apply1(ops.Cos, x) })
	ofOperand(ops.Cos, func(e *Env, x *Array) *Array { return e.negated(e.apply1(ops.Sin, x)) })
	ofResult(ops.Tan, func(e *Env, z *Array) *Array { return e.onePlus(e.squared(z)) })
	ofOperand(ops.Sinh, func(e *Env, x *Array) *Array { return e.apply1(ops.Cosh, x) })
	ofOperand(ops.Cosh, func(e *Env, x *Array) *Array { return e.apply1(ops.Sinh, x) })
	ofResult(ops.Tanh, func(e *Env, z *Array) *Array { return e.oneMinus(e.squared(z)) })
	ofOperand(ops.Asin, func(e *Env, x *Array) *Array { return e.reciprocal(e.rootOfProduct(e.oneMinus(x), e.onePlus(x))) })
	ofOperand(ops.Acos, func(e *Env, x *Array) *Array {
		return e.negated(e.reciprocal(e.rootOfProduct(e.oneMinus(x), e.onePlus(x))))
	})
	ofOperand(ops.Atan, func(e *Env, x *Array) *Array { return e.reciprocal(e.onePlus(e.squared(x))) })
	ofOperand(ops.Asinh, func(e *Env, x *Array) *Array { return e.reciprocal(e.root(e.onePlus(e.squared(x)))) })
	ofOperand(ops.Acosh, func(e *Env, x *Array) *Array {
		return e.reciprocal(e.rootOfProduct(e.minus(x, e.numberLike(x, 1)), e.onePlus(x)))
	})
	ofOperand(ops.Atanh, func(e *Env, x *Array) *Array { return e.reciprocal(e.times(e.oneMinus(x), e.onePlus(x))) })
	setRule(ops.Atan2.Op, rule{binary: &[2]binaryRule{
		func(e *Env, x, y, _ *Array) *Array { return e.over(y, e.plus(e.squared(x), e.squared(y))) },
		func(e *Env, x, y, _ *Array) *Array {
			return e.negated(e.over(x, e.plus(e.squared(x), e.squared(y))))
		},
	}, keeps: keepOperand(0) | keepOperand(1)})
	setRule(ops.Hypot.Op, rule{binary: &[2]binaryRule{
		func(e *Env, x, _, z *Array) *Array { return e.over(x, z) },
		func(e *Env, _, y, z *Array) *Array { return e.over(y, z) },
	}, keeps: keepOperand(0) | keepOperand(1) | keepResult})
}

// rootOfProduct returns sqrt(x)·sqrt(y), of complex numbers on the branch that their functions
// have; of real ones sqrt(x·y).
func (e *Env) rootOfProduct(x, y *Array) *Array {
	if x.dtype.IsComplex() {
		return e.times(e.root(x), e.root(y))
	}
	return e.root(e.times(x, y))
}

// activationRules are those of error functions and of neural networks.
func activationRules() {
	bell := func(e *Env, x *Array, factor float64) *Array { // factor·exp(−x²)
		return e.scaled(e.apply1(ops.Exp, e.negated(e.squared(x))), factor)
	}
	ofOperand(ops.Erf, func(e *Env, x *Array) *Array { return bell(e, x, 2/math.SqrtPi) })
	ofOperand(ops.Erfc, func(e *Env, x *Array) *Array { return bell(e, x, -2/math.SqrtPi) })
	logistic := func(e *Env, z *Array) *Array { return e.times(z, e.oneMinus(z)) }
	ofResult(ops.Sigmoid, logistic)
	ofResult(ops.Expit, logistic)
	ofOperand(ops.Silu, func(e *Env, x *Array) *Array {
		s := e.apply1(ops.Sigmoid, x)
		return e.times(s, e.onePlus(e.times(x, e.oneMinus(s))))
	})
	ofOperand(ops.SoftplusOne, func(e *Env, x *Array) *Array { return e.apply1(ops.Sigmoid, x) })
	ofResult(ops.Relu, func(e *Env, z *Array) *Array {
		return e.cast(e.apply2(ops.Greater, z, e.numberLike(z, 0)), z.dtype) // the operand is greater than 0 just where the result is
	})
	ofOperand(ops.GeluErf, func(e *Env, x *Array) *Array { // Φ(x) + x·φ(x)
		d, w := x.dtype, e.wider(x)
		phi := e.scaled(e.apply1(ops.Erfc, e.scaled(w, -math.Sqrt2/2)), 0.5)
		density := e.scaled(e.apply1(ops.Exp, e.scaled(e.squared(w), -0.5)), 1/math.Sqrt(2*math.Pi))
		return e.cast(e.plus(phi, e.times(w, density)), d)
	})
	ofOperand(ops.GeluTanh, func(e *Env, x *Array) *Array {
		d, w := x.dtype, e.wider(x)
		k, c := math.Sqrt(2/math.Pi), 0.044715
		square := e.squared(w)
		t := e.apply1(ops.Tanh, e.times(w, e.scaled(e.onePlus(e.scaled(square, c)), k)))
		inner := e.scaled(e.onePlus(e.scaled(square, 3*c)), k)
		slope := e.times(e.times(w, e.oneMinus(e.squared(t))), inner)
		return e.cast(e.scaled(e.plus(e.onePlus(t), slope), 0.5), d)
	})
}

// specialRules are those of special functions.
func specialRules() {
	ofOperand(ops.Lgamma, func(e *Env, x *Array) *Array { return e.apply1(ops.Digamma, x) })
	ofOperand(ops.Digamma, func(e *Env, x *Array) *Array { return e.apply2(ops.Zeta, e.numberLike(x, 2), x) })
	ofResult(ops.Erfinv, func(e *Env, z *Array) *Array { return e.scaled(e.apply1(ops.Exp, e.squared(z)), math.SqrtPi/2) })
	ofResult(ops.Ndtri, func(e *Env, z *Array) *Array {
		return e.scaled(e.apply1(ops.Exp, e.scaled(e.squared(z), 0.5)), math.Sqrt(2*math.Pi))
	})
	ofBoth(ops.Erfcx, func(e *Env, x, z *Array) *Array { // 2xz − 2/√π
		return e.minus(e.scaled(e.times(x, z), 2), e.numberLike(x, 2/math.SqrtPi))
	})

	ofOperand(ops.I0, func(e *Env, x *Array) *Array { return e.apply1(ops.I1, x) })
	ofBoth(ops.I0e, func(e *Env, x, z *Array) *Array {
		return e.minus(e.apply1(ops.I1e, x), e.times(e.apply1(ops.Sign, x), z))
	})
	overX := func(e *Env, x, z *Array) *Array { // z/x, whose limit at 0 is 1/2
		zero := e.isZero(x)
		return e.choice(zero, e.numberLike(x, 0.5), e.over(z, e.choice(zero, e.numberLike(x, 1), x)))
	}
	ofBoth(ops.I1, func(e *Env, x, z *Array) *Array { return e.minus(e.apply1(ops.I0, x), overX(e, x, z)) })
	ofBoth(ops.I1e, func(e *Env, x, z *Array) *Array {
		return e.minus(e.minus(e.apply1(ops.I0e, x), e.times(e.apply1(ops.Sign, x), z)), overX(e, x, z))
	})

	bySecond := func(op ops.Binary, d binaryRule) {
		setRule(op.Op, rule{binary: &[2]binaryRule{
			func(*Env, *Array, *Array, *Array) *Array {
				check(errorf(ErrUnsupported, "the first operand of %s has no derivative (take StopGradient of it)", op.Name))
				return nil
			},
			d,
		}, keeps: keepOperand(0) | keepOperand(1)})
	}
	bySecond(ops.Zeta, func(e *Env, s, q, _ *Array) *Array {
		return e.negated(e.times(s, e.apply2(ops.Zeta, e.onePlus(s), q)))
	})
	bySecond(ops.Igamma, func(e *Env, a, x, _ *Array) *Array { return e.gammaDensity(a, x) })
	bySecond(ops.Igammac, func(e *Env, a, x, _ *Array) *Array { return e.negated(e.gammaDensity(a, x)) })
}

// gammaDensity returns x**(a−1)·e**−x/Γ(a), by its logarithm, whose terms cancel: in float64.
func (e *Env) gammaDensity(a, x *Array) *Array {
	d := x.dtype
	a, x = e.cast(a, Float64), e.cast(x, Float64)
	power := e.minus(a, e.numberLike(a, 1))
	log := e.minus(e.timesLog(power, x, e.logarithm(x)), e.plus(x, e.apply1(ops.Lgamma, a)))
	return e.cast(e.exponential(log), d)
}

// stepsRules are those of special functions of several steps.
func stepsRules() {
	of := func(op *ops.Op, keeps uint8, d func(e *Env, x, z *Array) *Array) {
		setRule(op, rule{unary: d, keeps: keeps})
	}
	of(ops.Entr, keepOperand(0), func(e *Env, x, _ *Array) *Array { return e.minus(e.numberLike(x, -1), e.logarithm(x)) })
	of(ops.Logit, keepOperand(0), func(e *Env, x, _ *Array) *Array { return e.reciprocal(e.times(x, e.oneMinus(x))) })
	of(ops.Ndtr, keepOperand(0), func(e *Env, x, _ *Array) *Array {
		return e.scaled(e.exponential(e.scaled(e.squared(x), -0.5)), 1/math.Sqrt(2*math.Pi))
	})
	of(ops.LogNdtr, keepOperand(0), func(e *Env, x, _ *Array) *Array { // the density over the function
		return e.over(e.numberLike(x, math.Sqrt2/math.SqrtPi), e.apply1(ops.Erfcx, e.scaled(x, -math.Sqrt2/2)))
	})
	of(ops.Sinc, keepOperand(0)|keepResult, func(e *Env, x, z *Array) *Array {
		// (cos(π·x) − sinc(x))/x; near 0, where that cancels, its Taylor series Σ (−1)ᵏ·2k/(2k+1)!·π²ᵏ·x²ᵏ⁻¹.
		near := e.below(e.magnitude(x), 0.5)
		u := e.squared(e.scaled(e.where0(near, x), math.Pi))
		series := e.numberLike(x, 0)
		for k := 10; k > 0; k-- {
			c := 2 * float64(k) / math.Gamma(float64(2*k+2))
			series = e.times(u, e.minus(e.numberLike(x, c), series))
		}
		away := e.choice(near, e.numberLike(x, 1), x)
		far := e.over(e.minus(e.apply1(ops.Cos, e.scaled(away, math.Pi)), z), away)
		return e.choice(near, e.negated(e.over(series, e.choice(e.isZero(x), e.numberLike(x, 1), x))), far)
	})

	// By x it is the logarithm, by y x/y and x/(1+y); where x is 0 and the logarithm not finite both are 0, as PyTorch has it.
	product := func(op *ops.Op, argument func(e *Env, y *Array) *Array, log func(e *Env, y *Array) *Array) {
		constant := func(e *Env, x, y *Array) *Array {
			return e.both(e.isZero(x), e.apply2(ops.LessEqual, argument(e, y), e.numberLike(y, 0)))
		}
		setRule(op, rule{binary: &[2]binaryRule{
			func(e *Env, x, y, _ *Array) *Array {
				return e.choice(constant(e, x, y), e.numberLike(x, 0), log(e, y))
			},
			func(e *Env, x, y, _ *Array) *Array {
				return e.choice(constant(e, x, y), e.numberLike(x, 0), e.over(x, argument(e, y)))
			},
		}, keeps: keepOperand(0) | keepOperand(1)})
	}
	product(ops.XLogY, func(_ *Env, y *Array) *Array { return y }, (*Env).logarithm)
	product(ops.XLog1pY, (*Env).onePlus, (*Env).log1pOf)
	beta := func(e *Env, x, y, _ *Array) *Array {
		digamma := func(x *Array) *Array { return e.apply1(ops.Digamma, x) }
		return e.minus(digamma(x), digamma(e.plus(x, y)))
	}
	setRule(ops.BetaLn, rule{binary: &[2]binaryRule{
		beta,
		func(e *Env, x, y, z *Array) *Array { return beta(e, y, x, z) },
	}, keeps: keepOperand(0) | keepOperand(1)})
}

// partRules are those of signs, of complex parts and of casts.
func partRules() {
	setRule(ops.Abs.Op, rule{vjp: func(c *pulling) {
		x, e := c.x(0), c.e
		sign := e.apply1(ops.Sign, x)
		if x.dtype.IsComplex() {
			c.give(0, e.times(e.joinedParts(c.g, nil), e.apply1(ops.Conj, sign)))
			return
		}
		c.give(0, e.times(c.g, sign))
	}, keeps: keepOperand(0)})
	setRule(ops.Sign.Op, rule{vjp: func(c *pulling) { // flat for real numbers; of complex ones x/|x|
		x, e := c.x(0), c.e
		if !x.dtype.IsComplex() {
			return
		}
		z := e.apply1(ops.Sign, x)
		across := e.minus(c.g, e.apply1(ops.Conj, e.times(e.squared(z), c.g)))
		size := e.apply1(ops.Abs, x)
		d := e.over(across, e.joinedParts(e.plus(size, size), nil))
		c.give(0, e.where0(e.apply1(ops.LogicalNot, e.isZero(x)), d))
	}, keeps: keepOperand(0)})
	linear := func(_ *pulling, g *Array) *Array { return g }
	transposed(ops.Positive, linear)
	transposed(ops.CopyArray, linear)
	transposed(ops.Negative, func(c *pulling, g *Array) *Array { return c.e.negated(g) })
	transposed(ops.Conj, func(c *pulling, g *Array) *Array {
		if g.dtype.IsComplex() {
			return c.e.apply1(ops.Conj, g)
		}
		return g
	})
	transposed(ops.Real, func(c *pulling, g *Array) *Array {
		if c.n.args[0].dtype.IsComplex() {
			return c.e.joinedParts(g, nil)
		}
		return g
	})
	setRule(ops.Imag.Op, rule{vjp: func(c *pulling) { // of a real operand the result is 0
		if c.n.args[0].dtype.IsComplex() {
			c.give(0, c.e.joinedParts(nil, c.e.negated(c.g)))
		}
	}})
	transposed(ops.Cast, func(c *pulling, g *Array) *Array {
		to := c.n.args[0].dtype
		if g.dtype.IsComplex() && !to.IsComplex() {
			g = c.e.apply1(ops.Real, g)
		}
		return c.e.cast(g, to)
	})
	setRule(ops.JoinComplex.Op, rule{vjp: func(c *pulling) {
		if c.wants(0) {
			c.give(0, c.e.apply1(ops.Real, c.g))
		}
		if c.wants(1) {
			c.give(1, c.e.negated(c.e.apply1(ops.Imag, c.g)))
		}
	}})
}

// joinedParts returns re + im·i; nil stands for 0.
func (e *Env) joinedParts(re, im *Array) *Array {
	switch {
	case re == nil:
		re = e.spread(e.numberLike(im, 0), im.shape)
	case im == nil:
		im = e.spread(e.numberLike(re, 0), re.shape)
	}
	return e.apply2(ops.JoinComplex, re, im)
}

// arithmeticRules are those of sums, products and quotients.
func arithmeticRules() {
	setRule(ops.Add.Op, rule{binary: &[2]binaryRule{}})
	setRule(ops.Subtract.Op, rule{vjp: func(c *pulling) {
		c.give(0, c.g)
		if c.wants(1) {
			c.give(1, c.e.negated(c.e.unbroadcast(c.g, c.shape(1))))
		}
	}})
	setRule(ops.Multiply.Op, rule{binary: &[2]binaryRule{
		func(_ *Env, _, y, _ *Array) *Array { return y },
		func(_ *Env, x, _, _ *Array) *Array { return x },
	}, keeps: keepOperand(0) | keepOperand(1)})
	setRule(ops.Divide.Op, rule{vjp: func(c *pulling) {
		e, y := c.e, c.x(1)
		part := e.over(c.g, y)
		if c.wants(1) {
			c.give(1, e.negated(e.times(part, c.n.z)))
		}
		c.give(0, part)
	}, keeps: keepOperand(1) | keepResult})
	setRule(ops.Remainder.Op, rule{binary: &[2]binaryRule{
		nil,
		func(e *Env, x, y, _ *Array) *Array {
			apart := e.apply2(ops.Less, e.times(e.apply1(ops.Sign, x), e.apply1(ops.Sign, y)), e.numberLike(x, 0))
			apart = e.apply2(ops.LogicalAnd, apart, e.apply2(ops.LogicalAnd, e.apply1(ops.IsInf, y), e.apply1(ops.IsFinite, x)))
			// The quotient of a number and an infinite one is 0, or −1 below it.
			return e.negated(e.choice(apart, e.numberLike(x, -1), e.apply2(ops.FloorDivide, x, y)))
		},
	}, keeps: keepOperand(0) | keepOperand(1)})
	setRule(ops.CopySign.Op, rule{vjp: func(c *pulling) {
		c.give(0, c.e.times(c.g, c.e.times(c.e.apply1(ops.Sign, c.x(0)), c.e.apply1(ops.Sign, c.n.z))))
	}, keeps: keepOperand(0) | keepResult})
}

// extremumRules are those of the greater and the lesser of two: half goes to each of two that are
// equal.
func extremumRules() {
	half := func(e *Env, same, first *Array, like *Array) *Array {
		return e.choice(same, e.numberLike(like, 0.5), e.cast(first, like.dtype))
	}
	for _, op := range []ops.Binary{ops.Maximum, ops.Minimum} {
		is := ops.Greater
		if op == ops.Minimum {
			is = ops.Less
		}
		setRule(op.Op, rule{binary: &[2]binaryRule{
			func(e *Env, x, y, _ *Array) *Array { return half(e, e.equals(x, y), e.apply2(is, x, y), x) },
			func(e *Env, x, y, _ *Array) *Array { return half(e, e.equals(x, y), e.apply2(is, y, x), x) },
		}, keeps: keepOperand(0) | keepOperand(1)})
	}
	for _, op := range []ops.Binary{ops.Fmax, ops.Fmin} {
		is := ops.Greater
		if op == ops.Fmin {
			is = ops.Less
		}
		setRule(op.Op, rule{binary: &[2]binaryRule{
			func(e *Env, x, y, _ *Array) *Array { // x is the result, or y is NaN
				return half(e, e.equals(x, y), e.apply2(ops.LogicalOr, e.apply2(is, x, y), e.apply1(ops.IsNan, y)), x)
			},
			func(e *Env, x, y, _ *Array) *Array { // y is the result, or x alone is NaN
				alone := e.apply2(ops.LogicalAnd, e.apply1(ops.IsNan, x), e.equals(y, y))
				return half(e, e.equals(x, y), e.apply2(ops.LogicalOr, e.apply2(is, y, x), alone), x)
			},
		}, keeps: keepOperand(0) | keepOperand(1)})
	}
}

// whereRule is that of Where. What is not chosen gets zeros, whatever the gradient is: 0 times
// an infinite one would be NaN.
func whereRule() {
	setRule(ops.Where.Op, rule{vjp: func(c *pulling) {
		if c.wants(1) {
			c.give(1, c.e.where0(c.x(0), c.g))
		}
		if c.wants(2) {
			c.give(2, c.e.choice(c.x(0), c.e.numberLike(c.g, 0), c.g))
		}
	}, keeps: keepOperand(0)})
}
