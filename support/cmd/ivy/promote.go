package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/goivy/goivy/frontends/anvil"
	"github.com/goivy/goivy/frontends/jax"
	"github.com/goivy/goivy/frontends/numpy"
	"github.com/goivy/goivy/frontends/tensorflow"
	"github.com/goivy/goivy/frontends/torch"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// A ruleSet is a rule by the name that --rules takes, with what its operands are.
type ruleSet struct {
	name   string
	rule   promote.Rule
	frame  bool                            // a framework's: errors are of its classes
	weak   dtype.Defaults                  // the dtypes of weak-int* and its like, where there are any
	made   func(dtype.Dtype) dtype.Dtype   // the dtype that an array asked for has, nil for the same
	text   func(promote.Result) string     // an answer, nil for the tables' own way
	tables []func(dtype.Dtype) promote.Arg // what the whole table has of each dtype, nil for arrays
}

// ruleSets are those of ivy, the standard and the frontends. tensorflow is tf.add, as
// plain TensorFlow has no function for a dtype alone; the answers of tf-all and tf-safe
// are result_type's, which does not tell weak ones.
var ruleSets = []*ruleSet{
	{name: "ivy", rule: ivy.IvyRule(true, dtype.StandardDefaults)},
	{name: "ivy-nonprecise", rule: ivy.IvyRule(false, dtype.StandardDefaults)},
	{name: "array-api", rule: ivy.ArrayAPIRule(dtype.StandardDefaults)},
	{name: "numpy", frame: true, rule: numpy.Rule},
	jaxSet(jax.X64, defaults64),
	jaxSet(jax.X32, dtype.StandardDefaults),
	jaxSet(jax.Strict, defaults64),
	{name: "torch", frame: true, rule: torch.Float32, tables: arraysAndZeroDim},
	{name: "torch-f64", frame: true, rule: torch.Float64, tables: arraysAndZeroDim},
	{name: "tensorflow", frame: true, rule: tensorflow.AddRule},
	{name: "tf-all", frame: true, rule: tensorflow.All, weak: flexibleDefaults, text: strong},
	{name: "tf-safe", frame: true, rule: tensorflow.Safe, weak: flexibleDefaults, text: strong},
	{name: "tf-legacy", frame: true, rule: tensorflow.Legacy},
	{name: "anvil", frame: true, rule: anvil.Rule, weak: dtype.Defaults{Int: dtype.Int32, Float: dtype.Float32}, text: anvil.Text,
		tables: []func(dtype.Dtype) promote.Arg{promote.Array, promote.Weak}},
}

var (
	defaults64       = dtype.Defaults{Int: dtype.Int64, Uint: dtype.Uint64, Float: dtype.Float64, Complex: dtype.Complex128}
	flexibleDefaults = dtype.Defaults{Int: dtype.Int32, Uint: dtype.Uint32, Float: dtype.Float32, Complex: dtype.Complex128}
	arraysAndZeroDim = []func(dtype.Dtype) promote.Arg{promote.Array, promote.ZeroDim}
)

func jaxSet(r *promote.Lattice, weak dtype.Defaults) *ruleSet {
	return &ruleSet{name: r.Name(), frame: true, rule: r, weak: weak,
		made: func(d dtype.Dtype) dtype.Dtype { return jax.Canonical(r, d) }}
}

func strong(r promote.Result) string {
	r.Weak = false
	return r.String()
}

func ruleNames() []string {
	names := make([]string, len(ruleSets))
	for i, r := range ruleSets {
		names[i] = r.name
	}
	return names
}

func findRule(name string) (*ruleSet, error) {
	for _, r := range ruleSets {
		if r.name == name {
			return r, nil
		}
	}
	return nil, usage("no rules %q (there is %s)", name, strings.Join(ruleNames(), ", "))
}

func promoteCommand(s *streams) *cobra.Command {
	var rules string
	var all, asJSON bool
	cmd := &cobra.Command{
		Use:   "promote [--rules R] [A B …]",
		Short: "Tell the dtype that operands have in common",
		Long: `promote tells the dtype of combining operands, with no operands the whole table.

An operand is an array of a dtype (int8), one without dimensions (int8[]), or a
scalar of Python (py:bool, py:int, py:float, py:complex). Where there are weak
dtypes, weak-int*, weak-float*, weak-complex* and int8* are operands too; under
anvil so are its own names, f32, and ambiguous ones, f32?.
R is ` + strings.Join(ruleNames(), ", ") + `.`,
		Example: `  ivy promote int32 float32
  ivy promote --rules jax int8 weak-float*
  ivy promote --rules torch --json uint8[] py:int
  ivy promote --all int64 py:float`,
		RunE: func(_ *cobra.Command, args []string) error {
			set, err := findRule(rules)
			if err != nil {
				if asJSON {
					writeJSONLine(s.out, answer{Error: "value", Message: err.Error()})
					return nil
				}
				return err
			}
			switch {
			case len(args) == 0 && all:
				return s.allTables(asJSON)
			case len(args) == 0:
				return s.promotionTable(set, asJSON)
			case all:
				return s.sideBySide(args, asJSON)
			}
			text, a, err := set.promote(args)
			switch {
			case asJSON:
				writeJSONLine(s.out, a)
			case err != nil:
				return err
			default:
				fmt.Fprintln(s.out, text)
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.StringVarP(&rules, "rules", "r", "ivy", "rules to promote by")
	f.BoolVar(&all, "all", false, "put every rule set side by side")
	f.BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// operand reads an operand as the golden tables of the frameworks write them.
func (r *ruleSet) operand(text string) (promote.Arg, error) {
	for k := dtype.KindBool; k <= dtype.KindComplex; k++ {
		switch {
		case k == dtype.KindUint:
		case text == "py:"+k.String():
			return promote.Scalar(k), nil
		case text == "weak-"+k.String()+"*" && r.weak.Of(k).IsValid() && k != dtype.KindBool:
			return promote.Weak(r.weak.Of(k)), nil
		}
	}
	if strings.HasPrefix(text, "py:") {
		return promote.Arg{}, usage("no scalar %q (there is py:bool, py:int, py:float, py:complex)", text)
	}
	if strings.HasPrefix(text, "weak-") {
		return promote.Arg{}, usage("no weak value %q under %s", text, r.name)
	}
	if r.name == "anvil" {
		if a, err := anvil.Parse(text); err == nil {
			return a, nil
		}
	}
	name, zeroDim := strings.CutSuffix(text, "[]")
	name, weak := strings.CutSuffix(name, "*")
	if !weak && r.name == "anvil" {
		name, weak = strings.CutSuffix(name, "?")
	}
	d, err := dtype.Parse(name)
	if err != nil {
		return promote.Arg{}, usage("%w", err)
	}
	if weak && !r.weak.Int.IsValid() {
		return promote.Arg{}, usage("%q: there are no weak dtypes under %s", text, r.name)
	}
	a := promote.Array(d)
	if r.made != nil {
		a.Dtype = r.made(d)
	}
	a.Weak = weak
	if zeroDim {
		a.Rank = 0
	}
	return a, nil
}

// promote returns what operands have in common as text and as JSON, and the error of
// the command. Where ivy's and the standard's rules have scalars alone, each is of its
// kind's default dtype.
func (r *ruleSet) promote(operands []string) (string, answer, error) {
	args := make([]promote.Arg, len(operands))
	for i, text := range operands {
		var err error
		if args[i], err = r.operand(text); err != nil {
			kind := "value"
			if !r.frame {
				kind = "dtype"
			}
			return "", answer{Error: kind, Message: err.Error()}, err
		}
	}
	if !r.frame && !slices.ContainsFunc(args, func(a promote.Arg) bool { return a.Dtype != dtype.Invalid }) {
		for i, a := range args {
			args[i] = promote.Array(dtype.StandardDefaults.Of(a.Scalar))
		}
	}
	res, err := promote.Fold(r.rule, args...)
	if err != nil {
		kind := "dtype"
		var e *promote.Error
		if r.frame && errors.As(err, &e) {
			kind = e.Class
		}
		return "", answer{Error: kind, Message: err.Error()}, failed(err)
	}
	text := res.String()
	if r.text != nil {
		text = r.text(res)
	}
	name, weak := strings.CutSuffix(strings.ReplaceAll(text, "?", "*"), "*")
	return text, answer{Dtype: name, Weak: &weak}, nil
}

// An answer is what promote says in JSON.
type answer struct {
	Dtype   string `json:"dtype,omitempty"`
	Weak    *bool  `json:"weak,omitempty"`
	Error   string `json:"error,omitempty"`
	Message string `json:"message,omitempty"`
}

// cell writes an answer as a table has it: "int8", "int8*", "!TypeError".
func (r *ruleSet) cell(operands ...string) string {
	text, a, err := r.promote(operands)
	if err != nil {
		return "!" + a.Error
	}
	return text
}

func writeJSONLine(w io.Writer, v any) {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v) // of texts; who reads no output is gone
}

// scalars are the operands without a dtype.
var scalars = []string{"py:bool", "py:int", "py:float", "py:complex"}

// operands are the rows and columns of the whole table.
func (r *ruleSet) operands() []string {
	var out []string
	tables := r.tables
	if tables == nil {
		tables = []func(dtype.Dtype) promote.Arg{promote.Array}
	}
	for _, of := range tables {
		for _, d := range dtype.All.Dtypes() {
			switch a := of(d); {
			case r.made != nil && r.made(d) != d:
			case r.name != "anvil":
				out = append(out, a.String())
			case anvil.Dtypes.Has(d):
				out = append(out, anvil.Text(promote.Result{Dtype: d, Weak: a.Weak}))
			}
		}
	}
	if r.name == "anvil" {
		return out // R's literals are of ambiguous dtypes
	}
	if r.made != nil {
		out = append(out, "weak-int*", "weak-float*", "weak-complex*")
	}
	return append(out, scalars...)
}

var abbreviate = strings.NewReplacer("uint", "u", "int", "i", "bfloat", "bf", "float", "f", "complex", "c", "py:", "py:")

// brief returns a dtype's or a scalar's name in six characters at most.
func brief(name string) string {
	if kind, ok := strings.CutPrefix(name, "py:"); ok {
		return "py:" + kind[:1]
	}
	if kind, ok := strings.CutPrefix(name, "weak-"); ok {
		return kind[:1] + "*"
	}
	return abbreviate.Replace(name)
}

func (s *streams) promotionTable(set *ruleSet, asJSON bool) error {
	names := set.operands()
	cells := make([][]string, len(names))
	for i, a := range names {
		for _, b := range names {
			cells[i] = append(cells[i], set.cell(a, b))
		}
	}
	if asJSON {
		writeJSONLine(s.out, struct {
			Rules      string     `json:"rules"`
			Operands   []string   `json:"operands"`
			ResultType [][]string `json:"result_type"`
		}{set.name, names, cells})
		return nil
	}
	width := 4
	for i, n := range names {
		width = max(width, len(brief(n)))
		for _, c := range cells[i] {
			if !strings.HasPrefix(c, "!") {
				width = max(width, len(brief(c)))
			}
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-5s", "")
	for _, n := range names {
		fmt.Fprintf(&b, " %-*s", width, brief(n))
	}
	for i, n := range names {
		fmt.Fprintf(&b, "\n%-5s", brief(n))
		for _, c := range cells[i] {
			if strings.HasPrefix(c, "!") {
				c = "-"
			}
			fmt.Fprintf(&b, " %-*s", width, brief(c))
		}
	}
	fmt.Fprintf(&b, "\n\nu8 is uint8, i8 int8, bf16 bfloat16, f16 float16, c64 complex64, py:f a Python float; * is weak, ? ambiguous; - has no common dtype.\n")
	_, err := io.WriteString(s.out, b.String())
	return err
}

// sideBySide tells what every rule set says of the operands, which one at least has to know.
func (s *streams) sideBySide(operands []string, asJSON bool) error {
	answers := map[string]answer{}
	texts := map[string]string{}
	var unknown error
	known := false
	for _, r := range ruleSets {
		text, a, err := r.promote(operands)
		answers[r.name], texts[r.name] = a, text
		var f *failure
		if known = known || !(errors.As(err, &f) && f.code == exitUsage); !known && unknown == nil {
			unknown = err
		}
	}
	switch {
	case !known && asJSON:
		writeJSONLine(s.out, answer{Error: "dtype", Message: unknown.Error()})
	case !known:
		return unknown
	case asJSON:
		writeJSONLine(s.out, answers)
	default:
		for _, r := range ruleSets {
			if a := answers[r.name]; a.Error != "" {
				kind := ""
				if r.frame {
					kind = a.Error + ": "
				}
				fmt.Fprintf(s.out, "%-15s error: %s%s\n", r.name, kind, a.Message)
				continue
			}
			fmt.Fprintf(s.out, "%-15s %s\n", r.name, texts[r.name])
		}
	}
	return nil
}

// allTables tells what every rule set says of every pair.
func (s *streams) allTables(asJSON bool) error {
	if asJSON {
		for _, r := range ruleSets {
			if err := s.promotionTable(r, true); err != nil {
				return err
			}
		}
		return nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-11s %-11s", "", "")
	for _, r := range ruleSets {
		fmt.Fprintf(&b, " %-14s", r.name)
	}
	operands := ruleSets[0].operands()
	for i, x := range operands {
		for _, y := range operands[i:] {
			fmt.Fprintf(&b, "\n%-11s %-11s", x, y)
			for _, r := range ruleSets {
				cell := r.cell(x, y)
				if strings.HasPrefix(cell, "!") {
					cell = "-"
				}
				fmt.Fprintf(&b, " %-14s", cell)
			}
		}
	}
	_, err := fmt.Fprintln(s.out, b.String())
	return err
}
