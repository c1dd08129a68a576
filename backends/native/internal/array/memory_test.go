package array

import (
	"os"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// All tests run with results that begin as garbage, as recycled blocks do.
func TestMain(m *testing.M) {
	Poison = true
	os.Exit(m.Run())
}

func TestRecyclerOf(t *testing.T) {
	for n := smallestRecycled + 1; n <= largestRecycled; n += n/7 + 1 {
		r := recyclerOf(n)
		require.GreaterOrEqual(t, r.words*8, n)
		require.LessOrEqual(t, r.words*8, n+n/4+smallestRecycled/4, "a block is at most a quarter too large: %d", n)
	}
	assert.GreaterOrEqual(t, recyclerOf(largestRecycled).words*8, largestRecycled)
}

// A block is not handed out again while a view of it, or a slice, is in use.
func TestBlocksInUseStay(t *testing.T) {
	spec := backend.Spec{Dtype: dtype.Uint8, Shape: []int{1 << 20}}
	var held [][]uint8
	seen := map[uintptr]bool{}
	again := 0
	for i := range 400 {
		b, err := NewResult(spec)
		require.NoError(t, err)
		p := Flat[uint8](b)
		for k := 0; k < len(p); k += 4096 {
			p[k] = uint8(i)
		}
		if i%20 == 0 {
			held = append(held, p[4096*100:4096*101]) // a slice alone, far into the block
		}
		if seen[uintptr(b.Mem)] {
			again++
		}
		seen[uintptr(b.Mem)] = true
		if i%50 == 49 {
			runtime.GC()
		}
	}
	for i, p := range held {
		require.Equal(t, uint8(20*i), p[0], "held slice %d", i)
	}
	assert.Greater(t, again, 50, "of 400 blocks some are used again")
	assert.Less(t, len(seen), 350)
}

func TestNewBufferIsZero(t *testing.T) {
	for range 50 {
		b, err := NewResult(backend.Spec{Dtype: dtype.Int64, Shape: []int{50_000}})
		require.NoError(t, err)
		require.NotZero(t, Flat[int64](b)[49_999], "poisoned")
	}
	count(0)
	runtime.GC()
	for range 50 {
		b, err := NewBuffer(backend.Spec{Dtype: dtype.Int64, Shape: []int{50_000}})
		require.NoError(t, err)
		for _, v := range Flat[int64](b) {
			require.Zero(t, v)
		}
	}
}

// A freed block is the next result's, and no other's: what the collector finds later is
// not handed out a second time.
func TestRelease(t *testing.T) {
	spec := backend.Spec{Dtype: dtype.Float32, Shape: []int{1 << 18}}
	for range 100 {
		b, err := NewResult(spec)
		require.NoError(t, err)
		p := b.Mem
		Release(b)
		Release(b)
		require.PanicsWithError(t, "the array has been freed", func() { Elems[float32](b) })
		c, err := NewResult(spec)
		require.NoError(t, err)
		d, err := NewResult(spec)
		require.NoError(t, err)
		require.Equal(t, p, c.Mem)
		require.NotEqual(t, c.Mem, d.Mem)
	}
	small, err := NewResult(backend.Spec{Dtype: dtype.Float32, Shape: []int{100}})
	require.NoError(t, err)
	Release(small)
	assert.Len(t, Flat[float32](small), 100)
}

// The block put last on a free list is taken first, and blocks that four collections found
// there, untouched, leave it.
func TestFreeList(t *testing.T) {
	var p freeList
	require.Nil(t, p.take())
	var blocks [6]uint64
	for i := range blocks {
		p.put(&blocks[i])
	}
	for range 4 {
		require.Empty(t, p.age(), "put since the first")
	}
	for i := range 4 {
		require.Same(t, &blocks[5], p.take())
		require.Same(t, &blocks[4], p.take())
		p.put(&blocks[4])
		p.put(&blocks[5])
		old := p.age()
		if i == 0 { // all were there in the four periods before this
			require.Equal(t, []*uint64{&blocks[0], &blocks[1], &blocks[2], &blocks[3]}, old)
		} else {
			require.Empty(t, old)
		}
	}
	require.Len(t, p.blocks, 2)
	for range 4 {
		p.age()
	}
	require.Nil(t, p.take())
}

// Free blocks that nothing needs are given back, those freed as those found.
func TestFreeBlocksGoBack(t *testing.T) {
	spec := backend.Spec{Dtype: dtype.Uint8, Shape: []int{3 << 20}}
	r := recyclerOf(3 << 20)
	free := func() int {
		r.mu.Lock()
		defer r.mu.Unlock()
		return len(r.found.blocks) + len(r.freed.blocks)
	}
	var held []*Buffer
	for range 20 {
		b, err := NewResult(spec)
		require.NoError(t, err)
		held = append(held, b)
	}
	for _, b := range held[:10] {
		Release(b)
	}
	held = nil
	runtime.GC()
	require.Eventually(t, func() bool { return free() >= 20 }, 10*time.Second, time.Millisecond)
	for range 10 {
		runtime.GC()
		time.Sleep(time.Millisecond) // for the finalizers
	}
	require.Eventually(t, func() bool {
		runtime.GC()
		return free() == 0
	}, 10*time.Second, time.Millisecond)
}

// When work pauses, what it dropped is found.
func TestPause(t *testing.T) {
	spec := backend.Spec{Dtype: dtype.Uint8, Shape: []int{5 << 20}}
	r := recyclerOf(5 << 20)
	for range 2 { // a pause after a pause
		handedOut.Store(0) // tests before may have given back more than they were handed
		for range 4 {      // more than is worth a pause
			_, err := NewResult(spec)
			require.NoError(t, err)
		}
		require.Eventually(t, func() bool {
			r.mu.Lock()
			defer r.mu.Unlock()
			return len(r.found.blocks) > 1
		}, 10*time.Second, time.Millisecond)
		r.mu.Lock()
		r.found = freeList{} // with its counts: a collection may end at any time
		r.mu.Unlock()
	}
}

// Blocks that are held never share memory, whoever frees and collects meanwhile.
func TestReleaseWhileCollecting(t *testing.T) {
	var all sync.WaitGroup
	for g := range 4 {
		all.Go(func() {
			spec := backend.Spec{Dtype: dtype.Uint32, Shape: []int{50_000}}
			var held []*Buffer
			for i := range 300 {
				b, err := NewResult(spec)
				if !assert.NoError(t, err) {
					return
				}
				mark := uint32(g<<16 | i)
				x := Flat[uint32](b)
				for k := range x {
					x[k] = mark
				}
				switch i % 3 {
				case 0:
					held = append(held, b)
				case 1:
					Release(b)
				}
				if len(held) > 8 {
					y := Flat[uint32](held[0])
					first := y[0]
					for _, v := range y {
						if v != first {
							assert.Equal(t, first, v)
							return
						}
					}
					assert.Equal(t, uint32(g), first>>16)
					Release(held[0])
					held = held[1:]
				}
			}
		})
	}
	all.Wait()
}

// A block that was freed is in the caches, one that the collector found is not.
func TestPastOfBlocks(t *testing.T) {
	spec := backend.Spec{Dtype: dtype.Uint8, Shape: []int{100_000}}
	seen := map[history]int{}
	for i := range 200 {
		b, was, err := makeBuffer(spec)
		require.NoError(t, err)
		seen[was]++
		if i >= 100 {
			Release(b)
		} else if i%20 == 19 {
			runtime.GC()
			time.Sleep(time.Millisecond) // for the finalizers
		}
	}
	assert.NotZero(t, seen[blank])
	assert.NotZero(t, seen[warm])
	assert.NotZero(t, seen[cold])
	assert.Zero(t, seen[given])
	into, err := NewResult(spec)
	require.NoError(t, err)
	_, was, err := makeBuffer(backend.Spec{Dtype: dtype.Uint8, Shape: spec.Shape, Into: into})
	require.NoError(t, err)
	assert.Equal(t, given, was)
}
