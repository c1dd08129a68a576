package frontend

import (
	"slices"

	"github.com/goivy/goivy/frontends/internal/steps"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// A Reacher is the Memory of an array through which other arrays are reached: those that it is a view of, and its views.
type Reacher interface {
	// IsView reports whether the array is a view, which may need more than arrays that it reaches.
	IsView() bool

	// Reach calls visit with each array that is next to it.
	Reach(visit func(a *Array))
}

// compute calls the function's Run, or the unified API's function.
func (c *Call) compute() any {
	if c.Func.Run != nil {
		return c.Func.Run(c)
	}
	if c.Func.Check != nil {
		c.Func.Check(c)
	}
	return c.Elementwise()
}

// run is compute, where it pays in a scope. What a function of large arrays makes on its way to its result is freed when it returns: it
// runs in a scope of its own (see [ivy.Env.TidySteps]), which what can be reached from its arguments and its result leaves.
func (c *Call) run() (z any) {
	if !c.large() {
		return c.compute()
	}
	var os operands
	for _, v := range c.slots[:len(c.Func.sig.Params)] {
		if !os.add(c, v) {
			return c.compute()
		}
	}
	n := c.Namespace
	n.env.TidySteps(func(e *ivy.Env) bool {
		inner := &Namespace{Framework: n.Framework, shared: n.shared, env: e, outer: n}
		c.Namespace = inner
		k := keeping{inner: inner, n: n}
		defer func() {
			c.Namespace = n
			for _, v := range c.slots {
				k.keep(v)
			}
			k.keep(z)
		}()
		z = c.compute()
		return os.unchanged() && c.holdsNoMore(z)
	}, os.elements...)
	return z
}

// holdsNoMore reports whether a result needs no more than the arrays that are reached from it. One that is neither arrays, lists
// nor plain values may, and so may a view that is no argument.
func (c *Call) holdsNoMore(z any) bool {
	switch z := z.(type) {
	case nil, bool, int, int64, float64, complex128, string, backend.Scalar, dtype.Dtype:
		return true
	case *Array:
		r, ok := z.Memory.(Reacher)
		return !ok || !r.IsView() || slices.ContainsFunc(c.slots[:len(c.Func.sig.Params)], func(v any) bool { return c.own(v) == z })
	case []*Array:
		return !slices.ContainsFunc(z, func(a *Array) bool { return !c.holdsNoMore(a) })
	case []any:
		return !slices.ContainsFunc(z, func(v any) bool { return !c.holdsNoMore(v) })
	case Tuple:
		return c.holdsNoMore([]any(z))
	}
	return false
}

// operands are the arrays among the arguments of a call, and what they knew of their memory before it.
type operands struct {
	elements []*ivy.Array
	arrays   []*Array
	memories []any
}

// add enters the arrays of an argument. It reports whether no others can be reached through it: a function, say, may keep
// what it is called with.
func (os *operands) add(c *Call, v any) bool {
	switch v := v.(type) {
	case nil, bool, int, int64, float64, complex128, string, backend.Scalar, dtype.Dtype, PythonType, []int, ivy.Span, interface{ Ivy() dtype.Dtype }:
		return true
	case *ivy.Array:
		os.elements = append(os.elements, v)
		return true
	case []any:
		return os.addAll(c, v)
	case Tuple:
		return os.addAll(c, v)
	case []*Array:
		for _, a := range v {
			os.array(a)
		}
		return true
	}
	a := c.own(v)
	if a != nil {
		os.array(a)
	}
	return a != nil
}

func (os *operands) addAll(c *Call, list []any) bool {
	for _, v := range list {
		if !os.add(c, v) {
			return false
		}
	}
	return true
}

func (os *operands) array(a *Array) {
	os.elements = append(os.elements, a.V)
	os.arrays = append(os.arrays, a)
	os.memories = append(os.memories, a.Memory)
}

// unchanged reports whether no argument has become a view of another memory.
func (os *operands) unchanged() bool {
	for i, a := range os.arrays {
		if r, ok := a.Memory.(Reacher); ok && r.IsView() && a.Memory != os.memories[i] {
			return false
		}
	}
	return true
}

// large reports whether an argument is an array of so many bytes that it is worth freeing what is made of it.
func (c *Call) large() bool {
	for _, v := range c.slots[:len(c.Func.sig.Params)] {
		switch v.(type) {
		case nil, bool, int, float64, string:
			continue
		}
		if a := c.own(v); a != nil {
			if isLarge(a.V) {
				return true
			}
			continue
		}
		switch v := v.(type) {
		case []any:
			for _, x := range v {
				if a := c.own(x); a != nil && isLarge(a.V) {
					return true
				}
			}
		case *ivy.Array:
			if v != nil && isLarge(v) {
				return true
			}
		}
	}
	return false
}

func isLarge(x *ivy.Array) bool { return x.Dtype().Size()*shape.Size(x.Shape()) >= steps.Least }

// keeping is how what is reached from arguments and results leaves the scope of a call: inner is its namespace, n that around it.
type keeping struct {
	inner, n *Namespace
	seen     map[*Array]bool // of those with a Memory
}

func (k *keeping) keep(v any) {
	switch v := v.(type) {
	case nil, bool, int, float64, string:
	case []any:
		for _, x := range v {
			k.keep(x)
		}
	case Tuple:
		for _, x := range v {
			k.keep(x)
		}
	case []*Array:
		for _, a := range v {
			k.array(a)
		}
	case *ivy.Array:
		k.elements(v)
	default:
		if a := k.n.own(v); a != nil {
			k.array(a)
		}
	}
}

func (k *keeping) array(a *Array) {
	if a == nil || k.seen[a] {
		return
	}
	if a.NS == k.inner {
		a.NS = k.n
	}
	k.elements(a.V)
	if r, ok := a.Memory.(Reacher); ok {
		if k.seen == nil {
			k.seen = map[*Array]bool{}
		}
		k.seen[a] = true
		r.Reach(k.array)
	}
}

func (k *keeping) elements(x *ivy.Array) {
	if x != nil {
		_ = ivy.Try(func() { k.inner.env.Keep(x) }) // an error of one that the program has freed
	}
}

// end frees what a call has made of an operand, where that pays and nothing records it.
func end(x *ivy.Array) {
	if isLarge(x) && !x.IsRecorded() && !x.IsAbstract() {
		x.Free()
	}
}
