package script

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"testing"

	_ "github.com/goivy/goivy/backends/libtorch" // if it is built in
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
)

// What programs give is what Python gives with the framework itself: dtypes, weak
// types, shapes and elements, and the class of the exception. The answers are written
// by support/oracle/gen_frontend_programs.py.
func TestAgainstPython(t *testing.T) {
	for name, atLeast := range map[string]int{"numpy": 55, "jax": 43, "torch": 56, "tensorflow": 35} {
		text, err := os.ReadFile("testdata/frontends-" + name + ".json")
		require.NoError(t, err)
		var cases [][2]json.RawMessage
		require.NoError(t, json.Unmarshal(text, &cases))
		require.GreaterOrEqual(t, len(cases), atLeast)
		for _, c := range cases {
			var src string
			var want any
			require.NoError(t, json.Unmarshal(c[0], &src))
			dec := json.NewDecoder(bytes.NewReader(c[1]))
			dec.UseNumber()
			require.NoError(t, dec.Decode(&want))
			for _, b := range backend.Linked() {
				if b == "quarry" { // a test's backend, which lacks dtypes
					continue
				}
				againstPython(t, b, name, src, want)
			}
		}
	}
}

func againstPython(t *testing.T, engine, name, src string, want any) {
	t.Run(engine+"/"+name+"/"+src, func(t *testing.T) {
		s, err := New(Options{Backend: engine})
		require.NoError(t, err)
		v, err := s.Run(context.Background(), "t", []byte(src))
		if m, ok := want.(map[string]any); ok && m["error"] != nil {
			require.Error(t, err, "%v", v)
			require.NotContains(t, err.Error(), "fault in this library")
			want, got := m["error"], KindOf(err)
			if got == "value" && want == "AttributeError" { // a name that is not there
				return
			}
			assert.Equal(t, want, got, err.Error())
			return
		}
		require.NoError(t, err)
		got, err := v.Go()
		require.NoError(t, err)
		sameAsPython(t, want, got, "")
	})
}

func sameAsPython(t *testing.T, want, got any, at string) {
	t.Helper()
	switch w := want.(type) {
	case []any:
		var g []any
		switch l := got.(type) {
		case Tuple:
			g = l
		case []any:
			g = l
		}
		if assert.Len(t, g, len(w), "%s: %v", at, got) {
			for i := range w {
				sameAsPython(t, w[i], g[i], fmt.Sprintf("%s[%d]", at, i))
			}
		}
	case map[string]any:
		if c, ok := w["complex"]; ok {
			z, isComplex := got.(complex128)
			require.True(t, isComplex, "%s: %v", at, got)
			assert.Equal(t, fmt.Sprint(c), fmt.Sprintf("[%.1f %.1f]", real(z), imag(z)), at)
			return
		}
		a, ok := got.(*frontend.Array)
		if !assert.True(t, ok, "%s: %v (a %T), want an array %v", at, got, got, w) {
			return
		}
		var b bytes.Buffer
		require.NoError(t, WriteJSON(&b, a))
		var g map[string]any
		dec := json.NewDecoder(&b)
		dec.UseNumber()
		require.NoError(t, dec.Decode(&g))
		if w["data"] != g["data"] && w["dtype"] == g["dtype"] && a.V.Dtype().IsFloat() { // a unit in the last place
			data, err := base64.StdEncoding.DecodeString(w["data"].(string))
			require.NoError(t, err)
			exact := ivy.FromBytes(a.V.Dtype(), a.V.Shape(), data)
			assert.InDeltaSlice(t, ivy.Values[float64](exact), ivy.Values[float64](a.V), 1e-6, at)
			g["data"] = w["data"]
		}
		assert.Equal(t, w, g, at)
	case json.Number:
		switch g := got.(type) {
		case *big.Int:
			assert.Equal(t, w.String(), g.String(), at)
		case float64:
			f, err := w.Float64()
			require.NoError(t, err)
			assert.Equal(t, f, g, at)
		default:
			t.Errorf("%s: %v (a %T), want the number %v", at, got, got, w)
		}
	case string:
		if f, ok := got.(float64); ok {
			got = floatText(f)
		}
		assert.Equal(t, w, fmt.Sprint(got), at)
	default:
		assert.Equal(t, w, got, at)
	}
}
