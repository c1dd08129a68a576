package tensorflow

import (
	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/random"
	"github.com/goivy/goivy/ivy/random/tensorflowrandom"
	"github.com/goivy/goivy/ivy/shape"
)

// The functions of tf.random.

var randoms = []frontend.Func{
	{Path: "random.set_seed", Sig: "seed", Out: frontend.None, Run: func(c *frontend.Call) any {
		seed := tensorflowrandom.SetSeed(seedArg(c))
		s := seedsOf(c.Namespace)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.seeds, s.own = seed, seed
		return nil
	}},
	{Path: "random.uniform", Sig: "shape, minval=0, maxval=None, dtype='float32', seed=None, name=None", Run: uniform},
	{Path: "random.normal", Sig: "shape, mean=0.0, stddev=1.0, dtype='float32', seed=None, name=None", Run: func(c *frontend.Call) any {
		return scaledNormals(c, normalLaw, func(d dtype.Dtype, n int) *random.Philox4x32 { return words(c, "RandomStandardNormal "+d.String(), n) })
	}},
	{Path: "random.truncated_normal", Sig: "shape, mean=0.0, stddev=1.0, dtype='float32', seed=None, name=None", Run: func(c *frontend.Call) any {
		return scaledNormals(c, truncatedLaw, func(d dtype.Dtype, n int) *random.Philox4x32 { return words(c, "TruncatedNormal "+d.String(), n) })
	}},
	{Path: "random.shuffle", Sig: "value, seed=None, name=None", Run: func(c *frontend.Call) any {
		return shuffled(c, func(x *ivy.Array) *random.Philox4x32 {
			n := 1
			if x.Ndim() > 0 {
				n = x.Shape()[0]
			}
			return words(c, "RandomShuffle "+x.Dtype().String(), n)
		})
	}},
	{Path: "random.categorical", Sig: "logits, num_samples, dtype=None, seed=None, name=None", Run: func(c *frontend.Call) any {
		return categorical(c, func(d dtype.Dtype, n int) *random.Philox4x32 { return words(c, "Multinomial "+d.String(), n) })
	}},
	{Path: "random.gamma", Sig: "shape, alpha, beta=None, dtype='float32', seed=None, name=None", Run: func(c *frontend.Call) any {
		return gammas(c, false, func(d dtype.Dtype, n int) *random.Philox4x32 { return words(c, "RandomGamma "+d.String(), n) })
	}},
	{Path: "random.poisson", Sig: "shape, lam, dtype='float32', seed=None, name=None", Run: func(c *frontend.Call) any {
		return poissons(c, false, dtype.Float32, func(rate, d dtype.Dtype, n int) *random.Philox4x32 {
			return words(c, "RandomPoissonV2 "+rate.String()+" "+d.String(), n)
		})
	}},
	{Path: "random.stateless_uniform", Sig: "shape, seed, minval=0, maxval=None, dtype='float32', name=None, alg='auto_select'", Run: statelessUniform},
	{Path: "random.stateless_normal", Sig: "shape, seed, mean=0.0, stddev=1.0, dtype='float32', name=None, alg='auto_select'", Run: func(c *frontend.Call) any {
		return scaledNormals(c, normalLaw, func(dtype.Dtype, int) *random.Philox4x32 { return stateless(c) })
	}},
	{Path: "random.stateless_truncated_normal", Sig: "shape, seed, mean=0.0, stddev=1.0, dtype='float32', name=None, alg='auto_select'", Run: func(c *frontend.Call) any {
		return scaledNormals(c, truncatedLaw, func(dtype.Dtype, int) *random.Philox4x32 { return stateless(c) })
	}},
	{Path: "random.stateless_parameterized_truncated_normal", Sig: "shape, seed, means=0.0, stddevs=1.0, minvals=-2.0, maxvals=2.0, name=None", Run: parameterizedTruncatedNormal},
	{Path: "random.stateless_categorical", Sig: "logits, num_samples, seed, dtype='int64', name=None", Run: func(c *frontend.Call) any {
		return categorical(c, func(dtype.Dtype, int) *random.Philox4x32 { return stateless(c) })
	}},
	{Path: "random.stateless_gamma", Sig: "shape, seed, alpha, beta=None, dtype='float32', name=None", Run: func(c *frontend.Call) any {
		return gammas(c, true, func(dtype.Dtype, int) *random.Philox4x32 { return stateless(c) })
	}},
	{Path: "random.stateless_poisson", Sig: "shape, seed, lam, dtype='int32', name=None", Run: func(c *frontend.Call) any {
		return poissons(c, true, dtype.Int32, func(_, _ dtype.Dtype, _ int) *random.Philox4x32 { return stateless(c) })
	}},
	{Path: "random.stateless_binomial", Sig: "shape, seed, counts, probs, output_dtype='int32', name=None", Run: func(c *frontend.Call) any {
		return binomials(c, "output_dtype", func(int) *random.Philox4x32 { return stateless(c) })
	}},
	{Path: "random.split", Sig: "seed, num=2, alg='auto_select'", Run: splitSeed},
	{Path: "random.experimental.stateless_split", Sig: "seed, num=2, alg='auto_select'", Run: splitSeed},
	{Path: "random.fold_in", Sig: "seed, data, alg='auto_select'", Run: foldIn},
	{Path: "random.experimental.stateless_fold_in", Sig: "seed, data, alg='auto_select'", Run: foldIn},
	{Path: "random.experimental.stateless_shuffle", Sig: "value, seed, alg='auto_select', name=None", Run: func(c *frontend.Call) any {
		return shuffled(c, func(*ivy.Array) *random.Philox4x32 { return stateless(c) })
	}},
	{Path: "random.create_rng_state", Sig: "seed, alg", Takes: frontend.BigInts, Run: func(c *frontend.Call) any {
		algorithm(c)
		return wordsTensor(c.Namespace, seedWords(c))
	}},
	{Path: "random.get_global_generator", Sig: "", Out: frontend.Made, Makes: generatorType, Run: func(c *frontend.Call) any { return globalGenerator(c) }},
	{Path: "random.set_global_generator", Sig: "generator", Out: frontend.None, Run: func(c *frontend.Call) any {
		o := frontend.InstanceOf(c.Arg("generator"))
		if o == nil || o.Of != generatorType {
			c.Raise(typeError, "set_global_generator(): %s is no Generator", c.Shown(c.Arg("generator")))
		}
		c.SetLocal(globalKey{}, o)
		return nil
	}},

	{Path: "random.Generator", Go: "NewGenerator", Sig: "copy_from=None, state=None, alg=None", Out: frontend.Made, Makes: generatorType, Run: func(c *frontend.Call) any {
		if o := frontend.InstanceOf(c.Arg("copy_from")); o != nil && o.Of == generatorType && !c.Has("state") && !c.Has("alg") {
			return newGenerator(c.Namespace, o.State.(*generator).state())
		}
		if c.Has("copy_from") || !c.Has("state") || !c.Has("alg") {
			c.Raise("AssertionError", "Generator() takes another one, or a state and an algorithm")
		}
		algorithm(c)
		return newGenerator(c.Namespace, [3]uint64(stateWords(c, "state", 3)))
	}},
	{Path: "random.Generator.from_seed", Static: true, Sig: "seed, alg=None", Takes: frontend.BigInts, Out: frontend.Made, Makes: generatorType, Run: func(c *frontend.Call) any {
		algorithm(c)
		return newGenerator(c.Namespace, seedWords(c))
	}},
	{Path: "random.Generator.from_state", Static: true, Sig: "state, alg", Out: frontend.Made, Makes: generatorType, Run: func(c *frontend.Call) any {
		algorithm(c)
		return newGenerator(c.Namespace, [3]uint64(stateWords(c, "state", 3)))
	}},
	{Path: "random.Generator.from_key_counter", Static: true, Sig: "key, counter, alg", Out: frontend.Made, Makes: generatorType, Run: func(c *frontend.Call) any {
		algorithm(c)
		return newGenerator(c.Namespace, keyCounter(c))
	}},
	{Path: "random.Generator.from_non_deterministic_state", Static: true, Sig: "alg=None", Out: frontend.Made, Makes: generatorType, Run: func(c *frontend.Call) any {
		algorithm(c)
		return newGenerator(c.Namespace, [3]uint64(anyWords(3)))
	}},
	{Path: "random.Generator.reset", Sig: "self, state", Out: frontend.None, Run: func(c *frontend.Call) any {
		self(c).reset([3]uint64(stateWords(c, "state", 3)))
		return nil
	}},
	{Path: "random.Generator.reset_from_seed", Sig: "self, seed", Takes: frontend.BigInts, Out: frontend.None, Run: func(c *frontend.Call) any {
		self(c).reset(seedWords(c))
		return nil
	}},
	{Path: "random.Generator.reset_from_key_counter", Sig: "self, key, counter", Out: frontend.None, Run: func(c *frontend.Call) any {
		self(c).reset(keyCounter(c))
		return nil
	}},
	{Path: "random.Generator.skip", Sig: "self, delta", Run: func(c *frontend.Call) any {
		g := self(c)
		delta := c.Int("delta")
		g.mu.Lock()
		defer g.mu.Unlock()
		before := g.g.State()
		g.g.Next(delta)
		return wordsTensor(c.Namespace, before)
	}},
	{Path: "random.Generator.normal", Sig: "self, shape, mean=0.0, stddev=1.0, dtype='float32', name=None", Run: func(c *frontend.Call) any {
		return scaledNormals(c, normalLaw, func(_ dtype.Dtype, n int) *random.Philox4x32 { return self(c).next(n) })
	}},
	{Path: "random.Generator.truncated_normal", Sig: "self, shape, mean=0.0, stddev=1.0, dtype='float32', name=None", Run: func(c *frontend.Call) any {
		return scaledNormals(c, truncatedLaw, func(_ dtype.Dtype, n int) *random.Philox4x32 { return self(c).next(n) })
	}},
	{Path: "random.Generator.uniform", Sig: "self, shape, minval=0, maxval=None, dtype='float32', name=None", Run: func(c *frontend.Call) any {
		d, g := dtypeOr(c, dtype.Float32), self(c)
		switch {
		case d.IsFloat():
			return uniformFloats(c, d, g.next)
		case c.Has("minval") != c.Has("maxval"):
			c.Raise(valueError, "For integer dtype %v, minval and maxval must be both `None` or both non-`None`", d)
		case !c.Has("minval"):
			dims := lengthsArg(c)
			return fullIntegers(c, d, dims, g.next(shape.Size(dims)))
		case d == dtype.Uint32 || d == dtype.Uint64:
			c.Raise(notFound, "there is no StatelessRandomUniformIntV2 of %v", d)
		case d != dtype.Int32 && d != dtype.Int64:
			c.Raise(invalidArgument, "dtype %v is not in the list of allowed values: int32, int64, uint32, uint64", d)
		}
		return uniformIntegers(c, d, g.next)
	}},
	{Path: "random.Generator.uniform_full_int", Sig: "self, shape, dtype='uint64', name=None", Run: func(c *frontend.Call) any {
		dims, d := lengthsArg(c), dtypeOr(c, dtype.Uint64)
		return fullIntegers(c, d, dims, self(c).next(shape.Size(dims)))
	}},
	{Path: "random.Generator.binomial", Sig: "self, shape, counts, probs, dtype='int32', name=None", Run: func(c *frontend.Call) any {
		return binomials(c, "dtype", self(c).next)
	}},
	{Path: "random.Generator.make_seeds", Sig: "self, count=1", Run: func(c *frontend.Call) any {
		keys := childKeys(c)
		return result(c, c.Env().Stack([]*ivy.Array{keys, c.Env().ZerosLike(keys)}), false)
	}},
	{Path: "random.Generator.split", Sig: "self, count=1", Out: frontend.Value, Run: func(c *frontend.Call) any {
		var list []any
		for _, key := range ivy.Values[int64](childKeys(c)) {
			list = append(list, newGenerator(c.Namespace, [3]uint64{0, 0, uint64(key)}))
		}
		return list
	}},
}

// childKeys draws as many keys as the argument count says.
func childKeys(c *frontend.Call) *ivy.Array {
	n := c.Int("count")
	if n < 0 {
		c.Raise(invalidArgument, "Dimension %d must be >= 0", n)
	}
	return fullIntegers(c, dtype.Int64, checkedLengths(c, []int{n}), self(c).next(n)).V
}

func keyCounter(c *frontend.Call) [3]uint64 {
	counter, key := stateWords(c, "counter", 2), stateWords(c, "key", 1)
	return [3]uint64{counter[0], counter[1], key[0]}
}

// globalGenerator returns the generator of a namespace, of a state of the operating system at first.
func globalGenerator(c *frontend.Call) *frontend.Instance {
	n := c.Namespace
	return n.Local(globalKey{}, func() any { return newGenerator(n, [3]uint64(anyWords(3))) }).(*frontend.Instance)
}

func splitSeed(c *frontend.Call) any {
	n := c.Int("num")
	if n < 0 {
		c.Raise(invalidArgument, "Dimension %d must be >= 0", n)
	}
	_, d := statelessSeed(c)
	return fullIntegers(c, d, checkedLengths(c, []int{n, 2}), stateless(c))
}

func foldIn(c *frontend.Call) any {
	data := tensor(c, "data").V
	if data.Dtype() != dtype.Int32 && data.Dtype() != dtype.Int64 && data.Dtype() != dtype.Uint32 && data.Dtype() != dtype.Uint64 {
		c.Raise(valueError, "fold_in(): data are of %v, want integers", data.Dtype())
	}
	if data.Ndim() > 0 {
		c.Raise(invalidArgument, "Shapes of all inputs must match: [] and %v", data.Shape())
	}
	first := fullIntegers(c, data.Dtype(), []int{}, stateless(c))
	return result(c, c.Env().Stack([]*ivy.Array{first.V, data}), false)
}
