package ivy

import (
	"math"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Ivy's general functions.

// defaultSummand is what is added to a denominator that is a norm, and by StableDivide.
const defaultSummand = 1e-12

func (e *Env) stableDivide(numerator, denominator any, opts []Option) *Array {
	least := valueOf(opts, ops.MinDenominator)
	given := []any{numerator, denominator}
	if isArray(least) {
		given = append(given, least)
	}
	xs, o, s := e.together(ops.StableDivide, opts, len(given), given...)
	if o.has(ops.MinDenominator) && least == nil {
		check(errorf(ErrValue, "no MinDenominator"))
	}
	a, b := xs[0], xs[1]
	if len(xs) == 2 {
		if least == nil {
			least = defaultSummand
		}
		xs = append(xs, e.summand(s, b, least))
	}
	dims, err := shape.Broadcast(a.shape, b.shape, xs[2].shape)
	check(err)
	e.room(a, a.dtype, dims...)
	z := e.composed(ops.StableDivide, nil, func(e *Env, x []*Array) *Array { return e.over(x[0], e.plus(x[1], x[2])) }, a, b, xs[2])
	return e.toOut(z, &o)
}

// summand returns a Go number, or slices of them, in x's dtype.
func (e *Env) summand(s *state, x *Array, v any) *Array {
	n, err := e.asArray(s, x.be, v)
	check(err)
	if n.dtype.IsComplex() && !x.dtype.IsComplex() {
		check(errorf(ErrDtype, "%v beside %v, want real numbers", n.dtype, x.dtype))
	}
	if _, _, ok := backend.ScalarOf(v); ok {
		n, err = e.fromGo(s, x.be, v, x.dtype)
		check(err)
	}
	return e.cast(n, x.dtype)
}

func (e *Env) stablePow(base, exponent any, opts []Option) *Array {
	least := float64(get(opts, MinBase(1e-5)))
	a, b, o := e.operands(ops.StablePow, base, exponent, opts)
	dims, err := shape.Broadcast(a.shape, b.shape)
	check(err)
	e.room(a, a.dtype, dims...)
	x := e.plus(a, e.numberLike(a, least))
	return e.toOut(e.apply2(ops.Pow, x, b), &o)
}

// greatestNorm reads the argument max_norm: a real number that is not negative.
func (e *Env) greatestNorm(maxNorm any) float64 {
	v, _, err := e.number(maxNorm)
	check(err)
	if v.Kind == dtype.KindComplex {
		check(errorf(ErrDtype, "max_norm %v, want a real number", v))
	}
	most := v.Float64()
	if !(most >= 0) {
		check(errorf(ErrValue, "max_norm %v, want 0 or more", most))
	}
	return most
}

// clipped returns x scaled down where its norms, which broadcast with it, are above most.
func (e *Env) clipped(x, norms *Array, most float64) *Array {
	ratio := e.over(e.numberLike(norms, most), e.plus(norms, e.numberLike(norms, defaultSummand)))
	above := e.below(ratio, 1)
	ratio = e.choice(above, ratio, e.numberLike(ratio, 1)) // of an infinite norm nothing is 0 · ∞
	return e.choice(above, e.times(x, e.cast(ratio, x.dtype)), x)
}

func (e *Env) clipVectorNorm(x, maxNorm any, opts []Option) *Array {
	a, o, _ := e.use(ops.ClipVectorNorm, x, opts)
	most, p := e.greatestNorm(maxNorm), float64(get(opts, NormOrder(2)))
	if !(p > 0) {
		check(errorf(ErrValue, "order %v of the norm, want a number above 0", p))
	}
	e.room(a, a.dtype, a.shape...)
	w := e.wider(a)
	norm := e.vectorNormOf(w, p, shape.All(len(a.shape)), true)
	return e.toOut(e.cast(e.clipped(w, norm, most), a.dtype), &o)
}

func (e *Env) clipMatrixNorm(x, maxNorm any, opts []Option) *Array {
	a, o, _ := e.use(ops.ClipMatrixNorm, x, opts)
	most, p := e.greatestNorm(maxNorm), float64(get(opts, NormOrder(2)))
	if p != 1 && p != 2 && !math.IsInf(p, 1) {
		check(errorf(ErrValue, "order %v of the norm, want 1, 2 or +∞", p))
	}
	if len(a.shape) < 2 {
		check(errorf(ErrShape, "shape %s, want two dimensions or more", shape.Text(a.shape)))
	}
	e.room(a, a.dtype, a.shape...)
	w := e.wider(a)
	norms := e.matrixNormOf(w, "", p, true)
	return e.toOut(e.cast(e.clipped(w, norms, most), a.dtype), &o)
}

func (e *Env) fourierEncode(x, maxFreq any, opts []Option) *Array {
	a, _, _ := e.use(ops.FourierEncode, x, opts)
	v, _, err := e.number(maxFreq)
	check(err)
	if v.Kind == dtype.KindComplex {
		check(errorf(ErrDtype, "max_freq %v, want a real number", v))
	}
	bands, linear, most := int(get(opts, NumBands(4))), bool(get(opts, LinearBands(false))), v.Float64()/2
	switch {
	case bands < 1:
		check(errorf(ErrValue, "%d bands, want 1 or more", bands))
	case math.IsNaN(most) || math.IsInf(most, 0) || !linear && most <= 0:
		check(errorf(ErrValue, "max_freq %v, want a finite number, and above 0 unless the bands are linear", v))
	case len(a.shape) == 0:
		check(errorf(ErrShape, "an array without axes"))
	}
	lead, last := a.shape[:len(a.shape)-1], a.shape[len(a.shape)-1]
	wide := append(slices.Clone(a.shape), bands)
	check(shape.Check(wide, 4*Float64.Size()))
	each := shape.Product(2, bands)
	if each == math.MaxInt {
		check(errorf(ErrShape, "%d bands are too many", bands))
	}
	whole := append(slices.Clone(a.shape), 1+each)
	e.room(a, Float64, whole...)
	check(e.CheckSize(bands, Float64.Size()))
	if shape.Size(a.shape) == 0 {
		if get(opts, FlattenBands(false)) {
			whole = append(slices.Clone(lead), shape.Product(last, 1+each))
		}
		return e.withoutElements(a, whole)
	}
	scales := make([]float64, bands)
	for i := range scales {
		t := 0.0
		if bands > 1 {
			t = float64(i) / float64(bands-1)
		}
		if linear {
			scales[i] = 1 + (most-1)*t
		} else {
			scales[i] = math.Pow(most, t)
		}
	}
	s := e.now.Load()
	by, err := e.fromGo(s, a.be.rootEngine(), scales, Float64)
	check(err)
	at := e.times(e.cast(e.shaped(a, append(slices.Clone(a.shape), 1)), Float64), by)
	sine, cosine := e.cast(e.sinOfPi(at), a.dtype), e.cast(e.cosOfPi(at), a.dtype)
	if get(opts, FlattenBands(false)) {
		flat := append(slices.Clone(lead), last*bands)
		return e.joined([]*Array{a, e.shaped(sine, flat), e.shaped(cosine, flat)}, len(lead))
	}
	return e.joined([]*Array{e.shaped(a, append(slices.Clone(a.shape), 1)), sine, cosine}, len(a.shape))
}

// cosOfPi returns cos(π·x): the sine of what x is from the integer and a half that is nearest, which is 0 there.
func (e *Env) cosOfPi(x *Array) *Array {
	n := e.apply1(ops.Round, x)
	rest := e.magnitude(e.minus(x, n))
	cosine := e.apply1(ops.Sin, e.scaled(e.minus(e.numberLike(x, 0.5), rest), math.Pi))
	odd := e.apply2(ops.Remainder, n, e.numberLike(x, 2))
	return e.times(cosine, e.oneMinus(e.plus(odd, odd)))
}

func (e *Env) hasNans(x any, opts []Option) *Array {
	a, _, _ := e.use(ops.HasNans, x, opts)
	if !dtype.Inexact.Has(a.dtype) {
		return e.newBool(a.be, false)
	}
	e.room(a, Bool, a.shape...)
	infinite := bool(get(opts, IncludeInfs(true)))
	return e.composed(ops.HasNans, infinite, func(e *Env, xs []*Array) *Array {
		bad := e.isNaN(xs[0])
		if infinite {
			bad = e.not(e.apply1(ops.IsFinite, xs[0]))
		}
		return e.reduced(ops.Any, bad, shape.All(len(xs[0].shape)), false, 0)
	}, a)
}

// newBool returns a bool as an array without axes.
func (e *Env) newBool(be *engine, v bool) *Array {
	z, err := e.newFull(be.rootEngine(), Bool, nil, backend.BoolScalar(v))
	check(err)
	return z
}

func (e *Env) arrayEqual(x0, x1 any) *Array {
	a, b, _ := e.operands(ops.ArrayEqual, x0, x1, nil)
	return e.sameArrays(a, b)
}

// sameArrays reports whether x and y have the same shape and equal elements.
func (e *Env) sameArrays(x, y *Array) *Array {
	if !slices.Equal(x.shape, y.shape) {
		return e.newBool(x.be, false)
	}
	e.room(x, Bool, x.shape...)
	return e.composed(ops.ArrayEqual, nil, func(e *Env, xs []*Array) *Array {
		return e.reduced(ops.AllOp, e.equals(xs[0], xs[1]), shape.All(len(xs[0].shape)), false, 0)
	}, x, y)
}

func (e *Env) allEqual(arrays []*Array, opts []Option) *Array {
	var o options
	check(o.parse(ops.AllEqual, opts))
	if len(arrays) == 0 {
		check(errorf(ErrValue, "no arrays to compare"))
	}
	be, err := agreeArrays(e.now.Load(), arrays)
	check(err)
	n := len(arrays)
	if !get(opts, EqualityMatrix(false)) {
		z := e.newBool(be, true)
		for _, x := range arrays[1:] {
			z = e.both(z, e.ArrayEqual(arrays[0], x))
		}
		return z
	}
	check(e.CheckSize(shape.Product(n, n), partBytes))
	cells := make([]*Array, n*n)
	for i, x := range arrays {
		for j := i; j < n; j++ {
			z := e.shaped(e.ArrayEqual(x, arrays[j]), []int{1})
			cells[i*n+j], cells[j*n+i] = z, z
		}
	}
	return e.shaped(e.joined(cells, 0), []int{n, n})
}
