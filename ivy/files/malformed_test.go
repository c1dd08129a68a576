package files

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy/dtype"
)

// rawNPY is a .npy file of that version, header and data.
func rawNPY(version byte, header, data string) string {
	b := append([]byte(npyMagic), version, 0)
	if version == 1 {
		b = binary.LittleEndian.AppendUint16(b, uint16(len(header)))
	} else {
		b = binary.LittleEndian.AppendUint32(b, uint32(len(header)))
	}
	return string(b) + header + data
}

func rawSafetensors(header, data string) string {
	return string(binary.LittleEndian.AppendUint64(nil, uint64(len(header)))) + header + data
}

func deep(open, end string, n int) string {
	return strings.Repeat(open, n) + strings.Repeat(end, n)
}

// npyOf is a file of version 1 of NumPy's format.
func npyOf(header, data string) string { return rawNPY(1, header, data) }

// npyShaped is such a file of float32.
func npyShaped(shape, data string) string {
	return npyOf("{'descr': '<f4', 'fortran_order': False, 'shape': "+shape+"}", data)
}

const four = "\x00\x00\x00\x00"

// malformedFiles are files that must be refused when they are opened, and what is said of them.
var malformedFiles = []struct {
	name   string
	format Format
	file   string
	kind   error
	msg    string
}{
	{"empty", NPY, "", ErrFormat, "ends too early"},
	{"other magic", NPY, "\x93NUMPX\x01\x00\x00\x00", ErrFormat, "begins with"},
	{"version 0", NPY, "\x93NUMPY\x00\x00\x00\x00", ErrUnsupported, "version 0.0"},
	{"version 4", NPY, rawNPY(4, "{}", ""), ErrUnsupported, "version 4.0"},
	{"version 1.1", NPY, "\x93NUMPY\x01\x01\x00\x00", ErrUnsupported, "version 1.1"},
	{"header beyond the file", NPY, "\x93NUMPY\x01\x00\xff\xff{}", ErrFormat, "header of 65535 bytes"},
	{"header of 4 GB", NPY, "\x93NUMPY\x02\x00\xff\xff\xff\xff{}", ErrFormat, "header of 4294967295 bytes"},
	{"header too long", NPY, rawNPY(2, strings.Repeat(" ", npyHeaderMax+1), ""), ErrUnsupported, "at most 65536"},
	{"header empty", NPY, npyOf("", ""), ErrFormat, "end of header"},
	{"header no dictionary", NPY, npyOf("[]", ""), ErrFormat, `'[' in the header`},
	{"header without keys", NPY, npyOf("{}", ""), ErrFormat, `without key "descr"`},
	{"header not closed", NPY, npyOf("{'descr': '<f4'", ""), ErrFormat, "want a comma"},
	{"header without shape", NPY, npyOf("{'descr': '<f4', 'fortran_order': False}", ""), ErrFormat, `without key "shape"`},
	{"header with another key", NPY, npyOf("{'descr': '<f4', 'fortran_order': False, 'shape': (), 'x': 1}", four), ErrFormat, `key "x"`},
	{"header with a key twice", NPY, npyOf("{'shape': (), 'descr': '<f4', 'fortran_order': False, 'shape': ()}", four), ErrFormat, `key "shape" twice`},
	{"header goes on", NPY, npyOf("{'descr': '<f4', 'fortran_order': False, 'shape': ()} x", four), ErrFormat, "after the header's end"},
	{"header not UTF-8", NPY, rawNPY(3, "{'descr': '\xff', 'fortran_order': False, 'shape': ()}", four), ErrFormat, "not UTF-8"},
	{"header with a call", NPY, npyOf("{'descr': '<f4', 'fortran_order': bool(0), 'shape': ()}", four), ErrFormat, "want True or False"},
	{"comma missing", NPY, npyOf("{'descr': '<f4' 'fortran_order': False, 'shape': ()}", four), ErrFormat, "want a comma"},
	{"colon missing", NPY, npyOf("{'descr' '<f4', 'fortran_order': False, 'shape': ()}", four), ErrFormat, "want ':'"},
	{"key no string", NPY, npyOf("{1: '<f4'}", ""), ErrFormat, "want a string"},
	{"string without end", NPY, npyOf("{'descr", ""), ErrFormat, "without end"},
	{"string ends in a backslash", NPY, npyOf(`{'descr\`, ""), ErrFormat, "without end"},
	{"string with a line break", NPY, npyOf("{'des\ncr': 1}", ""), ErrFormat, "line break"},
	{"string with an unknown escape", NPY, npyOf(`{'\q': 1}`, ""), ErrFormat, "escape"},
	{"string with half an escape", NPY, npyOf(`{'\x4`, ""), ErrFormat, "escape"},
	{"string with no hex", NPY, npyOf(`{'\xzz': 1}`, ""), ErrFormat, "escape"},
	{"string with half a character", NPY, npyOf(`{'\ud800': 1}`, ""), ErrFormat, "no character"},
	{"string beyond Unicode", NPY, npyOf(`{'\Uffffffff': 1}`, ""), ErrFormat, "escape"},
	{"fortran_order a number", NPY, npyOf("{'descr': '<f4', 'fortran_order': 0, 'shape': ()}", four), ErrFormat, "want True or False"},
	{"descr a number", NPY, npyOf("{'descr': 4, 'fortran_order': False, 'shape': ()}", four), ErrFormat, "want a string"},
	{"descr without end", NPY, npyOf("{'descr': [('a', '<f4'), 'fortran_order': False, 'shape': ()}", four), ErrFormat, "want a comma"},
	{"descr too deep", NPY, npyOf("{'descr': "+deep("[", "]", 100)+", 'fortran_order': False, 'shape': ()}", four), ErrFormat, "too deep"},
	{"descr of bare words", NPY, npyOf("{'descr': [a], 'fortran_order': False, 'shape': ()}", four), ErrFormat, "want a literal"},
	{"descr with a sign alone", NPY, npyOf("{'descr': [-], 'fortran_order': False, 'shape': ()}", four), ErrFormat, "want a number"},
	{"shape a list", NPY, npyShaped("[1]", four), ErrFormat, "in the shape"},
	{"shape a number", NPY, npyShaped("1", four), ErrFormat, "in the shape"},
	{"shape no tuple", NPY, npyShaped("(1)", four), ErrFormat, "without a comma"},
	{"shape without commas", NPY, npyShaped("(1, 1 1)", four), ErrFormat, "want a comma"},
	{"shape not closed", NPY, npyShaped("(1, ", four), ErrFormat, "want a dimension"},
	{"shape of a comma", NPY, npyShaped("(,)", four), ErrFormat, "want a dimension"},
	{"shape negative", NPY, npyShaped("(-1,)", four), ErrFormat, "not negative"},
	{"shape of floats", NPY, npyShaped("(1.0,)", four), ErrFormat, "in a dimension"},
	{"shape of bools", NPY, npyShaped("(True,)", four), ErrFormat, "want a dimension"},
	{"shape in hex", NPY, npyShaped("(0x1,)", four), ErrFormat, "in a dimension"},
	{"shape with a leading zero", NPY, npyShaped("(01,)", four), ErrFormat, "leading zero"},
	{"shape beyond an int", NPY, npyShaped("(99999999999999999999,)", four), ErrFormat, "too large"},
	{"shape of 2^62", NPY, npyShaped("(4611686018427387904,)", four), ErrFormat, "needs more data"},
	{"shape whose product overflows to 1", NPY, npyShaped("(4294967296, 4294967296, 1)", four), ErrFormat, "needs more data"},
	{"shape whose bytes overflow to 0", NPY, npyShaped("(4611686018427387904, 4)", ""), ErrFormat, "needs more data"},
	{"shape of no strides", NPY, npyShaped("(4611686018427387904, 4, 0)", ""), ErrFormat, "needs more data"},
	{"shape larger than the data", NPY, npyShaped("(2,)", four), ErrFormat, "needs more data"},
	{"data longer than the shape", NPY, npyShaped("()", four+"x"), ErrFormat, "1 bytes after the data"},
	{"two arrays", NPY, strings.Repeat(npyShaped("()", four), 2), ErrFormat, "after the data"},

	{"zip empty", NPZ, "", ErrFormat, "no zip archive"},
	{"zip no archive", NPZ, "<html>", ErrFormat, "no zip archive"},

	{"length cut", Safetensors, "\x02\x00\x00", ErrFormat, "ends in the header's length"},
	{"length of 2^64-1", Safetensors, strings.Repeat("\xff", 8) + "{}", ErrFormat, "header of 18446744073709551615 bytes"},
	{"length beyond the file", Safetensors, "\x03\x00\x00\x00\x00\x00\x00\x00{}", ErrFormat, "header of 3 bytes"},
	{"length 0", Safetensors, rawSafetensors("", ""), ErrFormat, "begin with '{'"},
	{"begins with a space", Safetensors, rawSafetensors(" {}", ""), ErrFormat, "begin with '{'"},
	{"JSON not UTF-8", Safetensors, rawSafetensors("{\"\xff\":1}", ""), ErrFormat, "not UTF-8"},
	{"JSON not closed", Safetensors, rawSafetensors("{", ""), ErrFormat, "want a string"},
	{"JSON goes on", Safetensors, rawSafetensors("{}{}", ""), ErrFormat, "after the header's end"},
	{"JSON with zero bytes", Safetensors, rawSafetensors("{}\x00", ""), ErrFormat, "after the header's end"},
	{"JSON with a last comma", Safetensors, rawSafetensors(`{"__metadata__":{},}`, ""), ErrFormat, "want a string"},
	{"JSON without a colon", Safetensors, rawSafetensors(`{"a" 1}`, ""), ErrFormat, "want ':'"},
	{"JSON with a control character", Safetensors, rawSafetensors("{\"a\nb\":1}", ""), ErrFormat, "control character"},
	{"JSON with an unknown escape", Safetensors, rawSafetensors(`{"\x41":1}`, ""), ErrFormat, "escape"},
	{"JSON with half a pair", Safetensors, rawSafetensors(`{"\ud800":1}`, ""), ErrFormat, "escape"},
	{"JSON with a pair reversed", Safetensors, rawSafetensors(`{"\udc00\ud800":1}`, ""), ErrFormat, "escape"},
	{"JSON escape cut", Safetensors, rawSafetensors(`{"\u00`, ""), ErrFormat, "escape"},
	{"JSON string cut", Safetensors, rawSafetensors(`{"a`, ""), ErrFormat, "without end"},
	{"tensor a number", Safetensors, rawSafetensors(`{"a":1}`, ""), ErrFormat, "want '{'"},
	{"tensor twice", Safetensors, rawSafetensors(`{"a":{"dtype":"U8","shape":[],"data_offsets":[0,1]},"a":{"dtype":"U8","shape":[],"data_offsets":[0,1]}}`, "x"), ErrFormat, `key "a" twice`},
	{"tensor twice by an escape", Safetensors, rawSafetensors(`{"a":{"dtype":"U8","shape":[],"data_offsets":[0,1]},"\u0061":{"dtype":"U8","shape":[],"data_offsets":[0,1]}}`, "x"), ErrFormat, `key "a" twice`},
	{"dtype twice", Safetensors, rawSafetensors(`{"a":{"dtype":"U8","dtype":"I8","shape":[],"data_offsets":[0,1]}}`, "x"), ErrFormat, `key "dtype" twice`},
	{"dtype missing", Safetensors, rawSafetensors(`{"a":{"shape":[],"data_offsets":[0,1]}}`, "x"), ErrFormat, "no dtype"},
	{"dtype a number", Safetensors, rawSafetensors(`{"a":{"dtype":8,"shape":[],"data_offsets":[0,1]}}`, "x"), ErrFormat, "want a string"},
	{"shape missing", Safetensors, rawSafetensors(`{"a":{"dtype":"U8","data_offsets":[0,1]}}`, "x"), ErrFormat, "no shape"},
	{"offsets missing", Safetensors, rawSafetensors(`{"a":{"dtype":"U8","shape":[]}}`, "x"), ErrFormat, "no data_offsets"},
	{"offsets one", Safetensors, rawSafetensors(`{"a":{"dtype":"U8","shape":[],"data_offsets":[0]}}`, "x"), ErrFormat, "a begin and an end"},
	{"offsets three", Safetensors, rawSafetensors(`{"a":{"dtype":"U8","shape":[],"data_offsets":[0,1,1]}}`, "x"), ErrFormat, "more than two"},
	{"offsets reversed", Safetensors, rawSafetensors(`{"a":{"dtype":"U8","shape":[],"data_offsets":[1,0]}}`, "x"), ErrFormat, "a begin and an end"},
	{"offsets negative", Safetensors, rawSafetensors(`{"a":{"dtype":"U8","shape":[],"data_offsets":[-1,0]}}`, "x"), ErrFormat, "not negative"},
	{"offsets with a fraction", Safetensors, rawSafetensors(`{"a":{"dtype":"U8","shape":[],"data_offsets":[0.0,1]}}`, "x"), ErrFormat, "fraction"},
	{"offsets beyond the file", Safetensors, rawSafetensors(`{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]}}`, "x"), ErrFormat, "too large"},
	{"offsets beyond 64 bits", Safetensors, rawSafetensors(`{"a":{"dtype":"U8","shape":[],"data_offsets":[0,18446744073709551616]}}`, "x"), ErrFormat, "too large"},
	{"dimension negative", Safetensors, rawSafetensors(`{"a":{"dtype":"U8","shape":[-1],"data_offsets":[0,1]}}`, "x"), ErrFormat, "not negative"},
	{"dimension with a leading zero", Safetensors, rawSafetensors(`{"a":{"dtype":"U8","shape":[01],"data_offsets":[0,1]}}`, "x"), ErrFormat, "leading zero"},
	{"dimension of 2^63", Safetensors, rawSafetensors(`{"a":{"dtype":"U8","shape":[9223372036854775808],"data_offsets":[0,1]}}`, "x"), ErrFormat, "too large"},
	{"product overflows to 1 byte", Safetensors, rawSafetensors(`{"a":{"dtype":"U8","shape":[4294967296,4294967296],"data_offsets":[0,0]}}`, ""), ErrFormat, "0 bytes for shape"},
	{"bits overflow to 0", Safetensors, rawSafetensors(`{"a":{"dtype":"U8","shape":[2305843009213693952],"data_offsets":[0,0]}}`, ""), ErrFormat, "0 bytes for shape"},
	{"size too small", Safetensors, rawSafetensors(`{"a":{"dtype":"F32","shape":[],"data_offsets":[0,3]}}`, "xyz"), ErrFormat, "3 bytes for shape"},
	{"size too small for a high rank", Safetensors, rawSafetensors(`{"a":{"dtype":"U8","shape":[1,1,1,1,1,1,1,1,2],"data_offsets":[0,1]}}`, "x"), ErrFormat, "[1 1 1 1 1 1 1 1]... of rank 9"},
	{"half a byte", Safetensors, rawSafetensors(`{"a":{"dtype":"F4","shape":[3],"data_offsets":[0,1]}}`, "x"), ErrFormat, "1 bytes for shape"},
	{"size of a type we have not", Safetensors, rawSafetensors(`{"a":{"dtype":"F8_E4M3","shape":[3],"data_offsets":[0,1]}}`, "x"), ErrFormat, "1 bytes for shape"},
	{"hole before", Safetensors, rawSafetensors(`{"a":{"dtype":"U8","shape":[],"data_offsets":[1,2]}}`, "xy"), ErrFormat, "data of no entry before it"},
	{"hole between", Safetensors, rawSafetensors(`{"a":{"dtype":"U8","shape":[],"data_offsets":[2,3]},"b":{"dtype":"U8","shape":[],"data_offsets":[0,1]}}`, "xyz"), ErrFormat, "data of no entry before it"},
	{"hole after", Safetensors, rawSafetensors(`{"a":{"dtype":"U8","shape":[],"data_offsets":[0,1]}}`, "xy"), ErrFormat, "1 bytes after the data"},
	{"data without entries", Safetensors, rawSafetensors(`{}`, "x"), ErrFormat, "1 bytes after the data"},
	{"overlap", Safetensors, rawSafetensors(`{"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},"b":{"dtype":"U8","shape":[2],"data_offsets":[1,3]}}`, "xyz"), ErrFormat, "overlaps"},
	{"same data twice", Safetensors, rawSafetensors(`{"a":{"dtype":"U8","shape":[],"data_offsets":[0,1]},"b":{"dtype":"U8","shape":[],"data_offsets":[0,1]}}`, "x"), ErrFormat, "overlaps"},
	{"metadata of numbers", Safetensors, rawSafetensors(`{"__metadata__":{"a":1}}`, ""), ErrFormat, "want a string"},
	{"metadata null", Safetensors, rawSafetensors(`{"__metadata__":null}`, ""), ErrFormat, "want '{'"},
	{"metadata twice", Safetensors, rawSafetensors(`{"__metadata__":{},"__metadata__":{}}`, ""), ErrFormat, `key "__metadata__" twice`},
	{"metadata with a key twice", Safetensors, rawSafetensors(`{"__metadata__":{"a":"","a":""}}`, ""), ErrFormat, `key "a" twice`},
	{"unknown key too deep", Safetensors, rawSafetensors(`{"a":{"x":`+deep("[", "]", 100)+`}}`, ""), ErrFormat, "too deep"},
	{"unknown key cut", Safetensors, rawSafetensors(`{"a":{"x":tru}}`, ""), ErrFormat, "want a value"},
	{"unknown key no number", Safetensors, rawSafetensors(`{"a":{"x":1.}}`, ""), ErrFormat, "in a number"},
	{"unknown key no exponent", Safetensors, rawSafetensors(`{"a":{"x":1e+}}`, ""), ErrFormat, "in a number"},
	{"unknown key sign", Safetensors, rawSafetensors(`{"a":{"x":-}}`, ""), ErrFormat, "in a number"},
	{"no array", Safetensors, rawSafetensors(`{"a":{"shape":1}}`, ""), ErrFormat, "want '['"},
	{"bad escape in a key", Safetensors, rawSafetensors(`{"\u00zz":1}`, ""), ErrFormat, "escape"},
	{"length of the header cut", NPY, "\x93NUMPY\x02\x00\x00", ErrFormat, "ends too early"},
	{"dictionary without a colon", NPY, npyOf("{'descr': [{1 2}], 'fortran_order': False, 'shape': ()}", four), ErrFormat, "want ':'"},
	{"dictionary without a value", NPY, npyOf("{'descr': [{1: }], 'fortran_order': False, 'shape': ()}", four), ErrFormat, "want a literal"},
	{"unknown key open array", Safetensors, rawSafetensors(`{"a":{"x":[1`, ""), ErrFormat, "want ','"},

	{"no format", UnknownFormat, "", ErrValue, "format 0"},
	{"no such format", Safetensors + 1, "", ErrValue, "format 4"},
}

func TestMalformed(t *testing.T) {
	for _, tt := range malformedFiles {
		t.Run(tt.format.String()+"/"+tt.name, func(t *testing.T) {
			_, err := openBytes([]byte(tt.file), tt.format)
			require.Error(t, err)
			assert.ErrorIs(t, err, tt.kind)
			if strconv.IntSize == 64 { // where ints are smaller, a large dimension is refused by itself
				assert.ErrorContains(t, err, tt.msg)
			}
			var e *Error
			assert.ErrorAs(t, err, &e)
		})
	}
}

// A zipMember is a member of an archive made by hand: its sizes and checksum
// need not be true.
type zipMember struct {
	name       string
	method     uint16
	flags      uint16
	body       []byte
	size       uint64
	crc        uint32
	compressed uint64 // 0: the body's
}

func stored(name, body string) zipMember {
	return zipMember{name: name, body: []byte(body), size: uint64(len(body)), crc: crc32.ChecksumIEEE([]byte(body))}
}

func deflated(t testing.TB, name, body string) zipMember {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.Create(name)
	require.NoError(t, err)
	_, err = io.WriteString(w, body)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	r, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	require.NoError(t, err)
	raw, err := r.File[0].OpenRaw()
	require.NoError(t, err)
	packed, err := io.ReadAll(raw)
	require.NoError(t, err)
	m := stored(name, body)
	m.method, m.body = zip.Deflate, packed
	return m
}

func archive(t testing.TB, members ...zipMember) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, m := range members {
		h := &zip.FileHeader{Name: m.name, Method: m.method, Flags: m.flags, CRC32: m.crc, UncompressedSize64: m.size, CompressedSize64: uint64(len(m.body))}
		if m.compressed != 0 {
			h.CompressedSize64 = m.compressed
		}
		w, err := z.CreateRaw(h)
		require.NoError(t, err)
		_, err = w.Write(m.body)
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	return b.Bytes()
}

func TestMalformedArchive(t *testing.T) {
	good := rawNPY(1, "{'descr': '<u1', 'fortran_order': False, 'shape': (1000,)}", strings.Repeat("\x00", 1000))
	huge := rawNPY(1, "{'descr': '<u1', 'fortran_order': False, 'shape': (4611686018427387904,)}", "")
	with := func(m zipMember, change func(*zipMember)) zipMember {
		change(&m)
		return m
	}
	tests := []struct {
		name    string
		members []zipMember
		open    string // what opening says
		read    string // or what reading "x" does
	}{
		{"good", []zipMember{stored("x.npy", good), deflated(t, "y.npy", good)}, "", ""},
		{"name twice", []zipMember{stored("x.npy", good), stored("x.npy", good)}, "twice", ""},
		{"name twice but for .npy", []zipMember{stored("x.npy", good), stored("x", good)}, "twice", ""},
		{"not UTF-8", []zipMember{stored("\xff.npy", good)}, "not UTF-8", ""},
		{"shape of 2^62", []zipMember{stored("x.npy", huge)}, "needs more data", ""},
		{"shape of 2^62, size as well", []zipMember{with(stored("x.npy", huge), func(m *zipMember) { m.size += 1 << 62 })}, "stored, but", ""},
		{"shape of 2^62, deflated to any size", []zipMember{with(deflated(t, "x.npy", huge), func(m *zipMember) { m.size += 1 << 62 })}, "cannot inflate", ""},
		{"compressed size of 2^62", []zipMember{with(stored("x.npy", huge), func(m *zipMember) { m.size += 1 << 62; m.compressed = m.size })}, "of a file of", ""},
		{"shorter than its header says", []zipMember{stored("x.npy", good[:len(good)-1])}, "needs more data", ""},
		{"longer than its header says", []zipMember{stored("x.npy", good+"x")}, "after the data", ""},
		{"deflated, shorter", []zipMember{deflated(t, "x.npy", good[:len(good)-1])}, "needs more data", ""},
		{"deflated, longer", []zipMember{deflated(t, "x.npy", good+"x")}, "after the data", ""},
		{"inflates to less than the archive says", []zipMember{with(deflated(t, "x.npy", good[:len(good)-1]), func(m *zipMember) { m.size++ })}, "", "ends too early"},
		{"inflates to more than the archive says", []zipMember{with(deflated(t, "x.npy", good+"x"), func(m *zipMember) { m.size-- })}, "", "not a valid zip file"},
		{"header cut", []zipMember{stored("x.npy", good[:40])}, "header of", ""},
		{"empty", []zipMember{stored("x.npy", "")}, "ends too early", ""},
		{"no array", []zipMember{stored("x.npy", "hello, world")}, "no .npy file", ""},
		{"checksum", []zipMember{with(stored("x.npy", good), func(m *zipMember) { m.crc++ })}, "", "checksum"},
		{"deflate stream broken", []zipMember{with(deflated(t, "x.npy", good), func(m *zipMember) { m.body[0] = 0xff })}, "flate", ""},
		{"deflate stream cut", []zipMember{with(deflated(t, "x.npy", good), func(m *zipMember) { m.body = m.body[:len(m.body)-3] })}, "", "ends too early"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			file := archive(t, tt.members...)
			f, err := openBytes(file, NPZ)
			if tt.open != "" {
				if strconv.IntSize == 64 {
					assert.ErrorContains(t, err, tt.open)
				} else {
					assert.Error(t, err)
				}
				if !errors.Is(err, ErrUnsupported) {
					assert.ErrorIs(t, err, ErrFormat)
				}
				return
			}
			require.NoError(t, err)
			err = f.ReadInto("x", make([]byte, 1000))
			if tt.read != "" {
				assert.ErrorContains(t, err, tt.read)
				assert.ErrorIs(t, err, ErrFormat)
				return
			}
			require.NoError(t, err)
		})
	}
	t.Run("other entries stay readable", func(t *testing.T) {
		file := archive(t,
			with(stored("secret.npy", good), func(m *zipMember) { m.flags |= zipEncrypted }),
			with(stored("zstd.npy", good), func(m *zipMember) { m.method = 93 }),
			stored("note.txt", "hello"),
			stored("v9.npy", "\x93NUMPY\x09\x00"),
			stored("good.npy", good))
		f, err := openBytes(file, NPZ)
		require.NoError(t, err)
		for _, name := range []string{"secret", "zstd", "note.txt", "v9"} {
			_, err := f.Lookup(name)
			assert.ErrorIs(t, err, ErrUnsupported, name)
		}
		assert.Equal(t, 1000, len(readAll(t, f)["good"]))
	})
	t.Run("members that share bytes", func(t *testing.T) {
		// The second entry of the directory is made to point to the first's data.
		file := archive(t, stored("x.npy", good), stored("y.npy", good))
		end := file[len(file)-22:]
		directory := file[binary.LittleEndian.Uint32(end[16:]):]
		second := directory[46+len("x.npy"):]
		require.Equal(t, "PK\x01\x02", string(second[:4]))
		binary.LittleEndian.PutUint32(second[42:], 0)
		_, err := openBytes(file, NPZ)
		assert.ErrorIs(t, err, ErrFormat)
		assert.ErrorContains(t, err, "overlaps")
	})
}

func TestUnsupported(t *testing.T) {
	rank65 := strings.Repeat("1, ", 65)
	tests := []struct {
		name   string
		format Format
		file   string
		msg    string
	}{
		{"big-endian bfloat16", NPY, rawNPY(1, "{'descr': '>V2', 'fortran_order': False, 'shape': ()}", "xx"), "safetensors"},
		{"unknown", NPY, rawNPY(1, "{'descr': 'q7', 'fortran_order': False, 'shape': ()}", "xx"), `dtype "q7"`},
		{"float16 in bits", NPY, rawNPY(1, "{'descr': '<f16', 'fortran_order': False, 'shape': ()}", "xx"), "long double"},
		{"half a width", NPY, rawNPY(1, "{'descr': '<f', 'fortran_order': False, 'shape': ()}", "xx"), `dtype "<f"`},
		{"nothing", NPY, rawNPY(1, "{'descr': '', 'fortran_order': False, 'shape': ()}", "xx"), `dtype ""`},
		{"subarray", NPY, rawNPY(1, "{'descr': ('<f4', (2, -3L)), 'fortran_order': False, 'shape': ()}", "xx"), "structured dtype \"('<f4', (2, -3L))\""},
		{"any literal", NPY, rawNPY(1, "{'descr': [None, True, {'a': 1, u'b': ()},], 'fortran_order': False, 'shape': ()}", "xx"), "structured"},
		{"rank 65", NPY, rawNPY(1, "{'descr': '<u1', 'fortran_order': False, 'shape': ("+rank65+")}", "x"), "rank 65"},
		{"rank 65", Safetensors, rawSafetensors(`{"":{"dtype":"U8","shape":[`+strings.TrimSuffix(rank65, ", ")+`],"data_offsets":[0,1]}}`, "x"), "rank 65"},
		{"F4", Safetensors, rawSafetensors(`{"":{"dtype":"F4","shape":[4],"data_offsets":[0,2]}}`, "xx"), `dtype "F4"`},
		{"of the future", Safetensors, rawSafetensors(`{"":{"dtype":"F3_X","shape":[4],"data_offsets":[0,2],"x":[1,-0.5e+7,{"y":null,"z":[true,false,"\ud83d\ude00"]}]}}`, "xx"), `dtype "F3_X"`},
	}
	for _, tt := range tests {
		t.Run(tt.format.String()+"/"+tt.name, func(t *testing.T) {
			f, err := openBytes([]byte(tt.file), tt.format)
			require.NoError(t, err)
			h, err := f.Lookup("")
			assert.ErrorIs(t, err, ErrUnsupported)
			assert.NotErrorIs(t, err, ErrFormat)
			assert.ErrorContains(t, err, tt.msg)
			assert.Equal(t, dtype.Invalid, h.Dtype)
			assert.Equal(t, err, f.ReadInto("", nil))
			_, err = h.Size()
			assert.ErrorIs(t, err, ErrValue)
		})
	}
}

// TestTruncated cuts files at every byte: each prefix must be refused, when it
// is opened or when the data is read.
func TestTruncated(t *testing.T) {
	for format := NPY; format <= Safetensors; format++ {
		for _, compress := range []bool{false, true} {
			if compress && format != NPZ {
				continue
			}
			t.Run(fmt.Sprint(format, compress), func(t *testing.T) {
				e1, _ := sample(t, "a", dtype.Float32, 3, 5)
				e2, _ := sample(t, "b", dtype.Bool, 7)
				entries := []Entry{e1, e2}
				if format == NPY {
					entries = entries[:1]
				}
				var b bytes.Buffer
				require.NoError(t, Encode(&b, format, entries, &Options{Compress: compress}))
				file := b.Bytes()
				for n := range file {
					f, err := openBytes(file[:n], format)
					require.ErrorIs(t, err, ErrFormat, "%d of %d bytes", n, len(file))
					require.Nil(t, f)
				}
				f, err := openBytes(file, format)
				require.NoError(t, err)
				require.Len(t, readAll(t, f), len(entries))

				// Cut after it was opened: the size is known, the data is gone. What
				// follows the data in an archive is not needed any more.
				end := len(file)
				if format == NPZ {
					end = bytes.Index(file, []byte("PK\x01\x02"))
				}
				for n := range end {
					f, err := NewReader(&shrinking{file: file, after: len(file)}, int64(len(file)), format)
					require.NoError(t, err)
					f.r.r.(*shrinking).after = n
					var failed error
					for _, h := range f.Entries() {
						size, err := h.Size()
						require.NoError(t, err)
						if err := f.ReadInto(h.Name, make([]byte, size)); err != nil {
							require.ErrorIs(t, err, ErrFormat)
							failed = err
						}
					}
					require.Error(t, failed, "%d of %d bytes", n, len(file))
				}
			})
		}
	}
}

// A shrinking file ends after so many bytes.
type shrinking struct {
	file  []byte
	after int
}

func (s *shrinking) ReadAt(p []byte, off int64) (int, error) {
	return bytes.NewReader(s.file[:s.after]).ReadAt(p, off)
}

// endless is a file of any size that begins with head and goes on in zeros.
type endless struct{ head string }

func (e endless) ReadAt(p []byte, off int64) (int, error) {
	clear(p)
	if off < int64(len(e.head)) {
		copy(p, e.head[off:])
	}
	return len(p), nil
}

// TestLarge opens files of a terabyte: headers must be enough for it, and
// reading a small entry must not cost more than that entry.
func TestLarge(t *testing.T) {
	if strconv.IntSize < 64 {
		t.Skip("no such sizes on this machine")
	}
	most := 1 << (strconv.IntSize - 24)
	head := rawSafetensors(fmt.Sprintf(`{"big":{"dtype":"U8","shape":[%d],"data_offsets":[0,%d]},"small":{"dtype":"F32","shape":[2],"data_offsets":[%d,%d]}}`, most, most, most, most+8), "")
	f, err := NewReader(endless{head}, int64(len(head)+most+8), Safetensors)
	require.NoError(t, err)
	h, err := f.Lookup("big")
	require.NoError(t, err)
	assert.Equal(t, []int{most}, h.Shape)
	dst := []byte("........")
	allocs := testing.AllocsPerRun(10, func() {
		require.NoError(t, f.ReadInto("small", dst))
	})
	assert.Equal(t, make([]byte, 8), dst)
	assert.LessOrEqual(t, allocs, 2.0)

	head = rawNPY(2, fmt.Sprintf("{'descr': '>f4', 'fortran_order': True, 'shape': (%d, 4)}", most/16), "")
	f, err = NewReader(endless{head}, int64(len(head)+most), NPY)
	require.NoError(t, err)
	size, err := f.Entries()[0].Size()
	require.NoError(t, err)
	assert.Equal(t, most, size)
}

// TestReaderError must be told apart from what is wrong with a file.
func TestReaderError(t *testing.T) {
	broken := errors.New("the disk is broken")
	for format := NPY; format <= Safetensors; format++ {
		_, err := NewReader(failing{broken}, 1000, format)
		assert.ErrorIs(t, err, broken, format)
		assert.NotErrorIs(t, err, ErrFormat, format)
	}
	_, err := NewReader(failing{broken}, -1, NPY)
	assert.ErrorIs(t, err, ErrValue)
}

type failing struct{ err error }

func (f failing) ReadAt([]byte, int64) (int, error) { return 0, f.err }
