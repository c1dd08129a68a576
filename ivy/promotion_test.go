package ivy_test

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
)

// facts are Ivy's own tables, as ../testdata says.
func facts(t *testing.T) map[string]map[string]string {
	data, err := os.ReadFile("testdata/promotion.json")
	require.NoError(t, err)
	var raw map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(data, &raw))
	var rows map[string]int
	require.NoError(t, json.Unmarshal(raw["rows"], &rows))
	tables := map[string]map[string]string{}
	for name, n := range rows {
		var table map[string]string
		require.NoError(t, json.Unmarshal(raw[name], &table))
		require.Len(t, table, n, name)
		tables[name] = table
	}
	require.Len(t, tables, 3)
	return tables
}

func TestPromoteTypes(t *testing.T) {
	tables := facts(t)
	for name, precise := range map[string]bool{"ivy_precise": true, "ivy_non_precise": false} {
		env, err := ivy.NewEnv("")
		require.NoError(t, err)
		env.SetPreciseMode(precise)
		cells := 0
		for pair, want := range tables[name] {
			a, b, _ := strings.Cut(pair, ",")
			x, err := ivy.ParseDtype(a)
			require.NoError(t, err)
			y, err := ivy.ParseDtype(b)
			require.NoError(t, err)
			assert.Equal(t, want, env.PromoteTypes(x, y).String(), "%s %s", name, pair)
			assert.Equal(t, want, env.PromoteTypes(y, x).String(), "%s %s reversed", name, pair)
			assert.Equal(t, want, env.Add(env.Zeros([]int{2}, x), env.Zeros([]int{}, y)).Dtype().String(), "Add, %s %s", name, pair)
			assert.Equal(t, want == b, env.CanCast(x, y), "CanCast, %s %s", name, pair)
			cells++
		}
		assert.GreaterOrEqual(t, cells, 120, name)
		for _, x := range ivy.AllDtypes() { // total: every pair stands in the table one way or the other
			for _, y := range ivy.AllDtypes() {
				want, ok := tables[name][x.String()+","+y.String()]
				if !ok {
					want = tables[name][y.String()+","+x.String()]
				}
				assert.Equal(t, want, env.PromoteTypes(x, y).String(), "%s %v %v", name, x, y)
			}
		}
	}
}

// Functions that move the elements of one dtype ask no rule of promotion: the standard's has
// no result for two arrays of float16.
func TestArrayAPIRule_OneDtype(t *testing.T) {
	env, err := ivy.NewEnv("")
	require.NoError(t, err)
	for _, d := range ivy.AllDtypes() {
		x := env.Asarray([][]int{{1, 0}, {1, 1}}, d)
		calls := map[string]func() *ivy.Array{
			"concat": func() *ivy.Array { return env.Concat([]*ivy.Array{x, x}) },
			"roll":   func() *ivy.Array { return env.Roll(x, []int{1}) },
			"stack":  func() *ivy.Array { return env.Stack([]*ivy.Array{x, x}) },
			"tril":   func() *ivy.Array { return env.Tril(x) },
			"triu":   func() *ivy.Array { return env.Triu(x) },
		}
		for name, call := range calls {
			want := call()
			undo := env.WithPromotionRule(ivy.ArrayAPIRule(dtype.StandardDefaults))
			got := call()
			undo()
			assert.Equal(t, d, got.Dtype(), "%s of %v", name, d)
			assert.Equal(t, want.String(), got.String(), "%s of %v", name, d)
		}
	}
}

func TestArrayAPIRule(t *testing.T) {
	env, err := ivy.NewEnv("")
	require.NoError(t, err)
	env.SetPromotionRule(ivy.ArrayAPIRule(dtype.StandardDefaults))
	table := facts(t)["array_api"]
	for _, x := range ivy.AllDtypes() {
		for _, y := range ivy.AllDtypes() {
			want, ok := table[x.String()+","+y.String()]
			if !ok {
				want, ok = table[y.String()+","+x.String()]
			}
			if x == ivy.Float16 || y == ivy.Float16 {
				ok = false // Ivy's own addition to the standard
			}
			switch c, r := max(x, y), min(x, y); {
			case !c.IsComplex() || r < ivy.Float32:
			case c == ivy.Complex64 && (r == ivy.Float32 || r == ivy.Complex64):
				want, ok = "complex64", true
			default:
				want, ok = "complex128", true
			}
			err := ivy.Try(func() {
				assert.Equal(t, want, env.PromoteTypes(x, y).String(), "%v %v", x, y)
			})
			if ok {
				assert.NoError(t, err, "%v %v", x, y)
			} else {
				assert.ErrorIs(t, err, ivy.ErrDtype, "%v %v", x, y)
			}
		}
	}
	for _, c := range []struct {
		x    ivy.Dtype
		v    any
		want string // "" an error
	}{
		{ivy.Int32, 1, "int32"}, {ivy.Int32, 1.5, ""}, {ivy.Float32, 1.5, "float32"}, {ivy.Float32, 2, "float32"},
		{ivy.Bool, true, "bool"}, {ivy.Bool, 1, ""}, {ivy.Float32, 1i, "complex64"}, {ivy.Float64, 1i, "complex128"}, {ivy.Int8, 1i, ""},
	} {
		x := env.Ones([]int{1}, c.x)
		err := ivy.Try(func() { assert.Equal(t, c.want, env.ResultType(x, c.v).String()) })
		assert.Equal(t, c.want == "", ivy.Try(func() { env.Equal(c.v, x) }) != nil, "%v == %v", c.v, c.x)
		assert.Equal(t, c.want == "", err != nil, "%v with %v: %v", c.x, c.v, err)
	}
}

// A scalar with an array, as SEMANTICS says of promote_types_of_inputs.
func TestScalars(t *testing.T) {
	type row struct {
		x                   ivy.Dtype
		v                   any
		precise, nonPrecise ivy.Dtype
	}
	var rows []row
	for _, x := range ivy.AllDtypes() {
		wide, wideComplex := ivy.Float64, ivy.Complex128
		narrow, narrowComplex := ivy.Float32, ivy.Complex64
		r := row{x, true, x, x}
		rows = append(rows, r)
		switch {
		case x == ivy.Bool:
			rows = append(rows, row{x, 3, ivy.Int32, ivy.Int32}, row{x, 2.5, ivy.Float32, ivy.Float32}, row{x, 1i, ivy.Complex64, ivy.Complex64})
		case x.IsInteger():
			rows = append(rows, row{x, 3, x, x}, row{x, 2.5, wide, narrow}, row{x, 1i, wideComplex, narrowComplex})
		case x.IsFloat():
			rows = append(rows, row{x, 3, x, x}, row{x, 2.5, x, x}, row{x, 1i, x.WithComplex(), x.WithComplex()})
		default:
			rows = append(rows, row{x, 3, x, x}, row{x, 2.5, x, x}, row{x, 1i, x, x})
		}
	}
	for _, precise := range []bool{true, false} {
		env, err := ivy.NewEnv("")
		require.NoError(t, err)
		env.SetPreciseMode(precise)
		for _, r := range rows {
			want := r.precise
			if !precise {
				want = r.nonPrecise
			}
			for _, dims := range [][]int{{2}, {}} {
				x := env.Ones(dims, r.x)
				assert.Equal(t, want, env.Add(x, r.v).Dtype(), "%v%v + %v, precise %v", r.x, dims, r.v, precise)
				assert.Equal(t, want, env.Add(r.v, x).Dtype(), "%v + %v%v, precise %v", r.v, r.x, dims, precise)
				assert.Equal(t, want, env.ResultType(r.v, x), "%v, %v", r.v, r.x)
			}
		}
	}
}

func TestScalarsThatDoNotFit(t *testing.T) {
	x := ivy.Ones([]int{2}, ivy.Int8)
	for _, v := range []any{300, -200, 128, -129, math.MaxInt} {
		assert.ErrorIs(t, ivy.Try(func() { ivy.Add(x, v) }), ivy.ErrValue, "int8 + %v", v)
		assert.ErrorIs(t, ivy.Try(func() { ivy.Where(true, v, x) }), ivy.ErrValue, "where(int8, %v)", v)
		assert.ErrorIs(t, ivy.Try(func() { ivy.SetItem(x, v, 0) }), ivy.ErrValue, "int8[0] = %v", v)
		assert.ErrorIs(t, ivy.Try(func() { ivy.Full([]int{1}, v, ivy.Int8) }), ivy.ErrValue, "full int8 %v", v)
	}
	assert.ErrorIs(t, ivy.Try(func() { ivy.Add(ivy.Ones([]int{1}, ivy.Uint64), -1) }), ivy.ErrValue)
	assert.Equal(t, []int8{127, 127}, ivy.Values[int8](ivy.Subtract(x, -126)))
	assert.Equal(t, ivy.Int64, ivy.Add(ivy.Ones([]int{2}, ivy.Bool), backend.IntScalar(1<<40)).Dtype(), "with bool an int is what it is alone")
}

func TestTwoScalars(t *testing.T) {
	for _, c := range []struct {
		x, y any
		want ivy.Dtype
	}{
		{1, 2, ivy.Int32}, {1, 2.5, ivy.Float64}, {1.5, 2.5, ivy.Float32}, {backend.IntScalar(1 << 40), 1, ivy.Int64}, {true, false, ivy.Bool},
		{true, 1, ivy.Int32}, {1.5, 2i, ivy.Complex64}, {backend.IntScalar(-1 << 40), true, ivy.Int64}, {uint64(1 << 63), 1, ivy.Uint64},
	} {
		assert.Equal(t, c.want, ivy.Add(c.x, c.y).Dtype(), "%v + %v", c.x, c.y)
	}
}

// The result does not depend on the order of the operands, though the table is not
// associative.
func TestResultTypeOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	all := ivy.AllDtypes()
	scalars := []any{true, 3, 2.5, 1i}
	for range 3000 {
		var args []any
		for range 2 + rng.IntN(4) {
			if rng.IntN(4) == 0 {
				args = append(args, scalars[rng.IntN(4)])
			} else {
				args = append(args, all[rng.IntN(15)])
			}
		}
		want := ivy.ResultType(args...)
		rng.Shuffle(len(args), func(i, j int) { args[i], args[j] = args[j], args[i] })
		require.Equal(t, want, ivy.ResultType(args...), "%v", args)
	}
	assert.Equal(t, ivy.Float32, ivy.ResultType(ivy.BFloat16, ivy.Int8, ivy.Uint8), "int16 comes before bfloat16")
	assert.Equal(t, ivy.Int8, ivy.ResultType(ivy.Int8))
	assert.ErrorIs(t, ivy.Try(func() { ivy.ResultType() }), ivy.ErrDtype)
	assert.Equal(t, ivy.Float32, ivy.ResultType(1.5))
}

func FuzzPromotion(f *testing.F) {
	f.Add(uint8(1), uint8(2), true)
	f.Fuzz(func(t *testing.T, a, b uint8, precise bool) {
		env, err := ivy.NewEnv("")
		require.NoError(t, err)
		env.SetPreciseMode(precise)
		x, y := ivy.Dtype(a), ivy.Dtype(b)
		var d, back ivy.Dtype
		err = ivy.Try(func() { d = env.PromoteTypes(x, y) })
		if !x.IsValid() || !y.IsValid() {
			require.ErrorIs(t, err, ivy.ErrDtype)
			return
		}
		require.NoError(t, err)
		require.NoError(t, ivy.Try(func() { back = env.PromoteTypes(y, x) }))
		require.Equal(t, d, back)
		require.True(t, d.IsValid() && d.Kind() >= min(x.Kind(), y.Kind()))
	})
}

// A function of more than two operands promotes all at once, in the canonical order:
// two by two bfloat16 would take uint8 and then int8 without widening.
func TestAllOperandsAreOne(t *testing.T) {
	env, err := ivy.NewEnv("native")
	require.NoError(t, err)
	of := func(d ivy.Dtype, dims ...int) *ivy.Array { return env.Ones(dims, d) }
	require.Equal(t, ivy.Float32, env.ResultType(ivy.BFloat16, ivy.Uint8, ivy.Int8))
	for _, c := range []struct {
		name string
		f    func() *ivy.Array
		want ivy.Dtype
	}{
		{"Clip", func() *ivy.Array { return env.Clip(of(ivy.BFloat16, 2), of(ivy.Uint8), of(ivy.Int8)) }, ivy.Float32},
		{"Clip in another order", func() *ivy.Array { return env.Clip(of(ivy.Int8, 2), of(ivy.BFloat16), of(ivy.Uint8)) }, ivy.Float32},
		{"Clip of a scalar", func() *ivy.Array { return env.Clip(2, of(ivy.Uint8), nil) }, ivy.Uint8},
		{"Clip of a scalar between arrays", func() *ivy.Array { return env.Clip(1.5, of(ivy.Uint8), of(ivy.Float16)) }, env.ResultType(ivy.Uint8, ivy.Float16, 1.5)},
		{"Clip of scalars", func() *ivy.Array { return env.Clip(2, 0, 1.5) }, ivy.Float64},
		{"Clip of bools", func() *ivy.Array { return env.Clip(of(ivy.Bool, 2), 0, 2) }, ivy.Int32},
		{"Clip of bools below 2⁴⁰", func() *ivy.Array { return env.Clip(of(ivy.Bool, 2), nil, backend.IntScalar(1<<40)) }, ivy.Int64},
		{"Clip alone", func() *ivy.Array { return env.Clip(of(ivy.Int8, 2), nil, nil) }, ivy.Int8},
		{"Linear", func() *ivy.Array {
			return env.Linear(of(ivy.BFloat16, 2, 3), of(ivy.Uint8, 4, 3), ivy.Bias(of(ivy.Int8, 4)))
		}, ivy.Float32},
		{"Linear of bools", func() *ivy.Array {
			return env.Linear(of(ivy.Bool, 2, 3), of(ivy.Bool, 4, 3), ivy.Bias(1))
		}, ivy.Int32},
		{"LayerNorm", func() *ivy.Array {
			return env.LayerNorm(of(ivy.BFloat16, 3), []int{0}, ivy.Scale(of(ivy.Uint8)), ivy.Offset(of(ivy.Int8)))
		}, ivy.Float32},
		{"Diff", func() *ivy.Array {
			return env.Diff(of(ivy.BFloat16, 3), ivy.Prepend(of(ivy.Uint8)), ivy.Append(of(ivy.Int8)))
		}, ivy.Float32},
		{"Diff with a scalar", func() *ivy.Array { return env.Diff(of(ivy.Uint8, 3), ivy.Prepend(1)) }, ivy.Uint8},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, c.f().Dtype()) })
	}

	// 2⁴⁰ is no int32, so that with bools it is an int64; with int8 it is nothing.
	assert.Equal(t, ivy.Int64, env.ResultType(ivy.Bool, backend.IntScalar(1<<40)))
	assert.Equal(t, ivy.Int64, env.Add(of(ivy.Bool, 2), backend.IntScalar(1<<40)).Dtype())
	assert.ErrorIs(t, ivy.Try(func() { env.Clip(of(ivy.Int8, 2), backend.IntScalar(1<<40), nil) }), ivy.ErrValue)

	// Sums of products are those of the common dtype.
	z := env.Linear(env.Full([]int{1, 2}, 100, ivy.Int8), env.Full([]int{1, 2}, 2, ivy.Int8), ivy.Bias(of(ivy.Float64, 1)))
	assert.Equal(t, []float64{401}, ivy.Values[float64](z))
}
