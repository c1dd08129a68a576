package operand_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/internal/operand"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
)

func TestOf(t *testing.T) {
	for _, c := range []struct {
		x     any
		want  string
		known bool
	}{
		{promote.Weak(dtype.Int16), "int16*", false},
		{dtype.Int8, "int8", false},
		{ivy.Asarray([]int8{1}), "int8", false},
		{ivy.Asarray(int8(1)), "int8[]", false},
		{true, "py:bool", true}, {1, "py:int", true}, {1.5, "py:float", true}, {1i, "py:complex", true},
		{backend.UintScalar(1 << 63), "py:uint", true},
		{int8(1), "int8[]", false}, {int16(1), "int16[]", false}, {int32(1), "int32[]", false}, {int64(1), "int64[]", false},
		{uint8(1), "uint8[]", false}, {uint16(1), "uint16[]", false}, {uint32(1), "uint32[]", false}, {uint64(1), "uint64[]", false},
		{dtype.Brain(0), "bfloat16[]", false}, {dtype.Half(0), "float16[]", false}, {float32(1), "float32[]", false}, {complex64(1), "complex64[]", false},
	} {
		o, err := operand.Of(c.x, "r", "TypeError")
		require.NoError(t, err)
		assert.Equal(t, c.want, o.String())
		assert.Equal(t, c.known, o.Known)
	}
	for _, x := range []any{nil, "int8", dtype.Invalid, dtype.Count, (*ivy.Array)(nil), []int{1}, struct{}{}} {
		_, _, err := operand.All([]any{1, x}, "r", "TypeError")
		var e *promote.Error
		require.ErrorAs(t, err, &e, "%v", x)
		assert.Equal(t, "TypeError", e.Class)
		assert.Equal(t, "r", e.Rule)
	}
}

func TestOverflow(t *testing.T) {
	for _, c := range []struct {
		x    any
		d    dtype.Dtype
		fits bool
	}{
		{127, dtype.Int8, true}, {128, dtype.Int8, false}, {-1, dtype.Uint8, false}, {300, dtype.Float16, true},
		{300.0, dtype.Int8, true}, {dtype.Int64, dtype.Int8, true}, {backend.UintScalar(1 << 63), dtype.Int64, false},
	} {
		o, err := operand.Of(c.x, "r", "")
		require.NoError(t, err)
		err = operand.Overflow("r", c.d, o)
		assert.Equal(t, c.fits, err == nil, "%v in %v", c.x, c.d)
		if err != nil {
			assert.Equal(t, "OverflowError", err.(*promote.Error).Class)
		}
	}
}
