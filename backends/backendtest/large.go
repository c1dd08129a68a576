package backendtest

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// largeSize is about how many elements the operands of the test large have: enough for
// vector loops, blocks and several threads, and an odd number of rows of them.
const largeSize = 100_003

// large runs golden rows many times over in one call: operands stacked along a new
// first axis, which the function works across and not along. Every part of the result
// must be what the row wants, so that no element's value depends on its index.
func (s *suite) large(t *testing.T) {
	if testing.Short() {
		t.Skip("large arrays take a while")
	}
	rows := map[string][]*row{}
	for _, g := range s.groups {
		for _, r := range g.rows {
			d, _ := dtype.Parse(r.D)
			if len(r.Err) == 0 && slices.Contains(sampled, d) && slices.Contains([]string{"contiguous", "strided", "transposed"}, r.F) && s.gap(r.Op, d) == nil {
				rows[r.Op] = append(rows[r.Op], r)
			}
		}
	}
	for _, op := range ops.All() {
		if op.Hidden || !slices.Contains([]ops.Family{ops.FamilyUnary, ops.FamilyBinary, ops.FamilyTernary, ops.FamilyReduce, ops.FamilyScan, ops.FamilySort}, op.Family) {
			continue
		}
		t.Run(op.Name, func(t *testing.T) {
			t.Parallel()
			done := map[[2]string]bool{} // a row of each dtype and form will do
			for _, r := range rows[op.Name] {
				cell := [2]string{r.D, r.F}
				if done[cell] {
					continue
				}
				diff, ok := s.stacked(op, r)
				done[cell] = ok
				if diff != "" {
					t.Error(r.failure("stacked: " + diff))
				}
			}
			for _, f := range []string{"contiguous", "strided", "transposed"} {
				if !slices.ContainsFunc(sampled, func(d dtype.Dtype) bool { return done[[2]string{d.String(), f}] }) {
					t.Errorf("no row with operands %s could be stacked", f)
				}
			}
		})
	}
}

// stacked runs a row with its arrays repeated along a new first axis. ok is whether
// the row can be.
func (s *suite) stacked(op *ops.Op, r *row) (diff string, ok bool) {
	c, err := (&maker{env: s.env, group: r.group}).call(r)
	if err != nil {
		return err.Error(), true
	}
	want, err := r.Out[0].raw(r.group)
	if err != nil || len(r.Out) != 1 {
		return "", false
	}
	xs := c.operands()
	if len(xs) != len(c.args) || len(xs[0].Shape()) == 0 || xs[0].Size() == 0 {
		return "", false
	}
	n := largeSize/xs[0].Size() | 1
	rank := len(xs[0].Shape())
	for i, x := range xs {
		if !slices.Equal(x.Shape(), xs[0].Shape()) {
			return "", false // they would broadcast otherwise
		}
		// A copy of what is broadcast, as a view of an array with room between the elements
		// where the row's operand is one.
		big := s.env.CopyArray(s.env.BroadcastTo(x, append([]int{n}, x.Shape()...)))
		switch r.F {
		case "strided":
			wide := s.env.Zeros(append(big.Shape()[:rank], 2*big.Shape()[rank]), x.Dtype())
			view := s.env.GetItem(wide, ivy.Ellipsis, ivy.Slice(nil, nil, 2))
			s.env.SetItem(view, big, ivy.Ellipsis)
			big = view
		case "transposed":
			perm := make([]int, rank+1)
			for k := range perm {
				perm[k] = rank - k
			}
			big = s.env.PermuteDims(s.env.CopyArray(s.env.PermuteDims(big, perm)), perm)
		}
		c.args[i] = big
	}
	if !elementwise(op) && !c.shiftAxes(op, rank) {
		return "", false
	}
	got, err := c.run(s.env)
	if err != nil {
		return err.Error(), true
	}
	all := got[0]
	if wantShape := append([]int{n}, want.shape...); !slices.Equal(all.Shape(), wantShape) {
		return fmt.Sprintf("shape %v, want %v", all.Shape(), wantShape), true
	}
	// Most parts are equal to the last bit, and need no closer look.
	data, part, seen := all.Bytes(), len(want.data), [][]byte{native(want)}
	for k := range n {
		piece := data[k*part : (k+1)*part]
		if slices.ContainsFunc(seen, func(b []byte) bool { return bytes.Equal(b, piece) }) {
			continue
		}
		if diff := r.compare([]*ivy.Array{s.env.GetItem(all, k)}); diff != "" {
			return diff, true
		}
		seen = append(seen, piece)
	}
	return "", true
}

func elementwise(op *ops.Op) bool {
	return op.Family == ops.FamilyUnary || op.Family == ops.FamilyBinary || op.Family == ops.FamilyTernary
}

// shiftAxes makes the options of a call on arrays of that rank those of a call on
// arrays with one more axis in front, which is worked across.
func (c *call) shiftAxes(op *ops.Op, rank int) bool {
	shift := func(a int) int {
		if a < 0 {
			return a
		}
		return a + 1
	}
	for i, o := range c.opts {
		switch o := o.(type) {
		case ivy.Axis:
			c.opts[i] = ivy.Axis(shift(int(o)))
			return true
		case ivy.Axes:
			axes := make(ivy.Axes, len(o))
			for k, a := range o {
				axes[k] = shift(a)
			}
			c.opts[i] = axes
			return true
		}
	}
	switch {
	case op.Family == ops.FamilySort:
		return true // the last axis
	case op.Family == ops.FamilyScan && rank == 1:
		c.opts = append(c.opts, ivy.Axis(1))
		return true
	case op == ops.ArgMax.Op || op == ops.ArgMin.Op:
		if rank == 1 {
			c.opts = append(c.opts, ivy.Axis(1))
		}
		return rank == 1
	case op.Family == ops.FamilyReduce:
		axes := make(ivy.Axes, rank)
		for k := range axes {
			axes[k] = k + 1
		}
		c.opts = append(c.opts, axes)
		return true
	}
	return false
}
