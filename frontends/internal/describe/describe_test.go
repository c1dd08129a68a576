package describe_test

import (
	"errors"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/describe"
	"github.com/goivy/goivy/ivy"
)

type object struct{ X, Y int }

func TestValueAndType(t *testing.T) {
	a := ivy.Zeros([]int{2, 3})
	for _, row := range []struct {
		x           any
		value, kind string
	}{
		{nil, "None", "NoneType"}, {true, "True", "bool"}, {3, "3", "int"}, {uint8(3), "3", "int"}, {2.5, "2.5", "float"}, {2i, "(0+2i)", "complex"},
		{"a", "a", "str"}, {big.NewInt(7), "7", "int"}, {ivy.Int8, "int8", "dtype"}, {[]any{1, "a", nil, []any{true}}, "[1, 'a', None, [True]]", "list"},
		{[]int{1, 2}, "[1, 2]", "list"}, {make([]int, 9), "[0, 0, 0, 0, 0, 0, 0, 0, …]", "list"}, {[]any{[]any{[]any{[]any{[]any{}}}}}, "[[[[[…]]]]]", "list"},
		{a, "an array of shape (2, 3) and dtype float32", "array"}, {&frontend.Array{V: a}, "an array of shape (2, 3) and dtype float32", "array"},
		{func() {}, "a function", "function"}, {map[string]int{}, "a dict", "dict"}, {&object{}, "a object", "object"}, {object{}, "a object", "object"},
		{errors.New("why"), "why", "object"},
	} {
		assert.Equal(t, row.value, describe.Value(row.x))
		assert.Equal(t, row.kind, describe.Type(row.x))
	}
}

func TestSprintf(t *testing.T) {
	a := &frontend.Array{V: ivy.Zeros([]int{2})}
	assert.Equal(t, "x is an array of shape (2) and dtype float32 (a array), not 3 or \"a\"", describe.Sprintf("x is %v (a %T), not %d or %q", a, a, 3, "a"))
	assert.Equal(t, "100% None True [1 2] an array of shape (2) and dtype float32", describe.Sprintf("100%% %v %v %v %d", nil, true, []int{1, 2}, a))
	assert.Equal(t, "3.50|  a", describe.Sprintf("%.2f|%3s", 3.5, "a"))
}
