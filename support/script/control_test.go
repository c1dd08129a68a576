package script

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Branches and loops: the examples of Ivy's documentation, with what they say, and others.
func TestControl(t *testing.T) {
	for program, want := range map[string]string{
		`ivy.if_else(lambda x: True, lambda x: x + 1, lambda x: x - 1, (1,))`:                                              "2",
		`ivy.if_else(lambda x: False, lambda x: x * 2, lambda x: x / 2, vars=(ivy.array([1, 2, 3]),))`:                     "ivy.array([0.5, 1. , 1.5])",
		`ivy.if_else(True, lambda x, y: x, lambda x, y: y, {"y": 2, "x": 1})`:                                              "1",
		`ivy.if_else(lambda x: ivy.sum(x) > 2, lambda x: "more", lambda x: "less", (ivy.array([1.0, 2.0]),))`:              `'more'`,
		`ivy.while_loop(lambda i: i < 3, lambda i: i + 1, vars=(0,))`:                                                      "(3,)",
		`ivy.while_loop(lambda i, j: i < 3, lambda i, j: (i + 1, j * 2), vars=(0, 1))`:                                     "(3, 8)",
		`ivy.while_loop(lambda i, j: i < 3, lambda i, j: (i + 1, j * 2), {"i": ivy.array(0), "j": 1})`:                     "(ivy.array(3), 8)",
		`ivy.for_loop([5, 6], lambda k, args: (args[0] + k,), (1,))`:                                                       "(12,)",
		`ivy.for_loop(range(3), lambda k, args: args, ())`:                                                                 "()",
		`ivy.scan(lambda s, x: (s + x, s * x), ivy.array(0.0), ivy.array([1.0, 2.0, 3.0]))`:                                "(ivy.array(6.), ivy.array([0., 2., 9.]))",
		`ivy.scan(lambda s, x: (s + x, s * x), ivy.array(0.0), ivy.array([1.0, 2.0, 3.0]), reverse=True)`:                  "(ivy.array(6.), ivy.array([5., 6., 0.]))",
		`ivy.scan(lambda s, x: ((s[0] + 1, s[1] * 2.0), None), (0, 1.0), None, length=4)`:                                  "((ivy.array(4), ivy.array(16.)), None)",
		`ivy.map_rows(lambda p: {"sum": p[0] + p[1]}, (ivy.array([1, 2]), ivy.array([3, 4])))`:                             "{'sum': ivy.array([4, 6])}",
		`ivy.grad(lambda w: ivy.scan(lambda s, x: (s * w + x, None), ivy.array(0.0), ivy.array([1.0, 2.0, 3.0]))[0])(2.0)`: "ivy.array(6.)",
		`ivy.grad(lambda w: ivy.while_loop(lambda i, s: i < 3, lambda i, s: (i + 1, s * w), (0, 1.0))[1])(2.0)`:            "ivy.array(12.)",
		`ivy.if_else(ivy.array(0), lambda: 1, lambda: 2, ())`:                                                              "2",
	} {
		v, err := evaluated(t, program)
		if assert.NoError(t, err, program) {
			assert.Equal(t, want, v.String(), program)
		}
	}
	for program, want := range map[string]string{
		`ivy.if_else(True, 3, lambda: 1, ())`:                                            "body_fn",
		`ivy.if_else(True, lambda: 1, 3, ())`:                                            "orelse_fn",
		`ivy.if_else(True, lambda: 1, lambda: 2, 3)`:                                     "vars",
		`ivy.if_else(True, lambda: 1, lambda: 2, {1: 2})`:                                "names",
		`ivy.if_else(ivy.array([1, 2]), lambda: 1, lambda: 2, ())`:                       "one element",
		`ivy.while_loop(3, lambda i: i, (0,))`:                                           "test_fn",
		`ivy.while_loop(lambda i: missing, lambda i: i, (0,))`:                           "missing",
		`ivy.while_loop(lambda i: True, lambda i: missing, (0,))`:                        "missing",
		`ivy.for_loop(3, lambda k, a: a, ())`:                                            "elements",
		`ivy.scan(lambda s, x: s, ivy.array(0.0), ivy.array([1.0]))`:                     "next state",
		`ivy.scan(lambda s, x: (ivy.array([1.0]), x), ivy.array(0.0), ivy.array([1.0]))`: "shape",
		`ivy.scan(lambda s, x: (s, x), ivy.array(0.0), None)`:                            "N",
		`ivy.scan(lambda s, x: (s, x), ivy.array(0.0), None, length="a")`:                "length",
		`ivy.map_rows(lambda x: missing, ivy.array([1.0]))`:                              "missing",
		`ivy.map_rows(lambda x: x, 1.0)`:                                                 "axes",
	} {
		_, err := evaluated(t, program)
		require.Error(t, err, program)
		assert.Contains(t, err.Error(), want, program)
		assert.NotContains(t, err.Error(), "fault in this library", program)
	}
}
