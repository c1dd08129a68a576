package torch

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/internal/golden"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

func TestGolden(t *testing.T) {
	for _, r := range []*promote.Categories{Float32, Float64} {
		t.Run(r.Name(), func(t *testing.T) {
			table := golden.Read(t, r.Name(), 225, 1156)
			table.CheckResults(t, r, func(text string) promote.Arg { return golden.Arg(t, text, dtype.Defaults{}) }, golden.Text)
			table.CheckPromoteTypes(t, PromoteTypes)
			golden.CheckCompiled(t, r, true)
		})
	}
}

var (
	halfArg     = promote.Arg{Dtype: dtype.Complex64, Half: true, Rank: 1}
	zeroDimHalf = promote.Arg{Dtype: dtype.Complex64, Half: true}
)

// The row of complex32, which no golden table has: c10's.
func TestComplex32(t *testing.T) {
	for _, c := range []struct {
		a, b promote.Arg
		want string
	}{
		{halfArg, halfArg, "complex32"},
		{halfArg, promote.Array(dtype.Bool), "complex32"},
		{halfArg, promote.Array(dtype.Int64), "complex32"},
		{halfArg, promote.Array(dtype.Uint16), "!RuntimeError"},
		{halfArg, promote.Array(dtype.Float16), "complex32"},
		{halfArg, promote.Array(dtype.BFloat16), "complex64"},
		{halfArg, promote.Array(dtype.Float32), "complex64"},
		{halfArg, promote.Array(dtype.Float64), "complex128"},
		{halfArg, promote.Array(dtype.Complex64), "complex64"},
		{halfArg, promote.Array(dtype.Complex128), "complex128"},
		{halfArg, promote.ZeroDim(dtype.Complex128), "complex32"},
		{halfArg, promote.Scalar(dtype.KindComplex), "complex32"},
		{zeroDimHalf, promote.Array(dtype.Float64), "complex128"},
		{zeroDimHalf, promote.Array(dtype.Float16), "complex32"},
		{zeroDimHalf, promote.Array(dtype.Int8), "complex32"},
		{zeroDimHalf, promote.Scalar(dtype.KindFloat), "complex32"},
		{zeroDimHalf, zeroDimHalf, "complex32"},
	} {
		got, err := Float32.Promote(c.a, c.b)
		assert.Equal(t, c.want, golden.Text(got, err), "%v, %v", c.a, c.b)
	}
	assert.Equal(t, "complex32[]", zeroDimHalf.String())
}

func TestResultType(t *testing.T) {
	f16, err := RuleOf(dtype.Float16)
	require.NoError(t, err)
	bf16, err := RuleOf(dtype.BFloat16)
	require.NoError(t, err)
	for _, c := range []struct {
		rule *promote.Categories
		args []any
		want string
		why  string
	}{
		{Float32, []any{ivy.Asarray([]int32{1}), 5}, "int32", ""},
		{Float32, []any{ivy.Asarray([]int32{1}), 5.5}, "float32", ""},
		{Float64, []any{ivy.Asarray([]int32{1}), 5.5}, "float64", ""},
		{f16, []any{ivy.Asarray([]int32{1}), 5.5}, "float16", ""},
		{f16, []any{ivy.Asarray([]int32{1}), 1i}, "complex32", ""},
		{bf16, []any{1.5, 1}, "bfloat16", ""},
		{bf16, []any{1i}, "complex64", ""},
		{Float32, []any{ivy.Asarray([]int32{1}), ivy.Asarray(int64(1))}, "int32", "0-d comes after dimensions"},
		{Float32, []any{int64(1), 1.5}, "float32", ""},
		{Float32, []any{dtype.Int8, int64(1), dtype.Float16, float64(1)}, "float16", ""},
		{Float32, []any{float32(1), 1i, dtype.Int8}, "complex64", ""},
		{Float32, []any{dtype.Uint16, dtype.Int8}, "!RuntimeError", ""},
		{Float32, []any{"int8"}, "!TypeError", ""},
		{Float32, nil, "!TypeError", ""},
	} {
		got, err := ResultType(c.rule, c.args...)
		assert.Equal(t, c.want, golden.Text(got, err), "%s: %v %s", c.rule.Name(), c.args, c.why)
	}
	got, err := PromoteTypesOfInputs(Float32, true, ivy.Asarray([]uint8{1}))
	assert.Equal(t, "uint8", golden.Text(got, err))
	_, err = PromoteTypesOfInputs(Float32, nil, 1)
	assert.Equal(t, "!TypeError", golden.Text(promote.Result{}, err))
}

func TestRuleOf(t *testing.T) {
	for _, d := range dtype.All.Dtypes() {
		r, err := RuleOf(d)
		if !d.IsFloat() {
			assert.Equal(t, "!TypeError", golden.Text(promote.Result{}, err), d)
			continue
		}
		require.NoError(t, err)
		assert.Equal(t, d, r.Numbers.Float)
		golden.CheckCompiled(t, r, true)
	}
}

func TestCanCast(t *testing.T) {
	for _, c := range []struct {
		from, to dtype.Dtype
		want     bool
	}{
		{dtype.Float64, dtype.Float16, true}, {dtype.Int64, dtype.Uint8, true}, {dtype.Bool, dtype.Int8, true}, {dtype.Bool, dtype.Bool, true},
		{dtype.Int8, dtype.Float16, true}, {dtype.Float32, dtype.Complex64, true}, {dtype.Complex128, dtype.Complex64, true},
		{dtype.Float32, dtype.Int64, false}, {dtype.Complex64, dtype.Float64, false}, {dtype.Int8, dtype.Bool, false}, {dtype.Float16, dtype.Bool, false},
		{dtype.Complex64, dtype.Bool, false}, {dtype.Invalid, dtype.Int8, false}, {dtype.Int8, dtype.Count, false},
	} {
		assert.Equal(t, c.want, CanCast(c.from, c.to), "%v to %v", c.from, c.to)
	}
}
