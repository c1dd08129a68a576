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
	torch := startPeer(b, python)
	defer array.SetThreads(0)
	was := array.Poison
	array.Poison = false // it costs as much as the smaller products
	defer func() { array.Poison = was }()
	sizes := [][3]int{{3, 3, 3}, {8, 8, 8}, {16, 16, 16}, {32, 32, 32}, {64, 64, 64}, {128, 128, 128}, {256, 256, 256}, {512, 512, 512}, {1000, 1000, 1000},
		{1024, 1024, 1024}, {2048, 2048, 2048}, {8, 1024, 1024}, {1, 1024, 1024}, {1024, 1024, 1}, {1, 1 << 20, 1}, {1, 4096, 4096}, {4096, 4096, 1}}
	for _, d := range dtype.Numeric.Dtypes() {
		for _, size := range sizes {
			for _, turned := range []bool{false, true} {
				for i := range 4 { // into new memory or the same one, on one thread or two
					c := peerCase{d, size[0], size[1], size[2], turned, i%2 == 1, 1 + i/2}
					b.Run(c.String(), func(b *testing.B) { c.compare(b, torch) })
				}
			}
		}
	}
}

// A peerProcess is Python that runs peer.
type peerProcess struct {
	in  io.Writer
	out *bufio.Scanner
}

// startPeer starts Python, which ends with the benchmark.
func startPeer(b *testing.B, python string) *peerProcess {
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
	b.Cleanup(func() {
		in.Close()
		cmd.Wait()
	})
	return &peerProcess{in, bufio.NewScanner(out)}
}

// A peerCase is a product of an n×k matrix with a k×m one.
type peerCase struct {
	d       dtype.Dtype
	n, k, m int
	turned  bool // the second operand lies in columns
	again   bool // the result goes into the same memory
	threads int
}

func (c peerCase) String() string {
	return fmt.Sprintf("%v/%dx%dx%d/turned=%d/again=%d/threads=%d", c.d, c.n, c.k, c.m, digit(c.turned), digit(c.again), c.threads)
}

// digit returns 1 for true.
func digit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// secondsOfPeer is how long each side repeats a product at a time.
const secondsOfPeer = 0.04

// compare times the product on both sides in turns, and reports operations per nanosecond.
func (c peerCase) compare(b *testing.B, torch *peerProcess) {
	if c.again && !gemm.Has(c.d) {
		b.Skip("no loops")
	}
	x := c.operand(b, c.n, c.k)
	y := c.operand(b, c.k, c.m)
	if c.turned {
		t := c.operand(b, c.m, c.k)
		y = t.View([]int{c.k, c.m}, 0)
		y.Strides[0], y.Strides[1] = 1, c.k
	}
	array.SetThreads(c.threads)
	z, err := matmul(c.spec(), x, y)
	if err != nil {
		b.Fatal(err)
	}
	var ours, theirs, oursBest, theirsBest []float64
	for range 7 {
		times := c.times(b, z.(*array.Buffer), x, y)
		ours, oursBest = append(ours, turns.Median(times)), append(oursBest, slices.Min(times))
		median, best := c.ask(b, torch)
		theirs, theirsBest = append(theirs, median), append(theirsBest, best)
	}
	work := 2 * float64(c.n) * float64(c.k) * float64(c.m)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(work/turns.Median(ours), "ours")
	b.ReportMetric(work/turns.Median(theirs), "theirs")
	b.ReportMetric(turns.Median(theirs)/turns.Median(ours), "ratio")
	b.ReportMetric(work/slices.Min(oursBest), "ours-best")
	b.ReportMetric(work/slices.Min(theirsBest), "theirs-best")
	b.ReportMetric(slices.Min(theirsBest)/slices.Min(oursBest), "ratio-best")
}

func (c peerCase) spec() backend.Spec { return backend.Spec{Dtype: c.d, Shape: []int{c.n, c.m}} }

// operand returns a matrix of the case's dtype.
func (c peerCase) operand(b *testing.B, rows, columns int) *array.Buffer {
	if !c.d.IsFloat() && !c.d.IsComplex() {
		return arraytest.BenchArray(b, c.d, rows, columns)
	}
	z := arraytest.BenchArray(b, dtype.Float64, rows, columns)
	y, err := elementwise.Cast(backend.Spec{Dtype: c.d, Shape: z.Shape}, z)
	if err != nil {
		b.Fatal(err)
	}
	return y.(*array.Buffer)
}

// times returns the nanoseconds of a product of ours, of several calls each.
func (c peerCase) times(b *testing.B, z, x, y *array.Buffer) (times []float64) {
	calls := max(1, int(3e6/(float64(c.n)*float64(c.k)*float64(c.m)/30+1000)))
	for end := time.Now().Add(secondsOfPeer * 1e9); len(times) == 0 || time.Now().Before(end); {
		start := now(c.threads)
		for range calls {
			if c.again {
				multiplyTiles(nil, z, x, y, nil, nil)
				continue
			}
			if _, err := matmul(c.spec(), x, y); err != nil {
				b.Fatal(err)
			}
		}
		times = append(times, float64(now(c.threads)-start)/float64(calls))
	}
	return times
}

// ask returns the median and the shortest time of the product in PyTorch.
func (c peerCase) ask(b *testing.B, torch *peerProcess) (median, best float64) {
	if _, err := fmt.Fprintln(torch.in, c.d, c.threads, c.n, c.k, c.m, digit(c.turned), digit(c.again), secondsOfPeer); err != nil {
		b.Fatal(err)
	}
	if !torch.out.Scan() {
		b.Fatal(io.ErrUnexpectedEOF)
	}
	if _, err := fmt.Sscan(torch.out.Text(), &median, &best); err != nil {
		b.Fatal(err)
	}
	return median, best
}
