package jax

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

// paths are the functions behind the golden tables' names that are not jax.numpy's of
// the same name.
var paths = map[string]string{
	"rsqrt": "lax.rsqrt", "erf": "scipy.special.erf", "sigmoid": "nn.sigmoid", "relu": "nn.relu", "softmax": "nn.softmax", "gelu": "nn.gelu",
	"silu": "nn.silu", "logsumexp": "nn.logsumexp", "norm": "numpy.linalg.norm", "bitwise_invert": "numpy.invert",
}

// configs are the settings of the golden tables.
var configs = map[string]Config{"jax": {X64: true}, "jax-x32": {}, "jax-strict": {X64: true, Strict: true}}

// newJAX returns a JAX with settings on a backend.
func newJAX(t testing.TB, c Config, backendName string) *JAX {
	t.Helper()
	c.Backend = backendName
	j, err := New(c)
	require.NoError(t, err)
	return j
}

func caller(n *frontend.Namespace) func(name string) golden.Caller {
	call := func(path string, args ...any) any { return n.Call(n.Functions.Must(path), args...) }
	others := map[string]golden.Caller{
		"where": func(a ...any) any {
			return call("numpy.where", n.Wrap(n.Env().Asarray([]bool{true, false})), a[0], a[1])
		},
		"concat": func(a ...any) any {
			return call("numpy.concatenate", []any{call("numpy.atleast_1d", a[0]), call("numpy.atleast_1d", a[1])})
		},
		"full": func(a ...any) any { return call("numpy.full", 2, a[0]) },
		"ones": func(...any) any { return call("numpy.ones", 2) },
		"eye":  func(...any) any { return call("numpy.eye", 2) },
		"linspace": func(a ...any) any {
			return call("numpy.linspace", a[0], plus1(a[0]), 3)
		},
	}
	all := map[string]string{}
	for _, f := range n.Functions.All() {
		if name, ok := strings.CutPrefix(f.Path, "numpy."); ok && !strings.Contains(name, ".") {
			all[name] = f.Path
		}
	}
	for name, path := range paths {
		all[name] = path
	}
	return golden.Functions(n, all, others)
}

func plus1(x any) any {
	switch x := x.(type) {
	case bool:
		if x {
			return 2
		}
		return 1
	case int:
		return x + 1
	case float64:
		return x + 1
	case complex128:
		return x + 1
	}
	return nil
}

// tableOperand makes a table's operand; those of weak types are without axes.
func tableOperand(t testing.TB, n *frontend.Namespace) func(text string) any {
	asarray := n.Functions.Must("numpy.asarray")
	return func(text string) any {
		switch text {
		case "weak-int*":
			return n.Call(asarray, 2)
		case "weak-float*":
			return n.Call(asarray, 2.5)
		case "weak-complex*":
			return n.Call(asarray, 1+2i)
		}
		return golden.Operand(t, n, text)
	}
}

// TestCells compares every cell of the golden tables, on every backend that is linked.
func TestCells(t *testing.T) {
	for name, cells := range map[string]int{"jax": 14478, "jax-x32": 9906, "jax-strict": 14478} {
		promoteTypes, resultType := 225, 484
		if name == "jax-x32" {
			promoteTypes, resultType = 0, 324
		}
		table := golden.Read(t, name, promoteTypes, resultType)
		for i, operand := range table.Operands { // the tables are of types alone: argmax has one there, but no values
			if strings.Contains(operand, "complex") {
				table.Reductions["argmax"][i] = "!TypeError"
			}
		}
		for _, b := range backend.Linked() {
			t.Run(name+"/"+b, func(t *testing.T) {
				n := newJAX(t, configs[name], b).Namespace
				table.CheckCells(t, n, cells, tableOperand(t, n), caller(n))
			})
		}
	}
}
