package simd

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func needAVX512(t *testing.T) {
	if !AVX512 {
		t.Skip("this machine has no AVX-512, or IVY_SIMD is off")
	}
}

var (
	edges32 = edges(math.Float32frombits,
		0, 1, 0x007fffff, 0x00800000, 0x3f000000, 0x3effffff, 0x3f7fffff, 0x3f800000, 0x3fbfffff, 0x3fc00000,
		0x40200000, 0x40600000, 0x4affffff, 0x4b000000, 0x4b000001, 0x4f000000, 0x5f000000, 0x7f7fffff, 0x7f800000,
		0x7f800001, 0x7fc00000, 0x7fffffff)
	edges64 = edges(math.Float64frombits,
		0, 1, 0x000fffffffffffff, 0x0010000000000000, 0x3fe0000000000000, 0x3fdfffffffffffff, 0x3fefffffffffffff,
		0x3ff0000000000000, 0x3ff7ffffffffffff, 0x3ff8000000000000, 0x4004000000000000, 0x400c000000000000,
		0x432fffffffffffff, 0x4330000000000000, 0x4330000000000001, 0x43e0000000000000, 0x7fefffffffffffff,
		0x7ff0000000000000, 0x7ff0000000000001, 0x7ff8000000000000, 0x7fffffffffffffff)
)

// edges returns the values of the bits, and of the bits with the sign.
func edges[U uint32 | uint64, T float](value func(U) T, bits ...U) []T {
	var vs []T
	for _, b := range bits {
		vs = append(vs, value(b), value(b|^(^U(0)>>1)))
	}
	return vs
}

// bitsOf tells floats apart; all NaN are one.
func bitsOf[T float](v T) uint64 {
	if v != v {
		return math.Float64bits(math.NaN())
	}
	switch v := any(v).(type) {
	case float32:
		return uint64(math.Float32bits(v)) << 32
	case float64:
		return math.Float64bits(v)
	}
	panic("no float")
}

// draws returns n values: edges, and random bits.
func draws[T float](r *rand.Rand, edges []T, n int) []T {
	vs := make([]T, n)
	for i := range vs {
		switch r.IntN(3) {
		case 0:
			vs[i] = edges[r.IntN(len(edges))]
		case 1:
			vs[i] = T(r.NormFloat64() * 8)
		default:
			var v any = math.Float64frombits(r.Uint64())
			if _, ok := any(vs[i]).(float32); ok {
				v = math.Float32frombits(r.Uint32())
			}
			vs[i] = v.(T)
		}
	}
	return vs
}

// guarded returns room for n elements between others,
// and a check that what lies around them is as it was.
func guarded[T comparable](t *testing.T, guard T, n int) ([]T, func()) {
	const before, after = 17, 70
	room := slices.Repeat([]T{guard}, before+n+after)
	return room[before : before+n : before+n], func() {
		for i, v := range room {
			if (i < before || i >= before+n) && v != guard {
				require.FailNow(t, "written outside", "length %d, at %d", n, i-before)
			}
		}
	}
}

// lengths reach the end of every loop, and more than one block.
func lengths() []int {
	ns := make([]int, 0, 72)
	for n := range 68 {
		ns = append(ns, n)
	}
	return append(ns, 127, 1000, blockLen, 2*blockLen+77)
}

func TestCompare(t *testing.T) {
	needAVX512(t)
	t.Run("float32", func(t *testing.T) {
		testCompare(t, edges32, map[string]func([]bool, []float32, []float32){
			"<": Less32, "<=": LessEqual32, ">": Greater32, ">=": GreaterEqual32, "==": Equal32, "!=": NotEqual32,
		})
	})
	t.Run("float64", func(t *testing.T) {
		testCompare(t, edges64, map[string]func([]bool, []float64, []float64){
			"<": Less64, "<=": LessEqual64, ">": Greater64, ">=": GreaterEqual64, "==": Equal64, "!=": NotEqual64,
		})
	})
}

func testCompare[T float](t *testing.T, edges []T, loops map[string]func(z []bool, x, y []T)) {
	operators := map[string]func(x, y T) bool{
		"<":  func(x, y T) bool { return x < y },
		"<=": func(x, y T) bool { return x <= y },
		">":  func(x, y T) bool { return x > y },
		">=": func(x, y T) bool { return x >= y },
		"==": func(x, y T) bool { return x == y },
		"!=": func(x, y T) bool { return x != y },
	}
	require.Len(t, loops, len(operators))
	for name, f := range loops {
		t.Run(name, func(t *testing.T) {
			testBinary(t, true, edges, f, operators[name], func(v bool) uint64 {
				if v {
					return 1
				}
				return 0
			})
		})
	}
}

// testBinary compares loops with Go's operators: of all pairs of edges, and of all
// lengths, with both operands long or either one element.
func testBinary[Z comparable, T float](t *testing.T, guard Z, edges []T, f func(z []Z, x, y []T), want func(x, y T) Z, bits func(Z) uint64) {
	check := func(x, y []T, n int) {
		z, unhurt := guarded(t, guard, n)
		f(z, x, y)
		unhurt()
		for i := range z {
			a, b := x[min(i, len(x)-1)], y[min(i, len(y)-1)]
			if w := want(a, b); bits(z[i]) != bits(w) {
				require.FailNow(t, "differs", "%v, %v (%d of %d and %d): %v, not %v", a, b, i, len(x), len(y), z[i], w)
			}
		}
	}
	var xs, ys []T
	for _, a := range edges {
		for _, b := range edges {
			xs, ys = append(xs, a), append(ys, b)
		}
		check([]T{a}, edges, len(edges))
		check(edges, []T{a}, len(edges))
	}
	check(xs, ys, len(xs))

	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range lengths() {
		x, y := draws(r, edges, n), draws(r, edges, n)
		copy(y[:n/3], x) // some are the same
		check(x, y, n)
		check(x, draws(r, edges, 1), n)
		check(draws(r, edges, 1), y, n)
	}
	require.Panics(t, func() { f(make([]Z, 3), make([]T, 2), make([]T, 2)) }, "operands too short")
}
