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

// alongAxes is why transforms have no rows of arrays without axes.
var alongAxes = map[string]string{"zerod": "there is no axis to transform along"}

// withoutForm names the forms that a function has no golden row of, and why.
var withoutForm = map[string]map[string]string{
	"Concat": {"zerod": "arrays without axes do not join; NoAxis flattens them"},
	"FFT":    alongAxes, "IFFT": alongAxes, "RFFT": alongAxes, "IRFFT": alongAxes, "HFFT": alongAxes, "IHFFT": alongAxes,
	"DCT": alongAxes, "STFT": alongAxes, "ISTFT": alongAxes, "IDCT": alongAxes, "FFTN": alongAxes, "IFFTN": alongAxes, "RFFTN": alongAxes, "IRFFTN": alongAxes,
	"FullLike":     nil,
	"SearchSorted": nil,
}

// complete holds that the table, the kernels and the golden rows are complete: every
// function has rows for every dtype and option it takes and every form of operand, and every row
// that needs a kernel has one or is a known gap.
func (s *suite) complete(t *testing.T) {
	g := s.covered(t)
	for _, op := range ops.All() {
		if !op.Hidden {
			g.hasDtypes(t, op)
			g.hasOptions(t, op)
		}
	}
	for _, name := range []string{"GetItem", "SetItem"} {
		for _, d := range dtype.All.Dtypes() {
			assert.NotNil(t, g.forms[cell{name, d}], "no golden row of %s for %v", name, d)
		}
	}
	s.completeKernels(t)
	for _, g := range s.gaps {
		assert.NotEmpty(t, g.Reason, "a gap of %s without a reason", g.Op)
		assert.True(t, ops.Lookup(g.Op) != nil || g.Op == "GetItem" || g.Op == "SetItem", "a gap of %q, which is no function", g.Op)
	}
}

// A cell is a function and a dtype of its operands.
type cell struct {
	op string
	d  dtype.Dtype
}

// A coverage is what there are golden rows of.
type coverage struct {
	forms   map[cell]map[string]bool
	options map[string]map[string]bool // of each function
}

// covered returns what the suite has golden rows of.
func (s *suite) covered(t *testing.T) coverage {
	c := coverage{map[cell]map[string]bool{}, map[string]map[string]bool{}}
	for _, g := range s.groups {
		for _, r := range g.rows {
			d, err := dtype.Parse(r.D)
			require.NoError(t, err, r.where)
			at := cell{r.Op, d}
			if c.forms[at] == nil {
				c.forms[at] = map[string]bool{}
			}
			c.forms[at][r.F] = true
			for o := range r.O {
				if c.options[r.Op] == nil {
					c.options[r.Op] = map[string]bool{}
				}
				c.options[r.Op][o] = true
			}
		}
	}
	return c
}

// hasDtypes holds that there are rows of op for each dtype that it takes, in every form.
func (c coverage) hasDtypes(t *testing.T, op *ops.Op) {
	in := op.In
	if op.Lift {
		in |= dtype.Integer | dtype.Boolean
	}
	if op.Logical {
		in = dtype.All
	}
	for _, d := range in.Dtypes() {
		got := c.forms[cell{op.Name, d}]
		if !assert.NotNil(t, got, "no golden row of %v for %v", op, d) || !op.HasMethod() {
			continue
		}
		for _, f := range forms {
			if _, without := withoutForm[op.Name][f]; !without {
				assert.True(t, got[f], "no golden row of %v for %v, operands %s", op, d, f)
			}
		}
	}
}

// hasOptions holds that there is a row of op with each of its options.
func (c coverage) hasOptions(t *testing.T, op *ops.Op) {
	for _, o := range op.Opts {
		if o != ops.Out && o != ops.Device { // which the tests out and misuse have
			assert.True(t, c.options[op.Name][o.String()], "no golden row of %v with option %v", op, o)
		}
	}
}

// completeKernels holds that every row has its kernel or a known gap, and a composed function none.
func (s *suite) completeKernels(t *testing.T) {
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
		case e.Op == nil && op.Optional:
		case e.Op == nil:
			assert.True(t, known, "no kernel of %v", op)
		case op.In&b.Dtypes()&^e.Dtypes != 0:
			assert.NotEmpty(t, e.Gap, "the kernel of %v lacks %v without a reason", op, op.In&b.Dtypes()&^e.Dtypes)
		}
		if e.Op != nil {
			assert.NoError(t, kernelOf(e), op.Name)
		}
	}
}

// kernelOf returns an error if the entry has no kernel of its row's family.
func kernelOf(e *backend.Entry) error {
	has := map[ops.Family]bool{
		ops.FamilyFill: e.Fill != nil, ops.FamilyUnary: e.Unary != nil, ops.FamilyBinary: e.Binary != nil, ops.FamilyTernary: e.Ternary != nil,
		ops.FamilyReduce: e.Reduce != nil, ops.FamilyScan: e.Scan != nil, ops.FamilySort: e.Sort != nil, ops.FamilyView: e.View != nil,
		ops.FamilyJoin: e.Join != nil, ops.FamilyGather: e.Gather != nil, ops.FamilyAssign: e.Assign != nil, ops.FamilyProduct: e.Product != nil,
		ops.FamilyLayer: e.Layer != nil, ops.FamilySearch: e.Search != nil, ops.FamilyFind: e.Find != nil, ops.FamilyFourier: e.Fourier != nil,
		ops.FamilyMatrix: e.Matrix != nil,
	}
	if !has[e.Op.Family] {
		return fmt.Errorf("no kernel of family %v", e.Op.Family)
	}
	return nil
}
