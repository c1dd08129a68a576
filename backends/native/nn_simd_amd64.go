package native

import (
	"math"
	"sync"
	"unsafe"

	"github.com/goivy/goivy/backends/native/internal/scalar"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// activationBlock is how many float32 are computed at a time, in float64: 4 KiB.
const activationBlock = 512

// An activation is a function of float32 by steps in float64, each on a block in the first
// cache: so its error is that of one rounding and a little, at most 0.501 ULP.
type activation struct {
	steps func(z, x []float64)           // z from x, which it may change
	holds func(v float32) bool           // where the steps are right
	each  func(v float32) float32        // elsewhere
	few   func(z []float32, x []float32) // of a few elements
}

// An activationRoom is what a block of an activation needs.
type activationRoom struct {
	x, z [activationBlock]float64
	odd  [activationBlock]float32
}

var activationRooms = sync.Pool{New: func() any { return new(activationRoom) }}

// wideActivations puts loops by package simd, where the machine has what they need, in
// the place of those in Go.
func wideActivations(t loopTable) {
	var (
		widen, narrow         = simd.Cast(dtype.Float32, dtype.Float64), simd.Cast(dtype.Float64, dtype.Float32)
		add, multiply, divide = simd.For(simd.OpAdd, dtype.Float64), simd.For(simd.OpMultiply, dtype.Float64), simd.For(simd.OpDivide, dtype.Float64)
	)
	if !widen.Ok() || !narrow.Ok() || !add.Ok() || !multiply.Ok() || !divide.Ok() {
		return
	}
	at := func(x []float64) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(x)) }
	number := func(v float64) *simd.Repeated { return simd.Repeat(unsafe.Pointer(&v), 8) }
	one, half, root, cube, twice := number(1), number(0.5), number(math.Sqrt2/2), number(0.044715), number(-2*math.Sqrt2/math.Sqrt(math.Pi))

	set := func(r ops.Unary, cost float64, a activation) {
		t[r.Op][dtype.Float32] = loop1(cost, func(z, x []float32) {
			if len(x) < 64 {
				a.few(z, x)
				return
			}
			r := activationRooms.Get().(*activationRoom)
			w, y, odd := &r.x, &r.z, &r.odd
			for len(x) > 0 {
				n := min(len(x), activationBlock)
				in := x[:n]
				for _, v := range in {
					if !a.holds(v) { // z may be x
						in = odd[:copy(odd[:], in)]
						break
					}
				}
				widen.Unary(at(w[:]), unsafe.Pointer(unsafe.SliceData(x)), n)
				a.steps(y[:n], w[:n])
				narrow.Unary(unsafe.Pointer(unsafe.SliceData(z)), at(y[:]), n)
				if &in[0] == &odd[0] {
					for i, v := range in {
						if !a.holds(v) {
							z[i] = a.each(v)
						}
					}
				}
				z, x = z[n:], x[n:]
			}
			activationRooms.Put(r)
		})
	}

	// x/2·(1 + erf(x/√2)); 1 + erf loses what Φ is less than 1, from −5 on more than float32 lacks.
	set(ops.GeluErf, 2.4, activation{few: scalar.GeluSlice32, each: scalar.Gelu32,
		holds: func(v float32) bool { return v > -5 && v < 37 },
		steps: func(z, x []float64) {
			n := len(x)
			multiply.WithY(at(z), at(x), root, n)
			scalar.ErfSlice(z, z)
			add.WithY(at(z), at(z), one, n)
			multiply.WithY(at(x), at(x), half, n)
			multiply.Binary(at(z), at(z), at(x), false, false, n)
		}})
	// x/(1 + e**−u), u = 2·√(2/π)·(x + 0.044715·x³)
	set(ops.GeluTanh, 1.6, activation{few: each1(scalar.GeluTanh32), each: scalar.GeluTanh32,
		holds: func(v float32) bool { return v > -20 && v < 20 },
		steps: func(z, x []float64) {
			n := len(x)
			multiply.Binary(at(z), at(x), at(x), false, false, n)
			multiply.WithY(at(z), at(z), cube, n)
			add.WithY(at(z), at(z), one, n)
			multiply.Binary(at(z), at(z), at(x), false, false, n)
			multiply.WithY(at(z), at(z), twice, n)
			scalar.ExpSlice(z, z)
			add.WithY(at(z), at(z), one, n)
			divide.Binary(at(z), at(x), at(z), false, false, n)
		}})
	set(ops.SoftplusOne, 2, activation{few: scalar.SoftplusSlice32, each: scalar.Softplus32,
		holds: func(v float32) bool { return v > -100 && v < 100 },
		steps: func(z, x []float64) {
			scalar.ExpSlice(z, x)
			scalar.Log1pSlice(z, z)
		}})
}
