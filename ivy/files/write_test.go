package files

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy/dtype"
)

func TestWriteRefuses(t *testing.T) {
	data := func(n int) io.Reader { return bytes.NewReader(make([]byte, n)) }
	one := func(name string, d dtype.Dtype, shape ...int) []Entry {
		return []Entry{{Header{name, d, shape}, data(16)}}
	}
	tests := []struct {
		name    string
		format  Format
		entries []Entry
		o       *Options
		kind    error
		msg     string
	}{
		{"bfloat16", NPY, one("", dtype.BFloat16, 8), nil, ErrUnsupported, "write .safetensors"},
		{"bfloat16", NPZ, one("x", dtype.BFloat16, 8), nil, ErrUnsupported, "write .safetensors"},
		{"complex128", Safetensors, one("x", dtype.Complex128), nil, ErrUnsupported, "write .npy"},
		{"no dtype", NPY, one("", dtype.Invalid, 1), nil, ErrValue, "dtype invalid"},
		{"no dtype", Safetensors, one("", dtype.Count, 1), nil, ErrValue, "dtype"},
		{"negative", NPY, one("", dtype.Int8, -16), nil, ErrValue, "shape [-16]"},
		{"overflow", NPZ, one("", dtype.Int64, 1<<31-1, 1<<31-1, 1<<31-1), nil, ErrValue, "no size"},
		{"rank 65", NPZ, one("", dtype.Complex128, append(ones[:MaxRank:MaxRank], 1)...), nil, ErrUnsupported, "rank 65"},
		{"no array", NPY, nil, nil, ErrValue, "0 arrays for .npy"},
		{"two arrays", NPY, append(one("", dtype.Int8, 16), one("b", dtype.Int8, 16)...), nil, ErrValue, "2 arrays for .npy"},
		{"name twice", NPZ, append(one("a", dtype.Int8, 16), one("a", dtype.Int8, 16)...), nil, ErrValue, "twice"},
		{"name not UTF-8", NPZ, one("\xff", dtype.Int8, 16), nil, ErrValue, "not UTF-8"},
		{"name not UTF-8", Safetensors, one("\xff", dtype.Int8, 16), nil, ErrValue, "not UTF-8"},
		{"name with a zero", NPZ, one("a\x00b", dtype.Int8, 16), nil, ErrValue, "zero byte"},
		{"name too long", NPZ, one(strings.Repeat("a", 1<<16-4), dtype.Int8, 16), nil, ErrValue, "at most 65531"},
		{"name of metadata", Safetensors, one("__metadata__", dtype.Int8, 16), nil, ErrValue, "metadata"},
		{"metadata not UTF-8", Safetensors, nil, &Options{Metadata: map[string]string{"a": "\xff"}}, ErrValue, "not UTF-8"},
		{"metadata", NPZ, nil, &Options{Metadata: map[string]string{"a": "b"}}, ErrValue, "write .safetensors"},
		{"compressed", NPY, one("", dtype.Int8, 16), &Options{Compress: true}, ErrValue, "write .npz"},
		{"compressed", Safetensors, one("", dtype.Int8, 16), &Options{Compress: true}, ErrValue, "write .npz"},
		{"no data", Safetensors, []Entry{{Header: Header{"x", dtype.Int8, []int{1}}}}, nil, ErrValue, "no data"},
		{"no format", UnknownFormat, nil, nil, ErrValue, "format 0"},
		{"no such format", 9, nil, nil, ErrValue, "format 9"},
		{"source too short", NPY, one("", dtype.Int8, 17), nil, ErrValue, "source of 16 bytes, want 17"},
		{"source too short", NPZ, one("", dtype.Bool, 17), nil, ErrValue, "source of 16 bytes, want 17"},
		{"source too long", Safetensors, one("", dtype.Int8, 15), nil, ErrValue, "more than the 15 bytes"},
		{"source too long", NPZ, []Entry{{Header{"x", dtype.Bool, []int{0}}, iotest.OneByteReader(data(1))}}, nil, ErrValue, "more than the 0 bytes"},
		{"source fails", NPZ, []Entry{{Header{"x", dtype.Int8, []int{4}}, iotest.ErrReader(fs.ErrPermission)}}, nil, fs.ErrPermission, "source"},
		{"source fails late", Safetensors, []Entry{{Header{"x", dtype.Int8, []int{17}}, iotest.TimeoutReader(iotest.OneByteReader(data(17)))}}, nil, iotest.ErrTimeout, "source"},
	}
	for _, tt := range tests {
		t.Run(tt.format.String()+"/"+tt.name, func(t *testing.T) {
			err := Encode(io.Discard, tt.format, tt.entries, tt.o)
			require.Error(t, err)
			assert.ErrorIs(t, err, tt.kind)
			assert.ErrorContains(t, err, tt.msg)
			var e *Error
			assert.ErrorAs(t, err, &e)
		})
	}
}

func TestNilData(t *testing.T) {
	for format := NPY; format <= Safetensors; format++ {
		var b bytes.Buffer
		require.NoError(t, Encode(&b, format, []Entry{{Header: Header{"x", dtype.Int8, []int{3, 0}}}}, nil))
		f, err := openBytes(b.Bytes(), format)
		require.NoError(t, err)
		assert.Equal(t, []int{3, 0}, f.Entries()[0].Shape)
	}
}

// TestBoolsNormalized writes bytes that no bool has.
func TestBoolsNormalized(t *testing.T) {
	data := bytes.Repeat([]byte{0, 1, 2, 255}, 50_000)
	want := bytes.Repeat([]byte{0, 1, 1, 1}, 50_000)
	given := bytes.Clone(data)
	for format := NPY; format <= Safetensors; format++ {
		var b bytes.Buffer
		e := Entry{Header{"", dtype.Bool, []int{len(data)}}, bytes.NewReader(data)}
		require.NoError(t, Encode(&b, format, []Entry{e}, nil))
		assert.Equal(t, 1, bytes.Count(b.Bytes(), want))
	}
	assert.True(t, bytes.Equal(given, data), "the source is not changed")

	file := rawSafetensors(`{"":{"dtype":"BOOL","shape":[4],"data_offsets":[0,4]}}`, "\x00\x01\x02\xff")
	f, err := openBytes([]byte(file), Safetensors)
	require.NoError(t, err)
	assert.Equal(t, []byte{0, 1, 1, 1}, readAll(t, f)[""])
}

// A full writer has room for so many bytes.
type full struct{ room int }

var errFull = errors.New("no room")

func (f *full) Write(p []byte) (int, error) {
	if len(p) > f.room {
		n := f.room
		f.room = 0
		return n, errFull
	}
	f.room -= len(p)
	return len(p), nil
}

// TestShortWrite has a writer fail at every byte.
func TestShortWrite(t *testing.T) {
	for format := NPY; format <= Safetensors; format++ {
		encode := func(w io.Writer) error {
			e, _ := sample(t, "x", dtype.Bool, 100)
			return Encode(w, format, []Entry{e}, nil)
		}
		var b bytes.Buffer
		require.NoError(t, encode(&b))
		for n := range b.Len() {
			err := encode(&full{n})
			require.ErrorIs(t, err, errFull, "%v after %d bytes", format, n)
			var e *Error
			require.ErrorAs(t, err, &e)
		}
		require.NoError(t, encode(&full{b.Len()}))
	}
	// More than the buffer, so that the failure comes while data is copied.
	for _, d := range []dtype.Dtype{dtype.Bool, dtype.Uint8} {
		e, _ := sample(t, "x", d, 1<<20)
		assert.ErrorIs(t, Encode(&full{300_000}, Safetensors, []Entry{e}, nil), errFull)
	}
}

func names(t *testing.T, dir string) (names []string) {
	t.Helper()
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, f := range files {
		names = append(names, f.Name())
	}
	return names
}

func TestWriteIsAtomic(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "x.npy")
	e, data := sample(t, "", dtype.Int32, 10)
	require.NoError(t, Write(path, []Entry{e}, nil))
	before, err := os.ReadFile(path)
	require.NoError(t, err)

	short := Entry{Header{"", dtype.Int32, []int{11}}, bytes.NewReader(data)}
	err = Write(path, []Entry{short}, nil)
	assert.ErrorIs(t, err, ErrValue)
	assert.ErrorContains(t, err, path)
	assert.Panics(t, func() {
		_ = Write(path, []Entry{{e.Header, iotest.NewReadLogger("", panicking{})}}, nil)
	})
	after, err := os.ReadFile(path)
	require.NoError(t, err)
	assert.Equal(t, before, after)
	assert.Equal(t, []string{"x.npy"}, names(t, dir))

	err = Write(filepath.Join(dir, "none", "x.npy"), []Entry{e}, nil)
	assert.ErrorIs(t, err, fs.ErrNotExist)
	assert.Error(t, Write(dir, []Entry{e}, &Options{Format: NPY}))
	assert.ErrorIs(t, Write(filepath.Join(dir, "x.bin"), []Entry{e}, nil), ErrUnsupported)
	assert.Equal(t, []string{"x.npy"}, names(t, dir))

	e, _ = sample(t, "", dtype.Int32, 10)
	require.NoError(t, Write(filepath.Join(dir, "x.bin"), []Entry{e}, &Options{Format: NPY}))
	after, err = os.ReadFile(filepath.Join(dir, "x.bin"))
	require.NoError(t, err)
	assert.Equal(t, before, after)
}

type panicking struct{}

func (panicking) Read([]byte) (int, error) { panic("source") }

func TestWriteKeeps(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no such permissions and links")
	}
	dir := t.TempDir()
	e := Entry{Header: Header{"", dtype.Int8, []int{0}}}
	plain := filepath.Join(dir, "plain.npy")
	require.NoError(t, Write(plain, []Entry{e}, nil))
	other, err := os.Create(filepath.Join(dir, "other"))
	require.NoError(t, err)
	defer other.Close()
	want, err := other.Stat()
	require.NoError(t, err)
	got, err := os.Stat(plain)
	require.NoError(t, err)
	assert.Equal(t, want.Mode(), got.Mode(), "a new file has the umask's permissions")

	private := filepath.Join(dir, "private.npy")
	require.NoError(t, os.WriteFile(private, nil, 0o600))
	link := filepath.Join(dir, "link.npy")
	require.NoError(t, os.Symlink("private.npy", link))
	require.NoError(t, Write(link, []Entry{e}, nil))
	got, err = os.Lstat(link)
	require.NoError(t, err)
	assert.NotZero(t, got.Mode()&fs.ModeSymlink, "the link is still one")
	got, err = os.Stat(private)
	require.NoError(t, err)
	assert.Equal(t, fs.FileMode(0o600), got.Mode())
	assert.NotZero(t, got.Size())

	if os.Getuid() != 0 { // whom permissions do not stop
		require.NoError(t, os.Chmod(private, 0o400))
		assert.ErrorIs(t, Write(private, []Entry{e}, nil), fs.ErrPermission)
	}
	if _, err := os.Stat(os.DevNull); err == nil {
		require.NoError(t, Write(os.DevNull, []Entry{e}, &Options{Format: NPY}))
		got, err = os.Stat(os.DevNull)
		require.NoError(t, err)
		assert.False(t, got.Mode().IsRegular())
		// Opening a device is refused with a cure, not read.
		_, err = Open(os.DevNull)
		assert.ErrorIs(t, err, ErrUnsupported)
	}
}

// TestWriteStreams writes an array larger than what may be allocated for it.
func TestWriteStreams(t *testing.T) {
	const size = 64 << 20
	for _, format := range []Format{NPY, NPZ, Safetensors} {
		e := Entry{Header{"", dtype.Uint8, []int{size}}, io.LimitReader(zeros{}, size)}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		require.NoError(t, Encode(io.Discard, format, []Entry{e}, nil))
		runtime.ReadMemStats(&after)
		assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(2<<20), format)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}
