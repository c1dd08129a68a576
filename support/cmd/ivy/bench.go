package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/support/bench"
)

type benchOptions struct {
	only        string
	backends    []string
	peers       []string
	python      map[string]string
	rounds      int
	turn        time.Duration
	threads     []int
	freed, tidy bool
	json, quick bool
	list, setup bool
	chart, from string
	setupWith   string
}

func benchCommand(s *streams) *cobra.Command {
	var o benchOptions
	cmd := &cobra.Command{
		Use:   "bench [flags]",
		Short: "Measure the backends next to NumPy, SciPy, PyTorch, TensorFlow, JAX and Ivy in Python",
		Long: `bench measures calls on every backend that is linked, and the same calls in NumPy,
PyTorch, TensorFlow, JAX and Ivy (Python), in one run in which sides take turns.
Before anything is timed the results are compared, dtype, shape and values; of calls
whose results differ no time is told.

The tables have the medians of times, then those of the others' time over ours, with
their quartiles: above 1 ours is faster. The others are processes of their own, with
as many threads, which measure themselves. Those that are not installed are left out;
--setup installs them once, in virtual environments in the user's cache (about 7 GB,
by pip, for Python 3.11 or 3.12), and --python names another interpreter that has one.

The exit code is 1 when results differ, or a call fails.`,
		Example: `  ivy bench --setup
  ivy bench --only '^add/' --threads 1
  ivy bench --peers numpy,torch --backend native --chart bench.svg
  ivy bench --json > bench.json
  ivy bench --from bench.json --chart bench.png`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return s.bench(cmd, &o) },
	}
	f := cmd.Flags()
	f.StringVar(&o.only, "only", "", "measure workloads whose names match a `REGEXP`")
	f.StringSliceVarP(&o.backends, "backend", "b", nil, "backends of ours, the first is what the chart relates to (all that are linked)")
	f.StringSliceVar(&o.peers, "peers", nil, "what to measure next to them, none for nothing ("+strings.Join(peerNames(), ", ")+"; all that are installed)")
	f.StringToStringVar(&o.python, "python", nil, "the interpreter that has a peer, as numpy=/usr/bin/python3")
	f.IntVar(&o.rounds, "rounds", 11, "turns of every side")
	f.DurationVar(&o.turn, "turn", 20*time.Millisecond, "about how long a turn is")
	f.IntSliceVar(&o.threads, "threads", nil, "numbers of threads, each has its tables (1, and 2 where there are as many processors)")
	f.BoolVar(&o.freed, "freed", false, "measure ours a second time, with Free of each result when the next is there, as Python's counts of references do")
	f.BoolVar(&o.tidy, "tidy", false, "measure ours in one more way: as with --freed, and each call in a scope that Tidy ends")
	f.BoolVar(&o.quick, "quick", false, "3 short rounds")
	f.BoolVar(&o.json, "json", false, "print the report as JSON, with every turn's time")
	f.StringVar(&o.chart, "chart", "", "draw a chart into a `FILE` .svg or .png")
	f.StringVar(&o.from, "from", "", "measure nothing: take the report that --json left in a `FILE`")
	f.BoolVar(&o.list, "list", false, "list the workloads' names")
	f.BoolVar(&o.setup, "setup", false, "install the peers first where they are missing, with python3 and pip")
	f.StringVar(&o.setupWith, "setup-with", "python3", "the interpreter that --setup takes")
	cmd.MarkFlagsMutuallyExclusive("from", "list")
	return cmd
}

func peerNames() []string {
	var names []string
	for _, p := range bench.Peers() {
		names = append(names, p.Name)
	}
	return names
}

// options returns what the flags ask for.
func (o *benchOptions) options(cmd *cobra.Command) (*bench.Options, error) {
	b := &bench.Options{Backends: o.backends, Rounds: o.rounds, Turn: o.turn, Threads: o.threads, Freed: o.freed, Tidy: o.tidy}
	if o.quick {
		if !cmd.Flags().Changed("rounds") {
			b.Rounds = 3
		}
		if !cmd.Flags().Changed("turn") {
			b.Turn = 5 * time.Millisecond
		}
	}
	if b.Rounds < 1 {
		return nil, usage("--rounds is %d, want 1 or more", b.Rounds)
	}
	if b.Turn <= 0 {
		return nil, usage("--turn is %v, want more than 0", b.Turn)
	}
	if len(b.Threads) == 0 {
		b.Threads = []int{1}
		if runtime.NumCPU() > 1 {
			b.Threads = []int{1, 2}
		}
	}
	for i, n := range b.Threads {
		if n < 1 || slices.Contains(b.Threads[:i], n) {
			return nil, usage("--threads is %v, want different numbers from 1", b.Threads)
		}
	}
	for i, name := range b.Backends {
		if !slices.Contains(backend.Linked(), name) {
			how := ""
			for _, m := range backend.Absent() {
				if m.Name == name {
					how = ": " + m.How
				}
			}
			return nil, usage("no backend %q is linked (there is %s)%s", name, strings.Join(backend.Linked(), ", "), how)
		}
		if slices.Contains(b.Backends[:i], name) {
			return nil, usage("--backend has %s twice", name)
		}
	}
	if o.only != "" {
		only, err := regexp.Compile(o.only)
		if err != nil {
			return nil, usage("--only: %w", err)
		}
		if b.Only = only; !slices.ContainsFunc(bench.Workloads(), func(w bench.Workload) bool { return only.MatchString(w.Name) }) {
			return nil, usage("--only %s matches no workload (--list has their names)", o.only)
		}
	}
	return b, o.choosePeers(b)
}

// choosePeers fills in the peers: those asked for, or all.
func (o *benchOptions) choosePeers(b *bench.Options) error {
	known := peerNames()
	for name := range o.python {
		if !slices.Contains(known, name) {
			return usage("--python: no peer %q (there is %s)", name, strings.Join(known, ", "))
		}
	}
	if slices.Equal(o.peers, []string{"none"}) {
		return nil
	}
	for i, name := range o.peers {
		if !slices.Contains(known, name) {
			return usage("no peer %q (there is %s)", name, strings.Join(known, ", "))
		}
		if slices.Contains(o.peers[:i], name) {
			return usage("--peers has %s twice", name)
		}
	}
	for _, p := range bench.Peers() {
		if len(o.peers) > 0 && !slices.Contains(o.peers, p.Name) {
			continue
		}
		if python := o.python[p.Name]; python != "" {
			p = p.In(python)
		}
		b.Peers = append(b.Peers, p)
	}
	return nil
}

func (s *streams) bench(cmd *cobra.Command, o *benchOptions) error {
	options, err := o.options(cmd)
	if err != nil {
		return err
	}
	if o.chart != "" {
		if _, err := bench.ChartFormat(o.chart); err != nil {
			return usage("--chart: %w", err)
		}
		if _, err := os.Stat(filepath.Dir(o.chart)); err != nil { // rather now than after all
			return usage("--chart: %w", err)
		}
	}
	if o.list {
		for _, w := range bench.Workloads() {
			if options.Only != nil && !options.Only.MatchString(w.Name) {
				continue
			}
			if _, err := fmt.Fprintln(s.out, w.Name); err != nil {
				return failed(err)
			}
		}
		return nil
	}
	ctx := cmd.Context()
	if o.setup && o.from == "" {
		options.Peers, err = bench.Setup(ctx, options.Peers, o.setupWith, s.err)
		if ctx.Err() != nil {
			return failed(ctx.Err())
		}
		if err != nil { // the report says who is missing
			fmt.Fprintf(s.err, "ivy: %s\n", oneLine(err.Error()))
		}
	}
	report, err := s.benchReport(ctx, o, options)
	if err != nil {
		return failed(err)
	}
	write := report.WriteText
	if o.json {
		write = report.WriteJSON
	}
	if err := write(s.out); err != nil {
		return failed(err)
	}
	if o.chart != "" {
		if err := report.WriteChart(o.chart); err != nil {
			return failed(err)
		}
	}
	if err := report.Err(); err != nil {
		return failed(err)
	}
	return nil
}

// benchReport measures, or reads what was measured.
func (s *streams) benchReport(ctx context.Context, o *benchOptions, options *bench.Options) (*bench.Report, error) {
	if o.from == "" {
		done := s.benchProgress(options)
		defer done()
		return bench.Run(ctx, *options)
	}
	var from io.Reader = s.in
	if o.from != "-" {
		f, err := os.Open(o.from)
		if err != nil {
			return nil, fmt.Errorf("--from: %w", err)
		}
		defer func() { _ = f.Close() }() // it was only read
		from = f
	}
	return bench.ReadJSON(from)
}

// benchProgress shows on a terminal what is measured.
func (s *streams) benchProgress(o *bench.Options) (done func()) {
	if !isTerminal(s.err) {
		return func() {}
	}
	start := time.Now()
	var bar *progressbar.ProgressBar
	o.Progress = func(what string, done, of int) {
		if bar == nil && time.Since(start) < patience {
			return
		}
		if bar == nil {
			bar = progressbar.NewOptions(of, progressbar.OptionSetWriter(s.err), progressbar.OptionClearOnFinish())
		}
		bar.Describe(what)
		_ = bar.Set(done) // the terminal may be gone
	}
	return func() {
		if bar != nil {
			_ = bar.Finish()
		}
	}
}
