//go:build linux || darwin

package files

import (
	"bytes"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy/dtype"
)

// TestFullDisk writes a file of 1 MiB over one of 10 bytes in a process that may write no file
// of more than 64 KiB: the system refuses the rest, as it does when a disk is full.
func TestFullDisk(t *testing.T) {
	if path := os.Getenv("IVY_TEST_FULL_DISK"); path != "" {
		signal.Ignore(syscall.SIGXFSZ) // writes are errors then
		require.NoError(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 64 << 10, Max: 64 << 10}))
		e := Entry{Header{"", dtype.Uint8, []int{1 << 20}}, bytes.NewReader(make([]byte, 1<<20))}
		err := Write(path, []Entry{e}, nil)
		assert.ErrorIs(t, err, syscall.EFBIG)
		assert.ErrorContains(t, err, path)
		return
	}
	for format := NPY; format <= Safetensors; format++ {
		path := filepath.Join(t.TempDir(), "x."+format.String())
		e, data := sample(t, "", dtype.Uint8, 10)
		require.NoError(t, Write(path, []Entry{e}, nil))
		c := exec.Command(os.Args[0], "-test.run=^TestFullDisk$", "-test.v")
		c.Env = append(os.Environ(), "IVY_TEST_FULL_DISK="+path)
		out, err := c.CombinedOutput()
		require.NoError(t, err, "%s", out)
		assert.Contains(t, string(out), "--- PASS: TestFullDisk")
		checkFile(t, path, []Entry{e}, map[string][]byte{"": data})
		assert.Equal(t, []string{filepath.Base(path)}, names(t, filepath.Dir(path)))
	}
}
