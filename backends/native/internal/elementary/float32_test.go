package elementary

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
)

// row32 pairs a float32 function with the float64 one that it rounds.
type row32 struct {
	name string
	f    func(float32) float32
	ref  func(float64) float64
}

// rows32 are those of the table, and small ones that the table does not have.
func rows32() []row32 {
	rows := []row32{{"Sqrt", Sqrt32, Sqrt}, {"Round", Round32, Round}, {"Sign", Sign32, Sign}, {"Relu", Relu32, Relu}}
	for _, f := range Functions {
		if f.Float32.One != nil {
			rows = append(rows, row32{f.Name, f.Float32.One, f.Float64.One})
		}
	}
	return rows
}

type pair32 struct {
	name string
	f    func(x, y float32) float32
	ref  func(x, y float64) float64
}

func pairs32() []pair32 {
	pairs := []pair32{{"Remainder", Remainder32, Remainder}, {"Copysign", Copysign32, Copysign}}
	for _, f := range Functions {
		if f.Float32.One2 != nil {
			pairs = append(pairs, pair32{f.Name, f.Float32.One2, f.Float64.One2})
		}
	}
	return pairs
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

// TestFloat32 visits 2**22 bit patterns (2**16 with -short), or all 2**32 with ELEMENTARY_EXHAUSTIVE set (some hours: choose a function with -run),
// and neighbours of the usual arguments.
func TestFloat32(t *testing.T) {
	n, step := uint64(1<<22), uint64(1021)
	switch {
	case os.Getenv("ELEMENTARY_EXHAUSTIVE") != "":
		n, step = 1<<32, 1
	case testing.Short():
		n, step = 1<<16, 65521
	}
	for _, r := range rows32() {
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
	for _, r := range pairs32() {
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
