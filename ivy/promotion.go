package ivy

import (
	"fmt"

	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// The promotion tables of Ivy 1.0.0.5 (ivy/__init__.py: array_api_promotion_table,
// common_extra_promotion_table and one of precise_extra_promotion_table and
// extra_promotion_table) and of the Array API standard 2025.12. A row and a column
// give the dtype that both promote to; "-" is none (see [promote.ParseDtype]).
const (
	preciseTable = `
	    b1  u1  u2  u4  u8  i1  i2  i4  i8  bf  f2  f4  f8  c8  c16
	b1  b1  u1  u2  u4  u8  i1  i2  i4  i8  bf  f2  f4  f8  c8  c16
	u1  u1  u1  u2  u4  u8  i2  i2  i4  i8  bf  f2  f4  f8  c8  c16
	u2  u2  u2  u2  u4  u8  i4  i4  i4  i8  f4  f4  f4  f8  c8  c16
	u4  u4  u4  u4  u4  u8  i8  i8  i8  i8  f8  f8  f8  f8  c16 c16
	u8  u8  u8  u8  u8  u8  f8  f8  f8  f8  f8  f8  f8  f8  c16 c16
	i1  i1  i2  i4  i8  f8  i1  i2  i4  i8  bf  f2  f4  f8  c8  c16
	i2  i2  i2  i4  i8  f8  i2  i2  i4  i8  f4  f4  f4  f8  c8  c16
	i4  i4  i4  i4  i8  f8  i4  i4  i4  i8  f8  f8  f8  f8  c16 c16
	i8  i8  i8  i8  i8  f8  i8  i8  i8  i8  f8  f8  f8  f8  c16 c16
	bf  bf  bf  f4  f8  f8  bf  f4  f8  f8  bf  f4  f4  f8  c8  c16
	f2  f2  f2  f4  f8  f8  f2  f4  f8  f8  f4  f2  f4  f8  c8  c16
	f4  f4  f4  f4  f8  f8  f4  f4  f8  f8  f4  f4  f4  f8  c8  c16
	f8  f8  f8  f8  f8  f8  f8  f8  f8  f8  f8  f8  f8  f8  c16 c16
	c8  c8  c8  c8  c16 c16 c8  c8  c16 c16 c8  c8  c8  c16 c8  c16
	c16 c16 c16 c16 c16 c16 c16 c16 c16 c16 c16 c16 c16 c16 c16 c16`

	nonPreciseTable = `
	    b1  u1  u2  u4  u8  i1  i2  i4  i8  bf  f2  f4  f8  c8  c16
	b1  b1  u1  u2  u4  u8  i1  i2  i4  i8  bf  f2  f4  f8  c8  c16
	u1  u1  u1  u2  u4  u8  i2  i2  i4  i8  bf  f2  f4  f8  c8  c16
	u2  u2  u2  u2  u4  u8  i4  i4  i4  i8  bf  f2  f4  f8  c8  c16
	u4  u4  u4  u4  u4  u8  i8  i8  i8  i8  bf  f2  f4  f8  c8  c16
	u8  u8  u8  u8  u8  u8  f8  f8  f8  f8  bf  f2  f4  f8  c8  c16
	i1  i1  i2  i4  i8  f8  i1  i2  i4  i8  bf  f2  f4  f8  c8  c16
	i2  i2  i2  i4  i8  f8  i2  i2  i4  i8  bf  f2  f4  f8  c8  c16
	i4  i4  i4  i4  i8  f8  i4  i4  i4  i8  bf  f2  f4  f8  c8  c16
	i8  i8  i8  i8  i8  f8  i8  i8  i8  i8  bf  f2  f4  f8  c8  c16
	bf  bf  bf  bf  bf  bf  bf  bf  bf  bf  bf  f4  f4  f8  c8  c16
	f2  f2  f2  f2  f2  f2  f2  f2  f2  f2  f4  f2  f4  f8  c8  c16
	f4  f4  f4  f4  f4  f4  f4  f4  f4  f4  f4  f4  f4  f8  c8  c16
	f8  f8  f8  f8  f8  f8  f8  f8  f8  f8  f8  f8  f8  f8  c16 c16
	c8  c8  c8  c8  c8  c8  c8  c8  c8  c8  c8  c8  c8  c16 c8  c16
	c16 c16 c16 c16 c16 c16 c16 c16 c16 c16 c16 c16 c16 c16 c16 c16`

	arrayAPITable = `
	    b1  u1  u2  u4  u8  i1  i2  i4  i8  bf  f2  f4  f8  c8  c16
	b1  b1  -   -   -   -   -   -   -   -   -   -   -   -   -   -
	u1  -   u1  u2  u4  u8  i2  i2  i4  i8  -   -   -   -   -   -
	u2  -   u2  u2  u4  u8  i4  i4  i4  i8  -   -   -   -   -   -
	u4  -   u4  u4  u4  u8  i8  i8  i8  i8  -   -   -   -   -   -
	u8  -   u8  u8  u8  u8  -   -   -   -   -   -   -   -   -   -
	i1  -   i2  i4  i8  -   i1  i2  i4  i8  -   -   -   -   -   -
	i2  -   i2  i4  i8  -   i2  i2  i4  i8  -   -   -   -   -   -
	i4  -   i4  i4  i8  -   i4  i4  i4  i8  -   -   -   -   -   -
	i8  -   i8  i8  i8  -   i8  i8  i8  i8  -   -   -   -   -   -
	bf  -   -   -   -   -   -   -   -   -   -   -   -   -   -   -
	f2  -   -   -   -   -   -   -   -   -   -   -   -   -   -   -
	f4  -   -   -   -   -   -   -   -   -   -   -   f4  f8  c8  c16
	f8  -   -   -   -   -   -   -   -   -   -   -   f8  f8  c16 c16
	c8  -   -   -   -   -   -   -   -   -   -   -   c8  c16 c8  c16
	c16 -   -   -   -   -   -   -   -   -   -   -   c16 c16 c16 c16`
)

var (
	precisePairs    = promote.MustPairs(preciseTable)
	nonPrecisePairs = promote.MustPairs(nonPreciseTable)
	arrayAPIPairs   = promote.MustPairs(arrayAPITable)
)

// IvyRule returns Ivy's promotion rule, precise or not, with these default dtypes.
// A scalar with an array takes the array's dtype, unless its kind is a higher
// one: with a bool array it is its kind's default dtype; a float with integers
// is float64, or float32 if not precise; a complex number is complex128 with
// integers, or complex64 if not precise, and with floats the complex dtype of
// their precision.
func IvyRule(precise bool, def dtype.Defaults) promote.Rule {
	p := &promote.Pairs{RuleName: "ivy", Of: precisePairs, Alone: def.Of}
	wideFloat, wideComplex := dtype.Float64, dtype.Complex128
	if !precise {
		p.RuleName, p.Of = "ivy-nonprecise", nonPrecisePairs
		wideFloat, wideComplex = dtype.Float32, dtype.Complex64
	}
	p.WithArray = func(k dtype.Kind, d dtype.Dtype) (dtype.Dtype, string) {
		switch {
		case k == dtype.KindUint:
			k = dtype.KindInt // an integer too large for int64 is still an int
		}
		switch {
		case k == dtype.KindBool || d.IsComplex():
			return d, ""
		case d == dtype.Bool:
			return def.Of(k), ""
		case k == dtype.KindInt:
			return d, ""
		case k == dtype.KindFloat && d.IsInteger():
			return wideFloat, ""
		case k == dtype.KindFloat:
			return d, ""
		case d.IsInteger():
			return wideComplex, ""
		}
		return d.WithComplex(), ""
	}
	return p
}

// ArrayAPIRule returns the promotion rule of the Array API standard 2025.12, with
// the default dtypes for scalars on their own. What the standard leaves undefined
// is an error.
func ArrayAPIRule(def dtype.Defaults) promote.Rule {
	return &promote.Pairs{RuleName: "array-api", Of: arrayAPIPairs, Alone: def.Of,
		Why: "the standard leaves this pair open: cast one with Astype",
		WithArray: func(k dtype.Kind, d dtype.Dtype) (dtype.Dtype, string) {
			fits := false
			switch k {
			case dtype.KindBool:
				fits = d == dtype.Bool
			case dtype.KindInt, dtype.KindUint:
				fits = d.IsNumeric()
			case dtype.KindFloat:
				fits = dtype.Inexact.Has(d)
			case dtype.KindComplex:
				fits = dtype.Inexact.Has(d)
				if d.IsFloat() {
					d = d.WithComplex()
				}
			}
			if !fits {
				return dtype.Invalid, fmt.Sprintf("the standard has no %v scalar beside an array of %v", k, d)
			}
			return d, ""
		}}
}
