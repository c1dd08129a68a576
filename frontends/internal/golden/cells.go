package golden

import (
	"errors"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// A Caller is what a framework's function of the golden tables is here: its arguments
// are arrays and Python scalars.
type Caller func(args ...any) any

// scalars are the Python scalars of the tables.
var scalars = map[string]any{"py:bool": true, "py:int": 2, "py:float": 2.5, "py:complex": 1 + 2i}

// Operand makes the operand that a table writes so: ones of shape (2,), or 0-d.
func Operand(t testing.TB, n *frontend.Namespace, text string) any {
	t.Helper()
	if v, ok := scalars[text]; ok {
		return v
	}
	name, isScalar := strings.CutSuffix(text, "$")
	if isScalar { // one of NumPy's
		d, err := dtype.Parse(name)
		require.NoError(t, err)
		return &frontend.Array{V: n.Env().Ones(nil, d), Scalar: true, NS: n}
	}
	arg := Arg(t, text, dtype.Defaults{})
	shape := []int{2}
	if arg.Rank == 0 {
		shape = nil
	}
	return n.Wrap(n.Env().Ones(shape, arg.Dtype))
}

// ErrorText writes an error as a cell: "!" and its class.
func ErrorText(err error) string {
	if class := frontend.Class(err); class != "" {
		return "!" + class
	}
	return "!" + err.Error()
}

// Call returns what a call gives as a cell: the result's type, or the error's class. Of
// several results the first counts.
func Call(n *frontend.Namespace, f Caller, args ...any) (text string) {
	err := ivy.Try(func() { text = typeOf(n, f(args...)) })
	if err != nil {
		return ErrorText(err)
	}
	return text
}

func typeOf(n *frontend.Namespace, z any) string {
	switch z := z.(type) {
	case *frontend.Array:
		return z.Type()
	case []*frontend.Array:
		return z[0].Type()
	case []any:
		return typeOf(n, z[0])
	case bool:
		return "py:bool"
	case int:
		return "py:int"
	case float64:
		return "py:float"
	case complex128:
		return "py:complex"
	}
	if a := n.Own(z); a != nil {
		return a.Type()
	}
	return "?"
}

// Functions calls those of n's functions whose paths differ from the tables' names, or
// that are called in another way there, by paths; functions not named here have the
// table's own name.
func Functions(n *frontend.Namespace, paths map[string]string, others map[string]Caller) func(name string) Caller {
	return func(name string) Caller {
		if f := others[name]; f != nil {
			return f
		}
		path := paths[name]
		if path == "" {
			path = name
		}
		f := n.Functions.Lookup(path)
		if f == nil {
			return nil
		}
		return func(args ...any) any { return n.Call(f, args...) }
	}
}

// CheckCells compares every cell of the table's functions with what n's give, and
// requires so many cells. operand makes a table's operand.
func (table Table) CheckCells(t *testing.T, n *frontend.Namespace, cells int, operand func(text string) any, function func(name string) Caller) {
	race.Sequential(t)
	t.Helper()
	count := 0
	one := func(name, want string, args []string, values ...any) {
		count++
		if f := function(name); f == nil {
			t.Errorf("%s: no function %s", n.Name, name)
		} else if got := Call(n, f, values...); got != expected(want) {
			t.Errorf("%s: %s(%s) is %s, want %s", n.Name, name, strings.Join(args, ", "), got, want)
		}
	}
	operands := make([]any, len(table.Operands))
	for i, text := range table.Operands {
		operands[i] = operand(text)
	}
	for _, name := range keys(table.Binary) {
		require.Len(t, table.Binary[name], len(operands))
		for i, row := range table.Binary[name] {
			require.Len(t, row, len(operands))
			for j, want := range row {
				one(name, want, []string{table.Operands[i], table.Operands[j]}, operands[i], operands[j])
			}
		}
	}
	for _, group := range []map[string][]string{table.Unary, table.Reductions} {
		for _, name := range keys(group) {
			require.Len(t, group[name], len(operands))
			for i, want := range group[name] {
				one(name, want, []string{table.Operands[i]}, operands[i])
			}
		}
	}
	for _, name := range keys(table.Creation) {
		for _, text := range keys(table.Creation[name]) {
			one(name, table.Creation[name][text], []string{text}, scalars[text])
		}
	}
	assert.Equal(t, cells, count, "cells of functions")
}

// expected reads a NumPy scalar, which some functions return, as its dtype.
func expected(want string) string {
	switch want {
	case "py:float64", "py:float32", "py:complex64", "py:complex128":
		return strings.TrimPrefix(want, "py:")
	}
	return want
}

func keys[V any](m map[string]V) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}

var errTruncated = errors.New("the file has not the number of cases that it names")
