package syntax

import (
	"bytes"
	"errors"
	"io"

	tree "go.starlark.net/syntax"
)

// ParseChunk reads lines until they make a chunk for starlark.ExecREPLChunk,
// and returns its tree: a blank line, a line of simple statements that goes on
// while it [IsIncomplete], or one statement with a block, which a blank line
// ends. Positions count from the chunk's first line.
//
// readline returns the next line, with or without its line end, and io.EOF
// after the last. An error of readline ends the chunk; io.EOF is returned when
// no line was read, and otherwise stands for the end of the program. A chunk
// that cannot be parsed is an [*Error], and the lines read for it are gone.
func ParseChunk(filename string, readline func() ([]byte, error)) (*tree.File, error) {
	var src []byte
	for {
		line, err := readline()
		ended := errors.Is(err, io.EOF)
		if err != nil && (!ended || len(src) == 0 && len(line) == 0) {
			return nil, err
		}
		src = append(src, line...)
		if len(line) > 0 && !bytes.HasSuffix(line, []byte("\n")) {
			src = append(src, '\n')
		}
		file, err := Parse(filename, src)
		blank := len(bytes.TrimSpace(line)) == 0
		switch {
		case ended:
			return file, err
		case IsIncomplete(err):
			// A blank line ends the wait for a block, but not an open bracket or string.
			if blank && opensBlock(err) {
				return nil, err
			}
		case err != nil:
			return nil, err
		case blank || !endsInBlock(file):
			return file, nil
		}
	}
}

// opensBlock reports whether an incomplete program only lacks a block.
func opensBlock(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.block
}

// endsInBlock reports whether the last statement of f could go on.
func endsInBlock(f *tree.File) bool {
	if len(f.Stmts) == 0 {
		return false
	}
	switch last := f.Stmts[len(f.Stmts)-1].(type) {
	case *tree.AssignStmt: // of a decorated def
		_, ok := isCall(last.RHS, CallDecorate)
		return ok
	case *tree.DefStmt, *tree.IfStmt, *tree.ForStmt, *tree.WhileStmt:
		return true
	}
	return false
}
