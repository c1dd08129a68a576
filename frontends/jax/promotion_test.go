package jax

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
	for _, c := range []struct {
		rule                     *promote.Lattice
		def                      dtype.Defaults
		promoteTypes, resultType int
	}{
		{X64, defaults64, 225, 484},
		{X32, defaults32, 0, 324},
		{Strict, defaults64, 225, 484},
	} {
		t.Run(c.rule.Name(), func(t *testing.T) {
			table := golden.Read(t, c.rule.Name(), c.promoteTypes, c.resultType)
			table.CheckResults(t, c.rule, func(text string) promote.Arg { return golden.Arg(t, text, c.def) }, golden.Text)
			table.CheckPromoteTypes(t, func(a, b dtype.Dtype) (dtype.Dtype, error) { return PromoteTypes(c.rule, a, b) })
			golden.CheckCompiled(t, c.rule, true)
		})
	}
	golden.CheckCompiled(t, StrictX32, true)
}

func TestResultType(t *testing.T) {
	for _, c := range []struct {
		rule *promote.Lattice
		args []any
		want string
		why  string
	}{
		{X64, []any{1}, "int64*", ""},
		{X32, []any{1}, "int32*", ""},
		{X64, []any{promote.Weak(dtype.Int16)}, "int64*", "the default dtype, not its own"},
		{X32, []any{promote.Weak(dtype.Int16), 1.5}, "float32*", ""},
		{X64, []any{ivy.Asarray([]int8{1}), 1.5}, "float64*", ""},
		{X64, []any{ivy.Asarray(int16(1)), ivy.Asarray([]float32{1}), 1i}, "complex64", ""},
		{X64, []any{int16(1), int64(1)}, "int64", "an array of NumPy's is strong"},
		{X32, []any{dtype.Uint32, dtype.Int8}, "int32", ""},
		{Strict, []any{dtype.Int8, 1}, "int8", ""},
		{Strict, []any{dtype.Int8, dtype.Int16}, "!TypePromotionError", ""},
		{Strict, []any{true, 1}, "!TypePromotionError", "a bool is never weak"},
		{StrictX32, []any{1, 1.5}, "float32*", ""},
		{X64, []any{"int8"}, "!TypeError", ""},
		{X64, nil, "!ValueError", ""},
	} {
		got, err := ResultType(c.rule, c.args...)
		assert.Equal(t, c.want, golden.Text(got, err), "%s: %v %s", c.rule.Name(), c.args, c.why)
	}
}

func TestPromoteTypesOfInputs(t *testing.T) {
	for _, c := range []struct {
		rule *promote.Lattice
		x, y any
		want string
	}{
		{X64, promote.Weak(dtype.Int16), promote.Weak(dtype.Int16), "int16*"},
		{Strict, promote.Weak(dtype.Int16), promote.Weak(dtype.Int16), "int64*"}, // by kinds, where X64 goes by dtypes
		{X64, promote.Weak(dtype.Int16), int8(1), "int8"},
		{X64, dtype.Float16, dtype.BFloat16, "float32"},
		{X64, nil, 1, "!TypeError"},
	} {
		got, err := PromoteTypesOfInputs(c.rule, c.x, c.y)
		assert.Equal(t, c.want, golden.Text(got, err), "%s: %v, %v", c.rule.Name(), c.x, c.y)
	}
	// Three at once: the least above all, whatever the order.
	a, err := promote.Fold(X64, promote.Array(dtype.Uint64), promote.Array(dtype.Int8), promote.Array(dtype.BFloat16))
	require.NoError(t, err)
	assert.Equal(t, "bfloat16", a.String())
}

func TestCanonical(t *testing.T) {
	for _, d := range dtype.All.Dtypes() {
		assert.Equal(t, d, Canonical(X64, d))
		assert.Equal(t, d, Canonical(Strict, d))
		want := d
		switch d {
		case dtype.Int64, dtype.Uint64, dtype.Float64:
			want = map[dtype.Kind]dtype.Dtype{dtype.KindInt: dtype.Int32, dtype.KindUint: dtype.Uint32, dtype.KindFloat: dtype.Float32}[d.Kind()]
		case dtype.Complex128:
			want = dtype.Complex64
		}
		assert.Equal(t, want, Canonical(X32, d))
		assert.Equal(t, want, Canonical(StrictX32, d))
	}
}
