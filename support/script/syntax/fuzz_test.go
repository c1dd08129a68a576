package syntax

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
	"go.starlark.net/starlark"
)

// FuzzParse checks that Parse never panics, that the position of its error is
// in the program, and that what it takes can be resolved, compiled and run.
func FuzzParse(f *testing.F) {
	for _, row := range goldens(f) {
		f.Add([]byte(row.Program))
	}
	for _, src := range []string{
		"x = '''a\n", "if x:\n\ty = 1\n        z = 2", "load('m', 'a', b='c')", "x = \\", "a[1:2:3:4]", "def f(*, x): pass",
		"\ufeffx", "x = b'\\xff' 'a'", "(\n\n", "lambda *a, **k: a", "a.b.c[d](e) **= f", "1 < 2 < 3 and not 4 in [5]",
		"f'{a", "f'{a:{b:{c}}}'", "f'{a!", "f'{f'{f'{1}'}'}'", "f'{a=!r:>{b}}' 'c' rf'\\{d}'", "f'{{}'", "f'\\",
		"with (a as b, c", "with a, b: break", "for x in y:\n  with a: continue", "@a\n@b\ndef f(): pass", "@a\n", "del (a, [b[0]])",
		"x = *a, = [*b, c] = 1, 2", "for *a, (b, *c) in d: pass", "{*a, b}", "f(*a, b, *c, d=e)", "import a.b, c as d; from e import (f,)",
		"x: y = z", "def f(a: b, *c: d) -> e: pass", "assert a, b", "match a:\n", "from __future__ import a",
	} {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		file, err := Parse("fuzz", src)
		if err != nil {
			var e *Error
			require.ErrorAs(t, err, &e)
			require.Nil(t, file)
			require.Positive(t, e.Line)
			require.Positive(t, e.Col)
			return
		}
		Result(file)
		var log []string
		globals := predeclared(plain{log: &log})
		// Starlark's own functions ask Truth and take memory as they like.
		for _, name := range []string{"range", "bool", "any", "all"} {
			globals[name] = starlark.NewBuiltin(name, func(*starlark.Thread, *starlark.Builtin, starlark.Tuple, []starlark.Tuple) (starlark.Value, error) {
				return nil, errors.New("not in this test")
			})
		}
		thread := &starlark.Thread{Name: "fuzz", Print: func(*starlark.Thread, string) {}}
		thread.SetMaxExecutionSteps(2000)
		_ = starlark.ExecREPLChunk(file, thread, globals) // errors are fine, panics are not
	})
}
