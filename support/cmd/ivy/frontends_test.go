package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var (
	times  = regexp.MustCompile(`\b[0-9.]+(ns|µs|ms|s)\b`)
	spaces = regexp.MustCompile(` +`)
)

// settled returns a report without what differs from run to run.
func settled(report string) string {
	lines := strings.Split(times.ReplaceAllString(report, "T"), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimSpace(spaces.ReplaceAllString(l, " "))
	}
	return strings.Join(lines, "\n")
}

// One program under several frameworks' rules, result by result.
func TestCompareFrontends(t *testing.T) {
	x := save(t, filepath.Join(t.TempDir(), "x.npy"), "")
	page := filepath.Join(t.TempDir(), "page.html")
	code, out, errOut := ivyCommand("", "compare", "--html", page, "--frontends", "numpy,anvil",
		"{'sum': x + x, 'float': x + 1.5, 'shapes': lambda: x + ivy.ones((3,)), 'number': 1.5}", "x="+x)
	require.Equal(t, 1, code, errOut)
	assert.Equal(t, `<expression>, against numpy

result framework shape dtype max abs max rel max ulp time
sum numpy (2,) int8 - - - T
sum anvil (2,) int8 0 0 0 T ok
float numpy (2,) float64 - - - T
float anvil (2,) float32*≠float64 0 0 0 T DIFFERS
shapes numpy - !ValueError - - - T
shapes anvil - !rlang_error≠!ValueError - - - T DIFFERS
number numpy () py:float - - - T
number anvil () py:float 0 0 0 T ok
shapes on numpy: <expression>:1:54: ivy: numpy.add on native: ValueError: shapes (2,) and (3,) do not broadcast
shapes on anvil: <expression>:1:54: ivy: anvil.nv_add: rlang_error: tensors that are no scalars must have the same shape, not [2] and [3]: use nv_broadcast_arrays
number on numpy: 1.5
number on anvil: 1.5

numpy on native: T, one run
anvil on native: T, one run
2 results differ
`, settled(out))
	html, err := os.ReadFile(page)
	require.NoError(t, err)
	for _, want := range []string{"<th>framework</th>", "float32*, want float64", "!rlang_error, want !ValueError", "<svg"} {
		assert.Contains(t, string(html), want)
	}

	// The whole program fails under one.
	code, out, _ = ivyCommand("", "compare", "--frontends", "numpy,anvil", "(x + ivy.ones((2, 2)), x)", "x="+x)
	assert.Equal(t, 1, code)
	assert.Contains(t, settled(out), "arr_0 anvil - !rlang_error≠float32")
	assert.Contains(t, settled(out), "arr_1 anvil - !rlang_error≠int8")
}
