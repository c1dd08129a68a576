package torch

import (
	"math"
	"reflect"
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/frontends/internal/views"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
	"github.com/goivy/goivy/ivy/shape"
)

// What all functions that make tensors take.
const (
	making     = "out=None, dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False"
	makingLike = "dtype=None, layout=None, device=None, pin_memory=False, requires_grad=False, memory_format=None"
)

var creation = slices.Concat([]frontend.Func{
	{Path: "tensor", Go: "NewTensor", Sig: "data, *, dtype=None, device=None, requires_grad=False, pin_memory=False", Run: func(c *frontend.Call) any {
		made(c)
		return fromData(c, c.Arg("data"), true)
	}},
	{Path: "as_tensor", Sig: "data, *, dtype=None, device=None", Run: func(c *frontend.Call) any {
		device(c, "device")
		return fromData(c, c.Arg("data"), false)
	}},
	{Path: "asarray", Sig: "obj, *, dtype=None, device=None, copy=None, requires_grad=False", Run: func(c *frontend.Call) any {
		made(c)
		copied := c.Has("copy") && boolean(c, "copy")
		z := fromData(c, c.Arg("obj"), copied)
		base := views.Base(z)
		foreign := base != nil && base.NS.Framework != c.Framework
		if c.Has("copy") && !copied && !foreign && ours(c.Namespace, c.Arg("obj")) != z {
			c.Raise("ValueError", "asarray(): %s becomes this tensor by copying alone", c.Shown(c.Arg("obj")))
		}
		return z
	}},
	{Path: "from_numpy", Sig: "ndarray, /", Run: func(c *frontend.Call) any {
		if a := views.Foreign(c.Namespace, c.Arg("ndarray")); a != nil {
			return a
		}
		if a := ours(c.Namespace, c.Arg("ndarray")); a != nil && c.Own(c.Arg("ndarray")) == nil {
			return a
		}
		c.Raise("TypeError", "expected an array of another package, not %s", c.TypeName(c.Arg("ndarray")))
		return nil
	}},
	{Path: "zeros", Sig: "*size, " + making, Run: func(c *frontend.Call) any { return filled(c, lengths(c, "size"), backend.IntScalar(0)) }},
	{Path: "ones", Sig: "*size, " + making, Run: func(c *frontend.Call) any { return filled(c, lengths(c, "size"), backend.IntScalar(1)) }},
	{Path: "empty", Sig: "*size, " + making + ", memory_format=None", Run: func(c *frontend.Call) any {
		only(c, "memory_format", nil)
		return filled(c, lengths(c, "size"), backend.IntScalar(0))
	}},
	{Path: "full", Sig: "size, fill_value, *, " + making, Run: func(c *frontend.Call) any {
		made(c)
		isListed(c, "size")
		s := lengths(c, "size")
		v := scalarOf(c, "fill_value")
		r := madeType(c, numberType(c.Namespace, v.Kind))
		if v.Kind == dtype.KindUint && !c.Has("dtype") && !c.Has("out") {
			c.Raise("RuntimeError", "value cannot be converted to type int64_t without overflow")
		}
		return out(c, c.Result(c.Env().BroadcastTo(filling(c, v, r, s), s), r))
	}},
	{Path: "arange", Sig: "*bounds, start=None, end=None, step=None, " + making, Run: arange},
	{Path: "range", Sig: "*bounds, start=None, end=None, step=None, " + making, Run: arange},
	{Path: "linspace", Sig: "start, end, steps, *, " + making, Run: linspace},
	{Path: "logspace", Sig: "start, end, steps, base=10.0, *, " + making, Run: linspace},
	{Path: "eye", Sig: "n, m=None, *, " + making, Run: func(c *frontend.Call) any {
		made(c)
		n := integer(c, "n")
		m := n
		if c.Has("m") {
			m = integer(c, "m")
		}
		if n < 0 || m < 0 {
			c.Raise("RuntimeError", "n and m must be greater or equal to 0, got %d and %d", n, m)
		}
		r := madeType(c, promote.Result{Dtype: defaultFloat(c.Namespace)})
		_, r = kernelsOf(". . N . . . N .").need(c, r)
		return out(c, c.Result(c.Env().Eye(n, ivy.NCols(m), r.Dtype), r))
	}},
	{Path: "tril_indices", Sig: "row, col, offset=0, *, dtype=None, device=None, layout=None, pin_memory=False, requires_grad=False", Run: func(c *frontend.Call) any {
		return triangleIndices(c, (*ivy.Env).TrilIndices)
	}},
	{Path: "triu_indices", Sig: "row, col, offset=0, *, dtype=None, device=None, layout=None, pin_memory=False, requires_grad=False", Run: func(c *frontend.Call) any {
		return triangleIndices(c, (*ivy.Env).TriuIndices)
	}},
	{Path: "meshgrid", Sig: "*tensors, indexing='ij'", Out: frontend.List, Run: meshgrid},
	{Path: ".new_tensor", Sig: "self, data, *, dtype=None, device=None, requires_grad=False", Run: func(c *frontend.Call) any {
		made(c)
		self := tensor(c, "self")
		r := dtypeOr(c, "dtype", typeOf(self))
		if a := ours(c.Namespace, c.Arg("data")); a != nil {
			return to(c, a, r, true)
		}
		if s, ok := c.Arg("data").(string); ok {
			c.Raise("TypeError", "new(): invalid data type 'str': %q", s)
		}
		return listed(c.Namespace, c.Arg("data"), r, true)
	}},
	{Path: ".new_full", Sig: "self, size, fill_value, *, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False", Run: func(c *frontend.Call) any {
		made(c)
		r := dtypeOr(c, "dtype", typeOf(tensor(c, "self")))
		isListed(c, "size")
		dims := lengths(c, "size")
		return c.Result(c.Env().BroadcastTo(filling(c, scalarOf(c, "fill_value"), r, dims), dims), r)
	}},
}, likes(), with("tril", "input, diagonal=0", triangle((*ivy.Env).Tril), isMethod|hasOut|hasInPlace), with("triu", "input, diagonal=0", triangle((*ivy.Env).Triu), isMethod|hasOut|hasInPlace))

// likes are zeros_like and its siblings, and new_zeros and its.
func likes() (rows []frontend.Func) {
	for _, f := range []struct {
		name  string
		value int
	}{{"zeros", 0}, {"ones", 1}, {"empty", 0}} {
		rows = append(rows,
			frontend.Func{Path: f.name + "_like", Sig: "input, *, " + makingLike, Run: func(c *frontend.Call) any {
				only(c, "memory_format", nil)
				a := tensor(c, "input")
				return filledWith(c, a.V.Shape(), backend.IntScalar(int64(f.value)), typeOf(a))
			}},
			frontend.Func{Path: ".new_" + f.name, Sig: "self, *size, dtype=None, device=None, requires_grad=False, layout=None, pin_memory=False", Run: func(c *frontend.Call) any {
				return filledWith(c, lengths(c, "size"), backend.IntScalar(int64(f.value)), typeOf(tensor(c, "self")))
			}})
	}
	return append(rows, frontend.Func{Path: "full_like", Sig: "input, fill_value, *, " + makingLike, Run: func(c *frontend.Call) any {
		only(c, "memory_format", nil)
		made(c)
		a := tensor(c, "input")
		r := dtypeOr(c, "dtype", typeOf(a))
		return c.Result(c.Env().BroadcastTo(filling(c, scalarOf(c, "fill_value"), r, a.V.Shape()), a.V.Shape()), r)
	}})
}

func filled(c *frontend.Call, dims []int, v backend.Scalar) *frontend.Array {
	return out(c, filledWith(c, dims, v, promote.Result{Dtype: defaultFloat(c.Namespace)}))
}

func filledWith(c *frontend.Call, dims []int, v backend.Scalar, otherwise promote.Result) *frontend.Array {
	made(c)
	r := madeType(c, otherwise)
	return c.Result(c.Env().Full(dims, backend.IntScalar(v.Int64()), r.Dtype), r)
}

// numberType returns the type that a Python number gets.
func numberType(n *frontend.Namespace, k dtype.Kind) promote.Result {
	r, err := promote.Fold(n.Rule().Rule(), promote.Scalar(k))
	frontend.Check(err)
	return r
}

// fromData makes a tensor of what torch.tensor takes.
func fromData(c *frontend.Call, x any, copied bool) *frontend.Array {
	r, asked := dtypeArg(c, "dtype")
	if a := views.Foreign(c.Namespace, x); a != nil && !copied {
		x = a
	}
	if a := ours(c.Namespace, x); a != nil {
		if !asked {
			r = typeOf(a)
		}
		return to(c, a, r, copied)
	}
	if s, ok := x.(string); ok {
		c.Raise("TypeError", "invalid data type 'str': %q", s)
	}
	if x == nil && !asked {
		c.Raise("RuntimeError", "Could not infer dtype of NoneType")
	}
	return listed(c.Namespace, x, r, asked)
}

// fromList makes a tensor of nested slices.
func fromList(n *frontend.Namespace, x any) *frontend.Array {
	return listed(n, x, promote.Result{}, false)
}

// A nest is nested lists being read.
type nest struct {
	n      *frontend.Namespace
	dims   []int
	leaves []backend.Scalar
	types  []promote.Arg
	asked  promote.Result // the type that the call gives, invalid if it gives none

	inexact bool // there are tensors of floats or complex numbers among the elements
}

// listed makes a tensor of nested lists of numbers and 0-d tensors, of type r if that
// is asked.
func listed(n *frontend.Namespace, x any, r promote.Result, asked bool) *frontend.Array {
	l := &nest{n: n}
	if asked {
		l.asked = r
	}
	l.shape(reflect.ValueOf(x), 0)
	l.read(reflect.ValueOf(x), 0)
	if !asked {
		r = promote.Result{Dtype: defaultFloat(n)}
		if len(l.types) > 0 {
			args := make([]promote.Arg, len(l.types))
			for i, t := range l.types { // all as arrays are: there is no order of importance
				args[i] = promote.Arg{Dtype: t.Dtype, Half: t.Half, Rank: 1}
				if t.Scalar != dtype.NoKind {
					d := numberType(n, t.Scalar)
					args[i] = promote.Arg{Dtype: d.Dtype, Half: d.Half, Rank: 1}
				}
			}
			var err error
			r, err = promote.Fold(n.Rule().Rule(), args...)
			frontend.Check(err)
		}
	}
	return n.Result(l.array(r), r)
}

func (l *nest) elements(v reflect.Value) (list reflect.Value, ok bool) {
	for v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	return v, v.IsValid() && (v.Kind() == reflect.Slice || v.Kind() == reflect.Array)
}

// shape reads the lengths along the first elements.
func (l *nest) shape(v reflect.Value, depth int) {
	list, ok := l.elements(v)
	if !ok {
		return
	}
	if depth > shape.MaxRank {
		frontend.Raise(l.n.Name, "ValueError", "lists of more than %d dimensions", shape.MaxRank)
	}
	l.dims = append(l.dims, list.Len())
	if list.Len() > 0 {
		l.shape(list.Index(0), depth+1)
	}
}

func (l *nest) read(v reflect.Value, depth int) {
	list, ok := l.elements(v)
	switch {
	case ok && depth >= len(l.dims):
		frontend.Raise(l.n.Name, "TypeError", "a list where a number was expected at dim %d", depth)
	case ok && list.Len() != l.dims[depth]:
		frontend.Raise(l.n.Name, "ValueError", "expected sequence of length %d at dim %d (got %d)", l.dims[depth], depth, list.Len())
	case ok:
		for i := range list.Len() {
			l.read(list.Index(i), depth+1)
		}
		return
	case depth < len(l.dims):
		frontend.Raise(l.n.Name, "TypeError", "a number where a list was expected at dim %d", depth)
	}
	var x any
	if list.IsValid() {
		x = list.Interface()
	}
	if s, isText := x.(string); isText {
		if len(l.leaves) == 0 { // whose letters are a dimension
			frontend.Raise(l.n.Name, "ValueError", "too many dimensions 'str': %q", s)
		}
		frontend.Raise(l.n.Name, "TypeError", "must be real number, not str: %q", s)
	}
	if x == nil {
		if l.asked.Dtype.IsValid() {
			frontend.Raise(l.n.Name, "TypeError", "'NoneType' object cannot be interpreted as a number")
		}
		frontend.Raise(l.n.Name, "RuntimeError", "Could not infer dtype of NoneType")
	}
	o, err := l.n.Operand(x)
	if err != nil {
		frontend.Raise(l.n.Name, "RuntimeError", "Could not infer dtype of %s", l.n.TypeName(x))
	}
	if o.A == nil {
		if o.Value.Kind == dtype.KindUint {
			l.types = append(l.types, promote.Scalar(dtype.KindUint))
		} else if len(l.types) == 0 || l.types[len(l.types)-1] != o.Arg {
			l.types = append(l.types, o.Arg)
		}
		l.leaves = append(l.leaves, o.Value)
		return
	}
	if o.A.V.Size() != 1 {
		if l.asked.Dtype.IsInteger() {
			frontend.Raise(l.n.Name, "TypeError", "only integer tensors of a single element can be converted to an index")
		}
		frontend.Raise(l.n.Name, "ValueError", "only one element tensors can be converted to Python scalars")
	}
	if !o.Dtype.IsInteger() && !o.Dtype.IsBool() {
		l.inexact = true
	}
	l.types = append(l.types, o.Arg)
	l.leaves = append(l.leaves, frontend.Number(o.A))
}

// array returns the numbers as elements of r.
func (l *nest) array(r promote.Result) *ivy.Array {
	e, d := l.n.Env(), r.Dtype
	kind := dtype.KindBool
	if l.inexact && l.asked.Dtype.IsInteger() {
		frontend.Raise(l.n.Name, "TypeError", "only integer tensors of a single element can be converted to an index")
	}
	for _, v := range l.leaves {
		kind = max(kind, v.Kind)
		l.check(v, d)
	}
	var flat any
	switch {
	case d == dtype.Uint64:
		flat = leaves(l.leaves, func(v backend.Scalar) uint64 {
			if v.IsInteger() {
				return uint64(v.Int64())
			}
			return v.Uint64()
		})
	case kind == dtype.KindComplex:
		flat = leaves(l.leaves, backend.Scalar.Complex128)
	case kind == dtype.KindFloat || d.IsFloat() || d.IsComplex():
		flat = leaves(l.leaves, backend.Scalar.Float64)
	default:
		flat = leaves(l.leaves, backend.Scalar.Int64)
	}
	return cast(l.n, e.Reshape(e.Asarray(flat), l.dims), d)
}

// check refuses a number that is not made an element of a dtype.
func (l *nest) check(v backend.Scalar, d dtype.Dtype) {
	overflow := false
	switch {
	case v.Kind == dtype.KindComplex && d != dtype.Bool && !d.IsComplex():
		frontend.Raise(l.n.Name, "TypeError", "must be real number, not complex")
	case v.Kind == dtype.KindUint && d.IsInteger() && d != dtype.Uint64:
		frontend.Raise(l.n.Name, "ValueError", "Overflow when unpacking long long")
	case v.IsInteger() && d.IsInteger():
		overflow = !v.Fits(d) && !(d.IsUnsigned() && v.Int64() < 0)
	case v.Kind == dtype.KindFloat && d.IsInteger():
		overflow = l.checkFloat(v.Float64(), d)
	}
	if overflow {
		frontend.Raise(l.n.Name, "RuntimeError", "value cannot be converted to type %v without overflow", d)
	}
}

// checkFloat refuses a float that Python does not make an integer, and reports one that a
// dtype of integers does not hold.
func (l *nest) checkFloat(f float64, d dtype.Dtype) (overflow bool) {
	switch {
	case d == dtype.Uint64:
		frontend.Raise(l.n.Name, "TypeError", "'float' object cannot be interpreted as an integer")
	case d.IsUnsigned() && f <= -1, math.IsInf(f, 0) && len(l.dims) == 0:
		return true
	case f != f:
		frontend.Raise(l.n.Name, "ValueError", "cannot convert float %v to integer", f)
	case math.IsInf(f, 0):
		frontend.Raise(l.n.Name, "OverflowError", "cannot convert float %v to integer", f)
	}
	return false
}

func leaves[T any](vs []backend.Scalar, f func(backend.Scalar) T) []T {
	z := make([]T, len(vs))
	for i, v := range vs {
		z[i] = f(v)
	}
	return z
}

// arange and range count in float64, and in int64 where the result is of integers.
func arange(c *frontend.Call) any {
	made(c)
	inclusive := c.Func.Path == "range"
	start, end, step, kind := bounds(c, inclusive)
	d := promote.Result{Dtype: defaultFloat(c.Namespace)}
	if kind <= dtype.KindInt && !inclusive {
		d.Dtype = dtype.Int64
	}
	r := madeType(c, d)
	if target := targetOf(c); target != nil {
		r = typeOf(target)
	}
	if kind == dtype.KindComplex {
		c.Raise("RuntimeError", "value cannot be converted to a real type without overflow")
	}
	_, r = kernelsOf("N . N . . . N N").need(c, r)
	count := steps(c, start, end, step, r.Dtype, inclusive, kind <= dtype.KindInt)
	e := c.Env()
	steps := e.Arange(count, dtype.Int64)
	if !r.Dtype.IsFloat() {
		z := e.Add(e.Multiply(steps, e.Full(nil, int(step.Int64()), dtype.Int64)), e.Full(nil, int(start.Int64()), dtype.Int64))
		return countedOut(c, c.Result(z, r))
	}
	if !inclusive {
		return countedOut(c, c.Result(countedFrom(e, start.Float64(), step.Float64(), count, r.Dtype), r))
	}
	z := e.Add(e.Multiply(e.Astype(steps, dtype.Float64), e.Full(nil, step.Float64(), dtype.Float64)), e.Full(nil, start.Float64(), dtype.Float64))
	return countedOut(c, c.Result(z, r))
}

// countedFrom returns n floats from start as PyTorch's kernel computes them, in float32 those of 16 bits. It fills registers of 32 bytes by twos:
// an element is some steps from the register's first one, which is rounded to the dtype before. What is left is computed from the start.
func countedFrom(e *ivy.Env, start, step float64, n int, d dtype.Dtype) *ivy.Array {
	info, err := dtype.Finfo(d)
	frontend.Check(err)
	if start == math.Trunc(start) && step == math.Trunc(step) && math.Abs(start)+math.Abs(step)*float64(n) <= 2/info.Eps { // whole numbers that the dtype holds
		z := e.Astype(e.Arange(n, dtype.Int64), dtype.Float64)
		return e.Astype(e.Add(e.Multiply(z, e.Full(nil, step, dtype.Float64)), e.Full(nil, start, dtype.Float64)), d)
	}
	room([]int{n}, 16)
	round := func(x float64) float64 { return x }
	if dtype.Narrow.Has(d) {
		round = func(x float64) float64 { return float64(float32(x)) }
	}
	start, step = round(start), round(step)
	from := func(first float64, i int) float64 { return round(math.FMA(step, round(float64(i)), first)) }
	lanes := 32 / d.Size()
	whole := n - n%(2*lanes)
	firsts := make([]float64, whole/lanes)
	for i := range firsts {
		firsts[i] = from(start, i*lanes)
	}
	firsts = reading.Values[float64](e.Astype(e.Astype(e.Asarray(firsts), d), dtype.Float64))
	v := make([]float64, n)
	for i := range v {
		if i < whole {
			v[i] = from(firsts[i/lanes], i%lanes)
		} else {
			v[i] = from(start, i)
		}
	}
	return e.Astype(e.Asarray(v), d)
}

// bounds returns the numbers of arange and range, and the widest of their kinds.
func bounds(c *frontend.Call, inclusive bool) (start, end, step backend.Scalar, kind dtype.Kind) {
	given := boundArguments(c, inclusive)
	scalars := map[string]backend.Scalar{"start": backend.IntScalar(0), "step": backend.IntScalar(1)}
	kind = dtype.KindInt
	for name, v := range given {
		if v == nil {
			continue
		}
		if _, isList := frontend.Sequence(v); isList {
			c.Raise("TypeError", "%s(): argument %q must be Number, not %s", c.Func.Path, name, c.TypeName(v))
		}
		o, err := c.Namespace.Operand(v)
		if err != nil || o.A != nil && o.A.V.Size() != 1 {
			c.Raise("TypeError", "%s(): argument %q must be Number, not %s", c.Func.Path, name, c.TypeName(v))
		}
		s := o.Value
		if o.A != nil {
			s = frontend.Number(o.A)
		}
		scalars[name] = s
		if s.Kind > kind {
			kind = s.Kind
		}
	}
	return scalars["start"], scalars["end"], scalars["step"], kind
}

// boundArguments returns the arguments of arange and range by their names: one alone by its
// position is the end.
func boundArguments(c *frontend.Call, inclusive bool) map[string]any {
	list, _ := c.Arg("bounds").([]any)
	given := map[string]any{"start": c.Arg("start"), "end": c.Arg("end"), "step": c.Arg("step")}
	names := []string{"start", "end", "step"}
	if len(list) == 1 && given["end"] == nil {
		names = []string{"end"}
	}
	if len(list) > len(names) {
		c.Raise("TypeError", "%s() takes at most 3 numbers, not %d", c.Func.Path, len(list))
	}
	for i, b := range list {
		switch {
		case b == nil:
			c.Raise("TypeError", "%s(): argument %q must be Number, not NoneType", c.Func.Path, names[i])
		case given[names[i]] != nil:
			c.Raise("TypeError", "%s() got %q twice", c.Func.Path, names[i])
		}
		given[names[i]] = b
	}
	if given["end"] == nil || inclusive && given["start"] == nil {
		c.Raise("TypeError", "%s() needs %s", c.Func.Path, map[bool]string{true: "a start and an end", false: "an end"}[inclusive])
	}
	return given
}

// steps returns how many values arange or range has of dtype d.
func steps(c *frontend.Call, from, to, by backend.Scalar, d dtype.Dtype, inclusive, integers bool) int {
	start, end, step := from.Float64(), to.Float64(), by.Float64()
	switch {
	case step == 0 || step != step:
		c.Raise("RuntimeError", "step must be nonzero")
	case math.IsInf(start, 0) || math.IsInf(end, 0) || start != start || end != end:
		c.Raise("RuntimeError", "unsupported range: %v -> %v", start, end)
	case step > 0 && end < start || step < 0 && end > start:
		c.Raise("RuntimeError", "upper bound and lower bound inconsistent with step sign")
	}
	count := math.Ceil((end - start) / step)
	if inclusive {
		count = math.Floor((end-start)/step) + 1
	}
	if !d.IsFloat() { // the values are counted in the dtype of the result, where a step of 0.5 is 0
		first, last, by := from.Int64(), to.Int64(), by.Int64()
		exact := integers || inclusive || d == dtype.Int64 // the other integers have as many as floats would
		if exact && by == 0 {
			c.Raise("ValueError", "step must be nonzero")
		}
		if exact {
			n := (last - first) / by
			if inclusive || (last-first)%by != 0 {
				n++
			}
			count = float64(n)
		}
	}
	const most = 1 << 40
	if count > most {
		c.Raise("RuntimeError", "%g values are too many", count)
	}
	return int(count)
}

// linspace and logspace count from both ends, as PyTorch does.
func linspace(c *frontend.Call) any {
	made(c)
	start, end, n := scalarOf(c, "start"), scalarOf(c, "end"), integer(c, "steps")
	if n < 0 {
		c.Raise("RuntimeError", "number of steps must be non-negative")
	}
	isComplex := start.Kind == dtype.KindComplex || end.Kind == dtype.KindComplex
	r := promote.Result{Dtype: defaultFloat(c.Namespace)}
	if isComplex {
		r = numberType(c.Namespace, dtype.KindComplex)
	}
	r = madeType(c, r)
	if isComplex && !r.Dtype.IsComplex() {
		c.Raise("RuntimeError", "%s(): complex bounds for the dtype %v", c.Func.Path, r)
	}
	if n > 1 {
		_, r = kernelsOf("N . N . . . N .").need(c, r)
	}
	if r.Dtype.IsInteger() {
		filler(c, start, r)
		filler(c, end, r)
		if n > 1 && !isComplex { // between the integers that the ends become
			start, end = backend.FloatScalar(math.Trunc(start.Float64())), backend.FloatScalar(math.Trunc(end.Float64()))
		}
	}
	e, via := c.Env(), dtype.Float64
	switch d := r.Dtype; {
	case d.IsComplex():
		via = d
	case d == dtype.Float32 && c.Func.Path == "linspace":
		via = d
	}
	if !via.IsComplex() {
		return countedOut(c, c.Result(e.Asarray(betweenEnds(c, start.Float64(), end.Float64(), n, via, !dtype.Narrow.Has(r.Dtype))), r))
	}
	if c.Func.Path == "linspace" {
		p, q := start.Complex128(), end.Complex128()
		part := func(a, b float64) *ivy.Array {
			return e.Astype(e.Asarray(betweenEnds(c, a, b, n, via.Component(), true)), via.Component())
		}
		return countedOut(c, c.Result(joined(c.Namespace, part(real(p), real(q)), part(imag(p), imag(q))), r))
	}
	i := e.Arange(n, dtype.Int64)
	first := e.Less(i, e.Full(nil, n/2, dtype.Int64))
	a, b := start.Complex128(), end.Complex128()
	step := complex(0, 0)
	if n > 1 {
		step = (b - a) / complex(float64(n-1), 0)
	}
	value := func(v complex128) *ivy.Array { return e.Full(nil, v, via) }
	from := func(i *ivy.Array) *ivy.Array { return e.Multiply(cast(c.Namespace, i, via), value(step)) }
	back := e.Subtract(e.Full(nil, n-1, dtype.Int64), i)
	z := e.Where(first, e.Add(value(a), from(i)), e.Subtract(value(b), from(back)))
	if n == 1 {
		z = e.BroadcastTo(value(a), []int{1})
	}
	if c.Func.Path == "logspace" {
		z = e.Pow(value(complex(realArg(c, "base"), 0)), z)
	}
	return countedOut(c, c.Result(z, r))
}

// betweenEnds are linspace's values, or logspace's, with a step of dtype via and one
// rounding each, if they are fused.
func betweenEnds(c *frontend.Call, a, b float64, n int, via dtype.Dtype, fused bool) []float64 {
	room([]int{n}, 8)
	step := (b - a) / float64(max(n-1, 1))
	if via == dtype.Float32 {
		a, b = float64(float32(a)), float64(float32(b))
		step = float64(float32(b-a) / float32(max(n-1, 1)))
	}
	z := make([]float64, n)
	for i := range z {
		if !fused {
			z[i] = a + step*float64(i)
			if i >= n/2 && n > 1 {
				z[i] = b - step*float64(n-1-i)
			}
		} else if i < n/2 || n == 1 {
			z[i] = math.FMA(step, float64(i), a)
		} else {
			z[i] = math.FMA(-step, float64(n-1-i), b)
		}
	}
	if c.Func.Path == "logspace" {
		base := realArg(c, "base")
		for i := range z {
			z[i] = math.Pow(base, z[i])
		}
	}
	return z
}

func triangleIndices(c *frontend.Call, f func(e *ivy.Env, n int, opts ...ivy.Option) (rows, columns *ivy.Array)) any {
	rows, cols, k := integer(c, "row"), integer(c, "col"), integer(c, "offset")
	made(c)
	if rows < 0 || cols < 0 {
		c.Raise("RuntimeError", "row and col must be non-negative, not %d and %d", rows, cols)
	}
	r := dtypeOr(c, "dtype", promote.Result{Dtype: dtype.Int64})
	if r.Dtype != dtype.Int32 && r.Dtype != dtype.Int64 {
		c.Raise("NotImplementedError", "%s is not implemented for %v", c.Func.Path, r)
	}
	room([]int{rows, cols}, 16)
	at, columns := f(c.Env(), rows, ivy.NCols(cols), ivy.K(k), r.Dtype)
	return c.Result(c.Env().Stack([]*ivy.Array{at, columns}), r)
}

func triangle(f unaryFunc) func(c *frontend.Call, a *frontend.Array) *frontend.Array {
	return func(c *frontend.Call, a *frontend.Array) *frontend.Array {
		if a.V.Ndim() < 2 {
			c.Raise("RuntimeError", "%s: input tensor must have at least 2 dimensions", c.Func.Path)
		}
		_, r := bitsAll.need(c, typeOf(a))
		return c.Result(f(c.Env(), a.V, ivy.K(integer(c, "diagonal"))), r)
	}
}

// bitsAll are all dtypes but the new unsigned integers.
var bitsAll = kernelsOf(". . N . . . . .")

func meshgrid(c *frontend.Call) any {
	as := ofList(c, "tensors", c.Rest("tensors"))
	indexing := c.Text("indexing")
	if indexing != "ij" && indexing != "xy" {
		c.Raise("RuntimeError", "torch.meshgrid: indexing must be one of \"xy\" or \"ij\", but received: %s", indexing)
	}
	if len(as) == 0 {
		c.Raise("RuntimeError", "meshgrid expects a non-empty TensorList")
	}
	dims := make([]int, len(as))
	for i, a := range as {
		if a.V.Ndim() > 1 {
			c.Raise("RuntimeError", "expected 0D or 1D tensors, got one of shape %s", shape.Text(a.V.Shape()))
		}
		if typeOf(a) != typeOf(as[0]) {
			c.Raise("RuntimeError", "torch.meshgrid expects all tensors to have the same dtype")
		}
		dims[i] = a.V.Size()
	}
	swap := indexing == "xy" && len(as) > 1
	zs := make([]*frontend.Array, len(as))
	for i, a := range as {
		line := slices.Repeat([]int{1}, len(as))
		line[i] = dims[i]
		wide := expanded(c.Namespace, reshaped(c.Namespace, a, line, shape.Strides(line)), dims)
		if swap {
			wide = transposeOf(c.Namespace, wide, 0, 1)
		}
		zs[i] = wide
	}
	return zs
}
