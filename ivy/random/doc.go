// Package random has bit generators: the streams of words that NumPy, PyTorch, TensorFlow and JAX draw
// their random numbers from, bit for bit, with their seeding, jumps, splitting, and states that are saved and restored.
//
//	[PCG64], [PCG64DXSM]   numpy.random.default_rng and its bit generators
//	[MT19937]              numpy.random.RandomState, torch's CPU generator, Python's random
//	[Philox4x64]           numpy.random.Philox
//	[Philox4x32]           TensorFlow's stateless and stateful streams, torch's CUDA generator
//	[ThreeFry2x32]         jax.random
//	[SeedSequence]         what NumPy makes of a seed
//
// The words depend on the seed alone, not on the platform, the number of threads, or whether they are drawn one by one or
// many at once.
package random
