//go:build tensorflow

package tensorflow

import (
	"encoding/json"
	"os"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	tf "github.com/wamuir/graft/tensorflow"

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

	for _, c := range []struct {
		in   map[string]*ivy.Array
		want string
		kind error
	}{
		{map[string]*ivy.Array{"x": x}, `input "bias": there is no such input`, ivy.ErrValue},
		{map[string]*ivy.Array{"x": x, "bias": nil}, `input "bias": there is no such input`, ivy.ErrValue},
		{map[string]*ivy.Array{"x": x, "bias": bias, "other": bias}, `no input "other", want bias, x`, ivy.ErrValue},
		{map[string]*ivy.Array{"x": x, "bias": ivy.Asarray(want.Bias)}, "it is on native", ivy.ErrBackend},
		{map[string]*ivy.Array{"x": e.Astype(x, ivy.Float64), "bias": bias}, "dtype float64", ivy.ErrDtype},
		{map[string]*ivy.Array{"x": bias, "bias": bias}, "shape [2], want", ivy.ErrShape},
		{map[string]*ivy.Array{"x": x, "bias": e.Ones([]int{1})}, "shape [1], want", ivy.ErrShape},
		{map[string]*ivy.Array{"x": e.Ones([]int{2, 2}), "bias": bias}, "shape [2 2], want", ivy.ErrShape},
		{map[string]*ivy.Array{"x": e.Abstract(ivy.Float32, 2, 3), "bias": bias}, "array without eleme", ivy.ErrValue},
	} {
		_, err := f.Call(c.in)
		fails(t, err, c.kind, c.want)
	}
	_, _, err = f.CallStrings(map[string]*ivy.Array{"x": x}, map[string]Strings{"bias": {Shape: []int{2}, Values: []string{"a", "b"}}})
	fails(t, err, ivy.ErrDtype, "strings, want float32")
	_, err = m.Function("other")
	fails(t, err, ivy.ErrValue, "there is halve, serving_default")
	_, err = LoadSavedModel("testdata/no model")
	fails(t, err, ivy.ErrValue, "no model")
	_, err = LoadSavedModel("testdata/model", "train")
	fails(t, err, ivy.ErrValue, "train")

	require.NoError(t, m.Close())
	_, err = halve.Call(map[string]*ivy.Array{"x": e.Asarray([]float32{3}, ivy.BFloat16)})
	fails(t, err, ivy.ErrBackend, "closed")
}

// fails sees that err is an *ivy.Error of a kind.
func fails(t *testing.T, err error, kind error, text string) {
	t.Helper()
	var e *ivy.Error
	if assert.ErrorAs(t, err, &e, text) {
		assert.Equal(t, kind, e.Kind, text)
		assert.ErrorContains(t, err, text)
	}
}

// Strings and tensors of any number of axes, by gen_saved_model.py.
func TestSavedModelStrings(t *testing.T) {
	text, err := os.ReadFile("testdata/text_answers.json")
	require.NoError(t, err)
	var want struct {
		Text, Loud, Joined, Label, Describe [][]byte
		X, Y                                []float32
		Lengths                             []int32
	}
	require.NoError(t, json.Unmarshal(text, &want))
	list := func(values [][]byte) (s []string) {
		for _, v := range values {
			s = append(s, string(v))
		}
		return s
	}
	m, err := LoadSavedModel("testdata/text_model")
	require.NoError(t, err)
	defer m.Close()
	function := func(name string) *ModelFunction {
		f, err := m.Function(name)
		require.NoError(t, err)
		return f
	}
	e := newEnv(t)

	anyRank := function("any_rank")
	assert.Nil(t, anyRank.Inputs[0].Shape)
	require.Equal(t, []string{"rank", "y"}, []string{anyRank.Outputs[0].Name, anyRank.Outputs[1].Name})
	assert.Equal(t, []int{}, anyRank.Outputs[0].Shape, "of no axes, not of any number")
	assert.Nil(t, anyRank.Outputs[1].Shape)
	for _, dims := range [][]int{{}, {3}, {2, 0}, {2, 1, 2, 1, 3}} {
		z, err := anyRank.Call(map[string]*ivy.Array{"x": e.Full(dims, 1.5, ivy.Float32)})
		require.NoError(t, err, dims)
		assert.Equal(t, dims, z["y"].Shape())
		assert.Equal(t, ivy.Values[float32](e.Full(dims, 3, ivy.Float32)), ivy.Values[float32](z["y"]))
		assert.Equal(t, len(dims), z["rank"].Int())
	}
	scalar := function("scalar")
	assert.Equal(t, []int{}, scalar.Inputs[0].Shape)
	_, err = scalar.Call(map[string]*ivy.Array{"x": e.Ones([]int{1}, ivy.Float32)})
	fails(t, err, ivy.ErrShape, "shape [1], want []")
	z, err := scalar.Call(map[string]*ivy.Array{"x": e.Ones([]int{}, ivy.Float32)})
	require.NoError(t, err)
	assert.Equal(t, 2.0, z["y"].Float())

	shout := function("shout")
	assert.Equal(t, TensorSpec{Name: "text", Strings: true, Shape: []int{-1, 2}, output: shout.Inputs[0].output}, shout.Inputs[0])
	in := list(want.Text)
	arrays, texts, err := shout.CallStrings(nil, map[string]Strings{"text": {[]int{3, 2}, in}})
	require.NoError(t, err)
	assert.Empty(t, arrays)
	assert.Equal(t, map[string]Strings{"loud": {[]int{3, 2}, list(want.Loud)}, "joined": {[]int{}, list(want.Joined)}}, texts)
	_, texts, err = shout.CallStrings(nil, map[string]Strings{"text": {[]int{0, 2}, nil}})
	require.NoError(t, err)
	assert.Equal(t, map[string]Strings{"loud": {[]int{0, 2}, []string{}}, "joined": {[]int{}, []string{""}}}, texts)

	mixed := function("mixed")
	x := e.Asarray(want.X)
	for range 100 { // their memory is given back, and none that is in use
		arrays, texts, err = mixed.CallStrings(map[string]*ivy.Array{"x": x}, map[string]Strings{"text": {[]int{len(in)}, in}})
		require.NoError(t, err)
		assert.Equal(t, want.Y, ivy.Values[float32](arrays["y"]))
		assert.Equal(t, want.Lengths, ivy.Values[int32](arrays["lengths"]))
		assert.Equal(t, map[string]Strings{"label": {[]int{len(in)}, list(want.Label)}}, texts)
	}
	_, texts, err = mixed.CallStrings(map[string]*ivy.Array{"x": x}, map[string]Strings{"text": {nil, []string{"of no axes"}}})
	require.NoError(t, err)
	assert.Equal(t, Strings{[]int{}, []string{"of no axes=3.75"}}, texts["label"])

	describe := function("describe")
	z, err = describe.Call(map[string]*ivy.Array{"x": x}) // its strings are left out
	require.NoError(t, err)
	assert.Len(t, z, 1)
	assert.Equal(t, []float32{0.5, 1.25}, ivy.Values[float32](z["y"]))
	_, texts, err = describe.CallStrings(map[string]*ivy.Array{"x": x}, nil)
	require.NoError(t, err)
	assert.Equal(t, list(want.Describe), texts["text"].Values)

	for _, c := range []struct {
		f      *ModelFunction
		arrays map[string]*ivy.Array
		texts  map[string]Strings
		kind   error
		want   string
	}{
		{shout, nil, nil, ivy.ErrValue, "its elements are strings"},
		{shout, map[string]*ivy.Array{"text": x}, nil, ivy.ErrDtype, "its elements are strings"},
		{shout, nil, map[string]Strings{"text": {[]int{3}, in[:3]}}, ivy.ErrShape, "shape [3], want [-1 2]"},
		{shout, nil, map[string]Strings{"text": {[]int{3, 2}, in[:5]}}, ivy.ErrShape, "5 strings for shape [3 2], want 6"},
		{shout, nil, map[string]Strings{"text": {}}, ivy.ErrShape, "0 strings"},
		{shout, nil, map[string]Strings{"text": {[]int{-3, -2}, in}}, ivy.ErrShape, ""},
		{shout, nil, map[string]Strings{"text": {[]int{1 << 40, 1 << 40}, in}}, ivy.ErrShape, ""},
		{shout, nil, map[string]Strings{"text": {[]int{3, 2}, in}, "more": {}}, ivy.ErrValue, `no input "more"`},
	} {
		_, _, err := c.f.CallStrings(c.arrays, c.texts)
		fails(t, err, c.kind, c.want)
	}
	_, err = shout.Call(nil)
	fails(t, err, ivy.ErrValue, "CallStrings")
}

func TestGraftOfNothing(t *testing.T) {
	_, err := ToGraft(nil)
	fails(t, err, ivy.ErrValue, "a nil array")
	_, err = FromGraft(nil)
	fails(t, err, ivy.ErrValue, "a nil tensor")
	_, err = FromGraft(new(tf.Tensor))
	fails(t, err, ivy.ErrValue, "a nil tensor")
	text, err := tf.NewTensor([]string{"a"})
	require.NoError(t, err)
	_, err = FromGraft(text)
	fails(t, err, ivy.ErrDtype, "which no array has")
}
