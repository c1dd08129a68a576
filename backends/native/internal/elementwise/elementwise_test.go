package elementwise

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"math/cmplx"
	"slices"
	"sort"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/arraytest"
	"github.com/goivy/goivy/backends/native/internal/elementary"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// The tests know elements as Go values: bool, *big.Int, float64 and complex128.

// wrap returns i modulo the range of integer dtype d.
func wrap(d dtype.Dtype, i *big.Int) *big.Int {
	size := new(big.Int).Lsh(big.NewInt(1), uint(d.Bits()))
	r := new(big.Int).Mod(i, size)
	if d.IsSigned() && r.Bit(d.Bits()-1) == 1 {
		r.Sub(r, size)
	}
	return r
}

// same reports whether got is the want of a result of dtype d, but for ulps units of
// its last place.
func same(d dtype.Dtype, got, want any, ulps float64) bool {
	switch want := want.(type) {
	case bool:
		return got == any(want)
	case *big.Int:
		return got.(*big.Int).Cmp(want) == 0
	case complex128:
		g := got.(complex128)
		p := d.Component()
		if ulps == 0 || cmplx.IsNaN(want) || cmplx.IsInf(want) {
			return same(p, real(g), real(want), 0) && same(p, imag(g), imag(want), 0)
		}
		info, _ := dtype.Finfo(p)
		return cmplx.Abs(g-want) <= ulps*info.Eps*max(cmplx.Abs(want), info.SmallestNormal)
	}
	g, w := got.(float64), want.(float64)
	switch r := arraytest.RoundTo(d, w); {
	case r != r:
		return g != g
	case math.Float64bits(g) == math.Float64bits(r):
		return true
	case ulps == 0 || g != g || math.IsInf(r, 0) != math.IsInf(g, 0) && math.Abs(w) < math.MaxFloat64/2:
		return false
	}
	info, _ := dtype.Finfo(d)
	if math.IsInf(g, 0) {
		g = math.Copysign(info.Max, g)
	}
	return math.Abs(g-w) <= ulps*info.Eps*max(math.Abs(w), info.SmallestNormal)
}

// A rule is what a row should give, for each kind of operand: nil where the row has
// none. Rows of one operand ignore y. Results of integers are wrapped.
type rule struct {
	bools   func(x, y bool) any
	whole   func(x, y *big.Int, d dtype.Dtype) any
	floats  func(x, y float64, d dtype.Dtype) any
	complex func(x, y complex128) any
	ulps    float64
	finite  bool // complex operands are finite and not on an axis: package cmplx has other special cases
}

func self(x, _ *big.Int, _ dtype.Dtype) any { return x }

func byCmp(f func(c int) bool) func(x, y *big.Int, _ dtype.Dtype) any {
	return func(x, y *big.Int, _ dtype.Dtype) any { return f(x.Cmp(y)) }
}

func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}

// ordering is the rule of a comparison, by that of integers and that of floats.
func ordering(f func(c int) bool, g func(x, y float64) bool) rule {
	return rule{
		bools:  func(x, y bool) any { return f(oneIf(x) - oneIf(y)) },
		whole:  byCmp(f),
		floats: func(x, y float64, _ dtype.Dtype) any { return g(x, y) },
	}
}

func constantly(v any, f func(x float64) bool, g func(x complex128) bool) rule {
	return rule{
		bools:   func(_, _ bool) any { return v },
		whole:   func(_, _ *big.Int, _ dtype.Dtype) any { return v },
		floats:  func(x, _ float64, _ dtype.Dtype) any { return f(x) },
		complex: func(x, _ complex128) any { return g(x) },
	}
}

func extremum(f func(c int) bool, g func(x, y float64) float64) rule {
	return rule{
		bools: func(x, y bool) any {
			if f(oneIf(x) - oneIf(y)) {
				return x
			}
			return y
		},
		whole: func(x, y *big.Int, _ dtype.Dtype) any {
			if f(x.Cmp(y)) {
				return x
			}
			return y
		},
		floats: func(x, y float64, _ dtype.Dtype) any { return g(x, y) },
	}
}

func function(f func(float64) float64, g func(complex128) complex128) rule {
	r := rule{ulps: 8, finite: true, floats: func(x, _ float64, _ dtype.Dtype) any { return f(x) }}
	if g != nil {
		r.complex = func(x, _ complex128) any { return g(x) }
	}
	return r
}

func bitwise(f func(z, x, y *big.Int) *big.Int, g func(x, y bool) bool) rule {
	return rule{
		bools: func(x, y bool) any { return g(x, y) },
		whole: func(x, y *big.Int, _ dtype.Dtype) any { return f(new(big.Int), x, y) },
	}
}

func logicalRule(f func(x, y bool) bool) rule {
	return rule{bools: func(x, y bool) any { return f(x, y) }}
}

// ratFloor returns ⌊x/y⌋ of finite numbers.
func ratFloor(x, y float64) *big.Int {
	q := new(big.Rat).Quo(new(big.Rat).SetFloat64(x), new(big.Rat).SetFloat64(y))
	return new(big.Int).Div(q.Num(), q.Denom()) // Euclidean, and the denominator positive
}

func ordinary(x, y float64) bool { return x-x == 0 && y-y == 0 && x != 0 && y != 0 }

func plain(z complex128) bool { return !cmplx.IsNaN(z) && !cmplx.IsInf(z) }

func gelu(x float64) float64 {
	if x < -39 {
		return math.Copysign(0, -1)
	}
	return 0.5 * x * math.Erfc(-x/math.Sqrt2)
}

func sigmoid(x float64) float64 {
	if x < 0 {
		return math.Exp(x) / (1 + math.Exp(x))
	}
	return 1 / (1 + math.Exp(-x))
}

func truncatedPower(x, n *big.Int, d dtype.Dtype) any {
	if n.Sign() < 0 {
		if x.CmpAbs(big.NewInt(1)) != 0 {
			return new(big.Int)
		}
		n = new(big.Int).Neg(n)
	}
	return new(big.Int).Exp(x, n, new(big.Int).Lsh(big.NewInt(1), uint(d.Bits())))
}

// rules has one for each row, by name.
func rules() map[string]rule {
	m := map[string]rule{}
	for _, group := range []map[string]rule{arithmeticRules(), integerRules(), comparisonRules(), signRules(), floatRules(), functionRules()} {
		maps.Copy(m, group)
	}
	return m
}

// arithmeticRules are those of sums, products, quotients and powers.
func arithmeticRules() map[string]rule {
	return map[string]rule{
		"Add": {bools: func(x, y bool) any { return x || y },
			whole:   func(x, y *big.Int, _ dtype.Dtype) any { return new(big.Int).Add(x, y) },
			floats:  func(x, y float64, _ dtype.Dtype) any { return x + y },
			complex: func(x, y complex128) any { return x + y }},
		"Subtract": {whole: func(x, y *big.Int, _ dtype.Dtype) any { return new(big.Int).Sub(x, y) },
			floats:  func(x, y float64, _ dtype.Dtype) any { return x - y },
			complex: func(x, y complex128) any { return x - y }},
		"Multiply": {bools: func(x, y bool) any { return x && y },
			whole:   func(x, y *big.Int, _ dtype.Dtype) any { return new(big.Int).Mul(x, y) },
			floats:  func(x, y float64, _ dtype.Dtype) any { return x * y },
			complex: func(x, y complex128) any { return x * y }},
		"Divide": {floats: func(x, y float64, _ dtype.Dtype) any { return x / y },
			complex: func(x, y complex128) any { return x / y }, ulps: 4, finite: true},
		"Pow": {ulps: 8, finite: true, whole: truncatedPower,
			floats: func(x, y float64, _ dtype.Dtype) any {
				if x != 0 && math.Abs(x) < 0x1p-1022 { // math.Pow knows no subnormal numbers
					return math.Pow(x*0x1p54, y) * math.Exp2(-54*y)
				}
				return math.Pow(x, y)
			},
			complex: func(x, y complex128) any { return cmplx.Pow(x, y) }},
		"FloorDivide": floorDivideRule(),
		"Remainder":   remainderRule(),
	}
}

func floorDivideRule() rule {
	return rule{ulps: 2,
		whole: func(x, y *big.Int, _ dtype.Dtype) any {
			if y.Sign() == 0 {
				return new(big.Int)
			}
			q, r := new(big.Int).QuoRem(x, y, new(big.Int))
			if r.Sign() != 0 && r.Sign() != y.Sign() {
				q.Sub(q, big.NewInt(1))
			}
			return q
		},
		floats: func(x, y float64, _ dtype.Dtype) any {
			if !ordinary(x, y) {
				return x / y
			}
			f, _ := new(big.Float).SetInt(ratFloor(x, y)).Float64()
			if f == 0 {
				return math.Copysign(0, x/y)
			}
			return f
		}}
}

func remainderRule() rule {
	return rule{ulps: 1,
		whole: func(x, y *big.Int, _ dtype.Dtype) any {
			if y.Sign() == 0 {
				return new(big.Int)
			}
			r := new(big.Int).Rem(x, y)
			if r.Sign() != 0 && r.Sign() != y.Sign() {
				r.Add(r, y)
			}
			return r
		},
		floats: func(x, y float64, _ dtype.Dtype) any {
			switch {
			case x != x || y != y || math.IsInf(x, 0) || y == 0:
				return math.NaN()
			case x == 0:
				return math.Copysign(0, y)
			case math.IsInf(y, 0):
				if (x < 0) == (y < 0) {
					return x
				}
				return y
			}
			r := new(big.Rat).SetFloat64(y)
			r.Mul(r, new(big.Rat).SetInt(ratFloor(x, y)))
			f, _ := r.Sub(new(big.Rat).SetFloat64(x), r).Float64()
			return math.Copysign(f, y)
		}}
}

// integerRules are those of rows that take no floats.
func integerRules() map[string]rule {
	return map[string]rule{
		"Gcd": {whole: func(x, y *big.Int, _ dtype.Dtype) any {
			return new(big.Int).GCD(nil, nil, new(big.Int).Abs(x), new(big.Int).Abs(y))
		}},
		"Lcm": {whole: func(x, y *big.Int, _ dtype.Dtype) any {
			a, b := new(big.Int).Abs(x), new(big.Int).Abs(y)
			if a.Sign() == 0 || b.Sign() == 0 {
				return new(big.Int)
			}
			return new(big.Int).Mul(b, new(big.Int).Div(a, new(big.Int).GCD(nil, nil, a, b)))
		}},
		"BitwiseAnd":    bitwise((*big.Int).And, func(x, y bool) bool { return x && y }),
		"BitwiseOr":     bitwise((*big.Int).Or, func(x, y bool) bool { return x || y }),
		"BitwiseXor":    bitwise((*big.Int).Xor, func(x, y bool) bool { return x != y }),
		"BitwiseInvert": bitwise(func(z, x, _ *big.Int) *big.Int { return z.Not(x) }, func(x, _ bool) bool { return !x }),
		"BitwiseLeftShift": {whole: func(x, y *big.Int, d dtype.Dtype) any {
			if y.Sign() < 0 || y.Cmp(big.NewInt(int64(d.Bits()))) >= 0 {
				return new(big.Int)
			}
			return new(big.Int).Lsh(x, uint(y.Int64()))
		}},
		"BitwiseRightShift": {whole: func(x, y *big.Int, d dtype.Dtype) any {
			n := uint(d.Bits())
			if y.Sign() >= 0 && y.Cmp(big.NewInt(int64(n))) < 0 {
				n = uint(y.Int64())
			}
			return new(big.Int).Rsh(x, n)
		}},
	}
}

// comparisonRules are those of results that are bools, and of extrema.
func comparisonRules() map[string]rule {
	isNan := func(x float64) bool { return x != x }
	neither := func(x, y float64) float64 {
		if x != x {
			return y
		}
		return x
	}
	equal := ordering(func(c int) bool { return c == 0 }, func(x, y float64) bool { return x == y })
	equal.complex = func(x, y complex128) any { return x == y }
	other := ordering(func(c int) bool { return c != 0 }, func(x, y float64) bool { return x != y })
	other.complex = func(x, y complex128) any { return x != y }
	return map[string]rule{
		"Equal": equal, "NotEqual": other,
		"LogicalAnd": logicalRule(func(x, y bool) bool { return x && y }),
		"LogicalOr":  logicalRule(func(x, y bool) bool { return x || y }),
		"LogicalXor": logicalRule(func(x, y bool) bool { return x != y }),
		"LogicalNot": logicalRule(func(x, _ bool) bool { return !x }),

		"Greater":      ordering(func(c int) bool { return c > 0 }, func(x, y float64) bool { return x > y }),
		"GreaterEqual": ordering(func(c int) bool { return c >= 0 }, func(x, y float64) bool { return x >= y }),
		"Less":         ordering(func(c int) bool { return c < 0 }, func(x, y float64) bool { return x < y }),
		"LessEqual":    ordering(func(c int) bool { return c <= 0 }, func(x, y float64) bool { return x <= y }),
		"Maximum":      extremum(func(c int) bool { return c > 0 }, func(x, y float64) float64 { return math.Max(nanOr(x, y), nanOr(y, x)) }),
		"Minimum":      extremum(func(c int) bool { return c < 0 }, func(x, y float64) float64 { return math.Min(nanOr(x, y), nanOr(y, x)) }),
		"Fmax":         extremum(func(c int) bool { return c > 0 }, func(x, y float64) float64 { return math.Max(neither(x, y), neither(y, x)) }),
		"Fmin":         extremum(func(c int) bool { return c < 0 }, func(x, y float64) float64 { return math.Min(neither(x, y), neither(y, x)) }),
		"IsFinite":     constantly(true, func(x float64) bool { return x-x == 0 }, plain),
		"IsInf":        constantly(false, func(x float64) bool { return math.IsInf(x, 0) }, cmplx.IsInf),
		"IsNan":        constantly(false, isNan, func(z complex128) bool { return isNan(real(z)) || isNan(imag(z)) }),
		"SignBit": {whole: func(x, _ *big.Int, _ dtype.Dtype) any { return x.Sign() < 0 },
			floats: func(x, _ float64, _ dtype.Dtype) any { return math.Signbit(x) }},
	}
}

// signRules are those of magnitudes, signs, parts and rounding.
func signRules() map[string]rule {
	return map[string]rule{
		"Abs": {bools: func(x, _ bool) any { return x }, ulps: 2,
			whole:   func(x, _ *big.Int, _ dtype.Dtype) any { return new(big.Int).Abs(x) },
			floats:  func(x, _ float64, _ dtype.Dtype) any { return math.Abs(x) },
			complex: func(x, _ complex128) any { return math.Hypot(real(x), imag(x)) }},
		"Negative": {whole: func(x, _ *big.Int, _ dtype.Dtype) any { return new(big.Int).Neg(x) },
			floats:  func(x, _ float64, _ dtype.Dtype) any { return -x },
			complex: func(x, _ complex128) any { return complex(-real(x), -imag(x)) }},
		"Positive": {whole: self, floats: func(x, _ float64, _ dtype.Dtype) any { return x }, complex: func(x, _ complex128) any { return x }},
		"Conj":     {whole: self, floats: func(x, _ float64, _ dtype.Dtype) any { return x }, complex: func(x, _ complex128) any { return cmplx.Conj(x) }},
		"Real":     {whole: self, floats: func(x, _ float64, _ dtype.Dtype) any { return x }, complex: func(x, _ complex128) any { return real(x) }},
		"Imag": {whole: func(_, _ *big.Int, _ dtype.Dtype) any { return new(big.Int) },
			floats:  func(_, _ float64, _ dtype.Dtype) any { return 0. },
			complex: func(x, _ complex128) any { return imag(x) }},
		"Square": {whole: func(x, _ *big.Int, _ dtype.Dtype) any { return new(big.Int).Mul(x, x) },
			floats:  func(x, _ float64, _ dtype.Dtype) any { return x * x },
			complex: func(x, _ complex128) any { return x * x }},
		"Sign": {ulps: 2, whole: func(x, _ *big.Int, _ dtype.Dtype) any { return big.NewInt(int64(x.Sign())) },
			floats: func(x, _ float64, _ dtype.Dtype) any {
				if x == 0 {
					return 0.0
				}
				if x != x {
					return x
				}
				return math.Copysign(1, x)
			},
			complex: func(x, _ complex128) any {
				if x == 0 {
					return complex(0, 0)
				}
				return x / complex(cmplx.Abs(x), 0)
			}, finite: true},
		"Round": {whole: self, floats: func(x, _ float64, _ dtype.Dtype) any { return math.RoundToEven(x) },
			complex: func(x, _ complex128) any {
				return complex(math.RoundToEven(real(x)), math.RoundToEven(imag(x)))
			}},
		"Ceil":  {whole: self, floats: func(x, _ float64, _ dtype.Dtype) any { return math.Ceil(x) }},
		"Floor": {whole: self, floats: func(x, _ float64, _ dtype.Dtype) any { return math.Floor(x) }},
		"Trunc": {whole: self, floats: func(x, _ float64, _ dtype.Dtype) any { return math.Trunc(x) }},
		"Relu": {bools: func(x, _ bool) any { return x },
			whole: func(x, _ *big.Int, _ dtype.Dtype) any {
				if x.Sign() < 0 {
					return new(big.Int)
				}
				return x
			},
			floats: func(x, _ float64, _ dtype.Dtype) any {
				if x > 0 || x != x {
					return x
				}
				return 0.
			}},
	}
}

// floatRules are those of rows of two floats.
func floatRules() map[string]rule {
	return map[string]rule{
		"CopySign":    {floats: func(x, y float64, _ dtype.Dtype) any { return math.Copysign(x, y) }},
		"JoinComplex": {floats: func(x, y float64, _ dtype.Dtype) any { return complex(x, y) }},
		"Atan2": {ulps: 4, floats: func(x, y float64, _ dtype.Dtype) any {
			return math.Copysign(math.Atan2(x, y), x) // math.Atan2(-5e-324, -2) is positive
		}},
		"Hypot":   {ulps: 4, floats: func(x, y float64, _ dtype.Dtype) any { return math.Hypot(x, y) }},
		"Igamma":  {ulps: 4, floats: func(x, y float64, _ dtype.Dtype) any { return elementary.Igamma(x, y) }},
		"Igammac": {ulps: 4, floats: func(x, y float64, _ dtype.Dtype) any { return elementary.Igammac(x, y) }},
		"Zeta":    {ulps: 4, floats: func(x, y float64, _ dtype.Dtype) any { return elementary.Zeta(x, y) }},
		"LogAddExp": {ulps: 8, floats: func(x, y float64, _ dtype.Dtype) any {
			if x == y {
				return x + math.Ln2
			}
			return max(x, y) + math.Log1p(math.Exp(-math.Abs(x-y)))
		}},
		"NextAfter": {floats: nextAfter},
	}
}

// nextAfter returns the number of dtype d after x towards y.
func nextAfter(x, y float64, d dtype.Dtype) any {
	switch all := arraytest.FloatsOf16[d]; {
	case x != x || y != y:
		return math.NaN()
	case x == y:
		return y
	case d == dtype.Float64:
		return math.Nextafter(x, y)
	case d == dtype.Float32:
		return float64(math.Nextafter32(float32(x), float32(y)))
	case x == 0:
		return math.Copysign(all[1], y)
	default:
		all = append(slices.Clip(all), math.Inf(1))
		i := sort.SearchFloat64s(all, math.Abs(x))
		if (y > x) == (x > 0) {
			i++
		} else {
			i--
		}
		return math.Copysign(all[i], x)
	}
}

// functionRules are those of functions of one float or complex number.
func functionRules() map[string]rule {
	m := map[string]rule{
		"Acos": function(math.Acos, cmplx.Acos), "Acosh": function(math.Acosh, cmplx.Acosh),
		"Asin": function(math.Asin, cmplx.Asin), "Asinh": function(math.Asinh, cmplx.Asinh),
		"Atan": function(math.Atan, cmplx.Atan), "Atanh": function(math.Atanh, cmplx.Atanh),
		"Cos": function(math.Cos, cmplx.Cos), "Cosh": function(math.Cosh, cmplx.Cosh),
		"Exp": function(math.Exp, cmplx.Exp), "Expm1": function(math.Expm1, func(z complex128) complex128 { return cmplx.Exp(z) - 1 }),
		"Log":   function(func(x float64) float64 { return math.Log2(x) * math.Ln2 }, cmplx.Log), // math.Log knows no subnormal numbers
		"Log1p": function(math.Log1p, func(z complex128) complex128 { return cmplx.Log(1 + z) }),
		"Log2":  function(math.Log2, func(z complex128) complex128 { return cmplx.Log(z) / math.Ln2 }),
		"Log10": function(func(x float64) float64 { return math.Log2(x) * (math.Ln2 / math.Ln10) }, cmplx.Log10),
		"Sin":   function(math.Sin, cmplx.Sin), "Sinh": function(math.Sinh, cmplx.Sinh),
		"Tan": function(math.Tan, cmplx.Tan), "Tanh": function(math.Tanh, cmplx.Tanh),
		"Sqrt":       function(math.Sqrt, cmplx.Sqrt),
		"Reciprocal": function(func(x float64) float64 { return 1 / x }, func(z complex128) complex128 { return 1 / z }),
		"Erf":        function(math.Erf, nil),
		"Erfc":       function(math.Erfc, nil),
		"Erfinv":     function(math.Erfinv, nil),
		"Lgamma": function(func(x float64) float64 {
			if math.IsInf(x, -1) {
				return math.Inf(1)
			}
			if math.Abs(x) < 1e-300 { // package math's knows no subnormal numbers
				return -elementary.Log(math.Abs(x))
			}
			v, _ := math.Lgamma(x)
			return v
		}, nil),
		// Package math has none of these; elementary holds its own to golden data.
		"Digamma": function(elementary.Digamma, nil), "Erfcx": function(elementary.Erfcx, nil), "Ndtri": function(elementary.Ndtri, nil),
		"I0": function(elementary.I0, nil), "I0e": function(elementary.I0e, nil), "I1": function(elementary.I1, nil), "I1e": function(elementary.I1e, nil),
		"Expit": function(sigmoid, func(z complex128) complex128 { return 1 / (1 + cmplx.Exp(-z)) }),
		"Silu": function(func(x float64) float64 {
			if math.IsInf(x, -1) {
				return math.Copysign(0, -1)
			}
			return x * sigmoid(x)
		}, nil),
		"GeluErf": function(gelu, nil),
		"GeluTanh": function(func(x float64) float64 {
			u := 2 * math.Sqrt(2/math.Pi) * (x + 0.044715*x*x*x)
			if u < -745 {
				return math.Copysign(0, -1)
			}
			return x * sigmoid(u)
		}, nil),
		"SoftplusOne": function(func(x float64) float64 { return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }, nil),
	}
	m["Sigmoid"] = m["Expit"]
	return m
}

func nanOr(x, y float64) float64 {
	if y != y {
		return y
	}
	return x
}

// want returns what the rule says of operands of dtype d, and whether it says anything.
func (r rule) want(d, out dtype.Dtype, x, y any) (any, bool) {
	switch x := x.(type) {
	case bool:
		return r.bools(x, y.(bool)), true
	case *big.Int:
		v := r.whole(x, y.(*big.Int), d)
		if i, ok := v.(*big.Int); ok {
			v = wrap(out, i)
		}
		return v, true
	case float64:
		return r.floats(x, y.(float64), d), true
	default:
		z, w := x.(complex128), y.(complex128)
		if r.finite && !(plain(z) && plain(w) && real(z) != 0 && imag(z) != 0) {
			return nil, false
		}
		v := r.complex(z, w)
		if v, ok := v.(complex128); ok && r.finite && !plain(v) {
			return nil, false // the direction of an infinite result, and NaN with it
		}
		return v, true
	}
}

// elementwiseRows returns the rows of the families that the files of these tests fill.
func elementwiseRows() (rows []*ops.Op) {
	for _, op := range ops.All() {
		switch {
		case op.Group != ops.Elementwise && op.Group != ops.Activations && op.Group != ops.Special:
		case op.Family == ops.FamilyUnary || op.Family == ops.FamilyBinary || op.Family == ops.FamilyTernary:
			rows = append(rows, op)
		}
	}
	return rows
}

// call runs the row's kernel.
func call(op *ops.Op, out backend.Spec, x, y *array.Buffer) (*array.Buffer, error) {
	e := kernels.Entry(op)
	var (
		z   backend.Buffer
		err error
	)
	switch {
	case e.Unary != nil:
		z, err = e.Unary(out, x)
	case e.Binary != nil:
		z, err = e.Binary(out, x, y)
	default:
		return nil, fmt.Errorf("%v has no kernel", op)
	}
	if err != nil {
		return nil, err
	}
	return z.(*array.Buffer), nil
}

func TestElementwiseComplete(t *testing.T) {
	rows := append(elementwiseRows(), ops.Cast.Op)
	require.Greater(t, len(rows), 70)
	for _, op := range rows {
		e := kernels.Entry(op)
		require.NotNil(t, e.Op, "%v has no entry", op)
		assert.Equal(t, op.In, e.Dtypes, "%v", op)
		assert.Empty(t, e.Gap, "%v", op)
		for _, d := range op.In.Dtypes() {
			b := arraytest.BufferOf(t, d, arraytest.Edges(d)[:1])
			_, err := call(op, backend.Spec{Dtype: op.Out(d, dtype.StandardDefaults), Shape: []int{1}}, b, b)
			assert.NoError(t, err, "%v of %v", op, d)
		}
	}
}

// TestElementwiseLoopMissing calls a kernel with a dtype that its row does not take.
func TestElementwiseLoopMissing(t *testing.T) {
	b := arraytest.BufferOf(t, dtype.Complex64, []any{1i})
	for _, op := range []*ops.Op{ops.Less.Op, ops.Floor.Op, ops.Gcd.Op} {
		_, err := call(op, backend.Spec{Dtype: dtype.Complex64, Shape: []int{1}}, b, b)
		assert.Error(t, err, "%v", op)
	}
}

func floatInfo(d dtype.Dtype) dtype.FloatInfo {
	info, _ := dtype.Finfo(d)
	return info
}

func TestElementwiseValues(t *testing.T) {
	all := rules()
	for _, op := range elementwiseRows() {
		r, ok := all[op.Name]
		require.True(t, ok, "no rule for %v", op)
		for _, d := range op.In.Dtypes() {
			t.Run(op.Name+"/"+d.String(), func(t *testing.T) {
				out := backend.Spec{Dtype: op.Out(d, dtype.StandardDefaults)}
				var xs, ys []any
				for _, x := range arraytest.Edges(d) {
					for _, y := range arraytest.Edges(d) {
						xs, ys = append(xs, x), append(ys, y)
						if op.Family == ops.FamilyUnary {
							break
						}
					}
				}
				out.Shape = []int{len(xs)}
				x, y := arraytest.BufferOf(t, d, xs), arraytest.BufferOf(t, d, ys)
				z, err := call(op, out, x, y)
				require.NoError(t, err)
				require.Equal(t, out.Dtype, z.Dtype)
				require.Equal(t, out.Shape, z.Shape)
				ulps := r.ulps
				if d.IsFloat() && (op.Name == "Divide" || op.Name == "Sqrt" || op.Name == "Abs" || op.Name == "Reciprocal") {
					ulps = 0 // only complex ones round more than once
				}
				if ulps > 1 && (d == dtype.Float64 || d == dtype.Complex128) {
					ulps *= 32 // the references are no better
				}
				bad := 0
				for i := range xs {
					want, ok := r.want(d, out.Dtype, xs[i], ys[i])
					if op == ops.FloorDivide.Op && d.IsFloat() && math.IsInf(arraytest.RoundTo(d, want.(float64)), 0) && ordinary(xs[i].(float64), ys[i].(float64)) {
						// A finite quotient beyond the dtype: infinity, or the greatest value, which is the next below.
						assert.GreaterOrEqual(t, math.Abs(arraytest.Element0(z, i).(float64)), floatInfo(d).Max)
						continue
					}
					if got := arraytest.Element0(z, i); ok && !same(out.Dtype, got, want, ulps) {
						if bad++; bad < 6 {
							t.Errorf("%v(%v, %v) = %v, want %v", op, xs[i], ys[i], got, want)
						}
					}
					if got := arraytest.Element0(x, i); !same(d, got, xs[i], 0) {
						t.Fatalf("%v changed its operand %v to %v", op, xs[i], got)
					}
				}
			})
		}
	}
}
