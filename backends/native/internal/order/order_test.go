package order

import (
	"testing"

	"github.com/goivy/goivy/backends/native/internal/arraytest"
	"github.com/goivy/goivy/ivy/backend"
)

// kernels has the rows of this package.
var kernels = backend.NewTable(Kernels)

func TestMain(m *testing.M) { arraytest.Main(m) }
