package onnx

import (
	"encoding/binary"
	"math"
	"slices"
	"sync"
)

// Batch normalization behind a convolution, and products and sums with constants, multiply each channel by a number and add one. So the convolution has
// its filters multiplied, and a bias: those nodes are not run. ONNX Runtime does the same.

// A folding is a convolution with the nodes behind it that are one with it.
type folding struct {
	outs    []string // of the last one
	filters *constant
	bias    *constant // nil if there is none
	factors []float64 // for each channel
	offsets []float64

	weights func() []value
}

// fold finds the convolutions that nodes are folded into.
func (g *graph) fold() {
	g.folded, g.merged = map[*node]*folding{}, map[*node]bool{}
	reads := map[string]int{}
	for _, n := range g.nodes {
		for _, name := range slices.Concat(n.ins, n.reads) {
			reads[name]++
		}
	}
	for _, name := range g.outputs {
		reads[name]++
	}
	for i, n := range g.nodes {
		f := g.foldingOf(n)
		if f == nil {
			continue
		}
		for _, next := range g.nodes[i+1:] {
			if reads[f.outs[0]] != 1 || !g.takes(f, next) {
				break
			}
			f.outs = next.outs[:1]
			g.merged[next] = true
			g.folded[n] = f
		}
	}
}

// foldingOf returns a convolution alone, nil if it is none that nodes can be folded into.
func (g *graph) foldingOf(n *node) *folding {
	if n.op != "Conv" || n.domain != "" || n.body != nil || n.quantized != nil || len(n.ins) < 2 || len(n.outs) != 1 || n.outs[0] == "" {
		return nil
	}
	f := &folding{outs: n.outs, filters: g.fixed(n.ins[1])}
	if f.filters == nil || f.filters.elem != elemFloat || len(f.filters.shape) < 3 || product(f.filters.shape) == 0 {
		return nil
	}
	channels := f.filters.shape[0]
	f.factors, f.offsets = slices.Repeat([]float64{1}, channels), make([]float64, channels)
	if len(n.ins) > 2 && n.ins[2] != "" {
		f.bias = g.fixed(n.ins[2])
		if f.bias == nil || f.bias.elem != elemFloat || !slices.Equal(f.bias.shape, []int{channels}) {
			return nil
		}
		copy(f.offsets, floatsOf(f.bias))
	}
	f.weights = sync.OnceValue(f.multiplied)
	return f
}

// takes folds a node that reads what f has computed so far, and reports whether it could.
func (g *graph) takes(f *folding, n *node) bool {
	if n.domain != "" || n.body != nil || len(n.outs) == 0 || n.outs[0] == "" || len(n.ins) < 2 {
		return false
	}
	factors, offsets := slices.Clone(f.factors), slices.Clone(f.offsets)
	if n.op == "BatchNormalization" {
		if n.ins[0] != f.outs[0] || len(n.ins) != 5 || len(n.outs) > 1 && slices.ContainsFunc(n.outs[1:], func(name string) bool { return name != "" }) ||
			n.number("training_mode", 0) != 0 || n.version < 9 && n.number("spatial", 1) != 1 {
			return false
		}
		var of [4][]float64 // scale, offset, mean, variance
		for i, name := range n.ins[1:] {
			c := g.fixed(name)
			if c == nil || c.elem != elemFloat || !slices.Equal(c.shape, []int{len(factors)}) {
				return false
			}
			of[i] = floatsOf(c)
		}
		eps := float32(1e-5)
		if a := n.attrs["epsilon"]; a != nil {
			if a.proto.kind != attrFloat && a.proto.kind != 0 {
				return false
			}
			eps = a.proto.f
		}
		for i := range factors {
			by := of[0][i] / math.Sqrt(of[3][i]+float64(eps))
			factors[i], offsets[i] = factors[i]*by, (offsets[i]-of[2][i])*by+of[1][i]
		}
	} else {
		at := slices.Index(n.ins, f.outs[0])
		if at < 0 || len(n.ins) != 2 || at == 1 && (n.op == "Sub" || n.op == "Div") {
			return false
		}
		by := g.perChannel(n.ins[1-at], len(factors), len(f.filters.shape))
		if by == nil {
			return false
		}
		for i := range factors {
			switch n.op {
			case "Add":
				offsets[i] += by[i]
			case "Sub":
				offsets[i] -= by[i]
			case "Mul":
				factors[i], offsets[i] = factors[i]*by[i], offsets[i]*by[i]
			case "Div":
				factors[i], offsets[i] = factors[i]/by[i], offsets[i]/by[i]
			default:
				return false
			}
		}
	}
	for i := range factors {
		if !isFloat32(factors[i]) || !isFloat32(offsets[i]) {
			return false
		}
	}
	f.factors, f.offsets = factors, offsets
	return true
}

// isFloat32 reports whether a number is finite as a float32.
func isFloat32(v float64) bool { return math.Abs(v) <= math.MaxFloat32 }

// perChannel returns a constant that is one number for each channel of arrays of some axes, or one for all of them; nil if it is not.
func (g *graph) perChannel(name string, channels, axes int) []float64 {
	c := g.fixed(name)
	if c == nil || c.elem != elemFloat || len(c.shape) > axes {
		return nil
	}
	values := floatsOf(c)
	switch at := len(c.shape) - axes + 1; {
	case len(values) == 1:
		return slices.Repeat(values, channels)
	case len(values) == channels && at >= 0 && c.shape[at] == channels:
		return values
	}
	return nil
}

// floatsOf returns the elements of a constant of float32.
func floatsOf(c *constant) []float64 {
	zs := make([]float64, len(c.data)/4)
	for i := range zs {
		zs[i] = float64(math.Float32frombits(binary.NativeEndian.Uint32(c.data[4*i:])))
	}
	return zs
}

// multiplied returns the filters and the bias of the convolution with the nodes that are folded into it.
func (f *folding) multiplied() []value {
	data := make([]byte, 0, len(f.filters.data))
	each := len(f.filters.data) / 4 / len(f.factors)
	for i := 0; i < len(f.filters.data); i += 4 {
		w := float64(math.Float32frombits(binary.NativeEndian.Uint32(f.filters.data[i:])))
		data = binary.NativeEndian.AppendUint32(data, math.Float32bits(float32(w*f.factors[i/4/each])))
	}
	var bias []byte
	for _, v := range f.offsets {
		bias = binary.NativeEndian.AppendUint32(bias, math.Float32bits(float32(v)))
	}
	of := func(shape []int, data []byte) value {
		return value{c: &constant{elem: elemFloat, shape: shape, data: data}, elem: elemFloat, known: true, fixed: true}
	}
	return []value{of(f.filters.shape, data), of([]int{len(f.offsets)}, bias)}
}
