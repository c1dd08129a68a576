package files

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// The kinds of error, for [errors.Is]. An error of none of these kinds is one
// of the operating system or of the reader or writer that the caller gave; it
// can be reached by errors.Is as well: errors.Is(err, fs.ErrNotExist).
var (
	// ErrFormat: the file is malformed, truncated or contradicts itself.
	ErrFormat = errors.New("malformed file")
	// ErrUnsupported: the file is valid but holds what no array can, or the
	// array is one that the format has no way to write.
	ErrUnsupported = errors.New("unsupported")
	// ErrNotFound: the file has no entry of that name.
	ErrNotFound = errors.New("no such entry")
	// ErrValue: what the caller gave contradicts itself: a destination or a
	// source of another length than the header says, a name given twice.
	ErrValue = errors.New("bad value")
)

// An Error says which file, entry, byte or line a failure is about.
type Error struct {
	Path   string // the file, as it was given; empty for a reader or a writer
	Entry  string // the entry, where it is about one: of CSV the column's name
	Offset int64  // the byte where it was noticed, or -1; in .npz it is counted in the entry's own .npy
	Line   int    // of CSV, from 1 on, or 0
	Column int    // of the line, counted in fields from 1 on, or 0
	Kind   error  // ErrFormat, ErrUnsupported, ErrNotFound, ErrValue, or nil when it was the system that failed
	Msg    string // what was found, and the cure in brackets
	Err    error  // the cause, or nil
}

// Error returns what is known: "files: w.npz: entry "x": byte 61: ...".
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString("files: ")
	if e.Path != "" {
		b.WriteString(e.Path)
		b.WriteString(": ")
	}
	if e.Line > 0 {
		fmt.Fprintf(&b, "line %d: ", e.Line)
	}
	switch {
	case e.Column > 0 && e.Entry != "":
		fmt.Fprintf(&b, "column %d (%q): ", e.Column, e.Entry)
	case e.Column > 0:
		fmt.Fprintf(&b, "column %d: ", e.Column)
	case e.Entry != "":
		fmt.Fprintf(&b, "entry %q: ", e.Entry)
	}
	if e.Offset >= 0 {
		fmt.Fprintf(&b, "byte %d: ", e.Offset)
	}
	b.WriteString(e.Msg)
	if e.Err != nil {
		if e.Msg != "" {
			b.WriteString(": ")
		}
		b.WriteString(e.Err.Error())
	}
	return b.String()
}

// Unwrap returns the kind and the cause, those that there are.
func (e *Error) Unwrap() []error {
	var errs []error
	if e.Kind != nil {
		errs = append(errs, e.Kind)
	}
	if e.Err != nil {
		errs = append(errs, e.Err)
	}
	return errs
}

// InFile returns err, which opening or reading a file gave, as an [*Error] that names the file.
func InFile(path string, err error) error { return about(path, "", systemFault(err)) }

func malformed(offset int64, format string, args ...any) *Error {
	return &Error{Offset: offset, Kind: ErrFormat, Msg: fmt.Sprintf(format, args...)}
}

func unsupported(offset int64, format string, args ...any) *Error {
	return &Error{Offset: offset, Kind: ErrUnsupported, Msg: fmt.Sprintf(format, args...)}
}

func badValue(format string, args ...any) *Error {
	return &Error{Offset: -1, Kind: ErrValue, Msg: fmt.Sprintf(format, args...)}
}

// about completes an error with the file and the entry that it is about, where
// they are given, without changing err, which other goroutines may hold.
func about(path, entry string, err error) error {
	e, ok := err.(*Error)
	if !ok {
		return &Error{Path: path, Entry: entry, Offset: -1, Err: err}
	}
	c := *e
	if path != "" {
		c.Path = path
	}
	if c.Entry == "" {
		c.Entry = entry
	}
	return &c
}

// clip quotes a file's text for a message, shortened where it is long.
func clip(text string) string {
	const most = 60
	if len(text) <= most {
		return strconv.Quote(text)
	}
	return strconv.Quote(text[:most]) + "..."
}

// show returns a shape for a message, shortened where it is long.
func show(shape []int) string {
	const most = 8
	if len(shape) <= most {
		return fmt.Sprint(shape)
	}
	return fmt.Sprintf("%v... of rank %d", shape[:most], len(shape))
}
