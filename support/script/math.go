package script

import (
	"math"
	"math/big"

	"go.starlark.net/starlark"

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
		"inf": starlark.Float(math.Inf(1)), "nan": starlark.Float(math.NaN()),
	}}
	def := func(name string, f function) { m.members[name] = in.function("math."+name, f) }

	// What arrays have too is the native backend's function of float64.
	for name, op := range map[string]*ops.Op{
		"acos": ops.Acos.Op, "acosh": ops.Acosh.Op, "asin": ops.Asin.Op, "asinh": ops.Asinh.Op, "atan": ops.Atan.Op, "atanh": ops.Atanh.Op,
		"cos": ops.Cos.Op, "cosh": ops.Cosh.Op, "erf": ops.Erf.Op, "erfc": ops.Erfc.Op, "exp": ops.Exp.Op, "expm1": ops.Expm1.Op,
		"log1p": ops.Log1p.Op, "sin": ops.Sin.Op, "sinh": ops.Sinh.Op, "sqrt": ops.Sqrt.Op, "tan": ops.Tan.Op, "tanh": ops.Tanh.Op,
	} {
		def(name, in.real("math."+name, func(x float64) float64 { return in.float64(op, x) }))
	}
	for name, f := range map[string]func(float64) float64{
		"cbrt": cbrt, "fabs": math.Abs,
		"exp2":    func(x float64) float64 { return in.float64(ops.Pow.Op, 2, x) },
		"degrees": func(x float64) float64 { return x * (180 / math.Pi) }, "radians": func(x float64) float64 { return x * (math.Pi / 180) },
		"lgamma": func(x float64) float64 { y, _ := math.Lgamma(math.Max(x, -math.MaxFloat64)); return y },
		"gamma": func(x float64) float64 {
			if x == math.Trunc(x) && x <= 0 { // a pole
				return math.NaN()
			}
			return math.Gamma(x)
		},
		"ulp": func(x float64) float64 {
			x = math.Abs(x)
			if math.IsInf(x, 0) {
				return x
			}
			if next := math.Nextafter(x, math.Inf(1)); !math.IsInf(next, 0) {
				return next - x
			}
			return x - math.Nextafter(x, 0)
		},
	} {
		def(name, in.real("math."+name, f))
	}
	for name, op := range map[string]*ops.Op{"log2": ops.Log2.Op, "log10": ops.Log10.Op} {
		def(name, unary("math."+name, func(x starlark.Value) (starlark.Value, error) { return in.logarithm(op, x) }))
	}
	def("log", func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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
	})
	for name, f := range map[string]func(x, y float64) float64{
		"atan2": func(x, y float64) float64 { return in.float64(ops.Atan2.Op, x, y) }, "copysign": math.Copysign, "fmod": math.Mod, "remainder": math.Remainder,
		"pow": func(x, y float64) float64 {
			if x == 0 && y < 0 && !math.IsInf(y, 0) {
				return math.NaN()
			}
			return in.float64(ops.Pow.Op, x, y)
		},
	} {
		def(name, in.reals("math."+name, f))
	}
	def("nextafter", func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		x, err := floatArgs("math.nextafter", args, kwargs, 2)
		if err != nil {
			return nil, err
		}
		if x[0] == x[1] { // zeros of either sign
			return starlark.Float(x[1]), nil
		}
		return starlark.Float(math.Nextafter(x[0], x[1])), nil
	})
	for name, f := range map[string]func(float64) bool{
		"isnan": math.IsNaN, "isinf": func(x float64) bool { return math.IsInf(x, 0) },
		"isfinite": func(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) },
	} {
		def(name, func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			x, err := floatArgs("math."+name, args, kwargs, 1)
			if err != nil {
				return nil, err
			}
			return starlark.Bool(f(x[0])), nil
		})
	}
	for name, f := range map[string]func(float64) float64{"ceil": math.Ceil, "floor": math.Floor, "trunc": math.Trunc} {
		def(name, unary("math."+name, func(x starlark.Value) (starlark.Value, error) {
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
		}))
	}
	def("modf", func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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
	})
	def("frexp", func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		x, err := floatArgs("math.frexp", args, kwargs, 1)
		if err != nil {
			return nil, err
		}
		mantissa, exponent := math.Frexp(x[0])
		return starlark.Tuple{starlark.Float(mantissa), starlark.MakeInt(exponent)}, nil
	})
	def("ldexp", func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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
	})
	def("hypot", func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		x, err := floatArgs("math.hypot", args, kwargs, len(args))
		if err != nil {
			return nil, err
		}
		return norm(x)
	})
	def("dist", func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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
	})
	def("fsum", unary("math.fsum", func(list starlark.Value) (starlark.Value, error) {
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
	}))
	def("prod", func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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
	})
	def("isclose", func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
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
	})
	in.integers(def)
	return m
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

// integers adds the functions of integers.
func (in *interp) integers(def func(string, function)) {
	whole := func(name string, args starlark.Tuple, kwargs []starlark.Tuple) ([]*big.Int, error) {
		if len(kwargs) > 0 {
			return nil, wrong("TypeError: math.%s() takes no keyword arguments", name)
		}
		out := make([]*big.Int, len(args))
		for i, a := range args {
			n, ok := plainInt(a).(starlark.Int)
			if !ok {
				v, err := toInt(a)
				if _, isFloat := a.(starlark.Float); err != nil || isFloat {
					return nil, wrong("TypeError: '%s' object cannot be interpreted as an integer", typeName(a))
				}
				n = starlark.MakeInt(v)
			}
			out[i] = n.BigInt()
		}
		return out, nil
	}
	result := func(z *big.Int) (starlark.Value, error) {
		if z.BitLen() > maxBits {
			return nil, wrong("an integer of %d bits", z.BitLen())
		}
		return starlark.MakeBigInt(z), in.charge(int64(z.BitLen() / 8))
	}
	fold := func(name string, start int64, f func(z, x *big.Int)) {
		def(name, func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
			xs, err := whole(name, args, kwargs)
			if err != nil {
				return nil, err
			}
			z := big.NewInt(start)
			for _, x := range xs {
				if err := in.work((z.BitLen() + x.BitLen()) / 8); err != nil {
					return nil, err
				}
				f(z, new(big.Int).Abs(x))
				if z.BitLen() > maxBits {
					break
				}
			}
			return result(z)
		})
	}
	fold("gcd", 0, func(z, x *big.Int) { z.GCD(nil, nil, new(big.Int).Set(z), x) })
	fold("lcm", 1, func(z, x *big.Int) {
		if z.Sign() == 0 || x.Sign() == 0 {
			z.SetInt64(0)
			return
		}
		g := new(big.Int).GCD(nil, nil, z, x)
		z.Mul(z, g.Quo(x, g))
	})
	def("isqrt", func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		xs, err := whole("isqrt", args, kwargs)
		switch {
		case err != nil:
			return nil, err
		case len(xs) != 1:
			return nil, wrong("TypeError: math.isqrt() takes one argument, got %d", len(xs))
		case xs[0].Sign() < 0:
			return nil, wrong("ValueError: isqrt() argument must be nonnegative")
		}
		if err := in.work(xs[0].BitLen() / 4); err != nil {
			return nil, err
		}
		return result(new(big.Int).Sqrt(xs[0]))
	})
	// counted bounds what the functions of a number of objects may make, in bits.
	counted := func(n, k *big.Int) error {
		if !k.IsInt64() || float64(k.Int64())*float64(max(1, n.BitLen())) > maxBits {
			return wrong("a product of %s factors is too large", shortInt(starlark.MakeBigInt(k)))
		}
		return in.work(int(k.Int64()) * (1 + n.BitLen()/64))
	}
	def("factorial", func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		xs, err := whole("factorial", args, kwargs)
		switch {
		case err != nil:
			return nil, err
		case len(xs) != 1:
			return nil, wrong("TypeError: math.factorial() takes one argument, got %d", len(xs))
		case xs[0].Sign() < 0:
			return nil, wrong("ValueError: factorial() not defined for negative values")
		}
		if err := counted(xs[0], xs[0]); err != nil {
			return nil, err
		}
		return result(new(big.Int).MulRange(1, xs[0].Int64()))
	})
	choose := func(name string, args starlark.Tuple, kwargs []starlark.Tuple) (n, k *big.Int, err error) {
		if name == "perm" && (len(args) == 1 || len(args) == 2 && args[1] == starlark.None) {
			args = starlark.Tuple{args[0], args[0]}
		}
		xs, err := whole(name, args, kwargs)
		switch {
		case err != nil:
			return nil, nil, err
		case len(xs) != 2:
			return nil, nil, wrong("TypeError: math.%s() takes n and k, got %d arguments", name, len(xs))
		case xs[0].Sign() < 0:
			return nil, nil, wrong("ValueError: n must be a non-negative integer")
		case xs[1].Sign() < 0:
			return nil, nil, wrong("ValueError: k must be a non-negative integer")
		}
		return xs[0], xs[1], nil
	}
	product := func(n *big.Int, k int64) *big.Int { // n (n - 1) … of k factors
		z := big.NewInt(1)
		f := new(big.Int).Set(n)
		for range k {
			z.Mul(z, f)
			f.Sub(f, big.NewInt(1))
		}
		return z
	}
	def("perm", func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		n, k, err := choose("perm", args, kwargs)
		if err != nil {
			return nil, err
		}
		if k.Cmp(n) > 0 {
			return starlark.MakeInt(0), nil
		}
		if err := counted(n, k); err != nil {
			return nil, err
		}
		return result(product(n, k.Int64()))
	})
	def("comb", func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		n, k, err := choose("comb", args, kwargs)
		if err != nil {
			return nil, err
		}
		if k.Cmp(n) > 0 {
			return starlark.MakeInt(0), nil
		}
		if other := new(big.Int).Sub(n, k); other.Cmp(k) < 0 {
			k = other
		}
		if err := counted(n, k); err != nil {
			return nil, err
		}
		z := product(n, k.Int64())
		return result(z.Quo(z, new(big.Int).MulRange(1, k.Int64())))
	})
}
