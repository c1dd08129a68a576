package main

import (
	"compress/gzip"
	"encoding/json"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// frameworkTables are the frameworks' own answers: the rules, the frontend that has the
// table, and its number of cells.
var frameworkTables = []struct {
	rules, frontend string
	cells           int
}{
	{"numpy", "numpy", 1156},
	{"jax", "jax", 484}, {"jax-x32", "jax", 324}, {"jax-strict", "jax", 484},
	{"torch", "torch", 1156}, {"torch-f64", "torch", 1156},
	{"tensorflow", "tensorflow", 361}, {"tf-all", "tensorflow", 1156}, {"tf-safe", "tensorflow", 1156}, {"tf-legacy", "tensorflow", 1156},
	{"anvil", "anvil", 484},
}

type frameworkTable struct {
	Operands   []string
	ResultType [][]string `json:"result_type"`
}

func readTable(t *testing.T, rules, frontend string) (table frameworkTable) {
	t.Helper()
	f, err := os.Open("../../../frontends/" + frontend + "/testdata/" + rules + ".json.gz")
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	require.NoError(t, json.NewDecoder(z).Decode(&table))
	return table
}

// What promote answers is what the framework does, for every pair of operands; through
// the whole command, with its JSON, for some of them.
func TestPromoteAsFrameworks(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, f := range frameworkTables {
		t.Run(f.rules, func(t *testing.T) {
			set, err := findRule(f.rules)
			require.NoError(t, err)
			table := readTable(t, f.rules, f.frontend)
			cells := 0
			for i, row := range table.ResultType {
				for j, want := range row {
					a, b := table.Operands[i], table.Operands[j]
					cells++
					assert.Equal(t, want, set.cell(a, b), "%s, %s", a, b)
					if random.IntN(20) != 0 {
						continue
					}
					code, out, errOut := ivyCommand("", "promote", "--rules", f.rules, "--json", a, b)
					assert.Zero(t, code)
					assert.Empty(t, errOut)
					if class, failed := strings.CutPrefix(want, "!"); failed {
						var got map[string]string
						require.NoError(t, json.Unmarshal([]byte(out), &got), out)
						assert.Equal(t, class, got["error"], "%s, %s", a, b)
						assert.NotEmpty(t, got["message"])
						assert.Len(t, got, 2)
						continue
					}
					name := strings.TrimRight(want, "*?")
					weak := "false"
					if name != want {
						weak = "true"
					}
					assert.Equal(t, `{"dtype":"`+name+`","weak":`+weak+"}\n", out, "%s, %s", a, b)
				}
			}
			assert.Equal(t, f.cells, cells)
		})
	}
	require.Len(t, frameworkTables, len(ruleSets)-3, "all but ivy's and the standard's")
}

// The whole table has the framework's own operands and answers.
func TestPromoteTables(t *testing.T) {
	for _, f := range frameworkTables {
		code, out, errOut := ivyCommand("", "promote", "--rules", f.rules, "--json")
		require.Zero(t, code, errOut)
		var got frameworkTable
		require.NoError(t, json.Unmarshal([]byte(out), &got))
		want := readTable(t, f.rules, f.frontend)
		at := map[string]int{}
		for i, o := range want.Operands {
			at[o] = i
		}
		require.NotEmpty(t, got.Operands)
		for i, a := range got.Operands {
			for j, b := range got.Operands {
				require.Contains(t, at, a)
				require.Contains(t, at, b)
				assert.Equal(t, want.ResultType[at[a]][at[b]], got.ResultType[i][j], "%s: %s, %s", f.rules, a, b)
			}
		}
		if strings.HasPrefix(f.rules, "jax") || strings.HasPrefix(f.rules, "torch") || f.rules == "anvil" {
			assert.ElementsMatch(t, want.Operands, got.Operands)
		}
	}
}

// Whatever is asked, there is an answer or an error of a known kind, the same twice.
func FuzzPromoteOperands(f *testing.F) {
	for _, text := range []string{"int8", "int8[]", "int8*", "int8*[]", "i8?", "int8?", "f32", "py:int", "py:", "weak-int*", "weak-complex*", "weak-", "", "*", "[]", "?"} {
		f.Add(text, "float16")
		f.Add("py:complex", text)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		for _, r := range ruleSets {
			cell := r.cell(a, b)
			assert.NotContains(t, []string{"", "!", "invalid"}, cell, "%s: %q, %q", r.name, a, b)
			assert.Equal(t, cell, r.cell(a, b))
		}
	})
}
