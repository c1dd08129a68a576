package numpy

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/frontends/internal/golden"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

func TestGolden(t *testing.T) {
	table := golden.Read(t, "numpy", 225, 1156)
	table.CheckResults(t, Rule, func(text string) promote.Arg { return golden.Arg(t, text, dtype.Defaults{}) }, golden.Text)
	table.CheckPromoteTypes(t, PromoteTypes)
	golden.CheckCompiled(t, Rule, true)
}

func TestPromoteTypesOfInputs(t *testing.T) {
	for _, c := range []struct {
		x, y any
		want string
	}{
		{ivy.Asarray([]int8{1}), 127, "int8"},
		{ivy.Asarray([]int8{1}), 300, "!OverflowError"},
		{-129, ivy.Asarray(int8(1)), "!OverflowError"},
		{ivy.Asarray([]uint8{1}), -1, "!OverflowError"},
		{ivy.Asarray([]float32{1}), 300, "float32"},
		{ivy.Asarray([]int8{1}), 300.0, "float64"},
		{ivy.Asarray([]int8{1}), int16(300), "int16"},
		{true, 300, "int64"},
		{dtype.Bool, backend.IntScalar(1 << 40), "int64"},
		{dtype.Bool, backend.UintScalar(1 << 63), "!OverflowError"},
		{dtype.Int8, backend.UintScalar(1 << 63), "!OverflowError"},
		{dtype.Uint64, backend.UintScalar(1 << 63), "uint64"},
		{dtype.BFloat16, dtype.Float16, "!DTypePromotionError"},
		{dtype.Int8, "int8", "!TypeError"},
	} {
		got, err := PromoteTypesOfInputs(c.x, c.y)
		assert.Equal(t, c.want, golden.Text(got, err), "%v, %v", c.x, c.y)
		if err != nil {
			assert.Equal(t, promote.Result{}, got)
		}
	}
}

func TestResultType(t *testing.T) {
	for _, c := range []struct {
		args []any
		want string
	}{
		{[]any{1}, "int64"},
		{[]any{1, 2.5}, "float64"},
		{[]any{dtype.Int8, 300}, "int8"}, // the value does not count
		{[]any{dtype.Int8, dtype.Uint8, dtype.Float16, 1.5}, "float16"}, // each integer dtype meets float16
		{[]any{dtype.Uint16, dtype.Float32, dtype.Int16}, "float32"},
		{[]any{dtype.Int16, dtype.Uint16, dtype.Float32, true}, "float32"},
		{[]any{dtype.Int16, dtype.Uint16, 1}, "int32"},
		{[]any{float32(1), 1i}, "complex64"},
		{[]any{dtype.Int16, dtype.BFloat16}, "!DTypePromotionError"},
		{[]any{"int8"}, "!TypeError"},
		{nil, "!ValueError"},
	} {
		got, err := ResultType(c.args...)
		assert.Equal(t, c.want, golden.Text(got, err), "%v", c.args)
	}
}
