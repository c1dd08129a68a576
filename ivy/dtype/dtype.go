// Package dtype holds the facts about the element types of arrays: the fifteen
// dtypes of Ivy, their names, widths and classes, the limits of the numeric
// ones, and the two formats Go has no type for, float16 and bfloat16.
package dtype

import (
	"fmt"
	"strings"
)

// A Dtype is the type of an array's elements. Its zero value, [Invalid], is no
// dtype at all. The order of the constants is the canonical order in which
// promotion of several operands takes them: by kind, then by width. Comparison by <,
// and so slices.Sort, has that order, which [Set.Dtypes] has too.
type Dtype uint8

// The dtypes.
const (
	Invalid Dtype = iota
	Bool
	Uint8
	Uint16
	Uint32
	Uint64
	Int8
	Int16
	Int32
	Int64
	BFloat16
	Float16
	Float32
	Float64
	Complex64
	Complex128

	// Count is one more than the largest Dtype, the length of a table indexed by dtype.
	Count
)

// A Kind is what a dtype's values are, whatever their width.
type Kind uint8

// The kinds, in the order in which promotion climbs them.
const (
	NoKind Kind = iota
	KindBool
	KindUint
	KindInt
	KindFloat
	KindComplex
)

var kindNames = [...]string{"none", "bool", "uint", "int", "float", "complex"}

// String returns "bool", "uint", "int", "float" or "complex".
func (k Kind) String() string {
	if int(k) >= len(kindNames) {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return kindNames[k]
}

type info struct {
	name string
	kind Kind
	size int // bytes an element takes
	bits int // as Ivy's dtype_bits counts: 1 for bool
	part Dtype
}

var table = [Count]info{
	Invalid:    {"invalid", NoKind, 0, 0, Invalid},
	Bool:       {"bool", KindBool, 1, 1, Bool},
	Uint8:      {"uint8", KindUint, 1, 8, Uint8},
	Uint16:     {"uint16", KindUint, 2, 16, Uint16},
	Uint32:     {"uint32", KindUint, 4, 32, Uint32},
	Uint64:     {"uint64", KindUint, 8, 64, Uint64},
	Int8:       {"int8", KindInt, 1, 8, Int8},
	Int16:      {"int16", KindInt, 2, 16, Int16},
	Int32:      {"int32", KindInt, 4, 32, Int32},
	Int64:      {"int64", KindInt, 8, 64, Int64},
	BFloat16:   {"bfloat16", KindFloat, 2, 16, BFloat16},
	Float16:    {"float16", KindFloat, 2, 16, Float16},
	Float32:    {"float32", KindFloat, 4, 32, Float32},
	Float64:    {"float64", KindFloat, 8, 64, Float64},
	Complex64:  {"complex64", KindComplex, 8, 64, Float32},
	Complex128: {"complex128", KindComplex, 16, 128, Float64},
}

// IsValid reports whether d is one of the fifteen dtypes.
func (d Dtype) IsValid() bool { return d > Invalid && d < Count }

func (d Dtype) info() *info {
	if d >= Count {
		return &table[Invalid]
	}
	return &table[d]
}

// String returns the dtype's name, as Ivy and NumPy write it: "float32".
func (d Dtype) String() string {
	if d >= Count {
		return fmt.Sprintf("Dtype(%d)", uint8(d))
	}
	return table[d].name
}

// Size returns the number of bytes an element takes.
func (d Dtype) Size() int { return d.info().size }

// Bits returns the number of bits of an element's value: 1 for bool, 128 for complex128.
func (d Dtype) Bits() int { return d.info().bits }

// Kind returns what the dtype's values are.
func (d Dtype) Kind() Kind { return d.info().kind }

// IsBool reports whether d is bool.
func (d Dtype) IsBool() bool { return d == Bool }

// IsInteger reports whether d is a signed or unsigned integer dtype.
func (d Dtype) IsInteger() bool { return Integer.Has(d) }

// IsSigned reports whether d is a signed integer dtype.
func (d Dtype) IsSigned() bool { return Signed.Has(d) }

// IsUnsigned reports whether d is an unsigned integer dtype.
func (d Dtype) IsUnsigned() bool { return Unsigned.Has(d) }

// IsFloat reports whether d is a real floating-point dtype.
func (d Dtype) IsFloat() bool { return Float.Has(d) }

// IsComplex reports whether d is a complex dtype.
func (d Dtype) IsComplex() bool { return Complex.Has(d) }

// IsNumeric reports whether d is any dtype but bool.
func (d Dtype) IsNumeric() bool { return Numeric.Has(d) }

// Component returns the dtype of a complex dtype's parts; of any other dtype, itself.
func (d Dtype) Component() Dtype { return d.info().part }

// WithComplex returns the complex dtype of d's precision: complex128 for
// float64 and complex128, complex64 for every other float and complex64,
// Invalid for what is no float.
func (d Dtype) WithComplex() Dtype {
	switch {
	case d == Float64 || d == Complex128:
		return Complex128
	case d.IsFloat() || d == Complex64:
		return Complex64
	}
	return Invalid
}

// A ParseError is a text that names no dtype.
type ParseError struct{ Text string }

// Error says which names there are.
func (e *ParseError) Error() string {
	return fmt.Sprintf("dtype: %q is no dtype (want one of %v)", e.Text, All)
}

// Parse returns the dtype of that name. "double" is float64, as in Ivy. The
// error is a [*ParseError].
func Parse(name string) (Dtype, error) {
	for d := Bool; d < Count; d++ {
		if table[d].name == name {
			return d, nil
		}
	}
	if name == "double" {
		return Float64, nil
	}
	return Invalid, &ParseError{name}
}

// MarshalText returns the dtype's name.
func (d Dtype) MarshalText() ([]byte, error) {
	if !d.IsValid() {
		return nil, &ParseError{d.String()}
	}
	return []byte(d.String()), nil
}

// UnmarshalText sets d to the dtype of that name.
func (d *Dtype) UnmarshalText(text []byte) (err error) {
	*d, err = Parse(string(text))
	return err
}

// A Set is a set of dtypes.
type Set uint32

// The classes. Integer has the signed and the unsigned, as Ivy's all_int_dtypes does.
const (
	None     Set = 0
	Boolean  Set = 1 << Bool
	Unsigned Set = 1<<Uint8 | 1<<Uint16 | 1<<Uint32 | 1<<Uint64
	Signed   Set = 1<<Int8 | 1<<Int16 | 1<<Int32 | 1<<Int64
	Integer  Set = Unsigned | Signed
	Narrow   Set = 1<<BFloat16 | 1<<Float16
	Float    Set = Narrow | 1<<Float32 | 1<<Float64
	Complex  Set = 1<<Complex64 | 1<<Complex128
	Real     Set = Integer | Float
	Inexact  Set = Float | Complex
	Numeric  Set = Real | Complex
	All      Set = Boolean | Numeric
)

// Of returns the set of the given dtypes.
func Of(dtypes ...Dtype) (s Set) {
	for _, d := range dtypes {
		s |= 1 << d
	}
	return s
}

// Has reports whether d is in s.
func (s Set) Has(d Dtype) bool { return s>>d&1 != 0 }

// Dtypes returns the members of s in canonical order.
func (s Set) Dtypes() []Dtype {
	ds := make([]Dtype, 0, Count)
	for d := Bool; d < Count; d++ {
		if s.Has(d) {
			ds = append(ds, d)
		}
	}
	return ds
}

// String returns the members' names, separated by commas.
func (s Set) String() string {
	var b strings.Builder
	for i, d := range s.Dtypes() {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(d.String())
	}
	return b.String()
}

// Option makes a Dtype one of ivy's options: the dtype of a result.
func (d Dtype) Option() {}

// Defaults are the dtypes that scalars, creation functions and float functions
// of integers take when nothing else decides.
type Defaults struct {
	Int, Uint, Float, Complex Dtype
}

// StandardDefaults are Ivy's: int32, uint32, float32 and complex64.
var StandardDefaults = Defaults{Int: Int32, Uint: Uint32, Float: Float32, Complex: Complex64}

// Of returns the default dtype of kind k, bool for KindBool.
func (f Defaults) Of(k Kind) Dtype {
	switch k {
	case KindBool:
		return Bool
	case KindUint:
		return f.Uint
	case KindInt:
		return f.Int
	case KindFloat:
		return f.Float
	case KindComplex:
		return f.Complex
	}
	return Invalid
}
