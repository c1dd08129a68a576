package script

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Functions of functions over elements and windows: the examples of Ivy's documentation, with what they say, and others.
func TestOverElements(t *testing.T) {
	for program, want := range map[string]string{
		`ivy.reduce(ivy.array([[1, 2, 3], [4, 5, 6]]), 0, ivy.add, axes=0)`:                                                                        "ivy.array([5, 7, 9])",
		`ivy.reduce([[1, 2, 3], [4, 5, 6]], 0, lambda x, y: x + y, axes=(0, 1), keepdims=True)`:                                                    "ivy.array([[21]])",
		`ivy.reduce([1.0, 2.0], init_value=3.0, computation=lambda x, y: x * y)`:                                                                   "ivy.array(6.)",
		`ivy.sliding_window(ivy.array([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]), (2, 2)).shape`:                                               "(2, 3, 4)",
		`ivy.sliding_window([1, 2, 3, 4], 2, stride=2)`:                                                                                            "ivy.array([[1, 2],\n           [3, 4]])",
		`ivy.sliding_window([1, 2, 3], 2, dilation=2, padding=1)`:                                                                                  "ivy.array([[0, 2],\n           [1, 3],\n           [2, 0]])",
		`ivy.sliding_window([1, 2], (2,), padding=[(1, 0)])`:                                                                                       "ivy.array([[0, 1],\n           [1, 2]])",
		`ivy.reduce_window([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]], 0, ivy.add, (2, 2))`:                                                     "ivy.array([[14, 18, 22],\n           [30, 34, 38]])",
		`ivy.reduce_window([1.0, 5.0, 2.0], -ivy.inf, ivy.maximum, 2, window_strides=1, padding="SAME", base_dilation=None, window_dilation=(1,))`: "ivy.array([5., 5., 2.])",
		`ivy.reduce_window([1, 2], 0, lambda x, y: x + y, 2, base_dilation=2)`:                                                                     "ivy.array([1, 2])",
		`ivy.vmap(ivy.matmul, (0, 0), 0)(ivy.ones((5, 2, 3)), ivy.ones((5, 3, 4))).shape`:                                                          "(5, 2, 4)",
		`ivy.vmap(lambda x, y: x + y, in_axes=(0, None))([1, 2], 10)`:                                                                              "ivy.array([11, 12])",
		`ivy.vmap(lambda x: (x, x * 2), out_axes=(0, 1))([[1, 2], [3, 4]])`:                                                                        "(ivy.array([[1, 2],\n           [3, 4]]), ivy.array([[2, 6],\n           [4, 8]]))",
		`ivy.grad(lambda w: ivy.sum(ivy.vmap(lambda x: x * w)(ivy.array([1.0, 2.0]))))(3.0)`:                                                       "ivy.array(3.)",
		`ivy.grad(lambda w: ivy.reduce(ivy.array([1.0, 2.0]), 0.0, lambda x, y: x * w + y))(3.0)`:                                                  "ivy.array(1.)",
	} {
		v, err := evaluated(t, program)
		if assert.NoError(t, err, program) {
			assert.Equal(t, want, v.String(), program)
		}
	}
	for program, want := range map[string]string{
		`ivy.reduce("a", 0, ivy.add)`:                                "operand",
		`ivy.reduce([1], "a", ivy.add)`:                              "init_value",
		`ivy.reduce([1], 0, 3)`:                                      "computation",
		`ivy.reduce([1], 0, ivy.add, axes="a")`:                      "axes",
		`ivy.reduce([1], 0, ivy.add, axes=1)`:                        "axis",
		`ivy.reduce([1], 0, lambda x, y: missing)`:                   "missing",
		`ivy.reduce([1], 0, lambda x, y: "a")`:                       "str",
		`ivy.sliding_window([1], "a")`:                               "kernel_size",
		`ivy.sliding_window([1], 1, stride="a")`:                     "stride",
		`ivy.sliding_window([1], 1, stride=0)`:                       "0",
		`ivy.sliding_window([1], 1, padding="a")`:                    "padding",
		`ivy.sliding_window([1], 1, padding=1.5)`:                    "padding",
		`ivy.reduce_window([1], 0, ivy.add, 3)`:                      "window",
		`ivy.reduce_window([1], 0, ivy.add, 1, base_dilation="a")`:   "base_dilation",
		`ivy.reduce_window([1], 0, ivy.add, 1, window_dilation="a")`: "window_dilation",
		`ivy.vmap(3)`:                                "func",
		`ivy.vmap(ivy.add, in_axes="a")`:             "in_axes",
		`ivy.vmap(ivy.add, out_axes=None)`:           "out_axes",
		`ivy.vmap(ivy.add)([1], y=2)`:                "by name",
		`ivy.vmap(lambda x: missing)([1])`:           "missing",
		`ivy.vmap(lambda x: x)(1)`:                   "axes",
		`ivy.vmap(lambda x: x, in_axes=(0, 0))([1])`: "InAxes",
	} {
		_, err := evaluated(t, program)
		require.Error(t, err, program)
		assert.Contains(t, err.Error(), want, program)
		assert.NotContains(t, err.Error(), "fault in this library", program)
	}
}
