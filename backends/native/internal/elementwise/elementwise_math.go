package elementwise

import (
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// vectorCosts are what an element of the elementary functions costs, in nanoseconds, with AVX-512 and with AVX2.
var vectorCosts = []struct {
	op    *ops.Op
	dtype dtype.Dtype
	cost  [2]float64
}{
	{ops.Exp.Op, dtype.Float32, [2]float64{0.3, 1.5}},
	{ops.Expm1.Op, dtype.Float32, [2]float64{0.4, 1.7}},
	{ops.Log.Op, dtype.Float32, [2]float64{0.3, 2.8}},
	{ops.Log2.Op, dtype.Float32, [2]float64{0.3, 2.9}},
	{ops.Log10.Op, dtype.Float32, [2]float64{0.3, 2.8}},
	{ops.Log1p.Op, dtype.Float32, [2]float64{0.4, 3.2}},
	{ops.Sin.Op, dtype.Float32, [2]float64{0.6, 1.6}},
	{ops.Cos.Op, dtype.Float32, [2]float64{0.6, 2}},
	{ops.Tan.Op, dtype.Float32, [2]float64{0.7, 2.3}},
	{ops.Asin.Op, dtype.Float32, [2]float64{0.4, 2.1}},
	{ops.Acos.Op, dtype.Float32, [2]float64{0.4, 2.5}},
	{ops.Atan.Op, dtype.Float32, [2]float64{0.4, 2.6}},
	{ops.Sinh.Op, dtype.Float32, [2]float64{0.4, 2.3}},
	{ops.Cosh.Op, dtype.Float32, [2]float64{0.4, 1.9}},
	{ops.Tanh.Op, dtype.Float32, [2]float64{0.4, 2.4}},
	{ops.Asinh.Op, dtype.Float32, [2]float64{0.8, 5.2}},
	{ops.Acosh.Op, dtype.Float32, [2]float64{0.8, 4.2}},
	{ops.Atanh.Op, dtype.Float32, [2]float64{0.6, 4.1}},
	{ops.Erf.Op, dtype.Float32, [2]float64{0.4, 4}},
	{ops.Expit.Op, dtype.Float32, [2]float64{0.5, 1.9}},
	{ops.Sigmoid.Op, dtype.Float32, [2]float64{0.5, 1.9}},
	{ops.Silu.Op, dtype.Float32, [2]float64{0.4, 2.2}},
	{ops.SoftplusOne.Op, dtype.Float32, [2]float64{0.4, 4}},
	{ops.GeluErf.Op, dtype.Float32, [2]float64{0.4, 3}},
	{ops.GeluTanh.Op, dtype.Float32, [2]float64{0.4, 2.5}},
	{ops.Atan2.Op, dtype.Float32, [2]float64{0.7, 3.5}},
	{ops.Hypot.Op, dtype.Float32, [2]float64{1.2, 1.2}},
	{ops.LogAddExp.Op, dtype.Float32, [2]float64{2, 6.6}},
	{ops.Pow.Op, dtype.Float32, [2]float64{1, 6.4}},
	{ops.Exp.Op, dtype.Float64, [2]float64{0.6, 2.1}},
	{ops.Expm1.Op, dtype.Float64, [2]float64{1.1, 3.1}},
	{ops.Log.Op, dtype.Float64, [2]float64{0.9, 3.6}},
	{ops.Log2.Op, dtype.Float64, [2]float64{1, 3.7}},
	{ops.Log10.Op, dtype.Float64, [2]float64{1, 3.9}},
	{ops.Log1p.Op, dtype.Float64, [2]float64{1.2, 3.9}},
	{ops.Sin.Op, dtype.Float64, [2]float64{1.4, 4.1}},
	{ops.Cos.Op, dtype.Float64, [2]float64{1.4, 4.1}},
	{ops.Sinh.Op, dtype.Float64, [2]float64{2.3, 4.9}},
	{ops.Cosh.Op, dtype.Float64, [2]float64{1.4, 3.2}},
	{ops.Tanh.Op, dtype.Float64, [2]float64{1.9, 4.2}},
	{ops.Erf.Op, dtype.Float64, [2]float64{1.5, 9}},
	{ops.Expit.Op, dtype.Float64, [2]float64{1.5, 3.6}},
	{ops.Sigmoid.Op, dtype.Float64, [2]float64{1.5, 3.6}},
	{ops.Tan.Op, dtype.Float64, [2]float64{1.4, 4}},
	{ops.Asin.Op, dtype.Float64, [2]float64{1.2, 4}},
	{ops.Acos.Op, dtype.Float64, [2]float64{1.2, 4}},
	{ops.Atan.Op, dtype.Float64, [2]float64{1.5, 4}},
	{ops.Asinh.Op, dtype.Float64, [2]float64{1.9, 6}},
	{ops.Acosh.Op, dtype.Float64, [2]float64{1.7, 6}},
	{ops.Atanh.Op, dtype.Float64, [2]float64{1.6, 6}},
	{ops.Atan2.Op, dtype.Float64, [2]float64{1.8, 5}},
	{ops.Hypot.Op, dtype.Float64, [2]float64{0.7, 2}},
	{ops.Silu.Op, dtype.Float64, [2]float64{1.2, 3}},
	{ops.SoftplusOne.Op, dtype.Float64, [2]float64{2.4, 6}},
	{ops.GeluTanh.Op, dtype.Float64, [2]float64{2, 5}},
}

// setVectorCosts gives t's loops their costs, where package simd has the functions.
func setVectorCosts(t loopTable) {
	if !simd.AVX2 {
		return
	}
	for _, c := range vectorCosts {
		if ls := t[c.op]; ls != nil {
			ls[c.dtype].Cost = c.cost[1]
			if simd.AVX512 {
				ls[c.dtype].Cost = c.cost[0]
			}
		}
	}
}
