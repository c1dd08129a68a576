//go:build libtorch

package libtorch

import (
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/backendtest"
	"github.com/goivy/goivy/cgo/torch"
	"github.com/goivy/goivy/ivy"
)

func TestBackend(t *testing.T) { backendtest.Run(t, "torch") }

func TestTraps(t *testing.T) { backendtest.Traps(t, "torch") }

// The library's work is divided by the shim's own team of threads, whoever calls.
func TestTeams(t *testing.T) {
	e, err := ivy.NewEnv("torch")
	require.NoError(t, err)
	if torch.Threads() < 2 {
		t.Skip("one processor")
	}
	const n = 1 << 20
	x := e.Arange(n, ivy.Float32)
	before := torch.Teams()
	e.Add(x, x)
	assert.Greater(t, torch.Teams(), before, "its calls of OpenMP go elsewhere")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				z := e.Add(x, x)
				assert.Equal(t, 2.0*(n-1), z.Get(-1).Float())
				assert.Equal(t, float64(n)*(n-1), e.Sum(e.Astype(z, ivy.Float64)).Float())
			}
		})
	}
	wg.Wait()
}

// A number of threads that is set on one thread holds for calls of every other, of those
// too that called the library before.
func TestSetThreadsOnOneThread(t *testing.T) {
	e, err := ivy.NewEnv("torch")
	require.NoError(t, err)
	set := Backend{}.SetThreads
	defer set(torch.Threads())
	x := e.Arange(1<<20, ivy.Float32)
	matrix := e.Reshape(x, []int{1024, 1024})
	calls, called := make(chan func()), make(chan bool)
	defer close(calls)
	go func() {
		runtime.LockOSThread()
		for f := range calls {
			f()
			called <- true
		}
	}()
	there := func(f func()) { calls <- f; <-called }
	teams := func() int {
		n := torch.Teams()
		there(func() { e.Add(x, x); e.MatMul(matrix, matrix) })
		return torch.Teams() - n
	}
	set(1)
	assert.Zero(t, teams())
	set(2)
	assert.GreaterOrEqual(t, teams(), 2, "of the addition and of the product")
	there(func() { set(1) })
	assert.Zero(t, teams())
	n := torch.Teams()
	e.Add(x, x)
	assert.Equal(t, n, torch.Teams(), "on this thread too")
}

func TestHugeArrays(t *testing.T) { backendtest.Huge(t, "torch") }
func TestHugeRows(t *testing.T)   { backendtest.HugeRows(t, "torch") }
