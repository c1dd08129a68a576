package ivy

import (
	"fmt"
	"math"
	"reflect"
	"unsafe"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/promote"
	"github.com/goivy/goivy/ivy/shape"
)

// An operand is an argument understood: an array, or a scalar without a dtype.
type operand struct {
	arr    *Array
	weak   bool // the dtype of arr gives way
	scalar backend.Scalar
}

// operand understands x; what is no Array yet is made one on be, or stays a scalar.
func (e *Env) operand(s *state, be *engine, x any) (operand, error) {
	if a, ok := x.(*Array); ok {
		return operand{arr: a}, a.usable()
	}
	if v, ok := plainScalar(x); ok {
		return operand{scalar: v}, nil
	}
	if a, weak, ok := standsFor(x); ok {
		return operand{arr: a, weak: weak}, a.usable()
	}
	a, err := e.fromGo(s, be, x, dtype.Invalid)
	return operand{arr: a}, err
}

// plainNumber returns a number of a Go type that has no dtype.
func plainNumber(x any) (v backend.Scalar, ok bool) {
	v, d, ok := backend.ScalarOf(x)
	return v, ok && d == dtype.Invalid
}

// rawBytes returns the memory of s.
func rawBytes[T any](s []T) []byte {
	var zero T
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(zero)))
}

// fromGo makes x, a number or slices of numbers, an array of dtype want, or of its
// own dtype if want is Invalid.
func (e *Env) fromGo(s *state, be *engine, x any, want Dtype) (*Array, error) {
	if be == nil {
		be = s.be
	}
	make := func(d Dtype, data []byte, n int) (*Array, error) {
		return e.fromBytes(s, be, d, []int{n}, data, want)
	}
	switch x := x.(type) {
	case []bool:
		return make(Bool, rawBytes(x), len(x))
	case []uint8:
		return make(Uint8, x, len(x))
	case []uint16:
		return make(Uint16, rawBytes(x), len(x))
	case []uint32:
		return make(Uint32, rawBytes(x), len(x))
	case []uint64:
		return make(Uint64, rawBytes(x), len(x))
	case []int8:
		return make(Int8, rawBytes(x), len(x))
	case []int16:
		return make(Int16, rawBytes(x), len(x))
	case []int32:
		return make(Int32, rawBytes(x), len(x))
	case []int64:
		return make(Int64, rawBytes(x), len(x))
	case []Brain:
		return make(BFloat16, rawBytes(x), len(x))
	case []Half:
		return make(Float16, rawBytes(x), len(x))
	case []float32:
		return make(Float32, rawBytes(x), len(x))
	case []float64:
		return make(Float64, rawBytes(x), len(x))
	case []complex64:
		return make(Complex64, rawBytes(x), len(x))
	case []complex128:
		return make(Complex128, rawBytes(x), len(x))
	case *Array:
		if err := x.usable(); err != nil {
			return nil, err
		}
		if want == dtype.Invalid {
			want = x.dtype
		}
		return e.castTo(x, want)
	case Operand:
		a, _ := x.Operand()
		return e.fromGo(s, be, a, want)
	case []*Array:
		return e.stackGo(x, want)
	case DLPacker:
		return e.fromDLPack(be, x, want)
	}
	if v, d, ok := backend.ScalarOf(x); ok {
		return e.fromScalar(s, be, v, d, want)
	}
	return e.fromReflect(s, be, x, want)
}

// fromScalar makes an array without axes of v, whose Go type has dtype d: Invalid if it has
// none, so that v takes dtype want, or the default one of its kind.
func (e *Env) fromScalar(s *state, be *engine, v backend.Scalar, d, want Dtype) (*Array, error) {
	if d == dtype.Invalid {
		d = s.scalarDtype(v)
		if want != dtype.Invalid {
			d = want
		}
	}
	data := newBytes(d.Size())
	if err := putScalar(data, d, v); err != nil {
		return nil, err
	}
	return e.fromBytes(s, be, d, nil, data, want)
}

// newBytes returns n bytes, aligned for every dtype.
func newBytes(n int) []byte { return rawBytes(make([]complex128, n/16+1))[:n] }

// fromBytes makes an array on be of elements in row-major order, cast to want if that
// is another dtype.
func (e *Env) fromBytes(s *state, be *engine, d Dtype, dims []int, data []byte, want Dtype) (*Array, error) {
	if want == dtype.Invalid {
		want = d
	}
	if err := be.valid(want); err != nil {
		return nil, err
	}
	if !be.dtypes.Has(d) { // cast where every dtype is
		a, err := e.fromBytes(s, nativeEngine(), d, dims, data, want)
		if err != nil {
			return nil, err
		}
		return a.to(be)
	}
	b, err := be.FromHost(backend.Spec{Dtype: d, Shape: dims}, data)
	if err != nil {
		return nil, err
	}
	return e.castTo(entered(wrapBuffer(e, be, b, d, dims)), want)
}

// castTo returns a as dtype d, a itself if it is that already.
func (e *Env) castTo(a *Array, d Dtype) (*Array, error) {
	if a.dtype == d {
		return a, nil
	}
	k, err := a.caster(d)
	if err != nil {
		return nil, err
	}
	z := newArray(e, a.be, d)
	z.setShape(a.shape)
	if z.buf, err = k.Unary(e.spec(z), a.buffer()); err != nil {
		return nil, err
	}
	return entered(z), nil
}

// caster returns the kernel that casts a to d.
func (a *Array) caster(d Dtype) (*backend.Entry, error) {
	if err := a.be.valid(d); err != nil {
		return nil, orUnusable(err, a)
	}
	if a.dtype.IsComplex() && !d.IsComplex() && d != Bool {
		if err := a.usable(); err != nil {
			return nil, err
		}
		return nil, errorf(ErrDtype, "%v does not become %v: its imaginary part would be lost (take Real, Imag or Abs)", a.dtype, d)
	}
	return a.be.step(ops.Cast.Op, a.dtype)
}

// putScalar writes v as one element of dtype d.
func putScalar(dst []byte, d Dtype, v backend.Scalar) error {
	if d.IsInteger() && !v.Fits(d) {
		return errorf(ErrValue, "%v does not fit into %v", v, d)
	}
	if v.Kind == dtype.KindComplex && !d.IsComplex() && d != Bool {
		return errorf(ErrDtype, "the complex number %v does not become %v", v, d)
	}
	p := unsafe.Pointer(unsafe.SliceData(dst))
	switch d {
	case Bool:
		*(*bool)(p) = v.Bool()
	case Uint8:
		*(*uint8)(p) = saturateUint[uint8](v)
	case Uint16:
		*(*uint16)(p) = saturateUint[uint16](v)
	case Uint32:
		*(*uint32)(p) = saturateUint[uint32](v)
	case Uint64:
		*(*uint64)(p) = v.Uint64()
	case Int8:
		*(*int8)(p) = saturateInt[int8](v, math.MinInt8, math.MaxInt8)
	case Int16:
		*(*int16)(p) = saturateInt[int16](v, math.MinInt16, math.MaxInt16)
	case Int32:
		*(*int32)(p) = saturateInt[int32](v, math.MinInt32, math.MaxInt32)
	case Int64:
		*(*int64)(p) = v.Int64()
	case BFloat16:
		*(*Brain)(p) = brainOf(v)
	case Float16:
		*(*Half)(p) = halfOf(v)
	case Float32:
		*(*float32)(p) = float32Of(v)
	case Float64:
		*(*float64)(p) = v.Float64()
	case Complex64:
		*(*complex64)(p) = complex64(v.Complex128())
	case Complex128:
		*(*complex128)(p) = v.Complex128()
	default:
		return errorf(ErrDtype, "%v is no dtype", d)
	}
	return nil
}

// brainOf returns v rounded once: an integer not by way of a float64.
func brainOf(v backend.Scalar) Brain {
	switch {
	case v.Kind == dtype.KindUint:
		return dtype.BrainFromUint64(v.Uint64())
	case v.IsInteger():
		return dtype.BrainFromInt64(v.Int64())
	}
	return dtype.BrainFromFloat64(v.Float64())
}

// halfOf returns v rounded once, as [brainOf] does.
func halfOf(v backend.Scalar) Half {
	switch {
	case v.Kind == dtype.KindUint:
		return dtype.HalfFromUint64(v.Uint64())
	case v.IsInteger():
		return dtype.HalfFromInt64(v.Int64())
	}
	return dtype.HalfFromFloat64(v.Float64())
}

// float32Of returns v rounded once, as [brainOf] does.
func float32Of(v backend.Scalar) float32 {
	switch {
	case v.Kind == dtype.KindUint:
		return float32(v.Uint64())
	case v.IsInteger():
		return float32(v.Int64())
	}
	return float32(v.Float64())
}

func saturateInt[T int8 | int16 | int32](v backend.Scalar, lo, hi int64) T {
	return T(min(max(v.Int64(), lo), hi))
}

func saturateUint[T uint8 | uint16 | uint32](v backend.Scalar) T {
	return T(min(v.Uint64(), uint64(^T(0))))
}

// stackGo makes an array of a slice of arrays.
func (e *Env) stackGo(xs []*Array, want Dtype) (*Array, error) {
	if len(xs) == 0 {
		return e.fromGo(e.now.Load(), nil, []any{}, want)
	}
	var z *Array
	err := Try(func() { z = e.Stack(xs) })
	if err != nil || want == dtype.Invalid {
		return z, err
	}
	return e.castTo(z, want)
}

// A leaf is a number found in nested slices.
type leaf struct {
	v backend.Scalar
	d Dtype // Invalid for Go's bool, int, float64 and complex128
}

var (
	arrayType = reflect.TypeFor[*Array]()
	brainType = reflect.TypeFor[Brain]()
	halfType  = reflect.TypeFor[Half]()
)

// fromReflect makes an array of nested slices and arrays of any type.
func (e *Env) fromReflect(s *state, be *engine, x any, want Dtype) (*Array, error) {
	v := reflect.ValueOf(x)
	if !v.IsValid() {
		return nil, errorf(ErrValue, "nil is no array")
	}
	n := nest{env: e, state: s}
	if err := n.collect(v, 0); err != nil {
		return nil, err
	}
	d, err := n.common(want)
	if err != nil {
		return nil, err
	}
	size := d.Size()
	data := newBytes(len(n.leaves) * size)
	for i, l := range n.leaves {
		if err := putScalar(data[i*size:(i+1)*size], d, l.v); err != nil {
			return nil, err
		}
	}
	return e.fromBytes(s, be, d, n.shape, data, want)
}

// A nest collects what nested slices hold.
type nest struct {
	env    *Env
	state  *state
	shape  []int
	deep   bool // a number was met: shape is complete
	leaves []leaf
	static Dtype // the dtype of the slices' element type, if that is one; used for empty ones
}

// collect gathers the numbers of v, which is depth slices deep.
func (n *nest) collect(v reflect.Value, depth int) error {
	boxed := false
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer && v.Type() != arrayType {
		if v.Kind() == reflect.Pointer && v.CanInterface() {
			if a, _, ok := standsFor(v.Interface()); ok {
				return n.array(a, depth)
			}
		}
		boxed = v.Kind() == reflect.Interface
		if v.IsNil() {
			return errorf(ErrValue, "nil is no number")
		}
		v = v.Elem()
	}
	if v.Type() == arrayType {
		return n.array(v.Interface().(*Array), depth)
	}
	if k := v.Kind(); k == reflect.Slice || k == reflect.Array {
		if depth >= shape.MaxRank {
			return errorf(ErrShape, "slices nested more than %d deep", shape.MaxRank)
		}
		if err := n.length(v.Len(), depth); err != nil {
			return err
		}
		if v.Len() == 0 {
			return n.empty(v.Type().Elem(), depth+1)
		}
		for i := range v.Len() {
			if err := n.collect(v.Index(i), depth+1); err != nil {
				return err
			}
		}
		return nil
	}
	l, ok := reflectLeaf(n.state, v)
	if !ok {
		return errorf(ErrValue, "a value of type %v is no number, slice or array", v.Type())
	}
	if depth != len(n.shape) {
		return errorf(ErrShape, "a number among slices: the nested slices are ragged")
	}
	if !boxed {
		l.d = elementDtype(l)
	}
	if !n.deep { // one slice may be in many places: they are no measure of the memory there is
		if err := backend.CheckElements(shape.Product(n.shape...), int(unsafe.Sizeof(l))); err != nil {
			return err
		}
	}
	n.deep = true
	n.leaves = append(n.leaves, l)
	return nil
}

// length notes that slices at this depth have this length.
func (n *nest) length(length, depth int) error {
	switch {
	case depth < len(n.shape) && n.shape[depth] == length:
		return nil
	case depth == len(n.shape) && !n.deep:
		n.shape = append(n.shape, length)
		return nil
	}
	return errorf(ErrShape, "the nested slices are ragged: lengths differ at depth %d", depth)
}

// empty notes the element type of an empty slice.
func (n *nest) empty(t reflect.Type, depth int) error {
	for t.Kind() == reflect.Slice || t.Kind() == reflect.Array {
		length := 0
		if t.Kind() == reflect.Array {
			length = t.Len()
		}
		if err := n.length(length, depth); err != nil {
			return err
		}
		depth++
		t = t.Elem()
	}
	n.deep = true
	if l, ok := reflectLeaf(n.state, reflect.Zero(t)); ok && n.static == dtype.Invalid {
		if n.static = elementDtype(l); n.static == dtype.Invalid {
			n.static = n.state.scalarDtype(l.v)
		}
	}
	return nil
}

// array collects the elements of an array among slices.
func (n *nest) array(a *Array, depth int) error {
	if err := a.usable(); err != nil {
		return err
	}
	for i, length := range a.shape {
		if err := n.length(length, depth+i); err != nil {
			return err
		}
	}
	if depth+len(a.shape) != len(n.shape) {
		return errorf(ErrShape, "the nested slices are ragged: an array of shape %s among them", shape.Text(a.shape))
	}
	if err := a.refuseTracked(); err != nil {
		return err
	}
	n.deep = true
	data, err := a.bytes()
	if err != nil {
		return err
	}
	size := a.dtype.Size()
	for i := range a.Size() {
		n.leaves = append(n.leaves, leaf{getScalar(data[i*size:], a.dtype), a.dtype})
	}
	if len(n.leaves) == 0 {
		n.static = a.dtype
	}
	return nil
}

// elementDtype returns the dtype of l as an element of a slice of l's type: []float64 is of
// float64, though a float64 in an interface is a scalar. []int has none: it takes the default
// int dtype.
func elementDtype(l leaf) Dtype {
	if l.d == dtype.Invalid {
		switch l.v.Kind {
		case dtype.KindBool:
			return Bool
		case dtype.KindFloat:
			return Float64
		case dtype.KindComplex:
			return Complex128
		}
	}
	return l.d
}

// reflectLeaf returns the number v; Go's bool, int, float64 and complex128 have no dtype.
func reflectLeaf(s *state, v reflect.Value) (leaf, bool) {
	switch v.Type() {
	case brainType:
		return leaf{backend.FloatScalar(float64(Brain(v.Uint()).Float32())), BFloat16}, true
	case halfType:
		return leaf{backend.FloatScalar(float64(Half(v.Uint()).Float32())), Float16}, true
	}
	switch k := v.Kind(); k {
	case reflect.Bool:
		return leaf{backend.BoolScalar(v.Bool()), dtype.Invalid}, true
	case reflect.Int:
		return leaf{backend.IntScalar(v.Int()), dtype.Invalid}, true
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return leaf{backend.IntScalar(v.Int()), Int8 + Dtype(k-reflect.Int8)}, true
	case reflect.Uint, reflect.Uintptr:
		d := s.def.Uint
		if !backend.UintScalar(v.Uint()).Fits(d) {
			d = Uint64
		}
		return leaf{backend.UintScalar(v.Uint()), d}, true
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return leaf{backend.UintScalar(v.Uint()), Uint8 + Dtype(k-reflect.Uint8)}, true
	case reflect.Float32:
		return leaf{backend.FloatScalar(v.Float()), Float32}, true
	case reflect.Float64:
		return leaf{backend.FloatScalar(v.Float()), dtype.Invalid}, true
	case reflect.Complex64:
		return leaf{backend.ComplexScalar(v.Complex()), Complex64}, true
	case reflect.Complex128:
		return leaf{backend.ComplexScalar(v.Complex()), dtype.Invalid}, true
	case reflect.Struct:
		if sc, ok := v.Interface().(backend.Scalar); ok {
			return leaf{sc, dtype.Invalid}, true
		}
	}
	return leaf{}, false
}

// common returns the dtype of all leaves: want, if there is one and no leaf has a dtype.
func (n *nest) common(want Dtype) (Dtype, error) {
	if len(n.leaves) == 0 {
		switch {
		case want != dtype.Invalid:
			return want, nil
		case n.static != dtype.Invalid:
			return n.static, nil
		}
		return n.state.all, nil
	}
	var seen dtype.Set
	var args []promote.Arg
	add := func(d Dtype) {
		if !seen.Has(d) {
			seen |= dtype.Of(d)
			args = append(args, promote.Array(d))
		}
	}
	// Scalars have the default dtype of the highest kind among them (Array API, asarray):
	// a float makes all of them floats, not each int promoted with it.
	highest, widest := dtype.NoKind, dtype.Invalid
	for _, l := range n.leaves {
		if l.d != dtype.Invalid {
			add(l.d)
			continue
		}
		kind := l.v.Kind
		if l.v.IsInteger() {
			kind = dtype.KindInt
			if d := n.state.scalarDtype(l.v); widest == dtype.Invalid || d.Bits() > widest.Bits() || d == Uint64 {
				widest = d
			}
		}
		highest = max(highest, kind)
	}
	switch {
	case len(args) == 0 && want != dtype.Invalid:
		return want, nil
	case highest == dtype.KindInt:
		add(widest)
	case highest != dtype.NoKind:
		add(n.state.def.Of(highest))
	}
	if len(args) == 1 { // no rule is asked, as for a slice of numbers
		return args[0].Dtype, nil
	}
	res, err := promote.Fold(n.state.rule.Rule(), args...)
	return res.Dtype, err
}

// getScalar returns the element of dtype d at the start of src.
func getScalar(src []byte, d Dtype) backend.Scalar {
	p := unsafe.Pointer(unsafe.SliceData(src))
	switch d {
	case Bool:
		return backend.BoolScalar(*(*bool)(p))
	case Uint8:
		return backend.IntScalar(int64(*(*uint8)(p)))
	case Uint16:
		return backend.IntScalar(int64(*(*uint16)(p)))
	case Uint32:
		return backend.IntScalar(int64(*(*uint32)(p)))
	case Uint64:
		return backend.UintScalar(*(*uint64)(p))
	case Int8:
		return backend.IntScalar(int64(*(*int8)(p)))
	case Int16:
		return backend.IntScalar(int64(*(*int16)(p)))
	case Int32:
		return backend.IntScalar(int64(*(*int32)(p)))
	case Int64:
		return backend.IntScalar(*(*int64)(p))
	case BFloat16:
		return backend.FloatScalar(float64((*(*Brain)(p)).Float32()))
	case Float16:
		return backend.FloatScalar(float64((*(*Half)(p)).Float32()))
	case Float32:
		return backend.FloatScalar(float64(*(*float32)(p)))
	case Float64:
		return backend.FloatScalar(*(*float64)(p))
	case Complex64:
		return backend.ComplexScalar(complex128(*(*complex64)(p)))
	case Complex128:
		return backend.ComplexScalar(*(*complex128)(p))
	}
	panic(fmt.Sprintf("ivy: dtype %v", d)) // no array has another
}
