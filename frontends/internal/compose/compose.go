// Package compose has what several frameworks compute in the same steps. How they round, and what is an
// error, are parameters or the caller's: functions here expect arguments that were checked.
package compose

import (
	"errors"
	"math"

	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// Slice returns x[from:to] along an axis.
func Slice(e *ivy.Env, x *ivy.Array, axis int, from, to any, step ...int) *ivy.Array {
	key := make([]any, axis+1)
	for i := range key {
		key[i] = ivy.Colon
	}
	key[axis] = ivy.Slice(from, to, step...)
	return e.GetItem(x, key...)
}

// Zeros returns new zeros, of dtype d, that xs can be written into: where one of these is being differentiated, so is
// what is written.
func Zeros(e *ivy.Env, dims []int, d dtype.Dtype, xs ...*ivy.Array) *ivy.Array {
	var zero *ivy.Array
	for _, x := range xs {
		if !x.IsRecorded() {
			continue
		}
		none := e.Astype(e.Sum(e.ZerosLike(x)), d)
		if zero == nil {
			zero = none
		} else {
			zero = e.Add(zero, none)
		}
	}
	if zero == nil {
		return e.Zeros(dims, d)
	}
	return e.CopyArray(e.BroadcastTo(zero, dims))
}

// Complex makes complex numbers of parts of one dtype, whatever these are: the pairs are the memory of complex
// numbers, where arithmetic would make NaN of infinities and lose signs of zeros.
func Complex(e *ivy.Env, re, im *ivy.Array) *ivy.Array {
	xs := e.BroadcastArrays(re, im)
	d := re.Dtype().WithComplex()
	return reading.As(e, func(xs []*ivy.Array) *ivy.Array {
		return e.FromBytes(d, xs[0].Shape(), reading.Bytes(e.Stack(xs, ivy.Axis(-1))))
	}, func(xs []*ivy.Array) *ivy.Array {
		return e.Add(e.Astype(xs[0], d), e.Multiply(e.Astype(xs[1], d), e.Full(nil, 1i, d)))
	}, xs...)
}

// Cbrt returns the cube root of real numbers: a power in float64 with one of Newton's steps.
func Cbrt(e *ivy.Env, x *ivy.Array) *ivy.Array {
	a := e.Astype(e.Abs(x), dtype.Float64)
	r := e.Pow(a, 1./3)
	next := e.Subtract(r, e.Divide(e.Subtract(r, e.Divide(a, e.Square(r))), 3.0))
	plain := e.LogicalOr(e.LogicalNot(e.IsFinite(r)), e.Equal(r, 0.0))
	return e.CopySign(e.Astype(e.Where(plain, r, next), x.Dtype()), x)
}

// Parts returns complex numbers as pairs, their real and imaginary parts along a last axis.
func Parts(e *ivy.Env, x *ivy.Array) *ivy.Array {
	return reading.As(e, func(xs []*ivy.Array) *ivy.Array {
		return e.FromBytes(x.Dtype().Component(), append(x.Shape(), 2), reading.Bytes(xs[0]))
	}, func(xs []*ivy.Array) *ivy.Array {
		return e.Stack([]*ivy.Array{e.Real(xs[0]), e.Imag(xs[0])}, ivy.Axis(-1))
	}, x)
}

// FromParts returns complex numbers of pairs along the last axis of x, of float32 or float64.
func FromParts(e *ivy.Env, x *ivy.Array) *ivy.Array {
	dims := x.Shape()
	return reading.As(e, func(xs []*ivy.Array) *ivy.Array {
		return e.FromBytes(x.Dtype().WithComplex(), dims[:len(dims)-1], reading.Bytes(xs[0]))
	}, func(xs []*ivy.Array) *ivy.Array {
		return Complex(e, e.GetItem(xs[0], ivy.Ellipsis, 0), e.GetItem(xs[0], ivy.Ellipsis, 1))
	}, x)
}

// Diff returns the n-th differences of neighbours along an axis; bools differ where they are not equal.
// There are no differences of fewer than two elements. subtract is the framework's subtraction.
func Diff(e *ivy.Env, x *ivy.Array, axis, n int, subtract func(e *ivy.Env, x, y any, opts ...ivy.Option) *ivy.Array) *ivy.Array {
	for range min(n, x.Shape()[axis]) {
		k := x.Shape()[axis]
		after, before := Slice(e, x, axis, 1, k), Slice(e, x, axis, 0, k-1)
		if x.Dtype() == dtype.Bool {
			x = e.NotEqual(after, before)
		} else {
			x = subtract(e, after, before)
		}
	}
	return x
}

// Power returns the power of x by |n|, for n other than 0, of products of squares: the factors of the result come in the
// order of the binary digits of n, the last first.
func Power[T any](x T, n int, product func(x, y T) T) T {
	k := uint(n)
	if n < 0 {
		k = -k
	}
	for ; k&1 == 0; k >>= 1 {
		x = product(x, x)
	}
	z := x
	for k >>= 1; k > 0; k >>= 1 {
		x = product(x, x)
		if k&1 != 0 {
			z = product(z, x)
		}
	}
	return z
}

// PadSides extends x along one axis after the other by widths. sides returns what is repeated before and
// after the elements of an axis, of the array as the axes before left it; it has the dtype of x. It is called for
// axes of widths zero too, since its arguments may be wrong.
func PadSides(e *ivy.Env, x *ivy.Array, widths [][2]int, sides func(x *ivy.Array, axis int) (before, after *ivy.Array)) *ivy.Array {
	for axis, w := range widths {
		before, after := sides(x, axis)
		if w == [2]int{} {
			continue
		}
		repeated := func(v *ivy.Array, n int) *ivy.Array {
			s := x.Shape()
			s[axis] = n
			return e.BroadcastTo(v, s)
		}
		x = e.Concat([]*ivy.Array{repeated(before, w[0]), x, repeated(after, w[1])}, ivy.Axis(axis))
	}
	return x
}

// Lerp goes from a to b by t of their distance, from the end that is nearer.
func Lerp(e *ivy.Env, a, b, t *ivy.Array) *ivy.Array {
	d := a.Dtype()
	distance := e.Subtract(b, a)
	fromEnd := e.Subtract(b, e.Multiply(distance, e.Subtract(e.Full(nil, 1, d), t)))
	return e.Where(e.Less(t, e.Full(nil, 0.5, d)), e.Add(a, e.Multiply(distance, t)), fromEnd)
}

// Quantiles returns what rank returns for each of the quantiles q, an array of their shape followed by
// theirs. kept is the shape of one, and d its dtype, for when there are none.
func Quantiles(e *ivy.Env, q *ivy.Array, kept []int, d dtype.Dtype, rank func(q *ivy.Array) *ivy.Array) *ivy.Array {
	shape := append(q.Shape(), kept...)
	var zs []*ivy.Array
	for _, one := range e.Unstack(e.Reshape(q, []int{q.Size()})) {
		zs = append(zs, e.Reshape(rank(one), kept))
	}
	if len(zs) == 0 {
		return e.Empty(shape, d)
	}
	return e.Reshape(e.Stack(zs), shape)
}

// Elements returns those at positions at, which are whole, of the rows in the last axis of x.
func Elements(e *ivy.Env, x, at *ivy.Array) *ivy.Array {
	return e.TakeAlongAxis(x, e.Astype(at, dtype.Int64), ivy.Axis(-1))
}

// An Interpolation is how a framework finds what lies between two elements.
type Interpolation struct {
	// Nearest returns the whole positions that are nearest to positions.
	Nearest func(e *ivy.Env, at *ivy.Array) *ivy.Array
	// Middle returns the middle of two elements.
	Middle func(e *ivy.Env, low, high *ivy.Array) *ivy.Array
	// Linear returns the number that lies between two elements, by t of their distance from the lower one.
	Linear func(e *ivy.Env, low, high, t *ivy.Array) *ivy.Array
}

// Between returns what lies at positions at by a method, one of lower, higher, nearest, midpoint and linear. element
// returns the elements at whole positions.
func (f Interpolation) Between(e *ivy.Env, at *ivy.Array, method string, element func(at *ivy.Array) *ivy.Array) *ivy.Array {
	switch method {
	case "lower":
		return element(e.Floor(at))
	case "higher":
		return element(e.Ceil(at))
	case "nearest":
		return element(f.Nearest(e, at))
	}
	floor := e.Floor(at)
	low, high := element(floor), element(e.Ceil(at))
	if method == "midpoint" {
		return f.Middle(e, low, high)
	}
	return f.Linear(e, low, high, e.Subtract(at, floor))
}

// Spaced returns num numbers in a first axis that begin with start: start plus a number of steps, of which div
// come to stop. Where a step is zero, the numbers are parts of the whole distance. divide is the framework's
// division. With ends the last number is stop itself.
func Spaced(e *ivy.Env, start, stop *ivy.Array, num, div int, ends bool, divide func(e *ivy.Env, x, y *ivy.Array) *ivy.Array) (z, step *ivy.Array) {
	d := start.Dtype()
	distance := e.Subtract(stop, start)
	dims := make([]int, start.Ndim()+1)
	for i := range dims {
		dims[i] = 1
	}
	dims[0] = num
	at := e.Astype(e.Reshape(e.Astype(e.Arange(0, num, dtype.Int64), d.Component()), dims), d)
	count := e.Full(nil, max(div, 1), d)
	switch {
	case div <= 0:
		z = e.Multiply(at, distance)
	default:
		step = divide(e, distance, count)
		if e.Any(e.Equal(step, e.Full(nil, 0, d))).Bool() {
			z = e.Multiply(divide(e, at, count), distance)
		} else {
			z = e.Multiply(at, step)
		}
	}
	z = e.Add(z, start)
	if ends && num > 1 {
		z = e.Concat([]*ivy.Array{e.GetItem(z, ivy.Slice(0, num-1)), e.ExpandDims(stop, ivy.Axis(0))})
	}
	return z, step
}

// Pairs returns the sums of neighbours along an axis, which trapezoids have for heights. add is the
// framework's addition.
func Pairs(e *ivy.Env, y *ivy.Array, axis int, add func(x, y *ivy.Array) *ivy.Array) *ivy.Array {
	n := y.Shape()[axis]
	return add(Slice(e, y, axis, min(1, n), n), Slice(e, y, axis, 0, max(n-1, 0)))
}

// OrElse returns f of matrices. Where f has none for some of them, an error of kind [ivy.ErrLinAlg], it is taken of each, and none of those.
func OrElse(e *ivy.Env, x *ivy.Array, f, none func(x *ivy.Array) *ivy.Array) (z *ivy.Array) {
	err := ivy.Try(func() { z = f(x) })
	switch {
	case err == nil:
		return z
	case !errors.Is(err, ivy.ErrLinAlg):
		panic(err)
	case x.Ndim() == 2:
		return none(x)
	}
	parts := make([]*ivy.Array, x.Shape()[0])
	for i := range parts {
		parts[i] = OrElse(e, e.GetItem(x, i), f, none)
	}
	return e.Stack(parts)
}

// SolveTriangular returns the solution of a triangle a for b, matrices whose batches broadcast. A zero on the diagonal is no error: it
// is divided by.
func SolveTriangular(e *ivy.Env, a, b *ivy.Array, upper, unit bool) (z *ivy.Array) {
	err := ivy.Try(func() { z = e.SolveTriangular(a, b, ivy.Upper(upper), ivy.Unit(unit)) })
	switch {
	case err == nil:
		return z
	case !errors.Is(err, ivy.ErrLinAlg):
		panic(err)
	}
	n := a.Shape()[a.Ndim()-1]
	rows := make([]*ivy.Array, n)
	at := func(i, j int) *ivy.Array { return e.ExpandDims(e.GetItem(a, ivy.Ellipsis, i, j), ivy.Axis(-1)) }
	for k := range n {
		i, done := k, 0
		if upper {
			i, done = n-1-k, n-k
		}
		rest := e.GetItem(b, ivy.Ellipsis, i, ivy.Slice(nil, nil))
		for l := range k {
			rest = e.Subtract(rest, e.Multiply(at(i, done+l), rows[done+l]))
		}
		rows[i] = e.Divide(rest, at(i, i))
	}
	return e.Stack(rows, ivy.Axis(-2))
}

// HermitianSVD returns the singular value decomposition of Hermitian matrices by their eigenvalues: the lower triangle is read.
func HermitianSVD(e *ivy.Env, x *ivy.Array) (u, s, vh *ivy.Array) {
	w, v := e.Eigh(x)
	order := e.Flip(e.ArgSort(e.Abs(w)), ivy.Axis(-1))
	w = e.TakeAlongAxis(w, order)
	v = e.TakeAlongAxis(v, e.BroadcastTo(e.ExpandDims(order, ivy.Axis(-2)), v.Shape()), ivy.Axis(-1))
	signs := e.Astype(e.ExpandDims(e.Sign(w), ivy.Axis(-2)), v.Dtype())
	return v, e.Abs(w), e.Adjoint(e.Multiply(v, signs))
}

// HermitianSingularValues returns the singular values of Hermitian matrices, which descend: the lower triangle is read.
func HermitianSingularValues(e *ivy.Env, x *ivy.Array) *ivy.Array {
	return e.Flip(e.Sort(e.Abs(e.Eigvalsh(x))), ivy.Axis(-1))
}

// Conjugates returns the conjugates of complex numbers, with no −0 among the imaginary parts of real ones.
func Conjugates(e *ivy.Env, x *ivy.Array) *ivy.Array {
	return e.Add(e.Conj(x), e.Zeros(nil, x.Dtype()))
}

// LogGammas returns the logarithm of the multivariate gamma function, of π**(p(p−1)/4) · Π Γ(x − i/2) for i below p. All
// factors are in memory at once, as in the frameworks.
func LogGammas(e *ivy.Env, x *ivy.Array, p int) *ivy.Array {
	d := x.Dtype()
	halves := e.Divide(e.Arange(max(p, 0), d), e.Full(nil, 2, d))
	z := e.Sum(e.Lgamma(e.Subtract(e.ExpandDims(x, ivy.Axis(-1)), halves)), ivy.Axis(-1))
	return e.Add(z, e.Full(nil, float64(p)*(float64(p)-1)/4*math.Log(math.Pi), d))
}
