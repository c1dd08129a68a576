package script

import (
	"math/big"

	"go.starlark.net/starlark"
)

// The functions of integers of the module math.

// integerFunctions returns them by name.
func (in *interp) integerFunctions() map[string]function {
	return map[string]function{
		"gcd":   in.combined("gcd", 0, func(z, x *big.Int) { z.GCD(nil, nil, new(big.Int).Set(z), x) }),
		"lcm":   in.combined("lcm", 1, lcm),
		"isqrt": in.mathIsqrt, "factorial": in.mathFactorial, "perm": in.mathPerm, "comb": in.mathComb,
	}
}

// wholes returns arguments that are integers.
func (in *interp) wholes(name string, args starlark.Tuple, kwargs []starlark.Tuple) ([]*big.Int, error) {
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

// wholeResult returns a result, unless it is too long.
func (in *interp) wholeResult(z *big.Int) (starlark.Value, error) {
	if z.BitLen() > maxBits {
		return nil, wrong("an integer of %d bits", z.BitLen())
	}
	return starlark.MakeBigInt(z), in.charge(int64(z.BitLen() / 8))
}

// combined is a function of any number of integers, which f combines one by one.
func (in *interp) combined(name string, start int64, f func(z, x *big.Int)) function {
	return func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		xs, err := in.wholes(name, args, kwargs)
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
		return in.wholeResult(z)
	}
}

// lcm makes z the least common multiple of z and x.
func lcm(z, x *big.Int) {
	if z.Sign() == 0 || x.Sign() == 0 {
		z.SetInt64(0)
		return
	}
	g := new(big.Int).GCD(nil, nil, z, x)
	z.Mul(z, g.Quo(x, g))
}

// countable fails where a product of k factors up to n would be too long.
func (in *interp) countable(n, k *big.Int) error {
	if !k.IsInt64() || float64(k.Int64())*float64(max(1, n.BitLen())) > maxBits {
		return wrong("a product of %s factors is too large", shortInt(starlark.MakeBigInt(k)))
	}
	return in.work(int(k.Int64()) * (1 + n.BitLen()/64))
}

// choose returns the arguments of perm and comb.
func (in *interp) choose(name string, args starlark.Tuple, kwargs []starlark.Tuple) (n, k *big.Int, err error) {
	if name == "perm" && (len(args) == 1 || len(args) == 2 && args[1] == starlark.None) {
		args = starlark.Tuple{args[0], args[0]}
	}
	xs, err := in.wholes(name, args, kwargs)
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

// fallingProduct returns n (n - 1) … of k factors.
func fallingProduct(n *big.Int, k int64) *big.Int {
	z, f := big.NewInt(1), new(big.Int).Set(n)
	for range k {
		z.Mul(z, f)
		f.Sub(f, big.NewInt(1))
	}
	return z
}

// mathIsqrt is math.isqrt.
func (in *interp) mathIsqrt(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	xs, err := in.wholes("isqrt", args, kwargs)
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
	return in.wholeResult(new(big.Int).Sqrt(xs[0]))
}

// mathFactorial is math.factorial.
func (in *interp) mathFactorial(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	xs, err := in.wholes("factorial", args, kwargs)
	switch {
	case err != nil:
		return nil, err
	case len(xs) != 1:
		return nil, wrong("TypeError: math.factorial() takes one argument, got %d", len(xs))
	case xs[0].Sign() < 0:
		return nil, wrong("ValueError: factorial() not defined for negative values")
	}
	if err := in.countable(xs[0], xs[0]); err != nil {
		return nil, err
	}
	return in.wholeResult(new(big.Int).MulRange(1, xs[0].Int64()))
}

// mathPerm is math.perm.
func (in *interp) mathPerm(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	n, k, err := in.choose("perm", args, kwargs)
	if err != nil {
		return nil, err
	}
	if k.Cmp(n) > 0 {
		return starlark.MakeInt(0), nil
	}
	if err := in.countable(n, k); err != nil {
		return nil, err
	}
	return in.wholeResult(fallingProduct(n, k.Int64()))
}

// mathComb is math.comb.
func (in *interp) mathComb(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	n, k, err := in.choose("comb", args, kwargs)
	if err != nil {
		return nil, err
	}
	if k.Cmp(n) > 0 {
		return starlark.MakeInt(0), nil
	}
	if other := new(big.Int).Sub(n, k); other.Cmp(k) < 0 {
		k = other
	}
	if err := in.countable(n, k); err != nil {
		return nil, err
	}
	z := fallingProduct(n, k.Int64())
	return in.wholeResult(z.Quo(z, new(big.Int).MulRange(1, k.Int64())))
}
