package ivy

import (
	"bytes"
	"encoding/binary"
	"io"
	"io/fs"
	"maps"
	"slices"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/files"
	"github.com/goivy/goivy/ivy/shape"
)

// The functions that meet files return their errors, as SetBackend does. They are *Errors:
// of kind ErrUnsupported for what a format or the backend does not have, else of kind ErrValue.
// Package files' own errors, and those of the system, can be reached by errors.Is and
// errors.As: errors.Is(err, fs.ErrNotExist), errors.Is(err, files.ErrFormat).

// A FileFormat is a format of files of arrays, an option of [Save] and [SaveAll].
type FileFormat files.Format

// The formats, whose names are the extensions of files without the dot.
const (
	NPY         = FileFormat(files.NPY)         // one array without a name: NumPy's save
	NPZ         = FileFormat(files.NPZ)         // named arrays: NumPy's savez
	Safetensors = FileFormat(files.Safetensors) // named arrays and texts
)

// String returns the format's name.
func (f FileFormat) String() string { return files.Format(f).String() }

// Compressed deflates the arrays in a .npz file. Other formats have no compression.
type Compressed bool

// Metadata are texts that a .safetensors file carries in addition to its arrays. Other formats have no
// place for them.
type Metadata map[string]string

// A SaveOption changes how arrays are written: a [FileFormat], [Compressed] or [Metadata].
type SaveOption interface{ saveOption(o *files.Options) }

func (f FileFormat) saveOption(o *files.Options) { o.Format = files.Format(f) }
func (c Compressed) saveOption(o *files.Options) { o.Compress = bool(c) }
func (m Metadata) saveOption(o *files.Options)   { o.Metadata = m }

// Mapped has [Load] and [LoadAll] leave the elements where they are in the file, which is mapped into memory: the system reads
// what is used of them, when it is used. It asks for it where that can be had: on Linux, on the backend native, of .npy and
// .safetensors files of at least 64 KiB that lie on a file system with leases (fcntl(2)) and that nobody has open to write.
// Elsewhere, and for arrays whose elements the file has in another form, they are read as without it.
//
// The arrays are as others are, and the first write to one copies it. They keep their elements if the file changes, shrinks
// or is removed: who writes to the file waits for the moment in which it is copied into memory. A disk that fails is none of
// this: the system ends a process that reads a mapping of it.
type Mapped bool

// A LoadOption changes how arrays are loaded: [Mapped].
type LoadOption interface{ loadOption(o *loadOptions) }

type loadOptions struct{ mapped bool }

func (m Mapped) loadOption(o *loadOptions) { o.mapped = bool(m) }

func readLoadOptions(given []LoadOption) (o loadOptions) {
	for _, g := range given {
		if g != nil {
			g.loadOption(&o)
		}
	}
	return o
}

// fileCall is a call of op, whose error is an *Error of it.
func (e *Env) fileCall(op string, f func() error) (err error) {
	panicked := Try(func() {
		defer blame(op)
		err = f()
	})
	if panicked == nil && err != nil {
		panicked = wrap(op, e.now.Load().be, err)
	}
	return panicked
}

// fileLimit is what package files asks before it takes memory.
func (e *Env) fileLimit(memory, array int) error {
	if err := backend.CheckElements(memory, 1); err != nil {
		return err
	}
	return e.CheckSize(array, 1)
}

// Load returns the one array of a .npy, .npz or .safetensors file, on the current backend.
// What the file begins with tells its format. A file of several arrays is an error of kind
// ErrValue: [Env.LoadAll] returns them.
func (e *Env) Load(path string, o ...LoadOption) (*Array, error) {
	return e.loadOne("Load", readLoadOptions(o), func() (*files.File, error) { return files.Open(path) })
}

// LoadAll returns all arrays of a .npy, .npz or .safetensors file by their names, on the
// current backend. The one of a .npy file has the name "".
func (e *Env) LoadAll(path string, o ...LoadOption) (map[string]*Array, error) {
	return e.loadAll("LoadAll", readLoadOptions(o), func() (*files.File, error) { return files.Open(path) })
}

// LoadFS is [Env.Load] of a file of fsys.
func (e *Env) LoadFS(fsys fs.FS, path string) (*Array, error) {
	return e.loadOne("LoadFS", loadOptions{}, func() (*files.File, error) { return files.OpenFS(fsys, path, e.fileLimit) })
}

// LoadAllFS is [Env.LoadAll] of a file of fsys.
func (e *Env) LoadAllFS(fsys fs.FS, path string) (map[string]*Array, error) {
	return e.loadAll("LoadAllFS", loadOptions{}, func() (*files.File, error) { return files.OpenFS(fsys, path, e.fileLimit) })
}

// Read is [Env.Load] of what r has, up to its end. Unless r is an [io.ReaderAt] and an [io.Seeker],
// as files are, all of that is held in memory in addition to the array.
func (e *Env) Read(r io.Reader) (*Array, error) {
	return e.loadOne("Read", loadOptions{}, func() (*files.File, error) { return files.Read(r, e.fileLimit) })
}

// ReadAll is [Env.LoadAll] of what r has, up to its end; see [Env.Read].
func (e *Env) ReadAll(r io.Reader) (map[string]*Array, error) {
	return e.loadAll("ReadAll", loadOptions{}, func() (*files.File, error) { return files.Read(r, e.fileLimit) })
}

func (e *Env) loadOne(op string, o loadOptions, open func() (*files.File, error)) (z *Array, err error) {
	err = e.fileCall(op, func() error {
		f, err := open()
		if err != nil {
			return err
		}
		defer f.Close()
		entries := f.Entries()
		if len(entries) != 1 {
			return errorf(ErrValue, "a file of %d arrays, want one (take LoadAll, or ReadAll)", len(entries))
		}
		z, err = e.entry(f, entries[0].Name, o)
		return err
	})
	if err != nil {
		return nil, err
	}
	return z, nil
}

func (e *Env) loadAll(op string, o loadOptions, open func() (*files.File, error)) (zs map[string]*Array, err error) {
	err = e.fileCall(op, func() error {
		f, err := open()
		if err != nil {
			return err
		}
		defer f.Close()
		zs = map[string]*Array{}
		for _, h := range f.Entries() {
			if zs[h.Name], err = e.entry(f, h.Name, o); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return zs, nil
}

// LoadEntry returns the array of that name in an open file, on the current backend: one of
// many in a large file, say, of which the others are not read.
func (e *Env) LoadEntry(f *files.File, name string) (z *Array, err error) {
	err = e.fileCall("LoadEntry", func() error {
		z, err = e.entry(f, name, loadOptions{})
		return err
	})
	if err != nil {
		return nil, err
	}
	return z, nil
}

// entry is LoadEntry within another call.
func (e *Env) entry(f *files.File, name string, o loadOptions) (*Array, error) {
	h, err := f.Lookup(name)
	if err != nil {
		return nil, err
	}
	if o.mapped {
		if z, err := e.mapped(f, h); z != nil || err != nil {
			return z, err
		}
	}
	return e.fromFile(h, func(data []byte) error { return f.ReadInto(name, data) })
}

// mapped returns an array of the elements where they are in the file, or nil if that cannot be had.
func (e *Env) mapped(f *files.File, h files.Header) (*Array, error) {
	a, ok := e.now.Load().be.Backend.(backend.Allocator)
	if !ok || binary.NativeEndian.Uint16([]byte{1, 0}) != 1 {
		return nil, nil
	}
	data, ok := f.Map(h.Name)
	if !ok || len(data) == 0 {
		return nil, nil
	}
	z, _, err := e.ofHeader(h)
	if err != nil {
		return nil, err
	}
	z.buf = a.Adopt(e.spec(z), data, 0, shape.Strides(h.Shape))
	z.shares()
	return entered(z), nil
}

// ofHeader returns an array without elements as the header says, and their size in bytes.
func (e *Env) ofHeader(h files.Header) (z *Array, size int, err error) {
	be := e.now.Load().be
	if err := be.valid(h.Dtype); err != nil {
		return nil, 0, err
	}
	if err := shape.Check(h.Shape, h.Dtype.Size()); err != nil {
		return nil, 0, err
	}
	size = shape.Size(h.Shape) * h.Dtype.Size()
	if err := e.CheckSize(size, 1); err != nil {
		return nil, 0, err
	}
	z = newArray(e, be, h.Dtype)
	z.setShape(h.Shape)
	return z, size, nil
}

// fromElements returns an array of these elements, little-endian and in row-major order.
func (e *Env) fromElements(h files.Header, elements []byte) (*Array, error) {
	return e.fromFile(h, func(data []byte) error {
		copy(data, elements)
		return nil
	})
}

// fromFile returns an array whose elements read writes, little-endian and in row-major order.
func (e *Env) fromFile(h files.Header, read func(data []byte) error) (*Array, error) {
	z, size, err := e.ofHeader(h)
	if err != nil {
		return nil, err
	}
	be := z.be
	if a, ok := be.Backend.(backend.Allocator); ok { // the file's bytes go into the array's memory
		if z.buf, err = a.Allocate(e.spec(z)); err != nil {
			return nil, err
		}
		if data, ok := be.contiguous(z.buf, z.dtype, z.shape); ok {
			if err := read(data[:size:size]); err != nil {
				return nil, err
			}
			littleEndian(h.Dtype, data)
			return entered(z), nil
		}
	}
	data := newBytes(size)
	if err := read(data); err != nil {
		return nil, err
	}
	littleEndian(h.Dtype, data)
	if z.buf, err = be.FromHost(e.spec(z), data); err != nil {
		return nil, err
	}
	return entered(z), nil
}

// Save writes x to a file at path, which replaces one that is there when all of it is on the
// disk: after an error there is what there was before. The path's extension says the format,
// unless o does: .npy, or .npz or .safetensors, where the array has the name arr_0. Neither
// .npy nor .npz has bfloat16, and .safetensors has no complex128: errors of kind ErrUnsupported.
func Save(path string, x *Array, o ...SaveOption) error {
	return saved("Save", x, func(entries []files.Entry) error {
		return files.Write(path, entries, saveOptions(o))
	})
}

// SaveAll writes arrays by their names to a .npz or .safetensors file, in the order of their
// names, as [Save] does.
func SaveAll(path string, xs map[string]*Array, o ...SaveOption) error {
	return savedAll("SaveAll", xs, func(entries []files.Entry) error {
		return files.Write(path, entries, saveOptions(o))
	})
}

// Write is [Save] to w, in a format. After an error, w has got a part of the file or nothing.
func Write(w io.Writer, format FileFormat, x *Array, o ...SaveOption) error {
	return saved("Write", x, func(entries []files.Entry) error {
		return files.Encode(w, files.Format(format), entries, saveOptions(o))
	})
}

// WriteAll is [SaveAll] to w, in a format; see [Write].
func WriteAll(w io.Writer, format FileFormat, xs map[string]*Array, o ...SaveOption) error {
	return savedAll("WriteAll", xs, func(entries []files.Entry) error {
		return files.Encode(w, files.Format(format), entries, saveOptions(o))
	})
}

func saveOptions(given []SaveOption) *files.Options {
	o := &files.Options{}
	for _, g := range given {
		if g != nil {
			g.saveOption(o)
		}
	}
	return o
}

func saved(op string, x *Array, write func(entries []files.Entry) error) error {
	return x.home().fileCall(op, func() error {
		entry, err := fileEntry("arr_0", x)
		if err != nil {
			return err
		}
		return write([]files.Entry{entry})
	})
}

func savedAll(op string, xs map[string]*Array, write func(entries []files.Entry) error) error {
	return std.fileCall(op, func() error {
		entries := make([]files.Entry, 0, len(xs))
		for _, name := range slices.Sorted(maps.Keys(xs)) {
			entry, err := fileEntry(name, xs[name])
			if err != nil {
				return err
			}
			entries = append(entries, entry)
		}
		return write(entries)
	})
}

// FileEntry returns x as an entry of a file, for package files to write. x must not change
// until that is done. The error is of the kinds that [Array.Bytes] panics with.
func FileEntry(name string, x *Array) (entry files.Entry, err error) {
	err = x.home().fileCall("FileEntry", func() error {
		entry, err = fileEntry(name, x)
		return err
	})
	return entry, err
}

// fileEntry is FileEntry within another call.
func fileEntry(name string, x *Array) (files.Entry, error) {
	data, err := x.littleEndianElements()
	if err != nil {
		return files.Entry{}, err
	}
	h := files.Header{Name: name, Dtype: x.dtype, Shape: slices.Clone(x.shape)}
	return files.Entry{Header: h, Data: data}, nil
}

// elements are an array's, and keep the memory that they lie in.
type elements struct {
	*bytes.Reader
	buffer backend.Buffer
}

// littleEndianElements returns the elements in row-major order: those in the array's own memory, if
// they lie there so.
func (a *Array) littleEndianElements() (elements, error) {
	if err := a.savable(); err != nil {
		return elements{}, err
	}
	if binary.NativeEndian.Uint16([]byte{1, 0}) == 1 {
		b := a.buffer()
		if data, ok := a.be.contiguous(b, a.dtype, a.shape); ok {
			return elements{bytes.NewReader(data), b}, nil
		}
	}
	data, err := a.littleEndianBytes()
	if err != nil {
		return elements{}, err
	}
	return elements{bytes.NewReader(data), nil}, nil
}

// littleEndianBytes returns a copy of the elements in row-major order.
func (a *Array) littleEndianBytes() ([]byte, error) {
	if err := a.savable(); err != nil {
		return nil, err
	}
	data, err := a.bytes()
	if err != nil {
		return nil, err
	}
	littleEndian(a.dtype, data)
	return data, nil
}

// savable returns why the elements cannot be written to a file.
func (a *Array) savable() error {
	if err := a.usable(); err != nil {
		return err
	}
	if err := a.refuseTracked(); err != nil {
		return err
	}
	if a.be.abstract {
		return errAbstract
	}
	return nil
}
