package ivy

import (
	"sync"

	"github.com/goivy/goivy/ivy/random"
)

// A Generator draws arrays of random numbers. It is a stream of random words, a [random.Source], and an Env whose backend and
// settings the arrays follow. The words are made, and turned into numbers, by Go code on this machine, and no step is fused or
// left to a library: the same seed and the same calls give the same bits on every backend, at every SIMD level, with any number of
// threads and on every platform.
//
// Parameters are numbers or arrays, which broadcast to each other. The shape of a draw is what they broadcast to, or is told: a nil
// shape is the parameters' own, and any other one is what they must broadcast to. Each element of the result takes its own
// draws from the stream, in row-major order, so that a parameter may be given as a number or as an array of that number, and the result is
// the same; of [Generator.Integers] and [Generator.Shuffle] alone it is not. The dtype of real draws is the default float dtype unless
// told by an option, or unless a parameter is an array of floats: then it is the one that these are promoted to. Numbers that are drawn as
// float64, and all but uniform and normal ones are, are rounded to a narrower dtype.
//
// Bad parameters are errors of kind ErrValue that name the parameter, and draw nothing: the stream is where it was.
//
// Methods may be called from many goroutines. Each call draws its numbers together, and calls follow each other
// as the goroutines come to them: which of two calls at once draws first is not defined. For results that do not depend on it give each goroutine
// a Generator of its own, by [Generator.Split].
//
// Arrays that are being differentiated are refused as parameters (ErrUnsupported) but by [Generator.Uniform] and [Generator.Normal], which are differentiable in
// theirs. A function that draws is not compiled: see [Compiled.Eager].
type Generator struct {
	env    *Env
	stream *stream
}

// A stream is what Generators of several Envs may share.
type stream struct {
	mu sync.Mutex
	g  *random.Generator
}

// NewGenerator returns a Generator of the Env over a [random.Philox4x64] that the seed begins. It is that generator because its words are a
// function of a key and a counter: it has jumps of any length, children whose keys are independent, a state of a few bytes, and passes all published statistical
// tests. Over other streams draws [Env.NewGeneratorFrom].
func (e *Env) NewGenerator(seed uint64) *Generator {
	return e.NewGeneratorFrom(philox(random.NewSeedSequence(seed)))
}

// NewGeneratorFrom returns a Generator of the Env over any source, which it goes on to use: nothing else may.
func (e *Env) NewGeneratorFrom(source random.Source) *Generator {
	defer blame("NewGeneratorFrom")
	if source == nil {
		check(errorf(ErrValue, "source is nil"))
	}
	return &Generator{e, &stream{g: random.New(source)}}
}

func philox(seed *random.SeedSequence) random.Source { return random.NewPhilox4x64Sequence(seed) }

// Seed has the default generator of the Env, and of all Envs that are derived from it or that it is derived from, begin anew with the seed.
// What is drawn by [Env.DefaultGenerator] afterwards is what a new Generator of that seed draws.
func (e *Env) Seed(seed uint64) {
	e.defaultStream().set(random.New(philox(random.NewSeedSequence(seed))))
}

// DefaultGenerator returns the Generator that the Env's random functions draw from when they are not told a seed. An Env has one from the
// beginning, whose seed is the operating system's; see [Env.Seed] and [Env.SetGenerator]. Envs that are derived from another share that one's.
func (e *Env) DefaultGenerator() *Generator { return &Generator{e, e.defaultStream()} }

// SetGenerator makes the stream of g the one that the Env's random functions draw from. g and the Env share it from then on.
func (e *Env) SetGenerator(g *Generator) {
	defer blame("SetGenerator")
	check(g.usable())
	e.random.Store(g.stream)
}

// defaultStream returns the stream of the core.
func (e *Env) defaultStream() *stream {
	if s := e.random.Load(); s != nil {
		return s
	}
	e.random.CompareAndSwap(nil, &stream{g: random.New(philox(random.NewSeedSequenceRandom()))})
	return e.random.Load()
}

func (s *stream) set(g *random.Generator) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.g = g
}

// use calls f with the stream's generator. If f fails the stream is where it was.
func (s *stream) use(f func(r *random.Generator) error) (err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before, done := s.g.Clone(), false
	defer func() {
		if !done {
			s.g = before
		}
	}()
	err = f(s.g)
	done = err == nil
	return err
}

// usable returns an error unless g was made by a function that makes Generators.
func (g *Generator) usable() error {
	if g == nil || g.stream == nil {
		return errorf(ErrValue, "a Generator that is nil or empty, want one of NewGenerator")
	}
	return nil
}

// On returns a Generator of the same stream whose arrays are made by e.
func (g *Generator) On(e *Env) *Generator {
	defer blame("On")
	check(g.usable())
	return &Generator{e, g.stream}
}

// Clone returns a Generator that draws the same as g from here on, and shares nothing with it.
func (g *Generator) Clone() *Generator {
	defer blame("Clone")
	check(g.usable())
	g.stream.mu.Lock()
	defer g.stream.mu.Unlock()
	return &Generator{g.env, &stream{g: g.stream.g.Clone()}}
}

// Split returns n Generators that are independent of g and of each other, each over a [random.Philox4x64] that 256 bits of g's stream
// seed. g goes on behind these. The children of a seed are always the same. A negative n is an error of kind ErrValue.
func (g *Generator) Split(n int) []*Generator {
	defer blame("Split")
	check(g.usable())
	if n < 0 {
		check(errorf(ErrValue, "n is %d, want a number >= 0", n))
	}
	check(notTraced())
	check(g.env.CheckSize(n, 256))
	children := make([]*Generator, n)
	check(g.stream.use(func(r *random.Generator) error {
		for i := range children {
			var words [4]uint64
			r.Source().FillUint64(words[:])
			children[i] = &Generator{g.env, &stream{g: random.New(philox(random.NewSeedSequence(words[:]...)))}}
		}
		return nil
	}))
	return children
}

// Jump moves the stream on by a distance that no program draws: 2¹²⁸ words for each of n jumps of Philox4x64 and MT19937, and as the documentation of
// other sources says. Generators that have jumped different numbers of times do not overlap. A source without jumps is an error of kind ErrUnsupported, a negative n one of
// kind ErrValue.
func (g *Generator) Jump(n int) {
	defer blame("Jump")
	check(g.usable())
	if n < 0 {
		check(errorf(ErrValue, "n is %d, want a number >= 0", n))
	}
	check(notTraced())
	check(g.stream.use(func(r *random.Generator) error {
		switch s := r.Source().(type) {
		case interface{ Jump(uint64) }:
			s.Jump(uint64(n))
		case interface{ Jump(int) }:
			s.Jump(n)
		default:
			return errorf(ErrUnsupported, "a %T has no jumps", s)
		}
		return nil
	}))
}

// MarshalBinary returns the state of the stream: a Generator that it is restored to by [Generator.UnmarshalBinary] draws the same
// from here on. The Env is no part of it. It is an [encoding.BinaryMarshaler].
func (g *Generator) MarshalBinary() ([]byte, error) {
	if err := g.usable(); err != nil {
		return nil, wrap("MarshalBinary", nil, err)
	}
	g.stream.mu.Lock()
	defer g.stream.mu.Unlock()
	return g.stream.g.Source().MarshalBinary()
}

// UnmarshalBinary restores what MarshalBinary returned, of any type of source: g, and all Generators that share its
// stream, are in that state then. A zero Generator becomes one of the standard Env. What is no such state is an error of kind ErrValue, and
// changes nothing.
func (g *Generator) UnmarshalBinary(data []byte) error {
	source, err := random.Restore(data)
	if err != nil {
		return wrap("UnmarshalBinary", nil, asArgument(err))
	}
	if g.stream == nil {
		g.env, g.stream = std, &stream{}
	}
	g.stream.set(random.New(source))
	return nil
}
