package format

import (
	"compress/gzip"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/goivy/goivy/ivy/dtype"
)

// fromBytes reads little-endian elements.
func fromBytes(d dtype.Dtype, shape []int, b []byte) Source {
	size := d.Component().Size()
	if size == 0 {
		size = d.Size()
	}
	bits := func(i int) uint64 {
		var w [8]byte
		copy(w[:], b[i*size:(i+1)*size])
		return binary.LittleEndian.Uint64(w[:])
	}
	float := func(i int) float64 {
		switch u := bits(i); d.Component() {
		case dtype.BFloat16:
			return float64(dtype.Brain(u).Float32())
		case dtype.Float16:
			return float64(dtype.Half(u).Float32())
		case dtype.Float32:
			return float64(math.Float32frombits(uint32(u)))
		default:
			return math.Float64frombits(u)
		}
	}
	src := Source{Dtype: d, Shape: shape}
	switch d.Kind() {
	case dtype.KindBool:
		src.Bool = func(i int) bool { return b[i] != 0 }
	case dtype.KindInt:
		src.Int = func(i int) int64 { return int64(bits(i)<<(64-d.Bits())) >> (64 - d.Bits()) }
	case dtype.KindUint:
		src.Uint = bits
	case dtype.KindFloat:
		src.Float = float
	case dtype.KindComplex:
		src.Complex = func(i int) complex128 { return complex(float(2*i), float(2*i+1)) }
	}
	return src
}

type goldenOptions struct {
	Precision *int
	Threshold *int
	EdgeItems *int
	LineWidth *int
	Suppress  bool
	Sign      string
}

func (g goldenOptions) options() Options {
	o := Defaults()
	set := func(to, from *int) {
		if from != nil {
			*to = *from
		}
	}
	set(&o.Precision, g.Precision)
	set(&o.Threshold, g.Threshold)
	set(&o.EdgeItems, g.EdgeItems)
	set(&o.LineWidth, g.LineWidth)
	o.Suppress = g.Suppress
	o.Sign = map[string]Sign{"": SignNegative, "+": SignAlways, " ": SignSpace}[g.Sign]
	return o
}

// The file is written by support/oracle/gen_print.py with NumPy.
func TestNumPy(t *testing.T) {
	f, err := os.Open("testdata/print.json.gz")
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	var golden struct {
		NumPy string
		Rows  int
		Cases []struct {
			D         dtype.Dtype
			S         []int
			V         string
			O         goldenOptions
			Str, Repr string
			Text      []string
		}
	}
	require.NoError(t, json.NewDecoder(z).Decode(&golden))
	require.NoError(t, z.Close())
	assert.Equal(t, "2.4.6", golden.NumPy)
	require.Len(t, golden.Cases, golden.Rows)
	require.GreaterOrEqual(t, golden.Rows, 3000)

	seen := map[dtype.Dtype]int{}
	ranks := map[int]bool{}
	for i, c := range golden.Cases {
		seen[c.D]++
		ranks[len(c.S)] = true
		b, err := base64.StdEncoding.DecodeString(c.V)
		require.NoError(t, err)
		src, o := fromBytes(c.D, c.S, b), c.O.options()
		at := fmt.Sprintf("case %d: %v%v %+v", i, c.D, c.S, o)
		assert.Equal(t, c.Str, Str(src, o), at)
		assert.Equal(t, c.Repr, Repr(src, o), at)
		if len(c.Text) > 0 {
			assert.Equal(t, c.Text[3], Text(src, c.Text[0], c.Text[1], c.Text[2], o), "%s %q", at, c.Text[:3])
		}
	}
	for _, d := range dtype.All.Dtypes() {
		assert.GreaterOrEqual(t, seen[d], 80, d)
	}
	assert.Len(t, ranks, 6, "0 to 5 axes")
}

func float32s(shape []int, v ...float64) Source {
	return Source{Dtype: dtype.Float32, Shape: shape, Float: func(i int) float64 { return v[i] }}
}

func TestRepr(t *testing.T) {
	count := func(d dtype.Dtype, shape ...int) Source {
		return Source{
			Dtype: d, Shape: shape,
			Bool:    func(i int) bool { return i%2 == 1 },
			Int:     func(i int) int64 { return int64(i) },
			Uint:    func(i int) uint64 { return uint64(i) },
			Float:   func(i int) float64 { return float64(i) },
			Complex: func(i int) complex128 { return complex(float64(i), -float64(i)) },
		}
	}
	tests := []struct {
		src  Source
		want string
	}{
		{count(dtype.Bool, 2), "ivy.array([False,  True])"},
		{count(dtype.Int32, 3), "ivy.array([0, 1, 2])"},
		{count(dtype.Int64, 3), "ivy.array([0, 1, 2], dtype=int64)"},
		{count(dtype.Uint8, 3), "ivy.array([0, 1, 2], dtype=uint8)"},
		{count(dtype.Float32, 3), "ivy.array([0., 1., 2.])"},
		{count(dtype.Float64, 3), "ivy.array([0., 1., 2.], dtype=float64)"},
		{count(dtype.BFloat16, 3), "ivy.array([0., 1., 2.], dtype=bfloat16)"},
		{count(dtype.Complex64, 2), "ivy.array([0.-0.j, 1.-1.j])"},
		{count(dtype.Complex128, 2), "ivy.array([0.-0.j, 1.-1.j], dtype=complex128)"},
		{count(dtype.Int32), "ivy.array(0)"},
		{count(dtype.Float32, 0), "ivy.array([], dtype=float32)"},
		{count(dtype.Int64, 0, 3), "ivy.array([], shape=(0, 3), dtype=int64)"},
		{count(dtype.Int32, 2, 2), "ivy.array([[0, 1],\n           [2, 3]])"},
		{count(dtype.Int32, 2, 1, 1), "ivy.array([[[0]],\n\n           [[1]]])"},
		{count(dtype.Int32, 1001), "ivy.array([   0,    1,    2, ...,  998,  999, 1000], shape=(1001,))"},
		{count(dtype.Float64, 50, 50), `ivy.array([[0.000e+00, 1.000e+00, 2.000e+00, ..., 4.700e+01, 4.800e+01,
            4.900e+01],
           [5.000e+01, 5.100e+01, 5.200e+01, ..., 9.700e+01, 9.800e+01,
            9.900e+01],
           [1.000e+02, 1.010e+02, 1.020e+02, ..., 1.470e+02, 1.480e+02,
            1.490e+02],
           ...,
           [2.350e+03, 2.351e+03, 2.352e+03, ..., 2.397e+03, 2.398e+03,
            2.399e+03],
           [2.400e+03, 2.401e+03, 2.402e+03, ..., 2.447e+03, 2.448e+03,
            2.449e+03],
           [2.450e+03, 2.451e+03, 2.452e+03, ..., 2.497e+03, 2.498e+03,
            2.499e+03]], shape=(50, 50), dtype=float64)`},
	}
	for _, c := range tests {
		t.Run(fmt.Sprint(c.src.Dtype, c.src.Shape), func(t *testing.T) {
			assert.Equal(t, c.want, Repr(c.src, Defaults()))
		})
	}
}

// What NumPy refuses, or answers by reading the whole array.
func TestOddOptions(t *testing.T) {
	src := float32s([]int{5}, 1, 2.5, 1./3, 4, 5)
	tests := []struct {
		name string
		o    Options
		want string
	}{
		{"zero", Options{}, "[...]"},
		{"no edge items", Options{Precision: 8, Threshold: 4, LineWidth: 75}, "[...]"},
		{"negative edge items", Options{Precision: 8, Threshold: 4, EdgeItems: -2, LineWidth: 75}, "[...]"},
		{"negative threshold", Options{Precision: 1, Threshold: -1, EdgeItems: 1, LineWidth: 75}, "[1. ... 5.]"},
		{"negative precision", Options{Precision: -7, Threshold: 5, LineWidth: 75}, "[1.         2.5        0.33333334 4.         5.        ]"},
		{"negative width", Options{Precision: 0, Threshold: 5, LineWidth: math.MinInt}, "[1.\n 2.\n 0.\n 4.\n 5.]"},
		{"all the largest", Options{Precision: math.MaxInt, Threshold: math.MaxInt, EdgeItems: math.MaxInt, LineWidth: math.MaxInt},
			"[1.         2.5        0.33333334 4.         5.        ]"},
		{"largest edge", Options{Precision: 1, Threshold: 0, EdgeItems: math.MaxInt, LineWidth: 75}, "[1.  2.5 0.3 4.  5. ]"},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, Str(src, c.o))
		})
	}
	assert.Equal(t, "[]", Str(Source{Dtype: dtype.Int8, Shape: []int{3, -1}}, Defaults()))
	assert.Equal(t, "[? ?]", Str(Source{Dtype: dtype.Int8, Shape: []int{2}}, Defaults()), "no function of the dtype's kind")
	assert.Equal(t, "?", Str(Source{}, Defaults()))
	assert.Equal(t, "ivy.array(?, dtype=invalid)", Repr(Source{}, Defaults()))
}

// Only what is shown may be read, each element once.
func TestReads(t *testing.T) {
	const n = 1000
	read := map[int]int{}
	src := Source{Dtype: dtype.Float64, Shape: []int{n, n, n}, Float: func(i int) float64 {
		read[i]++
		return float64(i)
	}}
	text := Str(src, Defaults())
	assert.Equal(t, 6*6*6, len(read))
	for _, i := range []int{0, 1, 2} {
		for _, j := range []int{0, n - 3, n - 1} {
			assert.Equal(t, 1, read[(i*n+j)*n+n-2])
		}
	}
	assert.True(t, strings.HasSuffix(text, "9.99999999e+08]]]"), text)
	allocs := testing.AllocsPerRun(10, func() {
		Str(Source{Dtype: dtype.Int64, Shape: []int{math.MaxInt}, Int: func(i int) int64 { return int64(i) }}, Defaults())
	})
	assert.Less(t, allocs, 30.0, "nothing may grow with the array")
	huge := Source{Dtype: dtype.Bool, Shape: []int{math.MaxInt, math.MaxInt}, Bool: func(int) bool { return true }}
	assert.Equal(t, "[[ True ...  True]\n ...\n [ True ...  True]]", Str(huge, Options{Threshold: 4, EdgeItems: 1, LineWidth: 75}))
}

func TestNoPanic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := rapid.SampledFrom(append(dtype.All.Dtypes(), dtype.Invalid, dtype.Count, 200)).Draw(t, "dtype")
		shape := rapid.SliceOfN(rapid.IntRange(-1, 6), 0, 5).Draw(t, "shape")
		number := rapid.OneOf(rapid.IntRange(-3, 30), rapid.SampledFrom([]int{math.MinInt, math.MaxInt}))
		o := Options{
			Precision: number.Draw(t, "precision"),
			Threshold: number.Draw(t, "threshold"),
			EdgeItems: number.Draw(t, "edge items"),
			LineWidth: number.Draw(t, "line width"),
			Suppress:  rapid.Bool().Draw(t, "suppress"),
			Sign:      Sign(rapid.IntRange(0, 4).Draw(t, "sign")),
		}
		bits := rapid.SliceOfN(rapid.Uint64(), 1, 16).Draw(t, "elements")
		at := func(i int) uint64 { return bits[i%len(bits)] }
		float := func(i int) float64 { return math.Float64frombits(at(i)) } // not always of the dtype
		src := Source{
			Dtype: d, Shape: shape,
			Bool:    func(i int) bool { return at(i)&1 == 1 },
			Int:     func(i int) int64 { return int64(at(i)) },
			Uint:    at,
			Float:   float,
			Complex: func(i int) complex128 { return complex(float(i), float(i+1)) },
		}
		separator := rapid.StringN(0, 4, -1).Draw(t, "separator")
		text := Text(src, separator, rapid.StringN(0, 20, -1).Draw(t, "prefix"), rapid.String().Draw(t, "suffix"), o)
		if src.size() == 0 {
			require.Equal(t, "[]", text)
		} else {
			brackets := len(shape)
			if o.EdgeItems < 1 {
				brackets = min(brackets, 1)
			}
			require.True(t, strings.HasPrefix(text, strings.Repeat("[", brackets)), text)
			require.True(t, strings.HasSuffix(text, strings.Repeat("]", brackets)), text)
		}
		require.NotEmpty(t, Str(src, o))
		require.True(t, strings.HasPrefix(Repr(src, o), "ivy.array("))

		if o.LineWidth >= 30 && d.Kind() == dtype.KindInt && src.size() > 0 {
			for line := range strings.Lines(Str(src, o)) {
				require.LessOrEqual(t, len(strings.TrimRight(line, "\n")), o.LineWidth)
			}
		}
	})
}

func ExampleStr() {
	v := []float64{0.1, 20, -3.25, math.Inf(1)}
	src := Source{Dtype: dtype.Float32, Shape: []int{2, 2}, Float: func(i int) float64 { return v[i] }}
	fmt.Println(Str(src, Defaults()))
	// Output:
	// [[ 0.1  20.  ]
	//  [-3.25   inf]]
}

func ExampleRepr() {
	src := Source{Dtype: dtype.Int64, Shape: []int{1e9}, Int: func(i int) int64 { return int64(i) }}
	fmt.Println(Repr(src, Defaults()))
	// Output:
	// ivy.array([        0,         1,         2, ..., 999999997, 999999998,
	//            999999999], shape=(1000000000,), dtype=int64)
}
