// Package race fits tests to the race detector, under which code takes ten times as long.
package race

import (
	"testing"
	"time"
)

// Sequential skips a test under the race detector that uses one goroutine.
func Sequential(t testing.TB) {
	if enabled {
		t.Skip("one goroutine, and so no races")
	}
}

// CoveredBy skips a test under the race detector whose goroutines those of the named test are too.
func CoveredBy(t testing.TB, name string) {
	if enabled {
		t.Skip(name + " has the same goroutines")
	}
}

// Sparse is step, of tests that take one of so many samples, and sixteen times step under the race detector.
func Sparse(step int) int {
	if enabled {
		return 16 * step
	}
	return step
}

// Limit is d, how long something may take before a test says that it hangs, and ten
// times d under the race detector.
func Limit(d time.Duration) time.Duration {
	if enabled {
		return 10 * d
	}
	return d
}
