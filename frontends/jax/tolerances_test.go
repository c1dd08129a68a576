package jax

import (
	"math"
	"math/cmplx"
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/internal/golden"
	"github.com/goivy/goivy/ivy/dtype"
)

// approximations are functions that XLA approximates, element by element, by the units in
// the last place that JAX's results are off by of ours, which are rounded correctly or
// nearly so: in bfloat16, float16, float32, float64, complex64 and complex128. Those of
// jax.numpy, jax.lax, jax.nn and jax.scipy.special of one name are one function.
var approximations = map[string][6]float64{
	"abs":          {0, 0, 1, 1, 0, 0},
	"acos":         {0, 0, 1, 1, 1, 1},
	"acosh":        {1, 1, 3, 1, 1, 1},
	"arctan2":      {0, 0, 1, 0, 0, 0},
	"asin":         {1, 1, 1, 1, 1, 1},
	"asinh":        {1, 1, 1, 1, 1, 1},
	"atan":         {0, 0, 2, 1, 1, 0.5}, // float32: JAX's atan(1.5) is 1.42 units above the exact value, which allows ours to be 0.58 below
	"atanh":        {1, 1, 1, 1, 1, 0.5},
	"cbrt":         {0, 0, 1, 2, 0, 0},
	"celu":         {0, 1, 3, 1, 0.5, 1},
	"cos":          {0, 0, 0, 0, 2, 2},
	"cosh":         {0, 0, 1, 1, 1, 2},
	"digamma":      {0, 0, 1, 1, 0, 0},
	"elu":          {0, 1, 3, 1, 0.5, 1},
	"entr":         {0, 0, 1, 0, 0, 0},
	"erf":          {0, 0, 2, 1, 0, 0},
	"erf_inv":      {0, 0, 1, 2, 0, 0},
	"erfc":         {0, 0, 3, 2, 0, 0},
	"exp":          {0, 0, 1, 1, 1, 1},
	"exp2":         {0, 0, 1, 1, 1, 1},
	"expm1":        {0, 1, 3, 1, 1, 1},
	"gelu":         {0, 1, 1, 1, 1, 3},
	"hard_sigmoid": {0, 1, 1, 1, 1, 1},
	"hard_silu":    {0, 1, 1, 1, 2, 2},
	"hypot":        {1, 1, 2, 1, 0, 0},
	"integer_pow":  {0, 0, 0, 0, 1, 1},
	"lgamma":       {0, 0, 4, 2, 0, 0},
	"log":          {0, 0, 1, 0, 1, 1},
	"log10":        {1, 1, 1, 1, 1, 1},
	"log1p":        {0, 0, 1, 1, 1, 0},
	"log2":         {1, 1, 1, 1, 1, 1},
	"log_sigmoid":  {1, 1, 1, 1, 2, 3.5},
	"logaddexp":    {1, 1, 1, 1, 1, 2},
	"logaddexp2":   {1, 1, 1, 2, 2, 0.5},
	"logistic":     {2, 1, 1, 1, 3, 2},
	"logit":        {0, 0, 0, 0, 1, 3}, // complex128: XLA fuses the quotient's products and sums
	"mean":         {0, 0, 1, 0, 0, 0},
	"mish":         {1, 1, 4, 2, 0, 0},
	"nanmean":      {4, 4, 1, 0, 0, 0}, // JAX adds in half precision, of numbers here that nearly cancel
	"nanstd":       {0, 0, 1, 0, 0, 0},
	"nanvar":       {0, 0, 1, 0, 0, 0},
	"power":        {0, 1, 1, 0, 6, 4}, // float16: 65504**0.5, of float32 0.50012 units from a number halfway between two of float16
	"reciprocal":   {0, 0, 0, 0, 1, 1},
	"rel_entr":     {2, 0, 0, 0, 0, 0},
	"rsqrt":        {0, 0, 1, 1, 1, 2},
	"selu":         {0, 2, 2, 1, 0.5, 1},
	"sign":         {0, 0, 0, 0, 2, 2},
	"silu":         {1, 3, 0, 1, 3, 3},
	"sin":          {0, 0, 0, 0, 1, 1},
	"sinc":         {0, 0, 0, 0, 2, 3},
	"sinh":         {0, 0, 3, 1, 1, 2},
	"soft_sign":    {0, 0, 0, 0, 2, 2},
	"softplus":     {1, 1, 1, 1, 0, 0},
	"sqrt":         {0, 0, 0, 0, 1, 2},
	"squareplus":   {0, 0, 0, 0, 1, 1},
	"std":          {0, 0, 1, 0, 0, 0},
	"tan":          {0, 0, 1, 0, 1, 2},
	"tanh":         {0, 0, 1, 1, 1, 2},
	"true_divide":  {0, 0, 0, 1, 1, 1},
	"var":          {0, 0, 1, 0, 0, 0},
	"xlog1py":      {0, 0, 2, 1, 1, 1},
	"xlogy":        {0, 0, 2, 0, 1, 0.5},
}

func ulpOf(c *golden.Case, d dtype.Dtype) (float64, bool) {
	column := slices.Index([]dtype.Dtype{dtype.BFloat16, dtype.Float16, dtype.Float32, dtype.Float64, dtype.Complex64, dtype.Complex128}, d)
	row, ok := approximations[name(c)]
	if !ok || column < 0 || len(c.Args) == 0 || strings.HasPrefix(c.Path, ".") {
		return 0, false
	}
	if operand, _ := c.Args[0].(string); name(c) == "abs" && !strings.HasPrefix(operand, "@complex") && !strings.HasPrefix(operand, "c:") {
		return 0, false
	}
	return max(row[column], ulp[c.Path]), true
}

// name returns the name of a case's function without its namespaces, the first of its
// names.
func name(c *golden.Case) string {
	name := c.Path[strings.LastIndexByte(c.Path, '.')+1:]
	if first, ok := otherNames[name]; ok {
		return first
	}
	return name
}

var otherNames = map[string]string{
	"arcsin": "asin", "arccos": "acos", "arctan": "atan", "arcsinh": "asinh", "arccosh": "acosh", "arctanh": "atanh", "atan2": "arctan2",
	"divide": "true_divide", "div": "true_divide", "pow": "power", "float_power": "power", "gammaln": "lgamma", "erfinv": "erf_inv",
	"sigmoid": "logistic", "expit": "logistic", "swish": "silu", "hard_swish": "hard_silu",
}

// ends returns the precision of a dtype, or its parts', and the smallest and the greatest
// numbers.
func ends(d dtype.Dtype) (eps, least, most float64) {
	info, err := dtype.Finfo(d.Component())
	if err != nil {
		return 0, 0, math.Inf(1)
	}
	return info.Eps, info.SmallestNormal, info.Max
}

// rawCase says where subnormals are no zeros: in nextafter, and the truth of bfloat16.
func rawCase(c *golden.Case) bool {
	if len(c.Args) == 0 {
		return false
	}
	switch operand, _ := c.Args[0].(string); name(c) {
	case "nextafter":
		return true
	case "logical_not", "logical_and", "logical_or", "logical_xor":
		return strings.HasPrefix(operand, "@bfloat16.")
	case "astype":
		return strings.HasPrefix(operand, "@bfloat16.") && len(c.Args) > 1 && c.Args[1] == "d:bool"
	}
	return false
}

// near is how far an element may be off besides where its operands make a function ill
// conditioned. XLA computes what is narrow in float32.
func near(v *golden.Values, c *golden.Case, d dtype.Dtype, i int) float64 {
	if operand, _ := c.Args[0].(string); strings.Contains(operand, ".normal") && (strings.HasPrefix(name(c), "conv") || name(c) == "reduce_window") {
		eps, _, _ := ends(d)
		if wide(d) != d {
			return 8 * eps // sums of products of about 1, each rounded
		}
		return 64 * eps // in another order
	}
	if strings.HasPrefix(c.Path, "numpy.linalg.") && ulp[c.Path] == 64 { // factors of matrices of about 1, which errors spread in
		eps, _, _ := ends(d)
		return 256 * eps
	}
	of := slack[name(c)]
	a, ok := v.Number(c, 0, i)
	if of == nil || !ok || !dtype.Inexact.Has(d) {
		return 0
	}
	b, _ := v.Number(c, 1, i)
	eps, least, _ := ends(wide(d))
	own, _, _ := ends(d)
	return of(operands{real(a), real(b), cmplx.Abs(a), d.IsComplex(), eps, own, least})
}

// operands are the real parts of a function's first two operands, the magnitude of the
// first, whether they are complex, the precisions of the dtype that XLA computes in and of
// the result's own, and the smallest normal number.
type operands struct {
	x, y, r         float64
	complex         bool
	eps, own, least float64
}

// unlessComplex is f, and 0 of complex operands.
func unlessComplex(f func(o operands) float64) func(o operands) float64 {
	return func(o operands) float64 {
		if o.complex {
			return 0
		}
		return f(o)
	}
}

// slack is how far an element may be off, by the function's name.
var slack = func() map[string]func(o operands) float64 {
	// exp(x + log ½), whose sum is rounded
	hyperbolic := unlessComplex(func(o operands) float64 { return o.eps / 2 * o.r * math.Cosh(o.x) })
	// a sum that cancels left of 0, and where its tanh is −1
	cancelled := func(o operands) float64 {
		if o.x < 0 || o.complex {
			return o.own * o.r
		}
		return 0
	}
	// a complex log1p near the circle where it is imaginary
	log1p := func(o operands) float64 {
		if o.complex {
			return 8 * o.eps * max(1, o.r)
		}
		return o.r * o.least
	}
	angle := func(o operands) float64 { return 2 * o.eps } // the cosine of a rounded angle
	return map[string]func(o operands) float64{
		"sinh": hyperbolic, "cosh": hyperbolic,
		"tanh": unlessComplex(func(o operands) float64 { // which XLA clamps to 1 there
			if o.r > 7.9 {
				return 2 * o.eps
			}
			return 0
		}),
		"lgamma":  func(o operands) float64 { return 4 * o.eps },  // a sum of terms near 1, which cancel near its roots
		"digamma": func(o operands) float64 { return 10 * o.eps }, // the same
		"gelu":    cancelled, "squareplus": cancelled,
		"softplus": log1p, "mish": log1p,
		"silu":     func(o operands) float64 { return o.r * o.least },                       // one factor of a large product is subnormal
		"asin":     func(o operands) float64 { return o.least },                             // of the smallest numbers a factor is
		"linspace": func(o operands) float64 { return o.eps / 2 * max(o.r, math.Abs(o.y)) }, // a sum of products, one of which is not rounded
		"blackman": angle, "hamming": angle, "hanning": angle,
		"arctan2": func(o operands) float64 { // of complex numbers the logarithm of a quotient, of 1 for 0
			if o.complex {
				return 2 * o.eps
			}
			return 0
		},
		"rel_entr": func(o operands) float64 { // p·log p − p·log q, one of which is not rounded
			return o.own * (math.Abs(o.x*math.Log(o.x)) + math.Abs(o.x*math.Log(o.y)))
		},
		"logaddexp2": unlessComplex(func(o operands) float64 { // exp(Δ·log 2), whose product is rounded, and a sum that cancels
			if root := max(o.x, o.y); -1 <= root && root < 0 {
				return o.own / 2
			}
			delta := math.Abs(o.x - o.y)
			return o.eps / 2 * delta * math.Exp2(-delta)
		}),
	}
}()

// undefined returns why JAX defines no value of an element.
func undefined(v *golden.Values, c *golden.Case, i int) string {
	if i < 0 {
		return ""
	}
	var xs []complex128
	operand := dtype.Float64
	for k := range c.Args {
		x, ok := v.Number(c, k, i)
		if !ok {
			return ""
		}
		xs = append(xs, x)
		text, _ := c.Args[k].(string)
		name, _, _ := strings.Cut(strings.TrimPrefix(text, "@"), ".")
		if d, err := dtype.Parse(name); err == nil {
			operand = d
		}
	}
	o := openOperands{xs, operand}
	for _, rule := range openRules {
		if slices.Contains(rule.names, name(c)) && (operand.IsComplex() || !rule.complex) && rule.when(o) {
			return rule.why
		}
	}
	return ""
}

// openOperands are a function's operands and their dtype.
type openOperands struct {
	xs []complex128
	d  dtype.Dtype
}

// some reports whether is holds of any part of an operand.
func (o openOperands) some(is func(p float64) bool) bool {
	return slices.ContainsFunc(o.xs, func(x complex128) bool { return is(real(x)) || is(imag(x)) })
}

func (o openOperands) subnormal() bool {
	_, least, _ := ends(o.d)
	return o.some(func(p float64) bool { return p != 0 && math.Abs(p) < least })
}

// openRules are the functions and operands of which JAX defines no value, those with complex
// of complex numbers alone.
var openRules = []struct {
	names   []string
	complex bool
	when    func(o openOperands) bool
	why     string
}{
	{[]string{"power", "arctan2", "frexp", "cbrt"}, false, openOperands.subnormal,
		"powers, roots, angles and exponents of subnormals, which XLA takes for zeros in some steps and not in others"},
	{[]string{"nextafter"}, false, func(o openOperands) bool {
		_, least, _ := ends(o.d)
		return o.subnormal() && !o.some(func(p float64) bool { return math.Abs(p) >= least })
	}, "what is next to a subnormal, or to 0, towards another: XLA takes the two for equal"},
	{[]string{"rel_entr"}, false, func(o openOperands) bool {
		_, _, most := ends(o.d)
		return math.Abs(real(o.xs[0])*math.Log(real(o.xs[0]))) > most
	}, "the difference of two infinite terms, one of which XLA does not round to infinity"},
	{[]string{"atan", "atanh"}, true, func(o openOperands) bool { return o.some(isNaN) },
		"the inverse tangents of a complex NaN: the other part has the sign that the processor gives a NaN"},
	{[]string{"elu", "celu"}, true, func(o openOperands) bool { return o.some(func(p float64) bool { return p-p != 0 }) },
		"products and quotients of complex infinities with the constant 1, which XLA's compiler leaves out"},
	{[]string{"multiply", "true_divide", "power", "arctan2", "xlogy", "xlog1py"}, true, func(o openOperands) bool {
		_, least, most := ends(o.d)
		return o.some(func(p float64) bool {
			p = math.Abs(p)
			return p-p == 0 && p >= most/4 || p != 0 && p <= 4*least
		})
	}, "complex functions of two operands at the ends of the range, where parts overflow or vanish on the way"},
}
