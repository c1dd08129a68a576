package jax

import (
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/compose"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// mostHalley is how many steps qdwh takes if it is not told.
const mostHalley = 10

// A halleyStep is a step u·(a + b·uᴴ·u)·(1 + c·uᴴ·u)⁻¹ towards the unitary factor.
type halleyStep struct{ a, b, c float64 }

// mostByCholesky is the greatest c for which 1 + c·uᴴ·u is solved by a Cholesky decomposition: above it the step takes a QR one.
const mostByCholesky = 100

// halleySteps returns the steps, with weights that follow from a bound of the least singular value, until that is 1 but for rounding
// (Y. Nakatsukasa, Z. Bai and F. Gygi, "Optimizing Halley's iteration for computing the matrix polar decomposition", 2010).
func halleySteps(eps float64, most int) []halleyStep {
	var steps []halleyStep
	for l := eps; l+5*eps < 1 && len(steps) < most; {
		s := l * l
		d := math.Cbrt(4 * (1/s - 1) / s)
		root := math.Sqrt(1 + d)
		a := root + math.Sqrt(2-d+2*(2-s)/(s*root))
		b := (a - 1) * (a - 1) / 4
		c := a + b - 1
		l = l * (a + b*s) / (1 + c*s)
		steps = append(steps, halleyStep{a, b, c})
	}
	return steps
}

// qdwh returns the polar decomposition of a matrix by Halley's iteration, how many steps it took, and whether the last one changed little.
func qdwh(c call) any {
	if _, isList := frontend.Sequence(c.Arg("x")); isList || c.Arg("x") == nil {
		c.Raise("AttributeError", "qdwh(): x is %s, want an array", c.Shown(c.Arg("x")))
	}
	x := c.arr("x")
	most := mostHalley
	if c.Has("max_iterations") {
		most = int(c.Float("max_iterations"))
	}
	s := x.V.Shape()
	if len(s) != 2 || s[0] < s[1] {
		c.Raise("ValueError", "qdwh() of shape %v, want a matrix with as many rows as columns, or more", s)
	}
	rows, columns := s[0], s[1]
	var first, second any
	if c.Has("dynamic_shape") {
		if holdsText(c.Arg("dynamic_shape")) {
			c.Raise("TypeError", "qdwh(): dynamic_shape is %s, want two integers", c.Shown(c.Arg("dynamic_shape")))
		}
		first, second = c.pair("dynamic_shape")
	}
	if !isInexact(x) {
		c.Raise("ValueError", "qdwh(): dtype %v is not inexact", x.V.Dtype())
	}
	if c.Has("dynamic_shape") {
		m, isRows := c.index(first)
		n, isColumns := c.index(second)
		if !isRows || !isColumns || m < 0 || m > rows || n < 0 || n > columns {
			c.Raise("TypeError", "qdwh(): dynamic_shape is %s, of shape %v", c.Shown(c.Arg("dynamic_shape")), s)
		}
		rows, columns = m, n
	}
	c.hasKernel(x)
	info, err := dtype.Finfo(x.V.Dtype())
	if err != nil {
		panic(err)
	}
	eps := info.Eps
	if c.Has("eps") {
		if eps = c.Float("eps"); eps == 0 {
			c.Raise("ZeroDivisionError", "division by zero")
		}
	}
	e := c.e
	a := e.GetItem(x.V, ivy.Slice(0, rows), ivy.Slice(0, columns))
	u, count, converged := c.polarFactor(a, eps, most)
	h := e.MatMul(e.Adjoint(u), a)
	h = e.Divide(e.Add(h, e.Adjoint(h)), 2)
	if rows != s[0] || columns != s[1] {
		u = e.Pad(u, [][2]int{{0, s[0] - rows}, {0, s[1] - columns}})
		h = e.Pad(h, [][2]int{{0, s[1] - columns}, {0, s[1] - columns}})
	}
	return append(c.notWeak(u, h), c.calc.array(count), c.wrap(converged, false))
}

// polarFactor returns the unitary factor of a matrix, of how many steps it is, and whether they converged.
func (c call) polarFactor(x *ivy.Array, eps float64, most int) (u *ivy.Array, count int, converged *ivy.Array) {
	e := c.e
	d := x.Dtype()
	one := e.MatrixNorm(x, ivy.Ord(1.0))
	scale := e.Sqrt(e.Multiply(one, e.MatrixNorm(x, ivy.Ord(math.Inf(1)))))
	u = e.Divide(x, e.Astype(e.Where(e.Equal(one, number(e, 0, one.Dtype())), number(e, 1, one.Dtype()), scale), d))
	converged = e.Asarray(false)
	tolerance := number(e, math.Cbrt(5*eps), d.Component())
	next := func(s halleyStep) {
		before := u
		u = c.halley(s, u)
		converged = e.LessEqual(e.MatrixNorm(e.Subtract(u, before)), tolerance)
	}
	steps := halleySteps(eps, most)
	for _, s := range steps {
		next(s)
		if s.c > mostByCholesky {
			converged = e.Asarray(false)
		}
	}
	count = len(steps)
	for ; count < most && !converged.Bool(); count++ {
		next(halleyStep{3, 1, 3}) // what the weights tend to
	}
	refined := e.MatMul(u, e.MatMul(e.Adjoint(u), u)) // a step of Newton and Schulz
	return e.Subtract(e.Multiply(number(e, 1.5, d), u), e.Multiply(number(e, 0.5, d), refined)), count, converged
}

// halley returns u·(a + b·uᴴ·u)·(1 + c·uᴴ·u)⁻¹, which is b/c·u + (a − b/c)·u·(1 + c·uᴴ·u)⁻¹.
func (c call) halley(s halleyStep, u *ivy.Array) *ivy.Array {
	e, d := c.e, u.Dtype()
	n := u.Shape()[1]
	rest := s.b / s.c
	var solved *ivy.Array
	if s.c > mostByCholesky {
		root := math.Sqrt(s.c)
		q, _ := e.QR(e.Concat([]*ivy.Array{e.Multiply(number(e, root, d), u), e.Eye(n, d)}, ivy.Axis(0)))
		m := u.Shape()[0]
		top, low := e.GetItem(q, ivy.Slice(0, m)), e.GetItem(q, ivy.Slice(m, nil))
		solved = e.Multiply(number(e, (s.a-rest)/root, d), e.MatMul(top, e.Adjoint(low)))
	} else {
		l := c.cholesky(e.Add(e.Multiply(number(e, s.c, d), e.MatMul(e.Adjoint(u), u)), e.Eye(n, d)))
		z := compose.SolveTriangular(e, l, e.Adjoint(u), false, false)
		z = e.SolveTriangular(l, z, ivy.Adjointed(true))
		solved = e.Multiply(number(e, s.a-rest, d), e.Adjoint(z))
	}
	return e.Add(e.Multiply(number(e, rest, d), u), solved)
}

// ormqr applies the reflections that a holds, as geqrf leaves them, to a matrix.
func ormqr(c call) any {
	a, taus, x := c.arr("a"), c.arr("taus"), c.arr("c")
	c.ranks([]value{a, taus, x}, 2, 1, 2)
	left, transpose := c.Bool("left"), c.Bool("transpose")
	s, t, u := a.V.Shape(), taus.V.Shape(), x.V.Shape()
	m, k := s[len(s)-2], t[len(t)-1]
	side := u[len(u)-2]
	if !left {
		side = u[len(u)-1]
	}
	if side != m {
		c.Raise("ValueError", "ormqr(): shapes %v and %v", s, u)
	}
	c.sameInexact(a, taus, x)
	c.hasKernel(a)
	if k > m {
		c.Raise("JaxRuntimeError", "ormqr(): %d reflections of %d rows", k, m)
	}
	e := c.e
	v := a.V
	if n := s[len(s)-1]; k > n { // LAPACK reads what follows; these are the reflections of columns of zeros
		v = e.Concat([]*ivy.Array{v, e.Zeros(append(slices.Clone(s[:len(s)-1]), k-n), v.Dtype())}, ivy.Axis(-1))
	}
	w := compose.ReflectionVectors(e, v, k)
	z := x.V
	if left {
		z = compose.Reflected(e, w, taus.V, z, transpose)
	} else { // c·Q is (Qᴴ·cᴴ)ᴴ
		z = e.Adjoint(compose.Reflected(e, w, taus.V, e.Adjoint(z), !transpose))
	}
	return c.wrap(z, a.Weak && taus.Weak && x.Weak)
}
