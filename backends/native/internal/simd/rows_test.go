package simd

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"
)

// rowNumber returns a random number, sometimes a NaN, an infinity or a zero.
func rowNumber(r *rand.Rand) float64 {
	if r.IntN(20) == 0 {
		return []float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1), 1e-40, 3e38}[r.IntN(7)]
	}
	return r.NormFloat64()
}

// guardedRows returns n elements between guard elements, and a check that the guards are unchanged.
func guardedRows[T float32 | float64](t *testing.T, n int) ([]T, func()) {
	const around = 70
	all := make([]T, n+2*around)
	for i := range all {
		all[i] = 42
	}
	return all[around : around+n : around+n], func() {
		for i, v := range all {
			if (i < around || i >= around+n) && v != 42 {
				require.FailNow(t, "written outside", "length %d, at %d", n, i-around)
			}
		}
	}
}

func testRows[T float32 | float64](t *testing.T) {
	functions := [...]func(x, a, b T) T{
		RowAdd: func(x, a, _ T) T { return x + a }, RowSubtract: func(x, a, _ T) T { return x - a },
		RowMultiply: func(x, a, _ T) T { return x * a }, RowDivide: func(x, a, _ T) T { return x / a },
		RowSubtractSubtract: func(x, a, b T) T { return T(x-a) - b }, RowSubtractMultiply: func(x, a, b T) T { return T(x-a) * b },
		RowSubtractDivide: func(x, a, b T) T { return T(x-a) / b },
	}
	require.Len(t, functions, int(rowOps))
	r := rand.New(rand.NewPCG(1, 2))
	for o, f := range functions {
		loop := RowsOf[T](RowOp(o))
		if !loop.OK() {
			t.Skip("no loops")
		}
		for n := 1; n < 140; n++ {
			rows, steps := 1+r.IntN(5), [2]int{r.IntN(2), r.IntN(2)}
			if n == 100 {
				rows = callBytes / n / 3
			}
			x, a, b := make([]T, rows*n), make([]T, rows), make([]T, rows)
			for _, xs := range [][]T{x, a, b} {
				for i := range xs {
					xs[i] = T(rowNumber(r))
				}
			}
			second := b
			if !loop.two {
				second = nil
			}
			z, unhurt := guardedRows[T](t, len(x))
			loop.Run(z, x, n, a, steps[0], second, steps[1])
			unhurt()
			same, unhurt := guardedRows[T](t, len(x))
			copy(same, x)
			loop.Run(same, same, n, a, steps[0], second, steps[1])
			unhurt()
			for i, v := range x {
				want := f(v, a[i/n*steps[0]], b[i/n*steps[1]])
				for _, got := range []T{z[i], same[i]} {
					if math.Float64bits(float64(got)) != math.Float64bits(float64(want)) && (got == got || want == want) {
						t.Fatalf("operation %d of %v in rows of %d: %v, want %v", o, v, n, got, want)
					}
				}
			}
		}
	}
}

func TestRows(t *testing.T) {
	t.Run("float32", testRows[float32])
	t.Run("float64", testRows[float64])
}

// ExpSums gives the bits of the two loops that it replaces.
func TestExpSums(t *testing.T) {
	if !HasExpSums() {
		t.Skip("no loop")
	}
	r := rand.New(rand.NewPCG(3, 4))
	for _, n := range append(lineLengths(), 500, 1024, 4096, callBytes/4/4+3) {
		for _, step := range []int{0, 1} {
			rows := 1 + r.IntN(40)
			if n > 1000 {
				rows = 2
			}
			x, m := make([]float32, rows*n), make([]float32, rows)
			for i := range x {
				x[i] = float32(8 * rowNumber(r))
			}
			for i := range m {
				m[i] = float32(r.NormFloat64())
			}
			want, sums := make([]float32, len(x)), make([]float32, rows)
			for i, v := range x {
				want[i] = v - m[i/n*step]
			}
			Exp32(want, want)
			SumFloat32.Inner(sums, want, 0, n, n)
			z, unhurt := guardedRows[float32](t, len(x))
			s, unhurtSums := guardedRows[float32](t, rows)
			ExpSums(z, x, n, m, step, s)
			unhurt()
			unhurtSums()
			requireBits(t, want, z, fmt.Sprint("rows of ", n))
			requireBits(t, sums, s, fmt.Sprint("sums of ", n))
			ExpSums(x, x, n, m, step, s)
			requireBits(t, want, x, fmt.Sprint("in place, rows of ", n))
		}
	}
}

func lineLengths() (ns []int) {
	for n := 1; n < 200; n++ {
		ns = append(ns, n)
	}
	return ns
}

// requireBits compares bit by bit, any NaN being as good as another.
func requireBits(t *testing.T, want, got []float32, what string) {
	t.Helper()
	for i, v := range want {
		if w := got[i]; *(*uint32)(unsafe.Pointer(&v)) != *(*uint32)(unsafe.Pointer(&w)) && (v == v || w == w) {
			t.Fatalf("%s: element %d is %v, want %v", what, i, w, v)
		}
	}
}
