package native_test

import (
	"testing"

	"github.com/goivy/goivy/backends/backendtest"
	"github.com/goivy/goivy/backends/native/internal/arraytest"
	"github.com/goivy/goivy/internal/race"
)

func TestMain(m *testing.M) { arraytest.Main(m) }

func TestBackend(t *testing.T) { backendtest.Run(t, "native") }

// GOIVY_STEPS is how many there are.
func TestMemoryOfScopes(t *testing.T) { backendtest.ScopesFlat(t, "native", nil) }

func TestTraps(t *testing.T) { backendtest.Traps(t, "native") }

// Every function gives compiled what it gives call by call.
func TestCompiledRows(t *testing.T) {
	backendtest.Compiled(t, "native", "ArgWhere", "Bincount", "Digitize", "Dropout", "FromDlpack", "Histogram", "HistogramDD", "InvertPermutation", "NMS", "NanQuantile", "Nonzero", "Quantile", "RavelMultiIndex", "SetItem", "TrimZeros", "UniqueAll", "UniqueConsecutive", "UniqueCounts", "UniqueInverse", "UniqueValues", "UnravelIndex")
}

func TestHugeArrays(t *testing.T) { backendtest.Huge(t, "native") }
func TestHugeRows(t *testing.T)   { backendtest.HugeRows(t, "native") }

func TestStepsAreFreed(t *testing.T) {
	race.Sequential(t)
	backendtest.Freed(t, "native", nil)
}
