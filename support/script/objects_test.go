package script

import (
	"context"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// addCounters registers a framework "bag" with objects: a Counter, which is a number, and a Row of numbers, which has elements and operators.
func addCounters(t *testing.T) {
	t.Helper()
	counter := &frontend.Type{Path: "counters.Counter", Class: "counters._Counter", Attributes: map[string]frontend.Attribute{
		"count": {Get: func(o *frontend.Instance) any { return o.State }, Set: func(o *frontend.Instance, v any) { o.State = v }},
		"fixed": {Get: func(o *frontend.Instance) any { return "f" }},
	}}
	row := &frontend.Type{Path: "Row", Len: func(o *frontend.Instance) int { return len(o.State.([]any)) },
		Repr: func(o *frontend.Instance) string { return "Row!" },
		Operator: func(n *frontend.Namespace, op string, args ...any) any {
			switch op {
			case "[]":
				return frontend.InstanceOf(args[0]).State.([]any)[args[1].([]any)[0].(int)]
			case "neg":
				return "negated"
			}
			frontend.Raise(n.Name, "BagError", "%s of %s and %s", op, n.TypeName(args[0]), n.TypeName(args[1]))
			return nil
		}}
	bag := &frontend.Framework{
		Name: "bag", OperandError: "TypeError", Own: func(any) *frontend.Array { return nil }, Public: func(a *frontend.Array) any { return a },
		Array: func(n *frontend.Namespace, x any) *frontend.Array { return n.Wrap(n.Env().Asarray(x)) }, Types: []*frontend.Type{counter, row},
		Functions: frontend.NewTable([]frontend.Func{
			{Path: "counters.Counter", Sig: "start=0", Takes: frontend.BigInts, Out: frontend.Made, Makes: counter, Run: func(c *frontend.Call) any { return c.New(counter, c.Arg("start")) }},
			{Path: "counters.Counter.told", Sig: "self, more=None", Takes: frontend.Dicts | frontend.BigInts, Out: frontend.Value, Run: func(c *frontend.Call) any {
				return []any{c.Self(counter).State, c.Arg("more")}
			}},
			{Path: "counters.one", Sig: "", Out: frontend.Value, Run: func(c *frontend.Call) any {
				return c.Local("one", func() any { return c.New(counter, 1) })
			}},
			{Path: "row", Sig: "*xs", Out: frontend.Made, Makes: row, Run: func(c *frontend.Call) any { return c.New(row, c.Arg("xs")) }},
			{Path: "turn", Sig: "x", Takes: frontend.Lists, Out: frontend.None, Run: func(c *frontend.Call) any {
				if s, ok := c.Arg("x").(frontend.Swapper); ok {
					s.Swap(0, s.Len()-1)
				}
				return nil
			}},
		}),
	}
	rule := &promote.Pairs{RuleName: "bag", ErrorClass: "TypeError", Why: "none", Alone: func(dtype.Kind) dtype.Dtype { return dtype.Float32 },
		WithArray: func(_ dtype.Kind, d dtype.Dtype) (dtype.Dtype, string) { return d, "" }}
	register(&framework{Framework: bag, open: func(e *ivy.Env) *frontend.Namespace { return frontend.New(bag, e, nil, rule) }, class: "Bag", modules: []string{""}})
	t.Cleanup(func() { delete(frameworks, "bag") })
}

// TestObjects runs programs with objects of a framework that are no arrays.
func TestObjects(t *testing.T) {
	addCounters(t)
	for _, c := range []struct{ src, want string }{
		{"c = bag.counters.Counter(7)\nc.count, c.told(), c.fixed, c", "(7, [7, None], 'f', <bag.counters.Counter object>)"},
		{"c = bag.counters.Counter()\nc.count = {'a': [1 << 100, 2], 'b': {'c': 'd'}}\nc.count", "{'a': [1267650600228229401496703205376, 2], 'b': {'c': 'd'}}"},
		{"bag.counters.Counter(1 << 100).told({'x': -(1 << 90)})", "[1267650600228229401496703205376, {'x': -1237940039285380274899124224}]"},
		{"c = bag.counters.Counter()\nc == c, c == bag.counters.Counter(), c != 1, c in [c], c is c, [c] == [c], c == None", "(True, False, True, True, True, True, False)"},
		{"c = bag.counters.Counter()\ntype(c), isinstance(c, bag.counters.Counter), isinstance(1, bag.counters.Counter), type(c) == bag.counters.Counter", "(<class 'bag.counters.Counter'>, True, False, True)"},
		{"bag.counters.Counter.told(bag.counters.Counter(3), more=4)", "[3, 4]"},
		{"c = bag.counters.Counter()\n{c: 1}[c], dir(c), hasattr(c, 'told'), hasattr(c, 'x'), bool(c)", "(1, ['count', 'fixed', 'told'], True, False, True)"},
		{"[n for n in dir(bag) if n in ('Row', 'counters', 'row', 'told')], dir(bag.counters)", "(['Row', 'counters', 'row'], ['Counter', 'one'])"},
		{"bag.counters.one() is bag.counters.one()", "True"},
		{"import bag.counters as b\nfrom bag.counters import Counter\nfrom bag import counters\nb.Counter(1).count + Counter(2).count + counters.Counter(3).count", "6"},
		{"r = bag.row(4, 5, 6)\nr[1], len(r), [x for x in r], list(r), -r, r", "(5, 3, [4, 5, 6], [4, 5, 6], 'negated', Row!)"},
		{"a, b = bag.row(1, 2)\na + b", "3"},
		{"x = [1, 2, 3]\nbag.turn(x)\nx", "[3, 2, 1]"},
		{"c = bag.counters.Counter()\nc.fixed = 1", "!attribute 'fixed' of 'counters._Counter' objects is not writable"},
		{"c = bag.counters.Counter()\nc.other = 1", "!'counters._Counter' object has no attribute 'other'"},
		{"c = bag.counters.Counter()\nc.other", `!counters._Counter has no attribute "other"`},
		{"bag.counters.Counter() + 1", "!TypeError: unsupported operand type(s) for +: 'counters._Counter' and 'int'"},
		{"[] * bag.counters.Counter()", "!TypeError: unsupported operand type(s) for *: 'list' and 'counters._Counter'"},
		{"bag.counters.Counter() < 1", "!TypeError: '<' not supported between instances of 'counters._Counter' and 'int'"},
		{"-bag.counters.Counter()", "!TypeError: bad operand type"},
		{"bag.counters.Counter()[0]", "!TypeError: 'counters._Counter' object is not subscriptable"},
		{"[x for x in bag.counters.Counter()]", "!TypeError: 'counters._Counter' object is not iterable"},
		{"len(bag.counters.Counter())", "!has no len()"},
		{"a, b = bag.counters.Counter()", "!not iterable"},
		{"bag.row(1) + None", "!BagError: + of Row and NoneType"},
		{"{bag.row(1): 1}", "!unhashable type: 'Row'"},
		{"bag.counters.Counter.told(1)", "!descriptor 'told' for 'bag.counters.Counter' objects doesn't apply to a 'int' object"},
		{"bag.Row(1)", "!cannot create 'bag.Row' instances"},
		{"x = [1, 2]\nfor y in x:\n  bag.turn(x)", "!list"},
		{"bag.counters.Counter().told(bag)", "!TypeError"},
		{"d = {}\nd['d'] = d\nbag.counters.Counter().told(d)", "!"},
	} {
		s, err := New(Options{})
		require.NoError(t, err)
		v, err := s.Run(context.Background(), "t", []byte(c.src))
		if len(c.want) > 0 && c.want[0] == '!' {
			assert.ErrorContains(t, err, c.want[1:], c.src)
			continue
		}
		if assert.NoError(t, err, c.src) {
			assert.Equal(t, c.want, v.String(), c.src)
		}
	}
	s, err := New(Options{})
	require.NoError(t, err)
	v, err := s.Run(context.Background(), "t", []byte("[bag.counters.Counter(1 << 80)]"))
	require.NoError(t, err)
	g, err := v.Go()
	require.NoError(t, err)
	o := frontend.InstanceOf(g.([]any)[0])
	require.NotNil(t, o, "an object goes to Go as it is")
	assert.Equal(t, new(big.Int).Lsh(big.NewInt(1), 80), o.Get("count"))
	assert.ErrorContains(t, ivy.Try(func() { o.Get("no") }), "AttributeError")
	other, err := New(Options{})
	require.NoError(t, err)
	count := func(s *Session, src string) string {
		v, err := s.Run(context.Background(), "t", []byte(src))
		require.NoError(t, err)
		return v.String()
	}
	require.Equal(t, "5", count(s, "c = bag.counters.one()\nc.count = 5\nbag.counters.one().count"))
	require.Equal(t, "1", count(other, "bag.counters.one().count"), "programs share no state")
}
