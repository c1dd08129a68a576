package bench

import (
	"context"
	"errors"
	"runtime"
	"time"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
)

// A goSide is a backend of ours.
type goSide struct {
	backend string
	version string
	env     *ivy.Env
	way     way
	call    func() *ivy.Array
	kept    *ivy.Array // the last result, which the next may not take the place of, as in Python
}

// A way says what becomes of results.
type way string

const (
	dropped way = ""      // the collector finds them
	freed   way = "freed" // each when the next is there
	tidied  way = "tidy"  // as freed, and each call is made in a scope
)

func newGoSide(name string, w way) (*goSide, error) {
	e, err := ivy.NewEnv(name)
	if err != nil {
		return nil, err
	}
	b, err := backend.Lookup(name)
	if err != nil {
		return nil, err
	}
	return &goSide{backend: name, version: b.Version(), env: e, way: w}, nil
}

func (s *goSide) name() string {
	if s.way != dropped {
		return oursPrefix + s.backend + "/" + string(s.way)
	}
	return oursPrefix + s.backend
}

func (s *goSide) side() Side {
	side := Side{Name: s.name(), Title: s.backend, Version: s.version, Ours: true, Freed: s.way == freed, Tidy: s.way == tidied}
	if s.way != dropped {
		side.Title += ", " + string(s.way)
	}
	return side
}

// has reports whether it has the workload: a scope has calls without anything prepared for them.
func (s *goSide) has(w *Workload) bool { return s.way != tidied || !w.prepares }

func (s *goSide) prepare(_ context.Context, w *Workload, given []operand) (*result, error) {
	var r result
	err := ivy.Try(func() {
		x := make([]*ivy.Array, len(given))
		for i, g := range given {
			x[i] = s.env.FromBytes(g.d, g.shape, g.data)
		}
		s.call = w.ours(s.env, x)
		if s.way == tidied {
			s.call = func() *ivy.Array {
				return s.env.Tidy(func(e *ivy.Env) *ivy.Array { return w.ours(e, x)() })
			}
		}
		z := s.call()
		r = result{z.Shape(), ivy.FromBytes(z.Dtype(), z.Shape(), z.Bytes())}
	})
	if err != nil {
		return nil, err
	}
	return &r, nil
}

// keep puts a result in the place of the last.
func (s *goSide) keep(z *ivy.Array) {
	if s.way != dropped && s.kept != nil && s.kept != z { // that given as out is returned each time
		s.kept.Free()
	}
	s.kept = z
}

func (s *goSide) run(_ context.Context, calls, warm int) (*turn, error) {
	if s.call == nil {
		return nil, errors.New("nothing is prepared")
	}
	t := &turn{}
	err := ivy.Try(func() {
		call := s.call
		for range warm {
			s.keep(call())
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := time.Now()
		for range calls {
			s.keep(call())
		}
		t.ns = float64(time.Since(start))
		runtime.ReadMemStats(&after)
		t.allocs, t.bytes = float64(after.Mallocs-before.Mallocs), float64(after.TotalAlloc-before.TotalAlloc)
	})
	s.kept = nil
	return t, err
}

func (s *goSide) drop(context.Context) error {
	s.call = nil
	return nil
}
