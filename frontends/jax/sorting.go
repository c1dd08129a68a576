package jax

import (
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

const sortSig = "a, axis=-1, *, kind=None, order=None, stable=True, descending=False"

var sorting = []frontend.Func{
	{Path: "numpy.sort", Sig: sortSig, Run: run(func(c call) any { return c.sorted(c.arr("a"), false) })},
	{Path: ".sort", Sig: "self, axis=-1, *, kind=None, order=None, stable=True, descending=False", Run: run(func(c call) any { return c.sorted(c.arr("self"), false) })},
	{Path: "numpy.argsort", Sig: sortSig + ", dtype=None", Run: run(func(c call) any {
		return c.to(c.sorted(c.arr("a"), true), c.dtype("dtype", c.defaults().Int), false)
	})},
	{Path: ".argsort", Sig: "self, axis=-1, *, kind=None, order=None, stable=True, descending=False", Run: run(func(c call) any {
		return c.to(c.sorted(c.arr("self"), true), c.defaults().Int, false)
	})},
	{Path: "numpy.lexsort", Sig: "keys, axis=-1", Run: run(func(c call) any {
		xs := c.parts("keys")
		if len(xs) == 0 {
			c.Raise("TypeError", "lexsort of no keys")
		}
		for _, x := range xs {
			if !equalShapes(x, xs[0]) {
				c.Raise("ValueError", "lexsort: keys of shapes %v and %v", xs[0].V.Shape(), x.V.Shape())
			}
		}
		if xs[0].V.Ndim() == 0 {
			return c.wrap(c.e.Zeros([]int{}, c.defaults().Int), false)
		}
		axis := c.axisOf("axis", xs[0].V.Ndim())
		order := c.argsort(xs[0], axis)
		for _, x := range xs[1:] {
			v := c.wrap(c.e.TakeAlongAxis(x.V, order, ivy.Axis(axis)), false)
			order = c.e.TakeAlongAxis(order, c.argsort(v, axis), ivy.Axis(axis))
		}
		return c.wrap(c.e.Astype(order, c.defaults().Int), false)
	})},
	{Path: "numpy.sort_complex", Sig: "a", Run: run(func(c call) any {
		x := c.arr("a")
		if x.V.Ndim() == 0 {
			c.Raise("ValueError", "sort_complex of an array without axes")
		}
		d := toInexact(x.V.Dtype())
		if !d.IsComplex() {
			if d = d.WithComplex(); d == dtype.Invalid || x.V.Dtype() == dtype.Float16 || x.V.Dtype() == dtype.BFloat16 {
				d = dtype.Complex64
			}
		}
		return c.sortAlong(c.to(x, d, false), x.V.Ndim()-1)
	})},
	{Path: "lax.sort", Sig: "operand, dimension=-1, is_stable=True, num_keys=1", Out: frontend.Value, Doc: "Several arrays are sorted together, by the first num_keys of them.", Run: run(func(c call) any {
		if list, several := frontend.Sequence(c.Arg("operand")); several {
			return c.sortTogether(list)
		}
		if n, isNumber := c.index(c.Arg("num_keys")); !isNumber || n != 1 {
			c.Raise("ValueError", "lax.sort: num_keys is %s for one array", c.Shown(c.Arg("num_keys")))
		}
		rank := c.rankOf(c.Arg("operand"))
		axis := c.axisOf("dimension", rank)
		x := c.arr("operand")
		c.stable("is_stable") // every sort is
		return c.sortAlong(x, axis)
	})},
	{Path: "lax.top_k", Sig: "operand, k, *, axis=-1", Out: frontend.List, Run: run(func(c call) any {
		if o, err := c.Namespace.Operand(c.Arg("k")); err == nil && o.A != nil && o.A.V.Size() != 1 {
			c.Raise("ValueError", "lax.top_k: k is of shape %v, want an integer", o.A.V.Shape())
		}
		k, isInt := c.index(c.Arg("k"))
		if !isInt {
			k = c.Int("k")
		}
		if k < 0 {
			c.Raise("ValueError", "lax.top_k: %d elements", k)
		}
		axis := c.axisOf("axis", len(c.shapeOf(c.Arg("operand"))))
		x := c.arr("operand")
		if isComplex(x) {
			c.Raise("ValueError", "lax.top_k does not take complex numbers")
		}
		if n := x.V.Shape()[axis]; k > n {
			c.Raise("ValueError", "lax.top_k: %d of %d elements", k, n)
		}
		_, order := c.e.TopK(sortable(c.e, x.V), k, ivy.Axis(axis))
		return []value{c.wrap(c.e.TakeAlongAxis(x.V, order, ivy.Axis(axis)), x.Weak), c.wrap(c.e.Astype(order, dtype.Int32), false)}
	})},
}

// shapeOf returns the shape that NumPy finds of an operand that may be a list, or raises its error for lists of different
// lengths: lax looks at it before it refuses the list.
func (c call) shapeOf(v any) []int {
	list, isList := frontend.Sequence(v)
	if !isList {
		if o, err := c.Namespace.Operand(v); err == nil && o.A != nil {
			return o.A.V.Shape()
		}
		return nil
	}
	if len(list) == 0 {
		return []int{0}
	}
	shape := c.shapeOf(list[0])
	for _, e := range list[1:] {
		if !slices.Equal(c.shapeOf(e), shape) {
			c.Raise("ValueError", "%s(): %s is a list of lists of different lengths", c.Func.Path, c.Shown(v))
		}
	}
	return append([]int{len(list)}, shape...)
}

// hasShape returns an operand whose attribute shape lax reads. Only arrays have it.
func (c call) hasShape(name string) value {
	c.rankOf(c.Arg(name))
	return c.arr(name)
}

// rankOf returns the number of axes of an operand that is an array.
func (c call) rankOf(v any) int {
	if _, isList := frontend.Sequence(v); !isList {
		if o, err := c.Namespace.Operand(v); err == nil && o.A != nil {
			return o.A.V.Ndim()
		}
	}
	c.Raise("AttributeError", "%s: %s has no shape", c.Func.Path, c.Shown(v))
	return 0
}

// sortTogether sorts arrays along the argument dimension by the first num_keys of them.
func (c call) sortTogether(list []any) []value {
	if len(list) == 0 {
		c.Raise("TypeError", "lax.sort of no arrays")
	}
	keys := c.Int("num_keys")
	if keys < 1 || keys > len(list) {
		c.Raise("ValueError", "lax.sort: %d keys of %d arrays", keys, len(list))
	}
	axis := c.axisOf("dimension", c.rankOf(list[0]))
	xs := c.arrays(list)
	c.stable("is_stable") // every sort is
	for _, x := range xs {
		if !equalShapes(x, xs[0]) {
			c.Raise("TypeError", "lax.sort: shapes %v and %v", xs[0].V.Shape(), x.V.Shape())
		}
	}
	var order *ivy.Array
	for _, x := range slices.Backward(xs[:keys]) {
		if order == nil {
			order = c.argsort(x, axis)
			continue
		}
		v := c.wrap(c.e.TakeAlongAxis(x.V, order, ivy.Axis(axis)), false)
		order = c.e.TakeAlongAxis(order, c.argsort(v, axis), ivy.Axis(axis))
	}
	sorted := make([]value, len(xs))
	for i, x := range xs {
		sorted[i] = c.wrap(c.e.TakeAlongAxis(x.V, order, ivy.Axis(axis)), x.Weak)
	}
	return sorted
}

// sortable gives bools, which have their order too, as integers.
func sortable(e *ivy.Env, x *ivy.Array) *ivy.Array {
	if x.Dtype() == dtype.Bool {
		return e.Astype(x, dtype.Uint8)
	}
	return x
}

// sorted sorts by the arguments of numpy.sort.
func (c call) sorted(x value, indices bool) value {
	for _, name := range []string{"kind", "order"} {
		if c.Has(name) {
			c.Raise("TypeError", "%s: %s is not supported", c.Func.Path, name)
		}
	}
	axis := 0
	if !c.Has("axis") {
		x = c.wrap(c.e.Reshape(x.V, []int{-1}), x.Weak)
	} else {
		axis = c.axisOf("axis", x.V.Ndim())
	}
	descending, stable := c.Bool("descending"), c.stable("stable")
	if !indices {
		z := c.sortAlong(x, axis)
		if descending {
			z = c.wrap(c.e.Flip(z.V, ivy.Axis(axis)), z.Weak)
		}
		return z
	}
	n := x.V.Shape()[axis]
	if !descending {
		return c.wrap(c.argsort(x, axis), false)
	}
	// The reverse of the ascending order; a stable one of the reversed array.
	if !stable {
		return c.wrap(c.e.Flip(c.argsort(x, axis), ivy.Axis(axis)), false)
	}
	order := c.argsort(c.wrap(c.e.Flip(x.V, ivy.Axis(axis)), false), axis)
	return c.wrap(c.e.Flip(c.e.Subtract(c.e.Asarray(int64(n-1)), order), ivy.Axis(axis)), false)
}

// stable returns an argument that XLA takes as a bool and nothing else.
func (c call) stable(name string) bool {
	v, isBool := c.Arg(name).(bool)
	if !isBool {
		c.Raise("TypeError", "%s(): %s is %s, want a bool", c.Func.Path, name, c.Shown(c.Arg(name)))
	}
	return v
}

func (c call) sortAlong(x value, axis int) value {
	if isComplex(x) {
		return c.wrap(c.e.TakeAlongAxis(x.V, c.argsort(x, axis), ivy.Axis(axis)), x.Weak)
	}
	return c.wrap(c.e.Astype(c.e.Sort(sortable(c.e, x.V), ivy.Axis(axis)), x.V.Dtype()), x.Weak)
}

// argsort returns the stable ascending order, of complex numbers that of their real
// parts, then the imaginary ones.
func (c call) argsort(x value, axis int) *ivy.Array {
	if !isComplex(x) {
		return c.e.ArgSort(sortable(c.e, x.V), ivy.Axis(axis))
	}
	order := c.e.ArgSort(c.e.Imag(x.V), ivy.Axis(axis))
	return c.e.TakeAlongAxis(order, c.e.ArgSort(c.e.TakeAlongAxis(c.e.Real(x.V), order, ivy.Axis(axis)), ivy.Axis(axis)), ivy.Axis(axis))
}
