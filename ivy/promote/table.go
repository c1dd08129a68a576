package promote

import (
	"fmt"
	"strings"

	"github.com/goivy/goivy/ivy/dtype"
)

// names are the abbreviations that NumPy's character codes and JAX's documentation
// have for dtypes: a letter for the kind and the number of bytes.
var names = map[string]dtype.Dtype{
	"b1": dtype.Bool, "u1": dtype.Uint8, "u2": dtype.Uint16, "u4": dtype.Uint32, "u8": dtype.Uint64,
	"i1": dtype.Int8, "i2": dtype.Int16, "i4": dtype.Int32, "i8": dtype.Int64,
	"bf": dtype.BFloat16, "f2": dtype.Float16, "f4": dtype.Float32, "f8": dtype.Float64,
	"c4": Complex32, "c8": dtype.Complex64, "c16": dtype.Complex128,
}

// ParseCells reads a table written as text: a first line that names the columns, then
// a line for each row, which begins with its name, in the same order. cell is called
// with row, column and text of each. A table that is not square is an error, as is one
// whose rows have other names than its columns, or an error of cell's.
func ParseCells(text string, cell func(row, column, text string) error) error {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	columns := strings.Fields(lines[0])
	if len(columns) == 0 || len(lines) != len(columns)+1 {
		return fmt.Errorf("promote: table: %d columns, %d rows", len(columns), len(lines)-1)
	}
	for i, line := range lines[1:] {
		cells := strings.Fields(line)
		if len(cells) != len(columns)+1 || cells[0] != columns[i] {
			return fmt.Errorf("promote: table: row %d, %q, want %s and %d cells", i+1, line, columns[i], len(columns))
		}
		for j, c := range cells[1:] {
			if err := cell(columns[i], columns[j], c); err != nil {
				return fmt.Errorf("promote: table: row %s, column %s: %w", columns[i], columns[j], err)
			}
		}
	}
	return nil
}

// ParseDtype returns the dtype of an abbreviation: "u1" is uint8, "bf" bfloat16, "c16"
// complex128, "c4" [Complex32].
func ParseDtype(abbreviation string) (dtype.Dtype, error) {
	if d, ok := names[abbreviation]; ok {
		return d, nil
	}
	return dtype.Invalid, fmt.Errorf("%q abbreviates no dtype", abbreviation)
}

// ParseTable reads a table of dtypes written as text (see [ParseCells], [ParseDtype]);
// "-" is no dtype. It has a place for [Complex32]; Pairs has none.
func ParseTable(text string) (of [Complex32 + 1][Complex32 + 1]dtype.Dtype, err error) {
	err = ParseCells(text, func(row, column, text string) error {
		a, err := ParseDtype(row)
		if err != nil {
			return err
		}
		b, err := ParseDtype(column)
		if err != nil || text == "-" {
			return err
		}
		of[a][b], err = ParseDtype(text)
		return err
	})
	return of, err
}

// MustPairs is ParseTable for a table of Pairs. It panics on a mistake in the table,
// which a package's initialisation finds.
func MustPairs(text string) (of [dtype.Count][dtype.Count]dtype.Dtype) {
	all, err := ParseTable(text)
	if err != nil {
		panic(err)
	}
	for d := range of {
		copy(of[d][:], all[d][:])
	}
	return of
}
