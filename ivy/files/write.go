package files

import (
	"archive/zip"
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/goivy/goivy/ivy/dtype"
)

// An Entry is an array to write. Data yields as many bytes as the header's
// Size says, little-endian and in C order; it is read when its turn comes, not
// before, and may be nil where there are none. An [io.WriterTo], such as a
// bytes.Reader, is written without a copy.
type Entry struct {
	Header
	Data io.Reader
}

// Options change how a file is written. The zero value and nil are the defaults.
type Options struct {
	// Format is the format to write; by default it is that of the path's extension.
	Format Format
	// Compress deflates the arrays in a .npz file, as numpy.savez_compressed
	// does. Other formats have no compression.
	Compress bool
	// Metadata are texts to put into a .safetensors file. Other formats have no place for them.
	Metadata map[string]string
}

// Write writes the arrays to a file at path. It writes a temporary file in the
// same folder, which takes the path's place when all of it is on the disk: at
// no time is there half a file at path, and after an error there is what there
// was before. The file keeps the permissions of one that it replaces. Where
// path is a device or a pipe, it is written to directly.
//
// A .npy file has one array and drops its name. The error is an [*Error]: of
// kind [ErrUnsupported] for bfloat16 in .npy and .npz, for complex128 in
// .safetensors and for ranks above [MaxRank], of kind [ErrValue] for entries
// or options that do not fit together or the format.
func Write(path string, entries []Entry, o *Options) error {
	if o == nil {
		o = &Options{}
	}
	format := o.Format
	if format == UnknownFormat {
		var err error
		if format, err = FormatOf(path); err != nil {
			return err
		}
	}
	// Before anything is created: most errors are found here.
	p, err := newPlan(format, entries, o)
	if err != nil {
		return about(path, "", err)
	}
	return Replace(path, p.write)
}

// Replace gives path the content that write writes. It writes a temporary file
// in the same folder, which takes the path's place when all of it is on the
// disk: at no time is there half a file at path, and after an error there is
// what there was before. The file keeps the permissions of one that it
// replaces. Where path is a device or a pipe, it is written to directly. The
// error is an [*Error].
func Replace(path string, write func(w io.Writer) error) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return replace(path, 0, write)
	}
	if err != nil {
		return openError(path, err)
	}
	// Opened for its errors too: what may not be written may not be replaced.
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return openError(path, err)
	}
	if !info.Mode().IsRegular() {
		err := write(file)
		if cerr := file.Close(); err == nil && cerr != nil {
			return openError(path, cerr)
		}
		if err != nil {
			return about(path, "", systemFault(err))
		}
		return nil
	}
	if err := file.Close(); err != nil {
		return openError(path, err)
	}
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return openError(path, err)
	}
	return replace(target, info.Mode().Perm(), write)
}

// replace writes a temporary file and gives it the path's name. The
// permissions 0 are those of a new file.
func replace(path string, perm fs.FileMode, write func(w io.Writer) error) (err error) {
	file, err := createNextTo(path)
	if err != nil {
		return openError(path, err)
	}
	done := false
	defer func() {
		if !done { // also when a source panics
			file.Close()
			os.Remove(file.Name())
		}
	}()
	if err := write(file); err != nil {
		return about(path, "", systemFault(err))
	}
	if perm != 0 {
		if err := file.Chmod(perm); err != nil {
			return openError(path, err)
		}
	}
	// Without it, a crash after the rename can leave an empty file under the new name.
	if err := file.Sync(); err != nil {
		return openError(path, err)
	}
	if err := file.Close(); err != nil {
		return openError(path, err)
	}
	if err := os.Rename(file.Name(), path); err != nil {
		var le *os.LinkError
		if errors.As(err, &le) {
			err = le.Err
		}
		return openError(path, err)
	}
	done = true
	return nil
}

// systemFault drops the path from an error of the system, which is the temporary one.
func systemFault(err error) error {
	var pe *fs.PathError
	if !errors.As(err, new(*Error)) && errors.As(err, &pe) {
		return pe.Err
	}
	return err
}

// createNextTo creates a file with a unique name in path's folder. Unlike
// os.CreateTemp it leaves the permissions to the umask.
func createNextTo(path string) (*os.File, error) {
	for {
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".ivy-%016x.tmp", rand.Uint64()))
		file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			return file, err
		}
	}
}

// Encode writes the arrays to w in that format; o.Format is not asked. See
// [Write] for the errors. After an error, w has got a part of the file or nothing.
func Encode(w io.Writer, format Format, entries []Entry, o *Options) error {
	if o == nil {
		o = &Options{}
	}
	p, err := newPlan(format, entries, o)
	if err != nil {
		return err
	}
	return p.write(w)
}

// A plan is a file that has been found writable but for its data.
type plan struct {
	format   Format
	entries  []Entry
	sizes    []int
	heads    [][]byte // of the file, or of each entry of an archive
	order    []int    // of the data of .safetensors
	compress bool
}

func newPlan(format Format, entries []Entry, o *Options) (*plan, error) {
	p := &plan{format: format, entries: entries, compress: o.Compress}
	switch {
	case format < NPY || format > Safetensors:
		return nil, badValue("format %d is none", format)
	case o.Compress && format != NPZ:
		return nil, badValue(".%v has no compression (write .npz)", format)
	case len(o.Metadata) > 0 && format != Safetensors:
		return nil, badValue(".%v has no metadata (write .safetensors)", format)
	case format == NPY && len(entries) != 1:
		return nil, badValue("%d arrays for .npy, want 1 (write .npz)", len(entries))
	}
	seen := make(map[string]struct{}, len(entries))
	for _, e := range entries {
		size, err := check(e.Header, format)
		if err != nil {
			return nil, about("", e.Name, err)
		}
		if size > 0 && e.Data == nil {
			return nil, about("", e.Name, badValue("no data, want %d bytes", size))
		}
		if _, ok := seen[e.Name]; ok {
			return nil, about("", e.Name, badValue("name given twice"))
		}
		seen[e.Name] = struct{}{}
		p.sizes = append(p.sizes, size)
		if format != Safetensors {
			head, err := npyHead(e.Header)
			if err != nil {
				return nil, about("", e.Name, err)
			}
			p.heads = append(p.heads, head)
		}
	}
	if format == Safetensors {
		head, order, err := safetensorsHead(entries, p.sizes, o.Metadata)
		if err != nil {
			return nil, err
		}
		p.heads, p.order = [][]byte{head}, order
	}
	return p, nil
}

// check returns the size of an array that can be written.
func check(h Header, format Format) (int, error) {
	size, err := h.Size()
	if err != nil {
		return 0, err
	}
	if len(h.Shape) > MaxRank {
		return 0, unsupported(-1, "rank %d, want at most %d", len(h.Shape), MaxRank)
	}
	if format == NPY {
		return size, nil
	}
	if !utf8.ValidString(h.Name) {
		return 0, badValue("name is not UTF-8")
	}
	if format == NPZ {
		const most = 1<<16 - 1 - len(".npy") // the name's length is a uint16
		if len(h.Name) > most {
			return 0, badValue("name of %d bytes, want at most %d", len(h.Name), most)
		}
		if slices.Contains([]byte(h.Name), 0) {
			return 0, badValue("name with a zero byte, at which other readers of zip end it")
		}
	}
	return size, nil
}

func (p *plan) write(w io.Writer) error {
	b := bufio.NewWriterSize(w, 64<<10)
	c := &copier{buffer: make([]byte, 64<<10)}
	var err error
	switch p.format {
	case NPZ:
		err = p.writeNPZ(b, c)
	case NPY:
		_, err = b.Write(p.heads[0])
		if err == nil {
			err = c.copy(b, p.entries[0], p.sizes[0])
		}
	default:
		_, err = b.Write(p.heads[0])
		for _, i := range p.order {
			if err == nil {
				err = c.copy(b, p.entries[i], p.sizes[i])
			}
		}
	}
	if err == nil {
		err = b.Flush()
	}
	if err != nil {
		return about("", "", systemFault(err))
	}
	return nil
}

// epoch is the time of every archive's member, the first that zip can say, so
// that the same arrays make the same file. NumPy's members have it as well.
var epoch = time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)

func (p *plan) writeNPZ(w io.Writer, c *copier) error {
	z := zip.NewWriter(w)
	method := zip.Store
	if p.compress {
		method = zip.Deflate
	}
	for i, e := range p.entries {
		m, err := z.CreateHeader(&zip.FileHeader{Name: e.Name + ".npy", Method: method, Modified: epoch})
		if err != nil {
			return err
		}
		if _, err := m.Write(p.heads[i]); err != nil {
			return err
		}
		if err := c.copy(m, e, p.sizes[i]); err != nil {
			return err
		}
	}
	return z.Close()
}

// A copier carries the data of one entry after another to the file.
type copier struct {
	w      io.Writer
	left   int
	truth  bool
	failed error // of w, to be told from one of the source
	long   bool
	buffer []byte
	bools  []byte
}

var errLong = errors.New("source longer than its header says")

// Write passes p on if the entry has room for it.
func (c *copier) Write(p []byte) (n int, err error) {
	if len(p) > c.left {
		c.long = true
		return 0, errLong
	}
	if !c.truth {
		n, err = c.w.Write(p)
		c.left -= n
		c.failed = err
		return n, err
	}
	if c.bools == nil {
		c.bools = make([]byte, len(c.buffer))
	}
	for n < len(p) && err == nil {
		var k int
		part := c.bools[:copy(c.bools, p[n:])]
		normalize(part)
		k, err = c.w.Write(part)
		n += k
	}
	c.left -= n
	c.failed = err
	return n, err
}

func (c *copier) copy(w io.Writer, e Entry, size int) error {
	c.w, c.left, c.truth, c.failed, c.long = w, size, e.Dtype == dtype.Bool, nil, false
	if e.Data == nil {
		return nil
	}
	_, err := io.CopyBuffer(c, e.Data, c.buffer)
	switch {
	case c.failed != nil:
		return c.failed
	case c.long:
		return about("", e.Name, badValue("source of more than the %d bytes of %v of shape %v", size, e.Dtype, show(e.Shape)))
	case err != nil:
		return about("", e.Name, &Error{Offset: -1, Msg: "source", Err: err})
	case c.left > 0:
		return about("", e.Name, badValue("source of %d bytes, want %d for %v of shape %v", size-c.left, size, e.Dtype, show(e.Shape)))
	}
	return nil
}
