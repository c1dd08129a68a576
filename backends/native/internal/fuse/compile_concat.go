package fuse

import (
	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/ivy/backend"
)

// What is concatenated along the first axis that is longer than 1 lies in the result one behind the other: values that are computed for it are
// computed there, and not copied (see planner.findSlots).

// A slot is where a value is computed in a concatenation's memory.
type slot struct{ of, at int } // the concatenation, and elements from its first

// A joined is a concatenation in whose memory values are computed, or that is computed in another's.
type joined struct {
	spec    backend.Spec
	outcome int // which result of the program it is, −1 if it is none
}

// A slots has those of a plan's values.
type slots struct {
	of     map[int]slot
	joined map[int]joined
}

// has reports whether value v has a slot, or is a concatenation of such as have.
func (p *slots) has(v int) bool {
	_, placed := p.of[v]
	_, whole := p.joined[v]
	return placed || whole
}

// part returns the memory of value v, which has a slot, as an array of shape s.
func (p *slots) part(v int, s []int, values []*array.Buffer, out []backend.Spec) (*array.Buffer, error) {
	at := p.of[v]
	whole, err := p.whole(at.of, values, out)
	if err != nil {
		return nil, err
	}
	return array.ContiguousPart(whole, at.at, s), nil
}

// whole returns the memory of the concatenation v, which it makes if it is not there.
func (p *slots) whole(v int, values []*array.Buffer, out []backend.Spec) (*array.Buffer, error) {
	if values[v] != nil {
		return values[v], nil
	}
	j := p.joined[v]
	var z *array.Buffer
	var err error
	if _, placed := p.of[v]; placed {
		z, err = p.part(v, j.spec.Shape, values, out)
	} else {
		s := backend.Spec{Dtype: j.spec.Dtype, Shape: j.spec.Shape}
		if j.outcome >= 0 {
			s.Inline, s.Into = out[j.outcome].Inline, out[j.outcome].Into
		}
		z, err = array.NewResult(s)
	}
	values[v] = z
	return z, err
}

// concat makes value v, the concatenation of args: it copies those that are not there yet.
func (p *slots) concat(stop *backend.Stop, v int, args []int, values []*array.Buffer, out []backend.Spec) error {
	z, err := p.whole(v, values, out)
	if err != nil {
		return err
	}
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
