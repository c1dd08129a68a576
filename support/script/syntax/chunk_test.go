package syntax

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.starlark.net/starlark"
)

// lines returns a readline over the lines of src.
func lines(src string) func() ([]byte, error) {
	rest := strings.SplitAfter(src, "\n")
	return func() ([]byte, error) {
		if len(rest) == 0 || rest[0] == "" {
			return nil, io.EOF
		}
		line := rest[0]
		rest = rest[1:]
		return []byte(line), nil
	}
}

func TestParseChunk(t *testing.T) {
	for _, row := range []struct {
		what  string
		src   string
		stmts []int  // of the chunks
		last  string // error of the chunk after them
	}{
		{"lines", "x = 1\ny = 2; z = 3\n", []int{1, 2}, "EOF"},
		{"blank", "\n# comment\nx\n", []int{0, 0, 1}, "EOF"},
		{"no line end", "x = 1\ny", []int{1, 1}, "EOF"},
		{"brackets", "x = (1,\n\n2)\ny\n", []int{1, 1}, "EOF"},
		{"string", "x = '''a\n\nb'''\ny\n", []int{1, 1}, "EOF"},
		{"backslash", "x = 1 + \\\n  2\ny\n", []int{1, 1}, "EOF"},
		{"block", "def f():\n  return 1\n\nf()\n", []int{1, 1}, "EOF"},
		{"branches", "if x:\n  y\nelse:\n  z\n\nw\n", []int{1, 1}, "EOF"},
		{"one line", "if x: y\nelse: z\n\nw\n", []int{1, 1}, "EOF"},
		{"block at end", "for x in y:\n  z", []int{1}, "EOF"},
		{"blank within brackets of a block", "def f():\n  x = [\n\n1]\n  return x\n\nf()\n", []int{1, 1}, "EOF"},
		{"no block", "def f():\n\nx\n", nil, `<stdin>:3:1: expected an indented block after "def" on line 1`},
		{"wrong", "x = 1\ny = )\n", []int{1}, `<stdin>:1:5: unmatched ")"`},
		{"open at end", "x = (\n", nil, `<stdin>:1:5: "(" was never closed`},
	} {
		t.Run(row.what, func(t *testing.T) {
			readline := lines(row.src)
			for i, want := range row.stmts {
				file, err := ParseChunk("<stdin>", readline)
				require.NoError(t, err, "chunk %d", i)
				assert.Len(t, file.Stmts, want, "chunk %d", i)
			}
			_, err := ParseChunk("<stdin>", readline)
			assert.EqualError(t, err, row.last)
		})
	}
	t.Run("error of readline", func(t *testing.T) {
		interrupted := errors.New("interrupted")
		_, err := ParseChunk("<stdin>", func() ([]byte, error) { return nil, interrupted })
		assert.ErrorIs(t, err, interrupted)
	})
}

// After a wrong chunk the next one is read as if nothing had happened.
func TestSession(t *testing.T) {
	readline := lines("x = [1, 2]\nx[0] **= )\ndef f(n):\n  return n ** 2\n\nx += [f(3)]\nx @ 1\nx\n")
	var log []string
	globals := predeclared(plain{log: &log})
	thread := &starlark.Thread{Name: "session"}
	var results, errs []string
	for {
		file, err := ParseChunk("<stdin>", readline)
		if errors.Is(err, io.EOF) {
			break
		}
		if err == nil {
			hasValue := Result(file)
			err = starlark.ExecREPLChunk(file, thread, globals)
			if err == nil && hasValue {
				results = append(results, globals[ResultName].String())
			}
		}
		if err != nil {
			errs = append(errs, err.Error())
		}
	}
	assert.Equal(t, []string{"[1, 2, 9]"}, results)
	assert.Equal(t, []string{`<stdin>:1:10: unmatched ")"`, "unknown binary op: list @ int"}, errs)
}
