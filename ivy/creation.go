package ivy

import (
	"math"
	"math/bits"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// use understands the operand and the options of a composed function, and checks the
// dtype; integers of float functions are floats then.
func (e *Env) use(op *ops.Op, x any, opts []Option) (a *Array, o options, s *state) {
	s = e.now.Load()
	check(o.parse(op, opts))
	a, err := e.asArray(s, nil, x)
	check(err)
	a, err = e.prepare(s, op, composed(op), a)
	check(err)
	return a, o, s
}

// newFull returns an array on be filled with v.
func (e *Env) newFull(be *engine, d Dtype, dims []int, v backend.Scalar) (*Array, error) {
	if err := shape.Check(dims, d.Size()); err != nil {
		return nil, err
	}
	z := newArray(e, be, d)
	z.setShape(dims)
	var err error
	if z.buf, err = be.full(e.spec(z), v); err != nil {
		return nil, err
	}
	return entered(z), nil
}

// full returns a buffer filled with v, which goes into its dtype: made here if Full is
// declared not to take that, for functions that only need a number on their way.
func (be *engine) full(out backend.Spec, v backend.Scalar) (backend.Buffer, error) {
	if k := be.table.Entry(ops.Full.Op); k.Dtypes.Has(out.Dtype) {
		return k.Fill(out, backend.FillAttrs{Value: v})
	}
	size := out.Dtype.Size()
	n := shape.Product(out.Shape...)
	if err := backend.CheckElements(n, size); err != nil {
		return nil, err
	}
	data := newBytes(size * n)
	for i := 0; i < len(data); i += size {
		if err := putScalar(data[i:i+size], out.Dtype, v); err != nil {
			return nil, err
		}
	}
	return be.FromHost(out, data)
}

// number returns a Go number or an array without axes as a scalar, and the dtype it
// has: Invalid for Go's bool, int, float64 and complex128.
func (e *Env) number(x any) (backend.Scalar, Dtype, error) {
	if v, d, ok := backend.ScalarOf(x); ok {
		return v, d, nil
	}
	if v, ok := plainScalar(x); ok {
		return v, dtype.Invalid, nil
	}
	a, err := e.asArray(e.now.Load(), nil, x)
	if err != nil {
		return backend.Scalar{}, dtype.Invalid, err
	}
	if len(a.shape) != 0 {
		return backend.Scalar{}, dtype.Invalid, errorf(ErrShape, "an array of shape %s, want a number", shape.Text(a.shape))
	}
	if err := a.refuseTracked(); err != nil {
		return backend.Scalar{}, dtype.Invalid, err
	}
	var v backend.Scalar
	err = Try(func() { v = a.scalar("Item") })
	return v, a.dtype, err
}

func (e *Env) fillOne(op *ops.Op, d Dtype, dims []int, opts []Option, o *options, attrs backend.FillAttrs) *Array {
	z, be, err := e.fill(op, d, dims, opts, o, attrs)
	return one(op, z, be, err)
}

// checkFill refuses a value that an array of dtype d cannot be filled with.
func checkFill(value backend.Scalar, d Dtype) error {
	switch {
	case !value.Fits(d):
		return errorf(ErrValue, "%v does not fit into %v", value, d)
	case value.Kind == dtype.KindComplex && !d.IsComplex():
		return errorf(ErrDtype, "the complex number %v does not become %v", value, d)
	}
	return nil
}

// counting returns the int64 array 0, 1, … of n elements on be.
func (e *Env) counting(be *engine, n int) *Array {
	z := newArray(e, be, Int64)
	check(shape.Check([]int{n}, Int64.Size()))
	z.setShape([]int{n})
	k, err := be.step(ops.Arange.Op, Int64)
	check(err)
	return z.with(k.Fill(e.spec(z), backend.FillAttrs{Start: backend.IntScalar(0), Step: backend.IntScalar(1)}))
}

// filled is the body of Full and its like.
func (e *Env) filled(op *ops.Op, dims []int, v any, otherwise Dtype, opts []Option) *Array {
	var o options
	check(o.parse(op, opts))
	value, d, err := e.number(v)
	check(err)
	s := e.now.Load()
	switch {
	case o.has(ops.Dtype):
		d = o.dtype
	case otherwise != dtype.Invalid:
		d = otherwise
	case d == dtype.Invalid:
		d = s.scalarDtype(value)
	}
	check(checkFill(value, d))
	return e.fillOne(ops.Full.Op, d, dims, opts, &o, backend.FillAttrs{Value: value})
}

func (e *Env) full(dims []int, v any, opts []Option) *Array {
	return e.filled(ops.Full.Op, dims, v, dtype.Invalid, opts)
}

func (e *Env) zeros(dims []int, opts []Option) *Array {
	return e.filled(ops.Zeros, dims, 0, e.now.Load().all, opts)
}

func (e *Env) ones(dims []int, opts []Option) *Array {
	return e.filled(ops.Ones, dims, 1, e.now.Load().all, opts)
}

func (e *Env) empty(dims []int, opts []Option) *Array {
	return e.filled(ops.Empty, dims, 0, e.now.Load().all, opts)
}

// like is the body of FullLike and its like: on the backend of x.
func (e *Env) like(op *ops.Op, x, v any, opts []Option) *Array {
	a, o, s := e.use(op, x, opts)
	value, _, err := e.number(v)
	check(err)
	d := a.dtype
	if o.has(ops.Dtype) {
		d = o.dtype
	}
	check(a.be.onDevice(get(opts, Device(""))))
	check(a.be.valid(d))
	check(checkFill(value, d))
	d, err = fit(s, a.be, ops.Full.Op, a.be.table.Entry(ops.Full.Op), d)
	check(err)
	z, err := e.newFull(a.be, d, a.shape, value)
	if err == nil {
		z, err = e.asked(z, &o)
	}
	check(err)
	return e.toOut(z, &o)
}

func (e *Env) fullLike(x, v any, opts []Option) *Array { return e.like(ops.FullLike, x, v, opts) }
func (e *Env) zerosLike(x any, opts []Option) *Array   { return e.like(ops.ZerosLike, x, 0, opts) }
func (e *Env) onesLike(x any, opts []Option) *Array    { return e.like(ops.OnesLike, x, 1, opts) }
func (e *Env) emptyLike(x any, opts []Option) *Array   { return e.like(ops.EmptyLike, x, 0, opts) }

// splitNumbers splits arguments into numbers and options.
func splitNumbers(args []any) (numbers []any, opts []Option, err error) {
	for _, a := range args {
		if o, ok := a.(Option); ok {
			opts = append(opts, o)
		} else if len(opts) > 0 {
			return nil, nil, errorf(ErrValue, "a number after an option")
		} else {
			numbers = append(numbers, a)
		}
	}
	return numbers, opts, nil
}

func (e *Env) arange(start any, rest []any) *Array {
	numbers, opts, err := splitNumbers(rest)
	check(err)
	var o options
	check(o.parse(ops.Arange.Op, opts))
	if len(numbers) > 2 {
		check(errorf(ErrValue, "%d numbers, want start, stop and step at most", len(numbers)+1))
	}
	bounds := []any{0, start, 1}
	if len(numbers) > 0 && numbers[0] != nil {
		bounds[0], bounds[1] = start, numbers[0]
	}
	if len(numbers) > 1 {
		bounds[2] = numbers[1]
	}
	s := e.now.Load()
	var v [3]backend.Scalar
	isFloat, widest := false, s.def.Int
	sized := dtype.Invalid
	for i, b := range bounds {
		n, d, err := e.number(b)
		check(err)
		if n.Kind == dtype.KindComplex || n.Kind == dtype.KindBool {
			check(errorf(ErrDtype, "%v, want a real number", n))
		}
		v[i] = n
		isFloat = isFloat || n.Kind == dtype.KindFloat
		if own := s.scalarDtype(n); n.IsInteger() && own.Bits() > widest.Bits() {
			widest = own
		}
		if d != dtype.Invalid {
			sized = d
			if i > 0 {
				sized = e.ResultType(sized, d)
			}
		}
	}
	d := widest
	switch {
	case o.has(ops.Dtype):
		d = o.dtype
	case sized != dtype.Invalid && (sized.IsFloat() || !isFloat):
		d = sized
	case isFloat:
		d = s.def.Float
	}
	if !dtype.Real.Has(d) {
		check(errorf(ErrDtype, "dtype %v, want %v", d, dtype.Real))
	}
	n, err := arangeLen(v[0], v[1], v[2], isFloat)
	check(err)
	return e.fillOne(ops.Arange.Op, d, []int{n}, opts, &o, backend.FillAttrs{Start: v[0], Step: v[2]})
}

// arangeLen returns how many values start, start + step, … lie short of stop.
func arangeLen(start, stop, step backend.Scalar, isFloat bool) (int, error) {
	if !isFloat {
		down := step.Kind == dtype.KindInt && step.Int64() < 0
		gap, by, apart := distance(start, stop), distance(backend.IntScalar(0), step), lessInt(start, stop)
		if down {
			gap, by, apart = distance(stop, start), distance(step, backend.IntScalar(0)), lessInt(stop, start)
		}
		switch {
		case by == (wide{}):
			return 0, errorf(ErrValue, "step 0")
		case !apart:
			return 0, nil
		}
		if gap.lo--; gap.lo == math.MaxUint64 {
			gap.hi--
		}
		if gap.hi >= by.lo { // by is 64 bits long
			return 0, errorf(ErrValue, "the values from %v to %v in steps of %v are too many", start, stop, step)
		}
		n, _ := bits.Div64(gap.hi, gap.lo, by.lo)
		if n >= math.MaxInt {
			return 0, errorf(ErrValue, "the values from %v to %v in steps of %v are too many", start, stop, step)
		}
		return int(n) + 1, nil
	}
	a, b, st := start.Float64(), stop.Float64(), step.Float64()
	n := math.Ceil((b - a) / st)
	switch {
	case st == 0:
		return 0, errorf(ErrValue, "step 0")
	case n != n || math.IsInf(a, 0) || math.IsInf(n, 0):
		return 0, errorf(ErrValue, "no values from %v to %v in steps of %v", start, stop, step)
	case n <= 0:
		return 0, nil
	case n >= math.MaxInt/2:
		return 0, errorf(ErrValue, "%g values are too many", n)
	}
	return int(n), nil
}

// A wide is an unsigned integer of 65 bits.
type wide struct{ hi, lo uint64 }

// distance returns b − a of integers, b not the lesser.
func distance(a, b backend.Scalar) wide {
	lo, borrow := bits.Sub64(b.Uint64(), a.Uint64(), 0)
	hi, _ := bits.Sub64(signWord(b), signWord(a), borrow)
	return wide{hi, lo}
}

// signWord is what lies above an integer's 64 bits.
func signWord(s backend.Scalar) uint64 {
	if s.Kind == dtype.KindInt && s.Int64() < 0 {
		return math.MaxUint64
	}
	return 0
}

// lessInt reports whether a < b, of integers.
func lessInt(a, b backend.Scalar) bool {
	if x, y := signWord(a), signWord(b); x != y {
		return x > y
	}
	return a.Uint64() < b.Uint64()
}

func (e *Env) linspace(start, stop any, num int, opts []Option) *Array {
	var o options
	check(o.parse(ops.Linspace.Op, opts))
	a, da, err := e.number(start)
	check(err)
	b, db, err := e.number(stop)
	check(err)
	if num < 0 {
		check(errorf(ErrValue, "%d values", num))
	}
	s := e.now.Load()
	d := s.def.Float
	if a.Kind == dtype.KindComplex || b.Kind == dtype.KindComplex {
		d = s.def.Complex
	}
	for _, x := range []Dtype{da, db} { // a sized number is an array of its dtype
		if dtype.Inexact.Has(x) && (x.Kind() >= d.Kind() && x.Bits() > d.Bits()) {
			d = x
		}
	}
	if o.has(ops.Dtype) {
		d = o.dtype
	}
	if d == Bool || d.IsComplex() != (a.Kind == dtype.KindComplex || b.Kind == dtype.KindComplex) && !d.IsComplex() {
		check(errorf(ErrDtype, "values from %v to %v do not become %v", a, b, d))
	}
	endpoint := bool(get(opts, Endpoint(true)))
	return e.fillOne(ops.Linspace.Op, d, []int{num}, opts, &o, backend.FillAttrs{Start: a, Stop: b, Endpoint: endpoint})
}

func (e *Env) eye(n int, opts []Option) *Array {
	var o options
	check(o.parse(ops.Eye.Op, opts))
	cols := int(get(opts, NCols(n)))
	d := e.now.Load().def.Float
	if o.has(ops.Dtype) {
		d = o.dtype
	}
	return e.fillOne(ops.Eye.Op, d, []int{n, cols}, opts, &o, backend.FillAttrs{K: int(get(opts, K(0)))})
}

func (e *Env) asarray(x any, opts []Option) *Array {
	var o options
	check(o.parse(ops.Asarray, opts))
	s := e.now.Load()
	a, _, ok := standsFor(x)
	if !ok {
		if !get(opts, Copy(true)) {
			if _, exports := x.(DLPacker); !exports {
				check(errorf(ErrValue, "a %T becomes an array by copying alone", x))
			}
		}
		check(s.be.onDevice(get(opts, Device(""))))
		a, err := e.fromGo(s, nil, x, o.dtype)
		check(err)
		if a.be != s.be && !a.be.abstract {
			a, err = a.to(s.be)
			check(err)
		}
		return a
	}
	check(a.usable())
	check(a.be.onDevice(get(opts, Device(""))))
	if o.has(ops.Dtype) && o.dtype != a.dtype {
		if !get(opts, Copy(true)) {
			check(errorf(ErrValue, "%v becomes %v by copying alone", a.dtype, o.dtype))
		}
		z, err := e.castTo(a, o.dtype)
		check(err)
		return z
	}
	switch {
	case bool(get(opts, Copy(false))):
		return e.CopyArray(a)
	case o.has(ops.Copy):
		return e.GetItem(a) // a view of the whole
	}
	z, err := e.view(ops.Reshape.Op, a, a.shape, backend.ViewAttrs{})
	check(err)
	return z
}

func (e *Env) meshgrid(arrays []*Array, opts []Option) []*Array {
	var o options
	check(o.parse(ops.Meshgrid, opts))
	indexing := get(opts, Indexing("xy"))
	xy := indexing == "xy"
	if !xy && indexing != "ij" {
		check(errorf(ErrValue, "indexing %q, want xy or ij", indexing))
	}
	if _, err := agreeArrays(e.now.Load(), arrays); err != nil {
		check(err)
	}
	n := len(arrays)
	dims := make([]int, n)
	for i, x := range arrays {
		if len(x.shape) > 1 {
			check(errorf(ErrShape, "an array of shape %s, want one dimension", shape.Text(x.shape)))
		}
		dims[i] = x.Size()
	}
	order := shape.All(n)
	if xy && n > 1 {
		order[0], order[1] = 1, 0
		dims[0], dims[1] = dims[1], dims[0]
	}
	zs := make([]*Array, n)
	for i, x := range arrays {
		line := slices.Repeat([]int{1}, n)
		line[order[i]] = x.Size()
		zs[i] = e.CopyArray(e.BroadcastTo(e.Reshape(x, line), dims))
	}
	return zs
}

// triangle is the body of Tril and Triu: the elements on the side of diagonal K that keep
// names, given the columns' numbers and those of the diagonal's columns, row by row.
func (e *Env) triangle(op *ops.Op, x any, opts []Option, keep func(column, diagonal any) *Array) *Array {
	a, o, s := e.use(op, x, opts)
	if len(a.shape) < 2 {
		check(errorf(ErrShape, "shape %s, want two dimensions or more", shape.Text(a.shape)))
	}
	rows, cols := a.shape[len(a.shape)-2], a.shape[len(a.shape)-1]
	if shape.Size(a.shape) == 0 { // one of the axes may be longer than memory
		return e.toOut(e.CopyArray(a), &o)
	}
	k := max(min(int(get(opts, K(0))), cols+1), -rows-1)
	kept := keep(e.counting(a.be, cols), e.Reshape(e.Add(e.counting(a.be, rows), k), []int{rows, 1}))
	defer kept.Free()
	zero, err := e.fromGo(s, a.be, backend.BoolScalar(false), a.dtype)
	check(err)
	return e.toOut(e.selected(kept, a, zero), &o)
}

func (e *Env) tril(x any, opts []Option) *Array {
	return e.triangle(ops.Tril, x, opts, func(column, diagonal any) *Array { return e.LessEqual(column, diagonal) })
}

func (e *Env) triu(x any, opts []Option) *Array {
	return e.triangle(ops.Triu, x, opts, func(column, diagonal any) *Array { return e.GreaterEqual(column, diagonal) })
}

func (e *Env) oneHot(x any, depth int, opts []Option) *Array {
	a, o, s := e.use(ops.OneHot, x, opts)
	if depth < 0 {
		check(errorf(ErrValue, "depth %d", depth))
	}
	check(a.be.onDevice(get(opts, Device(""))))
	rank := len(a.shape) + 1
	axis, err := oneAxis(opts, -1)
	check(err)
	axis, err = shape.Axis(axis, rank)
	check(err)
	on, off := valueOf(opts, ops.OnValue), valueOf(opts, ops.OffValue)
	d := s.def.Float
	var given []any
	for _, v := range []any{on, off} {
		if v != nil {
			given = append(given, v)
		}
	}
	switch {
	case o.has(ops.Dtype):
		d = o.dtype
	case len(given) > 0:
		d = e.ResultType(given...)
	}
	value := func(v any, otherwise int) *Array {
		if v == nil {
			v = otherwise
		}
		p, err := e.operand(s, a.be, v)
		check(err)
		if p.arr == nil {
			z, err := e.fromGo(s, a.be, p.scalar, d)
			check(err)
			return z
		}
		z, err := e.castTo(p.arr, d)
		check(err)
		if len(z.shape) > 0 {
			check(errorf(ErrShape, "a value of shape %s, want a number", shape.Text(z.shape)))
		}
		return z
	}
	here := e.depths(s, a, depth, axis)
	defer here.Free()
	z, err := e.asked(e.Where(here, value(on, 1), value(off, 0)), &o)
	check(err)
	return e.toOut(z, &o)
}

// depths returns where the elements of a are equal to their index along an axis of length
// depth, which the result has more than a.
func (e *Env) depths(s *state, a *Array, depth, axis int) *Array {
	if dims := slices.Insert(slices.Clone(a.shape), axis, depth); shape.Size(dims) == 0 { // without an index for each depth
		check(shape.Check(dims, Int64.Size()))
		none, err := e.fromGo(s, a.be, false, Bool)
		check(err)
		return e.BroadcastTo(none, dims)
	}
	line := slices.Repeat([]int{1}, len(a.shape)+1)
	line[axis] = depth
	indices := e.counting(a.be, depth)
	at := e.ExpandDims(a, Axis(axis))
	if a.dtype == Uint64 { // compared as uint64: as int64 it would wrap
		indices = e.Astype(indices, Uint64)
	} else {
		at = e.Astype(at, Int64)
	}
	return e.Equal(at, e.Reshape(indices, line))
}
