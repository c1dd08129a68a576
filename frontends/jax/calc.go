package jax

import (
	"math"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/text"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

type value = *frontend.Array

// A calc computes in a namespace. Most of JAX's functions are compositions of others, and
// their result's dtype and weakness follow from that; so are they here.
type calc struct {
	*frontend.Namespace
	e      *ivy.Env
	config Config
}

func calcOf(n *frontend.Namespace) calc { return calc{n, n.Env(), n.Settings().(Config)} }

func (k calc) raise(class, format string, args ...any) {
	frontend.Raise(k.Name, class, format, k.Readable(args)...)
}

func (k calc) defaults() dtype.Defaults { return k.config.defaults() }

// do calls the function of a path.
func (k calc) do(path string, args ...any) value {
	return k.Call(k.Functions.Must(path), args...).(value)
}

// add, and the methods below, are Python's operators, and what is nearly one.
func (k calc) add(x, y any) value      { return k.do("numpy.add", x, y) }
func (k calc) sub(x, y any) value      { return k.do("numpy.subtract", x, y) }
func (k calc) mul(x, y any) value      { return k.do("numpy.multiply", x, y) }
func (k calc) div(x, y any) value      { return k.do("numpy.true_divide", x, y) }
func (k calc) eq(x, y any) value       { return k.do("numpy.equal", x, y) }
func (k calc) ne(x, y any) value       { return k.do("numpy.not_equal", x, y) }
func (k calc) lt(x, y any) value       { return k.do("numpy.less", x, y) }
func (k calc) gt(x, y any) value       { return k.do("numpy.greater", x, y) }
func (k calc) ge(x, y any) value       { return k.do("numpy.greater_equal", x, y) }
func (k calc) neg(x any) value         { return k.do("numpy.negative", x) }
func (k calc) abs(x any) value         { return k.do("numpy.abs", x) }
func (k calc) where(c, x, y any) value { return k.do("numpy.where", c, x, y) }

func (k calc) wrap(x *ivy.Array, weak bool) value {
	return &frontend.Array{V: x, Weak: weak, NS: k.Namespace}
}

// canonical returns x in a dtype of the namespace's settings.
func (k calc) canonical(x *ivy.Array) *ivy.Array {
	if d := Canonical(k.config.rule(), x.Dtype()); d != x.Dtype() {
		return k.e.Astype(x, d)
	}
	return x
}

// scalar returns a Python scalar as an array: of its kind's default dtype, weak unless it
// is a bool.
func (k calc) scalar(v backend.Scalar) value {
	def := k.defaults()
	d := dtype.Bool
	switch v.Kind {
	case dtype.KindInt, dtype.KindUint:
		d = def.Int
		if !v.Fits(d) {
			k.raise("OverflowError", "the integer %v does not fit into %v", v, d)
		}
	case dtype.KindFloat:
		d = def.Float
	case dtype.KindComplex:
		d = def.Complex
	}
	return k.wrap(k.e.Asarray(v, d), d != dtype.Bool)
}

// of returns an operand as an array.
func (k calc) of(o frontend.Operand) value {
	if o.A == nil {
		return k.scalar(o.Value)
	}
	return o.A
}

// array returns an argument as an array; lists and None are refused.
func (k calc) array(x any) value {
	if a, ok := x.(value); ok && a.NS == k.Namespace {
		return a
	}
	o, err := k.Namespace.Operand(x)
	frontend.Check(err)
	return k.of(o)
}

func (k calc) arrays(xs []any) []value {
	list := make([]value, len(xs))
	for i, x := range xs {
		list[i] = k.array(x)
	}
	return list
}

// like returns a number as a constant for an operation with x: of x's dtype, and weak if x is like a
// Python scalar.
func (k calc) like(x value, v float64) value {
	return k.wrap(number(k.e, v, x.V.Dtype()), k.scalarWeak(x))
}

// constant is like, never weak.
func (k calc) constant(x value, v float64) value {
	return k.wrap(number(k.e, v, x.V.Dtype()), false)
}

// scalarWeak reports whether all xs are like Python scalars: weak, without axes, and of
// their kind's default dtype.
func (k calc) scalarWeak(xs ...value) bool {
	for _, x := range xs {
		if d := x.V.Dtype(); !x.Weak || x.V.Ndim() != 0 || d != dtype.Bool && d != k.defaults().Of(d.Kind()) {
			return false
		}
	}
	return true
}

// to casts x, which keeps the elements if it has the type already.
func (k calc) to(x value, d dtype.Dtype, weak bool) value {
	if x.V.Dtype() == d && x.Weak == weak {
		return x
	}
	return k.wrap(cast(k.Namespace, x.V, d), weak)
}

func argsOf(xs []value) []promote.Arg {
	args := make([]promote.Arg, len(xs))
	for i, x := range xs {
		args[i] = x.Arg()
	}
	return args
}

// common, inexact and numeric return arrays cast to the dtype they have in common, or the
// nearest one of that kind.
func (k calc) common(xs ...value) []value {
	if len(xs) == 1 {
		return xs
	}
	return k.promoted(anyDtype, xs)
}

func (k calc) inexact(xs ...value) []value { return k.promoted(toInexact, xs) }

func (k calc) numeric(xs ...value) []value { return k.promoted(toNumeric, xs) }

func (k calc) promoted(to func(dtype.Dtype) dtype.Dtype, xs []value) []value {
	r, err := commonType(k.Namespace, argsOf(xs)...)
	frontend.Check(err)
	out := make([]value, len(xs))
	for i, x := range xs {
		out[i] = k.to(x, to(r.Dtype), r.Weak)
	}
	return out
}

// commonType returns the type that operands have in common.
func commonType(n *frontend.Namespace, args ...promote.Arg) (r promote.Result, err error) {
	switch len(args) {
	case 1:
		r = promote.Result{Dtype: args[0].Dtype, Weak: args[0].Weak}
		if s := args[0].Scalar; s != dtype.NoKind {
			r = promote.Result{Dtype: n.Settings().(Config).defaults().Of(s), Weak: true}
		}
	case 2:
		a, b := promote.ClassOf(args[0]), promote.ClassOf(args[1])
		if r = n.Rule().Promote(a, b); r.Dtype == dtype.Invalid {
			return r, n.Rule().Explain(a, b)
		}
	default:
		if r, err = promote.Fold(n.Rule().Rule(), args...); err != nil {
			return r, err
		}
	}
	r.Weak = r.Weak && r.Dtype != dtype.Bool
	return r, nil
}

func anyDtype(d dtype.Dtype) dtype.Dtype { return d }

func toNumeric(d dtype.Dtype) dtype.Dtype {
	if d == dtype.Bool {
		return dtype.Int32
	}
	return d
}

// toInexact makes integers floats: of 64 bits those of 64 bits, all others float32.
func toInexact(d dtype.Dtype) dtype.Dtype {
	switch {
	case d == dtype.Int64 || d == dtype.Uint64:
		return dtype.Float64
	case d == dtype.Bool || d.IsInteger():
		return dtype.Float32
	}
	return d
}

// wide returns the dtype in which sums and the like of d are computed.
func wide(d dtype.Dtype) dtype.Dtype {
	if d == dtype.Float16 || d == dtype.BFloat16 {
		return dtype.Float32
	}
	return d
}

func isFloat(x value) bool   { return x.V.Dtype().IsFloat() }
func isComplex(x value) bool { return x.V.Dtype().IsComplex() }
func isInexact(x value) bool { return dtype.Inexact.Has(x.V.Dtype()) }
func isBool(x value) bool    { return x.V.Dtype() == dtype.Bool }

// A call is a function of JAX being called.
type call struct {
	*frontend.Namespace
	*frontend.Call
	calc
}

// run makes a Run of a function that computes.
func run(f func(c call) any) func(*frontend.Call) any {
	return func(c *frontend.Call) any { return f(call{c.Namespace, c, calcOf(c.Namespace)}) }
}

// arr returns the argument of a parameter as an array.
func (c call) arr(name string) value { return c.calc.array(c.Arg(name)) }

// Bool returns whether an argument is true: JAX asks for the truth of what it is given, which may be anything but an
// array of several elements.
func (c call) Bool(name string) bool { return text.Truth(c.Call, c.Arg(name)) }

// anyOperand are functions that refuse out before they look at their operand.
var anyOperand = []string{"numpy.sum", "numpy.prod", "numpy.max", "numpy.min", "numpy.amax", "numpy.amin", "numpy.all", "numpy.any", "numpy.take", "numpy.nanargmax", "numpy.nanargmin", "numpy.outer", "numpy.stack"}

// none refuses an argument that only None is accepted for.
func (c call) none(names ...string) {
	for _, name := range names {
		if c.Has(name) {
			if name == "out" && !slices.Contains(anyOperand, c.Func.Path) {
				c.arr(c.Func.Signature().Params[0].Name)
			}
			c.Raise("NotImplementedError", "%s(): the argument %s is not supported", c.Func.Path, name)
		}
	}
}

// dtype returns the argument of a parameter as a dtype of the namespace's settings, or
// the one otherwise for None. "int", "float", "complex" and "bool" are Python's types.
func (c call) dtype(name string, otherwise dtype.Dtype) dtype.Dtype {
	def := c.defaults()
	switch c.Arg(name) {
	case nil:
		return otherwise
	case "int":
		return def.Int
	case "float":
		return def.Float
	case "complex":
		return def.Complex
	}
	switch c.Arg(name).(type) {
	case *Array, *frontend.Array:
		c.Raise("ValueError", "%s(): %s is an array, want a dtype: its dtype is arr.dtype", c.Func.Path, name)
	}
	return Canonical(c.config.rule(), c.Dtype(name))
}

// axis returns an axis of an array of that rank, counted from its start.
func (k calc) axis(i, rank int) int {
	if i < -rank || i >= rank {
		k.raise("ValueError", "axis %d is out of bounds for an array of dimension %d", i, rank)
	}
	if i < 0 {
		i += rank
	}
	return i
}

// axes returns the axes that a parameter names, all for None.
func (c call) axes(name string, rank int) []int {
	is, _, ok := c.Ints(name)
	axes := make([]int, 0, rank)
	if !ok {
		for i := range rank {
			axes = append(axes, i)
		}
		return axes
	}
	for _, i := range is {
		i = c.calc.axis(i, rank)
		if slices.Contains(axes, i) {
			c.Raise("ValueError", "%s(): axis %d is named twice", c.Func.Path, i)
		}
		axes = append(axes, i)
	}
	return axes
}

// axisOf returns the axis that a parameter names, counted from the start.
func (c call) axisOf(name string, rank int) int { return c.calc.axis(c.Int(name), rank) }

// axisIn is axisOf for functions that take the axis from a list of all, of which an index is out of range.
func (c call) axisIn(name string, rank int) int {
	if i := c.Int(name); i < -rank || i >= rank {
		c.Raise("IndexError", "%s(): axis %d of %d", c.Func.Path, i, rank)
	}
	return c.axisOf(name, rank)
}

// shape returns a parameter's lengths of axes.
func (c call) shape(name string) []int {
	is, _, ok := c.Ints(name)
	if !ok {
		c.Raise("TypeError", "%s(): %s is None, want integers", c.Func.Path, name)
	}
	n := 1
	for _, i := range is {
		if i < 0 {
			c.Raise("TypeError", "%s(): the shape %v has a negative length", c.Func.Path, is)
		}
		if i > 0 && n > math.MaxInt/16/i {
			c.Raise("ValueError", "%s(): the shape %v is too large", c.Func.Path, is)
		}
		n *= max(i, 1)
	}
	return is
}

// broadcast returns the shape to which all shapes broadcast.
func (k calc) broadcast(shapes ...[]int) []int {
	rank := 0
	for _, s := range shapes {
		rank = max(rank, len(s))
	}
	out := make([]int, rank)
	for i := range out {
		out[i] = 1
	}
	for _, s := range shapes {
		for i, n := range s {
			j := rank - len(s) + i
			switch {
			case out[j] == 1:
				out[j] = n
			case n != 1 && n != out[j]:
				k.raise("ValueError", "incompatible shapes for broadcasting: %v", shapes)
			}
		}
	}
	return out
}

// broadcastTo returns x broadcast to a shape.
func (k calc) broadcastTo(x value, shape []int) value {
	if slices.Equal(x.V.Shape(), shape) {
		return x
	}
	return k.wrap(k.e.BroadcastTo(x.V, shape), x.Weak)
}
