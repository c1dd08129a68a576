package main

import (
	"debug/elf"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy/backend"
)

// The tests of the Python package run against this library as it is now, with the C libraries that this test is built
// with, as users have it.
func TestPython(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the library")
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("needs python3")
	}
	var tags []string
	for _, name := range backend.Linked() {
		switch name {
		case "torch":
			tags = append(tags, "libtorch")
		case "tensorflow":
			tags = append(tags, "tensorflow")
		}
	}
	testPython(t, python, tags)
}

// testPython builds the library next to a copy of the package, as "make arrayapi" does, and
// runs its tests there with no variable in the environment that says how to load it.
func testPython(t *testing.T, python string, tags []string) {
	folder := t.TempDir()
	// What the test has opened decides whether its result is still good.
	files, err := filepath.Glob("../python/*/*.py")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, name := range append(files, "../python/test_goivy_array_api.py") {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		rel, err := filepath.Rel("../python", name)
		require.NoError(t, err)
		require.NoError(t, os.MkdirAll(filepath.Dir(filepath.Join(folder, rel)), 0o777))
		require.NoError(t, os.WriteFile(filepath.Join(folder, rel), text, 0o666))
	}
	lib := filepath.Join(folder, "goivy_array_api", "libgoivy.so")
	build := exec.Command("go", "build", "-tags="+strings.Join(tags, ","), "-buildmode=c-shared", "-o", lib, ".")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	checkStaticTLS(t, lib)

	run := exec.Command(python, "-B", "-m", "unittest", "-v", "test_goivy_array_api")
	run.Dir = folder
	run.Env = slices.DeleteFunc(os.Environ(), func(s string) bool {
		name, _, _ := strings.Cut(s, "=")
		return strings.HasPrefix(name, "LD_") || slices.Contains([]string{"GOIVY_LIBRARY", "GLIBC_TUNABLES", "LIBTORCH", "TENSORFLOW", "PYTHONPATH"}, name)
	})
	run.Env = append(run.Env, "GOIVY_TEST_BACKENDS="+strings.Join(backends(tags), ","))
	out, err = run.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Regexp(t, `Ran \d\d tests`, string(out))
	for line := range strings.Lines(string(out)) {
		if strings.Contains(line, "skipped") {
			t.Log(strings.TrimSpace(line))
		}
	}
}

// backends are those of a library that is built with these tags.
func backends(tags []string) []string {
	names := []string{"native"}
	for _, tag := range tags {
		names = append(names, strings.TrimPrefix(tag, "lib"))
	}
	return names
}

// checkStaticTLS holds the thread-local storage of a library small. Go's runtime has all of
// it in the static block, in which glibc leaves 1,664 bytes for every library together that
// a program loads while it runs, libgomp and others among them.
func checkStaticTLS(t *testing.T, lib string) {
	if runtime.GOOS != "linux" {
		return
	}
	f, err := elf.Open(lib)
	require.NoError(t, err)
	defer func() { _ = f.Close() }() // it was only read
	size := uint64(0)
	for _, p := range f.Progs {
		if p.Type == elf.PT_TLS {
			size += p.Memsz
		}
	}
	assert.LessOrEqual(t, size, uint64(128), "bytes of thread-local storage")
}
