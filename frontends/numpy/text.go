package numpy

import (
	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/text"
)

// String returns the array as NumPy's str does: "[1. 2.]". See SetPrintoptions.
func (a *NDArray) String() string { return (*frontend.Array)(a).Text(frontend.Str) }

// GoString returns the array as NumPy's repr does: "array([1., 2.], dtype=float32)".
func (a *NDArray) GoString() string { return (*frontend.Array)(a).Text(frontend.Repr) }

var texts = frontend.Texts{
	Array: func(a *frontend.Array, form frontend.TextForm) string {
		switch o := text.NumPyOf(a.NS); {
		case form != frontend.Repr:
			return o.Str(a.V)
		case a.Scalar:
			return text.Scalar(a.V)
		default:
			return o.Repr(a.V)
		}
	},
	Dtype: func(d any, name string, repr bool) string {
		if name != "" {
			return text.NumPyClass(d, name)
		}
		return text.NumPyDtype(d, repr)
	},
	Fields: func(path string, names, texts []string) string {
		return text.Fields(text.ResultName(path), names, texts)
	},
	Info:        text.NumPyInfo,
	Unformatted: "numpy.ndarray",
}

var printing = text.NumPyRows("", "set_printoptions", "get_printoptions", "printoptions", "array2string", "array_repr", "array_str",
	"format_float_positional", "format_float_scientific")
