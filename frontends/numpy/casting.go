package numpy

import (
	"math"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// A level is how much a cast may change.
type level uint8

const (
	equiv    level = iota // "no", "equiv": nothing, as there is one byte order
	safe                  // "safe": every value stays what it is
	sameKind              // "same_kind": precision may be lost, the kind may not
	unsafe                // "unsafe": anything
)

var levels = map[string]level{"no": equiv, "equiv": equiv, "safe": safe, "same_kind": sameKind, "unsafe": unsafe}

// kindOrder is NumPy's order of kinds: a cast of the same kind goes up in it.
var kindOrder = [...]int{dtype.KindBool: 0, dtype.KindUint: 1, dtype.KindInt: 2, dtype.KindFloat: 4, dtype.KindComplex: 5}

// holds reports whether the level allows a cast.
func (l level) holds(from, to dtype.Dtype) bool {
	switch {
	case from == to || l == unsafe:
		return true
	case l == equiv:
		return false
	case Rule.Of[from][to] == to:
		return true
	case l == safe:
		return false
	case to == dtype.BFloat16: // as ml_dtypes has it
		return true
	case from == dtype.BFloat16:
		return to == dtype.Float64
	}
	return kindOrder[from.Kind()] <= kindOrder[to.Kind()]
}

// CanCast reports whether a dtype, or an array's, may be cast to another, as
// numpy.can_cast does: casting is "no", "equiv", "safe", "same_kind" or "unsafe". Of a
// Python scalar, which has no dtype, the answer is an error.
func CanCast(from any, to dtype.Dtype, casting string) (ok bool, err error) {
	err = ivy.Try(func() { ok = std.CallValue(functions.Must("can_cast"), []any{from, to, casting}).(bool) })
	return ok, err
}

func canCast(c *frontend.Call) any {
	l := castingOf(c)
	from, ok := toDtype(c, c.Arg("from_"))
	if !ok {
		o := c.Operand("from_")
		if o.A == nil {
			c.Raise("TypeError", "can_cast() does not take Python's scalars, which have no dtype")
		}
		from = o.Dtype
	}
	to := c.Dtype("to")
	if to == dtype.Invalid {
		to = dtype.Float64
	}
	return l.holds(from, to)
}

// toDtype returns what is a dtype, by itself or by a name.
func toDtype(c *frontend.Call, v any) (dtype.Dtype, bool) {
	switch v := v.(type) {
	case dtype.Dtype:
		return v, v.IsValid()
	case frontend.PythonType:
		return v.Dtype(), true
	case string:
		d, ok := c.Dtypes[v].(dtype.Dtype)
		if !ok {
			c.Raise("TypeError", "data type %q not understood", v)
		}
		return d, true
	}
	return dtype.Invalid, false
}

// cast is C's cast as NumPy does it: complex numbers lose their imaginary part, and
// numbers on their way to bfloat16 are rounded to float32 first.
func cast(n *frontend.Namespace, x *ivy.Array, d dtype.Dtype) *ivy.Array {
	e := n.Env()
	from := x.Dtype()
	if from.IsComplex() && !d.IsComplex() && d != dtype.Bool {
		x = e.Real(x)
	}
	if d == dtype.BFloat16 && x.Dtype().Size() > 2 && x.Dtype() != dtype.Float32 {
		x = e.Astype(x, dtype.Float32)
	}
	return e.Astype(x, d)
}

// put makes a Python scalar an element of an array of dtype d. An integer that d does not
// hold is an OverflowError, as an infinity is where d is of integers; NaN is a ValueError
// there. Complex numbers do not become real.
func put(n *frontend.Namespace, v backend.Scalar, d dtype.Dtype) *ivy.Array {
	overflow := func() {
		panic(&promote.Error{Rule: Rule.Name(), Class: "OverflowError", Why: "Python integer " + v.String() + " out of bounds for " + d.String()})
	}
	if e, ok := elementOf(n, v, d); ok {
		return n.Env().Asarray(e, d)
	}
	switch {
	case v.Kind == dtype.KindComplex:
		frontend.Raise(n.Name, "TypeError", "the complex number %v does not become %v (take its real part)", v, d)
	case v.IsInteger():
		overflow()
	default:
		f := v.Float64()
		if math.IsNaN(f) {
			frontend.Raise(n.Name, "ValueError", "cannot convert float NaN to integer")
		}
		if !(math.Abs(f) < 0x1p64) {
			overflow()
		}
		if v = backend.IntScalar(v.Int64()); f >= 0x1p63 {
			v = backend.UintScalar(uint64(f))
		}
		if !v.Fits(d) {
			overflow()
		}
	}
	return n.Env().Asarray(v, d)
}

// elementOf returns the scalar of which Asarray makes what put does, if it is no error and
// no float cut off to an integer.
func elementOf(_ *frontend.Namespace, v backend.Scalar, d dtype.Dtype) (e backend.Scalar, ok bool) {
	switch {
	case d == dtype.Bool:
		return backend.BoolScalar(v.Bool()), true
	case v.Kind == dtype.KindComplex && !d.IsComplex(), d.IsInteger() && (!v.Fits(d) || v.Kind == dtype.KindFloat):
		return v, false
	case d == dtype.BFloat16:
		return backend.FloatScalar(float64(float32(v.Float64()))), true
	}
	return v, true
}
