// Package arraytest has what the tests of the native backend's packages share: models of
// arrays in the plainest form, arrays and views that are drawn, values worth trying, and
// memory whose end is guarded. Only tests import it.
package arraytest

import (
	"os"
	"testing"

	"github.com/goivy/goivy/backends/native/internal/array"
)

// Main runs a package's tests with results that begin as garbage, as recycled blocks do.
func Main(m *testing.M) {
	array.Poison = true
	os.Exit(m.Run())
}
