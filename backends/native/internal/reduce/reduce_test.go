package reduce_test

import (
	"testing"

	"github.com/goivy/goivy/backends/native"
	"github.com/goivy/goivy/backends/native/internal/arraytest"
)

// kernels are those of the whole backend: searches and counts are reductions as well, and
// are tested with them.
var kernels = native.Backend{}.Kernels()

func TestMain(m *testing.M) { arraytest.Main(m) }
