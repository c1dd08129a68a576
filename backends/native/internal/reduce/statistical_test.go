package reduce_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/arraytest"
	"github.com/goivy/goivy/backends/native/internal/reduce"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// A judge says why got is not the reduction of xs, or "".
type judge func(d dtype.Dtype, xs []arraytest.Scalar, a backend.ReduceAttrs, got arraytest.Scalar) string

func wantBits(want int64, got arraytest.Scalar) string {
	if want != got.Bits {
		return fmt.Sprintf("%d, want %d", got.Bits, want)
	}
	return ""
}

// cut returns an integer as dtype d holds it.
func cut(d dtype.Dtype, v int64) int64 {
	shift := 64 - d.Size()*8
	if d.IsSigned() {
		return v << shift >> shift
	}
	return int64(uint64(v) << shift >> shift)
}

// roundingOf returns the unit roundoff that d's sums have inside, and that of d.
func roundingOf(d dtype.Dtype) (inside, outside, limit float64) {
	f, _ := dtype.Finfo(d)
	inside = f.Eps
	limit = f.Max
	if dtype.Narrow.Has(d) {
		f32, _ := dtype.Finfo(dtype.Float32)
		inside, limit = f32.Eps, f32.Max
	}
	return inside, f.Eps, limit
}

// judgeSum compares one part of a float sum with the exact sum of the parts.
func judgeSum(d dtype.Dtype, parts []float64, got, divisor float64) string {
	inside, outside, limit := roundingOf(d)
	sum, all := new(big.Float).SetPrec(2200), 0.0
	var up, down, nan bool
	for _, v := range parts {
		switch {
		case math.IsNaN(v):
			nan = true
		case math.IsInf(v, 1):
			up = true
		case math.IsInf(v, -1):
			down = true
		default:
			sum.Add(sum, new(big.Float).SetFloat64(v))
			all += math.Abs(v)
		}
	}
	var want float64
	switch {
	case nan || up && down:
		want = math.NaN()
	case all > limit/2:
		return "" // may overflow on the way
	case up:
		want = math.Inf(1)
	case down:
		want = math.Inf(-1)
	default:
		want, _ = sum.Float64()
		all /= divisor
		want /= divisor
		f, _ := dtype.Finfo(d)
		if math.Abs(want) > f.Max*(1-outside) && math.Abs(got) >= f.Max {
			return ""
		}
		// Along a chunk eight sums take 64 numbers each; the rest is in pairs.
		bound := inside*all*float64(min(len(parts), 100)) + outside*math.Abs(want) + 2*f.SmallestNormal*f.Eps
		if !(math.Abs(got-want) <= bound) {
			return fmt.Sprintf("%v, want %v ± %v", got, want, bound)
		}
		return ""
	}
	want /= divisor
	if math.IsNaN(want) != math.IsNaN(got) || !math.IsNaN(want) && want != got {
		return fmt.Sprintf("%v, want %v", got, want)
	}
	return ""
}

func partsOf(xs []arraytest.Scalar) (re, im []float64) {
	for _, v := range xs {
		re, im = append(re, v.Re), append(im, v.Im)
	}
	return re, im
}

func judgeSums(d dtype.Dtype, xs []arraytest.Scalar, _ backend.ReduceAttrs, got arraytest.Scalar) string {
	switch {
	case d.IsBool():
		var want int64
		for _, v := range xs {
			want |= v.Bits
		}
		return wantBits(want, got)
	case d.IsInteger():
		var want int64
		for _, v := range xs {
			want += v.Bits
		}
		return wantBits(cut(d, want), got)
	}
	re, im := partsOf(xs)
	return judgeSum(d, re, got.Re, 1) + judgeSum(d, im, got.Im, 1)
}

func judgeMeans(d dtype.Dtype, xs []arraytest.Scalar, _ backend.ReduceAttrs, got arraytest.Scalar) string {
	if len(xs) == 0 {
		if !math.IsNaN(got.Re) || d.IsComplex() && !math.IsNaN(got.Im) {
			return fmt.Sprintf("mean of nothing is %v", got)
		}
		return ""
	}
	re, im := partsOf(xs)
	return judgeSum(d, re, got.Re, float64(len(xs))) + judgeSum(d, im, got.Im, float64(len(xs)))
}

func judgeProds(d dtype.Dtype, xs []arraytest.Scalar, _ backend.ReduceAttrs, got arraytest.Scalar) string {
	switch {
	case d.IsBool():
		want := int64(1)
		for _, v := range xs {
			want &= v.Bits
		}
		return wantBits(want, got)
	case d.IsInteger():
		want := int64(1)
		for _, v := range xs {
			want *= v.Bits
		}
		return wantBits(cut(d, want), got)
	}
	inside, outside, limit := roundingOf(d)
	want, size, special := complex(1, 0), 0.0, false
	for _, v := range xs {
		if d.IsComplex() {
			want *= complex(v.Re, v.Im)
		} else {
			want = complex(real(want)*v.Re, 0)
		}
		switch abs := math.Hypot(v.Re, v.Im); {
		case abs == 0 || math.IsNaN(abs) || math.IsInf(abs, 0):
			special = true
		default:
			size += math.Abs(math.Log(abs))
		}
	}
	f, _ := dtype.Finfo(d)
	switch {
	case size > math.Log(limit)/2:
		return "" // products of some of them may overflow or vanish
	case special && d.IsComplex():
		return "" // the parts of products of infinities depend on their order
	case special:
		if math.IsNaN(real(want)) != math.IsNaN(got.Re) || !math.IsNaN(real(want)) && real(want) != got.Re {
			return fmt.Sprintf("%v, want %v", got.Re, want)
		}
		return ""
	case math.Abs(real(want)) > f.Max*(1-outside):
		return "" // near the end of the 16-bit floats
	}
	abs := math.Hypot(real(want), imag(want))
	bound := abs*(inside*float64(4*len(xs))+outside) + 2*f.SmallestNormal*f.Eps
	if !(math.Abs(got.Re-real(want)) <= bound) || !(math.Abs(got.Im-imag(want)) <= bound) {
		return fmt.Sprintf("%v, want %v ± %v", complex(got.Re, got.Im), want, bound)
	}
	return ""
}

// extremeAt returns the index of the first most extreme value, of which NaN is one.
func extremeAt(d dtype.Dtype, xs []arraytest.Scalar, most bool) int {
	best := 0
	for i, v := range xs {
		if arraytest.IsNaN(v) {
			return i
		}
		if most && arraytest.Less(d, xs[best], v) || !most && arraytest.Less(d, v, xs[best]) {
			best = i
		}
	}
	return best
}

func judgeExtremes(most bool) judge {
	return func(d dtype.Dtype, xs []arraytest.Scalar, _ backend.ReduceAttrs, got arraytest.Scalar) string {
		want := xs[extremeAt(d, xs, most)]
		if arraytest.IsNaN(want) && arraytest.IsNaN(got) || want.Re == got.Re && want.Bits == got.Bits {
			return ""
		}
		return fmt.Sprintf("%v, want %v", got, want)
	}
}

func judgePositions(most bool) judge {
	return func(d dtype.Dtype, xs []arraytest.Scalar, _ backend.ReduceAttrs, got arraytest.Scalar) string {
		return wantBits(int64(extremeAt(d, xs, most)), got)
	}
}

func judgeCounts(from func(n, of int) int) judge {
	return func(_ dtype.Dtype, xs []arraytest.Scalar, _ backend.ReduceAttrs, got arraytest.Scalar) string {
		n := 0
		for _, v := range xs {
			if arraytest.IsTrue(v) {
				n++
			}
		}
		return wantBits(int64(from(n, len(xs))), got)
	}
}

// exactMean is the mean, rounded once if all are finite.
func exactMean(xs []float64) float64 {
	sum, plain := new(big.Float).SetPrec(2200), 0.0
	for _, v := range xs {
		if plain += v - v; plain != 0 {
			plain += v // not finite
			continue
		}
		sum.Add(sum, new(big.Float).SetFloat64(v))
	}
	if plain != 0 {
		return plain
	}
	v, _ := sum.Float64()
	return v / float64(len(xs))
}

func judgeSpread(root bool) judge {
	return func(d dtype.Dtype, xs []arraytest.Scalar, a backend.ReduceAttrs, got arraytest.Scalar) string {
		inside, outside, _ := roundingOf(d)
		f, _ := dtype.Finfo(d)
		n := float64(len(xs))
		size := 0.0
		re, im := partsOf(xs)
		for i := range re {
			size = max(size, math.Abs(re[i]), math.Abs(im[i]))
		}
		m := complex(exactMean(re), exactMean(im))
		squares := make([]float64, len(xs))
		for i := range xs {
			dist := complex(re[i], im[i]) - m
			squares[i] = real(dist)*real(dist) + imag(dist)*imag(dist)
		}
		want := exactMean(squares) * n / max(n-a.Correction, 0)
		if n <= a.Correction {
			if !math.IsNaN(got.Re) {
				return fmt.Sprintf("%v of too few", got.Re)
			}
			return ""
		}
		if size > 1e3 && !math.IsInf(size, 1) {
			return "" // squares may overflow
		}
		// An error e of the mean adds e² to each square.
		e := inside * size * min(n, 100)
		bound := want*inside*200 + n*e*e/max(n-a.Correction, 0)
		if root {
			bound = math.Sqrt(want+bound) - math.Sqrt(want)
			want = math.Sqrt(want)
		}
		bound += outside*want + f.SmallestNormal
		bad := math.IsNaN(want) != math.IsNaN(got.Re) || math.IsInf(want, 0) != math.IsInf(got.Re, 0)
		if bad || !math.IsNaN(want) && !math.IsInf(want, 0) && !(math.Abs(got.Re-want) <= bound) {
			return fmt.Sprintf("%v, want %v ± %v", got.Re, want, bound)
		}
		return ""
	}
}

var judges = []struct {
	op    ops.Reduce
	judge judge
	some  bool // of no elements it is not asked for
	line  bool // of one axis, or all
}{
	{op: ops.Sum, judge: judgeSums},
	{op: ops.Prod, judge: judgeProds},
	{op: ops.Mean, judge: judgeMeans},
	{op: ops.Var, judge: judgeSpread(false)},
	{op: ops.Std, judge: judgeSpread(true)},
	{op: ops.Max, judge: judgeExtremes(true), some: true},
	{op: ops.Min, judge: judgeExtremes(false), some: true},
	{op: ops.ArgMax, judge: judgePositions(true), some: true, line: true},
	{op: ops.ArgMin, judge: judgePositions(false), some: true, line: true},
	{op: ops.CountNonzero, judge: judgeCounts(func(n, _ int) int { return n })},
	{op: ops.AllOp, judge: judgeCounts(func(n, of int) int {
		if n == of {
			return 1
		}
		return 0
	})},
	{op: ops.Any, judge: judgeCounts(func(n, _ int) int { return min(n, 1) })},
}

// resultOf returns the dtype of a reduction's result: Sum and Prod get x cast to it before.
func resultOf(op *ops.Op, d dtype.Dtype) dtype.Dtype {
	if op == ops.Sum.Op || op == ops.Prod.Op {
		return d
	}
	return op.Out(d, dtype.StandardDefaults)
}

// checkReduce judges the kernel over axes, on one thread and two, on x and on a copy of it.
func checkReduce(t require.TestingT, op ops.Reduce, j judge, x *array.Buffer, a backend.ReduceAttrs) {
	out := backend.Spec{Dtype: resultOf(op.Op, x.Dtype), Shape: shape.Reduce(x.Shape, a.Axes, a.KeepDims)}
	k := kernels.Entry(op.Op).Reduce
	before := arraytest.Scalars(x)
	call := fmt.Sprint(op.Name, " of ", x.Dtype, x.Shape, x.Strides, " over ", a.Axes)

	var first []arraytest.Scalar
	compacted, err := array.Clone(nil, x)
	require.NoError(t, err)
	for i, in := range []*array.Buffer{x, x, compacted} {
		arraytest.InThreads(1+i%2, func() {
			z, err := k(out, in, a)
			require.NoError(t, err, call)
			b := z.(*array.Buffer)
			require.Equal(t, out.Dtype, b.Dtype, call)
			require.Equal(t, out.Shape, slices.Clone(b.Shape), call)
			vs := arraytest.Scalars(b)
			if i == 0 {
				first = vs
			}
			for at := range vs {
				if first[at].Raw != vs[at].Raw {
					require.Failf(t, "depends on threads or strides", "%s at %d: %v, %v", call, at, first[at], vs[at])
				}
			}
		})
	}
	for at, group := range arraytest.GroupsBy(x.Shape, a.Axes) {
		xs := make([]arraytest.Scalar, len(group))
		for i, g := range group {
			xs[i] = before[g]
		}
		if why := j(x.Dtype, xs, a, first[at]); why != "" {
			if len(xs) > 40 {
				xs = xs[:40]
			}
			require.Failf(t, "wrong value", "%s at %d: %s, of %v", call, at, why, xs)
		}
	}
	require.Equal(t, len(before), len(arraytest.Scalars(x)))
}

// subsets returns all ascending lists of axes.
func subsets(rank int) [][]int {
	var out [][]int
	for bits := range 1 << rank {
		axes := []int{}
		for i := range rank {
			if bits>>i&1 != 0 {
				axes = append(axes, i)
			}
		}
		out = append(out, axes)
	}
	return out
}

func TestReduce(t *testing.T) {
	for _, c := range judges {
		t.Run(c.op.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
				s := rapid.SliceOfN(rapid.SampledFrom([]int{0, 1, 1, 2, 3, 3, 4, 9}), 0, 4).Draw(t, "shape")
				edges := rapid.Bool().Draw(t, "edges")
				for range 3 {
					d := rapid.SampledFrom(c.op.In.Dtypes()).Draw(t, "dtype")
					x := arraytest.SomeView(t, r, d, s, edges)
					for _, axes := range subsets(len(s)) {
						if c.line && len(axes) != 1 && len(axes) != len(s) {
							continue
						}
						group := 1
						for _, axis := range axes {
							group *= s[axis]
						}
						if c.some && group == 0 {
							continue
						}
						checkReduce(t, c.op, c.judge, x, backend.ReduceAttrs{Axes: axes, KeepDims: r.IntN(2) == 0,
							Correction: []float64{0, 1, 0.5, 30}[r.IntN(4)]})
					}
				}
			})
		})
	}
}

// TestReduceLarge crosses the lengths of blocks, chunks and tiles.
func TestReduceLarge(t *testing.T) {
	shapes := [][]int{{reduce.BlockLenOf[float32]()}, {reduce.BlockLenOf[float32]() + 1}, {reduce.ChunkLen + 1}, {3*reduce.ChunkLen + 17}, {3, reduce.ChunkLen + 5}, {reduce.BlockRows + 3, 3},
		{2*reduce.BlockRows + 1, reduce.TileLen + 9}, {3, 8, reduce.TileLen + 1}, {129 * reduce.BlockRows, 2}, {5, 600, 7}}
	for _, c := range judges {
		t.Run(c.op.Name, func(t *testing.T) {
			if testing.Short() && c.op != ops.Sum && c.op != ops.ArgMax && c.op != ops.Var {
				t.Skip("the others are made of the same reductions")
			}
			r := rand.New(rand.NewPCG(3, 4))
			for i, s := range shapes {
				for _, d := range arraytest.Sampled(c.op.In) {
					if d != dtype.Float32 && i != int(d)%len(shapes) { // one of the shapes is enough for each
						continue
					}
					if testing.Short() && i%2 == 1 && shape.Size(s) > 10_000 {
						continue
					}
					x := arraytest.SomeView(t, r, d, s, i%4 == 3)
					for _, axes := range subsets(len(s)) {
						if len(axes) > 0 && (!c.line || len(axes) == 1 || len(axes) == len(s)) {
							checkReduce(t, c.op, c.judge, x, backend.ReduceAttrs{Axes: axes})
						}
					}
				}
			}
		})
	}
}

// TestReduceOfLongRows: a lane that is reduced from several offsets at once gives what one
// does whose elements do not lie in order, on any number of threads.
func TestReduceOfLongRows(t *testing.T) {
	for _, d := range []dtype.Dtype{dtype.Float32, dtype.Float64, dtype.BFloat16, dtype.Complex128} {
		if testing.Short() && d != dtype.Float32 {
			continue
		}
		n := reduce.FarFrom/max(d.Size(), 4) + 7*reduce.ChunkLen + 17 // 16-bit floats are reduced in 32
		x, err := array.NewBuffer(backend.Spec{Dtype: d, Shape: []int{2, n}})
		require.NoError(t, err)
		r := rand.New(rand.NewPCG(5, 6))
		for p, i := array.BytesOf(x), 0; i < len(p); i++ {
			p[i] = byte(r.Uint32()) & 0xbf // no infinities
		}
		y, err := array.NewBuffer(backend.Spec{Dtype: d, Shape: []int{n, 2}})
		require.NoError(t, err)
		from, to, size := array.BytesOf(x), array.BytesOf(y), d.Size()
		for i := range n {
			copy(to[2*i*size:], from[i*size:(i+1)*size])
			copy(to[(2*i+1)*size:], from[(n+i)*size:(n+i+1)*size])
		}
		apart := y.View([]int{2, n}, 0)
		apart.Strides[0], apart.Strides[1] = 1, 2
		for _, op := range []ops.Reduce{ops.Sum, ops.Max, ops.Var} {
			if !op.In.Has(d) {
				continue
			}
			var first []byte
			for i, in := range []*array.Buffer{x, apart} {
				for threads := 1; threads <= 3; threads++ {
					arraytest.InThreads(threads, func() {
						z, err := kernels.Entry(op.Op).Reduce(backend.Spec{Dtype: resultOf(op.Op, d), Shape: []int{2}}, in, backend.ReduceAttrs{Axes: []int{1}})
						require.NoError(t, err)
						if first == nil {
							first = slices.Clone(array.BytesOf(z.(*array.Buffer)))
						}
						require.Equal(t, first, array.BytesOf(z.(*array.Buffer)), "%s of %s, layout %d, %d threads", op.Name, d, i, threads)
					})
				}
			}
		}
	}
}

// TestReduceRules has the values that the standard and NumPy fix.
func TestReduceRules(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	minus := math.Copysign(0, -1)
	for _, c := range []struct {
		op         ops.Reduce
		in         []float64
		correction float64
		want       float64
		why        string
	}{
		{ops.Sum, nil, 0, 0, "of nothing"},
		{ops.Prod, nil, 0, 1, "of nothing"},
		{ops.Mean, nil, 0, nan, "of nothing"},
		{ops.Var, nil, 0, nan, "of nothing"},
		{ops.Sum, []float64{minus, minus}, 0, minus, "−0 + −0"},
		{ops.Sum, []float64{minus, 0}, 0, 0, "−0 + 0"},
		{ops.Sum, slices.Repeat([]float64{minus}, 1000), 0, minus, "in blocks too"},
		{ops.Sum, []float64{inf, -inf}, 0, nan, ""},
		{ops.Var, []float64{1, 3}, 1, 2, ""},
		{ops.Var, []float64{1}, 1, nan, "too few"},
		{ops.Var, []float64{1, 3}, 2, nan, "too few"},
		{ops.Std, []float64{1, 3}, 3, nan, "too few"},
		{ops.Std, []float64{1, 3}, 0, 1, ""},
		{ops.Var, []float64{1, nan}, 0, nan, ""},
		{ops.Max, []float64{1, nan, 2}, 0, nan, ""},
		{ops.Min, []float64{nan, 2}, 0, nan, ""},
		{ops.Max, []float64{-inf, -inf}, 0, -inf, ""},
	} {
		for _, d := range dtype.Float.Dtypes() {
			var vs []arraytest.Scalar
			for _, v := range c.in {
				vs = append(vs, arraytest.Scalar{Re: v})
			}
			x := arraytest.ArrayOf(t, d, []int{len(vs)}, vs)
			z, err := kernels.Entry(c.op.Op).Reduce(backend.Spec{Dtype: d}, x, backend.ReduceAttrs{Axes: []int{0}, Correction: c.correction})
			require.NoError(t, err)
			got := arraytest.Scalars(z.(*array.Buffer))[0].Re
			same := math.IsNaN(c.want) && math.IsNaN(got) || c.want == got && math.Signbit(c.want) == math.Signbit(got)
			require.Truef(t, same, "%s(%v) of %s = %v, want %v (%s)", c.op.Name, c.in[:min(len(c.in), 4)], d, got, c.want, c.why)
		}
	}
}

// TestSumPrecision: sums in pairs of float32 are far better than one after the other.
func TestSumPrecision(t *testing.T) {
	for _, s := range [][]int{{1 << 20, 1}, {1, 1 << 20}, {1 << 19, 2}} {
		n := shape.Size(s)
		x := arraytest.ArrayOf(t, dtype.Float32, s, slices.Repeat([]arraytest.Scalar{{Re: 0.1}}, n))
		for _, axes := range [][]int{{0}, {1}, {0, 1}} {
			z, err := kernels.Entry(ops.Sum.Op).Reduce(backend.Spec{Dtype: x.Dtype, Shape: shape.Reduce(s, axes, false)}, x, backend.ReduceAttrs{Axes: axes})
			require.NoError(t, err)
			vs := arraytest.Scalars(z.(*array.Buffer))
			want := float64(float32(0.1)) * float64(n/len(vs))
			require.InEpsilon(t, want, vs[0].Re, 2e-6, "%v over %v", s, axes)
		}
	}
}

func TestNarrowAccumulatesInFloat32(t *testing.T) {
	// A sum of 1000 ones stops at 256 in bfloat16; 65504 is float16's largest value.
	x := arraytest.ArrayOf(t, dtype.BFloat16, []int{1000}, slices.Repeat([]arraytest.Scalar{{Re: 1}}, 1000))
	z, err := kernels.Entry(ops.Sum.Op).Reduce(backend.Spec{Dtype: x.Dtype}, x, backend.ReduceAttrs{Axes: []int{0}})
	require.NoError(t, err)
	require.Equal(t, 1000.0, arraytest.Scalars(z.(*array.Buffer))[0].Re)

	x = arraytest.ArrayOf(t, dtype.Float16, []int{100}, slices.Repeat([]arraytest.Scalar{{Re: 65504}}, 100))
	z, err = kernels.Entry(ops.Mean.Op).Reduce(backend.Spec{Dtype: x.Dtype}, x, backend.ReduceAttrs{Axes: []int{0}})
	require.NoError(t, err)
	require.Equal(t, 65504.0, arraytest.Scalars(z.(*array.Buffer))[0].Re)
}

func TestSumOfFewAllocatesOnce(t *testing.T) {
	x := arraytest.ArrayOf(t, dtype.Float32, []int{3}, []arraytest.Scalar{{Re: 1}, {Re: 2}, {Re: 3}})
	var in backend.Buffer = x
	out, a := backend.Spec{Dtype: x.Dtype}, backend.ReduceAttrs{Axes: []int{0}}
	for _, op := range []ops.Reduce{ops.Sum, ops.Prod, ops.Mean, ops.Max, ops.Min} {
		k := kernels.Entry(op.Op).Reduce
		require.LessOrEqual(t, testing.AllocsPerRun(100, func() { _, _ = k(out, in, a) }), 1.0, op.Name)
	}
}

// TestComplete: every row of these groups that has a kernel has one here, for all its dtypes.
func TestComplete(t *testing.T) {
	mine := map[ops.Group]bool{ops.Statistical: true, ops.Sorting: true, ops.Searching: true, ops.Sets: true, ops.Utility: true}
	rows := 0
	for _, op := range ops.All() {
		if !mine[op.Group] || op.Family == ops.FamilyComposed || op.Family == ops.FamilyTernary {
			continue
		}
		rows++
		e := kernels.Entry(op)
		require.NotNil(t, e.Op, op.Name)
		require.Equal(t, op.In, e.Dtypes, op.Name)
		require.Empty(t, e.Gap, op.Name)
	}
	require.Equal(t, 26, rows)
}

// TestReduceOfHugeView: intermediate results larger than memory are an error.
func TestReduceOfHugeView(t *testing.T) {
	if strconv.IntSize == 32 {
		t.Skip("no view has so many elements: an int does not count them")
	}
	one := arraytest.ArrayOf(t, dtype.Int8, []int{1, 1, 1}, []arraytest.Scalar{{Bits: 1}})
	s := []int{1 << 26, 1 << 26, 2}
	x, err := array.BroadcastTo(backend.Spec{Dtype: one.Dtype, Shape: s}, one, backend.ViewAttrs{})
	require.NoError(t, err)
	_, err = kernels.Entry(ops.Sum.Op).Reduce(backend.Spec{Dtype: one.Dtype, Shape: []int{1 << 26}}, x, backend.ReduceAttrs{Axes: []int{0, 2}})
	require.ErrorAs(t, err, new(*backend.SizeError))
}
