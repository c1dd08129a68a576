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
package torch
