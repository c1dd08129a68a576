package jax

import (
	"math/big"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
	"github.com/goivy/goivy/ivy/random/jaxrandom"
)

// Bits, integers, orders and choices of jax.random.

func dtypeArg(d dtype.Dtype) promote.Arg { return promote.Array(d) }

var randomDraws = []frontend.Func{
	{Path: "random.bits", Sig: "key, shape=(), dtype=None, *, out_sharding=None", Run: run(func(c call) any {
		key, _ := c.key()
		def := dtype.Uint32
		if c.config.X64 {
			def = dtype.Uint64
		}
		d, shape := c.dtype("dtype", def), c.shape("shape")
		if !d.IsUnsigned() {
			c.Raise("ValueError", "dtype argument to `bits` must be an unsigned int dtype, got %v", d)
		}
		n := elementsIn(shape)
		c.Room(n, 8)
		var x *ivy.Array
		switch d.Bits() {
		case 8:
			x = bitsOf[uint8](c, key, n)
		case 16:
			x = bitsOf[uint16](c, key, n)
		case 32:
			x = bitsOf[uint32](c, key, n)
		default:
			x = bitsOf[uint64](c, key, n)
		}
		return c.wrap(c.e.Reshape(x, shape), false)
	})},
	{Path: "random.uniform", Sig: "key, shape=(), dtype=None, minval=0.0, maxval=1.0, *, out_sharding=None", Run: sampler(dtype.Float, "ValueError", func(c call, s sample) any {
		low, high := c.param("minval", s.d), c.param("maxval", s.d)
		for _, p := range []value{low, high} {
			if p.V.Ndim() > len(s.shape) || !slices.Equal(c.fits(p, s.shape), s.shape) {
				c.Raise("TypeError", "uniform got incompatible shapes for broadcasting: %v, %v.", s.shape, p.V.Shape())
			}
		}
		return c.uniformBetween(s, low, high)
	})},
	{Path: "random.randint", Sig: "key, shape, minval, maxval, dtype=None, *, out_sharding=None", Run: run(randint)},
	{Path: "random.permutation", Sig: "key, x, axis=0, independent=False, *, out_sharding=None", Run: run(permutation)},
	{Path: "random.choice", Sig: "key, a, shape=(), replace=True, p=None, axis=0, mode=None", Run: run(choice)},
	{Path: "random.categorical", Sig: "key, logits, axis=-1, shape=None, replace=True, mode=None, *, out_sharding=None", Run: run(categorical)},
	{Path: "random.bernoulli", Sig: "key, p=0.5, shape=None, mode='low', *, out_sharding=None", Run: run(func(c call) any {
		var s sample
		if c.Has("shape") {
			s.shape = c.shape("shape")
		}
		mode := c.Arg("mode")
		if mode != "low" && mode != "high" {
			c.Raise("ValueError", "got mode=%s, expected 'high' or 'low'", c.Shown(mode))
		}
		s.key, _ = c.key()
		p := c.arr("p")
		if !isFloat(p) {
			c.Raise("TypeError", "bernoulli probability `p` must have a floating dtype, got %v.", p.V.Dtype())
		}
		return c.bernoulli(c.shaped(s, p), p, mode == "high")
	})},
}

// fits returns the shape that a parameter and a shape broadcast to; nil if they do not.
func (c call) fits(p value, shape []int) []int {
	var out []int
	if frontend.Try(func() { out = c.broadcast(p.V.Shape(), shape) }) != nil {
		return nil
	}
	return out
}

func bitsOf[T uint8 | uint16 | uint32 | uint64](c call, k jaxrandom.Key, n int) *ivy.Array {
	dst := make([]T, n)
	jaxrandom.Bits(k, dst)
	return c.e.Asarray(dst)
}

// randint draws integers between two numbers, or two arrays of them.
func randint(c call) any {
	key, _ := c.key()
	d, shape := c.dtype("dtype", c.defaults().Int), c.shape("shape")
	if !d.IsInteger() {
		c.Raise("TypeError", "randint only accepts integer dtypes, got %v", d)
	}
	return c.randomIntegers(sample{key: key, d: d, shape: shape}, c.arr("minval"), c.arr("maxval"))
}

func (c call) randomIntegers(s sample, low, high value) value {
	d := s.d
	least, most := limits(d)
	over, top := limits(d)
	over.Add(top, big.NewInt(1)) // what the upper bound is at most
	wide := d
	if d.Bits() < 32 {
		wide = dtype.Int32
	} else {
		over.Set(most)
	}
	c.shaped(s, low, high)
	n := elementsIn(s.shape)
	c.Room(n, 8)
	lows, highs := c.wholes(low, s.shape), c.wholes(high, s.shape)
	size := max(len(lows), len(highs))
	begin, span := make([]uint64, size), make([]uint64, size)
	for i := range size {
		l, h := lows[min(i, len(lows)-1)], highs[min(i, len(highs)-1)]
		beyond := h.Cmp(most) > 0 && d.Bits() >= 32
		l, h = clipped(l, least, most), clipped(h, least, over)
		width := new(big.Int).Sub(h, l)
		switch {
		case width.Sign() <= 0:
			width.SetInt64(1)
		case beyond:
			width.Add(width, big.NewInt(1))
		}
		begin[i], span[i] = low64(l), low64(width)
	}
	dst := make([]uint64, n)
	if n > 0 {
		jaxrandom.IntegersBetween(s.key, dst, begin, span, wide.Bits())
	}
	return c.wrap(c.e.Astype(c.e.Reshape(c.e.Asarray(dst), s.shape), d), false)
}

// low64 returns the lowest 64 bits of the two's complement.
func low64(x *big.Int) uint64 {
	if x.IsInt64() {
		return uint64(x.Int64())
	}
	return new(big.Int).And(x, new(big.Int).SetUint64(1<<64-1)).Uint64()
}

func clipped(x, least, most *big.Int) *big.Int {
	switch {
	case x.Cmp(least) < 0:
		return least
	case x.Cmp(most) > 0:
		return most
	}
	return x
}

// limits returns the least and the greatest number of a dtype of integers.
func limits(d dtype.Dtype) (least, most *big.Int) {
	least, most = new(big.Int), new(big.Int).Lsh(big.NewInt(1), uint(d.Bits()))
	if d.IsSigned() {
		most.Rsh(most, 1)
		least.Neg(most)
	}
	return least, most.Sub(most, big.NewInt(1))
}

// wholes returns the elements of a bound as integers: one of a single number.
func (c call) wholes(x value, shape []int) []*big.Int {
	if !x.V.Dtype().IsInteger() {
		x = c.to(x, c.defaults().Int, false)
	}
	if x.V.Size() != 1 {
		x = c.broadcastTo(x, shape)
	}
	out := make([]*big.Int, 0, x.V.Size())
	if x.V.Dtype().IsUnsigned() {
		for _, v := range ivy.Values[uint64](c.e.Astype(x.V, dtype.Uint64)) {
			out = append(out, new(big.Int).SetUint64(v))
		}
	} else {
		for _, v := range ivy.Values[int64](c.e.Astype(x.V, dtype.Int64)) {
			out = append(out, big.NewInt(v))
		}
	}
	if len(out) == 0 { // nothing is drawn
		out = append(out, new(big.Int))
	}
	return out
}

// arraylike returns an argument that is an array or a number, no list.
func (c call) arraylike(name string) value {
	v := c.Arg(name)
	if _, isList := frontend.Sequence(v); isList || v == nil {
		c.Raise("TypeError", "%s requires ndarray or scalar arguments, got %s", c.Func.Path, c.TypeName(v))
	}
	return c.calc.array(v)
}

func permutation(c call) any {
	key, _ := c.key()
	x := c.arraylike("x")
	axis := c.axisOf("axis", max(x.V.Ndim(), 1))
	return c.reordered(key, x, axis, c.Bool("independent"))
}

func (c call) reordered(key jaxrandom.Key, x value, axis int, independent bool) value {
	if x.V.Ndim() == 0 {
		if !x.V.Dtype().IsInteger() {
			c.Raise("TypeError", "x must be an integer or at least 1-dimensional")
		}
		n := max(int(ivy.Item[int64](c.e.Astype(x.V, dtype.Int64))), 0)
		c.Room(n, 8)
		return c.wrap(c.e.Astype(c.e.Asarray(c.randomOrder(key, n)), c.defaults().Int), false)
	}
	shape := x.V.Shape()
	if !independent || len(shape) == 1 {
		return c.wrap(c.e.Take(x.V, c.e.Asarray(c.randomOrder(key, shape[axis])), ivy.Axis(axis)), x.Weak && len(shape) == 1)
	}
	places := make([]int64, elementsIn(shape))
	inner := elementsIn(shape[axis+1:])
	for i := range places {
		places[i] = int64(i / inner % shape[axis])
	}
	jaxrandom.ShuffleLanes(key, places, shape, axis)
	return c.wrap(c.e.TakeAlongAxis(x.V, c.e.Reshape(c.e.Asarray(places), shape), ivy.Axis(axis)), x.Weak)
}

func (c call) randomOrder(key jaxrandom.Key, n int) []int64 {
	order := make([]int64, n)
	jaxrandom.Permutation(key, order)
	return order
}

func choice(c call) any {
	key, _ := c.key()
	if _, isList := frontend.Sequence(c.Arg("shape")); !isList {
		c.Raise("TypeError", "shape argument of jax.random.choice must be a sequence, got %s", c.Shown(c.Arg("shape")))
	}
	a, shape := c.arraylike("a"), c.shape("shape")
	axis, n := 0, 0
	if a.V.Ndim() == 0 {
		n = int(ivy.Item[int64](c.to(a, dtype.Int64, false).V))
	} else {
		axis = c.axisOf("axis", a.V.Ndim())
		n = a.V.Shape()[axis]
	}
	draws := elementsIn(shape)
	replace := c.Bool("replace")
	switch {
	case draws == 0:
		return c.wrap(c.e.Zeros(shape, a.V.Dtype()), false)
	case n <= 0:
		c.Raise("ValueError", "a must be greater than 0 unless no samples are taken")
	case !replace && draws > n:
		c.Raise("ValueError", "Cannot take a larger sample (size %d) than population (size %d) when 'replace=False'", draws, n)
	}
	c.Room(draws, 8)
	indices := c.chosen(key, n, draws, replace)
	drawn := c.wrap(c.e.Astype(c.e.Asarray(indices), c.defaults().Int), false)
	if a.V.Ndim() == 0 {
		return c.wrap(c.e.Reshape(drawn.V, shape), false)
	}
	all := a.V.Shape()
	return c.wrap(c.e.Reshape(c.e.Take(a.V, drawn.V, ivy.Axis(axis)), slices.Concat(all[:axis], shape, all[axis+1:])), a.Weak && !replace && !c.Has("p"))
}

// chosen returns indices below n.
func (c call) chosen(key jaxrandom.Key, n, draws int, replace bool) []int64 {
	switch {
	case !c.Has("p") && replace:
		s := sample{key: key, d: c.defaults().Int, shape: []int{draws}}
		return ivy.Values[int64](c.e.Astype(c.randomIntegers(s, c.calc.array(0), c.calc.array(n)).V, dtype.Int64))
	case !c.Has("p"):
		return c.randomOrder(key, n)[:draws]
	}
	p := c.inexact(c.arraylike("p"))[0]
	if !slices.Equal(p.V.Shape(), []int{n}) {
		c.Raise("ValueError", "p must be None or a 1D vector with the same size as a.shape[axis]. p has shape %v and a.shape[axis] is %d.", p.V.Shape(), n)
	}
	f, ok := floats[p.V.Dtype()]
	if !ok {
		c.Raise("ValueError", "choice(): weights are of dtype %v", p.V.Dtype())
	}
	weights := reading.Values[float64](c.e.Astype(p.V, dtype.Float64))
	dst := make([]int64, draws)
	if replace {
		f.Choose(key, dst, weights)
		return dst
	}
	frontend.Check(f.ChooseDistinct(key, dst, weights, c.gumbelMode() != "low"))
	return dst
}

// mode returns the argument "mode" of a function that draws from the Gumbel distribution.
func (c call) gumbelMode() string {
	switch mode := c.Arg("mode"); mode {
	case nil, "low":
		return "low"
	case "high", "highest":
		return mode.(string)
	default:
		c.Raise("ValueError", "Must provide valid mode for gumbel got: %s", c.Shown(mode))
	}
	return ""
}

// categorical draws indices along an axis of logits.
func categorical(c call) any {
	key, _ := c.key()
	logits := c.arraylike("logits")
	rank, axis := logits.V.Ndim(), c.Int("axis")
	if axis < -rank || axis >= rank {
		c.Raise("IndexError", "index %d is out of bounds for axis 0 with size %d", axis, rank)
	}
	axis = (axis + rank) % rank
	batch := slices.Delete(logits.V.Shape(), axis, axis+1)
	s := sample{key: key, d: logits.V.Dtype()}
	if c.Has("shape") {
		s.shape = c.shape("shape")
	}
	shape := c.shaped(s, c.wrap(c.e.Zeros(batch), false)).shape
	if !s.d.IsFloat() {
		c.Raise("ValueError", "dtype argument to `gumbel` must be a float dtype, got %v", s.d)
	}
	prefix := shape[:len(shape)-len(batch)]
	mode := c.gumbelMode()
	if c.Bool("replace") {
		s.shape = slices.Insert(slices.Clone(shape), len(prefix)+axis, logits.V.Shape()[axis])
		return c.do("numpy.argmax", c.add(c.gumbel(s, mode), logits), len(prefix)+axis)
	}
	s.shape = logits.V.Shape()
	noisy := c.add(logits, c.gumbel(s, mode))
	k := elementsIn(prefix)
	if k > s.shape[axis] {
		c.Raise("ValueError", "Number of samples without replacement (%d) cannot exceed number of categories (%d).", k, s.shape[axis])
	}
	order := c.do("numpy.argsort", c.do("numpy.moveaxis", noisy, axis, -1), Kw("descending", true), Kw("stable", true))
	top := c.e.MoveAxis(c.e.GetItem(order.V, ivy.Ellipsis, ivy.Slice(nil, k)), []int{-1}, []int{0})
	return c.wrap(c.e.Reshape(c.e.Astype(top, dtype.Int32), shape), false)
}
