package scalar

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/internal/race"
)

// vector32 are the functions of float32 with loops in package simd.
var vector32 = []struct {
	name   string
	slice  func(dst, x []float32)
	ref    func(float64) float64
	lo, hi float64
	refs   func(dst, x []float64) // as ref, faster, but for an error that does not matter for float32
}{
	{"Exp", ExpSlice32, Exp, -10, 10, ExpSlice}, {"Expm1", Expm1Slice32, Expm1, -10, 10, Expm1Slice}, {"Sigmoid", SigmoidSlice32, Sigmoid, -10, 10, SigmoidSlice},
	{"Gelu", GeluSlice32, Gelu, -4, 4, nil}, {"GeluTanh", GeluTanhSlice32, GeluTanh, -4, 4, GeluTanhSlice}, {"Softplus", SoftplusSlice32, Softplus, -10, 10, SoftplusSlice},
	{"Silu", SiluSlice32, Silu, -10, 10, SiluSlice}, {"Tanh", TanhSlice32, Tanh, -10, 10, TanhSlice}, {"Sinh", SinhSlice32, Sinh, -10, 10, SinhSlice},
	{"Cosh", CoshSlice32, Cosh, -10, 10, CoshSlice}, {"Log", LogSlice32, Log, 0, 10, LogSlice}, {"Log2", Log2Slice32, Log2, 0, 10, Log2Slice},
	{"Log10", Log10Slice32, Log10, 0, 10, Log10Slice}, {"Log1p", Log1pSlice32, Log1p, 0, 10, Log1pSlice}, {"Sin", SinSlice32, Sin, -10, 10, SinSlice},
	{"Cos", CosSlice32, Cos, -10, 10, CosSlice}, {"Tan", TanSlice32, Tan, -10, 10, TanSlice}, {"Erf", ErfSlice32, Erf, -10, 10, ErfSlice},
	{"Atan", AtanSlice32, Atan, -10, 10, AtanSlice}, {"Asin", AsinSlice32, Asin, -1, 1, AsinSlice}, {"Acos", AcosSlice32, Acos, -1, 1, AcosSlice},
	{"Asinh", AsinhSlice32, Asinh, -10, 10, AsinhSlice}, {"Acosh", AcoshSlice32, Acosh, 1, 11, AcoshSlice}, {"Atanh", AtanhSlice32, Atanh, -1, 1, AtanhSlice},
}

// vectorPairs32 are those of two operands.
var vectorPairs32 = []struct {
	name  string
	slice func(dst, x, y []float32)
	ref   func(x, y float64) float64
}{
	{"Atan2", Atan2Slice32, Atan2}, {"Hypot", HypotSlice32, Hypot}, {"Pow", PowSlice32, Pow}, {"LogAddExp", LogAddExpSlice32, LogAddExp},
}

// same32 compares bits, but for those of NaN.
func same32(a, b float32) bool {
	return math.Float32bits(a) == math.Float32bits(b) || a != a && b != b
}

// edges32 are the numbers near which the functions over- or underflow, change their method or are undefined.
func edges32() []float32 {
	edges := []float64{
		0, 0x1p-149, 0x1p-126, 0x1p-31, 0x1p-5, 0x1p-4, 0.5, 1, math.Pi / 2, math.Pi, 3.93, 5.15, 5.54, 8.66, 9.01, 9.1, 16, 17.33, 18, 20, 24, 37, 87, 87.3365, 88,
		88.7228, 89.416, 103.97, 512, 700, 1e6, 0x1p30, 0x1p64, math.MaxFloat32, inf,
	}
	var x []float32
	for k := -149; k < 128; k++ { // where 1 + x is rounded otherwise, and exponents change
		v := float32(math.Ldexp(1, k))
		for _, v := range []float32{math.Nextafter32(v, 0), v, math.Nextafter32(v, 2*v)} {
			x = append(x, v, -v)
		}
	}
	for _, e := range edges {
		b := math.Float32bits(float32(e))
		for d := range uint32(9) {
			v := math.Float32frombits(b + d - 4)
			x = append(x, v, -v)
		}
	}
	return append(x, float32(nan), math.Float32frombits(0xffffffff), math.Float32frombits(0x7f800001))
}

// TestVectorULP32 visits 2**22 bit patterns (2**17 with -short), or all 2**32 with SCALAR_EXHAUSTIVE=1: some minutes each,
// choose with -run. SCALAR_EXHAUSTIVE may also be the first pattern and the one after the last, in hexadecimal: 3d000000-41200000. The reference is the function of float64.
func TestVectorULP32(t *testing.T) {
	race.Sequential(t)
	step := uint64(1021)
	first, end := uint64(0), uint64(1<<32)
	exhaustive := os.Getenv("SCALAR_EXHAUSTIVE") != ""
	switch {
	case exhaustive:
		step = 1
		if v := os.Getenv("SCALAR_EXHAUSTIVE"); v != "1" {
			_, err := fmt.Sscanf(v, "%x-%x", &first, &end)
			require.NoError(t, err)
		}
	case testing.Short():
		step = 32749
	}
	for _, r := range vector32 {
		t.Run(r.name, func(t *testing.T) {
			const n = 4096
			x, y := edges32(), make([]float32, n)
			refs := r.refs
			if refs == nil || !exhaustive {
				refs = func(dst, x []float64) { each(dst, x, r.ref) }
			}
			d, wants := make([]float64, n), make([]float64, n)
			worst, at, got, off, total := 0.0, float32(0), float32(0), 0, 0
			for b := first; ; {
				r.slice(y[:len(x)], x)
				for i, v := range x {
					d[i] = float64(v)
				}
				refs(wants[:len(x)], d[:len(x)])
				for i, v := range x {
					want := wants[i]
					if float32(want) == y[i] && want != 0 {
						continue
					}
					if u := ulps32(y[i], want); u > 0 {
						off++
						if u > worst {
							worst, at, got = u, v, y[i]
						}
					}
				}
				total += len(x)
				if b >= end {
					break
				}
				for x = x[:0]; len(x) < n && b < end; b += step {
					x = append(x, math.Float32frombits(uint32(b)))
				}
			}
			t.Logf("worst %.4f ULP at %v, %d of %d not the nearest", worst, at, off, total)
			assert.LessOrEqual(t, worst, 1.0, "at %v: %v, want %v", at, got, r.ref(float64(at)))
		})
	}
}

func TestVectorPairs32(t *testing.T) {
	race.Sequential(t)
	n := 1 << 20
	if testing.Short() {
		n = 1 << 15
	}
	for _, r := range vectorPairs32 {
		t.Run(r.name, func(t *testing.T) {
			rnd := rand.New(rand.NewPCG(3, 4))
			edges := edges32()
			x, y, z := make([]float32, n), make([]float32, n), make([]float32, n)
			for i := range x {
				switch i % 7 {
				case 0:
					x[i], y[i] = math.Float32frombits(rnd.Uint32()), math.Float32frombits(rnd.Uint32())
				case 1:
					x[i], y[i] = 20*rnd.Float32()-10, 20*rnd.Float32()-10
				case 2:
					x[i], y[i] = 10*rnd.Float32(), 40*rnd.Float32()-20
				case 3:
					x[i], y[i] = 1000*rnd.Float32()-500, 1000*rnd.Float32()-500
				case 4:
					x[i], y[i] = edges[rnd.IntN(len(edges))], edges[rnd.IntN(len(edges))]
				case 5: // beside quotients of small numbers
					y[i] = float32(math.Ldexp(1+rnd.Float64(), rnd.IntN(121)-60))
					x[i] = y[i] * float32(rnd.IntN(129)-64) / 32 * (1 + (rnd.Float32()-0.5)*0x1p-10)
				default:
					x[i], y[i] = float32(rnd.IntN(41)-20), float32(rnd.IntN(41)-20)/2
				}
			}
			r.slice(z, x, y)
			worst, at, off := 0.0, 0, 0
			for i := range x {
				want := r.ref(float64(x[i]), float64(y[i]))
				if u := ulps32(z[i], want); u > worst {
					worst, at = u, i
				}
				if z[i] != float32(want) && z[i] == z[i] {
					off++
				}
			}
			t.Logf("worst %.4f ULP at %v, %v, %d of %d not the nearest", worst, x[at], y[at], off, n)
			assert.LessOrEqual(t, worst, 1.0, "at %v, %v: %v", x[at], y[at], z[at])
			// one element for all, and results where an operand lies
			w := make([]float32, n)
			for _, v := range []float32{2.5, -1, 0} {
				c := make([]float32, n)
				for i := range c {
					c[i] = v
				}
				r.slice(z, c, y)
				r.slice(w, []float32{v}, y)
				require.True(t, equal32(z, w), "one x")
				r.slice(c, c, y)
				require.True(t, equal32(z, c), "into x")
				for i := range c {
					c[i] = v
				}
				r.slice(z, x, c)
				r.slice(w, x, []float32{v})
				require.True(t, equal32(z, w), "one y")
				r.slice(c, x, c)
				require.True(t, equal32(z, c), "into y")
			}
		})
	}
}

func equal32(a, b []float32) bool {
	for i := range a {
		if !same32(a[i], b[i]) {
			return false
		}
	}
	return true
}

// ulps64 returns the distance of got from the exact value want, in last places.
func ulps64(got float64, want dd) float64 {
	w := want.val()
	switch {
	case got != got || w != w:
		if got != got && w != w {
			return 0
		}
		return inf
	case got == w && (w == 0 || math.IsInf(w, 0)):
		if math.Signbit(got) != math.Signbit(want.h) {
			return inf
		}
		return 0
	case math.IsInf(got, 0) || math.IsInf(w, 0):
		return inf
	}
	e := max(math.Ilogb(want.h), -1022)
	return math.Abs((got-want.h)-want.l) / math.Ldexp(1, e-52)
}

func scaled(v dd, k int) dd { return dd{math.Ldexp(v.h, k), math.Ldexp(v.l, k)} }

// within is f for lo < x < hi, elsewhere slow, which is rounded.
func within(f func(x float64) dd, lo, hi float64, slow func(float64) float64) func(x float64) dd {
	return func(x float64) dd {
		if !(x > lo && x < hi) {
			return dd{slow(x), 0}
		}
		return f(x)
	}
}

func oddOf(f func(x float64) dd) func(float64) dd {
	return func(x float64) dd {
		if x < 0 {
			return f(-x).neg()
		}
		return f(x)
	}
}

func evenOf(f func(x float64) dd) func(float64) dd {
	return func(x float64) dd { return f(math.Abs(x)) }
}

// vector64 are the functions of float64 with loops in package simd, and references to some 2**-60.
var vector64 = []struct {
	name   string
	slice  func(dst, x []float64)
	ref    func(float64) dd
	slow   func(float64) float64
	lo, hi float64
}{
	{"Exp", ExpSlice, within(func(x float64) dd { return scaled(expDD(dd{x, 0})) }, -700, 709, expSlow), expSlow, -10, 10},
	{"Expm1", Expm1Slice, within(func(x float64) dd {
		if x == 0 {
			return dd{x, 0}
		}
		return expm1DD(dd{x, 0})
	}, -30, 690, expm1Slow), expm1Slow, -10, 10},
	{"Log", LogSlice, within(func(x float64) dd { return logDD(dd{x, 0}) }, 0, inf, logSlow), logSlow, 0, 10},
	{"Log2", Log2Slice, within(func(x float64) dd {
		f, e := math.Frexp(x)
		if f < math.Sqrt2/2 {
			f, e = f*2, e-1
		}
		return logDD(dd{f, 0}).mul(dd{invLn2Hi, invLn2Lo}).addF(float64(e))
	}, 0, inf, Log2), Log2, 0, 10},
	{"Log10", Log10Slice, within(func(x float64) dd { return logDD(dd{x, 0}).mul(dd{invLn10Hi, invLn10Lo}) }, 0, inf, Log10), Log10, 0, 10},
	{"Log1p", Log1pSlice, within(func(x float64) dd {
		if math.Abs(x) < 0x1p-54 {
			return dd{x, 0}
		}
		return log1pDD(dd{x, 0})
	}, -1, inf, log1pSlow), log1pSlow, -.9, 10},
	{"Sigmoid", SigmoidSlice, within(func(x float64) dd {
		v, k := expDD(dd{-math.Abs(x), 0})
		return sigmoidOf(v.scale(pow2(k)), x < 0)
	}, -600, 600, sigmoidSlow), sigmoidSlow, -10, 10},
	{"Tanh", TanhSlice, oddOf(within(func(x float64) dd {
		if x < 0x1p-4 {
			m := expm1DD(dd{2 * x, 0})
			return m.div(m.addF(2))
		}
		i, t := sixteenth(x)
		return row(&tanhTab[i], t)
	}, 0x1p-500, 20, tanhSlow)), tanhSlow, -10, 10},
	{"Sinh", SinhSlice, oddOf(within(func(x float64) dd { return scaled(sinhDD(x)) }, 0x1p-500, 700, Sinh)), Sinh, -10, 10},
	{"Cosh", CoshSlice, evenOf(within(func(x float64) dd { return scaled(coshDD(x)) }, 0, 700, Cosh)), Cosh, -10, 10},
	{"Sin", SinSlice, within(func(x float64) dd {
		if math.Abs(x) < 0x1p-27 {
			return dd{sinSlow(x), 0}
		}
		s, _ := sincosOf(x)
		return s
	}, -inf, inf, sinSlow), sinSlow, -10, 10},
	{"Cos", CosSlice, within(func(x float64) dd { _, c := sincosOf(x); return c }, -inf, inf, cosSlow), cosSlow, -10, 10},
	{"Erf", ErfSlice, oddOf(within(func(x float64) dd {
		if x < 0x1p-4 {
			u := x * x
			p := u * (-1./3 + u*(1./10+u*(-1./42+u*(1./216+u*(-1./1320+u*(1./9360))))))
			return dd{1, 0}.addF(p).mulF(x).mul(dd{0x1.20dd750429b6dp+0, 0x1.1ae3a914fed8p-56})
		}
		i, t := sixteenth(x)
		return row(&erfTab[i], t)
	}, 0, 6, erfSlow)), erfSlow, -10, 10},
	{"Tan", TanSlice, within(func(x float64) dd {
		if math.Abs(x) < 0x1p-27 {
			return dd{Tan(x), 0}
		}
		s, c := sincosOf(x)
		return s.div(c)
	}, -inf, inf, Tan), Tan, -10, 10},
	{"Asin", AsinSlice, oddOf(within(func(x float64) dd { return atan2DD(dd{x, 0}, oneLessSquare(x).sqrt()) }, 0x1p-500, 1, Asin)), Asin, -1, 1},
	{"Acos", AcosSlice, within(func(x float64) dd { return atan2DD(oneLessSquare(x).sqrt(), dd{x, 0}) }, -1, 1, Acos), Acos, -1, 1},
	{"Atan", AtanSlice, oddOf(within(func(x float64) dd { return atan2DD(dd{x, 0}, dd{1, 0}) }, 0x1p-500, 0x1p400, Atan)), Atan, -10, 10},
	{"Asinh", AsinhSlice, oddOf(within(func(x float64) dd {
		u := twoMul(x, x)
		return log1pDD(dd{x, 0}.add(u.div(u.addF(1).sqrt().addF(1))))
	}, 0x1p-100, 0x1p300, Asinh)), Asinh, -10, 10},
	{"Acosh", AcoshSlice, within(func(x float64) dd {
		t := twoSum(x, -1)
		return log1pDD(t.add(t.mul(t.addF(2)).sqrt()))
	}, 1, 0x1p300, Acosh), Acosh, 1, 11},
	{"Atanh", AtanhSlice, oddOf(within(func(x float64) dd {
		return log1pDD(dd{2 * x, 0}.div(twoSum(1, -x))).scale(0.5)
	}, 0x1p-100, 1, Atanh)), Atanh, -1, 1},
	{"Silu", SiluSlice, within(func(x float64) dd {
		if math.Abs(x) < 0x1p-500 {
			return dd{siluSlow(x), 0}
		}
		v, k := expDD(dd{-x, 0})
		return dd{x, 0}.div(v.scale(pow2(k)).addF(1))
	}, -600, 600, siluSlow), siluSlow, -10, 10},
	{"Softplus", SoftplusSlice, within(func(x float64) dd {
		v, k := expDD(dd{-math.Abs(x), 0})
		return log1pDD(v.scale(pow2(k))).addF(max(x, 0))
	}, -600, 600, Softplus), Softplus, -10, 10},
	{"GeluTanh", GeluTanhSlice, within(func(x float64) dd { return dd{GeluTanh(x), 0} }, -20, 20, GeluTanh), GeluTanh, -4, 4},
}

// vectorPairs64 are those of two operands, with references to some 2**-60 where |x| and |y| are within 2**±300 of 1.
var vectorPairs64 = []struct {
	name  string
	slice func(dst, x, y []float64)
	ref   func(x, y float64) dd
	slow  func(x, y float64) float64
}{
	{"Atan2", Atan2Slice, func(y, x float64) dd { return atan2DD(dd{y, 0}, dd{x, 0}) }, Atan2},
	{"Hypot", HypotSlice, func(x, y float64) dd { return twoMul(x, x).add(twoMul(y, y)).sqrt() }, Hypot},
}

// TestVectorULP64 visits a million arguments: of all exponents, of the usual ranges, and near the numbers where reductions and
// tables change.
func TestVectorULP64(t *testing.T) {
	race.Sequential(t)
	n := 1 << 20
	if testing.Short() {
		n = 1 << 15
	}
	for _, r := range vector64 {
		t.Run(r.name, func(t *testing.T) {
			x, y := make([]float64, n), make([]float64, n)
			rnd := rand.New(rand.NewPCG(1, 2))
			for i := range x {
				near := (rnd.Float64() - 0.5) * math.Ldexp(1, -rnd.IntN(50))
				switch i % 6 {
				case 0:
					x[i] = math.Float64frombits(rnd.Uint64())
				case 1:
					x[i] = r.lo + (r.hi-r.lo)*rnd.Float64()
				case 2:
					x[i] = (rnd.Float64() - 0.5) * math.Ldexp(1, rnd.IntN(40)-20)
				case 3:
					x[i] = math.Ldexp(1+float64(rnd.IntN(65)-32)*0x1p-5+near, rnd.IntN(5)-2)
				case 4:
					x[i] = math.Ldexp(float64(rnd.IntN(2001)-1000)*math.Pi/32, rnd.IntN(6)) * (1 + near)
				default:
					x[i] = float64(rnd.IntN(2001)-1000) * math.Ln2 / 32 * (1 + near)
				}
			}
			copy(x, []float64{0, math.Copysign(0, -1), inf, -inf, nan, 1, -1, 0x1p-1074, 0x1p-1022, math.MaxFloat64, 700, -700, 709.7, -745, 0x1p17})
			worst, at, got, off := 0.0, 0.0, 0.0, 0
			r.slice(y, x)
			for i, v := range x {
				want := r.ref(v)
				u := ulps64(y[i], want)
				if y[i] != want.val() && y[i] == y[i] {
					off++
				}
				if want.l == 0 && u <= 1 {
					continue // the reference is rounded too
				}
				if u > worst {
					worst, at, got = u, v, y[i]
				}
			}
			t.Logf("worst %.4f ULP at %v, %d of %d not the nearest", worst, at, off, n)
			assert.LessOrEqual(t, worst, 1.0, "at %v: %v, want %v", at, got, r.ref(at))
		})
	}
}

// TestVectorPairs64 visits a million pairs: of all exponents, of the usual ranges and edges.
func TestVectorPairs64(t *testing.T) {
	race.Sequential(t)
	n := 1 << 20
	if testing.Short() {
		n = 1 << 15
	}
	var edges []float64
	for _, v := range edges32() {
		edges = append(edges, float64(v))
	}
	edges = append(edges, 0x1p-1074, 0x1p-1022, -0x1p-600, 0x1p600, math.MaxFloat64)
	for _, r := range vectorPairs64 {
		t.Run(r.name, func(t *testing.T) {
			rnd := rand.New(rand.NewPCG(3, 4))
			x, y, z := make([]float64, n), make([]float64, n), make([]float64, n)
			for i := range x {
				switch i % 6 {
				case 0:
					x[i], y[i] = math.Float64frombits(rnd.Uint64()), math.Float64frombits(rnd.Uint64())
				case 1:
					x[i], y[i] = 20*rnd.Float64()-10, 20*rnd.Float64()-10
				case 2:
					x[i], y[i] = 10*rnd.Float64(), 40*rnd.Float64()-20
				case 3:
					x[i], y[i] = math.Ldexp(rnd.Float64()-0.5, rnd.IntN(140)-70), math.Ldexp(rnd.Float64()-0.5, rnd.IntN(140)-70)
				case 4:
					x[i], y[i] = edges[rnd.IntN(len(edges))], edges[rnd.IntN(len(edges))]
				default:
					x[i], y[i] = float64(rnd.IntN(41)-20), float64(rnd.IntN(41)-20)/2
				}
			}
			usual := func(v float64) bool { return math.Abs(v) > 0x1p-300 && math.Abs(v) < 0x1p300 }
			r.slice(z, x, y)
			worst, at := 0.0, 0
			for i := range x {
				want := dd{r.slow(x[i], y[i]), 0}
				if usual(x[i]) && usual(y[i]) {
					want = r.ref(x[i], y[i])
				}
				u := ulps64(z[i], want)
				if want.l == 0 && u <= 1 {
					continue // the reference is rounded too
				}
				if u > worst {
					worst, at = u, i
				}
			}
			t.Logf("worst %.4f ULP at %v, %v", worst, x[at], y[at])
			assert.LessOrEqual(t, worst, 1.0, "at %v, %v: %v", x[at], y[at], z[at])
			// one element for all, and results where an operand lies
			w := make([]float64, n)
			for _, v := range []float64{2.5, -1, 0} {
				c := make([]float64, n)
				for i := range c {
					c[i] = v
				}
				r.slice(z, c, y)
				r.slice(w, []float64{v}, y)
				require.True(t, equal64(z, w), "one x")
				r.slice(c, c, y)
				require.True(t, equal64(z, c), "into x")
				for i := range c {
					c[i] = v
				}
				r.slice(z, x, c)
				r.slice(w, x, []float64{v})
				require.True(t, equal64(z, w), "one y")
				r.slice(c, x, c)
				require.True(t, equal64(z, c), "into y")
			}
		})
	}
}

func equal64(a, b []float64) bool {
	for i := range a {
		if !same(a[i], b[i]) {
			return false
		}
	}
	return true
}

// testLengths proves of slices of any length and alignment that nothing beside them is read into results or written, and that
// an element's result does not depend on where it stands, nor on whether it takes its operand's place.
func testLengths[T float32 | float64](t *testing.T, slice func(dst, x []T), edges []T, same func(a, b T) bool) {
	const guard = -123.25
	lengths := []int{1023, 1024, 1025, 2047, 2061}
	for n := range 68 {
		lengths = append(lengths, n)
	}
	for _, n := range lengths {
		for _, offset := range []int{0, 1, 5} {
			x := make([]T, offset+n+32)
			for i := range x {
				x[i] = T(i%13) + 0.3
				if i%7 == n%7 {
					x[i] = edges[(i+31*n)%len(edges)]
				}
			}
			want := make([]T, n)
			for i := range want {
				slice(want[i:i+1], x[offset+i:offset+i+1])
			}
			dst := make([]T, 16+offset+n+32)
			for i := range dst {
				dst[i] = guard
			}
			slice(dst[16+offset:16+offset+n], x[offset:offset+n])
			for i, v := range dst {
				if j := i - 16 - offset; j >= 0 && j < n {
					require.True(t, same(want[j], v), "length %d, element %d, %v: %v, alone %v", n, j, x[offset+j], v, want[j])
				} else {
					require.Equal(t, T(guard), v, "length %d, offset %d: beside the slice", n, i-16-offset)
				}
			}
			all := append([]T{}, x...)
			slice(x[offset:offset+n], x[offset:offset+n])
			for i, v := range x {
				if j := i - offset; j >= 0 && j < n {
					require.True(t, same(want[j], v), "length %d in place, element %d", n, j)
				} else {
					require.True(t, same(all[i], v), "length %d in place: beside the slice", n)
				}
			}
		}
	}
	assert.Panics(t, func() { slice(make([]T, 8), make([]T, 9)) }, "a short destination")
}

// withSecond makes a function of two operands one of the first, from which it computes the second.
func withSecond[T float32 | float64](slice func(dst, x, y []T)) func(dst, x []T) {
	return func(dst, x []T) {
		y := make([]T, len(x))
		for i, v := range x {
			y[i] = 3 - v/2
		}
		slice(dst[:len(x)], x, y)
	}
}

func TestVectorLengths(t *testing.T) {
	for _, f := range vector32 {
		t.Run(f.name+"32", func(t *testing.T) { testLengths(t, f.slice, edges32(), same32) })
	}
	for _, f := range vectorPairs32 {
		t.Run(f.name+"32", func(t *testing.T) { testLengths(t, withSecond(f.slice), edges32(), same32) })
	}
	var edges []float64
	for _, v := range edges32() {
		edges = append(edges, float64(v))
	}
	for _, f := range vectorPairs64 {
		t.Run(f.name, func(t *testing.T) { testLengths(t, withSecond(f.slice), edges, same) })
	}
	for _, f := range vector64 {
		t.Run(f.name, func(t *testing.T) {
			testLengths(t, f.slice, edges, func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) || a != a && b != b })
		})
	}
}

// BenchmarkVector reports the least time per element of loops over 1,000, 100,000 and 1,000,000 elements.
func BenchmarkVector(b *testing.B) {
	for _, f := range vector32 {
		b.Run(f.name+"32", func(b *testing.B) { benchmarkVector(b, f.slice, inputs32(f.lo, f.hi)) })
	}
	for _, f := range vectorPairs32 {
		b.Run(f.name+"32", func(b *testing.B) {
			y := inputs32(0, 10)
			benchmarkVector(b, func(dst, x []float32) { f.slice(dst, y[len(y)-len(x):], x) }, inputs32(-10, 10))
		})
	}
	for _, f := range vector64 {
		b.Run(f.name, func(b *testing.B) { benchmarkVector(b, f.slice, inputs(f.lo, f.hi)) })
	}
	for _, f := range vectorPairs64 {
		b.Run(f.name, func(b *testing.B) {
			y := inputs(0, 10)
			benchmarkVector(b, func(dst, x []float64) { f.slice(dst, y[len(y)-len(x):], x) }, inputs(-10, 10))
		})
	}
}

func benchmarkVector[T float32 | float64](b *testing.B, slice func(dst, x []T), x []T) {
	dst := make([]T, len(x))
	sizes := []int{1000, 100_000, 1_000_000}
	least := []float64{inf, inf, inf}
	for b.Loop() {
		for i, n := range sizes {
			for range 1_000_000 / n {
				start := time.Now()
				slice(dst[:n], x[:n])
				least[i] = min(least[i], float64(time.Since(start).Nanoseconds())/float64(n))
			}
		}
	}
	for i, n := range sizes {
		b.ReportMetric(least[i], fmt.Sprintf("ns/elem-%d", n))
	}
}
