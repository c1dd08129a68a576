package onnx

import (
	"math"
	"slices"

	"github.com/goivy/goivy/ivy"
)

// Statically quantized models multiply what DequantizeLinear makes of 8 bits. Where the second operand is a constant, that is the
// product of the integers times both scales, and on native, which has kernels of such products, it is computed so. It is closer to the product of the
// numbers than the sum of their rounded products is, and what ONNX Runtime does, too.

// A quantizedProduct says where the operands of a product, or of a convolution, come from.
type quantizedProduct struct {
	x, w    dequantized
	columns int // the axis of w that the result has: the others are summed over
}

// A dequantized has the names of the inputs of a DequantizeLinear: zero is "" if it has no zero point.
type dequantized struct{ of, scale, zero string }

// mostTerms is how many products of numbers of 8 bits int32 holds the sum of.
const mostTerms = (1<<31 - 1) / (255 * 255)

// integers reports whether products are computed by integers where they can.
func (r *run) integers() bool { return r.b.name == "native" && r.folds() }

// findQuantized finds the nodes whose products are ones of integers.
func (g *graph) findQuantized() {
	by := map[string]*node{}
	for _, n := range g.nodes {
		for _, name := range n.outs {
			if name != "" {
				by[name] = n
			}
		}
		if n.domain != "" || n.body != nil || n.op != "MatMul" && n.op != "Gemm" && n.op != "Conv" || len(n.ins) < 2 {
			continue
		}
		x, axis, ok := g.dequantizedBy(by[n.ins[0]])
		if !ok || axis >= 0 || g.fixed(x.zero) == nil {
			continue
		}
		w, axis, ok := g.dequantizedBy(by[n.ins[1]])
		of := g.fixed(w.of)
		if !ok || of == nil || !is8Bits(of.elem) {
			continue
		}
		shape, columns := of.shape, 1
		switch n.op {
		case "MatMul":
			ok = len(shape) == 2
		case "Gemm":
			alpha := n.attrs["alpha"]
			ok = len(shape) == 2 && n.number("transA", 0) == 0 && (alpha == nil || alpha.proto.f == 1)
			if n.number("transB", 0) != 0 {
				columns = 0
			}
		case "Conv":
			columns = 0
			ok = len(shape) > 2 && n.number("group", 1) == 1
		}
		if !ok || product(shape) == 0 || product(shape)/shape[columns] > mostTerms || axis >= 0 && (axis != columns || product(g.fixed(w.scale).shape) != shape[columns]) {
			continue
		}
		n.quantized = &quantizedProduct{x, w, columns}
		for _, name := range []string{x.of, x.scale, x.zero, w.of, w.scale, w.zero} {
			if name != "" && !slices.Contains(n.reads, name) {
				n.reads = append(n.reads, name)
			}
		}
	}
}

func is8Bits(t elem) bool { return t == elemUint8 || t == elemInt8 }

// number returns an attribute of one integer, the least int64 if it is of another type.
func (n *node) number(name string, otherwise int64) int64 {
	a := n.attrs[name]
	switch {
	case a == nil:
		return otherwise
	case a.proto.kind != attrInt && a.proto.kind != 0:
		return math.MinInt64
	}
	return a.proto.i
}

// dequantizedBy returns what a node dequantizes to float32, by constant scales: one, axis is −1 then, or one for each index of an axis.
func (g *graph) dequantizedBy(n *node) (d dequantized, axis int, ok bool) {
	if n == nil || n.domain != "" || n.op != "DequantizeLinear" || n.body != nil || len(n.ins) < 2 || slices.Contains(n.ins[:2], "") || n.number("block_size", 0) != 0 {
		return d, 0, false
	}
	if t := n.number("output_dtype", 0); t != 0 && t != int64(elemFloat) {
		return d, 0, false
	}
	d = dequantized{of: n.ins[0], scale: n.ins[1]}
	scale := g.fixed(d.scale)
	if scale == nil || scale.elem != elemFloat || len(scale.shape) > 1 {
		return d, 0, false
	}
	if len(n.ins) > 2 {
		d.zero = n.ins[2]
	}
	if d.zero != "" {
		zero := g.fixed(d.zero)
		if zero == nil || !is8Bits(zero.elem) || len(zero.shape) > 1 || product(zero.shape) != product(scale.shape) {
			return d, 0, false
		}
	}
	switch {
	case product(scale.shape) == 1:
		return d, -1, true
	case product(scale.shape) == 0:
		return d, 0, false
	}
	along := n.number("axis", 1)
	if of := g.fixed(d.of); along < 0 && of != nil {
		along += int64(len(of.shape))
	}
	return d, int(along), along >= 0 && along <= 1
}

// multiplyIntegers runs a product of what was dequantized as one of integers.
func (c *call) multiplyIntegers() {
	e := c.e
	x, xScale := c.integersOf(c.n.quantized.x, -1)
	w, wScale := c.integersOf(c.n.quantized.w, c.n.quantized.columns)
	if c.has(2) && c.elem(2) != elemFloat {
		c.failf(ivy.ErrDtype, "input 2 of type %v, want %v", c.elem(2), elemFloat)
	}
	var z *ivy.Array
	switch c.n.op {
	case "MatMul":
		z = e.MatMul(x, w)
	case "Gemm":
		if x.Ndim() != 2 {
			c.failf(ivy.ErrShape, "shape %v, want a matrix", x.Shape())
		}
		if c.flag("transB") {
			w = e.MatrixTranspose(w)
		}
		z = e.MatMul(x, w)
	case "Conv":
		z = convolve(c, x, w, nil)
		wScale = perIndex(e, wScale, 1, z.Ndim())
	}
	z = e.Multiply(e.Astype(z, ivy.Float32), e.Multiply(xScale, wScale))
	switch b := c.opt(2); {
	case c.n.op == "Gemm":
		z = gemmSum(c, z)
	case b != nil:
		if !slices.Equal(b.Shape(), []int{z.Dim(1)}) {
			c.failf(ivy.ErrShape, "a bias of shape %v for %d filters", b.Shape(), z.Dim(1))
		}
		z = e.Add(z, onAxis(e, b, 1, z.Ndim()))
	}
	c.set(z)
}

// integersOf returns what is dequantized less its zero point, as int32, and the scale: both are one number, or one for each index of an axis.
func (c *call) integersOf(d dequantized, axis int) (x, scale *ivy.Array) {
	e := c.e
	of := func(name string) value {
		v, _ := c.f.find(name)
		return v
	}
	q := c.r.array(of(d.of))
	x, scale = e.Astype(q, ivy.Int32), c.r.array(of(d.scale))
	if scale.Size() == 1 {
		scale = e.Reshape(scale, []int{})
	}
	if d.zero == "" {
		return x, scale
	}
	if t := of(d.zero).elem; t != of(d.of).elem {
		c.failf(ivy.ErrDtype, "quantized numbers of type %v and a zero point of type %v", of(d.of).elem, t)
	}
	return e.Subtract(x, perIndex(e, e.Astype(c.r.array(of(d.zero)), ivy.Int32), axis, x.Ndim())), scale
}
