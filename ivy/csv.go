package ivy

import (
	"compress/gzip"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/goivy/goivy/ivy/files"
	"github.com/goivy/goivy/ivy/shape"
)

// CSVOptions say how CSV is read and written. The zero value and nil are the defaults.
type CSVOptions = files.CSVOptions

// A Table has the columns of a CSV file and their names. The columns are arrays of one dimension and
// of one length, of whatever dtypes.
type Table struct {
	Names   []string
	Columns []*Array
}

// NewTable returns the columns of x as a Table: those of an array of shape (rows, columns), or the one of an
// array of shape (rows). They are views of x. Without names, they are named "0", "1" and so on.
func NewTable(x *Array, names ...string) *Table {
	defer blame("NewTable")
	check(x.usable())
	e := x.home()
	if len(x.shape) == 1 {
		x = e.GetItem(x, Ellipsis, NewAxis)
	}
	if len(x.shape) != 2 {
		check(errorf(ErrShape, "shape %s, want (rows, columns) or (rows)", shape.Text(x.shape)))
	}
	n := x.shape[1]
	if names == nil {
		for i := range n {
			names = append(names, fmt.Sprint(i))
		}
	}
	if len(names) != n {
		check(errorf(ErrValue, "%d names for %d columns", len(names), n))
	}
	t := &Table{Names: slices.Clone(names), Columns: make([]*Array, n)}
	for i := range t.Columns {
		t.Columns[i] = e.GetItem(x, Colon, i)
	}
	return t
}

// Column returns the column of this name. One that is not there is an error of kind ErrIndex.
func (t *Table) Column(name string) *Array {
	i := slices.Index(t.Names, name)
	if i < 0 || i >= len(t.Columns) {
		panic(wrap("Column", nil, errorf(ErrIndex, "no column %q (there are: %s)", name, strings.Join(t.Names, ", "))))
	}
	return t.Columns[i]
}

// Array returns the columns as an array of shape (rows, columns), in the dtype that they have
// in common under the rule of promotion. A Table without columns is an error of kind ErrValue.
func (t *Table) Array() *Array {
	defer blame("Array")
	if len(t.Columns) == 0 {
		check(errorf(ErrValue, "a table without columns"))
	}
	return t.Columns[0].home().Stack(t.Columns, Axis(1))
}

// ReadCSV returns the columns of numbers, bools and complex numbers that r has as CSV, up to its end, on
// the current backend. What gzip has compressed is unpacked. A column whose dtype o
// does not give has the one that Asarray gives a slice of its values; a missing value is NaN
// where o has no other in its place, and so a float. The text is not held in
// memory, a block of it aside.
//
// The first line has the columns' names, unless o says that it is data. Lines that are empty are
// left out. A field that is no number, a line of more or fewer fields, a value that does not fit into its column's dtype: each
// is an *Error of kind ErrValue that names line and column, and nothing is returned then.
func (e *Env) ReadCSV(r io.Reader, o *CSVOptions) (*Table, error) {
	return e.readCSV("ReadCSV", "", o, func() (io.ReadCloser, error) { return io.NopCloser(r), nil })
}

// LoadCSV is [Env.ReadCSV] of the file at path. If its name ends in .tsv or .tsv.gz, tabs are
// between the fields.
func (e *Env) LoadCSV(path string, o *CSVOptions) (*Table, error) {
	return e.readCSV("LoadCSV", path, o, func() (io.ReadCloser, error) { return os.Open(path) })
}

// LoadCSVFS is [Env.LoadCSV] of a file of fsys.
func (e *Env) LoadCSVFS(fsys fs.FS, path string, o *CSVOptions) (*Table, error) {
	return e.readCSV("LoadCSVFS", path, o, func() (io.ReadCloser, error) { return fsys.Open(path) })
}

func (e *Env) readCSV(op, path string, o *CSVOptions, open func() (io.ReadCloser, error)) (t *Table, err error) {
	err = e.fileCall(op, func() error {
		r, err := open()
		if err != nil {
			return files.InFile(path, err)
		}
		defer r.Close()
		columns, err := files.ReadCSV(r, commaOf(path, o), e.now.Load().def, e.fileLimit)
		if err != nil {
			return files.InFile(path, err)
		}
		t = &Table{Names: make([]string, len(columns)), Columns: make([]*Array, len(columns))}
		for i, c := range columns {
			t.Names[i] = c.Name
			h := files.Header{Name: c.Name, Dtype: c.Dtype, Shape: []int{len(c.Data) / c.Dtype.Size()}}
			if t.Columns[i], err = e.fromElements(h, c.Data); err != nil {
				return err
			}
			columns[i].Data = nil // for the collector
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return t, nil
}

// commaOf returns o with what a path says is between fields, if o does not.
func commaOf(path string, o *CSVOptions) *CSVOptions {
	var c CSVOptions
	if o != nil {
		c = *o
	}
	if c.Comma == 0 {
		c.Comma = files.CommaOf(path)
	}
	return &c
}

// WriteCSV writes a table to w as CSV that [Env.ReadCSV] reads the same values of: each with the fewest digits
// that tell it from its neighbours in its dtype. Columns of different lengths, or with more axes than one,
// and names that are alike are errors.
func WriteCSV(w io.Writer, t *Table, o *CSVOptions) error {
	return writtenCSV("WriteCSV", t, func(columns []files.Column) error {
		return files.WriteCSV(w, columns, o)
	})
}

// SaveCSV is [WriteCSV] to a file at path, which replaces one that is there when all of it is on
// the disk. What ends in .gz is compressed by gzip; if the name before that ends in .tsv, tabs
// are between the fields.
func SaveCSV(path string, t *Table, o *CSVOptions) error {
	return writtenCSV("SaveCSV", t, func(columns []files.Column) error {
		return files.Replace(path, func(w io.Writer) error {
			if !strings.HasSuffix(strings.ToLower(path), ".gz") {
				return files.WriteCSV(w, columns, commaOf(path, o))
			}
			z := gzip.NewWriter(w)
			if err := files.WriteCSV(z, columns, commaOf(path, o)); err != nil {
				return err
			}
			return z.Close()
		})
	})
}

func writtenCSV(op string, t *Table, write func(columns []files.Column) error) error {
	return std.fileCall(op, func() error {
		if t == nil || len(t.Names) != len(t.Columns) {
			return errorf(ErrValue, "a table needs as many names as columns")
		}
		columns := make([]files.Column, len(t.Columns))
		for i, x := range t.Columns {
			data, err := x.littleEndianBytes()
			if err != nil {
				return err
			}
			if len(x.shape) != 1 {
				return errorf(ErrShape, "column %q of shape %s, want one dimension", t.Names[i], shape.Text(x.shape))
			}
			columns[i] = files.Column{Name: t.Names[i], Dtype: x.dtype, Data: data}
		}
		return write(columns)
	})
}
