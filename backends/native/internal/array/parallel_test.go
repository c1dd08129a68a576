package array

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// visited splits n and returns how often each of its parts was visited.
func visited(n int, cost float64) []int32 {
	visits := make([]int32, n)
	Split(nil, n, cost, func(lo, hi int) {
		for i := lo; i < hi; i++ {
			atomic.AddInt32(&visits[i], 1)
		}
	})
	return visits
}

func once(n int) []int32 {
	ones := make([]int32, n)
	for i := range ones {
		ones[i] = 1
	}
	return ones
}

func TestSplit(t *testing.T) {
	t.Cleanup(func() { SetThreads(0) })
	for _, threads := range []int{1, 2, 3, 16} {
		SetThreads(threads)
		assert.Equal(t, threads, ThreadCount())
		for _, n := range []int{0, 1, 2, 5, 17, 100_003} {
			for _, cost := range []float64{0, 1, WorthSplitting, 1e300} {
				assert.Equal(t, once(n), visited(n, cost), "%d threads, %d, cost %g", threads, n, cost)
			}
		}
		for _, end := range []int{0, 64} { // the first piece, and the last
			assert.PanicsWithValue(t, "here", func() {
				Split(nil, 64, WorthSplitting, func(lo, hi int) {
					if lo == end || hi == end {
						panic("here")
					}
				})
			})
		}
	}
}

// Long pieces begin where cache lines do.
func TestSplitLines(t *testing.T) {
	SetThreads(3)
	t.Cleanup(func() { SetThreads(0) })
	var pieces atomic.Int32
	Split(nil, 100_003, WorthSplitting, func(lo, hi int) {
		pieces.Add(1)
		assert.Zero(t, lo%64)
	})
	assert.EqualValues(t, 3*piecesPerThread, pieces.Load())
}

// Calls at once, and calls inside of calls, all come to their end, and no helper stays.
func TestSplitTogether(t *testing.T) {
	SetThreads(4)
	t.Cleanup(func() { SetThreads(0) })
	gone := func() bool { return helpers.Load() == 0 && idle.Load() == 0 && len(offers) == 0 }
	require.Eventually(t, gone, 5*time.Second, time.Millisecond) // those of other tests
	var calls sync.WaitGroup
	var sum atomic.Int64
	for range 8 {
		calls.Go(func() {
			for range 50 {
				Split(nil, 16, WorthSplitting, func(lo, hi int) {
					for range hi - lo {
						Split(nil, 32, WorthSplitting, func(lo, hi int) {
							for i := lo; i < hi; i++ {
								sum.Add(1)
							}
						})
					}
				})
			}
		})
	}
	most := int32(0)
	done := make(chan struct{})
	go func() { calls.Wait(); close(done) }()
	for running := true; running; runtime.Gosched() {
		most = max(most, helpers.Load())
		select {
		case <-done:
			running = false
		default:
		}
	}
	assert.EqualValues(t, 8*50*16*32, sum.Load())
	assert.LessOrEqual(t, most, int32(3))
	require.Eventually(t, gone, 5*time.Second, time.Millisecond)
}

// BenchmarkSplit tells how long after the call another thread begins, when calls come
// one after the other, and in how many of them it comes before the first piece ends.
func BenchmarkSplit(b *testing.B) {
	var after []time.Duration
	calls := 0
	for b.Loop() {
		calls++
		var joined atomic.Int64
		var ended atomic.Bool
		begin := time.Now()
		Split(nil, 8, 2*WorthSplitting, func(lo, _ int) {
			start := time.Now()
			if lo != 0 && !ended.Load() {
				joined.CompareAndSwap(0, int64(start.Sub(begin)))
			}
			for time.Since(start) < 2*WorthSplitting {
			}
			if lo == 0 {
				ended.Store(true)
			}
		})
		if d := joined.Load(); d > 0 {
			after = append(after, time.Duration(d))
		}
	}
	if slices.Sort(after); len(after) > 0 {
		b.ReportMetric(float64(after[len(after)/2].Nanoseconds()), "ns-to-join")
	}
	b.ReportMetric(100*float64(len(after))/float64(calls), "%joined")
}
