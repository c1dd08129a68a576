package native

import (
	"os"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// All tests run with results that begin as garbage, as recycled blocks do.
func TestMain(m *testing.M) {
	poison = true
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
		b, err := newResult(spec)
		require.NoError(t, err)
		p := flat[uint8](b)
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
		b, err := newResult(backend.Spec{Dtype: dtype.Int64, Shape: []int{50_000}})
		require.NoError(t, err)
		require.NotZero(t, flat[int64](b)[49_999], "poisoned")
	}
	collectIfDue()
	runtime.GC()
	for range 50 {
		b, err := newBuffer(backend.Spec{Dtype: dtype.Int64, Shape: []int{50_000}})
		require.NoError(t, err)
		for _, v := range flat[int64](b) {
			require.Zero(t, v)
		}
	}
}

// A freed block is the next result's, and no other's: what the collector finds later is
// not handed out a second time.
func TestRelease(t *testing.T) {
	spec := backend.Spec{Dtype: dtype.Float32, Shape: []int{1 << 18}}
	runtime.LockOSThread() // a block goes to the thread that freed it
	defer runtime.UnlockOSThread()
	again := 0
	for range 100 {
		b, err := newResult(spec)
		require.NoError(t, err)
		p := b.Mem
		Backend{}.Release(b)
		Backend{}.Release(b)
		require.PanicsWithError(t, "the array has been freed", func() { elems[float32](b) })
		c, err := newResult(spec)
		require.NoError(t, err)
		d, err := newResult(spec)
		require.NoError(t, err)
		if c.Mem == p {
			again++
		}
		require.NotEqual(t, c.Mem, d.Mem)
	}
	assert.NotZero(t, again) // how often is for sync.Pool to say: under the race detector it drops some
	small, err := newResult(backend.Spec{Dtype: dtype.Float32, Shape: []int{100}})
	require.NoError(t, err)
	Backend{}.Release(small)
	assert.Len(t, flat[float32](small), 100)
}

// Blocks that are held never share memory, whoever frees and collects beside.
func TestReleaseBesideTheCollector(t *testing.T) {
	var all sync.WaitGroup
	for g := range 4 {
		all.Go(func() {
			spec := backend.Spec{Dtype: dtype.Uint32, Shape: []int{50_000}}
			var held []*Buffer
			for i := range 300 {
				b, err := newResult(spec)
				if !assert.NoError(t, err) {
					return
				}
				mark := uint32(g<<16 | i)
				x := flat[uint32](b)
				for k := range x {
					x[k] = mark
				}
				switch i % 3 {
				case 0:
					held = append(held, b)
				case 1:
					Backend{}.Release(b)
				}
				if len(held) > 8 {
					y := flat[uint32](held[0])
					first := y[0]
					for _, v := range y {
						if v != first {
							assert.Equal(t, first, v)
							return
						}
					}
					assert.Equal(t, uint32(g), first>>16)
					Backend{}.Release(held[0])
					held = held[1:]
				}
			}
		})
	}
	all.Wait()
}
