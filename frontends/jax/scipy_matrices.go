package jax

import (
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// The functions of jax.scipy.linalg that make matrices of a form. Those of binomial coefficients have them as JAX does, by logarithms
// of gamma functions, so that they are rounded.
var scipyMatrices = []frontend.Func{
	{Path: "scipy.linalg.block_diag", Sig: "*arrs", Run: run(func(c call) any {
		list, _ := c.Arg("arrs").([]any)
		if len(list) == 0 {
			return c.wrap(c.e.Zeros([]int{1, 0}, c.defaults().Float), false)
		}
		xs := c.common(c.arrays(list)...)
		vs := make([]*ivy.Array, len(xs))
		for i, x := range xs {
			if x.V.Ndim() > 2 {
				c.Raise("ValueError", "Arguments to jax.scipy.linalg.block_diag must have at most 2 dimensions, got shape %v at argument %d.", x.V.Shape(), i)
			}
			vs[i] = c.do("numpy.atleast_2d", x).V
		}
		return c.wrap(c.e.BlockDiag(vs), false)
	})},
	{Path: "scipy.linalg.toeplitz", Sig: "c, r=None", Run: run(func(c call) any {
		x := c.arr("c")
		y := c.do("numpy.conj", x)
		if c.Has("r") {
			y = c.arr("r")
		}
		return c.toeplitz(c.do("numpy.atleast_1d", x), c.do("numpy.atleast_1d", y))
	})},
	{Path: "scipy.linalg.hankel", Sig: "c, r=None", Run: run(func(c call) any {
		x := c.arr("c")
		y := c.wrap(c.e.ZerosLike(x.V), x.Weak)
		if c.Has("r") {
			y = c.arr("r")
		}
		if x.V.Ndim() == 0 || y.V.Ndim() == 0 {
			c.Raise("ValueError", "hankel(): a scalar, want one axis at least")
		}
		return c.windows(x, y, func(i, j *ivy.Array, _ int) *ivy.Array { return c.e.Add(i, j) })
	})},
	{Path: "scipy.linalg.circulant", Sig: "c", Run: run(func(c call) any {
		x := c.do("numpy.atleast_1d", c.arr("c"))
		s := x.V.Shape()
		n := s[len(s)-1]
		return c.wrap(c.taken(x.V, n, n, func(i, j *ivy.Array) *ivy.Array {
			return c.e.Remainder(c.e.Subtract(i, j), number(c.e, float64(n), dtype.Int64))
		}), x.Weak)
	})},
	{Path: "scipy.linalg.fiedler", Sig: "a", Run: run(func(c call) any {
		x := c.do("numpy.atleast_1d", c.arr("a"))
		column := c.wrap(c.e.ExpandDims(x.V, ivy.Axis(-1)), x.Weak)
		row := c.wrap(c.e.ExpandDims(x.V, ivy.Axis(-2)), x.Weak)
		return c.abs(c.sub(column, row))
	})},
	{Path: "scipy.linalg.leslie", Sig: "f, s", Run: run(func(c call) any {
		f, s := c.do("numpy.atleast_1d", c.arr("f")), c.do("numpy.atleast_1d", c.arr("s"))
		p, q := f.V.Shape(), s.V.Shape()
		n := p[len(p)-1]
		if n < 2 || q[len(q)-1] != n-1 {
			c.Raise("ValueError", "leslie(): shapes %v and %v: the first vector must have two elements at least, and one more than the second", p, q)
		}
		batch := c.broadcast(p[:len(p)-1], q[:len(q)-1])
		xs := c.common(f, s)
		first := c.e.BroadcastTo(c.e.ExpandDims(xs[0].V, ivy.Axis(-2)), append(slices.Clone(batch), 1, n))
		rates := c.e.BroadcastTo(xs[1].V, append(slices.Clone(batch), n-1))
		return c.wrap(c.e.Concat([]*ivy.Array{first, c.scaledRows(rates, n)}, ivy.Axis(-2)), xs[0].Weak)
	})},
	{Path: "scipy.linalg.companion", Sig: "a", Run: run(func(c call) any {
		x := c.do("numpy.atleast_1d", c.inexact(c.arr("a"))[0])
		s := x.V.Shape()
		n := s[len(s)-1] - 1
		if n < 1 {
			c.Raise("ValueError", "companion(): shape %v, want two elements at least along the last axis", s)
		}
		row := c.overFirst(x, true)
		first := c.e.ExpandDims(row.V, ivy.Axis(-2))
		ones := c.e.Ones(append(slices.Clone(s[:len(s)-1]), n-1), row.V.Dtype())
		return c.wrap(c.e.Concat([]*ivy.Array{first, c.scaledRows(ones, n)}, ivy.Axis(-2)), false)
	})},
	{Path: "scipy.linalg.fiedler_companion", Sig: "a", Run: run(func(c call) any {
		x := c.do("numpy.atleast_1d", c.inexact(c.arr("a"))[0])
		s := x.V.Shape()
		batch, n := s[:len(s)-1], s[len(s)-1]-1
		switch n {
		case -1:
			c.Raise("ValueError", "fiedler_companion(): shape %v, want elements along the last axis", s)
		case 0:
			return c.wrap(c.e.Zeros(append(slices.Clone(batch), 0, 0), x.V.Dtype()), x.Weak)
		}
		row := c.overFirst(x, false)
		if n == 1 {
			return c.neg(c.wrap(c.e.ExpandDims(row.V, ivy.Axis(-1)), row.Weak))
		}
		d := x.V.Dtype()
		frontend.Check(c.e.CheckSize(n*n, 8))
		constant := func(v float64) *ivy.Array {
			return c.e.Full(append(slices.Clone(batch), 1), v, d)
		}
		parts := c.e.Concat([]*ivy.Array{constant(0), constant(1), c.neg(row).V}, ivy.Axis(-1))
		const one, coefficient = 1, 1 // coefficient + k is the place of −aₖ, and 0 that of 0
		at := make([]int64, n*n)
		for i := range n {
			set := func(j, place int) {
				if j >= 0 && j < n {
					at[i*n+j] = int64(place)
				}
			}
			if i%2 == 0 {
				set(i+1, coefficient+i+2)
				set(i+2, one)
				set(i-1, coefficient+i+1)
			} else {
				set(i-2, one)
			}
			if i < 2 {
				set(0, coefficient+1-i) // −a₁ in the first row, 1 in the second
			}
		}
		return c.wrap(c.taken(parts, n, n, func(_, _ *ivy.Array) *ivy.Array {
			return c.e.Reshape(c.e.Asarray(at, dtype.Int64), []int{n, n})
		}), false)
	})},
	{Path: "scipy.linalg.convolution_matrix", Sig: "a, n, mode='full'", Run: run(func(c call) any {
		n := c.whole("n")
		if n <= 0 {
			c.Raise("ValueError", "n must be a positive integer; got %d.", n)
		}
		x := c.arr("a")
		if x.V.Ndim() == 0 {
			c.Raise("ValueError", "convolution_matrix(): a scalar, want one axis at least")
		}
		s := x.V.Shape()
		m := s[len(s)-1]
		if m < 1 {
			c.Raise("ValueError", "len(a) must be at least 1; got shape %v.", s)
		}
		before, after := 0, 0
		switch c.Arg("mode") {
		case "full":
		case "valid":
			before = min(n, m) - 1
			after = before
		case "same":
			before = (min(n, m) - 1) / 2
			after = min(n, m) - 1 - before
		default:
			c.Raise("ValueError", "mode must be one of 'full', 'valid', 'same'; got %v.", c.Arg("mode"))
		}
		c.sizes(m+n-1, n)
		zeros := c.e.Zeros(append(slices.Clone(s[:len(s)-1]), n-1), x.V.Dtype())
		padded := func(x *ivy.Array, from, to int) value {
			return c.wrap(c.e.GetItem(c.e.Concat([]*ivy.Array{x, zeros}, ivy.Axis(-1)), ivy.Ellipsis, ivy.Slice(from, to)), false)
		}
		length := m + n - 1
		return c.toeplitz(padded(x.V, before, length-after), padded(c.e.Flip(x.V, ivy.Axis(-1)), length-n-before, length-before))
	})},
	{Path: "scipy.linalg.hilbert", Sig: "n", Run: run(func(c call) any {
		n := c.whole("n")
		if n < 0 {
			c.Raise("TypeError", "hilbert(%d)", n)
		}
		a := c.below(float64(n), c.defaults().Float)
		return c.div(1, c.add(c.add(c.column(a), a), 1))
	})},
	{Path: "scipy.linalg.invhilbert", Sig: "n", Run: run(func(c call) any {
		n := c.static("n")
		a := c.below(n, c.defaults().Float)
		i, j := c.column(a), c.row(a)
		s := c.add(i, j)
		sign := c.mul(c.do("numpy.power", -1.0, s), c.add(s, 1.0))
		z := c.mul(sign, c.comb(c.add(i, n), c.sub(c.sub(n, j), 1)))
		z = c.mul(z, c.comb(c.add(j, n), c.sub(c.sub(n, i), 1)))
		return c.mul(z, c.do("numpy.square", c.comb(s, i)))
	})},
	{Path: "scipy.linalg.pascal", Sig: "n, kind=None", Run: run(func(c call) any {
		a := c.below(c.staticOfKind(), dtype.Float32)
		return c.ofKind(c.binomialOf(c.column(a), c.row(a)), func(low, turned value) value { return c.do("numpy.dot", low, turned) })
	})},
	{Path: "scipy.linalg.invpascal", Sig: "n, kind=None", Run: run(func(c call) any {
		a := c.below(c.staticOfKind(), c.defaults().Float)
		i, j := c.column(a), c.row(a)
		low := c.mul(c.do("numpy.power", -1.0, c.sub(i, j)), c.binomialOf(i, j))
		return c.ofKind(low, func(low, turned value) value { return c.do("numpy.dot", turned, low) })
	})},
	{Path: "scipy.linalg.helmert", Sig: "n, full=False", Run: run(func(c call) any {
		n := c.static("n")
		if _, isBool := c.Arg("n").(bool); isBool {
			c.Raise("TypeError", "helmert() of a bool")
		}
		if n < 1 {
			c.Raise("ValueError", "n must be a positive integer; got %v.", n)
		}
		full := c.Bool("full")
		if full && n != math.Trunc(n) {
			c.Raise("TypeError", "helmert(): n is %v, want an integer", n)
		}
		d := c.defaults().Float
		i, j := c.column(c.below(n-1, d)), c.row(c.below(n, d))
		k := c.add(i, 1)
		length := c.do("numpy.sqrt", c.mul(k, c.add(k, 1)))
		one, zero := c.div(1.0, length), c.wrap(c.e.ZerosLike(length.V), false)
		z := c.where(c.do("numpy.less_equal", j, i), one, c.where(c.eq(j, k), c.div(c.neg(k), length), zero))
		if full {
			first := c.e.Full([]int{1, int(n)}, c.div(1.0, c.do("numpy.sqrt", n)).V, d)
			z = c.wrap(c.e.Concat([]*ivy.Array{first, z.V}), false)
		}
		return z
	})},
	{Path: "scipy.linalg.hadamard", Sig: "n, dtype='int'", Run: run(func(c call) any {
		f := c.static("n")
		n := int(f)
		if f < 1 || float64(n) != f || n&(n-1) != 0 {
			c.Raise("ValueError", "n must be a positive power of 2; got %v.", f)
		}
		c.sizes(n, n)
		d := c.dtype("dtype", c.defaults().Float)
		if d == dtype.Bool && n > 1 {
			c.Raise("TypeError", "hadamard(): there is no negative of bools")
		}
		frontend.Check(c.e.CheckSize(n*n, d.Size()))
		z := c.e.Ones([]int{1, 1}, d)
		for z.Shape()[0] < n {
			top := c.e.Concat([]*ivy.Array{z, z}, ivy.Axis(1))
			z = c.e.Concat([]*ivy.Array{top, c.e.Concat([]*ivy.Array{z, c.neg(c.wrap(z, false)).V}, ivy.Axis(1))})
		}
		return c.wrap(z, false)
	})},
	{Path: "scipy.linalg.dft", Sig: "n, scale=None, *, dtype=None", Run: run(func(c call) any {
		scale := c.Arg("scale")
		if scale != nil && scale != "sqrtn" && scale != "n" {
			c.Raise("ValueError", "scale must be None, 'sqrtn', or 'n'; got %v.", scale)
		}
		d := c.dtype("dtype", c.defaults().Complex)
		if !d.IsComplex() {
			c.Raise("ValueError", "dtype must be a complex floating-point type; got %v.", d)
		}
		n := c.static("n")
		a := c.below(n, d)
		z := c.do("numpy.exp", c.div(c.mul(c.mul(complex(0, -2*math.Pi), c.column(a)), c.row(a)), n))
		switch scale {
		case "sqrtn":
			return c.div(z, c.do("numpy.sqrt", n))
		case "n":
			return c.div(z, n)
		}
		return z
	})},
}

// static returns a number that JAX's function is compiled for.
func (c call) static(name string) float64 {
	switch n := c.Arg(name).(type) {
	case int:
		return float64(n)
	case float64:
		return n
	case bool:
		if n {
			return 1
		}
		return 0
	}
	c.Raise("TypeError", "%s(): %s is %s, want a number", c.Func.Path, name, c.Shown(c.Arg(name)))
	return 0
}

// whole returns an integer that JAX's function is compiled for, which a bool is too.
func (c call) whole(name string) int {
	n, ok := c.index(c.Arg(name))
	if !ok {
		c.Raise("TypeError", "%s(): %s is %s, want an integer", c.Func.Path, name, c.Shown(c.Arg(name)))
	}
	return n
}

// below returns the whole numbers from 0 below n.
func (c call) below(n float64, d dtype.Dtype) value {
	if math.IsNaN(n) || n > math.MaxInt32 {
		c.Raise("ValueError", "%s(): n is %v", c.Func.Path, n)
	}
	length := max(int(math.Ceil(n)), 0)
	c.sizes(length, length)
	return c.wrap(c.e.Astype(c.e.Arange(0, length, dtype.Int64), d), false)
}

func (c call) column(x value) value { return c.wrap(c.e.ExpandDims(x.V, ivy.Axis(1)), x.Weak) }
func (c call) row(x value) value    { return c.wrap(c.e.ExpandDims(x.V, ivy.Axis(0)), x.Weak) }

// staticOfKind returns the argument n, and refuses a kind that there is not.
func (c call) staticOfKind() float64 {
	switch kind := c.Arg("kind"); kind {
	case nil, "symmetric", "lower", "upper":
	default:
		c.Raise("ValueError", "Expected kind to be one of: ['symmetric', 'lower', 'upper']; got %v", kind)
	}
	return c.static("n")
}

// ofKind returns a lower triangle, the upper one, or what product makes of both.
func (c call) ofKind(low value, product func(low, turned value) value) value {
	turned := c.wrap(c.e.MatrixTranspose(low.V), false)
	switch c.Arg("kind") {
	case "lower":
		return low
	case "upper":
		return turned
	}
	return product(low, turned)
}

// binomialOf returns n over k, by logarithms: 0 where k is greater.
func (c call) binomialOf(n, k value) value {
	gamma := func(x value) value { return c.do("lax.lgamma", c.add(x, 1.0)) }
	return c.do("numpy.exp", c.sub(c.sub(gamma(n), gamma(c.sub(n, k))), gamma(k)))
}

// comb is jax.scipy.special.comb.
func (c call) comb(n, k value) value {
	zero := c.like(n, 0)
	there := c.do("numpy.logical_and", c.do("numpy.less_equal", k, n), c.do("numpy.logical_and", c.ge(n, zero), c.ge(k, zero)))
	n, k = c.where(there, n, 0.0), c.where(there, k, 0.0)
	gamma := func(x value) value { return c.do("lax.lgamma", x) }
	z := c.do("numpy.exp", c.sub(c.sub(gamma(c.add(n, 1)), gamma(c.add(k, 1))), gamma(c.sub(c.add(n, 1), k))))
	return c.where(there, z, 0.0)
}

// overFirst returns the elements after the first of each vector divided by that, or with the other sign.
func (c call) overFirst(x value, negative bool) value {
	first := c.wrap(c.e.GetItem(x.V, ivy.Ellipsis, ivy.Slice(0, 1)), x.Weak)
	rest := c.wrap(c.e.GetItem(x.V, ivy.Ellipsis, ivy.Slice(1, nil)), x.Weak)
	if negative {
		rest = c.neg(rest)
	}
	return c.div(rest, first)
}

// scaledRows returns the first rows of the identity of n columns, times the elements of vectors.
func (c call) scaledRows(x *ivy.Array, n int) *ivy.Array {
	s := x.Shape()
	there := c.e.Eye(s[len(s)-1], ivy.NCols(n), dtype.Bool)
	return c.e.Where(there, c.e.ExpandDims(x, ivy.Axis(-1)), number(c.e, 0, x.Dtype()))
}

// taken returns matrices of m rows and n columns, whose elements are those at an index of the vectors along the last axis of x. at returns
// the indices from columns i and rows j of numbers.
func (c call) taken(x *ivy.Array, m, n int, at func(i, j *ivy.Array) *ivy.Array) *ivy.Array {
	c.sizes(m, n)
	s := x.Shape()
	dims := append(slices.Clone(s[:len(s)-1]), m, n)
	if m*n == 0 {
		return c.e.Zeros(dims, x.Dtype())
	}
	i, j := c.e.ExpandDims(c.e.Arange(0, m, dtype.Int64), ivy.Axis(1)), c.e.ExpandDims(c.e.Arange(0, n, dtype.Int64), ivy.Axis(0))
	return c.e.Reshape(c.e.Take(x, c.e.Reshape(at(i, j), []int{m * n}), ivy.Axis(-1)), dims)
}

func (c call) toeplitz(column, row value) value {
	turned := c.wrap(c.e.Flip(column.V, ivy.Axis(-1)), column.Weak)
	return c.windows(turned, row, func(i, j *ivy.Array, m int) *ivy.Array {
		return c.e.Add(c.e.Subtract(number(c.e, float64(m-1), dtype.Int64), i), j)
	})
}

// windows returns matrices whose rows are windows of the vectors x followed by the vectors y without their first elements: of m rows, and
// as many columns as y has elements. JAX takes windows by a convolution with unit vectors, so an infinity or a NaN in one makes all
// else of the window NaN.
func (c call) windows(x, y value, at func(i, j *ivy.Array, m int) *ivy.Array) value {
	s, t := x.V.Shape(), y.V.Shape()
	m, n := s[len(s)-1], t[len(t)-1]
	batch := c.broadcast(s[:len(s)-1], t[:len(t)-1])
	xs := c.common(x, y)
	d := xs[0].V.Dtype()
	c.sizes(m, n)
	if m*n == 0 {
		return c.wrap(c.e.Zeros(append(slices.Clone(batch), m, n), d), false)
	}
	spread := func(x value, n int) *ivy.Array { return c.e.BroadcastTo(x.V, append(slices.Clone(batch), n)) }
	rest := c.e.GetItem(spread(xs[1], n), ivy.Ellipsis, ivy.Slice(1, nil))
	z := c.taken(c.e.Concat([]*ivy.Array{spread(xs[0], m), rest}, ivy.Axis(-1)), m, n, func(i, j *ivy.Array) *ivy.Array { return at(i, j, m) })
	if dtype.Inexact.Has(d) {
		z = c.e.MatMul(z, c.e.Eye(n, d))
	}
	return c.wrap(z, false)
}
