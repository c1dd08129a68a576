package jax

import (
	"fmt"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/text"
)

// String returns the array as JAX's str does: "[1 2]". See NumPy.SetPrintoptions.
func (a *Array) String() string { return (*frontend.Array)(a).Text(frontend.Str) }

// GoString returns the array as JAX's repr does: "Array([1, 2], dtype=int32, weak_type=True)".
func (a *Array) GoString() string { return (*frontend.Array)(a).Text(frontend.Repr) }

var texts = frontend.Texts{
	Array: func(a *frontend.Array, form frontend.TextForm) string {
		if form == frontend.Repr {
			return text.NumPyOf(a.NS).JAX(a.V, a.Weak)
		}
		return text.NumPyOf(a.NS).Str(a.V)
	},
	Dtype: func(d any, name string, repr bool) string {
		if name != "" {
			return fmt.Sprintf("<class 'jax.numpy.%v'>", d)
		}
		return text.NumPyDtype(d, repr)
	},
	Fields: func(path string, names, texts []string) string {
		name := text.ResultName(path)
		if strings.HasPrefix(name, "Unique") {
			name = "_" + name
		}
		return text.Fields(name, names, texts)
	},
	Unformatted: "numpy.ndarray",
}

var printing = text.NumPyRows("numpy.", "set_printoptions", "get_printoptions", "printoptions")

// A device is the device of an array: JAX's CpuDevice.
type device struct{}

func (device) String() string { return "cpu:0" }
func (device) Repr() string   { return "CpuDevice(id=0)" }
func (device) Class() string  { return "Device" }

// Attr returns an attribute.
func (device) Attr(name string) (any, bool) {
	v, ok := map[string]any{"id": 0, "platform": "cpu", "device_kind": "cpu", "process_index": 0}[name]
	return v, ok
}
