package ivy

import (
	"math"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// An attention is what scaled dot-product attention goes by.
type attention struct {
	scale  float64
	causal bool
	mask   bool // there is one, a further operand: numbers, or bools
	drop   dropping
	seed   uint64 // of what drop draws
}

// attentionBlock is how many bytes of scores are computed at a time.
const attentionBlock = 4 << 20

func (e *Env) scaledDotProductAttention(query, key, value any, opts []Option) *Array {
	xs, o, s := e.together(ops.ScaledDotProductAttention, opts, 3, query, key, value)
	z := e.attend(s, xs[0], xs[1], xs[2], opts)
	return e.toOut(z, &o)
}

// checkAttended refuses a query, a key and a value that are no matrices.
func checkAttended(xs ...*Array) {
	for i, x := range xs {
		if len(x.shape) < 2 {
			check(errorf(ErrShape, "%s of shape %s, want two axes or more", ops.ScaledDotProductAttention.Params[i].Name, shape.Text(x.shape)))
		}
	}
}

// attend understands the options of attention, and the shapes.
func (e *Env) attend(s *state, q, k, v *Array, opts []Option) *Array {
	checkAttended(q, k, v)
	n := len(q.shape)
	if q.shape[n-1] != k.shape[len(k.shape)-1] {
		check(errorf(ErrShape, "query of shape %s and key of shape %s: the last lengths differ", shape.Text(q.shape), shape.Text(k.shape)))
	}
	if k.shape[len(k.shape)-2] != v.shape[len(v.shape)-2] {
		check(errorf(ErrShape, "key of shape %s and value of shape %s, want as many of both", shape.Text(k.shape), shape.Text(v.shape)))
	}
	drop := newDropping("dropout_p", float64(get(opts, DropoutP(0))))
	if !bool(get(opts, Training(false))) {
		drop = dropping{}
	}
	how := attention{drop: drop, scale: 1 / math.Sqrt(float64(max(q.shape[n-1], 1))), causal: bool(get(opts, IsCausal(false)))}
	if v := valueOf(opts, ops.ScaleOpt); v != nil {
		p, err := e.operand(s, q.be, v)
		check(err)
		if p.arr == nil {
			p.arr, err = e.fromGo(s, q.be, p.scalar, Float64)
			check(err)
		}
		if p.arr.Size() != 1 || p.arr.dtype.IsComplex() {
			check(errorf(ErrValue, "scale of shape %s and dtype %v, want a real number", shape.Text(p.arr.shape), p.arr.dtype))
		}
		wide := e.wider(q)
		q = e.Astype(e.Multiply(wide, e.Reshape(e.Astype(p.arr, wide.dtype), []int{})), q.dtype)
		how.scale = 1
	}
	q, k, v, groups := e.grouped(q, k, v)
	lead, err := shape.Broadcast(q.shape[:len(q.shape)-2], k.shape[:len(k.shape)-2], v.shape[:len(v.shape)-2])
	check(err)
	l, d := q.shape[len(q.shape)-2], v.shape[len(v.shape)-1]
	dims := slices.Concat(lead, []int{l, d})
	e.room(q, q.dtype, dims...)
	args := []*Array{q, k, v}
	if m := valueOf(opts, ops.Mask); m != nil {
		args = append(args, e.attentionMask(s, m, q, slices.Concat(lead, []int{l, k.shape[len(k.shape)-2]}), groups))
		how.mask = true
	}
	if shape.Size(dims) == 0 {
		return e.ungrouped(e.withoutElements(q, dims), groups)
	}
	if drop.prob > 0 {
		check(notTraced())
		if !q.be.abstract {
			how.seed = e.seedOf(opts)
		}
	}
	return e.ungrouped(e.attentionOf(&how, args), groups)
}

// grouped gives grouped queries an axis for those that share a key: groups is how many do, 0 if each has its own.
func (e *Env) grouped(q, k, v *Array) (_, _, _ *Array, groups int) {
	n := len(q.shape)
	if n < 3 || len(k.shape) < 3 || len(v.shape) < 3 {
		return q, k, v, 0
	}
	heads, of, ofValue := q.shape[n-3], k.shape[len(k.shape)-3], v.shape[len(v.shape)-3]
	if heads == of && of == ofValue || of != ofValue || of <= 1 {
		return q, k, v, 0
	}
	if heads%of != 0 {
		check(errorf(ErrShape, "query has %d heads and key %d, which do not divide them", heads, of))
	}
	groups = heads / of
	apart := func(x *Array, heads, groups int) *Array {
		at := len(x.shape) - 3
		return e.Reshape(x, slices.Concat(x.shape[:at], []int{heads, groups}, x.shape[at+1:]))
	}
	return apart(q, of, groups), apart(k, of, 1), apart(v, of, 1), groups
}

func (e *Env) ungrouped(z *Array, groups int) *Array {
	if groups == 0 {
		return z
	}
	at := len(z.shape) - 4
	return e.Reshape(z, slices.Concat(z.shape[:at], []int{z.shape[at] * groups}, z.shape[at+2:]))
}

// attentionMask returns a mask as bools or in the dtype that scores are computed in; it broadcasts to want.
func (e *Env) attentionMask(s *state, m any, q *Array, want []int, groups int) *Array {
	a, err := e.asArray(s, q.be, m)
	check(err)
	if !a.dtype.IsBool() && !a.dtype.IsFloat() {
		check(errorf(ErrDtype, "mask of %v, want bools or floats", a.dtype))
	}
	if groups > 0 && len(a.shape) >= 3 { // it has the heads side by side
		at := len(a.shape) - 3
		apart := []int{1, 1}
		if a.shape[at] != 1 {
			if a.shape[at] != want[len(want)-4]*groups {
				check(errorf(ErrShape, "mask of shape %s for %d heads", shape.Text(a.shape), want[len(want)-4]*groups))
			}
			apart = []int{want[len(want)-4], groups}
		}
		a = e.Reshape(a, slices.Concat(a.shape[:at], apart, a.shape[at+1:]))
	}
	check(shape.BroadcastTo(a.shape, want))
	if !a.dtype.IsBool() {
		a = e.Astype(a, q.dtype)
	}
	return a
}

// attentionOf computes attention of some queries at a time.
func (e *Env) attentionOf(how *attention, args []*Array) *Array {
	if z, ok := e.ruled(ops.ScaledDotProductAttention, how, func(x []*Array) *Array { return e.attentionOf(how, x) }, args...); ok {
		return z
	}
	q := args[0]
	if how.drop.prob == 0 {
		if z := how.whole(e, args); z != nil {
			return z
		}
	}
	l := q.shape[len(q.shape)-2]
	drops := how.dropper(e)
	var parts []*Array
	for lo, step := 0, how.step(args); lo < l; lo += step {
		hi := min(lo+step, l)
		w := how.weights(e, args, lo, hi)
		z := e.MatMul(drops(w)(w), e.wider(args[2]))
		parts = append(parts, e.Astype(z, q.dtype))
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return e.Concat(parts, Axis(-2))
}

// whole returns attention by the backend's kernel, nil if it has none for that.
func (how *attention) whole(e *Env, args []*Array) *Array {
	q, k, v := args[0], args[1], args[2]
	lead, err := shape.Broadcast(q.shape[:len(q.shape)-2], k.shape[:len(k.shape)-2], v.shape[:len(v.shape)-2])
	check(err)
	return e.layerOf(ops.Attend, append(lead, q.shape[len(q.shape)-2], v.shape[len(v.shape)-1]), backend.AttentionAttrs{Scale: how.scale, Causal: how.causal}, args...)
}

// step returns how many queries are looked at together.
func (how *attention) step(args []*Array) int {
	q, k := args[0], args[1]
	lead, err := shape.Broadcast(q.shape[:len(q.shape)-2], k.shape[:len(k.shape)-2])
	check(err)
	row := shape.Product(shape.Size(lead), k.shape[len(k.shape)-2], max(q.dtype.Size(), Float32.Size()))
	return max(1, attentionBlock/max(1, row))
}

// rowsOf returns the queries from lo to hi, or their rows of a mask.
func (e *Env) rowsOf(x *Array, lo, hi int) *Array {
	at := len(x.shape) - 2
	if at < 0 || x.shape[at] == 1 {
		return x
	}
	return e.partAlong(x, at, lo, hi-lo)
}

// weights returns the weights of keys for the queries from lo to hi: softmax of their scores, zeros where no key counts.
func (how *attention) weights(e *Env, args []*Array, lo, hi int) *Array {
	q, k := e.wider(e.rowsOf(args[0], lo, hi)), e.wider(args[1])
	scores := e.MatMul(e.Multiply(q, how.scale), e.MatrixTranspose(k))
	keys := k.shape[len(k.shape)-2]
	var counts *Array // where keys count
	if how.causal {
		queries := e.partAlong(e.counting(q.be, hi), 0, lo, hi-lo)
		counts = e.GreaterEqual(e.ExpandDims(queries, Axis(1)), e.counting(q.be, keys))
	}
	if how.mask {
		m := e.rowsOf(args[3], lo, hi)
		switch {
		case !m.dtype.IsBool():
			scores = e.Add(scores, e.Astype(m, scores.dtype))
		case counts != nil:
			counts = e.LogicalAnd(counts, m)
		default:
			counts = m
		}
	}
	if counts != nil {
		scores = e.Where(counts, scores, e.numberLike(scores, math.Inf(-1)))
	}
	if !how.mask && !how.causal {
		return e.softmaxOf(scores, Axis(len(scores.shape)-1))
	}
	most := e.Max(scores, Axis(-1), KeepDims(true))
	none := e.Equal(most, e.numberLike(most, math.Inf(-1)))
	z := e.softmaxOf(e.Where(none, e.numberLike(scores, 0), scores), Axis(len(scores.shape)-1))
	return e.Where(none, e.numberLike(z, 0), z)
}

// dropper returns a function of the weights of some queries after the other, which gives what drops some of these. Draws follow each other from query to query,
// so that they are the same however many are looked at together.
func (how *attention) dropper(e *Env) func(w *Array) func(x *Array) *Array {
	if how.drop.prob == 0 {
		return func(*Array) func(x *Array) *Array { return func(x *Array) *Array { return x } }
	}
	g := e.NewGenerator(how.seed)
	return func(w *Array) func(x *Array) *Array {
		at := len(w.shape) - 2
		dims := slices.Concat([]int{w.shape[at]}, w.shape[:at], w.shape[at+1:])
		kept := how.drop.kept(g, w.be.rootEngine(), dims)
		perm := slices.Concat(shape.All(at + 1)[1:], []int{0, at + 1})
		kept = e.permuted(kept, perm)
		return func(x *Array) *Array { return how.drop.of(e, x, kept) }
	}
}

// attentionRule computes the weights again, of some queries at a time.
func attentionRule(c *pulling) {
	e, how := c.e, c.n.attrs.(*attention)
	args := make([]*Array, len(c.n.args))
	for i := range args {
		args[i] = c.x(i)
	}
	q, k, v := args[0], e.wider(args[1]), e.wider(args[2])
	l := q.shape[len(q.shape)-2]
	var ofQ, ofMask []*Array
	var ofK, ofV *Array
	plus := func(sum, x *Array) *Array {
		if sum == nil {
			return x
		}
		return e.plus(sum, x)
	}
	drops := how.dropper(e)
	for lo, step := 0, how.step(args); lo < l; lo += step {
		hi := min(lo+step, l)
		w, g := how.weights(e, args, lo, hi), e.wider(e.rowsOf(c.g, lo, hi))
		drop := drops(w)
		ofV = plus(ofV, e.productOf(e.matrixTransposed(drop(w)), g))
		part := e.times(w, drop(e.productOf(g, e.matrixTransposed(v))))
		ds := e.minus(part, e.times(w, e.sumOver(part, []int{len(part.shape) - 1}, true)))
		if how.mask && c.wants(3) {
			ofMask = append(ofMask, ds)
		}
		ds = e.scaled(ds, how.scale)
		ofQ = append(ofQ, e.productOf(ds, k))
		ofK = plus(ofK, e.productOf(e.matrixTransposed(ds), e.wider(e.rowsOf(q, lo, hi))))
	}
	rows := func(parts []*Array) *Array {
		if len(parts) == 1 {
			return parts[0]
		}
		return e.joined(parts, len(parts[0].shape)-2)
	}
	d := c.g.dtype
	c.give(0, e.cast(rows(ofQ), d))
	c.give(1, e.cast(ofK, d))
	c.give(2, e.cast(ofV, d))
	if len(ofMask) > 0 {
		c.give(3, e.cast(rows(ofMask), args[3].dtype))
	}
}

func (e *Env) multiHeadAttention(query, key, value any, heads int, opts []Option) *Array {
	xs, o, s := e.together(ops.MultiHeadAttention, opts, 3, query, key, value, valueOf(opts, ops.InProjWeight), valueOf(opts, ops.InProjBias),
		valueOf(opts, ops.OutProjWeight), valueOf(opts, ops.OutProjBias))
	checkAttended(xs[:3]...)
	d := xs[0].shape[len(xs[0].shape)-1]
	if heads < 1 || d%heads != 0 {
		check(errorf(ErrValue, "num_heads %d of %d numbers", heads, d))
	}
	w, b := xs[3], xs[4]
	if w != nil && !slices.Equal(w.shape, []int{3 * d, d}) {
		check(errorf(ErrShape, "in_proj_weight of shape %s, want (%d, %d)", shape.Text(w.shape), 3*d, d))
	}
	if b != nil && !slices.Equal(b.shape, []int{3 * d}) {
		check(errorf(ErrShape, "in_proj_bias of shape %s, want (%d)", shape.Text(b.shape), 3*d))
	}
	ws, bs := make([]*Array, 3), make([]*Array, 3)
	if w != nil {
		ws = e.equalParts(w, 0, 3)
	}
	if b != nil {
		bs = e.equalParts(b, 0, 3)
	}
	var parts [3]*Array
	for i, x := range xs[:3] {
		if x.shape[len(x.shape)-1] != d {
			check(errorf(ErrShape, "%s of shape %s, want %d numbers each", ops.MultiHeadAttention.Params[i].Name, shape.Text(x.shape), d))
		}
		if ws[i] != nil {
			x = e.Linear(x, ws[i])
		}
		if bs[i] != nil {
			x = e.Add(x, bs[i])
		}
		n := len(x.shape)
		x = e.Reshape(x, append(slices.Clone(x.shape[:n-1]), heads, d/heads))
		parts[i] = e.MoveAxis(x, []int{-2}, []int{-3})
	}
	z := e.attend(s, parts[0], parts[1], parts[2], opts)
	z = e.MoveAxis(z, []int{-3}, []int{-2})
	n := len(z.shape)
	z = e.Reshape(z, append(slices.Clone(z.shape[:n-2]), d))
	if xs[5] != nil {
		if len(xs[5].shape) != 2 || xs[5].shape[1] != d {
			check(errorf(ErrShape, "out_proj_weight of shape %s for %d numbers", shape.Text(xs[5].shape), d))
		}
		z = e.Linear(z, xs[5])
	}
	if xs[6] != nil {
		if len(xs[6].shape) > 1 || len(xs[6].shape) == 1 && xs[6].shape[0] != z.shape[len(z.shape)-1] {
			check(errorf(ErrShape, "out_proj_bias of shape %s for %d numbers", shape.Text(xs[6].shape), z.shape[len(z.shape)-1]))
		}
		z = e.Add(z, xs[6])
	}
	return e.toOut(z, &o)
}
