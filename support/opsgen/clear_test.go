//go:build opsgen_rows

package opsgen

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestGeneratedRowsClear removes the frontends' generated files, if it is to write: one that
// does not compile would keep TestGeneratedFrontends, which writes them, from being built.
func TestGeneratedRowsClear(t *testing.T) {
	if !*generate {
		t.Skip("it writes")
	}
	stale, err := filepath.Glob("../../frontends/*/zfuncs.go")
	require.NoError(t, err)
	for _, path := range stale {
		require.NoError(t, os.Remove(path))
	}
}
