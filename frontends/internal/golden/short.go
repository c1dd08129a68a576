package golden

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// pythons are scalars of every kind: what all dtypes hold, what some do not, and what none does.
var pythons = []any{true, false, 0, 1, 2, -1, 3, 100, 127, 128, -128, -129, 255, 256, 2049, 32768, 65535, 65536, 1<<24 + 1, math.MaxInt32, pythonInt(math.MaxInt32 + 1),
	math.MinInt32, pythonInt(math.MinInt32 - 1), pythonInt(math.MaxInt64), pythonInt(math.MinInt64), 0.0, math.Copysign(0, -1), 0.5, 2.0, -1.75, 0.1, 1.0 + 0x1p-24 + 0x1p-50, 65519.999, 1e-8, 1e39, -1e300,
	math.Inf(1), math.Inf(-1), math.NaN(), 1i, 2 - 0.1i, complex(math.Inf(1), math.NaN())}

// pythonInt returns n as a Go int, or where that is too short as what stands for one.
func pythonInt(n int64) any {
	if v := int(n); int64(v) == n {
		return v
	}
	return backend.IntScalar(n)
}

// Short compares the fast path of calls of an array and a scalar, which [frontend.Namespace.Call2]
// takes, with [frontend.Namespace.Call]: for every function that has one, every dtype, scalars on both
// sides; and that of reductions, which [frontend.Namespace.Call1] takes. Types, elements and errors must
// be the same. weak is whether there are weak arrays.
func Short(t *testing.T, n *frontend.Namespace, weak bool) {
	t.Helper()
	s := shortcuts{t: t, n: n, arrays: arraysOfAll(n, weak)}
	for _, f := range n.Functions.All() {
		if f.Binary != nil && f.Typing != nil && f.Out == frontend.One {
			s.binary(f)
		}
	}
	for _, f := range n.Functions.All() {
		if f.Reduction.F != nil {
			s.reduction(f)
		}
	}
	if s.functions == 0 || t.Failed() {
		t.Fatalf("%d functions, %d calls", s.functions, s.calls)
	}
	t.Logf("%d functions, %d calls", s.functions, s.calls)
}

// arraysOfAll returns arrays of every dtype, with an axis and without, and weak ones too if there are any.
func arraysOfAll(n *frontend.Namespace, weak bool) (arrays []*frontend.Array) {
	e := n.Env()
	for _, d := range dtype.All.Dtypes() {
		x := e.Astype(e.Asarray([]int{0, 1, 3, 100}), d)
		if d.IsSigned() || dtype.Inexact.Has(d) {
			x = e.Concat([]*ivy.Array{x, e.Negative(x)})
		}
		for _, v := range []*ivy.Array{x, e.Reshape(e.GetItem(x, 2), nil)} {
			arrays = append(arrays, &frontend.Array{V: v, NS: n})
			if weak {
				arrays = append(arrays, &frontend.Array{V: v, NS: n, Weak: true})
			}
		}
	}
	return arrays
}

// shortcuts are the calls that [Short] makes.
type shortcuts struct {
	t                *testing.T
	n                *frontend.Namespace
	arrays           []*frontend.Array
	calls, functions int
}

// same fails unless the fast path, got, comes to what the whole call does, want.
func (s *shortcuts) same(f *frontend.Func, a *frontend.Array, args string, got, want func() any) {
	s.calls++
	if g, w := outcome(got), outcome(want); g != w {
		s.t.Errorf("%s.%s(%s) of shape %v:\nthe fast path gives %s\nthe whole call     %s", s.n.Name, f.Path, args, a.V.Shape(), g, w)
	}
}

// binary calls a function of an array and each of Python's scalars.
func (s *shortcuts) binary(f *frontend.Func) {
	for _, a := range s.arrays {
		if testing.Short() && a.V.Ndim() == 0 && !a.Weak {
			continue
		}
		for i, v := range pythons {
			if testing.Short() && (i+s.functions)%6 != 0 {
				continue
			}
			for _, args := range [][2]any{{a, v}, {v, a}} {
				s.same(f, a, called(args), func() any { return s.n.Call2(f, args[0], args[1], nil) }, func() any { return s.n.Call(f, args[0], args[1]) })
			}
		}
	}
	s.functions++
}

// reduction calls a reduction with arguments of which some leave more to do than the fast path does.
func (s *shortcuts) reduction(f *frontend.Func) {
	axis, keep := f.Signature().Params[1].Name, "keepdims"
	if !slices.ContainsFunc(f.Signature().Params, func(p frontend.Param) bool { return p.Name == keep }) {
		keep = "keepdim"
	}
	kw := func(name string, v any) frontend.Named { return frontend.Named{Name: name, Value: v} }
	for _, a := range s.arrays {
		for _, a := range []*frontend.Array{a, matrix(a)} {
			for _, args := range [][]any{nil, {0}, {1}, {2}, {3}, {-1}, {-2}, {-3}, {nil}, {[]int{0}}, {true}, {0.0},
				{kw(axis, 1)}, {kw(axis, nil)}, {kw(axis, 1), kw(keep, true)}, {kw(keep, false)}, {1, kw(keep, true)}, {kw(keep, true), kw(axis, 1)},
				{1, kw(axis, 1)}, {1, true}, {kw(keep, 1)}, {kw("x", 1)}} {
				s.same(f, a, fmt.Sprint(a.Type(), ", ", args), func() any { return s.n.Call1(f, a, args) }, func() any { return s.n.Call(f, append([]any{a}, args...)...) })
			}
		}
	}
	s.functions++
}

// matrix returns the elements of a in two columns, or in a column of none.
func matrix(a *frontend.Array) *frontend.Array {
	b := *a
	if e := a.NS.Env(); a.V.Size() > 1 {
		b.V = e.Reshape(a.V, []int{-1, 2})
	} else {
		b.V = e.Zeros([]int{0, 1}, a.V.Dtype())
	}
	return &b
}

func called(args [2]any) string {
	text := ""
	for i, x := range args {
		if i > 0 {
			text += ", "
		}
		if a, ok := x.(*frontend.Array); ok {
			x = a.Type()
		}
		text += fmt.Sprint(x)
	}
	return text
}

// outcome writes a result with its type and the bytes of its elements, NaN as one, or the
// error.
func outcome(f func() any) string {
	var z any
	if err := ivy.Try(func() { z = f() }); err != nil {
		return err.Error() + " (" + frontend.Class(err) + ")"
	}
	a := z.(*frontend.Array)
	if dtype.Inexact.Has(a.V.Dtype()) && bytes.ContainsAny([]byte(a.V.String()), "nN") {
		return fmt.Sprintf("%s %v %s", a.Type(), a.V.Shape(), a.V) // NaNs may differ in sign
	}
	return fmt.Sprintf("%s %v %x", a.Type(), a.V.Shape(), a.V.Bytes())
}
