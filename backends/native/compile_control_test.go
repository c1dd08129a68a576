package native_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/goivy/goivy/internal/race"
	"github.com/goivy/goivy/ivy"
)

// looped returns a loop of n updates of x, small or with a product of matrices.
func looped(n int, product bool) func(x, w *ivy.Array) *ivy.Array {
	return func(x, w *ivy.Array) *ivy.Array {
		return ivy.ForRange(0, n, func(_, s *ivy.Array) *ivy.Array {
			if product {
				return ivy.Tanh(ivy.Add(ivy.MatMul(s, w), x))
			}
			return ivy.Multiply(ivy.Add(ivy.Multiply(s, w), x), 0.5)
		}, x).(*ivy.Array)
	}
}

// An iteration of a compiled loop that is like the one before allocates nothing.
func TestLoopAllocations(t *testing.T) {
	race.Sequential(t) // under the race detector pools drop what they are given
	for _, n := range []int{4, 3000} {
		x, w := ivy.Linspace(-1, 1, n), ivy.Linspace(0, 1, n)
		scan := func(n int) func(x, w *ivy.Array) *ivy.Array {
			return func(x, w *ivy.Array) *ivy.Array {
				z, ys := ivy.Scan(func(s, _ []*ivy.Array) ([]*ivy.Array, *ivy.Array) {
					y := ivy.Add(ivy.Multiply(s[0], w), s[1])
					return []*ivy.Array{s[1], y}, ivy.Sin(y)
				}, []*ivy.Array{x, w}, []*ivy.Array{}, ivy.N(n))
				return ivy.Add(z.([]*ivy.Array)[0], ivy.Sum(ys.(*ivy.Array)))
			}
		}
		for name, f := range map[string]func(n int) func(x, w *ivy.Array) *ivy.Array{
			"state": func(n int) func(x, w *ivy.Array) *ivy.Array { return looped(n, false) },
			"scan":  scan,
		} {
			allocations := func(n int) float64 {
				c := ivy.Compile(f(n))
				c.Call(x, w)
				require.NoError(t, c.Eager())
				return testing.AllocsPerRun(20, func() { c.Call(x, w) })
			}
			assert.InDelta(t, allocations(10), allocations(1000), 10, "%s of %d elements", name, n)
		}
	}
}

func BenchmarkLoop(b *testing.B) {
	for _, size := range []struct {
		dims    []int
		n       int
		product bool
	}{{[]int{4}, 10000, false}, {[]int{1 << 16}, 100, false}, {[]int{128, 128}, 100, true}} {
		x := ivy.Reshape(ivy.Linspace(-0.1, 0.1, prod(size.dims)), size.dims)
		w := ivy.Multiply(x, 0.5)
		f := looped(size.n, size.product)
		each := func(b *testing.B, call func() *ivy.Array) {
			call()
			b.ReportAllocs()
			for b.Loop() {
				call().Free()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(size.n), "ns/iteration")
		}
		c := ivy.Compile(f)
		g := ivy.Compile(ivy.Grad(func(x, w *ivy.Array) *ivy.Array { return ivy.Sum(f(x, w)) }))
		b.Run(fmt.Sprint(size.dims, "/as it is"), func(b *testing.B) { each(b, func() *ivy.Array { return f(x, w) }) })
		b.Run(fmt.Sprint(size.dims, "/compiled"), func(b *testing.B) { each(b, func() *ivy.Array { return c.Call(x, w) }) })
		b.Run(fmt.Sprint(size.dims, "/compiled gradient"), func(b *testing.B) { each(b, func() *ivy.Array { return g.CallTree(x, w)[0].(*ivy.Array) }) })
	}
}

func prod(dims []int) int {
	n := 1
	for _, d := range dims {
		n *= d
	}
	return n
}

// Loops of one plan run at once.
func TestLoopsAtOnce(t *testing.T) {
	c := ivy.Compile(func(x *ivy.Array) []*ivy.Array {
		z, ys := ivy.Scan(func(s, r *ivy.Array) (*ivy.Array, *ivy.Array) {
			s = ivy.ForRange(0, 3, func(_, s *ivy.Array) *ivy.Array { return ivy.Add(ivy.Multiply(s, 0.5), r) }, s).(*ivy.Array)
			return s, ivy.IfElse(ivy.Greater(ivy.Sum(s), 0), func(s *ivy.Array) *ivy.Array { return ivy.Sin(s) }, func(s *ivy.Array) *ivy.Array { return s }, s).(*ivy.Array)
		}, ivy.Zeros([]int{9}), x)
		return []*ivy.Array{z.(*ivy.Array), ys.(*ivy.Array)}
	})
	var args []*ivy.Array
	var want [][]*ivy.Array
	for k := range 12 {
		args = append(args, ivy.Add(ivy.Reshape(ivy.Linspace(-1, 1, 180), []int{20, 9}), k))
		want = append(want, c.CallMany(args[k]))
	}
	require.NoError(t, c.Eager())
	var wg sync.WaitGroup
	for k := range args {
		wg.Go(func() {
			for range 20 {
				for i, z := range c.CallMany(args[k]) {
					assert.Equal(t, want[k][i].Bytes(), z.Bytes())
				}
			}
		})
	}
	wg.Wait()
}
