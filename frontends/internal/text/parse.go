package text

import (
	"errors"
	"strconv"
	"strings"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// Number returns the number that a string writes, as Python's bool, int, float or complex
// read it for an element of dtype d: a string is a true bool unless it is empty. Where it
// writes none, class is that of Python's error, and why what its message says.
func Number(s string, d dtype.Dtype) (v backend.Scalar, class, why string) {
	number := strings.ReplaceAll(strings.TrimSpace(s), "_", "")
	switch {
	case d == dtype.Bool:
		return backend.BoolScalar(s != ""), "", ""
	case d.IsInteger():
		if i, err := strconv.ParseInt(number, 10, 64); err == nil {
			return backend.IntScalar(i), "", ""
		} else if u, err := strconv.ParseUint(number, 10, 64); err == nil {
			return backend.UintScalar(u), "", ""
		} else if errors.Is(err, strconv.ErrRange) {
			return v, "OverflowError", "Python int too large to convert to C long"
		}
		return v, "ValueError", "invalid literal for int() with base 10: '" + s + "'"
	case d.IsComplex():
		z, err := strconv.ParseComplex(strings.ReplaceAll(number, "j", "i"), 128)
		if err != nil && !errors.Is(err, strconv.ErrRange) || strings.ContainsAny(number, "xXpP") {
			return v, "ValueError", "complex() arg is a malformed string"
		}
		return backend.ComplexScalar(z), "", ""
	}
	f, err := strconv.ParseFloat(number, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) || strings.ContainsAny(number, "xXpP") {
		return v, "ValueError", "could not convert string to float: '" + s + "'"
	}
	return backend.FloatScalar(f), "", ""
}
