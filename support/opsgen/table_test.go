//go:build !opsgen_rows

package opsgen

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	_ "github.com/goivy/goivy/backends/libtorch" // if it is built in
	_ "github.com/goivy/goivy/backends/native"
	_ "github.com/goivy/goivy/backends/tensorflow" // if it is built in
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// TestGeneratedTable keeps the table of functions, dtypes and backends in the package's
// documentation. It is one text, whichever backends are built in.
func TestGeneratedTable(t *testing.T) {
	const path = "../../ivy/doc.go"
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	begin, rest, ok := strings.Cut(string(text), "(go generate ./support/opsgen)\n")
	require.True(t, ok)
	_, end, ok := strings.Cut(rest, "// END TABLE")
	require.True(t, ok)
	all := kernels(t)
	for _, name := range []string{"native", "torch", "tensorflow"} {
		require.NotEmpty(t, all[name], "the kernels of %s (GOFLAGS=-tags=libtorch,tensorflow go generate ./support/opsgen, with the flags of make env)", name)
	}
	fresh(t, path, []byte(begin+"(go generate ./support/opsgen)\n//\n"+table(all)+"//\n// END TABLE"+end))
}

// kernels returns, of each backend and by the name of each row that it has a kernel for, the
// dtypes of the row that the kernel lacks. Of a backend that is not built in they come from
// kernels.json, which is kept fresh where it is.
func kernels(t *testing.T) map[string]map[string]string {
	const path = "kernels.json"
	kept := map[string]map[string]string{}
	text, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(text, &kept)
	}
	if !*generate { // else what cannot be read is written anew
		require.NoError(t, err)
	}
	all := map[string]map[string]string{}
	for _, name := range backend.Linked() {
		be, err := backend.Lookup(name)
		require.NoError(t, err)
		lacks := map[string]string{}
		for _, op := range ops.All() {
			if e := be.Kernels().Entry(op); e.Op != nil {
				lacks[op.Name] = (op.In &^ e.Dtypes).String()
			}
		}
		all[name] = lacks
	}
	for name, lacks := range kept {
		if all[name] == nil {
			all[name] = lacks
		}
	}
	text, err = json.MarshalIndent(all, "", "\t")
	require.NoError(t, err)
	fresh(t, path, append(text, '\n'))
	return all
}

// classes are the columns of the table.
var classes = []struct {
	letter string
	set    dtype.Set
}{{"b", dtype.Boolean}, {"u", dtype.Unsigned}, {"i", dtype.Signed}, {"h", dtype.Narrow}, {"f", dtype.Float &^ dtype.Narrow}, {"c", dtype.Complex}}

func table(all map[string]map[string]string) string {
	var b strings.Builder
	for _, g := range ops.Groups() {
		var group []*ops.Op
		for _, op := range ops.All() {
			if op.Group == g && !op.Hidden {
				group = append(group, op)
			}
		}
		if len(group) == 0 { // of package ivy alone
			continue
		}
		fmt.Fprintf(&b, "//\t%s\n", g)
		slices.SortFunc(group, func(x, y *ops.Op) int { return strings.Compare(x.Name, y.Name) })
		for _, op := range group {
			line := fmt.Sprintf("//\t  %-17s", op.Name)
			for _, c := range classes {
				switch {
				case op.In&c.set == c.set, op.Logical:
					line += " " + c.letter
				case op.Lift && (dtype.Integer|dtype.Boolean)&c.set != 0:
					line += " ^"
				default:
					line += " -"
				}
			}
			fmt.Fprintln(&b, strings.TrimRight(line+"  "+owners(all, op), " ")) // as gofmt has it, where no backend has the function
		}
	}
	return b.String()
}

// owners names the backends that have a function.
func owners(all map[string]map[string]string, op *ops.Op) string {
	names := []string{"native", "torch", "tensorflow"}
	if op.Family == ops.FamilyComposed {
		return "every backend"
	}
	var owners []string
	for _, name := range names {
		if lacks, ok := all[name][op.Name]; ok {
			if lacks != "" {
				name += " less " + lacks
			}
			owners = append(owners, name)
		}
	}
	return strings.Join(owners, ", ")
}
