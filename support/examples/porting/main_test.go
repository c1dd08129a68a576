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
	// float32 float64
	// tensor([0.0900, 0.2447, 0.6652])
	// ivy: numpy.add: OverflowError: Python integer 300 out of bounds for int8, under the rule "numpy"
}

// The frontends' README shows what the program does.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("../../../frontends/README.md")
	require.NoError(t, err)
	source, err := os.ReadFile("main.go")
	require.NoError(t, err)
	_, body, ok := strings.Cut(string(source), "func main() {\n")
	require.True(t, ok)
	body, _, _ = strings.Cut(body, "\n}")
	assert.Contains(t, string(readme), strings.TrimPrefix(strings.ReplaceAll("\n"+body, "\n\t", "\n"), "\n"))
}
