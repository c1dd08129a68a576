package jax

import (
	"math"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// promotedLax makes a row of jax.scipy.special that is a function of lax on arguments
// made inexact.
func promotedLax(name string, set dtype.Set, f unaryFunc) frontend.Func {
	return frontend.Func{Path: "scipy.special." + name, Sig: "x", Typing: promoting(toInexact, set, same), Unary: f, Same: set}
}

var special = []frontend.Func{
	promotedLax("erf", dtype.Float, (*ivy.Env).Erf),
	promotedLax("erfc", dtype.Float, (*ivy.Env).Erfc),
	promotedLax("erfinv", dtype.Float, (*ivy.Env).Erfinv),
	promotedLax("expit", dtype.Inexact, logistic),
	promotedLax("gammaln", dtype.Float, (*ivy.Env).Lgamma),
	promotedLax("digamma", dtype.Float, psi),
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
