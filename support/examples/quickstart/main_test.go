package main

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func Example() {
	main()
	// Output:
	// float64
	// [[1. 3.]
	//  [3. 5.]]
	// [[0.11920292 0.880797  ]
	//  [0.11920292 0.880797  ]]
	// [2. 3. 4.] [4. 6.]
	// [[  1. 100.]
	//  [  3.   4.]]
	// ivy: MatMul on native: matmul of shapes (2, 2) and (3, 2): 2 columns meet 3 rows
}

// The README shows this program and its output.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../../../README.md")
	require.NoError(t, err)
	source, err := os.ReadFile("main.go")
	require.NoError(t, err)
	_, body, ok := strings.Cut(string(source), "import (")
	require.True(t, ok)
	assert.Contains(t, string(readme), "import ("+strings.TrimRight(body, "\n"))
	self, err := os.ReadFile("main_test.go")
	require.NoError(t, err)
	_, out, ok := strings.Cut(string(self), "// Output:\n")
	require.True(t, ok)
	out, _, _ = strings.Cut(out, "\n}")
	var lines []string
	for _, l := range strings.Split(out, "\n") {
		lines = append(lines, strings.TrimPrefix(strings.TrimPrefix(l, "\t//"), " "))
	}
	assert.Contains(t, string(readme), strings.Join(lines, "\n"))
}
