package compare

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// A Report is what came of comparing.
type Report struct {
	Program   string    `json:"program"`
	Reference string    `json:"reference"` // a file, or the backend that the others are held against
	Runs      int       `json:"runs"`
	Frontends bool      `json:"frontends,omitempty"` // the backends are frameworks
	Backends  []Backend `json:"backends"`
	Results   []Result  `json:"results"`
	Partings  []Parting `json:"partings,omitempty"`
}

// A Parting is the first node of a model whose result on a backend differs by more than is allowed from that on the first one.
type Parting struct {
	Backend string `json:"backend"`
	Against string `json:"against"`
	Node    string `json:"node"`
	Op      string `json:"op"`
	Tensor  string `json:"tensor"`
	How     string `json:"how"` // what differs
}

// A Backend is one that the program ran on.
type Backend struct {
	Name    string  `json:"name"`
	Version string  `json:"version"`
	Seconds float64 `json:"seconds"` // median
	Error   string  `json:"error,omitempty"`
	Kind    string  `json:"kind,omitempty"` // of the error
}

// A Result is one result on one backend. The differences are of no meaning unless
// Compared.
type Result struct {
	Name       string `json:"name"`
	Backend    string `json:"backend"`
	Against    string `json:"against,omitempty"` // what it is compared with; empty if it is that itself
	Dtype      string `json:"dtype"`
	WantDtype  string `json:"want_dtype,omitempty"`
	Weak       bool   `json:"weak,omitempty"` // weakly typed, or ambiguous
	WantWeak   bool   `json:"want_weak,omitempty"`
	Shape      []int  `json:"shape"`
	WantShape  []int  `json:"want_shape,omitempty"`
	Value      string `json:"value,omitempty"` // of one element, or a text
	WantValue  string `json:"want_value,omitempty"`
	DtypeEqual bool   `json:"dtype_equal"`
	ShapeEqual bool   `json:"shape_equal"`
	Compared   bool   `json:"compared"`

	Elements    int       `json:"elements"`
	MaxAbs      Number    `json:"max_abs"`
	MaxRel      Number    `json:"max_rel"`
	MaxULP      Number    `json:"max_ulp"` // of the reference's dtype; integers 0 or infinite
	NaNMismatch int       `json:"nan_mismatch"`
	InfMismatch int       `json:"inf_mismatch"`
	Outside     int       `json:"outside"` // numbers out of tolerance
	Tolerance   Tolerance `json:"tolerance"`
	Worst       *Worst    `json:"worst,omitempty"`
	Seconds     float64   `json:"seconds"` // of the run that gave the result
	OK          bool      `json:"ok"`
	Note        string    `json:"note,omitempty"`

	Histogram Histogram `json:"histogram"`
	Profile   []float64 `json:"-"` // the largest difference along the flattened index
}

// Worst is the element that is farthest from what it may be.
type Worst struct {
	Index []int  `json:"index"`
	Got   string `json:"got"`
	Want  string `json:"want"`
}

// A Number is a float that JSON has as a text where it is not finite.
type Number float64

// MarshalJSON writes "Infinity", "-Infinity" and "NaN" as texts.
func (n Number) MarshalJSON() ([]byte, error) {
	switch f := float64(n); {
	case math.IsInf(f, 1):
		return []byte(`"Infinity"`), nil
	case math.IsInf(f, -1):
		return []byte(`"-Infinity"`), nil
	case math.IsNaN(f):
		return []byte(`"NaN"`), nil
	default:
		return json.Marshal(f)
	}
}

// Err returns an *OutOfTolerance if something differs or failed, nil otherwise.
func (r *Report) Err() error {
	e := &OutOfTolerance{Frontends: r.Frontends}
	for _, x := range r.Results {
		if !x.OK {
			e.Results++
		}
	}
	for _, b := range r.Backends {
		if b.Error != "" {
			e.Failed++
		}
	}
	if e.Results+e.Failed == 0 {
		return nil
	}
	return e
}

// WriteJSON writes the report as one line of JSON.
func (r *Report) WriteJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(struct {
		*Report
		OK bool `json:"ok"`
	}{r, r.Err() == nil})
}

// WriteText writes the report as tables for a terminal of 100 columns.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, against %s\n\n", r.Program, r.Reference)
	rows := [][]string{{"result", r.Word(), "shape", "dtype", "max abs", "max rel", "max ulp", "time", ""}}
	for i := range r.Results {
		rows = append(rows, r.Results[i].row())
	}
	if len(r.Results) > 0 {
		table(&b, rows)
	}
	for i := range r.Results {
		for _, line := range r.Results[i].remarks() {
			b.WriteString(line + "\n")
		}
	}
	b.WriteString("\n")
	for _, x := range r.Backends {
		if x.Error != "" {
			fmt.Fprintf(&b, "%s %s: failed: %s\n", x.Name, x.Version, x.Error)
			continue
		}
		how := "one run"
		if r.Runs > 1 {
			how = fmt.Sprintf("median of %d runs", r.Runs)
		}
		fmt.Fprintf(&b, "%s %s: %s, %s\n", x.Name, x.Version, duration(x.Seconds), how)
	}
	for _, p := range r.Partings {
		fmt.Fprintf(&b, "%s parts from %s at node %q (%s), tensor %q: %s\n", p.Backend, p.Against, p.Node, p.Op, p.Tensor, p.How)
	}
	if err := r.Err(); err != nil {
		fmt.Fprintf(&b, "%s\n", err)
	} else if n := r.compared(); n > 0 {
		fmt.Fprintf(&b, "all %d results agree\n", n)
	} else {
		if r.Frontends {
			b.WriteString("nothing to compare with (give several frontends)\n")
		} else {
			b.WriteString("nothing to compare with (give --reference, or several backends)\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Word is what the backends are: "backend" or "framework".
func (r *Report) Word() string {
	if r.Frontends {
		return "framework"
	}
	return "backend"
}

func (r *Report) compared() (n int) {
	for _, x := range r.Results {
		if x.Against != "" {
			n++
		}
	}
	return n
}

func (x *Result) row() []string {
	row := []string{clip(x.Name, 20), x.Backend, pairOf(shapeText(x.Shape), shapeText(x.WantShape), x.ShapeEqual || x.Against == ""),
		pairOf(x.Type(), x.WantType(), x.DtypeEqual || x.Against == "")}
	switch {
	case x.IsError() || x.Dtype == "none":
		row[2] = "-"
		row = append(row, "-", "-", "-")
	case x.Dtype == "text":
		row[2] = "-"
		row = append(row, "-", "-", "-")
	case !x.Compared:
		row = append(row, "-", "-", "-")
	default:
		row = append(row, short(float64(x.MaxAbs)), short(float64(x.MaxRel)), units(float64(x.MaxULP)))
	}
	row = append(row, duration(x.Seconds))
	switch {
	case !x.OK:
		row = append(row, "DIFFERS")
	case x.Against == "":
		row = append(row, "")
	default:
		row = append(row, "ok")
	}
	return row
}

// Type is the dtype as the table has it: a weak one with a star.
func (x *Result) Type() string { return starred(x.Dtype, x.Weak) }

// WantType is Type of what the result is compared with.
func (x *Result) WantType() string { return starred(x.WantDtype, x.WantWeak) }

func starred(d string, weak bool) string {
	if weak {
		return d + "*"
	}
	return d
}

// IsError reports whether the result is an error, whose kind is in Dtype.
func (x *Result) IsError() bool { return strings.HasPrefix(x.Dtype, "!") }

// told are notes of what the table shows.
var told = map[string]bool{notes.dtypes: true, notes.weak: true, notes.errors: true, notes.oneError: true, notes.none: true}

// remarks are lines about a result that the table has no room for.
func (x *Result) remarks() []string {
	var out []string
	add := func(format string, args ...any) {
		out = append(out, fmt.Sprintf("  %s on %s: ", x.Name, x.Backend)+fmt.Sprintf(format, args...))
	}
	switch {
	case x.IsError():
		add("%s", x.Value)
	case x.Value != "" && x.Against != "" && x.WantValue != x.Value:
		add("%s, want %s", x.Value, x.WantValue)
	case x.Value != "":
		add("%s", x.Value)
	}
	if x.Worst != nil && x.Elements > 1 {
		add("worst at %s: %s, want %s", indexText(x.Worst.Index), x.Worst.Got, x.Worst.Want)
		add("allowed: %s", x.Tolerance)
	}
	if x.NaNMismatch > 0 {
		add("%d numbers are NaN on one side alone", x.NaNMismatch)
	}
	if x.InfMismatch > 0 {
		add("%d numbers are infinite on one side alone", x.InfMismatch)
	}
	if x.Note != "" && !told[x.Note] {
		add("%s", x.Note)
	}
	return out
}

func pairOf(got, want string, equal bool) string {
	if equal {
		return got
	}
	return got + "≠" + want
}

func shapeText(s []int) string {
	parts := make([]string, len(s))
	for i, n := range s {
		parts[i] = strconv.Itoa(n)
	}
	if len(s) == 1 {
		return "(" + parts[0] + ",)"
	}
	return "(" + strings.Join(parts, ",") + ")"
}

func indexText(s []int) string { return strings.ReplaceAll(fmt.Sprint(s), " ", ", ") }

func clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

func short(f float64) string {
	if f == 0 {
		return "0"
	}
	return strconv.FormatFloat(f, 'e', 1, 64)
}

func units(f float64) string {
	switch {
	case math.IsInf(f, 0):
		return "∞"
	case f < 1e6:
		return strconv.FormatFloat(f, 'f', 0, 64)
	}
	return short(f)
}

func duration(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second))
	switch {
	case d >= 10*time.Second:
		return d.Round(100 * time.Millisecond).String()
	case d >= time.Second:
		return d.Round(10 * time.Millisecond).String()
	case d >= time.Millisecond:
		return d.Round(10 * time.Microsecond).String()
	}
	return d.Round(100 * time.Nanosecond).String()
}

// table writes rows with their columns aligned, numbers to the right.
func table(b *strings.Builder, rows [][]string) {
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, c := range row {
			width[i] = max(width[i], utf8.RuneCountInString(c))
		}
	}
	for _, row := range rows {
		line := ""
		for i, c := range row {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(c))
			if i >= 4 && i <= 7 {
				line += pad + c + "  "
			} else {
				line += c + pad + "  "
			}
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
}
