package simd

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestLines holds the loops over lines against sums in float64, with elements around them that stay.
func TestLines(t *testing.T) {
	t.Run("float32", func(t *testing.T) { testLines[float32](t, 0x1p-23) })
	t.Run("float64", func(t *testing.T) { testLines[float64](t, 0x1p-52) })
}

func testLines[T lineFloat](t *testing.T, epsilon float64) {
	r := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // no secret
	sizes := []int{0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 127, 128, 129, 1000, linePiece, linePiece + 5}
	for _, n := range sizes {
		stride := n + 3
		random := func(k int) []T {
			x := make([]T, k)
			for i := range x {
				x[i] = T(2*r.Float64() - 1)
			}
			return x
		}
		x, y, z := random(4*stride+2), random(n), random(n+2)
		f := [4]T{T(0.5), T(-1.25), T(0.75), T(2)}
		line := func(i int) []T { return x[i*stride : i*stride+n] }
		bound := 4 * epsilon * (1 + float64(n))
		want := func(x, y []T) (s float64) {
			for i := range x {
				s += float64(x[i]) * float64(y[i])
			}
			return s
		}
		assert.InDelta(t, want(line(0), y), float64(Dot(line(0), y)), bound, n)
		for i, s := range Dot4(x, stride, y) {
			assert.InDelta(t, want(line(i), y), float64(s), bound, n)
		}
		added := func(lines int) []float64 {
			w := make([]float64, len(z))
			for i := range z {
				w[i] = float64(z[i])
				for k := range lines {
					if i < n {
						w[i] += float64(f[k]) * float64(x[k*stride+i])
					}
				}
			}
			return w
		}
		same := func(want []float64, got []T) {
			t.Helper()
			for i := range want {
				if !(math.Abs(want[i]-float64(got[i])) <= 8*epsilon*(1+math.Abs(want[i]))) {
					t.Fatalf("%d elements: element %d is %v, not %v", n, i, got[i], want[i])
				}
			}
		}
		if n > 0 {
			at := r.IntN(n)
			odd := append([]T(nil), y...)
			odd[at] = -7
			assert.Equal(t, T(7), MaxAbs(odd), n)
			odd[at] = T(math.NaN())
			most := T(0)
			for i, v := range y {
				if i != at {
					most = max(most, v, -v)
				}
			}
			assert.Equal(t, most, MaxAbs(odd), n)
		}
		one, four, both := append([]T(nil), z...), append([]T(nil), z...), append([]T(nil), z...)
		AddTimes(one[:n], f[0], x)
		same(added(1), one)
		AddTimes4(four[:n], &f, x, stride)
		same(added(4), four)
		sums := DotAddTimes4(both[:n], &f, x, stride, y)
		same(added(4), both)
		for i, s := range sums {
			assert.InDelta(t, want(line(i), y), float64(s), bound, n)
		}
		a, b := append([]T(nil), x...), append([]T(nil), z...)
		wantA, wantB := make([]float64, len(a)), make([]float64, len(b))
		for i := range a {
			wantA[i] = float64(a[i])
		}
		for i := range b {
			wantB[i] = float64(b[i])
			if i < n {
				wantA[i] = 0.6*float64(a[i]) + 0.8*float64(b[i])
				wantB[i] = 0.6*float64(b[i]) - 0.8*float64(a[i])
			}
		}
		Rotate(a[:n], b[:n], T(0.6), T(0.8))
		same(wantA, a)
		same(wantB, b)
		divided := append([]T(nil), z...)
		Divide(divided[:n], f[2])
		for i, v := range z {
			if i < n {
				v /= f[2]
			}
			assert.Equal(t, v, divided[i], n)
		}
		for i := range z {
			wantB[i] = float64(z[i])
			if i < n {
				wantB[i] *= float64(f[1])
			}
		}
		Scale(z[:n], f[1])
		same(wantB, z)

		normal := append([]T(nil), divided...)
		Normalize(normal[:n], z, f[0], f[1], f[2])
		for i, v := range divided {
			if i < n {
				v = T(T(z[i]-f[0])*f[1]) + f[2]
			}
			assert.Equal(t, v, normal[i], n)
		}
	}
}

// TestQuotients holds the loops of rational functions against plain ones, with elements around them that stay.
func TestQuotients(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4)) //nolint:gosec // no secret
	for _, n := range []int{0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 100, 1000, linePiece, 2*linePiece + 5} {
		random := func() []float64 {
			x := make([]float64, n+2)
			for i := range x {
				x[i] = 0.5 + r.Float64()
			}
			return x
		}
		for _, at := range []float64{0, 0.25, -3} { // with 0, what is beyond the end would be 0/0
			x, u, z := random(), random(), random()
			sum, squares := 0.0, 0.0
			for i := range n {
				q := u[i] / (x[i] - at)
				sum += u[i] * q
				squares += q * q
			}
			gotSum, gotSquares := RationalSums(x[:n], u[:n], at)
			assert.InEpsilon(t, 1+sum, 1+gotSum, 1e-13, n)
			assert.InEpsilon(t, 1+squares, 1+gotSquares, 1e-13, n)
			product, quotient := slices.Clone(z), slices.Clone(z)
			MultiplyQuotients(product[:n], x[:n], u[:n])
			Quotients(quotient[:n], x[:n])
			for i, v := range z {
				p, q := v, v
				if i < n {
					p, q = v*(x[i]/u[i]), x[i]/v
				}
				assert.Equal(t, p, product[i], n)
				assert.Equal(t, q, quotient[i], n)
			}
		}
	}
}

// TestLanes holds loops over elements of many matrices against plain ones, with elements around them that stay.
func TestLanes(t *testing.T) {
	t.Run("float32", testLanes[float32])
	t.Run("float64", testLanes[float64])
}

func testLanes[T lineFloat](t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3)) //nolint:gosec // no secret
	for _, n := range []int{0, 1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 33, 100, 256} {
		random := func() []T {
			x := make([]T, n+2)
			for i := range x {
				x[i] = T(r.IntN(9) - 4) // products and sums are exact
			}
			return x
		}
		x, y, z, index := random(), random(), random(), random()
		for _, k := range []struct {
			name string
			f    func(x, y, z, index []T)
			want func(x, y, z, index *T)
		}{
			{"multiply, add", func(x, y, z, _ []T) { MultiplyAdd(z, x, y) }, func(x, y, z, _ *T) { *z += *x * *y }},
			{"multiply, subtract", func(x, y, z, _ []T) { MultiplySubtract(z, x, y) }, func(x, y, z, _ *T) { *z -= *x * *y }},
			{"divide", func(x, _, z, _ []T) { DivideLanes(z, x) }, func(x, _, z, _ *T) {
				if *x != 0 {
					*z /= *x
				}
			}},
			{"greatest", func(x, _, z, index []T) { PickMax(z, index, x, 7) }, func(x, _, z, index *T) {
				if v := max(*x, -*x); v > *z {
					*z, *index = v, 7
				}
			}},
			{"swap", func(x, y, _, index []T) { SwapWhere(x, y, index, 2) }, func(x, y, _, index *T) {
				if *index == 2 {
					*x, *y = *y, *x
				}
			}},
		} {
			var got, want [4][]T
			for i, v := range [][]T{x, y, z, index} {
				got[i], want[i] = append([]T(nil), v...), append([]T(nil), v...)
			}
			k.f(got[0][:n], got[1][:n], got[2][:n], got[3][:n])
			for i := range n {
				k.want(&want[0][i], &want[1][i], &want[2][i], &want[3][i])
			}
			assert.Equal(t, want, got, "%s, %d elements", k.name, n)
		}
	}
}

func BenchmarkLines(b *testing.B) {
	x, y, z := make([]float64, 4*1000), make([]float64, 1000), make([]float64, 1000)
	f := [4]float64{1, 2, 3, 4}
	b.Run("dot", func(b *testing.B) {
		for b.Loop() {
			Dot(x[:1000], y)
		}
	})
	b.Run("dot4", func(b *testing.B) {
		for b.Loop() {
			Dot4(x, 1000, y)
		}
	})
	b.Run("add", func(b *testing.B) {
		for b.Loop() {
			AddTimes(z, f[0], x)
		}
	})
	b.Run("add4", func(b *testing.B) {
		for b.Loop() {
			AddTimes4(z, &f, x, 1000)
		}
	})
	b.Run("both", func(b *testing.B) {
		for b.Loop() {
			DotAddTimes4(z, &f, x, 1000, y)
		}
	})
	b.Run("short", func(b *testing.B) {
		for b.Loop() {
			Dot(x[:10], y)
		}
	})
}

// TestTaps holds sums of products at irregular places against sums in float64.
func TestTaps(t *testing.T) {
	t.Run("float32", func(t *testing.T) { testTaps[float32](t, 0x1p-23) })
	t.Run("float64", func(t *testing.T) { testTaps[float64](t, 0x1p-52) })
	z := []uint8{9, 9, 9}
	SumTaps(z, []uint8{1, 2, 3, 4}, Lines{N: 3, Count: 1}, NewTaps([]int{1, 0}), []uint8{2, 200})
	assert.Equal(t, []uint8{204, 150, 96}, z)
	c := []complex64{9}
	SumTaps(c, []complex64{1i, 2}, Lines{N: 1, Count: 1}, NewTaps([]int{1, 0}), []complex64{1i, 1})
	assert.Equal(t, []complex64{3i}, c)
	assert.Panics(t, func() {
		SumTaps(make([]float32, 100), make([]float32, 101), Lines{N: 100, Count: 1}, NewTaps([]int{0, 2}), []float32{1, 1})
	})
	assert.Panics(t, func() {
		SumTaps(make([]float32, 100), make([]float32, 101), Lines{N: 100, Count: 1}, NewTaps([]int{-1}), []float32{1})
	})
	assert.Panics(t, func() {
		SumTaps(make([]float32, 100), make([]float32, 101), Lines{N: 100, Count: 1}, NewTaps([]int{0, 1}), []float32{1})
	})
}

func testTaps[T lineFloat](t *testing.T, epsilon float64) {
	r := rand.New(rand.NewPCG(3, 4)) //nolint:gosec // no secret
	for _, taps := range []int{0, 1, 2, 9, 25, 700} {
		for _, n := range []int{1, 4, 5, 7, 8, 9, 16, 31, 32, 33, 63, 64, 65, 128, 200, 4100} {
			for _, count := range []int{1, 2, 5} {
				l := Lines{N: n, Count: count, ZPitch: n + 1, XPitch: n + 3}
				x, f, at, z := make([]T, count*l.XPitch+50), make([]T, taps), make([]int, taps), make([]T, count*l.ZPitch)
				for i := range x {
					x[i] = T(2*r.Float64() - 1)
				}
				for i := range z {
					z[i] = 7
				}
				for i := range f {
					f[i], at[i] = T(2*r.Float64()-1), r.IntN(51)
				}
				SumTaps(z, x, l, NewTaps(at), f)
				for i := range z {
					line, j, want := i/l.ZPitch, i%l.ZPitch, 0.0
					if j == n {
						want = 7 // between lines
					} else {
						for k := range f {
							want += float64(f[k]) * float64(x[line*l.XPitch+at[k]+j])
						}
					}
					if !(math.Abs(want-float64(z[i])) <= 4*epsilon*float64(taps+1)) {
						t.Fatalf("%d taps, %d lines of %d elements: element %d is %v, not %v", taps, count, n, i, z[i], want)
					}
				}
			}
		}
	}
}

// TestTapsOfLongLines: what a call of assembly has computed of a line may leave few elements, and what is behind the line stays.
func TestTapsOfLongLines(t *testing.T) {
	t.Run("float32", testTapsOfLongLines[float32])
	t.Run("float64", testTapsOfLongLines[float64])
}

func testTapsOfLongLines[T lineFloat](t *testing.T) {
	const taps = 25
	at, f := make([]int, taps), slices.Repeat([]T{0.5}, taps)
	for i := range at {
		at[i] = i * 3
	}
	piece := tapPiece / taps
	for _, n := range []int{piece - 1, piece, piece + 1, piece + 2, piece + 3, piece + 4, 2*piece + 1, 3*piece + 2} {
		x, z := make([]T, n+at[taps-1]), slices.Repeat([]T{7}, n+20)
		for i := range x {
			x[i] = T(i % 64)
		}
		SumTaps(z, x, Lines{N: n, Count: 1}, NewTaps(at), f)
		for i, got := range z {
			want := T(7)
			if i < n {
				want = 0
				for k := range at {
					want += f[k] * x[i+at[k]]
				}
			}
			if got != want {
				t.Fatalf("a line of %d elements: element %d is %v, not %v", n, i, got, want)
			}
		}
	}
}

// TestTapsOfLines: lines together have the sums that each has alone, whichever taps there are, and those of several lines at a time are fused.
func TestTapsOfLines(t *testing.T) {
	t.Run("float32", testTapsOfLines[float32])
	t.Run("float64", testTapsOfLines[float64])
}

func testTapsOfLines[T lineFloat](t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6)) //nolint:gosec // no secret
	for _, sides := range [][2]int{{3, 3}, {5, 5}, {1, 9}, {3, 1}, {2, 4}} {
		for n := 1; n < 150; n += 1 + n/40 {
			for _, count := range []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 13} {
				for _, step := range []int{1, 2} {
					l := Lines{N: n, Count: count, ZPitch: n + r.IntN(3), XPitch: n + 5*step + r.IntN(3)}
					var at []int
					for i := range sides[0] {
						for j := range sides[1] {
							at = append(at, 3+i*l.XPitch+j*step)
						}
					}
					x, f := make([]T, 3+sides[0]*l.XPitch+count*l.XPitch+20), make([]T, len(at))
					for i := range x {
						x[i] = T(2*r.Float64() - 1)
					}
					for i := range f {
						f[i] = T(2*r.Float64() - 1)
					}
					const around = 70
					got := make([]T, 2*around+(count-1)*l.ZPitch+n)
					for i := range got {
						got[i] = 7
					}
					want, taps := slices.Clone(got), NewTaps(at)
					for i := range count {
						SumTaps(want[around+i*l.ZPitch:], x[i*l.XPitch:], Lines{N: n, Count: 1}, taps, f)
					}
					SumTaps(got[around:], x, l, taps, f)
					if !slices.Equal(want, got) {
						t.Fatalf("taps of %v, %d apart, %d lines of %d elements: %v, not %v", sides, step, count, n, got, want)
					}
					if haveLines && n > shortLine && sizeOf[T]() == 8 {
						sum := 0.0
						for k, from := range at {
							sum = math.FMA(float64(f[k]), float64(x[from+n-1]), sum)
						}
						if sum != float64(got[around+n-1]) {
							t.Fatalf("taps of %v, %d apart, %d lines of %d elements: %v, not %v", sides, step, count, n, got[around+n-1], sum)
						}
					}
				}
			}
		}
	}
}

// TestVectorTaps: each sum has the bits that SumTaps gives it by its own factors, and nothing else is written or read.
func TestVectorTaps(t *testing.T) {
	t.Run("float32", testVectorTaps[float32])
	t.Run("float64", testVectorTaps[float64])
}

func testVectorTaps[T lineFloat](t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10)) //nolint:gosec // no secret
	odd := []T{T(math.NaN()), T(math.Inf(1)), T(math.Inf(-1)), 0, T(math.Copysign(0, -1)), 1e-40}
	draw := func(n int) []T {
		x := make([]T, n)
		for i := range x {
			if x[i] = T(2*r.Float64() - 1); r.IntN(90) == 0 {
				x[i] = odd[r.IntN(len(odd))]
			}
		}
		return x
	}
	bits := func(x []T) (all []uint64) {
		for _, v := range x {
			all = append(all, math.Float64bits(float64(v)))
		}
		return all
	}
	counts := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 15, 16, 17, 23, 25, 31, 32, 33, 50}
	for _, taps := range []int{0, 1, 2, 9, 25, 2000} {
		for n := 1; n < 150; n += 1 + n/12 + taps/100 {
			for _, count := range counts {
				if taps > 100 && count%8 > 1 {
					continue
				}
				l := Lines{N: n, Count: count, ZPitch: n + r.IntN(3), XPitch: r.IntN(2 * n)}
				at, most := make([]int, taps), 0
				for i := range at {
					at[i] = r.IntN(50)
					most = max(most, at[i])
				}
				const around = 20
				size := (count-1)*l.XPitch + n + most
				x, f := draw(size+around), draw(taps*n) // SumTaps needs some more elements than there are
				got := make([]T, 2*around+(count-1)*l.ZPitch+n)
				for i := range got {
					got[i] = 7
				}
				want, sums, factors := slices.Clone(got), make([]T, shortLine+1), make([]T, taps)
				for j := range n {
					for k := range factors {
						factors[k] = f[k*n+j]
					}
					for i := range count {
						SumTaps(sums, x[i*l.XPitch+j:], Lines{N: len(sums), Count: 1}, NewTaps(at), factors)
						want[around+i*l.ZPitch+j] = sums[0]
					}
				}
				SumVectorTaps(got[around:len(got)-around], x[:size:size], l, at, f)
				if !slices.Equal(bits(want), bits(got)) {
					t.Fatalf("%d taps, %d lines of %d elements: %v, not %v", taps, count, n, got, want)
				}
			}
		}
	}
	one := Lines{N: 100, Count: 1}
	for name, f := range map[string]func(){
		"short operand": func() { SumVectorTaps(make([]T, 100), make([]T, 101), one, []int{0, 2}, make([]T, 200)) },
		"short result":  func() { SumVectorTaps(make([]T, 99), make([]T, 101), one, []int{0, 1}, make([]T, 200)) },
		"few factors":   func() { SumVectorTaps(make([]T, 100), make([]T, 101), one, []int{0, 1}, make([]T, 199)) },
		"before":        func() { SumVectorTaps(make([]T, 100), make([]T, 101), one, []int{-1}, make([]T, 100)) },
		"backwards": func() {
			SumVectorTaps(make([]T, 200), make([]T, 200), Lines{N: 100, Count: 2, ZPitch: 100, XPitch: -100}, []int{0}, make([]T, 100))
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}

// TestFoldTaps: the greatest and the sums at taps have the bits of Go's max and +, from the first tap to the last, and nothing else is written or read.
func TestFoldTaps(t *testing.T) {
	t.Run("float32", testFoldTaps[float32])
	t.Run("float64", testFoldTaps[float64])
}

func testFoldTaps[T lineFloat](t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8)) //nolint:gosec // no secret
	odd := []T{T(math.NaN()), T(math.Inf(1)), T(math.Inf(-1)), 0, T(math.Copysign(0, -1)), 1e-40}
	bits := func(v T) uint64 {
		if v != v {
			return math.Float64bits(math.NaN())
		}
		return math.Float64bits(float64(v))
	}
	for _, taps := range []int{1, 2, 3, 7, 40} {
		for n := 1; n < 300; n += 1 + n/30 {
			for _, count := range []int{1, 2, 5} {
				for _, sum := range []bool{false, true} {
					l := Lines{N: n, Count: count, ZPitch: n + r.IntN(3), XPitch: r.IntN(2 * n)}
					at := make([]int, taps)
					for i := range at {
						at[i] = r.IntN(50)
					}
					x := make([]T, (count-1)*l.XPitch+n+slices.Max(at)) // not one element more
					for i := range x {
						if x[i] = T(2*r.Float64() - 1); r.IntN(6) == 0 {
							x[i] = odd[r.IntN(len(odd))]
						}
					}
					const around = 20
					got := make([]T, 2*around+(count-1)*l.ZPitch+n)
					for i := range got {
						got[i] = 7
					}
					want := slices.Clone(got)
					for i := range count {
						for j := range n {
							v := x[i*l.XPitch+j+at[0]]
							for _, k := range at[1:] {
								if w := x[i*l.XPitch+j+k]; sum {
									v += w
								} else {
									v = max(v, w)
								}
							}
							want[around+i*l.ZPitch+j] = v
						}
					}
					FoldTaps(got[around:], x, l, at, sum)
					for i := range want {
						if bits(want[i]) != bits(got[i]) {
							t.Fatalf("%d taps, %d lines of %d elements, sum %v: element %d is %v, not %v", taps, count, n, sum, i-around, got[i], want[i])
						}
					}
				}
			}
		}
	}
	for name, f := range map[string]func(){
		"short operand": func() {
			FoldTaps(make([]T, 100), make([]T, 101), Lines{N: 100, Count: 1}, []int{0, 2}, true)
		},
		"short result": func() { FoldTaps(make([]T, 99), make([]T, 101), Lines{N: 100, Count: 1}, []int{0, 1}, true) },
		"before":       func() { FoldTaps(make([]T, 100), make([]T, 101), Lines{N: 100, Count: 1}, []int{-1}, true) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			f()
		}()
	}
}
