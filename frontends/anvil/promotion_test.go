package anvil

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/internal/golden"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

func text(r promote.Result, err error) string {
	var e *promote.Error
	if errors.As(err, &e) {
		return "!" + e.Class
	}
	return Text(r)
}

func TestGolden(t *testing.T) {
	table := golden.Read(t, "anvil", 0, 484)
	arg := func(text string) promote.Arg {
		a, err := Parse(text)
		require.NoError(t, err)
		return a
	}
	table.CheckResults(t, Rule, arg, text)
	golden.CheckCompiled(t, Rule, true)
	for i, row := range table.ResultType {
		for j, want := range row {
			a, b := arg(table.Operands[i]), arg(table.Operands[j])
			d, ambiguous, err := CommonDtype(a.Dtype, b.Dtype, a.Weak, b.Weak)
			require.NoError(t, err)
			assert.Equal(t, want, Text(promote.Result{Dtype: d, Weak: ambiguous}))
		}
	}
}

func TestResultType(t *testing.T) {
	for _, c := range []struct {
		args []any
		want string
	}{
		{[]any{1}, "i32?"}, {[]any{1.5}, "f32?"}, {[]any{true}, "i1?"},
		{[]any{ivy.Asarray([]int16{1}), 1}, "i16"},
		{[]any{dtype.Bool, 1}, "i32?"},
		{[]any{dtype.Int16, 1.5}, "f32?"},
		{[]any{dtype.Bool, 1, dtype.Int16}, "i16"}, // ambiguity is carried on
		{[]any{dtype.Float64, 1.5}, "f64"},
		{[]any{dtype.Float32, promote.Weak(dtype.Float64)}, "f32"},
		{[]any{dtype.Int8, 1i}, "!rlang_error"},
		{[]any{dtype.Float16, dtype.Int8}, "!rlang_error"},
		{[]any{dtype.Float16}, "!rlang_error"},
		{[]any{"f32"}, "!rlang_error"},
		{nil, "!rlang_error"},
	} {
		got, err := ResultType(c.args...)
		assert.Equal(t, c.want, text(got, err), "%v", c.args)
	}
	got, err := PromoteTypesOfInputs(dtype.Uint64, dtype.Int8)
	assert.Equal(t, "i64", text(got, err))
	d, err := PromoteTypes(dtype.Uint8, dtype.Int8)
	require.NoError(t, err)
	assert.Equal(t, dtype.Int16, d)
	_, err = PromoteTypes(dtype.Uint8, dtype.BFloat16)
	assert.ErrorContains(t, err, "anvil has no bfloat16")
}

func TestNames(t *testing.T) {
	n := 0
	for _, d := range dtype.All.Dtypes() {
		name := Name(d)
		if !Dtypes.Has(d) {
			assert.Empty(t, name)
			continue
		}
		n++
		for _, ambiguous := range []bool{false, true} {
			a, err := Parse(Text(promote.Result{Dtype: d, Weak: ambiguous}))
			require.NoError(t, err)
			assert.Equal(t, promote.Arg{Dtype: d, Weak: ambiguous, Rank: 1}, a)
		}
	}
	assert.Equal(t, 11, n)
	for _, bad := range []string{"", "?", "f16", "float32", "i1??", "c64"} {
		_, err := Parse(bad)
		assert.ErrorContains(t, err, "no dtype", bad)
	}
}
