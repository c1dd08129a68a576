package format

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy/dtype"

	"github.com/goivy/goivy/internal/race"
)

// requireDigits compares what strconv gives, by whichever way, with dragon4. The
// powers of two for which dragon4 itself is asked are all in the NumPy file.
func requireDigits(t *testing.T, d dtype.Dtype, v float64, least, most int) {
	t.Helper()
	if v == 0 {
		return
	}
	want, wantExp := formOf(d).dragon4(nil, v, least, most)
	var got []byte
	var exp int
	switch {
	case least > 0:
		got, exp = formOf(d).significant(nil, v, most-1, true)
	case most > 0:
		got, exp = formOf(d).significant(nil, v, most-1, false)
	default:
		got, exp = formOf(d).shortest(nil, v)
	}
	if string(want) != string(got) || wantExp != exp {
		require.Equal(t, fmt.Sprintf("%se%d", want, wantExp), fmt.Sprintf("%se%d", got, exp), "%v %x least %d most %d", d, v, least, most)
	}
}

// All values of the 16-bit dtypes, at every length.
func TestNarrowDigits(t *testing.T) {
	race.Sequential(t)
	for _, c := range []struct {
		d     dtype.Dtype
		inf   int
		value func(u int) float64
	}{
		{dtype.BFloat16, 0x7f80, func(u int) float64 { return float64(dtype.Brain(u).Float32()) }},
		{dtype.Float16, 0x7c00, func(u int) float64 { return float64(dtype.Half(u).Float32()) }},
	} {
		t.Run(c.d.String(), func(t *testing.T) {
			longest := 0
			for u := range c.inf {
				v := c.value(u)
				requireDigits(t, c.d, v, 0, 0)
				ds, _ := formOf(c.d).shortest(nil, v)
				longest = max(longest, len(ds))
				for n := 1; n <= 5; n++ {
					requireDigits(t, c.d, v, 0, n)
					requireDigits(t, c.d, v, n, n)
				}
			}
			assert.Equal(t, map[dtype.Dtype]int{dtype.BFloat16: 4, dtype.Float16: 5}[c.d], longest)
		})
	}
}

// The powers of two, whose neighbours are at unequal distances, all of them, and
// others at random.
func TestWideDigits(t *testing.T) {
	race.Sequential(t)
	r := rand.New(rand.NewPCG(1, 2))
	check := func(t *testing.T, d dtype.Dtype, v float64, most int) {
		requireDigits(t, d, v, 0, 0)
		for n := 1; n <= most; n++ {
			requireDigits(t, d, v, 0, n)
			requireDigits(t, d, v, n, n)
		}
	}
	t.Run("float32", func(t *testing.T) {
		for e := -149; e < 128; e++ {
			v := float32(math.Ldexp(1, e))
			for range 3 {
				check(t, dtype.Float32, float64(v), 9)
				v = math.Nextafter32(v, 0)
			}
		}
		for range 20000 {
			if v := float64(math.Float32frombits(r.Uint32() & math.MaxInt32)); isFinite(v) {
				requireDigits(t, dtype.Float32, v, 0, 0)
			}
			// integers beyond the mantissa meet exact ties
			requireDigits(t, dtype.Float32, float64(float32(r.Uint64()>>(20+r.UintN(20)))), 0, 0)
		}
	})
	t.Run("float64", func(t *testing.T) {
		for e := -1074; e < 1024; e++ {
			check(t, dtype.Float64, math.Ldexp(1, e), 17)
		}
		for range 5000 {
			if v := math.Float64frombits(r.Uint64() & math.MaxInt64); isFinite(v) {
				requireDigits(t, dtype.Float64, v, 0, 0)
			}
			requireDigits(t, dtype.Float64, float64(r.Uint64()), 0, 0)
			requireDigits(t, dtype.Float64, float64(r.Uint64()>>8)*0x1p-3, 0, 0)
		}
	})
}

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		text, digits string
		exp          int
	}{
		{"0", "0", 0}, {"0.000", "0", 0}, {"0e+00", "0", 0}, {"1e+00", "1", 0}, {"1.50e-07", "15", -7}, {"120.0", "12", 2},
		{"0.00120", "12", -3}, {"9.9e+308", "99", 308}, {"5e-324", "5", -324}, {"0.5", "5", -1}, {"100", "1", 2},
	} {
		ds, exp := split([]byte(c.text))
		assert.Equal(t, c.digits, string(ds), c.text)
		assert.Equal(t, c.exp, exp, c.text)
	}
}

func BenchmarkStr(b *testing.B) {
	src := Source{Dtype: dtype.Float64, Shape: []int{1000}, Float: func(i int) float64 { return math.Sin(float64(i)) }}
	b.Run("1000 floats", func(b *testing.B) {
		for b.Loop() {
			Str(src, Defaults())
		}
	})
	src.Shape = []int{1e9}
	b.Run("1e9 floats", func(b *testing.B) {
		for b.Loop() {
			Str(src, Defaults())
		}
	})
}
