package tensorflow

import (
	"compress/gzip"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/golden"
	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// A sweep is what Python's operators give in a mode, as support/oracle writes it.
type sweep struct {
	Count    int
	Operands []string
	Binary   map[string][][]*string
	Unary    map[string][]*string
}

func readSweep(t *testing.T, mode string) (s sweep) {
	f, err := os.Open("testdata/operators-" + mode + ".json.gz")
	require.NoError(t, err)
	defer f.Close()
	z, err := gzip.NewReader(f)
	require.NoError(t, err)
	require.NoError(t, json.NewDecoder(z).Decode(&s))
	return s
}

// sweepOperand makes an operand of that shape, 0-d or a scalar; "int32*" is weak.
func sweepOperand(t *testing.T, n *TensorFlow, text string, shape []int) any {
	if strings.HasPrefix(text, "py:") {
		return golden.Operand(t, n.Namespace, text)
	}
	name, zero := strings.CutSuffix(text, "[]")
	name, weak := strings.CutSuffix(name, "*")
	d, err := dtype.Parse(name)
	require.NoError(t, err)
	if zero {
		shape = nil
	}
	a := n.Wrap(n.Env().Ones(shape, d))
	a.Weak = weak
	return a
}

func TestOperators(t *testing.T) {
	race.Sequential(t)
	for mode, cells := range map[string]int{"plain": 21780, "all": 28735, "safe": 28735, "legacy": 21780} {
		t.Run(mode, func(t *testing.T) {
			s := readSweep(t, mode)
			require.Equal(t, cells, s.Count)
			of := strings.TrimPrefix(mode, "plain")
			each(t, of, func(t *testing.T, n *TensorFlow) {
				count := 0
				check := func(op string, want *string, texts []string, args ...any) {
					if want == nil {
						return
					}
					count++
					got := golden.Call(n.Namespace, func(args ...any) any { return n.Operator(op, args...) }, args...)
					assert.Equal(t, *want, got, "%s of %v", op, texts)
				}
				for op, rows := range s.Binary {
					shape := []int{2}
					if op == "@" {
						shape = []int{2, 2}
					}
					operands := make([]any, len(s.Operands))
					for i, text := range s.Operands {
						operands[i] = sweepOperand(t, n, text, shape)
					}
					for i, row := range rows {
						for j, want := range row {
							check(op, want, []string{s.Operands[i], s.Operands[j]}, operands[i], operands[j])
						}
					}
				}
				for op, row := range s.Unary {
					for i, want := range row {
						check(op, want, s.Operands[i:i+1], sweepOperand(t, n, s.Operands[i], []int{2}))
					}
				}
				require.Equal(t, cells, count)
			})
		})
	}
}

// A function that gives back what it is given makes a tensor of it in Go.
func TestArgumentAsResult(t *testing.T) {
	two := Constant(2)
	require.Equal(t, []int{4}, two.Mul([]any{1.5, 2.5}).Shape())
	require.Equal(t, "TypeError", frontend.Class(ivy.Try(func() { Constant([]any{1, 2}).Mul([]any{1.5, 2.5}) })))
	require.Equal(t, "AttributeError", frontend.Class(ivy.Try(func() { Constant(2.5).Mul("a") })))
	np := std.Experimental().NumPy()
	require.Equal(t, []int{2}, np.Moveaxis([]any{1, 2}, 0, 0).Shape())
	require.Empty(t, np.Moveaxis(2.5, 0, 0).Shape())
}
