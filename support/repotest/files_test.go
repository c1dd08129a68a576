package repotest

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/internal/race"
)

// A listed package is what go list says of it.
type listed struct {
	path, dir, export string
	files             []string
}

// list returns the packages that match the patterns, and all that they import, by path.
func list(t *testing.T, patterns ...string) map[string]listed {
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("needs go")
	}
	const format = `{{.ImportPath}}|{{.Dir}}|{{.Export}}|{{join .GoFiles " "}}`
	args := []string{"list", "-export", "-deps", "-f", format}
	if info, ok := debug.ReadBuildInfo(); ok { // as this test is built: the packages have been compiled then
		for _, s := range info.Settings {
			if s.Key == "-buildmode" && s.Value == "pie" {
				args = append(args, "-buildmode=pie")
			}
		}
	}
	cmd := exec.Command(goTool, append(args, patterns...)...)
	cmd.Dir = root
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	require.NoError(t, err, said.String())
	packages := map[string]listed{}
	for line := range strings.Lines(string(out)) {
		f := strings.Split(strings.TrimSpace(line), "|")
		require.Len(t, f, 4, line)
		packages[f[0]] = listed{f[0], f[1], f[2], strings.Fields(f[3])}
	}
	return packages
}

// references returns, for each file of a package, the files of which it names a
// declaration, a method or a field.
func references(t *testing.T, packages map[string]listed, path string) map[string]map[string]bool {
	p, ok := packages[path]
	require.True(t, ok, path)
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range p.files {
		f, err := parser.ParseFile(fset, filepath.Join(p.dir, name), nil, parser.SkipObjectResolution)
		require.NoError(t, err)
		files = append(files, f)
	}
	info := types.Info{Uses: map[*ast.Ident]types.Object{}}
	conf := types.Config{Importer: importer.ForCompiler(fset, "gc", func(path string) (io.ReadCloser, error) {
		return os.Open(packages[path].export)
	})}
	checked, err := conf.Check(path, fset, files, &info)
	require.NoError(t, err)
	at := func(pos token.Pos) string { return filepath.Base(fset.Position(pos).Filename) }
	graph := map[string]map[string]bool{}
	for _, name := range p.files {
		graph[name] = map[string]bool{}
	}
	for id, o := range info.Uses {
		switch x := o.(type) { // of an instance of a generic type what is declared
		case *types.Var:
			o = x.Origin()
		case *types.Func:
			o = x.Origin()
		}
		if o.Pkg() == checked && o.Pos().IsValid() && at(id.Pos()) != at(o.Pos()) {
			graph[at(id.Pos())][at(o.Pos())] = true
		}
	}
	return graph
}

// circles returns the strongly connected components of a graph that have more than one
// node (Tarjan, "Depth-first search and linear graph algorithms").
func circles(graph map[string]map[string]bool) [][]string {
	index, low, onStack := map[string]int{}, map[string]int{}, map[string]bool{}
	var stack []string
	var found [][]string
	var visit func(node string)
	visit = func(node string) {
		index[node] = len(index) + 1
		low[node] = index[node]
		stack, onStack[node] = append(stack, node), true
		for next := range graph[node] {
			if index[next] == 0 {
				visit(next)
				low[node] = min(low[node], low[next])
			} else if onStack[next] {
				low[node] = min(low[node], index[next])
			}
		}
		if low[node] != index[node] {
			return
		}
		begin := slices.Index(stack, node)
		circle := slices.Clone(stack[begin:])
		stack = stack[:begin]
		for _, n := range circle {
			onStack[n] = false
		}
		if len(circle) > 1 {
			slices.Sort(circle)
			found = append(found, circle)
		}
	}
	for node := range graph {
		if index[node] == 0 {
			visit(node)
		}
	}
	slices.SortFunc(found, func(x, y []string) int { return len(y) - len(x) })
	return found
}

// layers are the packages of the native backend, each above those it imports.
var layers = []string{"array", "elementwise", "move", "reduce", "product", "order", "fourier", "fuse"}

// TestCirclesOfFiles: in the packages of the native backend few files name each other in
// a circle, so that one can be understood after the other. With -v it tells how it stands
// with the other large packages.
func TestCirclesOfFiles(t *testing.T) {
	race.Sequential(t)
	const most = 8
	var paths, others []string
	for _, l := range layers {
		paths = append(paths, module+"backends/native/internal/"+l)
	}
	if testing.Verbose() {
		for _, p := range []string{"ivy", "frontends/frontend", "frontends/jax", "frontends/torch", "frontends/numpy", "frontends/tensorflow", "frontends/anvil"} {
			others = append(others, module+p)
		}
	}
	all := append(slices.Clone(paths), others...)
	packages := list(t, all...)
	for _, path := range all {
		graph := references(t, packages, path)
		edges := 0
		for _, to := range graph {
			edges += len(to)
		}
		text := fmt.Sprintf("%s: %d files, %d references between files", strings.TrimPrefix(path, module), len(graph), edges)
		for _, c := range circles(graph) {
			text += fmt.Sprintf("; a circle of %d: %s", len(c), strings.Join(c, " "))
			if slices.Contains(paths, path) {
				assert.LessOrEqual(t, len(c), most, "%s: files that name each other in a circle: %v", path, c)
			}
		}
		t.Log(text)
	}
}

func TestCircles(t *testing.T) {
	of := func(edges ...string) [][]string {
		graph := map[string]map[string]bool{}
		for _, e := range edges {
			if graph[e[:1]] == nil {
				graph[e[:1]] = map[string]bool{}
			}
			graph[e[:1]][e[1:]] = true
		}
		return circles(graph)
	}
	assert.Empty(t, of("ab", "bc", "ac"))
	assert.Equal(t, [][]string{{"a", "b", "c"}}, of("ab", "bc", "ca", "cd"))
	assert.Equal(t, [][]string{{"a", "b", "c"}, {"d", "e"}}, of("ab", "bc", "ca", "cd", "de", "ed"))
}
