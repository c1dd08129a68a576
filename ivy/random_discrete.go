package ivy

import (
	"fmt"
	"math"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/random"
	"github.com/goivy/goivy/ivy/shape"
)

// realAndInteger are the dtypes of counts.
const realAndInteger = dtype.Integer | dtype.Float

// count draws an array of integers, of the default int dtype unless told: every integer and float dtype. A draw that an integer dtype does not hold
// is an error of kind ErrValue.
func (g *Generator) count(dims []int, opts []Option, f sampler[int64], args ...drawArg) *Array {
	c := g.begin(ops.Draw, dims, opts, args...)
	c.told(c.s.def.Int, realAndInteger)
	return sampled(c, f)
}

// Integers returns integers that are uniform from low to high − 1, of any integer dtype, the default int dtype unless told; without bias. low and high are
// integers. Bounds that the dtype does not hold, and a high that is not above low, are errors of kind ErrValue.
func (g *Generator) Integers(low, high any, dims []int, opts ...Option) *Array {
	defer blame("Integers")
	return g.integers(low, high, dims, opts)
}

func (g *Generator) integers(low, high any, dims []int, opts []Option) *Array {
	c := g.begin(ops.Draw, dims, opts, drawArg{"low", low}, drawArg{"high", high})
	c.told(c.s.def.Int, dtype.Integer)
	lows, highs := c.params[0].values, c.params[1].values
	if !c.allNumbers() {
		lows, highs = expanded(lows, c.params[0].dims, c.dims), expanded(highs, c.params[1].dims, c.dims)
	}
	lasts := make([]backend.Scalar, len(highs))
	for i := range highs {
		var err error
		lasts[i], err = lastOf(lows[i], highs[i], c.d)
		check(err)
	}
	stop := c.g.env.stop()
	return c.fill(c.dims, func(r *random.Generator, data []byte) error {
		if err := stop.Err(); err != nil {
			return err
		}
		switch c.d {
		case Int8:
			return integersIn(r, elementsIn[int8](data), lows, lasts)
		case Int16:
			return integersIn(r, elementsIn[int16](data), lows, lasts)
		case Int32:
			return integersIn(r, elementsIn[int32](data), lows, lasts)
		case Int64:
			return integersIn(r, elementsIn[int64](data), lows, lasts)
		case Uint8:
			return integersIn(r, elementsIn[uint8](data), lows, lasts)
		case Uint16:
			return integersIn(r, elementsIn[uint16](data), lows, lasts)
		case Uint32:
			return integersIn(r, elementsIn[uint32](data), lows, lasts)
		}
		return integersIn(r, elementsIn[uint64](data), lows, lasts)
	})
}

// lastOf returns high − 1, if integers from low to that are of dtype d.
func lastOf(low, high backend.Scalar, d Dtype) (backend.Scalar, error) {
	for i, v := range [2]backend.Scalar{low, high} {
		if !v.IsInteger() {
			return v, errorf(ErrDtype, "%s is %v, want an integer", [2]string{"low", "high"}[i], v)
		}
	}
	if !lessInt(low, high) {
		return high, errorf(ErrValue, "high is %v, want more than low (%v)", high, low)
	}
	last := backend.UintScalar(high.Uint64() - 1)
	if high.Kind == dtype.KindInt && high.Int64() <= 0 {
		last = backend.IntScalar(high.Int64() - 1)
	}
	switch {
	case !low.Fits(d):
		return last, errorf(ErrValue, "low is %v, which %v does not hold", low, d)
	case !last.Fits(d):
		return last, errorf(ErrValue, "high is %v, which is more than %v can reach", high, d)
	}
	return last, nil
}

// integersIn sets the elements to integers between the bounds, both included: one pair, or one for each.
func integersIn[T random.Integer](r *random.Generator, dst []T, lows, lasts []backend.Scalar) error {
	if len(lows) == 1 {
		return random.Integers(r, dst, T(lows[0].Uint64()), T(lasts[0].Uint64()))
	}
	for i := range dst {
		if err := random.Integers(r, dst[i:i+1], T(lows[i].Uint64()), T(lasts[i].Uint64())); err != nil {
			return err
		}
	}
	return nil
}

// Bernoulli returns whether numbers uniform in [0, 1) are below p: bools, or 0 and 1 of any other dtype that is told. p is in [0, 1].
func (g *Generator) Bernoulli(p any, dims []int, opts ...Option) *Array {
	defer blame("Bernoulli")
	return g.bernoulli(p, dims, opts, Bool)
}

func (g *Generator) bernoulli(p any, dims []int, opts []Option, otherwise Dtype) *Array {
	c := g.begin(ops.Draw, dims, opts, drawArg{"p", p})
	c.told(otherwise, dtype.All)
	return sampled(c, func(r *random.Generator, dst []int64, p []float64) error {
		bools := make([]bool, len(dst))
		err := r.Bernoulli(bools, p[0])
		for i, b := range bools {
			if dst[i] = 0; b {
				dst[i] = 1
			}
		}
		return err
	})
}

// Binomial returns how many of n trials succeed that do so with probability p each. n is an integer that is not negative, p is in [0, 1]. The dtype is the
// default int dtype unless told; a count that it does not hold is an error of kind ErrValue.
func (g *Generator) Binomial(n, p any, dims []int, opts ...Option) *Array {
	defer blame("Binomial")
	return g.count(dims, opts, func(r *random.Generator, dst []int64, p []float64) error {
		trials, err := whole("n", p[0])
		if err != nil {
			return err
		}
		return r.Binomial(dst, trials, p[1])
	}, drawArg{"n", n}, drawArg{"p", p})
}

// whole returns a parameter that is an integer.
func whole(name string, v float64) (int64, error) {
	if v != math.Trunc(v) || !(math.Abs(v) < 1<<63) {
		return 0, errorf(ErrValue, "%s is %v, want an integer", name, v)
	}
	return int64(v), nil
}

// Poisson returns numbers of the Poisson distribution with this mean, which is not negative. Dtypes are as those of [Generator.Binomial].
func (g *Generator) Poisson(mean any, dims []int, opts ...Option) *Array {
	defer blame("Poisson")
	return g.count(dims, opts, func(r *random.Generator, dst []int64, p []float64) error { return r.Poisson(dst, p[0]) }, drawArg{"mean", mean})
}

// Geometric returns how many trials it takes until the first success, which each has with probability p, in (0, 1]. Dtypes are as those of
// [Generator.Binomial].
func (g *Generator) Geometric(p any, dims []int, opts ...Option) *Array {
	defer blame("Geometric")
	return g.count(dims, opts, func(r *random.Generator, dst []int64, p []float64) error { return r.Geometric(dst, p[0]) }, drawArg{"p", p})
}

// Multinomial returns rows of counts: how often each outcome came about in n trials. The last axis of p has the probabilities of the outcomes, which are not
// negative and add up to 1, to 1.5e-8; its other axes broadcast to dims, and the result has the shape dims and a last axis of as many elements as p's has. A nil dims is the
// other axes of p. Dtypes are as those of [Generator.Binomial].
func (g *Generator) Multinomial(n int, p any, dims []int, opts ...Option) *Array {
	defer blame("Multinomial")
	c, outcomes := g.rows("p", p, dims, opts)
	c.told(c.s.def.Int, realAndInteger)
	probabilities, err := c.params[0].floats()
	check(err)
	probabilities = expanded(probabilities, c.params[0].dims, c.dims)
	if n < 0 {
		check(errorf(ErrValue, "n is %d, want a number >= 0", n))
	}
	return c.fill(c.dims, func(r *random.Generator, data []byte) error {
		row, size := make([]int64, outcomes), c.d.Size()
		for i := 0; i < len(probabilities); i += outcomes {
			if err := distribution("p", probabilities[i:i+outcomes]); err != nil {
				return err
			}
			if err := r.Multinomial(row, int64(n), probabilities[i:i+outcomes]); err != nil {
				return err
			}
			if err := store(data[i*size:], c.d, row); err != nil {
				return err
			}
		}
		return nil
	})
}

// distribution returns an error unless p has probabilities, which add up to 1 to a small part of it.
func distribution(name string, p []float64) error {
	sum := 0.0
	for i, v := range p {
		if !(v >= 0) {
			return errorf(ErrValue, "%s[%d] is %v, want a number >= 0", name, i, v)
		}
		sum += v
	}
	if !(math.Abs(sum-1) <= 0x1p-26) {
		return errorf(ErrValue, "%s adds up to %v, want 1", name, sum)
	}
	return nil
}

// chosen is the call of a function that chooses along an axis.
type chosen struct {
	g    *Generator
	x    *Array // nil if the numbers below n are chosen from
	n    int
	axis int
	c    *drawing
}

// choosing reads x, an int or an array, and the options of a choice.
func (g *Generator) choosing(x any, opts []Option) *chosen {
	check(g.usable())
	check(notTraced())
	z := &chosen{g: g}
	var o options
	check(o.parse(ops.DrawChoice, opts))
	z.c = &drawing{g: g, s: g.env.now.Load(), d: Int64}
	z.c.be = z.c.s.be
	if n, ok := x.(int); ok {
		if n < 0 {
			check(errorf(ErrValue, "x is %d, want a number >= 0", n))
		}
		z.n, z.c.d = n, z.c.s.def.Int
		if !backend.IntScalar(int64(n)).Fits(z.c.d) {
			z.c.d = Int64
		}
		return z
	}
	a, err := g.env.asArray(z.c.s, nil, x)
	check(err)
	axis, err := oneAxis(opts, 0)
	check(err)
	if len(a.shape) == 0 {
		check(errorf(ErrShape, "x has no axes, want one or more"))
	}
	z.axis, err = shape.Axis(axis, len(a.shape))
	check(err)
	z.x, z.n = a, a.shape[z.axis]
	below := a
	for below.be.level != nil {
		below = below.untracked()
	}
	z.c.be = below.be
	return z
}

// take returns the elements of x at indices that draw sets, which have shape dims.
func (z *chosen) take(dims []int, draw func(r *random.Generator, dst []int64) error) *Array {
	stop := z.g.env.stop()
	indices := z.c.fill(dims, func(r *random.Generator, data []byte) error {
		if stop != nil {
			defer r.Checking(stop.Check)()
		}
		if z.c.d == Int64 {
			return draw(r, elementsIn[int64](data))
		}
		dst := make([]int64, len(data)/z.c.d.Size())
		if err := draw(r, dst); err != nil {
			return err
		}
		return store(data, z.c.d, dst)
	})
	if z.x == nil {
		return indices
	}
	return z.g.env.Take(z.x, indices, Axis(z.axis))
}

// Choice returns elements of an array along its first axis, or Axis, or, where x is an int, of the numbers 0, 1, … below x. dims is the shape of the draw, which takes the place
// of the axis. Probs(p) has the probability of each; they are equal without it. With Replacement(false) none is chosen twice, and with
// probabilities each draw has those of what is left. Probabilities that are negative or do not add up to 1, and more draws than there are elements to choose from, are errors of
// kind ErrValue. The result is differentiable in x.
func (g *Generator) Choice(x any, dims []int, opts ...Option) *Array {
	defer blame("Choice")
	z := g.choosing(x, opts)
	if dims == nil {
		dims = []int{}
	}
	check(shape.Check(dims, 8))
	count := shape.Size(dims)
	distinct := !bool(get(opts, Replacement(true)))
	probs := valueOf(opts, ops.Probs)
	if probs == nil {
		switch {
		case distinct && count > z.n:
			check(errorf(ErrValue, "dims asks for %d elements, x has %d, and none is chosen twice", count, z.n))
		case z.n == 0 && count > 0:
			check(errorf(ErrValue, "x has no elements to choose from"))
		}
		return z.take(dims, func(r *random.Generator, dst []int64) error {
			switch {
			case len(dst) == 0:
				return nil
			case distinct:
				return r.ChoiceDistinct(dst, int64(z.n), true)
			}
			return r.Choice(dst, int64(z.n))
		})
	}
	p, err := g.parameter("probs", probs)
	check(err)
	weights, err := p.floats()
	check(err)
	if len(p.dims) != 1 || len(weights) != z.n || z.n == 0 {
		check(errorf(ErrShape, "probs has shape %s, want (%d)", shape.Text(p.dims), z.n))
	}
	check(distribution("probs", weights))
	possible := 0
	for _, v := range weights {
		if v > 0 {
			possible++
		}
	}
	if distinct && count > possible {
		check(errorf(ErrValue, "dims asks for %d elements, of which %d have a probability above 0, and none is chosen twice", count, possible))
	}
	return z.take(dims, func(r *random.Generator, dst []int64) error {
		if distinct {
			return r.ChoiceDistinctWeighted(dst, weights)
		}
		return r.ChoiceWeighted(dst, weights)
	})
}

// Shuffle returns an array with what x has along its first axis, or Axis, in random order, the same one for all other axes. It is differentiable in x.
func (g *Generator) Shuffle(x any, opts ...Option) *Array {
	defer blame("Shuffle")
	z := g.choosing(g.env.Asarray(x), opts)
	if len(opts) > 0 {
		check(noChoice(opts))
	}
	return z.take([]int{z.n}, func(r *random.Generator, dst []int64) error { r.Permutation(dst); return nil })
}

// Permutation returns the numbers from 0 to n − 1 in random order, of the default int dtype if that holds them, else int64. A negative n is an error of kind ErrValue.
func (g *Generator) Permutation(n int) *Array {
	defer blame("Permutation")
	return g.choosing(n, nil).take([]int{n}, func(r *random.Generator, dst []int64) error { r.Permutation(dst); return nil })
}

// noChoice refuses options of Choice alone.
func noChoice(opts []Option) error {
	for _, o := range opts {
		if _, ok := o.(Replacement); ok || optionIs(o, ops.Probs) {
			return fmt.Errorf("%w", errorf(ErrValue, "no option %s here", optionName(o)))
		}
	}
	return nil
}

func optionIs(o Option, opt ops.Opt) bool {
	v, ok := o.(valued)
	return ok && v.opt == opt
}
