package ivy

import (
	"math"
	"sync"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Functions element by element, of several steps. Floats narrower than float64 are computed in it and rounded once.

// double is the dtype that steps on dtype d are computed in: float64 or complex128.
func double(d Dtype) Dtype {
	if d.IsComplex() {
		return Complex128
	}
	return Float64
}

// steps1 is a function of one operand, of several steps on its own dtype.
func (e *Env) steps1(op *ops.Op, x any, opts []Option, f func(e *Env, x *Array) *Array) *Array {
	a, o, _ := e.use(op, x, opts)
	e.room(a, a.dtype, a.shape...)
	return e.toOut(e.composed(op, nil, func(e *Env, x []*Array) *Array { return f(e, x[0]) }, a), &o)
}

// steps2 is a function of two operands, of several steps on their common dtype.
func (e *Env) steps2(op *ops.Op, x1, x2 any, opts []Option, f func(e *Env, x, y *Array) *Array) *Array {
	a, b, o := e.operands(op, x1, x2, opts)
	dims, err := shape.Broadcast(a.shape, b.shape)
	check(err)
	e.room(a, a.dtype, dims...)
	return e.toOut(e.composed(op, nil, func(e *Env, x []*Array) *Array { return f(e, x[0], x[1]) }, a, b), &o)
}

// constantLike returns v, 0 or 1, as an array without axes of x's dtype, whatever that is.
func (e *Env) constantLike(x *Array, v int) *Array {
	s := backend.IntScalar(int64(v))
	if x.dtype == Bool {
		s = backend.BoolScalar(v != 0)
	}
	z, err := e.newFull(x.be.rootEngine(), x.dtype, nil, s)
	check(err)
	return z
}

// turned returns x with its sign changed where a condition holds. Its derivative is ±1 everywhere, that of |x| is 0 at 0.
func (e *Env) turned(condition, x *Array) *Array { return e.choice(condition, e.negated(x), x) }

func (e *Env) minusSign(x *Array) *Array { return e.apply1(ops.SignBit, x) }

func (e *Env) angle(x any, opts []Option) *Array {
	a, o, _ := e.use(ops.Angle, x, opts)
	e.room(a, a.dtype, a.shape...)
	deg := bool(get(opts, Deg(false)))
	z := e.composed(ops.Angle, deg, func(e *Env, xs []*Array) *Array {
		x := xs[0]
		whole := math.Pi
		if deg {
			whole = 180
		}
		if !x.dtype.IsComplex() {
			z := e.choice(e.minusSign(x), e.numberLike(x, whole), e.numberLike(x, 0))
			return e.choice(e.isNaN(x), x, z)
		}
		if !deg {
			return e.apply2(ops.Atan2, e.apply1(ops.Imag, x), e.apply1(ops.Real, x))
		}
		wide := e.cast(x, Complex128)
		z := e.apply2(ops.Atan2, e.apply1(ops.Imag, wide), e.apply1(ops.Real, wide))
		return e.cast(e.scaled(z, 180/math.Pi), x.dtype.Component())
	}, a)
	return e.toOut(z, &o)
}

func (e *Env) deg2rad(x any, opts []Option) *Array {
	return e.special1(ops.Deg2rad, x, opts, func(e *Env, x *Array) *Array { return e.scaled(x, math.Pi/180) })
}

func (e *Env) rad2deg(x any, opts []Option) *Array {
	return e.special1(ops.Rad2deg, x, opts, func(e *Env, x *Array) *Array { return e.scaled(x, 180/math.Pi) })
}

func (e *Env) fix(x any, opts []Option) *Array {
	return e.steps1(ops.Fix, x, opts, func(e *Env, x *Array) *Array { return e.apply1(ops.Trunc, x) })
}

func (e *Env) isReal(x any, opts []Option) *Array {
	return e.steps1(ops.IsReal, x, opts, func(e *Env, x *Array) *Array {
		if x.dtype == Bool {
			x = e.cast(x, Int8)
		}
		part := e.apply1(ops.Imag, x)
		return e.equals(part, e.constantLike(part, 0))
	})
}

func (e *Env) binarizer(x any, opts []Option) *Array {
	a, o, s := e.use(ops.Binarizer, x, opts)
	e.room(a, Int64, a.shape...)
	t := float64(get(opts, Threshold(0)))
	key := struct {
		threshold float64
		result    Dtype
	}{t, s.def.Int}
	if t != t { // a key equals itself
		key.threshold = math.Inf(1)
	}
	z := e.composed(ops.Binarizer, key, func(e *Env, xs []*Array) *Array {
		x := xs[0]
		if x.dtype.IsComplex() {
			x = e.apply1(ops.Abs, x)
		}
		return e.cast(e.above(x, key.threshold), key.result)
	}, a)
	return e.toOut(z, &o)
}

// above reports where x, which is real, is above a number: of integers exactly, whatever the number is.
func (e *Env) above(x *Array, t float64) *Array {
	if x.dtype == Bool {
		x = e.cast(x, Uint8)
	}
	if dtype.Float.Has(x.dtype) {
		return e.greater(x, e.numberLike(x, t))
	}
	limits, err := dtype.Iinfo(x.dtype)
	check(err)
	least := limits.Min
	t = math.Floor(t)
	switch {
	case t < float64(least):
		return e.apply2(ops.GreaterEqual, x, e.scalarLike(x, backend.IntScalar(least)))
	case t >= float64(limits.Max): // rounded up it is out of range
		return e.apply2(ops.NotEqual, x, x)
	}
	return e.greater(x, e.scalarLike(x, scalarOfWhole(t)))
}

// scalarOfWhole returns a whole number, from −2⁶³ up to 2⁶⁴, as an integer.
func scalarOfWhole(t float64) backend.Scalar {
	if t >= 1<<63 {
		return backend.UintScalar(uint64(t))
	}
	return backend.IntScalar(int64(t))
}

// scalarLike returns v as an array without axes of x's dtype.
func (e *Env) scalarLike(x *Array, v backend.Scalar) *Array {
	z, err := e.newFull(x.be.rootEngine(), x.dtype, nil, v)
	check(err)
	return z
}

func (e *Env) complex(real, imag any, opts []Option) *Array {
	a, b, o := e.operands(ops.Complex, real, imag, opts)
	dims, err := shape.Broadcast(a.shape, b.shape)
	check(err)
	e.room(a, a.dtype.WithComplex(), dims...)
	z := e.composed(ops.Complex, nil, func(e *Env, x []*Array) *Array {
		part := x[0].dtype.WithComplex().Component() // float32 for float16 and bfloat16
		return e.apply2(ops.JoinComplex, e.cast(x[0], part), e.cast(x[1], part))
	}, a, b)
	return e.toOut(z, &o)
}

func (e *Env) floatPower(x1, x2 any, opts []Option) *Array {
	a, b, o := e.operands(ops.FloatPower, x1, x2, opts)
	dims, err := shape.Broadcast(a.shape, b.shape)
	check(err)
	e.room(a, double(a.dtype), dims...)
	z := e.composed(ops.FloatPower, nil, func(e *Env, x []*Array) *Array {
		d := double(x[0].dtype)
		return e.apply2(ops.Pow, e.cast(x[0], d), e.cast(x[1], d))
	}, a, b)
	return e.toOut(z, &o)
}

// Remainder is exact; of magnitudes it is that of a division towards zero.
func (e *Env) fmod(x1, x2 any, opts []Option) *Array {
	return e.steps2(ops.Fmod, x1, x2, opts, func(e *Env, x, y *Array) *Array {
		if x.dtype.IsUnsigned() {
			return e.apply2(ops.Remainder, x, y)
		}
		if x.dtype.IsInteger() { // the magnitude of the least one wraps
			z := e.apply2(ops.Remainder, x, y)
			zero := e.constantLike(x, 0)
			other := e.apply2(ops.NotEqual, e.apply2(ops.Less, z, zero), e.apply2(ops.Less, x, zero))
			other = e.both(other, e.apply2(ops.NotEqual, z, zero))
			return e.choice(other, e.minus(z, y), z)
		}
		below := e.minusSign(x)
		return e.turned(below, e.apply2(ops.Remainder, e.turned(below, x), e.turned(e.minusSign(y), y)))
	})
}

func (e *Env) heaviside(x1, x2 any, opts []Option) *Array {
	return e.steps2(ops.Heaviside, x1, x2, opts, func(e *Env, x, y *Array) *Array {
		zero := e.constantLike(x, 0)
		z := e.choice(e.equals(x, zero), y, e.cast(e.greater(x, zero), x.dtype))
		if dtype.Float.Has(x.dtype) {
			z = e.choice(e.isNaN(x), x, z)
		}
		return z
	})
}

// The least of them is taken 2ᵈ⁻ˣ of, so that nothing overflows.
func (e *Env) logAddExp2(x1, x2 any, opts []Option) *Array {
	return e.special2(ops.LogAddExp2, x1, x2, opts, func(e *Env, x, y *Array) *Array {
		same := e.equals(x, y) // of infinities no difference is taken
		apart := e.choice(same, e.numberLike(x, 0), e.negated(e.magnitude(e.minus(x, y))))
		more := e.log1pOf(e.apply2(ops.Pow, e.numberLike(x, 2), apart))
		return e.plus(e.apply2(ops.Maximum, x, y), e.choice(same, e.numberLike(x, 1), e.scaled(more, 1/math.Ln2)))
	})
}

func init() {
	share := func(e *Env, x, y *Array) *Array { // 2ˣ/(2ˣ + 2ʸ)
		d := e.choice(e.equals(x, y), e.numberLike(x, 0), e.minus(x, y))
		return e.apply1(ops.Sigmoid, e.scaled(d, math.Ln2))
	}
	setRule(ops.LogAddExp2, rule{binary: &[2]binaryRule{
		func(e *Env, x, y, _ *Array) *Array { return share(e, x, y) },
		func(e *Env, x, y, _ *Array) *Array { return share(e, y, x) },
	}, keeps: keepOperand(0) | keepOperand(1)})
}

func (e *Env) truncDivide(x1, x2 any, opts []Option) *Array {
	return e.special2(ops.TruncDivide, x1, x2, opts, func(e *Env, x, y *Array) *Array { return e.apply1(ops.Trunc, e.over(x, y)) })
}

// The fraction is taken of the magnitude and gets the sign back, so that that of a whole number is a zero of its sign.
func (e *Env) modf(x any) (fraction, whole *Array) {
	a, _, _ := e.use(ops.Modf, x, nil)
	e.room(a, a.dtype, a.shape...)
	whole = e.apply1(ops.Trunc, a)
	fraction = e.composed(ops.Modf, nil, func(e *Env, xs []*Array) *Array {
		x := xs[0]
		below := e.minusSign(x)
		size := e.turned(below, x)
		rest := e.minus(size, e.apply1(ops.Trunc, size))
		rest = e.choice(e.apply1(ops.IsInf, x), e.numberLike(x, 0), rest)
		return e.turned(below, rest)
	}, a)
	return fraction, whole
}

// Powers of two, exact: powers of a library are not, all of them.
const (
	leastPower = -1022 // whose double is normal
	mostPower  = 1023
)

var powersOfTwo = sync.OnceValue(func() []byte {
	table := make([]float64, mostPower-leastPower+1)
	for i := range table {
		table[i] = math.Ldexp(1, leastPower+i)
	}
	return rawBytes(table)
})

// tableOfPowers returns 2ⁿ for n from leastPower to mostPower, as float64 on x's engine.
func (e *Env) tableOfPowers(x *Array) *Array {
	z, err := e.fromBytes(e.now.Load(), x.be.rootEngine(), Float64, []int{mostPower - leastPower + 1}, powersOfTwo(), Float64)
	check(err)
	return z
}

// powerOfTwo returns 2ⁿ for int64 n from leastPower to mostPower.
func (e *Env) powerOfTwo(table, n *Array) *Array {
	return e.gathered(ops.Take, table, []*Array{e.minus(n, e.integerLike(n, leastPower))}, n.shape, 0)
}

// heldWhole returns n, but not below low and not above high.
func (e *Env) heldWhole(n *Array, low, high int) *Array {
	return e.apply2(ops.Minimum, e.apply2(ops.Maximum, n, e.integerLike(n, low)), e.integerLike(n, high))
}

// timesPower returns x · 2ⁿ of float64, rounded once: a step that is not the last leaves a normal number, or one of which
// the rest makes 0. Two steps of 2⁻⁹⁶⁹ and one of 2⁻¹⁰²² make 0 of every number, three of 2¹⁰²³ an infinity.
func (e *Env) timesPower(x, n *Array) *Array {
	table := e.tableOfPowers(x)
	n = e.heldWhole(n, 2*(leastPower+53)+leastPower, 3*mostPower)
	for range 2 {
		far := e.apply2(ops.Less, n, e.integerLike(n, leastPower))
		step := e.choice(far, e.integerLike(n, leastPower+53), e.heldWhole(n, leastPower, mostPower))
		x = e.times(x, e.powerOfTwo(table, step))
		n = e.minus(n, step)
	}
	return e.times(x, e.powerOfTwo(table, n))
}

func (e *Env) ldexp(x1, x2 any, opts []Option) *Array {
	var o options
	check(o.parse(ops.Ldexp, opts))
	s := e.now.Load()
	be, err := e.agree(s, x1, x2)
	check(err)
	a, err := e.asArray(s, be, x1)
	check(err)
	a, err = e.prepare(s, ops.Ldexp, composed(ops.Ldexp), a)
	check(err)
	n, err := e.asArray(s, be, x2)
	check(err)
	if !n.dtype.IsInteger() {
		check(errorf(ErrDtype, "x2 of dtype %v, want %v", n.dtype, dtype.Integer))
	}
	dims, err := shape.Broadcast(a.shape, n.shape)
	check(err)
	e.room(a, Float64, dims...)
	z := e.composed(ops.Ldexp, nil, func(e *Env, xs []*Array) *Array {
		x, n := xs[0], xs[1]
		if n.dtype == Uint64 { // as int64 it would wrap
			n = e.apply2(ops.Minimum, n, e.scalarLike(n, backend.IntScalar(1<<20)))
		}
		n = e.cast(n, Int64)
		if x.dtype == Float64 {
			return e.timesPower(x, n)
		}
		// All products of narrower floats are normal numbers of float64.
		power := e.powerOfTwo(e.tableOfPowers(x), e.heldWhole(n, -600, 600))
		return e.cast(e.times(e.cast(x, Float64), power), x.dtype)
	}, a, n)
	return e.toOut(z, &o)
}

// The exponent is found among the powers of two; x is divided by it in two steps, as 2⁻¹⁰²⁴ is no normal number.
func (e *Env) frexp(x any) (mantissa, exponent *Array) {
	a, _, _ := e.use(ops.Frexp, x, nil)
	e.room(a, Float64, a.shape...)
	wide := e.cast(a, Float64)
	n := e.exponentOf(e.StopGradient(wide))
	half := e.apply2(ops.FloorDivide, n, e.integerLike(n, 2))
	table := e.tableOfPowers(wide)
	mantissa = e.times(wide, e.powerOfTwo(table, e.negated(half)))
	mantissa = e.times(mantissa, e.powerOfTwo(table, e.minus(half, n)))
	return e.cast(mantissa, a.dtype), e.cast(n, Int32)
}

// exponentOf returns the int64 n of |x| = m · 2ⁿ with m from 1/2 to 1, and 0 of what has none. Subnormal numbers are made
// normal before.
func (e *Env) exponentOf(x *Array) *Array {
	size := e.magnitude(x)
	small := e.below(size, 0x1p-1022)
	at := e.SearchSorted(e.tableOfPowers(x), e.choice(small, e.scaled(size, 0x1p54), size), Side("right"))
	n := e.plus(at, e.choice(small, e.integerLike(at, leastPower-54), e.integerLike(at, leastPower)))
	none := e.apply2(ops.LogicalOr, e.isZero(x), e.not(e.apply1(ops.IsFinite, x)))
	return e.choice(none, e.integerLike(n, 0), n)
}

func (e *Env) lerp(input, end, weight any, opts []Option) *Array {
	xs, o, _ := e.together(ops.Lerp, opts, 3, input, end, weight)
	dims, err := shape.Broadcast(xs[0].shape, xs[1].shape, xs[2].shape)
	check(err)
	e.room(xs[0], double(xs[0].dtype), dims...)
	z := e.composed(ops.Lerp, nil, func(e *Env, xs []*Array) *Array {
		d := xs[0].dtype
		a, b, w := e.cast(xs[0], double(d)), e.cast(xs[1], double(d)), e.cast(xs[2], double(d))
		near := e.below(e.magnitude(w), 0.5)
		distance := e.minus(b, a)
		far := e.minus(b, e.times(distance, e.oneMinus(w)))
		return e.cast(e.choice(near, e.plus(a, e.times(w, distance)), far), d)
	}, xs...)
	return e.toOut(z, &o)
}

func (e *Env) softThresholding(x, threshold any, opts []Option) *Array {
	s := e.now.Load()
	limit, err := e.asArray(s, nil, threshold)
	check(err)
	if limit.dtype.IsComplex() {
		check(errorf(ErrDtype, "a threshold of %v, want real numbers", limit.dtype))
	}
	return e.steps2(ops.SoftThresholding, x, threshold, opts, func(e *Env, x, t *Array) *Array {
		size, t := e.apply1(ops.Abs, x), e.realOf(t)
		inside := e.apply2(ops.LessEqual, size, t) // NaN is not
		rest := e.choice(inside, e.numberLike(size, 0), e.minus(size, t))
		if !x.dtype.IsComplex() {
			return e.times(e.apply1(ops.Sign, x), rest)
		}
		return e.times(e.apply1(ops.Sign, x), e.cast(rest, x.dtype))
	})
}

func (e *Env) sparsifyTensor(x any, card int, opts []Option) *Array {
	a, o, _ := e.use(ops.SparsifyTensor, x, opts)
	n := a.Size()
	switch {
	case card < 0:
		check(errorf(ErrValue, "card %d, want 0 or more", card))
	case card >= n:
		return e.toOut(e.CopyArray(a), &o)
	}
	e.room(a, Int64, a.shape...)
	flat := e.shaped(a, []int{n})
	size := e.untrackedSize(flat)
	order := e.sorted(ops.ArgSort, size, backend.SortAttrs{Descending: true})
	at := e.slice(order, []shape.Range{{Step: 1, Len: card}})
	kept := e.gathered(ops.Take, flat, []*Array{at}, []int{card}, 0)
	zeros, err := e.newFull(a.be.rootEngine(), a.dtype, []int{n}, zeroOf(a.dtype))
	check(err)
	return e.toOut(e.shaped(e.written(ops.SetIndex, zeros, kept, []*Array{at}, nil, true), a.shape), &o)
}

// untrackedSize returns the magnitudes of x, which order it: those of integers are unsigned, so that none wraps.
func (e *Env) untrackedSize(x *Array) *Array {
	x = e.StopGradient(x)
	switch {
	case x.dtype == Bool:
		return e.cast(x, Uint8)
	case x.dtype.IsSigned():
		unsigned := map[int]Dtype{8: Uint8, 16: Uint16, 32: Uint32, 64: Uint64}[x.dtype.Bits()]
		return e.cast(e.apply1(ops.Abs, x), unsigned)
	}
	return e.apply1(ops.Abs, x)
}

func (e *Env) nanSum(x any, opts []Option) *Array {
	var o options
	check(o.parse(ops.NanSum, opts))
	a, err := e.asArray(e.now.Load(), nil, x)
	check(err)
	if dtype.Inexact.Has(a.dtype) {
		e.room(a, a.dtype, a.shape...)
		a = e.choice(e.isNaN(a), e.numberLike(a, 0), a)
	}
	return e.Sum(a, opts...)
}

// normalizedBy returns x over its norm of order p.
func (e *Env) normalizedBy(op *ops.Op, x any, p float64, opts []Option) *Array {
	a, o, _ := e.use(op, x, opts)
	if !(p > 0) {
		check(errorf(ErrValue, "order %v of the norm, want a number above 0", p))
	}
	axes := manyAxes(opts, nil)
	if axes == nil {
		axes = shape.All(len(a.shape))
	}
	axes, err := shape.Axes(axes, len(a.shape))
	check(err)
	e.room(a, a.dtype, a.shape...)
	w := e.wider(a)
	norm := e.vectorNormOf(w, p, axes, true)
	norm = e.apply2(ops.Maximum, norm, e.numberLike(norm, 1e-12))
	return e.toOut(e.cast(e.over(w, e.cast(norm, w.dtype)), a.dtype), &o)
}

func (e *Env) l1Normalize(x any, opts []Option) *Array {
	return e.normalizedBy(ops.L1Normalize, x, 1, opts)
}

func (e *Env) l2Normalize(x any, opts []Option) *Array {
	return e.normalizedBy(ops.L2Normalize, x, 2, opts)
}

func (e *Env) lpNormalize(x any, opts []Option) *Array {
	return e.normalizedBy(ops.LpNormalize, x, float64(get(opts, NormOrder(2))), opts)
}
