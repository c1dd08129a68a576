// Package golden checks promotion rules against the answers of the frameworks
// themselves. Tests alone use it.
package golden

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// A Table is a framework's answers: of its function of two dtypes, and for pairs of
// operands. "int64*" is weak, "f32?" ambiguous, "!TypeError" an error of that class.
type Table struct {
	Dtypes       []string
	Operands     []string
	PromoteTypes [][]string `json:"promote_types"`
	ResultType   [][]string `json:"result_type"`

	// The results of functions: of two operands, of one, of reductions, and of what makes
	// an array of a Python scalar.
	Binary     map[string][][]string
	Unary      map[string][]string
	Reductions map[string][]string
	Creation   map[string]map[string]string
}

// Unpack decodes testdata/name.json.gz.
func Unpack(t testing.TB, name string, to any) {
	t.Helper()
	f, err := os.Open("testdata/" + name + ".json.gz")
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	require.NoError(t, json.NewDecoder(z).Decode(to))
}

// Read returns the table in testdata/name.json.gz. It must have so many cells of both
// kinds.
func Read(t testing.TB, name string, promoteTypes, resultType int) Table {
	t.Helper()
	var table Table
	Unpack(t, name, &table)
	for _, c := range []struct {
		names []string
		rows  [][]string
		want  int
	}{{table.Dtypes, table.PromoteTypes, promoteTypes}, {table.Operands, table.ResultType, resultType}} {
		cells := 0
		for _, row := range c.rows {
			require.Len(t, row, len(c.names))
			cells += len(row)
		}
		require.Len(t, c.names, len(c.rows))
		require.Equal(t, c.want, cells, "cells of %s", name)
	}
	return table
}

var kinds = map[string]dtype.Kind{"bool": dtype.KindBool, "int": dtype.KindInt, "float": dtype.KindFloat, "complex": dtype.KindComplex}

// Arg reads an operand's text. A weak value is of its kind's dtype in def.
func Arg(t testing.TB, text string, def dtype.Defaults) promote.Arg {
	t.Helper()
	if k, ok := strings.CutPrefix(text, "py:"); ok {
		require.Contains(t, kinds, k)
		return promote.Scalar(kinds[k])
	}
	if k, ok := strings.CutPrefix(text, "weak-"); ok {
		d := def.Of(kinds[strings.TrimSuffix(k, "*")])
		require.True(t, d.IsValid())
		return promote.Weak(d)
	}
	name, zeroDim := strings.CutSuffix(text, "[]")
	d, err := dtype.Parse(name)
	require.NoError(t, err)
	if zeroDim {
		return promote.ZeroDim(d)
	}
	return promote.Array(d)
}

// Text writes an answer as a cell, an error as its class.
func Text(r promote.Result, err error) string {
	if err == nil {
		return r.String()
	}
	var e *promote.Error
	if errors.As(err, &e) {
		return "!" + e.Class
	}
	return "!" + err.Error()
}

// CheckResults compares every cell of the operands' table with a rule's answer, and
// with that of the rule compiled.
func (table Table) CheckResults(t *testing.T, r promote.Rule, arg func(text string) promote.Arg, text func(promote.Result, error) string) {
	t.Helper()
	compiled := promote.Compile(r)
	for i, row := range table.ResultType {
		for j, want := range row {
			a, b := arg(table.Operands[i]), arg(table.Operands[j])
			got, err := r.Promote(a, b)
			assert.Equal(t, want, text(got, err), "%s: %s, %s", r.Name(), table.Operands[i], table.Operands[j])
			if err != nil {
				assert.ErrorContains(t, err, r.Name())
				assert.Equal(t, promote.Result{}, got)
			}
			folded, err := promote.Fold(r, a, b)
			assert.Equal(t, want, text(folded, err), "Fold: %s: %s, %s", r.Name(), table.Operands[i], table.Operands[j])
			assert.Equal(t, got, compiled.Promote(promote.ClassOf(a), promote.ClassOf(b)))
		}
	}
}

// CheckPromoteTypes compares every cell of the dtypes' table with f's answer.
func (table Table) CheckPromoteTypes(t *testing.T, f func(a, b dtype.Dtype) (dtype.Dtype, error)) {
	t.Helper()
	for i, row := range table.PromoteTypes {
		for j, want := range row {
			a, b := Arg(t, table.Dtypes[i], dtype.Defaults{}).Dtype, Arg(t, table.Dtypes[j], dtype.Defaults{}).Dtype
			d, err := f(a, b)
			assert.Equal(t, want, Text(promote.Result{Dtype: d}, err), "promote_types(%s, %s)", table.Dtypes[i], table.Dtypes[j])
		}
	}
}

// everyArg returns an operand of every class.
func everyArg() []promote.Arg {
	args := []promote.Arg{{Dtype: dtype.Complex64, Half: true, Rank: 1}, {Dtype: dtype.Complex64, Half: true}}
	for _, d := range dtype.All.Dtypes() {
		args = append(args, promote.Array(d), promote.ZeroDim(d), promote.Weak(d))
	}
	for _, k := range []dtype.Kind{dtype.KindBool, dtype.KindUint, dtype.KindInt, dtype.KindFloat, dtype.KindComplex} {
		args = append(args, promote.Scalar(k))
	}
	return args
}

// CheckCompiled compares a rule with its compiled table for operands of every class,
// and where the rule is commutative its answers in both orders.
func CheckCompiled(t *testing.T, r promote.Rule, commutative bool) {
	t.Helper()
	compiled := promote.Compile(r)
	args := everyArg()
	require.Len(t, args, 52)
	for _, a := range args {
		for _, b := range args {
			want, err := r.Promote(a, b)
			assert.Equal(t, want, compiled.Promote(promote.ClassOf(a), promote.ClassOf(b)), "%s: %v, %v", r.Name(), a, b)
			if err == nil {
				assert.True(t, want.Dtype.IsValid(), "%s: %v, %v", r.Name(), a, b)
			}
			if commutative {
				turned, err2 := r.Promote(b, a)
				assert.Equal(t, Text(want, err), Text(turned, err2), "%s: %v, %v", r.Name(), a, b)
			}
		}
	}
}
