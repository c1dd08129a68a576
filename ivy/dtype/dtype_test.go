package dtype

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestParse(t *testing.T) {
	for _, d := range All.Dtypes() {
		got, err := Parse(d.String())
		require.NoError(t, err)
		assert.Equal(t, d, got)
		text, err := d.MarshalText()
		require.NoError(t, err)
		var back Dtype
		require.NoError(t, back.UnmarshalText(text))
		assert.Equal(t, d, back)
	}
	got, err := Parse("double")
	require.NoError(t, err)
	assert.Equal(t, Float64, got)
	for _, bad := range []string{"", "float", "invalid", "Float32", "int", "unit8", "complex32", "Dtype(3)"} {
		_, err := Parse(bad)
		var perr *ParseError
		require.ErrorAs(t, err, &perr, bad)
		assert.Equal(t, bad, perr.Text)
	}
	_, err = Invalid.MarshalText()
	assert.Error(t, err)
	assert.Equal(t, "Dtype(77)", Dtype(77).String())
	assert.Zero(t, Dtype(77).Size())
}

func TestOrder(t *testing.T) {
	all := All.Dtypes()
	require.Equal(t, []Dtype{Bool, Uint8, Uint16, Uint32, Uint64, Int8, Int16, Int32, Int64, BFloat16, Float16, Float32, Float64, Complex64, Complex128}, all)
	backwards := slices.Clone(all)
	slices.Reverse(backwards)
	slices.Sort(backwards)
	assert.Equal(t, all, backwards)
}

func TestClasses(t *testing.T) {
	assert.Len(t, All.Dtypes(), 15)
	assert.Equal(t, Set(0), Boolean&Numeric)
	assert.Equal(t, Set(0), Real&Complex)
	assert.Len(t, Integer.Dtypes(), 8)
	assert.Len(t, Float.Dtypes(), 4)
	assert.Equal(t, "complex64, complex128", Complex.String())
	for _, d := range All.Dtypes() {
		assert.Equal(t, All.Has(d), d.IsValid())
		wantBits := d.Size() * 8
		if d == Bool {
			wantBits = 1
		}
		assert.Equal(t, wantBits, d.Bits(), d)
		kinds := map[Kind]bool{KindBool: d.IsBool(), KindUint: d.IsUnsigned(), KindInt: d.IsSigned(), KindFloat: d.IsFloat(), KindComplex: d.IsComplex()}
		n := 0
		for k, is := range kinds {
			if is {
				n++
				assert.Equal(t, k, d.Kind())
			}
		}
		assert.Equal(t, 1, n, "%v is of one kind", d)
	}
	assert.Equal(t, Float32, Complex64.Component())
	assert.Equal(t, Complex128, Float64.WithComplex())
	assert.Equal(t, Complex64, BFloat16.WithComplex())
	assert.Equal(t, Invalid, Int8.WithComplex())
}

func TestLimits(t *testing.T) {
	f := func(d Dtype) FloatInfo {
		i, err := Finfo(d)
		require.NoError(t, err)
		return i
	}
	assert.Equal(t, FloatInfo{Float32, 32, 0x1p-23, math.MaxFloat32, -math.MaxFloat32, 0x1p-126}, f(Float32))
	assert.Equal(t, FloatInfo{Float64, 64, 0x1p-52, math.MaxFloat64, -math.MaxFloat64, 0x1p-1022}, f(Complex128))
	assert.Equal(t, FloatInfo{Float16, 16, 0x1p-10, 65504, -65504, 0x1p-14}, f(Float16))
	assert.Equal(t, FloatInfo{BFloat16, 16, 0x1p-7, 3.3895313892515355e38, -3.3895313892515355e38, 0x1p-126}, f(BFloat16))
	assert.Equal(t, f(Float32), f(Complex64))
	for _, d := range (All &^ Inexact).Dtypes() {
		_, err := Finfo(d)
		assert.Error(t, err, d)
	}
	i := func(d Dtype) IntInfo {
		v, err := Iinfo(d)
		require.NoError(t, err)
		return v
	}
	assert.Equal(t, IntInfo{Int8, 8, -128, 127}, i(Int8))
	assert.Equal(t, IntInfo{Int64, 64, math.MinInt64, math.MaxInt64}, i(Int64))
	assert.Equal(t, IntInfo{Uint64, 64, 0, math.MaxUint64}, i(Uint64))
	assert.Equal(t, IntInfo{Uint16, 16, 0, 65535}, i(Uint16))
	for _, d := range (All &^ Integer).Dtypes() {
		_, err := Iinfo(d)
		assert.Error(t, err, d)
	}
	assert.True(t, HoldsInt(Int8, -128))
	assert.False(t, HoldsInt(Int8, 128))
	assert.False(t, HoldsInt(Uint64, -1))
	assert.True(t, HoldsInt(Uint64, math.MaxInt64))
	assert.False(t, HoldsInt(Float32, 1))
}

// The midpoint of two neighbours must go to the even one and anything nearer to
// the nearer one. Every pair of neighbours of both formats is tried, from every
// source in which the midpoint exists.
func TestHalfRounding(t *testing.T) {
	formats := []struct {
		name     string
		inf      uint16
		value    func(uint16) float64
		from32   func(float32) uint16
		from64   func(float64) uint16
		fromInt  func(int64) uint16
		fromUint func(uint64) uint16
	}{
		{"bfloat16", 0x7f80, func(u uint16) float64 { return float64(Brain(u).Float32()) },
			func(f float32) uint16 { return uint16(BrainFromFloat32(f)) }, func(f float64) uint16 { return uint16(BrainFromFloat64(f)) },
			func(i int64) uint16 { return uint16(BrainFromInt64(i)) }, func(i uint64) uint16 { return uint16(BrainFromUint64(i)) }},
		{"float16", 0x7c00, func(u uint16) float64 { return float64(Half(u).Float32()) },
			func(f float32) uint16 { return uint16(HalfFromFloat32(f)) }, func(f float64) uint16 { return uint16(HalfFromFloat64(f)) },
			func(i int64) uint16 { return uint16(HalfFromInt64(i)) }, func(i uint64) uint16 { return uint16(HalfFromUint64(i)) }},
	}
	for _, f := range formats {
		t.Run(f.name, func(t *testing.T) {
			check := func(lo uint16, mid float64) {
				even := lo + lo&1
				below, above := math.Nextafter(mid, 0), math.Nextafter(mid, math.Inf(1))
				for _, c := range []struct {
					x    float64
					want uint16
				}{{below, lo}, {mid, even}, {above, lo + 1}} {
					require.Equal(t, c.want, f.from64(c.x), "%x", c.x)
					require.Equal(t, c.want|0x8000, f.from64(-c.x), "%x", -c.x)
					if x := float32(c.x); float64(x) == c.x {
						require.Equal(t, c.want, f.from32(x), "%x", x)
					}
					if c.x >= 1 && c.x < 1<<63 && c.x == math.Trunc(c.x) {
						require.Equal(t, c.want, f.fromInt(int64(c.x)), "%x", c.x)
						require.Equal(t, c.want|0x8000, f.fromInt(-int64(c.x)), "%x", c.x)
						require.Equal(t, c.want, f.fromUint(uint64(c.x)), "%x", c.x)
						if c.x > 1<<53 { // integers nearer to the midpoint than any float64
							continue
						}
					}
				}
			}
			for u := uint16(0); u < f.inf; u++ {
				x := f.value(u)
				require.Equal(t, u, f.from64(x))
				require.Equal(t, u, f.from32(float32(x)))
				next := f.value(u + 1)
				if u+1 == f.inf {
					next = 2*x - f.value(u-1) // the value after the largest, were there one
				}
				check(u, (x+next)/2)
			}
			assert.Equal(t, f.inf, f.from64(math.Inf(1)))
			assert.Equal(t, f.inf, f.from64(math.MaxFloat64))
			assert.Equal(t, f.inf|0x8000, f.from32(float32(math.Inf(-1))))
			for _, nan := range []float32{float32(math.NaN()), math.Float32frombits(0x7f800001), math.Float32frombits(0xffffffff)} {
				assert.True(t, math.IsNaN(f.value(f.from32(nan))))
			}
			assert.True(t, math.IsNaN(f.value(f.from64(math.NaN()))))
			assert.Equal(t, uint16(0x8000), f.from64(-1e-300))
		})
	}
	// A midpoint of bfloat16 plus one, which neither float32 nor float64 holds.
	lo, mid := uint64(1)<<62, uint64(1)<<62+uint64(1)<<54
	assert.Equal(t, BrainFromUint64(lo), BrainFromUint64(mid))
	assert.Equal(t, BrainFromUint64(lo)+1, BrainFromUint64(mid+1))
	assert.Equal(t, BrainFromUint64(lo)+1, BrainFromInt64(int64(mid+1)))
	assert.Equal(t, BrainFromInt64(math.MinInt64), BrainFromFloat64(-0x1p63))
}
