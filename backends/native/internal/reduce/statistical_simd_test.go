package reduce

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/array"
	"github.com/goivy/goivy/backends/native/internal/arraytest"
	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/ivy/dtype"
)

// testInner compares lines with run on guarded memory.
func testInner[A, X array.Element](t *testing.T, lines func(z []A, x []X, at, n, step int), run func(x []X) A, block int) {
	r := rand.New(rand.NewPCG(1, 2))
	for k, draw := range arraytest.Drawings[X](r) {
		for _, n := range arraytest.LineLengths(block) {
			if k > 0 && n > 300 && n < block {
				continue
			}
			count, step := 1+r.IntN(3), n+r.IntN(3)
			x := arraytest.Guarded[X](t, (count-1)*step+n)
			draw(x)
			z := make([]A, count+1)
			end := arraytest.RawBits(z[count])
			lines(z[:count], x, 0, n, step)
			for i := range count {
				want := run(x[i*step : i*step+n])
				require.Equal(t, arraytest.RawBits(want), arraytest.RawBits(z[i]), "values %d: line %d of %d, %d elements: %v, want %v", k, i, count, n, z[i], want)
			}
			require.Equal(t, end, arraytest.RawBits(z[count]))
		}
	}
	testFarInner(t, r, lines, run)
}

// testFarInner does for lanes that are far apart what testInner does.
func testFarInner[A, X array.Element](t *testing.T, r *rand.Rand, lines func(z []A, x []X, at, n, step int), run func(x []X) A) {
	var one X
	apart := 1 << 15 / int(unsafe.Sizeof(one))
	for k, draw := range arraytest.Drawings[X](r) {
		for _, n := range []int{lanesOf[A](), 3 * lanesOf[A](), 3*lanesOf[A]() + 1} {
			count, step := 3+r.IntN(7), apart-1+r.IntN(3)
			x := arraytest.Guarded[X](t, (count-1)*step+n)
			z := make([]A, count+1)
			end := arraytest.RawBits(z[count])
			for i := range count {
				draw(x[i*step : i*step+n])
			}
			lines(z[:count], x, 0, n, step)
			for i := range count {
				want := run(x[i*step : i*step+n])
				require.Equal(t, arraytest.RawBits(want), arraytest.RawBits(z[i]), "values %d: line %d of %d, %d elements, %d apart: %v, want %v", k, i, count, n, step, z[i], want)
			}
			require.Equal(t, end, arraytest.RawBits(z[count]))
		}
	}
}

// testRows compares rows with the reduction in Go.
func testRows[A, X array.Element](t *testing.T, f Reduction[A], rows func(acc []A, x []X, at, rows, step int) int, widen func(x []X) []A) {
	f.Wide = simd.Reduction[A, A]{}
	r := rand.New(rand.NewPCG(3, 4))
	for k, draw := range arraytest.Drawings[X](r) {
		for w := 1; w < 140; w += 1 + w/12 {
			n, step := r.IntN(20), w+r.IntN(3)
			x := arraytest.Guarded[X](t, max(n-1, 0)*step+w)
			draw(x)
			acc := arraytest.Guarded[A](t, w)
			first := make([]X, w)
			draw(first)
			copy(acc, widen(first))
			want := append([]A(nil), acc...)
			done := rows(acc, x, 0, n, step)
			require.LessOrEqual(t, done, w)
			require.Greater(t, done, w-32)
			f.rowsInto(want, widen(x), 0, n, step)
			for i := range done {
				require.Equal(t, arraytest.RawBits(want[i]), arraytest.RawBits(acc[i]), "values %d: column %d of %d, %d rows", k, i, w, n)
			}
			for i, v := range widen(first)[done:] { // left to the caller
				require.Equal(t, arraytest.RawBits(v), arraytest.RawBits(acc[done+i]))
			}
		}
	}
}

func asIs[A any](x []A) []A { return x }

func testReduction[A array.Element](t *testing.T, name string, f Reduction[A]) {
	var one A
	t.Run(fmt.Sprintf("%s %T", name, one), func(t *testing.T) {
		if !f.Wide.OK() {
			require.True(t, !simd.AVX2 || name == "prod", "a reduction has no loops")
			t.Skip("no loops")
		}
		testInner(t, f.Wide.Inner, f.block, BlockLenOf[A]())
		testRows(t, f, f.Wide.Rows, asIs[A])
	})
}

// TestWideReductionsAgree does for the sums of integers in 64 bits what TestReductionsAgree does.
func TestWideReductionsAgree(t *testing.T) {
	if !simd.AVX2 {
		t.Skip("no loops")
	}
	t.Run("int8", func(t *testing.T) { testWideReduction(t, &simd.SumInt8Wide) })
	t.Run("int16", func(t *testing.T) { testWideReduction(t, &simd.SumInt16Wide) })
	t.Run("int32", func(t *testing.T) { testWideReduction(t, &simd.SumInt32Wide) })
	t.Run("uint8", func(t *testing.T) { testWideReduction(t, &simd.SumUint8Wide) })
	t.Run("uint16", func(t *testing.T) { testWideReduction(t, &simd.SumUint16Wide) })
	t.Run("uint32", func(t *testing.T) { testWideReduction(t, &simd.SumUint32Wide) })
}

func testWideReduction[X array.Integer](t *testing.T, wide *simd.Reduction[int64, X]) {
	require.True(t, wide.OK())
	widen := func(x []X) []int64 {
		z := make([]int64, len(x))
		for i, v := range x {
			z[i] = int64(v)
		}
		return z
	}
	testInner(t, wide.Inner, func(x []X) int64 { return AddBlock(widen(x)) }, BlockLenOf[int64]())
	testRows(t, Sum[int64](), wide.Rows, widen)
}

func testNarrowReduction(t *testing.T, name string, f Reduction[float32]) {
	for d, wide := range map[dtype.Dtype]simd.Reduction[float32, uint16]{dtype.BFloat16: f.brain, dtype.Float16: f.halves} {
		t.Run(fmt.Sprint(name, " ", d), func(t *testing.T) {
			if !wide.OK() {
				require.False(t, simd.AVX2)
				t.Skip("no loops")
			}
			widen := widenAll(d)
			testInner(t, wide.Inner, func(x []uint16) float32 { return f.block(widen(x)) }, BlockLenOf[float32]())
			testRows(t, f, wide.Rows, widen)
		})
	}
}

func widenAll(d dtype.Dtype) func(x []uint16) []float32 {
	return func(x []uint16) []float32 {
		z := make([]float32, len(x))
		widening(d)(z, x, 0, 1)
		return z
	}
}

// TestReductionsAgree compares the loops of package simd with those in Go: bit for bit, all
// NaN taken as one.
func TestReductionsAgree(t *testing.T) {
	testReduction(t, "sum", Sum[float32]())
	testReduction(t, "sum", Sum[float64]())
	testReduction(t, "sum", Sum[complex64]())
	testReduction(t, "sum", Sum[complex128]())
	testReduction(t, "prod", Prod[float32]())
	testReduction(t, "prod", Prod[float64]())
	testReduction(t, "max", MaxFloat[float32]())
	testReduction(t, "max", MaxFloat[float64]())
	testReduction(t, "min", MinFloat[float32]())
	testReduction(t, "min", MinFloat[float64]())
	for name, f := range map[string]Reduction[float32]{"sum": Sum[float32](), "prod": Prod[float32](), "max": MaxFloat[float32](), "min": MinFloat[float32]()} {
		testNarrowReduction(t, name, f)
	}
	testIntegerReductions[uint8](t)
	testIntegerReductions[uint16](t)
	testIntegerReductions[uint32](t)
	testIntegerReductions[uint64](t)
	testIntegerReductions[int8](t)
	testIntegerReductions[int16](t)
	testIntegerReductions[int32](t)
	testIntegerReductions[int64](t)
}

func testIntegerReductions[A array.Integer](t *testing.T) {
	testReduction(t, "sum", Sum[A]())
	testReduction(t, "prod", Prod[A]())
	testReduction(t, "max", Max[A]())
	testReduction(t, "min", Min[A]())
}

// TestSquaresAgree does for the sums of squared distances what TestReductionsAgree does.
func TestSquaresAgree(t *testing.T) {
	if !simd.AVX2 {
		t.Skip("no loops")
	}
	t.Run("float32", func(t *testing.T) { testSquares(t, &simd.SquaresFloat32, asIs[float32]) })
	t.Run("float64", func(t *testing.T) { testSquares(t, &simd.SquaresFloat64, asIs[float64]) })
	t.Run("bfloat16", func(t *testing.T) { testSquares(t, &simd.SquaresBFloat16, widenAll(dtype.BFloat16)) })
	t.Run("float16", func(t *testing.T) { testSquares(t, &simd.SquaresFloat16, widenAll(dtype.Float16)) })
}

func testSquares[A array.Float, X array.Element](t *testing.T, f *simd.Squares[A, X], widen func(x []X) []A) {
	r := rand.New(rand.NewPCG(5, 6))
	var mean A
	lines := func(z []A, x []X, at, n, step int) {
		means := make([]A, 2*len(z))
		for i := range means {
			means[i] = mean
		}
		f.Inner(z, x, at, n, step, means, 0, 2)
	}
	run := func(x []X) A {
		y := widen(x)
		d := make([]A, len(y))
		SquareInto(d, y, 0, 1, []A{mean}, 0, 0)
		return addLanes(d)
	}
	for _, mean = range []A{0, A(math.Copysign(0, -1)), 1.5} {
		testInner(t, lines, run, BlockLenOf[A]())
	}
	// The mean of each lane is its own.
	means := arraytest.Guarded[A](t, 3)
	x, z := arraytest.Guarded[X](t, 3*40), make([]A, 3)
	arraytest.Drawings[X](r)[0](x)
	for i := range means {
		means[i] = A(i)
	}
	f.Inner(z, x, 0, 40, 40, means, 0, 1)
	for i := range z {
		mean = A(i)
		require.Equal(t, arraytest.RawBits(run(x[40*i:40*i+40])), arraytest.RawBits(z[i]))
	}
	const count, apart = 5, 1 << 14 // 32 KiB, at least
	n := 2 * lanesOf[A]()
	means, x, z = arraytest.Guarded[A](t, count), arraytest.Guarded[X](t, (count-1)*apart+n), make([]A, count)
	for i := range z {
		arraytest.Drawings[X](r)[0](x[i*apart : i*apart+n])
		means[i] = A(i)
	}
	f.Inner(z, x, 0, n, apart, means, 0, 1)
	for i := range z {
		mean = A(i)
		require.Equal(t, arraytest.RawBits(run(x[apart*i:apart*i+n])), arraytest.RawBits(z[i]))
	}

	add := Sum[A]()
	add.Wide = simd.Reduction[A, A]{}
	for w := 1; w < 140; w += 1 + w/12 {
		n, step := r.IntN(20), w+r.IntN(3)
		x, acc, means := arraytest.Guarded[X](t, max(n-1, 0)*step+w), arraytest.Guarded[A](t, w), arraytest.Guarded[A](t, w)
		arraytest.Drawings[X](r)[0](x)
		arraytest.Drawings[A](r)[0](acc)
		arraytest.Drawings[A](r)[0](means)
		want := append([]A(nil), acc...)
		done := f.Rows(acc, x, 0, n, step, means)
		require.Greater(t, done, w-32)
		d := make([]A, n*w)
		for i := range n {
			SquareInto(d[i*w:(i+1)*w], widen(x[i*step:i*step+w]), 0, 1, means, 0, 1)
		}
		add.rowsInto(want, d, 0, n, w)
		for i := range done {
			require.Equal(t, arraytest.RawBits(want[i]), arraytest.RawBits(acc[i]), "column %d of %d, %d rows", i, w, n)
		}
	}
}

// TestScansAgree compares accumulation by groups with that in Go, bit for bit, on other
// memory and in place.
func TestScansAgree(t *testing.T) {
	if !simd.AVX2 {
		t.Skip("no loops")
	}
	testScans(t, &simd.SumFloat32Scan)
	testScans(t, &simd.SumFloat64Scan)
	testScans(t, &simd.SumInt32Scan)
	testScans(t, &simd.SumInt64Scan)
}

func testScans[A array.Number](t *testing.T, f *simd.Scan[A]) {
	r := rand.New(rand.NewPCG(11, 12))
	var zero A
	for k, draw := range arraytest.Drawings[A](r) {
		for _, n := range arraytest.LineLengths(1000) {
			x, z := arraytest.Guarded[A](t, n), arraytest.Guarded[A](t, n)
			draw(x)
			want := make([]A, n)
			for _, first := range []A{-zero, 3} {
				carry, wantCarry := first, first
				done := f.Groups(z, x, &carry)
				require.Greater(t, done, n-16)
				addGroups(want[:done], x[:done], &wantCarry)
				again := append([]A(nil), x...)
				carry2 := first
				f.Groups(again, again, &carry2)
				for i := range done {
					require.Equal(t, arraytest.RawBits(want[i]), arraytest.RawBits(z[i]), "values %d: %d of %d", k, i, n)
					require.Equal(t, arraytest.RawBits(want[i]), arraytest.RawBits(again[i]))
				}
				require.Equal(t, arraytest.RawBits(wantCarry), arraytest.RawBits(carry))
				if done > 0 {
					require.Equal(t, arraytest.RawBits(want[done-1]), arraytest.RawBits(carry))
				}
			}
		}
	}
}

// TestHalfValue tries all 65536.
func TestHalfValue(t *testing.T) {
	for h := range 1 << 16 {
		want := dtype.Half(h).Float32()
		got := halfValue(uint16(h))
		require.True(t, want != want && got != got || math.Float32bits(want) == math.Float32bits(got), "%#x: %v, want %v", h, got, want)
	}
}
