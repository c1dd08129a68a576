//go:build tensorflow

package tensorflow

import (
	"encoding/json"
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
)

// The model is gen_saved_model.py's, and so are its answers.
func TestSavedModel(t *testing.T) {
	text, err := os.ReadFile("testdata/model_answers.json")
	require.NoError(t, err)
	var want struct {
		X    [][]float32
		Bias []float32
		Y    [][]float32
		Best []int64
	}
	require.NoError(t, json.Unmarshal(text, &want))

	m, err := LoadSavedModel("testdata/model")
	require.NoError(t, err)
	assert.Equal(t, []string{"halve", "serving_default"}, m.Functions())
	f, err := m.Function("serving_default")
	require.NoError(t, err)
	require.Len(t, f.Inputs, 2)
	assert.Equal(t, "bias", f.Inputs[0].Name)
	assert.Equal(t, ivy.Float32, f.Inputs[0].Dtype)
	assert.Equal(t, []int{2}, f.Inputs[0].Shape)
	assert.Equal(t, []int{-1, 3}, f.Inputs[1].Shape)

	e := newEnv(t)
	x, bias := e.Asarray(want.X), e.Asarray(want.Bias)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			z, err := f.Call(map[string]*ivy.Array{"x": x, "bias": bias})
			if !assert.NoError(t, err) {
				return
			}
			assert.Equal(t, "tensorflow", z["y"].Backend())
			assert.Equal(t, []int{2, 2}, z["y"].Shape())
			assert.Equal(t, append(want.Y[0], want.Y[1]...), ivy.Values[float32](z["y"]))
			assert.Equal(t, want.Best, ivy.Values[int64](z["best"]))
		})
	}
	wg.Wait()

	halve, err := m.Function("halve")
	require.NoError(t, err)
	z, err := halve.Call(map[string]*ivy.Array{"x": e.Asarray([]float32{3, 5}, ivy.BFloat16)})
	require.NoError(t, err)
	assert.Equal(t, ivy.BFloat16, z["z"].Dtype())
	assert.Equal(t, []float32{1.5, 2.5}, ivy.Values[float32](z["z"]))

	for name, in := range map[string]map[string]*ivy.Array{
		"there is no input":   {"x": x},
		"want bias, x":        {"x": x, "bias": bias, "other": bias},
		"it is on native":     {"x": x, "bias": ivy.Asarray(want.Bias)},
		"dtype float64":       {"x": e.Astype(x, ivy.Float64), "bias": bias},
		"shape [2], want":     {"x": bias, "bias": bias},
		"shape [1], want":     {"x": x, "bias": e.Ones([]int{1})},
		"shape [2 2], want":   {"x": e.Ones([]int{2, 2}), "bias": bias},
		"array without eleme": {"x": e.Abstract(ivy.Float32, 2, 3), "bias": bias},
	} {
		_, err := f.Call(in)
		assert.ErrorContains(t, err, name)
	}
	_, err = m.Function("other")
	assert.ErrorContains(t, err, "there is halve, serving_default")
	_, err = LoadSavedModel("testdata/no model")
	assert.ErrorContains(t, err, "no model")
	_, err = LoadSavedModel("testdata/model", "train")
	assert.ErrorContains(t, err, "train")

	require.NoError(t, m.Close())
	_, err = halve.Call(map[string]*ivy.Array{"x": e.Asarray([]float32{3}, ivy.BFloat16)})
	assert.ErrorContains(t, err, "closed")
}
