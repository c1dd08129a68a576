// Package race leaves out of runs under the race detector, which takes ten times as long,
// what it has nothing to see in.
package race

import "testing"

// Sequential skips a test under the race detector that uses one goroutine.
func Sequential(t testing.TB) {
	if enabled {
		t.Skip("one goroutine, and so no races")
	}
}
