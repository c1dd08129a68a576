package onnx

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
)

// steps are how far outputs of models with integers of 8 bits may be from ONNX Runtime's, relative to the greatest number: one step of
// their quantization, which a number on the border between two integers is moved by.
var steps = map[string]float64{"captcha_int8": 2e-2, "tashkeel_int8": 2e-2, "smart_turn_int8": 2e-2,
	"minilm": 1e-6, // of numbers of float64; every embedding has the norm 1
	"slanet": 4e-5, // a decoder that reads its own results, seven times
}

// TestModels: outputs are within 1e-5 of ONNX Runtime's, relative to the greatest number where that is above 1, or twice as far as its own optimizations move
// them. It runs the models of the folder GOIVY_ONNX_MODELS on all backends, against what ONNX Runtime gives: see
// support/oracle/gen_onnx_models.py, which fetches them.
func TestModels(t *testing.T) {
	folder := os.Getenv("GOIVY_ONNX_MODELS")
	if folder == "" {
		t.Skip("GOIVY_ONNX_MODELS names no folder with models (make conformance-onnx)")
	}
	paths, err := filepath.Glob(filepath.Join(folder, "*.onnx"))
	require.NoError(t, err)
	require.NotEmpty(t, paths)
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".onnx")
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			m, err := Open(path)
			require.NoError(t, err)
			opened := time.Since(start)
			for _, on := range backend.Linked() {
				e, err := ivy.NewEnv(on)
				require.NoError(t, err)
				all, err := e.LoadAll(strings.TrimSuffix(path, ".onnx") + ".npz")
				require.NoError(t, err)
				inputs, outputs, moved := map[string]*ivy.Array{}, map[string]*ivy.Array{}, map[string]float64{}
				for key, x := range all {
					if in, ok := strings.CutPrefix(key, "in:"); ok {
						inputs[in] = x
					} else if out, ok := strings.CutPrefix(key, "moved:"); ok {
						moved[out] = x.Float()
					} else {
						outputs[strings.TrimPrefix(key, "out:")] = x
					}
				}
				start := time.Now()
				got, err := m.Run(inputs)
				require.NoError(t, err, on)
				first := time.Since(start)
				start = time.Now()
				_, err = m.Run(inputs)
				require.NoError(t, err)
				second := time.Since(start)
				var xs []*ivy.Array
				for _, in := range m.Inputs() {
					if !in.Optional {
						xs = append(xs, inputs[in.Name])
					}
				}
				eager := m.Func()(xs...)
				worst := 0.0
				for i, out := range m.Outputs() {
					want, z := outputs[out.Name], got[out.Name]
					require.True(t, slices.Equal(want.Shape(), z.Shape()), "%s on %s: shape %v, want %v", out.Name, on, z.Shape(), want.Shape())
					require.Equal(t, want.Dtype(), z.Dtype(), "%s on %s", out.Name, on)
					if on == "native" {
						assert.True(t, bytes.Equal(eager[i].Bytes(), z.Bytes()), "%s is not bit for bit the same operator by operator", out.Name)
					}
					off := Distance(z, want)
					limit := max(1e-5, 2*moved[out.Name])
					if s, ok := steps[name]; ok {
						limit = s
					}
					assert.LessOrEqual(t, off, limit, "%s on %s", out.Name, on)
					worst = max(worst, off)
				}
				why := error(nil)
				for _, c := range m.backends[on].compiled {
					why = c.Eager()
				}
				t.Logf("%s: opened in %v, first %v, then %v; off by %.2g; eager: %v", on, opened, first, second, worst, why)
			}
		})
	}
}

// Distance returns the greatest difference, relative to the greatest number where that is above 1.
func Distance(x, y *ivy.Array) float64 {
	e := x.Env()
	a, b := ivy.Values[float64](e.Astype(x, ivy.Float64)), ivy.Values[float64](e.Astype(y, ivy.Float64))
	most, off := 1.0, 0.0
	for i := range a {
		most, off = max(most, max(b[i], -b[i])), max(off, max(a[i]-b[i], b[i]-a[i]))
		if a[i] != a[i] && b[i] == b[i] {
			return 1
		}
	}
	return off / most
}
