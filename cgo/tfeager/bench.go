//go:build tensorflow

package tfeager

// #include "shim.h"
import "C"

import "runtime"

// Loop adds x and y n times and drops the results, by TFE_Execute in C++: what benchmarks
// of calls from Go are held against.
func Loop(x, y *Tensor, n int) error {
	err := status(C.ge_loop(x.o.t, y.o.t, C.int64_t(n)))
	runtime.KeepAlive(x)
	runtime.KeepAlive(y)
	return err
}
