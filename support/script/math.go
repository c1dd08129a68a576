package script

import (
	"math"
	"math/big"

	"go.starlark.net/starlark"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
)

var (
	errDomain = wrong("ValueError: math domain error")
	errRange  = wrong("OverflowError: math range error")
)

// math returns the module math: Python's functions of numbers.
func (in *interp) math() *module {
	m := &module{"math", starlark.StringDict{
		"pi": starlark.Float(math.Pi), "e": starlark.Float(math.E), "tau": starlark.Float(2 * math.Pi),
		"inf": starlark.Float(math.Inf(1)), "nan": starlark.Float(frontend.NaN),
	}}
	def := func(name string, f function) { m.members[name] = in.function("math."+name, f) }
	for name, op := range arrayRows {
		def(name, in.real("math."+name, func(x float64) float64 { return in.float64(op, x) }))
	}
	for name, f := range in.realFunctions() {
		def(name, in.real("math."+name, f))
	}
	for name, f := range in.realPairs() {
		def(name, in.reals("math."+name, f))
	}
	for name, op := range map[string]*ops.Op{"log2": ops.Log2.Op, "log10": ops.Log10.Op} {
		def(name, unary("math."+name, func(x starlark.Value) (starlark.Value, error) { return in.logarithm(op, x) }))
	}
	for name, is := range questions {
		def(name, question("math."+name, is))
	}
	for name, f := range map[string]func(float64) float64{"ceil": math.Ceil, "floor": math.Floor, "trunc": math.Trunc} {
		def(name, unary("math."+name, func(x starlark.Value) (starlark.Value, error) { return wholeOf(f, x) }))
	}
	for name, f := range map[string]function{
		"log": in.mathLog, "nextafter": in.mathNextafter, "modf": in.mathModf, "frexp": in.mathFrexp, "ldexp": in.mathLdexp, "hypot": in.mathHypot,
		"dist": in.mathDist, "fsum": unary("math.fsum", in.mathFsum), "prod": in.mathProd, "isclose": in.mathIsclose,
	} {
		def(name, f)
	}
	for name, f := range in.integerFunctions() {
		def(name, f)
	}
	return m
}

// arrayRows are the functions that arrays have too: the native backend computes them.
var arrayRows = map[string]*ops.Op{
	"acos": ops.Acos.Op, "acosh": ops.Acosh.Op, "asin": ops.Asin.Op, "asinh": ops.Asinh.Op, "atan": ops.Atan.Op, "atanh": ops.Atanh.Op,
	"cos": ops.Cos.Op, "cosh": ops.Cosh.Op, "erf": ops.Erf.Op, "erfc": ops.Erfc.Op, "exp": ops.Exp.Op, "expm1": ops.Expm1.Op,
	"log1p": ops.Log1p.Op, "sin": ops.Sin.Op, "sinh": ops.Sinh.Op, "sqrt": ops.Sqrt.Op, "tan": ops.Tan.Op, "tanh": ops.Tanh.Op,
}

// realFunctions are the other functions of one float.
func (in *interp) realFunctions() map[string]func(float64) float64 {
	return map[string]func(float64) float64{
		"cbrt": cbrt, "fabs": math.Abs, "gamma": gamma, "ulp": ulp,
		"exp2":    func(x float64) float64 { return in.float64(ops.Pow.Op, 2, x) },
		"degrees": func(x float64) float64 { return x * (180 / math.Pi) },
		"radians": func(x float64) float64 { return x * (math.Pi / 180) },
		"lgamma":  func(x float64) float64 { y, _ := math.Lgamma(math.Max(x, -math.MaxFloat64)); return y },
	}
}

// realPairs are the functions of two floats.
func (in *interp) realPairs() map[string]func(x, y float64) float64 {
	return map[string]func(x, y float64) float64{
		"atan2":    func(x, y float64) float64 { return in.float64(ops.Atan2.Op, x, y) },
		"copysign": math.Copysign, "fmod": math.Mod, "remainder": math.Remainder,
		"pow": func(x, y float64) float64 {
			if x == 0 && y < 0 && !math.IsInf(y, 0) {
				return math.NaN()
			}
			return in.float64(ops.Pow.Op, x, y)
		},
	}
}

// questions are what is asked of a float.
var questions = map[string]func(float64) bool{
	"isnan": math.IsNaN, "isinf": func(x float64) bool { return math.IsInf(x, 0) },
	"isfinite": func(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) },
}

func question(name string, is func(float64) bool) function {
	return func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		x, err := floatArgs(name, args, kwargs, 1)
		if err != nil {
			return nil, err
		}
		return starlark.Bool(is(x[0])), nil
	}
}

// wholeOf returns the integer that f rounds a number to.
func wholeOf(f func(float64) float64, x starlark.Value) (starlark.Value, error) {
	if i, ok := plainInt(x).(starlark.Int); ok {
		return i, nil
	}
	v, err := toFloat(x)
	if err != nil {
		return nil, err
	}
	i, err := starlark.NumberToInt(starlark.Float(f(v)))
	if err != nil {
		return nil, wrong("cannot convert float %s to integer", floatText(v))
	}
	return i, nil
}

// gamma is math.Gamma, which has no value at its poles.
func gamma(x float64) float64 {
	if x == math.Trunc(x) && x <= 0 {
		return math.NaN()
	}
	return math.Gamma(x)
}

// ulp is the distance from x to the next float.
func ulp(x float64) float64 {
	x = math.Abs(x)
	if math.IsInf(x, 0) {
		return x
	}
	if next := math.Nextafter(x, math.Inf(1)); !math.IsInf(next, 0) {
		return next - x
	}
	return x - math.Nextafter(x, 0)
}

// mathLog is math.log.
func (in *interp) mathLog(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x, base starlark.Value
	if err := unpack("math.log", args, kwargs, "x ? base", &x, &base); err != nil {
		return nil, err
	}
	a, err := in.logarithm(ops.Log.Op, x)
	if err != nil || base == nil {
		return a, err
	}
	b, err := in.logarithm(ops.Log.Op, base)
	if err != nil {
		return nil, err
	}
	return arithmetic("/", a, b)
}

// mathNextafter is math.nextafter.
func (in *interp) mathNextafter(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	x, err := floatArgs("math.nextafter", args, kwargs, 2)
	if err != nil {
		return nil, err
	}
	if x[0] == x[1] { // zeros of either sign
		return starlark.Float(x[1]), nil
	}
	return starlark.Float(math.Nextafter(x[0], x[1])), nil
}

// mathModf is math.modf.
func (in *interp) mathModf(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	x, err := floatArgs("math.modf", args, kwargs, 1)
	if err != nil {
		return nil, err
	}
	whole := math.Trunc(x[0])
	rest := math.Copysign(x[0]-whole, x[0])
	if math.IsInf(x[0], 0) {
		rest = math.Copysign(0, x[0])
	}
	return starlark.Tuple{starlark.Float(rest), starlark.Float(whole)}, nil
}

// mathFrexp is math.frexp.
func (in *interp) mathFrexp(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	x, err := floatArgs("math.frexp", args, kwargs, 1)
	if err != nil {
		return nil, err
	}
	mantissa, exponent := math.Frexp(x[0])
	return starlark.Tuple{starlark.Float(mantissa), starlark.MakeInt(exponent)}, nil
}

// mathLdexp is math.ldexp.
func (in *interp) mathLdexp(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x, i starlark.Value
	if err := unpack("math.ldexp", args, kwargs, "x i", &x, &i); err != nil {
		return nil, err
	}
	v, err := toFloat(x)
	if err != nil {
		return nil, err
	}
	n, ok := plainInt(i).(starlark.Int)
	if !ok {
		return nil, wrong("TypeError: math.ldexp(): got %s, want an int as second argument", typeName(i))
	}
	exponent, fits := n.Int64()
	if !fits || exponent > 1<<20 || exponent < -1<<20 {
		exponent = int64(n.Sign()) << 20
	}
	z := ldexp(v, int(exponent))
	if math.IsInf(z, 0) && !math.IsInf(v, 0) {
		return nil, errRange
	}
	return starlark.Float(z), nil
}

// mathHypot is math.hypot.
func (in *interp) mathHypot(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	x, err := floatArgs("math.hypot", args, kwargs, len(args))
	if err != nil {
		return nil, err
	}
	return norm(x)
}

// mathDist is math.dist.
func (in *interp) mathDist(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var p, q starlark.Value
	if err := unpack("math.dist", args, kwargs, "p q", &p, &q); err != nil {
		return nil, err
	}
	a, err := in.elements(p)
	if err != nil {
		return nil, err
	}
	b, err := in.elements(q)
	if err != nil {
		return nil, err
	}
	if len(a) != len(b) {
		return nil, wrong("ValueError: both points must have the same number of dimensions")
	}
	x := make([]float64, len(a))
	for i := range a {
		u, err := toFloat(a[i])
		if err != nil {
			return nil, err
		}
		v, err := toFloat(b[i])
		if err != nil {
			return nil, err
		}
		x[i] = u - v
	}
	return norm(x)
}

// mathProd is math.prod.
func (in *interp) mathProd(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var list, start starlark.Value
	if err := unpack("math.prod", args, kwargs, "iterable ? start", &list, &start); err != nil {
		return nil, err
	}
	e, err := in.elements(list)
	if err != nil {
		return nil, err
	}
	z := start
	if z == nil {
		z = starlark.MakeInt(1)
	}
	for _, v := range e {
		if z, err = (operators{in}).Binary(nil, "*", z, v); err != nil {
			return nil, err
		}
	}
	return z, nil
}

// mathIsclose is math.isclose.
func (in *interp) mathIsclose(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var a, b, rel, abs starlark.Value
	if err := unpack("math.isclose", args, kwargs, "a b ? rel_tol abs_tol", &a, &b, &rel, &abs); err != nil {
		return nil, err
	}
	v := [4]float64{2: 1e-9}
	for i, x := range []starlark.Value{a, b, rel, abs} {
		if x == nil {
			continue
		}
		var err error
		if v[i], err = toFloat(x); err != nil {
			return nil, err
		}
	}
	x, y := v[0], v[1]
	switch {
	case v[2] < 0 || v[3] < 0:
		return nil, wrong("ValueError: tolerances must be non-negative")
	case x == y:
		return starlark.True, nil
	case math.IsInf(x, 0) || math.IsInf(y, 0):
		return starlark.False, nil
	}
	diff := math.Abs(x - y)
	return starlark.Bool(diff <= math.Abs(v[2]*y) || diff <= math.Abs(v[2]*x) || diff <= v[3]), nil
}

// mathFsum is math.fsum, whose sum is rounded once.
func (in *interp) mathFsum(list starlark.Value) (starlark.Value, error) {
	e, err := in.elements(list)
	if err != nil {
		return nil, err
	}
	sum, special := new(big.Float).SetPrec(2200), 0.0 // every float64 and its sums fit
	for _, v := range e {
		f, err := toFloat(v)
		if err != nil {
			return nil, err
		}
		if math.IsInf(f, 0) || math.IsNaN(f) {
			if math.IsInf(special, 0) && math.IsInf(f, 0) && f != special {
				return nil, wrong("ValueError: -inf + inf in fsum")
			}
			special += f
			continue
		}
		sum.Add(sum, new(big.Float).SetFloat64(f))
	}
	if special != 0 { // or NaN
		return starlark.Float(special), nil
	}
	z, _ := sum.Float64()
	if math.IsInf(z, 0) {
		return nil, wrong("OverflowError: intermediate overflow in fsum")
	}
	return starlark.Float(z), nil
}

// cbrt is math.Cbrt and a step of Newton's with an exact remainder.
func cbrt(x float64) float64 {
	y := math.Cbrt(x)
	if y == 0 || math.IsInf(y, 0) || math.IsNaN(y) {
		return y
	}
	b := new(big.Float).SetPrec(200).SetFloat64(y)
	square := new(big.Float).SetPrec(200).Mul(b, b)
	rest := new(big.Float).SetPrec(200).Mul(square, b)
	rest.Sub(new(big.Float).SetFloat64(x), rest)
	rest.Quo(rest, square.Mul(square, big.NewFloat(3)))
	z, _ := b.Add(b, rest).Float64()
	return z
}

// ldexp is math.Ldexp, rounded once where the result is subnormal.
func ldexp(x float64, n int) float64 {
	if x == 0 || math.IsInf(x, 0) || math.IsNaN(x) {
		return x
	}
	z, _ := new(big.Float).SetMantExp(new(big.Float).SetFloat64(x), n).Float64()
	return z
}

// norm is the root of the sum of squares.
func norm(x []float64) (starlark.Value, error) {
	sum, nan := new(big.Float).SetPrec(4400), false // the squares are exact
	finite := true
	for _, v := range x {
		if math.IsInf(v, 0) {
			return starlark.Float(math.Inf(1)), nil
		}
		if nan = nan || math.IsNaN(v); nan {
			finite = false
			continue
		}
		b := new(big.Float).SetPrec(4400).SetFloat64(v)
		sum.Add(sum, b.Mul(b, b))
	}
	if !finite {
		return starlark.Float(math.NaN()), nil
	}
	if sum.Sign() == 0 {
		return starlark.Float(0), nil
	}
	z, _ := new(big.Float).SetPrec(200).Sqrt(sum.SetPrec(400)).Float64()
	return starlark.Float(z), nil
}

// float64 calls a row on the native backend with numbers.
func (in *interp) float64(op *ops.Op, xs ...float64) float64 {
	if in.numbers == nil {
		e, err := ivy.NewEnv("native")
		if err != nil {
			panic(err)
		}
		in.numbers = e
	}
	args := make([]any, len(xs))
	for i, x := range xs {
		args[i] = in.numbers.Asarray(backend.FloatScalar(x), ivy.Float64)
	}
	return in.numbers.Call(op, args)[0].Float()
}

// floatArgs returns n arguments as floats.
func floatArgs(name string, args starlark.Tuple, kwargs []starlark.Tuple, n int) ([]float64, error) {
	if len(kwargs) > 0 || len(args) != n {
		return nil, wrong("TypeError: %s() takes %d arguments without names, got %d and %d with", name, n, len(args), len(kwargs))
	}
	out := make([]float64, n)
	for i, a := range args {
		var err error
		if out[i], err = toFloat(a); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// real is a function of one float: NaN of what is none is an error, and so is infinity
// of what is finite, as in Python.
func (in *interp) real(name string, f func(float64) float64) function {
	return func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		x, err := floatArgs(name, args, kwargs, 1)
		if err != nil {
			return nil, err
		}
		return in.checked(func() float64 { return f(x[0]) }, name, x...)
	}
}

// reals is real of two floats.
func (in *interp) reals(name string, f func(x, y float64) float64) function {
	return func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		x, err := floatArgs(name, args, kwargs, 2)
		if err != nil {
			return nil, err
		}
		return in.checked(func() float64 { return f(x[0], x[1]) }, name, x...)
	}
}

func (in *interp) checked(f func() float64, name string, xs ...float64) (starlark.Value, error) {
	var z float64
	if err := try(func() { z = f() }); err != nil {
		return nil, err
	}
	nan, infinite := false, false
	for _, x := range xs {
		nan, infinite = nan || math.IsNaN(x), infinite || math.IsInf(x, 0)
	}
	switch {
	case math.IsNaN(z) && !nan:
		return nil, errDomain
	case math.IsInf(z, 0) && !nan && !infinite:
		switch name {
		case "math.lgamma", "math.atanh", "math.log1p": // a pole
			return nil, errDomain
		case "math.degrees":
			return starlark.Float(z), nil
		}
		return nil, errRange
	}
	return starlark.Float(z), nil
}

// logarithm is that of a number above zero; integers may be of any size.
func (in *interp) logarithm(op *ops.Op, x starlark.Value) (starlark.Value, error) {
	v, shift := 0.0, 0
	if i, ok := plainInt(x).(starlark.Int); ok && bitLen(i) > 1000 {
		if i.Sign() < 0 {
			return nil, errDomain
		}
		b := new(big.Float).SetInt(i.BigInt())
		shift = b.MantExp(b)
		v, _ = b.Float64()
	} else {
		var err error
		if v, err = toFloat(x); err != nil {
			return nil, err
		}
	}
	if v <= 0 {
		return nil, errDomain
	}
	var z float64
	if err := try(func() {
		z = in.float64(op, v)
		if shift != 0 {
			z += in.float64(op, 2) * float64(shift)
		}
	}); err != nil {
		return nil, err
	}
	return starlark.Float(z), nil
}
