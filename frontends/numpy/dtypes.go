package numpy

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// The dtypes by NumPy's names, ml_dtypes' bfloat16 among them.
const (
	Bool       = dtype.Bool
	Int8       = dtype.Int8
	Int16      = dtype.Int16
	Int32      = dtype.Int32
	Int64      = dtype.Int64
	Uint8      = dtype.Uint8
	Uint16     = dtype.Uint16
	Uint32     = dtype.Uint32
	Uint64     = dtype.Uint64
	BFloat16   = dtype.BFloat16
	Float16    = dtype.Float16
	Float32    = dtype.Float32
	Float64    = dtype.Float64
	Complex64  = dtype.Complex64
	Complex128 = dtype.Complex128
)

// dtypes are the dtypes by every name that NumPy has for them, on a machine of 64 bits.
var dtypes = func() map[string]any {
	m := map[string]any{}
	for d, names := range map[dtype.Dtype][]string{
		Bool: {"bool", "bool_", "?", "b1"}, Int8: {"int8", "byte", "b", "i1"}, Int16: {"int16", "short", "h", "i2"}, Int32: {"int32", "intc", "i", "i4"},
		Int64: {"int64", "int", "int_", "intp", "long", "longlong", "l", "q", "p", "i8"}, Uint8: {"uint8", "ubyte", "B", "u1"}, Uint16: {"uint16", "ushort", "H", "u2"},
		Uint32: {"uint32", "uintc", "I", "u4"}, Uint64: {"uint64", "uint", "uintp", "ulong", "ulonglong", "L", "Q", "P", "u8"}, BFloat16: {"bfloat16"},
		Float16: {"float16", "half", "e", "f2"}, Float32: {"float32", "single", "f", "f4"}, Float64: {"float64", "float", "double", "d", "f8"},
		Complex64: {"complex64", "csingle", "F", "c8"}, Complex128: {"complex128", "complex", "cdouble", "D", "c16"},
	} {
		for _, name := range names {
			m[name] = d
			if coded := len(name) > 1 && name[1] >= '0' && name[1] <= '9' || len(name) == 1; coded { // with the byte order of the machine, or none
				m["<"+name], m["="+name] = d, d
				if d.Size() == 1 || len(name) > 1 {
					m["|"+name] = d
				}
				if d.Size() == 1 {
					m[">"+name] = d
				}
			}
		}
	}
	return m
}()

// DtypeAttributes returns what NumPy's dtypes tell of themselves by their attributes: kind
// ("f"), char ("d"), str ("<f8"), byteorder, itemsize and num.
func DtypeAttributes(d dtype.Dtype) map[string]any {
	about := map[dtype.Dtype]struct {
		kind, char string
		num        int
	}{
		Bool: {"b", "?", 0}, Int8: {"i", "b", 1}, Int16: {"i", "h", 3}, Int32: {"i", "i", 5}, Int64: {"i", "l", 7}, Uint8: {"u", "B", 2}, Uint16: {"u", "H", 4},
		Uint32: {"u", "I", 6}, Uint64: {"u", "L", 8}, BFloat16: {"V", "E", 256}, Float16: {"f", "e", 23}, Float32: {"f", "f", 11}, Float64: {"f", "d", 12},
		Complex64: {"c", "F", 14}, Complex128: {"c", "D", 15},
	}[d]
	order, prefix := "=", "<"
	if d.Size() == 1 {
		order, prefix = "|", "|"
	}
	return map[string]any{"kind": about.kind, "char": about.char, "num": about.num, "byteorder": order, "itemsize": d.Size(),
		"str": prefix + about.kind + strconv.Itoa(d.Size()), "isnative": true, "ndim": 0, "hasobject": false}
}

var dtypesRows = []frontend.Func{
	{Path: "can_cast", Go: "CanCastTo", Sig: "from_, to, casting='safe'", Out: frontend.Value, Run: canCast, Doc: "Whether a cast is allowed; see [CanCast]."},
	{Path: "promote_types", Go: "PromoteDtypes", Sig: "type1, type2, /", Out: frontend.Value, Run: func(c *frontend.Call) any {
		d, err := PromoteTypes(c.Dtype("type1"), c.Dtype("type2"))
		frontend.Check(err)
		return d
	}, Doc: "See [PromoteTypes]."},
	{Path: "result_type", Go: "ResultDtype", Sig: "*arrays_and_dtypes", Out: frontend.Value, Run: resultType, Doc: "See [ResultType]."},
	{Path: "min_scalar_type", Sig: "a, /", Out: frontend.Value, Run: minScalarType, Doc: "The least dtype that holds a scalar's value."},
	{Path: "common_type", Sig: "*arrays", Out: frontend.Value, Run: commonType, Doc: "The float or complex dtype that arrays have in common."},
	{Path: "isdtype", Sig: "dtype, kind", Out: frontend.Value, Run: isDtype},
	{Path: "issubdtype", Sig: "arg1, arg2", Out: frontend.Value, Run: func(c *frontend.Call) any {
		class, isClass := c.Arg("arg1").(Class)
		of, ofClass := c.Arg("arg2").(Class)
		if name, ok := c.Arg("arg2").(string); ok && classes[name] != 0 {
			of, ofClass = Class(name), true
		}
		switch {
		case isClass && ofClass:
			return classes[string(class)]&^classes[string(of)] == 0
		case isClass:
			return false
		case ofClass:
			return classes[string(of)].Has(c.Dtype("arg1"))
		}
		return c.Dtype("arg1") == c.Dtype("arg2")
	}, Doc: "Whether a dtype is another, or of a class: \"floating\", \"integer\"."},
	{Path: "finfo", Sig: "dtype", Out: frontend.Value, Run: func(c *frontend.Call) any {
		notNumeric(c, "dtype")
		d := dtypeLike(c, "dtype")
		info, err := dtype.Finfo(d)
		if err != nil || d == BFloat16 {
			c.Raise("ValueError", "data type %v not inexact", c.Arg("dtype"))
		}
		return info
	}, Doc: "The limits of a float dtype, a [dtype.FloatInfo]."},
	{Path: "iinfo", Sig: "int_type", Out: frontend.Value, Run: func(c *frontend.Call) any {
		if list, isList := frontend.Sequence(c.Arg("int_type")); isList {
			c.Raise("ValueError", "Invalid integer data type 'O' of %v", list)
		}
		notNumeric(c, "int_type")
		info, err := dtype.Iinfo(dtypeLike(c, "int_type"))
		if err != nil || given(c, "int_type") != nil { // of an array NumPy takes the class for the dtype
			c.Raise("ValueError", "Invalid integer data type %v", c.Arg("int_type"))
		}
		return info
	}, Doc: "The limits of an integer dtype, a [dtype.IntInfo]."},
	{Path: "astype", Sig: "x, dtype, /, *, copy=True", Run: astype("x")},
	{Path: "isscalar", Sig: "element", Out: frontend.Value, Run: func(c *frontend.Call) any {
		switch c.Arg("element").(type) {
		case bool, int, float64, complex128, string, backend.Scalar:
			return true
		}
		return isScalar(c.Arg("element"))
	}, Doc: "Whether it is a scalar of Python's or NumPy's."},
	{Path: "iscomplexobj", Sig: "x", Out: frontend.Value, Run: func(c *frontend.Call) any { return array(c, "x").Dtype().IsComplex() }},
	{Path: "isrealobj", Sig: "x", Out: frontend.Value, Run: func(c *frontend.Call) any { return !array(c, "x").Dtype().IsComplex() }},
}

// A Class is one of NumPy's abstract types of scalars: "generic", "number", "integer",
// "signedinteger", "unsignedinteger", "inexact", "floating" or "complexfloating".
type Class string

// classes are NumPy's abstract types of scalars, and isdtype's kinds.
var classes = map[string]dtype.Set{
	"generic": dtype.All, "number": dtype.Numeric &^ brain, "integer": ints, "signedinteger": dtype.Signed, "unsignedinteger": dtype.Unsigned,
	"inexact": inexact &^ brain, "floating": floats &^ brain, "complexfloating": complexs, "bool": dtype.Boolean,
	"signed integer": dtype.Signed, "unsigned integer": dtype.Unsigned, "integral": ints, "real floating": floats &^ brain,
	"complex floating": complexs, "numeric": dtype.Numeric &^ brain,
}

// dtypeLike returns an argument that is a dtype, or an array's or scalar's.
// notNumeric refuses the names of NumPy's dtypes of texts, objects and times, which have no limits.
func notNumeric(c *frontend.Call, name string) {
	if text, _ := c.Arg(name).(string); slices.Contains(strings.Fields("a S U O V M m str bytes object void datetime64 timedelta64"), text) {
		c.Raise("ValueError", "Invalid data type '%s', want one of numbers", text)
	}
}

func dtypeLike(c *frontend.Call, name string) dtype.Dtype {
	if d, ok := toDtype(c, c.Arg(name)); ok {
		return d
	}
	return array(c, name).Dtype()
}

func resultType(c *frontend.Call) any {
	list, _ := c.Arg("arrays_and_dtypes").([]any)
	if len(list) == 0 {
		c.Raise("ValueError", "at least one array or dtype is required")
	}
	args := make([]promote.Arg, len(list))
	for i, v := range list {
		if d, ok := toDtype(c, v); ok {
			args[i] = promote.Array(d)
			continue
		}
		o, err := c.Namespace.Operand(v)
		frontend.Check(err)
		args[i] = o.Arg
	}
	r, err := promote.Fold(Rule, args...)
	frontend.Check(err)
	return r.Dtype
}

func minScalarType(c *frontend.Call) any {
	o := c.Operand("a")
	if o.A != nil && o.A.V.Ndim() > 0 {
		return o.Dtype
	}
	v := o.Value
	if o.A != nil {
		v = frontend.Peek(o.A)
	}
	kind := v.Kind
	if kind == dtype.KindInt && v.Int64() >= 0 {
		kind = dtype.KindUint
	}
	switch kind {
	case dtype.KindUint, dtype.KindInt:
		set := dtype.Signed
		if kind == dtype.KindUint {
			set = dtype.Unsigned
		}
		for _, d := range set.Dtypes() {
			if v.Fits(d) {
				return d
			}
		}
	case dtype.KindFloat, dtype.KindComplex:
		z := v.Complex128()
		inside := func(f, bound float64) bool { return !(math.Abs(f) >= bound) || math.IsInf(f, 0) }
		for _, d := range []dtype.Dtype{Float16, Float32, Float64, Complex64, Complex128} {
			bound := map[dtype.Dtype]float64{Float16: 65000, Float32: 3.4e38, Complex64: 3.4e38}[d] // as NumPy has them
			if d.Kind() == kind && (bound == 0 || inside(real(z), bound) && inside(imag(z), bound)) {
				return d
			}
		}
	}
	return Bool
}

func commonType(c *frontend.Call) any {
	list, _ := c.Arg("arrays").([]any)
	kinds := map[dtype.Dtype]int{Float16: 0, Float32: 1, Float64: 2}
	level, isComplex := 0, false
	for _, v := range list {
		if isPlainNumber(v) {
			c.Raise("AttributeError", "'%s' object has no attribute 'dtype'", typeText(v))
		}
		d := toArray(c, v).Dtype()
		l, ok := kinds[d.Component()]
		switch {
		case d.IsInteger():
			l = 2
		case !ok:
			c.Raise("TypeError", "can't get common type for non-numeric array")
		}
		level, isComplex = max(level, l), isComplex || d.IsComplex()
	}
	if isComplex {
		return []dtype.Dtype{Complex64, Complex64, Complex128}[level]
	}
	return []dtype.Dtype{Float16, Float32, Float64}[level]
}

func isDtype(c *frontend.Call) any {
	if text, isText := c.Arg("dtype").(string); isText {
		c.Raise("TypeError", "dtype argument must be a NumPy dtype, but it is %q", text)
	}
	noType := func(v any) {
		if t, isType := v.(frontend.PythonType); isType {
			c.Raise("TypeError", "dtype and kind must be of NumPy's dtypes, but one is the class %v", t)
		}
	}
	noType(c.Arg("dtype"))
	d := c.Dtype("dtype")
	kinds, ok := frontend.Sequence(c.Arg("kind"))
	if !ok {
		kinds = []any{c.Arg("kind")}
	}
	if d == BFloat16 {
		c.Raise("TypeError", "dtype argument must be a NumPy dtype, but it is %v", d)
	}
	return slices.ContainsFunc(kinds, func(k any) bool {
		name, isName := k.(string)
		noType(k)
		if !isName {
			other, _ := toDtype(c, k)
			if other == dtype.Invalid {
				c.Raise("TypeError", "kind argument must be comprised of NumPy dtypes or strings only, but is %v", k)
			}
			return other == d
		}
		set, known := classes[name]
		if !known || slices.Contains([]string{"generic", "number", "integer", "signedinteger", "unsignedinteger", "inexact", "floating", "complexfloating"}, name) {
			c.Raise("ValueError", "kind argument is a string, but %q is not a known kind name", name)
		}
		return set.Has(d)
	})
}
