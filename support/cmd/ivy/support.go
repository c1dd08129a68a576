package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/support/script"
)

func supportCommand(s *streams) *cobra.Command {
	var backendName string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "support [--backend B] [OP …]",
		Short: "Tell the dtypes that functions take on a backend",
		Long: `support tells the dtypes that a function takes on a backend, with no function those of
all of them. For each dtype that a function does not take it says why (in JSON with the
reason "function" where it is not defined for the dtype on any backend, "gap" where this
backend's library has a gap, "backend" where it has no such dtype at all), and in which
dtype each casting mode, ivy.upcast_data_types() and its siblings, would compute it.

OP is a name of Python or of Go: bitwise_and, BitwiseAnd.`,
		Example: "  ivy support gcd\n  ivy support --backend native --json expm1 CumulativeSum\n  ivy support",
		RunE: func(_ *cobra.Command, args []string) error {
			if err := s.support(backendName, args, asJSON); err != nil {
				var f *failure
				if !errors.As(err, &f) {
					f = &failure{code: exitFailed, err: err}
				}
				if asJSON {
					writeError(s.out, f.err)
					f.quiet = true
				}
				return f
			}
			return nil
		},
	}
	cmd.Flags().StringVarP(&backendName, "backend", "b", "native", "backend to ask")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a list in JSON")
	return cmd
}

func (s *streams) support(backendName string, names []string, asJSON bool) error {
	rows := make([]*ops.Op, len(names))
	for i, name := range names {
		if rows[i] = ops.Lookup(name); rows[i] == nil || rows[i].Hidden {
			return usage("no function %q%s", name, suggestion(name))
		}
	}
	if len(rows) == 0 {
		for _, op := range ops.All() {
			if !op.Hidden {
				rows = append(rows, op)
			}
		}
		slices.SortFunc(rows, func(a, b *ops.Op) int { return strings.Compare(a.Snake, b.Snake) })
	}
	from, err := askBackend(backendName)
	switch {
	case err != nil && asJSON:
		return err
	case err != nil:
		return unusable(err)
	}
	list := make([]opSupport, len(rows))
	for i, op := range rows {
		if list[i], err = from.of(op); err != nil {
			return err
		}
	}
	switch {
	case asJSON:
		writeJSONLine(s.out, list)
		return nil
	case len(names) == 0:
		return from.writeTable(s.out, list)
	}
	return writeSupport(s.out, list)
}

// suggestion names the functions whose names differ least from one that is none.
func suggestion(name string) string {
	var python, golang []string
	for _, op := range ops.All() {
		if !op.Hidden {
			python, golang = append(python, op.Snake), append(golang, op.Name)
		}
	}
	near := script.Nearest(name, python)
	if len(near) == 0 {
		near = script.Nearest(name, golang)
	}
	if len(near) == 0 {
		return ""
	}
	return fmt.Sprintf(" (did you mean %s?)", strings.Join(near, ", "))
}

// An opSupport is what "ivy support" says of a function.
type opSupport struct {
	Op          string            `json:"op"`
	Go          string            `json:"go"`
	Backend     string            `json:"backend"`
	Version     string            `json:"version"`
	Supported   []dtype.Dtype     `json:"supported"`
	Unsupported []unsupportedType `json:"unsupported"`
}

// An unsupportedType is a dtype that a function does not take, and what takes its place
// under each casting mode, nil if nothing does.
type unsupportedType struct {
	Dtype     dtype.Dtype  `json:"dtype"`
	Reason    string       `json:"reason"` // function, gap or backend
	Why       string       `json:"why"`
	Upcast    *dtype.Dtype `json:"upcast"`
	Downcast  *dtype.Dtype `json:"downcast"`
	Crosscast *dtype.Dtype `json:"crosscast"`
	Cast      *dtype.Dtype `json:"cast"`
}

// The reasons for which a dtype is not taken.
const (
	byFunction = "function"
	byGap      = "gap"
	byBackend  = "backend"
)

// An asked is a backend that is asked what it supports.
type asked struct {
	backend.Backend
	env   *ivy.Env
	table *backend.Table
}

func askBackend(name string) (*asked, error) {
	env, err := ivy.NewEnv(name)
	var e *ivy.Error
	if errors.As(err, &e) { // no function of the caller's
		return nil, &script.Error{Kind: kindOf(err), Msg: e.Err.Error(), Err: err}
	}
	if err != nil {
		return nil, err
	}
	b, err := backend.Lookup(name)
	if err != nil {
		return nil, err
	}
	t, err := b.Kernels().Resolve(b.Version(), b.Devices()[0], b.Dtypes())
	return &asked{b, env, t}, err
}

// of returns what is to say of a function.
func (a *asked) of(op *ops.Op) (opSupport, error) {
	z := opSupport{Op: op.Snake, Go: op.Name, Backend: a.Name(), Version: a.Version(), Unsupported: []unsupportedType{}}
	var not []dtype.Dtype
	if err := ivy.Try(func() {
		z.Supported, not = a.env.FunctionSupportedDtypes(op.Name), a.env.FunctionUnsupportedDtypes(op.Name)
	}); err != nil {
		return z, err
	}
	help, err := a.env.CastingHelp(op.Name)
	if err != nil {
		return z, err
	}
	if z.Supported == nil {
		z.Supported = []dtype.Dtype{}
	}
	for _, d := range not {
		u := unsupportedType{Dtype: d}
		u.Reason, u.Why = a.why(op, d)
		h := help[d]
		for _, to := range []struct {
			dst *(*dtype.Dtype)
			d   dtype.Dtype
		}{{&u.Upcast, h.Up}, {&u.Downcast, h.Down}, {&u.Crosscast, h.Cross}, {&u.Cast, h.Cast}} {
			if to.d != dtype.Invalid {
				*to.dst = &to.d
			}
		}
		z.Unsupported = append(z.Unsupported, u)
	}
	return z, nil
}

// why says for which reason a function does not take d.
func (a *asked) why(op *ops.Op, d dtype.Dtype) (reason, text string) {
	if !a.Dtypes().Has(d) {
		return byBackend, fmt.Sprintf("%s has no such dtype (the nearest is %v)", a.Name(), a.env.ClosestValidDtype(d))
	}
	computed := d
	switch {
	case op.Logical:
		computed = dtype.Bool
	case op.Lift && !dtype.Inexact.Has(d):
		computed = a.env.DefaultFloatDtype()
	}
	k := a.table.Entry(op)
	switch {
	case !op.In.Has(computed):
		return byFunction, "the function is not defined for it"
	case op.Family == ops.FamilyComposed:
		return byGap, "a function that it calls does not take it here"
	case k.Op == nil:
		return byGap, "there is no kernel for the function"
	case k.Gap != "" && !k.Dtypes.Has(computed):
		return byGap, k.Gap
	}
	missing := computed
	if a.Dtypes().Has(computed) {
		missing = op.Out(computed, dtype.Defaults{Int: a.env.DefaultIntDtype(), Uint: a.env.DefaultUintDtype(),
			Float: a.env.DefaultFloatDtype(), Complex: a.env.DefaultComplexDtype()})
	}
	return byGap, fmt.Sprintf("the result would be %v, which %s does not have", missing, a.Name())
}

// writeSupport writes a paragraph for each function.
func writeSupport(w io.Writer, list []opSupport) error {
	var b strings.Builder
	for i, f := range list {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s (%s) on %s %s\n", f.Op, f.Go, f.Backend, f.Version)
		writeWrapped(&b, "  supported: ", dtypeNames(f.Supported))
		if len(f.Unsupported) == 0 {
			continue
		}
		fmt.Fprintf(&b, "  %-13s %-10s %-10s %-10s %-10s %s\n", "not supported", "upcast", "downcast", "crosscast", "cast", "why")
		for _, u := range f.Unsupported {
			fmt.Fprintf(&b, "  %-13v %-10s %-10s %-10s %-10s %s\n", u.Dtype, orDash(u.Upcast), orDash(u.Downcast), orDash(u.Crosscast), orDash(u.Cast), u.Why)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func orDash(d *dtype.Dtype) string {
	if d == nil {
		return "-"
	}
	return d.String()
}

func dtypeNames(ds []dtype.Dtype) []string {
	names := make([]string, len(ds))
	for i, d := range ds {
		names[i] = d.String()
	}
	return names
}

const textWidth = 100

// writeWrapped writes a list after its title, in lines of textWidth columns.
func writeWrapped(b *strings.Builder, title string, words []string) {
	if len(words) == 0 {
		words = []string{"none"}
	}
	b.WriteString(title)
	column := len(title)
	for i, word := range words {
		if i < len(words)-1 {
			word += ","
		}
		switch {
		case i == 0:
		case column+1+len(word) > textWidth:
			b.WriteString("\n" + strings.Repeat(" ", len(title)))
			column = len(title)
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	b.WriteByte('\n')
}

// writeTable writes all functions by all dtypes.
func (a *asked) writeTable(w io.Writer, list []opSupport) error {
	marks := map[string]string{byFunction: "-", byGap: "!", byBackend: "."}
	width := 0
	for _, f := range list {
		width = max(width, len(f.Op))
	}
	var b strings.Builder
	line := func(first string, cells []string) {
		text := fmt.Sprintf("%-*s", width, first)
		for _, c := range cells {
			text += fmt.Sprintf(" %-4s", c)
		}
		b.WriteString(strings.TrimRight(text, " ") + "\n")
	}
	all := dtype.All.Dtypes()
	head := dtypeNames(all)
	for i, name := range head {
		head[i] = brief(name)
	}
	line("", head)
	seen := map[string]bool{}
	for _, f := range list {
		not := map[dtype.Dtype]string{}
		for _, u := range f.Unsupported {
			not[u.Dtype] = u.Reason
			seen[u.Reason] = true
		}
		cells := make([]string, len(all))
		for i, d := range all {
			cells[i] = "+"
			if reason, ok := not[d]; ok {
				cells[i] = marks[reason]
			}
		}
		line(f.Op, cells)
	}
	fmt.Fprintf(&b, "\n+ is supported on %s %s", a.Name(), a.Version())
	meanings := map[string]string{byFunction: "no dtype of the function", byGap: "a gap of this backend", byBackend: "no dtype of this backend"}
	for _, reason := range slices.Sorted(maps.Keys(seen)) {
		fmt.Fprintf(&b, ", %s %s", marks[reason], meanings[reason])
	}
	b.WriteString("; ivy support OP says more.\nu8 is uint8, i8 int8, bf16 bfloat16, f16 float16, c64 complex64.\n")
	_, err := io.WriteString(w, b.String())
	return err
}
