// Package torch emulates PyTorch 2.13 on ivy's arrays: its functions under its own
// names and signatures (torch.Add, torch.NN.Functional().Gelu, torch.Linalg.VectorNorm),
// its Tensor with attributes, methods and views, its promotion rules and its errors.
//
// Arrays with dimensions come before 0-d ones, and those before Python's numbers (Go's
// bool, int, float64 and complex128), whose dtype follows the default dtype. It belongs
// to a [Torch], as [New] makes one; functions of the package are those of a Torch with
// PyTorch's own defaults.
//
// A view shares its elements with what it was taken of. PyTorch's complex32, which
// float16 and a complex number have in common, is no dtype of ivy: it is a Tensor of
// complex64 with Half set, its parts rounded to float16 after each operation, and
// [Complex32] where a dtype is asked for.
//
// # Random numbers
//
// Random numbers are drawn on the host, by package [github.com/goivy/goivy/ivy/random/torchrandom], and so the same on every backend: bit for
// bit those of PyTorch 2.13 on a CPU with AVX2, but for last bits of cauchy_, log_normal_ and trunc_normal_. Functions without a generator share one, of
// each [Torch] its own. A tensor that is no slice in row-major order is filled in the order of its memory, as PyTorch does. Draws have the derivative 0 by their parameters, as
// in PyTorch. There is no dropout in scaled_dot_product_attention.
package torch
