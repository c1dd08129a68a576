// Package random has random numbers on Go's slices: bit generators, and distributions over them that are those
// of NumPy bit for bit. The packages below it, [github.com/goivy/goivy/ivy/random/jaxrandom],
// [github.com/goivy/goivy/ivy/random/torchrandom] and [github.com/goivy/goivy/ivy/random/tensorflowrandom], have those of the
// other frameworks.
//
// # Bit generators
//
// A [Source] is a stream of words that a seed begins. Each is that of a framework, with its seeding, its jumps or keys, and states
// that are saved and restored:
//
//	PCG64, PCG64DXSM   numpy.random.default_rng, and its bit generators of these names
//	MT19937            numpy.random.RandomState and MT19937, torch's generator on a CPU, Python's random
//	Philox4x64         numpy.random.Philox
//	Philox4x32         TensorFlow's stateless and stateful streams, torch's generator on CUDA
//	ThreeFry2x32       jax.random
//	SeedSequence       the words that NumPy makes of a seed, which seed the first four
//
// A seed that the framework refuses is an error of type [*Error], or cannot be said: numbers below 0 for a [SeedSequence], numbers of more
// than 32 bits for [NewMT19937].
//
// # Distributions
//
// A [Generator] draws from any Source, as NumPy's Generator does: uniform, normal, exponential, gamma, beta,
// chi-square, t, Cauchy, log-normal, Rayleigh, Weibull, Laplace, logistic, Gumbel, Pareto, power, von Mises, Dirichlet and truncated normal numbers;
// integers of every type ([Integers]), Bernoulli, binomial, geometric, hypergeometric (of several kinds too), logarithmic series, negative
// binomial, multinomial, Poisson and Zipf numbers; permutations, and choices with weights, and without replacement. Normal and exponential numbers are drawn by a ziggurat. A [RandomState] draws as NumPy's
// class of that name does.
//
//	g := random.NewSeeded(42)              // numpy.random.default_rng(42)
//	x := make([]float64, 1000)
//	g.StandardNormal64(x)                  // g.standard_normal(1000)
//	err := g.Gamma(x, 2.5, 3)              // g.gamma(2.5, 3, 1000)
//	err = random.Integers(g, k, 0, 9)      // g.integers(0, 9, len(k), endpoint=True)
//
// # What is bit for bit
//
// The words of every Source are the framework's, and so are the numbers of every method of Generator over PCG64, PCG64DXSM, MT19937 and
// Philox4x64 that names one of NumPy's, and of RandomState: all that is recorded from NumPy 2.0.2 in testdata is equal,
// in part over 10⁶ numbers. They are those of NumPy on x86-64 with FMA and the GNU C library 2.36, whose
// log, exp, expm1, pow, log1p, cos, logf and powf package libm has bit for bit. With another C library NumPy itself may differ in the last bit of
// gamma, beta, Weibull, Laplace, logistic, Gumbel and log-normal numbers and the tails of normal and exponential ones.
// [Generator.TruncatedNormal] and [Generator.Bernoulli] are not NumPy's, and of 10,000 numbers of [Generator.VonMises] some two differ in the
// last bit. NumPy takes NaN for some parameters, and answers NaN; here it is an error.
//
// Results are the same on every platform: sums of products are fused where the code says math.FMA and nowhere else, and no function of
// package math but Sqrt, FMA, Floor, Ceil, Abs, Mod and those of bits has a say in them; what begins with Acos
// is rounded correctly after it. The tests were run on amd64 and 386; for arm64 the
// compiler's listing is searched for other fused operations.
package random
