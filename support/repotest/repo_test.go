// Package repotest holds the rules of the repository's layout as tests: what may
// import what, and that one subject has one file name everywhere.
package repotest

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "github.com/goivy/goivy/backends/native"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
)

const (
	root   = "../.."
	module = "github.com/goivy/goivy/"
)

// imports returns what each folder's Go files import, without those of tests.
func imports(t *testing.T) map[string][]string {
	found := map[string][]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && path != root && (strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") || name == "testdata" || name == "bin") {
			return fs.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		dir, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		for _, i := range f.Imports {
			p, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return err
			}
			found[dir] = append(found[dir], p)
		}
		return nil
	})
	require.NoError(t, err)
	require.Greater(t, len(found), 8)
	return found
}

// below lists what each package may import of this module: packages, or folders with
// all in them if they end in a slash. Folders not listed may import anything but support.
var below = map[string][]string{
	"ivy/dtype":  {},
	"ivy/shape":  {},
	"ivy/files":  {"ivy/dtype", "internal/filemap"},
	"ivy/random": {"ivy/random/internal/"},

	"ivy/random/internal/draws":   {},
	"ivy/random/internal/libm":    {"ivy/random/internal/draws"},
	"ivy/random/jaxrandom":        {"ivy/random", "ivy/random/internal/"},
	"ivy/random/torchrandom":      {"ivy/random", "ivy/random/internal/"},
	"ivy/random/tensorflowrandom": {"ivy/random", "ivy/random/internal/"},
	"ivy/ops":                     {"ivy/dtype", "ivy/shape"},
	"ivy/promote":                 {"ivy/ops", "ivy/dtype", "ivy/shape"},
	"ivy/backend":                 {"ivy/ops", "ivy/dtype", "ivy/shape"},
	"internal/format":             {"ivy/dtype"},
	"internal/blame":              {"ivy"},
	"ivy":                         {"backends/native", "ivy/"},
	"ivy/optim":                   {"ivy", "ivy/dtype", "ivy/files", "internal/blame"},
	"ivy/nn":                      {"ivy", "ivy/random/torchrandom", "internal/blame"},
	"ivy/decomposition":           {"ivy", "internal/blame"},
	"ivy/gonum":                   {"ivy"},

	"backends/native":                      native("array", "elementwise", "move", "reduce", "product", "order", "fourier", "matrix", "fuse"),
	"backends/native/internal/array":       native("simd"),
	"backends/native/internal/elementwise": native("array", "elementary", "simd"),
	"backends/native/internal/move":        native("array", "elementwise", "simd"),
	"backends/native/internal/reduce":      native("array", "elementwise", "simd"),
	"backends/native/internal/lapack":      native("array", "gemm", "simd"),
	"backends/native/internal/product":     native("array", "elementwise", "move", "gemm", "simd"),
	"backends/native/internal/order":       native("array", "elementwise", "reduce", "simd"),
	"backends/native/internal/fourier":     native("array", "simd"),
	"backends/native/internal/matrix":      native("array", "lapack", "simd"),
	"backends/native/internal/fuse":        native("array", "elementwise", "move", "reduce", "product", "order", "simd"),
	"backends/native/internal/arraytest":   native("array"), // no package but tests imports it
}

// native returns what a package of the native backend may import: those of its packages
// below it, and the contract that all of them fulfil.
func native(layers ...string) []string {
	allowed := []string{"ivy/backend", "ivy/ops", "ivy/dtype", "ivy/shape"}
	for _, l := range layers {
		allowed = append(allowed, "backends/native/internal/"+l)
	}
	return allowed
}

func TestImportsPointDown(t *testing.T) {
	for dir, paths := range imports(t) {
		for _, p := range paths {
			if p == "C" { // to use a library of C's, or to be one
				assert.True(t, strings.HasPrefix(dir, "cgo/") || dir == "support/arrayapi/lib", "%s imports C", dir)
			}
			in, ours := strings.CutPrefix(p, module)
			if !ours || strings.HasPrefix(in, "internal/") { // which tests of all packages use
				continue
			}
			assert.True(t, mayImport(dir, in) && belowLayer(dir, in), "%s imports %s", dir, in)
		}
	}
}

// mayImport reports whether a package of that folder may import anything of the other's folder.
func mayImport(dir, in string) bool {
	of := func(folders ...string) bool {
		return slices.ContainsFunc(folders, func(f string) bool { return strings.HasPrefix(dir, f) })
	}
	switch top, rest, _ := strings.Cut(in, "/"); top {
	case "support":
		return of("support/")
	case "cgo":
		return of("backends/") || of("cgo/") && rest == "memory"
	case "frontends":
		// TensorFlow takes the rule of its mode legacy from NumPy itself.
		return of("support/") || of("frontends/") && (strings.HasPrefix(rest, "internal/") || rest == "frontend") ||
			dir == "frontends/tensorflow" && rest == "numpy"
	case "ivy": // training, modules and gonum's matrices stand on the API, and nothing below stands on them
		return rest != "optim" && rest != "nn" && rest != "decomposition" && rest != "gonum" || of("support/", "frontends/")
	}
	return !of("frontends/")
}

// belowLayer reports whether the other package is below that of the folder, if it has a layer;
// what has none in the native backend stands on dtypes and operations alone.
func belowLayer(dir, in string) bool {
	allowed, listed := below[dir]
	switch {
	case listed:
		return slices.ContainsFunc(allowed, func(a string) bool { return in == a || strings.HasSuffix(a, "/") && strings.HasPrefix(in, a) })
	case strings.HasPrefix(dir, "backends/native/internal/"):
		return strings.HasPrefix(in, "backends/native/internal/") || in == "ivy/dtype" || in == "ivy/ops"
	}
	return true
}

func TestTopLevel(t *testing.T) {
	allowed := []string{"ivy", "backends", "frontends", "cgo", "internal", "support", "bin"}
	entries, err := os.ReadDir(root)
	require.NoError(t, err)
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			assert.Contains(t, allowed, e.Name())
		}
	}
}

// Every group of operations has its file of rows, and its file of kernels in one of the
// native backend's packages, whose files are named by groups, by the package, or by what
// they are made of.
func TestGroupsNameFiles(t *testing.T) {
	here, err := backend.Lookup("native")
	require.NoError(t, err)
	var names []string
	for _, g := range ops.Groups() {
		names = append(names, g.String())
		_, err := os.Stat(filepath.Join(root, "ivy/ops", g.String()+".go"))
		assert.NoError(t, err)
		if g == ops.Random { // drawn by package ivy, the same for all backends
			_, err = os.Stat(filepath.Join(root, "ivy/random.go"))
			assert.NoError(t, err)
			continue
		}
		if !slices.ContainsFunc(ops.All(), func(op *ops.Op) bool { return op.Group == g && here.Kernels().Has(op) }) {
			continue // composed of other groups' rows here
		}
		kernels, err := filepath.Glob(filepath.Join(root, "backends/native/internal/*", g.String()+".go"))
		require.NoError(t, err)
		assert.Len(t, kernels, 1, "%v has its kernels in one file of backends/native/internal/*", g)
	}
	machinery := map[string][]string{
		"array": {"buffer", "iterator", "memory", "numbers", "parallel", "view"},
		"fuse":  {"compile"},
	}
	files, err := filepath.Glob(filepath.Join(root, "backends/native/*.go"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, f := range files {
		subject, _, _ := strings.Cut(strings.TrimSuffix(filepath.Base(f), ".go"), "_")
		assert.Contains(t, []string{"backend", "compile"}, subject, f)
	}
	for _, layer := range layers {
		files, err := filepath.Glob(filepath.Join(root, "backends/native/internal", layer, "*.go"))
		require.NoError(t, err)
		require.NotEmpty(t, files, layer)
		for _, f := range files {
			subject, _, _ := strings.Cut(strings.TrimSuffix(filepath.Base(f), ".go"), "_")
			assert.Contains(t, append(append([]string{layer}, machinery[layer]...), names...), subject, f)
		}
	}
	rows, err := filepath.Glob(filepath.Join(root, "ivy/ops/*.go"))
	require.NoError(t, err)
	for _, f := range rows {
		if name := strings.TrimSuffix(filepath.Base(f), ".go"); !strings.HasSuffix(name, "_test") {
			assert.Contains(t, append(names, "ops", "arguments", "docs", "gradients", "steps"), name)
		}
	}
}

// The table itself: names that Python knows, options that positions reach, docs.
func TestTable(t *testing.T) {
	seen := map[string]bool{}
	for i, op := range ops.All() {
		assert.Equal(t, ops.ID(i), op.ID)
		assert.Same(t, op, ops.Lookup(op.Name))
		assert.Same(t, op, ops.Lookup(op.Snake))
		assert.False(t, seen[op.Snake], op.Snake)
		seen[op.Snake] = true
		assert.LessOrEqual(t, op.ByPos, len(op.Opts), op.Name)
		assert.NotZero(t, op.In, op.Name)
		assert.True(t, strings.HasSuffix(op.Doc, "."), op.Name)
	}
}

// What rapid leaves of a failure is of one machine's run, in whatever package.
func TestFailuresOfRapidStayOut(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("needs git")
	}
	tracked, err := exec.Command(git, "-C", root, "ls-files", "--", "*.fail").Output()
	if err != nil {
		t.Skip("no checkout")
	}
	assert.Empty(t, string(tracked))
	assert.NoError(t, exec.Command(git, "-C", root, "check-ignore", "--quiet", "backends/native/testdata/rapid/TestAny/x.fail").Run())
}
