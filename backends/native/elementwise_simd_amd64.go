package native

import (
	"math"

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
		ops.Round: simd.Round32, ops.Sqrt: simd.Sqrt32, ops.Trunc: simd.Trunc32,
	} {
		t[r.Op][dtype.Float32] = loop1(costWide, f)
	}
	for r, f := range map[ops.Unary]func(z, x []float64){
		ops.Abs: simd.Abs64, ops.Ceil: simd.Ceil64, ops.Floor: simd.Floor64,
		ops.Round: simd.Round64, ops.Sqrt: simd.Sqrt64, ops.Trunc: simd.Trunc64,
	} {
		t[r.Op][dtype.Float64] = loop1(costWide, f)
	}
	t[ops.Maximum.Op][dtype.Float32] = loop2(costWide, simd.Maximum32)
	t[ops.Minimum.Op][dtype.Float32] = loop2(costWide, simd.Minimum32)
	t[ops.Maximum.Op][dtype.Float64] = loop2(costWide, simd.Maximum64)
	t[ops.Minimum.Op][dtype.Float64] = loop2(costWide, simd.Minimum64)
}

// wideGreatest is f, a fold of maxima, with loops of package simd where the machine
// has them; wideLeast is that of minima. The results are the same.
func wideGreatest[A float](f fold[A]) fold[A] {
	if simd.AVX512 {
		switch f := any(&f).(type) {
		case *fold[float32]:
			widen(f, simd.Greatest32, simd.GreatestRow32, false)
		case *fold[float64]:
			widen(f, simd.Greatest64, simd.GreatestRow64, false)
		}
	}
	return f
}

func wideLeast[A float](f fold[A]) fold[A] {
	if simd.AVX512 {
		switch f := any(&f).(type) {
		case *fold[float32]:
			widen(f, simd.Least32, simd.LeastRow32, true)
		case *fold[float64]:
			widen(f, simd.Least64, simd.LeastRow64, true)
		}
	}
	return f
}

// widen leaves to f's own loops what is too short to gain, and runs whose result
// depends on their order: which of several NaN, and which of zeros of both signs.
// Only the zero that run prefers leaves open whether there are others.
func widen[A float](f *fold[A], run func([]A) A, row func(acc, row []A), negativeZero bool) {
	const short = 32
	narrowRun, narrowRow := f.run, f.row
	f.run = func(x []A) A {
		if len(x) >= short {
			if v := run(x); v > 0 || v < 0 || v == 0 && math.Signbit(float64(v)) != negativeZero {
				return v
			}
		}
		return narrowRun(x)
	}
	either := func(acc, x []A) {
		if len(acc) < short {
			narrowRow(acc, x)
		} else {
			row(acc, x)
		}
	}
	f.row = either
	f.rows = func(acc []A, rows *[8][]A) {
		for _, r := range rows {
			either(acc, r)
		}
	}
	f.cost = costWide
}
