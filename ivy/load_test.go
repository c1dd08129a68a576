package ivy_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/files"
)

func TestLoadErrors(t *testing.T) {
	dir := t.TempDir()
	two, none, broken, bad := filepath.Join(dir, "two.npz"), filepath.Join(dir, "none.safetensors"), filepath.Join(dir, "broken.npz"), filepath.Join(dir, "bad.npy")
	x := ivy.Arange(1000)
	require.NoError(t, ivy.SaveAll(two, map[string]*ivy.Array{"a": x, "b": x}, ivy.Compressed(true)))
	require.NoError(t, ivy.SaveAll(none, nil, ivy.Metadata{"k": "v"}))
	data, err := os.ReadFile(two)
	require.NoError(t, err)
	good := bytes.Clone(data)
	data[bytes.LastIndex(data, []byte("PK\x03\x04"))+100] ^= 0xff // in the second array
	require.NoError(t, os.WriteFile(broken, data, 0o600))
	require.NoError(t, os.WriteFile(bad, []byte("\x93NUMPY\x01\x00\x05"), 0o600))

	for _, tt := range []struct {
		path  string
		kinds []error
		msg   string
	}{
		{filepath.Join(dir, "missing.npy"), []error{ivy.ErrValue, fs.ErrNotExist}, "missing.npy: no such file"},
		{dir, []error{ivy.ErrUnsupported}, "not a regular file"},
		{bad, []error{ivy.ErrValue, files.ErrFormat}, "bad.npy"},
		{broken, []error{ivy.ErrValue, files.ErrFormat}, `entry "b"`},
		{two, []error{ivy.ErrValue}, "a file of 2 arrays, want one (take LoadAll"},
		{none, []error{ivy.ErrValue}, "a file of 0 arrays"},
	} {
		z, err := ivy.Load(tt.path)
		assert.Nil(t, z)
		if tt.path == broken {
			var all map[string]*ivy.Array
			all, err = ivy.LoadAll(tt.path)
			assert.Nil(t, all, "nothing is half loaded")
		}
		var e *ivy.Error
		require.ErrorAs(t, err, &e)
		assert.Contains(t, e.Op, "Load")
		for _, kind := range tt.kinds {
			assert.ErrorIs(t, err, kind)
		}
		assert.ErrorContains(t, err, tt.msg)
	}
	all, err := ivy.LoadAll(none)
	require.NoError(t, err)
	assert.Empty(t, all)

	e, err := ivy.NewEnv("")
	require.NoError(t, err)
	e.SetMaxBytes(1000)
	_, err = e.LoadAll(two)
	assert.ErrorIs(t, err, ivy.ErrValue)
	assert.ErrorContains(t, err, "the limit of 1000 bytes")
	_, err = e.ReadAll(iotest.OneByteReader(bytes.NewReader(good)))
	assert.ErrorContains(t, err, "the limit of 1000 bytes")
	_, err = e.ReadCSV(strings.NewReader("a\n"+strings.Repeat("1\n", 1_000_000)), nil)
	assert.ErrorContains(t, err, "the limit of 1000 bytes")
	_, err = e.ReadImage(imageOf(t, ivy.Zeros([]int{100, 100, 3}, ivy.Uint8)))
	assert.ErrorContains(t, err, "the limit of 1000 bytes")
}

// A limit is one of arrays, and not of what is read to make them.
func TestLoadWithinLimit(t *testing.T) {
	e, err := ivy.NewEnv("")
	require.NoError(t, err)
	e.SetMaxBytes(1000)
	small := ivy.Arange(250)
	var b bytes.Buffer
	require.NoError(t, ivy.WriteAll(&b, ivy.NPZ, map[string]*ivy.Array{"a": small, "b": small}))
	all, err := e.ReadAll(iotest.HalfReader(&b))
	require.NoError(t, err)
	assert.Len(t, all, 2)
	_, err = e.ReadCSV(strings.NewReader("a,b\n"+strings.Repeat("1,"+strings.Repeat("x", 10_000)+"\n", 200)), &ivy.CSVOptions{Columns: []string{"a"}})
	require.NoError(t, err)
	_, err = e.ReadImage(imageOf(t, ivy.Zeros([]int{10, 10, 3}, ivy.Uint8)))
	require.NoError(t, err)
	_, err = e.ReadImage(imageOf(t, ivy.Zeros([]int{20, 20, 3}, ivy.Uint8)))
	assert.ErrorContains(t, err, "the limit of 1000 bytes")
}

func imageOf(t *testing.T, x *ivy.Array) io.Reader {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, ivy.WriteImage(&b, x, &ivy.ImageOptions{Format: "png"}))
	return &b
}

func TestSaveErrors(t *testing.T) {
	dir := t.TempDir()
	x := ivy.Arange(3)
	for op, err := range map[string]error{
		"extension": ivy.Save(filepath.Join(dir, "x.bin"), x),
		"bfloat16":  ivy.Save(filepath.Join(dir, "x.npy"), ivy.Astype(x, ivy.BFloat16)),
		"image":     ivy.SaveImage(filepath.Join(dir, "x.gif"), x, nil),
		"float":     ivy.SaveImage(filepath.Join(dir, "x.png"), ivy.Ones([]int{2, 2}), nil),
		"alpha":     ivy.SaveImage(filepath.Join(dir, "x.jpg"), ivy.Zeros([]int{2, 2, 4}, ivy.Uint8), nil),
	} {
		assert.ErrorIs(t, err, ivy.ErrUnsupported, op)
	}
	for op, err := range map[string]error{
		"two":       ivy.SaveAll(filepath.Join(dir, "x.npy"), map[string]*ivy.Array{"a": x, "b": x}),
		"metadata":  ivy.Save(filepath.Join(dir, "x.npz"), x, ivy.Metadata{"a": "b"}),
		"folder":    ivy.Save(filepath.Join(dir, "none", "x.npy"), x),
		"no format": ivy.Write(io.Discard, 0, x),
		"lengths":   ivy.WriteCSV(io.Discard, &ivy.Table{Names: []string{"a", "b"}, Columns: []*ivy.Array{x, ivy.Arange(2)}}, nil),
		"no column": ivy.WriteCSV(io.Discard, &ivy.Table{}, nil),
		"no table":  ivy.WriteCSV(io.Discard, nil, nil),
		"names":     ivy.WriteCSV(io.Discard, &ivy.Table{Names: []string{"a"}}, nil),
		"twice":     ivy.SaveCSV(filepath.Join(dir, "x.csv"), &ivy.Table{Names: []string{"a", "a"}, Columns: []*ivy.Array{x, x}}, nil),
	} {
		assert.ErrorIs(t, err, ivy.ErrValue, op)
	}
	rank := ivy.Try(func() { ivy.NewTable(ivy.Zeros([]int{1, 2, 3})) })
	assert.ErrorIs(t, rank, ivy.ErrShape)
	assert.ErrorIs(t, ivy.WriteCSV(io.Discard, &ivy.Table{Names: []string{"a"}, Columns: []*ivy.Array{ivy.Zeros([]int{1, 2})}}, nil), ivy.ErrShape)
	assert.ErrorIs(t, ivy.Try(func() { ivy.NewTable(x, "a", "b") }), ivy.ErrValue)
	assert.ErrorIs(t, ivy.Try(func() { ivy.NewTable(x, "a").Column("b") }), ivy.ErrIndex)
	assert.ErrorIs(t, ivy.Try(func() { new(ivy.Table).Array() }), ivy.ErrValue)
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Empty(t, left)
}

func TestSaveOptions(t *testing.T) {
	dir := t.TempDir()
	x := ivy.Zeros([]int{1000})
	plain, small, named := filepath.Join(dir, "plain.npz"), filepath.Join(dir, "small.npz"), filepath.Join(dir, "checkpoint")
	require.NoError(t, ivy.Save(plain, x))
	require.NoError(t, ivy.Save(small, x, ivy.Compressed(true)))
	require.NoError(t, ivy.SaveAll(named, map[string]*ivy.Array{"w": x}, ivy.Safetensors, ivy.Metadata{"step": "7"}))
	for path, name := range map[string]string{plain: "arr_0", small: "arr_0", named: "w"} {
		all, err := ivy.LoadAll(path)
		require.NoError(t, err)
		assert.Equal(t, x.Shape(), all[name].Shape())
	}
	a, err := os.Stat(plain)
	require.NoError(t, err)
	b, err := os.Stat(small)
	require.NoError(t, err)
	assert.Less(t, b.Size(), a.Size()/4)
	f, err := files.Open(named)
	require.NoError(t, err)
	defer f.Close()
	assert.Equal(t, map[string]string{"step": "7"}, f.Metadata())
	w, err := ivy.LoadEntry(f, "w")
	require.NoError(t, err)
	assert.Equal(t, x.Bytes(), w.Bytes())
	_, err = ivy.LoadEntry(f, "v")
	assert.ErrorIs(t, err, files.ErrNotFound)
	entry, err := ivy.FileEntry("v", ivy.Arange(2))
	require.NoError(t, err)
	assert.Equal(t, files.Header{Name: "v", Dtype: ivy.Int32, Shape: []int{2}}, entry.Header)
}

// TestLoadFS reads from a file system, and from streams.
func TestLoadFS(t *testing.T) {
	x := ivy.Asarray([][]float32{{1, 2}, {3, 4}})
	var npz, csv, zipped bytes.Buffer
	require.NoError(t, ivy.WriteAll(&npz, ivy.NPZ, map[string]*ivy.Array{"x": x}))
	table := ivy.NewTable(x, "a", "b")
	require.NoError(t, ivy.WriteCSV(&csv, table, &ivy.CSVOptions{Comma: '\t'}))
	z := gzip.NewWriter(&zipped)
	_, err := z.Write(csv.Bytes())
	require.NoError(t, err)
	require.NoError(t, z.Close())
	var png bytes.Buffer
	_, err = io.Copy(&png, imageOf(t, ivy.Ones([]int{2, 2}, ivy.Uint8)))
	require.NoError(t, err)
	fsys := fstest.MapFS{"d/x.npz": {Data: npz.Bytes()}, "t.tsv": {Data: csv.Bytes()}, "t.tsv.gz": {Data: zipped.Bytes()}, "i.png": {Data: png.Bytes()}}

	one, err := ivy.LoadFS(fsys, "d/x.npz")
	require.NoError(t, err)
	assert.Equal(t, x.Bytes(), one.Bytes())
	all, err := ivy.LoadAllFS(fsys, "d/x.npz")
	require.NoError(t, err)
	assert.Equal(t, x.Bytes(), all["x"].Bytes())
	all, err = ivy.ReadAll(iotest.HalfReader(bytes.NewReader(npz.Bytes())))
	require.NoError(t, err)
	assert.Equal(t, x.Bytes(), all["x"].Bytes())
	for _, path := range []string{"t.tsv", "t.tsv.gz"} {
		got, err := ivy.LoadCSVFS(fsys, path, nil)
		require.NoError(t, err)
		assert.Equal(t, table.Names, got.Names)
		assert.Equal(t, x.Bytes(), got.Array().Bytes())
	}
	image, err := ivy.LoadImageFS(fsys, "i.png")
	require.NoError(t, err)
	assert.Equal(t, []int{2, 2, 1}, image.Shape())
	_, err = ivy.LoadImageFS(fsys, "j.png")
	assert.ErrorIs(t, err, fs.ErrNotExist)
	assert.EqualError(t, err, "ivy: LoadImageFS on native: files: j.png: file does not exist")
	_, err = ivy.LoadCSVFS(fsys, "j", nil)
	assert.ErrorIs(t, err, ivy.ErrValue)
}

func TestSaveCSV(t *testing.T) {
	dir := t.TempDir()
	table := &ivy.Table{Names: []string{"n", "x"}, Columns: []*ivy.Array{ivy.Arange(3), ivy.Asarray([]float64{0.5, 1e-9, 3})}}
	for _, name := range []string{"t.csv", "t.tsv", "t.csv.gz", "t.TSV.gz"} {
		path := filepath.Join(dir, name)
		require.NoError(t, ivy.SaveCSV(path, table, nil))
		got, err := ivy.LoadCSV(path, &ivy.CSVOptions{Dtypes: map[string]ivy.Dtype{"x": ivy.Float64}})
		require.NoError(t, err, name)
		assert.Equal(t, table.Columns[0].Bytes(), got.Column("n").Bytes())
		assert.Equal(t, table.Columns[1].Bytes(), got.Column("x").Bytes())
		assert.Equal(t, ivy.Float64, got.Array().Dtype())
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, strings.HasSuffix(name, ".gz"), text[0] == 0x1f, name)
	}
	text, err := os.ReadFile(filepath.Join(dir, "t.tsv"))
	require.NoError(t, err)
	assert.Equal(t, "n\tx\n0\t0.5\n1\t1e-9\n2\t3.0\n", string(text))
	_, err = ivy.LoadCSV(filepath.Join(dir, "t.csv"), &ivy.CSVOptions{Dtype: ivy.Int8})
	var e *files.Error
	require.True(t, errors.As(err, &e))
	assert.Equal(t, 2, e.Line)
	assert.Equal(t, 2, e.Column)
	assert.Equal(t, "x", e.Entry)
	assert.ErrorContains(t, err, `t.csv: line 2: column 2 ("x"): "0.5" in a column of int8`)

	// Dtypes follow the defaults of the Env.
	env, err := ivy.NewEnv("")
	require.NoError(t, err)
	env.SetDefaultFloatDtype(ivy.Float64)
	env.SetDefaultIntDtype(ivy.Int64)
	got, err := env.LoadCSV(filepath.Join(dir, "t.csv"), nil)
	require.NoError(t, err)
	assert.Equal(t, []ivy.Dtype{ivy.Int64, ivy.Float64}, []ivy.Dtype{got.Columns[0].Dtype(), got.Columns[1].Dtype()})
}

// mappable saves arrays of every dtype to a .safetensors file that is large enough to be mapped.
func mappable(t *testing.T) (path string, xs map[string]*ivy.Array) {
	xs = map[string]*ivy.Array{}
	for _, d := range ivy.AllDtypes() {
		if d != ivy.Complex128 { // which the format does not have
			xs[d.String()] = ivy.Reshape(ivy.Remainder(ivy.Arange(6000), 120), []int{60, 100}).Astype(d)
		}
	}
	xs["empty"], xs["number"] = ivy.Zeros([]int{0, 3}, ivy.Float32), ivy.Full([]int{}, 2.5)
	path = filepath.Join(t.TempDir(), "all.safetensors")
	require.NoError(t, ivy.SaveAll(path, xs))
	return path, xs
}

func TestMapped(t *testing.T) {
	path, want := mappable(t)
	before, err := os.ReadFile(path)
	require.NoError(t, err)
	same := func(got map[string]*ivy.Array) {
		t.Helper()
		require.Len(t, got, len(want))
		for name, x := range want {
			assert.Equal(t, x.Dtype(), got[name].Dtype(), name)
			assert.Equal(t, x.Shape(), got[name].Shape(), name)
			assert.Equal(t, x.Bytes(), got[name].Bytes(), name)
		}
	}
	load := func() map[string]*ivy.Array {
		t.Helper()
		got, err := ivy.LoadAll(path, ivy.Mapped(true))
		require.NoError(t, err)
		return got
	}
	same(load())

	// Writes of every kind are the array's own, and no other's of the file.
	out := ivy.Zeros([]int{60, 100}, ivy.Float32)
	add := ivy.Compile(func(x *ivy.Array) *ivy.Array { return ivy.Multiply(ivy.Add(x, 1), 2) })
	for name, write := range map[string]func(x *ivy.Array){
		"SetItem":  func(x *ivy.Array) { x.Set(7, 3) },
		"SetAt":    func(x *ivy.Array) { x.SetAt(7, 3, 4) },
		"IAdd":     func(x *ivy.Array) { x.IAdd(1) },
		"a view":   func(x *ivy.Array) { x.Row(2).IMultiply(2) },
		"reshaped": func(x *ivy.Array) { ivy.Reshape(x, []int{6000}).IAdd(1) },
		"Out":      func(x *ivy.Array) { ivy.Add(out, 1, ivy.Out(x)) },
		"CallInto": func(x *ivy.Array) { add.CallInto([]*ivy.Array{x}, x) },
		"DLPack":   func(x *ivy.Array) { x.DLPack().Data[5] = 9 },
		"Free":     func(x *ivy.Array) { x.Free() },
		"Tidy": func(x *ivy.Array) {
			ivy.Tidy(func(e *ivy.Env) *ivy.Array { e.Add(e.Asarray(x), 1); return e.Multiply(x, 2) })
		},
	} {
		x, other := load(), load()
		write(x["float32"])
		same(other)
		after, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.True(t, bytes.Equal(before, after), name)
		runtime.GC()
	}

	// And the file's are its own.
	kept := load()
	require.NoError(t, os.Truncate(path, 100))
	same(kept)
	_, err = ivy.LoadAll(path, ivy.Mapped(true))
	assert.ErrorIs(t, err, ivy.ErrValue)
	kept["float64"].IAdd(1)
	assert.True(t, ivy.All(ivy.Equal(kept["float64"], ivy.Add(want["float64"], 1))).Bool())
}

// TestMappedElsewhere is about what cannot be mapped, which is read.
func TestMappedElsewhere(t *testing.T) {
	dir := t.TempDir()
	x := ivy.Reshape(ivy.Arange(20_000, ivy.Float32), []int{200, 100})
	for name, write := range map[string]func(path string) error{
		"x.npy": func(path string) error { return ivy.Save(path, x) },
		"x.npz": func(path string) error { return ivy.Save(path, x) },
		"big.npy": func(path string) error { // big-endian
			var b bytes.Buffer
			if err := ivy.Write(&b, ivy.NPY, x); err != nil {
				return err
			}
			data := bytes.Replace(b.Bytes(), []byte("<f4"), []byte(">f4"), 1)
			for at := len(data) - 80_000; at < len(data); at += 4 {
				slices.Reverse(data[at : at+4])
			}
			return os.WriteFile(path, data, 0o600)
		},
		"unaligned.safetensors": func(path string) error {
			var b bytes.Buffer
			if err := ivy.Write(&b, ivy.Safetensors, x); err != nil {
				return err
			}
			data := b.Bytes() // with one space less, or more, after the header
			n := binary.LittleEndian.Uint64(data)
			moved := append(slices.Clone(data[:8+n]), ' ')
			binary.LittleEndian.PutUint64(moved, n+1)
			return os.WriteFile(path, append(moved, data[8+n:]...), 0o600)
		},
	} {
		path := filepath.Join(dir, name)
		require.NoError(t, write(path))
		got, err := ivy.Load(path, ivy.Mapped(true))
		require.NoError(t, err, name)
		assert.True(t, ivy.All(ivy.Equal(x, got)).Bool(), name)
		got.IAdd(1)
		assert.True(t, ivy.All(ivy.Equal(ivy.Add(x, 1), got)).Bool(), name)
	}
	writer, err := os.OpenFile(filepath.Join(dir, "x.npy"), os.O_RDWR, 0)
	require.NoError(t, err)
	defer writer.Close()
	got, err := ivy.Load(filepath.Join(dir, "x.npy"), ivy.Mapped(true))
	require.NoError(t, err)
	require.NoError(t, writer.Truncate(0)) // it has been read
	assert.True(t, ivy.All(ivy.Equal(x, got)).Bool())
}
