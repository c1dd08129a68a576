// Package bench measures the library next to others, NumPy, PyTorch, TensorFlow, JAX and
// Ivy in Python, all in one run: sides take turns, so that what else the machine does meets
// all of them, and what counts are the ratios of times that are next to each other.
//
// A [Workload] is a line of the table. Every side gets the same inputs and makes the same
// call, and before anything is timed their results are compared, dtype, shape and values:
// of a call whose results differ no time is told. A [Peer] is a process of its own, which
// speaks lines of JSON (peers.py) and measures itself.
package bench

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"time"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
)

// Options say what is measured, and how.
type Options struct {
	Backends []string       // ours; all that are linked if empty
	Peers    []Peer         // in addition to ours
	Only     *regexp.Regexp // if not nil, only workloads whose names it matches
	Rounds   int            // how often every side has its turn
	Turn     time.Duration  // about how long a turn is
	Threads  []int          // each number of them has its own table
	Freed    bool           // ours are also measured with results that are freed
	Tidy     bool           // ours are also measured with each call in a scope

	// Progress, if not nil, is called as work goes on: which workload is next, how many are
	// done, of how many.
	Progress func(what string, done, of int)

	workloads []Workload // of tests
}

// A side is a backend of ours or a peer.
type side interface {
	name() string
	side() Side
	// has reports whether it can do the workload.
	has(w *Workload) bool
	// prepare makes the call once, and returns what comes of it.
	prepare(ctx context.Context, w *Workload, given []operand) (*result, error)
	// run makes the calls that it has prepared: warm of them before those that are timed.
	run(ctx context.Context, calls, warm int) (*turn, error)
	// drop forgets what it has prepared.
	drop(ctx context.Context) error
}

// An operand is an input with its elements: in memory for us, in a file for peers.
type operand struct {
	*input
	data []byte
	path string
}

// A result is what a call returns.
type result struct {
	shape  []int
	values *ivy.Array
}

// A turn is what a number of calls took.
type turn struct {
	ns            float64
	allocs, bytes float64 // of ours
}

// Run measures. Peers that cannot be started are noted in the report. The error is one
// of the context's, or in the options; what went wrong on single sides is in the report.
func Run(ctx context.Context, o Options) (*Report, error) {
	backends := o.Backends
	if len(backends) == 0 {
		backends = backend.Linked()
		slices.SortStableFunc(backends, func(a, b string) int { return order(a) - order(b) })
	}
	workloads := o.workloads
	if workloads == nil {
		workloads = Workloads()
	}
	if o.Only != nil {
		workloads = slices.DeleteFunc(slices.Clone(workloads), func(w Workload) bool { return !o.Only.MatchString(w.Name) })
	}
	if len(workloads) == 0 {
		return nil, fmt.Errorf("bench: no workload matches %q", o.Only)
	}
	if o.Rounds < 1 || o.Turn <= 0 || len(o.Threads) == 0 {
		return nil, errors.New("bench: rounds, turns and threads must be there")
	}
	var ours []side
	ways := []way{dropped}
	if o.Freed {
		ways = append(ways, freed)
	}
	if o.Tidy {
		ways = append(ways, tidied)
	}
	for _, name := range backends {
		for _, w := range ways {
			s, err := newGoSide(name, w)
			if err != nil {
				return nil, err
			}
			ours = append(ours, s)
		}
	}
	folder, err := os.MkdirTemp("", "ivy-bench-")
	if err != nil {
		return nil, fmt.Errorf("bench: %w", err)
	}
	defer func() { _ = os.RemoveAll(folder) }() // the system empties it
	before := ivy.NumThreads()
	defer ivy.SetNumThreads(before)

	b := &bench{Options: o, ours: ours, folder: folder, total: len(workloads) * len(o.Threads),
		report: &Report{Time: time.Now().UTC().Truncate(time.Second), Machine: ThisMachine(), Rounds: o.Rounds, TurnMS: float64(o.Turn) / 1e6, Threads: o.Threads, Missing: []Missing{}, Rows: []Row{}}}
	if len(o.Peers) > 0 {
		_, b.report.Dropped = peerEnvironment(os.Environ())
	}
	for _, s := range ours {
		b.report.Sides = append(b.report.Sides, s.side())
	}
	for _, threads := range o.Threads {
		if err := b.table(ctx, workloads, threads); err != nil {
			return nil, err
		}
	}
	return b.report, nil
}

// order is where a backend of ours stands in the table.
func order(name string) int {
	if i := slices.Index([]string{"native", "torch", "tensorflow"}, name); i >= 0 {
		return i
	}
	return 3
}

type bench struct {
	Options
	ours        []side
	folder      string
	report      *Report
	done, total int
}

func (b *bench) tell(what string) {
	if b.Progress != nil {
		b.Progress(what, b.done, b.total)
	}
}

// table measures all workloads with so many threads. Peers are started anew for it: some
// decide on their threads when they start.
func (b *bench) table(ctx context.Context, workloads []Workload, threads int) error {
	ivy.SetNumThreads(threads)
	sides := slices.Clone(b.ours)
	for _, p := range b.Peers {
		if b.report.missing(p.Name) || !slices.ContainsFunc(workloads, func(w Workload) bool { _, ok := w.peers[p.Name]; return ok }) {
			continue
		}
		b.tell("starting " + p.Title)
		r, err := p.start(ctx, threads, b.folder)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			b.report.Missing = append(b.report.Missing, Missing{Name: p.Name, Title: p.Title, Why: err.Error(), Get: HowToGet})
			continue
		}
		defer r.stop()
		sides = append(sides, r)
		if !slices.ContainsFunc(b.report.Sides, func(s Side) bool { return s.Name == r.id }) {
			b.report.Sides = append(b.report.Sides, r.side())
		}
	}
	for i := range workloads {
		w := &workloads[i]
		b.tell(fmt.Sprintf("%s, %d threads", w.Name, threads))
		row, err := b.row(ctx, w, sides, threads)
		if err != nil {
			return err
		}
		b.report.Rows = append(b.report.Rows, *row)
		b.done++
		sides = slices.DeleteFunc(sides, func(s side) bool {
			r, ok := s.(*process)
			if !ok || r.err == nil {
				return false
			}
			b.report.Missing = append(b.report.Missing, Missing{Name: r.Name, Title: r.Title, Why: r.err.Error() + ", in " + w.Name, Get: HowToGet})
			return true
		})
	}
	return nil
}

// row measures one workload.
func (b *bench) row(ctx context.Context, w *Workload, sides []side, threads int) (*Row, error) {
	row := &Row{Workload: w.Name, Table: w.Table, Title: w.Title, Threads: threads, Unit: "µs", Flops: w.Flops, Shape: []int{}, Times: []Time{}, Ratios: []Ratio{}, Checks: []Check{}}
	if w.Flops > 0 {
		row.Unit = "GFLOP/s"
	}
	given, err := b.operands(w)
	if err != nil {
		return nil, err
	}
	var at []side
	for _, s := range sides {
		if s.has(w) {
			at = append(at, s)
		}
	}
	defer func() {
		for _, s := range at {
			_ = s.drop(ctx) // if it has ended, a row says so
		}
		runtime.GC()
	}()
	at = b.check(ctx, w, row, at, given)
	given = nil
	runtime.GC()
	at = b.time(ctx, row, at)
	row.rate(b.ours, at)
	return row, ctx.Err()
}

// operands makes the inputs of a workload, and files of them for peers.
func (b *bench) operands(w *Workload) ([]operand, error) {
	e, err := ivy.NewEnv("native")
	if err != nil {
		return nil, err
	}
	var list []operand
	for i := range w.inputs {
		g := operand{input: &w.inputs[i], path: filepath.Join(b.folder, strconv.Itoa(i)+".input")}
		if err := ivy.Try(func() { g.data = g.bytes(e, i) }); err != nil {
			return nil, err
		}
		if len(b.Peers) > 0 {
			if err := os.WriteFile(g.path, g.data, 0o600); err != nil {
				return nil, fmt.Errorf("bench: %w", err)
			}
		}
		list = append(list, g)
	}
	return list, nil
}

// check prepares all sides and compares what they return with the first one's. It returns
// the sides that are to be timed: those that work, if all of these agree.
func (b *bench) check(ctx context.Context, w *Workload, row *Row, sides []side, given []operand) (good []side) {
	var want *result
	var against string
	agree := true
	for _, s := range sides {
		z, err := s.prepare(ctx, w, given)
		if err != nil {
			row.fail(s.name(), err)
			continue
		}
		good = append(good, s)
		if w.compared != nil {
			if err := ivy.Try(func() { z.values = w.compared(z.values) }); err != nil {
				row.fail(s.name(), err)
				good = good[:len(good)-1]
				continue
			}
		}
		if want == nil {
			want, against = z, s.name()
			row.Dtype, row.Shape = z.values.Dtype().String(), z.shape
			continue
		}
		c := Check{Side: s.name(), Against: against}
		c.Problem = difference(z, want)
		c.OK = c.Problem == ""
		agree = agree && c.OK
		row.Checks = append(row.Checks, c)
	}
	if !agree {
		return nil
	}
	return good
}

// pause is how long nothing runs between turns of so many threads: those that wait for more
// work spin for a while, and would take a processor from whoever is next.
func pause(threads int) time.Duration {
	if threads == 1 {
		return 2 * time.Millisecond
	}
	return 50 * time.Millisecond
}

// time lets the sides take turns. Each begins as often as the others. A side that fails is
// left out of the row.
func (b *bench) time(ctx context.Context, row *Row, sides []side) (timed []side) {
	times := make([]Time, len(sides))
	failed := make([]error, len(sides))
	warm := make([]int, len(sides))
	round := 0.0 // what one takes
	for i, s := range sides {
		times[i].Side = s.name()
		var ns float64
		times[i].Calls, ns, failed[i] = calibrate(ctx, s, b.Turn)
		round += ns
		if ns < 2*float64(b.Turn) {
			warm[i] = max(1, times[i].Calls/8)
		}
	}
	for k := range b.rounds(round, len(sides)) {
		for j := range sides {
			i := (j + k) % len(sides)
			if failed[i] != nil {
				continue
			}
			t := &times[i]
			time.Sleep(pause(row.Threads))
			r, err := sides[i].run(ctx, t.Calls, warm[i])
			if err != nil {
				failed[i] = err
				continue
			}
			calls := float64(t.Calls)
			t.NS = append(t.NS, r.ns/calls)
			if _, ours := sides[i].(*goSide); ours {
				t.allocs, t.bytes = append(t.allocs, r.allocs/calls), append(t.bytes, r.bytes/calls)
			}
		}
	}
	for i, s := range sides {
		if failed[i] != nil {
			row.fail(s.name(), failed[i])
			continue
		}
		times[i].summarize()
		row.Times = append(row.Times, times[i])
		timed = append(timed, s)
	}
	return timed
}

// fewestRounds are made of calls however slow they are.
const fewestRounds = 3

// rounds is how many are made where one takes so many nanoseconds: fewer if that is more
// than ten times what it should be.
func (b *bench) rounds(ns float64, sides int) int {
	due := 10 * float64(b.Turn) * float64(sides)
	if ns <= due {
		return b.Rounds
	}
	return min(b.Rounds, max(fewestRounds, int(float64(b.Rounds)*due/ns)))
}

// calibrate returns how many calls are about a turn, and what they take.
func calibrate(ctx context.Context, s side, turn time.Duration) (calls int, ns float64, err error) {
	for calls = 1; ; {
		t, err := s.run(ctx, calls, 0)
		if err != nil {
			return 0, 0, err
		}
		each := t.ns / float64(calls)
		if t.ns >= float64(turn)/4 {
			calls = max(1, int(float64(turn)/each))
			return calls, each * float64(calls), nil
		}
		calls *= 2
		if each > 0 {
			calls = max(calls, min(4*calls, int(float64(turn)/4/each)))
		}
	}
}
