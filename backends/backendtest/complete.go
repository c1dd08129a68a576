package backendtest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// forms are the forms of operands that every function is to be called with.
var forms = []string{"contiguous", "strided", "reversed", "transposed", "broadcast", "zerod", "empty"}

// withoutForm names the forms that a function has no golden row of, and why.
var withoutForm = map[string]map[string]string{
	"Concat":       {"zerod": "arrays without axes do not join; NoAxis flattens them"},
	"FullLike":     nil,
	"SearchSorted": nil,
}

// complete holds that the table, the kernels and the golden rows are complete: every
// function has rows for every dtype and option it takes and every form of operand, and every row
// that needs a kernel has one or is a known gap.
func (s *suite) complete(t *testing.T) {
	type cell struct {
		op string
		d  dtype.Dtype
	}
	seen := map[cell]map[string]bool{}
	options := map[string]map[string]bool{}
	for _, g := range s.groups {
		for _, r := range g.rows {
			d, err := dtype.Parse(r.D)
			require.NoError(t, err, r.where)
			c := cell{r.Op, d}
			if seen[c] == nil {
				seen[c] = map[string]bool{}
			}
			seen[c][r.F] = true
			for o := range r.O {
				if options[r.Op] == nil {
					options[r.Op] = map[string]bool{}
				}
				options[r.Op][o] = true
			}
		}
	}
	for _, op := range ops.All() {
		if op.Hidden {
			continue
		}
		in := op.In
		if op.Lift {
			in |= dtype.Integer | dtype.Boolean
		}
		if op.Logical {
			in = dtype.All
		}
		for _, d := range in.Dtypes() {
			got := seen[cell{op.Name, d}]
			if assert.NotNil(t, got, "no golden row of %v for %v", op, d) && op.HasMethod() {
				for _, f := range forms {
					if _, without := withoutForm[op.Name][f]; !without {
						assert.True(t, got[f], "no golden row of %v for %v, operands %s", op, d, f)
					}
				}
			}
		}
	}
	for _, op := range ops.All() {
		for _, o := range op.Opts {
			// The tests out and misuse have these two.
			if !op.Hidden && o != ops.Out && o != ops.Device {
				assert.True(t, options[op.Name][o.String()], "no golden row of %v with option %v", op, o)
			}
		}
	}
	for _, name := range []string{"GetItem", "SetItem"} {
		for _, d := range dtype.All.Dtypes() {
			assert.NotNil(t, seen[cell{name, d}], "no golden row of %s for %v", name, d)
		}
	}

	b, err := backend.Lookup(s.name)
	require.NoError(t, err)
	table, err := b.Kernels().Resolve(b.Version(), b.Devices()[0], b.Dtypes())
	require.NoError(t, err)
	for _, op := range ops.All() {
		if op.Family == ops.FamilyComposed {
			assert.False(t, b.Kernels().Has(op), "%v is composed of other functions, and has a kernel", op)
			continue
		}
		e := table.Entry(op)
		known := slices.ContainsFunc(s.gaps, func(g Gap) bool { return g.Op == op.Name })
		switch {
		case e.Op == nil:
			assert.True(t, known, "no kernel of %v", op)
		case op.In&b.Dtypes()&^e.Dtypes != 0:
			assert.NotEmpty(t, e.Gap, "the kernel of %v lacks %v without a reason", op, op.In&b.Dtypes()&^e.Dtypes)
		}
		if e.Op != nil {
			assert.NoError(t, kernelOf(e), op.Name)
		}
	}
	for _, g := range s.gaps {
		assert.NotEmpty(t, g.Reason, "a gap of %s without a reason", g.Op)
		assert.True(t, ops.Lookup(g.Op) != nil || g.Op == "GetItem" || g.Op == "SetItem", "a gap of %q, which is no function", g.Op)
	}
}

// kernelOf returns an error if the entry has no kernel of its row's family.
func kernelOf(e *backend.Entry) error {
	has := map[ops.Family]bool{
		ops.FamilyFill: e.Fill != nil, ops.FamilyUnary: e.Unary != nil, ops.FamilyBinary: e.Binary != nil, ops.FamilyTernary: e.Ternary != nil,
		ops.FamilyReduce: e.Reduce != nil, ops.FamilyScan: e.Scan != nil, ops.FamilySort: e.Sort != nil, ops.FamilyView: e.View != nil,
		ops.FamilyJoin: e.Join != nil, ops.FamilyGather: e.Gather != nil, ops.FamilyAssign: e.Assign != nil, ops.FamilyProduct: e.Product != nil,
		ops.FamilySearch: e.Search != nil, ops.FamilyFind: e.Find != nil,
	}
	if !has[e.Op.Family] {
		return fmt.Errorf("no kernel of family %v", e.Op.Family)
	}
	return nil
}
