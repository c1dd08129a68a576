package ivy

import (
	"math"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// Windows are computed here in float64 and rounded once, so that they are the same on every backend.

// A placer returns the elements of a window of n elements: element k of those.
type placer func(k int) float64

// window makes the n elements of a window, which of returns when the arguments are checked.
func (e *Env) window(op *ops.Op, n int, opts []Option, of func() placer) *Array {
	var o options
	check(o.parse(op, opts))
	if n < 0 {
		check(errorf(ErrValue, "length %d, want 0 or more", n))
	}
	return e.madeOf(op, n, opts, &o, of())
}

// madeOf makes an array of n numbers, of the dtype and on the device that the options say.
func (e *Env) madeOf(op *ops.Op, n int, opts []Option, o *options, at placer) *Array {
	st := e.now.Load()
	to := o.dtype
	if !o.has(ops.Dtype) {
		to = st.def.Float
	}
	if !op.In.Has(to) {
		check(errorf(ErrDtype, "dtype %v, want a float", to))
	}
	check(st.be.onDevice(get(opts, Device(""))))
	_, err := st.be.step(op.Like, to) // as other rows that make arrays of numbers
	check(err)
	check(e.CheckSize(n, to.Size()))
	data := newBytes(n * to.Size())
	for k := range n {
		check(putScalar(data[k*to.Size():], to, backend.FloatScalar(at(k))))
	}
	z, err := e.fromBytes(st, st.be, to, []int{n}, data, to)
	check(err)
	return z
}

// periodOf returns the period of a window of n elements: that of one element is 1, and the element in its middle.
func periodOf(n int, opts []Option) (period int, alone bool) {
	switch {
	case n == 1:
		return 1, true
	case bool(get(opts, Periodic(true))):
		return n, false
	}
	return n - 1, false
}

// cosines returns a window of a period that is a function of sin²(πk/p).
func (e *Env) cosines(op *ops.Op, n int, opts []Option, f func(s float64) float64) *Array {
	return e.window(op, n, opts, func() placer {
		p, alone := periodOf(n, opts)
		return func(k int) float64 {
			if alone {
				return 1
			}
			return f(squaredSine(k, p))
		}
	})
}

// squaredSine returns sin²(πk/p), of which k and p − k have the same.
func squaredSine(k, p int) float64 {
	s := math.Sin(math.Pi * float64(min(k, p-k)) / float64(p))
	return s * s
}

func (e *Env) hannWindow(n int, opts []Option) *Array {
	return e.cosines(ops.HannWindow, n, opts, func(s float64) float64 { return s })
}

func (e *Env) hammingWindow(n int, opts []Option) *Array {
	alpha, beta := float64(get(opts, Alpha(0.54))), float64(get(opts, Beta(0.46)))
	return e.cosines(ops.HammingWindow, n, opts, func(s float64) float64 { return alpha - beta + 2*beta*s })
}

func (e *Env) blackmanWindow(n int, opts []Option) *Array {
	return e.cosines(ops.BlackmanWindow, n, opts, func(s float64) float64 { return s * (0.36 + 0.64*s) })
}

func (e *Env) bartlettWindow(n int, opts []Option) *Array {
	return e.window(ops.BartlettWindow, n, opts, func() placer {
		p, alone := periodOf(n, opts)
		return func(k int) float64 {
			if alone {
				return 1
			}
			return 2 * float64(min(k, p-k)) / float64(p)
		}
	})
}

// shapeOf returns the shape β of a Kaiser window.
func shapeOf(opts []Option) float64 {
	beta := float64(get(opts, Beta(12)))
	if math.IsInf(beta, 0) || math.IsNaN(beta) {
		check(errorf(ErrValue, "Beta(%v), want a finite number", beta))
	}
	return math.Abs(beta)
}

// kaiser returns element k of a Kaiser window with a period.
func kaiser(beta float64, k, period int) float64 {
	r := 2*float64(k)/float64(period) - 1
	c := 2 * math.Sqrt(float64(k)*float64(period-k)) / float64(period) // √(1 − r²)
	// exp(βc − β) without the difference of great numbers.
	return scaledI0(beta*c) / scaledI0(beta) * math.Exp(-beta*r*r/(1+c))
}

func (e *Env) kaiserWindow(n int, opts []Option) *Array {
	return e.window(ops.KaiserWindow, n, opts, func() placer {
		beta := shapeOf(opts)
		p, alone := periodOf(n, opts)
		return func(k int) float64 {
			if alone {
				return 1
			}
			return kaiser(beta, k, p)
		}
	})
}

func (e *Env) kaiserBesselDerivedWindow(n int, opts []Option) *Array {
	return e.window(ops.KaiserBesselDerivedWindow, n, opts, func() placer {
		beta := shapeOf(opts)
		if n%2 != 0 {
			check(errorf(ErrValue, "length %d, want an even one", n))
		}
		check(e.CheckSize(n/2+1, dtype.Float64.Size()))
		half := n / 2
		sums := make([]float64, half+1)
		for k := range sums {
			if half > 0 {
				sums[k] = kaiser(beta, k, half)
			}
			if k > 0 {
				sums[k] += sums[k-1]
			}
		}
		return func(k int) float64 { return math.Sqrt(sums[min(k, n-1-k)] / sums[half]) }
	})
}

func (e *Env) vorbisWindow(n int, opts []Option) *Array {
	return e.window(ops.VorbisWindow, n, opts, func() placer {
		return func(k int) float64 {
			s := math.Sin(math.Pi * (float64(min(k, n-1-k)) + 0.5) / float64(n))
			return math.Sin(math.Pi / 2 * s * s)
		}
	})
}

// scaledI0 returns exp(−x)·I₀(x) of x ≥ 0: by the power series of I₀, whose terms are positive, and from 40 on by the
// asymptotic series, whose least term is below the roundoff there.
func scaledI0(x float64) float64 {
	sum, term := 1.0, 1.0
	if x < 40 {
		for k := 1.0; term > sum*1e-18; k++ {
			term *= x / 2 / k * (x / 2 / k)
			sum += term
		}
		return sum * math.Exp(-x)
	}
	for k := 1.0; term > sum*1e-18; k++ {
		term *= (2*k - 1) * (2*k - 1) / (8 * k * x)
		sum += term
	}
	return sum / (math.Sqrt(2*math.Pi) * math.Sqrt(x)) // whose product may be infinite
}
