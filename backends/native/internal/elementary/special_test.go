package elementary

import (
	"maps"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// same compares bits, but takes any NaN for any other.
func same(want, got float64) bool {
	return math.Float64bits(want) == math.Float64bits(got) || want != want && got != got
}

// samples are the values that a word of the tables below stands for.
var samples = map[string][]float64{
	"+0": {0}, "-0": {math.Copysign(0, -1)}, "0": {0, math.Copysign(0, -1)}, "1": {1}, "-1": {-1}, "2": {2}, "inf": {inf}, "-inf": {-inf}, "nan": {nan},
	"±inf": {inf, -inf}, "1.5": {1.5},
	"pos":     {0x1p-1074, 1e-300, 0.5, 1, 2.5, 1e10, math.MaxFloat64},
	"neg":     {-0x1p-1074, -1e-300, -0.5, -1, -2.5, -1e10, -math.MaxFloat64},
	"nonzero": {0x1p-1074, 0.5, 1, 3, 1e300, -0x1p-1074, -0.5, -1, -3, -1e300},
	"finite":  {0, math.Copysign(0, -1), 0x1p-1074, 0.5, 1, 3, 1e300, -0x1p-1074, -0.5, -1, -3, -1e300},
	"any":     {0, math.Copysign(0, -1), 0.5, -3, inf, -inf, nan},
	">1":      {1 + 0x1p-52, 2, 1e300}, "<-1": {-1 - 0x1p-52, -2, -1e300}, "<1": {1 - 0x1p-53, 0, -5, -inf},
	"odd": {1, 3, 5, 0x1p53 - 1}, "-odd": {-1, -3, 1 - 0x1p53}, "even": {2, 4, 0.5, 2.5, 0x1p53, 1e300, inf}, "-even": {-2, -4, -0.5, -1e300, -inf},
	"frac": {0.5, -2.5, 1e-10}, "big": {1 + 0x1p-52, 2, 1e300, inf, -1.5, -inf}, "small": {0, 0.5, 1 - 0x1p-53, -0.25, math.Copysign(0, -1)}, "±1": {1, -1},
}

// wants are the values that a result's word stands for; "?" before it leaves the sign open.
var wants = map[string]float64{
	"+0": 0, "-0": math.Copysign(0, -1), "1": 1, "-1": -1, "2": 2, "inf": inf, "-inf": -inf, "nan": nan,
	"pi": math.Pi, "-pi": -math.Pi, "pi/2": math.Pi / 2, "-pi/2": -math.Pi / 2, "pi/4": math.Pi / 4, "-pi/4": -math.Pi / 4,
	"half":  0.5,
	"3pi/4": 3 * math.Pi / 4, "-3pi/4": -3 * math.Pi / 4,
}

func meets(word string, got, x, y float64) bool {
	switch word {
	case "x":
		return same(x, got)
	case "y":
		return same(y, got)
	}
	if w, ok := strings.CutPrefix(word, "?"); ok {
		return same(wants[w], got) || same(-wants[w], got)
	}
	return same(wants[word], got)
}

// The special cases of the real functions of one number, in addition to the table's: the argument's words and the result's.
var special1 = map[string]string{
	"Sqrt":  "nan nan; neg nan; -inf nan; +0 +0; -0 -0; inf inf",
	"Round": "nan nan; inf inf; -inf -inf; +0 +0; -0 -0; 1 1",
	"Sign":  "nan nan; inf 1; -inf -1; pos 1; neg -1; +0 +0; -0 +0",
	"Relu":  "nan nan; inf inf; -inf +0; neg +0; pos x; 0 +0",
}

// The special cases of real functions of two numbers.
var special2 = map[string]string{
	"Atan2": "nan any nan; any nan nan; pos 0 pi/2; +0 pos +0; +0 +0 +0; +0 -0 pi; +0 neg pi; -0 pos -0; -0 +0 -0; -0 -0 -pi; -0 neg -pi; neg 0 -pi/2;" +
		"pos inf +0; pos -inf pi; neg inf -0; neg -inf -pi; inf finite pi/2; -inf finite -pi/2; inf inf pi/4; inf -inf 3pi/4; -inf inf -pi/4; -inf -inf -3pi/4",
	"Hypot": "±inf any inf; any ±inf inf; nan finite nan; finite nan nan; 0 0 +0",
	"Pow": "0 nan nan; inf nan nan; -1 nan nan; any 0 1; nan nonzero nan; nan inf nan; big inf inf; big -inf +0; ±1 ±inf 1; 1 any 1; small inf +0; small -inf inf;" +
		"inf pos inf; inf neg +0; -inf odd -inf; -inf even inf; -inf -odd -0; -inf -even +0; +0 pos +0; +0 neg inf;" +
		"-0 odd -0; -0 even +0; -0 -odd -inf; -0 -even inf; neg frac nan",
	"Igamma":    "nan any nan; any nan nan; neg any nan; any neg nan; -inf any nan; any -inf nan; 0 0 nan; 0 pos 1; pos 0 +0; pos inf 1; inf pos +0; inf inf nan; inf 0 +0; 0 inf 1",
	"Igammac":   "nan any nan; any nan nan; neg any nan; any neg nan; -inf any nan; any -inf nan; 0 0 nan; 0 pos +0; pos 0 1; pos inf +0; inf pos 1; inf inf nan; inf 0 1; 0 inf +0",
	"Zeta":      "nan any nan; any nan nan; neg any nan; 0 any nan; 1 finite inf; 1 inf inf; 2 0 inf; 2 inf +0; -inf any nan",
	"LogAddExp": "nan any nan; any nan nan; inf finite inf; finite inf inf; inf -inf inf; inf inf inf; -inf -inf -inf; -inf finite y; finite -inf x",
	"NextAfter": "nan any nan; any nan nan; -0 +0 +0; +0 -0 -0",
	"FloorDivide": "nan any nan; any nan nan; ±inf ±inf nan; 0 0 nan; +0 pos +0; -0 pos -0; +0 neg -0; -0 neg +0; pos +0 inf; pos -0 -inf; neg +0 -inf; neg -0 inf;" +
		"inf pos inf; inf neg -inf; -inf pos -inf; -inf neg inf; pos inf +0; pos -inf -0; neg inf -0; neg -inf +0",
	"Remainder": "nan any nan; any nan nan; ±inf ±inf nan; 0 0 nan; 0 pos +0; 0 neg -0; pos 0 nan; neg 0 nan; ±inf pos nan; ±inf neg nan;" +
		"pos inf x; pos -inf y; neg inf y; neg -inf x",
}

func TestSpecialReal(t *testing.T) {
	one := map[string]func(float64) float64{"Round": Round, "Sign": Sign, "Relu": Relu}
	one32 := map[string]func(float32) float32{}
	for n, f := range real1 {
		one[n] = f
	}
	tables := maps.Clone(special1)
	for _, f := range Functions {
		if f.Float64.One != nil {
			tables[f.Name] = f.Special
		}
	}
	for _, r := range rows32() {
		one32[r.name] = r.f
	}
	require.Len(t, tables, len(one))
	for name, table := range tables {
		t.Run(name, func(t *testing.T) {
			for _, rule := range strings.Split(table, ";") {
				w := strings.Fields(rule)
				require.Contains(t, samples, w[0])
				for _, x := range samples[w[0]] {
					got := one[name](x)
					assert.True(t, meets(w[1], got, x, 0), "%s(%v) = %v, want %s", name, x, got, w[1])
					if y := float32(x); float64(y) == x || x != x {
						got32, want := one32[name](y), float32(wants[w[1]])
						if w[1] == "x" {
							want = y
						}
						assert.True(t, same(float64(want), float64(got32)), "%s32(%v) = %v, want %s", name, y, got32, w[1])
					}
				}
			}
		})
	}
}

// TestSpecialSlices holds the functions of slices to the table's special cases, among usual arguments.
func TestSpecialSlices(t *testing.T) {
	for _, f := range Functions {
		if f.Float64.One == nil {
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			usual := f.Low + (f.High-f.Low)*0.7
			for _, rule := range strings.Split(f.Special, ";") {
				w := strings.Fields(rule)
				for _, v := range samples[w[0]] {
					x := []float64{usual, v, usual}
					f.Float64.Slice()(x, x)
					assert.True(t, meets(w[1], x[1], v, 0), "%s(%v) = %v, want %s", f.Name, v, x[1], w[1])
					if y := float32(v); float64(y) == v || v != v {
						x := []float32{float32(usual), y, float32(usual)}
						f.Float32.Slice()(x, x)
						assert.True(t, same(float64(float32(wants[w[1]])), float64(x[1])), "%s32(%v) = %v, want %s", f.Name, y, x[1], w[1])
					}
				}
			}
		})
	}
}

func TestSpecialPairs(t *testing.T) {
	two := map[string]func(x, y float64) float64{"NextAfter": NextAfter}
	for n, f := range real2 {
		two[n] = f
	}
	two32 := map[string]func(x, y float32) float32{"NextAfter": NextAfter32, "FloorDivide": FloorDivide32}
	for _, r := range pairs32() {
		two32[r.name] = r.f
	}
	require.Len(t, special2, len(two))
	for name, table := range special2 {
		t.Run(name, func(t *testing.T) {
			for _, rule := range strings.Split(table, ";") {
				w := strings.Fields(rule)
				require.Contains(t, samples, w[0])
				require.Contains(t, samples, w[1])
				for _, x := range samples[w[0]] {
					for _, y := range samples[w[1]] {
						got := two[name](x, y)
						assert.True(t, meets(w[2], got, x, y), "%s(%v, %v) = %v, want %s", name, x, y, got, w[2])
						x32, y32 := float32(x), float32(y)
						if (float64(x32) == x || x != x) && (float64(y32) == y || y != y) {
							got := float64(two32[name](x32, y32))
							want, ok := wants[w[2]]
							if ok {
								want = float64(float32(want))
							} else {
								want = map[string]float64{"x": x, "y": y}[w[2]]
							}
							assert.True(t, same(want, got), "%s32(%v, %v) = %v, want %s", name, x, y, got, w[2])
						}
					}
				}
			}
		})
	}
}

func TestSigns(t *testing.T) {
	minusNaN := math.Copysign(nan, -1)
	for _, x := range []float64{1, -1, nan, minusNaN, inf, -inf, 0} {
		for _, y := range []float64{1, -1, nan, minusNaN, 0, math.Copysign(0, -1)} {
			assert.Equal(t, math.Signbit(y), math.Signbit(Copysign(x, y)), "Copysign(%v, %v)", x, y)
			assert.Equal(t, math.Signbit(y), math.Signbit(float64(Copysign32(float32(x), float32(y)))), "Copysign32(%v, %v)", x, y)
		}
	}
	assert.Equal(t, 2.0, Round(2.5))
	assert.Equal(t, 4.0, Round(3.5))
	assert.Equal(t, -2.0, Round(-1.5))
	assert.Equal(t, complex(2, -2), CRound(complex(2.5, -1.5)))
	assert.Equal(t, 0x1p-1074, NextAfter(0, 1))
	assert.Equal(t, float32(1-0x1p-24), NextAfter32(1, 0))
	// Python's: -1e-20 % 1 is 1.0, 5 % -3 is -1, -7 // 2 is -4
	assert.Equal(t, 1.0, Remainder(-1e-20, 1))
	assert.Equal(t, -1.0, Remainder(5, -3))
	assert.Equal(t, -4.0, FloorDivide(-7, 2))
	assert.Equal(t, 9007199254740991.0, FloorDivide(9007199254740991, 1))
}

// The tables of the standard for complex arguments; a row's words are the parts of the argument and of the result. "cis"
// stands for the first factor times cos(b) and sin(b), "cis-1" for that less 1.
var specialComplex = map[string]string{
	"CExp": "0 +0 1 +0; finite inf nan nan; finite nan nan nan; inf +0 inf +0; -inf finite cis +0; inf nonzero cis inf; -inf inf ?+0 ?+0; inf inf ?inf nan;" +
		"-inf nan ?+0 ?+0; inf nan ?inf nan; nan +0 nan +0; nan nonzero nan nan; nan inf nan nan; nan nan nan nan",
	"CExpm1": "0 +0 +0 +0; finite inf nan nan; finite nan nan nan; inf +0 inf +0; -inf finite cis-1 +0; inf nonzero cis-1 inf; -inf inf -1 ?+0; inf inf ?inf nan;" +
		"-inf nan -1 ?+0; inf nan ?inf nan; nan +0 nan +0; nan nonzero nan nan; nan inf nan nan; nan nan nan nan",
	"CLog": "-0 +0 -inf pi; +0 +0 -inf +0; finite inf inf pi/2; finite nan nan nan; -inf pos inf pi; inf pos inf +0; -inf inf inf 3pi/4; inf inf inf pi/4;" +
		"±inf nan inf nan; nan finite nan nan; nan inf inf nan; nan nan nan nan",
	"CLog1p": "-1 +0 -inf +0; finite inf inf pi/2; finite nan nan nan; -inf pos inf pi; inf pos inf +0; -inf inf inf 3pi/4; inf inf inf pi/4;" +
		"±inf nan inf nan; nan finite nan nan; nan inf inf nan; nan nan nan nan",
	"CSqrt": "0 +0 +0 +0; any inf inf inf; finite nan nan nan; -inf pos +0 inf; inf pos inf +0; -inf nan nan ?inf; inf nan inf nan; nan finite nan nan; nan nan nan nan",
	"CSinh": "+0 +0 +0 +0; +0 inf ?+0 nan; +0 nan ?+0 nan; pos inf nan nan; pos nan nan nan; inf +0 inf +0; inf pos cis inf; inf inf ?inf nan; inf nan ?inf nan;" +
		"nan +0 nan +0; nan nonzero nan nan; nan nan nan nan",
	"CCosh": "+0 +0 1 +0; +0 inf nan ?+0; +0 nan nan ?+0; nonzero inf nan nan; nonzero nan nan nan; inf +0 inf +0; inf nonzero cis inf; inf inf ?inf nan; inf nan inf nan;" +
		"nan 0 nan ?+0; nan nonzero nan nan; nan nan nan nan",
	"CTanh": "+0 +0 +0 +0; nonzero inf nan nan; +0 inf +0 nan; nonzero nan nan nan; +0 nan +0 nan; inf pos 1 +0; inf inf 1 ?+0; inf nan 1 ?+0; nan +0 nan +0;" +
		"nan nonzero nan nan; nan inf nan nan; nan nan nan nan",
	"CAcos": "0 +0 pi/2 -0; 0 nan pi/2 nan; finite inf pi/2 -inf; nonzero nan nan nan; -inf pos pi -inf; inf pos +0 -inf; -inf inf 3pi/4 -inf; inf inf pi/4 -inf;" +
		"±inf nan nan ?inf; nan finite nan nan; nan inf nan -inf; nan nan nan nan; 1 +0 +0 -0; -1 +0 pi -0",
	"CAcosh": "0 +0 +0 pi/2; finite inf inf pi/2; nonzero nan nan nan; +0 nan nan ?pi/2; -inf pos inf pi; inf pos inf +0; -inf inf inf 3pi/4; inf inf inf pi/4;" +
		"±inf nan inf nan; nan finite nan nan; nan inf inf nan; nan nan nan nan",
	"CAsinh": "+0 +0 +0 +0; pos inf inf pi/2; finite nan nan nan; inf pos inf +0; inf inf inf pi/4; nan +0 nan +0; nan nonzero nan nan; nan inf ?inf nan; nan nan nan nan; inf nan inf nan",
	"CAtanh": "+0 +0 +0 +0; +0 nan +0 nan; 1 +0 inf +0; pos inf +0 pi/2; nonzero nan nan nan; inf pos +0 pi/2; inf inf +0 pi/2; inf nan +0 nan; nan finite nan nan;" +
		"nan inf ?+0 pi/2; nan nan nan nan",
	"CSign":       "0 0 +0 +0; nan any nan nan; any nan nan nan",
	"CSigmoid":    "inf pos 1 +0; inf neg 1 -0; -inf +0 +0 +0; nan +0 nan +0; nan nonzero nan nan; finite nan nan nan; finite inf nan nan; +0 +0 half +0",
	"CReciprocal": "inf finite +0 ?+0; finite inf ?+0 -0; +0 +0 inf nan",
}

func TestSpecialComplex(t *testing.T) {
	for name, table := range specialComplex {
		f := complex1[name]
		t.Run(name, func(t *testing.T) {
			for _, rule := range strings.Split(table, ";") {
				w := strings.Fields(rule)
				require.Len(t, w, 4, rule)
				require.Contains(t, samples, w[0])
				require.Contains(t, samples, w[1])
				for _, a := range samples[w[0]] {
					for _, b := range samples[w[1]] {
						z := complex(a, b)
						got := f(z)
						ok := meets(w[2], real(got), a, b) && meets(w[3], imag(got), a, b)
						if strings.HasPrefix(w[2], "cis") {
							r := wants[w[3]]
							re, im := math.Copysign(r, math.Cos(b)), math.Copysign(r, math.Sin(b))
							if w[2] == "cis-1" {
								re--
							}
							ok = same(re, real(got)) && same(im, imag(got))
						}
						assert.True(t, ok, "%s(%v) = %v, want %s %s", name, z, got, w[2], w[3])
						// conj(f(z)) = f(conj z), but for signs that are unspecified
						if back := f(conj(z)); !strings.Contains(rule, "?") && rule != "0 0 +0 +0" {
							assert.True(t, same(real(got), real(back)) && same(-imag(got), imag(back)), "%s(%v) = %v, of the conjugate %v", name, z, got, back)
						}
					}
				}
			}
		})
	}
}

// odd and even say what f(-z) is.
var odd = []string{"CSin", "CTan", "CAsin", "CAtan", "CSinh", "CTanh", "CAsinh", "CAtanh", "CReciprocal"}
var even = []string{"CCos", "CCosh", "CSquare"}

func TestSymmetry(t *testing.T) {
	parts := []float64{0, math.Copysign(0, -1), 0x1p-1074, 1e-200, 1e-9, 0.3, 1 - 0x1p-53, 1, 1 + 0x1p-52, 2, 30, 700, 1e9, 1e200, math.MaxFloat64, inf, nan}
	for name, f := range complex1 {
		t.Run(name, func(t *testing.T) {
			for _, a := range parts {
				for _, s := range []float64{1, -1} {
					for _, b := range parts {
						z := complex(s*a, b)
						w := f(z)
						if b == 0 && a == 0 && (name == "CSign" || name == "CReciprocal" || name == "CSquare") {
							continue // a zero or infinity by the formula's own signs
						}
						v := f(conj(z))
						check := func(what string, x, y complex128) {
							// where the standard leaves a sign open, magnitudes agree
							open := !isFinite(real(z)) || !isFinite(imag(z))
							if open {
								x, y = complex(math.Abs(real(x)), math.Abs(imag(x))), complex(math.Abs(real(y)), math.Abs(imag(y)))
							}
							assert.True(t, same(real(x), real(y)) && same(imag(x), imag(y)), "%s %s: %v gives %v and %v", name, what, z, x, y)
						}
						if name != "CSquare" {
							check("conj", w, conj(v))
						}
						for _, o := range odd {
							if o == name {
								check("odd", w, -f(-z))
							}
						}
						for _, e := range even {
							if e == name && e != "CSquare" {
								check("even", w, f(-z))
							}
						}
					}
				}
			}
		})
	}
}

func TestComplexArithmetic(t *testing.T) {
	huge := math.MaxFloat64
	for _, c := range []struct {
		name      string
		got, want complex128
	}{
		{"an infinity times a number", CMul(complex(inf, nan), complex(1, 0)), complex(inf, nan)},
		{"an infinity times an infinity", CMul(complex(inf, inf), complex(inf, inf)), complex(nan, inf)},
		{"i*infinity", CMul(complex(inf, 0), 1i), complex(nan, inf)},
		{"terms that overflow and cancel", CMul(complex(huge, huge), complex(1, 1)), complex(0, inf)},
		{"all NaN", CMul(cNaN(), cNaN()), cNaN()},
		{"huge by huge", CDiv(complex(huge, huge), complex(huge, huge)), 1},
		{"tiny by tiny", CDiv(complex(0x1p-1074, 0x1p-1074), complex(0x1p-1074, 0)), complex(1, 1)},
		{"a number by an infinity", CDiv(complex(1, 1), complex(inf, 0)), 0},
		{"a number by zero", CDiv(1, 0), complex(inf, nan)},
		{"an infinity by a number", CDiv(complex(inf, 1), complex(1, 1)), complex(inf, -inf)},
		{"an infinity by an infinity", CDiv(complex(inf, 1), complex(inf, 1)), cNaN()},
		{"zero by zero", CDiv(0, 0), cNaN()},
		{"1/huge", CReciprocal(complex(huge, huge)), complex(0.5/huge, -0.5/huge)},
		{"1/tiny", CReciprocal(complex(0, 0x1p-1020)), complex(0, -0x1p1020)},
		{"0**0", CPow(0, 0), 1},
		{"NaN**0", CPow(cNaN(), 0), 1},
		{"0**2", CPow(0, 2), 0},
		{"0**0.5", CPow(0, 0.5), 0},
		{"i**2", CPow(1i, 2), -1},
		{"(1+2i)**3", CPow(1+2i, 3), -11 - 2i},
		{"(1+i)**-2", CPow(1+1i, -2), -0.5i},
		{"sqrt of huge", CSqrt(complex(-huge, 0)), complex(0, math.Sqrt(huge))},
		{"sign of huge", CSign(complex(huge, 0)), 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			eq := func(w, g float64) bool { return w == g || w != w && g != g }
			assert.True(t, eq(real(c.want), real(c.got)) && eq(imag(c.want), imag(c.got)), "got %v, want %v", c.got, c.want)
		})
	}
	assert.Equal(t, math.Hypot(3e300, 4e300), Hypot(3e300, 4e300))
	assert.Equal(t, inf, Hypot(nan, -inf))
}
