package onnx_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/onnx"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
)

func open(t *testing.T, name string) *onnx.Model {
	t.Helper()
	m, err := onnx.Open(filepath.Join("testdata", "models", name+".onnx"))
	require.NoError(t, err)
	return m
}

// arrays returns the inputs and outputs that were recorded of a model.
func arrays(t *testing.T, e *ivy.Env, name string) (inputs, outputs map[string]*ivy.Array) {
	t.Helper()
	all, err := e.LoadAll(filepath.Join("testdata", "models", name+".npz"))
	require.NoError(t, err)
	inputs, outputs = map[string]*ivy.Array{}, map[string]*ivy.Array{}
	for key, x := range all {
		if in, ok := strings.CutPrefix(key, "in:"); ok {
			inputs[in] = x
		} else {
			outputs[strings.TrimPrefix(key, "out:")] = x
		}
	}
	return inputs, outputs
}

// TestSmallModels: models of each kind, scikit-learn's too, give what ONNX Runtime gives, on every backend.
func TestSmallModels(t *testing.T) {
	paths, err := filepath.Glob("testdata/models/*.onnx")
	require.NoError(t, err)
	require.Greater(t, len(paths), 15)
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".onnx")
		m := open(t, name)
		for _, on := range backend.Linked() {
			e, err := ivy.NewEnv(on)
			require.NoError(t, err)
			inputs, want := arrays(t, e, name)
			got, err := m.Run(inputs)
			require.NoError(t, err, "%s on %s", name, on)
			require.Len(t, got, len(want))
			for key, w := range want {
				z := got[key]
				assert.Equal(t, w.Dtype(), z.Dtype(), "%s of %s on %s", key, name, on)
				if assert.Equal(t, w.Shape(), z.Shape(), "%s of %s on %s", key, name, on) {
					assert.LessOrEqual(t, onnx.Distance(z, w), 1e-5, "%s of %s on %s", key, name, on)
				}
			}
		}
	}
}

func TestDescription(t *testing.T) {
	m := open(t, "classifier")
	assert.Equal(t, "x: float (batch, 4)", m.Inputs()[0].String())
	assert.Equal(t, onnx.Value{Name: "temperature", Type: "float", Dtype: ivy.Float32, Shape: []onnx.Dim{}, Optional: true}, m.Inputs()[1])
	assert.Equal(t, "y: float (batch, 3)", m.Outputs()[0].String())
	assert.Equal(t, 21, m.Opset("ai.onnx"))
	assert.Equal(t, 0, m.Opset("com.microsoft"))
	assert.Equal(t, "goivy", m.Metadata()["producer_name"])
	assert.Equal(t, map[string]int{"Gemm": 2, "Relu": 1, "Div": 1, "Softmax": 1}, m.Operators())
	n, bytes := m.Parameters()
	assert.Equal(t, 4*8+8+3*8+3+1, n)
	assert.Equal(t, 4*n, bytes)
	assert.Equal(t, []int{4, 8}, m.Weights()["w1"].Shape())
	cost, err := m.Cost(map[string][]int{"x": {10, 4}})
	require.NoError(t, err)
	assert.Equal(t, int64(10*(2*4*8+8)+80+10*(2*8*3+3)+2*30), cost.FLOPs)
	assert.Equal(t, int64(4*10*(8+8)), cost.Peak)
	name, op := m.NodeOf("scores")
	assert.Equal(t, "second Gemm", name+" "+op)
}

// TestOptionalInput: an input that the file has a value for may be given.
func TestOptionalInput(t *testing.T) {
	m := open(t, "classifier")
	e, err := ivy.NewEnv("native")
	require.NoError(t, err)
	inputs, want := arrays(t, e, "classifier")
	inputs["temperature"] = e.Asarray(float32(2))
	got, err := m.Run(inputs)
	require.NoError(t, err)
	assert.LessOrEqual(t, onnx.Distance(got["y"], want["y"]), 1e-6)
	inputs["temperature"] = e.Asarray(float32(1e6))
	got, err = m.Run(inputs)
	require.NoError(t, err)
	assert.LessOrEqual(t, onnx.Distance(got["y"], e.Full([]int{5, 3}, 1.0/3)), 1e-4)
}

// TestChoices: a branch follows an element, compiled or not.
func TestChoices(t *testing.T) {
	m := open(t, "choices")
	e, err := ivy.NewEnv("native")
	require.NoError(t, err)
	inputs, _ := arrays(t, e, "choices")
	for _, flag := range []bool{true, false, true} {
		inputs["flag"] = e.Asarray(flag)
		got, err := m.Run(inputs)
		require.NoError(t, err)
		zs := m.Func()(inputs["x"], inputs["flag"])
		assert.Equal(t, zs[0].Bytes(), got["last"].Bytes())
		want := []float64{64, 128, 32}
		if flag {
			want = []float64{-64, 128, -32}
		}
		assert.Equal(t, want, ivy.Values[float64](got["last"].Astype(ivy.Float64)))
	}
}

// TestGradient: a model is differentiated as any function is.
func TestGradient(t *testing.T) {
	m := open(t, "classifier")
	for _, on := range backend.Linked() {
		e, err := ivy.NewEnv(on)
		require.NoError(t, err)
		inputs, _ := arrays(t, e, "classifier")
		f := m.Func()
		loss := func(x *ivy.Array) *ivy.Array { return e.Sum(e.Square(f(x)[0])) }
		g := e.Grad(loss)(inputs["x"]).(*ivy.Array)
		const h = 1e-2
		for i := range 4 {
			step := e.Asarray([]float32{0, 0, 0, 0})
			step.SetAt(float32(h), i)
			up, down := loss(e.Add(inputs["x"], step)), loss(e.Subtract(inputs["x"], step))
			want := (up.Float() - down.Float()) / (2 * h)
			assert.InDelta(t, want, e.Sum(e.GetItem(g, ivy.Slice(nil, nil), i)).Float(), 1e-3, on)
		}
	}
}

func TestIntermediates(t *testing.T) {
	m := open(t, "classifier")
	e, err := ivy.NewEnv("native")
	require.NoError(t, err)
	inputs, _ := arrays(t, e, "classifier")
	assert.Equal(t, []string{"hidden", "positive", "scores", "cooled", "y"}, m.Names())
	w, err := m.WithOutputs("hidden", "positive")
	require.NoError(t, err)
	got, err := w.Run(inputs)
	require.NoError(t, err)
	assert.Equal(t, e.Relu(got["hidden"]).Bytes(), got["positive"].Bytes())
	_, err = m.WithOutputs("none")
	assert.ErrorIs(t, err, ivy.ErrValue)
}

func TestErrors(t *testing.T) {
	m := open(t, "classifier")
	e, err := ivy.NewEnv("native")
	require.NoError(t, err)
	x := e.Ones([]int{2, 4}, ivy.Float32)
	for name, c := range map[string]struct {
		inputs map[string]*ivy.Array
		kind   error
	}{
		"missing":     {nil, ivy.ErrValue},
		"nil":         {map[string]*ivy.Array{"x": nil}, ivy.ErrValue},
		"unknown":     {map[string]*ivy.Array{"x": x, "z": x}, ivy.ErrValue},
		"dtype":       {map[string]*ivy.Array{"x": e.Ones([]int{2, 4}, ivy.Float64)}, ivy.ErrDtype},
		"shape":       {map[string]*ivy.Array{"x": e.Ones([]int{2, 5}, ivy.Float32)}, ivy.ErrShape},
		"rank":        {map[string]*ivy.Array{"x": e.Ones([]int{4}, ivy.Float32)}, ivy.ErrShape},
		"temperature": {map[string]*ivy.Array{"x": x, "temperature": x}, ivy.ErrShape},
	} {
		_, err := m.Run(c.inputs)
		assert.ErrorIs(t, err, c.kind, name)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = m.RunContext(ctx, map[string]*ivy.Array{"x": x})
	assert.ErrorIs(t, err, ivy.ErrCanceled)

	// An error of an operator names the node.
	branches := open(t, "choices")
	var node *onnx.NodeError
	_, err = branches.Run(map[string]*ivy.Array{"x": e.Ones([]int{3}, ivy.Float32), "flag": e.Asarray([]bool{true, false})})
	assert.ErrorIs(t, err, ivy.ErrShape)
	assert.False(t, errors.As(err, &node)) // it is the model's input that does not fit
}

// TestFilesThatAreNone: what is no model, and what a model may not do, is an error.
func TestFilesThatAreNone(t *testing.T) {
	_, err := onnx.Open("testdata/none.onnx")
	assert.ErrorIs(t, err, os.ErrNotExist)
	for _, data := range []string{"", "\x08", "no model at all", "\x3a\x00"} {
		_, err := onnx.NewReader(strings.NewReader(data), int64(len(data)))
		assert.ErrorIs(t, err, ivy.ErrValue, "%q", data)
	}
	_, err = onnx.NewReader(strings.NewReader("abc"), 10)
	assert.ErrorIs(t, err, ivy.ErrValue)

	// A name is computed once.
	twice, err := os.ReadFile("testdata/models/classifier.onnx")
	require.NoError(t, err)
	twice = bytes.ReplaceAll(twice, []byte("cooled"), []byte("scores"))
	_, err = onnx.NewReader(bytes.NewReader(twice), int64(len(twice)))
	assert.ErrorIs(t, err, ivy.ErrValue)
	assert.ErrorContains(t, err, `"scores" is there already`)

	// Weights in another file need a folder, and lie in that of the model.
	data, err := os.ReadFile("testdata/models/outside.onnx")
	require.NoError(t, err)
	_, err = onnx.NewReader(bytes.NewReader(data), int64(len(data)))
	assert.ErrorIs(t, err, ivy.ErrValue)
	assert.ErrorContains(t, err, "outside.data")
	dir := t.TempDir()
	inner := filepath.Join(dir, "inner")
	require.NoError(t, os.Mkdir(inner, 0o755))
	weights, err := os.ReadFile("testdata/models/outside.data")
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "out.data"), weights, 0o644))
	escaping := bytes.ReplaceAll(data, []byte("outside.data"), []byte("../out.data\x00"))
	escaping = bytes.ReplaceAll(escaping, []byte("../out.data\x00"), []byte(".//../out.da"))
	require.NoError(t, os.WriteFile(filepath.Join(inner, "m.onnx"), escaping, 0o644))
	_, err = onnx.Open(filepath.Join(inner, "m.onnx"))
	assert.ErrorIs(t, err, ivy.ErrValue)
	require.NoError(t, os.WriteFile(filepath.Join(inner, "short.onnx"), data, 0o644))
	require.NoError(t, os.WriteFile(filepath.Join(inner, "outside.data"), weights[:20], 0o644))
	_, err = onnx.Open(filepath.Join(inner, "short.onnx"))
	assert.ErrorContains(t, err, "which has 20")
}
