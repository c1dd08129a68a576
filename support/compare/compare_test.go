package compare

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/files"
	"github.com/goivy/goivy/support/script"
)

var (
	nan = math.NaN()
	inf = math.Inf(1)
)

func TestMeasure(t *testing.T) {
	f32 := func(v ...float32) *ivy.Array { return ivy.Asarray(v) }
	next := math.Nextafter32(1, 2)
	tiny := float32(1e-40)
	exact := Options{ULP: new(float64)}
	for _, c := range []struct {
		name              string
		got, want         *ivy.Array
		o                 Options
		backend           string
		ok                bool
		abs, rel, ulp     float64
		nans, infs, worst int
	}{
		{name: "equal", got: f32(1, 2), want: f32(1, 2), ok: true, worst: -1},
		{name: "one ulp", got: f32(next, 2), want: f32(1, 2), ok: true, abs: 0x1p-23, rel: 0x1p-23, ulp: 1, worst: 0},
		{name: "one ulp, exact", got: f32(next, 2), want: f32(1, 2), o: exact, abs: 0x1p-23, rel: 0x1p-23, ulp: 1, worst: 0},
		{name: "zeros", got: f32(float32(math.Copysign(0, -1))), want: f32(0), o: exact, ok: true, worst: -1},
		{name: "across zero", got: f32(math.SmallestNonzeroFloat32), want: f32(-math.SmallestNonzeroFloat32), o: exact, abs: 2 * math.SmallestNonzeroFloat32, rel: 2 * math.SmallestNonzeroFloat32 / 0x1p-126, ulp: 2, worst: 0},
		{name: "far", got: f32(1, 5), want: f32(1, 4), abs: 1, rel: 0.25, ulp: 1 << 21, worst: 1},
		{name: "nan on both sides", got: f32(1, float32(nan)), want: f32(1, float32(nan)), o: exact, ok: true, worst: -1},
		{name: "nan on one", got: f32(1, float32(nan)), want: f32(1, 2), ulp: inf, nans: 1, worst: 1},
		{name: "infinities", got: f32(float32(inf), float32(-inf)), want: f32(float32(inf), float32(inf)), ulp: inf, infs: 1, worst: 1},
		{name: "ints", got: ivy.Asarray([]int64{math.MaxInt64, 3}), want: ivy.Asarray([]int64{math.MinInt64, 3}), abs: math.MaxUint64, rel: math.MaxUint64 / 0x1p63, ulp: inf, worst: 0},
		{name: "uints", got: ivy.Asarray([]uint64{math.MaxUint64}), want: ivy.Asarray([]uint64{math.MaxUint64 - 1}), abs: 1, rel: 1 / 0x1p64, ulp: inf, worst: 0},
		{name: "bools", got: ivy.Asarray([]bool{true, false}), want: ivy.Asarray([]bool{true, true}), abs: 1, rel: 1, ulp: inf, worst: 1},
		{name: "complex by parts", got: ivy.Asarray([]complex64{complex(1, next), 2}), want: ivy.Asarray([]complex64{complex(1, 1), 2}), o: exact, abs: 0x1p-23, rel: 0x1p-23, ulp: 1, worst: 0},
		{name: "complex nan", got: ivy.Asarray([]complex64{1, complex(1, float32(nan))}), want: ivy.Asarray([]complex64{1, 1}), ulp: inf, nans: 1, worst: 1},
		{name: "subnormals count", got: f32(tiny), want: f32(0), o: exact, abs: float64(tiny), rel: float64(tiny) / 0x1p-126, ulp: 71362, worst: 0},
		{name: "but not where they are flushed", got: f32(tiny), want: f32(0), o: exact, backend: "tensorflow", ok: true, worst: -1},
		{name: "bfloat16", got: ivy.Asarray([]float64{1.0078125}, ivy.BFloat16), want: ivy.Asarray([]float64{1}, ivy.BFloat16), o: exact, abs: 0x1p-7, rel: 0x1p-7, ulp: 1, worst: 0},
		{name: "float16", got: ivy.Asarray([]float64{1.0009765625}, ivy.Float16), want: ivy.Asarray([]float64{1}, ivy.Float16), ok: true, abs: 0x1p-10, rel: 0x1p-10, ulp: 1, worst: 0},
		{name: "float64", got: ivy.Asarray([]float64{math.Nextafter(1, 2)}), want: ivy.Asarray([]float64{1}), o: exact, abs: 0x1p-52, rel: 0x1p-52, ulp: 1, worst: 0},
		{name: "empty", got: f32(), want: f32(), ok: true, worst: -1},
		{name: "scaled", got: f32(1000, 1e-4), want: f32(1000, 0), ok: true, abs: float64(float32(1e-4)), rel: float64(float32(1e-4)) / 0x1p-126, ulp: float64(math.Float32bits(1e-4)), worst: 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := compareOne(named{name: "z", a: c.got}, named{name: "z", a: c.want}, &Backend{Name: c.backend}, "reference", &c.o)
			assert.Equal(t, c.ok, r.OK, r.Note)
			assert.InEpsilon(t, 1+c.abs, 1+float64(r.MaxAbs), 1e-12)
			assert.InDelta(t, c.abs, float64(r.MaxAbs), c.abs*1e-12)
			assert.InDelta(t, c.rel, float64(r.MaxRel), c.rel*1e-12)
			assert.Equal(t, c.ulp, float64(r.MaxULP))
			assert.Equal(t, [2]int{c.nans, c.infs}, [2]int{r.NaNMismatch, r.InfMismatch})
			if c.worst < 0 {
				assert.Nil(t, r.Worst)
			} else if assert.NotNil(t, r.Worst) {
				assert.Equal(t, []int{c.worst}, r.Worst.Index)
			}
		})
	}
}

func TestShapesAndDtypes(t *testing.T) {
	b := &Backend{Name: "native"}
	one := func(got, want *ivy.Array) Result {
		return compareOne(named{name: "z", a: got}, named{name: "z", a: want}, b, "reference", &Options{})
	}
	r := one(ivy.Ones([]int{2}), ivy.Ones([]int{3}))
	assert.False(t, r.OK)
	assert.False(t, r.ShapeEqual)
	assert.True(t, r.DtypeEqual)
	r = one(ivy.Ones([]int{2}), ivy.Ones([]int{2}, ivy.Float64))
	assert.False(t, r.OK, "a dtype that differs is a difference")
	assert.Zero(t, r.MaxAbs)
	r = one(ivy.Ones([]int{2}, ivy.Complex64), ivy.Full([]int{2}, 3, ivy.Int8))
	assert.False(t, r.OK)
	assert.Equal(t, Number(2), r.MaxAbs)
	r = one(ivy.Zeros([]int{2, 3, 4}), ivy.Zeros([]int{2, 3, 4}))
	assert.True(t, r.OK)
	assert.Equal(t, []int{1, 0, 3}, unravel(15, []int{2, 3, 4}))
}

func TestRun(t *testing.T) {
	dir := t.TempDir()
	reference := filepath.Join(dir, "r.npz")
	data := bytes.NewReader([]byte{1, 2})
	require.NoError(t, files.Write(reference, []files.Entry{{Header: files.Header{Name: "arr_1", Dtype: ivy.Int8, Shape: []int{2}}, Data: data}}, nil))
	run := func(src string, backends []string, o Options) *Report {
		t.Helper()
		r, err := Run(context.Background(), Program{Name: "p", Source: []byte(src)}, []Input{{"x", reference}}, backends, o)
		require.NoError(t, err)
		return r
	}
	r := run("(1, x['arr_1'])", nil, Options{Reference: reference})
	require.Len(t, r.Results, 2)
	assert.Equal(t, "not in the reference", r.Results[0].Note)
	assert.True(t, r.Results[1].OK)
	assert.Error(t, r.Err())

	r = run("x['arr_1'] + 0", nil, Options{Reference: reference})
	assert.NoError(t, r.Err(), "the only entry, whatever its name")

	r = run("x['arr_1'] += 1\nx['arr_1'], {'n': [1, [ivy.ones(1), 'text']], 'd': ivy.int8, 'none': None}, [1, 2]", []string{"native", "native"}, Options{Runs: 3})
	assert.NoError(t, r.Err(), "each run has inputs of its own")
	var names []string
	for _, x := range r.Results[len(r.Results)/2:] {
		names = append(names, x.Name)
	}
	assert.Equal(t, []string{"arr_0", "arr_1.n[0]", "arr_1.n[1][0]", "arr_1.n[1][1]", "arr_1.d", "arr_1.none", "arr_2"}, names)

	r = run("ivy.ones(2) + ivy.ones(3)", nil, Options{})
	assert.Equal(t, "shape", r.Backends[0].Kind)
	assert.Error(t, r.Err())

	for _, bad := range []struct {
		src     string
		backend string
		o       Options
	}{
		{"1 +", "native", Options{}}, {"1", "abacus", Options{}}, {"1", "native", Options{Reference: "none.npz"}},
	} {
		_, err := Run(context.Background(), Program{Name: "p", Source: []byte(bad.src)}, nil, []string{bad.backend}, bad.o)
		assert.Error(t, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Run(ctx, Program{Name: "p", Source: []byte("while True:\n  pass")}, nil, nil, Options{})
	assert.Error(t, err)
}

func TestReports(t *testing.T) {
	o := Options{Script: script.Options{}}
	var runs int
	o.Progress = func(string, int, int) { runs++ }
	r, err := Run(context.Background(), Program{Name: "p", Source: []byte("{'a<b': ivy.arange(2000.0), 'n': ivy.asarray([ivy.nan, 1e300, -1.0]), 's': 'x'}")}, nil, []string{"native", "native"}, o)
	require.NoError(t, err)
	assert.Equal(t, 2, runs)
	r.Results[3].Histogram.add(1e-9)
	r.Results[3].Histogram.add(3e4)
	r.Results[3].Profile[7] = 2
	r.Results[4].NaNMismatch, r.Results[4].MaxULP = 1, Number(inf)

	var text, page, doc bytes.Buffer
	require.NoError(t, r.WriteText(&text))
	for line := range strings.Lines(text.String()) {
		assert.LessOrEqual(t, len([]rune(line)), 101, line)
	}
	assert.Contains(t, text.String(), "all 3 results agree")
	require.NoError(t, r.WriteHTML(&page))
	html := page.String()
	assert.Equal(t, 4, strings.Count(html, "<svg"), "two plots for each result that has elements")
	assert.Contains(t, html, "a&lt;b", "names are escaped")
	for _, from := range []string{"src=", "href=\"http", "url(http", "@import", "<script"} {
		assert.NotContains(t, html, from, "the page needs nothing else")
	}
	require.NoError(t, r.WriteJSON(&doc))
	var v map[string]any
	require.NoError(t, json.Unmarshal(doc.Bytes(), &v))
	assert.Equal(t, true, v["ok"])
	assert.Equal(t, "Infinity", v["results"].([]any)[4].(map[string]any)["max_ulp"])
}
