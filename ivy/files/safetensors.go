package files

import (
	"cmp"
	"encoding/binary"
	"maps"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/goivy/goivy/ivy/dtype"
)

// The format, as its README and safetensors/src/tensor.rs have it: 8 bytes of
// length, a JSON header of that length, the data. The data is covered by the
// entries without holes or overlaps.

const (
	safetensorsHeaderMax = 100_000_000 // MAX_HEADER_SIZE
	safetensorsAlign     = 8
	metadataKey          = "__metadata__"
)

// safetensorsNames has the name of each dtype; complex128 has none.
var safetensorsNames = [dtype.Count]string{
	dtype.Bool:      "BOOL",
	dtype.Uint8:     "U8",
	dtype.Uint16:    "U16",
	dtype.Uint32:    "U32",
	dtype.Uint64:    "U64",
	dtype.Int8:      "I8",
	dtype.Int16:     "I16",
	dtype.Int32:     "I32",
	dtype.Int64:     "I64",
	dtype.BFloat16:  "BF16",
	dtype.Float16:   "F16",
	dtype.Float32:   "F32",
	dtype.Float64:   "F64",
	dtype.Complex64: "C64",
}

// safetensorsBits has the bits of an element of the types that the format has
// and we have not.
var safetensorsBits = map[string]uint64{
	"F4":          4,
	"F6_E2M3":     6,
	"F6_E3M2":     6,
	"F8_E5M2":     8,
	"F8_E4M3":     8,
	"F8_E8M0":     8,
	"F8_E4M3FNUZ": 8,
	"F8_E5M2FNUZ": 8,
}

func safetensorsDtype(name string) dtype.Dtype {
	for d := dtype.Bool; d < dtype.Count; d++ {
		if safetensorsNames[d] != "" && safetensorsNames[d] == name {
			return d
		}
	}
	return dtype.Invalid
}

func (f *File) openSafetensors() error {
	var head [8]byte
	if err := readFullAt(f.r, head[:min(f.size, 8)], 0); err != nil {
		return err
	}
	if f.size < 8 {
		return malformed(f.size, "the file ends in the header's length")
	}
	length := binary.LittleEndian.Uint64(head[:])
	if length > uint64(f.size-8) {
		return malformed(0, "header of %d bytes in a file of %d", length, f.size)
	}
	if length > safetensorsHeaderMax {
		return unsupported(0, "header of %d bytes, want at most %d", length, safetensorsHeaderMax)
	}
	text := make([]byte, length)
	if err := readFullAt(f.r, text, 8); err != nil {
		return err
	}
	if len(text) == 0 || text[0] != '{' {
		return malformed(8, "header does not begin with '{'")
	}
	if !utf8.Valid(text) {
		return malformed(8, "header is not UTF-8")
	}
	j := &jsonText{src: text, base: 8}
	begin := 8 + int64(length)
	var spans []span
	err := j.object(func(key string) error {
		if key == metadataKey {
			f.metadata = map[string]string{}
			return j.object(func(key string) (err error) {
				f.metadata[key], err = j.text()
				return err
			})
		}
		e, s, err := j.tensor(uint64(f.size - begin))
		if err != nil {
			return about("", key, err)
		}
		e.Name = key
		e.offset = begin + int64(s.begin)
		s.name = key
		spans = append(spans, s)
		f.add(e) // no key stands twice, see object
		return nil
	})
	if err != nil {
		return err
	}
	if j.space(); j.pos < len(text) {
		return j.errorf("%s after the header's end", j.found())
	}
	return covered(spans, begin, f.size)
}

// covered checks that the spans fill the file from the header's end to its own.
func covered(spans []span, begin, size int64) error {
	slices.SortFunc(spans, func(x, y span) int {
		return cmp.Or(cmp.Compare(x.begin, y.begin), cmp.Compare(x.end, y.end))
	})
	var end uint64
	for _, s := range spans {
		at := begin + int64(s.begin)
		if s.begin < end {
			return about("", s.name, malformed(at, "data overlaps that of another entry"))
		}
		if s.begin > end {
			return about("", s.name, malformed(at, "data of no entry before it, %d bytes", s.begin-end))
		}
		end = s.end
	}
	if rest := uint64(size-begin) - end; rest > 0 {
		return malformed(begin+int64(end), "%d bytes after the data of the last entry", rest)
	}
	return nil
}

// tensor takes what the header says of an entry, in a file with that many bytes of data.
func (j *jsonText) tensor(data uint64) (e entry, s span, err error) {
	var name string
	var offsets []uint64
	seen := map[string]bool{}
	at := j.base + int64(j.pos)
	e.Shape = []int{}
	err = j.object(func(key string) (err error) {
		seen[key] = true
		switch key {
		case "dtype":
			name, err = j.text()
			return err
		case "shape":
			return j.array(func() error {
				d, err := j.whole(math.MaxInt)
				e.Shape = append(e.Shape, int(d))
				return err
			})
		case "data_offsets":
			return j.array(func() error {
				if len(offsets) == 2 {
					return j.errorf("more than two offsets")
				}
				o, err := j.whole(data)
				offsets = append(offsets, o)
				return err
			})
		}
		return j.skip(jsonDepth) // the format's own library skips keys that it does not know, too
	})
	if err != nil {
		return e, s, err
	}
	for _, key := range []string{"dtype", "shape", "data_offsets"} {
		if !seen[key] {
			return e, s, malformed(at, "no %s", key)
		}
	}
	if len(offsets) != 2 || offsets[0] > offsets[1] {
		return e, s, malformed(at, "data_offsets %v, want a begin and an end", offsets)
	}
	s = span{begin: offsets[0], end: offsets[1]}
	e.size = int(s.end - s.begin)
	e.Dtype = safetensorsDtype(name)
	unit := uint64(e.Dtype.Size()) * 8 // bits of an element
	if !e.Dtype.IsValid() {
		e.err = unsupported(at, "dtype %s (want BOOL, U8 to U64, I8 to I64, BF16, F16, F32, F64 or C64)", clip(name))
		if unit = safetensorsBits[name]; unit == 0 {
			return e, s, nil // a type of the future, whose size is unknown
		}
	}
	e.layout = layout{width: e.Dtype.Size(), truth: e.Dtype == dtype.Bool}
	n, ok := volume(e.Shape, 1)
	if hi, total := bits.Mul64(uint64(n), unit); !ok || hi != 0 || total%8 != 0 || total/8 != s.end-s.begin {
		return e, s, malformed(at, "%d bytes for shape %v of dtype %s", s.end-s.begin, show(e.Shape), name)
	}
	if len(e.Shape) > MaxRank {
		e.Dtype, e.err = dtype.Invalid, unsupported(at, "rank %d, want at most %d", len(e.Shape), MaxRank)
	}
	return e, s, nil
}

// safetensorsName returns the name of a dtype to write.
func safetensorsName(d dtype.Dtype) (string, error) {
	if !d.IsValid() {
		return "", badValue("dtype %v", d)
	}
	if safetensorsNames[d] == "" {
		return "", unsupported(-1, ".safetensors has no dtype %v (write .npy or .npz, or cast to complex64)", d)
	}
	return safetensorsNames[d], nil
}

// safetensorsHead returns everything before the data, and the order in which
// the entries' data follow. The header names the entries in the order given;
// their data are ordered by descending size of an element, as the format's own
// library orders them, so that each begins at a multiple of that size.
func safetensorsHead(entries []Entry, sizes []int, metadata map[string]string) (head []byte, order []int, err error) {
	order = make([]int, len(entries))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, k int) int {
		return cmp.Compare(entries[k].Dtype.Size(), entries[i].Dtype.Size())
	})
	offsets := make([]int64, len(entries))
	var end int64
	for _, i := range order {
		offsets[i] = end
		if end += int64(sizes[i]); end < 0 {
			return nil, nil, badValue("data of more than 2⁶³ bytes in all")
		}
	}

	b := make([]byte, 8, 256)
	b = append(b, '{')
	if len(metadata) > 0 {
		b = append(b, `"`+metadataKey+`":{`...)
		for i, key := range slices.Sorted(maps.Keys(metadata)) {
			if i > 0 {
				b = append(b, ',')
			}
			if !utf8.ValidString(key) || !utf8.ValidString(metadata[key]) {
				return nil, nil, badValue("metadata %s is not UTF-8", clip(key))
			}
			b = appendJSON(b, key)
			b = append(b, ':')
			b = appendJSON(b, metadata[key])
		}
		b = append(b, '}')
		if len(entries) > 0 {
			b = append(b, ',')
		}
	}
	for i, e := range entries {
		name, err := safetensorsName(e.Dtype)
		if err != nil {
			return nil, nil, about("", e.Name, err)
		}
		if e.Name == metadataKey {
			return nil, nil, about("", e.Name, badValue("the format keeps this name for metadata"))
		}
		if i > 0 {
			b = append(b, ',')
		}
		b = appendJSON(b, e.Name)
		b = append(b, `:{"dtype":"`+name+`","shape":[`...)
		for k, d := range e.Shape {
			if k > 0 {
				b = append(b, ',')
			}
			b = strconv.AppendInt(b, int64(d), 10)
		}
		b = append(b, `],"data_offsets":[`...)
		b = strconv.AppendInt(b, offsets[i], 10)
		b = append(b, ',')
		b = strconv.AppendInt(b, offsets[i]+int64(sizes[i]), 10)
		b = append(b, `]}`...)
	}
	b = append(b, '}')
	for len(b)%safetensorsAlign != 0 {
		b = append(b, ' ')
	}
	if len(b)-8 > safetensorsHeaderMax {
		return nil, nil, unsupported(-1, "header of %d bytes, want at most %d (write several files)", len(b)-8, safetensorsHeaderMax)
	}
	binary.LittleEndian.PutUint64(b, uint64(len(b)-8))
	return b, order, nil
}
