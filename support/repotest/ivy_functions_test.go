package repotest

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ivyFunction is a line of ivy/testdata/ivy_functions.txt.
type ivyFunction struct{ module, name, counterpart, omitted, missing string }

func readIvyFunctions(t *testing.T) (all []ivyFunction) {
	f, err := os.Open(filepath.Join(root, "ivy/testdata/ivy_functions.txt"))
	require.NoError(t, err)
	defer f.Close()
	module := ""
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := lines.Text()
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case !strings.HasPrefix(line, "\t"):
			module = line
		default:
			name, mark, _ := strings.Cut(strings.TrimSpace(line), " ")
			l := ivyFunction{module: module, name: name}
			kind, rest, _ := strings.Cut(mark, " ")
			switch {
			case kind == "=" && rest != "":
				l.counterpart, _, _ = strings.Cut(rest, " ")
			case kind == "-" && rest != "":
				l.omitted = rest
			case kind == "?" && rest != "":
				l.missing = rest
			default:
				require.Empty(t, mark, line)
			}
			all = append(all, l)
		}
	}
	return all
}

// exportedOf returns the exported functions of package ivy and of those below it: "Add",
// "Array.Get", "optim.Step", "dtype.Dtype.Size".
func exportedOf(t *testing.T) map[string]bool {
	names := map[string]bool{}
	for _, dir := range []string{"ivy", "ivy/optim", "ivy/nn", "ivy/decomposition", "ivy/dtype", "ivy/random"} {
		prefix := ""
		if dir != "ivy" {
			prefix = strings.TrimPrefix(dir, "ivy/") + "."
		}
		entries, err := fs.Glob(os.DirFS(filepath.Join(root, dir)), "*.go")
		require.NoError(t, err)
		require.NotEmpty(t, entries, dir)
		for _, name := range entries {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, dir, name), nil, parser.SkipObjectResolution)
			require.NoError(t, err)
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.IsExported() {
					names[prefix+receiverOf(fn)+fn.Name.Name] = true
				}
			}
		}
	}
	return names
}

func receiverOf(fn *ast.FuncDecl) string {
	if fn.Recv == nil {
		return ""
	}
	x := fn.Recv.List[0].Type
	for {
		switch of := x.(type) {
		case *ast.StarExpr:
			x = of.X
		case *ast.IndexExpr:
			x = of.X
		case *ast.Ident:
			return of.Name + "."
		default:
			return "?."
		}
	}
}

// withCounterpart is how many functions have a counterpart; there are to be 555 at least.
const withCounterpart = 556

// Each of the 620 functions that Ivy 1.0.0.5 defines has a counterpart here, or a reason
// why it has none, or is said to be missing.
func TestIvyFunctions(t *testing.T) {
	all := readIvyFunctions(t)
	exported := exportedOf(t)
	inGoCase := map[string]bool{}
	for name := range exported {
		if !strings.Contains(name, ".") {
			inGoCase[strings.ToLower(name)] = true
		}
	}

	t.Run("whole", func(t *testing.T) {
		var lines []string
		for _, f := range all {
			lines = append(lines, f.module+"."+f.name+"\n")
		}
		slices.Sort(lines)
		assert.Len(t, slices.Compact(lines), 620)
		// Of the lines module.name of every def in ivy/functional/ivy of the package, sorted
		// (support/oracle/gen_ivy.py names prints them).
		assert.Equal(t, "2a6e224ed5dc7ec1eeee1db828bb6a55560ea326443d3ee54df89f0b49784541", fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(lines, "")))))
	})
	t.Run("counterparts", func(t *testing.T) {
		count := 0
		for _, f := range all {
			implied := inGoCase[strings.ReplaceAll(f.name, "_", "")]
			switch {
			case f.counterpart != "":
				assert.True(t, exported[f.counterpart], "%s.%s = %s, which is not there", f.module, f.name, f.counterpart)
				assert.NotEqual(t, strings.ReplaceAll(f.name, "_", ""), strings.ToLower(f.counterpart), "%s.%s needs no mark", f.module, f.name)
			case f.missing != "":
				assert.False(t, implied, "%s.%s is not missing", f.module, f.name)
			case f.omitted == "":
				assert.True(t, implied, "%s.%s has no counterpart", f.module, f.name)
			}
			if f.omitted == "" && f.missing == "" && (implied || exported[f.counterpart]) {
				count++
			}
		}
		assert.Equal(t, withCounterpart, count, "functions with a counterpart")
	})
}
