// Package torch emulates PyTorch on ivy's arrays. There are its promotion rules: arrays
// with dimensions come before 0-d ones, and those before Python's numbers, whose dtype
// follows the default dtype.
//
// PyTorch's complex32, which float16 and a complex number have in common, is no dtype
// of ivy: it is a result of complex64 with Half set.
package torch
