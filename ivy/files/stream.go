package files

import (
	"bytes"
	"io"
	"io/fs"
)

// A Limit is asked before memory is taken: with the number of bytes that are needed
// then in all, and the least number of bytes that one of the arrays has. Its
// error ends the reading. nil allows everything.
type Limit func(memory, array int) error

func (l Limit) allows(memory, array int) error {
	if l == nil {
		return nil
	}
	return l(memory, array)
}

// OpenFS is [Open] of a file of fsys. A file that has no random access is read
// into memory, as [Read] does.
func OpenFS(fsys fs.FS, name string, limit Limit) (*File, error) {
	file, err := fsys.Open(name)
	if err != nil {
		return nil, openError(name, err)
	}
	f, err := openFile(name, file, limit)
	if err != nil {
		file.Close()
		return nil, err
	}
	f.closer = file
	return f, nil
}

func openFile(name string, file fs.File, limit Limit) (*File, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, openError(name, err)
	}
	if !info.Mode().IsRegular() {
		return nil, about(name, "", unsupported(-1, "not a regular file"))
	}
	if r, ok := file.(io.ReaderAt); ok {
		return sniffed(name, r, info.Size())
	}
	return read(name, file, limit)
}

// Read reads a file from r, whose format is that which the content shows. A
// reader that is an [io.ReaderAt] and an [io.Seeker] is read
// from where it stands, when entries are asked for: it has to stay open for as
// long as the File is used. Of any other, all is read into memory at once:
// limit is asked before that grows.
func Read(r io.Reader, limit Limit) (*File, error) {
	return read("", r, limit)
}

func read(path string, r io.Reader, limit Limit) (*File, error) {
	type seeker interface {
		io.ReaderAt
		io.Seeker
	}
	if s, ok := r.(seeker); ok {
		if at, err := s.Seek(0, io.SeekCurrent); err == nil {
			if end, err := s.Seek(0, io.SeekEnd); err == nil {
				return sniffed(path, io.NewSectionReader(s, at, max(end-at, 0)), max(end-at, 0))
			}
		}
	}
	s, err := spool(r, limit)
	if err != nil {
		return nil, about(path, "", err)
	}
	return sniffed(path, s, s.size)
}

// A spooled reader is all of a stream, in blocks that are not copied as it grows.
type spooled struct {
	blocks [][]byte // of spoolBlock bytes each, but for the last one
	size   int64
}

const spoolBlock = 1 << 20

// spool reads all of r.
func spool(r io.Reader, limit Limit) (*spooled, error) {
	s := &spooled{}
	for {
		if err := limit.allows(int(s.size)+spoolBlock, 0); err != nil {
			return nil, err
		}
		block, n := make([]byte, spoolBlock), 0
		for n < len(block) {
			k, err := r.Read(block[n:])
			n += k
			s.size += int64(k)
			if err == io.EOF {
				s.blocks = append(s.blocks, block[:n])
				return s, nil
			}
			if err != nil {
				return nil, &Error{Offset: s.size, Err: err}
			}
		}
		s.blocks = append(s.blocks, block)
	}
}

// ReadAt implements [io.ReaderAt].
func (s *spooled) ReadAt(p []byte, off int64) (n int, err error) {
	for n < len(p) && off < s.size {
		k := copy(p[n:], s.blocks[off/spoolBlock][off%spoolBlock:])
		n += k
		off += int64(k)
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// gzipMagic begins gzip's streams.
var gzipMagic = []byte{0x1f, 0x8b}

func isGzip(head []byte) bool { return bytes.HasPrefix(head, gzipMagic) }
