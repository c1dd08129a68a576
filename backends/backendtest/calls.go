package backendtest

import (
	"cmp"
	"errors"
	"fmt"
	"math/cmplx"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Calls is a run of random calls of every row of the table of operations: on several
// backends, call by call and compiled, and on abstract arrays. Arguments are of all dtypes
// and pairs of them, with and without axes, long and empty, views, Go numbers and slices,
// with special values, options and settings; one call in six has something that does not
// fit, or hardly.
//
// What comes of a call is the same everywhere: results of equal dtypes, shapes and values
// (see [Consistency] for what may differ in the last places, and bounds.go for sums), or
// errors of the same kind. Where a backend fails alone, its table of support or a [Gap]
// declares it. Nothing but an *ivy.Error comes out, and none of a failure inside.
//
// A call is made of the seed and its number alone, and can be made again by itself.
type Calls struct {
	Backends []string                                     // the first one's values are compared with; all linked ones if empty
	Seed     uint64                                       // of all calls
	From     uint64                                       // the number of the first call
	Count    uint64                                       // how many are made
	Skip     []uint64                                     // numbers that are left out
	Workers  int                                          // how many at a time; 1 if it is 0
	Limit    time.Duration                                // that a call may take; a minute if it is 0
	Before   func(worker int, number uint64, text string) // is told of each call before it is made; may be nil
	Hang     func(number uint64, text string)             // is told of a call that takes longer than Limit; may be nil
}

// A CallReport is what came of some calls.
type CallReport struct {
	Calls, Made uint64            // calls, and how often they were made, on backends and compiled
	Results     uint64            // calls that gave results
	Kinds       map[string]uint64 // the others, by their kind of error
	Gaps        map[string]uint64 // failures of one backend that are declared, by backend
	Listed      map[string]uint64 // by the reason of the gap in the list of this file
	Rows        map[string]*CallRow
	Faults      []CallFault
}

// A CallRow is what came of the calls of a row.
type CallRow struct {
	Calls, Results uint64
	Options        map[string]uint64 // calls that gave results, by the options that they had
}

// A CallFault is a call whose outcomes are not as they should be.
type CallFault struct {
	Number uint64
	Call   string
	What   string
}

// String returns the fault, its call and its number.
func (f CallFault) String() string {
	return fmt.Sprintf("call %d: %s\n    %s", f.Number, f.Call, f.What)
}

// NewCallReport returns a report of no calls.
func NewCallReport() *CallReport {
	return &CallReport{Kinds: map[string]uint64{}, Gaps: map[string]uint64{}, Listed: map[string]uint64{}, Rows: map[string]*CallRow{}}
}

// Add adds another run's report.
func (r *CallReport) Add(o *CallReport) {
	add := func(to, from map[string]uint64) {
		for k, n := range from {
			to[k] += n
		}
	}
	r.Calls, r.Made, r.Results = r.Calls+o.Calls, r.Made+o.Made, r.Results+o.Results
	add(r.Kinds, o.Kinds)
	add(r.Gaps, o.Gaps)
	add(r.Listed, o.Listed)
	for name, row := range o.Rows {
		mine := r.row(name)
		mine.Calls, mine.Results = mine.Calls+row.Calls, mine.Results+row.Results
		add(mine.Options, row.Options)
	}
	r.Faults = append(r.Faults, o.Faults...)
}

func (r *CallReport) row(name string) *CallRow {
	row := r.Rows[name]
	if row == nil {
		row = &CallRow{Options: map[string]uint64{}}
		r.Rows[name] = row
	}
	return row
}

// String returns the totals.
func (r *CallReport) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d calls of %d rows, made %d times: %d (%.1f %%) gave results, %d faults", r.Calls, len(r.Rows), r.Made, r.Results, 100*float64(r.Results)/float64(max(r.Calls, 1)), len(r.Faults))
	list := func(what string, m map[string]uint64) {
		for i, k := range sortedKeys(m) {
			if i == 0 {
				b.WriteString("; " + what)
			} else {
				b.WriteString(",")
			}
			fmt.Fprintf(&b, " %s %d", k, m[k])
		}
	}
	list("errors:", r.Kinds)
	list("gaps:", r.Gaps)
	list("listed:", r.Listed)
	sep := "; rows with the fewest results: "
	names := sortedKeys(r.Rows)
	share := func(name string) float64 { return float64(r.Rows[name].Results) / float64(max(r.Rows[name].Calls, 1)) }
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(share(a), share(b)) })
	for _, name := range names[:min(5, len(names))] {
		fmt.Fprintf(&b, "%s%s %.0f %%", sep, name, 100*share(name))
		sep = ", "
	}
	return b.String()
}

// Untried returns what of the table no call with a result had: rows, and their options.
func (r *CallReport) Untried() (missing []string) {
	for _, op := range ops.All() {
		if op.Hidden {
			continue
		}
		row := r.row(op.Name)
		if row.Results == 0 {
			missing = append(missing, fmt.Sprintf("%v: none of %d calls has a result", op, row.Calls))
			continue
		}
		for _, o := range op.Opts {
			if row.Options[o.String()] == 0 {
				missing = append(missing, fmt.Sprintf("%v: no call with option %v has a result", op, o))
			}
		}
	}
	return missing
}

// leastResults is the share of a row's calls that must give results.
const leastResults = 0.4

// Complaints returns what many calls should have shown: rows of which too few give
// results.
func (r *CallReport) Complaints() (out []string) {
	for _, name := range sortedKeys(r.Rows) {
		if row := r.Rows[name]; float64(row.Results) < leastResults*float64(row.Calls) {
			out = append(out, fmt.Sprintf("%s: only %d of %d calls have results", name, row.Results, row.Calls))
		}
	}
	return out
}

// Run makes the calls.
func (c Calls) Run() (*CallReport, error) {
	run, err := Consistency{Backends: c.Backends}.prepare()
	if err != nil {
		return nil, err
	}
	for _, s := range append(run.backends, run.abstract) {
		s.odd = map[*setting]*suite{}
		for i := range castingModes {
			env, err := boundedEnv(s.envs[&settings[0]].CurrentBackend())
			if err != nil {
				return nil, err
			}
			castingModes[i].apply(env)
			s.envs[&castingModes[i]] = env
		}
		for set, env := range s.envs {
			s.odd[set] = &suite{env: env}
		}
	}
	rows := callableRows()
	if c.Limit == 0 {
		c.Limit = time.Minute
	}
	type working struct {
		number atomic.Uint64
		since  atomic.Int64 // nanoseconds; 0: none
		text   atomic.Pointer[string]
	}
	workers := make([]working, max(c.Workers, 1))
	total := NewCallReport()
	var mu sync.Mutex // of total
	var next atomic.Uint64
	next.Store(c.From)
	stop := make(chan struct{})
	defer close(stop)
	go func() { // what takes too long is named
		for {
			select {
			case <-stop:
				return
			case <-time.After(c.Limit / 16):
			}
			for i := range workers {
				w := &workers[i]
				if at := w.since.Load(); at != 0 && time.Since(time.Unix(0, at)) > c.Limit {
					if c.Hang != nil {
						c.Hang(w.number.Load(), *w.text.Load())
					}
				}
			}
		}
	}()
	var group sync.WaitGroup
	for i := range workers {
		group.Go(func() {
			w := &workers[i]
			one := &caller{run: run, report: NewCallReport()}
			for {
				n := next.Add(1) - 1
				if n >= c.From+c.Count {
					break
				}
				if slices.Contains(c.Skip, n) {
					continue
				}
				t := draw(c.Seed, n, rows[n%uint64(len(rows))])
				text := t.String()
				if c.Before != nil {
					c.Before(i, n, text)
				}
				w.number.Store(n)
				w.text.Store(&text)
				w.since.Store(time.Now().UnixNano())
				one.call(n, t)
				w.since.Store(0)
			}
			mu.Lock()
			defer mu.Unlock()
			total.Add(one.report)
		})
	}
	group.Wait()
	slices.SortFunc(total.Faults, func(a, b CallFault) int { return int(a.Number) - int(b.Number) })
	return total, nil
}

// callableRows returns the rows that have a public function.
func callableRows() (rows []*ops.Op) {
	for _, op := range ops.All() {
		if !op.Hidden {
			rows = append(rows, op)
		}
	}
	return rows
}

// A caller makes calls, one at a time.
type caller struct {
	run    *comparison
	report *CallReport
	number uint64
	t      *trial
}

func (c *caller) fault(format string, args ...any) {
	c.report.Faults = append(c.report.Faults, CallFault{c.number, c.t.String(), fmt.Sprintf(format, args...)})
}

// call makes a call everywhere and compares what comes of it.
func (c *caller) call(number uint64, t *trial) {
	c.number, c.t = number, t
	c.report.Calls++
	row := c.report.row(t.op.Name)
	row.Calls++
	defer func() {
		if p := recover(); p != nil {
			c.fault("%s panics with %v\n%s", "the comparison", p, debug.Stack())
		}
	}()
	c.settle(t)
	var ref *outcome // whose dtypes and shapes count
	refName := ""
	if o := c.inferred(t); o != nil {
		ref, refName = o, abstractName
	}
	var first *outcome // whose values count
	firstName := ""
	for i, s := range c.run.backends {
		c.report.Made++
		o := s.run(t, t.args)
		if c.inside(s.name, &o) {
			continue
		}
		k := o.kind()
		if e := (*ivy.Error)(nil); errors.As(o.err, &e) && e.Op != t.op.Name {
			c.fault("%s %v: of %q", s.name, &o, e.Op)
			continue
		}
		if refName == abstractName && ref.kind() == "" && (k == "index" || k == "value" || k == "linalg") && dependsOnElements(t) {
			ref, refName = nil, ""
		}
		if k != "" && c.declared(s, t, ref, &o) {
			c.report.Gaps[s.name]++
			continue
		}
		if ref == nil {
			ref, refName = &o, s.name
		}
		if kinds := ref.kind() + k; kinds == "linalg" && stable(t.op) { // rounding decides whether a matrix is singular
			continue
		}
		if differ(ref, &o) {
			if !c.known(t, s, ref, &o) {
				c.fault("%s %v, but %s %v", s.name, &o, refName, ref)
			}
			continue
		}
		switch {
		case k != "":
		case first == nil:
			first, firstName = &o, s.name
		default:
			if diff := c.run.values(t, first, &o); diff != "" && !c.known(t, s, ref, &o) {
				c.fault("%s gives another value than %s: %s", s.name, firstName, diff)
			}
		}
		c.compiled(s, t, &o, i)
	}
	if ref == nil {
		return
	}
	if k := ref.kind(); k != "" {
		c.report.Kinds[k]++
		if !documented(t.op, k, ref.err) {
			c.fault("the documentation of %v has no error of kind %s: %v", t.op, k, ref.err)
		}
		return
	}
	c.report.Results++
	row.Results++
	for _, o := range t.options() {
		row.Options[o.String()]++
	}
}

// inside notes a panic that is no *ivy.Error, or an error of a failure inside.
func (c *caller) inside(name string, o *outcome) bool {
	k := o.kind()
	if k != "panic" && k != "backend" && k != "none" && (o.err == nil || !strings.Contains(o.err.Error(), "fault in this library")) {
		return false
	}
	if s := c.subject(name); s == nil || !c.known(c.t, s, nil, o) {
		c.fault("%s %v", name, o)
	}
	return true
}

func (c *caller) subject(name string) *subject {
	for _, s := range c.run.backends {
		if s.name == name {
			return s
		}
	}
	return nil
}

// settle makes the option Out of a target: an array like the result, or one that is not.
func (c *caller) settle(t *trial) {
	for i, opt := range t.opts {
		g, ok := opt.(target)
		if !ok {
			continue
		}
		without := *t
		without.opts = slices.Delete(slices.Clone(t.opts), i, i+1)
		o := c.run.backends[0].run(&without, t.args)
		z := rawArray{dtype: dtype.Float32, shape: []int{2}}
		if len(o.results) == 1 && shape.Product(o.results[0].shape...) <= mostBytes/32 {
			z.dtype, z.shape = o.results[0].dtype, o.results[0].shape
		}
		switch g.wrong {
		case 1:
			z.shape = append([]int{2}, z.shape...)
		case 2:
			z.dtype = dtype.All.Dtypes()[(int(z.dtype)+3)%(int(dtype.Count)-1)]
		}
		z.data = make([]byte, shape.Size(z.shape)*z.dtype.Size())
		t.opts[i] = valued{ops.Out, z}
	}
}

// inferred makes the call with abstract arrays; nil where those say nothing.
func (c *caller) inferred(t *trial) *outcome {
	if !hasArray(t.args) || t.op == ops.FromDlpack || slices.ContainsFunc(t.opts, func(o any) bool {
		switch o := o.(type) {
		case valued:
			return o.opt == ops.Out
		case variant:
			return o.opt == ops.Copy // Go slices always are
		case misfit:
			return true
		}
		return false
	}) {
		return nil
	}
	c.report.Made++
	o := c.run.abstract.run(t, t.args)
	switch k := o.kind(); {
	case k == "unsupported" && needsValues(t):
		return nil
	case c.inside(abstractName, &o):
		return nil
	case k == "" && needsValues(t):
		c.fault("%s %v, and the shape depends on values", abstractName, &o)
		return nil
	}
	return &o
}

// dependsOnElements reports whether elements of arrays decide whether a call fails:
// indices, counts and numbers that are to fit a dtype.
func dependsOnElements(t *trial) bool {
	switch t.op {
	case ops.Bincount, ops.Cov, ops.Digitize, ops.GatherND, ops.GatherOp, ops.Histogram, ops.HistogramDD, ops.InvertPermutation, ops.RavelMultiIndex, ops.ScatterFlat, ops.ScatterND, ops.UnravelIndex,
		ops.UnsortedSegmentMax, ops.UnsortedSegmentMean, ops.UnsortedSegmentMin, ops.UnsortedSegmentSum:
		return true
	case ops.Choose, ops.DSplit, ops.HSplit, ops.PutAlongAxis, ops.Split, ops.VSplit, ops.MaxUnpool, ops.Take.Op, ops.TakeAlongAxis.Op, ops.Repeat, ops.SearchSorted.Op,
		ops.CTCLoss, ops.MultiLabelMarginLoss, ops.MultiMarginLoss, ops.NLLLoss, ops.SoftmaxCrossEntropy, ops.SparseCrossEntropy:
		return true
	}
	return stable(t.op) // a matrix may be singular
}

// compiled makes the call as a compiled function of its arrays, twice.
func (c *caller) compiled(s *subject, t *trial, want *outcome, backendNumber int) {
	if slices.ContainsFunc(t.opts, func(o any) bool { // writes into arrays
		switch o := o.(type) {
		case valued:
			return o.opt == ops.Out
		case variant:
			return o.opt == ops.Copy
		case misfit:
			return true
		}
		return false
	}) {
		return
	}
	if backendNumber > 0 && c.number/uint64(len(c.run.backends))%4 != 0 { // which takes far longer than on native
		return
	}
	g := s.given(t, t.args)
	inputs := g.arrays(func(x *ivy.Array) *ivy.Array { return x })
	inputs = slices.DeleteFunc(inputs, func(x *ivy.Array) bool { return x == nil })
	if t.op == ops.MatrixExp && slices.ContainsFunc(inputs, func(x *ivy.Array) bool { // compiled it may be NaN, as is documented
		return slices.ContainsFunc(valuesOf(x), func(v complex128) bool { return cmplx.Abs(v) > 0x1p24 })
	}) {
		return
	}
	env := s.envs[t.setting]
	f := env.Compile(func(xs ...*ivy.Array) []*ivy.Array {
		on := call{args: cloned(g.args)}
		on.arrays(func(x *ivy.Array) *ivy.Array {
			if x == nil {
				return nil
			}
			x = xs[0]
			xs = xs[1:]
			return x
		})
		return g.on(env, on.args)
	})
	for range 1 + c.number%2 {
		c.report.Made++
		o := func() (o outcome) {
			defer func() {
				if p := recover(); p != nil {
					o = outcome{panic: p}
				}
			}()
			o.err = ivy.Try(func() { o.results = s.results(f.CallMany(inputs...)) })
			return o
		}()
		if c.inside(s.name, &o) {
			return
		}
		if differ(want, &o) {
			if !c.known(t, s, want, &o) {
				c.fault("%s compiled %v, but call by call %v", s.name, &o, want)
			}
			return
		}
		if o.kind() != "" {
			return
		}
		diff := ""
		if backendNumber == 0 && s.name == "native" { // bit for bit, as is promised
			diff = sameBits(want, &o)
		} else {
			diff = c.run.values(t, want, &o)
		}
		if diff != "" && !c.known(t, s, want, &o) {
			c.fault("%s compiled gives another value than call by call: %s", s.name, diff)
			return
		}
	}
}

// sameBits returns how results differ in bits, where not both are NaN.
func sameBits(want, got *outcome) string {
	for i, w := range want.results {
		if g := got.results[i].data; string(g) != string(w.data) {
			n := len(w.data) / w.dtype.Component().Size()
			if diff := compareData(g, rawArray{dtype: w.dtype, shape: w.shape, data: w.data}, make([]byte, n), make([]float64, n), 0); diff != "" {
				return diff
			}
		}
	}
	return ""
}

// declared reports whether a backend's failure is what its table of support declares: an
// error of kind ErrUnsupported or ErrDtype about a dtype that it has not got for the row.
func (c *caller) declared(s *subject, t *trial, ref, o *outcome) bool {
	k := o.kind()
	if k != "unsupported" && k != "dtype" || ref == nil || ref.kind() == k || !strings.Contains(o.err.Error(), s.name) {
		return false
	}
	used := t.dtypes(s.envs[t.setting])
	for _, r := range ref.results {
		used |= dtype.Of(r.dtype)
	}
	supported := dtype.Of(s.envs[t.setting].FunctionSupportedDtypes(t.op.Name)...)
	return used&^supported&taken(t.op) != 0
}

// misfit returns an odd option.
func (s *subject) misfit(set *setting, m misfit) ivy.Option {
	if m.i < 0 {
		return s.odd[set].everyOption()[m.opt]
	}
	some := s.odd[set].oddOptions()[m.opt]
	if len(some) == 0 {
		return nil
	}
	return some[m.i%len(some)]
}

// String names the option, whose value each backend has for itself.
func (m misfit) String() string {
	if m.i < 0 {
		return fmt.Sprintf("%v=(not taken)", m.opt)
	}
	return fmt.Sprintf("%v=(odd %d)", m.opt, m.i)
}

// known reports whether a fault is in a list: of gaps, with their reasons.
func (c *caller) known(t *trial, s *subject, want, got *outcome) bool {
	for _, g := range callGaps {
		if g.backend == s.name && g.is(t, want, got) {
			c.report.Listed[g.reason]++
			return true
		}
	}
	return false
}

// documented reports whether the documentation of a function says that it fails for errors of
// a kind, or that of [ivy.Error] that all do.
func documented(op *ops.Op, kind string, err error) bool {
	for _, text := range op.Documentation().Errors {
		if name, _, _ := strings.Cut(text, " "); strings.EqualFold(name, "Err"+kind) {
			return true
		}
	}
	if kind == "dtype" || kind == "shape" || kind == "index" {
		text := err.Error()
		return strings.Contains(text, "Out has ") || strings.Contains(text, "ragged") || strings.Contains(text, "is no dtype")
	}
	return true
}
