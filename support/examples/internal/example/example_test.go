package example

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/ivy"
)

func TestRun(t *testing.T) {
	try := func(report func(e *ivy.Env, out io.Writer) error, args ...string) (string, error) {
		flags := flag.NewFlagSet("x", flag.ContinueOnError)
		flags.SetOutput(io.Discard)
		var out bytes.Buffer
		err := run(flags, args, &out, report)
		return out.String(), err
	}
	name := func(e *ivy.Env, out io.Writer) error {
		_, err := fmt.Fprint(out, e.Zeros([]int{1}).Backend())
		return err
	}
	got, err := try(name, "--backend", "native")
	require.NoError(t, err)
	assert.Equal(t, "native", got)
	for _, args := range [][]string{{"--backend", "none"}, {"--nothing"}, {"more"}} {
		_, err = try(name, args...)
		assert.Error(t, err, args)
	}

	failed := errors.New("failed")
	_, err = try(func(*ivy.Env, io.Writer) error { return failed })
	assert.ErrorIs(t, err, failed)
	_, err = try(func(e *ivy.Env, _ io.Writer) error { e.Reshape(e.Zeros([]int{2}), []int{3}); return nil })
	assert.ErrorIs(t, err, ivy.ErrShape)
}

func TestList(t *testing.T) {
	assert.Equal(t, "[[1, 2], [0.5, []]]", List([]any{[]any{1, int64(2)}, []any{0.5, []any{}}}))
}

func TestPrograms(t *testing.T) {
	failed := errors.New("failed")
	says := func(text string, err error) func(string, io.Writer) error {
		return func(backend string, out io.Writer) error { fmt.Fprintln(out, text, backend); return err }
	}
	p := Programs{{"a", says("one", nil)}, {"b", says("two", nil)}}
	var out bytes.Buffer
	require.NoError(t, p.Run("b", "native", &out))
	assert.Equal(t, "two native\n", out.String())
	out.Reset()
	require.NoError(t, p.Run("all", "native", &out))
	assert.Equal(t, "a, on native\none native\n\nb, on native\ntwo native\n\n", out.String())
	assert.EqualError(t, p.Run("none", "native", &out), `--framework "none", want all or one of a, b`)
	assert.ErrorIs(t, append(p, Program{"c", says("", failed)}).Run("all", "native", &out), failed)
}
