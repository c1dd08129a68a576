package array

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// A thread leaves a processor that another of its job is on, and may then run wherever it
// could before; one that is alone stays, as does one that may run nowhere else.
func TestSpread(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var all unix.CPUSet
	require.NoError(t, unix.SchedGetaffinity(0, &all))
	defer func() { require.NoError(t, unix.SchedSetaffinity(0, &all)) }()
	allowed := func() unix.CPUSet {
		var set unix.CPUSet
		require.NoError(t, unix.SchedGetaffinity(0, &set))
		return set
	}

	for n := range len(all) * 64 { // a sandbox may refuse to move threads, or not say where they are
		if !all.IsSet(n) {
			continue
		}
		var there unix.CPUSet
		there.Set(n)
		if err := unix.SchedSetaffinity(0, &there); err != nil || processor() != n {
			t.Skipf("a thread cannot be put on processor %d here: %v", n, err)
		}
	}
	require.NoError(t, unix.SchedSetaffinity(0, &all))

	if all.Count() > 1 {
		moved := false
		for range 100 { // the system may move it too, before or after
			on := &processors{}
			require.False(t, on.enter())
			on.spread()
			require.Equal(t, all, allowed())
			if moved = on.set.Count() == 2; moved {
				break
			}
		}
		assert.True(t, moved)
	}

	var one unix.CPUSet
	one.Set(processor())
	require.NoError(t, unix.SchedSetaffinity(0, &one))
	on := &processors{}
	on.spread()
	assert.Equal(t, one, on.set)
	on.spread()
	assert.Equal(t, one, on.set)
	assert.Equal(t, one, allowed())
}
