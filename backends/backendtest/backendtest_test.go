package backendtest

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/binary"
	"io"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

func TestTruncatedFileFails(t *testing.T) {
	packed, err := testdata.ReadFile("testdata/set.jsonl.gz")
	require.NoError(t, err)
	z, err := gzip.NewReader(bytes.NewReader(packed))
	require.NoError(t, err)
	text, err := io.ReadAll(z)
	require.NoError(t, err)
	pack := func(text []byte) io.Reader {
		var b bytes.Buffer
		w := gzip.NewWriter(&b)
		_, err := w.Write(text)
		require.NoError(t, err)
		require.NoError(t, w.Close())
		return &b
	}
	g, err := readGroup("set", pack(text))
	require.NoError(t, err)
	assert.Equal(t, "set", g.name)

	lines := bytes.SplitAfter(bytes.TrimSuffix(text, []byte("\n")), []byte("\n"))
	for _, c := range []struct {
		name string
		r    io.Reader
	}{
		{"the last row is missing", pack(bytes.Join(lines[:len(lines)-1], nil))},
		{"half of the last row is missing", pack(text[:len(text)-100])},
		{"the first def is missing", pack(append(bytes.Clone(lines[0]), bytes.Join(lines[2:], nil)...))},
		{"the compressed bytes end early", bytes.NewReader(packed[:len(packed)/2])},
		{"nothing", bytes.NewReader(nil)},
		{"no lines", pack(nil)},
	} {
		_, err := readGroup("set", c.r)
		assert.Error(t, err, c.name)
	}
}

func TestCompareArray(t *testing.T) {
	env, err := ivy.NewEnv("")
	require.NoError(t, err)
	f64 := func(v ...float64) []byte {
		var b []byte
		for _, x := range v {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
		}
		return b
	}
	text := base64.StdEncoding.EncodeToString
	next := math.Nextafter(1, 2)
	nan, inf, minus0 := math.NaN(), math.Inf(1), math.Copysign(0, -1)
	for _, c := range []struct {
		name      string
		got, want float64
		open      byte
		tol, e    float64
		same      bool
	}{
		{name: "equal", got: 1, want: 1, same: true},
		{name: "one unit", got: next, want: 1},
		{name: "one unit allowed", got: next, want: 1, tol: 1, same: true},
		{name: "two units", got: math.Nextafter(next, 2), want: 1, tol: 1},
		{name: "an error allowed", got: 1.5, want: 1, e: 0.5, same: true},
		{name: "an error too large", got: 1.5, want: 1, e: 0.49},
		{name: "NaN", got: nan, want: nan, same: true},
		{name: "NaN of another sign", got: math.Copysign(nan, -1), want: nan, same: true},
		{name: "NaN for a number", got: nan, want: 1, tol: 9, e: inf},
		{name: "a number for NaN", got: 1, want: nan, tol: 9, e: inf},
		{name: "zeros", got: minus0, want: 0},
		{name: "zeros within tolerance", got: minus0, want: 0, tol: 4, e: 1},
		{name: "zeros of open sign", got: minus0, want: 0, open: openZero, same: true},
		{name: "numbers of other sign", got: -1, want: 1, open: openZero},
		{name: "numbers of open sign", got: -1, want: 1, open: openSign, same: true},
		{name: "infinities of open sign", got: -inf, want: inf, open: openSign, same: true},
		{name: "infinities", got: -inf, want: inf, tol: 4},
		{name: "the largest for infinity", got: math.MaxFloat64, want: inf},
		{name: "rounded to infinity", got: inf, want: math.MaxFloat64, tol: 1, same: true},
		{name: "open", got: 7, want: nan, open: openNumber, same: true},
		{name: "the next is fine", got: next, want: 1, open: nextIsFine, same: true},
		{name: "across zero", got: -5e-324, want: 5e-324, tol: 1},
		{name: "to zero", got: 0, want: 5e-324, tol: 1, same: true},
	} {
		n := &number{M: text([]byte{c.open, c.open}), E: text(f64(c.e, c.e))}
		got := env.FromBytes(dtype.Float64, []int{2}, f64(c.want, c.got))
		diff := compareArray(got, rawArray{dtype: dtype.Float64, shape: []int{2}, data: f64(c.want, c.want)}, n, c.tol)
		assert.Equal(t, c.same, diff == "", "%s: %s", c.name, diff)
		if !c.same {
			assert.Contains(t, diff, "element [1] is ", c.name)
		}
	}

	one := rawArray{dtype: dtype.Float64, shape: []int{1}, data: f64(1)}
	assert.Contains(t, compareArray(env.Ones([]int{1}, dtype.Float32), one, &number{}, 9), "dtype float32, want float64")
	assert.Contains(t, compareArray(env.Ones([]int{1, 1}, dtype.Float64), one, &number{}, 9), "shape (1, 1), want (1,)")
	assert.Contains(t, compareArray(nil, one, &number{}, 9), "nil")

	assert.Equal(t, "1+2i", element(dtype.Complex128, f64(1, 2), 0))
	assert.Equal(t, "1-2i", element(dtype.Complex128, f64(1, -2), 0))

	// Of a complex number the larger part gives the unit.
	z := rawArray{dtype: dtype.Complex128, shape: []int{1}, data: f64(1, 1e-20)}
	near, far := env.FromBytes(dtype.Complex128, []int{1}, f64(1, 1e-17)), env.FromBytes(dtype.Complex128, []int{1}, f64(1, 1e-15))
	assert.Empty(t, compareArray(near, z, &number{}, 1))
	assert.NotEmpty(t, compareArray(far, z, &number{}, 1))
	assert.NotEmpty(t, compareArray(near, z, &number{}, 0))

	for _, d := range []dtype.Dtype{dtype.Int8, dtype.Uint64, dtype.Bool} {
		got, want := env.Ones([]int{2}, d), env.Zeros([]int{2}, d)
		assert.NotEmpty(t, compareArray(got, rawArray{dtype: d, shape: []int{2}, data: want.Bytes()}, &number{}, 100), "units do not count for %v", d)
	}
}

func TestUlps(t *testing.T) {
	for _, c := range []struct {
		d    dtype.Dtype
		x, y []byte
		want float64
	}{
		{dtype.Float16, []byte{0, 0x3c}, []byte{1, 0x3c}, 1},
		{dtype.BFloat16, []byte{1, 0x80}, []byte{1, 0}, 2},
		{dtype.Float32, []byte{0, 0, 0, 0x80}, []byte{0, 0, 0, 0}, 0},
		{dtype.Float64, []byte{0, 0, 0, 0, 0, 0, 0, 0x80}, []byte{3, 0, 0, 0, 0, 0, 0, 0}, 3},
	} {
		assert.Equal(t, c.want, ulps(c.d, c.x, c.y), c.d)
	}
	assert.Equal(t, 0x1p-52, unitOf(1, dtype.Float64))
	assert.Equal(t, 0x1p-53, unitOf(0.75, dtype.Float64))
	assert.Equal(t, 0x1p-149, unitOf(0, dtype.Float32))
	assert.True(t, math.IsInf(unitOf(math.Inf(1), dtype.Float32), 0))
}

// altered is the native backend with faults: what the suite is there to find.
type altered struct {
	backend.Backend
	name  string
	table *backend.Table
}

func (b altered) Name() string            { return b.name }
func (b altered) Kernels() *backend.Table { return b.table }

// alter makes a backend of the native one's kernels, which change alters.
func alter(t *testing.T, name string, change func(native backend.Backend, entry func(*ops.Op) *backend.Entry)) altered {
	b, err := backend.Lookup("native")
	require.NoError(t, err)
	var es []backend.Entry
	for _, op := range ops.All() {
		if e := *b.Kernels().Entry(op); e.Op != nil {
			es = append(es, e)
		}
	}
	change(b, func(op *ops.Op) *backend.Entry {
		for i := range es {
			if es[i].Op == op {
				return &es[i]
			}
		}
		require.Fail(t, "no kernel", op.Name)
		return nil
	})
	return altered{b, name, backend.NewTable(es)}
}

func newBroken(t *testing.T) altered {
	return alter(t, "broken", func(_ backend.Backend, entry func(*ops.Op) *backend.Entry) {
		entry(ops.Add.Op).Binary = entry(ops.Subtract.Op).Binary
		entry(ops.Exp.Op).Dtypes &^= 1 << dtype.Float16 // without a reason
		entry(ops.Multiply.Op).Binary = func(backend.Spec, backend.Buffer, backend.Buffer) (backend.Buffer, error) { panic("a fault") }
		entry(ops.Negative.Op).Unary = func(_ backend.Spec, x backend.Buffer) (backend.Buffer, error) { return x, nil }
	})
}

func TestFaultsAreFound(t *testing.T) {
	race.Sequential(t)
	b := newBroken(t)
	backend.Register(b)
	env, err := ivy.NewEnv(b.Name())
	require.NoError(t, err)
	gs, err := groups()
	require.NoError(t, err)
	s := &suite{env: env, name: b.Name(), groups: gs}
	cell := func(op string, d dtype.Dtype) (rows []*row) {
		for _, g := range gs {
			for _, r := range g.rows {
				if r.Op == op && r.D == d.String() {
					rows = append(rows, r)
				}
			}
		}
		require.NotEmpty(t, rows, "%s of %v", op, d)
		return rows
	}

	assert.Empty(t, s.verdict(cell("Subtract", dtype.Int8), nil, false))
	wrong := s.verdict(cell("Add", dtype.Int8), nil, false)
	require.Len(t, wrong, failuresShown+1)
	assert.Contains(t, wrong[0], "Add(int8")
	assert.Contains(t, wrong[0], ", want ")
	assert.Contains(t, wrong[0], "elementwise.jsonl:")
	assert.Contains(t, wrong[failuresShown], "more of")
	assert.NotEmpty(t, s.verdict(cell("Add", dtype.Int8), nil, true), "a tenth is enough")
	assert.NotEmpty(t, s.verdict(cell("Exp", dtype.Float16), nil, false), "a dtype is missing")
	assert.Empty(t, s.verdict(cell("Exp", dtype.Float32), nil, false))
	assert.NotEmpty(t, s.verdict(cell("Negative", dtype.Float32), nil, false))
	panics := s.verdict(cell("Multiply", dtype.Float32), nil, false)
	require.NotEmpty(t, panics)
	assert.Contains(t, strings.Join(panics, "\n"), "a fault")

	// A gap must have failures, and hides them.
	gap := &Gap{Op: "Add", Dtypes: dtype.All, Reason: "it subtracts"}
	assert.Empty(t, s.verdict(cell("Add", dtype.Int8), gap, true))
	closed := s.verdict(cell("Subtract", dtype.Int8), gap, true)
	require.Len(t, closed, 1)
	assert.Contains(t, closed[0], "it subtracts")

	s.gaps = []Gap{*gap}
	assert.NotNil(t, s.gap("Add", dtype.Int8))
	assert.Nil(t, s.gap("Subtract", dtype.Int8))
}

func TestWrongErrorsAreFound(t *testing.T) {
	env, err := ivy.NewEnv("")
	require.NoError(t, err)
	kind := ivy.Try(func() { env.Add(env.Ones([]int{2}), env.Ones([]int{3})) })
	assert.Empty(t, wrongError(kind, []string{"shape"}))
	assert.Empty(t, wrongError(kind, []string{"index", "shape"}))
	assert.NotEmpty(t, wrongError(kind, []string{"value"}))
	assert.NotEmpty(t, wrongError(nil, []string{"value"}))

	gs, err := groups()
	require.NoError(t, err)
	s := &suite{env: env, groups: gs}
	x := env.Ones([]int{2})
	assert.Empty(t, s.attempt(ops.Add.Op, []any{x, x}, nil, nil))
	assert.NotEmpty(t, s.attempt(ops.Add.Op, []any{x, x}, nil, ivy.ErrValue), "no error where one is due")
	assert.NotEmpty(t, s.attempt(ops.Add.Op, []any{x, env.Ones([]int{3})}, nil, ivy.ErrValue), "another kind")
	assert.Empty(t, s.attempt(ops.Add.Op, []any{x, env.Ones([]int{3})}, nil, errAny))
}
