package fuse

import (
	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/ivy/backend"
)

// What is concatenated along the first axis that is longer than 1 lies in the result one behind the other: values that are computed for it are
// computed there, and not copied (see planner.findSlots).

// A slot is where a value is computed in a concatenation's memory.
type slot struct{ of, at int } // the concatenation, and elements from its first

// A slots has those of a plan's values.
type slots struct {
	of       map[int]slot
	specs    map[int]backend.Spec // of the concatenations
	outcomes map[int]int          // which results of the program these are, −1 of others
}

// has reports whether value v has a slot, or is a concatenation of such as have.
func (p *slots) has(v int) bool {
	_, placed := p.of[v]
	_, whole := p.specs[v]
	return placed || whole
}

// buffer returns the memory of a value that has a slot, or of the concatenation v, which it makes if it is not there.
func (p *slots) buffer(v int, s []int, values []*array.Buffer, out []backend.Spec) (*array.Buffer, error) {
	at, placed := p.of[v]
	if !placed {
		if values[v] != nil {
			return values[v], nil
		}
		spec := backend.Spec{Dtype: p.specs[v].Dtype, Shape: s}
		if i := p.outcomes[v]; i >= 0 {
			spec.Inline, spec.Into = out[i].Inline, out[i].Into
		}
		z, err := array.NewResult(spec)
		values[v] = z
		return z, err
	}
	whole := values[at.of]
	if whole == nil {
		var err error
		if whole, err = p.buffer(at.of, p.specs[at.of].Shape, values, out); err != nil {
			return nil, err
		}
		values[at.of] = whole
	}
	return array.ContiguousPart(whole, at.at, s), nil
}

// concat makes value v, the concatenation of args: it copies those that are not there yet.
func (p *slots) concat(stop *backend.Stop, v int, args []int, values []*array.Buffer, out []backend.Spec) error {
	z, err := p.buffer(v, p.specs[v].Shape, values, out)
	if err != nil {
		return err
	}
	values[v] = z
	at := 0
	for _, a := range args {
		b := values[a]
		part := array.ContiguousPart(z, at, b.Shape)
		at += b.Len()
		if b.Len() > 0 && !(b.Mem == part.Mem && b.Offset == part.Offset && b.Contiguous()) {
			array.CopyInto(stop, part, b)
		}
	}
	return nil
}
