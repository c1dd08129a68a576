package native

import (
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
)

var manipulationKernels = []backend.Entry{
	backend.View(ops.Reshape, reshape),
	backend.View(ops.PermuteDims, permute),
	backend.View(ops.Slice, slice),
	backend.Unary(ops.CopyArray, func(out backend.Spec, x backend.Buffer) (backend.Buffer, error) {
		z, err := newResult(out)
		if err != nil {
			return nil, err
		}
		copyInto(z, x.(*Buffer))
		return z, nil
	}),
	backend.Join(ops.Concat, concat),
}

func permute(out backend.Spec, x backend.Buffer, a backend.ViewAttrs) (backend.Buffer, error) {
	b := x.(*Buffer)
	v := b.view(out.Shape, b.offset)
	for i, axis := range a.Perm {
		v.strides[i] = b.strides[axis]
	}
	return v, nil
}

func slice(out backend.Spec, x backend.Buffer, a backend.ViewAttrs) (backend.Buffer, error) {
	b := x.(*Buffer)
	v := b.view(out.Shape, b.offset)
	for i, r := range a.Ranges {
		v.offset += r.Start * b.strides[i]
		v.strides[i] = r.Step * b.strides[i]
	}
	if v.len() == 0 {
		v.offset = 0 // a start may lie behind the last element
	}
	return v, nil
}

func broadcastTo(out backend.Spec, x backend.Buffer, _ backend.ViewAttrs) (backend.Buffer, error) {
	b := x.(*Buffer)
	v := b.view(out.Shape, b.offset)
	for i := range v.strides {
		v.strides[i] = stretched(b, len(v.shape), i)
	}
	return v, nil
}

// reshape shares x's memory if runs of x's axes that lie in memory as one can be
// cut into the new ones, and copies otherwise.
func reshape(out backend.Spec, x backend.Buffer, _ backend.ViewAttrs) (backend.Buffer, error) {
	b := x.(*Buffer)
	v := b.view(out.Shape, b.offset)
	if b.len() == 0 || restride(v, b) {
		return v, nil
	}
	c, err := clone(b)
	if err != nil {
		return nil, err
	}
	v = c.view(out.Shape, c.offset)
	restride(v, c)
	return v, nil
}

// restride fills v's strides so that it has b's elements in b's order, and reports
// whether there are such strides.
func restride(v, b *Buffer) bool {
	w := newWalk(b.shape, b)
	i := 0
	for k, n := range w.dims {
		// The new axes that make up this run, the last of them with its stride.
		have, first := 1, i
		for i < len(v.shape) && have < n {
			have *= v.shape[i]
			i++
		}
		if have != n {
			return false
		}
		for i < len(v.shape) && v.shape[i] == 1 {
			i++
		}
		st := w.strides[0][k]
		for j := i - 1; j >= first; j-- {
			v.strides[j] = st
			st *= v.shape[j]
		}
	}
	for ; i < len(v.shape); i++ {
		v.strides[i] = 1
	}
	return true
}

func concat(out backend.Spec, xs []backend.Buffer, a backend.JoinAttrs) (backend.Buffer, error) {
	z, err := newResult(out)
	if err != nil {
		return nil, err
	}
	at := 0
	for _, x := range xs {
		b := x.(*Buffer)
		part := z.view(b.shape, z.offset+at*z.strides[a.Axis])
		copy(part.strides, z.strides)
		at += b.shape[a.Axis]
		if b.len() > 0 {
			copyInto(part, b)
		}
	}
	return z, nil
}
