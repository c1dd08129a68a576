package files

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/goivy/goivy/ivy/dtype"
)

// CSVOptions say how CSV is read and written: lines of fields, as RFC 4180 has
// them. The zero value and nil are the defaults. Writing asks for Comma and
// NoHeader alone.
type CSVOptions struct {
	// Comma is the byte between two fields. By default it is a comma, in files
	// whose name ends in .tsv or .tsv.gz a tab.
	Comma byte
	// NoHeader says that the first line is data and not the columns' names.
	// They are named "0", "1" and so on then.
	NoHeader bool
	// Comment, unless it is 0, begins lines that are left out.
	Comment byte
	// Columns are those to read, in this order; by default all of them.
	Columns []string
	// Dtypes are the columns' dtypes by their names, Dtype is that of the others.
	// A column without one gets the dtype that its values have in common.
	Dtypes map[string]dtype.Dtype
	Dtype  dtype.Dtype
	// Missing are the texts that stand for a missing value, in addition to the empty
	// one: by default NA, N/A, null, NULL and None.
	Missing []string
	// Fill is the text that is read in the place of a missing value, "0" say. By
	// default that is NaN, and an error in a column of integers or bools.
	Fill string
}

// A Column is a column of a file of CSV.
type Column struct {
	Name   string
	Dtype  dtype.Dtype
	Data   []byte // the elements, little-endian
	Stride int    // elements from one row's to the next one's; 0 is 1
}

// rows returns how many rows the column has. The last one need not be followed by
// the rest of a stride.
func (c *Column) rows() int {
	size := c.Dtype.Size()
	step := size * max(c.Stride, 1)
	return (len(c.Data) + step - size) / step
}

// maxLine is the length in bytes of the longest line of CSV.
const maxLine = 64 << 20

// maxFields is how many fields a line may have.
const maxFields = 1 << 20

// csvBlock is how many bytes are read at a time.
const csvBlock = 256 << 10

// CommaOf returns what is between fields in a file of this name: a tab if it ends in .tsv
// or .tsv.gz, else a comma.
func CommaOf(path string) byte {
	path = strings.TrimSuffix(strings.ToLower(path), ".gz")
	if filepath.Ext(path) == ".tsv" {
		return '\t'
	}
	return ','
}

// ReadCSV reads columns of numbers from r until its end, and unpacks them where
// they are compressed by gzip. The columns have as many elements each as there
// are lines, but for those without any byte.
//
// A field is a number as Go, C or Python write it, true or false, or a complex
// number such as 1+2j, with spaces around it, or in quotes. A column without a
// dtype has the one that Ivy gives a slice of its values: bool for bools; the
// default int dtype for integers, int64 or uint64 if one does not fit into it;
// else the default float dtype, if one is complex the complex one. A missing
// value is NaN, and so a float.
//
// Of what is read, only a block of 256 KiB or one line is held in addition to the columns. limit,
// unless it is nil, is told before they grow how many bytes they take, and
// ends the reading with its error. After an error there are no columns. The
// errors are [*Error]s that name line and column: of kind [ErrFormat] for what is no
// number or does not fit into its column's dtype, and for lines of different lengths, of kind [ErrNotFound]
// for a column that is not there, [ErrValue] for options.
func ReadCSV(r io.Reader, o *CSVOptions, def dtype.Defaults, limit Limit) ([]Column, error) {
	if o == nil {
		o = &CSVOptions{}
	}
	c, err := newCSVReader(o, def, limit)
	if err != nil {
		return nil, err
	}
	b := bufio.NewReaderSize(r, 4096)
	if head, _ := b.Peek(2); isGzip(head) {
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, gzipError(err)
		}
		if err := c.read(z); err != nil {
			return nil, gzipError(err)
		}
		return c.columns()
	}
	if err := c.read(b); err != nil {
		return nil, about("", "", err)
	}
	return c.columns()
}

// gzipError says that a stream is not what gzip writes.
func gzipError(err error) error {
	e, ok := about("", "", err).(*Error)
	if ok && e.Kind == nil && (e.Err == io.ErrUnexpectedEOF || e.Err == gzip.ErrChecksum || e.Err == gzip.ErrHeader || strings.HasPrefix(e.Err.Error(), "flate:")) {
		return &Error{Offset: -1, Line: e.Line, Kind: ErrFormat, Msg: "the compressed data is malformed or truncated", Err: e.Err}
	}
	return e
}

// A csvReader reads columns.
type csvReader struct {
	o       *CSVOptions
	def     dtype.Defaults
	limit   Limit
	comma   byte
	missing []string
	line    int          // of the record that is being read
	lines   int          // that it takes beyond its first
	rows    int          // records read
	fields  []*csvColumn // by their place in a line; nil of those that are not read
	wanted  []*csvColumn // in the order of the result
	checked int          // the bytes that limit has allowed
	named   bool         // the fields are known
}

func newCSVReader(o *CSVOptions, def dtype.Defaults, limit Limit) (*csvReader, error) {
	c := &csvReader{o: o, def: def, limit: limit, comma: o.Comma, missing: o.Missing, line: 1}
	if c.comma == 0 {
		c.comma = ','
	}
	if c.missing == nil {
		c.missing = []string{"NA", "N/A", "null", "NULL", "None"}
	}
	return c, o.check()
}

// check refuses options of no use.
func (o *CSVOptions) check() error {
	bad := func(b byte) bool { return b == '"' || b == '\n' || b == '\r' || b >= 0x80 }
	number := func(b byte) bool {
		return b >= '0' && b <= '9' || b|0x20 >= 'a' && b|0x20 <= 'z' || b != 0 && strings.IndexByte(".-+()", b) >= 0
	}
	switch {
	case bad(o.Comma) || number(o.Comma):
		return badValue("%q between fields", o.Comma)
	case bad(o.Comment) || o.Comment != 0 && o.Comment == o.Comma:
		return badValue("%q at the beginning of comments", o.Comment)
	case o.Dtype != dtype.Invalid && !o.Dtype.IsValid():
		return badValue("dtype %v", o.Dtype)
	}
	for name, d := range o.Dtypes {
		if !d.IsValid() {
			return about("", name, badValue("dtype %v", d))
		}
	}
	for i, name := range o.Columns {
		if slices.Contains(o.Columns[:i], name) {
			return about("", name, badValue("column given twice"))
		}
	}
	return nil
}

// failf is an error of kind ErrFormat at a field of the record that is being read, counted from 0.
func (c *csvReader) failf(field int, format string, args ...any) error {
	e := malformed(-1, format, args...)
	e.Line, e.Column = c.line, field+1
	if field < len(c.fields) && c.fields[field] != nil {
		e.Entry = c.fields[field].name
	}
	return e
}

// read reads all of r.
func (c *csvReader) read(r io.Reader) error {
	buf := make([]byte, csvBlock)
	have, first := 0, true
	for {
		if have == len(buf) { // a line that is longer
			if len(buf) >= maxLine {
				return c.failf(0, "a line of more than %d bytes", maxLine)
			}
			buf = append(buf, make([]byte, len(buf))...)
		}
		var err error
		for have < len(buf) && err == nil {
			n := 0
			n, err = r.Read(buf[have:])
			have += n
		}
		if err != nil && err != io.EOF {
			e := about("", "", err).(*Error)
			e.Line = c.line
			return e
		}
		end := err == io.EOF
		if first {
			have = copy(buf, bytes.TrimPrefix(buf[:have], []byte("\xef\xbb\xbf"))) // a byte order mark
			if bytes.HasPrefix(buf[:have], []byte{0xff, 0xfe}) || bytes.HasPrefix(buf[:have], []byte{0xfe, 0xff}) {
				return malformed(0, "text in UTF-16 (want UTF-8)")
			}
			first = false
		}
		whole := bytes.LastIndexByte(buf[:have], '\n') + 1
		if end && whole < have { // the last line has no end
			buf = append(buf[:have], '\n')
			have++
			whole = have
		}
		used, err := c.records(buf[:whole], end)
		if err != nil {
			return err
		}
		if end {
			return c.end()
		}
		have = copy(buf, buf[used:have])
		if err := c.allow(); err != nil {
			return err
		}
	}
}

// allow asks the limit.
func (c *csvReader) allow() error {
	total, largest := csvBlock, 0
	for _, col := range c.wanted {
		total += 8*cap(col.ints) + cap(col.data)
		largest = max(largest, len(col.ints), len(col.data))
	}
	if total > c.checked {
		c.checked = total + total/4 // what append may take next
		return c.limit.allows(c.checked, largest)
	}
	return nil
}

// records reads the lines of b, which are whole, and returns how many bytes it has read: not a last
// record with a quote that the rest of the input is to close, unless this is the end of it.
func (c *csvReader) records(b []byte, end bool) (used int, err error) {
	for used < len(b) {
		n, open, err := c.record(b[used:])
		if open {
			if !end {
				return used, nil
			}
			return 0, c.failf(n, "a quote that is not closed")
		}
		if err != nil {
			return 0, err
		}
		used += n
		c.line += 1 + c.lines
	}
	return used, nil
}

// record reads one record, or passes an empty line or a comment by. If there is an open quote
// at its end nothing has been read, and n is the field.
func (c *csvReader) record(b []byte) (n int, open bool, err error) {
	c.lines = 0
	switch {
	case b[0] == '\n':
		return 1, false, nil
	case b[0] == '\r' && b[1] == '\n':
		return 2, false, nil
	case b[0] == c.o.Comment && b[0] != 0:
		return bytes.IndexByte(b, '\n') + 1, false, nil
	}
	if !c.named {
		return c.head(b)
	}
	i := 0
	for f := 0; ; f++ {
		if f == len(c.fields) {
			return 0, false, c.failf(f, "a field more than the %d of the first line", f)
		}
		col := c.fields[f]
		n, ok := 0, false
		if col != nil {
			n, ok = col.scan(b[i:], c.comma)
		}
		if !ok {
			var text []byte
			text, n, open, err = c.field(b[i:], f)
			if open {
				c.rewind()
				return f, true, nil
			}
			if err == nil && col != nil {
				err = c.add(col, f, text)
			}
			if err != nil {
				return 0, false, err
			}
		}
		i += n
		if b[i] == c.comma {
			i++
			continue
		}
		if b[i] == '\r' {
			i++
		}
		i++ // '\n'
		if f+1 < len(c.fields) {
			return 0, false, c.failf(f, "the line ends after %d fields, want %d", f+1, len(c.fields))
		}
		c.rows++
		return i, false, nil
	}
}

// rewind takes back what a record that is not whole has added to columns.
func (c *csvReader) rewind() {
	for _, col := range c.wanted {
		col.truncate(c.rows)
	}
}

// field returns the text of a field without quotes and what is around it, and how many bytes it takes up to the
// comma or the end of the line. text may lie in b.
func (c *csvReader) field(b []byte, f int) (text []byte, n int, open bool, err error) {
	i := c.blank(b, 0)
	if b[i] != '"' {
		for b[i] != c.comma && b[i] != '\n' {
			i++
		}
		if b[i] == '\n' && i > 0 && b[i-1] == '\r' {
			i--
		}
		return trim(b[:i]), i, false, nil
	}
	i++
	begin, lines := i, 0
	var joined []byte
	for {
		k := bytes.IndexByte(b[i:], '"')
		if k < 0 {
			return nil, 0, true, nil
		}
		lines += bytes.Count(b[i:i+k], []byte{'\n'})
		i += k + 1
		if i < len(b) && b[i] == '"' { // two stand for one
			joined = append(joined, b[begin:i]...)
			i++
			begin = i
			continue
		}
		break
	}
	text = b[begin : i-1]
	if joined != nil {
		text = append(joined, text...)
	}
	if i = c.blank(b, i); i == len(b) { // the newline was inside of the quotes
		return nil, 0, true, nil
	}
	if b[i] != c.comma && b[i] != '\n' && (b[i] != '\r' || b[i+1] != '\n') {
		return nil, 0, false, c.failf(f, "%q behind a quoted field", b[i])
	}
	c.lines += lines
	return text, i, false, nil
}

// blank returns where after i in b there is no more space.
func (c *csvReader) blank(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\t') && b[i] != c.comma {
		i++
	}
	return i
}

// trim returns b without spaces around it. It is bytes.TrimSpace without its look at Unicode.
func trim(b []byte) []byte {
	for len(b) > 0 && (b[0] == ' ' || b[0] == '\t') {
		b = b[1:]
	}
	for len(b) > 0 && (b[len(b)-1] == ' ' || b[len(b)-1] == '\t') {
		b = b[:len(b)-1]
	}
	return b
}

// head reads the first line: the names of the columns, or how many there are.
func (c *csvReader) head(b []byte) (n int, open bool, err error) {
	var names []string
	seen := map[string]int{}
	for {
		text, k, open, err := c.field(b[n:], len(names))
		if err != nil || open {
			return len(names), open, err
		}
		name := string(text)
		if c.o.NoHeader {
			name = strconv.Itoa(len(names))
		}
		switch i, ok := seen[name]; {
		case ok:
			return 0, false, c.failf(len(names), "name %s is that of column %d too", clip(name), i+1)
		case len(names) == maxFields:
			return 0, false, c.failf(len(names), "more than %d fields", maxFields)
		}
		seen[name] = len(names)
		names = append(names, name)
		if n += k; b[n] != c.comma {
			break
		}
		n++
	}
	n += bytes.IndexByte(b[n:], '\n') + 1
	if c.o.NoHeader {
		n = 0 // it is data
		c.line--
		c.lines = 0
	}
	return n, false, c.choose(names, seen)
}

// choose makes the columns that are read, of those with these names.
func (c *csvReader) choose(names []string, index map[string]int) error {
	c.named = true
	c.fields = make([]*csvColumn, len(names))
	find := func(name string) (int, error) {
		i, ok := index[name]
		if !ok {
			return i, &Error{Entry: name, Offset: -1, Kind: ErrNotFound, Msg: "no such column" + among(names)}
		}
		return i, nil
	}
	for name := range c.o.Dtypes {
		if _, err := find(name); err != nil {
			return err
		}
	}
	wanted := c.o.Columns
	if wanted == nil {
		wanted = names
	}
	for _, name := range wanted {
		i, err := find(name)
		if err != nil {
			return err
		}
		d, ok := c.o.Dtypes[name]
		if !ok {
			d = c.o.Dtype
		}
		c.fields[i] = newCSVColumn(name, d, c.def)
		c.wanted = append(c.wanted, c.fields[i])
	}
	return nil
}

// add adds the value that a text is to a column.
func (c *csvReader) add(col *csvColumn, f int, text []byte) error {
	text = trim(text)
	if len(text) == 0 || slices.Contains(c.missing, string(text)) {
		if c.o.Fill == "" {
			if why := col.addMissing(); why != "" {
				return c.failf(f, "%s", why)
			}
			return nil
		}
		text = []byte(c.o.Fill)
	}
	if why := col.add(text); why != "" {
		return c.failf(f, "%s %s", clip(string(text)), why)
	}
	return nil
}

// end is called when everything has been read.
func (c *csvReader) end() error {
	if !c.named && !c.o.NoHeader {
		return malformed(-1, "no line of names")
	}
	if !c.named && (c.o.Columns != nil || c.o.Dtypes != nil) {
		return c.choose(nil, nil)
	}
	return nil
}

// columns returns what was read.
func (c *csvReader) columns() ([]Column, error) {
	out := make([]Column, len(c.wanted))
	for i, col := range c.wanted {
		data, why := col.finish()
		if why != "" {
			e := malformed(-1, "%s", why)
			e.Entry = col.name
			e.Column = slices.Index(c.fields, col) + 1
			return nil, e
		}
		out[i] = Column{Name: col.name, Dtype: col.d, Data: data}
	}
	return out, nil
}
