package script

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/numpy"
	"github.com/goivy/goivy/frontends/torch"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// toy is a framework with one of everything that a frontend may have.
var toy = &frontend.Framework{
	Name:         "toy",
	Functions:    toyFunctions,
	Dtypes:       map[string]any{"f4": dtype.Float32, "f8": dtype.Float64, "i4": dtype.Int32, "odd": toyDtype("toy.odd")},
	Own:          func(x any) *frontend.Array { a, _ := x.(*toyArray); return (*frontend.Array)(a) },
	Public:       func(a *frontend.Array) any { return (*toyArray)(a) },
	Array:        func(n *frontend.Namespace, x any) *frontend.Array { return n.Wrap(n.Env().Asarray(x)) },
	OperandError: "ToyError",
	Cast:         func(n *frontend.Namespace, x *ivy.Array, d dtype.Dtype) *ivy.Array { return n.Env().Astype(x, d) },
	Put:          func(n *frontend.Namespace, v backend.Scalar, d dtype.Dtype) *ivy.Array { return n.Env().Asarray(v, d) },
	Classes:      map[error]string{ivy.ErrShape: "ToyShapeError", ivy.ErrIndex: "ToyIndexError", ivy.ErrDtype: "ToyTypeError"},
	Operators: map[string]string{"+": "np.add", "+=": ".iadd", "-": "np.subtract", "<": "np.less", "==": "np.equal", "neg": "np.negative", "abs": "np.abs",
		"*=": "np.multiply"},
	Attributes: map[string]func(*frontend.Array) any{
		"shape": func(a *frontend.Array) any { return a.V.Shape() },
		"dtype": func(a *frontend.Array) any { return a.V.Dtype() },
		"weak":  func(a *frontend.Array) any { return a.Weak },
		"T": func(a *frontend.Array) any {
			return (*toyArray)(a.NS.Wrap(a.NS.Env().PermuteDims(a.V, slices.Repeat([]int{0}, a.V.Ndim()))))
		},
		"broken": func(a *frontend.Array) any { return a.V.Get(99) },
	},
}

type toyArray frontend.Array

type toyDtype string

type toyPair struct{ Values, FirstIndices *frontend.Array }

type toyInfo struct {
	Bits           int
	SmallestNormal float64
	hidden         int
}

// toyTyping is the other operand's dtype if one is a scalar, and weak if all are.
func toyTyping(n *frontend.Namespace, args ...promote.Arg) (dtype.Dtype, promote.Result, error) {
	r, err := promote.Fold(n.Rule().Rule(), args...)
	r.Weak = !slices.ContainsFunc(args, func(a promote.Arg) bool { return !a.Weak && a.Scalar == dtype.NoKind })
	return r.Dtype, r, err
}

func toyBool(n *frontend.Namespace, args ...promote.Arg) (dtype.Dtype, promote.Result, error) {
	in, _, err := toyTyping(n, args...)
	return in, promote.Result{Dtype: dtype.Bool}, err
}

var toyFunctions = frontend.NewTable([]frontend.Func{
	{Path: "np.add", Sig: "x, y, /", Typing: toyTyping, Binary: (*ivy.Env).Add, Same: dtype.All},
	{Path: "np.subtract", Sig: "x, y, /", Typing: toyTyping, Binary: (*ivy.Env).Subtract, Same: dtype.Numeric},
	{Path: "np.multiply", Sig: "x, y, /", Typing: toyTyping, Binary: (*ivy.Env).Multiply, Same: dtype.Numeric},
	{Path: "np.less", Sig: "x, y, /", Typing: toyBool, Binary: (*ivy.Env).Less},
	{Path: "np.equal", Sig: "x, y, /", Typing: toyBool, Binary: (*ivy.Env).Equal},
	{Path: "np.negative", Sig: "x, /", Typing: toyTyping, Unary: (*ivy.Env).Negative, Same: dtype.Numeric},
	{Path: "np.abs", Sig: "x, /", Method: true, Typing: toyTyping, Unary: (*ivy.Env).Abs, Same: dtype.Numeric},
	{Path: "np.asarray", Sig: "x, dtype=None", Run: func(c *frontend.Call) any {
		o := c.Operand("x")
		d := c.Dtype("dtype")
		switch {
		case d == dtype.Invalid && o.A != nil:
			return o.A
		case d == dtype.Invalid:
			d = map[dtype.Kind]dtype.Dtype{dtype.KindBool: dtype.Bool, dtype.KindInt: dtype.Int32, dtype.KindFloat: c.Settings().(dtype.Dtype)}[o.Scalar]
		}
		return &frontend.Array{V: c.As(o, d), Weak: o.A == nil, NS: c.Namespace}
	}},
	{Path: "config.update", Sig: "float", Out: frontend.None, Run: func(c *frontend.Call) any {
		c.Set(c.Dtype("float"), c.Rule().Rule())
		return nil
	}},
	{Path: "half", Sig: "x", Run: func(c *frontend.Call) any {
		return &frontend.Array{V: c.As(c.Operand("x"), dtype.Complex64), Half: true, NS: c.Namespace}
	}},
	{Path: "both", Sig: "x", Out: frontend.List, Run: func(c *frontend.Call) any {
		a := c.Operand("x").A
		return []*frontend.Array{a, a}
	}},
	{Path: "pair", Sig: "x", Out: frontend.Value, Run: func(c *frontend.Call) any { a := c.Operand("x").A; return toyPair{a, a} }},
	{Path: "info", Sig: "", Out: frontend.Value, Run: func(*frontend.Call) any { return &toyInfo{16, 0.5, 1} }},
	{Path: "count", Sig: "x", Method: true, Run: func(c *frontend.Call) any {
		return &frontend.Array{V: c.Env().Asarray(c.Operand("x").A.V.Size()), Number: dtype.KindInt, NS: c.Namespace}
	}},
	{Path: "echo", Sig: "x=None, *rest, key=3, **more", Out: frontend.Value, Run: func(c *frontend.Call) any {
		out := []any{c.Arg("x"), c.Arg("rest"), c.Arg("key")}
		more, _ := c.Arg("more").([]frontend.Named)
		for _, m := range more {
			out = append(out, m.Name, m.Value)
		}
		return out
	}},
	{Path: "odd_dtype", Sig: "", Out: frontend.Value, Run: func(*frontend.Call) any { return toyDtype("toy.odd") }},
	{Path: "crash", Sig: "x", Run: func(c *frontend.Call) any { return c.Arg("x").(*frontend.Array) }},
	{Path: "fail", Sig: "x", Run: func(c *frontend.Call) any { c.Raise("ToyError", "no %v", c.Arg("x")); return nil }},
	{Path: ".iadd", Sig: "self, other", Run: func(c *frontend.Call) any {
		a := c.Operand("self").A
		c.Env().SetItem(a.V, c.Env().Add(a.V, c.As(c.Operand("other"), a.V.Dtype())), ivy.Ellipsis)
		return a
	}},
	{Path: ".__getitem__", Sig: "self, key", Run: func(c *frontend.Call) any {
		keys := slices.Clone(c.Arg("key").([]any))
		for i, k := range keys {
			if o, err := c.Namespace.Operand(k); err == nil && o.A != nil {
				keys[i] = o.A.V
			}
		}
		return &frontend.Array{V: c.Env().GetItem(c.Operand("self").A.V, keys...), Weak: c.Operand("self").A.Weak, NS: c.Namespace}
	}},
})

func addToy(t *testing.T) {
	t.Helper()
	rule := &promote.Pairs{RuleName: "toy", ErrorClass: "ToyPromotionError", Why: "the toy has none",
		WithArray: func(_ dtype.Kind, d dtype.Dtype) (dtype.Dtype, string) { return d, "" },
		Alone:     func(dtype.Kind) dtype.Dtype { return dtype.Float32 }}
	for _, d := range dtype.All.Dtypes() {
		rule.Of[d][d] = d
	}
	register(&framework{
		Framework: toy, open: func(e *ivy.Env) *frontend.Namespace { return frontend.New(toy, e, dtype.Float32, rule) },
		array: "toy.tensor", class: "Tensor", weak: "weak=True", xp: "np", modules: []string{"", "np"}, numbers: map[string]string{"np": "pi newaxis"},
		errors: classes{truth: "ToyTruthError", number: "ToyNumberError"},
	})
	t.Cleanup(func() { delete(frameworks, "toy") })
}

// toyPrograms begin with this.
const toyHead = "np = toy.np\nx = np.asarray([1, 2, 3], dtype=toy.i4)\nw = np.asarray(2.5)\n"

func TestFrontendPrograms(t *testing.T) {
	addToy(t)
	for _, c := range []struct{ src, want string }{
		// Arrays, their text and attributes.
		{"x, w", "(toy.tensor([1, 2, 3], dtype=int32), toy.tensor(2.5, dtype=float32, weak=True))"},
		{"str(x), '%s' % w, '%.1f' % w, '{:d}'.format(x[0])", "('toy.tensor([1, 2, 3], dtype=int32)', 'toy.tensor(2.5, dtype=float32, weak=True)', '2.5', '1')"},
		{"np.asarray([[1], [2]], dtype='f4'), np.asarray(ivy.zeros((0, 2)))", "(toy.tensor([[1.],\n            [2.]], dtype=float32), toy.tensor([], shape=(0, 2), dtype=float32))"},
		{"x.shape, x.dtype, x.weak, w.weak, x.T.T, len(x), type(x), x.tolist(), x[1].item()", "((3,), int32, False, True, toy.tensor([1, 2, 3], dtype=int32), 3, <class 'toy.Tensor'>, [1, 2, 3], 2)"},
		{"x.abs(), x.count(), toy.count(x), x.count() + 0.5", "(toy.tensor([1, 2, 3], dtype=int32), 3, 3, 3.5)"},
		// Namespaces.
		{"toy, toy.np, np is toy.np, np.add is toy.np.add, np.add, hasattr(toy, 'np'), hasattr(toy, 'nope')", "(<module 'toy'>, <module 'toy.np'>, True, True, <built-in function toy.np.add>, True, False)"},
		{"dir(toy)", "['both', 'config', 'count', 'crash', 'echo', 'f4', 'f8', 'fail', 'half', 'i4', 'info', 'np', 'odd', 'odd_dtype', 'pair']"},
		{"dir(np)", "['abs', 'add', 'asarray', 'equal', 'f4', 'f8', 'i4', 'less', 'multiply', 'negative', 'newaxis', 'odd', 'pi', 'subtract']"},
		{"[n for n in dir(x) if n not in ('T', 'broken')]", "['abs', 'count', 'dtype', 'iadd', 'item', 'shape', 'tolist', 'weak']"},
		// Dtypes.
		{"toy.f4, np.f8, toy.odd, toy.odd_dtype() == toy.odd, toy.odd == toy.f4, x.dtype == toy.i4, x.dtype == 'int32', x.dtype == ivy.int32, toy.odd.name", "(float32, float64, toy.odd, True, False, True, True, True, 'toy.odd')"},
		{"{toy.f4: 1, toy.odd: 2}[ivy.float32], {toy.odd: 2}[toy.odd_dtype()], ivy.ones(1, dtype=toy.f8)", "(1, 2, ivy.array([1.], dtype=float64))"},
		{"np.asarray(1, dtype=float).dtype, np.asarray(1, dtype=int).dtype, np.asarray(1, dtype=bool).dtype, np.asarray(1, dtype=complex).dtype", "(float64, int64, bool, complex128)"},
		// Operators, from both sides, with ivy's arrays and Python's numbers.
		{"x + 1, 1 - x, x + x, -x, abs(-x), w + w", "(toy.tensor([2, 3, 4], dtype=int32), toy.tensor([ 0, -1, -2], dtype=int32), toy.tensor([2, 4, 6], dtype=int32), toy.tensor([-1, -2, -3], dtype=int32), toy.tensor([1, 2, 3], dtype=int32), toy.tensor(5., dtype=float32, weak=True))"},
		{"ivy.arange(3) - x, x - ivy.arange(3), (ivy.arange(3) - x).dtype", "(toy.tensor([-1, -1, -1], dtype=int32), toy.tensor([1, 1, 1], dtype=int32), int32)"},
		{"ivy.add(x, 1), ivy.asarray(x), ivy.stack([x, x]).shape, x.shape == ivy.shape(x)", "(ivy.array([2, 3, 4]), ivy.array([1, 2, 3]), (2, 3), True)"},
		{"x < 2, x == [1, 5, 3], x == None, x != 'a' if False else 0, x == toy.f4", "(toy.tensor([ True, False, False], dtype=bool), toy.tensor([ True, False,  True], dtype=bool), False, 0, False)"},
		{"0 < w < 3, 0 < w < 1, not w, w and 'a', 1 if x[0] == 1 else 2, bool(w)", "(toy.tensor(True, dtype=bool), toy.tensor(False, dtype=bool), False, 'a', 1, True)"},
		{"2 in x, 9 in x, x[0] in [1, 2], [1, x[1]] == [1, 2], max([x[0], x[2]]) if False else 0, sum([x, x])", "(True, False, True, True, 0, toy.tensor([2, 4, 6], dtype=int32))"},
		// In place, and not.
		{"y = x\nx += 1\nx, x is y", "(toy.tensor([2, 3, 4], dtype=int32), True)"},
		{"y = x\nx -= 1\nx, y", "(toy.tensor([0, 1, 2], dtype=int32), toy.tensor([1, 2, 3], dtype=int32))"},
		{"y = x\nx *= 2\nx, y", "(toy.tensor([2, 4, 6], dtype=int32), toy.tensor([1, 2, 3], dtype=int32))"},
		{"i = ivy.arange(3)\nj = i\ni += x\ni, i is j", "(ivy.array([1, 3, 5]), True)"},
		{"i = ivy.arange(3)\ny = np.asarray(i)\nz = ivy.asarray(y)\ni += 1\nz += 2\ny", "toy.tensor([0, 1, 2], dtype=int32)"},
		{"i = ivy.arange(3)\ny = np.asarray(x=i)\nn = numpy.add(y, 1)\ni += 1\nn[0] = 9\ny", "toy.tensor([0, 1, 2], dtype=int32)"},
		// Arrays of two frameworks: an array of another one is of its dtype.
		{"n = numpy.add(ivy.arange(3), 1)\ntype(n + x), type(x + n), type(n + n), x + n, type(numpy.add(x, n)), type(np.add(n, x))", "(<class 'toy.Tensor'>, <class 'toy.Tensor'>, <class 'numpy.ndarray'>, toy.tensor([2, 4, 6], dtype=int32), <class 'numpy.ndarray'>, <class 'toy.Tensor'>)"},
		{"i = ivy.arange(3)\nr = ivy.reshape(x, (3, 1))\nr += 5\nv = np.asarray(i)\nq = i[1:]\nq += 7\nx, v, i", "(toy.tensor([1, 2, 3], dtype=int32), toy.tensor([0, 1, 2], dtype=int32), ivy.array([0, 8, 9]))"},
		{"n = numpy.add(ivy.ones(3), 1)\nnp.add(n, w)", "toy.tensor([4.5, 4.5, 4.5], dtype=float32)"},
		{"n = 1\nn += x\nn", "toy.tensor([2, 3, 4], dtype=int32)"},
		// Indexing and iteration.
		{"x[0], x[-1:], x[None].shape, x[..., None].shape, x[[2, 0]], x[x < 3], x[ivy.asarray([True, False, True])], w[()].weak", "(toy.tensor(1, dtype=int32), toy.tensor([3], dtype=int32), (1, 3), (3, 1), toy.tensor([3, 1], dtype=int32), toy.tensor([1, 2], dtype=int32), toy.tensor([1, 3], dtype=int32), True)"},
		{"[int(v) for v in x], list(x)[0], [1, 2, 3][x[0]], float(w), complex(w), round(float(w))", "([1, 2, 3], toy.tensor(1, dtype=int32), 2, 2.5, (2.5+0j), 2)"},
		{"a, b, c = x\na + b + c", "toy.tensor(6, dtype=int32)"},
		// Results of every kind.
		{"a, b = toy.both(x)\na is b, len(toy.both(x))", "(True, 2)"},
		{"p = toy.pair(x)\nv, i = p\np.values, p.first_indices, len(p)", "(toy.tensor([1, 2, 3], dtype=int32), toy.tensor([1, 2, 3], dtype=int32), 2)"},
		{"toy.info(), toy.info().smallest_normal", "(toy_info(bits=16, smallest_normal=0.5), 0.5)"},
		{"toy.config.update(toy.f8)\nnp.asarray(1.5).dtype", "float64"},
		// Arguments of every kind go there and back.
		{"toy.echo(), toy.echo(None, 1, 2.5, 2j, 'a', True, key=[1, (2, [3])], z=toy.f4)", "([None, None, 3], [None, [1, 2.5, 2j, 'a', True], [1, [2, [3]]], 'z', float32])"},
		{"toy.echo(range(3), 1 << 63, toy.odd), toy.echo([x])[0][0]", "([[0, 1, 2], [9223372036854775808, toy.odd], 3], toy.tensor([1, 2, 3], dtype=int32))"},
		{"toy.echo(1, x)", "[1, (toy.tensor([1, 2, 3], dtype=int32),), 3]"},
	} {
		t.Run(c.src, func(t *testing.T) {
			got, err := evalText(t, toyHead+c.src)
			require.NoError(t, err)
			assert.Equal(t, c.want, got)
		})
	}
}

func TestFrontendErrors(t *testing.T) {
	addToy(t)
	for _, c := range []struct {
		src, kind string
		line, col int
		msg       string
	}{
		{"x + ivy.ones(4, dtype='int32')", "ToyShapeError", 4, 3, "toy.np.add"},
		{"x + w", "ToyPromotionError", 4, 3, "the toy has none"},
		{"np.add(x)", "TypeError", 4, 7, `needs "y"`},
		{"np.add(x, 1, 2)", "TypeError", 4, 7, "takes 2 positional"},
		{"np.add(x, y=1)", "TypeError", 4, 7, "no parameter"},
		{"np.add(x, 'a')", "ToyError", 4, 7, "toy.np.add"},
		{"x + 'a'", "ToyError", 4, 3, "of type str"},
		{"x / 2", "TypeError", 4, 3, "no operator /"},
		{"~x", "TypeError", 4, 1, "no operator ~"},
		{"x[9]", "ToyIndexError", 4, 2, "out of range"},
		{"x['a']", "IndexError", 4, 2, "str"},
		{"x[0.5]", "IndexError", 4, 2, "float"},
		{"x[0] = 1", "TypeError", 4, 2, "no values"},
		{"x[0] += 1", "TypeError", 4, 6, "no values"},
		{"x += ivy.ones(4)", "ToyShapeError", 4, 3, "iadd"},
		{"if x:\n  pass", "ToyTruthError", 4, 1, "3 elements"},
		{"0 < x < 2", "", 4, 3, ""},
		{"not np.asarray([])", "ToyTruthError", 4, 1, "0 elements"},
		{"float(x)", "ToyNumberError", 4, 6, "3 elements"},
		{"float(toy.half(1))", "TypeError", 4, 6, "complex"},
		{"len(w)", "TypeError", 4, 4, "no dimensions"},
		{"[v for v in w]", "TypeError", 4, 4, "no dimensions"},
		{"a, b = w", "TypeError", 4, 6, "no dimensions"},
		{"list(w)", "TypeError", 4, 5, "no dimensions"},
		{"{x: 1}", "TypeError", 4, 3, "unhashable"},
		{"round(x)", "TypeError", 4, 6, "round"},
		{"np.add(x, 1 << 64)", "OverflowError", 4, 7, "65 bits"},
		{"x + (1 << 64)", "OverflowError", 4, 3, "65 bits"},
		{"np.add(x, len)", "TypeError", 4, 7, "a function is no argument"},
		{"np.add(x, {})", "TypeError", 4, 7, "a dict is no argument"},
		{"toy.fail(3)", "ToyError", 4, 9, "toy.fail: ToyError: no 3"},
		{"x.broken", "ToyIndexError", 4, 2, "out of range"},
		{"x.nope", "value", 4, 2, "nope"},
		{"x.shap", "value", 4, 2, `did you mean "shape"?`},
		{"np.addd", "value", 4, 3, `toy.np has no "addd" (did you mean "add"?)`},
		{"toy.f4(1)", "value", 4, 7, "no function"},
		{"ivy.ones(1, dtype=toy.odd)", "dtype", 4, 9, "toy.odd is no dtype here"},
		{"np.asarray(1, dtype=toy.odd)", "TypeError", 4, 11, "want a dtype"},
	} {
		t.Run(c.src, func(t *testing.T) {
			_, err := evalText(t, toyHead+c.src)
			var e *Error
			if c.kind == "" {
				require.Error(t, err)
				return
			}
			require.ErrorAs(t, err, &e)
			assert.Equal(t, c.kind, e.Kind, e.Msg)
			assert.Equal(t, [2]int{c.line, c.col}, [2]int{e.Line, e.Col}, e.Error())
			assert.Contains(t, e.Msg, c.msg)
			assert.NotContains(t, e.Msg, "fault in this library")
		})
	}
	_, err := evalText(t, "toy.crash(1)")
	require.ErrorContains(t, err, "fault in this library")
	assert.Equal(t, "SystemError", KindOf(err))
}

// Tensors of PyTorch and TensorFlow become NumPy's arrays.
func TestNumPyOfTensors(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"x = torch.tensor([1.5, 2])\ny = x.numpy()\ny[0] = 7\nx[1] = 9\nx, y", "(tensor([7., 9.]), array([7., 9.], dtype=float32))"},
		{"x = torch.arange(6).reshape(2, 3)\nx.t()[1:].numpy(force=True)[0, 0] = 50\nx", "tensor([[ 0, 50,  2],\n        [ 3,  4,  5]])"},
		{"x = torch.tensor(1).numpy()\nx, x.shape, type(x)", "(array(1), (), <class 'numpy.ndarray'>)"},
		{"x = tensorflow.constant([1.5, 2])\ny = x.numpy()\ny[0] = 7\nx, y", "(<tf.Tensor: shape=(2,), dtype=float32, numpy=array([1.5, 2. ], dtype=float32)>, array([7., 2.], dtype=float32))"},
		{"x = tensorflow.constant(2.5).numpy()\nx, type(x), x.is_integer()", "(np.float32(2.5), <class 'numpy.float32'>, False)"},
		{"['numpy' in dir(x) for x in (torch.ones(1), tensorflow.ones(1), jax.numpy.ones(1), numpy.ones(1))]", "[True, True, False, False]"},
	} {
		got, err := evalText(t, c.src)
		require.NoError(t, err, c.src)
		assert.Equal(t, c.want, got, c.src)
	}
	for src, want := range map[string]string{
		"torch.zeros(2, dtype=torch.bfloat16).numpy()":  "TypeError: Got unsupported ScalarType BFloat16",
		"torch.zeros(2, dtype=torch.complex32).numpy()": "TypeError: Got unsupported ScalarType ComplexHalf",
		"torch.zeros(2).numpy(1)":                       "TypeError: numpy() takes 0 positional arguments but 1 was given",
		"torch.zeros(2).numpy(1, 2)":                    "TypeError: numpy() takes 0 positional arguments but 2 were given",
		"torch.zeros(2).numpy(force=3)":                 "TypeError: numpy(): argument 'force' must be bool, not int",
		"tensorflow.zeros(2).numpy(1)":                  "numpy() takes at most 0 arguments, got 1",
		"jax.numpy.zeros(2).numpy()":                    `no attribute "numpy"`,
	} {
		_, err := evalText(t, src)
		assert.ErrorContains(t, err, want, src)
	}
}

// What NumPy makes of PyTorch's tensors, and PyTorch of NumPy's arrays, shares elements: a write to one is seen in
// the other, and in views of both. The results are those of numpy 2.0.2 and torch 2.13.0.
func TestSharedWithNumPy(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`n = numpy.zeros(3)
out = []
for f in (torch.from_numpy, torch.as_tensor, torch.asarray, lambda n: torch.asarray(n, copy=False)):
    t = f(n)
    t[0] = 1
    n[1] = 2
    t += 1
    n += 1
    out.append((n.tolist(), t.tolist()))
out`, "[([3.0, 4.0, 2.0], [3.0, 4.0, 2.0]), ([3.0, 4.0, 4.0], [3.0, 4.0, 4.0]), ([3.0, 4.0, 6.0], [3.0, 4.0, 6.0]), ([3.0, 4.0, 8.0], [3.0, 4.0, 8.0])]"},
		{`x = torch.zeros(3)
out = []
for f in (numpy.asarray, numpy.asanyarray, numpy.ascontiguousarray, lambda x: x.numpy()):
    y = f(x)
    x[0] = 1
    y[1] = 2
    x += 1
    y += 1
    out.append((x.tolist(), y.tolist()))
out`, "[([3.0, 4.0, 2.0], [3.0, 4.0, 2.0]), ([3.0, 4.0, 4.0], [3.0, 4.0, 4.0]), ([3.0, 4.0, 6.0], [3.0, 4.0, 6.0]), ([3.0, 4.0, 8.0], [3.0, 4.0, 8.0])]"},
		// Views of both.
		{"x = torch.zeros(3)\nv = numpy.asarray(x)[1:]\nv[0] = -1\nx[2] = -2\nx, v", "(tensor([ 0., -1., -2.]), array([-1., -2.], dtype=float32))"},
		{"n = numpy.arange(6.0).reshape(2, 3)\nt = torch.from_numpy(n.T)\nt.mul_(2)\nn[0, 1] = -5\nn, t.tolist(), t.stride()", "(array([[ 0., -5.,  4.],\n       [ 6.,  8., 10.]]), [[0.0, 6.0], [-5.0, 8.0], [4.0, 10.0]], (1, 3))"},
		{"n = numpy.zeros(4)\nv = n[::2]\nw = torch.from_numpy(v)\nw[1] = 5\nn[0] = 7\nu = w[1:]\nu.fill_(6)\nn, v, w", "(array([7., 0., 6., 0.]), array([7., 6.]), tensor([7., 6.], dtype=torch.float64))"},
		{"n = numpy.array([3.0, 1, 2])\nt = torch.from_numpy(n)\nn.sort()\nt, numpy.shares_memory(n, t.numpy())", "(tensor([1., 2., 3.], dtype=torch.float64), True)"},
		// Copies.
		{"n = numpy.zeros(2)\nt, u, v = torch.tensor(n), torch.as_tensor(n, dtype=torch.float32), torch.asarray(n, copy=True)\nt[0], u[0], v[0] = 1, 1, 1\nn", "array([0., 0.])"},
		{"x = torch.zeros(2)\na, b = numpy.array(x), numpy.asarray(x, dtype=numpy.float64)\na[0], b[0] = 1, 1\nx", "tensor([0., 0.])"},
		{"x = jax.numpy.zeros(2)\nt = torch.as_tensor(x)\nt[0] = 1\nx", "Array([0., 0.], dtype=float32)"},
	} {
		got, err := evalText(t, c.src)
		require.NoError(t, err, c.src)
		assert.Equal(t, c.want, got, c.src)
	}

	x := torch.NewTensor([]float32{1, 2})
	y := numpy.Asarray(x)
	x.Set(5, 0)
	y.Set(6, 1)
	assert.Equal(t, []float32{5, 6}, ivy.Values[float32](x.V))
	assert.Equal(t, []float32{5, 6}, ivy.Values[float32](y.V))
}

// A program's settings are its own, of ivy and of a frontend each for itself.
func TestFrontendSettings(t *testing.T) {
	addToy(t)
	ctx := context.Background()
	a, err := New(Options{})
	require.NoError(t, err)
	b, err := New(Options{})
	require.NoError(t, err)
	run := func(s *Session, src string) string {
		v, err := s.Run(ctx, "t", []byte(src))
		require.NoError(t, err)
		return v.String()
	}
	run(a, "toy.config.update('f8')\nivy.set_default_float_dtype('float16')")
	assert.Equal(t, "(float64, float16)", run(a, "toy.np.asarray(1.5).dtype, ivy.ones(1).dtype"), "settings stay for the session")
	assert.Equal(t, "(float32, float32)", run(b, "toy.np.asarray(1.5).dtype, ivy.ones(1).dtype"))
	assert.Contains(t, a.Complete("toy.n"), "p")
	assert.Equal(t, []string{"ract"}, a.Complete("toy.np.subt"))
	run(a, "z = toy.np.asarray([1])")
	assert.Contains(t, a.Complete("z.sh"), "ape")

	x, ok := a.Get("z")
	require.True(t, ok)
	v, err := x.Go()
	require.NoError(t, err)
	require.NoError(t, b.Set("z", v), "an array of another session")
	assert.Equal(t, "toy.tensor([2], dtype=int32)", run(b, "z + 1"))
	z, err := ToArray(v)
	require.NoError(t, err)
	assert.Equal(t, ivy.Int32, z.Dtype())
}

func TestFrontendJSON(t *testing.T) {
	addToy(t)
	for _, c := range []struct{ src, want string }{
		{"toy.np.asarray(1.5)", `{"dtype":"float32","weak":true,"shape":[],"data":"AADAPw=="}`},
		{"toy.np.asarray([1, 2])", `{"dtype":"int32","weak":false,"shape":[2],"data":"AQAAAAIAAAA="}`},
		{"toy.half([1, 0.5 - 2j])", `{"dtype":"complex32","weak":false,"shape":[2],"data":"ADwAAAA4AMA="}`},
		{"toy.both(toy.np.asarray([True])), toy.f4, toy.odd, toy.count(ivy.ones(3))", `[[{"dtype":"bool","weak":false,"shape":[1],"data":"AQ=="},{"dtype":"bool","weak":false,"shape":[1],"data":"AQ=="}],"float32","toy.odd",3]`},
	} {
		got, err := evalJSON(t, c.src)
		require.NoError(t, err, c.src)
		assert.Equal(t, c.want, got, c.src)
	}
}

func TestUseFrontend(t *testing.T) {
	addToy(t)
	s, err := New(Options{})
	require.NoError(t, err)
	require.Error(t, s.UseFrontend("abacus"))
	require.NoError(t, s.UseFrontend("toy"))
	require.NoError(t, s.Set("x", Dict{Keys: []string{"a"}, Values: []any{ivy.Ones([]int{2})}}))
	ctx := context.Background()
	v, err := s.Run(ctx, "t", []byte("{'sum': xp.add(x['a'], 1), 'fail': lambda: x['a'] + ivy.ones(3), 'late': (lambda: xp.pi,)}"))
	require.NoError(t, err)
	got, err := s.Results(ctx, v)
	require.NoError(t, err)
	d := got.(Dict)
	assert.Equal(t, []string{"sum", "fail", "late"}, d.Keys)
	assert.Equal(t, "toy", d.Values[0].(*frontend.Array).NS.Name)
	assert.Equal(t, "ToyShapeError", KindOf(d.Values[1].(error)))
	assert.IsType(t, Tuple{}, d.Values[2])

	v, err = s.Run(ctx, "t", []byte("lambda x: x"))
	require.NoError(t, err)
	_, err = s.Results(ctx, v)
	require.Error(t, err, "a function with parameters")
	_, err = v.Go()
	require.Error(t, err, "a function is no value")
}

// Limits hold inside frontends as for ivy's functions.
func TestFrontendLimits(t *testing.T) {
	addToy(t)
	for _, src := range []string{
		"toy.echo(range(1 << 60))",
		"t = []\nfor i in range(100):\n  t = [t, t]\ntoy.echo(t)",
		"toy.np.asarray(ivy.broadcast_to(ivy.ones(1), (1 << 14, 1))) + ivy.ones(1 << 16)",
		"x = toy.np.asarray([1])\nwhile True:\n  x = x + 1",
	} {
		s, err := New(Options{Steps: 200_000, Memory: 1 << 22, ArrayBytes: 1 << 20})
		require.NoError(t, err)
		_, err = s.Run(context.Background(), "t", []byte(src))
		require.Error(t, err, src)
		assert.NotContains(t, err.Error(), "fault", src)
	}
}

// What every frontend has: whatever its table names is there, and nothing that a
// program can write about it is a fault of this library.
func TestEveryFrontend(t *testing.T) {
	for _, name := range Frontends() {
		t.Run(name, func(t *testing.T) {
			s, err := New(Options{})
			require.NoError(t, err)
			f := s.in.frame(name)
			require.NotNil(t, f)
			for _, fn := range f.Functions.All() {
				if strings.HasPrefix(fn.Path, ".") {
					continue
				}
				v, err := s.Run(context.Background(), "t", []byte(name+"."+fn.Path))
				require.NoError(t, err, fn.Path)
				assert.NotEqual(t, "None", v.String())
			}
			require.NoError(t, s.UseFrontend(name))
			require.NoError(t, s.Set("x", ivy.Asarray([][]float32{{1, 2}, {3, 4}})))
			v, err := s.Run(context.Background(), "t", []byte("repr(x), dir(x), dir(xp), dir("+name+"), x.shape, x[0], [r for r in x], x.dtype"))
			require.NoError(t, err)
			_, err = s.Run(context.Background(), "t", []byte("x.tolist()"))
			if name == "tensorflow" { // whose tensors have it with NumPy's behaviour
				assert.ErrorContains(t, err, "AttributeError")
			} else {
				require.NoError(t, err)
			}
			begins := map[string]string{"numpy": "array(", "jax": "Array(", "torch": "tensor(", "anvil": "anvil.nv_array(",
				"tensorflow": "<tf.Tensor: shape=(2, 2), dtype=float32, numpy=\\narray("}[name]
			assert.True(t, strings.HasPrefix(v.String(), "('"+begins+"[[1., 2.],"), "%.100s", v)
			for _, path := range f.modules {
				assert.NotNil(t, f.children()[path], "the path of dtypes %q", path)
				for d := range f.dtypes() {
					assert.NotNil(t, f.member(path, strings.TrimPrefix(path+"."+d, "."), d))
				}
			}
			for path, names := range f.numbers {
				for _, n := range strings.Fields(names) {
					assert.Contains(t, f.children()[path], n)
				}
			}
			if f.xp != "" {
				assert.NotEmpty(t, f.children()[f.xp])
			}
		})
	}
}

func FuzzFrontends(f *testing.F) {
	for _, src := range []string{
		"x + 1", "1 - x", "x @ x", "x[0, 1:]", "x[x > 1]", "xp.add(x, x)", "x += 2.5\nx", "x[0] = 1\nx", "-x ** 2 // 3", "0 < x[0, 0] < 2", "x.T.sum()",
		"xp.asarray([1, 2.5, 3j])", "x.dtype == xp.float32", "abs(x) << 2", "[float(v) for r in x for v in r]", "xp.sum(x, axis=0, keepdims=True)",
	} {
		for i := range len(Frontends()) {
			f.Add(uint8(i), src)
		}
	}
	f.Fuzz(func(t *testing.T, which uint8, src string) {
		names := Frontends()
		s, err := New(Options{Steps: 20_000, Memory: 1 << 22, ArrayBytes: 1 << 20, MaxOutput: 1 << 16})
		require.NoError(t, err)
		require.NoError(t, s.UseFrontend(names[int(which)%len(names)]))
		require.NoError(t, s.Set("x", ivy.Asarray([][]float32{{1, 2}, {3, 4}})))
		v, err := s.Run(context.Background(), "fuzz", []byte(src))
		if err == nil {
			err = v.WriteJSON(&bytes.Buffer{})
			_ = v.String()
		}
		if err != nil {
			require.NotContains(t, err.Error(), "fault in this library")
		}
	})
}

func TestFrontendNames(t *testing.T) {
	assert.True(t, slices.IsSorted(Frontends()))
	assert.Subset(t, Frontends(), []string{"anvil", "numpy"})
}

// Every function of every frontend, and every method, with arguments that are mostly
// wrong: an error of the framework's, or a result that can be shown.
func TestFrontendCalls(t *testing.T) {
	calls := []string{"", "x", "x, x", "x, x, x", "None", "'a'", "[x, x]", "(x, 1)", "1 << 70", "x, axis=0", "2.5, 2j", "x, dtype=float", "x[0, 0], -1, True", "..., {}, len"}
	for _, name := range Frontends() {
		t.Run(name, func(t *testing.T) {
			s, err := New(Options{ArrayBytes: 1 << 24, Steps: 1 << 24})
			require.NoError(t, err)
			f := s.in.frame(name)
			for _, fn := range f.Functions.All() {
				path := name + "." + fn.Path
				if method, ok := strings.CutPrefix(fn.Path, "."); ok {
					path = "x." + method
				}
				if strings.HasPrefix(path, "x.__") {
					continue
				}
				for _, args := range calls {
					require.NoError(t, s.UseFrontend(name))
					require.NoError(t, s.Set("x", ivy.Asarray([][]float32{{1, 2}, {3, 4}})))
					v, err := s.Run(context.Background(), "t", []byte(path+"("+args+")"))
					if err != nil {
						require.NotContains(t, err.Error(), "fault in this library", "%s(%s)", path, args)
						continue
					}
					assert.NotContains(t, v.String(), "<array:", "%s(%s)", path, args)
				}
			}
		})
	}
}

// TestMethodsOfModes asks for what JAX's and TensorFlow's arrays have, and what they have not.
func TestMethodsOfModes(t *testing.T) {
	const numpy = "tensorflow.experimental.numpy.experimental_enable_numpy_behavior(dtype_conversion_mode='%s')\n"
	legacy, all := fmt.Sprintf(numpy, "legacy"), fmt.Sprintf(numpy, "all")
	const x = "x = tensorflow.constant([[1, 2, 3], [4, 5, 6]])\n"
	for _, c := range []struct{ source, want string }{
		{x + "x.reshape(3, 2)", "!AttributeError"},
		{x + "x.T", "!AttributeError"},
		{x + "x.size", "!AttributeError"},
		{x + "x.item()", "!has no"},
		{x + "x == [1, 2]", "False"},
		{x + "x != 'a'", "!TypeError"},
		{x + "x(1)", "!TypeError"},
		{x + "tensorflow.zeros(2, dtype=int)", "!TypeError"},
		{x + "tensorflow.zeros(2, dtype=float).dtype", "float32"},
		{x + "tensorflow.experimental.numpy.zeros(2, dtype=int).dtype", "int64"},
		{legacy + x + "x.reshape(3, 2).tolist()", "[[1, 2], [3, 4], [5, 6]]"},
		{legacy + x + "x.T.tolist()", "[[1, 4], [2, 5], [3, 6]]"},
		{legacy + x + "x.size", "6"},
		{legacy + x + "x.max(), x.astype(float).dtype", "float32"},
		{legacy + x + "x.astype(int)", "!TypeError"},
		{legacy + x + "tensorflow.experimental.numpy.zeros(2, dtype=int).dtype", "int64"},
		{all + x + "tensorflow.experimental.numpy.zeros(2, dtype=int).dtype", "int32"},
		{all + x + "x.mean(dtype=float).dtype", "float32"},
		{"jax.numpy.half", "!has no"},
		{"jax.numpy.zeros(2, dtype='half').dtype", "float16"},
		{"jax.numpy.array([1, 2, 3]).at[0].apply(lambda v: v + 10).tolist()", "[11, 2, 3]"},
		{"jax.numpy.array([1, 2, 3]).at[jax.numpy.array([0, 0])].apply(jax.numpy.square).at[1].apply(lambda v: v * 5).tolist()", "[1, 10, 3]"},
		{"jax.numpy.array([1, 2, 3]).at[0].apply(lambda v: v + 0.5)", "!ValueError"},
		{"jax.numpy.array([1, 2, 3]).at[0].apply(lambda v: fail('no'))", "!fail: no"},
		{"jax.numpy.array([1, 2, 3]).at[0].apply(7)", "!not callable"},
		{"jax.numpy.array([1, 2, 3]).at[0].sub(1)", "!has no"},
		{"jax.numpy.array([1, 2, 3])(0)", "!TypeError"},
	} {
		s, err := New(Options{})
		require.NoError(t, err)
		v, err := s.Run(context.Background(), "t", []byte(c.source))
		if want, fails := strings.CutPrefix(c.want, "!"); fails {
			assert.ErrorContains(t, err, want, c.source)
		} else if assert.NoError(t, err, c.source) {
			assert.Contains(t, v.String(), c.want, c.source)
		}
	}
}

// Names that a framework does not have are not there, though texts name the dtype.
func TestNamesOfOthers(t *testing.T) {
	s, err := New(Options{})
	require.NoError(t, err)
	for _, src := range []string{"numpy.bfloat16", "jax.numpy.half"} {
		_, err := s.Run(context.Background(), "t", []byte(src))
		assert.ErrorContains(t, err, " has no ", src)
	}
	v, err := s.Run(context.Background(), "t", []byte("numpy.ones(2, dtype='bfloat16').dtype == 'bfloat16', jax.numpy.ones(2, dtype='half').dtype == jax.numpy.float16"))
	require.NoError(t, err)
	assert.Equal(t, "(True, True)", v.String())
}
