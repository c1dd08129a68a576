package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
)

const models = "../../../frontends/onnx/testdata/models/"

// classifierFiles writes the recorded input and output of the classifier as files of their own.
func classifierFiles(t *testing.T) (in, out string) {
	t.Helper()
	all, err := ivy.LoadAll(models + "classifier.npz")
	require.NoError(t, err)
	dir := t.TempDir()
	in, out = filepath.Join(dir, "in=1.npy"), filepath.Join(dir, "out.npz")
	require.NoError(t, ivy.Save(in, all["in:x"]))
	require.NoError(t, ivy.SaveAll(out, map[string]*ivy.Array{"y": all["out:y"]}))
	return in, out
}

func TestRunModel(t *testing.T) {
	in, want := classifierFiles(t)
	code, out, errOut := ivyCommand("", "run", models+"classifier.onnx", "x="+in)
	require.Equal(t, exitOK, code, errOut)
	assert.True(t, strings.HasPrefix(out, "y: float32 [5 3]\n[["), out)

	code, out, _ = ivyCommand("", "run", "--json", models+"classifier.onnx", "x="+in)
	require.Equal(t, exitOK, code)
	var answer map[string]struct {
		Dtype string
		Shape []int
		Data  string
	}
	require.NoError(t, json.Unmarshal([]byte(out), &answer))
	assert.Equal(t, "float32", answer["y"].Dtype)
	assert.Equal(t, []int{5, 3}, answer["y"].Shape)

	file := filepath.Join(t.TempDir(), "got.npz")
	code, out, errOut = ivyCommand("", "run", "-o", file, models+"classifier.onnx", "x="+in)
	require.Equal(t, exitOK, code, errOut)
	assert.Empty(t, out)
	got, err := ivy.LoadAll(file)
	require.NoError(t, err)
	recorded, err := ivy.LoadAll(want)
	require.NoError(t, err)
	assert.True(t, got["y"].AllClose(recorded["y"], ivy.Atol(1e-6)).Bool())
}

func TestRunModelErrors(t *testing.T) {
	in, want := classifierFiles(t)
	for name, c := range map[string]struct {
		args []string
		code int
		says string
	}{
		"no model":       {[]string{"run"}, exitUsage, "run needs a model"},
		"no file":        {[]string{"run", "none.onnx"}, exitUsage, "none.onnx"},
		"no such input":  {[]string{"run", models + "classifier.onnx", "z=" + in}, exitUsage, "x, temperature"},
		"given twice":    {[]string{"run", models + "classifier.onnx", "x=" + in, "x=" + in}, exitUsage, "twice"},
		"no input":       {[]string{"run", models + "classifier.onnx"}, exitFailed, `input "x" is missing`},
		"no such array":  {[]string{"run", models + "classifier.onnx", "x=none.npy"}, exitUsage, "none.npy"},
		"another shape":  {[]string{"run", models + "classifier.onnx", "x=" + want}, exitFailed, "want x: float (batch, 4)"},
		"no backend":     {[]string{"run", "--backend", "none", models + "classifier.onnx", "x=" + in}, exitUsage, "none"},
		"frontends":      {[]string{"compare", "--frontends", "jax", models + "classifier.onnx", "x=" + in}, exitUsage, "ONNX's rules"},
		"no shape":       {[]string{"model", models + "classifier.onnx", "x=2y4"}, exitUsage, "is no shape"},
		"shapes differ":  {[]string{"model", models + "classifier.onnx", "x=2x5"}, exitOK, ""},
		"not a model":    {[]string{"model", in + ".onnx"}, exitUsage, ".onnx"},
		"described none": {[]string{"model"}, exitUsage, "model needs a model"},
	} {
		code, out, errOut := ivyCommand("", c.args...)
		assert.Equal(t, c.code, code, "%s: %s", name, errOut)
		assert.Contains(t, out+errOut, c.says, name)
	}
	code, out, _ := ivyCommand("", "run", "--json", models+"classifier.onnx")
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, out, `"error":"value"`)
	broken := filepath.Join(t.TempDir(), "broken.onnx")
	require.NoError(t, os.WriteFile(broken, []byte("no model"), 0o644))
	code, _, errOut := ivyCommand("", "run", broken)
	assert.Equal(t, exitFailed, code, errOut)
}

// TestCompareModel: a model is compared with a reference, and a node is named where backends part.
func TestCompareModel(t *testing.T) {
	in, want := classifierFiles(t)
	code, out, errOut := ivyCommand("", "compare", "--reference", want, models+"classifier.onnx", "x="+in)
	require.Equal(t, exitOK, code, out+errOut)
	assert.Contains(t, out, "all ")

	wrong := filepath.Join(t.TempDir(), "wrong.npz")
	require.NoError(t, ivy.SaveAll(wrong, map[string]*ivy.Array{"y": ivy.Zeros([]int{5, 3}, ivy.Float32)}))
	code, out, _ = ivyCommand("", "compare", "--backends", "native", "--reference", wrong, models+"classifier.onnx", "x="+in)
	assert.Equal(t, exitFailed, code)
	assert.Contains(t, out, "DIFFERS")

	code, out, errOut = ivyCommand("", "compare", "--backends", "native,native", "--runs", "2", models+"classifier.onnx", "x="+in)
	assert.Equal(t, exitOK, code, out+errOut)
}
