//go:build libtorch

package libtorch

import (
	"fmt"
	"os"
	"runtime"
	"sync"
	"testing"

	"github.com/goivy/goivy/backends/backendtest"
	"github.com/goivy/goivy/cgo/torch"
	"github.com/goivy/goivy/internal/memtest"
	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func onTorch(t *testing.T) { t.Cleanup(ivy.WithBackend("torch")) }

// garbage is the most that may wait for the collector: it grows with what is live in Go.
func garbage() int {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return 1<<28 + int(m.HeapAlloc)
}

// fillMemory makes so many arrays of 1 MB and drops them.
func fillMemory(n int) (most int) {
	x := ivy.Full([]int{1 << 18}, 1, ivy.Float32)
	for range n {
		x = ivy.Add(x, 1)
		most = max(most, torch.Live())
	}
	runtime.KeepAlive(x)
	return most
}

func TestMemoryOfDropped(t *testing.T) {
	race.Sequential(t)
	onTorch(t)
	n := 20_000
	if s := os.Getenv("GOIVY_ADDITIONS"); s != "" {
		_, err := fmt.Sscan(s, &n)
		require.NoError(t, err)
	}
	before := memtest.Resident(t, "VmRSS")
	most := fillMemory(n)
	t.Logf("resident %d MB before, %d after, most %d; counted %d, most %d", before>>20, memtest.Resident(t, "VmRSS")>>20, memtest.Resident(t, "VmHWM")>>20, torch.Live()>>20, most>>20)
	assert.Less(t, most, 1<<29, "bytes of arrays counted")
	assert.Less(t, memtest.Resident(t, "VmRSS")-before, 1<<29, "more bytes resident")
	if before < 1<<29 { // else other tests have been here
		assert.Less(t, memtest.Resident(t, "VmHWM"), 1<<30, "bytes resident")
	}
}

// What is live counts, so the limit goes up with it and down again.
func TestMemoryOfLive(t *testing.T) {
	onTorch(t)
	memtest.Settle(torch.Live)
	base := torch.Live()
	var kept []*ivy.Array
	for range 300 {
		kept = append(kept, ivy.Full([]int{1 << 18}, 1, ivy.Float32))
	}
	assert.GreaterOrEqual(t, torch.Live(), 300<<20)
	assert.Less(t, fillMemory(1000), base+1<<30)
	runtime.KeepAlive(kept)
	kept = nil
	memtest.Settle(torch.Live)
	assert.Less(t, torch.Live(), base+1<<20)
	assert.Less(t, fillMemory(1000), base+garbage(), "the limit has come down")
}

// Memory that several arrays share counts once, and as long as one of them is there.
func TestMemoryOfViews(t *testing.T) {
	onTorch(t)
	memtest.Settle(torch.Live)
	x := ivy.Full([]int{1 << 10, 1 << 10}, 1, ivy.Float32)
	before := torch.Live()
	views := []*ivy.Array{ivy.Reshape(x, []int{1 << 20}), ivy.PermuteDims(x, []int{1, 0}), x.Get(ivy.Colon, 3), ivy.BroadcastTo(x, []int{64, 1 << 10, 1 << 10})}
	assert.Less(t, torch.Live()-before, 1<<20)
	x.Free() // has views: nothing happens
	assert.Equal(t, 1.0, views[0].Get(5).Float())
	runtime.KeepAlive(views)

	before = torch.Live()
	y := ivy.Full([]int{1 << 20}, 1, ivy.Float64)
	assert.GreaterOrEqual(t, torch.Live()-before, 8<<20)
	y.Free()
	y.Free()
	assert.Less(t, torch.Live()-before, 8<<20)
	err := ivy.Try(func() { ivy.Add(y, 1) })
	assert.ErrorContains(t, err, "given back with Free")
	assert.ErrorContains(t, ivy.Try(func() { y.ToBackend("native") }), "given back with Free")
	assert.ErrorContains(t, ivy.Try(func() { y.DLPack() }), "given back with Free")
	small := ivy.Full([]int{2}, 1, ivy.Float64)
	small.Free()
	small.Free()
	assert.ErrorContains(t, ivy.Try(func() { ivy.Sum(small) }), "given back with Free")
}

// Small arrays are in Go's memory, and tensors where they have to be.
func TestMemoryOfSmall(t *testing.T) {
	onTorch(t)
	memtest.Settle(torch.Live)
	before, limit := torch.Live(), garbage()
	x := ivy.Full([]int{100}, 1, ivy.Float32)
	var kept []*ivy.Array
	for i := range 1_000_000 {
		if z := ivy.Add(x, x); i%1000 == 0 {
			kept = append(kept, z)
		}
	}
	assert.Less(t, torch.Live(), before+1<<20)

	most := 0
	for i := range 200_000 {
		z := ivy.Add(x, x)
		z.Set(3, 5)
		if i%200 == 0 {
			kept = append(kept, z)
			most = max(most, torch.Live())
		}
	}
	assert.Less(t, most, before+limit) // all of them are 200 MB and more
	memtest.Settle(torch.Live)
	assert.Greater(t, torch.Live(), before+900<<10, "those that are kept count")
	assert.Less(t, torch.Live(), before+1000<<12)
	for i, z := range kept {
		require.Equal(t, 2.0, z.Get(99).Float())
		require.Equal(t, 2.0+float64(i/1000), z.Get(5).Float())
	}
	clear(kept)
	memtest.Settle(torch.Live)
	assert.Less(t, torch.Live(), before+1<<16)
}

// What has its elements in Go behaves as what has not, in every shape, before it is a
// tensor and after.
func TestSmall(t *testing.T) {
	for _, dims := range [][]int{{}, {0}, {1}, {3}, {4, 2}, {2, 1, 2, 2}, {1, 2, 1, 2, 1}, {100, 0, 100}, {0, 1000}, {8, 8}, {16, 8}, {129}} {
		on := func(name string) (all [][]byte) {
			defer ivy.WithBackend(name)()
			for _, d := range ivy.AllDtypes() {
				x := ivy.Astype(ivy.Full(dims, 3, ivy.Int64), d)
				row := ivy.Astype(ivy.Full(dims[max(len(dims)-1, 0):], 1, ivy.Int64), d)
				look := func(xs ...*ivy.Array) {
					for _, x := range xs {
						all = append(all, x.Bytes())
					}
				}
				for range 2 {
					look(ivy.Equal(x, row), ivy.LogicalNot(x), ivy.Reshape(x, []int{x.Size()}))
					if d != ivy.Bool {
						look(ivy.Add(x, row), ivy.Subtract(row, x), ivy.Multiply(x, x))
					}
					x.Set(true, ivy.Ellipsis) // in place, of a tensor
				}
				z := ivy.CopyArray(x)
				e := z.DLPack()
				if z.Size() > 0 {
					z.Set(false, ivy.Ellipsis)
					look(ivy.FromDlpack(exported{e}))
				}
				look(z, z.ToBackend("native"))
			}
			return all
		}
		assert.Equal(t, on("native"), on("torch"), "%v", dims)
	}
}

// Many may make a tensor of one at the same time, while others read its elements.
func TestSmallConcurrent(t *testing.T) {
	onTorch(t)
	n := 2000
	if testing.Short() {
		n = 200
	}
	for i := range n {
		x := ivy.Add(ivy.Full([]int{3}, i, ivy.Float64), 1)
		var readers sync.WaitGroup
		for g := range 8 {
			readers.Go(func() {
				if g%2 == 0 {
					assert.Equal(t, float64(3*(i+1)), ivy.Sum(x).Float())
				}
				assert.Equal(t, float64(i+2), ivy.Add(x, 1).Get(g%3).Float())
			})
		}
		readers.Wait()
		x.Free()
		assert.ErrorContains(t, ivy.Try(func() { ivy.Add(x, 1) }), "given back with Free")
	}
}

func TestAllocations(t *testing.T) {
	onTorch(t)
	x := ivy.Full([]int{1}, 1, ivy.Float32)
	for name, f := range map[string]func(){
		"Add": func() { ivy.Add(x, x) }, "Abs": func() { ivy.Abs(x) }, "Less": func() { ivy.Less(x, x) }, "Free": func() { ivy.Add(x, x).Free() },
	} {
		assert.LessOrEqual(t, testing.AllocsPerRun(1000, f), 1.0, name)
	}
}

// Freed and dropped arrays, views, writes, exports and collections at once.
func TestMemoryConcurrent(t *testing.T) {
	onTorch(t)
	n := 300
	if testing.Short() {
		n = 50
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
				data := z.DLPack()
				large.Free()
				z.Free() // shared: nothing happens
				z = nil
				small := ivy.Add(ivy.Sum(shared), float64(g+i))
				assert.Equal(t, float64(64*64+g+i), small.Float())
				small.Free()
				if i%8 == 0 {
					runtime.GC()
				}
				assert.Equal(t, float64(g+i), view.Get(4).Float())
				assert.Equal(t, float64(g+i), tail.Get(-1).Float())
				assert.Len(t, data.Data, 4<<16)
				assert.Equal(t, data.Data[:4], data.Data[4<<16-4:])
				runtime.KeepAlive(data)
				native := tail.ToBackend("native")
				assert.Equal(t, float64(g+i), native.ToBackend("torch").Get(17).Float())
			}
		})
	}
	workers.Wait()
	close(stop)
	collector.Wait()
}

// An export shares the memory, which stays when the array goes.
func TestExport(t *testing.T) {
	onTorch(t)
	for _, d := range ivy.AllDtypes() {
		x := ivy.Astype(ivy.Reshape(ivy.Arange(6), []int{2, 3}), d)
		lazy := x // what the library would conjugate lazily
		if d != ivy.Bool {
			lazy = ivy.Conj(x)
		}
		p := ivy.PermuteDims(x, []int{1, 0})
		for name, c := range map[string]struct {
			x       *ivy.Array
			strides []int
		}{"contiguous": {x, []int{3, 1}}, "permuted": {p, nil}, "empty": {ivy.Zeros([]int{2, 0}, d), nil}, "scalar": {x.Get(1, 1), nil}, "broadcast": {ivy.BroadcastTo(x.Get(0), []int{4, 3}), nil},
			"backwards": {x.Get(ivy.Slice(nil, nil, -1)), nil}, "conjugated": {lazy, nil}} {
			got := ivy.FromDlpack(c.x)
			assert.Equal(t, c.x.Bytes(), got.Bytes(), "%v %s", d, name)
			e := c.x.DLPack()
			if c.strides != nil {
				assert.Equal(t, c.strides, e.Strides)
			}
			assert.Equal(t, c.x.Bytes(), ivy.FromDlpack(exported{e}).Bytes(), "%v %s", d, name)
			n := c.x.ToBackend("native")
			assert.Equal(t, c.x.Bytes(), n.ToBackend("torch").Bytes(), "%v %s", d, name)
		}
	}
	x := ivy.Full([]int{1 << 16}, 1, ivy.Uint8)
	e := x.DLPack()
	x.Set(7, 3)
	assert.Equal(t, byte(7), e.Data[e.ByteOffset+3], "the array's memory")
	e.Data[e.ByteOffset+5] = 9
	assert.Equal(t, 9, x.Get(5).Int())
	x.Free()
	x = nil
	for range 3 {
		runtime.GC()
		fillMemory(50)
	}
	assert.Equal(t, []byte{1, 1, 1, 7, 1, 9}, e.Data[:6])
	runtime.KeepAlive(e)
}

type exported struct{ t *ivy.DLTensor }

func (p exported) DLPack() *ivy.DLTensor { return p.t }
func (p exported) DLPackDevice() [2]int  { return p.t.Device }

func TestDtypesByVersion(t *testing.T) {
	lacking := dtype.All &^ dtype.Of(dtype.Uint16, dtype.Uint32, dtype.Uint64)
	for version, want := range map[string]dtype.Set{
		"1.13.1": lacking, "2.2.2": lacking, "2.2.0+cpu": lacking, "2.3.0": dtype.All, "2.3.0a0": dtype.All, "2.13.0": dtype.All, "2.13.0+cpu": dtype.All, "3.0": dtype.All,
	} {
		assert.Equal(t, want, dtypesOf(version), version)
	}
}

// GOIVY_STEPS is how many there are.
func TestMemoryOfScopes(t *testing.T) { backendtest.ScopesFlat(t, "torch", torch.Live) }

func TestMemoryOfLoops(t *testing.T) {
	race.Sequential(t)
	backendtest.LoopsFlat(t, "torch", torch.Live)
}

func TestStepsAreFreed(t *testing.T) {
	race.Sequential(t)
	backendtest.Freed(t, "torch", torch.Live, "Interp", "ROIAlign", "UniqueConsecutive") // a handle of 1 KB
}
