package onnx

import (
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
	factors []float64 // for each channel, nil until a node is folded
	offsets []float64

	weights func() []value
}

// mostChannels is how many channels a convolution has at most whose filters take no room in the file, that a small file does not ask for much memory.
const mostChannels = 1 << 13

// fold finds the convolutions that nodes are folded into. reads says how often each value is read.
func (g *graph) fold(reads map[string]int) {
	g.folded, g.merged = map[*node]*folding{}, map[*node]bool{}
	readers := map[string]*node{}
	for _, n := range g.nodes {
		for _, name := range n.ins {
			readers[name] = n
		}
	}
	for _, n := range g.nodes {
		f := g.foldingOf(n)
		if f == nil {
			continue
		}
		for {
			next := readers[f.outs[0]]
			if next == nil || reads[f.outs[0]] != 1 || !g.takes(f, next) {
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
	if f.filters == nil || f.filters.elem != elemFloat || len(f.filters.shape) < 3 || product(f.filters.shape) == 0 || f.filters.alike && f.filters.shape[0] > mostChannels {
		return nil
	}
	if len(n.ins) > 2 && n.ins[2] != "" {
		f.bias = g.fixed(n.ins[2])
		if f.bias == nil || f.bias.elem != elemFloat || !slices.Equal(f.bias.shape, f.filters.shape[:1]) {
			return nil
		}
	}
	f.weights = sync.OnceValue(f.multiplied)
	return f
}

// line returns copies of what the channels are multiplied by so far, and of what is added to them.
func (f *folding) line() (factors, offsets []float64) {
	if f.factors != nil {
		return slices.Clone(f.factors), slices.Clone(f.offsets)
	}
	channels := f.filters.shape[0]
	factors, offsets = slices.Repeat([]float64{1}, channels), make([]float64, channels)
	if f.bias != nil {
		for i, v := range f.bias.floats() {
			offsets[i] = float64(v)
		}
	}
	return factors, offsets
}

// takes folds a node that reads what f has computed so far, and reports whether it could.
func (g *graph) takes(f *folding, n *node) bool {
	if n.domain != "" || n.body != nil || len(n.outs) == 0 || n.outs[0] == "" || len(n.ins) < 2 || !slices.Contains(n.ins, f.outs[0]) {
		return false
	}
	factors, offsets := f.line()
	if n.op == "BatchNormalization" {
		if n.ins[0] != f.outs[0] || len(n.ins) != 5 || len(n.outs) > 1 && slices.ContainsFunc(n.outs[1:], func(name string) bool { return name != "" }) ||
			n.number("training_mode", 0) != 0 || n.version < 9 && n.number("spatial", 1) != 1 {
			return false
		}
		var of [4][]float32 // scale, offset, mean, variance
		for i, name := range n.ins[1:] {
			c := g.fixed(name)
			if c == nil || c.elem != elemFloat || !slices.Equal(c.shape, []int{len(factors)}) {
				return false
			}
			of[i] = c.floats()
		}
		eps := float32(1e-5)
		if a := n.attrs["epsilon"]; a != nil {
			if a.proto.kind != attrFloat && a.proto.kind != 0 {
				return false
			}
			eps = a.proto.f
		}
		for i := range factors {
			by := float64(of[0][i]) / math.Sqrt(float64(of[3][i])+float64(eps))
			factors[i], offsets[i] = factors[i]*by, (offsets[i]-float64(of[2][i]))*by+float64(of[1][i])
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
		for i, v := range by {
			by := float64(v)
			switch n.op {
			case "Add":
				offsets[i] += by
			case "Sub":
				offsets[i] -= by
			case "Mul":
				factors[i], offsets[i] = factors[i]*by, offsets[i]*by
			case "Div":
				factors[i], offsets[i] = factors[i]/by, offsets[i]/by
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
func (g *graph) perChannel(name string, channels, axes int) []float32 {
	c := g.fixed(name)
	if c == nil || c.elem != elemFloat || len(c.shape) > axes {
		return nil
	}
	values := c.floats()
	switch at := len(c.shape) - axes + 1; {
	case len(values) == 1:
		return slices.Repeat(values, channels)
	case len(values) == channels && at >= 0 && c.shape[at] == channels:
		return values
	}
	return nil
}

// multiplied returns the filters and the bias of the convolution with the nodes that are folded into it.
func (f *folding) multiplied() []value {
	filters, bias := f.filters.floats(), make([]float32, len(f.offsets))
	each := len(filters) / len(bias)
	for i, factor := range f.factors {
		of := filters[i*each : (i+1)*each]
		for j, v := range of {
			of[j] = float32(float64(v) * factor)
		}
	}
	for i, v := range f.offsets {
		bias[i] = float32(v)
	}
	of := func(c *constant) value { return value{c: c, elem: elemFloat, known: true, fixed: true} }
	return []value{of(ofFloats(f.filters.shape, filters)), of(ofFloats([]int{len(bias)}, bias))}
}
