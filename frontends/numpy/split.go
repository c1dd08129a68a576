package numpy

import (
	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
)

// split cuts along an axis, that of the parameter if it is −1 here.
func split(equal bool, along int) func(c *frontend.Call) any {
	return func(c *frontend.Call) any {
		if along < 0 && isPlainNumber(c.Arg("ary")) {
			class := "TypeError"
			if _, one, _ := integers(c, "indices_or_sections"); one && equal {
				class = "AttributeError"
			}
			c.Raise(class, "%s() wants an array, not %s", c.Func.Path, typeText(c.Arg("ary")))
		}
		list, isList := frontend.Sequence(c.Arg("ary"))
		if _, one, ok := integers(c, "indices_or_sections"); isList && equal && along < 0 && one && ok {
			c.Raise("AttributeError", "'list' object has no attribute 'shape'")
		}
		a := operandArray(c, "ary")
		if isList && along == 1 {
			c.Raise("AttributeError", "'list' object has no attribute 'ndim'")
		}
		axis := splitAxis(c, a.V, along)
		n := a.V.Shape()[axis]
		if isList { // which NumPy counts along its first axis, whichever is asked for
			n = len(list)
		}
		var zs []*frontend.Array
		from := 0
		cut := func(from, to any) { zs = append(zs, sliceView(c, a, axis, ivy.Slice(from, to))) }
		for _, to := range splitPlaces(c, n, equal, isList) {
			cut(from, to)
			from = to
		}
		var end any
		if isList {
			end = n
		}
		cut(from, end)
		return zs
	}
}

// splitAxis returns the axis to cut along.
func splitAxis(c *frontend.Call, x *ivy.Array, along int) int {
	rank := x.Ndim()
	if along >= 0 {
		if rank <= along && !(along == 1 && rank == 1) || along == 0 && rank < 2 {
			c.Raise("ValueError", "%s only works on arrays of %d or more dimensions", c.Func.Path, max(along+1, 2-(along&1)))
		}
		return min(along, rank-1)
	}
	axis := c.Int("axis")
	if (axis < -rank || axis >= rank) && arrayValue(c.Arg("ary")) != nil {
		c.Raise("IndexError", "tuple index out of range")
	}
	return axisOf(c, axis, rank)
}

// splitPlaces returns where an axis of length n is cut: the argument "indices_or_sections", or where as many
// sections begin.
func splitPlaces(c *frontend.Call, n int, equal, isList bool) []int {
	at, one, ok := integers(c, "indices_or_sections")
	if !ok {
		c.Raise("TypeError", "'NoneType' object cannot be interpreted as an integer")
	}
	if !one {
		return at
	}
	k := at[0]
	switch {
	case isList && equal:
		c.Raise("AttributeError", "'list' object has no attribute 'shape'")
	case k == 0 && equal:
		c.Raise("ZeroDivisionError", "integer modulo by zero")
	case k <= 0:
		c.Raise("ValueError", "number sections must be larger than 0.")
	case equal && n%k != 0:
		c.Raise("ValueError", "array split does not result in an equal division")
	case k > 1<<20:
		c.Raise("ValueError", "%d sections are too many", k)
	}
	at = make([]int, 0, k-1)
	for i, end := 0, 0; i < k-1; i++ {
		end += n / k
		if i < n%k {
			end++
		}
		at = append(at, end)
	}
	return at
}
