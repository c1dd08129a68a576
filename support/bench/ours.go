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
	frees   bool // a result when the next is there
	call    func() *ivy.Array
	kept    *ivy.Array // the last result, which the next may not take the place of, as in Python
}

func newGoSide(name string, frees bool) (*goSide, error) {
	e, err := ivy.NewEnv(name)
	if err != nil {
		return nil, err
	}
	b, err := backend.Lookup(name)
	if err != nil {
		return nil, err
	}
	return &goSide{backend: name, version: b.Version(), env: e, frees: frees}, nil
}

func (s *goSide) name() string {
	if s.frees {
		return oursPrefix + s.backend + "/freed"
	}
	return oursPrefix + s.backend
}

func (s *goSide) side() Side {
	side := Side{Name: s.name(), Title: s.backend, Version: s.version, Ours: true, Freed: s.frees}
	if s.frees {
		side.Title += ", freed"
	}
	return side
}

func (*goSide) has(*Workload) bool { return true }

func (s *goSide) prepare(_ context.Context, w *Workload, given []operand) (*result, error) {
	var r result
	err := ivy.Try(func() {
		x := make([]*ivy.Array, len(given))
		for i, g := range given {
			x[i] = s.env.FromBytes(g.d, g.shape, g.data)
		}
		s.call = w.ours(s.env, x)
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
	if s.frees && s.kept != nil && s.kept != z { // that given as out is returned each time
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
