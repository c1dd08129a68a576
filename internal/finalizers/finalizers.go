// Package finalizers waits for those that a collection has found due: what they give back
// is free only then.
package finalizers

import (
	"runtime/metrics"
	"time"
)

// Wait is [WaitFor] 20 ms.
func Wait() { WaitFor(20 * time.Millisecond) }

// WaitFor returns when the finalizers that are due have run, or none of them has ended for
// so long: it waits for something then, perhaps for this goroutine.
func WaitFor(patience time.Duration) {
	state := []metrics.Sample{{Name: "/gc/finalizers/queued:finalizers"}, {Name: "/gc/finalizers/executed:finalizers"}}
	metrics.Read(state)
	if state[0].Value.Kind() != metrics.KindUint64 || state[1].Value.Kind() != metrics.KindUint64 {
		return
	}
	due, done, since := state[0].Value.Uint64(), state[1].Value.Uint64(), time.Now()
	for done < due {
		if time.Since(since) > patience {
			return
		}
		time.Sleep(20 * time.Microsecond)
		metrics.Read(state[1:])
		if n := state[1].Value.Uint64(); n != done {
			done, since = n, time.Now()
		}
	}
}
