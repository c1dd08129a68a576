package product

import (
	"slices"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/gemm"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// A Target is memory that a convolution writes its result into, and what completes it there while it is in a cache: the bias and the activation
// that follow it in a program.
type Target struct {
	Into     *array.Buffer // contiguous, with as many elements as the result, in the order of images, their channels, and the other axes
	Last     bool          // in the order of the result's axes instead: the channels are last
	Finish   Finish
	complete bool
}

// Complete reports whether the result is in the memory of t, and complete; not if t is nil.
func (t *Target) Complete() bool { return t != nil && t.complete }

// A Finish completes so many runs of n elements of a Target's memory, which are pitch elements apart, and the first of which begins first elements
// behind its beginning. It may be called on several threads, for different elements.
type Finish func(first, n, pitch, count int)

// finishCost is how many nanoseconds it takes to complete an element, about.
const finishCost = 0.2

// finishAtOnce is how many elements of small planes are completed at a time.
const finishAtOnce = 1 << 13

// Targets reports whether the result of node n may be written into a Target, by operands of such shapes as its kernel takes.
func Targets(n *backend.Node, shapes [][]int) bool {
	if n.Op != ops.Convolve.Op || !gemm.Has(n.Out.Dtype) || !gemm.Scattered(n.Out.Dtype) || n.Out.In.IsValid() && n.Out.In != n.Out.Dtype {
		return false
	}
	c := n.Attrs.(backend.ConvolutionAttrs)
	return !c.MovesApart() && takesWindows(n.Out, shapes, c)
}

// SumsAlike reports whether convolutions sum in one order, wherever the channels of images lie: those that package gemm has loops for.
func SumsAlike() bool { return gemm.Has(dtype.Float32) }

// GainOfLast returns about how many nanoseconds a convolution of operands of these shapes is faster if images have their channels last in memory than if
// these are planes.
func GainOfLast(n *backend.Node, x, filters []int) float64 {
	c := n.Attrs.(backend.ConvolutionAttrs)
	r := len(c.Strides)
	m, strides := n.Out.Shape[r+1], slices.ContainsFunc(c.Strides, func(s int) bool { return s > 1 })
	part := 0.1 // of the time
	switch {
	case c.MovesApart() || c.Groups > 1 && m/c.Groups >= leastFilters: // each group is copied
		return -CostOfTurn * float64(shape.Size(x)+shape.Size(n.Out.Shape))
	case c.Groups > 1 && strides: // planes are copied into several
		part = 0.5
	case c.Groups > 1:
		part = -0.1
	case takesWinograd(n.Out, filters, c):
		part = 0.22
	case shape.Size(filters[:r]) > 1 || strides:
	case shape.Size(n.Out.Shape[1:r+1])%tileCols == 0: // planes are read in whole lines of a cache
		part = -0.05
	default:
		part = 0.2
	}
	return part * Work(n, x, filters)
}

// ConvolveInto computes a node for which [Targets] holds, by filters that c has prepared if that is not nil. Its result is that of the node, in t's memory
// if t is complete then.
func ConvolveInto(n *backend.Node, args []backend.Buffer, c *Constant, stop *backend.Stop, t *Target) (backend.Buffer, error) {
	packed := notPacked
	if c != nil {
		packed = c.packed
	}
	out := n.Out
	out.Stop = stop
	return convolveWith(out, args[0].(*array.Buffer), args[1].(*array.Buffer), n.Attrs.(backend.ConvolutionAttrs), packed, t)
}

// ofPlanes returns the target if it takes planes of channels, nil otherwise.
func (t *Target) ofPlanes() *Target {
	if t == nil || t.Last {
		return nil
	}
	return t
}

// ofLines returns the target if it takes channels that are last, nil otherwise.
func (t *Target) ofLines() *Target {
	if t == nil || !t.Last {
		return nil
	}
	return t
}

// result returns the target's memory as an array of shape s, or a new one if there is no target.
func (t *Target) result(out backend.Spec, s []int) (*array.Buffer, error) {
	if t == nil {
		return array.NewResult(backend.Spec{Dtype: out.Dtype, Shape: s})
	}
	return array.ContiguousPart(t.Into, 0, s), nil
}

// finish completes so many runs of n elements that are pitch apart, the first of which begins at element at of the target's memory, which is that of z.
func (t *Target) finish(at, n, pitch, count int) {
	if t != nil {
		t.Finish(at-t.Into.Offset, n, pitch, count)
	}
}

// finishAll completes all planes or lines of z at once, count of them.
func (t *Target) finishAll(stop *backend.Stop, z *array.Buffer, count int) {
	if t == nil {
		return
	}
	n := z.Len() / count
	array.Split(stop, count, finishCost*float64(n), func(lo, hi int) { t.finish(z.Offset+lo*n, n, n, hi-lo) })
	t.reached()
}

// finishLines completes count lines of n elements, one behind the other, the first of which begins at element at of the target's memory.
func (t *Target) finishLines(at, n, count int, split gemm.Split) {
	if t == nil {
		return
	}
	split(count, finishCost*float64(n), func(lo, hi int) { t.finish(at+lo*n, (hi-lo)*n, (hi-lo)*n, 1) })
}

// take sets the target's memory, which takes channels that are last, to z, and completes it.
func (t *Target) take(out backend.Spec, z *array.Buffer) (backend.Buffer, error) {
	y, err := t.result(out, out.Shape)
	if err != nil {
		return nil, err
	}
	array.CopyInto(out.Stop, y, z)
	array.Release(z)
	t.finishAll(out.Stop, y, shape.Size(out.Shape[:len(out.Shape)-1]))
	return y, nil
}

func (t *Target) reached() {
	if t != nil {
		t.complete = true
	}
}
