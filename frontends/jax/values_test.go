package jax

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/golden"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// key reads the key of an array as the generator writes it: "1:3" is a slice, "..." an
// ellipsis.
func key(list []any) []any {
	out := make([]any, len(list))
	for i, k := range list {
		out[i] = k
		text, ok := k.(string)
		switch {
		case !ok:
		case text == "...":
			out[i] = ivy.Ellipsis
		case strings.Contains(text, ":"):
			parts := append(strings.Split(text, ":"), "")
			bound := func(s string) any {
				if n, err := strconv.Atoi(s); err == nil {
					return n
				}
				return nil
			}
			step := 1
			if n, ok := bound(parts[2]).(int); ok {
				step = n
			}
			out[i] = ivy.Slice(bound(parts[0]), bound(parts[1]), step)
		}
	}
	return out
}

// functions of the values' files that are called in another way here.
func valueFunctions(n *frontend.Namespace) func(path string) golden.Caller {
	return func(path string) golden.Caller {
		if f := productsOf(n, path); f != nil {
			return f
		}
		switch name, isAt := strings.CutPrefix(path, "at."); {
		case isAt:
			return func(args ...any) any {
				at := At{a: args[0].(value), k: calcOf(n), key: key(args[1].(frontend.Tuple))}
				rest := append([]any{at}, args[2:]...)
				if name == "apply" { // the function is a path
					rest[1] = n.Functions.Must(rest[1].(string))
				}
				return n.Call(updates.Must("at."+name), rest...)
			}
		case path == ".__getitem__":
			return func(args ...any) any {
				return n.Call(n.Functions.Method("__getitem__"), append(args[:1:1], key(args[1:])...)...)
			}
		case path == "scipy.linalg.funm": // the function is a path
			return func(args ...any) any {
				if path, isPath := args[1].(string); isPath {
					args[1] = n.Functions.Must(path)
				}
				return n.Call(n.Functions.Must(path), args...)
			}
		case path == "lax.reduce_window": // the computation is a path
			return func(args ...any) any {
				args[2] = n.Functions.Must(args[2].(string))
				return n.Call(n.Functions.Must(path), args...)
			}
		case path == "numpy.promote_types" || path == "numpy.result_type":
			return func(args ...any) any {
				return n.Call(n.Functions.Must(path), args...).(dtype.Dtype).String()
			}
		}
		return nil
	}
}

// ulp is how many units in the last place results may be off: those of XLA's own
// approximations, and of sums in another order.
var ulp = map[string]float64{
	"nn.softmax": 4, "nn.log_softmax": 4, "nn.logsumexp": 2, "nn.logmeanexp": 4, "nn.glu": 2, "nn.standardize": 64, // a variance by squares
	"scipy.special.softmax": 4, "scipy.special.log_softmax": 4, "scipy.special.logsumexp": 2,
	// Complex products: XLA adds with one rounding.
	"numpy.vecdot": 2, "numpy.vdot": 2, "numpy.outer": 1, "numpy.matmul": 2, "numpy.linalg.vecdot": 2, "numpy.linalg.outer": 1, "numpy.linalg.matmul": 2,
	"numpy.kron": 1, "numpy.inner": 2, "numpy.dot": 2, "numpy.einsum": 2,
	"numpy.linspace": 2, "numpy.logspace": 8, "numpy.geomspace": 8, "numpy.vander": 2,
	"numpy.bartlett": 2, "numpy.blackman": 2, "numpy.hamming": 2, "numpy.hanning": 2,
	"numpy.kaiser": 8, "numpy.i0": 4,
	// Division by a constant: XLA multiplies by its reciprocal, which rounds twice.
	"numpy.around": 1, ".round": 1, "numpy.mean": 1, "numpy.nanmean": 1, "numpy.average": 1,
	// Sums of squares and products in another order, with one rounding for a product and
	// a sum; correlations are quotients of three of them.
	"numpy.var": 2, ".var": 1, "numpy.nanvar": 1, "numpy.std": 1, "numpy.nanstd": 1, "numpy.cov": 4, "numpy.corrcoef": 2,
	// XLA's decompositions are LAPACK's in the operand's dtype; ours are in float64, rounded.
	"numpy.linalg.inv": 64, "numpy.linalg.slogdet": 64, "numpy.linalg.qr": 64, "numpy.linalg.svdvals": 64, "numpy.linalg.svd": 64, "numpy.linalg.pinv": 64, "numpy.linalg.cond": 64,
	"numpy.linalg.cholesky": 64, "numpy.linalg.eigvalsh": 64, "numpy.linalg.solve": 64, "numpy.linalg.lstsq": 64, "numpy.linalg.tensorsolve": 64, "numpy.linalg.tensorinv": 64,
	"numpy.linalg.det": 32, "numpy.linalg.norm": 16, "numpy.linalg.matrix_norm": 16, "numpy.linalg.matrix_power": 16,
	"numpy.pad": 2, // ramps, which are linspaces
	// Between two elements by one rounding for a product and a sum: 4 where they cancel.
	"numpy.quantile": 1, "numpy.percentile": 4, "numpy.nanpercentile": 1,
	// XLA's erfc of float32 is off by so much; ours is the float64 one, rounded.
	"nn.gelu": 4,
}

// check is how values are compared. XLA leaves subnormals to the device: its CPU takes
// those of all floats but float16, which it computes in float32, for zeros.
func check(n *frontend.Namespace) golden.Check {
	return golden.Check{
		Flush:    dtype.Of(dtype.BFloat16, dtype.Float32, dtype.Float64, dtype.Complex64, dtype.Complex128),
		Function: valueFunctions(n),
		ULP:      ulp,
		ULPOf:    ulpOf,
		Near:     near,
		Raw:      rawCase,
		Undefined: func(v *golden.Values, c *golden.Case, i int) string {
			if len(c.Args) == 0 {
				return ""
			}
			if why := undefined(v, c, i); why != "" {
				return why
			}
			operand, _ := c.Args[0].(string)
			switch {
			case strings.HasSuffix(c.Path, ".softmax") && strings.HasPrefix(operand, "@uint64."):
				return "softmax of unsigned integers starts from −∞, of which XLA makes one number or another"
			}
			return ""
		},
	}
}

// parts are the files of values and how many cases they have at least.
var parts = map[string]int{"unary": 2100, "binary": 1400, "x32": 3200, "creation": 1132, "linear": 877, "factorizations": 400, "networks": 352, "convolutions": 650, "types": 551, "bounds": 296, "indexing": 900,
	"manipulation": 1014, "reductions": 2027, "searching": 254, "updates": 500, "lengths": 900, "parameters": 700, "fourier": 600, "fourier32": 500, "signals": 200,
	"matrices": 3000, "laxmatrices": 1000, "matrices32": 2600, "special_functions": 172}

// TestValues compares every function with JAX's own results on a CPU, with 64 bits and
// without.
func TestValues(t *testing.T) {
	for part, atLeast := range parts {
		t.Run(part, func(t *testing.T) {
			n := newJAX(t, Config{X64: !strings.HasSuffix(part, "32")}, "native").Namespace
			how := check(n)
			if strings.HasPrefix(part, "fourier") || part == "signals" {
				how.Near = nearTransforms()
			}
			if part == "special_functions" { // JAX's are off by as much where terms cancel
				how.ULP, how.Near = nil, golden.Transformed(100)
				how.ULPOf = func(_ *golden.Case, d dtype.Dtype) (float64, bool) {
					if dtype.Narrow.Has(d) {
						return 2, true
					}
					return 64, true
				}
			}
			if strings.Contains(part, "matrices") {
				how.ULP, how.ULPOf, how.Near = nil, nil, nearMatrices()
			}
			golden.ReadValues(t, "values-"+part, atLeast).Run(t, n, how)
		})
	}
}

// nearTransforms allows units in the last place of a result's greatest element, and of a window those of a float32 β, in which one of
// its two Bessel functions is computed.
func nearTransforms() func(v *golden.Values, c *golden.Case, d dtype.Dtype, i int) float64 {
	near := golden.Transformed(6)
	return func(v *golden.Values, c *golden.Case, d dtype.Dtype, i int) float64 {
		if c.Path == "numpy.kaiser" {
			if beta, _ := c.Args[1].(string); strings.HasPrefix(beta, "@float32.") {
				return 0x1p-22
			}
		}
		return near(v, c, d, i)
	}
}

// nearMatrices allows units in the last place of a result's greatest element. JAX's exponentials are of approximants of matrices that it
// scales to twice the norm up to which these are exact, so that its float32 ones are off by up to 1e-3.
func nearMatrices() func(v *golden.Values, c *golden.Case, d dtype.Dtype, i int) float64 {
	near, coarse, coarser := golden.Transformed(100), golden.Transformed(1000), golden.Transformed(10000)
	return func(v *golden.Values, c *golden.Case, d dtype.Dtype, i int) float64 {
		switch {
		case c.Path == "scipy.linalg.invhilbert": // the logarithms of gamma functions are large
			return coarse(v, c, d, i)
		case !strings.HasPrefix(c.Path, "scipy.linalg.expm"):
			return near(v, c, d, i)
		case d.Component() == dtype.Float32:
			return coarser(v, c, d, i)
		}
		return coarse(v, c, d, i)
	}
}

// TestValuesAreComplete finds functions without a case.
func TestValuesAreComplete(t *testing.T) {
	seen := map[string]bool{
		"config.update": true, // changes the namespace: TestConfig
	}
	for _, f := range printing { // TestPrintOptions
		seen[f.Path] = true
	}
	for part := range parts {
		for _, c := range golden.ReadValues(t, "values-"+part, 1).Cases {
			seen[strings.TrimSuffix(c.Path, "()")] = true // of products of what it returns
		}
	}
	for _, f := range Framework.Functions.All() {
		if !strings.HasPrefix(f.Path, "random.") { // TestDraws of support/script
			assert.True(t, seen[f.Path], "%s has no value of JAX", f.Path)
		}
	}
}
