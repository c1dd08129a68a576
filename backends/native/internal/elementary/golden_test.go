package elementary

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// block is the golden data of one function; support/oracle/gen_elementary.py writes it and describes its form.
type block struct {
	name    string
	arity   int
	records []record
}

type record struct {
	in   [4]float64
	want [2]float64
	rest [2]float64 // exact value less want, in last places
}

// goldenFile may be set to a larger file of the same form to measure with.
func goldenFile() string {
	if p := os.Getenv("ELEMENTARY_GOLDEN"); p != "" {
		return p
	}
	return "testdata/golden.bin.gz"
}

func readGolden(t *testing.T) []block {
	t.Helper()
	f, err := os.Open(goldenFile())
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	data, err := io.ReadAll(z)
	require.NoError(t, err)
	var out []block
	float := func() float64 {
		v := math.Float64frombits(binary.LittleEndian.Uint64(data))
		data = data[8:]
		return v
	}
	for len(data) > 0 {
		n := bytes.IndexByte(data, 0)
		b := block{name: string(data[:n]), arity: int(data[n+1])}
		count := int(binary.LittleEndian.Uint32(data[n+2:]))
		data = data[n+6:]
		nin, nout := []int{1, 2, 2, 4}[b.arity-1], []int{1, 1, 2, 2}[b.arity-1]
		for range count {
			var r record
			for i := range nin {
				r.in[i] = float()
			}
			for i := range nout {
				r.want[i] = float()
			}
			for i := range nout {
				r.rest[i] = float64(int8(data[i])) / 256
			}
			data = data[nout:]
			b.records = append(b.records, r)
		}
		out = append(out, b)
	}
	return out
}

// lastPlace returns the distance from |x| to the next greater float64.
func lastPlace(x float64) float64 {
	x = math.Abs(x)
	if x > math.MaxFloat64/2 {
		return 0x1p971
	}
	return math.Nextafter(x, inf) - x
}

// ulps returns how far got is from want + rest last places.
func ulps(got, want, rest float64) float64 {
	if got == want {
		return math.Abs(rest)
	}
	if got != got || want != want {
		return inf
	}
	if math.IsInf(want, 0) || math.IsInf(got, 0) {
		if math.Abs(got) == math.MaxFloat64 || math.Abs(want) == math.MaxFloat64 {
			return 1 // the edge of the range
		}
		return inf
	}
	return math.Abs((got-want)/lastPlace(want) - rest)
}

// sensitivity has |x·f'(x)| of the functions that have zeros where their argument is not exact: what an error of one unit
// in x makes. An error is measured in last places of that where it is more than the result.
var sensitivity = map[string]func(x, y float64) float64{
	"Lgamma":  func(x, _ float64) float64 { return x * Digamma(x) },
	"Digamma": func(x, _ float64) float64 { return x * Zeta(2, x) },
	"Zeta":    func(s, q float64) float64 { return q * s * Zeta(s+1, q) },
}

// errorOf returns how far got, the result of a function, is from what r says.
func (r *record) errorOf(name string, got float64) float64 {
	return relaxed(name, ulps(got, r.want[0], r.rest[0]), r.in[0], r.in[1], r.want[0])
}

// relaxed returns an error of u last places of want, the function of x and y, in those of its sensitivity where that is more.
func relaxed(name string, u, x, y, want float64) float64 {
	if f := sensitivity[name]; f != nil {
		if s := math.Abs(f(x, y)); s > math.Abs(want) && s <= math.MaxFloat64 {
			u *= lastPlace(want) / lastPlace(s)
		}
	}
	return u
}

// The functions that golden blocks and special cases name: those of the table, and small ones that the table does not have.
var (
	real1    = map[string]func(float64) float64{"Sqrt": Sqrt}
	real2    = map[string]func(x, y float64) float64{"Remainder": Remainder, "FloorDivide": FloorDivide}
	complex1 = map[string]func(complex128) complex128{"CSquare": CSquare}
	complex2 = map[string]func(x, y complex128) complex128{"CMul": CMul, "CDiv": CDiv}

	bounds = map[string]float64{} // of the algorithms that have no vector form, or are less exact
)

func init() {
	for _, f := range Functions {
		bounds[f.Name] = f.Float64.OneULP
		if f.Float64.Vector == nil && f.Float64.Vector2 == nil {
			bounds[f.Name] = f.Float64.ULP
		}
		if f.Float64.One != nil {
			real1[f.Name] = f.Float64.One
		}
		if f.Float64.One2 != nil {
			real2[f.Name] = f.Float64.One2
		}
		if f.Complex != nil {
			complex1["C"+f.Name] = f.Complex
		}
		if f.Complex2 != nil {
			complex2["C"+f.Name] = f.Complex2
		}
	}
}

func TestGoldenReal(t *testing.T) {
	for _, b := range readGolden(t) {
		if b.arity > 2 {
			continue
		}
		t.Run(b.name, func(t *testing.T) {
			worst, at := 0.0, record{}
			for _, r := range b.records {
				var got float64
				if b.arity == 1 {
					got = real1[b.name](r.in[0])
				} else {
					got = real2[b.name](r.in[0], r.in[1])
				}
				if u := r.errorOf(b.name, got); u > worst {
					worst, at = u, r
				}
			}
			t.Logf("%d values, worst %.3f ULP at %v", len(b.records), worst, at.in)
			assert.NotEmpty(t, b.records)
			assert.LessOrEqual(t, worst, max(0.95, bounds[b.name]), "at %v, want %v", at.in, at.want[0])
		})
	}
}

// bound returns how far off the functions of slices for this machine may be.
func (k *Kernel[T]) bound() float64 {
	if k.vectors() {
		return k.ULP
	}
	return max(k.ULP, k.OneULP)
}

// TestGoldenSlices holds the functions of slices to their bounds.
func TestGoldenSlices(t *testing.T) {
	blocks := map[string]block{}
	for _, b := range readGolden(t) {
		blocks[b.name] = b
	}
	for _, f := range Functions {
		b := blocks[f.Name]
		var slice func(dst, x, y []float64)
		switch {
		case f.Float64.One != nil:
			slice = func(dst, x, _ []float64) { f.Float64.Slice()(dst, x) }
		case f.Float64.One2 != nil:
			slice = f.Float64.Slice2()
		default:
			continue
		}
		t.Run(f.Name, func(t *testing.T) {
			require.NotEmpty(t, b.records)
			x, y, z := make([]float64, len(b.records)), make([]float64, len(b.records)), make([]float64, len(b.records))
			for i, r := range b.records {
				x[i], y[i] = r.in[0], r.in[1]
			}
			slice(z, x, y)
			worst, at := 0.0, record{}
			for i, r := range b.records {
				if u := r.errorOf(f.Name, z[i]); u > worst {
					worst, at = u, r
				}
			}
			t.Logf("%d values, worst %.3f ULP at %v", len(b.records), worst, at.in)
			assert.LessOrEqual(t, worst, f.Float64.bound(), "at %v, want %v", at.in, at.want[0])
		})
	}
}

// arithmetic are the functions whose parts are accurate to the larger part only, as the formulas of C are.
var arithmetic = map[string]bool{"CMul": true, "CDiv": true, "CSquare": true, "CReciprocal": true}

func TestGoldenComplex(t *testing.T) {
	for _, b := range readGolden(t) {
		if b.arity < 3 {
			continue
		}
		t.Run(b.name, func(t *testing.T) {
			norm, part, atNorm, atPart := 0.0, 0.0, record{}, record{}
			for _, r := range b.records {
				var got complex128
				if b.arity == 3 {
					got = complex1[b.name](complex(r.in[0], r.in[1]))
				} else {
					got = complex2[b.name](complex(r.in[0], r.in[1]), complex(r.in[2], r.in[3]))
				}
				g := [2]float64{real(got), imag(got)}
				larger := max(math.Abs(r.want[0]), math.Abs(r.want[1]))
				for i := range g {
					u := ulps(g[i], r.want[i], r.rest[i])
					if u > part && math.Abs(r.want[i]) > 0x1p-1020 {
						part, atPart = u, r
					}
					if !math.IsInf(u, 0) {
						u *= lastPlace(r.want[i]) / lastPlace(larger)
					}
					if !arithmetic[b.name] && math.Signbit(g[i]) != math.Signbit(r.want[i]) && g[i] == 0 && r.want[i] == 0 {
						u = inf
					}
					if u > norm {
						norm, atNorm = u, r
					}
				}
			}
			t.Logf("%d values, worst %.3f of the larger part at %v; worst %.3f of its own part at %v", len(b.records), norm, atNorm.in, part, atPart.in)
			limit := 0.51
			if arithmetic[b.name] {
				limit = 3.5
			} else {
				assert.LessOrEqual(t, part, 1.5, "one part at %v, want %v", atPart.in, atPart.want)
			}
			assert.NotEmpty(t, b.records)
			assert.LessOrEqual(t, norm, limit, "at %v, want %v", atNorm.in, atNorm.want)
		})
	}
}
