//go:build linux

package gemm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/goivy/goivy/ivy/dtype"
)

// BenchmarkMultiply reports the best of many runs on one thread, in GFLOP/s, without the
// result's memory; time is the thread's on its processor.
func BenchmarkMultiply(b *testing.B) {
	for _, d := range dtype.Numeric.Dtypes() {
		for _, c := range [][3]int{{3, 3, 3}, {8, 8, 8}, {16, 16, 16}, {32, 32, 32}, {64, 64, 64}, {128, 128, 128}, {256, 256, 256}, {512, 512, 512}, {1000, 1000, 1000},
			{1024, 1024, 1024}, {2048, 2048, 2048}, {8, 1024, 1024}} {
			for turned := range 2 {
				b.Run(fmt.Sprintf("%v/%dx%dx%d/turned=%d", d, c[0], c[1], c[2], turned), func(b *testing.B) {
					if !Has(d) {
						b.Skip("no loops")
					}
					n, k, m := c[0], c[1], c[2]
					memory := func(n int) unsafe.Pointer {
						bytes := make([]uint16, n*d.Size()/2+64)
						for i := range bytes {
							bytes[i] = uint16(0x3c00 + rand.IntN(0x300))
						}
						p := unsafe.Pointer(&bytes[0])
						return unsafe.Add(p, -uintptr(p)&63)
					}
					z, x, y := memory(n*m), Matrix{At: memory(n * k), Row: k, Col: 1}, Matrix{At: memory(k * m), Row: m, Col: 1}
					if turned == 1 {
						y.Row, y.Col = 1, k
					}
					flop := 2 * float64(n) * float64(k) * float64(m)
					calls := max(1, int(3e5/(flop/60+50)))
					best := math.Inf(1)
					runtime.LockOSThread() // whose time it is
					defer runtime.UnlockOSThread()
					for b.Loop() {
						for end := time.Now().Add(300 * time.Millisecond); time.Now().Before(end); {
							start := clock()
							for range calls {
								Multiply(d, z, x, y, n, k, m, InOne)
							}
							best = min(best, float64(clock()-start)/float64(calls))
						}
					}
					b.ReportMetric(0, "ns/op")
					b.ReportMetric(best, "best-ns")
					b.ReportMetric(flop/best, "GFLOP/s")
				})
			}
		}
	}
}

func clock() int64 {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		panic(err)
	}
	return t.Nano()
}
