package torch

import (
	"slices"
	"strings"
	"testing"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/golden"
	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy/dtype"
)

// operatorCells is how many cells the tables of operators have.
const operatorCells = 80444

// TestOperators compares every operator and every method in place with PyTorch's own,
// for operands of every dtype, 1-d, 0-d and Python's scalars on both sides.
func TestOperators(t *testing.T) {
	race.Sequential(t)
	for rule, ns := range spaces(t) {
		name := "operators"
		if rule == Float64 {
			name = "operators-f64"
		}
		table := golden.Read(t, name, 0, 1156)
		for _, n := range ns {
			t.Run(rule.Name()+"/"+n.Env().Ones(nil, dtype.Float32).Backend(), func(t *testing.T) {
				table.CheckCells(t, n.Namespace, operatorCells, func(text string) any { return golden.Operand(t, n.Namespace, text) },
					func(name string) golden.Caller { return operatorCaller(n.Namespace, name) })
			})
		}
	}
}

func isArray(x any) bool {
	_, ok := x.(*frontend.Array)
	return ok
}

// operatorCaller applies an operator, or a method in place to a copy.
func operatorCaller(n *frontend.Namespace, name string) golden.Caller {
	copied := func(x any) any {
		if a, ok := x.(*frontend.Array); ok {
			return n.Wrap(a.V)
		}
		return x
	}
	if strings.HasPrefix(name, ".") {
		f := n.Functions.Lookup(name)
		if f == nil {
			return nil
		}
		return func(args ...any) any {
			if !slices.ContainsFunc(args, isArray) {
				return nil
			}
			return n.Call(f, append([]any{copied(args[0])}, args[1:]...)...)
		}
	}
	return func(args ...any) any {
		if !slices.ContainsFunc(args, isArray) {
			return nil // Python's own
		}
		op := name
		if !isArray(args[0]) && n.Operators[op] != "" && strings.HasSuffix(op, "=") && !strings.Contains("== != <= >=", op) {
			op = strings.TrimSuffix(op, "=") // of a number, an operator in place is the operator
		}
		return n.Operator(op, append([]any{copied(args[0])}, args[1:]...)...)
	}
}
