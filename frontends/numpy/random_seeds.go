package numpy

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/goivy/goivy/frontends/frontend"
	"github.com/goivy/goivy/frontends/internal/reading"
	"github.com/goivy/goivy/ivy/dtype"
	"github.com/goivy/goivy/ivy/random"
	"github.com/goivy/goivy/ivy/shape"
)

// Seeds, bit generators and their states.

// seedSequence is what a SeedSequence is.
type seedSequence struct {
	mu       sync.Mutex // of spawned
	entropy  any        // as the program gave it, or an integer
	numbers  []*big.Int
	key      []*big.Int
	poolSize int
	spawned  uint32
	seq      *random.SeedSequence
}

func seedAttribute(get func(n *frontend.Namespace, s *seedSequence) any) frontend.Attribute {
	return frontend.Attribute{Get: func(o *frontend.Instance) any { return get(o.NS, o.State.(*seedSequence)) }}
}

// children returns how many SeedSequences were spawned.
func (s *seedSequence) children() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return int(s.spawned)
}

// keyTuple returns the spawn key as a tuple of Python's.
func (s *seedSequence) keyTuple() any {
	key := make(frontend.Tuple, len(s.key))
	for i, k := range s.key {
		key[i] = k
	}
	return key
}

// pool returns the words that the numbers are mixed into.
//
// They are found from the words that a bit generator is seeded with: each is made of a word of the pool by steps that can be undone.
func (s *seedSequence) pool() []uint32 {
	out := s.seq.GenerateUint32(s.poolSize)
	const factor = 0x58f38ded
	h := uint32(0x8b51f9dd)
	for i, v := range out {
		word := h
		h *= factor
		inverse := h // by Newton's steps, each of which doubles the bits that are right
		for range 5 {
			inverse *= 2 - h*inverse
		}
		out[i] = (v^v>>16)*inverse ^ word
	}
	return out
}

// text is what repr returns.
func (s *seedSequence) text() string {
	var b strings.Builder
	b.WriteString("SeedSequence(\n    entropy=" + integerText(s.entropy) + ",\n")
	if len(s.key) > 0 {
		b.WriteString("    spawn_key=" + tupleText(s.key) + ",\n")
	}
	if s.poolSize != random.DefaultPoolSize {
		b.WriteString("    pool_size=" + big.NewInt(int64(s.poolSize)).String() + ",\n")
	}
	if n := s.children(); n > 0 {
		b.WriteString("    n_children_spawned=" + strconv.Itoa(n) + ",\n")
	}
	return b.String() + ")"
}

func tupleText(list []*big.Int) string {
	texts := make([]string, len(list))
	for i, v := range list {
		texts[i] = v.String()
	}
	if len(texts) == 1 {
		return "(" + texts[0] + ",)"
	}
	return "(" + strings.Join(texts, ", ") + ")"
}

// integerText writes an integer, or nested lists of them.
func integerText(v any) string {
	if list, isList := frontend.Sequence(v); isList {
		texts := make([]string, len(list))
		for i, e := range list {
			texts[i] = integerText(e)
		}
		return "[" + strings.Join(texts, ", ") + "]"
	}
	if a := anyArray(v); a != nil {
		return a.Text(frontend.Repr)
	}
	switch v := v.(type) {
	case *big.Int:
		return v.String()
	case bool:
		return map[bool]string{true: "True", false: "False"}[v]
	}
	return big.NewInt(int64(v.(int))).String()
}

// mostPool is the greatest pool: the time that mixing it takes grows with the square of its size.
const mostPool = 1 << 12

// newSeed returns the SeedSequence of an argument, None among them.
func newSeed(c *frontend.Call, entropy any, key []*big.Int, poolSize int) *frontend.Instance {
	if poolSize < random.DefaultPoolSize {
		c.Raise("ValueError", "The size of the entropy pool should be at least %d", random.DefaultPoolSize)
	}
	if poolSize > mostPool {
		c.Raise("NotImplementedError", "a pool of more than %d words is not there", mostPool)
	}
	s := &seedSequence{entropy: entropy, key: key, poolSize: poolSize}
	if entropy == nil {
		words := random.NewSeedSequenceRandom().GenerateUint32(poolSize)
		all := new(big.Int)
		for _, w := range words {
			all.Or(all.Lsh(all, 32), big.NewInt(int64(w)))
		}
		s.entropy, s.numbers = all, []*big.Int{all}
	} else {
		if !isSeed(entropy) {
			c.Raise("TypeError", "SeedSequence expects int or sequence of ints for entropy not %s", plainText(c, entropy))
		}
		s.numbers = seedNumbers(c, entropy, 0)
	}
	for _, k := range append(append([]*big.Int{}, s.numbers...), key...) {
		if k.Sign() < 0 {
			c.Raise("ValueError", "expected non-negative integer")
		}
	}
	var err error
	s.seq, err = random.NewSeedSequenceBig(s.numbers, key, poolSize)
	checkDraw(c, err)
	return c.New(seedType, s)
}

// isSeed reports whether a value is of a type that seeds have.
func isSeed(v any) bool {
	switch v.(type) {
	case bool, int, *big.Int, interface{ IsInteger() bool }:
		return true
	case string, float64, complex128:
		return false
	}
	if a := anyArray(v); a != nil {
		return !a.Scalar || a.V.Dtype().IsInteger()
	}
	_, isList := frontend.Sequence(v)
	return isList
}

// plainText writes a value as str does.
func plainText(c *frontend.Call, v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	if o := frontend.InstanceOf(v); o != nil {
		return o.String()
	}
	return c.Shown(v)
}

// seedNumbers returns the integers of a seed: one, or those of a sequence.
func seedNumbers(c *frontend.Call, v any, depth int) []*big.Int {
	if depth > 64 {
		c.Raise("RecursionError", "maximum recursion depth exceeded")
	}
	if i, ok := bigOf(c, v); ok {
		return []*big.Int{i}
	}
	if a := anyArray(v); a != nil && a.V.Dtype().IsInteger() {
		return bigs(a.V)
	}
	list, isList := frontend.Sequence(v)
	if !isList {
		c.Raise("TypeError", "seed must be integer")
	}
	var all []*big.Int
	for _, e := range list {
		all = append(all, seedNumbers(c, e, depth+1)...)
	}
	return all
}

// spawn returns n SeedSequences that are independent of s and of each other.
func (s *seedSequence) spawn(c *frontend.Call, n int) []*frontend.Instance {
	s.mu.Lock()
	defer s.mu.Unlock()
	if n < 0 {
		c.Raise("OverflowError", "can't convert negative value to uint32_t")
	}
	c.Room(n, 1<<13)
	out := make([]*frontend.Instance, n)
	for i := range out {
		key := append(append([]*big.Int{}, s.key...), big.NewInt(int64(s.spawned)))
		s.spawned++
		seq, err := random.NewSeedSequenceBig(s.numbers, key, s.poolSize)
		checkDraw(c, err)
		out[i] = c.New(seedType, &seedSequence{entropy: s.entropy, numbers: s.numbers, key: key, poolSize: s.poolSize, seq: seq})
	}
	return out
}

// bitSources make a source of a seed, by the names of the bit generators.
var bitSources = map[string]func(seq *random.SeedSequence) random.Source{
	"PCG64":     func(seq *random.SeedSequence) random.Source { return random.NewPCG64(seq) },
	"PCG64DXSM": func(seq *random.SeedSequence) random.Source { return random.NewPCG64DXSM(seq) },
	"MT19937":   func(seq *random.SeedSequence) random.Source { return random.NewMT19937Sequence(seq) },
	"Philox":    func(seq *random.SeedSequence) random.Source { return random.NewPhilox4x64Sequence(seq) },
}

// bitType returns the type of a bit generator.
func bitType(name, doc string) *frontend.Type {
	of := func(o *frontend.Instance) *bitGenerator { return o.State.(*bitGenerator) }
	return &frontend.Type{Path: "random." + name, Doc: doc, Attributes: map[string]frontend.Attribute{
		"state": {
			Get: func(o *frontend.Instance) any {
				b := of(o)
				b.mu.Lock()
				defer b.mu.Unlock()
				return b.state(o.NS)
			},
			Set: func(o *frontend.Instance, v any) {
				b := of(o)
				b.mu.Lock()
				defer b.mu.Unlock()
				d, ok := v.(frontend.Dict)
				if !ok {
					frontend.Raise(o.NS.Name, "TypeError", "state must be a dict")
				}
				b.setState(o.NS, d)
			},
		},
		"seed_seq": {Get: func(o *frontend.Instance) any {
			if s := of(o).seed; s != nil {
				return s
			}
			return nil
		}},
	}}
}

// newBitGenerator returns a bit generator of an argument "seed": a SeedSequence, or what makes one.
func newBitGenerator(c *frontend.Call, t *frontend.Type, seed any) *frontend.Instance {
	seq := frontend.InstanceOf(seed)
	if seq == nil || seq.Of != seedType {
		seq = newSeed(c, seed, nil, random.DefaultPoolSize)
	}
	return newBits(c.Namespace, t, bitSources[t.Path[len("random."):]](seq.State.(*seedSequence).seq), seq)
}

func isBits(o *frontend.Instance) bool {
	if o == nil {
		return false
	}
	_, ok := o.State.(*bitGenerator)
	return ok
}

// limbs returns n words of 64 bits of a number modulo 2 to the power of 64·n, the lowest first.
func limbs(v *big.Int, n int) []uint64 {
	mod := new(big.Int).Lsh(big.NewInt(1), uint(64*n))
	rest := new(big.Int).Mod(v, mod)
	low := new(big.Int).SetUint64(1<<64 - 1)
	out := make([]uint64, n)
	for i := range out {
		out[i] = new(big.Int).And(rest, low).Uint64()
		rest.Rsh(rest, 64)
	}
	return out
}

func join128(hi, lo uint64) *big.Int {
	z := new(big.Int).SetUint64(hi)
	return z.Or(z.Lsh(z, 64), new(big.Int).SetUint64(lo))
}

// advanced moves a source on by delta steps.
func advanced(c *frontend.Call, source random.Source, delta *big.Int) {
	switch s := source.(type) {
	case *random.PCG64:
		w := limbs(delta, 2)
		s.Advance(w[1], w[0])
	case *random.PCG64DXSM:
		w := limbs(delta, 2)
		s.Advance(w[1], w[0])
	case *random.Philox4x64:
		s.Advance([4]uint64(limbs(delta, 4)))
	default:
		c.Raise("AttributeError", "'MT19937' object has no attribute 'advance'")
	}
}

// pcgJump is how many steps a jump of PCG64 is.
var pcgJump, _ = new(big.Int).SetString("9e3779b97f4a7c15f39cc0605cedc835", 16)

// jumped returns a source that is some jumps ahead.
func jumped(c *frontend.Call, source random.Source, jumps *big.Int) random.Source {
	z := source.CloneSource()
	switch s := z.(type) {
	case *random.MT19937:
		if jumps.Sign() > 0 {
			if jumps.Cmp(big.NewInt(1<<16)) > 0 {
				c.Raise("NotImplementedError", "more than 65536 jumps of MT19937 at once are not there")
			}
			s.Jump(int(jumps.Int64()))
		}
	case *random.Philox4x64:
		advanced(c, z, new(big.Int).Lsh(jumps, 128))
	default:
		advanced(c, z, new(big.Int).Mul(jumps, pcgJump))
	}
	return z
}

// seedFunctions are the functions that make seeds and bit generators, and their methods.
func seedFunctions() []frontend.Func {
	fs := []frontend.Func{
		{Path: "random.SeedSequence", Sig: "entropy=None, *, spawn_key=(), pool_size=4, n_children_spawned=0", Takes: frontend.BigInts, Out: frontend.Made, Makes: seedType, Run: func(c *frontend.Call) any {
			o := newSeed(c, c.Arg("entropy"), seedNumbers(c, c.Arg("spawn_key"), 0), c.Int("pool_size"))
			spawned := c.Int("n_children_spawned")
			if spawned < 0 || uint64(spawned) > math.MaxUint32 {
				c.Raise("OverflowError", "can't convert negative value to uint32_t")
			}
			o.State.(*seedSequence).spawned = uint32(spawned)
			return o
		}},
		{Path: "random.SeedSequence.generate_state", Sig: "self, n_words, dtype='uint32'", Run: func(c *frontend.Call) any {
			s := c.Self(seedType).State.(*seedSequence)
			n := c.Int("n_words")
			if n < 0 {
				c.Raise("ValueError", "negative dimensions are not allowed")
			}
			c.Room(n, 8)
			switch c.Dtype("dtype") {
			case Uint32:
				return drawn(c, []int{n}, s.seq.GenerateUint32(n))
			case Uint64:
				return drawn(c, []int{n}, s.seq.GenerateUint64(n))
			}
			c.Raise("ValueError", "only support uint32 or uint64")
			return nil
		}},
		{Path: "random.SeedSequence.spawn", Sig: "self, n_children", Out: frontend.Value, Run: func(c *frontend.Call) any {
			var out []any
			for _, o := range c.Self(seedType).State.(*seedSequence).spawn(c, c.Int("n_children")) {
				out = append(out, o)
			}
			return out
		}},
	}
	for _, t := range []*frontend.Type{pcg64Type, pcg64DXSMType, mt19937Type} {
		fs = append(fs, frontend.Func{Path: t.Path, Sig: "seed=None", Takes: frontend.BigInts, Out: frontend.Made, Makes: t, Run: func(c *frontend.Call) any {
			return newBitGenerator(c, t, c.Arg("seed"))
		}})
	}
	fs = append(fs, frontend.Func{Path: philoxType.Path, Sig: "seed=None, counter=None, key=None", Takes: frontend.BigInts, Out: frontend.Made, Makes: philoxType, Run: newPhilox})
	for _, t := range randomTypes[3:] {
		fs = append(fs, bitMethods(t)...)
	}
	return fs
}

// newPhilox makes a Philox of a seed, or of a key.
func newPhilox(c *frontend.Call) any {
	if c.Has("seed") && c.Has("key") {
		c.Raise("ValueError", "seed and key cannot be both used")
	}
	o := newBitGenerator(c, philoxType, c.Arg("seed"))
	b := o.State.(*bitGenerator)
	words := b.words()
	if c.Has("counter") {
		copy(words[1:5], philoxWords(c, "counter", 4))
	}
	if c.Has("key") {
		copy(words[5:7], philoxWords(c, "key", 2))
	}
	b.setWords(words)
	return o
}

// philoxWords returns an argument that is an integer of n words, or a sequence of n integers.
func philoxWords(c *frontend.Call, name string, n int) []uint64 {
	if i, ok := bigOf(c, c.Arg(name)); ok {
		if i.Sign() < 0 || i.BitLen() > 64*n {
			c.Raise("ValueError", "%s must be positive and less than 2**%d.", name, 64*n)
		}
		return limbs(i, n)
	}
	out := make([]uint64, n)
	p := endpointOf(c, c.Arg(name))
	if len(p.shape) != 1 || p.shape[0] != n {
		c.Raise("ValueError", "%s must have %d elements when using array form", name, n)
	}
	for i, v := range p.values {
		if !v.IsUint64() {
			c.Raise("OverflowError", "Python integer %v out of bounds for uint64", v)
		}
		out[i] = v.Uint64()
	}
	return out
}

// bitMethods are the methods of a bit generator.
func bitMethods(t *frontend.Type) []frontend.Func {
	self := func(c *frontend.Call) (o *frontend.Instance, b *bitGenerator) {
		o = c.Self(t)
		b = o.State.(*bitGenerator)
		b.mu.Lock()
		return o, b
	}
	steps := func(c *frontend.Call, name string) *big.Int {
		i, ok := bigOf(c, c.Arg(name))
		if !ok {
			c.Raise("TypeError", "unsupported operand type(s) for &: '%s' and 'int'", c.TypeName(c.Arg(name)))
		}
		return i
	}
	fs := []frontend.Func{
		{Path: t.Path + ".jumped", Sig: "self, jumps=1", Takes: frontend.BigInts, Out: frontend.Made, Makes: t, Run: func(c *frontend.Call) any {
			_, b := self(c)
			defer b.mu.Unlock()
			return newBits(c.Namespace, t, jumped(c, b.source, steps(c, "jumps")), b.seed)
		}},
		{Path: t.Path + ".random_raw", Sig: "self, size=None, output=True", Out: frontend.Value, Run: func(c *frontend.Call) any {
			_, b := self(c)
			defer b.mu.Unlock()
			dims, given := drawSize(c, 8)
			words := make([]uint64, shape.Size(dims))
			if t == mt19937Type {
				for i := range words {
					words[i] = uint64(b.source.Uint32())
				}
			} else {
				b.source.FillUint64(words)
			}
			switch {
			case !c.Bool("output"):
				return nil
			case given:
				return drawn(c, dims, words)
			}
			return new(big.Int).SetUint64(words[0])
		}},
		{Path: t.Path + ".spawn", Sig: "self, n_children", Out: frontend.Value, Run: func(c *frontend.Call) any {
			_, b := self(c)
			defer b.mu.Unlock()
			return anys(spawned(c, t, b, c.Int("n_children")))
		}},
	}
	if t != mt19937Type {
		fs = append(fs, frontend.Func{Path: t.Path + ".advance", Sig: "self, delta", Takes: frontend.BigInts, Out: frontend.Made, Makes: t, Run: func(c *frontend.Call) any {
			o, b := self(c)
			defer b.mu.Unlock()
			advanced(c, b.source, steps(c, "delta"))
			return o
		}})
	}
	return fs
}

// spawned returns bit generators of a type that are independent of b.
func spawned(c *frontend.Call, t *frontend.Type, b *bitGenerator, n int) []*frontend.Instance {
	if b.seed == nil {
		c.Raise("TypeError", "The underlying SeedSequence does not implement spawning.")
	}
	out := b.seed.State.(*seedSequence).spawn(c, n)
	for i, seq := range out {
		out[i] = newBitGenerator(c, t, seq)
	}
	return out
}

func anys(list []*frontend.Instance) []any {
	out := make([]any, len(list))
	for i, o := range list {
		out[i] = o
	}
	return out
}

// state returns the state as NumPy's dict.
func (b *bitGenerator) state(n *frontend.Namespace) frontend.Dict {
	w := b.words()
	array := func(words []uint64) any { return n.Wrap(n.Env().Asarray(words)) }
	d := frontend.Dict{{Name: "bit_generator", Value: b.name}}
	half := func(w []uint64) frontend.Dict {
		return frontend.Dict{{Name: "has_uint32", Value: int(w[0])}, {Name: "uinteger", Value: int64(w[1])}}
	}
	switch s := b.source.(type) {
	case *random.MT19937:
		key, pos := s.State()
		return append(d, frontend.Named{Name: "state", Value: frontend.Dict{{Name: "key", Value: n.Wrap(n.Env().Asarray(key))}, {Name: "pos", Value: pos}}})
	case *random.Philox4x64:
		d = append(d, frontend.Named{Name: "state", Value: frontend.Dict{{Name: "counter", Value: array(w[1:5])}, {Name: "key", Value: array(w[5:7])}}},
			frontend.Named{Name: "buffer", Value: array(w[7:11])}, frontend.Named{Name: "buffer_pos", Value: int(w[0])})
		return append(d, half(w[11:])...)
	}
	d = append(d, frontend.Named{Name: "state", Value: frontend.Dict{{Name: "state", Value: join128(w[0], w[1])}, {Name: "inc", Value: join128(w[2], w[3])}}})
	return append(d, half(w[4:])...)
}

// A fielder reads the fields of a state.
type fielder struct {
	n *frontend.Namespace
	d frontend.Dict
}

// field returns the value of a key, which must be there.
func (f fielder) field(name string) any {
	for _, item := range f.d {
		if item.Name == name {
			return item.Value
		}
	}
	frontend.Raise(f.n.Name, "KeyError", "'%s'", name)
	return nil
}

// inner returns the fields of a dict in the state.
func (f fielder) inner(name string) fielder {
	d, ok := f.field(name).(frontend.Dict)
	if !ok {
		frontend.Raise(f.n.Name, "TypeError", "'%s' object is not a dict", f.n.TypeName(f.field(name)))
	}
	return fielder{f.n, d}
}

// integers returns a field that is a number, or an array of them.
func (f fielder) integers(name string) []*big.Int {
	v := f.field(name)
	switch v := v.(type) {
	case *big.Int:
		return []*big.Int{v}
	case int:
		return []*big.Int{big.NewInt(int64(v))}
	case bool:
		return []*big.Int{big.NewInt(int64(map[bool]int{true: 1}[v]))}
	}
	if list, isList := frontend.Sequence(v); isList {
		var all []*big.Int
		for _, e := range list {
			all = append(all, fielder{f.n, frontend.Dict{{Name: name, Value: e}}}.integers(name)...)
		}
		return all
	}
	o, err := f.n.Operand(v)
	frontend.Check(err)
	if o.A == nil {
		if i, ok := scalarInt(o.Value); ok {
			return []*big.Int{i}
		}
	} else if o.A.V.Dtype().IsInteger() {
		return bigs(o.A.V)
	}
	frontend.Raise(f.n.Name, "TypeError", "an integer is required")
	return nil
}

// one returns a field that is a number of at most so many bits.
func (f fielder) one(name string, bits int) *big.Int { return f.some(name, 1, bits)[0] }

// some returns a field that is so many numbers of at most so many bits.
func (f fielder) some(name string, count, bits int) []*big.Int {
	list := f.integers(name)
	if len(list) < count {
		frontend.Raise(f.n.Name, "IndexError", "list index out of range")
	}
	for _, v := range list[:count] {
		if v.Sign() < 0 || v.BitLen() > bits {
			frontend.Raise(f.n.Name, "OverflowError", "Python integer %v out of bounds for uint%d", v, bits)
		}
	}
	return list[:count]
}

// setState restores what state returned.
func (b *bitGenerator) setState(n *frontend.Namespace, d frontend.Dict) {
	f := fielder{n, d}
	name := ""
	for _, item := range d {
		if text, ok := item.Value.(string); ok && item.Name == "bit_generator" {
			name = text
		}
	}
	if name != b.name {
		frontend.Raise(n.Name, "ValueError", "state must be for a %s %s", b.name, map[bool]string{true: "RNG", false: "PRNG"}[strings.HasPrefix(b.name, "PCG")])
	}
	in := f.inner("state")
	var words []uint64
	put := func(list ...*big.Int) {
		for _, v := range list {
			words = append(words, v.Uint64())
		}
	}
	split := func(v *big.Int) {
		w := limbs(v, 2)
		words = append(words, w[1], w[0])
	}
	switch s := b.source.(type) {
	case *random.MT19937:
		key := make([]uint32, 624)
		for i, v := range in.some("key", len(key), 32) {
			key[i] = uint32(v.Uint64())
		}
		if err := s.SetState(key, int(in.one("pos", 31).Int64())); err != nil {
			frontend.Raise(n.Name, "ValueError", "%s", err)
		}
		return
	case *random.Philox4x64:
		put(f.one("buffer_pos", 31))
		put(in.some("counter", 4, 64)...)
		put(in.some("key", 2, 64)...)
		put(f.some("buffer", 4, 64)...)
	default:
		split(in.one("state", 128))
		split(in.one("inc", 128))
	}
	put(f.one("has_uint32", 1), f.one("uinteger", 32))
	if !b.setWords(words) {
		frontend.Raise(n.Name, "ValueError", "the state is none of a %s", b.name)
	}
}

// legacySeed seeds an MT19937 as RandomState does.
func legacySeed(c *frontend.Call, m *random.MT19937, seed any) {
	var from *random.MT19937
	if a := anyArray(seed); a != nil && a.V.Size() == 1 && a.V.Dtype().IsInteger() {
		seed = bigs(a.V)[0]
	}
	switch i, ok := bigOf(c, seed); {
	case seed == nil:
		from = random.NewMT19937Sequence(random.NewSeedSequenceRandom())
	case ok:
		if i.Sign() < 0 || i.BitLen() > 32 {
			c.Raise("ValueError", "Seed must be between 0 and 2**32 - 1")
		}
		from = random.NewMT19937(uint32(i.Uint64()))
	default:
		from = legacyKey(c, seed)
	}
	key, pos := from.State()
	checkDraw(c, m.SetState(key, pos))
}

// legacyKey returns an MT19937 that is seeded by a sequence.
func legacyKey(c *frontend.Call, seed any) *random.MT19937 {
	cannot := func(what, of string) {
		c.Raise("TypeError", "Cannot cast %s from dtype('%s') to dtype('int64') according to the rule 'safe'", what, of)
	}
	if text, isText := seed.(string); isText {
		cannot("scalar", "<U"+strconv.Itoa(max(utf8.RuneCountInString(text), 1)))
	}
	o, err := c.Namespace.Operand(seed)
	switch {
	case err != nil:
		cannot("scalar", "O")
	case o.A == nil:
		cannot("scalar", map[dtype.Kind]string{dtype.KindFloat: "float64", dtype.KindComplex: "complex128", dtype.KindUint: "uint64"}[o.Value.Kind])
	case o.A.V.Size() == 0:
		c.Raise("ValueError", "Seed must be non-empty")
	}
	x := o.A.V
	if !x.Dtype().IsInteger() && !x.Dtype().IsBool() || x.Dtype() == Uint64 {
		cannot(map[bool]string{true: "scalar", false: "array data"}[x.Ndim() == 0], x.Dtype().String())
	}
	if x.Ndim() != 1 {
		c.Raise("ValueError", "Seed array must be 1-d")
	}
	reading.Refuse(x)
	list := bigs(x)
	key := make([]uint32, len(list))
	for i, v := range list {
		if v.Sign() < 0 || v.BitLen() > 32 {
			c.Raise("ValueError", "Seed must be between 0 and 2**32 - 1")
		}
		key[i] = uint32(v.Uint64())
	}
	m, err := random.NewMT19937Key(key)
	checkDraw(c, err)
	return m
}

// stateFunctions are the functions that make Generators and RandomStates, and those of their states.
func stateFunctions() []frontend.Func {
	fs := []frontend.Func{
		{Path: "random.default_rng", Sig: "seed=None", Takes: frontend.BigInts, Out: frontend.Made, Makes: generatorType, Run: func(c *frontend.Call) any {
			o := frontend.InstanceOf(c.Arg("seed"))
			switch {
			case o != nil && o.Of == generatorType:
				return o
			case isBits(o):
				return c.New(generatorType, &generator{o})
			}
			return c.New(generatorType, &generator{newBitGenerator(c, pcg64Type, c.Arg("seed"))})
		}},
		{Path: "random.Generator", Sig: "bit_generator", Out: frontend.Made, Makes: generatorType, Run: func(c *frontend.Call) any {
			o := frontend.InstanceOf(c.Arg("bit_generator"))
			if !isBits(o) {
				c.Raise("AttributeError", "'%s' object has no attribute 'capsule'", c.TypeName(c.Arg("bit_generator")))
			}
			return c.New(generatorType, &generator{o})
		}},
		{Path: "random.Generator.spawn", Sig: "self, n_children", Out: frontend.Value, Run: func(c *frontend.Call) any {
			bits := c.Self(generatorType).State.(*generator).bits
			b := bits.State.(*bitGenerator)
			b.mu.Lock()
			defer b.mu.Unlock()
			out := spawned(c, bits.Of, b, c.Int("n_children"))
			for i, o := range out {
				out[i] = c.New(generatorType, &generator{o})
			}
			return anys(out)
		}},
		{Path: "random.RandomState", Sig: "seed=None", Takes: frontend.BigInts, Out: frontend.Made, Makes: stateType, Run: func(c *frontend.Call) any {
			o := frontend.InstanceOf(c.Arg("seed"))
			if !isBits(o) {
				m := random.NewMT19937(0)
				legacySeed(c, m, c.Arg("seed"))
				o = newBits(c.Namespace, mt19937Type, m, nil)
			}
			return stateOf(c, o)
		}},
		{Path: "random.get_bit_generator", Sig: "", Out: frontend.Value, Run: func(c *frontend.Call) any { return sharedState(c.Namespace).State.(*randomState).bits }},
		{Path: "random.set_bit_generator", Sig: "bitgen", Out: frontend.None, Run: func(c *frontend.Call) any {
			o := frontend.InstanceOf(c.Arg("bitgen"))
			if !isBits(o) {
				c.Raise("AttributeError", "'%s' object has no attribute 'capsule'", c.TypeName(c.Arg("bitgen")))
			}
			c.SetLocal(globalKey{}, stateOf(c, o))
			return nil
		}},
	}
	for _, d := range []drawer{ofState, ofModule} {
		fs = append(fs,
			frontend.Func{Path: d.path("seed"), Sig: d.sig("seed=None"), Takes: frontend.BigInts, Out: frontend.None, Run: func(c *frontend.Call) any {
				s, unlock := d.stream(c)
				defer unlock()
				legacySeed(c, s.bits.source.(*random.MT19937), c.Arg("seed"))
				s.r.SetKept(0, false)
				return nil
			}},
			frontend.Func{Path: d.path("get_state"), Sig: d.sig("legacy=True"), Out: frontend.Value, Run: func(c *frontend.Call) any {
				s, unlock := d.stream(c)
				defer unlock()
				kept, has := s.r.Kept()
				state := s.bits.state(c.Namespace)
				state = append(state, frontend.Named{Name: "has_gauss", Value: map[bool]int{true: 1}[has]}, frontend.Named{Name: "gauss", Value: kept})
				if !c.Bool("legacy") {
					return state
				}
				in := state[1].Value.(frontend.Dict)
				return []any{s.bits.name, in[0].Value, in[1].Value, state[2].Value, state[3].Value}
			}},
			frontend.Func{Path: d.path("set_state"), Sig: d.sig("state"), Takes: frontend.Dicts, Out: frontend.None, Run: func(c *frontend.Call) any {
				s, unlock := d.stream(c)
				defer unlock()
				setLegacyState(c, s, c.Arg("state"))
				return nil
			}})
	}
	return fs
}

// stateOf returns a RandomState over a bit generator, which must be an MT19937.
func stateOf(c *frontend.Call, bits *frontend.Instance) *frontend.Instance {
	if bits.Of != mt19937Type {
		c.Raise("NotImplementedError", "a RandomState over a %s is not there: over an MT19937 it is", bits.State.(*bitGenerator).name)
	}
	return newState(c.Namespace, bits)
}

// setLegacyState restores what get_state returned, in either form.
func setLegacyState(c *frontend.Call, s stream, v any) {
	d, isDict := v.(frontend.Dict)
	if !isDict {
		list, isList := frontend.Sequence(v)
		if !isList {
			c.Raise("TypeError", "state must be a dict or a tuple.")
		}
		if len(list) < 3 || len(list) == 4 {
			c.Raise("IndexError", "tuple index out of range")
		}
		if list[0] != "MT19937" {
			c.Raise("ValueError", "set_state can only be used with legacy MT19937 state instances.")
		}
		d = frontend.Dict{{Name: "bit_generator", Value: list[0]}, {Name: "state", Value: frontend.Dict{{Name: "key", Value: list[1]}, {Name: "pos", Value: list[2]}}}}
		if len(list) > 4 {
			d = append(d, frontend.Named{Name: "has_gauss", Value: list[3]}, frontend.Named{Name: "gauss", Value: list[4]})
		}
	}
	there := map[string]bool{}
	for _, item := range d {
		there[item.Name] = true
	}
	if !there["bit_generator"] || !there["state"] {
		c.Raise("ValueError", "state dictionary is not valid.")
	}
	f := fielder{c.Namespace, d}
	kept, has := 0.0, false
	if there["gauss"] {
		o, err := c.Namespace.Operand(f.field("gauss"))
		frontend.Check(err)
		kept = valuesOf[float64](c, arrayOf(c, o), Float64).values[0]
	}
	if there["has_gauss"] {
		has = f.one("has_gauss", 31).Sign() != 0
	}
	s.bits.setState(c.Namespace, d)
	if !has {
		kept = 0
	}
	s.r.SetKept(kept, has)
}

// randomRows are the functions of numpy.random.
func randomRows() []frontend.Func {
	fs := append(drawerFunctions(), seedFunctions()...)
	fs = append(fs, stateFunctions()...)
	fs = append(fs, integersFunction(ofGenerator), permutedFunction())
	for _, d := range []drawer{ofGenerator, ofState, ofModule} {
		fs = append(fs, shuffleFunction(d), permutationFunction(d), choiceFunction(d))
		if d != ofGenerator {
			fs = append(fs, integersFunction(d), randomIntegers(d))
		}
	}
	return fs
}
