package ivy

import (
	"math"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// New arrays of several steps.

func (e *Env) eyeLike(x any, opts []Option) *Array {
	a, o, _ := e.use(ops.EyeLike, x, opts)
	rank := len(a.shape)
	if rank < 2 {
		check(errorf(ErrShape, "shape %s, want two dimensions or more", shape.Text(a.shape)))
	}
	check(a.be.onDevice(get(opts, Device(""))))
	d := a.dtype
	if o.has(ops.Dtype) {
		d = o.dtype
	}
	check(a.be.valid(d))
	check(shape.Check(a.shape, d.Size()))
	rows, cols := a.shape[rank-2], a.shape[rank-1]
	if shape.Size(a.shape) == 0 { // one of the axes may be longer than memory
		z, err := e.newFull(a.be, d, a.shape, backend.BoolScalar(false))
		check(err)
		return e.toOut(z, &o)
	}
	k := max(min(int(get(opts, K(0))), cols+1), -rows-1)
	be := a.be.rootEngine()
	row := e.counting(be, rows)
	row = e.shaped(e.plus(row, e.integerLike(row, k)), []int{rows, 1})
	z := e.cast(e.equals(row, e.counting(be, cols)), d)
	if rank > 2 {
		e.room(a, d, a.shape...)
		z = e.CopyArray(e.spread(z, a.shape))
	}
	return e.toOut(z, &o)
}

// grid reads the arguments of functions of indices: as what they are to be made.
func (e *Env) grid(op *ops.Op, dims []int, o *options, opts []Option) Dtype {
	s := e.now.Load()
	d := Int64
	if o.has(ops.Dtype) {
		d = o.dtype
	}
	if !op.In.Has(d) {
		check(errorf(ErrDtype, "dtype %v, want %v", d, op.In))
	}
	check(s.be.onDevice(get(opts, Device(""))))
	_, err := s.be.step(op.Like, d) // as other rows that make arrays of numbers
	check(err)
	check(shape.Check(dims, d.Size()))
	return d
}

// indexScalar returns an index as a number of dtype d, in which integers wrap.
func indexScalar(i int, d Dtype) backend.Scalar {
	rest := 64 - d.Bits()
	switch {
	case d.IsSigned():
		return backend.IntScalar(int64(i) << rest >> rest)
	case d.IsUnsigned():
		return backend.UintScalar(uint64(i) << rest >> rest)
	}
	return backend.FloatScalar(float64(i))
}

// lineOf returns the numbers below n as elements of dtype d.
func lineOf(d Dtype, n int) []byte {
	size := d.Size()
	data := newBytes(n * size)
	for i := range n {
		check(putScalar(data[i*size:], d, indexScalar(i, d)))
	}
	return data
}

// ofBytes returns an array on the current backend of elements that are there.
func (e *Env) ofBytes(d Dtype, dims []int, data []byte) *Array {
	s := e.now.Load()
	z, err := e.fromBytes(s, s.be, d, dims, data, d)
	check(err)
	return z
}

func (e *Env) gridIndices(dims []int, opts []Option) *Array {
	var o options
	check(o.parse(ops.Indices, opts))
	d := e.grid(ops.Indices, dims, &o, opts)
	whole := append([]int{len(dims)}, dims...)
	check(shape.Check(whole, d.Size()))
	n, size := shape.Size(whole), d.Size()
	check(e.CheckSize(n, size))
	check(backend.CheckElements(n, 3*size)) // the numbers, the line of an axis, the backend's copy
	data := newBytes(n * size)
	if len(data) == 0 { // one of the axes may be longer than memory
		return e.toOut(e.ofBytes(d, whole, data), &o)
	}
	part := len(data) / len(dims)
	for axis, n := range dims {
		line, inner := lineOf(d, n), shape.Size(dims[axis+1:])*size
		to := data[axis*part : (axis+1)*part]
		for i := 0; i < len(to)/inner; i++ {
			at := i % n * size
			run := to[i*inner : (i+1)*inner]
			for done := copy(run, line[at:at+size]); done < inner; done *= 2 {
				copy(run[done:], run[:done])
			}
			if i&0xffff == 0 {
				e.stop().Check()
			}
		}
	}
	return e.toOut(e.ofBytes(d, whole, data), &o)
}

func (e *Env) sparseIndices(dims []int, opts []Option) []*Array {
	var o options
	check(o.parse(ops.SparseIndices, opts))
	d := e.grid(ops.SparseIndices, dims, &o, opts)
	zs := make([]*Array, len(dims))
	for i, n := range dims {
		check(e.CheckSize(n, 2*d.Size()))
		line := ones(len(dims))
		line[i] = n
		zs[i] = placed(e.ofBytes(d, line, lineOf(d, n)), opts)
	}
	return zs
}

// triangleIndices returns the indices of the elements of a triangle: rows gives, of a matrix and a diagonal, the first row
// that has elements and the one behind the last, columns those of a row, which may be outside of the matrix.
func (e *Env) triangleIndices(op *ops.Op, n int, opts []Option, rows func(n, m, k int) (from, to int), columns func(row, k int) (from, to int)) (r, c *Array) {
	var o options
	check(o.parse(op, opts))
	m := int(get(opts, NCols(n)))
	if n < 0 || m < 0 {
		check(errorf(ErrShape, "%d rows and %d columns, want 0 or more", n, m))
	}
	d := e.grid(op, nil, &o, opts)
	k := max(min(int(get(opts, K(0))), m), -n)
	first, behind := rows(n, m, k)
	const each = 4 * 8 // bytes of an element: two indices here, and two in arrays
	check(e.CheckSize(max(behind-first, 0), each))
	line := func(row int) (from, to int) {
		if row&0xffff == 0 {
			e.stop().Check()
		}
		from, to = columns(row, k)
		return max(from, 0), min(to, m)
	}
	count := 0
	for row := first; row < behind; row++ {
		if from, to := line(row); from < to {
			count += to - from
		}
		if row&0xfff == 0 || count < 0 {
			check(backend.CheckElements(count, each))
		}
	}
	check(e.CheckSize(count, each))
	size := d.Size()
	rs, cs := newBytes(count*size), newBytes(count*size)
	at := 0
	for row := first; row < behind; row++ {
		from, to := line(row)
		for col := from; col < to; col++ {
			check(putScalar(rs[at:], d, indexScalar(row, d)))
			check(putScalar(cs[at:], d, indexScalar(col, d)))
			at += size
		}
	}
	r, c = e.ofBytes(d, []int{count}, rs), e.ofBytes(d, []int{count}, cs)
	return placed(r, opts), placed(c, opts)
}

func (e *Env) triuIndices(n int, opts []Option) (r, c *Array) {
	return e.triangleIndices(ops.TriuIndices, n, opts,
		func(n, m, k int) (from, to int) { return 0, min(n, m-k) },
		func(row, k int) (from, to int) { return row + k, math.MaxInt })
}

func (e *Env) trilIndices(n int, opts []Option) (r, c *Array) {
	return e.triangleIndices(ops.TrilIndices, n, opts,
		func(n, m, k int) (from, to int) {
			if m == 0 {
				return 0, 0
			}
			return max(0, -k), n
		},
		func(row, k int) (from, to int) { return 0, row + k + 1 })
}

func (e *Env) trilu(x any, opts []Option) *Array {
	op, keep := ops.Triu, func(column, diagonal any) *Array { return e.GreaterEqual(column, diagonal) }
	if !get(opts, Upper(true)) {
		op, keep = ops.Tril, func(column, diagonal any) *Array { return e.LessEqual(column, diagonal) }
	}
	var o options
	check(o.parse(ops.Trilu, opts))
	rest := slices.DeleteFunc(slices.Clone(opts), func(o Option) bool { _, upper := o.(Upper); return upper })
	return e.triangle(op, x, rest, keep)
}

// logspace counts from 0 to 1 and goes so far from start to stop; the powers are in float64, rounded once.
func (e *Env) logspace(start, stop any, num int, opts []Option) *Array {
	base := valueOf(opts, ops.Base)
	given := []any{start, stop}
	if isArray(base) {
		given = append(given, base)
	}
	var o options
	check(o.parse(ops.Logspace, opts))
	if o.has(ops.Base) && base == nil {
		check(errorf(ErrValue, "no Base"))
	}
	if num < 0 {
		check(errorf(ErrValue, "%d values", num))
	}
	s := e.now.Load()
	be, err := e.agree(s, given...)
	check(err)
	check(be.onDevice(get(opts, Device(""))))
	d, err := e.resultType(s, given)
	check(err)
	if base == nil {
		base = 10
	}
	b, err := e.asArray(s, be, base)
	check(err)
	if b.dtype.IsComplex() {
		d = d.WithComplex()
	}
	if !dtype.Inexact.Has(d) {
		d = s.def.Float
	}
	complexes := d.IsComplex()
	if o.has(ops.Dtype) {
		d = o.dtype
	}
	if !dtype.Inexact.Has(d) || complexes && !d.IsComplex() {
		check(errorf(ErrDtype, "powers do not become %v", d))
	}
	check(be.valid(d))
	wide := double(d)
	xs := make([]*Array, 3)
	for i, v := range []any{start, stop, b} {
		a, err := e.asArray(s, be, v)
		check(err)
		xs[i] = e.cast(a, wide)
	}
	dims, err := shape.Broadcast(xs[0].shape, xs[1].shape, xs[2].shape)
	check(err)
	axis, err := oneAxis(opts, 0)
	check(err)
	axis, err = shape.Axis(axis, len(dims)+1)
	check(err)
	for i, x := range xs { // with an axis of length 1 in the place of the new one
		thin := append(ones(len(dims)-len(x.shape)), x.shape...)
		xs[i] = e.shaped(x, slices.Insert(thin, axis, 1))
	}
	whole := slices.Insert(slices.Clone(dims), axis, num)
	if check(shape.Check(whole, wide.Size())); shape.Size(whole) == 0 { // one of the axes may be longer than memory
		z, err := e.newFull(be, d, whole, backend.IntScalar(0))
		check(err)
		return e.toOut(z, &o)
	}
	e.room(xs[0], wide, whole...)
	endpoint := bool(get(opts, Endpoint(true)))
	line := ones(len(whole))
	line[axis] = num
	at := e.shaped(e.cast(e.counting(be.rootEngine(), num), wide), line)
	parts := num
	if endpoint {
		parts--
	}
	distance := e.minus(xs[1], xs[0])
	exponent := e.plus(xs[0], e.over(e.times(at, distance), e.numberLike(at, float64(max(parts, 1)))))
	if endpoint && num > 1 { // the last one is stop itself
		exponent = e.choice(e.equals(at, e.numberLike(at, float64(num-1))), xs[1], exponent)
	}
	return e.toOut(e.cast(e.apply2(ops.Pow, xs[2], exponent), d), &o)
}

func (e *Env) polyval(coeffs, x any, opts []Option) *Array {
	c, a, o := e.operands(ops.Polyval, coeffs, x, opts)
	if len(c.shape) != 1 {
		check(errorf(ErrShape, "coeffs of shape %s, want one dimension", shape.Text(c.shape)))
	}
	e.room(a, a.dtype, a.shape...)
	n := c.shape[0]
	z := e.CopyArray(e.spread(e.constantLike(a, 0), a.shape))
	if a.Size() == 0 {
		return e.toOut(z, &o)
	}
	for i := range n {
		k := e.shaped(e.partAlong(c, 0, i, 1), nil)
		if i == 0 {
			z = e.CopyArray(e.spread(k, a.shape))
			continue
		}
		z = e.plus(e.times(z, a), k)
	}
	return e.toOut(z, &o)
}

// melWeightMatrix is ONNX's: the edges, at equal distances in mel, are frequencies of the transform, rounded down.
func (e *Env) melWeightMatrix(bins, length, rate int, opts []Option) *Array {
	var o options
	check(o.parse(ops.MelWeightMatrix, opts))
	low, high := float64(get(opts, LowerEdgeHertz(0))), float64(get(opts, UpperEdgeHertz(3000)))
	if bins < 1 || length < 1 || rate < 1 {
		check(errorf(ErrValue, "num_mel_bins %d, dft_length %d and sample_rate %d, want 1 or more", bins, length, rate))
	}
	if !(low >= 0 && low <= high) || math.IsInf(high, 0) {
		check(errorf(ErrValue, "edges at %v and %v Hz, want them to ascend from 0 on", low, high))
	}
	s := e.now.Load()
	d := s.def.Float
	if o.has(ops.Dtype) {
		d = o.dtype
	}
	if !dtype.Float.Has(d) {
		check(errorf(ErrDtype, "dtype %v, want a float", d))
	}
	check(s.be.onDevice(get(opts, Device(""))))
	_, err := s.be.step(ops.MelWeightMatrix.Like, d) // as other rows that make arrays of numbers
	check(err)
	rows := length/2 + 1
	check(shape.Check([]int{rows, bins}, Float64.Size()))
	check(e.CheckSize(shape.Product(rows, bins), Float64.Size()))
	mel := func(f float64) float64 { return 2595 * math.Log10(1+f/700) }
	from := mel(low)
	step := (mel(high) - from) / float64(bins+2)
	edge := func(i int) int { // of the i-th band's first frequency
		hertz := 700 * (math.Pow(10, (from+step*float64(i))/2595) - 1)
		at := math.Floor(float64(length+1) * hertz / float64(rate))
		if at > float64(rows) {
			check(errorf(ErrValue, "an edge at %v Hz, above the greatest frequency of a rate of %d Hz", hertz, rate))
		}
		return int(max(at, 0))
	}
	edges := make([]int, bins+2)
	for i := range edges {
		edges[i] = edge(i)
	}
	size := d.Size()
	data := newBytes(rows * bins * size)
	for i := range bins {
		a, b, c := edges[i], edges[i+1], edges[i+2]
		put := func(row int, v float64) {
			if row < rows {
				check(putScalar(data[(row*bins+i)*size:], d, backend.FloatScalar(v)))
			}
		}
		if a == b {
			put(b, 1)
		} else {
			for j := a; j <= b; j++ {
				put(j, float64(j-a)/float64(b-a))
			}
		}
		if b != c {
			for j := b; j < c; j++ {
				put(j, float64(c-j)/float64(c-b))
			}
		}
		e.stop().Check()
	}
	return e.toOut(e.ofBytes(d, []int{rows, bins}, data), &o)
}
