package ivy

import (
	"math"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Norms and condition numbers.

// orders are the words for norms, as orderOf returns them.
const (
	frobenius = "fro"
	nuclear   = "nuc"
)

// orderOf returns the order of a norm: a word, or a number. ok is false if there is none.
func orderOf(opts []Option, word string) (w string, p float64, ok bool) {
	switch v := valueOf(opts, ops.Ord).(type) {
	case nil:
		return word, 2, word != ""
	case string:
		return v, 0, v == frobenius || v == nuclear
	case int:
		return "", float64(v), true
	case int64:
		return "", float64(v), true
	case float32:
		return "", float64(v), true
	case float64:
		return "", v, !math.IsNaN(v)
	}
	return "", 0, false
}

// vectorNormOf returns the norm of order p of x's elements over axes, which ascend.
func (e *Env) vectorNormOf(x *Array, p float64, axes []int, keep bool) *Array {
	sum := func(x *Array) *Array { return e.sumOver(x, axes, keep) }
	size := func() *Array { return e.apply1(ops.Abs, x) }
	switch {
	case len(axes) == 0 && p != 0:
		return size()
	case p == 0:
		return sum(e.cast(e.apply2(ops.NotEqual, x, e.numberLike(x, 0)), x.dtype.Component()))
	case p == 1:
		return sum(size())
	case p == 2:
		return e.root(sum(e.squaredSize(x)))
	case math.IsInf(p, 0):
		op := ops.Max
		if p < 0 {
			op = ops.Min
		}
		for _, i := range axes {
			if x.shape[i] == 0 {
				if p > 0 {
					return e.zerosIn(e.realOf(x), shape.Reduce(x.shape, axes, keep)...)
				}
				check(errorf(ErrValue, "the norm of order −∞ of no elements"))
			}
		}
		return e.reduced(op, size(), axes, keep, 0)
	}
	a := size()
	power := e.numberLike(a, p)
	return e.apply2(ops.Pow, sum(e.apply2(ops.Pow, a, power)), e.numberLike(a, 1/p))
}

func (e *Env) vectorNorm(x any, opts []Option) *Array {
	a, o, _ := e.use(ops.VectorNorm, x, opts)
	word, p, ok := orderOf(opts, "2")
	if !ok || word == frobenius || word == nuclear {
		check(errorf(ErrValue, "order %v, want a number", valueOf(opts, ops.Ord)))
	}
	axes := manyAxes(opts, nil)
	if axes == nil {
		axes = shape.All(len(a.shape))
	}
	axes, err := shape.Axes(axes, len(a.shape))
	check(err)
	z := e.vectorNormOf(e.wider(a), p, axes, bool(get(opts, KeepDims(false))))
	return e.toOut(e.cast(z, a.dtype.Component()), &o)
}

// matrixNormOf returns a norm of matrices, of which the last two axes are reduced, or kept with length 1.
func (e *Env) matrixNormOf(a *Array, word string, p float64, keep bool) *Array {
	lead, m, n := sizesOf(a)
	rows, columns := len(lead), len(lead)+1
	dims := shape.Reduce(a.shape, []int{rows, columns}, keep)
	fromValues := func(f func(s *Array) *Array) *Array {
		if min(m, n) == 0 {
			return e.zerosIn(e.realOf(a), dims...)
		}
		return e.shaped(f(e.singularValues(a)), dims)
	}
	of := func(sums, over int, op ops.Reduce) *Array {
		if m*n == 0 {
			return e.zerosIn(e.realOf(a), dims...)
		}
		z := e.sumOver(e.apply1(ops.Abs, a), []int{sums}, true)
		return e.shaped(e.reduced(op, z, []int{over}, true, 0), dims)
	}
	last := func(op ops.Reduce) func(s *Array) *Array {
		return func(s *Array) *Array { return e.reduced(op, s, []int{rows}, false, 0) }
	}
	switch {
	case word == frobenius:
		return e.vectorNormOf(a, 2, []int{rows, columns}, keep)
	case word == nuclear:
		return fromValues(func(s *Array) *Array { return e.sumOver(s, []int{rows}, false) })
	case p == 2:
		return fromValues(last(ops.Max))
	case p == -2:
		return fromValues(last(ops.Min))
	case p == 1:
		return of(rows, columns, ops.Max)
	case p == -1:
		return of(rows, columns, ops.Min)
	case p > 0:
		return of(columns, rows, ops.Max)
	}
	return of(columns, rows, ops.Min)
}

// matrixOrder returns the order of a norm of matrices.
func matrixOrder(opts []Option, otherwise string) (word string, p float64) {
	word, p, ok := orderOf(opts, otherwise)
	if !ok || word == "" && math.Abs(p) != 1 && math.Abs(p) != 2 && !math.IsInf(p, 0) {
		check(errorf(ErrValue, "order %v, want 1, -1, 2, -2, ±∞, \"fro\" or \"nuc\"", valueOf(opts, ops.Ord)))
	}
	return word, p
}

func (e *Env) matrixNorm(x any, opts []Option) *Array {
	a, d, o := e.matrices(ops.MatrixNorm, x, opts, false)
	word, p := matrixOrder(opts, frobenius)
	return e.toOut(e.cast(e.matrixNormOf(a, word, p, bool(get(opts, KeepDims(false)))), d.Component()), &o)
}

func (e *Env) cond(x any, opts []Option) *Array {
	a, d, o := e.matrices(ops.Cond, x, opts, false)
	word, p := matrixOrder(opts, "2")
	lead, m, n := sizesOf(a)
	if min(m, n) == 0 {
		check(errorf(ErrShape, "shape %s: an empty matrix has no condition number", shape.Text(a.shape)))
	}
	var z *Array
	if word == "2" || word == "" && math.Abs(p) == 2 {
		s := e.singularValues(a)
		at := []int{len(lead)}
		most, least := e.reduced(ops.Max, s, at, false, 0), e.reduced(ops.Min, s, at, false, 0)
		if p < 0 {
			most, least = least, most
		}
		z = e.over(most, least)
		z = e.choice(e.apply2(ops.LogicalAnd, e.cast(e.isZero(most), Bool), e.cast(e.isZero(least), Bool)), e.numberLike(z, math.Inf(1)), z)
	} else {
		checkMatrices(a, true)
		p0 := parts{e: e, z: e.ofMatrices(ops.LogDeterminant, 2, backend.MatrixAttrs{}, a)}
		singular := e.isZero(p0.next())
		each := e.shaped(singular, append(slices.Clone(lead), 1, 1))
		inverse := e.inverseOf(e.choice(each, e.identity(a, n), a))
		z = e.times(e.matrixNormOf(a, word, p, false), e.matrixNormOf(inverse, word, p, false))
		z = e.choice(singular, e.numberLike(z, math.Inf(1)), z)
	}
	return e.toOut(e.cast(z, d.Component()), &o)
}
