package compare

import (
	"bytes"
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/files"
)

func TestFrontends(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.npy")
	require.NoError(t, files.Write(path, []files.Entry{{Header: files.Header{Dtype: ivy.Int8, Shape: []int{2}}, Data: bytes.NewReader([]byte{1, 2})}}, nil))
	for _, c := range []struct {
		src   string
		under []string
		types []string // of the results, in order
		notes []string // of those that differ
	}{
		{"x + 1", []string{"numpy", "numpy"}, []string{"int8", "int8"}, nil},
		{"x + 1.5, 2.5", []string{"anvil", "numpy"}, []string{"float32*", "float64", "py:float", "py:float"}, []string{"the dtypes differ"}},
		{"x + 1.5", []string{"anvil", "anvil"}, []string{"float32*", "float32*"}, nil},
		{"anvil.nv_array([1]) if xp.add == numpy.add else anvil.nv_array([1], ambiguous=True)", []string{"numpy", "anvil"},
			[]string{"int32", "int32*"}, []string{"one is weakly typed"}},
		{"[True, 3, 2j, 1 << 63]", []string{"numpy", "anvil"}, []string{"complex64", "complex64"}, nil},
		{"{'b': True, 'i': 3, 'u': 1 << 63, 'c': 2j, 'n': None, 'l': 1 << 70}", []string{"numpy", "anvil"},
			[]string{"py:bool", "py:bool", "py:int", "py:int", "py:int", "py:int", "py:complex", "py:complex", "text", "text", "text", "text"}, nil},
		// Errors of one class agree, others do not.
		{"lambda: x + ivy.ones(5)", []string{"numpy", "numpy"}, []string{"!ValueError", "!ValueError"}, nil},
		{"x + ivy.ones(5)", []string{"numpy", "numpy"}, []string{"!ValueError", "!ValueError"}, nil},
		{"x + ivy.ones(5)", []string{"numpy", "anvil"}, []string{"!ValueError", "!rlang_error"}, []string{"the errors differ"}},
		{"{'a': x, 'b': lambda: x + ivy.ones(5, dtype='int8') if xp.add == numpy.add else x}", []string{"numpy", "anvil"},
			[]string{"int8", "int8", "!ValueError", "int8"}, []string{"an error on one side alone"}},
		{"xp.nope", []string{"numpy", "anvil"}, []string{"!value", "!value"}, []string{"a mistake in the program, not an error of the framework"}},
		// A program that fails as a whole fails in each of its results.
		{"x + ivy.ones((1, 2), dtype='int8'), x", []string{"numpy", "anvil"}, []string{"int8", "!rlang_error", "int8", "!rlang_error"},
			[]string{"an error on one side alone", "an error on one side alone"}},
		{"x + ivy.ones((1, 2), dtype='int8'), x", []string{"anvil", "numpy"}, []string{"!rlang_error", "int8", "!rlang_error", "int8"},
			[]string{"an error on one side alone", "an error on one side alone"}},
		// Results under one framework alone.
		{"{'a': x} if xp.add == numpy.add else {'b': x}", []string{"numpy", "anvil"}, []string{"int8", "none", "int8"}, []string{"no result", "no result under numpy"}},
	} {
		t.Run(c.src, func(t *testing.T) {
			r, err := Run(context.Background(), Program{Name: "p", Source: []byte(c.src)}, []Input{{"x", path}}, nil, Options{Frontends: c.under})
			require.NoError(t, err)
			var types, notes []string
			for i := range r.Results {
				types = append(types, r.Results[i].Type())
				if !r.Results[i].OK {
					notes = append(notes, r.Results[i].Note)
				}
			}
			assert.Equal(t, c.types, types)
			assert.Equal(t, c.notes, notes)
			assert.Equal(t, len(c.notes) > 0, r.Err() != nil)
			for _, write := range []func() error{
				func() error { return r.WriteText(&bytes.Buffer{}) }, func() error { return r.WriteHTML(&bytes.Buffer{}) }, func() error { return r.WriteJSON(&bytes.Buffer{}) },
			} {
				assert.NoError(t, write())
			}
		})
	}
	for _, c := range []struct {
		src      string
		backends []string
		o        Options
	}{
		{"1 +", nil, Options{Frontends: []string{"numpy"}}},
		{"1", nil, Options{Frontends: []string{"abacus"}}},
		{"1", []string{"abacus"}, Options{Frontends: []string{"numpy"}}},
		{"1", []string{"native", "native"}, Options{Frontends: []string{"numpy"}}},
		{"1", nil, Options{Frontends: []string{"numpy"}, Reference: path}},
	} {
		_, err := Run(context.Background(), Program{Name: "p", Source: []byte(c.src)}, nil, c.backends, c.o)
		assert.Error(t, err)
	}
}

// On backends, too, a function is a result, and errors are compared by their kinds.
func TestErrorsAsResults(t *testing.T) {
	r, err := Run(context.Background(), Program{Name: "p", Source: []byte("{'a': lambda: ivy.ones(2) + ivy.ones(3), 'b': lambda: 1}")}, nil, []string{"native", "native"}, Options{})
	require.NoError(t, err)
	require.Len(t, r.Results, 4)
	assert.Equal(t, "!shape", r.Results[2].Dtype)
	assert.NoError(t, r.Err())
}
