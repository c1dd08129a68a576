package files

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy/dtype"
)

// The schema of testdata, see support/oracle/gen_files.py.
type goldenFile struct {
	Versions map[string]string `json:"versions,omitempty"`
	Count    int               `json:"count"`
	Cases    []goldenCase      `json:"cases"`
}

type goldenCase struct {
	Name     string            `json:"name"`
	Format   string            `json:"format"`
	File     []byte            `json:"file"`
	Entries  []goldenEntry     `json:"entries"`
	Metadata map[string]string `json:"metadata,omitempty"`
	Same     bool              `json:"same,omitempty"`
}

type goldenEntry struct {
	Name        string `json:"name"`
	Dtype       string `json:"dtype,omitempty"`
	Shape       []int  `json:"shape"`
	Data        []byte `json:"data"`
	Sha256      string `json:"sha256,omitempty"`
	Unsupported bool   `json:"unsupported,omitempty"`
}

func (c *goldenCase) format(t testing.TB) Format {
	f, err := FormatOf("x." + c.Format)
	require.NoError(t, err)
	return f
}

func golden(t testing.TB, name string) []goldenCase {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	var g goldenFile
	require.NoError(t, json.Unmarshal(text, &g))
	require.NotZero(t, g.Count)
	require.Len(t, g.Cases, g.Count, "the file is not whole")
	return g.Cases
}

func openBytes(file []byte, format Format) (*File, error) {
	return NewReader(bytes.NewReader(file), int64(len(file)), format)
}

// readAll reads every entry that can be read.
func readAll(t testing.TB, f *File) map[string][]byte {
	t.Helper()
	data := map[string][]byte{}
	for _, h := range f.Entries() {
		if !h.Dtype.IsValid() {
			continue
		}
		size, err := h.Size()
		require.NoError(t, err)
		b := bytes.Repeat([]byte{0xa5}, size)
		require.NoError(t, f.ReadInto(h.Name, b))
		data[h.Name] = b
	}
	return data
}

// TestGolden reads what NumPy, ml_dtypes and safetensors wrote.
func TestGolden(t *testing.T) {
	for _, c := range golden(t, "golden.json") {
		t.Run(c.Name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "x."+c.Format)
			require.NoError(t, os.WriteFile(path, c.File, 0o666))
			f, err := Open(path)
			require.NoError(t, err)
			defer func() { assert.NoError(t, f.Close()) }()
			assert.Equal(t, c.format(t), f.Format())
			assert.Equal(t, c.Metadata, f.Metadata())
			headers := f.Entries()
			require.Len(t, headers, len(c.Entries))
			data := readAll(t, f)
			for i, e := range c.Entries {
				assert.Equal(t, e.Name, headers[i].Name)
				h, err := f.Lookup(e.Name)
				assert.Equal(t, headers[i], h)
				if e.Unsupported {
					assert.Equal(t, dtype.Invalid, h.Dtype)
					assert.ErrorIs(t, err, ErrUnsupported)
					assert.ErrorIs(t, f.ReadInto(e.Name, nil), ErrUnsupported)
					continue
				}
				require.NoError(t, err)
				assert.Equal(t, e.Dtype, h.Dtype.String())
				assert.Equal(t, append([]int{}, e.Shape...), h.Shape)
				if e.Sha256 != "" {
					sum := sha256.Sum256(data[e.Name])
					assert.Equal(t, e.Sha256, hex.EncodeToString(sum[:]))
				} else {
					assert.True(t, bytes.Equal(e.Data, data[e.Name]), "%s = %x, want %x", e.Name, data[e.Name], e.Data)
				}
			}
			if !c.Same {
				return
			}
			var entries []Entry
			for _, h := range headers {
				entries = append(entries, Entry{h, bytes.NewReader(data[h.Name])})
			}
			var b bytes.Buffer
			require.NoError(t, Encode(&b, f.Format(), entries, &Options{Metadata: c.Metadata}))
			assert.True(t, bytes.Equal(c.File, b.Bytes()), "wrote %q, want %q", b.Bytes(), c.File)
		})
	}
}

var writeGolden = flag.Bool("write-golden", false, "write testdata/written.json; check it with support/oracle/gen_files.py before keeping it")

// pattern returns n bytes of data that d can have, which differ from those of another seed.
func pattern(d dtype.Dtype, n int, seed byte) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(i*167+i>>8) ^ seed
		if d == dtype.Bool {
			b[i] &= 1
		}
	}
	return b
}

// sample returns an entry and its data.
func sample(t testing.TB, name string, d dtype.Dtype, shape ...int) (Entry, []byte) {
	t.Helper()
	h := Header{Name: name, Dtype: d, Shape: append([]int{}, shape...)}
	size, err := h.Size()
	require.NoError(t, err)
	data := pattern(d, size, byte(len(name)))
	return Entry{h, bytes.NewReader(data)}, data
}

func has(format Format, d dtype.Dtype) bool {
	if format == Safetensors {
		return d != dtype.Complex128
	}
	return d != dtype.BFloat16
}

var ones = func() (dims []int) {
	for range MaxRank {
		dims = append(dims, 1)
	}
	return dims
}()

var shapes = [][]int{{}, {0}, {1}, {7}, {2, 3}, {3, 0, 2}, {2, 1, 4, 3}, ones}

// written returns the files of testdata/written.json as the package writes them now.
func written(t testing.TB) []goldenCase {
	t.Helper()
	var cases []goldenCase
	add := func(name string, format Format, o *Options, entries []Entry, data [][]byte) {
		var b bytes.Buffer
		require.NoError(t, Encode(&b, format, entries, o))
		c := goldenCase{Name: name, Format: format.String(), File: b.Bytes(), Metadata: o.Metadata}
		for i, e := range entries {
			c.Entries = append(c.Entries, goldenEntry{Name: e.Name, Dtype: e.Dtype.String(), Shape: e.Shape, Data: data[i]})
		}
		cases = append(cases, c)
	}
	for format := NPY; format <= Safetensors; format++ {
		for d := dtype.Bool; d < dtype.Count; d++ {
			if !has(format, d) {
				continue
			}
			var entries []Entry
			var data [][]byte
			for _, shape := range shapes {
				// The names are of different lengths, which moves what follows.
				e, b := sample(t, "ключ"+string(bytes.Repeat([]byte("+"), len(entries))), d, shape...)
				if format == NPY {
					e.Name = ""
					add(format.String()+"/"+d.String(), format, &Options{}, []Entry{e}, [][]byte{b})
					continue
				}
				entries, data = append(entries, e), append(data, b)
			}
			if format != NPY {
				add(format.String()+"/"+d.String(), format, &Options{}, entries, data)
			}
		}
	}
	var entries []Entry
	var data [][]byte
	for d := dtype.Bool; d < dtype.Count; d++ {
		if has(Safetensors, d) {
			e, b := sample(t, d.String(), d, 3)
			entries, data = append(entries, e), append(data, b)
		}
	}
	add("safetensors/mixed", Safetensors, &Options{Metadata: map[string]string{"b": "\"\\\n\x00é", "a": ""}}, entries, data)
	add("npz/empty", NPZ, &Options{}, nil, nil)
	return cases
}

// TestWritten holds what we write to the bytes that NumPy and safetensors read
// back, each array equal, when they were recorded.
func TestWritten(t *testing.T) {
	now := written(t)
	if *writeGolden {
		text, err := json.MarshalIndent(goldenFile{Count: len(now), Cases: now}, "", "")
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join("testdata", "written.json"), append(text, '\n'), 0o666))
	}
	then := golden(t, "written.json")
	require.Len(t, now, len(then))
	for i, c := range then {
		assert.Equal(t, c.Name, now[i].Name)
		assert.True(t, bytes.Equal(c.File, now[i].File), "%s: wrote %q, want %q", c.Name, now[i].File, c.File)
	}
}
