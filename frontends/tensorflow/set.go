package tensorflow

import (
	"math"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

var set = []frontend.Func{
	{Path: "unique", Sig: "x, out_idx='int32', name=None", Out: frontend.List, Doc: "It returns the distinct elements in the order of their first occurrence, and for each element the index of its value.",
		Run: func(c *frontend.Call) any { return wrapped(c, unique(c)[:2]) }},
	{Path: "unique_with_counts", Sig: "x, out_idx='int32', name=None", Out: frontend.List, Run: func(c *frontend.Call) any { return wrapped(c, unique(c)) }},
}

// negativeZero stands for −0 among 16-bit floats, which none of them is.
const negativeZero = -math.MaxFloat32

// apartZeros returns 16-bit floats as others of which the same are equal, but zeros of unlike signs: TensorFlow looks
// for them by their bits.
func apartZeros(e *ivy.Env, x *ivy.Array) *ivy.Array {
	if !dtype.Narrow.Has(x.Dtype()) {
		return x
	}
	x = e.Astype(x, dtype.Float32)
	negative := e.LogicalAnd(e.Equal(x, e.Zeros(nil, dtype.Float32)), e.SignBit(x))
	return e.Where(negative, e.Full(nil, negativeZero, dtype.Float32), x)
}

// joinedZeros returns what apartZeros made of arrays of dtype d as they were.
func joinedZeros(e *ivy.Env, x *ivy.Array, d ivy.Dtype) *ivy.Array {
	if !dtype.Narrow.Has(d) {
		return x
	}
	return e.Astype(e.Where(e.Equal(x, e.Full(nil, negativeZero, dtype.Float32)), e.Full(nil, math.Copysign(0, -1), dtype.Float32), x), d)
}

// unique returns distinct elements as they come, indices into them and their numbers.
func unique(c *frontend.Call) []*ivy.Array {
	named(c)
	x, e := tensor(c, "x").V, c.Env()
	k := kernel{takes: real_ | dtype.Boolean, absent: dtype.Complex}
	k.check(c.Func.Path, x.Dtype())
	if x.Ndim() != 1 {
		c.Raise(invalidArgument, "%s() of %d axes, want 1", c.Func.Path, x.Ndim())
	}
	d := c.Dtype("out_idx")
	values, first, inverse, counts := e.UniqueAll(apartZeros(e, x))
	order := e.ArgSort(first)
	place := e.InvertPermutation(order) // where each value comes
	return []*ivy.Array{e.Take(joinedZeros(e, values, x.Dtype()), order, ivy.Axis(0)), e.Astype(e.Take(place, inverse, ivy.Axis(0)), d), e.Astype(e.Take(counts, order, ivy.Axis(0)), d)}
}
