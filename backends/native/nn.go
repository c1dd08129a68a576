package native

import (
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

var (
	nnTable   = nnLoops()
	nnKernels = nnTable.entries()
)

func nnLoops() loopTable {
	t := loopTable{}

	set1(t, ops.Relu, dtype.Bool, costMove, copyLoop[uint8])
	set1(t, ops.Relu, dtype.Uint8, costMove, copyLoop[uint8])
	set1(t, ops.Relu, dtype.Uint16, costMove, copyLoop[uint16])
	set1(t, ops.Relu, dtype.Uint32, costMove, copyLoop[uint32])
	set1(t, ops.Relu, dtype.Uint64, costMove, copyLoop[uint64])
	set1(t, ops.Relu, dtype.Int8, costMove, reluLoop[int8])
	set1(t, ops.Relu, dtype.Int16, costMove, reluLoop[int16])
	set1(t, ops.Relu, dtype.Int32, costMove, reluLoop[int32])
	set1(t, ops.Relu, dtype.Int64, costMove, reluLoop[int64])
	set1(t, ops.Relu, dtype.BFloat16, costMove, reluBitsLoop[uint16](brainInf))
	set1(t, ops.Relu, dtype.Float16, costMove, reluBitsLoop[uint16](halfInf))
	set1(t, ops.Relu, dtype.Float32, costMove, reluBitsLoop[uint32](float32Inf))
	set1(t, ops.Relu, dtype.Float64, costMove, reluBitsLoop[uint64](float64Inf))

	arithRows(t)

	elementaryRows(t, ops.NN)
	return t
}
