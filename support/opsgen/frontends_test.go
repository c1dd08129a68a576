//go:build !opsgen_rows

package opsgen

import (
	"bytes"
	"fmt"
	"go/format"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/anvil"
	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/jax"
	"github.com/goivy/goivy/frontends/numpy"
	"github.com/goivy/goivy/frontends/tensorflow"
	"github.com/goivy/goivy/frontends/torch"
	"github.com/goivy/goivy/internal/race"
)

// frontends are the packages of frontends: their type of arrays and of namespaces, a
// namespace with the framework's own settings, and the framework's name.
var frontends = []struct {
	framework    *frontend.Framework
	array, space string
	standard     func() (*frontend.Namespace, error)
	title        string
}{
	{jax.Framework, "Array", "JAX", func() (*frontend.Namespace, error) {
		n, err := jax.New(jax.Config{Backend: "native"})
		return n.Namespace, err
	}, "JAX"},
	{numpy.Framework, "NDArray", "NumPy", func() (*frontend.Namespace, error) {
		n, err := numpy.New("native")
		return n.Namespace, err
	}, "NumPy"},
	{anvil.Framework, "Tensor", "Anvil", func() (*frontend.Namespace, error) {
		n, err := anvil.New("native")
		return n.Namespace, err
	}, "anvil"},
	{torch.Framework, "Tensor", "Torch", func() (*frontend.Namespace, error) {
		n, err := torch.New(torch.Config{Backend: "native"})
		return n.Namespace, err
	}, "PyTorch"},
	{tensorflow.Framework, "Tensor", "TensorFlow", func() (*frontend.Namespace, error) {
		n, err := tensorflow.New(tensorflow.Config{Backend: "native"})
		return n.Namespace, err
	}, "TensorFlow"},
}

// TestGeneratedFrontends keeps the Go functions of the frontends, and their arrays'
// methods, as their tables have them.
func TestGeneratedFrontends(t *testing.T) {
	race.Sequential(t)
	for _, f := range frontends {
		n, err := f.standard()
		require.NoError(t, err)
		folder := "../../frontends/" + f.framework.Name
		g := frontendSource{pkg: f.framework.Name, array: f.array, space: f.space, table: f.framework.Functions, title: f.title, namespace: n, docs: readFrontendDocs(t, folder+"/docs.txt")}
		if g.docs != nil {
			require.Empty(t, g.docs.unused(g.table), "%s/docs.txt: these are no functions of the table", folder)
			require.Empty(t, g.undocumented(), "%s/docs.txt: these functions have no line", folder)
		}
		text, err := format.Source(g.source())
		require.NoError(t, err, string(g.source()))
		fresh(t, folder+"/zfuncs.go", text)
	}
}

// goWords are parts of paths that Go does not write with a first capital alone.
var goWords = map[string]string{"numpy": "NumPy", "nn": "NN", "fft": "FFT", "config": "Settings"}

func goName(part string) string {
	if w, ok := goWords[part]; ok {
		return w
	}
	tail := part[len(strings.TrimRight(part, "_")):]
	var b strings.Builder
	for _, w := range strings.Split(strings.Trim(part, "_"), "_") {
		if w != "" {
			b.WriteString(strings.ToUpper(w[:1]) + w[1:])
		}
	}
	return b.String() + tail
}

// A frontendSource writes the generated file of a frontend.
type frontendSource struct {
	pkg, array, space, title string
	table                    *frontend.Table
	namespace                *frontend.Namespace
	docs                     *frontendDocs // nil of a frontend without docs.txt
	bytes.Buffer
}

// undocumented returns the functions of which docs.txt says nothing, or no page.
func (g *frontendSource) undocumented() (paths []string) {
	for _, f := range g.table.All() {
		if doc := g.docs.of(g.pkg, f.Path); doc.text == "" || doc.page == "" {
			paths = append(paths, f.Path)
		}
	}
	return paths
}

// comment is the doc comment of a function: what it does, its signature as the framework
// writes it, its dtypes, what differs from the function of package ivy, and its page. Of a
// method the array is no parameter.
func (g *frontendSource) comment(f *frontend.Func, name string, method bool, last string) string {
	path, sig := g.pkg+"."+strings.TrimPrefix(f.Path, "."), f.Sig
	if method {
		_, short := split(f.Path)
		path = g.pkg + "." + g.array + "." + short
		_, sig, _ = strings.Cut(f.Sig, ",")
		sig = strings.TrimPrefix(strings.TrimSpace(sig), "/, ")
	}
	call := path + "(" + sig + ")"
	if g.docs == nil {
		return wrapped(g.brief(f, name, method, last))
	}
	doc := g.docs.of(g.pkg, f.Path)
	text := name + " " + doc.text
	if f.Doc != "" {
		text += " " + f.Doc
	}
	if last != "" {
		text += " " + last
	}
	op := doc.row(f)
	lines := []string{wrapped(text), "//", strings.ReplaceAll(wrapped(call), "// ", "//\t")}
	if types := dtypesText(g.namespace, f, op); types != "" {
		lines = append(lines, "//", wrapped(types))
	}
	if doc.differs != "" {
		than := "package ivy"
		if op != nil {
			than = "ivy." + op.Name
		}
		lines = append(lines, "//", wrapped("Unlike "+than+": "+doc.differs))
	}
	return strings.Join(append(lines, "//", "// "+g.title+": "+doc.page), "\n")
}

// brief is the comment of a function of a frontend without docs.txt.
func (g *frontendSource) brief(f *frontend.Func, name string, method bool, last string) string {
	_, short := split(f.Path)
	text := fmt.Sprintf("%s is %s.%s(%s).", name, g.pkg, f.Path, f.Sig)
	switch {
	case strings.HasPrefix(f.Path, "."):
		text = fmt.Sprintf("%s is the method %s(%s).", name, short, f.Sig)
	case method:
		return fmt.Sprintf("%s is %s.%s of the array.", name, g.pkg, f.Path)
	case last != "":
		return name + strings.TrimPrefix(last, "It")
	}
	if f.Doc != "" {
		text += " " + f.Doc
	}
	return text
}

func (g *frontendSource) p(format string, args ...any) { fmt.Fprintf(g, format, args...) }

// module returns the Go type of a path's namespace: "numpy.linalg" has NumPyLinalg.
func (g *frontendSource) module(path string) string {
	if path == "" {
		return g.space
	}
	name := ""
	for _, part := range strings.Split(path, ".") {
		name += goName(part)
	}
	return name + "Module"
}

func (g *frontendSource) source() []byte {
	g.Reset()
	g.p("// Code generated by go generate ./support/opsgen from the table of functions. DO NOT EDIT.\n\npackage %s\n\nimport \"github.com/goivy/goivy/frontends/frontend\"\n", g.pkg)
	g.p("\n// The rows of the table.\nvar (\n")
	modules := map[string]bool{}
	for _, f := range g.table.All() {
		g.p("\t%s = functions.Must(%q)\n", handle(f), f.Path)
		if dot := strings.LastIndex(f.Path, "."); dot > 0 && g.namespace.TypeOf(f) == nil {
			for path := f.Path[:dot]; ; path = path[:strings.LastIndex(path, ".")] {
				modules[path] = true
				if !strings.Contains(path, ".") {
					break
				}
			}
		}
	}
	g.p(")\n")
	paths := make([]string, 0, len(modules))
	for path := range modules {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	for _, path := range paths {
		parent, name := split(path)
		typ := g.module(path)
		g.p("\n// %s is the namespace %s.%s.\ntype %s struct{ *frontend.Namespace }\n", typ, g.pkg, path, typ)
		receiver := g.module(parent)
		if parent == "" {
			receiver = "*" + receiver
			g.p("\n// %s is the namespace %s.%s with the standard settings.\nvar %s = std.%s()\n", goName(name), g.pkg, path, goName(name), goName(name))
		}
		g.p("\n// %s returns the namespace %s.%s.\nfunc (n %s) %s() %s { return %s{n.Namespace} }\n", goName(name), g.pkg, path, receiver, goName(name), typ, typ)
	}
	if len(g.namespace.Types) > 0 {
		g.p("\nfunc init() {\n")
		for i, t := range g.namespace.Types {
			g.p("\tFramework.Types[%d].Public = func(o *frontend.Instance) any { return &%s{o} }\n", i, goType(t))
		}
		g.p("}\n")
	}
	for _, t := range g.namespace.Types {
		g.p("\n%s\ntype %s struct{ *frontend.Instance }\n", wrapped(t.Doc), goType(t))
	}
	for _, f := range g.table.All() {
		g.function(f)
	}
	g.p("\nfunc publish(zs []*frontend.Array) []*%s {\n\tout := make([]*%s, len(zs))\n\tfor i, z := range zs {\n\t\tout[i] = (*%s)(z)\n\t}\n\treturn out\n}\n", g.array, g.array, g.array)
	return g.Bytes()
}

// goType returns the Go type of a type of objects: "random.Generator" is Generator.
func goType(t *frontend.Type) string {
	if t.Go != "" {
		return t.Go
	}
	_, name := split(t.Path)
	return name
}

func split(path string) (parent, name string) {
	dot := strings.LastIndex(path, ".")
	return path[:max(dot, 0)], path[dot+1:]
}

func handle(f *frontend.Func) string {
	name := "f"
	for _, part := range strings.Split(f.Path, ".") {
		if part == "" {
			part = "method"
		}
		name += goName(part)
	}
	return name
}

// parameters returns those that a Go function has of its own, and whether more follow.
func parameters(f *frontend.Func) (names []string, more bool) {
	for _, p := range f.Signature().Params {
		if !p.Required || !p.Positional || p.Rest || more {
			more = true
			continue
		}
		name := lower(goName(p.Name))
		if token.IsKeyword(name) || name == "n" || name == "args" || name == "any" {
			name += "_"
		}
		names = append(names, name)
	}
	return names, more
}

func (g *frontendSource) function(f *frontend.Func) {
	parent, last := split(f.Path)
	name := f.Go
	if name == "" {
		name = goName(last)
	}
	names, more := parameters(f)
	body := func(self string, names []string) string {
		list := strings.Join(names, ", ")
		args := "nil"
		if more {
			args = "args"
		}
		all := "[]any{" + list + "}"
		if more {
			all = "args"
			if len(names) > 0 {
				all = "append([]any{" + list + "}, args...)"
			}
		}
		h := handle(f)
		switch {
		case f.Out == frontend.List:
			return fmt.Sprintf("return publish(%s.CallList(%s, %s))", self, h, all)
		case f.Out == frontend.Value:
			return fmt.Sprintf("return %s.CallValue(%s, %s)", self, h, all)
		case f.Out == frontend.None:
			return fmt.Sprintf("%s.Call(%s, %s...)", self, h, all)
		case f.Out == frontend.Made:
			return fmt.Sprintf("return &%s{%s.CallMade(%s, %s)}", goType(f.Makes), self, h, all)
		case len(names) == 1:
			return fmt.Sprintf("return (*%s)(%s.Call1(%s, %s, %s))", g.array, self, h, list, args)
		case len(names) == 2:
			return fmt.Sprintf("return (*%s)(%s.Call2(%s, %s, %s))", g.array, self, h, list, args)
		}
		return fmt.Sprintf("return (*%s)(%s.CallN(%s, %s))", g.array, self, h, all)
	}
	result := map[frontend.Out]string{frontend.One: " *" + g.array, frontend.List: " []*" + g.array, frontend.Value: " any", frontend.None: ""}[f.Out]
	if f.Out == frontend.Made {
		result = " *" + goType(f.Makes)
	}
	params := func(names []string) string {
		s := strings.Join(names, ", ")
		if len(names) > 0 {
			s += " any"
		}
		if more {
			s = strings.TrimPrefix(s+", args ...any", ", ")
		}
		return s
	}
	if of := g.namespace.TypeOf(f); of != nil {
		g.p("\n%s\n", g.comment(f, name, false, ""))
		g.p("func (o *%s) %s(%s)%s { %s }\n", goType(of), name, params(names[1:]), result, body("o.NS", append([]string{"o.Instance"}, names[1:]...)))
		return
	}
	onlyMethod := strings.HasPrefix(f.Path, ".")
	if !onlyMethod {
		g.p("\n%s\n", g.comment(f, name, false, ""))
		receiver := g.module(parent)
		if parent == "" {
			receiver = "*" + receiver
		}
		g.p("func (n %s) %s(%s)%s { %s }\n", receiver, name, params(names), result, body("n", names))
		if parent == "" {
			forward := strings.Join(names, ", ")
			if more {
				forward = strings.TrimPrefix(forward+", args...", ", ")
			}
			ret := "return "
			if f.Out == frontend.None {
				ret = ""
			}
			last := fmt.Sprintf("It is [%s.%s] with the standard settings.", g.space, name)
			g.p("\n%s\nfunc %s(%s)%s { %sstd.%s(%s) }\n", g.comment(f, name, false, last), name, params(names), result, ret, name, forward)
		}
	}
	if f.Method || onlyMethod {
		g.p("\n%s\n", g.comment(f, name, true, ""))
		self := "a"
		if slices.Contains(names[1:], self) {
			self = "self"
		}
		g.p("func (%s *%s) %s(%s)%s { %s }\n", self, g.array, name, params(names[1:]), result, body(self+".NS", append([]string{self}, names[1:]...)))
	}
}
