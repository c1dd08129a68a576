package frontend

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// toy is a framework that tells what its functions were called with.
var toy = &Framework{
	Name: "toy", OperandError: "TypeError",
	Dtypes:    map[string]any{"long": dtype.Int64},
	Own:       func(x any) *Array { a, _ := x.(*own); return (*Array)(a) },
	Public:    func(a *Array) any { return (*own)(a) },
	Array:     func(n *Namespace, x any) *Array { return n.Wrap(n.env.Asarray(x)) },
	Cast:      func(n *Namespace, x *ivy.Array, d dtype.Dtype) *ivy.Array { return n.env.Astype(x, d) },
	Put:       func(n *Namespace, v backend.Scalar, d dtype.Dtype) *ivy.Array { return n.env.Asarray(v, d) },
	Classes:   map[error]string{ivy.ErrShape: "ShapeError"},
	Operators: map[string]string{"+": "add", "neg": "negate"},
	Functions: NewTable([]Func{
		{Path: "add", Sig: "x1, x2, /", Typing: common, Binary: (*ivy.Env).Add, Same: dtype.All, Method: true},
		{Path: "neg.negate", Sig: "x", Typing: common, Unary: (*ivy.Env).Negative},
		{Path: ".negate", Sig: "self", Typing: common, Unary: (*ivy.Env).Negative},
		{Path: "tell", Sig: "a, /, b, c=2.5, *, d='x', e=None", Out: Value, Run: func(c *Call) any {
			return []any{c.Arg("a"), c.Arg("b"), c.Arg("c"), c.Arg("d"), c.Arg("e"), c.Given("c"), c.Has("e"), c.Count()}
		}},
		{Path: "all_of", Sig: "*xs, out=None, **more", Out: Value, Run: func(c *Call) any { return []any{c.Rest("xs"), c.Arg("out"), c.Arg("more")} }},
		{Path: "kinds", Sig: "i=1, is=(), b=True, f=1.5, s='', d=None", Out: Value, Run: func(c *Call) any {
			is, one, ok := c.Ints("is")
			return []any{c.Int("i"), is, one, ok, c.Bool("b"), c.Float("f"), c.Text("s"), c.Dtype("d")}
		}},
		{Path: "forms", Sig: "a, b=2, *, c=None, *rest", Also: map[string]string{"x": "a", "rest": "rest", "others": "rest"}, Out: Value,
			Forms: []Form{
				{Sig: "b, a", Takes: func(_ *Namespace, args []any) bool { return isText(args[0]) }},
				{Sig: "c, *, b=7", Takes: func(_ *Namespace, args []any) bool { return isText(args[0]) }},
			},
			Run: func(c *Call) any {
				return []any{c.Arg("a"), c.Arg("b"), c.Arg("c"), c.Arg("rest"), c.Given("a"), c.Given("b"), c.Count()}
			}},
		{Path: "twice", Sig: "x", Out: List, Run: func(c *Call) any {
			a := c.Operand("x").A
			return []*Array{a, a}
		}},
		{Path: "root", Sig: "x, /, k=None", Unary: (*ivy.Env).Sqrt, Same: dtype.Of(dtype.Float64), Run: func(c *Call) any {
			return c.Wrap(c.env.Full(nil, -1., dtype.Float64))
		}},
		{Path: "fails", Sig: "", Out: None, Run: func(c *Call) any { c.Raise("KeyError", "no %d", 7); return nil }},
	}),
}

type own Array

func (a *own) Ivy() *ivy.Array { return a.V }

func common(n *Namespace, args ...promote.Arg) (dtype.Dtype, promote.Result, error) {
	r, err := promote.Fold(n.Rule().Rule(), args...)
	return r.Dtype, r, err
}

var rule = ivy.IvyRule(true, dtype.StandardDefaults)

func space() *Namespace { return New(toy, ivy.Standard(), "settings", rule) }

func isText(x any) bool { _, ok := x.(string); return ok }

func (n *Namespace) do(path string, args ...any) (z any, err error) {
	err = ivy.Try(func() { z = n.CallValue(n.Functions.Must(path), args) })
	return z, err
}

func TestBind(t *testing.T) {
	n := space()
	kw := func(name string, v any) Named { return Named{name, v} }
	for _, c := range []struct {
		path string
		args []any
		want any // or the error's class
	}{
		{"tell", []any{1, 2}, []any{1, 2, 2.5, "x", nil, false, false, 2}},
		{"tell", []any{1, 2, 3}, []any{1, 2, 3, "x", nil, true, false, 3}},
		{"tell", []any{1, kw("c", 3), kw("b", 4), kw("e", 5)}, []any{1, 4, 3, "x", 5, true, true, 4}},
		{"tell", []any{kw("a", 1), kw("b", 4)}, "TypeError"},       // a is positional only
		{"tell", []any{1, 2, 3, 4}, "TypeError"},                   // d is keyword only
		{"tell", []any{1}, "TypeError"},                            // b is missing
		{"tell", []any{1, 2, kw("b", 3)}, "TypeError"},             // b twice
		{"tell", []any{1, 2, kw("d", 1), kw("d", 2)}, "TypeError"}, // d twice
		{"tell", []any{1, 2, kw("z", 3)}, "TypeError"},             // no z
		{"forms", []any{1}, []any{1, 2, nil, nil, true, false, 1}},
		{"forms", []any{"t", 1}, []any{1, "t", nil, nil, true, true, 2}},
		{"forms", []any{"t", kw("x", 1)}, []any{1, "t", nil, nil, true, true, 2}},
		{"forms", []any{"t"}, []any{nil, 7, "t", nil, false, false, 1}},
		{"forms", []any{"t", kw("b", 1)}, []any{nil, 1, "t", nil, false, true, 2}},
		{"forms", []any{1, "t"}, []any{1, "t", nil, nil, true, true, 2}},
		{"forms", []any{kw("x", 1), kw("others", []any{3})}, []any{1, 2, nil, []any{[]any{3}}, true, false, 2}},
		{"forms", []any{1, kw("rest", []any{3})}, []any{1, 2, nil, []any{[]any{3}}, true, false, 2}},
		{"forms", []any{1, kw("rest", 3)}, "TypeError"},
		{"forms", []any{1, kw("x", 1)}, "TypeError"},
		{"forms", []any{1, kw("rest", nil), kw("others", nil)}, "TypeError"},
		{"all_of", nil, []any{[]any{}, nil, nil}},
		{"all_of", []any{1, 2, kw("out", 3), kw("k", 4)}, []any{[]any{1, 2}, 3, []Named{{"k", 4}}}},
		{"all_of", []any{[]any{1, 2}}, []any{[]any{1, 2}, nil, nil}},
		{"kinds", nil, []any{1, []int{}, false, true, true, 1.5, "", dtype.Invalid}},
		{"kinds", []any{5, 6, 0, 7, "t", "long"}, []any{5, []int{6}, true, true, false, 7.0, "t", dtype.Int64}},
		{"kinds", []any{int8(5), []any{1, ivy.Asarray(int8(2))}, 1, ivy.Asarray(2.5), "", dtype.Bool}, []any{5, []int{1, 2}, false, true, true, 2.5, "", dtype.Bool}},
		{"kinds", []any{1, nil}, []any{1, []int(nil), false, false, true, 1.5, "", dtype.Invalid}},
		{"kinds", []any{1.5}, "TypeError"},
		{"kinds", []any{nil}, "TypeError"},
		{"kinds", []any{1, []any{1.5}}, "TypeError"},
		{"kinds", []any{1, "ab"}, "TypeError"},
		{"kinds", []any{1, 1, "yes"}, "TypeError"},
		{"kinds", []any{1, 1, true, 1i}, "TypeError"},
		{"kinds", []any{1, 1, true, 1.5, 3}, "TypeError"},
		{"kinds", []any{1, 1, true, 1.5, "", "int1"}, "TypeError"},
		{"kinds", []any{1, 1, true, 1.5, "", 3}, "TypeError"},
		{"fails", nil, "KeyError"},
		{"fails", []any{1}, "TypeError"},
	} {
		got, err := n.do(c.path, c.args...)
		if class, isClass := c.want.(string); isClass {
			var e *ivy.Error
			require.ErrorAs(t, err, &e, "%s%v", c.path, c.args)
			assert.Equal(t, class, Class(err), "%s%v", c.path, c.args)
			assert.Equal(t, "toy."+c.path, e.Op)
			continue
		}
		require.NoError(t, err)
		assert.Equal(t, c.want, got, "%s%v", c.path, c.args)
	}
}

func TestSignatureRefuses(t *testing.T) {
	for _, text := range []string{"a b", "a=", "a=b", "a, , b", "'a'"} {
		_, err := parseSignature(text)
		assert.Error(t, err, text)
	}
	for name, list := range map[string][]Func{
		"signature":  {{Path: "f", Sig: "a=b", Run: func(*Call) any { return nil }}},
		"twice":      {{Path: "f", Run: func(*Call) any { return nil }}, {Path: "f", Run: func(*Call) any { return nil }}},
		"form":       {{Path: "f", Sig: "a, b=1", Forms: []Form{{Sig: "c"}}, Run: func(*Call) any { return nil }}},
		"form's":     {{Path: "f", Sig: "a, b=1", Forms: []Form{{Sig: "a=b"}}, Run: func(*Call) any { return nil }}},
		"also":       {{Path: "f", Sig: "a, b=1", Also: map[string]string{"b": "a"}, Run: func(*Call) any { return nil }}},
		"also none":  {{Path: "f", Sig: "a, b=1", Also: map[string]string{"c": "d"}, Run: func(*Call) any { return nil }}},
		"no run":     {{Path: "f", Sig: "x"}},
		"no typing":  {{Path: "f", Sig: "x", Unary: (*ivy.Env).Abs}},
		"only same":  {{Path: "f", Sig: "x", Same: dtype.All, Run: func(*Call) any { return nil }}},
		"two method": {{Path: "a.f", Sig: "x", Method: true, Run: func(*Call) any { return nil }}, {Path: "b.f", Sig: "x", Method: true, Run: func(*Call) any { return nil }}},
	} {
		assert.Panics(t, func() { NewTable(list) }, name)
	}
}

func TestTable(t *testing.T) {
	f := toy.Functions
	assert.Equal(t, []string{"add", "all_of", "fails", "forms", "kinds", "neg", "root", "tell", "twice"}, f.Names(""))
	assert.Equal(t, []string{"negate"}, f.Names("neg"))
	assert.Empty(t, f.Names("no"))
	assert.Nil(t, f.Lookup("negate"))
	assert.NotNil(t, f.Method("negate"))
	assert.NotNil(t, f.Method("add"))
	assert.Nil(t, f.Method("tell"))
	assert.Panics(t, func() { f.Must("no") })
}

// A function with Run has a fast path too, for operands of the dtypes in Same.
func TestRunBesideSame(t *testing.T) {
	n, f := space(), toy.Functions.Must("root")
	four := ivy.Full(nil, 4., dtype.Float64)
	for _, c := range []struct {
		x    any
		args []any
		want float64
	}{{n.Wrap(four), nil, 2}, {n.Wrap(four), []any{1}, -1}, {n.Wrap(ivy.Astype(four, dtype.Float32)), nil, -1}, {4., nil, -1}} {
		assert.Equal(t, c.want, n.Call1(f, c.x, c.args).V.Float())
	}
}

func TestOperands(t *testing.T) {
	n := space()
	other := New(&Framework{Name: "other"}, ivy.Standard(), nil, rule)
	weak := &Array{V: ivy.Asarray([]int8{1, 2}), Weak: true, NS: n}
	for _, c := range []struct {
		x    any
		want string
	}{
		{weak, "int8*"}, {(*own)(weak), "int8*"},
		{&Array{V: ivy.Asarray([]int8{1}), Weak: true, NS: other}, "int8"}, // another framework's is strong
		{ivy.Asarray(int16(1)), "int16[]"}, {int16(1), "int16[]"}, {true, "py:bool"}, {2, "py:int"}, {2.5, "py:float"}, {1i, "py:complex"},
		{&Array{V: ivy.Asarray(int64(3)), Number: dtype.KindInt, NS: n}, "py:int"},
		{[]float32{1}, "float32"}, {[]any{true}, "bool"}, {[][]int8{{1}}, "int8"},
	} {
		o, err := n.Operand(c.x)
		require.NoError(t, err, "%v", c.x)
		assert.Equal(t, c.want, o.Arg.String(), "%v", c.x)
	}
	for _, x := range []any{nil, "s", dtype.Int8, promote.Array(dtype.Int8), (*ivy.Array)(nil), (*own)(nil), (*Array)(nil), struct{}{}} {
		var err error
		if fault := ivy.Try(func() { _, err = n.Operand(x) }); fault != nil {
			err = fault
		}
		assert.Equal(t, "TypeError", Class(err), "%T", x)
	}
}

func TestCalls(t *testing.T) {
	n := space()
	x := (*own)(n.Wrap(ivy.Asarray([]int8{1, 2})))
	add := n.Functions.Must("add")
	z := n.Call2(add, x, x, nil)
	assert.Equal(t, []int8{2, 4}, ivy.Values[int8](z.V))
	assert.Same(t, n, z.NS)
	assert.Equal(t, "int8", n.Call2(add, x, 1, nil).Type())
	assert.Equal(t, "float64", n.Call2(add, x, 1.5, nil).Type())
	assert.Equal(t, []int8{-1, -2}, ivy.Values[int8](n.Operator("neg", x).(*Array).V))
	assert.IsType(t, (*own)(nil), n.CallValue(add, []any{x, x}))
	assert.Len(t, n.CallList(n.Functions.Must("twice"), []any{x}), 2)
	list := n.CallValue(n.Functions.Must("twice"), []any{x}).([]any)
	assert.IsType(t, (*own)(nil), list[0])

	err := ivy.Try(func() { n.Call2(add, x, ivy.Asarray([]int8{1, 2, 3}), nil) })
	assert.ErrorIs(t, err, ivy.ErrShape)
	assert.Equal(t, "ShapeError", Class(err))
	err = ivy.Try(func() { n.Operator("@", x, x) })
	assert.Equal(t, "TypeError", Class(err))
	assert.Empty(t, Class(errors.New("another's")))
}

func TestSettings(t *testing.T) {
	n := space()
	assert.Equal(t, "settings", n.Settings())
	table := n.Rule()
	n.Set(1, rule)
	assert.Equal(t, 1, n.Settings())
	assert.Same(t, table, n.Rule())
	n.Set(1, ivy.IvyRule(false, dtype.StandardDefaults))
	assert.NotSame(t, table, n.Rule())
	_, err := NewOn(toy, "no such backend", nil, rule)
	assert.ErrorIs(t, err, ivy.ErrBackend)
	m, err := NewOn(toy, "native", nil, rule)
	require.NoError(t, err)
	assert.NotSame(t, ivy.Standard(), m.Env())
}

// Whatever the arguments, a call ends with a result or an *ivy.Error with a class.
func TestAnyArguments(t *testing.T) {
	n := space()
	values := []any{nil, true, 1, -1, 2.5, 1i, "s", "long", []any{1, nil}, []int{0, 1}, []float32{1, 2}, dtype.Int8, ivy.Asarray(1), ivy.Asarray([]float32{1, 2, 3}),
		(*own)(nil), Named{"c", 1}, Named{"b", nil}, Named{"q", 1}, struct{}{}, backend.IntScalar(1 << 62)}
	rapid.Check(t, func(rt *rapid.T) {
		f := rapid.SampledFrom(n.Functions.All()).Draw(rt, "function")
		args := rapid.SliceOfN(rapid.SampledFrom(values), 0, 5).Draw(rt, "arguments")
		if err := ivy.Try(func() { n.Call(f, args...) }); err != nil && Class(err) == "" {
			rt.Fatalf("%s%v: %v has no class", f.Path, args, err)
		}
	})
}

func TestShown(t *testing.T) {
	n := space()
	for _, c := range []struct {
		v           any
		text, class string
	}{
		{nil, "None", "NoneType"}, {true, "True", "bool"}, {-3, "-3", "int"}, {2.0, "2.0", "float"}, {1e300, "1e+300", "float"}, {math.Inf(-1), "-inf", "float"}, {math.NaN(), "nan", "float"},
		{2i, "2j", "complex"}, {1.5 - 2i, "(1.5-2j)", "complex"}, {backend.UintScalar(1 << 63), "9223372036854775808", "int"},
		{"it's", `'it's'`, "str"}, {strings.Repeat("a", 99), "'" + strings.Repeat("a", 60) + "…'", "str"},
		{[]any{1, []any{2.5, nil}, "x"}, "[1, [2.5, None], 'x']", "list"}, {[]int{1, 2}, "[1, 2]", "list"},
		{dtype.Int8, "toy.int8", "dtype"}, {ivy.Asarray([]int32{1, 2}), "array of shape (2,)", "array"}, {ivy.Ellipsis, "ellipsis", "ellipsis"}, {ivy.Slice(1, 2), "slice", "slice"},
		{struct{ a *int }{}, "object", "object"}, {func() {}, "object", "object"}, {(*Array)(nil), "array", "array"},
	} {
		assert.Equal(t, c.text, n.Shown(c.v))
		assert.Equal(t, c.class, n.TypeName(c.v), c.text)
	}
	long := make([]any, 1000)
	assert.Less(t, len(n.Shown(long)), 100)
	for range 100 {
		long = []any{long}
	}
	assert.Less(t, len(n.Shown(long)), 100)
	_, err := n.Operand(struct{ a *int }{})
	assert.ErrorContains(t, err, "object (of type object) is no array or scalar")
}

func TestArrayIsOperand(t *testing.T) {
	x := ivy.Asarray([]int8{1, 2})
	for _, a := range []*Array{{V: ivy.Asarray(int64(3)), Weak: true}, {V: ivy.Asarray([]int64{3, 3}), Weak: true}, {V: ivy.Asarray(int64(3)), Number: dtype.KindInt}} {
		z := ivy.Add(x, a)
		assert.Equal(t, ivy.Int8, z.Dtype())
		assert.Equal(t, []int8{4, 5}, ivy.Values[int8](z))
	}
	assert.Equal(t, ivy.Int64, ivy.Add(x, &Array{V: ivy.Asarray(int64(3))}).Dtype())
	assert.ErrorIs(t, ivy.Try(func() { ivy.Add(x, (*Array)(nil)) }), ivy.ErrValue)
}
