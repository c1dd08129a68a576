package compare

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/support/script"
)

// runFrontends runs the program under each framework and holds the results against the
// first one's, name by name. Where the whole program fails the error is each result.
func runFrontends(ctx context.Context, p Program, inputs []Input, backends []string, o *Options) (*Report, error) {
	engine, err := engineFor(backends, o)
	if err != nil {
		return nil, err
	}
	o.Runs = max(o.Runs, 1)
	r := &Report{Program: p.Name, Runs: o.Runs, Frontends: true, Reference: o.Frontends[0]}
	var names []string
	outcomes := make([][]named, len(o.Frontends))
	failures := make([]error, len(o.Frontends))
	for i, name := range o.Frontends {
		r.Backends = append(r.Backends, Backend{Name: name, Version: "on " + engine})
		b := &r.Backends[i]
		got, err := run(ctx, p, inputs, b, engine, o)
		if err != nil {
			var e *script.Error
			if errors.As(err, &e) && e.Kind == "syntax" || ctx.Err() != nil {
				return nil, err
			}
			failures[i] = err
		}
		outcomes[i] = got
		for _, g := range got {
			if !slices.Contains(names, g.name) {
				names = append(names, g.name)
			}
		}
	}
	if names == nil && slices.ContainsFunc(failures, func(err error) bool { return err != nil }) {
		names = []string{only("")}
	}
	for _, name := range names {
		for i := range r.Backends {
			if x, ok := r.under(i, name, outcomes, failures, o); ok {
				r.Results = append(r.Results, x)
			}
		}
	}
	return r, nil
}

// engineFor returns the backend that the program runs on, where the options say nothing
// that frontends do not have.
func engineFor(backends []string, o *Options) (string, error) {
	engine := "native"
	switch {
	case len(backends) > 1:
		return "", fmt.Errorf("%d backends for frontends, want one", len(backends))
	case len(backends) == 1:
		engine = backends[0]
	}
	if _, err := backend.Lookup(engine); err != nil {
		return "", err
	}
	if o.Reference != "" {
		return "", errors.New("a reference file is for backends, frontends are compared with the first of them")
	}
	for _, name := range o.Frontends {
		if !slices.Contains(script.Frontends(), name) {
			return "", fmt.Errorf("no frontend %q (there is %s)", name, strings.Join(script.Frontends(), ", "))
		}
	}
	return engine, nil
}

// under returns the result of a name under the i-th framework, if it has one or the first
// framework has.
func (r *Report) under(i int, name string, outcomes [][]named, failures []error, o *Options) (x Result, ok bool) {
	b := &r.Backends[i]
	g, ok := result(outcomes[i], failures[i], name)
	want, wanted := result(outcomes[0], failures[0], name)
	switch {
	case !ok && !wanted || i == 0 && !ok:
		return x, false
	case i == 0:
		return described(g, b), true
	case ok && wanted:
		return compareOne(g, want, b, r.Reference, o), true
	case ok:
		x = described(g, b)
		x.Against, x.OK, x.Note = r.Reference, false, "no result under "+r.Reference
		return x, true
	}
	return Result{Name: name, Backend: b.Name, Against: r.Reference, Dtype: "none", Note: notes.none}, true
}

// result returns the result of a name; where the program failed that is its error.
func result(results []named, failure error, name string) (named, bool) {
	if failure != nil {
		return named{name: name, err: failure}, true
	}
	i := slices.IndexFunc(results, func(n named) bool { return n.name == name })
	if i < 0 {
		return named{}, false
	}
	return results[i], true
}
