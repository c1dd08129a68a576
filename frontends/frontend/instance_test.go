package frontend

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/ivy"
)

// box is a frontend's own type of an object.
type box struct{ *Instance }

// TestInstances reads and writes objects, calls their methods, and keeps one in a namespace.
func TestInstances(t *testing.T) {
	typ := &Type{Path: "m.Box", Attributes: map[string]Attribute{
		"in":   {Get: func(o *Instance) any { return o.State }, Set: func(o *Instance, v any) { o.State = v }},
		"self": {Get: func(o *Instance) any { return []any{o} }},
		"bad":  {Get: func(o *Instance) any { Raise("toy", "BoxError", "no"); return nil }},
	}}
	typ.Public = func(o *Instance) any { return &box{o} }
	f := *toy
	f.Types = []*Type{typ}
	f.Functions = NewTable([]Func{
		{Path: "m.Box", Sig: "v", Out: Made, Makes: typ, Run: func(c *Call) any { return c.New(typ, c.Arg("v")) }},
		{Path: "m.Box.get", Sig: "self", Out: Value, Run: func(c *Call) any { return c.Self(typ).State }},
	})
	n := New(&f, ivy.Standard(), nil, rule)
	make, get := f.Functions.Must("m.Box"), f.Functions.Must("m.Box.get")
	b := &box{n.CallMade(make, []any{3})}
	assert.Equal(t, 3, n.CallValue(get, []any{b}))
	assert.Equal(t, 3, n.CallValue(get, []any{b.Instance}))
	assert.Same(t, typ, f.TypeOf(get))
	assert.Nil(t, f.TypeOf(make))
	assert.Same(t, get, f.MethodOf(typ, "get"))
	b.Set("in", 4)
	assert.Equal(t, 4, b.Get("in"))
	assert.IsType(t, &box{}, b.Get("self").([]any)[0])
	assert.Equal(t, "<toy.m.Box object>", b.String())
	assert.Equal(t, "Box", n.TypeName(b))
	assert.Equal(t, "Box", n.Shown(b))
	assert.True(t, n.Operate("==", b, b.Instance).(bool))
	for class, call := range map[string]func(){
		"TypeError":      func() { n.CallValue(get, []any{1}) },
		"AttributeError": func() { b.Set("self", 1) },
		"BoxError":       func() { b.Get("bad") },
	} {
		assert.Equal(t, class, Class(ivy.Try(call)))
	}
	for _, bad := range []any{nil, (*box)(nil), &box{}, (*Instance)(nil)} {
		assert.Equal(t, "TypeError", Class(ivy.Try(func() { n.CallValue(get, []any{bad}) })))
	}
	m := New(&f, ivy.Standard(), nil, rule)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() { n.Local("k", func() any { return new(int) }) })
	}
	group.Wait()
	assert.Same(t, n.Local("k", nil), n.Local("k", nil))
	assert.NotSame(t, n.Local("k", nil), m.Local("k", func() any { return new(int) }))
	n.SetLocal("k", 7)
	assert.Equal(t, 7, n.Local("k", nil))
}
