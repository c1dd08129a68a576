package bench

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// oursPrefix is before the names of our sides.
const oursPrefix = "goivy/"

// A Report is what was measured.
type Report struct {
	Time    time.Time `json:"time"`
	Machine Machine   `json:"machine"`
	Rounds  int       `json:"rounds"`
	TurnMS  float64   `json:"turn_ms"` // about how long a turn was
	Threads []int     `json:"threads"`
	Sides   []Side    `json:"sides"`
	Missing []Missing `json:"missing"`
	Dropped []string  `json:"dropped,omitempty"` // settings of the environment that choose kernels, which peers ran without
	Rows    []Row     `json:"rows"`
}

// A Side is a backend of ours, in one of three ways, or a peer.
type Side struct {
	Name    string `json:"name"`  // of ours: goivy/ and the backend's, and /freed or /tidy
	Title   string `json:"title"` // in the table
	Version string `json:"version"`
	Ours    bool   `json:"ours"`
	Freed   bool   `json:"freed,omitempty"`  // results with Free when the next is there, as Python does; else the collector finds them
	Tidy    bool   `json:"tidy,omitempty"`   // as Freed, and each call in a scope
	Python  string `json:"python,omitempty"` // that it runs in
	// Kernels are those that a peer ran, as it tells: "openblas 0.3.27 SkylakeX, loops AVX512_SKX".
	Kernels string `json:"kernels,omitempty"`
}

// A Missing is a peer that was not there.
type Missing struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Why   string `json:"why"`
	Get   string `json:"get"`
}

// A Row is a workload with a number of threads.
type Row struct {
	Workload string    `json:"workload"`
	Table    string    `json:"table"`
	Title    string    `json:"title"`
	Threads  int       `json:"threads"`
	Unit     string    `json:"unit"` // of the text: µs or GFLOP/s
	Flops    float64   `json:"flops,omitempty"`
	Dtype    string    `json:"dtype"` // of the result
	Shape    []int     `json:"shape"`
	Times    []Time    `json:"times"` // none if results differ
	Ratios   []Ratio   `json:"ratios"`
	Checks   []Check   `json:"checks"`
	Failures []Failure `json:"failures,omitempty"`
}

// A Time is what a call took on a side: nanoseconds, of each turn and their quartiles.
type Time struct {
	Side   string    `json:"side"`
	Calls  int       `json:"calls"` // of a turn
	NS     []float64 `json:"ns"`
	Q1     float64   `json:"q1"`
	Median float64   `json:"median"`
	Q3     float64   `json:"q3"`
	// Allocs and Bytes are what one call allocates in Go, of our sides.
	Allocs *float64 `json:"allocs,omitempty"`
	Bytes  *float64 `json:"bytes,omitempty"`

	allocs, bytes []float64
}

// A Ratio is a peer's time over ours of the same round, its quartiles: above 1 ours is
// faster.
type Ratio struct {
	Ours   string  `json:"ours"`
	Peer   string  `json:"peer"`
	Q1     float64 `json:"q1"`
	Median float64 `json:"median"`
	Q3     float64 `json:"q3"`
}

// A Check is a comparison of a side's result with that of the first.
type Check struct {
	Side    string `json:"side"`
	Against string `json:"against"`
	OK      bool   `json:"ok"`
	Problem string `json:"problem,omitempty"`
}

// A Failure is why a side has no time.
type Failure struct {
	Side  string `json:"side"`
	Error string `json:"error"`
}

// quantile returns the quantile p of sorted values, between two of them on the line that
// joins them.
func quantile(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	i := int(at)
	if i+1 >= len(sorted) {
		return sorted[len(sorted)-1]
	}
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

func quartiles(values []float64) (q1, median, q3 float64) {
	s := slices.Sorted(slices.Values(values))
	return quantile(s, 0.25), quantile(s, 0.5), quantile(s, 0.75)
}

func (t *Time) summarize() {
	t.Q1, t.Median, t.Q3 = quartiles(t.NS)
	if len(t.allocs) > 0 {
		_, allocs, _ := quartiles(t.allocs)
		_, bytes, _ := quartiles(t.bytes)
		t.Allocs, t.Bytes = &allocs, &bytes
	}
}

func (r *Row) fail(side string, err error) {
	r.Failures = append(r.Failures, Failure{side, err.Error()})
}

// rate fills in the ratios of every peer to each of ours.
func (r *Row) rate(ours, timed []side) {
	for _, o := range ours {
		for _, p := range timed {
			if slices.Contains(ours, p) {
				continue
			}
			x, y := r.time(o.name()), r.time(p.name())
			if x == nil || y == nil {
				continue
			}
			over := make([]float64, len(x.NS))
			for i := range over {
				over[i] = y.NS[i] / x.NS[i]
			}
			ratio := Ratio{Ours: o.name(), Peer: p.name()}
			ratio.Q1, ratio.Median, ratio.Q3 = quartiles(over)
			r.Ratios = append(r.Ratios, ratio)
		}
	}
}

// time returns a side's time, nil if it has none.
func (r *Row) time(side string) *Time {
	if i := slices.IndexFunc(r.Times, func(t Time) bool { return t.Side == side }); i >= 0 {
		return &r.Times[i]
	}
	return nil
}

func (r *Row) ratio(ours, peer string) *Ratio {
	if i := slices.IndexFunc(r.Ratios, func(q Ratio) bool { return q.Ours == ours && q.Peer == peer }); i >= 0 {
		return &r.Ratios[i]
	}
	return nil
}

func (r *Report) missing(peer string) bool {
	return slices.ContainsFunc(r.Missing, func(m Missing) bool { return m.Name == peer })
}

// Err returns an error if results differ or calls failed.
func (r *Report) Err() error {
	differ, failures := 0, 0
	for _, row := range r.Rows {
		if slices.ContainsFunc(row.Checks, func(c Check) bool { return !c.OK }) {
			differ++
		}
		failures += len(row.Failures)
	}
	switch {
	case differ == 0 && failures == 0:
		return nil
	case failures == 0:
		return fmt.Errorf("the results of %d rows differ", differ)
	case differ == 0:
		return fmt.Errorf("%d calls failed", failures)
	}
	return fmt.Errorf("the results of %d rows differ, and %d calls failed", differ, failures)
}

// WriteJSON writes the report as one value.
func (r *Report) WriteJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	return enc.Encode(r)
}

// ReadJSON reads what [Report.WriteJSON] wrote.
func ReadJSON(from io.Reader) (*Report, error) {
	dec := json.NewDecoder(from)
	dec.DisallowUnknownFields()
	r := &Report{}
	if err := dec.Decode(r); err != nil {
		return nil, fmt.Errorf("bench: this is no report: %w", err)
	}
	if len(r.Rows) == 0 || len(r.Sides) == 0 {
		return nil, errors.New("bench: this is no report: it has no rows")
	}
	return r, nil
}

// WriteText writes the report as tables: medians of times, then ratios, for each number of
// threads.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	r.head(&b)
	for _, threads := range r.Threads {
		r.times(&b, threads)
		r.ratios(&b, threads)
	}
	r.remarks(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

func (r *Report) head(b *strings.Builder) {
	m := r.Machine
	fmt.Fprintf(b, "%s, %d processors, %s, %s\n", m.Processor, m.Processors, m.System, m.Go)
	fmt.Fprintf(b, "flags: %s\n", strings.Join(m.Flags, " "))
	if m.SIMD != "" {
		fmt.Fprintf(b, "IVY_SIMD=%s\n", m.SIMD)
	}
	if m.Load > 1 {
		fmt.Fprintf(b, "others ran beside it, so figures are noisy: a load of %.1f at the start\n", m.Load)
	}
	for _, ours := range []bool{true, false} {
		var names []string
		for _, s := range r.Sides {
			if s.Ours == ours && !s.Freed && !s.Tidy {
				name := strings.TrimSpace(s.Title + " " + s.Version)
				if s.Kernels != "" {
					name += " (" + s.Kernels + ")"
				}
				names = append(names, name)
			}
		}
		if len(names) > 0 {
			fmt.Fprintf(b, "%s: %s\n", map[bool]string{true: "goivy on", false: "beside it"}[ours], strings.Join(names, ", "))
		}
	}
	if len(r.Dropped) > 0 {
		fmt.Fprintf(b, "they ran without settings of the environment: %s\n", strings.Join(r.Dropped, " "))
	}
	for _, m := range r.Missing {
		fmt.Fprintf(b, "without %s: %s (%s)\n", m.Title, m.Why, m.Get)
	}
	fmt.Fprintf(b, "%s; medians of %d rounds of turns of about %v ms, fewer where a call takes much longer\n", r.Time.Format(time.DateTime+" UTC"), r.Rounds, r.TurnMS)
}

// tables calls f for each part of the table that has rows with so many threads, with the
// sides that have times in them.
func (r *Report) tables(threads int, f func(name string, rows []*Row, sides []Side)) {
	var names []string
	of := map[string][]*Row{}
	for i := range r.Rows {
		row := &r.Rows[i]
		if row.Threads != threads {
			continue
		}
		if of[row.Table] == nil {
			names = append(names, row.Table)
		}
		of[row.Table] = append(of[row.Table], row)
	}
	for _, name := range names {
		var sides []Side
		for _, s := range r.Sides {
			if slices.ContainsFunc(of[name], func(row *Row) bool { return row.time(s.Name) != nil }) {
				sides = append(sides, s)
			}
		}
		f(name, of[name], sides)
	}
}

func threadsText(n int) string {
	if n == 1 {
		return "1 thread"
	}
	return strconv.Itoa(n) + " threads"
}

func (r *Report) times(b *strings.Builder, threads int) {
	r.tables(threads, func(name string, rows []*Row, sides []Side) {
		unit := "µs"
		if rows[0].Flops > 0 {
			unit = "GFLOP/s, more is better"
		}
		lines := [][]string{{fmt.Sprintf("%s, %s: %s", name, threadsText(threads), unit)}}
		for _, s := range sides {
			lines[0] = append(lines[0], s.Title)
		}
		for _, row := range rows {
			line := []string{row.Title}
			for _, s := range sides {
				line = append(line, row.figure(s.Name))
			}
			if name == callTable {
				line = append(line, row.allocations(sides))
			}
			lines = append(lines, line)
		}
		if name == callTable {
			lines[0] = append(lines[0], "allocations")
		}
		grid(b, lines)
	})
}

// figure is a side's median in the row's unit.
func (r *Row) figure(side string) string {
	t := r.time(side)
	switch {
	case t == nil && slices.ContainsFunc(r.Checks, func(c Check) bool { return c.Side == side && !c.OK }):
		return "differs"
	case t == nil && slices.ContainsFunc(r.Failures, func(f Failure) bool { return f.Side == side }):
		return "failed"
	case t == nil:
		return "–"
	case r.Flops > 0:
		return three(r.Flops / t.Median)
	}
	return three(t.Median / 1e3)
}

// three writes a positive number with two or three digits, thousands apart.
func three(x float64) string {
	switch {
	case x < 0.0995:
		return strconv.FormatFloat(x, 'g', 2, 64)
	case x < 9.995:
		return strconv.FormatFloat(x, 'f', 2, 64)
	case x < 99.95:
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	s := strconv.FormatFloat(x, 'f', 0, 64)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "\u202f" + s[i:]
	}
	return s
}

// allocations are those of one call of each of ours.
func (r *Row) allocations(sides []Side) string {
	var texts []string
	for _, s := range sides {
		if t := r.time(s.Name); t != nil && t.Allocs != nil {
			texts = append(texts, fmt.Sprintf("%.0f (%.0f B)", *t.Allocs, *t.Bytes))
		}
	}
	return strings.Join(texts, ", ")
}

// A pair is one of ours and a peer whose ratio the text has.
type pair struct{ ours, peer Side }

// pairs are the first of ours with every peer, and the others with the library that they
// stand on; each in its two ways.
func pairs(sides []Side) []pair {
	var list []pair
	first := slices.IndexFunc(sides, func(s Side) bool { return s.Ours })
	if first < 0 {
		return nil
	}
	for i, o := range sides {
		if !o.Ours {
			continue
		}
		for _, p := range sides {
			backend := strings.TrimSuffix(strings.TrimSuffix(o.Name, "/freed"), "/tidy")
			if !p.Ours && (i == first || backend == sides[first].Name || p.Name == strings.TrimPrefix(backend, oursPrefix)) {
				list = append(list, pair{o, p})
			}
		}
	}
	return list
}

func (r *Report) ratios(b *strings.Builder, threads int) {
	r.tables(threads, func(name string, rows []*Row, sides []Side) {
		list := pairs(sides)
		if len(list) == 0 {
			return
		}
		lines := [][]string{{fmt.Sprintf("%s, %s: their time over ours", name, threadsText(threads))}}
		for _, p := range list {
			lines[0] = append(lines[0], p.peer.Title+"/"+p.ours.Title)
		}
		for _, row := range rows {
			line := []string{row.Title}
			for _, p := range list {
				text := "–"
				if q := row.ratio(p.ours.Name, p.peer.Name); q != nil {
					text = fmt.Sprintf("%s (%s–%s)", three(q.Median), three(q.Q1), three(q.Q3))
				}
				line = append(line, text)
			}
			lines = append(lines, line)
		}
		grid(b, lines)
	})
}

// remarks tells what is wrong, and where.
func (r *Report) remarks(b *strings.Builder) {
	title := func(name string) string {
		if i := slices.IndexFunc(r.Sides, func(s Side) bool { return s.Name == name }); i >= 0 {
			return r.Sides[i].Title
		}
		return name
	}
	var lines []string
	for _, row := range r.Rows {
		for _, c := range row.Checks {
			if !c.OK {
				lines = append(lines, fmt.Sprintf("%s, %s: %s differs from %s, so nothing of it was timed: %s", row.Workload, threadsText(row.Threads), title(c.Side), title(c.Against), c.Problem))
			}
		}
		for _, f := range row.Failures {
			lines = append(lines, fmt.Sprintf("%s, %s: %s failed: %s", row.Workload, threadsText(row.Threads), title(f.Side), f.Error))
		}
	}
	if len(lines) > 0 {
		fmt.Fprintf(b, "\n%s\n", strings.Join(lines, "\n"))
	}
}

// grid writes lines of cells below each other: the first to the left, others to the right.
func grid(b *strings.Builder, lines [][]string) {
	var widths []int
	for _, line := range lines {
		for i, cell := range line {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	b.WriteByte('\n')
	for _, line := range lines {
		for i, cell := range line {
			space := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			switch {
			case i == 0 && len(line) == 1:
				b.WriteString(cell)
			case i == 0:
				b.WriteString(cell + space)
			default:
				b.WriteString("  " + space + cell)
			}
		}
		b.WriteByte('\n')
	}
}
