//go:build tensorflow

package tensorflow

import (
	"testing"

	"github.com/goivy/goivy/backends/internal/matrixtest"
)

func TestMatrices(t *testing.T) { matrixtest.Run(t, Backend{}) }

// A session that fails says which matrix it was.
func TestCompiledMatrices(t *testing.T) { matrixtest.RunCompiled(t, Backend{}) }
