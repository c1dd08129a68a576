package random

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// fusedOperation is a line of the compiler's listing with a fused operation of arm64, and the line of Go that it is of.
var fusedOperation = regexp.MustCompile(`\(([^()]*ivy/random[^()]*\.go):(\d+)\)\tFN?M(ADD|SUB)[SD]`)

// The compiler fuses a product and a sum only where the code says math.FMA: results would depend on the machine.
func TestNoOtherFusedOperations(t *testing.T) {
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("needs go")
	}
	cmd := exec.Command(goTool, "build", "-gcflags=-S", "./...")
	cmd.Env = append(os.Environ(), "GOARCH=arm64", "CGO_ENABLED=0", "GOFLAGS=")
	listing, err := cmd.CombinedOutput()
	require.NoError(t, err, "%.2000s", listing)
	found := 0
	files := map[string][]string{}
	lines := bufio.NewScanner(bytes.NewReader(listing))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		m := fusedOperation.FindStringSubmatch(lines.Text())
		if m == nil {
			continue
		}
		found++
		if files[m[1]] == nil {
			text, err := os.ReadFile(m[1])
			require.NoError(t, err)
			files[m[1]] = strings.Split(string(text), "\n")
		}
		n, err := strconv.Atoi(m[2])
		require.NoError(t, err)
		source := files[m[1]][n-1]
		assert.Contains(t, source, "math.FMA(", "%s:%d is fused: %s", filepath.Base(m[1]), n, strings.TrimSpace(source))
	}
	require.NoError(t, lines.Err())
	require.NotZero(t, found) // the listing is read as it is meant
}
