package onnx

import (
	"context"
	"slices"

	"github.com/goivy/goivy/internal/blame"
	"github.com/goivy/goivy/ivy"
)

// A Cost is what a call of a model comes to, as far as shapes say it.
type Cost struct {
	// FLOPs counts two for each product that is added in products of matrices, convolutions and recurrent layers, and one for each element of
	// what other operators compute.
	FLOPs int64
	// Peak is how many bytes inputs and results have at most that are needed at one time, operator by operator; weights not counted.
	Peak int64
}

// Cost returns what a call with inputs of these shapes costs. Those that have only fixed lengths may be left out, other lengths that are left out with
// them are 1. Nothing is computed: a model whose shapes depend on elements is an error of kind [ivy.ErrUnsupported].
func (m *Model) Cost(shapes map[string][]int) (cost Cost, err error) {
	err = ivy.Try(func() {
		defer blame.Named("onnx.Cost")
		b, err := m.on("native")
		if err != nil {
			panic(blame.Errorf(ivy.ErrBackend, "%w", err))
		}
		args := make([]*ivy.Array, len(m.inputs))
		held := make([]value, len(m.inputs))
		used := 0
		for i, in := range m.inputs {
			shape, ok := shapes[in.Name]
			if ok {
				used++
			} else {
				if in.Optional {
					continue
				}
				shape = []int{}
				for _, d := range in.Shape {
					shape = append(shape, max(d.Size, 1))
				}
			}
			for _, d := range shape {
				if d < 0 {
					panic(blame.Errorf(ivy.ErrShape, "input %q of shape %v", in.Name, shape))
				}
			}
			d := in.Dtype
			if in.Type == "" {
				d = ivy.Float32
			}
			if args[i] = b.env.Abstract(d, shape...); m.host[in.Name] && product(shape) <= mostHost { // of elements that the model looks at: ones
				x := b.env.Ones(shape, d)
				held[i], args[i] = value{c: &constant{elem: m.elemOf(i, x), shape: shape, data: x.Bytes()}}, nil
			}
		}
		if used < len(shapes) {
			for name := range shapes {
				if !slices.ContainsFunc(m.inputs, func(v Value) bool { return v.Name == name }) {
					panic(blame.Errorf(ivy.ErrValue, "no input is named %q: the model has %s", name, m.inputNames()))
				}
			}
		}
		for i, x := range args {
			if x != nil {
				m.checkOne(i, x)
			}
		}
		m.graphOf(&run{ctx: context.Background(), m: m, b: b, e: b.env, cost: &cost}, args, held)
	})
	return cost, err
}

// add counts a node that was run.
func (k *Cost) add(c *call, f *frame) {
	size := func(v value) int64 {
		switch {
		case v.sequence:
			return 0
		case v.x != nil:
			return int64(v.x.Size())
		case v.c != nil:
			return int64(product(v.c.shape))
		}
		return 0
	}
	if !c.known && c.n.body == nil && len(c.outs) > 0 {
		out := size(c.outs[0])
		dims := func(i int) []int { return c.shape(i) }
		switch c.n.op {
		case "MatMul", "MatMulInteger":
			if a := dims(0); len(a) > 0 {
				k.FLOPs += 2 * out * int64(a[len(a)-1])
			}
		case "QLinearMatMul":
			if a := dims(0); len(a) > 0 {
				k.FLOPs += 2 * out * int64(a[len(a)-1])
			}
		case "Gemm":
			inner := dims(0)[1]
			if c.flag("transA") {
				inner = dims(0)[0]
			}
			k.FLOPs += 2*out*int64(inner) + out
		case "Conv", "ConvInteger":
			k.FLOPs += 2 * out * int64(product(dims(1)[1:]))
		case "QLinearConv":
			k.FLOPs += 2 * out * int64(product(dims(3)[1:]))
		case "ConvTranspose":
			k.FLOPs += 2 * size(c.in[0]) * int64(product(dims(1)[1:]))
		case "LSTM", "GRU", "RNN", "DynamicQuantizeLSTM":
			x := dims(0)
			k.FLOPs += 2 * int64(x[0]*x[1]) * (size(c.in[1]) + size(c.in[2]))
		case "Attention":
			if c.in[0].x != nil && len(dims(0)) == 4 {
				q, key := dims(0), dims(1)
				k.FLOPs += 4 * int64(product(q)) * int64(key[2])
			}
		case "Reshape", "Identity", "Squeeze", "Unsqueeze", "Flatten", "Transpose", "Shape", "Size", "Slice", "Concat", "Split", "Gather", "Expand", "Constant", "If", "Loop", "Scan", "Dropout":
		default:
			for _, v := range c.outs {
				k.FLOPs += size(v)
			}
		}
	}
	live := int64(0)
	for at := f; at != nil; at = at.around {
		for _, v := range at.values {
			if v.x != nil && !v.known {
				live += int64(v.x.Nbytes())
			}
		}
	}
	k.Peak = max(k.Peak, live)
}
