package elementary

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
)

// fits wraps v to the width of T.
func fits[T Integer](v *big.Int) T {
	m := new(big.Int).And(v, new(big.Int).SetUint64(math.MaxUint64))
	return T(m.Uint64())
}

func bigOf[T Integer](v T) *big.Int {
	if v < 0 {
		return big.NewInt(int64(v))
	}
	return new(big.Int).SetUint64(uint64(v))
}

// checkPair compares every function of two integers with arithmetic of unlimited width.
func checkPair[T Integer](t *testing.T, x, y T) {
	t.Helper()
	a, b := bigOf(x), bigOf(y)
	q, r := new(big.Int), new(big.Int)
	if y != 0 {
		q.DivMod(a, b, r) // Euclidean: r >= 0
		if y < 0 && r.Sign() != 0 {
			q.Sub(q, big.NewInt(1))
			r.Add(r, b)
		}
	}
	name := fmt.Sprintf("%T %d, %d", x, x, y)
	assert.Equal(t, fits[T](q), FloorDivideInt(x, y), "FloorDivideInt %s", name)
	assert.Equal(t, fits[T](r), RemainderInt(x, y), "RemainderInt %s", name)
	g := new(big.Int).GCD(nil, nil, new(big.Int).Abs(a), new(big.Int).Abs(b))
	assert.Equal(t, fits[T](g), GcdInt(x, y), "GcdInt %s", name)
	l := new(big.Int)
	if x != 0 && y != 0 {
		l.Abs(l.Div(l.Mul(a, b), g))
	}
	assert.Equal(t, fits[T](l), LcmInt(x, y), "LcmInt %s", name)

	var p T
	switch {
	case y >= 0:
		p = fits[T](new(big.Int).Exp(a, b, new(big.Int).Lsh(big.NewInt(1), 64)))
	case x == 1 || bigOf(x).Cmp(big.NewInt(-1)) == 0 && y%2 == 0:
		p = 1
	case bigOf(x).Cmp(big.NewInt(-1)) == 0:
		p = x
	}
	assert.Equal(t, p, PowInt(x, y), "PowInt %s", name)

	left, right := big.NewInt(0), big.NewInt(0)
	if w := bigOf(T(width[T]())); y >= 0 && b.Cmp(w) < 0 {
		left.Lsh(a, uint(y))
		right.Rsh(a, uint(y))
	} else if x < 0 {
		right.SetInt64(-1)
	}
	assert.Equal(t, fits[T](left), ShiftLeft(x, y), "ShiftLeft %s", name)
	assert.Equal(t, fits[T](right), ShiftRight(x, y), "ShiftRight %s", name)
}

func edges[T Integer]() []T {
	w := width[T]()
	top := T(1) << (w - 1)
	out := []T{0, 1, 2, 3, 5, 6, 7, 8, 12, 15, 16, 31, 32, 63, 64, 100, top, top + 1, top - 1, top / 2, top/2 + 1, ^T(0), ^T(1), ^T(2), ^T(6), ^T(99), ^T(0) / 3}
	return out
}

func checkAll[T Integer](t *testing.T) {
	t.Run(fmt.Sprintf("%T", T(0)), func(t *testing.T) {
		for _, x := range edges[T]() {
			for _, y := range edges[T]() {
				checkPair(t, x, y)
			}
		}
	})
}

func TestIntegers(t *testing.T) {
	checkAll[int8](t)
	checkAll[int16](t)
	checkAll[int32](t)
	checkAll[int64](t)
	checkAll[uint8](t)
	checkAll[uint16](t)
	checkAll[uint32](t)
	checkAll[uint64](t)
	t.Run("every int8 pair", func(t *testing.T) {
		if testing.Short() {
			t.Skip("65,536 pairs")
		}
		for x := -128; x < 128; x++ {
			for y := -128; y < 128; y++ {
				checkPair(t, int8(x), int8(y))
				checkPair(t, uint8(x), uint8(y))
			}
		}
	})
}

func checkSaturate[T Integer](t *testing.T) {
	t.Run(fmt.Sprintf("%T", T(0)), func(t *testing.T) {
		lo, hi := T(0), ^T(0)
		if isSigned[T]() {
			lo = T(1) << (width[T]() - 1)
			hi = ^lo
		}
		l, h := new(big.Float).SetInt(bigOf(lo)), new(big.Float).SetInt(bigOf(hi))
		check := func(x float64) {
			want := T(0)
			switch v := new(big.Float); {
			case math.IsInf(x, 0):
				want = lo
				if x > 0 {
					want = hi
				}
			case x == x:
				v.SetFloat64(x)
				i, _ := v.Int(nil) // towards zero
				want = fits[T](i)
				if v.Cmp(l) < 0 {
					want = lo
				} else if v.Cmp(h) > 0 {
					want = hi
				}
			}
			assert.Equal(t, want, SaturateInt[T](x), "SaturateInt(%v)", x)
		}
		for e := -2; e <= 70; e++ {
			p := math.Ldexp(1, e)
			for _, x := range []float64{p, p - 1, p + 1, p - 0.5, p + 0.5, p * 1.5, math.Nextafter(p, 0), math.Nextafter(p, inf)} {
				check(x)
				check(-x)
			}
		}
		for _, x := range []float64{0, math.Copysign(0, -1), inf, -inf, nan, math.MaxFloat64, -math.MaxFloat64, 0x1p-1074} {
			check(x)
		}
	})
}

func TestSaturateInt(t *testing.T) {
	checkSaturate[int8](t)
	checkSaturate[int16](t)
	checkSaturate[int32](t)
	checkSaturate[int64](t)
	checkSaturate[uint8](t)
	checkSaturate[uint16](t)
	checkSaturate[uint32](t)
	checkSaturate[uint64](t)
}
