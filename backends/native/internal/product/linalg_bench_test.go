//go:build linux

package product

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/arraytest"
	"github.com/goivy/goivy/backends/native/internal/elementwise"
	"github.com/goivy/goivy/backends/native/internal/gemm"
	"github.com/goivy/goivy/internal/turns"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// peer multiplies with PyTorch: each line of input names a product and for how long to
// repeat it; each line of output is the median and the shortest time, in nanoseconds.
// On one thread it is the process's time on processors.
const peer = `
import sys, time, torch
made = {}
for line in sys.stdin:
    name, threads, n, k, m, turned, again, seconds = line.split()
    if line not in made:
        made.clear()
        torch.set_num_threads(int(threads))
        d = getattr(torch, name)
        def make(r, c):
            return torch.randn(r, c).to(d) if d.is_floating_point or d.is_complex else torch.randint(-9, 9, (r, c)).to(d)
        x = make(int(n), int(k))
        y = make(int(m), int(k)).T if turned == "1" else make(int(k), int(m))
        made[line] = x, y, torch.matmul(x, y)
    x, y, z = made[line]
    clock = time.process_time_ns if threads == "1" else time.perf_counter_ns
    calls = max(1, int(3e6 / (int(n) * int(k) * int(m) / 30 + 1000)))
    times, end = [], time.perf_counter() + float(seconds)
    while not times or time.perf_counter() < end:
        t = clock()
        for _ in range(calls):
            if again == "1":
                torch.matmul(x, y, out=z)
            else:
                torch.matmul(x, y)
        times.append((clock() - t) / calls)
    times.sort()
    print(times[len(times) // 2], times[0], flush=True)
`

// now returns the process's time on processors, for one thread, which other processes do
// not lengthen; for several, the time.
func now(threads int) time.Duration {
	if threads > 1 {
		return time.Since(began)
	}
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_PROCESS_CPUTIME_ID, &t); err != nil {
		panic(err)
	}
	return time.Duration(t.Nano())
}

var began = time.Now()

// BenchmarkMatMulPeer takes turns with PyTorch in the Python that IVY_PEER names, and
// reports the median of the turns' medians, and the best of all, of both, in GFLOP/s.
func BenchmarkMatMulPeer(b *testing.B) {
	python := os.Getenv("IVY_PEER")
	if python == "" {
		b.Skip("IVY_PEER names no Python with PyTorch")
	}
	cmd := exec.Command(python, "-c", peer)
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	defer cmd.Wait()
	defer in.Close()
	defer array.SetThreads(0)
	was := array.Poison
	array.Poison = false // it costs as much as the smaller products
	defer func() { array.Poison = was }()
	const seconds = 0.04
	sizes := [][3]int{{3, 3, 3}, {8, 8, 8}, {16, 16, 16}, {32, 32, 32}, {64, 64, 64}, {128, 128, 128}, {256, 256, 256}, {512, 512, 512}, {1000, 1000, 1000},
		{1024, 1024, 1024}, {2048, 2048, 2048}, {8, 1024, 1024}, {1, 1024, 1024}, {1024, 1024, 1}, {1, 1 << 20, 1}, {1, 4096, 4096}, {4096, 4096, 1}}
	for _, d := range dtype.Numeric.Dtypes() {
		for _, c := range sizes {
			for _, turned := range []int{0, 1} {
				for i := range 4 { // into new memory or the same one, on one thread or two
					again, threads := i%2, 1+i/2
					b.Run(fmt.Sprintf("%v/%dx%dx%d/turned=%d/again=%d/threads=%d", d, c[0], c[1], c[2], turned, again, threads), func(b *testing.B) {
						if again == 1 && !gemm.Has(d) {
							b.Skip("no loops")
						}
						n, k, m := c[0], c[1], c[2]
						operand := func(rows, columns int) *array.Buffer {
							z := arraytest.BenchArray(b, dtype.Float64, rows, columns)
							if !d.IsFloat() && !d.IsComplex() {
								return arraytest.BenchArray(b, d, rows, columns)
							}
							y, err := elementwise.Cast(backend.Spec{Dtype: d, Shape: z.Shape}, z)
							if err != nil {
								b.Fatal(err)
							}
							return y.(*array.Buffer)
						}
						x := operand(n, k)
						y := operand(k, m)
						if turned == 1 {
							t := operand(m, k)
							y = t.View([]int{k, m}, 0)
							y.Strides[0], y.Strides[1] = 1, k
						}
						array.SetThreads(threads)
						spec := backend.Spec{Dtype: d, Shape: []int{n, m}}
						z, err := matmul(spec, x, y)
						if err != nil {
							b.Fatal(err)
						}
						calls := max(1, int(3e6/(float64(n)*float64(k)*float64(m)/30+1000)))
						var ours, theirs, oursBest, theirsBest []float64
						for range 7 {
							var times []float64
							for end := time.Now().Add(seconds * 1e9); len(times) == 0 || time.Now().Before(end); {
								start := now(threads)
								for range calls {
									if again == 1 {
										multiplyTiles(z.(*array.Buffer), x, y)
										continue
									}
									if _, err := matmul(spec, x, y); err != nil {
										b.Fatal(err)
									}
								}
								times = append(times, float64(now(threads)-start)/float64(calls))
							}
							ours, oursBest = append(ours, turns.Median(times)), append(oursBest, slices.Min(times))
							if _, err := fmt.Fprintln(in, d, threads, n, k, m, turned, again, seconds); err != nil {
								b.Fatal(err)
							}
							if !lines.Scan() {
								b.Fatal(io.ErrUnexpectedEOF)
							}
							var median, best float64
							if _, err := fmt.Sscan(lines.Text(), &median, &best); err != nil {
								b.Fatal(err)
							}
							theirs, theirsBest = append(theirs, median), append(theirsBest, best)
						}
						work := 2 * float64(n) * float64(k) * float64(m)
						b.ReportMetric(0, "ns/op")
						b.ReportMetric(work/turns.Median(ours), "ours")
						b.ReportMetric(work/turns.Median(theirs), "theirs")
						b.ReportMetric(turns.Median(theirs)/turns.Median(ours), "ratio")
						b.ReportMetric(work/slices.Min(oursBest), "ours-best")
						b.ReportMetric(work/slices.Min(theirsBest), "theirs-best")
						b.ReportMetric(slices.Min(theirsBest)/slices.Min(oursBest), "ratio-best")
					})
				}
			}
		}
	}
}
