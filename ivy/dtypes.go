package ivy

import (
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
	"github.com/goivy/goivy/ivy/shape"
)

// A Dtype is the type of an array's elements. It is an Option too: the dtype of a result.
type Dtype = dtype.Dtype

// The dtypes. BFloat16's elements are of type [Brain] in Go, Float16's of type [Half].
const (
	Bool       = dtype.Bool
	Uint8      = dtype.Uint8
	Uint16     = dtype.Uint16
	Uint32     = dtype.Uint32
	Uint64     = dtype.Uint64
	Int8       = dtype.Int8
	Int16      = dtype.Int16
	Int32      = dtype.Int32
	Int64      = dtype.Int64
	BFloat16   = dtype.BFloat16
	Float16    = dtype.Float16
	Float32    = dtype.Float32
	Float64    = dtype.Float64
	Complex64  = dtype.Complex64
	Complex128 = dtype.Complex128
)

// Brain and Half are the Go types of elements of bfloat16 and float16.
type (
	Brain = dtype.Brain
	Half  = dtype.Half
)

// ParseDtype returns the dtype of that name: "float32".
func ParseDtype(name string) (Dtype, error) {
	d, err := dtype.Parse(name)
	if err != nil {
		return d, wrap("ParseDtype", nil, err)
	}
	return d, nil
}

// AllDtypes and its siblings return the dtypes of each class, in canonical order,
// whatever the backend. AllIntDtypes has the unsigned too, as Ivy's.
func AllDtypes() []Dtype        { return dtype.All.Dtypes() }
func AllNumericDtypes() []Dtype { return dtype.Numeric.Dtypes() }
func AllIntDtypes() []Dtype     { return dtype.Integer.Dtypes() }
func AllUintDtypes() []Dtype    { return dtype.Unsigned.Dtypes() }
func AllFloatDtypes() []Dtype   { return dtype.Float.Dtypes() }
func AllComplexDtypes() []Dtype { return dtype.Complex.Dtypes() }

// ValidDtypes returns the dtypes that arrays of the current backend may have: all if
// no backend is set.
func (e *Env) ValidDtypes() []Dtype { return e.now.Load().be.dtypes.Dtypes() }

// InvalidDtypes returns the dtypes that arrays of the current backend cannot have.
func (e *Env) InvalidDtypes() []Dtype { return (dtype.All &^ e.now.Load().be.dtypes).Dtypes() }

// A NativeDtype is a backend's own name for a dtype: libtorch's scalar type, a Go type.
type NativeDtype struct {
	Backend string
	Name    string // "torch.float32", "float32"
	Value   any    // the backend's own value

	ivy Dtype
}

// Option makes a NativeDtype an Option, as its Dtype is.
func (NativeDtype) Option() {}

// String returns the native name.
func (n NativeDtype) String() string { return n.Name }

func (n NativeDtype) dtype() (Dtype, error) {
	if !n.ivy.IsValid() {
		return dtype.Invalid, errorf(ErrDtype, "native dtype %q of backend %q is no dtype", n.Name, n.Backend)
	}
	return n.ivy, nil
}

// AsNativeDtype returns the current backend's own dtype for d. An invalid dtype of
// this backend is an error of kind ErrDtype.
func (e *Env) AsNativeDtype(d Dtype) NativeDtype {
	s := e.now.Load()
	if err := s.be.valid(d); err != nil {
		panic(wrap("AsNativeDtype", s.be, err))
	}
	name, v := s.be.Native(d)
	return NativeDtype{s.be.name, name, v, d}
}

// valid refuses dtypes that arrays of the backend cannot have.
func (be *engine) valid(d Dtype) error {
	if be.dtypes.Has(d) {
		return nil
	}
	if !d.IsValid() {
		return errorf(ErrDtype, "%v is no dtype", d)
	}
	near := dtype.Invalid
	for _, c := range be.dtypes.Dtypes() {
		if c.Kind() == d.Kind() && (near == dtype.Invalid || c.Bits() <= d.Bits() || near.Bits() < d.Bits()) {
			near = c
		}
	}
	return errorf(ErrDtype, "%s %s has no dtype %v (the nearest it has is %v)", be.name, be.Version(), d, near)
}

// A FloatInfo holds the limits of a floating-point dtype.
type FloatInfo = dtype.FloatInfo

// An IntInfo holds the limits of an integer dtype.
type IntInfo = dtype.IntInfo

// Finfo returns the limits of a floating-point dtype, or of an array's; of a complex
// one those of its parts. x is a Dtype or an Array.
func Finfo(x any) FloatInfo {
	d, err := dtypeArg(x)
	if err == nil {
		var f FloatInfo
		if f, err = dtype.Finfo(d); err == nil {
			return f
		}
		err = errorf(ErrDtype, "%v", err)
	}
	panic(wrap("Finfo", nil, err))
}

// Iinfo returns the limits of an integer dtype, or of an array's. x is a Dtype or an Array.
func Iinfo(x any) IntInfo {
	d, err := dtypeArg(x)
	if err == nil {
		var i IntInfo
		if i, err = dtype.Iinfo(d); err == nil {
			return i
		}
		err = errorf(ErrDtype, "%v", err)
	}
	panic(wrap("Iinfo", nil, err))
}

func dtypeArg(x any) (Dtype, error) {
	switch x := x.(type) {
	case Dtype:
		if x.IsValid() {
			return x, nil
		}
	case NativeDtype:
		return x.dtype()
	case *Array:
		if x != nil {
			return x.dtype, nil
		}
	}
	return dtype.Invalid, errorf(ErrDtype, "%v is neither a dtype nor an array", x)
}

// IsDtype reports whether d is of a kind: a Dtype, one of the standard's words
// "bool", "signed integer", "unsigned integer", "integral", "real floating",
// "complex floating", "numeric", or a slice ([]any, []string, []Dtype) of these, any
// of which will do.
func IsDtype(d Dtype, kind any) bool {
	is, err := isDtype(d, kind)
	if err != nil {
		panic(wrap("IsDtype", nil, err))
	}
	return is
}

var dtypeKinds = map[string]dtype.Set{
	"bool": dtype.Boolean, "signed integer": dtype.Signed, "unsigned integer": dtype.Unsigned, "integral": dtype.Integer,
	"real floating": dtype.Float, "complex floating": dtype.Complex, "numeric": dtype.Numeric,
}

func isDtype(d Dtype, kind any) (bool, error) {
	var kinds []any
	switch k := kind.(type) {
	case Dtype:
		return d == k, nil
	case NativeDtype:
		return d == k.ivy, nil
	case string:
		set, ok := dtypeKinds[k]
		if !ok {
			return false, errorf(ErrValue, "%q is no kind of dtypes", k)
		}
		return set.Has(d), nil
	case []any:
		kinds = k
	case []string:
		for _, s := range k {
			kinds = append(kinds, s)
		}
	case []Dtype:
		for _, s := range k {
			kinds = append(kinds, s)
		}
	default:
		return false, errorf(ErrValue, "%v is no kind of dtypes", kind)
	}
	found := false
	for _, k := range kinds {
		is, err := isDtype(d, k)
		if err != nil {
			return false, err
		}
		found = found || is
	}
	return found, nil
}

// PromoteTypes returns the dtype that two dtypes have in common under the Env's rule,
// whatever the backend.
func (e *Env) PromoteTypes(a, b Dtype) Dtype {
	s := e.now.Load()
	res, err := s.rule.Rule().Promote(promote.Array(a), promote.Array(b))
	if err != nil {
		panic(wrap("PromoteTypes", nil, err))
	}
	return res.Dtype
}

// ResultType returns the dtype that all of its arguments have in common under the
// Env's rule: arrays, dtypes, and scalars. The order of the arguments does not matter.
func (e *Env) ResultType(arraysAndDtypes ...any) Dtype {
	s := e.now.Load()
	d, err := e.resultType(s, arraysAndDtypes)
	if err != nil {
		panic(wrap("ResultType", nil, err))
	}
	return d
}

func (e *Env) resultType(s *state, xs []any) (Dtype, error) {
	args := make([]promote.Arg, 0, len(xs))
	var scalars []backend.Scalar
	for _, x := range xs {
		if d, ok := x.(Dtype); ok {
			if !d.IsValid() {
				return d, errorf(ErrDtype, "%v is no dtype", d)
			}
			args = append(args, promote.Array(d))
			continue
		}
		if n, ok := x.(NativeDtype); ok {
			d, err := n.dtype()
			if err != nil {
				return d, err
			}
			args = append(args, promote.Array(d))
			continue
		}
		op, err := e.operand(s, nil, x)
		if err != nil {
			return dtype.Invalid, err
		}
		if op.arr != nil {
			args = append(args, promote.Arg{Dtype: op.arr.dtype, Weak: op.arr.weak, Rank: len(op.arr.shape)})
		} else {
			scalars = append(scalars, op.scalar)
		}
	}
	alone, bools := len(args) == 0, !slices.ContainsFunc(args, func(a promote.Arg) bool { return a.Dtype != Bool })
	for _, v := range scalars {
		if alone || bools && v.IsInteger() && !v.Fits(s.def.Int) { // which beside bools is a wider int, as on its own
			args = append(args, promote.Array(s.scalarDtype(v)))
		} else {
			args = append(args, promote.Scalar(v.Kind))
		}
	}
	res, err := promote.Fold(s.rule.Rule(), args...)
	return res.Dtype, err
}

// scalarDtype returns the dtype of a scalar on its own: its kind's default; for an
// integer which that does not hold, the first of int64 and uint64 that does.
func (s *state) scalarDtype(v backend.Scalar) Dtype {
	if !v.IsInteger() {
		return s.def.Of(v.Kind)
	}
	for _, d := range []Dtype{s.def.Int, Int64} {
		if v.Fits(d) {
			return d
		}
	}
	return Uint64
}

// CanCast reports whether from, a Dtype or an Array, goes into dtype to without loss
// of what its kind is: whether the two have to in common under the Env's rule.
func (e *Env) CanCast(from any, to Dtype) bool {
	d, err := dtypeArg(from)
	if err == nil && !to.IsValid() {
		err = errorf(ErrDtype, "%v is no dtype", to)
	}
	if err != nil {
		panic(wrap("CanCast", nil, err))
	}
	res, err := e.now.Load().rule.Rule().Promote(promote.Array(d), promote.Array(to))
	return err == nil && res.Dtype == to
}

// BroadcastShapes returns the shape that all shapes stretch to.
func BroadcastShapes(shapes ...[]int) []int {
	for _, s := range shapes {
		if err := shape.Check(s, 1); err != nil {
			panic(wrap("BroadcastShapes", nil, err))
		}
	}
	z, err := shape.Broadcast(shapes...)
	if err != nil {
		panic(wrap("BroadcastShapes", nil, err))
	}
	return z
}

// The functions below are the methods of the standard Env.

// CanCast reports whether from goes into to under the standard Env's rule.
func CanCast(from any, to Dtype) bool { return std.CanCast(from, to) }

// PromoteTypes returns the dtype that two dtypes have in common.
func PromoteTypes(a, b Dtype) Dtype { return std.PromoteTypes(a, b) }

// ResultType returns the dtype that arrays, dtypes and scalars have in common.
func ResultType(arraysAndDtypes ...any) Dtype { return std.ResultType(arraysAndDtypes...) }

// AsNativeDtype returns the current backend's own dtype for d.
func AsNativeDtype(d Dtype) NativeDtype { return std.AsNativeDtype(d) }

// ValidDtypes returns the dtypes that arrays of the current backend may have.
func ValidDtypes() []Dtype { return std.ValidDtypes() }

// InvalidDtypes returns the dtypes that arrays of the current backend cannot have.
func InvalidDtypes() []Dtype { return std.InvalidDtypes() }
