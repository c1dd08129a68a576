package numpy

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/golden"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// function returns functions that answer in another form in the golden values: those
// that write into their first argument give it, dtypes their names, limits a list.
func function(path string) golden.Caller {
	n := std.Namespace
	f := n.Functions.Lookup(path)
	if f == nil {
		if name, ok := strings.CutPrefix(path, "."); ok {
			f = n.Functions.Method(name)
		}
	}
	if f == nil {
		return nil
	}
	return func(args ...any) any {
		z := n.Call(f, args...)
		switch v := z.(type) {
		case dtype.Dtype:
			return v.String()
		case dtype.FloatInfo:
			return []any{v.Bits, v.Eps, v.Max, v.Min, v.SmallestNormal}
		case dtype.IntInfo:
			return []any{v.Bits, frontend.Integer(v.Min), scalarOfUint(v.Max)}
		}
		if f.Out == frontend.None {
			return args[0]
		}
		if rounded[path] {
			z = roundedTo(n, z)
			if path == "linalg.eigvals" {
				z = n.Call(functions.Must("sort"), z)
			}
		}
		return z
	}
}

// rounded are functions whose golden values are rounded, and so must ours be.
var rounded = func() map[string]bool {
	m := map[string]bool{"cov": true, "corrcoef": true}
	for _, name := range strings.Fields("inv solve tensorsolve tensorinv cholesky qr svd svdvals eigvals eigvalsh pinv lstsq matrix_power det slogdet cond norm matrix_norm") {
		m["linalg."+name] = true
	}
	return m
}()

func roundedTo(n *frontend.Namespace, z any) any {
	switch z := z.(type) {
	case []*frontend.Array:
		list := make([]any, len(z))
		for i, a := range z {
			list[i] = roundedTo(n, a)
		}
		return list
	case *frontend.Array:
		d := z.V.Dtype()
		if d.Kind() < dtype.KindFloat || d == BFloat16 || z.Number != dtype.NoKind {
			return z
		}
		decimals := 8
		if d != Float64 && d != Complex128 {
			decimals = 3
		}
		return n.Call(functions.Must("add"), n.Call(functions.Must("round"), z, decimals), 0)
	}
	return z
}

func scalarOfUint(u uint64) any {
	if u > 1<<63-1 {
		return backend.UintScalar(u)
	}
	return frontend.Integer(int64(u))
}

// transcendental are functions whose last bits are the C library's, or of NumPy's vector
// code, which is right to 4 units in the last place.
var transcendental = func() map[string]bool {
	m := map[string]bool{}
	for _, name := range strings.Fields(`exp exp2 expm1 log log2 log10 log1p logaddexp logaddexp2 sin cos tan arcsin arccos arctan asin acos atan sinh cosh tanh
		arcsinh arccosh arctanh asinh acosh atanh arctan2 atan2 cbrt power pow float_power .__pow__ .__ipow__ sinc angle logspace geomspace hypot absolute abs
		deg2rad rad2deg degrees radians`) {
		m[name] = true
	}
	return m
}()

// ulps is how far floats may be from NumPy's.
func ulps(c *golden.Case, d dtype.Dtype) (float64, bool) {
	path := strings.TrimPrefix(c.Path, ".")
	switch {
	case (transcendental[c.Path] || path == "sqrt") && d.IsComplex():
		return 256, true
	case transcendental[c.Path]:
		return 4, true
	case path == "gradient" && d.IsComplex():
		return 2, true
	case (path == "prod" || path == "nanprod") && d.IsComplex():
		return 0.5, true // zeros' signs, in another order
	case path == "std" || path == "var" || path == "nanstd" || path == "nanvar" || path == "linalg.vector_norm" || path == "histogram_bin_edges" && d.IsComplex():
		return 2, true // sums in another order
	}
	return 0, false
}

// operandOf returns element i of an argument.
func operandOf(t *testing.T, v *golden.Values, c *golden.Case, k, i int) *NDArray {
	x, ok := v.Argument(t, std.Namespace, c.Args[k]).(*frontend.Array)
	if !ok || i >= x.V.Size() {
		return Asarray(0.)
	}
	return (*NDArray)(x).Flat().Get(i)
}

func beyondPowers(x *NDArray) bool {
	return !Isfinite(x).Ivy().Bool() || GreaterEqual(Absolute(x), 1000).Ivy().Bool()
}

// undefined returns what says why an element is not compared.
func undefined(t *testing.T) func(v *golden.Values, c *golden.Case, i int) string {
	return func(v *golden.Values, c *golden.Case, i int) string {
		if i < 0 {
			return ""
		}
		operand := func() *NDArray { return operandOf(t, v, c, 0, i) }
		first, _ := c.Args[0].(string)
		if _, masked := c.Kw["where"]; masked && c.Kw["out"] == nil {
			return "results where a ufunc's mask is false"
		}
		switch c.Path {
		case "empty", "empty_like":
			return "what empty arrays hold"
		case "maximum", "minimum", "fmax", "fmin":
			if Equal(operand(), 0).Ivy().Bool() {
				return "which of two zeros is the greater"
			}
		case "power", "float_power":
			if strings.HasPrefix(first, "@complex") && (beyondPowers(operand()) || beyondPowers(operandOf(t, v, c, 1, i))) {
				return "complex powers of or to numbers that are not finite, or beyond 1000"
			}
			if z := Power(operand(), operandOf(t, v, c, 1, i)); z.Dtype() == Complex64 &&
				Less(Minimum(Absolute(z.Real()), Absolute(z.Imag())), Multiply(1e-5, Absolute(z))).Ivy().Bool() {
				return "the part of a complex64 power that is but rounding"
			}
		case "reciprocal":
			if operand().Dtype().IsInteger() {
				return "1/0 of integers"
			}
		case "multiply", "square":
			if strings.HasPrefix(first, "@complex") && (strings.HasSuffix(first, ".x") || strings.HasSuffix(first, ".edge")) {
				return "whether complex products fuse multiplication and addition, as NumPy's vector code does"
			}
		case "arccos", "arcsin", "arccosh", "arcsinh":
			if Isnan(operand()).Ivy().Bool() {
				return "one part of a complex function where the other is NaN"
			}
		}
		return ""
	}
}

// TestValues compares every function with NumPy's own results.
func TestValues(t *testing.T) {
	golden.ReadValues(t, "values", 24000).Run(t, std.Namespace, golden.Check{Function: function, ULPOf: ulps, Undefined: undefined(t)})
}

// TestArguments does the same for arguments in other forms, and looks for scalars.
func TestArguments(t *testing.T) {
	golden.ReadValues(t, "arguments", 9000).Run(t, std.Namespace, golden.Check{Function: function, ULPOf: func(c *golden.Case, d dtype.Dtype) (ulp float64, ok bool) {
		if c.Path == "pad" && d == Complex64 { // means and ramps are rounded at every step
			return 1, true
		}
		return ulps(c, d)
	}})
}

// TestEveryFunctionHasValues finds functions of the table that no case calls.
func TestEveryFunctionHasValues(t *testing.T) {
	called := map[string]bool{}
	for _, c := range slices.Concat(golden.ReadValues(t, "values", 24000).Cases, golden.ReadValues(t, "arguments", 9000).Cases, golden.ReadValues(t, "fft", 2000).Cases) {
		called[c.Path] = true
	}
	elsewhere := map[string]bool{"apply_along_axis": true} // takes a function of Go's
	for _, f := range printing {                           // TestPrinting
		elsewhere[f.Path] = true
	}
	for _, f := range functions.All() {
		if !elsewhere[f.Path] && !strings.HasPrefix(f.Path, "random.") { // TestDraws of support/script
			assert.True(t, called[f.Path], "no case calls %s", f.Path)
		}
	}
}

// TestHugeNumbers finds functions that a huge argument makes run without end, or out of memory.
func TestHugeNumbers(t *testing.T) {
	n, err := New("native")
	require.NoError(t, err)
	golden.CheckHuge(t, n.Namespace)
}
