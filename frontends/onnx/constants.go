package onnx

import (
	"encoding/binary"
	"slices"
)

// fixed returns a constant that nothing takes the place of, nil if there is none of that name. Values that the file has for inputs are constants
// too, as all weights of old files are: a run that is given others uses nothing that was found out by this one, see run.given.
func (g *graph) fixed(name string) *constant {
	if name == "" || !g.whole && slices.Contains(g.inputs, name) {
		return nil
	}
	if c, ok := g.consts[name]; ok {
		return c
	}
	return g.computed[name]
}

// mostAlike is how many elements a ConstantOfShape may have to be a constant before the model runs.
const mostAlike = 1 << 22

// compute finds what nodes make of constants alone, so far as that takes no memory: values of Constant, ConstantOfShape, Identity and Unsqueeze.
func (g *graph) compute() {
	g.computed = map[string]*constant{}
	for _, n := range g.nodes {
		if n.domain != "" || n.body != nil || len(n.outs) != 1 || n.outs[0] == "" {
			continue
		}
		var c *constant
		switch n.op {
		case "Constant":
			c = n.constant()
		case "ConstantOfShape":
			c = g.alike(n)
		case "Identity":
			c = g.operand(n)
		case "Unsqueeze":
			c = g.unsqueezed(n)
		}
		if c != nil {
			g.computed[n.outs[0]] = c
		}
	}
}

// operand returns a node's first operand, nil if that is not fixed, or not there.
func (g *graph) operand(n *node) *constant {
	if len(n.ins) == 0 {
		return nil
	}
	return g.fixed(n.ins[0])
}

// constant returns the value of a Constant that is a tensor or of floats, nil for others.
func (n *node) constant() *constant {
	if len(n.attrs) != 1 {
		return nil
	}
	for name, a := range n.attrs {
		switch name {
		case "value", "sparse_value":
			return a.tensor
		case "value_float":
			return ofFloats([]int{}, []float32{a.proto.f})
		case "value_floats":
			return ofFloats([]int{len(a.proto.floats)}, a.proto.floats)
		}
	}
	return nil
}

// ints returns the elements of a constant of int64 with one axis; ok is false for others.
func (c *constant) ints() (zs []int64, ok bool) {
	if c == nil || c.alike || c.elem != elemInt64 || len(c.shape) != 1 {
		return nil, false
	}
	zs = make([]int64, c.shape[0])
	for i := range zs {
		zs[i] = int64(binary.NativeEndian.Uint64(c.data[8*i:]))
	}
	return zs, true
}

// alike returns what a ConstantOfShape makes, nil if that is not known, or large.
func (g *graph) alike(n *node) *constant {
	dims, ok := g.operand(n).ints()
	if !ok {
		return nil
	}
	lengths, size, err := shapeOf(dims)
	if err != nil || size > mostAlike {
		return nil
	}
	of := n.attrs["value"]
	switch {
	case of == nil:
		return &constant{elem: elemFloat, shape: lengths, data: make([]byte, 4), alike: true}
	case of.tensor == nil || product(of.tensor.shape) != 1:
		return nil
	}
	return &constant{elem: of.tensor.elem, shape: lengths, data: of.tensor.data, alike: true}
}

// unsqueezed returns what an Unsqueeze makes, nil if that is not known.
func (g *graph) unsqueezed(n *node) *constant {
	c := g.operand(n)
	if c == nil {
		return nil
	}
	var axes []int64
	switch a := n.attrs["axes"]; {
	case n.version < 13 && len(n.ins) == 1 && a != nil:
		axes = a.proto.ints
	case n.version >= 13 && len(n.ins) == 2:
		axes, _ = g.fixed(n.ins[1]).ints()
	}
	rank := len(c.shape) + len(axes)
	if len(axes) == 0 || rank > mostAxes {
		return nil
	}
	shape := make([]int, rank) // −1 where an axis is new
	for _, a := range axes {
		if a < 0 {
			a += int64(rank)
		}
		if a < 0 || a >= int64(rank) || shape[a] < 0 {
			return nil
		}
		shape[a] = -1
	}
	rest := c.shape
	for i, d := range shape {
		if d < 0 {
			shape[i] = 1
		} else {
			shape[i], rest = rest[0], rest[1:]
		}
	}
	z := *c
	z.shape = shape
	return &z
}
