package backendtest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy"
)

// Compiled runs golden rows of every function and dtype as compiled functions of their
// arrays: the results are those of the calls themselves, errors too. Of each function and
// dtype, and on the native backend, where compiled functions read views in their places, of each form of operands, it
// takes the first row. Only functions that eager names may
// run call by call, and they must: those whose results' shapes depend on values, and those
// that read or write elements.
func Compiled(t *testing.T, backendName string, eager ...string) {
	race.Sequential(t)
	s := newSuite(t, backendName, nil)
	compiled, asTheyAre := map[string]bool{}, map[string]error{}
	n := 0
	for _, g := range s.groups {
		seen := map[string]bool{}
		for _, r := range g.rows {
			key := strings.Join([]string{r.Op, r.D}, "/")
			if backendName == "native" {
				key += "/" + r.F
			}
			if seen[key] {
				continue
			}
			seen[key] = true
			diff, why := s.checkCompiled(r)
			n++
			switch {
			case diff != "":
				t.Error(r.failure("compiled: " + diff))
			case why != nil:
				asTheyAre[r.Op] = why
			default:
				compiled[r.Op] = true
			}
		}
	}
	t.Logf("%d rows of %d functions compiled", n, len(compiled))
	for name, why := range asTheyAre {
		assert.Contains(t, eager, name, "%v", why)
	}
	for _, name := range eager {
		assert.Contains(t, asTheyAre, name, "it is compiled always: take it off the list")
	}
}

// checkCompiled runs a row as a compiled function, twice, and returns what is wrong with
// its results, and why it was not compiled.
func (s *suite) checkCompiled(r *row) (diff string, why error) {
	c, err := (&maker{env: s.env, group: r.group}).call(r)
	if err != nil {
		if len(r.Err) > 0 {
			return wrongError(err, r.Err), nil
		}
		return err.Error(), nil
	}
	inputs := c.arrays(func(x *ivy.Array) *ivy.Array { return x })
	f := s.env.Compile(func(xs ...*ivy.Array) []*ivy.Array {
		on := *c
		on.args = cloned(c.args)
		on.arrays(func(*ivy.Array) *ivy.Array {
			x := xs[0]
			xs = xs[1:]
			return x
		})
		out, err := on.run(s.env)
		if err != nil {
			panic(err)
		}
		return out
	})
	for range 2 {
		var out []*ivy.Array
		err := ivy.Try(func() { out = f.CallMany(inputs...) })
		switch {
		case len(r.Err) > 0:
			if diff := wrongError(err, r.Err); diff != "" {
				return diff, nil
			}
			return "", nil
		case err != nil:
			return err.Error(), nil
		}
		if diff := r.compare(out); diff != "" {
			return fmt.Sprintf("%s (as it is: %v)", diff, f.Eager()), nil
		}
	}
	return "", f.Eager()
}

// cloned returns arguments whose lists are their own.
func cloned(args []any) []any {
	args = slices.Clone(args)
	for i, a := range args {
		switch a := a.(type) {
		case []*ivy.Array:
			args[i] = slices.Clone(a)
		case []any:
			args[i] = cloned(a)
		}
	}
	return args
}

// arrays replaces each array x among the arguments by f(x), and returns all that
// there were.
func (c *call) arrays(f func(*ivy.Array) *ivy.Array) []*ivy.Array {
	var xs []*ivy.Array
	var in func(args []any)
	in = func(args []any) {
		for i, a := range args {
			switch a := a.(type) {
			case *ivy.Array:
				xs = append(xs, a)
				args[i] = f(a)
			case []*ivy.Array:
				xs = append(xs, a...)
				for j, x := range a {
					a[j] = f(x)
				}
			case []any:
				in(a)
			}
		}
	}
	in(c.args)
	return xs
}
