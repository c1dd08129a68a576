//go:build tensorflow

package tensorflow

import (
	"testing"

	"github.com/goivy/goivy/backends/internal/matrixtest"
	"github.com/goivy/goivy/ivy/ops"
)

func TestMatrices(t *testing.T) { matrixtest.Run(t, Backend{}) }

// A session that fails says which matrix it was.
func TestCompiledMatrices(t *testing.T) {
	matrixtest.RunCompiled(t, Backend{}, ops.HessenbergForm, ops.LogarithmOfMatrix, ops.RootOfMatrix, ops.SchurForm)
}
