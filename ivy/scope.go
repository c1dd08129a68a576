package ivy

import (
	"sync"
	"sync/atomic"

	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/ops"
	"github.com/goivy/goivy/ivy/shape"
)

// A scope holds the arrays that end with a call of [Env.Tidy].
type scope struct {
	outer *Env // the one that Tidy was called on: what is kept goes to it
	depth int

	mu     sync.Mutex
	arrays []*Array
	ended  bool
}

// scopeArrays has lists of scopes that have ended, for others.
var scopeArrays = sync.Pool{New: func() any { return new([]*Array) }}

// mostScopeArrays is how long a list of arrays may be to be used again.
const mostScopeArrays = 1 << 12

// Tidy calls f with an Env derived from e, and when f returns frees every array that was made
// in its scope, but for f's result: at once, where the collector would come to them later.
//
//	loss := e.Tidy(func(e *ivy.Env) *ivy.Array {
//		y := e.MatMul(e.Asarray(x), w)
//		return e.Mean(e.Square(e.Subtract(y, want)))
//	})
//
// What belongs to the scope: results of the methods of f's Env; and results of the methods of an
// Env without a scope, of the functions of this package, of methods of arrays and of compiled
// functions, if an operand belongs to it. Of operands of several scopes the innermost counts.
// [Env.Asarray] of f's Env brings an array from outside in: it shares the array's memory, and
// what is computed of it belongs to the scope. Arrays that are being traced or differentiated
// end with their trace or tape instead.
//
// f's result, and what [Env.Keep] was told to keep, belong to e afterwards: to the scope of e if
// it has one. Memory that they share with what ends stays until they are freed too. To use
// an array after the end of its scope is the error of a freed one. If f panics, all that belongs
// to the scope is freed.
//
// Several goroutines may work in one scope; they must be done when f returns. Memory grows until
// then: a loop takes one Tidy for each of its steps. Scopes nest.
//
// See [Env.TidyMany] for several results, [Env.TidyDo] for none, [Env.TidyTree] for functions of
// trees.
func (e *Env) Tidy(f func(e *Env) *Array) *Array {
	var z [1]*Array
	e.tidy(func(e *Env) []*Array { z[0] = f(e); return z[:] })
	return z[0]
}

// TidyMany is [Env.Tidy] of a function with several results. A nil among them stays nil.
func (e *Env) TidyMany(f func(e *Env) []*Array) []*Array { return e.tidy(f) }

// TidyDo is [Env.Tidy] of a function without results.
func (e *Env) TidyDo(f func(e *Env)) {
	e.tidy(func(e *Env) []*Array { f(e); return nil })
}

// TidySteps is [Env.TidyDo] for a function of arrays that is composed of others, as those of this package are: what f makes
// on its way belongs to a scope of its own, and ends with it. What f keeps with [Env.Keep] belongs to what results of a function
// of operands belong to: to the scope of e if it has one, else to the innermost scope among theirs; and so does all
// that f made if it returns false, as where something outlives the call that may need it. Where an operand is traced or
// differentiated, which needs the steps later, there is no scope, and f gets an Env that is not in one of its own.
func (e *Env) TidySteps(f func(e *Env) bool, operands ...*Array) {
	e = e.innermost(operands...)
	for _, x := range operands {
		if x == nil || x.be == nil || !x.be.hasMemory() {
			f(e)
			return
		}
	}
	e.TidyDo(func(e *Env) {
		if !f(e) {
			e.scope.releaseAll()
		}
	})
}

// TidyTree is [Env.Tidy] of a function over arrays or trees, as [Env.Compile] takes it or has
// made it, which it calls with xs. Their arrays are brought into the scope, as [Env.Asarray]
// does it: so the function need not know of the scope. It returns the results.
//
//	for _, batch := range batches {
//		state = e.TidyTree(step, state, batch)[0]
//	}
//
// What is no function over arrays or trees is an error of kind ErrValue.
func (e *Env) TidyTree(f any, xs ...Tree) []Tree {
	defer blame("TidyTree")
	call, err := treeCallable(f)
	if c, ok := f.(*Compiled); ok {
		call, err = c.treeCall, nil
	}
	check(err)
	var trees []Tree
	e.tidy(func(e *Env) []*Array {
		trees = call(replaced(xs, e.shareAll(leaves(xs))).([]Tree))
		return leaves(trees)
	})
	return trees
}

// treeCall calls the function with trees.
func (c *Compiled) treeCall(xs []Tree) []Tree {
	if c.trees != nil {
		return c.CallTree(xs...)
	}
	zs := c.CallMany(leaves(xs)...)
	trees := make([]Tree, len(zs))
	for i, z := range zs {
		trees[i] = z
	}
	return trees
}

// Keep has x belong to the Env that Tidy was called on, as results of its function do, and
// returns x: it is not freed at the end of e's scope. An array that does not belong to the scope
// of e stays as it is.
func (e *Env) Keep(x *Array) *Array {
	x.usableIn("Keep")
	if e.scope != nil {
		e.scope.release(x)
	}
	return x
}

func (e *Env) tidy(f func(e *Env) []*Array) []*Array { return e.tidyFor(e.plain(), f) }

// tidyFor is tidy whose results belong to outer afterwards.
func (e *Env) tidyFor(outer *Env, f func(e *Env) []*Array) []*Array {
	made := &struct { // with names: an embedded Env has the struct have all its methods
		env   Env
		scope scope
	}{}
	s := &made.scope
	made.env = Env{core: e.core, scope: s}
	if e.deadline != nil {
		made.env.deadline = e.deadline.with(&Env{core: e.core, scope: s})
	}
	liveScopes.Add(1)
	s.outer = outer
	if e.scope != nil {
		s.depth = e.scope.depth + 1
	}
	list := scopeArrays.Get().(*[]*Array)
	s.arrays = (*list)[:0]
	defer func() {
		defer liveScopes.Add(-1)
		ended := s.end()
		for _, a := range ended {
			if a.env.scope == s {
				a.Free()
			}
		}
		clear(ended)
		if cap(ended) <= mostScopeArrays {
			*list = ended
			scopeArrays.Put(list)
		}
	}()
	zs := f(&made.env)
	for _, z := range zs {
		if z != nil {
			s.release(z)
		}
	}
	return zs
}

// end ends the scope and returns what belonged to it.
func (s *scope) end() []*Array {
	s.mu.Lock()
	defer s.mu.Unlock()
	arrays := s.arrays
	s.arrays, s.ended = nil, true
	return arrays
}

// add has a belong to the scope; after its end to what is around it.
func (s *scope) add(a *Array) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		a.env = s.outer
		if s.outer.scope != nil {
			s.outer.scope.add(a)
		}
		return
	}
	s.arrays = append(s.arrays, a)
}

// release has a, if it belongs to the scope, belong to what is around it.
func (s *scope) release(a *Array) {
	if a.env == nil || a.env.scope != s {
		return
	}
	a.env = s.outer
	a.scoped.Store(false)
	entered(a)
}

// releaseAll is release of all that belong to the scope.
func (s *scope) releaseAll() {
	s.mu.Lock()
	arrays := s.arrays
	s.arrays = nil
	s.mu.Unlock()
	for _, a := range arrays {
		s.release(a)
	}
}

// leaveScope has a, which a level takes as its own, end with the level and not with a scope.
func (a *Array) leaveScope() {
	if a.env != nil && a.env.scope != nil {
		a.env = &Env{core: a.env.core}
	}
}

// entered is what every public function ends with: z belongs to the scope of its Env. It is
// in no list yet, or it is an operand that the function returns.
func entered(z *Array) *Array {
	if z != nil && z.env != nil && z.env.scope != nil {
		z.enter()
	}
	return z
}

func (a *Array) enter() {
	if !a.pooled && a.be.hasMemory() && a.scoped.CompareAndSwap(false, true) {
		a.env.scope.add(a)
	}
}

// enteredAll is entered of several.
func enteredAll(zs ...*Array) []*Array {
	for _, z := range zs {
		entered(z)
	}
	return zs
}

// among returns the Env of a call with these arguments: e, in the innermost scope that one of
// them belongs to if e has none.
func (e *Env) among(xs ...any) *Env {
	if liveScopes.Load() == 0 {
		return e
	}
	var in *Env
	for _, x := range xs {
		switch x := x.(type) {
		case *Array:
			in = x.inner(in)
		case []*Array:
			for _, a := range x {
				in = a.inner(in)
			}
		case nil, bool, int, int64, float64, complex128, Option:
		default:
			if a, _, ok := standsFor(x); ok {
				in = a.inner(in)
			}
		}
	}
	return e.inScope(in)
}

// leastTidied is how many bytes an operand has that makes it worth freeing what a function of several
// steps makes on its way: backends use the memory of less no sooner than the collector finds it.
const leastTidied = 8 << 10

// tidies reports whether a function of several steps of these arguments frees what it makes on its
// way. What is traced or differentiated keeps it.
func (e *Env) tidies(xs ...any) bool {
	worth := false
	for _, x := range xs {
		switch x := x.(type) {
		case *Array:
			if x == nil || x.be == nil || !x.be.hasMemory() {
				return false
			}
			worth = worth || x.dtype.Size()*shape.Size(x.shape) >= leastTidied
		case []*Array:
			for _, a := range x {
				if a == nil || a.be == nil || !a.be.hasMemory() {
					return false
				}
				worth = worth || a.dtype.Size()*shape.Size(a.shape) >= leastTidied
			}
		}
	}
	return worth
}

// in is among for arrays.
func (e *Env) in(a, b *Array) *Env {
	if liveScopes.Load() > 0 {
		return e.innermost(a, b)
	}
	return e
}

// liveScopes is how many scopes have not ended: where there are none, calls need not look for theirs.
var liveScopes atomic.Int64

// innermost returns the Env of a call with these operands, see among.
func (e *Env) innermost(xs ...*Array) *Env {
	var in *Env
	for _, x := range xs {
		in = x.inner(in)
	}
	return e.inScope(in)
}

// inner returns the Env of a if its scope is within that of in, else in.
func (a *Array) inner(in *Env) *Env {
	if a == nil || a.env == nil || a.env.scope == nil || in != nil && in.scope.depth >= a.env.scope.depth {
		return in
	}
	return a.env
}

// inScope returns e, in the scope of in if e has none. in may be nil.
func (e *Env) inScope(in *Env) *Env {
	switch {
	case in == nil || e.scope != nil:
		return e
	case in.core != e.core:
		in = &Env{core: e.core, scope: in.scope}
	}
	if e.deadline != nil {
		return &Env{core: e.core, scope: in.scope, deadline: e.deadline.with(in)}
	}
	return in
}

// shareAll returns arrays that share the memory of xs until one of them is written to.
func (e *Env) shareAll(xs []*Array) []*Array {
	zs := make([]*Array, len(xs))
	for i, x := range xs {
		check(x.usable())
		zs[i] = entered(e.viewed(ops.Reshape, x, x.shape, backend.ViewAttrs{}))
	}
	return zs
}
