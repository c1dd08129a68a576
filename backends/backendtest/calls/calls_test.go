// Package calls makes random calls on all backends that are linked: some in go test, as
// many as are wanted by make fuzz-calls.
package calls

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/backendtest"
	_ "github.com/goivy/goivy/backends/libtorch"
	_ "github.com/goivy/goivy/backends/tensorflow"
	"github.com/goivy/goivy/ivy/backend"
)

var (
	count = flag.Uint64("calls", 0, "how many calls; 0 for those of every go test")
	seed  = flag.Uint64("seed", 0, "the seed of all calls; 0 draws one where -calls is given")
	only  = flag.Int64("call", -1, "the number of one call to make alone")
	limit = flag.Duration("limit", time.Minute, "what one call may take")
	logs  = flag.String("log", "", "the folder of the log, in which each call stands before it is made")

	from = flag.Uint64("from", 0, "the number of the first call")
	skip = flag.String("skip", "", "numbers of calls that are left out, with commas between")
	into = flag.String("into", "", "the file of the report: the test is a process of another that makes calls")
)

// In one process so many calls are made; what it held then goes back.
const perProcess = 100_000

// Calls are the same on all backends, compiled too; see backendtest.Calls. They are made
// in a process of their own: where that dies or hangs, the last lines of its log are the
// calls that it was at.
func TestCalls(t *testing.T) {
	if *into != "" {
		child(t)
		return
	}
	n, s := *count, *seed
	switch {
	case *only >= 0:
		*from, n = uint64(*only), 1
	case n == 0 && testing.Short():
		n = 1500
	case n == 0:
		n = 26_000
	case s == 0:
		s = rand.Uint64()
	}
	folder := *logs
	if folder == "" {
		folder = t.TempDir()
	}
	t.Logf("seed %d, backends %v, log in %s", s, backend.Linked(), folder)
	total := backendtest.NewCallReport()
	var dead []uint64
	begun := time.Now()
	for at := *from; at < *from+n; at += perProcess {
		for {
			report, died := part(t, s, at, min(perProcess, *from+n-at), dead, folder)
			if report != nil {
				total.Add(report)
				for i, f := range report.Faults {
					if i == 100 {
						t.Errorf("and %d more", len(report.Faults)-i)
						break
					}
					t.Errorf("%v\n    again: go test ./backends/backendtest/calls -run TestCalls -seed %d -call %d", f, s, f.Number)
				}
				if *count > 0 {
					t.Logf("%v: %v", time.Since(begun).Round(time.Second), total)
				}
				break
			}
			t.Error(died.what)
			if len(died.numbers) == 0 || len(dead) > 20 {
				return
			}
			dead = append(dead, died.numbers...)
		}
	}
	t.Logf("%v: %v", time.Since(begun).Round(time.Millisecond), total)
	if *only >= 0 {
		return
	}
	assert.GreaterOrEqual(t, float64(total.Results), 0.6*float64(total.Calls), "calls with results")
	if !testing.Short() || *count > 0 {
		assert.Empty(t, total.Untried())
	}
	if n >= 100_000 {
		for _, complaint := range total.Complaints() {
			t.Error(complaint)
		}
	}
}

func TestCallGaps(t *testing.T) { backendtest.CallGaps(t) }

// A death is the end of a process that made calls.
type death struct {
	what    string
	numbers []uint64 // of the calls at fault
}

// part makes calls in a process of their own.
func part(t *testing.T, seed, from, n uint64, dead []uint64, folder string) (*backendtest.CallReport, *death) {
	file := filepath.Join(folder, "report.json")
	_ = os.Remove(file)
	numbers := make([]string, len(dead))
	for i, d := range dead {
		numbers[i] = strconv.FormatUint(d, 10)
	}
	args := []string{"-test.run=^TestCalls$", "-test.timeout=0", "-log=" + folder, "-into=" + file, "-skip=" + strings.Join(numbers, ","), fmt.Sprintf("-seed=%d", seed),
		fmt.Sprintf("-from=%d", from), fmt.Sprintf("-calls=%d", n), fmt.Sprintf("-limit=%v", *limit)}
	cmd := exec.Command(os.Args[0], args...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err := cmd.Run()
	if data, e := os.ReadFile(file); e == nil && err == nil {
		report := backendtest.NewCallReport()
		require.NoError(t, json.Unmarshal(data, report))
		return report, nil
	}
	text := out.String()
	if len(text) > 6000 {
		text = text[:3000] + "\n…\n" + text[len(text)-3000:]
	}
	d := &death{what: fmt.Sprintf("the process of calls %d to %d ended: %v\n%s", from, from+n-1, err, text)}
	last := inFlight(t, folder)
	if n == 1 {
		d.numbers = []uint64{from}
		return nil, d
	}
	for _, line := range last { // which of them it was shows alone
		number, _, _ := strings.Cut(line, " ")
		k, err := strconv.ParseUint(number, 10, 64)
		require.NoError(t, err)
		if _, alone := part(t, seed, k, 1, nil, t.TempDir()); alone != nil {
			d.numbers = append(d.numbers, k)
			d.what += "\nalone too: " + line
		}
	}
	if len(d.numbers) == 0 {
		d.what += "\nnone does alone: " + strings.Join(last, "\n")
		for _, line := range last {
			number, _, _ := strings.Cut(line, " ")
			k, _ := strconv.ParseUint(number, 10, 64)
			d.numbers = append(d.numbers, k)
		}
	}
	return nil, d
}

// inFlight returns the last line of each worker's log.
func inFlight(t *testing.T, folder string) (lines []string) {
	files, err := filepath.Glob(filepath.Join(folder, "calls.*.log"))
	require.NoError(t, err)
	for _, f := range files {
		data, err := os.ReadFile(f)
		require.NoError(t, err)
		all := strings.Split(strings.TrimRight(string(data), "\n"), "\n")
		if last := all[len(all)-1]; last != "" {
			lines = append(lines, last)
		}
	}
	return lines
}

// child makes the calls and writes the report.
func child(t *testing.T) {
	var skipped []uint64
	for n := range strings.SplitSeq(*skip, ",") {
		if k, err := strconv.ParseUint(n, 10, 64); err == nil {
			skipped = append(skipped, k)
		}
	}
	workers := 2
	var files []*os.File
	for i := range workers {
		f, err := os.Create(filepath.Join(*logs, fmt.Sprintf("calls.%d.log", i)))
		require.NoError(t, err)
		defer f.Close()
		files = append(files, f)
	}
	c := backendtest.Calls{Seed: *seed, From: *from, Count: *count, Skip: skipped, Workers: workers, Limit: *limit,
		Before: func(worker int, number uint64, text string) {
			fmt.Fprintf(files[worker], "%d %s\n", number, text)
		},
		Hang: func(number uint64, text string) {
			fmt.Printf("call %d takes more than %v: %s\n", number, *limit, text)
			_ = pprof.Lookup("goroutine").WriteTo(os.Stdout, 1)
			os.Exit(3)
		}}
	// The backends that are linked, and none of those that tests register.
	c.Backends = slices.DeleteFunc(backend.Linked(), func(name string) bool { return !slices.Contains([]string{"native", "torch", "tensorflow"}, name) })
	slices.SortFunc(c.Backends, func(a, b string) int { return rank(a) - rank(b) })
	report, err := c.Run()
	require.NoError(t, err)
	data, err := json.Marshal(report)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(*into, data, 0o600))
}

// rank puts native first, with whose results the others' are compared.
func rank(name string) int { return slices.Index([]string{"native", "torch", "tensorflow"}, name) }
