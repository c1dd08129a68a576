package tensorflow

import (
	"fmt"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/text"
)

// String returns the tensor as TensorFlow's str does: "tf.Tensor([1. 2.], shape=(2,), dtype=float32)".
func (a *Tensor) String() string { return (*frontend.Array)(a).Text(frontend.Str) }

// GoString returns the tensor as TensorFlow's repr does:
// "<tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 2.], dtype=float32)>".
func (a *Tensor) GoString() string { return (*frontend.Array)(a).Text(frontend.Repr) }

// resultNames are the types of tuples that functions return.
var resultNames = map[string]string{"math.top_k": "TopKV2", "nn.top_k": "TopKV2", "unique": "Unique", "unique_with_counts": "UniqueWithCounts",
	"linalg.slogdet": "LogMatrixDeterminant", "linalg.qr": "Qr"}

var texts = frontend.Texts{
	Array: func(a *frontend.Array, form frontend.TextForm) string {
		o := text.NumPyOf(a.NS)
		if form != frontend.Formatted {
			return o.TensorFlow(a.V, a.Weak, form == frontend.Repr)
		}
		if a.Weak {
			return o.Str(a.V) + " weakly typed"
		}
		return o.Str(a.V)
	},
	Dtype: func(d any, name string, repr bool) string {
		switch {
		case name != "" && name[0] == '.': // of the experimental NumPy
			return text.NumPyClass(d, name[1:])
		case repr:
			return fmt.Sprintf("tf.%v", d)
		}
		return fmt.Sprintf("<dtype: '%v'>", d)
	},
	Shape: func(shape []int, repr bool) string {
		if repr {
			return "TensorShape(" + text.List(shape) + ")"
		}
		return text.Tuple(shape)
	},
	Fields: func(path string, names, texts []string) string {
		return text.Fields(resultNames[path], names, texts)
	},
	Unformatted: "numpy.ndarray",
}

// deviceName returns a device as TensorFlow names it.
func deviceName(name string) string {
	kind, index, ok := strings.Cut(name, ":")
	if !ok {
		index = "0"
	}
	return "/job:localhost/replica:0/task:0/device:" + strings.ToUpper(kind) + ":" + index
}
