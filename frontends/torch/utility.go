package torch

import (
	"slices"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/compose"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

var utility = slices.Concat([]frontend.Func{
	{Path: "all", Sig: "input, dim=None, keepdim=False, *, out=None", Method: true, Reduction: frontend.Reduction{F: (*ivy.Env).All, Of: dtype.All &^ (1 << dtype.Uint8)}, Run: func(c *frontend.Call) any { return out(c, truthOf(c, (*ivy.Env).All)) }},
	{Path: "any", Sig: "input, dim=None, keepdim=False, *, out=None", Method: true, Reduction: frontend.Reduction{F: (*ivy.Env).Any, Of: dtype.All &^ (1 << dtype.Uint8)}, Run: func(c *frontend.Call) any { return out(c, truthOf(c, (*ivy.Env).Any)) }},
	{Path: "diff", Sig: "input, n=1, dim=-1, prepend=None, append=None, *, out=None", Method: true, Run: diff},
	{Path: "numel", Sig: "input", Method: true, Out: frontend.Value, Run: func(c *frontend.Call) any { return tensor(c, "input").V.Size() }},
	{Path: ".nelement", Sig: "self", Out: frontend.Value, Run: func(c *frontend.Call) any { return tensor(c, "self").V.Size() }},
	{Path: ".dim", Sig: "self", Out: frontend.Value, Run: func(c *frontend.Call) any { return tensor(c, "self").V.Ndim() }},
	{Path: ".ndimension", Sig: "self", Out: frontend.Value, Run: func(c *frontend.Call) any { return tensor(c, "self").V.Ndim() }},
	{Path: ".element_size", Sig: "self", Out: frontend.Value, Run: func(c *frontend.Call) any { return itemSize(tensor(c, "self")) }},
	{Path: ".size", Sig: "self, dim=None", Out: frontend.Value, Run: func(c *frontend.Call) any {
		a := tensor(c, "self")
		if c.Has("dim") {
			i := dim(c, "dim", a)
			if a.V.Ndim() == 0 {
				c.Raise("IndexError", "Dimension specified as %d but tensor has no dimensions", i)
			}
			return a.V.Shape()[i]
		}
		return a.V.Shape()
	}},
	{Path: ".stride", Sig: "self, dim=None", Out: frontend.Value, Run: func(c *frontend.Call) any {
		a := tensor(c, "self")
		strides, _ := layout(a)
		if c.Has("dim") {
			i := dim(c, "dim", a)
			if len(strides) == 0 {
				c.Raise("IndexError", "Dimension specified as %d but tensor has no dimensions", i)
			}
			return strides[i]
		}
		return strides
	}},
	{Path: ".storage_offset", Sig: "self", Out: frontend.Value, Run: func(c *frontend.Call) any {
		_, offset := layout(tensor(c, "self"))
		return offset
	}},
	{Path: ".is_contiguous", Sig: "self, memory_format=None", Out: frontend.Value, Run: func(c *frontend.Call) any {
		only(c, "memory_format", nil)
		return contiguous(tensor(c, "self"))
	}},
	{Path: "is_nonzero", Sig: "input", Method: true, Out: frontend.Value, Run: func(c *frontend.Call) any { return truthValue(c, tensor(c, "input")) }},
	{Path: ".__bool__", Go: "Bool_", Sig: "self", Out: frontend.Value, Run: func(c *frontend.Call) any { return truthValue(c, tensor(c, "self")) }},
	{Path: ".item", Sig: "self", Out: frontend.Value, Run: func(c *frontend.Call) any {
		a := tensor(c, "self")
		if a.V.Size() != 1 {
			c.Raise("RuntimeError", "a Tensor with %d elements cannot be converted to Scalar", a.V.Size())
		}
		return plain(onlyElement(c, a))
	}},
	{Path: ".tolist", Sig: "self", Out: frontend.Value, Run: func(c *frontend.Call) any {
		a := tensor(c, "self")
		return nested(c, c.Env().Reshape(a.V, []int{a.V.Size()}), a.V.Shape())
	}},
})

// truthOf is all or any, of which uint8 keeps its dtype.
func truthOf(c *frontend.Call, f unaryFunc) *frontend.Array {
	a := tensor(c, "input")
	if target := optional(c, "out"); target != nil && !target.V.Dtype().IsBool() && target.V.Dtype() != dtype.Uint8 {
		c.Raise("RuntimeError", "%s only supports bool tensor for result, got: %s", c.Func.Path, target.Type())
	}
	var z *frontend.Array
	if list, one, ok := c.Ints("dim"); ok && !one && len(list) == 0 { // over no dimensions
		z = c.Result(a.V, promote.Result{Dtype: dtype.Bool})
	} else {
		z = c.Wrap(f(c.Env(), a.V, reduction(c, a)...))
	}
	if target := targetOf(c); a.V.Dtype() == dtype.Uint8 && (target == nil || target.V.Dtype() == dtype.Uint8) {
		return c.Wrap(c.Env().Astype(z.V, dtype.Uint8))
	}
	return z
}

func truthValue(c *frontend.Call, a *frontend.Array) bool {
	hasTruth(c, a)
	return onlyElement(c, a).Bool()
}

// hasTruth refuses a tensor that has not one element, of which Python asks whether it is true.
func hasTruth(c *frontend.Call, a *frontend.Array) {
	switch a.V.Size() {
	case 0:
		c.Raise("RuntimeError", "Boolean value of Tensor with no values is ambiguous")
	case 1:
	default:
		c.Raise("RuntimeError", "Boolean value of Tensor with more than one value is ambiguous")
	}
}

// plain returns a number as Go's.
func plain(v backend.Scalar) any {
	switch v.Kind {
	case dtype.KindBool:
		return v.Bool()
	case dtype.KindInt:
		return frontend.Integer(v.Int64())
	case dtype.KindFloat:
		return v.Float64()
	case dtype.KindComplex:
		return v.Complex128()
	}
	return v
}

// nested returns the elements as lists in lists, a 0-d tensor's as a number.
func nested(c *frontend.Call, flat *ivy.Array, dims []int) any {
	room(flat.Shape(), 32)
	items := make([]any, flat.Size())
	switch d := flat.Dtype(); {
	case d.IsBool():
		fill(items, ivy.Values[bool](flat))
	case d == dtype.Uint64:
		for i, v := range ivy.Values[uint64](flat) {
			items[i] = plain(backend.UintScalar(v))
		}
	case d.IsInteger():
		for i, v := range ivy.Values[int64](flat) {
			items[i] = int(v)
		}
	case d.IsComplex():
		fill(items, ivy.Values[complex128](flat))
	default:
		fill(items, ivy.Values[float64](flat))
	}
	if len(dims) == 0 {
		return items[0]
	}
	for i := len(dims) - 1; i > 0; i-- {
		n := 1
		for _, d := range dims[:i] {
			n *= d
		}
		room([]int{n}, 64)
		lists := make([]any, n)
		for j := range lists {
			lists[j] = items[j*dims[i] : (j+1)*dims[i] : (j+1)*dims[i]]
		}
		items = lists
	}
	return items
}

func fill[T any](items []any, vs []T) {
	for i, v := range vs {
		items[i] = v
	}
}

func diff(c *frontend.Call) any {
	a, n, before, after := tensor(c, "input"), integer(c, "n"), optional(c, "prepend"), optional(c, "append")
	if a.V.Ndim() == 0 {
		c.Raise("RuntimeError", "diff expects input to be at least one-dimensional")
	}
	if n < 0 {
		c.Raise("RuntimeError", "order must be non-negative but got %d", n)
	}
	axis := 0
	if n > 0 || before != nil || after != nil {
		axis = dim(c, "dim", a)
	}
	parts := []*frontend.Array{a}
	if before != nil {
		parts = slices.Insert(parts, 0, before)
	}
	if after != nil {
		parts = append(parts, after)
	}
	if len(parts) > 1 {
		for _, p := range parts {
			if p.V.Ndim() != a.V.Ndim() {
				c.Raise("RuntimeError", "diff expects prepend or append to be the same dimension as input")
			}
		}
		a = concatenated(c, parts, axis)
	}
	if s := a.V.Shape(); c.Has("out") && n > 0 && s[axis] == 0 {
		c.Raise("IndexError", "start out of range (expected to be in range of [0, 0], but got 1)")
	}
	_, r := bitsAll.need(c, typeOf(a))
	return out(c, c.Result(compose.Diff(c.Env(), a.V, axis, n, subtract), r))
}
