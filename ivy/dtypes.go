package ivy

import (
	"reflect"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
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

// AllDtypes returns the fifteen dtypes in canonical order, whatever the backend.
func AllDtypes() []Dtype { return dtype.All.Dtypes() }

// AllNumericDtypes returns the numeric dtypes, all but bool, in canonical order, whatever the backend.
func AllNumericDtypes() []Dtype { return dtype.Numeric.Dtypes() }

// AllIntDtypes returns the integer dtypes, signed and unsigned as in Ivy, in canonical order, whatever the backend.
func AllIntDtypes() []Dtype { return dtype.Integer.Dtypes() }

// AllUintDtypes returns the unsigned integer dtypes in canonical order, whatever the backend.
func AllUintDtypes() []Dtype { return dtype.Unsigned.Dtypes() }

// AllFloatDtypes returns the floating-point dtypes in canonical order, whatever the backend.
func AllFloatDtypes() []Dtype { return dtype.Float.Dtypes() }

// AllComplexDtypes returns the complex dtypes in canonical order, whatever the backend.
func AllComplexDtypes() []Dtype { return dtype.Complex.Dtypes() }

// ValidDtypes returns the dtypes that arrays of the current backend may have: all if
// no backend is set.
func (e *Env) ValidDtypes() []Dtype { return e.now.Load().be.dtypes.Dtypes() }

// ValidNumericDtypes returns the numeric dtypes among [Env.ValidDtypes]: all but bool.
func (e *Env) ValidNumericDtypes() []Dtype { return e.valid(dtype.Numeric) }

// ValidIntDtypes returns the integer dtypes, signed and unsigned, among [Env.ValidDtypes].
func (e *Env) ValidIntDtypes() []Dtype { return e.valid(dtype.Integer) }

// ValidUintDtypes returns the unsigned integer dtypes among [Env.ValidDtypes].
func (e *Env) ValidUintDtypes() []Dtype { return e.valid(dtype.Unsigned) }

// ValidFloatDtypes returns the floating-point dtypes among [Env.ValidDtypes].
func (e *Env) ValidFloatDtypes() []Dtype { return e.valid(dtype.Float) }

// ValidComplexDtypes returns the complex dtypes among [Env.ValidDtypes].
func (e *Env) ValidComplexDtypes() []Dtype { return e.valid(dtype.Complex) }

func (e *Env) valid(class dtype.Set) []Dtype { return (class & e.now.Load().be.dtypes).Dtypes() }

// InvalidDtypes returns the dtypes that arrays of the current backend cannot have.
func (e *Env) InvalidDtypes() []Dtype { return e.invalid(dtype.All) }

// InvalidNumericDtypes returns the numeric dtypes among [Env.InvalidDtypes].
func (e *Env) InvalidNumericDtypes() []Dtype { return e.invalid(dtype.Numeric) }

// InvalidIntDtypes returns the integer dtypes, signed and unsigned, among [Env.InvalidDtypes].
func (e *Env) InvalidIntDtypes() []Dtype { return e.invalid(dtype.Integer) }

// InvalidUintDtypes returns the unsigned integer dtypes among [Env.InvalidDtypes].
func (e *Env) InvalidUintDtypes() []Dtype { return e.invalid(dtype.Unsigned) }

// InvalidFloatDtypes returns the floating-point dtypes among [Env.InvalidDtypes].
func (e *Env) InvalidFloatDtypes() []Dtype { return e.invalid(dtype.Float) }

// InvalidComplexDtypes returns the complex dtypes among [Env.InvalidDtypes].
func (e *Env) InvalidComplexDtypes() []Dtype { return e.invalid(dtype.Complex) }

func (e *Env) invalid(class dtype.Set) []Dtype { return (class &^ e.now.Load().be.dtypes).Dtypes() }

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

// AsNativeDtype returns the current backend's own dtype for d; with no backend set that
// is d. An invalid dtype of this backend is an error of kind ErrDtype.
func (e *Env) AsNativeDtype(d Dtype) NativeDtype {
	s := e.now.Load()
	if err := s.be.valid(d); err != nil {
		panic(wrap("AsNativeDtype", s.be, err))
	}
	if !s.set { // no backend, no names of its own
		return NativeDtype{Name: d.String(), Value: d, ivy: d}
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
	return errorf(ErrDtype, "%s %s has no dtype %v (the nearest it has is %v)", be.name, be.Version(), d, closest(d, be.dtypes))
}

// closest returns the dtype of a set that is nearest to d: d itself; else the narrowest
// that holds all of its values, of its own kind before others; else the widest of its
// kind, or, of an unsigned dtype, the integer dtype that reaches furthest.
func closest(d Dtype, set dtype.Set) Dtype {
	if set.Has(d) {
		return d
	}
	for _, c := range wider[d] {
		if set.Has(c) {
			return c
		}
	}
	if d.Kind() == dtype.KindUint {
		for _, c := range []Dtype{Int16, Int32, Int64} {
			if set.Has(c) && c.Bits() > d.Bits() {
				return c
			}
		}
		for _, c := range []Dtype{Int64, Uint32, Int32, Uint16, Int16, Uint8, Int8} {
			if set.Has(c) && c.Bits() <= d.Bits() {
				return c
			}
		}
	}
	for _, c := range narrower[d] {
		if set.Has(c) {
			return c
		}
	}
	return dtype.Invalid
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
		if err := x.usable(); err != nil {
			return dtype.Invalid, err
		}
		return x.dtype, nil
	case Operand:
		a, _ := x.Operand()
		return dtypeArg(a)
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

// PromoteTypes returns the dtype that two dtypes have in common under the Env's rule of promotion,
// whatever the backend: float64 of int32 and float32 under Ivy's. Two dtypes without a common one
// are an error of kind ErrDtype.
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
		switch {
		case op.arr == nil:
			scalars = append(scalars, op.scalar)
		case op.weak:
			scalars = append(scalars, zeroOf(op.arr.dtype))
		default:
			args = append(args, promote.Arg{Dtype: op.arr.dtype, Rank: len(op.arr.shape)})
		}
	}
	alone, bools := len(args) == 0, !slices.ContainsFunc(args, func(a promote.Arg) bool { return a.Dtype != Bool })
	for _, v := range scalars {
		if alone || bools && v.IsInteger() && !v.Fits(s.def.Int) { // which with bools is a wider int, as on its own
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

// CanCast reports whether from, a Dtype or an Array, can be promoted to dtype to: whether to is the
// dtype that both have in common under the Env's rule of promotion.
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

// BroadcastShapes returns the shape to which all shapes broadcast.
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

// dtypeNamed returns the dtype that x is: a Dtype, its name, a [NativeDtype], or the
// current backend's own value for one.
func dtypeNamed(s *state, x any) (Dtype, error) {
	switch x := x.(type) {
	case Dtype:
		if x.IsValid() {
			return x, nil
		}
	case NativeDtype:
		return x.dtype()
	case string:
		d, err := dtype.Parse(x)
		if err != nil {
			return d, errorf(ErrDtype, "%v", err)
		}
		return d, nil
	case nil:
	default:
		if reflect.TypeOf(x).Comparable() {
			for _, d := range s.be.dtypes.Dtypes() {
				if _, native := s.be.Native(d); s.set && native == x {
					return d, nil
				}
			}
		}
	}
	return dtype.Invalid, errorf(ErrDtype, "%v (a %T) is no dtype", x, x)
}

// AsIvyDtype returns the dtype that x is: a Dtype, its name, a [NativeDtype], or the
// current backend's own value for one. What is none is an error of kind ErrDtype.
func (e *Env) AsIvyDtype(x any) Dtype {
	s := e.now.Load()
	d, err := dtypeNamed(s, x)
	if err != nil {
		panic(wrap("AsIvyDtype", s.be, err))
	}
	return d
}

// IsNativeDtype reports whether x is a dtype as the current backend has it: a
// [NativeDtype] or the backend's own value; with no backend set a Dtype.
func (e *Env) IsNativeDtype(x any) bool {
	s := e.now.Load()
	switch x := x.(type) {
	case NativeDtype:
		return x.ivy.IsValid() && x.Backend == e.CurrentBackend()
	case Dtype:
		return !s.set && x.IsValid()
	case string:
		return false
	}
	_, err := dtypeNamed(s, x)
	return err == nil
}

// ValidDtype reports whether arrays of the current backend may have dtype x, which may
// be anything that [Env.AsIvyDtype] takes; what is no dtype is not valid.
func (e *Env) ValidDtype(x any) bool {
	s := e.now.Load()
	d, err := dtypeNamed(s, x)
	return err == nil && s.be.dtypes.Has(d)
}

// InvalidDtype reports whether arrays of the current backend cannot have dtype x: the opposite of
// [Env.ValidDtype]. What is no dtype is invalid.
func (e *Env) InvalidDtype(x any) bool { return !e.ValidDtype(x) }

// ClosestValidDtype returns the dtype nearest to x that arrays of the current backend
// may have: x itself; else the narrowest that holds all of its values; else the widest
// of its kind, for an unsigned dtype the integer dtype that reaches furthest. x may be anything that [Env.AsIvyDtype] takes, and nil for the default
// dtype.
func (e *Env) ClosestValidDtype(x any) Dtype {
	s := e.now.Load()
	if x == nil {
		x = s.all
	}
	d, err := dtypeNamed(s, x)
	if err == nil {
		if c := closest(d, s.be.dtypes); c != dtype.Invalid {
			return c
		}
		err = errorf(ErrDtype, "%s %s has nothing near dtype %v", s.be.name, s.be.Version(), d)
	}
	panic(wrap("ClosestValidDtype", s.be, err))
}

// DtypeOf returns the dtype of an array, or the one that a number or nested slices have
// on their own, as [Env.Asarray] makes them an array; a dtype is its own.
func (e *Env) DtypeOf(x any) Dtype {
	s := e.now.Load()
	d, err := e.dtypeOf(s, x)
	if err != nil {
		panic(wrap("DtypeOf", s.be, err))
	}
	return d
}

func (e *Env) dtypeOf(s *state, x any) (Dtype, error) {
	switch x.(type) {
	case Dtype, NativeDtype, string:
		return dtypeNamed(s, x)
	}
	op, err := e.operand(s, s.be.shadow(false), x)
	switch {
	case err != nil:
		return dtype.Invalid, err
	case op.arr != nil:
		return op.arr.dtype, nil
	}
	return s.scalarDtype(op.scalar), nil
}

// DtypeBits returns the number of bits of an element: 1 for bool. x is anything that
// [Env.AsIvyDtype] takes, or an array.
func (e *Env) DtypeBits(x any) int {
	s := e.now.Load()
	d, err := dtypeNamed(s, x)
	if isArray(x) {
		d, err = dtypeArg(x)
	}
	if err != nil {
		panic(wrap("DtypeBits", s.be, err))
	}
	return d.Bits()
}

// is reports whether x, a dtype or something that has one, is of a class.
func (e *Env) is(function string, class dtype.Set, x any) bool {
	if a, _, ok := standsFor(x); ok && a.usable() == errFreed {
		a.refuse(function)
	}
	d, err := e.dtypeOf(e.now.Load(), x)
	return err == nil && class.Has(d)
}

// IsBoolDtype reports whether x has dtype bool. x is a dtype or its name, an array, a number, or
// nested slices; of what has no dtype it is false.
func (e *Env) IsBoolDtype(x any) bool { return e.is("IsBoolDtype", dtype.Boolean, x) }

// IsIntDtype reports whether x has an integer dtype, signed or unsigned. x is a dtype or its name,
// an array, a number, or nested slices; of what has no dtype it is false.
func (e *Env) IsIntDtype(x any) bool { return e.is("IsIntDtype", dtype.Integer, x) }

// IsUintDtype reports whether x has an unsigned integer dtype. x is a dtype or its name, an array,
// a number, or nested slices; of what has no dtype it is false.
func (e *Env) IsUintDtype(x any) bool { return e.is("IsUintDtype", dtype.Unsigned, x) }

// IsFloatDtype reports whether x has a floating-point dtype. x is a dtype or its name, an array,
// a number, or nested slices; of what has no dtype it is false.
func (e *Env) IsFloatDtype(x any) bool { return e.is("IsFloatDtype", dtype.Float, x) }

// IsComplexDtype reports whether x has a complex dtype. x is a dtype or its name, an array, a
// number, or nested slices; of what has no dtype it is false.
func (e *Env) IsComplexDtype(x any) bool { return e.is("IsComplexDtype", dtype.Complex, x) }

// CheckFloat reports whether x is a Go number that a float parameter takes: an integer
// or a float of any size.
func CheckFloat(x any) bool {
	v, _, ok := backend.ScalarOf(x)
	return ok && (v.IsInteger() || v.Kind == dtype.KindFloat)
}

// InferDefaultDtype returns the default dtype of d's kind: for int8 the default int dtype, see
// [Env.SetDefaultIntDtype].
func (e *Env) InferDefaultDtype(d Dtype) Dtype {
	if !d.IsValid() {
		panic(wrap("InferDefaultDtype", nil, errorf(ErrDtype, "%v is no dtype", d)))
	}
	return e.now.Load().def.Of(d.Kind())
}

// TypePromoteArrays returns two arrays cast to the dtype that they have in common under the Env's
// rule of promotion, see [Env.PromoteTypes]. Their shapes do not matter.
func (e *Env) TypePromoteArrays(x1, x2 *Array) (*Array, *Array) {
	return e.promoted("TypePromoteArrays", x1, x2)
}

// PromoteTypesOfInputs returns two operands, arrays or Go numbers, as arrays of the dtype that they
// have in common under the Env's rule of promotion. A number becomes an array without axes.
func (e *Env) PromoteTypesOfInputs(x1, x2 any) (*Array, *Array) {
	return e.promoted("PromoteTypesOfInputs", x1, x2)
}

func (e *Env) promoted(function string, x1, x2 any) (*Array, *Array) {
	s := e.now.Load()
	e = e.among(x1, x2)
	a, b, err := owned(e.pair(s, ops.Add.Op, x1, x2))
	if err == nil {
		a, b, err = e.promotePair(s, ops.Add.Op, a, b)
	}
	if err != nil {
		panic(wrap(function, s.be, err))
	}
	return entered(a), entered(b)
}

// defaultDtype is the order of inference: a dtype that is given, else an array's, else
// that of scalars, else the default dtype.
func (e *Env) defaultDtype(s *state, from []any) (Dtype, error) {
	for _, x := range from {
		switch x.(type) {
		case Dtype, NativeDtype:
			return dtypeNamed(s, x)
		}
	}
	for _, x := range from {
		if isArray(x) {
			return dtypeArg(x)
		}
	}
	var scalars []any
	for _, x := range from {
		if x == nil {
			continue
		}
		if _, d, ok := backend.ScalarOf(x); ok && d == dtype.Invalid {
			scalars = append(scalars, x)
			continue
		}
		return e.dtypeOf(s, x)
	}
	if scalars == nil {
		return s.all, nil
	}
	return e.dtypeOf(s, scalars)
}
