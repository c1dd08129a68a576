//go:build libtorch

package libtorch

import (
	"testing"

	"github.com/goivy/goivy/backends/internal/matrixtest"
)

func TestMatrices(t *testing.T) { matrixtest.Run(t, Backend{}) }
