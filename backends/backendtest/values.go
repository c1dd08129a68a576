package backendtest

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/shape"
)

// trapsIntegerEnds: integers outside a dtype's range are held at its ends by the functions that make arrays,
// whatever kind of number bounds and steps are.
func trapsIntegerEnds(t *testing.T, e *ivy.Env) {
	const most = uint64(math.MaxUint64)
	var traps []trap
	line := func(start, stop any, num int, d dtype.Dtype, want any) {
		traps = append(traps, trap{name: fmt.Sprintf("Linspace(%v, %v, %d, %v)", start, stop, num, d), want: want,
			call: func(e *ivy.Env) *ivy.Array { return e.Linspace(start, stop, num, d) }})
	}
	line(0, 300, 3, dtype.Uint8, []int64{0, 150, 255})
	line(0.0, 300.0, 3, dtype.Uint8, []int64{0, 150, 255})
	line(0, 300, 2, dtype.Int8, []int64{0, 127})
	line(0, -300, 3, dtype.Int8, []int64{0, -128, -128})
	line(0, -300, 3, dtype.Uint16, []int64{0, 0, 0})
	line(-5, -300, 1, dtype.Uint16, []int64{0})
	line(0, backend.IntScalar(1<<40), 3, dtype.Int32, []int64{0, math.MaxInt32, math.MaxInt32})
	line(0, backend.IntScalar(-1<<40), 2, dtype.Uint32, []int64{0, 0})
	line(0, most, 3, dtype.Int64, []int64{0, math.MaxInt64, math.MaxInt64})
	line(0, most, 2, dtype.Int16, []int64{0, math.MaxInt16})
	line(0, most, 3, dtype.Uint64, []uint64{0, 1 << 63, most})
	line(0, -1, 3, dtype.Uint64, []uint64{0, 0, 0})
	line(0, backend.IntScalar(1<<53+1), 2, dtype.Int64, []int64{0, 1<<53 + 1})
	line(0, backend.IntScalar(math.MaxInt64), 2, dtype.Uint64, []uint64{0, math.MaxInt64})

	count := func(start, stop, step any, want any, opts ...ivy.Option) {
		args := []any{stop, step}
		for _, o := range opts {
			args = append(args, o)
		}
		traps = append(traps, trap{name: fmt.Sprintf("Arange(%v, %v, %v, %v)", start, stop, step, opts), want: want,
			call: func(e *ivy.Env) *ivy.Array { return e.Arange(start, args...) }})
	}
	count(250, 300, 25, []int64{250, 255}, dtype.Uint8)
	count(250.0, 300.0, 25.0, []int64{250, 255}, dtype.Uint8)
	count(-2, 2, 1, []int64{0, 0, 0, 1}, dtype.Uint8)
	count(2, -3, -1, []uint64{2, 1, 0, 0, 0}, dtype.Uint64)
	count(300, -300, -100, []int64{127, 127, 100, 0, -100, -128}, dtype.Int8)
	count(0, most, uint64(1<<63), []int64{0, math.MaxInt64}, dtype.Int64)
	count(0, most, uint64(1<<63), []int64{0, math.MaxInt32}, dtype.Int32)
	count(0, most, uint64(1<<63), []uint64{0, 1 << 63})
	count(-2, most, uint64(1<<63), []uint64{0, 1<<63 - 2, most - 1}, dtype.Uint64)
	count(most-5, most, 2, []uint64{most - 5, most - 3, most - 1})
	count(most, most-5, -2, []uint64{most, most - 2, most - 4})
	count(most, most, 1, []uint64{})
	count(backend.IntScalar(math.MinInt64), backend.IntScalar(math.MaxInt64), backend.IntScalar(math.MaxInt64), []int64{math.MinInt64, -1, math.MaxInt64 - 1}, dtype.Int64)
	count(0, backend.IntScalar(math.MinInt64), backend.IntScalar(math.MinInt64), []int64{0}, dtype.Int64)
	// A number of another kind with a step that no int64 holds.
	count(-2, 2.5, most, []float64{-2})
	count(-2, 0x1p66, most, []float64{-2, 0x1p64, 0x1p65, 0x1p64 + 0x1p65}, dtype.Float32)
	count(most, -2.5, backend.IntScalar(-1<<62), []float64{0x1p64, 0x1p64 - 0x1p62, 0x1p63, 0x1p62}, dtype.Float64)
	runTraps(t, e, traps)
	for _, bad := range [][]any{{0, most, 0}, {backend.IntScalar(math.MinInt64), most, 1}} {
		err := ivy.Try(func() { e.Arange(bad[0], bad[1:]...) })
		assert.ErrorIs(t, err, ivy.ErrValue, "%v", bad)
	}
}

// trapsEmptyAxes: arrays with an axis of no elements and one that is longer than memory, or indices into it.
func trapsEmptyAxes(t *testing.T, e *ivy.Env) {
	long := sized(1<<40) / 8
	for name, f := range map[string]func() *ivy.Array{
		"Eye of no rows":    func() *ivy.Array { return e.Eye(0, ivy.NCols(long)) },
		"Eye of no columns": func() *ivy.Array { return e.Eye(long, ivy.NCols(0), dtype.Bool) },
		"Tril":              func() *ivy.Array { return e.Tril(e.Zeros([]int{0, long})) },
		"Triu":              func() *ivy.Array { return e.Triu(e.Zeros([]int{2, long, 0}), ivy.K(1)) },
	} {
		var z *ivy.Array
		require.NoError(t, ivy.Try(func() { z = f() }), name)
		assert.Zero(t, z.Size(), name)
		assert.Contains(t, z.Shape(), long, name)
	}
	for _, d := range dtype.All.Dtypes() {
		for _, n := range []int{1, 2, 70} {
			x, at := e.Zeros([]int{3, 0}, d), e.Zeros([]int{3, n}, dtype.Int64)
			assert.ErrorIs(t, ivy.Try(func() { e.TakeAlongAxis(x, at) }), ivy.ErrIndex, "%v, %d indices", d, n)
			assert.ErrorIs(t, ivy.Try(func() { e.TakeAlongAxis(e.PermuteDims(x, []int{1, 0}), e.PermuteDims(at, []int{1, 0}), ivy.Axis(0)) }), ivy.ErrIndex, "%v, %d indices", d, n)
			assert.ErrorIs(t, ivy.Try(func() { e.Take(x, e.Zeros([]int{n}, dtype.Int64), ivy.Axis(1)) }), ivy.ErrIndex, "%v, %d indices", d, n)
		}
		x := e.Zeros([]int{3, 0}, d)
		assert.Equal(t, []int{3, 0}, e.TakeAlongAxis(x, e.Zeros([]int{3, 0}, dtype.Int64)).Shape())
	}

	// Elements to look up that have many axes.
	for _, rank := range []int{8, 9, 12, 20} {
		dims := slices.Repeat([]int{1}, rank)
		dims[1], dims[rank-1] = 2, 3
		for _, d := range (dtype.Real | dtype.Boolean).Dtypes() {
			if d.IsBool() {
				continue
			}
			v := e.Reshape(array(e, d, []int64{0, 1, 2, 3, 4, 5}), dims)
			z := e.SearchSorted(array(e, d, []int64{1, 2, 4}), v)
			require.Equal(t, dims, z.Shape(), d)
			assert.Equal(t, []int64{0, 0, 1, 2, 2, 3}, ivy.Values[int64](z), d)
			z = e.SearchSorted(array(e, d, []int64{1, 2, 4}), v, ivy.Side("right"))
			assert.Equal(t, []int64{0, 1, 2, 2, 3, 3}, ivy.Values[int64](z), d)
		}
	}
}

// trapsOverflow: what does not fit into the dtype becomes infinite, or 0, in the middle of a cumulative
// function too, whatever it is accumulated in: a NaN that follows is not lost.
func trapsOverflow(t *testing.T, e *ivy.Env) {
	var traps []trap
	add := func(name string, d dtype.Dtype, f func(e *ivy.Env, x any, opts ...ivy.Option) *ivy.Array, v, want any) {
		for _, back := range []bool{false, true} {
			turned := func(v any) any {
				switch v := v.(type) {
				case []float64:
					v = slices.Clone(v)
					if back {
						slices.Reverse(v)
					}
					return v
				case []complex128:
					v = slices.Clone(v)
					if back {
						slices.Reverse(v)
					}
					return v
				}
				return v
			}
			traps = append(traps, trap{name: fmt.Sprintf("%s of %v, reverse %v", name, d, back), want: turned(want), ulps: 1,
				call: func(e *ivy.Env) *ivy.Array { return f(e, array(e, d, turned(v)), ivy.Reverse(back)) }},
				trap{name: fmt.Sprintf("%s of rows of %v, reverse %v", name, d, back), want: turned(want), ulps: 1,
					call: func(e *ivy.Env) *ivy.Array {
						x := array(e, d, turned(v))
						x = e.PermuteDims(e.BroadcastTo(x, []int{3, x.Size()}), []int{1, 0})
						return e.GetItem(f(e, x, ivy.Reverse(back), ivy.Axis(0)), ivy.Ellipsis, 1)
					}})
		}
	}
	prod, sum := (*ivy.Env).CumulativeProd, (*ivy.Env).CumulativeSum
	add("CumulativeProd", dtype.Float32, prod, []float64{0x1p100, 0x1p100, 0, 2}, []float64{0x1p100, inf, nan, nan})
	add("CumulativeProd", dtype.Float64, prod, []float64{0x1p1000, 0x1p1000, 0, 2}, []float64{0x1p1000, inf, nan, nan})
	add("CumulativeProd", dtype.Float32, prod, []float64{0x1p-100, 0x1p-100, inf, 2}, []float64{0x1p-100, 0, nan, nan})
	add("CumulativeProd", dtype.BFloat16, prod, []float64{0x1p100, -0x1p100, 0, 2}, []float64{0x1p100, -inf, nan, nan})
	add("CumulativeProd", dtype.Float32, prod, []float64{0x1p100, 0x1p100, 0x1p-100}, []float64{0x1p100, inf, inf})
	add("CumulativeProd", dtype.Float32, prod, []float64{2, nan, 0, inf}, []float64{2, nan, nan, nan})
	add("CumulativeProd", dtype.Complex64, prod, []complex128{0x1p100, 0x1p100, 0, 2}, []complex128{0x1p100, complex(inf, 0), complex(nan, nan), complex(nan, nan)})
	add("CumulativeSum", dtype.Float32, sum, []float64{0x1p127, 0x1p127, -0x1p127}, []float64{0x1p127, inf, inf})
	add("CumulativeSum", dtype.Float32, sum, []float64{-0x1p127, -0x1p127, inf, 1}, []float64{-0x1p127, -inf, nan, nan})
	add("CumulativeSum", dtype.BFloat16, sum, []float64{0x1p127, 0x1p127, -0x1p127}, []float64{0x1p127, inf, inf})
	add("CumulativeSum", dtype.Complex64, sum, []complex128{0x1p127, 0x1p127 + 1i, -0x1p127}, []complex128{0x1p127, complex(inf, 1), complex(inf, 1)})
	runTraps(t, e, traps)
}

// trapsSubnormal: parts of complex numbers that are subnormal are numbers, not zeros, and no NaNs come of them.
func trapsSubnormal(t *testing.T, e *ivy.Env) {
	const tiny = 0x1p-1070 // of float64, and 0x1p-140 of float32
	small := func(d dtype.Dtype, v float64) float64 {
		if d == dtype.Complex64 {
			return v * 0x1p900 * 0x1p30
		}
		return v
	}
	var traps []trap
	for _, d := range []dtype.Dtype{dtype.Complex64, dtype.Complex128} {
		s := small(d, tiny)
		in := []complex128{complex(s, s), complex(-s, s), complex(0.5, s), complex(0.5, -s), complex(-0.5, s), complex(s, 0.25), complex(-3, s), complex(-3, -s), complex(-1, s), complex(1e-12, s), complex(s, math.Inf(1))}
		want := make([]complex128, len(in))
		for i, z := range in {
			a, b := real(z), imag(z)
			want[i] = complex(math.Log1p(a), b/(1+a)) // of numbers almost on the axis
			switch {
			case a == -1:
				want[i] = complex(math.Log(b*0x1p200)-200*math.Ln2, math.Pi/2)
			case a < -1:
				want[i] = complex(math.Log(-1-a), math.Copysign(math.Pi, b))
			case b == 0.25:
				want[i] = complex(math.Log1p(b*b)/2, math.Atan(b))
			case math.IsInf(b, 0):
				want[i] = complex(math.Inf(1), math.Pi/2)
			}
			if d == dtype.Complex64 {
				want[i] = complex128(complex64(want[i]))
			}
		}
		for _, n := range []int{1, len(in)} {
			traps = append(traps, trap{name: fmt.Sprintf("Log1p of %v, the first %d", d, n), want: want[:n], ulps: 2,
				call: func(e *ivy.Env) *ivy.Array { return e.Log1p(array(e, d, in[:n])) }})
		}
	}
	runTraps(t, e, traps)
}

// trapsComplexOrder: complex numbers with a NaN in one part or both come last, in the order they had.
func trapsComplexOrder(t *testing.T, e *ivy.Env) {
	i := func(a, b float64) complex128 { return complex(a, b) }
	v := []complex128{i(2, nan), i(nan, 1), 3, i(0, nan), i(1, 1), i(nan, -1), 0, i(1, -1), i(nan, nan), 3, i(-inf, nan), i(-inf, 2)}
	order := []int64{11, 6, 7, 4, 2, 0, 1, 3, 5, 8, 10}
	for _, d := range []dtype.Dtype{dtype.Complex64, dtype.Complex128} {
		x := e.Reshape(array(e, d, v), []int{3, 4})
		values, indices, inverse, counts := e.UniqueAll(x)
		assert.Equal(t, order, ivy.Values[int64](indices), d)
		groups := []int64{5, 6, 4, 7, 3, 8, 1, 2, 9, 4, 10, 0}
		assert.Equal(t, groups, ivy.Values[int64](inverse), d)
		twice := []int64{1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1}
		assert.Equal(t, twice, ivy.Values[int64](counts), d)
		ofCounts, counts := e.UniqueCounts(x)
		assert.Equal(t, twice, ivy.Values[int64](counts), d)
		ofInverse, inverse := e.UniqueInverse(x)
		assert.Equal(t, groups, ivy.Values[int64](inverse), d)
		want := make([]complex128, len(order))
		for k, at := range order {
			want[k] = v[at]
		}
		for name, values := range map[string]*ivy.Array{"UniqueAll": values, "UniqueCounts": ofCounts, "UniqueInverse": ofInverse, "UniqueValues": e.UniqueValues(x)} {
			(&trap{name: name, want: want}).holds(t, values)
		}
		assert.Equal(t, []bool{false, true, false, true}, ivy.Values[bool](e.IsIn(array(e, d, []complex128{i(2, nan), i(1, 1), i(nan, nan), 3}), x)), d)
	}
}

// meanOf returns the exact mean of integers.
func meanOf(v []*big.Int) *big.Rat {
	sum := new(big.Int)
	for _, x := range v {
		sum.Add(sum, x)
	}
	return new(big.Rat).SetFrac(sum, big.NewInt(int64(len(v))))
}

// varianceOf returns their exact variance.
func varianceOf(v []*big.Int) *big.Rat {
	mean, sum := meanOf(v), new(big.Rat)
	for _, x := range v {
		d := new(big.Rat).Sub(new(big.Rat).SetInt(x), mean)
		sum.Add(sum, d.Mul(d, d))
	}
	return sum.Quo(sum, new(big.Rat).SetInt64(int64(len(v))))
}

// roundedTo returns x rounded once to a dtype of floats, as a float64.
func roundedTo(x *big.Rat, d dtype.Dtype) float64 {
	switch d {
	case dtype.Float64:
		f, _ := x.Float64()
		return f
	case dtype.Float32:
		f, _ := x.Float32()
		return float64(f)
	}
	// To odd in 40 digits, which a narrower type has not.
	f := new(big.Float).SetPrec(40).SetMode(big.ToZero).SetRat(x)
	if f.Acc() != big.Exact {
		exp := f.MantExp(nil)
		n, _ := new(big.Float).SetMantExp(f, 40-exp).Int64()
		if n%2 == 0 {
			n += int64(x.Sign())
		}
		f.SetMantExp(f.SetInt64(n), exp-40)
	}
	v, _ := f.Float64()
	if d == dtype.BFloat16 {
		return float64(dtype.BrainFromFloat64(v).Float32())
	}
	return float64(dtype.HalfFromFloat64(v).Float32())
}

// integersOf returns x's elements.
func integersOf(x *ivy.Array) []*big.Int {
	out := make([]*big.Int, x.Size())
	if x.Dtype() == dtype.Uint64 {
		for i, v := range ivy.Values[uint64](x) {
			out[i] = new(big.Int).SetUint64(v)
		}
		return out
	}
	for i, v := range ivy.Values[int64](x) {
		out[i] = big.NewInt(v)
	}
	return out
}

// trapsMeansOfIntegers compares means of integers with exact ones: the result is the exact
// mean, rounded once to its dtype, and so it is in a compiled function. Variances and
// deviations are within some units in the last place.
func trapsMeansOfIntegers(t *testing.T, e *ivy.Env) {
	race.Sequential(t)
	m := &integerMeans{t, e, map[string]*ivy.Compiled{}}
	r := rand.New(rand.NewPCG(3, 5))
	for _, f := range []dtype.Dtype{dtype.Float32, dtype.Float64, dtype.BFloat16, dtype.Float16} {
		if !m.compareIn(f, r) {
			return
		}
	}
	simple := e.Compile(func(xs ...*ivy.Array) []*ivy.Array { return []*ivy.Array{e.Negative(xs[0])} })
	if simple.CallMany(e.Ones([]int{2})); simple.Eager() == nil { // the backend compiles
		for name, f := range m.compiled {
			assert.NoError(t, f.Eager(), name)
		}
	}

	// One after the other they overflow, in 64 bits and as floats.
	x := array(e, dtype.Int64, []int64{5, -3, 6, -1, math.MaxInt64, math.MinInt64, 4, 3})
	assert.Equal(t, []float64{1.625}, ivy.Values[float64](e.Mean(x)))
	assert.Equal(t, []float64{1.625}, ivy.Values[float64](e.EinopsReduce(x, "a ->", "mean")))
	assert.Equal(t, []float64{float64(float32(2. / 3))}, ivy.Values[float64](e.Var(array(e, dtype.Int64, []int64{1 << 60, 1<<60 + 1, 1<<60 + 2}))))
}

// randomIntegers returns n elements of dtype d: []uint64 for uint64, else []int64.
func randomIntegers(r *rand.Rand, d dtype.Dtype, n int) any {
	u := randomWords(r, d, n)
	if d == dtype.Uint64 {
		return u
	}
	s := make([]int64, n)
	for i, v := range u {
		switch b := d.Bits(); {
		case d == dtype.Bool:
			s[i] = int64(v & 1)
		case d.IsUnsigned():
			s[i] = int64(v << (64 - b) >> (64 - b))
		default:
			s[i] = int64(v<<(64-b)) >> (64 - b)
		}
	}
	return s
}

// randomWords returns n words whose low bits are elements of dtype d, of one of five kinds.
func randomWords(r *rand.Rand, d dtype.Dtype, n int) []uint64 {
	top := uint64(1) << (d.Bits() - 1)
	u := make([]uint64, n)
	kind := r.IntN(5)
	base := r.Uint64()
	for i := range u {
		switch kind {
		case 0: // anything
			u[i] = r.Uint64()
		case 1: // small
			u[i] = uint64(r.IntN(7)) - 3*uint64(r.IntN(2))
		case 2: // ends
			u[i] = []uint64{0, top, top - 1, 2*top - 1}[r.IntN(4)]
		case 3: // close together
			u[i] = base + uint64(r.IntN(4))
		default: // which cancel
			u[i] = base
			if i%2 == 1 {
				u[i] = -base + uint64(r.IntN(3))
			}
		}
	}
	return u
}

// integerMeans compares means, variances and deviations of integers with exact ones.
type integerMeans struct {
	t        *testing.T
	e        *ivy.Env
	compiled map[string]*ivy.Compiled // by the options
}

// compareIn compares those of dtype f, and reports whether they are right.
func (m *integerMeans) compareIn(f dtype.Dtype, r *rand.Rand) bool {
	defer m.e.WithDefaultFloatDtype(f)()
	for _, d := range (dtype.Integer | dtype.Boolean).Dtypes() {
		for _, dims := range [][]int{{1}, {2}, {3}, {7}, {8}, {33}, {1000}, {2, 3}, {3, 5, 7}, {4, 1, 6}, {257, 3}, {3, 257}} {
			x := m.e.Reshape(array(m.e, d, randomIntegers(r, d, shape.Size(dims))), dims)
			for _, axes := range [][]int{nil, {0}, {len(dims) - 1}, {0, len(dims) - 1}, {}} {
				if !m.compare(x, slices.Compact(axes), f) {
					return false
				}
			}
		}
	}
	return true
}

// compare compares those of x over some axes, nil for all, in dtype f, and reports whether they are right.
func (m *integerMeans) compare(x *ivy.Array, axes []int, f dtype.Dtype) bool {
	t, e, dims := m.t, m.e, x.Shape()
	opts := []ivy.Option{ivy.Axes(axes)}
	over := axes
	if axes == nil {
		opts, over = nil, shape.All(len(dims))
	}
	v, count := reducedTogether(e, x, over)
	name := fmt.Sprintf("of %v%s over %v in %v", x.Dtype(), shape.Text(dims), axes, f)
	mean, variance, deviation := e.Mean(x, opts...), e.Var(x, opts...), e.Std(x, opts...)
	require.Equal(t, f, mean.Dtype(), name)
	if !exactlyMean(t, "Mean "+name, mean, v, count) || !near(t, "Var "+name, variance, v, count, false) || !near(t, "Std "+name, deviation, v, count, true) {
		return false
	}
	if x.Size() > 40 && len(axes) > 1 || f == dtype.Float16 || f == dtype.BFloat16 {
		return true
	}
	zs := m.compile(opts).CallMany(x)
	exactlyMean(t, "compiled Mean "+name, zs[0], v, count)
	assert.Equal(t, variance.Bytes(), zs[1].Bytes(), "compiled Var %s", name)
	assert.Equal(t, deviation.Bytes(), e.Reshape(zs[2], deviation.Shape()).Bytes(), "compiled Std %s", name)
	return true
}

// compile returns the compiled mean, variance and deviation with these options.
func (m *integerMeans) compile(opts []ivy.Option) *ivy.Compiled {
	e, key := m.e, fmt.Sprint(opts)
	if m.compiled[key] == nil {
		m.compiled[key] = e.Compile(func(xs ...*ivy.Array) []*ivy.Array {
			return []*ivy.Array{e.Mean(xs[0], opts...), e.Var(xs[0], opts...), e.Multiply(e.Std(xs[0], opts...), e.Ones([]int{1}, e.Mean(xs[0]).Dtype()))}
		})
	}
	return m.compiled[key]
}

// reducedTogether returns the elements of x in the order of the results of a reduction over
// some axes, and how many elements each result has.
func reducedTogether(e *ivy.Env, x *ivy.Array, over []int) (v []*big.Int, count int) {
	var kept []int
	for a := range x.Shape() {
		if !slices.Contains(over, a) {
			kept = append(kept, a)
		}
	}
	count = 1
	for _, a := range over {
		count *= x.Shape()[a]
	}
	return integersOf(e.PermuteDims(x, slices.Concat(kept, over))), count
}

func exactlyMean(t *testing.T, name string, z *ivy.Array, v []*big.Int, count int) bool {
	got := ivy.Values[float64](z)
	for i, g := range got {
		want := roundedTo(meanOf(v[i*count:(i+1)*count]), z.Dtype())
		if math.Float64bits(want) != math.Float64bits(g) && !(want == 0 && g == 0) {
			return assert.Failf(t, "another mean", "%s: result %d is %v, want %v", name, i, g, want)
		}
	}
	return true
}

// near is within a few units in the last place, and more of more elements.
func near(t *testing.T, name string, z *ivy.Array, v []*big.Int, count int, root bool) bool {
	eps := map[dtype.Dtype]float64{dtype.BFloat16: 0x1p-8, dtype.Float16: 0x1p-11, dtype.Float32: 0x1p-24, dtype.Float64: 0x1p-53}[z.Dtype()]
	for i, g := range ivy.Values[float64](z) {
		exact, _ := varianceOf(v[i*count : (i+1)*count]).Float64()
		if root {
			exact = math.Sqrt(exact)
		}
		want := roundedTo(new(big.Rat).SetFloat64(exact), z.Dtype())
		if diff := math.Abs(want - g); g != want && !(diff <= (8+math.Sqrt(float64(count)))*eps*want+0x1p-24*eps) {
			return assert.Failf(t, "another result", "%s: result %d is %v, want %v", name, i, g, want)
		}
	}
	return true
}
