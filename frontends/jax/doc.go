// Package jax is JAX's array API on ivy's arrays: jax.numpy, jax.lax, jax.nn,
// jax.scipy (fft, linalg, signal, special) under their own names and signatures, with JAX's promotion rules (a
// lattice of dtypes and weak types, with 64 bits or without, standard or strict).
//
// Package-level functions are those of a JAX as it starts: without 64 bits, on the
// backend of package ivy. [New] makes one with other settings. Namespaces are values:
// [NumPy], [Lax], [NN], [Scipy], [Settings] (jax.config), and methods of [JAX].
//
// Subnormal numbers are computed with. XLA leaves them to the device: its CPU takes
// those of bfloat16, float32 and float64 for zeros, its GPUs do not.
//
// Functions of complex numbers are XLA's at zeros, infinities and NaN, not C99's: sqrt,
// asin, acos, acosh, asinh, atan, atanh and what is made of exp take zeros of the two
// signs for one where a branch cut is, so sqrt(−1−0i) is i, and an infinity with a NaN part
// is a NaN.
//
// # Linear algebra
//
// In jax.numpy.linalg, jax.scipy.linalg and jax.lax.linalg, signs of vectors and the order of eigenvalues are those of the unified API,
// the same on every backend: of svd, eigh, eigh_tridiagonal, eig and schur. JAX's are LAPACK's, and of the vectors of eigh_tridiagonal
// those of random numbers. lu, qr, hessenberg and tridiagonal have LAPACK's signs. expm is more exact than JAX's, whose float32
// results are off by up to a thousandth. schur and funm have no derivative.
//
// # Random numbers
//
// jax.random draws on the host, by package [github.com/goivy/goivy/ivy/random/jaxrandom], and so the same on every backend. Keys of
// random.key are a [PRNGKeyArray], those of PRNGKey two uint32. Keys, bits, uniform, normal, exponential, gumbel, laplace, logistic,
// bernoulli, randint, permutation, choice and categorical are bit for bit those of JAX 0.10.2 (float16's gumbel and logistic
// to the last bit), and truncated_normal of float32; the others are made of these as JAX makes them, and agree to rounding. uniform,
// truncated_normal and distributions that scale, move or raise to a power have derivatives; gamma and what is made of it, and counts, refuse arrays that are
// differentiated. multivariate_normal has derivatives with the method cholesky; svd and eigh factorize on the host. Some of a million counts of poisson and
// binomial that are found by rejection differ from JAX's by their float32 logarithms. Only the generator threefry2x32 is there.
package jax
