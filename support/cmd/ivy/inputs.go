package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
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

// readProgram returns the program that an argument is: a file that exists, whatever its
// ending, or an expression. What ends as a program's name does is no expression.
func readProgram(arg string) (name string, src []byte, err error) {
	info, err := os.Stat(arg)
	ending := strings.HasSuffix(arg, ".star") || strings.HasSuffix(arg, ".py")
	switch {
	case err == nil && info.IsDir() && strings.ContainsRune(arg, os.PathSeparator):
		return "", nil, usage("%s is a folder, no program", arg)
	case !ending && (err != nil || info.IsDir()):
		return "<expression>", []byte(arg), nil
	}
	src, err = os.ReadFile(arg)
	if err != nil {
		return "", nil, usage("%w", err)
	}
	if what := binaryData(src); what != "" {
		return "", nil, usage("%s is %s, no program (an input is given as name=%s)", arg, what, arg)
	}
	return arg, src, nil
}

// binaryData says what data is that is no text, "" for a text.
func binaryData(data []byte) string {
	for _, f := range []struct{ magic, what string }{
		{"\x93NUMPY", "an array (.npy)"}, {"PK\x03\x04", "an archive (.npz or .zip)"}, {"\x7fELF", "an executable"},
		{"\x1f\x8b", "compressed data (gzip)"}, {"\x89PNG", "a picture (PNG)"}, {"\x89HDF", "an HDF5 file"},
	} {
		if bytes.HasPrefix(data, []byte(f.magic)) {
			return f.what
		}
	}
	const head = 8 // of a .safetensors file: the length of the JSON that follows
	if len(data) > head && data[head] == '{' && binary.LittleEndian.Uint64(data) <= uint64(len(data)-head) {
		return "a file of arrays (.safetensors)"
	}
	if bytes.IndexByte(data, 0) >= 0 {
		return "binary data"
	}
	return ""
}

// completeBackends has the shell complete --backend by the backends that are linked.
func completeBackends(cmd *cobra.Command) {
	err := cmd.RegisterFlagCompletionFunc("backend", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return backend.Linked(), cobra.ShellCompDirectiveNoFileComp
	})
	if err != nil { // no such flag
		panic(err)
	}
}

// unusable is failed, or wrong usage where err says that a file that was named is
// missing or that there is no such backend.
func unusable(err error) error {
	if errors.Is(err, fs.ErrNotExist) || kindOf(err) == "backend" {
		return usage("%w", err)
	}
	return failed(err)
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
		entry, err := ivy.FileEntry(name, a)
		if err != nil {
			return err
		}
		entries = append(entries, entry)
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
