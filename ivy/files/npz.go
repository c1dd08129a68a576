package files

import (
	"archive/zip"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// deflateMost is how far DEFLATE can shrink data at most: 1032 to 1, says zlib's
// technical note. What claims more is no deflated file.
const deflateMost = 1032

// zipEncrypted is the bit of a member's flags that says so, APPNOTE.TXT 4.4.4.
const zipEncrypted = 1

func (f *File) openNPZ() error {
	z, err := zip.NewReader(f.r, f.size)
	// Names are no paths here, so that one with ".." does no harm.
	if err != nil && !errors.Is(err, zip.ErrInsecurePath) {
		return zipError(err)
	}
	if err := f.disjoint(z.File); err != nil {
		return err
	}
	for _, m := range z.File {
		if strings.HasSuffix(m.Name, "/") && m.UncompressedSize64 == 0 {
			continue // a folder
		}
		name := strings.TrimSuffix(m.Name, ".npy")
		if !utf8.ValidString(name) {
			return unsupported(-1, "name %s is not UTF-8 (name the entries in UTF-8 when writing the archive)", clip(name))
		}
		e, err := openMember(m, name)
		if err != nil {
			return about("", name, err)
		}
		if !f.add(e) {
			return about("", name, malformed(-1, "entry twice in the archive"))
		}
	}
	return nil
}

// zipError is readError for the archive as a whole.
func zipError(err error) error {
	if errors.Is(err, zip.ErrFormat) {
		return &Error{Offset: -1, Kind: ErrFormat, Msg: "no zip archive, or a truncated one", Err: err}
	}
	return readError(err)
}

// disjoint checks that every member lies in the file and that no two share
// bytes, by which a small archive could inflate to any size.
func (f *File) disjoint(members []*zip.File) error {
	spans := make([]span, 0, len(members))
	for _, m := range members {
		at, err := m.DataOffset()
		if err != nil {
			return about("", m.Name, readError(err))
		}
		if at < 0 || at > f.size || m.CompressedSize64 > uint64(f.size-at) {
			return about("", m.Name, malformed(-1, "%d bytes at byte %d of a file of %d", m.CompressedSize64, at, f.size))
		}
		spans = append(spans, span{uint64(at), uint64(at) + m.CompressedSize64, m.Name})
	}
	slices.SortFunc(spans, func(x, y span) int { return cmp.Compare(x.begin, y.begin) })
	for i := 1; i < len(spans); i++ {
		// A local header of 30 bytes and the name precedes the data.
		if x, y := spans[i-1], spans[i]; x.end+30 > y.begin {
			return about("", y.name, malformed(int64(y.begin), "overlaps entry %s", clip(x.name)))
		}
	}
	return nil
}

// openMember reads the header of an archive's member.
func openMember(m *zip.File, name string) (entry, error) {
	refuse := func(err error) (entry, error) {
		return entry{Header: Header{Name: name, Shape: []int{}}, err: err}, nil
	}
	switch {
	case m.Flags&zipEncrypted != 0:
		return refuse(unsupported(-1, "encrypted"))
	case m.Method != zip.Store && m.Method != zip.Deflate:
		return refuse(unsupported(-1, "zip compression method %d, want stored (0) or deflated (8)", m.Method))
	case m.Method == zip.Store && m.UncompressedSize64 != m.CompressedSize64:
		return entry{}, malformed(-1, "stored, but of %d bytes and of %d", m.UncompressedSize64, m.CompressedSize64)
	case m.CompressedSize64 < m.UncompressedSize64/deflateMost:
		return entry{}, malformed(-1, "%d bytes cannot inflate to %d", m.CompressedSize64, m.UncompressedSize64)
	case !strings.HasSuffix(m.Name, ".npy"):
		return refuse(unsupported(-1, "no array (its name does not end in .npy)"))
	}
	r, err := m.Open()
	if err != nil {
		return entry{}, readError(err)
	}
	defer r.Close()
	h, err := readNPYHeader(r, int64(m.UncompressedSize64))
	if errors.Is(err, ErrUnsupported) {
		return refuse(err)
	}
	if err != nil {
		return entry{}, err
	}
	e := h.entry(name)
	e.member = m
	return e, nil
}

// readMember fills dst from the archive and checks that the member ends there
// and has the checksum that the archive says.
func (e *entry) readMember(dst []byte) error {
	r, err := e.member.Open()
	if err != nil {
		return err
	}
	defer r.Close()
	if _, err = io.CopyN(io.Discard, r, e.offset); err != nil {
		return err
	}
	if err = e.fill(dst, r); err != nil {
		return err
	}
	var more [1]byte
	switch n, err := io.ReadFull(r, more[:]); {
	case n > 0:
		return malformed(e.offset+int64(e.size), "goes on after its data")
	case errors.Is(err, zip.ErrChecksum):
		return &Error{Offset: -1, Kind: ErrFormat, Msg: fmt.Sprintf("data does not have the checksum %08x", e.member.CRC32), Err: err}
	case err != io.EOF:
		return err
	}
	return nil
}
