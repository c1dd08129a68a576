package script

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// printed runs a program and returns what it prints.
func printed(t testing.TB, src string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	s, err := New(Options{Output: &out})
	require.NoError(t, err)
	_, err = s.Run(context.Background(), "p.py", []byte(src))
	return out.String(), err
}

// What programs print is what CPython prints, digit for digit: testdata/python.json is
// of support/oracle/gen_script.py. Where a function of module math differs by a unit
// in the last place, it is counted.
func TestPython(t *testing.T) {
	data, err := os.ReadFile("testdata/python.json")
	require.NoError(t, err)
	var rows []struct{ Program, Printed, Error string }
	require.NoError(t, json.Unmarshal(data, &rows))
	require.Greater(t, len(rows), 5000)
	ulps := 0
	for _, row := range rows {
		got, err := printed(t, row.Program)
		if row.Error != "" {
			assert.Error(t, err, "%s\nCPython: %s\nprinted: %s", row.Program, row.Error, got)
			continue
		}
		if !assert.NoError(t, err, row.Program) || got == row.Printed {
			continue
		}
		have, herr := strconv.ParseFloat(strings.TrimSpace(got), 64)
		want, werr := strconv.ParseFloat(strings.TrimSpace(row.Printed), 64)
		if strings.HasPrefix(row.Program, "import math\nprint(repr(math.") && herr == nil && werr == nil && ulpsBetween(have, want) <= 32 {
			t.Logf("%s: %s, CPython %s", row.Program, strings.TrimSpace(got), strings.TrimSpace(row.Printed))
			ulps++
			continue
		}
		assert.Equal(t, row.Printed, got, row.Program)
	}
	assert.Less(t, ulps, 50, "results of module math that differ in the last place")
}

func ulpsBetween(x, y float64) uint64 {
	a, b := math.Float64bits(x), math.Float64bits(y)
	if math.Signbit(x) != math.Signbit(y) {
		return math.MaxUint64
	}
	return max(a, b) - min(a, b)
}

// What a program may take holds for what the grammar makes.
func TestLimitsOfForms(t *testing.T) {
	for _, row := range []struct{ src, want string }{
		{"x = 1\nf'{x:1000000000}'", "width or precision above 65536"},
		{"x = 1.0\nf'{x:.1000000000f}'", "width or precision above 65536"},
		{"n = 1000000000\nf'{1:{n}}'", "width or precision above 65536"},
		{"x = 'a'\nfor i in range(100000): x = f'{x}{x}'", "limit"},
		{"x = []\nfor i in range(10000): x.append(f'{i:65000}')", "memory limit"},
		{"x = [1]\nfor i in range(100): x = [*x, *x]", "more than"},
		{"x = range(1 << 60)\na, *b = x", "steps"},
		{"x = range(1 << 60)\n{*x}", "steps"},
		{"import math\nmath.factorial(10 ** 9)", "too large"},
		{"import math\nmath.comb(10 ** 9, 5 * 10 ** 8)", "too large"},
		{"import math\nmath.perm(10 ** 30, 10 ** 30)", "too large"},
		{"import math\nfor i in range(10 ** 9): math.factorial(5000)", "steps"},
		{"t = ()\nfor i in range(30): t = (t, t)\n{t}", "parts"},
		{"t = ()\nfor i in range(30): t = (t, t)\nisinstance(1, t)", "steps"},
		{"x = 1 << 131000\nf'{x}'\nf'{x * x}'", "bits"},
		{"list(x for x in range(1 << 60))", "steps"},
		{"sum(1 for x in range(1 << 60) for y in range(1 << 60))", "steps"},
		{"any(False for x in range(1 << 60))", "steps"},
		{"x = [1]\nfor i in range(5000): x = (y for y in x)\nlist(x)", "draw on one another"},
		{"x = [1]\nfor i in range(5000): x = map(str, x)\nlist(x)", "draw on one another"},
		{"x = [1]\nfor i in range(5000): x = filter(None, x)\nnext(x)", "draw on one another"},
		{"x = [1]\ng = (next(h) for y in x)\nh = (next(g) for y in x)\nnext(g)", "already executing"},
		{"'a'.ljust(1 << 40)", "memory limit"},
		{"'a'.zfill(1 << 40)", "memory limit"},
		{"('\\t' * 100000).expandtabs(60000)", "memory limit"},
		{"x = {'a': 1}\nfor i in range(1 << 30): y = {**x, 'b': 2}", ""},
		{"list(enumerate(range(1 << 60)))", "limit"},
		{"x = [0]\nfor y in (z for z in x): x.append(y)", "steps"},
	} {
		s, err := New(Options{Memory: 16 << 20, Steps: 1_000_000})
		require.NoError(t, err)
		_, err = s.Run(context.Background(), "p.py", []byte(row.src))
		assert.ErrorContains(t, err, row.want, row.src)
	}
}

// Errors of the forms stand where they arise, and say what there is.
func TestErrorsOfForms(t *testing.T) {
	for _, row := range []struct{ src, want string }{
		{"import torc", `p.py:1:8: no module named 'torc' (did you mean "torch"? there are anvil, ivy, jax, math, numpy, tensorflow, torch)`},
		{"import torch.optim", "p.py:1:8: no module named 'torch.optim' (torch has fft, linalg, nn, random, special)"},
		{"x = 1\nimport math.sub", "p.py:2:8: no module named 'math.sub' (math has no modules)"},
		{"from numpy import arrange", `p.py:1:19: numpy has no "arrange" (did you mean "arange"?)`},
		{"x = 1\ny = f'a{x:d} {x:q}'", "p.py:2:14: Unknown format code 'q' for object of type 'int'"},
		{"x = 1\nassert x == 1\nassert x == 2, f'x is {x}'", "p.py:3:1: AssertionError: x is 1"},
		{"assert 0", "p.py:1:1: AssertionError"},
		{"a, *b, c = [1]", "p.py:1:10: not enough values to unpack (expected at least 2, got 1)"},
		{"x = 1\n[a for a, b in ['xyz']]", "p.py:2:8: too many values to unpack (expected 2)"},
		{"x = 1\n{[x]: 2}", "p.py:2:5: unhashable type: list"},
		{"x = 1\n{[x]: 2 for y in [1]}", "p.py:2:5: unhashable type: list"},
		{"x = {}\nx[[1]] = 2", "p.py:2:2: unhashable type: list"},
		{"import jax.numpy as jnp\n{jnp.ones(1)[0]: 1}", "p.py:2:16: ivy: jax: TypeError: unhashable type: 'jaxlib._jax.ArrayImpl'"},
		{"np.ones(1)", "p.py:1:1: undefined: np (write import numpy as np)"},
		{"ivy.Sum", `p.py:1:4: ivy has no "Sum" (did you mean "sum"?)`},
		{"numpy.dtype('foo')", "p.py:1:12: ivy: numpy: TypeError: data type 'foo' not understood"},
		{"x = 1\nwith x: pass", "p.py:2:1: TypeError: 'int' object is no scope for with"},
		{"x = {1: 2}\ndel x[1], x[3]", "p.py:2:12: key 3 not in dict"},
		{"import torch\nx = torch.ones(2)\ndel x[0]", "p.py:3:6: ivy: torch: TypeError: 'Tensor' object doesn't support item deletion"},
		{"import math\nmath.sqrt(-1)", "p.py:2:10: ValueError: math domain error"},
		{"import math\nmath.exp(1000)", "p.py:2:9: OverflowError: math range error"},
		{"f'{undefined}'", "p.py:1:4: undefined: undefined"},
		{"x = 5\nx(1)", "p.py:2:2: TypeError: 'int' object is not callable"},
		{"import torch\nx = torch.ones(2)\nx(1)", "p.py:3:2: ivy: torch: TypeError: 'Tensor' object is not callable"},
		{"import numpy as np\n(np.ones(2) + 1)(1)", "p.py:2:17: ivy: numpy: TypeError: 'ndarray' object is not callable"},
		{"numpy.gelu", `p.py:1:6: numpy has no "gelu" (there is ivy.gelu, jax.nn.gelu, tensorflow.nn.gelu, torch.nn.functional.gelu)`},
		{"numpy.expit(1)", "p.py:1:6: numpy has no \"expit\" (there is ivy.expit, jax.scipy.special.expit, torch.special.expit)"},
		{"jax.nn.arange(3)", "p.py:1:7: jax.nn has no \"arange\" (there is ivy.arange, jax.numpy.arange, numpy.arange, tensorflow.experimental.numpy.arange, torch.arange)"},
		{"numpy.aragne(3)", `p.py:1:6: numpy has no "aragne" (did you mean "arange"?)`},
		{"ivy.ones(3).foo", `p.py:1:12: Array has no attribute "foo"`},
		{"ivy.ones(3).shap", `p.py:1:12: Array has no attribute "shap" (did you mean "shape"?)`},
		{"ivy.matmul(ivy.ones(2), ivy.ones(3))", "p.py:1:11: ivy.matmul on native: matmul of shapes (2,) and (3,): 2 columns meet 3 rows"},
		{"ivy.ones(2) @ ivy.ones(3)", "p.py:1:13: ivy.matmul on native: matmul of shapes (2,) and (3,): 2 columns meet 3 rows"},
		{"arange(3)", "p.py:1:1: undefined: arange (there is ivy.arange, jax.numpy.arange, numpy.arange, tensorflow.experimental.numpy.arange, torch.arange)"},
		{"pritn(3)", `p.py:1:1: undefined: pritn (did you mean "print"?)`},
		{"open('x')", `p.py:1:1: undefined: open (a program has files by load("x.npy") alone)`},
		{"raise_ = ValueError('x')", `p.py:1:10: undefined: ValueError (write fail("why"))`},
		{"import time", "p.py:1:8: no module named 'time' (a program has no clock: ivy bench and ivy compare measure; there are anvil, ivy, jax, math, numpy, tensorflow, torch)"},
		{"torch.ones(2).linspace", "p.py:1:14: Tensor has no attribute \"linspace\" (there is ivy.linspace, jax.numpy.linspace, numpy.linspace, tensorflow.linspace, torch.linspace)"},
		{"print(1, file=2)", "p.py:1:6: print(): file is not supported, standard output is the only one (the value of the last expression is the program's result)"},
		{"x = 1\nfor y in (1 // z for z in [0]): pass", "p.py:2:13: integer division or modulo by zero"},
		{"list(nope for z in [0])", "p.py:1:6: undefined: nope"},
		{"sum(x for x in 5)", "p.py:1:7: TypeError: 'int' object is not iterable"},
		{"for x in 5: pass", "p.py:1:1: TypeError: 'int' object is not iterable"},
		{"a, b = 5", "p.py:1:6: TypeError: 'int' object is not iterable"},
		{"next(iter([]))", "p.py:1:5: StopIteration"},
		{"g = ((y := x) for x in [1])\nlist(g)", "p.py:1:9: (y := …) of a generator that is used after its statement is not supported (make a list of it there)"},
		{"ivy.matmul(x=1, x2=2)", `p.py:1:11: ivy.matmul() has no parameter "x" (did you mean "x1"?); it takes x1, x2, out`},
		{"ivy.ones(2)()", "p.py:1:12: TypeError: 'Array' object is not callable"},
	} {
		_, err := printed(t, row.src)
		var e *Error
		if assert.ErrorAs(t, err, &e, row.src) {
			assert.Equal(t, row.want, e.Error(), row.src)
		}
	}
}

// The types of arrays are the frameworks' own classes, by the names that type gives them.
func TestTypes(t *testing.T) {
	got, err := printed(t, `import numpy as np, torch, tensorflow as tf
import jax.numpy as jnp
print(type(np.ones(2)), type(torch.ones(2)), type(jnp.ones(2)), type(tf.ones(2)), type(ivy.ones(2)))
print(type(np.ones(2)) is np.ndarray, type(torch.ones(2)) == torch.Tensor, type(np.ones(2)) == torch.Tensor, type(np.ones(2)).__name__)
print(isinstance(torch.ones(1), type(torch.ones(2))), isinstance(np.ones(1), type(torch.ones(2))), isinstance(jnp.ones(1), type(jnp.ones(2))))
print(type(ivy.float32), type(ivy.float32) is ivy.Dtype, type(ivy), type(ivy.sum), type(ivy.Dtype))
`)
	require.NoError(t, err)
	assert.Equal(t, `<class 'numpy.ndarray'> <class 'torch.Tensor'> <class 'jaxlib._jax.ArrayImpl'> <class 'tensorflow.python.framework.ops.EagerTensor'> <class 'ivy.Array'>
True True False ndarray
True False True
<class 'ivy.Dtype'> True <class 'module'> <class 'builtin_function_or_method'> <class 'type'>
`, got)
}

// A global that was deleted is gone for the next program, one that every program has
// is there again, and one that was set again stays.
func TestDeletedGlobals(t *testing.T) {
	s, err := New(Options{})
	require.NoError(t, err)
	run := func(src string) error {
		_, err := s.Run(context.Background(), "p", []byte(src))
		return err
	}
	require.NoError(t, run("x = 1; y = 2; z = 3"))
	require.NoError(t, run("del x; del y; y = 4"))
	assert.ErrorContains(t, run("x"), "undefined: x")
	require.NoError(t, run("assert y == 4 and z == 3"))
	assert.Error(t, run("del z\nfail('after')"))
	assert.ErrorContains(t, run("z"), "undefined: z")
	require.NoError(t, run("import numpy as torch\nassert torch.array is numpy.array"))
	require.NoError(t, run("del torch"))
	require.NoError(t, run("torch.tensor(1)"))
	require.NoError(t, run("import torch\ndef f(a, *b): return [c for d, *c in [[1, 2]]]\nfor d, *c in [[1, 2]]: pass\nf(1)"))
	assert.Equal(t, []string{"c", "d", "f", "y"}, s.Names(), "no variable of the trees is left")
	var e *Error
	assert.True(t, errors.As(run("del undefined_name"), &e))
	require.NoError(t, run("if (n := 3) > 2: m = n\nlist((k := i) for i in [1])"))
	require.NoError(t, run("[(n := n + 1) for i in range(2)]\nassert (n, m, k) == (5, 3, 1)"))
	assert.Equal(t, []string{"c", "d", "f", "k", "m", "n", "y"}, s.Names())
}

// The programs of testdata/snippets run as they are pasted, and print what the
// frameworks print: support/oracle/gen_snippets.py.
func TestSnippets(t *testing.T) {
	files, err := os.ReadDir("testdata/snippets")
	require.NoError(t, err)
	n := 0
	for _, f := range files {
		name, isProgram := strings.CutSuffix(f.Name(), ".py")
		if !isProgram {
			continue
		}
		n++
		src, err := os.ReadFile("testdata/snippets/" + f.Name())
		require.NoError(t, err)
		want, err := os.ReadFile("testdata/snippets/" + name + ".out")
		require.NoError(t, err)
		t.Run(name, func(t *testing.T) {
			got, err := printed(t, string(src))
			require.NoError(t, err)
			assert.Equal(t, string(want), got)
		})
	}
	assert.GreaterOrEqual(t, n, 80)
}
