package tensorflow

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/golden"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

// strong writes an answer as the golden tables do, which do not tell weak dtypes.
func strong(r promote.Result, err error) string { return strings.TrimSuffix(golden.Text(r, err), "*") }

func TestGolden(t *testing.T) {
	for _, c := range []struct {
		rule        promote.Rule
		resultType  int
		commutative bool
	}{
		{AddRule, 361, false},
		{All, 1156, true},
		{Safe, 1156, true},
		{Legacy, 1156, true},
	} {
		t.Run(c.rule.Name(), func(t *testing.T) {
			table := golden.Read(t, c.rule.Name(), 225, c.resultType)
			table.CheckResults(t, c.rule, func(text string) promote.Arg { return golden.Arg(t, text, dtype.Defaults{}) }, strong)
			table.CheckPromoteTypes(t, func(a, b dtype.Dtype) (dtype.Dtype, error) { return PromoteTypes(c.rule, a, b) })
			golden.CheckCompiled(t, c.rule, c.commutative)
		})
	}
	golden.CheckCompiled(t, Plain, false)
}

// Plain differs from AddRuleRule in bools alone.
func TestPlain(t *testing.T) {
	for _, c := range []struct {
		a, b promote.Arg
		want string
	}{
		{promote.Array(dtype.Bool), promote.Array(dtype.Bool), "bool"},
		{promote.Array(dtype.Bool), promote.Scalar(dtype.KindBool), "bool"},
		{promote.Scalar(dtype.KindBool), promote.Array(dtype.Bool), "bool"},
		{promote.Scalar(dtype.KindBool), promote.Scalar(dtype.KindInt), "!InvalidArgumentError"},
		{promote.Array(dtype.Bool), promote.Array(dtype.Int8), "!InvalidArgumentError"},
		{promote.Array(dtype.Invalid), promote.Array(dtype.Invalid), "!InvalidArgumentError"},
	} {
		got, err := Plain.Promote(c.a, c.b)
		assert.Equal(t, c.want, golden.Text(got, err), "%v, %v", c.a, c.b)
	}
	_, err := Plain.Promote(promote.Array(dtype.Int8), promote.Array(dtype.Float32))
	assert.ErrorContains(t, err, "int8 and float32 have no common dtype")
	_, err = Plain.PromoteAll(promote.Array(dtype.Int8), promote.Array(dtype.Int8), promote.Array(dtype.Float32))
	assert.ErrorContains(t, err, "int8 and float32 have no common dtype")
	for _, d := range dtype.Numeric.Dtypes() {
		for _, e := range dtype.Numeric.Dtypes() {
			want, err := AddRule.Promote(promote.Array(d), promote.Array(e))
			got, err2 := Plain.Promote(promote.Array(d), promote.Array(e))
			assert.Equal(t, golden.Text(want, err), golden.Text(got, err2))
		}
	}
}

// The table's own symmetry, and what the golden tables do not show: weak dtypes.
func TestWeak(t *testing.T) {
	for _, c := range []struct {
		a, b promote.Arg
		all  string
		safe string
	}{
		{promote.Scalar(dtype.KindInt), promote.Scalar(dtype.KindInt), "int32*", "int32*"},
		{promote.Scalar(dtype.KindBool), promote.Scalar(dtype.KindInt), "int32*", "int32*"},
		{promote.Scalar(dtype.KindBool), promote.Scalar(dtype.KindBool), "bool", "bool"},
		{promote.Array(dtype.Int8), promote.Scalar(dtype.KindFloat), "float64*", "!TypeError"},
		{promote.Array(dtype.Int8), promote.Weak(dtype.Float64), "float64*", "float64*"},
		{promote.Array(dtype.Uint64), promote.Weak(dtype.Float64), "float64*", "!TypeError"},
		{promote.Array(dtype.Uint64), promote.Array(dtype.Int8), "float64*", "!TypeError"},
		{promote.Array(dtype.Bool), promote.Weak(dtype.Int64), "int64*", "int64*"},
		{promote.Weak(dtype.Int64), promote.Weak(dtype.Float32), "float32*", "float32*"},
		{promote.Weak(dtype.Float64), promote.Array(dtype.BFloat16), "bfloat16", "bfloat16"},
		{promote.Weak(dtype.Complex128), promote.Array(dtype.Float32), "complex64", "!TypeError"},
		{promote.Weak(dtype.Bool), promote.Array(dtype.Int8), "int8", "int8"},
		{promote.Weak(dtype.Int8), promote.Array(dtype.Int8), "!TypeError", "!TypeError"}, // no such WeakTensor
	} {
		for r, want := range map[promote.Rule]string{All: c.all, Safe: c.safe} {
			got, err := r.Promote(c.a, c.b)
			assert.Equal(t, want, golden.Text(got, err), "%s: %v, %v", r.Name(), c.a, c.b)
		}
	}
}

func TestResultType(t *testing.T) {
	for _, c := range []struct {
		rule promote.Rule
		args []any
		want string
	}{
		{All, nil, "float32*"},
		{All, []any{1}, "int32*"},
		{All, []any{ivy.Asarray([]int8{1}), backend.IntScalar(1 << 31)}, "!OverflowError"},
		{Safe, []any{ivy.Asarray([]int8{1}), -1 << 31}, "int8"},
		{All, []any{uint64(1), int8(1), dtype.BFloat16}, "bfloat16"}, // a weak float64, then bfloat16
		{Safe, []any{dtype.Int8, dtype.Int16, dtype.Uint32}, "!TypeError"},
		{Legacy, []any{dtype.Int8, backend.IntScalar(1 << 31)}, "int8"},
		{Plain, []any{dtype.Int8, 1, 2}, "int8"},
		{Plain, []any{1, dtype.Int8}, "!InvalidArgumentError"},
		{Plain, nil, "!InvalidArgumentError"},
		{All, []any{"int8"}, "!TypeError"},
	} {
		got, err := ResultType(c.rule, c.args...)
		assert.Equal(t, c.want, golden.Text(got, err), "%s: %v", c.rule.Name(), c.args)
	}
	got, err := PromoteTypesOfInputs(All, true, 1.5)
	require.NoError(t, err)
	assert.Equal(t, "float32*", got.String())
	_, err = PromoteTypes(Plain, dtype.Invalid, dtype.Invalid)
	assert.Equal(t, "!TypeError", golden.Text(promote.Result{}, err))
}

// Among three operands and more, of which one is of bfloat16, NumPy's answer depends on their order.
func TestSequences(t *testing.T) {
	var table struct{ Lists []string }
	golden.Unpack(t, "sequences-legacy", &table)
	require.Len(t, table.Lists, 3764)
	for _, line := range table.Lists {
		names := strings.Fields(line)
		want := names[len(names)-1]
		var args []promote.Arg
		for _, name := range names[:len(names)-1] {
			args = append(args, golden.Arg(t, name, dtype.Defaults{}))
		}
		got := dtype.Invalid
		if err := frontend.Try(func() { got = sequence(args) }); err != nil {
			assert.Equal(t, want, golden.ErrorText(err), line)
			continue
		}
		assert.Equal(t, want, got.String(), line)
	}
}
