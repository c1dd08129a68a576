package backendtest

import (
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/dtype"
)

// concurrent calls functions on the same arrays from many goroutines, which also write
// to results that may share memory with them. With -race it finds what is not guarded.
func (s *suite) concurrent(t *testing.T) {
	e := s.env
	x := s.numbered(dtype.Float32, 40, 50)
	v := e.GetItem(x, ivy.Slice(nil, nil, 2), ivy.Slice(nil, nil, -1))
	turned := e.PermuteDims(x, []int{1, 0})
	before := x.Bytes()
	sum := e.Sum(x).Float()
	steps := []func() bool{
		func() bool { return e.Sum(x).Float() == sum },
		func() bool { return e.Sum(e.Add(v, v)).Float() == 2*e.Sum(v).Float() },
		func() bool { return e.All(e.Equal(e.PermuteDims(turned, []int{1, 0}), x)).Bool() },
		func() bool { // a result that shares x's memory until it is written to
			y := e.Reshape(x, []int{2000})
			e.SetItem(y, 0, ivy.Ellipsis)
			return e.Sum(y).Float() == 0
		},
		func() bool {
			y := e.Asarray(v)
			e.SetItem(y, -1, 0)
			return e.GetItem(y, 0, 0).Float() == -1
		},
		func() bool {
			y := e.GetItem(e.Reshape(turned, []int{2000}), ivy.Slice(5, 10))
			overwrite(e, y)
			return e.GetItem(turned, 0, 5).Float() == 250
		},
		func() bool { return !e.Any(e.IsNan(e.MatMul(x, turned))).Bool() },
		func() bool { return string(e.CopyArray(x).Bytes()) == string(before) },
	}
	rounds := 30
	if testing.Short() {
		rounds = 5
	}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for k := range rounds * len(steps) {
				n := (i + k) % len(steps)
				var ok bool
				if err := ivy.Try(func() { ok = steps[n]() }); err != nil || !ok {
					t.Errorf("step %d: %v, error %v", n, ok, err)
					return
				}
			}
		})
	}
	wg.Wait()
	assert.Equal(t, before, x.Bytes(), "x is as it was")
}
