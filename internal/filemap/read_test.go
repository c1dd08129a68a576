package filemap

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRead: a file's bytes are the same whether it is mapped or not: small, large, open to write, and empty.
func TestRead(t *testing.T) {
	for name, want := range map[string][]byte{"empty": {}, "small": []byte("abc"), "large": bytes.Repeat([]byte("0123456789abcdef"), Least)} {
		path := filepath.Join(t.TempDir(), name)
		require.NoError(t, os.WriteFile(path, want, 0o600))
		for _, flag := range []int{os.O_RDONLY, os.O_RDWR} {
			file, err := os.OpenFile(path, flag, 0)
			require.NoError(t, err)
			got, err := Read(file)
			require.NoError(t, err, name)
			assert.True(t, bytes.Equal(got, want), "%s, opened with %d", name, flag)
			require.NoError(t, file.Close())
			_, err = Read(file)
			assert.ErrorIs(t, err, os.ErrClosed)
		}
	}
}
