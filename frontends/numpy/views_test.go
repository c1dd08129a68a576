package numpy

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/golden"
	"github.com/goivy/goivy/frontends/internal/views"
	"github.com/goivy/goivy/ivy"
)

// TestPrograms runs random programs of views of views and writes to them, and compares
// what every array holds at the end, its strides and flags with NumPy's.
func TestPrograms(t *testing.T) {
	var table struct {
		Count    int
		Programs []struct {
			Steps [][]any
			Ends  [][]any
		}
	}
	readTable(t, "views", &table)
	require.Len(t, table.Programs, table.Count)
	require.Greater(t, table.Count, 1000)
	n := small(t)
	failures := 0
	for _, p := range table.Programs {
		if why := program(t, n, p.Steps, p.Ends); why != "" {
			if failures++; failures <= 5 {
				var lines []string
				for _, s := range p.Steps {
					lines = append(lines, fmt.Sprint(s...))
				}
				t.Errorf("%s, after\n%s", why, strings.Join(lines, "\n"))
			}
		}
	}
	assert.Zero(t, failures, "programs")
}

// program runs the steps and returns what is wrong at the end.
func program(t *testing.T, n *frontend.Namespace, steps, ends [][]any) string {
	var vars []*frontend.Array
	for i, s := range steps {
		z, err := step(t, n, s, vars)
		if want, ok := s[len(s)-1].(bool); ok {
			if z != want {
				return fmt.Sprintf("step %d: %v (error %v), want %v", i, z, err, want)
			}
			continue
		}
		if len(s) > 2 {
			if err == nil || golden.ErrorText(err) != s[2] {
				return fmt.Sprintf("step %d: error %v, want %v", i, err, s[2])
			}
			continue
		}
		if err != nil {
			return fmt.Sprintf("step %d: %v", i, err)
		}
		if a, ok := z.(*frontend.Array); ok {
			if a.Scalar {
				return fmt.Sprintf("step %d: a scalar", i)
			}
			vars = append(vars, a)
		}
	}
	if len(vars) != len(ends) {
		return fmt.Sprintf("%d variables, want %d", len(vars), len(ends))
	}
	for i := range vars {
		got, want := described(vars, i), fmt.Sprintf("%v %v %v %s %v %v", ends[i]...)
		if got != want {
			return fmt.Sprintf("$%d is %s, want %s", i, got, want)
		}
	}
	return ""
}

// step calls what a step says: a function, an attribute or "=", which makes an array of its own.
func step(t *testing.T, n *frontend.Namespace, s []any, vars []*frontend.Array) (z any, err error) {
	path := s[0].(string)
	var args []any
	for _, a := range s[1].([]any) {
		if text, ok := a.(string); ok && text[0] == '$' {
			k, err := strconv.Atoi(text[1:])
			require.NoError(t, err)
			args = append(args, vars[k])
			continue
		}
		args = append(args, argued(t, n, a))
	}
	err = ivy.Try(func() {
		switch {
		case path == "=":
			z = n.Call(functions.Must(".copy"), args...)
		case path[0] == '=':
			z = attributes[path[1:]](args[0].(*frontend.Array))
		default:
			f := functions.Lookup(path)
			if f == nil {
				f = functions.Method(strings.TrimPrefix(path, "."))
			}
			z = n.Call(f, args...)
		}
	})
	return z, err
}

// described writes variable i as the oracle does.
func described(vars []*frontend.Array, i int) string {
	a := vars[i]
	var flags string
	for _, name := range []string{"c_contiguous", "f_contiguous", "owndata", "writeable"} {
		if set, _ := (Flags{a}).Get(name); set {
			flags += name[:1]
		}
	}
	root := -1
	for j, b := range vars {
		if root < 0 && views.Root(a) == b {
			root = j
		}
	}
	bytes := []any{}
	for _, b := range a.V.Bytes() {
		bytes = append(bytes, float64(b))
	}
	strides := byteStrides(a)
	if a.V.Size() == 0 {
		strides = nil
	}
	for j := range strides {
		if a.V.Shape()[j] == 1 {
			strides[j] = 0
		}
	}
	return fmt.Sprintf("%v %v %v %s %v %v", a.V.Dtype(), a.V.Shape(), strides, flags, root, bytes)
}
