package fuse

import (
	"testing"

	"github.com/goivy/goivy/backends/native/internal/arraytest"
	"github.com/goivy/goivy/backends/native/internal/elementwise"
	"github.com/goivy/goivy/backends/native/internal/move"
	"github.com/goivy/goivy/backends/native/internal/order"
	"github.com/goivy/goivy/backends/native/internal/product"
	"github.com/goivy/goivy/backends/native/internal/reduce"
	"github.com/goivy/goivy/ivy/backend"
)

// kernels has the rows of this package and of those below it.
var kernels = backend.NewTable(elementwise.Kernels, move.Kernels, reduce.Kernels, product.Kernels, order.Kernels)

func TestMain(m *testing.M) { arraytest.Main(m) }
