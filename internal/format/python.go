package format

import (
	"math"
	"strconv"
	"strings"
)

// PythonFloat returns a float as Python's repr does: "1.0", "1e-05", "-inf".
func PythonFloat(f float64) string {
	text := PythonComplexPart(f)
	if strings.Trim(text, "-0123456789") == "" {
		text += ".0"
	}
	return text
}

// PythonComplexPart returns a float as Python writes the parts of a complex number: as
// [PythonFloat], but whole numbers without a point.
func PythonComplexPart(f float64) string {
	switch a := math.Abs(f); {
	case f != f:
		return "nan"
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	case a != 0 && (a < 1e-4 || a >= 1e16):
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// PythonComplex returns a complex number as Python's repr does: "(1+2j)", "2j".
func PythonComplex(c complex128) string {
	im := PythonComplexPart(imag(c)) + "j"
	if real(c) == 0 && !math.Signbit(real(c)) {
		return im
	}
	if !strings.HasPrefix(im, "-") {
		im = "+" + im
	}
	return "(" + PythonComplexPart(real(c)) + im + ")"
}
