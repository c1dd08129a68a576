// Package readme has the test that a README shows a program as it is.
package readme

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// ShowsProgram fails unless the README at path shows main.go of the test's folder from its
// imports on.
func ShowsProgram(t *testing.T, path string) {
	t.Helper()
	_, program, ok := strings.Cut(read(t, "main.go"), "import (")
	require.True(t, ok)
	assert.Contains(t, read(t, path), "import ("+strings.TrimRight(program, "\n"))
}

// ShowsBody fails unless the README at path shows the body of main in main.go of the test's
// folder.
func ShowsBody(t *testing.T, path string) {
	t.Helper()
	_, body, ok := strings.Cut(read(t, "main.go"), "func main() {\n")
	require.True(t, ok)
	body, _, _ = strings.Cut(body, "\n}")
	assert.Contains(t, read(t, path), strings.TrimPrefix(strings.ReplaceAll("\n"+body, "\n\t", "\n"), "\n"))
}

// ShowsOutput fails unless the README at path shows what the Example in main_test.go of the
// test's folder prints.
func ShowsOutput(t *testing.T, path string) {
	t.Helper()
	_, out, ok := strings.Cut(read(t, "main_test.go"), "// Output:\n")
	require.True(t, ok)
	out, _, _ = strings.Cut(out, "\n}")
	var lines []string
	for l := range strings.SplitSeq(out, "\n") {
		lines = append(lines, strings.TrimPrefix(strings.TrimPrefix(l, "\t//"), " "))
	}
	assert.Contains(t, read(t, path), strings.Join(lines, "\n"))
}

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(text)
}
