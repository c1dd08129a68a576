package fuse

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/backends/native/internal/product"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// An imageProgram is a program of images with the channels first, whose methods return the values of their nodes.
type imageProgram struct{ backend.Program }

func (p *imageProgram) input(d dtype.Dtype, s ...int) int {
	p.Inputs = append(p.Inputs, backend.Spec{Dtype: d, Shape: s})
	return len(p.Inputs) - 1
}

func (p *imageProgram) add(op *ops.Op, s []int, attrs any, args ...int) int {
	p.Nodes = append(p.Nodes, backend.Node{Op: op, Args: args, Attrs: attrs, Out: backend.Spec{Dtype: dtype.Float32, Shape: s}})
	return len(p.Inputs) + len(p.Nodes) - 1
}

// convolution is one of value x, of filters (3, 3, …, m), with zeros around it.
func (p *imageProgram) convolution(x, filters, groups int) int {
	s, m := p.Spec(x).Shape, p.Spec(filters).Shape[3]
	a := backend.ConvolutionAttrs{Strides: []int{1, 1}, Padding: [][2]int{{1, 1}, {1, 1}}, Dilations: []int{1, 1}, Apart: []int{1, 1}, Groups: groups}
	last := p.add(ops.PermuteDims.Op, []int{s[0], s[2], s[3], s[1]}, backend.ViewAttrs{Perm: []int{0, 2, 3, 1}}, x)
	z := p.add(ops.Convolve.Op, []int{s[0], s[2], s[3], m}, a, last, filters)
	return p.add(ops.PermuteDims.Op, []int{s[0], m, s[2], s[3]}, backend.ViewAttrs{Perm: []int{0, 3, 1, 2}}, z)
}

func (p *imageProgram) names() (all []string) {
	for _, n := range p.Nodes {
		all = append(all, n.Op.Name)
	}
	return all
}

// Between convolutions images have the channels last; where other nodes read them they are turned back, once.
func TestChannelsLast(t *testing.T) {
	defer func(gain float64) { LeastGain = gain }(LeastGain)
	LeastGain = math.Inf(-1)
	image, half, gate := []int{1, 32, 40, 50}, []int{1, 32, 20, 25}, []int{1, 32, 1, 1}
	window := backend.WindowAttrs{First: 2, Kernel: []int{2, 2}, Strides: []int{2, 2}, Dilations: []int{1, 1}, Before: []int{0, 0}}
	mean := backend.ReduceAttrs{Axes: []int{2, 3}, KeepDims: true}
	for name, c := range map[string]struct {
		nodes func(p *imageProgram, x, filters, each, bias, other, rows, columns int) (results []int)
		want  []string // behind the first convolution
	}{
		"bias and relu": {func(p *imageProgram, x, filters, _, bias, _, _, _ int) []int {
			return []int{p.convolution(p.add(ops.Relu.Op, image, nil, p.add(ops.Add.Op, image, nil, x, bias)), filters, 1)}
		}, []string{"Reshape", "PermuteDims", "Add", "Relu", "Convolve", "PermuteDims", "CopyArray"}},
		"a concatenation, a part of it, and a depthwise convolution": {func(p *imageProgram, x, _, each, _, _, _, _ int) []int {
			joined := p.add(ops.Concat.Op, []int{1, 32, 80, 50}, backend.JoinAttrs{Axis: 2}, x, x)
			ranges := []shape.Range{{Step: 1, Len: 1}, {Step: 1, Len: 32}, {Start: 7, Step: 1, Len: 40}, {Step: 1, Len: 50}}
			return []int{p.convolution(p.add(ops.Slice.Op, image, backend.ViewAttrs{Ranges: ranges}, joined), each, 32)}
		}, []string{"Concat", "Slice", "Convolve", "PermuteDims", "CopyArray"}},
		"a pool, and what is taken": {func(p *imageProgram, x, filters, _, _, _, rows, columns int) []int {
			z := p.add(ops.Take.Op, []int{1, 32, 40, 25}, backend.GatherAttrs{Axis: 2}, p.add(ops.PoolWindows.Op, half, window, x), rows)
			return []int{p.convolution(p.add(ops.Take.Op, image, backend.GatherAttrs{Axis: 3}, z, columns), filters, 1)}
		}, []string{"PoolWindows", "Take", "Take", "Convolve", "PermuteDims", "CopyArray"}},
		"a gate, and two readers of one": {func(p *imageProgram, x, filters, _, _, _, _, _ int) []int {
			y := p.add(ops.Multiply.Op, image, nil, x, p.add(ops.Sigmoid.Op, gate, nil, p.add(ops.Mean.Op, gate, mean, x)))
			return []int{p.convolution(y, filters, 1), p.add(ops.Max.Op, gate, mean, x)}
		}, []string{"PermuteDims", "CopyArray", "Mean", "Sigmoid", "PermuteDims", "Multiply", "Convolve", "Max", "PermuteDims", "CopyArray"}},
		"another array": {func(p *imageProgram, x, filters, _, _, other, _, _ int) []int {
			return []int{p.convolution(p.add(ops.Multiply.Op, image, nil, x, other), filters, 1)}
		}, []string{"PermuteDims", "Multiply", "Convolve", "PermuteDims", "CopyArray"}},
		"sums along an axis": {func(p *imageProgram, x, filters, _, _, _, _, _ int) []int {
			return []int{p.convolution(p.add(ops.CumulativeSum.Op, image, backend.ScanAttrs{Axis: 3}, x), filters, 1)}
		}, []string{"PermuteDims", "CopyArray", "CumulativeSum", "PermuteDims", "Convolve", "PermuteDims", "CopyArray"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := &imageProgram{}
			x, filters, each := p.input(dtype.Float32, image...), p.input(dtype.Float32, 3, 3, 32, 32), p.input(dtype.Float32, 3, 3, 1, 32)
			bias, other := p.input(dtype.Float32, 32, 1, 1), p.input(dtype.Float32, image...)
			rows, columns := p.input(dtype.Int64, 40), p.input(dtype.Int64, 50)
			p.Results = c.nodes(p, p.convolution(x, filters, 1), filters, each, bias, other, rows, columns)
			z := &imageProgram{*channelsLast(&p.Program)}
			if !product.SumsAlike() {
				assert.Equal(t, p, z, "sums would change")
				return
			}
			assert.Equal(t, append([]string{"PermuteDims", "Convolve"}, c.want...), z.names())
			for i, r := range p.Results {
				assert.Equal(t, p.Spec(r), z.Spec(z.Results[i]))
			}
		})
	}
}

// The channels are last where that is faster.
func TestChannelsLastPays(t *testing.T) {
	for name, c := range map[string]struct {
		nodes func(p *imageProgram, x, filters, each int) int
		pays  bool
	}{
		"no convolution":  {func(p *imageProgram, x, _, _ int) int { return p.add(ops.Relu.Op, p.Spec(x).Shape, nil, x) }, false},
		"one convolution": {func(p *imageProgram, x, filters, _ int) int { return p.convolution(x, filters, 1) }, false},
		"many convolutions": {func(p *imageProgram, x, filters, _ int) int {
			for range 10 {
				x = p.convolution(x, filters, 1)
			}
			return x
		}, true},
		"depthwise convolutions": {func(p *imageProgram, x, _, each int) int {
			for range 10 {
				x = p.convolution(x, each, 64)
			}
			return x
		}, false},
		"sums between convolutions": {func(p *imageProgram, x, filters, _ int) int {
			for range 10 {
				x = p.add(ops.CumulativeSum.Op, p.Spec(x).Shape, backend.ScanAttrs{Axis: 3}, p.convolution(x, filters, 1))
			}
			return x
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			p := &imageProgram{}
			x, filters, each := p.input(dtype.Float32, 1, 64, 40, 50), p.input(dtype.Float32, 3, 3, 64, 64), p.input(dtype.Float32, 3, 3, 1, 64)
			p.Results = []int{c.nodes(p, x, filters, each)}
			assert.Equal(t, c.pays && product.SumsAlike(), channelsLast(&p.Program) != &p.Program)
		})
	}
}
