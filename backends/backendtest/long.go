package backendtest

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// longSize is the length of the axes that the test long works along: enough for
// blocks, several threads and sorts of more than one pass, and no round number.
const longSize = 70_001

// long holds what must be true of functions along a long axis, where no golden file
// could have the values: sums and products that are exact, orders, indices of
// single elements.
func (s *suite) long(t *testing.T) {
	if testing.Short() {
		t.Skip("long arrays take a while")
	}
	for _, d := range dtype.All.Dtypes() {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			defer func() {
				switch p := recover().(type) {
				case nil:
				case *ivy.Error:
					t.Error(p)
				default:
					panic(p)
				}
			}()
			s.longSums(t, d)
			s.longPlaces(t, d)
			s.longProducts(t, d)
			if dtype.Real.Has(d) || d == dtype.Bool {
				s.longOrder(t, d)
			}
		})
	}
}

// same fails if x and y are not equal to the last bit, in dtype and shape too.
func same(t *testing.T, got, want *ivy.Array, what string) {
	t.Helper()
	if assert.Equal(t, want.Dtype(), got.Dtype(), what) && assert.Equal(t, want.Shape(), got.Shape(), what) {
		assert.True(t, string(want.Bytes()) == string(got.Bytes()), "%s: the values differ", what)
	}
}

// whole returns an array of whole numbers between lo and hi, as dtype d.
func (s *suite) whole(d dtype.Dtype, r *rand.Rand, lo, hi int, dims ...int) (*ivy.Array, []int64) {
	n := 1
	for _, k := range dims {
		n *= k
	}
	v := make([]int64, n)
	for i := range v {
		v[i] = int64(lo + r.IntN(hi-lo+1))
	}
	return s.env.Astype(s.env.Reshape(s.env.Asarray(v), dims), d), v
}

// longSums sums whole numbers, whose partial sums every accumulator holds exactly.
func (s *suite) longSums(t *testing.T, d dtype.Dtype) {
	e := s.env
	r := rand.New(rand.NewPCG(1, uint64(d)))
	lo, hi := -1, 1
	if d.IsUnsigned() || d == dtype.Bool {
		lo = 0
	}
	n, m := longSize, 3
	x, v := s.whole(d, r, lo, hi, n, m)
	prefix := make([]int64, len(v)) // along the long axis
	for i := range v {
		prefix[i] = v[i]
		if i >= m {
			prefix[i] += prefix[i-m]
		}
	}
	totals := prefix[len(prefix)-m:]
	all := totals[0] + totals[1] + totals[2]
	out := e.Sum(e.Zeros([]int{1}, d)).Dtype()
	as := func(v []int64, dims ...int) *ivy.Array { return e.Astype(e.Reshape(e.Asarray(v), dims), out) }
	views := map[string]*ivy.Array{
		"rows": x, "columns": e.PermuteDims(e.CopyArray(e.PermuteDims(x, []int{1, 0})), []int{1, 0}),
		"back": e.GetItem(e.CopyArray(e.Flip(x)), ivy.Slice(nil, nil, -1), ivy.Slice(nil, nil, -1)),
	}
	for _, name := range sortedKeys(views) {
		x := views[name]
		same(t, e.Sum(x, ivy.Axis(0)), as(totals, m), name+": Sum along the long axis")
		same(t, e.Sum(x), as([]int64{all}), name+": Sum of all")
		same(t, e.Sum(e.PermuteDims(x, []int{1, 0}), ivy.Axis(1)), as(totals, m), name+": Sum along the last axis")
		same(t, e.CumulativeSum(x, ivy.Axis(0)), as(prefix, n, m), name+": CumulativeSum")
		count := int64(0)
		for _, k := range v {
			if k != 0 {
				count++
			}
		}
		assert.Equal(t, int(count), e.CountNonzero(x).Int(), name+": CountNonzero")
		var at []int64
		for i, k := range v {
			if k != 0 {
				at = append(at, int64(i))
			}
		}
		found := e.Nonzero(x)
		same(t, e.Add(e.Multiply(found[0], m), found[1]), e.Asarray(at), name+": Nonzero")
	}
	ones := e.Ones([]int{n}, d)
	same(t, e.Prod(ones), e.Ones([]int{}, out), "Prod")
	if dtype.Inexact.Has(d) {
		same(t, e.Mean(ones), e.Ones([]int{}, d), "Mean")
		same(t, e.Var(ones), e.Zeros([]int{}, d.Component()), "Var")
	}
}

// longPlaces hides single elements far out.
func (s *suite) longPlaces(t *testing.T, d dtype.Dtype) {
	e := s.env
	for _, at := range []int{0, 1, 4095, 32768, longSize - 2, longSize - 1} {
		what := fmt.Sprintf("an element at %d", at)
		x := e.Zeros([]int{longSize}, d)
		e.SetItem(x, true, at)
		assert.True(t, e.Any(x).Bool(), "%s: Any", what)
		assert.False(t, e.All(e.LogicalNot(x)).Bool(), "%s: All", what)
		assert.Equal(t, 1, e.CountNonzero(x).Int(), "%s: CountNonzero", what)
		assert.Equal(t, []int64{int64(at)}, ivy.Values[int64](e.Nonzero(x)[0]), "%s: Nonzero", what)
		values, indices, inverse, counts := e.UniqueAll(x)
		same(t, values, e.Asarray([]bool{false, true}, d), what+": the values of UniqueAll")
		assert.Equal(t, []int64{int64(longSize - 1), 1}, ivy.Values[int64](counts), "%s: the counts of UniqueAll", what)
		first := int64(0)
		if at == 0 {
			first = 1
		}
		assert.Equal(t, []int64{first, int64(at)}, ivy.Values[int64](indices), "%s: the indices of UniqueAll", what)
		same(t, e.Take(values, inverse), x, what+": the inverse of UniqueAll")
		if d.IsComplex() {
			continue
		}
		assert.Equal(t, at, e.ArgMax(x).Int(), "%s: ArgMax", what)
		same(t, e.Max(x), e.Ones([]int{}, d), what+": Max")
		same(t, e.Min(x), e.Zeros([]int{}, d), what+": Min")
		same(t, e.Min(e.LogicalNot(x)), e.Asarray(false), what+": Min of the others")
		assert.Equal(t, at, e.ArgMin(e.LogicalNot(x)).Int(), "%s: ArgMin", what)
		if d.IsFloat() {
			y := e.Ones([]int{longSize}, d)
			e.SetItem(y, e.Log(e.Negative(e.Ones([]int{}, d))), at) // NaN
			assert.True(t, e.IsNan(e.Max(y)).Bool() && e.IsNan(e.Min(y)).Bool() && e.IsNan(e.Sum(y)).Bool(), "%s: NaN", what)
			assert.Equal(t, []int{at, at}, []int{e.ArgMax(y).Int(), e.ArgMin(y).Int()}, "%s: NaN", what)
		}
	}
}

// longOrder sorts: the result must ascend, be the elements that ArgSort names, each
// once, and leave equal ones in their order.
func (s *suite) longOrder(t *testing.T, d dtype.Dtype) {
	e := s.env
	r := rand.New(rand.NewPCG(2, uint64(d)))
	lo, hi := -1000, 1000
	if d.IsUnsigned() || d == dtype.Bool {
		lo = 0
	}
	if d.Bits() == 8 {
		lo, hi = max(lo, -100), 100
	}
	x, _ := s.whole(d, r, lo, hi, longSize)
	if d.IsFloat() {
		x = e.Divide(x, 8)
		nan := e.Log(e.Negative(e.Ones([]int{}, d)))
		for range 50 {
			e.SetItem(x, nan, r.IntN(longSize))
			e.SetItem(x, e.Negative(e.Zeros([]int{}, d)), r.IntN(longSize))
		}
	}
	head, tail := ivy.Slice(nil, -1), ivy.Slice(1, nil)
	for _, descending := range []ivy.Descending{false, true} {
		for form, v := range map[string]*ivy.Array{"contiguous": x, "reversed": e.GetItem(x, ivy.Slice(nil, nil, -1))} {
			what := fmt.Sprintf("%s, descending %v", form, descending)
			order, sorted := e.ArgSort(v, descending), e.Sort(v, descending)
			same(t, e.Take(v, order), sorted, what+": Sort and ArgSort")
			inverse := e.Zeros([]int{longSize}, dtype.Int64)
			e.SetItem(inverse, e.Arange(longSize, dtype.Int64), order)
			same(t, e.Take(order, inverse), e.Arange(longSize, dtype.Int64), what+": ArgSort returns each index once")
			a, b := e.GetItem(sorted, head), e.GetItem(sorted, tail)
			if descending {
				a, b = b, a
			}
			isNan := e.IsNan(b)
			assert.True(t, e.All(e.LogicalOr(e.LessEqual(a, b), isNan)).Bool(), "%s: the order", what)
			equal := e.LogicalOr(e.Equal(a, b), e.LogicalAnd(e.IsNan(a), isNan))
			stable := e.Less(e.GetItem(order, head), e.GetItem(order, tail))
			assert.True(t, e.All(e.LogicalOr(e.LogicalNot(equal), stable)).Bool(), "%s: equal elements stay in their order", what)
		}
	}
	// Where an element belongs among all is how many are less.
	sorted := e.Sort(x)
	probe := e.GetItem(x, ivy.Slice(nil, 20))
	left, right := e.SearchSorted(sorted, probe), e.SearchSorted(sorted, probe, ivy.Side("right"))
	for i := range 20 {
		p := e.GetItem(probe, i)
		if e.IsNan(p).Bool() {
			continue
		}
		less, equal := e.CountNonzero(e.Less(x, p)).Int(), e.CountNonzero(e.Equal(x, p)).Int()
		assert.Equal(t, []int{less, less + equal}, []int{e.GetItem(left, i).Int(), e.GetItem(right, i).Int()}, "SearchSorted")
	}
	same(t, e.IsIn(x, sorted), e.LogicalNot(e.IsNan(x)), "IsIn")
}

// longProducts multiplies matrices of small whole numbers, of sizes that end inside
// the blocks of any kernel. The sums are exact in every accumulator.
func (s *suite) longProducts(t *testing.T, d dtype.Dtype) {
	if d == dtype.Bool {
		return
	}
	e := s.env
	r := rand.New(rand.NewPCG(3, uint64(d)))
	lo := -2
	if d.IsUnsigned() {
		lo = 0
	}
	for _, size := range [][3]int{{1, 1, 1}, {5, 7, 3}, {1, 301, 17}, {33, 257, 1}, {64, 64, 64}, {65, 129, 31}, {130, 33, 67}} {
		n, k, m := size[0], size[1], size[2]
		x, a := s.whole(d, r, lo, 2, n, k)
		y, b := s.whole(d, r, lo, 2, k, m)
		z := make([]int64, n*m)
		for i := range n {
			for l := range k {
				for j := range m {
					z[i*m+j] += a[i*k+l] * b[l*m+j]
				}
			}
		}
		want := e.Astype(e.Reshape(e.Asarray(z), []int{n, m}), d)
		turn := func(x *ivy.Array) *ivy.Array { // the same elements, with the axes' strides exchanged
			return e.PermuteDims(e.CopyArray(e.PermuteDims(x, []int{1, 0})), []int{1, 0})
		}
		spread := func(x *ivy.Array) *ivy.Array { // with room between the elements
			wide := e.Ones([]int{2 * x.Shape()[0], 3 * x.Shape()[1]}, d)
			v := e.GetItem(wide, ivy.Slice(1, nil, 2), ivy.Slice(nil, nil, 3))
			e.SetItem(v, x, ivy.Ellipsis)
			return v
		}
		// A sum of zeros alone may be -0: a kernel that adds to zero gives +0, one that begins with
		// the first product gives that product's sign, and libraries choose by the processor.
		zero := e.Zeros([]int{}, d)
		product := func(x, y *ivy.Array) *ivy.Array { return e.Add(e.MatMul(x, y), zero) }
		what := fmt.Sprintf("MatMul %d×%d×%d", n, k, m)
		same(t, product(x, y), want, what)
		same(t, product(turn(x), y), want, what+", x transposed")
		same(t, product(x, turn(y)), want, what+", y transposed")
		same(t, product(spread(x), spread(y)), want, what+", strided")
		same(t, product(e.GetItem(x, 0), y), e.CopyArray(e.GetItem(want, 0)), what+", a row of x")
		same(t, product(x, e.GetItem(y, ivy.Colon, 0)), e.CopyArray(e.GetItem(want, ivy.Colon, 0)), what+", a column of y")
		same(t, product(e.BroadcastTo(x, []int{3, n, k}), y), e.CopyArray(e.BroadcastTo(want, []int{3, n, m})), what+", three times")
	}
}
