//go:build tensorflow

package tensorflow

import (
	"fmt"
	"os"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/backendtest"
	"github.com/goivy/goivy/cgo/tfeager"
	"github.com/goivy/goivy/internal/memtest"
	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy"
)

// fillMemory makes so many arrays of 1 MB and drops them.
func fillMemory(t *testing.T, n int) (most int) {
	x := ivy.Full([]int{1 << 18}, 1, ivy.Float32)
	for range n {
		x = ivy.Add(x, 1)
		most = max(most, tfeager.Live())
	}
	assert.Equal(t, float64(n+1), x.Get(-1).Float())
	return most
}

// GOIVY_ADDITIONS is how many there are, 10,000,000 to see that nothing grows.
func TestMemoryOfDropped(t *testing.T) {
	race.Sequential(t)
	onTensorFlow(t)
	n := 20_000
	if s := os.Getenv("GOIVY_ADDITIONS"); s != "" {
		_, err := fmt.Sscan(s, &n)
		require.NoError(t, err)
	}
	memtest.Settle(tfeager.Live)
	before := memtest.Resident(t, "VmRSS")
	most := fillMemory(t, n)
	t.Logf("resident %d MB before, %d after, most %d; counted %d, most %d", before>>20, memtest.Resident(t, "VmRSS")>>20, memtest.Resident(t, "VmHWM")>>20, tfeager.Live()>>20, most>>20)
	assert.Less(t, most, 1<<29, "bytes of arrays counted")
	assert.Less(t, memtest.Resident(t, "VmRSS")-before, 1<<29, "more bytes resident")
	if before < 1<<29 { // else other tests have been here
		assert.Less(t, memtest.Resident(t, "VmHWM"), 3<<29, "bytes resident")
	}
}

// What operations make on the way, and objects of results that are small, is freed too.
func TestMemoryOfCompositions(t *testing.T) {
	race.Sequential(t)
	onTensorFlow(t)
	x := ivy.Reshape(ivy.Arange(1<<16, ivy.Float32), []int{256, 256})
	run := func(n int) {
		for range n {
			ivy.Sort(x, ivy.Axis(0))
			ivy.UniqueAll(x)
			ivy.CumulativeSum(x, ivy.Axis(1))
			ivy.Sum(ivy.MatMul(x, x))
			y := ivy.Add(x, 1)
			y.Set(3, 5, ivy.Slice(nil, nil, 3))
			assert.ErrorIs(t, ivy.Try(func() { ivy.Take(y, []int{0, 256}, ivy.Axis(0)) }), ivy.ErrIndex)
		}
	}
	run(30)
	memtest.Settle(tfeager.Live)
	before, live := memtest.Resident(t, "VmRSS"), tfeager.Live()
	run(300)
	memtest.Settle(tfeager.Live)
	assert.Less(t, tfeager.Live(), live+1<<20, "bytes counted")
	assert.Less(t, memtest.Resident(t, "VmRSS")-before, 1<<28, "more bytes resident")
}

func TestMemoryOfLoops(t *testing.T) {
	race.Sequential(t)
	backendtest.LoopsFlat(t, "tensorflow", tfeager.Live)
}

func TestStepsAreFreed(t *testing.T) {
	race.Sequential(t)
	backendtest.Freed(t, "tensorflow", nil)
}

func TestMemoryOfSmall(t *testing.T) {
	race.Sequential(t)
	onTensorFlow(t)
	memtest.Settle(tfeager.Live)
	before, most := tfeager.Live(), 0
	x := ivy.Full([]int{100}, 1, ivy.Float32)
	var kept []*ivy.Array
	for i := range 300_000 {
		z := ivy.Add(x, x)
		if i%1000 == 0 {
			kept = append(kept, z)
			most = max(most, tfeager.Live())
		}
	}
	assert.Less(t, most-before, 1<<29)
	for _, z := range kept {
		require.Equal(t, 2.0, z.Get(99).Float())
	}
}

// What is given back is an error to use, however small.
func TestFreed(t *testing.T) {
	onTensorFlow(t)
	for _, n := range []int{1, 1 << 20} {
		y := ivy.Full([]int{n}, 1, ivy.Float64)
		y.Free()
		y.Free()
		for _, use := range []func(){
			func() { ivy.Add(y, 1) }, func() { ivy.Sum(y) }, func() { ivy.Sort(y) }, func() { ivy.UniqueAll(y) }, func() { ivy.Nonzero(y) }, func() { ivy.Take(y, []int{0}) },
			func() { y.ToBackend("native") }, func() { y.Bytes() }, func() { y.Set(1, 0) },
		} {
			assert.ErrorContains(t, ivy.Try(use), "given back with Free")
		}
	}
}

// Freed and dropped arrays, views, writes and collections at once.
func TestMemoryConcurrent(t *testing.T) {
	onTensorFlow(t)
	n := 200
	if testing.Short() {
		n = 30
	}
	shared := ivy.Full([]int{64, 64}, 1, ivy.Float32)
	stop := make(chan struct{})
	var collector, workers sync.WaitGroup
	collector.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				runtime.GC()
			}
		}
	})
	for g := range 8 {
		workers.Go(func() {
			for i := range n {
				large := ivy.Full([]int{1 << 16}, g, ivy.Float32)
				z := ivy.Add(large, i)
				view := z.Get(ivy.Slice(10, 20, 2))
				tail := ivy.Reshape(z, []int{1 << 8, 1 << 8}).Get(-1)
				large.Free()
				small := ivy.Add(ivy.Sum(shared), float64(g+i))
				assert.Equal(t, float64(64*64+g+i), small.Float())
				small.Free()
				z.Set(-1, 12)
				assert.Equal(t, []float64{float64(g + i), -1, float64(g + i)}, ivy.Values[float64](ivy.Astype(view.Get(ivy.Slice(0, 3)), ivy.Float64)))
				z.Free() // shared: nothing happens
				z = nil
				assert.Equal(t, float64(g+i), tail.Get(-1).Float())
				native := tail.ToBackend("native")
				assert.Equal(t, float64(g+i), native.ToBackend("tensorflow").Get(17).Float())
			}
		})
	}
	workers.Wait()
	close(stop)
	collector.Wait()
}

// Graphs of shapes that were used least recently are given back: 1,500 take some 400 MB.
func TestMemoryOfPlans(t *testing.T) {
	race.Sequential(t)
	if testing.Short() {
		t.Skip("graphs take a while")
	}
	e := newEnv(t)
	e.SetMaxPlans(0)
	e.SetMaxPlanBytes(32 << 20)
	g := e.Compile(func(x *ivy.Array) *ivy.Array { return e.Softmax(e.Add(e.Multiply(x, 2), 1)) })
	g.Call(e.Ones([]int{1}))
	runtime.GC()
	before := memtest.Resident(t, "VmRSS")
	for n := range 1500 {
		g.Call(e.Ones([]int{n + 2}))
		if n%100 == 0 {
			runtime.GC() // sessions are closed at once, what Go holds of their graphs by the collector
		}
	}
	require.NoError(t, g.Eager())
	grown := memtest.Resident(t, "VmRSS") - before
	t.Logf("%d MB more are resident", grown>>20)
	assert.Less(t, grown, 150<<20)
}

// GOIVY_STEPS is how many there are.
func TestMemoryOfScopes(t *testing.T) { backendtest.ScopesFlat(t, "tensorflow", tfeager.Live) }
