package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/support/examples/internal/recorded"
	"github.com/goivy/goivy/support/script"
)

// The Go program and the pasted one print what the framework printed for the latter.
func TestFrameworks(t *testing.T) {
	recorded.OnBackends(t, func(t *testing.T, e *ivy.Env) {
		for _, p := range programs {
			want, err := os.ReadFile("testdata/" + p.framework + ".txt")
			require.NoError(t, err)

			var out bytes.Buffer
			require.NoError(t, run(p.framework, e.CurrentBackend(), &out))
			assert.Equal(t, string(want), out.String(), "%s, in Go", p.framework)

			name := "programs/with_" + p.framework + ".py"
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			out.Reset()
			s, err := script.New(script.Options{Backend: e.CurrentBackend(), Output: &out})
			require.NoError(t, err)
			_, err = s.Run(context.Background(), name, text)
			require.NoError(t, err, name)
			assert.Equal(t, string(want), out.String(), "%s, pasted", p.framework)
		}
	})
}

func TestRun(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, run("all", "native", &out))
	assert.Equal(t, len(programs), strings.Count(out.String(), ", on native\n"))
	assert.ErrorContains(t, run("none", "native", io.Discard), `--framework "none", want all or one of numpy, `)
	assert.Error(t, run("jax", "none", io.Discard))
}
