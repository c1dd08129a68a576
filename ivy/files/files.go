// Package files reads and writes arrays in the formats .npy, .npz and
// .safetensors. It knows dtypes, shapes and bytes, and no array type: data goes
// from the file straight into memory of the caller's and back.
//
//	f, err := files.Open("weights.npz")
//	if err != nil { ... }
//	defer f.Close()
//	h, err := f.Lookup("w") // checked against the file: safe to allocate
//	if err != nil { ... }
//	size, _ := h.Size()
//	data := make([]byte, size)
//	err = f.ReadInto("w", data)
//
// Data handed out and taken is little-endian, in C order (the last axis varies
// fastest) and without gaps, whatever the file has: big-endian and Fortran
// order are converted on the way. A bool is a byte, 0 or 1; a complex number
// its real part, then its imaginary part.
//
//	dtype        .npy, .npz   .safetensors
//	bool         |b1          BOOL
//	int8..64     |i1 <i8      I8..I64
//	uint8..64    |u1 <u8      U8..U64
//	bfloat16     -            BF16
//	float16..64  <f2 <f8      F16..F64
//	complex64    <c8          C64
//	complex128   <c16         -
//
// Files are not trusted. A header's sizes are checked against the file before
// anything of that size is allocated, nothing in a file is evaluated, and a
// file that is malformed anywhere in its headers is refused as a whole.
package files

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"maps"
	"math"
	"math/bits"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/goivy/goivy/internal/filemap"
	"github.com/goivy/goivy/ivy/dtype"
)

// MaxRank is the largest rank of an array, NumPy's own limit since version 2.
const MaxRank = 64

// A Format is a file format.
type Format uint8

// The formats.
const (
	UnknownFormat Format = iota
	NPY                  // NumPy's format of one array without a name
	NPZ                  // a zip archive of .npy files
	Safetensors          // named arrays behind a JSON header, and metadata
)

var formatNames = [...]string{"unknown", "npy", "npz", "safetensors"}

// String returns the format's name, which is its file name extension without the dot.
func (f Format) String() string {
	if int(f) >= len(formatNames) {
		return formatNames[UnknownFormat]
	}
	return formatNames[f]
}

// FormatOf returns the format that path's extension names, in either case. The
// error is of kind [ErrUnsupported].
func FormatOf(path string) (Format, error) {
	ext := strings.ToLower(strings.TrimPrefix(filepath.Ext(path), "."))
	for f := NPY; f <= Safetensors; f++ {
		if ext == f.String() {
			return f, nil
		}
	}
	e := unsupported(-1, "extension %q names no format (want .npy, .npz or .safetensors)", filepath.Ext(path))
	e.Path = path
	return UnknownFormat, e
}

// A Header is what a file says of one array.
type Header struct {
	Name  string
	Dtype dtype.Dtype // dtype.Invalid when the file's type is none of the fifteen
	Shape []int       // never negative; empty for a 0-d array
}

// Size returns the number of bytes of the array's data. The error, of kind
// [ErrValue], says that there is no such number: the dtype is none, a
// dimension is negative or the product of them is too large.
func (h Header) Size() (int, error) {
	if !h.Dtype.IsValid() {
		return 0, about("", h.Name, badValue("dtype %v has no size", h.Dtype))
	}
	n, ok := volume(h.Shape, h.Dtype.Size())
	if !ok {
		return 0, about("", h.Name, badValue("shape %v of %v has no size that fits memory", show(h.Shape), h.Dtype))
	}
	return n, nil
}

// volume returns the product of the dimensions and of unit. It is not ok when
// a dimension is negative or when the product overflows, zeros left aside: an
// array of shape (2⁶², 2⁶², 0) has no strides, so NumPy has no such array either.
func volume(shape []int, unit int) (n int, ok bool) {
	product, empty := uint64(unit), false
	for _, d := range shape {
		if d < 0 {
			return 0, false
		}
		if d == 0 {
			empty = true
			continue
		}
		hi, lo := bits.Mul64(product, uint64(d))
		if hi != 0 || lo > math.MaxInt {
			return 0, false
		}
		product = lo
	}
	if empty {
		return 0, true
	}
	return int(product), true
}

// An entry is an array in a file. Its data begins offset bytes into the file,
// or into the archive's member if there is one.
type entry struct {
	Header
	layout
	offset int64
	size   int
	member *zip.File
	err    error // why the entry cannot be read; the others can
}

// A span is the bytes of an entry's data, counted from the file's first byte or
// from the first after the header.
type span struct {
	begin, end uint64
	name       string
}

// A File is an open file of arrays. All methods but Close may be called from
// many goroutines at once.
type File struct {
	path     string
	format   Format
	r        readerAt
	size     int64
	closer   io.Closer
	entries  []entry
	index    map[string]int
	metadata map[string]string
	mapping  sync.Once
	mapped   []byte // the whole file, if it could be mapped
}

// Open opens the file at path and reads its headers, not its data. What the
// file begins with decides on its format; the extension is asked where that
// says nothing.
func Open(path string) (*File, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, openError(path, err)
	}
	f, err := open(path, file)
	if err != nil {
		file.Close()
		return nil, err
	}
	f.closer = file
	return f, nil
}

// openError keeps the path from standing twice in the message.
func openError(path string, err error) error {
	var pe *os.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return &Error{Path: path, Offset: -1, Err: err}
}

func open(path string, file *os.File) (*File, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, openError(path, err)
	}
	if !info.Mode().IsRegular() {
		return nil, about(path, "", unsupported(-1, "not a regular file (copy it into one: reading needs a size and random access)"))
	}
	return sniffed(path, file, info.Size())
}

// sniffed is newFile of the format that the content shows, or else the path.
func sniffed(path string, r io.ReaderAt, size int64) (*File, error) {
	format, err := sniff(readerAt{r}, size)
	if err != nil {
		return nil, about(path, "", err)
	}
	if format == UnknownFormat {
		if path == "" {
			return nil, unsupported(-1, "the content is none of .npy, .npz and .safetensors")
		}
		if format, err = FormatOf(path); err != nil {
			return nil, about(path, "", unsupported(-1, "neither the content nor the extension says .npy, .npz or .safetensors"))
		}
	}
	return newFile(path, r, size, format)
}

const (
	npyMagic      = "\x93NUMPY"
	zipMagic      = "PK\x03\x04"
	zipEmptyMagic = "PK\x05\x06"
)

// sniff returns the format that the first bytes show, or UnknownFormat.
func sniff(r io.ReaderAt, size int64) (Format, error) {
	head := make([]byte, min(size, 9))
	if err := readFullAt(r, head, 0); err != nil {
		return UnknownFormat, err
	}
	switch {
	case bytes.HasPrefix(head, []byte(npyMagic)):
		return NPY, nil
	// Before zip: "PK\x03\x04" could be a header's length, but then no "{" would follow the length in an archive.
	case len(head) == 9 && head[8] == '{' && binary.LittleEndian.Uint64(head) <= uint64(size-8):
		return Safetensors, nil
	case bytes.HasPrefix(head, []byte(zipMagic)), bytes.HasPrefix(head, []byte(zipEmptyMagic)):
		return NPZ, nil
	}
	return UnknownFormat, nil
}

// NewReader reads the headers of a file of that format and size. The caller
// keeps r open for as long as the File is used, and closes it.
func NewReader(r io.ReaderAt, size int64, format Format) (*File, error) {
	return newFile("", r, size, format)
}

func newFile(path string, r io.ReaderAt, size int64, format Format) (*File, error) {
	if size < 0 {
		return nil, about(path, "", badValue("negative size %d", size))
	}
	f := &File{path: path, format: format, r: readerAt{r}, size: size, index: map[string]int{}}
	var err error
	switch format {
	case NPY:
		err = f.openNPY()
	case NPZ:
		err = f.openNPZ()
	case Safetensors:
		err = f.openSafetensors()
	default:
		err = badValue("format %d is none", format)
	}
	if err != nil {
		return nil, about(path, "", err)
	}
	return f, nil
}

// add appends an entry. It is not ok when there is one of that name.
func (f *File) add(e entry) (ok bool) {
	if _, ok := f.index[e.Name]; ok {
		return false
	}
	f.index[e.Name] = len(f.entries)
	f.entries = append(f.entries, e)
	return true
}

// Format returns the file's format.
func (f *File) Format() Format { return f.format }

// Entries returns the headers in the file's order, those included that are of
// a type that cannot be read: their Dtype is dtype.Invalid. The one entry of a
// .npy file is named "", those of a .npz file are named without ".npy". The
// result is the caller's own.
func (f *File) Entries() []Header {
	hs := make([]Header, len(f.entries))
	for i := range f.entries {
		hs[i] = f.entries[i].header()
	}
	return hs
}

func (e *entry) header() Header {
	h := e.Header
	h.Shape = slices.Clone(h.Shape)
	return h
}

// Metadata returns the texts that a .safetensors file carries in addition to its
// arrays, nil when there are none. The result is the caller's own.
func (f *File) Metadata() map[string]string { return maps.Clone(f.metadata) }

// Lookup returns the header of the entry of that name. When it returns no
// error, the array can be read and its size has been checked against that of
// the file, so that memory for it may be allocated: data that is not
// compressed is in the file, compressed data can inflate to that size. The
// error is of kind [ErrNotFound], or of [ErrUnsupported] with a header that
// tells what is known.
func (f *File) Lookup(name string) (Header, error) {
	e, err := f.entry(name)
	if e == nil {
		return Header{}, err
	}
	return e.header(), err
}

func (f *File) entry(name string) (*entry, error) {
	i, ok := f.index[name]
	if !ok {
		return nil, &Error{Path: f.path, Entry: name, Offset: -1, Kind: ErrNotFound, Msg: f.names(name)}
	}
	e := &f.entries[i]
	if e.err != nil {
		return e, about(f.path, name, e.err)
	}
	return e, nil
}

// names tells a caller who asked for the wrong name what there is.
func (f *File) names(name string) string {
	if f.format == NPY {
		return `no such entry (the array of a .npy file is named "")`
	}
	names := make([]string, len(f.entries))
	for i := range f.entries {
		names[i] = f.entries[i].Name
	}
	return "no such entry" + among(names)
}

// among says which names there are.
func among(names []string) string {
	if len(names) == 0 {
		return " (the file has none)"
	}
	var b strings.Builder
	b.WriteString(" (there are: ")
	const most = 8
	for i, name := range names[:min(most, len(names))] {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(clip(name))
	}
	if len(names) > most {
		b.WriteString(", ...")
	}
	b.WriteString(")")
	return b.String()
}

// ReadInto reads the data of the entry of that name into dst, whose length is
// the header's Size. Nothing of the data's size is allocated: a conversion of
// Fortran order takes a buffer of at most 256 KiB, a deflated entry the tables
// of the decompressor. After an error, what dst holds is undefined.
func (f *File) ReadInto(name string, dst []byte) error {
	e, err := f.entry(name)
	if err != nil {
		return err
	}
	if len(dst) != e.size {
		return about(f.path, name, badValue("destination of %d bytes, want %d for %v of shape %v", len(dst), e.size, e.Dtype, show(e.Shape)))
	}
	if e.member != nil {
		err = e.readMember(dst)
	} else {
		err = f.read(e, dst)
	}
	if err != nil {
		return about(f.path, name, readError(err))
	}
	return nil
}

// Map returns the data of the entry of that name where it lies in the file, which is mapped into memory: it is to be read
// alone (a write to it ends the process), and stays what it is after Close, and if the file changes, is truncated or
// removed. ok is false where that cannot be had: of a file that [Open] has not opened, on systems other than Linux, on file
// systems without leases, where somebody has the file open to write, of files smaller than 64 KiB, and of data that is not
// little-endian, in C order and at a multiple of its component's size, or that may have bools other than 0 and 1. [File.ReadInto]
// has it then.
func (f *File) Map(name string) (data []byte, ok bool) {
	e, err := f.entry(name)
	if err != nil || e.member != nil || e.layout.swap != 0 || e.layout.truth || e.layout.fortran != nil || e.Dtype == dtype.Bool ||
		e.offset%int64(e.Dtype.Component().Size()) != 0 {
		return nil, false
	}
	f.mapping.Do(func() {
		if file, ok := f.closer.(*os.File); ok {
			f.mapped, _ = filemap.Map(file, f.size)
		}
	})
	if f.mapped == nil {
		return nil, false
	}
	end := e.offset + int64(e.size)
	return f.mapped[e.offset:end:end], true
}

// partSize is what a goroutine reads of a large entry: enough that starting it costs nothing in comparison. It
// is a multiple of every element's size.
const partSize = 4 << 20

// mostReaders is how many goroutines read: more do not make memory faster.
const mostReaders = 4

// read is ReadInto of an entry that is not compressed. Several goroutines read a large one of a file
// of the system's: most of the time is that of page faults in dst and of copying.
func (f *File) read(e *entry, dst []byte) error {
	readers := min(runtime.GOMAXPROCS(0), mostReaders, len(dst)/partSize)
	if _, ok := f.r.r.(*os.File); ok && readers >= 2 && e.fortran == nil {
		return f.readParts(e, dst, readers)
	}
	return e.fill(dst, io.NewSectionReader(f.r, e.offset, int64(len(dst))))
}

// readParts is read by so many goroutines.
func (f *File) readParts(e *entry, dst []byte, readers int) error {
	parts := (len(dst) + partSize - 1) / partSize
	errs := make([]error, parts)
	var next atomic.Int64
	var work sync.WaitGroup
	for range readers {
		work.Go(func() {
			for i := int(next.Add(1)) - 1; i < parts; i = int(next.Add(1)) - 1 {
				begin, end := i*partSize, min((i+1)*partSize, len(dst))
				errs[i] = e.fill(dst[begin:end], io.NewSectionReader(f.r, e.offset+int64(begin), int64(end-begin)))
			}
		})
	}
	work.Wait()
	for _, err := range errs { // the first in the file, and not the first in time
		if err != nil {
			return err
		}
	}
	return nil
}

// Close closes the file that Open opened; of a File of NewReader it does nothing.
func (f *File) Close() error {
	if f.closer == nil {
		return nil
	}
	if err := f.closer.Close(); err != nil {
		return openError(f.path, err)
	}
	return nil
}

// A readerAt marks the errors of the reader below, so that they can be told
// from those of a decoder above, which are the file's fault.
type readerAt struct{ r io.ReaderAt }

type systemError struct{ err error }

func (e *systemError) Error() string { return e.err.Error() }
func (e *systemError) Unwrap() error { return e.err }

func (r readerAt) ReadAt(p []byte, off int64) (int, error) {
	n, err := r.r.ReadAt(p, off)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		err = &systemError{err}
	}
	return n, err
}

func readFullAt(r io.ReaderAt, p []byte, off int64) error {
	n, err := r.ReadAt(p, off)
	if n == len(p) {
		return nil
	}
	if err == nil || err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return readError(err)
}

// readError turns what a read gave into an *Error: the system's fault or the file's.
func readError(err error) error {
	var own *Error
	var system *systemError
	switch {
	case errors.As(err, &own):
		return own
	case errors.As(err, &system):
		return &Error{Offset: -1, Err: system.err}
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return &Error{Offset: -1, Kind: ErrFormat, Msg: "the file ends too early", Err: io.ErrUnexpectedEOF}
	}
	return &Error{Offset: -1, Kind: ErrFormat, Err: err}
}
