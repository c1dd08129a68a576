package elementwise

import (
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// costWide is what an element of a loop costs that works on whole registers: the
// time to bring it from memory, in nanoseconds, about.
const costWide = 0.15

// wideRows puts loops of package simd, where the machine has them, in the place of
// those in Go, which give the same results.
func wideRows(t loopTable) {
	if !simd.AVX512 {
		return
	}
	for r, f := range map[ops.Binary]func(z []bool, x, y []float32){
		ops.Equal: simd.Equal32, ops.NotEqual: simd.NotEqual32,
		ops.Greater: simd.Greater32, ops.GreaterEqual: simd.GreaterEqual32,
		ops.Less: simd.Less32, ops.LessEqual: simd.LessEqual32,
	} {
		t[r.Op][dtype.Float32] = loop2(costWide, f)
	}
	for r, f := range map[ops.Binary]func(z []bool, x, y []float64){
		ops.Equal: simd.Equal64, ops.NotEqual: simd.NotEqual64,
		ops.Greater: simd.Greater64, ops.GreaterEqual: simd.GreaterEqual64,
		ops.Less: simd.Less64, ops.LessEqual: simd.LessEqual64,
	} {
		t[r.Op][dtype.Float64] = loop2(costWide, f)
	}
	for r, f := range map[ops.Unary]func(z, x []float32){
		ops.Abs: simd.Abs32, ops.Ceil: simd.Ceil32, ops.Floor: simd.Floor32,
		ops.Round: simd.Round32, ops.Trunc: simd.Trunc32,
	} {
		t[r.Op][dtype.Float32] = Loop1(costWide, f)
	}
	t[ops.Sqrt.Op][dtype.Float32], t[ops.Sqrt.Op][dtype.Float64] = Loop1(0.18, simd.Sqrt32), Loop1(0.56, simd.Sqrt64)
	for r, f := range map[ops.Unary]func(z, x []float64){
		ops.Abs: simd.Abs64, ops.Ceil: simd.Ceil64, ops.Floor: simd.Floor64,
		ops.Round: simd.Round64, ops.Trunc: simd.Trunc64,
	} {
		t[r.Op][dtype.Float64] = Loop1(costWide, f)
	}
	t[ops.Maximum.Op][dtype.Float32] = loop2(costWide, simd.Maximum32)
	t[ops.Minimum.Op][dtype.Float32] = loop2(costWide, simd.Minimum32)
	t[ops.Maximum.Op][dtype.Float64] = loop2(costWide, simd.Maximum64)
	t[ops.Minimum.Op][dtype.Float64] = loop2(costWide, simd.Minimum64)
}
