package jax

import (
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/frontends/internal/spectral"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/random/jaxrandom"
)

// The distributions of jax.random. Those that are made of others are so here, by JAX's own functions, and have the
// derivatives of these by their parameters; numbers of the gamma distribution, and counts, have none.

// plain is a distribution without parameters.
func plain(name string, set dtype.Set, draw func(c call, s sample) value) frontend.Func {
	return frontend.Func{Path: "random." + name, Sig: "key, shape=(), dtype=None, *, out_sharding=None", Run: sampler(set, "ValueError", func(c call, s sample) any { return draw(c, s) })}
}

// law is a distribution with parameters, which broadcast to the shape.
func law(name, params string, names []string, draw func(c call, s sample, p []value) value) frontend.Func {
	return frontend.Func{Path: "random." + name, Sig: "key, " + params + ", shape=None, dtype=None, *, out_sharding=None", Run: sampler(dtype.Float, "ValueError", func(c call, s sample) any {
		ps := make([]value, len(names))
		for i, name := range names {
			ps[i] = c.arr(name)
		}
		s = c.shaped(s, ps...)
		c.safe(s.d, ps...)
		for i, p := range ps {
			ps[i] = c.to(p, s.d, false)
		}
		return draw(c, s, ps)
	})}
}

var randomLaws = []frontend.Func{
	plain("normal", dtype.Inexact, func(c call, s sample) value { return c.normal(s) }),
	plain("exponential", dtype.Float, func(c call, s sample) value { return c.exponential(s) }),
	plain("laplace", dtype.Float, func(c call, s sample) value {
		return c.typed(s, jaxrandom.Laplace32, jaxrandom.Laplace64, func(f jaxrandom.Float, dst []float64) { f.Laplace(s.key, dst) })
	}),
	plain("logistic", dtype.Float, func(c call, s sample) value {
		return c.typed(s, jaxrandom.Logistic32, jaxrandom.Logistic64, func(f jaxrandom.Float, dst []float64) { f.Logistic(s.key, dst) })
	}),
	plain("cauchy", dtype.Float, func(c call, s sample) value {
		info, err := dtype.Finfo(s.d)
		frontend.Check(err)
		u := c.sampled(s, func(f jaxrandom.Float, dst []float64) { f.Uniform(s.key, dst, []float64{info.Eps}, []float64{1}) })
		return c.do("lax.tan", c.mul(c.constant(u, math.Pi), c.sub(u, c.constant(u, 0.5))))
	}),
	plain("maxwell", dtype.Float, func(c call, s sample) value { return c.maxwell(s) }),
	{Path: "random.gumbel", Sig: "key, shape=(), dtype=None, mode=None, *, out_sharding=None", Run: sampler(dtype.Float, "ValueError", func(c call, s sample) any { return c.gumbel(s, c.gumbelMode()) })},
	{Path: "random.rademacher", Sig: "key, shape=(), dtype=None, *, out_sharding=None", Run: run(func(c call) any {
		key, _ := c.key()
		d := c.dtype("dtype", c.defaults().Int)
		return c.rademacher(sample{key: key, d: d, shape: c.shape("shape")})
	})},
	{Path: "random.truncated_normal", Sig: "key, lower, upper, shape=None, dtype=None, *, out_sharding=None", Run: sampler(dtype.Float, "ValueError", func(c call, s sample) any {
		low, high := c.param("lower", s.d), c.param("upper", s.d)
		return c.truncatedNormal(c.shaped(s, low, high), low, high)
	})},
	{Path: "random.gamma", Sig: "key, a, shape=None, dtype=None, *, out_sharding=None", Run: sampler(dtype.Float, "ValueError", func(c call, s sample) any {
		a := c.param("a", s.d)
		return c.gamma(c.shaped(s, a), a, false)
	})},
	{Path: "random.loggamma", Sig: "key, a, shape=None, dtype=None, *, out_sharding=None", Run: sampler(dtype.Float, "ValueError", func(c call, s sample) any {
		a := c.param("a", s.d)
		return c.gamma(c.shaped(s, a), a, true)
	})},
	law("beta", "a, b", []string{"a", "b"}, func(c call, s sample, p []value) value {
		one, other := s.pair()
		x, y := c.gamma(one, p[0], true), c.gamma(other, p[1], true)
		most := c.do("lax.max", x, y)
		x, y = c.do("numpy.exp", c.sub(x, most)), c.do("numpy.exp", c.sub(y, most))
		return c.div(x, c.add(x, y))
	}),
	law("pareto", "b", []string{"b"}, func(c call, s sample, p []value) value { return c.do("numpy.exp", c.div(c.exponential(s), p[0])) }),
	law("chisquare", "df", []string{"df"}, func(c call, s sample, p []value) value { return c.chisquare(s, p[0]) }),
	law("f", "dfnum, dfden", []string{"dfnum", "dfden"}, func(c call, s sample, p []value) value {
		under, over := s.pair()
		return c.div(c.div(c.chisquare(over, p[0]), p[0]), c.div(c.chisquare(under, p[1]), p[1]))
	}),
	law("t", "df", []string{"df"}, func(c call, s sample, p []value) value {
		one, other := s.pair()
		half := c.div(p[0], 2)
		return c.mul(c.normal(one), c.do("numpy.sqrt", c.div(half, c.gamma(other, half, false))))
	}),
	law("rayleigh", "scale", []string{"scale"}, func(c call, s sample, p []value) value {
		u := c.unit(s)
		return c.mul(p[0], c.do("numpy.sqrt", c.mul(c.do("numpy.log", u), c.constant(u, -2))))
	}),
	law("wald", "mean", []string{"mean"}, func(c call, s sample, p []value) value { return c.wald(s, p[0]) }),
	law("triangular", "left, mode, right", []string{"left", "mode", "right"}, func(c call, s sample, p []value) value {
		left, mode, right := p[0], p[1], p[2]
		u, width := c.unit(s), c.sub(right, left)
		low := c.add(left, c.do("numpy.sqrt", c.mul(c.mul(u, width), c.sub(mode, left))))
		high := c.sub(right, c.do("numpy.sqrt", c.mul(c.mul(c.sub(1, u), width), c.sub(right, mode))))
		return c.where(c.lt(u, c.div(c.sub(mode, left), width)), low, high)
	}),
	{Path: "random.lognormal", Sig: "key, sigma=1.0, shape=None, dtype=None, *, out_sharding=None", Run: sampler(dtype.Inexact, "ValueError", func(c call, s sample) any {
		sigma := c.arr("sigma")
		if !c.Given("sigma") { // NumPy's float32, which is not weak
			sigma = c.to(sigma, dtype.Float32, false)
		}
		s = c.shaped(s, sigma)
		c.safe(s.d, sigma)
		return c.do("numpy.exp", c.mul(c.normal(s), c.to(sigma, s.d, false)))
	})},
	{Path: "random.weibull_min", Sig: "key, scale, concentration, shape=(), dtype=None", Run: sampler(dtype.Float, "ValueError", func(c call, s sample) any {
		return c.mul(c.do("numpy.power", c.exponential(s), c.div(1.0, c.arr("concentration"))), c.arr("scale"))
	})},
	{Path: "random.double_sided_maxwell", Sig: "key, loc, scale, shape=(), dtype=None", Run: sampler(dtype.Float, "ValueError", func(c call, s sample) any {
		loc, scale := c.arr("loc"), c.arr("scale")
		params := c.broadcast(loc.V.Shape(), scale.V.Shape())
		if len(s.shape) == 0 {
			s.shape = params
		}
		s.shape = slices.Concat(s.shape, params)
		one, other := s.pair()
		return c.add(c.mul(c.mul(c.rademacher(other), c.maxwell(one)), scale), loc)
	})},
	{Path: "random.generalized_normal", Sig: "key, p, shape=(), dtype=None, *, out_sharding=None", Run: sampler(dtype.All, "ValueError", func(c call, s sample) any {
		c.floating(s.d)
		return c.generalized(s, c.arr("p"))
	})},
	{Path: "random.ball", Sig: "key, d, p=2, shape=(), dtype=None, *, out_sharding=None", Run: sampler(dtype.All, "ValueError", func(c call, s sample) any {
		c.floating(s.d)
		p, one := c.arr("p"), s
		one, other := s.pair()
		one.shape = append(slices.Clone(s.shape), c.Int("d"))
		g := c.generalized(one, p)
		sum := c.add(c.do("numpy.sum", c.do("numpy.power", c.abs(g), p), -1), c.exponential(other))
		return c.div(g, c.do("numpy.expand_dims", c.do("numpy.power", sum, c.div(1, p)), -1))
	})},
	{Path: "random.orthogonal", Sig: "key, n, shape=(), dtype=None, m=None, *, out_sharding=None", Run: sampler(dtype.Inexact, "ValueError", func(c call, s sample) any {
		n := c.Int("n")
		m := n
		if c.Has("m") {
			m = c.Int("m")
		}
		s.shape = append(slices.Clone(s.shape), max(n, m), min(n, m))
		q, r := c.e.QR(c.normal(s).V)
		d := c.do("numpy.diagonal", c.wrap(r, false), 0, -2, -1)
		x := c.mul(c.wrap(q, false), c.do("numpy.expand_dims", c.do("numpy.sign", d), -2))
		if n < m {
			return c.wrap(c.e.MatrixTranspose(x.V), false)
		}
		return x
	})},
	{Path: "random.dirichlet", Sig: "key, alpha, shape=None, dtype=None, *, out_sharding=None", Run: sampler(dtype.Float, "ValueError", func(c call, s sample) any {
		alpha := c.param("alpha", s.d)
		dims := alpha.V.Shape()
		if len(dims) == 0 {
			c.Raise("ValueError", "dirichlet requires alpha.ndim >= 1, got alpha.ndim == 0")
		}
		s = c.shaped(s, c.wrap(c.e.Zeros(dims[:len(dims)-1]), false))
		s.shape = append(slices.Clone(s.shape), dims[len(dims)-1])
		return c.do("nn.softmax", c.gamma(s, alpha, true), -1)
	})},
	{Path: "random.multivariate_normal", Sig: "key, mean, cov, shape=None, dtype=None, method='cholesky', *, out_sharding=None", Run: run(multivariateNormal)},
	{Path: "random.poisson", Sig: "key, lam, shape=None, dtype=None, *, out_sharding=None", Run: sampler(dtype.Integer, "ValueError", poisson)},
	{Path: "random.geometric", Sig: "key, p, shape=None, dtype=None, *, out_sharding=None", Run: sampler(dtype.Integer, "ValueError", func(c call, s sample) any {
		given := c.arraylike("p")
		p := c.inexact(given)[0]
		s = c.shaped(s, p)
		d := s.d
		s.d = p.V.Dtype()
		u := c.unit(s)
		u = c.where(c.eq(u, 0), 1, u)
		g := c.do("numpy.floor", c.div(c.do("numpy.log", u), c.do("numpy.log1p", c.neg(p))))
		return c.to(c.add(g, 1), d, false)
	})},
	{Path: "random.binomial", Sig: "key, n, p, shape=None, dtype=None", Run: sampler(dtype.Float, "ValueError", func(c call, s sample) any {
		p := c.inexact(c.arraylike("p"))[0]
		n := c.to(c.arraylike("n"), p.V.Dtype(), false)
		return c.binomial(c.shaped(s, n, p), n, p)
	})},
	{Path: "random.multinomial", Sig: "key, n, p, *, shape=None, dtype=None, unroll=1", Run: run(multinomial)},
}

// floating refuses a dtype that is none of floats, as the gamma distribution does.
func (c call) floating(d dtype.Dtype) {
	if !d.IsFloat() {
		c.Raise("ValueError", "dtype argument to `gamma` must be a float dtype, got %v", d)
	}
}

func (k calc) chisquare(s sample, df value) value {
	half := k.div(df, k.constant(df, 2))
	return k.mul(k.do("numpy.exp", k.gamma(s, half, true)), 2)
}

func (k calc) rademacher(s sample) value {
	as := s
	as.d = dtype.Float32
	if k.config.X64 {
		as.d = dtype.Float64
	}
	half := k.wrap(k.e.Asarray(0.5, as.d), false)
	coin := k.e.Astype(k.bernoulli(as, half, false).V, s.d)
	return k.to(k.sub(k.mul(2, k.wrap(coin, false)), 1), s.d, false)
}

func (k calc) maxwell(s sample) value {
	s.shape = append(slices.Clone(s.shape), 3)
	return k.do("numpy.linalg.norm", k.normal(s), nil, -1)
}

func (k calc) generalized(s sample, p value) value {
	one, other := s.pair()
	inverse := k.div(1, p)
	a := k.to(inverse, s.d, false)
	return k.mul(k.rademacher(other), k.do("numpy.power", k.gamma(one, a, false), inverse))
}

func (k calc) wald(s sample, mean value) value {
	one, other := s.pair()
	z := k.unit(other)
	y := k.do("numpy.square", k.normal(one))
	square := k.do("numpy.square", mean)
	root := k.do("numpy.sqrt", k.add(k.mul(k.mul(4, mean), y), k.mul(square, k.do("numpy.square", y))))
	x := k.sub(k.add(mean, k.div(k.mul(square, y), 2)), k.mul(k.div(mean, 2), root))
	return k.where(k.do("numpy.less_equal", z, k.div(mean, k.add(mean, x))), x, k.div(square, x))
}

// truncated draws normal numbers between two that may have derivatives.
func (c call) truncatedNormal(s sample, low, high value) value {
	draw := func(xs []*ivy.Array) *ivy.Array {
		l, h := c.numbersFor(c.wrap(xs[0], false), s.shape), c.numbersFor(c.wrap(xs[1], false), s.shape)
		return c.sampled(s, func(f jaxrandom.Float, dst []float64) { f.TruncatedNormal(s.key, dst, l, h) }).V
	}
	return c.wrap(reading.As(c.e, draw, func(xs []*ivy.Array) *ivy.Array {
		root := c.constant(low, math.Sqrt2)
		a, b := c.do("lax.erf", c.div(c.wrap(xs[0], false), root)), c.do("lax.erf", c.div(c.wrap(xs[1], false), root))
		u := c.add(c.mul(c.unit(s), c.sub(b, a)), a)
		return c.mul(root, c.do("lax.erf_inv", u)).V
	}, low.V, high.V), false)
}

func (k calc) binomial(s sample, n, p value) value {
	counts, chances := k.numbersFor(n, s.shape), k.numbersFor(p, s.shape)
	f, ok := floats[p.V.Dtype()]
	if !ok {
		k.raise("ValueError", "binomial(): p is of dtype %v", p.V.Dtype())
	}
	return k.sampled(s, func(_ jaxrandom.Float, dst []float64) { f.Binomial(s.key, dst, counts, chances) })
}

func poisson(c call, s sample) any {
	lam := c.to(c.arr("lam"), dtype.Float32, false)
	s = c.shaped(s, lam)
	_, most := limits(s.d)
	top := int64(math.MaxInt64)
	if most.IsInt64() {
		top = most.Int64()
	}
	n := elementsIn(s.shape)
	c.Room(n, 8)
	dst := make([]int64, n)
	jaxrandom.Poisson(s.key, dst, c.numbersFor(lam, s.shape), top)
	return c.wrap(c.e.Astype(c.e.Reshape(c.e.Asarray(dst), s.shape), s.d), false)
}

func multivariateNormal(c call) any {
	key, _ := c.key()
	ps := c.inexact(c.arr("mean"), c.arr("cov"))
	mean, cov := ps[0], ps[1]
	method := c.Arg("method")
	if method != "cholesky" && method != "svd" && method != "eigh" {
		c.Raise("ValueError", "method must be one of {'svd', 'eigh', 'cholesky'}")
	}
	s := sample{key: key, d: c.dtype("dtype", mean.V.Dtype())}
	if !s.d.IsFloat() {
		c.Raise("ValueError", "dtype argument to `multivariate_normal` must be a float dtype, got %v", s.d)
	}
	m, v := mean.V.Shape(), cov.V.Shape()
	switch {
	case len(m) < 1:
		c.Raise("ValueError", "multivariate_normal requires mean.ndim >= 1, got mean.ndim == 0")
	case len(v) < 2:
		c.Raise("ValueError", "multivariate_normal requires cov.ndim >= 2, got cov.ndim == %d", len(v))
	}
	n := m[len(m)-1]
	if v[len(v)-1] != n || v[len(v)-2] != n {
		c.Raise("ValueError", "multivariate_normal requires cov.shape == (..., n, n) for n=%d, but got cov.shape == %v.", n, v)
	}
	if c.Has("shape") {
		s.shape = c.shape("shape")
	}
	zeros := func(dims []int) value { return c.wrap(c.e.Zeros(dims), false) }
	s = c.shaped(s, zeros(m[:len(m)-1]), zeros(v[:len(v)-2]))
	s.shape = append(slices.Clone(s.shape), n)
	factor := c.covarianceFactor(cov, method)
	normal := c.do("numpy.expand_dims", c.normal(s), -1)
	return c.add(mean, c.do("numpy.squeeze", c.do("numpy.matmul", factor, normal), -1))
}

// covarianceFactor returns matrices that times their transposes are covariances. Those of eigenvectors and of singular vectors are found on
// the host, and refuse arrays that are being differentiated.
func (c call) covarianceFactor(cov value, method any) value {
	symmetric := c.div(c.add(cov, c.wrap(c.e.MatrixTranspose(cov.V), false)), 2)
	if method == "cholesky" {
		return c.wrap(c.e.Cholesky(symmetric.V), false)
	}
	if method == "eigh" { // as eigh does
		cov = symmetric
	}
	reading.Refuse(cov.V)
	dims := cov.V.Shape()
	n := dims[len(dims)-1]
	a := reading.Values[float64](c.e.Astype(cov.V, dtype.Float64))
	factor := make([]float64, len(a))
	for at := 0; at < len(a); at += n * n {
		matrix := a[at : at+n*n]
		if slices.ContainsFunc(matrix, func(v float64) bool { return v-v != 0 }) { // LAPACK has no result
			for i := range matrix {
				factor[at+i] = math.NaN()
			}
			continue
		}
		vectors, scale := spectral.Eigenvectors(matrix, n)
		if method == "svd" {
			vectors, scale, _ = spectral.SingularVectors(matrix, n)
		}
		for i := range matrix {
			factor[at+i] = float64(vectors[i] * math.Sqrt(scale[i%n]))
		}
	}
	return c.wrap(c.e.Astype(c.e.Reshape(c.e.Asarray(factor), dims), cov.V.Dtype()), false)
}

// multinomial draws the counts of one class after the other.
func multinomial(c call) any {
	key, _ := c.key()
	ps := c.inexact(c.arraylike("n"), c.arraylike("p"))
	n, p := ps[0], ps[1]
	shape := p.V.Shape()
	if c.Has("shape") {
		shape = c.shape("shape")
	}
	if len(shape) == 0 {
		c.Raise("ValueError", "multinomial(): p has no axes")
	}
	last := len(shape) - 1
	n, p = c.broadcastChecked(n, shape[:last]), c.broadcastChecked(p, shape)
	left := c.do("numpy.flip", c.do("numpy.cumsum", c.do("numpy.flip", p, -1), -1), -1)
	ratios := c.do("numpy.clip", c.div(p, c.where(c.eq(left, 0), 1, left)), 0, 1)
	s := sample{d: p.V.Dtype(), shape: shape[:last]}
	counts := make([]value, shape[last])
	for i, k := range key.Split(shape[last]) {
		s.key = k
		counts[i] = c.binomial(s, n, c.do("numpy.take", ratios, i, -1))
		n = c.sub(n, counts[i])
	}
	d := c.dtype("dtype", c.defaults().Float)
	if len(counts) == 0 {
		return c.wrap(c.e.Zeros(shape, d), false)
	}
	return c.to(c.do("numpy.stack", counts, -1), d, false)
}
