package backend

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/ivy/dtype"
)

func TestHeld(t *testing.T) {
	for _, c := range []struct {
		s    Scalar
		d    dtype.Dtype
		want string
	}{
		{IntScalar(300), dtype.Uint8, "255"}, {IntScalar(-1), dtype.Uint8, "0"}, {IntScalar(-1), dtype.Uint64, "0"},
		{IntScalar(-129), dtype.Int8, "-128"}, {UintScalar(math.MaxUint64), dtype.Int64, "9223372036854775807"},
		{UintScalar(math.MaxUint64), dtype.Int32, "2147483647"}, {UintScalar(math.MaxUint64), dtype.Uint64, "18446744073709551615"},
		{IntScalar(7), dtype.Int8, "7"}, {FloatScalar(300), dtype.Uint8, "300"}, {IntScalar(300), dtype.Float16, "300"},
	} {
		assert.Equal(t, c.want, c.s.Held(c.d).String(), "%v in %v", c.s, c.d)
	}
}

// Inside is compared with the values themselves, one by one.
func TestInside(t *testing.T) {
	numbers := []Scalar{IntScalar(0), IntScalar(1), IntScalar(-1), IntScalar(-2), IntScalar(100), IntScalar(-100), IntScalar(250), IntScalar(1 << 40),
		IntScalar(math.MaxInt64), IntScalar(math.MinInt64), IntScalar(math.MinInt64 + 1), UintScalar(1 << 63), UintScalar(math.MaxUint64)}
	for _, d := range dtype.Integer.Dtypes() {
		lo, hi := ends(d)
		for _, start := range numbers {
			for _, step := range numbers {
				for _, n := range []int{0, 1, 2, 9} {
					from, to, first, last := FillAttrs{Start: start, Step: step}.Inside(d, n)
					for i := range n {
						v := new(big.Int).Mul(step.exact(), big.NewInt(int64(i)))
						v.Add(v, start.exact())
						want := v
						if v.Cmp(lo.exact()) < 0 {
							want = lo.exact()
						} else if v.Cmp(hi.exact()) > 0 {
							want = hi.exact()
						}
						got := v
						if i < from {
							got = first.exact()
						} else if i >= to {
							got = last.exact()
						}
						if got.Cmp(want) != 0 {
							t.Fatalf("%v + %d·%v in %v: %v, want %v", start, i, step, d, got, want)
						}
					}
				}
			}
		}
	}
}
