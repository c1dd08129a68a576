package syntax

import (
	"errors"
	"fmt"

	tree "go.starlark.net/syntax"
)

// Error is a program that cannot be parsed: where, and why. Line and Col begin
// at 1, Col counts characters (not bytes).
type Error struct {
	Filename  string
	Line, Col int
	Msg       string

	incomplete bool // more lines may make it right
	block      bool // what is missing is the body of a statement
}

// Error returns "file:line:col: message".
func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.Filename, e.Line, e.Col, e.Msg)
}

// IsIncomplete reports whether err says that the program ended too early, in
// an open bracket, a triple-quoted string, after a backslash or before the
// body of a statement, so that more lines may make it right.
func IsIncomplete(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.incomplete
}

// fail ends the parse; Parse recovers the error.
func fail(pos tree.Position, format string, args ...any) {
	panic(newError(pos, format, args...))
}

// failIncomplete is fail for a program that more lines may make right.
func failIncomplete(pos tree.Position, format string, args ...any) {
	e := newError(pos, format, args...)
	e.incomplete = true
	panic(e)
}

func newError(pos tree.Position, format string, args ...any) *Error {
	return &Error{Filename: pos.Filename(), Line: int(pos.Line), Col: int(pos.Col), Msg: fmt.Sprintf(format, args...)}
}

// rescue stores a parse error that fail raised in *err; other panics go on.
func rescue(err *error) {
	switch e := recover().(type) {
	case nil:
	case *Error:
		*err = e
	default:
		panic(e)
	}
}
