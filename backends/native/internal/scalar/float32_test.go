package scalar

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
)

// row32 pairs a float32 function with the float64 one that it rounds, and with its loop where it has one.
type row32 struct {
	name string
	f    func(float32) float32
	ref  func(float64) float64
	loop func(dst, x []float32)
}

var rows32 = []row32{
	{"Exp", Exp32, expSlow, ExpSlice32}, {"Expm1", Expm132, expm1Slow, Expm1Slice32}, {"Log", Log32, logSlow, LogSlice32},
	{"Log1p", Log1p32, log1pSlow, Log1pSlice32}, {"Log2", Log232, Log2, nil}, {"Log10", Log1032, Log10, nil},
	{"Sqrt", Sqrt32, Sqrt, SqrtSlice32}, {"Sin", Sin32, sinSlow, SinSlice32}, {"Cos", Cos32, cosSlow, CosSlice32},
	{"Tan", Tan32, Tan, TanSlice32}, {"Asin", Asin32, Asin, nil}, {"Acos", Acos32, Acos, nil}, {"Atan", Atan32, Atan, nil},
	{"Sinh", Sinh32, Sinh, nil}, {"Cosh", Cosh32, Cosh, nil}, {"Tanh", Tanh32, Tanh, TanhSlice32}, {"Asinh", Asinh32, Asinh, nil},
	{"Acosh", Acosh32, Acosh, nil}, {"Atanh", Atanh32, Atanh, nil}, {"Erf", Erf32, Erf, ErfSlice32},
	{"Sigmoid", Sigmoid32, sigmoidSlow, SigmoidSlice32}, {"Softplus", Softplus32, Softplus, SoftplusSlice32},
	{"Silu", Silu32, siluSlow, SiluSlice32}, {"Gelu", Gelu32, Gelu, GeluSlice32}, {"GeluTanh", GeluTanh32, GeluTanh, GeluTanhSlice32},
	{"Round", Round32, Round, nil}, {"Sign", Sign32, Sign, nil}, {"Relu", Relu32, Relu, nil},
}

var pairs32 = []struct {
	name string
	f    func(x, y float32) float32
	ref  func(x, y float64) float64
}{
	{"Atan2", Atan232, Atan2}, {"Hypot", Hypot32, Hypot}, {"Pow", Pow32, Pow}, {"LogAddExp", LogAddExp32, LogAddExp},
	{"Remainder", Remainder32, Remainder}, {"Copysign", Copysign32, Copysign},
}

// ulps32 returns the distance of got from the exact value want, in last places of want's float32.
func ulps32(got float32, want float64) float64 {
	switch {
	case got != got || want != want:
		if got != got && want != want {
			return 0
		}
		return inf
	case float32(want) == got && (math.IsInf(want, 0) || math.IsInf(float64(got), 0) || want == 0):
		if math.Signbit(float64(got)) != math.Signbit(want) {
			return inf // a zero of the wrong sign
		}
		return 0
	case math.IsInf(float64(got), 0):
		return inf
	}
	e := max(math.Ilogb(want), -126)
	return math.Abs(float64(got)-want) / math.Ldexp(1, e-23)
}

// TestFloat32 visits 2**22 bit patterns (2**16 with -short), or all 2**32 with SCALAR_EXHAUSTIVE set (some hours: choose a function with -run),
// and a run of neighbours of the usual arguments.
func TestFloat32(t *testing.T) {
	n, step := uint64(1<<22), uint64(1021)
	switch {
	case os.Getenv("SCALAR_EXHAUSTIVE") != "":
		n, step = 1<<32, 1
	case testing.Short():
		n, step = 1<<16, 65521
	}
	for _, r := range rows32 {
		t.Run(r.name, func(t *testing.T) {
			t.Parallel()
			worst, at, off := 0.0, float32(0), 0
			visit := func(x float32) {
				got, want := r.f(x), r.ref(float64(x))
				u := ulps32(got, want)
				if u > worst {
					worst, at = u, x
				}
				if got != float32(want) && got == got {
					off++
				}
			}
			for i := range n {
				visit(math.Float32frombits(uint32(i * step)))
			}
			for i := range n / 4 {
				visit(20 * (float32(i)/float32(n/4) - 0.5))
			}
			t.Logf("worst %.6f ULP at %v, %d of %d not the nearest", worst, at, off, n+n/4)
			assert.LessOrEqual(t, worst, 0.51, "at %v: %v, want %v", at, r.f(at), r.ref(float64(at)))
		})
	}
}

func TestFloat32Pairs(t *testing.T) {
	n := 1 << 20
	if testing.Short() {
		n = 1 << 14
	}
	for _, r := range pairs32 {
		t.Run(r.name, func(t *testing.T) {
			rnd := rand.New(rand.NewPCG(3, 4))
			worst, ax, ay, off := 0.0, float32(0), float32(0), 0
			for i := range n {
				var x, y float32
				switch i % 5 {
				case 0:
					x, y = math.Float32frombits(rnd.Uint32()), math.Float32frombits(rnd.Uint32())
				case 1:
					x, y = 20*rnd.Float32()-10, 20*rnd.Float32()-10
				case 2:
					x, y = 10*rnd.Float32(), 40*rnd.Float32()-20
				case 3:
					x, y = 1000*rnd.Float32()-500, 1000*rnd.Float32()-500
				default:
					x, y = float32(rnd.IntN(41)-20), float32(rnd.IntN(41)-20)/2
				}
				got, want := r.f(x, y), r.ref(float64(x), float64(y))
				if u := ulps32(got, want); u > worst {
					worst, ax, ay = u, x, y
				}
				if got != float32(want) && got == got {
					off++
				}
			}
			t.Logf("worst %.6f ULP at %v, %v, %d of %d not the nearest", worst, ax, ay, off, n)
			assert.LessOrEqual(t, worst, 0.51, "at %v, %v: %v, want %v", ax, ay, r.f(ax, ay), r.ref(float64(ax), float64(ay)))
		})
	}
}

func TestFloat32FloorDivide(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for range 1 << 17 {
		x, y := math.Float32frombits(rnd.Uint32()), math.Float32frombits(rnd.Uint32())
		if rnd.IntN(2) == 0 {
			x, y = float32(rnd.IntN(2001)-1000)/8, float32(rnd.IntN(41)-20)/8
		}
		got, want := FloorDivide32(x, y), FloorDivide(float64(x), float64(y))
		z := float32(want)
		if float64(z) > want {
			z = math.Nextafter32(z, float32(-inf))
		}
		if got != got && z != z {
			continue
		}
		assert.Equal(t, math.Float32bits(z), math.Float32bits(got), "FloorDivide32(%v, %v) = %v, want %v", x, y, got, z)
	}
}
