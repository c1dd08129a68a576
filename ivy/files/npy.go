package files

import (
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/goivy/goivy/ivy/dtype"
)

// The format is that of numpy.lib.format: the magic, two bytes of version, the
// header's length (2 bytes in version 1, 4 after), the header as the text of a
// Python dictionary, the data.

// npyHeaderMax bounds the header. That of an array whose dtype we have takes
// less than 2 KB; NumPy itself refuses more than 10,000 characters.
const npyHeaderMax = 64 << 10

// An npyHeader is an entry without its name and its place in the file.
type npyHeader struct {
	dtype   dtype.Dtype
	shape   []int
	layout  layout
	size    int   // bytes of the data
	begin   int64 // where the data begins, from the magic on
	problem error // of kind ErrUnsupported, or nil
}

func (f *File) openNPY() error {
	h, err := readNPYHeader(io.NewSectionReader(f.r, 0, f.size), f.size)
	if err != nil {
		return err
	}
	f.add(h.entry(""))
	return nil
}

func (h *npyHeader) entry(name string) entry {
	return entry{Header: Header{Name: name, Dtype: h.dtype, Shape: h.shape}, layout: h.layout, offset: h.begin, size: h.size, err: h.problem}
}

// readNPYHeader reads the header of a .npy file of that size and checks that
// header and data together have it.
func readNPYHeader(r io.Reader, size int64) (*npyHeader, error) {
	head := make([]byte, 12)
	begin := 10
	read := func(b []byte) error {
		if _, err := io.ReadFull(r, b); err != nil {
			return readError(err)
		}
		return nil
	}
	if err := read(head[:8]); err != nil {
		return nil, err
	}
	if string(head[:6]) != npyMagic {
		return nil, malformed(0, "no .npy file: begins with %q, want %q", head[:6], npyMagic)
	}
	version := head[6]
	if head[7] != 0 || version < 1 || version > 3 {
		return nil, unsupported(6, ".npy format version %d.%d, want 1.0, 2.0 or 3.0", head[6], head[7])
	}
	var length int64
	if version == 1 {
		if err := read(head[8:10]); err != nil {
			return nil, err
		}
		length = int64(binary.LittleEndian.Uint16(head[8:]))
	} else {
		if err := read(head[8:12]); err != nil {
			return nil, err
		}
		length = int64(binary.LittleEndian.Uint32(head[8:]))
		begin = 12
	}
	if length > size-int64(begin) {
		return nil, malformed(8, "header of %d bytes in a file of %d", length, size)
	}
	if length > npyHeaderMax {
		return nil, unsupported(8, "header of %d bytes, want at most %d", length, npyHeaderMax)
	}
	text := make([]byte, length)
	if err := read(text); err != nil {
		return nil, err
	}
	if version == 3 && !utf8.Valid(text) {
		return nil, malformed(int64(begin), "header is not UTF-8")
	}
	h, err := parseNPYHeader(text, int64(begin))
	if err != nil {
		return nil, err
	}
	h.begin = int64(begin) + length
	if h.problem != nil {
		return h, nil
	}
	var ok bool
	if h.size, ok = volume(h.shape, h.layout.width); !ok || int64(h.size) > size-h.begin {
		return nil, malformed(int64(begin), "shape %v of %v needs more data than the file's %d bytes", show(h.shape), h.dtype, size-h.begin)
	}
	if extra := size - h.begin - int64(h.size); extra > 0 {
		return nil, malformed(h.begin+int64(h.size), "%d bytes after the data (save several arrays as .npz, not one after another)", extra)
	}
	return h, nil
}

// parseNPYHeader reads the dictionary, which begins at byte base of the file.
func parseNPYHeader(text []byte, base int64) (*npyHeader, error) {
	l := &literal{src: text, base: base}
	h := &npyHeader{}
	var descr string // the type as it stands in the file
	var at int64     // and where
	plain, fortran := false, false
	seen := map[string]bool{}
	if err := l.want('{', "the header"); err != nil {
		return nil, err
	}
	for comma := true; !l.take('}'); comma = l.take(',') {
		if !comma {
			return nil, l.errorf("%s in the header, want a comma", l.found())
		}
		key, err := l.text()
		if err != nil {
			return nil, err
		}
		if seen[key] {
			return nil, l.errorf("key %s twice", clip(key))
		}
		seen[key] = true
		if err = l.want(':', "the header"); err != nil {
			return nil, err
		}
		c := l.space()
		start := l.pos
		switch key {
		case "descr":
			at = base + int64(start)
			if c == '[' || c == '(' {
				err = l.skip(literalDepth)
				descr = string(l.src[start:l.pos])
			} else {
				plain = true
				descr, err = l.text()
			}
		case "fortran_order":
			fortran, err = l.boolean()
		case "shape":
			h.shape, err = l.shape()
		default:
			err = l.errorf("key %s, want descr, fortran_order and shape", clip(key))
		}
		if err != nil {
			return nil, err
		}
	}
	if l.space(); l.pos < len(l.src) {
		return nil, l.errorf("%s after the header's end", l.found())
	}
	for _, key := range []string{"descr", "fortran_order", "shape"} {
		if !seen[key] {
			return nil, malformed(base, "header without key %q", key)
		}
	}
	if !plain {
		h.problem = unsupported(at, "structured dtype %s (save each field as an array of its own)", clip(descr))
		return h, nil
	}
	if h.problem = h.describe(descr, at); h.problem != nil {
		return h, nil
	}
	if len(h.shape) > MaxRank {
		h.dtype, h.problem = dtype.Invalid, unsupported(at, "rank %d, want at most %d", len(h.shape), MaxRank)
		return h, nil
	}
	if fortran {
		h.layout.fortran = fortranShape(h.shape)
	}
	return h, nil
}

// npyNames has the descr of each dtype without its byte order; bfloat16 has none.
var npyNames = [dtype.Count]string{
	dtype.Bool:       "b1",
	dtype.Uint8:      "u1",
	dtype.Uint16:     "u2",
	dtype.Uint32:     "u4",
	dtype.Uint64:     "u8",
	dtype.Int8:       "i1",
	dtype.Int16:      "i2",
	dtype.Int32:      "i4",
	dtype.Int64:      "i8",
	dtype.Float16:    "f2",
	dtype.Float32:    "f4",
	dtype.Float64:    "f8",
	dtype.Complex64:  "c8",
	dtype.Complex128: "c16",
}

// describe sets the dtype and the layout that a descr means.
func (h *npyHeader) describe(descr string, at int64) error {
	order, name := byte('='), descr
	if descr != "" && strings.IndexByte("<>|=", descr[0]) >= 0 {
		order, name = descr[0], descr[1:]
	}
	for d := dtype.Bool; d < dtype.Count; d++ {
		if npyNames[d] == "" || npyNames[d] != name {
			continue
		}
		h.dtype = d
		h.layout = layout{width: d.Size(), truth: d == dtype.Bool}
		// "=" and no sign at all are the order of the machine that reads, to NumPy;
		// a file must mean one thing everywhere, so here they are little-endian.
		if part := d.Component().Size(); order == '>' && part > 1 {
			h.layout.swap = part
		}
		return nil
	}
	return unsupported(at, "dtype %s%s", clip(descr), npyCure(name))
}

func npyCure(name string) string {
	switch {
	case name == "V2" || name == "bfloat16":
		return " (bfloat16 loses its name in .npy: save it as .safetensors, or as float32)"
	case name == "f16" || name == "f12" || name == "c32" || name == "c24":
		return " (a long double differs between machines: save it as float64 or complex128)"
	case name == "O" || name == "object":
		return " (objects are pickled Python, which is not run: save arrays of numbers)"
	case strings.HasPrefix(name, "M8") || strings.HasPrefix(name, "m8"):
		return " (save dates and times as int64: x.view('int64'))"
	case strings.HasPrefix(name, "U") || strings.HasPrefix(name, "S"):
		return " (strings are no numbers)"
	}
	return " (want bool, int8 to int64, uint8 to uint64, float16 to float64, complex64 or complex128)"
}

// npyDescr returns the descr to write.
func npyDescr(d dtype.Dtype) (string, error) {
	if !d.IsValid() {
		return "", badValue("dtype %v", d)
	}
	name := npyNames[d]
	if name == "" {
		return "", unsupported(-1, ".npy has no dtype %v (write .safetensors, or cast to float32)", d)
	}
	if d.Size() == 1 {
		return "|" + name, nil
	}
	return "<" + name, nil
}

// npyAlign is what NumPy aligns the data to; npyGrowth the width that it
// leaves for the first dimension, so that a file can grow in place.
const (
	npyAlign  = 64
	npyGrowth = 21
)

// npyHead returns everything before the data, byte for byte what NumPy writes.
func npyHead(h Header) ([]byte, error) {
	descr, err := npyDescr(h.Dtype)
	if err != nil {
		return nil, err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "{'descr': '%s', 'fortran_order': False, 'shape': (", descr)
	for i, d := range h.Shape {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.Itoa(d))
	}
	if len(h.Shape) == 1 {
		b.WriteByte(',')
	}
	b.WriteString("), }")
	if len(h.Shape) > 0 {
		b.WriteString(strings.Repeat(" ", npyGrowth-len(strconv.Itoa(h.Shape[0]))))
	}
	// NumPy pads by 1 to 64 bytes, never by none.
	length := 10 + b.Len() + 1
	b.WriteString(strings.Repeat(" ", npyAlign-length%npyAlign))
	b.WriteByte('\n')
	head := append([]byte(npyMagic), 1, 0)
	head = binary.LittleEndian.AppendUint16(head, uint16(b.Len()))
	return append(head, b.String()...), nil
}
