package numpy

import (
	"compress/gzip"
	"encoding/json"
	"os"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/golden"
	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// operatorTable is what support/oracle/values/numpy_operators.py writes.
type operatorTable struct {
	Count                  int
	Dtypes, Operands, Flat []string
	Binary                 map[string][][]string
	InPlace                map[string][][]string `json:"in_place"`
	Unary, Plain           map[string][]string
	Dtype, Out             map[string][][]string
	Casting                map[string]map[string][]string
}

func readOperators(t *testing.T) (table operatorTable) {
	f, err := os.Open("testdata/operators.json.gz")
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	require.NoError(t, json.NewDecoder(z).Decode(&table))
	return table
}

// typeOf is the type of a call's result as the table writes it.
func typeOf(call func() any) string {
	var text string
	err := ivy.Try(func() {
		switch z := call().(type) {
		case *frontend.Array:
			text = z.Type()
		case []*frontend.Array:
			names := make([]string, len(z))
			for i, a := range z {
				names[i] = a.Type()
			}
			text = strings.Join(names, ",")
		}
	})
	if err != nil {
		return golden.ErrorText(err)
	}
	return text
}

// operatorCells is how many cells of the table are of operators.
const operatorCells = 74464

// TestOperators compares the type of every operator's and ufunc's result with NumPy's: of
// arrays, 0-d arrays and Python scalars on both sides, in place, on every backend that
// there is; and with the keywords dtype, casting and out on native.
func TestOperators(t *testing.T) {
	race.Sequential(t)
	table := readOperators(t)
	for _, name := range backend.Linked() {
		t.Run(name, func(t *testing.T) {
			np, err := New(name)
			require.NoError(t, err)
			table.check(t, np.Namespace, name == "native")
		})
	}
}

func (table operatorTable) check(t *testing.T, n *frontend.Namespace, keywords bool) {
	count, wrong := 0, map[string]int{}
	one := func(name, want string, f func() any, args ...string) {
		count++
		if got := typeOf(f); got != want {
			if wrong[name]++; wrong[name] <= 4 {
				t.Errorf("%s(%s) is %s, want %s", name, strings.Join(args, ", "), got, want)
			}
		}
	}
	made := map[string]any{} // what nothing writes to
	operand := func(text string) any {
		if made[text] == nil {
			made[text] = golden.Operand(t, n, text)
		}
		return made[text]
	}
	for _, op := range sortedKeys(table.Binary) {
		for i, row := range table.Binary[op] {
			for j, want := range row {
				if want == "" { // Python's own
					count++
					continue
				}
				x, y := operand(table.Operands[i]), operand(table.Operands[j])
				one(op, want, func() any { return n.Operator(op, x, y) }, table.Operands[i], table.Operands[j])
			}
		}
	}
	for _, op := range sortedKeys(table.InPlace) {
		for i, row := range table.InPlace[op] {
			for j, want := range row {
				x, y := golden.Operand(t, n, table.Operands[i]), operand(table.Operands[j])
				one(op, want, func() any { return n.Operator(op, x, y) }, table.Operands[i], table.Operands[j])
			}
		}
	}
	for _, op := range sortedKeys(table.Unary) {
		for i, want := range table.Unary[op] {
			one(op, want, func() any { return n.Operator(op, operand(table.Operands[i])) }, table.Operands[i])
		}
	}
	assert.Equal(t, operatorCells, count)
	if keywords {
		table.checkKeywords(t, n, one, operand)
		assert.Equal(t, table.Count, count)
	}
	for name, k := range wrong {
		if k > 4 {
			t.Errorf("%s: %d cells in all", name, k)
		}
	}
}

// checkKeywords compares the ufuncs, called as functions, with keywords too.
func (table operatorTable) checkKeywords(t *testing.T, n *frontend.Namespace, one func(name, want string, f func() any, args ...string), operand func(text string) any) {
	arguments := func(name string, k int, names []string) (texts []string, args []any) {
		width := functions.Must(name).Signature().Params[1].Name == "x2"
		if width {
			texts = []string{names[k/len(names)], names[k%len(names)]}
		} else {
			texts = []string{names[k]}
		}
		for _, text := range texts {
			args = append(args, operand(text))
		}
		return texts, args
	}
	keyword := func(name string, names []string, rows [][]string, kw string, value func(d dtype.Dtype) any) {
		for k, row := range rows {
			for i, want := range row {
				texts, args := arguments(name, k, names)
				d, err := dtype.Parse(table.Dtypes[i])
				require.NoError(t, err)
				args = append(args, Kw(kw, value(d)))
				one(name+" "+kw, want, func() any { return n.Call(functions.Must(name), args...) }, append(texts, table.Dtypes[i])...)
			}
		}
	}
	for _, name := range sortedKeys(table.Dtype) {
		names := table.Flat
		if name == "matmul" || name == "vecdot" {
			names = table.Dtypes
		}
		for k, want := range table.Plain[name] {
			texts, args := arguments(name, k, names)
			one(name, want, func() any { return n.Call(functions.Must(name), args...) }, texts...)
		}
		keyword(name, names, table.Dtype[name], "dtype", func(d dtype.Dtype) any { return d })
	}
	for _, name := range sortedKeys(table.Out) {
		keyword(name, table.Flat, table.Out[name], "out", func(d dtype.Dtype) any { return n.Wrap(n.Env().Ones([]int{2}, d)) })
	}
	for _, name := range sortedKeys(table.Casting) {
		for _, how := range sortedKeys(table.Casting[name]) {
			for k, want := range table.Casting[name][how] {
				texts, args := arguments(name, k, table.Flat)
				args = append(args, Kw("casting", how))
				one(name+" casting", want, func() any { return n.Call(functions.Must(name), args...) }, append(texts, how)...)
			}
		}
	}
}

func sortedKeys[V any](m map[string]V) []string {
	names := make([]string, 0, len(m))
	for name := range m {
		names = append(names, name)
	}
	sort.Strings(names)
	return names
}
