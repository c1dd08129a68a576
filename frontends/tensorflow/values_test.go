package tensorflow

import (
	"encoding/base64"
	"math"
	"math/cmplx"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/golden"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// TestValues compares every function with TensorFlow's own results.
func TestValues(t *testing.T) {
	for _, c := range []struct {
		mode, file string
		cases      int
	}{{"", "values", 13800}, {"", "values-convolutions", 2000}, {"all", "values-all", 10800}, {"safe", "values-safe", 10800}, {"legacy", "values-legacy", 10800},
		{"", "values-parameters", 1900}, {"all", "values-parameters-all", 1300}, {"safe", "values-parameters-safe", 1300}, {"legacy", "values-parameters-legacy", 1300}} {
		t.Run(c.file, func(t *testing.T) {
			v := golden.ReadValues(t, c.file, c.cases)
			each(t, c.mode, func(t *testing.T, n *TensorFlow) {
				v.Run(t, n.Namespace, check(t, v, n))
			})
		})
	}
}

// check states how values are compared: bit for bit, but for what is listed here.
func check(t *testing.T, v *golden.Values, n *TensorFlow) golden.Check {
	var last *ivy.Array // the result of the case at hand
	operands := map[*golden.Case][]*ivy.Array{}
	return golden.Check{
		ULPOf: func(c *golden.Case, d dtype.Dtype) (float64, bool) {
			of, ok := ulps[function(c.Path)]
			if !ok {
				return 0, false
			}
			if d.Size() == 2 {
				return of.half, of.half > 0
			}
			return of.wide, of.wide > 0
		},
		Near: near,
		Undefined: func(_ *golden.Values, c *golden.Case, i int) string {
			if i < 0 {
				return ""
			}
			xs, ok := operands[c]
			if !ok {
				for _, a := range c.Args {
					if name, isText := a.(string); isText && strings.HasPrefix(name, "@") {
						xs = append(xs, v.Argument(t, n.Namespace, a).(*frontend.Array).V)
					}
				}
				operands[c] = xs
			}
			return undefined(c, xs, last, i)
		},
		Function: func(path string) golden.Caller {
			f := n.Functions.Lookup(path)
			if name, ok := strings.CutPrefix(path, "."); ok && f == nil {
				return func(args ...any) any { return attribute(n.Namespace, name, args) }
			}
			if f == nil {
				return nil
			}
			return func(args ...any) any {
				z := n.Call(f, args...)
				last = nil
				if a, ok := z.(*frontend.Array); ok {
					last = a.V
				}
				return written(z)
			}
		},
	}
}

// attribute is an attribute of the first argument that is no method of the table.
func attribute(n *frontend.Namespace, name string, args []any) any {
	f := n.Attributes[name]
	if f == nil {
		return n.Call(&frontend.Func{Path: name, Run: func(c *frontend.Call) any {
			c.Raise("AttributeError", "Tensor has no attribute %s", name)
			return nil
		}})
	}
	return n.Call(&frontend.Func{Path: name, Run: func(*frontend.Call) any { return f(args[0].(*frontend.Array)) }})
}

// near is how far sums of products of normal numbers, and means of them, may be off: they
// are added in another order, or narrow ones each rounded.
func near(_ *golden.Values, c *golden.Case, d dtype.Dtype, _ int) float64 {
	operand, _ := c.Args[0].(string)
	name := function(c.Path)
	if !strings.Contains(operand, ".normal") || !strings.Contains(name, "conv") && !strings.Contains(name, "pool") {
		return 0
	}
	info, err := dtype.Finfo(d.Component())
	if err != nil {
		return 0
	}
	if d.Size() == 2 {
		return 32 * info.Eps
	}
	return 128 * info.Eps
}

const (
	flushed = "TensorFlow's kernels may take subnormal numbers for zeros and give zeros for them"
	apart   = "complex numbers are compared by their distance: a small part has the error of a large one"
)

// undefined returns why element i of a result is not compared.
func undefined(c *golden.Case, operands []*ivy.Array, z *ivy.Array, i int) string {
	if z == nil {
		return ""
	}
	if operand, _ := c.Args[0].(string); strings.HasPrefix(function(c.Path), "max_pool") && strings.HasSuffix(operand, ".nans3") {
		return "in TensorFlow's greatest of three dimensions what follows a NaN takes its place"
	}
	if subnormal(c.Result.([]any)[0].(string), wantBytes(c), i) || subnormal(z.Dtype().String(), z.Bytes(), i) {
		return flushed
	}
	if z.Dtype().IsComplex() {
		if why := undefinedComplex(c, z, i); why != "" {
			return why
		}
	}
	for _, x := range operands {
		if x.Size() != 1 && x.Size() != z.Size() {
			continue
		}
		if why := undefinedOf(c, operands, x, z, i); why != "" {
			return why
		}
	}
	return ""
}

// undefinedComplex is undefined of a complex result, whatever the operands are.
func undefinedComplex(c *golden.Case, z *ivy.Array, i int) string {
	got, want := item128(z, i), item128(ivy.FromBytes(z.Dtype(), z.Shape(), wantBytes(c)), i)
	of, ok := ulps[function(c.Path)]
	eps := map[dtype.Dtype]float64{dtype.Complex64: 0x1p-23, dtype.Complex128: 0x1p-52}[z.Dtype()]
	if ok && cmplx.Abs(got-want) <= (of.wide+1)*eps*cmplx.Abs(want) {
		return apart
	}
	if bad(got) || bad(want) {
		return "complex numbers with infinities and NaNs, and divisions by zero, are not the same in TensorFlow's vector and scalar kernels"
	}
	return ""
}

// undefinedOf is undefined because of the operand x.
func undefinedOf(c *golden.Case, operands []*ivy.Array, x, z *ivy.Array, i int) string {
	at := i
	if x.Size() == 1 {
		at = 0
	}
	if subnormal(x.Dtype().String(), x.Bytes(), at) {
		return flushed
	}
	if strings.HasPrefix(function(c.Path), "floor") && x == operands[len(operands)-1] && z.Dtype().IsFloat() && len(operands) == 2 {
		if q := math.Abs(item(flat(operands[0], i)) / item(flat(x, i))); q < 0x1p-126 || z.Dtype() == dtype.Float64 && q < 0x1p-1022 {
			return flushed
		}
	}
	if (c.Path == "cast" || c.Path == ".astype") && z.Dtype().IsInteger() && !inRange(x, z.Dtype(), at) {
		return "a float that an integer dtype does not hold has no value there in C"
	}
	return ""
}

// function returns a path's last part.
func function(path string) string { return path[strings.LastIndex(path, ".")+1:] }

func item128(x *ivy.Array, i int) complex128 {
	e := x.Env()
	return ivy.Item[complex128](e.Astype(e.Reshape(x, []int{-1}).Get(i), dtype.Complex128))
}

func flat(x *ivy.Array, i int) *ivy.Array {
	e := x.Env()
	return e.Astype(e.Reshape(x, []int{-1}).Get(i), dtype.Float64)
}

func bad(z complex128) bool { return cmplx.IsNaN(z) || cmplx.IsInf(z) }

func wantBytes(c *golden.Case) []byte {
	b, _ := base64.StdEncoding.DecodeString(c.Result.([]any)[2].(string))
	return b
}

// subnormal reports whether element i, or one of its parts, is subnormal.
func subnormal(name string, b []byte, i int) bool {
	d, err := dtype.Parse(strings.TrimSuffix(name, "*"))
	if err != nil || !d.IsFloat() && !d.IsComplex() || (i+1)*d.Size() > len(b) {
		return false
	}
	b = b[i*d.Size() : (i+1)*d.Size()]
	if d.IsComplex() {
		h := len(b) / 2
		return subnormal(d.Component().String(), b[:h], 0) || subnormal(d.Component().String(), b[h:], 0)
	}
	var bits uint64
	for k := len(b) - 1; k >= 0; k-- {
		bits = bits<<8 | uint64(b[k])
	}
	mantissa := map[dtype.Dtype]uint{dtype.BFloat16: 7, dtype.Float16: 10, dtype.Float32: 23, dtype.Float64: 52}[d]
	bits &^= 1 << (len(b)*8 - 1)
	return bits != 0 && bits <= 1<<mantissa // the smallest normal number may be a rounded subnormal one
}

func inRange(x *ivy.Array, d dtype.Dtype, i int) bool {
	e := x.Env()
	if x.Dtype().IsComplex() {
		x = e.Real(x)
	}
	f := math.Trunc(item(e.Astype(e.Reshape(x, []int{-1}).Get(i), dtype.Float64)))
	bits := d.Bits()
	if d.IsUnsigned() {
		return f > -1 && f < math.Ldexp(1, bits)
	}
	return f >= -math.Ldexp(1, bits-1) && f < math.Ldexp(1, bits-1)
}

// anyZero is of functions that give one of two zeros, the sign of which depends on where
// in a vector it stands.
var anyZero = ulp{0.5, 0.5}

type ulp struct{ half, wide float64 }

// ulps are how far functions may be from TensorFlow's own results, in units of the last
// place: in the half dtypes, whose kernels TensorFlow rounds at every step, and in the
// others. What is not here agrees bit for bit. Large numbers are of results in float64 of
// what is computed in float32, of differences near 0, and of TensorFlow's pow, which is
// that far from the truth.
var ulps = map[string]ulp{
	"maximum": anyZero, "minimum": anyZero, "relu": anyZero, "relu6": anyZero, "amax": anyZero, "amin": anyZero, "max": anyZero, "min": anyZero, "clip_by_value": anyZero,
	"sqrt": {0, 1}, "rsqrt": {1, 2}, "exp": {0, 2}, "expm1": {1, 4}, "log": {0, 2}, "log1p": {1, 4}, "log2": {0, 1 << 30}, "log10": {0, 1 << 30}, "exp2": {1, 4},
	"sin": {0, 2}, "cos": {0, 2}, "tan": {0, 4}, "asin": {0, 4}, "acos": {0, 4}, "atan": {0, 4}, "sinh": {1, 4}, "cosh": {1, 4}, "tanh": {1, 4},
	"asinh": {0, 4}, "acosh": {0, 4}, "atanh": {0, 4}, "arcsin": {0, 4}, "arccos": {0, 4}, "arctan": {0, 4}, "arcsinh": {0, 4}, "arccosh": {0, 4}, "arctanh": {0, 4},
	"atan2": {0, 4}, "arctan2": {0, 4}, "pow": {1, 1100}, "power": {1, 4}, "float_power": {1, 4}, "erf": {1, 4}, "erfc": {1, 4}, "sigmoid": {1, 4}, "log_sigmoid": {2, 4}, "softplus": {2, 4},
	"reciprocal": {0, 1}, "sign": {0, 2}, "square": {0, 2}, "squared_difference": {0, 2}, "divide": {0, 2}, "true_divide": {0, 2}, "truediv": {0, 2}, "divide_no_nan": {0, 2}, "xlogy": {0, 4}, "xlog1py": {0, 4}, "xdivy": {0, 4}, "multiply": {0, 2},
	"gelu": {4, 1024}, "silu": {2, 4}, "swish": {2, 4}, "elu": {1, 16}, "selu": {2, 16}, "softsign": {1, 1}, "softmax": {2, 4}, "log_softmax": {2, 4}, "l2_normalize": {2, 4},
	"sigmoid_cross_entropy_with_logits": {2, 4}, "reduce_logsumexp": {2, 4}, "logaddexp": {2, 1 << 27}, "hypot": {1, 2}, "sinc": {1, 4}, "cbrt": {1, 4}, "deg2rad": {1, 1},
	"reduce_std": {2, 4}, "reduce_variance": {2, 4}, "reduce_euclidean_norm": {1, 2}, "norm": {1, 4}, "std": {2, 4}, "var": {2, 4}, "mean": {1, 1}, "reduce_mean": {1, 1},
	"det": {0, 8}, "inv": {0, 8}, "cholesky": {0, 4}, "solve": {0, 16}, "linspace": {1, 1},
}

// written makes a result what the file has: a dtype its name, a shape a list.
func written(z any) any {
	switch z := z.(type) {
	case dtype.Dtype:
		return z.String()
	case []int:
		list := make([]any, len(z))
		for i, n := range z {
			list[i] = n
		}
		return list
	}
	return z
}

// TestEveryFunction: no function is without a case.
func TestEveryFunction(t *testing.T) {
	seen := map[string]bool{}
	for _, file := range []string{"values", "values-convolutions", "values-all", "values-parameters", "values-signal", "values-factorizations", "values-banded"} {
		for _, c := range golden.ReadValues(t, file, 1).Cases {
			seen[strings.TrimSuffix(c.Path, "()")] = true // of a function that it returns
		}
	}
	for _, f := range functions.All() {
		if !seen[f.Path] && !elsewhere[f.Path] && !strings.HasPrefix(f.Path, "random.") { // TestDraws of support/script
			t.Errorf("no case of %s", f.Path)
		}
	}
	for path := range elsewhere {
		assert.NotNil(t, functions.Lookup(path), path)
		assert.False(t, seen[path], path)
	}
}

// elsewhere are methods, whose cases are those of the operators' sweep and of TestMethods.
var elsewhere = map[string]bool{
	".__add__": true, ".__sub__": true, ".__mul__": true, ".__truediv__": true, ".__floordiv__": true, ".__mod__": true, ".__pow__": true, ".__matmul__": true,
	".__and__": true, ".__or__": true, ".__xor__": true, ".__lt__": true, ".__le__": true, ".__gt__": true, ".__ge__": true,
	".__neg__": true, ".__pos__": true, ".__abs__": true, ".__invert__": true, ".__getitem__": true,
}

func TestRobust(t *testing.T) {
	for _, mode := range []string{"", "all", "legacy"} {
		each(t, mode, func(t *testing.T, n *TensorFlow) { golden.CheckRobust(t, n.Namespace, 60) })
	}
}

// TestHugeNumbers finds functions that a huge argument makes run without end, or out of memory.
func TestHugeNumbers(t *testing.T) {
	n, err := New(Config{Backend: "native"})
	require.NoError(t, err)
	golden.CheckHuge(t, n.Namespace)
}
