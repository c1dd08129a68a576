package nn

import (
	"fmt"
	"reflect"
	"strings"
	"text/tabwriter"

	"github.com/goivy/goivy/internal/blame"
	"github.com/goivy/goivy/ivy"
)

// Summary returns a table of a module and the modules in it: names, types, shapes and dtypes of what Forward returns, and how many elements the parameters have;
// then their total and the bytes of parameters and buffers. Forward, a method of m that takes a *Context and arrays, is called with inputs that have a dtype and a shape only,
// as [ivy.Abstract] returns them, so nothing is computed:
//
//	fmt.Print(nn.Summary(m, ivy.Abstract(ivy.Float32, 1, 3, 224, 224)))
//
// Inputs with elements count for their dtypes and shapes. Of modules that are not of this package what they return is not known, but for m itself, nor of those that are not called. A module
// without inputs has no shapes.
func Summary(m any, inputs ...*ivy.Array) string {
	defer blame.Named("nn.Summary")
	type row struct {
		name, kind, shape, dtype string
		parameters               int
		at                       any
	}
	var rows []*row
	bytes, total, seen := 0, 0, map[any]bool{}
	w := &visit{}
	w.module = func(name string, v reflect.Value) {
		if n := len(rows); n > 0 && rows[n-1].name == name { // an embedded struct
			return
		}
		r := &row{name: name, kind: v.Type().String()}
		if v.CanAddr() {
			r.at = v.Addr().Interface()
		}
		if f, ok := r.at.(*Func); ok {
			r.kind = f.name
		}
		rows = append(rows, r)
	}
	e := ivy.Standard()
	if len(inputs) > 0 {
		e = inputs[0].Env()
	}
	c := &Context{}
	abstract := m
	if len(inputs) > 0 {
		arrays := ivy.Leaves(m)
		for i, a := range arrays {
			arrays[i] = e.Abstract(a.Dtype(), a.Shape()...)
		}
		abstract = ivy.Replace(m, arrays)
	}
	w.root(abstract)
	for _, x := range w.entries {
		a := x.array()
		var key any = a
		if x.buffer != nil {
			key = x.buffer
			if len(inputs) > 0 {
				c.put(x.buffer, e.Abstract(a.Dtype(), a.Shape()...))
			}
		}
		if seen[key] {
			continue
		}
		seen[key] = true
		bytes += a.Nbytes()
		if x.buffer != nil {
			continue
		}
		total += a.Size()
		for _, r := range rows {
			if r.name == "" || strings.HasPrefix(x.name, r.name+".") {
				r.parameters += a.Size()
			}
		}
	}
	note := func(at any, z *ivy.Array) {
		for _, r := range rows {
			if r.at == at {
				r.shape, r.dtype = fmt.Sprint(z.Shape()), z.Dtype().String()
			}
		}
	}
	if len(inputs) > 0 {
		c.reporter = note
		z := forward(abstract, c, e, inputs)
		c.reporter = nil
		if len(rows) == 0 || rows[0].name != "" { // a slice or a map
			rows = append([]*row{{kind: strings.TrimPrefix(fmt.Sprintf("%T", m), "nn."), parameters: total}}, rows...)
		}
		rows[0].shape, rows[0].dtype = fmt.Sprint(z.Shape()), z.Dtype().String()
	}
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "module\ttype\toutput\tdtype\tparameters")
	for _, r := range rows {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%d\n", r.name, strings.TrimPrefix(r.kind, "nn."), r.shape, r.dtype, r.parameters)
	}
	t.Flush()
	fmt.Fprintf(&b, "%d parameters, %d bytes with buffers\n", total, bytes)
	return b.String()
}

// forward calls the module's Forward with arrays like inputs, and returns its first result.
func forward(m any, c *Context, e *ivy.Env, inputs []*ivy.Array) *ivy.Array {
	f := reflect.ValueOf(m).MethodByName("Forward")
	bad := func() {
		panic(blame.Errorf(ivy.ErrValue, "a %T has no method Forward of a *Context and %d arrays", m, len(inputs)))
	}
	if !f.IsValid() {
		bad()
	}
	t := f.Type()
	n := t.NumIn()
	if t.IsVariadic() {
		n--
	}
	if n != len(inputs)+1 || t.In(0) != reflect.TypeFor[*Context]() || t.NumOut() == 0 || t.Out(0) != arrayType {
		bad()
	}
	args := []reflect.Value{reflect.ValueOf(c)}
	for i, x := range inputs {
		if t.In(i+1) != arrayType {
			bad()
		}
		args = append(args, reflect.ValueOf(e.Abstract(x.Dtype(), x.Shape()...)))
	}
	return f.Call(args)[0].Interface().(*ivy.Array)
}
