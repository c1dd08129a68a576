package torch

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/golden"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// cells is how many cells a golden table has in addition to promote_types and result_type.
const cells = 33378

// callers are what the golden tables call that are no functions of the table by that
// name, or have other arguments.
func callers(n *frontend.Namespace) func(name string) golden.Caller {
	call := func(path string, args ...any) any { return n.Call(n.Functions.Must(path), args...) }
	last := func(path string, more ...any) golden.Caller {
		return func(args ...any) any { return call(path, append(args, more...)...) }
	}
	return golden.Functions(n, map[string]string{"divide": "true_divide", "bitwise_invert": "bitwise_not", "equal": "eq", "less": "lt",
		"erf": "special.erf", "gelu": "nn.functional.gelu", "silu": "nn.functional.silu", "norm": "linalg.vector_norm"},
		map[string]golden.Caller{
			"where": func(args ...any) any {
				return call("where", append([]any{n.Env().Asarray([]bool{true, false})}, args...)...)
			},
			"concat":          func(args ...any) any { return call("cat", args) },
			"softmax":         last("softmax", -1),
			"cumulative_sum":  last("cumsum", 0),
			"cumulative_prod": last("cumprod", 0),
			"logsumexp":       last("logsumexp", 0),
			"full":            func(args ...any) any { return call("full", []int{2}, args[0]) },
			"ones":            func(...any) any { return call("ones", 2) },
			"eye":             func(...any) any { return call("eye", 2) },
			"linspace": func(args ...any) any {
				return call("linspace", args[0], map[any]any{true: 2, 2: 3, 2.5: 3.5, 1 + 2i: 2 + 2i}[args[0]], 3)
			},
		})
}

// spaces are the namespaces of the golden tables, on every linked backend.
func spaces(t *testing.T) map[*promote.Categories][]*Torch {
	z := map[*promote.Categories][]*Torch{}
	for _, name := range backend.Linked() {
		for _, r := range []*promote.Categories{Float32, Float64} {
			n, err := New(Config{DefaultDtype: r.Numbers.Float, Backend: name})
			require.NoError(t, err, name)
			z[r] = append(z[r], n)
		}
	}
	return z
}

func TestCells(t *testing.T) {
	for rule, ns := range spaces(t) {
		table := golden.Read(t, rule.Name(), 225, 1156)
		for _, n := range ns {
			t.Run(rule.Name()+"/"+n.Env().Ones(nil, dtype.Float32).Backend(), func(t *testing.T) {
				table.CheckCells(t, n.Namespace, cells, func(text string) any { return golden.Operand(t, n.Namespace, text) }, callers(n.Namespace))
			})
		}
	}
}
