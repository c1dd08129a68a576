package order

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/arraytest"
	"github.com/goivy/goivy/backends/native/internal/reduce"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// equalScalars is equality by value: −0 is 0, and NaN not itself.
func equalScalars(v, w arraytest.Scalar) bool {
	return v.Bits == w.Bits && v.Re == w.Re && v.Im == w.Im
}

func TestNonzero(t *testing.T) {
	check := func(t require.TestingT, x *array.Buffer) {
		var want [][]int64
		for range x.Shape {
			want = append(want, []int64{})
		}
		for i, v := range arraytest.Scalars(x) {
			if !arraytest.IsTrue(v) {
				continue
			}
			for k := len(x.Shape) - 1; k >= 0; k-- {
				want[k] = append(want[k], int64(i%x.Shape[k]))
				i /= x.Shape[k]
			}
		}
		for threads := 1; threads <= 2; threads++ {
			arraytest.InThreads(threads, func() {
				zs, specs, err := kernels.Entry(ops.Nonzero.Op).Find(x, nil)
				require.NoError(t, err)
				require.Len(t, zs, len(x.Shape))
				for k, z := range zs {
					require.Equal(t, backend.Spec{Dtype: dtype.Int64, Shape: []int{len(want[k])}}, specs[k])
					require.Equal(t, specs[k].Shape, slices.Clone(z.(*array.Buffer).Shape))
					require.True(t, slices.Equal(want[k], array.Flat[int64](z.(*array.Buffer))), "%v %v axis %d", x.Dtype, x.Shape, k)
				}
			})
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 4))
		s := rapid.SliceOfN(rapid.SampledFrom([]int{0, 1, 2, 3, 9}), 1, 4).Draw(t, "shape")
		d := rapid.SampledFrom(ops.Nonzero.In.Dtypes()).Draw(t, "dtype")
		check(t, arraytest.SomeView(t, r, d, s, true))
	})
	r := rand.New(rand.NewPCG(9, 10))
	for _, d := range ops.Nonzero.In.Dtypes() {
		check(t, arraytest.SomeView(t, r, d, []int{3, 5, reduce.ChunkLen/10 + 1}, true))
	}
}

func TestSearchSorted(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 5))
		d := rapid.SampledFrom(ops.SearchSorted.In.Dtypes()).Draw(t, "dtype")
		n := rapid.SampledFrom([]int{0, 1, 2, 7, 100}).Draw(t, "n")
		s := rapid.SliceOfN(rapid.SampledFrom([]int{0, 1, 3, 50}), 0, 3).Draw(t, "shape")
		right := rapid.Bool().Draw(t, "right")
		vs := make([]arraytest.Scalar, n)
		for i := range vs {
			vs[i] = arraytest.SomeScalar(r, d, true)
		}
		sorted := arraytest.Scalars(arraytest.ArrayOf(t, d, []int{n}, vs)) // rounded to d
		order := sortedOrder(d, sorted, false)
		for i, at := range order {
			vs[i] = sorted[at]
		}
		x, y := arraytest.ArrayOf(t, d, []int{n}, vs), arraytest.SomeView(t, r, d, s, true)
		if n > 0 && rapid.Bool().Draw(t, "backwards") {
			slices.Reverse(vs)
			b := arraytest.ArrayOf(t, d, []int{n}, vs)
			slices.Reverse(vs)
			x = b.View(b.Shape, n-1)
			x.Strides[0] = -1
		}
		for threads := 1; threads <= 2; threads++ {
			arraytest.InThreads(threads, func() {
				z, err := kernels.Entry(ops.SearchSorted.Op).Search(backend.Spec{Dtype: dtype.Int64, Shape: s}, x, y, backend.SearchAttrs{Right: right})
				require.NoError(t, err)
				got := arraytest.Scalars(z.(*array.Buffer))
				for i, v := range arraytest.Scalars(y) {
					want := 0
					for _, w := range vs {
						if arraytest.Less(d, w, v) || right && !arraytest.Less(d, v, w) {
							want++
						}
					}
					require.Equal(t, int64(want), got[i].Bits, "%v in %v", v, vs)
				}
			})
		}
	})
}

func TestIsIn(t *testing.T) {
	check := func(t require.TestingT, x, y *array.Buffer, invert bool) {
		set := arraytest.Scalars(y)
		for threads := 1; threads <= 2; threads++ {
			arraytest.InThreads(threads, func() {
				z, err := kernels.Entry(ops.IsIn.Op).Search(backend.Spec{Dtype: dtype.Bool, Shape: x.Shape}, x, y, backend.SearchAttrs{Invert: invert})
				require.NoError(t, err)
				got := arraytest.Scalars(z.(*array.Buffer))
				for i, v := range arraytest.Scalars(x) {
					in := slices.ContainsFunc(set, func(w arraytest.Scalar) bool { return equalScalars(v, w) })
					require.Equal(t, in != invert, got[i].Bits == 1, "%v in %v", v, set)
				}
			})
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 6))
		shapes := rapid.SliceOfN(rapid.SampledFrom([]int{0, 1, 3, 20}), 0, 3)
		d := rapid.SampledFrom(ops.IsIn.In.Dtypes()).Draw(t, "dtype")
		x, y := arraytest.SomeView(t, r, d, shapes.Draw(t, "x"), true), arraytest.SomeView(t, r, d, shapes.Draw(t, "y"), true)
		check(t, x, y, rapid.Bool().Draw(t, "invert"))
	})
	r := rand.New(rand.NewPCG(11, 12))
	for _, d := range ops.IsIn.In.Dtypes() {
		check(t, arraytest.SomeArray(t, r, d, []int{30000}, true), arraytest.SomeArray(t, r, d, []int{20}, true), false)
	}
}

func TestUniqueAll(t *testing.T) {
	check := func(t require.TestingT, x *array.Buffer) {
		d := x.Dtype
		vs := arraytest.Scalars(x)
		// Groups in the order of first appearance, then in the order of values.
		var firsts []int
		counts := map[int]int{}
		belongs := make([]int, len(vs))
		byKey := map[arraytest.Scalar]int{}
		for i, v := range vs {
			k := arraytest.Scalar{Re: v.Re + 0, Im: v.Im + 0, Bits: v.Bits}
			g, seen := byKey[k] // a NaN is no key that can be found
			if !seen {
				g = i
				firsts = append(firsts, i)
				byKey[k] = i
			}
			counts[g]++
			belongs[i] = g
		}
		slices.SortStableFunc(firsts, func(i, j int) int {
			v, w := vs[i], vs[j]
			before := func(v, w arraytest.Scalar) bool {
				if arraytest.IsNaN(v) || arraytest.IsNaN(w) {
					return !arraytest.IsNaN(v)
				}
				if d.IsComplex() {
					return v.Re < w.Re || v.Re == w.Re && v.Im < w.Im
				}
				return arraytest.Less(d, v, w)
			}
			switch {
			case arraytest.IsNaN(v) && arraytest.IsNaN(w):
				return 0
			case before(v, w):
				return -1
			case before(w, v):
				return 1
			}
			return 0
		})
		number := map[int]int64{}
		for i, at := range firsts {
			number[at] = int64(i)
		}
		for threads := 1; threads <= 2; threads++ {
			arraytest.InThreads(threads, func() {
				zs, specs, err := kernels.Entry(ops.UniqueAll.Op).Find(x, nil)
				require.NoError(t, err)
				each := []int{len(firsts)}
				require.Equal(t, []backend.Spec{{Dtype: d, Shape: each}, {Dtype: dtype.Int64, Shape: each},
					{Dtype: dtype.Int64, Shape: append([]int{}, x.Shape...)}, {Dtype: dtype.Int64, Shape: each}}, specs)
				values, indices := arraytest.Scalars(zs[0].(*array.Buffer)), array.Flat[int64](zs[1].(*array.Buffer))
				inverse, count := array.Flat[int64](zs[2].(*array.Buffer)), array.Flat[int64](zs[3].(*array.Buffer))
				for i, at := range firsts {
					require.Equal(t, int64(at), indices[i])
					require.Equal(t, vs[at].Raw, values[i].Raw)
					require.Equal(t, int64(counts[at]), count[i])
				}
				for i, g := range belongs {
					require.Equal(t, number[g], inverse[i])
				}
			})
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 7))
		s := rapid.SliceOfN(rapid.SampledFrom([]int{0, 1, 2, 5, 9}), 0, 3).Draw(t, "shape")
		d := rapid.SampledFrom(ops.UniqueAll.In.Dtypes()).Draw(t, "dtype")
		check(t, arraytest.SomeView(t, r, d, s, true))
	})
	r := rand.New(rand.NewPCG(13, 14))
	for _, d := range ops.UniqueAll.In.Dtypes() {
		check(t, arraytest.SomeView(t, r, d, []int{2, 900}, true))
	}
	for _, d := range []dtype.Dtype{dtype.Float16, dtype.Float32, dtype.Complex64, dtype.Complex128} {
		check(t, arraytest.SomeArray(t, r, d, []int{parallelAt + 1}, true))
	}
}

// TestIsInWays holds the ways of looking up to comparisons one by one: few values, integers of a short range and of a
// long one, and numbers of every kind.
func TestIsInWays(t *testing.T) {
	t.Cleanup(func() { array.SetThreads(0) })
	const n = 40_000
	for _, d := range dtype.All.Dtypes() {
		x := arraytest.Ascending(t, d, n)
		for name, y := range map[string]*array.Buffer{
			"none":       arraytest.Ascending(t, d, 0),
			"one":        arraytest.InOrder(arraytest.Ascending(t, d, 7).View([]int{1}, 6)),
			"few":        arraytest.Must(array.Clone(nil, array.AxesOf(arraytest.InOrder(arraytest.Ascending(t, d, 2*fewWanted).View([]int{fewWanted, 2}, 0)), 0, 1))),
			"many":       arraytest.InOrder(arraytest.Ascending(t, d, 50).View([]int{40}, 9)),
			"apart":      array.AxesOf(arraytest.InOrder(arraytest.Ascending(t, d, 5000).View([]int{20, 250}, 0)), 0, 1),
			"edges":      arraytest.BufferOf(t, d, arraytest.Edges(d)),
			"few edges":  arraytest.BufferOf(t, d, arraytest.Edges(d)[:min(len(arraytest.Edges(d)), fewWanted)]),
			"themselves": arraytest.Ascending(t, d, 2000),
		} {
			for _, in := range []*array.Buffer{x, arraytest.InOrder(x.View([]int{10, 101}, 11)), arraytest.BufferOf(t, d, arraytest.Edges(d))} {
				values := arraytest.Scalars(y)
				for _, invert := range []bool{false, true} {
					array.SetThreads(1)
					out := backend.Spec{Dtype: dtype.Bool, Shape: in.Shape}
					z, err := isIn(out, in, y, backend.SearchAttrs{Invert: invert})
					require.NoError(t, err)
					got := array.Flat[uint8](z.(*array.Buffer))
					if in != x { // each of many thousands would take long
						for i, v := range arraytest.Scalars(in) {
							found := slices.ContainsFunc(values, func(w arraytest.Scalar) bool { return equalScalars(v, w) })
							require.Equal(t, found != invert, got[i] != 0, "%v in %s of %v", v, name, d)
						}
					}
					array.SetThreads(3)
					again, err := isIn(out, in, y, backend.SearchAttrs{Invert: invert})
					require.NoError(t, err)
					require.Equal(t, got, array.Flat[uint8](again.(*array.Buffer)), "%s of %v", name, d)
				}
			}
		}
	}
}
