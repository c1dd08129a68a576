package ivy

import (
	"math"
	"slices"

	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// An embedding is a call of a function of rows that indices name.
type embedding struct {
	e    *Env
	s    *state
	o    options
	opts []Option

	weights, indices *Array
}

// newEmbedding understands the options and operands of a call; more are the operands that options give.
func (e *Env) newEmbedding(op *ops.Op, weights, indices any, opts []Option, more ...any) *embedding {
	b := &embedding{e: e, s: e.now.Load(), opts: opts}
	check(b.o.parse(op, opts))
	be, err := e.agree(b.s, append([]any{weights, indices}, more...)...)
	check(err)
	w, err := e.asArray(b.s, be, weights)
	check(err)
	b.weights, err = e.prepare(b.s, op, composed(op), w)
	check(err)
	if len(b.weights.shape) == 0 {
		check(errorf(ErrShape, "weights without axes"))
	}
	b.indices = b.integers("indices", indices)
	return b
}

// integers returns an operand of indices.
func (b *embedding) integers(name string, x any) *Array {
	a, err := b.e.asArray(b.s, b.weights.be, x)
	check(err)
	if !a.dtype.IsInteger() {
		check(errorf(ErrDtype, "%s of %v, want integers", name, a.dtype))
	}
	return a
}

// rows returns the rows that the indices name, as if these had one axis, none with a greater norm than MaxNorm.
func (b *embedding) rows() *Array {
	e, w, idx := b.e, b.weights, b.indices
	most := float64(get(b.opts, MaxNorm(0)))
	if !(most >= 0) {
		check(errorf(ErrValue, "max_norm %v, want 0 or more", most))
	}
	e.room(w, w.dtype, slices.Concat(idx.shape, w.shape[1:])...)
	z := e.Take(w, e.Reshape(idx, []int{idx.Size()}), Axis(0))
	if !b.o.has(ops.MaxNorm) {
		return z
	}
	wide := e.wider(z)
	over := shape.All(len(wide.shape))[1:]
	norm := e.Sqrt(e.Sum(e.Square(wide), Axes(over), KeepDims(true)))
	large := e.Greater(norm, most)
	return e.Astype(e.Where(large, e.Multiply(wide, e.Divide(most, e.Where(large, norm, 1.0))), wide), z.dtype)
}

func (e *Env) embedding(weights, indices any, opts []Option) *Array {
	b := e.newEmbedding(ops.Embedding, weights, indices, opts)
	return e.toOut(e.Reshape(b.rows(), slices.Concat(b.indices.shape, b.weights.shape[1:])), &b.o)
}

// A bagging is a call of EmbeddingBag.
type bagging struct {
	*embedding
	mode   string
	count  int    // how many bags there are
	rest   []int  // the shape of a row
	factor *Array // of each row, nil if there is none
	counts *Array // for each index whether it counts, nil if all do
}

func (e *Env) embeddingBag(weights, indices any, opts []Option) *Array {
	offsets, factors := valueOf(opts, ops.Offsets), valueOf(opts, ops.PerSampleWeights)
	b := &bagging{embedding: e.newEmbedding(ops.EmbeddingBag, weights, indices, opts, offsets, factors), mode: string(get(opts, Mode("mean")))}
	if !slices.Contains([]string{"mean", "sum", "max"}, b.mode) {
		check(errorf(ErrValue, "mode %q, want mean, sum or max", b.mode))
	}
	d, idx := b.weights.dtype, b.indices
	last := bool(get(opts, IncludeLastOffset(false)))
	b.rest = b.weights.shape[1:]
	var begins *Array
	switch n := len(idx.shape); {
	case n != 1 && n != 2:
		check(errorf(ErrShape, "indices of shape %s, want one axis or two", shape.Text(idx.shape)))
	case n == 2 && (offsets != nil || last):
		check(errorf(ErrValue, "offsets of indices of shape %s, whose rows are the bags", shape.Text(idx.shape)))
	case n == 2:
		b.count = idx.shape[0]
	case offsets == nil:
		check(errorf(ErrValue, "no offsets of indices of shape %s", shape.Text(idx.shape)))
	default:
		begins = b.integers("offsets", offsets)
		if len(begins.shape) != 1 || last && begins.shape[0] == 0 {
			check(errorf(ErrShape, "offsets of shape %s, want one axis, and one offset at least where the last is included", shape.Text(begins.shape)))
		}
		if b.count = begins.shape[0]; last {
			b.count--
		}
	}
	e.room(idx, Int64, idx.shape...)
	e.room(b.weights, Float64, slices.Concat(idx.shape, b.rest)...) // wide rows, and positions
	e.room(b.weights, Float64, append([]int{b.count}, b.rest...)...)
	if factors != nil {
		if b.mode != "sum" {
			check(errorf(ErrValue, "per_sample_weights with mode %q, want sum", b.mode))
		}
		y, err := e.asArray(b.s, b.weights.be, factors)
		check(err)
		if y.dtype.IsComplex() {
			check(errorf(ErrDtype, "per_sample_weights of %v, want real numbers", y.dtype))
		}
		if !slices.Equal(y.shape, idx.shape) {
			check(errorf(ErrShape, "per_sample_weights of shape %s, want %s", shape.Text(y.shape), shape.Text(idx.shape)))
		}
		b.factor = e.wider(e.Astype(y, d))
	}
	b.pad()
	x := e.wider(b.rows()) // which looks at the values of indices, after all other checks
	var z *Array
	if idx.Size() == 0 && b.mode == "max" { // zeros, as sums of nothing
		b.mode = "sum"
	}
	if begins == nil {
		z = b.ofRows(x)
	} else {
		z = b.ofOffsets(x, begins)
	}
	return e.toOut(e.Astype(z, d), &b.o)
}

// pad sets which indices count: all but those of the row PaddingIdx.
func (b *bagging) pad() {
	if !b.o.has(ops.PaddingIdx) {
		return
	}
	e, n, p := b.e, b.weights.shape[0], int(get(b.opts, PaddingIdx(0)))
	if p < -n || p >= n {
		check(errorf(ErrIndex, "padding_idx %d of %d rows", p, n))
	}
	if p < 0 {
		p += n
	}
	idx := e.Astype(b.indices, Int64)
	b.counts = e.NotEqual(e.Where(e.Less(idx, 0), e.Add(idx, n), idx), p)
}

// perIndex returns an array with a number for each index as one with a number for each row, with axes of length 1 behind.
func (b *bagging) perIndex(x *Array) *Array {
	return b.e.Reshape(x, slices.Concat(x.shape, ones(len(b.rest))))
}

// terms returns the rows as they are summed, in their dtype: times their factors, 0 where they do not count.
func (b *bagging) terms(x *Array) *Array {
	if b.factor != nil {
		x = b.e.Multiply(x, b.perIndex(b.factor))
	}
	return b.orElse(x, 0)
}

// orElse returns rows, and v in place of those that do not count.
func (b *bagging) orElse(x *Array, v float64) *Array {
	if b.counts == nil {
		return x
	}
	return b.e.choice(b.perIndex(b.counts), x, b.e.numberLike(x, v))
}

// mean divides the sums of bags by how many of their indices count.
func (b *bagging) mean(sum, n *Array) *Array {
	n = b.e.Maximum(b.e.Astype(n, sum.dtype), 1)
	return b.e.Divide(sum, b.e.Reshape(n, append([]int{b.count}, ones(len(b.rest))...)))
}

// ofRows returns the bags whose indices are the rows.
func (b *bagging) ofRows(x *Array) *Array {
	e, dims := b.e, b.indices.shape
	x = e.Reshape(x, slices.Concat(dims, b.rest))
	if b.mode == "max" {
		x = b.orElse(x, math.Inf(-1))
		at := e.ArgMax(e.StopGradient(x), Axis(1), KeepDims(true))
		z := e.Squeeze(e.TakeAlongAxis(x, at, Axis(1)), Axis(1))
		if b.counts != nil {
			z = b.e.choice(b.perIndex(e.Any(b.counts, Axis(1))), z, e.numberLike(z, 0))
		}
		return z
	}
	sum := e.Sum(b.terms(x), Axis(1))
	if b.mode == "sum" {
		return sum
	}
	if b.counts == nil {
		return e.Divide(sum, max(1, dims[1]))
	}
	return b.mean(sum, e.Sum(e.Astype(b.counts, Int64), Axis(1)))
}

// ofOffsets returns the bags that begin at offsets.
func (b *bagging) ofOffsets(x, offsets *Array) *Array {
	e, n := b.e, b.indices.shape[0]
	be := x.be.rootEngine()
	offsets = e.Take(e.counting(be, n+1), offsets, Axis(0)) // from the beginning on, in range
	begun := e.zerosAt(be, Int64, n+1)
	begun = e.written(ops.AddIndex, begun, e.spread(e.integerLike(begun, 1), offsets.shape), []*Array{offsets}, nil, true)
	at := e.partAlong(e.CumulativeSum(begun, Axis(0)), 0, 0, n) // how many bags have begun at each index
	bags := offsets.shape[0] + 1                                // with what comes before the first, and after the last
	perBag := func(x *Array) *Array {
		return e.written(ops.AddIndex, e.zerosIn(x, append([]int{bags}, x.shape[1:]...)...), x, []*Array{at}, nil, true)
	}
	own := func(x *Array) *Array { return e.partAlong(x, 0, 1, b.count) }
	count := e.spread(e.integerLike(begun, 1), []int{n})
	counting := count
	if b.counts != nil {
		counting = e.Astype(b.counts, Int64)
	}
	if b.mode == "max" {
		x = b.orElse(x, math.Inf(-1))
		flat := e.Reshape(x, []int{n, shape.Size(b.rest)})
		ends := e.Maximum(e.Subtract(own(e.CumulativeSum(perBag(count), Axis(0))), 1), 0)
		first := e.Take(b.greatest(e.StopGradient(flat), at), ends, Axis(0))
		z := e.Reshape(e.TakeAlongAxis(flat, first, Axis(0)), append([]int{b.count}, b.rest...))
		return b.e.choice(b.perIndex(e.Greater(own(perBag(counting)), 0)), z, e.numberLike(z, 0))
	}
	sum := own(perBag(b.terms(x)))
	if b.mode == "sum" {
		return sum
	}
	return b.mean(sum, own(perBag(counting)))
}

// greatest returns, for each row of x (n, m), where the greatest elements of those are that are not behind it and have the same number, the first of equal
// ones and of NaNs. It looks twice as far back at each step.
func (b *bagging) greatest(x, number *Array) *Array {
	e, n := b.e, x.shape[0]
	at := e.spread(e.shaped(e.counting(x.be.rootEngine(), n), []int{n, 1}), x.shape)
	for far := 1; far < n; far *= 2 {
		before := func(x *Array) *Array { return e.partAlong(x, 0, 0, n-far) }
		behind := func(x *Array) *Array { return e.partAlong(x, 0, far, n-far) }
		old := before(x)
		take := e.LogicalOr(e.GreaterEqual(old, behind(x)), e.IsNan(old))
		take = e.LogicalAnd(take, e.ExpandDims(e.Equal(before(number), behind(number)), Axis(1)))
		from := func(x *Array) *Array {
			return e.Concat([]*Array{e.partAlong(x, 0, 0, far), e.Where(take, before(x), behind(x))}, Axis(0))
		}
		x, at = from(x), from(at)
	}
	return at
}
