package elementary

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/backends/native/internal/simd"
	"github.com/goivy/goivy/internal/race"
)

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

// lgammaZeros are float32 next to zeros of the logarithm of |gamma(x)|.
var lgammaZeros = []float32{-2.4570258, -2.4570248, -2.4570246, -2.7476828, -2.7476826, -3.143581, -3.1435807, -3.955294, -3.9552944, -4.039361, -4.991544}

// TestVectorULP32 visits 2**22 bit patterns (2**17 with -short), or all 2**32 with ELEMENTARY_EXHAUSTIVE=1: some minutes each,
// choose with -run. ELEMENTARY_EXHAUSTIVE may also be the first pattern and the one after the last, in hexadecimal: 3d000000-41200000. The reference is the function of float64.
func TestVectorULP32(t *testing.T) {
	race.Sequential(t)
	step := uint64(1021)
	first, end := uint64(0), uint64(1<<32)
	exhaustive := os.Getenv("ELEMENTARY_EXHAUSTIVE") != ""
	switch {
	case exhaustive:
		step = 1
		if v := os.Getenv("ELEMENTARY_EXHAUSTIVE"); v != "1" {
			_, err := fmt.Sscanf(v, "%x-%x", &first, &end)
			require.NoError(t, err)
		}
	case testing.Short():
		step = 32749
	}
	for _, r := range Functions {
		if r.Float32.Vector == nil {
			continue
		}
		t.Run(r.Name, func(t *testing.T) {
			const n = 4096
			x, y := append(edges32(), lgammaZeros...), make([]float32, n)
			slice, refs := r.Float32.Slice(), r.Float64.Loop
			if exhaustive { // quicker, but for an error that does not matter for float32
				refs = r.Float64.Slice()
			}
			d, wants := make([]float64, n), make([]float64, n)
			worst, at, got, off, total := 0.0, float32(0), float32(0), 0, 0
			for b := first; ; {
				slice(y[:len(x)], x)
				for i, v := range x {
					d[i] = float64(v)
				}
				refs(wants[:len(x)], d[:len(x)])
				for i, v := range x {
					want := wants[i]
					if float32(want) == y[i] && want != 0 {
						continue
					}
					if u := relaxed(r.Name, ulps32(y[i], want), d[i], 0, want); u > 0 {
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
			assert.LessOrEqual(t, worst, r.Float32.ULP, "at %v: %v, want %v", at, got, r.Float64.One(float64(at)))
		})
	}
}

func TestVectorPairs32(t *testing.T) {
	race.Sequential(t)
	n := 1 << 20
	if testing.Short() {
		n = 1 << 15
	}
	for _, r := range Functions {
		if r.Float32.Vector2 == nil {
			continue
		}
		slice := r.Float32.Slice2()
		t.Run(r.Name, func(t *testing.T) {
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
				case 5: // near quotients of small numbers
					y[i] = float32(math.Ldexp(1+rnd.Float64(), rnd.IntN(121)-60))
					x[i] = y[i] * float32(rnd.IntN(129)-64) / 32 * (1 + (rnd.Float32()-0.5)*0x1p-10)
				default:
					x[i], y[i] = float32(rnd.IntN(41)-20), float32(rnd.IntN(41)-20)/2
				}
			}
			slice(z, x, y)
			worst, at, off := 0.0, 0, 0
			for i := range x {
				want := r.Float64.One2(float64(x[i]), float64(y[i]))
				if u := ulps32(z[i], want); u > worst {
					worst, at = u, i
				}
				if z[i] != float32(want) && z[i] == z[i] {
					off++
				}
			}
			t.Logf("worst %.4f ULP at %v, %v, %d of %d not the nearest", worst, x[at], y[at], off, n)
			assert.LessOrEqual(t, worst, r.Float32.ULP, "at %v, %v: %v", x[at], y[at], z[at])
			// one element for all, and results where an operand lies
			w := make([]float32, n)
			for _, v := range []float32{2.5, -1, 0} {
				c := make([]float32, n)
				for i := range c {
					c[i] = v
				}
				slice(z, c, y)
				slice(w, []float32{v}, y)
				require.True(t, equal32(z, w), "one x")
				slice(c, c, y)
				require.True(t, equal32(z, c), "into x")
				for i := range c {
					c[i] = v
				}
				slice(z, x, c)
				slice(w, x, []float32{v})
				require.True(t, equal32(z, w), "one y")
				slice(c, x, c)
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

// erfExact is the error function of x in (0, 6).
func erfExact(x float64) dd {
	if x < 0x1p-4 {
		u := x * x
		p := u * (-1./3 + u*(1./10+u*(-1./42+u*(1./216+u*(-1./1320+u*(1./9360))))))
		return dd{1, 0}.addF(p).mulF(x).mul(dd{0x1.20dd750429b6dp+0, 0x1.1ae3a914fed8p-56})
	}
	i, t := sixteenth(x)
	return row(&erfTab[i], t)
}

// exact1 are references to some 2**-60 of functions of float64; those that are not here are compared with the functions of one number,
// which golden_test.go compares with mpmath.
var exact1 = map[string]func(float64) dd{
	"Exp": within(func(x float64) dd { return scaled(expDD(dd{x, 0})) }, -700, 709, expSlow),
	"Expm1": within(func(x float64) dd {
		if x == 0 {
			return dd{x, 0}
		}
		return expm1DD(dd{x, 0})
	}, -30, 690, expm1Slow),
	"Log": within(func(x float64) dd { return logDD(dd{x, 0}) }, 0, inf, logSlow),
	"Log2": within(func(x float64) dd {
		f, e := math.Frexp(x)
		if f < math.Sqrt2/2 {
			f, e = f*2, e-1
		}
		return logDD(dd{f, 0}).mul(dd{invLn2Hi, invLn2Lo}).addF(float64(e))
	}, 0, inf, Log2),
	"Log10": within(func(x float64) dd { return logDD(dd{x, 0}).mul(dd{invLn10Hi, invLn10Lo}) }, 0, inf, Log10),
	"Log1p": within(func(x float64) dd {
		if math.Abs(x) < 0x1p-54 {
			return dd{x, 0}
		}
		return log1pDD(dd{x, 0})
	}, -1, inf, log1pSlow),
	"Sigmoid": within(func(x float64) dd {
		v, k := expDD(dd{-math.Abs(x), 0})
		return sigmoidOf(v.scale(pow2(k)), x < 0)
	}, -600, 600, sigmoidSlow),
	"Tanh": oddOf(within(func(x float64) dd {
		if x < 0x1p-4 {
			m := expm1DD(dd{2 * x, 0})
			return m.div(m.addF(2))
		}
		i, t := sixteenth(x)
		return row(&tanhTab[i], t)
	}, 0x1p-500, 20, tanhSlow)),
	"Sinh": oddOf(within(func(x float64) dd { return scaled(sinhDD(x)) }, 0x1p-500, 700, Sinh)),
	"Cosh": evenOf(within(func(x float64) dd { return scaled(coshDD(x)) }, 0, 700, Cosh)),
	"Sin": within(func(x float64) dd {
		if math.Abs(x) < 0x1p-27 {
			return dd{sinSlow(x), 0}
		}
		s, _ := sincosOf(x)
		return s
	}, -inf, inf, sinSlow),
	"Cos": within(func(x float64) dd { _, c := sincosOf(x); return c }, -inf, inf, cosSlow),
	"Erf": oddOf(within(erfExact, 0, 6, erfSlow)),
	"Erfinv": oddOf(within(func(x float64) dd {
		// a step of Newton's method
		y := Erfinv(x)
		var d dd // erf(y) - x
		if x < 0.5 {
			d = erfExact(y).addF(-x)
		} else {
			v, k := erfcDD(y)
			d = dd{1 - x, 0}.sub(v.scale(pow2(k)))
		}
		return twoSum(y, -d.val()*math.SqrtPi/2*math.Exp(y*y))
	}, 0x1p-500, 1, Erfinv)),
	"Lgamma": within(func(x float64) dd {
		switch {
		case math.Abs(x) < 0x1p-60 || x < 0 && x == math.Floor(x):
			return dd{Lgamma(x), 0}
		case x < 0:
			return lgammaReflected(x, lgammaStirling)
		}
		return lgammaStirling(dd{x, 0})
	}, -0x1p52, 0x1p900, Lgamma),
	"I0e": evenOf(within(bessel0DD, -1, inf, I0e)),
	"Tan": within(func(x float64) dd {
		if math.Abs(x) < 0x1p-27 {
			return dd{Tan(x), 0}
		}
		s, c := sincosOf(x)
		return s.div(c)
	}, -inf, inf, Tan),
	"Asin": oddOf(within(func(x float64) dd { return atan2DD(dd{x, 0}, oneLessSquare(x).sqrt()) }, 0x1p-500, 1, Asin)),
	"Acos": within(func(x float64) dd { return atan2DD(oneLessSquare(x).sqrt(), dd{x, 0}) }, -1, 1, Acos),
	"Atan": oddOf(within(func(x float64) dd { return atan2DD(dd{x, 0}, dd{1, 0}) }, 0x1p-500, 0x1p400, Atan)),
	"Asinh": oddOf(within(func(x float64) dd {
		u := twoMul(x, x)
		return log1pDD(dd{x, 0}.add(u.div(u.addF(1).sqrt().addF(1))))
	}, 0x1p-100, 0x1p300, Asinh)),
	"Acosh": within(func(x float64) dd {
		t := twoSum(x, -1)
		return log1pDD(t.add(t.mul(t.addF(2)).sqrt()))
	}, 1, 0x1p300, Acosh),
	"Atanh": oddOf(within(func(x float64) dd {
		return log1pDD(dd{2 * x, 0}.div(twoSum(1, -x))).scale(0.5)
	}, 0x1p-100, 1, Atanh)),
	"Silu": within(func(x float64) dd {
		if math.Abs(x) < 0x1p-500 {
			return dd{siluSlow(x), 0}
		}
		v, k := expDD(dd{-x, 0})
		return dd{x, 0}.div(v.scale(pow2(k)).addF(1))
	}, -600, 600, siluSlow),
	"Softplus": within(func(x float64) dd {
		v, k := expDD(dd{-math.Abs(x), 0})
		return log1pDD(v.scale(pow2(k))).addF(max(x, 0))
	}, -600, 600, Softplus),
}

// exact2 are those of two operands, to some 2**-60 where |x| and |y| are within 2**±300 of 1.
var exact2 = map[string]func(x, y float64) dd{
	"Atan2": func(y, x float64) dd { return atan2DD(dd{y, 0}, dd{x, 0}) },
	"Hypot": func(x, y float64) dd { return twoMul(x, x).add(twoMul(y, y)).sqrt() },
}

// TestVectorULP64 visits a million arguments: of all exponents, of the usual ranges, and near the numbers where reductions and
// tables change.
func TestVectorULP64(t *testing.T) {
	race.Sequential(t)
	n := 1 << 20
	if testing.Short() {
		n = 1 << 15
	}
	for _, r := range Functions {
		if r.Float64.Vector == nil {
			continue
		}
		ref, bound := exact1[r.Name], r.Float64.bound()
		if ref == nil {
			ref = func(x float64) dd { return dd{r.Float64.One(x), 0} }
			bound += 0.5 // the reference is rounded
		}
		t.Run(r.Name, func(t *testing.T) {
			x, y := make([]float64, n), make([]float64, n)
			rnd := rand.New(rand.NewPCG(1, 2))
			for i := range x {
				near := (rnd.Float64() - 0.5) * math.Ldexp(1, -rnd.IntN(50))
				switch i % 6 {
				case 0:
					x[i] = math.Float64frombits(rnd.Uint64())
				case 1:
					x[i] = r.Low + (r.High-r.Low)*rnd.Float64()
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
			r.Float64.Slice()(y, x)
			for i, v := range x {
				want := ref(v)
				u := relaxed(r.Name, ulps64(y[i], want), v, 0, want.val())
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
			assert.LessOrEqual(t, worst, bound, "at %v: %v, want %v", at, got, ref(at))
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
	for _, r := range Functions {
		if r.Float64.Vector2 == nil {
			continue
		}
		slice := r.Float64.Slice2()
		t.Run(r.Name, func(t *testing.T) {
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
			slice(z, x, y)
			worst, at := 0.0, 0
			for i := range x {
				want := dd{r.Float64.One2(x[i], y[i]), 0}
				if usual(x[i]) && usual(y[i]) {
					want = exact2[r.Name](x[i], y[i])
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
			assert.LessOrEqual(t, worst, r.Float64.ULP, "at %v, %v: %v", x[at], y[at], z[at])
			// one element for all, and results where an operand lies
			w := make([]float64, n)
			for _, v := range []float64{2.5, -1, 0} {
				c := make([]float64, n)
				for i := range c {
					c[i] = v
				}
				slice(z, c, y)
				slice(w, []float64{v}, y)
				require.True(t, equal64(z, w), "one x")
				slice(c, c, y)
				require.True(t, equal64(z, c), "into x")
				for i := range c {
					c[i] = v
				}
				slice(z, x, c)
				slice(w, x, []float64{v})
				require.True(t, equal64(z, w), "one y")
				slice(c, x, c)
				require.True(t, equal64(z, c), "into y")
			}
		})
	}
}

// TestLevels proves that results of some functions with AVX-512 and with AVX2 are the same.
func TestLevels(t *testing.T) {
	if !simd.AVX512 {
		t.Skip("no AVX-512")
	}
	race.Sequential(t)
	n := 1 << 18
	if testing.Short() {
		n = 1 << 15
	}
	both := func(slice func()) {
		slice()
		simd.AVX512 = false
		defer func() { simd.AVX512 = true }()
		slice()
	}
	for _, name := range []string{"Erfinv", "Lgamma", "I0e"} {
		f := Functions[slices.IndexFunc(Functions, func(f Function) bool { return f.Name == name })]
		t.Run(name, func(t *testing.T) {
			rnd := rand.New(rand.NewPCG(5, 6))
			var x []float64
			for _, v := range edges32() {
				x = append(x, float64(v))
			}
			for len(x) < n {
				x = append(x, f.Low+(f.High-f.Low)*rnd.Float64(), math.Ldexp(rnd.Float64()-0.5, rnd.IntN(40)-20), math.Float64frombits(rnd.Uint64()))
			}
			y := make([]float32, len(x))
			for i, v := range x {
				y[i] = float32(v)
			}
			var wide, narrow []float64
			both(func() {
				wide, narrow = narrow, make([]float64, len(x))
				f.Float64.Slice()(narrow, x)
			})
			var wide32, narrow32 []float32
			both(func() {
				wide32, narrow32 = narrow32, make([]float32, len(y))
				f.Float32.Slice()(narrow32, y)
			})
			for i, v := range x {
				require.True(t, same(wide[i], narrow[i]), "of %v: %v and %v", v, wide[i], narrow[i])
				require.True(t, same32(wide32[i], narrow32[i]), "of %v: %v and %v", y[i], wide32[i], narrow32[i])
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

// testLengths proves of slices of any length and alignment that nothing outside them is read into results or written, and that
// an element's result does not depend on its index, nor on whether it is computed in place.
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
					require.Equal(t, T(guard), v, "length %d, offset %d: outside the slice", n, i-16-offset)
				}
			}
			all := append([]T{}, x...)
			slice(x[offset:offset+n], x[offset:offset+n])
			for i, v := range x {
				if j := i - offset; j >= 0 && j < n {
					require.True(t, same(want[j], v), "length %d in place, element %d", n, j)
				} else {
					require.True(t, same(all[i], v), "length %d in place: outside the slice", n)
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
	var edges []float64
	for _, v := range edges32() {
		edges = append(edges, float64(v))
	}
	for _, f := range Functions {
		if f.Float32.One != nil {
			t.Run(f.Name+"32", func(t *testing.T) { testLengths(t, f.Float32.Slice(), edges32(), same32) })
			t.Run(f.Name, func(t *testing.T) { testLengths(t, f.Float64.Slice(), edges, same) })
		}
		if f.Float32.One2 != nil {
			t.Run(f.Name+"32", func(t *testing.T) { testLengths(t, withSecond(f.Float32.Slice2()), edges32(), same32) })
			t.Run(f.Name, func(t *testing.T) { testLengths(t, withSecond(f.Float64.Slice2()), edges, same) })
		}
	}
}
