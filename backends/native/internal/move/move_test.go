package move

import (
	"testing"

	"github.com/goivy/goivy/backends/native/internal/arraytest"
	"github.com/goivy/goivy/backends/native/internal/elementwise"
	"github.com/goivy/goivy/ivy/backend"
)

// kernels has the rows of this package, and of the one below it, which has BroadcastTo.
var kernels = backend.NewTable(elementwise.Kernels, Kernels)

func TestMain(m *testing.M) { arraytest.Main(m) }
