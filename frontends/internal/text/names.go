package text

import (
	"fmt"
	"math"
	"strings"

	"github.com/goivy/goivy/internal/format"
	"github.com/goivy/goivy/ivy/dtype"
)

// ResultName returns the name of the type of tuples that a function returns:
// "SlogdetResult" of linalg.slogdet.
func ResultName(path string) string {
	name := path[strings.LastIndexByte(path, '.')+1:]
	if name == "svd" || name == "qr" {
		return strings.ToUpper(name) + "Result"
	}
	var b strings.Builder
	for _, word := range strings.Split(name, "_") {
		b.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return b.String() + "Result"
}

// Fields returns a tuple with names as Python's namedtuple does: "Name(x=1, y=2)".
func Fields(name string, names, texts []string) string {
	parts := make([]string, len(texts))
	for i, t := range texts {
		parts[i] = names[i] + "=" + t
	}
	return name + "(" + strings.Join(parts, ", ") + ")"
}

// NumPyDtype returns a dtype as NumPy's str and repr do: "float32", "dtype('float32')".
func NumPyDtype(d any, repr bool) string {
	name := fmt.Sprint(d)
	switch {
	case !repr:
		return name
	case d == dtype.BFloat16: // which is ml_dtypes'
		return "dtype(" + name + ")"
	}
	return "dtype('" + name + "')"
}

// NumPyClass returns the type of NumPy's scalars of a dtype, which is in the namespace under
// a name: "<class 'numpy.float32'>".
func NumPyClass(d any, name string) string {
	if name != "longlong" && name != "ulonglong" { // the only names that are no others' too
		name = fmt.Sprint(d)
	}
	module := "numpy"
	if d == dtype.BFloat16 {
		module = "ml_dtypes"
	}
	return "<class '" + module + "." + name + "'>"
}

// NumPyInfo returns the texts that NumPy gives finfo and iinfo.
func NumPyInfo(info any) (str, repr string) {
	const line = "---------------------------------------------------------------\n"
	switch info := info.(type) {
	case dtype.IntInfo:
		str = fmt.Sprintf("Machine parameters for %v\n%smin = %d\nmax = %d\n%s", info.Dtype, line, info.Min, info.Max, line)
		return str, fmt.Sprintf("iinfo(min=%d, max=%d, dtype=%v)", info.Min, info.Max, info.Dtype)
	case dtype.FloatInfo:
		f, ok := machines[info.Dtype]
		if !ok {
			return "", ""
		}
		resolution := math.Pow(10, -float64(f.precision))
		one := format.Single{Dtype: info.Dtype, Precision: f.digits, MinDigits: -1, Trim: 'k', PadLeft: -1, ExpDigits: -1}
		power := func(e int) string { return one.Scientific(math.Ldexp(1, e)) }
		most, tiny := one.Scientific(info.Max), power(f.minExp)
		str = fmt.Sprintf("Machine parameters for %v\n%sprecision = %3d   resolution = %s\nmachep = %6d   eps =        %s\nnegep =  %6d   epsneg =     %s\n"+
			"minexp = %6d   tiny =       %s\nmaxexp = %6d   max =        %s\nnexp =   %6d   min =        -max\nsmallest_normal = %s   smallest_subnormal = %s\n%s",
			info.Dtype, line, f.precision, one.Scientific(resolution), f.eps, power(f.eps), f.eps-1, power(f.eps-1), f.minExp, tiny, 2-f.minExp, most,
			f.exponent, tiny, power(f.minExp+f.eps), line)
		number := format.Number(format.Source{Dtype: info.Dtype, Float: func(int) float64 { return resolution }, NumPy20: true})
		return str, fmt.Sprintf("finfo(resolution=%s, min=-%s, max=%s, dtype=%v)", number, most, most, info.Dtype)
	}
	return "", ""
}

// machines are what NumPy tells of floats: the decimal digits that they keep, the digits
// after the point that it shows them with, the exponents of two of the distance from one to
// the next float and of the smallest normal one, the bits of the exponent.
var machines = map[dtype.Dtype]struct{ precision, digits, eps, minExp, exponent int }{
	dtype.Float16: {3, 5, -10, -14, 5}, dtype.Float32: {6, 7, -23, -126, 8}, dtype.Float64: {15, 16, -52, -1022, 11},
}
