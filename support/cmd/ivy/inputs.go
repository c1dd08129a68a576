package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/files"
	"github.com/goivy/goivy/support/script"
)

// An input is an argument name=FILE.
type input struct{ name, path string }

// parseInputs reads the arguments name=FILE.
func parseInputs(args []string) ([]input, error) {
	seen := map[string]bool{}
	out := make([]input, len(args))
	for i, a := range args {
		name, path, ok := strings.Cut(a, "=")
		switch {
		case !ok || path == "" || !identifier(name):
			return nil, usage("%q is no input, want name=FILE", a)
		case seen[name]:
			return nil, usage("input %q is given twice", name)
		}
		seen[name] = true
		out[i] = input{name, path}
	}
	return out, nil
}

func identifier(s string) bool {
	for i, r := range s {
		if r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return s != ""
}

// readProgram returns the program that an argument is: a .star file, or an expression.
func readProgram(arg string) (name string, src []byte, err error) {
	if !strings.HasSuffix(arg, ".star") {
		return "<expression>", []byte(arg), nil
	}
	src, err = os.ReadFile(arg)
	if err != nil {
		return "", nil, usage("%w", err)
	}
	return arg, src, nil
}

// paths returns the files of inputs.
func paths(inputs []input) []string {
	out := make([]string, len(inputs))
	for i, in := range inputs {
		out[i] = in.path
	}
	return out
}

// writeResult writes a value to a file whose extension says how.
func writeResult(path string, v script.Value) error {
	format, err := files.FormatOf(path)
	if err != nil {
		return usage("%w", err)
	}
	x, err := v.Go()
	if err != nil {
		return err
	}
	var entries []files.Entry
	add := func(name string, x any) error {
		a, err := toArray(x)
		if err != nil {
			return fmt.Errorf("-o %s: %s: %w", path, name, err)
		}
		var data []byte
		if err := ivy.Try(func() { data = a.Bytes() }); err != nil {
			return err
		}
		entries = append(entries, files.Entry{Header: files.Header{Name: name, Dtype: a.Dtype(), Shape: a.Shape()}, Data: bytes.NewReader(data)})
		return nil
	}
	switch x := x.(type) {
	case script.Dict:
		for i, k := range x.Keys {
			if err := add(k, x.Values[i]); err != nil {
				return err
			}
		}
	case script.Tuple:
		for i, e := range x {
			if err := add(fmt.Sprintf("arr_%d", i), e); err != nil {
				return err
			}
		}
	case nil:
		return usage("-o %s: the program has no value (its last statement is no expression)", path)
	default:
		name := "arr_0"
		if err := add(name, x); err != nil {
			return err
		}
	}
	return files.Write(path, entries, &files.Options{Format: format})
}

// toArray returns a result as an array: numbers and lists become one.
func toArray(x any) (a *ivy.Array, err error) {
	return script.ToArray(x)
}

// spin shows that work goes on, on a terminal only, after a second. The returned
// function ends it.
func (s *streams) spin(what string) (done func()) {
	f, ok := s.err.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return func() {}
	}
	return spinner(f, what)
}

// isTerminal reports whether w is one.
func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

var _ io.Writer = (*progressbar.ProgressBar)(nil)
