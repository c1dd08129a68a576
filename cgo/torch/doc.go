// Package torch is libtorch's operations by family, one call of C++ each: thin, without
// opinions. The shim in C++ (shim.h) takes operands of one dtype, as kernels of the
// contract get them, and gives the results that the contract asks for where ATen's
// differ; every exception comes back as an error with PyTorch's message.
//
// It is built with the tag libtorch, with flags for the compiler and the linker that
// "make env" prints.
package torch
