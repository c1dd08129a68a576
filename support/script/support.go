package script

import (
	"errors"
	"reflect"
	"slices"
	"strings"

	"go.starlark.net/starlark"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// support is function_supported_dtypes or its contrary: ask answers for a row or a Go
// function over arrays, all for a function that is not looked into.
func (in *interp) support(name string, ask func(f any, shapes ...[]int) []ivy.Dtype, all func() []ivy.Dtype) function {
	return func(args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
		var fn, recurse, shapes starlark.Value
		if err := unpack(name, args, kwargs, "fn ? recurse shapes", &fn, &recurse, &shapes); err != nil {
			return nil, err
		}
		deep, err := optionalBool(recurse, true)
		if err != nil {
			return nil, err
		}
		dims, err := in.shapes(shapes)
		if err != nil {
			return nil, err
		}
		var f any
		p := (*probe)(nil)
		switch fn := fn.(type) {
		case starlark.String:
			f = string(fn)
		case *starlark.Builtin:
			path, ours := strings.CutPrefix(fn.Name(), "ivy.")
			op := rowAt(path)
			if !ours || op == nil {
				return nil, wrong("%s(): how many arrays %s takes is not known (put it into a lambda)", name, fn.Name())
			}
			f = op.Snake
		case *declared:
			return in.declaredSupport(name, fn, deep, dims)
		case *starlark.Function:
			if !deep { // it declares nothing
				return dtypeTuple(all()), nil
			}
			if p, err = in.newProbe(name, fn); err != nil {
				return nil, err
			}
		default:
			return nil, wrong("%s(): got %s, want a function or the name of one", name, typeName(fn))
		}
		if p != nil {
			found, err := p.ask(ask, dims)
			return dtypeTuple(found), err
		}
		var found []ivy.Dtype
		err = try(func() { found = ask(f, dims...) })
		return dtypeTuple(found), err
	}
}

// declaredSupport answers for a function with declarations: what they leave, and if
// deep is true what the function takes by what it calls.
func (in *interp) declaredSupport(name string, f *declared, deep bool, dims [][]int) (starlark.Value, error) {
	var found []ivy.Dtype
	if err := try(func() { found = in.env.FunctionSupportedDtypes(f.held) }); err != nil {
		return nil, err
	}
	set := dtype.Of(found...)
	if deep {
		p, err := in.newProbe(name, f.fn.(*starlark.Function))
		if err != nil {
			return nil, err
		}
		if found, err = p.ask(in.env.FunctionSupportedDtypes, dims); err != nil {
			return nil, err
		}
		set &= dtype.Of(found...)
	}
	if name == "function_unsupported_dtypes" {
		set = dtype.All &^ set
	}
	return dtypeTuple(set.Dtypes()), nil
}

// ask has package ivy try the function.
func (p *probe) ask(ask func(f any, shapes ...[]int) []ivy.Dtype, dims [][]int) (found []ivy.Dtype, err error) {
	output := p.in.opts.Output
	p.in.opts.Output = nil // nobody asked the function to do its work
	err = try(func() { found = ask(p.function(), dims...) })
	p.in.opts.Output = output
	return found, p.verdict(err)
}

// shapes returns a list of shapes, nil if there is none.
func (in *interp) shapes(x starlark.Value) ([][]int, error) {
	if !present(x) {
		return nil, nil
	}
	list, ok := sequence(x)
	if !ok || list.Len() == 0 || list.Len() > maxShapes {
		return nil, wrong("got %s for shapes, want a list of 1 to %d of them", typeName(x), maxShapes)
	}
	out := make([][]int, list.Len())
	for i := range out {
		var err error
		if out[i], err = in.toInts(list.Index(i)); err != nil {
			return nil, err
		}
	}
	return out, nil
}

const (
	maxShapes = 64
	maxProbed = 64   // arrays that a function is called with
	probeWork = 1000 // steps that a call with abstract arrays counts for
)

// A probe runs a function of the program on abstract arrays for package ivy, which
// tries dtypes and shapes. Its errors tell of refused dtypes and shapes; those of the
// program itself are kept.
type probe struct {
	in     *interp
	fn     *starlark.Function
	byPos  int
	byName []string
	judged dtype.Set           // dtypes that were taken or refused
	failed map[ivy.Dtype]error // the first error of the program itself
}

// newProbe looks at the parameters of fn: those without a default get arrays, *args two.
func (in *interp) newProbe(name string, fn *starlark.Function) (*probe, error) {
	p := &probe{in: in, fn: fn, failed: map[ivy.Dtype]error{}}
	plain := fn.NumParams()
	if fn.HasKwargs() {
		plain--
	}
	if fn.HasVarargs() {
		plain--
	}
	for i := range plain {
		switch {
		case fn.ParamDefault(i) != nil:
		case i < plain-fn.NumKwonlyParams():
			p.byPos++
		default:
			param, _ := fn.Param(i)
			p.byName = append(p.byName, param)
		}
	}
	if fn.HasVarargs() {
		p.byPos += 2
	}
	switch n := p.byPos + len(p.byName); {
	case n == 0:
		return nil, wrong("%s(): %s() has no parameters that arrays would go to", name, fn.Name())
	case n > maxProbed:
		return nil, wrong("%s(): %s() has %d parameters, at most %d are tried", name, fn.Name(), n, maxProbed)
	}
	return p, nil
}

// function returns a Go function of as many arrays as the program's takes.
func (p *probe) function() any {
	arrays := slices.Repeat([]reflect.Type{reflect.TypeFor[*ivy.Array]()}, p.byPos+len(p.byName))
	return reflect.MakeFunc(reflect.FuncOf(arrays, nil, false), func(args []reflect.Value) []reflect.Value {
		xs := make([]*ivy.Array, len(args))
		for i, a := range args {
			xs[i] = a.Interface().(*ivy.Array)
		}
		p.call(xs)
		return nil
	}).Interface()
}

// call calls the function. It panics with an *ivy.Error for what package ivy is to
// judge, and with any other error for what ends the program.
func (p *probe) call(xs []*ivy.Array) {
	d := xs[0].Dtype()
	if err := p.in.work(probeWork); err != nil {
		panic(err)
	}
	args := make(starlark.Tuple, p.byPos)
	for i := range args {
		args[i] = p.in.wrap(xs[i])
	}
	kwargs := make([]starlark.Tuple, len(p.byName))
	for i, name := range p.byName {
		kwargs[i] = starlark.Tuple{starlark.String(name), p.in.wrap(xs[p.byPos+i])}
	}
	_, err := starlark.Call(p.in.thread, p.fn, args, kwargs)
	if err == nil {
		p.judged |= dtype.Of(d)
		return
	}
	if isLimit(err) {
		panic(err)
	}
	var ours *ivy.Error
	var k *kindError
	switch {
	case errors.As(err, &ours):
	case errors.As(err, &k) && k.kind == "shape":
		ours = &ivy.Error{Op: p.fn.Name(), Kind: ivy.ErrShape, Err: err}
	case errors.As(err, &k) && k.kind == "index":
		ours = &ivy.Error{Op: p.fn.Name(), Kind: ivy.ErrIndex, Err: err}
	default:
		ours = &ivy.Error{Op: p.fn.Name(), Kind: ivy.ErrValue, Err: err}
	}
	switch ours.Kind {
	case ivy.ErrDtype, ivy.ErrUnsupported:
		p.judged |= dtype.Of(d)
	case ivy.ErrShape, ivy.ErrIndex: // another shape may do
	default:
		if p.failed[d] == nil {
			p.failed[d] = err
		}
	}
	panic(ours)
}

// verdict returns the error that the program ends with, if any. An error of the
// program itself is one where no shape led to another end: functions may be made for
// some shapes alone.
func (p *probe) verdict(err error) error {
	if err != nil && !errors.Is(err, ivy.ErrShape) {
		return err
	}
	for _, d := range dtype.All.Dtypes() {
		if failed := p.failed[d]; failed != nil && !p.judged.Has(d) {
			return failed
		}
	}
	return err
}
