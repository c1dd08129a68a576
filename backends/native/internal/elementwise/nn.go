package elementwise

import (
	"github.com/goivy/goivy/backends/native/internal/scalar"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// NNLoops are the loops of activations, by their rows.
var (
	NNLoops   = nnLoops()
	nnKernels = NNLoops.entries()
)

func nnLoops() loopTable {
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

	set1(t, ops.GeluErf, dtype.Float32, costMath, scalar.GeluSlice32)
	set1(t, ops.GeluErf, dtype.Float64, costMath, scalar.GeluSlice)
	set1(t, ops.GeluTanh, dtype.Float32, costMath, scalar.GeluTanhSlice32)
	set1(t, ops.GeluTanh, dtype.Float64, costMath, scalar.GeluTanhSlice)
	set1(t, ops.Silu, dtype.Float32, costMath, scalar.SiluSlice32)
	set1(t, ops.Silu, dtype.Float64, costMath, scalar.SiluSlice)
	set1(t, ops.SoftplusOne, dtype.Float32, costMath, scalar.SoftplusSlice32)
	set1(t, ops.SoftplusOne, dtype.Float64, costMath, scalar.SoftplusSlice)

	for _, r := range []ops.Unary{ops.Expit, ops.Sigmoid} {
		set1(t, r, dtype.Float32, costMath, scalar.SigmoidSlice32)
		set1(t, r, dtype.Float64, costMath, scalar.SigmoidSlice)
		set1(t, r, dtype.Complex64, costComplex, Each1(complex1[complex64](scalar.CSigmoid)))
		set1(t, r, dtype.Complex128, costComplex, Each1(complex1[complex128](scalar.CSigmoid)))
	}
	setVectorCosts(t)
	return t
}
