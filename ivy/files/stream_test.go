package files

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy/dtype"
)

// encoded returns a file of each format with an array of n bytes, and these.
func encoded(t *testing.T, n int) (all map[Format][]byte, data []byte) {
	t.Helper()
	all = map[Format][]byte{}
	for format := NPY; format <= Safetensors; format++ {
		var e Entry
		e, data = sample(t, "", dtype.Uint8, n)
		var b bytes.Buffer
		require.NoError(t, Encode(&b, format, []Entry{e}, nil))
		all[format] = b.Bytes()
	}
	return all, data
}

func TestRead(t *testing.T) {
	files, data := encoded(t, 3*spoolBlock+5)
	for format, file := range files {
		path := filepath.Join(t.TempDir(), "x")
		require.NoError(t, os.WriteFile(path, append([]byte("before"), file...), 0o600))
		seekable, err := os.Open(path)
		require.NoError(t, err)
		defer seekable.Close()
		_, err = seekable.Seek(int64(len("before")), io.SeekStart)
		require.NoError(t, err)
		pipe, w := io.Pipe()
		go func() {
			_, err := w.Write(file)
			w.CloseWithError(err)
		}()
		for name, r := range map[string]io.Reader{
			"bytes":  bytes.NewReader(file),
			"file":   seekable,
			"pipe":   pipe,
			"halves": iotest.HalfReader(bytes.NewReader(file)),
			"end":    iotest.DataErrReader(bytes.NewReader(file)),
		} {
			f, err := Read(r, nil)
			require.NoError(t, err, name)
			assert.Equal(t, format, f.Format())
			got := make([]byte, len(data))
			require.NoError(t, f.ReadInto("", got), name)
			assert.True(t, bytes.Equal(data, got), name)
		}
		// Half a stream is an error, and not the file that it could be taken for.
		_, err = Read(io.MultiReader(bytes.NewReader(file), iotest.ErrReader(io.ErrUnexpectedEOF)), nil)
		assert.ErrorIs(t, err, io.ErrUnexpectedEOF)
		_, err = Read(iotest.HalfReader(bytes.NewReader(file)), func(n, _ int) error {
			if n > 2*spoolBlock {
				return errFull
			}
			return nil
		})
		assert.ErrorIs(t, err, errFull)
	}
	_, err := Read(bytes.NewReader([]byte("hello")), nil)
	assert.ErrorIs(t, err, ErrUnsupported)
}

func TestOpenFS(t *testing.T) {
	files, data := encoded(t, 100)
	for format, file := range files {
		fsys := fstest.MapFS{"d/x": {Data: file}}
		for name, fsys := range map[string]fs.FS{"random access": fsys, "a stream": streams{fsys}} {
			f, err := OpenFS(fsys, "d/x", nil)
			require.NoError(t, err, name)
			assert.Equal(t, format, f.Format())
			got := make([]byte, len(data))
			require.NoError(t, f.ReadInto("", got), name)
			assert.Equal(t, data, got)
			require.NoError(t, f.Close())
		}
		_, err := OpenFS(fsys, "d", nil)
		assert.ErrorIs(t, err, ErrUnsupported)
		_, err = OpenFS(fsys, "e", nil)
		assert.ErrorIs(t, err, fs.ErrNotExist)
		assert.Equal(t, "files: e: file does not exist", err.Error())
		_, err = OpenFS(streams{fsys}, "d/x", func(int, int) error { return errFull })
		assert.ErrorIs(t, err, errFull)
		_, err = OpenFS(fstest.MapFS{"x": {Data: []byte("hello")}}, "x", nil)
		assert.ErrorIs(t, err, ErrUnsupported)
		assert.ErrorContains(t, err, "files: x: ")
	}
}

// A streams has files without random access.
type streams struct{ fs.FS }

func (s streams) Open(name string) (fs.File, error) {
	f, err := s.FS.Open(name)
	if err != nil {
		return nil, err
	}
	return struct{ fs.File }{f}, nil
}

func TestReplace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	require.NoError(t, Replace(path, func(w io.Writer) error { _, err := io.WriteString(w, "old"); return err }))
	err := Replace(path, func(w io.Writer) error {
		_, _ = io.WriteString(w, "new")
		return errors.New("half way")
	})
	assert.EqualError(t, err, "files: "+path+": half way")
	got, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, "old", string(got))
	assert.Equal(t, []string{"x"}, names(t, filepath.Dir(path)))
}

// TestLargeEntries reads entries in parts, from files whose data is to be converted too.
func TestLargeEntries(t *testing.T) {
	for _, d := range []dtype.Dtype{dtype.Bool, dtype.Int16, dtype.Complex64} {
		n := (2*partSize + 12345) / d.Size()
		e, data := sample(t, "x", d, n)
		path := filepath.Join(t.TempDir(), "x.safetensors")
		require.NoError(t, Write(path, []Entry{e}, nil))
		f, err := Open(path)
		require.NoError(t, err)
		got := make([]byte, len(data))
		require.NoError(t, f.ReadInto("x", got))
		assert.True(t, bytes.Equal(data, got), d)

		require.NoError(t, os.Truncate(path, 5<<20)) // under the open file
		err = f.ReadInto("x", got)
		assert.ErrorIs(t, err, ErrFormat)
		assert.ErrorIs(t, err, io.ErrUnexpectedEOF)
		assert.ErrorContains(t, err, path)
		require.NoError(t, f.Close())
	}
	var b bytes.Buffer
	n := (2*partSize + 16) / 8
	b.WriteString("\x93NUMPY\x01\x00")
	head := fmt.Sprintf("{'descr': '>f8', 'fortran_order': False, 'shape': (%d,), }", n)
	head += strings.Repeat(" ", 117-len(head)) + "\n"
	b.Write([]byte{byte(len(head)), 0})
	b.WriteString(head)
	for i := range n {
		b.Write(binary.BigEndian.AppendUint64(nil, uint64(i)))
	}
	path := filepath.Join(t.TempDir(), "x.npy")
	require.NoError(t, os.WriteFile(path, b.Bytes(), 0o600))
	f, err := Open(path)
	require.NoError(t, err)
	defer f.Close()
	got := make([]byte, 8*n)
	require.NoError(t, f.ReadInto("", got))
	for i := range n {
		require.Equal(t, uint64(i), binary.LittleEndian.Uint64(got[8*i:]))
	}
}
