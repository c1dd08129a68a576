// Package opsgen writes the public functions of package ivy and of the frontends, the table
// in ivy's documentation, and what is mechanical in the backend torch, from the tables of
// operations. It is a test: go test fails while a checked-in file is stale, and
// go generate ./support/opsgen writes it.
//
// The frontends' tables are in packages that need package ivy, and so its generated file:
// with the tag opsgen_rows the package is only what needs none of them, which is run first.
package opsgen

//go:generate go test -tags=opsgen_rows -vet=off -count=1 -run=TestGeneratedRows -generate
//go:generate go test -vet=off -count=1 -run=TestGenerated -generate

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

	"github.com/goivy/goivy/ivy/ops"
)

var generate = flag.Bool("generate", false, "write the generated file")

// TestGeneratedRows keeps what is written from the rows of package ops, and from package ivy's
// source, alone.
func TestGeneratedRows(t *testing.T) {
	fresh(t, "../../ivy/zfuncs.go", source(t))
	fresh(t, "../../ivy/zoptions.go", options(t))
	fresh(t, "../../ivy/zstd.go", standard(t))
	torchRows(t)
}

// fresh compares a file with what it should hold, or writes that.
func fresh(t *testing.T, path string, want []byte) {
	got, err := os.ReadFile(path)
	if bytes.Equal(got, want) {
		return
	}
	if !*generate {
		require.NoError(t, err)
		t.Fatalf("%s is stale: run go generate ./support/opsgen", path)
	}
	require.NoError(t, os.WriteFile(path, want, 0o644))
}

// goTypes are the Go types of parameters.
var goTypes = map[ops.ParamKind]string{
	ops.Operand: "any", ops.Optional: "any", ops.Scalar: "any", ops.Arrays: "[]*Array", ops.Variadic: "...*Array",
	ops.Int: "int", ops.Ints: "[]int", ops.IntPairs: "[][2]int", ops.DtypeKind: "Dtype", ops.Text: "string", ops.Numbers: "...any", ops.Padding: "any",
}

// paths are the families whose functions need no code in addition: the method of Env
// that is their path.
var paths = map[ops.Family]string{
	ops.FamilyUnary: "unary", ops.FamilyBinary: "binary", ops.FamilyTernary: "where", ops.FamilyReduce: "reduce",
	ops.FamilyScan: "scan", ops.FamilySort: "sort", ops.FamilyJoin: "join", ops.FamilyGather: "take",
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

// lower turns "ArgMax" into "argMax", and an initialism along with its first letter: "FFTShift" into "fftShift".
func lower(s string) string {
	if s == "Indices" { // which is another method of Env
		return "gridIndices"
	}
	n := 0 // how many capitals are in front
	for n < len(s) && 'A' <= s[n] && s[n] <= 'Z' {
		n++
	}
	if n > 1 && n < len(s) && 'a' <= s[n] && s[n] <= 'z' { // the last of them begins a word
		n--
	}
	return strings.ToLower(s[:n]) + s[n:]
}

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

// operands returns the arguments that may be arrays, for Env.among.
func (f function) operands() string {
	var names []string
	for i, p := range f.op.Params {
		switch p.Kind {
		case ops.Operand, ops.Optional, ops.Scalar, ops.Arrays, ops.Variadic, ops.Padding:
			names = append(names, f.args[i])
		case ops.Numbers:
			return f.args[i] + "..." // alone, or what comes before is no array
		}
	}
	return strings.Join(names, ", ")
}

// names returns the names of several results, which commas part.
func (f function) names() string {
	return strings.TrimPrefix(strings.TrimSuffix(f.results, " *Array)"), "(")
}

// tidied is what a function of several steps begins with: f is its body.
func (f function) tidied(body string) string {
	tidy, result := "return e.Tidy", "*Array"
	switch {
	case f.results == "[]*Array":
		tidy, result = "return e.TidyMany", "[]*Array"
	case f.results != "*Array":
		names := f.names()
		return fmt.Sprintf("\tif e.tidies(%s) {\n\t\te.TidyMany(func(e *Env) []*Array {\n\t\t\t%s = %s\n\t\t\treturn []*Array{%s}\n\t\t})\n\t\treturn\n\t}\n",
			f.operands(), names, body, names)
	}
	return fmt.Sprintf("\tif e.tidies(%s) {\n\t\t%s(func(e *Env) %s { return %s })\n\t}\n", f.operands(), tidy, result, body)
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
		p("\n%s\nfunc (e *Env) %s(%s) %s {\n", comment(op, ""), op.Name, f.params, f.results)
		p("\tdefer blame(%q)\n", op.Name)
		if path := paths[op.Family]; path != "" {
			opts := ""
			if len(op.Opts) > 0 {
				opts = ", opts"
			}
			p("\tz, be, err := e.%s(%s, %s%s)\n\treturn one(%s, z, be, err)\n", path, row(op), strings.Join(f.args, ", "), opts, row(op))
		} else {
			args := append([]string(nil), f.args...)
			if len(op.Opts) > 0 && !f.rest {
				args = append(args, "opts")
			}
			body := fmt.Sprintf("e.%s(%s)", lower(op.Name), strings.Join(args, ", "))
			if op.Takes(ops.Device) && len(op.Names) == 0 { // its last argument is the options, or has them among others
				switch of := op.Params[0].Name; of {
				case "x", "indices":
					body = "placed(" + body + ", " + args[len(args)-1] + ")"
				case "obj": // an array, or Go's numbers
					body = "created(" + body + ", " + args[len(args)-1] + ", obj)"
				default:
					body = "created(" + body + ", " + args[len(args)-1] + ", nil)"
				}
			}
			if among := f.operands(); among != "" {
				p("\te = e.among(%s)\n", among)
			}
			if op.Steps {
				p("%s", f.tidied(body))
			}
			if len(op.Names) > 1 || len(op.Names) == 1 && op.Names[0] != "*" {
				names := f.names()
				p("\t%s = %s\n\tenteredAll(%s)\n\treturn\n", names, body, names)
			} else if len(op.Names) == 1 {
				p("\treturn enteredAll(%s...)\n", body)
			} else {
				p("\treturn entered(%s)\n", body)
			}
		}
		p("}\n")
		p("\n%s\nfunc %s(%s) %s { return std.%s(%s) }\n", comment(op, fmt.Sprintf("It is [Env.%s] of the standard Env.", op.Name)), op.Name, f.params, f.results, op.Name, f.forward(f.args))
		if op.HasMethod() {
			_, rest, _ := strings.Cut(f.params, ", ")
			p("\n%s\nfunc (a *Array) %s(%s) %s { return a.home().%s(%s) }\n",
				comment(op, fmt.Sprintf("It is [Env.%s] of the array, which is %s.", op.Name, camel(op.Params[0].Name))), op.Name, rest, f.results, op.Name, f.forward(append([]string{"a"}, f.args[1:]...)))
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
	if name == "Sort" || name == "All" || name == "Gather" {
		name += "Op"
	}
	if op.Family == ops.FamilyComposed {
		return "ops." + name
	}
	return "ops." + name + ".Op"
}

// comment is the doc comment of a row, with what last says of the function alone.
func comment(op *ops.Op, last string) string {
	d := op.Documentation()
	lines := []string{wrapped(op.Doc), "//", wrapped("Shapes: " + d.Shapes), "//", wrapped("Dtypes: " + d.Dtypes + ".")}
	list := func(title string, texts []string) {
		if len(texts) > 0 {
			lines = append(lines, "//", "// "+title+":")
		}
		for _, text := range texts {
			item := strings.Split(wrapped(text), "\n")
			for i, line := range item {
				item[i] = "//     " + strings.TrimPrefix(line, "// ")
			}
			item[0] = "//   - " + strings.TrimPrefix(item[0], "//     ")
			lines = append(lines, item...)
		}
	}
	list("Options", d.Options)
	list("Errors, in addition to those of every function (see [Error])", d.Errors)
	lines = append(lines, "//")
	if last != "" {
		lines = append(lines, wrapped(last), "//")
	}
	return strings.Join(append(lines, "// Definition: "+d.Link), "\n")
}

// options is the source of the types of options, and of functions that return one.
func options(t *testing.T) []byte {
	var types, methods, funcs, table bytes.Buffer
	for _, opt := range ops.Options() {
		var cases []string
		for _, g := range opt.InGo() {
			if g.IsFunc() {
				arg := "x"
				if g.Type == "*Array" {
					arg = "z"
				}
				fmt.Fprintf(&funcs, "\n// %s %s\nfunc %s(%s %s) Option { return valued{%s, %s} }\n", g.Name, g.Doc, g.Name, arg, g.Type, optionRow(opt), arg)
				continue
			}
			fmt.Fprintf(&types, "\t%s %s // %s\n", g.Name, g.Type, g.Doc)
			fmt.Fprintf(&methods, "func (%s) Option() {}\n", g.Name)
			cases = append(cases, g.Name)
		}
		if len(cases) > 0 {
			fmt.Fprintf(&table, "\t%s: func(o Option) bool { switch o.(type) { case %s: return true }; return false },\n", optionRow(opt), strings.Join(cases, ", "))
		}
	}
	text := "// Code generated by go generate ./support/opsgen from the rows of package ops. DO NOT EDIT.\n\npackage ivy\n\nimport \"github.com/goivy/goivy/ivy/ops\"\n" +
		"\n// Options that have a Go type.\ntype (\n" + types.String() + ")\n\n// Option makes these types Options.\n" + methods.String() + funcs.String() +
		"\n// typesOfOptions tell whether an option is of the type of that row.\nvar typesOfOptions = map[ops.Opt]func(Option) bool{\n" + table.String() + "}\n"
	out, err := format.Source([]byte(text))
	require.NoError(t, err, text)
	return out
}

// optionRow names the variable of an option's row.
func optionRow(opt ops.Opt) string {
	name := opt.InGo()[0].Name
	switch name {
	case "Indexing":
		name = "GridIndexing"
	case "Contract":
		name = "AxesPairs"
	case "Scale", "Offset":
		name += "Opt"
	}
	return "ops." + name
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

// byNative are rows that the shim lacks, as the library's functions are wrong.
var byNative = []*ops.Op{ops.Igamma.Op, ops.Igammac.Op}

// torchRows keeps what is mechanical in the backend torch: the numbers of the operations in
// C and in Go, and the rows of its kernels.
func torchRows(t *testing.T) {
	var c, constants, rows strings.Builder
	c.WriteString("// Code generated by go generate ./support/opsgen; DO NOT EDIT.\n\n#ifndef GOIVY_TORCH_OPS_H\n#define GOIVY_TORCH_OPS_H\n")
	constants.WriteString("// Code generated by go generate ./support/opsgen; DO NOT EDIT.\n\n//go:build libtorch\n\npackage torch\n\n// #include \"zops.h\"\nimport \"C\"\n\n// The operations.\nconst (\n")
	rows.WriteString("// Code generated by go generate ./support/opsgen; DO NOT EDIT.\n\n//go:build libtorch\n\npackage libtorch\n\n" +
		"import (\n\"github.com/goivy/goivy/cgo/torch\"\n\"github.com/goivy/goivy/ivy/backend\"\n\"github.com/goivy/goivy/ivy/ops\"\n)\n\n" +
		"// numbered are the kernels that the shim knows by number.\nvar numbered = []backend.Entry{\n")
	for _, f := range families {
		c.WriteString("\nenum {\n")
		for _, op := range ops.All() {
			if op.Family == f.family && !slices.Contains(byNative, op) {
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

// wrapped is a comment of lines that are not too long.
func wrapped(text string) string {
	line, lines := "//", []string{}
	for _, w := range strings.Fields(text) {
		if len(line)+1+len(w) > 90 && line != "//" {
			lines = append(lines, line)
			line = "//"
		}
		line += " " + w
	}
	return strings.Join(append(lines, line), "\n")
}
