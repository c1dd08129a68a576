package script

import (
	"math"
	"math/big"
	"math/cmplx"

	"go.starlark.net/starlark"

	"github.com/goivy/goivy/internal/format"
)

// maxBits is the size of the largest integer of a program: printing more takes long.
const maxBits = 1 << 17

func isNumber(x starlark.Value) bool {
	switch x.(type) {
	case starlark.Bool, starlark.Int, starlark.Float, Complex:
		return true
	}
	return false
}

// arithmetic returns x op y of Python's numbers.
func arithmetic(op string, x, y starlark.Value) (starlark.Value, error) {
	p, pb := x.(starlark.Bool)
	q, qb := y.(starlark.Bool)
	if pb && qb {
		switch op {
		case "&":
			return p && q, nil
		case "|":
			return p || q, nil
		case "^":
			return starlark.Bool(p != q), nil
		}
	}
	x, y = plainInt(x), plainInt(y)
	i, xi := x.(starlark.Int)
	j, yi := y.(starlark.Int)
	if xi && yi {
		return integers(op, i, j)
	}
	_, xc := x.(Complex)
	_, yc := y.(Complex)
	if xc || yc {
		a, err := toComplex(x)
		if err != nil {
			return nil, err
		}
		b, err := toComplex(y)
		if err != nil {
			return nil, err
		}
		return complexes(op, a, b)
	}
	a, err := toFloat(x)
	if err != nil {
		return nil, err
	}
	b, err := toFloat(y)
	if err != nil {
		return nil, err
	}
	return floats(op, a, b)
}

func toComplex(x starlark.Value) (complex128, error) {
	if c, ok := x.(Complex); ok {
		return complex128(c), nil
	}
	f, err := toFloat(x)
	return complex(f, 0), err
}

// integerOperators are the operators of two ints.
var integerOperators = map[string]func(x, y starlark.Int) (starlark.Value, error){
	"+":  func(x, y starlark.Int) (starlark.Value, error) { return x.Add(y), nil },
	"-":  func(x, y starlark.Int) (starlark.Value, error) { return x.Sub(y), nil },
	"*":  intProduct,
	"/":  quotient,
	"//": divided(starlark.Int.Div),
	"%":  divided(starlark.Int.Mod),
	"**": power,
	"&":  func(x, y starlark.Int) (starlark.Value, error) { return x.And(y), nil },
	"|":  func(x, y starlark.Int) (starlark.Value, error) { return x.Or(y), nil },
	"^":  func(x, y starlark.Int) (starlark.Value, error) { return x.Xor(y), nil },
	"<<": leftShift,
	">>": rightShift,
}

func integers(op string, x, y starlark.Int) (starlark.Value, error) {
	f := integerOperators[op]
	if f == nil {
		return nil, unknownBinary(op, x, y)
	}
	return f(x, y)
}

var errTooManyBits = wrong("an integer of more than %d bits", maxBits)

func intProduct(x, y starlark.Int) (starlark.Value, error) {
	if bitLen(x)+bitLen(y) > maxBits {
		return nil, errTooManyBits
	}
	return x.Mul(y), nil
}

// quotient is x / y, a float.
func quotient(x, y starlark.Int) (starlark.Value, error) {
	if y.Sign() == 0 {
		return nil, wrong("division by zero")
	}
	if bitLen(x) <= 53 && bitLen(y) <= 53 {
		return x.Float() / y.Float(), nil
	}
	f, _ := new(big.Rat).SetFrac(x.BigInt(), y.BigInt()).Float64()
	if math.IsInf(f, 0) {
		return nil, wrong("integer division result too large for a float")
	}
	return starlark.Float(f), nil
}

// divided is x // y or x % y.
func divided(f func(x, y starlark.Int) starlark.Int) func(x, y starlark.Int) (starlark.Value, error) {
	return func(x, y starlark.Int) (starlark.Value, error) {
		if y.Sign() == 0 {
			return nil, wrong("integer division or modulo by zero")
		}
		return f(x, y), nil
	}
}

func leftShift(x, y starlark.Int) (starlark.Value, error) {
	n, ok := y.Int64()
	switch {
	case y.Sign() < 0:
		return nil, wrong("negative shift count")
	case x.Sign() == 0:
		return x, nil
	case !ok || n > maxBits || int64(bitLen(x))+n > maxBits:
		return nil, errTooManyBits
	}
	return starlark.MakeBigInt(new(big.Int).Lsh(x.BigInt(), uint(n))), nil
}

func rightShift(x, y starlark.Int) (starlark.Value, error) {
	if y.Sign() < 0 {
		return nil, wrong("negative shift count")
	}
	n, ok := y.Int64()
	if most := int64(bitLen(x)); !ok || n > most {
		n = most
	}
	return starlark.MakeBigInt(new(big.Int).Rsh(x.BigInt(), uint(n))), nil
}

func bitLen(x starlark.Int) int {
	if i, ok := x.Int64(); ok {
		return big.NewInt(i).BitLen()
	}
	return x.BigInt().BitLen()
}

func power(x, y starlark.Int) (starlark.Value, error) {
	if y.Sign() < 0 {
		a, err := toFloat(x)
		if err != nil {
			return nil, err
		}
		b, err := toFloat(y)
		if err != nil {
			return nil, err
		}
		return floats("**", a, b)
	}
	n, fits := y.Int64()
	switch b := bitLen(x); {
	case b <= 1: // 0, 1, −1
		if !fits {
			n = int64(y.BigInt().Bit(0)) + 2
		} else if n > 2 {
			n = n%2 + 2
		}
	case !fits || n > maxBits || n*int64(b) > maxBits+int64(b):
		return nil, errTooManyBits
	}
	return starlark.MakeBigInt(new(big.Int).Exp(x.BigInt(), big.NewInt(n), nil)), nil
}

func floats(op string, x, y float64) (starlark.Value, error) {
	switch op {
	case "+":
		return starlark.Float(x + y), nil
	case "-":
		return starlark.Float(x - y), nil
	case "*":
		return starlark.Float(x * y), nil
	case "/":
		if y == 0 {
			return nil, wrong("float division by zero")
		}
		return starlark.Float(x / y), nil
	case "//", "%":
		if y == 0 {
			return nil, wrong("float floor division or modulo by zero")
		}
		div, mod := divmod(x, y)
		if op == "//" {
			return starlark.Float(div), nil
		}
		return starlark.Float(mod), nil
	case "**":
		if x == 0 && y < 0 {
			return nil, wrong("zero to a negative power")
		}
		if x < 0 && !math.IsInf(x, 0) && !math.IsInf(y, 0) && y != math.Trunc(y) {
			return complexes(op, complex(x, 0), complex(y, 0))
		}
		z := math.Pow(x, y)
		if math.IsInf(z, 0) && !math.IsInf(x, 0) && !math.IsInf(y, 0) {
			return nil, wrong("the power is too large for a float")
		}
		return starlark.Float(z), nil
	}
	return nil, unknownBinary(op, starlark.Float(x), starlark.Float(y))
}

// divmod is Python's: the remainder has the sign of y (float_divmod in
// CPython's Objects/floatobject.c).
func divmod(x, y float64) (div, mod float64) {
	mod = math.Mod(x, y)
	div = (x - mod) / y
	switch {
	case mod != 0 && (y < 0) != (mod < 0):
		mod += y
		div--
	case mod == 0:
		mod = math.Copysign(0, y)
	}
	if div == 0 {
		return math.Copysign(0, x/y), mod
	}
	floor := math.Floor(div)
	if div-floor > 0.5 {
		floor++
	}
	return floor, mod
}

func complexes(op string, x, y complex128) (starlark.Value, error) {
	switch op {
	case "+":
		return Complex(x + y), nil
	case "-":
		return Complex(x - y), nil
	case "*":
		return Complex(x * y), nil
	case "/":
		if y == 0 {
			return nil, wrong("complex division by zero")
		}
		return Complex(x / y), nil
	case "**":
		return complexPower(x, y)
	}
	return nil, unknownBinary(op, Complex(x), Complex(y))
}

func complexPower(x, y complex128) (starlark.Value, error) {
	switch {
	case y == 0:
		return Complex(1), nil
	case x == 0:
		if real(y) < 0 || imag(y) != 0 {
			return nil, wrong("zero to a negative or complex power")
		}
		return Complex(0), nil
	}
	if n := real(y); imag(y) == 0 && n == math.Trunc(n) && math.Abs(n) <= 100 { // as CPython: exact for small ones
		z := complex128(1)
		for range int(math.Abs(n)) {
			z *= x
		}
		if n < 0 {
			z = 1 / z
		}
		return Complex(z), nil
	}
	z := cmplx.Pow(x, y)
	if cmplx.IsInf(z) {
		return nil, wrong("the power is too large for a complex number")
	}
	return Complex(z), nil
}

// compareNumbers answers x op y of Python's numbers: exactly, NaN unlike everything.
func compareNumbers(op string, x, y starlark.Value) (bool, error) {
	x, y = plainInt(x), plainInt(y)
	_, xc := x.(Complex)
	_, yc := y.(Complex)
	if xc || yc {
		if op != "==" && op != "!=" {
			return false, wrong("'%s' not supported between %s and %s", op, typeName(x), typeName(y))
		}
		equal := false
		if imagOf(x) == imagOf(y) {
			var err error
			if equal, err = compareNumbers("==", realOf(x), realOf(y)); err != nil {
				return false, err
			}
		}
		return equal == (op == "=="), nil
	}
	if isNaN(x) || isNaN(y) {
		return op == "!=", nil
	}
	token := map[string]tok{"==": tokEQ, "!=": tokNE, "<": tokLT, "<=": tokLE, ">": tokGT, ">=": tokGE}[op]
	return starlark.Compare(token, x, y)
}

func imagOf(x starlark.Value) float64 {
	if c, ok := x.(Complex); ok {
		return imag(c)
	}
	return 0
}

func realOf(x starlark.Value) starlark.Value {
	if c, ok := x.(Complex); ok {
		return starlark.Float(real(c))
	}
	return x
}

func isNaN(x starlark.Value) bool {
	f, ok := x.(starlark.Float)
	return ok && f != f
}

// floatText returns f as Python writes it.
func floatText(f float64) string { return format.PythonFloat(f) }
