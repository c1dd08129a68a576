package files

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"strconv"

	"github.com/goivy/goivy/internal/format"
	"github.com/goivy/goivy/ivy/dtype"
)

// WriteCSV writes columns of as many rows each to w: a line of names, unless o says
// that there is none, and a line for each row. A float has as many digits as tell it from its
// neighbours in its dtype, and a point or an exponent; a complex number is
// written as 1+2j, a bool as true or false, and what is not finite as nan, inf and
// -inf. The error is an [*Error], of kind [ErrValue] for columns of different lengths, and for
// names that are alike.
func WriteCSV(w io.Writer, columns []Column, o *CSVOptions) error {
	if o == nil {
		o = &CSVOptions{}
	}
	if err := o.check(); err != nil {
		return err
	}
	comma := o.Comma
	if comma == 0 {
		comma = ','
	}
	rows := 0
	seen := make(map[string]struct{}, len(columns))
	for i := range columns {
		c := &columns[i]
		if !c.Dtype.IsValid() {
			return about("", c.Name, badValue("dtype %v", c.Dtype))
		}
		n := c.rows()
		if i == 0 {
			rows = n
		}
		if n != rows {
			return about("", c.Name, badValue("column of %d rows, the first one has %d", n, rows))
		}
		if _, ok := seen[c.Name]; ok && !o.NoHeader {
			return about("", c.Name, badValue("name given twice"))
		}
		seen[c.Name] = struct{}{}
	}
	if len(columns) == 0 {
		return badValue("no column")
	}
	b := bufio.NewWriterSize(w, 64<<10)
	line := make([]byte, 0, 1024)
	if !o.NoHeader {
		for i := range columns {
			if i > 0 {
				line = append(line, comma)
			}
			line = appendName(line, columns[i].Name, comma, len(columns) == 1)
		}
		line = append(line, '\n')
	}
	for row := range rows {
		for i := range columns {
			c := &columns[i]
			if i > 0 {
				line = append(line, comma)
			}
			line = appendElement(line, c.Dtype, c.Data[row*max(c.Stride, 1)*c.Dtype.Size():])
		}
		line = append(line, '\n')
		if len(line) > 32<<10 {
			if _, err := b.Write(line); err != nil {
				return about("", "", systemFault(err))
			}
			line = line[:0]
		}
	}
	_, err := b.Write(line)
	if err == nil {
		err = b.Flush()
	}
	if err != nil {
		return about("", "", systemFault(err))
	}
	return nil
}

// appendName appends a column's name, in quotes where it needs them: also if it would be an
// empty line.
func appendName(line []byte, name string, comma byte, alone bool) []byte {
	special := []byte{comma, '"', '\n', '\r'}
	spaces := len(name) > 0 && (name[0] == ' ' || name[0] == '\t' || name[len(name)-1] == ' ' || name[len(name)-1] == '\t')
	if !(alone && name == "") && !spaces && !bytes.ContainsAny([]byte(name), string(special)) && !bytes.HasPrefix([]byte(name), []byte("\xef\xbb\xbf")) {
		return append(line, name...)
	}
	line = append(line, '"')
	for i := range len(name) {
		if name[i] == '"' {
			line = append(line, '"')
		}
		line = append(line, name[i])
	}
	return append(line, '"')
}

// appendElement appends the first element of data as text.
func appendElement(line []byte, d dtype.Dtype, data []byte) []byte {
	switch d.Kind() {
	case dtype.KindBool:
		return strconv.AppendBool(line, data[0] != 0)
	case dtype.KindInt:
		return strconv.AppendInt(line, signedAt(data, d.Size()), 10)
	case dtype.KindUint:
		return strconv.AppendUint(line, uint64(signedAt(data, d.Size()))&(math.MaxUint64>>(64-d.Bits())), 10)
	case dtype.KindFloat:
		return appendDecimal(line, d, floatAt(data, d))
	}
	part := d.Component()
	re, im := floatAt(data, part), floatAt(data[part.Size():], part)
	line = appendFinite(line, part, re)
	if !math.Signbit(im) || math.IsNaN(im) {
		line = append(line, '+')
	}
	return append(appendFinite(line, part, im), 'j')
}

// signedAt returns the first integer of data, of size bytes.
func signedAt(data []byte, size int) int64 {
	switch size {
	case 1:
		return int64(int8(data[0]))
	case 2:
		return int64(int16(binary.LittleEndian.Uint16(data)))
	case 4:
		return int64(int32(binary.LittleEndian.Uint32(data)))
	}
	return int64(binary.LittleEndian.Uint64(data))
}

// appendDecimal appends a float so that it is read as one: 1.0, not 1.
func appendDecimal(line []byte, d dtype.Dtype, f float64) []byte {
	n := len(line)
	line = appendFinite(line, d, f)
	if math.IsInf(f, 0) || math.IsNaN(f) || bytes.ContainsAny(line[n:], ".e") {
		return line
	}
	return append(line, ".0"...)
}

func appendFinite(line []byte, d dtype.Dtype, f float64) []byte {
	switch {
	case math.IsNaN(f):
		return append(line, "nan"...)
	case math.IsInf(f, 1):
		return append(line, "inf"...)
	case math.IsInf(f, -1):
		return append(line, "-inf"...)
	}
	return format.AppendNumber(line, d, f)
}
