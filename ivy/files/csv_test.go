package files

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/goivy/goivy/ivy/dtype"
)

func readCSV(text string, o *CSVOptions) ([]Column, error) {
	return ReadCSV(strings.NewReader(text), o, dtype.StandardDefaults, nil)
}

// shown writes the columns as text: "x int32 1 2; y float32 nan".
func shown(columns []Column) string {
	var out []string
	for _, c := range columns {
		s := c.Name + " " + c.Dtype.String()
		for row := range c.rows() {
			s += " " + string(appendElement(nil, c.Dtype, c.Data[row*c.Dtype.Size():]))
		}
		out = append(out, s)
	}
	return strings.Join(out, "; ")
}

func TestReadCSV(t *testing.T) {
	type o = CSVOptions
	d := dtype.StandardDefaults
	tests := []struct {
		name, text string
		o          *CSVOptions
		want       string
	}{
		{"numbers", "a,b,c\n1,2.5,true\n-3,4e2,False\n", nil, "a int32 1 -3; b float32 2.5 400.0; c bool true false"},
		{"no newline at the end", "a,b\n1,2", nil, "a int32 1; b int32 2"},
		{"carriage returns", "a,b\r\n1,2\r\n\r\n3,4\r\n", nil, "a int32 1 3; b int32 2 4"},
		{"byte order mark", "\xef\xbb\xbfa\n1\n", nil, "a int32 1"},
		{"spaces", " a , b\t\n 1 ,\t2.0 \n", nil, "a int32 1; b float32 2.0"},
		{"quotes", "\"a,\"\"b\",\"c\nd\"\n\"1\", \"2\" \n", nil, "a,\"b int32 1; c\nd int32 2"},
		{"empty lines", "\na\n\n1\n\n2\n\n", nil, "a int32 1 2"},
		{"quoted empty field", "a\n1\n\"\"\n", nil, "a float32 1.0 nan"},
		{"tabs", "a\tb\n1\t 2\n", &o{Comma: '\t'}, "a int32 1; b int32 2"},
		{"an empty field between tabs", "a\tb\tc\n1\t\t2\n", &o{Comma: '\t'}, "a int32 1; b float32 nan; c int32 2"},
		{"semicolons and comments", "# c\na;b\n#x\n1;2\n", &o{Comma: ';', Comment: '#'}, "a int32 1; b int32 2"},
		{"no names", "1,2\n3,4\n", &o{NoHeader: true}, "0 int32 1 3; 1 int32 2 4"},
		{"nothing, without names", "", &o{NoHeader: true}, ""},
		{"names alone", "a,b", nil, "a float32; b float32"},
		{"some columns", "a,b,c\n1,text,3\n", &o{Columns: []string{"c", "a"}}, "c int32 3; a int32 1"},
		{"some columns, with quotes", "a,b,c\n1,\"te,\"\"x\nt\",3\n", &o{Columns: []string{"c"}}, "c int32 3"},
		{"columns by number", "1,x,3\n", &o{NoHeader: true, Columns: []string{"2"}}, "2 int32 3"},

		// Dtypes as Asarray has them.
		{"int64", "a\n1\n2147483648\n", nil, "a int64 1 2147483648"},
		{"the least int32", "a\n-2147483648\n2147483647\n", nil, "a int32 -2147483648 2147483647"},
		{"the least int64", "a\n-9223372036854775808\n", nil, "a int64 -9223372036854775808"},
		{"uint64", "a\n1\n18446744073709551615\n", nil, "a uint64 1 18446744073709551615"},
		{"an int, then a float", "a\n16777217\n0.5\n", nil, "a float32 16777216.0 0.5"},
		{"uint64, then a float", "a\n18446744073709551615\n0.5\n", nil, "a float32 18446744000000000000.0 0.5"},
		{"a bool, then an int", "a\ntrue\n5\n", nil, "a int32 1 5"},
		{"a bool, then a float, then a bool", "a\ntrue\n.5\nfalse\n", nil, "a float32 1.0 0.5 0.0"},
		{"a complex number", "a\n1\n1+2j\n", nil, "a complex64 1+0j 1+2j"},
		{"complex numbers of Go and Python", "a\n0.5\n(1+2i)\n(3-4j)\n-2J\nnan+infj\n", nil, "a complex64 0.5+0j 1+2j 3-4j 0-2j nan+infj"},
		{"not finite", "a,b\ninf,-Infinity\nNaN,+Inf\n", nil, "a float32 inf nan; b float32 -inf inf"},
		{"a float32 rounded once", "a\n0.500000089406967163085937500000000001\n8.2399997\n", nil, "a float32 0.5000001 8.24"},
		{"more digits than 19", "a,b\n0.100000000000000000000000000001,00000000000000000000012\n", nil, "a float32 0.1; b int32 12"},
		{"hexadecimal", "a\n0x1p-2\n", nil, "a float32 0.25"},
		{"minus zero", "a,b\n-0,-0.0\n", nil, "a int32 0; b float32 -0.0"},

		// Missing values.
		{"missing", "a,b,c\n1,,true\nNA,2.5,null\n", nil, "a float32 1.0 nan; b float32 nan 2.5; c float32 1.0 nan"},
		{"missing, then an int", "a,b\n,1\n5,2\n", nil, "a float32 nan 5.0; b int32 1 2"},
		{"missing in complex numbers", "a\n1j\nNone\n", nil, "a complex64 0+1j nan+0j"},
		{"texts of their own", "a\n1\n-\n", &o{Missing: []string{"-"}}, "a float32 1.0 nan"},
		{"filled", "a,b\n1,\n,0.5\n", &o{Fill: "-1"}, "a int32 1 -1; b float32 -1.0 0.5"},
		{"filled, with a dtype", "a,b\n,NA\n", &o{Fill: "0", Dtype: dtype.Uint8}, "a uint8 0; b uint8 0"},

		// Dtypes given.
		{"one dtype", "a,b\n1,2.5\n", &o{Dtype: dtype.Float64}, "a float64 1.0; b float64 2.5"},
		{"dtypes by name", "a,b\n1,2\n", &o{Dtypes: map[string]dtype.Dtype{"b": dtype.Float16}}, "a int32 1; b float16 2.0"},
		{"limits", "a,b,c,d\n-128,127,255,1\n0,-1,0,0\n", &o{Dtypes: map[string]dtype.Dtype{"a": d.Int, "b": dtype.Int8, "c": dtype.Uint8, "d": dtype.Bool}}, "a int32 -128 0; b int8 127 -1; c uint8 255 0; d bool true false"},
		{"bools in a float", "a\ntrue\n", &o{Dtype: dtype.Float64}, "a float64 1.0"},
		{"bools in an int", "a\ntrue\n", &o{Dtype: dtype.Int16}, "a int16 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			columns, err := readCSV(tt.text, tt.o)
			require.NoError(t, err)
			assert.Equal(t, tt.want, shown(columns))
		})
	}
}

func TestMalformedCSV(t *testing.T) {
	type o = CSVOptions
	tests := []struct {
		name, text string
		o          *CSVOptions
		kind       error
		msg        string
	}{
		{"text", "a,b\n1,2\n3,x\n", nil, ErrFormat, `files: line 3: column 2 ("b"): "x" is no number (read other columns with Columns)`},
		{"text behind a quoted newline", "a,\"b\nc\"\n1,2\n3,\"x\"\n", nil, ErrFormat, `line 4: column 2 ("b\nc"): "x"`},
		{"too few fields", "a,b\n1,2\n3\n", nil, ErrFormat, `line 3: column 1 ("a"): the line ends after 1 fields, want 2`},
		{"too many fields", "a,b\n1,2,3\n", nil, ErrFormat, "line 2: column 3: a field more than the 2"},
		{"open quote", "a,b\n1,\"2\n3,4\n", nil, ErrFormat, `line 2: column 2 ("b"): a quote that is not closed`},
		{"open quote in the names", "a,\"b\n", nil, ErrFormat, "line 1: column 2: a quote"},
		{"text behind a quote", "a\n\"1\"2\n", nil, ErrFormat, "'2' behind a quoted field"},
		{"names that are alike", "a,b,a\n", nil, ErrFormat, `column 3: name "a" is that of column 1 too`},
		{"nothing", "", nil, ErrFormat, "no line of names"},
		{"UTF-16", "\xff\xfea\x00\n\x00", nil, ErrFormat, "UTF-16"},
		{"no such column", "a\n1\n", &o{Columns: []string{"b"}}, ErrNotFound, `entry "b": no such column (there are: "a")`},
		{"no such column with a dtype", "a\n1\n", &o{Dtypes: map[string]dtype.Dtype{"b": dtype.Int8}}, ErrNotFound, `"b"`},
		{"no such column in nothing", "", &o{NoHeader: true, Columns: []string{"0"}}, ErrNotFound, "has none"},
		{"a column twice", "a\n1\n", &o{Columns: []string{"a", "a"}}, ErrValue, "twice"},
		{"a float in a column of integers", "a\n1\n2.5\n", &o{Dtype: dtype.Int32}, ErrFormat, `line 3: column 1 ("a"): "2.5" in a column of int32`},
		{"a complex number in a column of floats", "a\n2j\n", &o{Dtype: dtype.Float32}, ErrFormat, "in a column of float32"},
		{"text in a column of floats", "a\nj2\n", &o{Dtype: dtype.Float32}, ErrFormat, "is no number"},
		{"missing in a column of integers", "a\n\"\"\n", &o{Dtype: dtype.Int32}, ErrFormat, "a value is missing, and int32 has no NaN (give Fill)"},
		{"fill that is no number", "a\nNA\n", &o{Fill: "x"}, ErrFormat, `"x" is no number`},
		{"int8", "a\n128\n", &o{Dtype: dtype.Int8}, ErrFormat, "does not fit into int8"},
		{"int8 below", "a\n-129\n", &o{Dtype: dtype.Int8}, ErrFormat, "does not fit into int8"},
		{"uint8", "a\n256\n", &o{Dtype: dtype.Uint8}, ErrFormat, "does not fit into uint8"},
		{"uint8 below", "a\n-1\n", &o{Dtype: dtype.Uint8}, ErrFormat, "does not fit into uint8"},
		{"uint64", "a\n18446744073709551616\n", nil, ErrFormat, "does not fit into any integer dtype"},
		{"int64 below", "a\n-9223372036854775809\n", nil, ErrFormat, "does not fit into any integer dtype"},
		{"bool", "a\n2\n", &o{Dtype: dtype.Bool}, ErrFormat, "is no bool"},
		{"signs", "a\n-1\n18446744073709551615\n", nil, ErrFormat, `column 1 ("a"): negative integers`},
		{"signs, then a float", "a\n-1\n18446744073709551615\n.5\n", nil, ErrFormat, `line 4: column 1 ("a"): ".5" negative integers`},
		{"float32", "a\n1e39\n", nil, ErrFormat, "does not fit into float32 (give the column a wider dtype)"},
		{"float64", "a\n1e309\n", &o{Dtype: dtype.Float64}, ErrFormat, "does not fit into float64"},
		{"float16", "a\n65520\n", &o{Dtype: dtype.Float16}, ErrFormat, "does not fit into float16"},
		{"complex64", "a\n1+1e39j\n", nil, ErrFormat, "does not fit into complex64"},
		{"comma", "", &o{Comma: '"'}, ErrValue, "between fields"},
		{"comma of numbers", "", &o{Comma: '.'}, ErrValue, "between fields"},
		{"comment", "", &o{Comma: ';', Comment: ';'}, ErrValue, "comments"},
		{"dtype", "", &o{Dtype: dtype.Count}, ErrValue, "dtype"},
		{"dtype of a column", "a\n", &o{Dtypes: map[string]dtype.Dtype{"a": dtype.Invalid}}, ErrValue, "dtype"},
		{"gzip", "\x1f\x8b\x08\x00", nil, ErrFormat, "compressed data"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			columns, err := readCSV(tt.text, tt.o)
			require.Error(t, err)
			assert.Nil(t, columns)
			assert.ErrorIs(t, err, tt.kind)
			assert.ErrorContains(t, err, tt.msg)
			assert.ErrorAs(t, err, new(*Error))
		})
	}
}

// columnsOf returns a column of every dtype, with values of all kinds that it has.
func columnsOf(rows int) (columns []Column, dtypes map[string]dtype.Dtype) {
	r := rand.New(rand.NewPCG(1, 2))
	dtypes = map[string]dtype.Dtype{}
	for d := dtype.Bool; d < dtype.Count; d++ {
		var data []byte
		for range rows {
			part := make([]byte, d.Size())
			for i := range part {
				part[i] = byte(r.Uint32())
			}
			if d == dtype.Bool {
				part[0] &= 1
			}
			for p := part; dtype.Inexact.Has(d) && len(p) > 0; p = p[d.Component().Size():] {
				if math.IsNaN(floatAt(p, d.Component())) { // of these there are many
					copy(p, appendFloat(nil, d.Component(), math.NaN()))
				}
			}
			data = append(data, part...)
		}
		columns = append(columns, Column{Name: d.String(), Dtype: d, Data: data})
		dtypes[d.String()] = d
	}
	return columns, dtypes
}

func TestCSVRoundTrip(t *testing.T) {
	columns, dtypes := columnsOf(500)
	var b bytes.Buffer
	require.NoError(t, WriteCSV(&b, columns, nil))
	got, err := ReadCSV(&b, &CSVOptions{Dtypes: dtypes}, dtype.StandardDefaults, nil)
	require.NoError(t, err)
	assert.Equal(t, columns, got)

	// The columns of a matrix lie in one another.
	data := []byte{1, 2, 3, 4, 5, 6}
	matrix := []Column{{"x", dtype.Uint8, data, 2}, {"a\n\"b", dtype.Uint8, data[1:], 2}}
	require.NoError(t, WriteCSV(&b, matrix, &CSVOptions{Comma: ';'}))
	assert.Equal(t, "x;\"a\n\"\"b\"\n1;2\n3;4\n5;6\n", b.String())
	got, err = ReadCSV(&b, &CSVOptions{Comma: ';'}, dtype.StandardDefaults, nil)
	require.NoError(t, err)
	assert.Equal(t, "x int32 1 3 5; a\n\"b int32 2 4 6", shown(got))

	require.NoError(t, WriteCSV(&b, []Column{{Name: "", Dtype: dtype.Float32}}, nil))
	got, err = ReadCSV(&b, nil, dtype.StandardDefaults, nil)
	require.NoError(t, err)
	assert.Equal(t, " float32", shown(got))
}

func TestWriteCSVRefuses(t *testing.T) {
	one := Column{"a", dtype.Int8, []byte{1}, 0}
	for _, tt := range []struct {
		columns []Column
		o       *CSVOptions
		msg     string
	}{
		{nil, nil, "no column"},
		{[]Column{one, one}, nil, "twice"},
		{[]Column{one, {"b", dtype.Int8, nil, 0}}, nil, "column of 0 rows, the first one has 1"},
		{[]Column{{"a", dtype.Invalid, nil, 0}}, nil, "dtype"},
		{[]Column{one}, &CSVOptions{Comma: '\n'}, "between fields"},
	} {
		err := WriteCSV(io.Discard, tt.columns, tt.o)
		assert.ErrorIs(t, err, ErrValue)
		assert.ErrorContains(t, err, tt.msg)
	}
	for n := range 4 {
		assert.ErrorIs(t, WriteCSV(&full{n}, []Column{one}, nil), errFull)
	}
	long := Column{"a", dtype.Int8, make([]byte, 1<<20), 0}
	assert.ErrorIs(t, WriteCSV(&full{1 << 16}, []Column{long}, nil), errFull)
}

// TestCSVBlocks has lines and quotes end at every byte of a block.
func TestCSVBlocks(t *testing.T) {
	long := strings.Repeat("x", 2*csvBlock+17) // a field longer than a block
	for shift := range 40 {
		text := "a,b,c\n" + strings.Repeat("1", 1) + "," + strings.Repeat(" ", csvBlock-30-shift) + "\"2\n\n\"\"\r\n\",3\n"
		columns, err := readCSV(text+"4,5,6\n", &CSVOptions{Columns: []string{"c", "a"}})
		require.NoError(t, err)
		require.Equal(t, "c int32 3 6; a int32 1 4", shown(columns), shift)
	}
	columns, err := readCSV("a,b\n1,"+long+"\n2,\""+long+"\n\"\n3,4\n", &CSVOptions{Columns: []string{"a"}})
	require.NoError(t, err)
	assert.Equal(t, "a int32 1 2 3", shown(columns))
	_, err = readCSV("a,b\n1,"+long+"\n2,\""+long+"\n\"\nx,4\n", &CSVOptions{Columns: []string{"a"}})
	assert.ErrorContains(t, err, "line 5: column 1")
	columns, err = ReadCSV(iotest.OneByteReader(strings.NewReader("a,b\n1,\"2\"\n")), nil, dtype.StandardDefaults, nil)
	require.NoError(t, err)
	assert.Equal(t, "a int32 1; b int32 2", shown(columns))
	_, err = ReadCSV(io.MultiReader(strings.NewReader("a\n1\n"), iotest.ErrReader(errFull)), nil, dtype.StandardDefaults, nil)
	assert.ErrorIs(t, err, errFull)
}

func TestCSVGzip(t *testing.T) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := io.WriteString(z, "a\n"+strings.Repeat("1.5\n", 100_000))
	require.NoError(t, err)
	require.NoError(t, z.Close())
	columns, err := ReadCSV(bytes.NewReader(b.Bytes()), nil, dtype.StandardDefaults, nil)
	require.NoError(t, err)
	assert.Equal(t, 100_000, columns[0].rows())
	_, err = ReadCSV(bytes.NewReader(b.Bytes()[:b.Len()-9]), nil, dtype.StandardDefaults, nil)
	assert.ErrorIs(t, err, ErrFormat)
	broken := bytes.Clone(b.Bytes())
	broken[len(broken)-5] ^= 1
	_, err = ReadCSV(bytes.NewReader(broken), nil, dtype.StandardDefaults, nil)
	assert.ErrorIs(t, err, ErrFormat)
	_, err = ReadCSV(io.MultiReader(bytes.NewReader(b.Bytes()[:20]), iotest.ErrReader(errFull)), nil, dtype.StandardDefaults, nil)
	assert.ErrorIs(t, err, errFull)
	assert.False(t, errors.Is(err, ErrFormat))
}

// TestCSVLimit reads a stream without end.
func TestCSVLimit(t *testing.T) {
	errLimit := errors.New("limit")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, column := range []string{"a", "a,b"} {
		lines := &repeated{line: []byte(strings.Repeat("1,", strings.Count(column, ",")) + "1\n")}
		_, err := ReadCSV(io.MultiReader(strings.NewReader(column+"\n"), lines), nil, dtype.StandardDefaults, func(n, _ int) error {
			if n > 8<<20 {
				return errLimit
			}
			return nil
		})
		assert.ErrorIs(t, err, errLimit)
	}
	runtime.ReadMemStats(&after)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(128<<20))
}

type repeated struct {
	line []byte
	at   int
}

func (r *repeated) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = r.line[r.at%len(r.line)]
		r.at++
	}
	return len(p), nil
}

// TestCSVNumbers compares the numbers of a column with strconv.
func TestCSVNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(
			rapid.StringMatching(`[-+]?[0-9]{1,22}(\.[0-9]{0,22})?([eE][-+]?[0-9]{1,3})?`),
			rapid.Map(rapid.Float64(), func(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }),
			rapid.Map(rapid.Float32(), func(f float32) string { return strconv.FormatFloat(float64(f), 'e', -1, 32) }),
			// In the middle between two float32, and next to it.
			rapid.Map(rapid.Uint32(), func(u uint32) string {
				f := float64(math.Float32frombits(u%0x7f000000)) * (1 + 0x1p-25)
				return strconv.FormatFloat(f, 'f', 30, 64)
			}),
		).Draw(t, "text")
		for _, d := range []dtype.Dtype{dtype.Float64, dtype.Float32} {
			want, werr := strconv.ParseFloat(text, d.Bits())
			columns, err := readCSV("a\n"+text+"\n", &CSVOptions{Dtype: d})
			if werr != nil && math.IsInf(want, 0) {
				if err == nil {
					t.Fatalf("%s as %v: no error", text, d)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := floatAt(columns[0].Data, d); math.Float64bits(got) != math.Float64bits(want) {
				t.Fatalf("%s as %v is %v, want %v", text, d, got, want)
			}
		}
	})
}

func FuzzCSV(f *testing.F) {
	for _, text := range []string{
		"a,b\n1,2.5\n", "a\n\"1\"\"\"\n", "a;b\r\n1;\r\n", "\xef\xbb\xbfa,b\n1+2j,true\n#x\n", "a,\"b\n\"\n1,2", "a\n18446744073709551615\n-1\n", "\n\n,\n,\n", "\x1f\x8b\x08",
		"a\n1e400\n", "a,b,c\n1,2\n", "0x1p-2\t,nan\n inf , -0\n",
	} {
		f.Add(text, byte(0), byte('#'), false, uint8(0))
		f.Add(text, byte(';'), byte(0), true, uint8(dtype.Float16))
	}
	f.Fuzz(func(t *testing.T, text string, comma, comment byte, noHeader bool, d uint8) {
		o := &CSVOptions{Comma: comma, Comment: comment, NoHeader: noHeader, Dtype: dtype.Dtype(d % uint8(dtype.Count))}
		columns, err := readCSV(text, o)
		if err != nil {
			require.ErrorAs(t, err, new(*Error))
			require.Nil(t, columns)
			return
		}
		if len(columns) == 0 {
			return
		}
		// What was read is written and read again the same.
		o.Comment = 0
		dtypes := map[string]dtype.Dtype{}
		for i := range columns {
			if !o.NoHeader && comma == ' ' {
				return // a name of several words
			}
			dtypes[columns[i].Name] = columns[i].Dtype
		}
		var b bytes.Buffer
		require.NoError(t, WriteCSV(&b, columns, o))
		o.Dtypes = dtypes
		again, err := ReadCSV(&b, o, dtype.StandardDefaults, nil)
		require.NoError(t, err)
		require.Equal(t, shown(columns), shown(again))
	})
}

// benchmarkText is about n bytes of CSV with columns of these formats.
func benchmarkText(n int, formats ...string) []byte {
	r := rand.New(rand.NewPCG(3, 4))
	var b bytes.Buffer
	for i := range formats {
		fmt.Fprintf(&b, "%sc%d", strings.Repeat(",", min(i, 1)), i)
	}
	b.WriteByte('\n')
	for b.Len() < n {
		for i, f := range formats {
			if i > 0 {
				b.WriteByte(',')
			}
			switch f[len(f)-1] {
			case 'd':
				fmt.Fprintf(&b, f, r.IntN(1_000_000))
			default:
				fmt.Fprintf(&b, f, r.NormFloat64())
			}
		}
		b.WriteByte('\n')
	}
	return b.Bytes()
}

func BenchmarkReadCSV(b *testing.B) {
	for name, formats := range map[string][]string{
		"floats of 6 digits": {"%.6f", "%.6f", "%.6f", "%.6f"},
		"floats of 17":       {"%.17g", "%.17g", "%.17g", "%.17g"},
		"integers":           {"%d", "%d", "%d", "%d", "%d"},
		"mixed":              {"%d", "%.3f", "%.6g", "%d"},
	} {
		text := benchmarkText(16<<20, formats...)
		for _, o := range []*CSVOptions{nil, {Dtype: dtype.Float64}} {
			b.Run(fmt.Sprint(name, o != nil), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					if _, err := ReadCSV(bytes.NewReader(text), o, dtype.StandardDefaults, nil); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

func BenchmarkWriteCSV(b *testing.B) {
	r := rand.New(rand.NewPCG(3, 4))
	const rows = 200_000
	for _, d := range []dtype.Dtype{dtype.Int32, dtype.Float32, dtype.Float64} {
		var data []byte
		for range rows {
			if d == dtype.Int32 {
				data = binary.LittleEndian.AppendUint32(data, r.Uint32N(1_000_000))
			} else {
				data = appendFloat(data, d, r.NormFloat64())
			}
		}
		var columns []Column
		for i := range 5 {
			columns = append(columns, Column{strconv.Itoa(i), d, data, 0})
		}
		var out bytes.Buffer
		require.NoError(b, WriteCSV(&out, columns, nil))
		b.Run(d.String(), func(b *testing.B) {
			b.SetBytes(int64(out.Len()))
			for b.Loop() {
				if err := WriteCSV(io.Discard, columns, nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
