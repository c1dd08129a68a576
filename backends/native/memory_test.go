package native

import (
	"os"
	"runtime"
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
