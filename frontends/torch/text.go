package torch

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/text"
)

// String returns the tensor as PyTorch's str does: "tensor([1., 2.])". See SetPrintoptions.
func (a *Tensor) String() string { return (*frontend.Array)(a).Text(frontend.Str) }

// GoString returns the tensor as PyTorch's repr does, which is its str.
func (a *Tensor) GoString() string { return (*frontend.Array)(a).Text(frontend.Repr) }

var texts = frontend.Texts{
	Array: func(a *frontend.Array, _ frontend.TextForm) string {
		return text.TorchOf(a.NS).Tensor(a.V, a.Type(), defaultFloat(a.NS))
	},
	Dtype: func(d any, _ string, _ bool) string { return fmt.Sprintf("torch.%v", d) },
	Shape: func(shape []int, _ bool) string { return "torch.Size(" + text.List(shape) + ")" },
	Fields: func(path string, names, texts []string) string {
		parts := make([]string, len(texts))
		for i, t := range texts {
			parts[i] = names[i] + "=" + t
		}
		return "torch.return_types." + strings.ReplaceAll(path, ".", "_") + "(\n" + strings.Join(parts, ",\n") + ")"
	},
	Unformatted: "Tensor",
}

var printing = append(text.TorchRows(), frontend.Func{Path: "device", Go: "NewDevice", Sig: "type, index=None", Out: frontend.Value, Run: func(c *frontend.Call) any {
	if d, ok := c.Arg("type").(Device); ok {
		return d
	}
	if i, isInt := c.Arg("type").(int); isInt && i < 0 {
		c.Raise("RuntimeError", "Device index must not be negative")
	}
	d := DeviceOf(c.Text("type"))
	if c.Has("index") {
		if d.Index = c.Int("index"); d.Index < 0 {
			c.Raise("RuntimeError", "Device index must not be negative")
		}
	}
	return d
}})

// A Device is PyTorch's device: its type and, if it has one, its index.
type Device struct {
	Type  string
	Index int // −1 if there is none
}

// DeviceOf returns the device of a name: "cpu", "cuda:0".
func DeviceOf(name string) Device {
	kind, index, ok := strings.Cut(name, ":")
	d := Device{kind, -1}
	if i, err := strconv.Atoi(index); ok && err == nil {
		d.Index = i
	}
	return d
}

// String returns "cpu" or "cuda:0".
func (d Device) String() string {
	if d.Index < 0 {
		return d.Type
	}
	return d.Type + ":" + strconv.Itoa(d.Index)
}

// Repr returns "device(type='cpu')" or "device(type='cuda', index=0)".
func (d Device) Repr() string {
	if d.Index < 0 {
		return "device(type='" + d.Type + "')"
	}
	return "device(type='" + d.Type + "', index=" + strconv.Itoa(d.Index) + ")"
}

// Class returns "torch.device".
func (Device) Class() string { return "torch.device" }

// Attr returns the attributes type and index.
func (d Device) Attr(name string) (any, bool) {
	switch name {
	case "type":
		return d.Type, true
	case "index":
		if d.Index < 0 {
			return nil, true
		}
		return d.Index, true
	}
	return nil, false
}
