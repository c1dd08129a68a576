package bench

import (
	"fmt"

	"github.com/goivy/goivy/ivy"
)

// memoryTable is the part of the table that tells what becomes of intermediate results.
const memoryTable = "Memory: what becomes of intermediate results"

// chainLength is how many additions a chain has.
const chainLength = 20

// layers is how many layers, of four functions each, follow each other.
const layers = 6

// memory has the same work done in each of the ways in which a Go program can treat what it makes
// on the way to a result. The result is freed in all of them when the next is there, but where
// everything is dropped.
func (l *list) memory() {
	for _, n := range []int{100_000, 1_000_000} {
		name, title, in := "memory/additions/"+short(n), fmt.Sprintf("%d additions of %s", chainLength, exponents[n]), arrays("x", ivy.Float32, unit, n)
		peers := map[string]code{
			"numpy": {fmt.Sprintf("def chain(x):\n  for _ in range(%d): x = x + np.float32(0.25)\n  return x", chainLength), "chain(x)"},
			"torch": {fmt.Sprintf("def chain(x):\n  for _ in range(%d): x = x + 0.25\n  return x", chainLength), "chain(x)"},
		}
		l.everyWay(name, title, in, peers, chain)
		l.add(memoryTable, name+"/out", title+", into an array each", in, func(e *ivy.Env, x []*ivy.Array) func() *ivy.Array {
			z := e.EmptyLike(x[0])
			out := ivy.Out(z)
			return func() *ivy.Array {
				e.Add(x[0], 0.25, out)
				for range chainLength - 1 {
					e.Add(z, 0.25, out)
				}
				return z
			}
		}, peers)
		l.add(memoryTable, name+"/inplace", title+", in place", in, func(e *ivy.Env, x []*ivy.Array) func() *ivy.Array {
			z := e.EmptyLike(x[0])
			return func() *ivy.Array {
				z.Set(x[0], ivy.Ellipsis)
				for range chainLength {
					z.IAdd(0.25)
				}
				return z
			}
		}, peers)
		l.compiledWays(name, title, in, peers, chain)
	}
	in := append(arrays("x", ivy.Float32, unit, 128, 384), input{"w", ivy.Float32, []int{384, 384}, fill{lo: -0.1, hi: 0.1}})
	name, title := "memory/layers", fmt.Sprintf("%d × matmul, softmax, layer_norm, gelu", layers)
	peers := map[string]code{"torch": {
		fmt.Sprintf("def chain(x, w):\n  for _ in range(%d):\n    x = torch.matmul(x, w)\n    x = F.softmax(x, -1)\n    x = F.layer_norm(x, [384])\n    x = F.gelu(x)\n  return x", layers), "chain(x, w)"}}
	l.everyWay(name, title, in, peers, network)
	l.compiledWays(name, title, in, peers, network)
}

// A steps function returns what it makes of x, and calls made with each array on the way that nothing
// needs any more, as soon as that is so.
type steps func(e *ivy.Env, x []*ivy.Array, made func(*ivy.Array)) *ivy.Array

// leave leaves an array to the collector, or to a scope.
func leave(*ivy.Array) {}

func chain(e *ivy.Env, x []*ivy.Array, made func(*ivy.Array)) *ivy.Array {
	z := e.Add(x[0], 0.25)
	for range chainLength - 1 {
		y := e.Add(z, 0.25)
		made(z)
		z = y
	}
	return z
}

func network(e *ivy.Env, x []*ivy.Array, made func(*ivy.Array)) *ivy.Array {
	z, w := x[0], x[1]
	for i := range layers {
		for k, f := range []func() *ivy.Array{
			func() *ivy.Array { return e.MatMul(z, w) },
			func() *ivy.Array { return e.Softmax(z, ivy.Axis(-1)) },
			func() *ivy.Array { return e.LayerNorm(z, []int{-1}) },
			func() *ivy.Array { return e.Gelu(z) },
		} {
			y := f()
			if i > 0 || k > 0 {
				made(z)
			}
			z = y
		}
	}
	return z
}

// everyWay adds f with what it makes dropped, freed one by one, freed at the end, and in a scope.
func (l *list) everyWay(name, title string, in []input, peers map[string]code, f steps) {
	l.add(memoryTable, name+"/dropped", title+", dropped", in, func(e *ivy.Env, x []*ivy.Array) func() *ivy.Array {
		return func() *ivy.Array { return f(e, x, leave) }
	}, peers)
	l.add(memoryTable, name+"/each", title+", each freed at once", in, freeing(func(e *ivy.Env, x []*ivy.Array) *ivy.Array {
		return f(e, x, (*ivy.Array).Free)
	}), peers)
	l.add(memoryTable, name+"/end", title+", freed at the end", in, freeing(func(e *ivy.Env, x []*ivy.Array) *ivy.Array {
		var all []*ivy.Array
		z := f(e, x, func(a *ivy.Array) { all = append(all, a) })
		for _, a := range all {
			a.Free()
		}
		return z
	}), peers)
	l.add(memoryTable, name+"/tidy", title+", in a scope", in, freeing(func(e *ivy.Env, x []*ivy.Array) *ivy.Array {
		return e.Tidy(func(e *ivy.Env) *ivy.Array { return f(e, x, leave) })
	}), peers)
}

// compiledWays adds f compiled, with results that are new and results that take the last one's
// memory.
func (l *list) compiledWays(name, title string, in []input, peers map[string]code, f steps) {
	compile := func(e *ivy.Env) *ivy.Compiled {
		return e.Compile(func(x ...*ivy.Array) *ivy.Array { return f(e, x, leave) })
	}
	l.add(memoryTable, name+"/compiled", title+", compiled", in, func(e *ivy.Env, x []*ivy.Array) func() *ivy.Array {
		c := compile(e)
		return func() *ivy.Array { return c.Call(x...) }
	}, peers)
	l.add(memoryTable, name+"/into", title+", compiled, into an array", in, func(e *ivy.Env, x []*ivy.Array) func() *ivy.Array {
		c := compile(e)
		out := []*ivy.Array{e.EmptyLike(x[0])}
		return func() *ivy.Array {
			c.CallInto(out, x...)
			return out[0]
		}
	}, peers)
}

// freeing frees each result when the next is there.
func freeing(f func(e *ivy.Env, x []*ivy.Array) *ivy.Array) func(e *ivy.Env, x []*ivy.Array) func() *ivy.Array {
	return func(e *ivy.Env, x []*ivy.Array) func() *ivy.Array {
		var last *ivy.Array
		return func() *ivy.Array {
			z := f(e, x)
			if last != nil {
				last.Free()
			}
			last = z
			return z
		}
	}
}
