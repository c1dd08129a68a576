package elementwise

import (
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// ActivationLoops are the loops of activations, by their rows.
var (
	ActivationLoops   = activationLoops()
	activationKernels = ActivationLoops.entries()
)

func activationLoops() loopTable {
	t := loopTable{}

	set1(t, ops.Relu, dtype.Bool, CostMove, copyLoop[uint8])
	set1(t, ops.Relu, dtype.Uint8, CostMove, copyLoop[uint8])
	set1(t, ops.Relu, dtype.Uint16, CostMove, copyLoop[uint16])
	set1(t, ops.Relu, dtype.Uint32, CostMove, copyLoop[uint32])
	set1(t, ops.Relu, dtype.Uint64, CostMove, copyLoop[uint64])
	set1(t, ops.Relu, dtype.Int8, CostMove, reluLoop[int8])
	set1(t, ops.Relu, dtype.Int16, CostMove, reluLoop[int16])
	set1(t, ops.Relu, dtype.Int32, CostMove, reluLoop[int32])
	set1(t, ops.Relu, dtype.Int64, CostMove, reluLoop[int64])
	set1(t, ops.Relu, dtype.BFloat16, CostMove, reluBitsLoop[uint16](brainInf))
	set1(t, ops.Relu, dtype.Float16, CostMove, reluBitsLoop[uint16](halfInf))
	set1(t, ops.Relu, dtype.Float32, CostMove, reluBitsLoop[uint32](float32Inf))
	set1(t, ops.Relu, dtype.Float64, CostMove, reluBitsLoop[uint64](float64Inf))

	arithRows(t)

	elementaryRows(t, ops.Activations)
	return t
}
