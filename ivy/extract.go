package ivy

import (
	"math"
	"reflect"
	"unsafe"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// An Element is a Go type that elements can be extracted as.
type Element interface {
	bool | int | int8 | int16 | int32 | int64 | uint | uint8 | uint16 | uint32 | uint64 |
		Brain | Half | float32 | float64 | complex64 | complex128
}

// dtypeOf returns the dtype whose elements are of Go type T; int and uint are of 64 bits.
func dtypeOf[T Element]() Dtype {
	var zero T
	switch any(zero).(type) {
	case bool:
		return Bool
	case int, int64:
		return Int64
	case uint, uint64:
		return Uint64
	}
	_, d, _ := backend.ScalarOf(any(zero))
	switch any(zero).(type) {
	case float64:
		d = Float64
	case complex128:
		d = Complex128
	}
	return d
}

// holds reports whether dtype to has every value of dtype from.
func holds(from, to Dtype) bool {
	switch {
	case from == to:
		return true
	case from == Bool:
		return true
	case to == Bool:
		return false
	case to.IsComplex():
		return holds(from.Component(), to.Component())
	case from.IsComplex():
		return false
	case from.IsFloat():
		return to.IsFloat() && (to == Float64 || to == Float32 && from != Float64)
	case to.IsFloat(): // whole numbers of at most as many bits as the significand has
		digits := map[Dtype]int{BFloat16: 8, Float16: 11, Float32: 24, Float64: 53}[to]
		return from.Bits() <= digits
	case from.IsUnsigned():
		return to.Bits() > from.Bits() || to.IsUnsigned() && to.Bits() == from.Bits()
	}
	return to.IsSigned() && to.Bits() >= from.Bits()
}

// Values returns a copy of the elements of x in row-major order. T must hold every
// value of x's dtype: float64 takes float32 and int32, but float32 takes no int32
// (cast with Astype first). int and uint count as 64 bits long everywhere; where they are
// shorter an element that does not fit is an error of kind ErrValue.
func Values[T Element](x *Array) []T {
	x.usableIn("Values")
	z, err := extract[T](x)
	if err != nil {
		panic(wrap("Values", x.be, err))
	}
	return z
}

// elementOf returns the dtype that a T is in memory, if it holds every value of dtype from.
func elementOf[T Element](from Dtype) (Dtype, error) {
	d := dtypeOf[T]()
	if !holds(from, d) {
		return d, errorf(ErrDtype, "%v as %v would lose values (cast with Astype)", from, d)
	}
	if unsafe.Sizeof(*new(T)) < uintptr(d.Size()) { // int and uint of 32 bits: what fits goes in
		d = map[Dtype]Dtype{Int64: Int32, Uint64: Uint32}[d]
	}
	return d, nil
}

func extract[T Element](x *Array) ([]T, error) {
	d, err := elementOf[T](x.dtype)
	if err != nil {
		return nil, err
	}
	if err := x.env.CheckSize(x.Size(), d.Size()); err != nil {
		return nil, err
	}
	z := make([]T, x.Size())
	if x.dtype == d {
		return z, x.be.ToHost(x.buffer(), rawBytes(z))
	}
	data, err := x.bytes()
	if err != nil {
		return nil, err
	}
	from, to := x.dtype.Size(), d.Size()
	out := rawBytes(z)
	for i := range z {
		if err := putScalar(out[i*to:(i+1)*to], d, getScalar(data[i*from:], x.dtype)); err != nil {
			return nil, err
		}
	}
	return z, nil
}

// Item returns the one element of x, which T must hold as Values says.
func Item[T Element](x *Array) T {
	x.usableIn("Item")
	if x.Size() != 1 {
		panic(wrap("Item", x.be, errorf(ErrShape, "shape %s, want one element", shape.Text(x.shape))))
	}
	z, err := extract[T](x)
	if err != nil {
		panic(wrap("Item", x.be, err))
	}
	return z[0]
}

// scalar returns the one element of a as a scalar.
func (a *Array) scalar(op string) backend.Scalar {
	a.usableIn(op)
	err := error(nil)
	if a.Size() != 1 {
		err = errorf(ErrShape, "shape %s, want one element", shape.Text(a.shape))
	} else {
		data := newBytes(a.dtype.Size())
		if err = a.be.ToHost(a.buffer(), data); err == nil {
			return getScalar(data, a.dtype)
		}
	}
	panic(wrap(op, a.be, err))
}

// Bool reports whether the one element of a is true: not zero.
func (a *Array) Bool() bool { return a.scalar("Bool").Bool() }

// Int returns the one element of a, which must be real, as an int: a float truncated.
func (a *Array) Int() int {
	v := a.scalar("Int")
	if v.Kind == dtype.KindComplex {
		panic(wrap("Int", a.be, errorf(ErrDtype, "%v does not become an int (take Real)", a.dtype)))
	}
	if f := v.Float64(); v.Kind == dtype.KindFloat && (f != f || f >= 0x1p63 || f < -0x1p63) || v.Kind == dtype.KindUint || int64(int(v.Int64())) != v.Int64() {
		panic(wrap("Int", a.be, errorf(ErrValue, "%v does not become an int", v)))
	}
	return int(v.Int64())
}

// Index returns the one element of a, which must be an integer.
func (a *Array) Index() int {
	a.usableIn("Index")
	if !a.dtype.IsInteger() {
		panic(wrap("Index", a.be, errorf(ErrDtype, "dtype %v, want %v", a.dtype, dtype.Integer)))
	}
	return a.Int()
}

// Float returns the one element of a, which must be real, as a float64.
func (a *Array) Float() float64 {
	a.usableIn("Float")
	if a.dtype.IsComplex() {
		panic(wrap("Float", a.be, errorf(ErrDtype, "%v does not become a float (take Real)", a.dtype)))
	}
	return a.scalar("Float").Float64()
}

// Complex returns the one element of a as a complex128.
func (a *Array) Complex() complex128 { return a.scalar("Complex").Complex128() }

// Data returns the elements of a in row-major order as a slice of their Go type:
// []float32, []Half, ….
func (a *Array) Data() any {
	a.usableIn("Data")
	var z any
	var err error
	switch a.dtype {
	case Bool:
		z, err = extract[bool](a)
	case Uint8:
		z, err = extract[uint8](a)
	case Uint16:
		z, err = extract[uint16](a)
	case Uint32:
		z, err = extract[uint32](a)
	case Uint64:
		z, err = extract[uint64](a)
	case Int8:
		z, err = extract[int8](a)
	case Int16:
		z, err = extract[int16](a)
	case Int32:
		z, err = extract[int32](a)
	case Int64:
		z, err = extract[int64](a)
	case BFloat16:
		z, err = extract[Brain](a)
	case Float16:
		z, err = extract[Half](a)
	case Float32:
		z, err = extract[float32](a)
	case Float64:
		z, err = extract[float64](a)
	case Complex64:
		z, err = extract[complex64](a)
	case Complex128:
		z, err = extract[complex128](a)
	}
	if err != nil {
		panic(wrap("Data", a.be, err))
	}
	return z
}

// Nested returns the elements of a as slices nested as deep as a has axes, of their
// Go type: [][]float32; of an array without axes, the one number.
func (a *Array) Nested() any {
	a.usableIn("Nested")
	data := reflect.ValueOf(a.Data())
	if len(a.shape) == 0 {
		return data.Index(0).Interface()
	}
	headers, slices := 0, 1 // of all levels
	for _, n := range a.shape[:len(a.shape)-1] {
		slices = shape.Product(slices, n)
		headers += min(slices, math.MaxInt-headers)
	}
	if err := backend.CheckElements(headers, int(unsafe.Sizeof([]byte(nil)))); err != nil {
		panic(wrap("Nested", a.be, err))
	}
	at := 0
	var build func(t reflect.Type, dims []int) reflect.Value
	build = func(t reflect.Type, dims []int) reflect.Value {
		if len(dims) == 1 {
			at += dims[0]
			return data.Slice3(at-dims[0], at, at)
		}
		s := reflect.MakeSlice(t, dims[0], dims[0])
		for i := range dims[0] {
			s.Index(i).Set(build(t.Elem(), dims[1:]))
		}
		return s
	}
	t := data.Type()
	for range a.shape[1:] {
		t = reflect.SliceOf(t)
	}
	return build(t, a.shape).Interface()
}

// Bytes returns a copy of the elements in row-major order as they lie in memory.
func (a *Array) Bytes() []byte {
	a.usableIn("Bytes")
	data, err := a.bytes()
	if err != nil {
		panic(wrap("Bytes", a.be, err))
	}
	return data
}

// FromBytes returns an array of dtype d and shape dims. data has its elements in row-major order,
// each as this machine has it in memory; it is copied. Another number of bytes is an error of kind
// ErrShape, a dtype that the current backend lacks one of kind ErrDtype.
func (e *Env) FromBytes(d Dtype, dims []int, data []byte) *Array {
	defer blame("FromBytes")
	s := e.now.Load()
	err := s.be.valid(d)
	if err == nil {
		err = shape.Check(dims, d.Size())
	}
	if err == nil && len(data) != shape.Size(dims)*d.Size() {
		err = errorf(ErrShape, "%d bytes for shape %s of %v", len(data), shape.Text(dims), d)
	}
	if err == nil {
		var b backend.Buffer
		if b, err = s.be.FromHost(backend.Spec{Dtype: d, Shape: dims}, data); err == nil {
			return entered(wrapBuffer(e, s.be, b, d, dims))
		}
	}
	panic(wrap("FromBytes", s.be, err))
}
