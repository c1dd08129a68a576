package recorded

import (
	"bytes"
	"context"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/support/examples/internal/example"
	"github.com/goivy/goivy/support/script"
)

// Programs fails unless each program, in Go, and programs/with_FRAMEWORK.py, pasted, print what
// testdata/FRAMEWORK.txt has, which the framework printed for the latter, on every backend.
func Programs(t *testing.T, programs example.Programs) {
	t.Helper()
	require.NotEmpty(t, programs)
	OnBackends(t, func(t *testing.T, e *ivy.Env) {
		for _, p := range programs {
			want, err := os.ReadFile("testdata/" + p.Framework + ".txt")
			require.NoError(t, err)
			require.NotEmpty(t, want, p.Framework)

			var out bytes.Buffer
			require.NoError(t, programs.Run(p.Framework, e.CurrentBackend(), &out))
			assert.Equal(t, string(want), out.String(), "%s, in Go", p.Framework)

			name := "programs/with_" + p.Framework + ".py"
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			out.Reset()
			s, err := script.New(script.Options{Backend: e.CurrentBackend(), Output: &out})
			require.NoError(t, err)
			_, err = s.Run(context.Background(), name, text)
			require.NoError(t, err, name)
			assert.Equal(t, string(want), out.String(), "%s, pasted", p.Framework)
		}
	})
}
