package torch

import (
	"fmt"
	"regexp"
	"slices"
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

var printing = append(text.TorchRows(), frontend.Func{Path: "device", Go: "NewDevice", Sig: "type, index=None", Also: map[string]string{"device": "type"}, Out: frontend.Value, Run: func(c *frontend.Call) any {
	switch v := c.Arg("type").(type) {
	case Device:
		if !c.Given("index") {
			return v
		}
	case int: // the index of an accelerator
		if !c.Given("index") && !c.GivenByName("type") {
			return Device{"cuda", deviceIndex(c, v)}
		}
	case string:
		d := deviceOf(c, v)
		if !c.Has("index") {
			return d
		}
		i, isInt := c.Arg("index").(int)
		if !isInt {
			c.Raise("TypeError", "device(): argument 'index' (position 2) must be int, not %s", c.TypeName(c.Arg("index")))
		}
		if strings.Contains(v, ":") {
			c.Raise("RuntimeError", "type (string) must not include an index because index was passed explicitly: %s", v)
		}
		return Device{d.Type, deviceIndex(c, i)}
	}
	c.Raise("TypeError", "device(): argument 'type' (position 1) must be str, not %s", c.TypeName(c.Arg("type")))
	return nil
}})

// A Device is PyTorch's device: its type and, if it has one, its index.
type Device struct {
	Type  string
	Index int // −1 if there is none
}

// deviceTypes are the types of devices that PyTorch knows.
var deviceTypes = strings.Fields("cpu cuda ipu xpu mkldnn opengl opencl ideep hip ve fpga maia xla lazy vulkan mps meta hpu mtia privateuseone")

// deviceName is a type, and an index without leading zeros.
var deviceName = regexp.MustCompile(`^([a-zA-Z_]+)(?::(0|[1-9][0-9]*))?$`)

// deviceOf returns the device of a name.
func deviceOf(c *frontend.Call, name string) Device {
	parts := deviceName.FindStringSubmatch(name)
	switch {
	case name == "":
		c.Raise("RuntimeError", "Device string must not be empty")
	case parts == nil:
		c.Raise("RuntimeError", "Invalid device string: %q", name)
	case !slices.Contains(deviceTypes, parts[1]):
		c.Raise("RuntimeError", "Expected one of %s device type at start of device string: %s", strings.Join(deviceTypes, ", "), parts[1])
	case parts[2] == "":
		return Device{parts[1], -1}
	}
	i, err := strconv.ParseInt(parts[2], 10, 32)
	if err != nil {
		c.Raise("RuntimeError", "Could not parse device index %q in device string %q", parts[2], name)
	}
	return Device{parts[1], int(int8(i))}
}

// deviceIndex returns an index as PyTorch keeps it, in eight bits.
func deviceIndex(c *frontend.Call, i int) int {
	if i < 0 {
		c.Raise("RuntimeError", "Device index must not be negative")
	}
	return int(int8(i))
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
	if d.Index == -1 {
		return d.Type
	}
	return d.Type + ":" + strconv.Itoa(d.Index)
}

// Repr returns "device(type='cpu')" or "device(type='cuda', index=0)".
func (d Device) Repr() string {
	if d.Index == -1 {
		return "device(type='" + d.Type + "')"
	}
	return "device(type='" + d.Type + "', index=" + strconv.Itoa(int(uint16(d.Index))) + ")"
}

// Class returns "torch.device".
func (Device) Class() string { return "torch.device" }

// Attr returns the attributes type and index.
func (d Device) Attr(name string) (any, bool) {
	switch name {
	case "type":
		return d.Type, true
	case "index":
		if d.Index == -1 {
			return nil, true
		}
		return d.Index, true
	}
	return nil, false
}
