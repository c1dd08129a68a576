// Package backendtest is the conformance suite of backends. A backend's test is
//
//	func TestBackend(t *testing.T) { backendtest.Run(t, "native") }
//
// [Run] calls every function of the unified API with golden operands, of every dtype
// it takes and in every form (contiguous, strided, reversed, transposed, broadcast,
// without dimensions, empty, with scalars), and compares dtype, shape and values with
// what support/oracle computed without this module's code. It also holds that the
// table, the kernels and the cases are complete, that misuse, also of what was freed, is an *ivy.Error and
// never another panic, that results do not alias and basic indices do, that Out is written,
// that inference without elements gives the dtypes and shapes of the results, also of
// every pair of dtypes and kinds of operands ([Consistency]), that gradients of every function
// and of random programs are right, that factorizations are exact, and that large arrays and many goroutines change nothing. [Consistent] compares several backends.
//
// What a backend is known not to do is a list of [Gap] with reasons, checked both
// ways: a listed gap that works is a failure too.
//
// With -short a tenth of the golden rows is run, always the same, and no large arrays.
package backendtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// A Gap is a function and dtypes with which a backend is known to fail.
type Gap struct {
	Op     string    // the function's Go name
	Dtypes dtype.Set // the operands' common dtypes
	Reason string
}

// Run tests the backend of that name. Every golden row of a Gap's function and dtypes
// may fail, and at least one must.
func Run(t *testing.T, backendName string, gaps ...Gap) {
	s := newSuite(t, backendName, gaps)
	t.Run("encoding", s.encoding) // not in parallel with others: it sets the standard Env's backend
	t.Run("files", s.files)
	s.allGolden(t)
	t.Run("complete", func(t *testing.T) { t.Parallel(); s.complete(t) })
	t.Run("misuse", func(t *testing.T) { t.Parallel(); s.misuse(t) })
	t.Run("unusable", func(t *testing.T) { t.Parallel(); s.unusable(t) })
	t.Run("export", func(t *testing.T) { t.Parallel(); s.export(t) })
	t.Run("aliasing", func(t *testing.T) { t.Parallel(); s.aliasing(t) })
	t.Run("views", func(t *testing.T) { t.Parallel(); s.views(t) })
	t.Run("additions", func(t *testing.T) { t.Parallel(); s.additions(t) })
	t.Run("gradients", func(t *testing.T) { t.Parallel(); s.gradients(t) })
	t.Run("matrices", func(t *testing.T) { t.Parallel(); s.matrices(t) })
	t.Run("random", func(t *testing.T) { t.Parallel(); s.random(t) })
	t.Run("gradient programs", func(t *testing.T) { t.Parallel(); s.gradientPrograms(t) })
	t.Run("out", func(t *testing.T) { t.Parallel(); s.out(t) })
	t.Run("in place", func(t *testing.T) { t.Parallel(); s.inPlace(t) })
	t.Run("elements", func(t *testing.T) { t.Parallel(); s.elements(t) })
	t.Run("canceled", func(t *testing.T) { t.Parallel(); s.canceled(t) })
	t.Run("control", func(t *testing.T) { t.Parallel(); s.control(t) })
	t.Run("scopes", func(t *testing.T) { t.Parallel(); s.scopes(t) })
	t.Run("large", func(t *testing.T) { t.Parallel(); s.large(t) })
	t.Run("long", func(t *testing.T) { t.Parallel(); s.long(t) })
	t.Run("at once", func(t *testing.T) { t.Parallel(); s.atOnce(t) })
	t.Run("many parts", func(t *testing.T) { t.Parallel(); s.manyParts(t) })
	t.Run("plans", func(t *testing.T) { t.Parallel(); s.plansGo(t) })
	t.Run("consistent", func(t *testing.T) {
		t.Parallel()
		backends := []string{backendName}
		if backendName != "native" && slices.Contains(backend.Linked(), "native") {
			backends = []string{"native", backendName}
		}
		Consistency{Backends: backends, Gaps: map[string][]Gap{backendName: gaps}}.Run(t)
	})
	t.Run("concurrent", func(t *testing.T) { t.Parallel(); s.concurrent(t) })
}

// Golden is Run of the golden rows alone, for a backend whose table is not complete.
func Golden(t *testing.T, backendName string, gaps ...Gap) {
	newSuite(t, backendName, gaps).allGolden(t)
}

func newSuite(t *testing.T, backendName string, gaps []Gap) *suite {
	gs, err := groups()
	require.NoError(t, err)
	env, err := ivy.NewEnv(backendName)
	require.NoError(t, err)
	return &suite{env: env, name: backendName, groups: gs, gaps: gaps}
}

func (s *suite) allGolden(t *testing.T) {
	for _, g := range s.groups {
		t.Run(g.name, func(t *testing.T) {
			t.Parallel()
			s.golden(t, g)
		})
	}
}

// A suite is a run of the tests on one backend.
type suite struct {
	env    *ivy.Env
	name   string
	groups []*group
	gaps   []Gap
}

// gap returns the gap that a function and dtype fall into, or nil.
func (s *suite) gap(op string, d dtype.Dtype) *Gap {
	for i := range s.gaps {
		if g := &s.gaps[i]; g.Op == op && g.Dtypes.Has(d) {
			return g
		}
	}
	return nil
}

// failuresShown is how many rows of a subtest are printed; the rest are counted.
const failuresShown = 5

// golden runs the rows of a group, a subtest for each function and dtype.
func (s *suite) golden(t *testing.T, g *group) {
	type cell struct{ op, d string }
	cells := map[cell][]*row{}
	var order []cell
	for _, r := range g.rows {
		c := cell{r.Op, r.D}
		if cells[c] == nil {
			order = append(order, c)
		}
		cells[c] = append(cells[c], r)
	}
	for _, c := range order {
		rows := cells[c]
		t.Run(c.op+"/"+c.d, func(t *testing.T) {
			t.Parallel()
			d, err := dtype.Parse(c.d)
			require.NoError(t, err)
			for _, f := range s.verdict(rows, s.gap(c.op, d), testing.Short()) {
				t.Error(f)
			}
		})
	}
}

// verdict runs the rows of a function and dtype and returns what is to be reported:
// the rows that fail, or that none does where there is a gap.
func (s *suite) verdict(rows []*row, gap *Gap, short bool) []string {
	var failures []string
	for i, r := range rows {
		if short && gap == nil && i%10 != 0 {
			continue
		}
		if diff := s.check(r, i/10%2 == 1); diff != "" {
			failures = append(failures, diff)
		}
	}
	switch n := len(failures) - failuresShown; {
	case gap != nil && len(failures) > 0:
		return nil
	case gap != nil:
		return []string{fmt.Sprintf("the gap (%s) is closed: take it off the list", gap.Reason)}
	case n > 0:
		return append(failures[:failuresShown:failuresShown], fmt.Sprintf("and %d more of %d rows", n, len(rows)))
	}
	return failures
}

// check runs a row, for real and without elements, and returns what is wrong with it. In a scope
// everything but its results is freed before they are looked at.
func (s *suite) check(r *row, scoped bool) (diff string) {
	defer func() {
		if p := recover(); p != nil {
			diff = r.failure(fmt.Sprintf("panic: %v", p))
		}
	}()
	got, err := s.run(r, scoped)
	if len(r.Err) > 0 {
		if diff := wrongError(err, r.Err); diff != "" {
			return r.failure(diff)
		}
	} else {
		if err != nil {
			return r.failure(err.Error())
		}
		if diff := r.compare(got); diff != "" {
			return r.failure(diff)
		}
	}
	if diff := s.inferred(r, got); diff != "" {
		return r.failure("without elements: " + diff)
	}
	return ""
}

func (s *suite) run(r *row, scoped bool) (out []*ivy.Array, err error) {
	if !scoped {
		return (&maker{env: s.env, group: r.group}).run(r)
	}
	out = s.env.TidyMany(func(e *ivy.Env) (out []*ivy.Array) {
		out, err = (&maker{env: e, group: r.group}).run(r)
		return out
	})
	return out, err
}

func (m *maker) run(r *row) ([]*ivy.Array, error) {
	c, err := m.call(r)
	if err != nil {
		return nil, err
	}
	return c.run(m.env)
}

func (r *row) failure(what string) string {
	why := ""
	if r.Why != "" {
		why = "; " + r.Why
	}
	return fmt.Sprintf("%s: %s (%s, %s%s)", r.text(), what, r.where, r.F, why)
}

// kinds are the kinds of error by the names that the golden files have.
var kinds = map[string]error{
	"dtype": ivy.ErrDtype, "shape": ivy.ErrShape, "index": ivy.ErrIndex, "value": ivy.ErrValue, "unsupported": ivy.ErrUnsupported,
	"linalg": ivy.ErrLinAlg,
}

// wrongError returns "" if err is of one of the kinds.
func wrongError(err error, want []string) string {
	if err == nil {
		return "no error, want one of kind " + strings.Join(want, " or ")
	}
	if slices.ContainsFunc(want, func(k string) bool { return errors.Is(err, kinds[k]) }) {
		return ""
	}
	return fmt.Sprintf("error %v, want one of kind %s", err, strings.Join(want, " or "))
}

// inferred calls a row with arrays that have no elements, and returns how the dtypes
// and shapes inferred differ from those of the results.
func (s *suite) inferred(r *row, got []*ivy.Array) string {
	if !slices.ContainsFunc(r.In, func(n *number) bool { return n.isArray() || n != nil && n.List != nil }) {
		return ""
	}
	out, err := (&maker{env: s.env, group: r.group, abstract: true}).run(r)
	switch {
	case errors.Is(err, ivy.ErrUnsupported):
		if !dependsOnValues(r) {
			return err.Error()
		}
		return ""
	case len(r.Err) > 0:
		// Whether an index is there, a value fits and a matrix is regular may depend on elements.
		if err == nil && !slices.ContainsFunc(r.Err, func(k string) bool { return k == "index" || k == "value" || k == "linalg" }) {
			return "no error, want one of kind " + strings.Join(r.Err, " or ")
		}
		return ""
	case err != nil:
		return err.Error()
	case len(out) != len(got):
		return fmt.Sprintf("%d results, want %d", len(out), len(got))
	}
	for i, x := range out {
		if !x.IsAbstract() {
			return fmt.Sprintf("result %d has elements", i)
		}
		if x.Dtype() != got[i].Dtype() || !slices.Equal(x.Shape(), got[i].Shape()) {
			return fmt.Sprintf("result %d is %v of shape %v, want %v of shape %v", i, x.Dtype(), x.Shape(), got[i].Dtype(), got[i].Shape())
		}
	}
	return ""
}

// dependsOnValues reports whether a result's shape depends on the elements of the
// operands.
func dependsOnValues(r *row) bool {
	switch r.Op {
	case "ArgWhere", "Bincount", "NMS", "Nonzero", "TrimZeros", "UniqueAll", "UniqueConsecutive", "UniqueCounts", "UniqueInverse", "UniqueValues", "FromDlpack":
		return true
	case "Split":
		var n number
		return json.Unmarshal(r.O["num_or_size_splits"], &n) == nil && n.isArray()
	case "Quantile", "NanQuantile", "Repeat", "HSplit", "VSplit", "DSplit":
		return len(r.In) > 1 && r.In[1].isArray()
	case "GetItem", "SetItem":
		for _, it := range *r.In[1].Index {
			if it.Arr != nil {
				a, err := it.Arr.raw(r.group)
				if err == nil && (a.dtype == dtype.Bool || len(a.shape) == 0) {
					return true
				}
			}
		}
	}
	return false
}
