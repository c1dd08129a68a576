package files

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/goivy/goivy/ivy/dtype"
)

func TestRoundTrip(t *testing.T) {
	for format := NPY; format <= Safetensors; format++ {
		for d := dtype.Bool; d < dtype.Count; d++ {
			for _, compress := range []bool{false, true} {
				if !has(format, d) || compress && format != NPZ {
					continue
				}
				t.Run(fmt.Sprint(format, "/", d, "/", compress), func(t *testing.T) {
					var entries []Entry
					want := map[string][]byte{}
					for _, shape := range append(slices.Clone(shapes), []int{100, 333}) {
						name := fmt.Sprint("é", shape)
						if format == NPY {
							name = ""
						}
						e, data := sample(t, name, d, shape...)
						entries, want[name] = append(entries, e), data
						if format != NPY {
							continue
						}
						path := filepath.Join(t.TempDir(), "x.npy")
						require.NoError(t, Write(path, []Entry{e}, nil))
						checkFile(t, path, []Entry{e}, want)
					}
					if format == NPY {
						return
					}
					path := filepath.Join(t.TempDir(), "x."+format.String())
					require.NoError(t, Write(path, entries, &Options{Compress: compress}))
					checkFile(t, path, entries, want)
				})
			}
		}
	}
}

func checkFile(t *testing.T, path string, entries []Entry, want map[string][]byte) {
	t.Helper()
	f, err := Open(path)
	require.NoError(t, err)
	defer f.Close()
	for i, h := range f.Entries() {
		assert.Equal(t, entries[i].Header, h)
	}
	got := readAll(t, f)
	require.Len(t, got, len(want))
	for name, data := range want {
		assert.True(t, bytes.Equal(data, got[name]), name)
	}
}

// TestFortran compares with the definition: in Fortran order, element
// (i, j, k) stands at i + n*(j + m*k).
func TestFortran(t *testing.T) {
	long := scratchSize/8 + 3
	tests := []struct {
		dtype dtype.Dtype
		shape []int
	}{
		{dtype.Uint8, []int{3, 5}},
		{dtype.Bool, []int{2, 3, 2}},
		{dtype.Uint16, []int{4, 1, 5, 1, 3}},
		{dtype.Float32, []int{2, 2, 2, 2, 2, 2, 2}},
		{dtype.Complex64, []int{5, 7}},
		{dtype.Complex128, []int{3, 4, 5}},
		{dtype.Float64, []int{long, 3}},            // a fibre larger than the scratch
		{dtype.Float64, []int{scratchSize / 8, 3}}, // just as large
		{dtype.Float64, []int{2*long + 1, 2, 2}},
		{dtype.Float64, []int{3, long}},
		{dtype.Uint8, []int{1000, 700}}, // several fibres at a time, with a rest
		{dtype.Int16, []int{70, 90, 50}},
		{dtype.Complex128, []int{2, scratchSize/16 + 1, 2}},
		{dtype.Uint8, []int{1, 6, 1}},
		{dtype.Int16, []int{2, 0, 3}},
	}
	for _, tt := range tests {
		for _, order := range []string{"<", ">"} {
			t.Run(fmt.Sprint(tt.dtype, tt.shape, order), func(t *testing.T) {
				e, want := sample(t, "", tt.dtype, tt.shape...)
				w := tt.dtype.Size()
				file := make([]byte, len(want))
				index := make([]int, len(tt.shape))
				for n := range len(want) / w {
					at, step := 0, 1
					for axis, i := range index {
						at += i * step
						step *= tt.shape[axis]
					}
					copy(file[at*w:], want[n*w:(n+1)*w])
					for axis := len(index) - 1; axis >= 0; axis-- {
						if index[axis]++; index[axis] < tt.shape[axis] {
							break
						}
						index[axis] = 0
					}
				}
				if part := tt.dtype.Component().Size(); order == ">" {
					for i := 0; i < len(file); i += part {
						slices.Reverse(file[i : i+part])
					}
				}
				var shape string
				for _, d := range tt.shape {
					shape += fmt.Sprint(d, ",")
				}
				npy := rawNPY(1, fmt.Sprintf("{'descr': '%s%s', 'fortran_order': True, 'shape': (%s)}", order, npyNames[tt.dtype], shape), string(file))
				f, err := openBytes([]byte(npy), NPY)
				require.NoError(t, err)
				assert.Equal(t, e.Header, f.Entries()[0])
				assert.True(t, bytes.Equal(want, readAll(t, f)[""]))
			})
		}
	}
}

// TestProperty writes arrays of any names, shapes and dtypes and reads them back.
func TestProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		format := rapid.SampledFrom([]Format{NPZ, Safetensors}).Draw(t, "format")
		names := rapid.SliceOfNDistinct(rapid.StringMatching(`[^\x00\x{fffd}]{0,5}`), 0, 5, rapid.ID[string]).Draw(t, "names")
		var entries []Entry
		want := map[string][]byte{}
		for i, name := range names {
			d := rapid.SampledFrom(dtype.All.Dtypes()).Draw(t, "dtype")
			shape := rapid.SliceOfN(rapid.IntRange(0, 5), 0, 4).Draw(t, "shape")
			if !has(format, d) || name == metadataKey {
				continue
			}
			h := Header{name, d, shape}
			size, err := h.Size()
			require.NoError(t, err)
			data := pattern(d, size, byte(i))
			entries, want[name] = append(entries, Entry{h, bytes.NewReader(data)}), data
		}
		o := &Options{Compress: format == NPZ && rapid.Bool().Draw(t, "compress")}
		if format == Safetensors {
			o.Metadata = rapid.MapOf(rapid.String(), rapid.String()).Draw(t, "metadata")
		}
		var b bytes.Buffer
		require.NoError(t, Encode(&b, format, entries, o))
		f, err := openBytes(b.Bytes(), format)
		require.NoError(t, err)
		require.Len(t, f.Entries(), len(entries))
		if len(o.Metadata) > 0 {
			require.Equal(t, o.Metadata, f.Metadata())
		}
		for name, data := range want {
			got := make([]byte, len(data))
			require.NoError(t, f.ReadInto(name, got))
			require.Equal(t, data, got)
		}
	})
}

// TestAligned looks at where the data of a .safetensors file lies.
func TestAligned(t *testing.T) {
	var entries []Entry
	for d := dtype.Bool; d < dtype.Count; d++ {
		if has(Safetensors, d) {
			e, _ := sample(t, d.String(), d, 3)
			entries = append(entries, e)
		}
	}
	var b bytes.Buffer
	require.NoError(t, Encode(&b, Safetensors, entries, nil))
	f, err := openBytes(b.Bytes(), Safetensors)
	require.NoError(t, err)
	for i, e := range f.entries {
		assert.Equal(t, entries[i].Name, e.Name)
		assert.Zero(t, e.offset%int64(e.Dtype.Size()), e.Name)
	}
}

func TestOpen(t *testing.T) {
	e, _ := sample(t, "x", dtype.Int16, 2)
	encode := func(format Format) string {
		e.Data = bytes.NewReader(make([]byte, 4))
		var b bytes.Buffer
		require.NoError(t, Encode(&b, format, []Entry{e}, nil))
		return b.String()
	}
	tests := []struct {
		name, content string
		format        Format
		kind          error
	}{
		{"a.npy", encode(NPY), NPY, nil},
		{"a.NPZ", encode(NPZ), NPZ, nil},
		{"a.safetensors", encode(Safetensors), Safetensors, nil},
		{"npz.npy", encode(NPZ), NPZ, nil},
		{"npy.safetensors", encode(NPY), NPY, nil},
		{"safetensors.npz", encode(Safetensors), Safetensors, nil},
		{"npy", encode(NPY), NPY, nil},
		{"safetensors.bin", encode(Safetensors), Safetensors, nil},
		{"empty.npz", "PK\x05\x06" + string(make([]byte, 18)), NPZ, nil},
		{"nothing.npy", "", 0, ErrFormat},
		{"nothing", "", 0, ErrUnsupported},
		{"text.npz", "hello, world", 0, ErrFormat},
		{"text.safetensors", "hello, world", 0, ErrFormat},
		{"text.txt", "hello, world", 0, ErrUnsupported},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), tt.name)
			require.NoError(t, os.WriteFile(path, []byte(tt.content), 0o666))
			f, err := Open(path)
			if tt.kind != nil {
				assert.ErrorIs(t, err, tt.kind)
				var e *Error
				require.ErrorAs(t, err, &e)
				assert.Equal(t, path, e.Path)
				return
			}
			require.NoError(t, err)
			assert.Equal(t, tt.format, f.Format())
			assert.NoError(t, f.Close())
			assert.ErrorIs(t, f.Close(), fs.ErrClosed)
			if h := f.Entries(); len(h) > 0 {
				assert.ErrorIs(t, f.ReadInto(h[0].Name, make([]byte, 4)), fs.ErrClosed)
			}
		})
	}
	_, err := Open(filepath.Join(t.TempDir(), "none.npy"))
	assert.ErrorIs(t, err, fs.ErrNotExist)
	_, err = Open(t.TempDir())
	assert.ErrorIs(t, err, ErrUnsupported)
}

func TestLookup(t *testing.T) {
	e1, _ := sample(t, "weights", dtype.Float32, 2, 3)
	e2, _ := sample(t, "bias", dtype.Float32, 3)
	var b bytes.Buffer
	require.NoError(t, Encode(&b, NPZ, []Entry{e1, e2}, nil))
	f, err := openBytes(b.Bytes(), NPZ)
	require.NoError(t, err)

	_, err = f.Lookup("weight")
	assert.ErrorIs(t, err, ErrNotFound)
	assert.ErrorContains(t, err, `there are: "weights", "bias"`)
	assert.ErrorIs(t, f.ReadInto("weight", nil), ErrNotFound)
	for _, size := range []int{0, 23, 25} {
		err = f.ReadInto("weights", make([]byte, size))
		assert.ErrorIs(t, err, ErrValue)
		assert.ErrorContains(t, err, "want 24 for float32 of shape [2 3]")
	}

	var entries []Entry
	for i := range 10 {
		entries = append(entries, Entry{Header: Header{strings.Repeat("x", 60+i), dtype.Int8, []int{0}}})
	}
	for n, want := range map[int]string{0: "the file has none", 1: strings.Repeat("x", 60) + `")`, 10: `x"..., ...)`} {
		var b bytes.Buffer
		require.NoError(t, Encode(&b, Safetensors, entries[:n], nil))
		many, err := openBytes(b.Bytes(), Safetensors)
		require.NoError(t, err)
		_, err = many.Lookup("y")
		assert.ErrorContains(t, err, want)
	}
	single, err := openBytes([]byte(rawNPY(1, "{'descr': '|b1', 'fortran_order': False, 'shape': (0,)}", "")), NPY)
	require.NoError(t, err)
	_, err = single.Lookup("x")
	assert.ErrorIs(t, err, ErrNotFound)
	assert.ErrorContains(t, err, `is named ""`)

	f.Entries()[0].Shape[0] = 9
	h, err := f.Lookup("weights")
	require.NoError(t, err)
	h.Shape[1] = 9
	assert.Equal(t, []int{2, 3}, f.Entries()[0].Shape, "the headers handed out are the caller's own")
	assert.Nil(t, f.Metadata())
	assert.NoError(t, f.Close())
}

func TestSize(t *testing.T) {
	const large = int(^uint(0)>>1)/8 + 1
	tests := []struct {
		dtype dtype.Dtype
		shape []int
		size  int // -1: an error
	}{
		{dtype.Float32, nil, 4},
		{dtype.Complex128, []int{2, 3}, 96},
		{dtype.Bool, []int{0}, 0},
		{dtype.Uint8, []int{large * 7}, large * 7},
		{dtype.Float64, []int{large}, -1},
		{dtype.Float64, []int{large, 8}, -1},
		{dtype.Float64, []int{large, 8, 0}, -1},
		{dtype.Float64, []int{0, large}, -1},
		{dtype.Float64, []int{-1}, -1},
		{dtype.Float64, []int{0, -1}, -1},
		{dtype.Invalid, []int{1}, -1},
		{dtype.Count, []int{1}, -1},
	}
	for _, tt := range tests {
		size, err := Header{"", tt.dtype, tt.shape}.Size()
		if tt.size < 0 {
			assert.ErrorIs(t, err, ErrValue, tt)
			continue
		}
		assert.NoError(t, err, tt)
		assert.Equal(t, tt.size, size, tt)
	}
}

// TestConcurrent reads one file from many goroutines.
func TestConcurrent(t *testing.T) {
	for _, compress := range []bool{false, true} {
		var entries []Entry
		want := map[string][]byte{}
		for i := range 8 {
			name := fmt.Sprint(i)
			e, data := sample(t, name, dtype.Int32, 1000+i)
			entries, want[name] = append(entries, e), data
		}
		path := filepath.Join(t.TempDir(), "x.npz")
		require.NoError(t, Write(path, entries, &Options{Compress: compress}))
		f, err := Open(path)
		require.NoError(t, err)
		var wg sync.WaitGroup
		for range 4 {
			for name, data := range want {
				wg.Go(func() {
					got := make([]byte, len(data))
					assert.NoError(t, f.ReadInto(name, got))
					assert.True(t, bytes.Equal(data, got))
				})
			}
		}
		wg.Wait()
		require.NoError(t, f.Close())
	}
}

func TestError(t *testing.T) {
	tests := []struct {
		err  *Error
		want string
	}{
		{&Error{Offset: -1, Msg: "m"}, "files: m"},
		{&Error{Path: "p.npz", Entry: "e", Offset: 7, Msg: "m", Err: fs.ErrClosed}, `files: p.npz: entry "e": byte 7: m: file already closed`},
		{&Error{Path: "p", Offset: -1, Err: fs.ErrNotExist}, "files: p: file does not exist"},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, tt.err.Error())
	}
}

func TestFormatOf(t *testing.T) {
	for path, want := range map[string]Format{"a.npy": NPY, "a/b.c.NPZ": NPZ, "x.SafeTensors": Safetensors, "npy": 0, "": 0, "a.npy.gz": 0, "x.unknown": 0} {
		f, err := FormatOf(path)
		assert.Equal(t, want, f, path)
		if want == UnknownFormat {
			assert.ErrorIs(t, err, ErrUnsupported, path)
		} else {
			assert.NoError(t, err, path)
		}
	}
	assert.Equal(t, "safetensors", Safetensors.String())
	assert.Equal(t, "unknown", Format(99).String())
}

func BenchmarkRead(b *testing.B) {
	const n = 4 << 20
	data := make([]byte, n)
	for i := range n / 8 {
		binary.LittleEndian.PutUint64(data[i*8:], uint64(i))
	}
	for _, bb := range []struct{ name, header string }{
		{"plain", "{'descr': '<f8', 'fortran_order': False, 'shape': (512, 1024)}"},
		{"big-endian", "{'descr': '>f8', 'fortran_order': False, 'shape': (512, 1024)}"},
		{"fortran matrix", "{'descr': '<f8', 'fortran_order': True, 'shape': (512, 1024)}"},
		{"fortran cube", "{'descr': '<f8', 'fortran_order': True, 'shape': (64, 64, 128)}"},
		{"bool", "{'descr': '|b1', 'fortran_order': False, 'shape': (4194304,)}"},
	} {
		b.Run(bb.name, func(b *testing.B) {
			f, err := openBytes([]byte(rawNPY(1, bb.header, string(data))), NPY)
			require.NoError(b, err)
			dst := make([]byte, n)
			b.SetBytes(n)
			for b.Loop() {
				if err := f.ReadInto("", dst); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestMap(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.safetensors")
	rng := rand.New(rand.NewPCG(1, 2))
	data := make([]byte, 1<<20)
	for i := range data {
		data[i] = byte(rng.Uint32())
	}
	truths := make([]byte, 8)
	require.NoError(t, Write(path, []Entry{
		{Header{"a", dtype.Float32, []int{1 << 18}}, bytes.NewReader(data)},
		{Header{"odd", dtype.Uint8, []int{3}}, bytes.NewReader(data[:3])},
		{Header{"b", dtype.Float64, []int{2}}, bytes.NewReader(data[:16])}, // of which the size of "odd" tells the place
		{Header{"truths", dtype.Bool, []int{8}}, bytes.NewReader(truths)},
	}, nil))
	f, err := Open(path)
	require.NoError(t, err)
	defer f.Close()
	got, ok := f.Map("a")
	if !ok {
		t.Skip("no leases here, or not Linux")
	}
	assert.True(t, bytes.Equal(data, got))
	assert.Equal(t, len(data), cap(got))
	h, err := f.Lookup("b")
	require.NoError(t, err)
	n, err := h.Size()
	require.NoError(t, err)
	want := make([]byte, n)
	require.NoError(t, f.ReadInto("b", want))
	if got, ok := f.Map("b"); ok {
		assert.Equal(t, want, got)
	}
	for _, name := range []string{"truths", "none"} {
		_, ok = f.Map(name)
		assert.False(t, ok, name)
	}
	require.NoError(t, f.Close())
	require.NoError(t, os.Truncate(path, 0))
	assert.True(t, bytes.Equal(data, got))
}
