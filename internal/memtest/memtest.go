// Package memtest is what tests of memory have in common.
package memtest

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/internal/finalizers"
)

// Resident returns a line of /proc/self/status in bytes: VmRSS is what is resident, VmHWM
// the most that ever was.
func Resident(t testing.TB, key string) int {
	t.Helper()
	f, err := os.Open("/proc/self/status")
	if err != nil {
		t.Skip("needs /proc")
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if rest, ok := strings.CutPrefix(lines.Text(), key+":"); ok {
			var kb int
			_, err := fmt.Sscan(rest, &kb)
			require.NoError(t, err)
			return kb << 10
		}
	}
	t.Fatalf("no %s", key)
	return 0
}

// Settle waits until what other tests have dropped is freed: until live bytes stay as
// they are for some collections and their finalizers.
func Settle(live func() int) {
	before := live()
	for same := 0; same < 5; same++ {
		runtime.GC()
		finalizers.WaitFor(10 * time.Second) // those of whole graphs take long
		time.Sleep(10 * time.Millisecond)
		if n := live(); n != before {
			before, same = n, 0
		}
	}
}
