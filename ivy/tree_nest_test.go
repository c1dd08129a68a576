package ivy

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A nestLayer has every kind of part that a struct may have.
type nestLayer struct {
	Weight *Array
	Bias   *Array `ivy:"optional"`
	Name   string `ivy:"-"`
	hidden int
	More   []*Array `ivy:"optional"`
}

func number(v float64) *Array { return Asarray(v, Float64) }

// anyNest is a tree of every kind: maps, slices, arrays of Go, structs, pointers and interfaces.
func anyNest() map[string]Tree {
	return map[string]Tree{
		"a":   number(1),
		"b":   []Tree{number(2), map[string]*Array{"x": number(3), "y.z": number(4)}},
		"c":   &nestLayer{Weight: number(5), Name: "c", hidden: 9},
		"d":   nestLayer{Weight: number(6), Bias: number(7), More: []*Array{number(8), number(9)}},
		"e":   [2]*Array{number(10), number(11)},
		"f":   []nestLayer{{Weight: number(12)}, {Weight: number(13)}},
		"g.h": []*Array{number(14)},
	}
}

// shown writes a tree with its paths.
func shown(t Tree) string {
	s := ""
	for i, path := range TreePaths(t) {
		s += fmt.Sprintf("%s=%v ", path, Leaves(t)[i])
	}
	return s
}

const wholeNest = "a=1.0 b.0=2.0 b.1.x=3.0 b.1.y.z=4.0 c.Weight=5.0 d.Weight=6.0 d.Bias=7.0 d.More.0=8.0 d.More.1=9.0 e.0=10.0 e.1=11.0 f.0.Weight=12.0 f.1.Weight=13.0 g.h.0=14.0 "

func TestIndexNest(t *testing.T) {
	tree := anyNest()
	require.Equal(t, wholeNest, shown(tree))
	for i, path := range TreePaths(tree) {
		assert.Same(t, Leaves(tree)[i], IndexNest(tree, path), path)
	}
	assert.Equal(t, "0=2.0 1.x=3.0 1.y.z=4.0 ", shown(IndexNest(tree, "b")))
	assert.IsType(t, nestLayer{}, IndexNest(tree, "f.1"))
	assert.IsType(t, &nestLayer{}, IndexNest(tree, "c"))
	assert.Equal(t, "c", IndexNest(tree, "c").(*nestLayer).Name)
	assert.Equal(t, wholeNest, shown(IndexNest(tree, "")))
	x := number(1)
	assert.Same(t, x, IndexNest(x, ""))
	parts := MultiIndexNest(tree, []string{"e.1", "d.More", ""})
	assert.Equal(t, []string{"=11.0 ", "0=8.0 1=9.0 ", wholeNest}, []string{shown(parts[0]), shown(parts[1]), shown(parts[2])})
	// The parts are the caller's.
	IndexNest(tree, "d.More").([]*Array)[0] = number(0)
	IndexNest(tree, "c").(*nestLayer).Weight = number(0)
	assert.Equal(t, wholeNest, shown(tree))
}

func TestIndexNestPrefersTheLongestKey(t *testing.T) {
	tree := map[string]Tree{"a": map[string]*Array{"b": number(1), "c": number(2)}, "a.b": number(3)}
	assert.Equal(t, "=3.0 ", shown(IndexNest(tree, "a.b")))
	assert.Equal(t, "=2.0 ", shown(IndexNest(tree, "a.c")))
	assert.Equal(t, "a.b=1.0 a.c=2.0 a.b=9.0 ", shown(SetNestAtIndex(tree, "a.b", number(9))))
}

func TestSetNestAtIndex(t *testing.T) {
	tree := anyNest()
	for i, path := range TreePaths(tree) {
		got := SetNestAtIndex(tree, path, number(99))
		assert.IsType(t, tree, got)
		for j, a := range Leaves(got) {
			want := Leaves(tree)[j].Float()
			if i == j {
				want = 99
			}
			assert.Equal(t, want, a.Float(), "%s: %d", path, j)
		}
	}
	got := SetNestAtIndex(tree, "d.More", []*Array{number(1), number(2), number(3)})
	assert.Len(t, Leaves(got), 15)
	got = SetNestAtIndices(tree, []string{"b", "b.0"}, []Tree{[]Tree{number(1)}, number(2)})
	assert.Equal(t, "0=2.0 ", shown(IndexNest(got, "b")))
	assert.Equal(t, "=5.0 ", shown(SetNestAtIndex(tree, "", number(5))))
	got = SetNestAtIndex(tree, "c.Weight", number(3))
	assert.Equal(t, "c", got.(map[string]Tree)["c"].(*nestLayer).Name)
	assert.Equal(t, 9, got.(map[string]Tree)["c"].(*nestLayer).hidden)
	value := []*Array{number(1)}
	got = SetNestAtIndex(tree, "g.h", value)
	value[0] = number(2)
	assert.Equal(t, "0=1.0 ", shown(IndexNest(got, "g.h")))
	assert.Equal(t, wholeNest, shown(tree))
}

func TestMapNestAtIndex(t *testing.T) {
	tree := anyNest()
	got := MapNestAtIndex(tree, "f.0.Weight", func(x Tree) Tree { return x.(*Array).Multiply(2.0) })
	assert.Equal(t, "=24.0 ", shown(IndexNest(got, "f.0.Weight")))
	got = MapNestAtIndices(tree, []string{"e", "a", "a"}, func(x Tree) Tree {
		return MapTree(func(xs ...*Array) *Array { return xs[0].Add(1.0) }, x)
	})
	assert.Equal(t, "=3.0 ", shown(IndexNest(got, "a")))
	assert.Equal(t, "0=11.0 1=12.0 ", shown(IndexNest(got, "e")))
	assert.Equal(t, wholeNest, shown(tree))
}

func TestInsertIntoNestAtIndex(t *testing.T) {
	tree := anyNest()
	for path, want := range map[string]string{
		"b.0":    "0=99.0 1=2.0 2.x=3.0 2.y.z=4.0 ",
		"b.1":    "0=2.0 1=99.0 2.x=3.0 2.y.z=4.0 ",
		"b.2":    "0=2.0 1.x=3.0 1.y.z=4.0 2=99.0 ",
		"b.1.w":  "0=2.0 1.w=99.0 1.x=3.0 1.y.z=4.0 ",
		"b.1.x":  "0=2.0 1.x=99.0 1.y.z=4.0 ",
		"c.Bias": "0=2.0 1.x=3.0 1.y.z=4.0 ",
	} {
		assert.Equal(t, want, shown(IndexNest(InsertIntoNestAtIndex(tree, path, number(99)), "b")), path)
	}
	assert.Equal(t, "Weight=5.0 Bias=99.0 ", shown(IndexNest(InsertIntoNestAtIndex(tree, "c.Bias", number(99)), "c")))
	assert.Equal(t, "0=14.0 1=2.0 ", shown(IndexNest(InsertIntoNestAtIndex(tree, "g.h.1", number(2)), "g.h")))
	got := InsertIntoNestAtIndices(tree, []string{"g.h.0", "g.h.0"}, []Tree{number(1), number(2)})
	assert.Equal(t, "0=2.0 1=1.0 2=14.0 ", shown(IndexNest(got, "g.h")))
	assert.Equal(t, "k=1.0 ", shown(InsertIntoNestAtIndex(map[string]*Array(nil), "k", number(1))))
	assert.Equal(t, wholeNest, shown(tree))
}

func TestPruneNestAtIndex(t *testing.T) {
	tree := anyNest()
	for path, want := range map[string]string{
		"a":        "b.0=2.0 b.1.x=3.0 b.1.y.z=4.0 ",
		"b.0":      "a=1.0 b.0.x=3.0 b.0.y.z=4.0 ",
		"b.1":      "a=1.0 b.0=2.0 ",
		"b.1.y.z":  "a=1.0 b.0=2.0 b.1.x=3.0 ",
		"d.Bias":   "a=1.0 b.0=2.0 b.1.x=3.0 b.1.y.z=4.0 ",
		"d.More.0": "a=1.0 b.0=2.0 b.1.x=3.0 b.1.y.z=4.0 ",
	} {
		assert.Contains(t, shown(PruneNestAtIndex(tree, path)), want, path)
	}
	assert.Equal(t, "Weight=6.0 More.0=8.0 More.1=9.0 ", shown(IndexNest(PruneNestAtIndex(tree, "d.Bias"), "d")))
	assert.Equal(t, "Weight=6.0 Bias=7.0 More.0=9.0 ", shown(IndexNest(PruneNestAtIndex(tree, "d.More.0"), "d")))
	got := PruneNestAtIndices(tree, []string{"d.More.0", "b.0", "d.More.1", "f.1", "a"})
	assert.Equal(t, "b.0.x=3.0 b.0.y.z=4.0 c.Weight=5.0 d.Weight=6.0 d.Bias=7.0 e.0=10.0 e.1=11.0 f.0.Weight=12.0 g.h.0=14.0 ", shown(got))
	var many []*Array
	for i := range 12 {
		many = append(many, number(float64(i)))
	}
	assert.Equal(t, "0=0.0 1=1.0 2=3.0 3=4.0 4=5.0 5=6.0 6=7.0 7=8.0 8=9.0 ", shown(PruneNestAtIndices(many, []string{"2", "10", "11"})), "numbers go by size")
	assert.Equal(t, wholeNest, shown(tree))
}

func TestNestedArgwhere(t *testing.T) {
	tree := anyNest()
	large := func(x Tree) bool { a, ok := x.(*Array); return ok && a.Float() > 8 }
	assert.Equal(t, []string{"d.More.1", "e.0", "e.1", "f.0.Weight", "f.1.Weight", "g.h.0"}, NestedArgwhere(tree, large))
	assert.Equal(t, []string{"d.More.1", "e.0"}, NestedArgwhere(tree, large, StopAfter(2)))
	assert.Empty(t, NestedArgwhere(tree, large, StopAfter(0)))
	every := func(Tree) bool { return true }
	assert.Equal(t, TreePaths(tree), NestedArgwhere(tree, every))
	assert.Equal(t, []string{"a", "b.0", "b.1.x", "b.1.y.z", "b.1", "b", "c.Weight", "c", "d.Weight", "d.Bias", "d.More.0", "d.More.1", "d.More", "d", "e.0", "e.1", "e",
		"f.0.Weight", "f.0", "f.1.Weight", "f.1", "f", "g.h.0", "g.h"}, NestedArgwhere(tree, every, IncludeNests(true)))
	isLayer := func(x Tree) bool { _, ok := x.(nestLayer); return ok }
	assert.Equal(t, []string{"d", "f.0", "f.1"}, NestedArgwhere(tree, isLayer, IncludeNests(true)))
	assert.Equal(t, []string{""}, NestedArgwhere(number(9), large))
	assert.True(t, NestedAny(tree, large))
	assert.False(t, NestedAny(tree, isLayer))
	assert.True(t, NestedAny(tree, isLayer, IncludeNests(true)))
	calls := 0
	NestedAny(tree, func(Tree) bool { calls++; return calls == 3 })
	assert.Equal(t, 3, calls)
}

func TestPruneEmpty(t *testing.T) {
	assert.Nil(t, PruneEmpty([]Tree{}))
	assert.Nil(t, PruneEmpty(map[string]Tree{"a": []Tree{[]Tree{}}}))
	assert.Equal(t, wholeNest, shown(PruneEmpty(anyNest())))
	tree := map[string]Tree{"a": []Tree{[]Tree{}, number(1), map[string]Tree{}, []Tree{[]*Array{}, number(2)}}, "b": []Tree{},
		"c": &nestLayer{Weight: number(3), More: []*Array{}}, "d": [2][]*Array{{}, {number(4)}}}
	got := PruneEmpty(tree).(map[string]Tree)
	assert.Equal(t, "a.0=1.0 a.1.0=2.0 c.Weight=3.0 d.1.0=4.0 ", shown(got))
	assert.NotContains(t, got, "b")
	assert.Nil(t, got["c"].(*nestLayer).More)
	assert.Len(t, tree["a"], 4)
}

func TestDuplicateArrayIndexChains(t *testing.T) {
	x, y := number(1), number(1)
	assert.Equal(t, [][]string{{"0", "2.k"}, {"1"}}, DuplicateArrayIndexChains([]Tree{x, y, map[string]*Array{"k": x}}))
	assert.Empty(t, DuplicateArrayIndexChains([]Tree{}))
}

func TestNestErrors(t *testing.T) {
	tree := anyNest()
	loop := []Tree{nil}
	loop[0] = loop
	for name, c := range map[string]struct {
		f    func()
		kind error
		text string
	}{
		"no key":              {func() { IndexNest(tree, "b.1.q") }, ErrIndex, `ivy: IndexNest: nothing at "b.1.q": no "q" among x, y.z`},
		"no element":          {func() { IndexNest(tree, "e.2") }, ErrIndex, `no "2" among 0, 1`},
		"a negative element":  {func() { IndexNest(tree, "e.-1") }, ErrIndex, `no "-1"`},
		"a written number":    {func() { IndexNest(tree, "e.01") }, ErrIndex, `no "01"`},
		"below an array":      {func() { IndexNest(tree, "a.x") }, ErrIndex, `a *ivy.Array has no "x"`},
		"a field that is nil": {func() { IndexNest(tree, "c.Bias") }, ErrIndex, `no "Bias" among Weight`},
		"a field left out":    {func() { SetNestAtIndex(tree, "c.Name", number(1)) }, ErrIndex, `no "Name"`},
		"a dot at the end":    {func() { IndexNest(tree, "a.") }, ErrIndex, "nothing at"},
		"no tree":             {func() { IndexNest(3, "") }, ErrValue, "a int in a tree"},
		"itself":              {func() { IndexNest(loop, "0") }, ErrValue, "levels"},
		"a type":              {func() { SetNestAtIndex(tree, "c.Weight", []Tree{}) }, ErrValue, `a []interface {} at "c.Weight", want a *ivy.Array`},
		"a nil":               {func() { SetNestAtIndex(tree, "a", nil) }, ErrValue, "a nil"},
		"counts":              {func() { SetNestAtIndices(tree, []string{"a"}, nil) }, ErrValue, "1 paths and 0 values"},
		"nil function":        {func() { MapNestAtIndex(tree, "a", nil) }, ErrValue, "nil function"},
		"insert far":          {func() { InsertIntoNestAtIndex(tree, "b.3", number(1)) }, ErrIndex, `no element "3" of 2`},
		"insert at a root":    {func() { InsertIntoNestAtIndex(tree, "", number(1)) }, ErrValue, "without a path"},
		"insert in an array":  {func() { InsertIntoNestAtIndex(tree, "e.1", number(1)) }, ErrValue, "takes no part"},
		"insert a field":      {func() { InsertIntoNestAtIndex(tree, "d.Bias", number(1)) }, ErrValue, "there already"},
		"insert no field":     {func() { InsertIntoNestAtIndex(tree, "d.Nope", number(1)) }, ErrIndex, `no "Nope"`},
		"insert below none":   {func() { InsertIntoNestAtIndex(tree, "q.r", number(1)) }, ErrIndex, `no "q"`},
		"insert below array":  {func() { InsertIntoNestAtIndex(tree, "a.r", number(1)) }, ErrIndex, "has no"},
		"prune a root":        {func() { PruneNestAtIndex(tree, "") }, ErrValue, "root"},
		"prune a field":       {func() { PruneNestAtIndex(tree, "c.Weight") }, ErrValue, "not without"},
		"prune of an array":   {func() { PruneNestAtIndex(tree, "e.0") }, ErrValue, "not without"},
		"prune twice":         {func() { PruneNestAtIndices(tree, []string{"a", "b", "a"}) }, ErrValue, "twice"},
		"prune below":         {func() { PruneNestAtIndices(tree, []string{"b", "b.0"}) }, ErrValue, "twice"},
		"prune none":          {func() { PruneNestAtIndices(tree, []string{"b.7"}) }, ErrIndex, `no "7"`},
		"nil search":          {func() { NestedArgwhere(tree, nil) }, ErrValue, "nil function"},
		"nil option":          {func() { NestedAny(tree, func(Tree) bool { return true }, nil) }, ErrValue, "nil option"},
		"negative":            {func() { NestedArgwhere(tree, func(Tree) bool { return true }, StopAfter(-1)) }, ErrValue, "StopAfter(-1)"},
		"callback":            {func() { NestedAny(tree, func(Tree) bool { number(1).Add(Ones([]int{2}), Axis(1)); return true }) }, ErrValue, "Axis"},
	} {
		err := Try(c.f)
		if assert.Error(t, err, name) {
			assert.ErrorIs(t, err, c.kind, name)
			assert.ErrorContains(t, err, c.text, name)
		}
	}
	assert.Equal(t, wholeNest, shown(tree))
}
