package elementwise

import (
	"math"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
)

var searchingKernels = []backend.Entry{backend.Ternary(ops.Where, where)}

func where(out backend.Spec, x, y, z backend.Buffer) (backend.Buffer, error) {
	return WhereLoops[out.Dtype.Size()].fill(out, [...]*array.Buffer{x.(*array.Buffer), y.(*array.Buffer), z.(*array.Buffer)})
}

// WhereLoops are by the size of an element: the choice needs no more.
var WhereLoops = arithWhere([]Loop{
	1:  whereLoop(choose[uint8]),
	2:  whereLoop(choose[uint16]),
	4:  whereLoop(choose[uint32]),
	8:  whereLoop(choose[uint64]),
	16: whereLoop(chooseComplex),
})

func whereLoop[T array.Element](f func(z []T, c []bool, x, y []T)) Loop {
	return Loop{Cost: 2 * CostMove, Long: 1, Run: func(z Span, in Spans) {
		f(SpanOf[T](z), SpanOf[bool](in[0]), SpanOf[T](in[1]), SpanOf[T](in[2]))
	}}
}

// choose is written so that the compiler makes moves of the choices, which it does
// for integers, and not jumps, which cost ten times as much where conditions follow
// no pattern.
func choose[T array.Unsigned](z []T, c []bool, x, y []T) {
	c = c[:len(z)]
	switch {
	case len(x) < len(z) && len(y) < len(z):
		v, w := x[0], y[0]
		for i, yes := range c {
			u := w
			if yes {
				u = v
			}
			z[i] = u
		}
	case len(x) < len(z):
		v := x[0]
		y = y[:len(z)]
		for i, yes := range c {
			u := y[i]
			if yes {
				u = v
			}
			z[i] = u
		}
	case len(y) < len(z):
		w := y[0]
		x = x[:len(z)]
		for i, yes := range c {
			u, v := w, x[i]
			if yes {
				u = v
			}
			z[i] = u
		}
	default:
		x, y = x[:len(z)], y[:len(z)]
		for i, yes := range c {
			u, v := y[i], x[i]
			if yes {
				u = v
			}
			z[i] = u
		}
	}
}

// chooseComplex is choose for elements of 16 bytes.
func chooseComplex(z []complex128, c []bool, x, y []complex128) {
	c = c[:len(z)]
	dx, dy := 1, 1
	if len(x) < len(z) {
		dx = 0
	}
	if len(y) < len(z) {
		dy = 0
	}
	for i, yes := range c {
		v, w := x[i*dx], y[i*dy]
		a, b := math.Float64bits(real(v)), math.Float64bits(imag(v))
		re, im := math.Float64bits(real(w)), math.Float64bits(imag(w))
		if yes {
			re = a
		}
		if yes {
			im = b
		}
		z[i] = complex(math.Float64frombits(re), math.Float64frombits(im))
	}
}
