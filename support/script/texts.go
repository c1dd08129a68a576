package script

import (
	"strings"

	"go.starlark.net/starlark"

	"github.com/goivy/goivy/frontends/frontend"
)

// text returns one of the framework's own texts of the array; without one the elements as
// package ivy writes them.
func (x *tensor) text(form frontend.TextForm) (s string, err error) {
	if x.f.Texts.Array == nil {
		return x.named()
	}
	if o, ok := x.a.NS.PrintOptions().(interface{ Shown(size int) int }); ok { // as many as a program likes
		if err := x.f.in.charge(64 * int64(o.Shown(x.a.V.Size()))); err != nil {
			return "", err
		}
	}
	err = try(func() { s = x.a.Text(form) })
	return s, err
}

// formatted returns the array as format does with a specification: of one without axes the
// number that it is.
func (x *tensor) formatted(how string) (string, error) {
	switch {
	case x.a.V.Ndim() == 0:
		v, err := item(x.f.in.wrap(x.a.V))
		if err != nil {
			return "", err
		}
		s, err := x.f.in.laidOut(v, how)
		if x.a.Weak && x.f.Name == "tensorflow" {
			s += " weakly typed"
		}
		return s, err
	case how == "":
		return x.text(frontend.Formatted)
	}
	class := x.f.Texts.Unformatted
	if class == "" {
		class = x.f.class
	}
	return "", x.f.raise("TypeError", "unsupported format string passed to %s.__format__", class)
}

// text returns the dtype as the framework that it is of writes it, or package ivy's name.
func (d dtypeValue) text(repr bool) string {
	if d.f == nil || d.f.Texts.Dtype == nil {
		return d.String()
	}
	var v any = d.d
	if d.own != nil {
		v = d.own
	}
	return d.f.Texts.Dtype(v, d.class, repr)
}

// shape returns a shape as the framework has it: a tuple, if it has no type of its own.
func (f *frame) shape(s []int) starlark.Value {
	if f.Texts.Shape == nil {
		return ints(s)
	}
	return &Results{name: "Size", values: ints(s), shape: f}
}

// dims returns the lengths of a shape's axes.
func (r *Results) dims() []int {
	s := make([]int, len(r.values))
	for i, v := range r.values {
		s[i], _ = starlark.AsInt32(v)
	}
	return s
}

// shapeAttrs are what TensorFlow's shapes and PyTorch's sizes have.
var shapeAttrs = map[string]map[string]func(dims starlark.Tuple) starlark.Value{
	"tensorflow": {
		"rank":         func(dims starlark.Tuple) starlark.Value { return starlark.MakeInt(len(dims)) },
		"ndims":        func(dims starlark.Tuple) starlark.Value { return starlark.MakeInt(len(dims)) },
		"as_list":      func(dims starlark.Tuple) starlark.Value { return starlark.NewList(append([]starlark.Value{}, dims...)) },
		"num_elements": product,
	},
	"torch": {"numel": product},
}

func product(dims starlark.Tuple) starlark.Value {
	n := starlark.MakeInt(1)
	for _, d := range dims {
		n = n.Mul(d.(starlark.Int))
	}
	return n
}

// shapeAttr returns an attribute or a method of a shape.
func (r *Results) shapeAttr(name string) starlark.Value {
	of := r.shape.Name
	f := shapeAttrs[of][name]
	if f == nil {
		return nil
	}
	if name == "rank" || name == "ndims" {
		return f(r.values)
	}
	return r.shape.in.function(name, func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		if err := unpack(name, args, kwargs, ""); err != nil {
			return nil, err
		}
		return f(r.values), nil
	})
}

// writeResults writes what a function returned, under the names that the framework has for it.
func (p *printer) writeResults(x *Results, repr bool, depth int) error {
	if x.shape != nil {
		p.b.WriteString(x.shape.Texts.Shape(x.dims(), repr))
		return nil
	}
	texts := make([]string, len(x.values))
	for i, v := range x.values {
		q := &printer{in: p.in, parts: p.parts, open: p.open}
		if err := q.write(v, depth+1); err != nil {
			return err
		}
		texts[i] = q.b.String()
		if p.parts = q.parts; p.b.Len()+len(texts[i]) > maxText {
			return wrong("a text of more than %d bytes", maxText)
		}
	}
	if x.of != nil && x.of.Texts.Fields != nil {
		p.b.WriteString(x.of.Texts.Fields(x.path, x.names, texts))
		return nil
	}
	p.b.WriteString(x.name + "(")
	for i, text := range texts {
		if i > 0 {
			p.b.WriteString(", ")
		}
		p.b.WriteString(x.names[i] + "=" + text)
	}
	p.b.WriteString(")")
	return nil
}

// dict returns a framework's dict.
func (f *frame) dict(d frontend.Dict) (starlark.Value, error) {
	out := starlark.NewDict(len(d))
	for _, item := range d {
		v, err := f.value(item.Value)
		if err != nil {
			return nil, err
		}
		if c, ok := item.Value.(frontend.Callable); ok {
			v = foreign{c}
		}
		if err := out.SetKey(starlark.String(item.Name), v); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// dictArgument returns a dict as a frontend takes it. Functions in it stay functions.
func (f *frame) dictArgument(x *starlark.Dict) (any, error) {
	if err := f.in.charge(64 * int64(x.Len())); err != nil {
		return nil, err
	}
	out := make(frontend.Dict, 0, x.Len())
	for _, item := range x.Items() {
		name, ok := starlark.AsString(item[0])
		if !ok {
			return nil, f.raise("TypeError", "keywords must be strings")
		}
		var v any
		if c, ok := item[1].(starlark.Callable); ok {
			v = f.callable(c)
		} else {
			var err error
			if v, err = f.argument1(item[1]); err != nil {
				return nil, err
			}
		}
		out = append(out, frontend.Named{Name: name, Value: v})
	}
	return out, nil
}

// block is what a framework's function gave a with block to enter.
type block struct {
	f *frame
	s frontend.Scope
}

var _ scope = (*block)(nil)

func (b *block) String() string        { return "<" + b.f.Name + " context manager>" }
func (b *block) Type() string          { return "context manager" }
func (b *block) Freeze()               {}
func (b *block) Truth() starlark.Bool  { return starlark.True }
func (b *block) Hash() (uint32, error) { return 0, wrong("unhashable type: 'context manager'") }

func (b *block) enter() (starlark.Value, func(), error) {
	var leave func()
	if err := try(func() { leave = b.s() }); err != nil {
		return nil, nil, err
	}
	return starlark.None, leave, nil
}

// object returns a foreign value as a framework's own, if it is one.
func (f foreign) object() frontend.Object {
	o, _ := f.v.(frontend.Object)
	return o
}

// Attr returns an attribute of a device and the like.
func (f foreign) Attr(name string) (starlark.Value, error) {
	o := f.object()
	if o == nil {
		return nil, nil
	}
	switch v, ok := o.Attr(name); v := v.(type) {
	case string:
		return starlark.String(v), nil
	case int:
		return starlark.MakeInt(v), nil
	case nil:
		if ok {
			return starlark.None, nil
		}
	}
	return nil, nil
}

// AttrNames returns none: an object tells its attributes by name alone.
func (f foreign) AttrNames() []string { return nil }

// CompareSameType answers == and !=.
func (f foreign) CompareSameType(op tok, y starlark.Value, _ int) (bool, error) {
	a, b := f.object(), y.(foreign).object()
	return compareEqual(op, a != nil && a == b, strings.ToLower(f.Type()))
}
