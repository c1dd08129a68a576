package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// The tests of the Python package run against this library as it is now.
func TestPython(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the library")
	}
	// What the test has opened decides whether its result is still good.
	files, err := filepath.Glob("../python/*/*.py")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, name := range append(files, "../python/test_goivy_array_api.py") {
		_, err := os.ReadFile(name)
		require.NoError(t, err)
	}
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("needs python3")
	}
	lib := filepath.Join(t.TempDir(), "libgoivy.so")
	build := exec.Command("go", "build", "-buildmode=c-shared", "-o", lib, ".")
	out, err := build.CombinedOutput()
	require.NoError(t, err, "%s", out)
	run := exec.Command(python, "-B", "-m", "unittest", "test_goivy_array_api")
	run.Dir = filepath.Join("..", "python")
	run.Env = append(os.Environ(), "GOIVY_LIBRARY="+lib)
	out, err = run.CombinedOutput()
	require.NoError(t, err, "%s", out)
	require.Regexp(t, `Ran \d\d tests`, string(out))
}
