//go:build libtorch

package torch

// #include "shim.h"
import "C"

import "runtime"

// A LoopOp is an operation that Loop calls.
type LoopOp C.int

// The operations of Loop.
const (
	LoopAdd    LoopOp = C.GT_LOOP_ADD
	LoopMatMul LoopOp = C.GT_LOOP_MATMUL
	LoopExp    LoopOp = C.GT_LOOP_EXP // of x alone
)

// Loop calls the library's own function n times and drops the results, in C++: what
// benchmarks of calls from Go are held against.
func Loop(op LoopOp, x, y *Tensor, n int) error {
	err := status(C.gt_loop(C.int(op), x.t, y.t, C.int64_t(n)))
	runtime.KeepAlive(x)
	runtime.KeepAlive(y)
	return err
}
