package backendtest

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/ops"
)

// Faults of a backend are found, and their calls are made again alone from the seed.
func TestCallsFindFaults(t *testing.T) {
	backend.Register(alter(t, "faulty", func(b backend.Backend, entry func(*ops.Op) *backend.Entry) {
		entry(ops.Hypot.Op).Binary = entry(ops.Atan2.Op).Binary
		entry(ops.Sinh.Op).Unary = func(backend.Spec, backend.Buffer) (backend.Buffer, error) { return nil, errors.New("out of order") }
		entry(ops.Trunc.Op).Unary = func(backend.Spec, backend.Buffer) (backend.Buffer, error) { panic("a fault") }
		entry(ops.Sin.Op).Unary = nudged(b, entry(ops.Sin.Op).Unary, units(9))
		entry(ops.Cos.Op).Unary = nudged(b, entry(ops.Cos.Op).Unary, units(2)) // which is none
		without := backend.Must(backend.UnsupportedDtypes(backend.On("0 and above", "float16"))).Because("the library has no such kernel")
		*entry(ops.Erf.Op) = backend.Declare(without, *entry(ops.Erf.Op))[0]
	}))
	c := Calls{Backends: []string{"native", "faulty"}, Seed: 4, Count: 8000, Workers: 2}
	r, err := c.Run()
	require.NoError(t, err)
	found := map[string]bool{}
	for _, f := range r.Faults {
		name, _, _ := strings.Cut(f.Call, "(")
		found[name] = true
		assert.Contains(t, f.What, "faulty", f.String())
	}
	assert.Equal(t, []string{"Fix", "Hypot", "Modf", "Sin", "Sinc", "Sinh", "Trunc", "TruncDivide"}, sortedKeys(found))
	assert.Positive(t, r.Gaps["faulty"])
	assert.Zero(t, r.Gaps["native"])
	for _, f := range r.Faults[:3] {
		again, err := Calls{Backends: c.Backends, Seed: c.Seed, From: f.Number, Count: 1}.Run()
		require.NoError(t, err)
		require.NotEmpty(t, again.Faults)
		assert.Equal(t, f.Call, again.Faults[0].Call)
		assert.Equal(t, f.What, again.Faults[0].What)
		none, err := Calls{Backends: c.Backends, Seed: c.Seed, From: f.Number, Count: 1, Skip: []uint64{f.Number}}.Run()
		require.NoError(t, err)
		assert.Zero(t, none.Calls)
	}
}

// A call that takes too long is named, and each is before it is made.
func TestCallsThatHangAreNamed(t *testing.T) {
	backend.Register(alter(t, "slow", func(b backend.Backend, entry func(*ops.Op) *backend.Entry) {
		entry(ops.Erf.Op).Unary = func(out backend.Spec, x backend.Buffer) (backend.Buffer, error) {
			time.Sleep(300 * time.Millisecond)
			return x, nil
		}
	}))
	number := uint64(slices.Index(callableRows(), ops.Erf.Op))
	for text := ""; !strings.HasPrefix(text, "Erf(float64(") || strings.Contains(text, "odd"); { // a call that gets to the kernel
		number += uint64(len(callableRows()))
		text = draw(1, number, ops.Erf.Op).String()
	}
	var mu sync.Mutex
	var before, hung string
	_, err := Calls{Backends: []string{"slow"}, Seed: 1, From: number, Count: 1, Limit: 50 * time.Millisecond,
		Before: func(_ int, n uint64, text string) { before = text },
		Hang: func(n uint64, text string) {
			mu.Lock()
			defer mu.Unlock()
			assert.Equal(t, number, n)
			hung = text
		}}.Run()
	require.NoError(t, err)
	mu.Lock()
	defer mu.Unlock()
	assert.Equal(t, draw(1, number, ops.Erf.Op).String(), before)
	assert.Equal(t, before, hung)
}

// A call follows from its seed and number, and views have the elements that are said.
func TestDraw(t *testing.T) {
	env, err := ivy.NewEnv("native")
	require.NoError(t, err)
	rows := callableRows()
	views := 0
	dtypes, ranks := map[dtype.Dtype]int{}, map[int]int{}
	for n := range uint64(4000) {
		op := rows[n%uint64(len(rows))]
		x, y := draw(7, n, op), draw(7, n, op)
		require.Equal(t, x.String(), y.String())
		for _, a := range x.args {
			a, ok := a.(rawArray)
			if !ok {
				continue
			}
			dtypes[a.dtype]++
			ranks[len(a.shape)]++
			if a.form == nil || a.form.nested {
				continue
			}
			views++
			v := a.make(env).(*ivy.Array)
			require.Equal(t, a.shape, v.Shape())
			require.True(t, string(a.data) == string(native(rawArray{dtype: a.dtype, data: v.Bytes()})), a.text())
		}
	}
	assert.Greater(t, views, 500)
	assert.Len(t, dtypes, int(dtype.Count)-1)
	for rank := range 6 {
		assert.Positive(t, ranks[rank], rank)
	}
	assert.Positive(t, ranks[9]+ranks[10]+ranks[11])
}

func TestBounds(t *testing.T) {
	c, err := Consistency{Backends: []string{"native"}}.prepare()
	require.NoError(t, err)
	f32 := func(v ...float64) rawArray {
		a := rawArray{dtype: dtype.Float32, shape: []int{len(v)}}
		for _, x := range v {
			a.data = appendNumber(a.data, dtype.Float32, x)
		}
		return a
	}
	one := func(v float64) *outcome {
		a := f32(v)
		return &outcome{results: []result{{dtype: a.dtype, data: a.data}}}
	}
	for _, e := range []struct {
		op        *ops.Op
		args      []any
		want, got float64
		same      bool
	}{
		{ops.Sum.Op, []any{f32(1e8, -1e8, 1)}, 1, 8, true}, // the terms are 1e8
		{ops.Sum.Op, []any{f32(1e8, -1e8, 1)}, 1, 300, false},
		{ops.Sum.Op, []any{f32(1, 2, 3)}, 6, 6.00002, false},
		{ops.Sum.Op, []any{f32(3e38, 3e38, -3e38)}, 3e38, math.Inf(1), true}, // the order decides
		{ops.Sum.Op, []any{f32(3, math.NaN())}, math.NaN(), 3, false},
		{ops.Prod.Op, []any{f32(1e30, 1e30, 1e-30)}, 1e30, math.Inf(1), true},
		{ops.Prod.Op, []any{f32(2, 3)}, 6, 7, false},
		{ops.VecDot, []any{f32(1e4, -1e4), f32(1e4, 1e4)}, 0, 9, true},
		{ops.VecDot, []any{f32(1e4, -1e4), f32(1e4, 1e4)}, 0, 900, false},
		{ops.Var.Op, []any{f32(1e4, 1e4, 1e4)}, 0, 1e-6, true},
		{ops.Var.Op, []any{f32(1e4, 1e4, 1e4)}, 0, 1, false},
		{ops.Softmax, []any{f32(slices.Repeat([]float64{1}, 65536)...)}, 0x1p-16, 0x1p-16 * (1 + 40*0x1p-23), true},
		{ops.Softmax, []any{f32(1, 1)}, 0.5, 0.5 * (1 + 40*0x1p-23), false},
		{ops.Mean.Op, []any{f32(1, 2)}, 1.5, 1.50001, false},
		{ops.Mean.Op, []any{f32(3e38, 3e38)}, 3e38, math.Inf(1), true}, // the sum overflows
		{ops.Max.Op, []any{f32(1e8, -1e8, 1)}, 1e8, 1e8 + 8, false},
	} {
		trial := &trial{op: e.op, args: e.args, setting: &settings[0], operands: e.args}
		diff := c.values(trial, one(e.want), one(e.got))
		assert.Equal(t, e.same, diff == "", "%v, %v for %v: %s", trial, e.got, e.want, diff)
	}
}

// Equal elements, added one after the other, are all rounded the same way.
func TestBoundsOfScans(t *testing.T) {
	c, err := Consistency{Backends: []string{"native"}}.prepare()
	require.NoError(t, err)
	const n, v = 1024, float32(-1.440474854326272e+15)
	array := func(f func(i int) float32) rawArray {
		a := rawArray{dtype: dtype.Float32, shape: []int{n}}
		for i := range n {
			a.data = appendNumber(a.data, dtype.Float32, float64(f(i)))
		}
		return a
	}
	compared := func(f func(i int) float32) string {
		x := array(func(int) float32 { return v })
		want, got := array(func(i int) float32 { return float32(float64(v) * float64(i+1)) }), array(f)
		return c.values(&trial{op: ops.CumulativeSum.Op, args: []any{x}, setting: &settings[0], operands: []any{x}},
			&outcome{results: []result{{dtype: want.dtype, shape: want.shape, data: want.data}}},
			&outcome{results: []result{{dtype: got.dtype, shape: got.shape, data: got.data}}})
	}
	sum := float32(0)
	assert.Empty(t, compared(func(int) float32 { sum += v; return sum }))
	assert.NotEmpty(t, compared(func(i int) float32 { return v * float32(i) }), "an element is left out")
}

func TestSignalingNaN(t *testing.T) {
	for _, c := range []struct {
		d    dtype.Dtype
		data []byte
		want bool
	}{
		{dtype.Float32, []byte{0, 0, 0xc0, 0x7f}, false}, {dtype.Float32, []byte{1, 0, 0x80, 0xff}, true}, {dtype.Float32, []byte{0, 0, 0x80, 0x7f}, false},
		{dtype.Float64, []byte{0, 0, 0, 0, 0, 0, 0xf8, 0x7f}, false}, {dtype.Float64, []byte{0, 1, 0, 0, 0, 0, 0xf0, 0x7f}, true},
		{dtype.BFloat16, []byte{0x81, 0x7f}, true}, {dtype.BFloat16, []byte{0xc1, 0x7f}, false}, {dtype.Float16, []byte{0, 0x7e}, false}, {dtype.Float16, []byte{1, 0x7c}, true},
	} {
		assert.Equal(t, c.want, hasSignalingNaN(&trial{operands: []any{rawArray{dtype: c.d, shape: []int{1}, data: c.data}}}), "%v %x", c.d, c.data)
	}
}

func TestNumbersOfStyles(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, d := range dtype.All.Dtypes() {
		for s := range styles {
			for _, n := range []int{0, 1, 7} {
				assert.Len(t, numbersOf(r, d, n, s), n*d.Size(), "%v, style %d", d, s)
			}
		}
	}
}
