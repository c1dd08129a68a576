package fuse

import (
	"fmt"
	"math"
	"slices"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/product"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// Quantized models multiply integers of 8 bits less their zero points, as int32. The planner finds such products by their operands, and
// makes them ones of the bytes themselves: see product.Bytes. Integers wrap, so that results are the same bit for bit.

// bytes makes a product or a convolution of int32, value i of the program, one of bytes, and reports whether it could.
func (b *planner) bytes(i int, n *backend.Node) bool {
	if n.Out.Dtype != dtype.Int32 || n.Op != ops.MatMul.Op && n.Op != ops.Convolve.Op {
		return false
	}
	x, zero, ok := b.bytesOf(n.Args[0])
	if !ok {
		return false
	}
	key, roots, ok := b.foldable(n.Args[1])
	if !ok {
		return false
	}
	of := product.SharedBytes(n, key, roots, func() *array.Buffer { return b.folded(n.Args[1]) })
	if of == nil {
		return false
	}
	v := planned{spec: n.Out, input: -1, node: n, bytes: of, args: []use{{x, b.values[x].spec.Shape}}}
	if zero >= 0 {
		v.args = append(v.args, use{zero, b.values[zero].spec.Shape})
	}
	b.made(i, b.once(fmt.Sprintf("bytes %v %v %v %#v", n.Op.ID, key, v.args, n.Attrs), v))
	return true
}

// nodeOf returns the node whose result is value v of the program, nil if it is an input or a constant.
func (b *planner) nodeOf(v int) *backend.Node {
	if v -= len(b.program.Inputs) + len(b.program.Constants); v >= 0 {
		return &b.program.Nodes[v]
	}
	return nil
}

// bytesOf returns the value of 8 bits that v, of int32, is without its zero point, and the zero point, −1 if there is none: that is one number
// of the same 8 bits, but of int32. Views of such values are views of the bytes.
func (b *planner) bytesOf(v int) (x, zero int, ok bool) {
	n := b.nodeOf(v)
	if n == nil {
		return 0, 0, false
	}
	switch {
	case n.Op == ops.Cast.Op:
		if d := b.program.Spec(n.Args[0]).Dtype; n.Out.Dtype != dtype.Int32 || d != dtype.Uint8 && d != dtype.Int8 {
			return 0, 0, false
		}
		return b.whole(n.Args[0]), -1, true
	case n.Op == ops.Subtract.Op:
		if shape.Size(b.program.Spec(n.Args[1]).Shape) != 1 || !slices.Equal(b.program.Spec(n.Args[0]).Shape, n.Out.Shape) {
			return 0, 0, false
		}
		x, zero, ok = b.bytesOf(n.Args[0])
		if !ok || zero >= 0 || !b.isByte(n.Args[1], b.values[x].spec.Dtype) {
			return 0, 0, false
		}
		return x, b.whole(n.Args[1]), true
	case n.Op.Family == ops.FamilyView:
		if x, zero, ok = b.bytesOf(n.Args[0]); !ok {
			return 0, 0, false
		}
		view := backend.Node{Op: n.Op, Out: backend.Spec{Dtype: b.values[x].spec.Dtype, Shape: n.Out.Shape}, Attrs: n.Attrs}
		made := planned{spec: view.Out, input: -1, node: &view, args: []use{{x, b.values[x].spec.Shape}}}
		return b.once(fmt.Sprintf("%d %v %v %v %#v", n.Op.ID, view.Out.Dtype, view.Out.Shape, made.args, n.Attrs), made), zero, true
	}
	return 0, 0, false
}

// isByte reports whether value v of the program, one number of int32, is known to be one of dtype d.
func (b *planner) isByte(v int, d dtype.Dtype) bool {
	n := b.nodeOf(v)
	switch {
	case b.exact[v] >= 0 && b.values[b.exact[v]].constant != nil:
		c := b.values[b.exact[v]].constant
		least, greatest := int32(0), int32(math.MaxUint8)
		if d == dtype.Int8 {
			least, greatest = math.MinInt8, math.MaxInt8
		}
		at := array.Elems[int32](c)[c.Offset]
		return at >= least && at <= greatest
	case n == nil:
		return false
	case n.Op == ops.Cast.Op:
		return b.program.Spec(n.Args[0]).Dtype == d
	}
	return n.Op.Family == ops.FamilyView && b.isByte(n.Args[0], d)
}

// foldable reports whether value v of the program depends on constants alone, and returns what it is computed of: a description, in which constants are
// where they lie, and these.
func (b *planner) foldable(v int) (key string, roots []*array.Buffer, ok bool) {
	n := b.nodeOf(v)
	if n == nil {
		at := v - len(b.program.Inputs)
		if at < 0 {
			return "", nil, false
		}
		c := b.program.Constants[at].(*array.Buffer)
		return fmt.Sprint(c.Mem, c.Offset, c.Dtype, c.Shape, c.Strides), []*array.Buffer{c}, true
	}
	switch n.Op.Family {
	case ops.FamilyFill, ops.FamilyView, ops.FamilyUnary, ops.FamilyBinary:
	default:
		return "", nil, false
	}
	key = fmt.Sprintf("%d %v %v %#v(", n.Op.ID, n.Out.Dtype, n.Out.Shape, n.Attrs)
	for _, a := range n.Args {
		k, more, ok := b.foldable(a)
		if !ok {
			return "", nil, false
		}
		key, roots = key+k+",", append(roots, more...)
	}
	return key + ")", roots, true
}

// folded computes a value that is foldable, nil if that fails.
func (b *planner) folded(v int) *array.Buffer {
	n := b.nodeOf(v)
	if n == nil {
		return b.program.Constants[v-len(b.program.Inputs)].(*array.Buffer)
	}
	var args []backend.Buffer
	for _, a := range n.Args {
		x := b.folded(a)
		if x == nil {
			return nil
		}
		args = append(args, x)
	}
	z, err := n.Run(b.kernels.Entry(n.Op), args, nil)
	if err != nil {
		return nil
	}
	return z.(*array.Buffer)
}
