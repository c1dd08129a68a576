package ivy

import (
	"slices"

	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Covariances.

// variables returns x as a matrix whose rows are variables.
func (e *Env) variables(name string, x *Array, rows bool) *Array {
	switch len(x.shape) {
	case 0, 1:
		return e.Reshape(x, []int{1, x.Size()})
	case 2:
		if !rows {
			return e.MatrixTranspose(x)
		}
		return x
	}
	check(errorf(ErrShape, "%s of shape %s, want two axes at most", name, shape.Text(x.shape)))
	return nil
}

// joinedVariables returns the rows of x and of y, if there is one.
func (e *Env) joinedVariables(names [2]string, x, y *Array, rows bool) *Array {
	x = e.variables(names[0], x, rows)
	if y == nil {
		return x
	}
	y = e.variables(names[1], y, rows)
	if x.shape[1] != y.shape[1] {
		check(errorf(ErrShape, "%s has %d observations, %s %d", names[0], x.shape[1], names[1], y.shape[1]))
	}
	return e.joined([]*Array{x, y}, 0)
}

// observed returns the weights of n observations that an option gives, in the dtype d, nil if there are none.
func (e *Env) observed(s *state, x *Array, opts []Option, opt ops.Opt, n int, d Dtype) *Array {
	v := valueOf(opts, opt)
	if v == nil {
		return nil
	}
	be, err := e.agree(s, x, v)
	check(err)
	w, err := e.asArray(s, be, v)
	check(err)
	switch {
	case opt == ops.FWeights && !w.dtype.IsInteger():
		check(errorf(ErrDtype, "%v of %v, want integers", opt, w.dtype))
	case w.dtype.IsComplex():
		check(errorf(ErrDtype, "%v of %v, want real numbers", opt, w.dtype))
	case !slices.Equal(w.shape, []int{n}):
		check(errorf(ErrShape, "%v of shape %s for %d observations", opt, shape.Text(w.shape), n))
	}
	if known(w) {
		for _, v := range e.numbersOf(w) {
			if v < 0 {
				check(errorf(ErrValue, "%v has %v, want 0 or more", opt, v))
			}
		}
	}
	return e.Astype(w, d)
}

func (e *Env) cov(x1, x2 any, opts []Option) *Array {
	given := []any{x1}
	if x2 != nil {
		given = append(given, x2)
	}
	xs, o, s := e.together(ops.Cov, opts, len(given), given...)
	d := xs[0].dtype
	if o.has(ops.Dtype) {
		if d = o.dtype; !dtype.Inexact.Has(d) {
			check(errorf(ErrDtype, "dtype %v, want one of floats or complex numbers", d))
		}
		for i, x := range xs {
			xs[i] = e.Astype(x, d)
		}
	}
	biased := false
	if v := valueOf(opts, ops.Bias); v != nil {
		if a, _, ok := standsFor(v); ok {
			check(a.usable())
		}
		is, ok := plainScalar(v)
		if !ok || is.Kind != dtype.KindBool {
			check(errorf(ErrValue, "bias %v, want a bool", v))
		}
		biased = is.Bool()
	}
	ddof := 1
	if biased {
		ddof = 0
	}
	ddof = int(get(opts, DDof(ddof)))
	var y *Array
	if len(xs) > 1 {
		y = e.wider(xs[1])
	}
	x := e.joinedVariables([2]string{"x1", "x2"}, e.wider(xs[0]), y, bool(get(opts, RowVar(true))))
	real := x.dtype.Component()
	n := x.shape[1]
	f, w := e.observed(s, x, opts, ops.FWeights, n, real), e.observed(s, x, opts, ops.AWeights, n, real)
	return e.squeezed(e.Astype(e.covariances(x, f, w, ddof), d))
}

// squeezed returns x without axes of length 1.
func (e *Env) squeezed(x *Array) *Array {
	if x.Size() == 1 {
		return e.Reshape(x, []int{})
	}
	return x
}

// covariances returns those of the rows of x, weighted by f and w if there are any.
func (e *Env) covariances(x, f, w *Array, ddof int) *Array {
	m, n := x.shape[0], x.shape[1]
	e.room(x, x.dtype, m, n)
	e.room(x, x.dtype, m, m)
	all := f
	if f == nil {
		all = w
	} else if w != nil {
		all = e.Multiply(f, w)
	}
	if all == nil {
		centred := x
		if n > 0 {
			centred = e.Subtract(x, e.Mean(x, Axis(1), KeepDims(true)))
		}
		z := e.timesItself(centred, centred)
		return e.Divide(z, float64(max(0, n-ddof)))
	}
	weights := e.Astype(all, x.dtype)
	sum := e.Sum(all)
	mean := e.Divide(e.Sum(e.Multiply(x, weights), Axis(1), KeepDims(true)), e.Sum(weights))
	centred := e.Subtract(x, mean)
	less := float64(ddof)
	count := sum
	switch {
	case ddof == 0:
	case w == nil:
		count = e.Subtract(sum, less)
	default:
		count = e.Subtract(sum, e.Multiply(e.Divide(e.Sum(e.Multiply(all, w)), sum), less))
	}
	count = e.Where(e.Less(count, 0.0), 0.0, count)
	return e.Divide(e.timesItself(e.Multiply(centred, weights), centred), e.Astype(count, x.dtype))
}

// timesItself returns x · yᴴ, where y is x, or x with other factors for its columns.
func (e *Env) timesItself(x, y *Array) *Array {
	if y.dtype.IsComplex() {
		y = e.Conj(y)
	}
	return e.MatMul(x, e.MatrixTranspose(y))
}

func (e *Env) corrCoef(x any, opts []Option) *Array {
	given := []any{x}
	if y := valueOf(opts, ops.MoreVariables); y != nil {
		given = append(given, y)
	}
	xs, o, _ := e.together(ops.CorrCoef, opts, len(given), given...)
	d := xs[0].dtype
	var y *Array
	if len(xs) > 1 {
		y = e.wider(xs[1])
	}
	c := e.covariances(e.joinedVariables([2]string{"x", "y"}, e.wider(xs[0]), y, bool(get(opts, RowVar(true)))), nil, nil, 1)
	m := c.shape[0]
	if m > 0 {
		deviation := e.Sqrt(e.realPart(e.Diagonal(c)))
		c = e.Divide(e.Divide(c, e.Astype(e.Reshape(deviation, []int{m, 1}), c.dtype)), e.Astype(deviation, c.dtype))
	}
	if c.dtype.IsComplex() {
		joined, be, err := e.binary(ops.JoinComplex.Op, e.between(e.Real(c), -1, 1), e.between(e.Imag(c), -1, 1), nil)
		c = one(ops.JoinComplex.Op, joined, be, err)
	} else {
		c = e.between(c, -1, 1)
	}
	return e.toOut(e.squeezed(e.Astype(c, d)), &o)
}

// realPart returns the real parts of x, x itself if it is real.
func (e *Env) realPart(x *Array) *Array {
	if x.dtype.IsComplex() {
		return e.Real(x)
	}
	return x
}
