package syntax

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.starlark.net/starlark"
	tree "go.starlark.net/syntax"

	"github.com/goivy/goivy/internal/race"
)

// parseErrors are programs that Parse refuses, and where.
var parseErrors = []struct {
	src       string
	line, col int
	msg       string // a part of the message
}{
	// Characters and tokens.
	{"x = 1\ny = \x00", 2, 5, "NUL"},
	{"x = 1\n# caf\xe9\n", 2, 6, "invalid UTF-8: byte 0xe9"},
	{"é = '\xff'", 1, 6, "invalid UTF-8"},
	{"x = $", 1, 5, "unexpected character '$'"},
	{"x = a ? b", 1, 7, "unexpected character '?'"},
	{"x = !a", 1, 5, "unexpected character '!'"},
	{"x = `a`", 1, 5, "unexpected character"},
	{"x = 1 \\ + 2", 1, 7, "after line continuation"},
	{"x = 'abc", 1, 5, "unterminated string"},
	{"x = 'abc\n'", 1, 5, "unterminated string"},
	{"x = '''abc\n", 1, 5, "unterminated triple-quoted"},
	{`x = "\x4"`, 1, 6, `truncated escape sequence \x, want 2`},
	{`x = "ab\u12"`, 1, 8, `truncated escape sequence \u, want 4`},
	{`x = "\ud800"`, 1, 6, "stands for no character: U+D800"},
	{`x = "\U00110000"`, 1, 6, "stands for no character"},
	{`x = "\N{DASH}"`, 1, 6, "named characters"},
	{`x = b"\777"`, 1, 7, "octal escape"},
	{`x = b"é"`, 1, 7, "ASCII"},
	{`x = "a" b"b"`, 1, 9, "cannot mix bytes"},
	{"x = f'abc", 1, 5, "unterminated f-string"},
	{"x = f'abc\n'", 1, 5, "unterminated f-string"},
	{"x = f'''abc\n", 1, 5, "unterminated triple-quoted f-string"},
	{`x = f"{a"`, 1, 7, `f-string: "{" was never closed`},
	{`x = f"é{a" + 1`, 1, 8, `f-string: "{" was never closed`},
	{`x = f"{a:>3"`, 1, 7, `f-string: "{" was never closed`},
	{`x = f"a}"`, 1, 8, "single '}'"},
	{`x = f"{}"`, 1, 8, `unexpected "}", want an expression`},
	{`x = f"{ }"`, 1, 9, `unexpected "}", want an expression`},
	{`x = f"{!r}"`, 1, 8, `unexpected "!", want an expression`},
	{`x = f"{:3}"`, 1, 8, `unexpected ":", want an expression`},
	{`x = f"{=}"`, 1, 8, `unexpected "=", want an expression`},
	{`x = f"{a!x}"`, 1, 10, `after "!", want r, s or a`},
	{`x = f"{a! r}"`, 1, 11, `after "!", want r, s or a`},
	{`x = f"{a!}"`, 1, 10, `after "!", want r, s or a`},
	{`x = f"{a!r b}"`, 1, 12, `want "=", "!", ":" or "}"`},
	{`x = f"{a b}"`, 1, 10, `want "=", "!", ":" or "}"`},
	{`x = f"{a)}"`, 1, 9, `closing ")" does not match opening "{"`},
	{`x = f"{lambda x: 1}"`, 1, 8, "a lambda needs parentheses"},
	{`x = f"{*a}"`, 1, 8, "must be in a list or tuple"},
	{`x = f"{a:{}}"`, 1, 11, "want an expression"},
	{`x = f"{a:{b!z}}"`, 1, 13, `want r, s or a`},
	{"x = f'''\n{a +}'''", 2, 5, "want an expression"},
	{`x = f"\x4{a}"`, 1, 7, `truncated escape sequence`},
	{`x = f"a" b"b"`, 1, 10, "cannot mix bytes"},
	{`x = b"a" f"b"`, 1, 10, "cannot mix bytes"},
	{`f"{a}" = 1`, 1, 1, "cannot assign to f-string"},
	{"x = 0755", 1, 5, "leading zeros"},
	{"x = 1_", 1, 5, "invalid decimal"},
	{"x = 1__0", 1, 5, "invalid decimal"},
	{"x = 1_.5", 1, 5, "invalid decimal"},
	{"x = 1._5", 1, 5, "invalid decimal"},
	{"x = 1e", 1, 5, "invalid decimal"},
	{"x = 1e+", 1, 5, "invalid decimal"},
	{"x = 1a", 1, 5, "invalid decimal"},
	{"x = 1jj", 1, 5, "invalid decimal"},
	{"x = 0x", 1, 5, "invalid hexadecimal"},
	{"x = 0xg", 1, 5, "invalid hexadecimal"},
	{"x = 0x1_", 1, 5, "invalid hexadecimal"},
	{"x = 0b2", 1, 5, "invalid binary"},
	{"x = 0o8", 1, 5, "invalid octal"},
	{"x = " + strings.Repeat("1", MaxDigits+1), 1, 5, "limit is 4300"},
	// Brackets.
	{"x = (1,\n2", 1, 5, `"(" was never closed`},
	{"x = 1)", 1, 6, `unmatched ")"`},
	{"x = (1]", 1, 7, `closing "]" does not match opening "(" on line 1`},
	// Indentation.
	{"  x = 1", 1, 3, "unexpected indentation"},
	{"  \\\nx = 1", 2, 1, "unexpected indentation"},
	{"\\ \nx = 1", 1, 1, "after line continuation"},
	{"x = 1\n  y = 2", 2, 3, "unexpected indentation"},
	{"if x:\ny = 1", 2, 1, `expected an indented block after "if" on line 1`},
	{"if x:\n    y = 1\n  z = 2", 3, 3, "unindent does not match"},
	{"if x:\n\ty = 1\n        z = 2", 3, 9, "inconsistent use of tabs"},
	{"if x:\n        y = 1\n\tz = 2", 3, 2, "inconsistent use of tabs"},
	{"if x:\n\ty = 1\n    z = 2", 3, 5, "inconsistent use of tabs"},
	{"def f():\n", 2, 1, `expected an indented block after "def" on line 1`},
	// Statements.
	{"x = ", 1, 5, "unexpected end of line, want an expression"},
	{"x y", 1, 3, `unexpected "y", want end of line`},
	{"x = 1 y", 1, 7, "want end of line"},
	{"def f(1): pass", 1, 7, "want a parameter"},
	{"def 1(): pass", 1, 5, "want a function's name"},
	{"def f: pass", 1, 6, `want "("`},
	{"def f()", 1, 8, `want ":"`},
	{"class A: pass", 1, 1, `"class" is not supported yet (write functions, and dicts for what belongs together)`},
	{"x = 1\ntry:\n  x\nexcept: pass", 2, 1, `"try" is not supported yet (test with "if" what may fail: an error ends the program)`},
	{"def f():\n  yield 1", 2, 3, `"yield" is not supported yet (append to a list and return it)`},
	{"raise ValueError('x')", 1, 1, `"raise" is not supported yet (write fail("why"), or assert)`},
	{"def f():\n  global x", 2, 3, `"global" is not supported yet (return the value`},
	{"def f():\n  nonlocal x", 2, 3, `"nonlocal" is not supported yet (return the value`},
	{"async def f(): pass", 1, 1, `"async" is not supported yet (write a plain function)`},
	{"x = await f()", 1, 5, `"await" is not supported yet (call the function)`},
	{"match x:\n  case 1: pass", 1, 1, `"match" is not supported yet (write "if" and "elif")`},
	{"match (x):\n  case 1: pass", 1, 1, `"match" is not supported yet`},
	{"match [x]:\n  case 1: pass", 1, 1, `"match" is not supported yet`},
	{"match = 1; match (match); match[0]; match", 1, 0, ""},
	{"@f\nclass A: pass", 2, 1, `"class" is not supported yet`},
	{"@f\nx = 1", 2, 1, `want "def" after a decorator`},
	{"@f def g(): pass", 1, 4, "want end of line"},
	{"@\ndef g(): pass", 1, 2, "want an expression"},
	{"import", 1, 7, "want a module's name"},
	{"import a as", 1, 12, "want a name"},
	{"import a.", 1, 10, "want a module's name"},
	{"import .a", 1, 8, "relative imports"},
	{"from . import a", 1, 6, "relative imports"},
	{"from ... import a", 1, 6, "relative imports"},
	{"from a import *", 1, 15, `"import *" is not supported`},
	{"from a import (b", 1, 15, `"(" was never closed`},
	{"from a import b,", 1, 17, "want a name"},
	{"from a import __truth__", 1, 15, "reserved"},
	{"import a as None", 1, 13, "cannot assign to None"},
	{"from a", 1, 7, `want "import"`},
	{"with x", 1, 7, `want ":"`},
	{"with x as 1: pass", 1, 11, "cannot assign to literal"},
	{"with (x as y, z: pass", 1, 16, `want ")"`},
	{"with (x as y, z) as w: pass", 1, 18, `want ":"`},
	{"with x: break", 1, 9, "break not in a loop"},
	{"with x:\n  if y: continue", 2, 9, "continue not in a loop"},
	{"for x in y:\n  def f():\n    with x: break", 3, 13, "break not in a loop"},
	{"assert", 1, 7, "want an expression"},
	{"assert x,", 1, 10, "want an expression"},
	{"del", 1, 4, "want an expression"},
	{"del f()", 1, 5, "cannot delete function call"},
	{"del x.y", 1, 5, "cannot delete attribute"},
	{"del None", 1, 5, "cannot assign to None"},
	{"del x + 1", 1, 7, "want end of line"},
	{"del (x, *y)", 1, 5, "cannot delete"},
	{"x, y: int = 1", 1, 5, "tuple cannot have an annotation"},
	{"f(): int", 1, 4, "function call cannot have an annotation"},
	{"x: int = y = 1", 1, 12, "want end of line"},
	{"x: 1 +", 1, 7, "want an expression"},
	{"def f(x: ): pass", 1, 10, "want an expression"},
	{"lambda x: int: 1", 1, 14, "lambda cannot have an annotation"},
	{"*x = 1", 1, 1, "a starred target must be in a list or tuple"},
	{"*x", 1, 1, "a starred expression must be in a list or tuple"},
	{"x = *y", 1, 5, "a starred expression must be in a list or tuple"},
	{"x = (*y)", 1, 6, "a starred expression must be in a list or tuple"},
	{"*x, *y = 1", 1, 6, "multiple starred targets"},
	{"*x, y += 1", 1, 1, "augmented assignment"},
	{"x, *(y, *z) = 1", 1, 5, "a starred target within another"},
	{"for *x in y: pass", 1, 5, "a starred target must be"},
	{"[*x for x in y]", 1, 2, "starred expressions are not supported here"},
	{"{*x for x in y}", 1, 2, "starred expressions are not supported here"},
	{"x = {1, 2: 3}", 1, 10, `unexpected ":"`},
	{"x = {1, **y}", 1, 9, "starred expressions are not supported here"},
	{"x = {1: 2, **y for y in z}", 1, 16, "not allowed in a dict comprehension"},
	{"f(x for x in y, 1)", 1, 15, "a generator expression beside other arguments needs parentheses"},
	{"f(1, x for x in y)", 1, 6, "a generator expression beside other arguments needs parentheses"},
	{"(*x for x in y)", 1, 2, "starred expressions are not supported here"},
	{"(x for x in y) = 1", 1, 1, "cannot assign to generator expression"},
	{"{**x} = 1", 1, 1, "cannot assign to dict display"},
	{"def f(/, x): pass", 1, 7, "want a parameter before it"},
	{"def f(x, /, y, /): pass", 1, 16, "one \"/\" alone"},
	{"def f(*x, /): pass", 1, 11, "must be ahead"},
	{"{1, 2} = x", 1, 1, "cannot assign to set display"},
	{"x = yield 1", 1, 5, `"yield" is not supported`},
	{"if x: y\nelif: z", 2, 5, `unexpected ":", want an expression`},
	{"else: x", 1, 1, `unexpected "else"`},
	{"if x = 1: pass", 1, 6, `want ":"`},
	{"x := 1", 1, 3, `an assignment expression (":=") needs parentheses here`},
	{"f = lambda: (x := 1)", 1, 16, `an assignment expression (":=") is not supported in a lambda (assign before)`},
	{"def f(x=(y := 1)): pass", 1, 12, "is not supported in this statement (assign before)"},
	{"with (x := y): pass", 1, 9, "is not supported in this statement (assign before)"},
	{"[x for x in (y := z)]", 1, 16, "is not supported in what a comprehension goes over (assign before)"},
	{"[(x := 1) for x in y]", 1, 3, "cannot rebind comprehension iteration variable \"x\""},
	{"(x.y := 1)", 1, 6, "cannot use an assignment expression with attribute"},
	{"(" + strings.Repeat("(x := 1) + ", 101) + "1)", 1, 1103, "too many assignment expressions in a statement, limit is 100"},
	{"for x: pass", 1, 6, `want "in"`},
	{"for f() in x: pass", 1, 5, "cannot assign to function call"},
	{"for 1 in x: pass", 1, 5, "cannot assign to literal"},
	{"if x: if y: pass", 1, 7, `unexpected "if"`},
	{"x = 1;; y = 2", 1, 7, `unexpected ";"`},
	{"pass x", 1, 6, "want end of line"},
	// Targets.
	{"1 = x", 1, 1, "cannot assign to literal"},
	{"1j = x", 1, 1, "cannot assign to literal"},
	{"'a' = x", 1, 1, "cannot assign to literal"},
	{"f(x) = 1", 1, 1, "cannot assign to function call"},
	{"x + y = 1", 1, 1, "cannot assign to expression"},
	{"-x = 1", 1, 1, "cannot assign to expression"},
	{"x < y = 1", 1, 1, "cannot assign to comparison"},
	{"x < y < z = 1", 1, 1, "cannot assign to comparison"},
	{"x and y = 1", 1, 1, "cannot assign to expression"},
	{"x if y else z = 1", 1, 1, "cannot assign to conditional"},
	{"[x for x in y] = 1", 1, 1, "cannot assign to comprehension"},
	{"{} = 1", 1, 1, "cannot assign to dict"},
	{"... = 1", 1, 1, "cannot assign to ellipsis"},
	{"None = 1", 1, 1, "cannot assign to None"},
	{"x, True = 1", 1, 4, "cannot assign to True"},
	{"def f(False): pass", 1, 7, "cannot assign to False"},
	{"x, y[f()](1) = 1, 2", 1, 4, "cannot assign to function call"},
	{"x, y += 1", 1, 1, "cannot use tuple as target of an augmented"},
	{"[x] += 1", 1, 1, "cannot use list as target"},
	{"f() += 1", 1, 1, "cannot use function call as target"},
	{"None += 1", 1, 1, "cannot assign to None"},
	{"x **= ", 1, 7, "want an expression"},
	{"__pow__ = 1", 1, 0, ""},
	{"__binary__ = 1", 1, 1, `name "__binary__" is reserved`},
	{"x = __result__", 1, 5, "reserved"},
	{"def __truth__(): pass", 1, 5, "reserved"},
	{"lambda __test__: 1", 1, 8, "reserved"},
	// Expressions.
	{"x = 1 +", 1, 8, "want an expression"},
	{"x = 1 + * 2", 1, 9, `unexpected "*"`},
	{"x = ** 2", 1, 5, "starred expressions"},
	{"x = a ** ", 1, 10, "want an expression"},
	{"x = a not b", 1, 11, `want "in"`},
	{"x = a is", 1, 9, "want an expression"},
	{"x = a <> b", 1, 8, `unexpected ">"`},
	{"x = a ++", 1, 9, "want an expression"},
	{"x = 1 if 2", 1, 11, `want "else"`},
	{"x = {1: 2, 3}", 1, 13, `want ":"`},
	{"x = [y for y z]", 1, 14, `want "in"`},
	{"x = [y for y in z else]", 1, 19, `want "for", "if" or "]"`},
	{"x = a[]", 1, 7, "want an expression"},
	{"x = a[1:2:3:4]", 1, 12, `unexpected ":", want "]"`},
	{"x = a[*b]", 1, 7, "starred expressions"},
	{"x = a.1", 1, 6, "want end of line"},
	{"x = a.if", 1, 7, "want an attribute's name"},
	{"x = f(a=1=2)", 1, 10, `want ","`},
	{"x = f((a)=1)", 1, 7, "form name=value"},
	{"x = f(a.b=1)", 1, 7, "form name=value"},
	{"x = f(a b)", 1, 9, `want ","`},
	{"x = f(,)", 1, 7, "want an expression"},
	{"x = (,)", 1, 6, "want an expression"},
	{"x = lambda: ", 1, 13, "want an expression"},
	{"x = lambda (a): a", 1, 12, "want a parameter"},
	{"x = 'é' y", 1, 9, "want end of line"},
}

func TestParseErrors(t *testing.T) {
	for _, row := range parseErrors {
		file, err := Parse("p.star", []byte(row.src))
		if row.msg == "" {
			assert.NoError(t, err, row.src)
			continue
		}
		var e *Error
		if !assert.ErrorAs(t, err, &e, row.src) {
			continue
		}
		assert.Nil(t, file, row.src)
		assert.Equal(t, [2]int{row.line, row.col}, [2]int{e.Line, e.Col}, "%q: %v", row.src, err)
		assert.Contains(t, e.Msg, row.msg, row.src)
		assert.Equal(t, "p.star", e.Filename)
	}
}

func TestErrorText(t *testing.T) {
	_, err := Parse("dir/p.star", []byte("x = 1\ny = (2 +* 3)"))
	assert.EqualError(t, err, `dir/p.star:2:9: unexpected "*", want an expression`)
}

// A failing operator is reported where it stands, not where its operands do.
func TestRuntimePositions(t *testing.T) {
	for _, row := range []struct {
		src       string
		line, col int
		msg       string
	}{
		{"1 + 'a'", 1, 3, "unknown binary op"},
		{"x = 2\ny = (1 *\n  x ** 'a')", 3, 5, "unknown binary op: int ** string"},
		{"é = 1; é @ é", 1, 10, "unknown binary op: int @ int"},
		{"-'a'", 1, 1, "unknown unary op"},
		{"1 + -'a'", 1, 5, "unknown unary op"},
		{"1 < 'a'", 1, 3, "not implemented"},
		{"0 < 1 < 'a'", 1, 7, "not implemented"},
		{"0 < 'a' < 1", 1, 3, "not implemented"},
		{"1 in 2", 1, 3, "unknown binary op"},
		{"if array: pass", 1, 1, "ambiguous"},
		{"while array: pass", 1, 1, "ambiguous"},
		{"1 if array else 2", 1, 3, "ambiguous"},
		{"[1 for x in [1] if array]", 1, 17, "ambiguous"},
		{"not array", 1, 1, "ambiguous"},
		{"1 and array and 2", 1, 13, "ambiguous"},
		{"array or 1", 1, 7, "ambiguous"},
		{"if 1 and not array: pass", 1, 10, "ambiguous"},
		{"[1][2]", 1, 4, "out of range"},
		{"[1]['a':]", 1, 4, "slice bound"},
		{"[1][0][0]", 1, 7, "cannot be indexed"},
		{"x = [1]\nx[5] = 2", 2, 2, "out of range"},
		{"x = [1]\nx[5] += 2", 2, 2, "out of range"},
		{"x = [1]\nx[0] += 'a'", 2, 6, "unknown binary op"},
		{"x = 1\nx **= 'a'", 2, 3, "unknown binary op: int ** string"},
		{"x = 1\nx.y += 2", 2, 2, "has no .y attribute"},
		{"len.x", 1, 4, "has no .x field"},
		{"len(1)", 1, 4, "len"},
		{"def f(x):\n  return x @ 1\nf(2)", 2, 12, "unknown binary op"},
		{"(lambda x: x ** 'a')(2)", 1, 14, "unknown binary op"},
		{"1(2)", 1, 2, "non-function"},
		{"x, y = 1, 2, 3", 1, 6, "too many values"},
	} {
		_, _, err := evaluate(row.src, false)
		var e *starlark.EvalError
		if !assert.ErrorAs(t, err, &e, row.src) {
			continue
		}
		assert.Contains(t, e.Msg, row.msg, row.src)
		pos := tree.Position{}
		for i := range e.CallStack {
			if p := e.CallStack.At(i).Pos; p.Line > 0 && p.Filename() == "golden" {
				pos = p
				break
			}
		}
		assert.Equal(t, [2]int{row.line, row.col}, [2]int{int(pos.Line), int(pos.Col)}, "%q: %s", row.src, e.Backtrace())
	}
}

// Errors of the resolver stand where the names do.
func TestResolverPositions(t *testing.T) {
	for _, row := range []struct{ src, want string }{
		{"x = 1\ny = x ** zz", "golden:2:10: undefined: zz"},
		{"return 1", "golden:1:1: return statement not within a function"},
		{"x = 1; break", "golden:1:8: break not in a loop"},
		{"f = lambda x, x: 1", "golden:1:15: duplicate parameter: x"},
		{"len(*[1], x=1, 2)", "golden:1:16: positional argument follows keyword argument"},
		{"len(**{}, *[1])", "golden:1:11: iterable argument unpacking follows keyword argument unpacking"},
		{"len(x=1, 2 ** 3)", "golden:1:10: positional argument may not follow named"},
	} {
		_, _, err := evaluate(row.src, false)
		assert.EqualError(t, err, row.want, row.src)
	}
}

func TestLoad(t *testing.T) {
	run := func(src string, extra starlark.StringDict) (starlark.StringDict, error) {
		file, err := Parse("p.star", []byte(src))
		require.NoError(t, err, src)
		var log []string
		globals := predeclared(plain{log: &log})
		for name, v := range extra {
			globals[name] = v
		}
		thread := &starlark.Thread{Load: func(_ *starlark.Thread, module string) (starlark.StringDict, error) {
			return starlark.StringDict{"one": starlark.String(module + " one"), "two": starlark.String(module + " two")}, nil
		}}
		return globals, starlark.ExecREPLChunk(file, thread, globals)
	}
	load := starlark.NewBuiltin("load", func(_ *starlark.Thread, _ *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		return starlark.Tuple{args, starlark.MakeInt(len(kwargs))}, nil
	})

	t.Run("statement", func(t *testing.T) {
		globals, err := run(`load("m", "one", deux="two"); x = one + deux`, nil)
		require.NoError(t, err)
		assert.Equal(t, starlark.String("m onem two"), globals["x"])
	})
	t.Run("call", func(t *testing.T) {
		globals, err := run("d = load('f.npz')\ne = load('f', 'r', mode=1 + 1)\nload('f.npz')\ndef f(): return load('g')\ng = f()",
			starlark.StringDict{"load": load})
		require.NoError(t, err)
		assert.Equal(t, `(("f.npz",), 0)`, globals["d"].String())
		assert.Equal(t, `(("f", "r"), 1)`, globals["e"].String())
		assert.Equal(t, `(("g",), 0)`, globals["g"].String())
	})
	t.Run("reserved", func(t *testing.T) {
		_, err := Parse("p.star", []byte(`load("m", "__truth__")`))
		assert.EqualError(t, err, `p.star:1:12: name "__truth__" is reserved`)
	})
}

func TestResult(t *testing.T) {
	for _, row := range []struct {
		src  string
		want bool
	}{
		{"", false},
		{"# nothing", false},
		{"1 + 2", true},
		{"'text'", true},
		{"x = 1; x", true},
		{"x = 1", false},
		{"a[0] += 1", false},
		{"a.f += 1", false},
		{"for x in []: pass", false},
		{"pass", false},
	} {
		file, err := Parse("p.star", []byte(row.src))
		require.NoError(t, err, row.src)
		assert.Equal(t, row.want, Result(file), row.src)
	}
	value, _, err := evaluate("x = 1\n\n'text' 'more'", false)
	require.NoError(t, err)
	assert.Equal(t, starlark.String("textmore"), value)
}

func repeat(before, part, after string, n int) string {
	return before + strings.Repeat(part, n) + after
}

func nest(open, inner, close string, n int) string {
	return strings.Repeat(open, n) + inner + strings.Repeat(close, n)
}

// limits are what may be nested, or in a row, only so many times.
var limits = []struct {
	what string
	make func(n int) string
	most int // that runs
	msg  string
}{
	{"parentheses", func(n int) string { return nest("(", "1", ")", n) }, MaxDepth - 1, "nested"},
	{"lists", func(n int) string { return nest("[", "1", "]", n) }, MaxDepth - 1, "nested"},
	{"subscripts", func(n int) string { return nest("a[", "1", "]", n) }, MaxDepth - 1, "nested"},
	{"calls", func(n int) string { return nest("str(", "1", ")", n) }, MaxDepth - 1, "nested"},
	{"minus", func(n int) string { return repeat("", "-", "1", n) }, MaxDepth - 1, "nested"},
	{"not", func(n int) string { return repeat("", "not ", "1", n) }, MaxDepth - 1, "nested"},
	{"power", func(n int) string { return repeat("1", "**1", "", n) }, MaxDepth - 1, "nested"},
	{"lambda", func(n int) string { return repeat("", "lambda:", "1", n) }, MaxDepth - 1, "nested"},
	{"conditional", func(n int) string { return repeat("", "1 if 0 else ", "1", n) }, MaxDepth - 1, "nested"},
	{"plus", func(n int) string { return repeat("1", "+1", "", n) }, MaxChain, "operators in a row"},
	{"and", func(n int) string { return repeat("1", " and 1", "", n) }, MaxChain, "operators in a row"},
	{"or", func(n int) string { return repeat("0", " or 0", "", n) }, MaxChain, "operators in a row"},
	{"comparisons", func(n int) string { return repeat("1", "==1", "", n) }, MaxChain, "comparisons in a row"},
	{"attributes", func(n int) string { return repeat("a", ".a", "", n) }, MaxChain, "in a row"},
	{"suffixes", func(n int) string { return repeat("a", "(1)", "", n) }, MaxChain, "in a row"},
	{"elif", func(n int) string { return repeat("if 0: pass\n", "elif 0: pass\n", "", n) }, MaxChain, "in a row"},
	{"clauses", func(n int) string { return repeat("[1 for x in [1]", " if 1", "]", n-1) }, MaxChain, "clauses in a row"},
	{"blocks", func(n int) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(strings.Repeat(" ", i) + "if 1:\n")
		}
		return b.String() + strings.Repeat(" ", n) + "pass"
	}, MaxDepth - 1, "nested"},
}

// What the tree cannot hold is refused where it is too much, and what is just
// allowed runs.
func TestLimits(t *testing.T) {
	race.Sequential(t)
	for _, row := range limits {
		t.Run(row.what, func(t *testing.T) {
			_, _, err := evaluate(row.make(row.most), false)
			assert.NoError(t, err)
			for _, n := range []int{row.most + 2, 20_000} {
				if row.what == "blocks" && n > 1000 {
					n = 1000
				}
				_, err = Parse("p.star", []byte(row.make(n)))
				var e *Error
				require.ErrorAs(t, err, &e)
				assert.Contains(t, e.Msg, row.msg)
			}
		})
	}
	t.Run("tree", func(t *testing.T) {
		// Within the other limits, but chains within chains.
		part := func(inner string) string { return "(" + inner + strings.Repeat("+1", MaxChain) + ")" }
		src := "1"
		for range 8 {
			src = part(src)
		}
		_, _, err := evaluate(src, false)
		require.NoError(t, err)
		for range 4 {
			src = part(src)
		}
		_, err = Parse("p.star", []byte(src))
		assert.ErrorContains(t, err, "expression too deep")
	})
	t.Run("source", func(t *testing.T) {
		_, err := Parse("p.star", make([]byte, MaxSource+1))
		assert.EqualError(t, err, "p.star:1:1: program of 1048577 bytes, limit is 1048576")
	})
	t.Run("function", func(t *testing.T) {
		for _, row := range []struct{ before, after string }{{"def f(): return [", "]"}, {"f = lambda: [", "]"}} {
			_, _, err := evaluate(row.before+strings.Repeat("1,", MaxFunction/2-20)+row.after, false)
			assert.NoError(t, err)
			_, err = Parse("p.star", []byte(row.before+strings.Repeat("1,", MaxFunction/2)+row.after))
			assert.ErrorContains(t, err, "limit is 65536")
		}
	})
	t.Run("active calls", func(t *testing.T) {
		for _, row := range []string{
			"def f(n):\n  'doc'\n  return n and f(n - 1)\nf(%d)",
			"f = lambda n: n and f(n - 1)\nf(%d)",
			"f = lambda n: 0 < n and sorted([n - 1], key=f)\nf(%d // 2)",
		} {
			_, _, err := evaluate(fmt.Sprintf(row, MaxCalls-10), false)
			assert.NoError(t, err, row)
			_, _, err = evaluate(fmt.Sprintf(row, MaxCalls+1), false)
			assert.ErrorContains(t, err, "more than 1000 calls within one another", row)
		}
	})
	t.Run("wide", func(t *testing.T) {
		// As many blocks and constants as a program can hold; the compiler recurses
		// over the blocks of a function.
		for _, line := range []string{"if 1:a\n", "a and a\n", "1<1<1\n"} {
			file, err := Parse("p.star", []byte(strings.Repeat(line, MaxSource/len(line))))
			require.NoError(t, err)
			var log []string
			_, err = starlark.FileProgram(file, predeclared(plain{log: &log}).Has)
			require.NoError(t, err)
		}
	})
}

func TestOptions(t *testing.T) {
	file, err := Parse("p.star", []byte("x = set([1])"))
	require.NoError(t, err)
	assert.Equal(t, &tree.FileOptions{
		Set: true, While: true, TopLevelControl: true, GlobalReassign: true, LoadBindsGlobally: true, Recursion: true,
	}, file.Options)
	assert.Equal(t, "p.star", file.Path)
}

// The call that a function begins with does not hide its documentation.
func TestDocumentation(t *testing.T) {
	value, _, err := evaluate("def f():\n  'text'\n  return 1\nf", false)
	require.NoError(t, err)
	assert.Equal(t, "text", value.(*starlark.Function).Doc())
}

// Line ends and a byte order mark are as Python takes them.
func TestSource(t *testing.T) {
	for _, src := range []string{"x = 1\r\nif x:\r\n  x = '''a\r\nb'''\r\nx", "x = 1\rif x:\r  x = '''a\rb'''\rx", "\ufeffx = '''a\nb'''\nx"} {
		value, _, err := evaluate(src, false)
		require.NoError(t, err, "%q", src)
		assert.Equal(t, starlark.String("a\nb"), value, "%q", src)
	}
}

func TestCallsRefuseOtherArguments(t *testing.T) {
	var log []string
	env := Predeclared(plain{log: &log})
	thread := &starlark.Thread{}
	for name, v := range env {
		if name == EllipsisName {
			continue
		}
		_, err := starlark.Call(thread, v, starlark.Tuple{starlark.None, starlark.None, starlark.None, starlark.None}, nil)
		assert.ErrorContains(t, err, "arguments", name)
	}
	// A program cannot write the names, but an evaluator may call the values.
	for _, row := range []struct {
		name string
		args starlark.Tuple
		want string
	}{
		{CallBinary, starlark.Tuple{starlark.None, starlark.None, starlark.None}, "got operator of type NoneType"},
		{CallUnary, starlark.Tuple{starlark.None, starlark.None}, "got operator of type NoneType"},
		{CallCompare, starlark.Tuple{starlark.None, starlark.None, starlark.None}, "got operator of type NoneType"},
		{CallAugment, starlark.Tuple{starlark.None, starlark.None, starlark.None}, "got operator of type NoneType"},
		{CallStore, starlark.Tuple{starlark.None, starlark.None, starlark.None}, "got operator of type NoneType"},
		{CallStore, starlark.Tuple{starlark.String("+"), starlark.None, starlark.None}, "got NoneType, want a reference"},
		{CallAttr, starlark.Tuple{starlark.None, starlark.None}, "got NoneType, want string"},
		{CallAttr, starlark.Tuple{starlark.None, starlark.String("x")}, "NoneType has no .x attribute"},
		{CallAttr, starlark.Tuple{starlark.String(""), starlark.String("upper")}, "can't assign to .upper field of string"},
		{CallImag, starlark.Tuple{starlark.None}, "got NoneType, want float"},
	} {
		_, err := starlark.Call(thread, env[row.name], row.args, nil)
		assert.ErrorContains(t, err, row.want, row.name)
	}
	assert.Len(t, env, len(reserved)-2, "every reserved name but those of variables has a value")
	for name := range reserved {
		assert.True(t, name == ResultName || name == ElementName || env.Has(name), name)
	}
}

func TestKeys(t *testing.T) {
	s := &Slice{starlark.MakeInt(1), starlark.None, starlark.MakeInt(-1)}
	assert.Equal(t, "slice(1, None, -1)", s.String())
	assert.Equal(t, "slice", s.Type())
	assert.True(t, bool(s.Truth()))
	_, err := s.Hash()
	assert.EqualError(t, err, "unhashable: slice")
	list := starlark.NewList(nil)
	(&Slice{list, starlark.None, starlark.None}).Freeze()
	assert.Error(t, list.Append(starlark.None), "the bounds are frozen with the slice")

	assert.Equal(t, "Ellipsis", Ellipsis.String())
	assert.Equal(t, "ellipsis", Ellipsis.Type())
	assert.True(t, bool(Ellipsis.Truth()))
}

// No value that stands between two calls can be kept by a program.
func TestHiddenValuesAreNotSeen(t *testing.T) {
	for _, src := range []string{"a and b", "z and b", "z or b", "a < b < c", "z < b < c", "(a and z) or b", "not (a and b)"} {
		value, _, err := evaluate(src, false)
		require.NoError(t, err)
		switch value.(type) {
		case *symbol, starlark.Bool:
		default:
			assert.Fail(t, "hidden value", "%s: %T", src, value)
		}
	}
}

func TestIsIncomplete(t *testing.T) {
	for _, row := range []struct {
		src  string
		want bool
	}{
		{"x = (1,\n", true},
		{"x = '''a\n", true},
		{"x = 1 + \\\n", true},
		{"x = 1 + \\", true},
		{"x = 'a\\\n", true},
		{"if x:\n", true},
		{"if x:\n  if y:\n", true},
		{"if x: # why\n  # because\n", true},
		{"if x:\ny", false},
		{"if x:\n  if y:\nz", false},
		{"x = 1 +\n", false},
		{"x = 'a\n", false},
		{"x = )\n", false},
		{"x = 1\n", false},
	} {
		_, err := Parse("p.star", []byte(row.src))
		assert.Equal(t, row.want, IsIncomplete(err), "%q: %v", row.src, err)
	}
	assert.False(t, IsIncomplete(errors.New("other")))
}
