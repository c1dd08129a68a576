package backendtest

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/ops"
)

// An unusable is an argument that stands for an array and is none.
type unusable struct {
	name string
	says string // is in the error
	x    *ivy.Array
}

// unusables are nil, the zero Array, and freed arrays: with their elements where a
// backend has small ones, in and out of the memory that native uses again, views, roots
// of views, arrays whose memory is shared, and results of compiled functions.
func (s *suite) unusables() []unusable {
	us := []unusable{{"nil", "nil array", nil}, {"zero", "zero ivy.Array", new(ivy.Array)}}
	freed := func(name string, x *ivy.Array) {
		x.Free()
		x.Free()
		us = append(us, unusable{"freed " + name, "freed", x})
	}
	for _, n := range []int{1, 1 << 8, 1 << 11, 1 << 18} {
		freed(fmt.Sprintf("of %d bytes", 4*n), s.env.Ones([]int{n}, ivy.Float32))
	}
	freed("without axes", s.env.Ones(nil, ivy.Float32))
	freed("without elements", s.env.Ones([]int{0, 3}, ivy.Float32))
	x := s.env.Ones([]int{2, 3}, ivy.Float32)
	freed("view", x.Get(0))
	x.Get(0)
	freed("root", x)
	x = s.env.Ones([]int{2, 3}, ivy.Float32)
	s.env.Reshape(x, []int{6})
	freed("shared", x)
	x = s.env.Ones([]int{2, 3}, ivy.Float32)
	x.DLPack()
	freed("exported", x)
	freed("compiled", s.env.Compile(func(x *ivy.Array) *ivy.Array { return s.env.Add(s.env.Exp(x), x) }).Call(s.env.Ones([]int{1 << 12}, ivy.Float32)))
	freed("abstract", s.env.Abstract(ivy.Float32, 2, 3))
	return us
}

// refused returns what is wrong with the answer to a call with u.
func refused(u unusable, op string, f func()) (problem string) {
	defer func() {
		if p := recover(); p != nil {
			problem = fmt.Sprintf("panic: %v", p)
		}
	}()
	err := ivy.Try(f)
	var e *ivy.Error
	switch {
	case err == nil:
		return "no error"
	case !errors.As(err, &e):
		return fmt.Sprintf("error of type %T", err)
	case !errors.Is(err, ivy.ErrValue), !strings.Contains(err.Error(), u.says):
		return fmt.Sprintf("%v, want an error of kind value that says %q", err, u.says)
	case op != "" && e.Op != op:
		return fmt.Sprintf("error of %q: %v", e.Op, err)
	}
	return ""
}

// unusable calls everything that takes arrays with a value that is no array, in every position.
func (s *suite) unusable(t *testing.T) {
	us := s.unusables()
	every := s.everyOption()
	for _, op := range ops.All() {
		if op.Hidden {
			continue
		}
		t.Run(op.Name, func(t *testing.T) {
			r := s.example(op.Name, ivy.Float32)
			require.NotNil(t, r, "no golden row to start from")
			c, err := (&maker{env: s.env, group: r.group}).call(r)
			require.NoError(t, err)
			calls := &unusableCalls{call: c, env: s.env, t: t}
			for _, u := range us {
				for i := range c.args {
					calls.argument(i, u)
				}
				calls.options(every, u)
			}
			for _, p := range op.Params {
				if p.Kind == ops.Operand || p.Kind == ops.Arrays || p.Kind == ops.Variadic {
					assert.Positive(t, calls.made, "no argument that takes an array was found")
				}
			}
		})
	}
	for _, u := range us {
		t.Run(u.name, func(t *testing.T) { s.unusableElsewhere(t, u) })
	}
	t.Run("free at once", s.freeAtOnce)
	t.Run("shared memory stays", s.freedShares)
}

// unusableCalls are calls of one function with what is no array.
type unusableCalls struct {
	*call
	env  *ivy.Env
	t    *testing.T
	made int
}

// try holds that a call with u among its arguments or options is refused.
func (c *unusableCalls) try(what string, u unusable, args []any, opts []ivy.Option) {
	c.made++
	if p := refused(u, c.op.Name, func() { c.env.Call(c.op, args, opts...) }); p != "" {
		c.t.Errorf("%s %s: %s", what, u.name, p)
	}
}

// with returns the arguments with another one at index i.
func (c *unusableCalls) with(i int, v any) []any {
	args := slices.Clone(c.args)
	args[i] = v
	return args
}

// argument puts u into the argument at index i, where that is an array or a list of arrays.
func (c *unusableCalls) argument(i int, u unusable) {
	p := c.op.Params[min(i, len(c.op.Params)-1)]
	what := "argument " + p.Name
	if xs, list := c.args[i].([]*ivy.Array); list {
		for j := range xs {
			ys := slices.Clone(xs)
			ys[j] = u.x
			c.try(fmt.Sprintf("%s, array %d", what, j), u, c.with(i, ys), c.opts)
		}
		return
	}
	switch p.Kind {
	case ops.Operand:
		c.try(what, u, c.with(i, u.x), c.opts)
		if c.op.Name != "FromDlpack" {
			c.try(what+", a list with it", u, c.with(i, []*ivy.Array{c.env.Ones(nil), u.x}), c.opts)
			c.try(what+", nested lists with it", u, c.with(i, []any{1, []any{u.x}}[1:]), c.opts)
		}
		c.try(what+" and all others", u, c.withAll(i, u.x), c.opts) // with numbers, and with itself
	case ops.Optional, ops.Scalar, ops.Variadic:
		c.try(what, u, c.with(i, u.x), c.opts)
	}
}

// withAll returns the arguments with x at index i and instead of every array.
func (c *unusableCalls) withAll(i int, x *ivy.Array) []any {
	args := c.with(i, x)
	for j := range args {
		if _, ok := args[j].(*ivy.Array); ok {
			args[j] = x
		}
	}
	return args
}

// options gives u to each option that takes an operand.
func (c *unusableCalls) options(every map[ops.Opt]ivy.Option, u unusable) {
	for o := range every {
		if make, ok := valuedOptions[o]; ok && c.op.Takes(o) {
			c.try("option "+o.String(), u, c.args, []ivy.Option{make(u.x)})
		}
	}
}

// Methods that answer for what is no array, and those that do for a freed one.
var (
	printing = []string{"Format", "GoString", "HasElements", "LogValue", "String", "Text"}
	metadata = []string{"ArrayNamespace", "Backend", "DLPackDevice", "Dim", "Dtype", "Env", "IsAbstract", "Nbytes", "Ndim", "Shape", "Size"}
	decoding = []string{"UnmarshalBinary", "UnmarshalJSON"} // into anything but nil

	// Methods that are functions of other names.
	named = map[string]string{"Get": "GetItem", "MT": "MatrixTranspose", "Set": "SetItem"}
)

// unusableElsewhere uses u in every way that is no row's function.
func (s *suite) unusableElsewhere(t *testing.T, u unusable) {
	x := s.env.Reshape(s.env.Arange(6), []int{2, 3})
	try := func(what, op string, f func()) {
		if p := refused(u, op, f); p != "" {
			t.Errorf("%s: %s", what, p)
		}
	}
	unusableMethods(u, x, try)
	if u.says == "freed" {
		s.freedMetadata(t, u)
	}
	unusablePrints(t, u)
	unusableElements(s.env, u, x, try)
	_, err := json.Marshal(ivy.Base64(u.x))
	assert.ErrorIs(t, err, ivy.ErrValue)
	var _ encoding.BinaryMarshaler = u.x
	unusableDtypes(s.env, u, x, try)
	unusableFunctions(t, s.env, u, x, try)
}

// A refusal holds that f, a use of an unusable, fails with an error of the function op; any if "".
type refusal func(what, op string, f func())

// unusableMethods calls every method of u that needs an array.
func unusableMethods(u unusable, x *ivy.Array, try refusal) {
	v := reflect.ValueOf(u.x)
	for i := range v.NumMethod() {
		m, name := v.Method(i), v.Type().Method(i).Name
		if slices.Contains(printing, name) || u.says == "freed" && (slices.Contains(metadata, name) || name == "Free") || u.x != nil && slices.Contains(decoding, name) {
			continue
		}
		args := methodArguments(m.Type(), x)
		function := name
		if n := named[name]; n != "" {
			function = n
		}
		try("method "+name, function, func() {
			for _, r := range m.Call(args) {
				if err, ok := r.Interface().(error); ok {
					panic(err)
				}
			}
		})
	}
}

// methodArguments returns arguments of a method of type m: x where it takes anything.
func methodArguments(m reflect.Type, x *ivy.Array) []reflect.Value {
	args := make([]reflect.Value, m.NumIn())
	for j := range args {
		args[j] = reflect.Zero(m.In(j))
		switch {
		case args[j].Kind() == reflect.Interface:
			args[j] = reflect.ValueOf(x)
		case args[j].Type() == reflect.TypeFor[ivy.Dtype]():
			args[j] = reflect.ValueOf(ivy.Float64)
		}
	}
	if m.IsVariadic() {
		args = args[:len(args)-1]
	}
	return args
}

// freedMetadata holds that a freed array says what it was, and can be freed again.
func (s *suite) freedMetadata(t *testing.T, u unusable) {
	assert.Equal(t, ivy.Float32, u.x.Dtype())
	assert.Equal(t, len(u.x.Shape()), u.x.Ndim())
	assert.Equal(t, 4*u.x.Size(), u.x.Nbytes())
	assert.Equal(t, s.name, u.x.Backend())
	u.x.Free()
}

// unusablePrints holds that u is printed as what it is.
func unusablePrints(t *testing.T, u unusable) {
	for _, verb := range []string{"%v", "%s", "%+v", "%d", "%8.2f", "%q"} {
		text := fmt.Sprintf(verb, u.x)
		assert.NotContains(t, text, "PANIC")
		assert.Contains(t, text, map[string]string{"nil array": "nil", "zero ivy.Array": "ivy.Array{}", "freed": "freed"}[u.says], verb)
	}
	for _, text := range []string{u.x.String(), u.x.GoString(), fmt.Sprintf("%#v", u.x), u.x.Text(ivy.DefaultPrintOptions()), fmt.Sprint(u.x.LogValue())} {
		assert.NotEmpty(t, text)
		assert.NotContains(t, text, "PANIC")
	}
	slog.New(slog.NewTextHandler(io.Discard, nil)).Info("x", "x", u.x)
}

// unusableElements reads and writes elements of u, and with u as a key and as a value.
func unusableElements(e *ivy.Env, u unusable, x *ivy.Array, try refusal) {
	try("Values", "Values", func() { ivy.Values[float32](u.x) })
	try("Item", "Item", func() { ivy.Item[float32](u.x) })
	try("GetItem", "GetItem", func() { e.GetItem(u.x, 0) })
	try("GetItem without a key", "GetItem", func() { e.GetItem(u.x) })
	try("GetItem, key", "GetItem", func() { e.GetItem(x, u.x) })
	try("GetItem, key of several", "GetItem", func() { e.GetItem(x, 0, u.x) })
	try("GetItem, list as a key", "GetItem", func() { e.GetItem(x, []*ivy.Array{u.x}) })
	try("SetItem", "SetItem", func() { e.SetItem(u.x, 1, 0) })
	try("SetItem of all", "SetItem", func() { e.SetItem(u.x, 1) })
	try("SetItem, mask", "SetItem", func() { e.SetItem(u.x, 1, e.Ones([]int{2, 3}, ivy.Bool)) })
	try("SetItem, value", "SetItem", func() { e.SetItem(x, u.x, 0) })
	try("SetItem, value with a mask", "SetItem", func() { e.SetItem(x, u.x, e.Ones([]int{2, 3}, ivy.Bool)) })
	try("SetItem, key", "SetItem", func() { e.SetItem(x, 1, u.x) })
	try("Slice", "", func() { ivy.Slice(u.x, nil) })
}

// unusableDtypes asks for the dtype of u.
func unusableDtypes(e *ivy.Env, u unusable, x *ivy.Array, try refusal) {
	for name, f := range map[string]func(any){
		"ResultType": func(x any) { e.ResultType(ivy.Int8, x) }, "CanCast": func(x any) { e.CanCast(x, ivy.Float64) }, "DtypeOf": func(x any) { e.DtypeOf(x) },
		"DtypeBits": func(x any) { e.DtypeBits(x) }, "DefaultDtype": func(x any) { e.DefaultDtype(x) }, "Finfo": func(x any) { ivy.Finfo(x) },
		"Iinfo": func(x any) { ivy.Iinfo(x) }, "PromoteTypesOfInputs": func(y any) { e.PromoteTypesOfInputs(y, x) },
	} {
		try(name, name, func() { f(u.x) })
	}
	try("PromoteTypesOfInputs with a number", "PromoteTypesOfInputs", func() { e.PromoteTypesOfInputs(u.x, 1) })
	try("PromoteTypesOfInputs behind a number", "PromoteTypesOfInputs", func() { e.PromoteTypesOfInputs(1, u.x) })
	try("TypePromoteArrays", "TypePromoteArrays", func() { e.TypePromoteArrays(u.x, u.x) })
	try("TypePromoteArrays, second", "TypePromoteArrays", func() { e.TypePromoteArrays(x, u.x) })
}

// unusableFunctions passes u to compiled functions, to declared ones and to Map.
func unusableFunctions(t *testing.T, e *ivy.Env, u unusable, x *ivy.Array, try refusal) {
	identity := func(x *ivy.Array) *ivy.Array { return x }
	for name, f := range map[string]any{
		"identity": identity, "ignores it": func(*ivy.Array) *ivy.Array { return x }, "one kernel": func(x *ivy.Array) *ivy.Array { return e.Exp(x) },
		"fused": func(x *ivy.Array) *ivy.Array { return e.Sum(e.Add(e.Exp(x), 1)) }, "eager": func(x *ivy.Array) *ivy.Array { e.UniqueValues(x); return x },
	} {
		c := e.Compile(f)
		try("Compiled, the first call, "+name, "Compile", func() { c.Call(u.x) })
		if u.says == "freed" && !u.x.IsAbstract() { // with a plan for its dtype and shape
			c.Call(e.Ones(u.x.Shape(), ivy.Float32))
		}
		try("Compiled, "+name, "Compile", func() { c.Call(u.x) })
		try("CallMany, "+name, "Compile", func() { c.CallMany(u.x) })
		g, err := ivy.NewFunction("g", f)
		require.NoError(t, err)
		try("CallFunction, "+name, "g", func() { e.CallFunction(g, u.x) })
	}
	two := e.Compile(func(x, y *ivy.Array) *ivy.Array { return e.Add(x, y) })
	try("Compiled, second argument", "Compile", func() { two.Call(x, u.x) })
	try("Map", "Map", func() { ivy.Map(identity, u.x, []ivy.Device{x.Device()}) })
	if u.says == "zero ivy.Array" {
		try("Map, the function's result", "Map", func() {
			ivy.Map(func(*ivy.Array) *ivy.Array { return u.x }, e.Ones([]int{2}), []ivy.Device{x.Device()})
		})
	}
}

// freeAtOnce frees arrays from several goroutines.
func (s *suite) freeAtOnce(t *testing.T) {
	for _, n := range []int{1, 1 << 8, 1 << 13, 1 << 18} {
		kept := s.env.Full([]int{n}, 7, ivy.Float32)
		for range 20 {
			x := s.env.Add(kept, 1)
			var wg sync.WaitGroup
			for range 4 {
				wg.Go(x.Free)
			}
			wg.Wait()
			y, z := s.env.Add(kept, 2), s.env.Add(kept, 3) // were the memory given back twice, they would share it
			assert.Equal(t, float32(9), ivy.Values[float32](y)[n-1])
			assert.Equal(t, float32(10), ivy.Values[float32](z)[n-1])
		}
		assert.Equal(t, float32(7), ivy.Values[float32](kept)[n-1])
	}
}

// freedShares frees arrays whose memory others share, and reads and writes through those.
func (s *suite) freedShares(t *testing.T) {
	for _, n := range []int{4, 1 << 18} {
		x := s.env.Ones([]int{n}, ivy.Float32)
		v, w := x.Get(ivy.Slice(1, nil)), x.Get(ivy.Slice(nil, nil, 2))
		z := s.env.Reshape(x, []int{n / 2, 2})
		x.Free()
		v.Set(5, 1) // a copy of the root's memory, which z shares
		assert.Equal(t, float32(5), ivy.Values[float32](w)[1], "a view sees what another writes after their root was freed")
		assert.Equal(t, float32(1), ivy.Values[float32](z)[2])
		v.Free()
		w.Set(6, 0)
		u := w.Get(ivy.Slice(0, 2))
		assert.Equal(t, []float32{6, 5}, ivy.Values[float32](u))
		w.Free()
		u.Set(8, 0)
		assert.Equal(t, []float32{8, 5}, ivy.Values[float32](u))
		assert.Equal(t, float32(1), ivy.Values[float32](z)[n-1])
	}
}
