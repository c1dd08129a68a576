package numpy

import (
	"testing"

	"github.com/stretchr/testify/require"

	_ "github.com/goivy/goivy/backends/libtorch"   // if it is built in
	_ "github.com/goivy/goivy/backends/tensorflow" // likewise
	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/golden"
	"github.com/goivy/goivy/ivy/backend"
)

// cells is how many results of functions there are in the golden table.
const cells = 33106

// TestCells compares the type of every function's result, or the error's class, with
// NumPy's, on every backend that there is.
func TestCells(t *testing.T) {
	table := golden.Read(t, "numpy", 225, 1156)
	for _, name := range backend.Linked() {
		t.Run(name, func(t *testing.T) {
			np, err := New(name)
			require.NoError(t, err)
			n := np.Namespace
			call := func(path string, args ...any) any { return n.Call(n.Functions.Must(path), args...) }
			table.CheckCells(t, n, cells, func(text string) any { return golden.Operand(t, n, text) }, golden.Functions(n, map[string]string{
				"cumulative_sum": "cumsum", "cumulative_prod": "cumprod", "norm": "linalg.norm",
			}, map[string]golden.Caller{
				"where":    func(args ...any) any { return call("where", append([]any{[]any{true, false}}, args...)...) },
				"concat":   func(args ...any) any { return call("concatenate", args) },
				"full":     func(args ...any) any { return call("full", 2, args[0]) },
				"ones":     func(...any) any { return call("ones", 2) },
				"eye":      func(...any) any { return call("eye", 2) },
				"linspace": func(args ...any) any { return call("linspace", args[0], plusOne(n, args[0]), 3) },
			}))
		})
	}
}

// plusOne is a Python scalar plus one.
func plusOne(n *frontend.Namespace, v any) any {
	switch v := v.(type) {
	case bool:
		return 2
	case int:
		return v + 1
	case float64:
		return v + 1
	}
	return v.(complex128) + 1
}
