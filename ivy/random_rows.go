package ivy

import (
	"math"

	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/random"
	"github.com/goivy/goivy/ivy/shape"
)

// drawn reads the options of Ivy's random functions: the Generator to draw from, the shape, nil if none is told, and the options
// that are left for its method.
func (e *Env) drawn(op *ops.Op, opts []Option) (g *Generator, dims []int, rest []Option) {
	var o options
	check(o.parse(op, opts))
	g = e.DefaultGenerator()
	for _, opt := range opts {
		switch v := opt.(type) {
		case FromSeed:
			g = e.NewGenerator(uint64(v))
		case Shape:
			if dims = v; dims == nil {
				dims = []int{}
			}
		case BatchSize, Replacement:
		default:
			if !optionIs(opt, ops.Probs) && !optionIs(opt, ops.Logits) {
				rest = append(rest, opt)
			}
		}
	}
	return g, dims, rest
}

// RandomUniform returns numbers that are uniform in [low, high), Ivy's random_uniform: low and high are numbers or arrays. Options are Shape, Dtype,
// Device, FromSeed and Out. It is [Generator.Uniform] of the Env's default Generator, or of one with the seed; errors are as there.
func (e *Env) RandomUniform(low, high any, opts ...Option) *Array {
	defer blame("RandomUniform")
	g, dims, rest := e.drawn(ops.RandomUniform, opts)
	return g.uniform(low, high, dims, rest)
}

// RandomNormal returns numbers of the normal distribution, Ivy's random_normal: mean and the standard deviation, Ivy's std, are numbers or arrays. Options are Shape, Dtype,
// Device, FromSeed and Out. It is [Generator.Normal] of the Env's default Generator, or of one with the seed; errors are as there.
func (e *Env) RandomNormal(mean, deviation any, opts ...Option) *Array {
	defer blame("RandomNormal")
	g, dims, rest := e.drawn(ops.RandomNormal, opts)
	return g.normal(mean, deviation, dims, rest)
}

// Randint returns integers that are uniform from low to high − 1, Ivy's randint: low and high are integers or arrays of them. Options are Shape, Dtype, Device,
// FromSeed and Out. It is [Generator.Integers] of the Env's default Generator, or of one with the seed; errors are as there.
func (e *Env) Randint(low, high any, opts ...Option) *Array {
	defer blame("Randint")
	g, dims, rest := e.drawn(ops.Randint, opts)
	return g.integers(low, high, dims, rest)
}

// Bernoulli returns 1 with probability probs and 0 else, Ivy's bernoulli, of the default float dtype unless told. Where probs is nil the option
// Logits has the logarithms of the odds; one of both is given. Options are Logits, Shape, Dtype, Device, FromSeed and Out. It draws as [Generator.Bernoulli] of the Env's default
// Generator does, or of one with the seed; errors are as there.
func (e *Env) Bernoulli(probs any, opts ...Option) *Array {
	defer blame("Bernoulli")
	g, dims, rest := e.drawn(ops.Bernoulli, opts)
	logits := valueOf(opts, ops.Logits)
	if (probs == nil) == (logits == nil) {
		check(errorf(ErrValue, "want probs or logits, one of both"))
	}
	if probs == nil {
		p, err := g.parameter("logits", logits)
		check(err)
		x, err := p.floats()
		check(err)
		for i, v := range x {
			if math.IsNaN(v) {
				check(errorf(ErrValue, "logits[%d] is NaN", i))
			}
		}
		probs = e.Sigmoid(e.Reshape(e.Asarray(x, Float64), p.shapeOrEmpty()))
	}
	return g.bernoulli(probs, dims, rest, e.now.Load().def.Float)
}

// shapeOrEmpty returns the shape, not nil.
func (p *parameter) shapeOrEmpty() []int { return append([]int{}, p.dims...) }

// RandomBeta returns numbers of the beta distribution, Ivy's beta. Options are Shape, Dtype, Device, FromSeed and Out. It is [Generator.Beta] of the Env's default
// Generator, or of one with the seed; errors are as there.
func (e *Env) RandomBeta(a, b any, opts ...Option) *Array {
	defer blame("RandomBeta")
	g, dims, rest := e.drawn(ops.RandomBeta, opts)
	return g.Beta(a, b, dims, rest...)
}

// Gamma returns numbers of the gamma distribution, Ivy's gamma: alpha is its shape parameter and beta its rate, the inverse of the scale of [Generator.Gamma],
// both above 0. Options are Shape, Dtype, Device, FromSeed and Out. It draws from the Env's default Generator, or one with the seed; errors are as there.
func (e *Env) Gamma(alpha, beta any, opts ...Option) *Array {
	defer blame("Gamma")
	g, dims, rest := e.drawn(ops.Gamma, opts)
	return g.real(dims, rest, func(r *random.Generator, dst, p []float64) error {
		for i, name := range [2]string{"alpha", "beta"} {
			if !(p[i] > 0) {
				return errorf(ErrValue, "%s is %v, want a number > 0", name, p[i])
			}
		}
		return r.Gamma(dst, p[0], 1/p[1])
	}, drawArg{"alpha", alpha}, drawArg{"beta", beta})
}

// Poisson returns numbers of the Poisson distribution with mean lam, Ivy's poisson, of the default float dtype unless told. Options are Shape, Dtype, Device,
// FromSeed and Out. It is [Generator.Poisson] of the Env's default Generator, or of one with the seed; errors are as there.
func (e *Env) Poisson(lam any, opts ...Option) *Array {
	defer blame("Poisson")
	g, dims, rest := e.drawn(ops.Poisson, opts)
	c := g.begin(ops.Draw, dims, rest, drawArg{"lam", lam})
	c.told(c.s.def.Float, realAndInteger)
	return sampled(c, func(r *random.Generator, dst []int64, p []float64) error {
		if !(p[0] >= 0) {
			return errorf(ErrValue, "lam is %v, want a number >= 0", p[0])
		}
		return r.Poisson(dst, math.Abs(p[0])) // −0 is 0
	})
}

// Dirichlet returns rows of numbers that are not negative and add up to 1, Ivy's dirichlet. The last axis of alpha has the parameters of a row; Shape is the shape of the result without its last
// axis. Options are Shape, Dtype, Device, FromSeed and Out. It is [Generator.Dirichlet] of the Env's default Generator, or of one with the seed; errors are as there.
func (e *Env) Dirichlet(alpha any, opts ...Option) *Array {
	defer blame("Dirichlet")
	g, dims, rest := e.drawn(ops.Dirichlet, opts)
	return g.dirichlet(alpha, dims, rest)
}

// Multinomial returns indices below populationSize, numSamples for each of BatchSize rows (1): Ivy's multinomial, of shape (batch size, numSamples) and dtype int64 unless told.
// Probs(p) has the weights of the indices, of shape (populationSize) or, a row for each row, (batch size, populationSize); they are divided by their sum, and equal by default. With Replacement(false) no index comes
// twice in a row. Options are BatchSize, Probs, Replacement, Dtype, Device, FromSeed and Out. It draws from the Env's default Generator, or one with the
// seed. Weights that are negative or NaN or all 0, and more samples than there are indices to draw, are errors of kind ErrValue.
func (e *Env) Multinomial(populationSize, numSamples int, opts ...Option) *Array {
	defer blame("Multinomial")
	g, _, rest := e.drawn(ops.Multinomial, opts)
	batch := int(get(opts, BatchSize(1)))
	distinct := !bool(get(opts, Replacement(true)))
	if populationSize < 1 || numSamples < 0 || batch < 0 {
		check(errorf(ErrValue, "population size %d, %d samples and batch size %d, want 1, 0 and 0 at least", populationSize, numSamples, batch))
	}
	c := g.begin(ops.Draw, []int{batch, numSamples}, rest)
	c.told(Int64, dtype.Integer)
	weights, err := c.weights(valueOf(opts, ops.Probs), populationSize, batch)
	check(err)
	for _, row := range weights {
		possible := 0
		for _, v := range row {
			if v > 0 {
				possible++
			}
		}
		if distinct && numSamples > possible {
			check(errorf(ErrValue, "num_samples is %d, of %d indices whose probability is above 0, and none is drawn twice", numSamples, possible))
		}
	}
	return c.fill(c.dims, func(r *random.Generator, data []byte) error {
		row, size := make([]int64, numSamples), c.d.Size()
		for i := range batch {
			p := weights[i%len(weights)]
			draw := r.ChoiceWeighted
			if distinct {
				draw = r.ChoiceDistinctWeighted
			}
			if err := draw(row, p); err != nil {
				return err
			}
			if err := store(data[i*numSamples*size:], c.d, row); err != nil {
				return err
			}
		}
		return nil
	})
}

// weights returns the probabilities of n outcomes: of each row, or one for all.
func (c *drawing) weights(x any, n, batch int) ([][]float64, error) {
	if x == nil {
		if err := c.g.env.CheckSize(n, 8); err != nil {
			return nil, err
		}
		p := make([]float64, n)
		for i := range p {
			p[i] = 1 / float64(n)
		}
		return [][]float64{p}, nil
	}
	p, err := c.g.parameter("probs", x)
	if err != nil {
		return nil, err
	}
	s := p.dims
	if k := len(s); !(k == 1 || k == 2 && s[0] == batch && batch > 0) || s[k-1] != n {
		return nil, errorf(ErrShape, "probs has shape %s, want (%d) or (%d, %d)", shape.Text(s), n, batch, n)
	}
	values, err := p.floats()
	if err != nil {
		return nil, err
	}
	var rows [][]float64
	for at := 0; at < len(values); at += n {
		row, sum := values[at:at+n], 0.0
		for i, v := range row {
			if !(v >= 0) || math.IsInf(v, 1) {
				return nil, errorf(ErrValue, "probs[%d] is %v, want a finite number >= 0", at+i, v)
			}
			sum += v
		}
		if !(sum > 0) || math.IsInf(sum, 1) {
			return nil, errorf(ErrValue, "probs adds up to %v, want a finite number > 0", sum)
		}
		for i := range row {
			row[i] /= sum
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// Shuffle returns an array with what x has along its first axis, or Axis, in random order: Ivy's shuffle. Options are Axis, FromSeed and Out. It is [Generator.Shuffle] of the Env's
// default Generator, or of one with the seed; errors are as there.
func (e *Env) Shuffle(x any, opts ...Option) *Array {
	defer blame("Shuffle")
	var o options
	check(o.parse(ops.Shuffle, opts))
	g, _, rest := e.drawn(ops.Shuffle, opts)
	var own []Option
	for _, opt := range rest {
		if !optionIs(opt, ops.Out) {
			own = append(own, opt)
		}
	}
	return entered(e.toOut(g.Shuffle(x, own...), &o))
}
