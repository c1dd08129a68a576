package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// ruleSets are the rules by the names that --rules takes. A frontend's come with it.
var ruleSets = []struct {
	name string
	rule promote.Rule
}{
	{"ivy", ivy.IvyRule(true, dtype.StandardDefaults)},
	{"ivy-nonprecise", ivy.IvyRule(false, dtype.StandardDefaults)},
	{"array-api", ivy.ArrayAPIRule(dtype.StandardDefaults)},
}

// futureRules are the names of the frontends' rules.
var futureRules = []string{"numpy", "jax", "jax-x32", "jax-strict", "torch", "torch-f64", "tensorflow", "tf-all", "tf-safe", "tf-legacy", "anvil"}

func ruleNames() []string {
	names := make([]string, len(ruleSets))
	for i, r := range ruleSets {
		names[i] = r.name
	}
	return names
}

func findRule(name string) (promote.Rule, error) {
	for _, r := range ruleSets {
		if r.name == name {
			return r.rule, nil
		}
	}
	if slices.Contains(futureRules, name) {
		return nil, usage("rules %q are not available yet: they come with the frontends (there is %s)", name, strings.Join(ruleNames(), ", "))
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
scalar of Python (py:bool, py:int, py:float, py:complex).
R is ivy, ivy-nonprecise or array-api.`,
		Example: `  ivy promote int32 float32
  ivy promote --rules array-api --json uint8[] py:int
  ivy promote --all int64 py:float`,
		RunE: func(_ *cobra.Command, args []string) error {
			rule, err := findRule(rules)
			if err != nil {
				if asJSON {
					writeJSONLine(s.out, answer{Error: "value", Message: err.Error()})
					return nil
				}
				return err
			}
			operands := make([]promote.Arg, len(args))
			for i, a := range args {
				if operands[i], err = parseOperand(a); err != nil {
					if asJSON {
						writeJSONLine(s.out, answer{Error: "dtype", Message: err.Error()})
						return nil
					}
					return err
				}
			}
			switch {
			case len(args) == 0 && all:
				return s.allTables(asJSON)
			case len(args) == 0:
				return s.promotionTable(rules, rule, asJSON)
			case all:
				return s.sideBySide(operands, asJSON)
			}
			d, err := resultOf(rule, operands)
			switch {
			case asJSON:
				writeJSONLine(s.out, answerOf(d, err))
			case err != nil:
				return failed(err)
			default:
				fmt.Fprintln(s.out, d)
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

// parseOperand reads an operand: int8, int8[] or py:int.
func parseOperand(text string) (promote.Arg, error) {
	if kind, ok := strings.CutPrefix(text, "py:"); ok {
		for k := dtype.KindBool; k <= dtype.KindComplex; k++ {
			if k != dtype.KindUint && k.String() == kind {
				return promote.Scalar(k), nil
			}
		}
		return promote.Arg{}, usage("no scalar %q (there is py:bool, py:int, py:float, py:complex)", text)
	}
	name, zeroDim := strings.CutSuffix(text, "[]")
	d, err := dtype.Parse(name)
	if err != nil {
		return promote.Arg{}, usage("%w", err)
	}
	if zeroDim {
		return promote.ZeroDim(d), nil
	}
	return promote.Array(d), nil
}

// resultOf returns the dtype of all operands. Scalars without an array beside them are
// each of their kind's default dtype.
func resultOf(rule promote.Rule, operands []promote.Arg) (dtype.Dtype, error) {
	args := slices.Clone(operands)
	if !slices.ContainsFunc(args, func(a promote.Arg) bool { return a.Dtype != dtype.Invalid }) {
		for i, a := range args {
			args[i] = promote.Array(dtype.StandardDefaults.Of(a.Scalar))
		}
	}
	res, err := promote.Fold(rule, args...)
	return res.Dtype, err
}

// An answer is what promote says in JSON.
type answer struct {
	Dtype   string `json:"dtype,omitempty"`
	Weak    *bool  `json:"weak,omitempty"`
	Error   string `json:"error,omitempty"`
	Message string `json:"message,omitempty"`
}

func answerOf(d dtype.Dtype, err error) answer {
	if err != nil {
		return answer{Error: "dtype", Message: err.Error()}
	}
	weak := false
	return answer{Dtype: d.String(), Weak: &weak}
}

func writeJSONLine(w io.Writer, v any) {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v) // of texts; who reads no output is gone
}

// tableOperands are the rows and columns of the whole table.
func tableOperands() []promote.Arg {
	var out []promote.Arg
	for _, d := range dtype.All.Dtypes() {
		out = append(out, promote.Array(d))
	}
	for _, k := range []dtype.Kind{dtype.KindBool, dtype.KindInt, dtype.KindFloat, dtype.KindComplex} {
		out = append(out, promote.Scalar(k))
	}
	return out
}

var abbreviate = strings.NewReplacer("uint", "u", "int", "i", "bfloat", "bf", "float", "f", "complex", "c", "py:", "py:")

// brief returns a dtype's or a scalar's name in five characters at most.
func brief(name string) string {
	if kind, ok := strings.CutPrefix(name, "py:"); ok {
		return "py:" + kind[:1]
	}
	return abbreviate.Replace(name)
}

func (s *streams) promotionTable(name string, rule promote.Rule, asJSON bool) error {
	operands := tableOperands()
	names := make([]string, len(operands))
	cells := make([][]string, len(operands))
	for i, a := range operands {
		names[i] = a.String()
		for _, b := range operands {
			cell := "!dtype"
			if d, err := resultOf(rule, []promote.Arg{a, b}); err == nil {
				cell = d.String()
			}
			cells[i] = append(cells[i], cell)
		}
	}
	if asJSON {
		writeJSONLine(s.out, struct {
			Rules      string     `json:"rules"`
			Operands   []string   `json:"operands"`
			ResultType [][]string `json:"result_type"`
		}{name, names, cells})
		return nil
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%-5s", "")
	for _, n := range names {
		fmt.Fprintf(&b, " %-4s", brief(n))
	}
	for i, n := range names {
		fmt.Fprintf(&b, "\n%-5s", brief(n))
		for _, c := range cells[i] {
			if c == "!dtype" {
				c = "-"
			}
			fmt.Fprintf(&b, " %-4s", brief(c))
		}
	}
	fmt.Fprintf(&b, "\n\nu8 is uint8, i8 int8, bf16 bfloat16, f16 float16, c64 complex64, py:f a Python float; - has no common dtype.\n")
	_, err := io.WriteString(s.out, b.String())
	return err
}

// sideBySide tells what every rule set says of the operands.
func (s *streams) sideBySide(operands []promote.Arg, asJSON bool) error {
	if asJSON {
		answers := map[string]answer{}
		for _, r := range ruleSets {
			answers[r.name] = answerOf(resultOf(r.rule, operands))
		}
		writeJSONLine(s.out, answers)
		return nil
	}
	for _, r := range ruleSets {
		d, err := resultOf(r.rule, operands)
		if err != nil {
			fmt.Fprintf(s.out, "%-15s error: %v\n", r.name, err)
			continue
		}
		fmt.Fprintf(s.out, "%-15s %v\n", r.name, d)
	}
	return nil
}

// allTables tells what every rule set says of every pair.
func (s *streams) allTables(asJSON bool) error {
	if asJSON {
		for _, r := range ruleSets {
			if err := s.promotionTable(r.name, r.rule, true); err != nil {
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
	operands := tableOperands()
	for i, x := range operands {
		for _, y := range operands[i:] {
			fmt.Fprintf(&b, "\n%-11s %-11s", x, y)
			for _, r := range ruleSets {
				cell := "-"
				if d, err := resultOf(r.rule, []promote.Arg{x, y}); err == nil {
					cell = d.String()
				}
				fmt.Fprintf(&b, " %-14s", cell)
			}
		}
	}
	_, err := fmt.Fprintln(s.out, b.String())
	return err
}
