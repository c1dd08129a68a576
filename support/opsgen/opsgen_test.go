// Package opsgen writes the public functions of package ivy, and the table in its
// documentation, from the table of operations. It is a test: go test fails while a
// checked-in file is stale, and go generate ./support/opsgen writes it.
package opsgen

//go:generate go test -run=TestGenerated -generate

import (
	"bytes"
	"flag"
	"fmt"
	"go/format"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	_ "github.com/goivy/goivy/backends/native"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

var generate = flag.Bool("generate", false, "write the generated file")

func TestGenerated(t *testing.T) { fresh(t, "../../ivy/zfuncs.go", source(t)) }

// TestGeneratedTable keeps the table of functions, dtypes and backends in the package's
// documentation.
func TestGeneratedTable(t *testing.T) {
	const path = "../../ivy/doc.go"
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	begin, rest, ok := strings.Cut(string(text), "(go generate ./support/opsgen)\n")
	require.True(t, ok)
	_, end, ok := strings.Cut(rest, "// END TABLE")
	require.True(t, ok)
	fresh(t, path, []byte(begin+"(go generate ./support/opsgen)\n//\n"+table(t)+"//\n// END TABLE"+end))
}

// fresh compares a file with what it should hold, or writes that.
func fresh(t *testing.T, path string, want []byte) {
	got, err := os.ReadFile(path)
	if bytes.Equal(got, want) {
		return
	}
	if !*generate {
		t.Fatalf("%s is stale (%v): run go generate ./support/opsgen", path, err)
	}
	require.NoError(t, os.WriteFile(path, want, 0o644))
}

// classes are the columns of the table.
var classes = []struct {
	letter string
	set    dtype.Set
}{{"b", dtype.Boolean}, {"u", dtype.Unsigned}, {"i", dtype.Signed}, {"h", dtype.Narrow}, {"f", dtype.Float &^ dtype.Narrow}, {"c", dtype.Complex}}

func table(t *testing.T) string {
	var b strings.Builder
	for _, g := range ops.Groups() {
		fmt.Fprintf(&b, "//\t%s\n", g)
		var group []*ops.Op
		for _, op := range ops.All() {
			if op.Group == g && !op.Hidden {
				group = append(group, op)
			}
		}
		slices.SortFunc(group, func(x, y *ops.Op) int { return strings.Compare(x.Name, y.Name) })
		for _, op := range group {
			line := fmt.Sprintf("//\t  %-17s", op.Name)
			for _, c := range classes {
				switch {
				case op.In&c.set == c.set, op.Truth:
					line += " " + c.letter
				case op.Lift && (dtype.Integer|dtype.Boolean)&c.set != 0:
					line += " ^"
				default:
					line += " -"
				}
			}
			fmt.Fprintln(&b, line+"  "+strings.Join(owners(t, op), ", "))
		}
	}
	return b.String()
}

// owners names the backends that have a function.
func owners(t *testing.T, op *ops.Op) (names []string) {
	if op.Family == ops.FamilyComposed {
		return []string{"every backend"}
	}
	for _, name := range backend.Linked() {
		be, err := backend.Lookup(name)
		require.NoError(t, err)
		if e := be.Kernels().Entry(op); e.Op != nil {
			if lacks := op.In &^ e.Dtypes; lacks != 0 {
				name += " less " + lacks.String()
			}
			names = append(names, name)
		}
	}
	return names
}

// goTypes are the Go types of parameters.
var goTypes = map[ops.ParamKind]string{
	ops.Operand: "any", ops.Optional: "any", ops.Scalar: "any", ops.Arrays: "[]*Array", ops.Variadic: "...*Array",
	ops.Int: "int", ops.Ints: "[]int", ops.IntPairs: "[][2]int", ops.DtypeKind: "Dtype", ops.Text: "string", ops.Numbers: "...any", ops.Padding: "any",
}

// roads are the families whose functions need no code of their own: the method of Env
// that is their road.
var roads = map[ops.Family]string{
	ops.FamilyUnary: "unary", ops.FamilyBinary: "binary", ops.FamilyTernary: "where", ops.FamilyReduce: "reduce",
	ops.FamilyScan: "scan", ops.FamilySort: "sort", ops.FamilyJoin: "join", ops.FamilyGather: "gather",
	ops.FamilyProduct: "product", ops.FamilySearch: "search",
}

// camel turns "normalized_idxs" into "normalizedIdxs".
func camel(s string) string {
	parts := strings.Split(s, "_")
	for i, p := range parts[1:] {
		parts[i+1] = strings.ToUpper(p[:1]) + p[1:]
	}
	return strings.Join(parts, "")
}

func lower(s string) string { return strings.ToLower(s[:1]) + s[1:] }

// A function is what the generated text says of a row.
type function struct {
	op      *ops.Op
	params  string   // with types
	args    []string // names
	rest    bool     // the last parameter takes the options too
	results string
}

func describe(op *ops.Op) function {
	f := function{op: op, results: "*Array"}
	var ps []string
	for _, p := range op.Params {
		name := camel(p.Name)
		ps = append(ps, name+" "+goTypes[p.Kind])
		if p.Kind == ops.Variadic || p.Kind == ops.Numbers {
			f.rest = true
		}
		f.args = append(f.args, name)
	}
	if len(op.Opts) > 0 && !f.rest {
		ps = append(ps, "opts ...Option")
	}
	f.params = strings.Join(ps, ", ")
	switch {
	case len(op.Names) == 1 && op.Names[0] == "*":
		f.results = "[]*Array"
	case len(op.Names) > 0:
		names := make([]string, len(op.Names))
		for i, n := range op.Names {
			names[i] = camel(n)
		}
		f.results = "(" + strings.Join(names, ", ") + " *Array)"
	}
	return f
}

// forward returns the arguments of a call that passes f's parameters on.
func (f function) forward(args []string) string {
	args = append([]string(nil), args...)
	switch {
	case f.rest:
		args[len(args)-1] += "..."
	case len(f.op.Opts) > 0:
		args = append(args, "opts...")
	}
	return strings.Join(args, ", ")
}

func source(t *testing.T) []byte {
	var b bytes.Buffer
	p := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	p("// Code generated by go generate ./support/opsgen from the rows of package ops. DO NOT EDIT.\n\npackage ivy\n\nimport \"github.com/goivy/goivy/ivy/ops\"\n")
	var calls bytes.Buffer
	for _, op := range ops.All() {
		if op.Hidden {
			continue
		}
		f := describe(op)
		doc := comment(op)
		p("\n%s\nfunc (e *Env) %s(%s) %s {\n", doc, op.Name, f.params, f.results)
		p("\tdefer blame(%q)\n", op.Name)
		if road := roads[op.Family]; road != "" {
			opts := ""
			if len(op.Opts) > 0 {
				opts = ", opts"
			}
			p("\tz, be, err := e.%s(%s, %s%s)\n\treturn one(%s, z, be, err)\n", road, row(op), strings.Join(f.args, ", "), opts, row(op))
		} else {
			args := append([]string(nil), f.args...)
			if len(op.Opts) > 0 && !f.rest {
				args = append(args, "opts")
			}
			body := fmt.Sprintf("e.%s(%s)", lower(op.Name), strings.Join(args, ", "))
			if op.Takes(ops.Device) { // its last argument is the options, or has them among others
				body = "placed(" + body + ", " + args[len(args)-1] + ")"
			}
			p("\treturn %s\n", body)
		}
		p("}\n")
		p("\n// %s is [Env.%s] of the standard Env.\nfunc %s(%s) %s { return std.%s(%s) }\n", op.Name, op.Name, op.Name, f.params, f.results, op.Name, f.forward(f.args))
		if op.HasMethod() {
			_, rest, _ := strings.Cut(f.params, ", ")
			p("\n// %s is [Env.%s] of the array.\nfunc (a *Array) %s(%s) %s { return a.home().%s(%s) }\n",
				op.Name, op.Name, op.Name, rest, f.results, op.Name, f.forward(append([]string{"a"}, f.args[1:]...)))
		}
		call(&calls, f)
	}
	p("\n// invokers call a row by arguments that are sorted out at run time.\nvar invokers = map[*ops.Op]func(*Env, *arguments) []*Array{\n%s}\n", calls.String())
	out, err := format.Source(b.Bytes())
	require.NoError(t, err, b.String())
	return out
}

// row names the variable of a row: the function's name, but where package ops has a
// type or a function of that name.
func row(op *ops.Op) string {
	name := op.Name
	if name == "Sort" || name == "All" {
		name += "Op"
	}
	if op.Family == ops.FamilyComposed {
		return "ops." + name
	}
	return "ops." + name + ".Op"
}

// comment wraps the doc comment of a row.
func comment(op *ops.Op) string {
	lines := []string{wrapped(op.Doc), "//"}
	in := op.In.String()
	switch {
	case op.Truth:
		in = "all, each operand as bool"
	case op.Lift:
		in += "; integers and bools as the default float dtype"
	}
	lines = append(lines, wrapped("Dtypes: "+in+"."))
	if len(op.Opts) > 0 {
		var names []string
		for _, o := range op.Opts {
			names = append(names, o.String())
		}
		lines = append(lines, wrapped("Options: "+strings.Join(names, ", ")+"."))
	}
	return strings.Join(lines, "\n")
}

// getters are the methods of arguments that return a parameter.
var getters = map[ops.ParamKind]string{
	ops.Operand: "any", ops.Optional: "any", ops.Scalar: "any", ops.Arrays: "arrays", ops.Variadic: "arrays",
	ops.Int: "int", ops.Ints: "ints", ops.IntPairs: "pairs", ops.DtypeKind: "dtype", ops.Text: "text", ops.Numbers: "numbers", ops.Padding: "any",
}

func call(b *bytes.Buffer, f function) {
	var args []string
	for i, p := range f.op.Params {
		args = append(args, fmt.Sprintf("a.%s(%d)", getters[p.Kind], i))
	}
	switch {
	case f.rest:
		args[len(args)-1] += "..."
	case len(f.op.Opts) > 0:
		args = append(args, "a.opts...")
	}
	expr := fmt.Sprintf("e.%s(%s)", f.op.Name, strings.Join(args, ", "))
	switch {
	case f.results == "*Array":
		expr = "[]*Array{" + expr + "}"
	case len(f.op.Names) > 1:
		vars := make([]string, len(f.op.Names))
		for i := range vars {
			vars[i] = fmt.Sprintf("z%d", i)
		}
		fmt.Fprintf(b, "\t%s: func(e *Env, a *arguments) []*Array { %s := %s; return []*Array{%s} },\n", row(f.op), strings.Join(vars, ", "), expr, strings.Join(vars, ", "))
		return
	}
	fmt.Fprintf(b, "\t%s: func(e *Env, a *arguments) []*Array { return %s },\n", row(f.op), expr)
}

// families are those whose kernels in the backend torch are one call of the shim each,
// told apart by an operation's number.
var families = []struct {
	family ops.Family
	name   string
}{{ops.FamilyUnary, "Unary"}, {ops.FamilyBinary, "Binary"}, {ops.FamilyReduce, "Reduce"}, {ops.FamilyScan, "Scan"}}

// TestGeneratedTorch keeps what is mechanical in the backend torch: the numbers of the
// operations in C and in Go, and the rows of its kernels.
func TestGeneratedTorch(t *testing.T) {
	var c, constants, rows strings.Builder
	c.WriteString("// Code generated by go generate ./support/opsgen; DO NOT EDIT.\n\n#ifndef GOIVY_TORCH_OPS_H\n#define GOIVY_TORCH_OPS_H\n")
	constants.WriteString("// Code generated by go generate ./support/opsgen; DO NOT EDIT.\n\n//go:build libtorch\n\npackage torch\n\n// #include \"zops.h\"\nimport \"C\"\n\n// The operations.\nconst (\n")
	rows.WriteString("// Code generated by go generate ./support/opsgen; DO NOT EDIT.\n\n//go:build libtorch\n\npackage libtorch\n\n" +
		"import (\n\"github.com/goivy/goivy/cgo/torch\"\n\"github.com/goivy/goivy/ivy/backend\"\n\"github.com/goivy/goivy/ivy/ops\"\n)\n\n" +
		"// numbered are the kernels that the shim knows by number.\nvar numbered = []backend.Entry{\n")
	for _, f := range families {
		c.WriteString("\nenum {\n")
		for _, op := range ops.All() {
			if op.Family == f.family {
				upper := "GT_" + strings.ToUpper(op.Snake)
				fmt.Fprintf(&c, "\t%s,\n", upper)
				fmt.Fprintf(&constants, "%s %sOp = C.%s\n", op.Name, f.name, upper)
				fmt.Fprintf(&rows, "%s(%s, torch.%s),\n", lower(f.name), strings.TrimSuffix(row(op), ".Op"), op.Name)
			}
		}
		fmt.Fprintf(&c, "\tGT_%s_COUNT\n};\n", strings.ToUpper(f.name))
	}
	c.WriteString("\n#endif\n")
	constants.WriteString(")\n")
	rows.WriteString("}\n")
	fresh(t, "../../cgo/torch/zops.h", []byte(c.String()))
	for path, text := range map[string]string{"../../cgo/torch/zops.go": constants.String(), "../../backends/libtorch/zrows.go": rows.String()} {
		formatted, err := format.Source([]byte(text))
		require.NoError(t, err)
		fresh(t, path, formatted)
	}
}
