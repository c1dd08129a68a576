package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/chzyer/readline"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/support/script"
)

// A file that exists is a program whatever its name; what is no text is refused by what
// it is, and what is missing is wrong usage unless JSON is asked for.
func TestProgramFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) { require.NoError(t, os.WriteFile(name, []byte(text), 0o600)) }
	for _, name := range []string{"p.py", "p.star", "p", "p.txt"} {
		write(name, "import numpy as np\nprint(f'{np.arange(4).sum():>4}')")
	}
	write("bad.py", "x = 1\nx +")
	write("a.npy", "\x93NUMPY\x01\x00")
	write("a.npz", "PK\x03\x04....")
	write("a.safetensors", "\x02\x00\x00\x00\x00\x00\x00\x00{}")
	write("a.out", "text\x00more")
	require.NoError(t, os.Mkdir("x", 0o700))
	for _, row := range []struct {
		args string
		code int
		out  string // a part of what is printed
	}{
		{"eval p.py", exitOK, "   6\n"},
		{"eval p.star", exitOK, "   6\n"},
		{"eval p", exitOK, "   6\n"},
		{"eval p.txt", exitOK, "   6\n"},
		{"eval 1+1", exitOK, "2\n"},
		{"eval bad.py", exitFailed, "bad.py:2:4: unexpected end of line"},
		{"eval a.npy", exitUsage, "a.npy is an array (.npy), no program"},
		{"eval a.npz", exitUsage, "a.npz is an archive (.npz or .zip), no program"},
		{"eval a.safetensors", exitUsage, "a file of arrays (.safetensors), no program"},
		{"eval a.out", exitUsage, "a.out is binary data, no program"},
		{"eval missing.py", exitUsage, "no such file"},
		{"eval missing.star", exitUsage, "no such file"},
		{"eval x x=missing.npy", exitUsage, "no such file"},
		{"eval --backend nowhere 1", exitUsage, "nowhere"},
		{"eval 1/0", exitFailed, "1:2"},
		{"eval load('missing.npy')", exitFailed, "missing.npy"},
		{"eval --json x x=missing.npy", exitFailed, `{"error":"value"`},
		{"eval --json --backend nowhere 1", exitFailed, `{"error":"backend"`},
		{"eval --json missing.py", exitFailed, `{"error":"value","message":"open missing.py`},
		{"eval --json a.npy", exitFailed, `{"error":"value","message":"a.npy is an array (.npy), no program`},
		{"eval ./x", exitUsage, "./x is a folder, no program"},
		{"compare --json missing.py", exitFailed, `{"error":"value","message":"open missing.py`},
		{"support --backend nowhere add", exitUsage, `ivy: no backend "nowhere"; there is native`},
		{"help nowhere", exitUsage, `unknown command "nowhere" for "ivy"`},
		{"compare --backends nowhere 1", exitUsage, "nowhere"},
		{"compare --frontends nowhere 1", exitUsage, "nowhere"},
		{"compare --reference missing.npz 1", exitUsage, "missing.npz"},
		{"compare x x=missing.npy", exitUsage, "missing.npy"},
		{"compare missing.py", exitUsage, "no such file"},
		{"compare --json --backends nowhere 1", exitFailed, `{"error":`},
		{"compare --json x x=missing.npy", exitFailed, "missing.npy"},
		{"repl --backend nowhere", exitUsage, "nowhere"},
		{"repl x=missing.npy", exitUsage, "missing.npy"},
	} {
		var both bytes.Buffer
		code := run(context.Background(), strings.Fields(row.args), strings.NewReader(""), &both, &both)
		assert.Equal(t, row.code, code, "%s: %s", row.args, both.String())
		assert.Contains(t, both.String(), row.out, row.args)
	}
}

// A session that is fed fails when a statement does, and goes on to its end.
func TestFedRepl(t *testing.T) {
	for _, row := range []struct {
		in, out string
		code    int
	}{
		{"x = 1\nx + 1\n", "2\n", exitOK},
		{"1 / 0\nprint('on')\n", "<stdin>:1:3: division by zero\non\n", exitFailed},
		{"x +\n3\n", "<stdin>:1:4: unexpected end of line, want an expression\n3\n", exitFailed},
		{"(1,\n", "<stdin>:1:1: \"(\" was never closed\n", exitFailed},
		{"print(1)\nexit()\nprint(2)\n", "1\n", exitOK},
		{"1 / 0\nexit()\n", "<stdin>:1:3: division by zero\n", exitFailed},
		{"exit\n", "exit() or Ctrl-D ends the session\n", exitOK},
		{"help\n", "help(f) says what f is; dir(ivy), dir(numpy) list what there is\n", exitOK},
		{"def f(a, *b, c=1, **d):\n  'what f does'\n\nhelp(f)\n", "f(a, c=…, *b, **d)\n\nwhat f does\n", exitOK},
		{"@f0\ndef g(): pass\n\n", "<stdin>:1:2: undefined: f0\n", exitFailed},
	} {
		var both bytes.Buffer
		code := run(context.Background(), []string{"repl"}, strings.NewReader(row.in), &both, &both)
		assert.Equal(t, row.code, code, row.in)
		assert.Equal(t, row.out, both.String(), row.in)
	}
	var out bytes.Buffer
	in := "help(ivy.expand_dims)\nhelp(numpy.expand_dims)\nhelp(torch)\nhelp(ivy.ones(2))\nhelp(1)\nhelp(ivy.cumsum)\nhelp(enumerate)\nhelp(len)\n"
	require.Equal(t, exitOK, run(context.Background(), []string{"repl"}, strings.NewReader(in), &out, &out))
	for _, want := range []string{"ivy.expand_dims(x, ", "\n\nexpand_dims ", "numpy.expand_dims(a, axis)", "module 'torch' has Generator, Size, Tensor, abs, ", "type Array, which has T, ", "type int\n", "ivy.cumsum(x, axis=…, exclusive=…, reverse=…, dtype=…, out=…)\n", "enumerate(iterable, start=…)\n", "len(…), a function\n"} {
		assert.Contains(t, out.String(), want)
	}
}

// --json --plain has arrays as nested numbers; --json alone is as it was.
func TestPlain(t *testing.T) {
	for _, row := range []struct {
		args []string
		code int
		out  string
	}{
		{[]string{"--json", "--plain", "ivy.arange(6).reshape(2, 3), 1.5"}, exitOK, "[[[0,1,2],[3,4,5]],1.5]\n"},
		{[]string{"--json", "--plain", "ivy.asarray([True]), ivy.ones((2, 0)), ivy.asarray(2.5), ivy.asarray(2**64 - 1, dtype='uint64')"}, exitOK, "[[true],[[],[]],2.5,18446744073709551615]\n"},
		{[]string{"--json", "--plain", "{'a': torch.tensor([1.0, float('nan'), -float('inf')])}"}, exitOK, `{"a":[1.0,"NaN","-Infinity"]}` + "\n"},
		{[]string{"--json", "--plain", "jax.numpy.array([1 + 2j]), 3j, None, 'x'"}, exitOK, `[[[1.0,2.0]],[0.0,3.0],null,"x"]` + "\n"},
		{[]string{"--json", "ivy.asarray([1], dtype='uint8')"}, exitOK, `{"dtype":"uint8","weak":false,"shape":[1],"data":"AQ=="}` + "\n"},
		{[]string{"--json", "--plain", "1 / 0"}, exitFailed, `{"error":"value","message":"<expression>:1:3: division by zero"}` + "\n"},
		{[]string{"--plain", "1"}, exitUsage, "ivy: --plain goes with --json, and not with --batch (ivy help says more)\n"},
	} {
		var both bytes.Buffer
		code := run(context.Background(), append([]string{"eval"}, row.args...), strings.NewReader(""), &both, &both)
		assert.Equal(t, row.code, code, row.args)
		assert.Equal(t, row.out, both.String(), row.args)
	}
}

// Ctrl-C gives up a line, also where a choice of completions or a search stands.
func TestInterruptedLines(t *testing.T) {
	for _, keys := range []string{"ivy.a\t", "ivy.a\t\t\t", "12 + ", "\x12ab"} {
		in, out := io.Pipe()
		var shown bytes.Buffer
		s, err := script.New(script.Options{})
		require.NoError(t, err)
		nothing := func() error { return nil }
		lines, err := edited(&readline.Config{
			AutoComplete: completer{s}, Stdin: in, Stdout: &shown, Stderr: &shown,
			FuncMakeRaw: nothing, FuncExitRaw: nothing, FuncIsTerminal: func() bool { return true }, FuncGetWidth: func() int { return 80 },
		})
		require.NoError(t, err)
		go func() {
			for _, b := range []byte(keys + "\x03") {
				_, _ = out.Write([]byte{b})
			}
		}()
		line, err := lines.line(prompt)
		assert.ErrorIs(t, err, errInterrupted, "%q gives %q", keys, line)
		go func() { _, _ = out.Write([]byte("3 + 4\r")) }()
		line, err = lines.line(prompt)
		assert.NoError(t, err)
		assert.Equal(t, "3 + 4", line, "after %q", keys)
		require.NoError(t, out.Close())
		require.NoError(t, lines.close())
	}
}

func TestCompletion(t *testing.T) {
	s, err := script.New(script.Options{})
	require.NoError(t, err)
	s.Interactive()
	_, err = s.Run(t.Context(), "p", []byte("y = ivy.ones(2)\nt = torch.ones(2)\nl = [1]\ndef f(alpha, beta): pass\n@ivy.with_unsupported_dtypes({'2.0.1 and below': ('float16',)}, 'torch')\ndef g(gamma): pass"))
	require.NoError(t, err)
	for _, row := range []struct{ line, want string }{
		{"ivy.sum(x, ", "axis="},
		{"y.sum(ax", "is="},
		{"t.unfold(dim", "ension="},
		{"f(al", "pha="},
		{"g(ga", "mma="},
		{"y.sh", "ape"},
		{"ivy.default_dtype(it", "em="},
		{"ivy.cumsum(x, ", "exclusive="},
		{"ivy.set_backend(", "backend="},
		{"enumerate(x, st", "art="},
		{"t.requires_g", "rad"},
		{"l.so", "rt"},
		{"'a'.zf", ""},
		{"ivy.set_backend('", "native'"},
		{"ivy.set_backend(\"nat", "ive\""},
		{"ivy.ones('nat", ""},
		{"ivy.sum(x, keep", "dims="},
		{"ivy.sum(x[f(1), 2], ax", "is="},
		{"numpy.sum(x, keep", "dims="},
		{"f(ivy.sum(x), ax", ""},
		{"exi", "t"},
		{"ivy.expand_d", "ims"},
	} {
		endings, _ := completer{s}.Do([]rune(row.line), len([]rune(row.line)))
		var got []string
		for _, e := range endings {
			got = append(got, string(e))
		}
		if row.want == "" {
			assert.Empty(t, got, row.line)
			continue
		}
		assert.Contains(t, got, row.want, row.line)
	}
}
