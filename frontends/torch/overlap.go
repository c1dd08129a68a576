package torch

import (
	"slices"
	"strings"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/views"
)

// An overlap is what two tensors have in common of a memory.
type overlap uint8

const (
	noOverlap overlap = iota
	unknownOverlap
	partialOverlap
	fullOverlap // the same elements in the same order
)

// overlapOf returns the overlap of two tensors as PyTorch finds it: by the ranges of memory
// of tensors that are dense, and not at all where one has gaps.
func overlapOf(a, b *frontend.Array) overlap {
	if a == b {
		return fullOverlap
	}
	if a.V.Size() == 0 || b.V.Size() == 0 || views.Of(a) == nil || views.Of(b) == nil || views.Root(a) != views.Root(b) {
		return noOverlap
	}
	s, from := layout(a)
	t, to := layout(b)
	if !isDense(a.V.Shape(), s) || !isDense(b.V.Shape(), t) {
		return unknownOverlap
	}
	from, to = from*itemSize(a), to*itemSize(b)
	m, n := a.V.Size()*itemSize(a), b.V.Size()*itemSize(b)
	switch {
	case from == to && m == n && slices.Equal(s, t):
		return fullOverlap
	case from < to+n && to < from+m:
		return partialOverlap
	}
	return noOverlap
}

// isDense reports whether elements with these strides follow each other without gaps, in
// some order of the axes.
func isDense(dims, strides []int) bool {
	axes := make([]int, 0, len(dims))
	for i, n := range dims {
		if n != 1 {
			axes = append(axes, i)
		}
	}
	slices.SortFunc(axes, func(i, j int) int { return strides[i] - strides[j] })
	n := 1
	for _, i := range axes {
		if strides[i] != n {
			return false
		}
		n *= dims[i]
	}
	return true
}

// writesTo refuses to write to a tensor of which several elements are in one place, or
// which has elements in common with a part of a tensor among the arguments.
func writesTo(c *frontend.Call, target *frontend.Array) {
	name := strings.Trim(c.Func.Path, "._")
	if !slices.Contains(repeating, name) {
		writable(c, target)
	}
	if views.Of(target) == nil && !isApart(c) {
		return
	}
	if slices.Contains(overlapping, name) {
		if c.Given("mat1") || c.Given("batch1") || c.Given("mat") { // the sum is begun with a copy
			readsFrom(c, target, c.Arg("input"))
		}
		return
	}
	for i, p := range c.Func.Signature().Params {
		switch v := c.Arg(p.Name).(type) {
		case nil, bool, int, float64, string:
		default:
			if p.Name == "out" || i == 0 && inPlace(c) {
				continue
			}
			if list, isList := frontend.Sequence(v); isList {
				for _, e := range list {
					readsFrom(c, target, e)
				}
				continue
			}
			readsFrom(c, target, v)
		}
	}
}

// repeating are functions that PyTorch lets write several elements to one place.
var repeating = strings.Fields("sum nansum prod std var amax amin tril triu masked_fill")

// overlapping are functions that PyTorch lets write to a part of what they read. What they
// write is then that of another order of reading and writing.
var overlapping = strings.Fields(`sum nansum prod mean std var amax amin logsumexp special.logsumexp softmax log_softmax tril triu
	mm bmm mv matmul linalg.matmul addmm addmv baddbmm addbmm ldexp`)

// readsFrom is writesTo for one value that is read.
func readsFrom(c *frontend.Call, target *frontend.Array, v any) {
	a := ours(c.Namespace, v)
	if a == nil || a == target && !isApart(c) {
		return
	}
	switch overlapOf(target, a) {
	case fullOverlap:
		if !isApart(c) {
			return
		}
	case partialOverlap:
	default:
		return
	}
	c.Raise("RuntimeError", "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory location (clone() the tensor before performing the operation)")
}

// isApart reports whether a function may not write to a tensor that it reads from, not
// even to the same elements.
func isApart(c *frontend.Call) bool {
	return slices.Contains([]string{"gather", "index_select", "take", ".scatter_", ".scatter_add_", ".scatter_reduce_", ".index_add_", ".index_copy_", ".index_put_", ".__setitem__", ".put_", ".masked_scatter_"}, c.Func.Path)
}
