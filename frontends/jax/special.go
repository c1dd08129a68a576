package jax

import (
	"math"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/compose"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// promotedLax makes a row of jax.scipy.special that is a function of lax on arguments
// made inexact.
func promotedLax(name string, set dtype.Set, f unaryFunc) frontend.Func {
	return frontend.Func{Path: "scipy.special." + name, Sig: "x", Typing: promoting(toInexact, set, same), Unary: f, Same: set}
}

// promotedPair makes a row of jax.scipy.special of two arguments made inexact.
func promotedPair(name, sig string, f binaryFunc) frontend.Func {
	return frontend.Func{Path: "scipy.special." + name, Sig: sig, Typing: promoting(toInexact, dtype.Float, same), Binary: ranked(f)}
}

// ofFloats makes a row that takes float32 and float64 alone.
func ofFloats(name, sig, operand string, f unaryFunc) frontend.Func {
	return frontend.Func{Path: "scipy.special." + name, Sig: sig, Run: run(func(c call) any {
		x := c.arr(operand)
		if d := x.V.Dtype(); d != dtype.Float32 && d != dtype.Float64 {
			c.Raise("TypeError", "x.dtype=%v is not supported", d)
		}
		return c.wrap(f(c.e, x.V), false)
	})}
}

var special = []frontend.Func{
	promotedLax("erf", dtype.Float, (*ivy.Env).Erf),
	promotedLax("erfc", dtype.Float, (*ivy.Env).Erfc),
	promotedLax("erfinv", dtype.Float, (*ivy.Env).Erfinv),
	promotedLax("expit", dtype.Inexact, logistic),
	promotedLax("gammaln", dtype.Float, (*ivy.Env).Lgamma),
	promotedLax("digamma", dtype.Float, psi),
	{Path: "scipy.special.erfcx", Sig: "x", Run: run(func(c call) any { return c.wrap(c.e.Erfcx(c.floats(c.arr("x"))[0].V), false) })},
	promotedLax("i0", dtype.Float, (*ivy.Env).I0),
	promotedLax("i0e", dtype.Float, (*ivy.Env).I0e),
	promotedLax("i1", dtype.Float, (*ivy.Env).I1),
	promotedLax("i1e", dtype.Float, (*ivy.Env).I1e),
	promotedPair("betaln", "a, b", (*ivy.Env).BetaLn),
	promotedPair("gammainc", "a, x", (*ivy.Env).Igamma),
	promotedPair("gammaincc", "a, x", (*ivy.Env).Igammac),
	{Path: "scipy.special.zeta", Sig: "x, q=None", Run: run(func(c call) any {
		if !c.Has("q") {
			c.Raise("NotImplementedError", "Riemann zeta function not implemented; pass q != None to compute the Hurwitz Zeta function")
		}
		xs := c.floats(c.arr("x"), c.arr("q"))
		return c.wrap(c.e.Zeta(xs[0].V, xs[1].V), xs[0].Weak)
	})},
	{Path: "scipy.special.polygamma", Sig: "n, x", Run: run(func(c call) any {
		n := c.arr("n")
		if d := n.V.Dtype(); !d.IsInteger() {
			c.Raise("ValueError", "argument `n` to polygamma must be of integer type, got dtype %v", d)
		}
		xs := c.floats(n, c.arr("x"))
		n, x := xs[0], xs[1]
		order := c.add(n, c.like(n, 1))
		size := c.e.Multiply(c.e.Exp(c.e.Lgamma(order.V)), c.e.Zeta(order.V, x.V)) // (−1)ⁿ⁺¹ of it for n above 0
		even := c.e.Equal(c.e.Remainder(n.V, c.like(n, 2).V), c.like(n, 0).V)
		z := c.e.Where(even, c.e.Negative(size), size)
		return c.wrap(c.e.Where(c.e.Equal(n.V, c.like(n, 0).V), c.e.Digamma(x.V), z), false)
	})},
	{Path: "scipy.special.multigammaln", Sig: "a, d", Run: run(func(c call) any {
		d, a := c.Int("d"), c.floats(c.arr("a"))[0]
		return c.wrap(compose.LogGammas(c.e, a.V, d), a.Weak)
	})},
	ofFloats("ndtr", "x", "x", (*ivy.Env).Ndtr),
	ofFloats("log_ndtr", "x, series_order=3", "x", (*ivy.Env).LogNdtr),
	ofFloats("ndtri", "p", "p", (*ivy.Env).Ndtri),
	{Path: "scipy.special.logit", Sig: "x", Run: run(func(c call) any {
		x := c.inexact(c.arr("x"))[0]
		rest := c.sub(c.like(x, 1), x)
		if isComplex(x) {
			return c.do("numpy.log", c.wrap(complexQuotient(c.e, x.V, rest.V), x.Weak))
		}
		return c.do("numpy.log", c.div(x, rest))
	})},
	{Path: "scipy.special.xlogy", Sig: "x, y", Run: timesLog("numpy.log")},
	{Path: "scipy.special.xlog1py", Sig: "x, y", Run: timesLog("numpy.log1p")},
	{Path: "scipy.special.entr", Sig: "x", Run: run(func(c call) any {
		x := c.inexact(c.arr("x"))[0]
		if isComplex(x) {
			c.Raise("ValueError", "entr does not take complex numbers")
		}
		below := c.e.Less(x.V, c.like(x, 0).V)
		return c.wrap(c.e.Where(below, c.like(x, math.Inf(-1)).V, c.e.Negative(c.xLogX(x).V)), x.Weak)
	})},
	{Path: "scipy.special.rel_entr", Sig: "p, q", Run: run(func(c call) any { return c.relEntr() })},
	{Path: "scipy.special.kl_div", Sig: "p, q", Run: run(func(c call) any {
		xs := c.inexact(c.arr("p"), c.arr("q"))
		return c.add(c.sub(c.relEntr(), xs[0]), xs[1])
	})},
}

// floats returns arguments made inexact, which must be real.
func (c call) floats(xs ...value) []value {
	xs = c.inexact(xs...)
	if isComplex(xs[0]) {
		c.Raise("TypeError", "%s does not accept dtype %v", c.Func.Path, xs[0].V.Dtype())
	}
	return xs
}

func timesLog(path string) func(*frontend.Call) any {
	return run(func(c call) any {
		xs := c.inexact(c.arr("x"), c.arr("y"))
		x, y := xs[0], xs[1]
		ok := c.do("numpy.bitwise_or", c.ne(x, 0.0), c.do("numpy.isnan", y))
		return c.where(ok, c.mul(x, c.do(path, y)), c.wrap(c.e.ZerosLike(x.V), x.Weak))
	})
}

// xLogX is x·log x, 0 of 0.
func (c call) xLogX(x value) value {
	return c.wrap(c.e.Where(c.e.Equal(x.V, c.like(x, 0).V), c.like(x, 0).V, c.e.Multiply(x.V, c.e.Log(x.V))), x.Weak)
}

func (c call) relEntr() value {
	xs := c.inexact(c.arr("p"), c.arr("q"))
	p, q := xs[0], xs[1]
	if isComplex(p) {
		c.Raise("ValueError", "%s does not take complex numbers", c.Func.Path)
	}
	zero := c.like(p, 0)
	both := c.do("numpy.logical_and", c.gt(p, zero), c.gt(q, zero))
	none := c.do("numpy.logical_and", c.eq(p, zero), c.ge(q, zero))
	safeP, safeQ := c.where(both, p, 1), c.where(both, q, 1)
	diff := c.sub(c.xLogX(safeP), c.do("scipy.special.xlogy", safeP, safeQ))
	return c.where(both, diff, c.where(none, zero, math.Inf(1)))
}
