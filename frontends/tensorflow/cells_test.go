package tensorflow

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	_ "github.com/goivy/goivy/backends/libtorch"   // if it is built in
	_ "github.com/goivy/goivy/backends/tensorflow" // likewise
	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/golden"
	"github.com/goivy/goivy/ivy/backend"
)

// each runs f with a namespace of each linked backend.
func each(t *testing.T, mode string, f func(t *testing.T, n *TensorFlow)) {
	for _, name := range backend.Linked() {
		t.Run(name, func(t *testing.T) {
			n, err := New(Config{Mode: mode, Backend: name})
			require.NoError(t, err)
			f(t, n)
		})
	}
}

// plainPaths are the functions behind the names of the golden table of plain TensorFlow.
var plainPaths = map[string]string{
	"floor_divide": "math.floordiv", "remainder": "math.floormod", "atan2": "math.atan2", "nextafter": "math.nextafter",
	"logical_xor": "math.logical_xor", "bitwise_and": "bitwise.bitwise_and", "bitwise_xor": "bitwise.bitwise_xor",
	"bitwise_left_shift": "bitwise.left_shift", "bitwise_right_shift": "bitwise.right_shift", "bitwise_invert": "bitwise.invert",
	"abs": "math.abs", "negative": "math.negative", "sign": "math.sign", "sqrt": "math.sqrt", "rsqrt": "math.rsqrt", "reciprocal": "math.reciprocal",
	"exp": "math.exp", "expm1": "math.expm1", "log": "math.log", "log1p": "math.log1p", "sin": "math.sin", "cos": "math.cos", "tan": "math.tan",
	"asin": "math.asin", "acos": "math.acos", "atan": "math.atan", "sinh": "math.sinh", "cosh": "math.cosh", "tanh": "math.tanh",
	"asinh": "math.asinh", "acosh": "math.acosh", "atanh": "math.atanh", "floor": "math.floor", "ceil": "math.ceil", "round": "math.round",
	"isnan": "math.is_nan", "isfinite": "math.is_finite", "isinf": "math.is_inf", "logical_not": "math.logical_not", "real": "math.real",
	"imag": "math.imag", "conj": "math.conj", "erf": "math.erf", "sigmoid": "math.sigmoid", "relu": "nn.relu", "softmax": "nn.softmax", "gelu": "nn.gelu", "silu": "nn.silu",
	"sum": "reduce_sum", "prod": "reduce_prod", "mean": "reduce_mean", "std": "math.reduce_std", "var": "math.reduce_variance", "max": "reduce_max", "min": "reduce_min",
	"cumulative_sum": "cumsum", "cumulative_prod": "math.cumprod", "any": "reduce_any", "all": "reduce_all", "count_nonzero": "math.count_nonzero", "logsumexp": "reduce_logsumexp",
	"asarray": "convert_to_tensor",
}

// numpyNames are those of tf.experimental.numpy where they differ from the tables'.
var numpyNames = map[string]string{
	"divide": "true_divide", "pow": "power", "atan2": "arctan2", "asin": "arcsin", "acos": "arccos", "atan": "arctan", "asinh": "arcsinh", "acosh": "arccosh", "atanh": "arctanh",
	"cumulative_sum": "cumsum", "cumulative_prod": "cumprod",
}

// creations are tf's functions in every table.
func creations(n *TensorFlow) map[string]golden.Caller {
	return map[string]golden.Caller{
		"asarray": func(args ...any) any { return n.Call(n.Functions.Must("convert_to_tensor"), args...) },
		"full":    func(args ...any) any { return n.Call(n.Functions.Must("fill"), []int{2}, args[0]) },
		"arange":  func(args ...any) any { return n.Call(n.Functions.Must("range"), args...) },
		"ones":    func(...any) any { return n.Call(n.Functions.Must("ones"), 2) },
		"eye":     func(...any) any { return n.Call(n.Functions.Must("eye"), 2) },
		"linspace": func(args ...any) any {
			var stop any
			switch v := args[0].(type) {
			case bool:
				stop = 2
			case int:
				stop = v + 1
			case float64:
				stop = v + 1
			case complex128:
				stop = v + 1
			}
			return n.Call(n.Functions.Must("linspace"), args[0], stop, 3)
		},
	}
}

func TestCells(t *testing.T) {
	each(t, "", func(t *testing.T, n *TensorFlow) {
		others := creations(n)
		half := n.Env().Asarray([]bool{true, false})
		others["where"] = func(args ...any) any { return n.Call(n.Functions.Must("where"), half, args[0], args[1]) }
		others["concat"] = func(args ...any) any { return n.Call(n.Functions.Must("concat"), []any{args[0], args[1]}, 0) }
		others["matmul"] = func(args ...any) any {
			for i, shape := range [][]int{{1, 2}, {2, 1}} {
				if a, ok := args[i].(*frontend.Array); ok {
					args[i] = n.Call(n.Functions.Must("reshape"), a, shape)
				}
			}
			return n.Call(n.Functions.Must("matmul"), args...)
		}
		table := golden.Read(t, "tensorflow", 225, 361)
		table.CheckCells(t, n.Namespace, 9030, func(text string) any { return golden.Operand(t, n.Namespace, text) }, golden.Functions(n.Namespace, plainPaths, others))
	})
}

func TestCellsOfModes(t *testing.T) {
	for _, mode := range []string{"all", "safe", "legacy"} {
		t.Run(mode, func(t *testing.T) {
			each(t, mode, func(t *testing.T, n *TensorFlow) {
				others := creations(n)
				half := n.Env().Asarray([]bool{true, false})
				others["where"] = func(args ...any) any {
					return n.Call(n.Functions.Must(tnp+"where"), half, args[0], args[1])
				}
				others["concat"] = func(args ...any) any {
					return n.Call(n.Functions.Must(tnp+"concatenate"), []any{args[0], args[1]})
				}
				paths := map[string]string{}
				for _, f := range n.Functions.All() {
					if name, ok := strings.CutPrefix(f.Path, tnp); ok {
						paths[name] = f.Path
					}
				}
				for name, as := range numpyNames {
					paths[name] = tnp + as
				}
				table := golden.Read(t, "tf-"+mode, 225, 1156)
				function := golden.Functions(n.Namespace, paths, others)
				// The tables do not tell weak dtypes.
				strong := func(name string) golden.Caller {
					f := function(name)
					if f == nil {
						return nil
					}
					return func(args ...any) any {
						z := f(args...)
						if a, ok := z.(*frontend.Array); ok {
							return &frontend.Array{V: a.V, NS: a.NS}
						}
						return z
					}
				}
				table.CheckCells(t, n.Namespace, 28346, func(text string) any { return golden.Operand(t, n.Namespace, text) }, strong)
			})
		})
	}
}
