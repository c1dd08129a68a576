package backendtest

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// sampled are the dtypes of the tests of memory: one of each way an element can lie.
var sampled = []dtype.Dtype{dtype.Bool, dtype.Int16, dtype.BFloat16, dtype.Float32, dtype.Complex128}

// samples returns, for each function, a golden row that succeeds for each form of
// operand and each dtype of sampled that it takes.
func (s *suite) samples() map[string][]*row {
	type key struct{ op, d, f string }
	seen := map[key]bool{}
	out := map[string][]*row{}
	for _, g := range s.groups {
		for _, r := range g.rows {
			d, _ := dtype.Parse(r.D)
			k := key{r.Op, r.D, r.F}
			if len(r.Err) > 0 || seen[k] || !slices.Contains(sampled, d) || s.gap(r.Op, d) != nil {
				continue
			}
			seen[k] = true
			out[r.Op] = append(out[r.Op], r)
		}
	}
	return out
}

// overwrite gives every element of x another value.
func overwrite(env *ivy.Env, x *ivy.Array) {
	data := x.Bytes()
	for i := range data {
		if x.Dtype() == dtype.Bool {
			data[i] ^= 1
		} else {
			data[i] = ^data[i]
		}
	}
	env.SetItem(x, env.FromBytes(x.Dtype(), x.Shape(), data), ivy.Ellipsis)
}

// operands returns the arrays among the arguments of a call.
func (c *call) operands() []*ivy.Array {
	var out []*ivy.Array
	for _, v := range c.args {
		switch v := v.(type) {
		case *ivy.Array:
			out = append(out, v)
		case []*ivy.Array:
			out = append(out, v...)
		case []any: // an index
			for _, k := range v {
				if x, ok := k.(*ivy.Array); ok {
					out = append(out, x)
				}
			}
		}
	}
	return out
}

// aliases reports whether the result of a row is to share its operand's memory: basic
// indexing alone, and what Copy(false) asks for.
func aliases(r *row) bool {
	if r.Op != "GetItem" {
		return r.Op == "SetItem" || string(r.O["copy"]) == "false"
	}
	return !slices.ContainsFunc(*r.In[1].Index, func(it indexItem) bool { return it.Arr != nil })
}

func contents(xs []*ivy.Array) [][]byte {
	out := make([][]byte, len(xs))
	for i, x := range xs {
		out[i] = x.Bytes()
	}
	return out
}

// aliasing holds that no result of any function shares memory that can be seen: after
// a write to an operand the results are what they were, after a write to a result the
// operands and the other results are.
func (s *suite) aliasing(t *testing.T) {
	samples := s.samples()
	for _, name := range sortedKeys(samples) {
		t.Run(name, func(t *testing.T) {
			for _, r := range samples[name] {
				if aliases(r) {
					continue
				}
				start := func() (*call, []*ivy.Array) {
					c, err := (&maker{env: s.env, group: r.group}).call(r)
					require.NoError(t, err, r.text())
					out, err := c.run(s.env)
					require.NoError(t, err, r.text())
					return c, out
				}
				c, out := start()
				for i, x := range c.operands() {
					before := contents(out)
					overwrite(s.env, x)
					assert.Equal(t, before, contents(out), "%s (%s): a write to operand %d shows in the result", r.text(), r.where, i)
				}
				c, out = start()
				for i, z := range out {
					operands, others := contents(c.operands()), contents(slices.Delete(slices.Clone(out), i, i+1))
					overwrite(s.env, z)
					assert.Equal(t, operands, contents(c.operands()), "%s (%s): a write to result %d shows in an operand", r.text(), r.where, i)
					assert.Equal(t, others, contents(slices.Delete(slices.Clone(out), i, i+1)), "%s (%s): a write to result %d shows in another", r.text(), r.where, i)
				}
			}
		})
	}
}

// numbered returns an array of this shape whose elements all differ in their bytes
// (bools but two by two).
func (s *suite) numbered(d dtype.Dtype, dims ...int) *ivy.Array {
	n := shape.Size(dims)
	if d == dtype.Bool {
		data := make([]byte, n)
		for i := range data {
			data[i] = byte(i % 2)
		}
		return s.env.FromBytes(d, dims, data)
	}
	return s.env.Astype(s.env.Reshape(s.env.Arange(n, ivy.Int64), dims), d)
}

// views holds that a basic index is a view: writes through it are seen in the array
// it is of, in other views, and the other way round, and nowhere else.
func (s *suite) views(t *testing.T) {
	keys := map[string][]any{
		"all": {}, "int": {1}, "ints": {2, -1}, "step": {ivy.Slice(nil, nil, 2)}, "back": {ivy.Slice(nil, nil, -1)}, "inner": {ivy.Colon, ivy.Slice(1, 3), ivy.Slice(4, 0, -2)},
		"last": {ivy.Ellipsis, -1}, "new": {ivy.NewAxis, ivy.Colon, 1, ivy.NewAxis}, "none": {ivy.Slice(2, 2)}, "element": {1, 2, 3},
	}
	e := s.env
	dims := []int{3, 4, 5}
	for _, d := range dtype.All.Dtypes() {
		if s.gap("GetItem", d) != nil || s.gap("SetItem", d) != nil {
			continue
		}
		t.Run(d.String(), func(t *testing.T) {
			size := d.Size()
			for _, name := range sortedKeys(keys) {
				key := keys[name]
				x := s.numbered(d, dims...)
				// Where the view's elements are in x.
				at := ivy.Values[int64](e.GetItem(e.Reshape(e.Arange(60, ivy.Int64), dims), key...))
				v := e.GetItem(x, key...)
				before := x.Bytes()
				require.Len(t, at, v.Size(), name)
				for i, p := range at {
					require.Equal(t, before[int(p)*size:(int(p)+1)*size], v.Bytes()[i*size:(i+1)*size], "%s: x[%d]", name, p)
				}

				kept := e.Reshape(x, []int{60}) // a result, which must not follow
				overwrite(e, v)
				after := x.Bytes()
				for p := range 60 {
					same := bytes.Equal(before[p*size:(p+1)*size], after[p*size:(p+1)*size])
					assert.Equal(t, !slices.Contains(at, int64(p)), same, "%s: a write to the view and x[%d]", name, p)
				}
				assert.Equal(t, before, kept.Bytes(), "%s: a write to a view shows in a result made before", name)

				// A write to x is seen in the view, in a view of the view, and in one made before.
				w := e.GetItem(v)
				overwrite(e, x)
				now := x.Bytes()
				for i, p := range at {
					assert.Equal(t, now[int(p)*size:(int(p)+1)*size], v.Bytes()[i*size:(i+1)*size], "%s: a write to x[%d] and the view", name, p)
				}
				assert.Equal(t, v.Bytes(), w.Bytes(), "%s: a view of the view", name)
				overwrite(e, w)
				assert.Equal(t, v.Bytes(), w.Bytes(), "%s: a write to a view of the view", name)
			}

			x := s.numbered(d, dims...)
			a, b := e.GetItem(x, ivy.Slice(0, 2)), e.GetItem(x, ivy.Slice(1, 3))
			overwrite(e, e.GetItem(a, 1, 2))
			assert.Equal(t, e.GetItem(x, 1).Bytes(), e.GetItem(b, 0).Bytes(), "two views that overlap")
			// A value that overlaps what is written is taken as it was.
			x = s.numbered(d, 6)
			want := e.Concat([]*ivy.Array{e.GetItem(x, ivy.Slice(0, 1)), e.GetItem(x, ivy.Slice(0, 5))}).Bytes()
			e.SetItem(x, e.GetItem(x, ivy.Slice(0, 5)), ivy.Slice(1, 6))
			assert.Equal(t, want, x.Bytes(), "x[1:] = x[:-1]")
			x = s.numbered(d, 6)
			want = e.Flip(x).Bytes()
			e.SetItem(x, e.GetItem(x, ivy.Slice(nil, nil, -1)), ivy.Colon)
			assert.Equal(t, want, x.Bytes(), "x[:] = x[::-1]")

			x = s.numbered(d, 6)
			y := e.Asarray(x, ivy.Copy(false))
			overwrite(e, y)
			assert.Equal(t, y.Bytes(), x.Bytes(), "Asarray(x, Copy(false)) shares")
			z := e.Reshape(x, []int{1, 6, 1}, ivy.Copy(false))
			overwrite(e, z)
			assert.Equal(t, z.Bytes(), x.Bytes(), "Reshape(x, Copy(false)) shares")
			if d.IsFloat() {
				// In place, but not in what had the same elements before.
				nan := e.Log(e.Negative(e.Ones([]int{6}, d)))
				kept, view := e.Reshape(nan, []int{2, 3}), e.GetItem(nan, ivy.Slice(1, 3))
				assert.Same(t, nan, e.NanToNum(nan, ivy.Copy(false)), "NanToNum in place")
				assert.Equal(t, e.Zeros([]int{6}, d).Bytes(), nan.Bytes(), "NanToNum in place")
				assert.Equal(t, e.Zeros([]int{2}, d).Bytes(), view.Bytes(), "NanToNum in place, through a view")
				assert.True(t, e.All(e.IsNan(kept)).Bool(), "NanToNum in place shows in a result made before")
				err := ivy.Try(func() { e.NanToNum(e.Ones([]int{}, d), ivy.Copy(false), ivy.PosInf([]float64{1, 2})) })
				assert.ErrorIs(t, err, ivy.ErrShape, "NanToNum in place into a smaller shape")
			}
		})
	}
}

// out holds that Out is written and returned, through strides as well and where it is
// an operand, and that what is not part of it stays.
func (s *suite) out(t *testing.T) {
	e := s.env
	samples := s.samples()
	for _, op := range ops.All() {
		if op.Hidden || !op.Takes(ops.Out) {
			continue
		}
		t.Run(op.Name, func(t *testing.T) {
			for _, r := range samples[op.Name] {
				if len(r.Out) != 1 {
					continue
				}
				want, err := r.Out[0].raw(r.group)
				require.NoError(t, err)
				run := func(target *ivy.Array, c *call) string {
					c.opts = append(c.opts, ivy.Out(target))
					got, err := c.run(e)
					if err != nil {
						return err.Error()
					}
					if len(got) != 1 || got[0] != target {
						return "the result is not the array given"
					}
					return r.compare(got)
				}
				fresh := func() *call {
					c, err := (&maker{env: e, group: r.group}).call(r)
					require.NoError(t, err)
					return c
				}
				if diff := run(e.Zeros(want.shape, want.dtype), fresh()); diff != "" {
					t.Error(r.failure("Out: " + diff))
					continue
				}
				if n := len(want.shape); n > 0 {
					wide := slices.Clone(want.shape)
					wide[n-1] *= 2
					base := e.Ones(wide, want.dtype)
					if diff := run(e.GetItem(base, ivy.Ellipsis, ivy.Slice(1, nil, 2)), fresh()); diff != "" {
						t.Error(r.failure("Out with strides: " + diff))
					}
					rest := e.GetItem(base, ivy.Ellipsis, ivy.Slice(nil, nil, 2))
					assert.Equal(t, e.Ones(want.shape, want.dtype).Bytes(), rest.Bytes(), "%s: what lies next to Out", r.text())
				}
				for i, x := range fresh().operands() {
					if x.Dtype() != want.dtype || !slices.Equal(x.Shape(), want.shape) {
						continue
					}
					c := fresh()
					if diff := run(c.operands()[i], c); diff != "" {
						t.Error(r.failure(fmt.Sprintf("Out is operand %d: %s", i, diff)))
					}
					if len(want.shape) == 0 {
						continue
					}
					// An operand read back to front while it is written.
					c = fresh()
					target := c.operands()[i]
					for k, v := range c.args {
						if v == any(target) {
							c.args[k] = e.GetItem(target, ivy.Slice(nil, nil, -1))
							e.SetItem(target, e.Flip(target, ivy.Axis(0)), ivy.Ellipsis)
						}
					}
					if diff := run(target, c); diff != "" {
						t.Error(r.failure(fmt.Sprintf("Out is operand %d reversed: %s", i, diff)))
					}
				}
			}
		})
	}
}
