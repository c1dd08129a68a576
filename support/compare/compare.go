// Package compare runs one program on many backends, or under the rules of many
// frameworks, and says where their results differ: from the first one's, or from those
// that a file holds.
package compare

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/support/script"
)

// A Program is what is run: its name stands in the positions of errors.
type Program struct {
	Name   string
	Source []byte
	// Prepare, if it is not nil, makes what runs on a backend in place of the Source: a function that returns a Dict of arrays, say.
	Prepare func(backend string) (run func(ctx context.Context) (any, error), err error)
}

// An Input is a file .npy, .npz or .safetensors that the program sees under a name.
type Input struct{ Name, Path string }

// Options say how to run and what to allow. The zero value is one run with the
// default tolerances.
type Options struct {
	// Reference is a file with the results to compare with: a tuple's as arr_0, arr_1,
	// …, a dict's by its keys, one array as arr_0 or as the only entry.
	Reference string
	// Rtol, Atol and ULP replace the tolerance that the dtype has by default; see
	// [Tolerance]. nil leaves it.
	Rtol, Atol, ULP *float64
	// Frontends are frameworks under whose rules the program runs, in place of several
	// backends: xp is the framework's array namespace, inputs are its arrays.
	Frontends []string
	// Runs is how often the program runs on each backend; the time is their median.
	// 0 is once.
	Runs int
	// Script says how far programs may go. Its backend is not asked.
	Script script.Options
	// Progress is called before each run, if it is not nil.
	Progress func(backend string, run, runs int)
}

// An OutOfTolerance is how many results differ, and on how many backends the program
// failed, or under how many frameworks.
type OutOfTolerance struct {
	Results, Failed int
	Frontends       bool
}

func (e *OutOfTolerance) Error() string {
	var parts []string
	if e.Results > 0 {
		by := " by more than is allowed"
		if e.Frontends {
			by = ""
		}
		parts = append(parts, fmt.Sprintf("%d results differ%s", e.Results, by))
	}
	if e.Failed > 0 && e.Frontends {
		parts = append(parts, fmt.Sprintf("the program failed under %d frameworks", e.Failed))
	} else if e.Failed > 0 {
		parts = append(parts, fmt.Sprintf("the program failed on %d backends", e.Failed))
	}
	return strings.Join(parts, "; ")
}

// Run runs the program on each backend, in an Env of its own, and compares. With no
// backends it takes all that are linked. The error is one of the inputs, the reference
// or the program's grammar; that a program fails on a backend, and that results
// differ, stands in the Report. With Options.Frontends it runs under each of them, on
// the first of the backends.
//
// A result that is a function without parameters is called, and if it fails its error
// is the result: errors agree if they are of one kind.
func Run(ctx context.Context, p Program, inputs []Input, backends []string, o Options) (*Report, error) {
	if len(o.Frontends) > 0 {
		return runFrontends(ctx, p, inputs, backends, &o)
	}
	if len(backends) == 0 {
		backends = backend.Linked()
	}
	o.Runs = max(o.Runs, 1)
	r := &Report{Program: p.Name, Runs: o.Runs}
	for _, name := range backends {
		b, err := backend.Lookup(name)
		if err != nil {
			return nil, err
		}
		r.Backends = append(r.Backends, Backend{Name: name, Version: b.Version()})
	}
	var want []named
	reference := ""
	if o.Reference != "" {
		var err error
		if want, err = readReference(o.Reference); err != nil {
			return nil, err
		}
		r.Reference, reference = o.Reference, "reference"
	} else {
		r.Reference = backends[0]
	}
	for i := range r.Backends {
		b := &r.Backends[i]
		got, err := run(ctx, p, inputs, b, b.Name, &o)
		if err != nil {
			var e *script.Error
			if errors.As(err, &e) && e.Kind == "syntax" || ctx.Err() != nil {
				return nil, err
			}
			b.Error, b.Kind = err.Error(), script.KindOf(err)
			continue
		}
		if want == nil && o.Reference == "" { // the first that ran is what the others are held against
			want, reference = got, b.Name
			r.Reference = b.Name
			for _, g := range got {
				r.Results = append(r.Results, described(g, b))
			}
			continue
		}
		r.Results = append(r.Results, compareAll(got, want, b, reference, &o)...)
	}
	return r, nil
}

// run runs the program on one backend and returns its results. b may stand for a
// framework instead.
func run(ctx context.Context, p Program, inputs []Input, b *Backend, engine string, o *Options) (got []named, err error) {
	times := make([]time.Duration, o.Runs)
	for i := range times {
		if o.Progress != nil {
			o.Progress(b.Name, i+1, o.Runs)
		}
		if p.Prepare != nil {
			x, took, err := p.prepared(ctx, engine)
			if err != nil {
				return nil, err
			}
			if times[i] = took; i == 0 {
				if got, err = flatten(x, false); err != nil {
					return nil, err
				}
			}
			continue
		}
		// A program may write into its inputs, so every run has its own.
		so := o.Script
		so.Backend = engine
		so.KeepBackend = "compare runs the program on one backend after the other (--backends), so that it cannot set one itself"
		s, err := script.New(so)
		if err != nil {
			return nil, err
		}
		if o.Frontends != nil {
			if err := s.UseFrontend(b.Name); err != nil {
				return nil, err
			}
		}
		for _, in := range inputs {
			x, err := s.Load(in.Path)
			if err != nil {
				return nil, err
			}
			if err := s.Set(in.Name, x); err != nil {
				return nil, err
			}
		}
		start := time.Now()
		v, err := s.Run(ctx, p.Name, p.Source)
		times[i] = time.Since(start)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			x, err := s.Results(ctx, v)
			if err != nil {
				return nil, err
			}
			if got, err = flatten(x, o.Frontends != nil); err != nil {
				return nil, err
			}
		}
	}
	slices.Sort(times)
	b.Seconds = (times[(len(times)-1)/2] + times[len(times)/2]).Seconds() / 2
	return got, nil
}

// prepared runs what Prepare makes, and measures the run.
func (p *Program) prepared(ctx context.Context, engine string) (x any, took time.Duration, err error) {
	f, err := p.Prepare(engine)
	if err != nil {
		return nil, 0, err
	}
	start := time.Now()
	x, err = f(ctx)
	return x, time.Since(start), err
}

// Differ says how got differs from want by more than o allows, "" if it does not.
func Differ(got, want *ivy.Array, o *Options) string {
	b := &Backend{}
	r := compareOne(named{a: got}, named{a: want}, b, "reference", o)
	if r.OK {
		return ""
	}
	if r.Note != "" && !r.Compared {
		return r.Note
	}
	return fmt.Sprintf("max abs %.3g", float64(r.MaxAbs))
}

// named is a result: an array, the text of what is none, or an error.
type named struct {
	name string
	a    *ivy.Array
	typ  string // of a, if it is not the dtype: "py:float" of a number, "complex32"
	weak bool
	text string
	err  error
}

// flatten returns the results that a value holds, under the names that a reference
// has them by. python keeps Python's numbers apart from arrays.
func flatten(x any, python bool) ([]named, error) {
	var out []named
	var add func(name string, x any) error
	add = func(name string, x any) error {
		switch x := x.(type) {
		case script.Dict:
			for i, k := range x.Keys {
				if err := add(join(name, k), x.Values[i]); err != nil {
					return err
				}
			}
			return nil
		case script.Tuple:
			for i, e := range x {
				if err := add(element(name, i), e); err != nil {
					return err
				}
			}
			return nil
		case nil:
			out = append(out, named{name: only(name), text: "None"})
			return nil
		case string:
			out = append(out, named{name: only(name), text: x})
			return nil
		case error:
			out = append(out, named{name: only(name), err: x})
			return nil
		case *frontend.Array:
			typ := ""
			if x.Half {
				typ = "complex32"
			}
			out = append(out, named{name: only(name), a: x.V, typ: typ, weak: x.Weak})
			return nil
		case ivy.Dtype:
			out = append(out, named{name: only(name), text: x.String()})
			return nil
		case bool, float64, complex128:
			if python {
				return number(&out, only(name), x)
			}
		case []any:
			if a, err := script.ToArray(x); err == nil && len(x) > 0 {
				out = append(out, named{name: only(name), a: a})
				return nil
			}
			for i, e := range x {
				if err := add(element(name, i), e); err != nil {
					return err
				}
			}
			return nil
		case *big.Int:
			if !x.IsInt64() && !x.IsUint64() {
				out = append(out, named{name: only(name), text: x.String()})
				return nil
			}
			if python {
				return number(&out, only(name), x)
			}
		}
		a, err := script.ToArray(x)
		if err != nil {
			return err
		}
		out = append(out, named{name: only(name), a: a})
		return nil
	}
	err := add("", x)
	return out, err
}

// number appends a number of Python's, with all of its digits.
func number(out *[]named, name string, x any) error {
	var typ string
	var d ivy.Dtype
	switch y := x.(type) {
	case bool:
		typ, d = "py:bool", ivy.Bool
	case *big.Int:
		typ, d = "py:int", ivy.Int64
		if y.IsInt64() {
			x = y.Int64()
		} else {
			x, d = y.Uint64(), ivy.Uint64
		}
	case float64:
		typ, d = "py:float", ivy.Float64
	case complex128:
		typ, d = "py:complex", ivy.Complex128
	}
	var a *ivy.Array
	err := ivy.Try(func() { a = ivy.Asarray(x, d) })
	*out = append(*out, named{name: name, a: a, typ: typ})
	return err
}

func join(name, k string) string {
	if name == "" {
		return k
	}
	return name + "." + k
}

func element(name string, i int) string {
	if name == "" {
		return fmt.Sprintf("arr_%d", i)
	}
	return fmt.Sprintf("%s[%d]", name, i)
}

// only is the name of a result that is the only one.
func only(name string) string {
	if name == "" {
		return "arr_0"
	}
	return name
}

// readReference returns the arrays of a file.
func readReference(path string) ([]named, error) {
	s, err := script.New(script.Options{Backend: "native"})
	if err != nil {
		return nil, err
	}
	x, err := s.Load(path)
	if err != nil {
		return nil, err
	}
	out, err := flatten(x, false)
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("%s: no arrays", path)
	}
	return out, err
}

// compareAll compares the results of a backend with those of the reference.
func compareAll(got, want []named, b *Backend, reference string, o *Options) []Result {
	var out []Result
	if len(got) == 1 && len(want) == 1 && got[0].name == "arr_0" {
		w := want[0]
		w.name = "arr_0" // the only entry, whatever its name
		want = []named{w}
	}
	for _, g := range got {
		i := slices.IndexFunc(want, func(w named) bool { return w.name == g.name })
		if i < 0 {
			r := described(g, b)
			r.OK, r.Note = false, "not in the reference"
			out = append(out, r)
			continue
		}
		out = append(out, compareOne(g, want[i], b, reference, o))
	}
	for _, w := range want {
		if !slices.ContainsFunc(got, func(g named) bool { return g.name == w.name }) {
			r := described(w, b)
			r.OK, r.Note = false, "in the reference, but not a result"
			out = append(out, r)
		}
	}
	return out
}

// described is a result that is compared with nothing.
func described(g named, b *Backend) Result {
	r := Result{Name: g.name, Backend: b.Name, Seconds: b.Seconds, OK: true}
	switch {
	case g.err != nil:
		r.Dtype, r.Value = "!"+script.KindOf(g.err), g.err.Error()
		return r
	case g.a == nil:
		r.Dtype, r.Value = "text", g.text
		return r
	}
	r.Dtype, r.Shape, r.Elements, r.Weak = g.a.Dtype().String(), g.a.Shape(), g.a.Size(), g.weak
	if g.typ != "" {
		r.Dtype = g.typ
	}
	if r.Elements == 1 {
		r.Value = g.a.String()
	}
	return r
}

// notes say why a result is not as it should be.
var notes = struct{ dtypes, weak, errors, oneError, none string }{
	"the dtypes differ", "one is weakly typed", "the errors differ", "an error on one side alone", "no result",
}

func compareOne(g, w named, b *Backend, reference string, o *Options) Result {
	r := described(g, b)
	wd := described(w, b)
	r.Against, r.WantDtype, r.WantWeak, r.WantShape, r.WantValue = reference, wd.Dtype, wd.Weak, wd.Shape, wd.Value
	r.DtypeEqual, r.ShapeEqual = r.Dtype == r.WantDtype && r.Weak == r.WantWeak, slices.Equal(r.Shape, r.WantShape)
	r.Compared = true
	if g.err != nil || w.err != nil {
		r.Compared = false
		switch {
		case r.Dtype != r.WantDtype && g.err != nil && w.err != nil:
			r.OK, r.Note = false, notes.errors
		case r.Dtype != r.WantDtype:
			r.OK, r.Note = false, notes.oneError
		case o.Frontends != nil && frontend.Class(g.err) == "":
			r.OK, r.Note = false, "a mistake in the program, not an error of the framework"
		}
		return r
	}
	if g.a == nil || w.a == nil {
		r.OK = g.a == nil && w.a == nil && g.text == w.text
		if !r.OK {
			r.Note = "the texts differ"
		}
		return r
	}
	if !r.ShapeEqual {
		r.OK, r.Compared = false, false
		r.Note = "the shapes differ"
		return r
	}
	if err := measure(&r, g.a, w.a, o, b.Name, reference); err != nil {
		r.OK, r.Note = false, err.Error()
		return r
	}
	if !r.DtypeEqual {
		r.OK = false
		what := notes.dtypes
		if r.Dtype == r.WantDtype {
			what = notes.weak
		}
		r.Note = strings.TrimPrefix(r.Note+"; "+what, "; ")
	}
	return r
}
