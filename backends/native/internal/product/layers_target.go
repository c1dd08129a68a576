package product

import (
	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/gemm"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
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

// finishAll completes all planes of z at once, count of them.
func (t *Target) finishAll(stop *backend.Stop, z *array.Buffer, count int) {
	if t == nil {
		return
	}
	n := z.Len() / count
	array.Split(stop, count, finishCost*float64(n), func(lo, hi int) { t.finish(z.Offset+lo*n, n, n, hi-lo) })
	t.reached()
}

func (t *Target) reached() {
	if t != nil {
		t.complete = true
	}
}
