package torch

import (
	encoding "encoding/binary"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/ivy"
	"github.com/goivy/goivy/ivy/backend"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/promote"
	"github.com/goivy/goivy/ivy/random"
	"github.com/goivy/goivy/ivy/random/torchrandom"
	"github.com/goivy/goivy/ivy/shape"
)

// Random numbers: torch.Generator, the generator that functions share, and what is drawn of one. Numbers are drawn on the
// host, by package torchrandom, and put on the backend then.

// generatorType is the type torch.Generator.
var generatorType = &frontend.Type{Path: "Generator", Class: "torch._C.Generator",
	Doc:  "Generator is torch.Generator on a CPU: the state of random numbers. Several goroutines may use it at once.",
	Repr: func(*frontend.Instance) string { return "<torch._C.Generator object>" },
	Attributes: map[string]frontend.Attribute{
		"device": {Get: func(*frontend.Instance) any { return DeviceOf("cpu") }},
	}}

// generator is what a Generator is.
type generator struct {
	mu   sync.Mutex
	seed uint64
	g    *torchrandom.Generator
}

// firstSeed is the seed of a Generator that is given none.
const firstSeed = 67280421310721

func newGenerator(n *frontend.Namespace, seed uint64) *frontend.Instance {
	return n.New(generatorType, &generator{seed: seed, g: torchrandom.New(seed)})
}

func (s *generator) reseed(seed uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seed, s.g = seed, torchrandom.New(seed)
}

// generatorKey is where a namespace keeps the generator that its functions share.
type generatorKey struct{}

// shared returns that generator, whose first seed is one of the operating system.
func shared(n *frontend.Namespace) *frontend.Instance {
	return n.Local(generatorKey{}, func() any { return newGenerator(n, anySeed()) }).(*frontend.Instance)
}

// forkedType is the type of what torch.random.fork_rng returns.
var forkedType = &frontend.Type{Path: "random.ForkedRNG", Class: "contextlib._GeneratorContextManager",
	Doc:  "ForkedRNG is what torch.random.fork_rng returns: in a program, with enters it. Torch.ForkRNG does the same in Go.",
	Repr: func(*frontend.Instance) string { return "<contextlib._GeneratorContextManager object>" }}

// forked is what a ForkedRNG is.
type forked struct {
	n       *frontend.Namespace
	enabled bool
}

// Enter begins the scope, at whose end the generator that functions share is what it was.
func (f *forked) Enter() (leave func()) {
	if !f.enabled {
		return func() {}
	}
	s := shared(f.n).State.(*generator)
	s.mu.Lock()
	defer s.mu.Unlock()
	seed, g := s.seed, s.g.Clone()
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.seed, s.g = seed, g
	}
}

// ForkRNG begins what a with of torch.random.fork_rng does in Python: the function that it returns brings the generator that
// functions share back to the state that it has now. defer n.ForkRNG()() leaves the draws of a function without a trace.
func (n *Torch) ForkRNG() (restore func()) { return (&forked{n.Namespace, true}).Enter() }

// ForkRNG is [Torch.ForkRNG] of the Torch of the package's functions.
func ForkRNG() (restore func()) { return std.ForkRNG() }

// forkRNG makes a scope. There are no devices but the CPU, whose generator is kept in any case.
func forkRNG(c *frontend.Call) any {
	if v := c.Arg("devices"); v != nil {
		if list, ok := v.([]any); !ok || len(list) > 0 {
			c.Raise("RuntimeError", "fork_rng(): devices %s, and there is none but the CPU", c.Shown(v))
		}
	}
	return c.Namespace.New(forkedType, &forked{c.Namespace, c.Bool("enabled")})
}

// anySeed returns a seed of the operating system.
func anySeed() uint64 {
	words := random.NewSeedSequenceRandom().GenerateUint64(1)
	return words[0]
}

// drawing returns the generator of a call, locked until unlock is called.
func drawing(c *frontend.Call) (g *torchrandom.Generator, unlock func()) {
	s := generatorOf(c).State.(*generator)
	s.mu.Lock()
	return s.g, s.mu.Unlock
}

// generatorOf returns the generator of a call, the shared one if it names none or takes none.
func generatorOf(c *frontend.Call) *frontend.Instance {
	if !takes(c, "generator") || !c.Has("generator") {
		return shared(c.Namespace)
	}
	o := frontend.InstanceOf(c.Arg("generator"))
	if o == nil || o.Of != generatorType {
		c.Raise("TypeError", "%s(): argument 'generator' must be torch._C.Generator, not %s", c.Func.Path, c.TypeName(c.Arg("generator")))
	}
	return o
}

// The state of a generator as PyTorch lays it out: seed, words left, whether it is seeded, the next word, 624 words of 8
// bytes each, the number of the normal distribution that is kept.
const (
	stateSize  = 5056
	stateWords = 24
	stateKept  = stateWords + 8*624 + 8
)

// bytes returns the state.
func (s *generator) bytes() []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]byte, stateSize)
	words, at := s.g.Source().State()
	left, next := 625-at, at
	if fresh, _ := torchrandom.New(s.seed).Source().State(); at == 624 && slices.Equal(fresh, words) {
		left, next = 1, 0
	}
	encoding.LittleEndian.PutUint64(out, s.seed)
	encoding.LittleEndian.PutUint32(out[8:], uint32(left))
	encoding.LittleEndian.PutUint32(out[12:], 1)
	encoding.LittleEndian.PutUint64(out[16:], uint64(next))
	for i, w := range words {
		encoding.LittleEndian.PutUint64(out[stateWords+8*i:], uint64(w))
	}
	if kept, ok := s.g.Kept(); ok {
		encoding.LittleEndian.PutUint64(out[stateKept:], math.Float64bits(kept))
		encoding.LittleEndian.PutUint32(out[stateKept+16:], 1)
	}
	return out
}

// restore takes a state of bytes, and reports whether it is one.
func (s *generator) restore(state []byte) bool {
	next := encoding.LittleEndian.Uint64(state[16:])
	left := encoding.LittleEndian.Uint32(state[8:])
	if next > 624 || left > 624 {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	seed := encoding.LittleEndian.Uint64(state)
	g := torchrandom.New(seed)
	words := make([]uint32, 624)
	for i := range words {
		words[i] = encoding.LittleEndian.Uint32(state[stateWords+8*i:])
	}
	if g.Source().SetState(words, 625-int(left)) != nil {
		return false
	}
	if encoding.LittleEndian.Uint32(state[stateKept+16:]) != 0 {
		g.SetKept(math.Float64frombits(encoding.LittleEndian.Uint64(state[stateKept:])), true)
	}
	s.seed, s.g = seed, g
	return true
}

// restored sets a state that an argument holds.
func restored(c *frontend.Call, s *generator, name string) {
	a := ours(c.Namespace, c.Arg(name))
	if a == nil || a.V.Dtype() != dtype.Uint8 {
		c.Raise("TypeError", "RNG state must be a torch.ByteTensor")
	}
	state := reading.Bytes(a.V)
	if len(state) != stateSize {
		c.Raise("RuntimeError", "Expected a CPUGeneratorImplState of size %d but found the input RNG state size to be %d", stateSize, len(state))
	}
	if !s.restore(state) {
		c.Raise("RuntimeError", "Invalid mt19937 state")
	}
}

func stateTensor(c *frontend.Call, s *generator) *frontend.Array {
	return c.Wrap(c.Env().Asarray(s.bytes()))
}

// seedOf returns a seed, negative ones as their two's complement. The function torch.manual_seed takes what int does.
func seedOf(c *frontend.Call, name string, converts bool) uint64 {
	v := c.Arg(name)
	if _, isBig := v.(*big.Int); isBig {
		c.Raise("ValueError", "Overflow when unpacking long long")
	}
	if text, isText := v.(string); isText && converts {
		i, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64)
		if err != nil {
			c.Raise("ValueError", "invalid literal for int() with base 10: %s", c.Shown(v))
		}
		return uint64(i)
	}
	var s backend.Scalar
	if a := ours(c.Namespace, v); a != nil && a.V.Size() == 1 {
		s = frontend.Number(c.Wrap(c.Env().Reshape(a.V, nil))) // which refuses a recorded one
	} else if o, err := c.Namespace.Operand(v); err == nil && o.A == nil {
		s = o.Value
	} else {
		if converts {
			c.Raise("TypeError", "int() argument must be a string or a real number, not '%s'", c.TypeName(v))
		}
		c.Raise("RuntimeError", "manual_seed expected a long, but got %s", c.TypeName(v))
	}
	switch {
	case s.Kind == dtype.KindUint:
		return s.Uint64()
	case s.Kind == dtype.KindBool, s.IsInteger():
		return uint64(s.Int64())
	case converts && s.Kind == dtype.KindFloat && !math.IsNaN(s.Float64()) && math.Abs(s.Float64()) < 1<<63:
		return uint64(int64(s.Float64()))
	case converts:
		c.Raise("ValueError", "cannot convert %s to an integer", c.Shown(v))
	}
	c.Raise("RuntimeError", "manual_seed expected a long, but got %s", c.TypeName(v))
	return 0
}

func self(c *frontend.Call) *generator { return c.Self(generatorType).State.(*generator) }

// intOf returns an unsigned integer as Python has it.
func intOf(u uint64) any {
	if u>>63 != 0 {
		return backend.UintScalar(u)
	}
	return frontend.Integer(int64(u))
}

var generators = func() []frontend.Func {
	rows := []frontend.Func{
		{Path: "Generator", Go: "NewGenerator", Sig: "device=None", Out: frontend.Made, Makes: generatorType, Run: func(c *frontend.Call) any {
			device(c, "device")
			return newGenerator(c.Namespace, firstSeed)
		}},
		{Path: "Generator.manual_seed", Sig: "self, seed", Takes: frontend.BigInts, Out: frontend.Made, Makes: generatorType, Run: func(c *frontend.Call) any {
			self(c).reseed(seedOf(c, "seed", false))
			return c.Self(generatorType)
		}},
		{Path: "Generator.seed", Sig: "self", Out: frontend.Value, Run: func(c *frontend.Call) any {
			seed := anySeed()
			self(c).reseed(seed)
			return intOf(seed)
		}},
		{Path: "Generator.initial_seed", Sig: "self", Out: frontend.Value, Run: func(c *frontend.Call) any { return intOf(self(c).seed) }},
		{Path: "Generator.get_state", Sig: "self", Run: func(c *frontend.Call) any { return stateTensor(c, self(c)) }},
		{Path: "Generator.set_state", Sig: "self, new_state", Out: frontend.Made, Makes: generatorType, Run: func(c *frontend.Call) any {
			restored(c, self(c), "new_state")
			return c.Self(generatorType)
		}},
		{Path: "Generator.clone_state", Sig: "self", Out: frontend.Made, Makes: generatorType, Run: func(c *frontend.Call) any {
			s := self(c)
			s.mu.Lock()
			defer s.mu.Unlock()
			return c.New(generatorType, &generator{seed: s.seed, g: s.g.Clone()})
		}},
	}
	rows = append(rows, frontend.Func{Path: "random.fork_rng", Sig: "devices=None, enabled=True, _caller='fork_rng', _devices_kw='devices', device_type='cuda'", Out: frontend.Made, Makes: forkedType, Run: forkRNG})
	for _, prefix := range []string{"", "random."} {
		rows = append(rows,
			frontend.Func{Path: prefix + "manual_seed", Sig: "seed", Takes: frontend.BigInts, Out: frontend.Made, Makes: generatorType, Run: func(c *frontend.Call) any {
				o := shared(c.Namespace)
				o.State.(*generator).reseed(seedOf(c, "seed", true))
				return o
			}},
			frontend.Func{Path: prefix + "seed", Sig: "", Out: frontend.Value, Run: func(c *frontend.Call) any {
				seed := anySeed()
				shared(c.Namespace).State.(*generator).reseed(seed)
				return intOf(seed)
			}},
			frontend.Func{Path: prefix + "initial_seed", Sig: "", Out: frontend.Value, Run: func(c *frontend.Call) any { return intOf(shared(c.Namespace).State.(*generator).seed) }},
			frontend.Func{Path: prefix + "get_rng_state", Sig: "", Run: func(c *frontend.Call) any { return stateTensor(c, shared(c.Namespace).State.(*generator)) }},
			frontend.Func{Path: prefix + "set_rng_state", Sig: "new_state", Out: frontend.None, Run: func(c *frontend.Call) any {
				restored(c, shared(c.Namespace).State.(*generator), "new_state")
				return nil
			}})
	}
	return rows
}()

// nearest returns the number of a dtype of floats that is nearest to a float64 number, by way of float32 for those of 16 bits.
func nearest(d dtype.Dtype, x float64) float64 {
	if d == dtype.Float64 {
		return x
	}
	x = float64(float32(x))
	if d == dtype.Float32 || x == 0 || math.IsInf(x, 0) || x != x {
		return x
	}
	_, e := math.Frexp(x)
	digits, least, most := 11, -24, 65504.0
	if d == dtype.BFloat16 {
		digits, least, most = 8, -133, 0x1.fep127
	}
	step := math.Ldexp(1, max(e-digits, least))
	if x = math.RoundToEven(x/step) * step; math.Abs(x) > most {
		return math.Copysign(math.Inf(1), x)
	}
	return x
}

// A filler of numbers sets elements of a dtype; inRow says that they are in row-major order and nothing is between them.
type fillFunc func(g *torchrandom.Generator, d dtype.Dtype, dst floatsDrawn, inRow bool)

// floatsDrawn are elements to be set: those of float32 as such, of other dtypes as float64.
type floatsDrawn struct {
	narrow []float32
	wide   []float64
}

func numbersOf(d dtype.Dtype, n int) floatsDrawn {
	if d == dtype.Float32 {
		return floatsDrawn{narrow: make([]float32, n)}
	}
	return floatsDrawn{wide: make([]float64, n)}
}

// set sets each element to what of returns, rounded to the dtype if it is of floats.
func (x floatsDrawn) set(d dtype.Dtype, of func() float64) {
	for i := range x.narrow {
		x.narrow[i] = float32(of())
	}
	for i := range x.wide {
		if x.wide[i] = of(); d.IsFloat() {
			x.wide[i] = nearest(d, x.wide[i])
		}
	}
}

// uniformly draws numbers between two.
func uniformly(from, to float64) fillFunc {
	return func(g *torchrandom.Generator, d dtype.Dtype, x floatsDrawn, _ bool) {
		dst := x.wide
		switch d {
		case dtype.Float64:
			frontend.Check(g.Uniform64(dst, from, to))
			return
		case dtype.Float32:
			frontend.Check(g.Uniform32(x.narrow, float32(from), float32(to)))
			return
		}
		draws := make([]float32, len(dst))
		frontend.Check(g.Uniform32(draws, float32(from), float32(to)))
		from, to := nearest(d, from), nearest(d, to)
		for i, v := range draws {
			if dst[i] = nearest(d, float64(v)); dst[i] == to {
				dst[i] = from
			}
		}
	}
}

// normally draws normal numbers: of 16 on in blocks.
func normally(mean, std float64) fillFunc {
	return func(g *torchrandom.Generator, d dtype.Dtype, x floatsDrawn, inRow bool) {
		dst := x.wide
		step := max(len(dst), len(x.narrow))
		switch {
		case step < 16 || !inRow:
			step = 1
		case d == dtype.Float16 || d == dtype.BFloat16: // a block at a time
			step = 16
		}
		if d == dtype.Float64 {
			for i := 0; i < len(dst); i += step {
				frontend.Check(g.Normal64(dst[i:i+step], mean, std))
			}
			return
		}
		m, s := mean, std
		if step == 16 {
			m, s = nearest(d, mean), nearest(d, std)
		}
		draws := x.narrow
		if d != dtype.Float32 {
			draws = make([]float32, len(dst))
		}
		for i := 0; i+step <= len(draws); i += step {
			frontend.Check(g.Normal32(draws[i:i+step], m, s))
		}
		if step > 0 && len(draws)%step != 0 {
			frontend.Check(g.Normal32(draws[len(draws)-16:], m, s))
		}
		for i := range dst {
			dst[i] = nearest(d, float64(draws[i]))
		}
	}
}

// eachBy draws number by number, in float64.
func eachBy(draw func(g *torchrandom.Generator) float64) fillFunc {
	return func(g *torchrandom.Generator, d dtype.Dtype, dst floatsDrawn, _ bool) {
		dst.set(d, func() float64 { return draw(g) })
	}
}

// oneUnit returns a number uniform in [0, 1) of float64.
func oneUnit(g *torchrandom.Generator) float64 {
	var x [1]float64
	frontend.Check(g.Uniform64(x[:], 0, 1))
	return x[0]
}

// isContinuous reports whether numbers of a dtype are drawn as floats, or as pairs of them.
func isContinuous(d dtype.Dtype) bool { return d.IsFloat() || d.IsComplex() }

// drawnAs returns numbers of a shape and a type that fill draws. Of complex floatsDrawn it draws the parts, in pairs.
func drawnAs(c *frontend.Call, g *torchrandom.Generator, dims []int, r promote.Result, inRow bool, fill fillFunc) *ivy.Array {
	room(dims, 16)
	n := shape.Size(dims)
	e := c.Env()
	if !r.Dtype.IsComplex() {
		dst := numbersOf(r.Dtype, n)
		fill(g, r.Dtype, dst, inRow)
		if r.Dtype == dtype.Float32 {
			return e.Reshape(e.Asarray(dst.narrow), dims)
		}
		return e.Astype(e.Reshape(e.Asarray(dst.wide), dims), r.Dtype)
	}
	part := r.Dtype.Component()
	if r.Half {
		part = dtype.Float16
	}
	dst := numbersOf(part, 2*n)
	fill(g, part, dst, inRow)
	z := make([]complex128, n)
	for i := range z {
		if part == dtype.Float32 {
			z[i] = complex(float64(dst.narrow[2*i]), float64(dst.narrow[2*i+1]))
		} else {
			z[i] = complex(dst.wide[2*i], dst.wide[2*i+1])
		}
	}
	return e.Astype(e.Reshape(e.Asarray(z), dims), r.Dtype)
}

// drawnInto draws the elements of a tensor in the order in which they lie in memory.
func drawnInto(c *frontend.Call, a *frontend.Array, fill fillFunc) *frontend.Array {
	g, unlock := drawing(c)
	defer unlock()
	writable(c, a)
	return write(c, a, inMemory(c, a, func(dims []int, inRow bool) *ivy.Array { return drawnAs(c, g, dims, typeOf(a), inRow, fill) }))
}

// inMemory returns elements for a tensor that build returns for its axes in the order of its strides.
func inMemory(c *frontend.Call, a *frontend.Array, build func(dims []int, inRow bool) *ivy.Array) *ivy.Array {
	dims := a.V.Shape()
	if contiguous(a) {
		return build(dims, true)
	}
	order := iterated(dims, []*frontend.Array{a})
	inMemory, inverse := make([]int, len(dims)), make([]int, len(dims))
	for i, axis := range order {
		inMemory[i] = dims[axis]
		inverse[axis] = i
	}
	return c.Env().PermuteDims(build(inMemory, false), inverse)
}
